"""What letters tell, read whole: no rule that the game does not have, no dice that nobody throws,
by when a doubt can be cleared, and how what was done can be done again."""

import re

import pytest
from msgspec.structs import replace

from nomic_mail.play.table import HOST, Received
from nomic_mail.post.text import bars
from nomic_mail.pump.who.challenges import CHALLENGES_A_DAY
from tests.kit.house import NAMES, House, address_of

TYPELESS = tuple(f"0{number:02d}" for number in range(1, 14))
PROPOSAL = "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n"


def invited(house: House, ruleset: str) -> None:
    house.act("new game", game="tea", title="", ruleset=ruleset, settings={"debate_min": "0"})
    for name in NAMES:
        house.act("add player", game="tea", player=f"{name} <{address_of(name)}>", confirmed=False)
    house.run()


def started(house: House, ruleset: str) -> tuple[str, str]:
    """All have joined by a letter, and the game has begun: its mover, and the other player."""
    invited(house, ruleset)
    for name in NAMES:
        house.reply(name, "JOIN\n")
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    return house.mover(), house.others()[0]


def said(house: House, name: str, text: str) -> Received:
    """The letter that a reply is answered with."""
    house.reply(name, text)
    house.run()
    return read(house, name)


def read(house: House, name: str) -> Received:
    """The last letter this player got, with the line ends of its text as Python has them."""
    letter = house.last["tea", address_of(name)]
    return replace(letter, text=letter.text.replace("\r\n", "\n"))


# Another game's rules, and dice


def welcomed(house: House) -> str:
    found = next(one.text for one in house.told if "Welcome" in one.subject)
    return " ".join(found.split())


def test_no_letter_of_a_game_without_typeless_rules_cites_one(house: House) -> None:
    mover, other = started(house, "suber_mail")
    said(house, mover, PROPOSAL)
    said(house, other, "AGAINST\n")
    said(house, mover, "FOR\n")
    for asked in ("HELP RECORDS", "HELP MODERATOR", "RECORDS", "PROPOSAL 301", "HISTORY"):
        said(house, other, asked)
    assert len(house.told) > 12
    for letter in house.told:
        cited = [number for number in TYPELESS if f"({number})" in letter.text]
        assert not cited, f"{letter.subject}: {cited}"


# What is said first, and the rule by which the answer is so: of ballots, of judges, of turns.
CITED = {
    "council": {"FOR": "203", "OVERRULE": "209", "PROPOSE REPEAL 203": "201"},
    "open": {"FOR": "202", "OVERRULE": "208"},
}


@pytest.mark.parametrize("ruleset", CITED)
def test_a_letter_cites_the_rule_that_its_own_game_has_for_it(house: House, ruleset: str) -> None:
    """105 of `open` is about transmuting, and it has no 111 and no 212."""
    _, other = started(house, ruleset)
    for line, rule in CITED[ruleset].items():
        assert f"(rule {rule})" in " ".join(said(house, other, f"{line}\n").text.split()), line
    for line in ("RULE 999", "PROPOSE REPEAL 105", "JUDGMENT: Is this so?", "LEAVE", "HELP"):
        said(house, other, f"{line}\n")
    if ruleset == "open":
        said(house, other, PROPOSAL)
    rules = {f"{rule.number:03d}" for rule in house.state("tea").rules}
    for letter in house.told:
        cited = set(re.findall(r"\(rule\s+([\d.]+)\)", letter.text))
        assert cited <= rules, f"{letter.subject}: {cited - rules}"


def test_a_rule_is_cited_by_the_number_that_it_has_by_now(house: House) -> None:
    mover, other = started(house, "net_play")
    assert "(rule 111)" in talked_of(house, mover, other, PROPOSAL)
    said(house, mover, "FOR\n")
    said(house, other, "AGAINST\n")
    amends = "PROPOSE AMEND 212: Judges\nThe Moderator judges.\nEND\nCALL VOTE\nFOR\n"
    said(house, other, amends)
    said(house, mover, "FOR\n")
    assert house.state("tea").rules.get(302) is not None
    asked = said(house, mover, "JUDGMENT: Is this so?\n").text
    assert "You have invoked judgment (rule 302)" in " ".join(asked.split())


