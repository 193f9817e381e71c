"""The letters as an mbox: once each, for everybody's eyes, and to be had back to the letter."""

import mailbox
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.header import decode_header, make_header
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, or_, select

from nomic_mail.archive.came import came
from nomic_mail.archive.json import lay
from nomic_mail.archive.mbox import Ours, mbox
from nomic_mail.archive.verify import Report
from nomic_mail.archive.verify.letters import check_letters, letters_in
from nomic_mail.config import TO_ALL, letters_to_all, shipped
from nomic_mail.game.events import GameStarted
from nomic_mail.letters.grammar.language import questions
from nomic_mail.play.table import HOST
from nomic_mail.store.database import tables
from nomic_mail.store.games import ledger
from nomic_mail.store.people import moderators, seats
from nomic_mail.store.queue import outbox, signing, to_all
from nomic_mail.store.queue.outbox import Posted
from nomic_mail.written.entry import line_of
from nomic_mail.written.words import NO_ADDRESS
from tests.kit.played import GAMES, Look, Played, named
from tests.kit.tiers import some

OURS = Ours(f"nomic@{HOST}", "+", frozenset((f"moderator@{HOST}",)), "tea", "Tea")
AT = datetime(2026, 3, 2, 9, tzinfo=UTC)

# To one goes what only one player, the Moderator or a stranger is told; answers always do.
SAYS = (TO_ALL.strip(), "{# to one #}")


@dataclass(frozen=True)
class Sent:
    recipient: str
    at: datetime
    body: bytes


def sent(text: str, to: str = "ada@players.example", version: int = 3, kind: str = "talk") -> Sent:
    body = (
        f"From: Tea <nomic+tea@{HOST}>\r\nTo: Ada Lovelace <{to}>\r\nSubject: [nomic tea] Talk\r\n"
        f"Date: Mon, 02 Mar 2026 09:00:00 +0000\r\n"
        f"Message-ID: <tea.{version}.{'a' * 20}.{'b' * 34}@{HOST}>\r\n"
        f"X-Nomic-Mail: 1; tea {version}; {kind}\r\n"
        'Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'
        + text.replace("\n", "\r\n")
    )
    return Sent(to, AT, body.encode())


def written(letters: Sequence[Sent], *, addresses: bool = False) -> str:
    return b"".join(mbox(letters, OURS, addresses=addresses)).decode()


def read_back(text: str) -> list[str]:
    """As a reader of mboxrd does."""
    letters = re.split(r"^From .*\n", text, flags=re.MULTILINE)[1:]
    bodies = (letter.partition("\n\n")[2].removesuffix("\n") for letter in letters)
    return [re.sub(r"^>(>*From )", r"\1", body, flags=re.MULTILINE) for body in bodies]


@pytest.mark.parametrize(
    "text",
    [
        "From here on it is easy.\n",
        ">From the start\n>>From twice\n",
        "Dear all,\n\nFrom me.\n\n\nFrom\n  From indented\n",
    ],
)
def test_lines_that_begin_with_from_come_back_as_they_were(text: str) -> None:
    one = written([sent(text)])
    assert len(re.findall(r"^From ", one, re.MULTILINE)) == 1
    assert read_back(one) == [text]


def test_a_letter_to_all_is_there_once_and_as_most_had_it() -> None:
    copies = [
        sent("You said:\n", "ada@players.example"),
        sent("Ada said:\n", "bob@players.example"),
        sent("Ada said:\n", "cleo@players.example"),
    ]
    assert read_back(written(copies)) == ["Ada said:\n"]
    assert "To: The players of tea:;" in written(copies)
    with_addresses = written(copies, addresses=True)
    assert all(one.recipient in with_addresses for one in copies)


def test_what_one_player_alone_was_told_is_not_there() -> None:
    private = [sent("FOR\n", kind="receipt"), sent("both\n", kind="result receipt")]
    theirs = sent("start it so\n", f"moderator@{HOST}")
    assert written([*private, theirs]) == ""
    assert written([*private, sent("result\n", kind="result")]).count("\nSubject:") == 1


def test_addresses_are_withheld_and_doors_are_shut() -> None:
    token = "eaqcaaabetavzfxdcy23iycva76vni"
    text = (
        f"Write to bob@players.example or nomic+r.{token}@{HOST}\n"
        f"> nomic+r.{token}@{HOST} and <tea.3.{'a' * 20}.{'b' * 34}@{HOST}>\n"
        f"-- \nTo talk to all players: nomic+r.{token}@{HOST}\n"
    )
    one = written([sent(text)])
    assert f"Write to {NO_ADDRESS} or nomic+tea.talk@{HOST}" in one
    assert token not in one
    assert "b" * 34 not in one
    assert "To talk to all" not in one
    assert "bob@players.example" in written([sent(text)], addresses=True)
    assert token not in written([sent(text)], addresses=True)


def test_what_is_not_ascii_comes_through(tmp_path: Path) -> None:
    one = sent("Ève, на здоровье: 喝茶\n")
    body = one.body.replace(b"Subject: [nomic tea] Talk", b"Subject: =?utf-8?q?=C3=88ve?= and tea")
    file = tmp_path / "letters.mbox"
    file.write_bytes(b"".join(mbox([Sent(one.recipient, one.at, body)], OURS)))
    (letter,) = mailbox.mbox(file, create=False)
    assert str(make_header(decode_header(letter["Subject"]))) == "Ève and tea"
    assert bytes(letter.get_payload(decode=True)).decode() == "Ève, на здоровье: 喝茶\n"


