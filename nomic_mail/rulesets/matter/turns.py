"""What speaks of the course of play: turns, the chair, debate, judges (201, 202, 111, 212, 213)."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from nomic_mail.game.clauses.kind import PROGRAM
from nomic_mail.game.clauses.procedure import Procedure
from nomic_mail.rulesets.matter.points import ANY_DIE, ANY_FORMULA, BY_MAIL, YIELDS
from nomic_mail.rulesets.matter.wording import ClauseMatter, Saying, Way, either, figure

JUDGEMENT = "judge?ment"


def _order(value: Any) -> Sequence[Way]:
    if value == PROGRAM:
        return ()
    alternate = ("that players alternate", r"players (?:shall|will|must)? ?alternate|take turns")
    apiece = "active players whole turn apiece taking 1 a [taking turns]"
    clockwise = Saying((alternate, ("in clockwise order", "in clockwise order")), apiece)
    if value == "as joined":
        joined = Saying(
            (alternate, ("in the order in which they joined", "in the order in which they joined")),
            apiece,
        )
        return Way((clockwise,)), Way((joined,))
    if value == "random":
        needs = (
            alternate,
            (
                "in an order drawn at random",
                r"in an? (?:order (?:to be )?(?:determined|chosen|drawn) (?:randomly|at random)"
                r"|random order)",
            ),
        )
        amends = Saying((("what it amends", r"1st sentence of rule \d+ is amended to read"),))
        return (
            Way(
                (Saying(needs, f"{apiece} [at the start of the game] [by the moderator]"),),
                (amends,),
            ),
        )
    surname = ("in alphabetical order by surname", r"in alphabetic(?:al)? order by surname")
    by_name = f"{apiece} [taking upon themselves the role of chairperson]"
    by_mail = Saying((alternate, surname, ("by mail", BY_MAIL)), apiece)
    return Way((by_mail,), (clockwise,)), Way((Saying((alternate, surname), by_name),), OF_NAMES)


OF_NAMES = (
    Saying(
        (("of one surname", "2 or more active players have the same surname"),),
        "if [following order would be followed]",
    ),
    Saying(
        (
            (
                "till they match",
                "in alphabetic order by surname until a matching surname is reached",
            ),
        ),
        "order would",
    ),
    Saying((("of first names", "order would alternate in alphabetic order by 1st name"),), "then"),
    Saying(
        (("and on", "order would resume in alphabetic order by surname"),),
        "[once that particular matching surname is complete]",
    ),
)


def _skipping(value: Any) -> Sequence[Way]:
    if value != "forbidden":
        needs = (("that turns may be skipped", "turns? may be (?:skipped|passed)"),)
        return (Way((Saying(needs, "[or passed]"),)),)
    needs = (
        (
            "that no turn may be skipped",
            either(
                r"turns? (?:may|can|must|shall) ?not be (?:skipped|passed)",
                r"no (?:step|turn) may be (?:skipped|passed)",
            ),
        ),
    )
    return (Way((Saying(needs, "[or passed] [parts of turns may not be omitted]"),)),)


def _procedure(value: Any) -> Sequence[Way]:
    if value.name == "chair":
        return (_chair(value),)
    consists = Saying(
        (("what a turn consists of", r"(?:1|a|each) turn consists of 2 parts"),), "[in this order]"
    )
    proposing = Saying(
        (
            (
                "that it is to propose and to vote",
                "proposing 1 (?:rule )?change and having it voted on",
            ),
        )
    )
    simply = Saying(
        (
            (
                "that a player proposes one change a turn",
                r"in (?:a|each|his or her|their|that) turn,? (?:a|the|each) player proposes 1"
                r" (?:rule )?change",
            ),
        ),
    )
    beside = (ANY_DIE, ANY_FORMULA, *YIELDS)
    return Way((consists, proposing), beside), Way((simply,))


def _least(time: timedelta) -> tuple[str, str]:
    if time % timedelta(days=1) or not time:
        return f"at least {time}", "(?!)"
    days = time // timedelta(days=1)
    told = f"{days} day{'' if days == 1 else 's'}"
    return f"at least {told}", f"time limit will be no less than {figure(days)} days?"


def _chair(value: Procedure) -> Way:
    more = value.proposers - 1
    limit = "(?:the|a) time limit (?:on|upon) "
    needs = [
        (
            f"that the chair and the next {more} propose",
            rf"chairperson and the next {figure(more)} players in alphabetic order by surname from"
            r" the chairperson are all proposing players",
        ),
    ]
    for what, words, time in (
        ("to propose", "submitting proposals", value.call),
        ("to discuss", "the discussion", value.discussion),
        ("to vote", "the vote", value.vote),
    ):
        told, least = _least(time)
        needs.append(
            (
                f"{told} {what}",
                rf"chairperson (?:will|shall) declare {limit}{words}; (?:the|this) {least}",
            )
        )
    return Way((Saying(tuple(needs), CHAIR_WORDS),), whole=True)


# All that the rule of the Chairperson says beyond what the clause does by itself.
CHAIR_WORDS = (
    "choosing chairperson active players? alternate alphabetic order surname taking upon"
    " themselves role if 2 or more same following would followed until matching reached 1st"
    " name once particular complete resume right refusal refuses? [may refuse to take the"
    " role] then determine according rules duties consists tasks completed all [no step may be"
    " skipped] call for proposals proposing determined follows next submitting [declare the"
    " time limit on] declare time limit distribute announcing these tabled discussion this"
    " [no less than] end period vote notify quorum [if defined] each proposal needs unanimity"
    " pass voting result distributed notifying determination resign position favou?r thus"
    " period extensions? periods [may be extended at the chairperson's discretion] declares"
    " extension before question consequence of non-action from any feels [being lax in their"
    f" duties] [may call for {JUDGEMENT}] subject whether replaced [for this call of"
    f" {JUDGEMENT} the chairperson cannot be selected as judge] [this rule overrides all other"
    f" rules concerning the selection of judges] judge decides calling {JUDGEMENT} become pro"
    " tem continue with [based not on themselves but upon the chairperson] a b c d e 1 2 3 4 5"
    " [the chairperson must be replaced] chairperson's"
)


def _debate(value: Any) -> Sequence[Way]:
    form = "proponent decides the final form in which the proposal is to be voted on"
    ends = r"(?:also )?decides the time to end debate and vote"
    asked = "unless the judge has been asked to do so"
    judge = [("that a judge may be asked", asked)] if value == "proponent or judge" else []
    says = Saying((("who decides the final form", form), ("who ends the debate", ends), *judge))
    beside = (
        Saying(
            (("of doubtful ones", "players may suggest amendments or argue against the proposal"),),
            "if rule change as proposed unclear ambiguous paradoxical or destructive play clearly"
            " arguably consists 2 more changes compounded amendment makes [makes no difference]"
            " otherwise questionable value then other [before the vote]",
        ),
        Saying((("time", "time must be allowed for this debate"),), "reasonable amount"),
        Saying((("the cure", "only cure for a bad proposal is prevention"),)),
        Saying((("the vote", "a negative vote"),)),
    )
    return (Way((says,), beside),)


def _judge(value: Any) -> Sequence[Way]:
    words = (
        "if players disagree about legality move or interpretation application rule then decide"
        " question"
    )
    if value == "moderator":
        needs = (("that the Moderator judges", "moderator is (?:to be )?the judge"),)
        amends = Saying((("what it amends", r"1st sentence of rule \d+ is amended to read"),))
        joined = f"{words} [1st sentence of rule \\d+ is amended to read]"
        return (Way((Saying(needs, joined),), (amends, *OF_JUDGES)),)
    needs = (
        (
            "that the player before the one moving judges",
            r"player (?:preceding|before) the (?:1|player) moving is (?:to be )?the judge",
        ),
    )
    return (Way((Saying(needs, words),), OF_JUDGES),)


# What else the rule of the judges says (212); `overrule` has its own words.
OF_JUDGES = (
    Saying(
        (
            (
                "who judges first",
                r"player (?:preceding|before) the (?:1|player) moving is (?:to be )?the judge",
            ),
        ),
        "if players disagree about legality move or interpretation application rule then decide"
        " question",
    ),
    Saying(
        (("disagreement", "disagreement,? for the purposes of this rule"),),
        "[may be created by the insistence of any player]",
    ),
    Saying((("its name", rf"(?:this|such a) process is called invoking {JUDGEMENT}"),)),
    Saying(
        (
            (
                "the next turn",
                r"next player may not begin his or her (?:own )?turn (?:own turn )?without the"
                r" consent of a majority of the other players",
            ),
        ),
        f"[when {JUDGEMENT} has been invoked]",
    ),
    Saying(
        (
            (
                "overruling",
                rf"judge's {JUDGEMENT} may be overruled only by a (?:unanimous vote|majority"
                r"|majority vote) of the other players",
            ),
        ),
        "[taken before the next turn is begun]",
    ),
    Saying(
        (
            (
                "the next judge",
                r"player preceding the judge in the playing order becomes the new judge for the"
                r" question",
            ),
        ),
        f"if [judge's {JUDGEMENT} is overruled] then [and so on] [except that no player is to be"
        " judge during his (?:or her )?own turn or during the turn of a team ?mate]",
    ),
    Saying(
        (("one judge", "1 judge settles all questions arising from the game"),),
        "[unless a judge is overruled] until next turn begun including [questions as to his or her"
        " own legitimacy and jurisdiction as judge]",
    ),
    Saying((("new judges", "new judges are not bound by the decisions of old judges"),)),
    Saying(
        (("new judges settle", "new judges may,? however,? settle only those que\\w+"),),
        f"players currently disagree affect completion turn [{JUDGEMENT} was invoked]",
    ),
    Saying(
        (("by the rules", "all decisions by judges shall be in accordance with all the rules"),),
        "[then in effect]",
    ),
    Saying(
        (
            (
                "where they are silent",
                "when the rules are silent, inconsistent,? or unclear on the point at issue",
            ),
        ),
        "but then judge [judge's only guides] common morality logic spirit game consider custom"
        " before applying other standards",
    ),
)


def _paradox(_: Any) -> Sequence[Way]:
    needs = (
        ("that play cannot go on", "further play is impossible"),
        (
            "that a move is equally legal and illegal",
            r"move appears equally,? legal and illegal",
        ),
        (
            "who wins then",
            r"1st player (?:who is )?unable to complete a turn is the winner",
        ),
    )
    says = Saying(
        needs,
        "if rules changed so or legality move then [cannot be determined with finality] [is"
        " impossible to determine with finality] [by the judge's best reasoning] [not overruled]",
    )
    beside = Saying(
        (("that it goes first", "this rule takes precedence over every other rule"),),
        "determining winner",
    )
    return (Way((says,), (beside,)),)


def _consultation(value: Any) -> Sequence[Way]:
    if value != "forbidden":
        needs = (("that players may consult", r"players may (?:conspire or )?consult"),)
        return (Way((Saying(needs, "[on the making of future rule changes]"),)),)
    needs = (
        (
            "that players may not consult",
            r"players (?:may|must|shall) not (?:conspire or consult|consult or conspire|consult)",
        ),
    )
    words = "[on the making of future rule changes] [unless they are team ?mates]"
    return (Way((Saying(needs, words),)),)


def _lateness(_: Any) -> Sequence[Way]:
    needs = (
        ("that the Moderator may remove a player", r"moderator may remove (?:a|any) player"),
        ("who is late", r"who is late|who has not moved in time|who is late with a move"),
    )
    return (Way((Saying(needs, "game from"),)),)


MATTERS: Mapping[str, ClauseMatter] = {
    "order": ClauseMatter(
        "the order in which players take turns",
        "order\\b|alternat|alphabet|clockwise|random",
        _order,
    ),
    "skipping": ClauseMatter("turns that may not be skipped", "skip|omit|passed\\b", _skipping),
    "procedure": ClauseMatter(
        "what a turn or a term consists of", "turns? consist|proposing\\b|chair", _procedure
    ),
    "debate": ClauseMatter("who ends the debate", "debate|proponent|end\\b", _debate),
    "judge": ClauseMatter("who judges", "judge|judge?ment|moderator", _judge),
    "paradox": ClauseMatter("who wins when play cannot go on", "winner|impossible|wins", _paradox),
    "consultation": ClauseMatter("players who consult", "conspir|consult", _consultation),
    "lateness": ClauseMatter("late players", "late\\b|remov|kick", _lateness),
}
