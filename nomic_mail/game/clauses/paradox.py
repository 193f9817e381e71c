"""paradox: whether a ruling can name the winner when play cannot go on (213)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="paradox",
    place=160,
    fold="one",
    meaning="winner by ruling: when play cannot go on, or a move appears equally legal and "
    "illegal, a judge may name the first player unable to complete a turn, who wins unless the "
    "ruling is overruled; without such a clause no ruling names a winner",
    german="winner by ruling: Wenn das Spiel nicht weitergehen kann oder ein Zug ebenso erlaubt "
    "wie verboten scheint, darf ein Richter den Ersten nennen, der einen Zug nicht vollenden "
    "kann, und der gewinnt, wenn das Urteil nicht verworfen wird; ohne eine solche Klausel nennt "
    "kein Urteil einen Sieger",
    more="Never by machine.",
    forms=("winner by ruling",),
    read=read_word("winner by ruling"),
    show=str,
)
