"""What the players do: what the game waits for, most of the time; else anything that can be said.

1. Whoever moves looks at the game as it stands (as by STATUS), and writes to an address that stood
   in a letter they have: who got no letter cannot answer one.
2. What a letter says about a ballot is noted as its writer meant it (`Said`), for the count.
"""

from datetime import datetime, timedelta

from msgspec import Struct

from nomic_mail.game.state import Poll, State, label
from nomic_mail.letters.proof.token import Token
from nomic_mail.play.simulator import program_words, words
from nomic_mail.play.simulator.luck import Luck
from nomic_mail.play.simulator.network import LetterHad, Person, SaidOfBallot
from nomic_mail.play.simulator.world import Sitting, World
from nomic_mail.play.table import HOST

ANSWERABLE = ("game", "proposal", "ballot", "join")


class Duty(Struct, frozen=True):
    """What the game waits for: of whom, and what."""

    seat: int
    what: str
    number: int = 0


def duties(state: State, now: datetime) -> list[Duty]:
    if state.status != "running" or state.turn is None:
        return []
    found = [Duty(seat, "vote", poll.number) for poll in state.open_polls for seat in poll.missing]
    if state.judgment is not None and state.judgment.pending:
        found.append(Duty(state.judgment.judge, "rule"))
    if found or state.polls:
        return found
    turn = state.turn
    if turn.procedure == "chair":
        return _of_the_term(state)
    if state.live:
        return [Duty(turn.mover, "call")] if state.live[0].callable_from <= now else []
    return [] if turn.over else [Duty(turn.mover, "propose")]


def _of_the_term(state: State) -> list[Duty]:
    turn = state.turn
    if turn is None:
        return []
    if turn.step == "proposals" and turn.ends_at is not None:
        made = {one.by for one in state.live}
        return [Duty(seat, "propose") for seat in turn.proposers if seat not in made]
    if turn.ends_at is not None:
        return []
    step = {"": "CALL PROPOSALS", "proposals": "CALL DISCUSSION"}.get(turn.step, "CALL VOTE")
    return [Duty(turn.mover, step)]


def go_on(world: World, luck: Luck) -> bool:
    """Somebody does what the game waits for; False where it waits for nobody."""
    sitting = luck.pick(world.sittings)
    found = duties(sitting.state, world.now)
    if not found:
        return False
    one = luck.pick(found)
    do(world, sitting, one, luck)
    return True


def all_do(world: World, luck: Luck) -> bool:
    """Everybody does what the games wait for, up to a whole turn."""
    rounds = 1 + luck.number(4)
    for _ in range(rounds):
        found = [
            (sitting, one)
            for sitting in world.sittings
            if luck.chance(80)
            for one in duties(sitting.state, world.now)
        ]
        for sitting, one in found:
            do(world, sitting, one, luck)
        if rounds > 1:
            world.advance(world.now + luck.time(timedelta(minutes=10), timedelta(hours=2)), luck)
    return True


def do(world: World, sitting: Sitting, duty: Duty, luck: Luck) -> None:
    if duty.what == "rule" and duty.seat == 0:
        world.say(sitting, luck.pick(("RULING: It is so.", "RULING END DEBATE: Enough.")))
        return
    person = world.person_at(sitting, duty.seat)
    if person is None:
        return
    if duty.what == "vote":
        vote(world, sitting, person, sitting.state.polls[duty.number], luck)
    elif duty.what == "propose":
        text = proposal(world, sitting.state, luck)
        if luck.chance(40) and (world.programs or "Effects" not in text):
            text += "\nEND\nCALL VOTE\n"
        reply(world, sitting, person, text, luck)
    elif duty.what == "rule":
        reply(world, sitting, person, filled(luck.pick(words.RULINGS), sitting, luck), luck)
    else:
        reply(world, sitting, person, "CALL VOTE" if duty.what == "call" else duty.what, luck)


def proposal(world: World, state: State, luck: Luck) -> str:
    if world.programs and luck.chance(60):
        return program_words.proposal(state, luck)
    mutable = [rule.number for rule in state.rules if rule.status == "mutable"]
    return words.proposal(
        luck, mutable, [one.number for one in state.rules if one.status != "mutable"]
    )


def choice_of(state: State, luck: Luck, poll: Poll) -> str:
    if poll.number < 0:
        return "for" if luck.chance(90) else "against"
    likes = 96 if program_words.is_of_a_program(state, poll.number) else 80
    return "for" if luck.chance(likes) else "against"


def vote(world: World, sitting: Sitting, person: Person, poll: Poll, luck: Luck) -> None:
    seat = world.seat_of(sitting, person)
    if seat is None:
        return
    letter = answerable(world, sitting, person, luck)
    choice = choice_of(sitting.state, luck, poll)
    about = letter.matter(world.house.key) if letter else None
    bare = len(sitting.state.polls) == 1 and is_ballot(about, poll)
    text = words.vote(luck, choice, label(poll.number), bare=bare)
    said = SaidOfBallot(sitting.name, seat, poll.number, choice, sure=letter is not None)
    send(world, sitting, person, letter, text, luck, said)


