"""The tables of docs/verify.md that tell who finds what is done beside a ledger that is left as it
is: to words that are withheld, to a bag, to a repository. Each row is tried anew; `--update-docs`
writes them.

1. Sums, digest and whatever else can be made good is.
2. `found` is a difference; `told` is what the report names, and calls no difference.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path

import pytest

from nomic_mail.archive.forms.bag import write_bag
from nomic_mail.archive.json import record_json
from nomic_mail.archive.opening import take
from nomic_mail.archive.redact import redacted
from nomic_mail.archive.repository import write_repository
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.verify import Report, verify_taken
from nomic_mail.game import commands as c
from tests.archive.test_forms import ask, leaving, made_good
from tests.kit.frozen import data_of
from tests.kit.games.core_play import enact
from tests.kit.games.finished_games import GAMES
from tests.kit.games.forgeries import PAGE
from tests.kit.games.game_in_hand import Game, few
from tests.kit.recorded import Data, checked, entries_of, forged, signed
from tests.kit.second_opinion import said_of
from tests.real.archive.test_check_record import wrong

Done = Callable[[Path], object]
OTHER = "ab" * 16


def verdict(report: Report, before: Report) -> str:
    if report.differences:
        return "found"
    told = (report.claimed, report.withheld, report.altered)
    return "told" if told != (before.claimed, before.withheld, before.altered) else "–"


def row(name: str, *cells: str) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def is_as_told(head: str, rows: list[str], request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, found, rest = text.partition(f"{head}\n")
    line, after = rest.split("\n", 1)[0], rest.partition("\n\n")[2]
    assert found, f"{PAGE} has no table {head}"
    now = f"{before}{head}\n{line}\n" + "\n".join(rows) + f"\n\n{after}"
    if request.config.getoption("--update-docs"):
        PAGE.write_text(now, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == now, f"pytest {__file__} --update-docs"


def named_by_the_page(record: Data, head: str) -> list[str]:
    try:
        return wrong(record, head)
    except (AttributeError, LookupError, TypeError, ValueError):
        return ["it breaks"]  # which exits with 1 as well


# What is withheld


def withheld() -> Data:
    """A game in which an address was written, without it."""
    game = Game(few("net_play", r203="adoption: majority of eligible")).start()
    game.propose(enact("Write to ada@example.org about tea."))
    game.done(c.Discuss(by=game.mover, text="Or to bob@example.org.", letter="talk"))
    game.call()
    game.all_vote()
    record: Data = json.loads(record_json(list(redacted(entries_of(game.events)))))
    return record


def line_of(record: Data, kind: str) -> Data:
    lines: list[Data] = record["ledger"]["entries"]
    return next(one for one in lines if one["public"]["event"] == kind)


def address_of(record: Data) -> list[str]:
    pieces: list[str] = line_of(record, "ProposalMade")["public"]["change"]["text"]["sha256"]
    return pieces


def another_address(record: Data) -> Data:
    line_of(record, "ProposalMade")["opened"][address_of(record)[1]] = [OTHER, "eve@example.org"]
    return signed(record)


def another_commitment(record: Data) -> Data:
    was = address_of(record)[1]
    entries = json.loads(json.dumps(record["ledger"]["entries"]).replace(was, "cd" * 32))
    return forged(entries)


def other_words_too(record: Data) -> Data:
    del line_of(record, "PlayerJoined")["opened"]
    return forged(record["ledger"]["entries"])


def a_counted_ballot(record: Data) -> Data:
    del line_of(record, "BallotCast")["opened"]
    return signed(record)


def words_of_nothing(record: Data) -> Data:
    line_of(record, "ProposalMade")["opened"]["ef" * 32] = [OTHER, "Tea."]
    return signed(record)


def older_words(record: Data) -> Data:
    """In the event, and in all that is made of it."""
    return signed(json.loads(json.dumps(record).replace("(address withheld)", "eve@example.org")))


WITHHELD: Mapping[str, Callable[[Data], Data]] = {
    "another address put in the place of one that is withheld": another_address,
    "what it is committed to replaced, and every hash made good": another_commitment,
    "words withheld that hold no address": other_words_too,
    "a counted ballot withheld": a_counted_ballot,
    "words put in that nothing commits to": words_of_nothing,
}
HEAD_WITHHELD = (
    "| done to what is withheld | `verify` | the page | `verifier.mjs` | `verify --head`"
    " | the page, HEAD | `verifier.mjs --head` |"
)


def test_what_is_done_to_what_is_withheld(request: pytest.FixtureRequest) -> None:
    honest = withheld()
    head = honest["ledger"]["head"]
    rows = []
    for name, done in WITHHELD.items():
        record = done(deepcopy(honest))
        page, (said,) = named_by_the_page(record, head), said_of([record], [head])
        rows.append(
            row(
                name,
                verdict(checked(record), checked(honest)),
                "found" if any(one != "HEAD" for one in page) else "–",
                "found" if any(not one.startswith("--head") for one in said) else "–",
                verdict(checked(record, head), checked(honest, head)),
                "found" if page else "–",
                "found" if said else "–",
            )
        )
    is_as_told(HEAD_WITHHELD, rows, request)


def test_of_words_that_an_older_form_had_altered_nothing_is_proven() -> None:
    """They may be anybody's, whatever head is told."""
    record = data_of(("2026-11-23", "server.cake.redacted.json"))
    assert any(one.get("redacted") for one in record["ledger"]["entries"])
    for told in (record, signed(older_words(deepcopy(record)))):
        report = checked(told, record["ledger"]["head"])
        assert report.altered and not report.proven


