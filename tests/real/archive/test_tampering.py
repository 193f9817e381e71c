"""Whoever alters one thing in the record of a hundred turns, whichever it is, is found out.

1. Altered alone, by the digest, or the chain where there is no digest (the ledger as lines).
2. With the digest made good: what stands beside the ledger by what the ledger makes of it, what
   stands in the ledger by the chain.
3. With chain, head, fields and digest all made good: by the rules, but for what docs/verify.md has
   in its tables; and those by a head from outside.

`make soak`, or NOMIC_ALL=1, tries all 220,000 alterations of that record and all of the finished
games, in five minutes; else some, by chance: `NOMIC_SEED` names another.
"""

import os
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import pytest

from nomic_mail.archive.forms.bag import write_bag
from nomic_mail.archive.forms.site import write_site
from nomic_mail.archive.json import canonical, digest_of
from nomic_mail.archive.opening import take, take_file
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.verify import Report, verify_taken
from nomic_mail.archive.verify.fields import compare_leaves
from nomic_mail.archive.verify.ledger import check_chain
from nomic_mail.archive.verify.report import BROKEN
from nomic_mail.archive.verify.report import told as told_of
from tests.archive.test_forms import leaving
from tests.kit import tiers
from tests.kit.games.alterations import Altered, alterations, altered, of_a_list
from tests.kit.games.alterations import Path as Where
from tests.kit.games.finished_games import GAMES, smallest
from tests.kit.games.forgeries import Forged, Forger, listed, listed_of_the_page, named
from tests.kit.games.hundred_turns import TURNS, hundred_turns
from tests.kit.recorded import Data, checked, forged, recorded, signed
from tests.kit.second_opinion import said_of
from tests.real.archive.test_check_record import page_of_code

ALL = bool(os.environ.get("NOMIC_ALL")) or tiers.tier() == "soak"
LOOKED_AT = [*tiers.some(list(GAMES), 4, check=4), "hundred turns"]
SEED = os.environ.get("NOMIC_SEED", "8")
CHANCE = random.Random()

AT_ONCE = 100 if ALL else 12  # records that a second opinion is asked of, of one game

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _the_same_whatever_ran_before(request: pytest.FixtureRequest) -> None:
    CHANCE.seed(f"{SEED} {request.node.name}")


def some(things: Iterable[T], one_of: int) -> Iterator[T]:
    """Of so many one."""
    return (one for one in things if ALL or CHANCE.randrange(one_of) == 0)


@cache
def _record() -> Data:
    return recorded(hundred_turns())


@cache
def _short() -> Data:
    """A fifth of it, for what takes a check of the whole each time."""
    return _record() if ALL else recorded(hundred_turns(20))


@pytest.fixture
def record() -> Data:
    """Nothing of it may be altered in its place."""
    return _record()


@pytest.fixture
def short() -> Data:
    return _short()


def pieces(record: Data) -> Iterator[Where]:
    """The members of the lists in it, and what is none: each by itself is large enough to tell."""
    for key, value in record.items():
        if isinstance(value, list):
            yield from ((key, place) for place in range(len(value)))
        elif key not in ("ledger", "digest"):
            yield (key,)
    yield from (("ledger", "entries", place) for place in range(len(record["ledger"]["entries"])))


def at(record: Any, path: Where) -> Any:
    for key in path:
        record = record[key]
    return record


def of_the_whole(record: Data) -> Iterator[Altered]:
    """What is altered in no piece, but about them: one of them gone, or there twice, or new."""
    for key, value in record.items():
        yield (), f"{key} taken out", {one: record[one] for one in record if one != key}
        for told, order in of_a_list(list(range(len(value)))) if isinstance(value, list) else ():
            new = [value[place % len(value)] for place in order] if value else [1]
            if new != value:
                yield (key,), told, new
    ledger = record["ledger"]
    yield ("ledger",), "head", {**ledger, "head": "0" * 64}
    yield ("ledger",), "events", {**ledger, "events": ledger["events"] + 1}
    yield ("ledger",), "more", {**ledger, "more": 1}
    yield (), "a key more", {**record, "more": 1}


