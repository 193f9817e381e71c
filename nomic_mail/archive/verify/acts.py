"""The moderators' own acts (013): each has a name to it, and leads to what it says."""

from collections.abc import Mapping

from nomic_mail.archive.verify.walk import Walk
from nomic_mail.game import events as e

PART = "the moderators' acts"
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
    "ORDER": (e.OrderSet,),
    "CORRECT SCORE": (e.ScoreCorrected,),
    "CORRECT RULE": (e.RuleCorrected,),
    "CORRECT TURN": (e.TurnCorrected,),
    "UNDO": (e.ActUndone,),
    "MUTE": (e.TalkMuted,),
    "UNMUTE": (e.TalkMuted,),
    "REMOVE TALK": (e.TalkRemoved,),
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
