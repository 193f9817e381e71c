"""Players' own letters in the mailbox file: which of them, as they came, and what their signatures
prove in later years, when nobody has the key any more but who kept it."""

import json
import re
from datetime import date, timedelta
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from nomic_mail.archive.came import LEFT_OUT, _attached, came, doors
from nomic_mail.archive.json import lay
from nomic_mail.archive.mbox import Ours, mbox
from nomic_mail.archive.opening import read_entry
from nomic_mail.archive.verify import Report
from nomic_mail.archive.verify.letters import check_letters
from nomic_mail.cli import cli
from nomic_mail.config import Store
from nomic_mail.daemon.retention import forget
from nomic_mail.daemon.signatures import Signatures
from nomic_mail.game.events import Event
from nomic_mail.pump.engine import Pump
from nomic_mail.pump.keys import Keys
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from nomic_mail.store.queue import outbox, signing
from tests.archive.test_mbox import AT, Sent
from tests.kit.frozen import NEWEST, path_of
from tests.kit.house import HOST, WEEK, House, address_of
from tests.kit.letters.rsa_key import key_pair
from tests.kit.siege import KEY
from tests.letters.test_dkim import Dns, letter, records, signed

OURS = Ours(f"nomic@{HOST}", "+", frozenset((f"moderator@{HOST}",)), "tea", "Tea")


@pytest.fixture(scope="module")
def key() -> tuple[bytes, bytes]:
    return key_pair()


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A vote is open."""
    house = House(tmp_path)
    house.open_vote("tea")
    return house


def leave(house: House, *, addresses: bool, today: date | None = None) -> bytes:
    """As `export --format mbox` does."""
    with house.database.read() as connection:
        game = seats.game_named(connection, "tea")
        assert game is not None
        laid = lay(ledger.entries(connection, game.id))
        epochs = {
            one.seat: (one.token_epoch, one.epoch) for one in seats.of_game(connection, game.id)
        }
        opens = doors(KEY, today or house.clock.now().date(), epochs, OURS) if addresses else None
        theirs = signing.of_game(connection, game.id)
        made = came(theirs, laid.record, laid.lines.__getitem__, OURS, opens)
        found = outbox.of_game(connection, game.id)
        return b"".join(mbox(found, OURS, addresses=addresses, came=made))


def verified(path: Path, letters: bytes) -> Result:
    path.write_bytes(letters)
    return CliRunner().invoke(cli, ["verify", str(path)])


def vote(house: House, key: tuple[bytes, bytes]) -> str:
    """Both vote; the mover's mail server signs, and the letter carries no token. Who that is."""
    dns = records(key)
    house.pump = Pump(
        house.database, house.config, house.clock, Keys(KEY, dns), house._fresh, "the house"
    )
    mover, other = house.mover("tea"), house.others("tea")[0]
    house.reply(other, "FOR\n\nDear all, tea it is.\n> you voted AGAINST\n")
    text = "FOR 301\r\n\r\nFrom here on it is easy"
    raw = signed(letter(address_of(mover), text), key[0])
    house.hand_in(raw, address_of(mover), [f"nomic+tea@{HOST}"])
    house.run()
    assert "VotingClosed" in house.kinds("tea")
    return mover


def noted(house: House, dns: Dns) -> int:
    return Signatures(house.database, dns).note(house.clock.now())


def test_of_what_players_wrote_their_commands_stand_there_masked(
    house: House, key: tuple[bytes, bytes]
) -> None:
    vote(house, key)
    told = leave(house, addresses=False).decode()
    assert "\nFOR\n\n" in told
    assert "Dear all" not in told  # they were told that nobody was shown it
    assert "you voted AGAINST" not in told
    assert "From here on" not in told
    assert "players.example" not in told
    assert not re.search(r"\+[rb]\.[a-z2-7]{20}", told)
    assert "X-Nomic-DKIM-Key" not in told


def test_while_a_vote_is_open_nothing_that_came_since_it_opened_leaves(
    house: House, key: tuple[bytes, bytes]
) -> None:
    before = leave(house, addresses=False)
    house.reply(house.others("tea")[0], "FOR\nand TALK: I am for it\n")
    house.reply(house.mover("tea"), "RETRACT\n")
    house.run()
    for addresses in (False, True):
        told = leave(house, addresses=addresses)
        assert b"I am for it" not in told
        assert told.count(b"\nX-Nomic-Came: ") == before.count(b"\nX-Nomic-Came: ")


