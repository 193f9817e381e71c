"""The text beneath a head: braces around it, effects at its end, and whether it is a whole edit.

1. Effects are taken out of the text as written. Whether they are clauses is the game's to say.
2. Text in braces ends with them: whatever follows is no part of it.
3. Only what plainly is one passes for an edit of the rule book: the hunks of a unified diff, or a
   text in which many lines begin with a rule's number.
4. "Replace X by Y" is no text of a rule (108: an amended rule is a new whole): what it makes of the
   rule is offered, to be confirmed.
"""

import re
from collections.abc import Sequence, Set

from msgspec import Struct

from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.instructions import is_instructions
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

EFFECTS = later(r"^\s*[*_]*effe(?:cts?|kte?)[*_]*\s*:[*_]*\s*(?P<rest>.*)$", re.I)
BARE_EFFECTS = later(r"^\s*[*_]*effe(?:cts?|kte?)[*_]*\s*$", re.I)
BULLET = later(r"^\s*(?:[-*•·+]|\d{1,2}[.)])\s+")
CLAUSE = later(r"^\s*[a-z][a-z ]{1,40}(?::|\s=)\s*\S", re.I)
PROGRAM_CHARS = 20_000
ATTACHED_PROGRAM = later(r"^\s*program\s*:\s*attached\W*$", re.I)
PROGRAM = later(r"^\s*program\s*:", re.I)
RUNS = later(
    r"^@(?:on|action|every|timer|decides) ?\(|^[a-z_]\w* ?= ?(?:quantity|note|office) ?\(", re.M
)
GREETING = later(
    r"^\W*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day|night)|hallo|liebe[rs]?|moin"
    r"|bonjour|bonsoir|salut|hola|ciao|danke|merci|gracias|grazie|sorry|ok(?:ay)?"
    r"|(?:(?:viele|liebe|beste|schöne) )?grü(?:ße|sse|ß)|saludos|cordialement)\b.{0,30}$",
    re.I,
)
FAREWELL = later(
    r"^\s*(?:thanks?|thank you|cheers|best|regards|kind regards|yours|greetings|bye|love|sincerely"
    r"|ciao|mfg|lg|vg|tschüss|bis (?:dann|bald)"
    r"|(?:mit )?(?:(?:viele|liebe|beste|schöne|freundliche|herzliche)[nr]? )?gr[uü](?:ß|ss)(?:en?)?"
    r")\b.{0,60}$",
    re.I,
)
GOODBYE = later(
    r"^\s*(?:(?:many )?thanks|thank you|cheers|(?:all the )?best(?: wishes| regards)?"
    r"|(?:(?:kind|warm)(?:est)? )?regards|yours(?: (?:sincerely|truly))?|sincerely(?: yours)?"
    r"|greetings|ciao|mfg|lg|vg|(?:mit )?(?:(?:viele|liebe|beste|schöne|freundliche|herzliche)n? )?"
    r"(?:gru(?:ß|ss)|grü(?:ße|sse)n?))"
    r"[\s,.!]*$",
    re.I,
)
SALUTES = later(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|liebe[rs]?|moin|servus"
    r"|guten (?:tag|morgen|abend)|sehr geehrte[rs]?)\b[^.!?:;]{0,30}[,!]?$",
    re.I,
)
PARTS = later(
    r"^(?:(?:(?:so|very|really) )?sorry|thanks|thank you|(?:good)?bye|farewell|see you|good luck"
    r"|have fun|danke|tschüss|leider|viel spaß|macht's gut)"
    r"(?:,? (?:all|everyone|everybody|folks|to (?:all|everyone|everybody)|to you all|and bye"
    r"|and thanks|alle|euch))*[\s,.!]*$",
    re.I,
)
HUNK = later(r"^@@ -\d{1,7}(?:,\d{1,7})? \+\d{1,7}(?:,\d{1,7})? @@")
CHANGED = later(r"^[+-](?![+-]{2} )")
HEADED = later(r"^\W{0,4}\d{3,6}\b.{0,200}\((?:typeless|immutable|mutable)\)\W{0,3}$", re.I)
RULE_LINE = later(r"^[#*_ ]{0,4}(?:rule +)?(\d{3,6}(?:\.[1-9]\d?)?)(?:[.:)\s]|$)", re.I)
HEADED_LEAST, LINES_LEAST = 5, 8
BRACES_MOST = 40
MARKS = {"}": BRACES_MOST, "]": 3, ">": 3}
CLOSERS = frozenset(sign * many for sign, most in MARKS.items() for many in range(1, most + 1))
END = later(r"^(?:(?:end(?:\s+(?:of\s+)?(?:proposal|text))?|(?-i:ENDE))\.?|\.)$", re.I)
ENDS = later(r"^end(?: of (?:proposal|text))?\.?$", re.I)
OPENING = later(r"^(?:\{{1,40}|\[{2,3}|<{2,3})$")
CLOSING = {"{": "}", "[": "]", "<": ">"}
INSTRUCTION = later(
    r"^\W{0,3}(?:in (?:rule )?\d{3,6},? ?|please,? |the (?:words?|phrase|sentence|text)s? )?"
    r"(?:(?:replace|substitute|change)s?\b.{1,300}?\b(?:by|with|to|for)\b"
    r"|(?:delete|remove|strike|insert|append|add|prepend)s? (?:the |these |this |an? |to |at "
    r"|after |before |[\"'“‘«{]).{1,300}"
    r"|[\"“‘'«].{1,200}[\"”’'»] (?:is|should be|becomes) (?:replaced|changed|now|deleted|removed))",
    re.I | re.S,
)
INSTRUCTION_CHARS = 600
OWN_GOODBYE = 5  # words
OWN_WORDS = later(r"\W*[^\W\d_]+(?: (?-i:[a-z&])[^\W\d_]*){0,4}\W*", re.I)


