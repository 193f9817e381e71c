"""What has gone and what is new, word by word, as a letter shows it."""

from nomic_mail.game.wording import MOST_WORDS, changes

OLD = "There is tea at four, and there is cake at five."


def test_words_that_are_gone_stand_before_those_that_are_new() -> None:
    assert changes("There is tea at six, and there is some cake.", OLD) == [
        ("same", "There is tea at"),
        ("gone", " four,"),
        ("new", " six,"),
        ("same", " and there is"),
        ("gone", " cake at five."),
        ("new", " some cake."),
    ]


def test_where_nothing_but_the_line_breaks_changed_nothing_is_shown() -> None:
    assert changes(OLD.replace(" ", "\n"), OLD) == []


def test_what_has_gone_by_half_is_better_read_whole() -> None:
    assert changes("a b c x", "a b c d e f") == []
    assert changes("a b c d x", "a b c d e f") == [
        ("same", "a b c d"),
        ("gone", " e f"),
        ("new", " x"),
    ]
    assert changes("a b c d", "a b c d e f") == [("same", "a b c d"), ("gone", " e f")]
    assert changes("a b x y z c", "a b c") == [("same", "a b"), ("new", " x y z"), ("same", " c")]


def test_what_is_too_long_to_be_compared_is_read_whole() -> None:
    half = " ".join(f"w{one}" for one in range(MOST_WORDS // 2 - 1))
    assert changes(f"{half} new", f"{half} old")
    assert changes(f"{half} new one", f"{half} old") == []
