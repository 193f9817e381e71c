"""withdrawal: until when a proposal can be withdrawn."""

from nomic_mail.game.clauses.kind import Kind, read_word

UNTIL_IT_OPENS, UNTIL_IT_CLOSES = "until the vote opens", "until the vote closes"

KIND = Kind(
    name="withdrawal",
    place=107,
    fold="one",
    meaning="until when its proposer can withdraw a proposal (WITHDRAW 301). until the vote "
    "closes: then the vote is over at once, whoever has voted, but with a chair, where it runs to "
    "its declared end; its outcome is withdrawn, and it brings nobody points. Without such a "
    "clause it is until the vote opens",
    german="bis wann ein Vorschlag zurückgenommen werden kann (WITHDRAW 301), von wem er ist. "
    "until the vote closes: Dann ist die Abstimmung sofort vorbei, wer auch immer abgestimmt hat, "
    "außer mit einem Vorsitz, wo sie bis zu ihrem angesagten Ende läuft; er gilt als "
    "zurückgenommen und bringt niemandem Punkte. Ohne eine solche Klausel geht es, bis die "
    "Abstimmung beginnt",
    more="It holds for what is opened from then on.",
    forms=(UNTIL_IT_OPENS, UNTIL_IT_CLOSES),
    read=read_word(UNTIL_IT_OPENS, UNTIL_IT_CLOSES),
    show=str,
    frozen=lambda value: value == UNTIL_IT_CLOSES,
)
