"""The smart host's client, against a small real server on loopback."""

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from nomic_mail.wire import Outlet
from nomic_mail.wire.smarthost import Smarthost

LETTER = b"From: nomic@localhost\nSubject: your turn\n\nHello\n.\nBye \xc3\xa9\n"


class Sink:
    """Keeps what it gets; `say` maps an address or a command to another answer."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, list[str], bytes]] = []
        self.options: list[list[str]] = []
        self.say: dict[str, str] = {}
        self.sessions = 0

    async def handle_EHLO(
        self, server: SMTP, session: Any, envelope: Any, host: str, replies: list[str]
    ) -> list[str]:
        session.host_name = host
        self.sessions += 1
        return replies

    async def handle_MAIL(
        self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if "MAIL" in self.say:
            return self.say["MAIL"]
        self.options.append(options)
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address in self.say:
            return self.say[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        if self.say.get("DATA") == "drop":
            assert server.transport is not None
            server.transport.abort()  # type: ignore[attr-defined]
            return "250 never heard"
        if "DATA" in self.say:
            return self.say["DATA"]
        self.letters.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 kept"


class Plain(Controller):
    """A server without SMTPUTF8."""

    def factory(self) -> SMTP:
        return SMTP(self.handler, enable_SMTPUTF8=False)


@pytest.fixture
def sink() -> Sink:
    return Sink()


def run(controller: Controller) -> Iterator[int]:
    controller.start()
    yield controller.port
    controller.stop()


@pytest.fixture
def port(sink: Sink) -> Iterator[int]:
    yield from run(Controller(sink, hostname="127.0.0.1", port=_free()))


@pytest.fixture
def plain_port(sink: Sink) -> Iterator[int]:
    yield from run(Plain(sink, hostname="127.0.0.1", port=_free()))


@pytest.fixture
def host(port: int) -> Iterator[Smarthost]:
    outlet = Smarthost("127.0.0.1", port, 10, hostname="nomic.test")
    yield outlet
    outlet.close()


def _free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def test_letters_go_out_on_one_connection(sink: Sink, host: Smarthost) -> None:
    outlet: Outlet = host
    for address in ("ada@example.org", "bob@example.org"):
        assert outlet.deliver("n+b.1@x.org", address, LETTER, "<1@n>").kind == "sent"
    wire = LETTER.replace(b"\n", b"\r\n")
    assert sink.letters == [
        ("n+b.1@x.org", ["ada@example.org"], wire),
        ("n+b.1@x.org", ["bob@example.org"], wire),
    ]
    assert sink.sessions == 1
    assert sink.options[0] == [f"SIZE={len(wire)}", "BODY=8BITMIME"]


def test_the_null_sender_and_crlf_as_it_is(sink: Sink, host: Smarthost) -> None:
    wire = b"Subject: x\r\n\r\nbody\r\n"
    assert host.deliver("", "ada@example.org", wire, "<1@n>").kind == "sent"
    assert sink.letters == [("<>", ["ada@example.org"], wire)]
    assert sink.options == [[f"SIZE={len(wire)}"]]


@pytest.mark.parametrize(
    ("where", "answer", "kind"),
    [
        ("ada@example.org", "450 4.2.1 try later", "deferred"),
        ("ada@example.org", "550 5.1.1 nobody", "failed"),
        ("ada@example.org", "421 4.3.2 going down", "deferred"),
        ("ada@example.org", "503 5.5.1 out of step", "deferred"),
        ("DATA", "451 4.3.0 trouble", "deferred"),
        ("DATA", "554 5.7.1 spam", "failed"),
        ("DATA", "drop", "deferred"),
        ("MAIL", "451 4.7.1 greylisted", "deferred"),
        ("MAIL", "530 5.7.0 authenticate first", "deferred"),
        ("MAIL", "550 5.7.1 not from you", "deferred"),
        ("MAIL", "552 5.3.4 too large", "failed"),
    ],
)
def test_answers_and_what_they_mean(
    sink: Sink, host: Smarthost, where: str, answer: str, kind: str
) -> None:
    sink.say[where] = answer
    outcome = host.deliver("n@x.org", "ada@example.org", LETTER, "<1@n>")
    assert outcome.kind == kind
    if answer != "drop":
        assert answer in outcome.detail.replace(": ", " ", 1)
    sink.say.clear()
    assert host.deliver("n@x.org", "ada@example.org", LETTER, "<2@n>").kind == "sent"
    assert [to for _, to, _ in sink.letters] == [["ada@example.org"]]


def test_what_a_host_says_is_told_on_one_line_and_not_for_long(sink: Sink, host: Smarthost) -> None:
    """It goes into the log, onto the moderator's terminal and into letters."""
    for where in ("ada@example.org", "DATA", "MAIL"):
        sink.say = {where: "550-5.7.1 no\x1b[2J\r\n550 5.7.1 " + "really no " * 30}
        detail = host.deliver("n@x.org", "ada@example.org", LETTER, "<1@n>").detail
        assert "550 5.7.1 no?[2J 5.7.1 really no" in detail
        assert detail.isprintable()
        assert len(detail) < 250


