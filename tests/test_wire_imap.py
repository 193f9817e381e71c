"""Letters in a mailbox on a real Dovecot: taken in once and whole, moved out only afterwards,
whatever the server, its folders or the line do."""

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from nomic_mail.clock import SystemClock
from nomic_mail.config import Mailbox
from nomic_mail.letters.token import parse_recipient
from nomic_mail.wire import Found
from nomic_mail.wire.imap import Hooks, Reader, Trouble
from nomic_mail.wire.login import Secret
from tests.cut_line import CutLine
from tests.real_mail import Dovecot, dovecot

ADDRESS = "nomic@nomic.test"
users = iter(range(10_000))


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as one:
        yield one


@pytest.fixture
def user() -> str:
    return f"box{next(users)}"


@pytest.fixture
def line(server: Dovecot) -> Iterator[CutLine]:
    line = CutLine(server.port)
    yield line
    line.close()


def letter(number: int = 1, body: str = "FOR\r\n", to: str = ADDRESS) -> bytes:
    head = f"From: Ada <ada@players.test>\r\nTo: {to}\r\nSubject: {number}\r\n"
    return f"{head}Message-ID: <{number}@players.test>\r\n\r\n{body}".encode()


class House:
    """What stands behind a reader: `taken` is the database."""

    def __init__(self) -> None:
        self.taken: list[Found] = []
        self.known: dict[str, datetime] = {}
        self.refuse: Callable[[Found], None] = lambda found: None
        self.stop = threading.Event()

    def take(self, found: Found) -> None:
        self.refuse(found)
        self.taken.append(found)
        self.known[found.source] = found.received_at

    def subjects(self) -> list[str]:
        return [
            one.raw.partition(b"Subject: ")[2].partition(b"\r\n")[0].decode() for one in self.taken
        ]

    def reader(self, server: Dovecot, user: str, password: str = "pw", **keys: Any) -> Reader:
        limit = keys.pop("limit", 1_000_000)
        settings = {"host": "127.0.0.1", "port": server.port, "security": "none", **keys}
        box = Mailbox(user=user, password=password, timeout_seconds=5, **settings)
        ours: Callable[[str], bool] = lambda to: parse_recipient(to, ADDRESS).kind != "foreign"  # noqa: E731
        hooks = Hooks(ours, self.take, self.known.get, self.stop)
        secret = Secret(box, Path, SystemClock())
        ca = Path(box.ca_file) if box.ca_file else None
        return Reader(box, secret, ca, hooks, SystemClock(), ADDRESS, limit)


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


# A letter is never lost, and never taken twice


def test_a_letter_stays_until_it_is_safely_in(server: Dovecot, user: str, house: House) -> None:
    def busy(found: Found) -> None:
        raise RuntimeError("the disk is full")

    server.append(user, [letter(1)])
    house.refuse = busy
    reader = house.reader(server, user)
    for _ in range(5):
        with pytest.raises(RuntimeError):
            reader.look()
    assert reader.complete_at is None
    assert len(server.texts(user)) == 1
    house.refuse = lambda found: None
    assert reader.look() == 1
    assert server.texts(user) == []


def test_a_letter_that_can_never_be_stored_is_held(
    server: Dovecot, user: str, house: House
) -> None:
    def odd(found: Found) -> None:
        if b"Subject: 1\r" in found.raw:
            raise ValueError("no bytes for that")

    server.append(user, [letter(1), letter(2)])
    house.refuse = odd
    reader = house.reader(server, user)
    assert reader.look() == 1
    assert reader.complete_at is not None
    assert server.texts(user, "nomic-held") == [letter(1)]


