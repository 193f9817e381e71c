"""letter preview, and templates of one's own."""

from pathlib import Path

from click.testing import CliRunner, Result

from nomic_mail.cli import cli
from nomic_mail.config import shipped


def call(*words: str, config: Path | None = None) -> Result:
    where = ["--config", str(config)] if config else []
    return CliRunner().invoke(cli, [*where, *words])


def test_a_letter_can_be_looked_at_before_anybody_gets_one(tmp_path: Path) -> None:
    shown = call("letter", "preview", "ballot")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Subject: [nomic tea] [?] Proposal 301: AMEND 203")
    assert "FOR or AGAINST" in shown.stdout
    page = tmp_path / "ballot.html"
    assert call("letter", "preview", "ballot", "--html", str(page)).stdout == ""
    assert page.read_text(encoding="ascii").startswith("<!DOCTYPE html>")


def test_an_unknown_letter_is_answered_with_those_there_are() -> None:
    shown = call("letter", "preview", "balot")
    assert shown.exit_code == 1
    assert "ballot, ballots" in shown.stderr


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
