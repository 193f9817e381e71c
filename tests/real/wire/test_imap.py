"""Letters in a mailbox on a real Dovecot: what is taken in, and where it goes from there."""

import itertools
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from nomic_mail.wire import Found
from tests.kit.real.mailbox_house import ADDRESS, House, letter
from tests.kit.real.real_mail import Dovecot, dovecot

users = itertools.count(1)


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as one:
        yield one


@pytest.fixture
def user() -> str:
    return f"box{next(users)}"


@pytest.fixture
def house() -> House:
    return House()


# What is taken in


def test_a_letter_is_taken_whole_and_moved_away(server: Dovecot, user: str, house: House) -> None:
    began = datetime.now(UTC)
    server.deliver(user, letter(1), letter(2))
    reader = house.reader(server, user)
    assert reader.look() == 2
    assert house.subjects() == ["1", "2"]
    one = house.taken[0]
    assert one.raw.endswith(letter(1))
    assert one.mail_from == "ada@players.test"
    assert one.recipients == (ADDRESS,)
    assert timedelta(seconds=-1) <= one.received_at - began < timedelta(seconds=20)
    assert reader.complete_at is not None
    assert server.texts(user) == []
    assert [each.raw for each in house.taken] == server.texts(user, "nomic-done")
    assert reader.look() == 0
    assert len(house.taken) == 2


def test_the_outermost_delivered_to_that_is_ours_is_the_recipient(
    server: Dovecot, user: str, house: House
) -> None:
    marks = "Delivered-To: someone@else.test\r\nX-Original-To: nomic+r.abc@nomic.test\r\n"
    inner = "Delivered-To: nomic+tea.talk@nomic.test\r\n"
    server.append(user, [marks.encode() + inner.encode() + letter(1)])
    server.append(user, [letter(2, to="Tea <nomic+tea@nomic.test>, x@y.test")])
    server.append(user, [letter(3, to="undisclosed-recipients:;")])
    house.reader(server, user).look()
    assert [one.recipients for one in house.taken] == [
        ("nomic+r.abc@nomic.test",),
        ("nomic+tea@nomic.test",),
        (ADDRESS,),
    ]


def test_a_configured_header_tells_the_recipient(server: Dovecot, user: str, house: House) -> None:
    server.append(user, [b"Envelope-To: nomic+tea@nomic.test\r\n" + letter(1)])
    house.reader(server, user, recipient_headers=("Envelope-To",)).look()
    assert house.taken[0].recipients == ("nomic+tea@nomic.test",)


def test_internaldate_is_the_receipt_but_never_later_than_now(
    server: Dovecot, user: str, house: House
) -> None:
    past = datetime(2020, 2, 29, 12, 30, 15, tzinfo=UTC)
    server.append(user, [letter(1)], at=past)
    server.append(user, [letter(2)], at=datetime.now(UTC) + timedelta(days=400))
    house.reader(server, user).look()
    assert house.taken[0].received_at == past
    assert abs(datetime.now(UTC) - house.taken[1].received_at) < timedelta(seconds=20)


def test_what_is_too_large_is_taken_cut_and_held_whole(
    server: Dovecot, user: str, house: House
) -> None:
    large = letter(1, "x" * 998 + "\r\n" + "y" * 5000 + "\r\n")
    server.deliver(user, large, letter(2))
    house.reader(server, user, limit=2000).look()
    sizes = {
        subject: len(one.raw) for subject, one in zip(house.subjects(), house.taken, strict=True)
    }
    assert sizes["1"] == 2001  # one more than the limit: it is seen to be too large
    assert sizes["2"] < 2000
    assert [text[-len(large) :] for text in server.texts(user, "nomic-held")] == [large]
    assert len(server.texts(user, "nomic-done")) == 1


def test_ten_thousand_waiting_letters(server: Dovecot, user: str, house: House) -> None:
    with server.logged_in(user) as client:
        for start in range(0, 10_000, 1000):
            client.multiappend("INBOX", [letter(n) for n in range(start, start + 1000)])
    reader = house.reader(server, user)
    assert reader.look() == 10_000
    assert len({one.source for one in house.taken}) == 10_000
    assert house.subjects() == [str(number) for number in range(10_000)]
    assert server.texts(user) == []


