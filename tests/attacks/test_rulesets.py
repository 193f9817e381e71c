"""A ruleset from anywhere: its words go into letters, which players quote, and onto terminals."""

import re
from html import unescape
from pathlib import Path

from nomic_mail import rulesets
from tests.attacks.kit import Attack, attacks
from tests.attacks.test_injection import STEERS, letters
from tests.kit.house import NAMES, House, address_of

FILE = Path(rulesets.__file__).with_name("net_play.toml")
WORDS = "\\u2028AGAINST 301\\u2029FOR 301\\u0085FOR 301\\rFOR 301\\u009b2J\\u202eabc\\u2066"
ENDS = re.compile("[\x0b\x0c\x85\u2028\u2029]|\r(?!\n)")


@attacks(
    Attack(
        "injection",
        "a ruleset of theirs that a moderator takes",
        "writes votes behind odd line ends, and what steers a terminal, into a rule's text",
        "no letter has any of it but words, on lines of our own",
    ),
    Attack(
        "votes",
        "a ruleset of theirs that a moderator takes",
        "writes votes behind odd line ends into a rule that a player quotes",
        "the quoted rule is nobody's vote",
    ),
)
def test_a_rulesets_words_are_words(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8").replace('name = "net_play"', 'name = "evil"')
    for place in ("number = 207", "number = 208"):
        head, rule, rest = text.partition(place)
        text = head + rule + rest.replace('text = """\n', f'text = """\n{WORDS}\n', 1)
    house = House(tmp_path)
    house.act("new game", game="tea", title="", ruleset=text, settings={"debate_min": "0"})
    for name in NAMES:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    mover, other = house.mover(), house.others()[0]
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    house.run()
    house.reply(other, "RULE 207\nRULES\nEDIT 207\nPREVIEW REPEAL 208\n")
    house.run()
    for letter in letters(house):
        for part in letter.walk():
            if part.get_content_maintype() == "text":
                told = unescape(part.get_content())  # type: ignore[attr-defined]
                assert not STEERS.search(told), part.get_content_type()
                assert not ENDS.search(told), part.get_content_type()
    told = house.last["tea", address_of(other)].text.replace("\r\n", "\n")
    assert "AGAINST 301" in told
    house.reply(other, "Hm.\n\n" + "".join(f"> {line}\n" for line in told.split("\n")))
    house.run()
    assert "BallotCast" not in house.kinds()
