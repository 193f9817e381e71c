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
from nomic_mail.letters.proof.names import Unknown
from nomic_mail.sandbox import sandbox, workers
from tests.kit.powerless import powerless
from tests.kit.real.real_mail import free_port


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
        "programs",
        "disk",
        "database",
        "clock",
        "listener",
        "outgoing",
    ]
    assert not any(one["fix"] for one in found.values())


def test_a_server_without_an_interpreter_is_well_and_says_what_it_refuses(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "version", lambda: "")
    found = patient.examined(LISTEN.format(free_port()))
    assert "proposals with one are refused" in found["programs"]["words"]
    assert not found["programs"]["fix"]


def test_where_more_processes_bring_nothing_it_says_so(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = "[server]\nworkers = 3\n" + LISTEN.format(free_port())
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2})
    found = patient.examined(here)
    assert found["helpers"] == {
        "part": "helpers",
        "words": "2 begin with the server ([server] workers)",
        "fix": "",
    }
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    found = patient.examined(here)
    assert "more processes than cores, of which there are 2 here" in found["helpers"]["words"]
    found = patient.examined('[mail]\ndelimiter = ""\n' + here)
    assert "they have nothing to do" in found["helpers"]["words"]


def test_the_unit_has_memory_and_tasks_for_each_process(patient: Patient) -> None:
    patient.config.write_text("[server]\nworkers = 3\n", encoding="utf-8")
    unit = patient.call("--config", str(patient.config), "unit", "--user", "nomic")
    assert {"MemoryMax=1536M", "TasksMax=240"} < set(unit.splitlines())


def test_an_interpreter_that_does_not_begin_comes_with_its_fix(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "binary", lambda: None)
    monkeypatch.setattr(sandbox, "POOL", workers.Pool())
    found = patient.examined(LISTEN.format(free_port()), status=1)
    assert "does not run" in found["programs"]["words"]
    assert "pip install" in found["programs"]["fix"]


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
    assert "nomic+r.check@x.org" in found["words"]
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


def test_an_address_that_cannot_be_listened_on_is_told(patient: Patient) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = patient.examined(LISTEN.format(taken.getsockname()[1]), status=1)
        assert "Address already in use" in found["listener"]["words"]
        assert "stop the other program" in found["listener"]["fix"]
    for listen, why in (
        ('host = "no.such.invalid"', "there is no host of that name"),
        ('socket = "secret.key"', "it is no socket"),
        (f'socket = "{"s" * 120}"', "too long"),
    ):
        found = patient.examined(f"[listener]\n{listen}\n", status=1)
        assert why in found["listener"]["words"]
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
    assert "written by a newer nomic-mail" in patient.examined("", status=1)["database"]["words"]
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
    assert "chown USER" in found["database"]["fix"]


def test_a_server_whose_postgresql_is_down_is_not_called_another_program(patient: Patient) -> None:
    """Its port is in use: by itself, as far as anybody can tell."""
    url = f"postgresql://nomic@127.0.0.1:{free_port()}/nomic"
    with socket.create_server(("127.0.0.1", 0)) as ours:
        listen = LISTEN.format(ours.getsockname()[1])
        found = patient.examined(f'[server]\ndatabase = "{url}"\n{listen}', status=1)
    assert "is it running" in found["database"]["fix"]
    assert found["listener"]["words"].endswith("is in use, by this server likely")
    assert not found["listener"]["fix"]
    assert "only its database could tell" in found["config"]["words"]


def test_a_dead_dns_is_told(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    def dead(name: str, seconds: float) -> None:
        raise Unknown("no answer")

    monkeypatch.setattr("nomic_mail.daemon.doctor.dns_lookup", dead)
    text = LISTEN.format(free_port()) + '[mail]\naddress = "nomic@example.org"\n'
    found = patient.examined(text, status=1)["dns"]
    assert "no signature can be checked" in found["words"]
    assert "see to /etc/resolv.conf; or write dkim = false" in found["fix"]
