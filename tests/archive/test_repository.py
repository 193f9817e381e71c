"""The repository of a game's rules, judged by git itself."""

import re
from pathlib import Path

import pytest

from nomic_mail.archive.opening import take
from nomic_mail.archive.repository import write_repository
from nomic_mail.archive.verify import verify_taken
from nomic_mail.game import commands as c
from nomic_mail.game.events import (
    ActUndone,
    Event,
    GameEnded,
    PlayerJoined,
    PointsScored,
    RuleBound,
    RuleChanged,
    RuleCorrected,
    TurnEnded,
    VotingReopened,
)
from nomic_mail.game.evolve import fold
from tests.archive.test_forms import ask, leaving
from tests.kit.games.finished_games import GAMES
from tests.kit.games.game_in_hand import Game, few
from tests.kit.tiers import some

PARSE = ("git", "rev-parse")


@pytest.fixture(scope="module")
def amended() -> list[Event]:
    """Rule 206 is amended, its amendments are amended and repealed, one is bound."""
    return GAMES["turns_and_amendments"]()


@pytest.fixture
def repository(amended: list[Event], tmp_path: Path) -> Path:
    write_repository(tmp_path / "rules", leaving(amended).pieces("git"))
    return tmp_path / "rules"


def test_where_a_bare_one_begins_is_looked_at(amended: list[Event], tmp_path: Path) -> None:
    """As `git clone` and `git log` do."""
    room = tmp_path / "bare"
    write_repository(room, leaving(amended).pieces("git"), bare=True)
    honest = verify_taken(take(room))
    assert honest.proven
    head = room / "HEAD"
    for there in ("ref: refs/heads/record", "ref: refs/heads/none", ask(room, *PARSE, "main~1")):
        head.write_text(f"{there.strip()}\n")
        report = verify_taken(take(room))
        assert len(report.claimed) == len(honest.claimed) + 1, there
        assert report.differences == []
    who = ("-c", "user.name=Eve", "-c", "user.email=eve@elsewhere.example")
    tree = ask(room, *PARSE, "main~1^{tree}").strip()
    head.write_text(ask(room, "git", *who, "commit-tree", tree, "-m", "Tea"))
    assert "HEAD" in {one.where for one in verify_taken(take(room)).differences}


def test_git_finds_nothing_wrong_with_it_and_a_clone_is_whole(
    repository: Path, amended: list[Event]
) -> None:
    assert ask(repository, "git", "fsck", "--strict") == ""
    ask(repository.parent, "git", "clone", "-q", "rules", "clone")
    clone = repository.parent / "clone"
    changes = [event for event in amended if isinstance(event, RuleChanged)]
    bound = ask(clone, "git", "log", "--format=%s", "--grep=^The Moderator says").splitlines()
    subjects = ask(clone, "git", "log", "--format=%s", "--", "rules").splitlines()
    assert len(subjects) == 1 + len(changes) + len(bound)
    assert 1 <= len(bound) <= sum(isinstance(event, RuleBound) for event in amended)
    turns = [event.turn for event in amended if isinstance(event, TurnEnded)]
    tags = ask(clone, "git", "tag").split()
    assert {f"turn-{turn}" for turn in turns} < set(tags)
    record = ask(clone, "git", "show", "origin/record:record.json")
    assert record.encode() == b"".join(leaving(amended).pieces("json"))
    assert ask(clone, "git", "status", "--short") == ""


def found_in(repository: Path) -> list[str]:
    return [one.where for one in verify_taken(take(repository)).differences]


def test_what_is_put_in_a_changes_place_is_not_looked_at(repository: Path) -> None:
    """git replace: git would show another change under the id of this one."""
    (repository / "rules" / "206.md").write_text("No rule.\n")
    forged = (
        "git",
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@b",
        "commit",
        "-q",
        "--amend",
        "-am",
        "x",
    )
    old = ask(repository, "git", "rev-parse", "main").strip()
    ask(repository, *forged)
    new = ask(repository, "git", "rev-parse", "main").strip()
    ask(repository, "git", "reset", "-q", "--hard", old)
    assert found_in(repository) == []
    ask(repository, "git", "replace", old, new)
    assert found_in(repository) == [f"refs/replace/{old}"]


def test_a_branch_that_is_none_of_the_games_is_told(repository: Path) -> None:
    ask(repository, "git", "branch", "other", "main~2")
    ask(repository, "git", "update-ref", "refs/notes/commits", "main")
    assert found_in(repository) == ["other", "refs/notes/commits"]


