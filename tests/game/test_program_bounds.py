"""Programs that would go on for ever, or take another's place: what holds them, since reading 6."""

from datetime import timedelta

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.phrase import Phrase, as_told
from nomic_mail.game.procedures.program_acts import Rest, Wake
from nomic_mail.game.procedures.program_calls import PerformSealed
from nomic_mail.game.programs import written_order
from nomic_mail.phrases import said
from nomic_mail.sandbox.acts import WAITING_MOST
from tests.game.test_programs import COINS, adopt, change, game, has, kinds, number, perform, player
from tests.kit.games.core_play import Play, enact
from tests.kit.games.game_in_hand import Game
from tests.kit.recorded import checked, recorded

BIDS = """
bids = quantity("bids")

@action("BID <n>", sealed=True)
def bid(me, n):
    bids.give(me, 1)
    reveal("ASK <n>")

@action("ASK <n>", sealed=True)
def ask(me, n):
    bids.give(me, 10)
    reveal("BID <n>")

@action("OPEN")
def opens(me):
    reveal("BID <n>")
"""


def seals(made: Game, lineage: int, form: str, n: int, by: int) -> object:
    order = written_order((number(n),))
    words = form.replace("<n>", str(n))
    command = PerformSealed(by=by, rule=lineage, form=form, words=words, order=order, letter="ab")
    return made.do(command)


def amended(made: Game, lineage: int, source: str, title: str = "Coins") -> None:
    present = next(one.number for one in made.state.rules if one.lineage == lineage)
    adopt(made, change(source, title, kind="amend", target=present))


def test_what_reveals_as_it_is_revealed_opens_each_sealed_action_once() -> None:
    made = game()
    lineage = adopt(made, change(BIDS, "Bids"))
    for seat in (1, 2, 3):
        seals(made, lineage, "BID <n>", seat, seat)
        seals(made, lineage, "ASK <n>", seat, seat)
    assert kinds(perform(made, lineage, "OPEN")) == ["ProgramRan"] * 7
    assert has(made, lineage, "bids") == [11, 11, 11]
    assert checked(recorded(made.events)).differences == []


OLDER = {
    "a slip": "print(n)",
    "what is kept, as a yes": "say('some') if coins else say('none')",
    "a player's own word": "x = turn == 3",
}


