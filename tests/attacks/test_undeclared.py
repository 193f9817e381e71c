"""A record whose programs cannot be run again here, as it says that another interpreter ran them:
what they never declared they cannot have done, and whoever brings it here is told."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.archive.opening import up_to
from nomic_mail.daemon.importing import ImportedRecord, bring_in
from nomic_mail.daemon.opening import Trouble
from tests.attacks.kit import each
from tests.kit.games.finished_games import GAMES
from tests.kit.house import House
from tests.kit.recorded import Data, checked, forged, recorded

Alter = Callable[[Data], None]


@cache
def _played() -> list[Data]:
    lines: list[Data] = recorded(GAMES["rules_that_run"]())["ledger"]["entries"]
    for one in lines:
        public = one["public"]
        for told in (public, public.get("declares", {})):
            told.update({"interpreter": "another 1.0"} if "interpreter" in told else {})
    return lines


def altered(kind: str, alter: Alter) -> list[Data]:
    lines = deepcopy(_played())
    first = next(one["public"] for one in lines if is_of(one["public"], kind))
    alter(first)
    return lines


def is_of(public: Data, kind: str) -> bool:
    wanted, _, effect = kind.partition(" ")
    if public["event"] != wanted:
        return False
    return not effect or any(one["kind"] == effect for one in public["effects"])


def effect(**fields: Any) -> Alter:
    return lambda public: public["effects"][0].update(fields)


ALTERED: dict[str, tuple[str, Alter]] = {
    "sets what the program does not keep": ("ProgramRan set", effect(name="gold")),
    "sets what is kept by a rule without a program": ("ProgramRan set", effect(of=203)),
    "gives coins to nobody who plays": ("ProgramRan set", effect(seat=77)),
    "has the game itself keep what players keep": ("ProgramRan set", effect(seat=0)),
    "waits for a timer that is none": ("ProgramRan later", effect(name="never")),
    "runs a function that is none": ("ProgramRan", lambda public: public.update(hook=40)),
    "runs a function below all": ("ProgramRan", lambda public: public.update(hook=-1)),
    "runs another function than it says": ("ProgramRan", lambda public: public.update(hook=1)),
    "acts for nobody who plays": ("ProgramRan", lambda public: public.update(by=77)),
    "does an action that is none": (
        "ProgramRan",
        lambda public: public["cause"].update(form="ROB THE BANK"),
    ),
    "seals an action that is none": ("OrderSealed", lambda public: public.update(hook=40)),
    "seals an action of nobody who plays": ("OrderSealed", lambda public: public.update(seat=77)),
}


def test_what_another_interpreter_ran_is_not_run_again() -> None:
    report = checked(forged(_played()))
    assert report.sound
    assert report.undecided


@each(
    "archives",
    "a record, and an interpreter of programs that nobody has",
    "{}",
    "it is told: no program declares it",
    ALTERED,
)
def test_what_no_program_declared(given: tuple[str, Alter]) -> None:
    lines = altered(*given)
    try:
        data = forged(lines)
    except Exception:  # it is no record at all
        data = {"ledger": {**recorded(GAMES["rules_that_run"]())["ledger"], "entries": lines}}
    assert not checked(data).sound


ACTIONS = {
    "an action that takes the words of a vote": "FOR <n>",
    "an action that takes a command": "STATUS",
    "an action that takes any word": "<text>",
    "an action in two alphabets": "P\u0410Y <player>",
    "an action with a place that is none": "PAY <everybody>",
}


@each(
    "votes",
    "a record that a moderator brings here, and an interpreter that nobody has",
    "says that a program declares {}",
    "it is not brought in, and why is told",
    ACTIONS,
)
def test_what_no_program_here_could_declare(tmp_path: Path, given: str) -> None:
    lines = deepcopy(_played())
    hook = {"kind": "action", "what": given, "once": "", "who": "", "sealed": False}
    for one in lines:
        if one["public"]["event"] == "ProgramRead":
            one["public"]["declares"]["hooks"].append(hook)
    events, kept = up_to(json.loads(json.dumps(forged(lines))), None)
    house = House(tmp_path)
    with pytest.raises(Trouble, match="declares what none here can"):
        bring_in(house.database, house.config, ImportedRecord(events, kept), house.clock.now())
