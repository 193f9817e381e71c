"""LEAVE is asked about in a letter of its own, whose YES forfeits the game; FORFEIT is not (113).

1. It is asked so where the letter says nothing else: below two questions nobody could tell which of
   them a YES answers.
2. The YES is that of the question's own address, and plain: what has a command below it, or begins
   like a YES and goes on otherwise, is asked about again.
3. Whatever else comes to that address is read as in any reply.
"""

from nomic_mail.game import commands as c
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.proof.confirming import Confirmed, confirmed
from nomic_mail.letters.proof.token import Matter
from nomic_mail.post.compose import Notice
from nomic_mail.post.facts import ballot_matter, status_facts
from nomic_mail.pump.case import Case
from nomic_mail.pump.plan import single


def leaves(case: Case) -> bool:
    """Whether the letter is a YES to the question."""
    said = _answer(case)
    return said is not None and said.yes is True


def asked(case: Case, state: State, seat: int, understood: Understood) -> Notice | None:
    """The question, or the answer to a NO; None where the letter is about something else."""
    if seat not in state.playing:
        return None
    said, questions = _answer(case), understood.questions
    if said is not None and said.yes is False:
        matter = ballot_matter(state) or Matter("game")
        return single(seat, "stays", matter, status=status_facts(state, seat))
    alone = len(questions) == 1 and questions[0].leaves and not understood.said
    unclear = said is not None and said.meant and said.yes is None
    if not (alone or unclear):
        return None
    ballots = any(seat in poll.ballots for poll in state.open_polls)
    facts = {"line": questions[0].line if alone else "", "ballots": ballots}
    return single(seat, "confirm_leave", Matter("leave"), "?", **facts)


def _answer(case: Case) -> Confirmed | None:
    """Rule 2."""
    if not case.is_about("leave") or not case.may("leave"):
        return None
    said = confirmed(case.letter.text)
    more = understand("", said.rest, About()).said
    if more and not all(isinstance(one.command, c.Leave) for one in more):
        return Confirmed(None, said.meant, said.rest)
    return said
