"""Old games whose proposals overlap (108), or tell no status, points or turns; real ones, too."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from nomic_mail.cli import cli
from nomic_mail.game import events as e
from nomic_mail.game.record.chronicle import chronicle
from tests.kit.games.old_games import found, told, written
from tests.kit.games.real_games import FILES, as_old_game, outcome_of, proposals_in

GAME = '[game]\nplayers = ["Ada", "Bob", "Cy"]\n'


def proposal(number: int, *more: str) -> str:
    return "\n".join(["[[proposals]]", f"number = {number}", *more]) + "\n"


def times(proposed: str, date: str) -> tuple[str, str]:
    return f"proposed = 1994-03-{proposed}", f"date = 1994-03-{date}"


OVERLAPPING = (
    GAME
    + proposal(1, *times("01", "09"), 'outcome = "defeated"')
    + proposal(2, *times("02", "04"), 'outcome = "adopted"', 'title = "Two"')
    + proposal(3, *times("03", "04"), 'outcome = "defeated"')
)


def of_story(text: str) -> list[tuple[str, int]]:
    found = []
    for one in told(text).events:
        if isinstance(one, e.ProposalMade | e.VotingClosed):
            found.append(("made" if isinstance(one, e.ProposalMade) else "over", one.number))
    return found


def test_proposals_overlap_and_end_in_any_order() -> None:
    assert found(OVERLAPPING) == []
    assert of_story(OVERLAPPING) == [
        *[("made", 1), ("made", 2), ("made", 3)],
        *[("over", 2), ("over", 3), ("over", 1)],
    ]
    ats = [one.at for one in told(OVERLAPPING).events]
    assert ats == sorted(ats)


def test_a_number_below_is_wrong_only_where_the_other_was_over_before() -> None:
    """108 numbers them as they are proposed; when they end is another matter."""
    text = GAME + proposal(302, *times("01", "05"))
    assert found(text + proposal(301, *times("03", "04"))) == []
    assert found(text + proposal(301, *times("06", "07"))) == [
        ("proposal 301, number", "301", "a number above 302, which was before it (108)")
    ]


def test_of_turns_that_overlap_none_is_before_another() -> None:
    one, two = (proposal(n, f"turn = {n}", "{}") for n in (1, 2))
    text = GAME + one.format("date = 1994-03-09") + two
    wrong = [("proposal 2, date", "5 March 1994", "not before 9 March 1994 (proposal 1)")]
    assert found(text.format("date = 1994-03-05")) == wrong
    assert found(text.format("proposed = 1994-03-03\ndate = 1994-03-05")) == []


def test_a_rule_is_called_as_it_was_when_the_proposal_was_made() -> None:
    text = GAME + proposal(301, *times("01", "05"), "rule = 203", 'outcome = "adopted"')
    amends = ("rule = 203", 'outcome = "adopted"')
    assert found(text + proposal(302, *times("02", "06"), *amends)) == []
    assert found(text + proposal(302, *times("06", "07"), *amends)) == [
        ("proposal 302, rule", "amend 203", "no rule is called 203: it is called 301 since 301")
    ]


def test_who_leaves_while_a_vote_is_open_may_have_voted() -> None:
    player = '[[players]]\nname = "Di"\nleft = 1994-03-03\n'
    votes = ('for = ["Di"]', 'outcome = "adopted"', 'adoption = "majority of cast"')
    assert found(GAME + player + proposal(1, *times("01", "05"), *votes)) == []
    wrong = ("proposal 1, for", "Di votes for", "no vote of Di: Di left 3 March 1994")
    assert found(GAME + player + proposal(1, *times("04", "05"), *votes)) == [wrong]


def test_what_was_said_after_a_vote_belongs_to_that_vote() -> None:
    remark = '[[remarks]]\nproposal = {}\ndate = 1994-03-0{}\ntext = "{}"\n'
    text = OVERLAPPING + remark.format(2, 6, "after") + remark.format(1, 8, "before")
    said = {m.facts["text"]: m.numbers for m in chronicle(told(text).events) if m.kind == "said"}
    assert said == {"after": (2,), "before": (1,)}


# What is not told


def test_a_rule_without_a_status_is_mutable_and_contradicts_nothing() -> None:
    text = GAME + "[[rules]]\nnumber = 101\n[[rules]]\nnumber = 102\n"
    text += proposal(301, "rule = 203", 'outcome = "adopted"')
    text += proposal(302, 'outcome = "adopted"') + '[[now]]\nnumber = 101\nstatus = "immutable"\n'
    text += proposal(303, "rule = 102", 'kind = "transmute"', 'status = "mutable"')
    telling = told(text)
    assert telling.found == []
    (made,) = (one for one in telling.events if isinstance(one, e.GameCreated))
    statuses = {one.number: one.status for one in made.rules}
    assert statuses == {101: "mutable", 102: "immutable", 203: "mutable"}
    changed = [one.status for one in telling.events if isinstance(one, e.RuleChanged)]
    assert changed == ["mutable", "mutable"]


TWICE = (
    GAME
    + proposal(305, 'title = "First"', 'outcome = "vetoed"', 'why = "by the Speaker"')
    + proposal(305, 'title = "Second"', 'outcome = "adopted"')
    + '[[changes]]\nproposal = "305/2"\nkind = "enact"\nbecomes = 400\n'
    + '[[remarks]]\nproposal = "305/2"\ntext = "Again?"\n'
)


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("twice")
    said = _made(folder, TWICE)
    assert "No status is told" not in said
    assert "Numbers that were used before: these are called 305/2." in said
    yield folder
    shutil.rmtree(folder)


def _called(*words: object) -> str:
    result = CliRunner().invoke(cli, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


def _made(folder: Path, text: str) -> str:
    said = _called("record", "from-old", written(folder, text, "old.toml"), folder / "old.json")
    for form in ("site", "git", "bag", "jsonl"):
        _called("record", "export", folder / "old.json", folder / form, "--format", form)
    _called("verify", folder / "old.json")
    return said


def test_a_number_used_twice_is_two_proposals_in_every_form(twice: Path) -> None:
    shown = _called("record", "show", twice / "old.json")
    assert "Proposal 305 is vetoed: by the Speaker." in shown
    assert "Proposal 305/2 is adopted" in shown
    assert "Rule 305 (Second) is in force" in shown
    page = (twice / "site" / "proposals.html").read_text(encoding="utf-8")
    assert '<td class="num">305</td>' in page and '<td class="num">305/2</td>' in page
    votes = "proposal,player,vote\n305/2,Ada,for\n305,Bob,against\n"
    (twice / "votes.csv").write_text(votes, encoding="utf-8")
    text = TWICE.replace("[game]", '[game]\nvotes = "votes.csv"')
    file = written(twice, text, "votes.toml")
    _called("record", "from-old", file, twice / "votes.json")
    record = json.loads((twice / "votes.json").read_text(encoding="utf-8"))
    assert [one["votes"] for one in record["proposals"]] == [{"2": "against"}, {"1": "for"}]


def test_where_no_points_are_told_none_are_shown(twice: Path) -> None:
    shown = _called("record", "show", twice / "old.json")
    assert "===========\n\nAda\nBob\nCy\n\n" in shown
    for page in ("index", "players"):
        text = (twice / "site" / f"{page}.html").read_text(encoding="utf-8")
        assert "Points" not in text
        assert "Ada" in text
    assert "No points are told." in (twice / "site" / "scores.html").read_text(encoding="utf-8")


# Real games


@pytest.mark.parametrize("dates", [True, False], ids=["with dates", "without"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_real_game_is_told_without_one_false_complaint(
    file: Path, dates: bool, tmp_path: Path
) -> None:
    game = proposals_in(file)
    text = as_old_game(game, dates=dates)
    assert found(text) == []
    _made(tmp_path, text)
    record = json.loads((tmp_path / "old.json").read_text(encoding="utf-8"))
    outcomes: dict[int, Any] = {one["number"]: one["outcome"] for one in record["proposals"]}
    assert outcomes == {one["number"]: outcome_of(one) for one in game}
    schema = Path(__file__).resolve().parents[2] / "docs" / "record.schema.json"
    Draft202012Validator(json.loads(schema.read_text(encoding="utf-8"))).validate(record)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_real_outcome_told_wrongly_is_found(file: Path) -> None:
    game = proposals_in(file)
    for one in game:
        one["adopted"] = not one["adopted"]
    assert len(found(as_old_game(game))) == len(game)
