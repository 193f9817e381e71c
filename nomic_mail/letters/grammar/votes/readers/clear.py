"""A vote that is clear by what is not there: the last reader, where no other saw one.

1. It reads a whole letter in answer to the one ballot that is open: a few lines, none of them below
   somebody's words, with one choice and no other word of choosing.
2. The choice closes the letter, and what stands before it may be anything without a sign of danger:
   a condition, a doubt, a question, a jest, another mouth, another time, another matter.
3. FOR, AGAINST, "I vote …", "it's a no" and "no from me" are said to a ballot. A bare yes or no is
   said to anything: it wants its letter to speak of what the proposal does, in the proposal's own
   words, or to say that it is in a hurry.
4. What says of itself that it is a vote is looked for last (`avowed`, `performed`).
5. Signs are broad: a needless question costs a letter, a wrong vote a game.
6. Words are data; the signs stand in `signs`.
"""

import re
from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.above import leads_in
from nomic_mail.letters.grammar.bodies import GREETING
from nomic_mail.letters.grammar.reading import About, Passage
from nomic_mail.letters.grammar.votes.readers.abstained import abstained
from nomic_mail.letters.grammar.votes.readers.avowed import avowed, goes_on, labelled
from nomic_mail.letters.grammar.votes.readers.ballots import read_ballots
from nomic_mail.letters.grammar.votes.readers.beside import unclear
from nomic_mail.letters.grammar.votes.readers.clear_german import HINTS as GERMAN_HINTS
from nomic_mail.letters.grammar.votes.readers.clear_german import clear_german, doubts_in_german
from nomic_mail.letters.grammar.votes.readers.plainly import ODD, pieces_of, plainly, votes_plainly
from nomic_mail.letters.grammar.votes.readers.standing import standing
from nomic_mail.letters.grammar.votes.readers.tells import CAMPAIGN, NEGATED, SPOILS
from nomic_mail.letters.grammar.votes.said import answers, reasons, subject
from nomic_mail.letters.grammar.votes.said.bargains import bargains, offers_vote
from nomic_mail.letters.grammar.votes.said.clauses import THING
from nomic_mail.letters.grammar.votes.said.leadins import SARCASM
from nomic_mail.letters.grammar.votes.said.reasons import (
    BAD,
    BLAMES,
    GOOD,
    LIFE,
    OWN_LIFE,
    PRAISES,
    SOUR,
)
from nomic_mail.letters.grammar.votes.said.remarks import belies
from nomic_mail.letters.grammar.votes.said.signs import (
    ABSTAINS,
    AGAINST_WORDS,
    ANSWERY,
    BRIEF,
    COURTESY,
    COURTESY_ALONE,
    DANGER,
    FAREWELL,
    FEELS,
    FOR_THIS,
    FOR_WORDS,
    JESTS,
    MANNERS,
    NEAR,
    NEGATES,
    PEOPLE,
    PERSON,
    QUOTED_CHOICE,
    SAYING,
    YES,
    chooses,
)
from nomic_mail.letters.grammar.votes.said.strays import strays
from nomic_mail.letters.grammar.votes.said.synonyms import signed
from nomic_mail.letters.grammar.votes.said.turns import HEDGES, IFS, UNDOES, ties, turned, turns
from nomic_mail.letters.grammar.words import CHOICES, NUMBERED, number_of, without_courtesies
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

