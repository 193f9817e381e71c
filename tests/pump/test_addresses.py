"""ADDRESS: a player's letters go elsewhere, or come from elsewhere, once both ends have said so."""

import re
from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from nomic_mail.pump.who.addresses import ASKED_A_DAY, MOST_OTHERS
from tests.kit.house import HOST, House, address_of
from tests.kit.siege import MODERATOR

NEW = "ada@new.example"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    return house


def me(house: House) -> str:
    return house.mover()


def latest(house: House, address: str) -> Received:
    return house.last["tea", address]


def from_there(house: House, text: str, to: str = "", address: str = NEW) -> int:
    to = to or latest(house, address).reply_to
    own = address_of(me(house))
    raw = house.written(me(house), to, text).replace(own.encode(), address.encode())
    number = house.hand_in(raw, address, [to])[0]
    house.run()
    return number


def says(house: House, text: str) -> list[Received]:
    house.reply(me(house), text)
    return house.run()


def agreed(house: House) -> None:
    """The new address has said YES, and the old one does so, too."""
    from_there(house, "YES\n")
    says(house, "YES\n")


def seat_row(house: House) -> tuple[str, list[tuple[str, bool]]]:
    ((seat, address),) = house.rows("SELECT seat, address FROM seats WHERE name = ?", me(house))
    others = house.rows(
        "SELECT address, confirmed_at IS NOT NULL FROM addresses WHERE seat = ? ORDER BY id", seat
    )
    return address, [(one, bool(confirmed)) for one, confirmed in others]


def test_a_new_address_is_asked_there_and_told_here(house: House) -> None:
    old, head = address_of(me(house)), house.game().head
    letters = says(house, f"ADDRESS {NEW}\n")
    assert {one.to: one.subject for one in letters} == {
        NEW: f"[tea?] Is this an address of {me(house)}?",
        old: f"[tea?] A new address: {NEW}",
    }
    assert seat_row(house) == (old, [(NEW, False)])
    assert house.game().head == head


def test_with_its_yes_letters_go_there_and_both_may_write(house: House) -> None:
    old = address_of(me(house))
    says(house, f"ADDRESS {NEW}\n")
    agreed(house)
    assert seat_row(house) == (NEW, [(old, True)])
    told = house.told[-2:]
    assert {one.to for one in told} == {NEW, old}
    assert all(f"go to {NEW}" in " ".join(one.text.split()) for one in told)
    number = from_there(house, "STATUS\n")
    assert house.became(number) == "done"
    house.post_in(house.written(me(house), latest(house, NEW).reply_to, "STATUS\n"), "", "x")
    to = latest(house, NEW).reply_to
    number = house.post_in(house.written(me(house), to, "SCORES\n"), me(house), to)
    (answer,) = house.run()
    assert (house.became(number), answer.to) == ("done", NEW)


def test_a_yes_from_the_old_address_is_not_enough_and_a_no_stops_it(house: House) -> None:
    old = address_of(me(house))
    says(house, f"ADDRESS {NEW}\n")
    (answer,) = says(house, "YES\n")
    assert (answer.to, seat_row(house)) == (old, (old, [(NEW, False)]))
    question = latest(house, NEW).reply_to
    (answer,) = says(house, "NO\n")
    assert "stays as it was" in answer.subject
    assert seat_row(house) == (old, [])
    number = from_there(house, "YES\n", question)
    assert house.became(number) == "screened"
    assert seat_row(house) == (old, [])


def test_who_is_asked_there_can_say_no(house: House) -> None:
    says(house, f"ADDRESS {NEW}\n")
    from_there(house, "NO\n")
    assert seat_row(house) == (address_of(me(house)), [])
    assert "stays as it was" in latest(house, address_of(me(house))).subject


def test_the_question_to_the_new_address_lets_nobody_play(house: House) -> None:
    """Whoever reads it has a token of the seat, but no address of it."""
    head = house.game().head
    says(house, f"ADDRESS {NEW}\n")
    from_there(house, "PROPOSE REPEAL 206\n")
    assert house.game().head == head
    forged = house.written(me(house), latest(house, NEW).reply_to, "FORFEIT\n")
    number = house.post_in(forged, me(house), latest(house, NEW).reply_to)
    house.run()
    assert (house.became(number), house.game().head) == ("screened", head)
    for found in re.findall(r"nomic\+r\.\S+", latest(house, NEW).text):
        forged = house.written(me(house), found, "Hello, all.\n")
        number = house.post_in(forged, me(house), found)
        house.run()
        assert (house.became(number), house.game().head) == ("screened", head)
    to = f"nomic+tea@{HOST}"
    forged = house.written(me(house), to, "FORFEIT\n").replace(
        b"Subject:", f"In-Reply-To: {latest(house, NEW).message_id}\nSubject:".encode()
    )
    number = house.post_in(forged, me(house), to)
    house.run()
    assert (house.became(number), house.game().head) == ("held", head)


