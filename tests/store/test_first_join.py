"""Who asked for a seat first: the letter that opened it gives its name and surname (201)."""

from pathlib import Path

from nomic_mail.store.queue import inbox
from nomic_mail.store.queue.inbox import Parcel
from tests.kit.house import HOST, START, House


def test_the_first_letter_that_asked_for_a_seat_is_the_one_it_is_known_by(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    game = house.game()
    asked = [
        (3, b"JOIN Vincent van Gogh"),
        (3, b"JOIN Vin Gogh"),
        (4, b"JOIN Cleo Clement"),
    ]
    for seat, raw in asked:
        parcel = Parcel(f"mx {raw!r}", "letter", raw, "", raw.decode(), "", "", START)
        with house.database.write() as connection:
            inbox.accept(connection, parcel, [f"nomic+tea@{HOST}"])
            (arrival,) = inbox.claim(connection, "one", START)
            values = {"proof": "join", "game_id": game.id, "seat": seat}
            inbox.settle(connection, arrival, "one", state="done", **values)
    with house.database.read() as connection:
        found = {seat: inbox.first_join(connection, game.id, seat) for seat in (3, 4, 5)}
    assert found == {3: b"JOIN Vincent van Gogh", 4: b"JOIN Cleo Clement", 5: None}
