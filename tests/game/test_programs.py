"""Rules that run, in the core: what calls a program, what holds it, and what comes of it."""

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.dice import message_of, throw
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.procedures.program_calls import Perform, PerformSealed
from nomic_mail.game.programs import NONE, Given, written_order
from nomic_mail.game.record.story import Story
from nomic_mail.game.rulebook import Rule, RuleStatus
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

RUNS = Sandbox()
COINS = """
coins = quantity("coins", start=5)

@action("PAY <n> TO <player>")
def pay(me, n, to):
    coins.move(me, to, n)
"""


def change(source: str, title: str = "Coins", **more: Any) -> c.Change:
    effects = (f"program:\n{source.strip()}",)
    plain: dict[str, Any] = {"kind": "enact", "title": title, "text": f"{title}."}
    return c.Change(**{**plain, "effects": effects, **more})


def rule(number: int, source: str, title: str, status: RuleStatus = "mutable") -> Rule:
    return Rule(
        number=number,
        lineage=number,
        status=status,
        title=title,
        text=f"{title}.",
        clauses=(f"program:\n{source.strip()}",),
    )


def game(*rules: Rule) -> Game:
    made = Game((*few("net_play", r204="penalty defeat: 0"), *rules))
    made.runs = RUNS
    return made.start()


def adopt(made: Game, what: c.Change) -> int:
    made.propose(what)
    made.call()
    made.all_vote()
    return made.state.next_number - 1


def perform(made: Game, lineage: int, form: str, *given: Given, by: int = 1) -> object:
    command = Perform(by=by, rule=lineage, form=form, given=given, words=form, letter="ab" * 32)
    return made.do(command)


def number(n: int) -> Given:
    return Given(kind="number", number=n)


def player(seat: int) -> Given:
    return Given(kind="player", number=seat)


def has(made: Game, lineage: int, name: str) -> list[object]:
    program = made.state.programs[lineage]
    return [program.value(name, seat) for seat in made.state.playing]


def kinds(events: object) -> list[str]:
    assert isinstance(events, tuple)
    return [type(one).__name__ for one in events]


def test_a_program_is_read_when_its_rule_is_in_force_and_hears_of_what_comes_after_it() -> None:
    made = game()
    hears = change(
        COINS
        + """
@on("adopted")
def paid(proposal):
    for one in proposal.voted_for:
        coins.give(one, 1)
"""
    )
    first = adopt(made, hears)
    assert has(made, first, "coins") == [5, 5, 5]  # not by its own vote (106)
    before = len(made.events)
    adopt(made, change("note('motto')", "Mottos"))
    assert has(made, first, "coins") == [6, 6, 6]
    came = kinds(tuple(made.events[before:]))
    assert came.index("ProgramRan") < came.index("TurnBegan"), "while it is that turn's"
    report = checked(recorded(made.events))
    assert (report.differences, report.undecided) == ([], 0)


def test_where_nothing_is_thrown_nothing_is_proven_by_a_link() -> None:
    made = game()
    lineage = adopt(made, change(COINS))
    perform(made, lineage, "PAY <n> TO <player>", number(2), player(2))
    ran = made.events[-1]
    assert isinstance(ran, e.ProgramRan)
    assert (ran.link, ran.proven) == ("", False)


def test_amended_a_rule_keeps_the_values_of_the_names_it_still_has_and_repealed_they_leave() -> (
    None
):
    made = game()
    lineage = adopt(made, change(COINS + "\nhats = quantity('hats')\n"))
    perform(made, lineage, "PAY <n> TO <player>", number(2), player(2))
    assert has(made, lineage, "coins") == [3, 7, 5]
    more = 'coins = quantity("coins", start=50, most=100)\nshoes = quantity("shoes", start=2)'
    adopt(made, change(more, kind="amend", target=lineage))
    assert has(made, lineage, "coins") == [3, 7, 50]
    assert has(made, lineage, "shoes") == [2, 2, 2]
    assert [one.name for one in made.state.programs[lineage].declared.names] == ["coins", "shoes"]
    present = next(one.number for one in made.state.rules if one.lineage == lineage)
    adopt(made, c.Change(kind="repeal", target=present))
    assert made.state.programs == {}


