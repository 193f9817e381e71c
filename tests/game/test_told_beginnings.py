"""What each event of the game itself, and of who plays it, makes another: told histories."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import asdict, fields, replace

from nomic_mail.game import events as e
from nomic_mail.game.decide import READING
from nomic_mail.game.dice import message_of
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.record.parts import (
    AdmissionRecord,
    Commitment,
    PlayerRecord,
    Predecessor,
    RuleForm,
    RuleLife,
    Shuffle,
)
from nomic_mail.game.rulebook import Rules
from nomic_mail.game.state import Chain, Player, Request, State
from tests.kit.games.told_history import (
    GONE,
    HOUSE,
    RULES,
    History,
    acted,
    cast,
    created,
    day,
    joined,
    made,
    opened,
    started,
)

CHAIN = Chain(number=1, seed="seed", length=9, commitment="c9")


def test_a_game_begins_with_its_rules_and_its_dice() -> None:
    """What was agreed with the words: of every rule but a mutable one without clauses."""
    whole, game = created(), History()
    first = game.then(whole.events[0])
    assert first.state == {
        "name": "tea",
        "title": "Tea",
        "ruleset": "ours",
        "settings.debate_min": timedelta(hours=3),
        "settings.debate_max": timedelta(days=4),
        **{f"rules.{one.number}": one for one in RULES},
        "with_words.1": (),
        "with_words.101": (),
        "with_words.102": ("start: 0",),
        "with_words.202": ("victory: 50",),
        "next_number": 311,
        "numbers.first": 311,
        "numbers.since": 311,
        "numbers.rule": 203,
        "guides": "some",
    }
    forms = {
        f"rules.{one.number}": RuleLife(
            forms=[
                RuleForm(
                    lineage=one.number,
                    number=one.number,
                    status=one.status,
                    title=one.title,
                    text=one.text,
                    clauses=one.clauses,
                    at=day(0),
                )
            ]
        )
        for one in RULES
    }
    assert first.record == {
        "name": "tea",
        "title": "Tea",
        "ruleset": "ours",
        "created_at": day(0),
        "settings.debate_min": timedelta(hours=3),
        "settings.debate_max": timedelta(days=4),
        "initial": RULES,
        "first_number": 311,
        **forms,
    }
    assert first.told == ("created", {"name": "tea", "title": "Tea", "ruleset": "ours"}, ())
    dice = game.then(whole.events[1])
    assert dice.state == {"chain": CHAIN}
    assert dice.record == {"commitments.0": Commitment(1, day(0), "c9", 9)}
    assert dice.moments == []


@pytest.mark.parametrize("link", ["c8", ""])
def test_it_starts_in_an_order_shuffled_or_not(link: str) -> None:
    """007: a link is the proof, over the letters that joined."""
    game = created().after(joined(1), joined(2))
    over = ((1, "join 1"), (2, "join 2"))
    came = game.then(
        e.GameStarted(
            at=day(2), order=(2, 1), how="so", rule=7, link=link, over=over, proven=bool(link)
        )
    )
    drawn = {"chain.commitment": "c8", "chain.used": 1} if link else {}
    assert came.state == {"status": "running", "order": (2, 1), **drawn}
    assert came.record.pop("shuffle") == Shuffle(
        at=day(2),
        how="so",
        rule=7,
        order=(2, 1),
        nonce="c8" if link else None,
        commitment="c9" if link else None,
        over=message_of(game="tea", joined=over) if link else None,
        proven=bool(link),
    )
    assert came.record == {
        "status": "running",
        "started_at": day(2),
        "order": (2, 1),
        "players.1.position": 2,
        "players.2.position": 1,
    }
    facts = {"order": ["Bob Boole", "Ada Lovelace"], "how": "so", "rule": 7}
    assert came.told == ("started", facts, ())


def test_dice_are_replaced_or_brought_anew_with_the_game() -> None:
    """008: links and sealed ballots that nobody here knows are nobody's."""
    new: dict[str, Any] = {"chain": 2, "commitment": "d5", "length": 5, "seed": "other"}
    other = Chain(number=2, seed="other", length=5, commitment="d5")
    chain = {f"chain.{name}": getattr(other, name) for name in new if name != "chain"}
    chain["chain.number"] = 2
    back: dict[str, Any] = {"backup_at": day(7), "restored_at": day(8)}
    game = started().after(made(), opened(), cast(1), cast(3))
    came = game.after().then(e.DiceReplaced(at=day(8), **new, **back))
    assert came.state == chain
    assert came.record == {"commitments.1": Commitment(2, day(8), "d5", 5)}
    assert came.told == ("set back", {"backup_at": day(7)}, ())

    game = game.after(e.BallotRetracted(at=day(5, 1), number=311, seat=3), acted("ANNOUNCE", at=5))
    assert game.state.last_act
    brought = e.GameImported(at=day(8), **new, recorded_at=day(6), votes=(311,))
    came = game.then(brought)
    assert came.state == {
        **chain,
        "polls.311.ballots.1": GONE,
        "polls.311.retracted.3": GONE,
        "status": "paused",
        "paused_at": day(6),
    }
    assert came.record == {
        "status": "paused",
        "commitments.1": Commitment(2, day(8), "d5", 5),
        "proposals.311.voted": set(),
    }
    assert came.told == ("imported", {"recorded_at": day(6), "votes": (311,)}, ())
    assert not game.state.last_act
    paused = started().after(e.GamePaused(at=day(3)))
    assert paused.then(replace(brought, votes=())).state == chain
    assert created().then(replace(brought, votes=())).state == chain


