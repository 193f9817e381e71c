"""The votes of an old game by name, from a file of rows beside it: proposal,player,vote."""

import csv
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

from nomic_mail.archive.told.form import LISTS, File, PlayerTold
from nomic_mail.game.state import label
from nomic_mail.toml import BadFile, Problem, near, shown

HEADER = ["proposal", "player", "vote"]
MOST_TOLD = 100


class Ballots:
    """Where they go: the proposals as they are read, by number. `places` are the lines of votes."""

    def __init__(self, players: Iterable[PlayerTold], proposals: Iterable[dict[str, Any]]) -> None:
        self.names = {one.name for one in players}
        self.proposals = {label(one["number"]): one for one in proposals if "number" in one}
        self.places: dict[str, tuple[str, int]] = {}

    def wrong(self, row: list[str]) -> tuple[str, str, str] | None:
        """What of it is wrong, its value, and what mends it."""
        if len(row) != len(HEADER):
            return "the row", ",".join(row), "write three values: " + ",".join(HEADER)
        number, name, vote = row
        if number not in self.proposals:
            return "proposal", number, "no proposal has that number in the file of the game"
        if name not in self.names:
            return "player", name, f"no player is called so: {near(name, self.names)}"
        if vote not in LISTS:
            return "vote", vote, "write one of " + ", ".join(LISTS)
        entry = self.proposals[number]
        if name in (entry["votes"] or {}) or name in entry.get("absent", ()):
            fix = f"what {name} voted on {number} is told already: leave the vote that counted"
            return "player", name, fix
        return None

    def take(self, row: list[str], place: tuple[str, int]) -> None:
        entry = self.proposals[row[0]]
        if entry["votes"] is None:
            entry["votes"] = {}
        entry["votes"][row[1]] = row[2]
        self.places[f"{entry['where']}.votes.{row[1]}"] = place
        self.places.setdefault(f"{entry['where']}.votes", place)


def votes_in(file: File, ballots: Ballots) -> None:
    """Raises BadFile, with every row that is wrong."""
    problems: list[Problem] = []
    rows = csv.reader(StringIO(file.text), strict=True)
    try:
        first = True
        for told in rows:
            row = [one.strip() for one in told]
            if not any(row):
                continue
            if first:
                first = False
                if row == HEADER:
                    continue
                found = "the first row", ",".join(row), "it has to be " + ",".join(HEADER)
            elif (wrong := ballots.wrong(row)) is None:
                ballots.take(row, (file.name, rows.line_num))
                continue
            else:
                found = wrong
            key, value, fix = found
            problems.append(Problem(rows.line_num, key, shown(value), fix))
            if len(problems) >= MOST_TOLD:
                break
    except csv.Error as bad:
        problems.append(Problem(rows.line_num, "the row", "", f"no CSV: {bad}"))
    if problems:
        raise BadFile(Path(file.name), problems)
