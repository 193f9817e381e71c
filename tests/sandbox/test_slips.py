"""What is Python, runs, and can never come to what is meant is sent back with what to write."""

import time
from itertools import islice

import pytest

from nomic_mail.game.programs import Declared
from nomic_mail.phrases import asked
from nomic_mail.rulesets.programs import library
from nomic_mail.sandbox.mistakes import MISTAKES_MOST
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.sandbox.slips import not_there, slips_in, unfilled
from tests.kit.tiers import some

RUNS = Sandbox()
KEEPS = """\
from datetime import datetime
coins = quantity("coins")
pot = quantity("pot", owner="game")
board = note("board", owner="game")
judge = office("judge")

"""
SLIPS = {
    "a day in capitals": ('if weekday() == "Monday":', 'never "Monday"'),
    "one of several days": ("if weekday() in ('saturday', 'sun'):", 'never "sun"'),
    "of the clock": ('if clock().weekday != "tue":', 'never "tue"'),
    "what is printed": ("print(me)\n    if True:", "say(text) tells all"),
    "another clock": ("if datetime.now().hour > 3:", "clock() and today() tell"),
    "the turn itself": ("if turn == 3:", "turn()"),
    "the day itself": ('if today != "2026-03-09":', "today()"),
    "the holder itself": ("if judge.holder is me:", "judge.holder()"),
    "the pot itself": ("if pot.value == 3:", "pot.value()"),
    "the board itself": ('if board.text == "":', "board.text()"),
    "what each has": ("if coins.of == 3:", "coins.of(player)"),
    "a rule's words": ('for rule in rules():\n        if rule.text == "":', "rule.text()"),
}
MEANT = (
    'if weekday() == "monday":',
    "if weekday() in ('saturday', 'sunday'):",
    'if weekday() != "sunday":',
    'if "print(me)" != "turn == 3":',
    "if True:  # print(me), turn == 3, judge.holder is me",
    "turn = 3\n    if turn == 3:",
    "today = 3\n    if today < 4:",
    "if judge.holder() == me:",
    "if coins.of(me) == 3:",
    "x = [turn for turn in (1, 2) if turn == 2]\n    if x:",
    "x = max([1], key=lambda rules: rules == 1)\n    if x:",
    "if weekday() == 'monday' or me.name == \"Ada\":",
    "if '''\nturn == 3\n''':",
    "if pot.value() == 3:",
    'if """\nturn == 3\n""":',
    "x = [max(players(), key=coins.of)]\n    if x:",
    "ask = coins.of\n    if ask(me):",
    "x = [pot for pot in (1, 2) if pot.value == 2]\n    if x:",
    "weekday = me.name\n    if weekday == 'Monday':",
    """if "weekday in (Mon, 'Tue')":""",
    "if (turn := 3) and turn == 3:",
    "turn: int = 3\n    if turn == 3:",
    "for (turn, n) in [(1, 2)]:\n        if turn == 1:",
)
HEADS = (
    "def g(me, turn):\n",
    "def g(rules=(1, 2), turn=3):\n",
    "def g(\n    rules: int,\n    turn: int,\n):\n",
    "def g(\n    rules, turn\n):\n",
    "class A:\n    turn: int = 3\n",
)


def _with(body: str) -> str:
    deeper = "            " if body.startswith("for") else "        "
    return f"{KEEPS}@action('DIG')\ndef dig(me):\n    {body}\n{deeper}say('dug')\n"


@pytest.mark.parametrize("what", SLIPS)
def test_it_is_sent_back_with_what_to_write(what: str) -> None:
    body, cure = SLIPS[what]
    read = RUNS.read(_with(body))
    assert not isinstance(read, Declared)
    assert cure in read[0].why
    assert read[0].line >= 9
    assert isinstance(RUNS.read(_with(body), interface=4), Declared)


@pytest.mark.parametrize("body", MEANT)
def test_what_may_be_meant_is_left_alone(body: str) -> None:
    assert list(slips_in(_with(body))) == []


@pytest.mark.parametrize("head", HEADS)
def test_what_a_function_is_given_is_its_own(head: str) -> None:
    assert list(slips_in(f"{head}    if turn == 3:\n        say('it is')\n")) == []


def test_what_is_ones_own_may_have_a_text() -> None:
    made = "class Law:\n    def __init__(self, text):\n        self.text = text\n\n"
    loop = "for rule in [Law('a')]:\n        if rule.text == 'a':"
    assert list(slips_in(made + _with(loop))) == []


def test_what_the_library_says_is_meant() -> None:
    assert [one.name for one in library() if list(slips_in(one.source))] == []


UNFILLED = (
    'say("{me} has dug")',
    "say('It is the turn of {me.name}.')",
    'say_to(me, "you have {coins.of(me)} coins")',
    'refuse("the pot is {pot.value()}")',
    'say("it is {today()}")',
)
FILLED = (
    'say(f"{me} has dug")',
    'say("{} has dug".format(me))',
    'say("{me} has dug".format(me=me.name))',
    "say('{me} wins'.replace('{me}', me.name))",
    'say("a set is {}, and {nobody}")',
    "say('{' + me.name + '}')",
    "pass  # say('{me}')",
)


@pytest.mark.parametrize("body", UNFILLED)
def test_a_text_with_gaps_and_no_f_is_sent_back(body: str) -> None:
    source = f"{KEEPS}@action('DIG')\ndef dig(me):\n    {body}\n"
    read = RUNS.read(source)
    assert not isinstance(read, Declared)
    assert "write f before the text" in read[0].why
    assert read[0].line == 9
    assert isinstance(RUNS.read(source, interface=6), Declared)


