"""What newcomers write who have nothing but their letters, and what they are told then."""

from pathlib import Path

import pytest

from nomic_mail.play.table import Received
from tests.kit.told import last, played

THREE = """\
moderator 2026-03-02 09:00 new game tea {ruleset} debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
"""
TWO_BALLOTS = """\
mail 2026-03-02 10:00 ada reply:
    PROPOSE ENACT: Cake
    Everybody gets cake.
mail 2026-03-02 10:01 bob reply:
    PROPOSE ENACT: Tea
    Everybody gets tea.
tick 2026-03-04 11:00
"""


def invited(folder: Path, *answers: str) -> list[Received]:
    lines = [
        "moderator 2026-03-02 09:00 new game tea net_play",
        "moderator 2026-03-02 09:01 add player Hal <hal@players.example>",
    ]
    for minute, answer in enumerate(answers, 10):
        lines += [f"mail 2026-03-02 09:{minute} hal reply:", f"    {answer}"]
    return played(folder, "\n".join(lines) + "\n")


# An invitation


@pytest.mark.parametrize("words", ["join as Evil Eve, if you like", "JOIN Hal, then"])
def test_what_follows_a_name_is_no_first_name(tmp_path: Path, words: str) -> None:
    letters = invited(tmp_path, words)
    assert "write JOIN and your name" in last(letters, "hal")


def test_a_surname_may_come_first(tmp_path: Path) -> None:
    assert "as Hal Hart" in last(invited(tmp_path, "JOIN Hart, Hal"), "hal")


@pytest.mark.parametrize(
    "words",
    [
        "Please remove me from your mailing list.",
        "Take me off this list, please!",
        "Stop sending me these letters.",
        "Please don't write to me again",
        "Bitte streichen Sie mich von Ihrem Verteiler.",
        "Bitte nehmt mich aus dem Verteiler",
        "Schreiben Sie mir nicht mehr.",
    ],
)
def test_who_wants_no_letters_gets_none(tmp_path: Path, words: str) -> None:
    letters = invited(tmp_path, words)
    told = ("[tea] You have said no to Tea", "[tea] Du hast zu Tea nein gesagt")
    assert letters[-2].subject.startswith(told)
    assert f"Hal does not want to play Tea. They wrote: > {words}" in last(letters, "moderator")


@pytest.mark.parametrize(
    "words", ["ok sorry, JOIN then", "I changed my mind, join", "Sorry - I've changed my mind. Yes"]
)
def test_a_second_thought_takes_part(tmp_path: Path, words: str) -> None:
    assert "You have joined Tea as Hal. You are the first." in last(
        invited(tmp_path, "no thanks", words), "hal"
    )


@pytest.mark.parametrize("words", ["Hi, happy to join!", "Hello there, count me in"])
def test_a_greeting_before_a_yes_is_no_more_of_it(tmp_path: Path, words: str) -> None:
    assert "You have joined Tea as Hal." in last(invited(tmp_path, words), "hal")


@pytest.mark.parametrize(
    "words", ["No thanks, I joined with my work address", "Not interested, sorry. Too busy."]
)
def test_a_no_with_a_reason_is_a_no(tmp_path: Path, words: str) -> None:
    letters = invited(tmp_path, words)
    assert "You will not play Tea" in last(letters, "hal")
    assert f"> {words}" in last(letters, "moderator")


@pytest.mark.parametrize(
    "words",
    ["No thanks, but I would like to watch", "No thanks, or is it short?", "No, I'd love to"],
)
def test_a_no_that_is_taken_back_is_asked_about(tmp_path: Path, words: str) -> None:
    assert "You will not play Tea" not in last(invited(tmp_path, words), "hal")


def test_who_is_invited_to_a_game_that_is_on_is_told_so(tmp_path: Path) -> None:
    amid = "moderator 2026-03-02 10:00 add player Hal <hal@players.example>\n"
    told = last(played(tmp_path, THREE.replace("{ruleset}", "net_play") + amid), "hal")
    assert "By the present rules, the first to reach 100 points wins" in told
    assert "The game has begun; playing now: Ada, Bob and Cid." in told


def test_who_asks_to_join_is_told_how_to_say_their_name(tmp_path: Path) -> None:
    asked = (
        "moderator 2026-03-02 09:00 new game tea net_play\n"
        "mail 2026-03-02 09:01 Hal <hal@players.example> to tea:\n    JOIN\n"
    )
    assert "JOIN and your name, as in JOIN Ada Lovelace" in last(played(tmp_path, asked), "hal")