def test_a_setting_is_changed_and_deadlines_are_moved() -> None:
    game = started().after(made(), opened())
    house = replace(HOUSE, vote_window=timedelta(days=2))
    came = game.then(e.SettingChanged(at=day(5), key="vote_window", value="2d", settings=house))
    assert came.state == came.record == {"settings.vote_window": timedelta(days=2)}
    assert came.told == ("setting", {"key": "vote_window", "value": "2d"}, ())

    away: dict[str, Any] = {"began_at": day(5), "ended_at": day(6)}
    moved = e.DeadlinesMoved(at=day(6), why="outage", by=timedelta(hours=7), **away)
    told = ("moved", {"why": "outage", **away}, ())
    came = game.after().then(moved)
    assert came.state == {
        "outage_from": day(5),
        "outage_until": day(6),
        "polls.311.closes_at": day(7, 420),
        "proposals.311.opens_at": day(8, 420),
        "proposals.311.changes_until": day(7, 420),
    }
    assert came.record == {"proposals.311.closes_at": day(7, 420)}
    assert came.told == told
    asked = e.ModeratorAsked(at=day(5), matter="missing ballot", question=as_told("?"))
    came = game.after(asked).then(moved)
    assert "polls.311.closes_at" not in came.state
    assert came.record == {}


def test_what_the_moderator_is_asked_stops_its_own_deadline() -> None:
    turn = started()
    voting = started().after(made(), opened())
    asked: Any
    for matter in ("missing turn", "missing ballot", "one player left", "several winners"):
        asked = e.ModeratorAsked(at=day(5), matter=matter, question=as_told("So?"), number=1)
        first, second = turn.after().then(asked), voting.after().then(asked)
        stops = {"turn.due_at": None} if matter == "missing turn" else {}
        assert first.state == {"asked": matter, **stops}
        stops = {"polls.311.closes_at": None} if matter == "missing ballot" else {}
        assert second.state == {"asked": matter, **stops}
        assert first.told == ("asked", {"matter": matter, "question": "So?"}, ())
        assert first.record == second.record == {}
        assert created().then(asked).state == {"asked": matter}


