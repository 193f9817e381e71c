"""debate: who decides the time to end the debate (111)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="debate",
    place=70,
    fold="one",
    meaning="who ends the debate and opens the vote: the proponent, or the judge too, if asked",
    german="wer die Debatte beendet und die Abstimmung eröffnet: wer vorgeschlagen hat, oder auch "
    "der Richter, wenn er gefragt wird",
    more="The judge is asked by JUDGMENT END DEBATE.",
    forms=("proponent", "proponent or judge"),
    read=read_word("proponent", "proponent or judge"),
    show=str,
    house="proponent",
)
