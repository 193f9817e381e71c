"""A record that says the same thing otherwise, or two things at once: what one reader takes for it,
another must not take for something else. All hashes that can be made good are made good."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from nomic_mail.archive.json import digest_of
from nomic_mail.written.entry import GENESIS, hash_of, text_of
from tests.attacks.kit import each
from tests.cli.test_server import call
from tests.kit.games.finished_games import GAMES, smallest
from tests.kit.recorded import Data, recorded

HAS = "whoever checks a record"
NAMES = ("__proto__", "constructor", "toString", "hasOwnProperty")  # that each object has there
Alter = Callable[[Data], Any]


@cache
def honest() -> Data:
    return recorded(smallest())


def written(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False)


def said(old: str, new: str) -> Callable[[], str]:
    """In other words, where it stands first."""
    return lambda: written(honest()).replace(old, new, 1)


def first(data: Data, kind: str) -> Data:
    lines: list[Data] = data["ledger"]["entries"]
    return next(line for line in lines if line["public"]["event"] == kind)


def altered(alter: Alter, *, chained: bool = False) -> Callable[[], str]:
    def make() -> str:
        data, last = deepcopy(honest()), GENESIS
        alter(data)
        for line in data["ledger"]["entries"] if chained else ():
            line["hash"] = last = hash_of(last, text_of(line["public"]), "")
        data["ledger"]["head"] = last if chained else data["ledger"]["head"]
        return written({**data, "digest": digest_of(data)})

    return make


def half_of_another(data: Data) -> None:
    lines, others = (one["ledger"]["entries"] for one in (data, recorded(GAMES["judged"]())))
    middle = len(lines) // 2
    data["ledger"]["entries"] = made = [*lines[:middle], *others[middle:]]
    data["ledger"]["events"] = len(made)


def of_the_last(moment: str) -> Alter:
    def alter(data: Data) -> None:
        public = data["ledger"]["entries"][-1]["public"]
        public["at"] = moment
        public.get("cause", {})["decided_at"] = moment

    return alter


def puts(name: str) -> Alter:
    return lambda data: data.update({name: {"a": 1}})


def puts_into_an_event(name: str) -> Alter:
    return lambda data: first(data, "PlayerJoined")["public"].update({name: 1})


def calls(name: str) -> Alter:
    return lambda data: first(data, "PlayerJoined")["public"].update(event=name)


EVENTS = f'"events": {honest()["ledger"]["events"]}'
WAYS: dict[str, Callable[[], str]] = {
    "puts a mark of the order of bytes before it": lambda: "\ufeff" + written(honest()),
    "puts another record behind it": lambda: written(honest()) * 2,
    "puts a comment behind it": lambda: written(honest()) + "// so",
    "parts it by blanks that are none of JSON's": said(", ", ",\u00a0"),
    "says its status twice": said('"status": ', '"status": "running", "status": '),
    "says it twice, once in other signs": said(
        '"status": ', r'"st\u0061tus": "running", "status": '
    ),
    "says an event's moment twice": said('"public": {', '"public": {"at": "2020", '),
    "counts its events in parts": said(EVENTS, f"{EVENTS}.0"),
    "counts them by a power": said(EVENTS, f"{EVENTS}e0"),
    "counts them with a nought before": said(EVENTS, EVENTS.replace(": ", ": 0")),
    "counts them below nothing": said(EVENTS, EVENTS.replace(": ", ": -")),
    "counts them beyond numbers": said(EVENTS, f"{EVENTS}E400"),
    "counts no number of them": said(EVENTS, '"events": NaN'),
    "counts more than all": said(EVENTS, '"events": Infinity'),
    "has half a sign in a title": said('"title": "', r'"title": "\ud800'),
    "has a seat in parts": altered(lambda data: data["players"][0].update(seat=1.0)),
    "has a seat that is true": altered(lambda data: data["players"][0].update(seat=True)),
    "has a seat in words": altered(lambda data: data["players"][0].update(seat="1")),
    "has a name with a sign that nobody sees": altered(
        lambda data: data["players"][0].update(name=data["players"][0]["name"] + "\u200b")
    ),
    "has who joined sit in parts of a seat": altered(
        lambda data: first(data, "PlayerJoined")["public"].update(seat=1.0), chained=True
    ),
    "nests lists in it, more than a reader goes down": said(
        '"public": {', '"public": {"x": ' + "[" * 5_000 + "]" * 5_000 + ", "
    ),
    "puts half of another game behind half of it": altered(half_of_another, chained=True),
    "has the fields of another game": altered(
        lambda data: data.update(recorded(GAMES["judged"]()), ledger=data["ledger"])
    ),
    "leaves out what a rule makes the server do": altered(lambda data: data.update(mechanics={})),
    "ends in a leap second": altered(of_the_last("2026-06-30T23:59:60Z"), chained=True),
    "ends on a day of no calendar": altered(of_the_last("2026-02-30T00:00:00Z"), chained=True),
    "ends at an hour of no day": altered(of_the_last("2026-03-02T24:00:00Z"), chained=True),
    "ends in a week": altered(of_the_last("2026-W10-1T09:00:00Z"), chained=True),
    **{f"puts {name}, which every object has, into it": altered(puts(name)) for name in NAMES},
    **{
        f"puts {name} into an event": altered(puts_into_an_event(name), chained=True)
        for name in NAMES
    },
    **{f"calls an event {name}": altered(calls(name), chained=True) for name in NAMES},
}


@each("archives", HAS, "{}", "it is found, in a sentence", WAYS)
def test_a_record_that_is_spelt_otherwise(tmp_path: Path, given: Callable[[], str]) -> None:
    file = tmp_path / "record.json"
    file.write_text(given(), encoding="utf-8")
    told = call("verify", file, status=1)
    assert "Traceback" not in told.stdout + told.stderr
    assert (told.stdout + told.stderr).strip()


def test_how_it_is_laid_out_is_no_difference(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(honest(), indent=1).replace("\n", "\r\n"), encoding="utf-8")
    assert "comes out as it says" in call("verify", file).stdout
