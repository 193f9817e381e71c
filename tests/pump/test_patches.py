"""A fork of the repository of the rules, sent back as git makes patches: pasted, attached, by mail.

Git is asked for every patch; what comes of it is in the events and in what players are told.
"""

import textwrap
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from nomic_mail.game.commands import Change
from nomic_mail.game.events import ProposalMade, ProposalRevised
from nomic_mail.play.table import HOST
from tests.kit.cloned import Fork, Playing, git
from tests.kit.tiers import some

WINS = "achieve 100 points (positive"
FEWER = "achieve 50 points (positive"


@pytest.fixture
def game(tmp_path: Path) -> Playing:
    return Playing(tmp_path)


def goal(fork: Fork) -> None:
    fork.edit("rules/208.md", WINS, FEWER)


def new_rule(fork: Fork) -> None:
    fork.write("rules/tea.md", "# Tea\n\nTea is at four.\n\n- a cup\n- a saucer\n")


def rules(game: Playing) -> dict[int, str]:
    return {rule.number: rule.text for rule in game.state().rules}


# (a) pasted


EDITS: dict[str, tuple[Callable[[Fork], None], Callable[[dict[int, str]], Change]]] = {
    "edited": (
        goal,
        lambda said: Change(kind="amend", target=208, text=said[208].replace(WINS, FEWER)),
    ),
    "added": (
        new_rule,
        lambda said: Change(
            kind="enact", title="Tea", text="Tea is at four.\n\n- a cup\n- a saucer"
        ),
    ),
    "deleted": (
        lambda fork: fork.delete("rules/206.md"),
        lambda said: Change(kind="repeal", target=206),
    ),
    "status": (
        lambda fork: fork.edit("rules/105.md", "(immutable)", "(mutable)"),
        lambda said: Change(kind="transmute", target=105),
    ),
    "title": (
        lambda fork: fork.edit("rules/207.md", "# 207: One vote each", "# 207: Votes"),
        lambda said: Change(kind="amend", target=207, title="Votes", text=said[207]),
    ),
}


@pytest.mark.parametrize("edit", some(list(EDITS), 4))
@pytest.mark.parametrize("above", ["", "PROPOSE\n\n"])
def test_a_diff_in_a_letter_is_the_proposal_that_its_edit_makes(
    game: Playing, edit: str, above: str
) -> None:
    change, made = EDITS[edit]
    change(game.fork)
    assert game.proposes(game.letter(above + game.fork.diff())) == made(rules(game))


def test_words_above_a_diff_are_its_reason_and_everybody_reads_them(game: Playing) -> None:
    goal(game.fork)
    text = f"Hi all,\n\na hundred take for ever.\n\n{game.fork.diff()}\n-- \nAda\n"
    change = game.proposes(game.letter(text))
    assert (change.target, change.reason) == (208, "Hi all,\n\na hundred take for ever.")
    for letter in game.to_players():
        told = letter.text.replace("\r\n", "\n")
        assert "The reason given:\n\n    Hi all,\n\n    a hundred take" in told


def test_words_that_argue_set_no_condition(game: Playing) -> None:
    goal(game.fork)
    text = f"A hundred is not fun, and nobody gets there.\n\n{game.fork.diff()}"
    assert game.proposes(game.letter(text)).reason.startswith("A hundred is not fun")


def test_a_title_and_words_below_the_head(game: Playing) -> None:
    goal(game.fork)
    text = f"PROPOSE: Fifty will do\nFor a hundred take for ever.\n\n{game.fork.diff()}"
    change = game.proposes(game.letter(text))
    assert (change.title, change.reason) == ("Fifty will do", "For a hundred take for ever.")


def test_the_head_can_be_the_subject(game: Playing) -> None:
    goal(game.fork)
    text = f"A hundred take for ever.\n\n{game.fork.diff()}"
    change = game.proposes(game.letter(text, subject="PROPOSE: Fifty will do"))
    assert (change.target, change.title) == (208, "Fifty will do")
    assert change.reason == "A hundred take for ever."


def test_a_diff_below_words_that_ask_is_asked_about(game: Playing) -> None:
    goal(game.fork)
    diff = game.fork.diff()
    for words in (
        "What do you think of this?",
        "If Bob agrees, I propose this:",
        "A draft.",
        "Please don't count this yet.",
        "Please ignore this patch, it is broken.",
        "I am against this patch of Bob's:",
    ):
        assert "do you propose this patch? Then write PROPOSE" in game.refused(
            game.letter(f"{words}\n\n{diff}")
        )


