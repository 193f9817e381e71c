"""Who came, asked, left, was away or was replaced (113, 301); and what the game was made with."""

import re
from dataclasses import replace
from datetime import timedelta

from nomic_mail.game import events as e
from nomic_mail.game.course import Refused
from nomic_mail.game.decide import changed_setting
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.paradox import winner_named
from nomic_mail.game.procedures.seating import teams_of
from nomic_mail.game.procedures.winning import SEVERAL, at_the_goal
from nomic_mail.game.settings import Settings
from nomic_mail.game.state import Rules
from nomic_mail.phrases import said
from tests.kit.referee.acts import by_act
from tests.kit.referee.closing import goal_reached, starting_score
from tests.kit.referee.walk import Walk

PART = "players"
GAME = "wins and endings"
LEFT = "left; the points go to the Government Surplus"


def created(walk: Walk) -> None:
    """It is the first event, and makes a book of different rules, each with its lineage."""
    event = walk.next
    if not isinstance(event, e.GameCreated):
        return
    numbers = [rule.number for rule in event.rules]
    walk.holds(PART, "rules", walk.place == 0, "one beginning")
    different = bool(numbers) and len({*numbers}) == len(numbers)
    walk.holds(PART, "rules", different, "rules, each with a number of its own")
    born = all(rule.lineage == rule.number and not rule.history for rule in event.rules)
    walk.holds(PART, "rules", born, "rules that begin with the game")
    book = Rules({rule.number: rule for rule in event.rules})
    first = mechanics_of(book)["numbering"].value.first
    plays = event.settings.moderator_plays == "yes"
    walk.holds(PART, "settings", not (plays and 13 in numbers), "no Moderator who plays (013)")
    walk.check(PART, first_number=max(first, *(number + 1 for number in numbers)))
    walk.step()


def setting_changed(walk: Walk) -> None:
    event = walk.next
    if not isinstance(event, e.SettingChanged):
        return
    try:
        settings = changed_setting(walk.state.settings, event.key, event.value)
    except Refused as refused:
        walk.holds(PART, "value", False, refused.refusal)
    else:
        walk.check(PART, settings=settings)
        barred = any(rule.lineage == 13 for rule in walk.state.rules)
        plays = settings.moderator_plays == "yes" and walk.state.settings.moderator_plays == "no"
        walk.holds(PART, "value", not (plays and barred), "no: 013 stands")
    walk.step()


