"""What a program can use has a number, and each has that with which it was adopted: so what an old
one did comes out as it did. Since 2, players, rules and proposals are who and what they are; since
3, a program knows the hour; since 4, one of one is drawn by lot, too; since 5, points are counted
at once, and what is compared with what it never is breaks, in place of being another thing; since
6, a timer carries what it is about; since 7, a rule is known again, and all that a proposal changes
is told; since 8, a rule ends itself, a program throws in secret, and who voted stands in the order
of the votes."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from nomic_mail.game.numbers import PartNumber
from nomic_mail.game.programs import (
    INTERFACE,
    Broke,
    Calling,
    Came,
    Declared,
    Declined,
    Done,
    Run,
    SeenChange,
    SeenRule,
    View,
)
from tests.kit.programs import ADA, RUNS, declared, seen, wrong

BY_WHO_AND_WHAT = {
    "votes are counted by player": (
        "votes = {}\n    for p in players():\n        votes[p] = votes.get(p, 0) + 1\n"
        "    say(str(votes[me]))",
        "1",
    ),
    "a set has each once": ("say(str(len(set(players() + players()))))", "3"),
    "a list of players says their names": ('say(f"{players()}")', "[Ada, Bob, Cid]"),
    "a rule is among the rules": ("say(str(rules()[0] in rules()))", "True"),
    "a proposal is itself": ("say(str(proposals()[0] == proposals()[0]))", "True"),
    "no rule is a proposal": ("say(str(len({rules()[0], rules()[0], proposals()[0]})))", "2"),
    "both say their numbers": ('say(f"{rules()[1]} {proposals()}")', "201 [301]"),
}


def act(body: str, interface: int, view: View | None = None) -> Came:
    source = f'@action("DIG")\ndef dig(me):\n    {body}\n'
    read = replace(declared(source), interface=interface)
    call = Calling(hook=0, given=(ADA,))
    return RUNS.run(Run(source, read, call, view or seen(), lambda sides: 1))


@pytest.mark.parametrize("what", BY_WHO_AND_WHAT)
def test_players_rules_and_proposals_are_who_and_what_they_are(what: str) -> None:
    body, told = BY_WHO_AND_WHAT[what]
    came = act(body, INTERFACE)
    assert isinstance(came, Done), came
    assert [one.text for one in came.effects] == [told]


@pytest.mark.parametrize("what", BY_WHO_AND_WHAT)
def test_a_program_of_before_comes_out_as_it_did(what: str) -> None:
    body, told = BY_WHO_AND_WHAT[what]
    came = act(body, 1)
    if isinstance(came, Broke):
        assert "unhashable" in came.mistake.why
    else:
        assert isinstance(came, Done)
        assert [one.text for one in came.effects] != [told]


def test_whoever_was_called_so_is_found_by_that_name() -> None:
    once = seen()
    ada = replace(once.players[0], former=("Augusta",))
    view = replace(once, players=(ada, *once.players[1:]))
    came = act("say(f\"{player('augusta')}\")", INTERFACE, view)
    assert isinstance(came, Done)
    assert [one.text for one in came.effects] == ["Ada"]
    assert isinstance(act("say(f\"{player('augusta')}\")", 1, view), Declined)


def test_who_has_not_voted_and_who_is_inactive_is_known_since_then() -> None:
    once = seen()
    bob = replace(once.players[1], active=False)
    open_vote = replace(once.proposals[0], outcome="", voted_for=(), missing=(2, 3))
    view = replace(once, players=(once.players[0], bob, once.players[2]), proposals=(open_vote,))
    told = 'say(f"{proposals()[0].missing} {[p for p in players() if not p.active]}")'
    came = act(told, INTERFACE, view)
    assert isinstance(came, Done)
    assert [one.text for one in came.effects] == ["[Bob, Cid] [Bob]"]
    assert isinstance(act(told, 1, view), Broke)


def test_a_timer_that_waits_is_taken_back() -> None:
    source = '@timer("late")\ndef late():\n    pass\n'
    source += '@action("DIG")\ndef dig(me):\n    cancel("late")\n'
    read = declared(source)
    came = RUNS.run(Run(source, read, Calling(hook=1, given=(ADA,)), seen(), lambda sides: 1))
    assert isinstance(came, Done)
    assert [(one.kind, one.name) for one in came.effects] == [("cancel", "late")]
    unknown = source.replace('cancel("late")', 'cancel("so" + "on")')
    broke = RUNS.run(
        Run(unknown, declared(unknown), Calling(hook=1, given=(ADA,)), seen(), lambda sides: 1)
    )
    assert isinstance(broke, Broke)
    assert '@timer("soon")' in broke.mistake.why


def test_a_rule_is_known_again_and_each_change_of_a_proposal_is_told() -> None:
    once = seen()
    tea = SeenRule(number=305, title="Tea", status="mutable", first=211)
    part = SeenRule(number=PartNumber(302, 1), title="", status="mutable", first=208)
    changes = (
        SeenChange(kind="amend", rule=211, now=305, first=211),
        SeenChange(kind="repeal", rule=207, first=207),
        SeenChange(kind="enact", now=306, first=306),
    )
    proposals = (replace(once.proposals[0], changes=changes),)
    view = replace(once, rules=(tea, part), proposals=proposals)
    told = "made = [(c.kind, c.rule, c.now, c.first) for c in proposals()[0].changes]\n"
    told += '    say(f"{[rule.first for rule in rules()]} {made} {proposals()[0].changes}")'
    came = act(told, INTERFACE, view)
    assert isinstance(came, Done), came
    (words,) = (one.text for one in came.effects)
    assert words == (
        "[211, 208] [('amend', 211, 305, 211), ('repeal', 207, 0, 207), ('enact', 0, 306, 306)]"
        " [amend 211, repeal 207, enact 306]"
    )
    for later in (
        "say(str(rules()[0].first))",
        "say(str(proposals()[0].changes))",
        "say(str(turn_order()))",
    ):
        assert isinstance(act(later, 6, view), Broke)


def test_a_rule_ends_itself_and_knows_in_which_order_people_voted() -> None:
    once = seen()
    view = replace(once, proposals=(replace(once.proposals[0], voted=(3, 1, 9, 2)),))
    came = act('say(f"{proposals()[0].voted}")\n    lapse()\n    lapse()', INTERFACE, view)
    assert isinstance(came, Done), came
    assert [(one.kind, one.text) for one in came.effects] == [
        ("say", "[Cid, Ada, Bob]"),
        ("lapse", ""),
    ]
    no = act("lapse()", INTERFACE, replace(once, stays="turns"))
    assert no == Declined(why="a rule that says how turns go does not lapse")
    for later in ('say(f"{proposals()[0].voted}")', "lapse()", "eval('_lapse()')"):
        assert isinstance(act(later, 7, view), Broke)


def test_a_program_knows_the_hour() -> None:
    now = datetime(2026, 3, 9, 20, 5, tzinfo=UTC)
    told = "at = clock()\n    say(f'{at} {at.date} {at.weekday} {at.hour}:{at.minute} {at.hours}')"
    came = act(told, 3, seen(now=now))
    assert isinstance(came, Done), came
    hours = (now - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(hours=1)
    words = f"2026-03-09 20:05 2026-03-09 monday 20:5 {hours}"
    assert [one.text for one in came.effects] == [words]
    assert isinstance(act(told, 2, seen(now=now)), Broke)


def test_a_timer_is_set_for_hours() -> None:
    late = '\n\n@timer("late")\ndef late():\n    pass'
    came = act(f'later_hours(6, "late"){late}', 3)
    assert isinstance(came, Done), came
    assert [(one.kind, one.name, one.number) for one in came.effects] == [("hours", "late", 6)]
    for many in (0, 3650 * 24 + 1):
        broke = act(f'later_hours({many}, "late"){late}', 3)
        assert isinstance(broke, Broke)
        assert "from 1 to 87,600 hours" in broke.mistake.why
    assert isinstance(act(f'later_hours(6, "late"){late}', 2), Broke)


@pytest.mark.parametrize(
    ("name", "before"), [("cancel", 1), ("clock", 2), ("later_hours", 2), ("lapse", 7)]
)
def test_what_was_no_name_of_ours_then_is_the_programs_own(name: str, before: int) -> None:
    source = (
        f"def {name}(who):\n    return who\n\n"
        f"@action('DIG')\ndef dig(me):\n    say({name}(me).name)\n"
    )
    read = RUNS.read(source, interface=before)
    assert isinstance(read, Declared)
    assert read.interface == before
    came = RUNS.run(Run(source, read, Calling(hook=0, given=(ADA,)), seen(), lambda sides: 1))
    assert isinstance(came, Done)
    assert (
        "give your function another name"
        in wrong(source.replace(f"{name}(me).name", "f'{" + name + "(me)}'")).why
    )


def test_one_of_one_is_drawn_without_a_throw() -> None:
    def throw(sides: int) -> int:
        raise AssertionError(sides)

    source = '@action("DRAW")\ndef draw(me):\n    say(str([players()[0]][roll(1) - 1]))\n'

    def drawn(interface: int) -> Came:
        read = replace(declared(source), interface=interface)
        call = Calling(hook=0, given=(ADA,))
        return RUNS.run(Run(source, read, call, seen(), throw))

    came = drawn(INTERFACE)
    assert isinstance(came, Done), came
    assert [one.text for one in came.effects] == ["Ada"]
    assert isinstance(drawn(3), Broke)


KEEPS = """\
coins = quantity("coins")
pot = quantity("pot", owner="game")
motto = note("motto")
board = note("board", owner="game")
judge = office("judge")

