"""PROPOSE, REVISE, PREVIEW and TRY: a head, the text beneath it, and an Effects block at its end.

1. The text is what stands unquoted beneath the head, blank lines and all, up to a line that holds
   only END or a dot, a signature, a footer, an attribution, or the end of the letter; or it stands
   in braces; or, beneath a head with nothing else, in one attached text. In braces a line with
   quote marks belongs to it; amid the text or right beneath it, it is asked about.
2. Only the word TRANSMUTE transmutes (109: it must be stated explicitly).
3. One proposal a letter (DESIGN: several operations are asked about, none is chosen). Of several
   changes it is where PROPOSE stands alone, and each begins a block below it (`blocks`).
4. PROPOSE alone above a quotation takes the one proposal that stands there, edited.
5. A text that is a diff or a whole edited rule book makes a ProposeEdited, beneath a head that says
   no other operation; REVISE and PREVIEW take one as PROPOSE does.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise, takewhile

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.commands import (
    AddEffects,
    Ask,
    Change,
    Preview,
    Propose,
    ProposeEdited,
    Revise,
    Try,
)
from nomic_mail.letters.grammar.astray import CALLS_VOTE, LOST_COMMAND, astray, postscript
from nomic_mail.letters.grammar.blocks import begins_block, lost_change, swallowed
from nomic_mail.letters.grammar.bodies import (
    BULLET,
    CLAUSE,
    END,
    FAREWELL,
    Below,
    attached_program,
    goodbye_below,
    is_edit,
    is_instruction,
    is_program,
    opens,
    split_effects,
    with_its_text,
    with_program,
    without_goodbye,
)
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.german import in_english
from nomic_mail.letters.grammar.heads import HEAD, Head, formula, read_head
from nomic_mail.letters.grammar.instructions import is_instructions
from nomic_mail.letters.grammar.lines import read_order
from nomic_mail.letters.grammar.quoted_proposals import agreed, as_if_said, block_below
from nomic_mail.letters.grammar.words import OPENER, shown, without_courtesies
from nomic_mail.letters.quoting.scaffold import JOINERS, Line
from nomic_mail.patterns import later

BLOCKS_MOST = 100  # changes of one proposal
INSTRUCTING_MOST = 5  # lines AMEND 203 of a letter of which it is tried what stands below
NAMES_A_LETTER = later(r"[\d@]")  # as an attribution does, and "The rule said:" does not

EFFECTS_LINE = later(
    r"(?P<word>effe(?:cts?|kte?))(?: (?P<n>[1-9]\d{0,5}))?(?:\s*:?\s*(?P<none>none|keine)\W*"
    r"|\s*:\s*(?P<rest>\S.*)?| (?P<same>[a-z][a-z ]{1,40}: ?\S.*))?$",
    re.I,
)
NO_EFFECTS = later(r"^\s*(?:none|keine)\W*$", re.I)
EFFECTS_ALONE = (
    "shall your proposal have the effects that its letter offers? Then write EFFECTS, in capitals;"
    " or write them below it."
)
EFFECTS_BELOW = (
    "it stands below other words. If your own proposal shall have these effects, send them"
    " alone, under the word EFFECTS."
)
INSTRUCTED = (
    "an amended rule is given as its whole new text (108), and what stands below is an instruction."
    " AMEND 203 alone, with the instruction below it, shows the text that it makes. If it is the"
    " whole new text after all, put it in braces."
)
NAMED = later(r"^[-–—~]{0,2} ?[A-Z][\w.'’-]{0,20}(?: [A-Z][\w.'’-]{0,20}){0,2}$")
TITLE_BELOW = later(r"^(?:title|titel)\s?:\s{0,3}(\S.{0,199})$", re.I)
ATTACHED = later(r"\b(?:attach|enclos)\w*\b", re.I)


def is_loud(line: str) -> bool:
    """Whether a line is plainly a command, where no text is that it could be part of."""
    line = BULLET.sub("", line)
    if re.match(r"[A-Z]{3,}\b", told := in_english(line)) is None:
        return False
    order = read_order(line, from_moderator=False)
    return LOST_COMMAND.match(told) is not None or not (order is None or isinstance(order, Doubt))


class Read(Struct, frozen=True):
    """One PROPOSE or REVISE with all it took from the letter."""

    command: Propose | ProposeEdited | Preview | Revise | Try | Ask | AddEffects | None
    head: Head | Doubt
    line: str
    taken: frozenset[int]  # numbers of the lines that are part of it
    questions: tuple[tuple[str, str], ...] = ()  # (line, question)
    unread: tuple[tuple[int, str], ...] = ()  # lines beneath a doubtful head, by number
    loose: tuple[str, ...] = ()  # those of its text, where neither END nor a brace ends it


def read_proposals(
    lines: Sequence[Line],
    subject: Head | None,
    attached: Sequence[str] = (),
    called: Set[str] = frozenset(),
    *,
    questioned: bool = False,
) -> list[Read]:
    """All proposals of a letter in order; with a head in the subject the whole body is its text.
    `questioned`: what it answers may have asked whether a proposal is meant."""
    found: list[Read] = []
    at, below, tried, since = 0, Below.of(lines, called), 0, 0
    if subject is not None and not any(_head_at(line) for line in lines):
        whole = _read_blocks(subject, lines, 0, 0, below)
        found.append(whole or _read_body(subject, lines, 0, 0, attached, below))
        return found
    while at < len(lines):
        head = _head_at(lines[at]) or (agreed(lines, at) if questioned else None)
        number = lines[at].number
        if head is None:
            tries = tried < INSTRUCTING_MOST and _is_bare_amend(lines[at])
            tried += tries
            read = _read_instructing(lines, at, below) if tries else _read_effects(lines, at, since)
        else:
            read = (
                _read_quoted(head, lines, at)
                or _read_blocks(head, lines, at + 1, number, below)
                or _read_body(head, lines, at + 1, number, attached, below)
            )
        if read is None:
            at += 1
        else:
            found.append(read)
            last = max(read.taken)
            while at < len(lines) and lines[at].number <= last:
                at += 1
            since = at
    return found


def _read_quoted(head: Head | Doubt, lines: Sequence[Line], at: int) -> Read | None:
    """A bare PROPOSE above the block of an EDIT letter, as that is quoted (`quoted_proposals`)."""
    if not isinstance(head, Head) or head.title or head.kind is not None or head.own is not None:
        return None
    block = block_below(lines[at + 1 :])
    inner = read_head(block[0].text) if block else None
    if not isinstance(inner, Head):
        return None
    meant = replace(
        inner, verb=head.verb, power=head.power, title=_as_written(inner.title, block[0].written)
    )
    read = _read_body(meant, block, 1, block[0].number, (), Below.of(block))
    return replace(read, taken=read.taken | {lines[at].number})


def _block_at(lines: Sequence[Line], at: int) -> int | None:
    """Where the next block begins, if nothing stands above it."""
    for place in range(at, len(lines)):
        line = lines[place]
        if line.text.strip():
            return place if line.kind == "said" and begins_block(line.text.strip()) else None
    return None


def _read_blocks(
    head: Head | Doubt, lines: Sequence[Line], start: int, head_line: int, below: Below
) -> Read | None:
    """A head that says no operation, with the changes below it; None where there are none."""
    says_none = isinstance(head, Head) and not head.title and (head.plain or head.kind is None)
    at = _block_at(lines, start)
    if not isinstance(head, Head) or not says_none or at is None:
        return None
    blocks, taken = list[Read](), {head_line}
    while at is not None:
        if len(blocks) == BLOCKS_MOST:
            many = f"more than {BLOCKS_MOST} changes stand below it, and no proposal has so many."
            taken |= {line.number for line in lines[at:]}
            return _asked(head, taken, many)
        line = lines[at]
        begun = read_head(f"{head.verb.upper()} {line.text.strip()}")
        if not isinstance(begun, Head):
            question = begun.question if isinstance(begun, Doubt) else formula(line.text)
            asked = question.replace(f"{head.verb.upper()} ", "")
            begun = Doubt(f"{asked} Nothing was done; please send all of it again.")
        else:
            begun = replace(begun, line=line.text.strip(), block=True, own=head.own)
        blocks.append(_read_body(begun, lines, at + 1, line.number, (), below))
        taken |= blocks[-1].taken
        last = max(blocks[-1].taken)
        after = next((n for n in range(at + 1, len(lines)) if lines[n].number > last), len(lines))
        at = _block_at(lines, after)
    return _together(head, blocks, frozenset(taken))


def _together(head: Head, blocks: Sequence[Read], taken: frozenset[int]) -> Read:
    """The one command of all of them; none, where one of them is asked about."""
    if len(blocks) == 1 and isinstance(blocks[0].command, Ask):
        return replace(blocks[0], taken=taken)
    questions = tuple(question for one in blocks for question in one.questions)
    asked = [one for one in blocks if isinstance(one.command, Ask)]
    questions += tuple((one.line, f"{shown(one.line)}: {INSTRUCTED}") for one in asked)
    doubts = [(one.line, one.head.question) for one in blocks if isinstance(one.head, Doubt)]
    changes = tuple(change for one in blocks if (change := _change_of(one)) is not None)
    if len(changes) < len(blocks):
        return Read(None, head, head.line, taken, (*doubts, *questions))
    first, more, act, power = changes[0], changes[1:], head.act, head.power
    command: Propose | ProposeEdited | Preview | Revise | Try
    if any(isinstance(one.command, ProposeEdited) for one in blocks):
        command = ProposeEdited(act=act, text="", parts=changes, power=power)
    elif act in ("propose", "preview"):
        made = Propose if act == "propose" else Preview
        command = made(change=first, more=more, power=power)
    elif act == "try":
        command = Try(change=first, more=more)
    else:
        command = Revise(change=first, more=more, proposal=head.own, power=power)
    loose = tuple(line for one in blocks for line in one.loose)
    return Read(command, head, head.line, taken, questions, loose=loose)


def _change_of(block: Read) -> Change | None:
    """Of an amendment by a diff of the rule, that is its text as yet."""
    made, head = block.command, block.head
    if isinstance(made, ProposeEdited) and isinstance(head, Head) and not made.ready:
        title, effects = made.title, made.effects
        return Change(
            kind="amend", target=head.target, title=title, text=made.text, effects=effects
        )
    return made.change if isinstance(made, Propose | Preview | Revise | Try) else None


def _head_at(line: Line) -> Head | Doubt | None:
    head = read_head(line.text) if line.kind == "said" else None
    if isinstance(head, Head) and line.written != line.text:
        return replace(head, title=_as_written(head.title, line.written))
    return head


def _is_bare_amend(line: Line) -> bool:
    return line.kind == "said" and line.text.strip()[:6].upper() == "AMEND "


def _read_instructing(lines: Sequence[Line], at: int, below: Below) -> Read | None:
    """AMEND 203 without PROPOSE, where nothing but instructions is said on its line or below it."""
    text, number = lines[at].text.strip(), lines[at].number
    head = read_head(f"PROPOSE {text}")
    if not isinstance(head, Head) or head.target is None:
        return None
    head = replace(head, line=text)
    if is_instructions(head.title):
        return Read(_instructed(head, "", head.title), head, text, frozenset({number}))
    read = _read_body(head, lines, at + 1, number, (), below)
    return read if isinstance(read.command, Ask) else None


def _read_effects(lines: Sequence[Line], at: int, since: int) -> Read | None:
    """EFFECTS, and below it what one's own proposal shall make the server do; alone, what it may.
    So is an Effects block by itself; below other words it may be another proposal's, or pasted."""
    line = lines[at]
    found = EFFECTS_LINE.match(line.text.strip()) if line.kind == "said" else None
    if found is None:
        return None
    rest = found["rest"] or found["none"] or found["same"] or ""
    first = rest or next((one.text for one in _effects_below(lines[at + 1 :])), "")
    after = takewhile(lambda one: not FAREWELL.match(one.text), lines[at + 1 : at + 40])
    beside = (*lines[max(since, at - 40) : at], *after)  # of however long a letter
    alone = not first and not any(map(_is_prose, beside))
    loud = found["word"].isupper()
    if not (loud or ((found["none"] or CLAUSE.match(first) or alone) and not found["same"])):
        return None
    own = int(found["n"]) if found["n"] else None
    below = list(_effects_below(lines[at + 1 :]))  # not of each line that is none
    taken = frozenset({line.number, *(one.number for one in below)})
    said = line.text.strip()
    head = Head("revise", None, None, "", said, own=own)
    if alone and not loud:
        return Read(None, head, said, taken, ((said, f"{shown(said)}: {EFFECTS_ALONE}"),))
    if not first:
        return Read(AddEffects(proposal=own), head, said, taken)
    if not loud and any(map(_is_prose, lines[since:at])):
        return Read(None, head, said, taken, ((said, f"{shown(said)}: {EFFECTS_BELOW}"),))
    _, effects = split_effects([f"Effects: {rest}", *(one.written for one in below)])
    if isinstance(effects, Doubt):
        return Read(None, head, said, taken, ((said, effects.question),))
    return Read(Revise(effects=effects, proposal=own), head, said, taken)


