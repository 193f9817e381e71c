"""A record in a git repository: written by git itself, and read from any clone of it.

1. What is read is a stranger's. git is asked about a copy of its heads, which has its objects and a
   configuration of ours: so it looks nowhere else, fetches nothing, puts nothing in another's place
   and runs nothing. What git would do by the stranger's own where somebody looks at it is told.
   Files beside it are read without git, which would run filters.
2. What is in the environment of whoever calls changes no id.
3. Where git is not, or fails, it is GitFailed, with a sentence for whoever called.
4. All that is in it is checked: branches, tags, each object they lead to, and the files beside it.
5. Before git is asked anything, it is looked over: git would wait for a pipe, read what never ends,
   and unpack whatever is packed. So it is whole, and nothing of it stands elsewhere.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha1
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, BinaryIO, cast

from nomic_mail.archive.rooms import (
    ANY_RATIO_BYTES,
    UNPACKED_BYTES,
    UNPACKED_RATIO,
    Folder,
    piece_by_piece,
)
from nomic_mail.archive.verify.report import Report

PART = "the repository"
CONFIGS = ("config", "config.worktree")
ELSEWHERE = ("commondir", "gitdir", "objects/info/alternates")
ANOTHER_HISTORY = ("shallow", "info/grafts")  # than is in it: what git shows then
INCLUDES = re.compile(rb"\[\s*include", re.IGNORECASE)
CONFIG_BYTES, MOST_NAMED = 1 << 20, 20
HEADS = ("HEAD", "packed-refs", "refs", "reftable")
KINDS = re.compile(
    rb"^[\t ]*(objectformat|refstorage)[\t ]*=[\t ]*([a-z0-9]{1,20})[\t ]*\r?$", re.M | re.I
)
# What a clone's configuration says, on any machine.
OF_A_CLONE = re.compile(
    r"core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|symlinks"
    r"|precomposeunicode)|remote\..*\.(?:url|fetch|mirror|tagopt)|branch\..*\.(?:remote|merge|rebase)"
    r"|user\.(?:name|email)|extensions\.(?:objectformat|refstorage)"
)
# What git itself lays there, with a clone or what is done in it.
OF_EVERY: Mapping[str, frozenset[str]] = {
    "": frozenset(
        (
            *("HEAD", "FETCH_HEAD", "ORIG_HEAD", "packed-refs", "refs", "reftable", "objects"),
            *("config", "config.worktree", "info", "logs", "hooks", "index", "shallow"),
            *("COMMIT_EDITMSG", "description", "branches"),
        )
    ),
    "info/": frozenset({"exclude", "grafts", "refs"}),
    "objects/info/": frozenset({"packs", "alternates", "commit-graph", "commit-graphs"}),
}
PACKED = re.compile(r"^(([0-9a-f]{40,64}) .+)\n(?:\^([0-9a-f]{40,64})$)?", re.MULTILINE)
PACKED_AT_ONCE = 500
QUIET = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
NO_GIT = "there is no program git here; --format git - writes what git fast-import reads"


class GitFailed(Exception):
    pass


def _alone() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    of_none = ("GIT_NO_LAZY_FETCH", "GIT_NO_REPLACE_OBJECTS")
    return kept | {"GIT_ALLOW_PROTOCOL": "none"} | dict.fromkeys(of_none, "1")


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(  # noqa: S603  our own words, without a shell
        ["git", "-C", str(folder), *QUIET, *words],  # noqa: S607
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",  # a stranger's names are any bytes
        check=False,
        env=_alone(),
    )
    if done.returncode:
        named = next((word for word in words if word[:1] != "-"), "")
        raise GitFailed(f"git {named} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def write_repository(out: Path, pieces: Iterable[bytes], *, bare: bool = False) -> str:
    """The id of its last change: the same of the same game, everywhere."""
    out.mkdir(parents=True, exist_ok=True)
    try:
        git(out, "init", "-q", "--object-format=sha1", *(["--bare"] if bare else []))
        command = ["git", "-C", str(out), "fast-import", "--quiet"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, env=_alone()) as run:  # noqa: S603  as above
            pipe: IO[bytes] = run.stdin  # type: ignore[assignment]
            for piece in pieces:
                pipe.write(piece)
            pipe.close()
            if run.wait():
                raise GitFailed("git fast-import failed")
        git(out, "symbolic-ref", "HEAD", "refs/heads/main")
        if not bare:
            git(out, "reset", "-q", "--hard")
    except FileNotFoundError as missing:
        raise GitFailed(NO_GIT) from missing
    return git(out, "rev-parse", "main")


def is_repository(path: Path) -> bool:
    return (path / ".git").exists() or all((path / one).exists() for one in ("HEAD", "objects"))


@contextmanager
def record_in(path: Path) -> Iterator[BinaryIO]:
    """The file record.json on the branch of that name."""
    packed = _look_over(path)
    with _apart(path) as heads:
        refs = _refs(heads)
        _refuse_bomb(heads, packed)
        if "record" not in refs:
            raise ValueError("it has no branch called record")
        command = [
            "git",
            *QUIET,
            f"--git-dir={heads}",
            "cat-file",
            "blob",
            f"{refs['record']}:record.json",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=_alone()) as run:  # noqa: S603  as above
            yield cast(BinaryIO, run.stdout)


def _git_of(path: Path) -> Path:
    return path / ".git" if (path / ".git").exists() else path


@contextmanager
def _apart(path: Path) -> Iterator[Path]:
    """Rule 1."""
    gits = _git_of(path)
    with TemporaryDirectory() as folder:
        heads = Path(folder)
        for name in HEADS:
            if (gits / name).is_dir():
                shutil.copytree(gits / name, heads / name)
            elif (gits / name).is_file():
                shutil.copyfile(gits / name, heads / name)
        (heads / "refs").mkdir(exist_ok=True)
        (heads / "objects").symlink_to((gits / "objects").resolve())
        config = gits / "config"
        kinds = KINDS.findall(config.read_bytes()) if config.is_file() else []
        told = "".join(f"\t{name.decode()} = {kind.decode()}\n" for name, kind in kinds)
        version = f"[core]\n\tbare = true\n\trepositoryformatversion = {int(bool(kinds))}\n"
        (heads / "config").write_text(f"{version}[extensions]\n{told}")
        try:
            _asked(heads, "rev-parse", "--git-dir")
        except GitFailed:
            raise ValueError("there is no repository of git in it") from None
        except FileNotFoundError as missing:
            raise GitFailed(NO_GIT) from missing
        yield heads


def _asked(heads: Path, *words: str) -> str:
    """Of this very folder, and of none above it."""
    return git(heads, f"--git-dir={heads}", *words)


def _look_over(path: Path) -> int:
    """Rule 5. How many bytes its objects take up."""
    gits = _git_of(path)
    if gits.is_symlink() or not gits.is_dir():
        raise ValueError("its .git stands elsewhere; clone it, and check the clone")
    packed = 0
    for one in path.rglob("*"):
        if one.exists() and not (one.is_file() or one.is_dir()):
            raise ValueError(f"{one.relative_to(path)} in it is no file")
        if one.is_relative_to(gits):
            packed += _looked_into(one, gits)
    return packed


def _looked_into(one: Path, gits: Path) -> int:
    """The bytes of an object, or of objects that are packed."""
    name = one.relative_to(gits)
    if one.is_symlink() or (str(name) in ELSEWHERE and one.stat().st_size):
        raise ValueError(f"its {name} leads elsewhere; clone it, and check the clone")
    if not one.is_file():
        return 0
    if str(name) in ANOTHER_HISTORY and one.stat().st_size:
        raise ValueError(f"its {name} has git show another history than it holds; clone it whole")
    if one.name in CONFIGS:
        _refuse_includes(one)
    size = one.stat().st_size
    if name.parts[0] == "objects":
        return size
    if size > ANY_RATIO_BYTES:
        raise ValueError(f"its {name} has {size:,} bytes: no record's has")
    return 0


def _refuse_includes(config: Path) -> None:
    with config.open("rb") as file:
        told = file.read(CONFIG_BYTES + 1)
    if INCLUDES.search(told) or len(told) > CONFIG_BYTES:
        raise ValueError("its configuration includes other files, which no clone's does")


def _refuse_bomb(heads: Path, packed: int) -> None:
    told = _asked(heads, "cat-file", "--batch-all-objects", "--batch-check=%(objectsize)").split()
    sizes = [int(one) for one in told if one.isdecimal()]
    largest = max(sizes, default=0)
    bomb = largest > ANY_RATIO_BYTES and largest > UNPACKED_RATIO * packed
    if bomb or sum(sizes) > UNPACKED_BYTES:
        raise ValueError(f"{packed:,} bytes that unpack to {sum(sizes):,}: no record is like that")


def _refs(heads: Path) -> dict[str, str]:
    """Branches and tags by their names; in a clone those of where it comes from. All others (what
    replaces an object, notes) by where they stand; so is one of where it comes from that is not
    the same here."""
    found, stands = dict[str, str](), dict[str, str]()
    told = "--format=%(objectname) %(refname) %(symref)"
    lines = _asked(heads, "for-each-ref", told).splitlines()
    for line in reversed(lines):  # refs/tags, refs/remotes/origin, refs/heads: the last holds
        name, ref, leads = f"{line} ".split(" ")[:3]
        _, kind, *rest = ref.split("/")
        if kind == "remotes" and leads.startswith(ref.removesuffix("HEAD")):
            continue  # which of its others is looked at first
        inner = {"heads": rest, "remotes": rest[1:], "tags": ["tags", *rest]}
        told = "/".join(inner.get(kind, [ref]))
        if found.get(told, name) != name:
            found[stands[told]] = found[told]
        found[told], stands[told] = name, ref
    return found


def check_repository(path: Path, pieces: Iterable[bytes], report: Report, *, ours: bool) -> None:
    """Made again of the same ledger it has to have the same ids, but for the record that another
    version wrote: that is what the ledger was taken from."""
    with TemporaryDirectory() as folder, _apart(path) as heads:
        write_repository(Path(folder), pieces, bare=True)
        made, told = _refs(Path(folder)), _refs(heads)
        _check_files(path, heads, Path(folder), report)
        if _check_objects(heads, report):
            _check_packed(heads, report)
        own = ", ".join(_of_its_own(_git_of(path), heads))
    if not ours:
        made["record"] = told["record"]
    for name in sorted({*made, *told}):
        report.same(PART, name, told.get(name, "nothing"), made.get(name, "nothing"))
    if own:
        report.claimed.append(
            f"what git shows in this folder, by settings of its own ({own}): look at a clone of it"
        )


def _of_its_own(gits: Path, heads: Path) -> list[str]:
    """What no clone of it would have, and git would go by where somebody looks at it."""
    found = list[str]()
    for config in (gits / name for name in CONFIGS if (gits / name).is_file()):
        words = ("--file", str(config.resolve()), "--no-includes", "--name-only", "--list")
        try:
            keys = _asked(heads, "config", *words).splitlines()
        except GitFailed:
            keys = [f"{config.name} (not readable)"]
        found += [key for key in keys if not OF_A_CLONE.fullmatch(key)]
    acts = (one for kind in ("hooks", "branches") for one in gits.glob(f"{kind}/*"))
    found += [one.relative_to(gits).as_posix() for one in acts if one.suffix != ".sample"]
    found += [
        f"{folder}{one.name}"
        for folder, known in OF_EVERY.items()
        for one in sorted(gits.glob(f"{folder}*"))
        if one.name not in known and (one.is_dir() or one.stat().st_size)
    ]
    return sorted(dict.fromkeys(found))[:MOST_NAMED]


def _check_objects(heads: Path, report: Report) -> bool:
    """Each has the name that its content gives it, and none is missing."""
    try:
        found = _asked(heads, "rev-list", "--objects", "--all", "--missing=print").splitlines()
        missing = [one[1:] for one in found if one[:1] == "?"]
        report.same(PART, "its objects", ", ".join(missing[:9]) or "all", "all")
        _asked(heads, "fsck", "--full", "--no-dangling")
    except GitFailed as trouble:
        report.differs(PART, "its objects", str(trouble), "all of them, and whole")
        return False
    return not missing


def _check_packed(heads: Path, report: Report) -> None:
    """packed-refs tells what each tag leads to, and git believes it (`git describe`)."""
    packed = heads / "packed-refs"
    text = packed.read_text("utf-8", "replace") if packed.is_file() else ""
    known = {*_asked(heads, "for-each-ref", "--format=%(objectname) %(refname)").splitlines()}
    of_all = " fully-peeled " in text.partition("\n")[0]
    told = [
        (name, end) for line, name, end in PACKED.findall(text) if (of_all or end) and line in known
    ]
    for at in range(0, len(told), PACKED_AT_ONCE):
        some = told[at : at + PACKED_AT_ONCE]
        ends = _asked(heads, "rev-parse", *(f"{name}^{{}}" for name, _ in some)).splitlines()
        for (name, end), is_at in zip(some, ends, strict=True):
            report.same(PART, f"packed-refs, of {name[:12]}", end or name, is_at)


def _check_files(path: Path, heads: Path, made: Path, report: Report) -> None:
    """What was checked out of it, where something was; of one that is bare, what would be."""
    try:
        head = _asked(heads, "rev-parse", "--quiet", "--verify", "HEAD")
    except GitFailed:  # nothing was ever checked out
        head = ""
    try:
        lines = _asked(made, "ls-tree", "-r", "-l", "-z", head).split("\0") if head else []
    except GitFailed:  # a change that is none of this game's
        if head not in _refs(heads).values():  # else its branch is told
            report.differs(PART, "HEAD", head, "a change of these rules")
        return
    bare = not (path / ".git").exists()
    if (head or bare) and head != _refs(heads).get("main"):
        says = f"the files here are of {head[:12] or 'no change'}"
        report.claimed.append(f"{says}, not of the last change (main)")
    if bare:
        return
    told = {
        name: one.split()[2:] for one, _, name in (line.partition("\t") for line in lines) if one
    }
    room = Folder(path)
    there = {name for name in room.names() if name.partition("/")[0] != ".git"}
    for name in sorted({*told, *there}):
        says, (comes, size) = "nothing", told.get(name, ("nothing", ""))
        if name in there:
            says = _id_of(path / name, size) if name in told else "a file"
        report.same(PART, f"the file {name}", says, comes)


def _id_of(file: Path, size: str) -> str:
    """As git names it; what it leads to is none of it, and another size's is not read."""
    if file.is_symlink():
        return "a link"
    has, known = file.stat().st_size, int(size)
    if has > known and has <= 2 * known:  # git may have ended its lines as Windows does
        told = file.read_bytes().replace(b"\r\n", b"\n")
        return _id_of_blob([told], len(told))
    if has != known:
        return f"a file of {has} bytes"
    with file.open("rb") as opened:
        return _id_of_blob(piece_by_piece(opened), has)


def _id_of_blob(pieces: Iterable[bytes], size: int) -> str:
    made = sha1(b"blob %d\0" % size, usedforsecurity=False)
    for piece in pieces:
        made.update(piece)
    return made.hexdigest()
