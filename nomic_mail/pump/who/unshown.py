"""What a letter does that nobody has seen who is asked whether it was theirs.

1. The question shows so many characters of it, and of what is attached. What it does beside those
   is told line by line, up to a number; and that it goes on is told in any case.
2. Who has proven nothing yet is shown none of its words (unproven). So their YES does no more than
   let them join or look on, and what asks is answered; wishes about letters hold, which they are
   told of, but for one that makes more a proof. What else it says is told to be left out.
"""

from typing import Any

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.moves import read_moves
from nomic_mail.letters.grammar.reading import Said, Understood
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.grammar.wishes import Wish, read_wishes
from nomic_mail.letters.mime.message import Letter
from nomic_mail.pump.case import Case
from nomic_mail.pump.says.meaning import about_letter
from nomic_mail.pump.who.showing import LEFT_OUT, SHOWN_CHARACTERS, of_its_own, plainly
from nomic_mail.pump.who.unproven import had_it_of_them

NOT_SHOWN = "unproven, and not shown"
SUBJECT = 200
ATTACHED_LEAST = 500
BEYOND_MOST = 10
LONGEST_LINE = 200
NOTHING_SHOWN: dict[str, Any] = {
    "text": "",
    "attached": "",
    "goes_on": False,
    "beyond": (),
    "more": 0,
}
Deeds = list[tuple[object, str]]  # each with the line that says it
_HARMLESS = c.Ask | c.Preview | c.Try
_UNSEEN = c.Ask | c.Join | c.Observe


def cut(text: str, most: int = LONGEST_LINE) -> str:
    return text if len(text) <= most else f"{text[:most]} {LEFT_OUT}"


def shown_of(case: Case) -> dict[str, Any]:
    """Rule 1."""
    does = deeds(case, case.letter)
    letter = _without_quotes(case, does)
    told, text, attached = cut(letter.subject, SUBJECT), plainly(letter.text), ""
    if letter.attached and does != deeds(case, replace(letter, attached=())):
        attached = plainly("\n\n".join(letter.attached))
    room = SHOWN_CHARACTERS - len(told)
    beside = max(ATTACHED_LEAST, room - len(text))
    goes_on = told != letter.subject or len(text) > room or len(attached) > beside
    above = f"Subject: {told}\n\n" if told else ""
    seen, lines = replace(letter, subject=told, text=text[:room]), list[str]()
    if goes_on:
        seen = replace(seen, attached=() if len(attached) > beside else letter.attached)
        known = [what for what, _ in deeds(case, seen)]
        lines = list(dict.fromkeys([cut(line) for what, line in does if what not in known]))
    return {
        "text": f"{above}{text[:room]}".strip() + f"\n{LEFT_OUT}" * (len(text) > room),
        "attached": attached[:beside] + f"\n{LEFT_OUT}" * (len(attached) > beside),
        "goes_on": goes_on,
        "beyond": lines[:BEYOND_MOST],
        "more": len(lines[BEYOND_MOST:]),
    }


def _without_quotes(case: Case, does: Deeds) -> Letter:
    """Without what it quotes, where that does nothing."""
    own = of_its_own(case.letter)
    if own.text == case.letter.text.strip():
        return own
    alone = replace(own, text=own.text.replace(LEFT_OUT, ""))  # a RULING has all below it
    return own if does == deeds(case, alone) else case.letter


def deeds(case: Case, letter: Letter) -> Deeds:
    """What it does, each with the line that says it."""
    moves, rest = read_moves(letter.subject, letter.text)
    wishes, rest = read_wishes(letter.subject, rest)
    moderates = case.is_moderator and case.seat is None
    known = case.state is not None
    about = about_letter(case, case.before) if known else About(from_moderator=moderates)
    about = replace(about, talk=False)  # at whichever address it came
    said = understand(letter.subject, rest, about, letter.attached).said
    asks: Deeds = [(one, one.line) for one in moves]
    asks += [(one, one.line) for one in wishes]
    done = [(one.command, one.line) for one in said if not isinstance(one.command, _HARMLESS)]
    return [*asks, *done]


def is_unseen(case: Case) -> bool:
    """Whether its writer has answered for a letter that they were shown nothing of."""
    if case.seat is None or case.arrival.proof != "confirmed":
        return False
    is_new = case.seat.confirmed_at is None and not had_it_of_them(case)
    return is_new or case.arrival.result.startswith(NOT_SHOWN)


def only_seen(
    case: Case, understood: Understood, wishes: tuple[Wish, ...]
) -> tuple[Understood, tuple[Wish, ...]]:
    """Rule 2."""
    if not is_unseen(case):
        return understood, wishes
    held = tuple(one for one in wishes if one.kind != "by_id")
    said = tuple(_bare(case, one) for one in understood.said if isinstance(one.command, _UNSEEN))
    left = [one.line for one in understood.said if not isinstance(one.command, _UNSEEN)]
    left += [one.line for one in wishes if one not in held]
    ignored = (*understood.ignored, *left)
    return replace(understood, said=said, ignored=ignored), held


def _bare(case: Case, one: Said) -> Said:
    """Another name than that of the invitation, which they have not seen, is not theirs."""
    seat, join = case.seat, one.command
    if not isinstance(join, c.Join) or seat is None:
        return one
    join = replace(join, listed=False)
    if seat.name != seat.address.partition("@")[0]:  # which is what is called so for want of a name
        join = replace(join, name="", surname="")
    return replace(one, command=join)
