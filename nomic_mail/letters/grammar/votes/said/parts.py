"""The words with which a vote is said, each with the part that it plays in its clause; and a
sentence as the row of its parts.

1. Each word stands here once, under the letter of its part. A phrase of several words is written
   with underscores, and the longest is taken.
2. A word that is not here is a stranger (`X`). What no vote is said with, as it denies one, doubts
   it or gives it to somebody else, is `!`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from msgspec import Struct

from nomic_mail.letters.lists import word_set
from nomic_mail.patterns import later

PARTS = {
    # who votes; whom one puts down; whose a vote is
    "i": "i we the_undersigned yours_truly your_humble_servant i_fear_i i_fear_that_i",
    "8": """the_member the_honourable_member the_honorable_member the_right_honourable_member
        the_delegate the_gentleman the_lady the_gentlewoman""",
    "m": "me us mine myself ourselves",
    "y": "my our",
    "0": "your",
    "B": "his her their its whose",
    # what leads to the verb of a vote
    "D": """want wish like prefer would_like_to 'd_like_to should_like_to would_love_to 'd_love_to
        beg""",
    "a": """think_it_proper think_it_best think_it_right think_it_better think_it_wiser
        think_it_wise am 'm are 're be being do shall must have 've having has_to has have_to
        've_got_to have_got_to got_to gotta gonna going_to decided need feel bound obliged forced
        compelled happy glad pleased proud delighted honoured honored privileged able ready content
        can_only find hasten 'll_have_to will_have_to 'll_be will_be 'll_just will_just
        shall_have_to going_to_have_to 'll_gladly will_gladly 'll_happily will_happily
        have_no_choice_but_to have_no_option_but_to have_the_honour_to have_the_pleasure_to
        have_the_honour_of have_the_pleasure_of can't_help_but cannot_but cannot_help_but let_me
        allow_me writing_to write_to here_to come_to 've_come_to have_come_to 'd_rather
        would_rather am_sorry_to 'm_sorry_to beg_leave_to ask_leave_to beg_to
        must_ask_leave_to""",
    "l": "will 'll",
    # how, when and to whom it is said
    "h": """hereby still now just also all very too here indeed then again very_much once_more
        once_again for_one for_once in_turn of_course after_all in_the_end on_balance this_time
        this_time_round this_time_around all_in_all in_short in_brief in_sum in_all_conscience
        in_good_conscience in_conscience in_good_faith to_be_honest to_be_clear to_be_fair
        to_be_frank for_what_it's_worth on_reflection as_ever always as_always with_pleasure
        with_regret with_joy with_relief with_a_heavy_heart with_great_pleasure with_great_regret
        with_some_regret with_much_regret with_delight with_gusto with_enthusiasm with_all_my_heart
        with_my_whole_heart without_hesitation without_a_doubt with_respect with_due_respect
        with_a_smile with_a_sigh with_no_hesitation with_no_regrets with_no_regret at_last at_all
        as_well as_written as_drafted as_proposed as_worded please pls plz kindly thanks thx
        thank_you thank_you_very_much thanks_a_lot many_thanks cheers i'm_sorry i_am_sorry
        i'm_so_sorry i'm_very_sorry i_am_very_sorry apologies i'm_afraid i_am_afraid alas sadly
        instead by_the_way full_stop period bye goodbye for_sure for_certain no_question hands_down
        i_must_say i_have_to_say i_must_admit i_must_confess i_confess i_admit if_i_may
        if_you_please if_you_don't_mind excuse_me today accordingly anyway anyhow nevertheless
        nonetheless regardless certainly never_mind_why well ok okay right alright all_right fine
        oh ah so_there loud_and_clear no_hard_feelings no_offence on_this_occasion on_this_one
        on_this_item against_my_name next_to_my_name beside_my_name by_my_name
        under_my_name none_the_less herewith hereunder for_the_record for_the_minutes
        on_the_record ta on_my_behalf on_my_part long_story_short in_other_words in_a_word
        in_one_word to_cut_it_short bottom_line tldr in_plain_words in_plain_english
        without_further_ado in_its_current_form in_its_present_form all_the_way through_and_through
        every_time having_said_that that_said with_that_said all_things_considered that_being_said
        this_being_said with_all_that_said all_that_said why_not x xx xxx i_regret_that
        i_regret_to_say i_regret_to_say_that i'm_sorry_to_say i_am_sorry_to_say find_herewith
        find_below find_enclosed find_here that's_why that_is_why which_is_why this_is_why most
        this_said""",
    "5": """mate mates lads folks friends guys gang dude buddy pal bro sir ma'am madam everyone
        everybody y'all dear dears my_dear my_dears my_dear_friends my_friend my_friends all_of_you
        team love comrades colleagues neighbours people dawg fam bruh lah dude_man o""",
    "4": "with_a with_an with_all_my with_much with_great with_some",
    # the vote, and what one does with it
    "v": "vote votes",
    "W": "voting having_voted",
    "V": """made_up cast casts casting give gives giving lend lending throw throwing return
        returning""",
    "n": """ballot answer verdict decision choice reply position view voice conclusion response
        opinion stance word mind result summary version letter e-mail email mail message""",
    "c": """say saying go go_with going_with going_for go_for gone_with opt opt_for opting
        opting_for choose choosing pick picking come_down coming_down came_down come_out coming_out
        settle settled settle_on settled_on land landed land_on landed_on landing_on side_with
        siding siding_with stick_with sticking sticking_with stick_to remain end_up ended_up
        ending_up plump plumping declare declaring announce state answer_with mean lodge lodging
        submit submitting stand stay call_it rise speak come_down_on_the_side_of
        came_down_on_the_side_of""",
    "u": """put mark count record recording register registering enter write place stick chalk
        pencil jot log take consider treat regard set add minute file recorded counted
        registered noted listed entered confirm can_confirm express pledge note please_accept
        kindly_accept""",
    "E": "change changing switch switching move moving flip flipping turn correct alter amend make",
    "b": """is 's stays remains goes falls reads becomes must_be shall_be has_to_be will_have_to_be
        can_only_be makes_it which_is stays_as_it_was remains_as_it_was stays_as_before
        remains_as_before""",
    # a side: in talk (yes, no), in words of voting, as a sign
    "Y": "yes yea yeah yep yup aye ayes yay yeas",
    "O": "no nay nope nah noes nays nos",
    "F": """in_favour in_favor in_support in_the_affirmative affirmative affirmatively positive
        positively favourable favourably favorably behind pro in_its_favour in_its_favor
        favorable""",
    "C": """against agin opposed in_opposition in_the_negative negative negatively contrary
        not_in_favour not_in_favor contra unfavourable""",
    "N": "abstain abstaining abstention",
    "P": "+1 👍 thumbs_up thumb_up",
    "M": "-1 👎 thumbs_down thumb_down",
    "f": "for",
    "Z": """count_me_in count_me_in_favour count_me_in_favor count_me_in_support can_count_on_me
        may_count_on_me""",
    # to support it, to oppose it, and the nouns of both
    "s": """support supporting approve approve_of approving approving_of endorse endorsing back
        backing accepting agree_to consent_to assent_to say_yes_to favour favor sign_off_on adopt
        get_behind go_along_with agree accept""",
    "S": "blessing approval assent consent endorsement agreement nod green_light go-ahead concur",
    "x": """oppose opposing reject rejecting disapprove_of disapprove object_to decline refuse
        disagree""",
    "R": "opposition objection dissent disapproval rejection disagreement",
    "K": """can't cannot can_not won't will_not don't do_not couldn't could_not unable_to
        not_able_to am_unable_to 'm_unable_to am_not_able_to 'm_not_able_to am_not_going_to
        'm_not_going_to will_never 'll_never could_never can_never shan't shall_not refuse_to
        decline_to unwilling_to not_willing_to not_prepared_to am_not_prepared_to does_not doesn't
        withhold deny""",
    # what it is on
    "t": "it this that these those thereof the_same the_ones",
    "k": """proposal proposals proposition motion motions measure rule rules rule-change
        rule_change amendment amendments changes idea ideas thing bill draft text matter issue
        offer plan project suggestion one ones repeal prop question number notice tick cross""",
    "2": "both both_of_them both_of_these both_proposals each_of_them",
    "U": "you you_all",
    "G": """get gets got has_got 've_got have_got can_have may_have can_count_on may_count_on
        can_rely_on may_rely_on can_count_upon may_count_upon""",
    "q": """column camp group pile box lobby corner bench section row drawer party crowd tally
        minutes board sheet books side list""",
    # what stands between them
    "d": "a an the the_said the_very",
    "1": "another one_more yet_another",
    "p": """in into on with by to at up among amongst under upon onto towards toward regarding
        concerning about between with_regard_to with_respect_to in_respect_of in_the_matter_of
        in_the_case_of as_to""",
    "A": "as",
    "o": "down through",
    "r": "from",
    "e": """from_me from_us from_here from_over_here from_my_side from_our_side from_my_end
        from_my_part from_my_house from_my_desk from_my_corner from_my_chair from_my_seat
        from_this_side from_this_end from_this_house from_this_corner from_this_desk
        from_this_quarter from_this_player from_this_voter from_this_seat from_our_end
        from_our_house from_yours_truly from_the_undersigned of_this_player of_the_undersigned
        of_this_voter of_this_house of_yours_truly from_my_sofa from_my_couch
        from_your_humble_servant""",
    "6": "for_me for_us for_my_part",
    "7": "of",
    "j": "and so but & plus therefore thus hence",
    "w": """because cos coz cuz bc since though although even_though despite given due_to
        on_the_grounds for_the_reason for_the_reasons which while whereas notwithstanding
        in_spite_of in_order rather_than considering seeing thanks_to in_view_of in_light_of before
        to_the_regret just_to only_to as_it as_i as_this as_the as_we as_they as_nobody as_that
        sorry so_sorry very_sorry sry soz""",
    "g": """big fat hard firm clear solid plain definite definitive loud huge sad reluctant
        grudging resounding emphatic strong simple enthusiastic hearty heartfelt warm polite
        respectful regretful quick short final cheerful wholehearted thumping total absolute quiet
        modest humble confident steady straight straightforward easy flat friendly brief massive
        giant grumpy weary tired sleepy cautious careful considered thoughtful honest sincere whole
        full rousing ringing roaring mighty tiny little small gentle cordial eager keen ardent
        fervent passionate stern strict grim cold above-mentioned unequivocal unambiguous
        unreserved unqualified unconditional unhesitating unwavering outright categorical
        determined convinced certain sure crisp bold hefty stout sturdy staunch lively jolly merry
        joyful jubilant triumphant tearful rueful apologetic melancholy gloomy surprised
        unsurprising predictable boring dull usual customary own actual present current new latest
        above same written personal official formal solemn immediate instant swift late belated
        early timely wee right-hand double triple thundering unanimous great good nice lovely
        brilliant clever wise elegant sensible splendid interesting bad silly stupid terrible awful
        horrible ugly unfair vague dangerous harmful pointless useless ridiculous dreadful strange
        odd crazy mad proposed entire excellent fond weak mild lukewarm""",
    # what turns, doubts, asks or tells of others
    "!": """not never n't if unless until till when whenever whether maybe perhaps probably
        possibly might may could would should or nor neither either he she they him them who whom
        what why how where everyone's nobody nothing was were had did said says say_that told tells
        asked asks wrote writes claims wants hopes thinks believe thought hope lean leaning
        inclined tempted torn undecided unsure almost nearly hardly barely scarcely usually
        normally mostly partly provisionally tentatively conditionally supposedly allegedly
        theoretically hypothetically apparently presumably likely sometimes once except but_only
        only_if for_now for_the_moment for_the_time_being so_far at_the_moment pending without
        otherwise instead_of than voted 'd no_one no-one qualified conditional tentative provisional
        half half-hearted halfhearted soft rhetorical fake mock sarcastic ironic would-be can joke
        joking kidding pretend suppose imagine example instance condition conditions proviso caveat
        caveats exception exceptions reservation reservations yet rarely only mainly hopefully
        ironically jokingly sarcastically potentially previously formerly initially originally
        recently occasionally frequently eventually ordinarily commonly mistakenly accidentally
        wrongly virtually practically seemingly arguably shortly currently temporarily chiefly
        largely generally typically as_well_as""",
}
# Where a word with an apostrophe is two: "it's", "I'm"
APOSTROPHES = later(
    r"^(?:it|that|this|here|there|what|who|where|one|he|she|mine|answer|vote|verdict|i|we|you|they"
    r"|how|let)(?='s$)|^[^']+(?='(?:m|re|ve|ll|d)$)",
    re.I,
)
TOKEN = later(
    r"(?<![\w.])[+-]\s?1(?![\d%.,/]?\d|%)|(?<![\w.,£$€])(?:#?\d{3,6}|j\d{1,5})(?!\w|[%/]|[.,]\d)"
    r"|[^\W\d_]+(?:['-][^\W\d_]+)*|\d+|[👍👎]|[^\w\s\"*_`'“”]",
    re.I,
)
NUMBER = later(r"(?:#?\d{3,6}|j\d{1,5})$", re.I)
POINTS = {"…": ".", "!": ".", "–": "-", "—": "-", "=": "-"} | {one: one for one in ",;:.()?-"}
NO_HOW = word_set("family reply apply only supply july italy early fly rely daily weekly likely")


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a sentence and where they stand; "I'm" is two."""
    for found in TOKEN.finditer(text):
        word, at = found[0].lower(), found.start()
        if word in ("thats", "im") or (
            word == "its" and text[found.end() : found.end() + 2] == " a"
        ):
            yield (word[:-1], at, found.end() - 1)
            yield ("'" + word[-1], found.end() - 1, found.end())
            continue
        head = None if word in KNOWN else APOSTROPHES.match(word)
        if head is None:
            yield word, at, found.end()
        else:
            yield head[0], at, at + head.end()
            yield word[head.end() :], at + head.end(), found.end()


