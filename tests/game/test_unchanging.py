"""What is found out once of a state, a vote or a rule book, as it never changes."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import tally
from nomic_mail.game.unchanging import Once, Unchanging
from tests.kit.games.game_in_hand import Game

TEA = c.Change(kind="enact", title="Tea", text="Tea is at four.")


class Cups(Unchanging, frozen=True):
    asked: list[str] = []  # noqa: RUF012  of each its own

    @Once
    def counted(self) -> int:
        self.asked.append("for its cups")
        return len(self.asked)


def test_each_is_asked_once_and_knows_nothing_of_another() -> None:
    cups = Cups()
    assert (cups.counted, cups.counted, Cups().counted, len(cups.asked)) == (1, 1, 1, 1)


def test_what_comes_of_a_change_knows_nothing_yet() -> None:
    cups = Cups()
    assert cups.counted == 1
    assert replace(cups, asked=[]).counted == 1
    assert replace(cups).counted == 2  # asked again, and not remembered


@pytest.mark.parametrize("proposals", [1, 8])
def test_a_vote_has_nothing_counted_but_what_it_is_about(
    proposals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In open play, however many votes are open beside it."""
    game = Game(rulesets.load("open").rules, 5).start()
    for number in range(proposals):
        game.propose(TEA, by=game.state.playing[number % 5])
    game.pass_time(2.1)
    assert len(game.state.open_polls) == proposals
    game.done(c.Vote(by=1, choice="for", proposal=301, letter="first"))
    counted: list[Any] = []
    count = tally.tally

    def counting(*votes: Any) -> tally.Tally:
        counted.append(votes)
        return count(*votes)

    monkeypatch.setattr(tally, "tally", counting)
    game.done(c.Vote(by=2, choice="against", proposal=301, letter="second"))
    assert 1 <= len(counted) <= 4
    assert all(votes[2][1] == "for" for votes in counted)
