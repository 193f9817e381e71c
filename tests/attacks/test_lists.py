"""A game's mailing list: what all read is nobody's address, and a From that it has rewritten is
nobody's either."""

from pathlib import Path

import pytest

from nomic_mail.pump.says.lists import door_of
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import HOST, House, address_of

LIST = "tea-list@lists.example"
GAME = f"nomic+tea@{HOST}"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    house.act("set list", game="tea", list_address=LIST)
    house.run()
    return house


def comes(house: House, to: str, sender: str, text: str, more: str = "") -> int:
    number = house._letters + 1
    head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{number}@x>\r\n{more}"
    return house.hand_in(f"{head}\r\n{text}\r\n".encode(), LIST, [to])[0]


ASKS = ("JOIN Eve Evil", "OBSERVE", "HELP", "What is this?")


@each(
    "identity",
    "a game's mailing list",
    "writes `{}` under its address, as anybody can",
    "nobody is asked: what all read is nobody's address",
    ASKS,
)
@pytest.mark.parametrize("proven", [False, True])
def test_a_list_asks_for_a_seat(house: House, given: str, proven: bool) -> None:
    more = "Authentication-Results: mx.nomic.example; dmarc=pass header.from=lists.example\r\n"
    number = comes(house, GAME, f"Eve <{LIST}>", given, more if proven else "")
    assert house.run() == []
    assert house.became(number) == "screened"
    assert LIST not in [where for (where,) in house.rows("SELECT address FROM seats")]


ACTS = {
    "a player": ("add player", {"player": f"Eve Evil <{LIST}>", "confirmed": True}),
    "players": ("add players", {"players": [f"Eve Evil <{LIST}>"]}),
    "who looks on": ("add observer", {"observer": f"Eve Evil <{LIST}>"}),
    "a moderator": ("add moderator", {"moderator": f"Eve Evil <{LIST}>"}),
    "where a player is": ("move player", {"player": "Ada", "address": LIST}),
    "who plays on": ("say", {"line": f'REPLACE Ada BY "Eve Evil <{LIST}>"'}),
    "who moderates": ("say", {"line": f"HAND OVER TO Eve Evil <{LIST}>"}),
}


@each(
    "identity",
    "the Moderator's ear",
    "is said to be {}, at the address of a game's list",
    "it is refused, in a sentence",
    ACTS,
)
def test_a_list_is_made_somebody(house: House, given: tuple[str, dict[str, object]]) -> None:
    kind, facts = given
    number = house.act(kind, game="tea", **facts)
    assert house.run() == []
    assert house.arrival(number).result.startswith("refused")
    assert "which many read" in house.arrival(number).result


@attacks(
    Attack(
        "identity",
        "a seat",
        "asks that their letters go to the game's list, and theirs come from there",
        "it is refused, with the reason",
    )
)
def test_a_list_as_ones_own_address(house: House) -> None:
    for line in (f"ADDRESS {LIST}", f"ADDRESS ALSO {LIST.upper()}"):
        house.reply(house.mover(), f"{line}\n")
        (answer,) = house.run()
        assert "which many read" in " ".join(answer.text.split())


REWRITTEN = {
    "names two writers in Reply-To": ("Reply-To: ADA, EVE\r\n", None),
    "names none but itself": ("Reply-To: LIST\r\n", None),
    "names the writer beside From alone": ("X-Original-From: ADA\r\nSender: ADA\r\n", None),
    "names the writer in its name alone": ("", None),
    "names another in other headers": ("Reply-To: EVE\r\nX-Original-From: ADA\r\n", "eve"),
}


@each(
    "identity",
    "a list that writes its own address into From",
    "{}",
    "it is talk of whom Reply-To names alone, or nobody's",
    REWRITTEN,
)
def test_a_from_that_a_list_has_rewritten(house: House, given: tuple[str, str | None]) -> None:
    heads, writer = given
    ada, eve = house.mover(), house.others()[0]
    for name, address in (("ADA", address_of(ada)), ("EVE", address_of(eve)), ("LIST", LIST)):
        heads = heads.replace(name, address)
    door = door_of(house.key, f"nomic@{HOST}", "+", house.game())
    comes(house, door, f'"{ada} via tea-list" <{LIST}>', "I give up.", heads)
    house.run()
    said = [one.seat for one in house.events() if type(one).__name__ == "Discussed"]
    assert said == ([2] if writer else [])


@attacks(
    Attack(
        "identity",
        "a player's reply address, and a list that writes its own address into From",
        "sends a proposal there with the player in Reply-To",
        "nothing is proposed, and the player is asked",
    )
)
def test_a_rewritten_from_at_a_reply_address(house: House) -> None:
    ada = house.mover()
    more = f"Reply-To: {address_of(ada)}\r\nX-Original-From: {address_of(ada)}\r\n"
    number = comes(house, house.door(ada), f"Ada <{LIST}>", "PROPOSE REPEAL 206", more)
    assert [one.to for one in house.run()] == [address_of(ada)]
    assert (house.became(number), house.arrival(number).proof) == ("held", "asked")


@attacks(
    Attack(
        "identity",
        "a player's old letter, and a forwarder that vouches for it by ARC",
        "hands it on with each ARC header that says pass",
        "it proves nothing, and the player is asked",
    )
)
def test_arc_proves_nothing(house: House) -> None:
    ada = house.mover()
    more = "".join(
        f"{name}: i=1; {rest}\r\n"
        for name, rest in (
            ("ARC-Seal", "cv=none; d=lists.example; s=k; b=AAAA"),
            ("ARC-Message-Signature", "d=lists.example; s=k; h=from; bh=AAAA; b=AAAA"),
            ("ARC-Authentication-Results", "mx.nomic.example; dmarc=pass; arc=pass"),
        )
    )
    more += "Authentication-Results: mx.nomic.example; arc=pass (i=1 dmarc=pass); dmarc=none\r\n"
    number = comes(house, GAME, address_of(ada), "PROPOSE REPEAL 206", more)
    house.run()
    assert house.became(number) == "held"