def test_a_vote_that_is_open_is_not_said_to_be_still_to_come(house: House) -> None:
    """All in one letter, one's own vote too; and the Moderator is asked about effects."""
    mover, other = started(house, "net_play")
    amends = PROPOSAL.replace("ENACT: Tea", "AMEND 208: Fifty")
    mine = said(house, mover, f"{amends}FOR\n").text
    theirs = read(house, other).text
    asked = [one.text for one in house.told if "What shall 301" in one.subject]
    for text in (mine, theirs):
        assert "The vote on 301 is open" in " ".join(text.split())
        assert "Nothing has to be voted on yet" not in text
        assert "CALL VOTE opens the vote" not in text
    assert "its ballot is open already" in " ".join(asked[0].split())


def test_it_is_told_until_when_a_proposal_can_be_changed(house: House) -> None:
    """In open play that is later than its vote opens, but only if it is changed before."""
    _, other = started(house, "open")
    text = " ".join(said(house, other, PROPOSAL.partition("CALL VOTE")[0]).text.split())
    assert "Until then REVISE and WITHDRAW are taken; a REVISE begins the debate anew" in text
    assert "and none is taken after" in text


def test_a_clause_that_another_rule_goes_before_is_not_said_to_hold(house: House) -> None:
    mover, other = started(house, "net_play")
    said(house, mover, PROPOSAL.replace("END\n", "Effects:\n  victory: 30\nEND\n"))
    said(house, mover, "FOR\n")
    said(house, other, "FOR\n")
    for told in (read(house, mover), said(house, other, "RULE 301\n"), said(house, other, "RULES")):
        text = " ".join(told.text.split())
        assert "[the server does: victory: 30]" not in text
        assert (
            "[set aside: the server does not do victory: 30, as the lower number takes precedence"
            " (rule 211)"
        ) in text


def test_a_yes_below_a_judgment_is_told_what_can_be_said_to_it(house: House) -> None:
    mover, other = started(house, "net_play")
    said(house, other, "JUDGMENT: Is tea a drink?\n")
    assert f"CONSENT if the next turn, of {mover}, may begin" in plain(said(house, other, "Yes\n"))
    for line in ("FOR 301\n", "AGAINST 299\n"):
        assert "Did you mean the judgment" not in plain(said(house, other, line))
    house.act("command", game="tea", verb="Ruling", fields={"text": "It is."})
    house.run()
    assert "OVERRULE if you do not accept the ruling, or" in plain(said(house, other, "Yes\n"))


def test_what_is_vetoed_is_told_by_the_rule_of_the_veto(house: House) -> None:
    """And not by that of adoption."""
    mover, other = started(house, "council")
    for line in ("CALL PROPOSALS 1 day", "CALL DISCUSSION", "CALL VOTE"):
        said(house, mover, f"{line}\n")
        if line.endswith("1 day"):
            said(house, other, PROPOSAL.partition("CALL VOTE")[0])
        house.later(days=3) if line != "CALL VOTE" else None
        house.run()
    said(house, mover, "VETO 301: no tea\n")
    for name in (other, mover):
        said(house, name, "FOR 301\n")
    house.later(days=3)
    house.run()
    (told,) = [
        one for one in house.told if "301 vetoed" in one.subject and one.to == address_of(other)
    ]
    assert f"{mover} has vetoed it (rule 205)" in plain(told)


@pytest.mark.parametrize(("ruleset", "rests"), [("open", True), ("net_play", False)])
def test_a_setting_that_does_nothing_is_told_so(house: House, ruleset: str, rests: bool) -> None:
    _, other = started(house, ruleset)
    house.act("command", game="tea", verb="Set", fields={"key": "vote_window", "value": "1d"})
    house.run()
    for told in (read(house, other), said(house, other, "HELP SETTINGS\n")):
        assert ("rule 201 says itself how long that takes" in plain(told)) is rests


def test_a_rule_of_the_library_is_set_as_any_and_scores_tell_what_it_keeps(house: House) -> None:
    mover, other = started(house, "net_play")
    said(house, mover, "PROPOSE FROM LIBRARY coins\nEND\nCALL VOTE\nFOR\n")
    assert "\n    is adopted gets three." in read(house, other).text  # no word has a line alone
    said(house, other, "FOR\n")
    scores = plain(said(house, other, "SCORES\n"))
    assert "Rule 301 (Coins) keeps:" in scores
    assert f"{mover} 5" in scores


