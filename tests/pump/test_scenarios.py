"""Scores reckoned by hand: scenarios of play by letters, each with a table that was written first.

1. What stands in `scenarios` was worked out from the words of the historical rules before it was
   ever played; no line of it is written by the program. One that differs is a fault or a question.
2. `ada, bob: FOR` are letters; what is written stands behind the colon, or indented below it.
   `ada "[judge]":` replies to that letter, as in a transcript; without it, to the last one.
   `first`, `second` are players by their place in the order; `moderator: SKIP`, `wait 3 days` and
   `Dora Dahl joins` are what they say. A minute passes before each.
3. `= 301 adopted` is the next outcome that is told. `= Ada 7, Bob -10 + d302` are all the scores
   there are, as SCORES answers somebody who looks on; d302 are the faces told of the throw for 302.
   `= RULE 301: words` are in the answer to that question, `= ada: words` in the last letter to
   her, `= moderator: words` in what became of the act. `= Ada has won`, `= nobody has won`.
   What is indented below a line says why.
4. The day plays some of them, each day others; `check` plays all.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from nomic_mail import rulesets
from nomic_mail.play.table import Received, Table
from nomic_mail.play.transcript import Playing, parse
from tests.kit.house import lay_tables
from tests.kit.tiers import some

SCENARIOS = sorted(Path(__file__).with_name("scenarios").glob("*.scenario"))
OUTCOME = re.compile(r"^(?:Proposal|-) (\d+) (?:is|has) (adopted|defeated|lapsed|void)\b", re.M)
SCORE = re.compile(r"^  (\w+) \w+ +(-?\d+)(?: .*)?$", re.M)
WON = re.compile(r"^(?:The game is over: )?(\w+) \w+ has (?:reached \d+ points and )?won\b", re.M)
PLACES = ("first", "second", "third", "fourth", "fifth")
BODY = "    "


class Scenario:
    """One scenario at its table; `at` is when something happened last, `told` how many outcomes
    and how many rows of scores its own table has told."""

    def __init__(self, folder: Path) -> None:
        self.at = datetime(2026, 2, 2, 9, tzinfo=UTC)
        lay_tables(folder)
        self.table = Table(folder, "scenario", self.at)
        self.playing = Playing(self.table)
        self.said = ""
        self.order: list[str] = []
        self.outcomes_told = 0
        self.scores_told = 0

    @property
    def letters(self) -> list[Received]:
        return self.playing.letters

    # What happens

    def happens(self, line: str, body: list[str] | None = None) -> None:
        verb, _, rest = line.partition(" ")
        self.at += timedelta(minutes=1)
        written = f"{verb} {self.at:%Y-%m-%d %H:%M} {rest}".rstrip()
        for turn in parse("\n".join([written, *(f"{BODY}{one}" for one in body or ())])):
            self.said = " ".join(self.playing.play(turn))

    def new_game(self, ruleset: str, players: str) -> None:
        self.happens(f"moderator new game table {ruleset}")
        for player in players.split(", "):
            self.happens(f"moderator add player {_addressed(player)} confirmed")
        self.happens("moderator add observer Olga Onlooker <olga@players.example>")
        self.happens("mail olga reply:", ["YES"])
        self.happens("moderator start")
        told = re.search(r"Order: (.+?)\.", self.answer("STATUS"))
        assert told, "STATUS tells the order"
        self.order = re.findall(r"(\w+) \w+(?:, | and |$)", told[1])

    def says(self, who: str, to: str, body: list[str]) -> None:
        if who == "moderator":
            places = rf"\b({'|'.join(PLACES)})\b"
            act = re.sub(places, lambda found: self.player(found[1]), " ".join(body))
            self.happens(f"moderator {act}")
            return
        for one in who.split(", "):
            self.happens(f"mail {self.player(one).lower()} reply{to}:", body)

    def waits(self, count: str, of: str) -> None:
        self.at += timedelta(**{of: int(count)})
        self.happens("tick")

    def joins(self, player: str) -> None:
        self.happens(f"mail {_addressed(player)} to table:", [f"JOIN {player}"])
        self.happens(f"mail {player.partition(' ')[0].lower()} reply:", ["YES"])

    def player(self, word: str) -> str:
        place = word.lower()
        return self.order[PLACES.index(place)] if place in PLACES else word.capitalize()

    # What is told

    def answer(self, question: str) -> str:
        self.happens("mail olga reply:", [question])
        return self.last("olga")

    def last(self, who: str) -> str:
        address = f"{self.player(who).lower()}@players.example"
        return " ".join([one.text for one in self.letters if one.to == address][-1].split())

    def outcomes(self) -> list[tuple[str, str]]:
        found = [one for letter in self.letters for one in OUTCOME.findall(letter.text)]
        return list(dict.fromkeys(found))

    def scores(self) -> dict[str, int]:
        self.answer("SCORES")
        rows = SCORE.findall(self.letters[-1].text.replace("\r", ""))
        return {name: int(score) for name, score in rows}

    def faces(self, number: str) -> int:
        threw = re.compile(rf"proposed {number}, threw (\d+(?: \+ \d+)*)")
        letters = [" ".join(letter.text.split()) for letter in self.letters]
        [faces] = {one for letter in letters for one in threw.findall(letter)}
        return sum(map(int, faces.split(" + ")))

    # The table

    def outcome(self, number: str, word: str) -> None:
        told = self.outcomes()[self.outcomes_told :]
        assert told[:1] == [(number, word)]
        self.outcomes_told += 1

    def row(self, scores: str) -> None:
        """`Ada 7, Bob -10 + d302`"""
        reckoned = dict[str, int]()
        for name, told in (one.split(" ", 1) for one in scores.split(", ")):
            parts = re.findall(r"(-?) ?(d?)(\d+)", told)
            points = [self.faces(number) if die else int(number) for _, die, number in parts]
            signs = [-1 if sign else 1 for sign, _, _ in parts]
            reckoned[self.player(name)] = sum(map(int.__mul__, signs, points))
        assert self.scores() == reckoned, scores
        self.scores_told += 1

    def won(self, name: str) -> None:
        winners = {one for letter in self.letters for one in WON.findall(letter.text)}
        assert winners == {self.player(name)} - {"Nobody"}

    def hears(self, who: str, words: str) -> None:
        assert words in (self.said if who == "moderator" else self.last(who))

    def answers(self, question: str, words: str) -> None:
        assert words in self.answer(question)


FORMS: dict[str, Callable[..., None]] = {
    r"= (\d+) (\w+)": Scenario.outcome,
    r"= (\w+) has won": Scenario.won,
    r"= ([a-z]+): (.+)": Scenario.hears,
    r"= ([A-Z\d ]+): (.+)": Scenario.answers,
    r"= (.+)": Scenario.row,
    r"ruleset (.+) / players (.+)": Scenario.new_game,
    r"wait (\d+) (days|hours)": Scenario.waits,
    r"(\w+ \w+) joins": Scenario.joins,
}
LETTER = re.compile(r"([a-z, ]+?)( \"\[\w+\]\")?:(?: (.+))?")


def _addressed(player: str) -> str:
    return f"{player} <{player.partition(' ')[0].lower()}@players.example>"


def _pieces(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each line with what is indented below it."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    heads = [at for at, line in enumerate(lines) if not line.startswith(BODY)]
    for at, end in pairwise([*heads, len(lines)]):
        yield lines[at], [line.removeprefix(BODY) for line in lines[at + 1 : end]]


def play(text: str, folder: Path) -> None:
    scenario = Scenario(folder)
    for line, below in _pieces(text.replace("\nplayers ", " / players ", 1)):
        forms = ((re.fullmatch(form, line), do) for form, do in FORMS.items())
        found, do = next(((found, do) for found, do in forms if found), (None, None))
        if found and do:
            do(scenario, *found.groups())
        elif found := LETTER.fullmatch(line):
            scenario.says(found[1], found[2] or "", [found[3]] if found[3] else below)
        else:
            raise ValueError(line)
    assert scenario.outcomes_told == len(scenario.outcomes()), "the table leaves one out"
    assert scenario.scores_told
    scenario.table.close()


@pytest.mark.parametrize("file", some(SCENARIOS, 3, check=15), ids=lambda file: file.stem)
def test_play_comes_out_as_it_was_reckoned(file: Path, tmp_path: Path) -> None:
    play(file.read_text(encoding="utf-8"), tmp_path)


def test_each_edition_of_a_historical_text_is_reckoned() -> None:
    first = [file.read_text(encoding="utf-8") for file in SCENARIOS]
    reckoned = {found[1] for text in first if (found := re.search(r"^ruleset (\w+)", text, re.M))}
    assert reckoned == {one for one in rulesets.names() if rulesets.load(one).edition_of}


RIGHT = """\
ruleset suber_mail debate_min=0
players Ada Able, Bob Baker, Cleo Cook
ada:
    PROPOSE REPEAL 206
    END
    CALL VOTE
ada, bob: FOR
cleo: AGAINST
= 301 defeated
= Ada -3, Bob 0, Cleo 0
    206: -10; 10 x 2/3 = 6.67, so 7.
= nobody has won
= STATUS: turn of Bob
cleo: FOR
= cleo: Not done
"""


def test_a_table_that_is_right_is_right(tmp_path: Path) -> None:
    play(RIGHT, tmp_path)


@pytest.mark.parametrize(
    "wrong",
    [
        ("= 301 defeated", "= 301 adopted"),
        ("= 301 defeated\n", ""),
        ("Ada -3", "Ada -2"),
        ("Ada -3, ", ""),
        ("= nobody has won", "= Bob has won"),
        ("turn of Bob", "turn of Cleo"),
        ("cleo: Not done", "cleo: Done"),
    ],
)
def test_a_table_that_is_wrong_is_found_out(wrong: tuple[str, str], tmp_path: Path) -> None:
    assert RIGHT.count(wrong[0]) == 1
    with pytest.raises(AssertionError):
        play(RIGHT.replace(*wrong), tmp_path)
