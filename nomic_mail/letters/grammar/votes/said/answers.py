"""What a yes answers: the ballot, or something else that was said.

1. A vote by one word stands under what was said last. Under a question it answers that question,
   under an opinion it agrees with it: unless that is the ballot's own (a letter of ours, the call
   to vote, a line with its number), it is asked about.
2. Looked at is what a reader has before the eyes: a short quotation whole, the last paragraphs of a
   long one, without greetings, names and smileys at its end. Above a quotation one answers what it
   asks, where it is short or asks about the game.
3. Where both readings say the same, nothing is doubtful: a "yes" under "I vote FOR 301".
4. Words of voting ("FOR", "I vote yes", a number) stand for themselves.
"""

import re
from typing import Literal

from nomic_mail.letters.grammar.reading import Passage
from nomic_mail.letters.quoting import unmarked
from nomic_mail.patterns import later

SHORT, FEW, LOOK = 10, 3, 2_000
Above = Literal["nothing", "asks", "says"]

# The ballot's own question, whoever asks it: no yes to it can be turned around.
CALLS = later(
    r"\b(?:cast|send|give|post|get in)\b.{0,20}\b(?:votes?|ballots?)\b"
    r"|\bhow (?:do|will|would|did|are) (?:you|we|everybody|people)\b.{0,20}\bvot(?:e|ing)\b"
    r"|\b(?:need|miss(?:ing)?|lack|await(?:ing)?|wait(?:ing)? for|without|only) (?:only |just "
    r"|still )?your"
    r" (?:vote|ballot)\b|\b(?:please |to |and )vote (?:by|before|until|soon|now|on)\b"
    r"|\b(?:what is|what's|where is) your (?:vote|ballot)\b"
    r"|\b(?:for|in favou?r|yes) or (?:against|no|not)\b|\byour votes?,? please\b"
    r"|\b(?:do|will|can) you (?:vote (?:for|yes)|support|approve|accept|favou?r|back|adopt)\b"
    r"(?!.{0,80}\b(?:not|against|instead|rather|or)\b)"
    r"|\b(?:vote|voting|ballot) (?:is|on) .{0,40}\b(?:open|due|closes)\b|\btime to vote\b"
    r"|\bwhat (?:do|does|did) (?:you|we|everybody|everyone|people|y'all)\b.{0,20}\bthink (?:of"
    r"|about)\b"
    r"|\bwhat(?:'s| is) your (?:opinion|view|take)\b|\bplease,? vote\W*$|\bvote,? please\W*$"
    r"|\b(?:open|up|ready) for (?:a |the |your )?(?:votes?|voting)\b"
    r"|\b(?:vote|voting|ballot) (?:is open|ends|closes|runs)\b"
    r"|\breply\b.{0,40}\b(?:for|yes) (?:or|and|,) (?:against|no)\b"
    r"|\bfor, against,? (?:or|and) abstain\b|\bfor ?/ ?against ?/ ?abstain\b",
    re.I,
)
# Who agrees with this votes for it.
FAVOURS = later(
    r"\bvot(?:e|es|ed|ing)\b.{0,20}\b(?:for|yes|in favou?r)\b|\b(?-i:FOR)\b|\b(?:i'm|i am"
    r"|we are) (?:all )?(?:for|in favou?r)\b"
    r"|\bi (?:really )?(?:like|love|support|approve)\b.{0,20}\b(?:it|this|\d{3,6})\b"
    r"|\b(?:it|this|\d{3,6}) (?:is|looks|sounds) (?:a )?(?:very )?(?:good|great|fine|excellent"
    r"|nice)\b|\+1",
    re.I,
)
TITLE = later(r"^\W*(?:proposal|vote on|ballot on|antrag) #?\d{3,6}\s?:[^?]*$", re.I)
PERSONAL = later(r"\b(?:i|i'm|i'd|i'll|i've|me|my|we|us|our|ich|wir)\b", re.I)
EITHER = later(r"^\W*(?:for|yes) or (?:against|no)\W*$", re.I)  # no yes answers that
TURNS = later(r"\b(?:not|never|no|but|against|if|unless|until|don't|can't|won't|wouldn't)\b", re.I)
RELAYED = later(r"\bsays? to all players\b", re.I)
ENDINGS = later(
    r"^(?:(?:with )?(?:(?:my|the) )?(?:(?:best|kind|warm|many|friendly) ){0,2}(?:regards|wishes"
    r"|greetings|compliments)(?: (?:from|to|for) .{1,30}"
    r"|(?:,? (?-i:[A-Z])[\w.'-]{0,20}){1,4})?"
    r"|with (?:[a-z]{1,15} ){0,3}(?:wish(?:es)?|humou?r|affection|respects?|cheer|gratitude"
    r"|friendship|salutations?|apologies|spirits)(?:,? (?-i:[A-Z])[\w.'-]{0,20}){0,4}"
    r"|best|cheers|thanks?(?: you)?|thx"
    r"|yours\b.{0,20}"
    r"|i (?:remain|am),|sincerely|greetings|danke(?: und (?:gruß|gruss|grüße))?|gruß|gruss"
    r"|grüße|ciao|bye"
    r"|(?:(?:all my|much|lots of|with|with all my) )?love(?: and (?:kisses|hugs))?|kisses|hugs"
    r"|x{1,4}"
    r"|lg|mfg|vg|(?:viele|liebe|beste) gr(?:ü|ue)(?:ß|ss)e|salut"
    r"|cordialement|saludos|saluti|pozdrawiam|groeten|hälsningar|hilsen)[\s,.!]*$",
    re.I,
)
# The same behind the last sentence of a line: "No. Yours, Hilde"
SIGNED_OFF = later(
    r"(?<=[.!])\s+(?:yours(?: (?:sincerely|faithfully|truly|ever|respectfully))?"
    r"|(?:(?:with )?(?:all my|much|lots of) )?(?:love|hugs|kisses)(?: and (?:love|hugs|kisses))?"
    r"|(?:with )?(?:(?:best|kind|warm|warmest|many|friendly) ){0,2}(?:regards|wishes|greetings)"
    r"|best|cheers|sincerely|respectfully|greetings|take care|ciao|bye)"
    r"(?:,? (?:from )?(?-i:[A-Z])[\w.'’-]{0,20}(?:[\s,]{1,2}(?-i:[A-Z])[\w.'’-]{0,20}){0,3})?"
    r"[\s.!]*$",
    re.I,
)
SMILEY = later(r"(?:[:;=8]['-]?[)(DPp/|]|<3|\^\^|[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f])\s*$")
NAME = later(r"^[^\W\d_][\w.'’-]{0,20}(?:[\s,/|&]{1,3}[^\W\d_][\w.'’-]{0,20}){0,3}$")
HEADER = later(r"^\*?[^\W\d][\w-]{0,15}(?: [\w-]{1,15})?\s?[:：](?=\s|\*|$)")
SENTENCE_END = later(r"(?<=[.!?…])[\s)]+(?=\S)")
MARK = later(r"[?？؟](?=[\s\"'“”»)\]!?.,:;*_]|$)")  # and not one within a link
GAME = later(
    r"\b(?:\d{3,6}|j\d{1,5}|proposals?|propositions?|rules?|motions?|amendments?|vot(?:e|es|ing)"
    r"|ballots?|objections?|against|in favou?r|adopt|scrap|drop|reject|repeal|oppos\w+|support)\b",
    re.I,
)
# Of one's own: a question that the next line answers, and that no yes could answer.
OPEN = later(
    r"(?:^|[,;:.!–—-]\s?)(?:and |so |but |hi |hello )?(?:how(?! about)|what(?! about| if)|who"
    r"|whom|whose|where|when"
    r"|why(?! not| don't)|which)(?:'s|'re)?\b[^?]*\?\W*$",
    re.I,
)


