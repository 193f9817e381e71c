"""The DNS, asked while nobody waits for it.

1. `Names` never waits: what it does not know it asks for, and says Pending. `answered` is called
   when an answer is there, or none came in time. Several names are asked for at once.
2. Budgets: so long for a name, so many names of a domain at once and of all. What is over is
   Unknown at once. A domain that leaves several in a row without an answer is not asked for a
   while: all that is registered as one, by the public suffix list, is one domain.
3. Answers are kept for an hour at most, and no more than so many.
"""

import asyncio
import threading
from collections.abc import Callable

from msgspec import Struct

from nomic_mail.letters.mime.addresses import lowered
from nomic_mail.letters.proof.domains import registered

Lookup = Callable[[str, float], bytes | None]

LOOKUP_SECONDS = 4.0
OF_A_DOMAIN = 9
AT_ONCE = 200
MOST_SILENT = 3
REST_SECONDS = 600.0
KEPT_SECONDS = 3600.0
MOST_KEPT = 1000


class Unknown(Exception):
    """The answer of the DNS could not be had."""


class Pending(Unknown):
    """It is asked for, and not there yet; `is_over` tells when it is."""

    def __init__(self, is_over: Callable[[], bool] = lambda: False) -> None:
        super().__init__("it is asked for")
        self.is_over = is_over


class _Asked(Struct):
    domain: str
    over: bool = False

    def is_over(self) -> bool:
        return self.over


class _Known(Struct, frozen=True):
    record: bytes | None
    trouble: str
    until: float


class Names:
    """A Lookup of one process (rule 1). `seconds` is the steady clock."""

    def __init__(
        self, seconds: Callable[[], float], answered: Callable[[], None] = lambda: None
    ) -> None:
        self._seconds, self._answered = seconds, answered
        self._changed = threading.Condition()
        self._known: dict[str, _Known] = {}
        self._asked: dict[str, _Asked] = {}
        self._silent: dict[str, tuple[int, float]] = {}  # how many in a row, and the last of them
        self._is_new = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def __call__(self, name: str, seconds: float) -> bytes | None:
        """What is known of it; else Pending, or Unknown."""
        name, now = lowered(name).rstrip("."), self._seconds()
        with self._changed:
            known = self._known.get(name)
            if known is None or known.until <= now:
                raise Pending(self._ask(name, min(seconds, LOOKUP_SECONDS), now).is_over)
        if known.trouble:
            raise Unknown(known.trouble)
        return known.record

    def settle(self, seconds: float = 2 * LOOKUP_SECONDS) -> bool:
        """Waits for all that is asked for; whether there was anything since the last time."""
        with self._changed:
            self._changed.wait_for(lambda: not self._asked, seconds)
            is_new, self._is_new = self._is_new, False
            return is_new

    def close(self) -> None:
        with self._changed:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.call_soon_threadsafe(loop.stop)

    def _ask(self, name: str, seconds: float, now: float) -> _Asked:
        if name in self._asked:
            return self._asked[name]
        domain = registered(name.rpartition("_domainkey.")[2])
        count, last = self._silent.get(domain, (0, 0.0))
        if count >= MOST_SILENT and now - last < REST_SECONDS:
            raise Unknown(f"{domain} did not answer {count} times, and is asked again later")
        of_it = sum(one.domain == domain for one in self._asked.values())
        if of_it >= OF_A_DOMAIN or len(self._asked) >= AT_ONCE:
            raise Unknown("too many names are asked for just now")
        self._asked[name] = asked = _Asked(domain)
        asyncio.run_coroutine_threadsafe(self._asking(name, seconds), self._running())
        return asked

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._loop.run_forever, name="dns", daemon=True).start()
        return self._loop

    async def _asking(self, name: str, seconds: float) -> None:
        record, trouble, kept = None, "", KEPT_SECONDS
        try:
            record, kept = await asyncio.wait_for(_txt(name, seconds), seconds + 0.5)
        except Unknown as unknown:
            trouble = str(unknown)
        except Exception as error:  # whatever a name server may send
            trouble = type(error).__name__
        now = self._seconds()
        with self._changed:
            asked = self._asked.pop(name)
            asked.over = True
            self._note(asked.domain, now, silent=bool(trouble))
            while len(self._known) >= MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known.pop(name, None)
            until = now + (REST_SECONDS / 10 if trouble else min(kept, KEPT_SECONDS))
            self._known[name] = _Known(record, trouble, until)
            self._is_new = True
            self._changed.notify_all()
        self._answered()

    def _note(self, domain: str, now: float, *, silent: bool) -> None:
        if not silent:
            self._silent.pop(domain, None)
            return
        while len(self._silent) >= MOST_KEPT:
            del self._silent[next(iter(self._silent))]
        count, _ = self._silent.pop(domain, (0, now))
        self._silent[domain] = (count + 1, now)


async def _txt(name: str, seconds: float) -> tuple[bytes | None, float]:
    """The key's TXT record, None where there is none, and for how long that holds."""
    import dns.asyncresolver
    import dns.exception
    import dns.resolver

    try:
        answer = await dns.asyncresolver.resolve(name, "TXT", lifetime=seconds, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None, REST_SECONDS
    except (dns.exception.DNSException, OSError) as error:
        raise Unknown(type(error).__name__) from None
    return _key(answer), max(60.0, float(answer.rrset.ttl if answer.rrset else 0))


def _key(answer: object) -> bytes | None:
    records = [b"".join(one.strings) for one in answer]  # type: ignore[attr-defined]
    return next((one for one in records if b"p=" in one), None)


def dns_lookup(name: str, seconds: float) -> bytes | None:
    """The same, waited for: by whoever keeps nobody waiting."""
    return asyncio.run(_txt(name, seconds))[0]
