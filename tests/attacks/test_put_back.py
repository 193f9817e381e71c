"""A backup that was put back: what was given out after it, and is lost, opens nothing of what is
made anew."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from nomic_mail.daemon import served
from nomic_mail.daemon.restore import _set_back
from nomic_mail.store.database.copies import snapshot
from nomic_mail.store.database.numbers import AGAIN as BEGUN_AGAIN
from nomic_mail.store.database.tables import keep_fact
from tests.attacks.kit import Attack, attacks, each
from tests.kit.databases import of_sqlite
from tests.kit.house import HOST, NAMES, House, address_of

pytestmark = of_sqlite

GRACE, MALLORY = "Grace Hopper", "Mallory Mott"


def who(name: str) -> str:
    return f"{name} <{address_of(name)}>"


def door_of(house: House, name: str) -> str:
    return [one.reply_to for one in house.told if one.to == address_of(name)][-1]


def proof(house: House, name: str, door: str, text: str = "YES\n") -> str:
    """Of a letter of theirs that comes there."""
    number = house.post_in(house.written(name, door, text), name, door)
    house.run()
    return house.arrival(number).proof


def put_back(copy: Path, hours: int) -> House:
    """A server with what stood in a copy of so long ago; all else is lost."""
    house = House(copy)
    made_at = house.clock.now()
    house.later(hours=hours)
    with house.database.write() as connection:
        _set_back(connection, house.config, made_at, house.clock.now())
    house.pump = house.another_pump("the house", house.database)
    house._letters = 500
    house.run()
    return house


def lost_and_back(
    folder: Path, *, once_more: bool = False, begun: Callable[[House], None] = House.begin
) -> tuple[House, House]:
    """The same game twice: on a server that goes on and will be lost, and on one that has its
    backup; or that was put back itself, and is lost after an hour."""
    for name in ("lost", "first", "back"):
        (folder / name).mkdir()
    lost = House(folder / "lost")
    begun(lost)
    for name in ("first", "back"):
        snapshot(lost.database, folder / name / "nomic.db")
    return put_back(folder / "first", 1) if once_more else lost, put_back(folder / "back", 2)


AGAIN = pytest.mark.parametrize("once_more", [False, True], ids=["once", "twice"])


# What somebody has, or is asked


def a_seat(house: House, name: str) -> None:
    house.act("add player", game="tea", player=who(name), confirmed=True)


def a_seat_given_up(house: House, name: str) -> None:
    house.act("replace player", game="tea", player="Bob Babbage", by=who(name))


def a_game_made_since(house: House, name: str) -> None:
    house.act("new game", game="rum", title="", ruleset="net_play", settings={})
    house.act("add player", game="rum", player=who(name), confirmed=True)


def to_join(house: House, name: str) -> None:
    house.unproven(name, f"JOIN {name}\n")


def to_moderate(house: House, name: str) -> None:
    house.act("add moderator", game="tea", moderator=who(name), alone=True)


def to_be_an_address(house: House, name: str) -> None:
    house.act("move player", game="tea", player="Ada Lovelace", address=address_of(name))


@AGAIN
@each(
    "identity",
    "a letter of ours that came after a backup, and is lost with all that did",
    "had {}, and answers in the name of who has the same since the backup was put back",
    "it proves nothing",
    {
        "a seat": a_seat,
        "the seat of somebody who gave it up": a_seat_given_up,
        "a seat in a game made since": a_game_made_since,
        "the question whether they want to join": to_join,
        "the question whether they will moderate": to_moderate,
        "the question whether an address is theirs": to_be_an_address,
    },
)
def test_what_is_lost_opens_nothing_new(
    given: Callable[[House, str], None], once_more: bool, tmp_path: Path
) -> None:
    lost, back = lost_and_back(tmp_path, once_more=once_more)
    for house, name in ((lost, MALLORY), (back, GRACE)):
        given(house, name)
        house.run()
    stolen, own = door_of(lost, MALLORY), door_of(back, GRACE)
    assert proof(back, GRACE, stolen) != "token"
    assert proof(back, GRACE, own) == "token"


@AGAIN
@attacks(
    Attack(
        "identity",
        "a player's address, and that a backup was put back",
        "forges a letter that has the number of one the player was asked about before",
        "the player's YES to that question lets nothing act",
    )
)
def test_a_yes_to_a_question_that_is_lost(once_more: bool, tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path, once_more=once_more)
    mover = lost.mover()
    for n in range(3):
        lost.unproven(mover, f"STATUS\n{n}\n")
        lost.run()
    asked = lost.door(mover)
    for n in range(5):
        back.unproven(mover, f"PROPOSE ENACT: Mine {n}\nMallory wins.\nEND\n")
    back.run()
    proof(back, mover, asked)
    assert back.kinds()[-1] == "DiceReplaced"
    told = ("confirm_letter",) if once_more else ("confirmed_gone",)
    assert back.last["tea", address_of(mover)].occasions == told


def test_what_was_there_before_is_as_good_as_it_was(tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path)
    mover = lost.mover()
    assert proof(back, mover, lost.door(mover), "STATUS\n") == "token"


def test_what_came_between_two_backups_put_back_is_asked_about(tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path, once_more=True)
    mover = lost.mover()
    assert proof(back, mover, lost.door(mover), "PROPOSE REPEAL 213\n") == "asked"
    back.reply(mover, "YES\n")
    back.run()
    assert back.kinds()[-1] == "ProposalMade"


def test_a_backup_of_what_was_put_back(tmp_path: Path) -> None:
    """Its letters are as good as they were; those of before the first are asked about."""
    first, middle = lost_and_back(tmp_path)
    oldest, newer = first.door(first.mover()), middle.door(first.mover())
    (tmp_path / "again").mkdir()
    snapshot(middle.database, tmp_path / "again" / "nomic.db")
    back, mover = put_back(tmp_path / "again", 3), first.mover()
    assert proof(back, mover, newer, "STATUS\n") == "token"
    assert proof(back, mover, oldest, "STATUS 2\n") == "asked"


@attacks(
    Attack(
        "identity",
        "the question whether to moderate a game, which was deleted since",
        "says YES in the name of who is asked to moderate the server",
        "nobody has said YES",
    )
)
def test_a_yes_to_moderate_a_game_that_is_gone(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.act("new game", game="rum", title="", ruleset="net_play", settings={})
    house.act("add moderator", game="rum", moderator=who(MALLORY))
    house.run()
    house.act("delete game", game="rum", typed="rum")
    house.act("add moderator", game="", moderator=who(GRACE))
    house.run()
    stolen, own = door_of(house, MALLORY), door_of(house, GRACE)
    assert proof(house, GRACE, stolen) == ""
    assert proof(house, GRACE, own) == "token"


@AGAIN
def test_no_message_id_is_given_to_other_words(once_more: bool, tmp_path: Path) -> None:
    """Whoever had the letter that is lost would take the new one for it."""
    lost, back = lost_and_back(tmp_path, once_more=once_more)
    for house, words in ((lost, "before"), (back, "since")):
        house.reply(house.mover(), f"PROPOSE ENACT: Mine\nWhat was proposed {words}.\nEND\n")
        house.run()
    told = {one.message_id: one.text for one in lost.told}
    assert all(told.get(one.message_id, one.text) == one.text for one in back.told)


# A game's own numbers, which go on from the backup (108)


def proposes(house: House, what: str, more: str = "CALL VOTE\n") -> None:
    house.reply(house.mover(), f"PROPOSE ENACT: {what}\n{what} for all.\nEND\n{more}")
    house.run()


def asks_the_judge(house: House, what: str) -> None:
    proposes(house, what)
    house.reply(house.mover(), f"JUDGMENT: Is {what} allowed?\n")
    house.run()


def is_unsure(house: House, what: str) -> None:
    proposes(house, what)
    house.reply(house.others()[0], "I guess I'd go FOR it maybe\n")
    house.run()


def only_proposes(house: House, what: str) -> None:
    proposes(house, what, "")


# each of what is done on both servers, whose letter is answered, and how
ANSWERS = {
    "a bare FOR": (proposes, "voter", "FOR\n"),
    "FOR and the number": (proposes, "voter", "FOR 301\n"),
    "a plain yes": (proposes, "voter", "Yes.\n"),
    "AGAINST, below talk": (proposes, "voter", "Hello all.\n\nAGAINST\n"),
    "YES to whether that is their vote": (is_unsure, "voter", "YES\n"),
    "CALL VOTE": (only_proposes, "mover", "CALL VOTE\n"),
    "WITHDRAW": (only_proposes, "mover", "WITHDRAW\n"),
}


Doing = tuple[Callable[[House, str], None], str, str]


@AGAIN
@each(
    "votes",
    "nothing: a letter of a server that is lost, and whose backup was put back",
    "{}, in answer to it, and means a proposal that has its number no more",
    "nothing is done, and its writer is asked whether they mean what has the number now",
    ANSWERS,
)
def test_a_number_that_was_given_anew(given: Doing, once_more: bool, tmp_path: Path) -> None:
    does, whose, text = given
    lost, back = lost_and_back(tmp_path, once_more=once_more)
    does(lost, "Tea")
    does(back, "Evil")
    name = back.mover() if whose == "mover" else back.others()[0]
    door = lost.door(name)
    events, number = back.kinds(), back.post_in(back.written(name, door, text), name, door)
    back.told.clear()
    back.run()
    assert (back.became(number), back.kinds()) == ("held", events)
    (asked,) = back.told
    assert (asked.to, asked.occasions) == (address_of(name), ("confirm_letter",))
    assert once_more or "301: ENACT: Evil, by" in " ".join(asked.text.split())
    back.reply(name, "YES\n")
    back.run()
    assert back.became(number) == "done"
    assert len(back.kinds()) > len(events)


def test_what_was_voted_on_before_is_voted_on_by_its_letter(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    proposes(house, "Tea")
    (tmp_path / "back").mkdir()
    snapshot(house.database, tmp_path / "back" / "nomic.db")
    back, voter = put_back(tmp_path / "back", 1), house.others()[0]
    assert proof(back, voter, house.door(voter), "FOR\n") == "token"
    assert back.kinds()[-1] == "BallotCast"


def test_where_a_mailbox_brings_them_once_more_numbers_mean_the_same(tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path)
    with back.database.write() as connection:
        keep_fact(connection, BEGUN_AGAIN, "")
    for house in (lost, back):
        proposes(house, "Tea")
    voter = back.others()[0]
    assert proof(back, voter, lost.door(voter), "FOR\n") == "token"
    assert back.kinds()[-1] == "BallotCast"


def with_judges(house: House) -> None:
    """A game in which players judge."""
    settings = {"debate_min": "0"}
    house.act("new game", game="tea", title="", ruleset="suber_1982", settings=settings)
    for name in (*NAMES, GRACE):
        house.act("add player", game="tea", player=who(name), confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()


def asked_to_judge(house: House, what: str) -> tuple[str, str]:
    """Who is, and the reply address of the letter that says so."""
    proposes(house, what)
    house.reply(house.mover(), f"JUDGMENT: Is {what} allowed?\n")
    house.run()
    (asked,) = [one for one in house.told if "judge" in one.occasions]
    return next(name for name in (*NAMES, GRACE) if address_of(name) == asked.to), asked.reply_to


def test_a_ruling_on_a_question_that_is_lost(tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path, begun=with_judges)
    judge, door = asked_to_judge(lost, "Tea")
    assert asked_to_judge(back, "Evil")[0] == judge
    back.told.clear()
    number = back.post_in(back.written(judge, door, "RULING: TRUE\n"), judge, door)
    back.run()
    assert back.became(number) == "held"
    (asked,) = back.told
    assert f"the questions that {judge} is to judge: Is Evil allowed?" in asked.text


# What else an answer to a letter that may be lost could do


def believes_from(house: House) -> None:
    """As if each letter were signed by its sender's domain."""
    house.config = replace(house.config, mail=replace(house.config.mail, trust="open"))
    house.pump = house.another_pump("the house", house.database)


