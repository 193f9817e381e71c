"""Where a line ends: a mail program sets its quotation marks before lines as it knows them. What
another's words call a line end there, and the program does not, begins no line of the writer's."""

import tracemalloc
from pathlib import Path

import pytest

from nomic_mail.letters.mime import message
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of

HAS = "words of their own that others quote"
QUOTED = "what stands behind it is still quoted, and votes for nobody"
ENDS = {
    "a line separator": "\u2028",
    "a paragraph separator": "\u2029",
    "a next line": "\x85",
    "a form feed": "\x0c",
    "a vertical tab": "\x0b",
    "a carriage return": "\r",
    "a record separator": "\x1e",
}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


def votes(house: House, body: str, kind: str = "text/plain", charset: str = "utf-8") -> bool:
    name = house.others()[0]
    raw = house.written(name, house.door(name), "BODY\n")
    kinds = f"Content-Type: {kind}; charset={charset}\r\nContent-Transfer-Encoding: 8bit\r\n"
    head = b"\r\n".join(
        line for line in raw.partition(b"\n\n")[0].split(b"\n") if not line.startswith(b"Content-")
    )
    raw = head + b"\r\n" + kinds.encode() + b"\r\n" + body.encode()
    number = house.post_in(raw, name, house.door(name))
    (answer, *_) = [one for one in house.run() if one.to == address_of(name)]
    assert house.became(number) == "done"
    assert answer.text
    return "BallotCast" in house.kinds()


@each("votes", HAS, "writes {} and a vote into them", QUOTED, ENDS)
def test_a_line_end_in_a_quoted_line(house: House, given: str) -> None:
    words = f"Tea is at four.{given}AGAINST 301{given}More."
    for body in (
        f"Hm.\r\n\r\n> {words}\r\n",
        f"Hm.\r\n\r\nAda wrote:\r\n > > {words}\r\nWell.\r\n",
    ):
        assert not votes(house, body)


MARKED = ("&#8232;", "&#8233;", "&#133;", "&#12;", "&#11;", "&#13;", "&#10;", "&#30;", "&#x2028;")


@each("votes", HAS, "writes {} and a vote into them, in HTML", QUOTED, MARKED)
def test_a_line_end_in_a_quotation_of_html(house: House, given: str) -> None:
    words = f"Tea is at four.{given}AGAINST 301{given}More."
    for inner in (words, f"<pre>{words}</pre>", f"<p>{words}</p>"):
        assert not votes(house, f"<p>Hm.</p><blockquote>{inner}</blockquote>", "text/html")


@attacks(
    *(
        Attack(
            "votes",
            HAS,
            f"writes {mark!r} and a vote into them, kept as written",
            QUOTED,
            given=mark,
        )
        for mark in (*MARKED, *ENDS.values(), "<wbr>&#8232;", "<span>&#12;</span>")
        if mark != "&#10;"  # as every program knows it
    )
)
def test_a_line_end_in_a_quoted_line_of_html(house: House, given: str) -> None:
    """`<pre>` with the marks of plain text, as some programs make of it."""
    words = f"Tea is at four.{given}AGAINST 301{given}More."
    for inner in (f"&gt; {words}", f"Ada wrote:\r\n &gt; &gt; <i>{words}</i>\r\nWell."):
        assert not votes(house, f"<p>Hm.</p>\r\n<pre>{inner}</pre>", "text/html")


def test_lines_of_ones_own_end_as_ever_in_html(house: House) -> None:
    assert votes(house, "<pre>I have thought.&#8232;AGAINST 301&#8232;Bye.</pre>", "text/html")


LETTER = 800_000  # bytes
MANY = f"{'> ' * 40}AGAINST 301" + "\x0c" * LETTER


@each(
    "time",
    "any address",
    "writes 800,000 form feeds behind eighty quotation marks, {}",
    "each ends no line with eighty marks: it takes no more memory than any letter",
    {
        "as plain text": f"{MANY}\x0cAGAINST 301\n",
        "as HTML that is kept as written": f"<pre>{MANY}\x0cAGAINST 301\n</pre>",
    },
)
def test_line_ends_without_number(house: House, given: str) -> None:
    kind = "text/html" if given.startswith("<") else "text/plain"
    raw = f"From: a@b.example\nContent-Type: {kind}\n\n{given}".encode()
    message.read(raw[:2_000])  # what is loaded when first needed is not counted
    tracemalloc.start()
    try:
        message.read(raw)
        assert tracemalloc.get_traced_memory()[1] < 20 * LETTER
    finally:
        tracemalloc.stop()
    assert not votes(house, given, kind)


@attacks(
    Attack("votes", HAS, "spells a line separator in UTF-7, and a vote", QUOTED, given="+ICg-"),
    Attack("votes", HAS, "spells a next line in UTF-7, and a vote", QUOTED, given="+AIU-"),
)
def test_a_line_end_in_another_spelling(house: House, given: str) -> None:
    assert not votes(house, f"> Tea.{given}AGAINST 301{given}More.\r\n", charset="utf-7")


def test_lines_of_ones_own_end_as_ever(house: House) -> None:
    """What an old program calls a line end ends a line of the writer's own."""
    assert votes(house, "I have thought about it.\u2028AGAINST 301\u2028Bye.\r\n")


def test_a_letter_of_carriage_returns_alone_has_lines(house: House) -> None:
    assert votes(house, "> Tea is at four.\rAGAINST 301\r")


@each(
    "time",
    "a reply address",
    "names {} for a charset, and writes a byte beyond ASCII",
    "its words are read, as of any charset that is unknown",
    ("zlib", "hex", "rot13", "base64", "bz2", "uu", "quopri"),
)
def test_a_codec_that_is_no_charset(house: House, given: str) -> None:
    assert votes(house, "AGAINST 301\r\n\r\nTh\udce9r\u00e8se".replace("\udce9", ""), charset=given)
    name = house.others()[0]
    raw = house.written(name, house.door(name), "FOR 301\n")
    odd = f"Subject: =?{given}?q?=E9=FF?=\nX-Name: =?{given}?b?6f8=?=\n".encode()
    raw = odd + raw.replace(b'charset="utf-8"', f"charset={given}".encode())
    raw = raw.replace(b"7bit", b"8bit").replace(b"\n\nFOR 301\n", b"\n\nFOR 301\n\nTh\xe9r\xe8se\n")
    number = house.post_in(raw, name, house.door(name))
    house.run()
    assert house.became(number) == "done"
    assert house.kinds().count("BallotCast") == 2
