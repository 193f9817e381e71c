"""Mail servers, by when they try again (in seconds after a letter was first tried).

What their makers document, or their sources show, and the slowest queue runs that are common:
Postfix `minimal_backoff_time`, doubled up to `maximal_backoff_time`, looked for every
`queue_run_delay`; Debian's Exim `F,2h,15m; G,16h,1h,1.5; F,4d,6h` with `-q30m`; sendmail with
`-q1h`; qmail's quadratic schedule; Exchange's six tries after five minutes and then every ten, or
`MessageRetryInterval`. Gmail tells no times: seen were minutes at first, and then up to an hour.
"""

from collections.abc import Callable, Iterator
from random import Random

MINUTE, HOUR = 60.0, 3600.0


def postfix(luck: Random) -> Iterator[float]:
    """Each try at a look into the queue, which comes every five minutes and has a phase."""
    age, look = 0.0, luck.uniform(0, 300)
    while True:
        due = age + min(max(age, 300), 4000)
        while look < due:
            look += 300
        age = look + luck.uniform(0, 5)
        yield age


def exim(luck: Random) -> Iterator[float]:
    age, run, wait = 0.0, luck.uniform(0, 30 * MINUTE), 0.0
    while True:
        wait = 15 * MINUTE if age < 2 * HOUR else min(max(HOUR, 1.5 * wait), 6 * HOUR)
        while run < age + wait:
            run += 30 * MINUTE
        age = run
        yield age


def sendmail(luck: Random) -> Iterator[float]:
    age = luck.uniform(0, HOUR)
    while True:
        yield age
        age += HOUR


def qmail(luck: Random) -> Iterator[float]:
    step = 0
    while True:
        step += 1
        yield 400.0 * step * step


def exchange(luck: Random) -> Iterator[float]:
    for step in range(1, 7):
        yield step * 5 * MINUTE
    step = 0
    while True:
        step += 1
        yield 30 * MINUTE + step * 15 * MINUTE


def gmail(luck: Random) -> Iterator[float]:
    age, wait = 0.0, luck.uniform(2, 10) * MINUTE
    while True:
        age += wait
        wait = min(wait * 2, HOUR)
        yield age


SENDERS: dict[str, Callable[[Random], Iterator[float]]] = {
    one.__name__: one for one in (postfix, exim, sendmail, qmail, exchange, gmail)
}
