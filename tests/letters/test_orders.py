"""The chair's commands, the moderator's, and votes on requests to join."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, understand
from tests.kit.games.core_play import started
from tests.kit.letters.letter_reading import BALLOT, commands, votes

CHAIR = About(open_ballots=(303, 304, 305, -7))
MODERATOR = About(from_moderator=True)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("CALL PROPOSALS", c.Call(step="proposals")),
        ("CALL FOR PROPOSALS 2 days", c.Call(step="proposals", length=2 * DAY)),
        ("Call for proposals within 48 hours.", c.Call(step="proposals", length=2 * DAY)),
        ("CALL DISCUSSION: 5d", c.Call(step="discussion", length=5 * DAY)),
        ("CALL VOTE 3 days", c.CallVote(length=3 * DAY)),
        ("I call for a vote, 3 days, thanks", c.CallVote(length=3 * DAY)),
        ("CALL VOTE on 301", c.CallVote()),
        ("EXTEND 2 days", c.Extend(length=2 * DAY)),
        ("extend the discussion by 36h", c.Extend(length=timedelta(hours=36))),
        ("REFUSE", c.Refuse()),
        ("I refuse the chair.", c.Refuse()),
        ("JUDGMENT CHAIR: not a word", c.Judgment(question="not a word", replace_chair=True)),
        ("JUDGMENT CHAIR\nnot a word", c.Judgment(question="not a word", replace_chair=True)),
        ("JUDGMENT: Chair or stool?", c.Judgment(question="Chair or stool?")),
        ("CALL JUDGMENT: Is that so?", c.Judgment(question="Is that so?")),
        ("CALL FOR A JUDGEMENT: Is that so?", c.Judgment(question="Is that so?")),
        ("INVOKE JUDGMENT: Is that so?", c.Judgment(question="Is that so?")),
        ("I call for judgment: is that so?", c.Judgment(question="is that so?")),
        ("JUDGMENT END DEBATE", c.Judgment(end_debate=True)),
        (
            "RULING REPLACE CHAIR\nIt is late.",
            c.Ruling(text="REPLACE CHAIR\nIt is late.", replace_chair=True),
        ),
        ("RETRACT J7", c.Retract(proposal=-7)),
    ],
)
def test_commands(text: str, command: c.Command) -> None:
    assert commands(text) == [command]


@pytest.mark.parametrize(
    "text",
    [
        *("CALL VOTE in 3 days", "CALL VOTE two days", "CALL VOTE?", "EXTEND", "EXTEND for ever"),
        *("refuse", "RETRACT everything", "EXTEND 99999 weeks", "WITHDRAW?"),
    ],
)
def test_what_comes_near_is_asked_about(text: str) -> None:
    understood = understand("", text, BALLOT)
    assert understood.said == ()
    assert len(understood.questions) == 1


def test_a_player_who_writes_the_moderators_commands_is_refused_by_the_game() -> None:
    """013: they are understood, and are not the player's to give."""
    play = started()
    for text in ("SKIP", "START", "KEEP 303", "BIND 303: victory: 1", "ADMIT Grace Hopper"):
        (one,) = understand("", text, BALLOT).said
        assert play.refused(replace(one.command, by=1)).because == "rule 013"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BIND 303 KEEP", [c.Bind(rule=303, answer="keep")]),
        ("keep 303", [c.Bind(rule=303, answer="keep")]),
        ("DROP 303", [c.Bind(rule=303, answer="drop")]),
        ("bind rule 303 to drop.", [c.Bind(rule=303, answer="drop")]),
        ("BIND 303: a: b; c: d", [c.Bind(rule=303, answer="bind", clauses=("a: b", "c: d"))]),
        (
            "BIND 303\nadoption: 2/3\n- victory: 120\n\nADMIT Grace Hopper",
            [
                c.Bind(rule=303, answer="bind", clauses=("adoption: 2/3", "victory: 120")),
                c.Admit(player="Grace Hopper"),
            ],
        ),
        (
            "BIND 303: victory: 3\nBIND 304: victory: 4\nSTATUS",
            [
                c.Bind(rule=303, answer="bind", clauses=("victory: 3",)),
                c.Bind(rule=304, answer="bind", clauses=("victory: 4",)),
                c.Ask(topic="status"),
            ],
        ),
        (
            "BIND 303: adoption: 2/3; victory: 120; WHY: it says so; twice",
            [
                c.Bind(
                    rule=303,
                    answer="bind",
                    clauses=("adoption: 2/3", "victory: 120"),
                    reason="it says so; twice",
                )
            ],
        ),
        (
            "BIND 303:\nadoption: 2/3\nWhy: its second sentence\n\nSTATUS",
            [
                c.Bind(
                    rule=303,
                    answer="bind",
                    clauses=("adoption: 2/3",),
                    reason="its second sentence",
                ),
                c.Ask(topic="status"),
            ],
        ),
        ("BIND 303 DROP: words only", [c.Bind(rule=303, answer="drop", reason="words only")]),
        ("KEEP 303: as it was", [c.Bind(rule=303, answer="keep", reason="as it was")]),
        ("DECLINE J7", [c.Decline(player="J7")]),
        ("BIND 303", []),
        ("BIND RULE 303", []),
        ("BIND 303: WHY: it says so", []),
        ("bind 303 if you can", []),
        ("BIND 303 whatever", []),
    ],
)
def test_the_moderator_binds(text: str, expected: list[c.Command]) -> None:
    found = understand("", text, MODERATOR)
    of_lines = sorted(str(one.command) for one in found.said)
    assert of_lines == sorted(map(str, expected))
    assert bool(found.questions) == (not expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FOR J7", "J7+"),
        ("j7: no", "J7-"),
        ("FOR 303, 304-305, J7", "303+ 304+ 305+ J7+"),
        ("303 FOR, J7 AGAINST", "303+ J7-"),
        ("FOR ALL", "303+ 304+ 305+ J7+"),
        ("AGAINST all but 304", "303- 305- J7-"),
        ("FOR all except J7 and 304", "303+ 305+"),
        ("yes to all proposals", "303+ 304+ 305+"),
        ("yes to all requests", "J7+"),
        ("FOR 303, J7; AGAINST the rest", "303+ J7+ 304- 305-"),
        ("> J7: Grace Hopper\nyes\n> 303: Tea\nno", "J7+ 303-"),
        ("FOR 303, AGAINST the rest", ""),
        ("FOR all but 999", ""),
        ("FOR the rest", ""),
        ("FOR both", ""),
        ("FOR 303-J7", ""),
        ("FOR", ""),
        ("FOR all, if Bob agrees", ""),
        ("For everything there is a season", ""),
    ],
)
def test_several_ballots_and_requests(text: str, expected: str) -> None:
    signs = {"for": "+", "against": "-", "abstain": "o"}
    named = [(f"J{-n}" if n < 0 else n, signs[c]) for c, n in votes(text, CHAIR) if n is not None]
    assert " ".join(f"{n}{sign}" for n, sign in named) == expected


