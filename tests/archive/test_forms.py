"""The forms of a record, judged from outside: by bagit.py, by git, and by Python's own readers.

1. The same game gives the same bytes and ids in every form; what is on the shelf's disk is what
   would be in memory.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import bagit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic_mail.archive import pieces, shelf
from nomic_mail.archive.citing import CITED
from nomic_mail.archive.forms import Leaving, forms, in_bag
from nomic_mail.archive.forms.bag import DESCRIBED, PAGES, write_bag
from nomic_mail.archive.json import lay, record_json
from nomic_mail.archive.opening import take
from nomic_mail.archive.pieces import read_pieces
from nomic_mail.archive.repository import write_repository
from nomic_mail.archive.rooms import Folder, packing
from nomic_mail.archive.shelf import Listed
from nomic_mail.archive.verify import verify_taken
from nomic_mail.game.events import (
    Event,
)
from tests.kit.games.finished_games import GAMES, smallest
from tests.kit.recorded import entries_of
from tests.kit.tiers import some


def leaving(events: list[Event]) -> Leaving:
    return Leaving(lay(entries_of(events)), lambda: events, letters=lambda: ())


def ask(folder: Path, *words: str) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def amended() -> list[Event]:
    """Rule 206 is amended, its amendments are amended and repealed, one is bound."""
    return GAMES["turns_and_amendments"]()


# On disk as in memory


@pytest.mark.parametrize("name", some(list(GAMES), 3))
def test_a_shelf_without_memory_gives_the_same_record(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = GAMES[name]()
    near = record_json(entries_of(events))
    text = b"".join(leaving(events).pieces("text"))
    monkeypatch.setattr(shelf, "NEAR", 1)
    assert record_json(entries_of(events)) == near
    assert b"".join(leaving(events).pieces("text")) == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(['"', "\\", "é\u2028"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(st.dictionaries(st.sampled_from(["ledger", "rules", "talk"]), JSON) | JSON, st.booleans())
def test_a_file_read_piece_by_piece_is_the_file(value: object, wide: bool) -> None:
    raw = json.dumps(value, ensure_ascii=wide, indent=2 if wide else None).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "PIECE", 3)
        assert _whole(read_pieces(BytesIO(raw))) == value


def _whole(value: object) -> object:
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    return list(value) if isinstance(value, Listed) else value


@pytest.mark.parametrize(
    "raw",
    [
        *('{"a": 1', '{"a": [1,]}', '{"a": [1 2]}', '{"a": 1} x', '{"a": [1}', "{1: 2}", '{"a" 1}'),
        *('{"ledger": {"a": 1, "a": 2}}', '{"a": [NaN]}', r'{"a": "\ud800"}', '{"a": 1,}', ""),
    ],
)
def test_a_file_that_is_none_is_told(raw: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_pieces(BytesIO(raw.encode()))


# All of them


@pytest.mark.parametrize("name", forms())
def test_each_form_can_be_written_and_twice_alike(name: str, tmp_path: Path) -> None:
    game, form = leaving(smallest()), forms()[name]
    assert (form.pieces is None) != (form.fill is None), "as one file, or into a folder"
    written = []
    for room in (Folder(tmp_path / "once"), Folder(tmp_path / "twice")):
        if form.fill is not None:
            form.fill(game, room)
        else:
            room.write(name, game.pieces(name))
        files = [(one, room.opened(one)) for one in room.names()]
        written.append({one: file.read() for one, file in files})
    assert written[0] == written[1]
    assert any(written[0].values()) or form.of_letters


# The ledger as lines


def test_a_line_is_an_event_chained_to_the_one_before(amended: list[Event]) -> None:
    game = leaving(amended)
    lines = [json.loads(line) for line in b"".join(game.pieces("jsonl")).splitlines()]
    record = json.loads(b"".join(game.pieces("json")))
    assert lines == record["ledger"]["entries"]
    assert len(lines) == len(amended)


# What is made of the forms


def test_the_table_of_the_forms_is_made_of_them(request: pytest.FixtureRequest) -> None:
    """docs/records.md; `--update-docs` writes it anew."""
    file = Path(__file__).resolve().parents[2] / "docs" / "records.md"
    head = "| form | what it is | who reads it | in a bag |\n|---|---|---|---|\n"
    before, found, rest = file.read_text(encoding="utf-8").partition(head)
    _, blank, after = rest.partition("\n\n")
    rows = [
        f"| `{name}` | {form.what} | {form.who} | {f'`{form.in_bag}`' if form.in_bag else ''} |"
        for name, form in forms().items()
    ]
    now = before + head + "\n".join(rows) + blank + after
    if request.config.getoption("--update-docs"):
        file.write_text(now, encoding="utf-8")
    assert found, f"{file} has no table of the forms"
    assert file.read_text(encoding="utf-8") == now, f"pytest {__file__} --update-docs"


def test_a_form_is_one_file_or_a_folder_and_has_a_place_of_its_own() -> None:
    every = forms().values()
    assert all((form.pieces is None) != (form.fill is None) for form in every)
    assert len({form.place for form in every}) == len(every)
    assert len(in_bag()) == sum(bool(form.in_bag) for form in every)


def test_what_a_bag_brings_is_told_in_its_readme(bag: Path) -> None:
    told = (bag / "data" / "README.txt").read_text()
    for at, name in in_bag().items():
        assert f"  {at}" in told and forms()[name].brief in told


# The bag


@pytest.fixture
def bag(amended: list[Event], tmp_path: Path) -> Path:
    write_bag(leaving(amended), Folder(tmp_path / "bag"))
    return tmp_path / "bag"


def test_a_bag_is_one_for_bagit_py(bag: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bagit", "--validate", str(bag)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    found = bagit.Bag(str(bag))
    assert found.is_valid()
    brought = (*in_bag(), *PAGES, *DESCRIBED, *CITED)
    files = {one for one in found.payload_files() if not one.startswith("data/site/")}
    assert files == {f"data/{name}" for name in brought if name[-1] != "/"}
    assert "data/site/index.html" in found.payload_files()
    assert found.info["Title"] == "Game"
    assert found.info["Contributor"] == ["Player 01", "Player 02", "Player 03"]
    (bag / "data" / "record.txt").write_text("Tea.\n")
    assert not bagit.Bag(str(bag)).is_valid()


def test_the_same_game_gives_the_same_bag(amended: list[Event], bag: Path) -> None:
    packed = []
    for _ in range(2):
        out = BytesIO()
        with packing(out, "game") as room:
            write_bag(leaving(amended), room)
        packed.append(out.getvalue())
    assert packed[0] == packed[1]
    with ZipFile(BytesIO(packed[0])) as members:
        for name in Folder(bag).names():
            assert members.read(f"game/{name}") == (bag / name).read_bytes()


def altered(path: Path) -> Iterator[Path]:
    """Each file of a bag (or some), with one byte of it another one; of the site, one page stands
    for all."""
    names = Folder(path).names()
    alike = [one for one in names if "/site/" not in one or one.endswith("index.html")]
    for name in some(alike, 4, check=30):
        raw = (path / name).read_bytes()
        if raw:
            (path / name).write_bytes(raw[:-9] + bytes([raw[-9] ^ 1]) + raw[-8:])
            yield path / name
            (path / name).write_bytes(raw)


def test_each_file_of_a_bag_altered_is_named(bag: Path) -> None:
    assert verify_taken(take(bag)).proven
    for file in altered(bag):
        try:
            report = verify_taken(take(bag))
        except ValueError:
            continue  # it is no JSON any more
        name = file.relative_to(bag).as_posix()
        where = [one.where for one in report.differences]
        if name == "tagmanifest-sha256.txt":  # which file of it is wrong, nobody can tell
            assert where
        else:
            assert any(name in one or one == "digest" for one in where), (name, where)


def made_good(bag: Path) -> list[str]:
    """The sums of a bag, as whoever altered it would leave them; and what is found then."""
    room = Folder(bag)
    for manifest in ("manifest-sha256.txt", "tagmanifest-sha256.txt"):
        payload = manifest[0] == "m"
        files = (one for one in room.names() if (bag / one).is_file())
        names = [one for one in files if one.startswith("data/") is payload]
        sums = {one: sha256((bag / one).read_bytes()).hexdigest() for one in names}
        sums.pop("tagmanifest-sha256.txt", None)
        (bag / manifest).write_text("".join(f"{told}  {name}\n" for name, told in sums.items()))
    return [one.where for one in verify_taken(take(bag)).differences]


def test_a_form_altered_with_the_sums_made_good_is_noticed(bag: Path) -> None:
    for name in ("ledger.jsonl", "record.txt", "rules.fi", "check_record.py", "FORMAT.md"):
        raw = (bag / "data" / name).read_bytes()
        (bag / "data" / name).write_bytes(raw.replace(b"1", b"2"))
        assert made_good(bag) == [name]
        assert bagit.Bag(str(bag)).is_valid()
        (bag / "data" / name).write_bytes(raw)


@pytest.mark.parametrize("name", some(["data/more.txt", "data/site/more.html", "more.txt"], 1))
def test_a_file_that_no_bag_has_is_told_though_it_has_its_sum(bag: Path, name: str) -> None:
    assert made_good(bag) == []
    (bag / name).write_text("More.\n")
    told = made_good(bag)
    assert name.removeprefix("data/") in [one.removeprefix("data/") for one in told]
    assert set(told) <= {name, name.removeprefix("data/"), "bag-info.txt: Payload-Oxum"}


def test_a_form_that_a_bag_lacks_is_told_though_the_sums_are_made_good(bag: Path) -> None:
    for name in ("letters.mbox", "ledger.jsonl", "record.txt", "README.txt", "check_record.py"):
        raw = (bag / "data" / name).read_bytes()
        (bag / "data" / name).unlink()
        assert name in made_good(bag)
        (bag / "data" / name).write_bytes(raw)
    assert made_good(bag) == []


def test_what_a_bag_says_of_itself_is_made_again(bag: Path) -> None:
    raw = (bag / "bag-info.txt").read_text()
    for was, now in (
        ("Title: Game", "Title: Gain"),
        ("Player 01", "Player 09"),
        ("\nDate", "\nDay"),
    ):
        (bag / "bag-info.txt").write_text(raw.replace(was, now, 1))
        told = made_good(bag)
        assert told and all(one.startswith("bag-info.txt") for one in told)
    (bag / "bag-info.txt").write_text(raw)
    assert made_good(bag) == []


def test_what_an_older_version_wrote_is_only_claimed(bag: Path) -> None:
    page = bag / "data" / "README.txt"
    page.write_text(page.read_text().replace("nomic-mail 0", "nomic-mail 7"))
    (bag / "data" / "record.txt").write_text("In older words.\n")
    bagit.Bag(str(bag)).save(manifests=True)
    report = verify_taken(take(bag))
    assert report.differences == []
    assert "record.txt: written by another version of the program, and not compared" in (
        report.claimed
    )


def test_of_a_bag_of_another_version_all_that_is_not_compared_is_named(bag: Path) -> None:
    """Whoever alters one can say that another version wrote it."""
    page = bag / "data" / "README.txt"
    page.write_text(page.read_text().replace("nomic-mail 0", "nomic-mail 7"))
    info = (bag / "bag-info.txt").read_text()
    (bag / "bag-info.txt").write_text(info.replace("Title: Game", "Title: Gain"))
    (bag / "data" / "record.txt").unlink()
    assert made_good(bag) == []
    told = verify_taken(take(bag)).claimed
    assert "bag-info.txt: written by another version of the program, and not compared" in told
    assert "record.txt is not there: this version has it" in told
    (bag / "bag-info.txt").unlink()
    assert made_good(bag) == []
    told = verify_taken(take(bag)).claimed
    assert "bag-info.txt is not there: this version has it" in told


def test_a_game_that_has_only_begun_has_all_forms(tmp_path: Path) -> None:
    begun = smallest()[:2]
    write_bag(leaving(begun), Folder(tmp_path / "bag"))
    assert bagit.Bag(str(tmp_path / "bag")).is_valid()
    assert verify_taken(take(tmp_path / "bag")).proven
    write_repository(tmp_path / "rules", leaving(begun).pieces("git"))
    assert ask(tmp_path / "rules", "git", "fsck", "--strict") == ""


def test_what_is_not_looked_at_beside_a_record_is_named(bag: Path) -> None:
    """As in a site without its site.json, which nothing says is one; or in tables."""
    site = bag / "data" / "site"
    (site / "site.json").unlink()
    (site / "record.json").write_bytes((bag / "data" / "record.json").read_bytes())
    report = verify_taken(take(site))
    assert report.differences == []
    assert any(one.startswith("what stands in book/") for one in report.claimed)
