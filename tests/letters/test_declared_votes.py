"""A vote that is declared in a sentence of its own counts among whatever else is told; none does
beside what ties it, takes it back or hopes for the other end."""

from itertools import product

import pytest

from tests.kit.letters.judged import ONE, Judged

DECLARED = {
    "For.": "for 301",
    "Anyway, against.": "against 301",
    "Final answer: for.": "for 301",
    "+1 from me on 301.": "for 301",
    "Im in favour of 301.": "for 301",
    "Put me in the for column.": "for 301",
    "I'm voting this one down.": "against 301",
    "I'll give it the nod.": "for 301",
    "Count me in on 301.": "for 301",
    "i am agenst it.": "against 301",
    "Was for it, now against.": "against 301",
    "So from me it is against.": "against 301",
    "As I said on the list, no.": "against 301",
    "Yes to Bob's rule.": "for 301",
    "For for for.": "for 301",
    "I hereby confirm that my vote is cast in the affirmative.": "for 301",
}
BESIDE = (
    "The kids caught two perch and a boot.",
    "3 exams this week and no time to think.",
    "Both asleep at once, it is a miracle.",
    "There will be an inbox full of dad jokes by Wednesday.",
    "About time somebody said it.",
    "I like jokes and I like Bob.",
    "You've never missed a vote, Ann.",
    "How was the holiday?",
    "If we drop it the Judge can sit for ever.",
    "I need the points.",
    "Night night.",
)
AGAINST_IT = (
    "If Bob fixes the comma.",
    "Unless somebody objects.",
    "Or maybe not.",
    "Hold on, let me think again.",
    "I may still change my mind.",
    "Just kidding.",
    "Only when it is reworded.",
    "I am not sure, though.",
    "Please don't count this.",
    "Depends on Ann.",
)


@pytest.mark.parametrize("vote", DECLARED)
def test_it_counts_whatever_stands_beside_it(vote: str) -> None:
    judged = Judged(vote)
    for before, behind in product(("", *BESIDE), ("", *BESIDE[:8])):
        judged.letter(f"{before} {vote} {behind}".strip(), DECLARED[vote])
    judged.held(needless=0.1)  # behind a question of one's own, "yes" and "+1" may answer that


@pytest.mark.parametrize("vote", DECLARED)
def test_what_ties_it_or_takes_it_back_leaves_none(vote: str) -> None:
    judged = Judged(vote)
    for before, behind in product(("", *BESIDE[:4]), AGAINST_IT):
        judged.letter(f"{before} {vote} {behind}".strip(), "none")
    judged.held()


@pytest.mark.parametrize(
    "text",
    [
        "FOR 301\n\n(I really don't want this rule to pass.)",
        "AGAINST 301. It's a good rule and I hope it passes.",
        "for. i do hope it fails",
    ],
)
def test_who_hopes_for_the_other_end_is_asked(text: str) -> None:
    judged = Judged(text)
    judged.letter(text, "ask", ONE)
    judged.held()


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("I'll vote tonight.", "talk"),
        ("I'd rather not vote on this one, thank you.", "talk"),
        ("I'll vote for it tonight.", "ask"),
        ("With friendly greetings", "talk"),
        ("+ funny\n- ties?\nThree to two, so: against.", "against 301"),
        ("1. Is it clear? Yes.\nMy vote: FOR.", "for 301"),
        ("Count me in on Bob's one!", "for 301"),
        ("I'm in Portugal until the 14th.", "talk"),
    ],
)
def test_what_is_asked_about_and_what_is_not(text: str, outcome: str) -> None:
    judged = Judged(text)
    judged.letter(text, outcome)
    judged.held()
