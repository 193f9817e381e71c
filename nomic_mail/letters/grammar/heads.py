"""The line a proposal begins with: what it does, to which rule, and how it is called; and what HELP
tells of the words that proposals are made with."""

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.commands import ChangeKind
from nomic_mail.game.numbers import NUMBER, read_number, whole
from nomic_mail.letters.grammar.bodies import plain_tail
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.german import in_english, nearly_proposes
from nomic_mail.letters.grammar.language import Row, question, word
from nomic_mail.letters.grammar.words import one_slip, shown, slip_of
from nomic_mail.patterns import later

word(
    "PROPOSE",
    Row("turn", "PROPOSE ...", "HELP PROPOSE shows the forms", "HELP PROPOSE zeigt die Formen", 10),
    page="propose",
    slips=True,
)
word("ENACT", page="propose")
question(
    "AMEND",
    Row(
        "turn",
        "AMEND 203 ...",
        'below it replace "X" by "Y"; comes back',
        "darunter ersetze „X“ durch „Y“; kommt zurück",
        16,
    ),
    usage='AMEND and a number, and below it replace "X" by "Y"; or PROPOSE AMEND with all the text',
    page="propose",
)
word("REPEAL", page="propose")
word("TRANSMUTE", page="propose")
word(
    "REVISE",
    Row("turn", "REVISE", "with the new text below it", "mit dem neuen Text darunter", 20),
    Row(
        "proposing",
        "REVISE",
        "and the new text, or REVISE AMEND 204: a new start",
        "und der neue Text; oder REVISE AMEND 204",
        20,
    ),
    page="propose",
    slips=True,
)
word(
    "EFFECTS",
    Row(
        "proposing",
        "EFFECTS ...",
        "what the server shall do, below it",
        "was der Server tun soll, darunter",
        22,
    ),
    page="propose",
)
word(
    "PREVIEW",
    Row(
        "any time",
        "PREVIEW AMEND 203",
        "what a proposal would change",
        "was ein Vorschlag ändern würde",
        80,
        ends=True,
    ),
    Row(
        "proposing",
        "PREVIEW ...",
        "in place of PROPOSE: what it would change",
        "statt PROPOSE: was er ändern würde",
        10,
    ),
    page="propose",
)
HEAD = later(
    r"^[\W_]{0,3}(?P<i>i\s+(?:hereby\s+)?)?(?P<verb>propose|revise|preview"
    r"|(?-i:TRY)(?=\s+(?:(?:enact|amend|repeal|transmute)\b|from\s+(?:the\s+)?library\b)))\b"
    r"(?P<rest>.*)$",
    re.I,
)
OPERATION = later(
    r"^[\s:–—-]*(?P<to>to\s+)?(?P<kind>enact(?:ment(?:\s+of)?)?|amend(?:ment\s+(?:of|to))?"
    r"|repeal(?:\s+of)?|transmut(?:e|ation(?:\s+of)?))\b(?P<rest>.*)$",
    re.I,
)
# What a proposal declares, before what it does; of REVISE, after which is meant.
POWER = later(
    r"^(?P<own>(?:\s+(?:rule\s*)?#?\d{1,6})?)[\s,]+with\s+(?:a\s+)?power\s*(?:of\s+|[:=]\s*)?"
    r"(?P<power>\d{1,3}(?:\.\d{1,3})?)(?=[\s,:.–—-]|$)[\s,]*(?P<rest>.*)$",
    re.I,
)
NEW_RULE = later(r"^\s*(?:a\s+)?(?:new\s+)?rule\s*(?=[:–—-])", re.I)
OPERATIONS = ("ENACT", "AMEND", "REPEAL", "TRANSMUTE")
SLIPPED_OPERATION = later(r"^\s+([A-Z]{4,10}|[A-Za-z]{4,10}(?=\s*(?::|\d|rule\b)))(?!\w)")
SLIPPED = later(r"^\W{0,3}([A-Za-z]{5,9})\b\s*(?:enact|amend|repeal|transmute|:|\d)", re.I)
TARGET = later(rf"^[\s:–—-]*(?:the\s+)?(?:rules?\s*)?(?:#\s*)?(?P<n>{NUMBER})\b(?P<rest>.*)$", re.I)
# Of a new rule, the number that it is to have: `ENACT 42: Title`, `ENACT rule 3.1.2`.
CHOSEN = later(
    rf"^\s+(?:(?:as|a|the|new|rule|number)\s+){{0,4}}#?(?P<n>{NUMBER})(?P<rest>\s*(?:[:–—-].*)?)$",
    re.I,
)
AMENDMENT = later(
    rf"^[\s:–—-]*(?:the\s+)?amendment\s*(?:#\s*)?(?P<n>{NUMBER})\b(?P<rest>.*)$", re.I
)
MORE_TARGETS = later(
    r"^\s*\(?(?:,|and|&|\+|/|or)\s*(?:(?:maybe|perhaps|rather|even|also|else) )?"
    r"(?:(?:amend|repeal|transmute|enact)\b|rules?\s*\d|#?\d)",
    re.I,
)
# Behind a number, and no title without a colon: a doubt, a condition, a time, a courtesy.
WAVERS = later(
    r"^\W*\?\W*$|^[\s,(]*(?:if|unless|until|when|once|provided|assuming|tomorrow|tonight|later|soon"
    r"|maybe|perhaps|or|not|instead)\b|\?\s*$"
)
MERELY = later(r"^[\s,;]*(?:(?:please|pls|now|thanks|thank you|bitte|danke)[\s,;.!]*)+$", re.I)
TITLE_MARK = later(r"^[\s:.–—-]+")
TITLED = later(r"^\s*[:–—-]+\s*\S")
TO_STATUS = later(r"^\s*(?:in)?to\s+(?:im)?mutable\b", re.I)
# `PROPOSE`, `PROPOSE the attached diff:`: the text has to say what it is.
BARE = later(
    r"^(?:(?:as|the|this|my|an)\s+)?(?:(?:attached|following|below|enclosed|edited)\s*)?"
    r"(?:(?:unified )?(?:diff|patch|changes?|rules|copy|rule ?book|rule[- ]change)\s*)?"
    r"(?:below|attached|enclosed)?$",
    re.I,
)
FROM_LIBRARY = later(
    r"^[\s:–—-]*from\s+(?:the\s+)?library\b[\s:–—-]*(?P<name>[a-z]{2,20})?[\s.!]*$", re.I
)


