"""Whom a timer is about, of a rule that keeps secrets: what TRY can find out about it."""

from tests.attacks.kit import Attack, attacks
from tests.kit.house import NAMES, House, address_of, first_name

KEEPS = """Each has a hideout.
Effects:
  program:
    hideout = quantity("hideout", secret=True)
"""
RULE = f"""PROPOSE ENACT: Mines
{KEEPS}
    @action("LAY THEM")
    def lays(me):
        for other in players():
            if other != me:
                later(2, "mine of <player>", other)

    @timer("mine of <player>")
    def mine(who):
        hideout.set(who, 1)
END
CALL VOTE
"""
DRAFT = f"""TRY AMEND 301: Mines
{KEEPS}
    @action("CANCEL <player>")
    def cancels(me, who):
        cancel("mine of <player>", who)

    @action("FILL <n>")
    def fills(me, n):
        for place in range(n):
            later(9, "mine of <player>", me)

    @timer("mine of <player>")
    def mine(who):
        say(f"{{who}} it is.")
END
"""


@attacks(
    Attack(
        "votes",
        "a seat, and a timer of a rule that keeps secrets",
        "drafts another program for it in TRY, cancels it, about each player, and counts the room",
        "whoever it is about, the same is told",
    )
)
def test_whom_a_hidden_timer_is_about(house: House) -> None:
    house.reply(house.mover(), RULE)
    house.run()
    for name in NAMES:
        house.reply(name, "FOR\n")
        house.run()
    house.reply(NAMES[0], "LAY THEM\n")
    house.run()
    (timer,) = next(iter(house.state().programs.values())).later
    assert timer.about
    told = {tried(house, name) for name in NAMES}
    assert len(told) == 1


def tried(house: House, name: str) -> str:
    """What comes of it, whoever it names."""
    house.reply(NAMES[0], f"{DRAFT}CANCEL {first_name(name)}\nFILL 50\n")
    house.run()
    letter = house.last["tea", address_of(NAMES[0])].text
    words = letter.partition("The draft:")[2].partition("Nothing has been done")[0]
    assert "FILL 50: would" in words, letter
    return words.replace(name, "-").replace(first_name(name), "-")
