"""Whose a domain is: by the public suffix list that comes with its package, no network asked.

At a public suffix (`co.uk`, `github.io`) anybody may have a name: what stands there speaks for
nobody below it.
"""

from functools import cache
from typing import Any

from nomic_mail.letters.mime.addresses import lowered


def registered(domain: str) -> str:
    """The domain that somebody has registered, which this one is or belongs to; the domain itself
    where that cannot be told."""
    return _private(_plain(domain)) or _plain(domain)


def is_public(domain: str) -> bool:
    """Whether it is a suffix that anybody can have a name under."""
    return not _private(_plain(domain))


def _plain(domain: str) -> str:
    return lowered(domain.strip().strip("."))


def _private(domain: str) -> str:
    try:
        return _list().privatesuffix(domain) or ""
    except (ValueError, UnicodeError):
        return ""


@cache
def _list() -> Any:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
