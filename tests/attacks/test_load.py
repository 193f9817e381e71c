"""Letters that are small to send and much to carry out: the work of one letter has a bound."""

import re
import time
from collections.abc import Callable

from nomic_mail.game.amendments import Amendment, patched_back
from nomic_mail.game.preview import sentences_changed
from nomic_mail.game.rulebook import Rule
from nomic_mail.letters.mime.wrapped import unwrapped
from nomic_mail.post.drafts import MOST_SAID
from nomic_mail.post.instructed import instructed
from nomic_mail.post.sections import MOST_ATTACHED
from nomic_mail.post.text import lines_changed
from nomic_mail.pump.load import A_LETTER
from nomic_mail.pump.out.waiting import MOST_CHARACTERS
from tests.attacks.kit import Attack, attacks, each
from tests.kit.house import House, address_of

SECONDS = 1.5
FULL = "four four four four four four four four four four four four-"


def to(house: House, name: str) -> str:
    return house.last["tea", address_of(name)].text


def changed(words: int) -> tuple[str, str]:
    """Two texts that share one word again and again, and nothing else: the most that `difflib` can
    be made to do."""
    one, other = (" ".join(f"all {side}{n}" for n in range(words)) for side in "ab")
    return one, other


WORK: dict[str, Callable[[], object]] = {
    "writes a paragraph of 3,000 full lines": lambda: unwrapped(f"{FULL}\n" * 3000),
    "changes each second of 1,000 sentences": lambda: sentences_changed(
        *(one.replace(" ", "\n") for one in changed(500))
    ),
    "changes each second line of a program": lambda: lines_changed(
        *(one.replace(" ", "\n") for one in changed(500))
    ),
    "takes back an amendment of 15,000 words": lambda: patched_back(amended(*changed(7500))),
    "replaces each letter by two thousand": lambda: instructed(
        "a " * 30_000, f'replace every "a" by "{"b " * 990}"'
    ),
}


def amended(before: str, after: str) -> Amendment:
    rule = Rule(number=302, lineage=301, status="mutable", title="", text=f"{after} all")
    return Amendment(
        number=302,
        rule=rule,
        title="",
        before=before,
        after=after,
        clauses=(),
        clauses_after=(),
        circuit=0,
        is_last=False,
    )


@each("time", "a seat", "{}", "it is done in a moment, or not", tuple(WORK))
def test_a_text_that_is_much_to_read(given: str) -> None:
    began = time.process_time()
    WORK[given]()
    assert time.process_time() - began < SECONDS


READ = {
    "a thousand changes below one PROPOSE": "PROPOSE\n" + "AMEND 203\nx\n" * 1400,
    "three thousand repeals below one PROPOSE": "PROPOSE\n" + "REPEAL 203\n" * 2900,
    "a thousand changes of words below one REVISE": "REVISE\n" + 'AMEND 203\ndelete "a"\n' * 1000,
    "a thousand with effects": "PROPOSE\n" + "AMEND 203\nEffects:\n- a: b\n" * 900,
}


@each("time", "a seat", "writes {}", "it is read in a moment", READ)
def test_a_letter_of_many_heads(house: House, given: str) -> None:
    house.reply(house.mover(), given)
    began = time.process_time()
    (answer,) = house.run()
    assert time.process_time() - began < SECONDS
    assert "Not done" in answer.subject or "?]" in answer.subject


@attacks(
    Attack(
        "disk",
        "a seat",
        "has a letter replaced by two thousand, in all of a long rule",
        "it is not done, and why is told, before any of it is made",
    )
)
def test_a_text_that_would_be_too_long() -> None:
    text, (amiss,) = instructed("a " * 30_000, f'replace every "a" by "{"b " * 990}"')
    assert (text, amiss.why) == ("", "long")
    shorter, nothing = instructed("long " * 30_000, 'replace every "long" by "wide"')
    assert (len(shorter), nothing) == (150_000, ())


