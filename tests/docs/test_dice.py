"""Dice that anyone can check: what docs/dice.md promises, and that its own program is right.

1. The programs in docs/dice.md are taken out of the page and run: against the page's example, and
   against games played here. A page that tells people how to check must not be wrong.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic_mail.archive.json import record_json
from nomic_mail.game import dice
from nomic_mail.game import events as e
from nomic_mail.letters.mime import message
from nomic_mail.play.table import Table
from nomic_mail.play.transcript import Playing, parse
from nomic_mail.sandbox.acts import SIDES_MOST
from tests.kit.tiers import examples, some

PAGE = (Path(__file__).resolve().parents[2] / "docs/dice.md").read_text(encoding="utf-8")

BYTES = st.binary(min_size=32, max_size=32)
MIXED = "\u0301" * 99 + "\u0323\u1abf" + "\U0001e8d0\u0323" * 60 + "\u0301"
TEXT = st.text(max_size=200).filter(lambda text: text.isprintable())


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def page() -> dict[str, Callable[..., Any]]:
    """What the page's Python defines, in the order it stands there."""
    defined: dict[str, Any] = {}
    for block in blocks("python"):
        exec(block, defined)
    return defined


def roll_of(link: str, over: str, count: int, sides: int) -> dict[str, Any]:
    commitment = sha256(bytes.fromhex(link)).hexdigest()
    return {"nonce": link, "commitment": commitment, "over": over, "dice": f"{count}d{sides}"}


# The dice


@given(BYTES, TEXT, st.integers(1, 20), st.integers(2, 1000))
def test_each_die_shows_one_of_its_faces(link: bytes, text: str, count: int, sides: int) -> None:
    faces = dice.throw(link.hex(), text, count, sides)
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)
    assert faces == dice.throw(link.hex(), text, count, sides)


@given(BYTES, st.integers(1, 40))
def test_each_link_hashes_to_what_was_public_before_it(seed: bytes, length: int) -> None:
    chain = dice.new_chain(1, seed, length)
    drawn = []
    for _ in range(length):
        link = dice.Fresh(b"").link(chain)
        assert sha256(bytes.fromhex(link)).hexdigest() == chain.commitment
        drawn.append(link)
        chain = replace(chain, commitment=link, used=chain.used + 1)
    assert len(set(drawn)) == length
    assert drawn[-1] == seed.hex()


@given(BYTES, TEXT, st.lists(st.integers(1, 10_000), max_size=300, unique=True))
def test_a_shuffle_is_a_permutation(link: bytes, text: str, seats: list[int]) -> None:
    order = dice.shuffle(link.hex(), text, tuple(seats))
    assert sorted(order) == sorted(seats)


def test_every_face_and_every_order_comes_up_about_as_often() -> None:
    """Fixed links, so this holds or fails for ever: 6000 throws, 6000 shuffles of three."""
    links = [sha256(str(n).encode()).hexdigest() for n in range(6000)]
    faces = Counter(dice.throw(link, "x", 1, 6)[0] for link in links)
    orders = Counter(dice.shuffle(link, "x", (1, 2, 3)) for link in links)
    assert len(faces) == len(orders) == 6
    assert all(880 < times < 1120 for times in [*faces.values(), *orders.values()])


@given(BYTES, TEXT, TEXT)
def test_another_text_is_another_throw(link: bytes, one: str, other: str) -> None:
    same = dice.throw(link.hex(), one, 20, 1000) == dice.throw(link.hex(), other, 20, 1000)
    assert same == (one == other)


def test_the_text_of_a_draw_is_the_same_whatever_the_order_of_its_facts() -> None:
    told = dice.message_of(turn=3, game="tea", ballots=[[1, "for", "aa"]])
    assert told == dice.message_of(ballots=[[1, "for", "aa"]], game="tea", turn=3)
    assert told == '{"ballots":[[1,"for","aa"]],"game":"tea","turn":3}'


# The page


def test_the_promise_stands_in_the_page_word_for_word() -> None:
    promise = (
        "A player cannot aim; the operator cannot without a voter's help, suppressed letters or "
        "bent timing"
    )
    assert promise in " ".join(PAGE.split())


def test_the_pages_program_agrees_with_its_example(page: dict[str, Callable[..., Any]]) -> None:
    roll, shuffle = map(json.loads, blocks("json"))
    assert page["check"](roll) == roll["faces"] == [3]
    assert page["check_shuffle"](shuffle) == shuffle["order"] == [3, 1, 2]
    assert roll["commitment"] == shuffle["nonce"]
    letter = PAGE[PAGE.index("From: Cyd Church") :].partition("```")[0]
    digest = page["letter_digest"](letter.encode())
    assert json.loads(roll["over"])["ballots"][2] == [3, "against", digest]
    assert f"begins with `{digest[:8]}`" in PAGE


def test_the_pages_first_byte_is_that_of_openssl(page: dict[str, Callable[..., Any]]) -> None:
    roll = json.loads(blocks("json")[0])
    (byte,) = page["numbers"](roll["nonce"], roll["over"], [256])
    shown = re.search(r"`(\w\w)` \((\d+) in decimal\), leaves\s+(\d) when divided by 6", PAGE)
    assert shown is not None
    assert (int(shown[1], 16), int(shown[2]), int(shown[3])) == (byte, byte, byte % 6)


@settings(max_examples=examples(50))
@example(link=bytes(32), text="", count=1, sides=SIDES_MOST)
@given(link=BYTES, text=TEXT, count=st.integers(1, 20), sides=st.integers(2, 1000))
def test_the_pages_program_agrees_with_ours(
    page: dict[str, Callable[..., Any]], link: bytes, text: str, count: int, sides: int
) -> None:
    told = page["check"](roll_of(link.hex(), text, count, sides))
    assert tuple(told) == dice.throw(link.hex(), text, count, sides)


