"""Which texts of an event or a command are people's own words: a mark on a field's type.

The ledger commits to such words one by one, so that each can be withheld from a record, and nothing
else fits in its place. In what is free to write, and nobody's words, only mail addresses are. A
clause is a term of the law, which stands for all to read; but the text of a program is words.
"""

from typing import Annotated

WORDS = "words"

Words = Annotated[str, WORDS]

FREE = "free"

Free = Annotated[str, FREE]

CLAUSE = "clause"

Clauses = tuple[Annotated[str, CLAUSE], ...]


def is_program(clause: str) -> bool:
    return " ".join(clause.partition(":")[0].lower().replace("-", " ").split()) == "program"
