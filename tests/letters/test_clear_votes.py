"""A vote that closes a letter counts whatever the letter tells, where nothing in it speaks against
that; a bare yes or no only where the letter is of what the proposal is about."""

from itertools import product

from msgspec.structs import replace

from nomic_mail.letters.grammar.reading import Aims
from tests.kit.letters.judged import ONE, TWO, Judged

DICE = Aims(changes=1, text="Double luck\nEvery player throws two dice a turn.")
ABOUT = replace(ONE, aims=lambda: DICE)
ENDS = replace(
    ONE, aims=lambda: Aims(changes=1, text="No player throws two dice a turn any longer.")
)
STORIES = """
The roof is finished at last.
Most of my tomatoes are ripe.
I marked forty essays this afternoon.
The ferry leaves in ten minutes.
Our choir sang in the rain.
Grandmother sends her love.
A long day, and a short letter.
The neighbours are painting their fence.
We won by three goals.
Lambing began this morning.
""".strip().split("\n")
FIRM = {
    "I'm voting against it.": "against",
    "Please register my vote as against.": "against",
    "My vote stays as it was: no.": "against",
    "I regret I cannot support this.": "against",
    "So it's a no from me.": "against",
    "I hereby vote in favour of it.": "for",
    "Kindly record my vote as a yes.": "for",
    "I rise in support of this proposal.": "for",
    "You may count me among those in favour.": "for",
    "Definitely yes.": "for",
    "Definitely no.": "against",
    "I have to vote against this one, sorry Bob!": "against",
}
ASKED = """
Maybe I read it wrong.
All a joke.
Bob said that, not me.
Unless the judge objects, that is.
I might change my mind.
I'm only kidding.
Not really, though.
Ask me again tomorrow.
Provided that Ann agrees.
That is, with one change.
That was for 302.
Or was it the other way round?
As if.
Just a joke.
""".strip().split("\n")
LED = (
    "Short of time, so short: {}",
    "Quick one from the bus: {}",
    "Must run, so quickly: {}",
    "The fee hits those who play least; therefore {}",
    "It slows down whoever is slow already; therefore {}",
    "Did the sums, and this is lopsided: {}",
    "Two dice are one too many to count, so {}",
    "With the greatest respect to the author: {}",
    "All that luck would skew the scores; hence {}",
)
OF_DICE = (
    "One die was plenty for my tired head.",
    "Dice roll under the sofa twice as fast.",
    "Throwing dice is the whole point of a game night.",
    "A second die spreads the luck about.",
)
OF_LIFE = """
The cake was too sweet.
My train was cancelled.
Glad to see you.
The lamp works again.
I liked the concert.
Nothing in the mailbox.
Two seats left.
Feels like autumn.
""".strip().split("\n")
GREETINGS = ("", "Hi all,\n\n", "Dear friends, ")
FAREWELLS = ("", "\n\nBest,\nAda", "\n\nKind regards\nAda Lovelace")


def test_a_vote_that_closes_a_letter_counts_whatever_is_told_before_it() -> None:
    judged = Judged("closing")
    for story, end, hi, bye in product(STORIES, FIRM, GREETINGS, FAREWELLS):
        judged.letter(f"{hi}{story} {end}{bye}", f"{FIRM[end]} 301", ABOUT)
    judged.held(0.04)


def test_a_sign_of_danger_leaves_none() -> None:
    judged = Judged("in danger")
    for danger, end, hi, bye in product(ASKED, FIRM, GREETINGS, FAREWELLS):
        judged.letter(f"{hi}{end} {danger}{bye}", "none", ABOUT)
    for danger, end, hi in product(ASKED[:8], ("Yes.", "No.", "so yes", "so no"), GREETINGS):
        judged.letter(f"{hi}{danger} {end}", "none", ABOUT)
    judged.held()


def test_a_yes_or_a_no_that_its_letter_leads_to_counts() -> None:
    judged = Judged("led to")
    for led, hi, bye in product(LED, GREETINGS, FAREWELLS):
        judged.letter(f"{hi}{led.format('no.')}{bye}", "against 301", ABOUT)
    for led, hi, bye in product(LED[:3], GREETINGS, FAREWELLS):
        judged.letter(f"{hi}{led.format('yes')}{bye}", "for 301", ABOUT)
    judged.held(0.04)


def test_a_yes_or_a_no_is_said_to_what_the_proposal_speaks_of() -> None:
    judged = Judged("of the dice")
    for told, hi, bye in product(OF_DICE, GREETINGS, FAREWELLS):
        judged.letter(f"{hi}{told} No.{bye}", "against 301", ABOUT)
        judged.letter(f"{hi}{told} No.{bye}", "none", replace(ABOUT, aims=lambda: Aims(changes=1)))
    for told, word in product(OF_LIFE, ("Yes.", "No.", "Yes!", "no")):
        judged.letter(f"{told} {word}", "none", ABOUT)
        judged.letter(f"{word} {told}", "none", ABOUT)
    judged.held(0.04)


def test_a_yes_to_what_the_proposal_gives_counts_and_to_what_it_takes_does_not() -> None:
    judged = Judged("aimed at its words")
    for told, what in product(
        ("{} to the two dice", "In the end, {} to two dice.", "{} to more dice!", "{} on the dice"),
        (("yes", "for"), ("no", "against")),
    ):
        word, way = what
        text = told.format(word)
        judged.letter(
            text[0].upper() + text[1:], f"{way} 301" if "more" not in text else "none", ABOUT
        )
        for about in (ENDS, ONE, TWO):
            judged.letter(text, "none", about)
    judged.letter("Yes to pizza", "none", ABOUT)
    judged.letter("No to dice on Sunday", "none", ABOUT)
    judged.held(0.04)


def test_a_yes_that_mocks_its_reason_is_none() -> None:
    judged = Judged("mocked")
    for word, told, what in product(
        ("Yes", "Yeah", "Yep", "Aye"),
        (
            "punishing people",
            "more paperwork",
            "a new fine",
            "shouting at friends",
            "one more rule",
        ),
        ("always makes them nicer", "never fails to please", "has always helped", "never hurts"),
    ):
        judged.letter(f"{word}, because {told} {what}.", "ask", ABOUT)
    judged.held()


def test_a_german_vote_beside_a_german_doubt_is_none() -> None:
    judged = Judged("in German")
    for word, doubt in product(
        ("Dafür", "Dagegen", "Ja", "Nein"),
        ("Wenn Bob es auch ist.", "Vielleicht.", "Oder doch?", "Nur ein Scherz.", "Falls es geht."),
    ):
        judged.letter(f"{word}, viele Grüße\n\n{doubt}", "none", ABOUT)
        judged.letter(f"{doubt} {word}, viele Grüße", "none", ABOUT)
    judged.held()
