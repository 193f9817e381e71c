"""A ballot that was cast in a seat before somebody else took it is told to nobody before the count
(010): its successor may put another in its place, and does not read it."""

import re
from pathlib import Path

import pytest

from nomic_mail.play.samples import occasions, read, text_of
from tests.kit.played import look

BEGUN = """moderator 2026-03-02 09:00 new game cake {ruleset}
moderator 2026-03-02 09:01 add player Ada Abel <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob Babbage <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cleo Curie <cleo@players.example> confirmed
moderator 2026-03-02 12:00 start
mail 2026-03-02 12:30 ada reply:
    PROPOSE REPEAL 201
    END
{called}mail 2026-03-04 12:40 bob reply:
    ABSTAIN 301
mail 2026-03-04 12:41 bob reply:
    AGAINST 301
moderator 2026-03-04 13:00 REPLACE Bob BY "Grace Hopper <grace@players.example>": he is ill
mail 2026-03-04 13:10 Grace Hopper <grace@players.example> reply:
    YES
"""
ASKED = """mail 2026-03-04 13:20 grace reply:
    STATUS
mail 2026-03-04 13:21 grace reply:
    VOTE maybe on 301
mail 2026-03-04 13:22 grace reply:
    RECEIPTS OFF
mail 2026-03-04 13:30 grace reply:
    FOR 301
mail 2026-03-04 13:40 grace reply:
    STATUS
"""
GAMES = {"suber_1982 debate_min=0": "    CALL VOTE\n", "open": ""}


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_successor_may_replace_it_and_does_not_read_it(ruleset: str, tmp_path: Path) -> None:
    script = tmp_path / "status.game"
    script.write_text(BEGUN.format(ruleset=ruleset, called=GAMES[ruleset]) + ASKED, "utf-8")
    hers = [
        (occasions(letter), " ".join(text_of(letter).split()))
        for letter in map(read, look(tmp_path, script).bodies)
        if "grace@" in str(letter["To"])
    ]
    before, after = (text for what, text in hers if "status" in what)
    assert re.search(r"[Aa] ballot of Bob Babbage(?: is in for your seat|])", before)
    theirs = re.compile(r"vote AGAINST|you: AGAINST|voted AGAINST")
    assert not [text for _, text in hers if theirs.search(text)]
    assert "FOR" in after
    assert "ballot of Bob" not in after