@pytest.mark.parametrize("before", ["OBSERVE", "What is Nomic?"])
def test_a_name_that_is_none_is_asked_about_whoever_says_it(tmp_path: Path, before: str) -> None:
    told = last(invited(tmp_path, before, "JOIN Hal as a player"), "hal")
    assert "to join, write JOIN and your name, as in JOIN Ada Lovelace." in told


@pytest.mark.parametrize("before", ["OBSERVE", "What is Nomic?"])
def test_hal_the_pal_is_a_name(tmp_path: Path, before: str) -> None:
    assert "You have joined Tea as Hal the Pal." in last(
        invited(tmp_path, before, "JOIN Hal the Pal"), "hal"
    )


def test_who_has_looked_on_is_welcomed_as_a_player(tmp_path: Path) -> None:
    welcome = invited(tmp_path, "OBSERVE", "JOIN")[-1]
    assert welcome.subject.endswith("Welcome to Tea")
    assert "To talk to all players:" in welcome.text


@pytest.mark.parametrize("words", ["LANGUAGE GERMAN", "auf Deutsch, bitte"])
def test_who_asks_for_german_is_told_in_it_what_nomic_is_and_no_more(
    tmp_path: Path, words: str
) -> None:
    letters = invited(tmp_path, words)
    answer = [one for one in letters if one.to.startswith("hal@")][-1]
    assert answer.subject == "[tea?] Was Nomic ist"
    assert "Was du tun kannst" not in answer.text
    assert "TIMEZONE" not in answer.text
    assert answer.text.count("\n") <= 32


def test_who_says_another_wish_is_told_that_they_have_not_joined(tmp_path: Path) -> None:
    told = last(invited(tmp_path, "TIMEZONE Europe/Berlin"), "hal")
    assert "in UTC and in Europe/Berlin" in told
    assert "You are invited to Tea, and have not joined it yet." in told
    assert "ten minutes a week" not in told


# Several ballots


def test_a_doubtful_vote_is_asked_about_with_every_ballot_that_is_open(tmp_path: Path) -> None:
    doubt = "mail 2026-03-04 12:00 cid reply:\n    Hm, yes, or perhaps no\n"
    told = last(played(tmp_path, THREE, TWO_BALLOTS, doubt, ruleset="open"), "cid")
    assert "Open for vote: 301, 302." in told


def test_the_vote_that_is_closed_by_a_ballot_is_not_told_to_be_changed(tmp_path: Path) -> None:
    votes = """\
mail 2026-03-04 12:00 ada reply:
    FOR 301
mail 2026-03-04 12:01 bob reply:
    FOR 301
"""
    letters = played(tmp_path, THREE, TWO_BALLOTS, votes, ruleset="open")
    assert "Proposal 301 is adopted" in last(letters, "bob")
    assert "Your vote FOR 301 is counted." in last(letters, "bob")
    assert "To change it" not in last(letters, "bob")
    first = next(one for one in letters if "Your vote on 301 is in" in one.subject)
    assert "Your ballot is still missing on 302." in " ".join(first.text.split())
    assert "To change what you sent, vote again before the vote closes" in " ".join(
        first.text.split()
    )


def test_of_several_votes_it_is_said_of_them(tmp_path: Path) -> None:
    votes = "mail 2026-03-04 12:00 ada reply:\n    FOR ALL\n"
    told = last(played(tmp_path, THREE, TWO_BALLOTS, votes, ruleset="open"), "ada")
    assert "Nobody sees them before the vote closes. To change them, vote again" in told
    assert "missing" not in told


def test_the_subject_of_several_ballots_says_by_when(tmp_path: Path) -> None:
    letters = played(tmp_path, THREE, TWO_BALLOTS, ruleset="open")
    assert letters[-1].subject == "[tea?] Vote on 301, 302 by Mon 9 Mar"


# What the server would do


