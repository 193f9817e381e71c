"""Digests: what waits is told once, in its reader's morning, whatever happens meanwhile."""

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from nomic_mail import __version__
from nomic_mail.play.table import Received
from nomic_mail.store.database.engines import Conflict
from nomic_mail.store.queue import held_back
from tests.cli.test_server import call
from tests.kit.databases import of_sqlite
from tests.kit.house import House, address_of


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A game in which Bob, or whoever has not the first turn, has a daily digest."""
    house = House(tmp_path)
    house.begin()
    says(house, reader(house), "DIGEST DAILY\n")
    return house


def reader(house: House) -> str:
    return house.others()[0]


def says(house: House, name: str, text: str) -> list[Received]:
    house.reply(name, text)
    return house.run()


def to(letters: Iterable[Received], name: str) -> list[tuple[str, ...]]:
    return [one.occasions for one in letters if one.to == address_of(name)]


def waiting(house: House) -> int:
    ((count,),) = house.rows("SELECT count(*) FROM held_back")
    return int(count)


def due(house: House) -> str:
    ((when,),) = house.rows("SELECT max(digest_due) FROM seats")
    return str(when)


def setting(house: House, key: str = "extension", value: str = "2d") -> list[Received]:
    house.act("command", game="tea", verb="Set", fields={"key": key, "value": value})
    return house.run()


@of_sqlite
def test_status_tells_the_next_digest(house: House) -> None:
    house.config.file.touch()
    words = ("--config", house.config.file, "status", "--json")
    assert json.loads(call(*words).stdout)["next_digest"] is None
    setting(house)
    assert json.loads(call(*words).stdout)["next_digest"] == "2026-03-03T07:00:00Z"
    told = call("--config", house.config.file, "status").stdout
    assert "2026-03-03 07:00 UTC" in told.partition("next digest")[2].splitlines()[0]


def test_news_wait_until_the_morning_and_are_told_once(house: House) -> None:
    name = reader(house)
    assert to(setting(house), name) == []
    assert (waiting(house), due(house)) == (1, "2026-03-03T07:00:00.000000Z")
    house.clock.set(datetime(2026, 3, 3, 6, 59, tzinfo=UTC))
    assert house.run() == []
    house.later(minutes=1)
    (letter,) = house.run()
    assert (letter.to, letter.occasions) == (address_of(name), ("digest", "status", "setting"))
    assert (waiting(house), due(house)) == (0, "None")
    house.later(days=3)
    assert house.run() == []


def test_a_digest_is_late_where_the_server_slept_and_is_not_lost(house: House) -> None:
    setting(house)
    house.later(days=5)
    assert to(house.run(), reader(house)) == [("digest", "status", "setting")]


def test_what_asks_something_never_waits(house: House) -> None:
    text = "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n"
    letters = says(house, house.mover(), text)
    assert to(letters, reader(house)) == [("ballot",)]
    assert waiting(house) == 0


def test_the_answer_to_ones_own_letter_never_waits(house: House) -> None:
    name = reader(house)
    assert to(says(house, name, "STATUS\n"), name) == [("status",)]
    assert to(says(house, name, "AWAY 3 days\n"), name) == [("away",)]
    assert waiting(house) == 0


def test_a_digest_is_answered_with_one_word_where_a_vote_is_missing(house: House) -> None:
    name = reader(house)
    text = "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n"
    says(house, house.mover(), text)
    setting(house)
    house.later(days=1)
    (letter,) = house.run()
    assert letter.subject == "[tea?] Your daily digest"
    assert "your ballot is missing on 301" in letter.text
    says(house, name, "FOR\n")
    assert house.kinds()[-1] == "BallotCast"


# When


@pytest.mark.parametrize(
    ("zone", "day", "hour"),
    [
        ("Europe/Berlin", 28, 6),
        ("Europe/Berlin", 29, 5),  # summer time from that night on
        ("America/New_York", 28, 11),
        ("Asia/Kolkata", 28, 1.5),
        ("UTC", 29, 7),
    ],
)
def test_it_comes_at_seven_by_the_readers_own_clocks(
    house: House, zone: str, day: int, hour: float
) -> None:
    says(house, reader(house), f"TIMEZONE {zone}\n")
    morning = datetime(2026, 3, day, tzinfo=UTC) + timedelta(hours=hour)
    house.clock.set(morning - timedelta(hours=3))
    setting(house)
    house.clock.set(morning - timedelta(minutes=1))
    assert house.run() == []
    house.clock.set(morning)
    (letter,) = house.run()
    assert letter.occasions[0] == "digest"
    assert zone == "UTC" or f"07:00 in {zone}" not in letter.text  # that is now, and no deadline


def test_a_weekly_one_comes_on_monday(house: House) -> None:
    says(house, reader(house), "DIGEST WEEKLY\n")
    setting(house)
    assert due(house) == "2026-03-09T07:00:00.000000Z"


def test_another_wish_moves_what_waits(house: House) -> None:
    name = reader(house)
    setting(house)
    (letter,) = says(house, name, "DIGEST WEEKLY\nTIMEZONE Europe/Berlin\n")
    assert due(house) == "2026-03-09T06:00:00.000000Z"
    assert "Mon 2026-03-09 06:00 UTC (Mon 07:00 in Europe/Berlin)" in " ".join(letter.text.split())
    (letter,) = says(house, name, "DIGEST IMMEDIATE\n")
    assert letter.occasions == ("preferences", "digest", "setting")
    assert (waiting(house), due(house)) == (0, "None")
    house.later(days=30)
    assert "digest" not in [kind for kinds in to(house.run(), name) for kind in kinds]


# Nothing is lost


def test_the_end_of_the_game_brings_all_that_waited(house: House) -> None:
    setting(house)
    house.act("command", game="tea", verb="End", fields={"reason": "tea is ready"})
    letters = house.run()
    assert to(letters, reader(house)) == [("ended", "digest", "setting")]
    assert (waiting(house), due(house)) == (0, "None")


def test_whoever_leaves_is_told_all_that_waited(house: House) -> None:
    name = reader(house)
    setting(house)
    assert to(says(house, name, "FORFEIT\n"), name)[0][-2:] == ("digest", "setting")
    assert waiting(house) == 0


def test_whoever_takes_over_a_seat_is_told_what_waited_for_it(house: House) -> None:
    name = reader(house)
    setting(house)
    by = "Dot Ray <dot@players.example>"
    house.act("replace player", game="tea", player=name, by=by)
    letters = [one for one in house.run() if one.to == "dot@players.example"]
    assert [one.occasions for one in letters] == [("taken_over", "digest", "setting")]
    assert waiting(house) == 0
    assert to(setting(house, "extension", "3d"), "Dot") == [("setting",)]  # a wish is a person's


def test_where_letters_come_back_it_waits_until_the_player_writes(house: House) -> None:
    name = reader(house)
    house.change(
        "UPDATE seats SET suspended_at = ? WHERE name = ?", "2026-03-02T09:00:00.000000Z", name
    )
    setting(house)
    house.later(days=2)
    assert house.run() == []
    letters = says(house, name, "STATUS\n")
    assert ("digest", "status", "setting") in to(letters, name)


def test_news_and_their_events_are_one_transaction(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tick that is lost to a faster one holds nothing back twice."""
    hold, held = held_back.hold, list[Any]()

    def busy_once(*args: Any) -> None:
        hold(*args)
        held.append(args)
        if len(held) == 1:
            raise Conflict("somebody was faster")

    monkeypatch.setattr(held_back, "hold", busy_once)
    setting(house)
    assert (len(held), waiting(house)) == (2, 1)


