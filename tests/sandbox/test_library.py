"""The rules of the library: each can be proposed as it stands, and does what its text says."""

import re

import pytest

from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.commands import Propose
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.programs import (
    Calling,
    Came,
    Declared,
    Declined,
    Done,
    Effect,
    Given,
    Run,
    View,
    slots_in,
)
from nomic_mail.letters.grammar.actions import words_taken
from nomic_mail.letters.grammar.reading import About, Action
from nomic_mail.letters.grammar.understand import understand
from nomic_mail.rulesets.programs import Ready, library
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.programs import ADA, BOB, call, declared, plain, seen

READY = {one.name: one for one in library()}


@pytest.mark.parametrize("ready", READY.values(), ids=lambda ready: ready.name)
def test_each_is_read_without_a_mistake_and_what_it_lets_people_write_is_free(
    ready: Ready,
) -> None:
    read = Sandbox(words_taken).read(ready.source, proposed=True)
    assert isinstance(read, Declared), read
    assert ready.title
    assert ready.text.endswith(".")


@pytest.mark.parametrize("ready", READY.values(), ids=lambda ready: ready.name)
def test_each_thing_that_calls_one_does_or_declines(ready: Ready) -> None:
    for hook in declared(ready.source).hooks:
        given = plain(hook.kind, hook.what)
        if hook.kind == "on":
            given = (Given(kind="proposal", number=301),)
        came = call(ready.source, hook.what, *given)
        assert isinstance(came, Done | Declined), (hook, came)


def done(name: str, what: str, *given: Given, view: View | None = None, die: int = 4) -> list[str]:
    """What came of it, a line each."""
    came: Came = call(READY[name].source, what, *given, view=view, throw=lambda sides: die)
    if isinstance(came, Declined):
        return [f"no: {came.why}"]
    assert isinstance(came, Done), came
    return [line(one) for one in came.effects]


def line(one: Effect) -> str:
    if one.kind == "set":
        return f"{one.name} {one.seat}: {one.text or one.number}"
    if one.kind == "later":
        return f"{one.name} in {one.number} days"
    return f"{one.kind} {one.seat}: {one.text or one.number}"


def number(n: int) -> Given:
    return Given(kind="number", number=n)


def word(text: str) -> Given:
    return Given(kind="text", text=text)


ADOPTED = Given(kind="proposal", number=301)  # Ada's; she and Bob were for it, Cid was not


def test_coins() -> None:
    assert done("coins", "adopted", ADOPTED) == ["coins 1: 8", "coins 2: 8"]
    form = "GIVE <n> COINS TO <player>"
    assert done("coins", form, ADA, number(2), BOB) == ["coins 1: 3", "coins 2: 7"]
    assert done("coins", form, ADA, number(6), BOB) == ["no: Ada has 5 coins, and 6 are needed"]
    assert done("coins", form, ADA, number(0), BOB) == ["no: that takes a number of at least 1"]
    poor = seen({"coins": {1: 0}})
    assert done("coins", "monday 20:00", view=poor) == ["coins 1: 0", "coins 2: 4", "coins 3: 4"]
    rich = seen({"coins": {1: 11}})
    assert done("coins", "BUY POINT", ADA, view=rich) == ["coins 1: 1", "points 1: 1"]


def test_kudos() -> None:
    assert done("kudos", "THANK <player>", ADA, BOB) == ["kudos 2: 1"]
    assert done("kudos", "THANK <player>", ADA, ADA) == ["no: you cannot thank yourself"]


def test_lottery() -> None:
    assert done("lottery", "BUY TICKET", ADA) == ["points 1: -1", "tickets 1: 1"]
    cid = Given(kind="player", number=3)
    assert done("lottery", "BUY TICKET", cid) == ["no: a ticket is a point, and you have none"]
    sold = seen({"tickets": {1: 1, 2: 2}})
    drawn = done("lottery", "sunday 18:00", view=sold, die=3)
    assert drawn[:4] == ["tickets 1: 0", "tickets 2: 0", "tickets 3: 0", "points 2: 3"]


def test_race() -> None:
    at = seen({"space": {1: 3, 2: 7}})
    assert done("race", "RUN", ADA, view=at, die=4) == [
        "space 2: 0",
        "say 0: Bob is sent back to the start.",
        "space 1: 7",
        "say 0: Ada throws 4 and stands on space 7.",
    ]
    home = seen({"space": {1: 9}})
    assert done("race", "RUN", ADA, view=home, die=2)[:2] == ["space 1: 0", "points 1: 10"]


def test_judge() -> None:
    assert done("judge", "monday 08:00")[0] == "judge 0: 1"
    third = seen({"judge": {0: 3}})
    assert done("judge", "monday 08:00", view=third)[0] == "judge 0: 1"
    first = seen({"judge": {0: 1}})
    assert done("judge", "monday 08:00", view=first)[0] == "judge 0: 2"
    assert done("judge", "FINDING <text>", ADA, word("so")) == ["say 0: Ada as judge: so"]


def test_mayor() -> None:
    from datetime import UTC, datetime

    assert done("mayor", "STAND BEHIND <player>", ADA, BOB) == ["backs 1: Bob"]
    backed: dict[str, dict[int, int | str]] = {"backs": {1: "Bob", 2: "Bob", 3: "Ada"}}
    assert done("mayor", "day", view=seen(backed)) == []
    first = datetime(2026, 4, 1, tzinfo=UTC)
    elected = ["mayor 0: 2", "say 0: Bob is elected mayor."]
    assert done("mayor", "day", view=seen(backed, now=first)) == elected
    backed["backs"][2] = "Ada"
    backed["backs"][3] = ""
    assert done("mayor", "day", view=seen(backed, now=first)) == []


