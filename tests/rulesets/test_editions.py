"""Our editions: each rule of the historical text under its number and status, in our own words, and
with its row in the account that docs/rules.md gives of it."""

import os
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from nomic_mail.game.citing import NUMBERED_ALIKE
from nomic_mail.game.clauses import KINDS
from nomic_mail.rulesets import load, names
from nomic_mail.rulesets.texts import read_text
from tests.kit.tiers import some

ROOT = Path(__file__).resolve().parents[2]
TEXT_OF = {name: text for name in names() if (text := load(name).edition_of)}
LONGEST_RUN = 5  # "two or more mutable rules": what the law itself is called, and no sentence
WORD = re.compile(r"[a-z0-9]+")
ROW = re.compile(r"^\| (\d{3}) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.M)


def test_the_editions_alone_are_cited_by_the_numbers_of_the_initial_sets() -> None:
    assert set(TEXT_OF) == NUMBERED_ALIKE


@pytest.fixture(scope="session")
def historical() -> Path:
    corpus = ROOT / os.environ.get("NOMIC_CORPUS", "../shared/corpus")
    folder = Path(os.environ.get("NOMIC_INITIAL_SETS", corpus.parent / "initial-sets"))
    if not folder.is_dir():
        pytest.skip("no initial sets here: set NOMIC_INITIAL_SETS to their folder")
    return folder


def words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def longest_run(ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """The longest row of words that stands in both."""
    begins = defaultdict(list)
    for at, pair in enumerate(pairwise(theirs)):
        begins[pair].append(at)
    best: list[str] = []
    for at, pair in enumerate(pairwise(ours)):
        for other in begins.get(pair, ()):
            length = 2
            while ours[at : at + length + 1] == theirs[other : other + length + 1] and (
                at + length < len(ours)
            ):
                length += 1
            best = max(best, list(ours[at : at + length]), key=len)
    return best


def test_the_measure_finds_a_copied_sentence() -> None:
    ours, theirs = words("So it is that all play goes on."), words("All play goes on.")
    assert longest_run(ours, theirs) == ["all", "play", "goes", "on"]
    assert longest_run(words("a b"), words("c d")) == []


@pytest.mark.parametrize("name", some(names(), 3))
def test_no_sentence_is_copied(historical: Path, name: str) -> None:
    ruleset = load(name)
    ours = {rule.number: words(f"{rule.title}. {rule.text}") for rule in ruleset.rules}
    ours[0] = words(f"{ruleset.about} {ruleset.guides}")
    copied = []
    for path in sorted(historical.iterdir()):
        theirs = words(path.read_text("utf-8"))
        for number, text in ours.items():
            run = longest_run(text, theirs)
            if len(run) > LONGEST_RUN:
                copied.append((number, path.name, " ".join(run)))
    assert not copied


@pytest.mark.parametrize("name", TEXT_OF)
def test_number_status_and_length_are_those_of_the_text(historical: Path, name: str) -> None:
    theirs = read_text((historical / TEXT_OF[name]).read_text("utf-8")).rules
    ours = load(name).rules
    assert sorted((r.number, r.status) for r in ours) == sorted(
        (r.number, r.status) for r in theirs
    )
    said = {rule.number: rule.text for rule in theirs}
    # A provision left out would show here, unless the rest had grown by as much.
    short = [r.number for r in ours if len(words(r.text)) < 0.8 * len(words(said[r.number]))]
    assert not short


# The account in docs/rules.md


def sections() -> dict[str, str]:
    page = (ROOT / "docs/rules.md").read_text("utf-8")
    parts = re.split(r"^## (\w+)$", page, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def rows(name: str, number: int) -> Iterator[str]:
    """What carries a rule out, also where the row sends one to another set."""
    for found in ROW.finditer(sections()[name]):
        if int(found[1]) == number:
            yield found[4]
            if sent := re.match(r"as in (\w+), (\d{3})$", found[2]):
                yield from rows(sent[1], int(sent[2]))


@pytest.mark.parametrize("name", names())
def test_each_rule_and_each_clause_has_its_row(name: str) -> None:
    for rule in load(name).rules:
        told = " ".join(rows(name, rule.number))
        assert told, f"{name} {rule.number:03d} has no row in docs/rules.md"
        missing = [clause for clause in rule.clauses if f"`{clause}`" not in told]
        assert not missing, f"{name} {rule.number:03d}: {missing}"


@pytest.mark.parametrize("name", names())
def test_no_row_names_a_clause_that_the_set_does_not_have(name: str) -> None:
    has = {clause for rule in load(name).rules for clause in rule.clauses}
    for found in ROW.finditer(sections()[name]):
        named = re.findall(r"`([a-z ]+: [^`]+)`", found[4])
        strange = [one for one in named if one.split(":")[0] in KINDS and one not in has]
        house = re.findall(r"\((?:`[^`]+`, the house|[^)]*would)", found[4])
        assert not strange or house, f"{name} {found[1]}: {strange}"


def test_each_historical_text_is_accounted_for() -> None:
    missing, gone = set(names()) - set(sections()), set(sections()) - set(names())
    assert not missing | gone, f"docs/rules.md has no section of {missing}, or one too many: {gone}"
    assert len(TEXT_OF) >= 6
