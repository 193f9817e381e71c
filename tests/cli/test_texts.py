"""game new --texts: what is bound is shown first, what is not is asked, and nobody guesses."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.cli import texts
from tests.kit.calling import Call

# Rule 206 of another game, 207 with its penalty, 208 with another goal, and a rule in paragraphs.
FOREIGN = """Rules of the tea house

201. Players shall alternate in clockwise order. Turns may not be skipped. All players begin
with zero points.

206 (mutable) Each player always has exactly one vote.

207. When a proposal is defeated, the player who proposed it loses ten points.

208. The winner is the first player to achieve 50 points.

301. Tea is served:
  1. at four;
  2. at five.

Cake is not.
"""
OWN = """
name = "tea_house"
title = "The tea house"

[[rule]]
number = 207
status = "mutable"
title = "Defeats"
text = "Who proposes what is defeated loses ten points."
clauses = ["penalty defeat: 10"]

[[rule]]
number = 208
status = "mutable"
title = "The goal"
text = "A hundred points win."
clauses = ["victory: 100"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rules.txt"
    path.write_text(FOREIGN, "utf-8")
    return path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(OWN, "utf-8")
    return path


def games(call: Call) -> Any:
    return json.loads(call("game", "list", "--json").stdout)


def clauses(call: Call) -> dict[int, list[str]]:
    rules = json.loads(call("rules", "tea", "--json").stdout)
    return {rule["number"]: rule["clauses"] for rule in rules}


def words(told: str) -> str:
    return " ".join(told.split())


def new(file: Path, ruleset: object = "suber_1982") -> tuple[str, ...]:
    return ("game", "new", "tea", "--ruleset", str(ruleset), "--texts", str(file))


def test_no_clause_is_bound_by_its_number_alone(call: Call, file: Path) -> None:
    """206 is about votes here: nobody loses ten points by it, and no game is made in silence."""
    refused = call(*new(file), status=3)
    assert games(call) == []
    told = words(refused.stdout)
    assert f"{file}: 5 rules read, from line 3 on" in told
    assert "206 6 penalty defeat: 10 no the text does not speak of a defeated" in told
    assert "201 3 skipping: forbidden yes the text says so" in told
    assert "--bind '208: victory: 50'" in refused.stderr
    assert "--bind '206: none'" in refused.stderr
    assert "--bind '207: none'" in refused.stderr
    assert "--bind '201" not in refused.stderr
    assert "but rule 207 says it" in told


def test_what_it_says_to_add_makes_the_game(call: Call, file: Path) -> None:
    needed = re.findall(r"^  (--bind .*)$", call(*new(file), status=3).stderr, re.M)
    made = call(*new(file), *(word for line in needed for word in shlex.split(line))).stdout
    assert made.index("the text says so") < made.index("game tea is ready")
    found = clauses(call)
    assert found[201] == ["order: as joined", "start: 0", "skipping: forbidden"]
    assert (found[206], found[207], found[208]) == ([], [], ["victory: 50"])


def test_a_person_says_what_a_rule_does(call: Call, file: Path, own: Path) -> None:
    said = ("--bind", "208: victory: 50", "--bind", "206: votes: 1; limit mutable: 9")
    told = words(call(*new(file, own), *said).stdout)
    assert "206 6 votes: 1 yes you say so" in told
    assert "208 10 victory: 100 no you say so" in told
    assert clauses(call) == {
        201: [],
        206: ["votes: 1", "limit mutable: 9"],
        207: ["penalty defeat: 10"],
        208: ["victory: 50"],
        301: [],
    }


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("206",), "206: none"),
        (("206: victory = 50",), "write it as victory: 50"),
        (("999: victory: 50",), "rule 999 is not in the text; it has 201, 206-208, 301"),
        (("206: none", "206: votes: 1"), "told twice"),
    ],
)
def test_a_wrong_bind_is_wrong_usage(
    call: Call, file: Path, said: tuple[str, ...], told: str
) -> None:
    options = [word for one in said for word in ("--bind", one)]
    assert told in words(call(*new(file), *options, status=2).stderr)
    assert games(call) == []