def test_it_is_won_and_it_ends_and_what_is_open_is_void() -> None:
    """Of two proposals and two requests to join, those that were not counted."""
    game = started().after(
        made(),
        made(312, by=3),
        e.ProposalWithdrawn(at=day(3), number=312, by=3, due_at=None),
        e.JoinRequested(at=day(3), seat=4, name="Dee", surname="Dent", letter="j", rule=40),
        opened(),
        opened(-4),
        acted("AWARD", at=5),
    )
    won = e.GameWon(at=day(5), winners=(1, 3), goal=50, rule=202)
    came = game.then(won)
    assert came.state == {"winners": (1, 3)}
    assert came.record == {"winners": (1, 3), "won": won}
    facts = {"winners": ["Ada Lovelace", "Cyd Church"], "goal": 50, "rule": 202}
    assert came.told == ("won", facts, ())
    came = game.then(e.GameEnded(at=day(5), why=Phrase("for_a_reason"), reason="won"))
    assert came.state == {
        "status": "ended",
        "proposals.311": GONE,
        "proposals.312": GONE,
        "polls.311": GONE,
        "polls.-4": GONE,
    }
    void = {"outcome": "void", "reason": "won", "closed_at": day(5)}
    assert came.record == {
        "status": "ended",
        "ended_at": day(5),
        "ended_because": "won",
        **{f"proposals.311.{name}": value for name, value in void.items()},
        **{f"admissions.0.{name}": value for name, value in void.items()},
    }
    assert came.told == ("ended", {"reason": "won"}, ())


def test_the_end_of_a_game_ends_its_turn_its_judgment_and_what_was_asked() -> None:
    over = e.GameEnded(at=day(5), why=Phrase("for_a_reason"), reason="enough")
    judged = e.JudgmentInvoked(
        at=day(3), by=1, question="Is it?", end_debate=False, judge=3, due_at=day(6)
    )
    asked = e.ModeratorAsked(at=day(3), matter="one player left", question=as_told("?"))
    came = started().after(judged, asked).then(over)
    assert came.state == {"status": "ended", "turn.due_at": None, "judgment": None, "asked": ""}
    assert created().then(over).state == {"status": "ended"}


def test_a_win_and_its_end_come_of_the_moderator_s_act_and_other_ends_do_not() -> None:
    """208: it is taken back with them."""
    given = e.PointsAwarded(at=day(3), seat=1, points=50, total=50, rule=202)
    won = e.GameWon(at=day(3), winners=(1,), goal=50, rule=202)
    over = e.GameEnded(at=day(3), why=Phrase("for_a_reason"), reason="won")
    game = started().after(acted("AWARD", at=3))
    number = len(game.events)

    def upto(*events: e.Event) -> int:
        last = game.after(*events).state.last_act
        assert last is not None
        assert last.number == number
        return last.upto - number

    several = e.ModeratorAsked(at=day(3), matter="several winners", question=as_told("?"))
    assert [upto(), upto(given), upto(given, won), upto(given, won, over)] == [0, 1, 2, 3]
    assert upto(given, over) == 1
    assert upto(given, several) == 2
    assert upto(given, replace(several, matter="one player left")) == 1


# Who plays


def test_who_joins_has_a_place_in_the_order_once_there_is_one() -> None:
    ada = Player(
        seat=1, name="Ada Lovelace", surname="Lovelace", score=7, letter="join 1", joined=2
    )
    kept = PlayerRecord(
        seat=1, name="Ada Lovelace", surname="Lovelace", score=7, start=7, joined_at=day(1)
    )
    game = created()
    came = game.then(joined(1, score=7))
    assert came.state == {"players.1": ada}
    assert came.record == {"players.1": kept}
    assert came.told == ("joined", {"name": "Ada Lovelace"}, ())
    game = started().after(
        e.JoinRequested(at=day(3), seat=4, name="D", surname="", letter="", rule=40)
    )
    came = game.then(joined(4, at=4))
    assert came.state == {
        "players.4": game.state.players[4],
        "order": (2, 3, 1, 4),
        "requests.4": GONE,
    }
    assert game.state.players[4].joined == 8
    assert came.record == {"order": (2, 3, 1, 4), "players.4": game.record.players[4]}
    assert game.record.players[4].position == 4


