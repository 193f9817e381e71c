"""lateness: what may be done about a player who does not move in time (011 as revised)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="lateness",
    place=210,
    fold="one",
    meaning="moderator may remove: the Moderator may remove a player who is late; without such a "
    "clause nobody is removed",
    german="moderator may remove: Der Moderator darf jemanden aus dem Spiel nehmen, der zu spät "
    "ist; ohne eine solche Klausel wird niemand herausgenommen",
    forms=("moderator may remove",),
    read=read_word("moderator may remove"),
    show=str,
)
