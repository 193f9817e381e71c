"""What a proposal brings and takes, told where one decides whether to make it."""

from pathlib import Path

import pytest

from tests.kit.told import letter, played

FOUR = """\
moderator 2026-03-02 09:00 new game tea {ruleset} debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
mail 2026-03-02 10:00 {who} reply:
    HELP PROPOSE
"""


def asked(folder: Path, *more: str, ruleset: str, who: str = "ada") -> str:
    letters = played(folder, FOUR.replace("{who}", who), *more, ruleset=ruleset)
    return " ".join(letter(letters, who).text.split())


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [
        (
            "net_play",
            "A proposal brings you as many points as a die shows, adopted or not (rule 202); if "
            "it is defeated, it also costs you 10 points (rule 206). A new rule needs the votes of "
            "all eligible voters (rule 203). That is 3 of 3 now, and one AGAINST defeats it.",
        ),
        (
            "suber_mail",
            "A proposal brings you points by a sum, adopted or not (rule 202); if it is defeated, "
            "it also costs you 10 points (rule 206).",
        ),
        (
            "open",
            "If a proposal is adopted, it brings you 10 points (rule 205). A new rule needs more "
            "than half of the ballots cast",
        ),
        ("chairperson", "If a proposal is defeated, it costs you 10 points (rule "),
    ],
)
def test_help_tells_what_a_proposal_brings_in_this_game(
    tmp_path: Path, ruleset: str, told: str
) -> None:
    assert told in asked(tmp_path, ruleset=ruleset)


REPEALED = """\
mail 2026-03-02 10:01 cid reply:
    PROPOSE REPEAL 206
    END
    CALL VOTE
mail 2026-03-02 10:02 ada reply:
    FOR
mail 2026-03-02 10:03 bob reply:
    FOR
mail 2026-03-02 10:04 cid reply:
    FOR
mail 2026-03-02 10:05 ada reply:
    HELP PROPOSE
"""


def test_it_is_told_as_the_rules_are_now(tmp_path: Path) -> None:
    told = asked(tmp_path, REPEALED, ruleset="net_play")
    assert (
        "A proposal brings you as many points as a die shows, adopted or not (rule 202). A new"
        in told
    )
    assert "costs you" not in told


def test_who_has_the_turn_is_told_and_who_joins_is_told_where_it_stands(tmp_path: Path) -> None:
    letters = played(tmp_path, FOUR.replace("{who}", "ada"))
    words = {one.subject: " ".join(one.text.split()) for one in letters}
    stake = "as a die shows, adopted or not (rule 202); if it is defeated, it also costs you 10"
    assert stake in words["[tea?] It is your turn; The game begins"]
    assert "HELP TURN to read how a turn goes" in words["[tea] Welcome to Tea"]


def test_how_many_votes_is_told_only_where_they_alone_decide(tmp_path: Path) -> None:
    """An abstention leaves fewer to be counted: of three, one is enough then."""
    needs = asked(tmp_path, ruleset="open").partition("A new rule needs")[2]
    assert "more than half of the ballots cast" in needs
    assert "That is" not in needs[:160]
