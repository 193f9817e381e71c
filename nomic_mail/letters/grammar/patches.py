"""A patch of the rules in a letter: pasted, attached, or the letter that git makes of one.

1. A patch is cut out of the letter as it was written, before anything else is read: none of its
   lines is a command, a quotation or a signature.
2. Beneath PROPOSE, REVISE or PREVIEW it is what that says. The letter of `git format-patch` and
   `git send-email`, whose subject begins with [PATCH], proposes by itself; so does a patch with no
   words but such as ask nothing and set no condition: they are its reason then.
3. The subject behind [PATCH] is the title, the message the reason. The diffstat and git's trailers
   say nothing; what stands between the message and the diffstat is read as in any letter.
4. A part of a series, and a draft ([RFC PATCH]), are asked about.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from nomic_mail.game.commands import Command, Join, ProposeEdited
from nomic_mail.letters.grammar.bodies import EFFECTS, END, split_effects, without_goodbye
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.heads import Head, read_head
from nomic_mail.letters.grammar.lines import read_order
from nomic_mail.letters.grammar.proposals import NAMED
from nomic_mail.letters.grammar.reading import Understood
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.mime.charset import decode_header
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.patch import PLAYERS, FilePatch, begins, extent, files_of, is_ours
from nomic_mail.patterns import later

LONGEST = 150_000
CANDIDATES = 5
MARK = later(r"^\s*\[(?P<tags>[^\]]{0,80}\bPATCH\b[^\]]{0,80})\]\s*(?P<title>.*)$", re.S)
PART = later(r"^(\d{1,4})/(\d{1,4})$")
VERSION = later(r"^v(\d{1,4})$", re.I)
DRAFTS = frozenset(("RFC", "WIP", "DRAFT"))
PLAYER = later(r"^[-*+] +(?P<name>\S.*?)(?: *\((?P<points>[+-]?\d{1,9}(?:\.\d{1,3})?) points?\))?$")
MAILBOX = later(r"^>?From [0-9a-f]{7,64} ")
HEADER = later(
    r"^(?P<name>From|Subject|Date|To|Cc|Reply-To|Message-Id|In-Reply-To|References|MIME-Version"
    r"|Content-[\w-]+|X-[\w-]+|Author|AuthorDate|Commit|CommitDate):\s*(?P<value>.*)$",
    re.I,
)
COMMIT = later(r"^commit [0-9a-f]{7,64}\b")
CUT = later(r"^---\s*$")
STAT = later(
    r"^ (?:\S.{0,200} \| +(?:\d+ ?[+-]*|Bin .*)|\d+ files? changed.*"
    r"|(?:create|delete) mode \d+ .*|(?:rename|copy|mode change) .*)$"
)
TRAILER = later(
    r"^(?:[A-Z][a-z]+(?:-[a-z]+)*-by|Cc|Change-Id|base-commit|prerequisite-patch-id): \S.*$"
)
UNSURE = later(
    r"\?|\b(?:if|unless|draft|rfc|wip|would|might|maybe|perhaps|for example"
    r"|ignore|disregard|(?:am|i'm|voted?|be) against|(?:do not|don't) like"
    r"|not (?:yet|proposing|a proposal|to be)"
    r"|(?:do not|don't|won't) (?:yet )?(?:propose|count|take))\b",
    re.I,
)


class Marked(NamedTuple):
    """What the subject of a patch by mail says."""

    title: str
    part: str  # "2/3", where it is one of several
    cover: bool
    again: bool
    draft: bool


class Patch(Struct, frozen=True):
    """`above` and `below` are the rest of the letter, with its `subject` and what else is
    `attached`; `question` is why it cannot be taken. `by_itself`: nothing but the patch says what
    is wanted."""

    line: str
    question: str = ""
    diff: str = ""
    files: tuple[FilePatch, ...] = ()
    head: Head | None = None
    title: str = ""
    reason: str = ""
    effects: tuple[str, ...] | None = None
    again: bool = False
    by_itself: bool = False
    above: str = ""
    below: str = ""
    subject: str = ""
    attached: tuple[str, ...] = ()

    @property
    def is_of_players(self) -> bool:
        return any(PLAYERS in (one.old, one.new) for one in self.files)


class _Told(NamedTuple):
    """What stands above a patch that git made a letter or a commit of."""

    title: str = ""
    message: Sequence[str] = ()
    notes: Sequence[str] = ()  # between the message and the diffstat: no part of the commit


class _Cut(NamedTuple):
    above: list[str]
    diff: list[str]
    below: list[str]


def marked(subject: str) -> Marked | None:
    found = MARK.match(subject[:500])
    if found is None:
        return None
    tags = found["tags"].split()
    part = next((one for one in tags if PART.match(one)), "")
    number, of = map(int, part.split("/")) if part else (1, 1)
    version = next((int(one[1]) for tag in tags if (one := VERSION.match(tag))), 1)
    draft = bool(DRAFTS & {tag.upper() for tag in tags})
    title = " ".join(found["title"].split())[:200]
    return Marked(title, part if of > 1 else "", not number, version > 1, draft)


def begins_at(subject: str, text: str) -> int:
    """From which line on (counted from 1) a letter is a patch, with its message: beyond all where
    it has none."""
    lines = text.split("\n")
    if marked(subject):
        return 1
    found = _cut(lines)
    return len(found.above) + 1 if found else len(lines) + 1


def find(
    subject: str, text: str, attached: Sequence[str], heading: Head | None = None
) -> Patch | None:
    """The patch of the repository in a letter; None where it has none, and git did not send it.
    `heading` is what the subject says where it is the head of a proposal by itself."""
    mark = marked(subject)
    pasted = _cut(text.split("\n"), quoted=mark is None)
    found = [(one, _cut(one.split("\n"), quoted=False)) for one in attached]
    patches = [cut for cut in (pasted, *(cut for _, cut in found)) if cut is not None]
    if not patches:
        return _without(mark, subject) if mark else None
    patch = patches[0]
    own = pasted.above if pasted else text.split("\n")
    sent = mark is not None or _is_envelope(own)
    outer = _envelope(own) if sent else _Told(notes=_without_stat(own))
    inner = _envelope(patch.above) if not pasted else _Told()
    head, above, said = _head(outer.notes)
    if head is None and heading is not None and heading.plain:
        head, above, said, subject = heading, [], _said("\n".join(outer.notes)), ""
    below = _Below(pasted.below if pasted else ())
    title = inner.title or outer.title
    mark = mark or marked(title)
    question = _amiss(mark, len(patches), patch) or below.question
    if isinstance(head, Doubt):
        question, head = question or head.question, None
    return Patch(
        line=head.line if head else subject.strip() if marked(subject) else patch.diff[0],
        question=question,
        diff="\n".join(patch.diff),
        files=tuple(files_of(patch.diff)),
        head=head,
        title=mark.title if mark else title,
        reason="\n\n".join(filter(None, map(_plain, (outer.message, inner.message, said)))),
        effects=below.effects,
        again=mark is not None and mark.again,
        by_itself=head is None and not sent,
        above="\n".join(above),
        below="\n".join(below.left),
        subject="" if marked(subject) else subject,
        attached=tuple(one for one, cut in found if cut is None),
    )


def is_unsure(patch: Patch, above: Understood, *, asked: bool) -> str:
    """The question about a patch whose letter does not say what it is for, where its words may say
    something else than that it is proposed."""
    words = patch.above if not above.said else ""
    if patch.is_of_players or not (asked or UNSURE.search(words)):
        return ""
    return (
        "do you propose this patch? Then write PROPOSE on a line of its own above it, or PREVIEW to"
        " see what it would change. Nothing was proposed."
    )


def command(patch: Patch, above: Understood) -> Command | Doubt:
    """What is wanted with it: a proposal, or JOIN, where it is of the list of players."""
    if patch.is_of_players:
        return _joining(patch.files)
    head, reason = patch.head, patch.reason
    if patch.by_itself and not above.said:
        reason = "\n\n".join(filter(None, (_plain(without_goodbye(_said(patch.above))), reason)))
    return ProposeEdited(
        act=head.act if head else "propose",
        text=patch.diff,
        title=head.title if head else "",
        effects=patch.effects,
        subject=patch.title,
        reason=reason,
        again=patch.again,
    )


def _joining(files: Sequence[FilePatch]) -> Join | Doubt:
    """Adding oneself to the list of players, which must be all that the patch does. The lines
    around it tell nothing: scores change while a patch is on its way."""
    lines = [line for one in files for hunk in one.hunks for line in hunk.ops]
    gone, come = (
        [text for sign, words in lines if sign == way and (text := " ".join(words).strip())]
        for way in "-+"
    )
    player = PLAYER.match(come[0]) if len(come) == 1 else None
    why = _no_joining(files, gone, come, player)
    join = read_order(f"JOIN {player['name']}", from_moderator=False) if player else None
    if not why and isinstance(join, Join):
        return replace(join, listed=True)
    why = why or "that is no name to join with: write JOIN and your name instead"
    return Doubt(f"{why[0].upper()}{why[1:]}. Nothing was done.")


def _no_joining(
    files: Sequence[FilePatch],
    gone: Sequence[str],
    come: Sequence[str],
    player: re.Match[str] | None,
) -> str:
    if len(files) > 1:
        return (
            f"the patch changes {PLAYERS} and other files: joining and a rule-change are two things"
            " (103), so send them apart"
        )
    (file,) = files
    if file.odd or file.old != file.new:
        return f"the file {PLAYERS} stays where and what it is: to join, add one line at its end"
    if gone:
        return (
            f"the patch changes {shown(gone[0])} in the list of players, and neither points nor"
            " players are changed so: points come by the rules, and who wants to leave writes"
            " FORFEIT (113)"
        )
    if any(old != new for old, new in (hunk.left for hunk in file.hunks)):
        return "the patch is cut off: send it again, attached as a file"
    if player is None and len(come) == 1:
        return (
            f"{shown(come[0])} is no line of the list of players: add your name, as in"
            ' "- Ada Lovelace (0 points)"'
        )
    if player is None:
        return (
            f"the patch adds {len(come)} lines to the list of players: to join, add yourself and"
            " nobody else"
        )
    if float(player["points"] or 0):
        return (
            f"the patch gives {player['name']} {player['points']} points, and points come by the"
            f' rules: add "- {player["name"]} (0 points)"'
        )
    return ""


def _said(text: str) -> list[str]:
    return [line.written for line in scaffold(text) if line.kind in ("said", "blank")]


def _without(mark: Marked, subject: str) -> Patch:
    what = (
        "is the cover of a series of patches" if mark.cover else "comes with no patch of the rules"
    )
    question = (
        f"{shown(subject)} {what}: nothing was done. One rule-change (103) is one patch, as"
        " `git format-patch` makes it in a clone of the game's repository."
    )
    return Patch(subject.strip(), question)


def _amiss(mark: Marked | None, many: int, patch: _Cut) -> str:
    nothing = "Nothing was proposed."
    if many > 1:
        return f"your letter holds {many} patches, and a proposal is one: which is meant? {nothing}"
    if sum(map(len, patch.diff)) > LONGEST:
        return (
            f"the patch is longer than {LONGEST:,} characters: send the change of one rule alone."
        )
    if mark and mark.part:
        return (
            f"this is patch {mark.part} of a series, and a player proposes one rule-change at a"
            f" time (103): send the one that you mean alone. {nothing}"
        )
    if mark and mark.draft:
        return (
            "do you propose this, or is it a draft to be talked about? To propose it, send it as"
            f" [PATCH]; to talk, write to your talk address. {nothing}"
        )
    return ""


def _cut(lines: Sequence[str], *, quoted: bool = True) -> _Cut | None:
    """The letter before, in and behind the first patch of ours that its writer put there."""
    lines = [line.rstrip("\r") for line in lines]
    found = (at for at in range(len(lines)) if begins(lines, at))
    for _, at in zip(range(CANDIDATES), found, strict=False):
        above = [line for line in lines[:at] if not CUT.match(line)]
        if (
            quoted
            and not _is_envelope(lines)
            and scaffold("\n".join([*above, "diff"]))[-1].kind != "said"
        ):
            return None
        end = extent(lines, at)
        if is_ours(files_of(lines[at:end])):
            return _Cut(lines[:at], lines[at:end], lines[end:])
    return None


# What stands above it


def _is_envelope(lines: Sequence[str]) -> bool:
    """Whether git wrote what stands above a patch: `format-patch` into a file, or `show`."""
    first = next(iter(_solid(lines)), "")
    return bool(MAILBOX.match(first) or COMMIT.match(first))


def _without_stat(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if not CUT.match(line) and not STAT.match(line)]


def _envelope(lines: Sequence[str]) -> _Told:
    rest = _solid(lines)
    commit = bool(rest and COMMIT.match(rest[0]))
    if rest and (commit or MAILBOX.match(rest[0])):
        rest = rest[1:]
    values: dict[str, str] = {}
    if rest and HEADER.match(rest[0]):
        name = ""
        while rest and rest[0].strip():
            line, rest = rest[0], rest[1:]
            if found := HEADER.match(line):
                name = found["name"].lower()
                values[name] = found["value"]
            elif line[0] in " \t":
                values[name] += line
        rest = _solid(rest)
    title = " ".join(decode_header(values.get("subject", "")[:2000]).split())
    at = _cut_at(rest)
    message, notes = rest[:at], _without_stat(rest[at:] if at is not None else ())
    if commit:
        first, *message = [line.removeprefix("    ") for line in message] or [""]
        title = first.strip()
    return _Told(title, message, notes)


def _cut_at(lines: Sequence[str]) -> int | None:
    return next((at for at in range(len(lines) - 1, -1, -1) if CUT.match(lines[at])), None)


def _solid(lines: Sequence[str]) -> list[str]:
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    return list(lines[first:])


def _head(lines: Sequence[str]) -> tuple[Head | Doubt | None, list[str], list[str]]:
    """The head that the patch belongs to, the lines above it, and the words below it."""
    scaffolded = scaffold("\n".join(lines))
    for line in reversed(scaffolded):
        head = read_head(line.text) if line.kind == "said" else None
        if isinstance(head, Head) and head.kind in (None, "amend", "enact"):
            if head.kind == "enact" and not head.plain:
                break
            at = line.number
            below = [one for one in scaffolded if one.number > at and one.kind in ("said", "blank")]
            return head, list(lines[: at - 1]), _without_name([one.written for one in below])
        if isinstance(head, Doubt):
            return head, list(lines[: line.number - 1]), []
    return None, list(lines), []


def _without_name(lines: list[str]) -> list[str]:
    """Beneath PROPOSE alone a name is a name."""
    said = [line.strip() for line in without_goodbye(lines) if line.strip()]
    return [] if all(NAMED.match(line) or END.match(line) for line in said) else lines


def _plain(lines: Sequence[str]) -> str:
    kept = [line.rstrip() for line in lines if not TRAILER.match(line) and not STAT.match(line)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip("\n")


class _Below:
    """What stands below a patch: the Effects block there, and what is left without it."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.effects: tuple[str, ...] | None = None
        self.question = ""
        self.left = _solid(lines)
        if self.left and END.match(self.left[0].strip()):
            self.left = self.left[1:]
        elif self.left and EFFECTS.match(self.left[0]):
            kinds = [line.kind for line in scaffold("\n".join(self.left))]
            over = (
                at
                for at, line in enumerate(self.left)
                if at >= len(kinds) or kinds[at] not in ("said", "blank") or END.match(line.strip())
            )
            end = next(over, len(self.left))
            _, effects = split_effects(self.left[:end])
            self.question = effects.question if isinstance(effects, Doubt) else ""
            self.effects = None if isinstance(effects, Doubt) else effects
            ended = end < len(self.left) and END.match(self.left[end].strip())
            self.left = self.left[end + bool(ended) :]
