"""Regular expressions that are compiled as they are first used: the grammar has hundreds, and what
only starts, or reads no letter, needs none of them."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, AnyStr, Generic, cast

# Seconds that a thread computes before another has its turn.
USUAL_TURN, SHORT_TURN = sys.getswitchinterval(), 0.0002


@contextmanager
def short_turns() -> Iterator[None]:
    """For what takes long and is made once, patterns and templates: a letter that comes in
    meanwhile has its 250 soon. At all times it would cost a fifteenth of the votes a second."""
    sys.setswitchinterval(SHORT_TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(USUAL_TURN)


class _Later(Generic[AnyStr]):
    """Each method of the pattern, once asked for, is its own."""

    def __init__(self, pattern: AnyStr, flags: re.RegexFlag) -> None:
        self.pattern: AnyStr = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        with short_turns():
            found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)
        return found


def later(pattern: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    return cast("re.Pattern[AnyStr]", _Later(pattern, flags))
