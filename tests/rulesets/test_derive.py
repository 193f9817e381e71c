"""A proposal made by editing the rule book: one edit is that change, and nothing else is."""

import difflib
import textwrap
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic_mail.game.commands import Change
from nomic_mail.game.rulebook import Rule, Rules, RuleStatus
from nomic_mail.rulesets import load, names
from nomic_mail.rulesets.derive import LONGEST_COPY, NotOneChange, derive, printed
from nomic_mail.rulesets.texts import read_text
from tests.kit.tiers import examples

BOOK = Rules({rule.number: rule for rule in load("pull_request").rules})
COPY = printed(BOOK)
VOTES = BOOK.by_number[207].text


def book(name: str) -> Rules:
    return Rules({rule.number: rule for rule in load(name).rules})


def diff(new: str, old: str = COPY, context: int = 3) -> str:
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), "a/rules.txt", "b/rules.txt", n=context, lineterm=""
    )
    return "\n".join(lines) + "\n"


def refused(text: str, rules: Rules = BOOK) -> str:
    with pytest.raises(NotOneChange) as caught:
        derive(rules, text)
    return str(caught.value)


def changed(rules: Rules, number: int, **what: str) -> Rules:
    rule = rules.by_number[number]
    return rules.having(
        replace(
            rule,
            title=what.get("title", rule.title),
            text=what.get("text", rule.text),
            status=what.get("status", rule.status),
        )
    )


# The printed book


@pytest.mark.parametrize("name", names())
def test_the_printed_book_reads_back(name: str) -> None:
    rules = book(name)
    text = printed(rules)
    assert text == printed(Rules({r.number: r for r in reversed(list(rules))}))
    assert "\n\n\n" not in text and text.endswith("\n")
    back = read_text(text)
    assert [(r.number, r.status, r.title, r.text) for r in back.rules] == [
        (r.number, r.status, r.title, r.text) for r in rules
    ]
    assert "nothing" in refused(text, rules)


def test_it_looks_like_this() -> None:
    rules = [
        Rule(number=3, lineage=3, status="typeless", title="", text="Nothing is sacred."),
        Rule(number=207, lineage=207, status="mutable", title="Votes", text="One.\n\n- a\n- b"),
    ]
    assert printed(rules) == (
        "003 (typeless)\n\nNothing is sacred.\n\n207 Votes (mutable)\n\nOne.\n\n- a\n- b\n"
    )


WORDS = st.lists(
    st.sampled_from(
        ["all", "players", "203", "(mutable)", "1.", "-", ">", "@@", "Rule", "+", "points"]
    ),
    min_size=1,
    max_size=12,
).map(" ".join)
LINES = WORDS | st.sampled_from(
    [
        "203 Votes (mutable)",
        "\\203 Votes (mutable)",
        "[the server does: victory: 3]",
        "Effects: none",
    ]
)
PARAGRAPHS = st.lists(LINES, min_size=1, max_size=3).map("\n".join)
TEXTS = st.lists(PARAGRAPHS, min_size=1, max_size=3).map("\n\n".join)
STATUSES: st.SearchStrategy[RuleStatus] = st.sampled_from(["typeless", "immutable", "mutable"])
TITLES = st.sampled_from(["", "Votes", "Points (mutable)", "2 of 3", "Rule 101 amended: more"])
BOOKS = st.lists(
    st.builds(
        Rule,
        number=st.integers(min_value=1, max_value=999),
        lineage=st.just(1),
        status=STATUSES,
        title=TITLES,
        text=TEXTS,
    ),
    min_size=2,
    max_size=6,
    unique_by=lambda rule: rule.number,
).map(lambda rules: Rules({rule.number: rule for rule in rules}))


@settings(max_examples=examples(120), deadline=None)
@given(rules=BOOKS)
@example(
    rules=Rules(
        {
            n: Rule(number=n, lineage=n, status="mutable", title="Votes", text=text)
            for n, text in ((203, "One."), (204, "203 Votes (mutable)"), (205, "203\n\n203\nA"))
        }
    )
)
def test_no_rule_whatever_it_says_breaks_the_book(rules: Rules) -> None:
    assert "nothing" in refused(printed(rules), rules)


# One edit is that change


FORMS: dict[str, Callable[[str, str], str]] = {
    "copy": lambda old, new: new,
    "diff": lambda old, new: diff(new, old),
    "diff without context": lambda old, new: diff(new, old, 0),
    "wide diff": lambda old, new: diff(new, old, 12),
}
MAIL: dict[str, Callable[[str], str]] = {
    "plain": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "quoted twice": lambda text: "".join(f">> {line}\n" for line in text.splitlines()),
    "spaces at ends": lambda text: text.replace("\n", "  \n"),
    "stripped": lambda text: "\n".join(line.rstrip() for line in text.split("\n")),
    "talk around": lambda text: (
        "Hi all,\n\nhere is what I propose, for 203 is odd.\n\n" + text + "\n-- \nAda\n"
    ),
    "list footer": lambda text: text + "_" * 40 + "\nnomic mailing list\nnomic@example.org\n",
    "attached": lambda text: "\ufeff" + text,
}


