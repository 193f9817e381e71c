"""What a proposal, a vote and an act must say to be taken: each refusal at its edge, by its code
and the rule or the house that it stands on."""

from datetime import timedelta
from typing import Any

import pytest

from nomic_mail import rulesets
from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.commands import discretion as d
from nomic_mail.game.course import Refusal
from nomic_mail.game.record import record_of, rules_at
from nomic_mail.phrases import cited, said
from tests.game.test_lateness import REVISED, setting, voting, wait
from tests.kit.games.core_play import Play, amend, enact, repeal, started, transmute

SUBER = rulesets.load("suber_1982").rules
SUBER_MAIL = rulesets.load("suber_mail").rules
CHAIRPERSON = rulesets.load("chairperson").rules
WHO: dict[str, Any] = {"by": c.MODERATOR, "who": "The Moderator"}
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def no(play: Play, command: c.Command) -> tuple[str, str]:
    result = play.do(command)
    assert isinstance(result, Refusal), result
    return result.code, cited(result.because)


def proposed(play: Play, change: c.Change) -> tuple[str, str]:
    return no(play, c.Propose(by=play.mover, change=change))


# A rule-change (103, 106, 108, 109, 114)

NOT_PROPER = {
    "an empty text": (enact(" \n"), "text_needed", "rule 106"),
    "an empty new text": (amend(203, " \n"), "text_of_rule_needed", "rule 106"),
    "no rule named": (c.Change(kind="repeal"), "rule_not_named", "rule 103"),
    "no such rule": (repeal(999), "no_such_rule", "rule 103"),
    "an immutable rule": (repeal(105), "rule_immutable", "rule 103"),
    "an immutable text": (amend(105, "All vote."), "rule_immutable", "rule 103"),
    "a typeless rule": (transmute(7), "rule_typeless", "rule 001"),
    "no clause": (enact("Tea.", "tea: at four"), "effects_unread", "rule 106"),
    "a repeal with effects": (
        c.Change(kind="repeal", target=203, effects=("victory: 50",)),
        "no_effects_of_its_own",
        "rule 103",
    ),
}


@pytest.mark.parametrize("what", NOT_PROPER)
def test_a_change_not_in_proper_form_costs_nothing_not_even_a_number(what: str) -> None:
    play = started(3)
    change, code, law = NOT_PROPER[what]
    assert proposed(play, change) == (code, law)
    play.done(c.Propose(by=play.mover, change=enact()))
    assert [one.number for one in play.state.live] == [301]
    if change.kind == "enact":  # a revision is held to the same
        again = c.Revise(by=play.mover, change=change)
        assert no(play, again) == (code, law)


def test_two_changes_at_once_are_no_proposal_where_no_rule_lets_them_be_one() -> None:
    """103."""
    play = started(3)
    both = c.Propose(by=play.mover, change=enact(), more=(enact("Cake."),))
    assert no(play, both) == ("one_change_a_proposal", "rule 103")


def test_a_rule_is_meant_by_the_number_it_has_now() -> None:
    """108."""
    play = started(3)
    play.turn(amend(205, "As it was."))
    assert proposed(play, repeal(205)) == ("rule_called_otherwise", "rule 108")
    play.done(c.Propose(by=play.mover, change=repeal(301)))


def test_the_last_mutable_rule_stays() -> None:
    """114."""
    mutable = next(rule for rule in SUBER if rule.number == 204)
    play = started(2, (*(one for one in SUBER if one.status != "mutable"), mutable))
    for change in (repeal(204), transmute(204)):
        assert proposed(play, change) == ("last_mutable_rule", "rule 114")
    play.done(c.Propose(by=play.mover, change=amend(204, "As it was.")))
    play.done(c.Withdraw(by=play.mover))
    play.done(c.Propose(by=play.mover, change=transmute(105)))  # one more