# Nothing else made good


def test_a_hundred_turns_are_proven_and_the_page_finds_nothing(record: Data) -> None:
    assert len(record["turns"]) >= TURNS
    assert checked(record).proven
    assert page_says(record) == []


def test_each_alteration_shows_in_the_digest(record: Data) -> None:
    """It is made of the whole, in canonical form: so of each piece in that form."""
    count = 0
    for where in pieces(record):
        piece = at(record, where)
        stands = canonical(piece)
        for path, told, new in some(alterations(piece), 40):
            count += 1
            assert canonical(altered(piece, path, new)) != stands, (where, path, told)
    assert count > (200_000 if ALL else 4_000)


def test_each_alteration_of_some_shows_in_the_digest_of_the_whole(short: Data) -> None:
    for where in random.Random(1).sample(list(pieces(short)), 400 if ALL else 6):
        path, told, new = CHANCE.choice(list(alterations(at(short, where))))
        other = altered(short, (*where, *path), new)
        assert digest_of(other) != short["digest"], (where, path, told)
        assert "digest" in page_says(other), (where, path, told)
        if CHANCE.randrange(4) == 0:
            assert not checked(other).proven, (where, path, told)


def page_says(record: Data) -> list[str]:
    """What is different, until it breaks: then it exits with 1 as well."""
    text, found = page_of_code()["text"], []
    try:
        for what, says, comes_out in page_of_code()["check"](record):
            if text(says) != text(comes_out):
                found.append(what)
    except (AttributeError, LookupError, TypeError, ValueError):
        found.append("it breaks")
    return found


# The digest made good


def test_each_field_beside_the_ledger_is_compared_with_what_that_makes(record: Data) -> None:
    for where in pieces(record):
        piece = at(record, where)
        if where[0] == "ledger":
            continue
        for path, told, new in some(alterations(piece), 24):
            report = Report()
            compare_leaves(altered(piece, path, new), piece, report)
            assert not report.proven, (where, path, told)
    for path, told, new in some(of_the_whole(record), 40):
        if path and path[0] != "ledger":
            report = Report()
            compare_leaves(new, record[str(path[0])], report)
            assert not report.proven, (path, told)


def test_each_alteration_of_some_is_told_by_a_whole_check(short: Data) -> None:
    """Of the fields, the ledger, and of the whole; with the digest made good."""
    several = [
        *((where, alterations(at(short, where))) for where in pieces(short)),
        *(((), iter([one])) for one in of_the_whole(short)),
    ]
    for where, found in CHANCE.sample(several, 300 if ALL else 4):
        path, told, new = CHANCE.choice(list(found))
        assert not checked(signed(altered(short, (*where, *path), new))).proven, (path, told)


def test_each_alteration_of_an_entry_breaks_its_link(record: Data) -> None:
    """Of all entries together, one of each at a time; the form and a seal that is not opened any
    more are told by what they are of."""
    entries = record["ledger"]["entries"]
    ways = [[one for one in alterations(entry) if _of_the_chain(one)] for entry in entries]
    for turn in some(range(max(map(len, ways[1:]))), 25):
        others = list(entries)
        for place, found in enumerate(ways):
            if turn < len(found):
                others[place] = altered(entries[place], *found[turn][::2])
        report = Report()
        check_chain({"ledger": {**record["ledger"], "entries": others}}, None, report)
        told = {one.where.split("]")[0] for one in report.differences}
        for place, found in enumerate(ways):
            assert turn >= len(found) or f"ledger.entries[{place}" in told, found[turn]
    for path, done, new in some(ways[0], 200):
        one = {**record["ledger"], "entries": [altered(entries[0], path, new)]}
        report = Report()
        check_chain({"ledger": one}, None, report)
        assert report.differences, (path, done)


def _of_the_chain(one: Altered) -> bool:
    """But for what is withheld, which is told and is no difference."""
    withheld = one[1] == "opened taken out" or (one[0] == ("opened",) and "taken out" in one[1])
    return one[0] != ("form",) and not withheld


