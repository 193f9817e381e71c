"""A letter on several proposals as a row of letters, each on what it names.

1. A sentence that names one of the open proposals, or a group of them ("both", "the other two"),
   begins a letter on it, which goes on until another is named; its name is then read as "it".
2. A sentence that names several is cut where the next one is named: before it, if a name comes
   first in it ("301 yes, 302 no"), else behind the side before it ("yes to 301, no to 302").
3. What is said before any is named is said of all.
4. A name is a whole one: "the first", and not "the first paragraph"; a number is an open one's.
   Where a name leads nowhere, nothing is read.
5. Sides without names are on all, in their order: as many as are open, in one sentence that says
   nothing else ("yes, yes, no"), or counted ("two noes").
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.readers.plainly import HEADS, pieces_of
from nomic_mail.letters.grammar.votes.said import tables
from nomic_mail.letters.grammar.votes.said.ordinals import of_other_things
from nomic_mail.letters.grammar.votes.said.sides import CON, NEITHER, PRO
from nomic_mail.letters.grammar.votes.said.strays import FURTHER
from nomic_mail.letters.grammar.votes.said.synonyms import refused
from nomic_mail.letters.grammar.words import NUMBERED, number_of
from nomic_mail.patterns import later

MOST_CHARS, MOST_SENTENCES, MOST_NAMED = 2_500, 60, 8
TWO = 2
# What may follow "the first" and "both" where they are proposals
WHOLE = (
    r"(?=\s?(?:$|[.,;:!()–—=+👍👎-])|\s(?:is|isn't|are|aren't|was|gets?|has|have|had|hasn't|and"
    r"|or|but"
    r"|yes|no|nope|yeah|yep|aye|nay|i|i'm|i'd|i'll|at|from|please|und|ja|nein|for|on|to|as|with"
    r"|because|since|cuz|bc|if|then|too|thanks?|my|me|of|would|will|does|doesn't|seems?|looks?"
    r"|makes?|takes?|lets?|opens?|against|ok(?:ay)?|fine|today|again|stimme|lehne|bin|sage?|dafür"
    r"|dagegen|approved|accepted|rejected|declined|not|so|which"
    r"|though|while|please|in favou?r|only|just|really)\b|\s?\Z)"
)
NAME = later(
    r"(?<![\w'’#.,£$€+-])(?:"
    r"(?:(?:the|den|der|die|das|dem|beim|zum|both|all)\s)?(?:(?:(?:proposals?|props?|motions?"
    r"|ballots?"
    r"|antrag)(?:\snos?)?|nos?\.|nr\.?|numbers?)\s?)?#?(?P<number>\d{3,6})(?![\w%]|/(?!\d{3})"
    r"|[.,:]\d|-\d)"
    r"(?!\s(?:points?|coins?|words?|times|days?|years?|people|euros?|dollars?|pounds?|pages?|metres"
    r"|miles|percent)\b)"
    r"|(?P<article>(?:the|den|der|die|das|dem|beim|zum)\s)?(?P<order>first two|last two|first three"
    r"|ersten beiden|letzten beiden|first|1st|second|2nd|third|3rd|fourth|4th|last|latter|former"
    r"|other two|other one|others|rest|other|erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?"
    r"|letzte[nrs]?|ersteres|letzteres|anderen?|übrigen)"
    rf"(?:\s(?P<thing>ones?|proposals?|motion|of (?:them|these)|vorschlag|antrag)\b|{WHOLE})"
    r"|(?P<all>both(?: of (?:them|these|those|the two|your proposals))?(?: proposals)?"
    r"|(?:each|every(?: single)?) (?:one|proposal)(?: of (?:them|these|those))?|each of (?:them"
    r"|these|the two(?: proposals)?|the proposals)"
    r"|all (?:of )?(?:the |your )?(?:(?:two|three|four|2|3|4)(?: (?:of )?(?:them|these|those"
    r"|(?:the |your )?proposals))?|(?:of )?(?:them|these|those|proposals))"
    r"|the (?:pair|three|two) of them|the (?:whole )?lot(?: of them)?"
    r"|either(?: (?:one|of (?:them|these|those|the two)))?|any of (?:these|them)|everything"
    r"|beide[nrm]?|alle[nrm]? (?:zwei|drei|vier)(?:en)?)"
    rf"{WHOLE})"
    r"(?:\s?\((?:[^()\n]{0,60}[^\d()\n]|\d{3,6})\))?",
    re.I,
)
# "The birthday one (301)"
DESCRIBED = later(
    r"\b(?:the|that|this) (?:[\w'’-]{1,30} ){1,4}?(?:one|rule|proposal|motion|thing|idea|amendment)"
    r" \((?P<number>#?\d{3,6})\)",
    re.I,
)
PLACES = {
    **dict.fromkeys(("first", "1st", "former", "erst"), 0),
    **dict.fromkeys(("second", "2nd", "zweit"), 1),
    **dict.fromkeys(("third", "3rd", "dritt"), 2),
    **dict.fromkeys(("fourth", "4th", "viert"), 3),
    **dict.fromkeys(("last", "letzt", "latter"), -1),
}
GROUPS = {
    **dict.fromkeys(("first two", "ersten beiden"), slice(2)),
    **dict.fromkeys(("last two", "letzten beiden"), slice(-2, None)),
    "first three": slice(3),
}
OTHERS = {"other": 1, "other one": 1, "other two": 2}
COUNTS = {"two": 2, "2": 2, "zwei": 2, "three": 3, "3": 3, "drei": 3, "four": 4, "4": 4, "vier": 4}
COUNTS |= {"twice": 2, "double": 2, "x2": 2, "thrice": 3, "triple": 3, "x3": 3}
COUNT = later(r"\b(?:two|three|four|2|3|4|zwei|drei|vier)(?=\b|en\b)", re.I)
LIST = later(
    r"\s?(?:[,&+/]|and|und|,\s?and|,?\s(?:as well as|and also|plus|along with|together with))\s?"
    r"|\s",
    re.I,
)
HEAD = later(
    r"(?!\W{0,2}[+-]1|[👍👎])[\W\d]{0,6}(?:(?:and|but|so|then|also|now|well|finally|as|for|on|to"
    r"|re|with|regard|respect|in"
    r"|regarding|concerning|about|zu|zum|zur|bei|beim|for me|my|answer|vote|whereas|while"
    r"|that leaves)"
    r"[\s:,]{1,2}){0,6}",
    re.I,
)
PREP = later(
    r"\b(?:for|on|to|re|regard|respect|regarding|concerning|about|zu|zum|zur|bei|beim)\W*$", re.I
)
FOR = later(r"\b(?:for|für)(?: on)?\W*$", re.I)
AGAINST_BEHIND = later(r"\s(?:against|no)\b", re.I)  # "for 301 and 302 against": both, or each?
SIDE_ENDS = later(
    r"\b(?:(?:for|against|abstain|für|gegen)(?: on)?|(?:yes|no|ja|nein) (?:to|on|for|zu))\W*$", re.I
)
WEIGHS = later(
    r"\W*(?:(?P<pro>for|pro)|against|contra) (?:proposal )?#?(?P<number>\d{3,6})\s?:", re.I
)
MERE = later(r"(?:it)?\W*", re.I)
SEP = later(r"\s?[:=–—,|-]{1,3}(?!\s?1\b)\s?|\s?[.!]\s")
# Where a name without a sign behind it is a heading: "302 I abstain", "302 yeh ok"
SIDE = (
    r"(?:ye+s+|yea+h?|yep|yup|yeh|no+|nope|nah|ayes?|nay|noes|y|n|ja|nein|for|against"
    r"|in favou?r|dafür"
    r"|dagegen|opposed|abstain\w*|abst|agreed?|approve|accept|reject"
    r"|support"
    # else "both approved" may be news
    r"|(?:approved|accepted|supported|rejected)(?= (?:by me|(?:from|on) my (?:side|part|end))\b)"
    r"|opposed?|content|not content|assent|dissent|ok(?:ay)?|fine|sure|never|thumbs (?:up|down)"
    r"|certainly not|no way|not a chance|[+-]1|[👍👎✅❌])"
)
BARE_ORDER = later(r"(?:first|second|third|fourth|last)\s?[:=–—-]\s", re.I)
# "First: yes", "Erstes ja"
HEADED = later(rf"\s?[:=–—-]\s{SIDE}[\s.!]*$|(?<=es)\s(?:ja|nein|dafür|dagegen)(?!\w)", re.I)
SAYS = later(
    rf"\s?(?:{SIDE}(?!\w)|i\b|i'm|i'd|i'll|please|put|mark|count|my\b|me\b|couldn't|can't|don't"
    rf"|from"
    r"|sounds|seems|good|bad|great)",
    re.I,
)
BEGINS = later(rf"{SIDE}(?!\w)", re.I)
IN_GERMAN = later(r"\b(f|g)(?:ür|egen) it\b", re.I)
MY_DEARS = later(
    r"^,? (?:my dears?|dears?|folks|friends|all|everybody|everyone|please|thanks)(?=\W*$|[,.;!])",
    re.I,
)
VERB = later(r"(?:support|oppose|reject|back|approve|accept|endorse|vote|abstain|say)\b", re.I)
PLURAL = later(
    r"^(?:it|this) (are|have|get|do|were|seem|look|sound|make|aren't|haven't|don't)\b", re.I
)
SINGULAR = {
    "are": "is", "have": "has", "get": "gets", "do": "does", "were": "was", "seem": "seems",
    "look": "looks", "sound": "sounds", "make": "makes", "aren't": "isn't", "haven't": "hasn't",
    "don't": "doesn't",
}  # fmt: skip
JOINT = later(
    r"\s?[,;(–—]\s?(?:(?:and|but|while|whereas|so)\s)?|\s-{1,2}\s|\s(?:and|but|while|whereas)\s",
    re.I,
)
SIDES = later(
    rf"(?<![\w'’-])(?:gegen|für|{SIDE})(?![\w'’-])|\b(?:vot(?:e|es|ing|ed)|favou?r|consent"
    rf"|object\w*)\b",
    re.I,
)
NONE_OF = later(
    r"\b(?:neither|none|nor|except|apart from|other than"
    r"|(?<!the )(?:one|some|two|which|any) of (?:them"
    r"|these|those|the (?:two|three))|whichever|keine[nrsm]?|but not|or)\b",
    re.I,
)
# Said in other words, right behind a heading
SPELLED = later(
    r"(?:(?P<pro>content|assent|approval|consent|placet|agreed|(?:ye(?:s|h|ah)|yep) ok(?:ay)?"
    r"|ok(?:ay)?"
    r"|thumbs up|sure(?=\W)|approved?|accept(?:ed)?|y|for(?!\s\w)|ye+s+|yea+h*|yep|yup|yeh|aye"
    r"|in favou?r|[+]1|[👍✅])"
    r"|(?P<con>no way|not a chance|not content|dissent|not agreed|disagreed?|thumbs down"
    r"|certainly not|definitely not"
    r"|absolutely not|non placet|reject(?:ed)?|declined?|opposed?|over my dead body|n|no+|nope|nah"
    r"|nay|against|[-−]1|[👎❌])"
    r"|(?P<abs>abst|abstain\w*|abstention|no opinion(?=\W*$)|recuse myself|i recuse myself"
    r"|0))"
    r"(?=[\s.!]*$|\s?[,;:(.!–—]|\s-\s|\s(?:(?:from|by|for|with) (?:me|us|my (?:side|end|part))"
    r"|because|since|as|cuz"
    r"|bc|cos|thanks?|please"
    r"|too|again|to (?:it|this|that)|so)\b)",
    re.I,
)
# A yes or a no that ends a sentence on what is named
CLOSING = later(
    r"(?P<before>:\s?|\b(?:so|hence|therefore|thus)\s|(?:^|\s)(?:and\s)?(?:it\s)?(?:gets?"
    r"|deserves)\s)"
    r"(?:(?:it's|that's|it is|that is)\s)?(?:an?\s(?:(?:firm|clear|big|hard|definite|strong)\s)?)?"
    r"(?:(?P<pro>ye+s+|yep|yeah|aye|in favou?r|my (?:vote|yes|support))|(?P<con>no+|nope|nay"
    r"|against|opposed)"
    r"|abstain)"
    r"(?P<behind>(?:\s(?:there|here|to (?:that|it|this)|from me|please|thanks?|for me"
    r"|then))?[\s.!]*$)"
    r"|^\W*(?:(?P<pro2>yes|aye)|(?P<con2>no|nay|against))\s(?:there|to (?:that"
    r"|it)(?: one)?)[\s.!]*$",
    re.I,
)
ALIKE = later(
    r"\W*(?:likewise|same(?: here| again)?|ditto|dito|the same|ebenso|ebenfalls)[\s.!]*", re.I
)
# A mind that changes, a slip, a muddle: then a letter is no row of letters
TURNED = later(
    r"\b(?:(?<!the )(?<!can )(?<!can't )(?<!will )wait(?! for| until| and see)|hang on|hold on"
    r"|scratch|strike|edit|correction|oops|ps|p\.s|changed my mind"
    r"|(?:on )?second thoughts?|other way a?round|talking (?:about|of)|mixed (?:up|them)"
    r"|mix(?:ed)? (?:it|them) up|i mean|i meant"
    r"|slip|mistake|mistook|instead|take (?:it|that|one|them) back|swap|swapped|vice versa"
    r"|doch nicht|umgekehrt|scherz|spaß|ernst gemeint"
    r"|(?<!at the )moment|or rather|the wrong way)\b|^\W*(?:well,? )?actually\b|, actually,|\?",
    re.I,
)
COUNTED = later(
    r"\b(?:(?<!first )(?<!second )(?<!third )(?<!last )(?<!other )one|1)\s(?:\w+\s)?"
    r"(?:yes|no|aye|nay|vote|abstention)\b",
    re.I,
)


# Sides alone, in the order of what is open
MARK = later(rf"(?:(?P<pro>{PRO})|(?P<con>{CON})|(?P<abs>{NEITHER}))(?!\w)", re.I)
WAY = rf"(?:{PRO}|{CON}|{NEITHER})(?!\w)"
RUN = later(
    r"(?P<lead>(?:[^:?]{0,120}[,;.–—]\s|[^:?]{0,80}\b(?:but|and|so)\s|(?:(?:so|well|ok|okay"
    r"|here|sorry|anyway)[\s,]{1,2}){0,2})"
    r"(?:here (?:they are|goes|we go)|(?:my|the) (?:votes|answers|verdicts)(?: are)?(?: then"
    r"| now)?(?: in order"
    r"| in (?:the|that|your) order(?: you gave them)?| as follows| on (?:the (?:two|three|four)"
    r"|these|them))?"
    r"|(?:in|going in|answered in) (?:the|that|this|your) order[^:,]{0,30}|(?:i'll"
    r"|let me) spell it out|in short"
    r"|briefly|in order|respectively|(?:that|which) makes|i (?:say|vote)|votes|hence"
    r"|so)\s?[:,]?\s)?\W*?"
    rf"(?P<run>{WAY}(?:(?:\s?(?:[,;/–—]|!{{1,3}})\s?(?:and\s)?|\s(?:and\s)?){WAY}){{1,9}})"
    r"(?P<tail>,? (?:in (?:that|der|dieser) (?:order|reihenfolge)|respectively|please|thanks?"
    r"|thank you|from me))?[\s.!]*",
    re.I,
)
ORDERED = later(r"\b(?:order|reihenfolge|respectively|spell it out)\b", re.I)
SO_MANY = later(
    r"(?:\W*(?:so|that'?s|that is|it'?s|for me|from me|i say)[\s,:]{1,2})?\W{0,3}(?:"
    r"(?:(?P<many>two|three|four|2|3|4|zwei|drei|vier)(?:mal|\s(?:times\s)?(?:a\s)?)"
    r"|(?P<twice>twice|double|triple|thrice)\s(?:a\s)?)\s?"
    r"(?:(?P<pro>yes(?:es)?|ayes?|for|ja)|(?P<con>noe?s?|nays?|against|nein)"
    r"|(?P<abs>abstain|abstentions?))"
    r"|(?:(?P<yes>yes|aye|ja)|(?P<no>no|nay|against|nein)),? "
    r"(?:(?P<twice2>twice|x2|thrice|x3)|(?P<many2>two|three|four) times))"
    r"(?:,? (?:please|from me|thanks?|thank you|for me|in (?:harmony|a row|full|all)|over))?"
    r"[\s.!:;)(]*",
    re.I,
)
# Words of choosing
CHOOSES = later(
    r"(?<![\w'’-])(?:ye+s+|yea+h?|yep|yup|no(?=\W*$|[.,;:!])|nope|nah|ayes?|nay|noes|ja|nein"
    r"|against"
    r"|in favou?r|dafür|dagegen|opposed?|abst\w+|agree\w*|disagree\w*|approv\w+|accept\w*|reject\w*"
    r"|support\w*|vot(?:e|es|ing|ed)|object\w*|consent|assent|dissent|[+-]1|[👍👎✅❌])(?![\w'’-])",
    re.I,
)
# What may tie all that follows, or be another's
TIES = later(
    r"\b(?:if|unless|until|till|when|once|provided|assuming|suppos\w+|imagine|pretend|would"
    r"|could|might"
    r"|maybe|perhaps|sa(?:id|ys?)|told|tells|asked|asks|wrote|writes|sample|example|draft"
    r"|as (?:long|soon)"
    r"|wenn|falls|sagt|meint|schreibt)\b",
    re.I,
)
SIGN = later(r"[+-]1|[👍👎]")
OTHERS_OWN = later(
    r"(?i:\b(?:his|her|their|your|said|says|example|far|results?|tally|count|if|when|unless"
    r"|would)\b)|\b[A-Z]\w+(?:'s|s')"
)


UNDOES_ALL = later(
    r"\W*(?:never|anything but|not|hardly|nobody|this isn't|please everybody)\b", re.I
)
# That have a first and a second, too
THINGS = later(
    r"\b(?:questions?|(?:two|three|some) things|offers|invitations?|races|paragraphs?"
    r"|clauses?|options|drafts|dates|halves|sentences"
    r"|rounds?|letters|mails|parcels|beers?|trains?|(?:first|second|1st|2nd) of (?:january"
    r"|february|march|april"
    r"|may|june|july|august|september|october|november|december)|arrive|second to last)\b",
    re.I,
)
# Of another order, another game, another time
REVERSED = later(
    r"\b(?:revers\w+|backwards|bottom|upside|\d{3}|other (?:game|list)|last (?:week|time|year)"
    r"|earlier|old|guess\w*|forecast|survey|quiz|kids|agenda|doctor|people)\b",
    re.I,
)


class SaidOf(Struct):
    """What is said of some of the open proposals."""

    numbers: tuple[int, ...]
    said: list[str]
    head: Sequence[str] = ()  # what was said before any was named
    sided: bool = False  # a side is in it


class NamedAt(Struct, frozen=True):
    begins: int
    ends: int
    numbers: tuple[int, ...]


def sections(
    told: Sequence[str], known: tuple[int, ...], *, by_number: bool = False
) -> list[SaidOf]:
    """What a letter says of each; nothing where that cannot be told."""
    pieces = pieces_of([DESCRIBED.sub(r"\g<number>", one) for one in told])
    if not _is_readable(pieces):
        return []
    pieces = [refused(one) or one for one in pieces]
    ordered = any(one["order"] for piece in pieces for one in NAME.finditer(piece))
    if ordered and (by_number or _has_others(pieces)):
        return []
    head: list[str] = []
    found: list[SaidOf] = []
    for piece in _led_apart(pieces, known):
        seen = tuple(number for one in found for number in one.numbers)
        named = _named(piece, known, seen)
        if named is None:
            return []
        here = found[-1].said if found else head
        if not _is_cut(piece, named):
            return []
        if not named:
            here.append(_closed(piece) if found else piece)
            continue
        if len(named) > 1 and SIDES.search(piece) is None:
            here.append(_without_names(piece, named))
            continue
        heads = HEAD.fullmatch(piece, 0, named[0].begins) is not None and not _sides_first(
            piece, named
        )
        cuts = _cuts(piece, named, heads=heads)
        if not cuts:
            return []
        for one, begins, ends in cuts:
            said = _as_it(piece, one, begins, ends, heads=heads)
            if not (found and found[-1].numbers == one.numbers):
                found.append(SaidOf(one.numbers, [], head))
            if MERE.fullmatch(said) is None:
                found[-1].said.append(_closed(said))
            found[-1].sided |= CHOOSES.search(said) is not None or BEGINS.match(said) is not None
    if ordered and any(map(of_other_things, head)):
        return []
    bare = any(map(BARE_ORDER.match, pieces)) and not all(map(HEADS.search, head))
    return [] if bare or _weighed(pieces) else [one for one in found if one.said]


def _has_others(pieces: Sequence[str]) -> bool:
    """Whether there are other things than proposals that have a first and a second."""
    return any(map(THINGS.search, pieces)) and not any(map(NUMBERED.search, pieces))


def _is_cut(piece: str, named: Sequence[NamedAt]) -> bool:
    """Whether a sentence is on all that it names, and on nothing else."""
    if not named:
        return RUN.fullmatch(piece) is None
    if NONE_OF.search(piece) or COUNTED.search(piece):
        return False
    return SIDES.search(piece) is None or TIES.search(piece, 0, named[0].begins) is None


def leads_plainly(head: Sequence[str]) -> bool:
    """Whether what stands before the first name neither ties what follows nor says whose it is."""
    for one in head:
        if tables.is_own_head(one):
            continue
        if tables.is_head(one) or TIES.search(one) or UNDOES_ALL.match(one):
            return False
        if HEADS.search(one) is None if one.endswith(":") else CHOOSES.search(one) is not None:
            return False
    return True


def _weighed(pieces: Sequence[str]) -> bool:
    """ "For 301: its elegance. Against 301: its price." """
    weighs = [one for piece in pieces if (one := WEIGHS.match(piece))]
    return any(
        one["number"] == other["number"] and one["pro"] and not other["pro"]
        for one in weighs
        for other in weighs
    )


def _is_readable(pieces: Sequence[str]) -> bool:
    if not 0 < len(pieces) <= MOST_SENTENCES or sum(map(len, pieces)) > MOST_CHARS:
        return False
    return not any(map(TURNED.search, pieces))


def _led_apart(pieces: Sequence[str], known: tuple[int, ...]) -> Iterator[str]:
    """Sentences; what leads to the first name in one, with a colon, is one by itself."""
    for piece in pieces:
        named = _named(piece, known, known[:1])
        at = piece.rfind(": ", 0, named[0].begins) + 2 if named else 1
        if at > 1 and named and HEAD.fullmatch(piece, at, named[0].begins):
            yield piece[:at].rstrip()
            yield piece[at:]
        else:
            yield piece


def _named(piece: str, known: tuple[int, ...], seen: tuple[int, ...]) -> list[NamedAt] | None:
    """What a sentence names, where; None where it names what is not open, or nobody knows what."""
    found: list[NamedAt] = []
    for one in NAME.finditer(piece):
        before = (*seen, *(number for other in found for number in other.numbers))
        if one["number"]:
            number = number_of(one["number"])
            if number not in known:
                if 300 < number <= max(known) + FURTHER:
                    return None
                continue
            numbers: tuple[int, ...] | None = (number,)
        elif one["all"]:
            numbers = _all_of(one["all"].lower(), known)
        else:
            if not (one["article"] or one["thing"] or _heads(piece, one, before)):
                continue
            numbers = _in_order(one["order"].lower(), known, before)
        if numbers is None:
            return None
        last = found[-1] if found else None
        if last is not None and LIST.fullmatch(piece, last.ends, one.start()):
            numbers = (*last.numbers, *(number for number in numbers if number not in last.numbers))
            found[-1] = NamedAt(last.begins, one.end(), numbers)
        elif last is not None and last.numbers == numbers:  # "the third (303)", "both 301 and 302"
            found[-1] = NamedAt(last.begins, last.ends, numbers)
        else:
            found.append(NamedAt(one.start(), one.end(), numbers))
    return found if len(found) <= MOST_NAMED else None


def _heads(piece: str, one: re.Match[str], seen: Sequence[int]) -> bool:
    """ "First: yes", and below it "Second: no"."""
    begins = bool(seen) or one["order"].lower().startswith(("first", "erste"))
    starts = one.start() == 0 or HEAD.fullmatch(piece, 0, one.start()) or bool(seen)
    return begins and bool(starts) and HEADED.match(piece, one.end()) is not None


def _all_of(word: str, known: tuple[int, ...]) -> tuple[int, ...] | None:
    two = word.startswith(("both", "beide", "either", "the pair"))
    count = COUNT.search(word)
    wanted = TWO if two else COUNTS[count[0].lower()] if count else len(known)
    return known if wanted == len(known) else None


def _in_order(word: str, known: tuple[int, ...], seen: tuple[int, ...]) -> tuple[int, ...] | None:
    if (places := GROUPS.get(word)) is not None:
        return known[places]
    if word.startswith(("other", "rest", "ander", "übrig")):
        others = tuple(number for number in known if number not in seen)
        if not seen or not others or len(others) != OTHERS.get(word, len(others)):
            return None
        return others
    at = next(at for name, at in PLACES.items() if word.startswith(name))
    return (known[at],) if at < len(known) else None


def _sides_first(piece: str, named: Sequence[NamedAt]) -> bool:
    """ "For 301, against 302", "For on both": a side, and no heading."""
    if FOR.search(piece, 0, named[0].begins) is None:
        return False
    alone = not piece[named[0].ends :].strip(" .!")
    cut = len(named[0].numbers) > 1 and AGAINST_BEHIND.match(piece, named[0].ends)
    return alone or bool(cut) or any(SIDE_ENDS.search(piece, 0, one.begins) for one in named[1:])


def _cuts(piece: str, named: Sequence[NamedAt], *, heads: bool) -> list[tuple[NamedAt, int, int]]:
    """Each name with its part of the sentence (rule 2); nothing where it cannot be cut."""
    starts = [0]
    for last, one in pairwise(named):
        joints = [*JOINT.finditer(piece, last.ends, one.begins)]
        if heads:
            begins = one.begins
            if piece[one.ends : one.ends + 2].strip()[:1] == ":":
                pass
            elif joints and HEAD.fullmatch(piece, joints[-1].end(), one.begins):
                begins = joints[-1].start()
            elif prep := PREP.search(piece, last.ends, one.begins):
                begins = prep.start()
            else:
                return []
        elif joints:
            begins = joints[-1].start()
        else:
            return []
        starts.append(begins)
    return [
        (one, begins, ends)
        for one, begins, ends in zip(named, starts, [*starts[1:], len(piece)], strict=True)
    ]


def _as_it(piece: str, one: NamedAt, begins: int, ends: int, *, heads: bool) -> str:
    """A part of a sentence, in which what it is on is "it", or, as a heading, not said."""
    before, behind = piece[begins : one.begins], piece[one.ends : ends]
    before = JOINT.sub("", before, count=1) if begins and JOINT.match(before) else before
    headed = heads and HEAD.fullmatch(before) is not None
    if headed and (sep := SEP.match(behind)):
        return spelled(behind[sep.end() :])
    if headed and (PREP.search(before) or SAYS.match(behind)):
        return spelled(behind.strip())
    told = f"{'' if headed else before}it{MY_DEARS.sub('', behind)}".strip(" ,;:")
    told = IN_GERMAN.sub(lambda found: "dafür" if found[1] in "Ff" else "dagegen", told)
    if begins and piece[:2] in ("I ", "I'") and VERB.match(told):
        told = f"I {told}"  # "I support 301 and oppose 302"
    return PLURAL.sub(_singular, told)


def _closed(text: str) -> str:
    """A sentence of what is named, with the yes or no that ends it as a ballot has it."""
    found = CLOSING.search(text)
    if found is None or OTHERS_OWN.search(text):
        return text
    way = "vote yes" if found["pro"] or found["pro2"] else "abstain"
    way = "vote no" if found["con"] or found["con2"] else way
    before = found["before"] or ""
    before = before if before.strip() in (":", "so", "hence", "therefore", "thus") else ": "
    return f"{text[: found.start()]}{before}I {way}{found['behind'] or '.'}"


def spelled(text: str) -> str:
    """What is said below a heading, with its first word as a ballot has it."""
    found = SPELLED.match(text)
    if found is None:
        return text
    word = "vote yes" if found["pro"] else "vote no" if found["con"] else "abstain"
    return f"I {word}{text[found.end() :]}"


def _singular(found: re.Match[str]) -> str:
    return f"it {SINGULAR[found[1].lower()]}"


def _without_names(piece: str, named: Sequence[NamedAt]) -> str:
    for one in reversed(named):
        piece = f"{piece[: one.begins]}it{piece[one.ends :]}"
    return piece


def in_a_row(told: Sequence[str], known: tuple[int, ...]) -> list[Choice]:
    """The sides of a letter that names none (rule 5), a side for each that is open."""
    pieces = pieces_of(told)
    if not _is_readable(pieces):
        return []
    found = [(at, ways) for at, one in enumerate(pieces) if (ways := _row(one, len(known)))]
    if len(found) != 1:
        return []
    at, ways = found[0]
    others = [one for place, one in enumerate(pieces) if place != at]
    if any(one.search(told) for one in (CHOOSES, TIES, REVERSED) for told in others):
        return []
    plain = " and " in pieces[at].lower() or SO_MANY.fullmatch(pieces[at]) or _is_led(pieces[at])
    shouts = len(set(ways)) == 1 and not plain
    return [] if others and (shouts or SIGN.search(pieces[at])) else ways


def _is_led(piece: str) -> bool:
    found = RUN.fullmatch(piece)
    return found is not None and bool(found["lead"])


def _row(piece: str, count: int) -> list[Choice]:
    if found := SO_MANY.fullmatch(piece):
        many = _how_many(found)
        way = "for" if found["yes"] else "against" if found["no"] else _way(found)
        return [way] * count if many == count else []
    found = RUN.fullmatch(piece)
    if found is None:
        return []
    lead = found["lead"] or ""
    if OTHERS_OWN.search(lead) or REVERSED.search(lead) or NAME.search(lead):
        return []
    ways = [_way(one) for one in MARK.finditer(found["run"])]
    if len(ways) != count:
        return []
    joined = " and " in found["run"].lower()
    if count == TWO and ORDERED.search(piece) is None and (not joined or len(set(ways)) > 1):
        return []  # "no, no", "yes and no"
    return ways


def _how_many(found: re.Match[str]) -> int:
    said = found["many"] or found["many2"]
    return COUNTS[said.lower()] if said else COUNTS[(found["twice"] or found["twice2"]).lower()]


def _way(found: re.Match[str]) -> Choice:
    return "for" if found["pro"] else "against" if found["con"] else "abstain"
