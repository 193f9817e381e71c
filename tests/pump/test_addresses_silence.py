"""The day of silence after which a player's addresses change: what begins it, what ends it, and
what comes in between."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.pump import ticking
from nomic_mail.pump.ticking import Ticking
from nomic_mail.store.database import heartbeats
from nomic_mail.store.database.heartbeats import ListenerOutage
from nomic_mail.store.people import addresses
from tests.kit.attackers import Attacker, addresses_of
from tests.kit.house import START, House

NEW = "ada@new.example"
DAY = timedelta(days=1)


class Player(Attacker):
    """The player writes for once."""

    def asks(self, order: str) -> None:
        self.forges(self.house.door(self.victim), f"{order}\n")

    def says(self, text: str, address: str = "") -> int:
        address = address or self.home
        return self.forges(self.house.last["tea", address].reply_to, text, sender=address)

    def has(self) -> tuple[str, list[str]]:
        return addresses_of(self.house, self.victim)

    def told(self, address: str = "") -> str:
        letter = self.house.last["tea", address or self.home]
        return " ".join(f"{letter.subject} {letter.text}".split())


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    return house


@pytest.fixture
def player(house: House) -> Player:
    return Player(house, house.mover())


@pytest.fixture
def warned(house: House, player: Player) -> Player:
    """The new address has said YES, and the old one nothing yet: due at START + DAY."""
    player.asks(f"ADDRESS {NEW}")
    player.says("YES\n", NEW)
    assert player.has() == (player.home, [])
    return player


def test_an_address_that_is_lost_says_nothing_and_a_day_later_letters_go_elsewhere(
    house: House, warned: Player
) -> None:
    """The warning tells when, by both clocks; then both ends are told that it is so."""
    house.clock.set(START + DAY - timedelta(seconds=1))
    assert house.run() == []
    assert warned.has() == (warned.home, [])
    house.clock.set(START + DAY)
    told = house.run()
    assert warned.has() == (NEW, [warned.home])
    assert {one.to for one in told} == {NEW, warned.home}
    assert all(one.subject == f"[tea] Your address: {NEW}" for one in told)
    number = warned.says("STATUS\n", NEW)
    assert house.became(number) == "done"
    assert house.run() == []


def test_the_warning_tells_when_in_utc_and_by_the_players_own_clock(
    house: House, player: Player
) -> None:
    player.asks("TIMEZONE Europe/Berlin")
    player.asks(f"ADDRESS {NEW}")
    assert "you get a letter with a time, a day later" in player.told()
    player.says("YES\n", NEW)
    for address in (player.home, NEW):
        assert "Tue 2026-03-03 09:00 UTC (Tue 10:00 in Europe/Berlin)" in player.told(address)
    player.asks("ADDRESS")
    assert "your letters go there at Tue 2026-03-03" in player.told()


def test_an_address_is_dropped_after_a_day_of_silence(house: House, player: Player) -> None:
    player.asks(f"ADDRESS ALSO {NEW}")
    player.says("YES\n")
    player.says("YES\n", NEW)
    assert player.has() == (player.home, [NEW])
    player.asks(f"ADDRESS DROP {NEW}")
    house.later(days=1)
    told = house.run()
    assert player.has() == (player.home, [])
    assert {one.to for one in told} == {NEW, player.home}
    gone = house.last["tea", NEW]
    assert "no address of yours" in " ".join(gone.text.split())
    assert "+r." not in gone.reply_to + gone.text + gone.message_id


def test_a_no_of_the_last_minute_counts_though_the_server_wakes_after_it(
    house: House, warned: Player
) -> None:
    to = house.door(warned.victim)
    house.clock.set(START + DAY - timedelta(minutes=1))
    house.post_in(house.written(warned.victim, to, "NO\n"), warned.victim, to)
    house.clock.set(START + 2 * DAY)
    house.run()
    assert warned.has() == (warned.home, [])


def test_what_may_still_come_in_is_waited_for(house: House, warned: Player) -> None:
    """The fence: a mailbox was not looked into yet, and the NO lies in it."""
    house.clock.set(START + 2 * DAY)
    house.fence = START + DAY - timedelta(minutes=2)
    house.run()
    assert warned.has() == (warned.home, [])
    to = house.door(warned.victim)
    house.clock.set(START + DAY - timedelta(minutes=1))
    house.post_in(house.written(warned.victim, to, "NO\n"), warned.victim, to)
    house.clock.set(START + 2 * DAY)
    house.fence = None
    house.run()
    assert warned.has() == (warned.home, [])


def test_a_no_that_waits_for_its_game_is_waited_for(
    house: House, warned: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game stands still, and its letters with it."""
    to = house.door(warned.victim)
    house.clock.set(START + DAY - timedelta(minutes=1))
    house.post_in(house.written(warned.victim, to, "NO\n"), warned.victim, to)
    house.clock.set(START + 8 * DAY)
    with monkeypatch.context() as still:
        still.setattr(ticking.Ticking, "tick", lambda *args, **more: None)
        house.run()
        assert warned.has() == (warned.home, [])
    house.run()
    assert warned.has() == (warned.home, [])


