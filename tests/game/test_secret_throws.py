"""What a rule's program throws in secret: known to it alone, bound by what was promised before
anybody had joined, and for everybody to check once the game is over."""

import json
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.archive.json import record_json
from nomic_mail.archive.verify import Report
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.dice import Fresh, hashed, new_chain, throw
from nomic_mail.game.evolve import fold
from nomic_mail.game.state import State
from nomic_mail.game.trying import copied
from nomic_mail.sandbox.mistakes import UNTOLD
from tests.game.test_programs import adopt, change, game, has, number, perform
from tests.kit.games.game_in_hand import DAY, Game
from tests.kit.recorded import checked, entries_of, forged, recorded

HANDS = """
hand = quantity("hand", secret=True)
told = quantity("told", least=None)

@on("begins")
def deal():
    for player in players():
        hand.set(player, roll(1000, secret=True))

@action("DRAW")
def draw(me):
    hand.set(me, roll(1000, secret=True))

@action("BOTH")
def both(me):
    hand.set(me, roll(1000, secret=True) + roll(6))

@action("BURN")
def burn(me):
    roll(1000, secret=True)

@action("DARE <n>")
def dare(me, n):
    if roll(1000, secret=True) > n:
        refuse("too much")

@action("SHOW")
def show(me):
    told.set(me, hand.of(me))
"""


def hands() -> tuple[Game, int]:
    made = game()
    return made, adopt(made, change(HANDS, "Hands"))


def ended(made: Game) -> Game:
    made.end()
    return made


def called(made: Game) -> list[e.ProgramRan]:
    return [one for one in made.events if isinstance(one, e.ProgramRan)]


def opening(made: Game) -> e.DiceOpened:
    (found,) = (one for one in made.events if isinstance(one, e.DiceOpened))
    return found


def altered(made: Game, kind: type[e.Event], **fields: Any) -> Report:
    """With all made good that hangs on an entry alone: the first of that kind that tells such."""
    lines = deepcopy(recorded(made.events)["ledger"]["entries"])
    key = next(iter(fields))
    line = next(
        one for one in lines if one["public"]["event"] == kind.__name__ and one["public"].get(key)
    )
    line["public"].update(fields)
    return checked(forged(lines))


def where(report: Report) -> set[str]:
    return {one.where.partition("public.")[2] for one in report.differences}


def test_it_is_drawn_from_the_seed_and_takes_no_link() -> None:
    made, lineage = hands()
    chain = made.state.chain
    assert chain is not None
    (deal,) = called(made)
    assert has(made, lineage, "hand") == [*deal.secret_faces]
    assert (deal.link, deal.faces, deal.sides) == ("", (), ())
    assert deal.secret_faces == throw(chain.seed, deal.message, 3, 1000)
    perform(made, lineage, "DRAW")
    assert made.state.chain == chain
    perform(made, lineage, "BOTH")
    both = called(made)[-1]
    assert made.state.chain == replace(chain, used=chain.used + 1, commitment=both.link)
    assert json.loads(both.message)["letter"] == "ab" * 32
    assert (both.proven, deal.proven) == (True, False)
    assert both.secret_faces != called(made)[-2].secret_faces


def test_the_end_of_the_game_opens_it_and_all_of_it_is_checked() -> None:
    made, lineage = hands()
    for form in ("DRAW", "BOTH", "BURN"):
        perform(made, lineage, form)
    told = checked(recorded(made.events))
    assert told.differences == []
    assert [one for one in told.claimed if "in secret" in one] == [
        "6 throws in secret that nothing has opened: the server's word"
    ]
    first = made.events[1]
    assert isinstance(first, e.DiceCommitted)
    opened = opening(ended(made))
    assert opened.seeds == {1: first.seed}
    assert hashed(first.seed, first.length) == first.commitment
    told = checked(recorded(made.events))
    assert told.differences == []
    assert not [one for one in told.claimed if "in secret" in one]