def above(passage: Passage) -> Above:
    """What the words quoted right above a vote do; nothing, where they are the ballot's own."""
    return _does(passage.above, below=False) if passage.above else _does(passage.below, below=True)


def _does(block: tuple[str, ...], *, below: bool) -> Above:
    lines = _below_headers([line.lstrip("> ").strip()[:LOOK] for line in block])
    if not any(lines):
        return "nothing"
    said, short = _last_said(lines)
    if not short and unmarked.own_lines(lines) and not any(map(RELAYED.search, lines)):
        return "nothing"  # a letter of ours asks for nothing but the vote
    sentences = [one for one in SENTENCE_END.split(" ".join(said)) if one.strip()]
    if below and not short:
        sentences = [one for one in sentences if GAME.search(one)]
        return "asks" if any(_asks(one) for one in sentences) else "nothing"
    if any(_asks(one) for one in sentences) or (
        short and sentences and all(map(EITHER.match, sentences))
    ):
        return "asks"
    if not sentences or all(CALLS.search(one) for one in sentences):
        return "nothing"
    if below:
        sentences = [one for one in sentences if not TITLE.search(one)] or ["please vote"]
    if below and any(map(CALLS.search, sentences)) and not any(map(PERSONAL.search, sentences)):
        return "nothing"
    speaks_for = any(FAVOURS.search(one) and not TURNS.search(one) for one in sentences)
    return "nothing" if speaks_for else "says"


def _below_headers(lines: list[str]) -> list[str]:
    """The quoted words, without what is left of a header above them."""
    first = next((at for at, line in enumerate(lines) if not line), 0)
    heads = first > 1 and all(HEADER.match(line) for line in lines[:first])
    return lines[first:] if heads else lines


def _asks(sentence: str) -> bool:
    return MARK.search(sentence) is not None and not CALLS.search(sentence)


def _last_said(lines: list[str]) -> tuple[list[str], bool]:
    """What a reader has before the eyes of it, and whether that is all there is."""
    ends = [at for at, line in enumerate(lines) if line in ("--", "-- ")]
    lines = lines[: ends[0]] if ends and ends[0] else lines
    while len(lines) > 1 and _is_ending(lines[-1], lines[-2]):
        lines = lines[:-1]
    full = sum(map(bool, lines))
    if full <= SHORT:
        return [line for line in lines if line], full <= FEW
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines).strip())
    return "\n".join(paragraphs[-2:]).split("\n")[-SHORT:], False


def _is_ending(line: str, before: str) -> bool:
    """Whether a quotation's last line says nothing: a greeting, a name, a smiley."""
    bare = SMILEY.sub("", line).strip()
    if not bare or ENDINGS.match(bare):
        return True
    name = (
        NAME.match(bare.strip("()[]<>*_~-–—/,. "))
        and not line.endswith(("?", "!", "."))
        and len(bare.split()) <= 4
    )
    titled = all(word[:1].isupper() or not word[:1].isalpha() for word in bare.split())
    apart = not before or ENDINGS.match(before) or before[-1:] in "?!.)" or SMILEY.search(before)
    return bool(name and apart and (titled or line[:1] in "(-–—~/"))


def own_question(text: str) -> bool:
    """Whether a line of the writer's own asks what a yes below it would answer."""
    text = text.strip().replace("’", "'")[-LOOK:]
    if "?" not in text[-12:]:
        return False
    last = SENTENCE_END.split(SMILEY.sub("", text).strip())[-1]
    return MARK.search(last) is not None and not OPEN.search(last) and not CALLS.search(last)
