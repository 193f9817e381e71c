"""Votes on several proposals in one letter: each side is on the number that it stands beside, and a
letter of which a part is in doubt has no vote read in it by that."""

from itertools import product

from tests.kit.letters.judged import TWO, Judged

SIDES = {
    "yes": "for",
    "no": "against",
    "a firm yes": "for",
    "a clear no": "against",
}
LETTERS = """
To 301 I say {}, to 302 I say {}.
My votes, cast on the ferry with one hand: 301 gets {}, 302 gets {}.
Morning all. It's {} to 301 and {} to 302. The plums are ripe!
On 301 it's {}, on 302 it's {}, as the text is short.
{} to 301 from me, {} to 302.
301 gets {}. 302 gets {}. Back to the garden now.
""".strip().split("\n")
PLAIN = {
    "I'm voting 302 down. 301 gets my vote.": "against 302, for 301",
    "Hi, I'm happy to support 301, but I can't support 302. Thanks, Ben": "for 301, against 302",
    "I've no quarrel with either. For on both 301 and 302.": "for 301, for 302",
    "I only have an opinion about 302, and that is yes.": "for 302",
    "I vote against each of the two proposals.": "against 301, against 302",
    "Both trash, no to both": "against 301, against 302",
    "Count me in favour of both 301 and 302.": "for 301, for 302",
    "301 ja, 302 nein. Gruß Jörg": "for 301, against 302",
}
# Each with numbers and sides in it, and none of its writer's for these ballots as they stand.
NOT_SO = """
Bob says {} to 301 and {} to 302.
My sister would say {} to 301 and {} to 302.
If it were Monday, {} to 301 and {} to 302.
Is it {} to 301 and {} to 302?
Ann told me it's {} to 301 and {} to 302.
I nearly wrote {} to 301 and {} to 302.
{} to 301 and {} to 302, unless Bob withdraws.
Maybe {} to 301 and {} to 302.
"{} to 301 and {} to 302" is what the poster says.
They want {} to 301 and {} to 302.
Last year it was {} to 301 and {} to 302.
Suppose I said {} to 301 and {} to 302.
Nobody knows whether it's {} to 301 and {} to 302.
""".strip().split("\n")
NONE = """
I'm not against 301, and not for 302 either.
A vote for 301 is a vote against 302, I fear.
Those in favour of 301 should read 302 first, those against it, too.
Reasons against 301: none. Reasons for 302: many.
I have nothing against 301, I have nothing for 302.
301 would get a yes, 302 would get a no, were I to vote today.
The pro and con of 301: for, it is short; against, it is vague. 302 is fine.
301 yes, 302 no: that's what my sister would write.
Bob and I are for 301 and against 302.
I refuse to vote for 301 or against 302.
""".strip().split("\n")


def test_each_side_is_on_the_number_beside_it() -> None:
    judged = Judged("apiece")
    for letter, one, other in product(LETTERS, SIDES, SIDES):
        text = letter.format(one, other)
        judged.letter(text[:1].upper() + text[1:], f"{SIDES[one]} 301, {SIDES[other]} 302", TWO)
    for letter, outcome in PLAIN.items():
        judged.letter(letter, outcome, TWO)
    judged.held(0.02)


def test_what_is_tied_or_anothers_is_none() -> None:
    judged = Judged("apiece: none")
    for letter, one, other in product(NOT_SO, SIDES, SIDES):
        judged.letter(letter.format(one, other), "none", TWO)
    for letter in NONE:
        judged.letter(letter, "none", TWO)
    judged.held(1.0)