NUMBER = later(r"\d(?:[\d.,'’]*\d)?")
# "1) …", "0-0", "+1", "40 turns", and not "for 3"
SMALL = later(
    r"(?<!\S)[+-]1(?!\S)|(?<![\w#])(?<!\d[.,'’])(?<!\b(?:to|on|zu|ja|no)\s)"
    r"(?<!\b(?:for|yes|für)\s)(?<!\bvote\s)(?<!\b(?:gegen|dafür)\s)(?<!\bnein\s)(?<!against\s)"
    r"\d{1,2}(?:st|nd|rd|th)?(?!\w|[.,'’]?\d)",
    re.I,
)
# "Pursuant to rule 203": of no proposal
UNDER = later(
    r"\b(?:under|pursuant to|per|by|see|cf\.?|in|of|having regard to"
    r"|with regard to) (?:the )?rules?"
    r" [12]\d\d\b",
    re.I,
)
CODE = later(r"[\[\]{}=|\\]|\w\(")  # "range(3, -1, -1)"
FEW_OPEN = 2
MOST_CHARS, MOST_POSTED, MOST_LINES, FEW_WORDS, SHORT_WORDS = 600, 1_200, 12, 3, 4
MOST_PASSAGES = 40
SHORT = "-"  # "ugh fine yes": no sign, and hardly a word, before it
NO = r"(?:no|nope|nah|nay)"
SURE = (
    r"(?:(?:well|ok|okay|alas|sadly|sorry|definite(?:ly)?|absolute(?:ly)?|certain(?:ly)?|surely"
    r"|a (?:thousand|hundred|million) times|simply|just|clear(?:ly)?|firm(?:ly)?|hard|solid|big"
    r"|fat|huge|loud|resounding|wholehearted"
    r"|reluctant|plain|strong(?:ly)?|emphatic|quiet|happy|enthusiastic|very|really|all)"
    r"[\s,]{1,2})"
)

