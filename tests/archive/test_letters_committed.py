"""Letters to all are committed to in the ledger: in a bag none can be taken out, altered, put in,
doubled or moved, though every sum is made good; and what nothing can show is told."""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import bagit
import pytest
from click.testing import CliRunner

from nomic_mail.archive.mbox import SALT, WENT_TO
from nomic_mail.archive.opening import take
from nomic_mail.archive.verify import Report, verify_taken
from nomic_mail.cli import cli
from nomic_mail.game.decide import READING, decide
from tests.kit.house import HOST, SEED, House, address_of

LETTERS = Path("data", "letters.mbox")
Letters = list[bytes]


def a_turn(house: House, before: str = "") -> None:
    """A vote and its result; a proposal that is withdrawn; talk, and an announcement."""
    mover, other = house.open_vote("tea")
    for name in (mover, other) if before else ():
        house.reply(name, before)
        house.run()
    house.later(minutes=5)
    house.reply(mover, "FOR\n")
    house.reply(other, "AGAINST\n")
    house.run()
    house.reply(house.mover(), "PROPOSE ENACT: Cake\nCake is at five.\nEND\n")
    house.run()
    house.reply(house.mover(), "WITHDRAW\n")
    house.run()
    say(house, other, "Dear all, tea it is.\n")
    house.act("say", game="tea", line="ANNOUNCE: the house is shut on Monday")
    house.run()


def say(house: House, name: str, words: str) -> None:
    talk = f"nomic+tea.talk@{HOST}"
    house.post_in(house.written(name, talk, words), name, talk)
    house.run()
    house.reply(name, "yes\n")  # it was indeed
    house.run()


def called(folder: Path, *words: str) -> None:
    """By whoever keeps that server."""
    (folder / "config.toml").write_text(
        f'[server]\ndatabase = "sqlite:///{folder}/nomic.db"\n'
        f'[mail]\naddress = "nomic@{HOST}"\n[moderator]\naddress = "moderator@{HOST}"\n'
    )
    (folder / "secret.key").write_text(sha256(SEED.encode()).hexdigest())
    told = CliRunner().invoke(cli, ["--config", str(folder / "config.toml"), *words])
    assert told.exit_code == 0, told.output


def exported(house: House, out: Path, *more: str) -> Path:
    called(house.file.parent, "export", "tea", str(out), "--format", "bag", *more)
    return out


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    a_turn(house)
    return house


@pytest.fixture
def bag(house: House, tmp_path: Path) -> Path:
    return exported(house, tmp_path / "bag")


def letters_of(bag: Path) -> Letters:
    raw = (bag / LETTERS).read_bytes()
    return re.split(rb"^(?=From )", raw, flags=re.MULTILINE)[1:]


def to_all(letters: Letters) -> list[int]:
    """Which of them are committed to."""
    return [n for n, one in enumerate(letters) if b"\nX-Nomic-Salt: " in one]


def verified(bag: Path, letters: Letters | None = None) -> Report:
    """With these letters in it, and all sums made good."""
    if letters is not None:
        (bag / LETTERS).write_bytes(b"".join(letters))
        bagit.Bag(str(bag)).save(manifests=True)
    return verify_taken(take(bag))


def told(bag: Path, letters: Letters | None = None) -> list[str]:
    found = verified(bag, letters).differences
    return [one.says for one in found if "Payload-Oxum" not in one.where]


def test_the_letters_of_a_bag_are_those_that_its_ledger_commits_to(bag: Path) -> None:
    report, letters = verified(bag), letters_of(bag)
    assert report.differences == []
    assert len(to_all(letters)) >= 6
    assert "1 letter to all was sent after the last entry, and none commits to it yet" in (
        report.claimed
    )


def test_they_are_in_english_whatever_their_readers_have_them_in(bag: Path, tmp_path: Path) -> None:
    (tmp_path / "german").mkdir()
    house = House(tmp_path / "german")
    a_turn(house, before="LANGUAGE GERMAN\n")
    german = exported(house, tmp_path / "german" / "bag")

    def said(letters: Letters) -> list[list[bytes]]:
        return [re.findall(rb"^(?:Subject: .*|[A-Z][a-z ]+\.$)", one, re.M) for one in letters]

    assert said(letters_of(german)) == said(letters_of(bag))
    assert verified(german).differences == []


def test_none_can_be_taken_out(bag: Path) -> None:
    letters = letters_of(bag)
    *committed, last = to_all(letters)
    for place in committed:
        assert told(bag, letters[:place] + letters[place + 1 :]) == ["no letter"]
    assert told(bag, letters[:last] + letters[last + 1 :]) == []  # nothing came after it


def test_none_can_be_altered(bag: Path) -> None:
    letters = letters_of(bag)
    place = next(n for n in to_all(letters) if b"; result" in letters[n])
    for old, new in (
        (b"301", b"302"),
        (b"\nSubject: ", b"\nSubject: Re: "),
        (b"\nFrom: Tea", b"\nFrom: Eve"),
        (b"\nFrom: tea", b"\nFrom: eve"),
        (b"\nDate: ", b"\nDate:  "),
        (b"\nX-Nomic-Salt: ", b"\nX-Nomic-Salt: f"),
        (b"\nX-Nomic-Salt: ", b"\nX-Nomic-Silt: "),
        (b"adopted", b"defeated"),
        (b"\n\n", b"\n\n\n"),
    ):
        if old not in letters[place]:
            continue
        forged = letters[place].replace(old, new, 1)
        assert "no letter" in told(bag, [*letters[:place], forged, *letters[place + 1 :]]), old


