"""Every mutant of a file: where, what it was, what it becomes."""

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
COMPARED = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
RECKONED = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """`start` and `end` are bytes of the file; `before` and `after` the lines they stand in."""

    file: str
    function: str
    line: int
    kind: str
    start: int
    end: int
    put: str
    before: str
    after: str
    nth: int = 0

    @property
    def code(self) -> tuple[str, str, str, str]:
        return self.file, self.function, self.before, self.after

    def source(self) -> bytes:
        text = (ROOT / self.file).read_bytes()
        return text[: self.start] + self.put.encode() + text[self.end :]

    def rank(self, seed: int) -> str:
        told = repr((seed, *self.code, self.nth))
        return hashlib.sha256(told.encode()).hexdigest()

    def shown(self) -> str:
        lines = [f"- {line}" for line in self.before.splitlines()]
        lines += [f"+ {line}" for line in self.after.splitlines()]
        return "\n".join((f"{self.file}:{self.line} {self.function}", *lines))


def sample(mutants: Iterable[Mutant], seed: int, count: int) -> list[Mutant]:
    """The first so many by their rank that are Python at all."""
    found = list[Mutant]()
    for mutant in sorted(mutants, key=lambda m: m.rank(seed)):
        if len(found) == count:
            break
        try:
            ast.parse(mutant.source())
        except SyntaxError:
            continue
        found.append(mutant)
    return found


def of(files: Iterable[Path]) -> list[Mutant]:
    found = list[Mutant]()
    for file in files:
        nth: Counter[tuple[str, str, str, str]] = Counter()
        for mutant in _File(file).mutants():
            found.append(replace(mutant, nth=nth[mutant.code]))
            nth[mutant.code] += 1
    return found


class _File:
    def __init__(self, file: Path) -> None:
        self.name = str(file.relative_to(ROOT))
        self.text = file.read_bytes()
        self.tree = ast.parse(self.text)
        self.lines = self.text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        for node, function in self._walk(self.tree, ""):
            for start, end, put, kind in self._changes(node, function):
                yield self._made(start, end, put, kind, function)

    def _walk(self, node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
        """Everything that may be changed, with the function it stands in."""
        if isinstance(node, ast.JoinedStr | ast.Assert):
            return
        yield node, function
        if isinstance(node, ast.Raise):
            return
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list"):
                continue
            if field == "keywords" and isinstance(node, ast.ClassDef):
                continue  # frozen, kw_only: what elsewhere a decorator says
            if isinstance(node, ast.keyword) and node.arg == "strict":
                continue  # zip(strict=…) says what is known; it changes nothing
            if isinstance(node, ast.keyword) and node.arg == "place" and _a_number(node.value):
                continue  # it says which comes before which; one more is the same order
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST):
                    continue
                inner = function
                if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    inner = f"{function}.{child.name}".lstrip(".")
                yield from self._walk(child, inner)

    def _changes(self, node: ast.AST, function: str) -> Iterator[tuple[int, int, str, str]]:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
                yield from self._between(left, right, *COMPARED[type(op)], "comparison")
        elif isinstance(node, ast.BoolOp):
            was, put = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self._between(left, right, was, put, "boolean")
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self._at(node)[0], self._at(node.operand)[0], "", "boolean"
        elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED and _numbers(node, function):
            was, put = RECKONED[type(node.op)]
            yield from self._between(node.left, node.right, re.escape(was), put, "arithmetic")
        elif isinstance(node, ast.AugAssign) and type(node.op) in RECKONED:
            was, put = RECKONED[type(node.op)]
            yield from self._between(
                node.target, node.value, re.escape(was + "="), put + "=", "arithmetic"
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield *self._at(node), str(not node.value), "boolean"
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            yield *self._at(node), str(node.value + 1), "number"
        elif isinstance(node, ast.Return) and not (
            node.value is None or isinstance(node.value, ast.Constant)
        ):
            yield *self._at(node.value), "None", "return"
        if function and isinstance(node, ast.stmt):
            yield from self._removed(node)

    def _removed(self, node: ast.stmt) -> Iterator[tuple[int, int, str, str]]:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        goes = (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)
        bare = isinstance(node, ast.Return) and node.value is None
        if (isinstance(node, goes) and not docstring) or bare:
            start, end = self._at(node)
            lost = self.text[start:end].count(b"\n")
            yield start, end, "pass" + "\n" * lost, "removed"

    def _at(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def _between(
        self, left: ast.expr, right: ast.expr, was: str, put: str, kind: str
    ) -> Iterator[tuple[int, int, str, str]]:
        start, end = self._at(left)[1], self._at(right)[0]
        if found := re.search(was.encode(), self.text[start:end]):
            yield start + found.start(), start + found.end(), put, kind

    def _made(self, start: int, end: int, put: str, kind: str, function: str) -> Mutant:
        line = self.text.count(b"\n", 0, start) + 1
        last = self.text.count(b"\n", 0, end) + 1
        before = b"".join(self.lines[line - 1 : last])
        begin = self.starts[line - 1]
        after = before[: start - begin] + put.encode() + before[end - begin :]
        return Mutant(
            self.name, function, line, kind, start, end, put, _plain(before), _plain(after)
        )


def _a_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _numbers(node: ast.BinOp, function: str) -> bool:
    """Texts put together and types put side by side are no sums."""
    for side in (node.left, node.right):
        if isinstance(side, ast.JoinedStr):
            return False
        if isinstance(side, ast.Constant) and isinstance(side.value, str | bytes):
            return False
        name = side.attr if isinstance(side, ast.Attribute) else getattr(side, "id", "")
        if isinstance(node.op, ast.BitOr) and (not function or str(name)[:1].isupper()):
            return False
    return True


def _plain(text: bytes) -> str:
    """Lines without their common indent, and without what stays empty."""
    lines = [line.rstrip() for line in text.decode().splitlines()]
    lines = [line for line in lines if line]
    if not lines:
        return ""
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n".join(line[indent:] for line in lines)
