"""What goes wrong, and what strangers send: forged and malformed letters, letters of machines, the
power, the disk, outages, letters at the very edge of a deadline."""

from datetime import datetime, timedelta

from nomic_mail.game.state import Poll, label
from nomic_mail.letters.proof import token
from nomic_mail.letters.proof.token import Matter, Token
from nomic_mail.play.simulator import people, words
from nomic_mail.play.simulator.house import PowerCut
from nomic_mail.play.simulator.luck import Luck
from nomic_mail.play.simulator.network import Mailed, Nature, Person, SaidOfBallot
from nomic_mail.play.simulator.world import Sitting, World
from nomic_mail.play.table import HOST

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def forged(world: World, luck: Luck) -> bool:
    """A vote, or anything, in somebody's name, by somebody who cannot read their mail; or who can
    read a letter of their own."""
    sitting, victim = luck.pick(world.sittings), luck.pick([*world.people, world.moderator])
    thief = luck.pick(world.people)
    all_of_it = (*words.FOR, *words.AGAINST, *words.MOVES)
    said = luck.pick(all_of_it if victim is not world.moderator else words.ACTS)
    return forged_as(world, luck, sitting, (thief, victim), people.filled(said, sitting, luck))


def forged_as(
    world: World, luck: Luck, sitting: Sitting, who: tuple[Person, Person], text: str
) -> bool:
    """The first of them writes it as the second."""
    thief, victim = who
    sender, to = f"{victim.name} <{victim.address}>", f"nomic+{sitting.name}@{HOST}"
    how = luck.pick(("plain", "garbled", "theirs", "two", "display", "key"))
    if how == "theirs" and thief is not victim:
        letter = people.answerable(world, sitting, thief, luck)
        to = letter.reply_to if letter else to
    elif how == "garbled" and victim.letters:
        door = victim.letters[-1].reply_to
        to = door.replace("a", "b", 1) if "a" in door else door[:-3]
    elif how == "two":
        sender = f"{thief.name} <{thief.address}>, {sender}"
    elif how == "display":
        sender = f'"{victim.name} <{victim.address}>" <mallory@elsewhere.example>'
    elif how == "key":
        made = Token(sitting.id, world.seat_of(sitting, victim) or 1, Matter("game"), 5000)
        to = f"nomic+r.{token.mint(b'another key' * 3, made)}@{HOST}"
    raw = world.letter(sender, to, text)
    mail_from = luck.pick((victim.address, thief.address, "mallory@elsewhere.example"))
    _post(
        world, raw, mail_from, to, "forged", f"forged ({how}) as {victim.first_name}: {text!r:.60}"
    )
    return True


def _post(world: World, raw: bytes, mail_from: str, to: str, nature: Nature, told: str) -> None:
    world.network.send(Mailed(raw, mail_from, to, nature, "", told), world.now + MINUTE)


def malformed(world: World, luck: Luck) -> bool:
    """Bytes that a letter cannot be made of, and letters with holes."""
    sitting, person = luck.pick(world.sittings), luck.pick(world.people)
    door = person.letters[-1].reply_to if person.letters else f"nomic@{HOST}"
    to = luck.pick((door, f"nomic@{HOST}", f"nomic+{sitting.name}@{HOST}")) or f"nomic@{HOST}"
    raw = bytearray(world.letter(f"{person.name} <{person.address}>", to, "STATUS\nHm.\n"))
    head = raw.index(b"\r\n\r\n")
    how = luck.pick(("bytes", "cut", "noise", "empty", "nested", "long", "headless"))
    if how == "bytes":
        raw = bytearray(luck.bytes(200))
    elif how == "cut":
        del raw[luck.number(head) :]
    elif how == "noise":
        for _ in range(20):
            raw[luck.number(head)] = luck.number(256)
    elif how == "empty":
        raw = bytearray()
    elif how == "nested":
        mime = b"\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
        raw[head:] = mime + b"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" * 50
    elif how == "long":
        raw += b"x" * 3000
    else:
        raw = raw[head:]
    told = f"malformed ({how}), at {person.first_name}'s door"
    _post(world, bytes(raw), person.address, to, "malformed", told)
    return True


def loops(world: World, luck: Luck) -> bool:
    """A letter of ours comes back to us as it was, or a bounce that nobody asked for."""
    person = luck.pick(world.people)
    if not person.letters:
        return False
    letter = luck.pick(person.letters[-5:])
    if luck.chance(50):
        to = letter.reply_to or letter.mail_from or f"nomic@{HOST}"
        _post(world, letter.raw, person.address, to, "machine", "a letter of ours comes back whole")
        return True
    text = "Undeliverable. Final-Recipient: rfc822; ada@players.example. 550 5.1.1 unknown."
    raw = world.letter("MAILER-DAEMON@elsewhere.example", letter.reply_to, text)
    raw = raw.replace(b"Subject: the game", b"Subject: Undelivered Mail Returned to Sender")
    _post(
        world, raw, "", letter.reply_to or f"nomic@{HOST}", "machine", "a bounce at a reply address"
    )
    return True


def same_name(world: World, luck: Luck) -> bool:
    """A Message-ID that was used before, for other words."""
    handed = [one for one in world.network.handed.values() if one.posted.nature == "genuine"]
    if not handed:
        return False
    old = luck.pick(handed[-10:]).posted
    head, _, _ = old.raw.partition(b"\r\n\r\n")
    raw = head + b"\r\n\r\nAGAINST ALL\r\n"
    _post(
        world, raw, old.mail_from, old.to, "forged", f"the same Message-ID, other words: {old.told}"
    )
    return True


def doubled(world: World, luck: Luck) -> bool:
    """A letter that came in long ago comes again."""
    handed = list(world.network.handed.values())
    if not handed:
        return False
    world.network.send(luck.pick(handed[-12:]).posted, world.now + luck.time(MINUTE, 2 * DAY))
    return True