def with_altered(letters: list[bytes], place: int, pattern: bytes, new: bytes) -> list[bytes]:
    forged = re.sub(pattern, new, letters[place], count=1)
    assert forged != letters[place]
    return [*letters[:place], forged, *letters[place + 1 :]]


def test_what_stands_above_one_is_its_salt_and_nothing_else(bag: Path) -> None:
    letters = letters_of(bag)
    place = to_all(letters)[1]
    for altered in (
        (rb"\AFrom \S+", b"From eve@evil.example"),
        (rb"\A(From \S+) .*", rb"\1 Before long"),
        (rb"\n(X-Nomic-Salt: .*)", rb"\n\1\nX-Nomic-Note: It was not so."),
        (rb"\n(X-Nomic-Salt: .*)", rb"\n\1\nX-Nomic-Mail: 1; tea 99; result"),
        (rb"\n(X-Nomic-Salt: .*)", rb"\nX-Nomic-Salt: ab\n\1"),
    ):
        assert told(bag, with_altered(letters, place, *altered)), altered
    salt, gone_to = rb"(\nX-Nomic-Salt: .*)", rb"\1\nX-Nomic-Went-To: eve@x.example"
    report = verified(bag, with_altered(letters, place, salt, gone_to))
    assert "1 mail address that letters to all went to" in report.claimed


def test_of_a_players_letter_each_line_at_its_head_stands_once(bag: Path) -> None:
    letters = letters_of(bag)
    place = next(n for n, one in enumerate(letters) if b"\nX-Nomic-Came: " in one)
    for altered in (
        (rb"\AFrom \S+", b"From eve@evil.example"),
        (rb"\A(From \S+) .*", rb"\1 Thu Jan  1 00:00:00 1970"),
        (rb"(\nFrom: .*)", rb"\1\nFrom: Eve <eve@evil.example>"),
        (rb"(\nX-Nomic-Came: .*)", rb"\1\nX-Nomic-Came: 1999-01-01T00:00:00+00:00"),
        (rb"(\nX-Nomic-Events: .*)", rb"\1\nX-Nomic-Events: 1"),
        (rb"\nDate: .*", b"\nDate: Thu, 01 Jan 1970 00:00:00 +0000"),
        (rb"\nMessage-ID: .*", b"\nMessage-ID: <tea.17.7e2949ab09255c5b6578@nomic.example>"),
    ):
        assert told(bag, with_altered(letters, place, *altered)), altered


def test_none_can_be_put_in_doubled_or_moved(bag: Path) -> None:
    letters = letters_of(bag)
    first, second, *_ = to_all(letters)
    invented = re.sub(rb"\nX-Nomic-Salt: .*", b"", letters[first]).replace(b"ea", b"ee")
    for one in (invented, letters[first].replace(b"ea", b"ee")):
        assert told(bag, [*letters, one]) == ["is there"]
    assert told(bag, [*letters, letters[first]]) == ["twice"]
    moved = [*letters]
    moved[first], moved[second] = moved[second], moved[first]
    assert told(bag, moved) == ["behind a later letter"]


def test_one_that_says_it_came_after_all_of_it_is_told(bag: Path) -> None:
    letters = letters_of(bag)
    count = len(json.loads((bag / "data" / "record.json").read_bytes())["ledger"]["entries"])
    after = re.sub(rb"; tea \d+; ", b"; tea %d; " % count, letters[to_all(letters)[0]])
    report = verified(bag, [*letters, after])
    assert "2 letters to all were sent after the last entry" in "\n".join(report.claimed)
    later = after.replace(b"; tea %d; " % count, b"; tea %d; " % (count + 1))
    assert "is there" in told(bag, [*letters, later])


def test_a_players_letter_is_held_against_what_it_led_to(bag: Path) -> None:
    letters = letters_of(bag)
    theirs = [n for n, one in enumerate(letters) if b"\nX-Nomic-Came: " in one]
    place = next(n for n in theirs if b"\nFOR\n" in letters[n])
    before, one, behind = letters[:place], letters[place], letters[place + 1 :]
    events = re.findall(rb"\nX-Nomic-Events: (.*)", one)[0]
    for old, new, comes_out in (
        (b"Events: " + events, b"Events: 1", "the events that a player's letter led to"),
        (b"Events: " + events, b"Events: 1000", "when it came, and what it led to"),
        (b"Came: 2026", b"Came: 2025", "when the letter of these events came"),
        (b"From: Ada Lovelace", b"From: Bob Babbage", "the name of player"),
        (b"From: Bob Babbage", b"From: Ada Lovelace", "the name of player"),
    ):
        if old in one:
            found = verified(bag, [*before, one.replace(old, new, 1), *behind]).differences
            assert any(str(one.comes_out).startswith(comes_out) for one in found), (old, found)
    assert events.decode() in told(bag, [*letters, one])
    report = verified(bag, [*before, *behind])
    assert "1 letters of players that led to something are not here" in report.claimed


