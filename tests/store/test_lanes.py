"""Which letters may be claimed while others have some in hand (store.queue.lanes)."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.store.queue.lanes import claimable


def lane(recipient: str) -> int | None:
    """`7` is an address of game 7; the plain one is `-`."""
    return None if recipient == "-" else int(recipient)


def claimed(
    queue: str, taken: str = "", waiting: Sequence[int | None] = (), *, told_apart: bool = True
) -> str:
    """Their places in the queue."""
    letters = ((recipient, place) for place, recipient in enumerate(queue))
    held = dict(enumerate(waiting, 1000))
    found = claimable(letters, list(taken), held, lane if told_apart else None)
    return "".join(map(str, found))


def test_letters_of_games_that_nobody_has_in_hand_are_taken_in_order() -> None:
    assert claimed("12312") == "01234"
    assert claimed("12312", taken="2") == "023"


def test_a_letter_that_may_be_for_any_game_waits_for_all_before_it() -> None:
    assert claimed("12-3") == "01"
    assert claimed("-3", taken="1") == ""
    assert claimed("1-3", taken="1") == ""


def test_while_it_is_in_hand_nothing_after_it_is_taken() -> None:
    assert claimed("-12") == "0"
    assert claimed("12", taken="-") == ""


def test_a_game_that_waits_for_its_deadline_keeps_its_own_letters_back_and_no_others() -> None:
    assert claimed("1212", waiting=[1]) == "13"
    assert claimed("11-", waiting=[1]) == "2"
    assert claimed("12", waiting=[None]) == "01"


def test_what_may_be_in_time_for_that_deadline_is_not_kept_back() -> None:
    letters = ((recipient, place) for place, recipient in enumerate("1121"))
    found = claimable(letters, ["2"], {1000: 1}, lane, lambda place: place == 1)
    assert list(found) == [1]


def test_without_lanes_there_is_one_holder_at_a_time() -> None:
    assert claimed("1-2", told_apart=False) == "012"
    assert claimed("1-2", taken="3", told_apart=False) == ""


def test_a_hand_is_of_a_few_games_and_leaves_the_others_to_others() -> None:
    assert claimed("12345671267") == "0123478"
    assert claimed("12345671267", taken="12345") == "56910"
    assert claimed("1234567-12") == "01234"


@given(st.text("123-", max_size=12), st.data())
def test_nobody_works_beside_a_letter_of_the_same_game_nor_past_one_that_may_be_of_any(
    queue: str, data: st.DataObject
) -> None:
    """Two holders, who claim and are done in any order, until all is done."""
    left = dict(enumerate(queue))
    hands: list[dict[int, str]] = [{}, {}]
    done: list[int] = []
    while left:
        mine, others = data.draw(st.sampled_from([hands, hands[::-1]]))
        if mine:
            first = min(mine)
            done.append(first)
            del mine[first], left[first]
            continue
        free = [(to, place) for place, to in left.items() if place not in others]
        new = list(claimable(iter(free), list(others.values()), {}, lane))
        mine.update({place: left[place] for place in new[: data.draw(st.integers(1, 4))]})
        games = [{lane(to) for to in hand.values()} for hand in hands]
        assert not games[0] & games[1]
        assert None not in games[0] | games[1] or not all(hands)
    for place, to in enumerate(queue):
        earlier = done[: done.index(place)]
        before = [other for other in range(place) if to == "-" or queue[other] in ("-", to)]
        assert set(before) <= set(earlier)