def test_a_signed_letter_is_proven_by_the_key_of_its_day_with_nobody_to_ask(
    house: House, key: tuple[bytes, bytes], tmp_path: Path
) -> None:
    mover = vote(house, key)
    assert noted(house, records(key)) == 1
    assert noted(house, records(key)) == 0
    letters = leave(house, addresses=True)
    assert b"X-Nomic-DKIM-Key: k._domainkey.players.example\n v=DKIM1; k=rsa; p=" in letters
    file = tmp_path / "letters.mbox"
    sound = verified(file, letters)
    assert sound.exit_code == 0
    assert "1 letter has a signature that holds" in sound.output
    headed = CliRunner().invoke(cli, ["verify", str(file), "--head", "0" * 64])
    assert (headed.exit_code, "says      no ledger" in headed.output) == (1, True)
    assert "that the keys beside them were their senders' when they came" in sound.output
    begins = letters.rindex(b"\nFrom nomic", 0, letters.index(b"\nFOR 301\n\n>From here"))
    for old, new in (
        (b"FOR 301\n", b"FOR 302\n"),
        (b"Subject: my vote", b"Subject: my note"),
        (f"<{address_of(mover)}>".encode(), b"<eve@players.example>"),
        (b"p=", b"p=A"),
        (b"\n>From here", b"\n>>From here"),
    ):
        assert letters.count(old, begins)
        forged = letters[:begins] + letters[begins:].replace(old, new, 1)
        result = verified(file, forged)
        assert result.exit_code == 1, (old, result.output)
        assert "no signature that holds" in result.output
    with_no_key = re.sub(rb"X-Nomic-DKIM-Key: .*\n( .*\n)+", b"", letters)
    assert "1 of these are signed, but no key was kept" in verified(file, with_no_key).output


def test_beside_its_record_a_letter_is_the_one_its_events_tell_of(
    house: House, key: tuple[bytes, bytes]
) -> None:
    vote(house, key)
    letters = leave(house, addresses=True, today=(house.clock.now() + 20 * WEEK).date())
    events = house.events("tea")

    def differing(raw: bytes) -> list[str]:
        report = Report()
        check_letters(BytesIO(raw), events, report)
        return [one.where for one in report.differences]

    assert differing(letters) == []
    (where,) = differing(letters.replace(b"Dear all", b"Dear Ada"))
    assert ", of ledger.entries[" in where


def test_a_letter_with_a_reply_address_stands_there_whole_once_that_holds_no_more(
    house: House, key: tuple[bytes, bytes]
) -> None:
    vote(house, key)
    now = house.clock.now().date()
    told = leave(house, addresses=True, today=now)
    assert f"\n{LEFT_OUT}: ".encode() in told
    assert not re.search(rb"\+[rb]\.[a-z2-7]{20}", told)
    later = leave(house, addresses=True, today=now + timedelta(days=100))
    assert f"\n{LEFT_OUT}: ".encode() not in later
    assert b"> you voted AGAINST" in later


def test_a_key_that_cannot_be_had_is_asked_for_again_and_none_is_no_key(
    house: House, key: tuple[bytes, bytes]
) -> None:
    vote(house, key)
    kept = "SELECT due, records FROM signing_keys"
    assert noted(house, Dns({})) == 1
    assert house.rows(kept) == [(signing.TRIES - 1, "")]
    for _ in range(signing.TRIES):
        noted(house, Dns({}))
    assert house.rows(kept) == [(0, "")]
    house.change("UPDATE signing_keys SET due = 1")
    assert noted(house, Dns({"k._domainkey.players.example": None})) == 1
    assert house.rows(kept) == [(0, "")]
    house.change("UPDATE signing_keys SET due = 1")
    assert noted(house, records(key)) == 1
    assert house.rows(kept)[0][0] == 0
    assert key[1].decode() in house.rows(kept)[0][1]


def test_a_key_goes_with_the_bytes_of_its_letter(house: House, key: tuple[bytes, bytes]) -> None:
    vote(house, key)
    noted(house, records(key))
    config = msgspec.structs.replace(house.config, store=Store(keep_raw="1d"))
    assert forget(house.database, config, house.clock.now() + WEEK) > 0
    assert house.rows("SELECT * FROM signing_keys") == []
    assert b"X-Nomic-Came" not in leave(house, addresses=True)


@pytest.mark.parametrize(
    "raw", [b"From a\n", b"From a\n\n", b"From a\nX-Nomic-Came: \n\n\n", b"From \xff\n"]
)
def test_no_strange_mailbox_stops_the_check(tmp_path: Path, raw: bytes) -> None:
    assert "Traceback" not in verified(tmp_path / "letters.mbox", raw).output


# Letters of ours, held against the chain


