"""Mail servers of ours that somebody else has taken over: what they answer holds nothing up, is no
letter's end, and moves nobody's terminal."""

import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain, cycle, repeat
from pathlib import Path

import pytest

from nomic_mail.clock import SystemClock
from nomic_mail.config import Mailbox
from nomic_mail.daemon.mailboxes import MailboxRole
from nomic_mail.store.database import heartbeats
from nomic_mail.wire import Outcome
from nomic_mail.wire.imap import MailboxLine, MailboxTrouble
from nomic_mail.wire.login import Secret
from nomic_mail.wire.smarthost import DIALOGUE_TIMEOUTS, Smarthost
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House
from tests.kit.real.server_play import until
from tests.kit.scripted import Answer, scripted

LETTER = b"Subject: x\r\n\r\nHello\r\n"
SHY = "\x1b[2J\u202e\u2028\x85\x07"
EVIL = f"now {SHY} see".encode()


class Known(Secret):
    """A password that stands in no file."""

    def __init__(self) -> None:
        pass

    def read(self) -> str:
        return "a password"

    def refused(self) -> None:
        pass


def dripping(piece: bytes) -> Iterator[bytes]:
    """One sign after the other, without end, each before anybody would call it silence."""
    for sign in cycle(piece):
        time.sleep(0.3)
        yield bytes([sign])


# The smart host


def says(replies: dict[bytes, bytes], hello: bytes = b"250 hello\r\n") -> Answer:
    """A smart host that takes each letter, but for these words."""
    usual = {b"EHLO": hello, b"DATA": b"354 go on\r\n", b".": b"250 taken\r\n"}
    usual |= dict.fromkeys((b"MAIL", b"RCPT", b"RSET", b"QUIT"), b"250 ok\r\n") | replies

    def answer(said: bytes) -> bytes:
        return usual.get(said.split()[0].upper() if said.strip() else b"", b"")

    return answer


LOGIN = b"250-hello\r\n250 AUTH %s\r\n"
AUTH = {
    "a challenge that is no base64": (LOGIN % b"PLAIN", b"334 A\r\n"),
    "a second challenge that is none": (LOGIN % b"LOGIN", b"334 A\r\n"),
    "a riddle that is none": (LOGIN % b"CRAM-MD5", b"334 A\r\n"),
    "one challenge after the other": (LOGIN % b"CRAM-MD5", b"334 AAAA\r\n" * 50),
    "words that steer a terminal": (LOGIN % b"PLAIN", b"535 " + EVIL + b"\r\n"),
    "no for good": (LOGIN % b"PLAIN", b"550 no\r\n"),
    "a way to log in that is none": (LOGIN % b"\xff\xfe", b""),
}


def sent(port: int, user: str = "") -> Outcome:
    outlet = Smarthost("127.0.0.1", port, 0.5, user=user, secret=Known())
    outcome = outlet.deliver("n@x.example", "a@x.example", LETTER, "<1@n>")
    assert outcome.detail.isprintable()
    assert len(outcome.detail) < 300
    outlet.close()
    return outcome


@each(
    "injection",
    "the smart host",
    "answers the login with {}",
    "no letter is lost: all wait, and that is told in words",
    AUTH,
)
def test_a_login_that_goes_wrong(given: tuple[bytes, bytes]) -> None:
    hello, told = given
    with scripted(b"220 hi\r\n", says({b"AUTH": told}, hello)) as port:
        outcome = sent(port, user="nomic")
    assert (outcome.kind, outcome.way_is_closed) == ("deferred", True)


SAID = {
    "no to the recipient": ({b"RCPT": b"550 " + EVIL + b"\r\n"}, "failed"),
    "yes and no to the recipient": ({b"RCPT": b"250-yes\r\n550 no\r\n"}, "failed"),
    "yes to a letter it has not heard": ({b"DATA": b"250 taken\r\n"}, "deferred"),
    "yes": ({b".": b"250 " + EVIL * 100 + b"\r\n"}, "sent"),
    "a code in other figures": ({b".": b"\xb2\xb50 hi\r\n"}, "deferred"),
    "a code below nothing": ({b"RCPT": b"-50 no\r\n"}, "deferred"),
    "no to the sender": ({b"MAIL": b"550 " + EVIL + b"\r\n"}, "deferred"),
}


