"""order: how the order of play is found (007, 201)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="order",
    place=20,
    fold="one",
    meaning="the order in which players take turns: shuffled in public at the start, as they "
    "joined, or alphabetical by surname; a new one starts with the next turn, without a shuffle",
    more="By surname, a newcomer takes their place.",
    forms=("random", "as joined", "alphabetical"),
    read=read_word("random", "as joined", "alphabetical"),
    show=str,
    house="as joined",
)
