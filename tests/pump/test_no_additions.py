"""A mail server that delivers no addresses with additions: `delimiter = ""`. All letters come to
one address, and say by what they answer, or by a line in them, what they are for."""

from pathlib import Path

import msgspec
import pytest

from nomic_mail.letters.mime import message
from nomic_mail.letters.proof import token
from tests.kit.house import HOST, House, address_of

SERVER = f"nomic@{HOST}"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    mail = msgspec.structs.replace(house.config.mail, delimiter="")
    house.config = msgspec.structs.replace(house.config, mail=mail)
    house.pump = house.another_pump("the house", house.database)
    return house


def lines(house: House, name: str) -> tuple[str, str]:
    """The two lines at the end of the last letter: for a reply, and for talk."""
    found = [
        one for one in house.last["tea", address_of(name)].text.split("\r\n") if "[nomic" in one
    ]
    return found[0], found[1]


def sends(house: House, name: str, text: str, answers: str = "") -> int:
    raw = house.written(name, SERVER, text)
    if answers:
        raw = raw.replace(b"Subject:", f"In-Reply-To: {answers}\nSubject:".encode())
    number = house.post_in(raw, name, SERVER)
    house.run()
    return number


def test_every_address_of_ours_is_the_one_there_is(house: House) -> None:
    house.begin()
    for one in house.told:
        assert one.reply_to == SERVER
    senders = {row[0] for row in house.rows("SELECT mail_from FROM outbox")}
    assert senders <= {SERVER, ""}


def test_a_turn_by_what_is_answered_and_by_the_line(house: House) -> None:
    house.begin()
    mover, other = house.mover(), house.others()[0]
    text = "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n"
    answered = house.last["tea", address_of(mover)].message_id
    reply, _ = lines(house, mover)
    number = sends(house, mover, text, answered)
    assert (house.became(number), house.arrival(number).proof) == ("held", "asked")
    number = sends(house, mover, f"{text}\n> {reply}\n", answered)
    assert (house.became(number), house.kinds()[-1]) == ("done", "VotingOpened")
    reply, talk = lines(house, other)
    quoted = "".join(f"> {one}\n" for one in ("FOR or AGAINST?", reply, talk))
    number = sends(house, other, f"AGAINST\n\n{quoted}")
    assert (house.became(number), house.kinds()[-1]) == ("done", "BallotCast")
    number = sends(house, mover, "FOR\n")
    assert house.became(number) == "held"


def test_the_line_for_talk_talks_and_nothing_of_it_is_relayed(house: House) -> None:
    house.begin()
    mover, other = house.mover(), house.others()[0]
    _, talk = lines(house, mover)
    answers = house.last["tea", address_of(mover)].message_id
    number = sends(house, mover, f"{talk}\n\nGood morning, all.\n", answers)
    assert (house.became(number), house.kinds()[-1]) == ("done", "Discussed")
    relayed = house.last["tea", address_of(other)].text
    assert "Good morning, all." in relayed
    assert talk not in relayed


def test_another_players_line_proves_nothing(house: House) -> None:
    house.begin()
    reply, _ = lines(house, house.others()[0])
    number = sends(house, house.mover(), f"{reply}\n\nPROPOSE REPEAL 206\n")
    assert house.became(number) == "held"


def test_a_letter_copied_whole_is_a_reply_and_no_talk(house: House) -> None:
    """Some mail programs mark nothing as quoted."""
    house.begin()
    reply, talk = lines(house, house.mover())
    number = sends(house, house.mover(), f"STATUS\n\nIt is your turn\n\n{reply}\n{talk}\n")
    assert house.became(number) == "done"
    assert "Discussed" not in house.kinds()


def test_a_line_that_was_wrapped_is_read() -> None:
    made = token.mint(b"k" * 32, token.Token(1, 2, token.Matter("ballot", 302), 2000))
    line = token.code_line(made)
    for text in (
        line,
        line.upper(),
        f"> {line[:20]}\n> {line[20:]}",
        f">>{line[:6]}\n>> {line[7:]}",
    ):
        assert [code.lower() for _, code in token.in_text(text)] == [made], text
        assert made not in token.without_tokens(text, SERVER, "")
    assert message.read(f"\n{line}".encode()).text.strip() == line
