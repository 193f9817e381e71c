"""What a month of moderating brings: who leaves, judges who are silent, pauses, wins, and what is
written to a game that is over."""

from pathlib import Path

import pytest

from tests.kit.told import last, letter, played

BEGUN = """\
moderator 2026-03-02 09:00 new game tea {ruleset} debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
"""
MODERATOR = "Mo <moderator@nomic.example>"
GERMAN = "mail 2026-03-02 09:10 cid reply:\n    LANGUAGE GERMAN\n"
HATS = """\
mail 2026-03-02 10:00 ada reply:
    PROPOSE ENACT: Hats
    Whoever wears a hat gets a point.
"""


def says(time: str, who: str, *words: str, to: str = "reply") -> str:
    lines = "".join(f"    {one}\n" for one in words)
    return f"mail {time} {who} {to}:\n{lines}"


def acts(time: str, *words: str) -> str:
    """The Moderator's, by mail, and confirmed."""
    day, clock = time.split()
    hours, minutes = clock.split(":")
    later = f"{day} {hours}:{int(minutes) + 1:02}"
    return says(time, MODERATOR, *words) + says(later, MODERATOR, "YES")


WON = acts("2026-03-02 11:00", "AWARD Bob 100 RULE 202: for the soup")


# A player who leaves


def test_who_leaves_in_their_turn_leaves_a_vote_that_goes_on(tmp_path: Path) -> None:
    votes = says("2026-03-02 10:10", "ada", "CALL VOTE", "FORFEIT")
    letters = played(tmp_path, BEGUN, HATS, votes, ruleset="suber_1982")
    told = (
        "has forfeited and left the game (rule 113). The vote on 301 goes on until Mon 2026-03-09"
    )
    assert told in last(letters, "bob")


@pytest.mark.parametrize("words", ["I quit. Sorry, no time any more.", "I resign, sorry"])
def test_who_quits_with_an_excuse_is_asked(tmp_path: Path, words: str) -> None:
    letters = played(tmp_path, BEGUN, says("2026-03-02 10:00", "bob", words))
    assert letter(letters, "bob").subject == "[tea?] Do you want to leave Tea?"


# Judgment


def test_where_no_judge_rules_no_ruling_stands(tmp_path: Path) -> None:
    asked = says("2026-03-02 10:00", "bob", "JUDGMENT: Is tea a rule?")
    days = "".join(f"tick 2026-03-{day:02} 12:00\n" for day in range(5, 22, 3))
    letters = played(tmp_path, BEGUN, asked, days, ruleset="open")
    over = [one for one in letters if one.subject == "[tea] The judgment is over, without a ruling"]
    assert {one.name for one in over} >= {"Ada", "Bob", "Cid"}
    assert "The question stays open." in over[0].text
    assert not [one for one in letters if "the ruling stands" in one.text]


def test_status_tells_that_nobody_is_left_to_judge(tmp_path: Path) -> None:
    asked = says("2026-03-02 10:00", "bob", "JUDGMENT: Is tea a rule?")
    days = "".join(f"tick 2026-03-{day:02} 12:00\n" for day in (5, 8))
    status = says("2026-03-08 13:00", "ada", "STATUS")
    letters = played(tmp_path, BEGUN, HATS, asked, days, status, ruleset="suber_1982")
    assert "Nobody is left to judge, so there is no ruling. The next turn" in last(letters, "ada")


def test_a_ruling_names_the_winner_by_the_rule_as_it_is_called_now(tmp_path: Path) -> None:
    amended = says(
        "2026-03-02 10:00",
        "ada",
        "PROPOSE AMEND 213: Paradox",
        "Who cannot complete a turn wins, if the Judge says so.",
        "Effects:",
        "  paradox: winner by ruling",
        "END",
        "CALL VOTE",
    )
    votes = "".join(says(f"2026-03-02 10:1{n}", who, "FOR") for n, who in enumerate(PEOPLE))
    asked = says("2026-03-02 10:20", "ada", "JUDGMENT: Who wins?")
    ruled = says("2026-03-02 10:30", "cid", "RULING", "It is undecidable.", "WINNER: Bob")
    letters = played(tmp_path, BEGUN, amended, votes, asked, ruled, ruleset="suber_1982")
    assert letter(letters, "cid").subject == "[tea] You have ruled"
    assert "names Bob the winner under rule 301: so the game ends on Thu" in last(letters, "ada")
    assert "names you the winner under rule 301" in last(letters, "bob")
    letters = played(
        tmp_path / "then",
        *(BEGUN, amended, votes, asked, ruled, "tick 2026-03-06 12:00\n"),
        ruleset="suber_1982",
    )
    assert letter(letters, "cid").subject.endswith("The judgment is settled; Bob has won the game")
    assert "You have won the game (rule 301). Congratulations!" in last(letters, "bob")


