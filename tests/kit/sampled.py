"""What the sample games told to whom, as `nomic_mail/play/samples.json` keeps it."""

import json
from collections.abc import Mapping
from datetime import date, datetime
from email.message import EmailMessage
from typing import Any
from unittest.mock import patch

from msgspec.structs import asdict, replace

from nomic_mail.game.record.story import Moment
from nomic_mail.phrases import LANGUAGES
from nomic_mail.phrases.letters import InWords
from nomic_mail.play import sampling
from nomic_mail.play.samples import KINDS
from nomic_mail.post.digest import as_time
from nomic_mail.post.drafts import Notice
from nomic_mail.post.reader import Finished, Reader, Speaking
from nomic_mail.post.render import Renderer


def played() -> tuple[Mapping[str, Mapping[str, EmailMessage]], str]:
    """The letters as they left, and what is to be kept of them."""
    render, told, server = Renderer.render, dict[str, list[Any]](), dict[str, str]()

    def noted(self: Renderer, notice: Notice, reader: Reader, about: Speaking) -> Finished:
        made = render(self, notice, reader, about)
        sections = tuple(replace(one, facts=_in_all(one.facts)) for one in notice.sections)
        told[made.message_id] = [self._epoch, replace(notice, sections=sections), reader, about]
        server.update(address=self._base, owner=self._owner, key=self._key.hex())
        return made

    with patch.object(Renderer, "render", noted):
        found = sampling.played()
    ids: dict[str, int] = {}
    kept: dict[str, Any] = {"server": server}
    for which, letters in found.items():
        kept[which] = {
            name: ids.setdefault(str(one["Message-ID"]), len(ids)) for name, one in letters.items()
        }
    kept["rules"] = rules = list[Mapping[str, str]]()
    kept["told"] = [[*one, _briefly(about, rules)] for *one, about in (told[name] for name in ids)]
    return found, json.dumps(kept, default=_plain, ensure_ascii=False, indent=0) + "\n"


def _in_all(fact: Any) -> Any:
    """What is said in it, in every language in which it is something else."""
    match fact:
        case InWords():
            said = {language: fact.say(language) for language in LANGUAGES}
            return {"$in": said} if len(set(said.values())) > 1 else str(fact)
        case dict():
            return {key: _in_all(one) for key, one in fact.items()}
        case list() | tuple():
            return [_in_all(one) for one in fact]
        case Moment():
            return replace(fact, facts=_in_all(fact.facts))
    return fact


def _briefly(about: Speaking, rules: list[Mapping[str, str]]) -> dict[str, Any]:
    """With the place of its rules among those of all."""
    if about.rules not in rules:
        rules.append(about.rules)
    return {**_plain(about), "rules": rules.index(about.rules)}


def _plain(value: Any) -> Any:
    if (name := type(value).__name__) in KINDS:
        return {"$": name} | asdict(value)
    if isinstance(value, bytes):
        return {"$bytes": value.hex()}
    if isinstance(value, date) and not isinstance(value, datetime):
        return {"$day": value.isoformat()}
    return as_time(value)
