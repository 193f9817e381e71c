"""Bytes to a Letter: whatever comes is read, and read as the relay before us would."""

import base64
import quopri
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from nomic_mail.letters.mime.addresses import parse_addresses
from nomic_mail.letters.mime.parts import DEPTH
from nomic_mail.letters.screen import kind as screen


def letter(body: str | bytes = "hello\n", headers: str = "From: ada@example.org\n") -> bytes:
    return headers.encode() + b"\n" + (body if isinstance(body, bytes) else body.encode())


@given(st.binary(max_size=3000))
def test_read_never_raises(raw: bytes) -> None:
    read = message.read(raw)
    assert read.size == len(raw)
    screen.screen(read, None, ("nomic@example.net",))


HEADERS = st.sampled_from(
    ["From", "Subject", "Content-Type", "Content-Transfer-Encoding", "Message-ID", "References"]
)
VALUES = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        [
            "multipart/mixed; boundary=a",
            "multipart/alternative; boundary*0=a; boundary*1=b",
            "text/html",
            "text/plain; charset=punycode; format=flowed; delsp=yes",
            "text/plain; charset=utf-7",
            "message/rfc822",
            "base64",
            "quoted-printable",
            "=?utf-16?b?AAA?= =?x?q?=FF?=",
            '"Ada" <a@b>, <<c@d>>',
            "<[id]>",
        ]
    ),
)


@given(st.lists(st.tuples(HEADERS, VALUES), max_size=6), st.text(max_size=300))
def test_read_never_raises_on_half_made_letters(headers: list[tuple[str, str]], body: str) -> None:
    lines = "".join(f"{name}: {value}\n" for name, value in headers)
    body = f"--a\n\n{body}\n--a\nContent-Type: text/html\n\n<p>{body}</p>\n--a--\n"
    raw = (lines + "\n" + body).encode("utf-8", "surrogatepass")
    read = message.read(raw)
    assert not any(note.startswith("it could not be read at all") for note in read.trouble)
    read.text.encode()  # nothing in it that cannot be written down
    understand(read.subject, read.text, About())


@pytest.mark.parametrize(
    ("header", "addresses"),
    [
        ("Ada Lovelace <ADA@Example.ORG>", ["ada@example.org"]),
        ("ada@good.example <mallory@evil.example>", ["mallory@evil.example"]),
        ('"ada@good.example" <mallory@evil.example>', ["mallory@evil.example"]),
        ('"ada@good.example, Ada" <mallory@evil.example>', ["mallory@evil.example"]),
        ("(ada@good.example) mallory@evil.example", ["mallory@evil.example"]),
        ("mallory@evil.example (ada@good.example)", ["mallory@evil.example"]),
        ("<ada@good.example> <mallory@evil.example>", ["ada@good.example", "mallory@evil.example"]),
        ("ada@good.example, mallory@evil.example", ["ada@good.example", "mallory@evil.example"]),
        ("ada@good.example mallory@evil.example", ["ada@good.example", "mallory@evil.example"]),
        ("ada@good.example; mallory@evil.example", ["ada@good.example", "mallory@evil.example"]),
        ("=?utf-8?q?ada=40good.example?= <mallory@evil.example>", ["mallory@evil.example"]),
        ("=?utf-8?q?=3Cada=40good.example=3E?= <m@evil.example>", ["m@evil.example"]),
        ("Friends: ada@example.org, bob@example.org;", ["ada@example.org", "bob@example.org"]),
        ("<@relay.example:ada@example.org>", ["ada@example.org"]),
        ('"Ada <ada@example.org>', ["ada@example.org"]),
        ("ada@example.org, Mallory", ["ada@example.org", ""]),
        ('"quoted local"@example.org', ['"quotedlocal"@example.org']),
        ("nobody", [""]),
        ("", []),
    ],
)
def test_the_address_is_the_one_a_delivering_server_sees(header: str, addresses: list[str]) -> None:
    assert [found.address for found in parse_addresses(header)] == addresses