def test_who_comes_back_has_the_old_place_and_stays_muted() -> None:
    """113: and answers the question what becomes of the one player left, and no other."""
    game = started().after(
        e.TalkMuted(at=day(3), seat=3, muted=True), e.PlayerLeft(at=day(3), seat=3)
    )
    back = replace(joined(3, at=6, score=5), letter="again")
    for asked, then in (("one player left", {"asked": ""}), ("missing turn", {})):
        other = game.after(e.ModeratorAsked(at=day(4), matter=asked, question=as_told("?")))  # type: ignore[arg-type]
        came = other.then(back)
        assert came.state == {
            "players.3.playing": True,
            "players.3.score": 5,
            "players.3.letter": "again",
            **then,
        }
        assert came.record == {
            "players.3.status": "playing",
            "players.3.score": 5,
            "players.3.left_at": None,
            "players.3.position": 2,
            "players.1.position": 3,
        }


def test_who_leaves_drops_out_of_every_vote_with_their_ballot() -> None:
    game = started().after(
        made(),
        made(312, by=3),
        opened(),
        opened(312, electorate=(1, 2)),
        cast(3),
        cast(1),
        e.SuccessorAsked(at=day(5), seat=3, name="Nora"),
        e.SuccessorAsked(at=day(5), seat=2, name="Ned"),
    )
    game = game.after(e.ModeratorAsked(at=day(5), matter="several winners", question=as_told("?")))
    came = game.then(e.PlayerLeft(at=day(6), seat=3, rule=11, removed=True))
    assert came.state == {
        "players.3.playing": False,
        "polls.311.electorate": (1, 2),
        "polls.311.ballots.3": GONE,
        "asked": "",
        "successors.3": GONE,
    }
    assert came.record == {
        "players.3.status": "left",
        "players.3.left_at": day(6),
        "players.3.position": None,
        "players.1.position": 2,
        "proposals.311.left.0": 3,
        "proposals.311.voted": {1},
    }
    assert came.told == ("left", {"name": "Cyd Church", "removed": True, "rule": 11}, ())
    asked = e.ModeratorAsked(at=day(3), matter="missing turn", question=as_told("?"))
    came = started().after(asked).then(e.PlayerLeft(at=day(6), seat=3))
    assert came.state == {"players.3.playing": False}
    by_none = {"name": "Cyd Church", "removed": False, "rule": None}  # it has no rule 113
    assert came.told == ("left", by_none, ())


def test_who_is_away_and_who_plays_on_in_a_seat() -> None:
    """A seat keeps the place in the alphabet that it had when the circuit began (201)."""
    game = started()
    came = game.then(e.PlayerAway(at=day(3), seat=2, until=day(8)))
    assert came.state == {"players.2.away_until": day(8)}
    assert came.record == {}
    assert came.told == ("away", {"name": "Bob Boole", "until": day(8)}, ())

    game = game.after(
        e.TalkMuted(at=day(3), seat=2, muted=True),
        e.SuccessorAsked(at=day(3), seat=2, name="Zoe Zorn"),
        e.SuccessorAsked(at=day(3), seat=1, name="Ned"),
    )
    new = e.PlayerReplaced(
        at=day(4), seat=2, was="Bob Boole", name="Zoe Zorn", surname="Zorn", letter="zoe"
    )
    named = {"players.2.name": "Zoe Zorn", "players.2.surname": "Zorn"}
    seated = {
        **named,
        "players.2.letter": "zoe",
        "players.2.away_until": None,
        "players.2.muted": False,
        "successors.2": GONE,
    }
    kept = {**named, "players.2.before.0": Predecessor("Bob Boole", day(4))}
    came = game.after(e.GamePaused(at=day(3))).then(new)
    assert (came.state, came.record) == ({**seated, "players.2.taken_at": 12}, kept)
    came = game.then(new)
    placed = {"players.2.place": ("Boole", "Bob Boole"), "players.2.taken_at": 11}
    assert came.state == {**seated, **placed}
    assert came.record == kept
    assert came.told == ("replaced", {"was": "Bob Boole", "name": "Zoe Zorn"}, ())
    came = game.then(replace(new, was="Zoe Zorn", name="Yan", surname="Yew", letter="yan"))
    assert came.state == {
        "players.2.name": "Yan",
        "players.2.surname": "Yew",
        "players.2.letter": "yan",
        "players.2.taken_at": 12,
    }


