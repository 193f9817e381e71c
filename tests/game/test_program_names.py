"""What another rule keeps, named by its title: `quantity("coins", of="Coins")`. It is the rule that
had the title when the program was read, whatever becomes of either (since reading 7)."""

from typing import Any

import pytest

from nomic_mail.game import commands as c
from nomic_mail.game import events as e
from nomic_mail.game.course import Refusal
from nomic_mail.game.phrase import Phrase
from nomic_mail.game.programs import Given
from nomic_mail.phrases import said
from tests.game.test_programs import COINS, adopt, change, game, has, kinds, perform
from tests.kit.games.core_play import Play
from tests.kit.games.game_in_hand import Game
from tests.kit.recorded import checked, recorded

TAX = """
coins = quantity("coins", of="Coins")

@action("PAY TAX")
def tax(me):
    coins.take(me, 1)
    say(f"{me} has {coins.of(me)}.")
"""


def number_of(made: Game, lineage: int) -> int:
    return next(one.number for one in made.state.rules if one.lineage == lineage)


def amended(made: Game, lineage: int, source: str, title: str, **more: Any) -> None:
    what = change(source, title, kind="amend", target=number_of(made, lineage), **more)
    adopt(made, what)


def repealed(made: Game, lineage: int) -> None:
    adopt(made, c.Change(kind="repeal", target=number_of(made, lineage)))


def pays(made: Game, tax: int) -> str:
    """What it says, or why not."""
    came = perform(made, tax, "PAY TAX")
    if isinstance(came, Refusal):
        return said(came.facts["why"])
    assert kinds(came) == ["ProgramRan"]
    return said_last(made)


def said_last(made: Game) -> str:
    (ran,) = [one for one in made.events[-1:] if isinstance(one, e.ProgramRan)]
    return next(one.text for one in ran.effects if one.kind == "say")


def sound(made: Game) -> bool:
    report = checked(recorded(made.events))
    return (report.differences, report.undecided, report.otherwise) == ([], 0, [])


def test_a_rule_that_is_called_otherwise_later_is_still_the_one() -> None:
    made = game()
    coins, tax = adopt(made, change(COINS)), adopt(made, change(TAX, "Tax"))
    amended(made, coins, COINS, "Money")
    assert pays(made, tax) == "Player 01 has 4."
    adopt(made, change(COINS.replace("PAY <n>", "GIVE <n>"), "Coins"))  # takes its title
    assert pays(made, tax) == "Player 01 has 3."
    assert has(made, coins, "coins")[0] == 3
    assert sound(made)


def test_a_rule_that_takes_the_title_of_one_that_is_gone_is_another() -> None:
    made = game()
    coins, tax = adopt(made, change(COINS)), adopt(made, change(TAX, "Tax"))
    repealed(made, coins)
    other = adopt(made, change(COINS, "Coins"))
    assert pays(made, tax) == 'no rule called "Coins" keeps coins'
    assert has(made, other, "coins") == [5, 5, 5]
    amended(made, tax, TAX + "\n# the new ones\n", "Tax")
    assert pays(made, tax) == "Player 01 has 4."
    assert has(made, other, "coins")[0] == 4
    assert sound(made)


def test_a_rule_that_is_transmuted_is_the_same_and_of_higher_status_then() -> None:
    made = game()
    coins, tax = adopt(made, change(COINS)), adopt(made, change(TAX, "Tax"))
    adopt(made, c.Change(kind="transmute", target=number_of(made, coins)))
    assert pays(made, tax) == 'coins is kept by "Coins", a rule of higher status'
    assert sound(made)


def test_of_two_rules_of_one_title_the_older_is_meant_and_no_other_in_its_place() -> None:
    made = game()
    coins = adopt(made, change(COINS))
    other = adopt(made, change(COINS.replace("PAY <n>", "GIVE <n>"), "Coins"))
    tax = adopt(made, change(TAX, "Tax"))
    assert pays(made, tax) == "Player 01 has 4."
    repealed(made, coins)
    assert pays(made, tax) == 'no rule called "Coins" keeps coins'
    assert has(made, other, "coins") == [5, 5, 5]


