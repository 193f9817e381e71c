"""A judgment, the consent that a turn waits for, and when a vote ends, as letters tell it."""

from pathlib import Path

import pytest

from tests.kit.told import last, letter, played

THREE = """\
moderator 2026-03-02 09:00 new game tea {ruleset} debate_min=0
moderator 2026-03-02 09:01 add player Ada <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob <bob@players.example> confirmed
moderator 2026-03-02 09:03 add player Cid <cid@players.example> confirmed
moderator 2026-03-02 09:04 start
"""
ASKED = "mail 2026-03-02 10:00 ada reply:\n    JUDGMENT: Is cake allowed?\n"
PROPOSED = "mail 2026-03-02 09:30 cid reply:\n    PROPOSE ENACT: Cake\n    There is cake.\n"
OPEN = f"{PROPOSED}mail 2026-03-02 09:31 cid reply:\n    CALL VOTE\n"
NEXT = "cid"  # whose turn waits


def mail(at: str, who: str, *words: str) -> str:
    lines = "".join(f"    {line}\n" for line in words)
    return f"mail 2026-03-02 {at} {who} reply:\n{lines}"


def german(*who: str) -> str:
    return "".join(mail("09:10", one, "LANGUAGE GERMAN") for one in who)


ADA, BOB = mail("11:00", "ada", "CONSENT"), mail("11:01", "bob", "CONSENT")


def test_who_may_consent_hears_what_it_does_and_how_many_it_takes(tmp_path: Path) -> None:
    told = last(played(tmp_path, THREE, ASKED), "bob")
    assert "It takes 2 of 2. Consented so far: nobody. Not yet: Ada and Bob." in told
    assert "With that the judgment is over, without a ruling unless the judge has ruled by" in told
    assert "If you would rather have a ruling, say nothing." in told


def test_and_in_german(tmp_path: Path) -> None:
    told = last(played(tmp_path, THREE, german("bob"), ASKED), "bob")
    assert "Nötig sind 2 von 2. Bisher eingewilligt: niemand. Noch nicht: Ada und Bob." in told
    assert "Damit ist die Urteilsfrage erledigt, ohne Urteil, wenn der Richter bis dahin" in told


def test_who_has_consented_is_not_asked_again(tmp_path: Path) -> None:
    again = mail("11:30", "bob", "JUDGMENT: And tea?")
    told = letter(played(tmp_path, THREE, ASKED, ADA, again), "ada").text
    assert "Consented so far: Ada." in told
    assert "CONSENT" not in told


def test_nor_by_a_ruling_that_comes_then(tmp_path: Path) -> None:
    asked, ruled = mail("10:00", "bob", "JUDGMENT: Tea?"), mail("10:30", "cid", "RULING", "It is.")
    word = mail("10:10", "bob", "CONSENT")
    letters = played(tmp_path, THREE, asked, word, ruled, ruleset="suber_1982")
    assert "has ruled" in last(letters, "bob")
    assert "CONSENT" not in last(letters, "bob")
    said = mail("11:00", "bob", "What a ruling that is.")
    letters = played(tmp_path / "said", THREE, asked, word, ruled, said, ruleset="suber_1982")
    assert "reply CONSENT" not in last(letters, "bob")


def test_when_it_ends_so_it_is_over_without_a_ruling(tmp_path: Path) -> None:
    begun = mail("12:00", NEXT, "PROPOSE ENACT: Cake", "There is cake.")
    letters = played(tmp_path, THREE, german("bob"), ASKED, ADA, BOB, begun)
    english, other = last(letters, "ada"), last(letters, "bob")
    assert "The judgment is over, without a ruling: the next turn has begun by cons" in english
    assert "Die Urteilsfrage ist erledigt, ohne Urteil: der nächste Zug hat" in other


@pytest.mark.parametrize(
    ("language", "waits"),
    [
        ("", "Your turn waits: do not propose now."),
        (german(NEXT), "Dein Zug wartet: Schlag jetzt nichts vor."),
    ],
)
def test_whose_turn_it_holds_up_is_told_to_wait(tmp_path: Path, language: str, waits: str) -> None:
    letters = played(tmp_path / "asked", THREE, language, ASKED)
    assert waits in last(letters, NEXT)
    said = mail("11:00", NEXT, "What now, everyone")
    told = last(played(tmp_path / "said", THREE, language, ASKED, said), NEXT)
    assert ("not late" if not language else "nicht zu spät") in told
    assert "PROPOSE ENACT" not in told


