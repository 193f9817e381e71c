"""docs/mail-setup.md's recipe for a Postfix in front, as it stands there: what is not here is
refused while its sender still waits, and nothing is sent back to anybody."""

import re
import smtplib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from nomic_mail.clock import SystemClock
from nomic_mail.wire import Envelope, Known
from nomic_mail.wire.guests import Guests
from nomic_mail.wire.listener import Listener
from tests.kit.real.real_mail import make_certificates, program, short_folder
from tests.kit.real.real_mta import Postfix, postfix
from tests.kit.real.server_play import until

PAGE = Path(__file__).parents[3] / "docs" / "mail-setup.md"
HERE = "nomic.example"
SENDER = "someone@elsewhere.example"


def recipe() -> tuple[str, str]:
    """What the page puts into main.cf, and into the table beside it."""
    (block,) = re.findall(
        r"```\n(# main\.cf; put this first.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    main, _, rows = block.partition("# /etc/postfix/nomic")
    main = main.replace("/etc/postfix/nomic, ...", "{d}/etc/nomic")
    return main, rows.partition("\n")[2].replace(r"example\.org", r"nomic\.example")


class Front:
    def __init__(self, folder: Path, stack: ExitStack) -> None:
        make_certificates(folder)
        self.taken: list[tuple[str, ...]] = []
        self.here = {"tea"}
        self.listener = Listener(
            host="127.0.0.1",
            port=0,
            protocol="lmtp",
            accept=self._accept,
            known=self._known,
            guests=Guests(20, 0, lambda host: True),
            clock=SystemClock(),
            max_letter_bytes=1_000_000,
            max_recipients=20,
            timeout_seconds=30,
            max_connections=20,
            hostname=HERE,
        )
        self.listener.start()
        stack.callback(self.listener.stop)
        main, rows = recipe()
        routes = {HERE: f"lmtp:inet:127.0.0.1:{self.listener.port}"}
        self.mta: Postfix = stack.enter_context(
            postfix(routes, folder, main, files={"nomic": rows})
        )

    def _accept(self, raw: bytes, envelope: Envelope, at: datetime) -> None:
        self.taken.append(envelope.recipients)

    def _known(self, address: str) -> Known:
        mark = address.partition("@")[0].partition("+")[2].partition(".")[0]
        return "ours" if mark in ("", "r", *self.here) else "nobody"

    @contextmanager
    def line(self) -> Iterator[smtplib.SMTP]:
        with smtplib.SMTP("127.0.0.1", self.mta.port, timeout=60) as line:
            line.ehlo()
            line.mail(SENDER)
            yield line


@pytest.fixture(scope="module")
def front() -> Iterator[Front]:
    program("postfix", "postfix")
    with ExitStack() as stack:
        yield Front(stack.enter_context(short_folder()), stack)


def test_a_game_that_is_not_here_is_refused_at_once_and_nothing_is_sent_back(front: Front) -> None:
    with front.line() as line:
        for local in ("nomic+nosuch", "nomic+nosuch.talk"):
            code, why = line.rcpt(f"{local}@{HERE}")
            assert code == 550, why
        assert line.rcpt(f"nomic+tea@{HERE}")[0] == 250
        assert line.rcpt(f"nomic+tea.talk@{HERE}")[0] == 250
        assert line.rcpt(f"nomic+r.lettersanddigits@{HERE}")[0] == 250
        line.data(b"Subject: hello\r\n\r\nhello\r\n")
    got = until("the letter", lambda: [to for one in front.taken for to in one] or None)
    assert sorted(got) == sorted(
        [f"nomic+tea@{HERE}", f"nomic+tea.talk@{HERE}", f"nomic+r.lettersanddigits@{HERE}"]
    )
    assert f"to=<{SENDER}>" not in front.mta.log()


def test_a_game_that_comes_later_is_known_within_a_minute(front: Front) -> None:
    def answer() -> int:
        with front.line() as line:
            return line.rcpt(f"nomic+rum@{HERE}")[0]

    assert answer() == 550
    front.here.add("rum")
    until("the game", lambda: answer() == 250 or None)
