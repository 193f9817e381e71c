"""`overrule: 2/3 of cast`: whoever says OVERRULE or UPHOLD decides, when the time is over."""

from datetime import timedelta

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.open_judgment import OpenJudgment
from tests.kit.games.core_play import Play, enact, started
from tests.kit.recorded import checked, recorded

SUBER, OPEN = rulesets.load("suber_1982").rules, rulesets.load("open").rules
CAST = ("judge: player before the mover", "overrule: 2/3 of cast")
OTHERS = ("judge: player before the mover", "overrule: 2/3 of others")


def ruled(*clauses: str, players: int = 5) -> Play:
    """Player 01 is in their turn, and the last player has ruled."""
    made = started(players, SUBER)
    made.misprinted(212, "A judge.", *(clauses or CAST))
    made.done(c.Judgment(by=2, question="Is tea a move?"))
    made.done(c.Ruling(by=players, text="It is."))
    return made


def judgment(made: Play) -> OpenJudgment:
    assert made.state.judgment is not None
    return made.state.judgment


def say(made: Play, overrule: tuple[int, ...] = (), uphold: tuple[int, ...] = ()) -> None:
    for seat in overrule:
        made.done(c.Overrule(by=seat))
    for seat in uphold:
        made.done(c.Uphold(by=seat))


def no(made: Play, command: c.Command) -> str:
    answer = made.do(command)
    assert isinstance(answer, Refusal)
    return answer.code


def time_is_over(made: Play) -> None:
    made.at += made.state.settings.overrule_window
    made.done(c.Tick())


def is_honest(made: Play) -> bool:
    return checked(recorded(made.events)).differences == []


@pytest.mark.parametrize(
    ("overrule", "uphold", "falls"),
    [((1, 2), (3,), True), ((1,), (3,), False), ((1,), (), True), ((), (), False)],
)
def test_those_who_vote_decide_when_the_time_is_over(
    overrule: tuple[int, ...], uphold: tuple[int, ...], falls: bool
) -> None:
    made = ruled()
    say(made, overrule, uphold)
    assert judgment(made).ruled
    time_is_over(made)
    assert judgment(made).ruled != falls
    assert judgment(made).judge == (4 if falls else 5)
    assert is_honest(made)


def test_it_falls_at_once_where_the_rest_cannot_keep_it() -> None:
    made = ruled()
    say(made, (1, 2))
    assert judgment(made).ruled, "of four, two others could uphold it"
    say(made, (3,))
    assert not judgment(made).ruled
    assert is_honest(made)


def test_who_thinks_better_of_it_votes_anew_and_twice_the_same_is_no_vote() -> None:
    made = ruled()
    say(made, (1,), (1, 2))
    assert (judgment(made).overrules, judgment(made).upholds) == ((), (1, 2))
    assert no(made, c.Uphold(by=1)) == "overruled_already"
    say(made, (2,))
    assert (judgment(made).overrules, judgment(made).upholds) == ((2,), (1,))
    assert no(made, c.Overrule(by=2)) == "overruled_already"
    record = recorded(made.events)
    assert [one["overruled_by"] for one in record["judgments"]] == [[2]]
    assert is_honest(made)


def test_what_others_have_begun_to_vote_on_stays_so_whatever_the_rule_becomes() -> None:
    made = ruled()
    say(made, (), (1,))
    made.misprinted(212, "A judge, again.", *OTHERS)
    made.done(c.Judgment(by=2, question="And milk?"))
    made.done(c.Ruling(by=5, text="It is not."))
    assert judgment(made).cast == "2/3 of cast"
    assert is_honest(made)


