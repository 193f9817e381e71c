"""A patch of the repository of the rules, carried out on one file.

1. A hunk belongs where its lines stand now, as they stand now; else it is refused by file and hunk,
   and never fitted. Its line numbers are a hint, its counts are not: a hunk that lost lines on its
   way is refused.
2. Nothing is taken from a patch but lines of files; what else git can do (binary files, renames,
   links) is refused in words. Files and hunks are bounded.
"""

from collections.abc import Sequence

from nomic_mail.patch import FilePatch, Hunk
from nomic_mail.rulesets.book import NotOneChange, words_of
from nomic_mail.rulesets.pages import shown

MOST_FILES, MOST_HUNKS = 40, 100


def bounded(files: Sequence[FilePatch]) -> None:
    """Raises NotOneChange."""
    hunks = sum(len(one.hunks) for one in files)
    if len(files) > MOST_FILES or hunks > MOST_HUNKS:
        raise NotOneChange(
            f"the patch has {hunks:,} hunks in {len(files):,} files, and one rule-change (103) has"
            f" few: at most {MOST_HUNKS} in {MOST_FILES} are read. Send the change of one rule"
        )


def proper(file: FilePatch) -> None:
    """Raises NotOneChange where it is no change of lines, or not of a file that may be there."""
    paths = [path for path in (file.old, file.new) if path is not None]
    for path in paths or [""]:
        steps = path.split("/")
        if not path or path[0] == "/" or {"..", ".", "", ".git"} & set(steps):
            raise NotOneChange(f"{shown(path)} is no name of a file in the repository")
    if file.odd in ("renamed", "copied") or (file.old and file.new and file.old != file.new):
        raise NotOneChange(
            f"{shown(file.old or '')} is {file.odd or 'renamed'} as {shown(file.new or '')}, and a"
            " rule keeps its file, named by the number it was born with. Leave the file where it is"
            " (`git diff --no-renames` shows a deleted and a new file)"
        )
    if file.odd:
        what = f"the file {file.path} is {file.odd}"
        raise NotOneChange(f"{what}, and rules are plain text: send lines")


def applied_to(path: str, lines: Sequence[str], hunks: Sequence[Hunk]) -> list[str]:
    """The lines of the file with the hunks carried out. Raises NotOneChange."""
    words = [words_of(line) for line in lines]
    where = [n for n, line in enumerate(words) if line]  # blank lines do not count
    solid = [words[n] for n in where]
    ours = {words_of(line): line for line in lines}
    made: list[str] = []
    done = 0  # lines of the file that are dealt with
    for number, hunk in enumerate(hunks, 1):
        name = f"{path}, hunk {number} ({hunk.head})"
        ops = [(sign, " ".join(text)) for sign, text in hunk.ops]
        first = next((n for n, one in enumerate(ops) if one[0] != " " or one[1].strip()), 0)
        last = max(
            (n for n, one in enumerate(ops, 1) if one[0] != " " or one[1].strip()), default=0
        )
        old = [words_of(text) for sign, text in ops if sign != "+" and text.strip()]
        if not old and solid:
            raise NotOneChange(
                f"in {name}, no line of the rule stands beside what is added, so that nothing tells"
                " where it belongs; make the patch with three lines of context, as git does"
            )
        if not old:
            _whole(name, hunk, words, len(words))
            made += [text for sign, text in ops if sign == "+"]
            continue
        place = _place(name, old, hunk.start + first, solid, where)
        begin, end = where[place], where[place + len(old) - 1] + 1
        _whole(name, hunk, words, end)
        if begin < done:
            raise NotOneChange(f"the patch does not apply: {name}, belongs above the hunk before")
        made += lines[done:begin]
        for sign, text in ops[first:last]:
            if sign != "-":
                made.append(text if sign == "+" else ours.get(words_of(text), text))
        done = end
    return [*made, *lines[done:]]


def _whole(name: str, hunk: Hunk, words: Sequence[str], end: int) -> None:
    """Of a hunk's last lines mail may take blank ones away, and nothing else."""
    old, new = hunk.left
    if old == new == 0:
        return
    if old != new or old < 0 or end + old > len(words) or any(words[end : end + old]):
        raise NotOneChange(
            f"the patch is cut off, or its lines were broken on their way: {name}, has not as many"
            " as it says. Send it again, attached as a file"
        )


def _place(
    name: str, old: Sequence[str], start: int, solid: Sequence[str], where: Sequence[int]
) -> int:
    fits = [n for n in range(len(solid) - len(old) + 1) if list(solid[n : n + len(old)]) == old]
    stated = [n for n in fits if where[n] == start]
    if stated or len(fits) == 1:
        return (stated or fits)[0]
    why = f"its lines stand at {len(fits)} places" if fits else "its lines do not stand together so"
    lost = next((line for line in old if line not in solid), None)
    if lost is not None:
        why = f"it speaks of {shown(lost)}, which the file does not say now"
    raise NotOneChange(
        f"the patch does not apply: {name}: {why}. Make it anew of the rules as they stand now"
    )
