"""What a hostile program tries, and what comes of it: a sentence, and the next call is as ever."""

import pytest

from nomic_mail.game.programs import (
    Broke,
    Calling,
    Declared,
    Declined,
    Done,
    Effect,
    Elsewhere,
    Hook,
    Named,
    Run,
)
from nomic_mail.sandbox import spending
from nomic_mail.sandbox.plain import Fault, clean, plain
from tests.kit.programs import ADA, RUNS, call, declared, seen, wrong
from tests.kit.tiers import some

WHOLE = (
    'coins = quantity("coins", start=5)\n@action("FROB")\ndef frob(me):\n    coins.give(me, 1)\n'
)
TREE = "x = [1]\nfor i in range(40): x = [x, x]\n"


def frob(body: str) -> str:
    inside = "\n".join(f"    {line}" for line in body.splitlines())
    return f'coins = quantity("coins", start=5)\n@action("FROB")\ndef frob(me):\n{inside}\n'


def hidden(code: str) -> str:
    """Past the type checker, which knows no text that is code."""
    return frob(f"exec({code!r})")


@pytest.fixture(autouse=True)
def and_then_all_is_as_ever(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(spending, "SECONDS", 0.3)
    monkeypatch.setattr(spending, "GENEROUS", 0.5)
    yield
    came = call(WHOLE, "FROB", ADA)
    assert came == Done(effects=(Effect(kind="set", name="coins", seat=1, number=6),))


# What takes what there is

TAKES = {
    "a loop": ("while True: pass", "lost", "it took too long"),
    "a list without end": ("x = [0]\nwhile True: x = x + x", "limit", "it takes too much memory"),
    "itself": (
        "def f(n):\n    return f(n + 1)\nf(0)",
        "limit",
        "functions are too deep within each other: write a loop",
    ),
    "a huge text": ('x = "a" * 10 ** 12', "limit", "it takes too much memory"),
    "a huge list": ("x = list(range(10 ** 12))", "limit", "it takes too much memory"),
    "a huge number": ("x = 1 << 10 ** 11", "limit", "it takes too much memory"),
    "a wide text": ('x = f"{1:1000000000}"', "limit", "it takes too much memory"),
    "a tree, told": (f"{TREE}repr(x)", "lost", "it "),
    "a tree, as JSON": (f"import json\n{TREE}json.dumps(x)", "", ""),
    "output": ('while True: print("x" * 1000)', "lost", "it took too long"),
    "effects": (
        "while True: coins.give(me, 1)",
        "limit",
        "a call does at most 500 things",
    ),
    "dice": ("while True: roll(6)", "limit", "a call throws at most 100 dice"),
    "words": ('while True: say("x")', "limit", "a call says at most 20 things"),
    "long words": ('say("x" * 3000)', "limit", "a text has at most 2,000 characters"),
    "a number past all": (
        "coins.set(me, 10 ** 5000)",
        "limit",
        "numbers go up to a million millions (10 ** 12)",
    ),
    "points past all": ("points(me, 10 ** 9)", "limit", "points are given by the million at most"),
    "refusals without end": (
        "while True:\n    try:\n        coins.take(me, 100)\n    except Exception:\n        pass",
        "",
        "",
    ),
}


@pytest.mark.parametrize("what", some(list(TAKES), 6))
def test_what_takes_too_much_breaks_and_says_so(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body, trouble, why = TAKES[what]
    if trouble == "limit":  # and not the time
        monkeypatch.setattr(spending, "SECONDS", 5)
    came = call(frob(body), "FROB", ADA)
    assert isinstance(came, Broke)
    assert came.mistake.why
    if trouble:
        assert came.trouble == trouble
        assert came.mistake.why.startswith(why)


# What would be more than it is

FORGES = {
    "a seat of its own making": ("me.seat = 99\ncoins.give(me, 1)", "somebody who plays is needed"),
    "no seat": ('_add("coins", None, 1, "")', "a player is needed here"),
    "a player in its view": (
        '_view["players"].append([9, "Eve", 0, True, False, [], True])\n'
        "coins.give(players()[3], 1)",
        "somebody who plays is needed here",
    ),
    "a name that it does not keep": ('_add("gold", 1, 1, "")', "gold is not declared"),
    "a name declared in a call": ('quantity("gold")', "at the top of a program"),
    "a quantity of another name": (
        'coins.name = "gold"\ncoins.give(me, 1)',
        "gold is not declared",
    ),
    "another's function, by name": ("_add(name=1)", "at the top of a program"),
    "too few words": ("_add()", "it cannot be done (TypeError)"),
    "a tree for a text": (f"{TREE}_say(x, 0)", "too much at once"),
    "a tree for a number": (f'{TREE}_add("coins", 1, x, "")', "too much at once"),
    "a tree for a seat": (f"{TREE}_win(x)", "too much at once"),
    "deep lists": ("x = 1\nfor i in range(5000): x = [x]\n_say(x, 0)", "too much at once"),
    "a set": ("_say({1, 2}, 0)", "a number, a text or a player is needed here"),
    "a fraction": ('_set("coins", 1, 1.5, "")', "a number, a text or a player is needed here"),
    "not a number": ('_set("coins", 1, float("nan"), "")', "a number, a text or a player"),
    "yes for a number": ('_set("coins", 1, True, "")', "a whole number is needed here"),
    "a function of its own for a text": ("_say(frob, 1.0)", "a number, a text or a player"),
    "an answer that nobody asked for": ("_answer(3)", "nothing is asked of it"),
    "a die without sides": ("roll(0)", "a die has from 2 to 1,000,000 sides"),
    "a die of minus six": ("roll(-6)", "a die has from 2 to 1,000,000 sides"),
    "a secret where nothing is": (
        "roll(6, secret=True)",
        "what is thrown in secret is kept in secret: declare it with secret=True",
    ),
    "a secret by the back door": ("_roll_secretly(6)", "what is thrown in secret is kept in"),
    "a timer that is none": ('later(1, "re" + "nt")', 'there is no @timer("rent")'),
    "the end of another rule": ("_lapse(201)", "it cannot be done (TypeError)"),
    "a fault that is caught": (
        "try:\n    coins.give(me, 10 ** 13)\nexcept Exception:\n    pass\ncoins.give(me, 1)",
        "numbers go up to a million millions",
    ),
    "hooks that are gone": ("_hooks.clear()", ""),
    "an exit": ("raise SystemExit()", "SystemExit"),
    "an interrupt": ("raise KeyboardInterrupt()", "KeyboardInterrupt"),
    "a trouble of ours": ('raise TimeoutError("feed time limit exceeded")', "TimeoutError"),
    "a worker that died": ('raise MemoryError("the worker was terminated")', "MemoryError"),
    "an exception of a tree": (f"{TREE}raise ValueError(x)", "an exception takes one text"),
    "the surroundings": ("import os\nos.environ", "RuntimeError: 'os.environ' is not supported"),
    "what is behind a class": ("().__class__.__bases__", "AttributeError"),
    "what is behind a function": ("_add.__globals__", "AttributeError"),
    "a score of its own making": ("me.score = 10 ** 13\npoints(me, me.score)", "numbers go up to"),
    "a million points and one": ("_points(1, 1000001)", "points are given by the million"),
    "nobody who wins": ("_win(0)", "somebody who plays is needed here"),
    "yes for a seat": ('_set("coins", True, 1, "")', "a player is needed here"),
    "a text for a number": ('_set("coins", 1, "5", "")', "a whole number is needed here"),
    "a word too many": ('_add("coins", 1, 1, "", "")', "it cannot be done (TypeError)"),
    "a long text": ('_say("x" * 2001, 0)', "a text has at most 2,000 characters"),
    "a time that never comes": ('_later(10 ** 9, "rent")', "later takes from 1 to 3,650 days"),
    "a timer about nothing": ('_later(1, "rent", [["", 1]])', 'there is no @timer("rent")'),
    "an action that is not sealed": ('_reveal("FROB")', 'there is no sealed @action("FROB")'),
    "a hook made in a call": (
        '_declare("hook", "action", "GRAB ALL", "", "", False)',
        "at the top of a program",
    ),
    "an answer of a kind": ('_answer(["player", 1])', "nothing is asked of it"),
}


@pytest.mark.parametrize("what", FORGES)
def test_what_it_forges_does_nothing(what: str) -> None:
    body, why = FORGES[what]
    came = call(hidden(body), "FROB", ADA)
    if what == "hooks that are gone":  # its own to lose
        assert came == Done()
    else:
        assert isinstance(came, Broke), came
        assert came.mistake.why.startswith(why) or why in came.mistake.why


def test_there_are_no_files() -> None:
    came = call(hidden('open("/etc/passwd")'), "FROB", ADA)
    assert came == Declined(why="Permission denied: '/etc/passwd'")


SHADOWS = {
    "what we hand it": "def points(who, n):\n    pass",
    "the class of a player": "class Player:\n    pass",
    "the list of hooks": "_hooks = []",
    "what is called": "def _given(one):\n    return 7",
    "the value of a quantity": "Quantity.of = 3",
    "our functions": "def _add(name, seat, by, of):\n    return 10 ** 6",
}


@pytest.mark.parametrize("what", SHADOWS)
def test_who_writes_over_what_it_is_handed_gains_nothing(what: str) -> None:
    body = SHADOWS[what]
    source = f"{WHOLE}exec({body!r})\n"
    read = RUNS.read(source)
    if not isinstance(read, Declared):
        assert read[0].why
        return
    came = RUNS.run(Run(source, read, Calling(hook=0, given=(ADA,)), seen(), lambda sides: 4))
    if isinstance(came, Done):
        effect = Effect(kind="set", name="coins", seat=1, number=6)
        assert came.effects in ((), (effect,))
    else:
        assert isinstance(came, Broke)


# What it declares

DECLARES = {
    "a kind of hook": '_declare("hook", "spell", "x", "", "")',
    "a hook of no kind": '_declare("hook", 3, "x", "", "")',
    "what nobody decides": '_declare("hook", "decides", "votes", "", "")',
    "a kind of name": '_declare("name", "spell", "x", "player", 0, 0, None, False, False)',
    "an owner": '_declare("name", "quantity", "x", "bank", 0, 0, None, False, False)',
    "too little": '_declare("name", "quantity")',
    "a text that it starts with": 'exec(\'quantity("x", start="5")\')',
    "a start out of bounds": 'quantity("x", start=3, most=2)',
    "a name that turns round": 'quantity("a\\u202eb")',
    "a name with a bell": 'quantity("a\\x07b")',
    "a wide name": 'quantity("\\uff43oins")',
    "a blank name": 'quantity(" ")',
    "blanks at its end": 'quantity("gold ")',
    "a number for a name": 'quantity("7")',
    "a word of the game": 'quantity("points")',
    "one name twice": 'quantity("gold")\nquantity("Gold")',
    "a long name": 'quantity("a" * 31)',
    "names without end": 'for i in range(41): quantity("n" + "x" * i)',
    "hooks without end": 'for i in range(61): action("GO" + "O" * i)(len)',
    "what does not happen": '@on("rain")\ndef f():\n    pass',
    "no time": '@every("soon")\ndef f():\n    pass',
    "no zone": '@every("monday 20:00 ../../etc/localtime")\ndef f():\n    pass',
    "too often": '@every("1 minute")\ndef f():\n    pass',
    "a slot of its own": '@action("GO <colour>")\ndef f(me, c):\n    pass',
    "a choice of one": '@action("GO <choice red>")\ndef f(me, c):\n    pass',
    "a slot that is a number": '@action("GO <1>")\ndef f(me):\n    pass',
    "a slot with a sign of its own": '@action("PAY $<n>")\ndef f(me, n):\n    pass',
    "nine slots": 'action("GO" + " <n>" * 9)(len)',
    "two texts": '@action("SAY <text> TO <text>")\ndef f(me, a, b):\n    pass',
    "half a slot": '@action("GO <n")\ndef f(me):\n    pass',
    "an office that is none": '@action("GO", who="king")\ndef f(me):\n    pass',
    "how often": '@action("GO", once="a minute")\ndef f(me):\n    pass',
    "one form twice": (
        '@action("GO <n>")\ndef f(me, n):\n    pass\n@action("go <word>")\ndef g(me, w):\n    pass'
    ),
    "a decision that is none": '@decides("weather")\ndef f():\n    pass',
    "one decision twice": (
        '@decides("next")\ndef f(p):\n    return p\n@decides("next")\ndef g(p):\n    return p'
    ),
    "a long form": 'action("GO " + "x" * 200)(len)',
    "one timer twice": '@timer("rent")\ndef f():\n    pass\n@timer("rent")\ndef g():\n    pass',
    "an act while it is read": 'say("hello")',
    "a throw while it is read": "roll(6)",
    "a refusal while it is read": 'refuse("no")',
    "a loop while it is read": "while True: pass",
    "more than there is room for": "#" * 16_001,
}


@pytest.mark.parametrize("what", DECLARES)
def test_what_cannot_be_declared_is_a_mistake_in_a_sentence(what: str) -> None:
    source = DECLARES[what]
    told = wrong(f"exec({source!r})" if source.startswith("_declare") else source)
    assert told.why
    assert len(told.why) <= 400


def test_a_name_may_be_of_any_letters() -> None:
    source = 'quantity("Münzen")\nquantity("монеты")\nquantity("金")'
    assert [one.name for one in declared(source).names] == ["Münzen", "монеты", "金"]


def test_what_declares_otherwise_than_it_did_breaks() -> None:
    was = Declared(
        names=(Named(kind="quantity", name="coins"),), hooks=(Hook(kind="action", what="FROB"),)
    )
    came = RUNS.run(Run(WHOLE, was, Calling(hook=0, given=(ADA,)), seen(), lambda sides: 4))
    assert isinstance(came, Broke)
    assert came.mistake.why == "it declares otherwise than when it was read"


# What it says

HOSTILE = '"\\x1b[2J\\u202e\\x00" + "a" * 100000'


def test_its_words_are_cut_and_cleaned() -> None:
    refused = call(frob(f"refuse({HOSTILE})"), "FROB", ADA)
    assert isinstance(refused, Declined)
    broke = call(frob(f"raise ValueError({HOSTILE})"), "FROB", ADA)
    assert isinstance(broke, Broke)
    for told in (refused.why, broke.mistake.why):
        assert len(told) <= 500
        assert not {"\x1b", "\u202e", "\x00"} & set(told)


def test_it_says_nothing_where_the_server_speaks(capfd: pytest.CaptureFixture[str]) -> None:
    acts = frob(chr(10).join(("out(7)", "coins.give(me, 1)")))
    source = f'out = print\nout("while it is read")\n{acts}'
    assert isinstance(call(source, "FROB", ADA), Done)
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "")


# What it may not reach


def test_another_s_secret_is_neither_seen_nor_changed() -> None:
    kept = Declared(names=(Named(kind="quantity", name="cards", secret=True, open=True),))
    other = Elsewhere(title="Cards", declared=kept, values={"cards": {1: 77}}, open=True)
    source = (
        'cards = quantity("cards", of="Cards")\n'
        '@action("LOOK")\ndef look(me):\n    say(str(cards.of(me)))\n'
        '@action("TAKE")\ndef take(me):\n    cards.take(me, 1)\n'
    )
    view = seen(elsewhere={7: other})
    for form in ("LOOK", "TAKE"):
        came = call(source, form, ADA, view=view)
        assert isinstance(came, Declined), came
        assert "77" not in came.why


def test_a_throw_stays_thrown_whatever_becomes_of_the_call() -> None:
    thrown: list[int] = []

    def throw(sides: int) -> int:
        thrown.append(sides)
        return 1

    came = call(frob('if roll(6) < 6:\n    refuse("not a six")'), "FROB", ADA, throw=throw)
    assert (came, thrown) == (Declined(why="not a six"), [6])


def test_a_call_that_is_tried_again_has_the_throws_that_it_had() -> None:
    thrown: list[int] = []

    def throw(sides: int) -> int:
        thrown.append(sides)
        return len(thrown)

    came = call(frob("roll(6)\nroll(20)\nwhile True: pass"), "FROB", ADA, throw=throw)
    assert isinstance(came, Broke)
    assert came.trouble == "lost"
    assert thrown == [6, 20]


# What comes out is looked at without being touched


def test_a_tree_of_all_leaves_is_counted_and_not_walked() -> None:
    tree: list[object] = [1]
    for _ in range(60):
        tree = [tree, tree]
    with pytest.raises(Fault, match="too much at once"):
        plain(tree)


@pytest.mark.parametrize("odd", [1.5, b"x", {1}, {"a": 1}, 10**13, "x" * 2001, object()])
def test_only_numbers_texts_and_lists_of_them_come_out(odd: object) -> None:
    with pytest.raises(Fault):
        plain([1, "a", None, True, [odd]])


def test_clean_keeps_letters_and_lines() -> None:
    assert clean("Grüße,\n\u202eAda\x1b[0m\ud800") == "Grüße,\nAda [0m"
