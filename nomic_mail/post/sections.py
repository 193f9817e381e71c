"""The sections of a letter put together, in either form.

1. What is too long to be read in a letter is attached as text, where its template has a block
   `short` for what the letter then says, and `file` for the name: an answer of many words, and
   news of six votes or more. What answers one letter has an end; a vote is attached whole.
2. What waited for a digest has a heading of its own, and tells the record's head as it was.
3. What proves a letter (hashes, for whoever checks) is a block `proof` of its templates: one file
   for the whole letter, or, for who wants it so (PROOF ON), the end of each section.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from nomic_mail.phrases.letters import in_language
from nomic_mail.post.drafts import ANSWERS, Attachment, Notice, Section
from nomic_mail.post.page import body as set_body
from nomic_mail.post.text import folded, shortened

LONG_CHARACTERS = 30_000
MOST_ATTACHED = 600_000  # characters of all that one letter is answered with
LEAST = 1_000  # of each answer, whatever else was asked
MANY = 6
OF_MANY = {"results": "closed", "ballots": "ballots"}
PROOF = "proof.txt"


class TemplateWords(Protocol):
    """The templates, in one form."""

    def has(self, occasion: str, name: str) -> bool: ...
    def block(self, occasion: str, name: str, told: dict[str, Any]) -> str: ...
    def whole(self, name: str, told: Mapping[str, Any]) -> str: ...


def news(words: TemplateWords, section: Section, told: Mapping[str, Any]) -> str:
    """What it tells, in a line."""
    name = "short" if is_of_many(section) else "body"
    body = words.block(section.occasion, name, {**of(section, told), "file": ""})
    return shortened(body.partition("\n\n")[0])


def bodies(
    words: TemplateWords, notice: Notice, told: dict[str, Any]
) -> tuple[list[tuple[str, str]], tuple[Attachment, ...]]:
    """Of each section the block that the letter shows, with its text; and what is attached, as that
    was too long."""
    shown: list[tuple[str, str]] = []
    long: list[Attachment] = []
    room = MOST_ATTACHED
    for one in notice.sections:
        name, own = "body", of(one, told)
        body = _block(words, replace(one, heading=None), name, told)
        too_long = is_of_many(one) or len(body) > LONG_CHARACTERS
        if too_long and words.has(one.occasion, "short"):
            file = words.block(one.occasion, "file", own)
            if one.occasion in ANSWERS:
                body = _cut(words, body, max(room, LEAST), own)
                room -= len(body)
            long.append(Attachment(file, 'text/plain; charset="utf-8"', folded(body).encode()))
            name = "short"
        elif one.heading is None:
            shown.append((name, body))
            continue
        shown.append((name, _block(words, one, name, told)))
    return shown, tuple(long)


def _cut(words: TemplateWords, body: str, most: int, own: dict[str, Any]) -> str:
    if len(body) <= most:
        return body
    kept = body[:most].rpartition("\n")[0]
    told = words.block("_cut", "body", {**own, "left_out": len(body) - len(kept)})
    return f"{kept}\n\n{told}"


def is_of_many(section: Section) -> bool:
    return len(section.facts.get(OF_MANY.get(section.occasion, ""), ())) >= MANY


def proof(words: TemplateWords, notice: Notice, told: dict[str, Any]) -> tuple[Attachment, ...]:
    """Rule 3; nothing where it stands in the letter."""
    if told["me"].proof:
        return ()
    found = "\n\n".join(filter(None, (_proof(words, one, told) for one in notice.sections)))
    file = Attachment(PROOF, 'text/plain; charset="utf-8"', folded(f"{found}\n").encode())
    return (file,) if found else ()


def attached(files: Sequence[Attachment]) -> tuple[tuple[str, str], ...]:
    """The words that are attached to a letter, by the names of their files."""
    return tuple((one.name, one.data.decode()) for one in files)


def _proof(words: TemplateWords, section: Section, told: Mapping[str, Any]) -> str:
    if not words.has(section.occasion, "proof"):
        return ""
    return words.block(section.occasion, "proof", of(section, told))


def text(words: TemplateWords, told_in: Sequence[str], told: dict[str, Any]) -> str:
    footer = words.block("_footer", "body", told)
    return folded("\n\n* * *\n\n".join(told_in) + f"\n\n{footer}\n")


def page(
    words: TemplateWords, notice: Notice, blocks: Sequence[str], told: dict[str, Any], subject: str
) -> str:
    shown = [
        set_body(_block(words, one, name, told))
        for one, name in zip(notice.sections, blocks, strict=True)
    ]
    footer = set_body(words.block("_footer", "body", told).removeprefix("-- \n"))
    whole = {**told, "subject": subject, "bodies": shown, "footer": footer}
    return words.whole("_letter.html", whole)


def _block(words: TemplateWords, section: Section, name: str, told: Mapping[str, Any]) -> str:
    own = of(section, told)
    if name == "short":
        own["file"] = words.block(section.occasion, "file", own)
    body = words.block(section.occasion, name, own)
    if own["me"].proof and (shown := _proof(words, section, told)):
        body += f"\n\n{shown}"
    if section.heading is None:
        return body
    return words.block("_heading", "body", {**own, "heading": section.heading}) + f"\n\n{body}"


def of(section: Section, told: Mapping[str, Any]) -> dict[str, Any]:
    own = {**told, "facts": section.facts, **section.facts}
    if section.heading is not None:
        own["game"] = replace(told["game"], head=section.heading.get("head", ""))
    return own


def in_tongue(notice: Notice, language: str) -> Notice:
    """With all that is said in its facts in this language."""
    told = (replace(one, facts=in_language(one.facts, language)) for one in notice.sections)
    return replace(notice, sections=tuple(told))


def occasions(notice: Notice) -> str:
    """So that a mail program can sort letters by what they are."""
    return " ".join(dict.fromkeys(section.occasion for section in notice.sections))