def test_one_refused_recipient_does_not_touch_the_next(sink: Sink, host: Smarthost) -> None:
    sink.say["bad@example.org"] = "550 5.1.1 nobody"
    kinds = [host.deliver("n@x.org", a, LETTER, "<1@n>").kind for a in ("bad@example.org", "ok@x")]
    assert kinds == ["failed", "sent"]
    assert sink.sessions == 1


def test_a_host_that_is_not_there_is_deferred() -> None:
    outcome = Smarthost("127.0.0.1", _free(), 2).deliver("n@x", "a@x", LETTER, "<1@n>")
    assert outcome.kind == "deferred"
    assert "127.0.0.1 port" in outcome.detail


def test_a_kept_connection_that_died_is_opened_anew(sink: Sink) -> None:
    number = _free()
    outlet = Smarthost("127.0.0.1", number, 10)
    for _ in range(2):
        for _ in run(Controller(sink, hostname="127.0.0.1", port=number)):
            assert outlet.deliver("n@x.org", "a@x.org", LETTER, "<1@n>").kind == "sent"
    assert (len(sink.letters), sink.sessions) == (2, 2)
    assert outlet.deliver("n@x.org", "a@x.org", LETTER, "<1@n>").kind == "deferred"
    outlet.close()


def test_smtputf8_addresses(sink: Sink, host: Smarthost) -> None:
    assert host.deliver("n@x.org", "jürgen@bücher.example", LETTER, "<1@n>").kind == "sent"
    assert sink.letters[0][1] == ["jürgen@bücher.example"]
    assert "SMTPUTF8" in sink.options[0]


def test_without_smtputf8_a_domain_goes_in_ascii(sink: Sink, plain_port: int) -> None:
    outlet = Smarthost("127.0.0.1", plain_port, 10)
    assert outlet.deliver("n@x.org", "ada@bücher.example", LETTER, "<1@n>").kind == "sent"
    assert sink.letters[0][1] == ["ada@xn--bcher-kva.example"]
    outcome = outlet.deliver("n@x.org", "jürgen@bücher.example", LETTER, "<2@n>")
    assert outcome.kind == "failed"
    assert "SMTPUTF8" in outcome.detail
    assert outlet.deliver("n@x.org", "ada@x.org", LETTER, "<3@n>").kind == "sent"
    outlet.close()


@pytest.mark.parametrize(
    "address",
    [
        "a@x.org>\r\nRCPT TO:<b@x.org",
        "",
        "a@x.org, b@x.org",
        "Ada <a@x.org>",
        "a b@x.org",
        "a\udcff@x",
    ],
)
def test_what_is_no_address_is_not_sent_elsewhere(
    sink: Sink, host: Smarthost, address: str
) -> None:
    assert host.deliver("n@x.org", address, LETTER, "<1@n>").kind == "failed"
    assert sink.letters == []
    assert host.deliver("n@x.org", '"odd one é"@x.org', LETTER, "<2@n>").kind == "sent"
    assert sink.letters[0][1] == ['"odd one é"@x.org']


@pytest.mark.parametrize("greeting", [b"554 5.3.2 not today\r\n", b"garbage\r\n", b""])
def test_a_host_that_will_not_talk_is_deferred(greeting: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            line, _ = server.accept()
            with line:
                line.sendall(greeting)

        thread = threading.Thread(target=answer)
        thread.start()
        outlet = Smarthost("127.0.0.1", server.getsockname()[1], 5)
        assert outlet.deliver("n@x", "a@x", LETTER, "<1@n>").kind == "deferred"
        thread.join(10)
