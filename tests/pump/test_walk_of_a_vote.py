"""How often a letter looks into the database on its way (bench/walk_of_a_vote.py counts more), and
how often it is read."""

import sys
from collections import Counter
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from bench.walk_of_a_vote import NAMES, Walk, counted

MOST = 12


@pytest.mark.parametrize("what", ["a vote", "a preview", "a bad token"])
def test_a_letter_looks_into_the_database_a_dozen_times(tmp_path: Path, what: str) -> None:
    walk = Walk(tmp_path)
    mover = walk.begin()
    voter = next(name for name in NAMES if name != mover)
    door = walk.last[voter].reply_to
    local, _, host = door.partition("@")
    text = "PREVIEW ENACT: Cake\nThere is cake.\nEND\n" if what == "a preview" else "FOR"
    to = f"{local[:-4]}aaaa@{host}" if what == "a bad token" else door
    walk.clock.set(walk.clock.now() + timedelta(minutes=10))
    walk.walks(voter, to, text)  # the first time much is loaded
    found = counted(partial(walk.walks, voter, to, text))
    walk.close()
    assert found["read()"] + found["write()"] <= MOST
    assert found["write()"] > 0


def test_a_vote_is_read_once_and_understood_once(tmp_path: Path) -> None:
    """However many ask what it says, from the door to the answer; what our own mail server wrote at
    its head is looked at once more."""
    walk = Walk(tmp_path)
    mover = walk.begin()
    voter = next(name for name in NAMES if name != mover)
    door, done = walk.last[voter].reply_to, Counter[str]()
    walk.walks(voter, door, "AGAINST")

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            done[f"{frame.f_globals.get('__name__')}.{frame.f_code.co_name}"] += 1

    sys.setprofile(note)
    try:
        walk.walks(voter, door, "FOR")
    finally:
        sys.setprofile(None)
    walk.close()
    mime = "nomic_mail.letters.mime"
    assert (done[f"{mime}.message._read"], done[f"{mime}.parts.open_letter"]) == (1, 2)
    assert sum(times for name, times in done.items() if name.endswith(".understand")) == 1
