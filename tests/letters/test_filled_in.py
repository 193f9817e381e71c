"""A form that somebody has filled in is read as what it says: its vote counts on what its number
row names, its other rows say what their values say, and its name row gives nobody a new name."""

from itertools import permutations, product

from msgspec.structs import replace

from nomic_mail.game.commands import Vote
from nomic_mail.game.procedures.naming import Rename
from nomic_mail.letters.grammar.understand import understand
from tests.kit.letters.judged import ONE, TWO, Judged

NUMBERS = ("PROPOSAL: 301", "Proposal no.: 301", "Ballot: #301", "Proposal | 301", "Antrag: 301")
SIDES = {"FOR": "for", "yes": "for", "No": "against", "AGAINST": "against", "in favour": "for"}
LABELS = ("VOTE", "My vote", "Vote cast", "Choice")
ROWS = ("NAME: A. Kowalski", "Date: 30 November", "Voter: Bea", "Comment: none", "PLACE: Oslo")
TIES = ("Comment: only if Bob agrees", "Remarks: just a test", "Note: this is not a vote")


def test_its_vote_counts() -> None:
    judged = Judged("forms")
    for number, (side, way), label, row in product(NUMBERS, SIDES.items(), LABELS, ROWS):
        for rows in permutations((number, f"{label}: {side}", row)):
            judged.letter("\n".join(rows), f"{way} 301")
    judged.held()


def test_what_ties_it_in_another_row_has_it_asked_about() -> None:
    judged = Judged("forms that tie")
    for number, side, label, row in product(NUMBERS, SIDES, LABELS, TIES):
        judged.letter(f"{number}\n{label}: {side}\n{row}", "ask")
    judged.held()


def test_each_of_two_forms_is_on_its_own() -> None:
    judged = Judged("two forms")
    for one, other in product(SIDES, repeat=2):
        text = f"Proposal: 301\nVote: {one}\n\nProposal: 302\nVote: {other}"
        for told in (text, text.replace("\n\n", "\n"), f"{text}\nName: Bea"):
            judged.letter(told, f"{SIDES[one]} 301, {SIDES[other]} 302", TWO)
    judged.held()


def test_a_name_row_names_nobody_anew_and_name_alone_does() -> None:
    form = understand("", "PROPOSAL: 301\nVOTE: FOR\nNAME: A. Kowalski", ONE)
    assert [one.command for one in form.said] == [Vote(choice="for", proposal=301)]
    both = understand("", "NAME: Ann Other\n\nFOR 301", ONE)
    assert [type(one.command) for one in both.said] == [Rename, Vote]


def test_a_form_in_somebody_else_s_name_is_asked_about() -> None:
    ann = replace(ONE, called=frozenset({"ann", "kowalski"}))
    own, anothers = Judged("in one's own name"), Judged("in somebody else's name")
    labels = ("NAME", "Voter", "Player", "Signed", "Full name", "From")
    for label, number, (side, way) in product(labels, ("", *NUMBERS[:2]), SIDES.items()):
        for name in ("Ann", "A. Kowalski", "Kowalski, Ann", "ann kowalski"):
            rows = [f"{label}: {name}", number, f"Vote: {side}"]
            own.letter("\n".join(filter(None, rows)), f"{way} 301", ann)
        for name in ("Bob", "B. Carter", "Lee, Carol", "bob"):
            rows = [f"{label}: {name}", number, f"Vote: {side}"]
            anothers.letter("\n".join(filter(None, rows)), "ask", ann)
            anothers.letter("\n".join(filter(None, reversed(rows))), "ask", ann)
    own.held()
    anothers.held()
