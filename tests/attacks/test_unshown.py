"""A YES to the question whether a letter was theirs does what its writer was shown, and no more."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from nomic_mail.pump.moderator.desk import said_in
from nomic_mail.store.games.ledger import Ledger
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import HOST, House, address_of

GAME = f"nomic+tea@{HOST}"
GRACE = "Grace Hopper"
FINE = "I think tea is fine.\n"
SUBJECTS = {"below a subject without end": "hello " * 330}
TEXTS = {
    "below more words than are shown": f"JUDGMENT\nIs tea fine?\n{FINE * 80}END\nFORFEIT\n",
    "below a thousand blank lines": "FOR 301\n" + "\n" * 1600 + "FORFEIT\n",
    "below lines of blanks": "FOR 301\n" + " \n\t\n" * 800 + "FORFEIT\n",
    "below a subject without end": "FORFEIT\n",
}


def forged(house: House, name: str, text: str, subject: str = "tea", attached: str = "") -> int:
    letter = EmailMessage()
    letter["From"] = f"{name} <{address_of(name)}>"
    letter["To"], letter["Subject"] = GAME, subject
    letter["Message-ID"] = f"<{house._letters + 1}@attacker.example>"
    letter.set_content(text)
    if attached:
        letter.add_attachment(attached, filename="rule.txt")
    number = house.post_in(letter.as_bytes(), name, GAME)
    house.run()
    return number


def question(house: House, name: str) -> str:
    return " ".join(house.last["tea", address_of(name)].text.split())


def says_yes(house: House, name: str) -> None:
    house.reply(name, "YES\n")
    house.run()


@each(
    "identity",
    "a letter that a player is asked about",
    "sends one like it, with FORFEIT {}",
    "the question shows it",
    TEXTS,
)
def test_a_command_out_of_sight(tmp_path: Path, given: str) -> None:
    house = House(tmp_path)
    _, name = house.open_vote()
    where = next(where for where, text in TEXTS.items() if text == given)
    forged(house, name, given, SUBJECTS.get(where, "tea"))
    assert "> FORFEIT" in question(house, name)
    says_yes(house, name)
    assert "PlayerLeft" in house.kinds()


@attacks(
    Attack(
        "identity",
        "a player's address",
        "attaches a proposal to the word PROPOSE, which alone is shown",
        "the question shows it, too",
    )
)
def test_a_proposal_out_of_sight(house: House) -> None:
    name = house.mover()
    forged(house, name, "PROPOSE\n", attached="ENACT: Evil\nOnly Eve may win.\n")
    assert "> ENACT: Evil > Only Eve may win." in question(house, name)
    says_yes(house, name)
    assert "ProposalMade" in house.kinds()


@attacks(
    Attack(
        "identity",
        "a player's address",
        "attaches a long proposal to the word PROPOSE",
        "the question says that it goes on, and which line proposes",
    )
)
def test_a_long_proposal_out_of_sight(house: House) -> None:
    name = house.mover()
    forged(house, name, "PROPOSE\n", attached=f"ENACT: Evil\n{FINE * 80}Only Eve may win.\n")
    told = question(house, name)
    assert "The letter is longer: only its beginning stands here." in told
    assert "something that does not stand here whole: > PROPOSE" in told


BESIDE = {
    "a name": "JOIN Cheating Grace\n",
    "MESSAGE-ID ON": "JOIN\nMESSAGE-ID ON\n",
    "words to all": "JOIN\nTELL\nI cheat.\n",
    "another address": "JOIN\nADDRESS ALSO evil@attacker.example\n",
}


@pytest.fixture
def invited(house: House) -> House:
    """Grace is, and her address has proven nothing yet."""
    who = f"{GRACE} <{address_of(GRACE)}>"
    house.act("add player", game="tea", player=who, confirmed=False)
    house.run()
    house.later(days=2)
    house.run()
    return house


@each(
    "identity",
    "the address of somebody who is invited",
    "writes JOIN, and beside it {}, which is not shown",
    "their YES takes them in, and does nothing else",
    BESIDE,
)
def test_what_stands_beside_a_join(invited: House, given: str) -> None:
    forged(invited, GRACE, given)
    assert "YES does no more than that" in question(invited, GRACE)
    before = len(invited.kinds())
    says_yes(invited, GRACE)
    assert invited.kinds()[before:] == ["PlayerJoined"]
    seats = "SELECT name, by_id FROM seats WHERE seat = 3"
    assert invited.rows(seats) == [(GRACE, "")]
    assert not invited.rows("SELECT address FROM addresses WHERE seat = 3")


@attacks(
    Attack(
        "identity",
        "an address that nobody here knows",
        "writes JOIN and MESSAGE-ID ON in its name, before whose it is does",
        "their JOIN takes them in, and a Message-ID proves nothing",
    )
)
def test_what_stands_beside_a_strangers_join(house: House) -> None:
    forged(house, GRACE, "JOIN Grace Hopper\nMESSAGE-ID ON\nLANGUAGE GERMAN\n")
    says_yes(house, GRACE)
    seats = "SELECT by_id, language, confirmed_at IS NULL FROM seats WHERE seat = 3"
    assert house.rows(seats) == [("", "de", 0)]


RULE = """PROPOSE ENACT: Coins
Each has nine coins.
Effects:
  program:
    coins = quantity("coins", start=9)

    @action("GIVE <n> COINS TO <player>")
    def give(me, n, other):
        coins.move(me, other, n)

    @action("HIDE <word>", sealed=True)
    def hide(me, word):
        pass
END
CALL VOTE
"""
HELD = {
    "an action of a rule's program": ("GIVE 5 COINS TO Ada\n", "“GIVE 5 COINS TO Ada”"),
    "MESSAGE-ID ON": ("MESSAGE-ID ON\n", "“MESSAGE-ID ON”"),
    "another address": ("ADDRESS ALSO a@b.example\n", "“ADDRESS ALSO a@b.example”"),
    "FORFEIT below many questions": (
        "STATUS\nRULES\nSCORES\nHISTORY\nPROPOSALS\nHELP\nWHY 208\nWHOAMI\n"
        "RULE 201\nRULE 202\nRULE 203\nFORFEIT\n",
        "Leave in “FORFEIT”; Ask",
    ),
    "what is sealed": ("HIDE pearls\n", "what is to be sealed, which is not shown"),
    "what may be meant to be sealed": ("HIDE pearls and gold\n", "a question."),
}


@each(
    "moderator",
    "a letter that waits for the Moderator, in a player's name",
    "has {} in it",
    "the desk tells what RELEASE would do, and nothing that is sealed",
    HELD,
)
def test_what_the_desk_tells_of_a_letter(house: House, given: tuple[str, str]) -> None:
    text, told = given
    house.reply(house.mover(), RULE)
    house.run()
    for name in ("Ada Lovelace", "Bob Babbage"):
        house.reply(name, "FOR\n")
        house.run()
    number = forged(house, "Bob Babbage", text)
    with house.database.read() as connection:
        said = said_in(connection, Ledger(), house.arrival(number))
    assert told in said
    assert "pearls" not in said
