"""Words of voting that are none by what stands right behind them, or heads them.

1. "FOR. THE. WIN.", "For - ever": a preposition, whatever stands between it and its noun.
2. "For. It is a preposition.", "Reject! That's all my boss ever says.": of the word, and no vote.
3. "I am -1 now", "301: +3": points; "+1 (Bob)": whose it is.
4. "FOR - nobody needs this": a whole remark that plainly says the opposite.
5. "To oppose 302 and support 301 makes no sense.": what it would be to vote so.
6. Words are data; a new one is added here and nowhere else.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.votes.clauses import THING
from nomic_mail.letters.grammar.votes.reasons import BAD, GOOD
from nomic_mail.letters.grammar.votes.stances import Voting
from nomic_mail.patterns import later

_NO_NOUN = (
    rf"(?:{GOOD}|{BAD}|{THING}|\w+est|only|must|pleasure|author|usual|same|reasons?|favou?rites?"
    r"|votes?|choice|views?|opinion|thanks|sense)\b"
)
_PREPOSITION = later(
    r"^\W{0,4}for(?=[^\w;]{0,3}[^\w\s';])[^\w;]{1,6}(?:"
    rf"(?:the|my|our|your|his|her|their)\W{{1,4}}(?!{_NO_NOUN})[\w']+"
    rf"(?:\W{{1,4}}(?!{_NO_NOUN})[\w']+(?<!s)(?<!ed)){{0,2}}\W*$"
    rf"|(?:my|our|your|his|her|their)\W{{1,4}}\w+ only\W*$|an?\W{{1,4}}(?!{_NO_NOUN})\w+\W*$"
    r"|(?:ever|sure|real|now|once|example|instance|certain|goodness sake|what it's worth)\b\W*$"
    r"|the\W{1,4}(?:record|love of|sake of|time being|moment|first time|last time|life of"
    r"|most part|lulz|win)\b"
    r"|(?:the|your|my)\W{1,4}\w+(?: \w+)?,\s(?:and )?not\b)",
    re.I,
)
_OF_WORDS = later(
    r"\b(?:is|isn't|was|'s)\s(?:(?:an?|the|just|only|such)\s){0,3}(?:\w+\s){0,2}?(?:preposition"
    r"|verb|noun|adverb|adjective|conjunction|interjection|palindrome|anagram)\b"
    r"|\b(?:what an?|such an?)\s(?:\w+\s){0,2}word\b|\bsounds? of the word\b"
    r"|\bthe word (?:means?|comes|rhymes)\b|\bwords? (?:of|with) (?:\w+ )?letters\b"
    r"|\bhow (?:do|does|would|is|are|did) (?:you|one|we|i|it|that|this)"
    r" (?:spell|spelt|spelled|pronounce\w*)\b|\bhow (?:it|that)(?:'s| is) (?:spelled|spelt"
    r"|pronounced)\b|\brhymes with\b|\bmeans? (?:something|nothing|the same|\w+)(?: else)? in"
    r" (?-i:[A-Z])\w+|\bhow (?:it|that) is (?:spelled|spelt)\b"
    r"|\b(?:that's|that is|this is|it's|it is) (?:all|what|how|the way|(?:just|exactly) (?:what"
    r"|how))"
    r" (?!i\b|we\b|my vote\b)(?:\w+ ){1,4}?(?:says?|said|writes?|wrote|tells?|told|shouts?"
    r"|answers?|puts? (?:it|that))(?=\W*$)",
    re.I,
)
# "I'm +1 on this", "I'm -1, as it adds work"; all else is a player's points
_POINTS = later(
    r"[+-]1 for (?:us|me)\b(?!\W*$|\s?[,.;:!(–—-]|\s(?:because|since|as|too)\b)"
    r"|\b(?:i'm|i am|im)(?:\s(?:at|still|now|only))?\s[+-]1\b(?!\W*$|\s(?:too|also|as well|here"
    r"|both"
    r"|(?:on|for|to|with|about)(?!\s(?:the|our|my)\s(?:dice|roll|round|turn|ranking|table|board"
    r"|list|score\w*)\b)|(?:because|since|as)\s(?!of\b|last\b|the (?:dice|roll|table|round|last))"
    r"|and)\b|\s?[,.;:!(–—-](?!.*\b(?:table|ranking|scores?(?:board)?|points?|dice|rolls?|site)\b))",
    re.I,
)
_SCORE = later(
    r"^\W{0,4}(?:proposal |prop )?#?\d{3,6}\s?[:=|]?\s?[+-]\s?(?!1\b)\d{1,3}(?=\W*$|[,;]\s)"
    r"|\b3\d\d\s?[:=]?\s?[+-](?!1\b)\d{1,2}(?=\W*$|[,;]\s)",
    re.I | re.M,
)
# "301 – support": a heading, or a report, where it is all there is
_HEAD = later(
    r"^\W{0,4}(?:(?:proposal|prop|motion) )?#?\d{3,6}\s?[–—-]?\s"
    r"(?-i:support|approve|oppose|reject)\W*$",
    re.I,
)
_SIGN = later(r"(?<![\w+-])[+-]1(?!\w)")
_NAMED = later(
    r"(?:[+-]1|\b(?:for|against|yes|no|aye|nay|support|oppose|approve|reject))\s?"
    r"\((?!(?:non|binding|strong|weak|yes|no|for|against|sorry|thanks|final|still|also|again)\b)"
    r"(?P<name>(?-i:[A-Z])[\w.]+(?: (?-i:[A-Z])[\w.]+)?)\)\W*$",
    re.I,
)
_NUMBER = later(r"(?<!\w)#?\d{3,6}\b")
_OBJECT = r"(?:it|this|that|(?:the|this) (?:idea|proposal|motion|change|rule|text|one))"
_I = r"(?:i|we|i'd|we'd)(?: (?:really|absolutely|simply|just|do|fully|so|totally|completely))?"
_AWFUL = (
    r"(?:bad|stupid|silly|terrible|awful|horrible|dreadful|lousy|rotten|useless|unfair|pointless"
    r"|nonsense|rubbish|garbage|unnecessary|ridiculous|absurd|harmful|unwise|wrong)"
)
_LOVELY = (
    r"(?:great|good|brilliant|excellent|perfect|wonderful|lovely|fantastic|superb|splendid|awesome"
    r"|fine|useful|sensible|fair|clever)"
)
_VERY = r"(?:(?:an?|such an?|what an?|really|just|so|too|simply|very|utterly|pure|complete)\s){0,3}"
_AGAINST_IT = later(
    rf"(?:(?:nobody|no one|none of us) (?:really )?(?:needs?|wants?|asked for|likes?) {_OBJECT}"
    rf"|{_I} (?:hate|dislike|oppose|despise|detest|reject|(?:do not|don't|can't|cannot) (?:really"
    rf" )?"
    rf"(?:like|want|need|support|accept|stand)) {_OBJECT}"
    rf"|(?:{_OBJECT}(?:'s| is| looks| sounds) )?{_VERY}{_AWFUL}(?: {THING})?"
    rf"|(?:what |complete |utter |pure )?(?:nonsense|rubbish)|(?:it's |it is )?a waste of time"
    rf"|(?:reject|drop|scrap|kill|don't adopt|do not adopt) {_OBJECT}"
    rf"|{_OBJECT} (?:(?:must|should|may|can) (?:not|never) (?:pass|be adopted|become a rule)"
    rf"|(?:must|should) be (?:rejected|dropped|scrapped|voted down)))",
    re.I,
)
_FOR_IT = later(
    rf"(?:{_I} (?:love|like|adore|support|want|need|approve of|endorse|back) {_OBJECT}"
    rf"|(?:{_OBJECT}(?:'s| is| looks| sounds) )?{_VERY}{_LOVELY} {THING}"
    rf"|{_OBJECT}(?:'s| is| looks| sounds) {_VERY}{_LOVELY}|(?:looks|sounds) {_LOVELY}"
    rf"|(?:adopt|accept|pass) {_OBJECT}|ship it"
    rf"|{_OBJECT} (?:must|should) (?:pass|be adopted|be accepted|become a rule)"
    rf"|(?:the )?best {THING} (?:ever|yet|so far))",
    re.I,
)
_SIDE = later(
    r"^\W{0,4}(?:i vote |vote )?(?:#?\d{3,6}\s?[:=–-]?\s?)?(?:for|against)"
    r"(?: (?:it|this|(?:proposal )?#?\d{3,6}))?(?=\W*$|\s?[.!,:;–—-]|\s(?:because|since|as)\b)",
    re.I,
)
_LINK = later(r"^\W*(?:(?:because|since|as|and|for)\s)?", re.I)
_BEHIND = later(r"(?: (?:at all|a lot|so much|very much|either|anyway))?\W*$", re.I)
_TO_DO_SO = later(
    r"^\W*(?:to (?:vote|say|support|oppose|approve|reject|back)|(?:voting|supporting|opposing"
    r"|approving|rejecting|backing)|who(?:ever)? (?:votes?|supports?|opposes?|approves?|rejects?"
    r"|says?))\s(?:(?!\b(?:because|since|as|it|this|that|which|where|though|although)\b)"
    r"[^.,;:!?()]){3,80}?\b(?:makes?|is|are|would|seems?|means?|can|can't|cannot|could|might|was"
    r"|will|looks?|sounds?|feels?|hurts?|helps?)\b"
    r"|\b(?:makes no sense|(?:is|'s|was|would be) (?:\w+ ){0,2}?(?:silly|odd|strange|foolish|wise"
    r"|easy|wrong|right|absurd|pointless|tempting)|no (?:point|reason|sense|use)|tells? me|told me"
    r"|wants? me|asks? me|asked me|you want (?:me|us)|how (?:strange|odd|silly)|why)"
    r" to (?:vote|oppose|support|approve|reject|say)\b(?!.*\b(?:but|so) i\b)",
    re.I,
)
_SENTENCE = later(r"(?<=[.!?…])\s")


def is_hollow(line: str) -> bool:
    """Whether a line of a vote is none by what stands in it (rules 1, 3, 5)."""
    each = (_PREPOSITION.match(line), _POINTS.search(line))
    return any(each) or any(map(_TO_DO_SO.search, _SENTENCE.split(line)))


def hollow(votes: Sequence[Voting], texts: Sequence[str], *, plain: bool) -> dict[str, str]:
    """The lines of votes that are none, each with the sentence by which it is none, where it is
    another one; `plain`: one of them is loud and names its proposal."""
    told: dict[str, str] = {}
    texts = [text.replace("’", "'") for text in texts]
    whole = "\n".join(texts)
    scores = _SCORE.search(whole) is not None
    of_words = None if plain else _OF_WORDS.search(whole)
    lines = {vote.line: vote.line.replace("’", "'") for vote in votes}
    names = [found["name"] for text in texts if (found := _NAMED.search(text))]
    alone = len(votes) == 1 and not any(text.rstrip().endswith(":") for text in texts)
    one_way = len({vote.choice for vote in votes}) == 1
    for vote in votes:
        line = lines[vote.line]
        named = _NAMED.search(line)
        if (
            is_hollow(line)
            or of_words
            or (alone and _HEAD.match(line))
            or (scores and _SIGN.search(line))
            or (named and (names.count(named["name"]) > 1 or not _NUMBER.search(line)))
        ):
            told[vote.line] = ""
        elif one_way and (other := _contrary(line, vote.choice, texts)):
            told[vote.line] = "" if other in line else other
    return told


def _contrary(line: str, choice: Choice, texts: Sequence[str]) -> str:
    """Rule 4: the whole remark right behind a vote that says the opposite of it."""
    side = _SIDE.match(line)
    if side is None:
        return ""
    rest = line[side.end() :]
    if not any(map(str.isalnum, rest)):
        at = texts.index(line) if line in texts else len(texts)
        rest = next(iter(texts[at + 1 : at + 2]), "")
    said = _SENTENCE.split(rest.lstrip(" .,:;!–—-"), maxsplit=1)[0].strip()
    opposite = _AGAINST_IT if choice == "for" else _FOR_IT
    link = _LINK.match(said)
    found = opposite.match(said, link.end() if link else 0)
    return said if found and _BEHIND.match(said, found.end()) else ""
