"""Votes that follow something else: ENDORSE Bob, and FOR 302 IF 301 FAILS."""

import re

from nomic_mail.game.commands import Command, Vote
from nomic_mail.letters.grammar.forms import PROPOSAL, form, number
from nomic_mail.letters.grammar.language import Row, word

word(
    "ENDORSE",
    Row(
        "voting",
        "ENDORSE Bob",
        "your vote is what Bob's is; where a rule says so",
        "du stimmst wie Bob; wo eine Regel es sagt",
        14,
    ),
    Row(
        "voting",
        "FOR 302 IF 301 FAILS",
        "or PASSES; where a rule says so",
        "oder PASSES; wo eine Regel es sagt",
        15,
    ),
    usage="ENDORSE Bob, or ENDORSE Bob ON 301",
    page="vote",
    slips=True,
)
_PASSES = r"pass(?:es)?|is adopted|fails?|is (?:not adopted|defeated)"


def _endorsed(found: re.Match[str]) -> Command | None:
    """ "I endorse Bob" alone may be said of anything."""
    if not found["n"] and "ENDORSE" not in found[0]:
        return None
    who = " ".join(found["who"].split())
    return Vote(choice=f"as {who}", proposal=number(found["n"]))


def _if(found: re.Match[str]) -> Command:
    passes = found["how"].lower() in ("pass", "passes", "is adopted")
    condition = f"if {int(found['if'])} {'passes' if passes else 'fails'}"
    return Vote(choice=f"{found['choice'].lower()} {condition}", proposal=number(found["n"]))


FORMS = (
    form(
        r"(?:i )?(?:hereby )?endorse\s+(?P<who>[^\W\d_](?:[^\W\d_]|[ .'-]){0,79}?)"
        rf"(?:\s+(?:on|for|in)\s+{PROPOSAL})?",
        _endorsed,
    ),
    form(
        rf"(?:i )?(?:vote )?(?P<choice>for|against|abstain)(?:\s+(?:on )?{PROPOSAL})?,?\s+if\s+"
        rf"(?:proposal )?#?(?P<if>\d{{3,6}})\s+(?P<how>{_PASSES})",
        _if,
    ),
)