def test_a_counted_ballot_that_is_withheld_is_told(short: Data) -> None:
    """Of which nobody can see what it says, it cannot have been counted."""
    entries = short["ledger"]["entries"]
    told = [n for n, one in enumerate(entries) if one["public"]["event"] == "BallotCast"]
    places = [place for place in told if "opened" in entries[place]]
    for place in places if ALL else CHANCE.sample(places, 2):
        entry = {name: one for name, one in entries[place].items() if name != "opened"}
        report = checked(signed(altered(short, ("ledger", "entries", place), entry)))
        assert f"ledger.entries[{place}].opened" in {one.where for one in report.differences}


def test_words_that_are_withheld_are_told_and_no_difference(short: Data) -> None:
    """Of lines, as a record with other words in its fields is none."""
    entries = short["ledger"]["entries"]
    kinds = ("PlayerJoined", "ProposalRevised")
    places = [n for n, one in enumerate(entries) if one["public"]["event"] in kinds]
    for place in CHANCE.sample(places, 2):
        entry = {name: one for name, one in entries[place].items() if name != "opened"}
        lines = [canonical(one) for one in (*entries[:place], entry, *entries[place + 1 :])]
        report = lines_checked(lines)
        assert place + 1 in report.withheld
        assert report.sound, (place, report.differences)


def test_texts_and_salts_swapped_between_lines_are_told(short: Data) -> None:
    """Each fits what it makes, and the line does not commit to it."""
    entries = list(short["ledger"]["entries"])
    places = [n for n, one in enumerate(entries) if "opened" in one]
    one, other = CHANCE.sample(places, 2)
    entries[one], entries[other] = (
        {**entries[one], "opened": entries[other]["opened"]},
        {**entries[other], "opened": entries[one]["opened"]},
    )
    report = lines_checked([canonical(entry) for entry in entries])
    wanted = {f"ledger.entries[{place}].opened" for place in (one, other)}
    assert wanted <= {one.where for one in report.differences}


def test_one_withheld_word_hides_no_act_that_the_rules_refuse(short: Data) -> None:
    """A vote of nobody's is refused, whatever else is withheld."""
    entries = list(short["ledger"]["entries"])
    said = next(n for n, one in enumerate(entries) if one["public"]["event"] == "ProposalMade")
    cast = next(n for n, one in enumerate(entries) if one["public"]["event"] == "BallotCast")
    public = entries[cast]["public"]
    nobody = {**public, "seat": 9, "cause": {**public["cause"], "by": 9}}
    entries[cast] = {**entries[cast], "public": nobody}
    entries[said] = {name: one for name, one in entries[said].items() if name != "opened"}
    report = lines_checked([canonical(entry) for entry in entries])
    assert f"ledger.entries[{cast}].public.cause" in {one.where for one in report.differences}
    assert not report.proven


# Everything made good: only deciding again can tell


@cache
def _forger(game: str) -> Forger:
    made = _record() if game == "hundred turns" else recorded(GAMES[game]())
    return Forger(made["ledger"]["entries"])


def ways(forger: Forger, one_of: int = 1) -> Iterator[tuple[str, Forged]]:
    """All that is tried, by what the page calls it; or of so many one."""
    chosen = partial(some, one_of=one_of) if one_of > 1 else iter
    for place in range(forger.undecided_to, len(forger.entries)):
        yield from (("an event", one) for one in forger.of_an_event(place, chosen))
        yield from (("a cause", one) for one in forger.of_a_cause(place, chosen))
        followed = forger.of_all_that_followed(place, chosen)
        yield from (("all that followed", one) for one in followed)
    for what, found in (("event", forger.reordered()), ("burst", forger.stretches())):
        later = (one for one in found if one.place > forger.undecided_to)
        yield from ((f"{what} {one.told}", one) for one in chosen(later))


@pytest.mark.parametrize("game", LOOKED_AT)
def test_what_only_a_head_proves_is_in_the_tables(game: str) -> None:
    forger, known = _forger(game), listed()
    for way, one in ways(forger, 150):
        if one.name not in known[way]:
            assert forger.noticed(one), (way, one.name, one.told, one.place)


