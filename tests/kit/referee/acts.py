"""The moderators' own acts (013): each has a name to it, and leads to what it says."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from nomic_mail.game import events as e
from nomic_mail.game.procedures.rounds import next_deadline
from nomic_mail.game.state import State
from tests.kit.referee.walk import Walk

PART = "the moderators' acts"
LONGEST = timedelta(days=366)
LEADS_TO: Mapping[str, tuple[type, ...]] = {
    "START": (e.GameStarted,),
    "CLOSE": (e.VotingClosed,),
    "SKIP": (e.TurnEnded, e.ChairReplaced),
    "REMOVE": (e.PlayerLeft, e.PointsScored),
    "BIND": (e.RuleBound,),
    "SET": (e.SettingChanged,),
    "ADMIT": (e.PlayerJoined,),
    "DECLINE": (e.JoinDeclined,),
    "REPLACE": (e.PlayerReplaced, e.SuccessorAsked),
    "RULING": (e.JudgmentGiven,),
    "END GAME": (e.GameEnded, e.GameWon),
    "AWARD": (e.PointsAwarded,),
    "FINE": (e.PointsAwarded,),
    "ROLL": (e.DiceThrown,),
    "ORDER": (e.OrderSet,),
    "CORRECT SCORE": (e.ScoreCorrected,),
    "CORRECT RULE": (e.RuleCorrected,),
    "CORRECT TURN": (e.TurnCorrected,),
    "UNDO": (e.ActUndone,),
    "MUTE": (e.TalkMuted,),
    "UNMUTE": (e.TalkMuted,),
    "REMOVE TALK": (e.TalkRemoved,),
    "EXTEND": (e.WindowExtended,),
    "REOPEN": (e.VotingReopened,),
    "PAUSE": (e.GamePaused,),
    "RESUME": (e.GameResumed,),
    "ANNOUNCE": (e.Announced,),
    "MODERATORS": (e.ModeratorsChanged,),
}


def acted(walk: Walk) -> None:
    event = walk.next
    if not isinstance(event, e.ModeratorActed):
        return
    walk.holds(PART, "who", bool(event.who.strip()), "the name of a moderator")
    following = walk.events[walk.place + 1] if walk.place + 1 < len(walk.events) else None
    leads = following is not None and following.at == event.at
    fits = isinstance(following, LEADS_TO.get(event.act, ()))
    walk.holds(PART, "act", leads and fits, "an act, and right after it what it leads to")
    walk.step()


def by_act(walk: Walk, name: str) -> None:
    """Nothing but a moderator's own act leads to it."""
    last, event = walk.last, walk.next
    said = isinstance(last, e.ModeratorActed) and last.act == name
    at_once = event is not None and last is not None and last.at == event.at
    walk.holds(PART, "at", said and at_once, f"nothing: no moderator said {name}")


def extended(walk: Walk) -> None:
    """What runs then, and no other; it is longer by it, and by no more than a year from then."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.WindowExtended):
        return
    by_act(walk, "EXTEND")
    ends = _open_windows(state)
    known = (event.window, event.number) in ends
    walk.holds(PART, "window", known and state.status == "running", f"one of {sorted(ends)}")
    if known:
        walk.check(PART, was=ends[event.window, event.number])
    later = max(event.was or event.at, event.at) < event.until <= event.at + LONGEST
    walk.holds(PART, "until", later, "a later end, within a year")
    walk.step()


def _open_windows(state: State) -> Mapping[tuple[str, int], datetime | None]:
    turn = state.turn
    if turn is None or turn.over:
        return {}
    if turn.procedure == "chair":
        if turn.ends_at is not None:
            return {("period", turn.number): turn.ends_at}
        return {("turn", turn.number): turn.due_at}
    if state.polls:
        ends = [poll.closes_at for poll in state.polls.values() if poll.closes_at is not None]
        return {("vote", number): min(ends, default=None) for number in state.polls}
    debated = [one for one in state.proposals.values() if not one.withdrawn]
    if debated:
        return {("debate", one.number): one.opens_at for one in debated}
    return {("turn", turn.number): turn.due_at}


def paused(walk: Walk) -> None:
    if not isinstance(walk.next, e.GamePaused):
        return
    by_act(walk, "PAUSE")
    walk.holds(PART, "at", walk.state.status == "running", "no pause: the game does not run")
    walk.step()


def resumed(walk: Walk) -> None:
    """And all that waits is later by just so much."""
    event, state = walk.next, walk.state
    if not isinstance(event, e.GameResumed):
        return
    by_act(walk, "RESUME")
    walk.holds(PART, "paused_at", state.status == "paused", "no resumption: no pause runs")
    walk.check(PART, paused_at=state.paused_at)
    walk.step()
    length = event.at - event.paused_at
    waits = length > timedelta(0) and next_deadline(walk.state) is not None
    if waits and walk.due(PART, e.DeadlinesMoved) is not None:
        walk.check(PART, why="pause", by=length)
        walk.check(PART, began_at=event.paused_at, ended_at=event.at)
        walk.step()


def announced(walk: Walk) -> None:
    event = walk.next
    if isinstance(event, e.Announced):
        by_act(walk, "ANNOUNCE")
        walk.holds(PART, "text", bool(event.text.strip()), "some words")
    walk.step()


QUIET = (e.Discussed, e.PlayerAway, e.Announced)
OF_A_COUNT = (
    *(e.VotingClosed, e.RuleChanged, e.PointsScored, e.DiceThrown),
    *(e.TurnEnded, e.ChairPassedOver, e.TurnBegan),
)


def reopened(walk: Walk) -> None:
    """Looked for in the ledger itself: since the count there is nothing but what it brought about,
    and words; and somebody's ballot was missing."""
    event = walk.next
    if not isinstance(event, e.VotingReopened):
        return
    by_act(walk, "REOPEN")
    back = walk.place - 2  # before the act itself
    while back >= 0 and _said_only(walk.events, back):
        back -= 1
    counted: list[e.VotingClosed] = []
    closed_at = walk.events[back].at if back >= 0 else None
    while back >= 0 and isinstance(walk.events[back], OF_A_COUNT):
        one = walk.events[back]
        if one.at != closed_at or (counted and not isinstance(one, e.VotingClosed)):
            break
        counted += [one] if isinstance(one, e.VotingClosed) else []
        back -= 1
    absent = {seat for one in counted for seat in one.absent}
    walk.check(PART, numbers=tuple(sorted(one.number for one in counted)))
    missing = bool(absent) and event.missing == tuple(sorted(absent))
    walk.holds(PART, "missing", missing, f"those whose ballots were missing: {sorted(absent)}")
    in_time = event.at < event.closes_at <= event.at + LONGEST
    walk.holds(PART, "closes_at", in_time, "a time to come, within a year")
    walk.step()


def _said_only(events: Sequence[e.Event], place: int) -> bool:
    """Words, and the act that led to them."""
    announces = isinstance(events[place], e.ModeratorActed) and place + 1 < len(events)
    return isinstance(events[place], QUIET) or (
        announces and isinstance(events[place + 1], e.Announced)
    )
