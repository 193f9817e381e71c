"""Words beside commands: shown to nobody, told to whoever wrote them, and by TELL to all.

1. Greetings, thanks and names are no words that anybody would miss; so with a few on the line of a
   vote, and with what might be a vote by itself. Where words are all there is, only what is nothing
   but courteous is left out.
2. TELL alone means the letter whose answer it replies to, if that was of the same player, and those
   of its words that the answer showed; all of it, with a proposal that was refused. A line that
   could have been a vote, whenever it was read, is not told for them while a vote is open.
"""

import re
from collections.abc import Sequence

from nomic_mail.game.commands import Propose, Vote
from nomic_mail.game.course import Refusal
from nomic_mail.game.state import State
from nomic_mail.letters.grammar.bodies import FAREWELL, GOODBYE, GREETING, courteous, is_name
from nomic_mail.letters.grammar.moves import read_moves
from nomic_mail.letters.grammar.proposals import NAMED
from nomic_mail.letters.grammar.reading import Said
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.grammar.wishes import read_wishes
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.pump.case import Case
from nomic_mail.store.queue import inbox, outbox

MOST = 20
FEW = 4
_PART = re.compile(
    r"(?<=[.!?;]) +| +[-–—]+ +|,? +(?=(?:because|but|though|although|since|weil|aber|denn|da)\b)"
)


def beside(ignored: Sequence[str]) -> tuple[str, ...]:
    """Rule 1."""
    words = [line for line in ignored if any(map(str.isalnum, line))]
    plain = (FAREWELL, GREETING, NAMED)
    return tuple(line for line in words if not any(one.match(line) for one in plain))[:MOST]


def unread(found: Understood, name: str) -> tuple[str, ...]:
    """Rule 1. `name` is the writer's."""
    if found.said:
        return beside(found.ignored)
    words = tuple(line for line in found.ignored if not courteous(line, name))
    return (words or (() if found.questions else found.ignored))[:MOST]


def on_votes(said: Sequence[Said], about: About) -> tuple[str, ...]:
    """Words on the line of a vote that is counted: those parts of it that are read as nothing."""
    votes = (x for x in said if isinstance(x.command, Vote) and not x.command.comment)
    return tuple(filter(None, (_lost(one, about) for one in dict.fromkeys(x.line for x in votes))))


def _lost(line: str, about: About) -> str:
    def is_lost(part: str) -> bool:
        read = understand("", part, about)
        return len(re.findall(r"[^\W\d_]+", part)) >= FEW and not (read.said or read.questions)

    parts = _PART.split(line)
    return " ".join(filter(is_lost, parts)) if len(parts) > 1 else ""


def about_words(state: State) -> About:
    """Whatever vote is open, or was when it was written."""
    polls = tuple(sorted({*state.proposals, *state.polls}))
    return About(open_ballots=polls, from_moderator=False)


def signed(text: str, name: str) -> bool:
    """Nothing but what one ends a letter with: a name, and a farewell above it."""
    lines = [line for line in text.split("\n") if line.strip()]
    return not lines or (is_name(lines[-1], name) and all(map(GOODBYE.match, lines[:-1])))


def meant(case: Case, by: int, word: str) -> str | Refusal:
    """Rule 2: what TELL, or whichever word, alone tells."""
    with case.desk.look.read() as connection:
        number = outbox.led_to(connection, case.letter.in_reply_to)
        found = inbox.get(connection, number) if number is not None else None
    if found is None or not found.raw or (found.game_id, found.seat) != (case.home.id, by):
        return Refusal("nothing_to_tell", word=word)
    letter = case.desk.read(found.raw)
    _, text = read_wishes(letter.subject, read_moves(letter.subject, letter.text)[1])
    about = about_words(case.before)
    read = understand(letter.subject, text, about)
    asked = {one.line for one in read.questions}
    votes = read.said or _as_of_one(letter.subject, text, case.before)
    name = case.seat.name if case.seat is not None else ""
    if _was_refused(read.said, by, case.before) and not _votes(votes):
        return _whole(text)
    words = [line for line in unread(read, name) if line not in asked]
    words += on_votes(votes, about)
    if not case.before.polls:
        words += (*asked, *(one.line for one in read.said if isinstance(one.command, Vote)))
    return "\n".join(in_order(words, text)) if words else Refusal("nothing_to_tell", word=word)


def _votes(said: Sequence[Said]) -> bool:
    return any(isinstance(one.command, Vote) for one in said)


def _was_refused(said: Sequence[Said], by: int, state: State) -> bool:
    """Whether it proposes what is no proposal of theirs."""
    texts = [x.command.change.text.strip() for x in said if isinstance(x.command, Propose)]
    theirs = {one.change.text.strip() for one in state.proposals.values() if one.by == by}
    return bool(texts) and theirs.isdisjoint(texts)


def _whole(text: str) -> str:
    """What stands in a letter, as it stands, without what it quotes."""
    lines = [one.written for one in scaffold(text) if one.kind in ("said", "blank")]
    return "\n".join(lines).strip()


def in_order(words: Sequence[str], text: str) -> list[str]:
    """As they stand in the letter, however its lines are wrapped; each once."""
    flat = " ".join(text.split())
    return sorted(dict.fromkeys(words), key=lambda one: flat.find(" ".join(one.split())))


def _as_of_one(subject: str, text: str, state: State) -> Sequence[Said]:
    """What the letter said where it answered one ballot of several."""
    for number in sorted(state.polls)[:FEW]:
        one = About(ballot=number, open_ballots=(number,), from_moderator=False)
        if said := understand(subject, text, one).said:
            return said
    return ()
