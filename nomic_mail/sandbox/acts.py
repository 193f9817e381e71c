"""What a program may do: functions of ours, made for one rule and one call.

1. They alone do anything. What is asked for is checked first, and written down as an effect; nobody
   but the core makes it happen, and only if the call ends well.
2. A bound that stands in the way is a refusal in words that say what there is. What is no number,
   no name of its own, too much or too often is the program's fault.
3. A throw is thrown and stays so, whatever becomes of the call (008). One in secret is known to
   the program alone.
"""

from collections.abc import Callable

from msgspec import Struct, field

from nomic_mail.game.numbers import PartNumber
from nomic_mail.game.programs import (
    A_THING,
    ALL_WRITE,
    ONE_WRITES,
    AnswerKind,
    Declared,
    Effect,
    EffectKind,
    Elsewhere,
    Given,
    Kept,
    Named,
    SeenPlayer,
    Throw,
    View,
    plain_title,
    slots_of,
    weight,
    written_order,
)
from nomic_mail.sandbox.plain import MOST, Fault, number, plain, text

DEALS = 8  # since this interface
EFFECTS_MOST = 500
THROWS_MOST = 100
SAID_MOST = 20
WAITING_MOST = 50
SIDES_MOST = 1_000_000
DAYS_MOST = 3650
TOO_MUCH = (
    f"at one stroke a program writes at most {ONE_WRITES:,} characters, and all of them"
    f" {ALL_WRITE:,}, where each thing done counts {A_THING}"
)


STAYS = {
    "immutable": "an immutable rule does not lapse",
    "turns": "a rule that says how turns go does not lapse",
}


