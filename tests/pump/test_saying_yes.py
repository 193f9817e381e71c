"""Whoever is asked "is that your vote FOR 301?" may answer YES."""

from pathlib import Path

import pytest

from tests.kit.house import House, address_of

NAMES = ("Ada Able", "Bob Baker", "Cleo Cook", "Dora Dahl")
DOUBTFUL = {
    "for": "Seems fair, so I suppose yes.",
    "against": "Hm, I guess I'd go against it.",
}


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.act("new game", game="tea", title="", ruleset="open", settings={})
    for name in NAMES:
        who = f"{name} <{address_of(name)}>"
        house.act("add player", game="tea", player=who, confirmed=True)
    house.act("command", game="tea", verb="Start", fields={})
    house.run()
    says(house, NAMES[0], "PROPOSE ENACT: Tea\nThere is tea.\nEND\nCALL VOTE\n")
    house.later(days=3)
    house.run()
    return house


def says(house: House, name: str, text: str) -> str:
    house.reply(name, text)
    out = [one for one in house.run() if one.to == address_of(name)]
    return " ".join(out[-1].text.split("\n-- ")[0].split()) if out else ""


def choice(house: House, name: str) -> str:
    state = house.state("tea")
    seat = next(one.seat for one in state.players.values() if one.name == name)
    (poll,) = state.open_polls
    return poll.ballots[seat].choice if seat in poll.ballots else ""


YESES = {
    "for": (
        *("YES", "yes, please", "Yes.\n\nThanks,\nBob", "Yes, it is.", "yes, exactly", "Correct."),
        *("Ja", "Ja, genau.", "Ja, danke!", "Yep", "Yes :)", "Yes, that is my vote.", "Yes, sure"),
        *("Hi,\n\nYes.\n\nBob", "Hallo,\n\nja.\n\nGruß\nBob Baker", "Jep", "yes yes"),
        *(
            "Yes, FOR 301",
            "Yes\nFOR 301",
            "ok yes",
            "Yes, count it",
            "Yes. Sorry for the confusion.",
        ),
        *("That's right.", "Confirmed", "yes sorry", "Ja, so meinte ich das.", "Ja, stimmt so"),
    ),
    "against": (
        *("YES", "Yes, it is.", "Ja", "Ja klar", "Yes, definitely!", "Yes\n\nBob Baker"),
        *("Yes, against", "Yes, AGAINST 301", "Yes - against it.", "yes, I vote against it"),
        *("Yes, I am against it, sorry", "Yes, it's a no.", "Yes, no", "Yes.\nAGAINST 301"),
        *("Ja, dagegen", "Ja, ich bin dagegen.", "Ja. Ich stimme dagegen.", "Yes, I vote no."),
    ),
}
SIDED_YESES = [(side, yes) for side, each in YESES.items() for yes in each]


@pytest.mark.parametrize(("side", "yes"), SIDED_YESES)
def test_a_plain_yes_is_the_vote_that_was_asked_about(house: House, side: str, yes: str) -> None:
    asked = says(house, NAMES[1], DOUBTFUL[side] + "\n")
    assert f"is that your vote {side.upper()} 301? Nothing was counted." in asked
    assert not choice(house, NAMES[1])
    says(house, NAMES[1], yes + "\n")
    assert choice(house, NAMES[1]) == side


@pytest.mark.parametrize(
    ("answer", "becomes"),
    [
        ("No.", ""),
        ("No, I am against it.", "against"),
        ("AGAINST", "against"),
        ("No. I am for it!", "for"),
        ("Yes. I vote AGAINST 301", ""),
        ("No. AGAINST", "against"),
        ("No, I am against it.\n\n> Nothing was counted.", "against"),
        ("Nein. Ich bin dagegen.", "against"),
        ("OK", ""),
        ("OK, thanks", ""),
        ("Yes.\n\nI will vote on Friday.", ""),
        ("Yes.\n\nI am undecided, sorry.", ""),
        ("> Should we vote 301 down?\n\nYes", ""),
        ("> Are you against 301, too?\n\nYes.", ""),
        ("Nein.", ""),
        ("No support", ""),
        ("Yes.\n\nGood day, I am against it", ""),
        ("Yes\nHi, I mean no", ""),
        ("Ja.\n\nHallo, doch dagegen", ""),
        ("Yes\n\n-- \nAGAINST 301", ""),
        ("No\n\nAGAINST", "against"),
        ("No, I'm in favour of an amendment.", ""),
        ("No. I'm against voting now.", ""),
        ("No. I abstain.", "abstain"),
        ("Yes, AGAINST 301", ""),
        ("Yes, for 302", ""),
        ("Yes, it's a no", ""),
        ("yes, if Ann agrees", ""),
        ("Yes. Or no?", ""),
        ("yes\nAGAINST 301", ""),
        ("Yes, but only the first half.", ""),
        ("What do you mean?", ""),
    ],
)
def test_what_is_no_plain_yes_is_read_as_it_stands(house: House, answer: str, becomes: str) -> None:
    says(house, NAMES[1], DOUBTFUL["for"] + "\n")
    says(house, NAMES[1], answer + "\n")
    assert choice(house, NAMES[1]) == becomes


