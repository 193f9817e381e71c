"""`make pictures`: the pictures of README.md, docs/pictures/*.png.

1. A letter and a site as they are, of a game of tests/games, with the words and styles of now.
2. Taken by Chromium without a window; no test needs them, and nothing else writes them.
"""

from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory

from nomic_mail.archive.site import Shown
from nomic_mail.game.evolve import evolve
from nomic_mail.game.state import State
from nomic_mail.play import samples
from tests.kit.played import GAMES, look, named
from tests.kit.real.browser import Browser, browser
from tests.kit.sites import site_in

ROOM = Path(__file__).resolve().parents[1] / "docs" / "pictures"
GAME = "net_play/won-at-thirty"
WIDTH, HEIGHT = 640, 860
MOST_BYTES = 150_000
SHOWN = Shown("example.org", "https://nomic.example.org/tea", "nomic+tea@example.org")


def main() -> None:
    ROOM.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, browser() as window:
        _take(window, _letter(Path(folder)), "letter")
        _take(window, _site(Path(folder)), "site")


def _letter(folder: Path) -> Path:
    path = folder / "letter.html"
    path.write_text(samples.page_of(samples.letters()["ballot"]), encoding="utf-8")
    return path


def _site(folder: Path) -> Path:
    """In the middle of the game: the last vote is open, and somebody has voted."""
    file = next(one for one in GAMES if named(one) == GAME)
    events = [entry.event for entry in look(folder / "played", file).entries()]
    state, middle = State(), 0
    for count, event in enumerate(events, 1):
        state = evolve(state, event)
        if any(poll.ballots and poll.missing for poll in state.open_polls):
            middle = count
    return site_in(folder / "tea", events[:middle], SHOWN) / "index.html"


def _take(window: Browser, page: Path, name: str) -> None:
    window.size(WIDTH, HEIGHT)
    window.open(page.as_uri())
    told = window.ask("Page.captureScreenshot")
    picture = b64decode(told["data"])
    if len(picture) > MOST_BYTES:
        raise SystemExit(f"{name}.png is too large: {len(picture)} bytes")
    (ROOM / f"{name}.png").write_bytes(picture)
    print(f"{name}.png: {len(picture)} bytes")


if __name__ == "__main__":
    main()
