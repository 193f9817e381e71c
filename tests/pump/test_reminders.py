"""Reminders: once, a day before, and only to whoever still owes something."""

from nomic_mail.play.table import Received
from tests.kit.house import House, address_of


def reminded(told: list[Received]) -> list[str]:
    return [one.to for one in told if one.occasions == ("reminder",)]


def hours_pass(house: House, hours: int) -> list[str]:
    """Whom each hour reminds."""
    found = []
    for _ in range(hours):
        house.later(hours=1)
        found += reminded(house.run())
    return found


def test_whose_turn_it_is_hears_of_it_once_a_day_before(house: House) -> None:
    house.begin(turn_window="7d")
    assert hours_pass(house, 6 * 24 - 1) == []
    assert hours_pass(house, 2) == [address_of(house.mover())]
    assert hours_pass(house, 21) == []
    letter = [one for one in house.told if one.occasions == ("reminder",)][-1]
    assert "it is your turn" in letter.text
    assert "in 24 hours" in letter.text


def test_who_has_voted_is_not_reminded_of_the_vote(house: House) -> None:
    mover, other = house.open_vote(vote_window="3d")
    house.reply(other, "FOR\n")
    assert hours_pass(house, 49) == [address_of(mover)]
    house.reply(mover, "FOR\n")
    house.run()
    assert house.state().proposal is None


def test_a_window_shorter_than_a_day_is_told_of_once(house: House) -> None:
    house.begin(turn_window="20h")
    assert hours_pass(house, 19) == []


def test_what_was_due_in_a_letter_is_not_lost_beside_it(house: House) -> None:
    """A letter and the reminder are due in the same look."""
    house.begin(turn_window="7d")
    house.later(days=6, hours=1)
    house.reply(house.others()[0], "STATUS\n")
    told = house.run()
    assert reminded(told) == [address_of(house.mover())]
    house.reply(house.mover(), "PROPOSE ENACT: Tea\nThere is tea.\n")
    house.run()
    assert hours_pass(house, 20) == []


def test_two_servers_send_one_reminder(house: House) -> None:
    house.begin(turn_window="7d")
    house.later(days=6, hours=1)
    for name in ("one", "two", "three"):
        house.another_pump(name, house.database).run()
    assert reminded(house.post()) == [address_of(house.mover())]


def test_each_extension_has_its_own(house: House) -> None:
    house.begin(turn_window="2d", extension="3d", extensions="1")
    mover = address_of(house.mover())
    assert hours_pass(house, 47) == [mover]
    assert hours_pass(house, 72) == [mover]


def test_a_look_that_comes_too_late_reminds_of_nothing(house: House) -> None:
    """The server was not there; what it says of the extension is enough."""
    house.begin(turn_window="2d", extension="1d")
    house.later(days=2)
    told = house.run()
    assert [one.occasions for one in told if one.to == address_of(house.mover())] == [
        ("late_turn",)
    ]


def test_who_is_away_and_a_pause_are_left_in_peace(house: House) -> None:
    house.begin(turn_window="2d", away="note")
    house.reply(house.mover(), "AWAY 5 days\n")
    assert hours_pass(house, 40) == []
    house.begin("cake", turn_window="2d")
    house.act("say", game="cake", line="PAUSE")
    assert hours_pass(house, 60) == []
    house.act("say", game="cake", line="RESUME")
    house.run()
    told = [one for one in house.told if one.occasions == ("reminder",)]
    assert told == []
    hours_pass(house, 30)
    told = [one for one in house.told if one.occasions == ("reminder",)]
    assert [one.to for one in told] == [address_of(house.mover("cake"))]
    assert "your turn" in told[0].text