@each(
    "injection",
    "the smart host",
    "says {}, at length and in words that steer a terminal",
    "it is told in one short line without them; what is not refused for good is kept",
    SAID,
)
def test_what_a_smart_host_says(given: tuple[dict[bytes, bytes], str]) -> None:
    replies, kind = given
    with scripted(b"220 " + EVIL + b"\r\n", says(replies)) as port:
        assert sent(port).kind == kind


DRIPS = {
    "its greeting": {},
    "its hello": {b"EHLO": b"250-"},
    "its answer to a letter": {b".": b"250 "},
    "its answer to a sender": {b"MAIL": b"250 "},
}


@each(
    "time",
    "the smart host",
    "says {} one sign after the other, without end",
    "it is left, and the letter waits",
    DRIPS,
)
def test_a_smart_host_that_drips(
    given: dict[bytes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nomic_mail.wire.smarthost.DIALOGUE_TIMEOUTS", 2)
    usual = says({})

    def answer(said: bytes) -> bytes | Iterator[bytes]:
        begun = given.get(said.split()[0].upper() if said.strip() else b"")
        return usual(said) if begun is None else chain([begun], dripping(b"x"))

    began = time.monotonic()
    with scripted(b"220 hi\r\n" if given else dripping(b"x"), answer) as port:
        assert sent(port).kind == "deferred"
    assert time.monotonic() - began < DIALOGUE_TIMEOUTS


# The mailbox


RAW = b"From: ada@players.example\r\nTo: nomic@nomic.example\r\n\r\nHello\r\n"
FETCHED = b'* 1 FETCH (UID 7 RFC822.SIZE %d INTERNALDATE " 2-Mar-2026 10:00:00 +0000")\r\n' % len(
    RAW
)
WHOLE = b"* 1 FETCH (UID 7 BODY[] {%d}\r\n%s)\r\n" % (len(RAW), RAW)
USUAL = {
    b"CAPABILITY": b"* CAPABILITY IMAP4rev1 IDLE MOVE NAMESPACE UIDPLUS\r\n",
    b"NAMESPACE": b'* NAMESPACE (("" "/")) NIL NIL\r\n',
    b"SELECT": b"* 1 EXISTS\r\n* OK [UIDVALIDITY 1] so\r\n",
    b"SEARCH": b"* SEARCH 7\r\n",
    b"FETCH": FETCHED,
    b"BODY": WHOLE,
    b"IDLE": b"+ idling\r\n",
}
LITERAL = b"* 1 FETCH (UID 7 BODY[] {%s}\r\nHello"
DEEP = b"* 1 FETCH " + b"(" * 50_000 + b"\r\n"
PARTED = b"{0}\r\n" + b"(((((({0}\r\n" * 200 + b"\r\n"


MANY = b"* SEARCH " + b"7 " * 450_000 + b"\r\n"  # 900,000 bytes, a line as long as lines may be
ODD = {
    "a search, one sign after the other without end": (b"SEARCH", lambda: dripping(b"x")),
    "a letter, one sign after the other without end": (
        b"BODY",
        lambda: chain([LITERAL % b"50000"], dripping(b"x")),
    ),
    "a search for the same letter, four million times": (b"SEARCH", MANY * 8),
    "a tag that nobody gave": (b"SEARCH", b"X7 OK so\r\n"),
    "the tag alone": (b"SEARCH", b"\r\n"),
    "a letter that is longer than it says": (b"BODY", LITERAL % b"2" + b" dear\r\n"),
    "a letter that is shorter than it says": (b"BODY", LITERAL % b"999" + b")\r\n"),
    "a letter less than nothing": (b"BODY", LITERAL % b"-5" + b")\r\n"),
    "a letter that is gone as it is read": (b"BODY", b"* 1 EXPUNGE\r\n* 0 EXISTS\r\n"),
    "a date that is none, and steers a terminal": (
        b"FETCH",
        FETCHED.replace(b" 2-Mar-2026", EVIL),
    ),
    "a date of no calendar": (b"FETCH", FETCHED.replace(b" 2-Mar-2026", b"31-Feb-2026")),
    "a folder that is another one at each word": (
        b"FETCH",
        b"* OK [UIDVALIDITY 99] so\r\n* 5 EXISTS\r\n* 1 EXPUNGE\r\n",
    ),
    "a search with lines without end": (b"SEARCH", lambda: repeat(b"* 1 EXISTS\r\n" * 100)),
    "a search with one line without end": (b"SEARCH", lambda: repeat(b"x" * 10_000)),
    "a search with letters that no number names": (b"SEARCH", b"* SEARCH -1 0 x \xb2\r\n"),
    "a search with a letter beyond numbers": (b"SEARCH", b"* SEARCH " + b"9" * 30 + b"\r\n"),
    "a search with its goodbye": (b"SEARCH", b"* BYE " + EVIL + b"\r\n"),
    "a letter of a hundred gigabytes": (b"BODY", LITERAL % b"100000000000"),
    "a letter of a size beyond numbers": (b"BODY", LITERAL % (b"9" * 5_000)),
    "a letter nobody asked for": (b"BODY", WHOLE.replace(b"UID 7", b"UID 8")),
    "a size that is a word": (b"FETCH", FETCHED.replace(b"SIZE %d" % len(RAW), b"SIZE big")),
    "brackets within brackets": (b"FETCH", DEEP),
    "brackets within brackets, with words between": (b"FETCH", b"* 1 FETCH " + b"(" * 90 + PARTED),
    "bytes that are no answer": (b"FETCH", b"\xff\xfe\0\r\n"),
    "a folder that was made at no time": (b"SELECT", b"* OK [UIDVALIDITY hello] x\r\n"),
    "a name of folders that is none": (b"NAMESPACE", b"* NAMESPACE hello\r\n"),
    "half a name of folders": (b"NAMESPACE", b'* NAMESPACE (("x")) NIL NIL\r\n'),
    "news of a size beyond numbers": (b"IDLE", b"+ so\r\n" + LITERAL % (b"9" * 30)),
    "news that are brackets": (b"IDLE", b"+ so\r\n" + DEEP),
    "news that are no answer": (b"IDLE", b"+ so\r\n\xff\xff\r\n"),
    "news without end": (b"IDLE", lambda: repeat(b"+ so\r\n* 1 EXISTS\r\n")),
    "news, one sign after the other without end": (
        b"IDLE",
        lambda: chain([b"+ so\r\n"], dripping(b"x")),
    ),
}


Told = bytes | Callable[[], Iterator[bytes]]


def mailbox(word: bytes, told: Told, times: list[bytes]) -> Answer:
    """A server that answers so the first two times, and then as it should."""
    idles: list[bytes] = []

    def answer(said: bytes) -> bytes | Iterator[bytes]:
        tag, *words = said.split()
        if tag == b"DONE":
            return idles.pop() + b" OK so\r\n"
        asked = words[1] if words[0] == b"UID" else words[0]
        asked = b"BODY" if b"BODY.PEEK[]" in said else asked
        end = b"" if asked == b"IDLE" else tag + b" OK so\r\n"
        idles.append(tag)
        if asked != word or len(times) == 2:
            return USUAL.get(asked, b"") + end
        times.append(said)
        return told + end if isinstance(told, bytes) else told()

    return answer


@each(
    "time",
    "the mailbox's server",
    "answers with {}",
    "it is left, and that is told; once it is well again, its letters come in",
    ODD,
)
def test_what_a_mailbox_says(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    given: tuple[bytes, Told],
) -> None:
    monkeypatch.setattr("nomic_mail.wire.imap.client.MOST_HEARD", 10_000_000)
    monkeypatch.setattr("nomic_mail.wire.imap.client.COMMAND_TIMEOUTS", 2)
    monkeypatch.setattr("nomic_mail.daemon.mailboxes.pause_seconds", lambda failures: 0.01)
    house, times, stop = House(tmp_path), list[bytes](), threading.Event()
    with scripted(b"* OK hello\r\n", mailbox(*given, times)) as port:
        box = Mailbox(
            host="127.0.0.1",
            port=port,
            security="none",
            user="nomic",
            password="pw",
            poll_seconds=1,
            timeout_seconds=1,
        )
        role = MailboxRole(house.config, box, house.database, SystemClock(), stop, lambda: None)
        thread = threading.Thread(target=role.run, daemon=True)
        thread.start()
        until("the second time", lambda: len(times) == 2 or None)
        with house.database.read() as connection:
            assert "".join(heartbeats.troubles(connection).values()).isprintable()
        rows = "SELECT id FROM inbox WHERE source LIKE 'imap%'"
        until("its letter", lambda: house.rows(rows) or None)
        assert thread.is_alive()
        stop.set()
        thread.join(10)
        assert not thread.is_alive()


def looked_into(house: House, answers: Answer, greeting: bytes | Iterator[bytes]) -> str:
    """What is told of one look."""
    with scripted(greeting, answers) as port:
        box = Mailbox(
            host="127.0.0.1",
            port=port,
            security="none",
            user="nomic",
            password="pw",
            timeout_seconds=1,
        )
        stop = threading.Event()
        role = MailboxRole(house.config, box, house.database, SystemClock(), stop, lambda: None)
        role.look()
        role.reader.close()
    with house.database.read() as connection:
        return "".join(heartbeats.troubles(connection).values())


@attacks(
    Attack(
        "time",
        "the mailbox's server",
        "greets us with one sign after the other, without end",
        "it is left, and that is told",
    )
)
def test_a_greeting_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomic_mail.wire.imap.client.COMMAND_TIMEOUTS", 2)
    assert looked_into(House(tmp_path), mailbox(b"", b"", []), dripping(b"x"))


@attacks(
    Attack(
        "disk",
        "the mailbox's server",
        "has found a letter four million times, which takes memory a hundred times over",
        "it is left before that is read, and that is told",
    )
)
def test_a_letter_that_is_found_again_and_again(tmp_path: Path) -> None:
    answers = mailbox(b"SEARCH", MANY * 8, [])
    assert "talks on and on" in looked_into(House(tmp_path), answers, b"* OK hello\r\n")


@attacks(
    Attack(
        "disk",
        "the mailbox's server",
        "says that a letter is small, and hands out three megabytes",
        "no more of it is kept than of a letter that says how long it is, and it lies in `held`",
    )
)
def test_a_letter_that_says_it_is_small(tmp_path: Path) -> None:
    house, long = House(tmp_path), RAW + b"x" * 3_000_000
    whole = b"* 1 FETCH (UID 7 BODY[] {%d}\r\n%s)\r\n" % (len(long), long)
    said, answers = list[bytes](), mailbox(b"BODY", whole, [])

    def answer(words: bytes) -> bytes | Iterator[bytes]:
        said.append(words)
        return answers(words)

    assert looked_into(house, answer, b"* OK hello\r\n") == ""
    ((size,),) = house.rows("SELECT max(length(raw)) FROM contents")
    assert size == house.config.mail.max_letter_bytes + 1
    (moved,) = [one for one in said if b" MOVE " in one]
    assert b"held" in moved


@attacks(
    Attack(
        "time",
        "the mailbox's server",
        "answers in brackets within brackets, where somebody at a terminal looks in",
        "it is told as trouble, in a line",
    )
)
def test_a_look_into_a_mailbox_of_brackets(tmp_path: Path) -> None:
    answers = mailbox(b"NAMESPACE", b"* NAMESPACE " + b"(" * 50_000 + b"\r\n", [])
    with scripted(b"* OK hello\r\n", answers) as port:
        box = Mailbox(
            host="127.0.0.1",
            port=port,
            security="none",
            user="nomic",
            password="pw",
            folder="Games",
            timeout_seconds=1,
        )
        with pytest.raises(MailboxTrouble, match="brackets within brackets"):
            MailboxLine(box, Known(), None).probe()
