"""Imports run one way, the core is pure, and each third-party package has its doors.

1. `.importlinter` holds the layers and the purity of the core, chains of imports included.
2. `DOORS` names the only rooms that may import a package; a package not in it has no door at all.
3. What things are made of (`MATTER`) is no package in this sense: it knows and does nothing.
"""

import ast
import configparser
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parents[2]

DOORS = {
    "aiosmtpd": ("wire.listener",),
    "alembic": ("store",),
    "apscheduler": ("daemon",),
    "authres": ("letters.proof.results",),
    "click": ("cli",),
    "confusable_homoglyphs": ("letters.proof.lookalikes",),
    "css_inline": ("post.render",),
    "dkim": ("letters.proof.dkim",),
    "dns": ("letters.proof.names",),
    "flufl": ("letters.screen.dsn",),
    "icalendar": ("post.calendar",),
    "imapclient": ("wire.imap",),
    "jinja2": ("post.render", "archive.site"),
    "pydantic_monty": ("sandbox",),
    "lxml": ("letters.mime.html",),
    "msgspec": ("config", "written", "archive.json"),
    "publicsuffixlist": ("letters.proof.domains",),
    "rich": ("cli",),
    "sqlalchemy": ("store",),
}


MATTER = {"msgspec": {"Struct", "field"}, "msgspec.structs": {"asdict", "replace"}}


def contracts() -> list[str]:
    written = configparser.ConfigParser()
    written.read(ROOT / ".importlinter", encoding="utf-8")
    heads = [head.split(":") for head in written.sections()]
    return [head[2] for head in heads if head[:2] == ["importlinter", "contract"]]


def imported(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Each outside package a module imports anywhere, also inside a function, with its line."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            if {alias.name for alias in node.names} <= MATTER.get(node.module, set()):
                continue
            yield node.lineno, node.module.split(".")[0]


def room(path: str) -> str:
    """'nomic_mail/post/render.py' is the room 'post.render'; a package is named by its folder."""
    return (
        path.removeprefix("nomic_mail/")
        .removesuffix(".py")
        .replace("/", ".")
        .removesuffix(".__init__")
    )


def stands_in(room: str, door: str) -> bool:
    return room == door or room.startswith(door + ".")


@pytest.mark.parametrize("contract", contracts())
def test_the_contract_of_imports_is_kept(
    contract: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    # it would silence every logger there is, and tests of what is logged would hear nothing
    monkeypatch.setattr("logging.config.dictConfig", lambda config: None)
    status = lint_imports(str(ROOT / ".importlinter"), (contract,), no_cache=True)
    report = capsys.readouterr().out
    assert status == 0, report


def test_each_third_party_package_comes_in_by_its_door(modules: dict[str, ast.Module]) -> None:
    ours = {"nomic_mail", *sys.stdlib_module_names}
    wrong = [
        f"{path}:{line}: {package} has its door in {' and '.join(doors) or 'no room'}"
        for path, module in modules.items()
        if path.startswith("nomic_mail/")
        for line, package in imported(module)
        if package not in ours
        for doors in [DOORS.get(package, ())]
        if not any(stands_in(room(path), door) for door in doors)
    ]
    assert not wrong, "\n".join(wrong)


def test_each_door_is_used(modules: dict[str, ast.Module]) -> None:
    comes_in = {
        (package, room(path))
        for path, module in modules.items()
        if path.startswith("nomic_mail/")
        for _, package in imported(module)
    }
    idle = [
        f"{package}: {door}"
        for package, doors in DOORS.items()
        for door in doors
        if not any(what == package and stands_in(at, door) for what, at in comes_in)
    ]
    assert not idle, f"nothing comes in there any more: {idle}"


def test_the_core_is_closed_to_each_third_party_package() -> None:
    written = configparser.ConfigParser()
    written.read(ROOT / ".importlinter", encoding="utf-8")
    core = written["importlinter:contract:pure-core"]
    open_to = sorted(set(DOORS) - set(core["forbidden_modules"].split()) - MATTER.keys())
    assert not open_to, f"forbidden_modules of pure-core in .importlinter lacks {open_to}"
    rooms = [one.removeprefix("nomic_mail.") for one in core["source_modules"].split()]
    doors = [f"{door}." for one in MATTER.keys() & DOORS.keys() for door in DOORS[one]]
    assert not [one for one in doors if one.startswith(tuple(f"{room}." for room in rooms))]
