# What a rule's program can use. It is Python, but for a few
# things: no import is needed, and there is no inheritance, no
# `del`, no `yield`, no `@property`. Numbers are whole ones.
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])

# ---- Who and what there is
# f"{player}" is the name, f"{rule}" and f"{proposal}" the number,
# and any of them can be a key: votes[player] = 1. In a note, keep
# somebody by name: player(name) finds who was ever called so, and
# refuses where nobody who plays was. What is new since 2 or 3 is
# there for programs that are read from then on.

@dataclass(frozen=True)  # what is seen, and cannot be written
class Player:
    name: str  # with blanks, and maybe within another's
    score: int  # whole points; of parts of points, rounded down
    # what points() gives counts in it at once  # since 5
    in_turn: bool
    away: bool
    active: bool  # not so where a rule has them inactive  # since 2

@dataclass(frozen=True)
class Rule:
    number: int  # of a rule such as 301.2 it is a text
    title: str
    status: str  # "immutable" or "mutable"
    # That is another once it is amended, where no rule says that
    # it keeps its own. To know it again, keep its first.
    first: int  # the number that it had at first  # since 7
    def text(self) -> str: ...

@dataclass(frozen=True)  # since 7
class Change:  # since 7
    kind: str  # since 7
    rule: int  # its number so far; 0 of a new one  # since 7
    now: int  # its number once adopted; 0 if gone  # since 7
    first: int  # of a new one, 0 until adopted  # since 7

@dataclass(frozen=True)
class Proposal:
    number: int
    title: str
    kind: str  # "enact", "amend", "repeal" or "transmute"
    rule: int  # the one that it changes; 0 where it is a new one
    changes: list[Change]  # all; rule is of the first  # since 7
    by: Player | None  # None where they have left: if proposal.by:
    outcome: str  # "adopted", "defeated", ...; "" until counted
    voted_for: list[Player]  # these four are empty until then
    voted_against: list[Player]
    abstained: list[Player]
    absent: list[Player]
    missing: list[Player]  # no vote yet, while open  # since 2
    voted: list[Player]  # all that did, as they came  # since 8
    def text(self) -> str: ...  # its words; "" for a repeal

def players() -> list[Player]: ...  # in the order they joined
def turn_order() -> list[Player]: ...  # of the turns  # since 7
def player(name: str) -> Player: ...
def rules() -> list[Rule]: ...
def proposals() -> list[Proposal]: ...  # not decided, or just now
def turn() -> int: ...
def circuit() -> int: ...
def today() -> str: ...  # "2026-03-12"
def weekday() -> str: ...  # "monday"

# clock() is the moment of the call: when the letter came, or when
# the timer was due. UTC, or of the place that an @every names.
@dataclass(frozen=True)  # since 3
class Moment:  # since 3
    date: str  # as today()  # since 3
    weekday: str  # since 3
    hour: int  # 0 to 23  # since 3
    minute: int  # since 3
    hours: int  # whole ones since 1970, to count by  # since 3

def clock() -> Moment: ...  # since 3

# ---- What a rule keeps: declare it once, at the top
# Nothing else stays from one call to the next: no global, no list,
# no object of your own is there when the rule is called again. A
# table is kept in a note, as a text: below "import json" that is
# note.set(json.dumps(table)), and json.loads(note.text() or "{}").
# What stands in such a table by, is a text: table[str(n)] = 1.

class Quantity:  # a number of each player
    __bool__: None  # ask for its value  # since 5
    def of(self, who: Player) -> int: ...
    def give(self, who: Player, n: int) -> None: ...
    def take(self, who: Player, n: int) -> None: ...
    def move(self, giver: Player, to: Player, n: int) -> None: ...
    def set(self, who: Player, n: int) -> None: ...

class GameQuantity:  # a number of the whole game
    __bool__: None  # ask for its value  # since 5
    def value(self) -> int: ...
    def give(self, n: int) -> None: ...
    def take(self, n: int) -> None: ...
    def set(self, n: int) -> None: ...

