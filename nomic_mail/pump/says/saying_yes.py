"""A YES to the question whether that was their vote.

1. It is that of the question's own address, says no more than yes, and stands under nothing but the
   question; there is nothing else in the letter but manners and a name. A thumb may be FOR itself.
2. Whatever else comes there is read as what answers any question. The "No," before a plain vote is
   said to the question, and the vote to the ballot.
3. A mere yes to "Your vote AGAINST 301 is counted" is asked about, and no vote for it.
4. Words are data; a new one is added here and nowhere else.
"""

import re

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.bodies import is_name
from nomic_mail.letters.grammar.reading import About, Said, Understood, passages
from nomic_mail.letters.grammar.understand import understand
from nomic_mail.letters.grammar.votes.said import answers
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.token import SIDES
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later
from nomic_mail.pump.case import Case

_YES = later(
    r"[\s*_\"]*(?:yes|yep|yup|yeah|ja|jawohl|jep|jo|correct|exactly|genau|stimmt|richtig)"
    r"(?:[\s,.!*_-]{1,4}(?:yes|please|thanks|thank you|danke|bitte|sure|it is(?: my vote)?"
    r"|(?:this|that) is (?:it|right|correct|so|my vote)|that[’']s (?:it|right|correct|my vote)"
    r"|please count it|exactly|correct|definitely|indeed|i do|genau|stimmt|richtig|das stimmt"
    r"|das ist (?:sie|richtig|meine stimme)|sie ist es|so ist es|klar)){0,4}[\s,.!:)*_\"👍-]*",
    re.IGNORECASE,
)
_NOD = later(
    r"\W*(?:[👍✅]|[+]1|(?:ok(?:ay)?|thanks|danke)[\s,.!]{1,3}(?:yes|ja))\W*", re.IGNORECASE
)
# What one ends a letter with, and nothing more
_ENDS = later(
    r"\W*(?:(?:many|best|kind|with|viele|liebe|beste|mit|freundlichen)\s){0,3}(?:thanks?|thank you"
    r"|thx|danke|regards|wishes|cheers|best|greetings|gr(?:ü|ue)(?:ß|ss)en?|gruß|lg|mfg|vg|bye"
    r"|ciao|yours|sincerely)\W*",
    re.IGNORECASE,
)
_GREETS = later(r"\W*(?:hi|hello|hey|dear|hallo|liebe[rs]?|moin)\b(?:\s\w+){0,2}\W*", re.IGNORECASE)
_OUR_QUESTION = later(r"\b(?:nothing was counted|nichts wurde gezählt)\b", re.IGNORECASE)
_BEFORE_A_VOTE = later(
    r"\A\s*(?:no|nope|nein)(?:\s?[,.;!]\s{1,3}|[,.;!]?\s*\n\s*)(?=(?:(?:sorry|please|bitte)[,.]?\s)?"
    r"(?:(?:i[’']m|i am|i vote|my vote is|ich bin|ich stimme)\s)?(?:for|against|in favou?r|yes|no"
    r"|abstain|dafür|dagegen)(?:\s(?:it|this|#?\d{1,6}))?[ \t.!]*(?:\n|\Z))",
    re.IGNORECASE,
)


def votes(case: Case, letter: Letter) -> Understood | None:
    """What the letter says, where it is such a YES."""
    matter = case.matter
    if matter is None or matter.kind not in SIDES or not case.may("vote so"):
        return None
    if letter.perhaps or letter.attached or letter.trouble or letter.goes_on:
        return None
    if not _is_a_yes(case, letter) or _answers_others(letter.text):
        return None
    vote = c.Vote(choice=matter.kind, proposal=matter.number)
    return Understood((Said(vote, "YES", "YES, to who was asked whether that was it"),), (), ())


def _is_a_yes(case: Case, letter: Letter, *more: re.Pattern[str]) -> bool:
    """Whether the letter says no more than yes, wherever in it."""
    lines = scaffold(letter.text)
    said = [one for one in lines if one.kind == "said" and one.text.strip()]
    said = said[1:] if len(said) > 1 and _GREETS.fullmatch(said[0].text) else said
    if not said or not any(one.fullmatch(said[0].text) for one in (_YES, *more)):
        return False
    name = case.seat.name if case.seat is not None else ""
    if not all(_ENDS.fullmatch(one.text) or is_name(one.text, name) for one in said[1:]):
        return False
    beside = "\n".join(
        one.text for one in lines if one.kind not in ("quoted", "attribution", "said")
    )
    read = understand(letter.subject, beside, About(ballot=1, open_ballots=(1,)))
    return not (read.said or read.questions)


def _answers_others(text: str) -> bool:
    found = passages(scaffold(text))
    return any(
        answers.above(one) != "nothing"
        and not _OUR_QUESTION.search(" ".join(one.above + one.below))
        for one in found
    )


def behind(case: Case, text: str) -> str:
    """The letter without the no that it begins with, where what follows is a vote (rule 2)."""
    if case.matter is None or case.matter.kind not in ("question", *SIDES):
        return text
    return _BEFORE_A_VOTE.sub("", text, count=1)


def nods(case: Case, letter: Letter) -> bool:
    """Whether a mere yes answers the receipt of a vote that was not for it: "Yes, thanks!" is no
    other vote."""
    if not case.is_about("counted") or case.seat is None or case.matter is None:
        return False
    poll = case.before.polls.get(case.matter.number)
    ballot = poll.ballots.get(case.seat.seat) if poll is not None else None
    return ballot is not None and ballot.choice != "for" and _is_a_yes(case, letter, _NOD)
