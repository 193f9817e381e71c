"""What is said of what the proposal brings is said of the proposal: "Nah, two dice are too many" is
a vote where 301 brings two dice. Where they are, who has them and what became of them is none."""

from itertools import product

from msgspec.structs import replace

from nomic_mail.letters.grammar.reading import About, Aims
from tests.kit.letters.judged import ONE, Judged

BRINGS = {
    "ENACT: Each player throws two dice at once": ("two dice", "the dice"),
    "ENACT: A postcard a month from each player": ("postcards", "a postcard"),
    "AMEND 203: Cards are drawn before each throw": ("the cards", "cards"),
    "ENACT: Whoever writes a limerick scores five": ("a limerick", "the limericks"),
}
FOR = (
    "Yes, {} would be fun!",
    "Yes! More {}, please.",
    "Yes, I like {}.",
    "I want {}. Yes.",
    "yeah, {} would be great",
    "Yes, I love {}, thanks.",
    "{} would be more fun. Yes!",
)
AGAINST = (
    "Nah, {} would be too much.",
    "No, I don't want {}.",
    "I have never liked {}. No.",
    "Nope, {} would be boring.",
    "I don't like {}, so no.",
    "no, I hate {}",
)
TELLS = (
    "Yes, I found {} in the kitchen.",
    "Did you see {}? Yes.",
    "{} for dinner. Yes.",
    "My son wants {}. No.",
    "If {} would be fun, yes.",
    "I found {}. Yes!",
    "Yes, I got {} by post.",
    "{} tomorrow. Yes.",
)


def about(proposed: str) -> About:
    aims = Aims(changes=1, text=proposed)
    return replace(ONE, aims=lambda: aims)


def judge(judged: Judged, told: tuple[str, ...], outcome: str) -> None:
    for (proposed, names), one in product(BRINGS.items(), told):
        for name, end in product(names, ("", "\n\nAda", "\nBest wishes,\nAda")):
            text = one.format(name)
            judged.letter(text[0].upper() + text[1:] + end, outcome, about(proposed))


def test_it_is_a_vote_where_the_clause_judges_or_wants_it() -> None:
    judged = Judged("of the matter")
    judge(judged, FOR, "for 301")
    judge(judged, AGAINST, "against 301")
    judged.held()


def test_it_is_none_where_the_clause_tells_of_it() -> None:
    judged = Judged("told of it")
    judge(judged, TELLS, "none")
    judged.held()


def test_who_speaks_of_what_there_is_now_is_asked() -> None:
    judged = Judged("as it is")
    instead = about("AMEND 202: Each player throws two dice instead of one")
    for text in ("Yes, one die is enough.", "Yes, I like one die.", "yes, one die is plenty"):
        judged.letter(text, "none", instead)
    for text in (
        "No, one die is enough.",
        "I'd rather keep one die, so no.",
        "nah, one die is fine",
    ):
        judged.letter(text, "against 301", instead)
    judged.held()


BECAME = (
    "arrived",
    "arrived this morning",
    "have all been found",
    "fell under the table",
    "were lost again",
    "are on the way",
    "are in my bag",
    "are back",
    "came by post",
    "rolled off the table",
)


def test_what_became_of_a_thing_that_every_game_has_tells_of_no_vote() -> None:
    judged = Judged("what became of it")
    things = ("the dice", "my dice", "the new dice", "the drafts", "your points", "both texts")
    for word, thing, became, end in product(("Yes", "No"), things, BECAME, (".", ", thanks.")):
        judged.letter(f"{word}, {thing} {became}{end}", "none", about("ENACT: Roll two dice"))
    judged.held()