def test_a_rule_that_is_set_aside_does_not_run() -> None:
    strikes = Rule(
        number=290,
        lineage=290,
        status="immutable",
        title="No",
        text="No.",
        clauses=("void: rule 301",),
    )
    made = game(strikes)
    lineage = adopt(made, change(COINS))
    assert lineage == 301
    refused = perform(made, lineage, "PAY <n> TO <player>", number(1), player(2))
    assert isinstance(refused, Refusal)
    assert refused.code == "action_set_aside"


def test_what_a_higher_rule_keeps_is_not_a_lower_one_s_to_change_unless_it_says_so() -> None:
    taxes = (
        'coins = quantity("coins", of="Coins")\n@action("TAX")\ndef tax(me):\n    coins.take(me, 1)'
    )
    closed = game(rule(290, COINS, "Coins", "immutable"))
    lineage = adopt(closed, change(taxes, "Tax"))
    refused = perform(closed, lineage, "TAX")
    assert isinstance(refused, Refusal)
    assert "a rule of higher status" in refused.facts["why"].facts["text"]
    opened = game(rule(290, COINS.replace("start=5", "start=5, open=True"), "Coins", "immutable"))
    lineage = adopt(opened, change(taxes, "Tax"))
    assert kinds(perform(opened, lineage, "TAX")) == ["ProgramRan"]
    assert has(opened, 290, "coins") == [4, 5, 5]


def test_programs_that_call_each_other_for_ever_are_cut_and_the_vote_is_counted() -> None:
    made = game()
    for title in ("More", "More again"):  # of what it gives itself, a rule is not called
        adopt(made, change('@on("scored")\ndef more(player, n):\n    points(player, 1)', title))
    before = len(made.events)
    made.propose(change("note('motto')", "Mottos"))
    made.call()
    made.all_vote()
    broke = [one for one in made.events[before:] if isinstance(one, e.ProgramBroke)]
    assert [one.trouble for one in broke] == ["cascade"]
    closed = [one for one in made.events if isinstance(one, e.VotingClosed)]
    assert [one.outcome for one in closed] == ["adopted"] * 3
    report = checked(recorded(made.events))
    assert (report.differences, report.undecided) == ([], 0)


def test_a_timer_runs_for_each_time_that_it_missed_and_ten_at_most() -> None:
    made = game()
    source = (
        'days = quantity("days", owner="game")\n@every("day 09:00")\ndef tick():\n    days.give(1)'
    )
    lineage = adopt(made, change(source, "Days"))
    made.pass_time(3)
    assert made.state.programs[lineage].value("days", 0) == 3
    made.outage(24 * 30)
    made.pass_time(0)
    assert made.state.programs[lineage].value("days", 0) == 13


def test_to_a_timer_that_is_late_it_is_the_day_on_which_it_was_due() -> None:
    made = game()
    source = (
        'seen = note("seen", owner="game")\n'
        '@every("day 09:00")\ndef tick():\n    seen.set(f"{seen.text()} {today()[-2:]}")'
    )
    lineage = adopt(made, change(source, "Days"))
    first = made.at.day + (made.at.hour >= 9)
    made.pass_time(3)
    days = [f"{first + n:02d}" for n in range(3)]
    assert made.state.programs[lineage].value("seen", 0) == " " + " ".join(days)
    assert checked(recorded(made.events)).differences == []


