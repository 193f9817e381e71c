"""Reply tokens on their ways back: in a Message-ID, shown to others, too old, sent again."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomic_mail.archive.mbox import Ours
from nomic_mail.letters.mime import message
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.cutting import Cut
from nomic_mail.pump.keys import Keys
from nomic_mail.pump.who.challenges import ANSWERS_A_DAY, CHALLENGES_A_DAY
from nomic_mail.store.queue import inbox
from tests.kit.attackers import leaked
from tests.kit.house import HOST, House, address_of
from tests.kit.siege import KEY, Siege, heads, lay_siege

GAME = f"nomic+tea@{HOST}"


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Siege:
    return lay_siege(tmp_path_factory.mktemp("siege"))


@pytest.fixture
def house(siege: Siege, tmp_path: Path) -> House:
    return siege.copy(tmp_path)


def letter(siege: Siege, text: str, to: str, **headers: str) -> bytes:
    made = EmailMessage()
    made["From"] = siege.names["mover"]
    made["To"] = to
    made["Subject"] = "Re: the game"
    made["Date"] = "Mon, 02 Mar 2026 11:00:00 +0000"
    made["Message-ID"] = headers.pop("message_id", "<1@mail.test>")
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    made.set_content(text)
    return made.as_bytes()


def post(house: House, siege: Siege, raw: bytes, to: str) -> int:
    number = house.hand_in(raw, siege.names["mover"], [to])[0]
    house.run()
    return number


def proof(house: House, number: int) -> tuple[str, str]:
    arrival = house.arrival(number)
    return arrival.state, arrival.proof


def test_every_letter_of_ours_tells_in_its_message_id_which_it_is(siege: Siege) -> None:
    """By a token of its own kind, which makes no reply address."""
    (found,) = token.in_ids([siege.names["ballot-id"].strip("<>")], f"nomic@{HOST}")
    reply = token.opened(KEY, siege.names["ballot"].partition("@")[0].removeprefix("nomic+r."))
    named = token.opened(KEY, found)
    assert reply is not None
    assert named == replace(reply, in_id=True)
    assert token.mint(KEY, reply) != found


def test_a_message_id_that_was_folded_still_tells_what_is_answered(
    house: House, siege: Siege
) -> None:
    raw = letter(siege, "AGAINST\n", GAME).replace(
        b"Subject:", f"References: <x@y>\n {siege.names['ballot-id']}\nSubject:".encode()
    )
    assert proof(house, post(house, siege, raw, GAME)) == ("held", "asked")
    question = house.last["tea", siege.names["mover"]]
    assert "s-nail" in question.text
    yes = letter(siege, "YES\n", question.reply_to, message_id="<2@mail.test>")
    post(house, siege, yes, question.reply_to)
    assert house.kinds("tea")[-1] == "BallotCast"


def test_a_reply_to_all_counts_and_its_token_is_the_last_time_good(
    house: House, siege: Siege
) -> None:
    ballot, other = siege.names["ballot"], siege.names["other"]
    number = post(house, siege, letter(siege, "AGAINST\n", ballot, Cc=other), ballot)
    assert proof(house, number) == ("done", "token")
    assert house.kinds("tea")[-1] == "BallotCast"
    answer = [one for one in house.told if one.to == siege.names["mover"]][-1]
    assert answer.occasions == ("receipt", "revoked")  # one letter, with the new token
    assert "reply address has changed" in answer.subject
    after = heads(house)
    stolen = letter(siege, "FOR\n", ballot, message_id="<2@mail.test>")
    assert proof(house, post(house, siege, stolen, ballot)) == ("held", "asked")
    assert heads(house) == after
    again = letter(siege, "STATUS\n", answer.reply_to, message_id="<3@mail.test>")
    assert proof(house, post(house, siege, again, answer.reply_to)) == ("done", "token")


def test_a_token_that_came_over_a_list_is_public(house: House, siege: Siege) -> None:
    ballot = siege.names["ballot"]
    raw = letter(siege, "STATUS\n", ballot, List_Id="<tea.lists.example>")
    assert proof(house, post(house, siege, raw, ballot)) == ("done", "token")
    assert house.rows("SELECT max(token_epoch) FROM seats") == [(1,)]


@pytest.mark.parametrize("cc", ["%mover%", f"moderator@{HOST}", GAME, f"nomic+rum@{HOST}"])
def test_a_copy_to_oneself_to_the_moderator_or_to_us_publishes_nothing(
    house: House, siege: Siege, cc: str
) -> None:
    ballot = siege.names["ballot"]
    post(house, siege, letter(siege, "STATUS\n", ballot, Cc=siege.filled(cc)), ballot)
    assert house.rows("SELECT max(token_epoch) FROM seats") == [(0,)]


def test_an_expired_talk_address_is_talk_all_the_same_once_it_is_confirmed(
    house: House, siege: Siege
) -> None:
    talk = siege.names["expired-talk"]
    number = post(house, siege, letter(siege, "Good morning, all.\n", talk), talk)
    assert proof(house, number) == ("held", "asked")
    asked = house.last["tea", siege.names["mover"]].reply_to
    yes = letter(siege, "YES\n", asked, message_id="<2@mail.test>")
    post(house, siege, yes, asked)
    assert house.became(number) == "done"
    assert house.kinds("tea")[-1] == "Discussed"
    assert "Good morning, all." in house.last["tea", siege.names["other"]].text


def test_a_yes_to_an_expired_question_is_that_answer_and_never_a_vote(
    house: House, siege: Siege
) -> None:
    held = post(house, siege, letter(siege, "AGAINST\n", GAME), GAME)
    asked = house.last["tea", siege.names["mover"]].reply_to
    house.later(days=91)
    late = post(house, siege, letter(siege, "YES\n", asked, message_id="<2@x>"), asked)
    assert proof(house, late) == ("held", "asked")
    again = house.last["tea", siege.names["mover"]].reply_to
    post(house, siege, letter(siege, "YES\n", again, message_id="<3@x>"), again)
    assert (house.became(late), house.became(held)) == ("done", "done")
    cast = house.events("tea")[-1]
    assert (cast.choice, cast.letter) == ("against", house.arrival(held).digest)


def test_a_replayed_letter_does_nothing_twice(house: House, siege: Siege) -> None:
    ballot = siege.names["ballot"]
    raw = letter(siege, "AGAINST\n", ballot)
    post(house, siege, raw, ballot)
    after = heads(house)
    replayed = b"Received: from evil.example by mx; Mon, 2 Mar 2026 12:00:00 +0000\r\n" + raw
    assert proof(house, post(house, siege, replayed, ballot))[0] == "duplicate"
    assert heads(house) == after


def test_the_same_message_id_with_other_words_is_held(house: House, siege: Siege) -> None:
    ballot = siege.names["ballot"]
    post(house, siege, letter(siege, "AGAINST\n", ballot), ballot)
    after = heads(house)
    other = post(house, siege, letter(siege, "FOR\n", ballot), ballot)
    assert proof(house, other)[0] == "held"
    assert heads(house) == after


def test_a_released_letter_acts_as_the_command_it_means(house: House, siege: Siege) -> None:
    number = post(house, siege, letter(siege, "AGAINST\n", GAME), GAME)
    received = house.arrival(number).received_at
    house.later(hours=1)
    with house.database.write() as connection:
        assert inbox.release_held(connection, number, house.clock.now())
    house.run()
    cast = house.events("tea")[-1]
    assert proof(house, number) == ("done", "released")
    assert (type(cast).__name__, cast.received_at) == ("BallotCast", received)
    assert "Your vote AGAINST 302 is counted" in house.last["tea", siege.names["mover"]].text
    with house.database.write() as connection:
        assert not inbox.release_held(connection, number, house.clock.now())


def test_answers_that_change_nothing_are_capped_and_the_moderator_told_once(
    house: House, siege: Siege
) -> None:
    ballot = siege.names["ballot"]
    for count in range(ANSWERS_A_DAY + 3):
        raw = letter(siege, "I am not here.\n", ballot, message_id=f"<{count}@loop.test>")
        house.hand_in(raw, siege.names["mover"], [ballot])
    letters = house.run()
    mine = [one for one in letters if one.to == siege.names["mover"]]
    theirs = [one for one in letters if one.to == f"moderator@{HOST}"]
    assert ANSWERS_A_DAY - 5 < len(mine) <= ANSWERS_A_DAY  # it got others on this day
    assert len(theirs) == 1
    vote = letter(siege, "AGAINST\n", ballot, message_id="<vote@loop.test>")
    assert proof(house, post(house, siege, vote, ballot)) == ("done", "token")
    assert house.kinds("tea")[-1] == "BallotCast"
    house.later(days=1, hours=1)
    status = letter(siege, "STATUS\n", ballot, message_id="<later@loop.test>")
    assert proof(house, post(house, siege, status, ballot)) == ("done", "token")


def test_talk_is_capped_too_and_one_let_through_by_the_moderator_is_sent_on(
    house: House, siege: Siege
) -> None:
    """Each hears what they say themselves: a machine that answers that would never end."""
    kind = token.Matter("talk")
    of = "SELECT game_id, seat FROM seats JOIN games ON games.id = game_id"
    of += " WHERE games.name = 'tea' AND address = ?"
    ((game, seat),) = house.rows(of, siege.names["mover"])
    day = token.expiry(house.clock.now().date(), 90)
    talk = f"nomic+r.{token.mint(KEY, token.Token(game, seat, kind, day))}@{HOST}"
    numbers = [
        post(house, siege, letter(siege, "I am away.\n", talk, message_id=f"<{n}@sea>"), talk)
        for n in range(ANSWERS_A_DAY + 2)
    ]
    spoken = house.kinds("tea").count("Discussed")
    assert ANSWERS_A_DAY - 5 < spoken <= ANSWERS_A_DAY
    capped = [one for one in numbers if house.arrival(one).proof == "capped"]
    assert house.became(capped[0]) == "held"
    assert {house.became(one) for one in capped[1:]} <= {"screened"}
    with house.database.write() as connection:
        assert inbox.release_held(connection, capped[0], house.clock.now())
    house.run()
    assert house.kinds("tea").count("Discussed") == spoken + 1


def test_a_letter_to_a_command_door_and_to_talk_is_never_sent_on(
    house: House, siege: Siege
) -> None:
    ballot = siege.names["ballot"]
    talk = f"nomic+tea.talk@{HOST}"
    raw = letter(siege, "STATUS\n\nThank you all for this.\n", ballot)
    first, second = house.hand_in(raw, siege.names["mover"], [ballot, talk])
    house.run()
    assert proof(house, first) == ("done", "token")
    assert house.became(second) == "screened"
    assert "address for commands" in house.arrival(second).result
    assert "Discussed" not in house.kinds("tea")


def test_which_game_is_asked_no_more_often_than_anything_else(house: House, siege: Siege) -> None:
    server = f"nomic@{HOST}"
    for count in range(ANSWERS_A_DAY + 2):
        raw = letter(siege, "Hello?\n", server, message_id=f"<{count}@loop.test>")
        house.hand_in(raw, siege.names["mover"], [server])
    mine = [one for one in house.run() if one.to == siege.names["mover"]]
    assert len(mine) == CHALLENGES_A_DAY


def test_tokens_are_cut_out_of_what_is_shown_to_others() -> None:
    key, base = b"k" * 32, f"nomic@{HOST}"
    made = token.mint(key, token.Token(1, 2, token.Matter("ballot", 302), 2000))
    seen = (
        f"nomic+r.{made}@{HOST}",
        f"NOMIC+R.{made.upper()}@{HOST}",
        f"nomic%2Br.{made}@{HOST}",
        f"nomic+r.\n> {made}@{HOST}",
        f"nomic+r.{made[:9]}=\n{made[9:]}@{HOST}",
        f"<tea.12.{'0a' * 10}.{made}@{HOST}>",
    )
    for one in seen:
        left = token.without_tokens(f"Look: {one}", base).lower()
        assert made not in left.replace("=\n", "") and made[9:] not in left, one


def test_every_way_to_write_a_token_is_read() -> None:
    key = b"k" * 32
    given = token.Token(1, 2, token.Matter("ballot", 302), 2000)
    made = token.mint(key, given)
    for one in (
        made,
        made.upper(),
        f"{made}.",
        f"{made}>,",
        f"{made[:9]}\r\n {made[9:]}",
        f"{made[:9]}=\r\n{made[9:]}",
        f"*{made}*",
        f"tea.12.{'0a' * 10}.{made}@{HOST}",
    ):
        assert token.opened(key, one) == given, one


def test_the_reader_of_a_talk_letter_gets_nobodys_address_or_token(
    house: House, siege: Siege
) -> None:
    post(house, siege, letter(siege, "STATUS\n", siege.names["ballot"]), siege.names["ballot"])
    talk = leaked(house.last["tea", siege.names["mover"]], "talk")
    quoted = "{ballot}:\n> {ballot-id}\n".replace("{", "%").replace("}", "%")
    text = siege.filled(f"Hello!\n\nOn Monday the game wrote to {quoted}")
    more = {"In_Reply_To": siege.names["ballot-id"], "message_id": "<2@mail.test>"}
    raw = letter(siege, text, talk, **more)
    number = post(house, siege, raw, talk)
    assert house.became(number) == "done"
    relayed = house.last["tea", siege.names["other"]]
    stolen = siege.names["ballot"].partition("@")[0].rpartition(".")[2]
    assert "Hello!" in relayed.text
    assert stolen not in relayed.text + relayed.message_id + relayed.reply_to
    assert address_of("Ada") not in relayed.text.replace(relayed.to, "")
    assert message.read(raw).in_reply_to == siege.names["ballot-id"].strip("<>")


# Nowhere


def test_what_holds_the_secret_does_not_say_it() -> None:
    """A log or a traceback may show them."""
    address = "nomic@house.test"
    ours = Ours(address, "+", frozenset(), "tea", "Tea", KEY)
    shown = f"{Keys(KEY)!r} {ours!r} {Cut(address, '+', KEY)!r}"
    assert repr(KEY) not in shown and KEY.hex() not in shown
