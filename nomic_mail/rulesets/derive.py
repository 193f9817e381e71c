"""A proposal made by editing: the rule book printed, and one rule-change out of what came back.

1. `printed` and `derive` belong together: the book unchanged is no change, whatever mail did to it
   on the way (quoting, wrapping, line ends, indenting, footers).
2. One proposal is one rule-change (103): none, two, or a new number for an old rule is refused, and
   the refusal says what was found and what to do.
3. What was not touched comes out as it stands in the book, to the letter; rules are compared by
   their words, so white space alone is no change.
4. The numbers are the server's to give (108). A rule that was added may carry any.
5. A patch of the repository of the rules is read file by file: edited, added and deleted files are
   rules amended, enacted and repealed, and the lines of its clauses are effects.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct, field
from msgspec.structs import replace

from nomic_mail.game.commands import Change
from nomic_mail.game.numbers import NUMBER, PRINTED, printed_with, read_number
from nomic_mail.game.numbers import printed as called
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.patch import INDEX, PLAYERS, ROOM, FilePatch, files_of, is_ours
from nomic_mail.patterns import later
from nomic_mail.rulesets.book import LIKE_OURS, NotOneChange, head_of, printed, tidy, words_of
from nomic_mail.rulesets.diffs import applied, is_diff
from nomic_mail.rulesets.pages import PLAIN, PageLine, ended, shown
from nomic_mail.rulesets.patches import applied_to, bounded, proper
from nomic_mail.rulesets.repository import InFile, path_of, read_rule, rule_file
from nomic_mail.rulesets.texts import BadText, read_text
from nomic_mail.rulesets.wrapping import Words, folded

LONGEST_COPY = 1_000_000

__all__ = ["LONGEST_COPY", "NotOneChange", "derive", "derive_all", "printed"]

STATUS = r"(?P<status>typeless|immutable|mutable)"
# As RULES prints it; without its status it may be an item of a list.
HEAD = later(rf"^(?P<number>{NUMBER})(?: +(?P<title>\S.*?))? +\({STATUS}\)$", re.I)
LOOSE_HEAD = later(
    rf"^[#*_ ]*(?:rule +)?(?P<number>{PRINTED}|new(?: +rule)?|n{{2,4}}|\d?x{{2,4}}|\?{{2,4}})"
    rf"(?!\w)[.:)*_]*(?: +(?P<title>\S.*?))??(?: *[(\[]{STATUS}[)\]])?[*_]*$",
    re.I,
)
QUOTED = later(r"^(?:> ?)+(?=@@ -|\d{3,6}\b|\d{1,2} .*\((?:im)?mutable\)$)")
QUOTE = later(r"^(?:> ?)+")
OURS = "[the server does:"
OURS_BELOW = later(r"^\s*[+-]? *\[(?:the server does|set aside):")
OURS_BEHIND = later(r"(?<=\S) +\[(?:the server does|set aside): .*$")
FOOT = later(r"^(?:--|_{5,}.*|-{5,}.*|={5,}.*|\*{5,}|END|\.)$")
FAREWELL = later(
    r"^(?:thanks?|thank you|cheers|best|(?:kind |best )?regards|yours|greetings|bye|love|sincerely"
    r"|all the best)\b.{0,40}$",
    re.I,
)


class _Copy(Struct):
    """A rule as it stands in an edited copy; what the copy leaves unsaid is None."""

    number: int | None
    title: str | None
    status: str | None
    blocks: list[list[PageLine]] = field(default_factory=list)
    text: str = ""


def derive(rules: Rules, text: str) -> Change:
    """The one change that it makes (`derive_all`)."""
    return derive_all(rules, text, 1)[0]


def derive_all(rules: Rules, text: str, most: int) -> tuple[Change, ...]:
    """The rule-changes, up to so many, that a unified diff of the rule book, or an edited copy of
    it, makes; the book is `printed(rules)`, or as the RULES letter has it. It sets no effects; a
    patch of the repository may. Raises NotOneChange, which says in a sentence for the player what
    is wrong, and what to do."""
    if len(text) > LONGEST_COPY:
        raise NotOneChange(f"it is longer than {LONGEST_COPY:,} characters")
    with printed_with(rules.digits):
        return _derived(rules, text, most)


def _derived(rules: Rules, text: str, most: int) -> tuple[Change, ...]:
    files = _files(rules, _bare(text))
    if is_ours(files):
        return _of_files(rules, files, most)
    lines = list(_without_ours(_bare(text), joined=not any(OURS in rule.text for rule in rules)))
    edited = not is_diff(lines)
    copies = _copies(rules, lines if edited else applied(rules, lines))
    if edited:
        _cut_off(rules, copies)
    return _all_of(rules, copies, most)


def _bare(text: str) -> list[str]:
    """The lines, without what mail adds at their ends and, where the rules are quoted, before."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").translate(PLAIN)
    lines = [line.expandtabs().rstrip() for line in plain.split("\n")]
    quoted = sum(QUOTED.match(line) is not None for line in lines)
    if quoted > sum(line.startswith("@@ -") or line[:3].isdigit() for line in lines):
        lines = [QUOTE.sub("", line, count=1) for line in lines]
    return lines


