"""Each act of the moderator's (013) does the same by mail and at the command line; what is told of
it beforehand, by `--preview` and in the letter that asks whether it was theirs, is what happens."""

import email
import email.policy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from nomic_mail.cli.mod import ACTS as COMMANDS
from nomic_mail.letters.grammar.moderator.handing import read_handing
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.play.table import HOST, Received, Table
from nomic_mail.play.transcript import Playing, parse
from nomic_mail.pump.foreseen import Foreseen, foreseen
from nomic_mail.pump.keys import Keys
from nomic_mail.written.entry import Entry, line_of, spoken
from tests.kit.tiers import some

MODERATOR = f"moderator@{HOST}"
# Ada is the first to move, where the order of play is that of joining.
FORMING = """moderator 2026-03-02 09:00 new game tea suber_1982 debate_min=0d extensions=0
moderator 2026-03-02 09:00 add player Ada Lovelace <ada@players.example> confirmed
moderator 2026-03-02 09:00 add player Bob Babbage <bob@players.example> confirmed
moderator 2026-03-02 09:00 add player Cid Hale <cid@players.example> confirmed
"""
RUNNING = f"{FORMING}moderator 2026-03-02 09:10 start\n"
JUDGED = f"""{RUNNING.replace("suber_1982", "net_play")}mail 2026-03-02 09:20 ada reply:
    JUDGMENT: May there be tea?
"""
DEBATE = f"""{RUNNING}mail 2026-03-02 09:20 ada reply "[turn]":
    PROPOSE AMEND 203: Most of us
    Most of us are enough.
"""
VOTE = f"""{DEBATE}mail 2026-03-02 09:30 ada reply "[proposal]":
    CALL VOTE
mail 2026-03-02 09:31 ada reply "[ballot]":
    FOR
mail 2026-03-02 09:32 cid reply "[ballot]":
    FOR
"""
HELD = f"{VOTE}mail 2026-03-02 09:40 bob to tea:\n    AGAINST 301\n"
LATE_VOTE = f"{VOTE}tick 2026-03-10 10:00\n"
COUNTED = f"{LATE_VOTE}moderator 2026-03-10 11:00 CLOSE 301\n"
MAY_BE_LATE = f"""{RUNNING}mail 2026-03-02 09:20 The Moderator <moderator@nomic.example> to tea:
    CORRECT RULE 201: a misprint
    By turns, as they joined; a turn may be skipped.
    END
    BIND 201: order: as joined; skipping: allowed
mail 2026-03-02 09:20 The reply:
    YES
moderator 2026-03-02 09:21 BIND 205: lateness: moderator may remove
tick 2026-03-10 10:00
"""
A_DOOR = f"""{RUNNING}moderator 2026-03-02 09:20 BIND 205: membership: moderator
mail 2026-03-02 09:30 Dot Ray <dot@players.example> to tea:
    JOIN Dot Ray
mail 2026-03-02 09:31 dot reply:
    JOIN
"""
AT_THE_GOAL = f"""{RUNNING}moderator 2026-03-02 09:20 AWARD Ada 20 RULE 202: the riddle
moderator 2026-03-02 09:21 AWARD Bob 20 RULE 202: the answer
mail 2026-03-02 09:22 The Moderator <moderator@nomic.example> to tea:
    CORRECT RULE 208: a misprint
    Who has 20 points wins.
    END
    BIND 208: victory: 20
mail 2026-03-02 09:22 The reply:
    YES
"""
TALKED = f"""{RUNNING}mail 2026-03-02 09:20 ada to tea.talk:
    My telephone is 555 1234.
mail 2026-03-02 09:21 ada reply "[confirm_letter]":
    YES
"""
MUTED = f"{RUNNING}moderator 2026-03-02 09:20 MUTE Bob: he shouts\n"
ACTS = [
    ("START: all are here", FORMING),
    ("EXTEND TURN 1 BY 2 days: the fair", RUNNING),
    ("EXTEND TURN 1 UNTIL 2026-03-20 12:00", RUNNING),
    ("EXTEND 301 BY 36h", DEBATE),
    ("EXTEND 301 BY 2 days", VOTE),
    ("CLOSE 301: nobody is there", LATE_VOTE),
    ("REOPEN 301 FOR 2 days: the mailbox was down", COUNTED),
    ("SKIP TURN 1: not a word", MAY_BE_LATE),
    ("REMOVE Ada TURN 1: not a word", MAY_BE_LATE),
    ("PAUSE: holidays", RUNNING),
    ("RESUME", f"{RUNNING}moderator 2026-03-02 09:20 PAUSE\n"),
    ("ANNOUNCE: the tea is at four\n\nas every day", RUNNING),
    ("RELEASE 10", HELD),
    ("DISCARD 10: his brother wrote it", HELD),
    ("BIND 205: lateness: moderator may remove", RUNNING),
    ("BIND 301: adoption: majority of eligible", DEBATE),
    ("KEEP 301", DEBATE),
    ("DROP 301: it says nothing", DEBATE),
    ("ADMIT Dot Ray", A_DOOR),
    ("DECLINE Dot Ray: we are full", A_DOOR),
    ("SET vote_window = 3d", RUNNING),
    ("SET vote_window = 3d: we are all awake", RUNNING),
    ("AWARD Ada 10 RULE 202: for the riddle", RUNNING),
    ("FINE Ada 10 RULE 202: for the answer", RUNNING),
    ("AWARD Ada 100 RULE 202: for all the riddles", RUNNING),
    ("ORDER Bob, Cid, Ada RULE 201: as they sit", RUNNING),
    ("CORRECT SCORE Ada FROM 0 TO 12: two were forgotten", RUNNING),
    ("CORRECT TURN 1 TO Bob: it was his", RUNNING),
    ("CORRECT RULE 207: a line was lost\nEach has one vote.\nNobody has two.\nEND", RUNNING),
    ("CORRECT STATUS 207 IMMUTABLE: so it was", RUNNING),
    ("UNDO: it was right", MUTED),
    ("MUTE Ada: she shouts", RUNNING),
    ("UNMUTE Bob", MUTED),
    ("REMOVE TALK 9: a telephone number", TALKED),
    ('REPLACE Bob BY "Grace Hopper <grace@players.example>": he is ill', RUNNING),
    ("RULING: whatever is not forbidden is permitted (116)", JUDGED),
    ("RULING: nobody can go on (213)\nWINNER: Cid Hale", JUDGED),
    ("END GAME it was fun", RUNNING),
    ("END GAME WINNER: Ada Lovelace", AT_THE_GOAL),
    ("ROLL 2d6 RULE 202: the wheel", RUNNING),
    ("HAND OVER TO Ivy Ives <ivy@players.example>", RUNNING),
]
CASES = [pytest.param(*one, id=" ".join(one[0].split()[:5])) for one in ACTS]
UNSAID = {
    "desk": "it only looks",
    "say": "it says any of the others",
}


