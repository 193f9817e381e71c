"""What the Moderator did of their own, in the words of the record's text; who did it, and why,
stands before it."""

from collections.abc import Callable, Mapping

from nomic_mail.game.numbers import printed
from nomic_mail.game.record.story import Facts


def _acted(facts: Facts) -> str:
    as_what = "" if facts["who"] == "The Moderator" else ", as Moderator"
    why = f" ({facts['reason']})" if facts["reason"] else ""
    return f"{facts['who']}{as_what}: {facts['act']}{why} [event {facts['number']}]."


def _rule_corrected(facts: Facts) -> str:
    what = f"Rule {printed(facts['number'])} was entered wrongly"
    if facts["status"] != facts["status_was"]:
        return f"{what}: it is {facts['status']}, and not {facts['status_was']}."
    return f"{what}, and is set right."


def _awarded(facts: Facts) -> str:
    did = "is fined" if facts["points"] < 0 else "is awarded"
    told = f"{abs(facts['points'])} points by rule {printed(facts['rule'])}, now {facts['total']}"
    return f"{facts['player']} {did} {told}."


def _ordered(facts: Facts) -> str:
    rule = f" by rule {printed(facts['rule'])}" if facts["rule"] is not None else ""
    return f"The order of play is set{rule} to {', '.join(facts['order'])}."


def _muted(facts: Facts) -> str:
    how = "not passed on" if facts["muted"] else "passed on again"
    return f"What {facts['player']} writes to all is {how}."


ACTS: Mapping[str, Callable[[Facts], str]] = {
    "acted": _acted,
    "awarded": _awarded,
    "ordered": _ordered,
    "score_corrected": lambda f: (
        f"The score of {f['player']} is corrected from {f['was']} to {f['total']}."
    ),
    "rule_corrected": _rule_corrected,
    "turn_corrected": lambda f: (
        f"Turn {f['turn']} was passed on wrongly: it is {f['mover']}'s, not {f['was']}'s."
    ),
    "undone": lambda f: f"Event {f['number']} is taken back, as if it had not been.",
    "muted": _muted,
    "talk_removed": lambda f: (
        f"What {f['player']} wrote to all ({f['number']}) is taken out of the record."
    ),
    "successor": lambda f: f"{f['name']} is asked to play on for {f['player']}.",
}
