"""eligible: who may vote on a proposal, where a program says so."""

from nomic_mail.game.clauses.kind import PROGRAM, Kind, read_word

KIND = Kind(
    name="eligible",
    place=97,
    fold="one",
    meaning="who is among the voters on a proposal: of those who would be, the program of that "
    'rule is asked, by its `@decides("eligible")`, as the ballot opens',
    german="wer über einen Vorschlag abstimmt: Zu denen, die es sonst täten, wird das Programm "
    'jener Regel gefragt, mit seinem `@decides("eligible")`, wenn die Abstimmung beginnt',
    more="Where it has no answer, or would have nobody, it is as if there were no such clause "
    "(114). On a request to join everybody votes.",
    forms=(PROGRAM,),
    read=read_word(PROGRAM),
    show=str,
    asks="eligible",
)