def test_a_pause_stops_timers_and_what_is_due_at_a_time_of_day_stays_there() -> None:
    made = game()
    source = """
days = quantity("days", owner="game")
waits = quantity("waits", owner="game")

@every("day 09:00")
def tick():
    days.give(1)

@action("WAIT")
def wait(me):
    later(2, "over")

@timer("over")
def over():
    waits.give(1)
"""
    lineage = adopt(made, change(source, "Days"))
    perform(made, lineage, "WAIT")
    made.done(c.Pause(by=c.MODERATOR))
    made.pass_time(5)
    made.done(c.Resume(by=c.MODERATOR))
    program = made.state.programs[lineage]
    assert (program.value("days", 0), program.value("waits", 0)) == (0, 0)
    assert next(iter(program.due.values())).hour == 9
    made.pass_time(2)
    program = made.state.programs[lineage]
    assert (program.value("days", 0), program.value("waits", 0)) == (2, 1)


def test_all_throws_of_a_call_are_of_one_link_which_is_spent_however_the_call_ends() -> None:
    made = game()
    source = """
@action("THROW")
def throw(me):
    if roll(6) + roll(6) < 13:
        refuse("too little")

@action("BREAK")
def breaks(me):
    roll(20)
    1 / 0
"""
    lineage = adopt(made, change(source, "Dice"))
    assert made.state.chain is not None
    used = made.state.chain.used
    perform(made, lineage, "THROW")
    perform(made, lineage, "BREAK")
    ran, broke = made.events[-2:]
    assert isinstance(ran, e.ProgramRan)
    assert isinstance(broke, e.ProgramBroke)
    assert (ran.declined, ran.sides, broke.sides) == ("too little", (6, 6), (20,))
    assert made.state.chain.used == used + 2
    assert ran.link != broke.link
    report = checked(recorded(made.events))
    assert report.differences == []


def test_the_chain_is_renewed_before_it_could_end_within_a_call() -> None:
    made = game()
    lineage = adopt(made, change('@action("THROW")\ndef throw(me):\n    roll(6)', "Dice"))
    assert made.state.chain is not None
    spent = made.state.chain.length - made.state.chain.used
    for _ in range(spent):
        perform(made, lineage, "THROW")
    assert made.state.chain.number == 2
    assert isinstance(made.events[-1], e.DiceCommitted)


def test_an_altered_effect_value_or_argument_is_found() -> None:
    made = game()
    lineage = adopt(made, change(COINS))
    perform(made, lineage, "PAY <n> TO <player>", number(2), player(2))
    place = len(made.events) - 1
    ran = made.events[place]
    assert isinstance(ran, e.ProgramRan)
    for forged in (
        {"effects": ran.effects[:1]},
        {"by": 3},
        {"args": (*ran.args[:1], number(1), *ran.args[2:])},
        {"stamp": "turn 7"},
    ):
        events = made.events[:]
        events[place] = replace(ran, **forged)
        forgery = type(made.events).__new__(type(made.events))
        list.__init__(forgery, events)
        forgery.causes = made.events.causes
        assert checked(recorded(forgery)).differences != [], forged


def test_without_an_interpreter_a_program_is_refused_and_what_runs_stands_still() -> None:
    made = game()
    lineage = adopt(made, change(COINS + "\n@on('adopted')\ndef hear(p):\n    pass\n"))
    made.runs = NONE
    made.propose(c.Change(kind="enact", title="Tea", text="Tea."))
    refused = made.do(c.Revise(by=made.mover, change=change(COINS)))
    assert isinstance(refused, Refusal)
    assert refused.code == "programs_not_read"
    acts = perform(made, lineage, "PAY <n> TO <player>", number(1), player(2))
    assert isinstance(acts, Refusal)
    assert acts.code == "programs_not_run"
    made.call()
    made.all_vote()
    closed = [one.outcome for one in made.events if isinstance(one, e.VotingClosed)]
    assert closed == ["adopted", "adopted"]
    broke = [one for one in made.events if isinstance(one, e.ProgramBroke)]
    assert [one.trouble for one in broke] == ["missing"]
    assert not made.state.programs[lineage].rests
    report = checked(recorded(made.events))
    assert (report.differences, report.undecided > 0) == ([], True)