PEOPLE = ("ada", "bob", "cid")


def test_who_invokes_judgment_is_told_so_in_the_second_person(tmp_path: Path) -> None:
    letters = played(tmp_path, BEGUN, says("2026-03-02 10:00", "bob", "JUDGMENT: Is tea a rule?"))
    assert last(letters, "bob").startswith("You have invoked judgment (rule 212).")
    assert last(letters, "cid").startswith("Bob has invoked judgment (rule 212).")


# What the Moderator does


def test_a_pause_is_as_long_as_people_say_it(tmp_path: Path) -> None:
    pause = acts("2026-03-02 10:00", "PAUSE: I am at sea")
    goes_on = acts("2026-03-06 10:07", "RESUME")
    letters = played(tmp_path, BEGUN, GERMAN, pause, goes_on)
    assert "Every deadline of this game is 4 days later than it was." in last(letters, "ada")
    assert "hat einen Aufschub von 4 Tagen." in last(letters, "cid")


def test_no_form_of_an_act_is_shown_where_the_game_has_to_go_on_first(tmp_path: Path) -> None:
    pause = acts("2026-03-02 10:00", "PAUSE: I am at sea")
    fined = says("2026-03-02 11:00", MODERATOR, "FINE Bob 3 RULE 206: late")
    told = last(played(tmp_path, BEGUN, pause, fined), "moderator")
    assert "the game is paused" in told
    assert "In this game it is written so" not in told


def test_whose_score_it_is_reads_your_score(tmp_path: Path) -> None:
    corrected = acts("2026-03-02 10:00", "CORRECT SCORE Bob 5: at the table")
    letters = played(tmp_path, BEGUN, corrected)
    assert last(letters, "bob").startswith("Your score was wrong, and is corrected")
    assert last(letters, "ada").startswith("The score of Bob was wrong, and is corrected")


def test_what_is_undone_tells_the_mover_that_it_is_their_turn(tmp_path: Path) -> None:
    done = acts("2026-03-02 10:00", "CORRECT SCORE Bob 5: at the table")
    letters = played(tmp_path, BEGUN, done, acts("2026-03-02 10:10", "UNDO"))
    told = [last(letters, who) for who in PEOPLE]
    assert len([one for one in told if "It is your turn." in one]) == 1


def test_no_reminder_says_that_it_is_the_only_one(tmp_path: Path) -> None:
    """A vote that is extended brings another."""
    vote = says("2026-03-02 10:10", "ada", "CALL VOTE")
    days = "".join(f"tick 2026-03-{day:02} 12:00\n" for day in range(8, 13))
    letters = played(tmp_path, BEGUN, HATS, vote, days, ruleset="suber_1982")
    reminders = [one for one in letters if one.name == "Bob" and "(reminder)" in one.subject]
    assert len(reminders) > 1
    assert not [one for one in reminders if "only one" in one.text]


# A game that is over


def test_a_win_by_points_is_told_with_its_name_and_congratulated(tmp_path: Path) -> None:
    letters = played(tmp_path, BEGUN, GERMAN, WON)
    assert letter(letters, "ada").subject == "[tea] Bob: +100 points; Bob has won the game"
    assert "Bob has reached 100 points and won the game (rule 208)." in last(letters, "ada")
    bob = last(letters, "bob")
    assert bob.startswith("You are awarded 100 points by rule 202")
    assert "You have reached 100 points and won the game (rule 208). Congratulations!" in bob
    assert "Bob hat 100 Punkte erreicht und das Spiel gewonnen (Regel 208)." in last(letters, "cid")


def test_no_judge_is_offered_in_a_game_that_is_over(tmp_path: Path) -> None:
    assert "JUDGMENT" not in last(played(tmp_path, BEGUN, WON), "ada")


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize("words", ["Well played!", "I want to play again"])
def test_words_to_a_game_that_is_over_are_told_so(tmp_path: Path, who: str, words: str) -> None:
    told = last(played(tmp_path, BEGUN, WON, says("2026-03-02 12:00", who, words)), who)
    assert told.startswith("This game is over. RULES, SCORES and RECORDS still tell how it went;")
    assert "your turn" not in told
    assert "PROPOSE" not in told


