"""The record of a game that was really played: what each proposal, vote and rule became, and when.

1. Five turns by three players, letter by letter, on a throw-away server with its own SQLite file.
2. Who moves first is the dice's to say, so players are told apart by the turn they moved in.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from nomic_mail.archive.form import as_data
from nomic_mail.game import events as e
from nomic_mail.game.evolve import fold
from nomic_mail.game.phrase import as_told
from nomic_mail.game.record import Record, RuleForm, record_of, rules_at
from nomic_mail.play.table import HOST, Received, Table

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
NAMES = {1: "Ada Lovelace", 2: "Bob Boole", 3: "Cyd Church"}
RULE_203 = "A rule change is adopted when two thirds of the eligible voters vote for it."


def address(seat: int) -> str:
    return f"{NAMES[seat].split()[0].lower()}@players.example"


class Play:
    """Letters in, a minute apart; each player answers the last letter that was no talk."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder, "record", START)
        self.last: dict[str, Received] = {}
        self.events: list[e.Event] = []
        settings = {"debate_min": "0", "vote_window": "7d"}
        self.act("new game", title="", ruleset="net_play", settings=settings)
        for seat, name in NAMES.items():
            player = f"{name} <{address(seat)}>"
            self.act("add player", player=player, confirmed=False)
            self.say(seat, f"JOIN {name}")
        self.act("command", verb="Start", fields={})

    def act(self, act: str, **fields: object) -> None:
        self.table.act(act, game="tea", **fields)
        self.go()

    def say(self, seat: int, *lines: str) -> None:
        letter = self.last[address(seat)]
        sender, subject = f"{NAMES[seat]} <{address(seat)}>", f"Re: {letter.subject}"
        text = "\n".join(lines) + "\n"
        self.table.mail(sender, letter.reply_to, text, subject, letter.message_id)
        self.go()

    def talk(self, seat: int, text: str) -> None:
        before = dict(self.last)
        sender = f"{NAMES[seat]} <{address(seat)}>"
        self.table.mail(sender, f"nomic+tea.talk@{HOST}", text + "\n", "Hm")
        self.go()
        self.say(seat, "YES")
        self.last = before

    def go(self) -> None:
        self.table.pump.run()
        for letter in self.table.letters():
            if "Talk:" not in letter.subject:
                self.last[letter.to] = letter
        self.events += [entry.event for entry in self.table.entries("tea", len(self.events))]
        self.table.clock.set(self.table.clock.now() + timedelta(minutes=1))

    @property
    def mover(self) -> int:
        began = [event for event in self.events if isinstance(event, e.TurnBegan)]
        return began[-1].mover


def played(play: Play) -> None:
    first = play.mover
    play.say(first, "PROPOSE AMEND 203: Two thirds", "Two thirds will do.")
    play.say(first, "REVISE", RULE_203, "Effects:", "  adoption: 2/3 of eligible")
    play.talk(first % 3 + 1, "Why not half?")
    play.say(first, "CALL VOTE")
    for seat in NAMES:
        play.say(seat, "FOR")

    second = play.mover
    play.talk(second, "I shall repeal something.")
    play.say(second, "PROPOSE REPEAL 206")
    play.say(second, "CALL VOTE")
    play.say(first, "FOR")
    play.say(first, "RETRACT")
    play.say(first, "AGAINST")
    for seat in NAMES:
        if seat != first:
            play.say(seat, "FOR")

    third = play.mover
    play.say(third, "PROPOSE TRANSMUTE 105", "Some may be on holiday.")
    play.say(third, "WITHDRAW")
    play.say(third, "PROPOSE TRANSMUTE 105")
    play.say(third, "CALL VOTE")
    for seat in NAMES:
        play.say(seat, "AGAINST" if seat == second else "FOR")

    play.say(first, "PROPOSE ENACT: Biscuits", "Biscuits are served with tea.")
    play.say(first, "CALL VOTE")
    play.say(third, "AGAINST")
    play.say(first, "FOR")
    play.say(third, "FORFEIT")
    play.say(second, "FOR")

    play.say(second, "PROPOSE ENACT: Milk", "Milk goes in first.")
    play.say(second, "CALL VOTE")
    play.say(first, "AGAINST")
    play.act("command", verb="End", fields={"reason": "the tea is cold"})


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[e.Event]]:
    play = Play(tmp_path_factory.mktemp("record"))
    try:
        played(play)
        yield play.events
    finally:
        play.table.close()


