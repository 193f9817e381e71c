"""What speaks of points: won, lost, and winning (201, 202, 204, 206, 208)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from nomic_mail.game.clauses.kind import Dice
from nomic_mail.patterns import later
from nomic_mail.rulesets.matter.wording import ClauseMatter, Saying, Way, either, figure

CHANGE = either(
    "proposed (?:rule changes?|changes?|rules?)",
    "rule changes?(?: proposals?)?",
    "proposals?",
    "motions?",
)
PROPOSER = either(
    rf"(?:player|person|1) who (?:had |has )?proposed (?:it|them|(?:the|that|this) {CHANGE})",
    r"proposers?",
    r"proponents?",
    r"authors?",
)
LOST = "(?:defeated|rejected|voted down)"
WON = "(?:adopted|accepted|passed)"
DEFEATED = either(
    rf"(?:when|whenever|if) (?:an? |any |the )?{CHANGE} (?:is|are|was|were|has been) {LOST}",
    rf"{CHANGE} (?:that|which) (?:is|are|was|were|has been) {LOST}",
    rf"(?:defeated|rejected) {CHANGE}",
)
ADOPTED = either(
    rf"(?:when|whenever|if) (?:an? |any |the )?{CHANGE} (?:is|are|was|were|has been) {WON}",
    rf"(?:when|whenever|if) (?:an? |any |the )?{CHANGE} (?:pass|passes)",
    rf"{CHANGE} (?:that|which) (?:is|are|was|were|has been) {WON}",
    rf"(?:adopted|successful) {CHANGE}",
)
VOTERS = "(?:players?|those|persons?|voters?|1)"
GAINS = either("receives?", "gains?", "scores?", "gets?", "earns?", "(?:is|are) awarded")
# 202 of the later sets: (ordinal - 291) * favourable / cast
FORMULA = later(r"\(ordinal - (\d+)\) \* favourable / cast")
BY_MAIL = r"in (?:mail and computer games|games by mail(?: (?:and|or) computer)?|mail games)"


# what is said of points where none are given or taken (013, 112, 201, 208)
NO_GIFT = later(
    r"\bwinning is by points|\bmeans (?:of earning points|points are earned)|\bscores? no points"
    r"|\b(?:achiev(?:es?|ing)|reach(?:es|ing)?|(?:begins?|starts?) with)(?: [\w(),]+){1,3} points"
    r"(?: \(positive points[^)]*\))?",
    re.I,
)
CHANCE = later(
    r"\b(?:dic?e|\d*d\d+|roll(?:s|ed|ing)?|throw(?:s|n|ing)?|random(?:ly)?|lots?|chance|coins?"
    r"|toss\w*|flip\w*|draw(?:s|n|ing)?|shuffl\w*)\b",
    re.I,
)


def gives_points(text: str) -> bool:
    """Whether a rule can give or take any in words: a person says how many, and to whom."""
    said = NO_GIFT.sub(" ", " ".join(text.split()))
    return re.search(r"\b(?:points?|scor(?:es?|ed|ing))\b", said, re.I) is not None


def leaves_to_chance(text: str) -> bool:
    """Whether a rule can call for a throw in words (008)."""
    return CHANCE.search(text) is not None


def points(number: int) -> tuple[str, str]:
    told = "1 point" if number == 1 else f"{number} points"
    return told, f"{figure(number)} (?:[(]?positive[)]? )?points?"


def _constant(value: Any) -> int | None:
    return value.plus if isinstance(value, Dice) and not value.count else None


def _defeat(value: Any) -> Sequence[Way]:
    number = _constant(value)
    if number is None:
        return ()
    needs = (
        ("a proposal that is defeated", DEFEATED),
        ("the player who proposed it", PROPOSER),
        ("that they lose points", either("loses?", "forfeits?")),
        points(number),
    )
    return (Way((Saying(needs, "when whenever if"),)),)


def _who_voted(how: str, told: str) -> Callable[[Any], Sequence[Way]]:
    def ways(value: Any) -> Sequence[Way]:
        number = _constant(value)
        if number is None:
            return ()
        won = "(?:winning|adopted|successful)"
        needs = (
            (
                f"who votes {told} a proposal that is adopted",
                rf"{VOTERS} who (?:vote|votes|voted|have voted|has voted) {how} (?:an? |the )?"
                rf"(?:{won} {CHANGE}|{CHANGE} (?:that|which) (?:is|are|was|were) adopted)",
            ),
            ("that they receive points", GAINS),
            points(number),
        )
        words = "if when each apiece every [rule changes can be adopted without unanimity]"
        return (Way((Saying(needs, words),)),)

    return ways


def _adopted(value: Any) -> Sequence[Way]:
    number = _constant(value)
    if number is None:
        return ()
    needs = (
        ("a proposal that is adopted", ADOPTED),
        ("the player who proposed it", PROPOSER),
        ("that they receive points", GAINS),
        points(number),
    )
    return (Way((Saying(needs, "when whenever if"),)),)


def _absent(value: Any) -> Sequence[Way]:
    number = _constant(value)
    if number is None:
        return ()
    needs = (
        (
            "who does not vote",
            rf"{VOTERS} who (?:do not|does not|don't|doesn't|did not|didn't|fail to|fails to) vote"
            rf"(?: on (?:an? |any |the )?{CHANGE})?",
        ),
        ("that they lose points", either("loses?", "forfeits?")),
        points(number),
    )
    return (Way((Saying(needs, "each every any"),)),)


def _die(count: str, sides: int, plus: int) -> Saying:
    dice = f"(?:{count}|a|an)" if count == "1" else count
    named = rf"(?:{sides} sided )?" if sides == 6 else rf"{sides} sided "
    needs = (
        (
            f"that {count} {'die is' if count == '1' else 'dice are'} thrown",
            rf"(?:throw|roll)(?:s|ing)? {dice} {named}(?:die|dice)",
        ),
        ("that what they show is added", "add(?:s|ing)?"),
        ("to whose score", r"(?:one's|his or her|his|her|their) (?:own )?score"),
        *((points(plus),) if plus else ()),
    )
    return Saying(needs, "his players? number points faces? once")


def _by_formula(less: str, least: str = "") -> Saying:
    needs = (
        (
            f"that {less} is taken from the number of the proposal",
            rf"subtract {least or figure(int(less))} from the ordinal number of their proposal",
        ),
        (
            "that this is multiplied by the share of votes for it",
            r"multiply the result by the fraction of favou?rable votes it received",
        ),
    )
    words = f"[{BY_MAIL}] [instead of throwing a die] [rounded to the nearest integer] players?"
    return Saying(needs, words)


YIELDS = (
    Saying(
        (("what it yields", r"this yields a number between \d+ and \d+ for the 1st player"),),
        r"[with the upper limit increasing by \d+ each turn]",
    ),
    Saying((("more points", "more points are awarded for more popular proposals"),)),
)
ANY_DIE = _die("1", 6, 0)
ANY_FORMULA = _by_formula("a number", r"\d+")


def _reward(value: Any) -> Sequence[Way]:
    if isinstance(value, Dice) and value.count:
        return (Way((_die(str(value.count), value.sides, value.plus),)),)
    found = FORMULA.fullmatch(getattr(value, "text", ""))
    if found is None:
        return ()
    return (Way((_by_formula(found[1]),), (ANY_DIE, *YIELDS)),)


FIRST_WINS = (
    (("who wins", r"winner (?:of the game )?is the 1st (?:player|person)"),),
    (
        (
            "who is first",
            r"1st (?:(?:player|person) )?(?:to|who|with)|whoever 1st (?:has|reaches|gets)",
        ),
        ("that who is first wins", r"wins(?: the game)?|is the winner"),
    ),
)


def _goals(number: int | None, *, by_mail: bool) -> Iterator[Saying]:
    goal = points(number) if number is not None else ("points", r"\d+ (?:[(]?positive[)]? )?points")
    mail = (("that this is for games by mail", BY_MAIL),) if by_mail else ()
    words = "achieves? achieving reach(?:es|ing)? gets? scores? with has winner player game"
    return (Saying((*first, goal, *mail), words) for first in FIRST_WINS)


def _victory(value: Any) -> Sequence[Way]:
    if not value:
        return ()
    at_a_table = tuple(_goals(None, by_mail=False))
    mailed = [Way((one,), at_a_table) for one in _goals(value, by_mail=True)]
    return (*mailed, *(Way((one,)) for one in _goals(value, by_mail=False)))


def _start(value: Any) -> Sequence[Way]:
    needs = (("with how much players begin", r"players? (?:begins?|starts?)"), points(value))
    return (Way((Saying(needs, "all each every with game play score"),)),)


LEAVING = (
    Saying(
        (("how to leave", "player who wishes to (?:depart|leave)(?: this game)?"),),
        "[need only make such a request of the current chairperson]",
    ),
    Saying(
        (("who leaves is out", "(?:departing|leaving) player is immediately removed"),),
        "[from consideration in the game]",
    ),
)


def _leaver(value: Any) -> Sequence[Way]:
    leaves = (
        r"(?:departing|leaving) player's points|points of (?:a|the) (?:departing|leaving) player"
    )
    if value != "surplus":
        kept = ("that who leaves keeps the points", rf"(?:{leaves}) (?:are kept|stay)")
        return (Way((Saying((kept,), "all with for player"),)),)
    needs = (
        ("the points of who leaves", leaves),
        (
            "that they go to a surplus",
            r"(?:contributed|added|given|go(?:es)?) to (?:a|the) government surplus",
        ),
    )
    return (Way((Saying(needs, "all [positive or negative] [or deficit]"),), LEAVING),)


MATTERS: Mapping[str, ClauseMatter] = {
    "penalty defeat": ClauseMatter(
        "a defeated proposal that costs its proposer points", "defeat|lose|loses|penal", _defeat
    ),
    "reward against": ClauseMatter(
        "points for who votes against what is adopted",
        "against|points?\\b|adopted",
        _who_voted("agains?t?", "against"),
    ),
    "reward for": ClauseMatter(
        "points for who votes for what is adopted",
        "votes?\\b|voted|points?\\b|adopted",
        _who_voted("(?:for|in favou?r of)", "for"),
    ),
    "reward adopted": ClauseMatter(
        "points for an adopted proposal", "adopt|pass|points?\\b", _adopted
    ),
    "penalty absent": ClauseMatter(
        "points that it costs not to vote", "votes?\\b|voting|lose|loses|penal", _absent
    ),
    "reward proposer": ClauseMatter(
        "a die, or points for the player whose turn it is", "die\\b|dice|scor|points?\\b", _reward
    ),
    "victory": ClauseMatter("the points that win", "win|wins|winner|points?\\b", _victory),
    "start": ClauseMatter("the points players begin with", "begin|start|points?\\b", _start),
    "leaver points": ClauseMatter(
        "the points of who leaves", "depart|leav|surplus|points?\\b", _leaver
    ),
}
