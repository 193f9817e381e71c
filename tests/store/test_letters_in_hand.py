"""Letters that a worker has in hand: nobody else takes one up while it is at work on another."""

from datetime import datetime, timedelta
from pathlib import Path

from nomic_mail.store.queue.inbox import LEASE
from tests.kit.house import House


def test_letters_in_hand_keep_their_lease_while_one_is_worked_on_alone(tmp_path: Path) -> None:
    """A long record is written with no lock held (database, rule 5), and takes nearly a lease: the
    letters behind it, claimed with it, must not be taken for a dead worker's."""
    house = House(tmp_path)
    mover, other = house.open_vote()
    lengthy = house.reply(mover, "RECORDS\n")
    behind = [house.reply(other, "STATUS\n"), house.reply(other, "SCORES\n")]
    left = list[timedelta]()

    def step(name: str) -> None:
        """The clock goes on as the record is done; then, at the next letter, the lease is read."""
        if name == "committed" and house.became(lengthy) == "done" and not left:
            house.later(seconds=LEASE.total_seconds() - 1)
        elif name == "decided" and house.became(lengthy) == "done":
            ((until,),) = house.rows(
                "SELECT claimed_until FROM inbox WHERE id = ? AND state = 'claimed'", behind[-1]
            )
            left.append(datetime.fromisoformat(str(until)) - house.clock.now())

    house.another_pump("the worker", house.database, step).run()
    assert [house.became(one) for one in (lengthy, *behind)] == ["done"] * 3
    assert left
    assert min(left) > LEASE - timedelta(seconds=1)