@pytest.mark.parametrize("does", OLDER.values(), ids=OLDER)
def test_what_was_proposed_by_an_earlier_interface_is_read_by_it(
    does: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f'coins = quantity("coins")\n@action("SET <n>")\ndef f(me, n):\n    {does}\n'
    monkeypatch.setattr(Play, "reading", 11)
    made = game()
    made.propose(change(f"{source}    coins.set(me, n)\n"))
    made.reading = 12
    made.call()
    made.all_vote()
    (lineage,) = made.state.programs
    assert made.state.programs[lineage].declared.interface == 4
    perform(made, lineage, "SET <n>", number(2))
    assert has(made, lineage, "coins") == [2, 0, 0]
    assert checked(recorded(made.events)).differences == []


@pytest.mark.parametrize(
    "other",
    [
        '@on("circuit begins")\ndef other():\n    pass',
        '@every("day")\ndef other():\n    pass',
        '@action("GO HOME")\ndef other(me):\n    pass',
    ],
)
def test_a_timer_that_is_called_as_something_else_is_still_itself(other: str) -> None:
    name = other.split('"')[1]
    rent = f"""
{other}

rent = quantity("rent")

@timer("{name}")
def due():
    for one in players():
        rent.give(one, 1)

@action("MOVE IN")
def move(me):
    later(1, "{name}")
"""
    made = game()
    lineage = adopt(made, change(rent, "Rent"))
    perform(made, lineage, "MOVE IN")
    made.pass_time(1.1)
    assert has(made, lineage, "rent") == [1, 1, 1]
    assert made.state.programs[lineage].later == ()


def test_timers_have_an_end() -> None:
    more = """
@timer("more")
def more():
    later(1, "more")
    later(1, "more")

@action("BEGIN")
def begin(me):
    later(1, "more")

@action("BEGIN ALL")
def all(me):
    for i in range(51):
        later(1, "more")
"""
    made = game()
    lineage = adopt(made, change(more, "More"))
    broke = perform(made, lineage, "BEGIN ALL")
    assert kinds(broke) == ["ProgramBroke"]
    assert "50" in broke[0].mistake.why  # type: ignore[index]
    assert made.state.programs[lineage].later == ()
    perform(made, lineage, "BEGIN")
    for _ in range(9):
        made.pass_time(1)
    assert len(made.state.programs[lineage].later) <= 50
    assert checked(recorded(made.events)).differences == []


def test_who_leaves_is_a_player_to_the_rule_that_hears_of_it() -> None:
    heirs = """
coins = quantity("coins", start=5)
pot = quantity("pot", owner="game")
king = office("king")

@on("begins")
def begin():
    king.give(players()[2])

@on("left")
def left(who):
    if king.holder() is None:
        king.give(players()[0])
    pot.give(coins.of(who) + len(players()))
    coins.set(who, 0)
    say(f"{who.name} has left with {who.score}")
"""
    made = game()
    lineage = adopt(made, change(heirs, "Heirs"))
    came = made.do(c.Leave(by=3))
    assert "ProgramBroke" not in kinds(came)
    program = made.state.programs[lineage]
    assert (program.value("pot", 0), program.value("coins", 3)) == (7, 0)
    assert program.value("king", 0) == 1  # who has left holds nothing
    assert checked(recorded(made.events)).differences == []


def test_nobody_who_has_left_is_given_an_office_or_wins() -> None:
    for does in ("king.give(who)", "win(who)", "points(who, 1)", 'say_to(who, "bye")'):
        made = game()
        source = f'king = office("king")\n@on("left")\ndef left(who):\n    {does}\n'
        adopt(made, change(source, "King"))
        assert "ProgramBroke" in kinds(made.do(c.Leave(by=3)))


def test_two_rules_with_forms_of_the_same_words_are_told_apart() -> None:
    made = game()
    adopt(made, change(COINS))
    other = COINS.replace("coins =", "gold =").replace('"coins"', '"gold"')
    other = other.replace("PAY <n>", "pay <word>").replace("coins.move(me, to, n)", "pass")
    refused = made.do(c.Propose(by=made.mover, change=change(other, "Gold")))
    assert isinstance(refused, Refusal)
    assert refused.code == "action_known"


def test_what_is_sealed_waits_while_another_part_of_its_rule_is_amended() -> None:
    made = game()
    lineage = adopt(made, change(BIDS, "Bids"))
    seals(made, lineage, "BID <n>", 7, 2)
    first = '@action("SHOUT")\ndef shout(me):\n    say("hey")\n' + BIDS
    amended(made, lineage, first, "Bids")
    assert kinds(perform(made, lineage, "OPEN")) == ["ProgramRan"] * 2
    assert has(made, lineage, "bids") == [0, 1, 0]
    assert checked(recorded(made.events)).differences == []


def test_an_action_of_an_office_is_of_whoever_holds_it() -> None:
    made = game()
    crowned = '@on("begins")\ndef begins():\n    king.give(players()[0])\n'
    crows = '@action("CROW", who="{}")\ndef {}(me):\n    say("Crow.")\n'
    forms = crows.format("in turn", "one") + crows.format("king", "two").replace("CROW", "REIGN")
    lineage = adopt(made, change(f'king = office("king")\n{crowned}{forms}', "Crow"))
    for form, office, holder in (("CROW", "in turn", made.mover), ("REIGN", "king", 1)):
        for seat in made.state.playing:
            came = perform(made, lineage, form, by=seat)
            if seat == holder:
                assert kinds(came) == ["ProgramRan"]
            else:
                assert isinstance(came, Refusal)
                assert (came.code, came.facts["office"]) == ("action_of_holder", office)
                assert came.facts["holder"] == made.state.name_of(holder)
    assert made.mover != 1


def test_an_office_that_nobody_holds_is_told_to_be_empty() -> None:
    made = game()
    reigns = '@action("REIGN", who="king")\ndef reigns(me):\n    say("Crow.")\n'
    lineage = adopt(made, change(f'king = office("king")\n{reigns}', "Crow"))
    came = perform(made, lineage, "REIGN")
    assert isinstance(came, Refusal)
    assert (came.code, came.facts["office"]) == ("action_of_nobody", "king")


def test_in_turn_is_no_office() -> None:
    made = game()
    source = 'seat = office("in turn")\n@action("CROW", who="in turn")\ndef crow(me):\n    pass\n'
    refused = made.do(c.Propose(by=made.mover, change=change(source, "Crow")))
    assert isinstance(refused, Refusal)
    assert refused.facts["why"] == Phrase("word_of_the_game", name="in turn")


def test_how_often_an_action_was_done_counts_on_while_its_rule_is_amended() -> None:
    made = game()
    once = COINS.replace('TO <player>"', 'TO <player>", once="a week"')
    lineage = adopt(made, change(once))
    perform(made, lineage, "PAY <n> TO <player>", number(1), player(2))
    amended(made, lineage, '@action("SHOUT")\ndef shout(me):\n    say("hey")\n' + once)
    refused = perform(made, lineage, "PAY <n> TO <player>", number(1), player(2))
    assert isinstance(refused, Refusal)
    assert refused.code == "action_done_already"
    assert checked(recorded(made.events)).differences == []


def test_a_program_s_no_is_one_line_within_a_sentence_of_ours() -> None:
    made = game()
    source = '@action("BEG")\ndef beg(me):\n    refuse("No.\\nYour vote FOR 301 is counted.")\n'
    lineage = adopt(made, change(source, "Beggars"))
    refused = perform(made, lineage, "BEG")
    assert isinstance(refused, Refusal)
    assert refused.facts["why"] == as_told("No. Your vote FOR 301 is counted")


def test_what_is_woken_may_break_as_often_as_anew() -> None:
    made = game()
    breaks = '@action("FALL")\ndef fall(me):\n    1 // 0\n'
    lineage = adopt(made, change(breaks, "Falls"))
    for seat in (1, 2):
        perform(made, lineage, "FALL", by=seat)
    made.done(Rest(by=c.MODERATOR, rule=lineage, reason="so"))
    made.done(Wake(by=c.MODERATOR, rule=lineage, reason="so"))
    for seat in (1, 2):
        perform(made, lineage, "FALL", by=seat)
    assert not made.state.programs[lineage].rests
    perform(made, lineage, "FALL", by=3)
    assert made.state.programs[lineage].rests


def test_what_is_proposed_may_set_as_many_timers_as_can_wait() -> None:
    sets = '@timer("tea")\ndef tea():\n    pass\n@on("begins")\ndef begins():\n'
    for more in (0, 1):
        made = game()
        body = f"    for n in range({WAITING_MOST + more}):\n        later(1, 'tea')\n"
        made.propose(change(sets + body, "Timers"))
        (proposed,) = [one for one in made.events if isinstance(one, e.ProposalMade)]
        told = [one.code for one in proposed.warnings]
        assert ("program_would_break" in told) == bool(more)


def test_a_vote_that_closes_is_heard_of_however_it_came_out() -> None:
    counts = 'votes = quantity("votes", owner="game")\n@on("vote closes")\ndef closes(proposal):\n'
    made = game()
    lineage = adopt(made, change(counts + "    votes.give(1)\n", "Votes"))
    for against in ((), (1, 2)):
        made.propose(enact())
        made.call()
        made.all_vote(*against)
    assert made.state.programs[lineage].value("votes", 0) == 2


def test_a_timer_is_as_much_later_as_the_game_was_paused() -> None:
    made = game()
    sets = (
        '@timer("tea")\ndef tea():\n    pass\n@action("BREW")\ndef brew(me):\n    later(2, "tea")\n'
    )
    lineage = adopt(made, change(sets, "Tea"))
    perform(made, lineage, "BREW")
    (due,) = [one.due for one in made.state.programs[lineage].later]
    made.done(c.Pause(by=c.MODERATOR, reason="so"))
    paused = made.at
    made.at += timedelta(days=3)
    made.done(c.Resume(by=c.MODERATOR))
    (later,) = [one.due for one in made.state.programs[lineage].later]
    assert later == due + (made.at - paused)


@pytest.mark.parametrize(
    ("keeps", "throws", "told"),
    [("secret=True", "roll(13)", True), ("", "roll(13)", False), ("secret=True", "7", False)],
)
def test_a_secret_that_all_can_read_from_a_throw_is_told_before_the_vote(
    keeps: str, throws: str, told: bool
) -> None:
    source = f'hand = quantity("hand", {keeps})\n@on("begins")\ndef deal():\n'
    source += f"    for one in players():\n        hand.set(one, {throws})\n"
    made = game()
    made.propose(change(source, "Hands"))
    proposed = next(one for one in made.events if isinstance(one, e.ProposalMade))
    words = "All are told what it throws (begins), and with it its secret hand."
    assert (words in map(said, proposed.warnings)) == told


def told_of_secrets(name: str, source: str) -> list[str]:
    made = game()
    made.propose(change(source, name))
    proposed = next(one for one in made.events if isinstance(one, e.ProposalMade))
    codes = [one.code for one in proposed.warnings]
    assert not {"program_would_break", "program_not_tried"} & {*codes}, codes
    return [one.removeprefix("program_tells_") for one in codes if "_tells_" in one]


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("'MOVE <choice north|south>'", ["words"]),
        ("'MOVE <word>', sealed=True", []),
        ("'WAIT'", []),
    ],
)
def test_a_secret_that_all_can_read_from_what_is_written_is_told_before_the_vote(
    form: str, told: list[str]
) -> None:
    source = f'place = quantity("place", secret=True)\n@action({form})\ndef move(*given):\n'
    source += "    place.set(given[0], len({'north': [1], 'south': [1, 2]}.get(given[-1], [])))\n"
    assert told_of_secrets("Fog", source) == told


