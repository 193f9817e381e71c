"""docs/threats.md, tried: every command, with each credential, each From and each authentication,
does what the table there says that it may, and nothing else."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from nomic_mail.game.commands import MODERATOR
from nomic_mail.letters.grammar.language import ROWS, words
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import Matter, Token
from nomic_mail.pump.plan import FIRST_MODERATOR
from nomic_mail.pump.who.consent import OUTSIDE
from tests.kit.house import HOST, House
from tests.kit.siege import AUTHSERV, KEY, NOW, Siege, besieged, lay_siege
from tests.kit.tiers import seed, some, tier

DOCS = Path(__file__).parents[2] / "docs"
GAME = f"nomic+tea@{HOST}"
TALK = f"nomic+tea.talk@{HOST}"
EVIL = "evil@attacker.example"
MODERATOR_AT = f"moderator@{HOST}"
ANOTHER_GAME = "a reply address of another game"
FROMS = ("right", "wrong", "none")
RESULTS = {
    "pass": "; dmarc=pass header.from=players.example",
    "fail": "; dmarc=fail header.from=players.example",
    "none": None,
    "unreadable": "; d m a r c p a s s (",
}
COMMANDS = (
    "FOR",
    "AGAINST 302",
    "RETRACT 302",
    "PROPOSE REPEAL 206",
    "REVISE 302: Other\nOther words.\nEND",
    "EFFECTS 302\nvictory: 30",
    "WITHDRAW 302",
    "CALL VOTE",
    "LEAVE",
    "FORFEIT",
    "AWAY 2 weeks",
    "BACK",
    "JOIN Somebody Else",
    "NAME Somebody Else",
    "OBSERVE",
    "INVOKE JUDGMENT: Is it so?",
    "JUDGMENT: yes",
    "OVERRULE",
    "CONSENT",
    "RULING: so it is",
    "AWARD Ada 100 RULE 202: because",
    "START",
    "PAUSE",
    "REMOVE Bob",
    "CONFIRM 1",
    "ADDRESS evil@attacker.example",
    "ADDRESS ALSO evil@attacker.example",
    "ADDRESS DROP ada@players.example",
    "DIGEST WEEKLY",
    "TALK OFF",
    "TIMEZONE Europe/Berlin",
    "LANGUAGE GERMAN",
    "MESSAGE-ID ON",
    "PROOF ON",
    "RECEIPTS OFF",
    "STATUS",
    "RULES",
    "YES",
    "NO",
    "Good morning, all.",
)
PROGRAM = 'Effects:\n  program:\n    coins = quantity("coins")\n'
OTHERS = (
    "ABSTAIN",
    "VOTE 302 FOR",
    "VETO 302: no",
    "COMMENT 302: why",
    "ENDORSE Bob",
    f"PROPOSE ENACT: Coins\nThere are coins.\n{PROGRAM}END",
    "PROPOSE FROM LIBRARY coins",
    "ENACT: Other\nOther words.\nEND",
    "AMEND 206: Other\nOther words.\nEND",
    "REPEAL 206",
    "TRANSMUTE 105",
    "PROPOSAL 302",
    "PREVIEW REPEAL 206",
    "TRY GIVE 3 COINS TO Bob",
    f"TRY ENACT: Coins\nThere are coins.\n{PROGRAM}END\nGIVE 3 COINS TO Bob",
    "CALL PROPOSALS 2 days",
    "CALL DISCUSSION 2 days",
    "EXTEND BY 2 days",
    "REFUSE THE CHAIR",
    "EXTEND 302 BY 2 days",
    "TELL\nGood morning.",
    "HAND OVER tea TO Eve <evil@attacker.example>",
    "HELP",
    "GAMES",
    "RULE 101",
    "EDIT 203",
    'AMEND 203\nreplace "the" by "a"',
    "LIBRARY",
    "HISTORY",
    "PROPOSALS",
    "RECORDS",
    "SCORES",
    "VERIFY",
    "WHOAMI",
    "WHY adoption",
    "ADMIT Somebody",
    "ANNOUNCE: so it is",
    "BIND",
    "KEEP",
    "DROP",
    "CLOSE 302",
    "REOPEN 302",
    "CORRECT SCORE Ada 100: because",
    "DECLINE Bob",
    "DISCARD 1",
    "RELEASE 1",
    "END GAME",
    "FINE Ada 10 RULE 202: because",
    "ORDER Ada, Bob RULE 201: because",
    "ROLL 2d6 RULE 202: because",
    "MUTE Bob: because",
    "UNMUTE Bob",
    "REMOVE TALK 1: because",
    'REPLACE Ada BY "Eve <evil@attacker.example>"',
    "REST 301: because",
    "WAKE 301: because",
    "RESUME",
    "SET turn_limit = 1d",
    "SKIP",
    "UNDO",
)


Table = list[tuple[str, str, str, str]]


@cache
def tables() -> tuple[Table, Table]:
    """Of a player's letters, and of the Moderator's."""
    text = (DOCS / "threats.md").read_text(encoding="utf-8").partition("## The matrix")[2]
    text = text.partition("\n## ")[0]
    found: list[Table] = []
    for line in text.splitlines():
        row = re.split(r"\s*\|\s*", line.strip("| "))
        if line.startswith("|---"):
            found.append([])
        elif len(row) == 4 and found:
            found[-1].append((row[0], row[1], row[2], row[3]))
    first, second = (rows[:-1] if number == 0 else rows for number, rows in enumerate(found))
    return first, second


def table() -> Table:
    return tables()[0]


@cache
def written_forms() -> tuple[str, ...]:
    """All that docs/commands.md says one can write, of the proposal that is voted on here."""
    begun = {one.split()[0] for one in words()} | {one.written.split()[0] for one in ROWS}
    cells = re.findall(r"^\| (.+?) \|", (DOCS / "commands.md").read_text("utf-8"), re.MULTILINE)
    found = [form for cell in cells for form in re.findall(r"`([^`]+)`", cell)]
    told = [re.sub(r"\b30\d\b", "302", form) for form in found]
    return tuple(form for form in told if form.split()[0].strip(":,.") in begun)


def may(credential: str, sender: str, authentication: str, rows: Table | None = None) -> str:
    for one, whose, how, what in rows or table():
        fits = one in (credential, "any") and whose in (sender, "any")
        if fits and how in (authentication, "any"):
            return what
    raise AssertionError(f"docs/threats.md says nothing of {credential}, {sender}")


def address(given: Token, mark: str = "r") -> str:
    return f"nomic+{mark}.{token.mint(KEY, given)}@{HOST}"


def doors(house: House, siege: Siege) -> dict[str, str]:
    """Where a letter with each credential goes, by its name in the table."""
    ((game, seat),) = house.rows(
        "SELECT game_id, seat FROM seats JOIN games ON games.id = game_id"
        " WHERE games.name = 'tea' AND address = ?",
        siege.names["mover"],
    )
    far = token.day_number(NOW.date()) + 80

    def made(kind: token.MatterKind, number: int = 0, seat: int = seat, **more: int) -> Token:
        return Token(game, seat, Matter(kind, number), more.get("until", far), more.get("epoch", 0))

    named = token.in_ids([siege.names["ballot-id"]], f"nomic@{HOST}")
    return {
        "reply address of a ballot": siege.names["ballot"],
        "reply address of a letter": address(made("game")),
        "the question whether to leave": address(made("leave")),
        "the receipt of a vote": address(made("counted", 302)),
        "the question whether that is their vote": address(made("for", 302)),
        "the question whether the vote shall open": address(made("call", 302)),
        "the question whether it was for the game": address(made("talked", 999)),
        "reply address of a question": address(made("question", 302)),
        "reply address of a warning": address(made("stop", 999)),
        "the game's address": GAME,
        "the server's address": f"nomic@{HOST}",
        "the talk address": address(made("talk")),
        "the talk address by name": TALK,
        "a Message-ID of ours": GAME,
        "a reply address made of a Message-ID": f"nomic+r.{named[0]}@{HOST}",
        "a void reply address": address(made("game", epoch=7)),
        "an expired reply address": address(made("game", until=far - 200)),
        "a garbled reply address": siege.names["garbled"],
        "a question whether a letter was theirs": address(made("confirm", 999)),
        "another player's reply address": siege.names["other-ballot"],
        ANOTHER_GAME: siege.names["rum-ballot"],
        "a return path": address(made("bounce"), "b"),
        "the question at a new address": address(made("address", 1, seat=seat + OUTSIDE)),
        "the question to a successor": address(made("successor", 1, seat=seat + OUTSIDE)),
        "the question to who asks for a seat": address(made("takeover", 1, seat=seat + OUTSIDE)),
        "the question to a new moderator": address(made("moderator", 1, seat=FIRST_MODERATOR + 1)),
        "the Moderator's reply address": address(made("game", seat=MODERATOR)),
        "the Moderator's desk": address(made("desk", seat=MODERATOR)),
    }


NAMES = [one for one in dict.fromkeys(row[0] for row in table()) if one != "any"]
CASES = [*product(NAMES, FROMS, RESULTS)]


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Siege:
    return lay_siege(tmp_path_factory.mktemp("siege"))


def written(siege: Siege, case: tuple[str, str, str], to: str, text: str, number: int) -> bytes:
    credential, sender, authentication = case
    froms = {"right": siege.names["mover"], "wrong": EVIL, "none": ""}[sender]
    result, domain = RESULTS[authentication], siege.names["mover"].partition("@")[2]
    result = result and result.replace("players.example", domain)
    heads = {
        "Authentication-Results": f"{AUTHSERV}{result}" if result else "",
        "From": froms,
        "To": to,
        "Subject": "a letter",
        "Date": "Mon, 02 Mar 2026 12:00:00 +0000",
        "Message-ID": f"<{number}.matrix@mail.test>",
        "In-Reply-To": siege.names["ballot-id"] if credential == "a Message-ID of ours" else "",
    }
    lines = [f"{name}: {value}" for name, value in heads.items() if value]
    return "\r\n".join([*lines, "", text, ""]).encode()


def standing(house: House) -> tuple[object, ...]:
    """All that a letter could have moved in this game, but for talk."""
    moved = [kind for kind in house.kinds("tea") if kind != "Discussed"]
    seats = "SELECT seat, address, zone, digest, talk, by_id, proof, receipts, observes, language"
    asked = "SELECT count(*) FROM addresses WHERE game_id = 1"
    seats += " FROM seats WHERE game_id = 1 AND confirmed_at IS NOT NULL ORDER BY seat"
    return moved, house.rows(seats), house.rows(asked)


def others(case: tuple[str, str, str]) -> Sequence[str]:
    """Of what is said more seldom, each case tries some: all are tried many times over."""
    said = (*OTHERS, *written_forms())
    if tier() == "soak":
        return said
    return random.Random(f"{seed()} {case}").sample(said, 10)


def asked_by(siege: Siege, case: tuple[str, str, str]) -> set[str]:
    """Who may get a letter for one that does nothing: the player, or whose reply address it is."""
    owner = "other" if case[0] == "another player's reply address" else "mover"
    readers = {siege.names["mover"], siege.names[owner], MODERATOR_AT}
    return readers | {EVIL} if case[1] == "wrong" else readers


@pytest.mark.parametrize("case", some(CASES, 15), ids=", ".join)
def test_what_a_letter_may_do(siege: Siege, tmp_path: Path, case: tuple[str, str, str]) -> None:
    house = siege.copy(tmp_path)
    allowed = may(*case)
    to = doors(house, siege)[case[0]]
    before, talked = standing(house), house.kinds("tea").count("Discussed")
    mine = house.rows("SELECT address FROM seats ORDER BY id")
    acted = False
    readers, of_this = asked_by(siege, case), case[0] != ANOTHER_GAME  # where they may do more
    for number, text in enumerate((*COMMANDS, *others(case))):
        house.hand_in(written(siege, case, to, text, number), EVIL, [to])
        told = {one.to for one in house.run() if "[rum]" not in one.subject or of_this}
        now, talks = standing(house), house.kinds("tea").count("Discussed")
        acted = acted or now != before or talks != talked
        if allowed != "commands":
            assert now == before, text
        if allowed == "asked":
            assert talks == talked, text
            assert told <= readers, text
        assert house.rows("SELECT address FROM seats ORDER BY id")[: len(mine)] == mine, text
        if allowed == "commands" and acted:
            break
    assert acted is (allowed != "asked")
    assert [one.to for one in house.told].count(EVIL) <= 1 or allowed == "commands"


QUESTION = "the question whether an act was theirs"
SEAT = "the question whether somebody has a seat"
ACTS = (
    "YES",
    "AWARD Ada 100 RULE 202: because",
    "SET vote_window = 3d",
    "PAUSE: why",
    "CLOSE 302",
    "REMOVE Bob",
    "END GAME because",
    "HAND OVER TO Eve <evil@attacker.example>",
    'REPLACE Ada BY "Eve <evil@attacker.example>"',
    "RELEASE 1",
    "tea: CLOSE 302",
)


@pytest.mark.parametrize(
    "case", some([*product([QUESTION, *NAMES], FROMS, RESULTS)], 12, check=40), ids=", ".join
)
def test_what_a_letter_of_the_moderators_may_do(
    siege: Siege, tmp_path: Path, case: tuple[str, str, str]
) -> None:
    house = siege.copy(tmp_path)
    raw = f"From: {MODERATOR_AT}\r\nTo: {GAME}\r\n\r\nSET vote_window = 2d\r\n".encode()
    house.hand_in(raw, MODERATOR_AT, [GAME])
    (question,) = house.run()
    to = question.reply_to if case[0] == QUESTION else doors(house, siege)[case[0]]
    of_moderator = replace(siege, names={**siege.names, "mover": MODERATOR_AT})
    acts = may(*case, tables()[1]) != "asked"
    for number, text in enumerate(ACTS):
        before = standing(house)
        house.hand_in(written(of_moderator, case, to, text, number), EVIL, [to])
        told = {one.to for one in house.run()}
        done = acts and text == "YES"
        assert (standing(house) != before) is done, text
        assert done or told <= asked_by(siege, case), text


@pytest.mark.parametrize(
    "case", some([*product([SEAT], FROMS, RESULTS)], 4, check=12), ids=", ".join
)
def test_who_lets_somebody_have_a_seat(
    siege: Siege, tmp_path: Path, case: tuple[str, str, str]
) -> None:
    house = besieged(House(tmp_path))
    house.begin("tea")
    house.reply("Bob Babbage", "FORFEIT\n")
    house.run()
    house.unproven("Grace Hopper", "TAKEOVER Bob\n")
    house.run()
    house.reply("Grace Hopper", "YES\n")
    house.run()
    house.later(minutes=1)
    to = house.last["tea", MODERATOR_AT].reply_to
    of_moderator = replace(siege, names={**siege.names, "mover": MODERATOR_AT})
    house.hand_in(written(of_moderator, case, to, "YES", 0), EVIL, [to])
    house.run()
    gives = may(*case, tables()[1]) != "asked"
    assert house.state("tea").players[2].playing is gives


def test_each_word_that_can_be_said_is_tried() -> None:
    """Those that HELP tells of, too, which are no commands of the game's: wishes, addresses."""
    told = {one.written.split()[0] for one in ROWS if one.written.split()[0].isupper()}
    begun = {*words(), *(one.strip(",.:") for one in told)}
    texts = (*COMMANDS, *OTHERS, *written_forms())
    said = {text.partition("\n")[0].strip(" :") for text in texts}
    missing = sorted(one for one in begun if not any(f"{text} ".startswith(one) for text in said))
    assert not missing, f"neither in docs/commands.md nor here: {missing}"


def test_the_table_names_each_credential_once_for_each_case() -> None:
    assert len(set(table())) == len(table())
    for case in CASES:
        assert may(*case) in ("commands", "talk", "asked")
    assert set(NAMES) >= {row[0] for row in table()} - {"any"}