def _is_prose(line: Line) -> bool:
    text = without_courtesies(line.text) if line.kind == "said" else ""
    return bool(text) and OPENER.fullmatch(f"{text},") is None and not is_loud(text)


def _effects_below(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines of the block: clauses, and whatever is indented below them."""
    for line in lines:
        plain = BULLET.sub("", line.written)
        more = CLAUSE.match(plain) or NO_EFFECTS.match(plain) or line.written[:1].isspace()
        if (line.kind == "said" and not more) or line.kind not in ("said", "blank"):
            return
        if line.kind == "said":
            yield line


def _as_written(title: str, line: str) -> str:
    """A title with what joins its letters: the end of its line that is the title, if seen alone."""
    ends = (line[at:600].strip() for at in range(min(len(line), 600)))
    return next((one for one in ends if JOINERS.sub("", one) == title), title)


def _read_body(
    head: Head | Doubt,
    lines: Sequence[Line],
    start: int,
    head_line: int,
    attached: Sequence[str],
    below: Below,
) -> Read:
    """The head with its text. What stands beneath a doubtful head is its text too, and is not
    searched for commands: a rule may well hold the words FOR or LEAVE on a line."""
    if isinstance(head, Head) and head.ready:
        made = ProposeEdited(act=head.act, text="", ready=head.ready, power=head.power)
        return Read(made, head, head.line, frozenset({head_line}))
    text, taken = list[str](), {head_line}
    ended = ""  # by what: a line END, or the closing brace
    stop: Line | None = None  # where letters end, or that which is answered begins
    closing = head.closing if isinstance(head, Head) else ""
    said: list[tuple[int, str]] = []
    for at in range(start, len(lines)):
        line = lines[at]
        plain = line.text.strip()
        if closing and line.number < below.closes and line.kind in ("quoted", "attribution"):
            text.append(f"{line.marks}{line.written}")
            taken.add(line.number)
            continue
        if line.kind in ("signature", "footer", "attribution", "doubtful"):
            stop = line
            break
        if line.kind == "quoted":
            continue  # other people's words, or asked about (`_amid`)
        if line.kind == "said" and (END.match(plain) if not closing else plain == closing):
            taken.add(line.number)
            ended, closing = closing or "END", ""
            break
        if not closing and not any(one.strip() for one in text) and opens(plain):
            closing = opens(plain)
            taken.add(line.number)
            continue
        if not closing and _is_another(head, line, said, below):
            break
        text.append(line.written)
        if line.kind == "said":
            said.append((line.number, plain))
        taken.add(line.number)
    if isinstance(head, Doubt):
        whole = not closing and ended in ("", "END") and (stop is None or stop.number >= below.ends)
        whole = whole and _amid(lines[start:], under=bool(head_line)) is None
        told = text if ended else without_goodbye(text, below.called)
        head = replace(head, meant=with_its_text(head.meant, told) if whole else "")
        return Read(None, head, lines[start - 1].text.strip(), frozenset(taken), (), tuple(said))
    if closing:
        hidden = stop is not None and stop.number < below.closes
        never = f"the text opens a brace and never closes it with {closing}."
        return _asked(head, taken, _cut_short(stop, closing) if stop and hidden else never)
    if ended in ("", "END") and (amid := _amid(lines[start:], under=bool(head_line))) is not None:
        return _asked(head, taken, _is_it_text(amid))
    if stop is not None and stop.number < below.ends:
        return _asked(head, taken, _cut_short(stop, "a line END"))
    return _with_attached(*_titled(head, text), taken, ended, attached, below.called)


def _titled(head: Head, text: list[str]) -> tuple[Head, list[str]]:
    """`Title: Cake` on the first line of a new rule that has none."""
    at = next((place for place, line in enumerate(text) if line.strip()), None)
    found = TITLE_BELOW.match(text[at].strip()) if at is not None else None
    if at is None or found is None or head.title or head.kind != "enact":
        return head, text
    return replace(head, title=" ".join(found[1].split())), text[at + 1 :]


def _is_another(
    head: Head | Doubt, line: Line, said: Sequence[tuple[int, str]], below: Below
) -> bool:
    """Whether a line is a command of its own, and no part of the text above it: a head, but for a
    talking "I propose …"; any that is plainly one, where no text is needed and no END is set."""
    if isinstance(_head_at(line), Head):
        return not _is_talk(line.text)
    if _is_block(head) and line.kind == "said" and begins_block(line.text.strip()):
        return True
    needed = isinstance(head, Doubt) or head.kind not in ("repeal", "transmute")
    if needed or line.kind != "said" or line.number < below.ends:
        return False
    announced = bool(said) and said[-1][1].endswith(":")
    plain = line.text.strip()
    return not announced and (is_loud(plain) or CALLS_VOTE.match(plain) is not None)


def _is_block(head: Head | Doubt) -> bool:
    """What stands beneath a doubtful one ends at the next, too, where PROPOSE stands alone."""
    return isinstance(head, Head) and head.block


def _is_it_text(amid: Line) -> str:
    return (
        f"does {shown(f'{amid.marks}{amid.text}')} belong to the text? Lines with such a mark are"
        " taken for a quotation. If it does, put the whole text in braces; if not, leave it out."
    )


def _cut_short(stop: Line, end: str) -> str:
    also = ", or put the whole text in braces" if stop.kind == "attribution" else ""
    return (
        f"it was taken to end above {shown(stop.text.strip())}, as letters do, and {end} stands"
        f" below that. Leave that line out{also}."
    )


def _amid(lines: Sequence[Line], *, under: bool) -> Line | None:
    """A line among those beneath a head that looks quoted, and may be the text's own: what is said
    stands right above it, announces it by a colon, or goes on beneath it."""
    beneath: Line | None = None
    said, announced = under, False  # the head itself is said right above
    for before, line in pairwise((None, *lines)):
        if line is None or not line.text.strip():
            continue
        if line.kind == "said":
            if beneath is not None:
                return beneath
            if END.match(line.text.strip()) or _head_at(line):
                return None
            said, announced = True, line.text.rstrip().endswith(":")
        elif line.kind == "quoted":
            beneath = beneath or (line if said else None)
            if announced or (said and before is not None and before.kind == "said"):
                return line
        elif line.kind == "attribution" and not NAMES_A_LETTER.search(line.text):
            beneath, said = beneath or line, True
        else:
            return None
    return None


def _asked(head: Head, taken: set[int], problem: str) -> Read:
    question = f"{shown(head.line)}: {problem} Nothing was proposed; please send it again."
    return Read(None, head, head.line, frozenset(taken), ((head.line, question),))


def _with_attached(
    head: Head,
    text: list[str],
    taken: set[int],
    ended: str,
    attached: Sequence[str],
    called: Set[str],
) -> Read:
    """A proposal with no text of its own may have it in an attachment, if there is just one."""
    text = text if ended else without_goodbye(text, called)
    if (at := attached_program(text)) is not None:
        if len(attached) != 1:
            problem = "program: attached means one attached text, and there " + (
                f"are {len(attached)}." if attached else "is none."
            )
            return _asked(head, taken, problem)
        text, attached = with_program(text, at, attached[0]), ()
    elif any(map(is_program, attached)) and head.kind in ("enact", "amend", None):
        problem = "a program is attached. If it is this rule's, write Effects: below the text, and"
        return _asked(head, taken, f"{problem} below that, indented, program: attached.")
    courteous = all(not line.strip() or FAREWELL.match(line) for line in text)
    bare = head.kind is None and len(attached) == 1
    if bare and (is_edit(attached[0]) or _read_whole(head, attached[0]) is not None):
        # below a bare head a name is a name; and PROPOSE alone takes nothing but what is whole
        named = all(not line.strip() or NAMED.match(line.strip()) for line in text)
        courteous = courteous or named or (head.verb != "revise" and not is_edit("\n".join(text)))
    needs = head.kind in ("enact", "amend") or head.kind is None
    if courteous and attached and not ended and needs:
        if len(attached) > 1:
            return _asked(head, taken, f"which of the {len(attached)} attached texts is meant?")
        if (whole := _read_whole(head, attached[0])) is not None:
            return replace(whole, taken=frozenset(taken))
        return _made(head, attached[0].split("\n"), frozenset(taken), "END")
    said = "\n".join(text)
    rivals = any(is_edit(one) for one in attached) or ATTACHED.search(said)
    if needs and attached and rivals and not is_edit(said):
        problem = "is the text of it what stands below, or what is attached? Send one of them."
        return _asked(head, taken, problem)
    loose = () if ended else tuple(line.strip() for line in text if line.strip())
    return replace(_made(head, text, frozenset(taken), ended), loose=loose)


def _read_whole(head: Head, attached: str) -> Read | None:
    """Beneath PROPOSE alone, an attached text that says itself which changes it is."""
    lines = as_if_said(attached)
    return _read_blocks(head, lines, 0, 0, Below.of(lines))


def _is_talk(text: str) -> bool:
    found = HEAD.match(text.strip()[:500])
    return found is not None and not found["verb"].isupper()


def _made(head: Head, text: list[str], taken: frozenset[int], ended: str) -> Read:
    questions: list[tuple[str, str]] = []
    body, effects = split_effects(text)
    if isinstance(effects, Doubt):
        return Read(None, head, head.line, taken, ((head.line, effects.question),))
    if not ended and (stray := astray(text)):
        questions.append(stray)
    elif not ended and not head.block and (lost := swallowed(body)):
        questions.append((lost, lost_change(lost)))
    elif not ended and (goodbye := goodbye_below(body)):
        questions.append((goodbye, postscript(goodbye)))
    written = textwrap.dedent("\n".join(body)).strip("\n").rstrip()
    if is_edit("\n".join(body)) and (head.plain or head.kind in ("amend", None)):
        return _edited(head, "\n".join(body).strip("\n"), effects, taken)
    if head.verb != "revise" and head.kind is None:
        return Read(None, Doubt(formula(head.line)), head.line, taken)
    if head.kind == "amend" and (told := _told_in_words(head, text, written, ended)):
        if head.target is None or head.verb == "try":
            return _asked(head, set(taken), INSTRUCTED)
        return Read(_instructed(head, written, told), head, head.line, taken, tuple(questions))
    if head.kind == "repeal" and head.amendment is not None and written:
        problem = (
            "an amendment that is repealed leaves the text from before it, and there is no place"
            " for what stands below. Leave it out; or propose another text with PROPOSE AMEND"
            f" AMENDMENT {head.amendment}."
        )
        return _asked(head, set(taken), problem)
    change = None
    if head.kind is not None:
        change = Change(
            kind=head.kind,
            target=head.target,
            amendment=head.amendment,
            title=head.title,
            text=written,
            effects=effects,
            chosen=head.chosen,
        )
    command: Propose | Preview | Revise | Try
    if head.verb == "propose" and change is not None:
        command = Propose(change=change, power=head.power)
    elif head.verb == "preview" and change is not None:
        command = Preview(change=change, power=head.power)
    elif head.verb == "try" and change is not None:
        command = Try(change=change)
    else:
        command = Revise(
            title=head.title,
            text=written,
            effects=effects,
            change=change,
            proposal=head.own,
            power=head.power,
        )
    return Read(command, head, head.line, taken, tuple(questions))


def _told_in_words(head: Head, text: Sequence[str], written: str, ended: str) -> str:
    """Instructions in the place of the whole new text: below the head, or on its line."""
    if not written and is_instruction(head.title):
        return "\n".join((head.title, *text))
    return "\n".join(text) if ended in ("", "END") and is_instruction(written) else ""


def _instructed(head: Head, written: str, told: str) -> Ask:
    """What such a change would make of the rule is asked, to be confirmed."""
    title = f": {head.title}" if head.title and written else ""
    verb = "REVISE" if head.verb == "revise" else "PROPOSE"
    return Ask(topic="amend", argument=f"{verb} AMEND {head.target}{title}\n{told}")


def _edited(head: Head, text: str, effects: tuple[str, ...] | None, taken: frozenset[int]) -> Read:
    command = ProposeEdited(
        act=head.act, text=text, title=head.title, effects=effects, power=head.power
    )
    return Read(command, head, head.line, taken)


def which_one(*lines: str) -> str:
    return (
        f"{' and '.join(map(shown, lines))}: a player proposes one rule-change at a time. Which one"
        " is it? Send it alone; nothing was proposed."
    )
