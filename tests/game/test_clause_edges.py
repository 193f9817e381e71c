"""What a clause can say at its edges: the last value that is read, and the first that is not."""

from fractions import Fraction

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.clauses import KINDS, LONGEST_CLAUSE, BadClause, parse_clause
from nomic_mail.game.clauses.adoption import Adoption, Turnout
from nomic_mail.game.clauses.kind import Ahead, Threshold, read_threshold
from nomic_mail.game.commands import Change
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.phrases import said, spoken
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few


def read(line: str) -> str:
    return parse_clause(line).text


def refused(line: str) -> BadClause:
    with pytest.raises(BadClause) as bad:
        parse_clause(line)
    return bad.value


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("victory: {}", 1, 999_999_999),
        ("limit mutable: {}", 1, 100_000),
        ("start: {}", -1_000_000, 1_000_000),
        ("numbering: from {}", 1, 900_000),
        ("void: rule {:03d}", 1, 1_000_000),
        ("procedure: chair, proposers {}", 1, 999),
    ],
)
def test_a_number_is_read_from_the_least_to_the_most(name: str, least: int, most: int) -> None:
    for number in (least, most):
        assert read(name.format(number)) == name.format(number)
    for number in (least - 1, most + 1):
        told = str(refused(name.format(number)))
        assert f"from {least} to {most};" in f"{told};" or "void" in name, told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("victory: 5.0", 'victory: "5.0" is not a whole number from 1 to 999999999'),
        ("victory: -", '"-" is not a whole number'),
        ("void: the last", '"the last": write rule 210'),
        ("void: rule 0", '"0" is not a whole number from 1 to 1000000'),
        ("numbering: since 301", '"since 301": write from 301'),
        ("membership: by  chance", '"by chance" is none of: open, moderator, unanimous vote'),
        ("procedure: dance", '"dance" is none of: turns, chair, open'),
        ("procedure: turns, call 1d", 'nothing can be said of "turns": write turns alone'),
        ("procedure: chair, tea 4d", '"tea 4d" is none of: call 1d, discussion 5d, vote 1d'),
        ("procedure: chair, call 1 fortnight", '"1 fortnight" is not a length of time'),
        ("procedure: chair, proposers two", '"proposers two": write a number of players'),
        ("adoption: majority of all", '"of all": a share is of eligible or of cast'),
        ("adoption: 0%", '"0%" is no share; write one from above 0 to 1, such as 2/3'),
        ("adoption: 101%", '"101%" is no share'),
        ("adoption: 1/0", '"1/0" is no share'),
        ("adoption: majority, quorum 0/2", '"quorum 0/2" is no share; write quorum 1/2'),
        ("adoption: majority, quorum 3/2", '"quorum 3/2" is no share'),
        (
            "adoption: majority, quorum 0 heads",
            '"quorum 0 heads" is no quorum; write quorum 5 heads',
        ),
        ("adoption: majority, quorum 5", '"quorum 5" is no quorum; write quorum 1/2, or quorum 5'),
        ("adoption: majority, quorum 5 heads, quorum 3 heads", '"quorum" stands there twice'),
        ("tie: by lot", '"by lot" is none of: fails, passes, chair'),
        ("adoption: majority, of course", '"of course" is neither "quorum 1/2" nor "after'),
        ("adoption: never", "may not become impossible"),
        ("votes: 2 votes", "write a number, or a sum such as max(1, score / 50)"),
        ("votes: cast + opposed", '"cast" is not known before the votes are in'),
        ("reward proposer: 21d6", '"21d6": throw 1 to 20 dice of 2 to 1000 sides'),
        ("reward proposer: 0d6", '"0d6": throw 1 to 20 dice of 2 to 1000 sides'),
        ("reward proposer: 1d1", '"1d1": throw'),
        ("reward proposer: 1d1001", '"1d1001": throw'),
        (
            "reward proposer: 3 teas",
            "write dice (2d6+1), a number, or sums over ordinal, favourable",
        ),
    ],
)
def test_what_is_not_read_is_told_as_it_was_written(line: str, told: str) -> None:
    assert told in str(refused(line))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("adoption: majority, quorum 1 heads", "adoption: majority of eligible, quorum 1 head"),
        (
            "adoption of amend: 2/3, quorum 7 head",
            "adoption of amend: 2/3 of eligible, quorum 7 heads",
        ),
        ("adoption: 100% of cast", "adoption: unanimous of cast"),
        ("adoption: 1/3", "adoption: 1/3 of eligible"),
        ("adoption: 1%", "adoption: 1/100 of eligible"),
        ("adoption: 50 % of cast", ""),
        ("adoption: simple majority of cast", "adoption: majority of cast"),
        ("adoption: unanimity", "adoption: unanimous of eligible"),
        ("adoption: majority, quorum 1/1", "adoption: majority of eligible, quorum 1/1"),
        ("adoption: majority, quorum 1/3", "adoption: majority of eligible, quorum 1/3"),
        ("procedure: chair, call 1d, discussion 5d, vote 1d, proposers 4", "procedure: chair"),
        ("procedure: chair, call 2d, vote 0", "procedure: chair, call 48h, vote 0"),
        ("procedure: chair, discussion 1d", "procedure: chair, discussion 24h"),
        ("victory: +30", "victory: 30"),
        ("victory: None", "victory: none"),
        ("reward proposer: 1d2", "reward proposer: 1d2"),
        ("reward proposer: 20d1000", "reward proposer: 20d1000"),
        ("reward proposer: 2d6-1", "reward proposer: 2d6-1"),
        ("reward proposer: 0", "reward proposer: 0"),
    ],
)
def test_what_is_read_prints_in_one_form(line: str, text: str) -> None:
    if text:
        assert read(line) == text
    else:
        refused(line)


