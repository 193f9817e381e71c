"""Who comes, who goes, who is away: who is told what."""

from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.state import State, label
from nomic_mail.phrases.letters import length
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Drafts
from nomic_mail.post.telling.table import asks, everybody, tells, tells_along


@tells(e.PlayerJoined)
def _joined(drafts: Drafts, event: e.PlayerJoined, before: State, after: State) -> None:
    shuffled = mechanics_of(after.rules)["order"].value == "random"
    welcome = {"name": event.name, "digest": event.letter, **f.status_facts(after, event.seat)}
    drafts.tell([event.seat], "welcome", {**welcome, "shuffled": shuffled})
    if drafts.after.status == "running":
        stands = {**f.status_facts(drafts.after, event.seat), "beside": True}
        drafts.tell([event.seat], "status", stands)
    others = [seat for seat in after.playing if seat != event.seat]
    audience = [MODERATOR, *(others if after.status == "running" else [])]
    drafts.tell(audience, "joined", {"name": event.name, **f.status_facts(after, MODERATOR)})


@tells(e.JoinRequested)
def _requested(drafts: Drafts, event: e.JoinRequested, before: State, after: State) -> None:
    membership = mechanics_of(after.rules)["membership"]
    facts = {"name": event.name, "rule": event.rule, "votes": membership.value != "moderator"}
    waits = after.closes_at if membership.value == "open" else None
    fixed = bool(after.polls) and not after.is_open
    facts |= {"waits": waits, "open": membership.value == "open", "fixed": fixed}
    drafts.tell([event.seat], "join_asked", {**facts, "own": True})
    if facts["open"]:
        return
    tag = asks(not facts["votes"])
    drafts.tell([MODERATOR], "join_asked", {**facts, "own": False}, tag=tag)
    turn = after.turn
    if facts["votes"] and turn is not None and turn.procedure == "chair":
        drafts.tell([turn.mover], "join_asked", {**facts, "own": False})


@tells(e.JoinDeclined)
def _declined(drafts: Drafts, event: e.JoinDeclined, before: State, after: State) -> None:
    facts = {"name": event.name, "why": event.why, "rule": event.rule}
    drafts.tell([event.seat], "join_declined", {**facts, "own": True})
    if event.why != "voted":
        drafts.tell([MODERATOR], "join_declined", {**facts, "own": False})


@tells(e.PlayerLeft)
@tells_along(e.SurplusChanged)
def _left(drafts: Drafts, event: e.PlayerLeft, before: State, after: State) -> None:
    rule = event.rule if event.removed else before.rules.cite(113)  # as this game has it, if it has
    facts: dict[str, Any] = {"name": after.name_of(event.seat), "rule": rule}
    facts["removed"] = event.removed
    facts["to_surplus"] = f.surplus_facts(drafts.events, event.seat)
    facts |= f.status_facts(drafts.after, MODERATOR)
    drafts.tell([event.seat], "farewell", facts)
    drafts.tell(everybody(after), "left", facts)


@tells(e.PlayerAway)
def _away(drafts: Drafts, event: e.PlayerAway, before: State, after: State) -> None:
    facts: dict[str, Any] = {"name": after.name_of(event.seat), "until": event.until}
    others = [seat for seat in everybody(after) if seat != event.seat]
    polls = [one for one in after.open_polls if event.until and event.seat in one.electorate]
    votes = [
        {"label": label(one.number), "cast": event.seat in one.ballots, "until": one.closes_at}
        for one in polls
    ]
    drafts.tell(others, "away", {**facts, "own": False, "moves": False, "votes": votes})
    moves = after.settings.away == "extend"
    most = length(after.settings.away_max)
    facts |= {"moves": moves, "most": most, "chair": f.chair_rule(after)}
    drafts.tell([event.seat], "away", {**facts, "own": True})


@tells(e.VoteMissed)
def _missed(drafts: Drafts, event: e.VoteMissed, before: State, after: State) -> None:
    clause = mechanics_of(after.rules)["inactive"]
    left = clause.value - event.missed
    facts = {"missed": event.missed, "left": left, "rule": clause.rule}
    drafts.tell([event.seat], "missed", facts)


@tells_along(e.PlayersHeard)
@tells(e.PlayerInactive)
def _inactive(drafts: Drafts, event: e.PlayerInactive, before: State, after: State) -> None:
    name, turns = after.name_of(event.seat), not after.is_open
    silent = length(event.silent) if event.silent else ""
    told = {"missed": event.missed, "silent": silent, "rule": event.rule}
    facts = {"name": name, "turns": turns, **told}
    drafts.tell([event.seat], "inactive", {**facts, "own": True})
    others = [seat for seat in everybody(after) if seat != event.seat]
    drafts.tell(others, "inactive", {**facts, "own": False})


@tells(e.PlayerActive)
def _active(drafts: Drafts, event: e.PlayerActive, before: State, after: State) -> None:
    facts = {"name": after.name_of(event.seat), "why": event.why}
    polls = [one for one in drafts.after.open_polls if event.seat in one.left_out]
    open_now = [label(one.number) for one in polls]
    drafts.tell([event.seat], "active", {**facts, "own": True, "open": open_now})
    others = [seat for seat in everybody(after) if seat != event.seat]
    drafts.tell(others, "active", {**facts, "own": False, "open": []})


@tells(e.PlayerReplaced)
def _taken_over(drafts: Drafts, event: e.PlayerReplaced, before: State, after: State) -> None:
    facts = {"was": event.was, "name": event.name, "score": after.players[event.seat].score}
    for seat in dict.fromkeys((*everybody(after), event.seat)):
        own = seat == event.seat
        shown = {
            **facts,
            "own": own,
            "gone": False,
            "left": False,
            "status": f.status_facts(after, seat),
        }
        shown |= f.game_facts(after) if own else {}
        drafts.tell([seat], "taken_over", shown)


@tells(e.PlayerRenamed)
def _renamed(drafts: Drafts, event: e.PlayerRenamed, before: State, after: State) -> None:
    facts = {"was": event.was, "name": event.name}
    drafts.tell([event.seat], "renamed", {**facts, "own": True})
    others = [seat for seat in everybody(after) if seat != event.seat]
    drafts.tell(others, "renamed", {**facts, "own": False})


@tells(e.ModeratorsChanged)
def _moderators(drafts: Drafts, event: e.ModeratorsChanged, before: State, after: State) -> None:
    facts = {"joined": event.joined, "left": list(event.left)}
    drafts.tell(everybody(after), "moderators", facts)