def test_bind_goes_with_texts(call: Call) -> None:
    assert "--texts" in call("game", "new", "tea", "--bind", "206: none", status=2).stderr


def test_a_program_reads_json(call: Call, file: Path, own: Path) -> None:
    facts = json.loads(call(*new(file, own), "--json", status=3).stdout)
    assert (facts["made"], facts["rules"], facts["needed"]) == (False, 5, ["208: victory: 50"])
    assert facts["bindings"][1] == {
        "rule": 208,
        "line": 10,
        "clause": "victory: 100",
        "bound": False,
        "by": None,
        "why": "the text does not say: 100 points",
        "says": "victory: 50",
        "said_by": [],
    }
    assert [one["by"] for one in facts["bindings"]] == ["text", None]
    made = json.loads(call(*new(file, own), "--bind", facts["needed"][0], "--json").stdout)
    assert (made["made"], made["address"]) == (True, "nomic+tea@localhost")
    assert [one["by"] for one in made["bindings"]] == ["text", "bind", "bind"]
    plain = json.loads(call("game", "new", "milk", "--json").stdout)
    assert (plain["made"], plain["bindings"]) == (True, [])


def test_at_a_terminal_it_asks(
    call: Call, file: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "at_a_terminal", lambda: True)
    typed = "\nfifty\n207: none\nvictory: 50\n"
    told = call(*new(file, own), typed=typed).stdout
    assert "Rule 208, line 10, says:\n\n    The winner is the first player to achieve 50" in told
    assert '"fifty" is no clause' in told and "Rule 208 is asked about now" in told
    assert clauses(call)[207] == ["penalty defeat: 10"]
    assert clauses(call)[208] == ["victory: 50"]


def test_at_a_terminal_a_rule_that_is_not_there_is_asked_about(
    call: Call, file: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "at_a_terminal", lambda: True)
    file.write_text(FOREIGN.replace("208. ", "209. "), "utf-8")
    told = call(*new(file, own), status=1, typed="n\n").stdout
    assert "The text has no such rules:\n  208: victory: 100\nGo on without them?" in told
    assert games(call) == []
    call(*new(file, own), typed="y\n")
    assert 208 not in clauses(call)


def test_a_text_that_cannot_be_read_is_told_with_its_line(call: Call, file: Path) -> None:
    file.write_text("101. All obey.\r\n\r\n102. One.\r\n\r\n102. Two.\r\n", "utf-8")
    told = call(*new(file), status=2).stderr
    assert told.startswith(f"{file}: 1 problem\n  line 5: rule 102 says something else here")
    assert "      leave out one of them, or correct its number" in told
    assert games(call) == []


def test_what_is_not_understood_is_told_with_its_line(call: Call, file: Path, own: Path) -> None:
    file.write_text(FOREIGN + "\n\n\n-----\nLast modified 1999\n", "utf-8")
    told = call(*new(file, own), "--bind", "208: none").stdout
    assert '  line 21: taken for no part of a rule: "Last modified 1999"' in told


def test_paragraphs_stay_paragraphs(call: Call, file: Path, own: Path) -> None:
    call(*new(file, own), "--bind", "208: none")
    shown = call("rules", "tea", "301").stdout
    body = "    Tea is served:\n      1. at four;\n      2. at five.\n\n    Cake is not.\n"
    assert body in shown


def test_the_server_itself_leaves_no_clause_in_doubt(call: Call, file: Path) -> None:
    """Whoever hands the act in: what the command line asks, the pump refuses."""
    from nomic_mail.game.course import Refused
    from nomic_mail.pump.moderator.founding import rules_of
    from nomic_mail.rulesets import load

    with pytest.raises(Refused) as caught:
        rules_of(load("suber_1982"), FOREIGN, ("208: victory: 50",))
    assert caught.value.refusal.code == "rules_unbound"
    assert caught.value.refusal.facts["which"] == tuple(
        f"{n:03d}" for n in (206, 207, *range(108, 110), *range(202, 205), *range(209, 214))
    )
    with pytest.raises(Refused) as caught:
        rules_of(load("suber_1982"), FOREIGN, ("208: victory = 50",))
    assert caught.value.refusal.code == "binding_unread"
