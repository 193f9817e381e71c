"""The doctor: what is well is said, what is wrong comes with its fix, and nothing is changed."""

import json
import os
import pwd
import re
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from click.testing import CliRunner

from nomic_mail.cli import cli
from tests.kit.powerless import powerless
from tests.kit.real.mailbox_house import letter
from tests.kit.real.real_mail import dovecot, free_port


class Patient:
    def __init__(self, folder: Path) -> None:
        self.folder, self.config = folder, folder / "config.toml"
        self.call("init", str(folder))

    def call(self, *words: str, status: int = 0) -> str:
        result = CliRunner().invoke(cli, [*words])
        assert result.exit_code == status, result.output
        return result.stdout

    def examined(self, text: str, status: int = 0) -> dict[str, Any]:
        self.config.write_text(text)
        told = self.call("--config", str(self.config), "check", "--json", status=status)
        self.call("--config", str(self.config), "check", status=status)
        return {one["part"]: one for one in json.loads(told)}


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(tmp_path)


BESIDE = ("", "-wal", "-shm")
LISTEN = "[listener]\nport = {}\n"


def test_all_is_well(patient: Patient) -> None:
    found = patient.examined(LISTEN.format(free_port()))
    assert list(found) == [
        "config",
        "secret",
        "disk",
        "database",
        "clock",
        "listener",
        "outgoing",
    ]
    assert not any(one["fix"] for one in found.values())


