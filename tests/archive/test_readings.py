"""Each stretch of a ledger is decided by its own reading of the law (docs/law.md): what the present
one would decide otherwise is told, and is no difference. Whoever says that it was decided by
another is found out."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from nomic_mail.cli import cli
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.decide import READING
from nomic_mail.game.evolve import fold
from nomic_mail.game.procedures.naming import Rename
from nomic_mail.game.rulebook import Rule
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.written.codec import NEWEST
from tests.game.test_other_ways_to_win import GRANTS, LAW
from tests.game.test_program_bounds import BIDS, amended, seals
from tests.game.test_program_names import TAX
from tests.game.test_program_rights import PLAIN, TEA, adoption
from tests.game.test_program_rights import game as with_a_program
from tests.game.test_program_vetoes import REPEAL, outcome_when_struck, voting_on
from tests.game.test_programs import COINS, adopt, change, number, perform, player
from tests.game.test_programs import game as programs
from tests.game.test_silent import shortened
from tests.game.test_what_stood import CHANGES, counted, opened
from tests.game.test_what_stood import changed as rule_changes
from tests.kit.games.core_play import Play, enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, forged, recorded, signed
from tests.kit.tiers import some

SHOUT = '@action("SHOUT")\ndef shout(me):\n    say("hey")\n'
NOBODY_ELSE = (
    "\n@decides('eligible')\ndef may(player, proposal):\n    return player.name[-1] == '1'"
)


def who_is_muted_has_another_name() -> Game:
    game = Game(few("net_play")).start()
    game.done(c.Mute(by=c.MODERATOR, player="Player 02", reason="Enough."))
    game.do(Rename(by=2, name="Player Two"))
    return game


def a_program_keeps_its_rule_in_force() -> Game:
    game = voting_on(REPEAL)
    outcome_when_struck(game)
    return game


def whoever_says_so_wins() -> Game:
    game = Game((*few("net_play"), LAW), 3).start()
    game.runs = Sandbox()
    game.propose(enact("Whoever says so wins.", GRANTS))
    return game


def one_of_two_needs_everybody() -> Game:
    game = adoption("return True", "changes: up to 3")
    game.done(c.Propose(by=game.mover, change=TEA, more=(PLAIN,), letter="a proposal"))
    game.call()
    game.all_vote(1)
    return game


def the_second_ends_a_program() -> Game:
    game = adoption(f"return True\n{NOBODY_ELSE}", "eligible: program", "changes: up to 3")
    game.done(c.Propose(by=game.mover, change=TEA, more=(REPEAL,), letter="a proposal"))
    game.call()
    return game


def the_first_may_be_proposed() -> Game:
    game = with_a_program("may propose", "return False", "may propose: program", "changes: up to 3")
    game.do(c.Propose(by=game.mover, change=REPEAL, more=(TEA,), letter="a proposal"))
    return game


def ballots_abstain() -> Game:
    game = Game(few("net_play"), 3).start()
    game.propose(enact("It is so.", "ballots: secret with abstention"))
    return game


def a_set_of_ones_own() -> Game:
    game = Game((*few("net_play"), LAW), 3)
    created = game.events[0]
    assert isinstance(created, e.GameCreated)
    game.events[0] = replace(created, ruleset="mine")
    game.state = fold(game.events)
    game.start()
    game.runs = Sandbox()
    game.propose(enact("Whoever says so wins.", GRANTS))
    return game


def a_silence_is_shortened() -> Game:
    game = shortened(1, 2, 3)
    game.pass_time(1)
    return game


def too_many_timers_wait() -> Game:
    more = """
@timer("more")
def more():
    pass

@action("BEGIN")
def begin(me):
    for i in range(51):
        later(1, "more")
"""
    game = programs()
    perform(game, adopt(game, change(more, "More")), "BEGIN")
    return game


def what_is_revealed_reveals() -> Game:
    game = programs()
    lineage = adopt(game, change(BIDS.replace('reveal("BID <n>")', "pass", 1), "Bids"))
    for form, seat in (("BID <n>", 1), ("BID <n>", 2), ("ASK <n>", 3)):
        seals(game, lineage, form, seat, seat)
    perform(game, lineage, "OPEN")
    return game


def a_timer_is_called_as_an_action() -> Game:
    rent = """
