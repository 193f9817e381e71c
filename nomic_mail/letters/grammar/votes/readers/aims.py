"""What is said of the rules that the ballot's proposal is on, and of whose it is.

1. "Keep 206!" under a proposal that repeals 206 is a vote against it, "Get rid of 206" one for it;
   "Leave 203 as it is" under an amendment of 203 is one against. So is what is told to be done, in
   so many words, where the proposal does nothing else; wishes and opinions are asked about. So are
   "Reword 203" and "Let 203 stay" under an amendment: who says so may want another one, or this.
2. A yes or a no that does not go with what its own sentence wants is asked about: "Yes, keep 206!"
3. "I'm with Ann" is a yes where the proposal is Ann's, and nobody else is called Ann; a vote on
   "Bob's idea" is asked about where it is not Bob's.
4. What the proposal does is asked of the game where the words need it, and only there.
5. "My verdict on the soup: yes" is one on 301 where 301 speaks of soup.
"""

import re
from collections.abc import Iterator
from typing import Literal

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.reading import About, Aims
from nomic_mail.letters.grammar.votes.readers.ballots import ReadBallot
from nomic_mail.letters.grammar.votes.said import subject
from nomic_mail.letters.grammar.votes.said.clauses import NO, THING, YES
from nomic_mail.letters.grammar.votes.said.strays import OF_BALLOT
from nomic_mail.patterns import later

Deed = Literal["keep", "stay", "drop", "change"]
MOST_CHARS, MOST_DEEDS = 600, 12
OF_RULE = r"(?:(?:the )?(?:old )?(?:rule|r|no\.?|number|#) ?)?(?P<{0}>\d{{3,5}})(?![.,]?\d|%|\w)"
IT = r"(?:it|this rule|that rule|the (?:old |present |current |existing )?rule)\b"


def _rule(name: str) -> str:
    return rf"(?:{OF_RULE.format(name)}|{IT})"


