"""Texts and copies of rules that nobody writes: reading them takes time by their length alone (of
some in check, of others each day; of all in soak)."""

import contextlib
from time import process_time

import pytest

from nomic_mail.game.rulebook import Rules
from nomic_mail.rulesets import load
from nomic_mail.rulesets.derive import NotOneChange, derive
from nomic_mail.rulesets.texts import BadText, read_text
from tests.kit.tiers import some

BOOK = Rules({rule.number: rule for rule in load("pull_request").rules})
LINES = [
    *("101. A rule.", "word", "x-", "> 101. Q", "\f", "Page 1", "- 1 -", "<p>", "<script>", "<!--"),
    *("(" * 80, "-" * 80, " " * 79 + "x", "101 102 103", "Immutable Rules", "*" * 80, "\u00ad"),
    *("101" + " " * 77 + "x", "Rules 101-116.", "HEADING", "1. item", "# 101", "x:", "x" * 9999),
    *("rule" + " " * 5000 + "x", "[(" * 4000, "_*" * 4000, "\ue000" * 5000, ". " * 4000, "&amp;"),
    *("101. A rule.         102. Another", "| 101 | A. | mutable |", "(a) x", "101.1 x", "a |"),
    *("| 101 |" + " " * 5000 + "|", "101. x" + "   x" * 2000, "(mutable).", "Title: x", "r101 /"),
    *("<pre>" + " " * 5000 + "x", ".)" * 4000, "101. a" + " " * 5000 + "(x", "immutable" * 900),
]


@pytest.mark.parametrize("gap", ["\n", "\n\n", " "])
@pytest.mark.parametrize(
    "line", some(LINES, 16, check=16), ids=lambda line: line[:12].strip() or "blank"
)
def test_the_time_is_linear(line: str, gap: str) -> None:
    def cost(size: int) -> float:
        text = "101. Begin.\n\n" + (line + gap) * (size // len(line + gap))
        begun = process_time()
        with contextlib.suppress(BadText):
            read_text(text)
        return process_time() - begun

    assert cost(80_000) < 12 * cost(20_000) + 0.5


def test_a_huge_copy_takes_no_long_time() -> None:
    for line in ("101 A (mutable)", "+x", "> ", "101 a" + " " * 5000, "-", "", "@@ -1 +1 @@"):
        text = "@@ -1 +1 @@\n" + f"{line}\n" * (200_000 // (len(line) + 1))
        for one in (text, text[12:]):
            begun = process_time()
            with pytest.raises(NotOneChange):
                derive(BOOK, one)
            assert process_time() - begun < 10