# Power, disk, mail servers


def power(world: World, luck: Luck) -> bool:
    """The power will fail in the middle of what comes next."""
    world.cut_at(luck)
    return True


def stumble(world: World, luck: Luck) -> bool:
    """In the middle of a transaction the disk fails, once."""
    step, after = luck.pick(("decided", "written")), luck.number(4)
    world.house.cut_at(step, after, only_stumbles=True)
    world.log(f"the disk will stumble at: {step}, after {after} more")
    return True


def down(world: World, luck: Luck) -> bool:
    """The server is away for a while, as by a reboot or because the power is gone."""
    if luck.chance(50):
        world.house.stop()
        world.log("the server is stopped")
    else:
        world.house.cut()
        world.log("the power fails")
    world.advance(world.now + _while(luck), luck)
    world.house.start()
    world.log("the server is started")
    world.work()
    return True


def _while(luck: Luck) -> timedelta:
    least, most = luck.pick(((MINUTE, 10 * MINUTE), (HOUR, 12 * HOUR), (DAY, 9 * DAY)))
    return luck.time(least, most)


def full(world: World, luck: Luck) -> bool:
    """Nothing can be written for a while."""
    world.house.disk_is_full = True
    world.log("the disk is full")
    world.advance(world.now + luck.time(MINUTE, 30 * HOUR), luck)
    world.house.disk_is_full = False
    world.log("the disk has room again")
    world.work()
    return True


def mailbox_fails(world: World, luck: Luck) -> bool:
    """The mail server answers a little, and then no more, for a while."""
    if not world.house.config.mailbox:
        return False
    world.house.post_box.fails_after = luck.number(6)
    world.log(f"the mail server breaks off after {world.house.post_box.fails_after} answers")
    world.advance(world.now + _while(luck), luck)
    world.house.post_box.fails_after = None
    world.log("the mail server is well again")
    world.work()
    return True


# At the edge


def _closing(world: World, luck: Luck) -> tuple[Sitting, Poll, Person, int, datetime] | None:
    """A ballot with a deadline, and somebody who has not voted yet."""
    found = [
        (sitting, poll, person, seat, poll.closes_at)
        for sitting in world.sittings
        for poll in sitting.state.open_polls
        for seat in poll.missing
        if (person := world.person_at(sitting, seat)) and poll.closes_at
        if sitting.state.status == "running" and poll.closes_at > world.now + MINUTE
    ]
    return luck.pick(found) if found else None


def in_flight(world: World, luck: Luck) -> bool:
    """A vote whose last byte is in before the deadline; it is on the disk only after it."""
    found = _closing(world, luck)
    if found is None:
        return False
    sitting, poll, person, seat, closes_at = found
    world.advance(closes_at - MINUTE, luck)
    letter = people.answerable(world, sitting, person, luck)
    now = sitting.state.polls.get(poll.number)
    if letter is None or now is None or now.closes_at != closes_at or not world.house.daemon:
        return False
    choice = people.choice_of(sitting.state, luck, poll)
    text = words.vote(luck, choice, label(poll.number), bare=False)
    said = SaidOfBallot(sitting.name, seat, poll.number, choice)
    raw = world.letter(f"{person.name} <{person.address}>", letter.reply_to, text, answers=letter)
    told = f"{person.first_name} to its reply address, at the edge: {text!r}"
    posted = Mailed(raw, person.address, letter.reply_to, "genuine", person.name, told, said)
    late = luck.time(MINUTE, 2 * HOUR)
    if not world.house.listens:
        return _lies_in_the_mailbox(world, posted, late)
    world.set_clock(closes_at - timedelta(seconds=luck.number(30)))
    server, handed = world.house.up, world.network.handing(posted, mailbox=False)
    flight, at = world.house.begin()
    world.log(f"the last byte is in: {told}")
    world.set_clock(closes_at + late)
    world.work()
    if world.house.daemon is not server:  # the power failed: there was no 250
        world.network.send(posted, world.now + MINUTE)
        return True
    try:
        if world.house.end(flight, at, posted.raw, posted.mail_from, posted.to):
            handed.had_at.append(at)
            world.log(f"mail {told} (received at {at:%H:%M:%S})")
    except PowerCut:
        handed.unsaid += 1
        world.house.cut()
        world.house.start()
        world.network.send(posted, world.now + MINUTE)
    world.work()
    return True


def _lies_in_the_mailbox(world: World, posted: Mailed, late: timedelta) -> bool:
    """It is there in time, and cannot be read before the deadline is over."""
    world.house.post_box.fails_after = 0
    handed = world.network.handing(posted, mailbox=True)
    world.house.post_box.put(posted.raw, posted.mail_from, posted.to, world.now)
    handed.had_at.append(world.now)
    world.log(f"mail {posted.told} (into the mailbox, which cannot be read)")
    world.set_clock(world.now + MINUTE + late)
    world.work()
    world.house.post_box.fails_after = None
    world.work()
    return True


def too_late(world: World, luck: Luck) -> bool:
    """A vote comes in just after the deadline, before the server has looked at the clock."""
    found = _closing(world, luck)
    if found is None or not world.house.daemon:
        return False
    sitting, poll, person, _, closes_at = found
    world.advance(closes_at - MINUTE, luck)
    now = sitting.state.polls.get(poll.number)
    if now is None or now.closes_at != closes_at or not world.house.daemon:
        return False
    world.set_clock(closes_at + timedelta(seconds=1 + luck.number(600)))
    people.vote(world, sitting, person, poll, luck)
    world.log("that was just after the deadline")
    world.advance(world.now + HOUR, luck)
    return True
