"""Every kind of letter as it leaves the house: the sample games are played on a throw-away
server, and what can befall one comes over the last.

1. The letters are real: the templates in use, composed and rendered by the pump. Nothing here makes
   up a fact, so no sample can promise what the server does not do.
2. A letter is filed under the occasions its own header tells (`X-Nomic-Mail`). Where an occasion
   has a letter of its own, that is its sample (a player's before the Moderator's); else the first
   letter it stands in. Why something was done (BESIDE) is told in the letter that says what.
"""

import email
import email.policy
import tempfile
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from pathlib import Path

from nomic_mail.play.mishaps import befall
from nomic_mail.play.table import HOST, Table
from nomic_mail.play.transcript import Game, desk_of, parse

SCRIPTS = (
    "sample_tea.game",
    "sample_cake.game",
    "sample_news.game",
    "sample_desk.game",
    "sample_time.game",
    "sample_people.game",
    "sample_deeds.game",
    "sample_table.game",
)
SEED = "samples 0"  # draws Ada first
BESIDE = "reason"


def letters(templates: str = "") -> Mapping[str, EmailMessage]:
    """A letter for each occasion, in the order of the games. `templates` is a folder of one's own
    that comes before the shipped one."""
    sent: list[EmailMessage] = []
    for name in SCRIPTS:
        with tempfile.TemporaryDirectory() as folder:
            sent += _played(Path(__file__).with_name(name), Path(folder), templates)
    found: dict[str, EmailMessage] = {}
    for letter in sent:
        for occasion in occasions(letter):
            found.setdefault(occasion, letter)
    alone: dict[str, EmailMessage] = {}
    for letter in sorted(sent, key=_to_moderator):
        own = [one for one in occasions(letter) if one != BESIDE]
        if len(own) == 1:
            alone.setdefault(own[0], letter)
    return {**found, **alone}


def to_a_list(templates: str = "") -> Mapping[str, EmailMessage]:
    """A letter for each occasion that a game behind a mailing list sends there, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        sent = _played(Path(__file__).with_name("sample_list.game"), Path(folder), templates)
    found: dict[str, EmailMessage] = {}
    for letter in sent:
        if str(letter["To"]).startswith("tea-list@"):
            for occasion in occasions(letter):
                found.setdefault(occasion, letter)
    return found


def _to_moderator(letter: EmailMessage) -> bool:
    return f"<moderator@{HOST}>" in str(letter["To"])


def occasions(letter: EmailMessage) -> Sequence[str]:
    return str(letter["X-Nomic-Mail"]).split(";")[2].split()


def text_of(letter: EmailMessage) -> str:
    return _content(letter, "plain")


def page_of(letter: EmailMessage) -> str:
    return _content(letter, "html")


def _content(letter: EmailMessage, form: str) -> str:
    part = letter.get_body((form,))
    return str(part.get_content()).replace("\r", "") if part is not None else ""


def _played(script: Path, folder: Path, templates: str) -> list[EmailMessage]:
    turns = parse(script.read_text(encoding="utf-8"))
    first = next(turn.at for turn in turns if turn.at)
    table = Table(folder, SEED, first, templates, desk=desk_of(turns))
    try:
        game = Game(table)
        for turn in turns:
            list(game.play(turn))
        if script.name == SCRIPTS[-1]:
            befall(table, game.letters, "table", "Bob Babbage", "bob@players.example")
        table.letters()
        return [
            message
            for body in table.bodies
            if isinstance(
                message := email.message_from_bytes(body, policy=email.policy.default), EmailMessage
            )
        ]
    finally:
        table.close()
