"""What follows from what is told of an old game, what does not, and what is a mistake in it."""

import pytest

from nomic_mail.archive.told.moments import date_of
from nomic_mail.config import ConfigError
from tests.kit.games.old_games import found, told


@pytest.mark.parametrize(
    ("entry", "line", "fix"),
    [
        ('by = "Adda"', 5, "did you mean Ada?"),
        ("voted = 3", 5, "no such key in proposals"),
        ("date = 1894-03-01", 5, "from 1970 on"),
        ('number = "301"', 4, "whole number"),
        ('for = ["Ada"]\nagainst = ["Ada"]', 6, "stands in for, too"),
        ('kind = "repeal"', 5, "takes rule = 203 as well"),
        ('outcome = "passed"', 5, '"adopted"'),
        ('adoption = "most of us"', 5, "majority of cast"),
        ("points = { Ada = 1.5 }", 5, "whole numbers"),
        ("tally = { yes = 3 }", 5, "as { for = 3"),
        ("turn = 3\n[[proposals]]\nnumber = 302\nturn = 2", 8, "in which they were played"),
        ("title = Tea", 5, "stand in quotes"),
        ("date = 1994-03", 5, 'a month stands in quotes: "1994-03"'),
        ("date = 1994-02-30", 5, "no such day as 1994-02-30"),
        ('by = "lee"', 5, "did you mean Cy Lee?"),
        ("[proposal]\nnumber = 3", 5, "did you mean proposals?"),
        ("\n".join(["[[proposals]]\nnumber = 301"] * 9), 22, "at most 9 times"),
        ("[[changes]]\nproposal = 9\nrule = 1", 6, "no proposal has that number"),
        ("[[changes]]\nproposal = 301", 5, 'from "becomes"'),
    ],
)
def test_each_mistake_has_its_line_and_what_mends_it(entry: str, line: int, fix: str) -> None:
    first = "" if entry.startswith("number") else "number = 301\n"
    text = f'[game]\nplayers = ["Ada", "Bob", "Cy Lee"]\n[[proposals]]\n{first}{entry}\n'
    with pytest.raises(ConfigError) as mistakes:
        told(text)
    assert [(one.line, fix in one.fix) for one in mistakes.value.problems] == [(line, True)]


def test_scores_follow_only_where_all_points_are_told() -> None:
    game = '[game]\nplayers = ["Ada"]\n'
    first = '[[proposals]]\nnumber = 1\noutcome = "adopted"\n{}\n'
    second = "[[proposals]]\nnumber = 2\npoints = { Ada = 3 }\nscores = { Ada = 9 }\n"
    third = "[[proposals]]\nnumber = 3\npoints = { Ada = 1 }\nscores = { Ada = 11 }\n"
    wrong = ("proposal 3, scores of Ada", "11", "10")
    assert found(game + first.format("") + second) == []
    assert found(game + first.format("") + second + third) == [wrong]
    unsaid = ("proposal 2, scores of Ada", "9", "3")
    assert found(game + first.format("points = {}") + second) == [unsaid]


FIRST = '[game]\nplayers = ["Ada", "Bob", "Cy"]\n'
TAKEN = '[[rules]]\nnumber = 301\n[[proposals]]\nnumber = 302\noutcome = "adopted"\nbecomes = 301'
VOTE = '[[proposals]]\nnumber = 301\noutcome = "{}"\nadoption = "{}"\n{}\n'


