"""The server that `bench.freeze` puts by: games in each state that a new program may find them in.

`tea` is won, in `cake` a vote is open and some have voted, in `rum` as well, and that game is
paused, in `court` a question is before its judge, in `table` the Chairperson has called the
discussion, and `hall` waits for a player. One letter is not read yet, one is held until somebody
says it is theirs, and the last ones written are not sent.
"""

from pathlib import Path

from nomic_mail.play.transcript import Playing, parse
from tests.kit.house import HOST, START, House, address_of

PLAYERS = ("Ada Lovelace", "Bob Babbage", "Cleo Curie")
WON = Path("tests/games/pull_request/sign-up-to-win.game")


def serve(house: House) -> None:
    won(house)
    house.clock.set(START)
    in_discussion(house)  # two days go by in it
    open_vote(house, "cake")
    open_vote(house, "rum")
    before_its_judge(house)
    signing_up(house)
    house.later(hours=1)
    paused(house)
    house.reply(PLAYERS[1], "JOIN\n", "hall")
    house.pump.run()
    house.reply(others(house, "cake")[0], "FOR\n", "cake")  # in another's stead, and not read yet


def won(house: House) -> None:
    """`tea`, as its transcript has it."""
    playing = Playing(house)
    for turn in parse(WON.read_text(encoding="utf-8")):
        list(playing.play(turn))


def started(house: House, game: str, ruleset: str, **settings: str) -> None:
    house.act("new game", game=game, title="", ruleset=ruleset, settings=settings)
    for name in PLAYERS:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game=game, player=who, confirmed=True)
    house.run()
    talk(house, game)
    house.act("command", game=game, verb="Start", fields={})
    house.run()


def talk(house: House, game: str) -> None:
    """What the players say below waits for no answer to it: their last letter is the next one."""
    name, to = PLAYERS[2], f"nomic+{game}.talk@{HOST}"
    letter = house.written(name, to, f"Who brings cups? Write to {address_of(name)}.\n")
    house.post_in(letter, name, to)
    house.run()
    house.reply(name, "yes\n", game)  # it was indeed
    house.run()


def others(house: House, game: str) -> list[str]:
    return [name for name in PLAYERS if name != house.mover(game)]


def open_vote(house: House, game: str) -> None:
    """Talk, a vote for, a vote against, and one is missing."""
    started(house, game, "net_play", debate_min="0")
    mover, second = house.mover(game), others(house, game)[0]
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n", game)
    house.run()
    house.reply(mover, "FOR\n", game)
    house.reply(second, "AGAINST\n", game)
    house.run()


def paused(house: House) -> None:
    house.act("say", game="rum", line="PAUSE: the house is shut")


def before_its_judge(house: House) -> None:
    started(house, "court", "suber_1982", debate_min="0")
    asks = others(house, "court")[0]
    house.reply(asks, "JUDGMENT: Is there tea, since nobody forbids it (116)?\n", "court")
    house.run()
    house.unproven(others(house, "court")[1], "I should say so.\n", "court")  # asked whether it is
    house.run()


def in_discussion(house: House) -> None:
    started(house, "table", "chairperson")
    chair = house.mover("table")
    house.reply(chair, "CALL PROPOSALS 2 days\n", "table")
    house.run()
    for name in PLAYERS:
        house.reply(name, f"PROPOSE ENACT: {name}\n{name} brings tea.\n", "table")
    house.run()
    house.later(days=2)
    house.run()
    house.reply(chair, "CALL DISCUSSION 5 days\n", "table")
    house.run()


def signing_up(house: House) -> None:
    house.act("new game", game="hall", title="", ruleset="net_play", settings={"debate_min": "0"})
    for name in PLAYERS:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="hall", player=who, confirmed=False)
    house.run()
    house.reply(PLAYERS[0], "JOIN\n", "hall")
    house.run()
