"""Letters that say they are postings of a game's mailing list: only the list's own are."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from nomic_mail.pump.says.lists import door_of
from nomic_mail.store.people import seats
from tests.kit.house import HOST, House, address_of
from tests.kit.tiers import some
from tests.pump.test_lists import (
    GAME,
    LIST,
    PLAIN,
    TALK,
    VOUCHED,
    posting,
    result,
    sent_on,
    talk,
)

WORDS = "I give up; you have won, all of you.\n"
OF_THE_LIST = {"Authentication-Results": "mx.nomic.example; dmarc=pass header.from=lists.example"}
BOUNCES = "tea-list-bounces@lists.example"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    house.act("set list", game="tea", list_address=LIST)
    house.run()
    return house


def own_door(house: House) -> str:
    return door_of(house.key, f"nomic@{HOST}", "+", house.game())


def forged(house: House, **heads: str) -> EmailMessage:
    """By a stranger, in the name of a player; a head of the same name is replaced."""
    letter = posting(house, house.mover(), WORDS)
    for name, value in heads.items():
        del letter[name.replace("_", "-")]
        letter[name.replace("_", "-")] = value
    return letter


LIST_ID = "The tea list <tea-list.lists.example>"
FORGERIES: dict[str, dict[str, str]] = {
    "To": {},
    "To, with a name": {"To": f'"The tea list" <{LIST}>'},
    "To, in capitals": {"To": LIST.upper()},
    "To, of several": {"To": f"ada@else.example, {LIST}"},
    "Cc": {"To": "ada@else.example", "Cc": LIST},
    "List-Id": {"To": TALK, "List_Id": LIST_ID},
    "List-Id, bare": {"To": TALK, "List_Id": f"<{LIST}>"},
    "List-Post": {"To": TALK, "List_Post": f"<mailto:{LIST}>"},
    "both": {"List_Id": LIST_ID, "List_Post": f"<mailto:{LIST}>", "Precedence": "list"},
    "Sender": {"Sender": BOUNCES, "List_Id": LIST_ID},
    "X-Original-To": {"To": TALK, "X-Original-To": LIST},
    "Delivered-To": {"To": TALK, "Delivered-To": LIST},
    "results of others": {"Authentication-Results": f"evil.example; dmarc=pass header.from={LIST}"},
    "results for others": {
        "Authentication-Results": "mx.nomic.example; dmarc=pass header.from=evil.example"
    },
    "a signer that is no list": {
        "Authentication-Results": "mx.nomic.example; dkim=pass header.d=evil.example"
    },
    "a signer below": {
        "Authentication-Results": "mx.nomic.example; dkim=pass header.d=evil.players.example"
    },
    "ARC": {"ARC-Authentication-Results": "i=1; lists.example; dmarc=pass"},
    "Received-SPF": {"Received-SPF": "pass (lists.example)", "List_Id": LIST_ID},
    "the list's word that it failed": {
        "Authentication-Results": "mx.nomic.example; dmarc=fail header.from=players.example"
    },
}


@pytest.mark.parametrize("how", some(list(FORGERIES), 6))
@pytest.mark.parametrize("mail_from", [BOUNCES, "evil@evil.example", ""])
def test_who_writes_the_lists_name_into_a_letter_is_not_the_list(
    house: House, how: str, mail_from: str
) -> None:
    number = house.hand_in(forged(house, **FORGERIES[how]).as_bytes(), mail_from, [TALK])[0]
    house.run()
    assert talk(house) == 0
    assert house.became(number) in ("held", "screened")


@pytest.mark.parametrize("door", [TALK, TALK.upper(), TALK.replace("+", "%2B"), PLAIN, GAME])
@pytest.mark.parametrize("munged", [True, False])
def test_nor_as_the_list_would_send_it_on(house: House, door: str, *, munged: bool) -> None:
    house.hand_in(sent_on(forged(house), munged=munged), BOUNCES, [door])
    house.run()
    assert talk(house) == 0


def test_the_writer_told_by_reply_to_is_no_more_believed(house: House) -> None:
    author = f"{house.mover()} <{address_of(house.mover())}>"
    letter = forged(house, From=LIST, Reply_To=author, List_Id=LIST_ID)
    house.hand_in(letter.as_bytes(), BOUNCES, [TALK])
    house.run()
    assert talk(house) == 0


def test_results_for_the_list_are_none_for_a_letter_in_a_players_name(house: House) -> None:
    """A list of the same house could have sent it: From is not the list's."""
    house.hand_in(forged(house, **OF_THE_LIST).as_bytes(), BOUNCES, [TALK])
    house.run()
    assert talk(house) == 0


def test_a_made_up_token_opens_nothing(house: House) -> None:
    door = own_door(house)
    for wrong in (door.replace(door[10], "z"), door[:-20] + "aaaa" + door[-16:]):
        house.hand_in(sent_on(forged(house)), BOUNCES, [wrong])
    house.run()
    assert talk(house) == 0


def test_a_players_own_token_makes_no_posting(house: House) -> None:
    """The letter of another player's name, to a talk address that was seen."""
    mover, other = house.mover(), house.others()[0]
    seen = next(line for line in house.last["tea", address_of(other)].text.split() if "+r." in line)
    number = house.post_in(forged(house).as_bytes(), mover, seen)
    house.run()
    assert (talk(house), house.became(number)) == (0, "held")