def test_what_a_proposal_leaves_out_is_taken_from_its_words_or_from_the_rule() -> None:
    play = started(3)
    words = " ".join(f"w{one}" for one in range(12))
    play.done(c.Propose(by=play.mover, change=c.Change(kind="enact", text=f"\n{words}\n")))
    change = play.state.live[0].change
    assert (change.title, change.text) == ("w0 w1 w2 w3 w4 w5 w6 w7", words)
    play.done(c.Revise(by=play.mover, title="x" * 130, effects=("victory:50",)))
    change = play.state.live[0].change
    assert (len(change.title), change.text, change.effects) == (120, words, ("victory: 50",))
    assert no(play, c.Revise(by=play.mover, title="x" * 130)) == ("revises_nothing", "rule 111")
    assert no(play, c.Revise(by=play.mover, text="  ")) == ("revises_nothing", "rule 111")
    play = started(3)
    play.turn(amend(205, "As it was."))
    rule = play.state.rules.get(301)
    assert rule is not None and rule.title == next(r.title for r in SUBER if r.number == 205)
    long = c.Change(kind="repeal", target=204, reason="r" * 20_001)
    play.done(c.Propose(by=play.mover, change=long))
    assert len(play.state.live[0].change.reason) == 20_000


def test_the_others_are_told_what_an_amendment_changes_nothing_of() -> None:
    """111, before the vote; never a reason to refuse it."""
    play = started(3)
    rule = play.state.rules.get(206)
    assert rule is not None
    told = "It changes nothing but the number of the rule."
    for change, warned in (
        (amend(206, "  " + rule.text.replace(" ", "\n")), True),
        (amend(206, rule.text, *rule.clauses), True),
        (amend(206, rule.text, "penalty defeat: 9"), False),
        (amend(206, rule.text + " So be it."), False),
    ):
        play.done(c.Propose(by=play.mover, change=change))
        assert (
            told in map(said, play.state.proposals[max(play.state.proposals)].warnings)
        ) == warned
        play = started(3)


@pytest.mark.parametrize(
    ("clause", "warned"),
    [
        ("void: rule 999", "would do nothing: no rule began as rule 999"),
        ("reward against: -5", "would be worth -5, which takes points from whoever is to receive"),
        ("penalty defeat: 2 - 5", "would be worth -3, which gives points to whoever is to lose"),
        ("reward against: 0", ""),
        ("reward against: score - 50", ""),
        ("victory: 50 over 999", "speaks of rule 999, and there is no rule 999"),
        (
            "victory: 50",
            "would not hold beside rule 208: the lower number takes precedence (rule 211)",
        ),
        ("victory: 50 over 208", ""),
    ],
)
def test_the_others_are_told_of_effects_that_do_nothing_or_the_opposite(
    clause: str, warned: str
) -> None:
    play = started(3)
    play.done(c.Propose(by=play.mover, change=enact("So be it.", clause)))
    told = " ".join(map(said, play.state.live[0].warnings))
    assert (warned in told) if warned else (told == "")


@pytest.mark.parametrize(
    ("clause", "rule"),
    [("order: alphabetical", 201), ("victory: 50", 208), ("judge: moderator", 212)],
)
def test_what_would_not_hold_is_told_whichever_rule_stands_against_it(
    clause: str, rule: int
) -> None:
    """201, 208, and 212, which is last but one: no rule gives its number to what is to come."""
    play = started(3, SUBER)
    play.done(c.Propose(by=play.mover, change=enact("Else.", clause)))
    (told,) = play.state.live[0].warnings
    holds = f"would not hold beside rule {rule}: the lower number takes precedence (rule 211)"
    assert holds in said(told)


def test_an_answer_about_a_rule_keeps_to_the_limit_of_209_too() -> None:
    play = started(3)
    act = d.CorrectRule(by=c.MODERATOR, rule=205, text="Five rules.", reason="x", who="M")
    play.done(act)
    few = c.Bind(**WHO, rule=205, answer="bind", clauses=("limit mutable: 5 over 209",))
    assert no(play, few)[0] == "clause_forbids"
    enough = ("limit mutable: 50 over 209",)
    play.done(c.Bind(**WHO, rule=205, answer="bind", clauses=enough))


# A vote (105)


