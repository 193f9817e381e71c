"""judge: who decides a disputed question (212, 011)."""

from nomic_mail.game.clauses.kind import Kind, read_word

BY_LOT = "by lot"

KIND = Kind(
    name="judge",
    place=180,
    fold="one",
    meaning="who is asked first when judgment is invoked. by lot: whom the dice name among the "
    "players who can judge",
    german="wer zuerst gefragt wird, wenn ein Urteil verlangt ist. by lot: wen die Würfel unter "
    "denen nennen, die richten können",
    more="Lots are drawn among all who are not in their own turn, have not been asked in this "
    "judgment, and have not asked, where there is anybody else; so is the next judge.",
    forms=("moderator", "player before the mover", BY_LOT),
    read=read_word("moderator", "player before the mover", BY_LOT),
    show=str,
    house="moderator",
)
