"""What a letter says: commands, questions back, and what was none of these.

1. Nothing is guessed. A line is a command, or a question about it goes back, or it is ignored and
   listed as such.
2. A subject counts only if it is a whole command by itself and no answer to a letter of ours: the
   subject of a reply was written by whoever wrote first.
3. Proposals are read first, with the text that belongs to them; votes and orders from what is left,
   in the order of the letter.
4. A patch of the rules is cut out before anything else is read (`patches`).
5. On the talk address all that is said is one Discuss (111), whatever words it holds.
6. A vote that is called below a proposal or a new text that is asked about waits for it.
7. `understand` never raises, and its work grows with the letter's length alone.
"""

import re
from collections.abc import Sequence, Set

from msgspec.structs import replace

from nomic_mail.game.commands import (
    AddEffects,
    Ask,
    CallVote,
    Command,
    Discuss,
    Join,
    Leave,
    Observe,
    Propose,
    ProposeEdited,
    Revise,
    Try,
    Vote,
)
from nomic_mail.letters.grammar import amid, patches, proposals, tries
from nomic_mail.letters.grammar.above import leads_in, led_in
from nomic_mail.letters.grammar.actions import action_or_vote, gone_action, near_action
from nomic_mail.letters.grammar.bodies import BULLET
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.found import IGNORED_MOST, SoFar, leaves_for_good
from nomic_mail.letters.grammar.heads import Head, read_head
from nomic_mail.letters.grammar.lines import read_order
from nomic_mail.letters.grammar.orders.discretion import Corrected, read_corrections
from nomic_mail.letters.grammar.patches import Patch
from nomic_mail.letters.grammar.planted import is_it_yours, others_words
from nomic_mail.letters.grammar.reading import About, Asked, Passage, Said, Understood, passages
from nomic_mail.letters.grammar.statements import Statement, head_of, read_statements, unclear
from nomic_mail.letters.grammar.votes import comments, filled, matter, several, votes, whole
from nomic_mail.letters.grammar.votes.asked import ask
from nomic_mail.letters.grammar.votes.corrected import without_correction
from nomic_mail.letters.grammar.votes.readers.ballots import read_ballots
from nomic_mail.letters.grammar.wishes import is_wish
from nomic_mail.letters.grammar.words import NUMBERED, shown
from nomic_mail.letters.quoting.scaffold import Line, scaffold
from nomic_mail.patterns import later

__all__ = ["About", "Asked", "Said", "Understood", "understand"]

PREFIX = later(
    r"^\s*(?:(?:re|aw|antw|sv|vs|odp|fwd?|wg|tr|rv|rif|r|ré|ynt|回复|答复|转发)\s*(?:\[\d+\])?"
    r"\s*[:：]\s*)",
    re.I,
)
OUR_TAG = later(r"^\s*\[(?:nomic\b[^\]]{0,80}|\?|!|(?P<game>[a-z][a-z0-9-]{0,29})[?!]?)\]\s*", re.I)
ASKED_MOST = 3
CLOSED = later(r"^(?:end\b.{0,20}|\.|[}\]>]{1,3})$", re.I)


def understand(subject: str, text: str, about: About, attached: Sequence[str] = ()) -> Understood:
    """`attached` are the texts attached to the letter, which only a proposal may stand in."""
    if about.talk:
        return _discussion(scaffold(text))
    patch = patches.find(subject, text, attached, _subject_head(_subject(subject, about.game)))
    return _words(subject, text, about, attached) if patch is None else _patched(patch, about)