def letters_of_then() -> tuple[bytes, list[Any], list[Event]]:
    """Of a game of three with four results; its ledger's entries, and its events. As if it were
    from before ledgers commit to letters, which would tell of any."""
    bag = path_of((NEWEST, "server.tea.bag"))
    lines = json.loads((bag / "data" / "record.json").read_bytes())["ledger"]["entries"]
    for one in lines:
        one["public"].pop("letters", None)
    letters = (bag / "data" / "letters.mbox").read_bytes()
    return letters, lines, [read_entry(one) for one in lines]


def told_of(letters: bytes, lines: list[Any], events: list[Event]) -> Report:
    report = Report()
    check_letters(BytesIO(letters), events, report, lines)
    return report


def test_the_head_in_a_result_letter_is_held_against_the_chain() -> None:
    letters, lines, events = letters_of_then()
    assert told_of(letters, lines, events).differences == []
    found = re.findall(rb"^X-Nomic-Mail: [^;]*; tea (\d+); result", letters, re.MULTILINE)
    assert len(found) == 4
    head = lines[int(found[1]) - 1]["hash"]
    forged = letters.replace(head.encode(), head[::-1].encode())
    assert [one.says for one in told_of(forged, lines, events).differences] == [
        "no head of this ledger"
    ]
    others = letters.replace(b"tea " + found[1] + b"; result", b"tea 1; result")
    assert len(told_of(others, lines, events).differences) == 1
    never = letters.replace(head.encode(), lines[8]["hash"].encode())
    assert [one.comes_out for one in told_of(never, lines, events).differences] == ["no vote's end"]


def test_a_result_that_no_letter_tells_is_told() -> None:
    letters, lines, events = letters_of_then()
    each = re.split(rb"^(?=From )", letters, flags=re.MULTILINE)
    without = b"".join(one for one in each if b"; result" not in one)
    report = told_of(without, lines, events)
    assert report.differences == []
    assert "4 results of votes: no letter that told them is here" in report.claimed
    assert not any("results of votes" in one for one in told_of(letters, lines, events).claimed)


def test_a_proof_that_is_attached_to_a_letter_stands_below_its_text() -> None:
    whole = EmailMessage()
    whole["Subject"], whole["Message-ID"] = "[tea] 301 adopted", f"<tea.3@{HOST}>"
    whole["X-Nomic-Mail"] = "1; tea 3; result"
    whole.set_content("Adopted.\n-- \nTo talk: write\n")
    whole.add_attachment("The head: " + "ab" * 32 + "\n", filename="proof.txt")
    (told,) = mbox([Sent(f"ada@{HOST}", AT, whole.as_bytes())], OURS)
    assert told.endswith(b"Adopted.\nproof.txt:\n\nThe head: " + b"ab" * 32 + b"\n\n")


def test_what_a_players_letter_answered_is_told(house: House) -> None:
    """By the name that our letter has in the file, so that mail programs show them as a thread."""
    mover, answered = house.mover("tea"), house.last["tea", address_of(house.mover("tea"))]
    house.later(hours=1)
    raw = house.written(mover, house.door(mover), "FOR\n").replace(
        b"\nSubject:", f"\nIn-Reply-To: <{answered.message_id}>\nSubject:".encode(), 1
    )
    house.post_in(raw, mover, house.door(mover))
    house.reply(house.others("tea")[0], "FOR\n")
    house.run()
    told = leave(house, addresses=False)
    (named,) = re.findall(rb"^In-Reply-To: (.*)$", told, re.MULTILINE)
    assert named in re.findall(rb"^Message-ID: (.*)$", told, re.MULTILINE)


@pytest.mark.parametrize("tag", ["[tea?]", "[tea]", "[nomic tea] [?]"])
def test_what_stood_in_the_subject_of_the_letter_they_answered_is_not(
    house: House, tag: str
) -> None:
    mover = house.mover("tea")
    raw = house.written(mover, house.door(mover), "FOR\n")
    own = f"\nSubject: Re: {tag} Told to one".encode()
    raw = re.sub(rb"\nSubject: [^\r\n]*", own, raw, count=1)
    house.post_in(raw, mover, house.door(mover))
    house.reply(house.others("tea")[0], "FOR\n")
    house.run()
    told = leave(house, addresses=False)
    assert b"\nSubject: Re: [tea]\n" in told
    assert b"Told to one" not in told


def test_that_something_was_attached_to_talk_is_told() -> None:
    whole = EmailMessage()
    whole.set_content("Here is a picture of the tea.\n")
    whole.add_attachment(
        b"tea", maintype="image", subtype="png", filename="ada@players.example.png"
    )
    said = [{"public": {"event": "Discussed"}}]
    assert _attached(whole.as_bytes(), said) == "what was attached (1 file)"
    assert _attached(whole.as_bytes(), [{"public": {"event": "BallotCast"}}]) == ""