ROUND_ABOUT = (
    *("Einverstanden", "Ja, einverstanden.", "Stimme zu", "Zustimmung!", "Approved", "I approve."),
    *("Accepted", "Count me in", "Thumbs up", "Yes, for", "Yes, FOR 301", "I accept", "Support"),
)


@pytest.mark.parametrize("text", ROUND_ABOUT)
def test_who_agrees_that_it_is_against_does_not_vote_for_it(house: House, text: str) -> None:
    says(house, NAMES[1], DOUBTFUL["against"] + "\n")
    says(house, NAMES[1], text + "\n")
    assert not choice(house, NAMES[1])


@pytest.mark.parametrize(
    "doubtful",
    [
        "Yes? No? Hard to say.",
        "Not sure about a yes here.",
        "Does a yes do any harm?\n\nOr would a no be kinder?",
        "I suppose no objections here.",
        "Probably no harm in it.",
        "Ich habe wohl nichts dagegen.",
        "A yes would be a mistake, I guess.",
        "I take back my yes, I think.",
        "Yes, it is a terrible idea, I guess.",
        "Ann says no, but I think she is wrong.",
        "Perhaps I should abstain.",
        "I guess I'm for 302.",
        "This should go down. Yes, I think.",
        "I would say yes. Provided it is amended.",
        "I guess no one is against it.",
        "Maybe for now.",
        "Das lehne ich ab. Ja, denke ich.",
        "Probably yes.\n\nActually no.",
        "Maybe yes.\n\nMaybe no.",
        "I guess yes.\n\nBut only after the amendment.",
        "I guess yes.\n\nOn second thought, I don't like it.",
        "I suppose yes.\n\nThat's what Ann said.",
        "Ann says:\nI guess I'm against.",
        "Are you coming on Friday?\n\nProbably yes.",
        "> Let us vote it down.\n\nI think yes.",
        "> This is bad.\n\nI suppose I agree.",
        "> It is too long.\n\nYes, I think it is.",
        "Eher ja.\n\nMorgen mehr.",
        "Eher dafür.\n\nAber nur mit Frist.",
        "Thanks for it, sounds good.",
        "Thanks for this, I think.",
        "I suppose this is against it.",
        "Probably for me to say.",
    ],
)
def test_where_no_side_is_to_be_seen_none_is_named(house: House, doubtful: str) -> None:
    says(house, NAMES[1], doubtful + "\n")
    says(house, NAMES[1], "YES\n")
    assert not choice(house, NAMES[1])


@pytest.mark.parametrize(
    ("doubtful", "side"),
    [
        ("Hi all,\n\nprobably yes, I guess.\n\nThanks,\nBob", "FOR"),
        ("Thanks for the proposal!\n\nI'd say yes, I think.\n\nBob Baker", "FOR"),
        ("Seems fair.\n\nSo I suppose yes.", "FOR"),
        ("Hallo,\n\nwohl dafür, denke ich.\n\nGruß\nBob", "FOR"),
        ("Sorry for the delay.\n\nI guess I'd go against it.", "AGAINST"),
        ("Wahrscheinlich ja.", "FOR"),
        ("Vermutlich ja, danke.", "FOR"),
        ("Vielleicht ja", "FOR"),
        ("Wohl eher nein.", "AGAINST"),
        ("Tendiere zu nein", "AGAINST"),
    ],
)
def test_manners_leave_a_side_to_be_named(house: House, doubtful: str, side: str) -> None:
    told = says(house, NAMES[1], doubtful + "\n")
    assert f"is that your vote {side} 301?" in told


