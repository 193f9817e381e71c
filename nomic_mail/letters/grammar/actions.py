"""The actions of rules' programs, as the game has them: `GIVE 3 COINS TO Bob`.

1. A line is an action only as a whole, by the form that its rule gives it; capitals do not matter.
2. Who or what is named has to be there, or it is asked about. What begins as an action in capitals,
   and is none, is asked about.
3. An action's own words may be nothing else that this server reads: no command, no vote, and
   nothing near one.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from nomic_mail.composed import composed
from nomic_mail.game.numbers import NUMBER, read_number, whole
from nomic_mail.game.procedures.program_calls import Perform, PerformSealed
from nomic_mail.game.procedures.seating import Called, seats_called
from nomic_mail.game.programs import Given, slots_in, written_order
from nomic_mail.letters.grammar.bodies import FAREWELL, GREETING
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.german import FIRST
from nomic_mail.letters.grammar.language import words
from nomic_mail.letters.grammar.lines import read_order
from nomic_mail.letters.grammar.reading import About, Action, Passage
from nomic_mail.letters.grammar.votes import votes
from nomic_mail.letters.grammar.votes.said.tongues import BEGINS
from nomic_mail.letters.grammar.words import (
    CHOICES,
    NUMBERED,
    number_of,
    one_slip,
    shown,
    slip_of,
    without_courtesies,
)
from nomic_mail.letters.lists import word_set
from nomic_mail.letters.quoting.marks import MOBILE
from nomic_mail.patterns import later

LONGEST = 600
MOST = {"player": 60, "text": 500}  # characters, of as many words as that is
_WORD = {"n": later(r"\d{1,13}"), "number": later(rf"#?{NUMBER}")}
_NUMBERED = ("rule", "proposal")
WORDY = ("player", "text", "word")
OFFERED = {"n", "choice", "player", *_NUMBERED}
_EVERY = About(open_ballots=(301, 302))
_LITERAL = later(r"<[^<>]*>")
_END = " .!"
NEVER = (Given(kind="proposal"),) * 100  # more than any form has places for
VOTE_LIKE = "that may be taken for a vote; say it in other words"
BY_HABIT = "such a line stands in many a letter by habit; begin it with another word"

Part = str | tuple[str, str]  # a word, or a place with what it offers


@lru_cache(maxsize=1024)
def _parts(form: str) -> tuple[Part, ...]:
    slots, parts = iter(slots_in(form)), list[Part]()
    for piece in re.split(r"(<[^<>]*>)", form.rstrip(_END)):
        parts += [next(slots)] if _LITERAL.fullmatch(piece) else piece.casefold().split()
    return tuple(parts)


def _filled(action: Action, line: str) -> list[str] | None:
    """What stands in its places, where the line has its words, capitals and blanks aside."""
    return _compared(action, line)[0]


def _compared(
    action: Action, line: str, *, near: bool = False
) -> tuple[list[str] | None, int, int]:
    """What stands in its places; and how many of its parts the line has, and words for these. A
    place takes as few words as it can, and one for a player as many as call one player, before all
    else, and nothing else where what stands behind may be any words; what led nowhere once is not
    tried again. Where it is only `near` it, a place for a player takes the longest name that stands
    there and nothing else, and one for a text has no bound."""
    parts, said = _parts(action.form), line.rstrip(_END).split()
    if not said or said[0].casefold() != parts[0]:
        return None, 0, 0
    own = {part for part in parts if isinstance(part, str)}
    if not near and not own <= {word.casefold() for word in said}:
        return None, 0, 0
    names = _names_at(" ".join(said), action.players, action.former)
    hopeless = set[tuple[int, int]]()

    def rest(part: int, at: int) -> list[str] | None:
        if part == len(parts) and at == len(said):
            return []
        if (part, at) in hopeless:
            return None
        both = part < len(parts) and at < len(said)
        what = parts[part] if both else ""
        ends: Iterable[int] = _ends(what, said, at, bound=not near) if both else ()
        if what[:1] == ("player",):
            called, behind = names.get(at, ()), parts[part + 1 : part + 2]
            whole = called and (near or (behind and behind[0][0] in WORDY))
            ends = called[:1] if whole or near else dict.fromkeys((*called, *ends))
        for end in ends:
            if (found := rest(part + 1, end)) is not None:
                return found if isinstance(what, str) else [" ".join(said[at:end]), *found]
        hopeless.add((part, at))
        return None

    if (found := rest(0, 0)) is not None:
        return found, len(parts), len(said)
    part = max((one for one, _ in hopeless), default=0)
    at = min((at for one, at in hopeless if one == part), default=0)
    return None, part, at


@lru_cache(maxsize=8)
def _names_of(players: Called, former: Called) -> dict[str, bool]:
    """Each run of words that somebody is called by, and whether that is one player alone."""
    seats = dict[str, set[int]]()
    for seat, name in (*players, *former):
        own = name.casefold().split()
        for first, last in combinations(range(len(own) + 1), 2):
            seats.setdefault(" ".join(own[first:last]), set()).add(seat)
    for known in (former, players):  # a whole name goes before a part of another
        whole = dict[str, set[int]]()
        for seat, name in known:
            whole.setdefault(name.casefold(), set()).add(seat)
        seats |= whole
    return {run: len(called) == 1 for run, called in seats.items()}


@lru_cache(maxsize=8)
def _names_at(line: str, players: Called, former: Called) -> dict[int, tuple[int, ...]]:
    """Where a name begins in it, and where it ends: those of one player alone first, the longest
    before all. Found once for all actions that the line is held against."""
    known, said = _names_of(players, former), line.casefold().split()
    longest = max((run.count(" ") + 1 for run in known), default=0)
    found = dict[int, tuple[int, ...]]()
    for at in range(len(said)):
        ends = range(min(at + longest, len(said)), at, -1)
        named = {end: " ".join(said[at:end]) for end in ends}
        called = [end for end in ends if named[end] in known]
        if called:
            found[at] = tuple(sorted(called, key=lambda end: not known[named[end]]))
    return found


def _ends(what: Part, said: Sequence[str], at: int, *, bound: bool) -> Iterator[int]:
    """Where it may end, if it begins with that word."""
    name, offers = ("", what) if isinstance(what, str) else what
    if name in MOST:
        length = 0
        for end, word in enumerate(said[at:], at + 1):
            length += len(word) + 1
            if bound and length > MOST[name] + 1:
                return
            yield end
    elif name in ("", "choice"):
        for offer in offers.casefold().split("|"):
            words = offer.split()
            if words and [one.casefold() for one in said[at : at + len(words)]] == words:
                yield at + len(words)
    elif name in _NUMBERED:
        at += said[at].casefold() == name and at + 1 < len(said)
        if _WORD["number"].fullmatch(said[at]):
            yield at + 1
    elif name != "n" or _WORD["n"].fullmatch(said[at]):
        yield at + 1


def read_action(text: str, actions: Sequence[Action]) -> Perform | PerformSealed | Doubt | None:
    """Rule 1; a question mark makes a question of it, but in a text."""
    plain = _plain(text, actions)
    for one, said in product(actions if plain else (), dict.fromkeys((plain, text.strip()))):
        asks = said.endswith("?") and not _may_ask(one, said)
        if (found := _filled(one, said.rstrip("?") if asks else said)) is not None:
            if asks:
                return Doubt(
                    f"{shown(text)}: is that an action of yours, or a question? Nothing was done."
                    " Write it again without the question mark to have it done."
                )
            made = _performed(one, _to_its_end(one, found, text), said)
            if isinstance(made, Doubt) and (length := _is_too_long(text, said, one)):
                return length
            if made is not None:
                return made
    return None


def _to_its_end(action: Action, found: list[str], line: str) -> list[str]:
    """A text of several words, at the end of a line, has its full stop, where no courtesy stands
    behind it; a word alone may be what something is called."""
    whole = line.rstrip()
    ends = whole[len(whole.rstrip(_END)) :]
    if not ends or _parts(action.form)[-1][0] != "text":
        return found
    last = " ".join(whole.split()[-1:]).rstrip(_END)
    *others, told = found
    keeps = " " in told and told.endswith(last) and len(told + ends) <= MOST["text"]
    return [*others, told + ends] if keeps else found


def _may_ask(action: Action, line: str) -> bool:
    """A text at its end is whatever it is, where the line is plainly an action."""
    return _parts(action.form)[-1][0] == "text" and line.partition(" ")[0].isupper()


def _is_too_long(text: str, plain: str, action: Action) -> Doubt | None:
    """Where all is as its form has it, but for a text that is longer than one may be."""
    if len(plain) <= MOST["text"] or _compared(action, plain, near=True)[0] is None:
        return None
    return _too_long(text, action)


def _too_long(text: str, action: Action) -> Doubt:
    return Doubt(
        f"{shown(text)}: this game knows {action.form} (rule {action.rule}), and <text> has"
        f" {MOST['text']} characters at most. Nothing was done; send that line again, set"
        " right."
    )


def _plain(text: str, actions: Sequence[Action]) -> str:
    """The line without courtesies. Nothing of one that is too long, nor of a player's name below a
    letter: with MARK <player>, Mark Twain would mark himself each time; or with MARK alone, by the
    name that his friends have for him."""
    plain = without_courtesies(text) if actions and len(text) <= LONGEST else ""
    said = " ".join(plain.rstrip(_END).split())
    if not said or said.partition(" ")[0].isupper():
        return plain
    names = [f" {' '.join(name.split())} " for _, name in actions[0].players]
    by_name = any(f" {said} " in one or f" {said} " in one.casefold() for one in names)
    return "" if by_name else plain


def action_or_vote(text: str, about: About) -> Perform | PerformSealed | Doubt | None:
    """An action; asked about where it is a vote as well ("Count me as for 303.") and is not written
    as its rule has it, with its first word alone in capitals. Wholly in capitals, as HELP ACTIONS
    has it, BET 2 ON 302 YES is one too: there each word is the rule's own, or one it offers."""
    action, (first, _, rest) = read_action(text, about.actions), text.strip().partition(" ")
    if action is None or isinstance(action, Doubt) or (first.isupper() and not rest.isupper()):
        return action
    read = votes.read_passage(Passage(text, 0), about)
    named = any(number_of(one) in about.open_ballots for one in NUMBERED.findall(text)[:20])
    surely = isinstance(read, list)
    if read is None or not (named or surely):
        return action
    if first.isupper() and not surely and {name for name, _ in slots_in(action.form)} <= OFFERED:
        return action
    return Doubt(
        f"{shown(text)}: is that your vote, or an action of yours? Nothing was done. Reply with one"
        " plain line, such as FOR 301, to vote; write the action's first word in capitals, and no"
        " other, to have it done."
    )