ITS = (
    r"(?:it|this|that|this one|that one|(?:the |this |your )?(?:proposal|motion)"
    r"|(?:proposal )?#?\d{3,6})"
)
TAIL = (
    r"(?:[\s,]{1,2}(?:please|pls|thanks|thank you|thx|sorry|indeed|definitely|then|too|as well"
    r"|again|still|folks|friends|all|everyone|guys|mate|dears?|lads|for me"
    rf"|(?P<from>from (?:me|us|here|my side|this side|my end|(?:the|this) (?!{PEOPLE}\b)(?:\w+"
    rf" )?\w+))"
    rf"|(?:to|on|for|with) {ITS}))"
)
SO = (
    r"(?:so|but|hence|therefore|thus|consequently|accordingly|anyway|nevertheless|nonetheless"
    r"|still)"
)
SAYS = (
    r"(?:(?:it|that|this)(?:'s| is|s)(?: got to be| gotta be| going to be)? an?"
    r"|(?:it |this |that )?(?:must|has to|gotta|got to|has got to|will have to) be an?"
    r"|(?:i|we)(?:'m| am| are|'re| must| have to| gotta|'d like to| would like to| want to"
    r"| wish to|'ll have to| shall)?(?: going to have to)?(?: be)?"
    r"(?: hereby| therefore| gladly| just)?"
    r" (?:vote|voting|say|go(?:ing)? (?:with|for))(?: an?)?"
    r"|i'm|i am|we're|we are"
    r"|(?:put|mark|count|note) (?:me|us|mine|my vote) (?:down )?"
    r"(?:as|for|among (?:those|the people|the ones))(?: an?)?"
    r"|you (?:may|can) (?:put|mark|count|note) me (?:down )?"
    r"(?:as|for|among (?:those|the people|the ones))(?: an?)?"
    r"|make (?:that|it|mine) an?"
    r"|my (?:vote|answer|verdict|choice|decision|ballot)(?: on (?:it|this|that|#?\d{3,6}))?"
    r"(?: is| goes to|:)(?: an?)?|(?<!'s )(?:my )?vote:|(?<![^\W_])voting(?= (?:no|yes)))"
)
CLOSE = later(
    rf"(?:^|(?P<colon>:)\s+|(?P<dash>,|\s[–—-]{{1,2}})\s+|\b(?P<so>(?:and )?{SO}),?\s+|\s)"
    rf"(?P<says>{SAYS}\s+)?{SURE}{{0,3}}"
    rf"(?:(?P<yes>{YES}(?:[\s,!]{{1,2}}(?:and )?{SURE}?{YES}){{0,3}})"
    rf"|(?P<no>{NO}(?:[\s,!]{{1,2}}(?:and )?(?:again )?{SURE}?{NO}){{0,3}})"
    r"|(?P<for>for(?: (?:it|this))?|(?:all )?in favou?r(?: of (?:it|this))?)"
    rf"|(?P<against>against(?: (?:it|this))?|opposed)){TAIL}{{0,4}}[\s.!]*$",
    re.I,
)
# What stands between "I" and the verb: nothing that turns it, and nobody else.
GAP = (
    r"(?:,?\s(?!(?:\w+n't|not|never|cannot|no|nor|hardly|refuse\w*|decline\w*|fail\w*|will|would"
    r"|could|might|may|should|used|had|was"
    r"|were|if|that|which|who|whom|what|why|how|when|where|you|he|she|they|it|people|everyone"
    r"|and|or|but|than|see|watch|hear|let|make|the(?! (?:undersigned|end)\b)|an?)\b)[\w'-]+){0,5}?"
)
A = (
    r"(?:,?\s(?:an?|my|myself|with|as|to|is|of|the|down|it|this|definite|firm|big|hard|clear"
    r"|\w+ly)){0,3}"
)
PRO = r"(?P<pro>yes|aye|yea|yep|yeah|for|in favou?r|in support|positive|affirmative)"
CON = r"(?P<con>no|nay|nope|against|contrary|opposed|negative)"
WAY = rf"(?:{PRO}|{CON})(?![\w'-])"
SAID_WAY = r"(?:(?P<pro>yes|aye|yea|yep|in favou?r)|(?P<con>no|nay|nope|against))(?![\w'-])"
OBJECT = (
    r"\s(?:(?:this|that)(?: one| proposal| motion| amendment| change| repeal)?|it|(?:proposal"
    r" )?#?\d{3,6}"
    r"|(?:the|your) (?:proposal|motion|amendment|repeal|measure|bill))(?=\W*$|\s?[,.;:!)–—-]"
    r"|\s(?:in its|as it|because"
    r"|as|since|and|but|with|please|at all|either|sorry)\b)"
)
HINTS = word_set(  # of which each letter that votes holds one
    "abstain abstaining abstention abstained "
    "agin ayes noes backing supporting opposing rejecting "
    "yes yea yeah yep yup aye no nope nah nay for against favour favor support approve accept"
    " endorse back oppose opposed reject disapprove sign thumbs contrary positive negative"
    " affirmative opposition objection voting camp"
    " ja nein dafür dagegen oui non sì sim não tak nie behind"
)
DECLARES = tuple(
    later(one, re.I)
    for one in (
        rf"\b(?:i|we|im|i'm|we're|i'll)\b{GAP},?\s(?:vote|voting|decided|come down|came"
        rf" down){A}[\s:]+{WAY}",
        rf"(?:^|[,;:.]\s|\b(?:so|and|but)\s)(?:hereby |therefore )?voting{A}[\s:]+{WAY}",
        rf"\b(?:i|we)\b{GAP},?\s(?:say|saying|go with|going with|find|speak|rise|stand|come out"
        rf"|am|are|remain)"
        rf"{A}\s(?:(?P<pro>yes|aye|in favou?r|in support)|(?P<con>no|nay|against|opposed"
        rf"|contrary))(?![\w'-])",
        r"\b(?:i'm|im|i am|we're|we are)(?: \w+ly| all| still| very much| firmly| totally)*"
        r"\s(?:(?P<pro>for|in favou?r|in support|behind)|(?P<con>against|opposed"
        r"|contrary))(?![\w'-])",
        rf"\b(?:my|our)\s(?:\w+\s)?(?:vote|ballot|voice|answer|verdict|position"
        rf"|decision)\b(?!\s(?:to|on|about)\s(?:the|my|your|our|his|her|an?)\s(?!{THING}\b))"
        rf"[^.!?;]{{0,30}}?"
        rf"\b(?:is|goes|be|as|remains|stays)\b(?: recorded| registered| counted| cast)?{A}\s{WAY}",
        rf"^\W*(?:so,? )?{WAY},? is (?:my|our) (?:vote|answer|verdict|choice|ballot)\b",
        rf"\b(?:let the record show|please record|record) (?:one|my|a|an) vote {WAY}",
        r"\b(?:put|mark|count|note|record|register|enter|write|place|stick|chalk|pencil"
        r"|jot)\b[^.!?;]{0,25}?\b(?:as|for"
        r"|among|with|in|down|by)\b"
        rf"(?: those| the ones| the)?{A}\s{SAID_WAY}",
        r"\b(?:i|we)(?: must| have to| do| shall| will)?(?P<pro> support| approve| accept|"
        r" endorse| back)(?P<con>$^)?"
        rf"(?={OBJECT})",
        r"\b(?:i|we) (?:regret (?:that )?(?:i|we) )?(?:must |have to )?(?P<con>oppose|reject"
        r"|disapprove of"
        rf"|(?:cannot|can't|can not|do not|don't) (?:support|approve|accept|endorse|back|sign"
        rf" off on))(?P<pro>$^)?(?={OBJECT})",
        r"^\W*(?:two |my |a |big )*thumbs\s(?:(?P<pro>up)|(?P<con>down))\sfrom\b",
    )
)
SAID = word_set("yes aye yea yep yeah")
ENDS = (
    rf"(?:\s(?:to|on|of|for))?(?:{OBJECT}|\s*(?:$|[,.;:!()–—-])|\s(?:because|since|please|pls"
    rf"|thanks?|sorry|bye|too"
    r"|again|full stop|period|from (?:me|us|here|my side|your old|your)|due to|all the way)\b)"
)
GOES_ON = later(ENDS, re.I)
GOES_ON_YES = later(rf"(?!\s(?:to|on|for|about)\b)|{ENDS}", re.I)
NAMED = later(r"[a-z][A-Z]|[_/@\d]")  # "PermitTunnel yes"
WAS = later(r"^(?!.*\b(?:my|i)\b).*\b(?:was|were|wrote)\W*$", re.I | re.S)  # "The verdict was:"
FORMAL = later(r"^(?:hence|therefore|thus|consequently|accordingly)$", re.I)  # as of reasons
NOT_SHORT = later(r"\b(?:votes?|oh|ah|say|another|one)\b", re.I)
JOINED = later(r"\b(?:and|that|which|what|whom|who|when|where|how|why|than|as)\W*$", re.I)
SENTENCE = later(r"(?<=[.!…])[\s)]+(?=\S)|\n")
TALKED = word_set("yes yea yeah yep yup aye no nope nah nay")
OWN = later(r"(?:i|we|my|put|mark|count|note|you|vot)\b", re.I)
STRESSED = later(
    r"\b(?:definite(?:ly)?|absolute(?:ly)?|certain(?:ly)?|clear(?:ly)?|firm|hard|solid|big|fat|huge"
    r"|loud|resounding|strong|emphatic|wholehearted|reluctant|quiet|enthusiastic)\s(?:yes|no)\b"
    rf"|\b(?:yes|no)[\s,!]{{1,2}}(?:and )?(?:again )?{SURE}?(?:yes|no)\b",
    re.I,
)
PARTS = later(
    r":\s+|\s[–—-]{1,2}\s+|,\s+(?:(?:so|but|hence|therefore|and so)\s)?|\s(?:so|but|hence|and"
    r" so)\s",
    re.I,
)
# Of what would come of it, who speaks of the proposal?
OF_IT = later(
    rf"\b(?:idea|proposal|amendment|motion|wording)\b|\b(?:this|it|that)(?:'d| would)\b"
    rf"|\b(?:this|it)(?:'s| is| seems| looks| sounds) (?:\w+"
    rf" )?(?:{GOOD}|{BAD})\b",
    re.I,
)
EMOJI = {"for": "👍✅😀😊🙂🎉", "against": "👎❌"}
LIKE_TO = later(r"\bi(?:'d| would) (?:really )?(?:like|love) to (?:vote|say)\b", re.I)
BUT = later(r"\b(?:but|still|nevertheless|nonetheless|anyway)\W*$", re.I)
POSTED = later(r"\W{0,4}(?:[+-]1|[👍👎✅❌]|(?-i:FOR|AGAINST|APPROVE|REJECT)\b)")
RULE = later(r"\W{4,}")
SIGNS = later(r"(?<![\w.])[+-]1(?!\w)|[👍👎✅✔☑❌✖]|:[+-]1|:thumbs", re.I)
WORD = later(r"[^\W\d_]{2,}")


