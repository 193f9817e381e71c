"""The record and the story of a game, as both are told from its events (012)."""

from datetime import UTC, datetime

from nomic_mail.game import commands as c
from nomic_mail.game.phrase import as_told
from nomic_mail.game.record import record_of
from nomic_mail.game.record.chronicle import chronicle, headline
from nomic_mail.game.record.parts import PlayerRecord, Record, Scored
from nomic_mail.game.state import TOLD, label
from tests.kit.games.core_play import Play, amend, enact, repeal, started, transmute


def headlines(play: Play) -> list[str]:
    return [
        headline(one.facts["change"]) for one in chronicle(play.events) if one.kind == "proposed"
    ]


def test_a_proposal_is_headed_by_what_it_does_to_which_rule() -> None:
    play = started(2)
    for change in (
        c.Change(kind="enact", title="Tea", text="There is tea."),
        c.Change(kind="amend", target=301, title="More tea", text="There is more tea."),
        amend(302, "There is tea again."),
        c.Change(kind="amend", amendment=303, title="Milk", text="There is milk."),
        c.Change(kind="repeal", amendment=304),
        transmute(305),
        repeal(205),
    ):
        play.turn(change)
    titles = {rule.number: rule.title for rule in play.state.rules}
    assert headlines(play) == [
        "ENACT: Tea",
        "AMEND 301: More tea",
        "AMEND 302: More tea",
        "AMEND AMENDMENT 303 of rule 303: More tea",
        "REPEAL AMENDMENT 304 of rule 304: Milk",
        "TRANSMUTE 305: More tea",
        f"REPEAL 205: {next(one.title for one in Play(0).state.rules if one.number == 205)}",
    ]
    assert titles[306] == "More tea"


def test_a_rule_without_a_title_is_headed_by_its_number() -> None:
    facts = {"kind": "repeal", "target": 7, "target_title": "", "title": "", "amendment": None}
    assert headline(facts) == "REPEAL 007"


def test_what_is_voted_on_when_the_game_ends_is_void() -> None:
    """Neither adopted nor defeated; so is a request to join beside it."""
    play = started(3)
    play.turn(enact("So be it.", "membership: unanimous vote"))
    play.done(c.Join(by=4, name="Dot Ray", letter="join 4"))
    play.done(c.Propose(by=play.mover, change=enact("Milk.")))
    play.done(c.CallVote(by=play.mover))
    play.done(c.Vote(by=1, choice="for", proposal=302, letter="v"))
    play.done(c.End(by=c.MODERATOR, reason="the tea is cold"))
    record = record_of(play.events)
    assert [record.proposals[number].outcome for number in (301, 302)] == ["adopted", "void"]
    for vote in (record.vote_on(302), record.vote_on(-4)):
        assert (vote.outcome, vote.closed_at, vote.votes) == ("void", play.at, {})
        assert vote.reason


def test_ballots_are_called_by_number_or_by_the_seat_that_asks() -> None:
    assert [label(one) for one in (301, -7, 0)] == ["301", "J7", "0"]


def test_a_game_that_is_told_has_points_where_any_were_begun_with_or_scored() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    scored = Scored(at, 1, 5, 5, as_told("so"), 202)
    for start, scores, has in ((0, [], False), (10, [], True), (0, [scored], True)):
        record = Record(ruleset=TOLD)
        record.players[1] = PlayerRecord(
            seat=1, name="Ada", surname="Ada", score=start, start=start, joined_at=at
        )
        for one in scores:
            record.scores.append(one)
        assert record.has_points == has
    assert Record(ruleset="ours").has_points
