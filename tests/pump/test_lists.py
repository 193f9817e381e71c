"""A game behind a mailing list: what is for all goes there once, what is one's own stays so, and
what comes back from it neither loops nor counts as a move."""

import email
import email.policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from nomic_mail.play.table import AUTHSERV_ID, HOST, Received
from nomic_mail.pump.says.lists import door_of
from tests.kit.house import House, address_of

LIST = "tea-list@lists.example"
GAME = f"nomic+tea@{HOST}"
TALK = f"nomic+tea.talk@{HOST}"
FOOTER = f"\n_______________________________________________\ntea-list mailing list -- {LIST}\n"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    house.act("set list", game="tea", list_address=LIST)
    house.run()
    return house


def to(letters: list[Received], address: str) -> list[tuple[str, ...]]:
    return [one.occasions for one in letters if one.to == address]


def proposed(house: House) -> list[Received]:
    house.reply(house.mover(), "PROPOSE ENACT: Tea\nTea is at four.\n")
    return house.run()


def raw_to_the_list(house: House) -> EmailMessage:
    for body in reversed(house.bodies):
        letter = email.message_from_bytes(body, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        if letter["To"] == LIST:
            return letter
    raise LookupError(LIST)


def sent_on(letter: EmailMessage, *, munged: bool = True, marks: bool = True) -> bytes:
    """What a list makes of a letter: another From, a prefix, a footer, headers of its own."""
    copy = email.message_from_bytes(letter.as_bytes(), policy=email.policy.default)
    assert isinstance(copy, EmailMessage)
    author = str(copy["From"])
    if munged:
        copy.replace_header("From", f"Somebody via tea-list <{LIST}>")
        del copy["Reply-To"]
        copy["Reply-To"] = author
    copy.replace_header("Subject", f"[tea-list] {copy['Subject']}")
    copy["List-Id"] = "The tea list <tea-list.lists.example>"
    copy["List-Post"] = f"<mailto:{LIST}>"
    copy["Precedence"] = "list"
    if not marks:
        del copy["X-Nomic-Mail"]
        del copy["Auto-Submitted"]
    body = copy.get_body(("plain",))
    assert body is not None
    body.set_content(str(body.get_content()) + FOOTER)
    return copy.as_bytes()


def subscribed(house: House) -> str:
    """What `game show` tells for the list to subscribe."""
    return door_of(house.key, f"nomic@{HOST}", "+", house.game())


def comes_back(house: House, raw: bytes, door: str = "") -> int:
    to = [door or subscribed(house)]
    return house.hand_in(raw, "tea-list-bounces@lists.example", to)[0]


def posting(house: House, name: str, text: str, **heads: str) -> EmailMessage:
    letter = email.message_from_bytes(house.written(name, LIST, text), policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    for key, value in heads.items():
        letter[key] = value
    return letter


def result(house: House, number: int) -> tuple[str, str]:
    ((state, why),) = house.rows(f"SELECT state, result FROM inbox WHERE id = {number}")
    return str(state), str(why)


def talk(house: House) -> int:
    ((count,),) = house.rows("SELECT count(*) FROM ledger WHERE kind = 'Discussed'")
    return int(count)


# What goes out


def test_a_turn_is_told_once_to_the_list_and_asked_of_each_player_alone(house: House) -> None:
    mover, other = house.mover(), house.others()[0]
    told = proposed(house)
    assert to(told, LIST) == [("proposal",)]
    assert to(told, address_of(other)) == []
    assert to(told, address_of(mover)) == [("proposal",)]

    house.reply(mover, "CALL VOTE\n")
    told = house.run()
    assert to(told, LIST) == []
    assert "ballot" in to(told, address_of(mover))[0]
    assert to(told, address_of(other)) == [("ballot",)]

    house.reply(other, "FOR\n")
    told = house.run()
    assert [one.to for one in told] == [address_of(other)]

    house.reply(mover, "FOR\n")
    told = house.run()
    (shared,) = (one for one in told if one.to == LIST)
    assert shared.occasions == ("result",)
    assert "301 is adopted" in shared.text
    assert len(to(told, address_of(other))) == 1  # it is their turn, and so the whole letter
    assert len(to(told, address_of(mover))) == 1  # their vote's receipt


def test_the_letter_to_the_list_holds_nothing_of_one_player(house: House) -> None:
    proposed(house)
    letter = raw_to_the_list(house)
    for part in letter.walk():
        if part.get_content_maintype() == "text":
            words = part.get_content()
            assert "nomic+r." not in words
            assert 'class="replies"' not in words
    assert letter["Reply-To"] == LIST
    assert letter["From"].addresses[0].addr_spec == f"nomic+tea@{HOST}"
    assert not [name for name in letter if name.startswith("List-")]
    assert str(letter["Message-ID"]).count(".") == 3  # name, version, digest: no token
    ((_, path),) = house.rows(
        f"SELECT id, mail_from FROM outbox WHERE recipient = '{LIST}' ORDER BY id DESC LIMIT 1"
    )
    assert path.startswith("nomic+b.")


def test_one_thread_holds_the_proposal_on_the_list(house: House) -> None:
    mover, other = house.mover(), house.others()[0]
    proposed(house)
    first = raw_to_the_list(house)
    house.reply(mover, "CALL VOTE\n")
    house.run()
    for name in (mover, other):
        house.reply(name, "FOR\n")
        house.run()
    last = raw_to_the_list(house)
    assert last["Message-ID"] != first["Message-ID"]
    assert last["References"] == first["References"]


def test_without_a_list_all_is_as_before(house: House) -> None:
    house.act("set list", game="tea", list_address="")
    told = house.run()
    assert sorted(one.to for one in told) == sorted(
        map(address_of, (house.mover(), *house.others()))
    )
    told = proposed(house)
    assert to(told, LIST) == []
    assert to(told, address_of(house.others()[0])) == [("proposal",)]


@pytest.mark.parametrize("address", ["tea", GAME, "ada@players.example"])
def test_what_is_no_list_is_refused(house: House, address: str) -> None:
    number = house.act("set list", game="tea", list_address=address)
    assert house.run() == []
    assert result(house, number)[1].startswith("refused: ")
    assert house.game().list_address == LIST


# What comes back


@pytest.mark.parametrize("door", ["", TALK, GAME, f"nomic@{HOST}"])
@pytest.mark.parametrize("marks", [True, False])
def test_our_own_letter_is_known_whatever_the_list_made_of_it(
    house: House, door: str, marks: bool
) -> None:
    proposed(house)
    version = house.state().version
    number = comes_back(house, sent_on(raw_to_the_list(house), marks=marks), door)
    assert house.run() == []
    state, why = result(house, number)
    assert (state, why.split(":")[0]) == ("screened", "loop")
    assert house.state().version == version


@pytest.mark.parametrize("munged", [True, False])
def test_a_posting_is_talk_for_the_record_once_and_not_relayed(house: House, munged: bool) -> None:
    letter = posting(house, house.mover(), "Four would be better for me.\n")
    for _ in range(2):
        comes_back(house, sent_on(letter, munged=munged))
        assert house.run() == []
    assert talk(house) == 1
    ((words,),) = house.rows("SELECT sealed FROM ledger WHERE kind = 'Discussed'")
    assert "Four would be better" in words
    assert "mailing list --" not in words


def test_an_alias_leaves_no_marks_and_its_postings_are_known_by_to(house: House) -> None:
    letter = posting(house, house.mover(), "Four would be better for me.\n")
    number = comes_back(house, letter.as_bytes())
    assert house.run() == []
    assert result(house, number) == ("done", "list: talk")


PLAIN = f"nomic@{HOST}"
BY_THE_LIST = f"Authentication-Results: {AUTHSERV_ID}; dmarc=pass header.from=lists.example\n"
VOUCHED = {"Authentication-Results": f"{AUTHSERV_ID}; dmarc=pass header.from=players.example"}


def by_the_list(raw: bytes) -> bytes:
    """Our own mail server's word for what has the list in From; it writes it above all else."""
    return BY_THE_LIST.encode() + raw if b"\nFrom: Somebody via" in b"\n" + raw else raw


@pytest.mark.parametrize("munged", [True, False])
def test_a_posting_that_a_mail_server_hands_in_at_the_plain_address_is_talk(
    house: House, munged: bool
) -> None:
    """Dovecot's LMTP cuts off what the talk address adds; lists and aliases name it nowhere."""
    letter = posting(house, house.mover(), "Four would be better for me.\n", **VOUCHED)
    copies = [by_the_list(sent_on(letter, munged=munged)), letter.as_bytes()]
    results = []
    for raw in copies if munged else copies[::-1]:
        number = comes_back(house, raw, PLAIN)
        assert house.run() == []
        results.append(result(house, number))
    assert results[0] == ("done", "list: talk")
    assert results[1][0] == "screened"
    assert talk(house) == 1


def test_a_vote_on_the_list_is_none_at_the_plain_address_either(house: House) -> None:
    """Not though the writer's own domain vouches for it: it was said to the list."""
    mover = house.mover()
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    house.run()
    vote = posting(house, mover, "FOR 301\n", **VOUCHED)
    comes_back(house, vote.as_bytes(), PLAIN)
    (told,) = house.run()
    assert (told.to, told.occasions) == (address_of(mover), ("talk_command",))
    assert (talk(house), house.state().open_polls[0].ballots) == (0, {})


def test_a_letter_to_the_server_with_a_copy_to_the_list_is_a_letter_to_the_server(
    house: House,
) -> None:
    mover = house.mover()
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    house.run()
    vote = posting(house, mover, "FOR 301\n", Cc=PLAIN, **VOUCHED)
    comes_back(house, vote.as_bytes(), PLAIN)
    house.run()
    assert len(house.state().open_polls[0].ballots) == 1


def test_a_list_of_several_games_is_asked_for_the_talk_address(house: House) -> None:
    house.begin("rum")
    house.act("set list", game="rum", list_address=LIST)
    house.run()
    letter = posting(house, house.mover(), "Four would be better for me.\n")
    number = comes_back(house, letter.as_bytes(), PLAIN)
    assert house.run() == []
    assert result(house, number) == ("screened", "list: several games have this list")


def test_a_posting_at_an_address_for_commands_does_nothing(house: House) -> None:
    letter = posting(house, house.mover(), "PROPOSE REPEAL 206\n")
    number = comes_back(house, sent_on(letter), GAME)
    assert house.run() == []
    assert result(house, number)[0] == "screened"


@pytest.mark.parametrize("own_first", [True, False])
def test_a_list_that_knows_both_addresses_does_no_harm(house: House, *, own_first: bool) -> None:
    doors = [subscribed(house), GAME] if own_first else [GAME, subscribed(house)]
    raw = sent_on(posting(house, house.mover(), "Four would be better for me.\n"))
    house.hand_in(raw, "tea-list-bounces@lists.example", doors)
    assert house.run() == []
    assert talk(house) == 1


def test_a_vote_on_the_list_is_no_vote_and_its_writer_is_told(house: House) -> None:
    mover = house.mover()
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    house.run()
    comes_back(house, sent_on(posting(house, mover, "FOR 301\n")))
    (told,) = house.run()
    assert (told.to, told.occasions) == (address_of(mover), ("talk_command",))
    assert (talk(house), house.state().open_polls[0].ballots) == (0, {})


@pytest.mark.parametrize("list_first", [True, False])
def test_a_command_with_a_copy_to_the_list_is_carried_out_once(
    house: House, list_first: bool
) -> None:
    mover = house.mover()
    door = house.door(mover)
    raw = house.written(mover, door, "PROPOSE ENACT: Tea\nTea is at four.\n")
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    letter["Cc"] = LIST
    for from_list in (list_first, not list_first):
        if from_list:
            comes_back(house, sent_on(letter))
        else:
            house.post_in(letter.as_bytes(), mover, door)
        house.run()
    assert list(house.state().proposals) == [301]
    assert not house.rows("SELECT id FROM inbox WHERE state = 'held'")


def test_who_does_not_play_is_not_taken_down(house: House) -> None:
    number = comes_back(house, sent_on(posting(house, "Fay Fermat", "Hello!\n")))
    assert house.run() == []
    assert result(house, number) == ("screened", "list: not from a player")


def test_talk_to_the_server_goes_to_the_list_and_comes_back_as_a_loop(house: House) -> None:
    mover = house.mover()
    door = next(line for line in house.last["tea", address_of(mover)].text.split() if "+r." in line)
    house.post_in(house.written(mover, door, "Shall it be five?\n"), mover, door)
    told = house.run()
    assert [one.to for one in told] == [LIST]
    comes_back(house, sent_on(raw_to_the_list(house)))
    assert house.run() == []
    assert talk(house) == 1


def test_a_list_that_refuses_our_letters_is_told_to_the_moderator_once_a_day(house: House) -> None:
    proposed(house)
    ((path,),) = house.rows(
        f"SELECT mail_from FROM outbox WHERE recipient = '{LIST}' ORDER BY id DESC LIMIT 1"
    )
    for count in range(2):
        report = (
            "From: MAILER-DAEMON@lists.example\nSubject: Undelivered Mail Returned to Sender\n"
            f"Message-ID: <bounce.{count}@lists.example>\nMIME-Version: 1.0\n"
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n"
            "Content-Type: message/delivery-status\n\nReporting-MTA: dns; lists.example\n\n"
            f"Final-Recipient: rfc822; {LIST}\nAction: failed\nStatus: 5.7.1\n--b--\n"
        )
        house.hand_in(report.encode(), "", [path])
    (told,) = house.run()
    assert told.to == f"moderator@{HOST}"
    assert "Letters to the mailing list of tea come back" in told.subject
