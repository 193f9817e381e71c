"""The disk itself, a real one of two megabytes: what the server says when it is full or read-only
is what mends it, and never that it fails, or belongs to somebody else."""

import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.real.server_play import ADA, by_smtplib
from tests.kit.real.small_disk import SmallDisk

pytestmark = of_sqlite

ROOM = "make room on its disk"
MOUNT = "disk is read-only; see why (dmesg tells), and mount it anew for writing"
NEVER = ("dmesg and smartctl", "chown", "another user", "Traceback")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SmallDisk]:
    server = SmallDisk(tmp_path / "var")
    server.tool("game", "new", "tea", "--set", "debate_min=0")
    server.tool("player", "add", "tea", ADA)
    server.mount()
    yield server
    server.end()


def all_say(server: SmallDisk, remedy: str) -> None:
    for words in (["serve"], ["status", "--check"], ["check"]):
        code, said = server.says(*words)
        assert code == (75 if words == ["serve"] else code) > 0, said
        assert remedy in said.replace(" to mend it:", ";"), (words, said)
        assert not [one for one in NEVER if one in said], (words, said)


def test_a_disk_that_is_full_at_the_start(server: SmallDisk) -> None:
    server.fill()
    all_say(server, ROOM)
    server.empty()
    server.serve()
    assert server.stop() == 0


def test_a_disk_that_is_read_only_at_the_start(server: SmallDisk) -> None:
    server.becomes("ro")
    all_say(server, MOUNT)
    server.becomes("rw")
    server.serve()
    assert server.stop() == 0


def test_a_disk_that_fills_up_under_a_running_server(server: SmallDisk) -> None:
    server.serve()
    invitation = server.next_letter("ada@example.org", "You are invited")
    server.fill()
    with pytest.raises(smtplib.SMTPDataError) as told:
        by_smtplib(server, ADA, invitation, "JOIN")
    assert told.value.smtp_code == 451
    for words in (["status", "--check"], ["check"]):
        code, said = server.says(*words)
        assert (code, "make room" in said) == (1, True), said
        assert not [one for one in NEVER if one in said], said
    server.empty()
    by_smtplib(server, ADA, invitation, "JOIN")
    server.next_letter("ada@example.org", "Welcome")
    assert server.stop() == 0
