"""A change of a rule told in words makes exactly that change of it (108), or none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.letters.grammar.instructions import MOST, QUOTED_MOST, is_instructions
from nomic_mail.post.instructed import instructed

RULE = (
    "A rule change is adopted when two thirds of the voters are for it. Who doesn't vote\n"
    "is no voter; a tie defeats it.\n\nThe Moderator counts, and a tie is told."
)
THIRDS = RULE.replace("two thirds", "a majority")
MARKS = ('"{}"', "'{}'", "“{}”", "„{}“", "«{}»", "‘{}’", "`{}`", "”{}”")


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize(
    "words",
    [
        "replace {} by {}",
        "Replace {} with {}.",
        "Please change {} to {}",
        "please replace {}\nby {}.",
        "In rule 203, change {} into {}!",
        "{} becomes {}",
        "{} should read {}",
        "- {} is replaced by {}",
        "1. Instead of {}, write {}.",
        "{} -> {}",
        "replace the words {} by the words {}",
        "and then swap {} with {}, please",
    ],
)
def test_words_for_replacing(words: str, mark: str) -> None:
    told = words.format(mark.format("two thirds"), mark.format("a majority"))
    assert instructed(RULE, told) == (THIRDS, ())


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize(
    "words",
    [
        "ersetze {} durch {}",
        "Bitte ersetze die Wörter {} durch {}.",
        "In Regel 203, ändere {} zu {}!",
        "tausche {} gegen {} aus",
        "Statt {} schreibe {}",
        "{} wird durch {} ersetzt",
    ],
)
def test_words_for_replacing_in_german(words: str, mark: str) -> None:
    told = words.format(mark.format("two thirds"), mark.format("a majority"))
    assert instructed(RULE, told) == (THIRDS, ())


@pytest.mark.parametrize(
    "words",
    ["put {new} instead of {old}", "Substitute {new} for {old}.", "use {new} in place of {old}"],
)
def test_words_that_name_the_new_text_first(words: str) -> None:
    told = words.format(new='"a majority"', old='"two thirds"')
    assert instructed(RULE, told) == (THIRDS, ())


@pytest.mark.parametrize(
    "words",
    [
        "replace two thirds by a majority",
        'change "two thirds" to a majority',
        "ersetze two thirds durch a majority",
    ],
)
def test_without_marks_where_it_can_mean_one_thing_alone(words: str) -> None:
    assert instructed(RULE, words) == (THIRDS, ())


@pytest.mark.parametrize(
    ("told", "before", "after"),
    [
        ('delete "The Moderator counts, and"', "The Moderator counts, and a", "a"),
        ('Strike out ", and a tie is told".', ", and a tie is told.", "."),
        ('"two thirds of" is deleted', "two thirds of the", "the"),
        ('add "simple" before "voters"', "voters are", "simple voters are"),
        ('after "thirds" insert "and one"', "two thirds", "two thirds and one"),
        ('add "There is tea." at the end', "is told.", "is told. There is tea."),
        ('at the beginning put "Hear!"', "A rule change", "Hear! A rule change"),
        ("Add at the end:\nThere is tea.\nAnd cake.", "told.", "told. There is tea.\nAnd cake."),
        ("Add a new paragraph at the end:\nTea.", "is told.", "is told.\n\nTea."),
        ('replace "a tie" by "a draw" everywhere', "a tie", "a draw"),
        ("Streiche „The Moderator counts, and“.", "The Moderator counts, and a", "a"),
        ("füge „simple“ vor „voters“ ein", "voters are", "simple voters are"),
        ("nach „thirds“ füge „and one“ ein", "two thirds", "two thirds and one"),
        ("Hänge am Ende „There is tea.“ an", "is told.", "is told. There is tea."),
        ("Füge „Hear!“ am Anfang hinzu", "A rule change", "Hear! A rule change"),
        ("Ergänze am Ende:\nThere is tea.\nAnd cake.", "told.", "told. There is tea.\nAnd cake."),
        ("ersetze „a tie“ überall durch „a draw“", "a tie", "a draw"),
        ('replace every "a tie" with "a draw"', "a tie", "a draw"),
        ('replace "doesn\'t vote" by "is late"', "doesn't vote", "is late"),
        ("replace 'doesn’t vote is' by 'is late is'", "doesn't vote\nis", "is late is"),
    ],
)
def test_words_for_other_changes(told: str, before: str, after: str) -> None:
    assert instructed(RULE, told) == (RULE.replace(before, after), ())


def test_several_in_a_sentence_and_over_lines() -> None:
    told = (
        'Replace "two thirds" by "a majority", and delete "The Moderator counts, and". Then\n'
        'add "There is tea." at the end.'
    )
    made = THIRDS.replace("The Moderator counts, and a", "a") + " There is tea."
    assert instructed(RULE, told) == (made, ())


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ('replace "three thirds" by "all"', "missing"),
        ('replace "two THIRDS" by "all"', "within"),
        ('replace "rule chang" by "all"', "within"),
        ('replace "a tie" by "a draw"', "several"),
        ('add "so" after "a tie"', "several"),
        ('make "two thirds" smaller', "unread"),
        ('replace "two thirds" by "all" in the second sentence', "unread"),
        ('replace "two thirds" by "all"\nreplace "thirds of" by "halves of"', "overlap"),
        ('delete "two thirds"\ndelete "two thirds"', "overlap"),
        ('add "x" before "thirds"\nadd "y" before "thirds"', "overlap"),
        ("\n".join(['delete "thirds"'] * (MOST + 1)), "many"),
        (f'replace "two thirds" by "{"x" * (QUOTED_MOST + 1)}"', "unread"),
    ],
)
def test_what_is_not_plain_changes_nothing(told: str, why: str) -> None:
    """All of it is carried out, or none (a good instruction stands beside each)."""
    text, amiss = instructed(RULE, f'{told}\ndelete "is told"')
    assert text == ""
    assert why in [one.why for one in amiss]


WORDS = ("tea", "ten", "by", "to", "two", "'x", '"y', "end", "and", ".", ",", ";")
words = st.lists(st.sampled_from(WORDS), max_size=9)


@given(words, words, st.sampled_from(["tea", "ten", "by"]))
def test_the_rest_of_a_rule_is_never_touched(left: list[str], right: list[str], old: str) -> None:
    """What is replaced is what was named: the words beside it stay, in their order."""
    text = " ".join([*left, old, *right])
    made, amiss = instructed(text, f'replace "{old}" by "QQ"')
    if amiss:
        assert [*left, *right].count(old) >= 1
        assert [one.why for one in amiss] == ["several"]
    else:
        assert made.split() == [*left, "QQ", *right]


@given(st.text(alphabet="replacdtby \"'“”\n.:,", max_size=200))
def test_any_words_end_in_an_answer(told: str) -> None:
    text, amiss = instructed(RULE, told)
    assert not (text and amiss)
    is_instructions(told)


def test_hostile_ones_cost_little() -> None:
    for told in ('"' * 6000, 'replace "' * 660, "replace by " * 540, "'a" * 3000, "“a" * 3000):
        assert instructed(RULE, told)[0] == ""
