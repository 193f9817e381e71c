"""A record that somebody else's server has written is brought here: its names, titles and rules are
words, in every letter, page and table that tells of them."""

import json
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from nomic_mail.archive.json import record_json
from nomic_mail.archive.opening import up_to
from nomic_mail.daemon.importing import ImportedRecord, bring_in
from nomic_mail.daemon.opening import Trouble
from nomic_mail.game import events as e
from tests.attacks.kit import Attack, attacks
from tests.attacks.test_injection import are_clean, letters
from tests.kit.games.core_play import enact
from tests.kit.games.game_in_hand import Game, few
from tests.kit.house import House
from tests.kit.recorded import entries_of

WORDS = {
    "what steers a terminal": "a\x1b[2J\x9b1mb\x07",
    "what turns a line about": "a\u202eb\u2066c",
    "the end of a line, and a header": "a\r\nBcc: victim@evil.example\r\n\r\nb",
    "other ends of lines": "a\u2028FOR 301\u2029FOR 301\x85FOR 301",
    "markup": '<script>alert(1)</script><img src=x onerror="alert(1)">',
    "a formula": '=HYPERLINK("http://evil.example","x")',
    "a template's braces": "{{ 7 * 7 }}{% for x in y %}{#",
    "an encoded word": "=?utf-8?q?Tea=0D=0ABcc:_victim=40evil.example?=",
}


def record(words: str, where: str) -> ImportedRecord:
    """Every hash of it is good."""
    data: Any = json.loads(record_json(entries_of(steered(words, where))))
    events, lines = up_to(data, None)
    there = {str(seat): f"player{seat}@players.example" for seat in (1, 2, 3)}
    return ImportedRecord(events, lines, there)


def steered(words: str, where: str) -> list[e.Event]:
    """These words stand in one kind of place of a game."""
    game = Game(few("net_play"), players=3).start()
    game.propose(enact("Tea is at four."))
    game.call()
    game.all_vote()
    game.propose(enact("Cake is at five."))
    return [_with(event, words, where) for event in game.events]


def _with(event: e.Event, words: str, where: str) -> e.Event:
    match event:
        case e.PlayerJoined(seat=1) if where == "name":
            return replace(event, name=f"Ada {words}")
        case e.GameCreated() if where == "rule":
            first, *rest = event.rules
            return replace(event, rules=(replace(first, title=words, text=words), *rest))
        case e.GameCreated() if where == "title":
            return replace(event, title=words)
        case e.GameCreated() if where == "guides":
            return replace(event, guides=words)
        case e.ProposalMade() if where == "proposal":
            return replace(event, change=replace(event.change, title=words, text=words))
        case e.ModeratorActed() if where == "moderator":
            return replace(event, who=words, reason=words)
    return event


PLACES = ("name", "rule", "proposal", "moderator")


@attacks(
    *(
        Attack(
            "injection",
            "a record that a moderator brings here",
            f"writes {what} into its {place}",
            "it is refused, or it is words in each letter and table",
            given=(words, place),
        )
        for what, words in WORDS.items()
        for place in PLACES
    )
)
def test_what_a_record_says(tmp_path: Path, given: tuple[str, str]) -> None:
    house = House(tmp_path)
    now = house.clock.now()
    try:
        bring_in(house.database, house.config, record(*given), now, "tea")
    except Trouble as trouble:
        assert (given[1], "no name" in str(trouble)) == ("name", True)
        return
    house.run()
    house.act("command", game="tea", verb="Resume", fields={})
    house.run()
    for text in ("RULES", "PROPOSALS", "HISTORY", "STATUS", "EDIT 7", "RECORDS"):
        to = [one.reply_to for one in house.told if one.to == "player2@players.example"][-1]
        head = f"From: player2@players.example\r\nTo: {to}\r\nMessage-ID: <{text[:4]}@x>"
        raw = f"{head}\r\n\r\n{text}\r\n"
        house.hand_in(raw.encode(), "player2@players.example", [to])
        house.run()
    are_clean(letters(house))
