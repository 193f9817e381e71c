"""What is said of the rule that a proposal is on, and of whose it is, is read as what it brings
about, and never the other way."""

from itertools import product

from msgspec.structs import replace

from nomic_mail.letters.grammar.reading import Aims
from tests.kit.letters.judged import ONE, Judged

ANN = ("ann lee", "ann", "lee")
REPEALS = replace(ONE, aims=lambda: Aims(repealed=(206,), changes=1, author=ANN))
AMENDS = replace(ONE, aims=lambda: Aims(amended=(203,), changes=1, author=ANN))
SEVERAL = replace(ONE, aims=lambda: Aims(repealed=(206,), amended=(203,), changes=2, author=ANN))
MAKES = replace(ONE, aims=lambda: Aims(changes=1, author=ANN))
TWO_ANNS = replace(ONE, aims=lambda: Aims(changes=1, author=("ann lee", "lee")))
SPEAKER = "The Speaker\nThe Speaker shall serve for one turn only. Who is late loses 10 points."
SPEAKS = replace(ONE, aims=lambda: Aims(changes=1, text=SPEAKER))
RULE = ("206", "rule 206", "#206")
SAVES = (
    "keep {}",
    "save {}",
    "leave {} alone",
    "leave {} as it is",
    "hands off {}",
    "don't repeal {}",
    "do not scrap {}",
    "let {} stand",
    "long live {}",
    "let's not drop {}",
)
ENDS_IT = (
    "repeal {}",
    "get rid of {}",
    "scrap {}",
    "away with {}",
    "drop {}",
    "do away with {}",
    "don't keep {}",
)
AS_IS = (
    "leave {} alone",
    "leave {} as it is",
    "hands off {}",
    "don't change {}",
    "don't touch {}",
    "keep {} as it is",
    "let's not amend {}",
)
REWORDS = (
    "amend {}",
    "change {}",
    "fix {}",
    "reword {}",
    "rewrite {}",
    "don't reword {}",
    "do not fix {}",
    "let {} stay",
    "let {} live",
)
BEFORE = ("", "please ", "let's ", "just ")
AFTER = ("", ".", "!", ", please!", ", folks.")


def sentences(told: tuple[str, ...], rules: tuple[str, ...]) -> list[str]:
    every = [one.format(rule) for one, rule in product(told, rules)]
    whole = [
        f"{before}{one}{after}"
        for before, one, after in product(BEFORE, every, AFTER)
        if not before or not one.startswith(("let", "don", "do not", "long", "hands", "away"))
    ]
    return [one[0].upper() + one[1:] for one in whole]


def test_what_to_do_with_a_rule_is_a_vote_on_its_repeal() -> None:
    judged = Judged("under a repeal")
    for text in sentences(SAVES, RULE):
        judged.letter(text, "against 301", REPEALS)
    for text in sentences(ENDS_IT, RULE):
        judged.letter(text, "for 301", REPEALS)
    for text in ("Repeal it!", "Let's repeal it.", "Repeal the rule."):
        judged.letter(text, "for 301", REPEALS)
    judged.held()


def test_what_to_do_with_a_rule_is_a_vote_on_its_amendment() -> None:
    judged = Judged("under an amendment")
    for text in sentences(AS_IS, ("203", "rule 203")):
        judged.letter(text, "against 301", AMENDS)
    for text in sentences(REWORDS, ("203", "rule 203")):
        judged.letter(text, "ask", AMENDS)
    judged.letter("Edit 203!", "none", AMENDS)  # it asks for the text to edit
    for text in ("Repeal 203!", "Get rid of 203."):
        judged.letter(text, "none", AMENDS)
    judged.held()


def test_a_wish_is_asked_about_and_another_rule_is_no_matter_of_the_ballot() -> None:
    judged = Judged("wishes")
    for text in (
        "We should keep 206.",
        "I want to keep rule 206 because it is short.",
        "I'd rather keep 206.",
        "I would like to scrap 206, it never helped anybody.",
        "206 must go, it is a mess and nobody reads it.",
        "I prefer 206 as it is.",
        "Keep 206 but make it shorter.",
    ):
        judged.letter(text, "ask", REPEALS)
    for text in ("I prefer 203 as it is.", "I like 203 just as it stands.", "203 is fine as it is"):
        judged.letter(text, "ask" if "fine" not in text else "against 301", AMENDS)
    for about in (AMENDS, MAKES, ONE):
        for text in ("Keep 206!", "Get rid of 206.", "Leave 206 alone."):
            judged.letter(text, "none", about)
    for text in ("Keep 206!", "Leave 203 as it is.", "Get rid of 206!"):
        judged.letter(text, "ask", SEVERAL)
    judged.held()


