"""A bag or a folder that somebody has laid out for whoever checks it: files that hold nothing and
are large, names that steer a terminal, letters that take long to read."""

import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from shutil import copytree

import pytest
from msgspec.structs import replace

from nomic_mail.archive.forms.bag import write_bag
from nomic_mail.archive.rooms import Folder, room_of
from tests.attacks.kit import Attack, attacks, each
from tests.cli.test_server import call
from tests.kit.games.finished_games import smallest
from tests.kit.sites import leaving

HAS = "whoever checks a record"
TERABYTE = 1 << 40


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bag") / "tea"
    write_bag(leaving(smallest()), Folder(made))
    return made


@pytest.fixture
def bag(honest: Path, tmp_path: Path) -> Path:
    return Path(copytree(honest, tmp_path / "tea"))


LARGE = {
    "a file beside it": "data/more.txt",
    "its list of sums": "manifest-sha256.txt",
    "what it says of itself": "bag-info.txt",
    "its letters": "data/letters.mbox",
    "its ledger": "data/ledger.jsonl",
    "its record": "data/record.json",
    "its site": "data/site/site.json",
}


@each(
    "archives",
    HAS,
    "makes {} a terabyte of nothing, which takes up no room",
    "it is refused by its size, before any of it is read",
    LARGE,
)
def test_a_bag_of_a_terabyte(bag: Path, given: str) -> None:
    (bag / given).touch()
    os.truncate(bag / given, TERABYTE)
    assert "no record is like that" in in_a_small_room("verify", bag)


def test_a_file_system_that_tells_no_blocks_hides_no_large_record() -> None:
    """As some that are shared over a network do: 60 MB there are no blanks in no room."""
    told = (0o100644, 0, 0, 1, 0, 0, 60_000_000, 0, 0, 0)
    without, none = os.stat_result(told), os.stat_result(told, {"st_blocks": 0})
    some = os.stat_result(told, {"st_blocks": 8})
    assert room_of([without]) == room_of([none]) == 60_000_000
    assert room_of([some, none]) == 4096


def in_a_small_room(*words: object) -> str:
    """What a command says that has half a gigabyte, and half a minute."""
    done = subprocess.run(
        [sys.executable, "-m", "nomic_mail", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29)),
    )
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    return done.stdout + done.stderr


SIGNS = {"signature": ".sig", "time stamp": ".tsr"}


@each(
    "archives",
    HAS,
    "lays a {} of a terabyte beside it, with nothing in it",
    "it is told as none, and no other program is given it to read",
    SIGNS,
)
def test_a_signature_of_a_terabyte(bag: Path, given: str) -> None:
    beside = bag.parent / f"tea{given}"
    beside.touch()
    os.truncate(beside, TERABYTE)
    assert f"it has {TERABYTE:,} bytes" in in_a_small_room("verify", bag)


def test_a_list_of_signers_without_end(bag: Path) -> None:
    (bag.parent / "tea.sig").write_text("nothing\n")
    (bag.parent / "signers").touch()
    os.truncate(bag.parent / "signers", TERABYTE)
    told = in_a_small_room("verify", bag, "--signers", bag.parent / "signers")
    assert "name another file" in told


def letters_of_short_lines(file: Path) -> None:
    file.write_bytes(b"From x Mon Mar  2 09:00:00 2026\n" + b".\n" * 12_000_000)


def lists_of_nothing(file: Path) -> None:
    entry = b"[" + b"[]," * 6_000_000 + b"[]]"
    file.write_bytes(b'{"ledger": {"entries": [' + entry + b"]}}")


MUCH = {
    "a letter of twelve million lines": (letters_of_short_lines, "1 letters: that they were sent"),
    "an entry of six million lists": (lists_of_nothing, "too long"),
}


@each(
    "archives",
    HAS,
    "writes {}, in twenty megabytes that take many times that to keep",
    "it is looked through, or refused in a sentence, and takes no such room",
    MUCH,
)
def test_what_takes_much_room(tmp_path: Path, given: tuple[Callable[[Path], None], str]) -> None:
    make, said = given
    make(tmp_path / "record")
    assert said in in_a_small_room("verify", tmp_path / "record")


def summed(bag: Path) -> None:
    """With all sums made good."""
    files = sorted(one for one in (bag / "data").rglob("*") if one.is_file())
    for name, of in (
        ("manifest-sha256.txt", files),
        ("tagmanifest-sha256.txt", [bag / one for one in ("bag-info.txt", "bagit.txt")]),
    ):
        each = [*of, bag / "manifest-sha256.txt"] if name[0] == "t" else of
        sums = ((sha256(one.read_bytes()).hexdigest(), one.relative_to(bag)) for one in each)
        (bag / name).write_text("".join(f"{told}  {where}\n" for told, where in sums))


STEERS = "\x1b[2J\x1b]0;x\x07 All of it comes out as it says\u202e"


@attacks(
    Attack(
        "injection",
        HAS,
        "calls a file by what steers a terminal, in a bag that says another version wrote it",
        "it is told in a line without that",
    )
)
def test_a_name_that_steers_a_terminal(bag: Path) -> None:
    (bag / "data" / STEERS).write_text("x")
    readme = bag / "data" / "README.txt"
    told = re.sub(r"by nomic-mail \S+\.", "by nomic-mail 0.0.1.", readme.read_text())
    readme.write_text(told)
    summed(bag)
    said = call("verify", bag).output
    assert "All of it comes out as it says" in said
    assert not {"\x1b", "\x07", "\u202e"} & {*said}


def a_link_to_a_folder(bag: Path) -> None:
    (bag / "data" / "more").symlink_to("/etc")


def a_link_to_itself(bag: Path) -> None:
    (bag / "data" / "more").symlink_to("more")


def a_pipe(bag: Path) -> None:
    os.mkfifo(bag / "data" / "more")


def another_form(bag: Path) -> None:
    said = (bag / "bagit.txt").read_text().replace("UTF-8", "UTF-16")
    (bag / "bagit.txt").write_text(said)
    summed(bag)


ODD: dict[str, Callable[[Path], None]] = {
    "puts a link to another folder into a bag": a_link_to_a_folder,
    "puts a link that leads to itself into a bag": a_link_to_itself,
    "puts a pipe into a bag that nobody writes to": a_pipe,
    "says of a bag that its names are in another encoding": another_form,
}


@each("archives", HAS, "{}", "it is told, and verify ends with 1", ODD)
def test_a_bag_that_is_none(bag: Path, given: Callable[[Path], None]) -> None:
    given(bag)
    told = call("verify", bag, status=1)
    assert "Traceback" not in told.output


@attacks(
    Attack(
        "archives",
        HAS,
        "says that a record is given away under another licence, and makes all else fit",
        "it is told that this is only claimed",
    )
)
def test_the_licence_of_a_bag(tmp_path: Path) -> None:
    write_bag(replace(leaving(smallest()), licence="CC0-1.0"), Folder(tmp_path / "bag"))
    told = call("verify", tmp_path / "bag").stdout
    assert "CC0-1.0" in told.partition("nothing here can prove it")[2]
