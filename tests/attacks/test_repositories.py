"""A clone of a record's repository that somebody has laid out for whoever checks it: git opens what
its files name, and reads as long as there is something to read."""

import os
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from nomic_mail.archive import opening
from nomic_mail.archive.forms.git import FORM
from nomic_mail.archive.repository import write_repository
from nomic_mail.archive.rooms import ANY_RATIO_BYTES
from tests.attacks.kit import Attack, attacks, each
from tests.cli.test_server import call
from tests.kit.games.finished_games import smallest
from tests.kit.sites import leaving

HAS = "whoever checks a record"
REFUSED = "it is refused before git is asked, and verify ends"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("repository") / "tea"
    assert FORM.pieces is not None
    write_repository(made, FORM.pieces(leaving(smallest())))
    return made


@pytest.fixture
def clone(honest: Path, tmp_path: Path) -> Path:
    return Path(copytree(honest, tmp_path / "tea"))


def include(clone: Path) -> None:
    os.mkfifo(clone.parent / "fifo")
    with (clone / ".git" / "config").open("a") as config:
        config.write(f"[Include]\n\tpath = {clone.parent / 'fifo'}\n")


def include_if(clone: Path) -> None:
    with (clone / ".git" / "config").open("a") as config:
        config.write('[core]\n[ includeIf "gitdir:/" ]\n\tpath = /dev/zero\n')


def fifo(clone: Path) -> None:
    os.mkfifo(clone / ".git" / "refs" / "heads" / "x")


def endless(clone: Path) -> None:
    (clone / ".git" / "refs" / "heads" / "x").symlink_to("/dev/zero")


def _above(clone: Path) -> None:
    """What git finds where it looks in the folder above."""
    (clone / ".git").rename(clone.parent / ".git")
    os.mkfifo(clone.parent / "fifo")
    with (clone.parent / ".git" / "config").open("a") as config:
        config.write(f"[include]\n\tpath = {clone.parent / 'fifo'}\n")


def empty(clone: Path) -> None:
    _above(clone)
    (clone / ".git").mkdir()


def bare_and_empty(clone: Path) -> None:
    _above(clone)
    (clone / "HEAD").touch()
    (clone / "objects").mkdir()


def blanks(clone: Path) -> None:
    """An object of blanks, a thousand times its size."""
    size = ANY_RATIO_BYTES + (1 << 20)
    raw = b"blob %d\0" % size + b" " * size
    name = sha1(raw, usedforsecurity=False).hexdigest()
    folder = clone / ".git" / "objects" / name[:2]
    folder.mkdir(exist_ok=True)
    (folder / name[2:]).write_bytes(zlib.compress(raw, 9))


def apart(clone: Path) -> Path:
    """Its .git, beside it, with a pipe in it."""
    return pipe_in(Path(copytree(clone / ".git", clone.parent / "other.git")))


def pipe_in(folder: Path) -> Path:
    (folder / "packed-refs").unlink(missing_ok=True)
    os.mkfifo(folder / "packed-refs")
    return folder


def elsewhere(clone: Path) -> None:
    apart(clone)
    rmtree(clone / ".git")
    (clone / ".git").write_text("gitdir: ../other.git\n")


def linked(clone: Path) -> None:
    apart(clone)
    rmtree(clone / ".git")
    (clone / ".git").symlink_to("../other.git")


def common(clone: Path) -> None:
    apart(clone)
    (clone / ".git" / "commondir").write_text("../../other.git\n")


def refs_elsewhere(clone: Path) -> None:
    other = clone.parent / "refs"
    (clone / ".git" / "refs").rename(other)
    os.mkfifo(other / "heads" / "x")
    (clone / ".git" / "refs").symlink_to("../../refs")


def alternates(clone: Path) -> None:
    other = Path(copytree(clone / ".git" / "objects", clone.parent / "objects"))
    (other / "info").mkdir(exist_ok=True)
    os.mkfifo(other / "info" / "alternates")
    (clone / ".git" / "objects" / "info").mkdir(exist_ok=True)
    (clone / ".git" / "objects" / "info" / "alternates").write_text("../../../objects\n")


def large_refs(clone: Path) -> None:
    (clone / ".git" / "packed-refs").touch()
    os.truncate(clone / ".git" / "packed-refs", 1 << 40)


