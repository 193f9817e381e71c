"""Who says in a clause that they vote, has voted, whatever leads to it and whatever follows; and
what hangs between yes and no is asked about, and never lost."""

from itertools import product

from tests.kit.letters.judged import ONE, TWO, Judged
from tests.letters.test_plain_words import some

PERFORMED = {
    "I vote against.": "against",
    "I vote against it.": "against",
    "I am voting no.": "against",
    "I'd like to vote against, please.": "against",
    "I cast my vote in favour.": "for",
    "I vote for it.": "for",
    "My vote is yes.": "for",
    "I vote yes, thank you.": "for",
    "I should like to be recorded as having voted against.": "against",
    "I oppose proposal 301.": "against",
    "I abstain.": "abstain",
    "I wish to be recorded as abstaining.": "abstain",
    "I'd rather abstain this time.": "abstain",
    "I'm just gonna abstain on this one.": "abstain",
}
LED = """
In plainer speech: {}
In other words: {}
To put it in prose: {}
Let me say it plainly: {}
I had better say it outright: {}
What is left? Not much. {}
Supper is on the table, so: {}
Having slept on it, {}
Under rule 203 as it stands, {}
Pursuant to rule 203, {}
Nothing in it harms us, so {}
I agree with the said text and {}
Nobody knows it, but {}
The kettle sings, the dog is fed, and {}
I came late to this game. I think the dog understands it better, and {}
We had snow in May once. {}
My wife says I should write shorter letters, so: {}
Since you all ask: {}
I am sorry, but {}
My husband votes no, he says, but {}
Two things: the tea is on me. {}
The arguments for it are long and the arguments against it are short. {}
""".strip().split("\n")
BEHIND = (
    "",
    " There! Was that short enough?",
    " Let me know if I should send it somewhere else.",
    " Say hello to your mum, Alan!",
    " If it passes I shall be happy, and if it doesn't I shall be happy too.",
    " Next I'd like to talk about the rule on points.",
    " I know why Ann is for it: she gains by it.",
    " Bob and Carol are against it, I hear.",
    " Reasons will follow tomorrow.",
)
# Each with the words of a vote, and none that its writer casts
NOT_SO = """
In Bob's words: {}
As Ann would put it: {}
Were I you, {}
If the judge lets it stand, {}
My husband says: {}
In the other game {}
Ask Bob, and he says: {}
Not that {}
It isn't so that {}
Nobody believes that {}
Last year I wrote: {}
The sample ballot reads: {}
I haven't decided whether {}
You want me to write: {}
Ann would have to pay me before {}
How would it look: {}
{} That is, if Bob does.
{} Or so says Ann.
{} But I may be talked out of it.
{} Strike that.
In the club next door they teach one to say: {}
Were this the last vote, {}
I can't say that {}
Nobody can claim that {}
I would not say {}
I never meant to say that {}
When I was ten I wrote on the wall: {}
When it is reworded, {}
""".strip().split("\n")
FACES = {"against": "against", "i vote no": "against", "i abstain": "abstain", "for": "for"}
MOODS = ("😬", "💔", "🙌", "😅", "🥺", "😭")
SHRUGS = ("🤷", "🤷‍♀️", "🤷🏽")  # who abstains may shrug
MOCKING = ("🙄", "😂", "🤡", "😜", "🤔")


def joined(frame: str, vote: str) -> str:
    """The vote in its frame, in a small letter where it goes on."""
    at = frame.index("{")
    if at and frame[at - 2] not in ".:?":
        vote = vote if vote[:1] == "I" else vote[:1].lower() + vote[1:]
    return frame.format(vote)


def test_a_vote_that_is_performed_counts_whatever_leads_to_it() -> None:
    judged = Judged("performed")
    for frame, vote in product(LED, PERFORMED):
        judged.letter(joined(frame, vote), f"{PERFORMED[vote]} 301")
    for frame, vote, behind in some(400, LED, PERFORMED, BEHIND):
        judged.letter(f"Hi all,\n\n{joined(frame, vote)}{behind}\n\nAnn", f"{PERFORMED[vote]} 301")
    judged.held()


def test_none_is_performed_in_anothers_mouth_or_under_a_condition() -> None:
    judged = Judged("not performed")
    for frame, vote in product(NOT_SO, PERFORMED):
        judged.letter(joined(frame, vote), "none")
    for frame, vote, behind in some(300, NOT_SO, PERFORMED, BEHIND[1:4]):
        judged.letter(f"Hi all,\n\n{joined(frame, vote)}{behind}", "none")
    for vote, behind in product(
        ("Okay folks, I vote no", "Rain again; no from me", "I vote against"),
        (", yeah right.", ", oh yeah.", ", ja klar."),
    ):
        judged.letter(f"{vote}{behind}", "none")
    judged.letter("Ich stimme dagegen, hätte ich gesagt, wäre da nicht Ann.", "none")
    judged.letter("The member for Kent votes no, I hear.", "none")
    judged.letter("I vote for, but I would have said no.", "none")
    judged.letter("I vote for, but I would have said it shorter.", "for 301")
    judged.letter("I vote against. Oh yeah, and a happy birthday to Bob!", "against 301")
    judged.held()