IN_A_LIST = later(
    r"^\s*\d{1,2}[.)]\s+(?=(?:PROPOSE|REVISE|PREVIEW) (?:ENACT|AMEND|REPEAL|TRANSMUTE)\b)"
)


class Head(Struct, frozen=True):
    verb: str
    kind: ChangeKind | None
    target: int | None
    title: str
    line: str
    amendment: int | None = None  # 103(2): an amendment of a rule, not a whole one
    plain: bool = False  # it names no operation, so that the text may be a whole edit
    closing: str = ""  # what ends the text, where the head itself opens a brace
    own: int | None = None  # which of their proposals is revised, where the head says so
    ready: str = ""  # which rule of the library is meant
    block: bool = False  # it is one of several changes
    chosen: int | None = None  # the number that a new rule is to have
    power: str = ""  # that the proposal declares

    @property
    def act(self) -> Literal["propose", "revise", "preview", "try"]:
        known: dict[str, Literal["propose", "revise", "try"]]
        known = {"propose": "propose", "revise": "revise", "try": "try"}
        return known.get(self.verb, "preview")


@lru_cache(maxsize=4096)  # of one letter, whose lines are looked at under each head
def read_head(text: str) -> Head | Doubt | None:
    """The head a line is, a question about it, or None where it is talk."""
    head = _read(in_english(IN_A_LIST.sub("", text, count=1)))
    if head is None and (known := nearly_proposes(text)):
        return _meant(text, known)
    return replace(head, line=text) if isinstance(head, Head) else head


def _read(text: str) -> Head | Doubt | None:
    found = HEAD.match(text.strip()[:500])
    declared = POWER.match(found["rest"]) if found is not None else None
    if found is None or declared is None:
        return _without_power(text)
    said = f"{found['i'] or ''}{found['verb']}{declared['own']} {declared['rest']}".rstrip()
    head = _without_power(said)
    if isinstance(head, Head) and POWER.match(f" {declared['rest']}") is None:
        return replace(head, line=text, power=declared["power"])
    return None if head is None else Doubt(formula(text))


def _without_power(text: str) -> Head | Doubt | None:
    found = HEAD.match(text.strip()[:500])
    if found is None or _slipped_operation(found["rest"]):
        return _slipped_head(text.strip()[:500])
    verb, rest = found["verb"].lower(), found["rest"].rstrip()
    operation = OPERATION.match(rest)
    if operation is not None:
        return _with_operation(verb, operation, text)
    if ready := FROM_LIBRARY.match(rest):
        name = (ready["name"] or "").lower()
        return Head(verb, "enact", None, "", text, ready=name) if name else Doubt(_which(text))
    if new_rule := NEW_RULE.match(rest):
        return Head(verb, "enact", None, _title(rest[new_rule.end() :]), text)
    if TITLED.match(rest):
        title, closing = plain_tail(_title(rest))
        kind: ChangeKind | None = "enact" if verb != "revise" else None
        return Head(verb, kind, None, title, text, plain=True, closing=closing)
    if found["i"] or not (found["verb"].isupper() or len(rest.split()) <= 6):
        return None  # "I propose that we wait": talk
    if verb == "revise" and (not rest.strip(" .:") or TARGET.match(rest)):
        return _revised(TARGET.match(rest), text)
    bare = BARE.match(rest.strip(" \t:."))
    return Head(verb, None, None, "", text, plain=True) if bare else Doubt(formula(text))


