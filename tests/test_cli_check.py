"""The doctor: what is well is said, what is wrong comes with its fix, and nothing is changed."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nomic_mail.cli import cli
from tests.mailbox_house import letter
from tests.real_mail import dovecot, free_port


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
        assert found["mailbox"]["words"] == "nomic@127.0.0.1 INBOX: 1 letters wait"
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
