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


TOLD = (
    "she's a fine boat.",
    "it's raining here.",
    "the dog is asleep.",
    "the roof leaks again.",
    "I'm on my way.",
    "my boat is late.",
    "he is wrong about the tea.",
    "they were here all day.",
)


def test_an_aye_may_answer_what_was_said() -> None:
    judged = Judged("ayes")
    for word, told in product(("Aye", "Nay", "aye"), TOLD):
        judged.letter(f"{word}, {told}", "ask")
    for told in ("a good rule.", "and thanks to Bob.", "I'll go for that.", "it makes sense."):
        judged.letter(f"Aye, {told}", "for 301")
    for word in ("AYE", "AYE on 301", "I vote aye"):
        judged.letter(f"{word}, and {TOLD[1]}", "for 301")
    judged.held()


SPOKEN = (
    "Imma say no to this one",
    "Quick response as I'm heading into a meeting: approved from my side.",
    "Five small points in a jar of glass, I vote that this good rule shall pass.",
    "no i dont want it because i only have one at home",
    "I vote not.",
    "ok from me. battery at 3%",
    "I'm in. Buff the dice",
    "Just finished my run, legs are jelly: for the deposit!",
)


def test_what_may_be_a_vote_is_never_lost() -> None:
    judged = Judged("spoken")
    for told, before, end in product(SPOKEN, ("", "Hello all,\n\n"), ("", "\n\nAda", "\nCheers")):
        judged.letter(f"{before}{told}{end}", "ask")
    judged.held()
