"""Letters of people who want in: tests/letters/attacks/*.eml, each beside what becomes of it.

Each is delivered to a running server. `state` is where it ended, `mails` who was written to; no
head of any ledger moves, but for the few letters (`acts`) that only look like attacks.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.kit.house import House
from tests.kit.siege import Siege, expected, heads, lay_siege
from tests.kit.tiers import some

FOLDER = Path(__file__).parent / "attacks"
ATTACKS = sorted(FOLDER.glob("*.eml"))


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Siege:
    return lay_siege(tmp_path_factory.mktemp("siege"))


def outgoing(house: House) -> list[tuple[str, str]]:
    """The letters out that wait: to whom, and all that stands in them as their reader sees it."""
    found = house.rows("SELECT recipient, body FROM outbox WHERE state = 'waiting' ORDER BY id")
    return [(to, body.decode("utf-8", "replace")) for to, body in found]


def test_the_table_is_there() -> None:
    assert len(ATTACKS) >= 60


@pytest.mark.parametrize("attack", some(ATTACKS, 20), ids=lambda path: path.stem)
def test_attack(attack: Path, siege: Siege, tmp_path: Path) -> None:
    house = siege.copy(tmp_path)
    before, played = heads(house), house.kinds("tea")
    outgoing_before = len(outgoing(house))
    told: dict[str, Any] = expected(attack)
    raw = siege.filled(attack.read_bytes().decode("utf-8")).encode()
    envelope, recipient = siege.filled(told["envelope"]), siege.filled(told["recipient"])
    (number,) = house.hand_in(raw, envelope, [recipient])
    house.pump.run()
    sent = outgoing(house)[outgoing_before:]
    letters = house.post()[-len(sent) :] if sent else []
    arrival = house.arrival(number)
    assert (arrival.state, arrival.raw) == (told["state"], raw), arrival.result
    assert told.get("result", "") in arrival.result
    if "acts" in told:
        assert house.kinds("tea")[len(played) :] == [told["acts"]]
    else:
        assert heads(house) == before
    names = {siege.names.get(one, one) for one in told["mails"]}
    assert {to for to, _ in sent} == names
    shown = "".join(f"{letter.subject}\n{letter.text}" for letter in letters)
    for phrase in told.get("says", ()):
        assert phrase in shown
    for phrase in told.get("silent_about", ()):
        assert phrase not in shown + "".join(body for _, body in sent)
    assert house.rows("SELECT max(failures) FROM seats") == [(0,)]
    house.close()
