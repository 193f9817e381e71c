"""Thirty proposals at once: letters that are read at a glance, and nothing of them lost."""

from pathlib import Path

import pytest

import nomic_mail
from nomic_mail.game import events as e
from nomic_mail.game.course import Steps
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.play.table import Received
from nomic_mail.post.compose import compose
from nomic_mail.store.queue import to_all
from tests.kit.games.told_history import day, made, opened, started
from tests.kit.house import House, address_of

OPEN = (Path(nomic_mail.__file__).parent / "rulesets" / "open.toml").read_text()
MANY = {
    'name = "open"': 'name = "many"',
    "open, each 2": "open, each 5",
    "debate 2d, vote 5d": "debate 0h, vote 2d",
    '"victory: 100"': '"victory: 10000"',
    ', "vote ends: when decided"': "",
}
PLAYERS = ["Ada Marsh", "Bob Marsh", "Cleo Marsh", "Dot Marsh", "Eve Marsh", "Fay Marsh"]
ADA, BOB, *_, FAY = PLAYERS


def book_with(clause: str) -> str:
    book = OPEN
    if clause.startswith("debate"):
        book, clause = book.replace("debate 2d, vote 5d", f"{clause}, vote 2d"), ""
    for words, other in MANY.items():
        book = book.replace(words, other)
    return book.replace('"votes: 1"', f'"votes: 1", "{clause}"') if clause else book


def _play(house: House, clause: str, proposals: int) -> None:
    book = book_with(clause)
    house.act("new game", game="tea", title="Tea", ruleset=book, settings={})
    for name in PLAYERS:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    for number in range(proposals):
        name = PLAYERS[number % len(PLAYERS)]
        house.reply(name, f"PROPOSE ENACT: Tea {number}\nThere is tea at {number} o'clock.\n")
        house.run()


def digests(house: House, name: str, hours: int) -> list[Received]:
    told: list[Received] = []
    for _ in range(hours):
        house.later(hours=1)
        told += house.run()
    return [one for one in told if one.to == address_of(name) and "digest" in one.occasions]


def a_house(folder: Path, clause: str = "", proposals: int = 30) -> House:
    house = House(folder)
    house.once(("many", clause, proposals), lambda: _play(house, clause, proposals))
    return house


def answered(house: House, name: str, text: str) -> Received:
    house.reply(name, text)
    return next(one for one in house.run() if one.to == address_of(name))


def lines_of(letter: Received) -> list[str]:
    """Without the foot."""
    return letter.text.replace("\r", "").partition("\n-- \n")[0].split("\n")


def said(letter: Received) -> str:
    return " ".join(" ".join(lines_of(letter)).split())


# Receipts