@attacks(
    Attack(
        "flood",
        "a seat, and a rule of 60,000 characters",
        "has ninety amendments of it looked at, in one letter",
        "what goes beyond a letter's load is refused, with the reason",
    )
)
def test_a_letter_that_asks_for_too_much(house: House) -> None:
    mover, other = house.mover(), house.others()[0]
    house.reply(mover, f"PROPOSE ENACT: Long\n{'Long words. ' * 5000}\nEND\nCALL VOTE\n")
    house.run()
    for name in (mover, other):
        house.reply(name, "FOR\n")
        house.run()
    house.reply(other, "".join(f"PREVIEW AMEND 301\nText {n}.\nEND\n" for n in range(90)))
    (answer,) = house.run()
    assert "would ask for more than 600000 characters" in " ".join(answer.text.split())
    assert len(answer.text) < 2 * A_LETTER


NOISE = """PROPOSE ENACT: Noise
Whoever likes to can shout.
Effects:
  program:
    @action("SHOUT <n>")
    def shout(me, n):
        for i in range(20):
            say("x" * 1990 + " ")
END
CALL VOTE
"""


@attacks(
    Attack(
        "flood",
        "a rule whose program says forty thousand characters to all",
        "has it do so ninety times, in one letter of a kilobyte",
        "what goes beyond a letter's load is refused, with the reason",
    )
)
def test_a_program_that_says_much(house: House) -> None:
    mover, other = house.mover(), house.others()[0]
    house.reply(mover, NOISE)
    house.run()
    for name in (mover, other):
        house.reply(name, "FOR\n")
        house.run()
    house.reply(other, "".join(f"SHOUT {n}\n" for n in range(90)))
    letters = house.run()
    assert house.kinds().count("ProgramRan") == A_LETTER // 42_000 + 1
    assert all(len(one.text) < 1.2 * A_LETTER for one in letters)


@attacks(
    Attack(
        "flood",
        "a seat",
        "asks the judge ninety questions in one letter",
        "each player is told of each question once",
    )
)
def test_many_questions_at_once(house: House) -> None:
    asker, other = house.mover(), house.others()[0]
    text = "".join(f"JUDGMENT\nIs it so, and is it the {n}.?\nEND\n" for n in range(90))
    house.reply(asker, text)
    house.run()
    assert house.kinds().count("JudgmentInvoked") == 90
    told = [one for one in house.told if one.to == address_of(other)][-1].text
    assert told.count("Is it so, and is it the 7.?") == 1
    assert len(told) < 3 * len(text)


@attacks(
    Attack(
        "flood",
        "a seat",
        "asks the judge questions of 60,000 characters, one a letter",
        "the next letter shows the last of them whole, and the beginnings of the others",
    )
)
def test_many_long_questions(house: House) -> None:
    asker, other = house.mover(), house.others()[0]
    for n in range(5):
        house.reply(asker, f"JUDGMENT\nQuestion {n}: {'long words ' * 5000}\nEND\n")
        house.run()
    told = to(house, other)
    assert all(f"Question {n}: long words" in told for n in range(5))
    assert len(told) < 80_000


@attacks(
    Attack(
        "flood",
        "a seat",
        "talks 20,000 characters, thirty times a day",
        "a digest has room for some of it, tells how much it has not, and where that is",
    )
)
def test_a_digest_has_an_end(house: House) -> None:
    speaker, reader = house.mover(), house.others()[0]
    house.reply(reader, "DIGEST DAILY\n")
    house.run()
    door = house.door(speaker)
    for n in range(30):
        text = f"TELL\nPart {n}. {'long words ' * 2000}\nEND\n"
        house.post_in(house.written(speaker, door, text), speaker, door)
    house.run()
    house.later(days=1)
    (digest,) = [one for one in house.run() if one.to == address_of(reader)]
    told = " ".join(digest.text.split())
    assert re.search(r"\d+ things more, all of it talk, had no room in this letter\.", told)
    assert "Part 20." in told
    assert "RECORDS sends every word" in told
    assert len(digest.text) < 1.2 * MOST_CHARACTERS
    assert house.rows("SELECT count(*) FROM held_back") == [(0,)]


