"""A game that was played elsewhere and written down by hand: its record in every form, what follows
from what is told, and the page that tells how it is written."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from nomic_mail.archive.json import digest_of
from nomic_mail.archive.verify import verify
from nomic_mail.cli import cli
from tests.kit.games.old_games import CLUB, CONTRADICTIONS, found, told, written

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "old-games.md"
FORMS = ("jsonl", "site", "site.zip", "git", "bag", "bag.zip")
Call = Callable[..., Result]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old")
    made = call("record", "from-old", written(folder), folder / "club.json")
    assert made.exit_code == 0, made.output
    for form in FORMS:
        words = ("--format", form.removesuffix(".zip"))
        done = call("record", "export", folder / "club.json", folder / form, *words)
        assert done.exit_code == 0, done.output
    return folder


def call(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


def record_in(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "club.json").read_text(encoding="utf-8"))
    return data


# What follows, and what does not


def test_each_contradiction_is_told_and_nothing_else() -> None:
    assert found(CLUB) == CONTRADICTIONS


def test_each_stands_at_its_line() -> None:
    lines = CLUB.split("\n")
    at = {one.where: lines[one.line - 1] for one in told(CLUB).found}
    assert at["proposal 303, tally"] == "tally = { for = 3, against = 2 }"
    assert at["proposal 303, scores of Cai Wu"] == 'scores = { "Cai Wu" = 14 }'
    assert at["proposal 306, for"].startswith("for = [")
    assert at["rule 304 now, text"] == 'text = "There is cake, and coffee."'


def test_the_record_has_what_is_stated(folder: Path) -> None:
    record = record_in(folder)
    proposals = {one["number"]: one for one in record["proposals"]}
    assert proposals[303]["tally"] == {"for": 3, "against": 2, "abstain": 0, "absent": 0}
    assert proposals[304]["outcome"] == "adopted"
    assert proposals[304]["tally"] == {"for": 1, "against": 3}
    assert proposals[301]["tally"] is None and proposals[301]["votes"] == {}
    assert proposals[305]["outcome"] == "withdrawn"
    scores = {one["name"]: one["score"] for one in record["players"]}
    assert scores == {"Ann Lee": 14, "Ben Ode": 28, "Cai Wu": 14, "Dee Poe": 7}
    rules = {one["number"]: one for one in record["rules"]}
    assert sorted(rules) == [101, 304, 306, 308]
    assert rules[306]["lineage"] == 203 and rules[306]["status"] == "immutable"
    assert rules[304]["text"] == "There is cake, and tea."
    assert record["game"]["status"] == "ended" and record["mechanics"] == {}
    assert record["game"]["won"]["rule"] is None


def test_the_record_says_that_it_is_told(folder: Path) -> None:
    record = record_in(folder)
    assert list(record)[:2] == ["format", "told"]
    assert "not played here" in record["told"]["note"]
    assert record["told"]["files"] == [{"name": "club.toml", "text": CLUB}]
    assert record["game"]["ruleset"] == "told"
    assert record["rolls"] == [] and record["game"]["commitments"] == []
    for file in ("jsonl", "site/index.html", "git/README.md", "bag/data/record.txt"):
        words = " ".join((folder / file).read_text(encoding="utf-8").split())
        assert re.search("[Nn]othing of it is proven", words), file


def test_it_has_the_published_form(folder: Path) -> None:
    schema = json.loads((ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8"))
    judge, record = Draft202012Validator(schema), record_in(folder)
    judge.validate(record)
    del record["told"]
    assert not judge.is_valid(record)
    record["game"]["ruleset"] = "net_play"  # which has no tallies that are not whole
    assert not judge.is_valid(record)


def test_the_same_file_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    assert call("record", "from-old", folder / "club.toml", tmp_path / "b").exit_code == 0
    assert (tmp_path / "b").read_bytes() == (folder / "club.json").read_bytes()


@pytest.mark.parametrize("form", ["club.json", *FORMS])
def test_verify_tells_them_of_any_form(folder: Path, form: str) -> None:
    done = call("verify", folder / form, "--json")
    report = json.loads(done.output)
    assert done.exit_code == 1
    assert report["told"] is True and report["proven"] is False
    assert report["differences"] == []
    seen = [(one["where"], one["stated"], one["follows"]) for one in report["disagreements"]]
    assert seen == CONTRADICTIONS


def test_verify_says_it_in_words(folder: Path) -> None:
    told = call("verify", folder / "club.json").output
    assert "club.toml, line 76: proposal 303, tally\n" in told
    assert "  stated  3 for, 2 against\n  follows 3 for, 1 against\n" in told
    assert "told, not played here: nothing of it is proven" in told


def test_without_contradictions_verify_exits_0(tmp_path: Path) -> None:
    text = '[game]\nplayers = ["Ada"]\n[[proposals]]\nnumber = 301\nfor = ["Ada"]\n'
    file = written(tmp_path, f'{text}outcome = "adopted"\nadoption = "majority of cast"\n')
    assert call("record", "from-old", file, tmp_path / "o.json").exit_code == 0
    done = call("verify", tmp_path / "o.json")
    assert done.exit_code == 0
    assert "nothing of it is proven" in done.output


def test_an_altered_record_is_found_out(folder: Path) -> None:
    record = record_in(folder)
    record["proposals"][0]["outcome"] = "defeated"
    assert _wrong(record) == {"digest", "proposals[0].outcome"}
    record = record_in(folder)
    old = record["told"]["files"][0]
    old["text"] = old["text"].replace('"Cai Wu" = 3', '"Cai Wu" = 4')
    signed = {**record, "digest": digest_of(record)}
    assert any(".points" in where for where in _wrong(signed))
    record = record_in(folder)
    del record["told"]
    assert "told.files" in _wrong({**record, "digest": digest_of(record)})


def _wrong(record: dict[str, Any]) -> set[str]:
    return {one.where for one in verify(record).differences}


def test_no_game_that_was_played_passes_as_told_or_the_other_way(folder: Path) -> None:
    record = record_in(folder)
    record["ledger"]["entries"][0]["public"]["ruleset"] = "net_play"
    assert len(_wrong(record)) > 10
    assert call("import", folder / "club.json").exit_code == 1


# Its forms


def test_the_repository_tells_each_rules_life(folder: Path) -> None:
    def git(*words: str) -> str:
        run = ["git", "-C", str(folder / "git"), *words]
        return subprocess.run(run, capture_output=True, text=True, check=True).stdout

    assert git("fsck", "--strict") == ""
    told = git("log", "-p", "--", "rules/304.md")
    assert "Author: Dee Poe" in told and "Date: 20 January 1994, 19:30 UTC." in told
    assert "+There is cake, and tea." in told
    assert "Date: no date told." in git("log", "-1", "--format=%B", "main")
    assert "Ann Lee\n    FOR" not in told
    assert git("tag").split() == ["end", *(f"turn-{n}" for n in (1, 2, 3, 5, 6, 7, 8))]


def test_dates_are_as_far_as_they_are_told(folder: Path) -> None:
    page = (folder / "site" / "proposals" / "302.html").read_text(encoding="utf-8")
    assert '<time datetime="1993-11">November 1993</time>' in page
    assert '<span class="time">no date told</span>' in page
    page = (folder / "site" / "proposals" / "304.html").read_text(encoding="utf-8")
    assert '<time datetime="1994-01-20T19:30:00Z">20 January 1994, 19:30 UTC</time>' in page
    pages = (one.read_text(encoding="utf-8") for one in (folder / "site").rglob("*.html"))
    assert not [page for page in pages if "00:00 UTC" in page]


def test_each_page_that_the_site_leads_to_is_there(folder: Path) -> None:
    site = folder / "site"
    for page in site.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#]+)', page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page}: {target}"
    assert not (site / "dice.html").exists()
    doubts = (site / "doubts.html").read_text(encoding="utf-8")
    assert doubts.count("<tbody>") == len(CONTRADICTIONS)


def test_the_bag_checks_itself(folder: Path) -> None:
    data = folder / "bag" / "data"
    run = [sys.executable, str(data / "check_record.py"), str(data / "record.json")]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "Nothing of it is proven" in done.stdout
    assert not (data / "letters.mbox").exists()
    info = (folder / "bag" / "bag-info.txt").read_text(encoding="utf-8")
    assert "Date: 1993/1995-02-01\n" in info


def test_record_show_and_the_past(folder: Path) -> None:
    now = call("record", "show", folder / "club.json").output
    assert "WHERE WHAT IS TOLD CONTRADICTS ITSELF" in now
    assert "What became of proposal" not in now and "(rule 000)" not in now
    shown = json.loads(call("record", "show", folder / "club.json", "--json").output)
    assert shown["told"] == record_in(folder)["told"]
    assert "THE DICE" not in now and "[The text is not told.]" in now
    then = call("record", "show", folder / "club.json", "--at", "1993-12-01").output
    assert "Hats are worn." in then and "There is cake" not in then.partition("THE COURSE")[2]


def test_letters_are_in_no_record(folder: Path) -> None:
    done = call("record", "export", folder / "club.json", "-", "--format", "mbox")
    assert done.exit_code == 2 and "no letters" in done.output


# What is not known


def test_next_to_nothing_is_enough(tmp_path: Path) -> None:
    file = written(tmp_path, "[[proposals]]\nnumber = 7\n", "lost game!.toml")
    assert call("record", "from-old", file, tmp_path / "o.json").exit_code == 0
    for form in FORMS:
        words = ("record", "export", tmp_path / "o.json", tmp_path / form, "--format")
        assert call(*words, form.removesuffix(".zip")).exit_code == 0
        assert call("verify", tmp_path / form).exit_code == 0
    told = call("record", "show", tmp_path / "o.json").output
    assert "somebody proposes 7" in told
    assert "What became of proposal 7 is not told." in told
    page = (tmp_path / "site" / "proposals" / "7.html").read_text(encoding="utf-8")
    assert "The votes are not told." in page


def test_votes_stand_in_a_file_of_their_own(tmp_path: Path) -> None:
    text = (
        '[game]\nplayers = ["Ada", "Bob"]\nvotes = "votes.csv"\n[[players]]\nname = "Cy"\n'
        'joined = 1995\n[[proposals]]\nnumber = 301\ndate = 1994\nfor = ["Ada"]\n'
        "tally = { for = 3 }\n"
    )
    rows = "proposal,player,vote\n301,Bob,for\n\n301,Cy,against\n"
    written(tmp_path, rows, "votes.csv")
    done = call("record", "from-old", written(tmp_path, text), tmp_path / "o.json")
    assert done.exit_code == 0, done.output
    assert "votes.csv, line 4: proposal 301, votes of Cy" in done.output
    assert "no vote of Cy: Cy joined 1995" in done.output
    assert "stated  3 for\n  follows 2 for" in done.output
    assert call("verify", tmp_path / "o.json").exit_code == 1
    (tmp_path / "votes.csv").write_text(rows.replace("Bob", "Rob"), encoding="utf-8")
    done = call("record", "from-old", tmp_path / "club.toml", tmp_path / "p.json")
    assert done.exit_code == 1
    assert "votes.csv: 1 problem\n  line 2: player = " in done.output and "Bob?" in done.output


# The page


def test_the_page_names_every_key() -> None:
    from nomic_mail.archive.told.form import SECTIONS

    page = PAGE.read_text(encoding="utf-8")
    for section, keys in SECTIONS.items():
        assert f"[{section}]" in page
        for key in keys:
            assert f"`{key}`" in page, f"{section}.{key}"
