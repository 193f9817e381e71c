"""What a letter can mean, from where it came and what it answers.

1. A reply to a ballot means that ballot; a letter about talk is talk, whatever words it holds.
2. A letter with a command or a vote that came to the talk address is asked about, and shown to
   nobody.
3. A reply to a ballot was not written before that was opened, whatever the clock of a mail server
   says; nor was a vote before the words of its own letter that opened it.
4. What answers a question of ours is no vote by a mere yes or no: "AGAINST?" is answered by "is
   that your vote?", and that by a yes that means AGAINST.
5. A plain YES to "do you want to join?" is JOIN, one to "do you want to leave?" is LEAVE, and one
   to "is that your vote FOR 301?" is that vote.
6. What answers a letter that tells results, or a new proposal, may be said of what was decided or
   is yet to be voted on: a vote that names no proposal is asked about there, though one alone is
   open.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from nomic_mail.game import commands as c
from nomic_mail.game.clauses import parse_clause
from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.course import Refusal
from nomic_mail.game.mechanics import mechanics_of
from nomic_mail.game.procedures.program_texts import standing
from nomic_mail.game.procedures.seating import who_is_called
from nomic_mail.game.rulebook import OF_LATE, Rules
from nomic_mail.game.state import Proposal, State
from nomic_mail.game.tally import takes_conditions
from nomic_mail.letters.grammar import calling
from nomic_mail.letters.grammar.astray import CALLS_VOTE, is_a_ballot
from nomic_mail.letters.grammar.bodies import courteous, is_edit
from nomic_mail.letters.grammar.heads import read_head
from nomic_mail.letters.grammar.hints import hints, plainly_asked
from nomic_mail.letters.grammar.moves import read_moves
from nomic_mail.letters.grammar.planted import may_not_be_seen
from nomic_mail.letters.grammar.reading import NO_AIMS, Action, Aims, Asked, Judged, Said
from nomic_mail.letters.grammar.understand import About, Understood, understand
from nomic_mail.letters.grammar.votes.asked import ask
from nomic_mail.letters.grammar.votes.presumed import asks_of_it
from nomic_mail.letters.grammar.wishes import Wish, read_wishes
from nomic_mail.letters.mime.message import TEXT_CHARS, TEXT_LINES, Letter
from nomic_mail.letters.mime.wrapped import unwrapped
from nomic_mail.letters.proof.token import SIDES, Matter, written_at
from nomic_mail.letters.quoting.scaffold import scaffold
from nomic_mail.post.compose import Notice
from nomic_mail.pump.case import Case
from nomic_mail.pump.says import consenting, for_the_game, leaving, saying_yes
from nomic_mail.pump.who.invitees import takes_part
from nomic_mail.rulesets.derive import NotOneChange, derive, derive_all
from nomic_mail.rulesets.offers import offered
from nomic_mail.rulesets.programs import library
from nomic_mail.store.people.seats import Seat

FEW_WORDS = 4
ASKING = frozenset(("question", "leave", "call", "talked", *SIDES))


def about_letter(case: Case, state: State) -> About:
    seat = case.seat
    by_terms = {poll.threshold: poll for poll in state.open_polls}  # most have the same
    ballot = _ballot(_ballot_answered(case), state)
    return About(
        ballot=ballot,
        questioned=case.matter is not None and case.matter.kind in ASKING,
        judged=_judged(case, state),
        open_ballots=tuple([poll.number for poll in state.open_polls]),
        none_open=not state.polls,
        from_moderator=case.is_moderator and seat is None,
        talk=not case.may("command"),
        conditions=any(map(takes_conditions, by_terms.values())),
        actions=actions_of(state),
        gone=gone_of(state),
        plays=seat is not None and seat.seat in state.playing and state.status != "ended",
        texts=lambda: texts_of(state),
        aims=lambda: aims_of(ballot, state),
        game=case.game.name if case.game else "",
        called=frozenset(seat.name.casefold().split() if seat else ()),
    )


def _judged(case: Case, state: State) -> Judged:
    """Where no vote is open there is none that an answer could be taken for. What the judge was
    asked about a letter may have been whether that was the ruling."""
    one, seat = state.judgment, case.seat.seat if case.seat is not None else MODERATOR
    if one is None or not (case.is_about("judgment") or case.is_about("question")):
        return ""
    if one.judge == seat and one.ruled_by is None:
        return "judge"
    if not case.is_about("judgment"):
        return ""
    return "" if not state.polls else "asked" if one.ruled_by is None else "ruled"


def aims_of(ballot: int | None, state: State) -> Aims:
    """What the proposal does that a letter answers, or the only one that is open, and whose it is:
    asked for by the words that need it, and by no others."""
    if ballot is None and len(state.open_polls) == 1:
        ballot = state.open_polls[0].number
    proposal = state.proposals.get(ballot or 0)
    if proposal is None:
        return NO_AIMS
    of = {kind: tuple(_targets(proposal, kind)) for kind in ("repeal", "amend", "transmute")}
    repealed, amended = of["repeal"], (*of["amend"], *of["transmute"])
    text = "\n".join(proposal.once(_words_of))
    return Aims(repealed, amended, len(proposal.changes), _own_names(proposal.by, state), text)


def _own_names(seat: int, state: State) -> tuple[str, ...] | None:
    """What a player is called, whole or by a word of it, as far as nobody else is."""
    if seat not in state.players:
        return None
    called = {at: _names(player.name) for at, player in state.players.items()}
    others = {name for at, names in called.items() if at != seat for name in names}
    return tuple([name for name in called[seat] if name not in others])


def _names(name: str) -> tuple[str, ...]:
    whole = name.casefold()
    return tuple(dict.fromkeys((whole, *whole.split())))


def _targets(proposal: Proposal, kind: str) -> list[int]:
    """Of what amends or repeals an amendment, the rule is amended (103(2))."""
    kinds = [("amend" if one.amendment is not None else one.kind, one) for one in proposal.changes]
    return [one.target for of, one in kinds if of == kind and one.target is not None]


def actions_of(state: State) -> tuple[Action, ...]:
    """What players can do by the rules' programs."""
    if not state.programs:
        return ()
    now, before = who_is_called(state)
    return tuple(
        Action(hook.what, one.rule.number, one.rule.lineage, now, before, hook.sealed)
        for one in standing(state)
        for hook in one.hooks
        if hook.kind == "action"
    )