class Note:  # a text of each player, of 2,000 characters at most
    __bool__: None  # ask for its value  # since 5
    def of(self, who: Player) -> str: ...
    def set(self, who: Player, text: str) -> None: ...

class GameNote:  # a text of the whole game, as long
    __bool__: None  # ask for its value  # since 5
    def text(self) -> str: ...
    def set(self, text: str) -> None: ...

class Office:  # held by one player, or nobody
    __bool__: None  # ask for its value  # since 5
    def holder(self) -> Player | None: ...
    def give(self, who: Player) -> None: ...
    def vacate(self) -> None: ...

# least and most are bounds: whoever would go beyond them is
# refused, and of the whole call nothing happens. So that a tax
# does not stop at the one who has too little, take no more than
# there is: coins.take(p, min(30, coins.of(p))); or least=None lets
# it go below nothing. Each rule keeps its own: "coins" in yours
# are others than in another rule, but for of="Coins", which is
# what that one keeps, by the title that it has as yours comes into
# force; it stays that one, whatever it is called later. A rule may
# change what a rule of its own status keeps; open=True lets those
# of lower status, too. secret=True: it is told to its owner alone
# until the game is over, when the record has it; for what even the
# Moderator may not know, see sealed.
@overload
def quantity(
    name: str,
    start: int = 0,
    least: int | None = 0,
    most: int | None = None,
    owner: Literal["player"] = "player",
    secret: bool = False,
    open: bool = False,
    of: str = "",
) -> Quantity: ...
@overload
def quantity(
    name: str,
    start: int = 0,
    least: int | None = 0,
    most: int | None = None,
    *,
    owner: Literal["game"],
    secret: bool = False,
    open: bool = False,
    of: str = "",
) -> GameQuantity: ...
@overload
def note(
    name: str,
    owner: Literal["player"] = "player",
    secret: bool = False,
    of: str = "",
) -> Note: ...
@overload
def note(
    name: str,
    *,
    owner: Literal["game"],
    secret: bool = False,
    of: str = "",
) -> GameNote: ...
def office(name: str, of: str = "") -> Office: ...

# ---- What calls a rule

# "GIVE <n> COINS TO <player>" is a line that a player writes. It
# begins with a word that is no command here and near no vote: not
# JOIN, CALL, NAME, RULE, WITHDRAW, ACCEPT, SUPPORT or BACK. The
# function gets who wrote it, and then what stands in the places:
# <n> from 0 on, <player>, <rule>, <proposal>, <word>, <text>,
# <choice red|blue>. once="a turn", "a circuit", "a day", "a week"
# or "3 times a week" is how often each player may, and a turn is
# anybody's; who="judge" is an office of this rule that alone may,
# and who="in turn" whose turn it is. Two functions, or two rules,
# cannot have the same words around their places.
# What a player writes is told to all, whatever a rule keeps in
# secret; only what is sealed stays secret, and does nothing yet:
# the last that each player has written of it, or the last three
# where they may three times a week, is kept until reveal("THE
# FORM"), which opens all of them and calls the function for each,
# as they came, once the call that reveals has ended: who has won
# by them is found out in a function that is called later, as by
# an @every of an hour on, or by a @timer. If the rule is amended
# without that form, or repealed, what is sealed is never opened,
# and who wrote it is told.
def action(
    form: str,
    once: str = "",
    who: str = "",
    sealed: bool = False,
) -> Callable[[F], F]: ...

