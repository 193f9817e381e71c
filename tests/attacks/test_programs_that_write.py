"""Programs that all have voted for, and that would fill the record: what one stroke writes has a
bound."""

from nomic_mail.game.events import ProgramBroke, ProgramRan
from nomic_mail.game.programs import A_THING, ALL_WRITE, ONE_WRITES
from nomic_mail.play.table import Received
from nomic_mail.post.drafts import MOST_SAID
from nomic_mail.pump.load import A_LETTER
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of
from tests.kit.pace import calls

RULE = """PROPOSE ENACT: {title}
It is kept in the record.
Effects:
  program:
    {name} = note("{name}", owner="game")
    @action("START {name}")
    def start(me):
        for i in range({times}):
            later_hours(2, "{name} timer")
    @timer("{name} timer")
    def timed():
        {does}
    @action("DO {name} <n>")
    def do(me, n):
        {does}
END
CALL VOTE
"""
WRITES = 'for i in range(200): {name}.set(f"{{i}} " + "word " * 380)'
SCORES = "for i in range(500): points(players()[i % 2], 1 - i % 3)"
MOST_CALLS = 3_000_000  # it takes half, without a bound five times
TOO_MUCH = "at one stroke a program writes at most 400,000 characters, and all of them 1,000,000"


def adopt(house: House, name: str, does: str, times: int = 40, also: str = "") -> None:
    does = does.format(name=name)
    rule = RULE.format(title=name.capitalize(), name=name, does=does, times=times)
    house.reply(house.mover(), rule.replace("END\n", f"{also}END\n"))
    house.run()
    for voter in ("Ada Lovelace", "Bob Babbage"):
        house.reply(voter, "FOR\n")
        house.run()
    assert house.kinds()[-1] != "ProposalMade"


def written(house: House) -> int:
    of = "length(public) + length(coalesce(sealed, char()))"
    ((size,),) = house.rows(f"SELECT sum({of}) FROM ledger")
    return int(size)


@each(
    "disk",
    "a rule with forty timers that are due at once",
    "has each {}",
    "the first of them do, the next break, the rule rests, and all are told why",
    {
        "keep a note two hundred times": WRITES,
        "give points five hundred times": SCORES,
    },
)
def test_timers_that_write(house: House, given: str) -> None:
    adopt(house, "noise", given)
    house.reply("Ada Lovelace", "START noise\n")
    house.run()
    before, since = written(house), len(house.kinds())
    house.later(hours=3)
    letters: list[Received] = []
    assert calls(lambda: letters.extend(house.run())) < MOST_CALLS
    assert written(house) - before < 2 * ONE_WRITES
    happened = house.events()[since:]
    assert len(happened) < ONE_WRITES / A_THING
    assert [one.trouble for one in happened if isinstance(one, ProgramBroke)] == ["limit"] * 3
    (rule,) = house.state().programs.values()
    assert rule.rests
    told = [" ".join(one.text.split()) for one in letters]
    assert all(TOO_MUCH in one for one in told if "rule 301" in one), told
    hear = {address_of("Ada Lovelace"), house.config.moderator.address}
    assert hear <= {one.to for one in letters}


@attacks(
    Attack(
        "disk",
        "a rule whose program gives points five hundred times",
        "has it do so ninety times, in one letter of a kilobyte",
        "what goes beyond a letter's load is refused, with the reason",
    )
)
def test_a_letter_that_writes(house: House) -> None:
    adopt(house, "noise", SCORES)
    before = written(house)
    house.reply("Ada Lovelace", "".join(f"DO noise {n}\n" for n in range(90)))
    letters = house.run()
    assert any("would ask for more than 600000" in " ".join(one.text.split()) for one in letters)
    assert written(house) - before < 3 * A_LETTER


@attacks(
    Attack(
        "disk",
        "three rules, each with a timer that writes as much as one may, due at once",
        "has all of them do so",
        "all together have a bound, too: the last breaks, and none rests for it",
    )
)
def test_rules_that_write_together(house: House) -> None:
    names = ("one", "two", "three")
    for name in names:
        adopt(house, name, WRITES.replace("200", "190"), 1)
    house.reply("Ada Lovelace", "".join(f"START {name}\n" for name in names))
    house.run()
    before, since = written(house), len(house.kinds())
    house.later(hours=3)
    letters = house.run()
    happened = [one for one in house.events()[since:] if isinstance(one, ProgramRan | ProgramBroke)]
    assert [type(one) for one in happened] == [ProgramRan] * 2 + [ProgramBroke]
    assert written(house) - before < 2 * ALL_WRITE
    assert not any(one.rests for one in house.state().programs.values())
    assert any(TOO_MUCH in " ".join(one.text.split()) for one in letters)


@attacks(
    Attack(
        "disk",
        "a rule with forty hooks that say no, whenever anybody scores, in many words",
        "scores ninety times, in one letter of a kilobyte",
        "what goes beyond a letter's load is refused, and each letter tells so much and no more",
    )
)
def test_a_letter_that_has_hooks_say_no(house: House) -> None:
    hears = '    @on("scored")\n    def s{}(who, n):\n        refuse("word " * 390)\n'
    adopt(house, "noise", "points(players()[0], 1)", also="".join(map(hears.format, range(40))))
    before = written(house)
    house.reply("Ada Lovelace", "".join(f"DO noise {n}\n" for n in range(90)))
    letters = house.run()
    assert any("would ask for more than 600000" in " ".join(one.text.split()) for one in letters)
    assert written(house) - before < 4 * A_LETTER
    assert max(len(one.text) for one in letters) < 2 * MOST_SAID
