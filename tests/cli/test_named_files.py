"""A file that a command is given may be a pipe that nobody writes to, a folder, or what never ends:
each is told in a sentence, with an exit code, and nobody waits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_server import call
from tests.kit.tiers import some

COMMANDS = {
    "--config": "--config FILE status",
    "verify": "verify FILE",
    "record show": "record show FILE",
    "record export": "record export FILE out --format text",
    "record from-old": "record from-old FILE -",
    "replay": "replay FILE",
    "letter read": "letter read FILE",
    "letter deliver": "--config CONFIG letter deliver FILE --recipient nomic@localhost",
    "player import": "--config CONFIG player import tea FILE --preview",
    "preview": "--config CONFIG preview tea FILE",
    "program check": "program check FILE",
    "program try": "program try FILE",
    "game new --ruleset": "--config CONFIG game new two --ruleset FILE",
    "game new --texts": "--config CONFIG game new two --ruleset net_play --texts FILE",
    "mod correct rule": "--config CONFIG mod correct rule tea 203 FILE --why x --preview",
    "restore": "restore FILE out",
    "verify --signers": "verify RECORD --signers FILE",
    "verify --authorities": "verify RECORD --authorities FILE",
    "export --sign": "--config CONFIG export tea out.json --sign FILE",
    "secret_file": "--config PIPED serve --once",
}
KINDS = ("pipe", "folder", "zero")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    call("init", home)
    call("--config", home / "config.toml", "game", "new", "tea", "--ruleset", "net_play")
    call("--config", home / "config.toml", "export", "tea", home / "record.json")
    for more in ("sig", "tsr"):
        (home / f"record.json.{more}").write_text("nothing\n")
    os.mkfifo(home / "pipe")
    (home / "folder").mkdir()
    (home / "zero").symlink_to("/dev/zero")
    for kind in KINDS:
        told = (home / "config.toml").read_text(encoding="utf-8")
        told = told.replace('secret_file = "secret.key"', f'secret_file = "{kind}"')
        (home / f"{kind}.toml").write_text(told, encoding="utf-8")
    return home


@pytest.mark.parametrize(
    ("command", "kind"), some([(one, kind) for one in COMMANDS for kind in KINDS], 12)
)
def test_what_is_no_file_is_told(home: Path, command: str, kind: str) -> None:
    names = {"FILE": home / kind, "CONFIG": home / "config.toml", "RECORD": home / "record.json"}
    names["PIPED"] = home / f"{kind}.toml"
    words = [str(names.get(word, word)) for word in COMMANDS[command].split()]
    done = subprocess.run(
        [sys.executable, "-m", "nomic_mail", *words],
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    said = done.stdout + done.stderr
    if (command, kind) == ("letter deliver", "zero"):
        assert done.returncode == 0  # of a letter as much is taken as one may have
        return
    assert done.returncode in (1, 2, 75), said
    assert said.strip()
    assert "Traceback" not in said


def test_what_another_program_writes_is_read(home: Path) -> None:
    """`<(…)` of a shell is a pipe, too."""
    command = f"{sys.executable} -m nomic_mail program check <(echo 'coins = quantity(\"coins\")')"
    done = subprocess.run(
        ["bash", "-c", command], cwd=home, capture_output=True, text=True, check=False, timeout=30
    )
    assert done.returncode == 0, done.stderr
    assert "coins" in done.stdout
