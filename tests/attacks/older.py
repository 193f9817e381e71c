"""Attacks that stand with what they attack: the row, and the test that makes it. Each letter in
tests/letters/attacks is one more; its README tells which is which."""

from tests.attacks.kit import Attack

_PUMP, _REAL = "tests/pump/test_", "tests/real/"
_TAMPERING = f"{_REAL}archive/test_tampering.py::test_"


def _row(kind: str, has: str, does: str, happens: str, node: str) -> tuple[Attack, str]:
    return Attack(kind, has, does, happens), node


_RACES = f"{_REAL}pump/test_races.py::test_"

OLDER: tuple[tuple[Attack, str], ...] = (
    _row(
        "flood",
        "any address, and a game of several servers",
        "writes JOIN in one stranger's name to two games at the same moment",
        "the stranger is asked once",
        f"{_RACES}one_address_is_asked_once",
    ),
    _row(
        "flood",
        "a player's reply address, and a game of several servers",
        "asks for a stranger's address while their JOIN to another game comes",
        "the stranger is asked once",
        f"{_RACES}one_address_is_asked_once_whatever_about",
    ),
    _row(
        "flood",
        "twenty-one addresses of a domain",
        "writes JOIN to two games at the same moment, from the last two of them",
        "twenty are asked",
        f"{_RACES}twenty_addresses_of_a_domain_are_asked",
    ),
    _row(
        "votes",
        "a reply address of a player's who wrote RECEIPTS OFF",
        "votes in their name at the moment in which their digest is written",
        "that digest, or the next letter, tells of it",
        f"{_RACES}a_vote_that_comes_with_the_digest_is_told",
    ),
    _row(
        "moderator",
        "the command line, beside a server",
        "releases, discards or tries again a held letter while its writer's YES or NO is written",
        "whoever was first has said what becomes of it, and it acts once at most",
        f"{_RACES}what_the_command_line_does_with_a_held_letter_while_its_writer_answers",
    ),
    _row(
        "moderator",
        "two moderators",
        "give one seat to two people at the same moment",
        "one has it, and the other is told so",
        f"{_RACES}two_moderators_give_one_seat_at_once",
    ),
    _row(
        "flood",
        "twenty-one addresses",
        "writes JOIN from each of them in a day",
        "twenty are asked; the last waits for the Moderator",
        f"{_PUMP}strangers.py::test_joins_are_capped_and_what_is_over_it_waits_for_the_moderator",
    ),
    _row(
        "flood",
        "many addresses in a domain that stands behind them",
        "asks what this is from each of them",
        "twenty a game and day are answered",
        f"{_PUMP}strangers.py::test_strangers_whom_a_domain_vouches_for_are_answered_so_many_a_day",
    ),
    _row(
        "flood",
        "a player's machine that answers whatever it gets",
        "answers our answers",
        "sixty a day are answered, and the Moderator is told once",
        f"{_PUMP}tokens.py::test_answers_that_change_nothing_are_capped_and_the_moderator_told_once",
    ),
    _row(
        "flood",
        "the talk address",
        "writes to all without end",
        "sixty a day are passed on",
        f"{_PUMP}tokens.py::test_talk_is_capped_too_and_one_let_through_by_the_moderator_is_sent_on",
    ),
    _row(
        "flood",
        "one leaked reply address",
        "asks for change after change of the player's addresses",
        "three a day are asked about",
        f"{_PUMP}attacks_addresses.py::test_nobody_is_flooded_with_warnings",
    ),
    _row(
        "flood",
        "two players and a moderator whose machines answer everything",
        "lets them answer each other",
        "it comes to an end",
        f"{_REAL}daemon/test_loops.py::test_two_players_and_a_moderator_who_answer_everything"
        "_come_to_an_end",
    ),
    _row(
        "flood",
        "any address",
        "returns bounces that are none of ours",
        "they count for nothing",
        f"{_PUMP}bounces.py::test_a_bounce_anywhere_else_is_not_believed",
    ),
    _row(
        "time",
        "a reply address",
        "sends bombs of parts, nesting and size",
        "each ends like any letter",
        f"{_REAL}letters/test_bombs.py::test_a_bomb_ends_like_any_letter",
    ),
    _row(
        "time",
        "a reply address",
        "writes what makes a pattern go back and back",
        "each pattern takes steps in proportion to the text",
        f"{_REAL}letters/test_linear.py::test_a_pattern_is_no_bomb",
    ),
    _row(
        "time",
        "a line to the listener",
        "says nothing",
        "it is hung up on",
        "tests/wire/test_listener.py::test_silence_is_hung_up_on",
    ),
    _row(
        "time",
        "a line to the listener",
        "opens as many sessions as there may be",
        "the next is told to come again",
        "tests/wire/test_listener.py::test_the_cap_on_connections",
    ),
    _row(
        "disk",
        "a line to the listener",
        "sends more bytes than a letter may have",
        "it is refused, and nothing of it kept",
        "tests/wire/test_listener.py::test_the_size_limit",
    ),
    _row(
        "injection",
        "a seat",
        "writes markup into a proposal",
        "it is words in every page",
        "tests/letters/test_attacks_shown.py::test_in_a_page_it_is_no_markup",
    ),
    _row(
        "injection",
        "a seat",
        "begins lines with `From ` as a mailbox file does",
        "it begins no letter there",
        "tests/letters/test_attacks_shown.py::test_in_a_mailbox_file_it_begins_no_letter",
    ),
    _row(
        "votes",
        "a player's letter, before it is here",
        "sends it on first, marked as an automatic answer, as a report or without a sender",
        "the player's own is not lost: they are asked",
        f"{_PUMP}attacks_replay.py::"
        "test_a_copy_that_came_first_as_a_machines_does_not_lose_the_vote",
    ),
    _row(
        "votes",
        "a proposal of theirs",
        "plants lines in it that others will quote",
        "they are asked about, and never counted",
        f"{_PUMP}attacks_planted.py::test_a_planted_line_is_asked_about_and_never_counted",
    ),
    _row(
        "votes",
        "a player's old vote",
        "sends it again to another spelling of the address",
        "it counts no more",
        f"{_PUMP}attacks_replay.py::test_an_old_vote_at_another_spelling_of_the_address"
        "_counts_no_more",
    ),
    _row(
        "identity",
        "one leaked reply address",
        "asks for the player's letters, and says YES from a mailbox of their own",
        "nothing moves without the old address, or a day of its silence",
        f"{_PUMP}attacks_addresses.py::test_one_leaked_address_and_a_yes_of_the_attackers_own"
        "_move_nothing",
    ),
    _row(
        "identity",
        "a list's name and address",
        "writes postings in a player's name",
        "they are not the list's",
        f"{_PUMP}attacks_lists.py::test_who_writes_the_lists_name_into_a_letter_is_not_the_list",
    ),
    _row(
        "identity",
        "seventy-five tricks with From, tokens and results",
        "writes a letter by each",
        "each ends as its .expect tells",
        "tests/letters/test_attacks.py::test_attack",
    ),
    _row(
        "identity",
        "a player's address, before a server whose mail Exim takes",
        "writes passes in ten ways, as if they were Exim's",
        "none comes through it, and the player is asked",
        f"{_REAL}wire/test_real_exim.py::test_a_forged_letter_proves_nothing",
    ),
    _row(
        "identity",
        "a login on a machine with Exim",
        "hands in a pass of their own, by SMTP or by sendmail",
        "it is not believed, and the player is asked",
        f"{_REAL}wire/test_real_exim.py::test_a_pass_from_the_machine_itself",
    ),
    _row(
        "dice",
        "the server",
        "shuffles by another link than it has promised",
        "whoever checks the record notices",
        "tests/archive/test_links_and_seals.py::test_a_shuffle_by_another_link_than_the_promised"
        "_is_noticed",
    ),
    _row(
        "archives",
        "a record",
        "alters any field of it",
        "the digest tells",
        f"{_TAMPERING}each_alteration_shows_in_the_digest",
    ),
    _row(
        "archives",
        "a record",
        "alters an entry of its ledger",
        "the chain breaks there",
        f"{_TAMPERING}each_alteration_of_an_entry_breaks_its_link",
    ),
    _row(
        "archives",
        "a record",
        "withholds a ballot that counted",
        "it is told",
        f"{_TAMPERING}a_counted_ballot_that_is_withheld_is_told",
    ),
    _row(
        "archives",
        "a record",
        "leaves out, doubles or swaps lines of its ledger",
        "it is told",
        f"{_TAMPERING}lines_left_out_doubled_and_swapped_are_told_but_for_the_last_ones",
    ),
)
