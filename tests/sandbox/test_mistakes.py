"""What players write first, and is not how it is done here: each is told in what would work."""

import re
from pathlib import Path

import pytest

from nomic_mail.game.programs import Declared, Mistake, often
from nomic_mail.phrases import asked
from nomic_mail.sandbox.mistakes import (
    CURES,
    CURES_SINCE,
    INSTEAD_OF,
    LACKS,
    NO_SUCH,
    NO_SUCH_SINCE_8,
)
from nomic_mail.sandbox.sandbox import Sandbox

RUNS = Sandbox()
KEEPS = 'coins = quantity("coins")\npot = quantity("pot", owner="game")\njudge = office("judge")\n'
HEAR = '@on("adopted")\ndef hear(proposal):\n    '
ACT = '@action("DIG <player>")\ndef dig(me, player):\n    '
WRONG = {
    "the proposer may be gone": (f"{HEAR}coins.give(proposal.by, 40)", 'if proposal.by:"'),
    "an office may be vacant": (f"{ACT}say(judge.holder().name)", '"who = judge.holder()"'),
    "nor is who holds another asked for": (
        f'king = office("king")\n{ACT}if king.holder():\n        coins.give(judge.holder(), 1)',
        '"who = judge.holder()"',
    ),
    "nor is a holder of one's own an office's": (
        "class Post:\n    def holder(self):\n        return 3\n\n"
        f"{ACT}coins.give(judge.holder(), Post().holder())",
        '"who = judge.holder()"',
    ),
    "a number that becomes its text": (
        '@action("MARCH FROM <n>")\ndef march(me, n):\n    n = str(n)\n    say(n)',
        'as in "key = str(n)"',
    ),
    "a rule that is repealed by a program": (
        f"{HEAR}for rule in rules():\n        rule.repeal()",
        "that takes a proposal",
    ),
    "a player is no text": (f"{ACT}say(me)", 'f"{me}" makes one'),
    "nor is a number": (f"{ACT}say_to(me, 3)", 'f"{me}" makes one'),
    "what is compared within a text": (
        f"{ACT}say(str(max(players(), key=lambda p: (p.score, p.name))))",
        "best = max(",
    ),
    "half a coin": (f"{HEAR}pot.give(len(proposal.voted_for) / 2)", "n // 2"),
    "half a point": (f"{ACT}points(me, 7 / 2)", "n // 2"),
    "a quantity is no list": (f"{ACT}coins[me] -= 3", "coins.take(player, 1)"),
    "nor a name to write to": (f"{ACT}coins.of(me) -= 3", "coins.take(player, 1)"),
    "the pot of one player": (f"{ACT}pot.give(me, 1)", "with no player"),
    "a score that is written": (f"{ACT}me.score += 1", "points(player, 1)"),
    "a title that is written": (f'{HEAR}proposal.title = "Tea"', "cannot be written"),
    "a function of ours": (
        f"def turn(who):\n    return who\n\n{ACT}turn(me)",
        "give your function another name",
    ),
    "what is kept is no yes or no": (f"{ACT}if coins:\n        say('x')", "asked for"),
    "nor is an office": (f"{ACT}if not judge:\n        judge.give(me)", '"if judge.holder():"'),
    "nor is what may not be there": (
        f"{ACT}good = {{'pot': coins}}.get('pot')\n    if not good:\n        refuse('no')",
        '"if good is None:"',
    ),
    "a function's own word for who is given": (
        f"{ACT}say(player('Ada').name)",
        "give that another name",
    ),
    "one of its own": (f"def pays(a, b):\n    return a\n\n{ACT}pays(me)", "No argument"),
    "what a proposal has": (f"{HEAR}say(proposal.author.name)", "has no author: it has number"),
    "with what it has now": (f"{HEAR}points(proposal.votes[0], 1)", "missing, voted, text()"),
    "what a player has, and what a rule keeps": (f"{ACT}me.coins += 1", "so: coins.of(player)"),
    "what an amount has": (f"{ACT}coins.add(me, 1)", "it has of(), give(), take(), move(), set()"),
    "what is not asked": (f"{ACT}for one in players:\n        say('x')", "asked with brackets"),
    "nor counted": (f"{ACT}say(str(len(players)))", "players is asked with brackets: players()"),
    "what sort gives": (
        f"{ACT}best = players().sort(key=lambda p: p.score)\n    points(best[0], 1)",
        "or sorted(xs)",
    ),
    "a team's": (f'{ACT}quantity("hats", owner="team")', 'owner is "player" or "game"'),
    "a rule that is changed": (f'{ACT}amend(201, "Tea.")', "lapse() repeals its own"),
    "one of a list": (f"{ACT}points(choice(players()), 1)", "xs[roll(len(xs)) - 1]"),
    "a timer that there is not": (f'{ACT}later(2 * 3, "rent due")', '@timer("rent due")'),
    "one that is taken back": (f'{ACT}cancel("rent")', 'there is no @timer("rent")'),
    "nothing that is sealed": (f'{ACT}reveal("BID <n>")', 'no sealed @action("BID <n>")'),
    "the most, by a dict's get": (f'{ACT}n = {{"a": 1}}\n    max(n, key=n.get)', "key=lambda one"),
}


