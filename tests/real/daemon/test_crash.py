"""The walk of one letter (DESIGN 1), with the power cut between its steps.

A real daemon is killed with SIGKILL at one step of one letter, started again, and the game goes on.
A letter that got no 250 is sent again by its MTA, the same bytes. In the end everything must stand
as in a game that nobody disturbed: effects once, and each letter out once in its reader's Maildir
(which knows a letter that is sent again by its Message-ID).

Out of a mailbox, `check` kills it at some of the steps, others each day; soak at all.
"""

import email
import email.policy
import itertools
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.kit.funnel import watched
from tests.kit.real.crash_server import MAILBOX_STEPS, STEPS, MailboxServer, Posted, Server
from tests.kit.real.real_mail import Dovecot, dovecot
from tests.kit.real.server_play import beginning
from tests.kit.tiers import some

LETTERS = ("JOIN", "PROPOSE", "last vote")
KEPT = ("vote in a pause", "YES to RESUME")
ADA, BOB, MODERATOR = "ada@example.org", "bob@example.org", "moderator@localhost"


@dataclass
class Record:
    """What stands on the disk when all is done: the ledger with its hashes and seals, each letter
    out by reader and Message-ID, what became of each letter in."""

    ledger: list[tuple[Any, ...]]
    letters: dict[str, list[tuple[str, bytes]]]
    arrivals: list[tuple[Any, ...]]


@dataclass
class Undisturbed:
    """What was sent in the undisturbed game, in order; how the disk was before some of it, and what
    stood on it afterwards."""

    folder: Path
    inputs: list[tuple[str, Posted | tuple[bytes, ...]]] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    record: Record | None = None

    def before(self, letter: str) -> Path:
        return self.folder / f"before {letter}"

    def since(self, letter: str) -> list[Posted | tuple[bytes, ...]]:
        names = [name for name, _ in self.inputs]
        return [what for _, what in self.inputs[names.index(letter) :]]


def act(kind: str, **fields: Any) -> bytes:
    return json.dumps({"act": kind, "game": "tea", **fields}, sort_keys=True).encode()


def maildir(server: Server, address: str) -> list[EmailMessage]:
    files = (server.folder / "mail" / address / "new").glob("*")
    return [email.message_from_bytes(f.read_bytes(), policy=email.policy.default) for f in files]


def has(server: Server, address: str, about: str) -> bool:
    return any(about in str(one["Subject"]) for one in maildir(server, address))


def reply(server: Server, address: str, about: str, text: str) -> Posted:
    """To the one letter in this player's Maildir whose subject or beginning says this."""
    (letter,) = [
        one
        for one in maildir(server, address)
        if about in str(one["Subject"]) or about in beginning(one)
    ]
    answer = EmailMessage()
    answer["From"] = address
    answer["To"] = to = parseaddr(str(letter["Reply-To"]))[1]
    answer["Subject"] = f"Re: {letter['Subject']}"
    answer["Date"] = format_datetime(server.now)
    answer["Message-ID"] = f"<{server.now:%H%M}.{address}>"
    answer["In-Reply-To"] = str(letter["Message-ID"])
    answer.set_content(text)
    return Posted(address, to, answer.as_bytes(policy=email.policy.SMTP))


def from_moderator(server: Server, text: str) -> Posted:
    letter = EmailMessage()
    letter["From"], letter["To"] = MODERATOR, "nomic+tea@localhost"
    letter["Date"] = format_datetime(server.now)
    letter["Message-ID"] = f"<{server.now:%H%M}.{MODERATOR}>"
    letter.set_content(text)
    return Posted(MODERATOR, str(letter["To"]), letter.as_bytes(policy=email.policy.SMTP))


def record_of(server: Server) -> Record:
    letters = {}
    for box in sorted((server.folder / "mail").iterdir()):
        raws = [file.read_bytes() for file in (*(box / "new").glob("*"), *(box / "cur").glob("*"))]
        named = [(str(email.message_from_bytes(raw)["Message-ID"]), raw) for raw in raws]
        letters[box.name] = sorted(named)
    ledger = "SELECT seq, kind, form, public, sealed, salt, seal, hash FROM ledger ORDER BY seq"
    arrivals = "SELECT message_id, state, tries, crashes, result FROM inbox ORDER BY acts_at, id"
    return Record(server.rows(ledger), letters, server.rows(arrivals))


