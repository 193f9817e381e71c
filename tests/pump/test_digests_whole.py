"""Whatever is told in any game can wait for a digest, and be told in one."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nomic_mail.game.commands import MODERATOR
from nomic_mail.game.numbers import PartNumber
from nomic_mail.play.table import Table
from nomic_mail.play.transcript import Playing, desk_of, parse
from nomic_mail.post import digest
from nomic_mail.post.digest import Preference, WaitingNotice
from nomic_mail.pump import burst as bursts
from nomic_mail.pump.out import news as newspaper
from nomic_mail.pump.plan import reader_of
from tests.kit.played import GAMES, named
from tests.kit.tiers import some


@pytest.mark.parametrize("file", some(GAMES, 2, check=8), ids=named)
def test_all_news_of_every_game_can_wait_and_be_told(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each notice to a player is held back as well, and put into a digest at once: its facts come
    out as they went in, and every letter of it can be written."""
    tell, seen = newspaper.news, Counter[str]()

    def both(desk: Any, notices: Sequence[Any], roster: Any, burst: Any) -> Any:
        by_seat = {seat.seat: seat for seat in roster}
        for notice in notices:
            if notice.to in (MODERATOR, burst.sender) or notice.to not in by_seat:
                continue  # an answer to one's own letter never waits
            seen["notice"] += 1
            waited = digest.read(burst.what.at, notice.thread, digest.written(notice))
            assert _plain(waited) == _plain(
                WaitingNotice(burst.what.at, notice.thread, notice.sections, notice.deadlines)
            )
            whole = digest.digest([waited], burst.after, notice.to, Preference("daily"), {})
            reader = reader_of(by_seat[notice.to])
            what = replace(burst.what, cause="a digest", in_reply_to="")
            desk.renderer.render(whole, reader, what)
            seen.update(section.occasion for section in whole.sections)
        return tell(desk, notices, roster, burst)

    monkeypatch.setattr(bursts, "news", both)
    turns = parse(file.read_text(encoding="utf-8"))
    first = next(turn.at for turn in turns if turn.at)
    table = Table(tmp_path, "transcript", first, desk=desk_of(turns))
    game = Playing(table)
    for turn in turns:
        list(game.play(turn))
    table.close()
    assert bool(seen["digest"]) == bool(seen["notice"])


def _plain(value: Any) -> Any:
    if isinstance(value, WaitingNotice):
        sections = [(one.occasion, _plain(one.facts)) for one in value.sections]
        return value.at, value.thread, sections, value.deadlines
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, PartNumber):
        return str(value)  # as letters tell it
    return value