@pytest.mark.parametrize(
    ("word", "after"),
    [
        (b"BODY.PEEK[]", 0),
        (b"BODY.PEEK[]", 700),
        (b"RFC822.SIZE", 40),
        (b"UID MOVE", 0),
        (b"UID MOVE", 10),
        (b"SEARCH", 0),
        (b"NOOP", 0),
        (b"AUTHENTICATE", 0),
        (b"SELECT", 20),
    ],
)
def test_a_line_cut_at_any_word_loses_and_doubles_nothing(
    server: Dovecot, user: str, house: House, line: CutLine, word: bytes, after: int
) -> None:
    server.append(user, [letter(n) for n in range(1, 6)])
    line.cut(word, after)
    reader = house.reader(server, user, port=line.port)
    with pytest.raises(Trouble):
        reader.look()
    assert reader.complete_at is None
    reader.look()
    assert sorted(house.subjects()) == ["1", "2", "3", "4", "5"]
    assert server.texts(user) == []
    assert len(server.texts(user, "nomic-done")) == 5
    assert line.sessions == 2


def test_a_mail_server_that_is_killed_and_comes_back(user: str, house: House) -> None:
    with dovecot() as server:
        server.append(user, [letter(1)])
        reader = house.reader(server, user)
        reader.look()
        server.stop()
        with pytest.raises(Trouble, match="connection"):
            reader.look()
        with pytest.raises(Trouble, match="no connection"):
            reader.look()
        server.start()
        server.append(user, [letter(2)])
        assert reader.look() == 1
        assert house.subjects() == ["1", "2"]


def test_a_peer_that_is_dead_but_does_not_say_so(
    server: Dovecot, user: str, house: House, line: CutLine
) -> None:
    reader = house.reader(server, user, port=line.port)
    reader.look()
    line.silence(b"NOOP")
    began = SystemClock().monotonic_seconds()
    with pytest.raises(Trouble, match="no answer within 5 seconds"):
        reader.look()
    assert SystemClock().monotonic_seconds() - began < 15
    server.append(user, [letter(1)])
    assert reader.look() == 1


def test_a_mailbox_that_was_made_anew_is_read_from_its_beginning(
    server: Dovecot, user: str, house: House
) -> None:
    """UIDVALIDITY changes, and UID 1 is another letter."""
    server.append(user, [letter(1)], "games")
    reader = house.reader(server, user, folder="games")
    reader.look()
    reader.close()
    with server.logged_in(user) as client:
        client.delete_folder("games")
    with pytest.raises(Trouble):
        reader.look()
    server.append(user, [letter(2)], "games")
    assert reader.look() == 1
    assert house.subjects() == ["1", "2"]
    assert len({one.source for one in house.taken}) == 2


@pytest.mark.parametrize("told", [b"", b"0"])
def test_a_server_that_tells_no_uidvalidity(
    server: Dovecot, user: str, house: House, line: CutLine, told: bytes
) -> None:
    """The letter's own hash is its name, so a UID that is used again hides no letter."""

    def without(piece: bytes) -> bytes:
        head, mark, rest = piece.partition(b"* OK [UIDVALIDITY ")
        if not mark:
            return piece
        tail = rest.partition(b"]")[2]
        return head + (b"* OK [UIDVALIDITY 0]" if told else b"* OK [X]") + tail

    line.change = without
    for number in (1, 2):
        server.append(user, [letter(number)], f"box {number}")
        house.reader(server, user, port=line.port, folder=f"box {number}").look()
    # the same folder, the same UID, another letter
    with server.logged_in(user) as client:
        client.delete_folder("box 1")
    server.append(user, [letter(3)], "box 1")
    house.reader(server, user, port=line.port, folder="box 1").look()
    assert house.subjects() == ["1", "2", "3"]


def test_another_letter_under_a_name_that_is_known_is_not_taken_for_it(
    server: Dovecot, user: str, house: House
) -> None:
    """A server that gave the same UIDVALIDITY again."""
    server.append(user, [letter(1)], at=datetime(2026, 1, 1, tzinfo=UTC))
    reader = house.reader(server, user)
    reader.look()
    source = house.taken[0].source
    server.append(user, [letter(2)], at=datetime(2026, 1, 2, tzinfo=UTC))
    name, _, uid = source.rpartition(" ")
    house.known[f"{name} {int(uid) + 1}"] = datetime(2026, 1, 1, tzinfo=UTC)
    assert reader.look() == 1
    assert house.taken[1].raw == letter(2)
    assert house.taken[1].source != house.taken[0].source