def test_what_is_offered_comes_first_and_the_others_hear_that_nothing_is_done(
    tmp_path: Path,
) -> None:
    proposal = """\
mail 2026-03-02 10:00 ada reply:
    PROPOSE ENACT: Fifty
    The winner is the first player with 50 points.
"""
    adds = "mail 2026-03-02 10:01 ada reply:\n    EFFECTS\n"
    before = played(tmp_path / "a", THREE, proposal, ruleset="open")
    assert "victory: 50 over 206" in last(before, "ada")
    assert "The server would do nothing of this by itself" in last(before, "bob")
    assert "The server would do nothing of this by itself" not in last(before, "ada")
    after = last(played(tmp_path / "b", THREE, proposal, adds, ruleset="open"), "bob")
    assert "- victory: 100 (rule 206) would become victory: 50 (rule 301)" in after
    assert "would not hold" not in after
    assert "do nothing of this" not in after


# Words that are nearly right


SLIP = """\
mail 2026-03-02 10:00 bob reply:
    PROPSE ENACT: Cake
    Everybody gets cake.
"""


def test_a_slip_in_a_proposal_is_there_without_it_to_be_agreed_to(tmp_path: Path) -> None:
    told = last(played(tmp_path / "a", THREE, SLIP, ruleset="open"), "bob")
    assert "Did you mean the proposal below? Nothing has been proposed yet." in told
    assert "reply YES to this letter, and leave its text below" in told
    assert "PROPOSE ENACT: Cake Everybody gets cake. END" in told
    assert "nobody else has seen" not in told.lower()
    yes = """\
mail 2026-03-02 10:01 bob reply:
    YES

    > PROPOSE ENACT: Cake
    > Everybody gets cake.
    > END
"""
    assert "has gone to all players: ENACT: Cake" in last(
        played(tmp_path / "b", THREE, SLIP, yes, ruleset="open"), "bob"
    )


def test_beside_another_question_a_slip_is_asked_about_with_its_text(tmp_path: Path) -> None:
    told = last(
        played(
            tmp_path,
            THREE,
            "mail 2026-03-02 10:00 bob reply:\n    STTUS 3x\n    AGAINTS 301\n",
            SLIP.partition("\n")[2],
        ),
        "bob",
    )
    assert "did you mean PROPOSE? Nothing was done; please write it again, with its text." in told
    assert "reply YES" not in told


@pytest.mark.parametrize("word", ["TAKEOVER Bob", "JOIN"])
def test_who_plays_already_is_told_no_rule_that_says_nothing_of_it(
    tmp_path: Path, word: str
) -> None:
    told = last(played(tmp_path, THREE, f"mail 2026-03-02 10:00 cid reply:\n    {word}\n"), "cid")
    assert "you are in this game already. " in told
    assert "rule 105" not in told


def test_tell_with_words_on_its_line_says_how_it_is_written(tmp_path: Path) -> None:
    told = last(
        played(tmp_path, THREE, "mail 2026-03-02 10:00 bob reply:\n    TELL I like hats\n"), "bob"
    )
    assert "this server knows TELL: ..." in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ABWESEND 2 Wochen", "Your absence is noted"),
        ("AWAY 3 Tage", "Your absence is noted"),
        ("WARUM adoption", "Why: adoption"),
    ],
)
def test_german_words_and_lengths_of_time(tmp_path: Path, line: str, told: str) -> None:
    letters = played(tmp_path, THREE, f"mail 2026-03-02 10:00 bob reply:\n    {line}\n")
    mine = [one for one in letters if one.to.startswith("bob@")]
    assert told in mine[-1].subject


def test_the_chair_calls_in_german(tmp_path: Path) -> None:
    call = "mail 2026-03-02 10:00 ada reply:\n    CALL PROPOSALS 2 Tage\n"
    letters = played(tmp_path, THREE, call, ruleset="council")
    assert "Propose by Wed 4 Mar" in letters[-1].subject
    wrong = "mail 2026-03-02 10:00 ada reply:\n    CALL PROPOSALS 2 fortnights\n"
    assert "as in CALL PROPOSALS 3 days" in last(
        played(tmp_path / "b", THREE, wrong, ruleset="council"), "ada"
    )


def test_before_they_are_tabled_proposals_are_not_said_to_be_debated(tmp_path: Path) -> None:
    step = """\
mail 2026-03-02 10:00 ada reply:
    CALL PROPOSALS 2 days
mail 2026-03-02 10:01 bob reply:
    PROPOSE ENACT: Cake
    Everybody gets cake.
mail 2026-03-02 10:02 cid reply:
    When is it my turn?
"""
    assert "debated" not in last(played(tmp_path, THREE, step, ruleset="council"), "cid")


