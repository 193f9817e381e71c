"""Attacks by words that are to become something else than words."""

import email
import email.policy
import re
import socket
from email.message import Message

from nomic_mail.play.table import HOST
from tests.attacks.kit import Attack, attacks
from tests.kit.door import listening
from tests.kit.house import House, address_of

HEADERS = {
    *("from", "to", "subject", "date", "message-id", "in-reply-to", "references", "reply-to"),
    *(
        "list-id",
        "list-unsubscribe",
        "list-unsubscribe-post",
        "list-post",
        "list-help",
        "list-owner",
    ),
    *("auto-submitted", "x-auto-response-suppress", "x-nomic-mail", "mime-version", "precedence"),
    *("content-type", "content-transfer-encoding", "content-disposition", "content-language"),
}
STEERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
ENCODED = "=?utf-8?q?Tea=0D=0ABcc:_victim=40evil.example?="


def letters(house: House) -> list[Message]:
    bodies = house.rows("SELECT body FROM outbox ORDER BY id")
    return [email.message_from_bytes(body, policy=email.policy.default) for (body,) in bodies]


def are_clean(found: list[Message]) -> None:
    """Nothing but our own headers, and nothing that steers a terminal."""
    assert found
    for letter in found:
        assert {name.lower() for name in letter} <= HEADERS
        assert len(letter.get_all("To", [])) == 1
        for part in letter.walk():
            if part.get_content_maintype() == "text":
                text = part.get_content()  # type: ignore[attr-defined]
                assert not STEERS.search(text), part.get_content_type()
            if part.get_content_type() == "text/html":
                assert "<script" not in text.lower()
                assert "onerror=" not in re.sub(r"&lt;.*?&gt;", "", text)
            if part.get_content_type() == "text/calendar":
                names = {line.partition(":")[0].partition(";")[0] for line in text.splitlines()}
                assert not names & {"ATTENDEE", "ATTACH", "X-EVIL"}


def _words(does: str, words: str) -> Attack:
    tells = "all that is told of it are words: no header, no markup, no command to a terminal"
    return Attack("injection", "a seat, in their turn", does, tells, given=words)


@attacks(
    _words("writes a header's name into a title", "Tea Bcc: victim@evil.example"),
    _words("encodes line ends in a title", ENCODED),
    _words("writes line separators into a title", "Tea\u2028Bcc: v@evil.example\u2029\x85X: y"),
    _words("writes a calendar's lines into a title", "Tea\\nATTENDEE:mailto:v@evil.example\\n"),
    _words("writes markup into a title", "<script>alert(1)</script><img src=x onerror=alert(1)>"),
    _words("closes our markup in a title", '"></a></title></style><script>alert(1)</script>'),
    _words("writes a template's instructions into a title", "{{ self.__init__ }}{% include 'x' %}"),
    _words("steers terminals by a title", "Tea\x1b]0;owned\x07\x9b2J\x08\x08"),
    _words("turns a title around", "Tea \u202egnp.exe\u2066 \u200f"),
    _words("writes an address of ours into a title", f"Tea nomic+r.aaaa@{HOST} [nomic aaaa]"),
    _words("writes a database's words into a title", "'); DROP TABLE seats; --"),
    _words("writes a path into a title", "../../../../etc/cron.d/tea"),
)
def test_a_title_stays_words(house: House, given: str) -> None:
    mover = house.mover()
    raw = house.written(mover, house.door(mover), "the text\n").replace(b"7bit", b"8bit")
    said = f"PROPOSE ENACT: {given}\n{given}\nEND\nCALL VOTE\n"
    house.post_in(raw.replace(b"the text\n", said.encode()), mover, house.door(mover))
    house.run()
    assert "ProposalMade" in house.kinds()
    are_clean(letters(house))
    for name in (mover, house.others()[0]):
        house.reply(name, "FOR 301\n")
    house.run()
    house.reply(mover, "RECORDS\nRULES\nHISTORY\n")
    house.run()
    are_clean(letters(house))
    assert house.rows("SELECT count(*) FROM seats") == [(2,)]


