"""Votes as lists and forums post them: a sign, and whatever is remarked behind it or before.

A sign counts beside all that leaves it one. What ties it, softens it, takes it back, counts
something with it, agrees with somebody or tells that a letter came makes it a question, and none is
lost without a word.
"""

import random
from itertools import product

from msgspec.structs import replace

from tests.kit.letters.judged import TWO, Judged

UP = [
    "+1",
    ":+1:",
    "👍",
    "Big +1",
    "+1 (binding)",
    "+1 (non-binding)",
    "**+1**",
    "+1 from me",
    "(+1)",
]
DOWN = ["-1", ":-1:", "👎", "Strong -1", "-1 (binding)", "**-1**", "-1 from me"]
WORDS = {"Support": "for", "Oppose": "against", "**FOR**": "for", "**AGAINST**": "against"}
FREE = [
    "",
    "!",
    ", thanks for the work",
    ", thanks @ada!",
    " – the draft reads well",
    " - great work, Ada",
    ". Great work, everyone!",
    ". I checked\n\n- the numbers\n- the wording\n- the old rule",
    "\n\nChecked:\n* no typos\n* no loopholes\n* it builds on 206",
    "\n\nThe wording is sound.",
    "\n\nThanks,\nAda",
    "\n\nAda Lovelace",
    '\n\n-- \nAda\n"All that glitters is not gold"',
    ", we have waited long enough for this",
    ", this kind of thing makes the game better",
    ". I read it twice and found nothing to add.",
    "\n\nWelcome to the rules!",
    " because it makes turns quicker",
    ", nobody will miss the old text",
]
SOUR = [
    "",
    "!",
    ", sorry Ada",
    " – it makes turns slower",
    ". It would punish newcomers.",
    ", this would break the old rule",
    ". Too long for my taste.",
    "\n\nI don't like where this is going.",
    " because nobody asked for it",
    "\n\nThanks,\nAda",
    ", because the text has a hole in it:\n\n- 206 stays\n- 301 says otherwise",
    ". I read it twice and found no use in it.",
]
TIED = [
    " if Bob agrees",
    ", unless somebody finds a hole",
    ". Provided that the typo is fixed.",
    " for now",
    ". Hold on, let me think again.",
    ". I may still change my mind.",
    ", but I may still change my mind",
    ". Just kidding!",
    ", once the typo is gone",
    "\n\nActually, I'm not sure.",
    " until convinced otherwise",
    " as long as it stays at two weeks",
    ", I guess",
    " :wink:",
    ". Or rather not.",
    ", but only for the first half",
    " (I think)",
    ". That was Bob speaking.",
    ", but it needs another week",
    "\n\nLet me sleep on it.",
    "! (Okay, not really)",
    " (ok, not really)",
    ". Okay, okay, not quite.",
]
OTHER = [
    "? {}",
    "{} point for Bob",
    "{} to what Bob said",
    "{} for the cake",
    "{} on the photos",
    "Bob gave it a {}",
    "{} like Bob",
    "Would you give it a {}?",
    "{} when Bob does",
    "She said {}.",
]
SEVERAL = [
    "301: +1\n302: -1",
    "+1 on 301, -1 on 302",
    "301 :+1:\n302 :-1:",
    "| 301 | +1 |\n| 302 | -1 |",
    "| 301 | FOR |\n| 302 | AGAINST |",
    "| Proposal | Vote |\n|---|---|\n| 301 | FOR |\n| 302 | AGAINST |",
    "301 - Support\n302 - Oppose",
    "301 – Support. Clear and short.\n302 – Oppose. Too long.",
    "* 301: support, it is clear\n* 302: oppose, too long",
    "301 FOR (finally!)\n302 AGAINST (too long)",
    "Proposal 301: **FOR** – reads well\nProposal 302: **AGAINST** – too long",
    "> 301 Tea\n+1\n\n> 302 Cakes\n-1, too sweet",
    "> 301 Tea\n\n+1 (binding)\n\n> 302 Cakes\n\n-1 (binding), too sweet",
    "[301] FOR\n[302] AGAINST",
    "301  Y\n302  N",
    "301 👍\n302 👎, sorry",
    "301: +1, reads well\n302: -1, too long",
    "301 +1 thanks Ada\n302 -1 sorry",
    "+1 for 301 and -1 for 302.",
    "+1 to 301; -1 to 302, it is too long",
    "301 yes\n302 no",
    "Support 301, oppose 302.",
    "I support 301 and oppose 302.",
    "Support 301. Oppose 302.",
    "Yes on 301, no on 302",
    "301: approve\n302: reject",
    "301 approve, 302 reject",
    "My votes:\n301 +1\n302 -1",
    "Votes:\n\n301: FOR\n302: AGAINST\n\nAda",
    "301 (Tea): +1\n302 (Cakes): -1",
    "#301 +1\n#302 -1",
    "P301: +1\nP302: -1",
    "1) 301: FOR\n2) 302: AGAINST",
    "FOR: 301\nAGAINST: 302",
    "+1: 301\n-1: 302",
    "301,FOR\n302,AGAINST",
    "301\tFOR\n302\tAGAINST",
    "301 = FOR\n302 = AGAINST",
    "301 -> FOR\n302 -> AGAINST",
    "301 => yes\n302 => no",
    "301......FOR\n302......AGAINST",
]
PRO = """+1 This is long overdue.|+1 — long overdue|Strong +1!|+1 for adoption.
+1 for this proposal|+1 to the proposal as written|+1 to adopting this|+1, Ada|+1 // Bob
+1 :)|++1|+1.|Another +1 from me|And a +1 from me.|My +1 as well.|Here's my +1.
You have my +1.|I'm +1 on this.|I'm +1.|We're +1 as well|+1 on the amendment|Vote: +1
My vote: +1 (binding)|[X] +1 Approve|[ +1 ] Approve|+1 Approve|+1 approve|+1 (accept)
+1 adopt it|+1 I support this|+1 agreed|+1 LGTM|LGTM +1|LGTM, +1|Approve
Approved.|Aye.|Aye, with thanks to the author.|Yea|Yea from me|Yes to this one
In favour, with thanks.|In favor.|I'm in favour of adopting this.|Strongly support.
Strongly in favour|Strong support|Support as proposer|Support as the author.
Support, good work.|Support - clear and short|Support: clear and short
Support! Clear and short.|**Support**: clear|# Support. It is clear.
FOR, it's clear and short|FOR - clear and short|FOR: clear and short
For. It is clear and short.|For: it is clear.|I vote for this. It's clear.|Voting +1.
Voting in favor, thanks Ada.|Happy to support this.|Happy to give this a +1.
I give this a +1|A big thumbs up from me.|Thumbs up!|Thumbs up from here, nice work
Full support from me.|You have my full support.|I fully support this proposal.
I support this, it is overdue.|I endorse this.|Agreed, +1|Agree, +1 from me.
Definitely +1.|Absolutely, +1|+1 of course|+1 from my side too, thanks for driving this!
+1 from the whole family|Well written. +1.|Good catch, +1|Makes sense to me. +1
This makes sense, +1 from me|This looks good to me, +1|Sounds good, +1.
Looks great, thanks for putting this together. +1|Great proposal! +1
Great idea, I'm all for it.|Love it. +1|👍 from me|👍 Makes sense|👍 Great idea, thanks
👍 love it|✅ from me|✅ looks good|:thumbsup: nice|:white_check_mark: Approve|Yes :+1:
Yes. +1|Yes, +1 from me.|Yup, +1|Sure, +1|OK, +1|Ok with me, +1.|Fine by me. +1
No objections, +1|No concerns from me. +1.|No blockers on my side, +1
I read the draft twice. +1.|I have read the proposal and vote +1.
I've reviewed this and I'm +1|Reviewed. +1.|Checked the numbers, they add up. +1.
Sorry for the delay. +1 from me.|Late to the party, but +1|Late, but +1.
Thanks for the reminder: +1|Catching up on mail: +1|+1 (sorry for the late reply)
+1. Sorry for being late.|+1 (on my phone)|+1, sent from my phone|+1, nice one.|+1 it is
Make that +1 from me too|Count me as +1|Put me down as +1|Consider this my +1
Consider this a +1 from me|Adding my +1|Adding my +1 here.|Chiming in with my +1
Just adding a +1|Throwing in my +1"""
CON = """-1 on this as it stands|-1: too complicated|-1 (non-binding): too complicated
I am -1 on this one.|I'm a strong -1.|-1 reject|-1 do not adopt|-1, sorry
-1 from me, sorry.|Sorry, -1 from me|Sorry, -1.|Sorry, but -1|A firm -1 from me.
Strong -1.|Hard -1|-1, we don't need this.|-1. We don't need this.
-1 because it adds work for everybody|-1 too much work|-1, as it adds work
I have to vote -1 on this|I vote -1.|Voting -1, too long.|My vote: -1
Nay, for the reasons Bob gave.|Nay.|Nay from me|Opposed.|I am opposed to this change.
Strong oppose|Strongly oppose.|Strongly opposed|Oppose as unnecessary
Oppose, unnecessary.|Oppose - unnecessary|Oppose: unnecessary|Oppose. Unnecessary.
**Oppose**. We have enough rules.|AGAINST, too long|AGAINST - too long|AGAINST: too long
Against. Too long.|Against: too long.|I vote against. Too long.
Voting against this one, sorry Ada.|I can't support this.
I cannot support this, it is unfair.|I do not support this proposal.
I don't support this.|I object to this change.|I object.|Rejected.|Reject, too long.
Thumbs down from me.|Thumbs down!|A thumbs down from here|👎 from me|👎 Too long
👎 no need for it|❌ too long|❌ Reject|No. We have enough rules.|No, we have enough rules.
No from me, sorry.|It's a no from me, too long.|Definitely not, -1|Not a fan, -1
Not convinced, -1.|I don't like it, -1|Too long. -1.|Too complicated, -1 from me
This is unfair. -1."""
NONE = """Approved by the committee.|Oppose: a verb of four letters.
FOR – a preposition, says my teacher.|+1 and a half metres|-1 in Oslo this morning
👍 to Bob for the cake|✅ Done|👍 the cake was great|👍 lovely cake|👍 nice hat
👍 new job, Cleo!|👍 happy birthday!|👍 for the pub quiz|👍👍👍 goal!
+1 for Germany, what a goal|+1 to my karma|That's a +1 for Bob.|I'm a +1 at the party.
We have a +1 invitation.|Add a +1 to the dice roll.|Giving it a +1 bonus.
Consider this a +1 modifier|Adding a +1 to every roll is fun.|-1 to strength, +2 to wit
You have my -1 sword|Chiming in with my guitar.|+1 HP|+1 karma|+1 beer|+1 on Friday
+1 will come along|+1 child, no pets|Score: +1|Reputation +1|Temperature -1|UTC+1|GMT -1
My timezone is +1.|I am at -1 in points|I'm +1 in points|I'm at +1.|so +1 hour then
just +1 day please|definitely +1 year|ok +1 week|Supported by a grant.
Supporting Bob as ever.|Support from me, any time, Bob.
Support as the author of the wall.|Oppose as in oppose.|Rejected, again, by the bank.
Approved, says the bank.|Endorsed. The cheque, I mean.
Full support from the bench, what a match|Rejected from the choir.|Approved from above.
for looks alone he won|against it all, the band played|for it is written
against this wall stood a bike|against it the sea rose
for This Is England I paid ten pounds|for It I queued two hours|against The Rest I lost
Strong support for the shelf needed.|Support: yes, but from whom?
Reject: the button that I pressed by mistake.|For: bob|FOR SALE - one hat
Support - the band - play tonight|Oppose - Bob's new horse - won|:+1: for the photos
:-1: on the weather|-1: it's freezing here|+1, see you there|+1, coming too!
+1 on the guest list|+1 please, I'm bringing Ada|I'd like a +1|May I have a +1?
Is that a +1?|No +1 from me yet|Not a +1 from me|not +1|Not yet +1|almost +1|nearly a +1
Would be +1 if shorter|Bob: +1|Bob +1|Ada's +1|Cleo is +1|They're +1.|everyone is +1
You are +1?|+1 said Bob|+1, said Bob|> +1|+1?|+1??|+1 ?|Sorry, +1 who?
My +1 as well, but not on this.|Here's my +1. April fools!|+1 lol|+1 ;-)|+1 /s|+1, not!
+1... no wait, -1|+1. No, -1.|+1 => -1|+1 -> -1|Was +1, now -1|-1, was +1|-1 (was: +1)
+1 (was -1)|+0.5|-0|+0|±1|+-1|+1/-1|-1/+1|+1 or -1|+1 or not|+1/2|+1.5|+10|-10|+100
-100 points"""
DOWN_TOO = ["-1", "👎", "-1,", "Oppose -"]
SOURS = """this should be rejected|nobody needs this|don't adopt this|I don't like it either
needs discussion|we need more time|but this won't work|too complicated|this is nonsense|reject it
it hurts newcomers|unfair|let's discuss this first|it needs another week|hard to understand
I prefer the old text|a waste of time|it goes too far|this must not pass
I hate it as well|we should wait""".replace("\n", "|").split("|")
PRAISES = """looks good|LGTM|do not reject it|great idea|I love it|this is great|adopt it|agreed
approved|happy with this|works for me|clear and short|makes sense|well done""".replace(
    "\n", "|"
).split("|")
SAID = """to that objection|good point|good question|same concern here|well said, Cleo
agree with Cid that this goes too far|he's right, we can't do this|same here|I share that concern
to this question|agreed with Cleo, that is a lot""".replace("\n", "|").split("|")
OF_LETTERS = """thanks for the reminder!|Thanks for the heads-up!|great, I'll have a look
good, I'm reading it now|makes sense, I'll think about it|agreed, let's postpone|I love this game
good idea. I'll vote once I have read it.|nice, let me read|this makes my day|I like your hat
makes sense to wait|as you wish|great! Reading now.
good idea, but I have to read it first""".replace("\n", "|").split("|")
DENIED = """Not -1|not a -1|too many 👎|too early -1|Just give it a +1|Everybody, give this a +1
Add a +1, please|Here's my +1: Ada|We're -1 here, Dan is ill|We are -1 because Dan left|👍 rejected
Here's my +1, she's called Ada.|So give it a +1.|cautious +1|Oppose as written|👎 approved
+1. Please change two points to one.|+1. Can we make it one point?|-1, convince me""".replace(
    "\n", "|"
).split("|")
HELP = """I can't open the link|I need help with the form.|this letter arrived twice
the rules page is empty|How do I log in?|Your letters land in spam.""".replace("\n", "|").split("|")
WAVERING = """It's a maybe|It's fine, I guess|It's ok I guess|It's a shrug from me|plus one
minus one|Support with pleasure.|Support in principle|Support if shortened|Support with changes
Oppose for now|Oppose until the typo is fixed.|Support the idea.|Neutral.|It's up to you""".replace(
    "\n", "|"
).split("|")
CAME = ["got it, thanks", "will do", "see you on Friday", "got your letter", "received", "noted"]


