"""What a person can set, write or vote on is written down where they look for it.

1. Each key of the configuration stands in config.example.toml, in its table, if only as a comment.
2. Each kind of clause stands in docs/clauses.md as `kind`.
3. Each row of docs/faults.md names tests, and they exist.
4. Each word of the command language stands in docs/commands.md, in capitals; and one that is more
   than a question in docs/threats.md.
5. Each ruleset that comes with the server has its row in docs/rulesets.md.
6. The pages name rooms and files that are there, and docs/where.md tests.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec.inspect
import pytest

TABLE = re.compile(r"^#?\s?\[\[?([\w.-]+)\]\]?\s*(#.*)?$")
KEY = re.compile(r"^#?\s?([\w.-]+)\s*=")


def keys_of(kind: msgspec.inspect.Type, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of each value a person can set; `*` stands for a table's own choice of name."""
    match kind:
        case msgspec.inspect.StructType():
            for field in kind.fields:
                yield from keys_of(field.type, (*at, field.encode_name))
        case msgspec.inspect.DictType():
            yield from keys_of(kind.value_type, (*at, "*"))
        case msgspec.inspect.ListType() | msgspec.inspect.VarTupleType():
            yield from keys_of(kind.item_type, at)
        case msgspec.inspect.UnionType():
            for one in kind.types:
                yield from keys_of(one, at)
        case _:
            yield at[:-1] if at[-1] == "*" else at


def keys_written(example: str) -> set[tuple[str, ...]]:
    table: tuple[str, ...] = ()
    found = set()
    for line in example.splitlines():
        if head := TABLE.match(line):
            table = tuple(head[1].split("."))
        elif key := KEY.match(line):
            found.add((*table, *key[1].split(".")))
    return found


def stands(wanted: tuple[str, ...], written: set[tuple[str, ...]]) -> bool:
    """Whether a key is there; any name will do for a `*`, and a table stands by what is in it."""
    return any(
        len(path) >= len(wanted)
        and all(want in ("*", have) for want, have in zip(wanted, path, strict=False))
        for path in written
    )


def test_each_config_key_stands_in_the_example(root: Path) -> None:
    sections = import_module("nomic_mail.config").SECTIONS
    written = keys_written((root / "config.example.toml").read_text(encoding="utf-8"))
    assert sections
    missing = [
        ".".join(key)
        for section, kind in sections.items()
        for key in keys_of(msgspec.inspect.type_info(kind), (section,))
        if not stands(key, written)
    ]
    assert not missing, f"not in config.example.toml: {missing}"


def test_each_clause_kind_stands_in_its_page(root: Path) -> None:
    kinds = import_module("nomic_mail.game.clauses").KINDS
    page = (root / "docs/clauses.md").read_text(encoding="utf-8")
    assert kinds
    missing = [kind for kind in kinds if f"`{kind}`" not in page]
    assert not missing, f"not in docs/clauses.md: {missing}"


def test_each_ruleset_has_a_row_in_its_page(root: Path) -> None:
    page = (root / "docs/rulesets.md").read_text(encoding="utf-8")
    names = import_module("nomic_mail.rulesets").names()
    missing = [name for name in names if f"\n| `{name}`" not in page.partition("## ")[0]]
    assert not missing, f"docs/rulesets.md, whose first table is written by hand, lacks {missing}"


# Which section of docs/commands.md a word belongs in that has a row in this table of HELP.
SECTIONS = {
    "voting": "Voting",
    "turn": "In your turn",
    "proposing": "In your turn",
    "chair": "In the chair",
    "judgment": "Judgment",
    "judging": "Judgment",
    "any time": "At any time",
    "address": "At any time",
    "records": "The record",
    "moderating": "For the moderator",
    "discretion": "For the moderator",
}