SECRETS = {
    "found by the highest throw": ("DIG", "if roll(6) == 6:\n        s.give(me, 1)", ["throws"]),
    "found by the lowest": ("DIG", "if roll(25) == 1:\n        s.give(me, 1)", ["throws"]),
    "refused by a throw": (
        "DIG",
        "if roll(6) < 6:\n        refuse('nothing there')\n    s.give(me, 1)",
        ["throws"],
    ),
    "beside a throw": ("BUY", "points(me, roll(6) * 0)\n    s.give(me, 1)", []),
    "of whom it names": ("FOLLOW <player>", "if given[0] != me:\n        s.set(me, 1)", ["words"]),
    "of whom it names, but nobody themselves": (
        "FOLLOW <player>",
        "if given[0] == me:\n        refuse('not yourself')\n    s.set(given[0], 1)",
        ["words"],
    ),
    "of a number": ("HIDE <n>", "s.set(me, given[0])", ["words"]),
    "of a text": ("NOTE <text>", "s.set(me, len(given[0]))", ["words"]),
    "of any text": ("RESET THE <text>", "points(me, 0)\n    s.set(me, 0)", []),
    "of any choice": (
        "GO <choice up|down>",
        "{'up': 1, 'down': 2}[given[0]]\n    s.set(me, 1)",
        [],
    ),
    "of a number and a throw": ("BET <n>", "s.set(me, given[0] * roll(6))", ["throws", "words"]),
}


