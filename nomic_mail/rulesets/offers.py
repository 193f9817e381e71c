"""What an Effects block could say for the words of a proposed text: offered, and never done by
itself.

1. A line is offered where the text plainly says what the clause does, as `binding` reads it. Where
   a share of votes is told and not of what it is a share, both are offered, to choose from; a share
   of "the votes cast" is one of those.
2. An Effects block stands for all that a rule does; so what the rule does already stays in it.
3. A line that would give way to another rule is offered as the one that comes first; where no line
   would come first, none is offered.
4. A text that says what the rule says, with another figure, is offered the rule's clause with that:
   where the figure stands in no other clause and nowhere else in the text.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from nomic_mail.game.clauses import KINDS, BadClause, parse_clause
from nomic_mail.game.clauses.adoption import KIND as ADOPTION
from nomic_mail.game.clauses.program import KIND as PROGRAM
from nomic_mail.game.commands import Change
from nomic_mail.game.decide import READING
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.rules import warnings
from nomic_mail.game.state import State
from nomic_mail.patterns import later
from nomic_mail.rulesets.binding import SHARE, meant
from nomic_mail.rulesets.matter import MATTERS
from nomic_mail.rulesets.matter.wording import LONGEST_TEXT, limited, plain, sentences_of

ADOPTS = later(r"\b(?:adopt\w*|pass|passes|passed|accepted|votes?|voters?|voting)\b")
SHARES = later(
    rf"\b(?P<all>unanim\w*)|\b(?P<most>majority|more than (?:half|1/2))|{SHARE}"
    r"|(?<![\d.,])(?P<hundredths>[1-9]\d?|100) ?(?:%|per ?cent)"
)
CAST = later(r"\b(?:votes?|ballots?) (?:that (?:are|were|have been) )?cast\b", re.I)
FIGURE = later(r"\d+")

Block = tuple[str, ...]


def offered(change: Change, state: State) -> tuple[Block, ...]:
    """Each is a whole block of effects; several are to choose from."""
    return _offered(change, state.rules)


@lru_cache(maxsize=64)  # what is open is told in many letters
def _offered(change: Change, rules: Rules) -> tuple[Block, ...]:
    new_text = change.kind in ("enact", "amend") and change.amendment is None
    if not new_text or change.effects is not None or len(change.text) > LONGEST_TEXT:
        return ()
    rule = rules.get(change.target) if change.target is not None else None
    has = rule.clauses if rule is not None else ()
    if any(parse_clause(one).kind == PROGRAM for one in has):
        return ()
    title = change.title or (rule.title if rule is not None else "")
    block = _refigured(rule.text, change.text, has) if rule is not None else has
    for line in _said(title, change.text, has):
        block = _with(block, line)
    choices: tuple[Block, ...] = (block,)
    if block == has and not limited(title):
        choices = tuple(_with(has, line) for line in _of_whatever(change.text, has))
    found = (_in_force(change, one, rules) for one in choices if one != has)
    return tuple(one for one in found if one)


def _in_force(change: Change, block: Block, rules: Rules) -> Block:
    """Rule 3; empty where nothing would come first."""
    for told in warnings((replace(change, effects=block),), rules, READING):
        if told.code == "effect_would_not_hold" or told.code.startswith("set_aside"):
            return ()
        if told.code == "effect_would_give_way":
            clause, rule = told.facts["clause"], told.facts["rule"]
            block = tuple(f"{one} over {rule}" if one == clause else one for one in block)
    return block


def _said(title: str, text: str, has: Sequence[str]) -> Iterator[str]:
    for name in MATTERS:
        own = [one for one in has if parse_clause(one).kind.name == name]
        beside = [one for one in has if one not in own]
        example = own[0] if own else f"{name}: {KINDS[name].forms[0]}"
        if said := meant(example, title, text, beside):
            yield said


def _refigured(old: str, new: str, has: Block) -> Block:
    """Rule 4."""
    was, told = (" ".join(plain(one).split()) for one in (old, new))
    if FIGURE.sub("0", was) != FIGURE.sub("0", told):
        return has
    became: dict[str, str] = {}
    for one, other in zip(FIGURE.findall(was), FIGURE.findall(told), strict=True):
        if became.setdefault(one, other) != other:
            return has
    changed = {one for one, other in became.items() if one != other}
    if any(sum(FIGURE.findall(line).count(one) for line in has) != 1 for one in changed):
        return has
    block = has
    for line in has:
        if changed & set(FIGURE.findall(line)):
            try:
                new_line = FIGURE.sub(lambda found: became.get(found[0], found[0]), line)
                block = _with(block, parse_clause(new_line).text)
            except BadClause:
                return has
    return block


def _with(block: Block, line: str) -> Block:
    """In the place of the one of its kind; where there are several, or one that claims precedence,
    a person decides."""
    kind = parse_clause(line).kind
    own = [one for one in block if parse_clause(one).kind == kind]
    if not own:
        return (*block, line)
    old = parse_clause(own[0])
    if len(own) > 1 or old.over or old.defers or old.instead:
        return block
    return tuple(line if one == own[0] else one for one in block)


def _of_whatever(text: str, has: Sequence[str]) -> Sequence[str]:
    """Where a share is told and not of what: by a new rule, or by one that adopts by another."""
    adopts = [one for one in map(parse_clause, has) if one.kind == ADOPTION]
    share = _share(text) if adopts or not has else ""
    whole = ("cast",) if CAST.search(text) else ("eligible", "cast")
    lines = [f"adoption: {share} of {of}" for of in whole] if share else []
    choices = [parse_clause(one) for one in lines]
    known = [one.value.threshold.share for one in adopts]
    return [one.text for one in choices if one.value.threshold.share not in known]


def _share(text: str) -> str:
    """The one share that a text about votes tells, of whatever it is a share."""
    told = [one for one in sentences_of(text) if ADOPTS.search(one) and SHARES.search(one)]
    if any(limited(one) for one in told):
        return ""
    found = {_named(one) for sentence in told for one in SHARES.finditer(sentence)}
    return found.pop() if len(found) == 1 else ""


def _named(found: re.Match[str]) -> str:
    if found["all"]:
        return "unanimous"
    if found["hundredths"]:
        return f"{found['hundredths']}%"
    return "majority" if found["most"] else found["share"]