def test_a_header_too_long_to_read_never_has_one_sender() -> None:
    header = "ada@example.org" + " " * 70_000 + ", mallory@evil.example"
    assert len(parse_addresses(header)) == 2


def test_names_are_decoded_after_the_addresses_are_split() -> None:
    (found,) = parse_addresses("=?iso-8859-1?q?J=FCrgen=2C_evil=40x?= <j@example.org>")
    assert (found.name, found.address) == ("Jürgen, evil@x", "j@example.org")


def test_every_from_header_is_seen() -> None:
    read = message.read(b"From: ada@example.org\r\nFrom: bob@example.org\r\n\r\nhi\r\n")
    assert read.from_headers == 2
    assert [found.address for found in read.froms] == ["ada@example.org", "bob@example.org"]


def test_a_bare_carriage_return_hides_no_from() -> None:
    assert message.read(b"From: ada@a.org\rFrom: bob@b.org\n\nhi").from_headers == 2


def test_recipients_and_threads() -> None:
    read = message.read(
        b"From: a@a.org\nTo: Nomic <Nomic+r.abc@Example.net>, b@b.org\nCc: c@c.org\n"
        b"Delivered-To: nomic+tea@example.net\nIn-Reply-To: <1@x> (hm)\n"
        b"References: <0@x>\n <1@x>\nMessage-ID: < 2@x >\nSubject: =?utf-8?b?w6k=?=\n x\n\n"
    )
    assert read.to == ("nomic+r.abc@example.net", "b@b.org", "c@c.org", "nomic+tea@example.net")
    assert read.delivered_to == ("nomic+tea@example.net",)
    assert (read.in_reply_to, read.references, read.message_id) == ("1@x", ("0@x", "1@x"), "2@x")
    assert read.subject == "é x"


def test_digest_is_what_the_sent_copy_yields() -> None:
    """Another transfer encoding, line ends, trailing blanks and trace headers change nothing."""
    head = "From: Ada <ada@example.org>\nDate: Mon, 2 Mar 2026 12:00:00 +0000\nMessage-ID: <1@x>\n"
    text = "I vote FOR 301, Jürgen.\nBest\n"
    kind = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: "
    sent = letter(text, head + kind + "8bit\n")
    quoted = letter(quopri.encodestring(text.encode()), head + kind + "quoted-printable\n")
    coded = letter(base64.encodebytes(text.encode()), head + kind + "base64\n")
    relayed = letter(
        text.replace("\n", "  \r\n") + "\r\n",
        "Received: from x\nReturn-Path: <a@b>\n" + head.replace("Ada ", "") + kind + "8bit\n",
    )
    digests = {message.read(raw).digest for raw in (sent, quoted, coded, relayed)}
    assert len(digests) == 1
    assert len({message.read(raw).sha256 for raw in (sent, quoted, coded, relayed)}) == 4
    other = message.read(letter(text.replace("FOR", "AGAINST"), head + kind + "8bit\n"))
    assert other.digest not in digests


@pytest.mark.parametrize("charset", ["punycode", "idna", "unicode_escape", "hex", "zip", "x", "\0"])
def test_charsets_that_are_no_charsets_are_not_used(charset: str) -> None:
    read = message.read(
        letter("Jürgen\n", f"From: a@b\nContent-Type: text/plain; charset={charset}\n")
    )
    assert read.text == "Jürgen\n"


def test_an_attachment_is_named_and_not_read() -> None:
    body = (
        "--b\n\nFOR 301\n--b\nContent-Type: text/plain\nContent-Disposition: attachment\n\n"
        "AGAINST 301\n--b\nContent-Type: image/png\n\nxx\n--b--\n"
    )
    read = message.read(letter(body, "From: a@b\nContent-Type: multipart/mixed; boundary=b\n"))
    assert read.text == "FOR 301\n"
    assert len(read.trouble) == 2


