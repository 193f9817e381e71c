"""Finished games, played straight in the core, that between them have every kind of event.

1. Each has the rules of its ruleset that make the server do something, and no more: what is checked
   of a rule without clauses is what is checked of one with them.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.dice import new_chain
from nomic_mail.game.evolve import fold
from nomic_mail.game.procedures.naming import Rename
from nomic_mail.game.procedures.program_acts import CorrectValue, Rest, Wake
from nomic_mail.game.procedures.program_calls import Perform, PerformSealed
from nomic_mail.game.procedures.vetoing import Veto
from nomic_mail.game.programs import Given, written_order
from nomic_mail.sandbox.sandbox import Sandbox
from tests.kit.games.core_play import QUICK, amend, enact, transmute
from tests.kit.games.finished_acts import moderated, ordered_by_hand, won_by_an_award
from tests.kit.games.finished_rounds import (
    open_by_the_week,
    rulings_voted_on,
    won_in_rounds,
)
from tests.kit.games.finished_terms import (
    chair_passed_over,
    chair_pro_tem,
    chaired,
    chairs_away,
    overtaken,
)
from tests.kit.games.finished_time import time_in_hand, time_with_a_chair
from tests.kit.games.finished_votes import votes_followed, votes_missed
from tests.kit.games.game_in_hand import DAY, Game, few

SMALL_BOOK = (7, 103, 201, 202, 203, 206, 208)


def turns_and_amendments() -> list[e.Event]:
    """103(2), 107, 108, 204, 206, 208: a whole game by turns, up to the goal."""
    game = Game(few("net_play", r203="adoption: majority of eligible")).start()
    game.done(c.Discuss(by=1, text="Good morning.", letter="talk"))
    game.propose(enact("Tea."))
    game.done(c.Revise(by=game.mover, text="Tea is at four.", letter="again"))
    game.done(c.Discuss(by=2, text="Why four?", letter="talk"))
    game.call()
    game.all_vote(game.others()[0])
    game.propose(amend(206, "A defeat costs nothing."))
    game.done(c.Withdraw(by=game.mover))
    game.propose(amend(206, "A defeat costs five.", "penalty defeat: 5"))
    game.call()
    voter = game.others()[0]
    game.done(c.Vote(by=voter, choice="against", letter="first"))
    game.done(c.Vote(by=voter, choice="for", letter="second"))
    game.done(c.Retract(by=voter))
    game.all_vote()
    game.propose(amend(302, "A defeat costs six."))
    game.done(c.Bind(by=c.MODERATOR, rule=303, answer="bind", clauses=("penalty defeat: 6",)))
    game.call()
    game.all_vote()
    game.propose(c.Change(kind="repeal", amendment=303))
    game.call()
    game.all_vote()
    game.propose(amend(304, "A defeat costs seven."))
    game.done(c.Bind(by=c.MODERATOR, rule=305, answer="keep"))
    game.call()
    game.all_vote()
    game.propose(c.Change(kind="amend", amendment=305, text="A defeat costs 8."))
    game.call()
    game.all_vote(*game.others())
    game.propose(transmute(105))
    game.call()
    game.all_vote(*game.others())
    game.done(c.Bind(by=c.MODERATOR, rule=301, answer="bind", clauses=("reward against: 2d4+1",)))
    game.propose(amend(208, "Fifteen win.", "victory: 15"))
    game.call()
    game.all_vote(game.others()[0])
    while game.state.status == "running" and not game.state.asked:
        game.propose(enact("More tea."))
        game.call()
        game.all_vote(game.others()[0])
    return game.end()


def people_come_and_go() -> list[e.Event]:
    """113, and house settings: leaving, coming back, a new player in a seat, absences."""
    game = Game(few("net_play"), settings=replace(QUICK, extensions=1))
    game.start()
    game.done(c.Moderate(by=c.MODERATOR, who="Mo", joined="Grace Hopper", left=("Mo",)))
    game.done(c.Moderate(by=c.MODERATOR, who="Grace Hopper", joined="Ivy Ives"))
    game.done(c.Set(by=c.MODERATOR, key="vote_window", value="4d"))
    game.done(c.Set(by=c.MODERATOR, key="missing_ballot", value="close"))
    game.done(c.Join(by=4, name="Dora Dent", surname="Dent", letter="join"))
    game.done(c.Away(by=game.others()[0], length=6 * DAY))
    game.done(c.Set(by=c.MODERATOR, key="away_max", value="5d"))
    game.propose(enact("Tea."))
    game.call()
    leaver = game.others()[1]
    game.done(c.Vote(by=game.mover, choice="for", letter="one"))
    game.done(c.Vote(by=leaver, choice="against", letter="two"))
    game.done(c.Leave(by=leaver))
    game.pass_time(5)
    game.pass_time(9)
    game.done(c.Join(by=leaver, name="Somebody Else", letter="again"))
    seat = game.others()[0]
    mates = " + ".join(game.state.name_of(one) for one in (seat, game.mover))
    game.done(c.Set(by=c.MODERATOR, key="team_mates", value=mates))
    game.done(Rename(by=game.mover, name="Ada King"))
    game.done(c.Replace(by=c.MODERATOR, seat=seat, name="Nora New", surname="New", letter="nora"))
    game.pass_time(8)
    game.pass_time(12)
    game.propose(enact("Milk."))
    game.call()
    game.all_vote()
    for seat in game.state.playing:
        game.done(c.Leave(by=seat))
    return game.end()


def late_players() -> list[e.Event]:
    """Extended, then asked; closed by the Moderator; removed where a rule allows it."""
    game = Game(few("net_play_revised"), settings=replace(QUICK, extensions=1), players=4).start()
    game.outage(5)
    game.propose(enact("Tea."))
    game.call()
    game.done(c.Vote(by=game.mover, choice="for", letter="one"))
    game.outage(30)
    over = game.at + timedelta(minutes=1)  # the mailbox was away too, and longer
    game.done(c.Outage(began_at=over - timedelta(hours=40), ended_at=over))
    game.pass_time(10)
    game.pass_time(12)
    game.done(c.CloseVote(by=c.MODERATOR))
    game.pass_time(8)
    game.pass_time(12)
    late = game.state.name_of(game.mover)
    game.done(c.Remove(by=c.MODERATOR, player=late))
    game.propose(enact("Milk.", "skipping: allowed over 201"))
    game.call()
    game.all_vote()
    game.done(c.Set(by=c.MODERATOR, key="missing_turn", value="skip"))
    game.pass_time(8)
    game.done(c.Leave(by=game.mover))
    game.done(c.Leave(by=game.mover))
    return game.end()


def judged() -> list[e.Event]:
    """212 and 213: two judges, an overruling, a consent, and the win by paradox."""
    game = Game(few("suber_1982"), players=4).start()
    game.propose(enact("This rule is not in force."))
    game.call()
    game.all_vote()
    asker = game.others()[0]
    game.done(c.Judgment(by=asker, question="Is it in force?"))
    game.done(c.Judgment(by=game.mover, question="And was it ever?"))
    first = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=first, text="It is."))
    for seat in game.state.playing:
        if seat != first:
            game.done(c.Overrule(by=seat))
    game.pass_time(4)
    second = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=second, text="It is not."))
    for seat in game.others():
        game.done(c.Consent(by=seat))
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    game.done(c.Judgment(by=asker, question="Is that a paradox?"))
    judge = game.state.judgment.judge if game.state.judgment else 0
    winner = game.state.name_of(asker)
    game.done(c.Ruling(by=judge, text="It is; play cannot go on.", winner=winner))
    game.pass_time(4)
    return game.end()


def debates_and_judges() -> list[e.Event]:
    """111, 212, 213: questions that a revision makes moot; judges overruled until none is left,
    after silence was consent; a goal that waits for a ruling, which is then overruled."""
    game = Game(few("suber_mail")).start()
    game.propose(enact("Tea."))
    asker = game.others()[0]
    game.done(c.Judgment(by=asker, end_debate=True))
    game.done(c.Revise(by=game.mover, text="Tea is at four."))
    game.done(c.Judgment(by=asker, question="Which four?"))
    judge = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=judge, text="In the afternoon."))
    game.done(c.Judgment(by=asker, end_debate=True))
    game.done(c.Revise(by=game.mover, text="Tea is at five."))
    game.call()
    game.all_vote()
    game.pass_time(4)
    while game.state.judgment and not game.state.judgment.final:
        judge = game.state.judgment.judge
        if not game.state.judgment.ruled:
            game.done(c.Ruling(by=judge, text=f"As {judge} sees it."))
        for seat in game.state.playing:
            if seat != judge:
                game.do(c.Overrule(by=seat))
    game.pass_time(4)
    game.misprinted(208, "Who has 11 points wins.", "victory: 11")
    game.propose(enact("Milk."))
    game.done(c.Judgment(by=game.others()[0], question="Who has won?"))
    judge = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=judge, text="I have.", winner=game.state.name_of(judge)))
    game.call()
    game.all_vote()
    assert game.state.status == "running"
    for seat in game.state.playing:
        if seat != judge:
            game.done(c.Overrule(by=seat))
    return game.end()


def weighed() -> list[e.Event]:
    """207 and 202 by expressions: weights, abstention, a division by zero, the second circuit."""
    rules = few(
        "suber_mail",
        r207="votes: max(1, score / 10); ballots: secret with abstention",
        r203="adoption: 2/3 of cast, quorum 1/2, after circuits 1: majority of eligible",
    )
    game = Game(rules).start()
    for turn in range(5):
        game.propose(enact(f"Tea {turn}."))
        game.call()
        votes: list[c.Choice] = ["for", "abstain", "against" if turn % 2 else "for"]
        for seat, choice in zip(game.state.playing, votes, strict=True):
            game.done(c.Vote(by=seat, choice=choice, letter=f"vote {seat} {turn}"))
    game.propose(
        c.Change(
            kind="amend",
            target=202,
            text="Nothing much.",
            effects=("reward proposer: 10 / opposed", "procedure: turns"),
        )
    )
    game.call()
    game.all_vote()
    game.propose(enact("Alphabet.", "order: as joined over 201"))
    game.call()
    game.all_vote()
    return game.end()


def claims_and_requests() -> list[e.Event]:
    """Claims that follow a rule's number; the limit (209); a debate ended by the judge; requests
    that are taken back, the last that a vote waited for; points gone to the surplus."""
    rules = few("suber_mail", r209="limit mutable: 25; membership: unanimous vote")
    rules = tuple(one for one in rules if one.number != 213)
    game = Game(rules, players=3).start()
    game.propose(enact("Fifty win.", "victory: 50 over 208", "leaver points: surplus"))
    game.call()
    game.all_vote()
    game.propose(amend(208, "Sixty win.", "victory: 60"))
    game.done(c.Judgment(by=game.others()[0], end_debate=True))
    judge = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=judge, text="It is enough.", end_debate=True))
    game.all_vote()
    game.done(c.Judgment(by=judge, question="Which one wins?"))
    game.done(c.Consent(by=judge))
    game.done(c.Judgment(by=game.others()[0], question="And when?"))
    answering = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=answering, text="It says so."))
    game.pass_time(4)
    game.done(c.Join(by=4, name="Dora Dent", letter="join"))
    game.propose(enact("Tea."))
    game.call()
    for seat in game.state.playing:
        for poll in (301 + 2, -4):
            if seat != game.mover or poll > 0:
                game.done(c.Vote(by=seat, choice="for", proposal=poll, letter=f"{seat} {poll}"))
    game.done(c.Leave(by=4))
    assert not game.state.polls
    game.done(c.Join(by=4, name="Dora Dent", letter="join"))
    game.misprinted(209, "At most 25 mutable rules.", "limit mutable: 25")
    assert 4 in game.state.playing  # whoever sends JOIN is in by now, and they have sent theirs
    leaver = game.others()[0]
    game.done(c.Leave(by=leaver))
    game.done(c.Join(by=leaver, letter="again"))
    return game.end()


def surnames_and_goals() -> list[e.Event]:
    """201: a seat keeps its place in the alphabet until the circuit ends. 208: a binding can lower
    the goal to what somebody has."""
    game = Game(few("suber_mail"), players=4).start()
    _turn_of_tea(game)
    new = c.Replace(by=c.MODERATOR, seat=game.mover, name="Zoe Zorn", surname="Zorn", letter="zoe")
    game.done(new)
    for _ in range(4):
        _turn_of_tea(game)
    game.misprinted(208, "Who has 11 points wins.", "victory: 11")
    game.done(c.End(by=c.MODERATOR, winners=("Zoe Zorn",)))  # of the several who have it
    return game.events


def _turn_of_tea(game: Game) -> None:
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()


def short_chains() -> list[e.Event]:
    """Chains of dice that are spent, and one that is replaced: the next one announced."""
    game = Game(few("net_play"), players=0)
    seed = bytes(range(32))
    chain = new_chain(1, seed, 2)
    made = game.events[1]
    assert isinstance(made, e.DiceCommitted)
    game.events[1] = replace(made, seed=seed.hex(), length=2, commitment=chain.commitment)
    game.state = fold(game.events)
    for seat in (1, 2):
        game.done(c.Join(by=seat, name=f"Player {seat}", letter=f"join {seat}"))
    game.start()
    for _ in range(3):
        game.propose(enact("Tea."))
        game.call()
        game.all_vote()
    at = game.state.at or game.at
    game.done(c.ReplaceDice(by=c.MODERATOR, backup_at=at, restored_at=at + DAY))
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    game.propose(enact("Cake."))
    game.call()
    game.done(c.Vote(by=1, choice="against", letter="before"))
    game.at += DAY
    game.done(c.GoOnFromRecord(by=c.MODERATOR))
    game.done(c.Resume(by=c.MODERATOR, who="The Moderator"))
    game.all_vote()
    return game.end()


def read_anew() -> list[e.Event]:
    """A game from before causes were told, or the law had a reading, that goes on under it."""
    game = Game(few("net_play"), players=2).start()
    created = game.events[0]
    assert isinstance(created, e.GameCreated)
    game.events[0] = replace(created, reading=0)
    game.events.causes.clear()
    game.state = fold(game.events)
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    return game.end()


def won_together() -> list[e.Event]:
    """208: several at the goal in one moment, who leave (113), or whose goal is moved away, and at
    last the Moderator's word on who has won; where the Moderator decides who joins (302), one who
    was invited."""
    game = Game(few("net_play"), players=3).start()
    for _ in game.state.playing:
        game.propose(enact("Tea.", "membership: moderator"))
        game.call()
        game.all_vote()
    game.done(c.Join(by=4, name="Ivy Inn", letter="join", invited=True))
    game.propose(amend(208, "One wins.", "victory: 1"))
    game.call()
    game.all_vote()
    assert game.state.asked == "several winners"
    game.done(c.Leave(by=2))
    near = ("victory: 1",)
    game.misprinted(304, "Ninety win.", "victory: 90")
    assert (game.state.asked, game.state.status) == ("", "running")
    game.done(c.Bind(by=c.MODERATOR, rule=304, answer="bind", clauses=near, reason="so", who="M"))
    game.done(c.End(by=c.MODERATOR, winners=("Player 01", "Player 03"), reason="by judgment"))
    return game.end()


def rules_that_run() -> list[e.Event]:
    """A program that keeps, pays, throws, refuses, breaks, waits and hears; amended, and gone; and
    one that ends itself."""
    game = Game(few("net_play"), players=3)
    game.runs = Sandbox()
    game.start()
    game.propose(enact("All have coins.", f"program:\n{PROGRAM}"))
    game.call()
    game.all_vote()
    lineage = game.state.next_number - 1
    for form in ("PAY <player>", "THROW", "WAIT", "BREAK"):
        given = (Given(kind="player", number=2),) if form == "PAY <player>" else ()
        game.done(Perform(by=1, rule=lineage, form=form, given=given, words=form, letter="a1" * 32))
    one = (Given(kind="number", number=1),)
    wager = Perform(by=3, rule=lineage, form="WAGER <n>", given=one, words="WAGER 1")
    for letter in ("e5", "f6"):
        game.done(replace(wager, letter=letter * 32))
    order = written_order((Given(kind="text", text="tea"),))
    wish = PerformSealed(by=1, rule=lineage, form="WISH <word>", words="WISH tea", order=order)
    for letter in ("b2", "c3"):
        game.done(replace(wish, letter=letter * 32))
    game.done(Perform(by=2, rule=lineage, form="GRANT", words="GRANT", letter="d4" * 32))
    value = CorrectValue(by=c.MODERATOR, rule=lineage, name="coins", player="Player 01", to="9")
    motto = replace(value, name="motto", to="Buy low")
    for act in (
        value,
        motto,
        Rest(by=c.MODERATOR, rule=lineage),
        Wake(by=c.MODERATOR, rule=lineage),
    ):
        game.done(replace(act, reason="it was wrong"))
    game.pass_time(2)
    game.propose(enact("The judge may veto.", "veto: judge"))
    game.call()
    game.all_vote()
    game.propose(enact("Whoever robs pays.", f"program:\n{ROBS}"))
    game.call()
    game.all_vote()
    robs = Perform(by=2, rule=game.state.next_number - 1, form="ROB <player>", words="ROB it")
    game.done(replace(robs, given=(Given(kind="player", number=3),), letter="a7" * 32))
    game.propose(enact("It ends when it is told to.", f"program:\n{ONCE}"))
    game.call()
    game.all_vote()
    once = game.state.next_number - 1
    game.done(Perform(by=2, rule=once, form="END IT", words="END IT", letter="b8" * 32))
    game.propose(enact("Tea."))
    game.call()
    game.done(Veto(by=3, proposal=None, reason="no tea"))
    game.all_vote()
    game.propose(amend(lineage, "None has any.", "votes: program over mutable", f"program:{HATS}"))
    game.call()
    game.all_vote()
    game.propose(c.Change(kind="repeal", target=game.state.next_number - 1))
    game.call()
    game.all_vote()
    return game.end()


HATS = """
hats = quantity("hats")

