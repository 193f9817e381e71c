"""Foreign rule texts: four found in the wild, look-alikes of our own, and our own editions printed
in every shape people print rules in. Whatever the shape, the same rules come out."""

import html
import os
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic_mail.game.rulebook import Rule
from nomic_mail.rulesets import load, names
from nomic_mail.rulesets.texts import LONGEST_TEXT, BadText, FoundRule, Reading, read_text
from tests.kit.tiers import examples
from tests.rulesets.texts.shapes import BREAKS, HEADINGS, HEADS, PAGES, paged, shaped

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = Path(__file__).parent / "texts"
FIRST, SECOND = range(101, 117), range(201, 214)


def found(text: str) -> dict[int, FoundRule]:
    return {rule.number: rule for rule in read_text(text).rules}


def count(rule: FoundRule) -> int:
    return rule.text.count("\n\n") + 1


# The four texts found in the wild


@pytest.fixture(scope="session")
def initial_sets() -> Path:
    corpus = ROOT / os.environ.get("NOMIC_CORPUS", "../shared/corpus")
    folder = corpus.parent / "initial-sets"
    if not folder.is_dir():
        pytest.skip("no initial sets here: set NOMIC_CORPUS to the corpus beside their folder")
    return folder


def reading(folder: Path, name: str) -> Reading:
    return read_text((folder / name).read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "typeless", "more"),
    [
        ("net_play.txt", range(1, 14), ()),
        ("suber_1982.md", (), ()),
        ("pull_request.md", (), ()),
        ("chairperson.txt", (), (301, 302)),
    ],
)
def test_each_set_is_read_whole(
    initial_sets: Path, name: str, typeless: Sequence[int], more: Sequence[int]
) -> None:
    rules = reading(initial_sets, name).rules
    assert sorted(rule.number for rule in rules) == [*typeless, *FIRST, *SECOND, *more]
    for rule in rules:
        status = ("typeless", "immutable", "mutable")[min(rule.number // 100, 2)]
        assert rule.status == status, rule.number
        assert rule.text.strip() == rule.text
        assert not re.search(r"[a-z]- |\t| {2}(?!\d)|<|\$|^>|\d{3}$", rule.text), rule.text


def test_net_play(initial_sets: Path) -> None:
    said = reading(initial_sets, "net_play.txt")
    rules = {rule.number: rule for rule in said.rules}
    assert [count(rules[n]) for n in (108, 202, 211, 212, 213, 8)] == [2, 1, 3, 5, 2, 2]
    assert "or amendment of a mutable rule; (2)" in rules[103].text
    assert rules[103].text.endswith(
        "(Note: This definition implies that, at least initially, all"
        " new rules are mutable. Immutable rules, as long as they are immutable, may not be amended"
        " or repealed; mutable rules, as long as they are mutable, may be amended or repealed. No"
        " rule is absolutely immune to change.)"
    )
    assert "account of the self-reference or self-application" in rules[115].text
    assert "rank-order number" in rules[108].text and "next successive" in rules[108].text
    assert "or takes precedence over" in rules[211].text
    assert rules[213].text.endswith("the winner.") and rules[13].text.endswith("observer.")
    assert rules[8].text.endswith("\n\n[Note that this clarifies rule 202(2).]")
    assert rules[4].text.startswith("Rule 103 is amended to say")
    assert rules[212].line == 197 and all(not rule.title for rule in said.rules)
    assert any("line 235" in told for told in said.warnings)
    assert not any("doubt" in told or "missing" in told for told in said.warnings)


def test_suber_1982(initial_sets: Path) -> None:
    said = reading(initial_sets, "suber_1982.md")
    rules = {rule.number: rule for rule in said.rules}
    assert [count(rules[n]) for n in (108, 211, 212, 213)] == [2, 3, 5, 1]
    assert "is permitted and unregulated, with" in rules[116].text
    assert [told for told in said.warnings if "cut off" in told and "line 84: rule 212" in told]
    assert len(said.warnings) == 1


def test_pull_request(initial_sets: Path) -> None:
    said = reading(initial_sets, "pull_request.md")
    rules = {rule.number: rule for rule in said.rules}
    assert [count(rules[n]) for n in (103, 108, 201, 202, 208, 210, 211, 212, 213)] == [
        2,
        2,
        2,
        2,
        2,
        2,
        3,
        5,
        2,
    ]
    assert rules[202].text.split("\n\n")[1].startswith("In mail and computer games, instead of")
    assert said.warnings == ()


def test_chairperson(initial_sets: Path) -> None:
    said = reading(initial_sets, "chairperson.txt")
    rules = {rule.number: rule for rule in said.rules}
    assert [count(rules[n]) for n in (103, 108, 208, 211, 212, 301)] == [2, 2, 2, 3, 5, 2]
    assert rules[202].title == "Chairperson"
    assert rules[202].text.startswith("a. Choosing the Chairperson:\n")
    assert "\n  5. Determine the next" in rules[202].text
    assert rules[202].text.endswith("but upon the Chairperson.")
    assert rules[301].title == "Concerning the Comings and Goings of Players"
    assert rules[302].text == "Mr. Simpson is a big meany!"
    assert ["line 148" in told for told in said.warnings] == [True]


@pytest.mark.parametrize(
    "name", ["net_play.txt", "suber_1982.md", "pull_request.md", "chairperson.txt"]
)
@pytest.mark.parametrize("change", ["crlf", "bom", "quoted", "html", "stars"])
def test_each_set_is_the_same_in_other_clothes(initial_sets: Path, name: str, change: str) -> None:
    plain = (initial_sets / name).read_text("utf-8")
    clothed = {
        "crlf": lambda: plain.replace("\n", "\r\n"),
        "bom": lambda: "\ufeff" + plain,
        "quoted": lambda: "".join(
            f"> {line}\n".replace("> \n", ">\n") for line in plain.split("\n")
        ),
        "html": lambda: f"<html><body><pre>{html.escape(plain)}</pre></body></html>",
        "stars": lambda: re.sub(r"(?m)^(\d{3})\b[.:]?", r"**\1.**", plain),
    }[change]()
    was, now = read_text(plain), read_text(clothed)
    assert [(r.number, r.status, r.text) for r in was.rules] == [
        (r.number, r.status, r.text) for r in now.rules
    ]


# Our own editions, in every shape


def agree(rules: Sequence[Rule], text: str, *, words_only: bool = False) -> None:
    read = read_text(text)
    assert [(r.number, r.status) for r in rules] == [(r.number, r.status) for r in read.rules]
    for mine, theirs in zip(rules, read.rules, strict=True):
        if words_only:
            assert mine.text.split() == theirs.text.split()
        else:
            assert mine.text == theirs.text, mine.number


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from(names()),
    head=st.sampled_from(sorted(HEADS)),
    heading=st.sampled_from(sorted(HEADINGS)),
    width=st.sampled_from([0, 60, 72, 78]),
    hang=st.sampled_from([0, 4, 8]),
    crlf=st.booleans(),
)
def test_every_shape_yields_the_same_rules(
    name: str, head: str, heading: str, width: int, hang: int, crlf: bool
) -> None:
    rules = load(name).rules
    text = shaped(rules, head, heading, width, hang, blank=True)
    agree(rules, text.replace("\n", "\r\n") if crlf else text)


@settings(max_examples=examples(80), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from(names()),
    head=st.sampled_from(["101.", "101:", "101)", "tab", "**101**", "Rule 101:"]),
    break_=st.sampled_from(sorted(BREAKS)),
    every=st.integers(min_value=25, max_value=66),
    hang=st.sampled_from([0, 4, 8]),
)
def test_pages_leave_no_trace(name: str, head: str, break_: str, every: int, hang: int) -> None:
    rules = load(name).rules
    text = paged(shaped(rules, head, "plain", 72, hang, blank=True), every, BREAKS[break_])
    agree(rules, text, words_only=True)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from(names()),
    page=st.sampled_from(sorted(PAGES)),
    width=st.sampled_from([0, 72]),
)
def test_a_web_page_yields_the_same_rules(name: str, page: str, width: int) -> None:
    rules = load(name).rules
    body = "".join(PAGES[page](rule) for rule in rules)
    if width:
        body = "\n".join(
            textwrap.fill(line, 72, break_on_hyphens=False, break_long_words=False)
            for line in body.split("\n")
        )
    text = (
        "<!DOCTYPE html>\n<html><head><title>101. Nomic</title><style>p { margin: 0 }</style>"
        f"</head>\n<body>\n<h1>Nomic</h1><!-- 101. Nothing. -->\n<p>Prose.</p>\n{body}\n<hr>"
        "<address>Last modified: 1 Jan 1999</address></body></html>"
    )
    agree(rules, text, words_only=True)


