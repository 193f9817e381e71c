"""A vote among the sentences of a passage, and which of the others leave it one.

1. A whole sentence is a vote, or a clause of one is (`stated`, `leadins`); what else is said takes
   nothing back, doubts nothing and is no answer to something else.
2. A yes or a no alone counts behind sentences that speak of the proposal.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.reading import About
from nomic_mail.letters.grammar.votes.readers.ballots import (
    CHOICE,
    DOUBT,
    TALK,
    ReadBallot,
    read_ballots,
)
from nomic_mail.letters.grammar.votes.readers.stated import stated
from nomic_mail.letters.grammar.votes.readers.tells import CONDITION, SPOILS, is_doubtful
from nomic_mail.letters.grammar.votes.said.grounds import (
    closing,
    is_courtesy,
    is_ground,
    stands,
    tells_something_else,
    weigh,
)
from nomic_mail.letters.grammar.votes.said.idioms import answer, idiom
from nomic_mail.letters.grammar.votes.said.leadins import ANSWER, after_a_clause, plainer
from nomic_mail.letters.grammar.votes.said.reasons import judges, opposes, speaks_of_it
from nomic_mail.letters.grammar.votes.said.tongues import TALKED
from nomic_mail.letters.grammar.votes.said.turns import (
    IFS,
    UNDOES,
    WAVERS,
    comes_of_it,
    turned,
    turns,
)
from nomic_mail.letters.grammar.words import (
    CHOICES,
    CONVERSATIONAL,
    NONE_OF,
    NUMBERED,
    number_of,
    without_courtesies,
)
from nomic_mail.patterns import later

# Behind a story, these come back to the matter: "Anyway: yes."
RESUMES = later(
    r"\W*so\s?:\s|\W*(?:(?:so|but|and|oh|well),? )?(?:anyway|anyhow|anyways|in (?:short|sum|brief"
    r"|a word|the end|any case)"
    r"|long story short|to cut (?:it|a long story) short|tl;?dr|bottom line|verdict|conclusion"
    r"|result|that said"
    r"|having said that|all the same|on balance|all in all|nevertheless|nonetheless|to the point"
    r"|back to the"
    r" (?:point|matter|topic|proposal|vote)|to business|as for (?:this|the (?:vote|proposal))"
    r"|my (?:answer|vote|verdict"
    r"|choice|decision)|the answer|overall|even so|still|regardless)\b[\s,:;–—-]{1,3}",
    re.I,
)
# "-1 (no plan behind it)"
NONE = later(rf"(?<![\w-])(?!no (?:objection|problem|harm|complaint)){NONE_OF.pattern[1:]}.*", re.I)
LETTER = later(r"^[ny]\W*$", re.I)
NO_NUMBER = later(r"\bno\.\s{1,3}#?\d", re.I)  # "No. 301": number 301, or no to it?
LAST_WORD = later(r"\b(yes|no|aye|nay|against|abstain)\W{0,9}$", re.I)
ASIDE = later(r"\s?\([^()]{2,120}\)")
SENTENCE_END = later(r"(?<=[.!?…])[\s)]+(?=\S)")
# What was once, and what the next sentence takes the place of.
EARLIER = later(
    r"^(?:ignore|disregard|forget|discard) my (?:last|previous|earlier|first|other|old)"
    r" (?:vote|ballot|e?-?mail|letter|message|answer|reply|one)[\s.!]*$",
    re.I,
)
WANTED = later(
    r"^(?:at first |first |yesterday )?i (?:had )?(?:wanted|meant|intended|planned|hoped"
    r"|was (?:going|about|tempted|inclined|ready|minded)|thought (?:of|about))\b[^?]{1,80}\bbut\b"
    r"(?![^?]*\b(?:if|unless|until|only)\b)",
    re.I,
)
# "Feels like autumn.", "Two seats left.": told with its subject left out, or its verb
LEAVES_OUT = later(
    r"\W*(?:(?:also|still|just|only|now|again) )?(?!(?:thanks|cheers|yes|best|regards|greetings"
    r"|kisses"
    r"|hugs|sometimes|always|perhaps|this|its|as|us|is|was|has|does|makes|wishes|apologies)\b)"
    r"(?:[a-z]{3,}(?<!s)s (?:like|as|of|to|in|on|at|for|the|a|an|my|new|more|some|from|with|out"
    r"|good|bad|great|better)\b"
    r"|(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+|some|many|most|lots of|plenty of)"
    r" (?:\w+ )?\w+ (?:left|to go|here|there|away|missing|more|sold|gone|free)\b)",
    re.I,
)
# A choice in it, or who would vote how.
OWN = later(rf"\bvot(?:e|ed|ing) (?:for|against|yes|no|in)\b|{CHOICE}\W*$|\b[A-Z]{{3,}}\b", re.I)
# Behind a yes: "so far it all works", "Regenerate the cache"
GOES_ON = later(
    r"(?:[a-z]\S*(?: \S+){5}|[A-Z]\w+'s \w+|(?!Keep|Leave|Scrap|Repeal|Drop|Let|Save|Spare|Stop"
    r"|See|Love|Like|Hate|Thank|Say|Give|Long|Please)[A-Z][a-z]{2,12} (?:the|your|an?|all) \w+)"
)
# "FOR 301 since it is short and AGAINST 302 as it is not"
CHAINED = later(
    r"(?:^|[,;.!:–—-]\s{1,3}|\s)(?:(?:and|but|while|whereas|also)\s)?"
    r"(?P<vote>(?:FOR|AGAINST|YES|NO|ABSTAIN|[Yy]es (?:to|on)|[Nn]o (?:to|on)"
    r"|[Aa]gainst)\s#?\d{3,6}\b)"
)
# In a bracket, and of no side: "(out of scope for this quarter)"
FOR_THIS = later(r"\bfor (?!(?:it|this|that|301)\W*$|now\b|me\b)(?=\w)", re.I)
JOINT = later(r"[\s,;–—-]{1,3}(?:(?:and|but|while|whereas|also)\s*)?$", re.I)
NOTHING_AGAINST = later(
    r"\b(?:nothing|no (?:\w+ )?(?:reason|objection|argument|case|evidence)s?|not? (?:much"
    r"|a lot))\b"
    r"[^,;.:]{0,25}\bagainst\b",
    re.I,
)


def stated_in(text: str, *, several: bool) -> tuple[ReadBallot, ...] | None:
    """What a passage states in a clause of its own (`stated`); `several`: votes are open."""
    bare, sign = (text, None) if text.isascii() else plainer(text)
    found = stated(bare)
    if several and found and any(one.whose and not one.number for one in found):
        return None
    if found and sign and any(one.choice != sign for one in found):
        return None
    if found is None or any(_takes_back(one) for one in SENTENCE_END.split(text)[:40]):
        return None
    return tuple(one.ballot() for one in found)


def chained(text: str) -> tuple[ReadBallot, ...] | None:
    """Several votes with a number each, and a reason behind each."""
    if CHAINED.match(text) is None:
        return None
    begins = [one.start("vote") for one in CHAINED.finditer(text)][:20]
    if len(begins) < 2 or begins[0]:
        return None
    found: list[ReadBallot] = []
    for at, ends in zip(begins, [*begins[1:], len(text)], strict=True):
        ballots = read_ballots(JOINT.sub("", text[at:ends]))
        if ballots is None:
            return None
        found.extend(ballots)
    return tuple(found)


def without_asides(text: str) -> tuple[ReadBallot, ...] | None:
    """Without remarks in brackets that say nothing of voting: "FOR 301 (about time)"."""
    asides = ASIDE.findall(text)
    found = read_ballots(ASIDE.sub("", text)) if asides else None
    if found and all(one.choice == "against" for one in found):
        asides = [NONE.sub("", one) for one in asides]
    if any(
        DOUBT.search(one)
        or SPOILS.search(one)
        or re.search(CHOICE, FOR_THIS.sub("", one), re.I)
        or turned(one)
        or re.search(r"[=<>{}]", one)  # "for(i = 0; …)"
        for one in asides
    ):
        return None
    if found and all(one.word.lower() in CONVERSATIONAL and not one.led for one in found):
        bare = [one for one in found if one.scope == "none"]
        if any(not stands(aside.strip(" ()"), one.choice) for one in bare for aside in asides):
            return None  # "No no no (that's the chorus we're learning)"
    return found


def _takes_back(sentence: str) -> bool:
    plain = without_courtesies(sentence)
    over = EARLIER.match(plain) or WANTED.match(plain)
    tied = CONDITION.match(plain) and not comes_of_it(plain)
    return bool(SPOILS.search(plain) or tied) and not over


def one_of_sentences(text: str) -> tuple[ReadBallot, ...] | None:
    """Several sentences, of which one or more are votes and the others take nothing back."""
    sentences = SENTENCE_END.split(text)
    if len(sentences) < 2 or len(sentences) > 40 or NO_NUMBER.search(text):
        return None
    if any(LETTER.match(one) for one in sentences):
        return None  # "N. North"
    found: list[ReadBallot] = []
    talk = resumes = tells = False
    begins = sentences[0].rstrip().endswith("!")
    ends: set[Choice] = set()
    for position, sentence in enumerate(sentences):
        plain = without_courtesies(sentence)
        if position == 0 and EARLIER.match(plain):
            continue
        ballots = read_ballots(plain)
        bare = ballots is not None and all(b.scope == "none" for b in ballots)
        last = position == len(sentences) - 1 and "?" not in text
        resumes = last and RESUMES.match(sentence) is not None
        if ballots and not (
            bare
            and position
            and not (resumes or _firm(sentence, ballots, last))
            and not _led_up(sentences[:position], ballots[0].choice)
        ):
            found.extend(ballots)
        elif bare and ballots and any(b.choice != f.choice for b in ballots for f in found):
            return None  # "Yes. No. Maybe."
        elif WANTED.match(plain) and position < len(sentences) - 1:
            continue
        elif (
            _takes_back(sentence) or _doubts(plain) or wavers(plain) or (found and turns(sentence))
        ):
            return None
        elif not ballots and (choice := LAST_WORD.search(plain)):
            ends.add(CHOICES[choice[1].lower()])
        tells = tells or not (ballots or is_courtesy(sentence))
        talk = talk or (not ballots and _is_talk(plain, found, shouted=begins and position == 1))
    if (
        talk
        and not resumes
        and all(b.word.lower() in CONVERSATIONAL and not (b.led or b.numbers) for b in found)
    ):
        return None  # "No!! The ballot has the wrong text!"
    if tells and found and all(b.weak and b.word.lower() in TALKED for b in found):
        return None  # "Ja! Samstag passt mir gut."
    bare_choices = {b.choice for b in found if b.scope == "none"}
    if len(bare_choices | ends) > 1 and bare_choices:
        return None  # "Yes... actually no"
    return tuple(found) or None


def _is_talk(sentence: str, found: list[ReadBallot], *, shouted: bool) -> bool:
    """Whether a yes or a no beside it may be as little a vote as this sentence is."""
    if (TALK.search(sentence) and not _of_it(sentence)) or ANSWER.match(sentence):
        return True
    if len(found) != 1:
        return False
    choice = found[0].choice
    if choice == "for" and opposes(sentence, choice):
        return True  # "Yes! Finally one that punishes everybody."
    if GOES_ON.match(sentence) and not stands(sentence, choice):
        return True
    if tells_something_else(sentence, choice):
        return True
    return (shouted or LEAVES_OUT.match(sentence) is not None) and not stands(sentence, choice)


def _doubts(sentence: str) -> bool:
    return is_doubtful(sentence) and not (speaks_of_it(sentence) and not OWN.search(sentence))


def wavers(sentence: str) -> bool:
    """Whether its writer has not decided, or only ties a vote to something."""
    asks_when = sentence.rstrip().endswith("?") and sentence[:4].lower() == "when"
    tied = IFS.match(sentence) and not (asks_when or comes_of_it(sentence))
    if WAVERS.search(sentence) or tied:
        return True
    return UNDOES.match(sentence) is not None


def _led_up(sentences: Sequence[str], choice: Choice) -> bool:
    """Whether all that is said before a yes or a no judges the proposal, or leads to the vote."""
    said = [plain for one in sentences if (plain := without_courtesies(one)).strip(" .!")]
    rest = [one for one in said if not judges(one, choice)]
    return bool(said) and (
        all(is_ground(one, choice) for one in rest) or is_ground(". ".join(rest), choice)
    )


def _of_it(sentence: str) -> bool:
    weighed = set(weigh(sentence.replace("’", "'")).values())
    return speaks_of_it(sentence) or bool(weighed - {"beside"})


JUST_GREAT = later(r"\bjust (?:brilliant|great|wonderful|perfect|lovely|fantastic|peachy)\b", re.I)


def in_idioms(text: str) -> tuple[ReadBallot, ...] | None:
    """A line of idioms, or a yes or a no at the end of its grounds."""
    choice = idiom(text) or answer(text)
    if choice == "for" and JUST_GREAT.search(text):
        return None  # "Just brilliant. Where do I sign."
    if choice is not None:
        word = "yes" if choice == "for" else "no"
        return (ReadBallot(choice, word=word, weak=True, idiom=True),)
    choice = closing(text)
    return (ReadBallot(choice, word="yes" if choice == "for" else "no"),) if choice else None


def _firm(sentence: str, ballots: tuple[ReadBallot, ...], last: bool) -> bool:
    """A bare vote word behind other sentences must be loud or say that it votes; as the last one,
    it must be said of nothing but voting."""
    if all(b.loud or b.voted or b.led for b in ballots) or re.match(
        r"(?i)\W*(?:i|my) (?:vote|abstain)\b", sentence
    ):
        return True
    words = {b.word.lower() for b in ballots}
    if re.search(r"(?i)\b(?:yes|no|aye|nay) from me\b", sentence):
        return True
    return last and sentence[:1].isupper() and not words & (CONVERSATIONAL | {"for", "pro"})


def behind_a_clause(text: str, about: About) -> tuple[ReadBallot, ...] | None:
    """ "Having thought about it, I vote yes"; numbers in the clause must be what it is for."""
    found = after_a_clause(text)
    if found is None:
        return None
    clause, vote = found
    ballots = read_ballots(vote)
    numbers = {number_of(n) for n in NUMBERED.findall(clause)}
    if ballots is not None and not clause:
        return ballots
    clause = NOTHING_AGAINST.sub("", clause)
    if ballots is None or re.search(CHOICE, re.sub(r"\b(?:[Ff]or|[Nn]o)\b", "", clause), re.I):
        return None  # "FOR, er, AGAINST"
    meant = {n for b in ballots for n in b.numbers} or {about.ballot or 0}
    return ballots if all(n in meant or 100 <= n < 300 for n in numbers) else None