def test_no_letters_at_all_is_told_whoever_wrote_the_bag(bag: Path) -> None:
    page = bag / "data" / "README.txt"
    for version in ("nomic-mail 0", "nomic-mail 7"):
        page.write_text(page.read_text().replace("nomic-mail 0", version))
        (bag / LETTERS).unlink(missing_ok=True)
        bagit.Bag(str(bag)).save(manifests=True)
        found = [one.where for one in verify_taken(take(bag)).differences]
        assert "letters.mbox" in found
    (bag / LETTERS).write_bytes(b"")
    assert set(told(bag)) >= {"no letter"}


def test_talk_that_was_taken_out_is_told_and_no_difference(house: House, tmp_path: Path) -> None:
    number = house.kinds().index("Discussed") + 1
    before = letters_of(exported(house, tmp_path / "before"))
    house.act("say", game="tea", line=f"REMOVE TALK {number}: it was said twice")
    house.run()
    assert house.kinds()[-1] == "TalkRemoved"
    bag = exported(house, tmp_path / "after")
    report = verified(bag)
    assert report.differences == []
    assert "1 letter to all is not here: talk that the Moderator took out" in report.claimed
    talk = next(one for one in before if b"; talk\n" in one and SALT.encode() in one)
    assert b"Dear all, tea it is." in talk
    assert b"Dear all, tea it is." not in b"".join(letters_of(bag))
    kept = house.rows("SELECT salt, body FROM to_all WHERE version = ?", number)
    assert kept == [("", b"")]


@pytest.mark.parametrize("how", ["--redact", "--with-addresses"])
def test_they_are_the_same_however_they_leave(
    house: House, bag: Path, tmp_path: Path, how: str
) -> None:
    other = exported(house, tmp_path / "other", how)
    report = verified(other)
    assert report.differences == []

    def bare(letters: Letters) -> Letters:
        kept = [letters[place] for place in to_all(letters)]
        return [re.sub(rb"^X-Nomic-Went-To: .*\n", b"", one, flags=re.MULTILINE) for one in kept]

    assert bare(letters_of(other)) == bare(letters_of(bag))
    gone_to = re.findall(rf"^{WENT_TO}: (.*)$", (other / LETTERS).read_text(), re.MULTILINE)
    wanted = {address_of("Ada"), address_of("Bob")} if how == "--with-addresses" else set[Any]()
    assert set(gone_to) == wanted


def test_a_game_that_came_from_elsewhere_has_its_own_letters_alone(
    house: House, bag: Path, tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    there = House(tmp_path / "new")
    called(tmp_path / "new", "import", str(bag))
    there.run()
    assert "GameImported" in there.kinds()
    report = verified(exported(there, tmp_path / "again"))
    assert report.differences == []
    assert any("sent before the game came to this server" in one for one in report.claimed)


def led_to_is_sound(house: House, tmp_path: Path, kinds: tuple[str, ...]) -> None:
    """Of a letter of a player's that led to these events."""
    bag = exported(house, tmp_path / "bag")
    report, entries = verified(bag), house.kinds()
    assert report.differences == []
    led_to = re.findall(rb"\nX-Nomic-Events: (.*)", b"".join(letters_of(bag)))
    events = [tuple(entries[int(one) - 1] for one in line.split()) for line in led_to]
    assert any(one[: len(kinds)] == kinds for one in events), events


def test_the_first_letter_under_a_new_reading_of_the_law_is_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path)
    with monkeypatch.context() as before:
        before.setattr(decide, "__defaults__", (READING - 1, *(decide.__defaults__ or ())[1:]))
        before.setattr("nomic_mail.game.decide.READING", READING - 1)
        house.begin("tea", debate_max="9d")
    house.reply(house.mover(), "PROPOSE ENACT: Cake\nCake is at five.\nEND\n")
    house.run()
    led_to_is_sound(house, tmp_path, ("LawRead", "ProposalMade"))


def test_a_vote_that_a_slow_clock_has_before_the_ballot_is_sound(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.later(hours=1)
    _, other = house.open_vote("tea", debate_max="9d")
    house.later(minutes=-30)
    house.reply(other, "AGAINST\n")
    house.later(minutes=30)
    house.reply(house.mover(), "FOR\n")
    house.run()
    led_to_is_sound(house, tmp_path, ("BallotCast",))


def test_a_letter_that_acts_by_a_clock_set_back_is_sound(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin("tea", debate_max="9d")
    ((early,),) = house.rows("SELECT max(received_at) FROM inbox")
    house.later(hours=1)
    number = house.reply(house.mover(), "PROPOSE ENACT: Cake\nCake is at five.\nEND\n")
    house.change("UPDATE inbox SET acts_at = ? WHERE id = ?", early, number)
    house.run()
    led_to_is_sound(house, tmp_path, ("ProposalMade",))
