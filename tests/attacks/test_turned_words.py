"""Marks that turn the words behind them about, in what a game is published as."""

import re
from functools import cache
from pathlib import Path

from nomic_mail.game.wording import STEERS
from tests.attacks.kit import Attack, attacks, each
from tests.kit.sites import PLAYED, index, leaving, site

MARKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029"
FILES = {
    "a page": "*.html",
    "the feed": "feed.xml",
    "what its search reads": "search.js",
}


@cache
def told(pattern: str) -> dict[Path, str]:
    pages = [page for name in ("hostile", "told, hostile") for page in site(name).rglob(pattern)]
    return {page: page.read_text("utf-8") for page in pages}


@each(
    "injection",
    "a seat, and whoever reads the game's site",
    "writes a title, a text and a remark that turn the words about in {}",
    "no such mark is in it: who won, and how many were for it, reads as it is",
    FILES,
)
def test_marks_that_turn_words_about(given: str) -> None:
    assert told(given)
    for page, text in told(given).items():
        found = {mark for mark in MARKS if mark in text or f"\\u{ord(mark):04x}" in text}
        assert not found, page
    assert any("txet" in text for text in told(given).values())


def test_nor_in_the_index_of_games() -> None:
    text = (index("https://games.example.org") / "index.html").read_text("utf-8")
    assert not any(mark in text or f"\\u{ord(mark):04x}" in text for mark in MARKS)


@attacks(
    Attack(
        "injection",
        "a record of a game, and who reads it in a terminal as text or as commits",
        "has a title, a text and a remark with what moves a terminal, and turns words about",
        "none of it is in there",
    )
)
def test_what_moves_a_terminal_in_a_record_to_read() -> None:
    game = leaving(PLAYED["hostile"]())
    text = b"".join(game.pieces("text")).decode()
    assert "txet" in text
    assert {sign for sign in text if STEERS.match(sign)} == set()
    stream = b"".join(game.pieces("git"))
    heads = list(re.finditer(rb"^(?:author .*\ncommitter|tagger) .*\ndata (\d+)\n", stream, re.M))
    assert len(heads) > 3
    for head in heads:
        told = stream[head.start() : head.end() + int(head[1])].decode()
        assert {sign for sign in told if STEERS.match(sign)} == set(), told
