"""A short game by real mail on loopback, narrated: two players, their letters, their Maildirs.

1. Nothing is staged: a whole server runs, letters go in by SMTP and come out as Maildir files, and
   each player here knows only what stands in their own mailbox.
"""

import email
import email.policy
import mailbox
import smtplib
import time
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from pathlib import Path

from nomic_mail.clock import SystemClock
from nomic_mail.config import Config, ListenerSection, Mail, example
from nomic_mail.daemon.parts import write_secret
from nomic_mail.daemon.server import Daemon

Say = Callable[[str], None]
PATIENCE_SECONDS = 20.0
PAUSE_SECONDS = 0.02


class DemoPlayer:
    """Somebody with a mail program and nothing else."""

    def __init__(self, name: str, address: str, boxes: Path, port: int, say: Say) -> None:
        self.name = name
        self.address = address
        self._box = boxes / address
        self._port = port
        self._say = say
        self._seen: set[str] = set()

    def next_letter(self) -> EmailMessage:
        """Waits for a letter that was not there before."""
        clock = SystemClock()
        until = clock.monotonic_seconds() + PATIENCE_SECONDS
        while clock.monotonic_seconds() < until:
            for letter in self._letters():
                self._seen.add(letter["Message-ID"])
                self._say(f"  {self.name} gets: {letter['Subject']}\n    {_news(letter)}")
                return letter
            time.sleep(PAUSE_SECONDS)
        raise TimeoutError(f"no letter for {self.name} within {PATIENCE_SECONDS:.0f} seconds")

    def _letters(self) -> list[EmailMessage]:
        if not all((self._box / part).is_dir() for part in ("tmp", "new", "cur")):
            return []  # not there, or just being made
        box = mailbox.Maildir(self._box, create=False)
        found = [
            email.message_from_bytes(box.get_bytes(key), policy=email.policy.default)
            for key in sorted(box.keys())
        ]
        return [letter for letter in found if letter["Message-ID"] not in self._seen]

    def reply(self, letter: EmailMessage, text: str) -> None:
        self._say(f"  {self.name} replies: {text.splitlines()[0]}")
        answer = EmailMessage()
        answer["From"] = f"{self.name} <{self.address}>"
        answer["To"] = parseaddr(str(letter["Reply-To"]))[1]
        answer["Subject"] = f"Re: {letter['Subject']}"
        answer["Date"] = formatdate()
        answer["Message-ID"] = make_msgid(domain="example.org")
        answer["In-Reply-To"] = letter["Message-ID"]
        body = letter.get_body(("plain",))
        quoted = body.get_content().splitlines() if body is not None else []
        answer.set_content("\n".join([text, "", *(f"> {line}" for line in quoted)]) + "\n")
        with smtplib.SMTP("127.0.0.1", self._port, timeout=PATIENCE_SECONDS) as line:
            line.send_message(answer)


def play(folder: Path, say: Say) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    config = Config(
        file=folder / "config.toml",
        mail=Mail(address="nomic@localhost"),
        listener=ListenerSection(port=0),
    )
    if not config.file.exists():
        config.file.write_text(example(), encoding="utf-8")
    if not config.secret_file.exists():
        write_secret(config.secret_file)
    daemon = Daemon(config)
    daemon.start()
    daemon.run_roles()
    try:
        _game(daemon, say)
    finally:
        daemon.stop()


def _game(daemon: Daemon, say: Say) -> None:
    """From the invitation to the win."""
    say("A server is running. The Moderator makes a game, and invites Ada and Bob.")
    settings = {"debate_min": "0"}
    daemon.act("new game", game="demo", title="Demo", ruleset="net_play", settings=settings)
    boxes, port = daemon.config.maildir, daemon.listener.port
    ada = DemoPlayer("Ada Lovelace", "ada@example.org", boxes, port, say)
    bob = DemoPlayer("Bob Babbage", "bob@example.org", boxes, port, say)
    for player in (ada, bob):
        who = f"{player.name} <{player.address}>"
        daemon.act("add player", game="demo", player=who, confirmed=False)
    for player in (ada, bob):
        player.reply(player.next_letter(), "JOIN")
        player.next_letter()
    say("\nBoth are in. The Moderator starts the game, and the order is drawn (007).")
    daemon.act("command", game="demo", verb="Start", fields={})
    letters = {player: player.next_letter() for player in (ada, bob)}
    mover, other = (ada, bob) if "your turn" in str(letters[ada]["Subject"]) else (bob, ada)
    for proposal, others in PROPOSALS:
        say(f"\n{mover.name} has the turn.")
        mover.reply(letters[mover], proposal)
        letters = _vote(mover, other, others)
        if "has won" in str(letters[mover]["Subject"]):
            break
        mover, other = other, mover
    _shown(daemon, say)


# Each turn's proposal, and how the other player answers its ballot. Seven points win after the
# first: a die a turn brings one of the two there, but not in the first turn, and long before the
# list (or 209's limit) ends.
PROPOSALS = (
    (
        "PROPOSE AMEND 208: Seven is enough\n"
        "The winner is the first player to achieve 7 points.\n"
        "Effects:\n  victory: 7",
        "I vote yes, gladly",
    ),
    ("PROPOSE REPEAL 206", "FOR"),
    ("PROPOSE ENACT: Tea\nThere is tea at four.", "AGAINST, sorry"),
    ("PROPOSE ENACT: Cake\nThere is cake with the tea.", "+1"),
    *(
        (f"PROPOSE ENACT: Biscuit {count}\nThere is one more biscuit.", "aye")
        for count in range(1, 10)
    ),
)


def _news(letter: EmailMessage) -> str:
    """How it begins: subjects stay the same for a proposal's whole life."""
    body = letter.get_body(("plain",))
    told = body.get_content() if body is not None else ""
    return " ".join(told.partition("\n\n")[0].split())


def _vote(mover: DemoPlayer, other: DemoPlayer, others: str) -> dict[DemoPlayer, EmailMessage]:
    """From the proposal's letters to the result's, which each holds in the end."""
    letter = mover.next_letter()
    other.next_letter()
    mover.reply(letter, "CALL VOTE")
    ballots = {player: player.next_letter() for player in (mover, other)}
    mover.reply(ballots[mover], "FOR")
    mover.next_letter()
    other.reply(ballots[other], others)
    return {player: player.next_letter() for player in (mover, other)}


def _shown(daemon: Daemon, say: Say) -> None:
    from nomic_mail.store.games.ledger import Ledger
    from nomic_mail.store.people import seats

    with daemon.database.read() as connection:
        game = seats.game_named(connection, "demo")
        state = Ledger().load(connection, game.id) if game else None
    if state is None or game is None:
        return
    say("\nThe scores now:")
    for player in state.players.values():
        say(f"  {player.name:20} {player.score:4}")
    changed = [rule for rule in state.rules if rule.history]
    for rule in changed:
        say(f"Rule {rule.lineage:03d} is now {rule.number:03d}: {rule.text}")
    say(f"The ledger has {game.version} events; its head is {game.head}")
