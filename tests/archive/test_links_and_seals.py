"""What makes a record proof: the link of each draw is the one promised, and what is sealed opens
when it was counted, and not else (007, 008, 010)."""

from hashlib import sha256
from pathlib import Path
from runpy import run_path

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.dice import message_of, shuffle, throw
from nomic_mail.written.entry import is_open
from tests.kit.games.core_play import QUICK, Happened, enact
from tests.kit.games.finished_time import acts
from tests.kit.games.game_in_hand import DAY, Game, few
from tests.kit.recorded import Data, checked, recorded

PAGE = Path(__file__).resolve().parents[2] / "templates" / "record" / "check_record.py"


def found_by_the_page(record: Data) -> list[tuple[str, object]]:
    """Where, and what it says there."""
    found = run_path(str(PAGE))["check"](record)
    return [(where, says) for where, says, comes_out in found if says != comes_out]


def begun(players: int = 5) -> tuple[Happened, e.GameStarted]:
    game = Game(few("net_play"), players).start()
    (start,) = (one for one in game.events if isinstance(one, e.GameStarted))
    return game.events, start


def test_a_shuffle_by_another_link_than_the_promised_is_noticed() -> None:
    """007: an operator who throws until a friend is first has a link that nobody was promised; all
    else of the record fits it."""
    events, start = begun()
    assert checked(recorded(events)).differences == []
    own = "ab" * 32
    order = shuffle(own, message_of(game="game", joined=start.over), tuple(sorted(start.order)))
    assert order != start.order
    place = events.index(start)
    forged = events.altered(place, replace(start, link=own, order=order))
    began = forged[place + 1]
    assert isinstance(began, e.TurnBegan)
    forged[place + 1] = replace(began, mover=order[0])
    told = checked(recorded(forged)).differences
    assert [one.where.rpartition(".")[2] for one in told] == ["link (GameStarted)"]


def test_a_draw_without_a_link_is_noticed() -> None:
    """With no link anybody can work out what it would be, and nobody promised it."""
    events, start = begun()
    order = shuffle("", message_of(game="game", joined=start.over), tuple(sorted(start.order)))
    place = events.index(start)
    forged = events.altered(place, replace(start, link="", order=order, proven=False))
    began = forged[place + 1]
    assert isinstance(began, e.TurnBegan)
    forged[place + 1] = replace(began, mover=order[0])
    told = checked(recorded(forged)).differences
    assert [one.where.rpartition(".")[2] for one in told] == ["link (GameStarted)"]


def test_a_throw_without_a_link_is_noticed() -> None:
    game = Game(few("net_play", r203="adoption: majority of eligible")).start()
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    places = [n for n, one in enumerate(game.events) if isinstance(one, e.DiceThrown)]
    thrown = game.events[places[0]]
    assert isinstance(thrown, e.DiceThrown)
    count, sides = map(int, thrown.dice.split("d"))
    faces = throw("", thrown.message, count, sides)
    forged = game.events.altered(places[0], replace(thrown, link="", faces=faces))
    record = recorded(forged)
    told = {one.where.rpartition(".")[2] for one in checked(record).differences}
    assert "link (DiceThrown)" in told
    no_link = f"entry {places[0]}", sha256(b"").hexdigest()
    assert no_link in found_by_the_page(record)
    del record["ledger"]["entries"][places[0]]["public"]["link"]
    assert no_link in found_by_the_page(record)


def counted_again() -> list[e.Event]:
    """One of three stays out, and 301 is counted; it is taken up again, another takes back their
    vote, who was out votes, and it is counted again. Then another turn."""
    settings = replace(QUICK, missing_ballot="close")
    rules = few("net_play", r203="adoption: majority of eligible")
    game = Game(rules, settings=settings).start()
    voter, absent = game.others()
    mover = game.mover
    game.propose(enact("Tea."))
    game.call()
    for seat in (mover, voter):
        game.done(c.Vote(by=seat, choice="for", letter=f"first {seat}"))
    game.pass_time(7)
    acts(game, c.Reopen, proposal=301, length=DAY, reason="the mailbox was down")
    game.done(c.Retract(by=voter))
    game.done(c.Vote(by=absent, choice="for", letter="late"))
    game.pass_time(1)
    assert [one.votes for one in game.events if isinstance(one, e.VotingClosed)] == [
        {mover: "for", voter: "for"},
        {mover: "for", absent: "for"},
    ]
    game.propose(enact("Cake."))
    game.call()
    game.all_vote()
    return game.end()


def test_a_ballot_counted_once_stays_open_though_it_was_taken_back_after_that() -> None:
    """010: it was published with the first count; sealed again, the first count proves nothing."""
    record = recorded(counted_again())
    assert checked(record).differences == []
    cast = [one for one in record["ledger"]["entries"] if one["public"]["event"] == "BallotCast"]
    assert all(map(is_open, cast))


@pytest.mark.parametrize("which", range(3))
def test_a_ballot_of_a_vote_taken_up_again_is_not_sealed_unnoticed(which: int) -> None:
    record = recorded(counted_again())
    cast = [one for one in record["ledger"]["entries"] if one["public"]["event"] == "BallotCast"]
    del cast[which]["opened"]
    assert checked(record).differences != []


def test_what_is_nested_too_deep_to_look_at_is_told() -> None:
    record = recorded(counted_again())
    deep: list[object] = []
    for _ in range(850):
        deep = [deep]
    record["ledger"]["entries"][3]["public"]["letter"] = deep
    assert checked(record).differences != []


@pytest.mark.parametrize("form", [-1, 0, 1, 2, 10**20])
def test_a_form_that_no_ballot_of_today_is_in_is_told(form: int) -> None:
    record = recorded(counted_again())
    cast = [one for one in record["ledger"]["entries"] if one["public"]["event"] == "BallotCast"]
    cast[0]["form"] = form
    assert any(one.where.endswith(".form") for one in checked(record).differences)