def test_preview_and_revise_take_a_patch(game: Playing) -> None:
    goal(game.fork)
    diff = game.fork.diff()
    assert game.says(game.letter(f"PREVIEW\n\n{diff}")) == []
    assert "nothing has been proposed" in game.answers[0].text
    assert "50 points" in game.answers[0].text
    game.proposes(game.letter(diff))
    game.fork.edit("rules/208.md", WINS, WINS.replace("100", "60"))
    (revised,) = (
        one
        for one in game.says(game.letter(f"REVISE\n\n{game.fork.diff()}"))
        if isinstance(one, ProposalRevised)
    )
    assert "60 points" in revised.change.text


def test_commands_above_and_below_a_patch_are_carried_out_in_order(game: Playing) -> None:
    game.proposes(game.letter("PROPOSE ENACT: Tea\nTea is at four."))
    goal(game.fork)
    text = f"WITHDRAW\nPROPOSE\n\n{game.fork.diff()}\nCALL VOTE\n"
    kinds = [type(one).__name__ for one in game.says(game.letter(text))]
    assert [kinds.index(one) for one in ("ProposalWithdrawn", "ProposalMade", "VotingOpened")] == (
        sorted(kinds.index(one) for one in ("ProposalWithdrawn", "ProposalMade", "VotingOpened"))
    )


def test_a_vote_or_a_question_in_the_text_of_a_patch_is_no_command(game: Playing) -> None:
    words = (
        "Whoever says\n\nLEAVE\n\nCALL VOTE\n\n-- \n\nOn Monday, Bob wrote:\n\n> FOR 301\n\nSTATUS"
    )
    game.fork.write("rules/tea.md", f"# Tea\n\n{words}\n")
    change = game.proposes(game.letter(game.fork.diff()))
    assert change.text == words.replace("-- \n", "--\n")


def wrapped(diff: str, width: int = 72) -> str:
    """As a mail program does it that breaks whatever is pasted."""
    out: list[str] = []
    for line in diff.split("\n"):
        out += textwrap.wrap(line, width, break_on_hyphens=False, drop_whitespace=True) or [line]
    return "\n".join(out)


@pytest.mark.parametrize(
    "worn",
    [
        wrapped,
        lambda diff: diff.replace("\n", "\r\n"),
        lambda diff: "\n".join(line.rstrip() for line in diff.split("\n")),
        lambda diff: "\n".join(line.removeprefix(" ") for line in diff.split("\n")),
        lambda diff: diff.replace(" ", "\u00a0"),
    ],
)
def test_a_diff_that_mail_has_worn_is_whole_or_refused(
    game: Playing, worn: Callable[[str], str]
) -> None:
    said = rules(game)
    goal(game.fork)
    change = game.proposes(game.letter("PROPOSE\n\n" + worn(game.fork.diff())))
    assert change.text.split() == said[208].replace(WINS, FEWER).split()


def test_a_long_rule_wrapped_and_what_stands_right_below_it(game: Playing) -> None:
    said = rules(game)
    game.fork.edit("rules/212.md", "spirit of the game.", "spirit of the game, and tea.")
    made = game.says(game.letter(f"PROPOSE\n\n{wrapped(game.fork.diff())}CALL VOTE\n"))
    change = next(one.change for one in made if isinstance(one, ProposalMade))
    wanted = said[212].replace("spirit of the game.", "spirit of the game, and tea.")
    assert change.text.split() == wanted.split()
    assert type(made[-1]).__name__ == "VotingOpened"


# (b) attached


@pytest.mark.parametrize(
    ("kind", "name"),
    some(
        [
            ("text/x-patch", "0001-goal.patch"),
            ("text/x-diff", "goal.diff"),
            ("application/octet-stream", "0001-goal.patch"),
            ("application/octet-stream", "goal.diff"),
            ("text/plain", "goal.patch"),
        ],
        2,
    ),
)
@pytest.mark.parametrize("text", ["", "PROPOSE\n", "Here it is.\n\n-- \nAda\n"])
def test_a_patch_that_is_attached(game: Playing, kind: str, name: str, text: str) -> None:
    goal(game.fork)
    main, _, sub = kind.partition("/")
    letter = game.letter(text)
    letter.add_attachment(game.fork.diff().encode(), maintype=main, subtype=sub, filename=name)
    change = game.proposes(letter)
    assert (change.target, FEWER in change.text) == (208, True)


