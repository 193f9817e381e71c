"""The clauses (docs/clauses.md), each by the same law: what is no clause is refused
with what would be one, an older rule comes first where a newer one does not claim to, a higher one
always does, and a vote that is open keeps what it was opened with."""

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.clauses import KINDS, BadClause, parse_clause
from nomic_mail.game.clauses.kind import Kind
from nomic_mail.game.course import Refusal
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.rulebook import Rule, Rules, RuleStatus
from nomic_mail.game.state import Poll
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import checked, recorded

# Of these, what an older rule says, what a newer one, and something that comes near and is neither;
# of all others it is their first form, their last, and the first with a word too many.
SAID = {
    "procedure": ("open, each 2, debate 0h, vote 5d", "open, debate 0h, vote 2d", "open, vote 0"),
    "vote ends": ("at the deadline", "when decided, after 12h", "when it is over"),
    "proposer votes": ("not", "for", "against"),
    "adoption": ("majority of cast, quorum 3 heads", "2/3 of cast, quorum 1/2", "3/2 of cast"),
    "quorum": ("3 heads", "1/2, 2 heads", "most"),
    "adoption of enact": ("2/3 of cast", "majority of cast, quorum 2 heads", "most of cast"),
    "adoption of amend": ("2/3 of cast", "majority of cast", "2/3 of players"),
    "adoption of repeal": ("unanimous of cast", "majority of eligible", "never"),
    "adoption of transmute": ("3/4 of eligible", "unanimous of eligible", "all"),
    "tie": ("passes", "fails", "the judge"),
    "declared power": ("1 to 3", "2 to 4", "3 to 1"),
    "ballots": ("secret with abstention", "secret with endorsement, conditions", "open"),
    "inactive": ("after 2 votes missed", "after 7d", "after 0 votes missed"),
    "changes": ("up to 3", "up to 2", "up to none"),
    "numbering": ("from 301, keep", "from 301, by adoption", "from 0 to 9"),
    "points": ("to 1/10", "to 1/4", "to 1/7"),
    "withdrawal": ("until the vote opens", "until the vote closes", "at any time"),
    "vote changes": ("until the vote closes", "never", "twice"),
    "votes": ("1 + score / 10", "2", "1 +"),
    "overrule": ("majority of others", "2/3 of cast", "most of cast"),
    "win": ("play on", "ends the game", "now and then"),
    "order": ("as joined", "alphabetical", "by height"),
    "membership": ("open", "moderator", "closed"),
    "leaver points": ("stay", "surplus", "burn"),
    "start": ("0", "5", "some"),
    "debate": ("proponent", "proponent or judge", "nobody"),
    "veto": ("the chairperson", "judge", "of 3"),
    "transmutation": ("unanimous of eligible", "3/4 of eligible", "never"),
    "victory": ("100", "50", "soon, or late"),
    "judge": ("moderator", "by lot", "the oldest"),
    "skipping": ("forbidden", "allowed", "at times"),
    "consultation": ("forbidden", "allowed", "at times"),
    "precedence": ("lowest number", "highest number", "the loudest"),
    "power": ("3", "1.5", "much"),
    "reward adopted": ("10", "favourable * 2", "10 *"),
    "reward for": ("3", "1d6", "3 apples"),
    "reward voters": ("1", "2", "1d0"),
    "penalty absent": ("1", "2", "-"),
    "reward proposer": ("1d6", "5", "5 +"),
    "reward against": ("10", "1d6", "-"),
    "penalty defeat": ("10", "opposed * 5", "* 5"),
    "paradox": ("winner by ruling", "winner by ruling", "winner by lot"),
    "lateness": ("moderator may remove", "moderator may remove", "moderator may shout"),
    "limit mutable": ("30", "28", "few"),
    "void": ("rule 206", "rule 206", "itself"),
}
# What asks a program or is one has tests of its own (test_program_rights, test_program_asks,
# test_what_stood).
OF_PROGRAMS = {"eligible", "may propose", "program"}


def tried(kind: Kind) -> tuple[str, str, str]:
    first, *_, last = *kind.forms, kind.forms[-1]
    return SAID.get(kind.name, (first, last, f"{first} at times, or never"))


ALL = {name: tried(kind) for name, kind in KINDS.items() if name not in OF_PROGRAMS}
# Of the rest a clause has one thing to say, or the strictest of several holds.
ONE = [name for name in ALL if KINDS[name].fold == "one" and len({*ALL[name]}) == 3]
SUM = [name for name in ALL if KINDS[name].fold == "sum" and len({*ALL[name]}) == 3]
# A vote that opens under the new rule is another; of the rest, a vote tells nothing.
OF_A_VOTE = {
    "veto",
    "procedure",
    "vote ends",
    "proposer votes",
    "adoption",
    "quorum",
    "adoption of enact",
    "tie",
    "declared power",
    "ballots",
    "withdrawal",
    "vote changes",
    "votes",
}
ANY = "procedure: open, each 9, debate 0h, vote 1d"


def rule(number: int, *clauses: str, status: RuleStatus = "mutable") -> Rule:
    title, text = f"Rule {number}", "It says so."
    return Rule(
        number=number, lineage=number, status=status, title=title, text=text, clauses=clauses
    )


def book(*rules: Rule) -> Rules:
    return Rules({one.number: one for one in rules})


