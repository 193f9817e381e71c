"""Finished games with a Chairperson; `finished_games.py` tells what they are for."""

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from tests.kit.games.core_play import QUICK, amend, enact, repeal
from tests.kit.games.game_in_hand import DAY, Game, few


def chaired() -> list[e.Event]:
    """202 with a chair, 301: several proposals together, one void; joins voted on; the surplus."""
    game = Game(few("chairperson"), players=4).start()
    game.done(c.Refuse(by=game.mover))
    _term(game, repeal(204), amend(204, "Nothing.", "reward against: 3"), enact("Tea."))
    game.done(c.Join(by=5, name="Eve Elm", letter="join"))
    game.done(c.Join(by=6, name="Fay Fir", letter="join"))
    _term(game, enact("Milk.", "adoption: majority of eligible, quorum 1/2 over 203"), refused=6)
    game.done(c.Leave(by=5))
    game.done(c.Judgment(by=game.others()[0], question="It is lax.", replace_chair=True))
    judge = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=judge, text="It is.", replace_chair=True))
    for seat in game.state.playing:
        if seat != judge:
            game.do(c.Overrule(by=seat))
    for _ in game.state.playing:  # each next judge is silent in turn
        game.pass_time(4)
    _term(game, amend(206, "None.", "penalty defeat: 1d4"), enact("Limit.", "limit mutable: 99"))
    game.done(c.Call(by=game.mover, step="proposals"))
    game.done(c.Leave(by=game.mover))
    game.pass_time(2)
    _term(game, enact("Scones."), enact("Jam."), against=True)
    game.done(c.Join(by=7, name="Gus Gale", letter="join"))
    game.done(c.Leave(by=7))
    scores = {seat: game.state.players[seat].score for seat in game.state.playing}
    game.done(c.Leave(by=min(scores, key=lambda seat: scores[seat])))
    return game.end()


def chair_pro_tem() -> list[e.Event]:
    """202(e): the first accuser takes the chair; refuses it, or leaves; and the chair that was
    replaced does not come back for that."""
    game = Game(few("chairperson"), players=5).start()
    _accused(game, 2)
    game.done(c.Refuse(by=game.mover))
    game.pass_time(4)
    _term(game, enact("Tea."))
    game.done(c.Call(by=game.mover, step="proposals"))
    replaced = game.mover
    accuser = _accused(game, 4)
    game.propose(enact("Milk."), replaced)
    game.done(c.Leave(by=accuser))
    assert game.mover != replaced
    game.outage(20)
    game.pass_time(4)
    game.done(c.Call(by=game.mover, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=game.mover))
    game.outage(20)
    game.all_vote(number=303)
    game.pass_time(4)
    game.done(c.Join(by=accuser, letter="again"))
    game.done(c.Leave(by=accuser))
    return game.end()


def overtaken() -> list[e.Event]:
    """103(2) within one vote: what a number before has changed, repealed, or given other effects;
    and KEEP, which keeps what the rule does by then."""
    game = Game(few("chairperson"), players=4).start()
    first, text = game.state.next_number, game.state.rules.by_number[206].text
    _term(game, amend(206, f"Hear: {text}", "penalty defeat: 5"))
    back = c.Change(kind="repeal", amendment=first)
    dearer = amend(first, f"Hear: {text} So be it.", "penalty defeat: 6")
    _term(game, dearer, back, c.Change(kind="amend", amendment=first, text="None."))
    back = c.Change(kind="repeal", amendment=first + 2)
    _term(game, back, back)
    game.done(c.Call(by=game.mover, step="proposals"))
    first = game.state.next_number
    now = max(rule.number for rule in game.state.rules)
    turn = game.state.turn
    kept = (amend(now, "Seven.", "penalty defeat: 7"), amend(now, "Some."))
    for change, seat in zip(kept, turn.proposers if turn else (), strict=False):
        game.propose(change, seat)
    game.done(c.Bind(by=c.MODERATOR, rule=first + 1, answer="keep"))
    game.pass_time(2)
    game.done(c.Call(by=game.mover, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=game.mover))
    for number in game.state.polls:
        game.all_vote(number=number)
    game.pass_time(2)
    assert game.state.rules.by_number[first + 1].clauses == ("penalty defeat: 7",)
    return game.end()