# The list's own


@pytest.mark.parametrize("munged", [True, False])
@pytest.mark.parametrize("spelling", ["as told", "capitals", "percent"])
def test_what_comes_to_the_lists_own_address_is_taken_down_once(
    house: House, spelling: str, *, munged: bool
) -> None:
    door = own_door(house)
    door = {"as told": door, "capitals": door.upper(), "percent": door.replace("+", "%2B")}[
        spelling
    ]
    raw = sent_on(posting(house, house.mover(), "Four would be better.\n"), munged=munged)
    for to in (door, door, own_door(house)):
        house.hand_in(raw, BOUNCES, [to])
        assert house.run() == []
    assert talk(house) == 1


def test_an_alias_leaves_no_marks_and_needs_none(house: House) -> None:
    raw = posting(house, house.mover(), "Four would be better.\n").as_bytes()
    number = house.hand_in(raw, "owner-tea-list@example.org", [own_door(house)])[0]
    assert house.run() == []
    assert result(house, number) == ("done", "list: talk")


@pytest.mark.parametrize("door", [TALK, PLAIN])
def test_where_the_writers_domain_stands_behind_it_the_old_address_does(
    house: House, door: str
) -> None:
    number = house.hand_in(forged(house, **VOUCHED).as_bytes(), BOUNCES, [door])[0]
    assert house.run() == []
    assert result(house, number) == ("done", "list: talk")


@pytest.mark.parametrize("door", [TALK, PLAIN])
def test_so_it_does_where_the_list_signs_what_it_writes_itself_into(
    house: House, door: str
) -> None:
    raw = sent_on(forged(house))
    head = "".join(f"{name}: {value}\n" for name, value in OF_THE_LIST.items())
    number = house.hand_in(head.encode() + raw, BOUNCES, [door])[0]
    assert house.run() == []
    assert result(house, number) == ("done", "list: talk")


def test_the_moderator_is_told_once_a_day_how_to_go_on_and_can_take_it_down(house: House) -> None:
    numbers = []
    for count in range(3):
        raw = posting(house, house.mover(), f"{WORDS}{count}\n").as_bytes()
        numbers.append(house.hand_in(raw, BOUNCES, [TALK])[0])
    (told,) = house.run()
    assert told.to == f"moderator@{HOST}"
    assert "nomic-mail game show tea" in " ".join(told.text.split())
    assert own_door(house) not in told.text
    assert [result(house, one)[0] for one in numbers] == ["held"] * 3
    house.release(numbers[0])
    assert house.run() == []  # taken down, and not sent to the list again
    assert talk(house) == 1


def test_what_was_held_at_the_old_address_is_taken_down_at_the_new(house: House) -> None:
    raw = sent_on(posting(house, house.mover(), "Four would be better.\n"))
    for door in (TALK, own_door(house), TALK):
        house.hand_in(raw, BOUNCES, [door])
        house.run()
    assert talk(house) == 1


def test_another_list_has_another_address(house: House) -> None:
    old = own_door(house)
    house.act("set list", game="tea", list_address="new-list@lists.example")
    house.run()
    assert own_door(house) != old
    number = house.hand_in(sent_on(posting(house, house.mover(), WORDS)), BOUNCES, [old])[0]
    assert house.run() == []
    assert result(house, number)[0] == "screened"


def test_no_letter_tells_the_lists_address(house: House) -> None:
    secret = own_door(house).partition("+r.")[2].partition("@")[0]
    house.hand_in(
        sent_on(posting(house, house.mover(), f"Write to {own_door(house)}, all!\n")),
        BOUNCES,
        [own_door(house)],
    )
    house.reply(house.mover(), "PROPOSE ENACT: Tea\nTea is at four.\n")
    house.run()
    assert talk(house) == 1
    assert not any(secret.encode() in body for body in house.bodies)
    assert not house.rows(f"SELECT seq FROM ledger WHERE sealed LIKE '%{secret}%'")


def test_two_games_of_one_list_are_told_apart_by_its_addresses(house: House) -> None:
    house.begin("rum")
    house.act("set list", game="rum", list_address=LIST)
    house.run()
    with house.database.read() as connection:
        rum = seats.game_named(connection, "rum")
    assert rum is not None
    door = door_of(house.key, f"nomic@{HOST}", "+", rum)
    house.hand_in(sent_on(posting(house, house.mover(), WORDS)), BOUNCES, [door])
    house.run()
    query = "SELECT game_id FROM ledger WHERE kind = 'Discussed'"
    assert house.rows(query) == [(rum.id,)]


@pytest.mark.parametrize("words", [WORDS, "Something else.\n"])
def test_who_reads_the_list_keeps_no_posting_out_of_the_record(house: House, words: str) -> None:
    """By handing it in first, or another letter under its Message-ID."""
    letter = posting(house, house.mover(), WORDS)
    first = EmailMessage()
    for name in ("From", "Date", "Subject", "Message-ID"):
        first[name] = letter[name]
    first["To"] = GAME
    first.set_content(words)
    (held,) = house.hand_in(first.as_bytes(), "evil@attacker.example", [GAME])
    house.run()
    assert house.became(held) == "held"
    (number,) = house.hand_in(letter.as_bytes(), BOUNCES, [own_door(house)])
    house.run()
    assert result(house, number) == ("done", "list: talk")