def test_a_paragraph_of_a_web_page_need_not_be_closed() -> None:
    """As pages were written in the nineties: what a <p> parts stays apart, ended or not."""
    said = "One judge settles.<p>New judges settle<p>Nothing at all.<p>And so on."
    page = (
        f"<html><body>\n<p><b>Rule 212.</b>&nbsp;{said}\n<p><b>Rule 213.</b> Over.\n</body></html>"
    )
    parts = ["One judge settles.", "New judges settle", "Nothing at all.", "And so on."]
    assert found(page)[212].text.split("\n\n") == parts


# Look-alikes of our own, each beside what is to be read from it


def told(text: str) -> str:
    """What is read, as the .expect files have it."""
    try:
        read = read_text(text)
    except BadText as bad:
        return f"refused, at line {bad.line}: {bad.why}; {bad.what_would_help}\n"
    rules = "".join(
        f"{r.number:03d} {r.status}, line {r.line}{': ' * bool(r.title)}{r.title}\n"
        f"{textwrap.indent(r.text, '    ', lambda line: bool(line.strip()))}\n"
        for r in read.rules
    )
    return rules + "".join(f"{warning}\n" for warning in read.warnings)


@pytest.mark.parametrize(
    "path",
    sorted(p for p in SAMPLES.iterdir() if p.suffix in (".txt", ".md", ".html")),
    ids=lambda p: p.name,
)
def test_a_look_alike_is_read_as_expected(path: Path) -> None:
    said = told(path.read_bytes().decode("utf-8"))
    expected = path.with_suffix(".expect")
    assert said == (expected.read_text("utf-8") if expected.exists() else "")


