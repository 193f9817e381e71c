"""Real seasons played by letter as they were: under open play, every proposal at its own time, with
others open beside it, and no act of the Moderator's.

Ballots come in between the moments when the proposal was made and decided, the majority's last. A
vote that is decided is over; the others last for three days.
"""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from nomic_mail.archive.json import record_json
from nomic_mail.game import events as e
from tests.kit.games.real_games import (
    CHOICES,
    FILES,
    Proposals,
    outcome_of,
    players_of,
    proposals_in,
)
from tests.kit.house import START, House
from tests.kit.recorded import checked
from tests.kit.tiers import some

BOOK = """
name = "season"
title = "The rules of a season"
[[rule]]
number = 101
status = "mutable"
title = "Proposals and votes"
text = \"\"\"
Any player may propose at any time. A vote lasts for three days, or until the missing votes could
not change how it comes out. A proposal is adopted if more players vote for it than against it.
Whoever does not vote is not counted, whoever votes may abstain, and whoever proposed it has none.
\"\"\"
clauses = [
  "procedure: open, each 40, debate 0h, vote 3d",
  "adoption: majority of cast",
  "ballots: secret with abstention",
  "proposer votes: not",
  "vote ends: when decided",
]
"""
DAY = timedelta(days=1)


def of(text: str) -> datetime:
    return datetime.fromisoformat(text)


def happenings(game: Proposals) -> Iterator[tuple[datetime, int, str, str]]:
    """(when, which proposal, who, the choice; nothing where it is proposed), as times go here."""
    later = START + DAY - of(game[0]["proposed"])
    for place, one in enumerate(game):
        made = of(one["proposed"]) + later
        yield made, place, one["by"], ""
        last = "for" if one["adopted"] else "against"
        cast = [(voter, choice) for choice in CHOICES if choice != last for voter in one[choice]]
        cast += [(voter, last) for voter in one[last]]
        step = (of(one["decided"]) + later - made) / (len(cast) + 2)
        for count, (voter, choice) in enumerate(cast, 1):
            yield made + count * step, place, voter, choice


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_real_season_under_open_play(file: Path, tmp_path: Path) -> None:
    season = [one for one in proposals_in(file) if one["decided"]]
    game = season[: len(some(season, 6))]  # by day the first six, which lie closest
    names = {one: f"{one.capitalize()} Player" for one in players_of(season)}
    house = House(tmp_path)
    house.act("new game", game="tea", title="", ruleset=BOOK, settings={})
    for name in names.values():
        who = f"{name} <{name.split()[0].lower()}@players.example>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    acts = len([one for one in house.events() if isinstance(one, e.ModeratorActed)])
    numbers = dict[int, int]()
    together = 0
    for moment, place, who, choice in sorted(happenings(game)):
        house.clock.set(moment)
        house.run()
        if choice:
            house.reply(names[who], f"{choice.upper()} {numbers[place]}")
        else:
            house.reply(names[who], f"PROPOSE ENACT: Number {place}\nSo it is.")
        house.run()
        numbers[place] = numbers.get(place) or house.state().next_number - 1
        together = max(together, len(house.state().polls))
    house.later(days=4)
    house.run()
    closed = {one.number: one for one in house.events() if isinstance(one, e.VotingClosed)}
    assert together > 1  # as they did
    for place, one in enumerate(game):
        result = closed[numbers[place]]
        assert result.outcome == outcome_of(one)
        assert {c: result.tally[c] for c in CHOICES} == {c: len(one[c]) for c in CHOICES}
    assert [one for one in house.events() if isinstance(one, e.ModeratorAsked)] == []
    assert acts == len([one for one in house.events() if isinstance(one, e.ModeratorActed)])
    assert checked(json.loads(record_json(house.entries("tea", 0)))).proven
