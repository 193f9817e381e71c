"""What a letter says: plain votes counted, doubtful ones asked about, talk left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.game import commands as c
from nomic_mail.letters.grammar import About, Understood, understand

BALLOT = About(ballot=301, open_ballots=(301,))
TWO = About(open_ballots=(301, 302))

FOR = """
FOR
for
For.
FOR!
yes
Yes!
Yes, please.
aye
AYE!
+1
+1, nice
I vote FOR 301
I vote for.
I vote FOR
I vote for it.
i vote for proposal 301
I hereby vote FOR proposal 301.
301: for
301 FOR
301 - yes
#301: aye
Proposal 301: FOR
On 301 I vote yes
VOTE 301 FOR
vote for 301
VOTE FOR
FOR 301 (but fix the spelling)
Change my vote to FOR
Please change my vote on 301 to FOR.
I'd like to vote FOR 301.
My vote is yes
My vote on 301 is yes
My vote: FOR
I'm for it.
I'm in favour of 301
in favour
Sure, yes on 301.
Hi all, FOR 301
*FOR*
[FOR]
"FOR"
Yes to all
FOR because it is simple
FOR, thanks!
FOR 301 great idea!
FOR, it would be great to have
Yes from me
That's a fine idea. I vote FOR 301.
I don't like the title much. [FOR 301]
Great work, Ada. FOR!
Yes. Great proposal.
FOR :)
I vote yea on this as well.
Aye, for the record.
aye (finally)
I vote FOR this proposal.
Count me as FOR
vote: yes
Vote 301: FOR
I cast my vote FOR 301
FOR proposition 301
yes on 301, thanks Ada
FOR - good idea
FOR: 301
I vote FOR #301.
I vote "FOR" on 301.
Ok, for 301
""".strip().split("\n")

AGAINST = """
AGAINST
no
No.
NO!
nay
Nope
-1
301 -1
301: against, sorry
I vote AGAINST 301
I vote no on 301.
AGAINST, I don't like it
Against. This breaks 203.
No, sorry.
No, thanks.
AGAINST all proposals currently up for vote
I'm against it.
I am against 301.
""".strip().split("\n")

ASKED = """
not yes
I would vote FOR 301
I'd vote for it
I will vote FOR 301 if Bob does
FOR 301 if Bob agrees
FOR?
yes and no
I'd be inclined to vote against
maybe yes
Probably FOR
FOR, unless it costs points
yes, but only if 302 fails
Not for me, AGAINST maybe
FOR... NOT!
FOR, just kidding
Bob votes FOR 301
Bob: FOR
I vote with Ada
same as Bob
I am leaning AGAINST
I do not vote FOR 301
I voted FOR 301
FOR Require Intent on Ballots
Yeah, right, when pigs fly
3x FOR
FOR FOR AGAINST
AGIANST 301
PROPSE ENACT: x
agianst
FRO 301
I was going to vote AGAINST
For 301 we need more time
Why not vote FOR 301
endorse Ada
If 302 passes then FOR
ja
👍
change your vote to no
2. yes
301 gets my vote
FOR 301; AGAINST 301
I support 301
[ ] FOR [x] AGAINST
I can't vote FOR this
I never vote FOR these
Everyone should vote FOR 301
Yes, if and when
Please vote FOR 301
Vote FOR 301 everybody!
I vote FOR 301 as well as 302
FOR 301/302
FOR 301 x2
FOR: Ada, Bob. AGAINST: Carl
FOR: Ada
"No," said Bob.
FOR, says Bob
Yes. No. Maybe.
FOR on behalf of Bob
change my vote from FOR to AGAINST
301: undecided
Hell no!
FOR 303-301
neither FOR nor AGAINST
FOR 301, not 302
I refuse to vote FOR 301
""".strip().split("\n")

TALK = """
For the record, I think this is silly.
No further comments.
No problem!
Thanks for the proposal, Ada.
What about rule 203?
I have no idea what this means.
Looking forward to it.
For what it's worth I liked the old rule
Status quo is fine with me
Rules are made to be broken
Help me understand rule 203
why not?
PRESENT is a valid option
Reply with FOR 301 or AGAINST 301.
To vote, reply FOR or AGAINST
Leave it as it is
Call me when it starts
I propose that we wait
Join me in thanking Bob
I have no objections to the wording for 301.
Best, Bob
For all I care, no.
No one knows
Me too
I vote that we adjourn
FOR or AGAINST
""".strip().split("\n")


def votes(text: str, about: About = BALLOT, subject: str = "") -> list[tuple[str, int | None]]:
    said = understand(subject, text, about).said
    assert all(isinstance(one.command, c.Vote) for one in said)
    return [(one.command.choice, one.command.proposal) for one in said]  # type: ignore[union-attr]


def commands(text: str, about: About = BALLOT, subject: str = "") -> list[c.AnyCommand]:
    return [one.command for one in understand(subject, text, about).said]


@pytest.mark.parametrize("text", FOR)
def test_votes_for(text: str) -> None:
    assert votes(text) == [("for", 301)]


@pytest.mark.parametrize("text", AGAINST)
def test_votes_against(text: str) -> None:
    assert votes(text) == [("against", 301)]


@pytest.mark.parametrize("text", ASKED)
def test_doubtful_lines_yield_one_question_and_no_command(text: str) -> None:
    understood = understand("", text, BALLOT)
    assert understood.said == ()
    assert len(understood.questions) == 1


@pytest.mark.parametrize("text", TALK)
def test_talk_is_left_alone(text: str) -> None:
    assert understand("", text, BALLOT) == Understood((), (), (text,))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FOR 301, 303-305; AGAINST 302", "301+ 303+ 304+ 305+ 302-"),
        ("FOR 301, AGAINST 302", "301+ 302-"),
        ("301 FOR, 302 AGAINST", "301+ 302-"),
        ("FOR 301, 302 AGAINST 303", "301+ 302+ 303-"),
        ("301: yes 302: no", "301+ 302-"),
        ("301: FOR. 302: AGAINST.", "301+ 302-"),
        ("FOR 301 but AGAINST 302", "301+ 302-"),
        ("yes to 301, no to 302", "301+ 302-"),
        ("- 301: FOR\n- 302: AGAINST", "301+ 302-"),
        ("FOR both", "301+ 302+"),
        ("AGAINST all", "301- 302-"),
        ("301: FOR\n302: ABSTAIN", "301+ 302o"),
        ("> 301: Tea\nFOR\n> 302: Cake\nAGAINST", "301+ 302-"),
        ("> 301 Tea\n> its text\n\nyes\n\n> 302 Cake\n\nno, sorry", "301+ 302-"),
        ("> 301 Tea\n> 302 Cake\nFOR", ""),
        ("FOR", ""),
        ("FOR 301-9999", ""),
    ],
)
def test_several_votes_in_a_letter(text: str, expected: str) -> None:
    signs = {"for": "+", "against": "-", "abstain": "o"}
    assert " ".join(f"{n}{signs[choice]}" for choice, n in votes(text, TWO)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "FOR 301\nAGAINST 301",
        "yes\n\nno",
        "FOR 301\n\nno wait, AGAINST 301",
        "FOR 301\n\nJust kidding.",
        "FOR 301\n\nBut only if 302 passes.",
        "FOR 301\nif Bob agrees",
        "AGAINST\n\nOn second thought, let me sleep on it.",
        "After a long night of reading and thinking about this I\nwould vote FOR\n301 if I could",
    ],
)
def test_what_another_line_takes_back_is_not_counted(text: str) -> None:
    understood = understand("", text, BALLOT)
    assert understood.said == ()
    assert understood.questions


def test_a_bare_vote_needs_to_be_clear_about_what() -> None:
    assert votes("yes", About(open_ballots=(301,))) == [("for", 301)]
    assert votes("yes", About()) == [("for", None)]
    assert votes("yes", About(ballot=302, open_ballots=(301, 302))) == [("for", 302)]
    assert votes("Yes, I agree with Bob", About(open_ballots=(301,))) == []


@pytest.mark.parametrize(
    ("subject", "text", "expected"),
    [
        ("FOR 301", "", [("for", 301)]),
        ("[nomic tea] VOTE 301 FOR", "", [("for", 301)]),
        ("FOR 301", "FOR 301\n", [("for", 301)]),
        ("FOR 301", "AGAINST 301\n", []),
        ("Re: [nomic tea] FOR 301", "", []),
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
        ("JOIN as Ada Lovelace", c.Join(name="Ada", surname="Lovelace")),
        ("join Vincent van Gogh.", c.Join(name="Vincent", surname="van Gogh")),
        ("JOIN Lovelace, Ada", c.Join(name="Ada", surname="Lovelace")),
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
def test_commands(text: str, command: c.AnyCommand) -> None:
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
def test_the_moderators_commands_are_the_moderators(text: str, command: c.AnyCommand) -> None:
    assert commands(text, About(from_moderator=True)) == [command]
    assert commands(text, About()) == []


def test_a_proposal_with_all_its_parts() -> None:
    text = "PROPOSE AMEND rule 203 - Two thirds\nOne.\n\n> no\nTwo.\nEffects: adoption: 2/3\nEND\nCALL VOTE"
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
        ("Effects:\n  victory: 30\n  adoption: 2/3 of eligible", ("victory: 30", "adoption: 2/3 of eligible")),
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


WORDS = st.sampled_from(
    ["FOR", "for", "AGAINST", "no", "yes", "I", "vote", "on", "301", "302", ",", ";", ":", ".", "?", "-", "if", "not", "PROPOSE", "ENACT", "AMEND", "END", "Effects:", "JOIN", "LEAVE", "Ada", ">", "--", "wrote:", "RULES", "WHY", "SET", "=", "+1", "-1", "all", "both", "\n"]
)


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


@pytest.mark.parametrize(
    "piece",
    ["On ", "FOR\n", "FOR 301, ", "PROPOSE ENACT: x\n", "PROPOSE\n", "Effects:\n", ">a\nFOR\n", ".", "yes; "],
)  # fmt: skip
def test_long_letters_come_back(piece: str) -> None:
    """200 KB of anything: answers are bounded, and so is the work (it was quadratic once)."""
    understood = understand(piece * 99, piece * (200_000 // len(piece)), TWO)
    assert len(understood.said) <= 100
    assert len(understood.questions) <= 20