def comes(house: House, name: str, door: str, text: str, answers: str = "") -> int:
    head = f"In-Reply-To: {answers}\r\n".encode() if answers else b""
    number = house.post_in(head + house.written(name, door, text), name, door)
    house.run()
    return number


def nothing_but_asked(house: House, number: int, name: str, events: list[str]) -> bool:
    asked = house.last["tea", address_of(name)].occasions == ("confirm_letter",)
    return asked and house.became(number) == "held" and house.kinds() == events


def test_a_vote_at_the_address_of_a_question_that_is_lost(tmp_path: Path) -> None:
    """It is proven as at the game's own address, and answers what is lost all the same."""
    lost, back = lost_and_back(tmp_path)
    proposes(lost, "Tea")
    proposes(back, "Evil")
    voter = back.others()[0]
    lost.unproven(voter, "STATUS\n")
    lost.run()
    believes_from(back)
    events, number = back.kinds(), comes(back, voter, lost.door(voter), "FOR 301\n")
    assert nothing_but_asked(back, number, voter, events)


def test_a_vote_that_was_kept_in_a_pause(tmp_path: Path) -> None:
    """When it came nothing had its number; when it acts, something has."""
    lost, back = lost_and_back(tmp_path)
    proposes(lost, "Tea")
    voter = back.others()[0]
    back.act("command", game="tea", verb="Pause", fields={})
    back.run()
    proposes(back, "Evil")
    number = comes(back, voter, lost.door(voter), "FOR 301\n")
    assert back.became(number) == "kept"
    back.later(minutes=5)
    back.act("command", game="tea", verb="Resume", fields={})
    back.run()
    events = back.kinds()
    assert events[-1] == "VotingOpened"
    assert nothing_but_asked(back, number, voter, events)
    back.reply(voter, "YES\n")
    back.run()
    assert back.kinds()[-1] == "BallotCast"


