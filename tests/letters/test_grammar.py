"""What a letter says: plain votes counted, doubtful ones asked about, talk left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar.understand import About, understand
from tests.kit.letters.letter_reading import BALLOT, commands, votes


@pytest.mark.parametrize(
    ("subject", "text", "expected"),
    [
        ("FOR 301", "", [("for", 301)]),
        ("[nomic tea] VOTE 301 FOR", "", [("for", 301)]),
        ("FOR 301", "FOR 301\n", [("for", 301)]),
        ("FOR 301", "AGAINST 301\n", []),
        ("Re: [nomic tea] FOR 301", "", []),
        ("[tea] VOTE 301 FOR", "", [("for", 301)]),
        ("[joke] FOR 301", "", []),
        ("Re: [tea?] FOR 301", "", []),
        ("AW: [tea] 301 FOR", "", []),
        ("Re: FOR 301", "", []),
        ("Re: FOR 301", "AGAINST 301", [("against", 301)]),
        ("Some thoughts for 301", "", []),
    ],
)
def test_subjects(subject: str, text: str, expected: list[tuple[str, int]]) -> None:
    assert votes(text, BALLOT, subject) == expected


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("JOIN as Ada Lovelace", c.Join(name="Ada Lovelace", surname="Lovelace")),
        ("join Vincent van Gogh.", c.Join(name="Vincent van Gogh", surname="van Gogh")),
        ("JOIN Lovelace, Ada", c.Join(name="Ada Lovelace", surname="Lovelace")),
        ("JOIN", c.Join()),
        ("LEAVE", c.Leave()),
        ("I forfeit the game.", c.Leave()),
        ("withdraw", c.Withdraw()),
        ("CALL VOTE", c.CallVote()),
        ("Call for a vote!", c.CallVote()),
        ("call the vote, please", c.CallVote()),
        ("RETRACT 301", c.Retract(proposal=301)),
        ("I withdraw my vote", c.Retract()),
        ("Rules", c.Ask(topic="rules")),
        ("rule 203?", c.Ask(topic="rule", argument="203")),
        ("WHY 203", c.Ask(topic="why", argument="203")),
        ("STATUS, please", c.Ask(topic="status")),
        ("scores", c.Ask(topic="scores")),
        ("Who am I?", c.Ask(topic="whoami")),
        ("HELP CLAUSES", c.Ask(topic="help", argument="clauses")),
    ],
)
def test_commands(text: str, command: c.Command) -> None:
    assert commands(text) == [command]
    assert commands("", BALLOT, text) == [command]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("START", c.Start()),
        ("CLOSE VOTE 301", c.CloseVote(proposal=301)),
        ("close", c.CloseVote()),
        ("END GAME: it is spring", c.End(reason="it is spring")),
        ("SET debate_min = 24h", c.Set(key="debate_min", value="24h")),
    ],
)
def test_the_moderators_commands_are_the_moderators(text: str, command: c.Command) -> None:
    """From anybody else they are commands in capitals only, and then refused (013)."""
    assert commands(text, About(from_moderator=True)) == [command]
    assert commands(text, About()) == ([command] if text[:3].isupper() else [])


def test_a_proposal_with_all_its_parts() -> None:
    text = (
        "PROPOSE AMEND rule 203 - Two thirds\nOne.\n\nTwo.\nEffects: adoption: 2/3\nEND\nCALL VOTE"
    )
    propose, call = commands(text)
    assert propose == c.Propose(
        change=c.Change(
            kind="amend",
            target=203,
            title="Two thirds",
            text="One.\n\nTwo.",
            effects=("adoption: 2/3",),
        )
    )
    assert call == c.CallVote()


@pytest.mark.parametrize(
    ("block", "effects"),
    [
        ("", None),
        ("Effects: none", ()),
        ("Effects: victory: 30", ("victory: 30",)),
        ("Effects:\n  victory: 30\n  adoption: 2/3", ("victory: 30", "adoption: 2/3")),
        ("effects:\n- victory: 30\n* limit mutable: 25", ("victory: 30", "limit mutable: 25")),
        ("Effects:\nvictory: 30\n\nThanks,\nAda", ("victory: 30",)),
        ("Effects:\n  reward proposer: (ordinal - 291)\n    * favourable / cast",
         ("reward proposer: (ordinal - 291) * favourable / cast",)),
    ],
)  # fmt: skip
def test_effects(block: str, effects: tuple[str, ...] | None) -> None:
    (propose,) = commands(f"PROPOSE ENACT: Tea\nThere is tea.\n{block}")
    assert isinstance(propose, c.Propose)
    assert (propose.change.text, propose.change.effects) == ("There is tea.", effects)


def test_only_transmute_transmutes() -> None:
    (propose,) = commands("PROPOSE AMEND 105: make it mutable\nRule 105 becomes mutable.")
    assert isinstance(propose, c.Propose)
    assert propose.change.kind == "amend"
    (propose,) = commands("PROPOSE TRANSMUTE 105")
    assert isinstance(propose, c.Propose)
    assert (propose.change.kind, propose.change.target) == ("transmute", 105)


@pytest.mark.parametrize(
    "text",
    [
        "PROPOSE AMEND 203 and 204: x\nFOR\nLEAVE",
        "PROPOSE: One\na\nEND\nPROPOSE: Two\nb",
        "PROPSE ENACT: Tea\nFOR\nLEAVE",
        "PROPOSE AMEND: x\nLEAVE",
        "PROPOSE a pony",
        "PROPOSE ENACT: Tea\nText.\nEffects:\n  victory: 30\nMore text.",
        "PROPOSE ENACT: Tea\nText.\nEffects:",
    ],
)
def test_doubtful_proposals_do_nothing_but_ask(text: str) -> None:
    understood = understand("", text, BALLOT)
    assert understood.said == ()
    assert len(understood.questions) == 1


def test_revise() -> None:
    assert commands("REVISE\nnew text") == [c.Revise(text="new text")]
    assert commands("REVISE: Title\nnew") == [c.Revise(title="Title", text="new")]
    (revise,) = commands("REVISE REPEAL 206")
    assert isinstance(revise, c.Revise)
    assert revise.change == c.Change(kind="repeal", target=206)


def test_talk_is_one_letter_whatever_it_says() -> None:
    (discuss,) = commands("FOR 301\n\nLEAVE\n> quoted\n-- \nAda", About(talk=True))
    assert discuss == c.Discuss(text="FOR 301\n\nLEAVE")
    assert commands("> quoted\n", About(talk=True)) == []


VOCABULARY = """FOR for AGAINST no yes I vote on 301 302 , ; : . ? - if not PROPOSE ENACT AMEND
END Effects: JOIN LEAVE Ada > -- wrote: RULES WHY SET = +1 -1 all both"""
WORDS = st.sampled_from([*VOCABULARY.split(), "\n"])


@given(st.lists(WORDS, max_size=40), st.booleans(), st.booleans())
def test_understand_never_raises_on_its_own_words(
    words: list[str], moderator: bool, talk: bool
) -> None:
    text = " ".join(words)
    understand(text, text, About(301, (301, 302), moderator, talk))


@given(st.text(max_size=400), st.text(max_size=80))
def test_understand_never_raises(text: str, subject: str) -> None:
    understand(subject, text, BALLOT)


@given(st.lists(WORDS, max_size=12))
def test_a_quoted_line_is_never_a_command(words: list[str]) -> None:
    text = " ".join(words).replace("\n", " ")
    assert commands(f"> {text}\n") == []