def joined(walk: Walk) -> None:
    """Whoever has to ask is let in as they asked; else whoever sends JOIN is in, as that says."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.PlayerJoined):
        return
    request, old = state.requests.get(event.seat), state.players.get(event.seat)
    walk.holds(PART, "seat", old is None or not old.playing, "somebody who does not play yet")
    walk.holds(PART, "seat", not state.polls, "nobody: the voters of an open vote are fixed")
    walk.holds(PART, "invited", old is None or not event.invited, "false: they come back")
    if _asks(walk, event):
        walk.holds(PART, "seat", request is not None, "somebody who has asked")
    voted_in = _policy(walk) == "unanimous vote" and state.status == "running"
    if voted_in and len(state.playing) > 1:
        walk.holds(PART, "seat", False, "nobody: only a unanimous vote lets somebody in")
    if request is not None:
        walk.check(PART, name=request.name, surname=request.surname, letter=request.letter)
    elif old is not None:
        walk.check(PART, surname=old.surname)
    walk.check(PART, score=starting_score(walk))
    _own_name(walk, event.seat, event.name)
    walk.step()
    goal_reached(walk)


def _asks(walk: Walk, joined: e.PlayerJoined) -> bool:
    """Before the start there are no voters; and the Moderator needs not ask the Moderator."""
    policy = _policy(walk)
    if policy == "moderator":
        return bool(joined.letter) and not joined.invited
    return policy == "unanimous vote" and walk.state.status == "running"


def _policy(walk: Walk) -> object:
    return walk.mechanics["membership"].value


def _own_name(walk: Walk, seat: int, name: str) -> None:
    """Of all who play, have played, or have asked to, and of what they were called before."""
    players, requests = walk.state.players, walk.state.requests
    others = {player.name.casefold() for other, player in players.items() if other != seat}
    others |= {one.name.casefold() for other, one in requests.items() if other != seat}
    gone = (player.former for other, player in players.items() if other != seat)
    others |= {name.casefold() for names in gone for name in names}
    walk.holds(PART, "name", bool(name) and name.casefold() not in others, "a name of their own")


def requested(walk: Walk) -> None:
    event, state = walk.next, walk.state
    if not isinstance(event, e.JoinRequested):
        return
    old = state.players.get(event.seat)
    new = event.seat not in state.requests and (old is None or not old.playing)
    walk.holds(PART, "seat", new, "somebody who neither plays nor has asked")
    if old is not None:
        walk.check(PART, surname=old.surname)
    walk.check(PART, rule=walk.mechanics["membership"].rule)
    _own_name(walk, event.seat, event.name)
    walk.step()


def moderators_changed(walk: Walk) -> None:
    """Somebody comes who was none, or some go: of the game's own, or of the house's."""
    event, known = walk.next, walk.state.moderators
    if not isinstance(event, e.ModeratorsChanged):
        return
    by_act(walk, "MODERATORS")
    some = bool(event.joined or event.left)
    walk.holds(PART, "joined", some and event.joined not in known, "somebody who was none")
    once = len({*event.left}) == len(event.left) and event.joined not in event.left
    walk.holds(PART, "left", once, "each of some who moderated, once")
    walk.step()


def declined(walk: Walk) -> None:
    """By the Moderator, or taken back; a vote's own No comes with its count."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.JoinDeclined):
        return
    request = state.requests.get(event.seat)
    walk.holds(PART, "seat", request is not None, "somebody who has asked")
    own = walk.mechanics["membership"].value == "unanimous vote"
    why = ("withdrawn",) if own else ("withdrawn", "declined")
    walk.holds(PART, "why", event.why in why, "withdrawn; only a vote, or the Moderator, declines")
    if request is not None:
        walk.check(PART, name=request.name)
    walk.check(PART, rule=walk.mechanics["membership"].rule)
    walk.step()


def leaving_points(walk: Walk) -> None:
    """301: who leaves gives the points to the surplus. No other points come without a vote."""
    event, state, points = walk.next, walk.state, walk.mechanics["leaver points"]
    if not isinstance(event, e.PointsScored):
        return
    player = state.players.get(event.seat)
    kept = points.value != "surplus" or points.rule is None
    if player is None or not player.playing or kept:
        walk.holds("scores", "points", False, "no points: no vote was completed, and nobody left")
        walk.step()
        return
    walk.check("scores", points=-player.score, total=0, because=LEFT, rule=points.rule)
    walk.step()
    if walk.due("scores", e.SurplusChanged) is not None:
        walk.check("scores", seat=player.seat, points=player.score, rule=points.rule)
        walk.check("scores", total=state.surplus + player.score)
        walk.step()
    if walk.due(PART, e.PlayerLeft) is not None:
        walk.check(PART, seat=player.seat)
        left(walk)


def left(walk: Walk) -> None:
    event, state = walk.next, walk.state
    if not isinstance(event, e.PlayerLeft):
        return
    player, points = state.players.get(event.seat), walk.mechanics["leaver points"]
    lateness = walk.mechanics["lateness"]
    walk.holds(PART, "seat", player is not None and player.playing, "a player")
    walk.check(PART, rule=(lateness.rule or 0) if event.removed else 113)
    allowed = lateness.value == "moderator may remove"
    walk.holds(PART, "removed", allowed or not event.removed, "no removal: no rule allows it")
    goes = points.value == "surplus" and points.rule is not None
    settled = not goes or player is None or not player.score
    walk.holds("scores", "seat", settled, "first the points, to the Government Surplus")
    walk.step()
    if walk.state.playing:
        goal_reached(walk)