def gone_of(state: State) -> tuple[Action, ...]:
    """What they could, or could if the rule were not set aside: what runs is read before it."""
    if not state.programs and not state.gone:
        return ()
    now, before = who_is_called(state)
    aside = [
        Action(hook.what, 0, lineage, now, before, hook.sealed)
        for lineage, program in state.programs.items()
        for hook in program.declared.hooks
        if hook.kind == "action"
    ]
    gone = (
        Action(one.form, one.rule, one.lineage, now, before, one.sealed)
        for one in reversed(state.gone)
    )
    return (*aside, *gone)


def texts_of(state: State) -> tuple[str, ...]:
    """What players may copy into a letter: the proposals, and the rules in force."""
    proposed = [one.once(_words_of) for one in state.proposals.values()]
    return (*chain.from_iterable(proposed), *_words_of_all(state.rules))


def _words_of(proposal: Proposal) -> tuple[str, ...]:
    return tuple([f"{one.title}\n{one.text}" for one in proposal.changes])


@lru_cache(maxsize=OF_LATE)
def _words_of_all(rules: Rules) -> tuple[str, ...]:
    return tuple([f"{one.title}\n{one.text}" for one in rules])


def _ballot_answered(case: Case) -> int | None:
    """The ballot that the letter answers, or one that stood beside a question."""
    about = case.matter
    asked = about is not None and about.kind in ("ballot", "counted", "question", *SIDES)
    return about.number or None if about is not None and asked else None


def _ballot(number: int | None, state: State) -> int | None:
    """The one ballot that a reply is about: none, where it answers a letter about several."""
    if number is None or not (number in state.polls or -number in state.polls):
        return number
    if state.is_open and number in state.polls:  # there, each has letters of its own
        return number
    if len(state.polls) > 1:
        return None
    return state.open_polls[0].number


def receipt(case: Case, state: State) -> datetime:
    """Rule 3. `state` is that at this line of the letter."""
    ballot, before = _ballot_answered(case), case.before.polls
    opened = [
        poll.opened_at
        for number, poll in state.polls.items()
        if number not in before or ballot in (number, -number)
    ]
    return max([case.arrival.came, *opened])


def answered(letter: Letter, game: str, base: str, events: int) -> int | None:
    """How many events the game had when the letter was written that this one answers, as our
    Message-IDs tell it: anybody can write one, so no more than there are."""
    ids = [*letter.references[-1:], letter.in_reply_to]
    known = (written_at(one, game, base) for one in reversed(ids))
    return next((number for number in known if number is not None and number <= events), None)