def test_a_rule_that_comes_later_is_found_by_the_title_that_it_has() -> None:
    made = game()
    tax = adopt(made, change(TAX, "Tax"))
    assert pays(made, tax) == 'no rule called "Coins" keeps coins'
    adopt(made, change(COINS))
    assert pays(made, tax) == "Player 01 has 4."
    assert sound(made)


@pytest.mark.parametrize("written", ["coins", "COINS", "  Coins "])
def test_capitals_and_blanks_of_a_title_do_not_matter(written: str) -> None:
    made = game()
    coins = adopt(made, change(COINS))
    both = TAX.replace(
        "    coins.take(me, 1)\n",
        '    coins.take(me, 1)\n    quantity("coins", of="Coins").give(me, 2)\n',
    )
    tax = adopt(made, change(both.replace('of="Coins")\n\n', f'of="{written}")\n\n'), "Tax"))
    assert pays(made, tax) == "Player 01 has 6."
    assert has(made, coins, "coins")[0] == 6
    assert sound(made)


# Before the vote


def told(made: Game, what: c.Change) -> list[str]:
    """Of what is named."""
    made.do(c.Propose(by=made.mover, change=what, letter="a proposal"))
    (made_so,) = [one for one in made.events[-1:] if isinstance(one, e.ProposalMade)]
    codes = [
        one for one in made_so.warnings if isinstance(one, Phrase) and one.code.startswith("name")
    ]
    return [said(one) for one in codes]


def test_before_the_vote_it_is_told_whose_they_are() -> None:
    made = game()
    adopt(made, change(COINS))
    assert told(made, change(TAX, "Tax")) == [
        "Line 1 of its program: the coins are those that rule 301 keeps."
    ]


@pytest.mark.parametrize(
    "source",
    [
        TAX.replace('of="Coins"', 'of="Coin"'),
        TAX.replace('quantity("coins"', 'quantity("coin"'),
        TAX.replace('of="Coins"', 'of="Tax"'),
    ],
)
def test_before_the_vote_it_is_told_where_no_rule_keeps_that(source: str) -> None:
    made = game()
    adopt(made, change(COINS))
    assert told(made, change(source, "Tax")) == [
        "Line 1 of its program names what no rule in force of that title keeps for all to see:"
        " whatever needs it would be refused."
    ]


def test_what_is_of_a_higher_rule_can_only_be_looked_at() -> None:
    made = game()
    coins = adopt(made, change(COINS))
    adopt(made, c.Change(kind="transmute", target=number_of(made, coins)))
    assert told(made, change(TAX, "Tax")) == [
        "Line 1 of its program: the coins are those that rule 302 keeps, a rule of higher status."
        " It can look at them, and not change them."
    ]


def test_who_takes_away_what_another_rule_names_is_told_before_the_vote() -> None:
    made = game()
    coins, _ = adopt(made, change(COINS)), adopt(made, change(TAX, "Tax"))
    gone = ["The program of rule 302 could not use the coins of rule 301 any more."]
    assert told(made, c.Change(kind="repeal", target=coins)) == gone
    made.do(c.Withdraw(by=made.mover))
    secret = COINS.replace("start=5", "start=5, secret=True")
    assert told(made, change(secret, kind="amend", target=coins)) == gone
    made.do(c.Withdraw(by=made.mover))
    assert told(made, change(COINS, "Money", kind="amend", target=coins)) == []


def test_a_title_in_a_comment_names_nothing() -> None:
    made = game()
    assert told(made, change('# quantity("coins", of="Coins")\n' + COINS)) == []


def test_a_program_of_before_goes_by_the_titles_that_there_were_as_the_law_was_read_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Play, "reading", 6)
    made = game()
    coins, tax = adopt(made, change(COINS)), adopt(made, change(TAX, "Tax"))
    made.reading = 7
    amended(made, coins, COINS, "Money")
    assert "LawRead" in [type(one).__name__ for one in made.events]
    assert pays(made, tax) == "Player 01 has 4."
    report = checked(recorded(made.events))
    assert (report.differences, report.undecided) == ([], 0)


