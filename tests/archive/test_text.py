"""The record as a text to read: whole, within its columns, and the same each time."""

import re
from pathlib import Path

import pytest

from nomic_mail import phrases
from nomic_mail.archive.lines import COLUMNS
from nomic_mail.game import events as e
from nomic_mail.game.evolve import fold
from nomic_mail.game.numbers import printed_with
from nomic_mail.game.record.chronicle import chronicle
from tests.kit.played import GAMES, Look, named
from tests.kit.recorded import record_text
from tests.kit.tiers import some

# What a reader need not be told, or is told elsewhere: the votes with their count, the dice at the
# end, deadlines with what they lead to.
UNTOLD = {
    *("DiceCommitted", "BallotCast", "BallotRetracted", "PeriodEnded", "BindingAsked"),
    *("QuestionMoot", "SilenceConsented", "ProgramEnded", "ProgramAsked", "PlayersHeard"),
    "OverrulingOpened",
}


@pytest.mark.parametrize("file", some(GAMES, 3), ids=named)
def test_each_game_can_be_read(file: Path, played: Look) -> None:
    entries = played(file).entries()
    text = record_text(entries)
    assert text == record_text(entries)
    made = (one.event.change.effects for one in entries if isinstance(one.event, e.ProposalMade))
    rules = fold([entries[0].event]).rules
    began = (rule.clauses for rule in rules)
    told = (one for effects in (*made, *began) for one in effects or ())
    code = {line.strip(" ]") for one in told for line in one.split("\n")}
    lines = [line for line in text.splitlines() if line.strip(" ]") not in code]
    wide = [line for line in lines if len(line) > COLUMNS]
    assert all(re.match(r"    (?:link|over) |.*\S{60}", line) for line in wide), wide
    said = " ".join(re.sub(r"^ *>? ?", "", text, flags=re.MULTILINE).split())
    names = dict[int, str]()
    for entry in entries:
        event = entry.event
        if isinstance(event, e.PlayerJoined | e.PlayerRenamed | e.PlayerReplaced):
            names[event.seat] = event.name
        if isinstance(event, e.Discussed | e.JudgmentGiven):
            assert " ".join(event.text.split()) in said
        elif isinstance(event, e.ProposalMade | e.ProposalRevised):
            assert " ".join(event.change.text.split()) in said
        elif isinstance(event, e.PointsScored | e.VotingClosed):
            phrase = event.because if isinstance(event, e.PointsScored) else event.reason
            with printed_with(rules.digits):
                assert phrases.said(phrase.named(names.__getitem__)) in said
    assert entries[-1].hash in text
    assert "@players.example" not in text
    assert "None" not in re.sub(r"None of|none|None shall", "", "\n".join(lines))


@pytest.mark.parametrize("file", some(GAMES, 3), ids=named)
def test_each_event_is_a_moment_of_the_story(file: Path, played: Look) -> None:
    events = [entry.event for entry in played(file).entries()]
    moments = list(chronicle(events))
    untold = {type(one).__name__ for one in events} & UNTOLD
    assert len(moments) == len([x for x in events if type(x).__name__ not in untold])
    assert [one.at for one in moments] == sorted(one.at for one in moments)


def test_what_is_set_aside_does_nothing(played: Look) -> None:
    """110: rule 206 is called so at the end of this game."""
    (file,) = [one for one in GAMES if one.stem == "who-sets-aside"]
    rules = record_text(played(file).entries())
    aside = rules.partition("\n206  ")[2].partition("\n207  ")[0]
    assert "    [set aside: rule 303 makes it void]\n" in aside
    assert "    [set aside: the server does not do penalty defeat: 10]\n" in aside
    assert "[the server does: " not in aside


def test_what_the_rules_keep_is_told_as_it_stood_at_any_moment(played: Look) -> None:
    (file,) = (one for one in GAMES if one.stem == "of-another-rule")
    entries = played(file).entries()
    (paid,) = (n for n, one in enumerate(entries, 1) if isinstance(one.event, e.ProgramRan))
    before, after = record_text(entries[: paid - 1]), record_text(entries[:paid])
    assert "\nWHAT THE RULES KEEP\n" in before
    assert "\n303  Money\n\n    coins: Ada Lovelace 5; Bob Babbage 5\n" in before
    assert "\n303  Money\n\n    coins: Ada Lovelace 5; Bob Babbage 4\n" in after
    assert "WHAT THE RULES KEEP" not in record_text(entries)  # it was repealed


def test_a_setting_is_told_in_words(played: Look) -> None:
    (file,) = [one for one in GAMES if one.stem == "the-moderators-own-acts"]
    text = record_text(played(file).entries())
    assert re.search(r"The Moderator changes the time for a vote: \d days\.", text)
    assert "vote_window" not in text