def _patched(patch: Patch, about: About) -> Understood:
    """A patch of the rules, with what its letter says beside it."""
    above = _words(patch.subject, patch.above, about, patch.attached)
    below = _words("", patch.below, about)
    said, ignored = (*above.said, *below.said), (*above.ignored, *below.ignored)
    rivals = [one for one in said if isinstance(one.command, Propose | ProposeEdited)]
    questions = (*above.questions, *below.questions)
    question = patch.question
    if rivals:
        question = question or proposals.which_one(patch.line, rivals[0].line)
    if patch.by_itself and not question:
        question = patches.is_unsure(patch, above, asked=bool(questions))
    made = patches.command(patch, above) if not question else Doubt(question)
    if isinstance(made, Doubt):
        left = tuple(one for one in said if one not in rivals)
        calls = [one for one in left if isinstance(one.command, CallVote)]
        waiting = [Asked(one.line, _waits(one.line, patch.line)) for one in calls]
        left = tuple(one for one in left if one not in calls)
        asked = (Asked(patch.line, made.question), *questions, *waiting)
        return Understood(left, asked, ignored)
    why = "a patch of the rules, with the words that belong to it"
    done = (*above.said, Said(made, patch.line, why), *below.said)
    if patch.by_itself and not above.said:
        ignored = below.ignored  # the words above it are its reason
    return Understood(done, questions, ignored)


def _words(subject: str, text: str, about: About, attached: Sequence[str] = ()) -> Understood:
    lines = scaffold(text)
    found = SoFar(led_in(lines, lambda one: _acts(one, about) or bool(read_ballots(one))))
    heading = _subject(subject, about.game)
    head = _subject_head(heading)
    theirs = others_words(lines, about.texts)
    taken = _read_proposals(lines, head, attached, found, theirs, about)
    taken |= _read_tries(lines, taken | theirs, about, found)
    found.take(taken)
    left = [line for line in lines if line.number not in taken]
    said_below: list[Statement | Corrected] = [
        *read_statements(left, from_moderator=about.from_moderator, called=about.called),
        *read_corrections(left, from_moderator=about.from_moderator),
    ]
    for statement in said_below:
        _read_statement(statement, lines, about, theirs, found)
        taken |= statement.taken
    rest = [line for line in lines if line.number not in taken]
    theirs = others_words(rest, about.texts)
    every = passages(line for line in rest if line.number not in theirs)
    beside, said = comments.apart(every, {line.number for line in rest if line.kind == "said"})
    said = without_correction(
        filled.forms(said, lambda one: _order(one, about), about, found.doubts)
    )
    if heading and head is None:
        _read_subject(heading, PREFIX.match(subject) is not None, said, about, found)
    leads = _leads(lines, about, found)
    for passage in said:
        if passage.text in leads and not _votes_plainly(passage, about):
            found.ignored.append((passage.number, passage.text))
        else:
            _read_passage(passage, about, found)
    _ask_about_quoted([line for line in rest if line.number in theirs], about, found)
    _ask_below_signature(lines, about, found)
    _leave_headings(found)
    following = {line for line, one in found.said if isinstance(one.command, Vote)}
    others = [passage for passage in said if passage.number not in following]
    kept, doubts = whole.settle(found.casts, found.doubts, others, about)
    kept, doubts = _without_led(kept, doubts, found, about)
    if not (kept or found.said or found.questions) and whole.turned(found.casts, said):
        kept, doubts = whole.cleared(said, kept, doubts, about)
    if not (found.said or found.questions):
        kept, doubts = matter.read(said, *several.by_sections(said, kept, doubts, about), about)
    kept, doubts = whole.without_gainsaid(said, kept, doubts, about)
    doubts += whole.lost(found.ignored, kept, doubts, about)
    if not (kept or doubts or found.said or found.questions):
        doubts += whole.unread(said, about)
    read = {one.number for one in kept} | {one.number for one in doubts}
    _read_gone(said, read, about, found)
    _read_last_words(said, read, about, found)
    told, unplaced = comments.beside(kept, beside)
    doubts += unplaced
    for cast, words in told:
        vote = Vote(choice=cast.choice, proposal=cast.proposal, comment=words)
        found.say(cast.number, vote, cast.line, cast.why)
    found.ask_about(doubts, about, said)
    _ask_about_rivals(found)
    _hold_back(found)
    found.hold_leaving(about)
    return found.in_order()


def _acts(line: str, about: About) -> bool:
    """Whether a line, with or without what stands below it, would do something."""
    head = read_head(line)
    if isinstance(head, Head):
        return head.verb in ("propose", "revise")
    order = _order(line, about)
    acts = order is not None and not isinstance(order, Doubt) and not _is_harmless(order)
    return acts or head_of(line) is not None