class Provider:
    """Takes letters from and to the addresses that match, but never gets one."""

    def __init__(self, writes: str, gets: str) -> None:
        self._writes, self._gets = writes, gets

    async def handle_MAIL(
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        if not re.fullmatch(self._writes, address):
            return "550 5.7.1 not your address"
        envelope.mail_from = address
        return "250 yes"

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        if not re.fullmatch(self._gets, address):
            return "550 5.1.1 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 yes"

    async def handle_DATA(self, _server: Any, _session: Any, _envelope: Any) -> str:
        raise AssertionError("a letter was sent")


@pytest.mark.parametrize(
    ("writes", "gets", "fix"),
    [
        (".*", ".*", ""),
        (".*", "[^+]*", "recipient_delimiter = +"),
        (".*", "else", "transport_maps"),
        ("[^+]*", ".*", 'write delimiter = "" in [mail]'),
    ],
)
def test_addresses_that_cannot_be_answered_to_are_told(
    patient: Patient, writes: str, gets: str, fix: str
) -> None:
    controller = Controller(Provider(writes, gets), hostname="127.0.0.1", port=free_port())
    controller.start()
    mail = f'[mail]\naddress = "nomic@x.org"\ndkim = false\n{LISTEN.format(0)}'
    mail += '[moderator]\naddress = "grace@x.org"\n[outgoing]\nkind = "smtp"\n'
    mail += f'smtp_host = "127.0.0.1"\nsmtp_port = {controller.port}\n'
    try:
        found = patient.examined(mail, status=1 if fix else 0)["replies"]
    finally:
        controller.stop()
    assert "nomic+check@x.org" in found["words"]
    assert fix in found["fix"]
    assert bool(found["fix"]) == bool(fix)


def test_a_password_that_others_can_read_is_told(patient: Patient) -> None:
    (patient.folder / "mail.password").write_text("pw")
    box = 'host = "127.0.0.1"\nport = 1\nuser = "nomic"\nsecurity = "none"\n'
    for secret, file in (
        ('password_file = "mail.password"', patient.folder / "mail.password"),
        ('password = "pw"', patient.config),
    ):
        text = f"[listener]\nenabled = false\n[[mailbox]]\n{box}{secret}\n"
        patient.config.write_text(text)
        file.chmod(0o644)
        told = patient.call("--config", str(patient.config), "check", status=1)
        assert f"chmod 600 {file}" in told
        file.chmod(0o600)
        told = patient.call("--config", str(patient.config), "check", status=1)
        assert "chmod 600" not in told


def test_root_is_told_to_look_as_the_server_does(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.geteuid() == 0:
        os.chown(patient.folder, pwd.getpwnam("nobody").pw_uid, -1)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    found = patient.examined(LISTEN.format(free_port()), status=1)
    who = pwd.getpwuid(patient.folder.stat().st_uid).pw_name
    assert found["user"]["fix"] == f"runuser -u {who} -- nomic-mail check"


def test_what_is_wrong_comes_with_its_fix(patient: Patient) -> None:
    (patient.folder / "secret.key").chmod(0o644)
    (patient.folder / "nomic.db").unlink()
    found = patient.examined("[listener]\nenabled = false\n", status=1)
    assert "chmod 600" in found["secret"]["fix"]
    assert "nomic-mail init" in found["database"]["fix"]
    assert "[[mailbox]]" in found["listener"]["fix"]
    assert not (patient.folder / "nomic.db").exists()


def test_a_mailbox_and_a_smart_host_are_tried(patient: Patient) -> None:
    with dovecot() as server:
        server.append("nomic", [letter(1)])
        box = f"""[listener]
enabled = false
[[mailbox]]
host = "127.0.0.1"
port = {server.tls_port}
ca_file = "{server.ca_file}"
user = "nomic"
password = "pw"
"""
        found = patient.examined(box)
        assert found["mailbox"]["words"] == "nomic@127.0.0.1 INBOX: 1 letter waits"
        assert len(server.texts("nomic")) == 1
        for old, new, fix in (
            ('"pw"', '"no"', "see to user and password in [[mailbox]]"),
            (f'ca_file = "{server.ca_file}"', "", "certificate"),
            (str(server.tls_port), str(free_port()), "see to host, port and security"),
            ('"pw"', '"pw"\nfolder = "None"', "is the name of the folder"),
        ):
            found = patient.examined(box.replace(old, new), status=1)
            assert fix in found["mailbox"]["fix"]
        out = f'[outgoing]\nkind = "smtp"\nsmtp_host = "127.0.0.1"\nsmtp_port = {free_port()}\n'
        found = patient.examined(box + out, status=1)
        assert "see to host, port and security in [outgoing]" in found["outgoing"]["fix"]


MAILBOX = """[listener]
enabled = false
[[mailbox]]
host = "localhost"
port = {port}
security = "{security}"
ca_file = "{ca}"
user = "nomic"
password = "pw"
timeout_seconds = 2
"""


def test_each_way_a_mailbox_is_missed_has_its_own_fix(patient: Patient) -> None:
    with dovecot() as server:
        ca, tls, plain = str(server.ca_file), server.tls_port, server.port
        for port, security, file, words, fix in (
            (plain, "tls", ca, "no TLS is spoken there", 'security = "starttls"'),
            (tls, "starttls", ca, "no answer within 2 seconds", "where TLS comes first"),
            (tls, "tls", "/nowhere/ca", "cannot be used: No such file", "does the file that"),
            (free_port(), "tls", ca, "no connection: Connection refused", "host, port and"),
        ):
            text = MAILBOX.format(port=port, security=security, ca=file)
            found = patient.examined(text, status=1)["mailbox"]
            assert words in found["words"]
            assert fix in found["fix"]
        text = MAILBOX.format(port=tls, security="tls", ca=ca)
        found = patient.examined(text.replace("localhost", "mail.invalid"), status=1)["mailbox"]
        assert "there is no host of that name" in found["words"]
        assert "/etc/resolv.conf" in found["fix"]


def test_what_is_no_smart_host_is_told(patient: Patient) -> None:
    out = '[outgoing]\nkind = "smtp"\nsmtp_host = "localhost"\nsmtp_port = {}\n'
    with dovecot() as server:
        found = patient.examined(LISTEN.format(0) + out.format(server.port), status=1)
        assert "that is no SMTP server; it says: " in found["outgoing"]["words"]
        assert "25 or 587" in found["outgoing"]["fix"]
    found = patient.examined(LISTEN.format(0) + out.format(free_port()), status=1)
    assert found["outgoing"]["words"].endswith(": no connection: Connection refused")
    # letters that leave the machine want addresses that can be answered
    assert "[moderator]" in found["addresses"]["fix"]
    found = patient.examined(LISTEN.format(0) + '[mail]\naddress = "n@x.org"\ndkim = false\n', 1)
    assert 'kind = "smtp"' in found["outgoing"]["fix"]


def test_an_address_that_cannot_be_listened_on_is_told(patient: Patient) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = patient.examined(LISTEN.format(taken.getsockname()[1]), status=1)
        assert "Address already in use" in found["listener"]["words"]
        assert "stop the other program" in found["listener"]["fix"]
    found = patient.examined('[listener]\nhost = "192.0.2.1"\n', status=1)
    assert "no such address" in found["listener"]["fix"]
    found = patient.examined(f'[listener]\nsocket = "{patient.folder}/none/lmtp"\n', status=1)
    assert "make the folder" in found["listener"]["fix"]
    found = patient.examined(f'[listener]\nsocket = "{patient.folder}/lmtp"\n', status=1)
    assert "no other program can enter" in found["listener"]["words"]
    assert "chgrp postfix" in found["listener"]["fix"]
    patient.folder.chmod(0o711)
    patient.examined(f'[listener]\nsocket = "{patient.folder}/lmtp"\n')
    assert not (patient.folder / "lmtp").exists()


def test_a_database_that_is_not_ours_to_use_is_told(patient: Patient) -> None:
    file = patient.folder / "nomic.db"
    with sqlite3.connect(file) as line:
        line.execute("UPDATE alembic_version SET version_num = '0001'")
    found = patient.examined(LISTEN.format(0))["database"]
    assert "brought up at the next start" in found["words"]
    with sqlite3.connect(file) as line:
        line.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "written by a newer one" in patient.examined("", status=1)["database"]["words"]
    for end in BESIDE:
        file.with_name(file.name + end).unlink(missing_ok=True)
    file.write_bytes(b"no database at all" * 1000)
    found = patient.examined(LISTEN.format(0), status=1)["database"]
    assert "is damaged" in found["words"]
    assert "nomic-mail restore" in found["fix"]
    patient.call("--config", str(patient.config), "serve", status=2)
    patient.call("--config", str(patient.config), "status", status=2)


def test_a_clock_that_is_behind_is_told(patient: Patient) -> None:
    patient.call("--config", str(patient.config), "game", "new", "tea")
    with sqlite3.connect(patient.folder / "nomic.db") as line:
        ((public,),) = line.execute("SELECT public FROM ledger WHERE seq = 2")
        later = json.dumps({**json.loads(public), "at": "2099-01-01T00:00:00Z"})
        line.execute("UPDATE ledger SET public = ? WHERE seq = 2", (later,))
    found = patient.examined(LISTEN.format(0), status=1)["clock"]
    assert "the last event is of 2099-01-01" in found["words"]
    assert "timedatectl" in found["fix"]


def test_a_folder_that_cannot_be_written_is_told(patient: Patient) -> None:
    patient.config.write_text(LISTEN.format(0))
    patient.config.chmod(0o644)
    for name in ("secret.key", "nomic.db"):
        (patient.folder / name).chmod(0)
    patient.folder.chmod(0o555)
    try:
        with powerless(patient.folder.parent):
            told = patient.call("--config", str(patient.config), "check", "--json", status=1)
    finally:
        patient.folder.chmod(0o755)
    found = {one["part"]: one for one in json.loads(told)}
    assert "chown USER" in found["secret"]["fix"]
    assert "chown -R" in found["disk"]["fix"]
    assert "must be able to write it" in found["database"]["fix"]
