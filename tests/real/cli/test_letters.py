"""letter read, deliver, held, show, release, retry, discard; replay."""

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nomic_mail.cli import cli
from nomic_mail.cli.common import print_json
from nomic_mail.clock import SystemClock
from nomic_mail.config import load
from nomic_mail.daemon.opening import open_database
from nomic_mail.daemon.parts import Acceptor
from nomic_mail.wire import Envelope

ROOT = Path(__file__).resolve().parents[3]


def letter(sender: str, subject: str, text: str) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, "nomic+tea@localhost", subject
    made["Date"] = "Mon, 2 Mar 2026 09:00:00 +0000"
    made["Message-ID"] = f"<{abs(hash((sender, text)))}@example.org>"
    made.set_content(text)
    return made.as_bytes()


class House:
    def __init__(self, folder: Path) -> None:
        self.config = folder / "config.toml"
        self.call("init", str(folder), config=False)

    def call(
        self, *words: str, status: int = 0, typed: bytes | None = None, config: bool = True
    ) -> Result:
        where = ["--config", str(self.config)] if config else []
        result = CliRunner().invoke(cli, [*where, *words], input=typed)
        assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
        return result

    def facts(self, *words: str) -> Any:
        return json.loads(self.call(*words, "--json").stdout)

    def hand_in(self, raw: bytes, to: str) -> None:
        database = open_database(load(self.config))
        Acceptor(database)(raw, Envelope("ada@example.org", (to,)), SystemClock().now())
        database.close()
        command = [sys.executable, "-m", "nomic_mail", "--config", str(self.config), "serve"]
        subprocess.run([*command, "--once"], check=True, capture_output=True, timeout=60)


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.call("game", "new", "tea")
    house.call("player", "add", "tea", "Ada <ada@example.org>", "--confirmed")
    return house


def test_a_letter_is_read_line_by_line(house: House, tmp_path: Path) -> None:
    file = tmp_path / "vote.eml"
    file.write_bytes(letter("Ada <ada@example.org>", "Re: x", "FOR 301\nif Bob does, then FOR\n"))
    facts = house.facts("letter", "read", str(file), "--ballot", "301")
    assert facts["kind"] == "player"
    assert facts["from"] == "ada@example.org"
    assert all(one["line"] and one["why"] for one in facts["commands"])
    assert facts["questions"]
    told = house.call("letter", "read", str(file), "--ballot", "301").stdout
    assert "question back" in told


def test_a_letter_is_read_from_standard_input_and_needs_no_config() -> None:
    raw = letter("ada@example.org", "", "FOR\n")
    words = ["letter", "read", "-", "--ballot", "301", "--json"]
    result = CliRunner().invoke(cli, ["--config", "/nowhere.toml", *words], input=raw)
    assert result.exit_code == 0
    (command,) = json.loads(result.stdout)["commands"]
    assert (command["verb"], command["choice"]) == ("vote", "for")


def test_a_file_that_is_not_there(house: House) -> None:
    assert "there is no none.eml" in house.call("letter", "read", "none.eml", status=1).stderr


def test_a_held_letter_waits_for_its_sender(house: House) -> None:
    assert "No letter is held" in house.call("letter", "held").stdout
    house.hand_in(letter("ada@example.org", "hi", "STATUS\x1b[31m\n"), "nomic+tea@localhost")
    (held,) = house.facts("letter", "held")
    assert held["to"] == "nomic+tea@localhost"
    assert held["received_at"].endswith("Z")
    number = str(held["id"])
    shown = house.call("letter", "show", number).stdout
    assert "state     held" in shown
    assert "STATUS" in shown
    assert "\x1b" not in shown
    assert "not held for you" in house.call("letter", "retry", number, status=1).stderr
    house.call("status", "--check")  # its sender is asked, not the moderator
    house.call("letter", "discard", number, "--why", "a test")
    assert "a test" in house.call("letter", "show", number).stdout
    assert "is not held" in house.call("letter", "discard", number, status=1).stderr
    assert house.facts("letter", "held") == []


def test_an_act_can_be_looked_at_too(house: House) -> None:
    assert '"act": "new game"' in house.call("letter", "show", "1").stdout


def test_no_such_letter(house: House) -> None:
    for words in (("show",), ("retry",), ("discard",)):
        assert "99" in house.call("letter", *words, "99", status=1).stderr


def test_a_transcript_is_replayed(tmp_path: Path) -> None:
    kept = ROOT / "tests/games/net_play/first-turn-adopted.game"
    file = tmp_path / "turn.game"
    file.write_bytes(kept.read_bytes())
    call = CliRunner().invoke
    same = call(cli, ["replay", str(file)])
    assert (same.exit_code, "as written" in same.stdout) == (0, True)
    file.write_text(file.read_text().replace('outcome="adopted"', 'outcome="adapted"'))
    other = call(cli, ["replay", str(file)])
    assert other.exit_code == 1
    assert 'outcome="adapted"' in other.stdout
    written = call(cli, ["replay", "--write", str(file)])
    assert written.exit_code == 0
    assert file.read_bytes() == kept.read_bytes()
    file.write_text("nonsense\n")
    bad = call(cli, ["replay", str(file)])
    assert bad.exit_code == 2
    assert "line 1" in bad.stderr


