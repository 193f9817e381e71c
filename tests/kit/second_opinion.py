"""What the verifier in JavaScript, that docs/FORMAT.md alone was enough for, says of records."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parents[1] / "real" / "archive" / "verifier.mjs"


def said_of(records: Iterable[Any], heads: Sequence[str] = ()) -> list[list[str]]:
    """Of each what contradicts, a line each; all in one process."""
    return said_of_texts([json.dumps(one, ensure_ascii=False) for one in records], heads)


def said_of_texts(lines: Sequence[str], heads: Sequence[str] = ()) -> list[list[str]]:
    """The same of records as they are written, each in a line."""
    told = _node(
        "-", *(word for head in heads for word in ("--head", head)), stdin="\n".join(lines)
    )
    found: list[list[str]] = [[] for _ in lines]
    for line in told.splitlines():
        number, _, what = line.partition(": ")
        found[int(number) - 1].append(what)
    return found


def said_of_the_examples() -> str:
    return _node("--vectors")


def _node(*words: str, stdin: str = "") -> str:
    program = shutil.which("node")
    if program is None:
        pytest.skip("there is no node here")
    whole = [program, str(PROGRAM), *words]
    done = subprocess.run(
        whole, input=stdin, encoding="utf-8", capture_output=True, check=False, timeout=600
    )
    assert (done.returncode, done.stderr) == (int(bool(done.stdout)), "")
    return done.stdout