rent = quantity("rent")

@action("GO HOME")
def other(me):
    later(1, "GO HOME")

@timer("GO HOME")
def due():
    rent.give(players()[0], 1)
"""
    game = programs()
    perform(game, adopt(game, change(rent, "Rent")), "GO HOME")
    game.pass_time(1.1)
    return game


def who_has_left_is_told_of() -> Game:
    game = programs()
    adopt(game, change('@on("left")\ndef left(who):\n    say(who.name)\n', "Gone"))
    game.do(c.Leave(by=3))
    return game


def another_has_the_words_of_an_action() -> Game:
    game = programs()
    adopt(game, change(COINS))
    other = COINS.replace("coins =", "gold =").replace('"coins"', '"gold"')
    other = other.replace("PAY <n>", "pay <word>").replace("coins.move(me, to, n)", "pass")
    game.do(c.Propose(by=game.mover, change=change(other, "Gold"), letter="a proposal"))
    return game


def what_is_sealed_waits_for_an_amended_rule() -> Game:
    game = programs()
    lineage = adopt(game, change(BIDS, "Bids"))
    seals(game, lineage, "BID <n>", 7, 2)
    amended(game, lineage, SHOUT + BIDS, "Bids")
    perform(game, lineage, "OPEN")
    return game


def what_was_done_once_counts_on() -> Game:
    game = programs()
    once = COINS.replace('TO <player>"', 'TO <player>", once="a week"')
    lineage = adopt(game, change(once))
    perform(game, lineage, "PAY <n> TO <player>", number(1), player(2))
    amended(game, lineage, SHOUT + once)
    perform(game, lineage, "PAY <n> TO <player>", number(1), player(2))
    return game


def whoever_is_in_turn_holds_an_office() -> Game:
    game = programs()
    source = 'seat = office("in turn")\n@action("CROW", who="in turn")\ndef crow(me):\n    pass\n'
    game.do(c.Propose(by=game.mover, change=change(source, "Crow"), letter="a proposal"))
    return game


def another_has_the_title_of_a_rule() -> Game:
    game = programs()
    coins, tax = adopt(game, change(COINS)), adopt(game, change(TAX, "Tax"))
    amended(game, coins, COINS, "Money")
    adopt(game, change(COINS.replace("PAY <n>", "GIVE <n>"), "Coins"))
    perform(game, tax, "PAY TAX")
    return game


def who_leaves_has_sealed_something() -> Game:
    game = programs()
    lineage = adopt(game, change(BIDS, "Bids"))
    for seat in (2, 3):
        seals(game, lineage, "BID <n>", 7, seat)
    game.do(c.Leave(by=3))
    perform(game, lineage, "OPEN")
    return game


def what_a_rule_names_is_told() -> Game:
    game = programs()
    game.do(c.Propose(by=game.mover, change=change(TAX, "Tax"), letter="a proposal"))
    return game


def the_ruling_before_falls_where_another_is_asked() -> Game:
    rules = few(
        "suber_1982", r202="procedure: turns", r203="adoption: majority", r212="judge: by lot"
    )
    game = Game(rules, 5, seed="2").start()
    ask = c.Judgment(by=game.mover, question="May we?")
    game.do(ask)
    assert game.state.judgment is not None
    ruled = game.state.judgment.judge
    game.do(c.Ruling(by=ruled, text="So it is."))
    game.do(ask)
    game.do(c.Leave(by=ruled))
    for seat in game.state.playing:
        game.do(c.Overrule(by=seat))
    return game


def a_decided_vote_is_opened_again() -> Game:
    law = "adoption: majority of cast; vote ends: when decided"
    game = Game(few("net_play", r203=law), 3).start()
    game.propose(enact("Tea."))
    game.call()
    for seat in (1, 2):
        game.done(c.Vote(by=seat, choice="for", letter=f"{seat}"))
    game.do(c.Reopen(by=c.MODERATOR, proposal=301, reason="why not"))
    return game


def players_are_keys() -> Game:
    game = programs()
    counts = '@action("COUNT")\ndef count(me):\n    say(str({me: 1}[me]))\n'
    perform(game, adopt(game, change(counts, "Counts")), "COUNT")
    return game


def a_program_has_a_clock_of_its_own() -> Game:
    """Since 10 that word is one of the interface, and means a moment."""
    game = programs()
    noon = 'def clock():\n    return "Noon"\n\n@action("LOOK")\ndef look(me):\n    say(clock())\n'
    game.do(c.Propose(by=game.mover, change=change(noon, "Noon"), letter="a proposal"))
    return game


def the_program_that_stood_decides() -> Game:
    game = opened()
    rule_changes(game, CHANGES["amended"])
    counted(game, 301, 2, 3)
    return game


def a_founding_program_hears_of_the_start() -> Game:
    source = '@on("started")\ndef started():\n    say("It is open.")\n'
    rule = Rule(
        number=250,
        lineage=250,
        status="mutable",
        title="Open",
        text="It is open.",
        clauses=(f"program:{source}",),
    )
    game = Game((*few("net_play"), rule), 3)
    game.runs = Sandbox()
    return game.start()


def two_amend_one_rule() -> Game:
    rules = few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d")
    game = Game(rules, 3).start()
    for seat in (1, 2):
        change = c.Change(kind="amend", target=203, title="Votes", text=f"As {seat} says.")
        game.propose(change, by=seat)
    return game


def one_of_one_is_drawn() -> Game:
    game = programs()
    draw = '@action("DRAW")\ndef draw(me):\n    points([me][roll(1) - 1], 1)\n'
    perform(game, adopt(game, change(draw, "Draws")), "DRAW")
    return game


def a_secret_is_thrown() -> Game:
    game = programs()
    hands = 'hand = quantity("hand", secret=True)\n@on("begins")\ndef deal():\n'
    hands += "    for one in players():\n        hand.set(one, roll(13))\n"
    game.do(c.Propose(by=game.mover, change=change(hands, "Hands"), letter="a proposal"))
    return game


def a_choice_is_tried() -> Game:
    game = programs()
    goes = 'place = quantity("place")\n@action("GO <choice up|down>")\ndef go(me, way):\n'
    goes += '    place.give(me, {"up": 1, "down": -1}[way])\n'
    game.do(c.Propose(by=game.mover, change=change(goes, "Stairs"), letter="a proposal"))
    return game


def a_lower_number_comes_first() -> Game:
    game = Game(few("net_play"), 3).start()
    game.propose(enact("All but one.", "adoption: unanimous of cast"))
    return game


def a_round_is_given_to_somebody() -> Game:
    game = Game(few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d"), 3).start()
    stood = game.state.turn.number if game.state.turn is not None else 0
    act = c.CorrectTurn(by=c.MODERATOR, player="Player 02", stood=stood, reason="It was theirs.")
    game.do(act)
    return game


def _proposed(source: str) -> Game:
    game = programs()
    game.do(c.Propose(by=game.mover, change=change(source, "Draft"), letter="a proposal"))
    return game


def points_are_counted_at_once() -> Game:
    game = programs()
    work = '@action("WORK")\ndef work(me):\n    points(me, 5)\n    say(f"{me.score}")\n'
    perform(game, adopt(game, change(work, "Work")), "WORK")
    return game


def a_rule_says_no_to_what_happens() -> Game:
    game = programs()
    adopt(game, change('@on("proposed")\ndef no(proposal):\n    refuse("no")\n', "No"))
    game.propose(enact())
    return game


def points_are_shared() -> Game:
    game = programs()
    shares = '@on("scored")\ndef share(who, n):\n    for one in players():\n'
    shares += "        if one != who:\n            points(one, n)\n"
    sings = '@action("SING")\ndef sing(me):\n    points(me, 1)\n'
    perform(game, adopt(game, change(shares + sings, "Shares")), "SING")
    return game


def a_draft_draws_until_all_differ() -> Game:
    draws = '@on("begins")\ndef deal():\n    drawn = {roll(6)}\n'
    return _proposed(draws + "    while len(drawn) < 3:\n        drawn.add(roll(6))\n")


def a_draft_does_nothing() -> Game:
    return _proposed('@action("SIT")\ndef sit(me):\n    pass\n')


def a_draft_forgets() -> Game:
    bids = 'bids = {}\n@action("BID <n>")\ndef bid(me, n):\n    bids[me] = n\n'
    return _proposed(bids + '    say("bid")\n')


def programs_write_much() -> Game:
    """One of them without an end to what one stroke writes; the other beside it."""
    game = programs()
    books = 'log = note("log", owner="game")\n@on("scored")\ndef scored(player, n):\n'
    books += '    for i in range(200):\n        log.set(f"{i} " + "word " * 380)\n'
    adopt(game, change(books, "Books"))
    gives = '@action("GIVE")\ndef give(me):\n    for i in range(3):\n        points(me, 1)\n'
    perform(game, adopt(game, change(gives, "Gifts")), "GIVE")
    return game


def a_number_is_looked_for_in_what_json_has_kept() -> Game:
    keeps = 'import json\nboard = note("board", owner="game")\n@action("TAKE <n>")\n'
    keeps += 'def take(me, n):\n    m = json.loads(board.text() or "{}")\n    m[n] += 1\n'
    return _proposed(keeps)


def a_text_has_gaps_and_no_f() -> Game:
    return _proposed('@action("SIT")\ndef sit(me):\n    say("{me} sits")\n')


def a_round_is_nobodys() -> Game:
    game = Game(few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d"), 3)
    game.runs = Sandbox()
    game.start()
    paid = '@on("turn begins")\ndef paid(player):\n    points(player, 1)\n'
    game.do(c.Propose(by=1, change=change(paid, "Wages"), letter="a proposal"))
    return game


def a_program_lapses_in_a_way_of_its_own() -> Game:
    lapse = 'def lapse():\n    return "Off we go."\n\n'
    return _proposed(lapse + '@action("END")\ndef end(me):\n    say(lapse())\n')


def a_rule_is_repealed_twice() -> Game:
    rules = few("net_play", r202="procedure: open, each 9, debate 0h, vote 1d")
    game = Game(rules, 3).start()
    for _ in range(2):
        game.propose(c.Change(kind="repeal", target=206), by=1)
    game.pass_time(0.1)
    for proposal in (301, 302):
        for seat in (1, 2, 3):
            game.do(c.Vote(by=seat, choice="for", proposal=proposal, letter=f"{seat}"))
    return game


def a_program_can_deal_in_secret() -> Game:
    """Whether it does or not: it was read with what it can use."""
    game = programs()
    adopt(game, change('hand = quantity("hand", secret=True)', "Hands"))
    return game


# By the reading that was the last to decide them so.
OTHERWISE: list[tuple[int, Callable[[], Game]]] = [
    (1, who_is_muted_has_another_name),
    (1, a_program_keeps_its_rule_in_force),
    (1, whoever_says_so_wins),
    (2, one_of_two_needs_everybody),
    (2, the_second_ends_a_program),
    (2, the_first_may_be_proposed),
    (2, ballots_abstain),
    (3, a_set_of_ones_own),
    (4, a_silence_is_shortened),
    (5, too_many_timers_wait),
    (5, what_is_revealed_reveals),
    (5, a_timer_is_called_as_an_action),
    (5, who_has_left_is_told_of),
    (5, another_has_the_words_of_an_action),
    (5, whoever_is_in_turn_holds_an_office),
    (6, another_has_the_title_of_a_rule),
    (6, what_a_rule_names_is_told),
    (7, the_ruling_before_falls_where_another_is_asked),
    (7, a_decided_vote_is_opened_again),
    (8, players_are_keys),
    (9, a_program_has_a_clock_of_its_own),
    (9, the_program_that_stood_decides),
    (9, two_amend_one_rule),
    (9, a_founding_program_hears_of_the_start),
    (10, one_of_one_is_drawn),
    (10, a_secret_is_thrown),
    (10, a_choice_is_tried),
    (10, a_lower_number_comes_first),
    (10, a_round_is_given_to_somebody),
    (11, points_are_counted_at_once),
    (11, a_rule_says_no_to_what_happens),
    (11, points_are_shared),
    (11, a_draft_draws_until_all_differ),
    (11, a_draft_does_nothing),
    (11, a_draft_forgets),
    (11, programs_write_much),
    (12, a_number_is_looked_for_in_what_json_has_kept),
    (13, a_text_has_gaps_and_no_f),
    (13, a_round_is_nobodys),
    (14, a_program_lapses_in_a_way_of_its_own),
    (14, a_rule_is_repealed_twice),
    (14, a_program_can_deal_in_secret),
]
# What goes on from what an earlier reading left is decided alike by both.
LEFT = [
    (5, what_is_sealed_waits_for_an_amended_rule),
    (5, what_was_done_once_counts_on),
    (6, who_leaves_has_sealed_something),
]
CASES = pytest.mark.parametrize(
    ("last", "play"), some(OTHERWISE, 4), ids=lambda one: getattr(one, "__name__", one)
)


def played(play: Callable[[], Game], reading: int, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(Play, "reading", reading)
    return play()


def test_each_reading_has_a_game_that_the_one_before_decided_otherwise() -> None:
    """A branch without one is forgotten unnoticed, and calls sound records altered."""
    assert {last for last, _ in OTHERWISE} == {*range(1, READING)}


@CASES
def test_what_is_read_otherwise_by_now_is_told_and_no_difference(
    last: int, play: Callable[[], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = checked(recorded(played(play, last, monkeypatch).events))
    assert (report.differences, report.undecided) == ([], 0)
    assert report.proven
    assert report.otherwise


@pytest.mark.parametrize(
    ("last", "play"), some([*OTHERWISE, *LEFT], 4), ids=lambda one: getattr(one, "__name__", one)
)
def test_a_stretch_is_decided_by_the_reading_that_it_tells(
    last: int, play: Callable[[], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    events = played(play, last, monkeypatch).events
    assert checked(recorded(events)).differences == []
    created = events[0]
    assert isinstance(created, e.GameCreated)
    events[0] = replace(created, reading=last + 1)
    assert checked(recorded(events)).differences


@CASES
def test_what_is_read_so_by_now_is_told_by_nothing(
    last: int, play: Callable[[], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = checked(recorded(played(play, READING, monkeypatch).events))
    assert (report.differences, report.otherwise) == ([], [])


def test_a_reader_is_told_of_it_and_that_all_is_as_it_should_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    events = played(a_silence_is_shortened, 4, monkeypatch).events
    record = tmp_path / "record.json"
    record.write_text(json.dumps(recorded(events)), encoding="utf-8")
    (closed,) = (n for n, one in enumerate(events, 1) if isinstance(one, e.VotingClosed))
    told = CliRunner().invoke(cli, ["verify", str(record)])
    assert told.exit_code == 0
    assert f"what began with event {closed - 1} would be decided otherwise" in " ".join(
        told.stdout.split()
    )
    facts = json.loads(CliRunner().invoke(cli, ["verify", str(record), "--json"]).stdout)
    assert facts["otherwise"] == [closed - 1]


def verified(data: Any, folder: Path) -> str:
    record = folder / "record.json"
    record.write_text(json.dumps(signed(data)), encoding="utf-8")
    told = CliRunner().invoke(cli, ["verify", str(record)])
    assert told.exit_code == 1
    return told.stdout.strip().splitlines()[-1]


def test_what_a_later_version_wrote_is_not_called_altered(tmp_path: Path) -> None:
    """Nobody here can tell."""
    sound = recorded(ballots_abstain().events)
    entries = deepcopy(sound["ledger"]["entries"])
    entries[0]["public"]["reading"] = READING + 1
    by_reading = forged(entries)
    by_form = deepcopy(sound)
    by_form["ledger"]["entries"][-1]["form"] = NEWEST + 1
    for later in (by_reading, by_form):
        assert verified(later, tmp_path).endswith("only that one can tell whether it is sound.")
    altered = deepcopy(sound)
    altered["game"]["title"] = "Another"
    assert verified(altered, tmp_path) == "1 difference: this record is not what it says it is."