def test_bounds_are_told_in_words_and_a_call_is_all_or_nothing() -> None:
    made = game()
    lineage = adopt(made, change(COINS))
    refused = perform(made, lineage, "PAY <n> TO <player>", number(6), player(2))
    assert isinstance(refused, Refusal)
    assert refused.facts["why"].facts["text"] == "Player 01 has 5 coins, and 6 are needed"
    assert has(made, lineage, "coins") == [5, 5, 5]
    made.at += timedelta(days=1)


SECRET = """
luck = quantity("luck")

@action("TRUST IN <word>", sealed=True)
def trust(me, what):
    if what == "nothing":
        refuse("nothing is nothing")
    luck.give(me, len(what))

@action("OPEN")
def opens(me):
    reveal("TRUST IN <word>")
"""


def trust(made: Game, lineage: int, what: str, by: int) -> object:
    order = written_order((Given(kind="text", text=what),))
    words, letter = f"TRUST IN {what}", f"{by}{len(what)}" * 32
    form = "TRUST IN <word>"
    sealed = PerformSealed(by=by, rule=lineage, form=form, words=words, order=order, letter=letter)
    return made.do(sealed)


def test_a_sealed_action_does_nothing_and_is_nobody_s_to_read_before_it_is_revealed() -> None:
    made = game()
    lineage = adopt(made, change(SECRET, "Trust"))
    trust(made, lineage, "moonshine", 1)
    trust(made, lineage, "nothing", 2)
    trust(made, lineage, "windfalls", 1)
    trust(made, lineage, "horoscopes", 3)
    sealed = recorded(made.events)
    assert all(word not in str(sealed) for word in ("moonshine", "windfalls", "horoscopes"))
    assert checked(sealed).differences == []
    assert has(made, lineage, "luck") == [0, 0, 0]
    done = perform(made, lineage, "OPEN")
    assert kinds(done) == ["ProgramRan"] * 4
    assert has(made, lineage, "luck") == [9, 0, 10]
    assert made.state.programs[lineage].orders == ()
    opened = recorded(made.events)
    assert "windfalls" in str(opened)
    assert "moonshine" not in str(opened)  # what was replaced is nobody's to read
    report = checked(opened)
    assert (report.differences, report.undecided) == ([], 0)


def test_of_what_is_sealed_three_times_a_week_three_are_kept_of_each_week() -> None:
    often = SECRET.replace("sealed=True", 'sealed=True, once="3 times a week"')
    made = game()
    lineage = adopt(made, change(often, "Trust"))
    for word in ("one", "two", "three", "four"):
        trust(made, lineage, word, 1)
    words = [one.words for one in made.state.programs[lineage].orders]
    assert words == ["TRUST IN two", "TRUST IN three", "TRUST IN four"]
    made.at += timedelta(days=7)
    trust(made, lineage, "five", 1)
    made.at += timedelta(days=7)
    done = perform(made, lineage, "OPEN", by=2)
    assert kinds(done) == ["ProgramRan"] * 5  # what waited for weeks counts in its own
    trust(made, lineage, "six", 1)
    perform(made, lineage, "OPEN", by=2)
    trust(made, lineage, "seven", 1)
    trust(made, lineage, "eight", 1)
    trust(made, lineage, "nine", 1)
    words = [one.words for one in made.state.programs[lineage].orders]
    assert words == ["TRUST IN eight", "TRUST IN nine"]
    perform(made, lineage, "OPEN", by=2)
    refused = trust(made, lineage, "ten", 1)
    assert isinstance(refused, Refusal)
    assert checked(recorded(made.events)).differences == []