"""
NEVER = {
    "a player, with a name": ('me == "Ada"', "compare its .name"),
    "a name, with a player": ('"Ada" != me', "compare its .name"),
    "a name, among players": ('"Ada" in players()', "compare its .name"),
    "a rule, with a number": ("rules()[0] == 101", "compare its .number"),
    "a number, among proposals": ("301 in proposals()", "compare its .number"),
    "an office, with who holds it": ("judge == me", "write .holder() behind it"),
    "who holds it, with an office": ("me == judge", "write .holder() behind it"),
    "coins, with a number": ("coins == 3", "write .of(player) behind it"),
    "a pot, in words": ('f"{pot}"', "write .value() behind it"),
    "a motto, with a text": ('motto == ""', "write .of(player) behind it"),
    "a board, in words": ("str(board)", "write .text() behind it"),
}


def kept(body: str, interface: int) -> Came:
    source = f'{KEEPS}@action("DIG")\ndef dig(me):\n    {body}\n'
    read = replace(declared(source), interface=interface)
    return RUNS.run(Run(source, read, Calling(hook=0, given=(ADA,)), seen(), lambda sides: 1))


@pytest.mark.parametrize("what", NEVER)
def test_what_can_never_be_breaks(what: str) -> None:
    body, told = NEVER[what]
    came = kept(f"say(str({body}))", INTERFACE)
    assert isinstance(came, Broke)
    assert told in came.mistake.why
    assert came.mistake.line == 9
    assert isinstance(kept(f"say(str({body}))", 4), Done)


@pytest.mark.parametrize(
    "body",
    [
        "me == players()[0]",
        "me != None",
        "judge.holder() == None",
        "coins == coins",
        "coins in [coins]",
        "{coins: 1}[coins] == 1",
        "judge != None",
        "coins != pot",
        "pot not in [coins, board, judge, rules()[0]]",
        "rules()[0] != proposals()[0]",
    ],
)
def test_what_may_be_is_compared(body: str) -> None:
    came = kept(f"say(str({body}))", INTERFACE)
    assert isinstance(came, Done), came
    assert [one.text for one in came.effects] == ["True"]


def test_points_count_in_the_score_at_once() -> None:
    told = "points(me, 5)\n    say(f'{me.score} {players()[0].score} {player(me.name).score}')"
    for interface, score in ((INTERFACE, 17), (4, 12)):
        came = act(told, interface)
        assert isinstance(came, Done), came
        assert came.effects[-1].text == f"{score} {score} {score}"


ABOUT = """\
board = note("board", owner="game")