def test_a_ballot_that_is_not_open_is_told_from_one_that_is_over_and_from_none() -> None:
    play = started(3)
    assert no(play, c.Vote(by=1, choice="for")) == ("no_vote_open", "rule 105")
    assert no(play, c.Vote(by=1, choice="for", proposal=0))[0] == "no_vote_on_it"
    assert "J" not in play.refused(c.Vote(by=1, choice="for", proposal=0)).reason
    play.done(c.Propose(by=play.mover, change=enact()))
    assert no(play, c.Vote(by=1, choice="for"))[0] == "still_debated"
    assert no(play, c.Vote(by=1, choice="for", proposal=301))[0] == "still_debated"
    assert no(play, c.Vote(by=1, choice="for", proposal=302))[0] == "no_vote_on_it"
    play.done(c.CallVote(by=play.mover))
    assert no(play, c.Vote(by=1, choice="for", proposal=302))[0] == "no_such_ballot"
    assert no(play, c.Vote(by=1, choice="abstain")) == ("no_abstaining", "rule 105")
    assert no(play, c.CloseVote(by=c.MODERATOR, proposal=301))[0] == "vote_has_time"
    assert no(play, c.CloseVote(by=c.MODERATOR, proposal=302))[0] == "no_such_ballot"
    for seat in (1, 2, 3):
        play.done(c.Vote(by=seat, choice="for", letter=f"vote {seat}"))
    assert no(play, c.Vote(by=1, choice="for", proposal=301))[0] == "vote_is_over"
    assert no(play, c.Vote(by=1, choice="for", proposal=302))[0] == "no_vote_on_it"
    assert no(play, c.Vote(by=1, choice="for", proposal=-7))[0] == "no_vote_on_it"
    assert no(play, c.CloseVote(by=c.MODERATOR))[0] == "nothing_to_close"


def test_of_a_players_words_on_a_ballot_the_last_by_receipt_counts() -> None:
    """A letter that was confirmed late is older than it looks (105)."""
    play, mover, missing = voting()
    opened = play.at
    play.at += 2 * DAY

    def voted(at: timedelta, choice: c.Choice = "against") -> c.Vote:
        return c.Vote(by=mover, choice=choice, letter=f"{at}", received_at=opened + at)

    def back(at: timedelta) -> c.Retract:
        return c.Retract(by=mover, received_at=opened + at)

    assert no(play, voted(-MINUTE)) == ("before_the_vote", "rule 105")
    assert no(play, c.Retract(by=missing)) == ("no_ballot_in", "rule 105")
    (cast,) = play.done(voted(0 * MINUTE))  # as early as the vote itself
    assert isinstance(cast, e.BallotCast) and cast.changed
    play.done(voted(3 * MINUTE, "for"))
    for older in (voted(2 * MINUTE), back(2 * MINUTE)):
        assert no(play, older)[0] == "voted_since"
    play.done(back(5 * MINUTE))
    assert no(play, voted(4 * MINUTE))[0] == "taken_back_since"
    assert no(play, back(6 * MINUTE))[0] == "no_ballot_in"
    (cast,) = play.done(voted(5 * MINUTE))
    assert isinstance(cast, e.BallotCast) and not cast.changed
    assert cast.received_at == opened + 5 * MINUTE


def test_several_open_ballots_are_named_one_by_one() -> None:
    play = started(3)
    play.turn(enact("So be it.", "membership: unanimous vote"))
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    play.done(c.Propose(by=play.mover, change=enact()))
    play.done(c.CallVote(by=play.mover))
    assert no(play, c.Vote(by=1, choice="for")) == ("several_ballots", "rule 106")
    assert no(play, c.Retract(by=1)) == ("several_ballots", "rule 106")
    play.done(c.Vote(by=1, choice="for", proposal=-4, letter="a"))
    assert play.state.polls[-4].threshold == "unanimous of eligible"


# The Moderator's acts (013)