@pytest.mark.parametrize("what", WRONG)
def test_it_is_told_what_to_write(what: str) -> None:
    body, cure = WRONG[what]
    read = RUNS.read(KEEPS + body + "\n")
    assert not isinstance(read, Declared)
    mistake = read[0]
    assert cure in mistake.why
    assert mistake.line >= 6


def test_a_place_that_there_is_not_is_told_before_what_its_function_would_get() -> None:
    read = RUNS.read('@action("BET <yes|no>")\ndef bet(me, side):\n    say(f"{me} {side}")\n')
    assert not isinstance(read, Declared)
    assert "what stands in < and > is none of <n>, <player>" in read[0].why


@pytest.mark.parametrize(
    "body",
    [
        f"{HEAR}if proposal.by:\n        coins.give(proposal.by, 40)",
        f"{ACT}who = judge.holder()\n    if who:\n        coins.give(who, 1)",
        f"{ACT}if judge.holder():\n        coins.give(judge.holder(), 1)",
        f"{ACT}if not judge.holder():\n        refuse('none')\n    say(judge.holder().name)",
        f'{ACT}say(f"{{judge.holder()}}" if judge.holder() else "nobody")',
        f"{ACT}if judge.holder() is None:\n        judge.give(me)\n"
        "        new = judge.holder()\n        if new:\n            coins.give(new, 1)",
    ],
)
def test_so_it_is_asked_whether_it_is_nobody(body: str) -> None:
    assert isinstance(RUNS.read(f"{KEEPS}{body}\n"), Declared)


@pytest.mark.parametrize(
    ("once", "is_so"),
    [
        ("", (1, "")),
        ("a week", (1, "a week")),
        ("3 times a week", (3, "a week")),
        ("12 times a turn", (12, "a turn")),
    ],
)
def test_how_often_an_action_may_be_done(once: str, is_so: tuple[int, str]) -> None:
    assert often(once) == is_so
    assert isinstance(
        RUNS.read(f'@action("DIG", once="{once}")\ndef dig(me):\n    pass\n'), Declared
    )


@pytest.mark.parametrize("once", ["3 a week", "0 times a day", "per turn", "21 times a day"])
def test_how_often_none_can_be_is_told(once: str) -> None:
    read = RUNS.read(f'@action("DIG", once="{once}")\ndef dig(me):\n    pass\n')
    assert isinstance(read, tuple)
    assert isinstance(read[0], Mistake)
    assert '"3 times a week"' in read[0].why


def test_what_was_once_said_of_a_program_is_said_for_ever() -> None:
    """It stands in records, and whoever checks one says it again."""
    texts = [cure for _, _, cure in LACKS] + [cure for _, cure in CURES]
    texts += [cure for _, _, cure in CURES_SINCE]
    texts += [*NO_SUCH.values(), *NO_SUCH_SINCE_8.values(), *INSTEAD_OF.values()]
    said = Path(__file__).with_name("mistakes_said.txt").read_text(encoding="utf-8").splitlines()
    assert set(said) - set(texts) == set(), "a text that stands in records is another now"
    assert set(texts) - set(said) == set(), "new: a line for each belongs in mistakes_said.txt"


CHECKED = (
    "coins.give(3, me)",
    "coins.add(me, 1)",
    "coins.give(me)",
    "coins.give(me, 1, 2)",
    "say(3)",
    'say("you " + 3)',
    "players()()",
    "for one in players: say(one.name)",
    'xs: list[int] = ["a"]',
    'quantity("silver", begins=3)',
    "if me\n        say(me)",
    "if me = me: say(me)",
    "if me:\n    say(me)",
    '  say("a")\n     say("b")',
    'say("a)',
    "say(",
)


@pytest.mark.parametrize("line", CHECKED)
def test_what_the_type_checker_finds_is_told_in_german(line: str) -> None:
    read = RUNS.read(f"{KEEPS}{ACT}{line}\n")
    assert not isinstance(read, Declared)
    for one in read:
        said = asked(one.why, "de")
        assert said != one.why
        english = r"\b(?:is|expected|Expected|found|of(?![(=])|to|the|for)\b"
        assert not re.search(english, said), said
