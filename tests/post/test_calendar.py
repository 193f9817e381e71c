"""Deadlines as calendar entries: one a deadline, moved when it is extended, cancelled when moot."""

import email
import email.policy
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from icalendar import Calendar

from nomic_mail.post.calendar import CalendarEntry, Organizer, sheets
from nomic_mail.post.deadlines import Deadline
from tests.kit.house import START, House, address_of


def entries(house: House, name: str) -> list[tuple[str, dict[str, Any]]]:
    """What the calendars in this player's last letter say, each with its method."""
    wanted = house.last["tea", address_of(name)].message_id
    letters = [email.message_from_bytes(body, policy=email.policy.default) for body in house.bodies]
    (letter,) = [one for one in letters if one["Message-ID"] == wanted]
    assert isinstance(letter, EmailMessage)
    found = []
    for part in letter.iter_attachments():
        if part.get_filename() == "proof.txt":
            continue
        assert part.get_content_type() == "text/calendar"
        calendar = Calendar.from_ical(part.get_content())
        method = str(calendar["method"])
        assert part["Content-Type"].params["method"] == method
        for event in calendar.walk("VEVENT"):
            assert not event.errors
            times = {key: event.decoded(key) for key in ("dtstart", "dtend", "sequence")}
            words = {key: str(event[key]) for key in ("uid", "summary", "status")}
            found.append((method, times | words))
    return found


def one(house: House, name: str) -> tuple[str, dict[str, Any]]:
    (found,) = entries(house, name)
    return found


def test_a_turn_has_a_deadline_and_a_proposal_ends_it(house: House) -> None:
    house.begin()
    mover, other = house.mover(), house.others()[0]
    method, turn = one(house, mover)
    assert method == "PUBLISH"
    assert turn["dtend"] == datetime(2026, 3, 9, 9, tzinfo=UTC)
    assert turn["dtend"] - turn["dtstart"] == timedelta(minutes=30)
    assert turn["summary"] == "Propose a rule change (Tea)"
    assert entries(house, other) == []
    house.reply(mover, "PROPOSE REPEAL 206\n")
    house.run()
    method, moot = one(house, mover)
    assert (method, moot["status"]) == ("CANCEL", "CANCELLED")
    assert moot["uid"] == turn["uid"]
    assert moot["summary"] == "No longer due: Propose a rule change (Tea)"
    assert moot["sequence"] > turn["sequence"]


def test_an_extension_moves_the_entry_and_a_vote_ends_it(house: House) -> None:
    mover, other = house.open_vote()
    method, ballot = next(found for found in entries(house, other) if found[0] == "PUBLISH")
    assert ballot["summary"] == "Vote on 301 (Tea)"
    house.reply(mover, "FOR\n")
    house.later(days=7)
    house.run()
    method, late = one(house, other)
    assert method == "PUBLISH"
    assert late["uid"] == ballot["uid"]
    assert late["sequence"] > ballot["sequence"]
    assert late["dtend"] == ballot["dtend"] + timedelta(days=3)
    house.reply(other, "AGAINST\n")
    house.run()
    found = dict(entries(house, other))
    assert found["CANCEL"]["uid"] == ballot["uid"]
    assert found["PUBLISH"]["summary"] == "Propose a rule change (Tea)"  # it is their turn now


def test_a_ballot_taken_back_is_owed_again(house: House) -> None:
    _, other = house.open_vote()
    house.reply(other, "FOR\n")
    house.run()
    method, voted = one(house, other)
    assert method == "CANCEL"
    house.reply(other, "RETRACT\n")
    house.run()
    method, again = one(house, other)
    assert (method, again["uid"]) == ("PUBLISH", voted["uid"])
    assert again["sequence"] > voted["sequence"]


def test_every_player_has_entries_of_their_own(house: House) -> None:
    found = [one for name in house.open_vote() for one in entries(house, name)]
    uids = {event["uid"] for method, event in found if method == "PUBLISH"}
    assert len(uids) == 2


def test_the_end_of_a_game_leaves_no_deadline(house: House) -> None:
    mover, other = house.open_vote()
    house.act("command", game="tea", verb="End", fields={"reason": "tea is over"})
    house.run()
    for name in (mover, other):
        assert {found[0] for found in entries(house, name)} == {"CANCEL"}


def test_who_wants_no_receipt_has_the_entry_cancelled_in_the_next_letter(house: House) -> None:
    _, name = house.open_vote()
    ((_, ballot),) = entries(house, name)
    for text in ("RECEIPTS OFF", "FOR"):
        house.reply(name, text)
        house.run()
    assert entries(house, name) == []
    house.act("say", game="tea", line="ANNOUNCE: tea at four")
    house.run()
    ((method, moot),) = entries(house, name)
    assert (method, moot["uid"]) == ("CANCEL", ballot["uid"])


@pytest.mark.parametrize("title", ["Tea and Rules", 'The "Tea"; a, b: c'])
def test_an_entry_is_of_the_game_by_its_title(title: str) -> None:
    """Mail programs say who has cancelled it."""
    deadline = Deadline("turn-1", "turn", 1, START, moot=True)
    entry = CalendarEntry(deadline, "turn-1@nomic.example", "Propose", "It is your turn.")
    organizer = Organizer(title, "nomic+tea@nomic.example")
    (sheet,) = sheets([entry], 1, START, organizer)
    (event,) = Calendar.from_ical(sheet.text).walk("VEVENT")
    assert str(event["organizer"]) == "mailto:nomic+tea@nomic.example"
    assert event["organizer"].params["cn"] == title.replace('"', "'")