@st.composite
def edits(draw: st.DrawFn) -> tuple[Rules, Rules, Change]:
    """A book, the book after one edit, and the change that this is."""
    rules = book(draw(st.sampled_from(names())))
    number = draw(st.sampled_from(sorted(rules.by_number)))
    rule = rules.by_number[number]
    kind = draw(
        st.sampled_from(["amend", "paragraph", "title", "cut", "enact", "repeal", "status"])
    )
    if kind == "amend":
        words = rule.text.split(" ")
        at = draw(st.integers(min_value=0, max_value=len(words) - 1))
        text = " ".join([*words[:at], "surely,", *words[at + draw(st.booleans()) :]])
    elif kind == "paragraph":
        text = rule.text + "\n\nThis holds on Sundays too."
    else:
        text = "This is what it says now."
    if kind in ("amend", "paragraph", "cut"):
        after = changed(rules, number, text=text)
        return rules, after, Change(kind="amend", target=number, text=text)
    if kind == "title":
        after = changed(rules, number, title="Quite another title")
        change = Change(kind="amend", target=number, title="Quite another title", text=rule.text)
        return rules, after, change
    if kind == "enact":
        new = draw(st.sampled_from([100, 150, 301, 302, 999]))
        assume(new not in rules.by_number)
        added = Rule(
            number=new, lineage=new, status="mutable", title="Tea", text="Tea at five.\n\n- a\n- b"
        )
        return rules, rules.having(added), Change(kind="enact", title="Tea", text=added.text)
    if kind == "repeal":
        return rules, rules.without(number), Change(kind="repeal", target=number)
    other: RuleStatus = "mutable" if rule.status == "immutable" else "immutable"
    return rules, changed(rules, number, status=other), Change(kind="transmute", target=number)


@settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edit=edits(), form=st.sampled_from(sorted(FORMS)), mail=st.sampled_from(sorted(MAIL)))
def test_one_edit_is_that_change(edit: tuple[Rules, Rules, Change], form: str, mail: str) -> None:
    rules, after, change = edit
    text = MAIL[mail](FORMS[form](printed(rules), printed(after)))
    if form == "diff without context" and change.text.endswith("on Sundays too."):
        assert "three lines of context" in refused(text, rules)  # nothing tells where it belongs
    else:
        assert derive(rules, text) == change


def rewrapped(text: str, width: int = 72) -> str:
    return "\n".join(
        textwrap.fill(line, width, break_on_hyphens=False, break_long_words=False)
        for line in text.split("\n")
    )


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edit=edits(), width=st.integers(min_value=60, max_value=80), quoted=st.booleans())
def test_wrapping_a_copy_or_a_diff_changes_no_words(
    edit: tuple[Rules, Rules, Change], width: int, quoted: bool
) -> None:
    rules, after, change = edit
    for text in (printed(after), diff(printed(after), printed(rules))):
        wrapped = rewrapped(text, width)
        got = derive(rules, MAIL["quoted"](wrapped) if quoted else wrapped)
        assert replace(got, text=got.text.split()) == replace(change, text=change.text.split())


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edit=edits(), number=st.integers(0, 28), form=st.sampled_from(["copy", "diff", "wide diff"]))
def test_two_edits_are_refused(edit: tuple[Rules, Rules, Change], number: int, form: str) -> None:
    rules, after, change = edit
    others = [n for n in sorted(rules.by_number) if n != change.target]
    other = others[number % len(others)]
    twice = changed(after, other, text=after.by_number[other].text + "\n\nAnd so on.")
    told = refused(FORMS[form](printed(rules), printed(twice)), rules)
    assert "2 rule-changes" in told and f"amends {other:03d}" in told


@settings(max_examples=examples(200), deadline=None)
@given(edit=edits(), drift=st.integers(-30, 30))
def test_line_numbers_that_are_off_do_not_matter(
    edit: tuple[Rules, Rules, Change], drift: int
) -> None:
    rules, after, change = edit
    lines = []
    for line in diff(printed(after), printed(rules)).split("\n"):
        if line.startswith("@@"):
            start = int(line[4:].split(",")[0].split(" ")[0])
            assume(start + drift > 0)
            lines.append(line.replace(f"@@ -{start}", f"@@ -{start + drift}", 1))
        else:
            lines.append(line)
    assert derive(rules, "\n".join(lines)) == change


ODD = [
    "@@ -1,3 +1,4 @@",
    "@@ -0,0 +1 @@",
    "-x",
    "+y",
    " z",
    "--",
    "> ",
    "NEW Tea (mutable)",
    "\\",
    "101",
]


