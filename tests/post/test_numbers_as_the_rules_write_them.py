"""A rule is printed with the number that its ruleset writes: 6, or 006 where the rules say so."""

import re
from collections.abc import Iterator
from pathlib import Path

from nomic_mail.game.evolve import evolve
from nomic_mail.game.state import State
from nomic_mail.play.samples import occasions, page_of, read, text_of
from nomic_mail.rulesets.derive import derive
from tests.kit.played import GAMES, Played, look, named
from tests.kit.recorded import record_text
from tests.kit.sites import site_in

# Ours are longer than a digit and no time, date or part of something longer.
NOUGHTS = re.compile(r"(?<![\w:.,/=+-])0\d\d(?![\w:/-]|[.,]\d)")


def game(name: str, folder: Path) -> Played:
    return look(folder, next(one for one in GAMES if named(one) == name))


def told(played: Played, folder: Path) -> Iterator[str]:
    """In letters, on the site and in the text of the record."""
    for letter in map(read, played.bodies):
        yield from (text_of(letter), re.sub("<[^>]*>", " ", page_of(letter)))
    site = site_in(folder / "site", [one.event for one in played.entries()])
    yield record_text(played.entries())
    for page in site.rglob("*.html"):
        yield re.sub("<[^>]*>", " ", page.read_text("utf-8"))


def test_rules_from_0_on_are_printed_so(tmp_path: Path) -> None:
    played = game("own/from-rule-zero", tmp_path)
    everything = list(told(played, tmp_path))
    left = [
        one[at.start() - 40 : at.end() + 30] for one in everything for at in NOUGHTS.finditer(one)
    ]
    assert not left
    assert any("REPEAL AMENDMENT 102 of rule 0: How the game" in one for one in everything)


def test_where_the_rules_say_006_so_does_all_that_is_told(tmp_path: Path) -> None:
    played = game("net_play/first-turn-adopted", tmp_path)
    assert any("(rule 007)" in one for one in told(played, tmp_path))


def test_a_copy_is_read_as_the_letter_prints_it(tmp_path: Path) -> None:
    played = game("own/from-rule-zero", tmp_path)
    letter = next(one for one in map(read, played.bodies) if occasions(one) == ["rules"])
    began = next(at for at, one in enumerate(played.entries()) if "TurnBegan" in repr(one.event))
    state = State()
    for entry in played.entries()[: began + 1]:
        state = evolve(state, entry.event)
    book = text_of(letter).partition("\n\n0  ")[2].partition("\n-- \n")[0]
    for mark in ("", "> "):
        copy = f"0  {book}".replace("five\n  points", "six points").replace(
            "five points", "six points"
        )
        change = derive(state.rules, "\n".join(mark + line for line in copy.split("\n")))
        assert (change.kind, change.target) == ("amend", 42)
        assert "six points" in change.text