@dataclass(frozen=True, slots=True)
class Came:
    """What came of an act: the events, and the letters to all but the moderator."""

    events: list[tuple[str, str]]
    letters: list[tuple[str, str, str]]
    result: str
    seen: Foreseen
    asked: str = ""


class Acted:
    """The game as it stood, and one act of the moderator's an hour later."""

    def __init__(self, folder: Path, stood: str) -> None:
        turns = parse(stood)
        self.table = Table(folder, "lines", next(turn.at for turn in turns if turn.at))
        game = Playing(self.table)
        for turn in turns:
            list(game.play(turn))
        self.table.clock.set(self.table.clock.now() + timedelta(hours=1))
        self.before = self.table.entries("tea", 0)

    def seen(self, line: str) -> Foreseen:
        table, act = self.table, {"act": "say", "game": "tea", "line": line}
        keys, now = Keys(table.key), table.clock.now()
        return foreseen(table.database, table.config, keys, now, bytes(32), act)

    def by_mail(self, line: str) -> Came:
        seen = self.seen(line)
        self.table.mail(f"The Moderator <{MODERATOR}>", f"nomic+tea@{HOST}", line)
        self.table.pump.run()
        (asked,) = self.table.letters()
        assert asked.occasions == ("confirm_letter",)
        self.table.mail(f"The Moderator <{MODERATOR}>", asked.reply_to, "YES")
        return self.came("", seen, asked.text)

    def by_command_line(self, line: str) -> Came:
        seen = self.seen(line)
        number = self.table.act("say", game="tea", line=line)
        self.table.pump.run()
        return self.came(self.table.arrival(number).result, seen)

    def came(self, result: str, seen: Foreseen, asked: str = "") -> Came:
        self.table.pump.run()
        letters = self.table.letters()
        for one in letters:  # who was asked to moderate says that they do
            if one.occasions == ("confirm_moderator",):
                self.table.mail(f"{one.name} <{one.to}>", one.reply_to, "YES")
                self.table.pump.run()
        letters += self.table.letters()
        after: list[Entry] = self.table.entries("tea", len(self.before))
        told = [told_to(one) for one in letters if one.to != MODERATOR]
        self.table.close()
        return Came([happened(one) for one in after], told, result, seen, asked)


def happened(entry: Entry) -> tuple[str, str]:
    """Without what it came of: that is a letter, or a line of the command line."""
    said = spoken(line_of(entry))
    return entry.kind, repr({name: said[name] for name in said if name != "cause"})


def told_to(letter: Received) -> tuple[str, str, str]:
    """Without what is the letter's own: its tokens, and the head, which is of what it came of,
    too."""
    text = re.sub(r"nomic\+r\.\w+@", "nomic+r@", letter.text)
    return letter.to, letter.subject, without_hashes(text)


def without_hashes(text: str) -> str:
    return re.sub(r"\b[0-9a-f]{64}\b", "", text)


