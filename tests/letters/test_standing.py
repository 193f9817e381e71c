"""A side that stands alone in its letter is its writer's vote, whatever else the letter tells; and
none where its own sentence ties it, gives it to somebody else or says it of another thing."""

from itertools import product

from tests.kit.letters.judged import Judged

SIDES = {
    "for.": "for",
    "against!": "against",
    "against, please.": "against",
    "I vote for.": "for",
    "I vote against it.": "against",
    "I'm against.": "against",
    "in favour.": "for",
}
TALES = (
    "The geese go north, the ice goes out:",
    "I have been there, I have done that, and it was a pain:",
    "With a heavy heart, since Jan is a friend of mine:",
    "The shop is full and I have no hands free, so",
    "After a week of rain and two of thinking, I'll do it here:",
    "The bread is in the oven and the goat is on the roof:",
    "I have read it to the hens and to the goat, and here I am:",
)
ENDS = ("", " Please frame this mail.", "\n\nAda", " Greetings from the allotment!\nAda")
OF_OTHERS = (
    "My brother Bob: {}",
    "As my brother said: {}",
    "Not quite: {}",
    "On the tea: {}",
    "If Bob agrees: {}",
    "Perhaps: {}",
    "The word that Bob would choose: {}",
    "My neighbour writes that he is {}",
    "Who is with me? {} Unless Bob is not.",
    "They asked him, and he was {}",
)
SAYS = {
    "I hereby vote in favour of Proposal 301": "for",
    "I vote against it": "against",
    "I therefore vote for the proposal": "for",
}
DEEDS = ("Make it one week:", "Cap it at ten:", "Drop the second clause -", "Lower the fine:")
BEHIND = (
    ", without prejudice to any later judgment.",
    ", with apologies to the author.",
    ", as the goat would have eaten the ballot.",
    " (the goat ate the pen, so this is typed).",
    ", and greetings to the whole table.",
)
TIES = (
    ", if Bob does.",
    ", unlike Bob, unless he asks.",
    ", provided that the goat is paid.",
    " (perhaps).",
    ", says Bob.",
    ", or maybe not.",
    ", but only until Sunday.",
    ", subject to the judge.",
)


def test_it_is_the_vote_of_its_letter() -> None:
    judged = Judged("standing")
    for tale, (side, way), end in product(TALES, SIDES.items(), ENDS):
        judged.letter(f"{tale} {side}{end}", f"{way} 301")
    for (says, way), behind, end in product(SAYS.items(), BEHIND, ENDS):
        judged.letter(f"{says}{behind}{end}", f"{way} 301")
    judged.held(needless=0.1)


def test_it_is_none_where_its_own_sentence_takes_it_away() -> None:
    judged = Judged("not standing")
    for tale, side, end in product(OF_OTHERS, SIDES, ("", "\n\nAda")):
        judged.letter(f"{tale.format(side)}{end}", "none")
    for deed, side in product(DEEDS, SIDES):
        judged.letter(f"{deed} {side}", "none")
    for says, behind, end in product(SAYS, TIES, ("", "\n\nAda")):
        judged.letter(f"{says}{behind}{end}", "none")
    judged.held()