def test_what_begins_with_a_rule_is_called_once_and_not_when_the_rule_is_amended() -> None:
    begins = (
        COINS
        + """
@on("begins")
def begin():
    for player in players():
        coins.give(player, roll(6))
"""
    )
    made = game()
    lineage = adopt(made, change(begins))
    first = has(made, lineage, "coins")
    assert all(isinstance(n, int) and 6 <= n <= 11 for n in first)
    adopt(made, change(begins + "\n# again\n", kind="amend", target=made.state.next_number - 1))
    assert has(made, lineage, "coins") == first
    assert checked(recorded(made.events)).differences == []


def test_an_order_that_is_opened_otherwise_than_it_was_sealed_is_found() -> None:
    made = game()
    lineage = adopt(made, change(SECRET, "Trust"))
    trust(made, lineage, "windfalls", 1)
    perform(made, lineage, "OPEN")
    place = next(n for n, one in enumerate(made.events) if isinstance(one, e.OrderSealed))
    record = recorded(made.events)
    line = record["ledger"]["entries"][place]
    for key, (salt, _) in line["opened"].items():
        line["opened"][key] = [salt, "TRUST IN windmills"]
    assert checked(record).differences != []
    hidden = recorded(made.events)
    secrets = hidden["ledger"]["entries"][place].pop("opened")
    assert secrets
    assert checked(hidden).differences != []


def test_a_reveal_without_orders_opens_nothing_and_an_amended_form_lets_them_go() -> None:
    made = game()
    lineage = adopt(made, change(SECRET, "Trust"))
    trust(made, lineage, "windfalls", 1)
    other = SECRET.replace("TRUST IN", "RELY ON")
    present = next(one.number for one in made.state.rules if one.lineage == lineage)
    adopt(made, change(other, "Trust", kind="amend", target=present))
    assert kinds(perform(made, lineage, "OPEN")) == ["ProgramRan"]
    assert has(made, lineage, "luck") == [0, 0, 0]
    assert checked(recorded(made.events)).differences == []


def test_what_a_program_keeps_lets_and_hears_is_told_before_the_vote() -> None:
    made = game()
    hears = '\n@on("joined")\ndef joined(who):\n    coins.set(who, 1)\n'
    made.propose(change(COINS + hears))
    (proposed,) = [one for one in made.events if isinstance(one, e.ProposalMade)]
    assert proposed.warnings[:3] == (
        Phrase("program_keeps", names=("coins",)),
        Phrase("program_lets", actions=("PAY <n> TO <player>",)),
        Phrase("program_hears", what=("joined",)),
    )


def test_words_that_are_taken_by_now_stop_no_program_that_was_adopted_with_them() -> None:
    """A later version of the server reads more words than the one that took the proposal: what is
    adopted runs, and whoever checks the record, with whatever version, finds the same."""
    made = game()
    made.propose(change(COINS))
    made.call()
    made.runs = Sandbox(lambda form: f"{form} is a command of the server's own")
    made.all_vote()
    lineage = made.state.next_number - 1
    assert kinds(perform(made, lineage, "PAY <n> TO <player>", number(1), player(2))) == [
        "ProgramRan"
    ]
    refused = made.do(c.Propose(by=made.mover, change=change(COINS, "Gold"), letter="a proposal"))
    assert isinstance(refused, Refusal)
    assert refused.code == "program_unreadable"
    assert "line 3" in str(refused.facts["why"]) or "'line': 3" in str(refused.facts["why"])
    report = checked(recorded(made.events))
    assert (report.differences, report.undecided) == ([], 0)


def test_what_a_program_keeps_and_which_actions_it_brings_stand_in_the_story() -> None:
    made = game()
    adopt(made, change(COINS + '\n@on("joined")\ndef joined(who):\n    coins.set(who, 1)\n'))
    (read,) = [one for one in made.events if isinstance(one, e.ProgramRead)]
    assert read.moment(Story(made.state)).facts == {
        "rule": 301,
        "keeps": ("coins",),
        "actions": ("PAY <n> TO <player>",),
        "mistakes": False,
    }