# A player with nothing as it is at first; what of it stays with the seat, and why.
MARKED = Player(
    seat=2,
    name="Bob Boole",
    surname="Boole",
    playing=False,
    score=7,
    letter="bob",
    away_until=day(9),
    joined=5,
    place=("Aaron", "Al Aaron"),
    muted=True,
    missed=1,
    missed_at=day(2),
    heard_at=day(1),
    inactive=True,
    former=("Rob Boole",),
    renamed_at=day(2),
    taken_at=4,
)
STAYS = {
    "seat": "it is what is taken over",
    "playing": "who takes over a seat that was left comes in by an event of its own",
    "score": "the seat has it",
    "joined": "the seat has its place in the order",
    "place": "so it is sorted until the circuit ends",
    "missed_at": "votes that end within an hour are one that is missed",
}


def test_what_was_somebody_s_own_goes_with_them_and_the_rest_is_said_to_stay() -> None:
    for field in fields(Player):
        marked = getattr(MARKED, field.name) != field.default
        assert marked, f"Player.{field.name}: MARKED wants a value that is not its first"
    state = replace(started().state, reading=READING).with_player(MARKED)
    new = e.PlayerReplaced(
        at=day(4), seat=2, was="Bob Boole", name="Zoe Zorn", surname="Zorn", letter="zoe"
    )
    seated = new.fold(state).players[2]
    same = {name for name, now in asdict(seated).items() if now == getattr(MARKED, name)}
    cure = "another has it in their seat: PlayerReplaced sets it back, or STAYS says why it stays"
    assert same <= STAYS.keys(), f"Player.{', '.join(sorted(same - STAYS.keys()))}: {cure}"
    assert same == STAYS.keys(), f"it does not stay: {sorted(STAYS.keys() - same)}"


def test_a_request_to_join_is_kept_until_it_is_taken_back_or_declined() -> None:
    """301: where it is voted on, the record tells why nothing was counted."""
    game = started()
    request = e.JoinRequested(at=day(3), seat=4, name="Dee", surname="Dent", letter="dee", rule=40)
    came = game.then(request)
    wanted = Request(seat=4, name="Dee", surname="Dent", letter="dee")
    assert came.state == {"requests.4": wanted}
    assert came.record == {}
    assert came.told == ("asked_in", {"name": "Dee"}, ())
    no = e.JoinDeclined(at=day(5), seat=4, name="Dee", why="declined", rule=40)
    came = game.after().then(no)
    assert (came.state, came.record) == ({"requests.4": GONE}, {})
    assert came.told == ("declined", {"name": "Dee", "why": "declined"}, ())
    game = game.after(opened(-4))
    assert game.record.admissions[0] == AdmissionRecord(
        seat=4,
        name="Dee",
        opened_at=day(4),
        closes_at=day(7),
        electorate=(1, 2, 3),
        threshold="majority of eligible",
        threshold_rule=202,
    )
    for event, reason in (
        (no, "declined"),
        (replace(no, why="withdrawn"), "the request was taken back"),
    ):
        came = game.after().then(event)
        assert came.state == {"requests.4": GONE, "polls.-4": GONE}
        assert came.record == {
            "admissions.0.outcome": "withdrawn",
            "admissions.0.closed_at": day(5),
            "admissions.0.reason": reason,
        }


