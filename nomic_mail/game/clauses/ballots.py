"""ballots: how votes are sent and shown (010), whether one may abstain (105), and whether a ballot
can follow another player's, or go by how another proposal comes out."""

from nomic_mail.game.clauses.kind import BadClause, Kind

ABSTENTION, ENDORSEMENT, CONDITIONS = MORE = ("abstention", "endorsement", "conditions")
_NAMED = {**{one: one for one in MORE}, "conditional": CONDITIONS, "conditional votes": CONDITIONS}


def _read(text: str) -> str:
    words, _, more = " ".join(text.lower().split()).partition(" with ")
    named = [one.strip() for one in more.replace(" and ", ",").split(",") if one.strip()]
    found = {_NAMED.get(one) for one in named}
    if words != "secret" or None in found:
        raise BadClause(
            f'"{text.strip()}": write secret, or secret with one or more of: {", ".join(MORE)}'
        )
    with_them = ", ".join(one for one in MORE if one in found)
    return f"secret with {with_them}" if with_them else "secret"


def allows(value: str, more: str) -> bool:
    return more in value.partition(" with ")[2].split(", ")


KIND = Kind(
    name="ballots",
    place=80,
    fold="one",
    meaning="secret: nobody sees a ballot before the vote closes; then all are published by name. "
    "with abstention: a player may also abstain, which is a ballot but no vote either way. with "
    "endorsement: ENDORSE Bob, and a vote is what Bob's is when it closes. with conditions: "
    "FOR 302 IF 301 FAILS, or PASSES, as that stands when the vote on 302 closes",
    german="secret: Niemand sieht eine Stimme, bevor die Abstimmung endet; dann werden alle mit "
    "Namen bekannt gegeben. with abstention: Man darf sich auch enthalten; das ist eine "
    "abgegebene Stimme, die weder dafür noch dagegen zählt. with endorsement: Mit ENDORSE Bob ist "
    "eine Stimme das, was die von Bob am Ende ist. with conditions: FOR 302 IF 301 FAILS, oder "
    "PASSES, so wie das steht, wenn die Abstimmung über 302 endet",
    more="What a ballot comes to that follows another is found when its vote closes, and stands in "
    "the record with the reason. See [below](#ballots-that-follow-others).",
    forms=("secret", "secret with abstention", "secret with abstention, endorsement, conditions"),
    read=_read,
    show=str,
    house="secret",
    frozen=lambda value: allows(value, ENDORSEMENT) or allows(value, CONDITIONS),
)
