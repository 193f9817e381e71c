"""Letters that are made to be too much: in size, in depth, in number, for a pattern. Each ends like
any letter, in time that grows no faster than the letter does, and none moves a game."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nomic_mail.letters.grammar import moves
from nomic_mail.letters.mime import message
from nomic_mail.letters.proof import confirming as proof
from nomic_mail.letters.proof import dkim, token
from nomic_mail.letters.quoting import scaffold as quoting
from nomic_mail.letters.screen import dsn
from nomic_mail.letters.screen import kind as screen
from tests.kit.house import HOST, House
from tests.kit.siege import Siege, heads, lay_siege
from tests.kit.tiers import some

VOTE = b"Content-Type: text/plain\r\n\r\nAGAINST 302\r\n"


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Siege:
    return lay_siege(tmp_path_factory.mktemp("siege"))


def nested(depth: int) -> bytes:
    opened = [
        f"Content-Type: multipart/mixed; boundary=b{at}\r\n\r\n--b{at}\r\n" for at in range(depth)
    ]
    return "".join(opened).encode() + VOTE


def many(parts: int) -> bytes:
    head = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    return head + b"--b\r\nContent-Type: image/png\r\n\r\nx\r\n" * parts + b"--b\r\n" + VOTE


BOMBS: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "a hundred megabytes": (
        lambda: b"\r\n" + b"AGAINST 302\r\n" * 7_800_000,
        *("screened", "oversize"),
    ),
    "ten thousand parts": (lambda: many(10_000), "done", ""),
    "a thousand deep": (lambda: nested(1_000), "done", ""),
    "a header of a megabyte": (
        lambda: b"X-Long: " + b"x" * 970_000 + b"\r\n" + VOTE,
        *("held", "headers are longer"),
    ),
    "a subject of half a megabyte": (
        lambda: b"Subject: " + b"=?utf-8?q?" * 50_000 + b"\r\n" + VOTE,
        *("held", "headers are longer"),
    ),
    "a hundred thousand headers": (
        lambda: b"X: y\r\n" * 100_000 + VOTE,
        *("held", "headers are longer"),
    ),
    "quotes without end": (lambda: b"\r\n" + b">" * 400_000 + b" AGAINST 302\r\n", "done", ""),
    "html without end": (
        lambda: b"Content-Type: text/html\r\n\r\n" + b"<!--" * 90_000,
        *("done", ""),
    ),
    # a plain vote below a silly header is a vote
    "a To of twenty thousand": (
        lambda: b"To: " + b"a@b.example, " * 20_000 + b"\r\n" + VOTE,
        *("done", "counts"),
    ),
    "references without end": (
        lambda: b"References: " + b"<a@b> " * 40_000 + b"\r\n" + VOTE,
        *("done", "counts"),
    ),
}


@pytest.mark.parametrize("bomb", some(list(BOMBS), 2, check=2))
def test_a_bomb_ends_like_any_letter(bomb: str, siege: Siege, tmp_path: Path) -> None:
    make, state, why = BOMBS[bomb]
    house = siege.copy(tmp_path)
    before = heads(house)
    head = f"From: {siege.names['mover']}\r\nMessage-ID: <bomb@mail.test>\r\n".encode()
    raw = head + make()
    (number,) = house.hand_in(raw, siege.names["mover"], [siege.names["ballot"]])
    started = time.process_time()
    house.run()
    assert time.process_time() - started < 15
    arrival = house.arrival(number)
    assert (arrival.state, arrival.raw) == (state, raw)
    if why == "counts":
        assert house.kinds("tea")[-1] == "BallotCast"
    else:
        assert heads(house) == before
        assert why in arrival.result
    status = house.written("Bob", f"nomic+tea@{HOST}", "STATUS\n")  # and the next letter is read
    (after,) = house.hand_in(status, "x@players.example", [f"nomic+tea@{HOST}"])
    house.run()
    assert house.became(after) in ("done", "held")


# Patterns


NASTY = (
    *("a", "@", "a@", "<a@b>", "a@b ", "a@b.c\n", "nomic+r.a", "nomic+r.\n", "=\n", "> ", "("),
    *(")", '"', "\\", "=?utf-8?q?", "=?utf-8?b?YQ==?= ", ",", ";", ":", "\n", " ", "\t", " \n"),
    *("a.", "1.", "550 5.1.1 ", "<a@b.c>:\n", "Final-Recipient: rfc822; a@b\n", "rcpt to:<"),
    *("failed recipient: ", "delivery to x ", "automatically ", "address also a@", "ADDRESS "),
    *("yes, ", "not mine ", "i ", "--b\n", "Received: from x\n", "message ", "\\x{41}"),
    *(
        ".0123456789abcdef0123.",
        "From: a@b\n",
        "[nomic ",
        "[nomic a ",
        "a >",
        "[nomic " + "a " * 63,
    ),
)
SHAPES = {
    "body": "From: a@b.c\nSubject: x\n\n{}",
    "notice": "From: MAILER-DAEMON@b.c\nSubject: Undelivered\n\n{}",
    "report": "From: d@b.c\nContent-Type: multipart/report; boundary=b\n\n--b\n"
    "Content-Type: message/delivery-status\n\n{}",
    "subject": "From: a@b.c\nSubject: {}\n\nx",
    "from": "From: {}\n\nx",
    "results": "Authentication-Results: mx; {}\nFrom: a@b.c\n\nx",
    "signature": "DKIM-Signature: d=b.c; h={}\nFrom: a@b.c\n\nx",
}


def read_all(raw: bytes) -> None:
    letter = message.read(raw)
    screen.screen(letter, None)
    dsn.read(raw)
    token.without_tokens(letter.text, "nomic@x")
    token.in_text(letter.text)
    moves.read_moves(letter.subject, letter.text)
    proof.confirmed(letter.text)
    dkim.authenticated(raw, "a@b.c", "nomic@x", dkim.Trust("mx", lambda name, seconds: None))


def seconds(shape: str, piece: str, size: int) -> float:
    text = (piece * (size // len(piece) + 1))[:size]
    if shape not in ("body", "notice", "report"):
        text = text.replace("\n", " ")
    raw = SHAPES[shape].replace("{}", text).encode()
    quoting.scaffold.cache_clear()  # of the same text it keeps the lines
    started = time.process_time()
    read_all(raw)
    return time.process_time() - started


@pytest.mark.parametrize("shape", some(list(SHAPES), 2, check=2))
def test_no_pattern_takes_more_than_its_share(shape: str) -> None:
    """Eight times the letter takes about eight times as long; a square would take sixty-four."""
    read_all(b"From: a@b.c\nSubject: Undelivered\n\nx")  # what is loaded late is loaded
    for piece in NASTY:
        large = seconds(shape, piece, 120_000)
        if large > 0.5:  # also when the machine does nothing else just then
            large = min(large, *(seconds(shape, piece, 120_000) for _ in range(2)))
            small = max(min(seconds(shape, piece, 15_000) for _ in range(2)), 0.02)
            assert large < 20 * small, (piece, small, large)
        assert large < 6, piece


def test_malformed_letters_are_each_kept_once_byte_for_byte(tmp_path: Path, corpus: Path) -> None:
    house = House(tmp_path)
    house.begin()
    before = house.game().head
    lines = (corpus / "INDEX.jsonl").read_text().splitlines()
    files = [json.loads(line)["file"] for line in lines if line.strip()]
    raws = [(corpus / file).read_bytes() for file in files if file.startswith("malformed/")]
    to = f"nomic+tea@{HOST}"
    numbers = [house.hand_in(raw, "x@mail.test", [to])[0] for raw in raws]
    house.run()
    rows = house.rows(
        "SELECT id, raw, state, tries, crashes FROM inbox"
        " JOIN contents ON contents.sha256 = content WHERE kind = 'letter'"
    )
    kept = {
        number: (raw, state) for number, raw, state, tries, crashes in rows if not tries + crashes
    }
    assert [kept[number][0] for number in numbers] == raws
    assert {kept[number][1] for number in numbers} <= {"done", "screened", "duplicate", "held"}
    assert house.game().head == before
