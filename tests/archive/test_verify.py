"""verify (DESIGN 6): a finished game's record is proven from itself, and no field of it can be
altered unnoticed.

1. Altered alone, each field is noticed by the digest; with the digest made good, by what the ledger
   makes of it; with chain, head, fields and digest all made anew, by the rules. Every way to alter
   a long game, and what of it only a head from outside proves, is in `test_tampering.py`.
"""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from nomic_mail.archive.json import digest_of
from nomic_mail.archive.verify.fields import OWN, written
from nomic_mail.game.events import KINDS, Event, VotingClosed
from nomic_mail.written.entry import entry_of, sealed_again
from nomic_mail.written.words import commitment
from tests.kit.games.alterations import Path as Where
from tests.kit.games.alterations import get, leaves, others, put, without
from tests.kit.games.finished_games import GAMES, smallest
from tests.kit.games.forgeries import one_more_rule
from tests.kit.recorded import Data, checked, forged, recorded, say, signed
from tests.kit.tiers import some

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "record.schema.json"


@cache
def _record_of(game: str) -> Data:
    return recorded(smallest() if game == "smallest" else GAMES[game]())


@pytest.fixture(params=some(list(GAMES), 3, check=6))
def record(request: pytest.FixtureRequest) -> Data:
    return deepcopy(_record_of(request.param))


@pytest.fixture
def small() -> Data:
    return deepcopy(_record_of("smallest"))


def public(record: Data) -> list[Data]:
    return [entry["public"] for entry in record["ledger"]["entries"]]


# What is proven


def test_a_finished_game_is_proven_from_its_record(record: Data) -> None:
    report = checked(record)
    assert report.differences == []
    assert report.proven == (not report.undecided)
    assert sum(report.checked.values()) > 800


def test_the_games_here_have_every_kind_of_event_and_outcome() -> None:
    played = [event for game in GAMES for event in public(_record_of(game))]
    assert {one["event"] for one in played} == set(KINDS)
    outcomes = {one["outcome"] for one in played if one["event"] == VotingClosed.__name__}
    assert outcomes == {"adopted", "defeated", "lapsed", "void", "vetoed"}


def test_the_head_of_a_result_letter_is_compared(small: Data) -> None:
    head = small["ledger"]["head"]
    assert checked(small, head).proven
    assert checked(small, head.upper() + "\n").proven
    entries = small["ledger"]["entries"]
    report = checked(small, entries[9]["hash"])
    assert report.proven
    assert (report.anchored, report.events) == (10, len(entries))
    report = checked(small, "0" * 64)
    assert [one.where for one in report.differences] == ["ledger.head, by --head"]


def test_who_leaves_out_what_wrote_it_may_leave_out_nothing_else(small: Data) -> None:
    """Records of before have no younger fields; a ledger of today is in none of these."""
    del small["written_by"]
    small["mechanics"] = {}
    del small["scores"]
    told = [one.where for one in checked(signed(small), small["ledger"]["head"]).differences]
    assert "scores" in told
    assert any(where.startswith("mechanics") for where in told)


def test_withheld_words_vouch_for_nothing_beside_them(small: Data) -> None:
    """The words of a proposal are withheld in its cause: its event is held to all the rest."""
    entries = small["ledger"]["entries"]
    place = next(n for n, one in enumerate(entries) if _is(one, "ProposalMade"))
    made = entries[: place + 1]
    cause, event = made[-1]["public"]["cause"]["change"], made[-1]["public"]["change"]
    cause["text"] = {"sha256": "ab" * 32}
    assert checked(forged(made)).proven
    event["kind"], event["target"] = "repeal", 203
    assert not checked(forged(made)).proven


def test_a_game_still_being_played_can_be_checked(small: Data) -> None:
    for count in range(1, len(small["ledger"]["entries"])):
        played = [entry["public"] for entry in small["ledger"]["entries"][:count]]
        if played[-1]["at"] != small["ledger"]["entries"][count]["public"]["at"]:
            report = checked(forged(_closed_only(small["ledger"]["entries"][:count])))
            assert report.differences == []


def _closed_only(entries: list[Data]) -> list[Data]:
    """As they were then: a ballot is opened by its count."""
    counted = {one["public"]["number"] for one in entries if _is(one, "VotingClosed")}
    then = deepcopy(entries)
    for one in then:
        if _is(one, "BallotCast") and one["public"]["number"] not in counted:
            sealed_again(one)
    return then


