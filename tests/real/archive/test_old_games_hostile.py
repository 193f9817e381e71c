"""The file of an old game is a stranger's, and so is a record that holds one: whatever stands in
it, it is read or refused in a moment, and nothing of it leads out of where it belongs."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.forms.site import pages_of, write_site
from nomic_mail.archive.json import digest_of, json_pieces, lay
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.told.form import SECTIONS, File, Told
from nomic_mail.archive.told.reading import read
from nomic_mail.archive.told.record import as_data
from nomic_mail.archive.told.telling import tell
from nomic_mail.archive.verify import verify
from nomic_mail.cli import cli
from nomic_mail.config import ConfigError
from tests.kit.games.old_games import CLUB, hostile_old, old
from tests.kit.recorded import entries_of
from tests.kit.sites import leaving_old
from tests.kit.tiers import examples

FEW_SECONDS = 20  # of the processor, on a slow machine: what never ends takes longer

GAME = '[game]\nplayers = ["Ada", "Bob"]\n'
ENTRY = "[[proposals]]\nnumber = 301\n"
BOMBS = {
    "a long file": f'{GAME}about = """{"tea " * 2_500_000}"""',
    "a long text": f'{GAME}about = """{"tea " * 60_000}"""',
    "deep lists": f"{GAME}order = {'[' * 100_000}",
    "deep tables": f"{GAME}scores = {'{ a = ' * 50_000}1{'}' * 50_000}",
    "deep keys": f"{GAME}scores.{'a.' * 500_000}a = 1",
    "a deep head": f"[{'a.' * 500_000}a]",
    "deep keys within": f"{GAME}scores = {{ {'a.' * 500_000}a = 1 }}",
    "deep keys behind a text": f'{GAME}scores = {{ a = """\n""", {"a." * 500_000}a = 1 }}',
    "many proposals": "".join(f"[[proposals]]\nnumber = {n}\n" for n in range(1, 5003)),
    "many players": f"[game]\nplayers = {json.dumps([f'P{n}' for n in range(501)])}",
    "many strangers": f"{GAME}order = {json.dumps([f'P{n}' for n in range(500)])}\n"
    + "".join(
        f"[[proposals]]\nnumber = {n}\nby = 'Cyd {n}'\nfor = {json.dumps(['Dee'] * 400)}\n"
        for n in range(1, 1000)
    ),
    "a long number": f"{GAME}goal = {'9' * 20_000}",
    "a long number, in sixteens": f"{GAME}began = 0x{'f' * 20_000}",
    "a number of rules": f"{GAME}in_force = [0x{'f' * 5_000}]",
    "many quotes": f"{GAME}about = '''{chr(39) * 100_000}",
    "many quotes and strokes": f'{GAME}about = """{chr(92) * 99_999}',
    "many equals": GAME + "=" * 200_000,
    "a bell": f'{GAME}title = "\\u0007"',
    "a line break in a name": '[game]\nplayers = ["Ada\\nBob"]',
    "half a sign": f'{GAME}title = "\\ud800"',
    "the last day": f"{GAME}began = 9999-12-31T23:59:59-12:00",
    "the first day": f"{GAME}began = 0001-01-01T00:00:00+12:00",
    "no number": f"{GAME}goal = nan",
    "a way out": f'{GAME}votes = "../../etc/passwd"',
    "a way to the root": f'{GAME}votes = "/etc/passwd"',
    "a way by its name": '[game]\nname = "../../x"',
    "a stream in a name": '[game]\nname = "x\\ncommit refs/heads/main"',
    "a table for a list": "[proposals]\nnumber = 301",
    "a list for a table": "game = [1, 2]",
    "a list of no tables": "proposals = [1, [2], {}]",
    "a text for a table": 'players = "Ada"\nrules = 3',
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_in_a_moment(name: str) -> None:
    began = process_time()
    with pytest.raises(ConfigError) as mistakes:
        old(BOMBS[name])
    assert process_time() - began < FEW_SECONDS
    assert len(str(mistakes.value)) < 100_000


def test_a_bomb_of_votes_is_refused(tmp_path: Path) -> None:
    game = File("a.toml", f'{GAME}votes = "v.csv"\n{ENTRY}')
    for rows in ('"' * 1_000_000, "1,2,3\n" * 200_000, ",".join("x" * 200_000), "\0", "\r\r\r1"):
        with pytest.raises(ConfigError):
            read([game, File("v.csv", rows)])


