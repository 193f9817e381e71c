"""membership: how a newcomer becomes a player (301)."""

from nomic_mail.game.clauses.kind import Kind, read_word

KIND = Kind(
    name="membership",
    place=40,
    fold="one",
    meaning="open: whoever sends JOIN is in. moderator: the Moderator decides about each. "
    "unanimous vote: while the game runs, a request goes to the vote together with the next "
    "proposals, and only a unanimous vote of the eligible lets a player in",
    german="open: Wer JOIN schickt, spielt mit. moderator: Der Moderator entscheidet über jede "
    "Bitte. unanimous vote: Solange das Spiel läuft, kommt eine Bitte mit den nächsten "
    "Vorschlägen zur Abstimmung, und nur eine einstimmige Abstimmung der Stimmberechtigten nimmt "
    "jemanden auf",
    more="Open is open between votes: a JOIN that comes during one acts when it is counted. The "
    "Moderator decides by ADMIT and DECLINE. What is voted on is J and the seat's number (J7); it "
    "is no rule-change, so it has no number and scores nothing.",
    forms=("open", "moderator", "unanimous vote"),
    read=read_word("open", "moderator", "unanimous vote"),
    show=str,
    house="open",
)