def clear(passages: Sequence[Passage], about: About) -> tuple[Choice, Passage] | None:
    """The choice of a letter that holds one and no sign of danger, with where it stands."""
    if about.ballot is None or about.questioned or about.open_ballots not in ((), (about.ballot,)):
        return None
    found = _in_few_lines(passages, about) or _in_plain_words(passages, about)
    return (found, passages[-1]) if found is not None else None


def _in_plain_words(passages: Sequence[Passage], about: About) -> Choice | None:
    if not 0 < len(passages) <= MOST_PASSAGES:
        return None
    if _is_under_others(passages, about):
        return None
    if belies("\n".join(one.text for one in passages)) or passages[-1].hanging:
        return None
    told = _plain_words(passages)
    found = plainly(told, about)
    return found or ("abstain" if abstained(pieces_of(told), about.ballot) else None)


def _in_few_lines(passages: Sequence[Passage], about: About) -> Choice | None:
    words = set[str]().union(*(_words(one.text) for one in passages))
    english = not HINTS.isdisjoint(words) or any(map(SIGNS.search, (one.text for one in passages)))
    german = not GERMAN_HINTS.isdisjoint(words)
    if len(passages) > MOST_LINES or not (english or german):
        return None
    said, whole = _without_ends(passages), "\n".join(one.text for one in passages)
    if not said or _is_under_others(said, about):
        return None
    if belies("\n".join(one.text for one in said)) or bargains(whole) or offers_vote(whole):
        return None
    told, found = _sentences(said), None
    text = "\n".join(told)
    hangs, code = any(one.hanging for one in said), CODE.search(text)

    def strange(words: str) -> bool:
        return _of_another(words, about)

    if english and not (hangs or code or strange(text)):
        found = _english(told, said, about)
    if found is None and german and not (hangs or code):
        found = clear_german(told, strange)
    if found is None and english and not (hangs and goes_on(said)):
        found = avowed(told, about.aims().text, strange)
    return found if found or hangs else standing(told, about.ballot or 0)