def test_a_number_that_no_proposal_ever_had_is_no_vote_that_is_over(house: House) -> None:
    _, other = started(house, "net_play")
    for number in ("299", "302"):
        assert f"no vote on {number} is open" in plain(said(house, other, f"AGAINST {number}\n"))


DRAFTS = {
    "a program": ("FROM LIBRARY coins\nEND\n", "Its program would keep coins."),
    "words of a higher rule": (
        "ENACT: Silence\nWho is silent does not count.\nEffects:\n"
        "  inactive: after 2 votes missed\nEND\n",
        "105",
    ),
}


@pytest.mark.parametrize(("draft", "why"), DRAFTS.values(), ids=DRAFTS)
def test_a_preview_warns_as_the_proposal_does(house: House, draft: str, why: str) -> None:
    """What a program does, and what a judge may say, are told before it is proposed."""
    mover, other = started(house, "net_play")
    before = re.findall(r"Note: (.{40})", plain(said(house, mover, f"PREVIEW {draft}")))
    assert any(why in one for one in before)
    said(house, mover, f"PROPOSE {draft}")
    assert re.findall(r"Note: (.{40})", plain(read(house, other))) == before


def plain(letter: Received) -> str:
    return " ".join(letter.text.split())


def talked_of(house: House, mover: str, other: str, proposal: str) -> str:
    """How the others are told of a proposal; its vote is called then."""
    said(house, mover, proposal.partition("CALL VOTE")[0])
    told = " ".join(read(house, other).text.split())
    said(house, mover, "CALL VOTE\n")
    return told


def test_where_nothing_is_shuffled_or_thrown_nobody_is_told_of_dice(house: House) -> None:
    mover, other = started(house, "suber_mail")
    welcome = welcomed(house)
    assert "drawn by lot" not in welcome
    assert "dice" not in welcome and "throw" not in welcome
    said(house, mover, PROPOSAL)
    counted = proof(house, mover, "FOR\n")
    assert "If dice are thrown on this vote, they stand on your letter" in counted
    assert "stand on your letter" not in proof(house, other, "FOR\n")


def test_where_they_are_a_welcome_and_a_vote_tell_so(house: House) -> None:
    mover, _ = started(house, "net_play")
    assert "HELP TURN" in welcomed(house)
    said(house, mover, PROPOSAL)
    assert "The dice of this turn stand on your letter" in proof(house, mover, "FOR\n")


# What proves


def proof(house: House, name: str, text: str) -> str:
    """What is attached to the answer."""
    return said(house, name, text).proof


def test_what_proves_is_attached_and_the_letter_says_so(house: House) -> None:
    mover, other = house.open_vote()
    counted = said(house, mover, "FOR\n")
    digest = counted.proof.split()[-1]
    assert re.fullmatch("[0-9a-f]{64}", digest)
    assert digest not in counted.text
    assert "proof.txt, attached, is for checking" in counted.text
    result = said(house, other, "AGAINST\n")
    assert result.proof.split()[-1] == house.game().head
    assert not re.search("[0-9a-f]{64}", result.text)


def test_proof_on_has_it_in_the_letters(house: House) -> None:
    mover, other = house.open_vote()
    assert "in the letters" in said(house, other, "PROOF ON\n").text
    counted = said(house, other, "FOR\n")
    assert re.search("[0-9a-f]{64}\n", counted.text)
    said(house, mover, "AGAINST\n")
    result = read(house, other)
    assert house.game().head in result.text
    assert (result.proof, counted.proof) == ("", "")
    assert read(house, mover).proof
    assert "attached, as proof.txt" in said(house, other, "PROOF OFF\n").text


# Whoever is invited


@pytest.mark.parametrize("words", ["No thanks", "no, thank you!", "Sorry, not for me.", "LEAVE"])
def test_a_no_to_an_invitation_is_one_and_the_moderator_hears_of_it(
    house: House, words: str
) -> None:
    invited(house, "net_play")
    assert said(house, NAMES[0], f"{words}\n").subject == "[tea] You have said no to Tea"
    told = house.last["tea", house.config.moderator.address]
    assert told.subject == f"[tea] {NAMES[0]} does not want to play"