# A bag


def put(name: str, words: str = "More.\n") -> Done:
    return lambda bag: (bag / name).write_text(words)


def other(name: str, was: str, now: str) -> Done:
    def done(bag: Path) -> None:
        text = (bag / name).read_text()
        assert was in text
        (bag / name).write_text(text.replace(was, now))

    return done


def gone(name: str) -> Done:
    return lambda bag: (bag / name).unlink()


def then(*steps: Done) -> Done:
    def all_of_them(room: Path) -> None:
        for one in steps:
            one(room)

    return all_of_them


def of_another(done: Done) -> Done:
    def both(bag: Path) -> None:
        other("data/README.txt", "nomic-mail 0", "nomic-mail 7")(bag)
        done(bag)

    return both


BAG: Mapping[str, Done] = {
    "record.json altered, its digest not made good": other("data/record.json", "Player 01", "Eve"),
    "a form of the record altered": other("data/record.txt", "Player 01", "Player 10"),
    "a page of the site altered": other("data/site/index.html", "Player 01", "Player 10"),
    "FORMAT.md altered": other("data/FORMAT.md", "a", "b"),
    "how it is cited altered": other("data/CITATION.cff", "Player 01", "Player 10"),
    "a file taken out": gone("data/ledger.jsonl"),
    "a file put in": put("data/more.txt"),
    "a page put into the site": put("data/site/more.html"),
    "a folder put in that is empty": lambda bag: (bag / "data" / "more").mkdir(),
    "the site taken out": lambda bag: shutil.rmtree(bag / "data" / "site"),
    "a page altered, and a site.json put in that tells another version": then(
        put("data/site.json", '{"program": "7"}'), put("data/site/index.html")
    ),
    "a list put in of what is to be fetched": put("fetch.txt"),
    "bag-info.txt altered": other("bag-info.txt", "Player 01", "Player 10"),
    "two people of bag-info.txt in each other's place": other(
        "bag-info.txt",
        "Contributor: Player 01\nContributor: Player 02\n",
        "Contributor: Player 02\nContributor: Player 01\n",
    ),
    "a line of bag-info.txt twice": other("bag-info.txt", "Title: Game\n", "Title: Game\n" * 2),
    "a licence told that nobody gave": other(
        "bag-info.txt", "Format:", "License: CC0-1.0\nFormat:"
    ),
    "said to be of no version, and a form to read altered": then(
        put("data/README.txt"), other("data/record.txt", "Player 01", "Player 10")
    ),
    "said to be of another version, and a form to read altered": of_another(
        other("data/record.txt", "Player 01", "Player 10")
    ),
    "said to be of another version, and ledger.jsonl altered": of_another(
        other("data/ledger.jsonl", "Player 01", "Player 10")
    ),
    "said to be of another version, and bag-info.txt altered": of_another(
        other("bag-info.txt", "Player 01", "Player 10")
    ),
    "said to be of another version, and a file taken out": of_another(gone("data/record.txt")),
}