def _is(entry: Data, kind: str) -> bool:
    return bool(entry["public"]["event"] == kind)


def test_records_have_the_form_that_is_published(record: Data) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert [error.message for error in validator.iter_errors(record)] == []


def test_the_published_form_has_no_key_to_spare(small: Data) -> None:
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    free = {"texts", "clauses", "mechanics", "votes", "weights", "public", "opened", "acts"}
    for path, key, what in some(list(without(small)), 60, check=300):
        inner = get(small, path)
        inside = path[3:4] if path[:1] == ("ledger",) else ()  # each kind of event has its own
        if isinstance(inner, dict) and not free & {key, *path[-1:], *inside}:
            del inner[key]
            assert not validator.is_valid(small), (path, key)
            inner[key] = what


# One field altered


def test_each_field_altered_alone_is_noticed(small: Data) -> None:
    """By the digest, whatever else; which is one comparison, so a whole check of some will do."""
    for count, path in enumerate(list(leaves(small))):
        old = get(small, path)
        put(small, path, others(old)[0])
        assert small["digest"] != digest_of(small), (written(path), old)
        if count % 40 == 0:
            report = checked(small)
            assert not report.proven, (written(path), old)
            assert path == ("format",) or report.differing["digest"] == 1
        put(small, path, old)


def test_each_field_altered_with_the_digest_made_good_is_noticed_and_named(small: Data) -> None:
    claimed = ("digest", "written_by")
    paths = list(leaves({key: small[key] for key in small if key not in claimed}))
    for path in some(paths, 10, check=200):
        old = get(small, path)
        event = _read(small, path)
        put(small, path, others(old)[-1])
        report = checked(signed(small))
        if path[-1] == "form" and _read(small, path) == event:
            put(small, path, old)
            continue  # it says the same in both forms, and neither is hashed
        assert any(_named(path, one.where) for one in report.differences), (path, old)
        put(small, path, old)


def _read(data: Data, path: Where) -> Event | None:
    """The event that an entry's form makes of it."""
    if path[:2] != ("ledger", "entries") or path[-1] != "form":
        return None
    try:
        return entry_of(0, data["ledger"]["entries"][path[2]]).event
    except (KeyError, ValueError):
        return None


def _named(path: Where, where: str) -> bool:
    """Of an entry of the ledger it is enough that the entry is named."""
    if path[0] == "ledger":
        return where.startswith((written(path[:3]), written(path[:2])))
    return where == written(path)


def test_each_key_or_member_taken_out_is_noticed(small: Data) -> None:
    taken = list(without({key: small[key] for key in small if key not in ("digest", "written_by")}))
    for path, key, what in some(taken, 10, check=200):
        inner = get(small, path)
        del inner[key]
        assert not checked(signed(small)).proven, (path, key)
        if isinstance(inner, list):
            inner.insert(int(key), what)
        else:
            inner[key] = what


def test_all_fields_of_a_record_altered_together_are_each_noticed(record: Data) -> None:
    """Each is compared by itself, so that they can be tried all at once."""
    made = {key: record[key] for key in record if key not in OWN and key != "format"}
    paths = [path for path in leaves(made) if path]
    for path in paths:
        put(record, path, others(get(record, path))[0])
    report = checked(signed(record))
    named = {one.where for one in report.differences}
    assert {written(path) for path in paths} <= named
    assert len(paths) > 700


def test_each_field_of_each_entry_of_the_ledger_altered_is_noticed(record: Data) -> None:
    """One field of each entry at a time, of all entries together: each breaks its own link. What
    comes after the last of them is left out."""
    entries = record["ledger"]["entries"]
    told = [[path for path in leaves(entry) if not one_more_rule(path)] for entry in entries]
    for count in some(range(max(map(len, told))), 4):
        places = [place for place, paths in enumerate(told) if count < len(paths)]
        altered = entries[: places[-1] + 1]
        for place in places:
            altered[place] = other = deepcopy(entries[place])
            path = told[place][count]
            put(other, path, others(get(other, path))[0])
        report = checked(signed({**record, "ledger": {**record["ledger"], "entries": altered}}))
        where = "\n".join(one.where for one in report.differences)
        for place in places:
            assert f"ledger.entries[{place}]" in where, told[place][count]


# A whole forgery: an event altered, and everything else made to fit


