"""`[site] path`: the games' sites kept up to date beside a running server."""

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import update

from bench.grown import put
from nomic_mail.archive.opening import take
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.site import Shown
from nomic_mail.archive.verify import verify_taken
from nomic_mail.config import Config, Site
from nomic_mail.daemon.publish import publish
from nomic_mail.store.database import heartbeats, tables
from nomic_mail.store.database.engines import Database
from nomic_mail.store.games import ledger
from nomic_mail.store.people import seats
from tests.archive.test_site import files
from tests.kit.games.finished_games import smallest
from tests.kit.played import GAMES, named, play
from tests.kit.real.server_play import ADA, BOB, Server, until
from tests.kit.sites import site_in

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[3]
FILES = {named(one): one for one in GAMES}


def config_of(folder: Path, url: str = "") -> Config:
    return Config(file=folder / "config.toml", site=Site(path="www", url=url))


def published(folder: Path, url: str = "") -> int:
    database = Database(f"sqlite:///{folder}/nomic.db")
    try:
        return publish(database, config_of(folder, url), NOW)
    finally:
        database.close()


def whole(path: Path) -> dict[str, bytes]:
    return {name: (path / name).read_bytes() for name in Folder(path).names()}


@pytest.mark.parametrize("name", ["net_play/won-at-thirty", "net_play/the-moderators-own-acts"])
def test_a_site_kept_letter_by_letter_is_the_site_made_at_once(name: str, tmp_path: Path) -> None:
    """Looked at after every third line of a game."""
    counts: list[int] = []
    lines = count()

    def before(folder: Path) -> None:
        if next(lines) % 3 == 0 and (folder / "nomic.db").exists():
            counts.append(published(folder))

    play(FILES[name], tmp_path, before)
    published(tmp_path)
    assert published(tmp_path) == 0
    database = Database(f"sqlite:///{tmp_path}/nomic.db")
    with database.read() as connection:
        events = [one.event for one in ledger.entries(connection, 1)]
    database.close()
    kept = next(one for one in (tmp_path / "www").iterdir() if one.is_dir())
    made = whole(kept)
    at_once = whole(site_in(tmp_path / "once", events, Shown("nomic")))
    for one in ("record.json", "site.json", "feed.xml"):  # salts and hashes are that server's own
        made.pop(one), at_once.pop(one)
    own = {one for one in made if made[one] != at_once.get(one)}
    assert made.keys() == at_once.keys() and own <= {"index.html"}
    assert verify_taken(take(kept)).differences == []
    quiet = [one for one in counts if one == 0]
    assert len(quiet) >= 1 and max(counts) > len(made) / 2


def test_what_came_out_the_same_is_not_touched(tmp_path: Path) -> None:
    play(FILES["net_play/first-turn-adopted"], tmp_path)
    published(tmp_path)
    www = tmp_path / "www"
    assert "index.html" in whole(www) and "tea/index.html" in whole(www)
    for path in www.rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644)
        os.utime(path, (1, 1))
    (www / "tea" / "notes.txt").write_text("My own.")
    (www / "tea" / "rules" / "999.html").write_text("A rule that there is no more.")
    (www / "tea" / "site.json").write_text("{}")
    assert published(tmp_path) == 1
    new = [one.name for one in www.rglob("*.*") if one.stat().st_mtime != 1]
    assert sorted(new) == ["notes.txt", "site.json"]
    assert not list(www.rglob("*.part"))


def test_an_address_that_is_set_comes_to_every_page(tmp_path: Path) -> None:
    play(FILES["net_play/first-turn-adopted"], tmp_path)
    published(tmp_path)
    www, url = tmp_path / "www", "https://games.example.org"
    assert "JOIN" not in (www / "tea" / "index.html").read_text("utf-8")
    assert published(tmp_path, f"{url}/") > 40
    assert published(tmp_path, url) == 0
    for page in (www / "tea").rglob("*.html"):
        assert f'"{url}/tea/' in page.read_text("utf-8")
    assert "nomic+tea@" in (www / "tea" / "index.html").read_text("utf-8")
    assert f'href="{url}/tea/' in (www / "tea" / "feed.xml").read_text("utf-8")
    told = (www / "index.html").read_text("utf-8")
    assert "Turn 2: " in told and "In the lead" in told and 'href="tea/index.html"' in told
    assert verify_taken(take(www / "tea")).differences == []


