"""Whether whoever has a proposal in debate asks for its vote in words of their own.

1. "Vote now, please" may be said to the others, too: it is asked about, and a YES opens the vote.
2. Any word beside those of the list says something else ("vote now or wait?").
"""

from collections.abc import Sequence

from nomic_mail.letters.grammar.words import numbered, shown
from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

MOST = 80  # characters
WORD = later(r"[^\W_]+(?:['’][^\W_]+)?")
VOTE = word_set("vote voting ballot ballots abstimmen abstimmung abzustimmen")
BESIDE = word_set(
    """now then please pls plz can could shall should may we i i'd us let let's lets have want wanna
    would like to open start begin call take the a on it this that my our proposal is time ready for
    go going ahead ok okay so right away at once already everybody everyone all hi hello hey thanks
    jetzt nun gleich sofort mal bitte lasst lass uns wir ich können kann könnten wollen will möchte
    möchten dürfen darf sollen sollten die den das eine zur über meinen vorschlag darüber eröffnen
    eröffne öffnen starten starte beginnen beginnt los geht's zeit zu ist es hallo danke"""
)


def asks_for_the_vote(lines: Sequence[str], number: int) -> bool:
    text = " ".join(lines)
    words = [one.replace("’", "'") for one in WORD.findall(text[:MOST].lower())]
    others = {one for one in words if one != str(number)}
    return len(text) <= MOST and bool(others & VOTE) and others <= VOTE | BESIDE


def whether(line: str, number: int) -> str:
    return (
        f"{shown(line)}: shall the vote on your proposal {numbered(number)} open now? Nothing was"
        " done. Reply YES if it shall."
    )