def _is_under_others(passages: Sequence[Passage], about: About) -> bool:
    """Whether a yes or a no there may be said to what stands quoted above: not to a line of the
    proposal itself, where no other one is quoted."""
    if all(answers.above(one) == "nothing" for one in passages):
        return False
    blocks = {one.above for one in passages}
    own = WORD.findall(about.aims().text.lower())
    return len(blocks) > 1 or not _is_of("\n".join(blocks.pop()), own)


def _is_of(quoted: str, own: Sequence[str]) -> bool:
    said = WORD.findall(quoted.lower())
    return (
        len(said) > FEW_WORDS
        and "?" not in quoted
        and f" {' '.join(said)} " in f" {' '.join(own)} "
    )


def _plain_words(passages: Sequence[Passage]) -> list[str]:
    """What a letter says, without its greeting, and the name and what else stands below its end."""
    if len({one.above for one in passages}) > 1:
        return []  # what stands between quoted lines may be a part of them
    said = [one.text.strip() for one in own_words(passages)]
    if ODD.search("\n".join(said)):
        return []
    text = answers.SIGNED_OFF.sub("", "\n".join(said))
    text = signed(text.replace("’", "'").replace("‘", "'"))
    text = QUOTED_CHOICE.sub(r"\1 \2", COURTESY.sub("", text, count=1))
    return [one for one in text.split("\n") if one.strip()]