@pytest.fixture(scope="module")
def record(events: list[e.Event]) -> Record:
    return record_of(iter(events))


@pytest.fixture(scope="module")
def movers(record: Record) -> list[int]:
    return [proposal.by for proposal in record.proposals.values()]


def outcomes(record: Record) -> dict[int, str]:
    return {number: proposal.outcome for number, proposal in record.proposals.items()}


def prefixes(events: list[e.Event]) -> Iterator[list[e.Event]]:
    return (events[:count] for count in range(1, len(events) + 1))


# Proposals


def test_each_proposal_has_its_outcome(record: Record) -> None:
    assert outcomes(record) == {
        301: "adopted",
        302: "adopted",
        303: "defeated",
        304: "adopted",
        305: "void",
    }
    assert [proposal.turn for proposal in record.proposals.values()] == [1, 2, 3, 4, 5]


def test_all_revisions_are_kept(record: Record) -> None:
    amendment = record.proposals[301].revisions
    assert [one.text for one in amendment] == ["Two thirds will do.", RULE_203]
    assert [one.effects_kept for one in amendment] == [True, False]
    assert amendment[1].effects == ("adoption: 2/3 of eligible",)


def test_the_changed_version_of_a_withdrawn_proposal_is_its_revision(record: Record) -> None:
    assert [(one.revision, one.kind) for one in record.proposals[303].revisions] == [
        (1, "transmute"),
        (2, "transmute"),
    ]


def test_a_withdrawn_proposal_is_withdrawn_until_it_is_replaced(events: list[e.Event]) -> None:
    at = next(n for n, event in enumerate(events) if isinstance(event, e.ProposalWithdrawn))
    assert outcomes(record_of(events[: at + 1]))[303] == "withdrawn"
    assert outcomes(record_of(events[: at + 2]))[303] == "open"


def test_the_debate_is_what_was_said_while_it_was_open(record: Record, movers: list[int]) -> None:
    assert [remark.text for remark in record.proposals[301].debate] == ["Why not half?"]
    assert [(one.seat, one.text) for one in record.talk] == [
        (movers[1], "I shall repeal something.")
    ]


# Votes


def test_votes_tally_and_threshold_are_those_of_the_vote(record: Record, movers: list[int]) -> None:
    first, second, third = movers[:3]
    repeal = record.proposals[302]
    assert repeal.votes == {first: "against", second: "for", third: "for"}
    assert repeal.tally == {"for": 2, "against": 1, "abstain": 0, "absent": 0}
    assert (repeal.threshold, repeal.threshold_rule) == ("2/3 of eligible", 301)
    assert record.proposals[301].threshold_rule == 203
    assert record.proposals[303].threshold == "unanimous of eligible"
    assert repeal.electorate == (1, 2, 3)
    assert repeal.opened_at is not None
    assert repeal.closed_at is not None
    assert repeal.opened_at < repeal.closed_at


def test_who_leaves_during_a_vote_drops_out_of_it(record: Record, movers: list[int]) -> None:
    biscuits = record.proposals[304]
    assert biscuits.electorate == (1, 2, 3)
    assert biscuits.left == [movers[2]]
    assert set(biscuits.votes) == {movers[0], movers[1]}
    assert biscuits.voted == {movers[0], movers[1]}
    assert record.players[movers[2]].status == "left"
    assert record.players[movers[2]].position is None


def test_a_vote_that_is_never_counted_tells_who_voted_and_never_how(
    record: Record, movers: list[int]
) -> None:
    milk = record.proposals[305]
    assert (milk.votes, milk.tally, milk.voted) == ({}, None, {movers[0]})
    assert milk.reason == record.ended_because == as_told("the tea is cold")


def test_no_vote_is_in_the_record_before_its_close(events: list[e.Event]) -> None:
    for told in prefixes(events):
        for proposal in record_of(told).proposals.values():
            counted = proposal.outcome in ("adopted", "defeated", "lapsed")
            assert counted or (not proposal.votes and proposal.tally is None)


# Rules


