"""Where a rule allows abstaining (105), each letter that asks for a vote says so."""

from pathlib import Path

import pytest

from tests.kit.house import House

BOOK = """
name = "allowing"
title = "Three rules"
[[rule]]
number = 101
status = "mutable"
title = "Votes"
text = "A proposal is adopted by most of the votes cast."
clauses = ["adoption: majority of cast"]
[[rule]]
number = 102
status = "mutable"
title = "Ballots"
text = "{}"
clauses = ["{}"]
"""


@pytest.mark.parametrize("allowed", [True, False])
def test_a_ballot_says_abstain_where_a_rule_allows_it(tmp_path: Path, allowed: bool) -> None:
    house = House(tmp_path)
    text = "Players may abstain." if allowed else "Ballots are secret."
    book = BOOK.format(text, "ballots: secret with abstention" if allowed else "ballots: secret")
    house.act("new game", game="tea", title="", ruleset=book, settings={"debate_min": "0"})
    for name in ("Ada Lovelace", "Bob Babbage"):
        who = f"{name} <{name.split()[0].lower()}@players.example>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    house.reply(house.mover(), "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE")
    told = house.run()
    house.reply(house.mover(), "STATUS")
    told += house.run()
    house.later(days=8)
    told += house.run()
    asking = [one.text for one in told if "reply with one word" in one.text or "How: " in one.text]
    choices = "one word, FOR, AGAINST or ABSTAIN" if allowed else "one word, FOR or AGAINST"
    assert len(asking) >= 5  # two ballots, STATUS, and two that the time was extended
    assert all(choices in " ".join(text.split()) for text in asking)
    assert all(("ABSTAIN" in text) == allowed for text in asking)
