"""A rule whose text would end the letter that edits it, and go on in commands."""

from nomic_mail.game.events import BallotCast
from tests.attacks.kit import Attack, attacks, each
from tests.attacks.test_patches import new
from tests.kit.house import House, address_of

BOMBS = {
    "END": ("END",),
    "END and each brace that there is": ("END", "}", "}}", "}}}"),
    "END, each brace, and more of them": ("END", *("}" * n for n in range(1, 12))),
    "END, and all braces that can be": ("END", *("}" * n for n in range(1, 41))),
    "END, and each brace in blanks": ("END", *(f"  {'}' * n} " for n in range(1, 5))),
}


@each(
    "injection",
    "a rule, proposed as a patch",
    "has {} stand in its text, and below it FORFEIT",
    "whoever edits it forfeits nothing",
    BOMBS,
)
def test_a_rule_that_ends_the_letter_that_edits_it(house: House, given: tuple[str, ...]) -> None:
    text = ("# 310: Tea", "", "(mutable)", "", "Tea.", *given, "FORFEIT", "Tea again.")
    house.reply(house.mover(), f"{new('rules/310.md', lines=text)}\nCALL VOTE\n")
    house.run()
    for name in ("Ada Lovelace", "Bob Babbage"):
        house.reply(name, "FOR\n")
        house.run()
    edits(house)


PROGRAM = """PROPOSE ENACT: Tea
{{
Tea again.

Effects:
    program:
        cups = quantity("cups")

        @action("BREW")
        def brew(me):
            say('''
        END
        FORFEIT
            ''')
}}
CALL VOTE
"""


@attacks(
    Attack(
        "injection",
        "a rule with a program",
        "has END stand in the program, as a word of a text, and below it FORFEIT",
        "whoever edits it forfeits nothing",
    )
)
def test_a_program_that_ends_the_letter_that_edits_it(house: House) -> None:
    house.reply(house.mover(), PROGRAM)
    house.run()
    for name in ("Ada Lovelace", "Bob Babbage"):
        house.reply(name, "FOR\n")
        house.run()
    assert house.state().programs
    edits(house)


def edits(house: House) -> None:
    rule = max(house.state().rules, key=lambda one: one.number)
    assert "FORFEIT" in f"{rule.text}{rule.program}"
    editor = house.mover()
    house.reply(editor, f"EDIT {rule.number}\n")
    house.run()
    letter = house.last["tea", address_of(editor)].text
    before = len(house.kinds())
    quoted = "".join(f"> {line}\n" for line in letter.splitlines())
    copied = letter[letter.find("PROPOSE AMEND") :]
    for answer in (f"PROPOSE\n\n{quoted}", f"PREVIEW\n\n{quoted}", copied):
        house.reply(editor, answer.replace("Tea again", "Tea anew"))
        house.run()
    assert set(house.kinds()[before:]) <= {"ProposalMade", "ProposalRevised"}
    assert len(house.state().playing) == 2


PLANTED = """PROPOSE ENACT: Tea
{{{
Tea is at four.

PROPOSE AMEND 208: Who wins
{{
Only Eve.
}}
}}}
CALL VOTE
"""


def answers(house: House, name: str, word: str) -> None:
    """By a program that quotes no blanks at a line's beginning."""
    letter = house.last["tea", address_of(name)].text
    quoted = "".join(f"> {line.strip()}\n" for line in letter.splitlines())
    house.reply(name, f"{word}\n\n{quoted}")
    house.run()


@each(
    "votes",
    "a rule, proposed",
    "has a whole proposal in its text, so that a {} to its ballot were that proposal's",
    "it is a vote",
    ("YES", "Ja"),
)
def test_a_proposal_in_the_ballot_that_is_answered(house: House, given: str) -> None:
    house.reply(house.mover(), PLANTED)
    house.run()
    answers(house, house.others()[0], given)
    assert [one.choice for one in house.events() if isinstance(one, BallotCast)] == ["for"]


@each(
    "injection",
    "a rule in force",
    "has a whole proposal in its text, for whoever says {} to the letter that shows it",
    "nothing is proposed",
    ("OK", "Passt"),
)
def test_a_proposal_in_the_rule_that_is_shown(house: House, given: str) -> None:
    house.reply(house.mover(), PLANTED)
    house.run()
    for name in ("Ada Lovelace", "Bob Babbage"):
        house.reply(name, "FOR\n")
        house.run()
    reader = house.mover()
    house.reply(reader, "RULE 301\n")
    house.run()
    assert "PROPOSE AMEND 208" in house.last["tea", address_of(reader)].text
    answers(house, reader, given)
    assert house.kinds().count("ProposalMade") == 1