def own_words(passages: Sequence[Passage]) -> list[Passage]:
    """A letter without its greeting, and the name and what else stands below its end; nothing where
    a vote stands there."""
    said = list(passages)
    if len(said) > 1 and GREETING.match(said[0].text.strip()):
        greeting = len(said[0].text.split()) <= FEW_WORDS + 1
        said = said[1:] if greeting else said
    ends = [at for at, one in enumerate(said) if at and answers.ENDINGS.match(one.text.strip())]
    said, tail = (said[: ends[0]], said[ends[0] :]) if ends else (said, [])
    if votes_plainly([one.text for one in tail]):
        return []
    while len(said) > 1 and _is_name(said[-1].text.strip()) and not votes_plainly([said[-1].text]):
        said.pop()
    return said


def _sentences(said: Sequence[Passage]) -> list[str]:
    """What a letter says besides greetings, thanks and excuses; none of a long one."""
    text = answers.SIGNED_OFF.sub("", "\n".join(one.text for one in said))
    text = signed(text.replace("’", "'").replace("‘", "'"))
    text = QUOTED_CHOICE.sub(r"\1 \2", COURTESY.sub("", text, count=1))
    text = FOR_THIS.sub(r"\g<what>", text)
    text = FAREWELL.sub(lambda found: found[0] if _doubts(found[0]) else "", text).strip()
    if len(text) > (MOST_POSTED if POSTED.match(text) else MOST_CHARS):
        return []
    sentences = [one.strip() for one in SENTENCE.split(text) if one.strip()]
    return [one for one in sentences if not (_says_nothing(one) or RULE.fullmatch(one))]


def _english(told: Sequence[str], said: Sequence[Passage], about: About) -> Choice | None:
    told = [LIKE_TO.sub("I vote", one) for one in told]
    text = "\n".join(told)
    if any(one.search(text) for one in (DANGER, SARCASM, UNDOES, IFS, HEDGES, NEGATED)):
        return None
    if any(leads_in(one.text) or CAMPAIGN.match(one.text) for one in said):
        return None
    lines = [one.text for one in said]
    if unclear(lines, lines):
        return None
    return _choice(told, about)


def _words(text: str) -> list[str]:
    runs = ("".join(run) for _, run in groupby(text[:MOST_CHARS].lower()))
    drawn = (run[0] if len(run) > 2 and run.isalnum() else run for run in runs)  # "dafüüür"
    return WORD.findall("".join(drawn))


def _of_another(text: str, about: About) -> bool:
    """Whether it has a number that is not the ballot's, nor of a rule that its proposal is on, nor
    of its words: 31 or 3,01 may be a slip of any."""
    aims, named = about.aims(), set(NUMBER.findall(SMALL.sub(" ", UNDER.sub(" ", text))))
    known = {str(one) for one in (about.ballot, *aims.repealed, *aims.amended)}
    return not named <= {*known, *NUMBER.findall(aims.text)}


def _without_ends(passages: Sequence[Passage]) -> list[Passage]:
    """The letter's lines without greetings and names around them."""
    said = list(passages)
    ends = [at for at, one in enumerate(said) if at and answers.ENDINGS.match(one.text.strip())]
    if ends:
        tail = "\n".join(one.text for one in said[ends[0] :])
        if FOR_WORDS.search(tail) or AGAINST_WORDS.search(tail) or DANGER.search(tail):
            return []
        said = said[: ends[0]]
    while len(said) > 1 and _is_name(said[-1].text.strip()):
        said.pop()
    if len(said) > 1 and GREETING.match(said[0].text.strip()):
        said.pop(0)
    return said


def _is_name(text: str) -> bool:
    if not text.istitle() or chooses(text) or _doubts(text):
        return False
    return answers.NAME.match(text) is not None


def _doubts(text: str) -> bool:
    """Whether what looks like a name or a farewell is none: "Vielleicht." """
    return DANGER.search(text) is not None or doubts_in_german(text)


