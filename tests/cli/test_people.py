"""People at the command line: a list that is read whole or not at all, the letter to friends, every
house setting, a game deleted only when its name is typed, names that the shell completes."""

import json
from pathlib import Path

import pytest

from nomic_mail.cli.people import read_people
from nomic_mail.game.settings import SETTING_MEANINGS
from tests.kit.calling import Call, caller


@pytest.fixture
def call(tmp_path: Path) -> Call:
    call = caller(tmp_path)
    call("game", "new", "tea")
    return call


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ada Lovelace <ada@x.org>\n", [("Ada Lovelace", "ada@x.org")]),
        ("# us\n\nname,e-mail\nAda L,ADA@x.org\n", [("Ada L", "ada@x.org")]),
        ("ada@x.org;Ada L\n", [("Ada L", "ada@x.org")]),
        ("First\tLast\tEmail\nAda\tLovelace\tada@x.org\n", [("Ada Lovelace", "ada@x.org")]),
        ('"Lovelace, Ada",ada@x.org\n', [("Ada Lovelace", "ada@x.org")]),
        ('"Lovelace, Ada" <ada@x.org>\n', [("Ada Lovelace", "ada@x.org")]),
        ("\ufeffada@x.org\r\nbob@x.org\r\n", [("ada", "ada@x.org"), ("bob", "bob@x.org")]),
        ("Ada <ada@x.org>\nAda <ada@x.org>\n", [("Ada", "ada@x.org")]),
    ],
)
def test_lists_of_people_in_the_forms_they_come_in(
    text: str, people: list[tuple[str, str]]
) -> None:
    read = read_people(text)
    assert [(one.name, one.address) for one in read.found] == people
    assert read.unread == []


@pytest.mark.parametrize(
    "line", ["Ada Lovelace", "a@x.org, b@x.org", "Ada <ada at x>", "@", "a@b@c"]
)
def test_what_cannot_be_read_is_told_with_its_line_and_nobody_is_invited(
    call: Call, tmp_path: Path, line: str
) -> None:
    file = tmp_path / "us.txt"
    file.write_text(f"# us\nBob <bob@x.org>\n{line}\nbob@x.org\n")
    told = call("player", "import", "tea", str(file), status=1).stderr
    assert "line 3: " in told
    assert "line 4: bob@x.org stands in line 2, too" in told
    assert "Nobody is invited" in told
    assert json.loads(call("player", "list", "tea", "--json").stdout) == []


def test_a_list_is_invited_and_joins_by_mail_alone(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "us.csv"
    file.write_text("name,address\nAda Lovelace,ada@x.org\nBob Babbage,bob@x.org\n")
    seen = call("player", "import", "tea", str(file), "--preview").stdout
    assert "to Ada Lovelace <ada@x.org>: [tea?] You are invited" in seen
    assert json.loads(call("player", "list", "tea", "--json").stdout) == []
    assert "2 invitations to tea" in call("player", "import", "tea", str(file)).stdout
    listed = json.loads(call("player", "list", "tea", "--json").stdout)
    assert [one["status"] for one in listed] == ["invited", "invited"]
    again = call("player", "import", "tea", str(file)).stdout
    assert "Ada Lovelace <ada@x.org> is invited already; once more" in again
    file.write_text("moderator@localhost\nCid <cid@x.org>\n")
    assert "013" in call("player", "import", "tea", str(file), status=1).stderr
    assert len(json.loads(call("player", "list", "tea", "--json").stdout)) == 2


def test_a_new_game_prints_a_letter_to_friends(call: Call) -> None:
    told = call("game", "new", "cake", "--title", "Cake", "--set", "vote_window=5d").stdout
    letter = told.split("-" * 72)[1]
    assert "write a letter with one line to nomic+cake@localhost" in letter
    assert "JOIN Your Name" in letter
    assert "a vote is open for 5 days at most" in " ".join(letter.split())
    assert all(len(line) <= 72 for line in letter.splitlines())


def test_every_house_setting_is_told_with_its_meaning_and_default(call: Call) -> None:
    call("game", "set", "tea", "vote_window=3d")
    found = {
        one["key"]: one for one in json.loads(call("game", "settings", "tea", "--json").stdout)
    }
    assert found.keys() == {*SETTING_MEANINGS, "list"}
    assert (found["vote_window"]["value"], found["vote_window"]["default"]) == ("3d", "7d")
    help = " ".join(call("game", "set", "--help").stdout.split())
    told = " ".join(call("game", "settings", "tea").stdout.split())
    for key in SETTING_MEANINGS:
        assert key in help
        assert key in told
    shown = call("game", "show", "tea").stdout
    assert "vote_window" in shown
    assert "judge_window" not in shown
    assert "game settings tea tells them" in shown
    assert "rule 013" in call("game", "set", "tea", "moderator_plays=yes", status=1).stderr


def test_a_game_is_deleted_only_when_its_name_is_typed(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "kept.json"
    call("game", "delete", "tea", status=1, typed=f"{out}\nte\n")
    assert out.exists()
    assert "tea" in call("game", "list").stdout
    call("game", "delete", "tea", typed="-\ntea\n")
    assert "No games yet" in call("game", "list").stdout
    assert "there is no game" in call("game", "delete", "tea", status=1).stderr
    assert call("verify", str(out)).exit_code == 0


def test_what_stays_of_a_deleted_game_is_told(call: Call, tmp_path: Path) -> None:
    """Its site is shown on, with its record, until somebody removes it."""
    config = tmp_path / "config.toml"
    text = config.read_text()
    config.write_text(text.replace("[site]", '[site]\npath = "www"', 1).replace('path = ""', "", 2))
    site = tmp_path / "www" / "tea"
    assert "stays" not in call("game", "delete", "tea", typed="-\nno\n", status=1).output
    site.mkdir(parents=True)
    told = call("game", "delete", "tea", typed="-\ntea\n").stdout
    assert f"Its web site stays in {site}, until you remove it" in told


def test_moderators_and_observers_are_listed(call: Call) -> None:
    call("moderator", "add", "tea", "Grace <grace@x.org>")
    call("moderator", "add", "--server", "Ivy <ivy@x.org>")
    rows = json.loads(call("moderator", "list", "--json").stdout)["moderators"]
    assert [(one["of"], one["name"]) for one in rows[1:]] == [
        ("the server", "Ivy"),
        ("tea", "Grace"),
    ]
    assert "name a game" in call("moderator", "add", "Grace <grace@x.org>", status=2).stderr
    assert "Nobody looks on" in call("observer", "list", "tea").stdout


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_given_their_own_script(call: Call, shell: str) -> None:
    assert "_NOMIC_MAIL_COMPLETE=" in call("completion", shell).stdout