def named_now(seat: Seat, state: State) -> Seat:
    player = state.players.get(seat.seat)
    name = player.name if player is not None else seat.name
    return seat if name == seat.name else replace(seat, name=name)


def split_wishes(case: Case, letter: Letter) -> tuple[tuple[Wish, ...], Letter]:
    """What a player wishes for, and the letter without it; talk is never read for wishes."""
    if not case.may("wish"):
        return (), letter
    wishes, rest = read_wishes(letter.subject, letter.text)
    return wishes, replace(letter, text=rest)


def heard(case: Case, letter: Letter, seat: Seat | None) -> Understood:
    """What the letter says. Rule 5: below the YES stands nothing, or their name."""
    state = case.before
    about = about_letter(case, state)
    found = _surely(replace(letter, text=saying_yes.behind(case, letter.text)), about)
    found = consenting.read(case, letter, found)
    nods = [
        one
        for one in found.said
        if isinstance(one.command, c.Vote) and saying_yes.nods(case, letter, one.command)
    ]
    if nods:
        asked = tuple(Asked(one.line, ask(one.line, about)) for one in nods)
        said = tuple(one for one in found.said if one not in nods)
        found = replace(found, said=said, questions=(*found.questions, *asked))
    if told := _not_open(case, state):
        found = _of_what_is_open(letter, about, found, told)
    found = _to_its_end(letter, found)
    if state.status == "ended":  # nobody is asked whether they would leave it
        left = [one.line for one in found.questions if one.leaves]
        kept = tuple(one for one in found.questions if not one.leaves)
        found = replace(found, questions=kept, ignored=(*found.ignored, *left))
    if (vote := saying_yes.votes(case, letter)) is not None:
        return vote
    if leaving.leaves(case):
        line = next(one.text.strip() for one in scaffold(letter.text) if one.kind == "said")
        return Understood((Said(c.Leave(), line, "YES, to who was asked about it"),), (), ())
    if seat is None or not (first := takes_part(case, letter, seat)):
        return found if seat is None else _answers(case, found, about, seat.seat)
    why = "YES, to whom it was asked whether they want to join"
    return Understood((Said(c.Join(), first, why),), (), ())


def _answers(case: Case, found: Understood, about: About, seat: int) -> Understood:
    """A short question in words of one's own that one line answers, which changes nothing; or a
    wish that is asked about."""
    state = case.before
    words = [one for one in found.ignored if not courteous(one, "")]
    number = _callable(state, seat, case.arrival.came)
    own = [*(one.line for one in found.questions), *words]
    if number and not found.said and calling.asks_for_the_vote(own, number):
        line = " ".join(own)
        return replace(
            found,
            questions=(Asked(line, calling.whether(line, number), calls=number),),
            ignored=(),
        )
    rules = {rule.number for rule in state.rules}
    line = plainly_asked(words, hints(words, rules, state.proposals))
    if found.said or found.questions or not line:
        return found
    asked = understand("", line, about)
    why = f"a question that {line} answers"
    said = tuple(Said(one.command, " ".join(words), why) for one in asked.said)
    return replace(found, said=said, ignored=()) if said else found


def _callable(state: State, seat: int, at: datetime) -> int:
    """The proposal whose vote they may open now."""
    if state.status != "running" or state.is_open or state.is_chaired:
        return 0
    own = (one for one in state.debated if one.by == seat and one.callable_from <= at)
    return next((one.number for one in own), 0)


def _surely(letter: Letter, about: About) -> Understood:
    """Only what is read with the words that may not be seen as without them is done."""
    found = understand(letter.subject, letter.text, about, letter.attached)
    if not letter.perhaps or about.talk:
        return found
    other = understand(letter.subject, letter.perhaps, about, letter.attached)
    ours, theirs = ({one.command for one in each.said} for each in (found, other))
    unsure = (one for one in (*found.said, *other.said) if one.command not in ours & theirs)
    asked = (Asked(line, may_not_be_seen(line)) for line in dict.fromkeys(x.line for x in unsure))
    said = tuple(one for one in found.said if one.command in theirs)
    return replace(found, said=said, questions=(*found.questions, *asked))


def _not_open(case: Case, state: State) -> int | None:
    """What was decided, or proposed, by the letter that this one answers, and is not open."""
    told = case.is_about("game") or case.is_about("proposal")
    number = case.matter.number if case.matter is not None and told else 0
    is_open = {number, -number} & set(state.polls)
    return number if number and state.polls and not is_open else None


