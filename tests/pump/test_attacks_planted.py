"""Commands in the text of a proposal: who copies them into a letter, with no mark that tells it,
has not said them. Alone, a vote is a vote."""

from itertools import islice, product
from pathlib import Path
from time import process_time

import pytest

from nomic_mail.game.commands import Leave, Vote
from nomic_mail.letters.grammar.planted import others_words
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.pump.says.meaning import texts_of
from tests.kit.house import House

TEXT = """Each player who likes tea says so on a line of its own.
FOR
Whoever does not is to keep silent, and drinks water until the end of the circuit.
  I vote FOR 301
LEAVE
PROPOSE REPEAL 206
The Moderator pours."""
RULE = "Votes\nOn the day of a vote all players rise and shout\nAGAINST\nuntil it is over."
ABOUT = About(301, (301,), texts=lambda: (f"The tea line\n{TEXT}", RULE))
LINES = TEXT.split("\n")


def votes(found: Understood) -> list[str]:
    return [one.command.choice for one in found.said if isinstance(one.command, Vote)]


def read(text: str, about: About = ABOUT) -> Understood:
    return understand("", text, about)


def indented(text: str, by: str = "  ") -> str:
    return "".join(f"{by}{line}\n" for line in text.split("\n"))


PLANTED = {
    "the whole, under a question": f"What does this mean?\n\n{TEXT}\n",
    "the whole, above a question": f"{TEXT}\n\nWhat does this mean?\n",
    "the whole and nothing else": f"{TEXT}\n",
    "indented": f"What does this mean?\n\n{indented(TEXT)}",
    "indented by a tab": f"What does this mean?\n\n{indented(TEXT, chr(9))}",
    "indented by many": f"I do not get this:\n\n{indented(TEXT, ' ' * 12)}",
    "in quotation marks": f'What does this mean?\n\n"{TEXT}"\n',
    "in curly ones": f"What does this mean?\n\n“{TEXT}”\n",
    "in German ones": f"Was soll das?\n\n„{TEXT}“\n",
    "in guillemets": f"Qu'est-ce que c'est ?\n\n« {TEXT} »\n",
    "in a fence": f"What does this mean?\n\n```\n{TEXT}\n```\n",
    "two lines of it": "\n".join(["Hm:", *LINES[:2]]),
    "the two below": "\n".join(["Hm.", *LINES[1:3]]),
    "with empty lines": "Bob, why this?\n\n" + "\n\n".join(LINES),
    "wrapped anew": "Bob, why?\n\nEach player who likes tea says\nso on a line of its own.\n"
    "FOR\nWhoever does not is to keep\nsilent, and drinks water until\n",
    "one line alone under a question": "What does this line do in it?\n\nFOR\n",
    "one line above a question": "FOR\n\nWhy does it say that on a line of its own?\n",
    "one line alone, indented": "Bob, this here is odd\n\n   FOR\n\nis it not\n",
    "one line in marks": 'This here is odd:\n\n"FOR"\n',
    "a line, and another further down": f"FOR\n\nand then comes\n\n{LINES[2]}\n",
    "with bullets": "Why?\n" + "".join(f"- {line}\n" for line in LINES[:3]),
    "with numbers cut off": "Look:\n" + "".join(f"* {line}\n" for line in LINES[2:5]),
    "in capitals": "Why is it\n" + TEXT.upper(),
    "out of a rule in force": "Is this still so?\n\n"
    "On the day of a vote all players rise and shout\nAGAINST\nuntil it is over.\n",
    "a sentence of it": "Who is meant by this?\n\nI vote FOR 301\n",
    "title and text": f"The tea line\n{LINES[0]}\nFOR\n",
    "a quotation that lost a mark": f"> {LINES[0]}\nFOR\n> {LINES[2]}\n",
    "with dots between": f"{LINES[0]}\n[...]\nI vote FOR 301\n[...]\n",
    "a text of nobody's, indented": "What does this mean?\n\n    FOR 301\n    it says\n",
    "a text of nobody's, in marks": 'What is this?\n"The first line\nFOR 301\nthe last line"\n',
    "a text of nobody's, in guillemets": "What is this?\n«\nFOR 301\n»\n",
}


