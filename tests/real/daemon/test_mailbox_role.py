"""The role of a mailbox as it runs: by itself, through whatever its server does."""

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from nomic_mail.clock import SystemClock
from nomic_mail.config import Mailbox
from nomic_mail.daemon import mailboxes
from nomic_mail.daemon.mailboxes import MailboxRole, pause_seconds
from tests.kit.funnel import watched
from tests.kit.house import House
from tests.kit.real.mailbox_house import letter
from tests.kit.real.real_mail import dovecot
from tests.kit.real.server_play import until


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    with watched(house.config.database_url):
        yield house
    house.close()


def test_it_goes_on_through_a_death_of_the_server_and_tells_it_once(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailboxes, "LONGEST_PAUSE_SECONDS", 0.2)
    caplog.set_level(logging.WARNING)
    stop, news = threading.Event(), threading.Event()
    count = "SELECT count(*) FROM inbox"
    with dovecot() as server:
        box = Mailbox(
            user="x",
            password="pw",
            host="127.0.0.1",
            port=server.port,
            security="none",
            timeout_seconds=5,
        )
        config = msgspec.structs.replace(house.config, mailbox=(box,))
        role = MailboxRole(config, box, house.database, SystemClock(), stop, news.set)
        thread = threading.Thread(target=role.run)
        thread.start()
        server.append("x", [letter(1)])
        assert news.wait(20)
        assert house.rows(count) == [(1,)]
        news.clear()
        server.stop()
        until(
            "trouble", lambda: house.rows("SELECT * FROM server WHERE key LIKE 'trouble%'") or None
        )
        until("tries", lambda: role._failures > 3 or None)
        server.start()
        server.append("x", [letter(2)])
        assert news.wait(20)
        assert house.rows(count) == [(2,)]
        assert house.rows("SELECT * FROM server WHERE key LIKE 'trouble%'") == []
        stop.set()
        thread.join(20)
        assert not thread.is_alive()
    told = [one.getMessage() for one in caplog.records if "x@127.0.0.1" in one.getMessage()]
    assert len(told) == 2, told
    assert "well again" in told[1]


def test_pauses_double_up_to_five_minutes_with_chance_in_them() -> None:
    for failures, longest in ((1, 1), (2, 2), (5, 16), (9, 256), (10, 300), (10_000, 300)):
        pauses = {pause_seconds(failures) for _ in range(50)}
        assert len(pauses) > 10
        assert longest / 2 <= min(pauses) <= max(pauses) <= longest
