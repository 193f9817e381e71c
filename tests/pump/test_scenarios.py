"""Scores reckoned by hand: scenarios of play by letters, each with the table that was written first.

1. What stands in `scenarios` was worked out from the words of the historical rules, before it was
   ever played; no line of it is written by the program. A line that differs is a fault or a question.
2. `ada, bob: FOR` are letters; what is written stands behind the colon, or indented below it.
   `ada "[judge]": …` replies to that letter, as in a transcript; without it, to the last one.
   `first`, `second` are players by their place in the order; `moderator: SKIP`, `wait 3 days` and
   `Dora Dahl joins` are what they say. A minute passes before each.
3. `= 301 adopted` is the outcome that everybody is told, each of them in its place. `= Ada 7, Bob -10 + d302` are all scores
   there are, as SCORES answers somebody who looks on; d302 are the faces that the letters told.
   `= RULE 301: words` asks such a question, `= ada: words` is in the last letter to her, and
   `= moderator: words` in the answer to the Moderator's act. `= Ada has won`, `= nobody has won`.
   What is indented below a line is why.
"""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from nomic_mail.play.table import Received, Table
from nomic_mail.play.transcript import Playing, parse

SCENARIOS = sorted(Path(__file__).with_name("scenarios").glob("*.scenario"))
OUTCOME = re.compile(r"^(?:Proposal|-) (\d+) (?:is|has) (adopted|defeated|lapsed|void)\b", re.M)
PLACES = ("first", "second", "third", "fourth", "fifth")
BODY = "    "


class Scenario:
    """One scenario at its table; `at` is when the next thing happens."""

    def __init__(self, folder: Path) -> None:
        self.at = datetime(2026, 2, 2, 9, tzinfo=UTC)
        self.table = Table(folder, "scenario", self.at)
        self.playing = Playing(self.table)
        self.said: list[str] = []
        self.order: list[str] = []
        self.checked = 0  # how many outcomes

    @property
    def letters(self) -> list[Received]:
        return self.playing.letters

    def happens(self, line: str, body: list[str] | None = None) -> None:
        verb, _, rest = line.partition(" ")
        self.at += timedelta(minutes=1)
        written = f"{verb} {self.at:%Y-%m-%d %H:%M} {rest}".rstrip()
        text = "\n".join([written, *(f"{BODY}{one}" for one in body or ())])
        for turn in parse(text):
            self.said = list(self.playing.play(turn))

    def begins(self, ruleset: str, players: list[str]) -> None:
        self.happens(f"moderator new game table {ruleset}")
        for player in players:
            self.happens(f"moderator add player {_addressed(player)} confirmed")
        self.happens("moderator add observer Olga Onlooker <olga@players.example>")
        self.happens("mail olga reply:", ["YES"])
        self.happens("moderator start")
        told = re.search(r"Order: (.+?)\.", self.answer("STATUS"))
        assert told, "STATUS tells the order"
        self.order = re.findall(r"(\w+) \w+(?:, | and |$)", told[1])

    def player(self, word: str) -> str:
        place = word.lower()
        return self.order[PLACES.index(place)] if place in PLACES else word.capitalize()

    def says(self, who: str, to: str, body: list[str]) -> None:
        if who == "moderator":
            act = re.sub(rf"\b({'|'.join(PLACES)})\b", lambda x: self.player(x[1]), " ".join(body))
            return self.happens(f"moderator {act}")
        for one in who.split(", "):
            self.happens(f"mail {self.player(one).lower()} reply{to}:", body)
        return None

    def joins(self, player: str) -> None:
        self.happens(f"mail {_addressed(player)} to table:", [f"JOIN {player}"])
        first = player.split()[0].lower()
        self.happens(f"mail {first} reply:", ["YES"])

    def answer(self, question: str) -> str:
        self.happens("mail olga reply:", [question])
        return self.last("olga")

    def last(self, who: str) -> str:
        address = f"{self.player(who).lower()}@players.example"
        return " ".join([x.text for x in self.letters if x.to == address][-1].split())

    # What is told

    def outcomes(self) -> list[tuple[str, str]]:
        found = list[tuple[str, str]]()
        for letter in self.letters:
            found += [one for one in OUTCOME.findall(letter.text) if one not in found]
        return found

    def scores(self) -> dict[str, int]:
        self.answer("SCORES")
        text = self.letters[-1].text.replace("\r", "")
        rows = re.findall(r"^  (\w+) \w+ +(-?\d+)(?: .*)?$", text, re.M)
        return {name: int(score) for name, score in rows}

    def faces(self, number: str) -> int:
        """All that was thrown for that proposal."""
        threw = rf"proposed {number}, threw (\d+(?: \+ \d+)*)"
        [found] = {one for letter in self.texts() for one in re.findall(threw, letter)}
        return sum(map(int, found.split(" + ")))

    def texts(self) -> list[str]:
        return [" ".join(letter.text.split()) for letter in self.letters]

    def winners(self) -> set[str]:
        over = re.compile(r"^(?:The game is over: )?(\w+) \w+ has won\b", re.M)
        return {one for letter in self.letters for one in over.findall(letter.text)}

    def reckoned(self, row: str) -> None:
        """One line of the table."""
        if found := re.fullmatch(r"(\d+) (adopted|defeated|lapsed|void)", row):
            told = self.outcomes()
            assert told[self.checked : self.checked + 1] == [found.groups()], told
            self.checked += 1
        elif found := re.fullmatch(r"(\w+) has won", row):
            self.agree(row, self.winners(), {self.player(found[1])} - {"Nobody"})
        elif found := re.fullmatch(r"moderator: (.+)", row):
            assert found[1] in " ".join(self.said), (row, self.said)
        elif found := re.fullmatch(r"([a-z]+): (.+)", row):
            assert found[2] in self.last(found[1]), (row, self.last(found[1]))
        elif found := re.fullmatch(r"([A-Z].*?): (.+)", row):
            told_now = self.answer(found[1])
            assert found[2] in told_now, (row, told_now)
        else:
            wanted = dict[str, int]()
            for one in row.split(", "):
                name, _, sum_of = one.partition(" ")
                parts = re.findall(r"([+-]?) ?(d?)(\d+)", sum_of)
                points = [(self.faces(n) if die else int(n)) * (-1 if sign == "-" else 1) for sign, die, n in parts]
                wanted[self.player(name)] = sum(points)
            self.agree(row, self.scores(), wanted)

    @staticmethod
    def agree(row: str, told: object, wanted: object) -> None:
        assert told == wanted, row