def test_the_pages_program_refuses_a_link_that_was_not_promised(
    page: dict[str, Callable[..., Any]],
) -> None:
    roll = json.loads(blocks("json")[0])
    with pytest.raises(AssertionError):
        page["check"]({**roll, "nonce": "00" * 32})


# Games played here

NAMES = ("Ada Lovelace", "Bob Boole", "Cyd Church", "Dee Dedekind")


def transcript() -> str:
    """All four send the same; who is not on turn is refused. Three turns, then 202 pays 3d8+1."""
    lines = ["moderator 2026-03-01 09:00 new game tea net_play debate_min=0"]
    clock = iter(f"2026-03-0{2 + n // 20} {n % 20:02d}:30" for n in range(100))
    for name in NAMES:
        given, address = name.split()[0], f"{name.split()[0].lower()}@players.example"
        lines += [f"moderator 2026-03-01 10:00 add player {name} <{address}>"]
        lines += [f"mail 2026-03-01 10:00 {given} reply:", f"    JOIN {name}"]
    lines += ["moderator 2026-03-01 11:00 start"]
    amend = (
        "PROPOSE AMEND 202: More dice\n    Three dice and one.\n    Effects:\n"
        "      procedure: turns\n      reward proposer: 3d8+1"
    )
    for proposal in (amend, "PROPOSE REPEAL 206", "PROPOSE TRANSMUTE 105"):
        for said in (proposal, "CALL VOTE", "FOR"):
            at = next(clock)
            for name in NAMES:
                lines += [f"mail {at} {name.split()[0]} reply:", f"    {said}"]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module", params=some(["one", "two", "three"], 1))
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    turns = parse(transcript())
    assert turns[0].at is not None
    table = Table(tmp_path_factory.mktemp("dice"), request.param, turns[0].at)
    try:
        game = Playing(table)
        for turn in turns:
            list(game.play(turn))
        entries = table.entries("tea", 0)
    finally:
        table.close()
    return json.loads(record_json(entries))


def test_the_pages_program_checks_a_game_played_here(
    record: Any, page: dict[str, Callable[..., Any]]
) -> None:
    assert [roll["dice"] for roll in record["rolls"]] == ["3d8", "3d8", "3d8"]
    assert all(roll["proven"] for roll in record["rolls"])
    page["check_record"](record)
    assert page["check_shuffle"](record["shuffle"]) == record["shuffle"]["order"]
    assert record["shuffle"]["proven"] is True


def test_the_pages_program_finds_a_face_that_was_changed(
    record: Any, page: dict[str, Callable[..., Any]]
) -> None:
    first, *others = record["rolls"]
    turned = {**first, "faces": [face % 8 + 1 for face in first["faces"]]}
    with pytest.raises(AssertionError):
        page["check_record"]({**record, "rolls": [turned, *others]})
    with pytest.raises(AssertionError):
        page["check_record"]({**record, "rolls": [*others, first]})


def test_a_throw_stands_on_the_votes_that_were_published(record: Any) -> None:
    for roll, proposal in zip(record["rolls"], record["proposals"], strict=True):
        over = json.loads(roll["over"])
        assert (over["game"], over["turn"]) == ("tea", roll["turn"])
        assert over["proposal"] == proposal["number"]
        assert {str(seat): choice for seat, choice, _ in over["ballots"]} == proposal["votes"]
        assert all(re.fullmatch(r"[0-9a-f]{64}", letter) for _, _, letter in over["ballots"])


def test_a_shuffle_of_someone_who_sent_no_letter_is_unproven(tmp_path: Path) -> None:
    lines = [
        "moderator 2026-03-01 09:00 new game tea net_play",
        "moderator 2026-03-01 09:01 add player Ada Lovelace <ada@players.example> confirmed",
        "moderator 2026-03-01 09:02 add player Bob Boole <bob@players.example>",
        "mail 2026-03-01 09:03 Bob reply:",
        "    JOIN Bob Boole",
        "moderator 2026-03-01 09:04 start",
    ]
    turns = parse("\n".join(lines))
    assert turns[0].at is not None
    table = Table(tmp_path, "unproven", turns[0].at)
    try:
        game = Playing(table)
        for turn in turns:
            list(game.play(turn))
        entries = table.entries("tea", 0)
    finally:
        table.close()
    (started,) = (x.event for x in entries if isinstance(x.event, e.GameStarted))
    assert started.link
    assert not started.proven


# The digest of one's own letter


def letter(text: str, encoding: str, date: str, message_id: str) -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Zoë Ångström <Zoe@Players.Example>"
    made["Date"] = date
    made["Message-ID"] = message_id
    made.set_content(text, cte=encoding)
    return made


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "8bit"])
@pytest.mark.parametrize(
    "text",
    [
        *("FOR\n", "FOR 301  \r\n\r\n-- \r\nZoë\r\n\r\n", "Ångström: no\n"),
        *(
            f"FOR a{marks} e{marks}\n"
            for marks in ("\u0323\u0301" * 150, "\u0301\u0323" * 50, MIXED)
        ),
        *(f"FOR{sign}AGAINST {sign}\n{sign}x\n" for sign in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"),
    ],
)
def test_the_pages_digest_of_a_letter_is_ours(
    text: str, encoding: str, page: dict[str, Callable[..., Any]]
) -> None:
    made = letter(text, encoding, "Sun, 01 Mar 2026 11:02:00 +0100 (CET)", "<17.a@players.example>")
    for raw in (made.as_bytes(), made.as_bytes().replace(b"\n", b"\r\n")):
        assert page["letter_digest"](raw) == message.read(raw).digest