def hand_in(server: Server, what: Posted | tuple[bytes, ...]) -> None:
    """One letter or some acts, and all that follows. Acts are put into the queue while no daemon
    runs, so that the next one finds them at its start."""
    server.pass_time(timedelta(minutes=1))
    if isinstance(what, Posted):
        server.post(what)
    else:
        server.stop()
        for one in what:
            server.act(one)
        server.start()
    server.settle()


def play(server: Server, told: Undisturbed) -> None:
    """One turn of net_play between two players, played live and noted down."""

    def give(name: str, what: Posted | tuple[bytes, ...]) -> None:
        told.inputs.append((name, what))
        hand_in(server, what)

    def answer(name: str, address: str, about: str, text: str) -> None:
        if name in (*LETTERS, *KEPT):
            server.stop()
            shutil.copytree(server.folder, told.before(name))
            server.start()
        give(name, reply(server, address, about, text))
        if name in (*LETTERS, *KEPT):
            told.records[name] = record_of(server)

    new = act("new game", title="", ruleset="net_play", settings={"debate_min": "0"})
    ada = act("add player", player=f"Ada Lovelace <{ADA}>", confirmed=False)
    bob = act("add player", player=f"Bob Babbage <{BOB}>", confirmed=False)
    give("acts", (new, ada, bob))
    answer("JOIN", ADA, "You are invited", "JOIN\n")
    answer("second JOIN", BOB, "You are invited", "JOIN\n")
    give("start", (act("command", verb="Start", fields={}),))
    mover, voter = (ADA, BOB) if has(server, ADA, "It is your turn") else (BOB, ADA)
    answer("PROPOSE", mover, "It is your turn", "PROPOSE ENACT: Tea\nTea is at four.\n")
    answer("CALL VOTE", mover, "has gone to all players", "CALL VOTE\n")
    give("pause", (act("say", line="PAUSE: a fair"),))
    answer("vote in a pause", mover, "The vote on 301", "FOR\n")
    give("RESUME", from_moderator(server, "RESUME\n"))
    answer("YES to RESUME", MODERATOR, "Was this letter yours", "YES\n")
    answer("last vote", voter, "The vote on 301", "FOR\n")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    told = Undisturbed(tmp_path_factory.mktemp("undisturbed"))
    server = Server(told.folder / "data")
    try:
        play(server, told)
    finally:
        server.stop()
    told.record = record_of(server)
    return told


@pytest.fixture
def server_before(tmp_path: Path, undisturbed: Undisturbed) -> Iterator["Before"]:
    before = Before(tmp_path / "data", undisturbed)
    yield before
    if before.server is not None:
        before.server.stop()


class Before:
    """Makes a server that stands where the undisturbed one stood before a letter."""

    def __init__(self, folder: Path, told: Undisturbed) -> None:
        self._folder = folder
        self._told = told
        self.server: Server | None = None

    def __call__(self, letter: str) -> Server:
        self.server = Server(self._folder, self._told.before(letter))
        return self.server


def hand_in_and_kill(server: Server, what: Posted, step: str, nth: int = 1) -> None:
    """The daemon dies at the nth time this letter reaches the step; the next one ends the work."""
    server.stop()
    server.start(step, nth)
    deaths = server.deaths
    hand_in(server, what)
    if server.deaths == deaths:  # killed at the very last mark: nothing was left to notice it by
        server.revive()
    assert server.deaths == deaths + 1


def test_the_undisturbed_turn_is_a_whole_one(undisturbed: Undisturbed) -> None:
    """What the others are compared with: a vote closed (201, 202), each letter in done, and mail
    for both players and the Moderator."""
    record = undisturbed.record
    assert record is not None
    kinds = [row[1] for row in record.ledger]
    assert [kinds.count(one) for one in ("PlayerJoined", "BallotCast", "VotingClosed")] == [2, 2, 1]
    assert kinds[-1] == "TurnBegan"
    assert {row[1:4] for row in record.arrivals} == {("done", 0, 0)}
    assert {box for box, letters in record.letters.items() if letters} == {ADA, BOB, MODERATOR}


KILLED = [*((step, 1) for step in STEPS), ("sent", 2), ("marked", 2)]


