"""Whether a debate shall end (111): the judge may be asked, where a rule lets a judge decide it.

1. It is asked of one text: it is moot when that is revised, taken back, or put to the vote.
2. Once it is asked, the judge decides the time and the proponent does not, also after a ruling that
   lets the debate go on; but for the longest time of a debate (house), and where nobody is left.
"""

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Course, Refused
from nomic_mail.game.open_judgment import OpenJudgment
from nomic_mail.game.procedures.pro_tem import chair_of
from nomic_mail.game.state import Proposal, State


def end_of_debate(course: Course) -> str:
    """111 of the later sets: the judge may be asked to end the debate."""
    proposal = course.state.proposal
    if chair_of(course.state):
        raise Refused("discussion_is_declared", course.cite_mechanic("procedure"))
    if course.mechanics["debate"].value != "proponent or judge":
        raise Refused(
            "debate_is_the_proponents",
            course.cite_mechanic("debate") if course.mechanics["debate"].rule else course.cite(111),
        )
    if proposal is None or proposal.withdrawn or course.state.poll is not None:
        raise Refused("no_debate", course.cite(111))
    return f"Shall the debate on {proposal.number} end now?"


def debate_to_end(course: Course, command: c.Ruling, judgment: OpenJudgment) -> Proposal | None:
    """111: in the proponent's stead, and before `debate_min` too, if the judge finds it enough."""
    proposal = course.state.proposal
    if command.end_debate and not judgment.end_debate:
        raise Refused("end_not_asked_for", course.cite(111))
    if not command.end_debate or course.state.polls:
        return None
    if proposal is None or proposal.withdrawn or chair_of(course.state):
        return None
    return proposal


def left_to_the_judge(state: State) -> bool:
    judgment = state.judgment
    return judgment is not None and bool(judgment.end_debate) and not judgment.final


def debated(state: State) -> bool:
    return bool(state.live) and not state.polls


def debate_over(course: Course, why: e.Mooting) -> None:
    """Whether it shall end is no question any more, or one about another text."""
    judgment = course.state.judgment
    if judgment is None or not judgment.end_debate:
        return
    left = [one for one in judgment.pending if one != judgment.end_debate]
    window = course.state.settings.overrule_window
    stands_at = judgment.stands_at
    if stands_at is None and judgment.ruled and not left and not judgment.silent:
        stands_at = course.at + window
    course.happen(
        e.QuestionMoot(at=course.at, question=judgment.end_debate, why=why, stands_at=stands_at)
    )
