"""Regular expressions that are compiled as they are first used: the grammar has hundreds, and what
only starts, or reads no letter, needs none of them."""

import re
from typing import Any, AnyStr, Generic, cast


class _Later(Generic[AnyStr]):
    """Each method of the pattern, once asked for, is its own."""

    def __init__(self, pattern: AnyStr, flags: re.RegexFlag) -> None:
        self.pattern: AnyStr = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)
        return found


def later(pattern: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    return cast("re.Pattern[AnyStr]", _Later(pattern, flags))
