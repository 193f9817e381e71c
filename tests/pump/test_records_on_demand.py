"""The record on demand (012), asked for by letters through the real pump: what stays secret, what
is bounded, and whether what the answers say can be done truly works."""

import email
import email.policy
import io
import json
import re
import subprocess
import sys
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from nomic_mail.archive.opening import take
from nomic_mail.archive.verify import verify, verify_taken
from nomic_mail.game import dice
from nomic_mail.game.events import DiceThrown
from nomic_mail.play.samples import text_of
from nomic_mail.post import sections
from nomic_mail.pump.says import records
from tests.kit.house import House, address_of
from tests.kit.tiers import some


def answer(house: House, name: str, text: str) -> EmailMessage:
    """The letter that answers these lines, whole."""
    before = len(house.bodies)
    house.reply(name, text)
    house.run()
    letters = [
        email.message_from_bytes(body, policy=email.policy.default)
        for body in house.bodies[before:]
    ]
    (letter,) = [one for one in letters if address_of(name) in str(one["To"])]
    assert isinstance(letter, EmailMessage)
    return letter


def attached(letter: EmailMessage) -> dict[str, bytes]:
    parts = {str(one.get_filename()): one for one in letter.iter_attachments()}
    return {name: bytes(one.get_payload(decode=True)) for name, one in parts.items()}


def members(letter: EmailMessage) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(attached(letter)["tea-record.zip"])) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


def seat_of(house: House, name: str) -> int:
    return next(one.seat for one in house.state().players.values() if one.name == name)


EVERYTHING = "RECORDS\nPROPOSAL 301\nPROPOSALS\nHISTORY\nSTATUS\nSCORES\n"


# What stays secret


def test_how_an_open_vote_goes_is_in_no_answer(house: House) -> None:
    mover, other = house.open_vote()
    house.reply(mover, "AGAINST\n")
    house.run()
    letter = answer(house, other, EVERYTHING)
    found = [
        text_of(letter),
        *members(letter).values(),
        attached(letter)["tea-letters.mbox"].decode(),
    ]
    for one in found:
        assert "AGAINST" not in re.sub(r"FOR or AGAINST|AGAINST 301", "", one)
        assert '"against"' not in one.replace('"reward against"', "")
    record = json.loads(members(letter)["tea/record.json"])
    assert record["proposals"][0]["voted"] == [seat_of(house, mover)]
    assert record["proposals"][0]["votes"] == {}
    assert f"Voted: {mover}. Missing: {other}." in text_of(letter)


def test_after_the_close_everybody_learns_who_voted_how(house: House) -> None:
    mover, other = house.open_vote()
    house.reply(mover, "AGAINST\n")
    house.reply(other, "FOR\n")
    house.run()
    letter = answer(house, other, EVERYTHING)
    assert re.search(rf"{mover}\s+AGAINST", members(letter)["tea/record.txt"])
    assert re.search(rf"{mover}\s+AGAINST", text_of(letter))


def test_no_address_no_token_and_no_link_to_come_leave_the_house(house: House) -> None:
    mover, other = house.open_vote()
    house.reply(mover, "FOR\n")
    house.reply(other, "FOR\n")
    house.run()
    letter = answer(house, other, "RECORDS\n")
    chain = house.state().chain
    assert chain is not None
    coming = dice.Fresh(b"").link(chain)
    for one in [*members(letter).values(), attached(letter)["tea-letters.mbox"].decode()]:
        assert "@players.example" not in one
        assert "moderator@" not in one
        assert chain.seed not in one
        assert coming not in one
        assert not re.search(r"\+[rb]\.[a-z2-7]{20}", one)
        assert not re.search(r"[a-z2-7]{40}@", one)


def test_the_files_are_a_record_that_proves_itself(house: House) -> None:
    mover, other = house.open_vote()
    house.reply(mover, "FOR\n")
    house.reply(other, "FOR\n")
    house.run()
    first, again = (answer(house, other, "RECORDS\n") for _ in range(2))
    assert attached(first) == attached(again)
    report = verify(json.loads(members(first)["tea/record.json"]))
    assert report.proven
    assert "is adopted" in members(first)["tea/record.txt"]


