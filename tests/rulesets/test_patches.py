"""The files of the repository, and a patch of them: one edit is that change, nothing else is."""

import difflib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic_mail.game.commands import Change
from nomic_mail.game.rulebook import Rule, Rules
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.patch import files_of, is_ours
from nomic_mail.rulesets import load
from nomic_mail.rulesets.book import words_of
from nomic_mail.rulesets.derive import NotOneChange, derive
from nomic_mail.rulesets.repository import path_of, read_rule, rule_file
from tests.kit.tiers import examples

BOOK = Rules({rule.number: rule for rule in load("pull_request").rules})
GOAL = BOOK.by_number[208]


def patch(path: str, old: str | None, new: str | None, context: int = 3) -> str:
    """As git prints it."""
    before, after = ("" if text is None else text for text in (old, new))
    lines = difflib.unified_diff(
        before.splitlines(),
        after.splitlines(),
        "/dev/null" if old is None else f"a/{path}",
        "/dev/null" if new is None else f"b/{path}",
        n=context,
        lineterm="",
    )
    mode = "new file mode 100644\n" if old is None else "deleted file mode 100644\n"
    kind = mode if None in (old, new) else ""
    head = f"diff --git a/{path} b/{path}\n{kind}index 1a2b3c4..5d6e7f8 100644\n"
    return head + "\n".join(lines) + "\n"


def of(rule: Rule, now: Rule) -> str:
    return patch(path_of(rule.lineage), rule_file(rule), rule_file(now))


def refused(text: str, rules: Rules = BOOK) -> str:
    with pytest.raises(NotOneChange) as told:
        derive(rules, text)
    return str(told.value)


LINES = st.lists(
    st.sampled_from(
        [
            "All players vote.",
            "What the server does by it:",
            "\\What the server does by it:",
            "Effects:",
            "- `victory: 3`",
            "# 203: Votes",
            "(mutable)",
            "--- a/rules/203.md",
            "+++ b/rules/203.md",
            "@@ -1 +1 @@",
            "diff --git a/x b/x",
            "-- ",
            "",
            "> said",
        ]
    ),
    min_size=1,
    max_size=6,
).map("\n".join)
RULES = st.builds(
    Rule,
    number=st.integers(101, 99_999),
    lineage=st.integers(101, 400),
    status=st.sampled_from(["typeless", "immutable", "mutable"]),
    title=st.sampled_from(["", "Votes", "2 of 3", "New Year's party", "rule 24: hours"]),
    text=LINES.filter(lambda text: bool(text.strip(" \n"))),
    clauses=st.sampled_from([(), ("victory: 50",), ("votes: 1", "reward proposer: 2 * ordinal")]),
)


@settings(max_examples=examples(200), deadline=None)
@given(rule=RULES)
def test_a_file_unchanged_says_what_its_rule_says(rule: Rule) -> None:
    found = read_rule(rule_file(rule).split("\n"))
    assert (found.number, found.title or "", found.status) == (rule.number, rule.title, rule.status)
    assert (found.text.split(), found.clauses) == (rule.text.split(), rule.clauses)


@settings(max_examples=examples(80), deadline=None)
@given(rule=RULES, other=LINES, drift=st.integers(0, 9))
def test_one_edit_is_that_change(rule: Rule, other: str, drift: int) -> None:
    rules = BOOK.having(replace(rule, lineage=500, number=100_000))
    (rule,) = (one for one in rules if one.lineage == 500)
    now = replace(rule, text=f"{rule.text}\n\nSurely,\n{other}\n\nas ever.")
    text = of(rule, now).replace("@@ -", f"@@ -{drift}", 1) if drift else of(rule, now)
    try:
        change = derive(rules, text)
    except NotOneChange as no:  # what stands twice, and is counted wrongly, is put nowhere
        assert drift and re.search(r"its lines stand at \d+ places", str(no))
        return
    assert (change.kind, change.target) == ("amend", rule.number)
    assert change.text.split() == now.text.split()
    assert derive(rules, patch(path_of(500), rule_file(rule), None)).kind == "repeal"


HEADS = [
    ("# 301: Tea\n\n", "Tea"),
    ("# 301 Tea\n\n", "Tea"),
    ("# NEW: Tea\n\n(mutable)\n\n", "Tea"),
    ("# New Year's tea\n\n", "New Year's tea"),
    ("# Rule 301: Tea\n", "Tea"),
    ("# rule of thumb\n", "rule of thumb"),
    ("", ""),
]


