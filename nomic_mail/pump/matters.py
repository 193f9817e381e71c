"""What a letter is about, as far as its door and the game tell, before its words are read."""

from dataclasses import replace

from nomic_mail.game import commands as c
from nomic_mail.game.state import State
from nomic_mail.letters.grammar import About, understand
from nomic_mail.letters.message import Letter
from nomic_mail.pump.doors import Located


def about_of(located: Located, state: State) -> About:
    answers = located.matter
    ballot = answers.number if answers is not None and answers.kind == "ballot" else None
    return About(
        ballot=_ballot(ballot, state),
        open_ballots=tuple(poll.number for poll in state.open_polls),
        from_moderator=located.is_moderator and located.seat is None,
        talk=located.door.kind == "talk" or (answers is not None and answers.kind == "talk"),
    )


def _ballot(number: int | None, state: State) -> int | None:
    """The one ballot that a reply is about: none, where it answers a letter about several."""
    if number is None or not (number in state.polls or -number in state.polls):
        return number
    if len(state.polls) > 1:
        return None
    return state.open_polls[0].number


def commands_by_talking(letter: Letter, located: Located, state: State) -> bool:
    """Nothing but commands, or a vote while one is open, sent to all. Ballots are secret until the
    close (010), and a proposal was hardly meant as talk: the letter is neither relayed nor carried
    out; the player is asked."""
    about_talk = about_of(located, state)
    if not about_talk.talk:
        return False
    found = understand("", letter.text, replace(about_talk, talk=False))
    if state.polls and any(isinstance(x.command, c.Vote) for x in found.said):
        return True
    return bool(found.said) and not found.ignored and not found.questions
