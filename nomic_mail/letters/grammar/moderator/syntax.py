"""How each act of the Moderator's is written, with the names and numbers of the game it is for.

1. A line that is refused, or not understood, is answered by the forms of the act that it begins
   like. Each is one that would be read as it stands.
2. What there is none of in the game (a held letter, somebody who asks to join) has an example; an
   act that can be taken back has its number.
"""

from collections.abc import Iterator, Mapping

from nomic_mail.game.numbers import NUMBER, printed, printed_with
from nomic_mail.game.procedures.taking_back import TAKEN_BACK
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.language import words
from nomic_mail.letters.grammar.words import one_slip
from nomic_mail.patterns import later

SOMEBODY = "Grace Hopper"
FORMS: Mapping[str, tuple[str, ...]] = {
    "START": ("START",),
    "END GAME": ("END GAME: why", "END GAME WINNER: {player}"),
    "CLOSE": ("CLOSE {vote}: why",),
    "REOPEN": ("REOPEN {vote}: why", "REOPEN {vote} FOR 2 days: why"),
    "EXTEND TURN": ("EXTEND TURN {turn} BY 2 days: why", "EXTEND TURN {turn} UNTIL {day} 18:00"),
    "EXTEND": ("EXTEND {vote} BY 2 days: why", "EXTEND {vote} UNTIL {day} 18:00"),
    "SKIP": ("SKIP TURN {turn}: why",),
    "REMOVE TALK": ("REMOVE TALK {event}: why",),
    "REMOVE": ("REMOVE {player}: why",),
    "PAUSE": ("PAUSE: why",),
    "RESUME": ("RESUME",),
    "ANNOUNCE": ("ANNOUNCE: your words",),
    "ADMIT": ("ADMIT {asks}",),
    "DECLINE": ("DECLINE {asks}",),
    "RELEASE": ("RELEASE 12",),
    "DISCARD": ("DISCARD 12: a word to its sender",),
    "KEEP": ("KEEP {rule}: why",),
    "DROP": ("DROP {rule}: why",),
    "BIND": ("BIND {rule}: {clauses}",),
    "SET": ("SET vote_window = 7d: why",),
    "AWARD": ("AWARD {player} 10 RULE {rule}: why",),
    "FINE": ("FINE {player} 10 RULE {rule}: why",),
    "ROLL": ("ROLL 2d6 RULE {rule}: why",),
    "ORDER": ("ORDER {order} RULE {rule}: why",),
    "CORRECT SCORE": ("CORRECT SCORE {player} TO 25: why",),
    "CORRECT TURN": ("CORRECT TURN {turn} TO {other}: why",),
    "CORRECT STATUS": ("CORRECT STATUS {rule} IMMUTABLE: why",),
    "CORRECT VALUE": ("CORRECT VALUE coins OF {player} TO 5 RULE {rule}: why",),
    "CORRECT RULE": ("CORRECT RULE {rule}: why\nWhat it shall say\nEND",),
    "REST": ("REST {rule}: why",),
    "WAKE": ("WAKE {rule}: why",),
    "UNDO": ("UNDO: why", "UNDO {act}: why"),
    "MUTE": ("MUTE {player}: why",),
    "UNMUTE": ("UNMUTE {player}",),
    "REPLACE": ('REPLACE {player} BY "Grace Hopper <grace@example.org>": why',),
    "RULING": ("RULING: your reasons",),
    "HAND OVER": ("HAND OVER TO Grace Hopper <grace@example.org>",),
}
_TURN = later(r"\bTURN\b")
_FIRST_LIKE = later(r"[A-Z]{4,10}\b")
_FIRST = later(r"[A-Z]{3,9}\b")
_WORDS = later(r"[^\W\d_]+")
_NUMBERS = later(NUMBER)


def _is_named(state: State, seat: int, said: str) -> bool:
    name = state.name_of(seat).casefold()
    return name in said or name.split(" ", 1)[0] in _WORDS.findall(said)


def begins_an_act(line: str) -> bool:
    """In capitals, as an act is written; in small letters it may be any sentence."""
    first = _FIRST.match(line)
    if first is None or line.strip(" .") == "END":  # as a text of several lines ends
        return False
    return any(name.split()[0] == first[0] for name in FORMS)


def nearly_an_act(line: str) -> str | None:
    """The word that a line in capitals begins like, but for a slip of the hand."""
    first = _FIRST_LIKE.match(line)
    if first is None or first[0] in words():
        return None
    near = {name.split()[0] for name in FORMS if one_slip(first[0], name.split()[0])}
    return near.pop() if len(near) == 1 else None


def forms_of(line: str, state: State) -> tuple[str, ...]:
    """Nothing where the line begins like no act."""
    said = f"{' '.join(line.upper().replace(':', ' ').split())} "
    whole = [name for name in FORMS if said.startswith(f"{name} ")]
    like = [name for name in FORMS if name.split()[0] == said.split(" ", 1)[0]]
    names = [max(whole, key=len)] if whole else like
    if names == ["EXTEND"] and (_TURN.search(said) or not state.open_polls):
        names = ["EXTEND TURN", "EXTEND"]  # "extend the turn", or there is no vote to extend
    with printed_with(state.rules.digits):
        here = dict(_here(state, line))
    forms = tuple(form for name in names for form in FORMS[name])
    told = [one for one in forms if here["act"] or "{act}" not in one]
    if not (state.open_polls or state.proposals):  # nor is there a vote to name
        told = [one for one in told if "{vote}" not in one]
    return tuple(one.format_map(here) for one in told if not state.is_open or "{turn}" not in one)


def _here(state: State, line: str) -> Iterator[tuple[str, str]]:
    """Whom and what the line names comes first; then who has the turn, as most acts are about
    them."""
    seats = [one for one in state.order if one in state.playing] or list(state.playing)
    mover, said = state.turn.mover if state.turn is not None else None, line.casefold()
    seats.sort(key=lambda seat: (not _is_named(state, seat, said), seat != mover))
    names = [state.name_of(seat) for seat in seats] or [SOMEBODY]
    votes = [poll.number for poll in state.open_polls if poll.number > 0]
    rules = [one.number for one in state.rules if one.status == "mutable"]
    rules.sort(key=lambda number: f"{number}" not in _NUMBERS.findall(line))
    bound = [one for one in state.rules if one.number in rules[:1]]
    clauses = [one for rule in bound for one in rule.clauses if "\n" not in one]
    closes = [poll.closes_at for poll in state.open_polls]
    opens = [one.opens_at for one in state.proposals.values()]
    due = state.turn.due_at if state.turn is not None else None
    day = next((one for one in (*closes, *opens, due) if one is not None), None)
    last = state.last_act
    undoes = last is not None and last.upto == state.version and last.effect in TAKEN_BACK
    yield "act", str(last.number) if last is not None and undoes else ""
    yield "clauses", "; ".join(clauses) or "adoption: 2/3 of eligible"
    yield "player", names[0]
    yield "other", names[-1]
    yield "order", ", ".join(names)
    yield "vote", str(max([*votes, *state.proposals], default=301))
    yield "turn", str(state.turn.number if state.turn is not None else 1)
    yield "rule", printed(next(iter(rules), 201))
    yield "event", str(state.version)
    yield "asks", next((one.name for one in state.requests.values()), SOMEBODY)
    yield "day", f"{day:%Y-%m-%d}" if day is not None else "2030-12-24"
