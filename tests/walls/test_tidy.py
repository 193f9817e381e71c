"""Functions fit a screen, files a sitting, and nothing is left lying about.

1. A function has at most 60 lines and a file at most 600, docstrings counted.
2. Every folder of code is a package, and every file opens by saying what it is for.
3. Names are the game's nouns, and a public class has one that no other has; unfinished work is not
   marked in the code, it is finished.
4. Only the command line prints, and only the clock reads the time. Only `composed` asks for a form
   of Unicode's, whose time grows with the text.
5. No file we keep speaks of one machine's folders or of where packages are fetched from.
6. Every test stands in a room, which says its tier; the day's tests need no program from outside.
7. What a module defines is used by the program; what only tests use stands with them.
"""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import outside

FUNCTION_LINES = 60
FILE_LINES = 600
VAGUE_NAME = re.compile(r"(Manager|Service|Helper|Util)s?$")
UNFINISHED = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X)\b")
TIME_READ = re.compile(
    r"\b(datetime\.(now|utcnow|today)|date\.today|time\.(time|monotonic)(_ns)?)$"
)
ONE_MACHINE = re.compile(r"(?<![\w.])/(work|farm)/|bash[_]jobs|index[-_]url", re.IGNORECASE)

Modules = dict[str, ast.Module]


def test_files_fit_a_sitting(modules: Modules, root: Path) -> None:
    lines = {
        path: len((root / path).read_text(encoding="utf-8").split("\n")) - 1 for path in modules
    }
    wrong = [f"{path}: {count} lines" for path, count in lines.items() if count > FILE_LINES]
    assert not wrong, f"a file has at most {FILE_LINES} lines\n" + "\n".join(wrong)


def test_functions_fit_a_screen(modules: Modules) -> None:
    wrong = [
        f"{path}:{node.lineno}: {node.name} has {lines} lines"
        for path, module in modules.items()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES
    ]
    assert not wrong, f"a function has at most {FUNCTION_LINES} lines\n" + "\n".join(wrong)


def test_a_class_has_a_name_of_its_own(modules: Modules) -> None:
    homes = defaultdict[str, list[str]](list)
    for path, module in modules.items():
        if path.startswith("nomic_mail/"):
            for node in module.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes[node.name].append(path)
    twice = [f"{name}: {' and '.join(paths)}" for name, paths in homes.items() if len(paths) > 1]
    assert not twice, "one name, two classes: call one of them otherwise\n" + "\n".join(twice)


def test_things_are_structs(modules: Modules) -> None:
    """What writes and reads them asks Structs for their fields, and would pass over a dataclass; a
    Phrase, made of any facts by name, is told apart."""
    other = {
        path
        for path, module in modules.items()
        if path.startswith("nomic_mail/")
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
    }
    assert other == {"nomic_mail/game/phrase.py", "nomic_mail/game/course.py"}


def test_what_a_module_defines_is_used(modules: Modules) -> None:
    """Whoever is found by a decorator is named by none; a name within its own lines does not count,
    and one that stands in a string may be a type's."""
    house = {path: module for path, module in modules.items() if path.startswith("nomic_mail/")}
    used = defaultdict[str, set[tuple[str, int]]](set)
    for path, module in house.items():
        for node in ast.walk(module):
            for name in _named(node):
                used[name].add((path, node.lineno))  # type: ignore[attr-defined]
    idle = [
        f"{path}:{first}: {name}"
        for path, module in house.items()
        for name, first, last in _defined(module)
        if not any(at != path or not first <= line <= last for at, line in used[name])
    ]
    assert not idle, "nothing in the house uses it: take it away\n" + "\n".join(idle)


def _named(node: ast.AST) -> list[str]:
    match node:
        case ast.Name(ctx=ast.Load()):
            return [node.id]
        case ast.Attribute():
            return [node.attr]
        case ast.Constant(value=str() as text) if re.fullmatch(r"[\w.\[\]|, ]{1,80}", text):
            return re.findall(r"\w+", text)
    return []


def _defined(module: ast.Module) -> Iterator[tuple[str, int, int]]:
    for node in module.body:
        names = []
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                found = node.decorator_list if isinstance(node, ast.FunctionDef) else []
                plain = {"cache", "lru_cache", "contextmanager"}
                if all({*_named(one), *_named(getattr(one, "func", one))} & plain for one in found):
                    names = [node.name]
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [one.id for one in targets if isinstance(one, ast.Name)]
        for name in names:
            if not name.startswith("__"):
                yield name, node.lineno, node.end_lineno or node.lineno


def test_every_folder_of_code_is_a_package(modules: Modules) -> None:
    folders = {path.rpartition("/")[0] for path in modules if path.startswith("nomic_mail/")}
    bare = sorted(folder for folder in folders if f"{folder}/__init__.py" not in modules)
    assert not bare, f"without an __init__.py the contract of imports does not see: {bare}"