def test_a_forged_score_tally_throw_rule_or_outcome_is_recomputed(small: Data) -> None:
    tried = {
        ("PointsScored", "points"): "points",
        ("PointsScored", "total"): "total",
        ("VotingClosed", "tally", "against"): "tally",
        ("VotingClosed", "outcome"): "outcome",
        ("VotingOpened", "threshold_rule"): "threshold_rule",
        ("DiceThrown", "faces", 0): "faces",
        ("DiceThrown", "link"): "link",
        ("GameStarted", "order", 0): "order",
        ("RuleChanged", "text"): "text",
        ("RuleChanged", "clauses", 0): "clauses",
        ("GameWon", "goal"): "goal",
        ("TurnBegan", "circuit"): "circuit",
    }
    entries = small["ledger"]["entries"]
    for (kind, *inner), field in tried.items():
        place = next(n for n, one in enumerate(public(small)) if one["event"] == kind)
        path: Where = (place, "public", *inner)
        other, old = deepcopy(entries), get(entries, path)
        if field == "text":
            say(other[place], "Another.", "text")
        else:
            put(other, path, "victory: 12" if inner[0] == "clauses" else others(old)[0])
        report = checked(forged(other))
        told = f"ledger.entries[{place}].public.{field} ({kind})"
        assert told in [one.where for one in report.differences], (kind, inner)


def test_a_whole_forgery_is_caught_by_a_head_from_outside(small: Data) -> None:
    entries = deepcopy(small["ledger"]["entries"])
    say(entries[0], "Another game", "title")
    made = forged(entries)
    assert checked(made).proven
    report = checked(made, small["ledger"]["head"])
    assert [one.where for one in report.differences] == ["ledger.head, by --head"]


def test_a_ballot_that_is_not_the_one_cast_is_noticed(small: Data) -> None:
    """What was sealed when it was cast has to be what the count opens."""
    entries = deepcopy(small["ledger"]["entries"])
    place = next(n for n, one in enumerate(entries) if _is(one, "BallotCast"))
    opened = entries[place]["opened"]
    cast = entries[place]["public"]["choice"]["sha256"]
    opened[cast] = [opened[cast][0], "against" if opened[cast][1] == "for" else "for"]
    report = checked(forged(entries))
    assert f"ledger.entries[{place}].opened" in [one.where for one in report.differences]


def test_what_an_entry_opens_beside_it_and_never_committed_to_is_noticed(small: Data) -> None:
    """Words and a salt that fits them prove nothing where the entry does not name their digest."""
    entries = deepcopy(small["ledger"]["entries"])
    place = next(n for n, one in enumerate(entries) if _is(one, "BallotCast"))
    salt, words = "ab" * 16, "against, as all should know"
    entries[place]["opened"][commitment(salt, words)] = [salt, words]
    report = checked(forged(entries))
    assert [one.where for one in report.differences] == [f"ledger.entries[{place}].opened"]


# What a stranger's file may hold

NO_RECORDS: list[Any] = [
    None,
    [],
    "nomic-mail/1",
    {},
    {"format": "nomic-mail/2"},
    {"format": "nomic-mail/1"},
    {"format": "nomic-mail/1", "ledger": []},
    {"format": "nomic-mail/1", "ledger": {"entries": [None, 7]}},
    {"format": "nomic-mail/1", "ledger": {"entries": [{"form": 1, "public": {}}]}},
    {
        "format": "nomic-mail/1",
        "ledger": {"entries": [{"form": 1, "public": {}, "seal": "", "hash": ""}]},
    },
]


@pytest.mark.parametrize("data", NO_RECORDS)
def test_what_is_no_record_is_said_to_be_none(data: Any) -> None:
    assert not checked(data).proven


STRANGE: list[Any] = [None, [], {}, -1, 10**400, "", "x" * 99, [[[]]], {"at": 1}, 0.5, True]


def test_no_strange_value_stops_the_check(small: Data) -> None:
    """Each in its turn, in the place of every value that is read and not only compared."""
    read = [path for path in leaves(small) if path[0] == "ledger" and not one_more_rule(path)]
    paths = {path[:deep] for path in read for deep in range(1, len(path) + 1)}
    paths |= {(key,) for key in small}
    for count, path in some(list(enumerate(sorted(paths, key=str))), 60, check=200):
        strange, old = STRANGE[count % len(STRANGE)], get(small, path)
        put(small, path, strange)
        assert not checked(small).proven or old == strange, path
        put(small, path, old)
