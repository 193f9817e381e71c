"""What speaks of votes: how many, of whom, and what they adopt (203, 207, 109, 010, 212, 301)."""

from collections.abc import Mapping, Sequence
from typing import Any

from nomic_mail.game.clauses.kind import PROGRAM, Threshold
from nomic_mail.rulesets.matter.points import CHANGE, LEAVING
from nomic_mail.rulesets.matter.wording import ClauseMatter, Saying, Way, either, figure

VOTERS = "(?:the |all )?(?:the )?(?:eligible voters|players)"
IN_FAVOUR = "vote(?:s|d)? (?:for|in favou?r of|yes on) (?:it|them)"
CAST = "(?:the )?(?:votes|ballots) cast"


def share(value: Threshold) -> tuple[str, str]:
    """What is told of a threshold, and its words. Those that do not say of what it is a share say
    nothing."""
    if value.unanimous:
        told = f"that the vote is unanimous among {_of(value)}"
        if value.of == "cast":
            return told, rf"unanimous among {CAST}|unanimity of {CAST}"
        return told, either(
            rf"unanimous (?:among|of|by) {VOTERS}",
            rf"(?:by )?unanimous vote of {VOTERS}",
            rf"(?:if |when )?all (?:the |of the )?(?:eligible voters|players) {IN_FAVOUR}",
        )
    if value.share is None:
        many, told = r"(?:(?:a )?(?:simple )?majority|more than (?:half|1/2))", "a majority"
    else:
        top, bottom = value.share.numerator, value.share.denominator
        many, told = rf"(?:at least )?(?<![\w/]){top}/{bottom}", f"{top}/{bottom}"
    of = CAST if value.of == "cast" else VOTERS
    return (
        f"{told} of {_of(value)}",
        rf"{many} of {of}(?: (?:is|are) (?:for it|in favou?r(?: of it)?))?",
    )


def _of(value: Threshold) -> str:
    return "the votes cast" if value.of == "cast" else "the eligible voters"


VOTES_FOR = f"[{IN_FAVOUR}] [votes? (?:for|in favou?r of) it]"
ADOPTED = (
    "when a proposal is adopted",
    rf"{CHANGE} (?:is|are|shall be|will be) (?:adopted|passed|accepted)|{CHANGE} (?:pass|passes)",
)
IF = "if when [if and only if] vote"


def _adoption(value: Any) -> Sequence[Way]:
    if value.quorums:
        return ()
    says = [Saying((ADOPTED, share(value.threshold)), f"{IF} {VOTES_FOR}")]
    if value.later is not None:
        circuits, later = value.later
        ends = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}.get(circuits, str(circuits))
        if later.share is not None or later.of != "eligible":
            return ()
        needs = (
            (
                f"that it changes after circuit {circuits}",
                rf"if this rule is not amended by the end of the {ends} complete circuit of turns",
            ),
            ("to what it changes", r"automatically changes to require only a simple majority"),
        )
        says.append(Saying(needs))
    return (Way(tuple(says)),)


def _transmutation(value: Any) -> Sequence[Way]:
    if value.quorums or value.later is not None:
        return ()
    becomes = (
        "the transmutation of an immutable rule into a mutable one",
        rf"{CHANGE} that transmutes? (?:an )?immutable rules? into (?:a )?mutable rules?",
    )
    words = f"{IF} [may be adopted if and only if] [is adopted if and only if] {VOTES_FOR}"
    says = Saying((becomes, share(value.threshold)), words)
    beside = Saying(
        (("that it is stated", "transmutation (?:shall|may|must) not be implied"),),
        "[but must be stated explicitly in a proposal to take effect]",
    )
    return (Way((says,), (beside,)),)


def _votes(value: Any) -> Sequence[Way]:
    if value == PROGRAM or not value.text.isdecimal():
        return ()
    number = int(value.text)
    needs = (
        ("what each player has", r"(?:each|every) (?:player|eligible voter) (?:always )?has"),
        (f"{number} vote{'' if number == 1 else 's'}", f"{figure(number)} votes?"),
    )
    return (Way((Saying(needs, f"always exactly every each [{CHANGE}]"),)),)


def _ballots(value: Any) -> Sequence[Way]:
    word = "(?:votes?|ballots?)"
    mailed = Saying(
        (
            (
                "that votes are mailed to the Moderator",
                rf"{word} (?:must|shall|will|are to) be (?:mailed|sent) to the moderator",
            ),
            (
                "that the Moderator reports on the votes of each",
                r"report to each player on the outcome of the vote and on the votes of the"
                r" individual players",
            ),
        ),
        "[all situations in which the players must vote]",
    )
    closed = Saying(
        (("that ballots are secret", rf"{word} (?:are|is|shall be|remain|remains) secret"),),
        f"until [vote (?:closes|is closed|is over)] [all (?:are|have been) counted] all {word}",
    )
    abstain = Saying((("that a player may abstain", "player may abstain"),), "any [from voting]")
    more = (abstain,) if "abstention" in value else ()
    return (Way((mailed, *more)), Way((closed, *more)))


def _overrule(value: Any) -> Sequence[Way]:
    from nomic_mail.rulesets.matter.turns import OF_JUDGES

    if value.of == "cast" or value.how_many not in ("unanimous", "majority"):
        return ()
    many = "unanimous vote" if value.share == 1 else "majority vote|majority"
    told = "that a judge is overruled only by " + ("all" if value.share == 1 else "a majority")
    needs = (
        (
            f"{told} of the others",
            rf"judge's judge?ment may be overruled only by an? (?:{many}) of (?:all )?(?:the )?"
            r"other players",
        ),
    )
    says = Saying(needs, "[taken before the next turn is begun]")
    return (Way((says,), OF_JUDGES),)


def _membership(value: Any) -> Sequence[Way]:
    if value != "unanimous vote":
        return ()
    needs = (
        ("a unanimous vote", "unanimous vote (?:shall be|is|will be) required"),
        ("for a new player to join", "for a new player to join"),
    )
    beside = (
        Saying(
            (("whom one asks", "wishing to join this game of nomic must make a request"),),
            r"persons keeper mailing list [currently \w+ \w+]",
        ),
        Saying(
            (("when it is told", "inform the chairperson of any such requests"),),
            r"kotml [during the next proposition phase]",
        ),
        Saying(
            (("when it is voted on", "chairperson shall include such requests"),),
            "with regular proposals [voted upon in keeping with the other rules]",
        ),
        *LEAVING,
    )
    return (Way((Saying(needs, "game"),), beside),)


MATTERS: Mapping[str, ClauseMatter] = {
    "adoption": ClauseMatter(
        "the share of votes that adopts a rule-change",
        "adopt|unanim|majorit|votes?\\b|pass|quorum",
        _adoption,
    ),
    "transmutation": ClauseMatter(
        "the share of votes that transmutes an immutable rule",
        "adopt|unanim|majorit|votes?\\b|transmut",
        _transmutation,
    ),
    "votes": ClauseMatter("how many votes a player has", "votes?\\b|voters?\\b", _votes),
    "ballots": ClauseMatter(
        "ballots that reach only the Moderator until they are counted",
        "votes?\\b|ballot|secre|publi|abstain",
        _ballots,
    ),
    "overrule": ClauseMatter("what overrules a judge", "overrul|judge?ment|judge", _overrule),
    "membership": ClauseMatter("who lets new players in", "join|new player|newcomer", _membership),
}
