"""A run: the steps that a seed draws, played one after another, each with its own luck."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256

from msgspec import Struct

from nomic_mail.play.simulator import mischief, people, programs, words
from nomic_mail.play.simulator.house import Disk
from nomic_mail.play.simulator.luck import Luck
from nomic_mail.play.simulator.promises import Broken, Promises, listening
from nomic_mail.play.simulator.world import Sitting, World
from nomic_mail.play.table import HOST


class Step(Struct, frozen=True):
    """`place` is where the seed drew it: its luck, whatever was left out before it."""

    place: int
    kind: str


class Played(Struct, frozen=True):
    """What a run came to; `broken` where a promise was."""

    seed: int
    lines: tuple[str, ...]
    games: Mapping[str, str]
    events: int
    letters_in: int
    letters_out: int
    cuts: int
    digest: str
    programs: Mapping[str, int]
    broken: Broken | None = None


def moderate(world: World, luck: Luck) -> bool:
    """The Moderator answers what waits, or does something else."""
    sitting = luck.pick(world.sittings)
    if sitting.state.status == "paused" and luck.chance(70):
        world.say(sitting, "RESUME")
        return True
    if luck.chance(30):
        return by_mail(world, sitting, luck)
    if luck.chance(40):
        answers = world.answers_to_what_waits(sitting)
        if not answers:
            return False
        world.say(sitting, luck.pick(answers))
        return True
    world.say(sitting, people.filled(luck.pick(words.ACTS), sitting, luck))
    return True


def by_mail(world: World, sitting: Sitting, luck: Luck) -> bool:
    """Answers what they were asked; or writes, and will be asked."""
    one = world.moderator
    if luck.chance(60) and people.answer(world, one, luck):
        return True
    text = people.filled(luck.pick(words.ACTS), sitting, luck)
    world.write(one, f"nomic+{sitting.name}@{HOST}", text, luck)
    return True


def wait(world: World, luck: Luck) -> bool:
    least, most = luck.pick(((1, 12), (1, 48), (24, 200)))
    world.advance(world.now + timedelta(hours=least + luck.number(most)), luck)
    return True


def join(world: World, luck: Luck) -> bool:
    """Whoever is no player yet asks to be one, or is invited."""
    sitting, person = luck.pick(world.sittings), luck.pick(world.people)
    if luck.chance(50):
        who = f"{person.name} <{person.address}>"
        world.act("add player", game=sitting.name, player=who, confirmed=luck.chance(50))
    else:
        people.reply(world, sitting, person, f"JOIN {person.name}", luck)
    return True


KINDS: Mapping[str, tuple[int, Callable[[World, Luck], bool]]] = {
    "go on": (10, people.go_on),
    "all do": (24, people.all_do),
    "odd": (14, people.odd),
    "unclear": (2, people.unclear),
    "talk": (2, people.talk),
    "answer": (7, people.answer_questions),
    "machine": (1, people.machine),
    "moderator": (10, moderate),
    "join": (4, join),
    "wait": (7, wait),
    "forged": (4, mischief.forged),
    "malformed": (2, mischief.malformed),
    "loops": (1, mischief.loops),
    "same name": (1, mischief.same_name),
    "doubled": (4, mischief.doubled),
    "power": (5, mischief.power),
    "stumble": (2, mischief.stumble),
    "down": (3, mischief.down),
    "full": (1, mischief.full),
    "mailbox fails": (2, mischief.mailbox_fails),
    "in flight": (7, mischief.in_flight),
    "too late": (5, mischief.too_late),
}
OF_PROGRAMS: Mapping[str, tuple[int, Callable[[World, Luck], bool]]] = {
    "bring a rule": (30, programs.bring),
    "act": (50, programs.act),
    "moderate programs": (4, programs.moderate),
    "forged act": (4, programs.forged),
    "worker dies": (8, programs.worker_dies),
}


def drawn(seed: int, count: int, *, programs: bool = False) -> list[Step]:
    luck = Luck(f"{seed} steps")
    kinds = {**KINDS, **OF_PROGRAMS} if programs else KINDS
    weights = {kind: weight for kind, (weight, _) in kinds.items()}
    return [Step(place, luck.weighed(weights)) for place in range(count)]


def played(
    seed: int, steps: Sequence[Step], disk: Disk, *, programs: bool = False, tell: bool = False
) -> Played:
    with listening() as ear:
        world = World(disk, seed, programs=programs, tell=tell)
        promises = Promises(world, ear)
        broken = None
        try:
            promises.after_step()
            _play(world, promises, steps)
        except Broken as found:
            broken = found
            world.log(f"BROKEN: {found}")
        return _told(world, broken)


def _play(world: World, promises: Promises, steps: Sequence[Step]) -> None:
    for step in steps:
        luck = Luck(f"{world.seed} step {step.place}")
        world.lines.append(f"# {step.place} {step.kind}")
        (KINDS.get(step.kind) or OF_PROGRAMS[step.kind])[1](world, luck)
        world.advance(world.now + luck.time(timedelta(minutes=5), timedelta(hours=3)), luck)
        promises.after_step()
    world.lines.append("# the end: all that is under way comes in")
    world.end()
    promises.at_end()


def _told(world: World, broken: Broken | None) -> Played:
    whole = sha256()
    for sitting in world.sittings:
        whole.update(f"{sitting.name} {sitting.book.seq} {sitting.book.head}\n".encode())
    for message_id, (raw, _) in sorted(world.network.out.items()):
        whole.update(message_id.encode() + sha256(raw).digest())
    if world.house.daemon is not None:
        world.house.stop()
    return Played(
        seed=world.seed,
        lines=tuple(world.lines),
        games={one.name: one.ruleset for one in world.sittings},
        events=sum(one.book.seq for one in world.sittings),
        letters_in=world.network.count_in,
        letters_out=world.network.count_out,
        cuts=world.house.cuts,
        digest=whole.hexdigest(),
        programs=_of_programs(world),
        broken=broken,
    )


def _of_programs(world: World) -> Mapping[str, int]:
    counted = Counter(workers_killed=world.house.workers_died)
    for sitting in world.sittings:
        counted.update(sitting.book.programs)
    return counted