# Rules that the game has


def test_the_examples_are_of_rules_that_the_game_has(tmp_path: Path) -> None:
    """203 and 105 are called otherwise by then."""
    turns = """\
mail 2026-03-02 10:00 cid reply:
    PROPOSE AMEND 203: All
    Whatever all vote for is adopted.
mail 2026-03-02 10:01 cid reply:
    CALL VOTE
mail 2026-03-02 10:02 ada reply:
    FOR
mail 2026-03-02 10:03 bob reply:
    FOR
mail 2026-03-02 10:04 cid reply:
    FOR
"""
    letters = played(tmp_path, THREE, turns)
    turn = next(one for one in reversed(letters) if "It is your turn" in one.subject)
    assert "PROPOSE AMEND 301: A short title" in turn.text
    assert "203" not in turn.text.partition("* * *")[0]


@pytest.mark.parametrize("language", ["ENGLISH", "GERMAN"])
def test_help_shows_rules_that_the_game_has(tmp_path: Path, language: str) -> None:
    turns = f"""\
mail 2026-03-02 10:00 cid reply:
    PROPOSE AMEND 203: All
    Whatever all vote for is adopted.
mail 2026-03-02 10:01 cid reply:
    CALL VOTE
mail 2026-03-02 10:02 ada reply:
    FOR
mail 2026-03-02 10:03 bob reply:
    FOR
mail 2026-03-02 10:04 cid reply:
    FOR
mail 2026-03-02 10:05 bob reply:
    LANGUAGE {language}
mail 2026-03-02 10:06 bob reply:
    HELP PROPOSE
"""
    told = last(played(tmp_path, THREE, turns), "bob")
    assert "EDIT 301" in told
    assert "203" not in told


@pytest.mark.parametrize(
    ("ruleset", "amended", "repealed"), [("open", 203, 205), ("council", 204, 206)]
)
def test_help_shows_rules_for_what_they_do(
    tmp_path: Path, ruleset: str, amended: int, repealed: int
) -> None:
    """Not by the numbers that others have elsewhere: 206 is who wins in the one, 203 the ballots
    in the other, and 105 how immutable rules are changed."""
    turns = "mail 2026-03-02 10:00 bob reply:\n    HELP PROPOSE\n"
    told = last(played(tmp_path, THREE, turns, ruleset=ruleset), "bob")
    assert f"PROPOSE AMEND {amended}: A title" in told
    assert f"PROPOSE REPEAL {repealed} " in told
    assert "PROPOSE TRANSMUTE 101" in told


def test_who_may_propose_at_any_time_is_shown_a_form(tmp_path: Path) -> None:
    begun = last(played(tmp_path, THREE, ruleset="open"), "bob")
    assert "PROPOSE ENACT: A short title The text of the new rule." in begun
    assert "The order is" not in begun


@pytest.mark.parametrize(("ruleset", "turns"), [("open", False), ("net_play", True)])
def test_a_draft_is_proposed_in_turn_where_there_are_turns(
    tmp_path: Path, ruleset: str, turns: bool
) -> None:
    draft = "mail 2026-03-02 10:00 bob reply:\n    PREVIEW ENACT: Cake\n    Everybody gets cake.\n"
    told = last(played(tmp_path, THREE, draft, ruleset=ruleset), "bob")
    assert "write PROPOSE in place of PREVIEW" in told
    assert ("in your turn" in told) is turns


def test_a_refusal_without_a_rule_names_no_ground(tmp_path: Path) -> None:
    early = invited(tmp_path, "JOIN", "PROPOSE REPEAL 206")
    assert "Why: the game has not started yet. What" in last(early, "hal")


# A moderator's first week

EVENING = (
    THREE.replace("{ruleset}", "net_play")
    + "mail 2026-03-02 10:00 Mo <moderator@nomic.example> reply:\n    {}\n"
)


def test_an_act_in_small_letters_is_answered_by_how_it_is_written(tmp_path: Path) -> None:
    told = last(played(tmp_path, EVENING.format("extend turn by 2 days please")), "moderator")
    assert "EXTEND TURN 1 BY 2 days: why" in told