def foretold(seen: Foreseen) -> Iterator[tuple[str, str, str]]:
    for one in seen.letters:
        letter = email.message_from_bytes(one.body, policy=email.policy.default)
        part = letter.get_body(("plain",))
        text = part.get_content() if part is not None else ""
        if one.recipient != MODERATOR:
            subject = str(letter["Subject"])
            told = re.sub(r"nomic\+r\.\w+@", "nomic+r@", text)
            yield one.recipient, subject, without_hashes(told)


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("line", "stood"), some(CASES, 2, check=20))
def test_an_act_does_the_same_by_mail_and_by_the_command_line(
    line: str, stood: str, tmp_path: Path
) -> None:
    came = []
    for way in (Acted.by_mail, Acted.by_command_line):
        (tmp_path / way.__name__).mkdir()
        came.append(way(Acted(tmp_path / way.__name__, stood), line))
    mailed, typed = came
    assert typed.result.startswith("ok: "), typed.result
    assert mailed.events == typed.events
    assert mailed.letters == typed.letters
    assert mailed.letters
    if not line.startswith(("RELEASE", "DISCARD")):  # no matters of the game
        assert typed.events[0][0] == "ModeratorActed"


@pytest.mark.parametrize(("line", "stood"), some(CASES, 2, check=20))
def test_what_is_told_of_an_act_beforehand_is_what_happens(
    line: str, stood: str, tmp_path: Path
) -> None:
    mailed = Acted(tmp_path, stood).by_mail(line)
    seen, asked = mailed.seen, flat(mailed.asked)
    assert seen.result.startswith("ok: ")
    assert "What it would do" in asked
    assert "would be refused" not in asked
    letters = list(foretold(seen))
    if seen.counts:  # what is in the ballots is secret until then (010)
        released = line.startswith("RELEASE")
        assert ("a vote, which is not shown" if released else "the ballots are counted") in asked
        assert {one[0] for one in letters} == {one[0] for one in mailed.letters}
        assert not any("FOR" in one for one in seen.told)
        return
    if line.startswith("ROLL"):  # 008: what was seen before is not what is thrown
        assert seen.chance and not any("throws" in one for one in seen.told)
        assert "it is done" in asked
        assert "threw" not in asked and letters != mailed.letters
        return
    assert letters == mailed.letters[: len(letters)]
    assert letters
    for one in [x for x in seen.told if "The Moderator:" not in x]:
        assert flat(one) in asked


def test_every_command_of_the_desk_is_one_of_these() -> None:
    """Its line is formed by the command of that name, and tried above in both ways."""
    said = {re.split(r"\W", line)[0].lower() for line, _ in ACTS}
    named = {"rule": "ruling", "remove-talk": "remove"}
    assert {named.get(name, name) for name in COMMANDS if name not in UNSAID} <= said


@pytest.mark.parametrize(("line", "stood"), CASES)
def test_each_is_one_act_in_a_moderators_letter(line: str, stood: str) -> None:
    said = understand("", line, About(from_moderator=True)).said
    assert read_handing("", line) is not None or len(said) == 1


def beginnings(letter: tuple[str, str, str]) -> list[str]:
    sections = letter[2].replace("\r", "").partition("\n-- ")[0].split("* * *")
    return [flat(one.strip().partition("\n\n")[0]) for one in sections]


def test_two_reasons_in_one_letter_go_each_with_their_own_act(tmp_path: Path) -> None:
    two = "AWARD Ada 5 RULE 202: for the cake\nFINE Bob 3 RULE 202: for the noise"
    for letter in Acted(tmp_path, RUNNING).by_mail(two).letters:
        ada, bob = (
            "You are" if name.split()[0].lower() in letter[0] else name + " is"
            for name in ("Ada Lovelace", "Bob Babbage")
        )
        has = ("have" if one == "You are" else "has" for one in (ada, bob))
        assert beginnings(letter) == [
            f"{ada} awarded 5 points by rule 202 (The two parts of a turn), and {next(has)} 5 now.",
            "The Moderator gives this reason for AWARD: for the cake",
            f"{bob} fined 3 points by rule 202 (The two parts of a turn), and {next(has)} -3 now.",
            "The Moderator gives this reason for FINE: for the noise",
        ]


def test_a_pause_has_its_own_reason_whatever_was_done_before_it(tmp_path: Path) -> None:
    two = "AWARD Ada 5 RULE 202: for the cake\nPAUSE: the house is on fire"
    for letter in Acted(tmp_path, RUNNING).by_mail(two).letters:
        assert beginnings(letter)[1:] == [
            "The Moderator gives this reason for AWARD: for the cake",
            "The Moderator has paused the game: the house is on fire",
        ]


def test_why_somebody_is_muted_is_told_to_them_alone(tmp_path: Path) -> None:
    two = "AWARD Ada 5 RULE 202: for the cake\nMUTE Bob: he shouts"
    told = {one[0]: one[2] for one in Acted(tmp_path, RUNNING).by_mail(two).letters}
    assert [to for to, text in told.items() if "he shouts" in text] == ["bob@players.example"]
    assert all("for the cake" in text for text in told.values())
