"""What the house refuses, as its source has it: the codes of refusals and phrases, their facts."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

MADE = ("Phrase", "Refusal", "Refused")
NAMED = {"seat": "name", "seats": "names"}  # what is told in place of these


@dataclass(frozen=True, slots=True)
class Site:
    """`code` is empty where it cannot be told from the source."""

    where: str
    made: str
    code: str
    facts: frozenset[str]


def made(node: ast.AST) -> str:
    """Refused, Refusal or Phrase, where the node makes one."""
    called = node.func if isinstance(node, ast.Call) else None
    return called.id if isinstance(called, ast.Name) and called.id in MADE else ""


def codes_of(call: ast.Call) -> list[str]:
    """One, or the two of `a if … else b`; none where what was refused elsewhere is handed on."""
    first = call.args[0] if call.args else None
    choices = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    found = [one.value for one in choices if isinstance(one, ast.Constant)]
    return [one for one in found if isinstance(one, str)]


def sites(modules: dict[str, ast.Module]) -> Iterator[Site]:
    for path, module in modules.items():
        if not path.startswith("nomic_mail/") or path == "nomic_mail/game/course.py":
            continue
        for node in ast.walk(module):
            if not isinstance(node, ast.Call) or not made(node):
                continue
            if ast.unparse(node.args[0]).endswith(".code"):
                continue  # handed on as it was raised
            facts = {one.arg or "**" for one in node.keywords}
            facts |= {NAMED[one] for one in facts & NAMED.keys()}
            for code in codes_of(node) or [""]:
                yield Site(f"{path}:{node.lineno}", made(node), code, frozenset(facts))
