"""A vote that says of itself that it is one counts whatever else its letter tells; and what only
wears its words, or is given to somebody else, taken back, tied or mocked, does not."""

from itertools import product

from msgspec.structs import replace

from nomic_mail.letters.grammar.reading import Aims
from tests.kit.letters.judged import ONE, Judged
from tests.letters.test_plain_words import some

VERSES = Aims(changes=1, text="Verses. Whoever takes a turn must write a limerick in rhymes.")
ABOUT = replace(ONE, aims=lambda: VERSES)
NO_MORE = replace(ONE, aims=lambda: Aims(changes=1, text="Limericks are abolished."))
AVOWED = {
    "I'm going with no on this one.": "against",
    "I'll be voting against it.": "against",
    "Put me down against, please.": "against",
    "One more against.": "against",
    "Against, I'm afraid.": "against",
    "So it's against, with no ill will to the author.": "against",
    "That's a firm no from me.": "against",
    "My vote must be no.": "against",
    "I wish to register my opposition to this proposal.": "against",
    "No is my vote.": "against",
    "I cannot vote for this, so I vote no.": "against",
    "I hereby vote in favour.": "for",
    "I'm voting for it.": "for",
    "My ballot is cast FOR.": "for",
    "Put me in the yes column.": "for",
    "That's a definite yes from us.": "for",
    "I like it and vote yes.": "for",
    "FOR it is.": "for",
    "I vote for the limericks.": "for",
    "In the end: yes to the rhymes!": "for",
    "You have an old woman's yes.": "for",
    "Please put me down as an abstention.": "abstain",
    "I shall therefore abstain on this occasion.": "abstain",
    "Let me abstain on this one, please.": "abstain",
}
BEFORE = """
Where does the time go?
My sister asked me yesterday whether I still play.
If it rains on Sunday, we shall be in the hall.
I should have written earlier.
Nobody told me that the deadline was tonight.
We'd a calf born this morning, a heifer.
I think the roof will hold another winter.
Either the cat or the dog ate my notes.
I would rather be in the garden, I admit.
The others have said all there is to say.
I used to dread these letters.
They changed the trains again, imagine.
It was almost midnight when the boat came in.
When I opened the door, there stood my aunt.
Until last year I had never seen a ballot.
Perhaps the spring will come after all.
""".strip().split("\n")
BEHIND = """
Who brings the cake?
See you all on Sunday at the pond.
The others can argue as long as they like.
I should be in bed by now.
My neighbour says hello.
Next week I'm at my sister's.
I would have answered sooner, had the boat been on time.
They say that it will snow.
""".strip().split("\n")
# Each with a vote in it, and none of its writer's for this ballot as it stands.
NOT_SO = """
My brother says: {}
{} That is what Bob wrote, at any rate.
If Bob withdraws the other one, {}
{} But only if Ann does too.
{} Or perhaps the other way round.
{} Just kidding.
{} No, wait.
Suppose I wrote this: {}
For example: {}
As a test: {}
{} This is only a draft.
{} Unless you shorten it, that is.
In the poll at work: {}
"{}" said my aunt.
Ann writes: {}
{} Not really, though.
{} On second thoughts, let me sleep on it.
{} Said no one ever.
{} And pigs can fly.
Ignore this, it's for the other list. {}
{} I might still change my mind.
Before I write "{}" I want to hear Ann.
I nearly wrote this: {}
{} Oops, I hit send too early.
Would you believe it? Bob said: {}
""".strip().split("\n")
ONLY_WORDS = """
I vote for the cat.
Put me down for two tickets.
I'm going with Nora on Friday.
That's a no from the bank.
One more for the road.
It's for you.
My answer to the bank was no.
They voted against it, I heard.
I'm voting against the mayor on Sunday.
I'm for lunch at noon.
We're against the clock here.
A yes from her would make my year.
Put a cross by the no on the map.
I shall abstain from cake till Easter.
My vote went missing once.
Yes to Sunday lunch!
No to the salad, thanks.
I say yes to everything, that's my trouble.
I go for a walk each morning.
The verdict was: against.
Vote for change, says the poster.
I'm all for Ann's other idea.
He is against and she is for.
I was voting for it in my head.
I'd vote for it, I'd vote against it, who knows.
My vote is worth a point, isn't it.
Take this as a no to the wedding.
You have my yes for Saturday.
Count me in for the trip, for a start.
I like jam and vote yes at weddings.
""".strip().split("\n")