def _of_what_is_open(letter: Letter, about: About, found: Understood, told: int) -> Understood:
    """Rule 6: only a vote that means the same beside what is not open names its proposal."""
    if not any(isinstance(one.command, c.Vote) for one in found.said):
        return found
    beside = replace(about, open_ballots=(*about.open_ballots, told))
    other = understand(letter.subject, letter.text, beside, letter.attached)
    theirs = {one.command for one in other.said}
    unsure = [
        one for one in found.said if isinstance(one.command, c.Vote) and one.command not in theirs
    ]
    lines = dict.fromkeys(one.line for one in unsure)
    asked = [asks_of_it(line, about) for line in lines]
    said = tuple(one for one in found.said if one not in unsure)
    return replace(found, said=said, questions=(*found.questions, *asked))


def _to_its_end(letter: Letter, found: Understood) -> Understood:
    """What was not read may say something else: its writer is told, whatever the letter does."""
    if not letter.goes_on:
        return found
    last = letter.text.rstrip().rpartition("\n")[2].strip()[:60]
    why = (
        f"your letter goes on, and was not read below this line: of one letter {TEXT_CHARS:,}"
        f" characters and {TEXT_LINES:,} lines are read. Please send the rest in another."
    )
    return replace(found, questions=(Asked(last, why), *found.questions))


def apart(
    case: Case, letter: Letter, seat: Seat, understood: Understood, wishes: Sequence[Wish]
) -> Notice | None:
    """The answer to a letter that is no matter of the game's."""
    state = case.before
    if _commands_by_talking(letter, case, state):
        return for_the_game.question(case, seat.seat, state)
    if leave := leaving.asked(case, state, seat.seat, understood):
        return leave
    said = understood.said or understood.questions or understood.ignored
    if wishes and not said:
        return Notice(seat.seat, (), Matter("game"), "", "server")
    return None


def _commands_by_talking(letter: Letter, case: Case, state: State) -> bool:
    """Nothing but commands, or a vote while one is open, sent to all. Ballots are secret until the
    close (010), and a proposal was hardly meant as talk: the letter is neither relayed nor carried
    out; the player is asked."""
    if case.may("command") or case.sends is not None:
        return False
    if read_moves(letter.subject, letter.text)[0]:
        return True
    wishes, rest = read_wishes("", letter.text)
    if wishes and not any(line.kind == "said" for line in scaffold(rest)):
        return True
    about = replace(about_letter(case, state), talk=False, plays=False, aims=lambda: NO_AIMS)
    found = understand("", letter.text, about)
    if any(_acts(one.command, state) for one in found.said):
        return True
    loud = (one.line for one in found.questions if one.line.split(maxsplit=1)[0].isupper())
    if any(map(read_head, loud)) or any(map(CALLS_VOTE.match, _lines(letter.text))):
        return True
    votes = found.said and all(isinstance(one.command, c.Vote) for one in found.said)
    if votes and not state.polls:
        return is_a_ballot(" ".join(_lines(rest)))
    return bool(found.said) and not found.ignored and not found.questions


def _lines(text: str) -> list[str]:
    """What is said, as its lines stand."""
    return [one.text.strip() for one in scaffold(text) if one.kind == "said"]


def _acts(command: c.Command, state: State) -> bool:
    """A vote does while there is a ballot; what asks the record is talk among talk, but a change of
    a rule told in words is a proposal to be confirmed."""
    if isinstance(command, c.Ask):
        return command.topic == "amend"
    return not isinstance(command, c.Vote) or bool(state.polls)


def result_of(answer: Notice) -> str:
    talked = any(one.occasion == "talk_command" for one in answer.sections)
    return for_the_game.HELD if talked else ""


def proposal_of(command: c.Command, state: State) -> c.Command | Refusal:
    """A diff or an edited copy of the rules is the rule-changes that it makes, as many as a
    proposal may have, or is refused; so is the name of a rule of the library."""
    if isinstance(command, c.AddEffects):
        return _with_effects(command, state)
    if not isinstance(command, c.ProposeEdited):
        return command
    try:
        if command.parts:
            changes = tuple(_part(one, state) for one in command.parts)
            return _made(command, changes, state)
        most = mechanics_of(state.rules)["changes"].value
        change, *more = (
            (_ready(command.ready),)
            if command.ready
            else derive_all(state.rules, command.text, most)
        )
        if more and command.effects is not None:
            raise NotOneChange(
                f"it makes {len(more) + 1} changes, and of which of them is the Effects block below"
                " it? Write it into the rule's own file, or each change by itself"
            )
    except NotOneChange as no:
        return Refusal("not_one_change", state.rules.cite(103), why=str(no))
    except LookupError:
        return Refusal("not_in_library", name=command.ready)
    if None not in (change.effects, command.effects) and change.effects != command.effects:
        return Refusal("effects_said_twice", state.rules.cite(106))
    titled = replace(command, title="") if more else command
    return _made(command, (_worded(change, titled), *more), state)


