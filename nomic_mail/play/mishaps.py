"""What befalls a server, and no transcript line makes: letters that come back or were shown to
others, a player who moves too often, two machines that answer each other, a stranger with a good
name, a clock set back.

Each is brought about where it would come from, so that the letters it leads to are real.
"""

import logging
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

from msgspec.structs import replace

from nomic_mail.clock import SetClock
from nomic_mail.daemon.server import Daemon
from nomic_mail.letters.proof.token import expiry, make_address, mint, opened
from nomic_mail.play.table import AUTHSERV_ID, HOST, Received, Table
from nomic_mail.post.render import TOKEN_DAYS
from nomic_mail.pump.burst import MOVES_A_DAY
from nomic_mail.pump.who.challenges import ANSWERS_A_DAY
from nomic_mail.store.people.seats import FAILING, MOST_FAILURES


def befall(table: Table, letters: list[Received], game: str, name: str, address: str) -> None:
    """All of them, in a game that is running, to one of its players."""
    last = [one for one in letters if one.to == address][-1]
    _moves_too_often(table, last)
    _two_machines(table, last)
    _comes_back(table, last)
    _writes_to_all(table, last, name)
    _stranger(table, game)
    _forwarded(table, game)
    _clock_set_back(table)


def _moves_too_often(table: Table, letter: Received) -> None:
    """More than the others are told of at once."""
    for number in range(MOVES_A_DAY + 1):
        raw = _written(f"Ada <{letter.to}>", letter.reply_to, f"JUDGMENT: Is {number} a number?\n")
        raw.replace_header("Message-ID", f"<{number}.mover@players.example>")
        table.hand_in(raw.as_bytes(), letter.to, [letter.reply_to])
    table.pump.run()


def _two_machines(table: Table, letter: Received) -> None:
    """Something of a player's answers whatever it gets: the first answer too many is held."""
    for number in range(ANSWERS_A_DAY + 1):
        raw = _written(f"Ada <{letter.to}>", letter.reply_to, "STATUS\n")
        raw.replace_header("Message-ID", f"<{number}.machine@players.example>")
        table.hand_in(raw.as_bytes(), letter.to, [letter.reply_to])
    table.pump.run()


def _comes_back(table: Table, letter: Received) -> None:
    """For good, and often enough that nothing more is sent there: a letter of each day."""
    sent = opened(table.key, letter.return_path)
    if sent is None:
        raise ValueError("it was sent to nobody in particular")
    for _ in range(MOST_FAILURES):
        today = replace(sent, expires=expiry(table.clock.now().date(), TOKEN_DAYS))
        path = make_address(f"nomic@{HOST}", "+", f"b.{mint(table.key, today)}")
        table.comes_back(replace(letter, return_path=path))
        table.pump.run()
        table.clock.set(table.clock.now() + FAILING / (MOST_FAILURES - 1))


def _writes_to_all(table: Table, letter: Received, name: str) -> None:
    """With a friend in Cc, who sees the reply address."""
    raw = _written(f"{name} <{letter.to}>", letter.reply_to, "STATUS\n")
    raw["Cc"] = "friend@elsewhere.example"
    table.hand_in(raw.as_bytes(), letter.to, [letter.reply_to])
    table.pump.run()


def _stranger(table: Table, game: str) -> None:
    """Whose domain stands behind them, as our own mail server says."""
    to = f"nomic+{game}@{HOST}"
    raw = _written("Fay Fermat <fay@players.example>", to, "Is this the game with the tea?\n")
    raw["Authentication-Results"] = f"{AUTHSERV_ID}; dmarc=pass header.from=players.example"
    table.hand_in(raw.as_bytes(), "fay@players.example", [to])
    table.pump.run()


def _forwarded(table: Table, game: str) -> None:
    """An invitation, to a friend, who answers it from an address of their own."""
    table.act("add player", game=game, player="Ivo Ito <ivo@players.example>", confirmed=False)
    table.pump.run()
    to = next(one.reply_to for one in table.letters() if one.to == "ivo@players.example")
    table.mail("Kim Kepler <kim@friends.example>", to, "JOIN\n", "Re: You are invited to Nomic")
    table.pump.run()


def _written(sender: str, to: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, to, "The game"
    letter["Message-ID"] = f"<{sender.split(maxsplit=1)[0].lower()}.mishap@players.example>"
    letter.set_content(text)
    return letter


def _clock_set_back(table: Table) -> None:
    """By somebody, while a server runs on the same database."""
    log = logging.getLogger("nomic_mail.daemon")
    quiet = logging.NullHandler()  # what the log says of it is nobody's trouble here
    log.addHandler(quiet)
    Path(table.config.secret_file).write_text(table.key.hex(), encoding="ascii")
    clock = SetClock(table.clock.now())
    daemon = Daemon(table.config, clock)
    daemon.start(listen=False)
    try:
        clock.set(clock.now() - timedelta(days=30))
        daemon.pump.run()
    finally:
        daemon.stop()
        log.removeHandler(quiet)
