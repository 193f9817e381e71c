"""How many letters a game is, and how they hang together in a mail program."""

import email
import email.policy
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import closing
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import parseaddr
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomic_mail.play.samples import text_of
from tests.kit.house import House
from tests.kit.played import GAMES, Look, Played, named, play
from tests.kit.tiers import some

LIST = "tea-list@lists.example"
REMINDERS = ("; reminder", "; silent")  # of what is due, and to who is not heard of
WHOLE = Path(__file__).parents[1] / "games/net_play/won-at-thirty.game"


def bursts(game: Played) -> list[list[EmailMessage]]:
    """The letters that went out because of each input: of each the headers, which are enough."""
    head = BytesHeaderParser(policy=email.policy.default).parsebytes
    return [[head(body) for body in burst] for burst in game.bursts]


def wished(file: Path, folder: Path, digest: str) -> list[list[EmailMessage]]:
    """As all players wish to be written to."""

    def wish(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "nomic.db")) as connection, connection:
            connection.execute("UPDATE seats SET digest = ?", (digest,))

    return [[read(body) for body in burst] for burst in play(file, folder, wish)]


def read(body: bytes) -> EmailMessage:
    letter = email.message_from_bytes(body, policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    return letter


def addressee(letter: EmailMessage) -> str:
    return parseaddr(str(letter["To"]))[1]


@pytest.mark.parametrize("file", some(GAMES, 3, check=60), ids=named)
def test_what_one_thing_brought_about_is_one_letter_to_each(file: Path, played: Look) -> None:
    """For each game of the letter: a tick that is due in two moments is two things, and so are two
    letters that were kept in a pause; and a reminder is a thing of its own. Who moderates and plays
    is written to as each of the two."""
    both = "moderator@nomic.example" if file.stem == "the-moderator-plays" else ""
    for letters in bursts(played(file)):
        mine = [one for one in letters if addressee(one) != both]
        counted = Counter((*whose(one), str(one["X-Nomic-Mail"])) for one in mine)
        assert max(counted.values(), default=0) <= 1, counted
        news = [one for one in mine if not str(one["X-Nomic-Mail"]).endswith(REMINDERS)]
        versions = Counter((*whose(one), *str(one["Message-ID"]).split(".")[:2]) for one in news)
        assert max(versions.values(), default=0) <= 1, versions


def whose(letter: EmailMessage) -> tuple[str, str]:
    """To whom it is, and which letter of theirs it answers."""
    answered = str(letter["In-Reply-To"])
    return addressee(letter), answered if answered.endswith("@players.example>") else ""


def test_a_whole_game_is_about_five_letters_a_turn_to_each_player(played: Look) -> None:
    """The proposal, the ballot, the acknowledged vote, the result; and the turn rides with it."""
    letters = [one for burst in bursts(played(WHOLE)) for one in burst]
    results = [one for one in letters if "result" in str(one["X-Nomic-Mail"])]
    players = {addressee(one) for one in letters} - {"moderator@nomic.example"}
    turns = len(results) // (len(players) + 1)
    assert turns >= 2
    for player in players:
        own = [one for one in letters if addressee(one) == player]
        assert len(own) <= 3 + 4 * turns, [str(one["Subject"]) for one in own]


def test_a_digest_tells_all_of_it_in_fewer_letters(tmp_path: Path) -> None:
    """The same game, with a weekly digest for everybody: each piece of news once, as without."""
    sent, told = list[Counter[str]](), list[Counter[str]]()
    for digest in ("immediate", "weekly"):
        folder = tmp_path / digest
        folder.mkdir()
        letters = [one for burst in wished(WHOLE, folder, digest) for one in burst]
        sent.append(Counter(map(addressee, letters)))
        results = (one for one in letters for _ in text_of(one).split("The votes:")[1:])
        told.append(Counter(map(addressee, results)))
    assert told[0] == told[1]
    assert min(told[0].values()) >= 2
    players = set(sent[0]) - {"moderator@nomic.example"}
    assert all(sent[1][player] < sent[0][player] for player in players), sent


LIFE = {"proposal", "ballot", "late_ballot", "vote_extended", "result", "withdrawn", "life"}


def roots(letters: Sequence[EmailMessage]) -> dict[str, set[str]]:
    """For each proposal, by its game and number in the subject, what its letters refer to first."""
    found: dict[str, set[str]] = defaultdict(set)
    for letter in letters:
        named = re.search(r"\[(.*?)[?!]?\]\D*(\d{3,})\b", str(letter["Subject"]))
        if named and set(str(letter["X-Nomic-Mail"]).split(";")[2].split()) <= LIFE:
            found[" ".join(named.groups())].add(str(letter["References"]).split()[0])
    return found


@pytest.mark.parametrize("file", some(GAMES, 3, check=60), ids=named)
def test_a_proposals_life_is_one_thread(file: Path, played: Look) -> None:
    """One name at the head of References for each proposal, and no two proposals share it."""
    letters = [one for burst in bursts(played(file)) for one in burst]
    found = roots([one for one in letters if ";" not in str(one["Subject"])])
    assert all(len(names) == 1 for names in found.values()), found
    named = [next(iter(names)) for names in found.values()]
    assert len(named) == len(set(named))


def test_its_subjects_tell_what_each_letter_is(played: Look) -> None:
    """Within what a list of letters shows of a subject on a telephone."""
    turn = WHOLE.with_name("first-turn-adopted.game")
    letters = [one for burst in bursts(played(turn)) for one in burst]
    about = [str(one["Subject"])[:40] for one in letters if "Tea at four" in str(one["Subject"])]
    assert set(about) == {
        "[tea] Your 301 is out: Tea at four",
        "[tea] 301 proposed by Ada Lovelace: Tea ",
        "[tea?] Vote on 301 by Mon 12 Jan: Tea at",
        "[tea] Your vote on 301 is in: Tea at fou",
        "[tea] 301 adopted 2-0: Tea at four",
        "[tea?] It is your turn; 301 adopted 2-0:",
    }


@pytest.mark.parametrize("file", some(GAMES, 3, check=60), ids=named)
def test_the_headers_every_letter_has(file: Path, played: Look) -> None:
    asked = re.findall(
        r"(?:HAND OVER TO|moderator) [^<\n]*<([^>\n]+)>", file.read_text(encoding="utf-8")
    )
    owners = {f"<mailto:{one}>" for one in ("moderator@nomic.example", *asked)}
    for letter in (one for burst in bursts(played(file)) for one in burst):
        own = str(letter["Reply-To"])
        if addressee(letter) == LIST:
            assert own == LIST
            assert not [name for name in letter if name.startswith("List-")]  # they are the list's
            continue
        if own == "nomic+tea@nomic.example":  # to an address that is nobody's in the game now
            assert str(letter["X-Nomic-Mail"]).endswith(("; taken_over", "; takeover", "; address"))
        else:
            assert re.fullmatch(r"nomic\+r\.[a-z2-7]+@nomic\.example", own)
        local = own.replace("+", "%2B")
        assert str(letter["List-Help"]) == f"<mailto:{local}?subject=HELP>"
        assert str(letter["List-Unsubscribe"]) == f"<mailto:{local}?subject=HELP%20LEAVE>"
        assert str(letter["List-Owner"]) in owners
        assert re.fullmatch(r"<[a-z0-9-]+\.nomic\.example>", str(letter["List-Id"]))
        assert letter["List-Unsubscribe-Post"] is None  # there is no HTTPS to post to
        assert str(letter["Auto-Submitted"]) == "auto-generated"
        assert str(letter["In-Reply-To"]) == str(letter["References"]).split()[-1]
        assert len(letter["To"].addresses) == 1
        assert str(letter["From"]).endswith("@nomic.example>")
        for name in ("Subject", "Message-ID", "Date", "To", "From"):
            assert len(letter.get_all(name) or ()) == 1, name


def test_where_the_house_wants_it_they_are_as_they_were(tmp_path: Path) -> None:
    """One subject a proposal, and the long tag; what answers them is read as ever."""
    house = House(tmp_path)
    mail = replace(house.config.mail, subjects="one")
    house.config = replace(house.config, mail=mail)
    house.pump = house.another_pump("as it was", house.database)
    house.begin()
    turns = [one for one in house.told if "[nomic tea] [?] It is your turn" in one.subject]
    assert turns
    house.last["tea", turns[0].to] = turns[0]
    house.reply(house.mover("tea"), "PROPOSE ENACT: Tea\nThere is tea.\nEND\nCALL VOTE\n")
    house.run()
    told = [one.subject for one in house.told]
    assert "[nomic tea] [?] Proposal 301: ENACT: Tea" in told, told


def test_what_ends_a_game_asks_nobody_for_anything() -> None:
    """Nor does it say that it is their turn, where the game is won as a turn begins."""
    found = 0
    for file in GAMES:
        over = False
        for line in file.read_text(encoding="utf-8").splitlines():
            if not line.startswith("  "):
                over = False
            over = over or (line.startswith("  * ") and " GameEnded " in line)
            if over and line.startswith("  > "):
                found += 1
                assert "?] " not in line, f"{file.stem}: {line}"
    assert found > 20