@pytest.mark.parametrize("words", ["extend the turn", "extend please"])
def test_what_can_be_extended_comes_first(tmp_path: Path, words: str) -> None:
    told = last(played(tmp_path, EVENING.format(words)), "moderator")
    forms = told.partition("as one of these: ")[2]
    assert forms.startswith("EXTEND TURN 1 BY")


def test_an_act_in_answer_to_a_letter_without_one_is_taken(tmp_path: Path) -> None:
    """That letter says: write again what shall be done."""
    again = "mail 2026-03-02 10:05 mo reply:\n    CORRECT SCORE Bob TO 5: at the table\n"
    yes = "mail 2026-03-02 10:06 mo reply:\n    YES\n"
    played_out = (EVENING.format("how do I give points?"), again, yes)
    letters = played(tmp_path, *played_out)
    assert "A letter in your name holds no command" in " ".join(x.text for x in letters)
    assert "The score of Bob was wrong, and is corrected" in last(letters, "moderator")


@pytest.mark.parametrize(
    ("again", "told"),
    [
        ("EXTEND TURN 1 BY 2 Monde: why", "EXTEND TURN 1 BY 2 Monde: why: it would be refused"),
        ("extend turn 1", "write it so, in reply to this letter, as one of these"),
        ("YES\n    PAUSE: tea", "PAUSE: tea: the game is paused"),
    ],
)
def test_no_answer_to_a_letter_without_an_act_is_lost(
    tmp_path: Path, again: str, told: str
) -> None:
    """That letter asks nothing: write it so, in reply to this letter."""
    reply = f"mail 2026-03-02 10:05 mo reply:\n    {again}\n"
    letters = played(tmp_path, EVENING.format("extend the turn"), reply)
    assert told in last(letters, "moderator")


def test_an_act_without_its_reason_is_no_answer_to_a_question(tmp_path: Path) -> None:
    reply = "mail 2026-03-02 10:05 mo reply:\n    {}\n"
    for place, (said, told) in enumerate(
        (
            ("Award Ada 10 points", "write it so, in reply to this letter: AWARD Ada 10 RULE"),
            ("release it", "Please reply to this letter with one word: YES or NO."),
            ("Award Ada 10? I never did", "Please reply to this letter with one word: YES or NO."),
        )
    ):
        letters = played(tmp_path / f"{place}", EVENING.format("PAUSE: tea"), reply.format(said))
        assert told in last(letters, "moderator")


def test_an_act_beside_a_yes_is_not_lost(tmp_path: Path) -> None:
    yes = "mail 2026-03-02 10:05 mo reply:\n    YES\n    FINE Bob 5 RULE 206: late\n"
    told = last(played(tmp_path, EVENING.format("PAUSE: tea"), yes), "moderator")
    assert "The Moderator has paused the game" not in told


# Below a proposal


@pytest.mark.parametrize(
    "end", ["\n    Cheers,\n    Ada", "\n\n    Cheers,\n    Ada", "\n    VG\n    Ada"]
)
def test_a_farewell_is_no_part_of_a_rule(tmp_path: Path, end: str) -> None:
    letter = "mail 2026-03-02 10:00 ada reply:\n    PROPOSE ENACT: Cake\n    Everybody gets cake."
    letters = played(tmp_path, THREE, f"{letter}{end}\n", ruleset="open")
    assert "A new rule: Everybody gets cake. It needs" in last(letters, "bob")


@pytest.mark.parametrize(
    "end", ["Thanks,\n    Regards", "Cheers\n    Bob", "Many thanks\n    Alle"]
)
def test_a_goodbye_that_may_be_of_the_rule_is_kept_and_asked_about(
    tmp_path: Path, end: str
) -> None:
    letter = "mail 2026-03-02 10:00 ada reply:\n    PROPOSE ENACT: Ends\n    So do letters end."
    letters = played(tmp_path, THREE, f"{letter}\n    {end}\n", ruleset="open")
    assert f"So do letters end. {' '.join(end.split())} It needs" in last(letters, "bob")
    assert '" stands inside the text of your proposal' in last(letters, "ada")


def test_a_name_below_a_rule_is_asked_about(tmp_path: Path) -> None:
    letter = "mail 2026-03-02 10:00 ada reply:\n    PROPOSE ENACT: Cake\n    Everybody gets cake."
    letters = played(tmp_path, THREE, f"{letter}\n\n    Ada\n", ruleset="open")
    assert '"Ada" stands inside the text of your proposal' in last(letters, "ada")


