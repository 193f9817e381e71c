"""Each act of the moderator's does the same by mail and by the command line (013)."""

import re
from pathlib import Path

import pytest

from nomic_mail.play.table import HOST
from tests.house import House

MODERATOR = f"moderator@{HOST}"
DEBATE = "PROPOSE AMEND 203: Most of us\nMost of us are enough.\nEND\n"
VOTE = f"{DEBATE}CALL VOTE\n"


class Desk(House):
    def stand(self, *letters: str, days: float = 0) -> None:
        """A game whose mover has said that; then the days went by."""
        self.begin(extensions="0")
        mover = self.mover()
        for text in letters:
            self.later(minutes=1)
            self.reply(mover, text)
            self.run()
        self.later(days=days)
        self.run()

    def from_moderator(self, to: str, text: str) -> None:
        raw = self.written("The Moderator", to, text).replace(b"the@players.example", b"%b")
        self.hand_in(raw.replace(b"%b", MODERATOR.encode()), MODERATOR, [to])

    def by_mail(self, line: str) -> None:
        self.from_moderator(f"nomic+tea@{HOST}", line)
        asked = self.run()[-1]
        assert asked.occasions == ("confirm_letter",)
        assert "What it would do" in asked.text
        self.from_moderator(asked.reply_to, "YES")

    def by_command_line(self, line: str) -> None:
        number = self.act("say", game="tea", line=line)
        self.pump.run()
        assert self.arrival(number).result.startswith("ok: "), self.arrival(number).result


ACTS = [
    ("EXTEND TURN 1 BY 2 days: the fair", {}),
    ("EXTEND TURN 1 UNTIL 2026-03-20 12:00", {}),
    ("EXTEND 301 BY 36h", {"letters": (DEBATE,)}),
    ("EXTEND 301 BY 2 days", {"letters": (VOTE,)}),
    ("CLOSE 301: nobody is there", {"letters": (VOTE, "FOR 301"), "days": 8}),
    ("SET vote_window = 3d", {}),
    ("PAUSE: holidays", {}),
    ("ANNOUNCE: the tea is at four\n\nas every day", {}),
    ("BIND 201: skipping: allowed over 201", {}),
    ("KEEP 301", {"letters": (DEBATE,)}),
    ("DROP 301: it says nothing", {"letters": (DEBATE,)}),
    ("END GAME it was fun", {}),
]


@pytest.mark.parametrize(("line", "stood"), ACTS, ids=[line for line, _ in ACTS])
def test_an_act_does_the_same_by_mail_and_by_the_command_line(
    line: str, stood: dict[str, object], tmp_path: Path
) -> None:
    events, letters = [], []
    for way in (Desk.by_mail, Desk.by_command_line):
        (tmp_path / way.__name__).mkdir()
        desk = Desk(tmp_path / way.__name__)
        given = dict(stood)
        said = given.pop("letters", ())
        assert isinstance(said, tuple)
        desk.stand(*said, **given)  # type: ignore[arg-type]
        before = desk.state().version
        way(desk, line)
        told = [one for one in desk.run() if one.to != MODERATOR]
        found = desk.entries("tea", before)
        events.append([(one.kind, one.public) for one in found])
        letters.append([(one.to, one.subject, _plain(one.text)) for one in told])
        desk.close()
    assert events[0] == events[1]
    assert events[0][0][0] == "ModeratorActed"
    assert letters[0] == letters[1]
    assert letters[0]


def _plain(text: str) -> str:
    """Without what is the letter's own: its tokens."""
    return re.sub(r"nomic\+r\.\w+@", "nomic+r@", text)
