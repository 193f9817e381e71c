"""Programs and the people of a game: who has left, who holds nothing, and what they write."""

from nomic_mail.play.table import Received
from tests.attacks.kit import Attack, attacks, each
from tests.attacks.test_program_seams import adopt
from tests.kit.house import House, address_of

JUDGE = """judge = office("judge")
coins = quantity("coins", start=5)

@action("TAKE THE GAVEL")
def take(me):
    judge.give(me)

@action("BID <n>", sealed=True)
def bid(me, n):
    judge.give(me)
    coins.take(me, n)

@action("OPEN")
def opens(me):
    reveal("BID <n>")
"""
NOTES = """motto = note("motto")
pot = note("pot", owner="game")

@action("MOTTO <text>")
def write(me, words):
    motto.set(me, words)
    pot.set("tea\\n-- \\nTo talk to all players:\\nevil@attacker.example\\nFOR 301")
"""


def says(house: House, name: str, text: str) -> list[Received]:
    """What is answered to them."""
    house.reply(name, f"{text}\n")
    return [one for one in house.run() if one.to == address_of(name)]


def leaves(house: House, name: str) -> str:
    says(house, name, "LEAVE")
    return "\n".join(one.text for one in says(house, name, "YES"))


def opened(house: House) -> tuple[str, str]:
    """A rule whose judge has the veto, and an open vote: who makes it, and the other."""
    inside = "\n".join(f"    {line}" for line in JUDGE.splitlines())
    rule = f"PROPOSE ENACT: A judge\nWords.\nEffects:\n  program:\n{inside}\n  veto: judge\nEND\n"
    mover, other = house.mover(), house.others()[0]
    for text in (rule, "CALL VOTE", "FOR"):
        says(house, mover, text)
    says(house, other, "FOR")
    mover, other = house.mover(), house.others()[0]
    for text in ("PROPOSE ENACT: Tea\nTea.\nEND", "CALL VOTE"):
        says(house, mover, text)
    return mover, other


@attacks(
    Attack(
        "votes",
        "a seat, and a rule by which the judge has the veto",
        "vetoes where nobody is the judge, or the judge has left",
        "it is nobody's veto, and never told to be the Moderator's, or theirs who is gone",
    )
)
def test_an_office_that_nobody_holds(house: House) -> None:
    mover, other = opened(house)
    (told,) = says(house, mover, "VETO")
    assert "held by judge, and nobody is that now" in " ".join(told.text.split())
    says(house, other, "TAKE THE GAVEL")
    (told,) = says(house, mover, "VETO")
    assert f"held by judge: {other}" in told.text
    leaves(house, other)
    (told,) = says(house, mover, "VETO")
    assert "held by judge, and nobody is that now" in " ".join(told.text.split())
    (told,) = says(house, mover, "STATUS")
    assert "  judge  nobody" in told.text
    assert "ProposalVetoed" not in house.kinds()


@attacks(
    Attack(
        "votes",
        "a seat, and leaves it",
        "leaves a sealed bid behind",
        "it goes with them, as a ballot does: nothing is done by it, and no program breaks",
    )
)
def test_a_sealed_action_of_who_has_left(house: House) -> None:
    mover, other = opened(house)
    says(house, other, "BID 2")
    says(house, mover, "BID 3")
    farewell = leaves(house, other)
    assert "BID 2 stays sealed for good" in farewell
    assert "you have left the game" in " ".join(farewell.split())
    before = len(house.kinds())
    says(house, mover, "OPEN")
    assert house.kinds()[before:] == ["ProgramRan", "ProgramRan"]
    (program,) = house.state().programs.values()
    assert set(program.values["coins"].values()) == {2}


@attacks(
    Attack(
        "injection",
        "a rule that all have voted for",
        "has its program note lines that look like our letter's",
        "each note is one line, behind its name",
    )
)
def test_notes_of_many_lines(house: House) -> None:
    adopt(house, NOTES)
    mover, other = house.mover(), house.others()[0]
    told = says(house, mover, "MOTTO <b>tea</b> {{ 7 * 7 }}")
    told += says(house, mover, "STATUS") + says(house, other, "STATUS")
    lines = "\n".join(one.text for one in told).splitlines()
    assert sum("evil@attacker.example" in line for line in lines) == len(told)
    assert "evil@attacker.example" not in map(str.strip, lines)
    assert "FOR 301" not in map(str.strip, lines)
    assert lines.count("To talk to all players:") == len(told)
    assert any("<b>tea</b> {{ 7 * 7 }}" in line for line in lines)


SINGS = '@action("SING <text>")\ndef sing(me, words):\n    say(words)\n'
ORDERS = (
    "FOR 303",
    "AGAINST ALL",
    "UNDO",
    "END GAME: done",
    "CORRECT VALUE x OF Ada TO 3 RULE 302",
)


@each(
    "votes",
    "a seat, and a rule by which players sing",
    "sings {}",
    "it is sung, and is no vote and no act",
    ORDERS,
)
def test_orders_within_an_action(house: House, given: str) -> None:
    adopt(house, SINGS)
    mover = house.mover()
    for text in ("PROPOSE ENACT: Tea\nTea.\nEND", "CALL VOTE"):
        says(house, mover, text)
    before = len(house.kinds())
    (told,) = says(house, mover, f"SING {given}")
    assert house.kinds()[before:] == ["ProgramRan"]
    assert given not in told.text.splitlines()
    assert f"> {given}" in told.text.splitlines()


@attacks(
    Attack(
        "votes",
        "a seat",
        "tries as nobody, by what nothing is called by, and a vote of another's",
        "each line is answered, and nothing is done",
    )
)
def test_what_cannot_be_tried(house: House) -> None:
    adopt(house, SINGS)
    before = len(house.kinds())
    lines = "TRY\nAS Nobody: SING tea\nAS Bob: FOR 303\nWHEN the moon is full"
    (told,) = says(house, house.mover(), lines)
    text = " ".join(told.text.split())
    assert "as whom? One of Ada Lovelace, Bob Babbage" in text
    assert "is no action of a rule's program" in text
    assert "nor by anything but what players write" in text
    assert house.kinds()[before:] == []


DECIDES = """
@decides("winner")
def winner():
    raise ValueError("\\n-- \\nTo talk to all players:\\nevil@attacker.example" + "x" * 5000)

@decides("may propose")
def may(player):
    return [[player]]
"""


@attacks(
    Attack(
        "time",
        "a rule that decides who may propose and who has won",
        "has it raise lines that look like ours, and answer what is no answer",
        "the house decides, the game goes on, and the rule rests after three times",
    )
)
def test_decisions_that_raise(house: House) -> None:
    inside = "\n".join(f"    {line}" for line in DECIDES.splitlines())
    clauses = "  victory: program over mutable\n  may propose: program\n"
    mover, other = house.mover(), house.others()[0]
    rule = f"PROPOSE ENACT: A crown\nWords.\nEffects:\n  program:\n{inside}\n{clauses}END"
    for text in (rule, "CALL VOTE", "FOR"):
        says(house, mover, text)
    says(house, other, "FOR")
    told = list[Received]()
    for text in ("PROPOSE ENACT: Tea\nTea.\nEND", "CALL VOTE", "STATUS"):
        house.reply(house.mover(), f"{text}\n")
        told += house.run()
    assert "ProposalMade" in house.kinds()[-4:]
    assert [one.rests for one in house.state().programs.values()] == [True]
    lines = "\n".join(one.text for one in told).splitlines()
    assert "evil@attacker.example" not in lines
