"""Floods: what one person can make us write to others, and how often."""

from pathlib import Path

import pytest

from nomic_mail.letters.mime import message
from nomic_mail.play.table import HOST, Received
from nomic_mail.pump.plan import HELD_TOLD_A_DAY
from nomic_mail.pump.who.challenges import CHALLENGES_A_DAY
from tests.attacks.kit import Attack, attacks
from tests.kit.house import House, address_of
from tests.pump.test_bounces import comes_back, failures, last_return_path

MODERATOR = f"moderator@{HOST}"


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path, desk="daily")
    house.open_vote()
    return house


def forged(house: House, sender: str, text: str, number: int, message_id: str = "") -> int:
    """Under anybody's From, to the game's own address."""
    named = message_id or f"<{number}.evil@attacker.example>"
    raw = f"From: Zoe <{sender}>\r\nMessage-ID: {named}\r\nSubject: {number}\r\n\r\n{text}"
    return house.hand_in(raw.encode(), "evil@attacker.example", [f"nomic+tea@{HOST}"])[0]


def to(letters: list[Received], address: str) -> list[Received]:
    return [one for one in letters if one.to == address]


# The Moderator


@attacks(
    Attack(
        "flood",
        "a game's address",
        "writes forty letters under one Message-ID",
        "they are a stranger's like any other, and the Moderator hears of none",
    )
)
def test_one_message_id_for_many_letters(house: House) -> None:
    for number in range(40):
        forged(house, f"zoe{number}@x.example", f"Hello {number}", number, "<same@a.example>")
    assert house.run() == []
    assert house.rows("SELECT count(*) FROM inbox WHERE state = 'held'") == [(0,)]