@pytest.mark.parametrize("language", ["", german("bob", "cid", "ada")])
def test_a_turn_that_comes_held_up_is_not_asked_for(tmp_path: Path, language: str) -> None:
    votes = "".join(mail(f"10:3{n}", who, "FOR") for n, who in enumerate(("ada", "bob", "cid")))
    letters = played(tmp_path, THREE, language, OPEN, ASKED, votes)
    (held,) = [one for one in letters if "turn" in one.occasions][1:]
    told = " ".join(held.text.split())
    assert ("do not propose now" if not language else "schlag jetzt nichts vor") in told
    assert "?" not in held.subject.partition("]")[0]
    other = last(letters, "cid")
    assert ("waits: judgment has" if not language else "wartet: Ein Urteil ist") in other
    assert "now the turn of" not in other
    assert "Am Zug ist jetzt" not in other


PLAIN = [
    "Yes, I consent",
    "I consent.",
    "I consent to Cid's turn",
    "I agree with that, go on",
    "fine with me, no need for a judge",
    "ok with me",
    "No objection, carry on",
    "Einverstanden!",
    "von mir aus",
    "Ja, ich willige ein.",
]


@pytest.mark.parametrize("words", PLAIN)
def test_consent_in_ones_own_words(tmp_path: Path, words: str) -> None:
    said = mail("11:00", "ada", "Hi,", "", words, "", "Ada")
    told = last(played(tmp_path, THREE, ASKED, said), "ada")
    assert "Consented so far: Ada." in told


@pytest.mark.parametrize(
    "words",
    ["I agree", "ok", "I consent, if Cid is quick", "fine with me, but why?", "consent?"],
)
def test_what_may_mean_something_else_is_asked_about(tmp_path: Path, words: str) -> None:
    told = last(played(tmp_path, THREE, ASKED, mail("11:00", "ada", words)), "ada")
    assert "did you mean CONSENT? Nothing was done" in told


@pytest.mark.parametrize(
    "words",
    [
        "Nobody may begin",
        "nobody can start",
        "Judge may begin",
        "meine Einwilligung hat niemand",
        "Ich willige in gar nichts ein",
        "we consent to skip Bobs turn",
    ],
)
def test_what_refuses_consent_gives_none(tmp_path: Path, words: str) -> None:
    told = last(played(tmp_path, THREE, ASKED, mail("11:00", "ada", words)), "ada")
    assert "Consented so far: Ada" not in told
    assert not told.startswith("Done")


@pytest.mark.parametrize("words", ["no", "No, thanks", "I don't consent", "I want a ruling."])
def test_who_does_not_consent_is_told_that_nothing_need_be_done(tmp_path: Path, words: str) -> None:
    told = last(played(tmp_path, THREE, ASKED, mail("11:00", "ada", words)), "ada")
    assert told.startswith("You do not consent; nothing need be done for that")


@pytest.mark.parametrize("words", ["nein", "Ich willige nicht ein", "nicht einverstanden"])
def test_and_so_in_german(tmp_path: Path, words: str) -> None:
    said = mail("11:00", "ada", words)
    told = last(played(tmp_path, THREE, german("ada"), ASKED, said), "ada")
    assert told.startswith("Du willigst nicht ein; dafür musst du nichts tun")


def test_no_after_a_consent_does_not_take_it_back(tmp_path: Path) -> None:
    again = mail("11:30", "bob", "JUDGMENT: And tea?")
    no = mail("11:40", "ada", "I do not consent")
    told = last(played(tmp_path, THREE, ASKED, ADA, again, no), "ada")
    assert "you have consented already, and that cannot be taken back" in told


@pytest.mark.parametrize("words", ["fine with me", "ok with me", "go ahead", "einverstanden"])
def test_while_a_vote_is_open_only_the_word_counts(tmp_path: Path, words: str) -> None:
    said = mail("11:00", "bob", words)
    told = last(played(tmp_path / "any", THREE, OPEN, ASKED, said), "bob")
    assert "Done" not in told
    word = mail("11:00", "ada", "I consent")
    told = last(played(tmp_path / "word", THREE, OPEN, ASKED, word), "ada")
    assert "Consented so far: Ada." in told


