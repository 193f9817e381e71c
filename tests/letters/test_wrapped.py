"""Paragraphs that a mail program broke at its margin are one line again; what was broken on purpose
stays broken."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.mime.wrapped import LEAST, unwrapped

PROSE = (
    "When a proposed rule change is defeated, the player who proposed it loses seven points,"
    " unless it is a Tuesday, when they lose eight and have to make the tea for all the others. A"
    " player who is away makes none."
)
ITEMS = (
    "- Assam, which is a strong black tea that is grown in the north east of India, and best with"
    " milk; it is drunk at four;",
    "- Darjeeling.",
)


@pytest.mark.parametrize("width", [65, 72, 76, 78, 80])
def test_paragraphs_and_items_are_one_line_each(width: int) -> None:
    broken = [
        textwrap.fill(PROSE, width),
        "",
        "There are these teas:",
        *(textwrap.fill(item, width, subsequent_indent="  ") for item in ITEMS),
        *(textwrap.fill(f"{n}. {PROSE}", width) for n in (1, 2)),
    ]
    whole = [PROSE, "", "There are these teas:", *ITEMS, f"1. {PROSE}", f"2. {PROSE}"]
    assert unwrapped("\n".join(broken)) == "\n".join(whole)


@pytest.mark.parametrize(
    "text",
    [
        "Roses are red,\nviolets are blue.",
        "Whoever reads this verse aloud to all the others gets a point,\nand tea,\nand all the"
        " biscuits that there are in the house on that day;\nbut no cake.",
        "The first to do any of these things is the winner of the game:\nsing\ndance",
        "A player who sings is the winner of the whole game, at once.\nNobody else sings.",
        "    The first line of a poem that is set a little further in\n    and the second one",
        "name          points      tea that is drunk by them, if any is\nAda           5",
        "",
        "One line, however long it is, as a mail program that does not break lines sends it, is"
        " left alone.\nAnd so is the one below it.",
    ],
)
def test_what_was_broken_on_purpose_stays(text: str) -> None:
    assert unwrapped(text) == text


WORDS = st.text("abcdefgh", min_size=1, max_size=12).filter(lambda word: word not in "abcdefgh")


@given(st.lists(WORDS, min_size=30, max_size=80), st.integers(LEAST + 12, 80))
def test_whatever_was_filled_comes_back(words: list[str], width: int) -> None:
    text = " ".join(words)
    assert unwrapped(textwrap.fill(text, width)) == text


@given(st.text(" abc.:-\n", max_size=400))
def test_no_word_is_lost_and_twice_is_as_once(text: str) -> None:
    once = unwrapped(text)
    assert once.split() == text.split() or "-" in text
    assert unwrapped(once).split() == once.split() or "-" in text
