"""What one piece of work reads is of one moment, and no other's."""

import threading
from pathlib import Path

from nomic_mail.store.database.engines import Look
from tests.kit.house import House


def test_another_thread_that_looks_meanwhile_has_a_line_of_its_own(tmp_path: Path) -> None:
    """The moderator is told of the clock while the pump is in the midst of a letter."""
    house = House(tmp_path)
    look, is_mine = Look(house.database), list[bool]()

    def other() -> None:
        with look.read() as line:
            is_mine.append(line is mine)

    with look.held(), look.read() as mine:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        with look.read() as again:
            is_mine.append(again is mine)
    assert is_mine == [False, True]
    house.close()