def test_equal_votes_are_acknowledged_in_one_line(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    told = answered(house, ADA, "FOR ALL")
    assert lines_of(told)[0] == "Your votes FOR 301-330 are counted."
    assert len(lines_of(told)) < 8
    mixed = answered(house, BOB, "FOR 301-310, 312\nAGAINST 311, 313-330\n")
    assert said(mixed).startswith(
        "Your votes FOR 301-310, 312 are counted. Your votes AGAINST 311, 313-330 are counted."
    )


def test_what_is_not_equal_is_told_apart(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    house.reply(ADA, "FOR 301-303")
    house.run()
    told = said(answered(house, ADA, "FOR 301-306\nAGAINST 307\nFOR 308: I like tea\n"))
    assert "Your votes FOR 301, 302, 303 are counted, and replace your earlier ones." in told
    assert "Your votes FOR 304, 305, 306 are counted." in told
    assert "Your vote AGAINST 307 is counted." in told
    assert "Your vote FOR 308 is counted. What you wrote beside it" in told


def test_votes_taken_back_are_told_in_one_line(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    house.reply(ADA, "FOR ALL")
    house.run()
    told = said(answered(house, ADA, "".join(f"RETRACT {number}\n" for number in range(301, 311))))
    assert told.startswith("Your votes on 301-310 are taken back.")


def test_equal_refusals_are_told_once(tmp_path: Path) -> None:
    house = a_house(tmp_path, "vote changes: never")
    house.reply(ADA, "FOR ALL")
    house.run()
    told = answered(house, ADA, "AGAINST ALL")
    assert len(lines_of(told)) < 20
    assert said(told).startswith(
        "Not done: AGAINST ALL Why: your vote on 301-330 is in, and a vote that is in is final"
    )
    assert "Your votes on 301-330 stand as they are." in said(told)


def test_votes_that_were_not_told_of_are_told_in_one_line(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    answered(house, ADA, "RECEIPTS OFF")
    house.reply(ADA, "FOR ALL")
    assert not [one for one in house.run() if one.to == address_of(ADA)]
    told = said(answered(house, ADA, "STATUS"))
    assert told.count(", is in.") + told.count(", are in.") == 1
    assert "Your votes FOR 301-330, sent " in told


@pytest.mark.parametrize("votes", ["FOR 301", "FOR 301\nAGAINST 302"])
def test_one_vote_is_told_as_ever(tmp_path: Path, votes: str) -> None:
    told = said(answered(a_house(tmp_path), ADA, votes))
    assert told.startswith("Your vote FOR 301 is counted.")


# Ballots


def test_thirty_ballots_are_a_line_each_and_their_texts_are_attached(tmp_path: Path) -> None:
    house = a_house(tmp_path, "debate 1h")
    house.later(hours=2)
    told = next(one for one in house.run() if one.to == address_of(FAY))
    lines = lines_of(told)
    assert len(lines) < 60
    assert "    FOR 301-329; AGAINST 330" in lines
    assert "- 330 by Fay Marsh: ENACT: Tea 29" in lines
    assert "ballots-301-330.txt" in said(told)
    texts = dict(told.attached)["ballots-301-330.txt"]
    assert texts.count("There is tea at") == texts.count("It needs") == 30


# Results


def all_vote(house: House) -> list[Received]:
    """301 to 303 fail, all others are adopted."""
    for name in PLAYERS:
        house.reply(name, "AGAINST 301-303\nFOR 304-330\n")
    return house.run()


@pytest.fixture
def results(tmp_path: Path) -> Received:
    told = all_vote(a_house(tmp_path))
    return next(one for one in told if one.to == address_of(ADA) and "results" in one.occasions)


def test_thirty_results_are_a_line_each(results: Received) -> None:
    lines = lines_of(results)
    assert len(lines) < 70
    assert "  301 defeated 0-6  Tea 0" in lines
    assert "  330 adopted 6-0   Tea 29" in lines
    assert lines[0] == "The vote on 301-330 is over: 27 adopted, 3 defeated."
    assert "Anybody can make a proposal now, at any time." in lines
    assert "  Ada Marsh       70  (+70)" in lines
    assert "Rules: new 304-330." in lines
    assert max(map(len, lines)) <= 72


def test_nothing_of_them_is_lost(results: Received) -> None:
    assert "results-301-330.txt" in results.text
    whole = dict(results.attached)["results-301-330.txt"]
    assert whole.count("\nWhy: ") == 30
    assert whole.count("voted on 3") == 180
    assert whole.count("There is tea at") == 27
    assert results.proof.count("head after this letter") == 1


def test_the_record_has_the_whole(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    all_vote(house)
    with house.database.read() as connection:
        kept = [one.letter.body.decode() for one in to_all.of_game(connection, house.game().id)]
    letters = "".join(kept)
    assert "results-301-330.txt:\n\n" in letters
    assert letters.count("There is tea at 29 o'clock") >= 2
    assert "\nproof.txt:\n\n" in letters


def test_no_line_of_a_receipt_or_a_result_is_a_vote_where_it_is_copied(tmp_path: Path) -> None:
    house = a_house(tmp_path)
    receipt = answered(house, ADA, "FOR 301-310\nAGAINST 311-330\n")
    told = next(one for one in all_vote(house) if "results" in one.occasions)
    about = About(open_ballots=tuple(range(301, 331)))
    for line in (*lines_of(receipt), *lines_of(told)):
        assert understand("", line, about).said == (), line


@pytest.mark.parametrize("proposals", [2, 5])
def test_a_few_results_are_told_in_full(tmp_path: Path, proposals: int) -> None:
    house = a_house(tmp_path, proposals=proposals)
    for name in PLAYERS:
        house.reply(name, "FOR ALL")
    told = next(one for one in house.run() if "results" in one.occasions)
    assert not [name for name, _ in told.attached if name.startswith("results")]
    assert told.text.count("Why: ") == proposals


# Digests


@pytest.fixture
def read_daily(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.once(("many", "daily"), lambda: _play_daily(house))
    return house


def _play_daily(house: House) -> None:
    _play(house, "", 0)
    house.reply(BOB, "DIGEST DAILY")
    house.reply(FAY, "DIGEST DAILY\nLANGUAGE GERMAN")
    house.run()
    for number in range(30):
        name = PLAYERS[number % len(PLAYERS)]
        house.reply(name, f"PROPOSE ENACT: Tea {number}\nThere is tea at {number} o'clock.\n")
        house.run()
        house.later(minutes=2)


def test_ballots_that_waited_are_one_thing_of_the_digest(read_daily: House) -> None:
    (told,) = digests(read_daily, BOB, 24)
    lines = lines_of(told)
    assert len(lines) < 120
    assert "  330 until 2026-03-04 09:58  Tea 29" in lines
    assert "30 proposals are open; those that want your vote stand above." in lines
    (file,) = [text for name, text in told.attached if name.startswith("ballots-")]
    assert file.count("There is tea at") == file.count("How: reply FOR 3") == 25  # but for his own


def test_results_that_waited_are_one_thing_of_the_digest(read_daily: House) -> None:
    digests(read_daily, BOB, 24)
    for name in PLAYERS[:5]:
        read_daily.reply(name, "AGAINST 301\nFOR 302-330")
    read_daily.run()
    for number in range(301, 331):
        read_daily.reply(FAY, f"FOR {number}")
        read_daily.run()
        read_daily.later(seconds=30)
    (told,) = digests(read_daily, BOB, 24)
    lines = lines_of(told)
    assert len(lines) < 100
    assert "1. The vote on 301-330 is over: 29 adopted, 1 defeated." in lines
    assert "  301 defeated 1-5  Tea 0" in lines
    assert lines.count("  Ada Marsh       70  (+70)") == 2
    whole = dict(told.attached)["results-301-330.txt"]
    assert whole.count("\nWhy: ") == 30
    assert whole.count("voted on 3") == 180
    assert told.proof.count("head after this letter") == 1


def test_the_same_in_german(read_daily: House) -> None:
    (told,) = digests(read_daily, FAY, 24)
    lines = lines_of(told)
    assert "30 Vorschläge" in told.text
    assert "  329 bis 2026-03-04 09:56  Tea 28" in lines
    assert [name for name, _ in told.attached if name.startswith("stimmzettel-")]
    for name in PLAYERS:
        read_daily.reply(name, "AGAINST 301\nFOR 302-330")
    results = next(one for one in read_daily.run() if one.to == address_of(FAY))
    assert "Die Abstimmung über 301-330 ist vorbei: 29 angenommen, 1 abgelehnt." in said(results)
    assert "  302 angenommen 6-0  Tea 1" in lines_of(results)
    assert "Regeln: neu 302-330." in lines_of(results)


# What ends together is told with its time once


def test_a_status_tells_one_time_once(tmp_path: Path) -> None:
    told = answered(a_house(tmp_path), ADA, "STATUS")
    lines = lines_of(told)
    assert lines[0] == "You have 5 open proposals, and the rule allows no more."
    assert "  301  Tea 0" in lines
    assert said(told).count("2026-03-04") == 1


def test_a_digest_tells_the_ballots_in_it_once(tmp_path: Path) -> None:
    house = a_house(tmp_path, "debate 1h")
    answered(house, BOB, "DIGEST DAILY")
    house.later(hours=2)
    house.run()
    told = digests(house, BOB, 30)[0]
    assert said(told).count("Tea 17") == 1
    assert "your ballot is missing on 301-330. By when: Wed 2026-03-04" in said(told)
    assert "the first; the others" not in said(told)


def test_votes_that_are_extended_twice_at_one_stroke_are_told_of_once() -> None:
    """The clock comes late, after an absence and an extension: 311, 312, 311, 312."""
    game = started().after(made(), made(312, by=3), opened(), opened(312))
    twice = [
        e.VotingExtended(at=day(7), number=n, closes_at=day(until), extension=more, missing=(1,))
        for until, more in ((8, 0), (10, 1))
        for n in (311, 312)
    ]
    notices = compose(Steps.of(twice, game.state))
    told = [(one.to, [part.occasion for part in one.sections]) for one in notices]
    assert sorted(told) == [(seat, ["late_ballots"]) for seat in (1, 2, 3)]
    assert {part.facts["closes_at"] for one in notices for part in one.sections} == {day(10)}