@pytest.mark.parametrize("what", SECRETS)
def test_what_makes_no_difference_to_a_secret_does_not_tell_it(what: str) -> None:
    form, body, told = SECRETS[what]
    source = (
        f's = quantity("s", secret=True)\n@action("{form}")\ndef act(me, *given):\n    {body}\n'
    )
    assert told_of_secrets("Secrets", source) == told


def test_what_is_read_from_either_is_told_of_it_and_of_nothing_else() -> None:
    source = 'a = quantity("a", secret=True)\nb = quantity("b", secret=True)\n'
    source += '@action("MIX")\ndef mix(me):\n    a.give(me, 1)\n    b.give(me, roll(6))\n'
    made = game()
    made.propose(change(source, "Mix"))
    proposed = next(one for one in made.events if isinstance(one, e.ProposalMade))
    words = "All are told what it throws (MIX), and with it its secret b."
    assert words in map(said, proposed.warnings)


def warned(source: str) -> list[str]:
    made = game()
    made.propose(change(source, "Draft"))
    (proposed,) = [one for one in made.events if isinstance(one, e.ProposalMade)]
    return list(map(said, proposed.warnings))


DRAWS = """\
hand = quantity("hand", most=99, {})
@on("begins")
def deal():
    drawn = []
    for one in players():
        card = roll(9)
        while card in drawn:
            card = roll(9)
        drawn.append(card)
        hand.set(one, card)
"""


def test_who_draws_until_all_differ_does_not_break() -> None:
    assert not [one for one in warned(DRAWS.format("")) if "broke" in one]
    told = warned(DRAWS.format("secret=True"))
    assert "All are told what it throws (begins), and with it its secret hand." in told
    endless = '@on("begins")\ndef deal():\n    while roll(9):\n        pass\n'
    assert [one for one in warned(endless) if "broke" in one]


