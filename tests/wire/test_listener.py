"""The listener, spoken to over real sockets on loopback."""

import contextlib
import smtplib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest

from nomic_mail.clock import SetClock
from nomic_mail.wire import Envelope, Known
from nomic_mail.wire.guests import Guests
from nomic_mail.wire.listener import MOMENT, Listener
from tests.kit.real.real_mail import short_folder

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
LETTER = b"From: ada@example.org\r\nSubject: vote\r\n\r\nFOR 301\r\n"


class House:
    """A listener and what it accepted; `trouble` and `gate` make the store misbehave."""

    def __init__(
        self, protocol: Literal["smtp", "lmtp"], path: Path | None = None, /, **limits: float
    ) -> None:
        self.taken: list[tuple[bytes, Envelope, datetime]] = []
        self.trouble: Exception | None = None
        self.gate: threading.Event | None = None
        self.entered = threading.Semaphore(0)
        self.clock = SetClock(START)
        self.listener = Listener(
            host="127.0.0.1",
            port=0,
            protocol=protocol,
            accept=self.accept,
            known=self.known,
            clock=self.clock,
            max_letter_bytes=int(limits.get("max_letter_bytes", 200_000)),
            max_recipients=int(limits.get("max_recipients", 3)),
            timeout_seconds=limits.get("timeout_seconds", 20),
            max_connections=int(limits.get("max_connections", 10)),
            guests=Guests(
                int(limits.get("max_connections_a_host", 10)),
                int(limits.get("letters_a_minute_a_host", 0)),
                lambda host: not limits.get("from_far_away"),
            ),
            hostname="nomic.test",
            path=path,
        )

    def known(self, address: str) -> Known | Callable[[], Known]:
        if address.startswith("broken@"):
            return self.looked_up
        return "ours" if address.endswith("@nomic.test") else "nobody"

    def looked_up(self) -> Known:
        raise RuntimeError("the seats cannot be read")

    def accept(self, raw: bytes, envelope: Envelope, received_at: datetime) -> None:
        self.entered.release()
        if self.gate:
            assert self.gate.wait(10)
        if self.trouble:
            raise self.trouble
        self.taken.append((raw, envelope, received_at))

    def client(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.listener.port, "client.test", timeout=10)