def test_a_yes_that_wants_the_other_end_is_asked_about() -> None:
    judged = Judged("belied")
    joins = (", ", "! ", ". ", " - ", ": ")
    for word, join, told in product(("Yes", "FOR", "Aye", "I vote yes"), joins, SAVES):
        judged.letter(f"{word}{join}{told.format('206')}!", "ask", REPEALS)
        judged.letter(f"{told.format('206').capitalize()}{join}{word}", "none", REPEALS)
    for word, join, told in product(("No", "AGAINST", "I vote no"), joins, ENDS_IT[:6]):
        judged.letter(f"{word}{join}{told.format('206')}!", "ask", REPEALS)
    for word, told in product(("FOR 301", "Yes", "I vote for"), SAVES):
        judged.letter(f"{word}\n\n{told.format('206').capitalize()}!", "none", REPEALS)
    judged.held()


def test_a_vote_that_wants_the_same_end_counts() -> None:
    judged = Judged("borne out")
    for word, told in product(("No", "AGAINST 301", "I vote no"), SAVES[:4]):
        judged.letter(f"{word}. {told.format('206').capitalize()}.", "against 301", REPEALS)
    for word, told in product(("FOR 301", "I vote yes", "FOR"), ENDS_IT[:4]):
        judged.letter(f"{word}. {told.format('206').capitalize()}!", "for 301", REPEALS)
    judged.letter("AGAINST, repealing 206 would be a disaster.", "against 301", REPEALS)
    judged.letter("FOR 301, nobody reads 206 any more.", "for 301", REPEALS)
    judged.held(0.1)


def test_who_sides_with_the_author_votes_for_it_and_with_nobody_else() -> None:
    judged = Judged("whose it is")
    for text in ("I'm with Ann.", "I am with Ann on this one!", "I'm all with Ann"):
        judged.letter(text, "for 301", REPEALS)
    for text in ("I'm with Bob.", "I am with Bob on this one!", "I'm with Annie"):
        judged.letter(text, "ask", REPEALS)
    for text in ("No to Ann's idea.", "I vote against Ann's proposal.", "No to Ann's new rule!"):
        judged.letter(text, "against 301", REPEALS)
    for text in ("Yes to Ann's proposal", "I vote for Ann's amendment."):
        judged.letter(text, "for 301", REPEALS)
    for text in (
        "No to Bob's idea.",
        "I vote against Bob's proposal.",
        "Yes to Bob's rule!",
        "I'm for Bob's motion.",
    ):
        judged.letter(text, "ask", REPEALS)
    for text in ("I'm with Ann.", "No to Ann's idea.", "Yes to Ann's proposal"):
        judged.letter(text, "ask", TWO_ANNS)
    for text in ("I'm with Lee!", "Yes to Lee's proposal"):
        judged.letter(text, "for 301", TWO_ANNS)
    judged.letter("I vote no, thanks for Bob's idea though.", "against 301", REPEALS)
    judged.held(0.1)


def test_below_the_proposals_own_words_a_yes_is_to_it() -> None:
    """Below anybody else's it may be to them."""
    judged = Judged("below its words")
    own = ("The Speaker shall serve for one turn only.", "who is late\n> loses 10 points")
    others = ("Bob says that is too long.", "I shall be late for one turn only, sorry.")
    for lead, says in product(
        ("Exactly right, one turn is enough", "A fair idea", "I like this rule"),
        {"Yes.": "for", "I'm in favour of it.": "for"}.items(),
    ):
        for line in own:
            judged.letter(f"> {line}\n\n{lead}. {says[0]}", f"{says[1]} 301", SPEAKS)
        for line in others:
            judged.letter(f"> {line}\n\n{lead}. Yes.", "ask", SPEAKS)
    judged.letter("> loses 10 points\nGood.\n> for one turn only\nNo.", "ask", SPEAKS)
    judged.held()