def test_trouble_with_it_is_told_and_tried_again(tmp_path: Path) -> None:
    play(FILES["net_play/first-turn-adopted"], tmp_path)
    (tmp_path / "www").write_text("This is a file.")
    assert published(tmp_path) == 0
    database = Database(f"sqlite:///{tmp_path}/nomic.db")
    with database.read() as connection:
        assert "cannot be brought up to date" in heartbeats.troubles(connection)[heartbeats.SITE]
    (tmp_path / "www").unlink()
    assert published(tmp_path) > 40
    with database.read() as connection:
        assert heartbeats.SITE not in heartbeats.troubles(connection)
    database.close()


def test_a_stop_breaks_it_off_and_the_next_look_makes_it_whole(tmp_path: Path) -> None:
    play(FILES["net_play/first-turn-adopted"], tmp_path)
    database = Database(f"sqlite:///{tmp_path}/nomic.db")
    with database.read() as connection:
        events = seats.all_games(connection)[0].version
    looks = count()  # once for the record, once for the pages
    assert publish(database, config_of(tmp_path), NOW, lambda: next(looks) > events * 1.5) == 0
    tea = tmp_path / "www" / "tea"
    assert (tea / "turns" / "0.html").exists() and not (tea / "site.json").exists()
    assert publish(database, config_of(tmp_path), NOW) > 0
    assert verify_taken(take(tea)).differences == []
    database.close()


def test_a_game_that_cannot_be_read_is_in_no_others_way(tmp_path: Path) -> None:
    play(FILES["net_play/first-turn-adopted"], tmp_path)
    database = Database(f"sqlite:///{tmp_path}/nomic.db")
    put(database, "cake", smallest())
    with database.write() as connection:
        damaged = (tables.ledger.c.game_id == 1) & (tables.ledger.c.seq == 9)
        connection.execute(update(tables.ledger).where(damaged).values(public="{}"))
    publish(database, config_of(tmp_path), NOW)
    assert (tmp_path / "www" / "cake" / "site.json").exists()
    assert not (tmp_path / "www" / "tea" / "site.json").exists()
    with database.read() as connection:
        told = heartbeats.troubles(connection)[heartbeats.SITE]
    assert told.startswith("the site of tea cannot be brought up to date: ")
    database.close()


def test_a_running_server_keeps_its_sites(tmp_path: Path) -> None:
    server = Server(tmp_path / "var")
    server.set('# --format site writes the same once.\npath = ""', 'path = "www"')
    try:
        for words in (
            ("game", "new", "tea", "--ruleset", "net_play"),
            ("player", "add", "tea", ADA, "--confirmed"),
            ("player", "add", "tea", BOB, "--confirmed"),
            ("game", "start", "tea"),
        ):
            assert server.tool(*words).returncode == 0
        server.serve()
        www = tmp_path / "var" / "www"
        until("the site", lambda: (www / "tea" / "site.json").exists() or None)
        told = (www / "tea" / "index.html").read_text("utf-8")
        assert "is to make a proposal" in told and "@" not in told.partition("<body")[2]
        assert "the games' web sites are kept in" in server.tool("check").stdout
        assert server.stop() == 0
        shutil.rmtree(www)
        www.write_text("In the way.")
        trouble = "cannot be brought up to date"
        assert trouble in server.tool("serve", "--once").stderr
        assert trouble in server.tool("status", "--check", status=1).stdout
    finally:
        server.end()


def test_the_same_game_gives_the_same_bytes_whatever_the_hashes_of_the_day(tmp_path: Path) -> None:
    make = (
        "import sys; from pathlib import Path; from tests.kit.sites import PLAYED, site_in;"
        " site_in(Path(sys.argv[1]), PLAYED['whole']())"
    )
    for seed in ("1", "2"):
        ask = [sys.executable, "-c", make, str(tmp_path / seed)]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run(ask, cwd=ROOT, env=env, check=True)
    assert files(tmp_path / "1") == files(tmp_path / "2")
