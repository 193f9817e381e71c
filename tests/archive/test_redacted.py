"""What is honest stays honest without its addresses: two of them that are withheld read as one, and
that is nobody's fault."""

import json
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from nomic_mail.archive.json import record_json
from nomic_mail.archive.redact import redacted
from nomic_mail.archive.verify import verify
from nomic_mail.game import commands as c
from nomic_mail.game.events import ProgramRan
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.programs import Given
from tests.kit.games.core_play import amend, enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.programs import RUNS
from tests.kit.recorded import Data, checked, entries_of, forged, recorded


def another_address(game: Game) -> None:
    """Without them nothing is amended but the number, and that was not warned of."""
    game.propose(enact("Write to ada@example.org about tea."))
    game.call()
    game.all_vote()
    number = next(one.number for one in game.state.rules if "ada@" in one.text)
    game.propose(amend(number, "Write to bob@example.org about tea."))
    game.call()
    game.all_vote()


def called_by_addresses(game: Game) -> None:
    for seat, name in zip(game.others()[:2], ("x@example.org", "y@example.org"), strict=True):
        game.done(c.Replace(by=c.MODERATOR, seat=seat, name=name, surname="", letter="n"))
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    award = c.Award(by=c.MODERATOR, who="Mo", player="y@example.org", points=3, rule=202)
    game.done(replace(award, reason="so"))


def moderated_by_addresses(game: Game) -> None:
    for name in ("m@example.org", "k@example.org"):
        game.done(c.Moderate(by=c.MODERATOR, who="Mo", joined=name))
    left = ("k@example.org",)
    game.done(c.Moderate(by=c.MODERATOR, who="Mo", joined="z@example.org", left=left))


def asked_with_addresses(game: Game) -> None:
    game.propose(enact("Tea."))
    for text in ("Ask q@example.org", "Ask r@example.org"):
        game.done(c.Revise(by=game.mover, text=text, letter="again"))
    for seat, name in zip(game.others()[:2], ("s", "t"), strict=True):
        game.done(c.Judgment(by=seat, question=f"Is {name}@example.org right?"))


def told_by_a_program(game: Game) -> None:
    """What it says, and to whom one may write, comes out otherwise where that is withheld."""
    program = """program:
coins = quantity("coins", start=len("ask ada@example.org"))

@action("PAY <n>")
def pay(me, n):
    coins.take(me, n)
    say("Write to bob@example.org")"""
    game.propose(replace(enact("There are coins."), effects=(program,)))
    game.call()
    game.all_vote()
    (lineage,) = game.state.programs
    given = (Given(kind="number", number=2),)
    game.done(Perform(by=1, rule=lineage, form="PAY <n>", given=given, words="PAY 2", letter="n"))
    game.propose(enact("Tea."))


def set_about_addresses(game: Game) -> None:
    """A timer carries words of a player's: as it is set, in what waits, and as it is called."""
    program = """program:
board = note("board", owner="game")

@action("POST <text>")
def post(me, what):
    later(1, "post <text>", what)

@action("KEEP <text>")
def keep(me, what):
    cancel("post <text>", what)

@timer("post <text>")
def posted(what):
    board.set(what)
    say(str(len(what)))"""
    game.propose(replace(enact("There is a board."), effects=(program,)))
    game.call()
    game.all_vote()
    (lineage,) = game.state.programs
    for word, who in (("POST", "ann"), ("POST", "eve"), ("KEEP", "eve")):
        given = (Given(kind="text", text=f'ask "{who}" at {who}@example.org'),)
        form, words = f"{word} <text>", f"{word} {given[0].text}"
        game.done(Perform(by=1, rule=lineage, form=form, given=given, words=words, letter="n"))
    assert len(game.state.programs[lineage].later) == 1
    game.pass_time(2)
    assert "ann@" in str(game.state.programs[lineage].value("board", 0))


@pytest.mark.parametrize(
    "play",
    [
        another_address,
        called_by_addresses,
        moderated_by_addresses,
        asked_with_addresses,
        told_by_a_program,
        set_about_addresses,
    ],
)
def test_a_record_without_addresses_is_no_forgery(play: Callable[[Game], None]) -> None:
    game = Game(few("net_play", r203="adoption: majority of eligible"))
    game.runs = RUNS
    game.start()
    play(game)
    assert checked(recorded(game.events)).proven
    without: Data = json.loads(record_json(list(redacted(entries_of(game.events)))))
    assert "@example.org" not in json.dumps(without)
    report = checked(without)
    assert report.differences == [] and report.withheld


def test_a_program_can_be_withheld_whole() -> None:
    """As any words can; what hangs on it is undecided then, and nothing else fits in its place."""
    game = Game(few("net_play", r203="adoption: majority of eligible"))
    game.runs = RUNS
    game.start()
    told_by_a_program(game)
    data = recorded(game.events)
    for line in data["ledger"]["entries"]:
        told = line.get("opened", {})
        line["opened"] = {made: one for made, one in told.items() if "quantity" not in one[1]}
    data = forged(data["ledger"]["entries"])
    assert "quantity(" not in json.dumps(data)
    report = checked(data)
    assert report.differences == []
    assert report.undecided and not report.proven
    assert "program: (withheld)" in json.dumps(data)


@pytest.mark.parametrize(
    "about",
    [
        [["player", 1, ""]],
        [["text", 0, "a"], ["text", 0, "b"]],
        [["number", 3, ""]],
    ],
)
def test_what_no_timer_can_be_about_is_told_without_running_anything(about: object) -> None:
    game = Game(few("net_play", r203="adoption: majority of eligible"))
    game.runs = RUNS
    game.start()
    set_about_addresses(game)
    events = game.events
    at = next(n for n, e in enumerate(events) if isinstance(e, ProgramRan) and e.what[:4] == "POST")
    ran = events[at]
    assert isinstance(ran, ProgramRan)
    forged_one = replace(ran.effects[0], text=json.dumps(about))
    assert verify(recorded(events)).differences == []
    events[at] = replace(ran, effects=(forged_one,))
    told = verify(recorded(events)).differences
    assert any("names and timers" in str(one) for one in told), told