def test_what_git_format_patch_wrote_attached_has_its_title_and_reason(game: Playing) -> None:
    goal(game.fork)
    game.fork.commit(
        "Fünfzig genügen\n\nA hundred take for ever.\n\nSigned-off-by: A <a@b.example>"
    )
    letter = game.letter("Here it is.\n")
    data = game.fork.formatted()[0].encode()
    letter.add_attachment(data, maintype="text", subtype="x-patch", filename="0001-fifty.patch")
    change = game.proposes(letter)
    assert (change.title, change.reason) == (
        "Fünfzig genügen",
        "Here it is.\n\nA hundred take for ever.",
    )


def test_the_file_that_git_wrote_can_be_the_whole_letter(game: Playing) -> None:
    goal(game.fork)
    game.fork.commit("Fifty will do\n\nA hundred take for ever.")
    data = game.fork.formatted()[0].encode()
    pasted = game.proposes(game.letter(data.decode(), subject="a change"))
    assert (pasted.title, pasted.reason) == ("Fifty will do", "A hundred take for ever.")
    letter = game.letter("", subject="a change")
    letter.add_attachment(data, maintype="text", subtype="x-patch", filename="0001.patch")
    game.says(game.letter("WITHDRAW"))
    assert game.proposes(letter).reason == "A hundred take for ever."


def test_what_git_show_prints_has_its_title_and_reason(game: Playing) -> None:
    goal(game.fork)
    game.fork.commit("Fifty will do\n\nA hundred take for ever.")
    change = game.proposes(game.letter(git(game.fork.room, "show", "--stat", "-p")))
    assert (change.title, change.reason) == ("Fifty will do", "A hundred take for ever.")


def test_two_patches_are_asked_about(game: Playing) -> None:
    letter = game.letter("PROPOSE\n")
    for edit in (goal, new_rule):
        edit(game.fork)
        data = game.fork.diff().encode()
        letter.add_attachment(data, maintype="text", subtype="x-patch", filename="one.patch")
    assert "holds 2 patches, and a proposal is one" in game.refused(letter)


# (c) as git sends it


REASON = """\
A hundred points take for ever.

RULES
STATUS
FOR 301

and nobody has so much time."""


@pytest.mark.parametrize("edit", EDITS)
def test_the_letter_that_git_sends(game: Playing, edit: str) -> None:
    """The subject is the title, the message the reason; its lines and the diffstat's are no
    commands."""
    change, made = EDITS[edit]
    change(game.fork)
    game.fork.commit(f"Fifty will do\n\n{REASON}")
    (letter,) = game.fork.formatted()
    assert "file changed" in letter and "Subject: [PATCH] Fifty will do" in letter
    wanted = made(rules(game))
    got = game.proposes(game.fork.sent(letter, game.door(game.name)))
    assert (got.kind, got.target, got.effects) == (wanted.kind, wanted.target, None)
    if got.kind in ("repeal", "transmute"):  # the words below these are their reason (106)
        assert (got.title, got.text) == ("Fifty will do", REASON)
    elif wanted.title:  # the file says what the rule is called
        assert (got.title, got.text) == (wanted.title, wanted.text)
        assert got.reason == f"Fifty will do\n\n{REASON}"
    else:
        assert (got.title, got.text, got.reason) == ("Fifty will do", wanted.text, REASON)
    for answer in game.to_players():
        assert "Not done" not in answer.text and "is it yours" not in answer.text
        assert "    and nobody has so much time." in answer.text


@pytest.mark.parametrize("options", [("--attach",), ("--inline",), ("--no-stat",), ("--stat=30",)])
def test_other_forms_of_the_letter(game: Playing, options: tuple[str, ...]) -> None:
    goal(game.fork)
    game.fork.commit("Fünfzig\n\nGenügt.")
    (letter,) = game.fork.formatted(*options)
    change = game.proposes(game.fork.sent(letter, game.door(game.name)))
    assert (change.title, change.reason) == ("Fünfzig", "Genügt.")