def _with_effects(command: c.AddEffects, state: State) -> c.Revise | Refusal:
    """Those that are offered for its words, where there is no choice."""
    own = [one for one in state.live if one.by == command.by]
    named = [one for one in own if command.proposal in (None, one.number)]
    blocks = {one.number: offered(one.change, state) for one in named if not one.more}
    blocks = {number: found for number, found in blocks.items() if found}
    if own and not blocks:
        return Refusal("no_effects_offered", state.rules.cite(106))
    choices = [(number, block) for number, found in blocks.items() for block in found]
    if len(choices) > 1:
        lines = " / ".join("; ".join(block) for _, block in choices)
        return Refusal("several_effects_offered", state.rules.cite(106), lines=lines)
    number, effects = choices[0] if choices else (command.proposal, ())
    come = {name: getattr(command, name) for name in _COME}
    return c.Revise(effects=effects, proposal=number, **come)


def _made(
    command: c.ProposeEdited, changes: tuple[c.Change, ...], state: State
) -> c.Propose | c.Preview | c.Revise | c.Try:
    (change, *_), more = changes, changes[1:]
    own = any(one.by == command.by for one in state.live)
    made: c.Propose | c.Preview | c.Revise | c.Try
    match "revise" if command.again and command.act == "propose" and own else command.act:
        case "propose":
            made = c.Propose(change=change, more=more, power=command.power)
        case "preview":
            made = c.Preview(change=change, more=more, power=command.power)
        case "try":
            made = c.Try(change=change, more=more, lines=command.lines)
        case "revise":
            kept = change if more or command.parts else _kept(change, command, state)
            made = c.Revise(change=kept, more=more, power=command.power)
    come = {name: getattr(command, name) for name in _COME}
    return replace(made, **come)


def _part(one: c.Change, state: State) -> c.Change:
    """One of several changes, with what its diff makes of the rule. Raises NotOneChange."""
    if one.kind != "amend" or not is_edit(one.text):
        return one
    change = derive(state.rules, one.text)
    if change.kind != "amend" or change.target != one.target:
        raise NotOneChange(f"what stands below AMEND {one.target} is no amendment of that rule")
    effects = change.effects if one.effects is None else one.effects
    return replace(change, title=one.title or change.title, effects=effects)


def _ready(name: str) -> c.Change:
    """Raises LookupError."""
    one = {ready.name: ready for ready in library()}[name]
    effects = (*one.clauses, parse_clause(f"program:\n{one.source}").text)
    return c.Change(kind="enact", title=one.title, text=unwrapped(one.text), effects=effects)


# How a command came, whatever it is taken for.
_COME = ("by", "received_at", "letter", "who", "answers", "proof", "held_at")


def _worded(change: c.Change, command: c.ProposeEdited) -> c.Change:
    """With its title and its reason, which of a repeal or a transmutation is its text (106)."""
    title, reason = command.title or change.title or command.subject, command.reason
    if command.subject not in ("", title):
        reason = f"{command.subject}\n\n{reason}".strip()
    effects = change.effects if command.effects is None else command.effects
    change = replace(change, title=title, effects=effects)
    if change.kind in ("repeal", "transmute"):
        return replace(change, text=reason)
    return replace(change, reason=reason)


def _kept(change: c.Change, command: c.ProposeEdited, state: State) -> c.Change:
    """111: what the revision of one's own proposal leaves out stays as it is."""
    own = next((one.change for one in state.live if one.by == command.by), None)
    if own is None or (own.kind, own.target) != (change.kind, change.target):
        return change
    rule = state.rules.get(change.target if change.target is not None else -1)
    named = rule is None or change.title not in ("", rule.title) or command.title
    effects = own.effects if change.effects is None else change.effects
    reason = change.reason or own.reason
    title = change.title if named else own.title
    return replace(change, title=title, effects=effects, reason=reason)