def test_what_was_counted_stands_and_another_question_is_voted_on_by_itself() -> None:
    made = ruled()
    say(made, (1,), (2, 3))
    time_is_over(made)
    assert no(made, c.Overrule(by=4)) == no(made, c.Uphold(by=4)) == "ruling_upheld"
    made.done(c.Judgment(by=2, question="And milk?"))
    made.done(c.Ruling(by=5, text="It is not."))
    assert (judgment(made).overrules, judgment(made).upholds) == ((), ())
    say(made, (1, 2, 3))
    assert not judgment(made).ruled
    assert is_honest(made)


def test_no_turn_begins_by_consent_while_the_ruling_would_fall() -> None:
    made = ruled()
    for seat in (2, 3, 4):
        made.done(c.Consent(by=seat))
    say(made, (2, 3), (4,))
    assert no(made, c.Propose(by=1, change=enact("Tea."))) == "ruling_would_fall"
    say(made, (), (3,))
    made.done(c.Propose(by=1, change=enact("Tea.")))
    assert made.state.judgment is None
    assert is_honest(made)


@pytest.mark.parametrize(("then", "counted"), [(OTHERS, CAST), (CAST, OTHERS)])
def test_a_ruling_is_voted_on_as_it_was_when_it_was_given(
    then: tuple[str, ...], counted: tuple[str, ...]
) -> None:
    """What is of all others goes by the share that the rules have now, and no vote begins."""
    made = ruled(*counted)
    made.misprinted(212, "A judge, otherwise.", *then)
    say(made, (1,))
    if counted == OTHERS:
        assert no(made, c.Uphold(by=2)) == "nobody_has_to_uphold"
    time_is_over(made)
    assert judgment(made).ruled == (counted == OTHERS)
    made.done(c.Propose(by=1, change=enact("Tea.")) if counted == OTHERS else c.Tick())
    assert is_honest(made)


def test_so_many_of_the_others_is_a_share_of_them_all() -> None:
    made = ruled(*OTHERS)
    say(made, (1, 2))
    assert judgment(made).ruled
    say(made, (3,))
    assert not judgment(made).ruled
    assert is_honest(made)


def test_who_leaves_is_not_counted() -> None:
    made = ruled()
    say(made, (1,), (3,))
    made.done(c.Leave(by=3))
    time_is_over(made)
    assert not judgment(made).ruled
    assert is_honest(made)


def test_a_ruling_that_names_who_wins_wins_when_it_is_upheld() -> None:
    made = started(5, SUBER)
    made.misprinted(212, "A judge.", *CAST)
    made.done(c.Judgment(by=2, question="Can it go on?"))
    made.done(c.Ruling(by=5, text="No.", winner=made.state.name_of(2)))
    say(made, (1,), (3, 4))
    time_is_over(made)
    assert made.state.winners == (2,)
    settled = next(one for one in made.events if isinstance(one, e.JudgmentSettled))
    assert (settled.how.code, settled.how.facts) == (
        "ruling_voted_on",
        {"overrules": 1, "upholds": 2},
    )
    assert is_honest(made)


def test_in_open_play_it_is_counted_and_settled() -> None:
    made = started(4, OPEN)
    made.misprinted(208, "A judge.", "order: as joined", *CAST)
    made.done(c.Propose(by=1, change=enact("Tea.")))
    made.done(c.Judgment(by=2, question="Is tea a move?"))
    made.done(c.Ruling(by=4, text="It is."))
    say(made, (1,), (2, 3))
    made.at += timedelta(days=3)
    made.done(c.Tick())
    assert made.state.judgment is None
    assert is_honest(made)


def test_nobody_upholds_what_nobody_has_ruled_nor_their_own_ruling() -> None:
    made = started(5, SUBER)
    made.misprinted(212, "A judge.", *CAST)
    assert no(made, c.Uphold(by=1)) == "no_judgment"
    made.done(c.Judgment(by=2, question="Is tea a move?"))
    assert no(made, c.Uphold(by=1)) == "no_ruling_yet"
    made.done(c.Ruling(by=5, text="It is."))
    assert no(made, c.Uphold(by=5)) == "ruling_is_ones_own"
