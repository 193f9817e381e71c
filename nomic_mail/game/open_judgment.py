"""What a turn's judge was asked, and has ruled (212)."""

import re
from datetime import datetime

from msgspec import Struct

from nomic_mail.game.numbers import NUMBER, PRINTED, read_number, whole

# a rule, as it is printed, or behind the word: not 7 points, and no date
_BARE, _NO_COUNT = r"(?<![\w.,:/#$€£+-])#?", r"\s{1,3}(?:points?|votes?|players?)\b"
_NAMED = re.compile(
    rf"\brules?[ \t]{{1,3}}#?({NUMBER})\b"
    rf"|{_BARE}({PRINTED})(?![\w%]|[.,:/-]\d|{_NO_COUNT})",
    re.I,
)


class OpenJudgment(Struct, frozen=True, kw_only=True):
    """The questions of a turn, until the next one begins (212). `answered` are those that the
    ruling is about, and `ruled_by` has given it; at `stands_at` silence is consent to the next
    turn, and from then on `silent` says so. `final`: nobody is left to judge, and `unjudged` are
    those that nobody has answered. `end_debate` is the question whether the debate shall end (111).
    The last question was put at `asked_at`, by the event of the number `asked_as`. `accusers` asked
    whether the chair must be replaced, in the questions `of_chair`, and `unseated` is the chair
    that a ruling replaced. Where the ruling is voted on, `cast` is what of it overrules, and it
    stands when it is `counted`."""

    questions: tuple[str, ...]
    judge: int
    due_at: datetime
    asked_at: datetime | None = None
    asked_as: int = 0
    end_debate: str = ""
    askers: tuple[int, ...] = ()
    accusers: tuple[int, ...] = ()
    of_chair: tuple[str, ...] = ()
    unseated: int | None = None
    tried: tuple[int, ...] = ()
    ruling: str = ""
    ruled_by: int | None = None
    answered: int = 0
    unjudged: tuple[str, ...] = ()
    winner: int | None = None
    stands_at: datetime | None = None
    silent: bool = False
    final: bool = False
    overrules: tuple[int, ...] = ()
    upholds: tuple[int, ...] = ()
    cast: str = ""
    counted: bool = False
    consents: tuple[int, ...] = ()

    def decides_on(self, rule: int) -> bool:
        """Whether a ruling is in force, and it or what it answers names the rule by its number."""
        about = [one for one in self.questions[: self.answered] if one not in self.unjudged]
        said = (self.ruling, *about)
        named = [one for text in said for one in _NAMED.finditer(text)]
        numbers = {read_number(one[1] or one[2]) for one in named}
        numbers |= {whole(read_number(one[1])) for one in named if one[1]}  # "rule 301.2"
        return self.ruled and rule in numbers

    @property
    def pending(self) -> tuple[str, ...]:
        """What the judge has not ruled on yet."""
        return self.questions[self.answered :]

    @property
    def ruled(self) -> bool:
        """Whether a ruling is in force: an overruled one is not."""
        return bool(self.ruling and self.answered)