def test_an_answer_to_a_ballot_is_never_consent(tmp_path: Path) -> None:
    said = 'mail 2026-03-02 11:00 ada reply "Vote":\n    fine with me\n'
    letters = played(tmp_path, THREE, PROPOSED, ASKED, mail("10:30", "cid", "CALL VOTE"), said)
    assert "Consented" not in last(letters, "ada")


def test_to_a_ruling_it_is_asked_about(tmp_path: Path) -> None:
    asked, ruled = mail("10:00", "bob", "JUDGMENT: Tea?"), mail("10:30", "cid", "RULING", "It is.")
    fine, word = mail("11:00", "bob", "fine with me"), mail("11:00", "bob", "I consent")
    letters = played(tmp_path / "fine", THREE, asked, ruled, fine, ruleset="suber_1982")
    assert "did you mean CONSENT?" in last(letters, "bob")
    letters = played(tmp_path / "word", THREE, asked, ruled, word, ruleset="suber_1982")
    assert "Consented so far: Bob." in last(letters, "bob")


@pytest.mark.parametrize(
    ("language", "start", "rest"),
    [
        (
            "",
            "With your consent a majority of the other players has consented (it takes 2 of 2)",
            "When it begins, the judgment is over, without a ruling unless the judge has",
        ),
        (
            german("bob"),
            "Mit deiner Einwilligung hat eine Mehrheit der anderen eingewilligt (nötig",
            "Wenn er beginnt, ist die Urteilsfrage erledigt, ohne Urteil, wenn der Richter",
        ),
    ],
)
def test_whose_consent_was_lacking_is_told_what_came_of_it(
    tmp_path: Path, language: str, start: str, rest: str
) -> None:
    letters = played(tmp_path, THREE, language, ASKED, ADA, BOB)
    told = last(letters, "bob")
    assert told.startswith(start)
    assert rest in told
    assert last(letters, "ada").startswith("A majority of the other players has consented")
    assert "By when" not in told
    assert "Bis wann" not in told


def test_a_receipt_says_when_the_vote_ends(tmp_path: Path) -> None:
    told = last(played(tmp_path, THREE, OPEN, mail("11:00", "bob", "FOR")), "bob")
    assert "The vote ends as soon as everybody has voted; 2 have still to vote." in told


def test_or_as_soon_as_it_is_decided(tmp_path: Path) -> None:
    vote = "mail 2026-03-05 11:00 bob reply:\n    AGAINST 301\n"
    told = last(played(tmp_path, THREE, PROPOSED, vote, ruleset="open"), "bob")
    assert "The vote ends as soon as it is decided or everybody has voted" in told


def test_or_at_its_time_alone(tmp_path: Path) -> None:
    late = "PROPOSE ENACT: Patience", "Votes run.", "Effects:", "  vote ends: at the deadline"
    votes = "".join(mail(f"10:3{n}", who, "FOR") for n, who in enumerate(("ada", "bob", "cid")))
    parts = [mail("09:30", "cid", *late), mail("09:31", "cid", "CALL VOTE"), votes]
    turn = [
        mail("11:00", "bob", "PROPOSE ENACT: Cake", "There is cake."),
        mail("11:01", "bob", "CALL VOTE"),
    ]
    letters = played(tmp_path, THREE, *parts, *turn, mail("11:02", "ada", "FOR"))
    assert "The vote runs to its time, whoever has voted; 2 have" in last(letters, "ada")


def test_and_in_german_too(tmp_path: Path) -> None:
    told = last(played(tmp_path, THREE, german("bob"), OPEN, mail("11:00", "bob", "FOR")), "bob")
    assert "Die Abstimmung endet, sobald alle abgestimmt haben; 2 Stimmen fehlen noch." in told


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("", ("does not rule within 3 days", "cannot be taken back", "CONSENT")),
        (
            german("ada"),
            ("Hat der Richter nach 3 Tagen nicht", "zurücknehmen", "CONSENT"),
        ),
    ],
)
def test_help_judgment_is_short_and_whole(
    tmp_path: Path, language: str, parts: tuple[str, ...]
) -> None:
    letters = played(tmp_path, THREE, language, mail("11:00", "ada", "HELP JUDGMENT"))
    page = letter(letters, "ada").text.replace("\r", "").partition("\n-- \n")[0]
    assert len(page.splitlines()) <= 40
    for part in parts:
        assert part in " ".join(page.split())