AS_IT_IS = (
    r"(?:alone|be\b|in peace|untouched|unchanged|as (?:it|they) (?:is|are|stands?|was|reads?)"
    r"(?: now)?|the way it (?:is|was)|how it is|as is)"
)
KEEP = (
    r"(?:keep|save|spare|retain|preserve|protect|rescue|long live|hold on to|hang on to"
    r"|stick (?:to|with)|stay with)"
)
DROP = (
    r"(?:repeal|scrap|drop|get rid of|be rid of|kill|delete|remove|abolish|axe|bin|ditch|strike"
    r"|away with|down with|out with|do away with|good riddance to|goodbye to|goodbye|bye bye"
    r"|to hell with|throw out|chuck out|dump|trash)"
)
CHANGE = (
    r"(?:amend|change|alter|edit|rewrite|reword|fix|update|touch|meddle with|mess with|transmute)"
)
DEEDS = (
    rf"(?:leave {_rule('left')} (?:just |exactly )?{AS_IT_IS}|hands off {_rule('off')}"
    rf"|let {_rule('let')} (?P<so>stand|stay|live|be)"
    rf"|(?P<drop>{DROP}) {_rule('dropped')}|(?P<change>{CHANGE}) {_rule('changed')}"
    rf"|(?P<keep>{KEEP}) {_rule('kept')}(?P<still> (?:just |exactly )?{AS_IT_IS})?"
    rf"|(?P<goes>{OF_RULE.format('gone')}) (?:must|has to|needs to|should) go\b"
    rf"|(?P<stays>{OF_RULE.format('stayed')}) (?:must |has to |needs to |should )?"
    r"(?:stays?|remains?)\b"
    rf"|(?P<fine>{OF_RULE.format('good')}) is (?:just |perfectly )?(?:fine|good|ok(?:ay)?|great)"
    rf" (?:just |exactly )?{AS_IT_IS})"
)
REPEALED: dict[Deed, Choice] = {"keep": "against", "stay": "against", "drop": "for"}
AMENDED: dict[Deed, Choice] = {"stay": "against", "change": "for"}
UNCLEAR = later(r"(?:fix|edit|reword|rewrite|update|transmute)", re.I)  # not to be done, either
OTHER: dict[Choice | None, Choice] = {"for": "against", "against": "for"}
NOT = r"(?:don't|do not|never|let's not|let us not|please don't|no need to|you can't|not)"
WISH = (
    r"(?:we (?:should|must|need to|have to|ought to|had better|can)(?P<nor> not| never)?"
    r"|i (?:really |do )?(?:want|wish|like|prefer|need|vote|am|choose) (?:to |for )?"
    r"|i(?:'d| would) (?:rather|prefer to|like to|love to|sooner)(?P<nay> not)?"
    r"|time to|it's time to|better|i (?:say|think|vote)[,:]?)"
)
ALONE = (
    r"\W*(?:(?:please|let's|let us|just|so|and|but|oh|well|ok(?:ay)?|hey|come on|simply)[\s,]{1,3})"
    rf"{{0,3}}(?:(?P<no>{NOT}) )?(?:just )?{DEEDS}(?:,? (?:please|thanks|thank you|for good|at last"
    r"|at once|now|then|already|folks|everyone|people|all"
    rf"|(?!(?:{YES}|{NO}|for|against|abstain|not|maybe|later|sure|ok)\b)(?-i:[A-Z])[a-z]+))?[\s.!]*"
)
TOLD = later(ALONE, re.I)
WANTED = later(
    rf"(?:^|[.!?;,:–—]\s{{0,3}}|\s-{{1,2}}\s|\b(?:and|so|but|then|because|as|since)\s)"
    r"(?:(?:please|let's|let us|just|so|and|but|oh|well|hey)[\s,]{1,3}){0,3}"
    rf"(?P<wish>{WISH}\s?)?(?:(?P<no>{NOT}) )?(?:just )?{DEEDS}",
    re.I,
)
# "I prefer 203 as it is"
PREFERS = later(
    rf"\bi (?:\w+ly |do |still |much )?(?:prefer|like|want|love|liked|would keep) {_rule('rule')}"
    rf" (?:just |exactly |much better )?(?:{AS_IT_IS})",
    re.I,
)
HINTS = later(
    rf"\b(?:{KEEP}|{DROP}|{CHANGE}|leave|hands|let|prefer|like|want|love)\b|\b\d{{3,5}} (?:must|has"
    r" to|needs to|should|stays?|remains?|is)\b",
    re.I,
)
NUMBER = later(r"\b\d{3}")
SIDES = later(
    r"^\W*(?:i(?:'m| am)|put me down as|count me) (?:all |fully |totally |entirely )?"
    r"with (?P<name>(?-i:[A-Z])[\w'-]{1,30})(?: (?:on|in|here)"
    r"(?: (?:this|it|that|\d{3,6})(?: one)?)?| all the way)?"
    r"(?:,? (?:too|of course|all the way))?[\s.!]*",
    re.I,
)
WHOSE = later(
    r"\b(?:yes|yep|no|nope|aye|nay|vot(?:e|ing)|for|against|favou?r|support|oppose|back|reject"
    r"|approve)(?: (?:to|on|for|of|against))? (?P<name>(?-i:[A-Z])[\w-]{1,30})'s"
    rf" (?:\w+ )?{THING}\b",
    re.I,
)
ON_WHAT = later(
    r"\b(?:vote|answer|verdict|decision|opinion|view|choice|reply|word) (?:on|about|of|to"
    r"|regarding)\s"
    rf"(?!{OF_BALLOT}|(?:[a-z]+ ){{0,2}}{THING}\b)(?P<what>[\w' -]{{2,40}}?)"
    r"(?:\s?[:=]|\s(?:is|was)\b)",
    re.I,
)


def aimed(text: str, about: About) -> tuple[ReadBallot, ...] | None:
    """The vote that is nothing but what to do with the rule, or whom to side with (rules 1, 3)."""
    if len(text) > MOST_CHARS:
        return None
    told = text.replace("’", "'")
    if " with " in told and (sides := SIDES.fullmatch(told)) is not None:
        return _ballot("for") if _is(sides["name"], about.aims().author) else None
    if not _hints(told) or (found := TOLD.fullmatch(told)) is None:
        return None
    way = _way(found, about.aims(), alone=True)
    return _ballot(way) if way is not None else None