def test_a_letter_of_before_the_first_of_two_backups(tmp_path: Path) -> None:
    """What had its number anew is in the second."""
    first, middle = lost_and_back(tmp_path)
    voter = first.others()[0]
    proposes(first, "Tea")
    proposes(middle, "Evil")
    (tmp_path / "again").mkdir()
    snapshot(middle.database, tmp_path / "again" / "nomic.db")
    back = put_back(tmp_path / "again", 3)
    believes_from(back)
    events, number = back.kinds(), comes(back, voter, first.door(voter), "FOR 301\n")
    assert nothing_but_asked(back, number, voter, events)
    number = comes(back, voter, middle.door(voter), "AGAINST 301\n")
    assert (back.became(number), back.kinds()[-1]) == ("done", "BallotCast")


def has_proposed(house: House) -> None:
    house.begin()
    only_proposes(house, "Tea")


def test_a_vote_called_on_what_was_revised(tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path, begun=has_proposed)
    mover = lost.mover()
    lost.reply(mover, "REVISE\nTea is at five.\nEND\n")
    lost.run()
    events, number = back.kinds(), comes(back, mover, lost.door(mover), "CALL VOTE\n")
    assert nothing_but_asked(back, number, mover, events)
    assert "301: ENACT: Tea, by" in " ".join(back.last["tea", address_of(mover)].text.split())


