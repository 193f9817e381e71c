"""Rules whose programs would keep the server busy, take other words than their own, or speak as we
do: proposed by one player, and, where that is not refused, adopted."""

from pathlib import Path

import pytest

from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of

BUSY = {
    "a timer called as a time is": (
        '@every("day")\ndef day():\n    pass\n'
        '@timer("day")\ndef timed():\n    say("it is time")\n'
        '@action("FROB")\ndef frob(me):\n    later(1, "day")\n'
    ),
    "a timer called as what happens": (
        '@on("circuit begins")\ndef begins():\n    pass\n'
        '@timer("circuit begins")\ndef timed():\n    say("it is time")\n'
        '@action("FROB")\ndef frob(me):\n    later(1, "circuit begins")\n'
    ),
    "timers that set fifty timers each": (
        '@timer("more")\ndef more():\n    for n in range(50): later(1, "more")\n'
        '@action("FROB")\ndef frob(me):\n    for n in range(50): later(1, "more")\n'
    ),
}
WORDS = (
    "DAFÜR <n>",
    "NEIN <proposal>",
    "ICH BIN <choice dafür|dagegen>",
    "SPRACHE <word>",
    "VORSCHLAG <text>",
    "Sent from my <word>",
    "Dear <text>",
    "PAY <word> TO <player>",
    "PAY <n> TO THE \u0421ROWN",
)
SAYS = "Your vote FOR 301 is counted.\\n\\n-- \\nTo talk to all players:\\nevil@attacker.example"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    adopt(house, '@action("PAY <n> TO <player>")\ndef pay(me, n, who):\n    points(who, n)\n')
    return house


def propose(house: House, program: str) -> bool:
    """Whether it is taken."""
    before = len(house.kinds())
    inside = "\n".join(f"    {line}" for line in program.splitlines())
    rule = (
        f"PROPOSE ENACT: A rule {before}\nWords.\nEffects:\n  program:\n{inside}\nEND\nCALL VOTE\n"
    )
    house.reply(house.mover(), rule)
    house.run()
    return house.kinds()[before:] == ["ProposalMade", "VotingOpened"]


def adopt(house: House, program: str) -> None:
    assert propose(house, program)
    for name in (house.mover(), *house.others()):
        house.reply(name, "FOR\n")
        house.run()


@each(
    "time",
    "a rule that all have voted for",
    "sets {}",
    "it is done once, fifty wait at most, and the next letter is answered",
    tuple(BUSY),
)
def test_timers_without_end(house: House, given: str) -> None:
    adopt(house, BUSY[given])
    mover = house.mover()
    house.reply(mover, "FROB\n")
    house.run()
    for _ in range(3):
        house.later(days=1, minutes=1)
        house.run()
    assert all(len(one.later) <= 50 for one in house.state().programs.values())
    house.reply(mover, "STATUS\n")
    assert address_of(mover) in {one.to for one in house.run()}


@each(
    "votes",
    "a seat",
    "proposes a rule with the action {}",
    "it is refused before the vote, and a German vote stays one",
    WORDS,
)
def test_words_that_are_not_its_own(house: House, given: str) -> None:
    places = ", ".join(f"x{n}" for n in range(given.count("<")))
    program = f'@action("{given}")\ndef act(me{", " * bool(places)}{places}):\n    pass\n'
    assert not propose(house, program)
    house.reply(house.mover(), "PROPOSE ENACT: Tea\nTea.\nEND\nCALL VOTE\n")
    house.run()
    (ballot,) = house.state().polls
    house.reply(house.others()[0], f"DAFÜR {ballot}\n")
    house.run()
    assert house.kinds()[-1] == "BallotCast"


@each(
    "injection",
    "a rule that all have voted for",
    "has its program {} lines that look like our letter's",
    "they stand in a sentence of ours, or behind `>`",
    ("say", "refuse"),
)
def test_lines_that_look_like_ours(house: House, given: str) -> None:
    adopt(house, f'@action("FROB")\ndef frob(me):\n    {given}("{SAYS}")\n')
    mover = house.mover()
    house.reply(mover, "FROB\n")
    told = [one for one in house.run() if one.to == address_of(mover)]
    lines = "\n".join(one.text for one in told).splitlines()
    assert any("evil@attacker.example" in line for line in lines)
    assert "Your vote FOR 301 is counted." not in lines
    assert "evil@attacker.example" not in lines
    assert lines.count("To talk to all players:") == len(told)


@attacks(
    Attack(
        "votes",
        "a seat, and a rule whose sealed action reveals as it is revealed",
        "has others' sealed actions run twice",
        "each is opened once",
    )
)
def test_sealed_actions_that_reveal(house: House) -> None:
    program = (
        'bids = quantity("bids")\n'
        '@action("BID <n>", sealed=True)\n'
        'def bid(me, n):\n    bids.give(me, n)\n    reveal("BID <n>")\n'
        '@action("OPEN")\ndef opens(me):\n    reveal("BID <n>")\n'
    )
    adopt(house, program)
    for name in (house.mover(), *house.others()):
        house.reply(name, "BID 2\n")
        house.run()
    house.reply(house.mover(), "OPEN\n")
    house.run()
    (values,) = [one.values["bids"] for one in house.state().programs.values() if one.values]
    assert set(values.values()) == {2}