def _revised(own: re.Match[str] | None, text: str) -> Head | Doubt:
    """REVISE, and which of one's own."""
    if own is None:
        return Head("revise", None, None, "", text)
    if not TITLED.match(own["rest"]) and WAVERS.search(_quiet(own["rest"])):
        return Doubt(_wavering(text, f"REVISE {own['n']}"))
    return Head("revise", None, None, _title(own["rest"]), text, own=whole(read_number(own["n"])))


def _slipped_head(text: str) -> Doubt | None:
    """`PROPSE ENACT: Title`, `PROPOSE AMMEND 203`: taken for a head, so that its text is not read
    as commands."""
    if (head := HEAD.match(text)) is not None:
        known = f"{head['verb'].upper()} {_slipped_operation(head['rest'])}"
        found = SLIPPED_OPERATION.match(head["rest"])
        rest = head["rest"][found.end(1) :] if found else ""
    elif (found := SLIPPED.match(text)) and slip_of(found[1]) in ("PROPOSE", "REVISE"):
        known, rest = str(slip_of(found[1])), text[found.end(1) :]
    else:
        return None
    return _meant(text, known, rest)


def _meant(text: str, known: str, rest: str = "") -> Doubt:
    """With the head as EDIT would write it, where a text goes below it."""
    question = f"{shown(text)}: did you mean {known}? Nothing was done; please write it again"
    verb, _, operation = f"{known}{rest}".partition(" ")
    head, told = _read(f"{known}{rest}"), OPERATION.match(operation)
    if not isinstance(head, Head) or head.kind is None or told is None:
        return Doubt(f"{question}, with its text.")
    if head.kind in ("repeal", "transmute"):
        return Doubt(f"{question}.")
    shows = verb in ("PROPOSE", "REVISE") and not head.closing
    mended = f"{verb} {head.kind.upper()}{told['rest']}".rstrip()
    return Doubt(f"{question}, with its text.", meant=mended if shows else "")


def _slipped_operation(rest: str) -> str:
    """The operation that is meant."""
    found = SLIPPED_OPERATION.match(rest)
    near = [one for one in OPERATIONS if found and one_slip(found[1].upper(), one)]
    return near[0] if near else ""


def _with_operation(verb: str, found: re.Match[str], text: str) -> Head | Doubt:
    if found["to"]:
        return Doubt(formula(text))
    kind, rest = _kind(found["kind"]), found["rest"]
    if kind == "enact":
        number = CHOSEN.match(rest)
        rest = number["rest"] if number else rest
        rest = re.sub(r"^\s*(?:a\s+)?(?:new\s+)?rule\b(?=\s*[:–—-])", "", rest, flags=re.I)
        title, closing = plain_tail(_title(rest))
        chosen = read_number(number["n"]) if number else None
        return Head(verb, kind, None, title, text, closing=closing, chosen=chosen)
    amendment = AMENDMENT.match(rest) if kind in ("amend", "repeal") else None
    if amendment is not None:
        called = read_number(amendment["n"])
        return Head(verb, kind, None, _title(amendment["rest"]), text, called)
    target = TARGET.match(rest)
    if target is None:
        return Doubt(
            f"{shown(text)}: which rule? Write its number, as in {verb.upper()} {kind.upper()} 203."
        )
    rest = target["rest"]
    if MORE_TARGETS.match(rest):
        return Doubt(
            f"{shown(text)} names more than one rule-change, and a proposal is one: which is it?"
        )
    if kind == "transmute":
        rest = TO_STATUS.sub("", rest)
    rest = MERELY.sub("", rest)
    if verb in ("propose", "revise") and not TITLED.match(rest) and WAVERS.search(_quiet(rest)):
        return Doubt(_wavering(text, f"{verb} {kind} {target['n']}".upper()))
    title, closing = plain_tail(_title(rest))
    return Head(verb, kind, read_number(target["n"]), title, text, closing=closing)


def _quiet(rest: str) -> str:
    return rest.lower() if rest.isupper() else rest


def _wavering(text: str, head: str) -> str:
    return (
        f"{shown(text)}: is that your proposal? Nothing was proposed. If it is, write {head} on a"
        " line of its own; a title stands behind a colon."
    )


def _kind(word: str) -> ChangeKind:
    kinds: tuple[ChangeKind, ...] = ("enact", "amend", "repeal")
    return next((kind for kind in kinds if word.lower().startswith(kind)), "transmute")


def _title(text: str) -> str:
    return " ".join(TITLE_MARK.sub("", text, count=1).split()).strip("*_")[:200]


def _which(text: str) -> str:
    return (
        f"{shown(text)}: which rule of the library? LIBRARY lists them; write its name behind it,"
        " as in PROPOSE FROM LIBRARY coins."
    )


def formula(text: str) -> str:
    asks = (
        f"{shown(text)}: what do you propose? Write PROPOSE ENACT: Title, PROPOSE AMEND 203: Title,"
        " PROPOSE REPEAL 206 or PROPOSE TRANSMUTE 105 on a line of its own, and the text beneath."
    )
    one_word = len(text.split()) == 2
    ready = " A ready rule, which LIBRARY lists, is PROPOSE FROM LIBRARY and its name."
    return asks + ready if one_word else asks
