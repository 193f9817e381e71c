"""Every pattern of the reading rooms: those with a name, those in tables, those written in place.

1. `all_patterns` walks the source of each room for calls of `re`; what they are given is evaluated
   among the names of the room. What only a function knows stands in MADE_INSIDE, by hand: a new one
   that stands nowhere is an error, so that none can be forgotten.
2. A pattern of bytes is counted as the same pattern of characters.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import nomic_mail.letters
from nomic_mail.letters.proof import token
from nomic_mail.patterns import later

FOLDER = Path(nomic_mail.letters.__file__ or "").parent
FILES = sorted(path for path in FOLDER.rglob("*.py") if path.stem != "__init__")
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in FILES)
SOUGHT = frozenset(re.findall(r"\b(\w+)\.(?:search|finditer|findall|sub|split)\b", SOURCE))
SEEKS = frozenset(("search", "sub", "subn", "split", "findall", "finditer"))
TRIES = frozenset(("match", "fullmatch"))
ALONE = SEEKS | TRIES | {"compile"}
# What is given to `re` by a function's own names: as the source has it, and what it comes to.
MADE_INSIDE: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("ballots", "preposition"): (r"\s*:\s*\S", r"\s*[:(\[/]"),
    ("forms", "f'(?:{pattern})[\\\\s.!?]*$'"): (),  # each of them is kept in FORMS
    ("hints", "f'\\\\b(?:{words})\\\\b'"): (),  # each of them is kept in _ASKED
    ("token", "pattern"): (token._reply_addresses("nomic@example.net", "+").pattern,),
}

Found = tuple[re.Pattern[str], bool]
LATER = type(later(""))  # compiled as it is first used


def patterns_in(value: Any) -> Iterator[re.Pattern[Any]]:
    """Patterns kept in a name, be they in a table."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, LATER):
        yield re.compile(value.pattern, value.flags)
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from patterns_in(one)
    elif isinstance(value, dict):
        yield from patterns_in((*value.keys(), *value.values()))
    elif isinstance(getattr(value, "pattern", None), re.Pattern):
        yield value.pattern


def all_patterns() -> dict[str, Found]:
    """Each pattern with whether it is searched for, or only tried at the beginning."""
    found: dict[str, Found] = {}
    for file in FILES:
        inside = ".".join(file.relative_to(FOLDER).with_suffix("").parts)
        module = import_module(f"nomic_mail.letters.{inside}")
        for name, pattern, sought in (*_named(module), *_in_place(module, file)):
            plain = _of_characters(pattern)
            same = [known for known in found.values() if known[0] == plain]
            if not any(seen or not sought for _, seen in same):
                found[f"{file.stem}.{name}"] = (plain, sought)
    return found


def _named(module: ModuleType) -> Iterator[tuple[str, re.Pattern[Any], bool]]:
    for name, value in vars(module).items():
        for at, pattern in enumerate(patterns_in(value)):
            yield name + (f"[{at}]" if at else ""), pattern, name in SOUGHT


def _in_place(module: ModuleType, file: Path) -> Iterator[tuple[str, re.Pattern[Any], bool]]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    named = {id(node.value) for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in named and (how := _called(node)):
            for at, pattern in enumerate(_given(node, how, module, file.stem)):
                yield f"line {node.lineno}" + (f"[{at}]" if at else ""), pattern, how not in TRIES


def _called(node: ast.Call) -> str:
    what = node.func
    ours = isinstance(what, ast.Attribute) and isinstance(what.value, ast.Name)
    if ours and what.value.id == "re" and what.attr in ALONE:  # type: ignore[attr-defined]
        return str(what.attr)  # type: ignore[attr-defined]
    return ""


def _given(node: ast.Call, how: str, module: ModuleType, room: str) -> list[re.Pattern[Any]]:
    source = ast.unparse(node.args[0])
    flags = re.RegexFlag(0)
    place = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(how, 2)
    told = [one.value for one in node.keywords if one.arg == "flags"] + node.args[place:]
    for one in told[:1]:
        flags = eval(ast.unparse(one), vars(module))
    if (room, source) in MADE_INSIDE:
        return [re.compile(one, flags) for one in MADE_INSIDE[room, source]]
    try:
        return [re.compile(eval(source, vars(module)), flags)]
    except NameError as unknown:
        told_by = f"{room}.py, line {node.lineno}: re.{how}({source}, …)"
        raise LookupError(f"{told_by}: {unknown}; say in MADE_INSIDE what it is") from None


def _of_characters(pattern: re.Pattern[Any]) -> re.Pattern[str]:
    if isinstance(pattern.pattern, str):
        return pattern
    return re.compile(pattern.pattern.decode("latin-1"), pattern.flags & (re.I | re.M | re.S))