def test_a_clause_is_one_short_line() -> None:
    longest = "victory: 50" + " over 203" * 21
    assert len(longest) == LONGEST_CLAUSE
    assert read(longest) == longest
    assert "a clause is one short line" in str(refused(longest + " "))


@pytest.mark.parametrize(
    ("line", "cure"),
    [
        ("victory = 50", "write it as victory: 50"),
        ("victory 50 over 203", "write it as victory: 50 over 203"),
        ("Reward-Proposer is 2d6", "write it as reward proposer: 2d6"),
        ("limit mutable at 30", "write it as limit mutable: 30"),
        ("victori: 50", "did you mean victory? write it as victory: 50"),
        ("limit mutabel: 30", "did you mean limit mutable? write it as limit mutable: 30"),
        ("limit mutabel stands now", "did you mean limit mutable? write it as limit mutable: 25"),
        ("victory many", "write it as victory: 100, or victory: none, or victory: 30 coins"),
        ("membership? by chance", "write it as membership: open, or membership: moderator, or "
         "membership: unanimous vote"),
        ("adoption 5", "write it as adoption: unanimous of eligible, or adoption: majority of "
         "eligible, or adoption: 2/3 of cast, quorum 1/2"),
    ],
)  # fmt: skip
def test_a_line_that_is_nearly_a_clause_is_told_what_it_should_be(line: str, cure: str) -> None:
    bad = refused(line)
    assert str(bad) == f'"{line}" is no clause'
    assert bad.cure == cure


def test_of_what_is_no_clause_at_all_every_kind_is_told() -> None:
    bad = refused("there is tea")
    assert str(bad).endswith(f'each is "kind: value", of: {", ".join(KINDS)}')
    assert bad.cure == ""
    value = refused("victory: many")
    assert value.cure == "write it as victory: 100, or victory: none, or victory: 30 coins"
    assert (value.law, refused("adoption: never").law) == (None, 114)


def test_claims_are_read_from_the_end_and_stand_in_their_order() -> None:
    clause = parse_clause("victory: 50 over 203, 204 defers to mutable rules instead of rule 205")
    assert (clause.over, clause.defers, clause.instead) == ((203, 204), ("mutable",), (205,))
    assert clause.text == "victory: 50 over 203 over 204 defers to mutable instead of 205"


# What holds then


def test_a_quorum_is_enough_from_its_share_on_and_another_threshold_follows_its_circuits() -> None:
    """203, second paragraph: after two complete circuits, so from the third one on."""
    first, later = read_threshold("unanimous"), read_threshold("majority of cast")
    both = Adoption(first, (Fraction(1, 2),), (2, later))
    assert [both.at(circuit).threshold for circuit in (1, 2, 3)] == [first, first, later]
    assert both.at(3) == Adoption(later, (Fraction(1, 2),))

    def short(voted: int, eligible: int) -> str:
        why = both.falls_short(Turnout(voted, eligible, votes=0, of_votes=9))
        return spoken(why) if why is not None else ""

    assert short(2, 4) == short(3, 4) == ""
    assert short(1, 4) == "1 of 4 voted, and a quorum is 1/2 of them"
    assert short(2, 5) == "2 of 5 voted, and a quorum is 1/2 of them"
    assert Adoption(first).falls_short(Turnout(0, 4, votes=0, of_votes=4)) is None
    assert [Threshold(Fraction(1), "cast").unanimous, later.unanimous] == [True, False]


def book(mutable: int) -> Rules:
    own = (Rule(number=n, lineage=n, status="mutable", title="", text="") for n in range(201, 999))
    return Rules({rule.number: rule for rule, _ in zip(own, range(mutable), strict=False)})