def some_of(count: int, *parts: list[str]) -> list[tuple[str, ...]]:
    every = list(product(*parts))
    return random.Random(301).sample(every, min(count, len(every)))


def test_a_sign_counts_with_a_remark_behind_it() -> None:
    judged = Judged("posted")
    for sign, behind in some_of(180, UP, FREE):
        judged.letter(f"{sign}{behind}", "for 301")
    for sign, behind in some_of(90, DOWN, SOUR):
        judged.letter(f"{sign}{behind}", "against 301")
    judged.held()


def test_a_heading_counts_with_its_reason_behind_it() -> None:
    judged = Judged("posted under a heading")
    for word, way in WORDS.items():
        for joint, behind in product([". ", " – ", " - ", "\n\n"], (SOUR, FREE)[way == "for"]):
            if (said := behind.lstrip(" ,.–-!\n")) and "\n" not in said and said[:3] != "Ada":
                judged.letter(f"{word}{joint}{said[0].upper()}{said[1:]}", f"{way} 301")
    judged.held()


def test_a_sign_closes_a_letter_on_its_own() -> None:
    judged = Judged("posted at the end")
    before = ["Nice idea.", "Well thought out, Ada.", "The wording is sound.", "I read it twice."]
    for said, sign in product(before, UP[:7]):
        judged.letter(f"{said} {sign}", "for 301")
        judged.letter(f"{said}\n\n{sign}", "for 301")
    for said, sign in product(["Too long.", "I don't like where this goes."], DOWN[:6]):
        judged.letter(f"{said}\n{sign}", "against 301")
    judged.held()


