"""What a rule's program can use (`api.pyi`, the whole interface), as it is shown and checked
against."""

from functools import cache
from importlib.resources import files


@cache
def interface() -> str:
    return files(__name__).joinpath("api.pyi").read_text(encoding="utf-8")
