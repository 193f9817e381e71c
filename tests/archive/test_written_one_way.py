"""What says the same in another way than it is written differs, with every hash made good: else one
ledger could be read as this here, and as that elsewhere."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from nomic_mail.written.words import all_made, commitment
from tests.kit.games.finished_games import GAMES
from tests.kit.games.forgeries import spoken
from tests.kit.recorded import Data, checked, forged, recorded, say
from tests.kit.tiers import some

SALT = "ab" * 16


def place_of(record: Data, command: str) -> int:
    """Of the first that came of such a command."""
    lines = [line["public"] for line in record["ledger"]["entries"]]
    causes = [public.get("cause", {}) for public in lines]
    return next(n for n, cause in enumerate(causes) if cause.get("command") == command)


def differing(record: Data, place: int, alter: Callable[[Data], Any]) -> list[str]:
    """Where the check finds something, once that is done to that line."""
    assert checked(record).differences == []
    alter(record["ledger"]["entries"][place])
    made = forged(record["ledger"]["entries"])
    return [one.where for one in checked(made).differences]


@pytest.mark.parametrize("zone", some(["", "+02:00", "+00:00"], 1))
@pytest.mark.parametrize("field", ["at", "decided_at", "received_at"])
def test_a_moment_is_in_utc_and_says_so(zone: str, field: str) -> None:
    record = recorded(GAMES["turns_and_amendments"]())
    place = place_of(record, "Vote")
    public = record["ledger"]["entries"][place]["public"]
    holder = public["cause"] if field != "at" else public
    moment = datetime.fromisoformat(holder.get(field) or public["at"])

    def alter(line: Data) -> None:
        told = moment.isoformat().removesuffix("+00:00")
        if zone == "+02:00":
            told = f"{int(told[11:13]) + 2:02}".join((told[:11], told[13:]))
        inner = line["public"]["cause"] if field != "at" else line["public"]
        inner[field] = told + zone

    assert f"ledger.entries[{place}].public" in differing(record, place, alter)


def test_a_set_back_server_tells_its_times_so_as_well() -> None:
    record = recorded(GAMES["short_chains"]())
    place = place_of(record, "ReplaceDice")

    def alter(line: Data) -> None:
        for inner in (line["public"]["cause"], line["public"]):
            inner["backup_at"] = inner["backup_at"].removesuffix("Z")

    assert f"ledger.entries[{place}].public" in differing(record, place, alter)


def in_pieces(line: Data, text: str, *cuts: str) -> None:
    """That text of a proposal, in the event and in its cause, committed to piece by piece."""
    made = {commitment(SALT, one): [SALT, one] for one in cuts}
    assert "".join(cuts) == text
    for change in (line["public"]["change"], line["public"]["cause"]["change"]):
        change["text"] = {"sha256": list(made) if len(cuts) > 1 else next(iter(made))}
    opened, wanted = line["opened"] | made, all_made(line["public"])
    line["opened"] = {one: told for one, told in opened.items() if one in wanted}


def test_words_without_an_address_are_committed_to_whole() -> None:
    """Else a piece could be withheld as if it were an address."""
    record = recorded(GAMES["turns_and_amendments"]())
    place = place_of(record, "Propose")
    text = spoken(record["ledger"]["entries"][place])["change"]["text"]
    found = differing(record, place, lambda line: in_pieces(line, text, text[:2], text[2:]))
    assert f"ledger.entries[{place}].public" in found


def test_an_address_in_words_is_committed_to_by_itself() -> None:
    record = recorded(GAMES["turns_and_amendments"]())
    place, text = place_of(record, "Propose"), "Tea at tea@example.org."

    def alter(line: Data) -> None:
        line["public"]["cause"]["change"]["title"] = line["public"]["change"]["title"]
        in_pieces(line, text, text)

    assert f"ledger.entries[{place}].public" in differing(record, place, alter)


def test_nothing_is_not_committed_to() -> None:
    record = recorded(GAMES["turns_and_amendments"]())
    place = place_of(record, "Bind")

    def alter(line: Data) -> None:
        say(line, "", "reason")

    assert f"ledger.entries[{place}].public" in differing(record, place, alter)


@pytest.mark.parametrize(
    ("name", "value"),
    some([("proof", ""), ("answers", None), ("letter", ""), ("who", "")], 2),
)
def test_what_goes_without_saying_is_not_in_a_cause(name: str, value: Any) -> None:
    record = recorded(GAMES["turns_and_amendments"]())
    place = place_of(record, "Start")
    found = differing(record, place, lambda line: line["public"]["cause"].update({name: value}))
    assert f"ledger.entries[{place}].public" in found


def test_what_is_private_is_not_even_committed_to() -> None:
    record = recorded(GAMES["moderated"]())
    place = place_of(record, "AskSuccessor")
    found = differing(record, place, lambda line: say(line, "x@y.example", "cause", "address"))
    assert f"ledger.entries[{place}].public" in found


def test_a_salt_is_no_part_of_a_text() -> None:
    """What is hashed is a salt, a line break and a text: a text of two lines could else be opened
    as its second, with the first as the end of its salt."""
    record = recorded(GAMES["turns_and_amendments"]())
    place = place_of(record, "Propose")

    def alter(line: Data) -> None:
        text = "Nothing of this holds:\nTea."
        in_pieces(line, text, text)
        made = commitment(SALT, text)
        line["opened"][made] = [f"{SALT}\nNothing of this holds:", "Tea."]

    assert f"ledger.entries[{place}].opened" in differing(record, place, alter)


@pytest.mark.parametrize("game", some(sorted(GAMES), 4))
def test_what_is_withheld_is_written_as_it_may_be(game: str) -> None:
    """With all words taken out there are other differences, but nothing that is not so written."""
    lines = recorded(GAMES[game]())["ledger"]["entries"]
    for line in lines:
        line.pop("opened", None)
    told = checked({"ledger": {"events": len(lines), "head": lines[-1]["hash"], "entries": lines}})
    assert len(told.withheld) > 3
    assert [one for one in told.differences if one.comes_out == "an event"] == []