def _hints(text: str) -> bool:
    """Whether it may want anything of a rule: most letters do not, and are read no further."""
    named = NUMBER.search(text) is not None or "repeal" in text.lower()
    return named and HINTS.search(text) is not None


def _ballot(choice: Choice) -> tuple[ReadBallot, ...]:
    return (ReadBallot(choice, word=choice, led=True, voted=True),)


def wants(text: str, about: About) -> bool:
    """Whether it sides with somebody, or wants something of the rules that the proposal is on, and
    so is asked about."""
    sides = " with " in text and SIDES.fullmatch(text.replace("’", "'")) is not None
    return sides or next(_wanted(text, about), None) is not None


def belies(text: str, ballots: tuple[ReadBallot, ...], about: About) -> bool:
    """Whether a vote goes against what its own passage wants, or is on somebody else's, or on
    something else (rules 2, 3, 5)."""
    on_what = None if any(b.numbers for b in ballots) else ON_WHAT.search(text[:MOST_CHARS])
    if on_what is not None and not subject.is_named(on_what["what"], about):
        return True
    if len(text) <= MOST_CHARS and any(
        way != b.choice for b in ballots for way in _wanted(text, about)
    ):
        return all(b.choice != "abstain" for b in ballots)
    if "'s" not in (told := text.replace("’", "'")) or any(b.numbers for b in ballots):
        return False
    named = WHOSE.search(told)
    author = about.aims().author if named is not None else None
    return named is not None and author is not None and not _is(named["name"], author)


def _wanted(text: str, about: About) -> Iterator[Choice]:
    """Which way each clause wants the vote to go, that wants anything of its rules."""
    told = text.replace("’", "'")[:MOST_CHARS]
    if not _hints(told):
        return
    aims = about.aims()
    for found in [*WANTED.finditer(told)][:MOST_DEEDS]:
        if (way := _way(found, aims, alone=False)) is not None:
            yield way
    prefers = PREFERS.search(told)
    if prefers is not None and (way := _for_deed("stay", prefers["rule"], aims, alone=False)):
        yield way


def _way(found: re.Match[str], aims: Aims, *, alone: bool) -> Choice | None:
    groups = found.groupdict()
    deed: Deed = "stay"
    if groups["drop"] or groups["goes"]:
        deed = "drop"
    elif groups["change"]:
        deed = "change"
    elif groups["stays"] or (groups["keep"] and not groups["still"]):
        deed = "keep"
    if alone and _is_unclear(groups, aims):
        return None
    names = ("left", "off", "let", "dropped", "changed", "kept", "gone", "stayed", "good")
    rule = next((groups[name] for name in names if groups[name]), None)
    way = _for_deed(
        deed, rule, aims, alone=alone, repeal=(groups["drop"] or "").lower() == "repeal"
    )
    if groups["no"] or groups.get("nor") or groups.get("nay"):
        return OTHER.get(way)
    return way


def _is_unclear(groups: dict[str, str | None], aims: Aims) -> bool:
    """Whether it may be said for another amendment as well as for this, or against both."""
    if groups["let"] and int(groups["let"]) in aims.amended:
        return groups["so"] in ("stay", "live")
    if not groups["change"]:
        return False
    return not groups["no"] or UNCLEAR.match(groups["change"]) is not None


def _for_deed(
    deed: Deed, rule: str | None, aims: Aims, *, alone: bool, repeal: bool = False
) -> Choice | None:
    """Which vote brings this about, if the proposal is on that rule, and on no other (`alone`)."""
    if alone and aims.changes != 1:
        return None
    if rule is None:  # "it" is the rule, or the proposal
        return "for" if repeal and aims.repealed else None
    number = int(rule)
    if number in aims.repealed:
        return REPEALED.get(deed)
    if number in aims.amended:
        return AMENDED.get(deed)
    return None


def _is(name: str, author: tuple[str, ...] | None) -> bool:
    return author is not None and name.casefold() in author
