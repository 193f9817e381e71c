"""export, verify and record show as they are called: each form out of a real database, and checked
from there with nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from bench.archive import put_with_letters
from bench.grown import put
from nomic_mail.archive.forms import forms
from nomic_mail.cli import cli
from nomic_mail.game import commands as c
from nomic_mail.store.database.engines import Database
from tests.game.test_programs import adopt, change, game
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.tiers import some

# Each that can be checked by itself, and is a record; what goes in a folder, also packed.
FORMS = [
    f"{name}{end}"
    for name, form in forms().items()
    if form.is_checked and not form.of_letters
    for end in (("", ".zip") if form.fill else ("",))
]
SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "record.schema.json"
READ = [name for name, form in forms().items() if not form.is_checked]
Call = Callable[..., Result]


def played() -> Game:
    """Three turns; Ada's address stands in a remark, and in a rule that is adopted."""
    game = Game(few("net_play"), players=2).start()
    game.done(c.Discuss(by=1, text="Write to ada@players.example, please.", letter="talk"))
    for text in ("Tea is at four.", "Ask eve@elsewhere.example for milk.", "No tea."):
        game.propose(enact(text))
        game.call()
        game.all_vote(*((1,) if text == "No tea." else ()))
    return game


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server with that game, still running, and its letters."""
    folder = tmp_path_factory.mktemp("server")
    assert CliRunner().invoke(cli, ["init", str(folder)]).exit_code == 0
    database = Database(f"sqlite:///{folder}/nomic.db")
    put_with_letters(database, "game", played().events, 2)
    database.close()
    return folder


@pytest.fixture
def call(folder: Path) -> Call:
    def call(*words: str, status: int = 0) -> Result:
        every = ["--config", str(folder / "config.toml"), *words]
        result = CliRunner().invoke(cli, every)
        assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
        return result

    return call


def exported(call: Call, form: str, out: Path, *more: str) -> Path:
    path = out / f"game.{form}"
    told = call("export", "game", str(path), "--format", form.partition(".")[0], *more).stdout
    assert f"wrote {path}" in told
    return path


def alone(*words: str, status: int = 0) -> Result:
    """With no configuration, and so with no server."""
    result = CliRunner().invoke(cli, list(words))
    assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
    return result


@pytest.mark.parametrize("form", some(FORMS, 2))
def test_each_form_is_proven_from_itself(call: Call, tmp_path: Path, form: str) -> None:
    path = exported(call, form, tmp_path)
    told = json.loads(alone("verify", str(path), "--json").stdout)
    assert told["proven"] and told["differences"] == []
    assert told["form"] == form.partition(".")[0]
    assert told["game"] == {"name": "game", "title": "Game", "status": "running"}
    head = call("export", "game", str(tmp_path / "again.json")).stdout.split()[-1]
    assert "its head is the one you gave" in alone("verify", str(path), "--head", head).stdout
    alone("verify", str(path), "--head", "0" * 64, status=1)


@pytest.mark.parametrize("form", some(FORMS, 3))
def test_the_same_game_gives_the_same_bytes(call: Call, tmp_path: Path, form: str) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    first.mkdir()
    second.mkdir()
    made = [exported(call, form, at) for at in (first, second)]
    if form == "git":
        ids = [_git(one, "for-each-ref", "--format=%(objectname) %(refname)") for one in made]
        assert ids[0] == ids[1]
        return
    names = [sorted(one.rglob("*")) if one.is_dir() else [one] for one in made]
    for one, other in zip(*names, strict=True):
        assert one.is_dir() or one.read_bytes() == other.read_bytes()


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_an_altered_line_of_a_ledger_is_named(call: Call, tmp_path: Path) -> None:
    path = exported(call, "jsonl", tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if b'"VotingClosed"' in line)
    other = lines[place].replace(b'"adopted"', b'"defeated"')
    path.write_bytes(b"".join([*lines[:place], other, *lines[place + 1 :]]))
    told = alone("verify", str(path), status=1).stdout
    assert f"ledger.entries[{place}].hash" in told
    assert f"ledger.entries[{place}].public.outcome (VotingClosed)" in told
    earlier = max(n for n, line in enumerate(lines) if b'"cause"' in line)
    path.write_bytes(b"".join(lines[: earlier + 1]))  # all that a cause led to belongs together
    alone("verify", str(path), status=1)
    head = json.loads(lines[-1])["hash"]
    alone("verify", str(path), "--head", head, status=1)


def test_the_folder_one_is_in_is_checked_too(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(exported(call, "bag", tmp_path))
    assert json.loads(alone("verify", ".", "--json").stdout)["proven"]
    assert "cannot be read" in alone("verify", "/proc/self/mem", status=2).stderr


def test_a_change_of_the_repository_is_named(call: Call, tmp_path: Path) -> None:
    path = exported(call, "git", tmp_path)
    clone = tmp_path / "clone"
    _git(tmp_path, "clone", "-q", str(path), str(clone))
    assert json.loads(alone("verify", str(clone), "--json").stdout)["proven"]
    as_someone = ("-c", "user.name=Eve", "-c", "user.email=eve@elsewhere.example")
    (path / "rules" / "206.md").write_text("A defeat costs nothing.\n")
    _git(path, *as_someone, "commit", "-qam", "A defeat costs nothing")
    told = json.loads(alone("verify", str(path), "--json", status=1).stdout)
    assert [one["where"] for one in told["differences"]] == ["main"]
    _git(path, "reset", "-q", "--hard", "HEAD~")
    _git(path, *as_someone, "tag", "-f", "turn-1", "main")
    told = json.loads(alone("verify", str(path), "--json", status=1).stdout)
    assert [one["where"] for one in told["differences"]] == ["tags/turn-1"]


def test_a_strangers_repository_runs_nothing(call: Call, tmp_path: Path) -> None:
    """One of whose objects is missing, to be fetched by a command of its own configuration."""
    path = exported(call, "git", tmp_path)
    ran = tmp_path / "ran"
    record = _git(path, "rev-parse", "record:record.json").strip()
    for name, value in (
        ("core.repositoryformatversion", "1"),
        ("extensions.partialclone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", f"ext::touch {ran}"),
        ("protocol.ext.allow", "always"),
    ):
        _git(path, "config", name, value)
    for pack in (path / ".git" / "objects" / "pack").glob("*"):
        pack.unlink()
    shutil.rmtree(path / ".git" / "objects" / record[:2], ignore_errors=True)
    asked = ["git", "-C", str(path), "cat-file", "blob", "record:record.json"]
    assert subprocess.run(asked, capture_output=True, check=False).returncode
    assert ran.exists()  # so it would go, if it were let
    ran.unlink()
    alone("verify", str(path), status=1)
    assert not ran.exists()


def test_a_line_of_a_bag_altered_is_named(call: Call, tmp_path: Path) -> None:
    path = exported(call, "bag", tmp_path)
    file = path / "data" / "record.txt"
    file.write_text(file.read_text().replace("Player 01", "Player 10"))
    told = alone("verify", str(path), status=1).stdout
    assert "data/record.txt" in told
    shutil.rmtree(path / "data")
    assert "is no record" in alone("verify", str(path), status=1).stderr


def test_a_database_of_tables_is_no_record_and_what_is_one_is_told(
    call: Call, tmp_path: Path
) -> None:
    path = exported(call, "sqlite", tmp_path)
    told = alone("verify", str(path), status=1).stderr
    assert "is no text at all; what is checked is json, jsonl, mbox, site, git, bag" in told


def test_what_is_wrong_is_told_where_it_stands(call: Call, tmp_path: Path) -> None:
    path = exported(call, "jsonl", tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:40])
    told = alone("verify", str(path), status=1).stderr
    assert f"line {len(lines)} of its ledger: Unterminated string" in told
    early = json.loads(lines[-1])
    early["public"]["at"] = "2020-01-01T00:00:00Z"
    path.write_bytes(b"".join(lines[:-1]) + json.dumps(early).encode())
    told = alone("verify", str(path), status=1).stdout
    assert "  says      2020-01-01T00:00:00Z\n  comes out not before 2" in told
    text = exported(call, "text", tmp_path)
    assert "a text is only to read" in alone("verify", str(text), status=1).stderr


def test_a_difference_of_a_letter_is_only_claimed(call: Call, tmp_path: Path) -> None:
    path = exported(call, "bag", tmp_path)
    told = json.loads(alone("verify", str(path), "--json").stdout)
    (claimed,) = [one for one in told["claimed"] if "letters: that they were sent" in one]
    assert int(claimed.split()[0]) > 0


# Addresses


def test_for_publication_no_address_is_left_in_what_people_wrote(
    call: Call, tmp_path: Path
) -> None:
    plain = exported(call, "json", tmp_path).read_text()
    assert "ada@players.example" in plain and "eve@elsewhere.example" in plain
    for form in (*FORMS, *READ):
        path = exported(call, form, tmp_path, "--redact") if form != "json" else tmp_path / "x"
        if form == "json":
            call("export", "game", str(path), "--redact")
        files = [one for one in path.rglob("*") if one.is_file()] if path.is_dir() else [path]
        for file in files:
            assert b"ada@players" not in file.read_bytes(), file
            assert b"eve@elsewhere" not in file.read_bytes(), file
        if form in READ:
            assert form != "text" or "(address withheld)" in path.read_text()
            continue
        told = json.loads(alone("verify", str(path), "--json").stdout)
        assert told["proven"] and len(told["withheld"]) == 3  # a remark, a proposal, a rule
        of_these = ", ".join(map(str, told["withheld"]))
        assert f"what words were withheld of events {of_these}" in told["claimed"]
    assert "but for 3 events" in alone("verify", str(tmp_path / "x")).stdout


def test_a_redacted_record_has_the_published_form_and_the_head(call: Call) -> None:
    record = json.loads(call("export", "game", "-", "--redact").stdout)
    assert list(_schema().iter_errors(record)) == []
    whole = json.loads(call("export", "game", "-").stdout)
    assert record["ledger"]["head"] == whole["ledger"]["head"]


def test_a_record_comes_through_a_pipe_too(call: Call, tmp_path: Path) -> None:
    """As `nomic-mail verify <(curl …)` has it in a shell."""
    record = tmp_path / "game.json"
    call("export", "game", str(record))
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(f"cat {record} > {tmp_path / 'pipe'}", shell=True):
        assert "All of it comes out" in alone("verify", str(tmp_path / "pipe")).stdout
    with subprocess.Popen(f"sleep 0.3; cat {record} > {tmp_path / 'pipe'}", shell=True):
        assert "All of it comes out" in alone("verify", str(tmp_path / "pipe")).stdout


def _schema() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


@pytest.fixture
def tea(tmp_path: Path) -> Call:
    """A server whose two players have addresses."""

    def call(*words: str, status: int = 0) -> Result:
        every = ["--config", str(tmp_path / "server" / "config.toml"), *words]
        result = CliRunner().invoke(cli, every)
        assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
        return result

    assert CliRunner().invoke(cli, ["init", str(tmp_path / "server")]).exit_code == 0
    call("game", "new", "game")
    for who in ("Ada Lovelace <ada@example.org>", "Bob Babbage <bob@example.org>"):
        call("player", "add", "game", who, "--confirmed")
    call("player", "add", "game", "Never There <never@example.org>")
    call("game", "start", "game")
    return call


def test_for_private_keeping_each_form_has_the_addresses(tea: Call, tmp_path: Path) -> None:
    for form in (*FORMS, "text", "mbox"):
        path = exported(tea, form, tmp_path, "--with-addresses")
        if form in ("text", "mbox", "json", "jsonl"):
            # whose turn it is got a letter of their own, and chance says who
            assert re.search("ada@example.org|bob@example.org", path.read_text())
            assert "never@example.org" not in path.read_text()
        if form in FORMS:
            told = json.loads(alone("verify", str(path), "--json").stdout)
            assert told["proven"]
            assert "2 mail addresses of players" in told["claimed"]
    record = json.loads((tmp_path / "game.json").read_text())
    assert record["addresses"] == {"1": "ada@example.org", "2": "bob@example.org"}
    assert list(_schema().iter_errors(record)) == []
    refused = tea("export", "game", "-", "--with-addresses", "--redact", status=2)
    assert "private keeping" in refused.stderr


def test_the_address_of_an_author_is_that_of_the_proposer(tmp_path: Path) -> None:
    from nomic_mail.archive.forms import Leaving
    from nomic_mail.archive.json import lay
    from nomic_mail.archive.repository import write_repository
    from tests.kit.recorded import entries_of

    events = played().events
    addresses = {"1": "ada@example.org", "2": "bob@example.org"}
    kept = Leaving(lay(entries_of(events)), lambda: events, addresses=addresses)
    write_repository(tmp_path / "kept", kept.pieces("git"))
    told = set(_git(tmp_path / "kept", "log", "--format=%ae").split())
    assert told == {"moderator@nomic.invalid", "ada@example.org", "bob@example.org"}


# Refused


def test_nothing_that_is_there_is_written_over(call: Call, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "tea").write_text("tea")
    for form in ("git", "bag", "site"):
        told = call("export", "game", str(tmp_path / "full"), "--format", form, status=1).stderr
        assert "not empty" in told
    assert "takes a file" in call("export", "game", str(tmp_path / "full"), status=2).stderr
    assert "a folder" in call("export", "game", "-", "--format", "bag", status=2).stderr


def test_an_export_that_breaks_leaves_the_old_file(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text("the old one")

    def breaks(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("nomic_mail.archive.json.json_pieces", breaks)
    assert "No space" in call("export", "game", str(path), status=1).stderr
    assert path.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [path]


def test_without_git_the_stream_is_still_there(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = call("export", "game", "-", "--format", "git").stdout_bytes
    monkeypatch.setenv("PATH", str(tmp_path))
    told = call("export", "game", str(tmp_path / "rules"), "--format", "git", status=1).stderr
    assert "--format git - writes what git fast-import reads" in told
    assert stream.startswith(b"feature done\ncommit refs/heads/main\n")


# Shown


@pytest.mark.parametrize("form", some(FORMS, 3))
def test_a_record_is_shown_from_any_form(call: Call, tmp_path: Path, form: str) -> None:
    path = exported(call, form, tmp_path)
    whole = call("export", "game", "-", "--format", "text").stdout
    assert alone("record", "show", str(path)).stdout == whole


def test_a_record_is_shown_as_it_stood(call: Call, tmp_path: Path) -> None:
    path = exported(call, "json", tmp_path)
    record: dict[str, Any] = json.loads(path.read_text())
    first = record["proposals"][0]
    minute = first["closed_at"][:16].replace("T", " ")
    then = alone("record", "show", str(path), "--at", minute).stdout
    assert "Proposal 301 is adopted" in then
    assert "Proposal 302" in alone("record", "show", str(path)).stdout
    assert "Proposal 302" not in then
    before = alone("record", "show", str(path), "--at", "2026-01-01 00:04").stdout
    assert "Proposal 301" not in before
    shown = json.loads(alone("record", "show", str(path), "--at", minute, "--json").stdout)
    assert [one["number"] for one in shown["proposals"]] == [301]
    early = alone("record", "show", str(path), "--at", "2025-01-01", status=1).stderr
    assert "no game was there at 2025-01-01" in early
    assert "--at 2026-03-01" in alone("record", "show", str(path), "--at", "tea", status=2).stderr


def test_what_is_no_record_is_not_shown(tmp_path: Path) -> None:
    for raw in (b"tea", b"{}", b'{"ledger": {"entries": [1]}}', b"PK\x03\x04tea", b""):
        (tmp_path / "record").write_bytes(raw)
        told = alone("record", "show", str(tmp_path / "record"), status=1).stderr
        assert "no record" in told or "no sound record" in told or "is empty" in told
        alone("verify", str(tmp_path / "record"), status=1)


def test_a_record_is_read_from_standard_input(call: Call, tmp_path: Path) -> None:
    raw = exported(call, "jsonl", tmp_path).read_bytes()
    command = [sys.executable, "-m", "nomic_mail", "verify", "-"]
    done = subprocess.run(command, input=raw, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_a_running_game_keeps_secret_is_said_to_whoever_exports_it(tmp_path: Path) -> None:
    assert CliRunner().invoke(cli, ["init", str(tmp_path)]).exit_code == 0
    made = game()
    adopt(made, change('card = quantity("card", start=1, secret=True)\n'))
    database = Database(f"sqlite:///{tmp_path}/nomic.db")
    put(database, "game", made.events)
    database.close()
    for name in forms():
        every = ["--config", str(tmp_path / "config.toml"), "export", "game"]
        result = CliRunner().invoke(cli, [*every, str(tmp_path / name), "--format", name])
        assert result.exit_code == 0, result.output
        told = "not for players while the game is on" in result.stderr
        assert told is (name in ("json", "jsonl", "bag", "git")), name