def gone_action(text: str, gone: Sequence[Action]) -> Perform | PerformSealed | None:
    """What was one once, and is refused with what became of it; or is one again, by a line above
    it in the same letter. What would be asked about stays one that can only be refused."""
    plain = _plain(text, gone)
    for one in gone:
        found = _filled(one, plain.rstrip("?")) if plain else None
        if found is not None and (made := _performed(one, found, plain)) is not None:
            if isinstance(made, Doubt) or plain.endswith("?"):
                return Perform(rule=one.lineage, form=one.form, given=NEVER)
            return made
    return None


def near_action(text: str, actions: Sequence[Action], *, loud: bool = False) -> Doubt | None:
    """Rule 2. In small letters only what fills one of its places, or has all its words, and goes on
    with one more at most; or none, where it has to be `loud`."""
    longer = len(text) > LONGEST
    plain = _plain(text[:LONGEST], actions)
    first = re.match(r"[^\W\d_]{2,20}\b", plain)
    known = [one for one in actions if first and _begins(one.form, first[0].upper())]
    if first is None or not known or ((loud or longer) and not first[0].isupper()):
        return None
    for one in known:
        if "<text>" in one.form if longer else _is_too_long(text, plain, one):
            return _too_long(text, one)
    reached = [(_compared(one, plain, near=True)[1:], one) for one in known]
    (parts, had), best = max(reached, key=lambda one: one[0][0])
    if not first[0].isupper():
        form = _parts(best.form)
        filled = [one[0] for one in form[1:parts] if not isinstance(one, str)]
        meant = parts == len(form) > 1 or {*filled} - {"text", "word"}
        if not meant or len(plain.rstrip(_END).split()) - had > 1:
            return None
    if sum(one[0][0] == parts for one in reached) == 1:
        return Doubt(_why_not(text, plain, best, parts, had))
    forms = " or ".join(one.form for one in known[:3])
    rules = list(dict.fromkeys(str(one.rule) for one in known[:3]))
    if len(rules) > 1:
        return Doubt(
            f"{shown(text)}: this game knows {forms} (rules {', '.join(rules)}). Nothing was done;"
            " send that line again, set right."
        )
    return Doubt(
        f"{shown(text)}: this game knows {forms} (rule {rules[0]}). Nothing was done; send that"
        " line again, set right."
    )