def test_the_record_of_a_transcript_is_proven(tmp_path: Path) -> None:
    file, out = ROOT / "tests/games/net_play/first-turn-adopted.game", tmp_path / "tea.json"
    call = CliRunner().invoke
    told = call(cli, ["replay", str(file), "--record", str(out)])
    assert (told.exit_code, "the record of tea" in told.stdout) == (0, True)
    facts = json.loads(call(cli, ["verify", str(out), "--json"]).stdout)
    written = re.findall(r"^  \* \d+ ", file.read_text("utf-8"), re.MULTILINE)
    assert (facts["proven"], facts["events"]) == (True, len(written))
    bare = tmp_path / "bare.game"
    bare.write_text("# Nothing yet.\n", encoding="utf-8")
    none = call(cli, ["replay", str(bare), "--record", str(out)])
    assert (none.exit_code, "no game" in none.stderr) == (2, True)


def test_a_held_letter_is_released_once(house: House) -> None:
    raw = letter("Ada <ada@example.org>", "hello", "STATUS\n")
    house.hand_in(raw, "nomic+tea@localhost")
    (held,) = house.facts("letter", "held")
    assert "could be anybody's" in held["why"]
    told = house.call("letter", "release", str(held["id"])).stdout
    assert "acts as if its sender had confirmed it" in told
    house.call("serve", "--once")
    assert "state     done" in house.call("letter", "show", str(held["id"])).stdout
    house.call("letter", "release", str(held["id"]), status=1)
    assert house.facts("letter", "held") == []


def test_read_tells_whom_a_bounce_names(house: House, tmp_path: Path) -> None:
    file = tmp_path / "bounce.eml"
    file.write_text(
        "From: MAILER-DAEMON@mx.example\nSubject: Undelivered Mail\n\n"
        "<Bob@x.example>: host mx.x.example said: 550 5.1.1 User unknown\n"
    )
    facts = house.facts("letter", "read", str(file))
    assert (facts["kind"], facts["commands"]) == ("bounce", [])
    assert facts["bounce"] == {"permanent": ["bob@x.example"], "temporary": []}
    assert "Permanent failure: bob@x.example" in house.call("letter", "read", str(file)).stdout


def test_json_holds_nothing_that_steers_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": "Zoe\x1b[2J\x9b31m\u202e \u2066é"})
    told = capsys.readouterr().out
    assert all(char.isprintable() or char == "\n" for char in told)
    assert "é" in told
    assert json.loads(told) == {"name": "Zoe\x1b[2J\x9b31m\u202e \u2066é"}


# As a mail server's pipe hands it in


def piped(
    house: House, raw: bytes, *words: str, config: str = ""
) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "nomic_mail", "--config", config or str(house.config)]
    return subprocess.run(
        [*command, "letter", "deliver", *words], input=raw, capture_output=True, check=False
    )


def arrivals(house: House) -> list[tuple[Any, ...]]:
    query = "SELECT mail_from, recipient, state, received_at FROM inbox WHERE kind = 'letter'"
    with closing(sqlite3.connect(house.config.parent / "nomic.db")) as connection:
        return connection.execute(query).fetchall()


def test_a_letter_through_a_pipe(house: House) -> None:
    raw = letter("Ada <ada@example.org>", "STATUS", "STATUS")
    marked = b"Return-Path: <ada@example.org>\nDelivered-To: nomic+r.x@localhost\n" + raw
    done = piped(house, marked)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert piped(house, marked, "--recipient", "nomic+tea@localhost").returncode == 0
    assert piped(house, raw, "-").returncode == 0
    assert [one[:3] for one in arrivals(house)] == [
        ("ada@example.org", "nomic+r.x@localhost", "waiting"),
        ("ada@example.org", "nomic+tea@localhost", "waiting"),
        ("?", "nomic+tea@localhost", "waiting"),  # what its To says
    ]


def test_whatever_is_wrong_the_pipe_says_later(house: House, tmp_path: Path) -> None:
    """Any other number would bounce the letter, to whoever is named as its sender."""
    raw = letter("Ada <ada@example.org>", "STATUS", "STATUS")
    for words, config, why in (
        (["--recipent", "x"], "", "No such option"),
        (["--recipient", "office@example.org"], "", "is no address of this server"),
        ([str(tmp_path / "none.eml")], "", "No such file"),
        ([], str(tmp_path / "none.toml"), "it is gone"),
    ):
        done = piped(house, raw, *words, config=config)
        assert done.returncode == 75, words
        assert why in done.stderr.decode()
        assert b"Traceback" not in done.stderr
    assert piped(house, b"").returncode == 75
    house.config.write_text("[mail]\naddress = 3\n")
    assert piped(house, raw).returncode == 75
    house.config.write_text("")
    database = house.config.parent / "nomic.db"
    database.write_bytes(b"no database " * 1000)
    assert piped(house, raw).returncode == 75


def test_a_letter_too_large_for_us_is_taken_cut_and_counted(house: House) -> None:
    house.config.write_text("[mail]\nmax_letter_bytes = 10000\n")
    raw = letter("Ada <ada@example.org>", "STATUS", "STATUS\n" + "x\n" * 20_000)
    assert piped(house, raw).returncode == 0
    command = [sys.executable, "-m", "nomic_mail", "--config", str(house.config), "serve"]
    subprocess.run([*command, "--once"], check=True, capture_output=True, timeout=60)
    assert [one[2] for one in arrivals(house)] == ["screened"]