def act(name: str, /, **said: Any) -> c.Command:
    kind: Any = getattr(d, name)
    command: c.Command = kind(**{**WHO, "reason": "x", **said})
    return command


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Award", {"player": "Player 02", "points": 7, "rule": 202}),
        ("Fine", {"player": "Player 02", "points": -7, "rule": 202}),
        ("Roll", {"dice": "2d6", "rule": 202}),
        ("SetOrder", {"order": ("Player 02", "Player 01", "Player 03"), "rule": 7}),
        ("CorrectScore", {"player": "Player 02", "total": 7}),
        ("CorrectRule", {"rule": 202, "text": "Tea."}),
        ("CorrectTurn", {"player": "Player 02", "stood": 1}),
        ("Mute", {"player": "Player 02"}),
        ("RemoveTalk", {"number": 7, "seat": 2}),
    ],
)
def test_each_act_says_why_and_the_record_keeps_who_and_when(
    name: str, said: dict[str, Any]
) -> None:
    play = started(3, seed="another")
    if play.mover == 2:
        play.turn(enact())
        said = {**said, "stood": 2} if "stood" in said else said
    assert no(play, act(name, **said, reason=" "))[0] == "no_reason"
    number = len(play.events) + 1
    acted, *_ = play.done(act(name, **said, reason="so it was"))
    assert isinstance(acted, e.ModeratorActed)
    (kept,) = (one for one in record_of(play.events).acts if one.number == number)
    assert (kept.who, kept.reason, kept.at) == ("The Moderator", "so it was", play.at)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Award", {"player": "Player 02", "points": 7, "rule": 202}),
        ("Roll", {"dice": "2d6", "rule": 202}),
        ("SetOrder", {"order": ("Player 02", "Player 01"), "rule": 202}),
        ("CorrectScore", {"player": "Player 02", "total": 7}),
        ("CorrectTurn", {"player": "Player 02", "stood": 1}),
    ],
)
def test_before_the_game_begins_there_is_nothing_to_set_right(
    name: str, said: dict[str, Any]
) -> None:
    assert no(Play(2), act(name, **said))[0] == "not_begun"


def test_points_have_a_rule_and_bounds() -> None:
    play = started(3)
    for points in (0, 100_001):
        given = act("Award", player="Player 02", points=points, rule=202)
        assert no(play, given)[0] == "points_out_of_bounds"
    taken = act("Fine", player="Player 02", points=-100_001, rule=202)
    assert no(play, taken)[0] == "points_out_of_bounds"
    play.turn(amend(205, "As it was."))
    for rule, code in ((205, "rule_renumbered"), (999, "rule_not_in_force")):
        given = act("Award", player="Player 02", points=1, rule=rule)
        assert no(play, given) == (code, "rule 108")
    for points in (1, -1, -100_000):
        name = "Award" if points > 0 else "Fine"
        (_, scored) = play.done(act(name, player="Player 02", points=points, rule=202))
        assert isinstance(scored, e.PointsAwarded) and scored.points == points
    for total in (100_001, -100_001):
        wrong = act("CorrectScore", player="Player 03", total=total)
        assert no(play, wrong)[0] == "score_out_of_bounds"
    play.done(act("CorrectScore", player="Player 03", total=-100_000))
    again = act("CorrectScore", player="Player 03", total=-100_000)
    assert no(play, again)[0] == "stands_already"
    other = act("CorrectScore", player="Player 03", total=5, stood=7)
    assert no(play, other)[0] == "stands_otherwise"
    play.done(act("CorrectScore", player="Player 03", total=100_000, stood=-100_000))
    assert play.state.winners == (3,)  # 208


@pytest.mark.parametrize("dice", ["", "tea", "0d6", "2d6+1", "6"])
def test_dice_that_are_none_are_not_thrown(dice: str) -> None:
    play = started(3)
    assert no(play, act("Roll", dice=dice, rule=202)) == ("no_dice", "rule 008")


def test_a_rule_set_aside_gives_no_points() -> None:
    """110."""
    play = started(3, SUBER)
    play.turn(enact("Aside with it.", "void: rule 210 over 210"))
    given = act("Award", player="Player 02", points=1, rule=210)
    assert no(play, given) == ("rule_set_aside", "rule 110")