def test_its_status_tells_no_turn(tmp_path: Path) -> None:
    told = last(played(tmp_path, BEGUN, WON, says("2026-03-02 12:00", "ada", "STATUS")), "ada")
    assert told.startswith("The game is over: Bob has won.")
    assert "Turn" not in told


def test_talk_in_it_is_of_no_rule_changes_to_come(tmp_path: Path) -> None:
    talk = says("2026-03-02 12:00", "ada", "TELL", "Well played!")
    assert "may not consult" not in last(
        played(tmp_path, BEGUN, WON, talk, ruleset="suber_1982"), "bob"
    )


def test_its_scores_point_to_no_turn(tmp_path: Path) -> None:
    for who, turn in (("ada", "whose turn"), ("cid", "am Zug")):
        asked = says("2026-03-02 12:00", who, "SCORES")
        told = last(played(tmp_path / who, BEGUN, GERMAN, WON, asked), who)
        assert turn not in told, told


def test_nothing_of_it_is_made_ready_to_change(tmp_path: Path) -> None:
    edit = says("2026-03-02 12:00", "ada", "EDIT 203")
    told = last(played(tmp_path, BEGUN, WON, edit), "ada")
    assert "in your turn" not in told
    assert "write PROPOSE" not in told


@pytest.mark.parametrize("words", ["LEAVE", "FORFEIT\nSo long", "I quit"])
def test_nobody_leaves_it(tmp_path: Path, words: str) -> None:
    leave = says("2026-03-02 12:00", "ada", *words.split("\n"))
    told = last(played(tmp_path, BEGUN, WON, leave), "ada")
    assert "his game is over." in told, told
    assert "YES" not in told


def test_nobody_is_invited_to_it(tmp_path: Path) -> None:
    invited = "moderator 2026-03-02 12:00 invite Fay Fox <fay@players.example>\n"
    several = "moderator 2026-03-02 12:00 add player Fay Fox <fay@players.example>\n"
    for name, line in (("one", invited), ("more", several)):
        letters = played(tmp_path / name, BEGUN, WON, line)
        assert not [one for one in letters if one.to.startswith("fay@")]


def test_nobody_is_asked_to_join_it(tmp_path: Path) -> None:
    join = "mail 2026-03-02 12:00 Uli <uli@players.example> to nomic+tea@nomic.example:\n    JOIN\n"
    letters = played(tmp_path, BEGUN, WON, join)
    assert not [one for one in letters if one.to.startswith("uli@")]


# Numbers, and what they agree with


def test_one_vote_was_for_it_in_german_too(tmp_path: Path) -> None:
    vote = says("2026-03-02 10:10", "ada", "CALL VOTE")
    cast = "".join(
        says(f"2026-03-02 10:2{n}", who, words)
        for n, (who, words) in enumerate((("ada", "AGAINST"), ("bob", "FOR"), ("cid", "AGAINST")))
    )
    letters = played(tmp_path, BEGUN, GERMAN, HATS, vote, cast, ruleset="suber_1982")
    told = "1 von 3 Stimmberechtigten war dafür; nötig: alle Stimmberechtigten"
    assert told in last(letters, "cid")
    again = says("2026-03-02 11:00", "cid", "PROPOSAL 301")
    letters = played(
        tmp_path / "then", *(BEGUN, GERMAN, HATS, vote, cast, again), ruleset="suber_1982"
    )
    assert told in last(letters, "cid")


# EFFECTS


@pytest.mark.parametrize("words", ["EFFECTS", "EFFECTS adoption: 2/3 of eligible"])
def test_effects_are_added_however_they_are_said(tmp_path: Path, words: str) -> None:
    proposed = says("2026-03-02 10:00", "ada", "PROPOSE AMEND 203: Two thirds", SHARE)
    letters = played(
        tmp_path, BEGUN, proposed, says("2026-03-02 10:10", "ada", words), ruleset="suber_1982"
    )
    assert letter(letters, "ada").subject.startswith("[tea] Your 301 revised")
    assert "would become adoption: 2/3 of eligible (rule 301)" in last(letters, "ada")


@pytest.mark.parametrize("words", ["effects", "Effects\n    \n    Thanks, Ada"])
def test_effects_in_small_letters_are_asked_about(tmp_path: Path, words: str) -> None:
    proposed = says("2026-03-02 10:00", "ada", "PROPOSE AMEND 203: Two thirds", SHARE)
    told = last(played(tmp_path, BEGUN, proposed, says("2026-03-02 10:10", "ada", words)), "ada")
    assert "Then write EFFECTS, in capitals; or write them below it." in told


SHARE = "A rule change is adopted if at least two thirds of the eligible voters vote for it."