# What happens: "begins" is once, as the rule comes into force, and
# gives nothing: the place for what everybody is to start with.
# "proposed", "vote opens", "vote closes" and then "adopted" or
# "defeated" give the proposal; "turn begins", "turn ends", "joined"
# and "left" the player (a turn of open play is a round of votes,
# and nobody's: None); "scored" the player and the points (of parts
# of points the whole ones, rounded down; also what this rule gives
# itself); "started" and "circuit begins" nothing. Who has left is
# none of players() and holds no office; what they keep can be
# taken. As a vote closes the rules are what it has made of them:
# what it repeals is none of rules(), so keep what it said when the
# "vote opens". A rule hears of nothing that was before it, so not
# of its own adoption.
# What a function gives as it is called by "scored" does  # since 5
# not call it again; it calls the others of its rule.  # since 5
# Where refuse() or a bound says no, it did nothing, all  # since 5
# are told, and what happened stands (who may propose is  # since 5
# asked by @decides). To leave off without a word: return  # since 5
def on(what: str) -> Callable[[F], F]: ...

# "monday 20:00", "day", "day 09:30", "3 days", "6 hours". In UTC,
# or by the clocks of a place: "monday 20:00 Europe/Berlin", summer
# time and all; then today() and weekday() are of there, too.
def every(when: str) -> Callable[[F], F]: ...

# later(3, "rent due") calls the function below @timer("rent due")
# in three days, later_hours(6, "rent due") in six hours, and each
# further one calls it once more; none that waits is called after
# cancel("rent due"). What it is about fills places of its name,
# <n>, <player> or <text>: later(3, "rent of <player>", me) has
# the function below @timer("rent of <player>") called with that
# player, who may have left by then; cancel("rent of <player>", me)
# is about them alone, and without me about all.
def timer(name: str) -> Callable[[F], F]: ...
def later(
    days: int,
    name: str,
    *about: Player | int | str,  # since 6
) -> None: ...
def later_hours(  # since 3
    hours: int,  # since 3
    name: str,  # since 3
    *about: Player | int | str,  # since 6
) -> None: ...  # since 3
def cancel(  # since 2
    name: str,  # since 2
    *about: Player | int | str,  # since 6
) -> None: ...  # since 2

# What is asked of it, where another clause of the same rule says
# votes: program, eligible: program, or order: program. "votes"
# gives the player and the proposal as its ballot opens, and
# returns how many votes the player has; "eligible" is given the
# same, and returns True for whoever may vote on it; "next" gives
# the player whose turn it would be, and returns whose it is
# (None: theirs). None of them does anything else. Where an older
# rule has its like already (votes: 1), that one holds, and nothing
# is asked, unless yours says: votes: program over mutable.
# may propose: program asks "may propose", with the player who
# does, and True lets them; adoption: program asks "adopted", with
# the proposal, whose votes are counted by then; and victory:
# program asks "winner", with nothing, after whatever happens, and
# is told a player or None. What all players vote for is adopted
# whatever "adopted" returns, and anybody may propose to repeal a
# rule that decides.
def decides(what: str) -> Callable[[F], F]: ...

# ---- What a rule does

# A throw is told to all, so what is set by it is no secret. Throw
# for what is hidden as it is shown: whoever digs finds it if
# roll(25) == 1. What only one player is to know, they seal.
# them[roll(len(them)) - 1] is one of them.
# roll(1) is 1, and nothing is thrown.  # since 4
# roll(6, secret=True) is told to nobody: deal hands and  # since 8
# parts by it, into what is kept with secret=True, which  # since 8
# there has to be. Anybody can check it once the game is  # since 8
# over. Where the rule says no after it, all hear of it.  # since 8

def points(who: Player, n: int) -> None: ...
def say(text: str) -> None: ...
def say_to(who: Player, text: str) -> None: ...  # in the record
def roll(  # told to all, so no secret
    sides: int,
    secret: bool = False,  # told to nobody  # since 8
) -> int: ...
def win(who: Player) -> None: ...
def reveal(form: str) -> None: ...
def veto(proposal: Proposal) -> None: ...  # while it is voted on
def lapse() -> None: ...  # its own rule is repealed  # since 8
def refuse(why: str) -> NoReturn: ...
