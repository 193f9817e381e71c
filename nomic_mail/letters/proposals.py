"""PROPOSE and REVISE: a head, the text beneath it, and an Effects block at the text's end.

1. The text is what stands unquoted beneath the head, blank lines and all, up to a line that holds
   only END or a dot, a signature, a footer, an attribution, or the end of the letter.
2. Only the word TRANSMUTE transmutes (109: it must be stated explicitly).
3. One rule-change a letter (DESIGN: several operations are asked about, none is chosen).
4. Effects are taken out of the text as written. Whether they are clauses is the game's to say.
"""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from nomic_mail.game.commands import Change, ChangeKind, Preview, Propose, Revise
from nomic_mail.letters.orders import Doubt
from nomic_mail.letters.quoting import Line
from nomic_mail.letters.words import shown, slip_of

HEAD = re.compile(
    r"^[\W_]{0,3}(?P<i>i\s+(?:hereby\s+)?)?(?P<verb>propose|revise|preview)\b(?P<rest>.*)$", re.I
)
OPERATION = re.compile(
    r"^[\s:–—-]*(?P<to>to\s+)?(?P<kind>enact(?:ment(?:\s+of)?)?|amend(?:ment\s+(?:of|to))?"
    r"|repeal(?:\s+of)?|transmut(?:e|ation(?:\s+of)?))\b(?P<rest>.*)$",
    re.I,
)
NEW_RULE = re.compile(r"^\s*(?:a\s+)?(?:new\s+)?rule\s*(?=[:–—-])", re.I)
SLIPPED = re.compile(r"^\W{0,3}([A-Za-z]{5,9})\b\s*(?:enact|amend|repeal|transmute|:|\d)", re.I)
TARGET = re.compile(r"^[\s:–—-]*(?:the\s+)?(?:rules?\s*)?#?\s*(?P<n>\d{1,6})\b(?P<rest>.*)$", re.I)
AMENDMENT = re.compile(r"^[\s:–—-]*(?:the\s+)?amendment\s*#?\s*(?P<n>\d{1,6})\b(?P<rest>.*)$", re.I)
MORE_TARGETS = re.compile(
    r"^\s*(?:,|and|&|\+)\s*(?:(?:amend|repeal|transmute|enact)\b|rules?\s*\d|#?\d)", re.I
)
TITLE_MARK = re.compile(r"^[\s:.–—-]+")
TITLED = re.compile(r"^\s*[:–—-]+\s*\S")
TO_STATUS = re.compile(r"^\s*(?:in)?to\s+(?:im)?mutable\b", re.I)
END = re.compile(r"^(?:end(?:\s+(?:of\s+)?(?:proposal|text))?\.?|\.)$", re.I)
EFFECTS = re.compile(r"^\s*[*_]*effects?[*_]*\s*:[*_]*\s*(?P<rest>.*)$", re.I)
BULLET = re.compile(r"^\s*(?:[-*•·+]|\d{1,2}[.)])\s+")
CLAUSE = re.compile(r"^\s*[a-z][a-z ]{1,40}(?::|\s=)\s*\S", re.I)
FAREWELL = re.compile(
    r"^\s*(?:thanks?|thank you|cheers|best|regards|kind regards|yours|greetings|bye|love|sincerely"
    r"|ciao|mfg|lg)\b.{0,60}$",
    re.I,
)
LOST_COMMAND = re.compile(
    r"^(?:CALL (?:THE |FOR A )?VOTE|WITHDRAW|VOTE .{0,60}"
    r"|(?:FOR|AGAINST|ABSTAIN|YES|NO)(?: \d{1,6})?"
    r"|RULES|STATUS|SCORES|HELP|LEAVE|FORFEIT)[.!]?$"
)


@dataclass(frozen=True, slots=True)
class Head:
    verb: str
    kind: ChangeKind | None
    target: int | None
    title: str
    line: str
    amendment: int | None = None  # 103(2): an amendment of a rule, not a whole one


