"""A YES to the question whether that was their vote, or whether the vote shall open.

1. It is that of the question's own address, says no more than yes, or names the same side beside
   it, and stands under nothing but the question; there is nothing else in the letter but manners
   and a name. A thumb up to "AGAINST?" may mean FOR.
2. Whatever else comes there is read as what answers any question. The "No," before a plain vote is
   said to the question, and the vote to the ballot.
3. Whoever merely agrees, in whatever word, with "is that your vote AGAINST 301?" or with "Your vote
   AGAINST 301 is counted" is asked, and does not vote for it; nor does a "No, thanks" to what was
   counted vote against it. Another side, or a changed mind, is said in its own words.
"""

import re

from nomic_mail.game import commands as c
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.bodies import is_name
from nomic_mail.letters.grammar.reading import About, Said, Understood, passages
from nomic_mail.letters.grammar.understand import understand
from nomic_mail.letters.grammar.votes.said import answers
from nomic_mail.letters.mime.message import Letter
from nomic_mail.letters.proof.token import SIDES, Matter
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patterns import later
from nomic_mail.pump.case import Case

_YES = later(
    r"[\s*_\"]*(?:(?:ok(?:ay)?|oh|ah|sorry)[\s,.!]{1,3}(?=ye|ja))?"
    r"(?:yes|yep|yup|yeah|ja|jawohl|jep|jo|jup|correct|exactly|genau|stimmt|richtig"
    r"|confirmed|i confirm|that(?:[’']s| is) (?:right|correct)|bestätigt|das stimmt)"
    r"(?:[\s,.!*_-]{1,4}(?:yes|please|thanks|thank you|danke|bitte|sure|it is(?: my vote)?"
    r"|(?:this|that) is (?:it|right|correct|so|my vote)|that[’']s (?:it|right|correct|my vote)"
    r"|(?:please )?count it|exactly|correct|definitely|indeed|i do|genau|stimmt(?: so)?|richtig"
    r"|das stimmt|das ist (?:sie|richtig|meine stimme)|sie ist es|so ist es|klar"
    r"|that[’']s what i meant|(?:so meinte|meinte) ich (?:das|es)|(?:bitte )?zählen"
    r"|sorry(?: (?:for|about) (?:the|that|this|being)(?: (?:confusion|trouble|unclear))?)?"
    r"|entschuldigung)){0,4}[\s,.!:)*_\"👍-]*",
    re.IGNORECASE,
)
_ITS_SIDE = {
    side: later(
        rf"[\s,.:;–—-]{{1,4}}(?:(?:i(?:[’']m| am| vote)|my vote is|it(?:[’']s| is) an?"
        rf"|that(?:[’']s| is) an?|ich (?:bin|stimme)|an?)\s)?(?:{words})"
        r"(?:\s(?:it|this|#?(?P<number>\d{1,6})))?(?=[\s,.!]|$)",
        re.IGNORECASE,
    )
    for side, words in (
        ("for", "for|in favou?r of|in favou?r|dafür|mit ja|yes"),
        ("against", "against|opposed|dagegen|mit nein|no"),
    )
}
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
    r"\A\s*(?:no|nope|nein)(?:\s?[,.;!]\s{1,3}|[,.;!]?\s*\n\s*)"
    r"(?=(?:(?:sorry|please|bitte)[,.]?\s)?"
    r"(?:(?:i[’']m|i am|i vote|my vote is|ich bin|ich stimme)\s)?"
    r"(?:for|against|in favou?r|yes|no|(?:i )?abstain|ich enthalte mich|dafür|dagegen)"
    r"(?:\s(?:it|this|#?\d{1,6}))?[ \t.!]*(?:\n|\Z))",
    re.IGNORECASE,
)
_SAYS_FOR = later(
    r"\b(?:for|favou?r|dafür|für|vot(?:e[sd]?|ing)|stimme(?! zu| ich zu)|mit ja|\d{3,6})\b",
    re.IGNORECASE,
)
_OTHERWISE = later(
    r"\b(?:actually|instead|now|rather|make|switch|chang\w+|correction|mistake|meant|mind|sorry"
    r"|doch|änder\w*|umentschieden|anders)\b",
    re.IGNORECASE,
)
_NO_MORE = later(
    r"\W*(?:no|nope|nah|nein|nee|nö)[\s,.!]{1,3}(?:(?:many )?thanks?|thank you|thx|danke"
    r"|that(?:[’']s| is) (?:all|it)|all good|passt(?: so)?|das (?:war[’']?s|ist alles))"
    r"(?: (?:a lot|very much|so much|everyone|all|(?-i:[A-Z])\w+))?\W*",
    re.IGNORECASE,
)


