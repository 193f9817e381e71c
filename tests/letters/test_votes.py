"""What a letter says: plain votes counted, doubtful ones asked about, talk left alone."""

import pytest

from nomic_mail.letters.grammar.understand import About, Understood, understand
from tests.kit.letters.letter_reading import BALLOT, TWO, votes

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
ja
Oui.
Ich stimme für 301
赞成
голосую за
ik ben voor
я за
[x] FOR
Put me down for yes
You can count me as a yes for 301
Absolutely yes
A resounding yes!
It's a yes from me.
I'm all for it, great idea
yes yes yes
Yesss
I'll vote yes
yes 👍
👍 FOR 301
FOR 🎉
301 → FOR
(301) yes
301 (Two thirds will do): FOR
301. FOR
With respect to proposal 301, I vote FOR.
For 301, yes
Reluctantly, FOR
I have read proposal 301 and I vote FOR.
After long thought, I vote for it.
It's not perfect but I vote FOR
Great idea, FOR!
FOR, of course!
FOR anyway
I say aye!
Make that a yes
-> FOR
«FOR»
Yes to proposal 301, no changes needed
FOR 301, no objections
All of them: yes
👍
✅
I support 301
thumbs up
301 gets my vote
It has my vote
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
Hell no!
I am against 301.
no no no
Noooo!
ugh, no
hard no
Sorry Bob, but against
I'm afraid I vote no.
No, too complicated.
I don't like it. Against.
Terrible idea. Against.
I'm strongly against it
That's a no from me.
For 301, I vote no.
For 301, against
I have to vote against this
change my vote from FOR to AGAINST
I don't like this. No.
Hard pass.
I don't support 301
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
tak
ja, aber nur wenn Bob zustimmt
change your vote to no
2. yes
FOR 301; AGAINST 301
[ ] FOR [x] AGAINST
I can't vote FOR this
I never vote FOR these
Everyone should vote FOR 301
Yes, if and when
Please vote FOR 301
Vote FOR 301 everybody!
FOR 301/302
FOR 301 x2
FOR: Ada, Bob. AGAINST: Carl
FOR: Ada
"No," said Bob.
FOR, says Bob
Yes. No. Maybe.
FOR on behalf of Bob
301: undecided
FOR 303-301
neither FOR nor AGAINST
FOR 301, not 302
I refuse to vote FOR 301
For all I care, no.
For 301, I think we need more time.
For 301, my comments:
for 301, see below
Please put me down for 301
FOR, mostly
FOR, I think.
FOR (for now)
against, for now
FOR, with the typo fixed
FOR, after the typo is fixed
FOR, in case Bob agrees
FOR, should it pass
FOR as amended by Bob
FOR (provisional)
yeah, right, FOR
FOR 🙄
FOR :P
Sure... FOR... as if
yes 👎
Vote FOR, people!
Yes, but no.
Bob and I vote FOR
I will vote FOR
I'll vote FOR tomorrow
In theory, I vote FOR
Usually, I vote FOR
Suppose it passes, I vote FOR
I'm not sure, but I vote FOR
No. 301
Yes... actually no
Yes -- sorry, no
Yes. I mean no.
No. Correction: yes.
FOR, er, AGAINST
FOR. Not.
FOR (ironically)
Yes, my foot
Yes, still here
Yes, got it
Yes, I'm back
Yes, Bob is right
Yes, Monday works
Yes, that was mine
No, Ada, it is your turn
No, haven't seen it
No, please explain
About 301: yes, I have read it
FOR 301 I need more time
FOR 301's author I have respect
Bob Stone - FOR
FOR 301 as soon as it is fixed
FOR 301 with small changes
FOR 301.5
[ ] FOR
No, it wasn't me
Yes, please resend the ballot
No, Bob
No, I quit
No!! The ballot has the wrong text!
My vote is secret
disagree
No, that's fine.
No, it's good
Yes, it's terrible
Yes, that's right
Yes, we should talk about it
Oh no!
I second that
I agree with this
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
No one knows
Me too
I vote that we adjourn
FOR or AGAINST
""".strip().split("\n")


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
        ("[x] 301 FOR\n[ ] 301 AGAINST\n[ ] 302 FOR\n[x] 302 AGAINST", "301+ 302-"),
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
    assert votes("yes", About(open_ballots=(301,))) == []
    assert votes("No!", About(open_ballots=(301,))) == []
    assert votes("FOR", About(open_ballots=(301,))) == [("for", 301)]
    assert votes("Against.", About(open_ballots=(301,))) == [("against", 301)]
    assert votes("yes", About(ballot=301, open_ballots=(301,))) == [("for", 301)]
    assert votes("I vote yes.", About(open_ballots=(301,))) == [("for", 301)]
    assert votes("yes", About()) == [("for", None)]
    assert votes("yes", About(ballot=302, open_ballots=(301, 302))) == [("for", 302)]
    assert votes("Yes, I agree with Bob", About(open_ballots=(301,))) == []