def _without_ours(lines: Sequence[str], *, joined: bool) -> Iterator[str]:
    """RULES tells below each rule, in square brackets, what the server does because of it; a long
    one is wrapped, and some programs join it to the rule's last line."""
    left = 0  # lines that one may still go on for
    for line in lines:
        begins = OURS_BELOW.match(line) is not None
        found = OURS_BEHIND.search(line) if joined and not begins else None
        if found is not None:
            yield line[: found.start()]
            left = 0 if line.endswith("]") else 6
            continue
        left = 6 if begins else left - 1 if left else 0
        if left and not begins and (not line.strip(" +-") or HEAD.match(line.strip(" +-"))):
            left = 0
        if not left:
            yield line
        elif line.endswith("]"):
            left = 0


# An edited copy


def _copies(rules: Rules, lines: list[str]) -> list[_Copy]:
    known = {words_of(part): part for rule in rules for part in tidy(rule.text).split("\n\n")}
    copies = _divided(rules, lines, known)
    ours = {copy.number for copy in copies} & set(rules.by_number)
    if len(ours) * 2 < len(rules):
        foreign = _foreign("\n".join(lines))
        if len({copy.number for copy in foreign} & set(rules.by_number)) > len(ours):
            return foreign
    if not copies:
        raise NotOneChange(
            "this is neither a unified diff nor a copy of the rules: it has no line such as"
            f' "{head_of(next(iter(rules)))}". To write one rule, use PROPOSE AMEND 203'
            " and its text"
        )
    copies[-1].blocks = _without_foot(copies[-1].blocks, known)
    blocks = [block for copy in copies for block in copy.blocks]
    wrapped = any(
        [line.text.strip() for line in block] != [line.strip() for line in part.split("\n")]
        for block in blocks
        if block[1:] and (part := known.get(_joined(block))) is not None
    )
    every = [line for block in blocks for line in block]
    width = max((len(line.text) for line in every), default=0)
    words = Words.of(every) if wrapped else None
    for copy in copies:
        copy.text = "\n\n".join(_part(block, known, width, words) for block in copy.blocks)
    return copies


def _divided(rules: Rules, lines: list[str], known: Mapping[str, str]) -> list[_Copy]:
    """The copy's rules, each with its blocks of lines. What stands above the first is a letter."""
    grouped = groupby(enumerate(lines, 1), key=lambda numbered: bool(numbered[1]))
    blocks = [[PageLine(*one) for one in group] for solid, group in grouped if solid]
    plain = {read_number(found["number"]) for line in lines if (found := _strict(line))}
    copies: list[_Copy] = []
    for n, block in enumerate(blocks):
        heads = {} if block[1:] and _joined(block) in known else _heads(rules, block)
        below = n + 1 < len(blocks) or block[1:]
        if 0 not in heads and below and _joined(block) not in known:
            heads |= _loose_head(rules, block[0].text, plain)
        filling: list[PageLine] | None = None
        for at, line in enumerate(block):
            if at in heads:
                copies += [head] if (head := heads[at]) else []
                filling = None
            elif copies:
                if filling is None:
                    filling = []
                    copies[-1].blocks.append(filling)
                filling.append(line)
    return copies