def _phrase(text: str) -> str:
    """A phrase of the table as its words are found; "'d" of "I'd" begins one."""
    return " ".join(
        one if one[0] == "'" else " ".join(word for word, _, _ in _words(one))
        for one in text.split("_")
    )


KNOWN = frozenset(
    one for told in PARTS.values() for one in told.split() if "'" in one[1:] and "_" not in one
)
LETTER = {_phrase(one): part for part, told in PARTS.items() for one in told.split()}
TURNS = frozenset("!?K")
LONGEST: dict[str, int] = {}
for _one in LETTER:
    _first = _one.partition(" ")[0]
    LONGEST[_first] = max(LONGEST.get(_first, 1), _one.count(" ") + 1)


class Parts(Struct, frozen=True):
    """A sentence as a row of its parts, and where each stands."""

    row: str
    spans: tuple[tuple[int, int], ...]

    @property
    def plain(self) -> bool:
        """Whether no part of it could turn a vote."""
        return TURNS.isdisjoint(self.row)

    def begins(self, at: int) -> int:
        return self.spans[at][0]

    def ends(self, at: int) -> int:
        """Where the parts before this one end."""
        return self.spans[at - 1][1] if at else 0

    def at(self, place: int) -> int:
        """The first part that begins there or behind it."""
        starts = (at for at, (begins, _) in enumerate(self.spans) if begins >= place)
        return next(starts, len(self.row))