# Words, and rules, that are the game's


def test_which_ballot_is_taken_back_is_asked_with_the_word_for_it(tmp_path: Path) -> None:
    vote = "mail 2026-03-04 12:00 ada reply:\n    RETRACT\n"
    told = last(played(tmp_path, THREE, TWO_BALLOTS, vote, ruleset="open"), "ada")
    assert "say which: reply RETRACT 301." in told


def test_of_two_votes_the_one_that_is_open_is_named(tmp_path: Path) -> None:
    votes = """\
mail 2026-03-04 12:00 ada reply:
    FOR 301
mail 2026-03-04 12:01 bob reply:
    FOR ALL
"""
    told = last(played(tmp_path, THREE, TWO_BALLOTS, votes, ruleset="open"), "bob")
    assert "Nobody sees that on 302 before the vote closes." in told


@pytest.mark.parametrize("words", ["RÜCKTRITT", "ich will nicht mehr", "Ich steige aus!"])
def test_who_says_in_german_that_they_leave_is_asked(tmp_path: Path, words: str) -> None:
    letters = played(tmp_path, THREE, f"mail 2026-03-02 10:00 bob reply:\n    {words}\n")
    assert letters[-1].subject == "[tea?] Do you want to leave Tea?"


def test_who_leaves_leaves_by_a_rule_of_the_game_or_by_none(tmp_path: Path) -> None:
    forfeit = "mail 2026-03-02 10:00 bob reply:\n    FORFEIT\n"
    assert "left the game (rule 113)." in last(played(tmp_path / "a", THREE, forfeit), "ada")
    assert "left the game." in last(played(tmp_path / "b", THREE, forfeit, ruleset="open"), "ada")


@pytest.mark.parametrize(
    ("ruleset", "told"),
    [("net_play", "Bob leaves the game (rule 113) Times"), ("open", "Bob leaves the game Times")],
)
def test_so_does_the_history_tell_it(tmp_path: Path, ruleset: str, told: str) -> None:
    turns = """\
mail 2026-03-02 10:00 bob reply:
    FORFEIT
mail 2026-03-02 10:01 ada reply:
    HISTORY
"""
    assert told in last(played(tmp_path, THREE, turns, ruleset=ruleset), "ada")


OVER = "moderator 2026-03-02 10:00 end game: it is late\n"


@pytest.mark.parametrize(("end", "told_to_join"), [("", True), (OVER, False)])
def test_nobody_is_told_how_to_play_in_a_game_that_is_over(
    tmp_path: Path, end: str, *, told_to_join: bool
) -> None:
    lines = [THREE.format(ruleset="net_play") + end.rstrip("\n")]
    lines += ["moderator 2026-03-02 10:01 add observer Hal <hal@players.example>"]
    for minute, words in enumerate(("It is raining here.", "YES", "FOR 301"), 10):
        lines += [f"mail 2026-03-02 10:{minute} hal reply:", f"    {words}"]
    letters = [one for one in played(tmp_path, "\n".join(lines) + "\n") if one.to[:4] == "hal@"]
    assert len(letters) == 4
    assert ["JOIN" in one.text for one in letters] == [told_to_join] * 4


@pytest.mark.parametrize(("end", "goes_on"), [("", True), (OVER, False)])
def test_help_tells_what_can_be_written_in_a_game_that_is_over(
    tmp_path: Path, end: str, *, goes_on: bool
) -> None:
    asks = "mail 2026-03-02 10:10 ada reply:\n    HELP\n"
    asks += "mail 2026-03-02 10:11 ada reply:\n    HELP SETTINGS\n"
    played_on = [f"  {one} " for one in ("FOR", "CALL", "RULING", "JOIN", "LEAVE", "AWAY", "TRY")]
    for language in ("", "mail 2026-03-02 10:09 ada reply:\n    LANGUAGE GERMAN\n"):
        told = played(
            tmp_path / str(len(language)), THREE.format(ruleset="net_play") + end + language + asks
        )
        words, settings = (one.text for one in told[-2:])
        text = words.replace(",", " ")
        assert [one for one in played_on if one in text] == (played_on if goes_on else [])
        assert "  STATUS " in text
        assert "  TELL " in text
        over = "It is over: no time runs" in settings or "Es ist vorbei: Keine" in settings
        assert over is not goes_on
