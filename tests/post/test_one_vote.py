"""One vote was for it, and two were; a record tells it in one way for ever."""

import pytest

from nomic_mail.game.phrase import Phrase
from nomic_mail.phrases import in_a_letter, said


def counted(favour: int, base: int, of: str = "cast") -> Phrase:
    return Phrase("counted", favour=favour, base=base, of=of, needed=Phrase("needs_all", of=of))


@pytest.mark.parametrize(
    ("phrase", "told"),
    [
        (counted(1, 3), "1 of 3 ballots cast was for it, and it needed all of the ballots cast"),
        (counted(1, 1), "1 of 1 ballot cast was for it, and it needed all of the ballots cast"),
        (
            counted(0, 1, "eligible"),
            "0 of 1 eligible voter were for it, and it needed all of the eligible voters",
        ),
        (
            counted(1, 4, "votes eligible"),
            "1 of 4 votes of the eligible was for it, and it needed all of the votes of the "
            "eligible",
        ),
        (counted(2, 3), "2 of 3 ballots cast were for it, and it needed all of the ballots cast"),
        (counted(11, 21), said(counted(11, 21))),
        (
            Phrase("tie_passes", favour=1),
            "1 was for it and as many against it, and a tie passes",
        ),
        (
            Phrase("fails_for_the_missing", counted=counted(1, 2, "eligible"), missing=1),
            "1 of 2 eligible voters was for it, and it needed all of the eligible voters; it fails "
            "only for 1 missing, so it counts as neither",
        ),
    ],
)
def test_one_vote_was_for_it(phrase: Phrase, told: str) -> None:
    assert in_a_letter(phrase) == told


def test_a_record_tells_it_as_it_always_has() -> None:
    assert said(counted(1, 1)).startswith("1 of 1 ballots cast were for it")