def test_an_address_to_write_from_as_well(house: House) -> None:
    old = address_of(me(house))
    says(house, f"Address also <{NEW}>\n")
    agreed(house)
    assert seat_row(house) == (old, [(NEW, True)])
    number = from_there(house, "STATUS\n")
    assert house.became(number) == "done"
    door = latest(house, NEW).reply_to
    says(house, f"ADDRESS DROP {NEW}\n")
    says(house, "YES\n")
    assert seat_row(house) == (old, [(NEW, True)])
    from_there(house, "YES\n")
    assert seat_row(house) == (old, [])
    assert house.became(from_there(house, "STATUS\n", door)) == "held"


def test_letters_go_to_another_address_of_ones_own_once_each_has_said_yes(house: House) -> None:
    old = address_of(me(house))
    says(house, f"ADDRESS ALSO {NEW}\n")
    agreed(house)
    letters = says(house, f"ADDRESS {NEW}\n")
    assert {one.to for one in letters} == {old, NEW}
    assert seat_row(house) == (old, [(NEW, True)])
    agreed(house)
    assert seat_row(house) == (NEW, [(old, True)])


def test_beside_a_command_both_are_done(house: House) -> None:
    letters = says(house, f"ADDRESS {NEW}\n\nSTATUS\n")
    assert {one.to for one in letters} == {NEW, address_of(me(house))}
    assert len(letters) == 3


def test_addresses_are_listed_for_their_owner_alone(house: House) -> None:
    says(house, f"ADDRESS ALSO {NEW}\n")
    (answer,) = says(house, "ADDRESS\n")
    assert (answer.to, NEW in answer.text) == (address_of(me(house)), True)
    other = house.others()[0]
    house.reply(other, "ADDRESS\n")
    (theirs,) = house.run()
    assert NEW not in theirs.text
    assert address_of(me(house)) not in theirs.text


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("%other%", "cannot be yours in this game"),
        ("%me%", "your letters go there already"),
        (MODERATOR, "not a player"),
        (f"nomic+tea@{HOST}", "no letter can be sent"),
        ("a..b@x.example", "no letter can be sent"),
    ],
)
def test_what_cannot_be_an_address_of_theirs(house: House, address: str, why: str) -> None:
    other = address_of(house.others()[0])
    address = address.replace("%other%", other).replace("%me%", address_of(me(house)))
    (answer,) = says(house, f"ADDRESS {address}\n")
    assert why in " ".join(answer.text.split())
    assert seat_row(house) == (address_of(me(house)), [])


def test_strangers_are_not_asked_without_end(house: House) -> None:
    asked = []
    for count in range(MOST_OTHERS + ASKED_A_DAY):
        letters = says(house, f"ADDRESS also x{count}@new.example\n")
        asked += [one for one in letters if one.to.endswith("@new.example")]
    assert len(asked) == ASKED_A_DAY
    says(house, "ADDRESS DROP x0@new.example\n")
    assert len(says(house, "ADDRESS ALSO x9@new.example\n")) == 1
    for day in range(3):
        house.later(days=1, hours=1)
        says(house, f"ADDRESS ALSO y{day}@new.example\n")
    assert len(seat_row(house)[1]) == MOST_OTHERS


def test_somebody_else_in_the_seat_does_not_inherit_its_addresses(house: House) -> None:
    old = address_of(me(house))
    says(house, f"ADDRESS ALSO {NEW}\n")
    agreed(house)
    house.later(hours=1)
    at = house.clock.now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    house.change("UPDATE seats SET confirmed_at = ? WHERE address = ?", at, old)
    assert house.became(from_there(house, "STATUS\n")) == "held"


def test_an_order_further_down_or_in_a_proposal_is_none(house: House) -> None:
    says(house, f"Dear game,\nADDRESS {NEW}\n")
    says(house, f"PREVIEW ENACT: Post\nADDRESS {NEW}\n")
    says(house, f"STATUS\n\n> ADDRESS {NEW}\n")
    assert seat_row(house) == (address_of(me(house)), [])
