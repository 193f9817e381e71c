"""What a rule keeps in secret for somebody changes: they are told, and nobody else is. What changes
nothing is told so."""

from pathlib import Path

from tests.kit.house import House

HANDS = """PROPOSE ENACT: Hands
Each has a hand, and draws what they like.
Effects:
  program:
    hand = note("hand", secret=True)
    gold = quantity("gold")

    @action("DRAW")
    def draw(me):
        hand.set(me, f"{hand.of(me)} card {roll(13)}".strip())
        points(me, 0)

    @action("DEAL")
    def deal(me):
        for one in players():
            hand.set(one, f"a card for {one}")
END
CALL VOTE
"""
GOLD = """PROPOSE ENACT: Gold
Gold can be dug.
Effects:
  program:
    gold = quantity("gold")

    @action("DIG <n>")
    def dig(me, n):
        gold.give(me, n)
        points(me, n)
END
CALL VOTE
"""


def _in_force(folder: Path, text: str) -> House:
    house = House(folder)
    house.begin(debate_min="0")
    house.reply(house.mover(), text)
    house.run()
    for name in (house.mover(), *house.others()):
        house.reply(name, "FOR")
        house.run()
    return house


def _told(house: House, text: str) -> dict[str, str]:
    house.reply(house.mover(), text)
    return {one.name: " ".join(one.text.split()) for one in house.run() if "ran" in one.occasions}


def test_who_draws_sees_the_card_and_nobody_else_does(tmp_path: Path) -> None:
    house = _in_force(tmp_path, HANDS)
    told = _told(house, "DRAW")
    assert len(told) == 3
    for name, text in told.items():
        assert ("Yours, and told to you alone: - hand card" in text) == (name == house.mover())
        assert "points" not in text
        assert "nothing is changed" not in text
    assert "- hand card" in _told(house, "DRAW")[house.mover()]


def test_whose_hand_is_dealt_by_another_sees_it(tmp_path: Path) -> None:
    house = _in_force(tmp_path, HANDS)
    names = (house.mover(), *house.others())
    for name, text in _told(house, "DEAL").items():
        assert [one for one in names if f"a card for {one}" in text] == [
            one for one in names if one == name
        ]


def test_what_changes_nothing_is_told_so(tmp_path: Path) -> None:
    house = _in_force(tmp_path, GOLD)
    for text in _told(house, "DIG 0").values():
        assert "; nothing is changed by it." in text
        assert "+0" not in text
    for text in _told(house, "DIG 2").values():
        assert "nothing is changed" not in text
        assert "+2 points" in text
