"""A rule as it would be amended by a change told in words, as a proposal to confirm (AMEND).

1. Each instruction is looked for in the rule as it stands, word for word: white space and the form
   of quotation marks apart. Where a text is not there, or is there twice, nothing is offered, and
   the letter says where.
2. What is not in its text is looked for in its program.
3. All of them are carried out, or none is. Nothing is proposed by this.
4. Where the new text plainly says what the server would not do by itself, the effects that make it
   do so stand in the proposal, and the letter says that they can be taken away.
"""

import re
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from nomic_mail.game.commands import Ask, Change, Preview
from nomic_mail.game.course import Refused
from nomic_mail.game.rulebook import Rule
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.bodies import split_effects
from nomic_mail.letters.grammar.heads import Head, read_head
from nomic_mail.letters.grammar.instructions import MOST, Instruction, read_instructions
from nomic_mail.phrases.letters import worded
from nomic_mail.post import facts as f
from nomic_mail.post.drafts import Tag
from nomic_mail.post.editing import proposal_of
from nomic_mail.post.previewed import preview_facts
from nomic_mail.rulesets.offers import offered

LONGEST = 65_536  # characters that a rule grows to
AROUND = 32
PLACES = 5
_BETWEEN = "\n\0\n"  # a text and a program: no words are on both sides of it
_QUOTES = {sign: f"[{signs}]" for signs in ("'‘’", '"“”„«»', "-‐‑") for sign in signs}


class Amiss(Struct, frozen=True):
    """Why an instruction is not carried out, with the places that it may mean."""

    line: str
    why: str  # unread, missing, within, several, unmarked, overlap, many, long
    what: str = ""
    places: tuple[str, ...] = ()


class _Edit(NamedTuple):
    start: int
    end: int
    new: str
    line: str


def instructed(text: str, told: str) -> tuple[str, tuple[Amiss, ...]]:
    """The text as it would be then; empty where anything is amiss."""
    instructions, unread = read_instructions(told)
    amiss = [Amiss(line, "unread") for line in unread]
    if len(instructions) > MOST:
        return "", (Amiss(instructions[MOST].line, "many"),)
    edits = list[_Edit]()
    for one in instructions:
        found = _edits(text, one)
        if isinstance(found, Amiss):
            amiss.append(found)
        else:
            edits.extend(found)
    edits.sort()
    for before, after in pairwise(edits):
        if after.start < before.end or before[:2] == after[:2]:
            amiss.append(Amiss(after.line, "overlap", before.line))
    if amiss:
        return "", tuple(amiss)
    grows = sum(len(one.new) - (one.end - one.start) for one in edits)
    if grows > 0 and len(text) + grows > LONGEST:  # before any of it is made
        return "", (Amiss(max(edits, key=lambda one: len(one.new)).line, "long"),)
    for edit in reversed(edits):
        text = _joined(text[: edit.start], edit.new, text[edit.end :])
    return text, ()


def amend_facts(command: Ask, state: State, seat: int) -> f.Facts:
    first, _, below = command.argument.partition("\n")
    head = read_head(first)
    number = head.target if isinstance(head, Head) and head.target is not None else -1
    rule = state.rules.get(number)
    facts: dict[str, Any] = {
        "asked": number,
        "rule": f.rule_facts(rule, state) if rule else None,
        "present": None if rule else state.rules.now_called(number),
        "status": f.status_facts(state, seat),
        "letter": "",
        "amiss": [],
        "offer": None,
        "same": False,
        "added": False,
        "refused": None,
    }
    if rule is None or rule.status != "mutable" or not isinstance(head, Head):
        return facts
    body, effects = split_effects(below.split("\n"))
    clauses = effects if isinstance(effects, tuple) else None
    told = "\n".join(body).strip("\n")
    text, amiss = instructed(rule.text, told)
    if rule.program and clauses is None and any(one.why in ("missing", "within") for one in amiss):
        text, clauses, amiss = _with_program(rule, told)
    facts["amiss"] = [asdict(one) for one in amiss]
    if amiss:
        return facts
    facts["same"] = text == rule.text and clauses in (None, rule.clauses)
    if not facts["same"]:
        change = Change(kind="amend", target=number, title=head.title, text=text, effects=clauses)
        blocks = offered(change, state)
        if len(blocks) == 1:
            facts["added"], clauses = True, blocks[0]
            change = replace(change, effects=clauses)
        try:
            facts["offer"] = preview_facts(Preview(by=0, change=change), state)
        except Refused as no:
            why = worded(no.refusal)
            facts["refused"] = {"reason": why.reason, "because": why.because}
        else:
            verb = "REVISE" if head.verb == "revise" else "PROPOSE"
            facts["letter"] = proposal_of(verb, rule, head.title, text, clauses)
    return facts


