"""What a game of a few lines tells its players, for tests that read letters."""

from pathlib import Path

from nomic_mail.play.table import Received, Table
from nomic_mail.play.transcript import Playing, parse


def played(folder: Path, *parts: str, ruleset: str = "net_play") -> list[Received]:
    """All letters of a game, the last one of all last."""
    turns = parse("".join(parts).replace("{ruleset}", ruleset))
    start = next(one.at for one in turns if one.at is not None)
    folder.mkdir(exist_ok=True)
    table = Table(folder, "newcomers", start)
    game = Playing(table)
    for turn in turns:
        list(game.play(turn))
    table.close()
    return game.letters


def letter(letters: list[Received], who: str) -> Received:
    """The last one that they have."""
    return [one for one in letters if one.to.startswith(f"{who}@")][-1]


def last(letters: list[Received], who: str) -> str:
    """What they were told last, without its foot, on one line."""
    text = letter(letters, who).text.replace("\r", "")
    return " ".join(text.partition("\n-- \n")[0].split())