def _leads(lines: Sequence[Line], about: About, found: SoFar) -> set[str]:
    """What leads into a command, and so is no vote of its own: "Never ever:"."""
    led = [one for one in lines if one.number in found.led]
    return {found.led[one.number].text for one in led if _acts(one.text.strip(), about)}


def _votes_plainly(passage: Passage, about: About) -> bool:
    read = votes.read_passage(passage, about)
    named = NUMBERED.search(passage.text) is not None
    return isinstance(read, list) and all(one.explicit or named for one in read)


def _without_led(
    kept: list[votes.Cast], doubts: list[votes.Unsure], found: SoFar, about: About
) -> tuple[list[votes.Cast], list[votes.Unsure]]:
    at = {at for at, lead in found.led.items() if not lead.offers}
    led = [one for one in kept if one.number in at]
    asked = [votes.Unsure(one.line, one.number, ask(one.line, about)) for one in led]
    return [one for one in kept if one not in led], [*doubts, *asked]


def _ask_about_rivals(found: SoFar) -> None:
    """A vote that follows something, and another vote on the same: none of them counts."""
    votes_said = [(line, one, one.command) for line, one in found.said]
    read = [(line, one, said) for line, one, said in votes_said if isinstance(said, Vote)]
    for line, one, said in read:
        either = (None, said.proposal)
        same = [
            other
            for _, _, other in read
            if other != said and (said.proposal is None or other.proposal in either)
        ]
        if same and any(" " in other.choice for other in (said, *same)):
            found.said.remove((line, one))
            found.ask(line, one.line, _rival(one.line))


def _rival(line: str) -> str:
    return (
        f"{shown(line)}: there is another vote on the same in your letter. Which is it? None of"
        " them was counted. Send the one that you mean, alone."
    )


def _hold_back(found: SoFar) -> None:
    """Rule 6."""
    for number, one in list(found.said):
        above = next((line for at, line in found.unmade if at < number), "")
        if above and isinstance(one.command, CallVote):
            found.said.remove((number, one))
            found.ask(number, one.line, _waits(one.line, above))


def _waits(line: str, above: str) -> str:
    return (
        f"{shown(line)} waits, as nothing came of {shown(above)}: send both again, once that is as"
        " it should be."
    )


def _read_statement(
    statement: Statement | Corrected,
    lines: Sequence[Line],
    about: About,
    theirs: Set[int],
    found: SoFar,
) -> None:
    at = min(statement.taken)
    if at in theirs:
        found.ask(at, statement.line, is_it_yours(statement.line))
    elif found.ask_if_led(at, statement.line):
        pass  # nothing is done
    elif isinstance(statement, Statement) and (question := unclear(statement)):
        found.ask(at, statement.line, question)
    elif _runs_into_doubt(lines, statement.taken):
        found.ask(at, statement.line, amid.where_ends(statement.line))
    elif (shows := amid.shown_to_all(lines, statement, about, _is_order)) is not None:
        found.ask(*shows)
    else:
        found.say(at, statement.command, statement.line, "the words below it")
        if (lost := amid.lost_in_words(lines, statement)) is not None:
            found.ask(*lost)


def said_lines(text: str) -> list[str]:
    """What a letter's writer says, understood or not."""
    return [passage.text for passage in passages(scaffold(text))][:IGNORED_MOST]


def _discussion(lines: tuple[Line, ...]) -> Understood:
    kept = [line.written for line in lines if line.kind in ("said", "blank", "doubtful")]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()
    if not text:
        return Understood((), (), ())
    why = "a letter to the talk address is discussion (111)"
    return Understood((Said(Discuss(text=text), text.split("\n", 1)[0], why),), (), ())


# The subject


def _subject(subject: str, game: str) -> str:
    """The subject as a line of its own, or nothing where it answers a letter of ours. A word in
    brackets is the tag of a game where an answer has it, or where it is this one's name."""
    text = subject.strip()[:500]
    replied = tagged = False
    for _ in range(8):
        if found := PREFIX.match(text):
            replied = True
        elif (found := OUR_TAG.match(text)) and (replied or found["game"] in (None, game)):
            tagged = True
        else:
            break
        text = text[found.end() :]
    return "" if replied and tagged else text.strip()


