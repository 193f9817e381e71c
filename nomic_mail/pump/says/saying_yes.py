"""A YES to the question whether that was their vote.

1. It is that of the question's own address, says no more than yes, and stands under nothing but the
   question; there is nothing else in the letter but manners and a name. A thumb may be FOR itself.
2. Whatever else comes there is read as what answers any question. The "No," before a plain vote is
   said to the question, and the vote to the ballot.
3. Words are data; a new one is added here and nowhere else.
"""

import re

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.bodies import courteous
from nomic_mail.letters.grammar.reading import About, Said, Understood, passages
from nomic_mail.letters.grammar.understand import understand
from nomic_mail.letters.grammar.votes.said import answers
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.token import SIDES
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later
from nomic_mail.pump.case import Case

_YES = later(
    r"[\s*_\"]*(?:yes|yep|yup|yeah|ja|jawohl|correct|exactly|genau|stimmt|richtig)"
    r"(?:[\s,.!*_-]{1,4}(?:please|thanks|thank you|danke|bitte|it is|(?:this|that) is"
    r" (?:it|right|correct|so|my vote)|that[’']s (?:it|right|correct|my vote)|exactly|correct"
    r"|definitely|indeed|i do|genau|stimmt|richtig|das stimmt|das ist (?:sie|richtig|meine stimme)"
    r"|so ist es|klar)){0,4}[\s,.!:)*_\"-]*",
    re.IGNORECASE,
)
_OUR_QUESTION = later(r"\b(?:nothing was counted|nichts wurde gezählt)\b", re.IGNORECASE)
_BEFORE_A_VOTE = later(
    r"\A\s*(?:no|nope|nein)\s?[,.;!]\s{1,3}(?=(?:(?:sorry|please|bitte)[,.]?\s)?"
    r"(?:i(?:[’']m| am)\s(?:for|against|in favou?r)|i\s(?:vote|abstain)|my vote is|put me"
    r"|(?:for|against|abstain)(?:\s#?\d{1,6})?[\s.!]*(?:\n|\Z)|ich (?:bin (?:dafür|dagegen)|stimme)"
    r"|dafür[\s.!]*(?:\n|\Z)|dagegen[\s.!]*(?:\n|\Z)))",
    re.IGNORECASE,
)


def votes(case: Case, letter: Letter) -> Understood | None:
    """What the letter says, where it is such a YES."""
    matter = case.matter
    if matter is None or matter.kind not in SIDES or not case.may("vote so"):
        return None
    if letter.perhaps or letter.attached or letter.trouble or letter.goes_on:
        return None
    lines = scaffold(letter.text)
    said = [one.text for one in lines if one.kind == "said" and one.text.strip()]
    if not said or _YES.fullmatch(said[0]) is None:
        return None
    name = case.seat.name if case.seat is not None else ""
    if not all(courteous(one, name) for one in said[1:]) or _answers_others(letter.text):
        return None
    beside = understand(letter.subject, "", About(ballot=matter.number))
    if beside.said or beside.questions:
        return None
    vote = c.Vote(choice=matter.kind, proposal=matter.number)
    return Understood((Said(vote, "YES", "YES, to who was asked whether that was it"),), (), ())


def _answers_others(text: str) -> bool:
    found = passages(scaffold(text))
    return any(
        answers.above(one) != "nothing" and not _OUR_QUESTION.search(" ".join(one.above))
        for one in found
    )


def behind(case: Case, text: str) -> str:
    """The letter without the no that it begins with, where what follows is a vote (rule 2)."""
    if case.matter is None or case.matter.kind not in ("question", *SIDES):
        return text
    return _BEFORE_A_VOTE.sub("", text, count=1)