def test_an_object_that_is_missing_is_told(repository: Path) -> None:
    ask(repository, "git", "gc", "-q")
    for pack in (repository / ".git" / "objects" / "pack").glob("*.pack"):
        pack.rename(repository / "pack")
        ask(repository, "sh", "-c", "git unpack-objects -q < pack")
    (repository / "pack").unlink()
    for one in (repository / ".git" / "objects" / "pack").iterdir():
        one.unlink()
    assert found_in(repository) == []
    blob = ask(repository, "git", "rev-parse", "main:rules/206.md").strip()
    file = repository / ".git" / "objects" / blob[:2] / blob[2:]
    file.unlink()
    assert found_in(repository)[:1] == ["its objects"]
    ask(repository, "git", "config", "extensions.partialClone", "origin")
    ask(repository, "git", "config", "remote.origin.promisor", "true")
    assert found_in(repository)[:1] == ["its objects"]


def test_a_file_that_was_changed_after_it_was_checked_out_is_told(repository: Path) -> None:
    """By us alone: what a stranger's git is told to run on its files is not run."""
    ask(repository, "git", "checkout", "-q", "turn-1")
    assert found_in(repository) == []
    ask(repository, "git", "checkout", "-q", "main")
    rule = repository / "rules" / "206.md"
    rule.write_text(rule.read_text() + "And tea.\n")
    (repository / "more.md").write_text("More.\n")
    ask(repository, "git", "config", "core.fsmonitor", f"touch {repository.parent}/run")
    ask(repository, "git", "config", "filter.run.clean", f"touch {repository.parent}/run")
    (repository / ".git" / "info" / "attributes").write_text("* filter=run\n")
    assert found_in(repository) == ["the file more.md", "the file rules/206.md"]
    assert not (repository.parent / "run").exists()


def test_a_rules_whole_life_is_in_its_file(repository: Path) -> None:
    """108: it is called 302, 303, 304 and 305 one after the other, and its file is 206.md."""
    life = ask(repository, "git", "log", "--reverse", "--format=%an|%s", "--", "rules/206.md")
    assert [line.partition("|")[2].partition(":")[0] for line in life.splitlines()] == [
        "The rules that game begins with",
        *("302", "303", "304", "305"),
    ]
    shown = ask(repository, "git", "log", "-p", "--", "rules/206.md")
    assert "-# 304: Points lost by defeat\n+# 305: Points lost by defeat" in shown
    assert "\n+A defeat costs seven." in shown
    assert "    FOR      Player 01" in shown
    assert "(mutable, born as 206)" in (repository / "rules" / "206.md").read_text()
    assert "- 305 [Points lost by defeat](rules/206.md)" in (repository / "RULES.md").read_text()


def test_a_change_is_by_its_proposer_at_the_completion_of_the_vote(
    repository: Path, amended: list[Event]
) -> None:
    change = next(one for one in amended if isinstance(one, RuleChanged) and one.number == 305)
    told = ask(repository, "git", "log", "-1", "--format=%an %at %cn", "--grep=^305:").strip()
    by = next(one.by for one in amended if getattr(one, "number", 0) == 305 and hasattr(one, "by"))
    assert told == f"Player {by:02d} {int(change.at.timestamp())} The Moderator"


def test_the_list_of_players_has_their_points(amended: list[Event], tmp_path: Path) -> None:
    """As the repository of the pull_request set has it: "- Courtney Ferguson (0 points)"."""
    begun = next(n for n, one in enumerate(amended, 1) if isinstance(one, PlayerJoined))
    write_repository(tmp_path / "first", leaving(amended[:begun]).pieces("git"))
    listed = (tmp_path / "first" / "PLAYERS.md").read_text().splitlines()
    assert listed[-1] == "- Player 01 (0 points)" and listed[0] == "# The players"
    write_repository(tmp_path / "rules", leaving(amended).pieces("git"))
    players = fold(amended).players.values()
    assert any(one.score > 0 for one in players)
    shown = (tmp_path / "rules" / "PLAYERS.md").read_text().splitlines()[-len(players) :]
    told = [f"- {one.name} ({one.score} point{'' if one.score == 1 else 's'})" for one in players]
    assert shown == told
    life = ask(tmp_path / "rules", "git", "log", "--reverse", "--format=%an|%s", "PLAYERS.md")
    assert life.splitlines()[:3] == [
        "The Moderator|The rules that game begins with",
        "Player 01|Player 01 joins",
        "Player 02|Player 02 joins",
    ]


def test_the_scores_of_a_turn_stand_where_its_tag_is(tmp_path: Path) -> None:
    """204, 206 and 202 come of one count, and are one commit; who leaves is on the list no more."""
    game = Game(few("net_play", r203="adoption: majority of eligible"), players=3).start()
    mover = game.mover
    game.propose(c.Change(kind="repeal", target=206))
    game.call()
    game.all_vote(game.others()[0])
    game.done(c.Leave(by=mover))
    events = game.end()
    write_repository(tmp_path, leaving(events).pieces("git"), bare=True)
    points = ask(tmp_path, "git", "show", "turn-1:PLAYERS.md")
    scored = [one for one in events if isinstance(one, PointsScored)]
    assert len(scored) == 2
    for one in scored:
        assert f"- Player {one.seat:02d} ({one.total} point" in points
    name = f"Player {mover:02d}"
    assert name in points and name not in ask(tmp_path, "git", "show", "main:PLAYERS.md")
    subjects = ask(tmp_path, "git", "log", "--format=%s", "--", "PLAYERS.md").splitlines()
    assert subjects.count("The players and their points") == 1 and f"{name} leaves" in subjects


