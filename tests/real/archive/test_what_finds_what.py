"""The table of docs/verify.md that tells who finds how much of what was forged: `verify`, the page
that goes with a bag, and the verifier in JavaScript, a second opinion written from docs/FORMAT.md
alone; without a head from elsewhere, and with one. Its rows are counted anew (in check some, others
each day); `--update-docs` writes them.

1. Everything is made good: chain, head, fields and digest. What makes no record is none of it, nor
   what says the same in other words.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from nomic_mail.archive.verify.report import BROKEN
from tests.kit.games.forgeries import PAGE, Forged, Forger
from tests.kit.games.hundred_turns import hundred_turns
from tests.kit.recorded import Data, checked, forged, recorded
from tests.kit.second_opinion import said_of
from tests.kit.tiers import some
from tests.real.archive.test_check_record import wrong
from tests.real.archive.test_tampering import ways

SO_MANY, TURNS = 40, 20
ROWS = {
    "a field of an event, alone": ("an event",),
    "a field of a cause, alone": ("a cause",),
    "a field of a cause, and all that followed of it": ("all that followed",),
    "an event dropped, doubled or swapped": ("event dropped", "event doubled", "event swapped"),
    "a cause dropped, or told of the next event": ("event cause dropped", "event cause moved"),
    "a burst dropped, doubled or swapped": ("burst dropped", "burst doubled", "burst swapped"),
}
COLUMNS = (
    *("altered", "`verify`", "the page", "`verifier.mjs`"),
    *("`verify --head`", "the page, HEAD", "`verifier.mjs --head`"),
)


class Found(NamedTuple):
    by_verify: bool
    by_the_page: bool
    by_the_verifier: bool
    by_verify_with_the_head: bool
    by_the_page_with_the_head: bool
    by_the_verifier_with_the_head: bool


@cache
def _forger() -> Forger:
    return Forger(recorded(hundred_turns(TURNS))["ledger"]["entries"])


@cache
def _head() -> str:
    return str(forged(_forger().entries)["ledger"]["head"])


def forged_ones(kinds: tuple[str, ...]) -> Iterator[tuple[Forged, Data]]:
    """The same ones each time, with the records that they make."""
    forger = _forger()
    all_of_them = [one for way, one in ways(forger) if way in kinds]
    left = SO_MANY
    for one in random.Random(13).sample(all_of_them, len(all_of_them)):
        if left and not forger.says_the_same(one):
            try:
                made = forged(forger.entries_of(one))
            except BROKEN:
                continue
            left -= 1
            yield one, made


def found(made: Data, said: list[str]) -> Found:
    places = [told.where for told in checked(made, _head()).differences]
    named = page_names(made)
    return Found(
        by_verify=any("--head" not in where for where in places),
        by_the_page=any(name != "HEAD" for name in named),
        by_the_verifier=any(not line.startswith("--head") for line in said),
        by_verify_with_the_head=bool(places),
        by_the_page_with_the_head=bool(named),
        by_the_verifier_with_the_head=bool(said),
    )


def page_names(made: Data) -> list[str]:
    """Where it breaks it exits with 1 as well."""
    try:
        return wrong(made, _head())
    except (AttributeError, LookupError, TypeError, ValueError):
        return ["it breaks"]


def row(name: str, kinds: tuple[str, ...]) -> str:
    made = [one for _, one in forged_ones(kinds)]
    assert len(made) == SO_MANY
    all_found = list(map(found, made, said_of(made, [_head()])))
    assert all(all(one[-3:]) for one in all_found)
    counts = (sum(column) for column in zip(*all_found, strict=True))
    return f"| {name} | {' | '.join(map(str, counts))} |"


def test_the_table_has_these_rows() -> None:
    rows = PAGE.read_text(encoding="utf-8").partition(f"| {' | '.join(COLUMNS)} |\n")[2]
    told = rows.partition("\n\n")[0].splitlines()[1:]
    assert [line.split(" | ")[0].removeprefix("| ") for line in told] == list(ROWS)


@pytest.mark.parametrize("name", some(list(ROWS), 1, check=1))
def test_the_table_tells_who_finds_what(name: str, request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    now = re.sub(rf"(?m)^\| {name} \|.*$", row(name, ROWS[name]), text)
    if request.config.getoption("--update-docs"):
        PAGE.write_text(now, encoding="utf-8")
    told = f"pytest {__file__} --tier soak --update-docs"
    assert PAGE.read_text(encoding="utf-8") == now, told