def test_an_amended_rule_takes_the_proposals_number_and_keeps_its_history(record: Record) -> None:
    life = record.rules[203]
    assert [(form.number, form.by_proposal) for form in life.forms] == [(203, None), (301, 301)]
    assert life.forms[1].text == RULE_203
    assert life.forms[1].clauses == ("adoption: 2/3 of eligible",)
    assert life.forms[0].clauses == ("adoption: unanimous of eligible",)


def test_the_rules_of_any_moment_are_those_then_in_force(events: list[e.Event]) -> None:
    """Told by the whole record, and told by the state as it was: the same rules."""
    record = record_of(events)
    moments = [before for before, after in pairwise(events) if before.at != after.at]
    for last in [*moments, events[-1]]:
        state = fold(event for event in events if event.at <= last.at)
        assert [shown(form) for form in rules_at(record, last.at)] == [
            (rule.number, rule.lineage, rule.status, rule.title, rule.text, rule.clauses)
            for rule in state.rules
        ]


def shown(form: RuleForm) -> tuple[object, ...]:
    return (form.number, form.lineage, form.status, form.title, form.text, form.clauses)


def test_before_the_game_there_are_no_rules(record: Record) -> None:
    assert rules_at(record, START - timedelta(days=1)) == ()


def test_a_repealed_rule_is_told_with_its_end(record: Record) -> None:
    data = as_data(record)
    assert 206 not in {rule["number"] for rule in data["rules"]}
    (gone,) = data["repealed"]
    assert (gone["number"], gone["repealed_by"]) == (206, 302)
    assert record.proposals[302].closed_at == record.rules[206].repealed_at


# Points and people


def test_points_add_up_at_every_moment(events: list[e.Event]) -> None:
    for told in prefixes(events):
        record = record_of(told)
        for seat, player in record.players.items():
            points = [score.points for score in record.scores if score.seat == seat]
            assert player.start + sum(points) == player.score


def test_each_reward_names_its_rule(record: Record, movers: list[int]) -> None:
    because = {(score.seat, score.rule): score.points for score in record.scores}
    assert because[movers[0], 204] == 10
    faces = sum(record.rolls[0].faces)
    assert because[movers[0], 202] in range(1, 7)
    assert record.scores[0].points == faces
    assert not any(score.rule == 206 for score in record.scores)


def test_the_positions_are_those_of_the_order_of_play(events: list[e.Event]) -> None:
    started = next(n for n, event in enumerate(events) if isinstance(event, e.GameStarted))
    record = record_of(events[: started + 1])
    by_position = sorted(record.players.values(), key=lambda player: player.position or 0)
    assert tuple(player.seat for player in by_position) == record.order


# The form


def test_the_form_is_plain_json_and_reads_back_the_same(events: list[e.Event]) -> None:
    for told in prefixes(events):
        data = as_data(record_of(told))
        assert json.loads(json.dumps(data)) == data


def test_the_form_has_the_published_keys(record: Record) -> None:
    data = as_data(record)
    assert data["format"] == "nomic-mail/1"
    wanted = {
        "game": "name title ruleset status started_at ended_at winners",
        "mechanics": "adoption",
        "initial": "texts clauses",
        "settings": "debate_min vote_window",
    }
    for key, inner in wanted.items():
        assert set(inner.split()) <= set(data[key])
    listed = {
        "players": "seat name status score position",
        "rules": "number lineage status title text clauses history",
        "proposals": "number by kind target title text effects outcome reason tally votes opened_at"
        " closed_at electorate threshold quorum revisions debate",
        "rolls": "turn by dice faces nonce commitment over",
        "scores": "at player points total because rule",
    }
    for key, inner in listed.items():
        assert data[key]
        assert all(set(inner.split()) <= set(one) for one in data[key])
    assert set(data["rules"][0]["history"][0]) >= {"number", "by_proposal", "at", "text"}
    assert set(data["mechanics"]["adoption"]) >= {"value", "rule", "overrides"}
    assert (data["judgments"], data["game"]["status"]) == ([], "ended")


def test_a_mechanic_names_the_rule_it_follows_from(record: Record) -> None:
    mechanics = as_data(record)["mechanics"]
    assert (mechanics["adoption"]["value"], mechanics["adoption"]["rule"]) == (
        "2/3 of eligible",
        301,
    )
    assert (mechanics["penalty defeat"]["value"], mechanics["penalty defeat"]["rule"]) == (
        None,
        None,
    )