def test_what_cannot_be_placed_is_refused_with_its_line() -> None:
    with pytest.raises(BadText) as caught:
        read_text("101. All obey.\n\n102. One.\n\n102. Two.\n")
    assert caught.value.line == 5 and "line 3" in str(caught.value)
    with pytest.raises(BadText) as caught:
        read_text("\n\nNo rules here.\n")
    assert caught.value.line == 3 and "101." in caught.value.what_would_help
    with pytest.raises(BadText) as caught:
        read_text("101. All obey.\n" * (LONGEST_TEXT // 15 + 1))
    assert caught.value.line == LONGEST_TEXT // 15 + 1


# Whatever comes

SHAPES = "101 101. 102) **103** ### > - <p> <pre> <!-- </li> &amp; ---- (mutable) [ ] self- $Date *"
ODD = [
    "Rule 104:",
    "\t",
    "\f",
    "\n",
    "\n\n",
    "\u00ad",
    "\ufeff",
    "\ue000",
    "\x1c",
    "\x85",
    "Page 1",
    "000",
]
JUNK = st.sampled_from([*SHAPES.split(), *ODD, "999999", "Immutable Rules", "text.", "text,", "_"])


@settings(max_examples=examples(300), deadline=None)
@given(text=st.text() | st.lists(JUNK, max_size=60).map(" ".join))
def test_whatever_comes_it_is_read_or_refused(text: str) -> None:
    try:
        read = read_text(text)
    except BadText as bad:
        assert bad.line >= 1 and bad.what_would_help
    else:
        numbers = [rule.number for rule in read.rules]
        assert numbers and len(set(numbers)) == len(numbers) and min(numbers) > 0
