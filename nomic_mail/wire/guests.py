"""How much one host, and one session, may have of the listener.

1. A host may hold so many sessions at once, and begin so many letters a minute.
2. A session ends after so many letters, refusals, answers without a letter, and minutes: whoever
   means it comes again. None of this loses a letter; each is a temporary answer.
3. What one person has by the million is one host: all addresses of IPv6 of one network (/64).
4. A mail server on our own machine, or at a UNIX socket, speaks for all others, and has none of
   these limits.
"""

import ipaddress
from collections import Counter, deque
from collections.abc import Callable

LETTERS_A_SESSION = 200
REFUSED_A_SESSION = 50  # recipients, words, letters
SAID_A_LETTER = 500  # answers, from one letter to the next
SESSION_SECONDS = 1800.0
MINUTE = 60.0
HOSTS = 10_000  # that are remembered at once


class Guests:
    """`sessions` and `letters` are the limits of rule 1; no letters: no limit."""

    def __init__(
        self, sessions: int, letters: int, is_ours: Callable[[str], bool] | None = None
    ) -> None:
        self._sessions, self._letters = sessions, letters
        self.is_ours = is_ours or is_this_machine
        self._open = Counter[str]()
        self._begun: dict[str, deque[float]] = {}

    def comes(self, host: str) -> bool:
        """Whether there is room for one more session of this host; then it has it."""
        whose = _whose(host)
        if not self.is_ours(host) and self._open[whose] >= self._sessions:
            return False
        self._open[whose] += 1
        return True

    def goes(self, host: str) -> None:
        whose = _whose(host)
        self._open[whose] -= 1
        if self._open[whose] <= 0:
            del self._open[whose]

    def begins(self, host: str, now: float) -> bool:
        """Whether it may begin a letter now."""
        if not self._letters or self.is_ours(host):
            return True
        if len(self._begun) >= HOSTS:
            self._begun = {name: at for name, at in self._begun.items() if at[-1] > now - MINUTE}
        begun = self._begun.setdefault(_whose(host), deque(maxlen=self._letters))
        if len(begun) == self._letters and begun[0] > now - MINUTE:
            return False
        begun.append(now)
        return True


def is_this_machine(host: str) -> bool:
    """No host at all is a UNIX socket."""
    address = _address(host)
    return not host or (address is not None and address.is_loopback)


def _whose(host: str) -> str:
    """Rule 3."""
    address = _address(host)
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host if address is None else str(address)


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """One of IPv4 is that, however a socket for both tells it."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
