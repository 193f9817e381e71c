"""letter preview, and templates of one's own."""

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nomic_mail.cli import cli
from nomic_mail.config import shipped
from nomic_mail.post.own import troubles
from tests.kit.tiers import some


def call(*words: str, config: Path | None = None) -> Result:
    where = ["--config", str(config)] if config else []
    return CliRunner().invoke(cli, [*where, *words])


def test_a_letter_can_be_looked_at_before_anybody_gets_one(tmp_path: Path) -> None:
    shown = call("letter", "preview", "ballot")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Subject: [tea?] Vote on 301 by Thu 12 Mar: Two")
    assert "FOR or AGAINST" in shown.stdout
    page = tmp_path / "ballot.html"
    assert call("letter", "preview", "ballot", "--html", str(page)).stdout == ""
    assert page.read_text(encoding="ascii").startswith("<!DOCTYPE html>")


def test_so_can_a_letter_to_a_mailing_list() -> None:
    shown = call("letter", "preview", "result", "--list")
    assert shown.exit_code == 0
    assert "A reply to this letter goes to the list" in " ".join(shown.stdout.split())
    kinds = {line.split()[0] for line in call("letter", "preview", "--list").stdout.splitlines()}
    assert {"setting", "started", "proposal", "talk", "result", "left", "ended"} <= kinds
    assert "ballot" not in kinds
    assert call("letter", "preview", "ballot", "--list").exit_code == 1


def test_an_unknown_letter_is_answered_with_the_nearest_or_with_those_there_are() -> None:
    for word, told in (("balot", "did you mean ballot?"), ("xxx", "ballot, ballots")):
        shown = call("letter", "preview", word)
        assert shown.exit_code == 1
        assert told in shown.stderr


def test_a_folder_of_ones_own_need_not_hold_every_template(tmp_path: Path) -> None:
    """One letter in other words, the rest as shipped; and the game still reads its answers."""
    own = tmp_path / "mine"
    own.mkdir()
    words = (shipped("templates") / "ballot.txt").read_text(encoding="utf-8")
    words = words.replace("The vote on {{ number }} is open", "Abstimmung über {{ number }}")
    (own / "ballot.txt").write_text(words, encoding="utf-8")
    config = tmp_path / "config.toml"
    config.write_text('[templates]\npath = "mine"\n', encoding="utf-8")
    ballot = call("letter", "preview", "ballot", config=config).stdout
    assert "Abstimmung über 301: AMEND 203" in ballot
    page = call("letter", "preview", "ballot", "--html", "-", config=config).stdout
    assert "Abstimmung &#252;ber 301" in page
    assert "is adopted" in call("letter", "preview", "result", config=config).stdout


def test_a_broken_template_of_ones_own_is_told_and_the_shipped_one_used(tmp_path: Path) -> None:
    (tmp_path / "ballot.txt").write_text("{% block subject %}{{ nothing }}", encoding="utf-8")
    config = tmp_path / "config.toml"
    config.write_text('[templates]\npath = "."\n', encoding="utf-8")
    shown = call("letter", "preview", "ballot", config=config)
    assert "The vote on 301 is open" in shown.stdout


def test_macros_of_ones_own_may_have_others_do_their_work(tmp_path: Path) -> None:
    """What those want to be told they are told; and one that changed is read anew."""
    parts = (shipped("templates") / "_parts.txt").read_text(encoding="utf-8")
    own = '{% macro whose() -%}{% include "_next.txt" %}{%- endmacro %}'
    (tmp_path / "_parts.txt").write_text(parts + own, encoding="utf-8")
    ballot = "{% block subject %}x{% endblock %}{% block body %}{{ parts.whose() }}{% endblock %}"
    (tmp_path / "ballot.txt").write_text(ballot, encoding="utf-8")
    config = tmp_path / "config.toml"
    config.write_text('[templates]\npath = "."\n', encoding="utf-8")
    for number, word in enumerate(("A ballot", "Another ballot")):
        included = tmp_path / "_next.txt"
        included.write_text(word + " for {{ me.name }}", encoding="utf-8")
        os.utime(included, (number, number))
        shown = call("letter", "preview", "ballot", config=config).stdout
        assert re.search(rf"^{word} for \w", shown, re.MULTILINE), shown


@pytest.mark.parametrize(
    ("name", "words", "told"),
    some(
        [
            ("ballot.txt", "{% block subject %}x{% endblock %}\n{% if %}", "line 2: "),
            ("ballot.txt", "{% block subject %}x{% endblock %}", "it has no {% block body %}"),
            ("balot.txt", "anything", "is it ballot.txt?"),
            ("_letter.html", "\n\n{{ 1 + }}", "line 3: "),
            ("_parts.txt", "{% macro one(", "line 1: "),
        ],
        3,
    ),
)
def test_a_server_does_not_start_with_a_template_that_is_none(
    name: str, words: str, told: str, tmp_path: Path
) -> None:
    call("init", str(tmp_path))
    config = tmp_path / "config.toml"
    text = config.read_text(encoding="utf-8")
    text, count = re.subn(r'(\[templates\][^\[]*?path = )"[^"]*"', r'\1"mine"', text)
    assert count == 1
    config.write_text(text, encoding="utf-8")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "talk.txt").write_text(
        (shipped("templates") / "talk.txt").read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert call("serve", "--once", config=config).exit_code == 0
    (tmp_path / "mine" / name).write_text(words, encoding="utf-8")
    started = call("serve", "--once", config=config)
    assert started.exit_code == 2
    assert str(tmp_path / "mine" / name) in started.stderr
    assert told in started.stderr
    examined = call("check", config=config)
    assert examined.exit_code == 1
    assert name in examined.stdout


@pytest.mark.parametrize(
    "name", some(sorted(one.name for one in shipped("templates").glob("*.*")), 40)
)
def test_any_template_can_be_ones_own(name: str, tmp_path: Path) -> None:
    words = (shipped("templates") / name).read_text(encoding="utf-8")
    (tmp_path / name).write_text(words, encoding="utf-8")
    assert troubles([tmp_path, shipped("templates")]) == []