def _addressed(player: str) -> str:
    return f"{player} <{player.split()[0].lower()}@players.example>"


def play(text: str, scenario: Scenario) -> None:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    at = 0
    ruleset = ""
    while at < len(lines):
        line = lines[at].rstrip()
        at += 1
        below = list[str]()
        while at < len(lines) and lines[at].startswith("  "):
            below.append(lines[at][len(BODY) :])
            at += 1
        if found := re.fullmatch(r"ruleset (.+)", line):
            ruleset = found[1]
        elif found := re.fullmatch(r"players (.+)", line):
            scenario.begins(ruleset, found[1].split(", "))
        elif line.startswith("= "):
            scenario.reckoned(line[2:])
        elif found := re.fullmatch(r"wait (\d+) (days|hours)", line):
            scenario.at += timedelta(**{found[2]: int(found[1])})
            scenario.happens("tick")
        elif found := re.fullmatch(r"(\w+ \w+) joins", line):
            scenario.joins(found[1])
        elif found := re.fullmatch(r"([a-z, ]+?)( \"\[\w+\]\")?:(?: (.+))?", line):
            scenario.says(found[1], found[2] or "", [found[3]] if found[3] else below)
        else:
            raise ValueError(line)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_play_comes_out_as_it_was_reckoned(file: Path, tmp_path: Path) -> None:
    scenario = Scenario(tmp_path)
    play(file.read_text(encoding="utf-8"), scenario)
    assert scenario.checked == len(scenario.outcomes()), "an outcome that the table leaves out"
    scenario.table.close()


def test_every_ruleset_is_reckoned() -> None:
    assert len(SCENARIOS) >= 20
