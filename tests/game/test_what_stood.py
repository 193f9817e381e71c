"""A vote keeps what it opened with: the program that was to decide it goes on to, whatever becomes
of its rule meanwhile (since reading 10)."""

from datetime import UTC, datetime, timedelta

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.programs import Given
from nomic_mail.game.rulebook import Revision, Rule, Rules
from nomic_mail.game.rules import as_of
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

RUNS = Sandbox()
KEEP = "numbering: from 301, keep"
OPEN = "procedure: open, each 9, debate 0h, vote 1d; vote ends: when all voted"
MARKS = """
marks = quantity("marks")

@action("MARK <player>")
def mark(me, who):
    marks.give(who, 1)

@decides("adopted")
def decided(proposal):
    return marks.of(players()[0]) > 0
"""
OTHER = MARKS.replace("return marks.of(players()[0]) > 0", "return False")
BREAKS = MARKS.replace("return marks.of(players()[0]) > 0", "return 1 // marks.of(players()[0])")
DECIDES = "adoption: program over 203"
MAJORITY = "adoption: majority of eligible over mutable"
CHANGES = {
    "amended": c.Change(
        kind="amend",
        target=250,
        title="It",
        text="Otherwise.",
        effects=(DECIDES, f"program:{OTHER}"),
    ),
    "repealed": c.Change(kind="repeal", target=250),
    "without a program": c.Change(
        kind="amend", target=250, title="It", text="By votes.", effects=("adoption: majority",)
    ),
    "set aside": enact("It is void.", "void: rule 250 over mutable"),
    "overtaken": enact("By most.", MAJORITY),
}


def opened(source: str = MARKS, marked: bool = True, **rules: str) -> Game:
    """301 is voted on; Player 1, who has made it, has a mark."""
    rule = Rule(
        number=250,
        lineage=250,
        status="mutable",
        title="It",
        text="A program decides it.",
        clauses=(DECIDES, f"program:{source}"),
    )
    made = Game((*few("net_play", r202=OPEN, **rules), rule), players=3)
    made.runs = RUNS
    made.start()
    made.propose(enact("Tea."), by=1)
    if marked:
        mark(made)
    return made


def mark(made: Game, word: str = "MARK") -> None:
    given, form = (Given(kind="player", number=1),), f"{word} <player>"
    made.do(Perform(by=1, rule=250, form=form, given=given, words=word, letter="m"))


def with_another(word: str, more: str = "") -> c.Change:
    """The rule with a program that has another word for it."""
    source = MARKS.replace("MARK", word).replace("@decides", f"{more}@decides")
    effects = (DECIDES, f"program:{source}")
    return c.Change(kind="amend", target=250, title="It", text=f"{word}.", effects=effects)


def counted(made: Game, number: int, *against: int) -> e.VotingClosed:
    for seat in made.state.playing:
        choice: c.Choice = "against" if seat in against else "for"
        letter = f"{seat} {len(made.events)}"
        made.do(c.Vote(by=seat, choice=choice, proposal=number, letter=letter))
    (closed,) = (
        one for one in made.events if isinstance(one, e.VotingClosed) and one.number == number
    )
    return closed


def changed(made: Game, change: c.Change) -> None:
    made.propose(change, by=2)
    assert counted(made, 302).outcome == "adopted"


@pytest.mark.parametrize("what", CHANGES)
def test_the_program_that_stood_decides_it(what: str) -> None:
    made = opened()
    changed(made, CHANGES[what])
    closed = counted(made, 301, 2, 3)
    assert (closed.outcome, closed.reason.code) == ("adopted", "by_its_program")
    assert checked(recorded(made.events)).differences == []


@pytest.mark.parametrize("what", CHANGES)
def test_what_opens_afterwards_goes_by_what_holds_then(what: str) -> None:
    made = opened()
    changed(made, CHANGES[what])
    made.propose(enact("Cake."), by=1)
    assert counted(made, 303, 2, 3).outcome != "adopted"


def test_it_sees_what_its_rule_keeps_as_it_is_now() -> None:
    made = opened(MARKS.replace("> 0", "> 1"))
    changed(made, CHANGES["amended"])
    given = (Given(kind="player", number=1),)
    made.do(Perform(by=3, rule=250, form="MARK <player>", given=given, words="MARK", letter="n"))
    assert counted(made, 301, 2, 3).outcome == "adopted"


def test_where_it_breaks_the_votes_decide_and_no_other_program_is_blamed() -> None:
    made = opened(BREAKS.replace("marks.of(players()[0])", "0"))
    changed(made, CHANGES["amended"])
    assert counted(made, 301, 2, 3).outcome != "adopted"
    (broke,) = (one for one in made.events if isinstance(one, e.ProgramBroke))
    assert (broke.rule, broke.lineage) == (250, 0)
    assert made.state.programs[250].broken == 0
    assert checked(recorded(made.events)).differences == []


def test_two_votes_that_opened_under_different_programs_of_one_rule() -> None:
    """Each goes by its own, and the record of it is sound."""
    made = opened(r108=KEEP)
    changed(made, with_another("STAMP", '@action("LICK")\ndef lick(me):\n    pass\n\n'))
    made.propose(enact("Cake."), by=1)
    made.propose(with_another("SEAL"), by=2)
    assert counted(made, 304).outcome == "adopted"
    kept = [poll.stood for poll in made.state.polls.values() if poll.stood is not None]
    assert [len(one.program.declared.hooks) for one in kept] == [2, 3]
    for number in (303, 301):
        assert counted(made, number, 2, 3).reason.code == "by_its_program"
    assert checked(recorded(made.events)).differences == []


def test_it_sees_what_its_rule_kept_last_before_it_was_gone() -> None:
    made = opened(marked=False, r108=KEEP)
    changed(made, with_another("STAMP"))
    mark(made, "STAMP")
    made.propose(c.Change(kind="repeal", target=250), by=2)
    assert counted(made, 303).outcome == "adopted"
    assert counted(made, 301, 2, 3).outcome == "adopted"
    assert checked(recorded(made.events)).differences == []


def test_a_rule_reads_as_it_did_until_its_amendment_took_effect() -> None:
    """From that very moment on it reads as amended (108)."""
    at = datetime(2026, 3, 2, 12, tzinfo=UTC)
    old = Revision(
        number=250,
        status="mutable",
        title="It",
        text="Once.",
        clauses=(),
        ended_at=at,
        ended_by=301,
    )
    rule = Rule(number=301, lineage=250, status="mutable", title="It", text="Now.", history=(old,))
    rules = Rules(by_number={301: rule})
    assert as_of(rules, at - timedelta(seconds=1)).by_number[301].text == "Once."
    assert as_of(rules, at).by_number[301] == rule
    assert as_of(rules, at + timedelta(days=9)).by_number[301] == rule