def is_edit(text: str) -> bool:
    """Whether a text is a diff, or a copy of the rules, and nothing else."""
    lines = text.split("\n")
    if any(HUNK.match(line) for line in lines) and any(CHANGED.match(line) for line in lines):
        return True
    headed = sum(1 for line in lines if HEADED.match(line[:300]))
    numbers = {found[1] for line in lines if (found := RULE_LINE.match(line[:40]))}
    return headed >= HEADED_LEAST or len(numbers) >= LINES_LEAST


def is_instruction(text: str) -> bool:
    """`Replace "unanimous" by "simple majority"`: an edit told in words."""
    loosely = len(text) <= INSTRUCTION_CHARS and INSTRUCTION.match(text.strip()) is not None
    return loosely or is_instructions(text)


def without_goodbye(lines: list[str], called: Set[str] = frozenset()) -> list[str]:
    """The text without `Best,` and a name at its very end: behind an empty line; or where a
    sentence has ended, and the name is what its writer is called. Whose name it is has said goodbye
    in words of their own, too: "Love and crumbs, Nadia"."""
    kept = [at for at, line in enumerate(lines) if line.strip()][-4:]
    for place, at in enumerate(kept):
        names = [lines[after].strip() for after in kept[place + 1 :]]
        alone = at == 0 or not lines[at - 1].strip()
        ended = lines[at - 1].rstrip().endswith((".", "!", "?"))
        alone = alone or (ended and len(names) == 1 and is_called(names[0], called))
        short = all(len(name.split()) <= 4 and not name.endswith((".", ":", ";")) for name in names)
        if not (alone and short and len(names) <= 2):
            continue
        if GOODBYE.match(lines[at]) or _in_own_words(lines[:at], lines[at], names, called):
            return lines[:at]
    return lines


def _in_own_words(above: Sequence[str], line: str, names: Sequence[str], called: Set[str]) -> bool:
    """ "Love and crumbs, Nadia", below an empty line: no list of names, and nothing that a text
    goes on with."""
    told = [one.strip() for one in above if one.strip()]
    if not told or above[-1].strip() or not told[-1].endswith((".", "!", "?")):
        return False
    words, comma, name = line.rstrip().rpartition(",")
    said = words.split()
    if not comma or not 0 < len(said) <= OWN_GOODBYE or not OWN_WORDS.fullmatch(words):
        return False
    name = name.strip() or (names[0] if len(names) == 1 else "")
    return is_called(name, called) and (len(names) == 1) == line.rstrip().endswith(",")


def is_name(line: str, name: str) -> bool:
    """Whether it is the writer's name, whole or in part."""
    own = {word.casefold().strip(".,") for word in name.split()}
    return {word.casefold().strip(".,-–—") for word in line.split()} <= own


def courteous(line: str, name: str) -> bool:
    """A salutation or a farewell, with nothing else, or the writer's own name."""
    ends = all(GOODBYE.match(part) or is_name(part, name) for part in line.split(","))
    return ends or any(one.match(line) for one in (SALUTES, PARTS))


def is_called(name: str, called: Set[str]) -> bool:
    words = {word.strip(",-–—~!") for word in name.casefold().split()} - {""}
    return bool(words) and words <= called


def goodbye_below(lines: Sequence[str]) -> str:
    """A goodbye and one more line that end a text, and may be of it."""
    last = [line.strip() for line in lines if line.strip()][-2:]
    return last[0] if len(last) == 2 and GOODBYE.match(last[0]) else ""


def opens(text: str) -> str:
    """What closes the braces that a line opens, or nothing."""
    text = text.strip()
    return CLOSING[text[0]] * len(text) if OPENING.match(text) else ""


def plain_tail(title: str) -> tuple[str, str]:
    """A head's title without the brace at its end, and what closes that."""
    bare = title.rstrip()
    return (bare[:-1].rstrip(), "}") if bare.endswith("{") else (title, "")