FORGETS = (
    "What its functions change in {} is gone after each call: only a quantity, a note or an office"
    " stays."
)


@pytest.mark.parametrize(
    ("top", "body", "told"),
    [
        ("bids = {}", "bids[me] = n", "bids"),
        ("bids = {}", "bids[me.name][n] += 1", "bids"),
        ("bids = []", "bids.append(n)", "bids"),
        ("bids: set = set()", "bids.add(n)", "bids"),
        ("most = 0", "global most\n    most = n", "most"),
        ("bids = {}", "bids = {}\n    bids[me] = n", ""),
        ("bids = {}", "say(str(bids.get(n)))", ""),
        ("prices = {1: 2}", "say(str(prices[n] == 1))", ""),
        ("bids = {}", "say('bids[me] = n')", ""),
        ("", "bids = {}\n    bids[me] = n", ""),
    ],
)
def test_what_would_be_gone_after_each_call_is_told_before_the_vote(
    top: str, body: str, told: str
) -> None:
    source = f"{top}\n@action('BID <n>')\ndef bid(me, n):\n    {body}\n    say('bid')\n"
    found = [one for one in warned(source) if "is gone after each call" in one]
    assert found == ([FORGETS.format(told)] if told else [])


@pytest.mark.parametrize(
    ("form", "given", "body", "told"),
    [
        ("SIT", "me", "pass", True),
        ("GIVE <n> TO <player>", "me, n, to", "coins.of(to) + n", True),
        ("GIVE <n> TO <player>", "me, n, to", "if to != me:\n        coins.give(to, n)", False),
        ("SIT", "me", "say('so')", False),
        ("SIT", "me", "refuse('no')", False),
        ("ROLL", "me", "roll(6)", False),
    ],
)
def test_what_would_do_nothing_is_told_before_the_vote(
    form: str, given: str, body: str, told: bool
) -> None:
    source = f"coins = quantity('coins')\n@action('{form}')\ndef act({given}):\n    {body}\n"
    words = f"{form} did nothing when it was tried, and would be told as done."
    assert (words in warned(source)) == told


def test_what_a_rule_refuses_as_something_happens_is_told() -> None:
    made = game()
    fine = 'coins = quantity("coins", start=1)\n@on("defeated")\ndef fine(proposal):\n'
    fine += "    for one in players():\n        coins.take(one, 1)\n"
    lineage = adopt(made, change(fine, "Fines"))
    for _ in range(2):
        made.propose(enact())
        made.call()
        made.all_vote(1, 2, 3)
    ran = [one for one in made.events if isinstance(one, e.ProgramRan)]
    assert [bool(one.declined) for one in ran] == [False, True]
    assert "has 0 coins, and 1 is needed" in ran[-1].declined
    assert made.state.programs[lineage].value("coins", 1) == 0


SHARES = """\
@on("scored")
def share(who, n):
    for one in players():
        if one != who:
            points(one, n)

@action("SING")
def sing(me):
    points(me, 1)
"""


def scores_by(made: Game) -> list[tuple[int | None, int]]:
    return [(one.rule, one.points) for one in made.events if isinstance(one, e.PointsScored)]


def test_who_shares_what_is_scored_shares_no_share() -> None:
    made = game()
    lineage = adopt(made, change(SHARES, "Shares"))
    before, others = scores_by(made), len(made.state.playing) - 1
    perform(made, lineage, "SING")
    assert scores_by(made)[len(before) :] == [(lineage, 1)] * (1 + others)
    assert not [one for one in made.events if isinstance(one, e.ProgramBroke)]


def test_another_function_of_the_rule_hears_of_the_shares() -> None:
    counts = (
        'total = quantity("total")\n@on("scored")\ndef counts(who, n):\n    total.give(who, n)\n'
    )
    made = game()
    lineage = adopt(made, change(f"{counts}{SHARES}", "Shares"))
    perform(made, lineage, "SING")
    assert has(made, lineage, "total") == [1, 1, 1]
    assert checked(recorded(made.events)).differences == []


def test_two_rules_that_share_hear_each_other_until_they_are_cut() -> None:
    made = game()
    lineage = adopt(made, change(SHARES, "Shares"))
    adopt(made, change(SHARES.split("@action", maxsplit=1)[0], "More"))
    perform(made, lineage, "SING")
    assert {one.trouble for one in made.events if isinstance(one, e.ProgramBroke)} == {"cascade"}
