"""Attacks on the server's time: what a letter costs does not depend on what stands in it."""

import contextlib
import smtplib
import socket
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from nomic_mail.clock import SetClock
from nomic_mail.config import Server
from nomic_mail.daemon.parts import deliver
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.html import shown_of
from nomic_mail.play.table import HOST
from nomic_mail.wire.guests import LETTERS_A_SESSION, Guests
from nomic_mail.wire.smarthost import Smarthost
from tests.attacks.kit import Attack, attacks, each
from tests.kit.door import listening
from tests.kit.house import House, address_of
from tests.kit.pace import slowness

LONG = 400_000
MOST_SECONDS = 6  # of the processor's own time: memory, too, can be three times as slow as usual
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
    return (time.process_time() - began) / slowness()


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
    _row("effects within effects", "Effects:\n   "),
    _row("rules with their numbers", "203. The rule\n"),
    _row("ends of a text", "END\n"),
    _row("preferences", "DIGEST daily\n"),
    _row("orders about addresses", "ADDRESS x@y.example\n"),
    _row("one letter", "a"),
    _row("empty lines", "\n"),
    _row("invisible letters", "\u200b"),
    _row("marks on one letter", "\u0301" * (LONG // 2) + "\u0323" * (LONG // 2)),
    _row("our own code lines", "[nomic efghabcd\n"),
)
def test_a_long_letter_of_one_thing(house: House, given: str) -> None:
    assert costs(house, given * (LONG // len(given))) < MOST_SECONDS
    assert house.told


@attacks(
    *(
        _row(
            f"changes of a rule, told in words, with {mark} opened and never closed",
            f"PROPOSE AMEND 203\nreplace {mark * 5_800}\nEND\n",
        )
        for mark in "“„«»‘"
    )
)
def test_quotations_without_an_end(house: House, given: str) -> None:
    assert costs(house, given * (LONG // len(given))) < MOST_SECONDS / 2
    assert house.told


@attacks(
    _row("open tags", "<b>"),
    _row("nested blocks", "<div><div>x"),
    _row("comments that never end", "<!--"),
    _row("tables in tables", "<table><tr><td>x"),
    _row("quotations in quotations", "<blockquote>x"),
    _row("named letters", "&amp;&lt;&nbsp;"),
    _row("lines of HTML", "FOR<br>"),
    _row("marks on one letter of a page", "\u0301" * (LONG // 2) + "\u0323" * (LONG // 2)),
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


NAMES = " ".join(f"a{number}" for number in range(20_000))
QUOTED = "".join(f'a{number}=">"' for number in range(10_000))


@each(
    "time",
    "any address",
    "writes a page with twenty thousand attributes {}",
    "it is read as far as that, and its writer is told; it costs no more than a long page",
    {
        "in one tag": f"<p>FOR 301</p><p {NAMES}>x</p>",
        "between slashes": f"<p>FOR 301</p><p/{NAMES.replace(' ', '/')}>x</p>",
        "that have ends of tags in them": f"<p>FOR 301</p><p {QUOTED * 2}>x</p>",
        "in a tag that ends another": f"<p>FOR 301</p {NAMES}>x",
        "behind a comment that looks like a tag": f'<p>FOR 301</p><!--<p a="--><p {NAMES}>x">',
        "behind a style that looks like a tag": f'<p>FOR 301</p><style><p a="</style><p {NAMES}>">',
        "without an end": f"<p>FOR 301</p><p {NAMES}",
    },
)
def test_a_tag_without_end(house: House, given: str) -> None:
    shown_of("<p>x</p>")
    cost = seconds(lambda: shown_of(given))
    assert cost < MOST_SECONDS / 10
    costs(house, given, "html")
    name = house.others("tea")[0]
    assert "FOR 301 is counted" in house.last["tea", address_of(name)].text


@attacks(
    Attack(
        "time",
        "the server's address, behind a mail server that pipes letters",
        "writes a letter that is costly to read",
        "it is read before the database is held for it",
    )
)
def test_a_costly_letter_by_a_pipe(house: House) -> None:
    seen = list[int]()

    class Watching(SetClock):
        """Asked as the letter is written down."""

        def now(self) -> datetime:
            seen.append(message._of_late.cache_info().currsize)
            return super().now()

    message.forget()
    raw = house.written("Ada Lovelace", f"nomic+tea@{HOST}", "STATUS\n")
    deliver(house.config, house.database, Watching(house.clock.now()), raw, ())
    assert seen == [1]


@attacks(
    Attack(
        "time",
        HAS,
        "writes a vote above 100,000 characters, and another below them",
        "the first counts, and they are told from where on nothing was read",
    )
)
@pytest.mark.parametrize(
    "more", ["a word\n" * 20_000, ("a word " * 20 + "\n") * 800], ids=["lines", "characters"]
)
def test_how_much_of_a_text_is_read(house: House, more: str) -> None:
    """By its lines, and by its characters."""
    costs(house, f"FOR 301\n\n{more}\nAGAINST 301\n")
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


# Mail servers that take their time


def talks_for_ever(line: socket.socket, words: bytes, pause: float) -> None:
    with line, contextlib.suppress(OSError):
        line.sendall(b"220 hello\r\n")
        line.recv(1000)
        while True:
            line.sendall(words)
            time.sleep(pause)


@attacks(
    Attack(
        "time",
        "the smart host",
        "never ends its answer to EHLO, a line at a time",
        "the letter is put off, and the next one's turn comes",
        given=(b"250-and then\r\n", 0.05),
    ),
    Attack(
        "time",
        "the smart host",
        "never ends its answer to EHLO, a letter at a time",
        "the letter is put off, and the next one's turn comes",
        given=(b"x", 0.05),
    ),
    Attack(
        "time",
        "the smart host",
        "answers EHLO with gigabytes",
        "no more than a megabyte is heard, and the letter is put off",
        given=(b"250-and then\r\n" * 5_000, 0.0),
    ),
)
def test_a_smart_host_that_talks_for_ever(
    given: tuple[bytes, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not given[1]:  # its words end it, not its time
        monkeypatch.setattr("nomic_mail.wire.smarthost.DIALOGUE_TIMEOUTS", 1_000)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            line, _ = server.accept()
            talks_for_ever(line, *given)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        outlet = Smarthost("127.0.0.1", server.getsockname()[1], 0.2)
        began = time.monotonic()
        letter = b"Subject: x\r\n\r\nHello\r\n"
        outcome = outlet.deliver("n@x.example", "a@x.example", letter, "<1@n>")
        assert (outcome.kind, outcome.way_is_closed) == ("deferred", True)
        assert time.monotonic() - began < 4
        thread.join(10)


# The listener


@attacks(
    Attack(
        "time",
        "a host far away",
        "opens sessions and says nothing in them",
        "it has ten at once; others are let in meanwhile",
    )
)
def test_a_host_with_many_sessions() -> None:
    guests = Guests(10, 60)
    assert [guests.comes("192.0.2.1") for _ in range(12)] == [True] * 10 + [False] * 2
    assert guests.comes("192.0.2.2")
    guests.goes("192.0.2.1")
    assert guests.comes("192.0.2.1")
    assert all(guests.comes(one) for one in ("127.0.0.1", "::1", "") for _ in range(50))


@attacks(
    Attack(
        "flood",
        "a host far away",
        "begins a letter each second, for ever",
        "of sixty a minute each is taken, of more none until later",
        given=1.0,
    ),
    Attack(
        "flood",
        "a host far away",
        "begins ten letters each second",
        "sixty a minute are taken",
        given=0.1,
    ),
)
def test_a_host_with_many_letters(given: float) -> None:
    guests = Guests(10, 60)
    taken = sum(guests.begins("192.0.2.1", n * given) for n in range(int(600 / given)))
    assert taken <= 600
    assert guests.begins("192.0.2.2", 5.0)


@attacks(
    Attack(
        "flood",
        "a host far away, and the network of IPv6 it stands in",
        "opens sessions and begins letters, each from another address of it",
        "it has what one host has; others are let in meanwhile",
    )
)
def test_a_host_with_many_addresses() -> None:
    guests = Guests(10, 60)
    its = [f"2001:db8:0:1:{n:x}::{n:x}" for n in range(200)]
    assert sum(guests.comes(one) for one in its) == 10
    assert sum(guests.begins(one, 1.0) for one in its) == 60
    for other in ("2001:db8:0:2::1", "192.0.2.1"):
        assert guests.comes(other)
        assert guests.begins(other, 1.0)
    guests.goes(its[0])
    assert guests.comes(its[150])
    assert sum(guests.comes(one) for one in ("192.0.2.9", "::ffff:192.0.2.9") * 10) == 10
    assert all(guests.comes("::ffff:127.0.0.1") for _ in range(50))


@attacks(
    Attack(
        "flood",
        "the server's address",
        "asks for one invented address after the other in a session",
        "after fifty the session ends, with a temporary answer",
    )
)
def test_a_session_of_guesses(house: House) -> None:
    with (
        listening(house, far_away=True) as door,
        socket.create_connection(("127.0.0.1", door.port), 10) as line,
    ):
        file = line.makefile("rwb")
        file.write(b"EHLO a.example\r\nMAIL FROM:<e@a.example>\r\n")
        file.flush()
        answers = list[bytes]()
        for number in range(60):
            with contextlib.suppress(OSError):
                file.write(b"RCPT TO:<nomic+junk%d@nomic.example>\r\n" % number)
                file.flush()
        with contextlib.suppress(OSError):
            answers += file.readlines()
    codes = [one[:3] for one in answers if one[:4] in (b"550 ", b"421 ")]
    assert codes == [b"550"] * 50 + [b"421"]


@attacks(
    Attack(
        "flood",
        "the server's address",
        "sends letter after letter in one session",
        "after two hundred it has to come again",
    )
)
def test_a_session_of_many_letters(house: House) -> None:
    raw = b"From: evil@a.example\r\n\r\nHello\r\n"
    sent = 0
    with (
        listening(house, far_away=True) as door,
        smtplib.SMTP("127.0.0.1", door.port, timeout=10) as line,
    ):
        with pytest.raises((smtplib.SMTPException, OSError)):
            while sent < 300:
                line.sendmail("e@a.example", ["nomic+tea@nomic.example"], raw)
                sent += 1
        line.close()
    assert sent in (LETTERS_A_SESSION, LETTERS_A_SESSION - 1)