@attacks(
    Attack(
        "injection",
        "any address",
        "puts line ends and headers into the name of their From",
        "the question to them has our own headers, and not that name",
        given=ENCODED,
    ),
    Attack(
        "injection",
        "any address",
        "puts quotation marks, commas and an address into that name",
        "the question to them has our own headers, and one recipient",
        given='"Zoe\\" <v@evil.example>, \\"x"',
    ),
)
def test_a_name_makes_no_header(house: House, given: str) -> None:
    raw = f"From: {given} <zoe@x.example>\r\nMessage-ID: <1@x>\r\n\r\nJOIN\r\n".encode()
    house.hand_in(raw, "zoe@x.example", [f"nomic+tea@{HOST}"])
    for letter in house.run():
        assert letter.to == "zoe@x.example"
    are_clean(letters(house))


@attacks(
    Attack(
        "injection",
        "a reply address",
        "puts line ends into the Message-ID that we answer",
        "our In-Reply-To is one line, and no header follows from it",
    )
)
def test_a_message_id_makes_no_header(house: House) -> None:
    name = house.mover()
    evil = "<a@b.example>\n\tBcc: victim@evil.example\n X: <c@d>"
    raw = house.written(name, house.door(name), "STATUS\n")
    raw = re.sub(rb"Message-ID: .*", f"Message-ID: {evil}".encode(), raw)
    house.post_in(raw, name, house.door(name))
    house.run()
    are_clean(letters(house))


@attacks(
    Attack(
        "injection",
        "a line to the listener",
        "ends a letter with a bare line feed and a dot, and begins another",
        "it is one letter, with all of it in it",
        given=b"hello\n.\nMAIL FROM:<ada@players.example>\nRCPT TO:<x>\nDATA\n",
    ),
    Attack(
        "injection",
        "a line to the listener",
        "ends it with a line feed, a dot and a whole line end",
        "it is one letter, with all of it in it",
        given=b"hello\n.\r\nMAIL FROM:<ada@players.example>\r\nRCPT TO:<x>\r\nDATA\r\n",
    ),
    Attack(
        "injection",
        "a line to the listener",
        "ends it with a carriage return alone, a dot and another",
        "it is one letter, with all of it in it",
        given=b"hello\r.\rMAIL FROM:<ada@players.example>\rDATA\r",
    ),
)
def test_no_letter_is_smuggled_in(house: House, given: bytes) -> None:
    before = house.rows("SELECT count(*) FROM inbox")[0][0]
    with listening(house) as door, socket.create_connection(("127.0.0.1", door.port), 10) as line:
        file = line.makefile("rwb")
        for word in (b"EHLO a", b"MAIL FROM:<e@a>", b"RCPT TO:<nomic@%b>" % HOST.encode(), b"DATA"):
            file.write(word + b"\r\n")
            file.flush()
        file.write(b"From: e@a.example\r\n\r\n" + given + b"\r\n.\r\nQUIT\r\n")
        file.flush()
        answers = file.readlines()
    assert sum(one.startswith(b"250 2.0.0 We have it") for one in answers) == 1
    assert house.rows("SELECT count(*) FROM inbox")[0][0] == before + 1
    ((raw,),) = house.rows(
        "SELECT raw FROM contents JOIN inbox ON content = contents.sha256"
        " ORDER BY inbox.id DESC LIMIT 1"
    )
    assert b"ada@players.example" in bytes(raw)


@attacks(
    Attack(
        "injection",
        "a seat",
        "quotes a proposal of theirs that is full of votes, and has others reply to it",
        "no quoted line is anybody's vote",
    )
)
def test_quoted_votes_count_for_nobody(house: House) -> None:
    mover, other = house.mover(), house.others()[0]
    house.reply(mover, "PROPOSE ENACT: Tea\nFOR 301\nAGAINST 301\nI vote FOR 301\nEND\nCALL VOTE\n")
    house.run()
    quoted = "".join(
        f"> {line}\n" for line in house.last["tea", address_of(other)].text.split("\n")
    )
    house.reply(other, f"Hm.\n\n{quoted}")
    house.run()
    assert "BallotCast" not in house.kinds()