def test_a_ruling_that_is_lost_is_overruled(tmp_path: Path) -> None:
    """The question is of before, and its ruling another."""
    judges: list[str] = []

    def begun(house: House) -> None:
        with_judges(house)
        judges.append(asked_to_judge(house, "Tea")[0])

    lost, back = lost_and_back(tmp_path, begun=begun)
    (judge,) = judges
    for house, ruling in ((lost, "FALSE"), (back, "TRUE")):
        house.reply(judge, f"RULING: {ruling}\n")
        house.run()
    player = next(one for one in back.others() if one != judge)
    events, number = back.kinds(), comes(back, player, lost.door(player), "OVERRULE\n")
    assert nothing_but_asked(back, number, player, events)
    assert "the ruling: TRUE" in back.last["tea", address_of(player)].text


def with_bets(house: House) -> None:
    house.begin()
    mover, voter = house.mover(), house.others()[0]
    program = '@action("BET <n> ON <proposal>")\n    def bet(me, n, p):\n        say("Done.")'
    text = f"Bets are taken.\nEffects:\n  program:\n    {program}\nEND\nCALL VOTE\n"
    house.reply(mover, f"PROPOSE ENACT: Bets\n{text}")
    house.run()
    for name in (mover, voter):
        house.reply(name, "FOR 301\n")
        house.run()
    assert house.state().programs