def test_a_question_to_an_invitation_goes_to_the_moderator(house: House) -> None:
    invited(house, "net_play")
    assert "What Nomic is" in said(house, NAMES[0], "What is Nomic?\n").subject
    assert "Your question" in said(house, NAMES[1], "Is Zoe in, too?\n").subject
    told = house.last["tea", house.config.moderator.address]
    assert "> Is Zoe in, too?" in told.text
    assert address_of(NAMES[1]) in told.text
    assert not house.state().players


def test_a_stranger_who_wrote_join_does_not_reach_the_moderator_by_it(house: House) -> None:
    house.begin()
    raw = f"From: Zoe <zoe@x.example>\nTo: nomic+tea@{HOST}\nMessage-ID: <1@x>\n\nJOIN\n"
    house.hand_in(raw.encode(), "zoe@x.example", [f"nomic+tea@{HOST}"])
    (asked,) = house.run()
    raw = "From: Zoe <zoe@x.example>\nMessage-ID: <2@x>\n\nIs it fun?\n"
    house.hand_in(raw.encode(), "zoe@x.example", [asked.reply_to])
    assert [one.to for one in house.run()] == ["zoe@x.example"]


# Questions and answers


def test_a_doubt_beside_a_vote_that_is_in_tells_that_it_stands_and_until_when(house: House) -> None:
    mover, _ = house.open_vote()
    said(house, mover, "FOR\n")
    asked = said(house, mover, "FOR\n\nAGAINST\n").text
    told = (
        "your vote FOR 301 stands as it is; you can change it until the vote closes, at the latest"
    )
    assert f"By when: {told} Mon 2026-03-09" in " ".join(asked.split())
    assert "in 7 days.\n\nHow: reply to this letter" in asked
    assert "By when: no time is set" in said(house, mover, "AWAY yesterday\n").text


def test_a_doubt_of_whose_turn_it_is_tells_until_when_a_proposal_is_due(house: House) -> None:
    house.begin()
    asked = said(house, house.mover(), "PROPOSE\n\nNo dice any more.\n").text
    assert "By when: Mon 2026-03-09 09:00 UTC, in 7 days, when your proposal is due.\n\n" in asked


def test_a_revision_that_is_another_text_shows_the_one_before_beside_its_effects(
    house: House,
) -> None:
    house.begin()
    mover, other = house.mover(), house.others()[0]
    said(house, mover, "PROPOSE ENACT: Tea\nTea is at four, for those who want any.\n")
    now = "Whoever first has fifty points has won this game.\nEffects:\nvictory: 50\n"
    own = plain(said(house, mover, f"REVISE\n{now}"))
    for told in (own, plain(read(house, other))):
        assert "The one before it: Tea is at four, for those who want any. " in told
        assert "+ victory: 50" in told
        assert "A new rule: Whoever first has fifty points" in told


@pytest.mark.parametrize(("goal", "bar"), [(100, "#"), (None, "#" * 24)])
def test_a_bar_is_long_as_what_wins_is_near(goal: int | None, bar: str) -> None:
    """One point of a hundred drew a whole bar."""
    rows = [{"name": "Ada", "score": 1}, {"name": "Bob", "score": 0}]
    (ada, bob) = bars(rows, goal).splitlines()
    assert ada.split() == ["Ada", "1", bar]
    assert bob.split() == ["Bob", "0"]
    assert bars([{"name": "Ada", "score": 200}], goal).endswith("#" * 24)
    assert bars(rows, "50 gold") == bars(rows)


@pytest.mark.parametrize("words", ["Please vote now", "Let's vote!", "Abstimmung bitte"])
def test_who_wants_a_vote_on_their_own_proposal_is_asked_whether_it_shall_open(
    house: House, words: str
) -> None:
    house.begin()
    mover, other = house.mover(), house.others()[0]
    said(house, mover, "PROPOSE ENACT: Tea\nTea is at four.\n")
    asked = plain(said(house, mover, f"{words}\n"))
    assert "shall the vote on your proposal 301 open now? Nothing was done. Reply YES" in asked
    assert "open now?" not in plain(said(house, other, f"{words}\n"))
    said(house, mover, "LANGUAGE GERMAN\n")
    asked = plain(said(house, mover, f"{words}\n"))
    assert "Soll die Abstimmung über deinen Vorschlag 301 jetzt beginnen?" in asked