TRICKS: dict[str, Callable[[Path], None]] = {
    "has its configuration include a pipe that nobody writes to": include,
    "has it include what never ends, if": include_if,
    "puts such a pipe where a branch is": fifo,
    "puts what never ends where a branch is": endless,
    "puts its .git elsewhere, with such a pipe in it": elsewhere,
    "leads its .git elsewhere by a link, to such a pipe": linked,
    "shares what another repository has, which has such a pipe": common,
    "leads its branches elsewhere by a link, to such a pipe": refs_elsewhere,
    "borrows objects from where such a pipe is": alternates,
    "has a list of branches of a terabyte, with nothing in it": large_refs,
    "has nothing in its .git, and such a pipe in that of the folder above": empty,
    "is bare with nothing in it, and has such a pipe in the folder above": bare_and_empty,
    "packs blanks into it, a thousand times their size": blanks,
}


@each("archives", HAS, "{}", REFUSED, TRICKS)
def test_a_repository_that_never_ends(clone: Path, given: Callable[[Path], None]) -> None:
    given(clone)
    with pytest.raises(ValueError):
        opening.take(clone)
    told = call("verify", clone, status=1)
    assert "is no record" in told.stderr


@attacks(
    Attack(
        "archives",
        HAS,
        "names programs to run, and whom to believe, in its configuration",
        "nothing of it is run, and the record is checked",
    )
)
def test_a_configuration_that_runs_things(clone: Path) -> None:
    touch = f"touch {clone.parent / 'run'}"
    keys = (
        *("core.pager", "core.editor", "core.sshCommand", "core.alternateRefsCommand"),
        *("core.fsmonitor", "core.askPass", "gpg.program", "diff.external", "credential.helper"),
        *("alias.for-each-ref", "alias.fsck", "alias.cat-file", "pager.for-each-ref"),
    )
    for key in keys:
        program = f"!{touch}" if key.startswith("alias") else touch
        subprocess.run(["git", "-C", clone, "config", key, program], check=True)
    hook = clone / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{touch}\n")
    hook.chmod(0o755)
    (clone / ".git" / "info").mkdir(exist_ok=True)
    (clone / ".git" / "info" / "attributes").write_text("*.md diff=x\n")
    subprocess.run(["git", "-C", clone, "config", "diff.x.textconv", touch], check=True)
    told = " ".join(call("verify", clone).stdout.split())
    assert "comes out as it says" in told
    assert not (clone.parent / "run").exists()
    for name in ("core.pager", "diff.x.textconv", "hooks/post-checkout", "info/attributes"):
        assert name in told.partition("nothing here can prove it")[2]
    plain = call("verify", cloned(clone)).stdout
    assert "hooks" not in plain
    assert "core." not in plain


def cloned(clone: Path) -> Path:
    """As its readers make one, who may have settings of their own."""
    made = clone.parent / "again"
    subprocess.run(["git", "clone", "-q", clone, made], check=True)
    return made


def test_what_git_puts_in_order_itself_is_no_setting(clone: Path) -> None:
    git(clone, "gc", "-q")
    git(clone, "update-server-info")
    assert "by settings of its own" not in " ".join(call("verify", clone).stdout.split())


BESIDE = {
    "says under `branches` where git fetches from": "branches/main",
    "leaves words for who has git put it in order": "gc.log",
}


@each("archives", HAS, "{}", "it is told", BESIDE)
def test_what_no_clone_has(clone: Path, given: str) -> None:
    (clone / ".git" / "branches").mkdir(exist_ok=True)
    (clone / ".git" / given).write_text("https://evil.example/tea\n")
    assert f"by settings of its own ({given})" in " ".join(call("verify", clone).stdout.split())


def test_a_clone_whose_lines_end_as_on_windows_is_sound(clone: Path) -> None:
    made = clone.parent / "again"
    crlf = ("-c", "core.autocrlf=true")
    subprocess.run(["git", *crlf, "clone", "-q", clone, made], check=True)
    assert b"\r\n" in (made / "RULES.md").read_bytes()
    assert "comes out as it says" in call("verify", made).stdout
    rule = min((made / "rules").iterdir())
    rule.write_bytes(rule.read_bytes().replace(b"e", b"a", 1))
    assert f"the file rules/{rule.name}" in call("verify", made, status=1).stdout