@lru_cache(maxsize=256)  # of one sentence several rooms ask
def parts(sentence: str) -> Parts:
    words = [*_words(sentence)]
    row: list[str] = []
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(words):
        word, begins, ends = words[at]
        part, count = "", 1
        for many in range(LONGEST.get(word, 1), 1, -1):
            if found := LETTER.get(" ".join(one for one, _, _ in words[at : at + many])):
                part, count = found, len(words[at : at + many])
                ends = words[at + count - 1][2]
                break
        row.append(part or _part(word))
        spans.append((begins, ends))
        at += count
    return Parts("".join(row), tuple(spans))


def _part(word: str) -> str:
    if found := LETTER.get(word) or POINTS.get(word):
        return found
    if NUMBER.match(word):
        return "#"
    if word in ("+ 1", "- 1"):
        return "P" if word[0] == "+" else "M"
    if word[-1:].isdigit():
        return "X"
    runs = ("".join(run) for _, run in groupby(word))
    if (short := "".join(run[0] if len(run) > 2 else run for run in runs)) != word:
        return _part(short)  # "nooo"
    if word.endswith("n't"):
        return "!"
    if word.endswith("'s"):
        return "B"
    return "h" if word.endswith("ly") and len(word) > 4 and word not in NO_HOW else "X"