def test_effects_with_nothing_below_are_no_words_of_a_rule(tmp_path: Path) -> None:
    proposed = says("2026-03-02 10:00", "ada", "PROPOSE AMEND 203: Two thirds", SHARE, "effects")
    told = last(played(tmp_path, BEGUN, proposed, ruleset="suber_1982"), "ada")
    assert "Effects: stands there with nothing beneath it." in told


# A council, whose Chairperson calls for proposals and for votes

COUNCIL = """\
moderator 2026-03-02 09:00 new game tea council
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
"""
TWO = (
    says("2026-03-02 10:00", "ada", "CALL PROPOSALS 1 day")
    + says("2026-03-02 10:01", "ada", "PROPOSE ENACT: Tea", "There is tea.")
    + says("2026-03-02 10:02", "bob", "PROPOSE ENACT: Cake", "There is cake.")
    + "tick 2026-03-03 11:00\n"
    + says("2026-03-03 12:00", "ada", "CALL DISCUSSION 2 days")
    + "tick 2026-03-05 13:00\n"
    + says("2026-03-05 14:00", "ada", "CALL VOTE 2 days")
)


@pytest.mark.parametrize("words", ["I suggest that all get tea", "Ich schlage Tee vor"])
def test_who_may_propose_is_shown_the_form(tmp_path: Path, words: str) -> None:
    asked = says("2026-03-02 10:00", "ada", "CALL PROPOSALS 1 day")
    told = last(played(tmp_path, COUNCIL, asked, says("2026-03-02 11:00", "bob", words)), "bob")
    assert "You can propose now, until Tue 2026-03-03 10:00 UTC" in told
    assert "PROPOSE ENACT: A short title" in told


def test_an_endorsement_of_one_of_several_is_answered_by_its_own_form(tmp_path: Path) -> None:
    told = last(
        played(tmp_path, COUNCIL, TWO, says("2026-03-05 15:00", "cid", "ENDORSE Bob")), "cid"
    )
    assert "What would work: say which: reply ENDORSE Bob ON 301." in told


@pytest.mark.parametrize("words", ["actually against it, sorry to say so", "hm, tea"])
def test_words_to_a_ballot_that_is_over_are_told_that_it_is(tmp_path: Path, words: str) -> None:
    late = "tick 2026-03-07 15:00\n" + says("2026-03-07 16:00", "cid", words, to='reply "Vote on"')
    told = last(played(tmp_path, COUNCIL, TWO, late), "cid")
    assert told.startswith("The vote that you answer is over, and no words count there any more.")


def test_nobody_is_told_of_a_lax_chair_that_may_not_begin(tmp_path: Path) -> None:
    asked = "tick 2026-03-07 15:00\n" + says("2026-03-07 16:00", "cid", "JUDGMENT: Is tea a rule?")
    days = "".join(f"tick 2026-03-{day:02} 17:00\n" for day in range(8, 18))
    letters = played(tmp_path, COUNCIL, TWO, asked, days)
    longer = [one for one in letters if "has longer for the next step" in one.subject]
    assert longer
    assert not [one for one in longer if "lax" in one.text]


@pytest.mark.parametrize("words", ["ENACT: Tea", "enact: Tea", "REPEAL 206", "TRANSMUTE 105"])
def test_a_proposal_without_its_word_is_asked_about(tmp_path: Path, words: str) -> None:
    told = last(played(tmp_path, BEGUN, says("2026-03-02 10:00", "bob", words, "Tea.")), "bob")
    assert f'"{words}": is that a proposal? Nothing was done. Write PROPOSE in front of it' in told


def test_what_is_voted_on_is_withdrawn_no_more_in_open_play(tmp_path: Path) -> None:
    debated = HATS + "tick 2026-03-04 11:00\n" + says("2026-03-04 12:00", "ada", "WITHDRAW")
    told = last(played(tmp_path, BEGUN, debated, ruleset="open"), "ada")
    assert "Why: the ballot on 301 is open, and its form is final" in told


def test_help_tells_when_a_council_proposes(tmp_path: Path) -> None:
    told = last(played(tmp_path, COUNCIL, says("2026-03-02 10:00", "bob", "HELP PROPOSE")), "bob")
    asked = "When the Chairperson has called for proposals, reply with a whole proposal, such as"
    assert told.startswith(asked)


def test_the_first_chair_is_told_once(tmp_path: Path) -> None:
    letters = played(tmp_path, COUNCIL)
    for who in PEOPLE:
        assert last(letters, who).count("Chairperson") <= 2
        assert "first Chairperson" not in last(letters, who)