def lying_graph(clone: Path) -> None:
    """A cache of git's, by which its last change is its first; the sum of it is right."""
    git(clone, "commit-graph", "write", "--reachable")
    file = clone / ".git" / "objects" / "info" / "commit-graph"
    told = bytearray(file.read_bytes()[:-20])
    at = told.find(bytes.fromhex(git(clone, "rev-parse", "main^{tree}").strip())) + 20
    told[at : at + 4] = (0x70000000).to_bytes(4, "big")
    file.chmod(0o644)
    file.write_bytes(told + sha1(told, usedforsecurity=False).digest())
    assert git(clone, "rev-list", "--count", "main") == "1\n"


@attacks(
    Attack(
        "archives",
        HAS,
        "has git pass over what a pipe names that nobody writes to",
        "its configuration is not asked, and the record is checked",
    )
)
def test_a_configuration_that_waits(clone: Path) -> None:
    os.mkfifo(clone.parent / "fifo")
    git(clone, "config", "fsck.skipList", str(clone.parent / "fifo"))
    done = subprocess.run(
        [sys.executable, "-m", "nomic_mail", "verify", clone],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert "comes out as it says" in done.stdout


def verified(folder: Path, name: str) -> str:
    """As somebody does who stands in that folder."""
    done = subprocess.run(
        [sys.executable, "-m", "nomic_mail", "verify", name],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return " ".join(done.stdout.split())


def test_a_repository_by_a_relative_path(clone: Path) -> None:
    assert "comes out as it says" in verified(clone.parent, clone.name)
    assert "comes out as it says" in verified(clone, ".")


@attacks(
    Attack(
        "archives",
        HAS,
        "puts a bare one into a folder whose own .git has a pipe for its configuration",
        "the folder above is not looked into, and the record is checked",
    )
)
def test_a_folder_above_that_waits(clone: Path) -> None:
    bare = clone.parent / "up" / "b.git"
    git(clone, "clone", "-q", "--mirror", ".", str(bare))
    copytree(clone / ".git", bare.parent / ".git")
    (bare.parent / ".git" / "config").unlink()
    os.mkfifo(bare.parent / ".git" / "config")
    assert "comes out as it says" in verified(clone.parent, "up/b.git")
    assert "comes out as it says" in verified(bare, ".")


@attacks(
    Attack(
        "archives",
        HAS,
        "has a configuration that git cannot read",
        "it is told, and the record is checked",
    )
)
def test_a_configuration_that_is_none(clone: Path) -> None:
    with (clone / ".git" / "config").open("a") as config:
        config.write("[core\n")
    assert "(config (not readable))" in verified(clone.parent, clone.name)


@attacks(
    Attack(
        "archives",
        HAS,
        "puts a file of many gigabytes, with nothing in it, beside the rules",
        "it is told as one that is too many, and never read",
    )
)
def test_a_large_file_beside(clone: Path) -> None:
    (clone / "large").touch()
    os.truncate(clone / "large", 1 << 40)
    told = call("verify", clone, status=1)
    assert "the file large" in told.stdout


@attacks(
    Attack(
        "archives",
        HAS,
        "makes a rule's file one of many gigabytes",
        "it is told as another one, and never read",
    )
)
def test_a_large_file_in_the_place_of_a_rule(clone: Path) -> None:
    rule = min((clone / "rules").iterdir())
    os.truncate(rule, 1 << 40)
    told = call("verify", clone, status=1)
    assert f"the file rules/{rule.name}" in told.stdout


@attacks(
    Attack(
        "archives",
        HAS,
        "leads a rule's file out of the repository",
        "it is told as no rule's file, and not read",
    )
)
def test_a_file_that_leads_out(clone: Path) -> None:
    rule = min((clone / "rules").iterdir())
    rule.unlink()
    rule.symlink_to("/etc/passwd")
    told = call("verify", clone, status=1)
    assert f"the file rules/{rule.name}" in told.stdout
    assert "Traceback" not in told.stdout + told.stderr


def git(clone: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", clone, *words], check=True, capture_output=True, text=True)
    return done.stdout


def ends(clone: Path) -> tuple[str, str]:
    first, *_, last = git(clone, "log", "--format=%H", "main").split()
    return first, last


def grafts(clone: Path) -> None:
    (clone / ".git" / "info").mkdir(exist_ok=True)
    (clone / ".git" / "info" / "grafts").write_text(" ".join(ends(clone)) + "\n")


def shallow(clone: Path) -> None:
    (clone / ".git" / "shallow").write_text(ends(clone)[0] + "\n")


def replaced(clone: Path) -> None:
    git(clone, "replace", *ends(clone))


def origin(clone: Path) -> None:
    """What it tells its readers to look at in a clone."""
    git(clone, "update-ref", "refs/remotes/origin/record", "main")


def a_tag(clone: Path) -> None:
    git(clone, "tag", "-f", git(clone, "tag").split()[0], "main~1")


def noted(clone: Path) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@x.example")
    git(clone, *who, "notes", "add", "-m", "It was not so.", "main")


def looked_at_first(clone: Path) -> None:
    """What `git log origin` shows."""
    git(clone, "update-ref", "refs/remotes/origin/HEAD", "main~1")


def first_elsewhere(clone: Path) -> None:
    git(clone, "update-ref", "refs/remotes/evil/HEAD", "main~1")


def packed(clone: Path, altered: Callable[[str], str]) -> None:
    """What git believes of the tags, without a look at them."""
    git(clone, "pack-refs", "--all")
    refs = clone / ".git" / "packed-refs"
    before = refs.read_text()
    refs.write_text(altered(before))
    assert refs.read_text() != before


def packed_elsewhere(clone: Path) -> None:
    first = ends(clone)[0]
    packed(clone, lambda text: re.sub(r"(?m)^\^.*$", f"^{first}", text))
    described = git(clone, "describe", "--tags", first)
    assert described.strip() in git(clone, "tag").split()  # as if a turn had ended there


def packed_as_no_tags(clone: Path) -> None:
    packed(clone, lambda text: re.sub(r"(?m)^\^.*\n", "", text))


HISTORIES: dict[str, Callable[[Path], None]] = {
    "has git leave out all between its first change and its last": grafts,
    "has git take its last change for all there is": shallow,
    "puts its first change in the place of its last": replaced,
    "keeps another record where its readers are told to look": origin,
    "keeps another record where git looks first in a clone": looked_at_first,
    "keeps another record where git looks first of another place": first_elsewhere,
    "has git's own cache leave out all before its last change": lying_graph,
    "leads a turn's tag to another change": a_tag,
    "adds a note to the rules": noted,
    "has git believe that a turn's tag leads to another change": packed_elsewhere,
    "has git believe that its tags lead nowhere": packed_as_no_tags,
}


@each("archives", HAS, "{}", "it is told, and verify ends with 1", HISTORIES)
def test_a_repository_that_shows_another_game(clone: Path, given: Callable[[Path], None]) -> None:
    given(clone)
    told = call("verify", clone, status=1)
    assert "Traceback" not in told.stdout + told.stderr


NOT_UTF8 = b"\xff\xfe"


def in_a_section(clone: Path) -> None:
    with (clone / ".git" / "config").open("ab") as config:
        config.write(b'[evil "' + NOT_UTF8 + b'"]\n\tx = ' + NOT_UTF8 + b"\n")


def in_a_branch(clone: Path) -> None:
    first = git(clone, "rev-parse", "main").strip().encode()
    with (clone / ".git" / "packed-refs").open("ab") as refs:
        refs.write(first + b" refs/heads/" + NOT_UTF8 + b"\n")


def in_a_head(clone: Path) -> None:
    (clone / ".git" / "HEAD").write_bytes(b"ref: refs/heads/" + NOT_UTF8 + b"\n")


NAMED: dict[str, tuple[Callable[[Path], None], int]] = {
    "names a part of its configuration": (in_a_section, 0),
    "names a branch": (in_a_branch, 1),
    "names the branch that is looked at": (in_a_head, 1),
}


@attacks(
    *(
        Attack("archives", HAS, f"{how} with bytes that are no UTF-8", "it is told", given=given)
        for how, given in NAMED.items()
    )
)
def test_a_name_that_is_no_text(clone: Path, given: tuple[Callable[[Path], None], int]) -> None:
    name, status = given
    name(clone)
    told = call("verify", clone, status=status)
    assert "UnicodeDecodeError" not in told.stdout
    assert "\\xff" in told.stdout or name is in_a_head  # its files are told, one by one
