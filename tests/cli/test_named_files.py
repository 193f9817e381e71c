"""A file that a command is given may be a pipe that nobody writes to, a folder, or what never ends:
each is told in a sentence, with an exit code, and nobody waits. So may one that it writes to."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_server import call
from tests.kit.games.old_games import CLUB
from tests.kit.tiers import ALL, some

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
    (home / "old.toml").write_text(CLUB, encoding="utf-8")
    os.mkfifo(home / "pipe")
    (home / "folder").mkdir()
    (home / "zero").symlink_to("/dev/zero")
    for kind in KINDS:
        told = (home / "config.toml").read_text(encoding="utf-8")
        told = told.replace('secret_file = "secret.key"', f'secret_file = "{kind}"')
        (home / f"{kind}.toml").write_text(told, encoding="utf-8")
    return home


@pytest.mark.parametrize(
    ("command", "kind"), some([(one, kind) for one in COMMANDS for kind in KINDS], 8)
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


WRITING = {
    "export": "--config CONFIG export tea FILE",
    "export --format bag": "--config CONFIG export tea FILE.zip --format bag",
    "record export": "record export RECORD FILE --format text",
    "record from-old": "record from-old OLD FILE",
    "replay --record": "replay GAME --record FILE",
    "letter preview --html": "letter preview ballot --html FILE",
    "letter preview --eml": "letter preview ballot --eml FILE",
}
SENT = [
    (one, way) for one in ("export", "record export", "letter preview --eml") for way in (">", ">>")
]
TURN = Path(__file__).parents[1] / "games/net_play/first-turn-adopted.game"


def words_of(home: Path, command: str, file: Path) -> list[str]:
    names = {"FILE": file, "FILE.zip": f"{file}.zip", "RECORD": home / "record.json"}
    names |= {"CONFIG": home / "config.toml", "OLD": home / "old.toml", "GAME": TURN}
    return [str(names.get(word, word)) for word in WRITING[command].split()]


@pytest.mark.parametrize("command", some(list(WRITING), 2, check=ALL))
def test_a_pipe_that_nobody_reads_is_told(home: Path, tmp_path: Path, command: str) -> None:
    for name in ("out", "out.zip"):
        os.mkfifo(tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-m", "nomic_mail", *words_of(home, command, tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode in (1, 2)
    assert "is a pipe, and nobody reads it; name a file" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", some(list(WRITING), 2, check=ALL))
def test_what_another_program_reads_is_written(home: Path, tmp_path: Path, command: str) -> None:
    """`>(…)` of a shell is a pipe, too, and so is one whose reader comes a moment later."""
    for name in ("out", "out.zip"):
        os.mkfifo(tmp_path / name)
    named = tmp_path / ("out.zip" if ".zip" in WRITING[command] else "out")
    with (tmp_path / "read").open("wb") as read:
        reader = subprocess.Popen(["sh", "-c", f"sleep 1; cat {named}"], stdout=read)
        words = words_of(home, command, tmp_path / "out")
        done = subprocess.run(
            [sys.executable, "-m", "nomic_mail", *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        reader.wait(60)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "read").stat().st_size > 1_000


def test_what_lies_where_it_is_written_first_leads_nowhere(home: Path, tmp_path: Path) -> None:
    """A folder may be everybody's, as /tmp is: who guesses the name puts a link or a pipe there."""
    (tmp_path / "theirs").write_text("precious")
    (tmp_path / "out.part").symlink_to(tmp_path / "theirs")
    call(*words_of(home, "export", tmp_path / "out"))
    assert (tmp_path / "theirs").read_text() == "precious"
    assert not (tmp_path / "out").is_symlink()
    os.mkfifo(tmp_path / "out.part")
    call(*words_of(home, "export", tmp_path / "out"))
    assert sorted(one.name for one in tmp_path.iterdir()) == ["out", "theirs"]


def test_a_link_is_written_through(home: Path, tmp_path: Path) -> None:
    """It is the user's own: the file it leads to is what they mean."""
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "mine").write_text("old")
    (tmp_path / "far" / "mine.part").write_text("another's")
    (tmp_path / "out").symlink_to("far/mine")
    (tmp_path / "new").symlink_to("far/not yet")
    for name in ("out", "new"):
        call(*words_of(home, "export", tmp_path / name))
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / name).stat().st_size > 1_000
    assert sorted(one.name for one in (tmp_path / "far").iterdir()) == ["mine", "not yet"]


@pytest.mark.parametrize(("command", "way"), some(SENT, 2, check=ALL))
def test_what_its_output_is_sent_to_is_written(
    home: Path, tmp_path: Path, command: str, way: str
) -> None:
    """What the file is called by stays the same file, and what stands there is kept by `>>`."""
    link = tmp_path / "stdout"
    link.symlink_to("/dev/stdout")  # were it replaced, no other program would have it any more
    (tmp_path / "read").write_text("before\n")
    inode = (tmp_path / "read").stat().st_ino
    for name in ("/proc/self/fd/1", str(link)):
        words = words_of(home, command, Path(name))
        with (tmp_path / "read").open("wb" if way == ">" else "ab") as out:
            done = subprocess.run(
                [sys.executable, "-m", "nomic_mail", *words],
                stdout=out,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                timeout=60,
            )
        assert done.returncode == 0, done.stderr
        told = (tmp_path / "read").read_bytes()
        assert len(told) > 1_000
        assert told.startswith(b"before\n") is (way == ">>")
        assert link.is_symlink()
        assert (tmp_path / "read").stat().st_ino == inode
    assert sorted(one.name for one in tmp_path.iterdir()) == ["read", "stdout"]