def test_a_game_of_the_greatest_size_is_told_in_a_moment() -> None:
    names = [f"Player {n}" for n in range(100)]
    listed = json.dumps(names)
    entry = (
        "[[proposals]]\nnumber = {0}\nturn = {0}\nby = 'Player 1'\ndate = 1994\n"
        "outcome = 'adopted'\n"
        "rule = {1}\ntext = 'Rule {0}.'\npoints = {{ 'Player 1' = 1 }}\ntally = {{ for = 1 }}\n"
    )
    text = f"[game]\nplayers = {listed}\nadoption = 'majority of eligible'\n"
    text += "".join(entry.format(n, n - 1) + f"for = {listed}\n" for n in range(1, 2001))
    said = "[[remarks]]\nproposal = 1\nby = 'Player 2'\ndate = {}\ntext = 'Hm.'\n"
    text += "".join(said.format(1994 + n % 2) for n in range(9000))
    began = process_time()
    telling = tell(old(text))
    assert process_time() - began < 2 * FEW_SECONDS
    assert len(telling.found) == 2000 and len(telling.events) > 21_000  # each tally is wrong


# Whatever is written

WORDS = st.sampled_from(
    ["Ada", "Bob", "x", "", "<b>", "adopted", "amend", "2/3 of cast", "mutable"]
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    WORDS
    | st.integers(-3, 310)
    | st.booleans()
    | st.sampled_from(
        [1994, "1994-03", "1993-11", date(1994, 3, 5), datetime(1995, 1, 1, tzinfo=UTC)]
    )
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)


def _fitting(section: str) -> st.SearchStrategy[dict[str, Any]]:
    """Mostly what a key can be, so that much is told and little refused."""
    names = st.sampled_from(["Ada", "Bob", "Cyd"])
    numbers = st.integers(299, 306)
    fits: Mapping[str, st.SearchStrategy[Any]] = {
        **dict.fromkeys(("number", "rule", "becomes", "proposal"), numbers),
        **dict.fromkeys(("by", "name"), names),
        **dict.fromkeys(("for", "against", "absent", "winners", "order"), st.lists(names)),
        **dict.fromkeys(("date", "proposed", "joined", "left"), st.integers(1993, 1996)),
        **dict.fromkeys(("points", "scores"), st.dictionaries(names, numbers, max_size=2)),
        "question": st.just("Why?"),
        "ruling": st.just("So."),
        "judge": names,
        "kind": st.sampled_from(["enact", "amend", "repeal", "transmute", "other"]),
        "outcome": st.sampled_from(["adopted", "adopted", "defeated", "withdrawn", "unknown"]),
        "adoption": st.sampled_from(["majority of cast", "unanimous of eligible"]),
        "tally": st.dictionaries(st.sampled_from(["for", "against"]), st.integers(0, 3)),
        "status": st.sampled_from(["mutable", "immutable"]),
        "turn": st.integers(1, 4),
        "in_force": st.lists(numbers, max_size=3),
    }
    keys = st.sampled_from([key for key in SECTIONS[section] if key in fits])
    return st.lists(keys, max_size=9, unique=True).flatmap(
        lambda chosen: st.fixed_dictionaries({key: fits[key] for key in chosen})
    )


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, date):
        return value.isoformat()
    return json.dumps(value) if isinstance(value, str | int) else str(value)


def _file(sections: Mapping[str, list[dict[str, Any]]]) -> str:
    told = []
    for name, entries in sections.items():
        for place, entry in enumerate(entries):
            if name == "game" and place:
                continue
            told.append("[game]" if name == "game" else f"[[{name}]]")
            told += [f"{json.dumps(key)} = {_toml(value)}" for key, value in entry.items()]
    return "\n".join(told)


