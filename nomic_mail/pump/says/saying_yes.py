"""A YES to the question whether that was their vote.

1. It is that of the question's own address, and plain (`confirming`); below it stands no other
   vote.
2. Whatever else comes there is read as what answers any question: the yes or no before it is said
   to the question, and the rest to the ballot. A yes to one side before the other is asked about.
"""

import re

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.reading import About, Said, Understood
from nomic_mail.letters.grammar.understand import understand
from nomic_mail.letters.proof.confirming import confirmed
from nomic_mail.letters.proof.token import SIDES
from nomic_mail.patterns import later
from nomic_mail.pump.case import Case

_SAID_FIRST = later(
    r"\A\s*(?:(?P<yes>yes|yep|yeah|ja)|no|nope|nein|doch)\b[\s,.:;!–—-]{1,4}(?=\w)", re.IGNORECASE
)


def votes(case: Case) -> Understood | None:
    """What the letter says, where it is such a YES."""
    if case.matter is None or case.matter.kind not in SIDES or not case.may("vote so"):
        return None
    said, number = confirmed(case.letter.text), case.matter.number
    more = understand("", said.rest, About(ballot=number, open_ballots=(number,)))
    if said.yes is not True or more.said or more.questions:
        return None
    vote = c.Vote(choice=case.matter.kind, proposal=number)
    return Understood((Said(vote, "YES", "YES, to who was asked whether that was it"),), (), ())


def behind(case: Case, text: str) -> str:
    """The letter without the yes or no that it begins with, where what follows is a vote."""
    first = _SAID_FIRST.match(text)
    if first is None or case.matter is None or case.matter.kind not in ("question", *SIDES):
        return text
    rest, number = text[first.end() :], case.matter.number
    about = About(ballot=number or None, open_ballots=(number,) if number else (), questioned=True)
    said = understand("", rest, about).said
    sides = {one.command.choice for one in said if isinstance(one.command, c.Vote)}
    other = first["yes"] and case.matter.kind in SIDES and sides != {case.matter.kind}
    return text if not sides or other else rest
