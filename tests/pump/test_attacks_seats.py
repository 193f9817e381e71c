"""Ways to take somebody's seat by a credential that is good for something else: by the talk address
that stands in every letter, above all. Each is told from the attacker's side, and comes to nothing.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import MATTERS, SIDES, Matter, Token
from nomic_mail.pump.who.challenges import ANSWERS_A_DAY
from nomic_mail.pump.who.credentials import MAY, may, proves
from tests.kit.attackers import EVIL, Attacker, addresses_of, leaked, opened
from tests.kit.house import HOST, House, address_of
from tests.kit.siege import KEY
from tests.kit.tiers import some

GAME = f"nomic+tea@{HOST}"
TALK = f"nomic+tea.talk@{HOST}"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.open_vote()
    return house


@pytest.fixture
def attacker(house: House) -> Attacker:
    return Attacker(house, house.mover())


def nothing_happened(house: House, attacker: Attacker, head: str) -> None:
    """Nothing of the victim's goes elsewhere, nothing was done in their name, now or later."""
    seat = "SELECT zone, digest, talk, observes FROM seats WHERE name = ?"
    for _ in range(2):
        assert addresses_of(house, attacker.victim) == (attacker.home, [])
        assert house.rows(seat, attacker.victim) == [("UTC", "", "", 0)]
        assert house.game().head == head
        assert attacker.letters() == []
        house.later(days=2)
        house.run()


# By the talk address


def test_the_talk_address_takes_no_seat(house: House, attacker: Attacker) -> None:
    head = house.game().head
    attacker.forges(attacker.talk_address(), f"ADDRESS {EVIL}\n")
    nothing_happened(house, attacker, head)


def test_a_talk_address_is_no_way_to_a_vote_and_to_the_victims_own_address(
    house: House, attacker: Attacker
) -> None:
    """All of it, as it was done."""
    head = house.game().head
    attacker.forges(attacker.talk_address(), f"ADDRESS {EVIL}\n")
    if attacker.letters():
        attacker.answers_there()
        attacker.forges(attacker.letters()[-1].reply_to, "AGAINST 301\n", sender=EVIL)
        dropped = f"ADDRESS DROP {attacker.home}\n"
        attacker.forges(attacker.letters()[-1].reply_to, dropped, sender=EVIL)
    nothing_happened(house, attacker, head)


ORDERS = (
    f"ADDRESS {EVIL}",
    f"ADDRESS ALSO {EVIL}",
    f"My address is {EVIL}",
    "ADDRESS DROP %home%",
    f"ADDRESS {EVIL}\nAGAINST 301",
    f"ADDRESS {EVIL}\n\nGood morning, all of you. It rains.",
    "DIGEST WEEKLY",
    "TALK OFF",
    "TIMEZONE Asia/Tokyo",
    "AWAY 2 weeks",
    "LEAVE",
    "AGAINST 301",
    "WITHDRAW",
    "OBSERVE",
)


@pytest.mark.parametrize("order", some(ORDERS, 6))
def test_the_talk_address_carries_no_order(house: House, attacker: Attacker, order: str) -> None:
    """It is asked about at the registered address, and shown to nobody."""
    head, other = house.game().head, address_of(house.others()[0])
    before = len(house.told)
    attacker.forges(attacker.talk_address(), order.replace("%home%", attacker.home) + "\n")
    (answer,) = house.told[before:]
    assert (answer.to, answer.occasions) == (attacker.home, ("talk_command",))
    assert other != answer.to
    nothing_happened(house, attacker, head)


@pytest.mark.parametrize("order", ORDERS[:3])
def test_nor_does_it_where_the_order_is_the_subject(
    house: House, attacker: Attacker, order: str
) -> None:
    head, to = house.game().head, attacker.talk_address()
    raw = house.written(attacker.victim, to, "\n").replace(b"a letter", order.encode())
    house.hand_in(raw, EVIL, [to])
    house.run()
    nothing_happened(house, attacker, head)


@pytest.mark.parametrize("order", ORDERS[:5])
def test_the_talk_token_in_the_to_of_a_letter_to_the_game_is_talk(
    house: House, attacker: Attacker, order: str
) -> None:
    head, talk = house.game().head, attacker.talk_address()
    text = order.replace("%home%", attacker.home) + "\n"
    raw = house.written(attacker.victim, f"{GAME}, {talk}", text)
    house.hand_in(raw, EVIL, [GAME])
    house.run()
    nothing_happened(house, attacker, head)


@pytest.mark.parametrize("where", ["In-Reply-To", "References", "text"])
@pytest.mark.parametrize("to", [GAME, TALK])
def test_the_talk_token_in_an_answered_id_or_in_the_text_is_talk(
    house: House, attacker: Attacker, where: str, to: str
) -> None:
    head, code = house.game().head, attacker.talk_address()
    code = code.partition("+r.")[2].partition("@")[0]
    headers, text = {where: f"<tea.5.{'a' * 20}.{code}@{HOST}>"}, f"ADDRESS {EVIL}\n"
    if where == "text":
        headers, text = {}, f"{token.code_line(code)}\nADDRESS {EVIL}\n"
    attacker.forges(to, text, **headers)
    nothing_happened(house, attacker, head)