def test_a_letter_whose_answer_gets_lost_is_asked_for_again(
    server: Dovecot, user: str, house: House, line: CutLine
) -> None:
    """imapclient drops what it did not ask for, and with it, at times, what it did (#334)."""
    lost: list[bytes] = []

    def without_the_second(piece: bytes) -> bytes:
        if b"UID 2 RFC822.SIZE" in piece and not lost:
            lost.append(piece)
            lines = piece.split(b"\r\n")
            return b"\r\n".join(one for one in lines if b"UID 2 RFC822" not in one)
        return piece

    line.change = without_the_second
    server.append(user, [letter(1), letter(2), letter(3)])
    assert house.reader(server, user, port=line.port).look() == 3
    assert lost
    assert sorted(house.subjects()) == ["1", "2", "3"]


def test_a_letter_that_somebody_took_away_meanwhile_is_passed_over(
    server: Dovecot, user: str, house: House
) -> None:
    server.append(user, [letter(1), letter(2)])

    def gone(found: Found) -> None:
        with server.logged_in(user) as client:
            client.select_folder("INBOX")
            client.add_flags([2], [b"\\Deleted"])
            client.expunge()

    house.refuse = gone
    reader = house.reader(server, user)
    reader.look()
    assert reader.complete_at is not None
    reader.look()
    assert server.texts(user) == []


def test_a_letter_the_server_never_hands_out_holds_up_the_others_three_times(
    server: Dovecot, user: str, house: House, line: CutLine
) -> None:
    def without_the_first(piece: bytes) -> bytes:
        lines = piece.split(b"\r\n")
        return b"\r\n".join(one for one in lines if b"UID 1 RFC822" not in one)

    line.change = without_the_first
    server.append(user, [letter(1), letter(2)])
    reader = house.reader(server, user, port=line.port)
    for _ in range(2):
        with pytest.raises(Trouble, match="does not hand out letter 1"):
            reader.look()
    assert reader.look() == 1
    assert house.subjects() == ["2"]
    assert server.texts(user) == [letter(1)]


# Waiting


def test_news_end_the_wait(server: Dovecot, user: str, house: House) -> None:
    reader = house.reader(server, user)
    reader.look()
    threading.Timer(0.3, lambda: server.deliver(user, letter(1))).start()
    began = SystemClock().monotonic_seconds()
    reader.wait(20)
    assert SystemClock().monotonic_seconds() - began < 10
    assert reader.look() == 1


def test_a_stop_ends_the_wait(server: Dovecot, user: str, house: House) -> None:
    for idle in (True, False):
        reader = house.reader(server, user, idle=idle)
        reader.look()
        threading.Timer(0.2, house.stop.set).start()
        began = SystemClock().monotonic_seconds()
        reader.wait(20)
        assert SystemClock().monotonic_seconds() - began < 5
        house.stop.clear()


def test_a_line_cut_in_idle_is_trouble_at_once_and_not_a_busy_loop(
    server: Dovecot, user: str, house: House, line: CutLine
) -> None:
    reader = house.reader(server, user, port=line.port)
    reader.look()
    threading.Timer(0.3, line.cut_now).start()
    began = SystemClock().monotonic_seconds()
    with pytest.raises(Trouble):
        reader.wait(20)
    assert SystemClock().monotonic_seconds() - began < 10
    server.append(user, [letter(1)])
    assert reader.look() == 1


def test_what_comes_between_the_look_and_the_wait_is_found(
    server: Dovecot, user: str, house: House
) -> None:
    """Its EXISTS may come with the `+ idling`, where nobody sees it: so the wait is no proof."""
    reader = house.reader(server, user)
    reader.look()
    server.deliver(user, letter(1))
    reader.wait(0.2)
    assert reader.look() == 1