def _subject_head(heading: str) -> Head | None:
    head = read_head(heading) if heading else None
    return head if isinstance(head, Head) and (head.title or head.kind or head.verb) else None


def _read_subject(
    heading: str, replied: bool, said: list[Passage], about: About, found: SoFar
) -> None:
    """A subject that is no command is a subject; nothing is asked about it and nothing listed."""
    order = _order(heading, about) or _gone(heading, about)
    if order is not None and not isinstance(order, Doubt):
        if replied and not _is_harmless(order):
            found.ask(0, heading, amid.is_of_the_subject(heading))
        else:
            found.say(0, order, heading, "the subject is a command by itself")
        return
    read = votes.read_passage(Passage(heading, 0), about)
    if not isinstance(read, list):
        return
    if not replied:
        found.casts.extend(read)
    elif not any(isinstance(votes.read_passage(passage, about), list) for passage in said):
        found.ask(0, heading, amid.is_of_the_subject(heading))


def _asks(order: Command | Doubt | None) -> bool:
    return isinstance(order, Ask)


def _is_harmless(command: Command) -> bool:
    return isinstance(command, Ask | Try)


# The body


def _read_proposals(
    lines: tuple[Line, ...],
    subject: Head | None,
    attached: Sequence[str],
    found: SoFar,
    theirs: Set[int],
    about: About,
) -> set[int]:
    reads = proposals.read_proposals(
        lines, subject, attached, about.called, questioned=about.questioned
    )
    taken = {number for read in reads for number in read.taken}
    found.take(taken)
    for read in [one for one in reads if min(one.taken) in theirs]:
        found.ask(min(read.taken), read.line, is_it_yours(read.line))
        found.unmade.append((min(read.taken), read.line))
        reads.remove(read)
    proposed = [read for read in reads if _proposes(read)]
    for read in reads:
        number = min(read.taken)
        if _does(read.command) and found.ask_if_led(number, read.line):
            found.unmade.append((number, read.line))
            continue
        if isinstance(read.head, Doubt):
            found.ask(number, read.line, read.head.question, meant=read.head.meant)
            found.ignored.extend(read.unread)
            found.unmade.append((number, read.line))
            continue
        if (shows := amid.shown_in_a_rule(read, about)) is not None:
            found.ask(number, *shows)
            found.unmade.append((number, read.line))
            continue
        for line, question in read.questions:
            found.ask(number, line, question)
        several = len(proposed) > 1 and _proposes(read)
        doubtful = read.command is not None and _runs_into_doubt(lines, read.taken)
        if read.command is None or several or doubtful:
            if doubtful and not several:
                found.ask(number, read.line, amid.where_ends(read.line))
            if read.head.verb not in ("preview", "try"):
                found.unmade.append((number, read.line))
            continue
        found.say(
            number, read.command, read.line, "the head of a proposal, with what stands beneath it"
        )
    if len(proposed) > 1:
        first, *others = proposed
        question = proposals.which_one(*(read.line for read in (first, *others)[:4]))
        found.ask(min(first.taken), first.line, question)
    return taken


def _read_tries(lines: tuple[Line, ...], taken: Set[int], about: About, found: SoFar) -> set[int]:
    """TRY, and what is tried below it."""
    more: set[int] = set()

    def ends(text: str) -> bool:
        order = read_order(text, from_moderator=about.from_moderator)
        return _is_order(text, about) or tries.HEAD.match(text) is not None or _asks(order)

    for place, (number, one) in enumerate(found.said):
        drafted = isinstance(one.command, ProposeEdited) and one.command.act == "try"
        if drafted or isinstance(one.command, Try):
            below, rows = tries.below(lines, tries.end_of(lines, number, taken), ends)
            command = replace(one.command, lines=below)
            found.said[place] = (number, replace(one, command=command))
            more |= rows
    for at, line in enumerate(lines):
        head = tries.head_of(line.text, about.actions) if line.kind == "said" else None
        if head is None or line.number in taken | more:
            continue
        below, rows = ((head,), set()) if head else tries.below(lines, at + 1, ends)
        more |= {line.number, *rows}
        if below:
            found.say(line.number, Try(lines=below), line.text.strip(), "TRY, and what is tried")
        else:
            found.ask(line.number, line.text.strip(), tries.WHAT)
    return more


