"""Attacks by what we are made of: what is installed is what was looked at."""

import re
import tomllib
from pathlib import Path

from tests.attacks.kit import Attack, attacks

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINS = re.findall(r"^([a-z0-9._-]+)(?:\[[\w,]+\])?==(\S+)", LOCK, re.M)


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@attacks(
    Attack(
        "supply",
        "the package index, or the line to it",
        "hands out another file under a known name and version",
        "it is refused: every version has its hashes, and setup wants them",
    )
)
def test_every_package_is_locked_by_hashes() -> None:
    blocks = re.split(r"^(?=[a-z0-9])", LOCK, flags=re.M)[1:]
    assert len(blocks) == len(PINS) > 60
    assert [one.split()[0] for one in blocks if "--hash=sha256:" not in one] == []
    setup = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = re.findall(r"pip install [^\n]*(?:\\\n[^\n]*)*", setup)
    assert installs
    for one in installs:
        assert "--require-hashes" in one or "$(LOCKED)" in one or "$(OURS)" in one, one


@attacks(
    Attack(
        "supply",
        "a name that nobody has taken on the public index",
        "registers a package that ours asks for on a private one",
        "the lock names no index, and each name it has is one that pyproject.toml leads to",
    )
)
def test_the_lock_names_no_place_to_fetch_from() -> None:
    assert not re.search(r"https?:|file:|--(?:extra-)?index|--find-links|/opt/", LOCK)
    whys = re.findall(r"^    # via(?: (.+)|\n((?:    #   .+\n?)+))", LOCK, re.M)
    assert len(whys) == len(PINS)


@attacks(
    Attack(
        "supply",
        "a new version of something we use",
        "waits for the next installation to fetch it",
        "it is not fetched: what is asked for is in the lock, in one version",
    )
)
def test_all_that_is_asked_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        asked += extra
    names = {canonical(re.split(r"[\[<>=~! ]", one)[0]) for one in asked}
    assert names <= {canonical(name) for name, _ in PINS}


@attacks(
    Attack(
        "supply",
        "a build step of ours",
        "fetches a builder of its own choice while it installs us",
        "the builder is in the lock, and nothing is fetched to build with",
    )
)
def test_nothing_is_fetched_to_build_with() -> None:
    setup = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--no-build-isolation" in setup
    assert {"hatchling", "editables"} <= {name for name, _ in PINS}


@attacks(
    Attack(
        "supply",
        "a hole in something we use, which others know of",
        "uses it before anybody here has heard",
        "each `make check` asks PyPI for known holes, and says so where it cannot",
    )
)
def test_known_holes_are_looked_for() -> None:
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"^check:.* audit ", rules, re.M)
    assert "known holes were NOT looked for'; $(UNASKED)" in rules
    assert re.findall(r"^.*UNASKED := .*$", rules, re.M) == [
        "UNASKED := false",
        "check: UNASKED := true",
    ]


@attacks(
    Attack(
        "supply",
        "a process of ours that they have got into",
        "eats the machine's memory, or forks without end",
        "systemd ends it at MemoryMax and TasksMax",
    )
)
def test_the_unit_has_an_end() -> None:
    unit = (ROOT / "nomic_mail/cli/nomic-mail.service").read_text(encoding="utf-8")
    assert {"MemoryMax=1G", "TasksMax=200", "NoNewPrivileges=yes"} <= set(unit.splitlines())
