"""Scaffolding: every line kept, each called what it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.quoting.scaffold import scaffold

SIGNS = {
    "said": "S", "quoted": "Q", "attribution": "A", "signature": "-", "footer": "F", "blank": ".",
}  # fmt: skip


def shape(text: str) -> str:
    return "".join(SIGNS[line.kind] for line in scaffold(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes\n\nOn Mon, 2 Mar 2026 at 10:00, Bob <b@x.org> wrote:\n> no\n> no", "S.AQQ"),
        ("yes\nOn Tue, 2011-03-01 at 18:02 +0530, Bob wrote:\n> no\n\nmore", "SAQ.S"),
        ("On Mon, 2 Mar 2026 at 10:00, Bob\n<b@x.org> wrote:\n\n> no\n\nyes", "AA.Q.S"),
        ("I vote FOR 301, as Bob wrote:\n> he did", "SQ"),
        ("Bob wrote:\n> he did", "AQ"),
        ("yes\n\nAm 02.03.2026 um 10:00 schrieb Bob <b@x.org>:\n\nno", "S.AQQ"),
        ("yes\n\nLe 2 mars 2026 à 10:00, Bob <b@x.org> a écrit :\n> no", "S.AQ"),
        ("yes\n\n---- Bob wrote ----\n> no", "S.AQ"),
        ("yes\n\nFrom: Bob <b@x.org>\nSent: Monday 10:00\nTo: Ada\nSubject: x\n\nno", "S.AQQQQQ"),
        ("yes\n\n-----Original Message-----\nno", "S.AQ"),
        ("From: what I hear\nit is good", "SS"),
        ("yes\n-- \nAda\nno", "S---"),
        ("yes\n--\nAda", "S--"),
        ("one\n--\n" + "line\n" * 20, "SS" + "S" * 20),
        ("yes\n\nSent from my iPhone", "S.-"),
        ("Sent from my iPhone and meant\nyes", "SS"),
        ("yes\n_______________\nDo You Yahoo!?\nfree mail", "SFFF"),
        ("a\n_______________\nb", "SSS"),
        ("NB> no\nyes\n| no\n| a | b |", "QSQS"),
        (">From here on it is said\nyes", "SS"),
        ("> > deep\n>> deep\n>\n>deep", "QQQQ"),
    ],
)
def test_shapes(text: str, expected: str) -> None:
    assert shape(text.rstrip("\n")) == expected


def test_depths_and_numbers() -> None:
    lines = scaffold("> > a\n> b\nc")
    assert [(line.number, line.depth, line.text) for line in lines] == [
        (1, 2, "a"),
        (2, 1, "b"),
        (3, 0, "c"),
    ]


@given(st.text(alphabet="> -|abNB:@.<0123456789:\n wrote", max_size=300))
def test_nothing_is_lost(text: str) -> None:
    lines = scaffold(text)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    said = "".join("".join(line.text.split()) for line in lines).replace(">", "").replace("|", "")
    given_text = "".join(text.split()).replace(">", "").replace("|", "")
    assert len(said) >= len(given_text) - text.count(">") * 16  # `name> ` is a mark


@pytest.mark.parametrize(
    "below",
    ["Ada\n\nOne more thing: change my vote", "Ada\n\nLEAVE", "Ada\nPS: no on 302", "yes"],
)
def test_below_a_closing_what_is_no_name_is_said(below: str) -> None:
    lines = scaffold(f"FOR 301\n\nKind regards,\n{below}\n")
    assert {line.kind for line in lines} == {"said", "blank"}


@pytest.mark.parametrize("below", ["Ada", "Ada Lovelace\nNo Limits GmbH", "N.\nTel. +1 555 0100"])
def test_below_a_closing_names_are_a_signature(below: str) -> None:
    first, *rest = scaffold(f"FOR 301\n\nKind regards,\n{below}\n")
    assert first.kind == "said"
    assert {line.kind for line in rest} == {"blank", "signature"}


def test_a_closing_inside_a_text_ends_nothing() -> None:
    lines = scaffold("Each letter ends with\nCheers\nand a name.\n")
    assert {line.kind for line in lines} == {"said"}