def _why_not(text: str, line: str, action: Action, part: int, at: int) -> str:
    """Where it leaves the form, and by what: so many parts it has, in so many words."""
    parts, said = _parts(action.form), line.rstrip(_END).split()
    form, rule = action.form, action.rule
    if part == len(parts):
        return (
            f"{shown(text)}: this game knows {form} (rule {rule}), and {shown(' '.join(said[at:]))}"
            " is more than it has. Nothing was done; send that line again, set right."
        )
    written = re.findall(r"<[^<>]*>|[^\s<]+", form.rstrip(_END))
    if at == len(said) or parts[max(part - 1, 0)][0] == "text":  # which goes on to the end
        return (
            f"{shown(text)}: this game knows {form} (rule {rule}), and"
            f" {shown(' '.join(written[part:]))} is missing. Nothing was done; send that line"
            " again, set right."
        )
    wrong, wanted = shown(said[at]), parts[part]
    if wanted[0] == "player":
        wrong = shown(" ".join(said[at:])) if part == len(parts) - 1 else wrong
        names = ", ".join(name for _, name in action.players)
        return (
            f"{shown(text)}: this game knows {form} (rule {rule}), and {wrong} is no player:"
            f" {names}. Nothing was done; send that line again, set right."
        )
    if isinstance(wanted, str) or wanted[0] in _NUMBERED:
        return (
            f"{shown(text)}: this game knows {form} (rule {rule}), and {wrong} stands where it has"
            f" {written[part]}. Nothing was done; send that line again, set right."
        )
    if wanted[0] == "n":
        return (
            f"{shown(text)}: this game knows {form} (rule {rule}), and {wrong} is no number such"
            " as 0 or 12, of 13 digits at most. Nothing was done; send that line again, set right."
        )
    offered = ", ".join(map(str.strip, wanted[1].split("|")))
    return (
        f"{shown(text)}: this game knows {form} (rule {rule}), and {wrong} is none of {offered}."
        " Nothing was done; send that line again, set right."
    )


