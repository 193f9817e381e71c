"""An old game for publication: its files, and so all that is made of them, without mail addresses.

1. Its files stay TOML and CSV, line by line: no sign that holds them together is taken out.
2. Who is called by a mail address has to be given a name first: else two of them would be one.
"""

import re
from pathlib import Path

from nomic_mail.archive.mbox import masked
from nomic_mail.archive.told.form import File, Told
from nomic_mail.archive.told.reading import read
from nomic_mail.toml import BadFile, Problem
from nomic_mail.written.words import NO_ADDRESS

_ADDRESS = re.compile(r"\w[\w.!$%&*+/?^|~-]*@[\w-]+(?:\.[\w-]+)*", re.ASCII)


def redacted(told: Told) -> Told:
    """Raises BadFile, as reading does."""
    file, found = told.files[0].name, []
    people = {one.name: one.where for one in told.players} | dict.fromkeys(told.game.others, "game")
    for name, where in people.items():
        if masked(name) != name:
            line, fix = told.place(where)[1], f"give {name} a name: addresses are withheld"
            found.append(Problem(line, where, name, fix))
    if found:
        raise BadFile(Path(file), found)
    return read([File(one.name, masked(_ADDRESS.sub(NO_ADDRESS, one.text))) for one in told.files])


def withheld(told: Told) -> int:
    return sum(one.text.count(NO_ADDRESS) for one in told.files)
