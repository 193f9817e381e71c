"""A rule whose text would end the letter that edits it, and go on in commands."""

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