class Line:
    """A raw session, for what smtplib cannot say."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.file = self.socket.makefile("rb")

    def reply(self) -> str:
        lines = [self.file.readline().decode()]
        while lines[-1][3:4] == "-":
            lines.append(self.file.readline().decode())
        return "".join(lines).rstrip()

    def say(self, text: bytes) -> str:
        self.socket.sendall(text + b"\r\n")
        return self.reply()

    def close(self) -> None:
        self.file.close()
        self.socket.close()


Open = Callable[..., House]


@pytest.fixture
def opened() -> Iterator[Open]:
    houses: list[House] = []

    def start(protocol: Literal["smtp", "lmtp"] = "smtp", **limits: float) -> House:
        house = House(protocol, **limits)
        house.listener.start()
        houses.append(house)
        return house

    yield start
    for house in houses:
        if house.gate:
            house.gate.set()
        house.listener.stop()


@contextlib.contextmanager
def line(house: House) -> Iterator[Line]:
    raw = Line(house.listener.port)
    try:
        assert raw.reply().startswith("220 nomic.test")
        yield raw
    finally:
        raw.close()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_letter_arrives_byte_for_byte(opened: Open) -> None:
    house = opened()
    raw = b"Subject: \xff\xfe\r\n\r\n.dot\r\n..\r\nbare\nline\rends\r\n\x00\r\n"
    with house.client() as client:
        assert client.sendmail("ada@example.org", ["nomic+g@nomic.test"], raw) == {}
    assert house.taken == [
        (raw, Envelope("ada@example.org", ("nomic+g@nomic.test",), "127.0.0.1"), START)
    ]


def test_our_trouble_is_451_and_leaves_nothing_behind(opened: Open) -> None:
    house = opened()
    house.trouble = RuntimeError("disk full: /secret/path")
    with house.client() as client:
        with pytest.raises(smtplib.SMTPDataError) as caught:
            client.sendmail("ada@example.org", ["a@nomic.test"], LETTER)
        assert caught.value.smtp_code == 451
        assert b"secret" not in bytes(str(caught.value.smtp_error), "utf-8")
        house.trouble = None
        # Without a new MAIL there is no envelope left for a RCPT to hang on.
        assert client.rcpt("b@nomic.test")[0] == 503
        client.sendmail("bob@example.org", ["b@nomic.test"], LETTER)
    assert [envelope for _, envelope, _ in house.taken] == [
        Envelope("bob@example.org", ("b@nomic.test",), "127.0.0.1")
    ]
    assert house.listener.flights.oldest() is None


def test_trouble_with_one_recipient_is_its_own(opened: Open) -> None:
    house = opened()
    with house.client() as client:
        refused = client.sendmail("a@x.org", ["broken@x", "no@example.org", "a@nomic.test"], LETTER)
    assert {address: code for address, (code, _) in refused.items()} == {
        "broken@x": 451,
        "no@example.org": 550,
    }
    assert house.taken[0][1].recipients == ("a@nomic.test",)


def test_a_foreign_address_is_not_relayed(opened: Open) -> None:
    house = opened()
    with house.client() as client, pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        client.sendmail("a@x.org", ["someone@example.org"], LETTER)
    code, text = caught.value.recipients["someone@example.org"]
    assert (code, text[:5]) == (550, b"5.1.1")
    assert house.taken == []


def test_lmtp_gives_every_recipient_a_reply(opened: Open) -> None:
    house = opened("lmtp")
    with line(house) as raw:
        assert raw.say(b"EHLO client").startswith("500")
        assert "PIPELINING" in raw.say(b"LHLO client")
        for trouble, code in ((None, "250"), (RuntimeError("x"), "451"), (None, "250")):
            house.trouble = trouble
            assert raw.say(b"MAIL FROM:<ada@example.org>").startswith("250")
            assert raw.say(b"RCPT TO:<a@nomic.test>").startswith("250")
            assert raw.say(b"RCPT TO:<x@example.org>").startswith("550")
            assert raw.say(b"RCPT TO:<b@nomic.test>").startswith("250")
            assert raw.say(b"DATA").startswith("354")
            assert raw.say(LETTER + b".").startswith(code)
            assert raw.reply().startswith(code)
            assert raw.say(b"NOOP") == "250 OK"
    assert len(house.taken) == 2
    assert house.taken[0][1].recipients == ("a@nomic.test", "b@nomic.test")


def test_lmtp_refuses_a_large_letter_once_for_each(opened: Open) -> None:
    house = opened("lmtp", max_letter_bytes=10_000)
    with line(house) as raw:
        raw.say(b"LHLO client")
        raw.say(b"MAIL FROM:<ada@example.org>")
        raw.say(b"RCPT TO:<a@nomic.test>")
        raw.say(b"RCPT TO:<b@nomic.test>")
        raw.say(b"DATA")
        assert raw.say(b"x" * 200_000 + b"\r\n.").startswith("552 5.3.4")
        assert raw.reply().startswith("552 5.3.4")
        assert raw.say(b"NOOP") == "250 OK"


def test_the_size_limit(opened: Open) -> None:
    house = opened(max_letter_bytes=20_000)
    with house.client() as client:
        client.ehlo()
        assert client.esmtp_features["size"] == "20000"
        assert client.mail("a@x.org", ["SIZE=20001"])[0] == 552
        client.rset()
        for size, code in ((20_000, 250), (20_001, 552)):
            client.mail("a@x.org")
            client.rcpt("a@nomic.test")
            assert client.data(b"y" * (size - 2) + b"\r\n")[0] == code
        client.sendmail("a@x.org", ["a@nomic.test"], LETTER)
    assert [len(raw) for raw, _, _ in house.taken] == [20_000, len(LETTER)]


@pytest.mark.parametrize("length", [998, 1001, 65_533, 65_534, 65_535, 65_536, 65_537, 150_000])
def test_a_long_line_is_no_reason_to_lose_a_letter(opened: Open, length: int) -> None:
    house = opened()
    raw = b"Subject: x\r\n\r\n." + b"z" * length + b"\r\n.\r\n" + b"q" * length + b"\r\n"
    house.listener.max_letter_bytes = 400_000
    with house.client() as client:
        client.sendmail("a@x.org", ["a@nomic.test"], raw)
    assert house.taken[0][0] == raw


def test_too_many_recipients(opened: Open) -> None:
    house = opened(max_recipients=2)
    with house.client() as client:
        refused = client.sendmail("a@x.org", [f"{n}@nomic.test" for n in "abc"], LETTER)
    assert refused["c@nomic.test"][0] == 452
    assert house.taken[0][1].recipients == ("a@nomic.test", "b@nomic.test")


def test_bounces_come_with_the_null_sender(opened: Open) -> None:
    house = opened()
    with house.client() as client:
        client.sendmail("", ["a@nomic.test"], LETTER)
    assert house.taken[0][1].mail_from == ""


def test_smtputf8_and_8bitmime(opened: Open) -> None:
    house = opened()
    with house.client() as client:
        options = ["SMTPUTF8", "BODY=8BITMIME"]
        client.sendmail("jürgen@bücher.example", ["ünser@nomic.test"], LETTER, options)
    assert house.taken[0][1] == Envelope(
        "jürgen@bücher.example", ("ünser@nomic.test",), "127.0.0.1"
    )


@pytest.mark.parametrize(
    "address", [b"<", b"<a@", b"<a\x01b@nomic.test>", b"<\xff@nomic.test>", b"<(((>"]
)
def test_broken_addresses_are_refused_for_good(opened: Open, address: bytes) -> None:
    house = opened()
    with line(house) as raw:
        raw.say(b"EHLO client")
        raw.say(b"MAIL FROM:<a@x.org>")
        assert raw.say(b"RCPT TO:" + address)[:3] in {"501", "550", "553"}
        assert raw.say(b"RCPT TO:<a@nomic.test>").startswith("250")


def test_nothing_is_told_about_addresses(opened: Open) -> None:
    house = opened()
    with line(house) as raw:
        greeting = raw.say(b"EHLO client")
        assert "AUTH" not in greeting
        assert "STARTTLS" not in greeting
        assert raw.say(b"VRFY a@nomic.test") == raw.say(b"VRFY nobody@nomic.test")
        assert raw.say(b"EXPN a").startswith("502")
        assert raw.say(b"AUTH PLAIN AGEAYg==").startswith("502")


def test_a_letter_in_flight_holds_the_fence(opened: Open) -> None:
    """Just before it: a letter of that very moment is not in yet."""
    house = opened()
    house.gate = threading.Event()
    sealed, oldest = house.listener.sealed_until, house.listener.flights.oldest
    assert (oldest(), sealed()) == (None, START - MOMENT)
    with line(house) as raw:
        raw.say(b"EHLO client")
        raw.say(b"MAIL FROM:<a@x.org>")
        raw.say(b"RCPT TO:<a@nomic.test>")
        raw.say(b"DATA")
        raw.socket.sendall(LETTER + b".\r\n")
        assert house.entered.acquire(timeout=10)
        house.clock.set(START + timedelta(minutes=5))
        assert (oldest(), sealed()) == (START, START - MOMENT)
        # A second session is not held up by it (hazards: a blocking handler stalls all).
        with line(house) as other:
            assert other.say(b"NOOP") == "250 OK"
    # The sender has hung up: the thread is still at work, so the fence must stand.
    time.sleep(0.2)
    assert oldest() == START
    house.gate.set()
    until(lambda: oldest() is None)
    assert sealed() == START + timedelta(minutes=5) - MOMENT
    assert house.taken[0][2] == START


def test_a_letter_cut_off_is_not_accepted(opened: Open) -> None:
    house = opened()
    with line(house) as raw:
        raw.say(b"EHLO client")
        raw.say(b"MAIL FROM:<a@x.org>")
        raw.say(b"RCPT TO:<a@nomic.test>")
        raw.say(b"DATA")
        raw.socket.sendall(LETTER + b".\r")
    until(lambda: not house.listener.doors)
    assert house.taken == []
    assert house.listener.flights.oldest() is None


def test_the_cap_on_connections(opened: Open) -> None:
    house = opened(max_connections=2)
    with line(house), line(house):
        third = Line(house.listener.port)
        assert third.reply().startswith("421 4.3.2")
        assert third.file.read() == b""
        third.close()
    until(lambda: not house.listener.doors)
    with line(house) as raw:
        assert raw.say(b"NOOP") == "250 OK"


def test_silence_is_hung_up_on(opened: Open) -> None:
    house = opened(timeout_seconds=0.3)
    with line(house) as raw:
        assert raw.reply().startswith("421 4.4.2")
        assert raw.file.read() == b""


def test_stop_answers_what_is_in_flight_and_turns_away_the_rest(opened: Open) -> None:
    house = opened()
    house.gate = threading.Event()
    with line(house) as idle, line(house) as busy:
        busy.say(b"EHLO client")
        busy.say(b"MAIL FROM:<a@x.org>")
        busy.say(b"RCPT TO:<a@nomic.test>")
        busy.say(b"DATA")
        busy.socket.sendall(LETTER + b".\r\n")
        assert house.entered.acquire(timeout=10)
        stopping = threading.Thread(target=house.listener.stop)
        stopping.start()
        assert idle.reply().startswith("421 4.3.2")
        with pytest.raises(OSError, match="refused"):
            Line(house.listener.port)
        house.gate.set()
        assert busy.reply().startswith("250")
        assert busy.reply().startswith("421")
        stopping.join(10)
        assert not stopping.is_alive()
    assert len(house.taken) == 1


def test_a_port_that_is_taken_is_a_clear_sentence(opened: Open) -> None:
    house = opened()
    other = House("smtp")
    other.listener._port = house.listener.port
    with pytest.raises(OSError, match=rf"cannot listen on 127.0.0.1 port {house.listener.port} "):
        other.listener.start()
    other.listener.stop()


def test_many_senders_at_once_lose_nothing(opened: Open) -> None:
    house = opened(max_connections=20)

    def send(who: int) -> None:
        with house.client() as client:
            for n in range(20):
                body = LETTER + b"%d-%d\r\n" % (who, n)
                client.sendmail(f"{who}@x.org", [f"{who}@nomic.test"], body)

    senders = [threading.Thread(target=send, args=(who,)) for who in range(8)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(30)
    assert len({raw for raw, _, _ in house.taken}) == len(house.taken) == 160
    assert all(e.mail_from[0] == e.recipients[0][0] for _, e, _ in house.taken)
    assert house.listener.flights.oldest() is None


def test_whoever_calls_while_we_look_elsewhere_is_greeted(opened: Open) -> None:
    """400 at once, and no turn of the loop between them: each is told 220, or 421."""
    house = opened(max_connections=50, max_connections_a_host=1000)
    go_on = threading.Event()

    def look_elsewhere() -> None:
        go_on.wait()

    house.listener.from_within(look_elsewhere)
    where = ("127.0.0.1", house.listener.port)
    try:
        lines = [socket.create_connection(where, timeout=5) for _ in range(400)]
    finally:
        go_on.set()
    told = [line.recv(3) for line in lines]
    assert (told.count(b"220"), told.count(b"421")) == (50, 350)
    for line in lines:
        line.close()


def test_who_waits_for_letters_in_flight_waits_no_longer_than_asked(opened: Open) -> None:
    house = opened()
    house.listener.flights.wait(60)  # none is
    flight, _ = house.listener.flights.begin()
    house.listener.flights.wait(0.01)
    threading.Timer(0.05, house.listener.flights.end, [flight]).start()
    house.listener.flights.wait(60)
    assert house.listener.flights.oldest() is None


def test_a_unix_socket_in_place_of_a_port() -> None:
    with short_folder() as folder:
        path = folder / "lmtp"
        for _ in range(2):  # a socket that a killed server left behind is no hindrance
            with contextlib.closing(socket.socket(socket.AF_UNIX)) as left:
                if not path.exists():
                    left.bind(str(path))
            house = House("lmtp", path)
            house.listener.start()
            with smtplib.LMTP(str(path)) as line:
                line.sendmail("ada@example.org", ["nomic@nomic.test"], LETTER)
            assert house.taken[-1][1].recipients == ("nomic@nomic.test",)
            house.listener.stop()
            assert not path.exists()
        with pytest.raises(OSError, match="cannot listen on /no/such/folder/lmtp"):
            House("lmtp", Path("/no/such/folder/lmtp")).listener.start()