@pytest.mark.parametrize("shared", [False, True])
def test_more_letters_than_a_line_has_numbers_for(
    server: Dovecot, user: str, house: House, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """Some stay there; what comes meanwhile is of this look, or of the next."""
    monkeypatch.setattr("nomic_mail.wire.imap.client.A_LINE_MOST", 2_000)
    monkeypatch.setattr("nomic_mail.wire.imap.line.LOT", 100)
    to = [ADDRESS if not shared or n % 3 else "office@nomic.test" for n in range(650)]
    with server.logged_in(user) as client:
        client.multiappend("INBOX", [letter(n, to=one) for n, one in enumerate(to)])
        client.select_folder("INBOX")
        client.add_flags(list(range(150, 260)), [b"\\Deleted"])  # somebody else's doing
        client.expunge()

    def comes_meanwhile(found: Found) -> None:
        house.refuse = lambda found: None
        server.append(user, [letter(len(to))])

    house.refuse = comes_meanwhile
    there = [str(n) for n, one in enumerate(to) if one == ADDRESS and not 149 <= n < 259]
    reader = house.reader(server, user, shared=shared)
    while reader.look():
        pass
    assert house.subjects() == [*there, str(len(to))]
    assert len(server.texts(user)) == len(to) - 110 - len(there)
    assert reader.look() == 0


def test_a_read_only_mailbox_of_many_letters_is_read_once(
    user: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nomic_mail.wire.imap.client.A_LINE_MOST", 2_000)
    monkeypatch.setattr("nomic_mail.wire.imap.line.LOT", 100)
    with dovecot() as server:
        with server.logged_in(user) as client:
            client.multiappend("INBOX", [letter(n) for n in range(620)])
        reader = house.reader(server, user, done="")
        assert [reader.look(), reader.look()] == [620, 0]
        server.append(user, [letter(620)])
        assert [reader.look(), reader.look()] == [1, 0]
        assert len(server.texts(user)) == 621


def test_heads_without_measure_in_a_shared_mailbox(
    server: Dovecot, user: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are others' mail, and can be sent by anybody: no look may end by them."""
    monkeypatch.setattr("nomic_mail.wire.imap.client.MOST_HEARD", 5_000_000)
    long = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 900) for n in range(2_000))
    heads = [b"To: office@nomic.test\r\n" + long + letter(n, to="x@y.test") for n in range(6)]
    server.append(user, [*heads, letter(7)])
    reader = house.reader(server, user, shared=True)
    assert reader.look() == 1
    assert house.subjects() == ["7"]


def test_many_letters_are_had_again_after_a_restore(user: str, house: House) -> None:
    """More than their numbers have room in a line of ours."""
    with dovecot("protocol imap {\n  imap_max_line_length = 1000\n}\n") as server:
        with server.logged_in(user) as client:
            client.multiappend("INBOX", [letter(n) for n in range(600)])
        began = datetime.now(UTC) - timedelta(minutes=1)
        assert house.reader(server, user).look() == 600
        house.taken.clear()
        house.known.clear()
        assert house.reader(server, user).take_again(began) == 600
        assert sorted(map(int, house.subjects())) == list(range(600))


# Folders


@pytest.mark.parametrize(
    "name", ["Läßt grüßen – 茶", 'a "quoted" \\ one', "x/y/z", "per%cent * star", "a ~tilde & and"]
)
def test_folders_of_odd_names(server: Dovecot, user: str, house: House, name: str) -> None:
    server.append(user, [letter(1)])
    house.reader(server, user, done=name).look()
    with server.logged_in(user) as client:
        client.select_folder(name.replace("/", "."), readonly=True)
        assert len(client.search("ALL")) == 1
    again = house.reader(server, user, folder=name, done="elsewhere")
    assert again.look() == 1
    assert len(server.texts(user, "elsewhere")) == 1


def test_a_server_with_a_prefix_before_every_folder(user: str, house: House) -> None:
    prefix = "namespace inbox {\n  inbox = yes\n  prefix = INBOX.\n  separator = .\n}\n"
    with dovecot(prefix) as server:
        server.append(user, [letter(1)])
        house.reader(server, user, done="games/done").look()
        assert len(server.texts(user, "INBOX.games.done")) == 1


def test_a_read_only_mailbox_is_read_once(user: str, house: House) -> None:
    """Nothing can leave it, so what was taken in is known by its source, after a restart too."""
    acl = "mail_plugins = acl\nplugin {\n  acl = vfile:/dev/null:cache_secs=0\n}\n"
    with dovecot() as server:
        server.deliver(user, letter(1), letter(2))
        server.stop()
        version = server._more
        rights = server.folder / "rights"
        rights.write_text("INBOX owner lr\n")
        server._more = version + acl.replace("/dev/null", str(rights))
        server.start()
        reader = house.reader(server, user)
        assert reader.look() == 2
        server.deliver(user, letter(3))
        assert [reader.look(), reader.look()] == [1, 0]
        assert house.reader(server, user).look() == 0
        assert house.subjects() == ["1", "2", "3"]
        assert len(server.texts(user)) == 3


def test_a_shared_mailbox_keeps_the_mail_of_others(
    server: Dovecot, user: str, house: House
) -> None:
    others = [letter(n, to="office@nomic.test") for n in (1, 2)]
    server.append(user, [*others, letter(3), letter(4, to="x@y.test, nomic+tea@nomic.test")])
    reader = house.reader(server, user, shared=True)
    assert [reader.look(), reader.look()] == [2, 0]
    assert house.subjects() == ["3", "4"]
    assert server.texts(user) == others
    house.reader(server, user, shared=True, ignored="not ours").look()
    assert server.texts(user) == []
    assert server.texts(user, "not ours") == others


@pytest.mark.parametrize("offered", ["IMAP4rev1 UIDPLUS NAMESPACE", "IMAP4rev1"])
def test_without_move_it_is_copied_and_taken_out(user: str, house: House, offered: str) -> None:
    with dovecot(f"imap_capability = {offered}\n") as server:
        server.append(user, [letter(1), letter(2), letter(3)])
        with server.logged_in(user) as client:
            client.select_folder("INBOX")
            client.add_flags([2], [b"\\Deleted"])  # somebody else's doing
        reader = house.reader(server, user)
        assert [reader.look(), reader.look()] == [2, 0]
        assert house.subjects() == ["1", "3"]
        assert len(server.texts(user, "nomic-done")) == 2
        left = 1 if "UIDPLUS" in offered else 3  # without it they can only be marked
        assert len(server.texts(user)) == left