@decides("votes")
def votes(player, proposal):
    return 2 + hats.of(player)
"""
ONCE = '@action("END IT")\ndef end_it(me):\n    lapse()'
HANDS = """
hand = quantity("hand", secret=True)

@on("begins")
def deal():
    for player in players():
        hand.set(player, roll(1000, secret=True))

@action("DRAW")
def draw(me):
    hand.set(me, roll(1000, secret=True) + roll(6))
"""
ROBS = """
coins = quantity("coins", of="Tea")

@action("ROB <player>", once="a turn")
def rob(me, who):
    coins.move(who, me, 1)
    points(me, -1)
    say_to(who, f"{me} has robbed you.")
    later(2, "more")

@timer("more")
def more():
    coins.give(players()[0], 1)
""".strip()
PROGRAM = """
coins = quantity("coins", start=5)

motto = note("motto")
judge = office("judge")

@action("WISH <word>", sealed=True)
def wish(me, what):
    motto.set(me, what)

@action("GRANT")
def grant(me):
    reveal("WISH <word>")
    for one in players():
        judge.give(one)

@action("PAY <player>")
def pay(me, to):
    coins.move(me, to, 2)
    points(to, 1)
    say("Paid.")

@action("THROW")
def throw(me):
    roll(6)
    refuse("no more")