def test_each_word_stands_in_its_page(root: Path, request: pytest.FixtureRequest) -> None:
    """`--update-docs` writes a new row as HELP has it; more is said by hand."""
    language = import_module("nomic_mail.letters.grammar.language")
    file = root / "docs/commands.md"
    page = file.read_text(encoding="utf-8")
    unknown = sorted(language.tables().keys() - SECTIONS.keys())
    assert not unknown, f"HELP has no such table, or SECTIONS no section for it: {unknown}"
    missing = [word for word in language.words() if not named(word, page)]
    written = [row.written for rows in language.tables().values() for row in rows]
    rowless = [word for word in missing if not any(named(word, one) for one in written)]
    assert not rowless, f"no Row tells of {rowless}: write one beside its word(...)"
    if missing and request.config.getoption("--update-docs"):
        for table, rows in language.tables().items():
            for row in rows:
                if any(named(word, row.written) for word in missing):
                    page = with_row(page, SECTIONS[table], f"| `{row.written}` | {row.does} |")
        file.write_text(page, encoding="utf-8")
    told = f"not in docs/commands.md: {missing}; pytest {__file__} --update-docs"
    assert all(named(word, page) for word in missing), told


def test_of_each_word_it_is_said_what_it_may(root: Path) -> None:
    """In docs/threats.md, once: what no other word may, whoever adds one has to write there."""
    language = import_module("nomic_mail.letters.grammar.language")
    page = (root / "docs/threats.md").read_text(encoding="utf-8")
    part = page.partition("## What a word may\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| .+? \| (`.+?) \|", part, re.MULTILINE)
    told = [word for cell in cells for word in re.findall(r"`(.+?)`", cell)]
    rows = {row.written.split()[0].strip(",.:") for row in language.ROWS}
    begun = {word.split()[0] for word in language.words()} | {row for row in rows if row.isupper()}
    missing = begun - {topic.upper() for topic in language.questions()} - set(told)
    assert not missing, f"not in docs/threats.md, What a word may: {missing}"
    assert len(told) == len(set(told))
    assert set(told) <= begun


def named(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def with_row(page: str, section: str, row: str) -> str:
    """Below the last row of the first table of its section, where it is not there yet."""
    lines = page.split("\n")
    if row in lines:
        return page
    at = next(n for n, line in enumerate(lines) if line.startswith(f"## {section}"))
    first = next(n for n in range(at, len(lines)) if lines[n].startswith("|"))
    end = next(n for n in range(first, len(lines)) if not lines[n].startswith("|"))
    return "\n".join([*lines[:end], row, *lines[end:]])


def test_where_a_thing_goes_names_what_is_there(root: Path) -> None:
    page = (root / "docs/where.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) > 20
    assert not named - names_of_tests(root), f"no such test: {sorted(named - names_of_tests(root))}"


def test_the_pages_name_rooms_and_files_that_are_there(root: Path) -> None:
    """By their whole paths, or by those within the house; `<name>`, `its_name` and `OCCASION` are
    nobody's, and what is made (`build`) comes and goes."""
    house, others = root / "nomic_mail", {"mail", "build", "dist"}
    rooms = {one.name for at in (root, house) for one in at.iterdir() if one.is_dir()} - others
    named = [
        (page.name, re.split("<|its_name|OCCASION", path)[0].rstrip("/"))
        for page in (*root.glob("docs/*.md"), root / "README.md")
        for path in re.findall(r"`([\w.-]+/[\w./<>-]+)`", page.read_text(encoding="utf-8"))
        if path.partition("/")[0] in rooms
    ]
    assert len(named) > 40
    gone = [
        f"{page}: {path}"
        for page, path in named
        if not any([*at.glob(f"{path}*")] for at in (root, house))
    ]
    assert not gone, "no such room or file:\n" + "\n".join(gone)


def names_of_tests(root: Path) -> set[str]:
    written = (file.read_text(encoding="utf-8") for file in root.glob("tests/**/test_*.py"))
    return set(re.findall(r"^def (test_\w+)\(", "\n".join(written), re.MULTILINE))


def test_each_fault_is_held_by_tests_that_exist(root: Path) -> None:
    """docs/faults.md says what happens in each case; the tests it names are the reason to think
    so."""
    there = names_of_tests(root)
    lines = (root / "docs" / "faults.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| Fault ")]
    assert len(rows) > 30
    bare = [row for row in rows if not re.search(r"`test_\w+`", row.rpartition(" | ")[2])]
    assert not bare, f"no test holds: {bare}"
    named = {name for row in rows for name in re.findall(r"`(test_\w+)`", row)}
    assert not named - there, f"named, and nowhere to be found: {sorted(named - there)}"