def _begins(form: str, word: str) -> bool:
    first = form.split(maxsplit=1)[0].upper()
    return first == word or (len(word) > 3 and one_slip(word, first))


def _performed(
    action: Action, found: Sequence[str], plain: str
) -> Perform | PerformSealed | Doubt | None:
    """Nothing where it is talk, for all one knows: "Mark my words"."""
    if _is_idle(action, found, plain):
        return None
    given = []
    for (name, offers), text in zip(slots_in(action.form), found, strict=True):
        number = text.split()[-1].lstrip("#")
        if name == "n":
            given.append(Given(kind="number", number=int(number)))
        elif name == "player":
            seat = _seat(text, action)
            if isinstance(seat, Doubt):
                return seat
            given.append(Given(kind="player", number=seat))
        elif name == "rule":
            given.append(Given(kind="rule", number=read_number(number)))
        elif name == "proposal":
            given.append(Given(kind="proposal", number=whole(read_number(number))))
        elif _LITERAL.fullmatch(text):
            return Doubt(
                f"{shown(text)} is a place that you fill in. Nothing was done; please write it"
                " again."
            )
        else:
            given.append(Given(kind="text", text=_as_offered(text, offers)))
    words = " ".join(plain.split()).rstrip(".! ")
    where = {"rule": action.lineage, "form": action.form, "words": words}
    if action.sealed:
        return PerformSealed(**where, order=written_order(given))  # type: ignore[arg-type]
    return Perform(**where, given=tuple(given))  # type: ignore[arg-type]


