"""What is done about rules that run, beside proposing them: players do what they let them,
strangers try to, the Moderator sets them right, and what runs them dies in the middle of it."""

from datetime import timedelta

from nomic_mail.game.procedures.program_texts import standing
from nomic_mail.play.simulator import mischief, people
from nomic_mail.play.simulator.luck import Luck
from nomic_mail.play.simulator.program_words import QUESTIONS, action, proposal
from nomic_mail.play.simulator.world import Sitting, World

AN_HOUR = timedelta(hours=1)


def _that_run(world: World) -> list[Sitting]:
    return [one for one in world.sittings if standing(one.state)]


def bring(world: World, luck: Luck) -> bool:
    """A rule with a program is proposed, and voted on by all."""
    sitting = luck.pick(world.sittings)
    for _ in range(5):
        for duty in people.duties(sitting.state, world.now):
            person = world.person_at(sitting, duty.seat)
            if duty.what == "propose" and person is not None:
                text = f"{proposal(sitting.state, luck)}\nEND\nCALL VOTE\n"
                people.reply(world, sitting, person, text, luck)
            else:
                people.do(world, sitting, duty, luck)
        world.advance(world.now + luck.time(AN_HOUR, 12 * AN_HOUR), luck)
    return True


def act(world: World, luck: Luck) -> bool:
    """Players do what rules let them, or try what would come of it."""
    sittings = _that_run(world)
    if not sittings:
        return bring(world, luck)
    for _ in range(1 + luck.number(5)):
        sitting, person = luck.pick(sittings), luck.pick(world.people)
        lines = [action(sitting.state, luck) for _ in range(1 + luck.number(3))]
        if luck.chance(10):
            lines = [f"TRY {lines[0]}", *lines[1:]]
        elif luck.chance(10):
            lines.append(luck.pick(QUESTIONS))
        people.reply(world, sitting, person, "\n".join(lines), luck)
    return True


def moderate(world: World, luck: Luck) -> bool:
    sittings = _that_run(world)
    if not sittings:
        return False
    sitting = luck.pick(sittings)
    one = luck.pick(standing(sitting.state))
    number = one.rule.number
    lines = [f"REST {number}: it is too much", f"WAKE {number}: it is missed"]
    for named in one.program.declared.names:
        whose = f" OF {luck.pick(world.people).name}" if named.owner == "player" else ""
        to = luck.pick(("3", "0", "Ada Lovelace", "nobody", "a word"))
        lines.append(f"CORRECT VALUE {named.name}{whose} TO {to} RULE {number}: a slip")
    world.say(sitting, luck.pick(lines))
    return True


def forged(world: World, luck: Luck) -> bool:
    """Somebody acts by a rule in another's name."""
    sittings = _that_run(world)
    if not sittings:
        return False
    sitting = luck.pick(sittings)
    who = luck.pick(world.people), luck.pick(world.people)
    return mischief.forged_as(world, luck, sitting, who, action(sitting.state, luck))


def worker_dies(world: World, luck: Luck) -> bool:
    """What runs programs is killed in the middle of a call; the call is made again."""
    world.house.worker_dies_in = luck.number(6)
    world.log(f"the worker of programs will die in a call, after {world.house.worker_dies_in} more")
    return True