def test_a_letter_that_proves_nothing_is_asked_about_first(game: Playing) -> None:
    goal(game.fork)
    game.fork.commit("Fifty")
    (letter,) = game.fork.formatted()
    to = f"nomic+tea@{HOST}"
    game.post_in(game.fork.sent(letter, to), game.name, to)
    (asked,) = game.run()
    assert "FEWER" not in asked.text and "yours" in asked.text
    (made,) = (one for one in game.says(game.letter("YES")) if isinstance(one, ProposalMade))
    assert (made.change.title, made.change.target) == ("Fifty", 208)


def test_a_later_version_revises_what_is_proposed(game: Playing) -> None:
    goal(game.fork)
    game.fork.commit("Fifty")
    (letter,) = game.fork.formatted()
    game.proposes(game.fork.sent(letter, game.door(game.name)))
    game.fork.edit("rules/208.md", FEWER, FEWER.replace("50", "60"))
    game.fork.commit("Sixty")
    git(game.fork.room, "reset", "-q", "--soft", "HEAD~2")
    game.fork.commit("Sixty")
    (letter,) = game.fork.formatted("-v2")
    happened = game.says(game.fork.sent(letter, game.door(game.name), 2))
    (revised,) = (one for one in happened if isinstance(one, ProposalRevised))
    assert (revised.change.title, "60 points" in revised.change.text) == ("Sixty", True)


def test_a_series_a_cover_and_a_draft_are_asked_about(game: Playing) -> None:
    goal(game.fork)
    game.fork.commit("Fifty")
    new_rule(game.fork)
    game.fork.commit("Tea")
    cover, first, second = game.fork.formatted("--cover-letter", commits=2)
    door = game.door(game.name)
    assert "is the cover of a series" in game.refused(game.fork.sent(cover, door))
    assert "patch 1/2 of a series" in game.refused(game.fork.sent(first, door, 2))
    assert "patch 2/2 of a series" in game.refused(game.fork.sent(second, door, 3))
    (draft,) = game.fork.formatted("--rfc")
    assert "is it a draft" in game.refused(game.fork.sent(draft, door, 4))


# What is refused


def test_two_things_at_once_are_named(game: Playing) -> None:
    goal(game.fork)
    game.fork.delete("rules/206.md")
    told = game.refused(game.letter(game.fork.diff()))
    assert "It makes 2 rule-changes" in told
    assert "repeals 206, amends 208" in told


def test_a_patch_of_what_the_rule_said_once_names_file_and_hunk(game: Playing) -> None:
    goal(game.fork)
    diff = game.fork.diff()
    game.proposes(game.letter("PROPOSE AMEND 208: Seventy\nSeventy win.\nEffects: none"))
    game.says(game.letter("CALL VOTE"))
    for name in ("Ada Lovelace", "Bob Babbage"):
        game.reply(name, "FOR")
        game.run()
    game.name = game.mover()
    told = game.refused(game.letter(diff))
    assert "The patch does not apply: rules/208.md, hunk 1 (@@ -2,7 +2,7 @@)" in told
    assert "which the file does not say now" in told


def test_a_patch_that_lost_its_end_is_refused(game: Playing) -> None:
    goal(game.fork)
    diff = game.fork.diff().rstrip("\n").split("\n")
    told = game.refused(game.letter("PROPOSE\n\n" + "\n".join(diff[:-4]) + "\n"))
    assert "cut off" in told and "rules/208.md, hunk 1" in told


HOSTILE: dict[str, tuple[Callable[[Fork], object], str]] = {
    "binary": (
        lambda fork: (fork.room / "rules/x.md").write_bytes(b"\0\1" * 5000),
        "rules/x.md is binary",
    ),
    "a link": (lambda fork: (fork.room / "rules/x.md").symlink_to("/etc/passwd"), "is a link"),
    "renamed": (
        lambda fork: (fork.room / "rules/206.md").rename(fork.room / "x.md"),
        '"rules/206.md" is renamed as "x.md"',
    ),
    "the index": (
        lambda fork: fork.write("RULES.md", "x\n"),
        "RULES.md is made of those in rules/",
    ),
    "no rule": (lambda fork: fork.write("x.md", "Tea.\n"), "x.md is no rule"),
    "no text": (lambda fork: fork.write("rules/x.md", "# Tea\n"), "has no text"),
    "a number": (
        lambda fork: fork.edit("rules/206.md", "# 206", "# 999"),
        "the numbers are not a player's to give (108)",
    ),
}