def test_a_face_beside_a_vote_says_how_one_feels_and_not_how_one_votes() -> None:
    judged = Judged("faces")
    frames = ("{vote} {face}", "{face} {vote}", "{vote} {face} sorry Ann {face}", "{vote}{face}")
    for (vote, way), face, frame in product(FACES.items(), MOODS, frames):
        judged.letter(frame.format(vote=vote, face=face), f"{way} 301")
    for vote, face, frame in product(("i abstain", "abstain", "I abstain."), SHRUGS, frames[:2]):
        judged.letter(frame.format(vote=vote, face=face), "abstain 301")
    judged.held(0.02)


def test_a_mocking_face_beside_a_vote_is_asked_about() -> None:
    judged = Judged("mocking faces")
    for vote, face, frame in product(FACES, MOCKING, ("{vote} {face}", "{face} {vote}")):
        judged.letter(frame.format(vote=vote, face=face), "ask")
    for vote, face in product(("for", "yes", "no"), SHRUGS):
        judged.letter(f"{face} {vote}", "ask")
    for face in (*MOODS, *SHRUGS):
        judged.letter(f"yes? no? {face}", "ask")
    for face in SHRUGS:
        judged.letter(f"for {face} sorry Ann {face}", "ask")
        judged.letter(f"{face} who votes for that", "none")
    judged.held()


# Between yes and no: each is asked about
HANGING = """
Yes, no, who cares.
Yes or no, I don't mind.
No, yes, maybe.
I say yes, but only if it is three quarters.
I say no, unless the number is mended.
Fine, I suppose, or not.
Sure, I guess. Or not.
Put me down as a provisional yes.
Could I be put down as a provisional no?
A provisional yes from here, until I have spoken to Ann.
Part of me says yes and part of me says no.
Half of me is for it.
Tempted to say no.
I tend to no.
I am inclined to say yes.
I tend towards yes.
Either is fine with me.
Either way is fine with me.
No strong feelings. Yes if you need one more.
No objections in principle, subject to what Grace says.
I have no objection as such.
I shall not stand in the way of it.
I won't stand in its way.
Whatever you think best.
k whatever
My dear, whatever you all think best.
I am with Walter on this, as I always am.
If everyone else does.
Whichever way Ann votes, so do I.
Hmmm 50/50
So here's my vote: the same as last time.
LGTM if somebody confirms that 203 can be changed, otherwise NACK.
Not opposed.
Not against it, not for it.
It's a yes unless somebody shows me why not.
lol sure
""".strip().split("\n")
AROUND = (
    "{}",
    "Hi both,\n\n{}\n\nThanks,\nMargaret",
    "Back from the lake, and the boat leaks. {}",
    "{} The dog says hello.",
    "Dear all,\n\nwe had snow in May.\n\n{}\n\nEdith Marsh",
)


def test_what_hangs_between_yes_and_no_is_asked_about() -> None:
    judged = Judged("hanging")
    for told, around in product(HANGING, AROUND):
        judged.letter(around.format(told), "ask")
    judged.held()


TALK = """
Thanks for the reminder!
Either Ann or Bob left a scarf here.
Whatever happened to the old server?
I am with Walter in the garden.
The tickets are 50/50 on both.
My objection was noted last week, I see.
Which way do I go from the station?
I like the new letters, they are much easier to read.
The kids say yes to ice cream and no to bed.
Half of me is sunburnt.
I tend my roses.
Are you coming on Sunday?
""".strip().split("\n")


def test_talk_that_has_such_words_is_none() -> None:
    judged = Judged("talk")
    for told, around in product(TALK, AROUND):
        judged.letter(around.format(told), "none")
    for told in TALK[:8]:
        judged.letter(told, "talk")
    judged.held(0.05)


COLUMNS = ("Add me to the {} column", "Please add me to the {} list", "Put me down on the {} side")
OF_BALLOT = ("About the ballot: {}.", "On the proposal: {}.", "As for the vote: {}.")
BESIDE = (
    "We moved house.",
    "The piano is still on the pavement.",
    "I knew nothing of it until now.",
)