@attacks(
    Attack(
        "flood",
        "a letter that breaks the server",
        "sends it in forty copies",
        "the Moderator gets ten letters; the rest waits on the desk",
    )
)
def test_letters_that_break_us(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    real = message.read

    def breaks(raw: bytes) -> object:
        if b"breaks" in raw:
            raise ValueError("broken")
        return real(raw)

    numbers = [forged(house, "zoe@x.example", f"breaks {n}", n) for n in range(40)]
    monkeypatch.setattr(message, "read", breaks)
    told = to(house.run(), MODERATOR)
    assert {house.became(one) for one in numbers} == {"held"}
    assert len(told) == HELD_TOLD_A_DAY == 10
    assert "It is the last letter of this kind for a day" in told[-1].text


@attacks(
    Attack(
        "flood",
        "the Moderator's address",
        "writes fifty commands in the Moderator's name",
        "the Moderator is asked about five, and shown the others on the desk",
    )
)
def test_the_moderators_name(house: House) -> None:
    for number in range(50):
        forged(house, MODERATOR, f"PAUSE {number}\n", number)
    assert len(to(house.run(), MODERATOR)) == 5


@attacks(
    Attack(
        "flood",
        "the Moderator's address",
        "asks for the record, or for what is refused, fifty times each in the Moderator's name",
        "the Moderator is answered five times, and told once that there were more",
    )
)
def test_questions_in_the_moderators_name(house: House) -> None:
    for number in range(100):
        forged(house, MODERATOR, "RECORDS\n" if number % 2 else "FOR 301\n", number)
    told = to(house.run(), MODERATOR)
    assert len(told) == CHALLENGES_A_DAY + 1
    assert "held" in told[-1].subject


# A player's vote


@attacks(
    Attack(
        "votes",
        "the Message-ID that a player's mail program will give",
        "uses it first, from another address",
        "the player's vote counts as ever",
    )
)
def test_a_name_that_somebody_else_took(house: House) -> None:
    mover = house.mover("tea")
    forged(house, "zoe@x.example", "Hello", 1, "<mine@mail.test>")
    raw = house.written(mover, house.door(mover), "FOR\n", "<mine@mail.test>")
    number = house.post_in(raw, mover, house.door(mover))
    house.run()
    assert house.became(number) == "done"
    assert house.kinds()[-1] == "BallotCast"


@attacks(
    Attack(
        "votes",
        "a player's address and a Message-ID of theirs to come",
        "writes under both before they vote",
        "the player is asked, and nobody is shown how they vote",
    )
)
def test_a_held_vote_is_shown_to_nobody_else(house: House) -> None:
    mover = house.mover("tea")
    house.post_in(
        house.written(mover, f"nomic+tea@{HOST}", "STATUS\n", "<mine@mail.test>"),
        mover,
        f"nomic+tea@{HOST}",
    )
    house.run()
    door = house.door(mover)
    number = house.post_in(house.written(mover, door, "AGAINST\n", "<mine@mail.test>"), mover, door)
    told = house.run()
    assert house.became(number) == "held"
    assert [one.to for one in told] == [address_of(mover)]
    house.later(days=2)
    morning = to(house.run(), MODERATOR)[-1]
    assert f"Letter {number} is held" in morning.text
    assert "AGAINST" not in morning.text
    house.reply(mover, "YES\n")
    house.run()
    assert house.became(number) == "done"


@attacks(
    Attack(
        "votes",
        "the desk, as a second moderator",
        "reads what held letters say while a vote is open",
        "they see that one is a vote or a question, and not how it goes",
    )
)
def test_the_desk_shows_no_choice(house: House) -> None:
    mover, other = house.mover("tea"), house.others("tea")[0]
    house.unproven(mover, "AGAINST 301\n")
    house.unproven(other, "I think AGAINST unless the cake is good\n")
    house.run()
    house.later(days=2)
    morning = " ".join(to(house.run(), MODERATOR)[-1].text.split())
    assert "a vote, which is not shown" in morning
    assert "AGAINST" not in morning
    assert "cake" not in morning


@attacks(
    Attack(
        "moderator",
        "any address",
        "asks to join, and writes sixty letters more before a player's waits for the Moderator",
        "the desk shows the player's first",
    )
)
def test_a_full_desk(house: House) -> None:
    for number in range(61):
        forged(house, "zoe@x.example", "Hello\n" if number else "JOIN\n", number)
    mine = house.unproven(house.mover("tea"), "AGAINST 301\n")
    house.run()
    assert house.became(mine) == "held"
    house.later(days=2)
    morning = to(house.run(), MODERATOR)[-1].text
    assert f"Letter {mine} is held" in " ".join(morning.split())


# Somebody who has never heard of us

VICTIM = "victim@elsewhere.example"


@attacks(
    Attack(
        "flood",
        "somebody's address",
        "asks to join in their name, and then writes a hundred letters in it",
        "they get one letter, in our words alone",
    )
)
def test_one_letter_a_day_to_who_has_proven_nothing(house: House) -> None:
    forged(house, VICTIM, "JOIN Buy Pills\n", 0)
    for number in range(1, 100):
        forged(house, VICTIM, "Buy pills at pills.example!\n", number)
    told = to(house.run(), VICTIM)
    assert len(told) == 1
    assert "Do you want to join" in told[0].subject
    for day in range(1, 4):
        house.later(days=1, minutes=day)
        for number in range(5):
            forged(house, VICTIM, "Buy pills at pills.example!\n", 100 * day + number)
        told += to(house.run(), VICTIM)
    assert len(told) == 4
    for one in told:
        assert "pills" not in (one.subject + one.text).lower()
        assert "Zoe" not in one.text


@attacks(
    Attack(
        "flood",
        "somebody's address",
        "asks in their name to join each of twelve games, and to look on",
        "they get one letter; the rest waits for the Moderator",
    )
)
def test_one_letter_over_all_games(house: House) -> None:
    games = [f"game{n}" for n in range(12)]
    for game in games:
        house.act("new game", game=game, title="", ruleset="net_play", settings={})
    house.run()
    for n, game in enumerate(games):
        for word in ("JOIN", "OBSERVE"):
            raw = f"From: {VICTIM}\r\nMessage-ID: <{word}{n}@a.example>\r\n\r\n{word}\r\n"
            house.hand_in(raw.encode(), VICTIM, [f"nomic+{game}@{HOST}"])
    assert len(to(house.run(), VICTIM)) == 1


@attacks(
    Attack(
        "flood",
        "somebody's address",
        "asks in their name to join, and then writes to the server's own address",
        "they get no other letter",
    )
)
def test_the_servers_own_address(house: House) -> None:
    forged(house, VICTIM, "JOIN\n", 0)
    assert len(to(house.run(), VICTIM)) == 1
    for n in range(20):
        raw = f"From: {VICTIM}\r\nMessage-ID: <s{n}@a.example>\r\n\r\nSTATUS\r\n"
        house.hand_in(raw.encode(), VICTIM, [f"nomic@{HOST}"])
    assert to(house.run(), VICTIM) == []


@attacks(
    Attack(
        "flood",
        "a seat in two games",
        "asks that letters go to somebody's address, from both and on each day",
        "that address is asked once a day",
    )
)
def test_a_new_address_is_asked_once_a_day(house: House) -> None:
    house.open_vote("rum")
    name = house.mover("tea")
    for game in ("tea", "rum"):
        for order in ("ADDRESS", "ADDRESS ALSO"):
            house.reply(name, f"{order} {VICTIM}\n", game)
            told = house.run()
            assert len(to(told, VICTIM)) == (game == "tea" and order == "ADDRESS")
    assert "was asked something within a day" in " ".join(told[-1].text.split())


@attacks(
    Attack(
        "flood",
        "a domain of somebody's, all of whose addresses come to one mailbox",
        "asks to join each of three games from fifteen of its addresses",
        "twenty are asked, over all games; the rest waits for the Moderator",
    )
)
def test_one_mailbox_with_many_addresses(house: House) -> None:
    for game in ("gin", "ale"):
        house.act("new game", game=game, title="", ruleset="net_play", settings={})
    house.run()
    numbers = []
    for n in range(45):
        sender = f"a{n}@{'mail.' * (n % 2)}victim.example"
        raw = f"From: {sender}\r\nMessage-ID: <{n}@a.example>\r\n\r\nJOIN\r\n".encode()
        game = ("tea", "gin", "ale")[n % 3]
        numbers += house.hand_in(raw, sender, [f"nomic+{game}@{HOST}"])
    told = [one for one in house.run() if one.to.endswith("victim.example")]
    assert len(told) == 20
    assert [house.became(one) for one in numbers] == ["done"] * 20 + ["held"] * 25
    other = forged(house, "zoe@elsewhere.example", "JOIN\n", 46)
    assert len(to(house.run(), "zoe@elsewhere.example")) == 1
    assert house.became(other) == "done"


def test_who_asks_in_earnest_is_asked_on_the_next_day(house: House) -> None:
    """No honest letter is lost."""
    forged(house, VICTIM, "JOIN\n", 1)
    house.run()
    house.later(days=1, minutes=1)
    number = forged(house, VICTIM, "JOIN\n", 2)
    (asked,) = to(house.run(), VICTIM)
    raw = f"From: {VICTIM}\r\nMessage-ID: <yes@x>\r\n\r\nYES\r\n"
    house.hand_in(raw.encode(), VICTIM, [asked.reply_to])
    (answer,) = to(house.run(), VICTIM)
    assert house.became(number) == "done"
    assert "Your request to join Tea is in" in answer.text


# Players


@pytest.fixture
def crowd(tmp_path: Path) -> House:
    """A game of ten."""
    house = House(tmp_path, desk="daily")
    house.act("new game", game="tea", title="", ruleset="net_play", settings={"debate_min": "0"})
    for n in range(10):
        who = f"Pal{'abcdefghij'[n]} Smith{n} <pal{'abcdefghij'[n]}@players.example>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    return house


def moves(house: House, name: str, texts: list[str]) -> tuple[list[Received], list[int]]:
    """All letters of an hour to others, that these make; and the letters in."""
    told, numbers = list[Received](), list[int]()
    for text in texts:
        numbers.append(house.reply(name, text))
        told += house.run()
        house.later(seconds=30)
    house.later(hours=1)
    told += house.run()
    return [one for one in told if one.to != address_of(name)], numbers


@attacks(
    Attack(
        "flood",
        "a seat, in their turn",
        "revises a proposal forty times",
        "the others get twenty letters each and one that gathers the rest; each revision counts",
    )
)
def test_forty_revisions(crowd: House) -> None:
    mover = crowd.mover()
    crowd.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\n")
    crowd.run()
    texts = [f"REVISE ENACT: Tea\nTea is at {n} past four.\n" for n in range(40)]
    told, numbers = moves(crowd, mover, texts)
    assert [crowd.became(one) for one in numbers] == ["done"] * 40
    assert crowd.kinds().count("ProposalRevised") == 40
    assert len(told) <= 9 * 21
    last = [one for one in told if one.to == address_of(crowd.others()[0])][-1]
    assert "gathers what came within an hour" in " ".join(last.text.split())
    assert "Tea is at 39 past four" in last.text
    answer = crowd.last["tea", address_of(mover)]
    assert "the others are told of it once an hour" in " ".join(answer.text.split())


@attacks(
    Attack(
        "flood",
        "a seat",
        "asks for thirty judgments",
        "the others get at most twenty letters each, and one that gathers the rest",
    )
)
def test_thirty_judgments(crowd: House) -> None:
    name = crowd.others()[0]
    told, _ = moves(crowd, name, [f"JUDGMENT: Is {n} a number?\n" for n in range(30)])
    assert crowd.kinds().count("JudgmentInvoked") == 30
    assert len(told) <= 10 * 21


@attacks(
    Attack(
        "flood",
        "a seat",
        "changes their vote eighty times",
        "each change counts and is answered to them; nobody else gets a letter",
    )
)
def test_eighty_vote_changes(house: House) -> None:
    mover = house.mover()
    told, numbers = moves(house, mover, ["FOR\n", "AGAINST\n"] * 40)
    assert [house.became(one) for one in numbers] == ["done"] * 80
    assert [one.to for one in told if one.to != address_of(mover)] == []


@attacks(
    Attack(
        "flood",
        "a return path, from a letter that was forwarded",
        "returns four bounces in a second, and four more each hour",
        "they count once in eight hours; no player is cut off within a day",
    )
)
def test_bounces_in_a_row_count_once(house: House) -> None:
    name = house.mover()
    for _ in range(20):
        for _ in range(4):
            comes_back(house, name)
        house.later(hours=1)
    assert failures(house, name) == (3, False)


@attacks(
    Attack(
        "flood",
        "a return path, from a letter that was forwarded",
        "returns it as a mail server does, twice a day for a month",
        "the player is not cut off by it",
    )
)
def test_one_letter_comes_back_for_ever(house: House) -> None:
    name = house.mover()
    leaked = last_return_path(house, name)
    for _ in range(60):
        comes_back(house, name, to=leaked)
        house.later(hours=12)
    assert failures(house, name) == (2, False)
    comes_back(house, name)
    assert failures(house, name) == (3, True)


@attacks(
    Attack(
        "flood",
        "a seat, in their turn, in a game that somebody looks on at",
        "revises a proposal thirty times",
        "who looks on is told as players are: twenty letters, and one that gathers the rest",
    )
)
def test_revisions_before_who_looks_on(crowd: House) -> None:
    fay = "fay@players.example"
    crowd.act("add observer", game="tea", observer=f"Fay Fermat <{fay}>")
    crowd.run()
    crowd.reply("Fay Fermat", "YES\n")
    mover = crowd.mover()
    crowd.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\n")
    crowd.run()
    texts = [f"REVISE ENACT: Tea\nTea is at {n} past four.\n" for n in range(30)]
    told = to(moves(crowd, mover, texts)[0], fay)
    assert len(told) <= 21
    assert "gathers what came within an hour" in " ".join(told[-1].text.split())
    assert "Tea is at 29 past four" in told[-1].text
    crowd.reply(mover, "REVISE ENACT: Tea\nTea is at five.\n")
    crowd.run()
    crowd.reply("Fay Fermat", "FORFEIT\n")
    crowd.later(hours=2)
    assert [one for one in to(crowd.run(), fay) if "gathers" in one.text] == []


@attacks(
    Attack(
        "flood",
        "a domain of their own",
        "has twenty of its addresses look on each day, so that every letter goes to all of them",
        "a hundred can; who comes after them waits for the Moderator",
    )
)
def test_many_who_look_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomic_mail.pump.who.observers.MOST", 3)
    for number in range(5):
        name = f"Zoe{number} Zander"
        asked = house.unproven(name, "OBSERVE\n")
        house.run()
        if house.became(asked) == "done":
            house.reply(name, "YES\n")
            house.run()
    assert house.became(asked) == "held"
    assert house.rows("SELECT count(*) FROM seats WHERE observes = 1") == [(3,)]
    house.reply(house.mover(), "TELL\nHello to all of you.\n")
    assert len(to_strangers(house.run())) == 3


def to_strangers(letters: list[Received]) -> list[Received]:
    return [one for one in letters if one.to.startswith("zoe")]