def test_what_is_left_out_of_a_corrected_rule_stays() -> None:
    play = started(3)
    was = play.state.rules.get(202)
    assert was is not None
    play.done(act("CorrectRule", rule=202, title="Tea"))
    play.done(act("CorrectRule", rule=202, status="immutable"))
    rule = play.state.rules.get(202)
    assert rule is not None
    assert (rule.title, rule.text, rule.status) == ("Tea", was.text, "immutable")
    same = act("CorrectRule", rule=202, text=was.text)
    assert no(play, same)[0] == "stands_already"
    for number, code in ((999, "rule_not_in_force"),):
        assert no(play, act("CorrectRule", rule=number, text="Tea."))[0] == code


def test_a_turn_is_corrected_as_long_as_nothing_was_done_in_it() -> None:
    play = started(3)
    names = [play.state.name_of(seat) for seat in play.state.order]
    assert no(play, act("CorrectTurn", player=names[0], stood=1))[0] == "stands_already"
    assert no(play, act("CorrectTurn", player=names[1], stood=2))[0] == "stands_otherwise"
    play.at += DAY
    play.done(act("CorrectTurn", player=names[1], stood=1))
    turn = play.state.turn
    assert turn is not None and (turn.mover, turn.due_at) == (
        play.state.order[1],
        play.at + 7 * DAY,
    )
    play.done(c.Propose(by=play.mover, change=enact()))
    late = act("CorrectTurn", player=names[0], stood=1)
    assert no(play, late) == ("turn_has_begun", "rule 104")
    play = started(3)
    setting(play, "turn_window", "0")
    names = [play.state.name_of(seat) for seat in play.state.order]
    play.done(act("CorrectTurn", player=names[1], stood=1))
    assert play.state.turn is not None and play.state.turn.due_at is None


def test_an_order_names_all_who_play_and_no_rule_of_lower_rank_gives_it() -> None:
    play = started(3, SUBER)  # 201: as they joined, which is a rule's to say
    names = ("Player 02", "Player 01", "Player 03")
    assert no(play, act("SetOrder", order=names)) == ("order_is_a_rules", "rule 201")
    short = act("SetOrder", order=names[:2], rule=202)
    assert no(play, short)[0] == "order_incomplete"
    twice = act("SetOrder", order=(*names, "Player 01"), rule=202)
    assert no(play, twice)[0] == "order_incomplete"
    play.turn(transmute(201))
    assert no(play, act("SetOrder", order=names, rule=202)) == ("order_is_higher", "rule 110")
    play.done(act("SetOrder", order=names, rule=105))
    assert play.state.order == (2, 1, 3)


def test_nobody_is_muted_twice_and_what_they_say_is_not_passed_on() -> None:
    play = started(3)
    assert no(play, act("Unmute", player="Player 02"))[0] == "heard_already"
    play.done(act("Mute", player="Player 02"))
    assert no(play, act("Mute", player="Player 02"))[0] == "muted_already"
    assert no(play, c.Discuss(by=2, text="Tea?", letter="t"))[0] == "talk_not_passed_on"
    play.done(c.Discuss(by=1, text="Tea?", letter="t"))
    assert no(play, act("RemoveTalk", number=3))[0] == "not_talk"
    gone = act("RemoveTalk", number=3, seat=1, removed=True)
    assert no(play, gone)[0] == "talk_is_gone"


def test_a_successor_has_a_name_that_nobody_has_had_or_asks_for() -> None:
    play = started(3)
    play.turn(enact("So be it.", "membership: moderator"))
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    play.done(c.Leave(by=3))
    for name in ("", "player 01", " PLAYER  03 ", "dot ray"):
        asked = act("AskSuccessor", player="Player 02", name=name)
        assert no(play, asked)[0] == "successor_name_taken"
    (_, said) = play.done(act("AskSuccessor", player="Player 02", name="Eve  " + "e" * 80))
    assert isinstance(said, e.SuccessorAsked)
    assert said.name == "Eve " + "e" * 56


