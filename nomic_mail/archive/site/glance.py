"""A game at a glance: what an index of games, a preview and a program that looks at it tell.

1. It is kept in the game's site.json, and an index is made of these alone: no game is read for it.
2. What stands in a site.json that is not as we write it is no glance.
"""

from typing import Any

from nomic_mail.archive.form import plain
from nomic_mail.archive.lines import listed
from nomic_mail.archive.site.now import standing, waiting
from nomic_mail.archive.site.press import clean, sentence, stamp
from nomic_mail.game.record import Record
from nomic_mail.game.state import TOLD, State

Told = dict[str, Any]
MOST_WAITED = 4
MOST = 300  # characters of a sentence
SHAPE = {"title": str, "status": str, "stands": str, "leads": str, "players": int, "news": dict}


def glance(record: Record, state: State, news: list[Told]) -> Told:
    last = news[-1] if news and record.ruleset != TOLD else None
    return {
        "title": _short(record.title or record.name),
        "status": record.status,
        "stands": _short(stands(record)),
        "leads": _short(leads(record)),
        "players": sum(one.status == "playing" for one in record.players.values()),
        "waits": [
            {"what": _short(one["what"]), "until": plain(one["until"]) or ""}
            for one in waiting(state)[:MOST_WAITED]
        ],
        "news": {"at": last["at"], "words": _short(sentence(last["words"]))} if last else {},
    }


def stands(record: Record) -> str:
    """In one sentence, without its end."""
    if record.winners:
        names = listed([record.players[seat].name for seat in record.winners])
        return f"{names} {'has' if len(record.winners) == 1 else 'have'} won"
    if record.status == "ended":
        return "The game is over"
    if record.status == "paused":
        return "The game is paused"
    if record.ruleset == TOLD:
        return "A game that was played elsewhere, as it is told"
    if record.status == "forming":
        return "Players are joining; the game has not begun"
    if not len(record.turns):
        return "The game runs"
    turn = record.turns[-1]
    seat = turn.chairs[-1].chair if turn.chairs else turn.mover
    name = record.players[seat].name if seat in record.players else "the Moderator"
    if turn.procedure == "chair":
        return f"Term {turn.number}: {name} has the chair"
    return f"Turn {turn.number}: {name} moves"


def leads(record: Record) -> str:
    """Who has the most points, while that means something."""
    ranked = [one for one in standing(record) if one.status != "left"]
    if not ranked or not record.has_points or len({one.score for one in ranked}) == 1:
        return ""
    first = [one.name for one in ranked if one.score == ranked[0].score]
    if len(first) > 3:
        first = [*first[:2], f"{len(first) - 2} others"]
    points = ranked[0].score
    return f"{listed(first)}, with {points} point{'' if abs(points) == 1 else 's'}"


def described(told: Told) -> str:
    """For whoever sees no more of it than a line."""
    ended = f"{told['stands']}." if told["stands"] else ""
    leading = (
        f" In the lead: {told['leads']}." if told["leads"] and told["status"] != "ended" else ""
    )
    return f"A game of Nomic, played by mail. {ended}{leading}"[:MOST]


def read_glance(told: Any) -> Told | None:
    if not isinstance(told, dict):
        return None
    if not all(isinstance(told.get(name), kind) for name, kind in SHAPE.items()):
        return None
    waits = told.get("waits")
    rows = [*(waits if isinstance(waits, list) else [{}]), told["news"] or {"at": "", "words": ""}]
    names = ({"what", "until"}, {"at", "words"})
    sound = all(isinstance(one, dict) and set(one) in names and _sound(one) for one in rows)
    return told if sound else None


def _sound(one: Told) -> bool:
    """Words, and a moment or none."""
    if not all(isinstance(value, str) for value in one.values()):
        return False
    try:
        at = one.get("until", one.get("at"))
        return not at or stamp(at) != ""
    except ValueError:
        return False


def _short(text: str) -> str:
    told = str(clean(" ".join(text.split())))
    return told if len(told) <= MOST else f"{told[: MOST - 1]}…"