@settings(max_examples=examples(120), deadline=None)
@given(text=st.text() | st.lists(st.sampled_from([*COPY.split("\n")[:40], *ODD])).map("\n".join))
def test_whatever_comes_it_is_a_change_or_refused(text: str) -> None:
    try:
        derive(BOOK, text)
    except NotOneChange as told:
        assert str(told)


# What people do


def test_a_rule_from_the_rules_letter_with_its_margin_and_clauses() -> None:
    letter = "".join(
        f"{r.number:03d}  {r.title} ({r.status})\n\n{textwrap.indent(r.text, '    ')}\n"
        + "".join(f"    [the server does: {clause}]\n" for clause in r.clauses)
        + "\n"
        for r in BOOK
    )
    assert "nothing" in refused("These are the 29 rules in force.\n\n" + letter)
    number, rule = 207, BOOK.by_number[207]
    edited = letter.replace(rule.text, "Nobody votes.")
    assert derive(BOOK, edited) == Change(kind="amend", target=number, text="Nobody votes.")


@pytest.mark.parametrize(
    "head", ["NEW Tea (mutable)", "3xx Tea", "Rule 301: Tea", "301 Tea", "## 301. Tea", "??? Tea"]
)
def test_a_new_rule_may_bear_any_number(head: str) -> None:
    for text in (f"{COPY}\n{head}\n\nTea at five.\n", f"{head}\nTea at five.\n\n{COPY}"):
        assert derive(BOOK, text) == Change(kind="enact", title="Tea", text="Tea at five.")


def test_a_head_that_lost_its_status_keeps_it() -> None:
    rule = BOOK.by_number[207]
    text = COPY.replace(f"207 {rule.title} (mutable)", f"207 {rule.title}")
    assert "nothing" in refused(text)


def test_a_copy_in_the_form_the_game_began_with() -> None:
    plain = "".join(f"{r.number:03d} " + r.text.replace("\n\n", "\n") + "\n" for r in BOOK)
    rules = Rules({r.number: replace(r, title="") for r in BOOK})
    edited = plain.replace(BOOK.by_number[209].text, "There may be many mutable rules.")
    assert derive(rules, edited) == Change(
        kind="amend", target=209, text="There may be many mutable rules."
    )


def test_a_farewell_is_no_part_of_the_last_rule() -> None:
    text = COPY.replace(BOOK.by_number[207].text, "Nobody votes.") + "\nCheers,\nAda\n"
    assert derive(BOOK, text).target == 207


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "neither"),
        ("Let us have tea.", "neither"),
        (COPY, "changes nothing"),
        (COPY.replace(" ", "  "), "changes nothing"),
        (COPY + "\n" + COPY, "twice"),
        (COPY[COPY.index("203 ") : COPY.index("204 ")] + "\nMore.\n", "28 of the 29"),
        (COPY.replace("\n207 ", "\n307 "), "Rule 207 is renumbered as 307"),
        (
            COPY.replace("\n207 ", "\n307 ").replace(VOTES, VOTES + " So."),
            "changed and renumbered as",
        ),
        (printed(BOOK.without(207).without(206)), "repeals 206, repeals 207"),
        (COPY + "\n301 Tea (immutable)\n\nTea.\n", "a new rule is mutable"),
        (COPY + "\n301 Tea (mutable)\n", "has no text"),
        (COPY.replace(BOOK.by_number[207].text, ""), "has no text: to repeal"),
        (printed(changed(BOOK, 207, status="typeless")), "typeless"),
        (printed(changed(BOOK, 207, status="immutable", text="No.")), "amends 207, transmutes 207"),
        ("x" * (LONGEST_COPY + 1), "longer than"),
        ("@@ -1,2 +1,2 @@\n-No such line.\n+Such a line.\n", 'line 1 begins speaks of "No such'),
        ("@@ -1 +1 @@\n-101 x (immutable)\n+y\n", "does not apply"),
        (
            "--- a\n+++ b\n@@ -999 +999 @@\n "
            + BOOK.by_number[207].text
            + "\n-No such line.\n+Tea.\n",
            "line 3",
        ),
    ],
)
def test_what_is_refused_says_why(text: str, told: str) -> None:
    assert told in refused(text)


def test_context_that_fits_twice_is_refused() -> None:
    rules = Rules(
        {
            n: Rule(number=n, lineage=n, status="mutable", title="T", text="Same.")
            for n in (201, 202)
        }
    )
    told = refused("@@ -9,1 +9,1 @@\n-Same.\n+Other.\n", rules)
    assert "fits at 2 places" in told and "line 1" in told


def test_a_diff_counted_wrong_by_hand_still_applies() -> None:
    text = BOOK.by_number[207].text
    made = f"@@ -1,1 +1,1 @@\n-{text}\n+Nobody votes.\n+\n+Nobody at all.\n"
    assert derive(BOOK, made).text == "Nobody votes.\n\nNobody at all."