def test_nested_parts_end_somewhere() -> None:
    part = b"Content-Type: multipart/mixed; boundary=a\n\n--a\n"
    read = message.read(b"From: a@b\n" + part * 2000 + b"hello")
    assert any("more parts" in note for note in read.trouble)


def test_flowed_lines_flow_within_their_quote_depth() -> None:
    long = "A line that a mail program has broken softly for us "
    body = f"{long}\nand its end\n> {long}\n> quoted end\nFOR 301 \nAGAINST 302\n"
    read = message.read(letter(body, "From: a@b\nContent-Type: text/plain; format=flowed\n"))
    assert read.text.split("\n")[:4] == [
        f"{long}and its end",
        f"> {long}quoted end",
        "FOR 301 ",
        "AGAINST 302",
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>FOR&nbsp;301<br>thanks", "FOR\xa0301\nthanks\n"),
        ("<blockquote>no</blockquote>yes", "> no\n\nyes\n"),
        ("<div>yes</div><div style='display:none'>no</div>", "yes\n"),
        ("<del>FOR</del> AGAINST", "AGAINST\n"),
        ("<ul><li>one<li>two</ul>", "- one\n- two\n"),
        ("<div>yes</div><div id=divRplyFwdMsg>From: x</div><div>no</div>",
         "yes\n\n-----Original Message-----\nFrom: x\nno\n"),
        ("<blockquote>one<div id=divRplyFwdMsg>From: x</div>no</blockquote>yes",
         "> one\n>\n> -----Original Message-----\n> From: x\n> no\n\nyes\n"),
        ("<div class=protonmail_quote>Bob wrote:<blockquote>no</blockquote>yes</div>",
         "Bob wrote:\n\n> no\n\nyes\n"),
        ("<div name=messageReplySection>Bob wrote:<blockquote>no</blockquote>yes</div>",
         "Bob wrote:\n\n> no\n\nyes\n"),
        ("<div class=protonmail_quote>no</div>yes", "> no\nyes\n"),
    ],
)  # fmt: skip
def test_html_keeps_what_is_said_apart_from_what_is_quoted(source: str, text: str) -> None:
    assert message.read(letter(source, "From: a@b\nContent-Type: text/html\n")).text == text


@pytest.mark.parametrize(
    "piece", ["<div>", "<blockquote>", "<!--", "<", "<p>a", "<table><td>", "&#x", "<pre>\n"]
)
def test_html_without_an_end(piece: str) -> None:
    raw = letter(piece * (200_000 // len(piece)), "From: a@b\nContent-Type: text/html\n")
    assert not any("at all" in note for note in message.read(raw).trouble)


def test_what_stands_deeper_than_anybody_writes_is_not_read() -> None:
    def nested(depth: int) -> bytes:
        opened = [f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(depth)]
        return ("From: a@b\n" + "".join(opened) + "Content-Type: text/plain\n\nFOR\n").encode()

    assert message.read(nested(DEPTH)).text == "FOR\n"
    deeper = message.read(nested(DEPTH + 1))
    assert deeper.text == ""
    assert "more parts than this server reads" in deeper.trouble[0]


def test_what_it_answers_is_read_where_a_long_id_was_written_as_encoded_words() -> None:
    """As Python's own library does with an id that is longer than a line."""
    ours = f"<tea.10.{'0a' * 10}.{'iaaqcaaabi3n' * 3}@play.example.org>"
    answer = EmailMessage()
    answer["From"], answer["In-Reply-To"] = "Ann <ann@players.example>", ours
    answer["References"] = f"<1@x> {ours}"
    raw = answer.as_bytes(policy=SMTP)
    assert ours.encode() not in raw
    found = message.read(raw)
    assert (found.in_reply_to, found.references) == (ours[1:-1], ("1@x", ours[1:-1]))