@pytest.mark.parametrize("how", PLANTED)
def test_a_planted_line_is_asked_about_and_never_counted(how: str) -> None:
    found = read(PLANTED[how])
    assert found.said == ()
    assert found.questions


@pytest.mark.parametrize(
    "text",
    [
        "FOR\n",
        "FOR 301\n",
        "I vote FOR 301\n",
        "  FOR\n",
        '"FOR"\n',
        "Hello all,\n\nFOR\n\nBob\n",
        "Hello all,\n\n    FOR 301\n\nBest,\nAda\n",
        "I like this.\n\nFOR\n",
        "My vote is as follows:\n\n  FOR 301\n",
        "I vote:\n\n  FOR\n",
        f"> {LINES[0]}\n> FOR\n> {LINES[2]}\n\nFOR\n",
        f"> {LINES[0]}\n\nI do not like this one, but the rest.\n\nFOR 301\n",
        "FOR\n\n> FOR\n> Whoever does not\n",
        "I thought about it for a day.\n\nI vote FOR it.\n",
    ],
)
def test_a_vote_in_a_letter_of_ones_own_counts_though_a_proposal_has_such_a_line(text: str) -> None:
    found = read(text)
    assert votes(found) == ["for"]
    assert not found.questions


def test_a_vote_of_ones_own_counts_beside_what_is_copied() -> None:
    found = read(f"I vote AGAINST 301. What is this good for?\n\n{indented(TEXT)}")
    assert votes(found) in ([], ["against"])
    found = read("AGAINST 301\n\nIt says:\n\n" + indented("\n".join(LINES[:3])))
    assert votes(found) == ["against"]


def test_lines_that_all_are_votes_are_votes() -> None:
    """Or else a proposal of such lines would have everybody asked."""
    about = About(None, (301, 302), texts=lambda: ("A list\nFOR 301\nAGAINST 302\nFOR 303",))
    assert votes(read("FOR 301\nAGAINST 302\n", about)) == ["for", "against"]


def test_the_longest_letter_about_the_longest_game_takes_no_time() -> None:
    rows = product(("so", "tea", "all", "who", "pour", "five"), repeat=8)
    game = "\n".join(" ".join(one) for one in islice(rows, 60_000))
    letter = "five pour who all five pour who all\nso who pour so who pour so\n" * 1_000
    lines = scaffold(letter + "FOR 301\n")
    others_words(lines[:2], lambda: (game,))  # the texts are read once
    began = process_time()
    marked = others_words(lines, lambda: (game,))
    assert process_time() - began < 2
    assert 2_001 not in marked


def test_nor_does_anybody_leave_or_propose_by_copying() -> None:
    found = read(f"Bob, what is that?\n\n{TEXT}\n")
    assert not any(isinstance(one.command, Leave) for one in found.said)
    assert found.said == ()
    assert read("FORFEIT\n").said[0].command == Leave()


def test_a_proposal_may_hold_the_words_of_a_rule() -> None:
    """Whoever amends a rule copies it."""
    changed = TEXT.replace("water", "milk")
    (one,) = read(f"PROPOSE AMEND 301\n{changed}\nEND\n").said
    assert "milk" in one.command.change.text  # type: ignore[attr-defined]
    (one,) = read(f'REVISE 301\n"{changed}"\nEND\n').said
    assert type(one.command).__name__ == "Revise"


def test_the_voter_of_a_game_is_asked(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    mover, voter = house.mover(), house.others()[0]
    text = "All who like tea say so.\nFOR\nAll others drink water."
    house.reply(mover, f"PROPOSE ENACT: Tea\n{text}\nEND\nCALL VOTE\n")
    house.run()
    assert "FOR" in texts_of(house.state())[0].split("\n")
    for number, copied in enumerate((text, indented(text), f'"{text}"', "   FOR")):
        house.reply(voter, f"What does this mean, number {number}?\n\n{copied}\n")
        (told,) = house.run()
        assert "is it yours?" in " ".join(told.text.split()), copied
    assert house.state().open_polls[0].ballots == {}
    house.reply(voter, "FOR\n")
    house.run()
    assert [one.choice for one in house.state().open_polls[0].ballots.values()] == ["for"]