@dataclass(frozen=True, slots=True)
class Read:
    """One PROPOSE or REVISE with all it took from the letter."""

    command: Propose | Preview | Revise | None
    head: Head | Doubt
    line: str
    taken: frozenset[int]  # numbers of the lines that are part of it
    questions: tuple[tuple[str, str], ...] = ()  # (line, question)
    unread: tuple[tuple[int, str], ...] = ()  # lines beneath a doubtful head, by number


def read_head(text: str) -> Head | Doubt | None:
    """The head a line is, a question about it, or None where it is talk."""
    found = HEAD.match(text.strip()[:500])
    if found is None:
        return _slipped_head(text.strip()[:500])
    verb, rest = found["verb"].lower(), found["rest"].rstrip()
    operation = OPERATION.match(rest)
    if operation is not None:
        if operation["to"]:
            return Doubt(_formula(text))
        return _with_operation(verb, operation, text)
    if new_rule := NEW_RULE.match(rest):
        return Head(verb, "enact", None, _title(rest[new_rule.end() :]), text)
    if TITLED.match(rest):
        return Head(verb, "enact" if verb != "revise" else None, None, _title(rest), text)
    if found["i"] or not (found["verb"].isupper() or len(rest.split()) <= 6):
        return None  # "I propose that we wait": talk
    if verb == "revise" and (not rest.strip(" .:") or (target := TARGET.match(rest))):
        title = _title(target["rest"]) if rest.strip(" .:") and target else ""
        return Head(verb, None, None, title, text)
    return Doubt(_formula(text))


def _slipped_head(text: str) -> Doubt | None:
    """`PROPSE ENACT: Title`: taken for a head, so that its text is not read as commands."""
    found = SLIPPED.match(text)
    if found is None or slip_of(found[1]) not in ("PROPOSE", "REVISE"):
        return None
    known = slip_of(found[1])
    return Doubt(f"{shown(text)}: did you mean {known}? Nothing was done; please write it again.")


def _with_operation(verb: str, found: re.Match[str], text: str) -> Head | Doubt:
    kind = _kind(found["kind"])
    rest = found["rest"]
    if kind == "enact":
        rest = re.sub(r"^\s*(?:a\s+)?(?:new\s+)?rule\b(?=\s*[:–—-])", "", rest, flags=re.I)
        return Head(verb, kind, None, _title(rest), text)
    amendment = AMENDMENT.match(rest) if kind in ("amend", "repeal") else None
    if amendment is not None:
        return Head(verb, kind, None, _title(amendment["rest"]), text, int(amendment["n"]))
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
    return Head(verb, kind, int(target["n"]), _title(rest), text)


def _kind(word: str) -> ChangeKind:
    kinds: tuple[ChangeKind, ...] = ("enact", "amend", "repeal")
    return next((kind for kind in kinds if word.lower().startswith(kind)), "transmute")


def _title(text: str) -> str:
    return " ".join(TITLE_MARK.sub("", text, count=1).split()).strip("*_")[:200]


def _formula(text: str) -> str:
    return (
        f"{shown(text)}: what do you propose? Write PROPOSE ENACT: Title, PROPOSE AMEND 203: Title,"
        " PROPOSE REPEAL 206 or PROPOSE TRANSMUTE 105 on a line of its own, and the text beneath."
    )


def read_proposals(lines: Sequence[Line], subject: Head | None) -> list[Read]:
    """All proposals of a letter in order; with a head in the subject the whole body is its text."""
    found: list[Read] = []
    at = 0
    if subject is not None and not any(_head_at(line) for line in lines):
        found.append(_read_body(subject, lines, 0))
        return found
    while at < len(lines):
        head = _head_at(lines[at])
        if head is None:
            at += 1
        else:
            read = _read_body(head, lines, at + 1, lines[at].number)
            found.append(read)
            last = max(read.taken)
            while at < len(lines) and lines[at].number <= last:
                at += 1
    return found


def _head_at(line: Line) -> Head | Doubt | None:
    return read_head(line.text) if line.kind == "said" else None