def test_moderators_come_and_go_and_points_go_to_the_surplus() -> None:
    game = started()
    for joins, left, then in (
        ("Ada", (), ("Ada",)),
        ("Bob", (), ("Ada", "Bob")),
        ("Cyd", ("Ada",), ("Bob", "Cyd")),
        ("", ("Cyd",), ("Bob",)),
    ):
        came = game.then(e.ModeratorsChanged(at=day(3), joined=joins, left=left))
        assert came.state == {"moderators": then}
        assert came.told == ("moderators", {"joined": joins, "left": left}, ())
    gone = e.SurplusChanged(at=day(4), seat=3, points=-4, total=-4, rule=301)
    came = game.then(gone)
    assert came.state == {"surplus": -4}
    assert came.record == {"surplus": -4, "surplus_changes.0": gone}
    assert came.told == ("surplus", {"points": -4, "total": -4, "rule": 301}, ())


# What is not there


@pytest.mark.parametrize(
    "event",
    [
        e.PlayerLeft(at=day(3), seat=9),
        e.PlayerAway(at=day(3), seat=9, until=None),
        e.PlayerReplaced(at=day(3), seat=9, was="A", name="B", surname="", letter=""),
        e.TalkMuted(at=day(3), seat=9, muted=True),
        e.PointsScored(at=day(3), seat=9, points=1, total=1, because=as_told("so"), rule=202),
        e.PointsAwarded(at=day(3), seat=9, points=1, total=1, rule=202),
        e.ScoreCorrected(at=day(3), seat=9, was=0, total=1),
        cast(1, number=309),
        e.BallotRetracted(at=day(3), number=309, seat=1),
        e.VotingExtended(at=day(3), number=309, closes_at=day(9), extension=1, missing=()),
        e.ProposalWithdrawn(at=day(3), number=309, by=1, due_at=day(9)),
        e.TurnExtended(at=day(3), turn=1, mover=2, due_at=day(9), extension=1),
        e.PeriodBegan(at=day(3), turn=1, step="vote", by=2, until=day(9), proposers=()),
        e.PeriodExtended(at=day(3), turn=1, step="vote", until=day(9)),
        e.PeriodEnded(at=day(3), turn=1, step="vote", due_at=day(9)),
        e.ChairRefused(at=day(3), turn=1, seat=2, chair=3, due_at=None),
        e.ChairReplaced(at=day(3), turn=1, was=2, chair=3, why="gone", due_at=None),
        e.TurnCorrected(at=day(3), turn=1, was=2, mover=3, due_at=None),
        e.TurnEnded(at=day(3), turn=1, mover=2, completed=True),
        e.WindowExtended(at=day(3), window="turn", number=1, was=None, until=day(9)),
        e.WindowExtended(at=day(3), window="period", number=1, was=None, until=day(9)),
        e.VotingReopened(at=day(3), numbers=(309,), closes_at=day(9), missing=()),
        e.JudgmentGiven(at=day(3), judge=1, text="So.", winner=None, stands_at=day(9)),
        e.OverruleGiven(at=day(3), seat=1),
        e.ConsentGiven(at=day(3), seat=1),
        e.SilenceConsented(at=day(3)),
        e.JudgePassed(at=day(3), was=1, judge=2, why="silent", due_at=day(9)),
        e.QuestionMoot(at=day(3), question="?", why="revised", stands_at=None),
        e.JudgmentSettled(at=day(3), how=as_told("consent"), ruling=""),
        e.ActUndone(at=day(3), number=3, act="AWARD", later=timedelta(0)),
        e.RuleCorrected(
            at=day(3),
            number=999,
            status_was="mutable",
            title_was="",
            text_was="",
            status="mutable",
            title="A",
            text="B",
        ),
        e.BallotSettled(at=day(3), number=309, seat=1, choice="for", why=as_told("so")),
        e.ProgramRested(at=day(3), rule=9, lineage=9, rests=True),
        e.ValueCorrected(at=day(3), rule=9, lineage=9, name="coins", seat=1, was=0, now=1),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_about_what_is_not_there_changes_nothing(event: e.Event) -> None:
    """Folding is total: whatever a ledger tells, there is a state after it."""
    state = event.fold(created().state)
    assert state == created().state
    assert event.fold(State()) == State(rules=Rules())
