"""Quotations that a mail program breaks again: what falls off a line is nobody's vote."""

import textwrap
from functools import lru_cache

import pytest
from msgspec.structs import replace

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.play import samples

ONE = About(ballot=301, open_ballots=(301,))
TEXTS = (
    "Two thirds will do\nA rule change is adopted when two thirds of the eligible voters vote"
    " for it.\n\nA vote that is not cast is no vote for it.",
    "Adoption\nA unanimous vote of the eligible voters adopts a rule change, and nothing short of"
    " it does.",
)
WIDTHS = range(44, 79, 2)
SAID = {
    "I vote for it.": ["for"],
    "FOR": ["for"],
    "AGAINST 301": ["against"],
    "Thanks!": [],
    "Let me think about it.": [],
}


@lru_cache
def ballot(language: str) -> str:
    body = samples.letters(language=language)["ballot"].get_body(("plain",))
    assert body is not None
    return str(body.get_content()).partition("\n-- \n")[0].strip()


def quoted(language: str, width: int) -> str:
    """Our lines with their mark, broken again; what no longer fits has none."""
    lines = [f"> {line}".rstrip() for line in ballot(language).split("\n")]
    return "\n".join(
        part for line in lines for part in textwrap.wrap(line, width, break_on_hyphens=False)
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", WIDTHS)
def test_what_falls_off_our_ballot_is_no_vote(language: str, width: int) -> None:
    for said, ways in SAID.items():
        letter = f"{said}\n\nNomic <nomic@example.org> wrote:\n{quoted(language, width)}\n"
        for about in (ONE, replace(ONE, texts=lambda: TEXTS)):
            found = understand("", letter, about)
            cast = [one.command.choice for one in found.said if isinstance(one.command, Vote)]
            assert cast == ways or (about is ONE and found.questions), (said, found)


@pytest.mark.parametrize("said", ["FOR", "for.", "Yes", "AGAINST", "No.", "+1"])
@pytest.mark.parametrize(
    "above",
    [
        "> How: reply to this letter with one word,",
        "> 301 by Bob: Each player may have tea once a week, and",
        "> Whoever makes it gains two points",
    ],
)
def test_an_answer_right_below_a_quotation_is_not_lost(above: str, said: str) -> None:
    for below in ("", "\n> 302 by Cleo: Cakes", "\n\nThanks,\nAda"):
        found = understand("", f"{above}\n{said}{below}", ONE)
        assert found.said or found.questions


TALK = """> I have read it twice now, and I would like it if all of us voted against
> this proposal, since it is too long; somebody else could then make one for
> tea that is drunk at four, as I have said before; and in that case I am for
> it. Of what Cleo wrote last week I can only say that my answer to it is no
> more than what everybody knows already.
"""


@pytest.mark.parametrize("width", range(56, 76))
def test_what_falls_off_somebody_s_words_is_not_the_reader_s_vote(width: int) -> None:
    broken = "\n".join(
        part for line in TALK.split("\n") for part in textwrap.wrap(line, width) or [""]
    )
    found = understand("", f"Thanks, Bob!\n\nBob <bob@example.org> wrote:\n{broken}", ONE)
    assert not found.said and not found.questions, broken