@pytest.mark.parametrize("kind", ALL)
def test_what_is_no_clause_is_refused_with_what_would_be_one(kind: str) -> None:
    _, _, wrong = ALL[kind]
    with pytest.raises(BadClause) as refused:
        parse_clause(f"{kind}: {wrong}")
    offered = refused.value.cure.removeprefix("write it as ").split(", or ")
    forms = [f"{kind}: {form}" for form in KINDS[kind].forms]
    assert len(offered) == min(3, len(forms)) and set(offered) <= set(forms)
    game = Game(few("net_play", r202=ANY), 3).start()
    answer = game.do(c.Propose(by=1, change=enact("So be it.", f"{kind}: {wrong}")))
    assert isinstance(answer, Refusal)
    assert answer.code in ("effects_unread", "effects_unread_but")


@pytest.mark.parametrize("kind", ONE)
def test_the_older_rule_comes_first_unless_the_newer_one_claims_to(kind: str) -> None:
    older, newer, _ = ALL[kind]
    first, second = (parse_clause(f"{kind}: {one}") for one in (older, newer))
    old = rule(203, first.text)
    assert mechanics_of(book(old, rule(301, second.text)))[kind].value == first.value
    held = mechanics_of(book(old, rule(301, f"{second.text} over 203")))[kind]
    assert (held.value, held.rule, held.text) == (second.value, 301, second.text)
    assert [one.rule for one in held.overrides] == [203]
    gives_way = rule(203, f"{first.text} defers to 301")
    assert mechanics_of(book(gives_way, rule(301, second.text)))[kind].value == second.value


@pytest.mark.parametrize("kind", ONE)
def test_a_rule_that_contradicts_a_higher_one_is_set_aside_whole(kind: str) -> None:
    older, newer, _ = ALL[kind]
    first, second = (parse_clause(f"{kind}: {one}") for one in (older, newer))
    high = rule(103, first.text, status="immutable")
    low = rule(301, f"{second.text} over 103", "judge: player before the mover")
    held = mechanics_of(book(high, low))
    assert held[kind].value == first.value
    assert 301 in held.void
    assert held["judge"].value == "moderator"


@pytest.mark.parametrize("kind", SUM)
def test_of_what_adds_up_both_apply_unless_one_stands_for_the_other(kind: str) -> None:
    older, newer, _ = ALL[kind]
    first, second = (parse_clause(f"{kind}: {one}") for one in (older, newer))
    old = rule(203, first.text)
    both = mechanics_of(book(old, rule(301, second.text)))[kind]
    assert both.value == (first.value, second.value)
    instead = mechanics_of(book(old, rule(301, f"{second.text} instead of 203")))[kind]
    assert instead.value == (second.value,)


def shape(poll: Poll) -> tuple[object, ...]:
    """All that a vote is opened with, but its number and its moment."""
    length = poll.closes_at - poll.opened_at if poll.closes_at else None
    by_rule = tuple(seat for seat, one in poll.ballots.items() if not one.letter.isdigit())
    frozen = (poll.electorate, poll.threshold, poll.weights, poll.abstention, poll.chair)
    return *frozen, length, by_rule


@pytest.mark.parametrize("kind", ALL)
def test_a_vote_that_is_open_keeps_what_it_was_opened_with(kind: str) -> None:
    """And what opens when the rule is in force does not."""
    newer = ALL[kind][1]
    game = Game(few("net_play", r202=ANY, r203="adoption: majority of eligible"), 4).start()
    game.propose(enact("Tea."), 1)
    before = shape(game.state.polls[301])
    game.propose(enact("So be it.", f"{kind}: {newer} over all"), 2)
    for seat in game.state.playing:
        game.done(c.Vote(by=seat, choice="for", proposal=302, letter=f"{seat}302"))
    assert 302 not in game.state.polls
    assert shape(game.state.polls[301]) == before
    game.propose(enact("Cake."), 3)
    number = max(game.state.polls)
    assert number != 301
    if kind in SAID:
        assert (shape(game.state.polls[number]) != before) == (kind in OF_A_VOTE)
    # counted as it was opened, also where no rule says so any more
    for seat in game.state.playing[:3]:
        game.done(c.Vote(by=seat, choice="for", proposal=301, letter=f"{seat}301"))
    game.done(c.Vote(by=game.state.playing[3], choice="against", proposal=301, letter="4301"))
    assert 301 not in game.state.polls
    assert 301 in {one.lineage for one in game.state.rules}


def test_of_two_limits_the_stricter_holds_unless_the_other_claims_to_come_first() -> None:
    old = rule(203, "limit mutable: 30")
    assert mechanics_of(book(old, rule(301, "limit mutable: 28")))["limit mutable"].value == 28
    assert mechanics_of(book(old, rule(301, "limit mutable: 40")))["limit mutable"].value == 30
    above = rule(301, "limit mutable: 40 over 203")
    assert mechanics_of(book(old, above))["limit mutable"].value == 40


def test_a_newer_rule_sets_an_older_one_aside_only_where_it_claims_to_come_first() -> None:
    old = rule(206, "penalty defeat: 10")
    assert not mechanics_of(book(old, rule(301, "void: rule 206"))).void
    assert 206 in mechanics_of(book(old, rule(301, "void: rule 206 over 206"))).void


def test_the_record_of_a_vote_that_goes_on_does_not_tell_whose_vote_a_rule_has_cast() -> None:
    """So it is no lie that its proposer has voted otherwise, though votes are final."""
    law = "adoption: majority of cast; vote changes: never; proposer votes: for at first"
    game = Game(few("net_play", r202=ANY, r203=law), 3).start()
    game.propose(enact("Tea."), 1)
    against = c.Vote(by=1, choice="against", proposal=301, letter="1")
    game.done(against)
    answer = game.do(replace(against, choice="for", letter="1 again"))
    assert isinstance(answer, Refusal) and answer.code == "vote_is_final"
    assert 301 in game.state.polls
    assert checked(recorded(game.events)).differences == []
