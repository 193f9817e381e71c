"""Texts as long as they may be, of one thing again and again: each comes back in no time. The
bounds are for a machine that does other things; a page of words takes milliseconds."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from nomic_mail.letters.grammar.understand import understand
from nomic_mail.letters.proof.dkim import dmarc_failure
from nomic_mail.letters.quoting.scaffold import scaffold
from tests.kit.letters.letter_reading import TWO
from tests.kit.siege import AUTHSERV
from tests.letters.test_attacks_dmarc import OTHER, TRUST, A
from tests.letters.test_attacks_tokens_spelled import CUT, ID, MADE
from tests.letters.test_dkim import ADA, letter

ORDERS = ("FOR\n", "FOR 301, ", "PROPOSE ENACT: x\n", "PROPOSE\n", "Effects:\n", ">a\nFOR\n", ".")
QUOTED = ("On ", "On \n", "> ", ">\n", "wrote:\n", "--\n", "From: x\n", "|")
NEAR_TOKENS = (
    *("e", "e ", "efghabcd ", "efgh\n", "E", "%65", "%25", "=65", "&#101;", "&amp;", "=\n", "<b>"),
    *("=?a?q?e?=", "=?", "[nomic ", "nomic+r.", "\u200b", "e\u200b", "\\x65", "abcdefgh/+", "> "),
    *("Every effort for each face is fine; feed fifty eels for free.\n", "ef\n\n\n", f"{ID}\n"),
    *(f"{MADE[:-1]}.", "x" * 30 + "\n", "e" * 31 + ".", "ABCDabcd" * 9 + "\n"),
)
RESULTS = (
    *("(", ")", "()", "(a", '"', ";", "; ", "=", "dmarc", "dmarc ", "dmarc/1", "dmarc/1=", "arc="),
    *("arc=pass (", "=?a?q?b?=", "\\", "é", f";{AUTHSERV}", f"{OTHER};", "a.", " ", "<", "; a=b"),
)


def seconds(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


@pytest.mark.parametrize("piece", ["On ", *ORDERS])
def test_a_letter(piece: str) -> None:
    """200 KB of anything: answers are bounded, and so is the work (it was quadratic once)."""
    understood = understand(piece * 99, piece * (200_000 // len(piece)), TWO)
    assert len(understood.said) <= 100
    assert len(understood.questions) <= 20


@pytest.mark.parametrize("piece", QUOTED)
def test_its_lines(piece: str) -> None:
    """The sketch's peers took a minute for 60 KB of `On `; here it just comes back."""
    assert len(scaffold(piece * (200_000 // len(piece)))) <= 20_000


@pytest.mark.parametrize("piece", NEAR_TOKENS)
def test_a_text_in_which_tokens_are_looked_for(piece: str) -> None:
    assert seconds(partial(CUT, piece * (400_000 // len(piece)))) < 6


@pytest.mark.parametrize("piece", RESULTS)
def test_a_header_of_results(piece: str) -> None:
    raw = f"{A}: {AUTHSERV}; {piece * (250_000 // len(piece.encode()))}x\r\n".encode() + letter(ADA)
    assert seconds(partial(dmarc_failure, raw, TRUST)) < 2