@pytest.mark.parametrize("form", ["DRAW", "BURN"])
def test_an_altered_one_is_found_as_it_is_opened(form: str) -> None:
    """Also where nothing hangs on it."""
    made, lineage = hands()
    perform(made, lineage, form)
    place = len(made.events) - 1
    ran = made.events[place]
    assert isinstance(ran, e.ProgramRan)
    other = ran.secret_faces[0] % 1000 + 1
    effects = tuple(replace(one, number=other) for one in ran.effects)
    made.events[place] = replace(ran, secret_faces=(other,), effects=effects)
    assert checked(recorded(made.events)).differences == []  # as if it had come out so
    made.state = fold(made.events)
    assert where(checked(recorded(ended(made).events))) == {"secret_faces (ProgramRan)"}


def test_whatever_else_is_said_of_it_is_found() -> None:
    made, lineage = hands()
    perform(made, lineage, "DRAW")
    face = called(made)[-1].secret_faces[0]
    ended(made)
    deal = called(made)[0].secret_faces
    ran, opened = e.ProgramRan, e.DiceOpened
    assert "secret_faces (ProgramRan)" in where(altered(made, ran, secret_faces=[face, *deal[1:]]))
    assert "secret_faces (ProgramRan)" in where(altered(made, ran, secret_faces=[*deal, 1]))
    assert "secret_faces (ProgramRan)" in where(altered(made, ran, secret_faces=[1001, *deal[1:]]))
    assert "secret_sides (ProgramRan)" in where(altered(made, ran, secret_sides=[999, 1000, 1000]))
    assert "secret_faces (ProgramRan)" in where(altered(made, ran, secret_sides=[0, -7, 10**4000]))
    assert "message (ProgramRan)" in where(altered(made, ran, message="{}"))
    assert "seeds (DiceOpened)" in where(altered(made, opened, seeds={"1": "ab" * 32}))
    assert "seeds (DiceOpened)" in where(altered(made, opened, seeds={"1": "no seed"}))
    assert "seeds (DiceOpened)" in where(altered(made, opened, seeds={"2": "ab" * 32}))
    lines = deepcopy(recorded(made.events)["ledger"]["entries"])
    assert lines.pop()["public"]["event"] == "DiceOpened"
    assert checked(forged(lines)).differences


def test_a_game_that_deals_nothing_in_secret_opens_nothing() -> None:
    made = game()
    adopt(made, change('hand = quantity("hand", secret=True)', "Hands"))
    ended(made)
    assert not [one for one in made.events if isinstance(one, e.DiceOpened)]
    assert made.state.chain is not None
    assert made.state.chain.number == 1


def test_where_the_end_is_taken_back_what_was_opened_throws_no_more() -> None:
    made, lineage = hands()
    ended(made)
    made.done(c.Undo(by=c.MODERATOR, reason="It was a slip.", who="M"))
    assert (made.state.status, made.state.dealt) == ("running", ())
    perform(made, lineage, "DRAW")
    chain = made.state.chain
    assert chain is not None
    assert chain.number == 2
    assert called(made)[-1].secret_faces == throw(chain.seed, called(made)[-1].message, 1, 1000)
    made.end()
    first, second = (one for one in made.events if isinstance(one, e.DiceOpened))
    assert ([*first.seeds], second.seeds) == ([1], {2: chain.seed})
    assert checked(recorded(made.events)).differences == []


def test_a_server_that_was_set_back_opens_what_it_threw_before_and_after() -> None:
    made, lineage = hands()
    at = made.state.at or made.at
    made.done(c.ReplaceDice(by=c.MODERATOR, backup_at=at, restored_at=at + DAY))
    perform(made, lineage, "DRAW")
    ended(made)
    assert [*opening(made).seeds] == [1, 2]
    assert checked(recorded(made.events)).differences == []


