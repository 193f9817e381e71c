"""How an act is written: told with the names and numbers of the game, and read as it is told."""

import pytest
from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.language import words
from nomic_mail.letters.grammar.moderator.handing import read_handing
from nomic_mail.letters.grammar.moderator.syntax import FORMS, begins_an_act, forms_of
from nomic_mail.letters.grammar.understand import About, understand
from tests.kit.games.core_play import enact, started

MODERATORS = About(from_moderator=True)


@pytest.fixture(scope="module")
def state() -> State:
    play = started()
    play.done(c.Propose(by=play.mover, change=enact()))  # so that there is a vote to name
    return play.state


@pytest.mark.parametrize("name", FORMS)
def test_each_form_is_read_as_one_act(state: State, name: str) -> None:
    forms = forms_of(name, state)
    assert forms
    for form in forms:
        read = understand("", form, MODERATORS)
        handed = read_handing("", form) is not None
        assert handed or [isinstance(one.command, c.Act | c.Ruling) for one in read.said] == [
            True
        ], form
        assert handed or not (read.questions or read.ignored), (form, read)


@pytest.mark.parametrize("name", FORMS)
def test_the_bare_word_is_an_act_or_is_asked_about(name: str) -> None:
    read = understand("", name, MODERATORS)
    assert read.said or read.questions, name


def test_each_word_of_the_moderator_has_its_forms() -> None:
    told = [one.name for one in words().values() if one.page == "moderator"]
    assert not [name for name in told if not begins_an_act(name)]


def test_they_speak_of_the_game_that_they_are_for(state: State) -> None:
    (award,) = forms_of("AWARD Zed ten", state)
    mover = state.name_of(state.turn.mover) if state.turn else ""
    assert award.startswith(f"AWARD {mover} 10 RULE ")
    assert len(forms_of("CORRECT", state)) > 4
    assert len(forms_of("correct score", state)) == 1
    assert forms_of("Good morning", state) == ()
    assert forms_of("REMOVE TALK", state) != forms_of("REMOVE Ada", state)


def test_before_anybody_has_joined_they_have_examples(state: State) -> None:
    empty = replace(state, players={}, order=(), turn=None)
    assert "Grace Hopper" in forms_of("MUTE", empty)[0]
