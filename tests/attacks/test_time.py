"""Attacks on the server's time: what a letter costs does not depend on what stands in it."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nomic_mail.config import Server
from tests.attacks.kit import Attack, attacks
from tests.kit.house import House, address_of

LONG = 400_000
MOST_SECONDS = 1.5  # of the processor's own time, on a machine that does other things
HAS = "a reply address"
TELLS = (
    "it costs no more than a long letter, and its writer is told that it was not read to its end"
)


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path, database=Server().database)
    house.open_vote()
    return house


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def costs(house: House, text: str, kind: str = "plain") -> float:
    """What a letter of this text costs, once all is loaded."""
    name = house.others("tea")[0]
    house.reply(name, "STATUS\n")
    house.run()
    house.later(minutes=1)
    raw = house.written(name, house.door(name), "the text\n")
    raw = raw.replace(b"text/plain", f"text/{kind}".encode())
    raw = raw.replace(b"the text\n", text.encode()).replace(b"7bit", b"8bit")
    house.post_in(raw, name, house.door(name))
    return seconds(house.run)


def _row(does: str, piece: str) -> Attack:
    return Attack("time", HAS, f"writes 400,000 characters of {does}", TELLS, given=piece)


@attacks(
    _row("the head of a patch", "diff --git a b\n"),
    _row("whole patches", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"),
    _row("a patch's places", "@@ -1,1 +1,1 @@\n-a\n+b\n"),
    _row("an old patch", "***************\n*** 1,2 ****\n! a\n--- 1,2 ----\n! b\n"),
    _row("a commit's head", "commit abc\nindex abc..def 100644\n"),
    _row("the end of an attribution", "wrote:\n"),
    _row("its beginning", "On \n"),
    _row("whole attributions", "On Mon, 2 Mar 2026 at 10:00, Bob <b@x.example> wrote:\n"),
    _row("attributions in other tongues", "Am 2.3. schrieb Ada:\nLe 2 mars, Ada a écrit :\n"),
    _row("letters' heads", "Date: x\nFrom: y\nSubject: z\n\n"),
    _row("borders of other letters", "-----Original Message-----\n"),
    _row("quote marks", "> "),
    _row("quoted lines and answers", "> FOR\nno\n"),
    _row("ends of signatures", "-- \n"),
    _row("rules across the page", "_____\n---\n"),
    _row("one command", "FOR\n"),
    _row("ballots in one line", "FOR 301, "),
    _row("proposals", "PROPOSE AMEND 203: x\n"),
    _row("proposals without a head", "PROPOSE\n"),
    _row("revisions", "REVISE\n"),
    _row("effects", "Effects:\n  a: 1\n"),
    _row("rules with their numbers", "203. The rule\n"),
    _row("ends of a text", "END\n"),
    _row("preferences", "DIGEST daily\n"),
    _row("orders about addresses", "ADDRESS x@y.example\n"),
    _row("one letter", "a"),
    _row("empty lines", "\n"),
    _row("invisible letters", "\u200b"),
    _row("our own code lines", "[nomic efghabcd\n"),
)
def test_a_long_letter_of_one_thing(house: House, given: str) -> None:
    assert costs(house, given * (LONG // len(given))) < MOST_SECONDS
    assert house.told


@attacks(
    _row("open tags", "<b>"),
    _row("nested blocks", "<div><div>x"),
    _row("comments that never end", "<!--"),
    _row("tables in tables", "<table><tr><td>x"),
    _row("quotations in quotations", "<blockquote>x"),
    _row("named letters", "&amp;&lt;&nbsp;"),
    _row("lines of HTML", "FOR<br>"),
)
def test_a_long_page_of_one_thing(house: House, given: str) -> None:
    assert costs(house, given * (LONG // len(given)), "html") < MOST_SECONDS


def headed(house: House, name: str, header: str) -> bytes:
    raw = house.written(name, house.door(name), "STATUS\n")
    return raw.replace(b"Subject:", f"{header}\nSubject:".encode(), 1)


def _head(does: str, header: str) -> Attack:
    return Attack("time", HAS, does, "it is answered like any letter", given=header)


@attacks(
    _head("answers 40,000 letters at once", "References: " + "<a.1.2.3@nomic.example> " * 40_000),
    _head("writes to 20,000 others", "Bcc: " + "a@b.example, " * 20_000),
    _head("writes 40,000 header lines", "X-A: b\n" * 40_000 + "X-B: c"),
    _head("encodes a header 30,000 times", "X-Subject: " + "=?utf-8?q?e?= " * 30_000),
    _head("folds a header 100,000 times", "X-A: b" + "\n c" * 100_000),
    _head("nests 100,000 comments in a header", "Sender: " + "(" * 100_000),
    _head(
        "signs 1,000 times", "\n".join(["DKIM-Signature: v=1; a=b; d=x.y; s=y; h=from; b=q"] * 999)
    ),
)
def test_a_costly_head(house: House, given: str) -> None:
    name = house.others("tea")[0]
    house.reply(name, "STATUS\n")
    house.run()
    raw = headed(house, name, given)
    house.post_in(raw, name, house.door(name))
    assert seconds(house.run) < MOST_SECONDS


@attacks(
    Attack(
        "time",
        HAS,
        "writes a vote above 100,000 characters, and another below them",
        "the first counts, and they are told from where on nothing was read",
    )
)
def test_how_much_of_a_text_is_read(house: House) -> None:
    costs(house, "FOR 301\n\n" + "a word\n" * 20_000 + "\nAGAINST 301\n")
    name = house.others("tea")[0]
    answer = house.last["tea", address_of(name)].text
    assert "Your vote FOR 301 is counted" in answer
    assert "your letter goes on, and was not read below this line" in " ".join(answer.split())


def test_what_is_quoted_below_all_that_is_read_is_no_loss(house: House) -> None:
    costs(house, "FOR 301\n\n" + "> a word\n" * 20_000)
    name = house.others("tea")[0]
    answer = house.last["tea", address_of(name)].text
    assert "Your vote FOR 301 is counted" in answer
    assert "goes on" not in answer