def test_every_template_says_whether_its_letter_goes_to_all() -> None:
    letters = [*shipped("templates").glob("[a-z]*.txt")]
    begins = {one.stem: one.read_text("utf-8").partition("\n")[0] for one in letters}
    silent = sorted(set(begins) - {one for one in begins if begins[one] in SAYS})
    assert not silent, f"{silent}: the first line of each template is one of {SAYS}"
    assert {one.occasion for one in questions().values()}.isdisjoint(letters_to_all())


@pytest.mark.parametrize("file", some(GAMES, 3, check=20), ids=named)
def test_the_letters_of_each_game_are_an_mbox(file: Path, played: Look, tmp_path: Path) -> None:
    letters_of(played(file), tmp_path / "letters.mbox")


TOLD_APART = ("who-joins-during-a-vote", "in-two-languages")


@pytest.mark.parametrize("file", [one for one in GAMES if one.stem in TOLD_APART], ids=named)
def test_so_are_those_of_games_in_which_they_once_were_not(
    file: Path, played: Look, tmp_path: Path
) -> None:
    """Where one letter takes in who asked by another; and where a player reads German."""
    letters_of(played(file), tmp_path / "letters.mbox")


def as_told(letters: bytes) -> list[tuple[bytes, bytes]]:
    """But for which copy it was."""
    alike = re.sub(rb"^(X-Nomic-Salt|Message-ID): .*\n", b"", letters, flags=re.MULTILINE)
    return [*letters_in(BytesIO(alike))]


NEWS = re.compile(rb"^X-Nomic-Mail: .*$", re.MULTILINE)
TALK = re.compile(rb"^X-Nomic-Mail: .*; talk\r?$", re.MULTILINE)


def of_events(connection: Connection, game: seats.Game) -> tuple[set[str], list[Posted]]:
    """The letters out of what changed the game, as whoever reads English had them, and who reads
    German: what only these had is in English in the record alone, and so is talk that nobody had at
    once. Where letters go is nothing of it."""
    german = {one.address for one in seats.of_game(connection, game.id) if one.language == "de"}
    led = select(tables.ledger.c.inbox_id).where(tables.ledger.c.inbox_id.is_not(None))
    sent, table = outbox.of_game(connection, game.id), tables.outbox
    which = or_(table.c.inbox_id.is_(None), table.c.inbox_id.in_(led))
    these = select(table.c.body).where(table.c.game_id == game.id, which)
    bodies = {row[0] for row in connection.execute(these)}
    return german, [one for one in sent if one.body in bodies and one.recipient not in german]


def letters_of(played: Played, file: Path) -> int:
    """Looked at from all sides, and written; how many they are."""
    database = played.database()
    with database.read() as connection:
        found = seats.all_games(connection)[0]
        ours = Ours(
            f"nomic@{HOST}", "+", frozenset((f"moderator@{HOST}",)), found.name, found.title
        )
        laid = lay(ledger.entries(connection, found.id))
        line = laid.lines.__getitem__
        texts = []
        for _ in range(2):
            theirs = came(signing.of_game(connection, found.id), laid.record, line, ours)
            sent_out = outbox.of_game(connection, found.id)
            removed = ledger.removed_talk(connection, found.id)
            kept = to_all.of_game(connection, found.id)
            facts = mbox(sent_out, ours, removed=removed, came=theirs, kept=kept, all_kept=True)
            texts.append(b"".join(facts))
        chairs = moderators.all_addresses(connection) | ours.moderators
        then = replace(ours, moderators=chairs)
        german, posted = of_events(connection, found)
        of_then = b"".join(mbox(posted, then, removed=removed))
        kept = to_all.of_game(connection, found.id)
        of_now = b"".join(mbox((), ours, kept=kept))
        told_now, told_then = as_told(of_now), as_told(of_then)
        alone = {one for one in told_now if one not in told_then}
        if german:  # of some, who reads English had a copy of their own alone
            assert set(NEWS.findall(of_then)) <= set(NEWS.findall(of_now))
        else:
            assert [one for one in told_now if one not in alone] == told_then
            assert all(TALK.search(b"\n".join(one)) for one in alone)
        events = [one.event for one in ledger.entries(connection, found.id)]
        for lines in ([*laid.lines], list(map(line_of, ledger.entries(connection, found.id)))):
            report = Report()  # of a record, and of one that leaves closed what was secret
            check_letters(BytesIO(texts[0]), events, report, lines)
            assert report.differences == []
        theirs = came(
            signing.of_game(connection, found.id), laid.record, line, ours, lambda _: False
        )
        whole = b"".join(mbox([], ours, came=theirs))
        report = Report()
        check_letters(BytesIO(whole), events, report)
        assert report.differences == []
        assert whole.count(b"\nX-Nomic-Came: ") == texts[0].count(b"\nX-Nomic-Came: ")
    database.close()
    assert texts[0] == texts[1]
    file.write_bytes(texts[0])
    told = texts[0].decode("ascii")
    count = len(re.findall(r"^From ", told, re.MULTILINE))
    opened = mailbox.mbox(file, create=False)
    assert len(opened) == count >= any(isinstance(one, GameStarted) for one in events)
    ids = [str(letter["Message-ID"]) for letter in opened]
    assert len(set(ids)) == count
    assert "@players.example" not in told
    assert not re.search(r"\+[rb]\.[a-z2-7]{20}", told)
    assert not re.search(r"Your votes? .{1,40} (?:is|are) counted", told, re.DOTALL)
    assert "Your ballot" not in told
    return count
