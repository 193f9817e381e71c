"""What a cause says of its letter: no more than the server could know, whatever the letter says;
and nothing by which others could tell how to be believed in its writer's place."""

import json

import pytest

from tests.kit.house import HOST, House, address_of


def caused(house: House, made_up: int | None) -> dict[str, object]:
    """The cause of a proposal whose letter answers one of ours, or one of a Message-ID made up."""
    house.begin()
    mover = house.mover()
    to = house.last["tea", address_of(mover)]
    answered = to.message_id
    if made_up is not None:
        answered = f"<tea.{made_up}.{'a' * 20}@{HOST}>"
    raw = house.written(mover, to.reply_to, "PROPOSE ENACT: Tea\nTea is at four.\nEND\n")
    raw = raw.replace(b"Subject:", f"In-Reply-To: {answered}\nSubject:".encode())
    house.post_in(raw, mover, to.reply_to)
    house.run()
    ((public,),) = house.rows("SELECT public FROM ledger WHERE kind = 'ProposalMade'")
    found: dict[str, object] = json.loads(public)["cause"]
    return found


@pytest.mark.parametrize("made_up", [10**6, 10**11])
def test_a_letter_knew_of_no_more_events_than_there_were(house: House, made_up: int) -> None:
    assert "answers" not in caused(house, made_up)


def test_a_letter_says_which_of_ours_it_answers(house: House) -> None:
    assert caused(house, None)["answers"] in range(1, len(house.events()))


def test_nobody_is_told_what_a_letter_was_believed_by(house: House) -> None:
    assert "sha256" in str(caused(house, None)["proof"])
    assert '"token"' not in str(house.rows("SELECT public FROM ledger"))
