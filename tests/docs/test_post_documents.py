"""The documents made of letters: docs/letters.md and docs/example-game.md are what the server says
now.

`pytest tests/docs/test_post_documents.py --update-docs` writes it anew.
"""

import email
import email.policy
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path

import pytest

from nomic_mail.play import samples
from nomic_mail.play.table import Table
from nomic_mail.play.transcript import Playing, parse

DOCS = Path(__file__).resolve().parents[2] / "docs"

LETTERS = """# The letters

Every kind of letter the server sends, with sample facts. This page is made by
`pytest tests/docs/test_post_documents.py --update-docs` from games that are really played; a test
holds it to what the server says.

Each letter leaves as text and as HTML of the very same words. Both come from one template,
`templates/OCCASION.txt`: rendered plainly it is the text, rendered with escaping and set by
`nomic_mail/post/page.py` it is the HTML. So there is one place to write a letter, to change its
words, or to translate it.

- `{% block subject %}` is its subject, `{% block body %}` what it says.
- Blank lines part paragraphs, lines that begin with `- ` are a list, lines indented by four stand
  as they are. A paragraph that begins `By when:` has that as its label.
- What somebody wrote goes through `|indented` (a rule or proposal) or `|quoted` (a letter), hashes
  and keys through `|link`, rows of a name and a value through `|table`, the
  name that a line of a list begins with through `|name`, addresses through
  `|mailto`.
- `parts` are the macros all letters share (`_parts.txt`); `parts.replies(["FOR 301"])` gives the
  HTML buttons that open a ready reply. `form.head(…)` begins the next of several things.
- `when(moment)` tells a time in UTC and in the reader's zone, and how soon it is.
- `occasions` are the parts of the letter, by the names of their templates.
- `nothing_else` is true where no part of the letter has a subject: each is then asked once more.
- No `<` in the words: in HTML it would be markup.

To change one letter, copy its template into a folder of your own and name the folder in the
configuration (`[templates] path`); `nomic-mail letter preview OCCASION --html FILE` shows what
becomes of it. `_letter.css` and `_letter.html` are the page.
"""


@pytest.fixture(scope="module")
def sampled() -> Mapping[str, EmailMessage]:
    return samples.letters()


TO_A_LIST = """# To a mailing list

Where a game has a mailing list (`nomic-mail game set NAME list=ADDRESS`), what is for all goes
there, once: the same templates, with nothing in them that is one player's own.
"""


def letters_page(sampled: Mapping[str, EmailMessage], listed: Mapping[str, EmailMessage]) -> str:
    pieces = [LETTERS]
    told: dict[int, str] = {}
    for occasion, letter in sorted(sampled.items()):
        others = [name for name in samples.occasions(letter) if name != occasion]
        beside = f" (in one letter with {' and '.join(others)})" if others else ""
        above = told.setdefault(id(letter), occasion)
        if above == occasion:
            pieces.append(shown(f"{occasion}{beside}", letter))
        else:
            pieces.append(f"## {occasion}\n\nIt stands in the letter shown under *{above}*.\n")
    pieces.append(TO_A_LIST)
    for letter in {id(one): one for one in listed.values()}.values():
        pieces.append(shown(f"{' and '.join(samples.occasions(letter))}, to a list", letter))
    return "\n".join(pieces)


def shown(head: str, letter: EmailMessage) -> str:
    return (
        f"## {head}\n\nTo {letter['To']}\n\n"
        f"```text\nSubject: {letter['Subject']}\n\n{samples.text_of(letter).rstrip()}\n```\n"
    )


def held_to(name: str, now: str, update: bool) -> None:
    file = DOCS / name
    if update:
        file.write_text(now, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == now, f"docs/{name}: pytest {__file__} --update-docs"


def test_the_letters_are_as_documented(
    sampled: Mapping[str, EmailMessage], request: pytest.FixtureRequest
) -> None:
    page = letters_page(sampled, samples.to_a_list())
    held_to("letters.md", page, request.config.getoption("--update-docs"))


GAME = Path(__file__).parents[1] / "games/net_play/won-at-thirty.game"
EXAMPLE = """# A player's mailbox

All that {name} got and wrote in one real run of `tests/games/net_play/{file}`: whole letters,
in their text form. This page is made by `pytest tests/docs/test_post_documents.py --update-docs`; a
test holds it to what the server says.
"""


def mailbox_page(file: Path, name: str, address: str, folder: Path) -> str:
    turns = parse(file.read_text(encoding="utf-8"))
    table = Table(folder, "transcript", next(turn.at for turn in turns if turn.at))
    game, pieces = Playing(table), [EXAMPLE.format(name=name, file=file.name)]
    for turn in turns:
        before = len(table.bodies)
        list(game.play(turn))
        if turn.verb == "mail" and turn.rest.split()[0] == name.split(maxsplit=1)[0].lower():
            wrote = "\n".join(turn.body).strip()
            pieces.append(f"## {turn.at:%a %d %b, %H:%M}: {name} writes\n\n```text\n{wrote}\n```\n")
        for body in table.bodies[before:]:
            letter = email.message_from_bytes(body, policy=email.policy.default)
            if address in str(letter["To"]):
                assert isinstance(letter, EmailMessage)
                text = samples.text_of(letter).rstrip()
                files = [part.get_filename() for part in letter.iter_attachments()]
                beside = f"\n\n({', '.join(map(str, files))} attached)" if files else ""
                pieces.append(
                    f"## {turn.at:%a %d %b, %H:%M}: {letter['Subject']}\n\n"
                    f"```text\n{text}\n```{beside}\n"
                )
    table.close()
    return "\n".join(pieces)


def test_the_example_game_is_as_documented(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    now = mailbox_page(GAME, "Bob Babbage", "bob@players.example", tmp_path)
    held_to("example-game.md", now, request.config.getoption("--update-docs"))
