"""What docs/clauses.md says of how people say what adopts is how votes are counted."""

import re
from pathlib import Path

import pytest

from nomic_mail.game.commands import Choice
from nomic_mail.game.tally import tally

PAGE = (Path(__file__).parents[2] / "docs" / "clauses.md").read_text(encoding="utf-8")
PART = PAGE.partition("## What adopts, as people say it")[2].partition("\n## ")[0]
ROWS = {
    row[0].strip(): "; ".join(re.findall(r"`([^`]+)`", row[1])).removeprefix("adoption: ")
    for row in re.findall(r"^\| ([^|]+)\|([^|]+)\|$", PART, re.MULTILINE)
    if "`" in row[1]
}
# Of twelve, so many for, against and abstaining; the others send nothing.
COUNTS = [
    (2, 1, 5),
    (2, 2, 1),
    (1, 2, 0),
    (4, 2, 3),
    (3, 2, 0),
    (3, 0, 2),
    (7, 5, 0),
    (6, 0, 0),
    (12, 0, 0),
    (11, 0, 1),
]
MEANS = {
    "more for than against": lambda said, no: said > no,
    "at least as many for as against": lambda said, no: said >= no,
    "twice as many for as against": lambda said, no: said >= 2 * no,
    "nobody against it": lambda said, no: no == 0,
    "more than half of all, whoever votes": lambda said, no: said > 6,
    "all of us": lambda said, no: said == 12,
}


def test_each_row_is_tried() -> None:
    assert ROWS.keys() == MEANS.keys()


@pytest.mark.parametrize("words", MEANS)
@pytest.mark.parametrize("counts", COUNTS, ids=str)
def test_a_row_is_counted_as_it_is_said(words: str, counts: tuple[int, int, int]) -> None:
    choices: tuple[Choice, ...] = ("for", "against", "abstain")
    votes = [one for one, many in zip(choices, counts, strict=True) for _ in range(many)]
    found = tally(ROWS[words], tuple(range(1, 13)), dict(enumerate(votes, 1)))
    said, against, _ = counts
    assert (found.outcome == "adopted") == MEANS[words](said, against)
