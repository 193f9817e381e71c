"""The record as a text to read: whole, within its columns, and the same each time."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from nomic_mail.archive.lines import COLUMNS
from nomic_mail.archive.text import record_text
from nomic_mail.game import events as e
from nomic_mail.game.record.chronicle import chronicle
from nomic_mail.play.table import Table
from nomic_mail.play.transcript import Game, parse
from nomic_mail.store import seats
from nomic_mail.store.ledger import Entry

GAMES = sorted(Path(__file__).parent.glob("games/*/*.game"))

# What a reader need not be told, or is told elsewhere: the votes with their count, the dice at the
# end, deadlines with what they lead to.
UNTOLD = {
    *("DiceCommitted", "BallotCast", "BallotRetracted", "PeriodEnded", "BindingAsked"),
    *("QuestionMoot", "SilenceConsented"),
}


def entries_of(file: Path, folder: Path) -> Sequence[Entry]:
    turns = parse(file.read_text(encoding="utf-8"))
    table = Table(folder, "transcript", next(turn.at for turn in turns if turn.at))
    game = Game(table)
    for turn in turns:
        list(game.play(turn))
    with table.database.read() as connection:
        name = seats.all_games(connection)[0].name
    entries = table.entries(name, 0)
    table.close()
    return entries


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_each_game_can_be_read(file: Path, tmp_path: Path) -> None:
    entries = entries_of(file, tmp_path)
    text = record_text(entries)
    assert text == record_text(entries)
    wide = [line for line in text.splitlines() if len(line) > COLUMNS]
    assert all(re.match(r"    (?:link|over) |.*\S{60}", line) for line in wide), wide
    said = " ".join(re.sub(r"^ *>? ?", "", text, flags=re.MULTILINE).split())
    for entry in entries:
        event = entry.event
        if isinstance(event, e.Discussed | e.JudgmentGiven):
            assert " ".join(event.text.split()) in said
        elif isinstance(event, e.ProposalMade | e.ProposalRevised):
            assert " ".join(event.change.text.split()) in said
        elif isinstance(event, e.PointsScored | e.VotingClosed):
            assert getattr(event, "because", "") in said
            assert getattr(event, "reason", "") in said
    assert entries[-1].hash in text
    assert "@players.example" not in text
    assert "None" not in re.sub(r"None of|none|None shall", "", text)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_each_event_is_a_moment_of_the_story(file: Path, tmp_path: Path) -> None:
    events = [entry.event for entry in entries_of(file, tmp_path)]
    moments = list(chronicle(events))
    untold = {type(one).__name__ for one in events} & UNTOLD
    assert len(moments) == len([x for x in events if type(x).__name__ not in untold])
    assert [one.at for one in moments] == sorted(one.at for one in moments)