def test_a_no_after_the_day_is_told_what_is_so_and_who_can_help(
    house: House, warned: Player
) -> None:
    to = house.door(warned.victim)
    house.later(days=1)
    house.run()
    warned.forges(to, "NO\n")
    assert warned.has() == (NEW, [warned.home])
    answer = warned.told()
    assert f"go to {NEW} now" in answer
    assert "tell the Moderator at once" in answer


def test_a_warning_that_could_not_leave_warns_nobody(house: House, player: Player) -> None:
    """The day begins when it has left."""
    player.asks(f"ADDRESS {NEW}")
    question = house.last["tea", NEW].reply_to
    raw = house.written(player.victim, question, "YES\n").replace(
        player.home.encode(), NEW.encode()
    )
    house.hand_in(raw, NEW, [question])
    house.pump.run()
    house.later(days=1, hours=1)
    house.pump.run()
    assert player.has() == (player.home, [])
    house.post()
    house.later(hours=23)
    house.run()
    assert player.has() == (player.home, [])
    house.later(hours=26)
    house.run()
    assert player.has() == (NEW, [player.home])


def test_while_no_letter_can_come_in_the_day_stands_still(house: House, warned: Player) -> None:
    with house.database.write() as connection:
        began, ended = START + timedelta(hours=2), START + timedelta(hours=32)
        heartbeats.was_away(connection, ListenerOutage(began, ended))
    house.clock.set(START + timedelta(hours=33))
    house.run()
    assert warned.has() == (warned.home, [])
    house.clock.set(START + DAY + timedelta(hours=30))
    house.run()
    assert warned.has() == (NEW, [warned.home])


def test_it_is_put_off_once_however_many_servers_see_the_outage(
    house: House, warned: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One has settled it while the other was at it."""
    with house.database.write() as connection:
        began, ended = START + timedelta(hours=2), START + timedelta(hours=32)
        heartbeats.was_away(connection, ListenerOutage(began, ended))
    house.clock.set(START + timedelta(hours=33))
    other, move = house.another_pump("another"), Ticking._move_deadlines

    def moves(pump: Ticking, *which: Any) -> bool:
        if pump is house.pump._ticking:
            other._ticking.settle_outages()
        return move(pump, *which)

    monkeypatch.setattr(Ticking, "_move_deadlines", moves)
    house.run()
    house.clock.set(START + DAY + timedelta(hours=30))
    house.run()
    assert warned.has() == (NEW, [warned.home])


def test_it_happens_once_however_many_servers_look(house: House, warned: Player) -> None:
    other = house.another_pump("another")
    house.later(days=1)
    other.run()
    house.pump.run()
    assert len(house.post()) == 2
    assert warned.has() == (NEW, [warned.home])


def test_an_address_that_is_somebody_elses_by_then_is_none_of_theirs(
    house: House, warned: Player
) -> None:
    house.act("add player", game="tea", player=f"Cleo <{NEW}>", confirmed=True)
    house.later(days=1)
    house.run()
    assert warned.has() == (warned.home, [])
    assert "stays as it was" in warned.told()
    assert house.run() == []


def test_who_has_changed_their_mind_says_no_after_yes(house: House, player: Player) -> None:
    player.asks(f"ADDRESS {NEW}")
    player.says("YES\n")
    assert "Your YES is noted" in player.told()
    player.says("NO\n")
    player.says("YES\n", NEW)
    house.later(days=2)
    house.run()
    assert player.has() == (player.home, [])


def test_numbers_of_questions_are_never_given_again(house: House, player: Player) -> None:
    seen = set[int]()
    for _ in range(3):
        with house.database.read() as connection:
            number = addresses.next_number(connection)
        assert number not in seen
        player.asks(f"ADDRESS {NEW}")
        player.says("NO\n")
        house.later(days=1, minutes=1)
        seen |= set(range(number, number + 2))
