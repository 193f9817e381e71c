"""From news to the outbox (DESIGN 1, steps 4 to 6): every letter that was written is queued, under
a Message-ID of its own; what goes out again goes out under the same one."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from nomic_mail.daemon.sender import Sender
from nomic_mail.letters.mime import message
from nomic_mail.play.table import HOST
from nomic_mail.store.people.seats import NOWHERE
from nomic_mail.store.queue import inbox
from nomic_mail.wire import Outcome
from nomic_mail.wire.maildir import Maildirs
from tests.kit.house import House, address_of
from tests.kit.played import GAMES, Look, digest, named
from tests.kit.tiers import some


@pytest.mark.parametrize("file", some(GAMES, 3), ids=named)
def test_no_letter_of_a_game_is_taken_for_another(file: Path, played: Look) -> None:
    """The outbox drops what it has already: two letters of one name would lose the second."""
    game = played(file)
    with closing(sqlite3.connect(game.folder / "nomic.db")) as connection:
        kept = connection.execute("SELECT message_id, recipient, body FROM outbox").fetchall()
    to_somebody = [one for one in game.queued if not one[1].endswith(f"@{NOWHERE}")]
    assert len(kept) == len(to_somebody) > 0
    assert {(name, to, digest(body)) for name, to, body in kept} == set(to_somebody)


def test_the_same_question_asked_twice_is_answered_twice(house: House) -> None:
    """Nothing has happened between, so both answers stand at the same version."""
    house.begin()
    mover = house.mover()
    for _ in range(2):
        house.reply(mover, "STATUS\n")
    assert [one.to for one in house.run()] == [address_of(mover)] * 2


def test_one_letter_to_two_doors_of_a_game_is_answered_at_each(house: House) -> None:
    mover, _ = house.open_vote()
    doors = [one.reply_to for one in house.told if one.to == address_of(mover)][-2:]
    assert doors[0] != doors[1]
    raw = house.written(mover, ", ".join(doors), "STATUS\n")
    house.hand_in(raw, address_of(mover), doors)
    letters = house.run()
    assert [one.to for one in letters] == [address_of(mover)] * 2
    assert len({one.message_id for one in letters}) == 2


def test_what_is_decided_again_after_a_fault_goes_out_under_the_same_name(house: House) -> None:
    """Message-IDs follow from the letter, so that a repeated one is known as the same."""
    mover, _ = house.open_vote()
    number = house.reply(mover, "FOR\n")
    causes = []

    def step(name: str) -> None:
        if name == "decided":
            causes.append(house.arrival(number).cause)
            if len(causes) == 1:
                raise RuntimeError("once")

    house.another_pump("the house", house.database, step).run()
    assert len(causes) == 2
    assert causes[0] == causes[1]
    assert house.became(number) == "done"


# The sender


class Unsure:
    """A way out whose answer gets lost the first time: the letter did arrive."""

    def __init__(self, boxes: Maildirs) -> None:
        self._boxes = boxes
        self.tried = 0

    def deliver(self, mail_from: str, recipient: str, raw: bytes, name_hint: str) -> Outcome:
        self.tried += 1
        outcome = self._boxes.deliver(mail_from, recipient, raw, name_hint)
        return outcome if self.tried > 1 else Outcome("deferred", "the line went dead")

    def close(self) -> None:
        self._boxes.close()


def sender(house: House, way: Unsure) -> Sender:
    return Sender(house.database, way, house.clock, "the house", timedelta(days=3))


def test_a_letter_of_which_we_are_not_sure_goes_out_again_as_the_same(
    house: House, tmp_path: Path
) -> None:
    """Effects once, mail at least once; its Maildir knows it again."""
    mover, _ = house.open_vote()
    house.reply(mover, "FOR\n")
    house.pump.run()
    way = Unsure(Maildirs(tmp_path / "mail"))
    assert sender(house, way).run() == 1
    assert house.rows("SELECT count(*) FROM outbox WHERE state = 'waiting'") == [(1,)]
    house.later(minutes=1)
    assert sender(house, way).run() == 1
    assert way.tried == 2
    assert house.rows("SELECT count(*) FROM outbox WHERE state = 'waiting'") == [(0,)]
    assert len(list((tmp_path / "mail" / address_of(mover) / "new").iterdir())) == 1


def test_a_reader_who_cannot_be_reached_keeps_no_one_else_waiting(
    house: House, tmp_path: Path
) -> None:
    house.open_vote()
    for name in (house.mover(), *house.others()):
        house.reply(name, "FOR\n")
    house.pump.run()
    (waiting,) = house.rows("SELECT count(*) FROM outbox WHERE state = 'waiting'")
    way = Unsure(Maildirs(tmp_path / "mail"))
    assert sender(house, way).run() == waiting[0] > 1
    assert house.rows("SELECT count(*) FROM outbox WHERE state = 'waiting'") == [(1,)]


def test_the_moderator_is_told_of_each_held_letter(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, _ = house.open_vote()
    for _ in range(2):
        house.reply(mover, "STATUS\n")

    def breaks(raw: bytes) -> object:
        raise ValueError("it breaks us")

    with monkeypatch.context() as patch:
        patch.setattr(message, "read", breaks)
        letters = house.run()
    with house.database.read() as connection:
        held = [one.id for one in inbox.held(connection)]
    assert len(held) == 2
    told = [one.text for one in letters if one.to == f"moderator@{HOST}"]
    assert [f"letter show {number}" in text for number, text in zip(held, told, strict=True)] == [
        True,
        True,
    ]


def test_no_reply_token_is_logged_or_kept_when_a_server_repeats_our_sender(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.begin()
    house.reply(house.mover(), "STATUS\n")
    house.pump.run()
    senders: list[str] = []

    class Refusing:
        def deliver(self, mail_from: str, recipient: str, raw: bytes, name_hint: str) -> Outcome:
            senders.append(mail_from)
            return Outcome("failed", f"MAIL: 553 <{mail_from.upper()}>: Sender address rejected")

        def close(self) -> None: ...

    Sender(house.database, Refusing(), house.clock, "the house", timedelta(days=3)).run()
    token = senders[-1].partition("@")[0].lower()
    assert token.startswith("nomic+b.")
    assert "Sender address rejected" in caplog.text
    assert token not in caplog.text.lower()
    assert not any(token in why.lower() for (why,) in house.rows("SELECT error FROM outbox"))