def _does(command: Command | None) -> bool:
    """Whether it changes something, and is not only shown."""
    edited = isinstance(command, ProposeEdited) and command.act in ("propose", "revise")
    return edited or isinstance(command, Propose | Revise | AddEffects)


def _proposes(read: proposals.Read) -> bool:
    one = read.command
    return isinstance(one, Propose) or (isinstance(one, ProposeEdited) and one.act == "propose")


def _read_passage(passage: Passage, about: About, found: SoFar) -> None:
    if _several_orders(passage, about, found):
        return
    order = _order(passage.text, about)
    if about.ballot is not None and isinstance(order, Doubt) and order.joins:
        order = None  # who answers a ballot plays
    if isinstance(order, Doubt):
        found.ask(passage.number, passage.text, order.question, leaves=order.leaves)
        return
    if order is not None:
        _say(passage, order, about, found)
        return
    if is_wish(passage.text):
        if not found.ask_if_led(passage.number, passage.text):
            found.ask_once(passage.number, passage.text, is_it_yours(passage.text))
        return
    read = votes.read_passage(passage, about)
    if isinstance(read, votes.Unsure):
        found.doubts.append(read)
    elif read:
        found.casts.extend(read)
    else:
        found.ignored.append((passage.number, passage.text))


def _say(passage: Passage, order: Command, about: About, found: SoFar) -> None:
    if passage.hanging and not _is_harmless(order):
        found.ask(passage.number, passage.text, amid.end_of_a_sentence(passage.text))
    elif isinstance(order, Leave) and (
        passage.number in found.led or (about.plays and BULLET.match(passage.text))
    ):
        found.ask_to_leave(passage.number, passage.text)
    elif _is_free(order, passage, found) or not found.ask_if_led(passage.number, passage.text):
        found.say(passage.number, order, passage.text, "the line is a command by itself")


def _is_free(order: Command, passage: Passage, found: SoFar) -> bool:
    """Whether what stands above takes it not away: who was told of a game joins all the same."""
    lead = found.led.get(passage.number)
    comes = isinstance(order, Join | Observe) and lead and not leads_in(lead.text, reports=False)
    return _is_harmless(order) or bool(comes)


def _read_gone(said: Sequence[Passage], read: Set[int], about: About, found: SoFar) -> None:
    """What nothing else is made of may be an action that there was."""
    for passage in said if about.gone else ():
        line = (passage.number, passage.text)
        if line not in found.ignored or passage.number in read:
            continue
        if (order := gone_action(passage.text, about.gone)) is not None:
            found.ignored.remove(line)
            _say(passage, order, about, found)


def _read_last_words(said: Sequence[Passage], read: Set[int], about: About, found: SoFar) -> None:
    """A command behind other words."""
    for passage in said:
        last = amid.last_words(passage.text)
        if (passage.number, passage.text) not in found.ignored or passage.number in read:
            continue
        order = _order(last, about) if last else None
        if isinstance(order, Ask):
            found.say(passage.number, order, last, "the last words of the line are a command")
        elif last and _acts(last, about):
            found.ignored.remove((passage.number, passage.text))
            found.ask(passage.number, passage.text, amid.end_of_a_sentence(last))


def _gone(text: str, about: About) -> Command | None:
    """The same, of what is no line."""
    if not about.gone or votes.read_passage(Passage(text, 0), about):
        return None
    return gone_action(text, about.gone)