def chair_passed_over() -> list[e.Event]:
    """A rule lets late chairs be skipped: what was tabled goes on with the next (104), who may
    refuse; where nothing was tabled the term ends."""
    rules = few("chairperson", r202="procedure: chair; order: alphabetical; skipping: allowed")
    game = Game(rules, players=5, settings=replace(QUICK, extensions=1)).start()
    game.done(c.Call(by=game.mover, step="proposals"))
    game.propose(enact("Tea."))
    game.pass_time(2)
    game.pass_time(8)
    game.pass_time(9)
    game.done(c.Skip(by=c.MODERATOR))
    game.done(c.Refuse(by=game.mover))
    game.done(c.Set(by=c.MODERATOR, key="missing_turn", value="skip"))
    game.pass_time(8)
    game.done(c.Call(by=game.mover, step="discussion"))
    game.done(c.Leave(by=game.mover))
    game.done(c.Refuse(by=game.mover))
    game.pass_time(6)
    game.done(c.CallVote(by=game.mover))
    game.all_vote()
    game.pass_time(2)
    game.pass_time(8)
    return game.end()


def chairs_away() -> list[e.Event]:
    """202(a): who is away is passed over: at a new term, after a refusal, and as a stand-in; and
    the first has the chair where all are away."""
    game = Game(few("chairperson"), players=4).start()
    _away(game, 1)
    _term(game, enact("Tea."))
    _away(game, 1)
    game.done(c.Refuse(by=game.mover))
    _away(game, 1, 2)
    game.done(c.Call(by=game.mover, step="proposals"))
    game.propose(enact("Milk."))
    game.done(c.Leave(by=game.mover))
    for seat in game.state.playing:
        game.done(c.Away(by=seat, length=20 * DAY))
    game.pass_time(2)
    game.done(c.Call(by=game.mover, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=game.mover))
    game.all_vote()
    game.pass_time(2)
    return game.end()


def _away(game: Game, *places: int) -> None:
    """These places after the chair."""
    order = [seat for seat in game.state.order if seat in game.state.playing]
    at = order.index(game.mover)
    for ahead in places:
        game.done(c.Away(by=order[(at + ahead) % len(order)], length=20 * DAY))


def _accused(game: Game, place: int) -> int:
    """Two ask for another chair; the one at this place after the chair is the first of them, and
    the next one of their order the second."""
    order = game.state.order
    at = order.index(game.mover)
    first, second = (order[(at + ahead) % len(order)] for ahead in (place, place - 1))
    for seat in (first, second):
        game.done(c.Judgment(by=seat, question="It is lax.", replace_chair=True))
    judge = game.state.judgment.judge if game.state.judgment else 0
    game.done(c.Ruling(by=judge, text="It is.", replace_chair=True))
    assert game.mover == first
    return first


def _term(game: Game, *changes: c.Change, refused: int = 0, against: bool = False) -> None:
    """The chair's three steps, each after the time of the one before."""
    game.done(c.Call(by=game.mover, step="proposals"))
    turn = game.state.turn
    for change, seat in zip(changes, turn.proposers if turn else (), strict=False):
        game.propose(change, seat)
    game.done(c.Extend(by=game.mover, length=DAY))
    game.pass_time(3)
    game.done(c.Call(by=game.mover, step="discussion"))
    game.pass_time(6)
    game.done(c.CallVote(by=game.mover))
    for number in game.state.polls:
        no = game.state.playing[:2] if against or number == -refused else ()
        game.all_vote(*no, number=number)
    game.pass_time(2)