# What hangs in the air ties the vote beside it.
HANGING = """
Only if Bob agrees to it.
If Bob agrees.
Unless the fine is lowered.
Provided that Ann votes for it as well.
As long as nobody minds.
On one condition.
Depending on what Bob says.
When the text is mended.
Assuming that I have read it right.
Perhaps.
Maybe tomorrow.
In theory.
For now.
Not yet.
Subject to what the judge says.
Should the others agree.
""".strip().split("\n")
SAID_FOR = """
I'll vote for it.
You've got my vote.
It has my vote.
It gets my vote.
301 gets my vote.
Consider this my vote in favour.
Count this as a yes.
Chalk me up as a yes.
Please log my vote as yes.
Mark me down as in favour.
I give it my yes.
A yes from this end.
It's a yes.
That's a yes from me, then.
I'm in favour, on balance.
I'm voting yes because it's fun.
I vote FOR the proposal.
I vote in favor of it.
I cast my vote for 301.
My vote goes to yes.
My vote is for it.
I'm going to vote for it.
My two cents: vote yes.
Yes to 301, please.
Yes from me!
A big yes from the whole table.
For it, definitely.
All for it!
Definitely for.
Very much in favour.
Happy to vote for this.
Glad to vote yes.
Pleased to support it.
I can live with it: for.
Let's do this, FOR.
Right then, for it is.
I also vote for.
Voting for this, no question.
You can count on my yes.
Sign me up, I'm for it.
I'm with you, I vote yes.
Sure thing, I vote yes.
Approved from my side.
I approve.
I approve it.
I accept the proposal.
Consider me for it.
I stand in favour.
Aye from me.
Aye.
My answer: yes.
My decision is yes.
My verdict, yes.
I choose yes.
I've decided: yes.
I decided to vote yes.
After all that, I vote yes.
Finally made up my mind: yes.
So yes, I'm for it.
So, yes to 301.
Anyway, for.
Anyway: yes on 301.
In short, I vote yes.
Short answer: yes.
Answer's yes.
Vote's yes.
vote: FOR
voted: for
+1 from me
+1 for 301
301 +1
301 yes
yes 301
301: yes from me
It's for from me.
Mine is a yes.
Make mine a yes.
Make that a yes from me.
Put it down as a yes.
I'm a yes.
I'm a yes on this.
We're a yes.
A yes vote from me.
Yes vote from me.
My yes to this.
Here's my yes.
Here is my vote: yes.
Please accept my vote for.
Please find my vote: FOR.
Record: for.
Registering my vote as for.
This is a vote for.
This is me voting for.
This is my vote: for.
Consider it a yes.
Take this as my yes.
Let this be my yes.
Let me vote yes.
Let me put in a vote for it.
I want to vote for this one.
I'd like to vote for.
I do vote for it.
I am most certainly for it.
I'm all in: for.
I'm definitely voting for this.
It's FOR.
That'll be a yes from me.
That would be a yes from me.
That makes it a yes from me.
So that's a yes.
So I'm for.
So for.
Hence for.
Thus I vote for.
""".strip().split("\n")
GERMAN = {
    "Ich habe 301 dreimal gelesen und {}.": ("bin dafür", "bin dagegen", "stimme mit Nein"),
    "Heute bin ich ausgeschlafen und {}.": ("stimme dafür", "stimme mit Ja", "enthalte mich"),
    "Da ich selbst befangen sein könnte, {}.": ("enthalte ich mich", "stimme ich dagegen"),
    "Ich {}, weil ich die Regel 212 noch nicht ganz verstehe.": ("enthalte mich", "bin dagegen"),
    "{}, auch wenn es mich wahrscheinlich trifft.": ("Ich stimme dafür", "Ich bin dafür"),
    "Dem kann ich nicht zustimmen, {}.": ("ich stimme also mit Nein", "ich bin dagegen"),
    "Wann ist eigentlich das nächste Treffen? {}.": ("Ich stimme mit Ja", "Ich bin dagegen"),
}
BYE = ("", " Bis denne", " Bis die Tage, Jupp", "\n\nLG Ada", " Seit 1987 spielen wir so.")
GERMAN_TIED = """
Bob hat 301 gelesen und {}.
Wenn ich ausgeschlafen bin, {}.
Ich weiß nicht, ob ich {}.
Sie ist müde und {}.
Ich habe gelesen, dass Bob und {}.
{}, falls Bob es auch tut.
{}. Aber nur, wenn Bob es auch tut.
{}. Bis morgen überlege ich noch.
{}, weil Bob es sagt? Nein.
""".strip().split("\n")


def way_of(words: str) -> str:
    if "enthalte" in words:
        return "abstain"
    return "against" if "dagegen" in words or "Nein" in words else "for"


def test_a_german_vote_behind_a_reason_or_another_clause_counts() -> None:
    judged = Judged("in German")
    for frame, votes in GERMAN.items():
        for vote, hi, bye in product(votes, ("", "Hallo zusammen,\n\n", "Moin, "), BYE):
            judged.letter(f"{hi}{frame.format(vote)}{bye}", f"{way_of(vote)} 301", ABOUT)
    judged.held(0.02)