@pytest.mark.parametrize(
    ("had", "has", "most_before", "most", "told"),
    [
        (5, 6, 6, 6, ""),
        (5, 6, None, None, ""),
        (6, 7, 6, 6, "there would be 7 mutable rules, and at most 6 allowed"),
        (8, 8, 6, 6, ""),
        (8, 7, 5, 6, ""),
        (8, 8, 7, 6, "there would be 8 mutable rules, and at most 6 allowed"),
        (8, 8, None, 6, "there would be 8 mutable rules, and at most 6 allowed"),
        (7, 8, 6, 6, "there would be 8 mutable rules, and at most 6 allowed"),
    ],
)
def test_a_game_over_its_limit_may_stay_and_go_down_and_no_more(
    had: int, has: int, most_before: int | None, most: int | None, told: str
) -> None:
    """209."""
    forbids = KINDS["limit mutable"].forbids
    assert forbids is not None
    objection = forbids(Ahead(book(had), book(has), most_before, most))
    assert (said(objection.why) if objection else "") == told
    assert objection is None or objection.law == 209


@pytest.mark.parametrize(
    ("kind", "status", "covered"),
    [
        ("transmute", "immutable", True),
        ("transmute", "mutable", False),
        ("amend", "immutable", False),
        ("enact", None, False),
        ("transmute", None, False),
    ],
)
def test_only_the_way_down_needs_the_share_of_a_transmutation(
    kind: c.ChangeKind, status: object, covered: bool
) -> None:
    """109."""
    rule = Rule(number=1, lineage=1, status=status, title="", text="") if status else None  # type: ignore[arg-type]
    covers = KINDS["transmutation"].covers
    assert covers is not None
    assert covers(Change(kind=kind, target=1), rule) == covered


def scores(game: Game, **points: int) -> None:
    for seat, total in points.items():
        player = game.state.name_of(int(seat[1:]))
        game.done(c.CorrectScore(by=c.MODERATOR, player=player, total=total, reason="so"))


def weights(clause: str, **points: int) -> dict[int, int]:
    """Of a vote on an enactment, with these points."""
    game = Game(few("net_play", r207=f"votes: {clause}", r208="victory: none")).start()
    scores(game, **points)
    game.propose(enact("Tea."))
    game.call()
    (poll,) = game.state.open_polls
    return dict(poll.weights)


def test_the_votes_of_each_are_worked_out_and_everybody_s_one_is_not_told() -> None:
    """207. Below 0 is none, and so is what cannot be worked out; above 1000 is 1000."""
    assert weights("score", s1=3, s2=-2, s3=5000) == {1: 3, 2: 0, 3: 1000}
    assert weights("score", s1=1000, s2=1001, s3=1) == {1: 1000, 2: 1000, 3: 1}
    assert weights("10 / score", s1=5, s2=10) == {1: 2, 2: 1, 3: 0}
    assert weights("score", s1=1, s2=1, s3=1) == {}
    assert weights("2") == {1: 2, 2: 2, 3: 2}
    assert weights("score") == {}
    assert weights("ordinal - 300 + turn") == {1: 2, 2: 2, 3: 2}


def test_what_a_sum_cannot_work_out_is_worth_nothing_and_says_so() -> None:
    """204 pays who voted against it, by dice; 202 by a sum over them."""
    own = {"r202": "reward proposer: 10 / opposed", "r204": "reward against: 2d2+3"}
    game = Game(few("net_play", **own, r203="adoption: majority of eligible")).start()
    first = game.mover
    game.propose(enact("Tea."))
    game.call()
    game.all_vote()
    second, against = game.mover, game.others()[0]
    game.propose(enact("Milk."))
    game.call()
    game.all_vote(against)
    (dice,) = (one for one in game.events if isinstance(one, e.DiceThrown))
    one, two = dice.faces
    told = [one for one in game.events if isinstance(one, e.PointsScored)]
    nothing = "10 / opposed is worth nothing, for it would divide by zero"
    assert [(one.seat, one.points, said(one.because)) for one in told] == [
        (first, 0, f"proposed 301: {nothing}"),
        (against, one + two + 3, f"voted against 302, adopted, threw {one} + {two} and +3"),
        (second, 10, "proposed 302: 10 / opposed"),
    ]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("procedure: open, at once 1", "write it as procedure: open, or procedure: open, each 2"),
        ("adoption: majority of us", "write it as adoption: majority of eligible, or adoption: "),
        ("judge: by chance", "write it as judge: by lot, or judge: moderator"),
        ("victory: exactly 500", "write it as victory: 100, or victory: none"),
    ],
)
def test_what_is_offered_begins_with_what_begins_as_it_was_written(line: str, offered: str) -> None:
    assert refused(line).cure.startswith(offered), refused(line).cure


def test_kinds_that_begin_alike_are_named_alone() -> None:
    told = str(refused("reward everybody: 10"))
    *_, named = told.split("of: ")
    assert {one.split()[0] for one in named.split(", ")} == {"reward"}
    assert "procedure" in str(refused("dance: 10"))