def test_auction() -> None:
    opened = done("auction", "monday 12:00")
    assert opened[:6] == [
        "talers 1: 22",
        "talers 2: 22",
        "talers 3: 22",
        "bid 0: 0",
        "bidder 0: 0",
        "hammer in 3 days",
    ]
    offered = seen({"bid": {0: 7}, "bidder": {0: 2}})
    form = "OFFER <n>"
    assert done("auction", form, ADA, number(7), view=offered) == ["no: the highest bid is 7"]
    assert done("auction", form, ADA, number(21), view=offered) == ["no: you have 20 talers"]
    assert done("auction", form, ADA, number(8), view=offered) == ["bid 0: 8", "bidder 0: 1"]
    assert done("auction", "hammer", view=offered)[:2] == ["talers 2: 13", "points 2: 1"]


def test_quests() -> None:
    near = seen({"authored": {}, "dissent": {1: 1}, "thanks": {1: 3}})
    assert done("quests", "adopted", ADOPTED, view=near) == [
        "authored 1: 1",
        "authored 1: 0",
        "dissent 1: 0",
        "thanks 1: 0",
        "points 1: 15",
        "say 0: Ada has done all three quests.",
        "dissent 3: 1",
    ]


def test_teams() -> None:
    assert done("teams", "SIDE WITH <choice red|blue>", ADA, word("RED")) == ["team 1: red"]
    sides = seen({"team": {1: "red", 2: "blue", 3: "red"}, "red purse": {0: 12}})
    assert done("teams", "adopted", ADOPTED, view=sides) == ["red purse 0: 17"]
    spent = ["red purse 0: 2", "points 1: 1", "points 3: 1"]
    assert done("teams", "SPEND TALENTS", ADA, view=sides) == spent
    empty = ["no: blue purse is at 0, and 10 are needed"]
    assert done("teams", "SPEND TALENTS", BOB, view=sides) == empty


def test_influence() -> None:
    assert done("influence", "BUY INFLUENCE", ADA) == ["points 1: -2", "influence 1: 1"]
    cid = Given(kind="player", number=3)
    poor = ["no: influence costs two points, and you have 0"]
    assert done("influence", "BUY INFLUENCE", cid) == poor
    runs, source = Sandbox(), READY["influence"].source
    has = seen({"influence": {2: 3}})
    each = ((ADA, ADOPTED), (BOB, ADOPTED))
    came = runs.run(Run(source, declared(source), Calling(hook=0, each=each), has, lambda sides: 1))
    assert came == Done(answers=(1, 4))


def test_cards() -> None:
    assert done("cards", "DRAW A CARD", ADA, die=2) == ["bells 1: 1"]
    hand = seen({"bells": {1: 3}})
    passes = "PASS <choice acorns|bells|leaves> TO <player>"
    assert done("cards", passes, ADA, word("Bells"), BOB, view=hand) == ["bells 1: 2", "bells 2: 1"]
    lays = "LAY DOWN <choice acorns|bells|leaves>"
    laid = ["bells 1: 0", "points 1: 5", "say 0: Ada lays down three bells."]
    assert done("cards", lays, ADA, word("bells"), view=hand) == laid
    few = ["no: Ada has 2 bells, and 3 are needed"]
    assert done("cards", lays, ADA, word("bells"), view=seen({"bells": {1: 2}})) == few


def test_market() -> None:
    form = "<choice grain|wool>"
    bought = ["pence 1: 15", "wool 1: 4", "price of wool 0: 6"]
    assert done("market", f"BUY {form}", ADA, word("wool")) == bought
    sold = ["grain 1: 2", "pence 1: 25", "price of grain 0: 4"]
    assert done("market", f"SELL {form}", ADA, word("Grain")) == sold
    assert done("market", "WEAVE", ADA) == ["grain 1: 0", "wool 1: 0", "points 1: 1"]


SEATS = ((1, "Ada"), (2, "Bob"))
WRITTEN = {"n": "3", "player": "Bob", "rule": "201", "proposal": "301", "word": "x", "text": "a b"}


@pytest.mark.parametrize("ready", READY.values(), ids=lambda ready: ready.name)
def test_each_is_a_proposal_as_it_stands_and_its_actions_are_read(ready: Ready) -> None:
    found = understand("", ready.letter, About())
    (proposed,) = (one.command for one in found.said)
    assert isinstance(proposed, Propose)
    assert found.questions == ()
    *clauses, effect = proposed.change.effects or ()
    assert tuple(clauses) == ready.clauses
    assert parse_clause(effect).value == ready.source.strip()
    assert (proposed.change.title, proposed.change.text) == (ready.title, ready.text)
    forms = [one.what for one in declared(ready.source).hooks if one.kind == "action"]
    about = About(open_ballots=(301,), actions=tuple(Action(one, 302, 302, SEATS) for one in forms))
    for form in forms:
        line = form
        for name, offers in slots_in(form):
            chosen = offers.split("|")[0] or WRITTEN.get(name, "")
            line = re.sub(r"<[^<>]*>", chosen, line, count=1)
        understood = understand("", line, about)
        (performed,) = (one.command for one in understood.said)
        assert isinstance(performed, Perform), line
        assert performed.form == form
