"""What the Moderator did of their own, as a moment of the story. Who did it, and why, stands before
it."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from nomic_mail.game import events as e
from nomic_mail.game.state import State

DEEDS: Mapping[type, str] = {
    e.PointsAwarded: "awarded",
    e.OrderSet: "ordered",
    e.ScoreCorrected: "score_corrected",
    e.RuleCorrected: "rule_corrected",
    e.TurnCorrected: "turn_corrected",
    e.ActUndone: "undone",
    e.TalkMuted: "muted",
    e.TalkRemoved: "talk_removed",
    e.SuccessorAsked: "successor",
}


def deed_facts(event: e.AnyEvent, state: State) -> Mapping[str, Any]:
    """All that the event says, with names for seats."""
    facts: dict[str, Any] = {one.name: getattr(event, one.name) for one in fields(event)}
    if "seat" in facts:
        facts["player"] = state.name_of(facts["seat"])
    if isinstance(event, e.OrderSet):
        facts["order"] = [state.name_of(one) for one in event.order if one in state.playing]
    if isinstance(event, e.TurnCorrected):
        facts["was"], facts["mover"] = state.name_of(event.was), state.name_of(event.mover)
    return facts