@pytest.mark.parametrize("what", some(list(HOSTILE), 5))
@pytest.mark.parametrize("options", [(), ("--binary",)])
def test_what_git_can_do_and_a_rule_cannot(
    game: Playing, what: str, options: tuple[str, ...]
) -> None:
    change, told = HOSTILE[what]
    change(game.fork)
    assert told in game.refused(game.letter("PROPOSE\n\n" + game.fork.diff(*options)))


def test_no_patch_reaches_out_of_the_repository(game: Playing) -> None:
    goal(game.fork)
    diff = game.fork.diff()
    for name in ("../../etc/passwd", "/etc/passwd", "rules/../../x.md", ".git/config"):
        one = diff.replace("b/rules/208.md", f"b/{name}").replace("a/rules/208.md", f"a/{name}")
        assert f'"{name}" is no name of a file' in game.refused(game.letter("PROPOSE\n\n" + one))
    moved = "diff --git a/rules/208.md b/../x\nsimilarity index 100%\nrename from rules/208.md\n"
    told = game.refused(game.letter(f"PROPOSE\n\n{moved}rename to ../x\n"))
    assert '"../x" is no name of a file' in told


def test_a_thousand_hunks_and_a_giant_are_bounded(game: Playing) -> None:
    goal(game.fork)
    head, at, hunk = game.fork.diff().partition("@@")
    told = game.refused(attached(game, f"{head}{(at + hunk) * 1000}"))
    assert "longer than 150,000 characters" in told or "1,000 hunks" in told
    short = "@@ -1 +1 @@\n-a\n+b\n" * 1000
    assert "1,000 hunks in 1 files" in game.refused(attached(game, f"{head}{short}"))
    game.fork.write("rules/x.md", "Tea is at four, and not a minute later.\n" * 10_000)
    told = game.refused(attached(game, game.fork.diff()))
    assert "longer than 150,000 characters" in told


def attached(game: Playing, patch: str) -> EmailMessage:
    letter = game.letter("PROPOSE\n")
    letter.add_attachment(
        patch.encode(), maintype="text", subtype="x-patch", filename="giant.patch"
    )
    return letter


# What the server does by a rule


def test_the_lines_of_the_clauses_are_the_effects(game: Playing) -> None:
    goal(game.fork)
    game.fork.edit("rules/208.md", "- `victory: 100`", "- `victory: 50`")
    change = game.proposes(game.letter(game.fork.diff()))
    assert (FEWER in change.text, change.effects) == (True, ("victory: 50",))
    assert all("victory: 50" in one.text for one in game.answers)


def test_a_clause_alone_can_be_edited_taken_out_and_added(game: Playing) -> None:
    said = rules(game)
    game.fork.edit("rules/208.md", "- `victory: 100`", "- `victory: 50`")
    change = game.proposes(game.letter(game.fork.diff()))
    assert (change.text, change.effects) == (said[208], ("victory: 50",))
    game.fork.edit("rules/206.md", "\nWhat the server does by it:\n\n- `penalty defeat: 10`\n", "")
    (none,) = (
        one
        for one in game.says(game.letter("WITHDRAW\nPROPOSE\n\n" + game.fork.diff()))
        if isinstance(one, ProposalMade)
    )
    assert (none.change.target, none.change.effects) == (206, ())


def test_a_new_rule_has_the_effects_that_stand_in_its_file(game: Playing) -> None:
    text = "# Tea\n\nTea is at four.\n\nWhat the server does by it:\n\n- `reward against: 3`\n"
    game.fork.write("rules/tea.md", text)
    change = game.proposes(game.letter(game.fork.diff()))
    assert (change.text, change.effects) == ("Tea is at four.", ("reward against: 3",))


def test_a_line_that_is_no_clause_is_refused(game: Playing) -> None:
    game.fork.edit("rules/208.md", "- `victory: 100`", "- `victory: soon`")
    assert '"soon" is not a whole number' in game.refused(
        game.letter("PROPOSE\n\n" + game.fork.diff())
    )
    game.fork.edit("rules/208.md", "- `victory: 100`", "- `victory: 100`\n\nAnd tea.")
    assert "where only clauses stand" in game.refused(game.letter("PROPOSE\n\n" + game.fork.diff()))


def test_an_effects_block_below_a_patch(game: Playing) -> None:
    goal(game.fork)
    change = game.proposes(game.letter(f"PROPOSE\n\n{game.fork.diff()}\nEffects:\n  victory: 50\n"))
    assert change.effects == ("victory: 50",)