def _is_idle(action: Action, found: Sequence[str], plain: str) -> bool:
    """In small letters, with the action's first word alone, and some words that name nobody."""
    parts = _parts(action.form)
    if len(parts) != 2 or parts[1][0] != "player" or plain.partition(" ")[0].isupper():
        return False
    names = _names_at(" ".join(found), action.players, action.former)
    return len(found[0].split()) > 1 and not names


def _as_offered(text: str, offers: str) -> str:
    """What is chosen is told to the program as its form has it."""
    known = {_plainly(one): " ".join(one.split()) for one in offers.split("|")}
    return known.get(_plainly(text), text)


def _plainly(text: str) -> str:
    return " ".join(text.casefold().split())


def _seat(text: str, action: Action) -> int | Doubt:
    found = seats_called(text, action.players, action.former)
    if len(found) == 1:
        return found[0]
    names = ", ".join(name for _, name in action.players)
    what = "is the name of several players" if found else "is no player"
    return Doubt(f"{shown(text)} {what}: {names}. Nothing was done; please write it again.")


def words_taken(form: str) -> str:
    """Rule 3: what an action's words would be taken for, or nothing."""
    why = _why_taken(form)
    if why == VOTE_LIKE:
        own, place, rest = form.partition("<")
        more = f"{own.rstrip()} PLAN {place}{rest}".rstrip()
        if not _why_taken(more):
            return f"that may be taken for a vote, and {more} would not be"
    return why


def _why_taken(form: str) -> str:
    if not _BEGINS.match(form):
        return (
            "it has to begin with a word of three letters or more, or with GO or DO and another"
            " word"
        )
    if composed("NFKC", form) != form or any(map(_of_two_alphabets, form.split())):
        return "its letters are of two alphabets, and some look like others"
    first = form.split(maxsplit=1)[0]
    for text in _as_written(form):
        if why := _taken(text, first):
            return why
    players = {one.name.split()[0] for one in words().values() if one.page != "moderator"}
    if first.upper() in players or first.upper() in FIRST:
        return f"{first.upper()} is a word of the server's own; begin it with another"
    if first.lower() in CHOICES or BEGINS.match(form):
        return VOTE_LIKE
    if HEADS.match(form):
        return "a proposal begins with that word; take another"
    return ""


def _taken(line: str, first: str) -> str:
    for moderates in (False, True):
        order = read_order(line, from_moderator=moderates)
        if isinstance(order, Doubt) and slip_of(first):
            return f"it may be a slip of {slip_of(first)}; begin it with another word"
        if order is not None and not isinstance(order, Doubt):
            return "that is a command of the server's own; begin it with another word"
    if isinstance(votes.read_passage(Passage(line, 0), _EVERY), list):
        return VOTE_LIKE
    return BY_HABIT if _is_courtesy(line) else ""


def _as_written(form: str) -> Iterator[str]:
    """Lines of that form: with numbers, one of them that of an open ballot, and each choice; and
    its own words alone."""
    for number in ("3", str(_EVERY.open_ballots[0])):
        yield _LITERAL.sub(number, form)
    for name, offers in slots_in(form):
        for offer in offers.split("|") if name == "choice" else ():
            yield _LITERAL.sub(offer.strip(), form)
    yield _LITERAL.sub("Ada", form)
    yield " ".join(_LITERAL.sub(" ", form).split())


def _is_courtesy(text: str) -> bool:
    """What mail programs and habit put into letters, and words that sentences begin with."""
    first = text.split(maxsplit=1)[0].casefold()
    parts = (GREETING.match(text), MOBILE.match(text), FAREWELL.match(text) and first != "thank")
    return any(parts) or first in SENTENCES


def _of_two_alphabets(word: str) -> bool:
    known = {unicodedata.name(one, "").partition(" ")[0] for one in word if one.isalpha()}
    return len(known & {"LATIN", "GREEK", "CYRILLIC"}) > 1


_BEGINS = later(r"[^\W\d_]{3}|(?:go|do) +(?:[^\W\d_]|<choice )", re.I)
SENTENCES = word_set(
    "the and but for not this that they you she his her our with from was were are subject date"
    " sent der die das und aber ich wir ihr sie ein eine von gesendet datum betreff"
)
HEADS = later(r"^(?:propose|revise|preview|enact|amend|repeal|transmute|draft|try)\b", re.I)
