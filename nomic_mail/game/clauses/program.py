"""program: what no other clause can say, as a text that runs (programs.py)."""

import textwrap

from nomic_mail.game.clauses.kind import BadClause, Kind

LONGEST = 16_000


def _read(text: str) -> str:
    """The lines as they run: without the margin that they share, and without what mail programs
    put in the place of a blank."""
    lines = text.replace("\r\n", "\n").replace("\u00a0", " ").expandtabs(4).split("\n")
    first, rest = lines[0].strip(), textwrap.dedent("\n".join(lines[1:]))
    source = "\n".join(line.rstrip() for line in [first, *rest.split("\n")]).strip("\n")
    if not source.strip():
        raise BadClause("a program is the lines below it, indented")
    if len(source) > LONGEST:
        raise BadClause(f"a program has at most {LONGEST} characters")
    return source


def _show(value: str) -> str:
    return value if "\n" not in value else "\n" + textwrap.indent(value, "    ")


KIND = Kind(
    name="program",
    place=900,
    fold="sum",
    meaning="the lines below it, indented, are a program that keeps what players have and says what"
    " they can do; HELP PROGRAM tells how to write one",
    german="die Zeilen darunter, eingerückt, sind ein Programm, das aufbewahrt, was jeder hat, "
    "und sagt, was man tun kann; HELP PROGRAM sagt, wie man eines schreibt",
    more="A rule has one. Programs that are called by the same thing run in the order of precedence"
    " (211).",
    forms=('coins = quantity("coins", start=5)',),
    read=_read,
    show=_show,
    verbatim=LONGEST + 2000,
)