def test_a_ballot_that_also_went_to_the_talk_address_is_no_order_there(
    house: House, attacker: Attacker
) -> None:
    """The reply token stands in To: the letter is talk all the same where it came as talk."""
    head, talk = house.game().head, attacker.talk_address()
    to = f"{house.door(attacker.victim)}, {talk}"
    raw = house.written(attacker.victim, to, f"ADDRESS {EVIL}\nAGAINST 301\n")
    house.hand_in(raw, EVIL, [talk])
    house.run()
    nothing_happened(house, attacker, head)


# What proves


def void(address: str, *, expires: int | None = None, epoch: int = 0) -> str:
    """The same reply address, too old, or as it was before all tokens of its seat were void."""
    old = opened(address)
    assert old is not None
    expires = old.expires if expires is None else expires
    code = token.mint(KEY, replace(old, expires=expires, epoch=epoch))
    return f"nomic+r.{code}@{HOST}"


@pytest.mark.parametrize("text", ["AGAINST 301\n", "FORFEIT\n", f"ADDRESS {EVIL}\n"])
def test_a_ballot_that_is_void_is_not_proven_by_the_talk_token_beside_it(
    house: House, attacker: Attacker, text: str
) -> None:
    """The one tells what the letter is about, and the other would have proven it."""
    head, talk = house.game().head, attacker.talk_address()
    for ballot in (
        void(house.door(attacker.victim), expires=1),
        void(house.door(attacker.victim), epoch=7),
    ):
        raw = house.written(attacker.victim, f"{ballot}, {talk}", text)
        (number,) = house.hand_in(raw, EVIL, [ballot])
        house.run()
        assert house.became(number) == "held"
    assert (house.game().head, attacker.letters()) == (head, [])


@pytest.mark.parametrize("good", ["talk", "ballot"])
def test_yes_to_a_held_letter_is_proven_by_its_own_question_alone(
    house: House, attacker: Attacker, good: str
) -> None:
    """The attacker wrote the letter, has an old question, and something else that is good."""
    head, letter = house.game().head, house.last["tea", attacker.home]
    held = attacker.forges(GAME, "AGAINST 301\n")
    question = void(house.door(attacker.victim), expires=1)
    raw = house.written(attacker.victim, f"{question}, {leaked(letter, good)}", "YES\n")
    house.hand_in(raw, EVIL, [question])
    house.run()
    assert house.became(held) == "held"
    assert house.game().head == head


@pytest.mark.parametrize("more", [{"Cc": "somebody@else.example"}, {"List_Id": "<a.else.example>"}])
def test_the_talk_address_shown_to_others_makes_no_reply_address_void(
    house: House, attacker: Attacker, more: dict[str, str]
) -> None:
    """It stands in every letter; or else whoever was forwarded one could void the rest."""
    ballot = house.door(attacker.victim)
    attacker.forges(attacker.talk_address(), "Good morning.\n", **more)
    number = attacker.forges(ballot, "AGAINST 301\n")
    assert house.became(number) == "done"
    assert house.kinds()[-1] == "BallotCast"


def test_letters_that_prove_nothing_silence_nobody(house: House, attacker: Attacker) -> None:
    """They are answered at the registered address, so often; the player is, all the same."""
    for _ in range(ANSWERS_A_DAY + 2):
        number = attacker.forges(f"nomic+nosuch@{HOST}", "Hello?\n")
    assert house.became(number) == "screened"
    for to, text in {
        attacker.talk_address(): "Good morning.\n",
        house.door(attacker.victim): "STATUS",
    }.items():
        assert house.became(attacker.forges(to, text)) == "done"


def test_what_each_token_may_do_stands_in_one_table() -> None:
    assert set(MAY) == set(MATTERS)
    assert MAY["talk"] == {"talk"}
    may_ask = {kind for kind in MATTERS if may(Matter(kind), "address")}
    asks = {"game", "proposal", "ballot", "question", "counted", "judgment", "join"}
    assert may_ask == {*asks, "stop", "leave", "call", "talked", *SIDES}
    for kind in MATTERS:
        talk = Token(1, 1, Matter("talk"), 1)
        assert proves(talk, Matter(kind)) == (kind == "talk")
        ballot = Token(1, 1, Matter("ballot", 301), 1)
        assert proves(ballot, Matter(kind, 7)) == (kind in {*asks, "talk"})


def test_who_looks_on_does_not_leave_by_the_talk_address(house: House) -> None:
    """They have none; but the game's own one for talk is known to all."""
    house.act("add observer", game="tea", observer="Fay Fermat <fay@players.example>")
    house.run()
    house.reply("Fay Fermat", "YES\n")
    house.run()
    door = house.last["tea", "fay@players.example"].reply_to
    here = opened(door)
    assert here is not None
    talk = void(door) if here.matter.kind == "talk" else _as_talk(here)
    for text in ("FORFEIT\n", "OBSERVE\n", "DIGEST WEEKLY\n"):
        raw = house.written("Fay Fermat", talk, text)
        house.hand_in(raw, EVIL, [talk])
        house.run()
    found = house.rows("SELECT observes, digest FROM seats WHERE name = 'Fay Fermat'")
    assert found == [(1, "")]


def _as_talk(one: Token) -> str:
    return f"nomic+r.{token.mint(KEY, replace(one, matter=Matter('talk')))}@{HOST}"
