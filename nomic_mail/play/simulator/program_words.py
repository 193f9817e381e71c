"""What people write of rules that run: proposals, out of the library or as somebody might write
them, changes of them, and the actions that they let players do, with whatever fills their places.
"""

import re
from textwrap import indent

from nomic_mail.game.procedures.program_texts import Running, standing
from nomic_mail.game.state import State, label
from nomic_mail.play.simulator.luck import Luck
from nomic_mail.rulesets.programs import library

# What the library has nothing of: secrets, throws in secret, seals, throws that are refused, what
# breaks, what calls itself, what another rule keeps, and each thing that a program can decide.
OWN: tuple[tuple[str, str], ...] = (
    (
        "",
        """hand = quantity("hand", secret=True)
@on("begins")
def deal():
    for one in players():
        hand.set(one, roll(6, secret=True))
@on("turn begins")
def draw(player):
    if player:
        hand.give(player, roll(6, secret=player.score % 2 == 0))
@action("DEAL")
def another(me):
    hand.give(me, roll(6, secret=True))
@action("LAY <n>")
def lay(me, n):
    hand.take(me, n)
    points(me, 1)
""",
    ),
    (
        "",
        """opened = quantity("opened")
@action("HIDE <word>", sealed=True)
def hide(me, word):
    opened.give(me, roll(len(word) + 1))
    say(f"{me} hid {word}.")
@every("12 hours")
def look():
    reveal("HIDE <word>")
""",
    ),
    (
        "",
        """pot = quantity("pot", owner="game", least=None)
@action("GAMBLE <n>", once="3 times a week")
def gamble(me, n):
    one, other = roll(6), roll(6)
    if one == other:
        refuse("a double is nothing")
    if one + other == 7:
        pot.give(n // 0)
    pot.give(one + other)
    if n % 4 == 3:
        cancel("pay <n> by <player>", n, me)
    later(1 + n % 3, "pay <n> by <player>", n, me)
@timer("pay <n> by <player>")
def pay(n, giver):
    if giver in players():
        points(giver, n % 5)
    points(players()[roll(len(players())) - 1], pot.value() % 4)
    pot.set(0)
""",
    ),
    ("", '@on("scored")\ndef more(player, n):\n    points(player, 1)\n'),
    ("", '@on("vote closes")\ndef breaks(proposal):\n    say(str(1 // 0))\n'),
    (
        "",
        """coins = quantity("coins", of="Coins")
@action("ROB <player>", once="a day")
def rob(me, player):
    coins.move(player, me, min(roll(4), coins.of(player)))
@every("6 hours")
def rain():
    for one in players():
        coins.give(one, 1)
""",
    ),
    ("", '@action("STRIKE <proposal>", once="a week")\ndef s(me, proposal):\n    veto(proposal)\n'),
    (
        "votes: program over mutable",
        '@decides("votes")\ndef votes(player, proposal):\n    return 1 + player.score % 3\n',
    ),
    (
        "eligible: program",
        '@decides("eligible")\ndef may(player, proposal):\n    return not player.away\n',
    ),
    (
        "order: program over mutable",
        '@decides("next")\ndef chosen(player):\n    return players()[turn() % len(players())]\n',
    ),
    (
        "adoption: program over mutable",
        '@decides("adopted")\ndef passes(proposal):\n    return len(proposal.voted_for) > 1\n',
    ),
    (
        "may propose: program",
        '@decides("may propose")\ndef may(player):\n    return player.score < 30\n',
    ),
    (
        "victory: program over mutable",
        """crowns = quantity("crowns")
@action("CROWN <player>", once="a turn")
def crown(me, player):
    if player == me:
        refuse("nobody crowns themselves")
    crowns.give(player, 1)
@decides("winner")
def winner():
    for one in players():
        if crowns.of(one) > 5:
            return one
    return None
""",
    ),
)
WORDS = ("tea", "red", "Wort", "a b", "-", "WITHDRAW", "x" * 300)
NUMBERS = ("1", "1", "2", "3", "0", "-1", "7", "1000000000000000")
QUESTIONS = ("HELP ACTIONS", "HELP PROGRAM", "LIBRARY", "LIBRARY coins", "STATUS", "WHOAMI")
_SLOT = re.compile(r"<\s*(\w+)\s*([^<>]*?)\s*>")


def proposal(state: State, luck: Luck) -> str:
    """Of a rule with a program; or of its end."""
    known = [one.rule for one in standing(state)]
    if known and luck.chance(15):
        return f"PROPOSE REPEAL {luck.pick(known).number}"
    if luck.chance(25):
        return f"PROPOSE FROM LIBRARY {luck.pick(library()).name}"
    if known and luck.chance(30):
        return _amended(luck.pick(standing(state)), luck)
    if luck.chance(50):
        return luck.pick(library()).letter.removesuffix("\nEND\n")
    clause, source = luck.pick(OWN) if luck.chance(60) else OWN[0]  # what deals in secret
    name = source.partition("def ")[2].partition("(")[0]
    return f"PROPOSE ENACT: Of {name}\nA rule that runs.\n{_effects(clause, source)}"


def _amended(one: Running, luck: Luck) -> str:
    """It does one thing more, keeps something else, or does what another does."""
    clause, source = luck.pick(OWN) if luck.chance(30) else ("", one.source)
    source += f'\nof_late = quantity("of late {luck.number(3)}")\n'
    return f"PROPOSE AMEND {one.rule.number}\n{one.rule.text}\n{_effects(clause, source)}"


def _effects(clause: str, source: str) -> str:
    lines = f"  {clause}\n" if clause else ""
    return f"Effects:\n{lines}  program:\n{indent(source, '    ')}"


def is_of_a_program(state: State, number: int) -> bool:
    """Whether a rule with a program hangs on that vote: most are for it."""
    voted_on = state.proposals.get(number)
    changes = voted_on.changes if voted_on is not None else ()
    return any(clause.startswith("program:") for one in changes for clause in one.effects or ())


def action(state: State, luck: Luck) -> str:
    """As some rule lets players write it, mostly; nothing where none does."""
    forms = [hook.what for one in standing(state) for hook in one.hooks if hook.kind == "action"]
    if not forms:
        return ""
    line = _SLOT.sub(lambda slot: _filled(slot[1], slot[2], state, luck), luck.pick(forms))
    return line if luck.chance(90) else luck.pick((line.lower(), f"{line} please", f"> {line}"))


def _filled(slot: str, offers: str, state: State, luck: Luck) -> str:
    if slot == "choice":
        return luck.pick(offers.split("|")) if luck.chance(95) else "green"
    if slot == "player":
        names = [one.name for one in state.players.values()]
        return luck.pick(names) if names and luck.chance(90) else luck.pick(("Bob", "Nobody"))
    if slot == "proposal":
        return luck.pick([label(one.number) for one in state.open_polls] or ["301"])
    if slot == "rule":
        return str(luck.pick([one.number for one in state.rules]))
    return luck.pick(NUMBERS if slot == "n" else WORDS)