def _strict(text: str) -> re.Match[str] | None:
    return HEAD.match(text.strip()) if len(text) < 400 else None


def _heads(rules: Rules, block: list[PageLine]) -> dict[int, _Copy | None]:
    """The lines that are heads, or (None) go on with one, for a long title may be wrapped."""
    if len(block) < 4 and (found := _strict(words_of(" ".join(line.text for line in block)))):
        return {at: None if at else _copied(found) for at in range(len(block))}
    heads: dict[int, _Copy | None] = {}
    for at, line in enumerate(block):
        if found := _strict(line.text):
            copy = _copied(found)
            old = rules.get(read_number(found["number"]))
            if not at or (copy.title or "")[:1].isupper() or (old and old.title == copy.title):
                heads[at] = copy
    return heads


def _loose_head(rules: Rules, text: str, plain: set[int]) -> dict[int, _Copy | None]:
    """A head as a player writes it: without a status, or with NEW in place of a number."""
    found = LOOSE_HEAD.match(text.strip()[:200])
    if found is None:
        return {}
    copy = _copied(found)
    title = copy.title or ""
    old = rules.get(copy.number) if copy.number is not None else None
    if old is not None:
        good = old.number not in plain and title == words_of(old.title)
    else:
        good = title[:1].isupper() and title[-1] not in ".;,!?" and len(title) <= 80
    return {0: copy} if good or copy.status else {}


def _copied(found: re.Match[str]) -> _Copy:
    number = read_number(found["number"]) if found["number"].replace(".", "").isdigit() else None
    status = found["status"].lower() if found["status"] else None
    return _Copy(number, words_of(found["title"] or ""), status)


def _foreign(text: str) -> list[_Copy]:
    """A copy in the form the game's text began with, which may show neither status nor titles."""
    try:
        reading = read_text(text)
    except BadText:
        return []
    return [_Copy(one.number, one.title or None, None, text=one.text) for one in reading.rules]


def _without_foot(blocks: list[list[PageLine]], known: Mapping[str, str]) -> list[list[PageLine]]:
    """A signature, the footer of a list, and a farewell stand below the last rule."""
    for n, block in enumerate(blocks):
        foot = next((at for at, line in enumerate(block) if FOOT.match(line.text.strip())), None)
        if FAREWELL.match(block[0].text.strip()):
            foot = 0
        if foot is not None and _joined(block) not in known:
            return [*blocks[:n], *([block[:foot]] if foot else [])]
    return blocks


def _part(block: list[PageLine], known: Mapping[str, str], width: int, words: Words | None) -> str:
    """A paragraph: as the book has it, where it is the book's; else as it was written."""
    whole = known.get(_joined(block))
    if whole is not None:
        return whole
    margin = min(line.indent for line in block)
    lines = [PageLine(line.number, _unescaped(line.text[margin:])) for line in block]
    if words is None:
        return "\n".join(line.text for line in lines)
    parts, _ = folded(lines, 0, width, words)
    return "\n".join(part.text for part in parts)


def _joined(block: list[PageLine]) -> str:
    return words_of(" ".join(_unescaped(line.text.strip()) for line in block))


def _unescaped(text: str) -> str:
    return text[1:] if text.startswith("\\") and LIKE_OURS.match(text) else text


# The changes