def test_a_vote_in_plain_words_while_nothing_is_voted_on_is_told_so(house: House) -> None:
    house.begin()
    mover, other = house.mover(), house.others()[0]
    said(house, mover, "PROPOSE ENACT: Tea\nTea is at four.\n")
    asked = " ".join(said(house, other, "That is too early. I'd vote against.\n").text.split())
    assert "no vote is open now, so nothing was counted" in asked
    assert "FOR 301" not in asked


def test_the_end_of_a_game_is_news_before_what_was_asked(house: House) -> None:
    mover, other = started(house, "net_play")
    text = "PROPOSE AMEND 208: The first point of all that there are wins the game\nOne wins.\n"
    said(house, mover, text + "Effects:\n  victory: 1\nEND\nCALL VOTE\nFOR\n")
    won = said(house, other, "WHY adoption\nFOR\n").subject
    assert "301 adopted 2-0: The first point" in won
    assert "WHY" not in won.upper().split(":")[0]


def test_who_takes_a_vote_back_is_told_how_to_vote_again(house: House) -> None:
    mover, _ = house.open_vote()
    said(house, mover, "FOR\n")
    taken = said(house, mover, "RETRACT\n").text
    assert "Your ballot is taken back" in taken
    assert "The vote on 301 is open until Mon 2026-03-09 09:00 UTC, in 7 days: reply" in taken


def test_why_alone_tells_all_that_the_server_does(house: House) -> None:
    house.begin()
    answer = said(house, NAMES[0], "WHY\n").text
    assert "- adoption: unanimous of eligible\n  by rule 203" in answer
    assert "- victory: 100\n  by rule 208" in answer
    told = " ".join(said(house, NAMES[0], "Why?\n").text.split())
    assert "found no command in it that it knows" in told


def test_status_offers_no_call_that_waits_for_the_judge(house: House) -> None:
    """111 of the later sets."""
    mover, other = started(house, "suber_mail")
    said(house, mover, "PROPOSE ENACT: Tea\nTea is at four.\n")
    assert "REVISE, WITHDRAW or CALL VOTE" in said(house, mover, "STATUS\n").text
    said(house, other, "JUDGMENT END DEBATE\n")
    status = said(house, mover, "STATUS\n").text
    assert "CALL VOTE" not in status
    assert "the judge, who was asked, says when" in status


def test_who_disputes_a_ruling_is_told_what_it_still_takes(house: House) -> None:
    house.begin()
    said(house, NAMES[0], "JUDGMENT: May scores be negative?\n")
    house.act("command", game="tea", verb="Ruling", fields={"text": "They may."})
    house.run()
    ruled = read(house, NAMES[1])
    assert ruled.subject == "[tea] The Moderator has ruled"
    assert ruled.text.startswith("The Moderator has ruled (rule 212):")
    answer = said(house, NAMES[1], "OVERRULE\n").text
    assert "So\nfar Bob Babbage has. The ruling falls when all" in answer


def test_a_yes_to_whether_one_wants_to_join_is_a_join(house: House) -> None:
    invited(house, "net_play")
    assert "Welcome" in said(house, NAMES[0], "Yes!\n\nAda\n").subject
    asked = "Your letter about Tea"
    assert (
        "Your question about Tea" in said(house, NAMES[1], "Yes, but when does it start?\n").subject
    )
    assert asked in said(house, NAMES[1], "Yes\n\nfrom April on\n").subject


def test_a_stranger_asked_whether_a_join_was_theirs_may_say_yes(house: House) -> None:
    house.begin()
    house.unproven("Cleo Curie", "JOIN Cleo Curie\n")
    house.run()
    assert "Welcome" in said(house, "Cleo Curie", "YES\n").subject


def test_points_are_one_point_or_several(house: House) -> None:
    mover, other = started(house, "net_play")
    text = "PROPOSE AMEND 208: One\nOne point wins.\nEffects:\n  victory: 1\nEND\nCALL VOTE\n"
    said(house, mover, text)
    said(house, mover, "FOR\n")
    said(house, other, "FOR\n")
    won = read(house, mover).text
    assert "You have reached 1 point and won the game (rule 301)." in won
    assert "(1 point wins, rule 301)" in said(house, other, "SCORES\n").text
    assert "has won with 1 point (rule 301)" in said(house, other, "HISTORY\n").text


