"""What a program finds around it, in its own language: comfort, and no authority.

1. The functions that begin with an underline and are not made here are the host's.
2. What came with a later interface says so on its lines; a program has what was there when it was
   read, so that it does the same for ever.
"""

from functools import lru_cache

from nomic_mail.game.programs import INTERFACE
from nomic_mail.rulesets.programs import without_later

PRELUDE = """
_hooks = []

class Player:
    def __init__(self, seen):
        self.seat = seen[0]
        self.name = seen[1]
        self.score = seen[2]
        self.in_turn = seen[3]
        self.away = seen[4]
        self.active = seen[6]  # since 2
    def __eq__(self, other):
        _comparable(other, 'a player', 'name')  # since 5
        return isinstance(other, Player) and other.seat == self.seat
    def __hash__(self):  # since 2
        return hash(self.seat)  # since 2
    def __str__(self):
        return self.name
    def __repr__(self):  # since 2
        return self.name  # since 2

class Rule:
    def __init__(self, seen):
        self.number = seen[0]
        self.title = seen[1]
        self.status = seen[2]
        self.first = seen[3]  # since 7
    def __eq__(self, other):  # since 2
        _comparable(other, 'a rule', 'number')  # since 5
        return isinstance(other, Rule) and other.number == self.number  # since 2
    def __hash__(self):  # since 2
        return hash(self.number)  # since 2
    def __repr__(self):  # since 2
        return str(self.number)  # since 2
    def text(self):
        return _text('rule', self.number)

class Change:  # since 7
    def __init__(self, seen):  # since 7
        self.kind = seen[0]  # since 7
        self.rule = seen[1]  # since 7
        self.now = seen[2]  # since 7
        self.first = seen[3]  # since 7
    def __repr__(self):  # since 7
        return f'{self.kind} {self.rule or self.now}'  # since 7

class Proposal:
    def __init__(self, seen):
        self.number = seen[0]
        self.title = seen[1]
        self.kind = seen[2]
        self.rule = seen[3]
        self.by = _seated(seen[4])
        self.outcome = seen[5]
        self.voted_for = _all_seated(seen[6])
        self.voted_against = _all_seated(seen[7])
        self.abstained = _all_seated(seen[8])
        self.absent = _all_seated(seen[9])
        self.missing = _all_seated(seen[10])  # since 2
        self.changes = [Change(one) for one in seen[11]]  # since 7
        self.voted = [_seated(one) for one in seen[12] if _seated(one)]  # since 8
    def __eq__(self, other):  # since 2
        _comparable(other, 'a proposal', 'number')  # since 5
        return isinstance(other, Proposal) and other.number == self.number  # since 2
    def __hash__(self):  # since 2
        return hash(self.number)  # since 2
    def __repr__(self):  # since 2
        return str(self.number)  # since 2
    def text(self):
        return _text('proposal', self.number)

_known = {}  # since 5

def _once(seen):  # since 5
    if seen[0] not in _known:  # since 5
        _known[seen[0]] = Player(seen)  # since 5
    return _known[seen[0]]  # since 5

def _comparable(other, what, by):  # since 5
    if type(other) in (int, str):  # since 5
        raise TypeError(f'{what} is no number and no text: compare its .{by}')  # since 5
    kept = (Quantity, GameQuantity, Note, GameNote, Office)  # since 5
    if by == 'name' and type(other) in kept:  # since 5
        other == what  # since 5

def _same(one, other, by):  # since 5
    if type(other) in (int, str, Player):  # since 5
        _none_of_it(one, by)  # since 5
    return type(other) is type(one) and (one.name, one._of) == (other.name, other._of)  # since 5

def _none_of_it(one, by):  # since 5
    raise TypeError(f'{one.name} is not itself what is kept: write .{by} behind it')  # since 5

def _seated(seat):
    for one in _view['players']:
        if one[0] == seat:
            return _once(one)  # since 5
            return Player(one)
    return None

def _told_of(seat):
    for one in _view['gone']:
        if one[0] == seat:
            return _once(one)  # since 5
            return Player(one)
    return _seated(seat)

def _all_seated(seats):
    return [_once(one) for one in _view['players'] if one[0] in seats]  # since 5
    return [Player(one) for one in _view['players'] if one[0] in seats]

def players():
    return [_once(one) for one in _view['players']]  # since 5
    return [Player(one) for one in _view['players']]

def turn_order():  # since 7
    return [_seated(seat) for seat in _view['order']]  # since 7

def player(name):
    for one in _view['players']:
        if one[1].lower() == name.lower():
            return _once(one)  # since 5
            return Player(one)
    for one in _view['players']:  # since 2
        if name.lower() in one[5]:  # since 2
            return _once(one)  # since 5
            return Player(one)  # since 2
    refuse(name + " is no player")

def rules():
    return [Rule(one) for one in _view['rules']]

def proposals():
    return [Proposal(one) for one in _view['proposals']]

def turn():
    return _view['turn']

def circuit():
    return _view['circuit']

def today():
    return _view['today']

def weekday():
    return _view['weekday']

class Moment:  # since 3
    def __init__(self, seen):  # since 3
        self.date = seen[0]  # since 3
        self.weekday = seen[1]  # since 3
        self.hour = seen[2]  # since 3
        self.minute = seen[3]  # since 3
        self.hours = seen[4]  # since 3
    def __repr__(self):  # since 3
        return f'{self.date} {self.hour:02}:{self.minute:02}'  # since 3

def clock():  # since 3
    return Moment(_view['clock'])  # since 3

def _seat(who):
    if not isinstance(who, Player):
        raise TypeError('a player is needed here')
    return who.seat

def _kept(name, of):
    titles = _view['titles']
    if of and titles is not None:
        of = titles.get(' '.join(of.lower().split()), '?')
    return _view['values'].get(of + '/' + name)

def _value(name, seat, of):
    kept = _kept(name, of)
    if kept is None:
        if of:
            refuse('no rule called "' + of + '" keeps ' + name)
        raise RuntimeError(name + ' is not declared')
    return kept['by'].get(seat, kept['start'])

def _now(name, seat, of, value):
    kept = _kept(name, of)
    if kept is not None:
        kept['by'][seat] = value

"""
# What is kept, of which the language can have no base class: each is no value of its own (since 5).
_KEPT = """
class {name}:
    def __init__(self, name, of):
        self.name = name
        self._of = of
    def __eq__(self, other):  # since 5
        return _same(self, other, '{by}')  # since 5
    def __hash__(self):  # since 5
        return hash(self.name)  # since 5
    def __repr__(self):  # since 5
        _none_of_it(self, '{by}')  # since 5
"""
PRELUDE += "\n".join(
    _KEPT[1:].format(name=name, by=by) + methods[1:]
    for name, by, methods in (
        (
            "Quantity",
            "of(player)",
            """
    def of(self, who):
        return _value(self.name, _seat(who), self._of)
    def give(self, who, n):
        _now(self.name, who.seat, self._of, _add(self.name, _seat(who), n, self._of))
    def take(self, who, n):
        _now(self.name, who.seat, self._of, _add(self.name, _seat(who), -n, self._of))
    def move(self, giver, to, n):
        if n < 1:
            refuse('that takes a number of at least 1')
        self.take(giver, n)
        self.give(to, n)
    def set(self, who, n):
        _now(self.name, who.seat, self._of, _set(self.name, _seat(who), n, self._of))
""",
        ),
        (
            "GameQuantity",
            "value()",
            """
    def value(self):
        return _value(self.name, 0, self._of)
    def give(self, n):
        _now(self.name, 0, self._of, _add(self.name, 0, n, self._of))
    def take(self, n):
        _now(self.name, 0, self._of, _add(self.name, 0, -n, self._of))
    def set(self, n):
        _now(self.name, 0, self._of, _set(self.name, 0, n, self._of))
""",
        ),
        (
            "Note",
            "of(player)",
            """
    def of(self, who):
        return _value(self.name, _seat(who), self._of)
    def set(self, who, text):
        _now(self.name, who.seat, self._of, _set(self.name, _seat(who), text, self._of))
""",
        ),
        (
            "GameNote",
            "text()",
            """
    def text(self):
        return _value(self.name, 0, self._of)
    def set(self, text):
        _now(self.name, 0, self._of, _set(self.name, 0, text, self._of))
""",
        ),
        (
            "Office",
            "holder()",
            """
    def holder(self):
        return _seated(_value(self.name, 0, self._of))
    def give(self, who):
        _now(self.name, 0, self._of, _set(self.name, 0, _seat(who), self._of))
    def vacate(self):
        _now(self.name, 0, self._of, _set(self.name, 0, 0, self._of))
""",
        ),
    )
)
PRELUDE += """
def quantity(name, start=0, least=0, most=None, owner='player', secret=False, open=False, of=''):
    if not of:
        _declare('name', 'quantity', name, owner, start, least, most, secret, open)
    return Quantity(name, of) if owner == 'player' else GameQuantity(name, of)

def note(name, owner='player', secret=False, of=''):
    if not of:
        _declare('name', 'note', name, owner, 0, None, None, secret, False)
    return Note(name, of) if owner == 'player' else GameNote(name, of)

def office(name, of=''):
    if not of:
        _declare('name', 'office', name, 'game', 0, 0, None, False, False)
    return Office(name, of)

def _keep(kind, what, once, who, sealed):
    _declare('hook', kind, what, once, who, sealed)
    def keep(f):
        _hooks.append(f)
        return f
    return keep

def action(form, once='', who='', sealed=False):
    return _keep('action', form, once, who, sealed)

def on(what):
    return _keep('on', what, '', '', False)

def every(when):
    return _keep('every', when, '', '', False)

def timer(name):
    return _keep('later', name, '', '', False)

def decides(what):
    return _keep('decides', what, '', '', False)

def _about(given):  # since 6
    return [_answered(one) for one in given]  # since 6

def later(days, name):
    _later(days, name, [])

def later_hours(hours, name):  # since 3
    _later_hours(hours, name, [])  # since 3

def cancel(name):  # since 2
    _cancel(name, [])  # since 2

def later(days, name, *about):  # since 6
    _later(days, name, _about(about))  # since 6

def later_hours(hours, name, *about):  # since 6
    _later_hours(hours, name, _about(about))  # since 6

def cancel(name, *about):  # since 6
    _cancel(name, _about(about))  # since 6

def points(who, n):
    _points(_seat(who), n)
    who.score += n  # since 5

def say(text):
    _say(text, 0)

def say_to(who, text):
    _say(text, _seat(who))

def roll(sides):
    if type(sides) is int and sides == 1:  # since 4
        return 1  # since 4
    return _roll(sides)

def roll(sides, secret=False):  # since 8
    if type(sides) is int and sides == 1:  # since 8
        return 1  # since 8
    return _roll_secretly(sides) if secret else _roll(sides)  # since 8

def win(who):
    _win(_seat(who))

def reveal(form):
    _reveal(form)

def veto(proposal):
    if not isinstance(proposal, Proposal):
        raise TypeError('a proposal is needed here')
    _veto(proposal.number)

def lapse():  # since 8
    _lapse()  # since 8

def refuse(why):
    raise PermissionError(why)

def _given(one):
    kind, number, text = one
    if kind == 'player':
        return _told_of(number)
    if kind == 'proposal':
        for seen in _view['proposals']:
            if seen[0] == number:
                return Proposal(seen)
        refuse('there is no proposal ' + str(number) + ' now')
    if kind == 'rule':
        for seen in _view['rules']:
            if seen[0] == number:
                return Rule(seen)
        refuse('there is no rule ' + str(number))
    return number if kind == 'number' else text

def _answered(one):
    if isinstance(one, Player):
        return ['player', one.seat]
    return ['', one]
"""
CALL = "_hooks[_at](*[_given(one) for one in _all])\nNone"
ASK = """
for _all in _each:
    _answer(_answered(_hooks[_at](*[_given(one) for one in _all])))
None
"""


@lru_cache(maxsize=INTERFACE)
def prelude(interface: int) -> str:
    """Rule 2."""
    return without_later(PRELUDE, interface)