def is_ballot(about: Token | None, poll: Poll) -> bool:
    return (
        about is not None and about.matter.kind == "ballot" and about.matter.number == poll.number
    )


def answerable(world: World, sitting: Sitting, person: Person, luck: Luck) -> LetterHad | None:
    """One of their last letters of this game, that can be answered with anything."""
    found = []
    for letter in reversed(person.letters):
        about = letter.matter(world.house.key)
        if about is None or about.game != sitting.id or about.matter.kind not in ANSWERABLE:
            continue
        if about.epoch != world.epoch_of(sitting, person) or world.is_old(about):
            continue
        found.append(letter)
        if len(found) == 3:
            break
    return luck.pick(found) if found else None


def reply(world: World, sitting: Sitting, person: Person, text: str, luck: Luck) -> None:
    send(world, sitting, person, answerable(world, sitting, person, luck), text, luck, None)


def send(
    world: World,
    sitting: Sitting,
    person: Person,
    letter: LetterHad | None,
    text: str,
    luck: Luck,
    said: SaidOfBallot | None,
) -> None:
    """In answer to a letter; without one, to the game's own address."""
    to = letter.reply_to if letter else f"nomic+{sitting.name}@{HOST}"
    if letter is not None and luck.chance(15):
        text += quoted(letter)
    world.write(person, to, text, luck, answers=letter, said=said)


def quoted(letter: LetterHad) -> str:
    """As mail programs do below what somebody writes."""
    body = letter.raw.partition(b"\r\n\r\n")[2].decode("utf-8", "replace")
    lines = [line for line in body.splitlines() if not line.startswith("--")][:40]
    head = "\n\nOn Mon, 2 Mar 2026 at 10:00, the Moderator wrote:\n"
    return head + "".join(f"> {line}\n" for line in lines)


def filled(text: str, sitting: Sitting, luck: Luck) -> str:
    state = sitting.state
    numbers = [label(one.number) for one in state.open_polls] or ["301"]
    rules = [rule.number for rule in state.rules]
    players = [one.name for one in state.players.values()] or ["Nobody"]
    return text.format(
        n=luck.pick(numbers),
        rule=luck.pick(rules) if luck.chance(90) else 777,
        name=luck.pick(players) if luck.chance(90) else "Eve Euler",
        turn=state.turn.number if state.turn else 1,
        order=", ".join(sorted(players)),
    )


def odd(world: World, luck: Luck) -> bool:
    """Anything at all, by anybody."""
    for _ in range(1 + luck.number(4)):
        _odd(world, luck)
    return True


def _odd(world: World, luck: Luck) -> None:
    sitting, person = luck.pick(world.sittings), luck.pick(world.people)
    said_mostly = luck.pick((words.MOVES, words.MOVES, words.QUESTIONS, words.RULINGS[:3]))
    if luck.chance(85):
        text = luck.pick(said_mostly)
    else:
        text = proposal(world, sitting.state, luck).replace("{", "{{").replace("}", "}}")
    text = filled(text, sitting, luck)
    seat = world.seat_of(sitting, person)
    about_ballots = any(word in text for word in ("FOR", "AGAINST", "RETRACT", "ABSTAIN"))
    said = SaidOfBallot(sitting.name, seat or -1, 0, "?", sure=False) if about_ballots else None
    letter = answerable(world, sitting, person, luck)
    send(world, sitting, person, letter, text, luck, said)


def unclear(world: World, luck: Luck) -> bool:
    """A letter that only looks like a vote, and must never count as one (Said: nothing)."""
    sitting = luck.pick(world.sittings)
    if not sitting.state.polls:
        return False
    person = luck.pick(world.people)
    reply(world, sitting, person, filled(luck.pick(words.UNCLEAR), sitting, luck), luck)
    return True


def talk(world: World, luck: Luck) -> bool:
    sitting, person = luck.pick(world.sittings), luck.pick(world.people)
    texts = ("I am for it, I think.", "FOR", "Hm.\n\nThere is more to it.", "> Hm.\nQuite so.")
    world.write(person, f"nomic+{sitting.name}.talk@{HOST}", luck.pick(texts), luck)
    return True


def answer_questions(world: World, luck: Luck) -> bool:
    """What the server asked somebody about: was it theirs, will they come in."""
    return answer(world, luck.pick(world.people), luck)


def answer(world: World, person: Person, luck: Luck) -> bool:
    asked = [(one, one.matter(world.house.key)) for one in reversed(person.letters)]
    open_ones = [(one, about) for one, about in asked if about and about.matter.kind == "confirm"]
    if open_ones:
        letter, about = luck.pick(open_ones[:3])
        mine = world.wrote(person, about.matter.number)
        text = "YES" if mine else "NO"
    else:
        invited = [one for one, about in asked if about and about.matter.kind == "join"]
        if not invited:
            return False
        letter, text = luck.pick(invited[:3]), "JOIN"
    world.write(person, letter.reply_to, text, luck, answers=letter)
    return True


def machine(world: World, luck: Luck) -> bool:
    """Somebody sets up an automatic answer, or is back."""
    person = luck.pick(world.people)
    person.is_away = not person.is_away
    world.log(f"{person.first_name} {'is out of office' if person.is_away else 'is back'}")
    return True
