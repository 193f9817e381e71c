"""Templates of a moderator's own, looked at before any letter is written with them.

1. What can be told without a game is told here: a template that is none, one that lacks a block,
   one that no letter has. A fact's name written wrong shows in `letter preview`.
"""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from nomic_mail.post.render import Templates


def troubles(folders: Sequence[Path]) -> list[str]:
    """What is wrong with templates of somebody's own, each with its file, its line and what would
    mend it. The last folder has all that there are."""
    known = {file.name for file in folders[-1].iterdir()}
    found = []
    for folder in folders[:-1]:
        if not folder.is_dir():
            found.append(f"{folder} is no folder: make it, or take [templates] path away")
            continue
        plain = Templates([folder, folders[-1]], "txt")
        for file in sorted(folder.iterdir()):
            if file.suffix not in (".txt", ".html", ".css") or file.name.startswith("."):
                continue
            near = get_close_matches(file.name, known, 1) or ["one in docs/letters.md"]
            if file.name not in known:
                found.append(f"{file}: no letter has a template of that name; is it {near[0]}?")
            elif file.suffix != ".css" and (why := plain.trouble(file.name)):
                fix = "mend that line, or take the file away: then the letter has the shipped words"
                found.append(f"{file}: {why.rstrip('.')}; {fix}")
    return found
