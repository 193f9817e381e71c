"""A NUL, and other signs that a database or a header cannot hold, wherever a letter may have them:
a letter that a database refuses would come again and again, and hold deadlines up."""

import smtplib
from pathlib import Path

from nomic_mail.play.table import HOST
from tests.attacks.kit import Attack, attacks, each
from tests.kit.door import listening
from tests.kit.house import House

GAME = f"nomic+tea@{HOST}"
WHERE = {
    "its From": b"From: e\0ve@x.example\r\nMessage-ID: <1@x>\r\n\r\nJOIN Eve Evil",
    "the name in its From": b"From: E\0ve <eve@x.example>\r\nMessage-ID: <1@x>\r\n\r\nJOIN",
    "its Message-ID": b"From: eve@x.example\r\nMessage-ID: <1\0@x>\r\n\r\nJOIN Eve Evil",
    "a bare Message-ID": b"From: eve@x.example\r\nMessage-ID: 1\0\x1b[2J\r\n\r\nJOIN Eve Evil",
    "what it answers": (
        b"From: eve@x.example\r\nIn-Reply-To: <\0@nomic.example>\r\nReferences: <a\0@b>\r\n\r\nJOIN"
    ),
    "its subject": b"From: eve@x.example\r\nSubject: JOIN \0Eve\0\r\n\r\nJOIN Eve\0 Evil\0",
    "what it was delivered to": b"From: e@x.example\r\nTo: a\0@x\r\nDelivered-To: \0\r\n\r\nJOIN",
    "a game's name": b"From: e@x.example\r\nTo: nomic+t\0ea@nomic.example\r\n\r\nJOIN Eve Evil",
    "half a sign of UTF-8": b"From: \xed\xa0\x80e@x.example\r\nMessage-ID: <\xed\xa0>\r\n\r\nHi",
    "what is no sign of Unicode": (
        b"From: \xef\xbf\xbf <eve@x.example>\r\nSubject: \xef\xbf\xbe\r\n\r\nJOIN Eve \xef\xbf\xbf"
    ),
    "all its bytes": bytes(2000),
}


@attacks(
    *(
        Attack(
            "disk",
            "a line to the listener",
            f"writes a NUL, or its like, into {where}"
            if "sign" not in where
            else f"writes {where}",
            "the letter is taken in, and ends as any; the server goes on",
            given=raw,
        )
        for where, raw in WHERE.items()
    )
)
def test_a_nul(tmp_path: Path, given: bytes) -> None:
    house = House(tmp_path)
    house.begin()
    with listening(house) as door, smtplib.SMTP("127.0.0.1", door.port, timeout=10) as line:
        line.sendmail("eve@x.example", [GAME], given + b"\r\n")
    house.run()
    ((number,),) = house.rows("SELECT max(id) FROM inbox")
    assert house.became(number) in ("done", "screened")
    ((errors,),) = house.rows("SELECT count(*) FROM inbox WHERE state = 'waiting'")
    assert errors == 0
    house.reply(house.mover(), "STATUS\n")
    assert house.run()


LONG = {
    "a reply address of 1,500 signs": (f"nomic+r.{'a' * 1500}@{HOST}", "e@x.example"),
    "a return path of 1,500 signs": (f"nomic+b.{'a' * 1500}@{HOST}", "e@x.example"),
    "a sender of 1,500 signs": (GAME, f"{'e' * 1500}@x.example"),
}


@each(
    "disk",
    "a line to the listener",
    "gives {}",
    "it is refused for good, or taken in; nobody is asked to come again",
    LONG,
)
def test_a_long_address(tmp_path: Path, given: tuple[str, str]) -> None:
    house = House(tmp_path)
    house.begin()
    to, sender = given
    raw = b"From: e@x.example\r\nMessage-ID: <" + b"m" * 3000 + b"@x>\r\n\r\nJOIN Eve Evil\r\n"
    with listening(house) as door, smtplib.SMTP("127.0.0.1", door.port, timeout=10) as line:
        line.ehlo()
        codes = [line.mail(sender)[0], line.rcpt(to)[0]]
        if codes == [250, 250]:
            codes.append(line.data(raw)[0])
    assert not [one for one in codes if 400 <= one < 500]
    house.run()
    assert house.rows("SELECT count(*) FROM inbox WHERE state IN ('waiting', 'held')") == [(0,)]
