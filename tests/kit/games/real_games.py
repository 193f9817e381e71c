"""Real games, for tests: files beside the checkout, of which the project holds no copy.

Each is a list of proposals: who made it and when, when it was over, who voted how, and whether it
was adopted.
"""

import json
import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(os.environ.get("NOMIC_REAL_GAMES") or ROOT.parent / "shared" / "real-games")
FILES = sorted(FOLDER.glob("*.json")) if FOLDER.is_dir() else []
CHOICES = ("for", "against", "abstain")

Proposals = list[dict[str, Any]]


def proposals_in(file: Path) -> Proposals:
    found: Proposals = json.loads(file.read_text(encoding="utf-8"))
    return found


def players_of(game: Proposals) -> list[str]:
    voters = {name for one in game for choice in CHOICES for name in one[choice]}
    return sorted(voters | {one["by"] for one in game})


def outcome_of(one: dict[str, Any]) -> str:
    return "adopted" if one["adopted"] else "defeated"


def as_old_game(game: Proposals, *, dates: bool = True) -> str:
    """As somebody would write it down: in the order of its numbers."""
    told = [f"[game]\nplayers = {json.dumps(players_of(game))}"]
    told += ['adoption = "majority of cast"\nnumbering = "kept"']
    for one in game:
        told += [f'[[proposals]]\nnumber = {one["number"]}\nby = "{one["by"]}"']
        told += [f'kind = "other"\noutcome = "{outcome_of(one)}"']
        voters = sorted({*players_of(game)} - {one["by"]})
        told += [f"electorate = {json.dumps(voters)}"]
        told += [f"{choice} = {json.dumps(one[choice])}" for choice in CHOICES]
        if dates:
            told += [f"proposed = {one['proposed']}"]
            told += [f"date = {one['decided']}"] if one["decided"] else []
    return "\n".join(told) + "\n"