def test_what_a_program_throws_is_proven_over_the_place_of_its_event() -> None:
    """008: and over the letter that asked for it."""
    made = game()
    lineage = adopt(made, change('@action("TOSS")\ndef toss(me):\n    say(f"{roll(6)}")\n', "Toss"))
    perform(made, lineage, "TOSS")
    (place, ran), *_ = [
        (n, one) for n, one in enumerate(made.events, 1) if isinstance(one, e.ProgramRan)
    ]
    told = {"game": made.state.name, "rule": 301, "called": "TOSS", "by": 1, "letter": "ab" * 32}
    assert ran.message == message_of(event=place, **told)
    assert ran.faces == throw(ran.link, ran.message, 1, 6)
    assert ran.proven


def test_a_program_knows_whose_ballot_is_missing_and_not_what_is_on_those_that_are_in() -> None:
    made = game()
    counts = """
@action("WHO IS MISSING")
def missing(me):
    one = proposals()[0]
    say(f"{one.missing} {one.voted_for} {one.voted_against}")
"""
    lineage = adopt(made, change(counts, "Missing"))
    made.propose(change("note('motto')", "Mottos"))
    told = [said_by(made, lineage, "WHO IS MISSING")]
    made.call()
    told.append(said_by(made, lineage, "WHO IS MISSING"))
    made.done(c.Vote(by=2, choice="for", letter="v"))
    told.append(said_by(made, lineage, "WHO IS MISSING"))
    names = [made.state.name_of(seat) for seat in (1, 2, 3)]
    assert told == [
        "[] [] []",
        f"[{', '.join(names)}] [] []",
        f"[{names[0]}, {names[2]}] [] []",
    ]
    assert checked(recorded(made.events)).differences == []


def said_by(made: Game, lineage: int, form: str) -> str:
    came = perform(made, lineage, form)
    assert isinstance(came, tuple)
    (ran,) = [one for one in came if isinstance(one, e.ProgramRan)]
    return " ".join(one.text for one in ran.effects if one.kind == "say")


def test_what_is_revealed_as_a_vote_closes_may_name_its_proposal() -> None:
    made = game()
    marks = """
marks = quantity("marks", owner="game")

@action("MARK <proposal> <n>", sealed=True)
def mark(me, what, n):
    marks.give(n if what.outcome == "adopted" else 100)

@on("vote closes")
def closes(proposal):
    reveal("MARK <proposal> <n>")
"""
    lineage = adopt(made, change(marks, "Marks"))
    made.propose(change("note('motto')", "Mottos"))
    given = (Given(kind="proposal", number=made.state.next_number - 1), number(7))
    made.done(
        PerformSealed(
            by=2,
            rule=lineage,
            form="MARK <proposal> <n>",
            order=written_order(given),
            words="MARK 302 7",
            letter="ab" * 32,
        )
    )
    made.call()
    made.all_vote()
    assert made.state.programs[lineage].value("marks", 0) == 7
    assert checked(recorded(made.events)).differences == []


def test_an_action_without_what_its_form_has_places_for_is_refused() -> None:
    made = game()
    lineage = adopt(made, change(COINS))
    for given in ((), (number(1),), (player(2), number(1))):
        refused = perform(made, lineage, "PAY <n> TO <player>", *given)
        assert isinstance(refused, Refusal)
        assert refused.code == "no_such_action"


def test_hours_are_counted_from_when_a_late_timer_was_due() -> None:
    source = """
runs = quantity("runs", owner="game")

@action("WIND")
def wind(me):
    later_hours(6, "tick")

@timer("tick")
def tick():
    runs.give(1)
    later_hours(6, "tick")
"""
    made = game()
    lineage = adopt(made, change(source, "Clock"))
    perform(made, lineage, "WIND")
    wound = made.at
    made.pass_time(32 / 24)
    assert made.state.programs[lineage].value("runs", 0) == 5
    (waiting,) = made.state.programs[lineage].later
    assert waiting.due - wound == timedelta(hours=36)
    assert checked(recorded(made.events)).differences == []