def _order(text: str, about: About) -> Command | Doubt | None:
    """A command of the server's, or an action of a rule's program."""
    if (action := action_or_vote(BULLET.sub("", text), about)) is not None:
        return action
    order = read_order(text, from_moderator=about.from_moderator)
    if isinstance(order, Leave) and about.plays and "forfeit" not in text.lower():
        return leaves_for_good(text)
    if isinstance(order, Vote):
        if " if " in order.choice and not about.conditions:
            return None  # asked about, as any vote with a condition
        return order if order.proposal else replace(order, proposal=about.ballot)
    if order is None or (isinstance(order, Doubt) and about.actions):
        return near_action(text, about.actions) or order
    return order


def _leave_headings(found: SoFar) -> None:
    """ "Proposal 303" above a vote is the heading of that vote, and asks for nothing."""
    votes_at = [*(one.number for one in found.casts), *(one.number for one in found.doubts)]
    last = max(votes_at, default=-1)
    for number, one in list(found.said):
        command = one.command
        if isinstance(command, Ask) and command.topic == "proposal" and number < last:
            found.said.remove((number, one))
            found.ignored.append((number, one.line))


def _runs_into_doubt(lines: Sequence[Line], taken: Set[int]) -> bool:
    """Whether a text goes on, for all one knows, in lines that may be out of a letter of ours."""
    last = max(taken)
    if last and CLOSED.match(lines[last - 1].text.strip()):
        return False
    after = next((line for line in lines[last:] if line.kind != "blank"), None)
    return after is not None and after.kind == "doubtful"


def _ask_about_quoted(theirs: Sequence[Line], about: About, found: SoFar) -> None:
    """What others have written is not said by whoever copies it."""
    for line in theirs:
        text = line.text.strip()
        read = votes.read_passage(Passage(text, line.number), about)
        voted = isinstance(read, list) and all(_is_cast(cast, found.casts) for cast in read)
        if (read is not None and not voted) or _is_order(text, about):
            found.ask(line.number, text, is_it_yours(text))
            return  # one question for all of them
    found.ignored.extend((line.number, line.text.strip()) for line in theirs)


def _ask_below_signature(lines: tuple[Line, ...], about: About, found: SoFar) -> None:
    """A signature ends the letter. What stands below one and looks like a vote may be an answer at
    the wrong end, or part of everybody's footer: asked about, unless it says nothing new. So is
    what may be said, or be out of a letter of ours."""
    asked = 0
    for line in lines:
        if (
            line.kind not in ("signature", "doubtful")
            or len(line.text) > 200
            or asked >= ASKED_MOST
        ):
            continue
        text = line.text.strip()
        if line.kind == "doubtful" and _is_order(text, about):
            asked += 1
            found.ask(line.number, text, amid.among_ours(text))
            continue
        ballots = read_ballots(text) or ()
        plain = all((ballot.loud or ballot.numbers) and not ballot.tail for ballot in ballots)
        if not (ballots and plain):
            continue
        read = votes.read_passage(Passage(text, line.number), about)
        if isinstance(read, list) and not all(_is_cast(cast, found.casts) for cast in read):
            asked += 1
            found.ask(line.number, text, amid.below_signature(text))


def _is_order(text: str, about: About) -> bool:
    """Whether a line would change something; a question to the record is in each of our footers."""
    head = read_head(text)
    order = read_order(text, from_moderator=about.from_moderator)
    acts = order is not None and not isinstance(order, Doubt) and not _is_harmless(order)
    return acts or isinstance(head, Head) or head_of(text) is not None


def _is_cast(cast: votes.Cast, casts: list[votes.Cast]) -> bool:
    return any(c.proposal == cast.proposal and c.choice == cast.choice for c in casts)


def _several_orders(passage: Passage, about: About, found: SoFar) -> bool:
    """`STATUS; SCORES`: each part must be an order in its own right."""
    parts = [part.strip() for part in passage.text.split(";") if part.strip()]
    if len(parts) < 2 or len(parts) > 10:
        return False
    read = [_order(part, about) or _gone(part, about) for part in parts]
    if passage.hanging or any(order is None or isinstance(order, Doubt) for order in read):
        return False
    for part, order in zip(parts, read, strict=True):
        if isinstance(order, Command) and (
            _is_harmless(order) or not found.ask_if_led(passage.number, part)
        ):
            found.say(passage.number, order, part, "each part of the line is a command by itself")
    return True
