"""vote changes: whether a vote that is in can be changed or taken back."""

from nomic_mail.game.clauses.kind import Kind, read_word

UNTIL_IT_CLOSES, NEVER = "until the vote closes", "never"

KIND = Kind(
    name="vote changes",
    place=81,
    fold="one",
    meaning="never: a vote that is in is final; who votes again, or takes it back, is told what "
    "counts. Without such a clause the last vote counts until the vote closes",
    german="never: Eine Stimme, die da ist, ist endgültig; wer noch einmal abstimmt oder sie "
    "zurücknimmt, erfährt, was zählt. Ohne eine solche Klausel zählt die letzte Stimme vor dem "
    "Ende der Abstimmung",
    more="It holds for what is opened from then on. A vote by rule `for at first` gives way once, "
    "as its proposer has not sent it.",
    forms=(NEVER, UNTIL_IT_CLOSES),
    read=read_word(NEVER, UNTIL_IT_CLOSES),
    show=str,
    frozen=lambda value: value == NEVER,
)