class Doing(Struct):
    declared: Declared
    view: View
    throw: Throw
    secretly: Throw
    hides: bool = False  # what the rule keeps in secret
    asked: int = 0  # for how many it decides something, and then it does nothing else
    answer: AnswerKind | None = None  # the kind of what it says to each
    effects: list[Effect] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    thrown: int = 0
    dealt: bool = False  # it has thrown in secret
    said: int = 0
    waiting: int = 0
    written: int = 0
    _values: dict[tuple[int, str, int], Kept] = field(default_factory=dict)

    def functions(self) -> dict[str, Callable[..., object]]:
        lapses = {"_lapse": self._lapse} if self.declared.interface >= 8 else {}
        return {
            **lapses,
            "_add": self._add,
            "_set": self._set,
            "_points": self._points,
            "_say": self._say,
            "_roll": self._roll,
            "_roll_secretly": self._roll_secretly,
            "_win": self._win,
            "_later": self._later,
            "_later_hours": self._later_hours,
            "_cancel": self._cancel,
            "_reveal": self._reveal,
            "_veto": self._veto,
            "_text": self._text,
            "_answer": self._answer,
        }

    def _answer(self, told: object) -> None:
        """To each that it is asked about, in their order."""
        if len(self.answers) == self.asked:
            raise Fault("nothing is asked of it")
        if type(told) is not list or len(told) != 2:
            raise Fault("an answer is returned")
        plain(told)
        self.answers.append(self._of_its_kind(*told))

    def _of_its_kind(self, what: object, told: object) -> int:
        if self.answer == "player":
            if what == "player":
                return self._player(told)
            if told is not None:
                raise Fault("a player has to be returned, or None")
            return 0
        wanted: type = bool if self.answer == "yes" else int
        if what == "player" or type(told) is not wanted:
            what_else = "True or False" if self.answer == "yes" else "a whole number"
            raise Fault(f"{what_else} has to be returned")
        return int(told)  # type: ignore[call-overload, no-any-return]

    # Values

    def _add(self, name: object, seat: object, by: object, of: object) -> int:
        lineage, named = self._named(name, of)
        if named.kind != "quantity":
            raise Fault(f"{named.name} is no quantity")
        return self._keep(lineage, named, self._owner(named, seat), number(by), adds=True)

    def _set(self, name: object, seat: object, value: object, of: object) -> Kept:
        lineage, named = self._named(name, of)
        owner = self._owner(named, seat)
        if named.kind == "note":
            return self._write(lineage, named, owner, text(value))
        if named.kind == "office" and value:
            self._player(value)
        return self._keep(lineage, named, owner, number(value), adds=False)

    def _named(self, name: object, of: object) -> tuple[int, Named]:
        """Its own, where it is of no other rule; 0 is the rule itself."""
        wanted, rule = text(name), text(of)
        if not rule:
            return 0, self._among(self.declared, wanted)
        found = other(self.view, rule)
        if found is None:
            raise PermissionError(f'no rule called "{rule}" keeps {wanted}')
        lineage, elsewhere = found
        named = self._among(elsewhere.declared, wanted)
        if named.secret:
            raise PermissionError(f'{wanted} is kept secret by "{rule}"')
        if not (elsewhere.open or named.open):
            raise PermissionError(f'{wanted} is kept by "{rule}", a rule of higher status')
        return lineage, named

    def _among(self, declared: Declared, name: str) -> Named:
        found = next((one for one in declared.names if one.name == name), None)
        if found is None:
            raise Fault(f"{name} is not declared")
        return found

    def _owner(self, named: Named, seat: object) -> int:
        if named.owner == "game":
            return 0
        return self._player(seat, self.view.gone)

    def _player(self, seat: object, gone: tuple[SeenPlayer, ...] = ()) -> int:
        wanted = number(seat, "a player is needed here")
        if all(one.seat != wanted for one in (*self.view.players, *gone)):
            raise Fault("somebody who plays is needed here")
        return wanted

    def _value(self, lineage: int, named: Named, seat: int) -> Kept:
        if (lineage, named.name, seat) in self._values:
            return self._values[lineage, named.name, seat]
        values = self.view.elsewhere[lineage].values if lineage else self.view.values
        start: Kept = "" if named.kind == "note" else named.start
        return values.get(named.name, {}).get(seat, start)

    def _keep(self, lineage: int, named: Named, seat: int, value: int, *, adds: bool) -> int:
        was = self._value(lineage, named, seat)
        if isinstance(was, str):
            raise Fault(f"{named.name} is no number")
        now = was + value if adds else value
        beyond = (named.least is not None and now < named.least) or (
            named.most is not None and now > named.most
        )
        if self.hides and named.secret and beyond:  # whoever asks may be anybody
            raise PermissionError(f"that would take {named.name} beyond its bounds")
        if named.least is not None and now < named.least:
            raise PermissionError(_too_little(self._whose(named, seat, was), named, was, now))
        if named.most is not None and now > named.most:
            raise PermissionError(
                f"{self._whose(named, seat, was)}, and may not go beyond {named.most}"
            )
        if abs(now) > MOST:
            raise Fault("numbers go up to a million millions (10 ** 12)", limit=True)
        self._effect(Effect(kind="set", name=named.name, seat=seat, number=now, of=lineage))
        self._values[lineage, named.name, seat] = now
        return now

    def _write(self, lineage: int, named: Named, seat: int, words: str) -> str:
        self._effect(Effect(kind="set", name=named.name, seat=seat, text=words, of=lineage))
        self._values[lineage, named.name, seat] = words
        return words

    def _whose(self, named: Named, seat: int, was: int) -> str:
        names = [one.name for one in self.view.players if one.seat == seat]
        return f"{names[0]} has {was} {named.name}" if names else f"{named.name} is at {was}"

    def _effect(self, effect: Effect) -> None:
        if self.asked:
            raise Fault("what decides something does nothing else")
        if len(self.effects) == EFFECTS_MOST:
            raise Fault(f"a call does at most {EFFECTS_MOST} things", limit=True)
        self.written += weight((effect,))
        if self.view.room is not None and self.written > self.view.room:
            raise Fault(TOO_MUCH, limit=True, room=self.written <= ONE_WRITES)
        self.effects.append(effect)

    # What else there is

    def _points(self, seat: object, by: object) -> None:
        points = number(by)
        if abs(points) > 1_000_000:
            raise Fault("points are given by the million at most", limit=True)
        self._effect(Effect(kind="points", seat=self._player(seat), number=points))

    def _say(self, words: object, seat: object) -> None:
        self.said += 1
        if self.said > SAID_MOST:
            raise Fault(f"a call says at most {SAID_MOST} things", limit=True)
        to = self._player(seat) if seat else 0
        self._effect(Effect(kind="say", seat=to, text=text(words)))

    def _roll(self, sides: object) -> int:
        return self.throw(self._sides(sides))

    def _roll_secretly(self, sides: object) -> int:
        """What comes of it is hidden with whatever else the rule keeps so."""
        if self.declared.interface < DEALS or not any(one.secret for one in self.declared.names):
            raise Fault("what is thrown in secret is kept in secret: declare it with secret=True")
        wanted = self._sides(sides)
        self.dealt = True
        return self.secretly(wanted)

    def _sides(self, sides: object) -> int:
        wanted = number(sides)
        if self.asked:
            raise Fault("what decides something throws no dice")
        if not 2 <= wanted <= SIDES_MOST:
            raise Fault(f"a die has from 2 to {SIDES_MOST:,} sides")
        if self.thrown == THROWS_MOST:
            raise Fault(f"a call throws at most {THROWS_MOST} dice", limit=True)
        self.thrown += 1
        return wanted

    def _win(self, seat: object) -> None:
        self._effect(Effect(kind="win", seat=self._player(seat)))

    def _veto(self, proposal: object) -> None:
        wanted = number(proposal, "a proposal is needed here")
        if not any(one.number == wanted and one.voting for one in self.view.proposals):
            raise PermissionError(f"proposal {wanted} is not being voted on")
        self._effect(Effect(kind="veto", number=wanted))

    def _lapse(self) -> None:
        """Of its own rule, once."""
        if self.view.stays:
            raise PermissionError(STAYS[self.view.stays])
        if all(one.kind != "lapse" for one in self.effects):
            self._effect(Effect(kind="lapse"))

    def _text(self, what: object, wanted: object) -> str:
        """Of a rule or a proposal that it sees, whole: it is asked for, as most calls need none."""
        plain([what, wanted])
        shown = self.view.rules if what == "rule" else self.view.proposals
        found = next((one.text for one in shown if shown_number(one.number) == wanted), None)
        if found is None:
            raise Fault("a rule or a proposal that there is now is needed here")
        return found

    def _reveal(self, form: object) -> None:
        wanted = " ".join(text(form).split())
        if not any(one.sealed and one.what == wanted for one in self.declared.hooks):
            raise Fault(f'there is no sealed @action("{wanted}")')
        self._effect(Effect(kind="reveal", name=wanted))

    def _later(self, days: object, name: object, about: object = None) -> None:
        if not 1 <= (wanted := number(days)) <= DAYS_MOST:
            raise Fault(f"later takes from 1 to {DAYS_MOST:,} days")
        self._set_timer("later", wanted, name, about)

    def _later_hours(self, hours: object, name: object, about: object = None) -> None:
        if not 1 <= (wanted := number(hours)) <= DAYS_MOST * 24:
            raise Fault(f"later_hours takes from 1 to {DAYS_MOST * 24:,} hours")
        self._set_timer("hours", wanted, name, about)

    def _set_timer(self, kind: EffectKind, wanted: int, name: object, about: object) -> None:
        called = self._timer(text(name))
        told = self._about(called, about)
        self.waiting += 1
        if self.view.waiting is not None and self.view.waiting + self.waiting > WAITING_MOST:
            raise Fault(f"of a rule, at most {WAITING_MOST} timers wait at once", limit=True)
        self._effect(Effect(kind=kind, name=called, number=wanted, text=told))

    def _cancel(self, name: object, about: object = None) -> None:
        called = self._timer(text(name))
        told = self._about(called, about) if about else ""
        self._effect(Effect(kind="cancel", name=called, text=told))

    def _timer(self, called: str) -> str:
        hooks = self.declared.hooks
        called = " ".join(called.split()) if "<" in called else called
        if not any(one.kind == "later" and one.what == called for one in hooks):
            raise Fault(f'there is no @timer("{called}")')
        return called

    def _about(self, called: str, about: object) -> str:
        """What fills the places of a timer's name, each of its kind."""
        plain(about)
        kinds = slots_of(called)
        given = about if type(about) is list else []
        if len(given) != len(kinds):
            places = "takes what fills its places" if kinds else "has no place to fill"
            raise Fault(f'@timer("{called}") {places}')
        told = [self._given(kind, *one) for kind, one in zip(kinds, given, strict=True)]
        return written_order(told) if told else ""

    def _given(self, kind: str, what: object, told: object) -> Given:
        if kind == "player":
            seat = told if what == "player" else None
            return Given(kind="player", number=self._player(seat, self.view.gone))
        told = None if what == "player" else told
        if kind == "number":
            return Given(kind="number", number=number(told))
        return Given(kind="text", text=text(told))


def shown_number(number: int) -> int | str:
    """301.2 is a text to a program: it has whole numbers only."""
    return str(number) if isinstance(number, PartNumber) else number


def _too_little(whose: str, named: Named, was: int, now: int) -> str:
    needed = was - now
    if named.least == 0:
        return f"{whose}, and {needed} {'is' if needed == 1 else 'are'} needed"
    return f"{whose}, and may not go below {named.least}"


def other(view: View, title: str) -> tuple[int, Elsewhere] | None:
    """Another rule by its title; before reading 7, the first of several by its lineage."""
    if view.titles is not None:
        lineage = view.titles.get(plain_title(title), 0)
        return (lineage, view.elsewhere[lineage]) if lineage in view.elsewhere else None
    wanted = " ".join(title.casefold().split())
    for lineage, one in sorted(view.elsewhere.items()):
        if " ".join(one.title.casefold().split()) == wanted:
            return lineage, one
    return None