@timer("rent of <player>")
def rent(who):
    say(f"{who} pays.")

@timer("day <n>")
def day(n):
    say(f"{n + 1}")

@timer("the <text> rises")
def rises(what):
    board.set(what)

@timer("late")
def late():
    pass

"""


def about(body: str, interface: int = INTERFACE) -> Came:
    body = f"exec({body!r})" if body.startswith("_") else body
    source = f'{ABOUT}@action("DIG")\ndef dig(me):\n    {body}\n'
    read = RUNS.read(source, interface=interface)
    if not isinstance(read, Declared):
        return Broke(trouble="error", mistake=read[0])
    return RUNS.run(Run(source, read, Calling(hook=4, given=(ADA,)), seen(), lambda sides: 1))


@pytest.mark.parametrize(
    ("body", "kind", "name", "told"),
    [
        ('later(3, "rent of <player>", me)', "later", "rent of <player>", [["player", 1, ""]]),
        ('later(3, "rent  of <player>", me)', "later", "rent of <player>", [["player", 1, ""]]),
        ('later_hours(3, "day <n>", -3)', "hours", "day <n>", [["number", -3, ""]]),
        ('later(3, "the <text> rises", "sun")', "later", "the <text> rises", [["text", 0, "sun"]]),
        ('cancel("rent of <player>", me)', "cancel", "rent of <player>", [["player", 1, ""]]),
        ('cancel("rent of <player>")', "cancel", "rent of <player>", None),
        ('later(3, "late")', "later", "late", None),
    ],
)
def test_a_timer_is_set_about_something(body: str, kind: str, name: str, told: object) -> None:
    came = about(body)
    assert isinstance(came, Done), came
    (effect,) = came.effects
    assert (effect.kind, effect.name) == (kind, name)
    assert (json.loads(effect.text) if effect.text else None) == told


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('later(3, "rent of <player>")', "takes what fills its places"),
        ('later(3, "rent of <player>", me, me)', "takes what fills its places"),
        ('later(3, "late", me)', '@timer("late") has no place to fill'),
        ('cancel("late", me)', '@timer("late") has no place to fill'),
        ('later(3, "rent of <player>", 1)', "a player is needed here"),
        ('later(3, "rent of <player>", me.name)', "a player is needed here"),
        ('later(3, "day <n>", me)', "a whole number is needed here"),
        ('later(3, "day <n>", 10 ** 13)', "numbers go up to"),
        ('later(3, "the <text> rises", 7)', "a text is needed here"),
        ('later(3, "the <text> rises", "x" * 3000)', "a text has at most"),
        ('_later(3, "rent of <player>", [["player", 99]])', "somebody who plays is needed here"),
        ('_later(3, "rent of <player>", [["player", True]])', "a player is needed here"),
        ('_later(3, "rent of <player>", {"player": 1})', "a number, a text or a player"),
        ('_later(3, "rent of <player>", [7])', "it cannot be done (TypeError)"),
    ],
)
def test_what_fills_its_places_is_looked_at(body: str, why: str) -> None:
    came = about(body)
    assert isinstance(came, Broke), came
    assert why in came.mistake.why


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ('@timer("rent of <rule>")\ndef rent(rule):\n    pass\n', "<n>, <player> or <text>"),
        ('@timer("rent of<player>")\ndef rent(who):\n    pass\n', "leave a blank before"),
        ('@timer("<player>")\ndef rent(who):\n    pass\n', "needs a name: letters first"),
        ('@timer("rent of <player>")\ndef rent():\n    pass\n', "write def rent(player):"),
        ('@timer("rent of <player>")\ndef rent(who):\n    return who + 1\n', "+"),
        ('@timer("day <n>")\ndef day(n):\n    return n.name\n', "name"),
    ],
)
def test_what_is_wrong_with_its_places_is_told(head: str, why: str) -> None:
    assert why in wrong(head).why


def test_before_no_timer_had_places() -> None:
    came = about('later(3, "late")', 5)
    assert isinstance(came, Broke)
    assert came.mistake.why.startswith('@timer("rent of <player>") gives its function nothing')
    without = ABOUT.replace("rent(who)", "rent()").replace("day(n)", "day()")
    without = without.replace("rises(what)", "rises()").replace("{n + 1}", "").replace("{who}", "")
    read = RUNS.read(without.replace("set(what)", "set('')"), interface=5)
    assert not isinstance(read, Declared)
    assert read[0].why == '@timer("rent of <player>") needs a name: letters first, up to 30 of them'
    plain = '@timer("late")\ndef late():\n    pass\n@action("DIG")\ndef dig(me):\n    {}\n'
    for body in ('later(3, "late", me)', 'cancel("late", me)'):
        assert not isinstance(RUNS.read(plain.format(body), interface=5), Declared)
    old = RUNS.read(plain.format("exec('_later(3, \"late\")')"), interface=5)
    assert isinstance(old, Declared)
    source = plain.format("exec('_later(3, \"late\")')")
    came = RUNS.run(Run(source, old, Calling(hook=1, given=(ADA,)), seen(), lambda sides: 1))
    assert isinstance(came, Done)


HAND = """
hand = quantity("hand", secret=True)

