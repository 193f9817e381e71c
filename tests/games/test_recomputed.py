"""RECOMPUTED.md is written by hand; what a game ends with there is how its transcript ends."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE / "RECOMPUTED.md").read_text(encoding="utf-8")
SECTIONS = PAGE.split("\n## ")[1:]
FOUND = [re.search(r"`(\S+)\.game`\n.*\nEnds: ([^\n]+)\.\n", one, re.S) for one in SECTIONS]
ENDS = [(one[1], one[2]) for one in FOUND if one]
OF_NO_RULESET = ("stuck", "programs", "own")
FOLDERS = {file.name for file in HERE.iterdir() if file.is_dir()}
RULESETS = FOLDERS - {*OF_NO_RULESET, "__pycache__"}


def test_each_ruleset_was_recomputed_and_each_game_tells_its_end() -> None:
    missing = sorted(RULESETS - {game.partition("/")[0] for game, _ in ENDS})
    assert not missing, f"no game of theirs is worked out by hand in RECOMPUTED.md: {missing}"
    assert len(ENDS) == len(SECTIONS) >= 9


@pytest.mark.parametrize(("game", "ends"), ENDS)
def test_a_game_still_ends_as_it_was_recomputed(game: str, ends: str) -> None:
    names, scores, winners = dict[str, str](), dict[str, int](), list[str]()
    for line in (HERE / f"{game}.game").read_text(encoding="utf-8").splitlines():
        if found := re.match(r"  \* \d+ PlayerJoined .*name=\"(\w+).*score=(\S+) seat=(\d+)", line):
            names[found[3]] = found[1]
            scores[found[1]] = int(found[2])
        elif found := re.match(r"  \* \d+ PointsScored .*seat=(\d+) total=(\S+)", line):
            scores[names[found[1]]] = int(found[2])
        elif found := re.match(r"  \* \d+ GameWon .*winners=\[(.+)\]", line):
            winners = [names[seat] for seat in found[1].split(", ")]
    told, _, won = ends.partition("; ")
    assert {name: int(score) for name, score in re.findall(r"(\w+) (-?\d+)", told)} == scores
    assert won == (f"{' and '.join(winners)} has won" if winners else "")
