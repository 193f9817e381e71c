"""Numbers, times and files that are too much: each ends in a sentence, and soon."""

import time
from pathlib import Path

import pytest

from nomic_mail import rulesets
from nomic_mail.archive.told import reading
from nomic_mail.toml import BadFile
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of

SECONDS = 1.5
BIG = "9" * 5000
EFFECTS = "PROPOSE ENACT: Tea\nTea is at four.\nEffects:\n  "
CLAUSES = {
    "a victory at a number of 5,000 digits": f"victory: {BIG}",
    "a victory below nothing": "victory: -1",
    "a victory at 1e9": "victory: 1e9",
    "a reward below all numbers": f"reward for: -{BIG}",
    "a reward of 10 to the 400th": "reward for: 10^400",
    "a reward divided by nothing": "reward for: 1/0",
    "a reward that is a sum of 20,000": "reward for: " + "1+" * 20_000 + "1",
    "a majority within 2,000 brackets": "adoption: " + "(" * 2000 + "1" + ")" * 2000,
    "a majority that is not, 5,000 times": "adoption: " + "not " * 5000 + "all",
    "a majority of a share by nothing": "adoption: 1/0 of cast",
    "a majority of powers of powers": "adoption: 9**9**9",
    "a template's instruction": "victory: {{7*7}}",
    "a program with a number of 5,000 digits": f"program:\n    x = {BIG}",
    "a program within 3,000 brackets": "program:\n    x = " + "(" * 3000 + ")" * 3000,
    "a program that is a sum of 7,000": "program:\n    x = 1" + "+1" * 7000,
}
SAID = {
    "votes on a number of 5,000 digits": f"VOTE {BIG} FOR",
    "proposes the repeal of such a rule": f"PROPOSE REPEAL {BIG}",
    "is away for so many weeks": f"AWAY {BIG} weeks",
    "is away until the year 9999": "AWAY until 9999-12-31",
    "is away until the year 10000": "AWAY until 10000-01-01",
    "is away until the 31st of February": "AWAY until 31 February",
    "extends by 999,999 days": "EXTEND BY 999999 days",
    "wants a time zone that is a file": "TIMEZONE ../../../../etc/passwd",
    "wants a time zone that is the machine's": "TIMEZONE localtime",
    "wants a time zone 25 hours away": "TIMEZONE UTC+25",
    "asks for the rule that is no number": "RULE NaN",
    "asks for a rule's part of 5,000 digits": f"RULE 301.{BIG}",
    "asks for help on a file": "HELP ../../../etc/passwd",
    "asks why, with 5,000 brackets": "WHY " + "(" * 5000,
    "takes from the library what is a file": "PROPOSE FROM LIBRARY ../../../etc/passwd",
    "throws so many dice": f"ROLL {BIG}d6",
}


@each("time", "a seat, in their turn", "proposes {}", "it is refused", CLAUSES)
def test_a_clause_that_is_too_much(house: House, given: str) -> None:
    began = time.process_time()
    house.reply(house.mover(), f"{EFFECTS}{given}\nEND\n")
    (answer,) = house.run()
    assert time.process_time() - began < SECONDS
    assert "!] Not done" in answer.subject
    assert "ProposalMade" not in house.kinds()


@attacks(
    *(
        Attack("time", "a seat, in their turn", does, "nothing of it is done, and it is told", text)
        for does, text in SAID.items()
    )
)
def test_a_command_that_is_too_much(house: House, given: str) -> None:
    before, name = house.kinds(), house.mover()
    began = time.process_time()
    number = house.reply(name, f"{given}\n")
    answers = house.run()
    assert time.process_time() - began < SECONDS
    assert house.became(number) == "done"
    assert [one.to for one in answers] == [address_of(name)]
    assert house.kinds() == before
    assert "root:" not in answers[0].text
    assert house.rows("SELECT DISTINCT zone FROM seats") == [("UTC",)]


DATES = (
    *("Mon, 02 Mar 9999 09:00:00 +0000", "Mon, 02 Mar 0000 09:00:00 +0000", "1" * 1900),
    *("Mon, 02 Mar 2026 09:00:00 +9999", "Mon, 99 Foo 20260000000 99:99:99 +0000", "\u0663"),
)


@attacks(
    *(
        Attack(
            "time",
            "a seat",
            f"dates a letter {date[:40]}",
            "it counts from when it came, and the record is sound",
            given=date,
        )
        for date in DATES
    )
)
def test_a_date_that_is_none(house: House, given: str) -> None:
    name = house.mover()
    raw = house.written(name, house.door(name), "PROPOSE REPEAL 206\n").split(b"\n")
    head = [line for line in raw if not line.startswith(b"Date:")]
    number = house.post_in(b"\n".join([f"Date: {given}".encode(), *head]), name, house.door(name))
    house.run()
    assert house.became(number) == "done"
    assert house.events()[-1].at == house.clock.now()


RULESET = 'name="x"\ntitle="X"\n[[rule]]\nnumber=101\nstatus="mutable"\ntitle="T"\ntext="x"\n'
FILES = {
    "100,000 lists within each other": "a=" + "[" * 100_000,
    "2,000 tables within each other": "a=" + "{a=" * 2000 + "1" + "}" * 2000,
    "a key of 20,000 parts": "a" + ".a" * 20_000 + "=1",
    "4,000 heads of 25 parts": "\n".join("[" + "a." * 25 + f"b{n}]" for n in range(4000)),
    "a number of 100,000 digits": f"{RULESET}a=" + "9" * 100_000,
    "a rule's number of 40,000 hex digits": RULESET.replace("101", "0x" + "f" * 40_000),
    "a rule's number that is infinite": RULESET.replace("101", "inf"),
    "a rule's number that is a date": RULESET.replace("101", "9999-99-99"),
    "a text of 100,000 quotation marks": 'a="""' + '"' * 100_000,
    "a text of 99,999 backslashes": 'a="' + "\\" * 99_999,
    "half a character": RULESET.replace('"T"', '"\\ud800"'),
    "a name that is a path": RULESET.replace('name="x"', 'name="../../x"'),
    "a key of 500,000 letters": '"' + "a" * 500_000 + '"=1',
    "1,001 rules": 'name="x"\ntitle="X"\n' + "[[rule]]\n" * 1001,
}


@each(
    "time",
    "a ruleset of theirs, or an old game's file, that a moderator reads in",
    "writes {}",
    "it is refused, with what is wrong in it",
    FILES,
)
def test_a_file_that_is_too_much(tmp_path: Path, given: str) -> None:
    began = time.process_time()
    with pytest.raises(BadFile):
        rulesets.from_file(given, "the file")
    file = tmp_path / "game.toml"
    file.write_text(given, encoding="utf-8")
    with pytest.raises(BadFile):
        reading.load(file)
    assert time.process_time() - began < 2 * SECONDS