def test_a_column_or_a_heading_of_ones_own_says_what_a_yes_is_to() -> None:
    judged = Judged("columns and headings")
    for frame, (word, way), beside in product(
        (*COLUMNS, *OF_BALLOT), (("yes", "for"), ("no", "against")), BESIDE
    ):
        vote = frame.format(word)
        judged.letter(vote, f"{way} 301")
        judged.letter(f"Dear all,\n\n{beside} {vote.rstrip('.')}.\n\nNina", f"{way} 301")
    for told in ("About the cake: yes.", "On the trip: no.", "Add Bob to the no column."):
        judged.letter(told, "none")
    judged.letter("301: no. 302: also no, and hide the keyboard.", "against 301, against 302", TWO)
    judged.held()


# Of others, or of none: what they come to, and whose they are
TOLD = """
In favour: five. Against: two.
For: seven
Against: 3
{name}'s vote: against
{name}'s vote: for
The {whole} voted as well. The result: a yes.
Our {whole} voted on it last week. The answer: no.
Conclusion of the {whole}: in favour.
Verdict of the {whole}: against
"""


def test_what_others_came_to_is_no_vote() -> None:
    judged = Judged("came to")
    for told in TOLD.strip().split("\n"):
        for name, whole in product(("Carl", "Ann", "Bob"), ("board", "committee", "club")):
            judged.letter(told.format(name=name, whole=whole), "none")
    for told in ("FOR. Ha ha, good one.", "Yes. Ha ha ha!", "> FOR or AGAINST\n\nYes."):
        judged.letter(told, "ask")
    for part in ("the bit about ties", "the second sentence", "the five points", "its last line"):
        for one, other in (("Yes", "No"), ("No", "Yes")):
            judged.letter(f"{one} to two thirds. {other} to {part}.\n\nIt's hot.", "ask")
    judged.held()


LOUD = ("I abstain on 301.", "FOR 301", "AGAINST 301.", "I vote for 301.", "I vote against 301.")
LATER = """
If it passes I shall be happy, and if it doesn't I shall be happy too.
If it passes, we need a bigger table.
If this fails we can try again next month.
When it passes, who keeps the scores?
Should it pass, I owe Bob a beer.
If it is adopted I shall write the next one.
""".strip().split("\n")
TYING = """
If Ann agrees.
If it is reworded first.
If it fails, count me against.
When Bob votes for it, that is.
Should Ann object, I take it back.
If it passes the judge.
""".strip().split("\n")


def ways(vote: str) -> str:
    low = vote.lower()
    return "abstain" if "abstain" in low else "against" if "against" in low else "for"


def test_a_vote_that_names_its_proposal_is_not_tied_by_what_comes_of_it() -> None:
    judged = Judged("what comes of it")
    for vote, told, gap in product(LOUD, LATER, ("\n\n", "\n", " ")):
        judged.letter(f"{vote.rstrip('.')}.{gap}{told}", f"{ways(vote)} 301")
    judged.held()


def test_it_is_tied_by_what_has_to_come_before_it() -> None:
    judged = Judged("what comes before it")
    for vote, told, gap in product(LOUD, TYING, ("\n\n", "\n", " ")):
        judged.letter(f"{vote.rstrip('.')}.{gap}{told}", "none")
    judged.held()


REASONS = ("no rollback plan", "no time for it", "too long", "no need", "I like it", "finally")


def test_votes_on_two_lines_count_with_a_remark_behind_each() -> None:
    judged = Judged("two lines")
    for pro, con, (one, two), joint in product(
        ("+1", "yes", "FOR", "👍"),
        ("-1", "no", "AGAINST", "👎"),
        (("I like it", "no rollback plan"), ("finally", "no time for it"), ("", "too long")),
        (" ({})", ", {}"),
    ):
        tail = [joint.format(words) if words else "" for words in (one, two)]
        judged.letter(f"301: {pro}{tail[0]}\n302: {con}{tail[1]}", "for 301, against 302", TWO)
    judged.held()


def test_a_reviewers_word_for_it_counts_alone() -> None:
    judged = Judged("reviewers")
    for word, mark, end in product(
        ("LGTM", "lgtm", "LGTM from me", "ACK from me", "Looks good to me", "ack from my side"),
        ("", ".", "!", " :)"),
        ("", "\n\nThanks,\nAnn", "\n\n-- \nAnn"),
    ):
        judged.letter(f"{word}{mark}{end}", "for 301", ONE)
    for told in (
        "LGTM?",
        "LGTM if Bob is happy",
        "lgtm, but fix the typo first",
        "-1 LGTM",
        "ACK, will read it tonight.",
        "ACK from Bob",
        "LGTM said Bob",
        "The letters LGTM mean nothing to me",
        "Not LGTM",
    ):
        judged.letter(told, "none")
    judged.held()