def test_a_forum_s_small_sign_is_asked_about_in_a_sentence() -> None:
    judged = Judged("as a forum shows it")
    ends = ["It makes turns quicker.", "This was overdue, thanks.", "This is nonsense."]
    for way, said in product(["for", "against"], ends):
        judged.letter(f"{way} {said}", "none")
    for way, said in product(["for", "against"], ends[:2]):
        judged.letter(f"{way}\n{said}", f"{way} 301")
    judged.held()


def test_a_sign_does_not_count_against_its_own_words() -> None:
    judged = Judged("belied by its words")
    for way, signs in (("for", ["+1", "👍", "+1,", "+1 -", "Support -"]), ("against", DOWN_TOO)):
        for sign, said in product(signs, (SOURS, PRAISES)[way == "against"]):
            judged.letter(f"{sign} {said}", "ask")
            judged.letter(f"{sign} {said}\n\nThanks,\nAda", "ask")
    judged.held()


def test_a_sign_for_what_somebody_said_is_asked_about() -> None:
    judged = Judged("for somebody's words")
    for sign, said in product(["+1", "-1", "👍", ":+1:"], SAID):
        judged.letter(f"{sign} {said}", "ask")
    judged.held()


def test_a_thumb_for_the_letter_itself_is_no_vote() -> None:
    judged = Judged("a thumb for our letter")
    for sign, said in product(["👍", ":+1:", "👍🏽"], OF_LETTERS):
        judged.letter(f"{sign} {said}", "ask")
    judged.held()