@pytest.mark.parametrize("game", LOOKED_AT)
def test_whatever_a_second_opinion_notices_is_noticed(game: str) -> None:
    """It was written from docs/FORMAT.md alone: what that tells, deciding again must see, too; but
    for a salt that stands in two entries, which says nothing of what they tell."""
    forger = _forger(game)
    unnoticed = [one for _, one in ways(forger, 150) if not forger.noticed(one)]
    asked = CHANCE.sample(unnoticed, min(len(unnoticed), AT_ONCE))
    said = said_of(filter(None, map(partial(_record_of, forger), asked)))
    told = [[line for line in lines if "it has a salt of event" not in line] for lines in said]
    assert [lines for lines in told if lines] == []


def _record_of(forger: Forger, one: Forged) -> Data | None:
    try:
        return forged(forger.entries_of(one))
    except BROKEN:
        return None


def test_a_whole_check_says_the_same_of_some() -> None:
    game = CHANCE.choice(list(GAMES))
    forger = _forger(game)
    is_decided = checked(forged(forger.entries)).proven  # a part of some games is from before
    for way, one in CHANCE.sample(list(ways(forger)), 200 if ALL else 5):
        try:
            made = forged(forger.entries_of(one))
        except BROKEN:
            continue  # it makes no record
        report, same = checked(made), forger.says_the_same(one)
        noticed = forger.noticed(one) and not same
        passes = report.proven if is_decided else report.sound
        assert passes is not noticed, (game, way, one, report.differences)
        assert not checked(made, _head(forger)).proven or made["ledger"]["head"] == _head(forger)


def _head(forger: Forger) -> str:
    return str(forged(forger.entries)["ledger"]["head"])


def all_that_is_found() -> Mapping[str, set[str]]:
    found: Mapping[str, set[str]] = defaultdict(set)
    for game in (*GAMES, "hundred turns"):
        forger = _forger(game)
        for way, one in ways(forger):
            if one.name not in found[way] and not forger.noticed(one):
                found[way].add(one.name)
    return found


if ALL:

    def test_the_tables_name_nothing_that_is_proven_after_all() -> None:
        found = all_that_is_found()
        assert {way: names for way, names in listed().items() if names} == {**found}


# The page


def test_what_the_page_finds_once_the_digest_is_made_good_is_in_the_table() -> None:
    """Of each field, in each way, some."""
    record = recorded(hundred_turns(20))
    ways: dict[str, dict[str, list[Altered]]] = defaultdict(lambda: defaultdict(list))
    for key in record:
        if key not in ("ledger", "digest"):
            for path, told, new in alterations(record[key], (key,)):
                if not isinstance(at(record, path), list | dict):
                    ways[named("", path, told).lstrip(".")][told[:6]].append((path, told, new))
    assert listed_of_the_page() <= set(ways)
    for name in some(ways, 8):
        tries = [CHANCE.sample(group, min(3, len(group))) for group in ways[name].values()]
        tried = [one for group in tries for one in group]
        altered_ones = (signed(altered(record, path, new)) for path, _, new in tried)
        held = all(page_says(one) for one in altered_ones)
        assert held is (name in listed_of_the_page()), name


def test_each_alteration_of_an_entry_is_told_by_the_page(short: Data) -> None:
    """By its link; with the digest made good."""
    entries = short["ledger"]["entries"]
    for place in CHANCE.sample(range(len(entries)), 300 if ALL else 8):
        found = [one for one in alterations(entries[place]) if _of_the_chain(one)]
        beside = ("form taken out", "a key more")  # what is hashed: only the digest holds it there
        hashed = [one for one in found if one[0] not in ((), ("opened",)) or one[1] not in beside]
        path, told, new = CHANCE.choice(hashed)
        made = signed(altered(short, ("ledger", "entries", place, *path), new))
        named = "\n".join(page_says(made))
        assert f"entry {place}, " in named or "it breaks" in named, (place, path, told)


