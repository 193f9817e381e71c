"""Which texts of an event or a command are people's own words: a mark on a field's type.

The ledger commits to such words one by one, so that each can be withheld from a record, and nothing
else fits in its place. In what is free to write, and nobody's words, only mail addresses are.
"""

from typing import Annotated

WORDS = "words"

Words = Annotated[str, WORDS]

FREE = "free"

Free = Annotated[str, FREE]