def test_a_sign_that_is_denied_asked_of_others_or_counts_heads_is_none() -> None:
    judged = Judged("no sign of one's own")
    for said in DENIED:
        judged.letter(said, "none")
    judged.held()


def test_who_asks_for_help_casts_no_vote() -> None:
    judged = Judged("support, and no vote")
    for joint, said in product([" - ", ": ", ", ", ". "], HELP):
        judged.letter(f"Support{joint}{said}", "none")
    judged.held()


def test_what_wavers_is_never_lost() -> None:
    judged = Judged("wavering, in a word")
    for said in WAVERING:
        judged.letter(said, "ask")
    judged.held()


def test_a_sign_that_is_tied_or_turned_is_asked_about() -> None:
    judged = Judged("posted, and tied")
    for sign, tie in some_of(260, UP[:8] + DOWN, TIED):
        judged.letter(f"{sign}{tie}", "ask")
    for word, tie in product(WORDS, TIED):
        judged.letter(f"{word}{tie}", "none")
    judged.held()


def test_a_sign_for_something_else_is_none() -> None:
    judged = Judged("posted for something else")
    for sign, what in product(["+1", "-1", "👍", ":+1:"], OTHER):
        judged.letter(what.format(sign), "ask")
    judged.held()


def test_a_thumb_may_tell_that_a_letter_came() -> None:
    judged = Judged("a thumb for a letter")
    for sign, said in product(["👍", ":+1:", "👍👍", "✅"], CAME):
        judged.letter(f"{sign} {said}", "ask")
        judged.letter(f"{said[0].upper()}{said[1:]}. {sign}", "none")
    judged.held()