def test_what_is_exported_later_goes_on_from_what_was_exported_first(
    amended: list[Event], tmp_path: Path
) -> None:
    """So that a fork can fetch what is new."""
    write_repository(tmp_path / "all", leaving(amended).pieces("git"))
    every = ask(tmp_path / "all", "git", "log", "--format=%H").splitlines()
    ends = [n for n, one in enumerate(amended) if isinstance(one, TurnEnded | PlayerJoined)]
    for n in ends:
        write_repository(tmp_path / f"{n}", leaving(amended[:n]).pieces("git"), bare=True)
        assert ask(tmp_path / f"{n}", "git", "rev-parse", "main").strip() in every


def test_the_same_game_gives_the_same_ids(amended: list[Event], tmp_path: Path) -> None:
    first = write_repository(tmp_path / "one", leaving(amended).pieces("git"))
    second = write_repository(tmp_path / "two", leaving(amended).pieces("git"), bare=True)
    assert first == second
    everything = ("git", "for-each-ref", "--format=%(objectname) %(refname)")
    assert ask(tmp_path / "one", *everything) == ask(tmp_path / "two", *everything)


def test_a_repealed_rule_leaves_its_file_and_stays_in_its_history(tmp_path: Path) -> None:
    game = Game(few("net_play"), players=2).start()
    game.propose(c.Change(kind="repeal", target=206))
    game.call()
    game.all_vote()
    repository = tmp_path / "rules"
    write_repository(repository, leaving(game.end()).pieces("git"))
    assert not (repository / "rules" / "206.md").exists()
    assert "206" not in (repository / "RULES.md").read_text()
    life = ask(repository, "git", "log", "--format=%s", "--", "rules/206.md").splitlines()
    assert life == ["301: REPEAL 206: Points lost by defeat", "The rules that game begins with"]


@pytest.mark.parametrize("name", some(list(GAMES), 3))
def test_the_rules_of_every_game_are_a_repository(name: str, tmp_path: Path) -> None:
    events = GAMES[name]()
    write_repository(tmp_path, leaving(events).pieces("git"), bare=True)
    assert ask(tmp_path, "git", "fsck", "--strict") == ""
    changes = [event for event in events if isinstance(event, RuleChanged)]
    subjects = ask(tmp_path, "git", "log", "--format=%s").splitlines()
    assert len([one for one in subjects if one[0].isdigit()]) == len(changes)
    numbers = {rule.number for rule in fold(events).rules}
    book = ask(tmp_path, "git", "show", "main:RULES.md")
    assert {int(one) for one in re.findall(r"^- (\d+)", book, re.MULTILINE)} == numbers


def test_what_the_moderator_set_right_or_took_back_is_a_commit(tmp_path: Path) -> None:
    """The files are what the rules are then, and what did not end in the end has no tag."""
    events = GAMES["moderated"]()
    write_repository(tmp_path / "rules", leaving(events).pieces("git"))
    by = [one for one in events if isinstance(one, RuleCorrected)]
    subjects = ask(tmp_path / "rules", "git", "log", "--format=%s").splitlines()
    right = [one for one in subjects if "sets right what was entered wrongly" in one]
    assert len(right) == len(by) and any("takes back event" in one for one in subjects)
    for rule in fold(events).rules:
        file = (tmp_path / "rules" / "rules" / f"{rule.lineage:03d}.md").read_text()
        assert rule.text.rstrip() in file and f"({rule.status}" in file
    ended = next(n for n, one in enumerate(events) if isinstance(one, GameEnded))
    undone = next(n for n, one in enumerate(events) if n > ended and isinstance(one, ActUndone))
    write_repository(tmp_path / "then", leaving(events[: undone + 1]).pieces("git"))
    assert "end" not in ask(tmp_path / "then", "git", "tag").split()
    assert "end" in ask(tmp_path / "rules", "git", "tag").split()


def test_a_vote_counted_anew_leaves_one_tag_a_turn(tmp_path: Path) -> None:
    events = GAMES["time_in_hand"]()
    for upto in [n for n, one in enumerate(events, 1) if isinstance(one, VotingReopened)]:
        write_repository(tmp_path / f"at-{upto}", leaving(events[:upto]).pieces("git"))
        turn = fold(events[:upto]).turn
        assert turn is not None
        tags = ask(tmp_path / f"at-{upto}", "git", "tag").split()
        assert f"turn-{turn.number}" not in tags
        book = ask(tmp_path / f"at-{upto}", "git", "show", "main:RULES.md")
        numbers = {rule.number for rule in fold(events[:upto]).rules}
        assert {int(one) for one in re.findall(r"^- (\d+)", book, re.MULTILINE)} == numbers
