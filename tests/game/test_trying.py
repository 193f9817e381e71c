"""What would come of lines as of a moment to come: until then only the rules' timers are called."""

from datetime import datetime, timedelta

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal, Steps
from nomic_mail.game.dice import Fresh
from nomic_mail.game.procedures.program_calls import Perform
from nomic_mail.game.programs import Came, Given, Run
from nomic_mail.game.state import State
from nomic_mail.game.trying import TIMERS_MOST, Attempt, InLittleTime, Trial, Trier, tried
from nomic_mail.sandbox.sandbox import Sandbox
from tests.game.test_programs import adopt, change, game, has
from tests.kit.games.game_in_hand import DAY, Game
from tests.kit.programs import RUNS

RENT = """
coins = quantity("coins", start=5)

@every("day")
def rent():
    for player in players():
        coins.give(player, 1)

@action("PAY <n>")
def pay(me, n):
    coins.take(me, n)
"""


def table() -> Game:
    made = game()
    adopt(made, change(RENT))
    return made


def pays(line: str, state: State) -> Attempt:
    """`PAY 3`, by the first player."""
    given = (Given(kind="number", number=int(line.split()[1])),)
    act = Perform(by=1, rule=301, form="PAY <n>", given=given, words=line, letter="ab" * 32)
    return Attempt(line=line, by=1, act=act)


def trials(made: Game, until: datetime | None, *lines: str) -> tuple[Trial, ...]:
    by = Trier(seat=1, at=made.at, luck=Fresh(bytes(32)), runs=RUNS, reads=pays, until=until)
    return tried(made.state, c.Try(lines=lines), by)


def coins(trial: Trial) -> int | str:
    assert isinstance(trial.result, Steps)
    return trial.result.after.programs[301].value("coins", 1)


def test_each_timer_is_called_at_its_time_and_then_comes_the_line() -> None:
    made = table()
    waited, paid = trials(made, made.at + 3 * DAY, "PAY 2")
    assert isinstance(waited.result, Steps)
    assert [type(one) for one in waited.result] == [e.ProgramRan] * 3
    assert len({one.at for one in waited.result}) == 3
    assert (coins(waited), coins(paid)) == (8, 6)
    assert has(made, 301, "coins")[0] == 5, "nothing of it has happened"


def test_where_no_timer_is_due_until_then_the_line_comes_at_once() -> None:
    made = table()
    (paid,) = trials(made, made.at + timedelta(minutes=1), "PAY 2")
    assert coins(paid) == 3


def test_a_timer_that_is_due_at_that_very_moment_is_called() -> None:
    made = table()
    due = made.state.programs[301].due
    (moment,) = due.values()
    waited, paid = trials(made, moment, "PAY 2")
    assert (coins(waited), coins(paid)) == (6, 4)
    (paid,) = trials(made, moment - timedelta(seconds=1), "PAY 2")
    assert coins(paid) == 3


def test_a_moment_that_is_too_far_away_is_told() -> None:
    made = table()
    waited, told = trials(made, made.at + (TIMERS_MOST + 2) * DAY, "PAY 2")
    assert coins(waited) == 5 + TIMERS_MOST
    assert isinstance(told.result, Refusal)
    assert (told.result.code, told.line) == ("timers_until_then", waited.line)


def test_a_hook_is_called_by_its_name_and_where_there_is_none_the_others_are_told() -> None:
    made = table()
    by = Trier(
        seat=1,
        at=made.at,
        luck=Fresh(bytes(32)),
        runs=RUNS,
        reads=lambda line, state: Attempt(line=line, by=1, hook=line),
    )
    called, unknown = tried(made.state, c.Try(lines=("Day", "adopted")), by)
    assert coins(called) == 6
    assert isinstance(unknown.result, Refusal)
    assert unknown.result.code == "no_such_hook"
    assert unknown.result.facts == {"what": "adopted", "known": ("day",)}


OWED = """
coins = quantity("coins", start=5, least=None)

@action("BORROW <n>")
def borrow(me, n):
    later(3, "debt of <n> by <player>", n, me)

@timer("debt of <n> by <player>")
def due(n, player):
    coins.take(player, n)
"""


def test_a_timer_is_tried_about_what_stands_in_its_places() -> None:
    made = game()
    adopt(made, change(OWED))
    bob = made.state.name_of(2)
    lines = f"Debt of 4 by {bob}", "debt of <n> by <player>", "debt of four by Zed"

    def calls(line: str, state: State) -> Attempt:
        return Attempt(line=line, by=1, hook=line)

    by = Trier(seat=1, at=made.at, luck=Fresh(bytes(32)), runs=RUNS, reads=calls)
    said, plain, nobody = tried(made.state, c.Try(lines=lines), by)
    assert isinstance(said.result, Steps)
    kept = said.result.after.programs[301]
    assert [kept.value("coins", seat) for seat in (1, 2)] == [5, 1]
    assert coins(plain) == 4
    assert isinstance(nobody.result, Refusal)
    assert nobody.result.code == "no_such_hook"


def test_a_program_that_ends_the_game_is_the_last_that_is_called() -> None:
    made = game()
    for does in ("win(players()[1])", "say('So it goes.')"):
        adopt(made, change(f'@on("joined")\ndef joined(who):\n    {does}\n', does[:3]))
    by = Trier(
        seat=1,
        at=made.at,
        luck=Fresh(bytes(32)),
        runs=RUNS,
        reads=lambda line, state: Attempt(line=line, by=1, hook=line),
    )
    (won,) = tried(made.state, c.Try(lines=("joined",)), by)
    assert isinstance(won.result, Steps)
    assert [type(one) for one in won.result][1:] == [e.GameWon, e.GameEnded]


class Noting(Sandbox):
    """Notes who has little time."""

    def __init__(self) -> None:
        super().__init__()
        self.little = set[bool]()

    def run(self, what: Run) -> Came:
        self.little.add(what.proposed)
        return super().run(what)


def test_what_is_tried_has_the_little_time_of_what_is_proposed() -> None:
    made, runs = table(), Noting()
    by = Trier(seat=1, at=made.at, luck=Fresh(bytes(32)), runs=runs, reads=pays)
    tried(made.state, c.Try(lines=("PAY 1",)), by)
    assert runs.little == {True}
    assert InLittleTime(RUNS).interpreter == RUNS.interpreter


def test_what_is_counted_is_tried_as_if_everybody_had_been_for_it_or_against() -> None:
    counts = """
votes = quantity("votes", owner="game")

@on("adopted")
def adopted(proposal):
    votes.give(len(proposal.voted_for))

@on("defeated")
def defeated(proposal):
    votes.give(10 * len(proposal.voted_against))

@on("vote opens")
def opens(proposal):
    votes.give(100 * len(proposal.voted_for) + 1000)
"""
    made = game()
    adopt(made, change(counts))
    by = Trier(
        seat=1,
        at=made.at,
        luck=Fresh(bytes(32)),
        runs=RUNS,
        reads=lambda line, state: Attempt(line=line, by=1, hook=line),
    )
    totals = []
    for trial in tried(made.state, c.Try(lines=("adopted", "defeated", "vote opens")), by):
        assert isinstance(trial.result, Steps)
        totals.append(trial.result.after.programs[301].value("votes", 0))
    assert totals == [3, 33, 1033]
