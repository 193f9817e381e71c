"""The command line before there is a game: init, configuration, help, exit codes."""

import json
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nomic_mail.cli import COMMANDS, cli
from tests.kit.databases import of_sqlite
from tests.kit.house import HOST, House
from tests.kit.tiers import some


def call(*words: str | Path, status: int = 0) -> Result:
    result = CliRunner().invoke(cli, [str(word) for word in words])
    assert result.exit_code == status, f"{words}: {result.output}{result.exception!r}"
    return result


@pytest.fixture
def config(tmp_path: Path) -> Path:
    call("init", tmp_path / "var")
    return tmp_path / "var" / "config.toml"


def test_init_makes_a_place_and_says_what_is_next(tmp_path: Path) -> None:
    told = call("init", tmp_path / "var").stdout
    assert f"nomic-mail --config {tmp_path}/var/config.toml serve" in told
    key = tmp_path / "var" / "secret.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert (tmp_path / "var" / "nomic.db").exists()


def test_init_again_leaves_all_as_it_is(config: Path) -> None:
    config.write_text(config.read_text() + "# mine\n")
    key = (config.parent / "secret.key").read_bytes()
    told = call("init", config.parent).stdout
    assert told.count("is there already and stays as it is") == 2
    assert config.read_text().endswith("# mine\n")
    assert (config.parent / "secret.key").read_bytes() == key


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_and_each_tells_what_it_does(command: str) -> None:
    assert call(command, "--help").stdout.startswith("Usage: cli " + command)
    assert command in call("--help").stdout


def test_a_wrong_command_is_wrong_usage() -> None:
    assert 'Did you mean "game"?' in call("gmae", status=2).stderr
    assert "No such command" in call("sudoku", status=2).stderr
    assert "No such command" in call("game", "shwo", status=2).stderr


def test_a_wrong_config_is_told_with_its_line_and_its_fix(config: Path) -> None:
    text = config.read_text().replace("port = 8025", "port = 80250")
    config.write_text(text.replace('kind = "maildir"', 'kind = "pigeon"'))
    told = call("--config", config, "status", status=2).stderr
    line = text.splitlines().index("port = 80250") + 1
    assert f"line {line}" in told
    assert "80250" in told
    assert "a whole number from 0 to 65535" in told
    assert "pigeon" in told
    assert "2 problems" in told
    assert "Traceback" not in told


@pytest.mark.parametrize("command", [("status",), ("serve",), ("game", "list")])
def test_no_config_at_all(command: tuple[str, ...], tmp_path: Path) -> None:
    """Where a disk is not mounted, `init` would begin an empty server below it."""
    told = call("--config", tmp_path / "none.toml", *command, status=2).stderr
    assert "no such file: `nomic-mail init` writes one" in told
    assert "mount the disk that it lies on" in told
    told = call("--config", tmp_path / "gone" / "config.toml", *command, status=2).stderr
    assert f"there is no folder {tmp_path / 'gone'}: if a server was there, mount the disk" in told


def test_a_config_without_its_database(config: Path) -> None:
    (config.parent / "nomic.db").unlink()
    told = call("--config", config, "status", status=2).stderr
    assert told.index("restore FILE") < told.index("for a new server, `nomic-mail init` makes it")


def test_a_config_without_its_secret(config: Path) -> None:
    (config.parent / "secret.key").unlink()
    told = call("--config", config, "game", "new", "tea", status=2).stderr
    assert "there is no secret file" in told
    assert "nomic-mail init" in told


