"""Words of others where a spreadsheet, a terminal or a reader of logs takes them for its own."""

import contextlib
import csv
import json
import logging
import re
import socket
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.archive.forms.csv import write_tables
from nomic_mail.archive.json import record_json
from nomic_mail.archive.rooms import Folder
from nomic_mail.daemon.logs import configure_logging
from nomic_mail.game import commands as c
from tests.attacks.kit import Attack, attacks, each
from tests.attacks.test_imported import PLACES, WORDS, steered
from tests.cli.test_server import call
from tests.kit.door import listening
from tests.kit.games.game_in_hand import Game, few
from tests.kit.house import House
from tests.kit.recorded import entries_of, recorded
from tests.kit.sites import leaving

SPREADS = {
    "with a wide equals sign": "\uff1d1+1",
    "with a wide plus": "\uff0b1+1",
    "with a wide minus": "\uff0d1+1",
    "with a wide at": "\uff20SUM(A1)",
    "with a sign nobody sees before it": "\u200b=1+1",
    "with a byte order mark before it": "\ufeff=1+1",
    "with hard spaces before it": "\xa0\u3000=1+1",
}


@each(
    "injection",
    "a seat, in their turn",
    "writes a title that begins {}, as a formula does",
    "no cell of the tables begins as a formula",
    SPREADS,
)
def test_a_title_is_no_formula(tmp_path: Path, given: str) -> None:
    game = Game(few("net_play", r203="adoption: majority of eligible"), players=2).start()
    game.propose(c.Change(kind="enact", title=given, text="Tea."))
    write_tables(leaving(game.events), Folder(tmp_path))
    with (tmp_path / "proposals.csv").open(encoding="utf-8", newline="") as file:
        (title,) = [row["title"] for row in csv.DictReader(file)]
    assert title == f"'{given.strip()}"


PARTS = {
    "behind a semicolon": "Tea;=1+1",
    "behind a semicolon and a blank": "Tea; \u200b=1+1",
    "behind a semicolon, in quotes": 'Tea;"=1+1',
    "behind a semicolon, in a title with a comma": "Tea, please;@SUM(A1);-1",
    "in a line of its own": "Tea\n=1+1",
    "in a line of its own, as elsewhere": "Tea\r\n+1+1",
    "behind a tab": "Tea\t=1+1",
}


@each(
    "injection",
    "a seat, in a game that is brought here",
    "is called what begins a formula {}",
    "no cell begins as a formula, at whichever sign the tables are parted",
    PARTS,
)
def test_a_name_has_no_formula_in_it(tmp_path: Path, given: str) -> None:
    write_tables(leaving(steered(given, "name")), Folder(tmp_path))
    for sign in ",;\t":
        for file in tmp_path.glob("*.csv"):
            with file.open(encoding="utf-8", newline="") as opened:
                cells = [one for row in csv.reader(opened, delimiter=sign) for one in row]
            assert not [one for one in cells if one.lstrip('" \u200b')[:1] in tuple("=+@-") and one]
    with (tmp_path / "players.csv").open(encoding="utf-8", newline="") as opened:
        name = next(csv.DictReader(opened))["name"]
    assert "'" in name and name.replace("'", "") == f"Ada {given}".replace("\r", " ")


@attacks(
    Attack(
        "injection",
        "a line to the listener",
        "says words that are no command, a reply address among them, until it is hung up on",
        "nothing of what they said is logged",
    )
)
def test_what_is_no_command_is_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    said = 0
    with (
        listening(House(tmp_path), far_away=True) as door,
        socket.create_connection(("127.0.0.1", door.port), 10) as line,
        contextlib.suppress(OSError),
    ):
        file = line.makefile("rwb")
        file.readline()
        for _ in range(50):
            file.write(b"NOMIC+R.AAAA\x1b[2J x\r\n")
            file.flush()
            said += bool(file.readline())
    assert 0 < said < 20
    assert "NOMIC" not in caplog.text.upper().replace("NOMIC_MAIL", "")


STEERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
LOGGED = {
    "moves a terminal": "\x1b[2J\x1b]0;owned\x07",
    "begins a line of its own": "x\nlevel=error event=forged\r\nlevel=error",
    "hides behind a carriage return": "evil\rlevel=info",
    "moves a terminal by one sign": "\x9b2J\x9d0;owned\x9c",
    "turns the line about": "\u202egnp.exe\u2066",
    "ends a line as some programs know it": "a\u2028level=error\x85b\x0bc\x0cd",
}


@each(
    "injection",
    "an address, or a mail server's answer, that is logged",
    "writes what {}",
    "each event is one line of the log, and nothing in it is a command",
    LOGGED,
)
def test_a_line_of_the_log_is_a_line(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    before = logging.getLogger().handlers[:], logging.getLogger().level
    told = StringIO()
    monkeypatch.setattr(sys, "stderr", told)
    try:
        configure_logging("info")
        try:
            raise ValueError(given)
        except ValueError:
            logging.getLogger("x").exception("it %s", given, extra={"sender": given})
    finally:
        logging.getLogger().handlers[:] = before[0]
        logging.getLogger().setLevel(before[1])
    assert told.getvalue().count("\n") == 1
    assert not STEERS.search(told.getvalue())
    assert "ValueError" in told.getvalue()


STEERING = "\x1b[2J\x1b]0;x\x07\u202e"
SAID = {
    "an event that is none": ("event", f"Won{STEERING}"),
    "a time that is none": ("at", f"noon{STEERING}"),
    "a name of a game that is none": ("name", [STEERING]),
}


@each(
    "injection",
    "a record that somebody looks at in a terminal",
    "has {}, with what steers one",
    "it is refused in a line without that",
    SAID,
)
def test_a_record_that_is_refused_at_a_terminal(tmp_path: Path, given: tuple[str, Any]) -> None:
    game = Game(few("net_play"), players=2).start()
    data = recorded(game.events)
    data["ledger"]["entries"][0]["public"][given[0]] = given[1]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    for words in (("record", "show"), ("verify",)):
        told = call(*words, file, status=1).output.replace("\n", "")
        assert told.isprintable()
        assert told


TO_READ = ("text", "csv", "site", "bag", "git")
STEERING_WORDS = ("what steers a terminal", "what turns a line about", "other ends of lines")
NO_SIGN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
FOR_PROGRAMS = (".json", ".jsonl", ".db", ".fi")


@attacks(
    *(
        Attack(
            "injection",
            "a record that somebody puts into another form",
            f"writes {what} into its {place}",
            "no file to be read has it, nor a name or message in git; those for programs, and the"
            " rules' files in git, have the words as they are",
            given=(WORDS[what], place),
        )
        for what in STEERING_WORDS
        for place in (*PLACES, "title")
    )
)
def test_a_record_in_each_form(tmp_path: Path, given: tuple[str, str]) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(record_json(entries_of(steered(*given))))
    for form in TO_READ:
        call("record", "export", file, tmp_path / form, "--format", form)
    log = ("git", "-C", tmp_path / "git", "log", "--format=%an%n%B", "main")
    told = subprocess.run(log, check=True, capture_output=True, text=True).stdout
    assert not NO_SIGN.search(told)
    for one in (tmp_path / "text", *tmp_path.glob("[bcs]*/**/*")):
        if one.is_file() and one.suffix not in FOR_PROGRAMS:
            assert not NO_SIGN.search(one.read_bytes().decode()), one.relative_to(tmp_path)


def test_a_rule_in_git_says_what_it_says(tmp_path: Path) -> None:
    """Sign by sign: those that turn a line about are usual in Hebrew and Arabic, and a repository
    that an earlier version made has the same ids."""
    text = "\u2067\u05ea\u05d4\u2069 at \u202afour\u202c"
    file = tmp_path / "record.json"
    file.write_bytes(record_json(entries_of(steered(text, "rule"))))
    call("record", "export", file, tmp_path / "git", "--format", "git")
    rule = min((tmp_path / "git" / "rules").iterdir()).read_text(encoding="utf-8")
    index = (tmp_path / "git" / "RULES.md").read_text(encoding="utf-8")
    assert rule.count(text) == 2  # its title, and its text
    assert text in index