@pytest.mark.parametrize("body", FILLED)
def test_a_text_that_is_filled_or_has_no_gap_is_meant(body: str) -> None:
    assert list(unfilled(_with(body))) == []


def test_no_text_of_the_library_has_a_gap_that_is_told() -> None:
    assert [one.name for one in library() if list(unfilled(one.source))] == []


LONG = (
    *('"', "'", '"""', "'''", "# ", "a, ", " ", "def ", "for ", "for a", "lambda a"),
    *(
        'say("{me',
        "say('{a}",
        "{me",
        "weekday in (",
        "weekday == '",
        "turn ",
        "x.of",
        "\\",
        "a = ",
        "(",
        "date.now",
    ),
)


@pytest.mark.parametrize("piece", some(LONG, 5))
def test_a_long_line_is_looked_at_once(piece: str) -> None:
    """Twice as long takes twice as long, and not four times."""
    for head in ("", "for", "  x", "for x "):
        once, twice = (_took(head + piece * (n // len(piece))) for n in (40_000, 80_000))
        assert twice < 3 * once + 0.02


def _took(source: str) -> float:
    """The least of some: others have the machine, too."""
    took = []
    for _ in range(3):
        began = time.process_time()
        list(islice(slips_in(source), MISTAKES_MOST))
        list(islice(unfilled(source), MISTAKES_MOST))
        took.append(time.process_time() - began)
    return min(took)


LOADS = """\
import json

board = note("board", owner="game")

def load():
    return json.loads(board.text() or "{}")

"""
NEVER_THERE = {
    "a place on a map": ("m = load()\n    if n not in m:\n        refuse('free')", "write str(n)"),
    "what stands there": ("m = load()\n    say(m.get(n, ''))", "write str(n)"),
    "its own": ("m = json.loads(board.text() or '{}')\n    m[n] += 1", "write str(n)"),
    "a rule's": ("m = load()\n    say(m[rules()[0].number])\n    r = rules()[0]\n"
                 "    say(m[r.number])", "write str(r.number)"),
    "before it is put there": ("m = load()\n    if n not in m:\n        m[n] = []\n"
                               "    m[n].append(me.name)", "write str(n)"),
}  # fmt: skip
THERE = (
    "m = load()\n    m[n] = me.name\n    board.set(json.dumps(m))",
    "m = load()\n    m[n] = 0\n    m[n] += 1",
    "m = load()\n    m = {int(k): v for k, v in m.items()}\n    say(m[n])",
    "m = load()\n    for n in m:\n        say(m[n])",
    "m = load()\n    say(str([m[n] for n in m]))",
    "m = json.loads(board.text() or '[]')\n    if n in m:\n        say(m[0])",
    "m = json.loads(board.text() or '{}')\n    say('n in m, m[n]')  # m[n]",
    "m = {n: 1}\n    say(str(m[n]))",
    "m = load()\n    say(m[str(n)])\n    xs = [1, 2]\n    say(str(xs[n]))",
)


@pytest.mark.parametrize("what", NEVER_THERE)
def test_a_number_is_no_key_of_what_json_has_kept(what: str) -> None:
    body, why = NEVER_THERE[what]
    source = f'{LOADS}@action("TAKE <n>")\ndef take(me, n):\n    {body}\n'
    read = RUNS.read(source)
    assert not isinstance(read, Declared)
    assert [why in one.why for one in read] == [True]
    assert asked(read[0].why, "de") != read[0].why
    assert isinstance(RUNS.read(source, interface=5), Declared)


@pytest.mark.parametrize("body", THERE)
def test_what_may_be_there_is_left_alone(body: str) -> None:
    read = RUNS.read(f'{LOADS}@action("TAKE <n>")\ndef take(me, n):\n    {body}\n')
    assert isinstance(read, Declared), read


TIMERS = "@timer('rent due')\ndef due():\n    pass\n\n"
TIMERS += '@timer("rent of <player>")\ndef of(who):\n    pass\n'
SET = (
    'later(3, "rent due")',
    "later_hours( 6 * len(players()), 'rent  due' )",
    'later(3, "rent of <player>", me)',
    'cancel("rent due")',
    'later(3, "rent " + "soon")',
    'later(3, f"rent of {me}")',
    "name = 'rent soon'\n    later(3, name)",
    "say('later(3, \"rent soon\")')",
    "pass  # later(3, 'rent soon')",
    "say(str(dict(later=3)))\n    me.later(3, 'rent soon')",
)


@pytest.mark.parametrize("body", SET)
def test_a_timer_that_there_is_or_that_may_be_meant_is_left_alone(body: str) -> None:
    assert list(not_there(TIMERS + _with(body))) == []


def test_a_timer_or_a_function_of_ones_own_is_left_alone() -> None:
    soon = f"{_with('pass')}    later(3, 'rent soon')\n"
    assert list(not_there(f"def later(n, what):\n    say(what)\n\n{soon}")) == []
    assert list(not_there(f"R = 'rent soon'\n@timer(R)\ndef due():\n    pass\n{soon}")) == []
    assert [one.why for one in not_there(soon)] == ['there is no @timer("rent soon")']


def test_a_timer_that_there_is_not_was_found_as_it_broke_before() -> None:
    source = _with('if me:\n        later(3, "rent soon")').replace("        say('dug')\n", "")
    assert isinstance(RUNS.read(source, interface=7), Declared)
    assert not isinstance(RUNS.read(source), Declared)