def votes(case: Case, letter: Letter) -> Understood | None:
    """What the letter says, where it is such a YES."""
    matter = case.matter
    if matter is None or not (case.may("vote so") or case.may("call so")):
        return None
    if letter.perhaps or letter.attached or letter.trouble or letter.goes_on:
        return None
    if not _is_a_yes(case, letter) or _answers_others(letter.text):
        return None
    if matter.kind == "call":
        return _opens(case.before, matter.number)
    if matter.kind not in SIDES:
        return None
    vote = c.Vote(choice=matter.kind, proposal=matter.number)
    return Understood((Said(vote, "YES", "YES, to who was asked whether that was it"),), (), ())


def _opens(state: State, number: int) -> Understood | None:
    """Only the vote that was asked about."""
    if number not in {one.number for one in state.debated}:
        return None
    why = "YES, to who was asked whether the vote shall open"
    return Understood((Said(c.CallVote(), "YES", why),), (), ())


def _is_a_yes(case: Case, letter: Letter) -> bool:
    """Whether the letter says no more than yes, wherever in it."""
    lines, said = scaffold(letter.text), _only_line(case, letter)
    if _YES.fullmatch(said) is None:
        return False
    beside = "\n".join(
        one.text for one in lines if one.kind not in ("quoted", "attribution", "said")
    )
    read = understand(letter.subject, beside, About(ballot=1, open_ballots=(1,)))
    return not (read.said or read.questions)


def own_lines(case: Case, letter: Letter) -> list[str]:
    """What the letter says, but for greetings, a farewell and a name."""
    said = [one for one in scaffold(letter.text) if one.kind == "said" and one.text.strip()]
    said = said[1:] if len(said) > 1 and _GREETS.fullmatch(said[0].text) else said
    name = case.seat.name if case.seat is not None else ""
    while len(said) > 1 and (_ENDS.fullmatch(said[-1].text) or is_name(said[-1].text, name)):
        said.pop()
    return [one.text.strip() for one in said]


def _only_line(case: Case, letter: Letter) -> str:
    """What the letter says in one line, or nothing. What names the question's own side beside a yes
    adds nothing to it."""
    said = own_lines(case, letter)
    text = " ".join(said[:3])
    matter = case.matter
    if matter is not None and matter.kind in _ITS_SIDE:
        named = _ITS_SIDE[matter.kind].search(text)
        bare = text[: named.start()] + text[named.end() :] if named else ""
        if named and _is_of(named["number"], matter) and _YES.fullmatch(bare):
            return bare
    return text if len(said) == 1 else ""


def _is_of(number: str | None, matter: Matter) -> bool:
    return number is None or int(number) == matter.number


def _answers_others(text: str) -> bool:
    found = passages(scaffold(text))
    return any(
        answers.above(one) != "nothing"
        and not _OUR_QUESTION.search(" ".join(one.above + one.below))
        for one in found
    )


def behind(case: Case, text: str) -> str:
    """The letter without the no that it begins with, where what follows is a vote (rule 2)."""
    if case.matter is None or case.matter.kind not in ("question", "talked", *SIDES):
        return text
    return _BEFORE_A_VOTE.sub("", text, count=1)


def nods(case: Case, letter: Letter, vote: c.Vote) -> bool:
    """Whether that vote is nothing but a word that agrees with us, or wants no more (rule 3)."""
    counted, line = _counted(case), _only_line(case, letter)
    if not line or counted is None:
        return False
    if vote.choice == "against":
        return counted == "for" and _NO_MORE.fullmatch(line) is not None
    if vote.choice != "for" or counted == "for":
        return False
    if not case.is_about("counted"):
        return _SAYS_FOR.search(line) is None or _YES.match(line) is not None
    if _OTHERWISE.search(line):
        return False
    # "Yes, that is my vote."
    return _SAYS_FOR.search(line) is None or _YES.fullmatch(line) is not None


def _counted(case: Case) -> str | None:
    """The side that our letter has told, or asked about."""
    if case.seat is None or case.matter is None:
        return None
    if case.matter.kind == "against":
        return case.matter.kind
    poll = case.before.polls.get(case.matter.number) if case.is_about("counted") else None
    ballot = poll.ballots.get(case.seat.seat) if poll is not None else None
    return ballot.choice if ballot is not None else None