def attached_program(text: list[str]) -> int | None:
    """The line that says that the program is what is attached."""
    return next((at for at, line in enumerate(text) if ATTACHED_PROGRAM.match(line)), None)


def is_program(text: str) -> bool:
    """Whether an attached text is a rule's program: it declares what a program declares."""
    return RUNS.search(text[:PROGRAM_CHARS]) is not None


def with_program(text: list[str], at: int, program: str) -> list[str]:
    """With the attached one in the place of that line's word."""
    margin = " " * (_margin(text[at]) + 4)
    own = [f"{margin}{line}".rstrip() for line in program.split("\n")]
    return [*text[:at], f"{text[at].partition(':')[0]}:", *own, *text[at + 1 :]]


def _program(lines: list[str], at: int) -> tuple[str, list[str]]:
    """The program that begins on the line at that place, with what stands below it: as far as the
    lines are indented deeper, or all of them where a mail program has taken the margins away."""
    margin = _margin(lines[at])
    below = lines[at + 1 :]
    first = next((line for line in below if line.strip()), "")
    ends = len(below)
    if _margin(first) > margin:
        shallow = (n for n, line in enumerate(below) if line.strip() and _margin(line) <= margin)
        ends = next(shallow, ends)
    own = "\n".join([lines[at].strip(), *below[:ends]])
    return own.rstrip(), below[ends:]


def _is_bare(text: list[str], at: int) -> bool:
    """EFFECTS as an answer has it, with a clause below; in small letters, with nothing else, or
    with nothing at all, which is asked about."""
    if not BARE_EFFECTS.match(text[at]):
        return False
    below = [BULLET.sub("", line) for line in text[at + 1 :] if line.strip()]
    if not below:
        return not text[at].isupper()
    ends = next((n for n, line in enumerate(below) if FAREWELL.match(line)), len(below))
    looked_at = below[:1] if text[at].isupper() else below[:ends]
    return bool(looked_at) and all(CLAUSE.match(one) or PROGRAM.match(one) for one in looked_at)


def _margin(line: str) -> int:
    line = line.expandtabs(4).replace("\u00a0", " ")
    return len(line) - len(line.lstrip())


def says_none(clauses: Sequence[str]) -> bool:
    said = clauses[0].strip(". ").lower() if len(clauses) == 1 else ""
    return said in ("none", "no effects", "nothing", "keine")


def split_effects(text: list[str]) -> tuple[list[str], tuple[str, ...] | Doubt | None]:
    """The text without its Effects block, and the block's lines as written."""
    places = range(len(text) - 1, -1, -1)
    at = next((n for n in places if EFFECTS.match(text[n]) or _is_bare(text, n)), None)
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
        if PROGRAM.match(plain):
            program, after = _program(text[at + 1 :], number - at - 1)
            more = split_effects(["Effects:", *after]) if any(map(str.strip, after)) else ([], ())
            if isinstance(more[1], Doubt):
                return text, more[1]
            return text[:at], (*effects, program, *(more[1] or ()))
        wrapped = effects and text[number - 1].strip() and margin > least
        if wrapped and not CLAUSE.match(plain):
            effects[-1] += " " + line.strip()  # here `* 2` is a factor and no bullet
        elif plain != line or CLAUSE.match(line) or margin:
            effects.append(plain.strip())
            least = margin
        else:
            return text, Doubt(
                f"{shown(line)} stands below Effects:, which must come last in the text. Nothing"
                " was proposed. Send it again: if that line is an effect, indent it; if it is of"
                " the rule, put it above Effects:; if it is neither, put a line END above it."
            )
    if not effects:
        return text, Doubt(
            "Effects: stands there with nothing beneath it. Write Effects: none, or"
            " the effects, and send the proposal again."
        )
    if says_none(effects):
        effects = []
    return text[:at], tuple(effects)


def _ends(line: Line) -> bool:
    return line.kind in ("said", "signature") and ENDS.match(line.text.strip()) is not None


class Below(Struct, frozen=True):
    """The last lines that can close braces, and that end a text: what stands above them may be
    text, whatever it is. Looked for once in a letter, however many heads it has. And what whoever
    wrote it is called, as it may stand at its end."""

    closes: int
    ends: int
    called: Set[str] = frozenset()

    @classmethod
    def of(cls, lines: Sequence[Line], called: Set[str] = frozenset()) -> "Below":
        closers = [one.number for one in lines if not one.marks and one.text.strip() in CLOSERS]
        ends = [one.number for one in lines if _ends(one)]
        return cls(max(closers, default=0), max(ends, default=0), called)


def with_its_text(head: str, text: Sequence[str]) -> str:
    """The whole proposal, up to its END; empty where it would not be read to there."""
    body = "\n".join(text).strip("\n").rstrip()
    ends = any(END.match(line.strip()) for line in body.split("\n"))
    return f"{head}\n{body}\nEND\n" if head and body and not ends else ""