def test_an_absence_is_told_in_paragraphs(house: House) -> None:
    house.begin()
    told = said(house, NAMES[0], "AWAY 2 weeks\n").text
    assert "in 14 days.\n\nA deadline of yours" in told
    assert "(house settings).\n\nIf you are back before that, reply BACK." in told


def test_what_begins_is_short_and_each_house_setting_is_told_when_asked(house: House) -> None:
    house.begin()
    begun = read(house, house.others()[0]).text
    assert len(begun.splitlines()) < 25
    assert "HELP TURN" in begun
    told = " ".join(said(house, NAMES[0], "HELP SETTINGS\n").text.split())
    late = "- what becomes of a late turn (missing_turn = extend): at a turn's deadline: extend"
    assert late in told


def test_who_is_left_alone_is_not_asked_what_the_moderator_is(house: House) -> None:
    mover, other = started(house, "net_play")
    said(house, mover, "FORFEIT\n")
    told = read(house, other).text
    assert "nothing is asked of you.\n\nThe question is:\n\n> " in told.replace(
        "and nothing\nis", "nothing is"
    )


# Whose letter it was


def foreign(house: House, name: str, sender: str) -> Received:
    """A reply to the game from an address it does not know."""
    to = house.door(name)
    raw = house.written(name, to, "AGAINST\n").replace(address_of(name).encode(), sender.encode())
    house.hand_in(raw, sender, [to])
    house.run()
    return house.last["tea", address_of(name)]


def test_a_reply_from_another_address_is_told_from_which_and_how_to_write_there(
    house: House,
) -> None:
    mover, _ = house.open_vote()
    asked = foreign(house, mover, "home@elsewhere.example").text
    assert "but from home@elsewhere.example, which is" in " ".join(asked.split())
    assert "reply ADDRESS ALSO home@elsewhere.example" in " ".join(asked.split())


def test_a_reply_to_an_address_that_others_have_seen_is_told_so(house: House) -> None:
    mover, _ = house.open_vote()
    door = house.door(mover)
    raw = house.written(mover, door, "FOR\n").replace(b"\nTo: ", b"\nCc: a@b.example\nTo: ", 1)
    house.hand_in(raw, address_of(mover), [door])
    house.run()
    house.post_in(house.written(mover, door, "AGAINST\n"), mover, door)
    house.run()
    asked = " ".join(read(house, mover).text.split())
    assert "to a reply address that is too old, that others have seen" in asked
    assert "reply to newer letters of the game; to this one, YES or NO alone" in asked
    assert "Was this letter yours?" in said(house, mover, "AGAINST\n").subject


def test_the_last_question_of_a_day_says_so(house: House) -> None:
    mover, _ = house.open_vote()
    asked = [foreign(house, mover, f"home{n}@elsewhere.example") for n in range(CHALLENGES_A_DAY)]
    assert ["It is the last question of this kind" in one.text for one in asked] == [
        *[False] * (CHALLENGES_A_DAY - 1),
        True,
    ]


def test_the_judge_is_asked_about_a_ruling_without_a_double_stop(house: House) -> None:
    house.begin()
    said(house, NAMES[0], "JUDGMENT: May scores be negative?\n")
    judge = house.last["tea", f"moderator@{HOST}"]
    raw = house.written("The Moderator", judge.reply_to, "RULING: They may.\n")
    raw = raw.replace(b"the@players.example", f"moderator@{HOST}".encode())
    house.hand_in(raw, f"moderator@{HOST}", [judge.reply_to])
    house.run()
    assert "- RULING: They may: the" in house.last["tea", f"moderator@{HOST}"].text


@pytest.mark.parametrize("words", ["unsubscribe", "Please stop.", "Bitte abmelden"])
def test_who_wants_no_more_letters_is_told_how_to_leave(house: House, words: str) -> None:
    house.begin()
    assert "HELP LEAVE" in said(house, NAMES[0], words + "\n").text


def test_a_house_setting_that_forbids_is_named_in_words(house: House) -> None:
    house.begin(debate_min="2d")
    house.reply(house.mover(), "PROPOSE ENACT: Tea\nTea.")
    house.run()
    told = " ".join(said(house, house.mover(), "CALL VOTE").text.split())
    assert "rule 111 and the house setting: the shortest debate" in told
    assert "debate_min" not in told
