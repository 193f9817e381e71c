"""STATUS tells of a turn that waits for consent as of one that has not begun (212)."""

from pathlib import Path

from tests.kit.house import House


def _status(house: House, name: str) -> str:
    house.reply(name, "STATUS")
    return " ".join(next(one for one in house.run() if "status" in one.occasions).text.split())


def test_a_turn_that_needs_consent_is_told_as_such(tmp_path: Path) -> None:
    house = House(tmp_path)
    mover, other = house.open_vote()
    house.reply(other, "JUDGMENT: Is tea a rule?")
    house.run()
    assert f"The next turn, of {other}, needs the consent" in _status(house, mover)
    for name in (mover, other):
        house.reply(name, "FOR")
        house.run()
    waiting = "can begin when a majority of the other players has consented to it (rule 212)."
    assert _status(house, other).startswith(
        f"Your turn {waiting} Until then you are not late. Judgment"
    )
    told = _status(house, mover)
    assert told.startswith(f"The turn of {other} {waiting} Reply CONSENT to give yours.")
    assert "The next turn" not in told
    house.reply(mover, "CONSENT")
    house.run()
    assert _status(house, other).startswith("It is your turn to propose, until")
