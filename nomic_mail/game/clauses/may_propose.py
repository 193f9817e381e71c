"""may propose: who may propose, where a program says so."""

from nomic_mail.game.clauses.kind import PROGRAM, Kind, read_word

KIND = Kind(
    name="may propose",
    place=98,
    fold="one",
    meaning="who may propose: of those who otherwise could, the program of that rule is asked, by "
    'its `@decides("may propose")`, as somebody does',
    german="wer vorschlagen darf: Zu denen, die es sonst dürften, wird das Programm jener Regel "
    'gefragt, mit seinem `@decides("may propose")`, wenn jemand es tut',
    more="Where it has no answer, it is as if there were no such clause. A rule that decides by a "
    "program can always be proposed to be repealed, or to be transmuted (114).",
    forms=(PROGRAM,),
    read=read_word(PROGRAM),
    show=str,
    asks="may propose",
)