MAYOR = """
mayor = office("mayor")
law = note("law of the week", owner="game")

@action("STAND")
def stands(me):
    mayor.give(me)
    law.set("Be kind.")
"""
TOLL = """
mayor = office("mayor", of="Mayor")
law = note("law of the week", owner="game", of="Mayor")

@action("ASK")
def asks(me):
    say(f"{mayor.holder()}: {law.text()}")

@action("RESIGN")
def resigns(me):
    if me != mayor.holder():
        refuse("you are no mayor")
    mayor.vacate()
    law.set("")
"""


def test_so_it_is_with_the_offices_and_notes_of_another_rule() -> None:
    made = game()
    mayor, toll = adopt(made, change(MAYOR, "Mayor")), adopt(made, change(TOLL, "Toll"))
    (last,) = [one for one in made.events if isinstance(one, e.ProposalMade)][-1:]
    told = [said(one) for one in last.warnings if one.code == "names_one_of_a_rule"]
    assert told == [
        "Line 1 of its program: the mayor is that of rule 301.",
        "Line 2 of its program: the law of the week is that of rule 301.",
    ]
    perform(made, mayor, "STAND", by=2)
    perform(made, toll, "ASK")
    assert said_last(made) == "Player 02: Be kind."
    refused = perform(made, toll, "RESIGN", by=3)
    assert isinstance(refused, Refusal)
    perform(made, toll, "RESIGN", by=2)
    assert made.state.programs[mayor].value("mayor", 0) == 0
    assert sound(made)


def test_what_a_program_reads_of_rules_and_proposals_is_their_words() -> None:
    made = game()
    words = """
@on("proposed")
def proposed(proposal):
    if proposal.by and "tea" in proposal.text().lower():
        points(proposal.by, -2)
        say(f"{proposal.by} said it.")

@action("READ <rule>")
def reads(me, rule):
    say(rule.text().split(".")[0])
"""
    rule = adopt(made, change(words.strip(), "The forbidden word"))
    by = made.mover
    before = made.state.players[by].score
    made.propose(c.Change(kind="enact", title="Four o'clock", text="There is Tea at four."))
    assert made.state.players[by].score == before - 2
    perform(made, rule, "READ <rule>", Given(kind="rule", number=301))
    assert said_last(made) == "The forbidden word"
    assert sound(made)


def told_of(made: Game, what: c.Change) -> list[str]:
    came = made.done(c.Propose(by=made.mover, change=what, letter="a proposal"))
    (event,) = [one for one in came if isinstance(one, e.ProposalMade)]
    return [one.code for one in event.warnings]


def test_a_name_that_another_rule_keeps_is_told_to_be_another_thing() -> None:
    made = game()
    coins = adopt(made, change(COINS))
    mine = '@on("adopted")\ndef paid(proposal):\n    coins.give(players()[0], 40)\n'
    what = change(f'coins = quantity("coins")\n{mine}', "Wages")
    assert "keeps_its_own" in told_of(made, what)
    named = change(f'coins = quantity("coins", of="Coins")\n{mine}', "Wages")
    assert "keeps_its_own" not in told_of(another(), named)
    made = another()
    amends = change(COINS, "Coins", kind="amend", target=number_of(made, coins))
    assert "keeps_its_own" not in told_of(made, amends)


def another() -> Game:
    made = game()
    adopt(made, change(COINS))
    return made


DECIDES = '@decides("votes")\ndef votes(player, proposal):\n    return 2\n'


@pytest.mark.parametrize(
    ("source", "clauses", "told"),
    [
        (DECIDES, (), ["asked_by_nothing"]),
        (DECIDES, ("votes: program",), []),
        (DECIDES, ("eligible: program",), ["asked_by_nothing", "asks_nothing"]),
        ('note("tea")\n', ("votes: program",), ["asks_nothing"]),
        ('note("tea")\n', (), []),
    ],
)
def test_what_decides_and_is_not_asked_is_told_and_so_is_a_clause_that_asks_nothing(
    source: str, clauses: tuple[str, ...], told: list[str]
) -> None:
    what = change(source, "Votes")
    codes = told_of(game(), change(source, "Votes", effects=(*clauses, *(what.effects or ()))))
    assert [one for one in codes if one in ("asked_by_nothing", "asks_nothing")] == told
