"""What is asked back where a vote is not plain.

1. A question shows the line, says that nothing was counted, and shows the plain line to send.
"""

from collections.abc import Sequence

from nomic_mail.game.commands import Choice
from nomic_mail.letters.grammar.reading import About
from nomic_mail.letters.grammar.words import NUMBERED, number_of, numbered, shown


def ask(line: str, about: About, mentions: tuple[int, ...] = ()) -> str:
    if about.judged and not mentions:
        return _of_judgment(line, about)
    if about.none_open:
        return (
            f"{shown(line)}: no vote is open now, so nothing was counted; a ballot comes to you"
            " when one is. To say it to all players, reply TELL, and below it your words."
        )
    named, known = _named(about, mentions)
    if _of_several(about, mentions):
        names = [numbered(number) for number in about.open_ballots[:30]]
        return (
            f"{shown(line)}: how do you vote? Nothing was counted. Open for vote:"
            f" {', '.join(names)}. Reply with one plain line, FOR ALL or AGAINST ALL, or name each,"
            f" as in FOR {names[0]}, AGAINST {names[1]}."
        )
    numbers = named or known or mentions
    number = numbered(numbers[0]) if numbers else "301"
    return (
        f"{shown(line)}: how do you vote? Nothing was counted. Reply with one plain line, FOR"
        f" {number} or AGAINST {number}."
    )


def whether(line: str, choice: Choice, number: int) -> str:
    """As `ask`, where a YES is enough."""
    name = numbered(number)
    return (
        f"{shown(line)}: is that your vote {choice.upper()} {name}? Nothing was counted. Reply YES"
        f" if it is; else with one plain line, FOR {name} or AGAINST {name}."
    )


def of_one(about: About, mentions: tuple[int, ...]) -> int | None:
    """The one proposal that `ask` asks about, if it is about one that is open."""
    if about.none_open or about.judged or _of_several(about, mentions):
        return None
    named, known = _named(about, mentions)
    return next(iter(named or known), None)


def on(about: About, mentions: tuple[int, ...]) -> tuple[int, ...]:
    """Each open one that what is asked about may be a vote on."""
    if about.none_open or (about.judged and not mentions):
        return ()
    one = of_one(about, mentions)
    return (one,) if one is not None else about.open_ballots


def _named(about: About, mentions: tuple[int, ...]) -> tuple[list[int], list[int]]:
    known = [n for n in (about.ballot, *about.open_ballots) if n is not None]
    return [n for n in mentions if n in known], known


def _of_several(about: About, mentions: tuple[int, ...]) -> bool:
    named, _ = _named(about, mentions)
    unknown = not named or len(named) < len(mentions)
    return about.ballot is None and len(about.open_ballots) > 1 and unknown


def _of_judgment(line: str, about: About) -> str:
    """What answers a letter about a judgment may be said of that."""
    if about.judged == "judge":
        return (
            f"{shown(line)}: is that your ruling? Nothing was done. Write RULING, and your reasons"
            " below it; a vote is counted there only with its proposal's number."
        )
    return (
        f"{shown(line)}: is that said of the judgment? Nothing was done. Write OVERRULE if you do"
        " not accept a ruling, or CONSENT if the next turn may begin; a vote is counted there only"
        " with its proposal's number."
    )


def which(line: str, about: About) -> str:
    if about.none_open:
        return ask(line, about)
    names = [numbered(number) for number in about.open_ballots[:30]]
    asks = f"{shown(line)}: which proposal is that for? Nothing was counted."
    if len(names) < 2:
        tail = f" Open for vote: {names[0]}." if names else ""
        return f"{asks} Write its number, as in FOR {names[0] if names else '301'}.{tail}"
    return (
        f"{asks} Open for vote: {', '.join(names)}. Reply with one plain line, FOR ALL or AGAINST"
        f" ALL, or name each, as in FOR {names[0]}, AGAINST {names[1]}."
    )


def ask_too(line: str, counted: Sequence[int]) -> str:
    numbers = [number_of(one) for one in NUMBERED.findall(line)[:20]]
    return of_another(line, next(one for one in numbers if one not in counted))


def of_another(line: str, on: int) -> str:
    number = numbered(on)
    return (
        f"{shown(line)}: is that a vote of yours, too? It was not counted. Reply with one plain"
        f" line, FOR {number} or AGAINST {number}."
    )
