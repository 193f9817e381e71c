"""How a letter whose outcome is known comes out: right, wrong, asked needlessly, or lost without a
word.

1. An outcome is the votes of a letter ("for 301, against 302"), "ask" (a question back and no
   vote), "talk" (no vote; whether something is asked is needless or not, as the class says),
   "none" (no vote, asked about or not), or "does Ask" (a command of that name).
2. Wrong is a vote that is not among them, and one too few; needless a question where the votes are
   plain, silent a letter that should have been asked about and was not.
3. By day one of four is judged, or of more where there are many, others each day, and how many are
   asked about needlessly is not: that is known of all of them.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from nomic_mail.game.commands import Vote
from nomic_mail.letters.grammar.reading import Aims
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.letters.mime import message
from tests.kit.tiers import is_tried, times

ONE = About(ballot=301, open_ballots=(301,))
TWO = About(open_ballots=(301, 302))
SEVERAL = {
    "two": TWO,
    "three": About(open_ballots=(301, 302, 303)),
    "four": About(open_ballots=(301, 302, 303, 304)),
}


@dataclass(slots=True)
class Judged:
    name: str
    outcomes: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)
    one_of: int = 4  # by day

    def letter(self, text: str, outcome: str, about: About = ONE) -> None:
        if not is_tried(text, self.one_of):
            return
        found = verdict(text, outcome, about)
        self.outcomes[found] += 1
        if found != "right":
            self.bad.append(f"{found}: should be {outcome}: {text!r}")

    def beside(self, text: str, about: About) -> None:
        """A letter with one plain vote, FOR 301, and a line that is to be asked about."""
        if not is_tried(text, self.one_of):
            return
        found = understand("", text, about)
        cast = [one.command for one in found.said]
        outcome = "right" if found.questions else "silent"
        if cast != [Vote(choice="for", proposal=301)]:
            outcome = (
                "wrong"
                if any(isinstance(x, Vote) and x.proposal != 301 for x in cast)
                else "needless"
            )
        self.outcomes[outcome] += 1
        if outcome != "right":
            self.bad.append(f"{outcome}: FOR 301 and a question: {text!r} {cast}")

    def __str__(self) -> str:
        told = ", ".join(f"{one} {self.outcomes[one]}" for one in ("wrong", "needless", "silent"))
        return f"{self.name}: {self.outcomes.total()} letters, {told}"

    def held(self, needless: float = 0.02, *, silent: int = 0) -> None:
        """Rule of the house: nothing wrong, nothing silent, and hardly a question needless."""
        print(self)
        total = self.outcomes.total()
        worst = [one for one in self.bad if not one.startswith("needless")] or self.bad
        assert self.outcomes["wrong"] == 0, worst[:8]
        assert self.outcomes["silent"] <= silent, worst[:8]
        assert times(True, False, False) or self.outcomes["needless"] <= needless * total, worst[:8]


def verdict(text: str, outcome: str, about: About = ONE) -> str:
    subject, attached = "", ()
    if text.lstrip().startswith("<html"):
        head = b"From: Ada <ada@players.example>\nContent-Type: text/html; charset=utf-8\n\n"
        text = message.read(head + text.encode()).text
    found = understand(subject, text, about, attached)
    cast = sorted(
        f"{one.command.choice} {one.command.proposal}"
        for one in found.said
        if isinstance(one.command, Vote)
    )
    if outcome.startswith("does "):
        done = [type(one.command).__name__ for one in found.said]
        return "right" if done == [outcome[5:]] else "wrong" if done else "silent"
    if outcome == "none":
        return "wrong" if cast else "right"
    if outcome == "ask":
        return "wrong" if cast else "right" if found.questions else "silent"
    if outcome == "talk":
        return "wrong" if cast else "needless" if found.questions else "right"
    wanted = sorted(outcome.split(", "))
    if cast == wanted:
        return "needless" if found.questions else "right"
    if set(cast) - set(wanted):
        return "wrong"
    return "needless" if found.questions else "silent"


def in_file(text: str) -> Iterable[tuple[str, str, str, About]]:
    """The letters of a file: who wrote it, its text, its outcome, what it answers."""
    told, *letters = text.split("\n=== ")
    proposed = re.search(r"on 301 \(([^()]+)\)", told.replace("\n", " "))
    aims = Aims(changes=1, text=proposed[1] if proposed else "")
    one = replace(ONE, aims=lambda: aims)
    for block in letters:
        head, _, body = block.partition("\n")
        who, _, outcome = head.partition(": ")
        count = next((word for word in SEVERAL if outcome.startswith(word)), "")
        about = SEVERAL.get(count, one)
        outcome = outcome.removeprefix(count).strip()
        if outcome in ("for", "against", "abstain"):
            outcome = f"{outcome} 301"
        yield who, body.rstrip("\n"), outcome, about