@action("DRAW")
def draw(me):
    hand.set(me, {})
"""


def drawn(body: str, interface: int = INTERFACE) -> tuple[Came, list[int], list[int]]:
    """With what was thrown for all to see, and in secret."""
    source = HAND.format(body)
    read = RUNS.read(source, interface=interface)
    assert isinstance(read, Declared), read
    told, secret = list[int](), list[int]()

    def throw(sides: int) -> int:
        told.append(sides)
        return 1

    def secretly(sides: int) -> int:
        secret.append(sides)
        return 2

    what = Run(source, read, Calling(hook=0, given=(ADA,)), seen(), throw, secretly=secretly)
    return RUNS.run(what), told, secret


@pytest.mark.parametrize(
    ("body", "card", "told", "secret"),
    [
        ("roll(6, secret=True)", 2, [], [6]),
        ("roll(6, True) + roll(20)", 3, [20], [6]),
        ("roll(6, secret=False)", 1, [6], []),
        ("roll(1, secret=True)", 1, [], []),
        ("sum([roll(n, secret=True) for n in range(1, 5)])", 7, [], [2, 3, 4]),
    ],
)
def test_a_program_throws_in_secret(
    body: str, card: int, told: list[int], secret: list[int]
) -> None:
    came, *thrown = drawn(body)
    assert isinstance(came, Done), came
    assert [one.number for one in came.effects] == [card]
    assert thrown == [told, secret]


def test_so_many_dice_are_thrown_in_all() -> None:
    came, *_ = drawn("sum([roll(6) + roll(6, secret=True) for n in range(51)])")
    assert isinstance(came, Broke)
    assert came.mistake.why == "a call throws at most 100 dice"


def test_before_no_program_threw_in_secret() -> None:
    assert not isinstance(RUNS.read(HAND.format("roll(6, secret=True)"), interface=7), Declared)
    came, told, secret = drawn("exec('_roll_secretly(6)') or 1", 7)
    assert isinstance(came, Broke), came
    assert (told, secret) == ([], [])