def _all_of(rules: Rules, copies: Sequence[_Copy], most: int) -> tuple[Change, ...]:
    twice = [n for n, times in Counter(copy.number for copy in copies).items() if n and times > 1]
    if twice:
        raise NotOneChange(f"rule {called(twice[0])} stands there twice: which of them is meant?")
    here = {copy.number: copy for copy in copies if copy.number is not None}
    gone = [rule for rule in rules if rule.number not in here]
    new = [copy for copy in copies if copy.number is None or copy.number not in rules.by_number]
    pairs = [(rule, here[rule.number]) for rule in rules if rule.number in here]
    changes = [change for rule, copy in pairs for change in _changes(rule, copy)]
    if not (gone or new or changes):
        raise NotOneChange(
            "it changes nothing: these are the rules as they stand. What the server does because"
            " of a rule is changed by an Effects block, not in a copy"
        )
    if len(gone) == len(new) == 1 and not changes:
        _same_under_new_number(gone[0], new[0])
    if len(gone) > 1 and len(gone) * 2 > len(rules):
        raise NotOneChange(
            f"{len(gone)} of the {len(rules)} rules are not in it, and a copy must hold them all."
            " To change one rule alone, use PROPOSE AMEND"
            f" {called(gone[0].number)} and its new text"
        )
    changes += [Change(kind="repeal", target=rule.number) for rule in gone]
    changes += [_enacted(copy) for copy in new]
    return _within(changes, most)


def _within(changes: Sequence[Change], most: int) -> tuple[Change, ...]:
    if len(changes) > most:
        what = ", ".join(
            f"{x.kind}s {f'{called(x.target)}' if x.target else shown(x.title or x.text)}"
            for x in changes[:8]
        )
        is_of = "is one (103)" if most == 1 else f"has at most {most} here"
        raise NotOneChange(
            f"it makes {len(changes)} rule-changes, and a proposal {is_of}: {what}"
            f"{' …' * (len(changes) > 8)}. Send {'one' if most == 1 else most} of them now"
        )
    return tuple(changes)


def _cut_off(rules: Rules, copies: Sequence[_Copy]) -> None:
    """A copy that ends before the book does has lost its end on the way, as far as can be known."""
    numbers = [rule.number for rule in rules]
    here = {copy.number for copy in copies}
    kept = [at for at, number in enumerate(numbers) if number in here]
    if not kept:
        return
    end, lost = kept[-1], numbers[kept[-1] + 1 :]
    last = next(copy for copy in copies if copy.number == numbers[end])
    old, new = rules.by_number[numbers[end]].text.split(), last.text.split()
    broken = len(new) < len(old) and old[: len(new)] == new and not ended(last.text)
    if broken or (len(lost) > 1 and len(kept) == end + 1 and len(lost) * 2 <= len(numbers)):
        what = "breaks off in" if broken else "ends with"
        raise NotOneChange(
            f"it {what} rule {called(numbers[end])}"
            + (f", and {len(lost)} rules after that are not in it" if lost else "")
            + ": was the end cut off? Send the whole of it"
        )


def _changes(old: Rule, copy: _Copy) -> Iterator[Change]:
    title = copy.title if copy.title and words_of(copy.title) != words_of(old.title) else ""
    same = words_of(copy.text) == words_of(old.text)
    if not same and not copy.text.strip():
        raise NotOneChange(
            f"rule {called(old.number)} has no text: to repeal it, take its head out too"
        )
    if title or not same:
        text = old.text if same else copy.text
        yield Change(kind="amend", target=old.number, title=title, text=text)
    if copy.status is not None and copy.status != old.status:
        if copy.status == "typeless":
            raise NotOneChange(
                f"rule {called(old.number)} cannot be made typeless: no rule can (103)"
            )
        yield Change(kind="transmute", target=old.number)


def _enacted(copy: _Copy) -> Change:
    name = "the new rule" if copy.number is None else f"the new rule {called(copy.number)}"
    if not copy.text.strip():
        raise NotOneChange(f"{name} has no text")
    if copy.status not in (None, "mutable"):
        raise NotOneChange(f"{name} is marked {copy.status}, and a new rule is mutable (103)")
    return Change(kind="enact", title=copy.title or "", text=copy.text)