def _choice(told: Sequence[str], about: About) -> Choice | None:
    voting = [(at, one) for at, one in enumerate(map(_voted, told)) if one is not None]
    if not voting:
        return None
    choices = {one.choice for _, one in voting}
    at, vote = voting[-1]
    if len(choices) > 1 or len(voting) > 2:
        return None
    others = [one for place, one in enumerate(told) if place not in {at for at, _ in voting}]
    before, behind = told[:at], told[at + 1 :]
    rest = BRIEF.sub("", "\n".join([*others, *(one.start for _, one in voting)])).strip()
    brief = BRIEF.search(vote.start) is not None
    beside = [*before[-1:], *behind[:1]]
    if not brief and (NEAR.search(vote.start) or any(map(SAYING.search, beside))):
        return None
    if any(map(_takes_back, behind)) or turned(vote.sentence):
        return None
    if any(_stands_apart(one) for _, one in voting):
        return None
    if not brief and any(strays(one.sentence) for _, one in voting):
        return None
    if not any(one.firm for _, one in voting) and not _of_it(before, vote, behind, about):
        return None
    return vote.choice if _goes_with(rest, vote.choice, vote.so) else None


def _takes_back(sentence: str) -> bool:
    back = turns(sentence) or SPOILS.search(sentence) is not None
    return back or ties(sentence, behind=True)


def _says_nothing(sentence: str) -> bool:
    """Whether a sentence is thanks, an excuse, or of the letter itself."""
    if reasons.MISWRITTEN.match(sentence):
        return True
    if chooses(sentence) or FEELS.match(sentence) or turns(sentence):
        return False
    manners = (COURTESY_ALONE, reasons.COURTESY, reasons.APOLOGY)
    return GREETING.match(sentence) is not None or any(one.match(sentence) for one in manners)


class LastVote(Struct, frozen=True):
    """A sentence that ends in a vote: what stands before it, and what joins them."""

    choice: Choice
    firm: bool  # said to a ballot, and to nothing else
    sentence: str
    start: str = ""
    sign: str = ""
    says: str = ""

    @property
    def so(self) -> str:
        return self.sign if self.sign[:1].isalpha() else ""


def _voted(sentence: str) -> LastVote | None:
    """The vote a sentence is, or ends with."""
    if (found := _read(sentence, sentence, "", "")) is not None:
        return found
    if (close := CLOSE.search(sentence)) is not None:
        choice: Choice = "for" if close["yes"] or close["for"] else "against"
        firm = bool(close["for"] or close["against"] or close["says"] or close["from"])
        sign = ":" if close["colon"] else "," if close["dash"] else close["so"] or ""
        start, says = sentence[: close.start()], close["says"] or ""
        if start.strip() and not (sign or says):
            short = len(sentence.split()) <= SHORT_WORDS and NAMED.search(start) is None
            if firm or not short or NOT_SHORT.search(start):
                return _declares(sentence)
            sign = SHORT
        return LastVote(choice, firm or _is_stressed(close[0]), sentence, start, sign, says)
    for part in [*PARTS.finditer(sentence)][:MOST_LINES]:
        start, sign = sentence[: part.start()], part[0].strip(" ,") or ","
        if found := _read(sentence[part.end() :], sentence, start, sign):
            return found
    return _declares(sentence)


def _declares(sentence: str) -> LastVote | None:
    """The vote that a sentence declares somewhere in it, whatever else it tells."""
    for pattern in DECLARES:
        found = pattern.search(sentence)
        if found is None:
            continue
        groups = found.groupdict()
        word = (groups["pro"] or groups["con"]).lower()
        choice: Choice = "for" if groups["pro"] else "against"
        tail = sentence[found.end() :].rstrip(f" .!{EMOJI[choice]}")
        if not (GOES_ON_YES if word in SAID else GOES_ON).match(tail):
            continue
        start = sentence[: found.start()]
        if JOINED.search(start) or NEAR.search(tail) or FOR_WORDS.search(tail):
            return None
        if AGAINST_WORDS.search(tail):
            return None
        return LastVote(choice, True, sentence, start, ";", found[0])
    return None