@pytest.mark.parametrize(
    ("outcome", "adoption", "votes", "follows"),
    [
        ("adopted", "unanimous of eligible", 'for = ["Ada", "Bob"]', "lapsed: 2 of 3 eligible"),
        ("adopted", "unanimous of cast", 'for = ["Ada", "Bob"]', ""),
        ("adopted", "unanimous of eligible", 'electorate = ["Ada"]\nfor = ["Ada"]', ""),
        (
            "defeated",
            "2/3 of eligible",
            'for = ["Ada", "Bob"]\nagainst = ["Cy"]',
            "adopted: 2 of 3",
        ),
        ("lapsed", "majority of cast, quorum 2/3", 'for = ["Ada"]', ""),
        ("adopted", "majority of cast, quorum 2/3", 'for = ["Ada"]', "lapsed: 1 of 3 voted"),
        ("lapsed", "majority of cast", 'against = ["Ada"]', ""),
        ("adopted", "majority of cast", "tally = { for = 2, against = 3 }", "defeated: 2 of 5"),
        (
            "adopted",
            "majority of eligible",
            "tally = { for = 2, against = 0, absent = 3 }",
            "lapsed",
        ),
        ("adopted", "majority of cast", "tally = { for = 2 }", ""),
        ("adopted", "majority of cast", 'for = ["Ada"]\nagainst = ["Bob"]\npartial = true', ""),
        ("withdrawn", "majority of cast", 'for = ["Ada"]', ""),
        ("unknown", "majority of cast", 'for = ["Ada"]', ""),
    ],
)
def test_an_outcome_follows_where_all_votes_are_told(
    outcome: str, adoption: str, votes: str, follows: str
) -> None:
    differing = found(FIRST + VOTE.format(outcome, adoption, votes))
    assert [(where, stated) for where, stated, _ in differing] == (
        [("proposal 301, outcome", outcome)] if follows else []
    )
    assert all(comes.startswith(follows) for _, _, comes in differing)


@pytest.mark.parametrize(
    ("entry", "where", "stated", "follows"),
    [
        ('for = ["Ada"]\ntally = { absent = 1 }', "tally", "1 absent", "2 absent"),
        ('for = ["Ada"]\npartial = true\ntally = { for = 0 }', "tally", "0 for", "at least 1 for"),
        (
            'electorate = ["Ada"]\nabstain = ["Bob"]',
            "abstain",
            "Bob votes abstain",
            "no vote of Bob: electorate does not have that name",
        ),
        ("date = 1994\nproposed = 1995", "date", "1994", "not before 1995 (proposal 301)"),
        (
            "turn = 1\n[[proposals]]\nnumber = 300\nturn = 2",
            "",
            "300",
            "a number above 301, which was before it (108)",
        ),
        (
            TAKEN,
            "",
            "301",
            "302",
        ),
        ('[[rules]]\nnumber = 5\ntitle = "A"\n[[now]]\nnumber = 5\ntitle = "B"', "", "B", "A"),
        (
            '[[rules]]\nnumber = 5\nstatus = "typeless"\n[[now]]\nnumber = 5\nstatus = "mutable"',
            "",
            "mutable",
            "typeless",
        ),
        ('[[players]]\nname = "Di"\njoined = 1995\nleft = 1994', "", "1994", "not before 1995"),
    ],
)
def test_what_else_is_compared(entry: str, where: str, stated: str, follows: str) -> None:
    differing = found(f"{FIRST}[[proposals]]\nnumber = 301\n{entry}\n")
    if where:
        assert differing == [(f"proposal 301, {where}", stated, follows)]
    else:
        assert differing[0][1:] == (stated, follows)


def test_numbers_can_be_kept() -> None:
    rule = '[[rules]]\nnumber = 5\ntext = "Old."\n'
    change = '[[proposals]]\nnumber = 301\nrule = 5\ntext = "New."\noutcome = "adopted"\n'
    now = '[[now]]\nnumber = 5\ntext = "New."\n'
    assert found(f'[game]\nnumbering = "kept"\n{rule}{change}{now}') == []
    assert found(f"{rule}{change}becomes = 5\n{now}") == [("proposal 301, becomes", "5", "301")]


@pytest.mark.parametrize(
    ("value", "words"),
    [("1994", "1994"), ("1994-03", "March 1994"), (1994, "1994"), ("1994-03-05", "5 March 1994")],
)
def test_dates_in_words(value: object, words: str) -> None:
    assert str(date_of(value)) == words


def test_the_day_before_is_before() -> None:
    text = FIRST + VOTE.format("adopted", "1/2 of cast", "turn = 1\ndate = 1994-03-06")
    text += VOTE.format("adopted", "1/2 of cast", "turn = 2\ndate = 1994-03-05").replace(
        "301", "302"
    )
    assert found(text) == [
        ("proposal 302, date", "5 March 1994", "not before 6 March 1994 (proposal 301)")
    ]