def _same_under_new_number(old: Rule, copy: _Copy) -> None:
    mine, theirs = Counter(old.text.split()), Counter(copy.text.split())
    if copy.number is None or (mine & theirs).total() * 2 <= max(mine.total(), theirs.total()):
        return
    change = "renumbered" if mine == theirs else "changed and renumbered"
    raise NotOneChange(
        f"rule {called(old.number)} is {change} as {called(copy.number)}, and the numbers are not a"
        f" player's to give (108): leave it {called(old.number)}; a change that is adopted gets"
        " its own"
    )


# A patch of the repository


def _files(rules: Rules, lines: list[str]) -> list[FilePatch]:
    if not is_diff(lines) and not any(line.startswith("diff ") for line in lines):
        return []
    known = {words_of(line) for rule in rules for line in rule_file(rule).split("\n")} - {""}
    return files_of(lines, lambda line: words_of(line) in known)


def _of_files(rules: Rules, files: Sequence[FilePatch], most: int) -> tuple[Change, ...]:
    bounded(files)
    for file in files:
        proper(file)
    if any(PLAYERS in (file.old, file.new) for file in files):
        raise NotOneChange(
            f"the file {PLAYERS} is no rule: who wants to join sends that change alone"
        )
    changes = [change for file in files if file.path != INDEX for change in _of_file(rules, file)]
    if not changes:
        alone = all(file.path == INDEX for file in files)
        raise NotOneChange(
            f"the file {INDEX} is made of those in {ROOM}: change the file of a rule"
            if alone
            else "the patch changes nothing: the rules say all of that, as they stand"
        )
    return _within(changes, most)


def _of_file(rules: Rules, file: FilePatch) -> Iterator[Change]:
    rule = next((one for one in rules if path_of(one.lineage) == file.path), None)
    if not file.path.startswith(ROOM) or "/" in file.path.removeprefix(ROOM):
        raise NotOneChange(f"the file {file.path} is no rule: each rule is a file in {ROOM}")
    if file.old is None and rule is not None:
        raise NotOneChange(
            f"the file {file.path} is there already, as rule {called(rule.number)}: a new rule is"
            f" a new file, such as {ROOM}new.md; the server gives it its number (108)"
        )
    if file.old is not None and rule is None:
        raise NotOneChange(
            f"there is no {file.path} now: a rule that was repealed leaves no file. Fetch the rules"
            " as they stand, and make the patch anew"
        )
    before = rule_file(rule).split("\n") if rule is not None else []
    after = applied_to(file.path, before, file.hunks)
    if rule is None:
        yield _new_file(file.path, read_rule(after))
    elif file.new is None:
        if file.hunks and any(line.strip() for line in after):
            raise NotOneChange(f"the file {file.path} is to be deleted, and a part of it is left")
        yield Change(kind="repeal", target=rule.number)
    else:
        yield from _edited_file(file.path, rule, read_rule(after))


def _new_file(path: str, now: InFile) -> Change:
    if not now.text.strip():
        raise NotOneChange(f"the new rule in {path} has no text")
    change = _enacted(_Copy(None, now.title, now.status, text=now.text))
    return replace(change, effects=now.clauses or None)


def _edited_file(path: str, rule: Rule, now: InFile) -> Iterator[Change]:
    if now.number not in (None, rule.number):
        raise NotOneChange(
            f"the file {path} has the number {called(now.number)} instead of"
            f" {called(rule.number)}, and the numbers are not a player's to give (108): leave it;"
            " a change that is adopted gets its own"
        )
    if not now.text.strip():
        raise NotOneChange(f"the file {path} has no text left: to repeal the rule, delete it")
    first = now.text.split("\n", 1)[0]
    if now.status is None and re.match(r"\([^()]{1,40}\)$", first) and first not in rule.text:
        raise NotOneChange(
            f"the file {path} says {shown(first)}, where a rule is (mutable) or (immutable)"
        )
    changes = list(_changes(rule, _Copy(rule.number, now.title, now.status, text=now.text)))
    if now.clauses != rule.clauses:
        amended = next((one for one in changes if one.kind == "amend"), None)
        others = [one for one in changes if one is not amended]
        amended = amended or Change(kind="amend", target=rule.number, text=rule.text)
        changes = [replace(amended, effects=now.clauses), *others]
    yield from changes
