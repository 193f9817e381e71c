"""A side said outright, in a clause of its own: the last reader of a whole letter.

1. On one of several: a number and right beside it a side, and behind them an end or a reason: "301
   nein, das ist …", "zu 302: Zustimmung", "yes to the dice rule (302)", "302 gets a no".
2. On both, where two are open: "beides ja", "two noes", "I'm for both of them".
3. On the only one: "please record me as being in favour", "da enthalte ich mich", "ja von mir".
4. Each sentence votes so or names no side; what unmakes a vote for the other readers unmakes it
   here, too (`plainly`). Whatever number the letter names has a vote, or nothing is read.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers import avowed
from nomic_mail.letters.grammar.votes.readers.abstained import MINDS
from nomic_mail.letters.grammar.votes.readers.clear_german import doubts_in_german
from nomic_mail.letters.grammar.votes.readers.forms import StatedVote
from nomic_mail.letters.grammar.votes.readers.plainly import (
    HALF,
    HANGS,
    HEADS,
    ODD,
    OFF,
    OWN_IF,
    TIED,
    WOULD,
    is_anothers,
    pieces_of,
)
from nomic_mail.letters.grammar.votes.readers.stated import (
    is_free,
    says_the_other,
)
from nomic_mail.letters.grammar.votes.readers.stated import (
    leaves as leaves_beside,
)
from nomic_mail.letters.grammar.votes.readers.tells import SPOILS, TAKES_BACK
from nomic_mail.letters.grammar.votes.said.bargains import promises
from nomic_mail.letters.grammar.votes.said.leadins import SARCASM, is_sour
from nomic_mail.letters.grammar.votes.said.signs import DANGER
from nomic_mail.letters.grammar.votes.said.strays import strays
from nomic_mail.letters.grammar.votes.said.turns import HEDGES, SECONDS, UNMADE, ties, turns
from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.patterns import later

MOST_CHARS, MOST_PIECES, TWO, FIRST_BALLOT = 700, 16, 2, 300
STARTS = (
    r"(?:^\W{0,4}|[,;:–—]\s|\s-\s|\s(?=(?:and|but|und|aber|so)\s))"
    r"(?:(?:and|but|und|aber|so|then|also|ok(?:ay)?|well|sorry|hi|hello|moin|finally|in the end|now"
    r"|anyway)[\s,]{1,2}){0,3}"
)
PRO = (
    r"(?P<pro>yes(?: please)?|yep|yeah|aye|for|(?:all )?in favou?r|ja|jo|dafür|zustimmung"
    r"|(?:stimme|stimm) ich zu|my (?:vote|support))"
)
CON = (
    r"(?P<con>no(?: thanks| thank you)?|nope|nah|nay|against|opposed|nein|nee|nö|dagegen|ablehnung"
    r"|lehn(?:e)? ich ab|stimme ich nicht zu)"
)
NEITHER = r"(?P<abs>i(?:'ll| will)? abstain|abstain|abstention|enthaltung|enthalte ich mich)"
ENDS = (
    r"(?=\W*$|\s?[.,;:!(–—]|\s-\s|\s(?:because|since|as|cuz|bc|da|weil|denn|though|if only|please"
    r"|from (?:me|us)|von mir|and|und|but|aber)\b)"
)
NUMBER = r"#?(?P<on>\d{3,6})(?![\w%]|[.,:/]\d)"
ASIDE = r"(?:\s?\([^()\d?]{1,40}\))?"
NAMED = (
    r"(?:(?:zu|zum|bei|beim|on|to|for|as (?:to|for)|re)\s)?(?:(?:the|dem|den|der)\s)?"
    rf"(?:(?:proposal|prop|motion|vorschlag|antrag|nr\.?)\s)?{NUMBER}{ASIDE}"
)
IS = (
    r"(?:\s?[:=,–—]\s?|\s-\s|\s)(?:(?:gets|has|is|bekommt|kriegt|hat|ist|from me|von mir|i say"
    r"|i'm|i vote|sag(?:e)? ich|bin ich|ich bin|for me|für mich)[\s:,]{1,2})?"
    r"(?:(?:an?|my|eine?|meine?|klares?|clear|definite|big|firm|hard)\s){0,2}"
)
ON_ONE = (
    later(rf"{STARTS}(?P<vote>{NAMED}{IS}(?:{PRO}|{CON}|{NEITHER})){ENDS}", re.I),
    later(
        rf"{STARTS}(?P<vote>(?:(?:i (?:say|vote|am)|i'm|ich (?:bin|sage|stimme))\s)?(?:an?\s)?"
        rf"(?:{PRO}|{CON}|(?P<abs>(?:i )?abstain|enthaltung))"
        r"\s(?:(?:to|on|of|for|from|zu|zum|für|bei|with)\s)?"
        rf"(?:(?:the|that|this|dem|den|der|die|das)\s(?:[a-z'’äöüß-]{{1,20}}\s){{0,4}})?"
        rf"(?:(?:proposal|vorschlag|antrag)\s)?\(?{NUMBER}\)?{ASIDE}){ENDS}",
        re.I,
    ),
    later(
        r"(?:^\W{0,4}|[,;:–—]\s|\s(?:und|aber)\s)(?P<vote>(?:ich )?"
        r"(?:(?P<pro>stimme)|(?P<con>lehne)|(?P<abs>enthalte mich))"
        rf"\s(?:(?:bei|dem|den)\s)?(?:(?:vorschlag|antrag)\s)?{NUMBER}{ASIDE}"
        r"\s?(?(pro)zu|(?(con)ab|))(?!\w))",
        re.I,
    ),
)
# A side beside a number, whatever ties it, and whatever comes behind it
SIDED = later(
    rf"{STARTS}{NAMED}(?:\s(?:might|may|could|would|should|will|gets?|maybe|perhaps|probably|i|i'd"
    rf"|i'll|vote|say|an?|my|be)){{0,5}}{IS}(?:yes|yep|yeah|aye|in favou?r|ja|dafür|zustimmung"
    r"|no(?:pe)?|nay|against|opposed|nein|dagegen|ablehnung|abst\w+|enthalt\w+)(?![\w'-])",
    re.I,
)
THEM = (
    r"(?:(?:the )?both(?: (?:of )?(?:them|these|those|(?:the )?(?:two )?proposals?))?"
    r"|the (?:two|pair)(?: of (?:them|these|those)| (?:propos\w+|propositions|motions))?)"
)
BOTH_ENDS = (
    r"(?=\W*$|\s?[.,;!(–—]|\s-\s|\s(?:because|since|as|cuz|bc|da|weil|denn|please|from (?:me|us)"
    r"|von mir|thanks|then|again)\b)"
)
ON_BOTH = tuple(
    later(rf"{STARTS}(?P<vote>{one}){BOTH_ENDS}", re.I)
    for one in (
        r"(?:i say |it's |that's |my vote is )?(?:a )?(?:(?P<pro>yes|aye|for|in favou?r)"
        rf"|(?P<con>no|nay|against|opposed)) (?:(?:to|on|for|of|with) )?{THEM}",
        rf"(?:i'm|i am|me) (?:all )?(?:(?P<pro>for|in favou?r of|favou?rable to|agree with"
        r"|in agreement with|favou?rable for)|(?P<con>against|opposed to|not in favou?r of))"
        rf" {THEM}",
        r"(?:i vote )?(?:two|2|twice|double)"
        r" (?:times (?:an? )?)?(?:votes? )?(?:(?P<pro>yes(?:es|ses)?|ayes?|for)"
        r"|(?P<con>no(?:e?s|'s)?|nays?|against))(?: votes?)?",
        r"(?:it's|that's|that makes|that is) (?:two|2|twice|double)"
        r" (?:(?P<pro>yes(?:es|ses)?|ayes?)|(?P<con>no(?:e?s|'s)?|nays?))(?: votes?)?"
        r" from (?:me|us)",
        r"(?:i vote |my votes:? )?(?:(?P<pro>for and (?:again )?for|yes and (?:again )?yes)"
        r"|(?P<con>against and (?:again )?against|no and (?:again )?no))",
        r"(?:please )?(?:(?:you (?:may|can) )?(?:put|count|mark|note|record) me (?:down )?as )?"
        r"(?:an? )?(?:(?P<pro>for|in favou?r|yes)|(?P<con>against|no|opposed))"
        rf" (?:on|for|of|to) (?:each(?: of (?:them|these))?|{THEM})",
        r"(?:zu |bei )?beide[snm]?(?: mal| vorschläge(?:n)?)?:? (?:von mir (?:ein )?|ein )?"
        r"(?:(?P<pro>ja|dafür|stimme ich zu)|(?P<con>nein|nee|nö|dagegen|lehne ich ab)"
        r"|(?P<abs>enthaltung))",
        r"(?:ich )?(?:(?P<pro>stimme beiden(?: vorschlägen)? zu|(?:bin |stimme )für beide)"
        r"|(?P<con>lehne beide(?: vorschläge)? ab|(?:bin |stimme )gegen beide))",
        r"(?:(?:zweimal|2x|zwei mal|doppelt|je(?:weils)?(?: ein)?) (?:ein )?)(?:(?P<pro>ja|dafür)"
        r"|(?P<con>nein|dagegen))(?: zu beide[nm])?|(?:ein )?(?:(?P<pro2>ja)|(?P<con2>nein))"
        r" zu beide[nm]",
    )
)
IT = (
    r"(?:it|this(?: one| proposal| motion| rule)?|that(?: one)?|(?:the |your )(?:proposal|motion"
    r"|measure)(?: of (?-i:[A-Z])\w+)?|(?-i:[A-Z])\w+'s (?:proposal|motion)"
    r"|(?:proposal )?#?\d{3,6})"
)
ONE_ENDS = (
    r"(?=\W*$|\s?[.,;!(–—]|\s-\s|\s(?:because|since|as|cuz|bc|da|weil|denn|please|thanks"
    r"|then|again|on this)\b)"
)
WHERE = r"(?: (?:here|there|on (?:this|it|that)(?: one| matter| occasion)?|this (?:time|round)))?"
ON_THE_ONLY = tuple(
    later(rf"{STARTS}(?P<vote>{one}){ONE_ENDS}", re.I)
    for one in (
        r"i vote (?:(?P<pro>for|yes|in favou?r(?: of)?)|(?P<con>against|no))"
        rf"(?:(?: on| to)? {IT})?",
        r"(?:please |kindly |you (?:may|can) )?(?:record|count|put|mark|note|register|list|enter"
        r"|log) (?:me|my vote|us) (?:down )?as (?:being )?(?:an? )?(?:(?P<pro>in favou?r|for|yes"
        r"|supporting)|(?P<con>against|opposed|no|opposing)|(?P<abs>abst\w{3,9}))"
        rf"(?: (?:of|to|on|for))?(?: {IT})?",
        r"(?:i'm|i am)(?: (?:really|quite|also|very|much))? (?:(?P<pro>favou?rable to|agree with"
        rf"|in agreement with)|(?P<con>contrary to|disagree with)) {IT}",
        rf"(?P<abs>(?:(?:i'm|i am|i'll be) abstaining|abstaining|(?:i'm |i am )?(?:going to|gonna)"
        r" abstain|i abstain|(?:so )?(?:it(?:'ll be| will be|'s| is)|that's|that is|make (?:it"
        r"|that|mine)) an abstention|an abstention|abstention)"
        rf"(?: (?:from|for) (?:me|us))?{WHERE})",
        r"ich (?:stimme|bin) (?:(?P<pro>für)|(?P<con>gegen)) (?:den |diesen )?(?:vorschlag|antrag)"
        r"(?: #?\d{3,6})?",
        r"(?P<abs>(?:da|hier|daher|deshalb|deswegen|darum|also|lieber|heute|diesmal) (?:lieber )?"
        r"enthalt(?:e)? ich mich(?: (?:lieber|diesmal|der stimme|heute|hier|gern|mal)){0,2}"
        r"|ich enthalt(?:e)? mich(?: (?:lieber|diesmal|der stimme|heute|hier|da)){0,2})",
        r"(?:i )?(?:have to|must|gotta|got to|i'm afraid i have to) say"
        rf" (?:(?P<pro>yes)|(?P<con>no)) to {IT}",
        r"(?:ein )?(?:(?P<pro>ja)|(?P<con>nein|nee|nö)) von (?:mir|uns)",
        r"(?:(?:nee?|nö|nein|ja|jo), )?(?:da|hier) bin ich (?:(?P<pro>dafür|für)"
        r"|(?P<con>dagegen|gegen))",
        r"(?P<pro>yes,? please),? (?:i (?:really )?(?:like|love) (?:it|this|the idea)"
        r"|(?:sounds|looks) (?:good|great|fun))",
        r"(?P<con>no,? (?:thanks|thank you)),? i (?:really )?(?:don't|do not) (?:like|want) (?:it"
        r"|this)",
        r"meine stimme (?:hat|bekommt|kriegt) (?P<pro>er|sie|es|das|(?:der|dieser|dein|ihr)"
        r" (?:vorschlag|antrag))",
    )
)
HINT = later(
    r"\b(?:abst\w+|for|in favou?r|against|opposed|no|noes|yes|yeses|aye|nay|nope|favou?rable|agree"
    r"|agreement|record|ja|jo|nein|nee|nö|dafür|dagegen|zu|ab|gegen|für|enthal\w+|stimme|my|please)"
    r"(?!\w)",
    re.I,
)
PLEASE = later(
    r"(?P<starts>^|[.!,]\s)(?:sorry,? |so )?(?:can|could|may) i (?:please |just )?"
    r"abstain(?: (?:on|from) (?:this|it)(?: one)?)?,? please\s?\?",
    re.I | re.M,
)
# "Until that is cured I cannot support it": a reason against
REFUSES = later(
    r"^(?:until|unless|as long as|while|without|before)\b[^.!?;]{1,80}?\bi (?:cannot|can't|can not"
    r"|could not|won't|will not) (?:support|accept|agree to|back|endorse|approve)(?: of)?"
    rf" {IT}[\s.!]*$",
    re.I,
)
# "I withdraw my reservations", "half of it never happens"
FREELY = later(
    r"\b(?:withdraw (?:the|my|all|any) (?:reservations?|objections?|doubts|concerns|criticism)"
    r"|half of (?:it|them) (?:never|always|is|was|are|were)|half of (?:my|the) [a-z]+)\b",
    re.I,
)
# Of who thought otherwise before
OVER = later(
    r"\b(?:eigentlich |erst |zuerst )?(?:wollte?|hatte|war|hätte) ich\b[^.!?]{0,80}"
    r"|\bich (?:wollte?|hatte|war)\b[^.!?]{0,80}",
    re.I,
)
WANTED = later(
    r"^i (?:have |had |'ve )?(?:hesitated|wavered|doubted|wondered|thought (?:about|of)"
    r"|wanted to|meant to|was (?:going|about) to|was gonna)\b[^.!?:]{1,100}"
    r",?\sbut (?=finally\b|in the end\b|now\b|so\b|then\b|i\b)"
    r"|^(?:eigentlich|erst|zuerst|ursprünglich) (?:wollte?|hatte|war) ich\b[^.!?:]{1,120}"
    r"(?:,|\s[–—-])\s(?:aber|doch)\b",
    re.I | re.M,
)
GERMAN_SIDES = later(
    r"\b(?:dafür|dagegen|nein|enthalt\w*|zustimm\w*|ablehn\w*|stimme)(?!\w)"
    r"|(?:^|[,;:]\s)ja(?=\W*$|[,.!])",
    re.I,
)
GERMAN_TIES = later(
    r"(?<![\w'-])(?:wenn|falls|sofern|solange|sobald|bevor|außer|ausser|vorausgesetzt|aber|jedoch"
    r"|allerdings|sondern|oder|vielleicht|eventuell|evtl|vorläufig|vorerst|erstmal|überleg\w*"
    r"|unsicher|falsch\w*|versehen\w*|streich\w*|ignorier\w*|scherz\w*|witz\w*|spaß|spass|quatsch"
    r"|zurück\w*|anders|lieber|stattdessen|haha\w*|möchte\w*|sollte\w*|könnte\w*)(?![\w'-])",
    re.I,
)
NO_OPINION = later(
    r"\b(?:have|'ve)(?: got)? (?:not|no)(?: really| yet| any| an?)* opinions?\b"
    r"|\btoo \w+ to have an opinion\b",
    re.I,
)
PEOPLE = later(
    r"\b(?:people|those|others|everyone|some)(?: here)? (?:who|that)(?:'s| is| are|'re)"
    r" (?:for|against) (?:it|this|that)\b",
    re.I,
)
IF_ONLY = later(r"\bif only (?=(?:to|because|for|so)\b)", re.I)
# Beside a vote that is said outright, these leave it nobody's.
TURNS = later(
    r"^\W*(?:never|not|ne|nie)\W*$|\b(?:as expected|apparently|it seems|nicht ernst)\b", re.I
)
REFUSAL = later(
    r"\bi (?:cannot|can't|can not|won't|will not|don't|do not) (?:support|accept|agree|back|endorse"
    r"|approve)\b",
    re.I,
)
LEADS = later(
    r"\W{0,4}(?:(?:and|but|und|aber|so|then|also|ok(?:ay)?|well|sorry|hi|hello|moin|finally"
    r"|in the end|now|anyway)[\s,]{1,2}){1,3}",
    re.I,
)
BUT = later(r"\W*(?:but|aber|doch|though|nur|only)\b", re.I)
JOINS = later(r"[\s,;–—-]{1,3}(?:and|but|und|aber|while|sowie)?\s?$", re.I)


class Clause(Struct, frozen=True):
    choice: Choice
    numbers: tuple[int, ...]
    text: str
    begins: int
    ends: int


def outright(told: Sequence[str], known: tuple[int, ...]) -> dict[int, Choice]:
    """The votes of a letter on what is open."""
    text = "\n".join(told)
    if not known or len(text) > MOST_CHARS or HINT.search(text) is None or is_sour(text):
        return {}
    text = PLEASE.sub(r"\g<starts>I abstain.", IF_ONLY.sub("", text.replace("’", "'")))
    text = WANTED.sub("", text)
    pieces: list[str] = []
    said: list[Clause | None] = []
    for piece in pieces_of(text.split("\n"))[: MOST_PIECES + 1]:
        for part in _parts(piece, known):
            pieces.append(part.text if isinstance(part, Clause) else part)
            said.append(part if isinstance(part, Clause) else None)
    if not 0 < len(pieces) <= MOST_PIECES:
        return {}
    votes: dict[int, Choice] = {}
    for one in said:
        for number in one.numbers if one is not None else ():
            if one is not None and votes.setdefault(number, one.choice) != one.choice:
                return {}
    named = {number_of(one) for one in NUMBERED.findall(text)}
    if not votes or any(one not in votes for one in named if one in known or one > FIRST_BALLOT):
        return {}
    return votes if _stand(pieces, said, {*votes.values()}) else {}


def _stand(pieces: Sequence[str], said: Sequence[Clause | None], ways: set[Choice]) -> bool:
    """Rule 4."""
    if ways == {"against"}:
        pieces = ["I don't like it." if REFUSES.match(one) else one for one in pieces]
    text = FREELY.sub(" ", "\n".join(pieces))
    if any(one.search(text) for one in (OFF, SPOILS, TAKES_BACK, SARCASM, ODD)):
        return False
    first = next(at for at, one in enumerate(said) if one is not None)
    behind = "\n".join(pieces[first:])
    if UNMADE.search(behind) or WOULD.search(behind):
        return False
    choice = next(iter(ways)) if len(ways) == 1 else None
    for at, (piece, one) in enumerate(zip(pieces, said, strict=True)):
        if one is None and not _leaves(piece, choice, behind=at > first):
            return False
        if one is not None and (not _is_free(one) or (at and HANGS.match(pieces[at - 1]))):
            return False
    return True


def _leaves(piece: str, choice: Choice | None, *, behind: bool) -> bool:
    """Whether a sentence beside the votes leaves them."""
    if TURNS.search(piece) or NUMBERED.search(piece) or GERMAN_SIDES.search(OVER.sub("", piece)):
        return False
    if not leaves_beside(piece, choice) or (choice != "against" and REFUSAL.search(piece)):
        return False
    if choice is None and says_the_other(piece, "abstain"):
        return False
    if choice == "abstain" and says_the_other(PEOPLE.sub("people", piece), "abstain"):
        return False
    if ties(piece, behind=behind) or (piece.endswith(":") and not HEADS.search(piece)):
        return False
    if not behind:
        return "?" not in piece
    hangs = HANGS.match(piece) or OWN_IF.search(piece) or SECONDS.match(piece)
    return not (hangs or GERMAN_TIES.search(piece) or turns(piece))


def _is_free(one: Clause) -> bool:
    vote = StatedVote(one.choice, "", False, True, False, False, one.begins, one.ends)
    if not is_free(one.text, vote) or strays(one.text) or TURNS.search(one.text):
        return False
    before, behind = one.text[: one.begins], one.text[one.ends :]
    rest = f"{before} {behind}"
    if one.choice == "abstain":
        rest = MINDS.sub("", NO_OPINION.sub("", rest))
    if any(told.search(rest) for told in (TIED, HALF, DANGER, HEDGES)) or doubts_in_german(rest):
        return False
    if BUT.match(behind) or GERMAN_TIES.search(behind) or GERMAN_SIDES.search(rest):
        return False
    if promises(one.text[one.begins :]):
        return False
    return avowed.is_own(before) and not (is_anothers(before) or avowed.PARTLY.match(behind))


def _parts(piece: str, known: tuple[int, ...]) -> list[Clause | str]:
    """A sentence, cut where each vote in it begins."""
    votes = [one for one in _votes(piece, known) if one is not None]
    if not votes:
        return [piece]
    found: list[Clause | str] = []
    begins = [0, *(one[2] for one in votes[1:]), len(piece)]
    for at, (choice, numbers, start, end) in enumerate(votes):
        text = piece[begins[at] : begins[at + 1]]
        if at + 1 < len(votes):
            text = JOINS.sub("", text)
        found.append(Clause(choice, numbers, text, start - begins[at], end - begins[at]))
    return found


def _votes(piece: str, known: tuple[int, ...]) -> list[tuple[Choice, tuple[int, ...], int, int]]:
    if len(known) > 1 and any(one in piece for one in map(str, known)):
        each = [[*form.finditer(piece)] for form in ON_ONE]
        if each[0] and each[1]:
            return []  # "for 301 and 302 against": both, or each?
        found = [one for some in each for one in some]
        rows: list[tuple[Choice, tuple[int, ...], int, int]] = [
            (_way(one), (number_of(one["on"]),), _begins(piece, one), one.end("vote"))
            for one in sorted(found, key=re.Match.start)
            if number_of(one["on"]) in known
        ]
        if rows and all(one[3] <= other[2] for one, other in pairwise(rows)):
            return rows
    forms = ON_THE_ONLY if len(known) == 1 else ON_BOTH if len(known) == TWO else ()
    for form in forms:
        if one := form.search(piece):
            return [(_way(one), known, _begins(piece, one), one.end("vote"))]
    return []


def _begins(piece: str, found: re.Match[str]) -> int:
    begins = found.start("vote")
    return 0 if LEADS.fullmatch(piece, 0, begins) else begins


def named(told: Sequence[str], known: tuple[int, ...]) -> set[int]:
    """What has a side right beside its number, whatever else may leave it no vote."""
    text = "\n".join(told)
    if not any(str(one) in text for one in known):
        return set()
    pieces = pieces_of(text[:MOST_CHARS].split("\n"))[:MOST_PIECES]
    found = (one for piece in pieces for form in (*ON_ONE, SIDED) for one in form.finditer(piece))
    return {number_of(one["on"]) for one in found} & {*known}


def _way(found: re.Match[str]) -> Choice:
    which = found.groupdict()
    if which.get("abs"):
        return "abstain"
    return "for" if which.get("pro") or which.get("pro2") else "against"