@given(st.text(max_size=200) | st.text(alphabet='[]{}=".,#\n\\a1', max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    _told_or_refused(text)


@given(
    st.fixed_dictionaries(
        {
            name: st.lists(st.dictionaries(st.sampled_from(list(keys)), VALUES), max_size=3)
            for name, keys in SECTIONS.items()
        }
    )
)
def test_any_values_are_read_or_refused(sections: Mapping[str, Any]) -> None:
    _told_or_refused(_file(sections))


def _told_or_refused(text: str) -> Told | None:
    try:
        told = old(text)
    except ConfigError as mistakes:
        assert mistakes.problems
        return None
    tell(told)
    return told


def _mended(sections: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Without what no file can have: so all of them are told."""
    for one in sections["game"]:
        one.pop("name", None)
    turn = 0
    for name, key in (("proposals", "number"), ("rules", "number"), ("now", "number")):
        seen = {one[key]: one for one in sections[name] if key in one}
        sections[name] = list(seen.values())
    sections["players"] = [{"name": name} for name in ("Ada", "Bob", "Cyd")]
    for one in sections["proposals"]:
        turn = one["turn"] = max(turn, one.get("turn", 0)) or 1
        for choice in ("for", "against", "absent"):
            one[choice] = [] if choice != "for" else sorted(set(one.get("for", [])))
        one.setdefault("rule", 299)
        if one.get("kind") in (None, "enact", "other"):
            one["kind"] = "amend"
        one.setdefault("status", "mutable")
    numbers = [one["number"] for one in sections["proposals"] if "number" in one]
    sections["proposals"] = [one for one in sections["proposals"] if "number" in one]
    for one in sections["changes"]:
        one |= {"proposal": numbers[0] if numbers else 0, "kind": "amend", "status": "mutable"}
        one.setdefault("rule", 299)
    for one in (*sections["remarks"], *sections["judgments"]):
        one |= {"proposal": numbers[-1] if numbers else 0, "text": "Hm."}
        one["date"] = one.get("date", 1995)
    for one in sections["judgments"]:
        one.pop("text")
    for name in ("changes", "remarks", "judgments"):
        sections[name] = sections[name] if numbers else []
    return sections


@settings(max_examples=examples(60), deadline=None)
@given(st.fixed_dictionaries({name: st.lists(_fitting(name), max_size=6) for name in SECTIONS}))
def test_whatever_is_told_makes_a_whole_record(sections: dict[str, Any]) -> None:
    """Every form can be written, and the record is what its files make."""
    told = _told_or_refused(_file(_mended(sections)))
    assert told is not None
    game = leaving_old(told)
    data = json.loads(b"".join(json_pieces(game.laid)))
    report = verify(data)
    assert report.differences == [] and report.told
    assert report.disagreements == tell(told).found
    for form in ("jsonl", "text", "git"):
        assert b"".join(game.pieces(form))
    assert sum(1 for _, pieces in pages_of(game) if b"".join(pieces)) > 10


# Records that hold one


@pytest.mark.parametrize(
    "told",
    [
        *(None, 1, "x", [], {}, {"files": []}, {"files": None}, {"files": [1]}),
        *({"files": [{}]}, {"files": [{"name": "x", "text": 5}]}, {"files": [{"text": ""}]}),
        {"note": "", "files": [{"name": "x", "text": "[" * 100_000}]},
        {"note": "", "files": [{"name": "a.toml", "text": CLUB}] * 3},
    ],
)
def test_no_record_stops_its_check(told: Any) -> None:
    game = leaving_old(old(CLUB))
    data = json.loads(b"".join(json_pieces(game.laid)))
    data["told"] = told
    data["digest"] = digest_of(data)
    report = verify(data)
    assert not report.proven


def test_a_record_with_a_way_out_in_its_name_is_not_written(tmp_path: Path) -> None:
    events = list(tell(old(CLUB)).events)
    for name in ("../../x", "x\ncommit refs/heads/main", ""):
        first = replace(events[0], name=name)
        laid = lay(entries_of([first, *events[1:]]), as_data(old(CLUB)))
        (tmp_path / "r.json").write_bytes(b"".join(json_pieces(laid)))
        for form in ("bag", "git"):
            words = ["record", "export", str(tmp_path / "r.json"), str(tmp_path / "out.zip")]
            words = words if form == "bag" else [*words[:3], str(tmp_path / "out")]
            done = CliRunner().invoke(cli, [*words, "--format", form])
            assert done.exit_code == 1 and "no name of a game" in done.output
        assert not (tmp_path / "out").exists() and not (tmp_path / "out.zip").exists()


def test_nothing_of_a_hostile_game_steers_git_or_the_terminal(tmp_path: Path) -> None:
    told = hostile_old()
    game = leaving_old(told)
    (tmp_path / "r.json").write_bytes(b"".join(json_pieces(game.laid)))
    out = tmp_path / "git"
    words = ["record", "export", str(tmp_path / "r.json"), str(out), "--format", "git"]
    assert CliRunner().invoke(cli, words).exit_code == 0
    files = {one.relative_to(out).as_posix() for one in out.rglob("*.md")}
    assert files == {"README.md", "RULES.md", *(f"rules/{201 + n}.md" for n in range(6))}
    for command in (["verify"], ["record", "show"]):
        shown = CliRunner().invoke(cli, [*command, str(tmp_path / "r.json")]).output
        assert all(sign.isprintable() or sign in "\n\t" for sign in shown)


def test_a_site_of_a_hostile_game_has_the_files_of_any(tmp_path: Path) -> None:
    write_site(leaving_old(hostile_old()), Folder(tmp_path))
    names = {one.relative_to(tmp_path).parts[0] for one in tmp_path.rglob("*")}
    made = Leaving(leaving_old(old(CLUB)).laid, lambda: tell(old(CLUB)).events)
    assert names == {name.partition("/")[0] for name, pieces in pages_of(made) if list(pieces)}