def away(walk: Walk) -> None:
    event = walk.next
    if isinstance(event, e.PlayerAway):
        walk.holds(PART, "seat", event.seat in walk.state.playing, "a player")
        later = event.until is None or event.until > event.at
        walk.holds(PART, "until", later, "a time to come")
    walk.step()


def replaced(walk: Walk) -> None:
    """Whoever takes over a seat takes the old name's place in its team, too."""
    event = walk.next
    if not isinstance(event, e.PlayerReplaced):
        return
    old, before = walk.state.name_of(event.seat), walk.state.settings
    walk.holds(PART, "seat", event.seat in walk.state.playing, "a player")
    walk.check(PART, was=old)
    _own_name(walk, event.seat, event.name)
    walk.step()
    _new_name_in_team(walk, before, old, event.name)


def renamed(walk: Walk) -> None:
    """Once a day, and in their team as well."""
    event = walk.next
    if not isinstance(event, e.PlayerRenamed):
        return
    player, before = walk.state.players[event.seat], walk.state.settings
    walk.holds(PART, "seat", player.playing, "a player")
    walk.check(PART, was=player.name)
    walk.holds(PART, "name", event.name != player.name, "another name")
    last = player.renamed_at
    once = last is None or event.at >= last + timedelta(days=1)
    walk.holds(PART, "at", once, "a day after the last new name")
    _own_name(walk, event.seat, event.name)
    walk.step()
    _new_name_in_team(walk, before, player.name, event.name)


def _new_name_in_team(walk: Walk, before: Settings, old: str, new: str) -> None:
    named = any(old.casefold() in team for team in teams_of(before.team_mates))
    if not named or walk.due(PART, e.SettingChanged) is None:
        return
    pattern = re.compile(re.escape(old), re.IGNORECASE)
    mates = pattern.sub(lambda _: new, before.team_mates)
    walk.check(PART, key="team_mates", value=mates, settings=replace(before, team_mates=mates))
    walk.step()


def ended(walk: Walk) -> None:
    """With nobody left it says so; else it is the Moderator's word."""
    state = walk.state
    if not state.playing and state.status == "running":
        walk.check(GAME, reason="no player is left")
    walk.holds(GAME, "at", state.status != "ended", "nothing: the game is over")
    named = state.asked != SEVERAL or not at_the_goal(state)
    walk.holds(GAME, "reason", named, "first, who of those at the goal has won")
    free = winner_named(state) is None
    walk.holds(GAME, "reason", free, "nothing: a ruling names who wins (212)")
    walk.step()


def won(walk: Walk) -> None:
    """Of several who reached the goal together, whom the Moderator names; else it follows a vote
    or a ruling."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.GameWon):
        return
    there = at_the_goal(state) if state.asked == SEVERAL else ()
    named = bool(event.winners) and {*event.winners} <= {*there}
    walk.holds(GAME, "winners", named, f"some of {there}, where several reached the goal")
    free = winner_named(state) is None
    walk.holds(GAME, "winners", free, "nobody: a ruling names who wins (212)")
    goal = walk.mechanics["victory"]
    walk.check(GAME, goal=goal.value, rule=goal.rule)
    walk.step()
    ending = walk.due(GAME, e.GameEnded)
    if ending is not None:
        names = " and ".join(map(state.name_of, event.winners))
        told = f"{names} {'have' if event.winners[1:] else 'has'} won"
        says = said(ending.because(state))
        good = says == told or says.startswith(f"{told}: ")
        walk.holds(GAME, "reason", good, told)
        walk.step()


def asked(walk: Walk) -> None:
    """No goal is reached here: that question comes with a count."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.ModeratorAsked):
        return
    matters = {
        "missing turn": state.turn is not None and not state.polls,
        "missing ballot": bool(state.missing),
        "one player left": len(state.playing) == 1,
    }
    walk.holds(GAME, "matter", matters.get(event.matter, False), "what the game stands at")
    ballot = state.open_polls[0].number if state.polls else None
    walk.check(GAME, number=ballot if event.matter == "missing ballot" else None)
    walk.step()