def test_both_signs_in_one_letter_are_asked_about() -> None:
    judged = Judged("both signs")
    for one, other in product(["+1", "👍", "Support"], ["-1", "👎", "Oppose"]):
        judged.letter(f"{one} for the idea.\n{other} for the wording.", "none")
        judged.letter(f"{one}.\n\n{other}, on reflection.", "none")
    judged.held()


def test_so_people_post_them() -> None:
    judged = Judged("so people post them")
    for told, way in ((PRO, "for"), (CON, "against")):
        for said in told.replace("\n", "|").split("|"):
            for end in ("", "\n\nThanks,\nAda", "\n\nThe old text was hard to follow."):
                judged.letter(f"{said}{end}", f"{way} 301")
    judged.held()


def test_what_is_ticked_is_the_sign() -> None:
    judged = Judged("ticked")
    rows = ["+1 adopt it", "-1 do not adopt it, because"]
    for at, way in enumerate(("for", "against")):
        for tick in ("x", "X"):
            form = "\n".join(f"[{tick if n == at else ' '}] {row}" for n, row in enumerate(rows))
            judged.letter(form, f"{way} 301")
    judged.held()


def test_a_guest_or_a_point_is_no_vote() -> None:
    judged = Judged("a guest, or a point")
    guests = (
        "I'm bringing my +1.|My +1 is Ada.|Ada and her +1 will come.|That makes +1 point for Bob."
    )
    support = "Support: help@games.example|Support: Ada, Bob|Oppose: Cleo|Support for the poor"
    for said in f"{NONE}|{guests}|{support}|Call me: +1 555 0123".replace("\n", "|").split("|"):
        judged.letter(said, "none")
    judged.held()


def test_several_in_one_post_are_each_for_their_own() -> None:
    judged = Judged("several in one post")
    for post in SEVERAL:
        for end in ("", "\n\nThanks,\nAda", "\n\n-- \nAda\n+1 555 0123 456"):
            judged.letter(f"{post}{end}", "against 302, for 301", TWO)
    ada = replace(TWO, called=frozenset({"ada", "lovelace"}))
    judged.letter("Ada: FOR 301, AGAINST 302", "against 302, for 301", ada)
    judged.letter("Bob: FOR 301, AGAINST 302", "none", ada)
    judged.held()


def test_a_number_to_ring_up_is_nothing_in_a_letter() -> None:
    judged = Judged("phones")
    for phone in (
        "+1 555-0123",
        "Tel: +1 301 555 0123",
        "+1 (301) 555-0123 x12",
        "+1.301.555.0123",
        "📱 +1 555 0123",
    ):
        judged.letter(f"FOR 301\n\nCheers\nAda\n\n—————\nAda Lovelace\n{phone}", "for 301")
        judged.letter(f"Adds one line.\n\nAda\n{phone}", "none")
    judged.letter("+1 301 302", "for 301, for 302", TWO)
    judged.held()