def test_the_package_is_checked_as_it_comes(house: House, tmp_path: Path) -> None:
    """By verify, and by the page in it, which needs nothing of ours."""
    mover, other = house.open_vote()
    house.reply(mover, "FOR\n")
    house.reply(other, "FOR\n")
    house.run()
    letter = answer(house, other, "RECORDS\n")
    path = tmp_path / "tea-record.zip"
    path.write_bytes(attached(letter)["tea-record.zip"])
    report = verify_taken(take(path))
    assert report.differences == []
    assert report.checked["what lies beside the record"] == 3  # the text, the page, its readme
    with zipfile.ZipFile(path) as packed:
        packed.extractall(tmp_path)
    command = [sys.executable, "-I", "check_record.py", "record.json"]
    done = subprocess.run(
        command, cwd=tmp_path / "tea", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    story = tmp_path / "tea" / "record.txt"
    story.write_text(story.read_text().replace("is adopted", "is defeated"))
    report = verify_taken(take(tmp_path / "tea"))
    assert [one.where for one in report.differences] == ["record.txt"]


# What is bounded


def test_one_letter_asks_ten_such_questions(house: House) -> None:
    house.begin()
    ada = house.mover()
    told = text_of(answer(house, ada, "".join(f"PROPOSAL {n}\n" for n in range(301, 313))))
    assert told.count("There is no proposal") == records.ASKED_A_LETTER
    assert told.count("Not done: PROPOSAL") == 2
    assert "RECORDS for all of it at once" in " ".join(told.split())


def test_a_day_has_its_measure_and_the_game_goes_on_beyond_it(house: House) -> None:
    house.begin()
    ada = house.mover()
    for _ in range(records.SENT_A_DAY):
        assert attached(answer(house, ada, "RECORDS\n"))
    told = answer(house, ada, "RECORDS\n")
    assert "the whole record was sent to you 5 times within a day" in " ".join(
        text_of(told).split()
    )
    assert not attached(told)
    for _ in range(records.READ_A_DAY - records.SENT_A_DAY):
        assert "What happened" in text_of(answer(house, ada, "HISTORY\n"))
    told = answer(house, ada, "HISTORY\nSTATUS\nRULE 203\n")
    assert "ask again tomorrow" in text_of(told)
    assert "Adoption" in text_of(told)
    house.reply(ada, "PROPOSE ENACT: Tea\nTea is at four.\n")
    house.run()
    assert house.state().proposal is not None
    house.later(days=1, minutes=1)
    assert "What happened" in text_of(answer(house, ada, "HISTORY\n"))


def test_a_record_too_large_for_a_letter_is_the_moderators_to_export(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin()
    sizes = [len(data) for data in attached(answer(house, house.mover(), "RECORDS\n")).values()]
    monkeypatch.setattr(records, "MOST_BYTES", sizes[0] + 1)
    letter = answer(house, house.mover(), "RECORDS\n")
    assert list(attached(letter)) == ["tea-record.zip"]
    assert "too much for one letter" in text_of(letter)
    monkeypatch.setattr(records, "MOST_BYTES", 100)
    letter = answer(house, house.mover(), "RECORDS\n")
    assert attached(letter) == {}
    assert "too much for a letter" in text_of(letter)
    monkeypatch.setattr(records, "MOST_BYTES", 7_000_000)
    monkeypatch.setattr(records, "MOST_LEDGER", 100)
    monkeypatch.setattr(records, "record_zip", None)  # it is not packed to find out
    letter = answer(house, house.mover(), "RECORDS\n")
    assert attached(letter) == {}
    assert "too much for a letter" in text_of(letter)


LONG = ["RULES", "RULE 203", "RULES AT 2026-03-02", "PROPOSALS", "PROPOSAL 301", "HISTORY"]


@pytest.mark.parametrize("line", LONG)
def test_a_long_answer_is_attached(
    line: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, _ = house.open_vote()
    short = text_of(answer(house, mover, f"{line}\n"))
    monkeypatch.setattr(sections, "LONG_CHARACTERS", 40)
    letter = answer(house, mover, f"{line}\n")
    ((name, data),) = attached(letter).items()
    assert name.endswith(".txt")
    assert f"attached as {name}" in " ".join(text_of(letter).split())
    body = short.split("\n-- \n")[0].strip()
    assert data.decode().replace("\r", "").strip() == body


# What the answers say can be done


def lines_to_copy(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("LINK=", "python3 -c "))]


def run(lines: list[str]) -> list[str]:
    done = subprocess.run(
        ["sh", "-c", "\n".join(lines)], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.split("\n")


@pytest.mark.parametrize("throw", some(["1d6", "3d20", "2d256", "4d300", "20d6"], 2))
def test_the_three_lines_of_verify_give_the_faces(throw: str, house: House) -> None:
    house.begin()
    mover, other = house.mover(), house.others()[0]
    effects = f"Effects:\n  procedure: turns\n  reward proposer: {throw}\nEND\nCALL VOTE\n"
    house.reply(mover, f"PROPOSE AMEND 202: Other dice\nOther dice are thrown.\n{effects}")
    house.run()
    house.reply(mover, "FOR\n")
    house.reply(other, "FOR\n")
    house.run()
    letter = answer(house, mover, "VERIFY\n")
    lines = lines_to_copy(text_of(letter))
    assert len(lines) == 3
    link, faces = run(lines)[:2]
    roll = next(one for one in house.events() if isinstance(one, DiceThrown))
    assert roll.dice == throw
    assert link == roll.commitment
    assert json.loads(faces) == list(roll.faces)
    assert f"The third prints the faces: {faces}." in " ".join(text_of(letter).split())


@pytest.mark.parametrize("players", some([2, 3, 7, 12], 2))
def test_so_do_those_of_the_shuffle_give_the_order(players: int, house: House) -> None:
    house.act("new game", game="tea", title="", ruleset="net_play", settings={})
    for number in range(players):
        who = f"P{chr(97 + number)} Player <p{chr(97 + number)}@players.example>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    letter = answer(house, house.mover(), "VERIFY SHUFFLE\n")
    lines = lines_to_copy(text_of(letter))
    link, order = run(lines)[:2]
    assert json.loads(order) == list(house.state().order)
    assert link in text_of(letter)


# Answers


def test_a_heading_over_a_vote_asks_for_nothing(house: House) -> None:
    mover, other = house.open_vote()
    told = text_of(answer(house, other, "Proposal 301\nFOR\n"))
    assert "Your vote FOR 301 is counted." in " ".join(told.split())
    assert "Its life" not in told
    assert "Its life" in text_of(answer(house, mover, "proposal 301\n"))


def test_a_proposals_whole_life_is_in_its_thread(house: House) -> None:
    mover, _ = house.open_vote()
    roots = {
        str(letter["References"]).split()[0]
        for letter in (answer(house, mover, "PROPOSAL 301\n"), answer(house, mover, "FOR\n"))
    }
    (root,) = roots
    assert root.startswith("<tea.p301.")
    assert "p301" not in str(answer(house, mover, "PROPOSALS\n")["References"]).split()[0]


def test_what_the_same_letter_brought_about_is_in_its_answer(house: House) -> None:
    house.begin()
    ada = house.mover()
    told = text_of(answer(house, ada, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nPROPOSALS OPEN\n"))
    assert "1 of 1 proposal so far is open" in told