def test_what_a_record_has_cut_off_is_told_to_be_unopened() -> None:
    """No seed stands in a record: what was thrown before is the word of the server before."""
    made, lineage = hands()
    there = (
        replace(made.state, chain=replace(made.state.chain, seed="")) if made.state.chain else None
    )
    assert there is not None
    made.state = there
    made.done(c.Pause(by=c.MODERATOR, reason="We move.", who="M"))
    made.done(c.Resume(by=c.MODERATOR, who="M", reason="We have moved."))
    assert "GameImported" in [type(one).__name__ for one in made.events]
    perform(made, lineage, "DRAW")
    ended(made)
    assert [*opening(made).seeds] == [2]
    told = checked(recorded(made.events))
    assert told.differences == []
    assert "3 throws in secret that nothing has opened: the server's word" in told.claimed


def with_a_chain_of(length: int) -> Game:
    made = game()
    seed = bytes(range(32))
    chain = new_chain(1, seed, length)
    first = made.events[1]
    assert isinstance(first, e.DiceCommitted)
    made.events[1] = replace(first, seed=seed.hex(), length=length, commitment=chain.commitment)
    link = Fresh(b"").link(chain)
    (place,) = (n for n, one in enumerate(made.events) if isinstance(one, e.GameStarted))
    started = made.events[place]
    assert isinstance(started, e.GameStarted)
    made.events[place] = replace(started, link=link)
    made.state = fold(made.events)
    return made


def test_the_seed_is_never_thrown_from_in_the_open() -> None:
    """It is the last link of its chain, so that another is announced before."""
    made = with_a_chain_of(5)
    lineage = adopt(made, change(HANDS, "Hands"))  # with a throw for its vote: two links are out
    seed = bytes(range(32)).hex()
    for _ in range(4):
        perform(made, lineage, "BOTH")
    links = [one.link for one in called(made)]
    assert made.state.chain is not None
    assert made.state.chain.number == 2
    assert seed not in links
    ended(made)
    assert opening(made).seeds[1] == seed


def test_the_last_link_of_a_chain_deals_nothing_in_secret() -> None:
    """A game of before may stand there: the call breaks, and the next one is of another chain."""
    made = with_a_chain_of(3)
    quiet = HANDS.replace('@on("begins")', '@on("circuit begins")')
    lineage = adopt(made, change(quiet, "Hands"))
    assert made.state.chain is not None
    assert made.state.chain.length - made.state.chain.used == 1
    perform(made, lineage, "DRAW")
    broke, committed = made.events[-2:]
    assert isinstance(broke, e.ProgramBroke)
    assert isinstance(committed, e.DiceCommitted)
    perform(made, lineage, "DRAW")
    assert called(made)[-1].secret_faces
    ended(made)
    assert [*opening(made).seeds] == [2]


def test_what_a_rule_says_no_with_behind_it_is_kept_and_not_told() -> None:
    """Else whoever is not content would write again, and nobody would know."""
    made, lineage = hands()
    perform(made, lineage, "DARE <n>", number(0))
    dared = called(made)[-1]
    assert (dared.declined, dared.effects, len(dared.secret_faces)) == (UNTOLD, (), 1)
    perform(made, lineage, "DARE <n>", number(1000))
    assert called(made)[-1].declined == ""
    ended(made)
    assert checked(recorded(made.events)).differences == []


def test_a_copy_knows_no_seed_of_the_game() -> None:
    made, _ = hands()
    assert made.state.chain is not None
    copy = copied(made.state, 1, Fresh(bytes(32)))
    assert copy.dealt == ()
    assert made.state.chain.seed not in repr(replace(copy, closing=None, last_act=None))


def seeds_in(state: State) -> Iterable[str]:
    return [one.seed for one in state.dealt]


def test_no_record_has_the_seed_before_the_end() -> None:
    made, lineage = hands()
    perform(made, lineage, "DRAW")
    (seed,) = seeds_in(made.state)
    assert seed.encode() not in record_json(entries_of(made.events))
    ended(made)
    assert seed.encode() in record_json(entries_of(made.events))
    assert seeds_in(made.state) == []
