"""A game many times as long takes no more memory, whatever its record is written as."""

import gc
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO

import pytest

from bench.archive import long_game
from nomic_mail.archive import shelf
from nomic_mail.archive.json import json_pieces, lay
from nomic_mail.archive.pieces import read_pieces
from nomic_mail.archive.site import site_pages, walk
from nomic_mail.written.entry import Entry
from tests.kit.recorded import entries_of
from tests.kit.tiers import times

USUAL = (700, 10, 10)


def _peak(work: Callable[[], object]) -> int:
    """The least of three times: what is done beside it, and when the collector comes, is chance."""
    return min(_once(work) for _ in range(3))


def _once(work: Callable[[], object]) -> int:
    """As the collector works in the program, which tests let work more seldom; what other tests of
    this process left is set aside, for beside much that lives long it hardly works at all."""
    seldom = gc.get_threshold()
    gc.freeze()
    gc.collect()
    gc.set_threshold(*USUAL)
    tracemalloc.start()
    try:
        work()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.set_threshold(*seldom)
        gc.unfreeze()
    return peak


def test_many_times_the_game_takes_no_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a record that is made, and read again; the events are there before and after. None is
    adopted: a rule's life is one piece. When the collector works is chance, and worth 400 KB, of
    megabytes."""
    monkeypatch.setattr(shelf, "NEAR", 8)
    most = times(100, 100, 200)
    few, many = (entries_of(long_game(count, 4, every=999)) for count in (20, most))

    def made(entries: Iterable[Entry]) -> bytes:
        return b"".join(json_pieces(lay(entries)))

    def write(entries: Sequence[Entry]) -> Callable[[], object]:
        return lambda: sum(map(len, json_pieces(lay(iter(entries)))))

    def read(raw: bytes) -> Callable[[], object]:
        return lambda: read_pieces(BytesIO(raw))

    _peak(write(few))  # what is made once, and kept
    assert _peak(write(many)) < _peak(write(few)) + 400_000
    long, short = made(many), made(few)
    assert len(long) > 3 * len(short) > 1_000_000
    assert _peak(read(long)) < _peak(read(short)) + 200_000


def test_four_times_the_game_takes_no_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "NEAR", 4)
    monkeypatch.setattr(walk, "NEWS", 8)
    few, many = (entries_of(long_game(count, 3, every=999)) for count in (8, 32))

    def made(entries: list[Entry]) -> Callable[[], int]:
        def make() -> int:
            pages = site_pages(lay(iter(entries)), (one.event for one in entries))
            return sum(len(piece) for _, pieces in pages for piece in pieces)

        return make

    made(few)()  # what is made once, and kept
    assert _peak(made(many)) < _peak(made(few)) + 150_000
    assert made(many)() > 2 * made(few)()
