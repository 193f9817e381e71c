"""The actions of rules' programs, as the game has them: `GIVE 3 COINS TO Bob`.

1. A line is an action only as a whole, by the form that its rule gives it; capitals do not matter.
2. Who or what is named has to be there, or it is asked about. What begins as an action in capitals,
   and is none, is asked about.
3. An action's own words may be nothing else that this server reads: no command, no vote, and
   nothing near one.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from nomic_mail.game.procedures.program_calls import Perform, PerformSealed
from nomic_mail.game.programs import Given, slots_in, written_order
from nomic_mail.letters.grammar.forms import Doubt
from nomic_mail.letters.grammar.language import words
from nomic_mail.letters.grammar.lines import read_order
from nomic_mail.letters.grammar.reading import About, Action, Passage
from nomic_mail.letters.grammar.votes import votes
from nomic_mail.letters.grammar.words import CHOICES, one_slip, shown, slip_of, without_courtesies

LONGEST = 600
_PATTERNS = {
    "n": r"(\d{1,13})",
    "player": r"(\S.{0,60}?)",
    "rule": r"(?:rule\s+)?#?(\d{1,6})",
    "proposal": r"(?:proposal\s+)?#?(\d{1,6})",
    "word": r"(\S{1,60})",
    "text": r"(\S.{0,500}?)",
}
_EVERY = About(open_ballots=(301, 302))
_LITERAL = re.compile(r"<[^<>]*>")


@lru_cache(maxsize=1024)
def _pattern(form: str) -> re.Pattern[str]:
    """Its words as they are, with whatever blanks between; a choice is one of its words."""
    slots = iter(slots_in(form))
    parts = []
    for piece in re.split(r"(<[^<>]*>)", form):
        if not _LITERAL.fullmatch(piece):
            parts.append(r"\s+".join(map(re.escape, piece.split())))
            continue
        name, offers = next(slots)
        if name == "choice":
            words = [re.escape(one.strip()) for one in offers.split("|") if one.strip()]
            parts.append(f"({'|'.join(words)})")
        else:
            parts.append(_PATTERNS.get(name, _PATTERNS["word"]))
    return re.compile(r"\s+".join(part for part in parts if part) + r"[\s.!]*$", re.I)


def read_action(text: str, actions: Sequence[Action]) -> Perform | PerformSealed | Doubt | None:
    """Rule 1; a question mark makes a question of it."""
    if not actions or len(text) > LONGEST:
        return None
    plain = without_courtesies(text)
    for one in actions:
        if found := _pattern(one.form).match(plain.rstrip("?").rstrip()):
            if plain.endswith("?"):
                return Doubt(
                    f"{shown(text)}: is that an action of yours, or a question? Nothing was done."
                    " Write it again without the question mark to have it done."
                )
            return _performed(one, found, plain)
    return None


def near_action(text: str, actions: Sequence[Action]) -> Doubt | None:
    """Rule 2."""
    plain = without_courtesies(text) if len(text) <= LONGEST else ""
    first = re.match(r"[A-Z]{3,20}\b", plain)
    if first is None:
        return None
    known = [one for one in actions if _begins(one.form, first[0])]
    if not known:
        return None
    forms = " or ".join(one.form for one in known[:3])
    return Doubt(
        f"{shown(text)}: this game knows {forms} (rule {known[0].rule}). Nothing was done; please"
        " write it so, on a line of its own."
    )


def _begins(form: str, word: str) -> bool:
    first = form.split(maxsplit=1)[0].upper()
    return first == word or (len(word) > 3 and one_slip(word, first))


def _performed(action: Action, found: re.Match[str], plain: str) -> Perform | PerformSealed | Doubt:
    given = []
    for (name, _), text in zip(slots_in(action.form), found.groups(), strict=True):
        if name == "n":
            given.append(Given(kind="number", number=int(text)))
        elif name == "player":
            seat = _seat(text, action)
            if isinstance(seat, Doubt):
                return seat
            given.append(Given(kind="player", number=seat))
        elif name == "rule":
            given.append(Given(kind="rule", number=int(text)))
        elif name == "proposal":
            given.append(Given(kind="proposal", number=int(text)))
        else:
            given.append(Given(kind="text", text=" ".join(text.split())))
    words = " ".join(plain.split()).rstrip(".! ")
    where = {"rule": action.lineage, "form": action.form, "words": words}
    if action.sealed:
        return PerformSealed(**where, order=written_order(given))  # type: ignore[arg-type]
    return Perform(**where, given=tuple(given))  # type: ignore[arg-type]


def _seat(text: str, action: Action) -> int | Doubt:
    """By the whole name, or by one part of it that nobody else has."""
    wanted = " ".join(text.casefold().split())
    whole = [seat for seat, name in action.players if name.casefold() == wanted]
    part = [seat for seat, name in action.players if wanted in name.casefold().split()]
    found = whole or part
    if len(found) == 1:
        return found[0]
    names = ", ".join(name for _, name in action.players)
    what = "is the name of several players" if found else "is no player"
    return Doubt(f"{shown(text)} {what}: {names}. Nothing was done; please write it again.")


def words_taken(form: str) -> str:
    """Rule 3: what an action's words would be taken for, or nothing."""
    spoken = _LITERAL.sub("3", form)
    only = " ".join(_LITERAL.sub(" ", form).split())
    if not re.match(r"[A-Za-z]{3}", form):
        return "it has to begin with a word of three letters or more"
    first = form.split(maxsplit=1)[0]
    for text in (spoken, only):
        for moderates in (False, True):
            order = read_order(text, from_moderator=moderates)
            if isinstance(order, Doubt) and slip_of(first):
                return f"it may be a slip of {slip_of(first)}"
            if order is not None and not isinstance(order, Doubt):
                return "that is a command of the server's own"
        if isinstance(votes.read_passage(Passage(text, 0), _EVERY), list):
            return "that may be taken for a vote"
    players = {one.name.split()[0] for one in words().values() if one.page != "moderator"}
    if first.upper() in players:
        return f"{first.upper()} is a word of the server's own"
    if first.lower() in CHOICES:
        return "that may be taken for a vote"
    if HEADS.match(form):
        return "a proposal begins with that word"
    return ""


HEADS = re.compile(r"^(?:propose|revise|preview|enact|amend|repeal|transmute|draft|try)\b", re.I)


def forms_taken(forms: Iterable[str]) -> Iterable[tuple[str, str]]:
    for form in forms:
        if why := words_taken(form):
            yield form, why
