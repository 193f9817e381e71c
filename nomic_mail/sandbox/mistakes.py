"""What is wrong with a program, in words that say what would work, each with its line.

1. The type checker and the interpreter say what they mean; what their language lacks, and another
   Python has, is told with what to write in its place.
2. Before either is asked, the shape of a program is looked at as text: how long it is, what it
   imports, and whether its functions take what they will be given.
3. What is said of a program stands in the game's record, and whoever checks that says it again: no
   text here is ever another (tests/sandbox/mistakes_said.txt).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from nomic_mail.game.clauses.program import LONGEST
from nomic_mail.game.programs import DECIDES, HAPPENS, SLOTS, Mistake, slots_in, slots_of
from nomic_mail.patterns import later
from nomic_mail.rulesets.programs import interface as shown
from nomic_mail.sandbox.plain import clean
from nomic_mail.sandbox.slips import not_there, numbers_as_keys, slips_in, unfilled

MISTAKES_MOST = 20
UNTOLD = "what it says is not told, as this rule keeps secrets"

# Signs in what is told, what a line with it looks like where no line is told, and what to say.
LACKS: Sequence[tuple[str, str, str]] = (
    (
        "class inheritance",
        r"^[ \t]*class\s+\w+\s*\(\s*[^)\s]",
        "there is no inheritance: write a plain class without a base; to say no, call refuse(text)",
    ),
    (
        "method decorators",
        r"^[ \t]+@\s*(?:property|classmethod|staticmethod)",
        "there is no @property, @classmethod or @staticmethod: write a plain method or function",
    ),
    (
        "class bodies",
        r"^[ \t]+class\b",
        "a class holds methods and plain values only: write an inner class outside of it",
    ),
    ("exception groups", r"^[ \t]*except\s*\*", "there is no except*: write except Exception"),
    ("'del' statement", "", "there is no del: write d.pop(key), or xs.pop(place) of a list"),
    ("yield", "", "there is no yield: fill a list, and return it"),
    ("type aliases", "", "there is no type statement: leave it out"),
    ("not an iterator", "", "a generator is a list here: write xs[0], or a for loop"),
    (
        "' object has no attribute 'get'",
        "",
        "a dict's method cannot be handed on: write key=lambda one: counts[one]",
    ),
    ("has no len()", "", "len() knows lists, texts and dicts: give a class a method of its own"),
    ("not supported between instances", "", "compare numbers or texts: sorted(xs, key=...)"),
    ("zero or one string argument", r"\braise\b", "an exception takes one text and no more"),
    ("maximum recursion depth", "", "functions are too deep within each other: write a loop"),
    ("memory limit", "", "it takes too much memory"),
)
NO_SUCH = {
    "callable": "know what you call",
    "dir": "there is nothing to look into",
    "vars": "there is nothing to look into",
    "open": "there are no files",
    "input": "an @action is how players say things",
    "super": "there is no inheritance",
    "staticmethod": "write a plain function",
    "classmethod": "write a plain function",
    "property": "write a plain method",
    "issubclass": "there is no inheritance",
    "map": "write [f(x) for x in xs]",
    "filter": "write [x for x in xs if x]",
    "format": 'write f"{n:03}"',
    "PermissionError": "write except Exception",
    "me": "an @action gives it to its function, as the first",
    "_": "write a name of your own",
}
# The same, of what is told since interface 8.
NO_SUCH_SINCE_8 = {
    **dict.fromkeys(
        ("amend", "enact", "repeal", "transmute"),
        "a program changes no rule: that takes a proposal; lapse() repeals its own",
    ),
    **dict.fromkeys(
        ("choice", "randint", "random", "shuffle"),
        "roll(6) throws a die, and xs[roll(len(xs)) - 1] is one of a list",
    ),
    **dict.fromkeys(
        ("announce", "mail", "message", "notify", "send", "tell"),
        "say(text) tells all, and say_to(player, text) tells one",
    ),
    **dict.fromkeys(("award", "score"), "points(player, 1) changes a score"),
    "proposal": 'what is called by @on("adopted") and its like is given it; proposals() has all',
}
INSTEAD_OF = {
    **dict.fromkeys(("random", "secrets", "uuid"), "roll(6) throws a die that everybody can check"),
    **dict.fromkeys(("time", "zoneinfo"), "today() and weekday() tell the day"),
    **dict.fromkeys(
        ("os", "sys", "pathlib", "io", "asyncio", "socket", "subprocess", "gc", "inspect"),
        "there are no files, no network and no system here",
    ),
    "enum": "write plain names: RED = 1",
    "heapq": "sort a list",
    "statistics": "write sum(xs) // len(xs)",
    "fractions": "count in whole numbers",
    "operator": "write a lambda",
    "string": 'write the letters: "abc"',
    "textwrap": "texts are wrapped by whoever sends them",
}
_IMPORT = later(r"^[ \t]*(?:import|from)[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)", re.M)
# Of what the type checker tells: what it looks like, and what to write.
CURES: Sequence[tuple[str, str]] = (
    (
        r'(?:Expected|on) "(?:Player|None)".*"(?:Player \| None|None \| Player)"',
        'this may be nobody (None): ask first, as in "if proposal.by:"; who holds an office has to'
        ' have a name for that: "who = judge.holder()", and below it "if who:"',
    ),
    (
        r'"GameQuantity\.\w+".*found "Player"|Too many.*"GameQuantity\.',
        'a quantity of the game (owner="game") is one for all: pot.give(1), with no player',
    ),
    (r'found "float', "numbers are whole here: write n // 2, not n / 2"),
    (
        r'(?:subscript|item).*"(?:Game)?Quantity"|augmented assignment target',
        "a quantity is changed by coins.give(player, 1), coins.take(player, 1) and"
        " coins.set(player, 1)",
    ),
    (
        r'"score".*(?:read-only|frozen)|(?:read-only|frozen).*"score"',
        "what is seen cannot be written: points(player, 1) changes a score",
    ),
    (r"read-only|frozen", "what is seen cannot be written"),
    (
        r"Boolean conversion.*(?:Quantity|Note|Office)",
        'what is kept has to be asked for: "if coins.of(me):", "if judge.holder():"; whether'
        ' there is such a thing at all, as "if good is None:"',
    ),
    (
        r'type "Player" is not callable',
        "player is what this function is given: to find somebody by name with player(name), give"
        ' that another name, as in "def scored(who, n):"',
    ),
    (
        r'No overload of function "(?:max|min|sorted)"',
        "max, min and sorted take a list, or several values, and what to compare by as"
        " key=lambda one: counts[one] (key=counts.get is not known here)",
    ),
)
# The same, by the interface since which it is told: an older program is told what it was.
CURES_SINCE: Sequence[tuple[int, str, str]] = (
    (
        8,
        r'type "Rule" has no attribute "(?:repeal|amend|delete|remove|set\w*|change)"',
        NO_SUCH_SINCE_8["repeal"],
    ),
    (
        8,
        r'(?:subscript object|^Object) of type "None" (?:with no|has no|is not iterable)',
        "this is nothing (None), as is what xs.sort() and xs.append(x) give: write them on a line"
        " of their own, or sorted(xs)",
    ),
    (
        8,
        r'No overload of function "(?:quantity|note)"',
        'owner is "player" or "game", start, least and most are whole numbers, secret and open'
        ' True or False, of="Coins" the title of another rule',
    ),
    (
        6,
        r'^Object of type "\w+" is not assignable to "(?:int|str|Player|Rule|Proposal)"',
        "what a function is given stays of its kind, as a number does from <n>: give what is made"
        ' of it a name of its own, as in "key = str(n)"',
    ),
    (
        7,
        r'type "Rule" has no attribute "(?:repeal|amend|delete|remove|set\w*|change)"',
        "a program changes no rule, and repeals none: that takes a proposal",
    ),
    (
        7,
        r'function "(?:say|say_to|refuse)" is incorrect: Expected "str", found',
        'what is said is a text: f"{me}" makes one of whatever it is',
    ),
    (
        7,
        r'Object of type "object" has no attribute',
        "give what is compared a name of its own first, as in"
        ' "best = max(players(), key=lambda p: (p.score, p.name))", and use that below it',
    ),
)
_UNKNOWN = later(r'Name "(\w+)" used when not defined')
_MODULE = later(r'Cannot resolve imported module "(\w+)')
_CONCISE = later(r"^[^:\n]*:(\d+):(\d+): (?:error|warning)\[[\w-]*\]:? ?(.*)$", re.M)
_HAS_NO = later(r'type "(\w+)" has no attribute "(\w+)"')
_MEMBERS = later(r"^    (?:def ([a-z]\w*)\(|([a-z]\w*):)", re.M)
_FUNCTION = later(r'"def ([a-z]\w*)\(\) -> ')
_OF_A_FUNCTION = later(r'function "(\w+)"')
_DECORATED = later(
    r'^(?P<at>@(?P<kind>action|on|every|timer|decides)\(\s*(?P<q>["\'])(?P<what>[^"\'\n]*)(?P=q)[^\n]*\)'
    r"[ \t]*\n)(?P<head>def[ \t]+(?P<name>\w+)[ \t]*\()(?P<given>[\w, \t]*)\)(?P<rest>[^\n]*:)",
    re.M,
)
HOLDER, HELD = ".holder()", "._holder "  # equally long
_HOLDER_SAYS = "    def holder(self) -> Player | None: ..."
TYPES = {"number": "int", "player": "Player", "text": "str", "proposal": "Proposal", "rule": "Rule"}
_CALLED = {"number": "n", "text": "text"}  # others are called what they are


def in_its_shape(source: str, interface: int) -> tuple[Mistake, ...]:
    """Rule 2."""
    if len(source) > LONGEST:
        return (Mistake(why=f"a program has at most {LONGEST:,} characters"),)
    slips = islice(slips_in(source), MISTAKES_MOST) if interface >= 5 else ()
    keys = numbers_as_keys(source, _with_numbers(source, interface)) if interface >= 6 else ()
    bare = islice(unfilled(source), MISTAKES_MOST) if interface >= 7 else ()
    gone = islice(not_there(source), MISTAKES_MOST) if interface >= 8 else ()
    keyed = (*islice(keys, MISTAKES_MOST), *bare, *gone)
    found = (*_imports(source), *_given(source, interface), *slips, *keyed)
    return found[:MISTAKES_MOST]


def _imports(source: str) -> Iterator[Mistake]:
    for found in _IMPORT.finditer(source):
        for name in re.findall(r"\w+", found[1]):
            if name in INSTEAD_OF:
                why = f"there is no {name} here: {INSTEAD_OF[name]}"
                yield Mistake(why=why, line=_line(source, found.start(1)), column=1)


def _given(source: str, interface: int) -> Iterator[Mistake]:
    """Functions that take something else than they will be given."""
    for found in _DECORATED.finditer(source):
        kinds, names = _kinds(found, interface), _names(found)
        if kinds is None or len(kinds) == len(names):
            continue
        called: list[str] = []
        for kind in kinds:
            plain = _CALLED.get(kind, kind)
            called.append("me" if found["kind"] == "action" and not called else plain)
        wanted = ", ".join(_apart(called))
        why = (
            f'@{found["kind"]}("{clean(found["what"])[:60]}") gives its function'
            f" {_counted(len(kinds))}, and it takes {len(names) or 'none'}:"
            f" write def {found['name'][:30]}({wanted}):"
        )
        yield Mistake(why=why, line=_line(source, found.start("head")), column=1)


def _with_numbers(source: str, interface: int) -> list[tuple[int, list[str]]]:
    """Where the body of each function that is called begins, and which of its names are numbers."""
    found = []
    for one in _DECORATED.finditer(source):
        kinds, names = _kinds(one, interface), _names(one)
        if kinds is not None and len(kinds) == len(names):
            numbers = [n for n, kind in zip(names, kinds, strict=True) if kind == "number"]
            found.append((one.end(), numbers))
    return found


def _apart(names: Sequence[str]) -> list[str]:
    """Each with a name of its own."""
    before = [names[:place].count(one) for place, one in enumerate(names)]
    return [f"{one}{n + 1}" if n else one for one, n in zip(names, before, strict=True)]


def _counted(count: int) -> str:
    return {0: "nothing", 1: "one thing"}.get(count, f"{count} things")


def _names(found: re.Match[str]) -> list[str]:
    return [one.strip() for one in found["given"].split(",") if one.strip()]


def _kinds(found: re.Match[str], interface: int) -> list[str] | None:
    """What such a function is given; None where the hook itself is wrong."""
    what = " ".join(found["what"].split())
    if found["kind"] == "action":
        if interface >= 8 and what.count("<") != sum(name in SLOTS for name, _ in slots_in(what)):
            return None  # which place there is not, is told as it is read
        return ["player", *(SLOTS.get(name, "text") for name, _ in slots_in(what))]
    if found["kind"] == "on":
        return list(HAPPENS[what]) if what in HAPPENS else None
    if found["kind"] == "decides":
        return list(DECIDES[what][0]) if what in DECIDES else None
    return list(slots_of(what)) if found["kind"] == "timer" and interface >= 6 else []


def annotated(source: str, interface: int, *, held: bool = True) -> str:
    """With the types of what its functions will be given, so that they are checked as well; each
    line stays where it is, and each column behind the heads of functions. `held`: who holds an
    office is taken for the same until the function ends."""
    if held and interface >= 7 and "def holder(" not in source:
        source = source.replace(HOLDER, HELD)
    return _DECORATED.sub(lambda found: _with_types(found, interface), source)


def with_held(stub: str) -> str:
    """The interface, for the type checker: it believes of what is there, and not of what is called,
    that it is the same twice, as "if judge.holder():" and "points(judge.holder(), 1)" below it."""
    return stub.replace(_HOLDER_SAYS, f"{_HOLDER_SAYS}\n    {HELD.strip(' .')}: Player | None")


def _with_types(found: re.Match[str], interface: int) -> str:
    kinds, names = _kinds(found, interface), _names(found)
    if kinds is None or len(kinds) != len(names):
        return found[0]
    typed = ", ".join(f"{name}: {TYPES[kind]}" for name, kind in zip(names, kinds, strict=True))
    return f"{found['at']}{found['head']}{typed}){found['rest']}"


# Rule 1


def of_types(told: str, source: str, interface: int) -> tuple[Mistake, ...]:
    found = [
        (clean(one[3])[:300].replace("`", '"'), int(one[1]), int(one[2]))
        for one in _CONCISE.finditer(told)
    ]
    if not found:
        return (Mistake(why=clean(told)[:300]),)
    return tuple(
        Mistake(why=_cured(why, source, interface), line=n, column=at)
        for why, n, at in found[:MISTAKES_MOST]
    )


def _cured(why: str, source: str, interface: int) -> str:
    """With what to write in place of what there is not."""
    found = _OF_A_FUNCTION.search(why)
    texts = (source, shown(interface))
    if found and all(re.search(rf"^def {found[1]}\(", one, re.M) for one in texts):
        return f"{found[1]} is a word of the interface: give your function another name"
    if found := _UNKNOWN.search(why):
        cure = NO_SUCH.get(found[1], "")
        if not cure and interface >= 8:
            cure = NO_SUCH_SINCE_8.get(found[1], "")
        return f"there is no {found[1]}" + (f": {cure}" if cure else " here; is it spelt right?")
    if found := _MODULE.search(why):
        return f"there is no module {found[1]} here"
    cures = (*CURES, *((looks, cure) for since, looks, cure in CURES_SINCE if interface >= since))
    cure = next((cure for looks, cure in cures if re.search(looks, why)), "")
    return cure or (_what_there_is(why, interface) if interface >= 8 else "") or why


def _what_there_is(why: str, interface: int) -> str:
    """Of what has no such part, those that it has; and what was not asked, with its brackets."""
    stub = shown(interface)
    if found := _FUNCTION.search(why):
        is_ours = f"\ndef {found[1]}() ->" in stub
        return f"{found[1]} is asked with brackets: {found[1]}()" if is_ours else ""
    found = _HAS_NO.search(why)
    _, begins, body = stub.partition(f"\nclass {found[1]}:") if found else ("", "", "")
    if not found or not begins:
        return ""
    parts = _MEMBERS.findall(re.split(r"\n(?=\S)", body, maxsplit=1)[0])
    told = ", ".join(f"{method}()" if method else field for method, field in parts)
    asks = "; what a rule keeps of one is asked so: coins.of(player)"
    return f"a {found[1]} has no {found[2]}: it has {told}" + asks * (found[1] == "Player")


def at(source: str, error: Any, *, in_secret: bool = False) -> Mistake:
    """Where in the program it is: the innermost of its own lines. What an exception says may have
    been made of what the rule keeps in secret."""
    raised = error.exception()
    told = clean(str(raised))[:200]
    name = type(raised).__name__
    lines = source.split("\n")
    own = [
        one
        for one in error.traceback()
        if 0 < one.line <= len(lines)
        and (one.source_line or "").strip() == lines[one.line - 1].strip()
    ]
    line, column = (own[-1].line, own[-1].column) if own else (0, 0)
    for sign, looks, cure in LACKS:
        if sign in told:
            if not line and looks and (found := re.search(looks, source, re.M)):
                line = _line(source, found.start())
            return Mistake(why=cure, line=line, column=column or (1 if line else 0))
    if in_secret:
        told = UNTOLD
    return Mistake(why=f"{name}: {told}" if told else name, line=line, column=column)


def _line(source: str, at: int) -> int:
    return source.count("\n", 0, at) + 1