@pytest.mark.parametrize(("head", "title"), HEADS)
def test_a_new_file_may_bear_any_number(head: str, title: str) -> None:
    """108: the numbers are the server's to give."""
    text = patch("rules/tea.md", None, f"{head}Tea is at four.\n")
    assert derive(BOOK, text) == Change(kind="enact", title=title, text="Tea is at four.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (patch("rules/208.md", None, "Tea.\n"), "is there already, as rule 208"),
        (patch("rules/299.md", "Tea.\n", "Cake.\n"), "There is no rules/299.md now"),
        (patch("rules/299.md", "Tea.\n", None), "There is no rules/299.md now"),
        (patch("rules/a/b.md", None, "Tea.\n"), "is no rule"),
        (patch("rules/tea.md", None, "(immutable)\n\nTea.\n"), "a new rule is mutable (103)"),
        (of(GOAL, replace(GOAL, text="")), "has no text left: to repeal the rule, delete it"),
        (
            of(GOAL, replace(GOAL, text="Tea.", status="immutable")),
            "amends 208, transmutes 208",
        ),
        (patch("RULES.md", "a\n", "b\n"), "is made of those in rules/"),
        (of(GOAL, GOAL) + patch("RULES.md", "a\n", "b\n"), "changes nothing"),
        (patch("PLAYERS.md", "- Ada\n", "- Ada\n- Bob\n"), "who wants to join sends that"),
    ],
)
def test_what_is_refused_says_why(text: str, told: str) -> None:
    assert told in refused(text)


def test_the_index_may_be_edited_along_with_a_rule() -> None:
    """A careful player does; it is made of the rules."""
    now = replace(GOAL, title="The end")
    both = patch("RULES.md", "- 208 [The goal]\n", "- 208 [The end]\n") + of(GOAL, now)
    assert derive(BOOK, both).title == "The end"


def test_lines_that_stand_twice_are_not_chosen_between() -> None:
    rule = Rule(
        number=301,
        lineage=301,
        status="mutable",
        title="Tea",
        text="\n\n".join(["One.", "Same.", "Two."] * 4),
    )
    rules = Rules({301: rule})
    hunk = "@@ -900,3 +900,3 @@\n One.\n-Same.\n+Other.\n Two.\n"
    head = "diff --git a/rules/301.md b/rules/301.md\n--- a/rules/301.md\n+++ b/rules/301.md\n"
    assert "rules/301.md, hunk 1 (@@ -900,3 +900,3 @@): its lines stand at 4 places" in refused(
        head + hunk, rules
    )


@pytest.mark.parametrize(
    "text",
    [
        "--- a/rules.txt\n+++ b/rules.txt\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git a/rules.txt b/rules.txt\n--- a/rules.txt\n+++ b/rules.txt\n@@ -1 +1 @@\n-a\n",
        "--- /home/ada/mine.txt\n+++ /home/ada/new.txt\n@@ -1 +1 @@\n-a\n+b\n",
        "My diff --git is odd.\n--- so\n+++ it is\n",
    ],
)
def test_a_diff_of_the_printed_book_is_none_of_the_repository(text: str) -> None:
    lines = text.split("\n")
    assert not is_ours(files_of(lines))
    assert understand("", text, About()).said == ()


ODD = [
    "diff --git a/rules/208.md b/rules/208.md",
    "diff --git a/rules/208.md b/../x",
    "diff --cc rules/208.md",
    "--- a/rules/208.md",
    "+++ b/rules/208.md",
    "--- /dev/null",
    "+++ /dev/null",
    '--- "a/rules/\\303\\251.md"',
    "rename from rules/208.md",
    "rename to rules/x.md",
    "new file mode 120000",
    "deleted file mode 100644",
    "GIT binary patch",
    "literal 99999999",
    "zcmV+b0ABzA00000",
    "Binary files a/x and b/x differ",
    "@@ -0,0 +1,2 @@",
    "@@ -1,9999999 +1,9999999 @@",
    "@@ -2,7 +2,7 @@ (mutable)",
    "\\ No newline at end of file",
    "--",
    "2.39.5",
    "---",
    " rules/208.md | 2 +-",
    "+++ b/PLAYERS.md",
    "+- Eve (0 points)",
    "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001",
    "From: Ada <ada@players.example>",
    "Subject: [PATCH 1/2] x",
    "commit 0123456789",
    "PROPOSE",
    "END",
    "> quoted",
    *(sign + line for line in rule_file(GOAL).split("\n") for sign in "+- "),
]


@settings(max_examples=examples(300), deadline=None)
@given(
    lines=st.lists(st.sampled_from(ODD) | st.text(max_size=20), max_size=40),
    subject=st.sampled_from(
        ["", "[PATCH] x", "[RFC PATCH v2 1/3] x", "[PATCH 0/0]", "Re: [PATCH]"]
    ),
)
def test_whatever_comes_is_a_change_or_refused(lines: list[str], subject: str) -> None:
    text = "\n".join(lines)
    for attached in ((), (text,)):
        understand(subject, text, About(), attached)
    try:
        derive(BOOK, text)
    except NotOneChange as told:
        assert str(told)


def test_reading_a_patch_takes_time_in_proportion() -> None:
    head = "diff --git a/rules/208.md b/rules/208.md\n--- a/rules/208.md\n+++ b/rules/208.md\n"
    for text in (
        head + "@@ -1,9999999 +1,9999999 @@\n" + "-x\n+y\n" * 20_000,
        head * 10_000,
        "--- a\n+++ b\n" * 20_000,
        head + "@@ -1 +1 @@\n-a\n+b\n" * 10_000,
        head + "@@ -1 +1 @@\n" + "wrapped\n" * 50_000,
    ):
        understand("[PATCH] x", text, About())
        refused(text)
    assert words_of("a  b") == "a b"