def _read_body(head: Head | Doubt, lines: Sequence[Line], start: int, head_line: int = 0) -> Read:
    """The head with its text. What stands beneath a doubtful head is its text too, and is not
    searched for commands: a rule may well hold the words FOR or LEAVE on a line."""
    text: list[str] = []
    taken = {head_line}
    ended = False
    said: list[tuple[int, str]] = []
    for at in range(start, len(lines)):
        line = lines[at]
        if line.kind in ("signature", "footer", "attribution"):
            break
        if line.kind == "quoted":
            continue  # other people's words are no part of the text
        if line.kind == "said" and END.match(line.text.strip()):
            taken.add(line.number)
            ended = True
            break
        # A talking "I propose …" inside the text stays text; a second command does not.
        if (found := _head_at(line)) and isinstance(found, Head) and not _is_talk(line.text):
            break
        text.append(line.text)
        if line.kind == "said":
            said.append((line.number, line.text.strip()))
        taken.add(line.number)
    if isinstance(head, Doubt):
        return Read(None, head, lines[start - 1].text.strip(), frozenset(taken), (), tuple(said))
    return _made(head, text, frozenset(taken), ended)


def _is_talk(text: str) -> bool:
    found = HEAD.match(text.strip()[:500])
    return found is not None and not found["verb"].isupper()


def _made(head: Head, text: list[str], taken: frozenset[int], ended: bool) -> Read:
    questions: list[tuple[str, str]] = []
    body, effects = _split_effects(text)
    if isinstance(effects, Doubt):
        return Read(None, head, head.line, taken, ((head.line, effects.question),))
    last = next((line.strip() for line in reversed(text) if line.strip()), "")
    if not ended and LOST_COMMAND.match(last):
        questions.append(
            (
                last,
                f"{shown(last)} stands inside the text of your proposal and was taken as part of"
                " it. If you meant a command, write END on a line before it.",
            )
        )
    written = textwrap.dedent("\n".join(body)).strip("\n").rstrip()
    change = None
    if head.kind is not None:
        change = Change(
            kind=head.kind,
            target=head.target,
            amendment=head.amendment,
            title=head.title,
            text=written,
            effects=effects,
        )
    command: Propose | Preview | Revise
    if head.verb == "propose" and change is not None:
        command = Propose(change=change)
    elif head.verb == "preview" and change is not None:
        command = Preview(change=change)
    else:
        command = Revise(title=head.title, text=written, effects=effects, change=change)
    return Read(command, head, head.line, taken, tuple(questions))


def _split_effects(text: list[str]) -> tuple[list[str], tuple[str, ...] | Doubt | None]:
    """The text without its Effects block, and the block's lines as written."""
    at = next((n for n in range(len(text) - 1, -1, -1) if EFFECTS.match(text[n])), None)
    if at is None:
        return text, None
    found = EFFECTS.match(text[at])
    inline = found["rest"].strip().strip("*_") if found else ""
    effects = [inline] if inline else []
    least = 0  # the margin of the last effect's first line
    for number, line in enumerate(text[at + 1 :], start=at + 1):
        if not line.strip():
            continue
        if FAREWELL.match(line) and not CLAUSE.match(line):
            break
        plain = BULLET.sub("", line)
        margin = len(line) - len(line.lstrip())
        wrapped = effects and text[number - 1].strip() and margin > least
        if wrapped and not CLAUSE.match(plain):
            effects[-1] += " " + line.strip()  # here `* 2` is a factor and no bullet
        elif plain != line or CLAUSE.match(line) or margin:
            effects.append(plain.strip())
            least = margin
        else:
            return text, Doubt(
                f"{shown(line)} stands below Effects:, which must come last in the text. Is it an"
                " effect? Then indent it; else put it above Effects: and send the proposal again."
            )
    if not effects:
        return text, Doubt(
            "Effects: stands there with nothing beneath it. Write Effects: none, or"
            " the effects, and send the proposal again."
        )
    if len(effects) == 1 and effects[0].strip(". ").lower() in ("none", "no effects", "nothing"):
        effects = []
    return text[:at], tuple(effects)
