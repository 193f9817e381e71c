"""What "Was this letter yours?" tells: what its writer says in it, where it came from, and what of
that is settled only when it is done."""

import pytest

from nomic_mail.play.table import HOST, Received
from tests.kit.house import House, address_of

MODERATOR = f"moderator@{HOST}"
QUOTED = "\n\nOn Mon, 2 Mar 2026, Tea wrote:\n> It was decided.\n>\n> FOR wins.\n"


def moderator_writes(house: House, text: str, sender: str = MODERATOR) -> tuple[int, Received]:
    """As a reply, where there is something to reply to; and what the server answers."""
    last = house.last.get(("tea", MODERATOR))
    to = last.reply_to if last else f"nomic+tea@{HOST}"
    number = house.mail(f"The Moderator <{sender}>", to, text, "Re: tea")
    house.run()
    return number, house.last["tea", MODERATOR]


def invited(house: House) -> None:
    house.act("new game", game="tea", title="Tea", ruleset="net_play", settings={"debate_min": "0"})
    for name in ("Ada Lovelace", "Bob Babbage"):
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.run()


def test_an_order_of_play_is_told_as_an_example(house: House) -> None:
    """007: it is drawn when it is done, and not before."""
    invited(house)
    _, asked = moderator_writes(house, "START")
    assert "the order of play: " in asked.text
    assert "What is drawn by lot stands here as an example" in " ".join(asked.text.split())
    _, asked = moderator_writes(house, "SET vote_window = 3d")
    assert "drawn by lot" not in asked.text


def test_it_tells_from_which_other_address_it_came(house: House) -> None:
    house.begin()
    _, asked = moderator_writes(house, "PAUSE: holidays", "grace@home.example")
    told = " ".join(asked.text.split())
    assert "from grace@home.example, which is not the address that the game knows you by" in told
    _, asked = moderator_writes(house, "PAUSE: holidays")
    assert "which is not the address" not in asked.text


def test_a_ruling_is_told_without_what_it_quotes(house: House) -> None:
    house.begin()
    house.reply("Ada Lovelace", "JUDGMENT: Is tea a drink?")
    house.run()
    _, asked = moderator_writes(house, f"RULING\nYes, it is.{QUOTED}")
    assert "> Yes, it is." in asked.text
    assert "It was decided" not in asked.text


@pytest.mark.parametrize("quoted", [QUOTED, QUOTED.replace("FOR wins", "AGAINST 301")])
def test_what_is_quoted_and_does_nothing_is_left_out(house: House, quoted: str) -> None:
    mover, _ = house.open_vote()
    house.unproven(mover, f"AGAINST, sorry{quoted}")
    house.run()
    asked = house.last["tea", address_of(mover)]
    assert "> AGAINST, sorry" in asked.text
    assert "It was decided" not in asked.text
    assert "[...]" in asked.text


def test_what_is_quoted_and_counts_is_shown(house: House) -> None:
    """EDIT's letter is answered by PROPOSE above its own text, quoted."""
    house.begin()
    text = "PROPOSE\n\n> PROPOSE AMEND 203: Most\n> Most of us are enough.\n> END\n"
    house.unproven(house.mover(), text)
    house.run()
    assert "Most of us are enough." in house.last["tea", address_of(house.mover())].text


@pytest.mark.parametrize(
    "text", ["Hello Bob, it costs nothing.", "Eve asked me to pass this on:\n\nShe is all for it."]
)
def test_a_moderators_words_without_a_command_are_told_so_and_not_held(
    house: House, text: str
) -> None:
    house.begin()
    number, told = moderator_writes(house, text)
    assert "No command in your letter" in told.subject
    assert "?]" not in told.subject
    assert "nobody else has read it" in " ".join(told.text.split())
    assert "a vote or a proposal that you send on counts for nobody" in " ".join(told.text.split())
    assert house.became(number) == "done"


def test_what_answers_it_otherwise_is_held_for_what_is_true(house: House) -> None:
    """It is a reply to a letter of ours; only one to whose address a YES or a NO alone may come."""
    mover, _ = house.open_vote()
    house.unproven(mover, "AGAINST 301\n")
    house.run()
    assert "Was this letter yours?" in house.last["tea", address_of(mover)].subject
    number = house.reply(mover, "RULES\n")
    house.run()
    result = house.arrival(number).result
    assert "no reply to a letter of ours" not in result
    assert "its reply address does not prove who writes" in result