@action("WAIT")
def wait(me):
    later(1, "over")

@timer("over")
def over():
    say("It is over.")

@action("BREAK")
def breaks(me):
    1 / 0

@action("WAGER <n>", once="3 times a week")
def wager(me, n):
    if n > coins.of(me):
        refuse("too much")
    coins.give(me, n if roll(6) + roll(6) > 6 else -n)

@every("day")
def tax():
    for one in players():
        if coins.of(one) > 4:
            coins.take(one, roll(4))

@on("vote closes")
def paid(proposal):
    for one in proposal.voted_for:
        coins.give(one, 1)
""".strip()


def dealt_in_secret() -> list[e.Event]:
    """What a program throws in secret, and in the open with it, is opened as the game is over; the
    end is taken back, and there is another."""
    game = Game(few("net_play"), players=2)
    game.runs = Sandbox()
    game.start()
    game.propose(enact("All have hands.", f"program:\n{HANDS}"))
    game.call()
    game.all_vote()
    lineage = game.state.next_number - 1
    draws = Perform(by=1, rule=lineage, form="DRAW", words="DRAW", letter="a1" * 32)
    game.done(draws)
    game.done(c.End(by=c.MODERATOR, reason="the tea is cold"))
    game.done(c.Undo(by=c.MODERATOR, reason="it is warm"))
    game.done(replace(draws, by=2, letter="b2" * 32))
    return game.end()


def smallest() -> list[e.Event]:
    """Two turns of two players: small enough to try every field of its record alone."""
    rules = tuple(rule for rule in few("net_play") if rule.number in SMALL_BOOK)
    game = Game(rules, players=2).start()
    game.propose(enact("Tea."))
    game.call()
    game.all_vote(game.mover)
    game.propose(amend(208, "One wins.", "victory: 1"))
    game.call()
    game.all_vote()
    return game.end()


GAMES: Mapping[str, Callable[[], list[e.Event]]] = {
    one.__name__: one
    for one in (
        turns_and_amendments,
        people_come_and_go,
        late_players,
        judged,
        debates_and_judges,
        weighed,
        chaired,
        chair_pro_tem,
        chair_passed_over,
        chairs_away,
        claims_and_requests,
        surnames_and_goals,
        short_chains,
        overtaken,
        won_together,
        read_anew,
        moderated,
        won_by_an_award,
        ordered_by_hand,
        time_in_hand,
        time_with_a_chair,
        votes_missed,
        votes_followed,
        rules_that_run,
        dealt_in_secret,
        won_in_rounds,
        rulings_voted_on,
        open_by_the_week,
    )
}
