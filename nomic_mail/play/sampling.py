"""The sample games: played on a throw-away server, and what can befall one comes over the last.

1. The letters are real: the templates in use, composed and rendered by the pump. Nothing here makes
   up a fact, so no sample can promise what the server does not do.
2. A letter is filed under the occasions its own header tells (`X-Nomic-Mail`). Where an occasion
   has a letter of its own, that is its sample (a player's before the Moderator's); else the first
   letter it stands in. Why something was done (BESIDE) is told in the letter that says what.
3. A question that no script asks is asked all the same, before the first game ends.
"""

import re
import tempfile
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from pathlib import Path

from nomic_mail.letters.grammar.language import questions
from nomic_mail.play.mishaps import befall
from nomic_mail.play.samples import occasions, read
from nomic_mail.play.table import HOST, Table
from nomic_mail.play.transcript import Playing, desk_of, parse

SCRIPTS = (
    "sample_tea.game",
    "sample_cake.game",
    "sample_news.game",
    "sample_desk.game",
    "sample_time.game",
    "sample_half.game",
    "sample_open.game",
    "sample_people.game",
    "sample_deeds.game",
    "sample_coins.game",
    "sample_table.game",
)
LISTED = "sample_list.game"
SEED = "samples 0"  # draws Ada first
BESIDE = "reason"


def played(templates: str = "") -> Mapping[str, Mapping[str, EmailMessage]]:
    """A letter for each occasion, to one reader and to a list, in the order of the games."""
    sent: list[EmailMessage] = []
    for name in SCRIPTS:
        sent += _played(name, templates)
    alone: dict[str, EmailMessage] = {}
    for letter in sorted(sent, key=_to_moderator):
        own = [one for one in occasions(letter) if one != BESIDE]
        if len(own) == 1:
            alone.setdefault(own[0], letter)
    listed = [one for one in _played(LISTED, templates) if str(one["To"]).startswith("tea-list@")]
    return {"to one": {**_first_of_each(sent), **alone}, "to a list": _first_of_each(listed)}


def _script(name: str) -> str:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    if name != SCRIPTS[0]:
        return text
    said = "".join(Path(__file__).with_name(one).read_text(encoding="utf-8") for one in SCRIPTS)
    before, end = text.rstrip().rsplit("\n", 1)
    at = " ".join(end.split()[1:3])
    asked = (one.topic.upper() for one in questions().values())
    new = [
        f"mail {at} ada reply:\n    {one}"
        for one in asked
        if not re.search(rf"^    {one}\b", said, re.M)
    ]
    return "\n".join([before, *new, end])


def _first_of_each(sent: Sequence[EmailMessage]) -> dict[str, EmailMessage]:
    found: dict[str, EmailMessage] = {}
    for letter in sent:
        for occasion in occasions(letter):
            found.setdefault(occasion, letter)
    return found


def _to_moderator(letter: EmailMessage) -> bool:
    return f"<moderator@{HOST}>" in str(letter["To"])


def _played(name: str, templates: str) -> list[EmailMessage]:
    turns = parse(_script(name))
    first = next(turn.at for turn in turns if turn.at)
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), SEED, first, templates, desk=desk_of(turns))
        try:
            game = Playing(table)
            for turn in turns:
                list(game.play(turn))
            if name == SCRIPTS[-1]:
                befall(table, game.letters, "table", "Bob Babbage", "bob@players.example")
            table.letters()
        finally:
            table.close()
    return [read(body) for body in table.bodies]
