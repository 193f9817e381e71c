"""What a newcomer sees beside the words of a letter says what it is: marks in subjects, names of
what is attached."""

from pathlib import Path

from tests.kit.told import last, letter, played

BEGUN = """\
moderator 2026-03-02 09:00 new game tea net_play debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
"""


def test_the_welcome_says_what_marks_and_attached_entries_are(tmp_path: Path) -> None:
    told = last(played(tmp_path, BEGUN), "bob")
    assert "[tea?] in a subject: something is asked of you; [tea!]: something was not done." in told
    assert "no_longer_due.ics takes it out again" in told


def test_a_proof_says_that_nobody_has_to_read_it(tmp_path: Path) -> None:
    told = letter(played(tmp_path, BEGUN), "bob")
    assert "proof.txt, attached, is for checking; nobody has to open it." in told.text
    assert "proof.txt" in dict(told.attached)
