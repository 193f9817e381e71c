"""precedence: which of two conflicting rules of one status holds (211)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="precedence",
    place=230,
    fold="one",
    meaning="between rules of one status that conflict, the lowest or the highest number holds, "
    "where neither says of itself that it takes precedence or defers",
    german="unter Regeln derselben Art, die sich widersprechen, gilt die niedrigste oder die "
    "höchste Nummer, wenn keine von sich sagt, dass sie Vorrang hat oder zurücktritt",
    forms=("lowest number", "highest number"),
    read=read_word("lowest number", "highest number"),
    show=str,
    house="lowest number",
)