def _read(part: str, sentence: str, start: str, sign: str) -> LastVote | None:
    ballots = read_ballots(without_courtesies(part))
    if not ballots or len(ballots) > 1 or ballots[0].scope not in ("none", "numbers"):
        return None
    one = ballots[0]
    if one.word.lower() not in CHOICES or any(0 <= number < 100 for number in one.numbers):
        return None  # no doubt of another language is known here; "Against: 3" counts
    if one.plan or one.choice == "abstain" or DANGER.search(one.tail) or NEAR.search(one.tail):
        return None
    firm = one.led or one.voted or one.explicit or one.word.lower() not in TALKED
    return LastVote(one.choice, firm or _is_stressed(part), sentence, start, sign)


def _is_stressed(part: str) -> bool:
    """ "Definitely yes", "No, no and again no": nobody answers a small question so."""
    return STRESSED.search(part) is not None


def _stands_apart(one: LastVote) -> bool:
    """Whether what stands right before the choice in its sentence may make it another's."""
    clause = re.split(r"[,;.!]\s", one.start)[-1]
    if one.start.count("(") > one.start.count(")") or labelled(one.start, one.sign):
        return True  # "(default: yes)", "Bob: I'm against"
    if not clause.strip():
        return False
    if one.says:
        joined = re.search(
            r"\b(?:and|that|which|what|whom|who|when|where|how|why)\W*$", clause, re.I
        )
        return joined is not None or not (OWN.match(one.says) or PERSON.search(clause) is None)
    if one.sign == ":" and WAS.match(clause):
        return True
    if one.sign in (":", ",") and not MANNERS.match(clause):
        return len(one.start.split()) < FEW_WORDS or PERSON.search(clause) is not None
    return not one.sign


def _of_it(before: Sequence[str], vote: LastVote, behind: Sequence[str], about: About) -> bool:
    """Whether a yes or a no is said to the proposal, as its letter speaks of it (rule 3)."""
    told = "\n".join((*before, vote.start, *behind))
    if BRIEF.search(vote.start):
        return not before and not behind
    if ANSWERY.search(told) or NEAR.search(told) or LIFE.search(vote.start):
        return False
    if vote.sign == SHORT:
        return not (before or behind or OWN_LIFE.search(told) or PERSON.search(told))
    if behind:
        return not (before or vote.start.strip()) and all(_comments(one, about) for one in behind)
    if vote.sign == ":" or FORMAL.search(vote.so):  # what stands before it leads to it
        return not OWN_LIFE.search(vote.start) or _is_brief(vote.start, about)
    if vote.sign == "," and not MANNERS.match(vote.start):
        return False
    near = vote.start if vote.start.strip() else "".join(before[-1:])
    told_of = OF_IT.search(near) or MANNERS.match(near)
    return not near or told_of is not None or _is_brief(near, about)  # or it is a yes, and thanks


def _is_brief(text: str, about: About) -> bool:
    """Whether it says of itself that it is short, or speaks of what the proposal speaks of."""
    rules = {*about.aims().repealed, *about.aims().amended}
    if any(number_of(one) in rules for one in NUMBERED.findall(text)):
        return True
    return BRIEF.search(text) is not None or subject.is_named(text, about)


def _comments(sentence: str, about: About) -> bool:
    """Whether it says something of what the proposal speaks of, and does not merely repeat it."""
    if OWN_LIFE.search(sentence):
        return False
    words = subject.stems(sentence)
    new = words - subject.every_stem(about.aims().text)
    return len(new) > 1 and not words.isdisjoint(subject.of(about))


def _goes_with(rest: str, choice: Choice, so: str) -> bool:
    """Whether the mood of the letter is that of its choice, or gives way to it by a "but"; and no
    other word in it chooses."""
    other = AGAINST_WORDS if choice == "for" else FOR_WORDS
    if other.search(rest) or ABSTAINS.search(rest):
        return False
    if BUT.search(so):
        return True
    if choice == "for":
        return not any(one.search(rest) for one in (NEGATES, BLAMES, JESTS, SOUR))
    return PRAISES.search(rest) is None or NEGATES.search(rest) is not None