def test_a_german_vote_that_is_tied_or_anothers_is_none() -> None:
    judged = Judged("tied in German")
    votes = ("bin dafür", "stimme mit Nein", "enthalte mich", "stimme dagegen", "bin dagegen")
    for frame, vote, hi, bye in product(GERMAN_TIED, votes, ("", "Moin, "), BYE):
        judged.letter(f"{hi}{frame.format(vote)}{bye}", "none", ABOUT)
    judged.held()


def test_a_vote_that_says_so_counts_whatever_is_told_beside_it() -> None:
    judged = Judged("avowed")
    for told, vote in product(BEFORE, AVOWED):
        judged.letter(f"{told} {vote}", f"{AVOWED[vote]} 301", ABOUT)
    for vote, told in product(AVOWED, BEHIND):
        judged.letter(f"{vote} {told}", f"{AVOWED[vote]} 301", ABOUT)
    for before, vote, behind in some(300, BEFORE, AVOWED, BEHIND):
        judged.letter(
            f"Hi all,\n\n{before} {vote}\n{behind}\n\nBest,\nAda", f"{AVOWED[vote]} 301", ABOUT
        )
    judged.held(0.02)


def test_it_counts_in_a_hundred_ways_of_saying_it() -> None:
    judged = Judged("ways of saying it")
    for told, vote in product((BEFORE[0], BEFORE[4], BEFORE[5]), SAID_FOR):
        judged.letter(f"{told} {vote}", "for 301", ABOUT)
    judged.held(0.02)


def test_no_way_of_saying_it_counts_in_anothers_mouth_or_tied() -> None:
    judged = Judged("ways of saying it, not so")
    for frame, vote in some(900, NOT_SO, SAID_FOR):
        judged.letter(frame.format(vote), "none", ABOUT)
    judged.held()


def test_a_vote_that_its_letter_gives_away_does_not_count() -> None:
    judged = Judged("not so")
    for frame, vote in product(NOT_SO, AVOWED):
        judged.letter(frame.format(vote), "none", ABOUT)
    for frame, vote, told in some(300, NOT_SO, AVOWED, BEFORE):
        judged.letter(f"{told} {frame.format(vote)}", "none", ABOUT)
    judged.held()


def test_a_condition_that_hangs_in_the_air_ties_a_vote() -> None:
    judged = Judged("hanging")
    for hanging, vote in some(500, HANGING, [*AVOWED, *SAID_FOR]):
        judged.letter(f"{hanging} {vote}", "none", ABOUT)
        judged.letter(f"{vote.rstrip('.!')}. {hanging}", "none", ABOUT)
    judged.held()


def test_words_of_voting_on_something_else_are_none() -> None:
    judged = Judged("only words")
    for told, beside in product(ONLY_WORDS, ("", *BEFORE)):
        judged.letter(f"{beside} {told}".strip(), "none", ABOUT)
        judged.letter(f"{told} {beside}".strip(), "none", ABOUT)
    judged.held()


def test_a_yes_to_what_a_proposal_takes_away_is_none() -> None:
    judged = Judged("taken away")
    for told, beside in product(
        ("I vote for the limericks.", "Yes to the limericks!", "Put me down for the limericks."),
        ("", *BEFORE),
    ):
        judged.letter(f"{beside} {told}".strip(), "none", NO_MORE)
    judged.held()


SENDS = ["It's a {} from {}.", "A {} from {}!", "That is a firm {} from {}, then."]
WORDS = {"yes": "for", "no": "against"}
OTHERS = (
    "the dog,the bank,the weather,the kids,the council,his mother,my wife,your old boss,a friend,"
    "a good colleague,the tax office,Bob,Ann,Berlin,the landlord,her cats,our accountant,those two"
)
SELVES = (
    "me,us,here,my side,me and the cat,the back of the bus,your humble servant,your treasurer,"
    "an old fool,this happy player,the kitchen,the whole table,this corner"
)


def test_a_vote_that_somebody_else_sends_is_none() -> None:
    """Nobody knows by the words alone who Bob is, the writer or another."""
    judged = Judged("from others")
    for frame, word, who in product(SENDS, WORDS, OTHERS.split(",")):
        judged.letter(frame.format(word, who), "none")
    judged.held()


def test_a_vote_from_wherever_its_writer_sits_is_theirs() -> None:
    judged = Judged("from oneself")
    for frame, word, who in product(SENDS, WORDS, SELVES.split(",")):
        judged.letter(frame.format(word, who), f"{WORDS[word]} 301")
    judged.held()