@pytest.mark.parametrize(
    ("letter", "step", "nth"),
    some([(letter, *killed) for letter in LETTERS for killed in KILLED], 6, check=6),
)
def test_a_kill_between_two_steps_loses_and_doubles_nothing(
    server_before: Before, undisturbed: Undisturbed, letter: str, step: str, nth: int
) -> None:
    """Promise 1: durable before acknowledged; effects once, mail at least once."""
    done = play_on(server_before(letter), undisturbed, letter, step, nth)
    if step not in ("arriving", "accepted"):  # there the pump may have had it in hand, or not yet
        crashes = 1 if step in ("deciding", "rendering", "decided", "written") else 0
        assert sum(row[3] for row in done) == crashes


IN_A_PAUSE = product(KEPT, ["accepted", "decided", "written", "committed", "sent"])


@pytest.mark.parametrize(("letter", "step"), some(list(IN_A_PAUSE), 2, check=2))
def test_a_letter_that_is_kept_in_a_pause_is_neither_lost_nor_doubled(
    server_before: Before, undisturbed: Undisturbed, letter: str, step: str
) -> None:
    """Killed while it is put by, and while the end of the pause lets it go."""
    play_on(server_before(letter), undisturbed, letter, step)


def play_on(
    server: Server, undisturbed: Undisturbed, letter: str, step: str, nth: int = 1
) -> list[tuple[Any, ...]]:
    """This letter, which a death of the server meets; what came of all letters."""
    first, *_ = undisturbed.since(letter)
    assert isinstance(first, Posted)
    with watched(server.url):
        hand_in_and_kill(server, first, step, nth)
        server.stop()
    record, expected = record_of(server), undisturbed.records[letter]
    assert record.ledger == expected.ledger
    assert record.letters == expected.letters
    done = [row for row in record.arrivals if row[1] != "duplicate"]
    assert [row[:3] for row in done] == [row[:3] for row in expected.arrivals]
    return done


@pytest.fixture(scope="module")
def boxes() -> Iterator[Dovecot]:
    with dovecot() as one:
        yield one


users = itertools.count(1)


FETCHED = [
    *(("PROPOSE", step) for step in MAILBOX_STEPS),
    *(("last vote", step) for step in dict.fromkeys((*STEPS, *MAILBOX_STEPS))),
]


@pytest.mark.parametrize(("letter", "step"), some(FETCHED, 2, check=2))
def test_a_kill_while_a_letter_is_taken_out_of_a_mailbox_loses_and_doubles_nothing(
    tmp_path: Path, undisturbed: Undisturbed, boxes: Dovecot, letter: str, step: str
) -> None:
    """The game is the one that was played by SMTP, to the last byte: how a letter comes is no part
    of it, but when."""
    user = f"box{next(users)}"
    server = MailboxServer(tmp_path / "data", undisturbed.before(letter), boxes, user)
    try:
        play_on(server, undisturbed, letter, step)
    finally:
        server.stop()
    assert len(boxes.texts(user, "nomic-done")) == 1
    assert server.rows("SELECT count(*) FROM inbox WHERE state = 'duplicate'") == [(0,)]


def test_a_letter_that_got_no_250_is_sent_again_and_does_nothing_twice(
    server_before: Before, undisturbed: Undisturbed
) -> None:
    """The MTA cannot know that we had it: its second copy is a duplicate of the first."""
    server = server_before("last vote")
    (vote,) = undisturbed.since("last vote")
    assert isinstance(vote, Posted)
    hand_in_and_kill(server, vote, "accepted")
    one, other = record_of(server).arrivals[-2:]
    assert (one[1], other[1]) == ("done", "duplicate")
    assert one[0] == other[0]


def test_a_daemon_killed_at_every_letter_plays_the_same_game(
    server_before: Before, undisturbed: Undisturbed
) -> None:
    server = server_before("JOIN")
    # not at "accepted": that letter comes twice, so that all later ones have other numbers, and the
    # address for a YES tells the number of the letter that it is about
    steps = [step for step in STEPS if step != "accepted"]
    for place, what in enumerate(undisturbed.since("JOIN")):
        if isinstance(what, Posted):
            hand_in_and_kill(server, what, steps[(4 * place + 1) % len(steps)])
        else:
            hand_in(server, what)
    server.stop()
    record, expected = record_of(server), undisturbed.record
    assert expected is not None
    assert (record.ledger, record.letters) == (expected.ledger, expected.letters)