def test_two_servers_send_one_digest(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second finds it sent between its look and its transaction."""
    setting(house)
    house.later(days=1)
    other = house.another_pump("the other")
    look, faster = held_back.of_seat, list[int]()

    def overtaken(*args: Any) -> list[Any]:
        found = look(*args)
        if not faster:
            faster.append(1)
            house.later(minutes=1)
            other.run()
        return found

    monkeypatch.setattr(held_back, "of_seat", overtaken)
    letters = house.run()
    assert [one.occasions for one in letters] == [("digest", "status", "setting")]
    assert waiting(house) == 0


def test_a_digest_that_cannot_be_written_waits_and_the_moderator_is_told(house: House) -> None:
    setting(house)
    house.change("UPDATE held_back SET notice = replace(notice, ?, ?)", '"key"', '"gone"')
    house.later(days=1)
    (letter,) = house.run()
    assert letter.subject == "[nomic?] A digest could not be written"
    assert waiting(house) == 1
    house.change("UPDATE held_back SET notice = replace(notice, ?, ?)", '"gone"', '"key"')
    assert house.run() == []
    house.later(days=1)
    assert to(house.run(), reader(house)) == [("digest", "status", "setting")]


def test_what_an_older_server_put_there_is_told_as_far_as_it_can_be(house: House) -> None:
    setting(house)
    setting(house, "vote_window", "6d")
    last = "id = (SELECT max(id) FROM held_back)"
    house.change(f"UPDATE held_back SET notice = replace(notice, ?, ?) WHERE {last}", "key", "gone")
    house.change("UPDATE held_back SET notice = replace(notice, ?, ?)", __version__, "0.3.0")
    house.later(days=1)
    (letter,) = house.run()
    assert letter.occasions == ("digest", "status", "setting")
    assert "extension" in letter.text
    assert "1 thing that happened is not told here" in letter.text
    assert waiting(house) == 0


def test_the_last_letter_of_a_game_is_written_whatever_an_older_server_held_back(
    house: House,
) -> None:
    setting(house)
    house.change("UPDATE held_back SET notice = replace(notice, ?, ?)", '"key"', '"gone"')
    house.change("UPDATE held_back SET notice = replace(notice, ?, ?)", __version__, "0.3.0")
    told = says(house, reader(house), "DIGEST IMMEDIATE\n")
    assert to(told, reader(house)) == [("preferences", "digest")]
    assert waiting(house) == 0


# What it says


def test_scores_are_told_with_what_changed_since_the_last(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin(digest="daily")
    mover, other = house.mover(), house.others()[0]
    says(house, mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    says(house, other, "FOR\n")
    says(house, mover, "FOR\n")
    points = max(player.score for player in house.state().players.values())
    assert points
    setting(house)
    house.later(days=1)
    letters = {one.to: one for one in house.run()}
    told = letters[address_of(other)].text
    assert re.search(rf"{mover} +{points}  \(\+{points}\)", told)
    setting(house, "extension", "3d")
    house.later(days=1)
    letters = {one.to: one for one in house.run()}
    told = letters[address_of(other)].text
    assert re.search(rf"{mover} +{points}\r?\n", told)
    assert "since your last digest" not in told


def test_a_revised_proposal_is_told_in_its_last_form_only(house: House) -> None:
    mover = house.mover()
    says(house, mover, "PROPOSE ENACT: Tea\nTea is at five.\n")
    says(house, mover, "REVISE ENACT: Tea\nTea is at four.\n")
    house.later(days=1)
    (letter,) = [one for one in house.run() if one.to == address_of(reader(house))]
    assert letter.occasions == ("digest", "status", "proposal")
    toc = letter.text.partition("* * *")[0]
    assert toc.index("has revised proposal 301") < toc.index("proposes 301")


def test_the_record_knows_nothing_of_preferences(house: House) -> None:
    head = house.game().head
    says(house, reader(house), "TIMEZONE Europe/Berlin\nDIGEST WEEKLY\nTALK OFF\n")
    assert house.game().head == head


# Talk


@pytest.fixture
def talk(house: House) -> str:
    says(house, reader(house), "DIGEST IMMEDIATE\n")
    (found,) = re.findall(r"nomic\+r\.\S+", house.last["tea", address_of(house.mover())].text)[-1:]
    return str(found)


def talks(house: House, talk: str) -> list[Received]:
    raw = house.written(house.mover(), talk, "Four is a fine hour.\n")
    house.post_in(raw, house.mover(), talk)
    return house.run()


@pytest.mark.parametrize(
    ("wish", "at_once", "gathered"),
    [
        ("TALK IMMEDIATE", True, False),
        ("TALK DIGEST", False, True),
        ("TALK OFF", False, False),
        ("DIGEST TALK OFF", False, False),
        ("DIGEST DAILY", False, True),
        ("DIGEST DAILY\nTALK IMMEDIATE", True, False),
        ("DIGEST DAILY\nTALK OFF", False, False),
    ],
)
def test_talk_comes_as_each_player_likes(
    house: House, talk: str, wish: str, at_once: bool, gathered: bool
) -> None:
    name = reader(house)
    says(house, name, f"{wish}\n")
    letters = talks(house, talk)
    assert to(letters, house.mover()) == []  # nobody hears their own words again
    assert to(letters, name) == ([("talk",)] if at_once else [])
    assert house.kinds()[-1] == "Discussed"
    house.later(days=1)
    found = [one for one in house.run() if one.to == address_of(name)]
    assert [one.occasions for one in found] == ([("digest", "status", "talk")] if gathered else [])
    for letter in found:
        assert "> Four is a fine hour." in letter.text
        assert "reply to this letter goes to all" not in letter.text


@pytest.mark.parametrize(
    "text",
    [
        "CALL VOTE\n",
        "REVISE\nTea is at five.\n",
        "REVISE\nTea is at five.\n\nCALL VOTE\n",
        "I have made it five, as you asked.\n\nREVISE\nTea is at five.\n",
        "Here is mine.\n\nPROPOSE ENACT: Milk\nThere is milk.\nEND\nWhat do you think?\n",
        "Here is mine.\n\nPROPOSE AMMEND 203: Votes\nAll of us.\n",
        "This will do.\n\nCALL VOTE\n",
    ],
)
def test_a_command_that_was_sent_to_all_is_asked_about(house: House, talk: str, text: str) -> None:
    mover = house.mover()
    house.post_in(house.written(mover, talk, text), mover, talk)
    assert to(house.run(), mover) == [("talk_command",)]
    assert "Discussed" not in house.kinds()


@pytest.mark.parametrize(
    "text",
    [
        "Shall we call the vote soon?\n",
        "I propose that we wait for Cid.\n",
        "What would you revise in it?\n",
        "Rule 203 says so.\n\nHelp!\n",
    ],
)
def test_talk_about_what_one_could_do_is_talk(house: House, talk: str, text: str) -> None:
    mover = house.mover()
    house.post_in(house.written(mover, talk, text), mover, talk)
    house.run()
    assert house.kinds()[-1] == "Discussed"


def test_a_wish_that_was_sent_to_all_is_asked_about(house: House, talk: str) -> None:
    mover = house.mover()
    house.post_in(house.written(mover, talk, "TALK OFF\n"), mover, talk)
    assert to(house.run(), mover) == [("talk_command",)]
    assert "Discussed" not in house.kinds()


# Wishes


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("TIMEZONE Europe/Berlln", "Did you mean Europe/Berlin or Europe/Dublin?"),
        ("TIMEZONE Berlin", "Did you mean Europe/Berlin?"),
        ("time zone: new york", "Did you mean America/New_York?"),
        ("TIMEZONE Sao Paolo", "Did you mean America/Sao_Paulo"),
        ("TIMEZONE middle earth", "Europe/Berlin or America/New_York"),
        ("DIGEST MONTHLY", "a digest is DAILY or WEEKLY"),
        ("TALK SOMETIMES", "talk comes IMMEDIATE"),
    ],
)
def test_what_is_not_known_is_refused_and_what_was_meant_is_offered(
    house: House, line: str, told: str
) -> None:
    (letter,) = says(house, reader(house), f"{line}\n")
    assert letter.subject == f"[tea!] Not done: {line}"
    assert told in " ".join(letter.text.split())


def test_a_new_zone_shows_at_once_wherever_a_time_is_told(house: House) -> None:
    name = reader(house)
    (letter,) = says(house, name, "STATUS\nTIMEZONE europe/berlin\n")
    told = " ".join(letter.text.split())
    assert letter.occasions == ("status", "preferences")
    times = re.findall(r"\d\d:\d\d UTC( \(\w{3} \d\d:\d\d in Europe/Berlin\))?", told)
    assert times
    assert all(times)


def test_a_proposals_text_is_never_read_for_wishes(house: House) -> None:
    text = "PROPOSE ENACT: Zones\nTIMEZONE Europe/Berlin\nDIGEST WEEKLY\n"
    says(house, house.mover(), text)
    assert house.rows("SELECT DISTINCT zone FROM seats") == [("UTC",)]
    (proposal,) = house.state().proposals.values()
    assert proposal.change.text == "TIMEZONE Europe/Berlin\nDIGEST WEEKLY"


def test_in_a_german_house_what_waited_is_german_too(house: House) -> None:
    """Whoever has said nothing of their language has the house's, in what the core says, too."""
    mail = structs.replace(house.config.mail, language="de")
    house.config = structs.replace(house.config, mail=mail)
    house.pump = house.another_pump("the house", house.database)
    said = "PROPOSE ENACT: Tea\nTea is at four.\nEffects:\n  adoption: majority of cast\n"
    says(house, house.mover(), said)
    house.later(days=1)
    house.run()
    told = " ".join(house.last["tea", address_of(reader(house))].text.split())
    assert "die niedrigere Nummer hat Vorrang" in told
    assert "would not hold" not in told
