"""The sections of a letter put together, in either form.

1. What waited for a digest has a heading of its own, and tells the record's head as it was.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from nomic_mail.post.desk import Notice, Section
from nomic_mail.post.page import body as set_body
from nomic_mail.post.text import folded


class Words(Protocol):
    """The templates, in one form."""

    def block(self, occasion: str, name: str, told: dict[str, Any]) -> str: ...
    def whole(self, name: str, told: Mapping[str, Any]) -> str: ...


def text(words: Words, notice: Notice, told: dict[str, Any]) -> str:
    bodies = [_block(words, one, told) for one in notice.sections]
    footer = words.block("_footer", "body", told)
    return folded("\n\n* * *\n\n".join(bodies) + f"\n\n{footer}\n")


def page(words: Words, notice: Notice, told: dict[str, Any], subject: str) -> str:
    bodies = [set_body(_block(words, one, told)) for one in notice.sections]
    footer = set_body(words.block("_footer", "body", told).removeprefix("-- \n"))
    whole = {**told, "subject": subject, "bodies": bodies, "footer": footer}
    return words.whole("_letter.html", whole)


def _block(words: Words, section: Section, told: Mapping[str, Any]) -> str:
    own = of(section, told)
    body = words.block(section.occasion, "body", own)
    if section.heading is None:
        return body
    return words.block("_heading", "body", {**own, "heading": section.heading}) + f"\n\n{body}"


def of(section: Section, told: Mapping[str, Any]) -> dict[str, Any]:
    """What waited for a digest tells the record's head as it was."""
    own = {**told, "facts": section.facts, **section.facts}
    if section.heading is not None:
        own["game"] = replace(told["game"], head=section.heading.get("head", ""))
    return own
