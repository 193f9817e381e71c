"""The policy of the door is a table, and tells of each letter which row took it."""

import json
import logging

import pytest

from nomic_mail.play.table import HOST
from nomic_mail.pump.chain import A_MODERATOR, A_PLAYER, A_STRANGER, ANYBODY, CHAIN
from nomic_mail.store.database.engines import Look
from tests.cli.test_server import call
from tests.kit.house import House, address_of


def took(house: House, number: int) -> str:
    return house.arrival(number).row


def test_each_row_has_a_name_and_the_last_of_each_writer_takes_what_is_left() -> None:
    for writer in (ANYBODY, A_STRANGER, A_MODERATOR, A_PLAYER):
        names = [row.name for row in CHAIN if row.writer == writer]
        assert len(set(names)) == len(names)
    assert all(0 < len(row.name) <= 60 for row in CHAIN)  # as long as the column


def test_a_letter_tells_for_what_it_was_taken(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    mover, other = house.open_vote()
    door, plain = house.door(mover), f"nomic+tea@{HOST}"
    vote = house.written(mover, door, "FOR\n")
    first, again = house.post_in(vote, mover, door), house.post_in(vote, mover, door)
    unproven = house.unproven(other, "FOR\n")
    stranger = house.post_in(house.written("Zoe Zee", plain, "JOIN\n"), "Zoe Zee", plain)
    away = b"Auto-Submitted: auto-replied\r\n" + house.written(other, door, "I am away.\n")
    machine = house.post_in(away, other, door)
    nowhere = house.post_in(house.written("Zoe Zee", f"x@{HOST}", "?"), "Zoe Zee", f"x@{HOST}")
    with caplog.at_level(logging.INFO, "nomic_mail.pump"):
        house.run()
    assert [took(house, one) for one in (first, again, unproven, stranger, machine, nowhere)] == [
        "a player's move",
        "read before",
        "not proven",
        "a stranger",
        "from a machine",
        "to nobody's address",
    ]
    told = [vars(one) for one in caplog.records]
    rows = {one["number"]: one["row"] for one in told if "row" in one}
    assert rows[unproven] == "not proven"
    house.config.file.touch()
    shown = ("--config", house.config.file, "letter", "show", str(unproven))
    assert "taken as  not proven" in call(*shown).stdout
    assert json.loads(call(*shown, "--json").stdout)["taken as"] == "not proven"


def test_what_is_kept_in_a_pause_and_what_goes_on_tell_so(house: House) -> None:
    mover, _ = house.open_vote()
    house.act("say", game="tea", line="PAUSE: a holiday")
    house.run()
    number = house.reply(mover, "FOR\n")
    house.run()
    assert (house.became(number), took(house, number)) == ("kept", "kept in a pause")
    house.act("say", game="tea", line="RESUME")
    house.run()
    assert (house.became(number), took(house, number)) == ("done", "a player's move")


def test_all_that_is_read_for_a_letter_is_one_moment_of_the_database(house: House) -> None:
    """Whoever writes between two looks is seen by neither, until the look has rested."""
    house.begin()
    look, name = Look(house.database), "SELECT name FROM games"
    with look.held():
        with look.read() as connection:
            assert connection.exec_driver_sql(name).scalar_one() == "tea"
        house.change("UPDATE games SET name = ?", "cake")
        with look.read() as connection:
            assert connection.exec_driver_sql(name).scalar_one() == "tea"
        look.rest()
        with look.read() as connection:
            assert connection.exec_driver_sql(name).scalar_one() == "cake"
    assert address_of(house.mover("cake"))