def test_every_file_opens_by_saying_what_it_is_for(modules: Modules) -> None:
    silent = [path for path, module in modules.items() if not ast.get_docstring(module)]
    assert not silent, f"no docstring: {silent}"


def test_nothing_is_left_unfinished(modules: Modules, root: Path) -> None:
    wrong = [
        f"{path}:{number}: {found[0]}"
        for path in modules
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1)
        if (found := UNFINISHED.search(line))
    ]
    assert not wrong, "\n".join(wrong)


def test_classes_are_named_for_what_they_are(modules: Modules) -> None:
    wrong = [
        f"{path}:{node.lineno}: class {node.name}"
        for path, module in modules.items()
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef) and VAGUE_NAME.search(node.name)
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_command_line_prints(modules: Modules) -> None:
    wrong = [
        f"{path}:{node.lineno}: print("
        for path, module in modules.items()
        if path.startswith("nomic_mail/") and not path.startswith("nomic_mail/cli/")
        for node in ast.walk(module)
        if isinstance(node, ast.Name) and node.id == "print"
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_clock_reads_the_time(modules: Modules) -> None:
    wrong = [
        f"{path}:{line}: {name}: take a Clock"
        for path, module in modules.items()
        if path.startswith("nomic_mail/") and path != "nomic_mail/clock.py"
        for line, name in names_used(module)
        if TIME_READ.search(name)
    ]
    assert not wrong, "\n".join(wrong)


def test_only_one_place_composes_letters(modules: Modules) -> None:
    wrong = [
        f"{path}:{line}: {name}"
        for path, module in modules.items()
        if path.startswith("nomic_mail/") and path != "nomic_mail/composed.py"
        for line, name in names_used(module)
        if name in ("unicodedata.normalize", "unicodedata.is_normalized")
    ]
    assert not wrong, (
        "composed(form, text) does it in no more time than the text has\n" + "\n".join(wrong)
    )


def names_used(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Dotted names as written, and what `from x import y` brings in, as x.y."""
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def test_no_kept_file_speaks_of_one_machine(root: Path) -> None:
    wrong = [
        f"{path}:{number}: {found[0]}"
        for path in kept_files(root)
        for number, line in enumerate((root / path).read_text("utf-8", "replace").splitlines(), 1)
        if (found := ONE_MACHINE.search(line))
    ]
    assert not wrong, "\n".join(wrong)


def kept_files(root: Path) -> list[str]:
    """What git keeps or is about to; in an unpacked archive, which has no git, what is ours."""
    ask = ("git", "-c", f"safe.directory={root}", "ls-files", "-z", "-co", "--exclude-standard")
    if (root / ".git").exists():
        names = subprocess.run(ask, cwd=root, capture_output=True, text=True, check=True).stdout
        found = [name for name in names.split("\0") if name]
    else:
        code = ("nomic_mail", "tests", "bench", "templates", "migrations")
        rooms = (*code, "docs", "packaging", ".ci")
        ours = [*root.glob("*"), *(file for room in rooms for file in (root / room).rglob("*"))]
        found = [str(file.relative_to(root)) for file in ours if "__pycache__" not in file.parts]
    return [name for name in found if (root / name).is_file()]


def test_every_test_stands_in_a_room_and_so_in_a_tier(root: Path) -> None:
    """Rooms are those of the house, and these; `real` and `soak` hold rooms of the same names."""
    house = {one.stem for one in (root / "nomic_mail").iterdir() if not one.name.startswith("_")}
    rooms = house | {"attacks", "docs", "games", "walls"}
    wrong = []
    for file in (root / "tests").rglob("test_*.py"):
        room, *below = file.relative_to(root / "tests").parts
        if room in ("real", "soak"):
            room, *below = below
        if room not in rooms or len(below) != 1:
            wrong.append(f"{file.relative_to(root)}: it stands in no room of tests/, or too deep")
    assert not wrong, "\n".join(wrong)


def test_no_test_of_the_day_reaches_into_those_of_later(modules: Modules) -> None:
    """What a day's test starts is looked at as it runs (`tests.kit.outside`)."""
    wrong = [
        f"{path}:{line}: {name}"
        for path, module in modules.items()
        if path.startswith("tests/") and not {"real", "soak"} & set(path.split("/"))
        for line, name in names_used(module)
        if re.match(r"tests\.(real|soak)\b", name)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_program_from_outside_cannot_be_started_by_day() -> None:
    with outside.refused(), pytest.raises(outside.StartsAProgram, match="belongs in tests/real"):
        subprocess.run(["true"], check=True)
    with outside.refused():
        subprocess.run(["git", "--version"], check=True, capture_output=True)