def test_an_action_that_names_a_proposal_that_is_lost(tmp_path: Path) -> None:
    lost, back = lost_and_back(tmp_path, begun=with_bets)
    player = back.others()[0]
    before = lost.door(player)
    only_proposes(lost, "Tea")
    only_proposes(back, "Evil")
    for door in (before, lost.door(player)):
        events, number = back.kinds(), comes(back, player, door, "BET 3 ON 302\n")
        assert nothing_but_asked(back, number, player, events)
    assert back.became(comes(back, player, before, "BET 3 ON 301\n")) == "done"
    assert back.became(comes(back, player, lost.door(player), "STATUS\n")) == "done"


def has_a_list(house: House) -> None:
    house.begin()
    house.act("set list", game="tea", list_address="tea@lists.example")
    house.run()


def test_an_answer_to_what_the_list_was_told(tmp_path: Path) -> None:
    """Its letters have no reply address of a player's; which is answered, is told by its name."""
    lost, back = lost_and_back(tmp_path, begun=has_a_list)
    for house, what in ((lost, "Tea"), (back, "Evil")):
        only_proposes(house, what)
        house.reply(house.mover(), "CALL VOTE\n")
        house.run()
    voter, door = back.others()[0], f"nomic+tea@{HOST}"
    told, tells = (
        [one.message_id for one in house.told if one.to == "tea@lists.example"][-1]
        for house in (lost, back)
    )
    believes_from(back)
    events, number = back.kinds(), comes(back, voter, door, "FOR 301\n", told)
    assert nothing_but_asked(back, number, voter, events)
    number = comes(back, voter, door, "AGAINST 301\n", tells)
    assert (back.became(number), back.kinds()[-1]) == ("done", "BallotCast")


def test_an_answer_to_a_letter_that_is_there_is_asked_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.begin()
    (tmp_path / "back").mkdir()
    snapshot(house.database, tmp_path / "back" / "nomic.db")
    back, voter = put_back(tmp_path / "back", 1), house.others()[0]
    proposes(back, "Tea")
    known = house.last["tea", address_of(voter)]
    number = comes(back, voter, known.reply_to, "FOR 301\n", known.message_id)
    assert (back.became(number), back.kinds()[-1]) == ("done", "BallotCast")


@attacks(
    Attack(
        "identity",
        "a letter of ours, of a server whose database is lost; its key is not",
        "writes in the name of who has that seat of a game that was made anew, without a backup",
        "it proves nothing",
    )
)
def test_a_server_begun_anew_with_its_key(tmp_path: Path) -> None:
    for name in ("lost", "back"):
        (tmp_path / name).mkdir()
    lost, back = House(tmp_path / "lost"), House(tmp_path / "back")
    lost.begin()
    served.agree(lost.config, lost.database, lost.key, lost.clock.now(), anew=False)
    shutil.copy2(served.file_of(lost.config), served.file_of(back.config))
    back.act("new game", game="rum", title="", ruleset="net_play", settings={})
    back.act("add player", game="rum", player=who(GRACE), confirmed=True)
    served.agree(back.config, back.database, back.key, back.clock.now(), anew=True)
    back.run()
    stolen = lost.door("Ada Lovelace")
    own = back.last["rum", address_of(GRACE)].reply_to
    assert proof(back, GRACE, stolen) != "token"
    assert proof(back, GRACE, own) == "token"
    assert back.unproven(GRACE, "STATUS\n", "rum") > 100_000