def test_the_environment_can_name_the_config(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    call("status", status=2)
    monkeypatch.setenv("NOMIC_MAIL_CONFIG", os.path.relpath(config))
    call("status")


def test_the_status_of_an_empty_server(config: Path) -> None:
    facts = json.loads(call("--config", config, "status", "--json", "--check").stdout)
    assert facts["held"] == []
    assert facts["games"] == 0
    assert facts["next_deadline"] is None
    assert "games" in call("--config", config, "status").stdout


def test_init_beside_a_broken_config_says_what_is_wrong(config: Path) -> None:
    config.write_text("nonsense = 1\n")
    assert "nonsense" in call("init", config.parent, status=2).stderr


def test_a_secret_or_a_lock_that_cannot_be_opened_is_told(config: Path) -> None:
    lock = config.parent / "serve.lock"
    lock.mkdir()
    told = call("--config", config, "serve", "--once", status=2).stderr
    assert f"cannot start: {lock}" in told
    lock.rmdir()
    secret = config.parent / "secret.key"
    secret.unlink()
    secret.mkdir()
    assert (
        "is a folder, where a file has to be"
        in call("--config", config, "serve", "--once", status=2).stderr
    )
    assert (
        "is a folder, where a file has to be"
        in call("--config", config, "game", "new", "tea", status=2).stderr
    )


@of_sqlite
def test_status_check_tells_of_a_game_that_waits_for_its_moderator(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.open_vote(missing_ballot="extend", extensions="0")
    house.later(days=8)
    house.run()
    assert house.state().asked
    config = tmp_path / "config.toml"
    config.write_text(f'[mail]\naddress = "nomic@{HOST}"\n')
    told = json.loads(call("--config", config, "status", "--json", "--check", status=1).stdout)
    assert told["asked"] == {"tea": house.state().asked}
    assert "waits for you" in call("--config", config, "status").stdout


def test_open_trust_is_loud(config: Path) -> None:
    """Whoever can reach the server can play for anybody: that must not be overlooked."""
    text = config.read_text().replace('trust = "token"', 'trust = "open"')
    assert "anybody can write" not in call("--config", config, "status").stdout
    config.write_text(text)
    told = " ".join(call("--config", config, "status").stdout.split())
    assert 'trust = "open": anybody can write as any player' in told
    assert json.loads(call("--config", config, "status", "--json").stdout)["trust"] == "open"


def test_a_suspended_delivery_needs_a_human(config: Path) -> None:
    call("--config", config, "game", "new", "tea")
    call("--config", config, "player", "add", "tea", "Ada <ada@example.org>")
    call("--config", config, "serve", "--once")
    call("--config", config, "status", "--check")
    with closing(sqlite3.connect(config.parent / "nomic.db")) as connection, connection:
        connection.execute("UPDATE seats SET suspended_at = '2026-03-02T09:00:00.000000Z'")
    told = call("--config", config, "status", "--check", status=1).stdout
    assert "no letters to Ada: they come back" in told
    (one,) = json.loads(call("--config", config, "status", "--json").stdout)["suspended"]
    assert one == {"game": "tea", "player": "Ada", "since": "2026-03-02T09:00:00Z"}


LOADED = """
import sys
from contextlib import suppress
from nomic_mail.cli import cli
with suppress(SystemExit):
    cli(sys.argv[1:], standalone_mode=False)
heavy = ("nomic_mail.pump.engine", "nomic_mail.letters.grammar.understand", "jinja2", "lxml")
assert not set(heavy) & sys.modules.keys(), sorted(set(heavy) & sys.modules.keys())
"""


LOOKS = ["game list", "status", "check", "letter held", "player list tea"]


@pytest.mark.parametrize("words", some(LOOKS, 2))
def test_a_command_that_only_looks_loads_little(config: Path, words: str) -> None:
    call("--config", config, "game", "new", "tea")
    run = [sys.executable, "-c", LOADED, "--config", str(config), *words.split()]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL)


def test_a_table_is_laid_out_for_what_is_seen(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wide letter takes two columns; what does not fit the terminal is folded in its column."""
    for name, title in (("tea", "茶"), ("rum", "Rum and more")):
        call("--config", config, "game", "new", name, "--title", title)
    listed = call("--config", config, "game", "list").stdout.splitlines()
    assert listed[0] == "name   title          ruleset    status    next deadline"
    assert listed[1] == "─" * len(listed[0])
    assert listed[2:] == [
        "tea    茶             net_play   forming   -",
        "rum    Rum and more   net_play   forming   -",
    ]
    monkeypatch.setenv("COLUMNS", "50")
    folded = call("--config", config, "game", "list").stdout
    assert max(map(len, folded.splitlines())) <= 50
    assert "Rum and" in folded
