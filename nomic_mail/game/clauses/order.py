"""order: how the order of play is found (007, 201)."""

from nomic_mail.game.clauses.kind import PROGRAM, Kind, read_word

KIND = Kind(
    name="order",
    place=20,
    fold="one",
    meaning="the order in which players take turns: shuffled in public at the start, as they "
    "joined, or alphabetical by surname; a new one starts with the next turn, without a shuffle",
    german="die Reihenfolge der Züge: zu Beginn öffentlich ausgelost, in der Folge des Beitritts, "
    "oder alphabetisch nach Nachnamen; eine neue gilt vom nächsten Zug an, ohne Auslosung",
    more="By surname, a newcomer takes their place. With `order: program` the program of the same "
    'rule says who is next, by its `@decides("next")`; where it has no answer, the order from '
    "before holds.",
    forms=("random", "as joined", "alphabetical", PROGRAM),
    read=read_word("random", "as joined", "alphabetical", PROGRAM),
    show=str,
    house="as joined",
    asks="next",
)
