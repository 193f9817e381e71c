"""TRY: what would come of it by the rules' programs, if it were done.

1. `TRY GIVE 3 COINS TO Bob`; or TRY alone, or over a draft (TRY ENACT: Title, up to its END), with
   the lines below it, up to an empty line, a line END, or a command of the server's own.
2. Each line is an action; one of somebody else's, `AS Bob: THANK Ada`; or `WHEN adopted`, which is
   what a program is called by besides: what happens, a time, the name of a timer, what it decides.
3. What is none of these is told in its place. No line of them counts as a vote.
"""

import re
from collections.abc import Callable, Sequence, Set

from nomic_mail.game.procedures.program_calls import Perform, PerformSealed
from nomic_mail.game.trying import Attempt
from nomic_mail.letters.grammar.actions import gone_action, near_action, read_action
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.language import Row, word
from nomic_mail.letters.grammar.reading import Action
from nomic_mail.letters.grammar.words import shown, without_courtesies
from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

word(
    "TRY",
    Row(
        "any time",
        "TRY GIVE 3 COINS TO Bob",
        "what a rule's program would do",
        "was das Programm einer Regel täte",
        86,
        ends=True,
    ),
    usage="TRY and an action on one line, or TRY alone with lines below it",
    page="program",
    small=False,
)
HEAD = later(r"^\W{0,3}TRY\b[\s:.–—-]*(.*)$")
SMALL = later(r"^\W{0,3}try[\s:]{1,3}(.*)$", re.I)
END = later(r"^(?:end\.?|(?-i:ENDE)\.?|\.)$", re.I)
AS = later(r"^as\s+([^:]{1,60}?)\s*:\s*(\S.*)$", re.I)
WHEN = later(r"^when\s+(?:every\s+)?(\S.{0,120}?)[\s.!]*$", re.I)
MOST = 100
WHAT = (
    "TRY: try what? Write an action behind it, as in TRY GIVE 3 COINS TO Bob, or several on the"
    " lines below it. HELP ACTIONS lists them."
)


def head_of(text: str, actions: Sequence[Action]) -> str | None:
    """What stands behind TRY; in small letters it is one before an action alone."""
    if (found := HEAD.match(text.strip())) is not None:
        return without_courtesies(found[1])
    found = SMALL.match(text.strip())
    action = read_action(found[1], actions) if found is not None else None
    return found[1] if found and isinstance(action, Perform | PerformSealed) else None


def end_of(lines: Sequence[Line], number: int, taken: Set[int]) -> int:
    """The place of the first line behind a draft whose head has that number (0: a subject)."""
    at = next((n for n, line in enumerate(lines) if line.number >= number), len(lines))
    while at < len(lines) and lines[at].number in taken:
        at += 1
    return at


def below(
    lines: Sequence[Line], at: int, ends: Callable[[str], bool]
) -> tuple[tuple[str, ...], set[int]]:
    """Rule 1: the lines from that place on, and their numbers."""
    found, taken = list[str](), set[int]()
    while at < len(lines) and lines[at].kind == "blank":
        at += 1
    for line in lines[at : at + MOST]:
        text = line.text.strip()
        if line.kind != "said" or (not END.match(text) and ends(text)):
            break
        taken.add(line.number)
        if END.match(text):
            break
        found.append(text)
    return tuple(found), taken


def read_move(
    text: str,
    actions: Sequence[Action],
    players: Sequence[tuple[int, str]],
    me: int,
    gone: Sequence[Action] = (),
) -> Attempt | Doubt:
    """Rules 2 and 3."""
    by, rest = me, text
    if (named := AS.match(text)) is not None:
        wanted, rest = " ".join(named[1].casefold().split()), named[2]
        who = [seat for seat, name in players if wanted in (name.casefold(), *_parts(name))]
        if len(who) != 1:
            names = ", ".join(name for _, name in players)
            return Doubt(f"{shown(text)}: as whom? One of {names}.")
        by = who[0]
    if (when := WHEN.match(rest)) is not None:
        return Attempt(line=text, by=by, hook=" ".join(when[1].split()))
    action = read_action(rest, actions) or near_action(rest, actions) or gone_action(rest, gone)
    if isinstance(action, Doubt):
        return action
    if action is None:
        return Doubt(
            f"{shown(text)} is no action of a rule's program, and nothing else is tried. HELP"
            " ACTIONS lists them; a program's other functions are tried by WHEN adopted and the"
            " like."
        )
    return Attempt(line=text, by=by, act=action)


def _parts(name: str) -> tuple[str, ...]:
    return tuple(name.casefold().split())