def test_what_becomes_of_a_held_letter_is_no_act_in_the_game() -> None:
    play = started(3)
    assert play.done(c.Dispose(**WHO, number=1, how="discard")) == ()
    assert play.done(c.Ask(by=1, topic="rules")) == ()


def test_teams_have_players_and_two_thousand_letters_at_the_most() -> None:
    play = started(3)
    teams = "Player 01 + Player 02"
    for text, code in (
        (teams + " " * (2001 - len(teams)), "teams_too_long"),
        ("Player 01 + Nobody", "no_such_player"),
    ):
        assert no(play, c.Set(by=c.MODERATOR, key="team_mates", value=text))[0] == code
    padded = teams + " " * (2000 - len(teams))
    play.done(c.Set(by=c.MODERATOR, key="team_mates", value=padded))
    assert play.state.settings.team_mates == teams


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("tea", "1", "no_such_setting"),
        ("extensions", "101", "setting_is_a_number"),
        ("extensions", "1000", "setting_is_a_number"),
        ("extensions", "-1", "setting_is_a_number"),
        ("extensions", "two", "setting_is_a_number"),
        ("turn_window", "soon", "setting_is_a_time"),
        ("away", "perhaps", "setting_is_a_choice"),
        ("judge_window", "0", "time_needed"),
        ("overrule_window", "0", "time_needed"),
        ("moderator_plays", "yes", "moderator_may_not_play"),
    ],
)
def test_a_setting_has_its_bounds(key: str, value: str, code: str) -> None:
    play = started(3)
    assert no(play, c.Set(by=c.MODERATOR, key=key, value=value))[0] == code
    for least in ("0", "100"):
        setting(play, "extensions", f" {least} ")
        assert play.state.settings.extensions == int(least)


def test_dice_are_not_drawn_where_the_order_is_no_matter_of_luck() -> None:
    """201, as they joined: the first link is kept for the first throw."""
    for rules, used in ((None, 1), (SUBER, 0), (SUBER_MAIL, 0)):
        before = Play(3, rules) if rules else Play(3)
        chain = before.state.chain
        started_as = before.done(c.Start(by=c.MODERATOR))[1]
        assert isinstance(started_as, e.GameStarted)
        after = before.state.chain
        assert chain is not None and after is not None
        assert (after.used, bool(started_as.link), started_as.proven) == (used, used > 0, used > 0)
        assert (after.commitment == chain.commitment) == (used == 0)


def test_a_game_begins_with_two() -> None:
    assert no(Play(1), c.Start(by=c.MODERATOR))[0] == "too_few_to_start"
    play = started(2)
    assert no(play, c.Start(by=c.MODERATOR))[0] == "started_already"


# The record (012)


def test_a_rule_is_in_force_up_to_the_moment_of_its_repeal() -> None:
    """107: from the completion of the vote on."""
    play = started(3)
    play.at += DAY
    play.turn(repeal(205))
    record = record_of(play.events)
    for moment, stands in ((play.at - MINUTE, True), (play.at, False), (play.at + DAY, False)):
        assert (205 in [one.number for one in rules_at(record, moment)]) == stands


def test_places_in_the_order_are_those_of_who_still_plays() -> None:
    play = started(4, SUBER)
    play.done(c.Leave(by=2))
    play.done(c.Join(by=7, name="Greta Green", letter="join 7"))
    players = record_of(play.events).players
    assert {seat: one.position for seat, one in players.items()} == {
        1: 1,
        2: None,
        3: 2,
        4: 3,
        7: 4,
    }
    assert (players[2].status, players[2].left_at) == ("left", play.at)
    play.done(c.Join(by=2, name="Player 02", letter="join again"))
    again = record_of(play.events).players[2]
    assert (again.status, again.left_at) == ("playing", None)


def test_lateness_is_the_rules_that_says_so() -> None:
    """011 as revised; its number goes with what is told of a removal."""
    play, _, missing = voting(REVISED)
    wait(play)
    name = play.state.name_of(missing)
    _, left, *_ = play.done(c.Remove(by=c.MODERATOR, player=name))
    assert isinstance(left, e.PlayerLeft) and left.rule == 11