def test_no_side_is_named_to_who_was_asked_whether_they_leave(house: House) -> None:
    says(house, NAMES[1], "LEAVE\n")
    told = says(house, NAMES[1], "Agreed\n")
    assert "is that your vote FOR 301?" not in told
    assert not choice(house, NAMES[1])


def test_nobody_else_says_yes(house: House) -> None:
    """The question's address is the player's own: from another's it is asked about, or held."""
    says(house, NAMES[1], DOUBTFUL["for"] + "\n")
    door = house.door(NAMES[1])
    house.hand_in(
        f"From: eve@evil.example\r\nTo: {door}\r\nSubject: x\r\nMessage-ID: <1@evil.example>\r\n"
        "Date: Mon, 02 Mar 2026 12:00:00 +0000\r\n\r\nYES\r\n".encode(),
        "eve@evil.example",
        [door],
    )
    house.run()
    assert not choice(house, NAMES[1])
    assert not choice(house, NAMES[0])


def test_a_yes_after_the_vote_counts_nowhere(house: House) -> None:
    says(house, NAMES[1], DOUBTFUL["for"] + "\n")
    door = house.door(NAMES[1])
    assert door
    house.later(days=9)
    house.run()
    says(house, NAMES[1], "YES\n")
    assert not house.state("tea").open_polls


NO_CHANGE = (
    "Yes",
    "Yes, thanks!",
    "👍",
    "Ja.",
    "Ja, danke!",
    "Thanks, yes.",
    "OK yes",
    "No for 301",
    "No, thanks for it",
    *("Agreed", "I agree.", "Of course", "Einverstanden", "Thumbs up", "Yes great", "Approved"),
    *("Absolutely!", "Yes, of course", "Natürlich", "Ja, gerne", "Yes, thank you very much!"),
    *("Stimme zu", "Ja, einverstanden", "Accepted", "Count me in", "Sure, yes"),
    *("Yes, that is my vote.", "Ja, das ist meine Stimme."),
)


@pytest.mark.parametrize("yes", NO_CHANGE)
def test_a_yes_to_what_was_counted_changes_no_vote(house: House, yes: str) -> None:
    says(house, NAMES[1], "AGAINST\n")
    says(house, NAMES[1], yes + "\n")
    assert choice(house, NAMES[1]) == "against"


@pytest.mark.parametrize("no", ["No thanks", "No, thank you!", "Nein danke", "no, that's all"])
def test_a_no_more_to_what_was_counted_changes_no_vote(house: House, no: str) -> None:
    says(house, NAMES[1], "FOR\n")
    says(house, NAMES[1], no + "\n")
    assert choice(house, NAMES[1]) == "for"


@pytest.mark.parametrize(
    "yes",
    [
        *("Actually, yes.", "I changed my mind: yes.", "FOR", "Make that a yes.", "I am for it."),
        *("I vote yes", "Dafür", "Ich stimme dafür.", "301: yes", "Sorry, yes."),
    ],
)
def test_a_changed_mind_changes_it(house: House, yes: str) -> None:
    says(house, NAMES[1], "AGAINST\n")
    says(house, NAMES[1], yes + "\n")
    assert choice(house, NAMES[1]) == "for"


@pytest.mark.parametrize("no", ["No", "Nein.", "AGAINST", "Sorry, I changed my mind: no."])
def test_a_no_to_what_was_counted_changes_it(house: House, no: str) -> None:
    says(house, NAMES[1], "FOR\n")
    says(house, NAMES[1], no + "\n")
    assert choice(house, NAMES[1]) == "against"


@pytest.mark.parametrize("subject", ["AGAINST 301", "Re: No. AGAINST"])
def test_what_the_subject_says_is_read_too(house: House, subject: str) -> None:
    says(house, NAMES[1], DOUBTFUL["for"] + "\n")
    door = house.door(NAMES[1])
    house.hand_in(
        f"From: {address_of(NAMES[1])}\r\nTo: {door}\r\nSubject: {subject}\r\n"
        "Message-ID: <1@players.example>\r\nDate: Mon, 09 Mar 2026 12:00:00 +0000\r\n\r\n"
        "Yes\r\n".encode(),
        address_of(NAMES[1]),
        [door],
    )
    house.run()
    assert choice(house, NAMES[1]) != "for"