def amend_tag(facts: f.Facts) -> Tag:
    """Whether it asks to be confirmed, or was not done."""
    if facts["letter"]:
        return "?"
    return "!" if facts["rule"] and facts["rule"]["status"] == "mutable" else ""


def _with_program(rule: Rule, told: str) -> tuple[str, tuple[str, ...] | None, tuple[Amiss, ...]]:
    """Rule 2: the text and the clauses as they would be then."""
    whole, amiss = instructed(f"{rule.text}{_BETWEEN}{rule.program}", told)
    text, _, program = whole.partition(_BETWEEN)
    if amiss or not program.startswith("program:"):
        return "", None, amiss
    return text, tuple(program if one == rule.program else one for one in rule.clauses), ()


def _edits(text: str, one: Instruction) -> list[_Edit] | Amiss:
    if one.act in ("end", "start"):
        new, at = one.ways[0][1], len(text) if one.act == "end" else 0
        if one.apart:
            new = f"\n\n{new}" if one.act == "end" else f"{new}\n\n"
        return [_Edit(at, at, new, one.line)]
    found = [(old, new, spans) for old, new in one.ways if (spans := _spans(text, old))]
    if not found:
        return _nowhere(text, one)
    if len(found) > 1:
        return Amiss(one.line, "unmarked")
    old, new, spans = found[0]
    if len(spans) > 1 and not one.everywhere:
        places = tuple(_place(text, *span) for span in spans[:PLACES])
        return Amiss(one.line, "several", old, places)
    if one.act != "replace":
        at = spans[0][one.act == "after"]
        return [_Edit(at, at, new, one.line)]
    return [_Edit(start, end, new, one.line) for start, end in spans]


def _nowhere(text: str, one: Instruction) -> Amiss:
    old = one.ways[0][0]
    near = _spans(text, old, loose=True)
    places = tuple(_place(text, *span) for span in near[:PLACES])
    return Amiss(one.line, "within" if near else "missing", old, places)


def _spans(text: str, old: str, *, loose: bool = False) -> list[tuple[int, int]]:
    """Where it stands, by whole words; loosely, also within words and in other letters' case."""
    words = [[_QUOTES.get(sign, re.escape(sign)) for sign in word] for word in old.split()]
    if not words:
        return []
    pattern = r"\s+".join("".join(word) for word in words)
    if not loose:
        plain = old.strip()
        before, after = r"(?<!\w)" * plain[0].isalnum(), r"(?!\w)" * plain[-1].isalnum()
        pattern = f"{before}{pattern}{after}"
    return [one.span() for one in re.finditer(pattern, text, re.I if loose else 0)]


def _place(text: str, start: int, end: int) -> str:
    """The text around, in one line."""
    left, right = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    if start > AROUND:
        left = "... " + left.split(" ", 1)[-1]
    if end + AROUND < len(text):
        right = right.rsplit(" ", 1)[0] + " ..."
    return " ".join(f"{left}{text[start:end]}{right}".split())


def _joined(left: str, new: str, right: str) -> str:
    """Without a blank too many or too few where they meet."""
    new = new if new[:1] == "\n" or new[-1:] == "\n" else new.strip()
    if not new:
        if right[:1] in ("", *".,;:!?)\n ") and left[-1:] in (" ", ""):
            left = left.rstrip(" ")
        if not left or left.endswith("\n"):
            right = right.lstrip(" ")
        return left + right
    return left + " " * _parted(left, new) + new + " " * _parted(new, right) + right


def _parted(left: str, right: str) -> bool:
    """Whether a blank belongs between them."""
    ends = left[-1:].isalnum() or left[-1:] in tuple(".,;:!?)\"'”’")
    return ends and (right[:1].isalnum() or right[:1] in tuple("(\"'“‘"))
