"""Whoever was invited and has not joined: what they answer, and what the moderators hear of it.

1. NO THANKS, however it is said, ends it: they are told so, and the moderators are. A yes that says
   no more than yes takes part, as JOIN does.
2. What the record tells (RULES, STATUS, HELP) is answered, as for whoever looks on.
3. Whatever else they say in their own words goes to the moderators, who can answer it; "What is
   Nomic?" is answered by the server as well.
4. A stranger who wrote JOIN, and was asked whether that was them, was invited by nobody: no
   moderator hears of what else they say.
"""

import re
from collections.abc import Sequence
from typing import Any

from nomic_mail.game import commands as c
from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters.grammar.understand import Understood
from nomic_mail.letters.proof.token import Matter
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.post.compose import Notice
from nomic_mail.post.facts import Facts
from nomic_mail.post.invitation import game_facts
from nomic_mail.post.render import Finished
from nomic_mail.post.telling.table import asks
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import INVITED, Desk, moderators_of, single
from nomic_mail.pump.who.challenges import shown
from nomic_mail.store.people.seats import Game, Seat

_NO = re.compile(
    r"(?:sorry[\s,.!]*)?(?:no|no,? thank(?:s| you)|no,? not (?:now|this time)"
    r"|nein|nein,? danke|non,? merci|(?:i am |i[’']m |we are )?not interested|(?:i )?decline"
    r"|not for me|thanks,? but no(?: thanks)?"
    r"|i (?:do not|don[’']t|would rather not|[’']d rather not) (?:want to )?"
    r"(?:play|join|take part))"
    r"(?:[\s,.!]+(?:thanks|thank you|sorry|but thank you|but thanks|please))*[\s,.!]*",
    re.IGNORECASE,
)
_POLITE = r"thanks?(?: you| a lot| so much)?(?: for (?:the invitation|inviting me|asking))?"
_PRAISE = r"great|lovely|wonderful|(?:that )?sounds (?:like )?(?:fun|good|great|lovely)|why not\??"
_GLADLY = re.compile(
    rf"(?:(?:{_POLITE}|{_PRAISE})[\s,.!:)-]+)*"
    r"(?:yes|yes,? please|yep|yeah|sure(?: thing)?|of course|gladly|with pleasure"
    r"|(?:yes,? )?(?:i am|i[’']m|count me|i(?: wi|[’'])ll be) in"
    r"|(?:i (?:would|will)|i[’'](?:d|ll)|(?:i am |i[’']m )?happy to|i want to)?(?: gladly)?"
    r"(?: ?\b(?:love|like|be (?:happy|glad)) to)?(?: ?\b(?:play|join|take part))"
    r"|i(?: would|[’']d) (?:love|like|be (?:happy|glad)) to|let[’']s (?:play|do it))"
    rf"(?:[\s,.!:)-]+(?:yes|please|gladly|{_POLITE}|{_PRAISE}"
    r"|(?:i am|i[’']m|count me) in))*[\s,.!:)-]*",
    re.IGNORECASE,
)
_WHAT = re.compile(
    r"\bwhat(?:[’']s| is| on earth is)? (?:is )?(?:a )?(?:nomic|this(?: game)?|it)\b", re.IGNORECASE
)


def willing(line: str) -> bool:
    """Whether somebody who was invited says in their own words that they take part, and says no
    more than that: a condition, a doubt or a question is the moderator's."""
    return len(line) <= 200 and _GLADLY.fullmatch(line.strip()) is not None


def answer(case: Case, seat: Seat, understood: Understood) -> Notice | None:
    """None where the letter is one that the game answers."""
    state, verbs = case.before, [type(one.command) for one in understood.said]
    if seat.looks_on or seat.seat in state.players or seat.seat in state.requests:
        return None
    if c.Join in verbs or (set(verbs) == {c.Ask} and not understood.questions):  # rule 2
        return None
    invited = case.matter == INVITED
    outcome = _outcome(_lines(case), understood) if invited else "early"
    by = inviter(case.desk, case.home) if invited else ""
    matter, tag = INVITED if invited else Matter("join"), asks(outcome != "declined")
    facts = {"outcome": outcome, "by": by, **game_facts(state)}
    return single(seat.seat, "not_joined", matter, tag, **facts)


def _lines(case: Case) -> list[str]:
    said = (line.text.strip() for line in scaffold(case.letter.text) if line.kind == "said")
    return [line for line in said if line]


def _outcome(lines: Sequence[str], understood: Understood) -> str:
    leaves = any(isinstance(one.command, c.Leave) for one in understood.said)
    if leaves or (lines and _NO.fullmatch(lines[0])):
        return "declined"
    beside = understood.ignored or understood.questions
    if not lines or (understood.said and not beside):
        return "early"
    return "explained" if any(map(_WHAT.search, lines)) else "asked"


def told(case: Case, seat: Seat, notice: Notice) -> list[Finished]:
    """What the moderators hear of it (rules 1 and 3). A bare NO needs no quotation."""
    first = next((one for one in notice.sections if one.occasion == "not_joined"), None)
    outcome = first.facts["outcome"] if first is not None else "early"
    if outcome == "early":
        return []
    declined = outcome == "declined"
    text = "" if declined and len(_lines(case)) == 1 else shown(case.letter)
    facts: dict[str, Any] = {"declined": declined, "explained": outcome == "explained"}
    facts |= {"name": seat.name, "address": seat.address, "text": text}
    news = single(MODERATOR, "invitee", Matter("game"), **facts)
    with case.desk.look.read() as connection:
        readers = moderators_of(connection, case.desk.config, case.home)
    return [case.tell(one, news) for one in readers]


def inviter(desk: Desk, game: Game) -> str:
    """In whose name somebody is invited: the first who moderates the game."""
    with desk.look.read() as connection:
        name = moderators_of(connection, desk.config, game)[0].name
    return "the Moderator" if name == "The Moderator" else name


def invites(desk: Desk, game: Game, seat: Seat, note: str, facts: Facts) -> Notice:
    """The invitation; `facts` are of how the game is played."""
    about: dict[str, Any] = {**facts, "name": seat.name, "by": inviter(desk, game), "note": note}
    return single(seat.seat, "invite", INVITED, "?", **about)