# The ledger as lines


def lines_checked(lines: list[bytes], head: str | None = None) -> Report:
    return verify_taken(take_file(BytesIO(b"\n".join(lines))), head)


def test_each_alteration_of_a_line_is_told(short: Data) -> None:
    entries = short["ledger"]["entries"]
    lines = [canonical(entry) for entry in entries]
    assert lines_checked(lines).proven
    for place in CHANCE.sample(range(len(lines)), 200 if ALL else 2):
        path, told, new = CHANCE.choice(
            [one for one in alterations(entries[place]) if _of_a_line(one)]
        )
        other = canonical(altered(entries[place], path, new))
        report = lines_checked([*lines[:place], other, *lines[place + 1 :]])
        assert not report.proven, (place, path, told)


def _of_a_line(one: Altered) -> bool:
    return one[0] == ("form",) or _of_the_chain(one)


FORMS = (0, -1, 1, 2, 3, 99, "1", True, 1.0, None)


def test_another_form_is_told_for_what_it_is(short: Data) -> None:
    """It is in no hash, nor in a digest of lines: the kind of the event, and its seal, tell it."""
    entries = short["ledger"]["entries"]
    lines = [canonical(entry) for entry in entries]
    kinds = {entry["public"]["event"]: place for place, entry in enumerate(entries)}
    for kind, place in kinds.items() if ALL else CHANCE.sample(sorted(kinds.items()), 1):
        for form in FORMS:
            if (type(form), form) == (int, entries[place]["form"]):
                continue
            if not place and form == 3 and type(form) is int:
                continue  # as if the program had been renewed right after it
            other = canonical({**entries[place], "form": form})
            report = lines_checked([*lines[:place], other, *lines[place + 1 :]])
            told = [one for one in report.differences if ".form" in one.where]
            assert [one.where for one in told] == [f"ledger.entries[{place}].form"], (kind, form)
            stood = str(entries[place]["form"])
            assert (told[0].says, told[0].comes_out) == (told_of(form), stood)


def test_lines_left_out_doubled_and_swapped_are_told_but_for_the_last_ones(short: Data) -> None:
    lines = [canonical(entry) for entry in short["ledger"]["entries"]]
    head, place = short["ledger"]["head"], CHANCE.randrange(1, len(lines) - 1)
    one, before, after = lines[place], lines[:place], lines[place + 1 :]
    assert not lines_checked([*before, *after]).proven
    assert not lines_checked([*before, one, one, *after]).proven
    assert not lines_checked([*before, after[0], one, *after[1:]]).proven
    assert not lines_checked(after).proven
    kinds = [entry["public"]["event"] for entry in short["ledger"]["entries"]]
    begun = len(kinds) - kinds[::-1].index("TurnBegan")
    earlier = lines[:begun]  # as it was in its last turn
    assert lines_checked(earlier).proven
    assert not lines_checked(earlier, head).proven
    assert lines_checked(lines, head).proven


# What lies beside it, in a bag and a site


@pytest.mark.parametrize("kind", ["bag", "site"])
def test_another_byte_in_any_file_is_told(kind: str, tmp_path: Path) -> None:
    """But for what stands in the record's own blanks, and for the mark of a site, which names only
    the program."""
    room = tmp_path / kind
    (write_bag if kind == "bag" else write_site)(leaving(smallest()), Folder(room))
    files = sorted(one for one in room.rglob("*") if one.is_file() and one.name != "site.json")
    for file in files if ALL else CHANCE.sample(files, 5):
        whole = file.read_bytes()
        places = [place for place, one in enumerate(whole) if not chr(one).isspace()]
        place = CHANCE.choice(places) if places else 0
        other = bytes([whole[place] ^ 1]) if whole else b"x"
        file.write_bytes(whole[:place] + other + whole[place + 1 :])
        with suppress(ValueError):  # it is no record any more
            assert not verify_taken(take(room)).proven, (file, place)
        file.write_bytes(whole)
    assert verify_taken(take(room)).proven
