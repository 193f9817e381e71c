"""What a rule's program keeps of somebody in secret, and what somebody has sealed: asked for by
each way that leads out of the house. The record has secret values (docs/programs.md), and so have
the forms that are a record; what is sealed stands in none."""

from pathlib import Path

import pytest

from nomic_mail.archive.forms import Leaving, forms
from nomic_mail.archive.json import lay
from nomic_mail.archive.rooms import Folder
from tests.attacks.kit import Attack, attacks
from tests.kit.house import House, address_of

VALUE, MEMO, WISH = "83417", "zanzibar", "xylophone"
RULE = """PROPOSE ENACT: The vault
Everybody has gems in a vault, and a memo.
Effects:
  program:
    gems = quantity("gems", most=10 ** 6, secret=True)
    memo = note("memo", secret=True)
    @on("begins")
    def deal():
        gems.set(players()[0], 80000 + 3417)
        memo.set(players()[0], "zan" + "zibar")
    @action("HIDE <word>", sealed=True)
    def hide(me, word):
        say(word)
    @action("OPEN")
    def opens(me):
        reveal("HIDE <word>")
    @action("ROB <player>")
    def rob(me, who):
        gems.move(who, me, 99999)
    @action("FILL <player>")
    def fill(me, who):
        gems.give(who, 10 ** 6)
    @action("READ <player>")
    def reads(me, who):
        raise ValueError(f"{gems.of(who)} {memo.of(who)}")
    @action("LOOK UP <player>")
    def looks(me, who):
        gems.set(me, {1: 2}[gems.of(who)])
END
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Whose first player has a value, a memo, and something sealed."""
    house = House(tmp_path)
    house.begin()
    mover = house.mover()
    house.reply(mover, RULE)
    house.run()
    house.reply(mover, "CALL VOTE\n")
    house.run()
    for name in (mover, house.others()[0]):
        house.reply(name, "FOR\n")
        house.run()
    house.reply(victim(house), f"HIDE {WISH}\n")
    house.run()
    program = next(iter(house.state().programs.values()))
    assert str(program.value("gems", 1)) == VALUE
    assert [one.seat for one in program.orders] == [1]
    return house


def victim(house: House) -> str:
    return house.state().players[1].name


def eve(house: House) -> str:
    return house.state().players[2].name


def asked(house: House, text: str) -> str:
    """All that goes out because of it, to anybody but whose it is."""
    house.reply(eve(house), text)
    told = [one for one in house.run() if one.to != address_of(victim(house))]
    assert told
    return "\n".join(f"{one.subject}\n{one.text}\n{one.proof}" for one in told)


ASKS = {
    "STATUS": "STATUS\n",
    "SCORES and HISTORY": "SCORES\nHISTORY\n",
    "HELP ACTIONS": "HELP ACTIONS\n",
    "RULES": "RULES\nRULE 301\n",
    "WHY": "WHY 301\n",
    "PROPOSALS": "PROPOSALS\nPROPOSAL 301\n",
    "a bound from below": "ROB {victim}\n",
    "a bound from above": "FILL {victim}\n",
    "a program's exception": "READ {victim}\n",
    "an exception of the language's own": "LOOK UP {victim}\n",
    "TRY of each of these": (
        "TRY\nROB {victim}\nFILL {victim}\nREAD {victim}\nLOOK UP {victim}\nOPEN\n"
    ),
}


@attacks(
    *(
        Attack(
            "votes",
            "a seat",
            f"asks for another's secret value by {what}",
            "it is not told",
            given=what,
        )
        for what in ASKS
    )
)
def test_a_secret_value_is_told_to_nobody_else(house: House, given: str) -> None:
    told = asked(house, ASKS[given].format(victim=victim(house).split()[0]))
    for secret in (VALUE, MEMO, WISH):
        assert secret not in told, told


@attacks(
    *(
        Attack(
            "votes",
            "what is exported",
            f"looks for sealed words in the form {name}",
            "there are none",
            given=name,
        )
        for name in forms()
        if name != "mbox"  # the letters themselves, which nobody gets but the Moderator
    )
)
def test_what_is_sealed_stands_in_no_form(house: House, tmp_path: Path, given: str) -> None:
    whole = written(house, given, tmp_path / "out")
    assert whole
    assert WISH.encode() not in whole
    house.reply(victim(house), "OPEN\n")
    house.run()
    if given in ("json", "jsonl", "bag"):
        assert WISH.encode() in written(house, given, tmp_path / "later")


@attacks(
    Attack(
        "votes",
        "a seat, while the Moderator corrects another's secret value",
        "reads all letters and HISTORY",
        "it is told to whose it is, and to the Moderator",
    )
)
def test_a_corrected_secret_value_is_told_to_whose_it_is(house: House) -> None:
    line = f"CORRECT VALUE gems OF {victim(house)} TO 90210 RULE 301: a slip"
    house.act("say", game="tea", line=line)
    told = house.run()
    assert house.kinds()[-1] == "ValueCorrected"
    knows = {one.to for one in told if "90210" in one.text}
    assert address_of(victim(house)) in knows
    assert address_of(eve(house)) not in knows
    assert "90210" not in asked(house, "HISTORY\nSTATUS\n")
    house.act("say", game="tea", line="ANNOUNCE: the bank is shut")
    house.run()
    assert house.rows("SELECT count(*) FROM to_all")[0][0] > 2
    assert not [1 for (body,) in house.rows("SELECT body FROM to_all") if b"90210" in body]


@attacks(
    *(
        Attack(
            "votes",
            "what is exported",
            f"looks for secret values in the form {name}",
            "there are none",
            given=name,
        )
        for name in ("csv", "sqlite", "text", "site")
    )
)
def test_a_secret_value_stands_in_no_table_and_no_page(
    house: House, tmp_path: Path, given: str
) -> None:
    whole = written(house, given, tmp_path / "out", but_for=".json")
    assert whole
    for secret in (VALUE, MEMO):
        assert secret.encode() not in whole


def written(house: House, name: str, folder: Path, but_for: str = "no such") -> bytes:
    form, entries = forms()[name], house.entries("tea", 0)
    game = Leaving(lay(entries), lambda: [one.event for one in entries])
    if form.pieces is not None:
        return b"".join(form.pieces(game))
    assert form.fill is not None
    form.fill(game, Folder(folder))
    files = (one for one in folder.rglob("*") if one.is_file() and one.suffix != but_for)
    return b"\n".join(one.read_bytes() for one in sorted(files))
