"""The work a letter makes grows with its length and no faster: steps are counted, not timed.

1. Each pattern of the reading rooms (`letter_patterns` finds them all), on texts built to make a
   backtracking matcher go back: twice the text takes at most about twice the steps.
2. The whole reader, in calls of functions: twice the letter, about twice the calls.
"""

import random
import re

import pytest

from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from tests.kit.letters.letter_patterns import FILES, all_patterns
from tests.kit.letters.regex_steps import Steps, TooManySteps, example, steps
from tests.kit.pace import calls
from tests.kit.tiers import some

PIECES = (
    *("a", " ", "a ", "1 ", "301, ", "FOR 301, ", "On ", "> ", "<a@b", '"', "-", "a: ", "(a"),
    *(")", "[", ".", "no, ", "x@y. ", "not ", "=?a?q?b", "I vote "),
)
SHORT = 200
BOMBS = 12
CHEAP = 12  # steps a character: nobody can make use of that


PATTERNS = all_patterns()


def counted(pattern: re.Pattern[str], text: str, search: bool) -> int:
    try:
        return steps(pattern, text, search=search, most=2_000_000)
    except TooManySteps:
        return 100_000_000


@pytest.mark.parametrize("name", some(list(PATTERNS), 60, check=60))
def test_a_pattern_is_linear(name: str) -> None:
    pattern, search = PATTERNS[name]
    for piece in some(PIECES, 8, check=8):
        text = piece * (SHORT // len(piece)) + "!"
        once = counted(pattern, text, search)
        if once <= CHEAP * len(text):
            continue
        longer = piece * (4 * SHORT // len(piece)) + "!"
        doubled = piece * (2 * SHORT // len(piece)) + "!"
        twice = counted(pattern, doubled, search)
        if twice > 2.6 * once:  # a bound inside the pattern may not have been reached yet
            assert counted(pattern, longer, search) <= 2.6 * twice, (piece, once, twice)


@pytest.mark.parametrize("name", some(list(PATTERNS), 60, check=60))
def test_a_pattern_is_no_bomb(name: str) -> None:
    """What it would match, with a piece of it again and again, and an end that does not fit."""
    pattern, search = PATTERNS[name]
    dice = random.Random(name)
    for _ in range(BOMBS):
        text = example(pattern, dice)[:200] or "a"
        at = dice.randrange(len(text))
        piece = text[at : at + dice.choice((1, 1, 2, 5, 20))]
        grown = text[:at] + piece * (150 // len(piece)) + text[at:] + "!"
        assert counted(pattern, grown, search) <= 1_000 * len(grown), grown


def test_the_counter_agrees_with_re() -> None:
    texts = ["FOR 301, 303-305; AGAINST 302", "> a", "", "On 2 Mar 2026 at 10:00 Bob <b@x> wrote:"]
    texts += ["I vote no on 301!", "From: a@b", "nicht zu 301", "Effects: a: 1", "éà 赞成"]
    for pattern, _ in PATTERNS.values():
        for text in texts:
            one = steps_of(pattern, text)
            assert one.match() == (pattern.match(text) is not None), (pattern.pattern, text)


def test_no_room_is_left_out() -> None:
    rooms = {name.partition(".")[0] for name in PATTERNS}
    used = re.compile(r"\bre\.[a-z]")  # re.Match alone is no pattern
    silent = {file.stem for file in FILES if used.search(file.read_text("utf-8"))} - rooms
    assert silent <= {"forms"}  # which makes them for other rooms, where they are kept
    assert len(PATTERNS) > 250


def steps_of(pattern: re.Pattern[str], text: str) -> Steps:
    return Steps(pattern, text, 1_000_000)


def test_the_counter_sees_what_is_not_linear() -> None:
    bad = re.compile(r"(?:a|a )*b")
    worse = [counted(re.compile(r"(a+)+b"), "a" * n, False) for n in (6, 12)]
    assert worse[1] > 30 * worse[0]
    assert counted(bad, "a" * 300, True) > 3 * counted(bad, "a" * 150, True)


HEAD = b"From: ada@example.org\nContent-Type: text/plain\n\n"
ABOUT = About(301, (301, 302))


@pytest.mark.parametrize(
    "piece",
    [
        *("FOR 301\n", "> q\nyes\n", "On Mon, 2 Mar 2026 at 10:00, Bob wrote:\n", "From: a@b\n"),
        *("PROPOSE ENACT: x\n", "PROPOSE\n", "{\n", "Effects:\n", "-- \n", "JUDGMENT\n", "a\n\n"),
        *("word, ", "FOR 301, ", "BIND 303: a: b\n", "___________\n", "(", "This e-mail is\n"),
    ],
)
def test_a_letter_twice_as_long_is_about_twice_the_work(piece: str) -> None:
    def work(times: int) -> int:
        raw = HEAD + (piece * times).encode()
        return calls(lambda: read_whole(raw))

    work(10)  # what is loaded when first needed is not counted
    count = 6_000 // len(piece)
    once, twice = work(count), work(2 * count)
    assert twice <= 2.4 * once + 2_000, (once, twice)


def read_whole(raw: bytes) -> None:
    read = message.read(raw)
    understand(read.subject, read.text, ABOUT, read.attached)
