"""A vote, or a command, amid words that go to all: asked about, with the line that it is.

1. A ballot is secret (010). Words with a vote among them are told to nobody; below TELL, neither
   are those with a command. Where none is open, how somebody would vote
   is talk. The first words of a ruling are its answer, whatever they are.
2. In the text of a proposal a vote is one where it is on something open, neither END nor a brace
   says where that text ends, and no rule or proposal has that line: who amends a rule copies it.
3. Any other command below a question would be lost in it, and nobody would know.
4. Behind other words on its line, what only asks is answered, and all else is asked about.
"""

import re
from collections.abc import Callable, Sequence

from nomic_mail.game.commands import (
    Ask,
    Bind,
    Command,
    CorrectRule,
    Discuss,
    Judgment,
    Propose,
    ProposeEdited,
    Revise,
    Ruling,
)
from nomic_mail.letters.grammar.astray import CALLS_VOTE, LOUD_VOTE, is_a_ballot, lost_command
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.orders.discretion import Corrected
from nomic_mail.letters.grammar.proposals import Read
from nomic_mail.letters.grammar.reading import About, Passage
from nomic_mail.letters.grammar.statements import Statement
from nomic_mail.letters.grammar.votes import votes
from nomic_mail.letters.grammar.words import shown
from nomic_mail.letters.quoting.scaffold import Line
from nomic_mail.patterns import later

SENTENCES = later(r"(?<=[.!?…])\s{1,3}")
WILL = later(r"^(?:i'?ll|i will|i'd like to|so|then|and|also|please)[,:]?\s", re.I)
LOUDLY = later(r"^[A-Z]{4,}\b")
Question = tuple[int, str, str]  # the line's number, the line, and what is asked about it


def shown_to_all(
    lines: Sequence[Line],
    statement: Statement | Corrected,
    about: About,
    is_order: Callable[[str, About], bool],
) -> Question | None:
    """Rule 1."""
    command = statement.command
    if not isinstance(command, Discuss | Ask | Judgment | Ruling) or about.from_moderator:
        return None
    word = _word_of(command)
    calls = any(CALLS_VOTE.match(one.text.strip()) for one in lines if one.kind == "said")
    is_open = calls or not about.none_open
    for text, number in _below(lines, statement):
        if isinstance(command, Discuss | Ask):
            read = votes.read_passage(Passage(text, number), about)
            votes_so = read is not None and (is_open or is_a_ballot(text))
            shows = votes_so or is_order(text, about) or lost_command(text, word) != ""
        else:
            vote = LOUD_VOTE.match(text) is not None or _is_vote(text, number, about)
            shows = vote and not _is_answer(text, command)
        if shows:
            asked = _stands_in_question if isinstance(command, Ask) else _stands_among
            return number, text, asked(text, word)
    return None


def shown_in_a_rule(read: Read, about: About) -> tuple[str, str] | None:
    """Rule 2."""
    if isinstance(read.head, Doubt) or not isinstance(
        read.command, Propose | ProposeEdited | Revise
    ):
        return None
    found = (line for line in read.loose if _is_vote(line, 0, about))
    vote = next((line for line in found if not _is_copied(line, about)), "")
    return (vote, _stands_in_rule(vote, read.head.verb.upper())) if vote else None


def lost_in_words(lines: Sequence[Line], statement: Statement | Corrected) -> Question | None:
    """Rule 3."""
    command = statement.command
    if isinstance(command, Bind | Discuss | Ask):
        return None
    said = command.question if isinstance(command, Judgment) else command.text
    word = "rule" if isinstance(command, CorrectRule) else type(command).__name__.upper()
    for line in lines:
        text = line.text.strip()
        if line.number not in statement.taken or line.number == min(statement.taken) or not text:
            continue
        whole = said.strip() == text or _is_answer(text, command)
        if not whole and (question := lost_command(text, word)):
            return line.number, text, question
    return None


def last_words(text: str) -> str:
    """Rule 4: the last sentence of several, where it may be a command."""
    told = SENTENCES.split(text.strip())
    last = WILL.sub("", told[-1].strip().rstrip("?"), count=1)
    plainly = LOUDLY.match(last) is not None or len(last.split()) > 2
    return last if len(told) > 1 and plainly else ""


def _word_of(command: Command) -> str:
    if isinstance(command, Ask):
        return command.topic.upper()
    return "TELL" if isinstance(command, Discuss) else type(command).__name__.upper()


def _below(lines: Sequence[Line], statement: Statement | Corrected) -> list[tuple[str, int]]:
    taken = [one for one in lines if one.number in statement.taken and one.kind == "said"]
    return [(one.text.strip(), one.number) for one in taken[1:]]


def _is_answer(text: str, command: Command) -> bool:
    return isinstance(command, Ruling) and command.text.strip().startswith(text)


def _is_vote(text: str, number: int, about: About) -> bool:
    """Whether it would count where it stood alone."""
    if not about.open_ballots:
        return False
    read = votes.read_passage(Passage(text, number), about)
    return isinstance(read, list) and bool(read)


def _is_copied(text: str, about: About) -> bool:
    return any(text == line.strip() for one in about.texts() for line in one.split("\n"))


def _stands_among(text: str, word: str) -> str:
    return (
        f"{shown(text)} stands below {word}, where all would see it: is it a vote or a command of"
        f" yours? Nothing was done with these words. If it is, write it above {word}, or END above"
        " it; if it is part of them, say it in other words."
    )


def _stands_in_question(text: str, word: str) -> str:
    return (
        f"{shown(text)} stands below {word}, where the Moderator would see it: is it a vote or a"
        " command of yours? Nothing was done with these words. If it is, write it above"
        f" {word}, or END above it; if it is part of them, say it in other words."
    )


def _stands_in_rule(text: str, word: str) -> str:
    return (
        f"{shown(text)} stands below {word}, where all would see it: is it a vote of yours? Nothing"
        f" was done with these words. If it is, write it above {word}, or END above it; if it is"
        " part of the text, write END below the text."
    )


def end_of_a_sentence(text: str) -> str:
    return (
        f"{shown(text)}: is that a command, or the end of a sentence? Nothing was done. Write it"
        " again on a line of its own."
    )


def among_ours(text: str) -> str:
    return (
        f"{shown(text)} stands among the words of a letter of this server: is it yours? Nothing was"
        " done. If it is, send it alone."
    )


def below_signature(text: str) -> str:
    return (
        f"{shown(text)} stands below your signature, or below the words of others, where your"
        " letter has ended: is that your vote? Nothing was counted. Write it above them."
    )


def where_ends(line: str) -> str:
    return (
        f"{shown(line)}: a letter of this server stands below it, and nothing tells where your"
        " words end. Nothing was done. Write END on a line below them, or leave that letter away,"
        " and send it again."
    )


def is_of_the_subject(heading: str) -> str:
    return (
        f"{shown(heading)} is the subject of somebody's letter you answered: did you mean it as a"
        " command of yours? Nothing was done. Then write it into the letter itself."
    )
