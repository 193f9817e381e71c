"""What shows a sealed vote without being it (how many letters there are, how long they are);
machines that answer for the Moderator; and what is attached to a letter."""

import json
from pathlib import Path

import pytest

from nomic_mail.archive.json import record_json
from nomic_mail.play.table import HOST
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of

MODERATOR = f"moderator@{HOST}"
WHY = "COMMENT: since it is so"
VOTES = (
    "FOR",
    "AGAINST",
    "NO 301",
    f"FOR\n\n{WHY}",
    f"AGAINST\n\n{WHY}, and for other reasons, too",
)


def seen(folder: Path, vote: str) -> tuple[object, ...]:
    """What others can see of a vote while it is sealed: letters by reader, subject and length, and
    the record by its length."""
    folder.mkdir()
    house = House(folder)
    mover, _ = house.open_vote()
    told, bodies = len(house.told), len(house.bodies)
    house.reply(mover, f"{vote}\n")
    house.run()
    house.later(hours=20)
    house.run()
    letters = [
        (one.to, one.subject, len(body))
        for one, body in zip(house.told[told:], house.bodies[bodies:], strict=True)
        if one.to != address_of(mover)
    ]
    record = record_json(house.entries("tea", 0))
    kinds = [one["public"]["event"] for one in json.loads(record)["ledger"]["entries"]]
    return letters, len(record), kinds, house.rows("SELECT count(*) FROM outbox")


@attacks(
    Attack(
        "votes",
        "a seat, the Moderator's letters and the record, while a vote is open",
        "compares how many letters there are, how long, in which order, after each choice",
        "there is no difference, but that words stand beside a vote",
    )
)
def test_a_vote_has_one_shape(tmp_path: Path) -> None:
    letters, size, kinds, count = zip(
        *(seen(tmp_path / str(number), vote) for number, vote in enumerate(VOTES)), strict=True
    )
    assert all(one == letters[0] for one in letters)
    assert all(one == kinds[0] for one in kinds)
    assert len(set(map(str, count))) == 1
    assert len(set(size[:3])) == 1
    assert len(set(size[3:])) == 1


def asked(house: House) -> tuple[str, str]:
    """The address that takes the YES to an act forged in the Moderator's name, and the question."""
    raw = f"From: {MODERATOR}\r\nTo: nomic+tea@{HOST}\r\nMessage-ID: <f@x>\r\n\r\nEND GAME now\r\n"
    house.hand_in(raw.encode(), "evil@x.example", [f"nomic+tea@{HOST}"])
    (question,) = house.run()
    assert question.to == MODERATOR
    return question.reply_to, question.text


AWAY = {
    "thanks, and copies the letter as it is": "Thank you for your letter. I am away.\r\n\r\n{text}",
    "copies the letter as it is": "{text}",
    "copies the letter behind marks": "I am away.\r\n\r\n{quoted}",
    "says yes and more": "Yes, we have received your message and will answer soon.",
    "says yes, and a name": "Yes! You have reached Grace Hopper.\r\nI am on holiday until May.",
    "says that it is out": "I am out of the office. Reply YES to be called back.",
    "writes the word as its title": "I am away.",
}


@each(
    "moderator",
    "the Moderator's address, whose machine answers and does not say that it is one",
    "forges an act in their name; the machine {}",
    "the act is not done",
    AWAY,
)
@pytest.mark.parametrize("subject", ["Re: {subject}", "Automatic reply", "YES, I am away"])
def test_a_machine_of_the_moderators(tmp_path: Path, given: str, subject: str) -> None:
    house = House(tmp_path)
    house.open_vote()
    to, text = asked(house)
    quoted = "".join(f"> {line}\r\n" for line in text.splitlines())
    body = given.format(text="\r\n".join(text.splitlines()), quoted=quoted)
    title = subject.format(subject=house.told[-1].subject)
    raw = (
        f"From: {MODERATOR}\r\nTo: {to}\r\nMessage-ID: <a@x>\r\nSubject: {title}\r\n\r\n{body}\r\n"
    )
    house.hand_in(raw.encode(), MODERATOR, [to])
    house.run()
    assert "GameEnded" not in house.kinds()
    assert house.state().status == "running"


def test_the_moderators_own_yes(tmp_path: Path) -> None:
    """What the machine does not say."""
    house = House(tmp_path)
    house.open_vote()
    to, _ = asked(house)
    raw = f"From: {MODERATOR}\r\nTo: {to}\r\nMessage-ID: <a@x>\r\n\r\nYES\r\n"
    house.hand_in(raw.encode(), MODERATOR, [to])
    house.run()
    assert "GameEnded" in house.kinds()


ATTACHED = {
    "an invitation to a date": ("text/calendar; method=REQUEST", "BEGIN:VCALENDAR\r\n{v}\r\n"),
    "the answer to one": ("text/calendar; method=REPLY", "BEGIN:VCALENDAR\r\nSUMMARY:{v}\r\n"),
    "a card of theirs": ("text/vcard", "BEGIN:VCARD\r\nFN:{v}\r\nNOTE:{v}\r\n{v}\r\nEND:VCARD"),
    "an older card": ("text/x-vcard", "BEGIN:VCARD\r\n{v}\r\n"),
    "a table": ("text/csv", "a,b\r\n{v}\r\n"),
    "a letter": ("message/rfc822", "From: ada@players.example\r\n\r\n{v}\r\n"),
    "a picture's words": ("image/svg+xml", "<svg><text>{v}</text></svg>"),
    "a key": ("application/pgp-keys", "{v}\r\n"),
}


@each(
    "votes",
    "what a player's program attaches to each of their letters",
    "is {} with a vote in it",
    "it is nobody's vote",
    ATTACHED,
)
@pytest.mark.parametrize("inline", [True, False])
def test_a_vote_in_what_is_attached(tmp_path: Path, given: tuple[str, str], inline: bool) -> None:
    house = House(tmp_path)
    house.open_vote()
    name, (kind, text) = house.others()[0], given
    how = "inline" if inline else "attachment; filename=x"
    raw = house.written(name, house.door(name), "BODY\n").partition(b"Content-Type")[0]
    raw += (
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
        f"I think about it.\n--b\nContent-Type: {kind}\nContent-Disposition: {how}\n\n"
        f"{text.format(v='AGAINST 301')}\n--b--\n"
    ).encode()
    house.post_in(raw, name, house.door(name))
    house.run()
    assert "BallotCast" not in house.kinds()