def test_a_bare_vote_with_several_open_gets_one_question_that_shows_what_to_reply() -> None:
    (asked,) = understand("", "yes", CHAIR).questions
    for shown in ("303, 304, 305, J7", "FOR ALL", "FOR 303, AGAINST 304"):
        assert shown in asked.question


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        *(("ja", "for"), ("Oui!", "for"), ("sí", "for"), ("да", "for"), ("はい", "for")),
        *(
            ("dafür", "for"),
            ("赞成", "for"),
            ("賛成です", "for"),
            ("찬성", "for"),
            ("a favor", "for"),
        ),
        *(("nein", "against"), ("нет", "against"), ("contre", "against"), ("反对", "against")),
        *(("301: ja", "for"), ("nein zu 301", "against"), ("Je vote pour 301", "for")),
        *(("Ik stem tegen", "against"), ("Ich enthalte mich", "abstain")),
    ],
)
def test_other_languages(text: str, choice: str) -> None:
    assert votes(text) == [(choice, 301)]


@pytest.mark.parametrize(
    "text",
    [
        *("tak", "si", "da", "ne", "ja, aber nur wenn Bob zustimmt", "ja und nein", "Ja?"),
        *("oui, sauf si Bob est contre", "Je vote comme Bob", "да, если", "вот да, но нет"),
    ],
)
def test_other_languages_that_are_not_plain(text: str) -> None:
    assert votes(text) == []


def test_a_yes_of_another_language_needs_its_ballot() -> None:
    assert votes("ja", About(open_ballots=(301,))) == []
    assert votes("dafür", About(open_ballots=(301,))) == [("for", 301)]
    assert votes("Ja, wir sehen uns morgen", About()) == []
