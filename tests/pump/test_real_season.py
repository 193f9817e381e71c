"""Real seasons played by letter (203): each proposition a vote of its own, with the same ballots.

Play is in turns here, so whoever's turn it is proposes in the place of who did; but who proposed
does not vote. Whoever did not vote then does not vote here, and the time runs out.
"""

import json
from pathlib import Path

import pytest

from nomic_mail.archive.json import record_json
from nomic_mail.game import events as e
from tests.kit.games.real_games import CHOICES, FILES, outcome_of, players_of, proposals_in
from tests.kit.house import House
from tests.kit.recorded import checked
from tests.kit.tiers import some

BOOK = """
name = "season"
title = "The rules of a season"
[[rule]]
number = 101
status = "mutable"
title = "Votes"
text = \"\"\"
A proposal is adopted if more players vote for it than against it. Whoever does not vote is not
counted, and whoever votes may abstain.

Who proposes what is defeated loses a point.
\"\"\"
clauses = ["adoption: majority of cast", "ballots: secret with abstention", "penalty defeat: 1"]
"""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_real_season_by_letter(file: Path, tmp_path: Path) -> None:
    game = list(some(proposals_in(file), 6))
    names = {one: f"{one.capitalize()} Player" for one in players_of(game)}
    house = House(tmp_path)
    settings = {"debate_min": "0", "missing_ballot": "close", "vote_window": "2d"}
    house.act("new game", game="tea", title="", ruleset=BOOK, settings=settings)
    for name in names.values():
        who = f"{name} <{name.split()[0].lower()}@players.example>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    for one in game:
        house.reply(
            house.mover(), f"PROPOSE ENACT: Number {one['number']}\nSo it is.\nEND\nCALL VOTE"
        )
        told = house.run()
        ballots = [letter.text for letter in told if "The vote on" in letter.text]
        assert len(ballots) == len(names)
        assert all("one word, FOR, AGAINST or ABSTAIN." in text for text in ballots)
        for choice in CHOICES:
            for voter in one[choice]:
                house.reply(names[voter], choice.upper())
                house.run()
        house.later(days=3)
        house.run()
    closed = [one for one in house.events() if isinstance(one, e.VotingClosed)]
    assert [one.outcome for one in closed] == [outcome_of(one) for one in game]
    assert [len(one.votes) for one in closed] == [sum(len(one[c]) for c in CHOICES) for one in game]
    lost = [one for one in house.events() if isinstance(one, e.PointsScored)]
    assert len(lost) == sum(not one["adopted"] for one in game)
    assert checked(json.loads(record_json(house.entries("tea", 0)))).proven