def test_what_is_done_to_a_bag(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    write_bag(leaving(GAMES["turns_and_amendments"]()), Folder(tmp_path / "honest"))
    honest, rows = verify_taken(take(tmp_path / "honest")), []
    assert honest.proven
    for name, done in BAG.items():
        bag = Path(shutil.copytree(tmp_path / "honest", tmp_path / "bag"))
        done(bag)
        info = bag / "bag-info.txt"
        if info.exists():
            files = [one for one in (bag / "data").rglob("*") if one.is_file()]
            size = f"{sum(one.stat().st_size for one in files)}.{len(files)}"
            info.write_text(
                re.sub(r"(?m)^Payload-Oxum: .*$", f"Payload-Oxum: {size}", info.read_text())
            )
        made_good(bag)
        asked = [sys.executable, "-m", "bagit", "--validate", str(bag)]
        by_bagit = subprocess.run(asked, capture_output=True, check=False).returncode
        report = verify_taken(take(bag))
        rows.append(row(name, verdict(report, honest), "found" if by_bagit else "–"))
        shutil.rmtree(bag)
    is_as_told("| done to a bag | `verify` | `bagit.py` |", rows, request)


# A repository


def git(*words: str) -> Done:
    who = ("-c", "user.name=Eve", "-c", "user.email=eve@elsewhere.example")
    return lambda room: ask(room, "git", *who, *words)


def an_object_gone(room: Path) -> None:
    ask(room, "git", "gc", "-q")
    (pack,) = (room / ".git" / "objects" / "pack").glob("*.pack")
    pack.rename(room.parent / "pack")
    shutil.rmtree(room / ".git" / "objects" / "pack")
    ask(room, "sh", "-c", "git unpack-objects -q < ../pack")
    blob = ask(room, "git", "rev-parse", "main:rules/206.md").strip()
    (room / ".git" / "objects" / blob[:2] / blob[2:]).unlink()


RULE = "rules/206.md"
GIT: Mapping[str, Done] = {
    "a change put behind the last": git("commit", "--allow-empty", "-qm", "Tea"),
    "`git replace`": git("replace", "main", "main~1"),
    "a branch put in": git("branch", "other", "main~1"),
    "a tag moved": git("tag", "-f", "turn-1", "main~2"),
    "record.json on its branch altered": then(
        git("checkout", "-q", "record"),
        git("commit", "-q", "--amend", "-m", "Tea"),
        git("checkout", "-q", "main"),
    ),
    "the rules of an earlier turn checked out": git("checkout", "-q", "turn-1"),
    "an object missing": an_object_gone,
    "its history cut off (`shallow`)": put(".git/shallow", ""),
    "a file altered where it was checked out": put(RULE),
    "the same, and git told to look away": then(
        git("update-index", "--assume-unchanged", RULE), put(RULE)
    ),
    "a file put in that git is told to ignore": then(
        put(".git/info/exclude", "*.more\n"), put("rules/a.more")
    ),
    "a setting of its own, such as a filter": put(".git/info/attributes", "* filter=x\n"),
    "a work tree elsewhere, at another change": git(
        *("worktree", "add", "-q", "--detach", "../elsewhere", "turn-1")
    ),
    "the bits of a file, and what is only staged": then(
        git("update-index", "--chmod=+x", RULE), lambda room: (room / RULE).chmod(0o755)
    ),
}


def test_what_is_done_to_a_repository(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    pieces = leaving(GAMES["turns_and_amendments"]()).pieces("git")
    write_repository(tmp_path / "honest", pieces)
    honest, rows = verify_taken(take(tmp_path / "honest")), []
    assert honest.proven
    for name, done in GIT.items():
        room = Path(shutil.copytree(tmp_path / "honest", tmp_path / "room", symlinks=True))
        done(room)
        if name.startswith("its history"):
            (room / ".git" / "shallow").write_text(ask(room, "git", "rev-parse", "main~1"))
        asked = ["git", "-C", str(room), "fsck", "--full", "--strict"]
        by_git = subprocess.run(asked, capture_output=True, check=False).returncode
        try:
            found = verdict(verify_taken(take(room)), honest)
        except ValueError:
            found = "refused"
        shutil.rmtree(tmp_path / "elsewhere", ignore_errors=True)
        rows.append(row(name, found, "found" if by_git else "–"))
        shutil.rmtree(room)
    is_as_told("| done to a repository | `verify` | `git fsck` |", rows, request)