ARCHIVE = """PROPOSE ENACT: The archive
There is an archive.
Effects:
  program:
    log = note("log")
    @action("FILE <text>")
    def file(me, text):
        for i in range(180):
            log.set(me, f"{text} {i} " + "word " * 380)
END
CALL VOTE
"""


def test_a_vote_below_much_else_counts(house: House) -> None:
    mover, other = house.mover(), house.others()[0]
    for name, text in ((mover, ARCHIVE), (mover, "FOR"), (other, "FOR")):
        house.reply(name, text)
        house.run()
    mover = house.mover()
    house.reply(mover, "PROPOSE ENACT: Cake\nCake is at five.\nEND\nCALL VOTE\n")
    house.run()
    house.reply(mover, "FILE hello\n\nFILE again\n\nFOR 302\n\nFILE more\n")
    house.run()
    told = " ".join(to(house, mover).split())
    assert "your vote FOR 302 is counted" in told.replace("Your", "your"), told
    assert "would ask for more than" in told


@attacks(
    Attack(
        "flood",
        "a seat, and a rule of 60,000 characters that was amended again and again",
        "asks for the rule, and for each of its proposals, in one letter",
        "the answer has an end, and tells how much it left out, and where that is",
    )
)
def test_an_answer_that_grows_with_the_game(house: House) -> None:
    words = "Long words. " * 5000
    house.reply(house.mover(), f"PROPOSE ENACT: Long\n{words}\nEND\nCALL VOTE\n")
    house.run()
    for n in range(6):
        for name in ("Ada Lovelace", "Bob Babbage"):
            house.reply(name, "FOR\n")
            house.run()
        number = max(one.number for one in house.state().rules)
        house.reply(house.mover(), f"PROPOSE AMEND {number}\n{words}{n}.\nEND\nCALL VOTE\n")
        house.run()
    asked = "".join(f"PROPOSAL {n}\n" for n in range(301, 308))
    reader, before = house.others()[0], len(house.bodies)
    house.reply(reader, f"RULE {number}\n{asked}")
    house.run()
    (answer,) = house.bodies[before:]
    assert len(answer) < 1.2 * MOST_ATTACHED
    told = " ".join(answer.decode().split())
    assert re.search(r"\d{6} characters more had no room in this letter. RECORDS sends", told)
    assert "proposal-307.txt" in told


TIMERS = """PROPOSE ENACT: Noise
It is loud at noon.
Effects:
  program:
    @action("START NOISE")
    def start(me):
        for i in range(40):
            later_hours(2, "noise")
    @timer("noise")
    def noise():
        for i in range(6):
            {}
END
CALL VOTE
"""
SAYS = {
    "says to all": 'say("loud " * 390)',
    "says to one alone": 'say_to(players()[0], "loud " * 390)',
}


@each(
    "flood",
    "a rule with forty timers that are due at once",
    "{} twelve thousand characters by each",
    "the letter has room for some of it, and tells how much it has not, and where that is",
    SAYS,
)
def test_timers_that_say_much(house: House, given: str) -> None:
    mover, other = house.mover(), house.others()[0]
    house.reply(mover, TIMERS.format(given))
    house.run()
    for name in (mover, other):
        house.reply(name, "FOR\n")
        house.run()
    house.reply(other, "START NOISE\n")
    house.run()
    house.later(hours=3)
    letters = house.run()
    assert all(len(one.text) < 1.2 * MOST_SAID for one in letters)
    more = r"\d+ characters more that it says had no room in this letter\."
    assert any(re.search(more, " ".join(one.text.split())) for one in letters)
