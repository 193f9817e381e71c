"""The documents made of letters: docs/letters.md is what the server says now.

`pytest tests/test_post_documents.py --update-docs` writes it anew.
"""

from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path

import pytest

from nomic_mail.play import samples

DOCS = Path(__file__).resolve().parent.parent / "docs"

LETTERS = """# The letters

Every kind of letter the server sends, with sample facts. This page is made by
`pytest tests/test_post_documents.py --update-docs` from two games that are really played; a test
holds it to what the server says.

Each letter leaves as text and as HTML of the very same words. Both come from one template,
`templates/OCCASION.txt`: rendered plainly it is the text, rendered with escaping and set by
`nomic_mail/post/page.py` it is the HTML. So there is one place to write a letter, to change its
words, or to translate it.

- `{% block subject %}` is its subject, `{% block body %}` what it says.
- Blank lines part paragraphs, lines that begin with `- ` are a list, lines indented by four stand
  as they are. A paragraph that begins `By when:` has that as its label.
- What somebody wrote goes through `|indented` (a rule or proposal) or `|quoted` (a letter), hashes
  and keys through `|link`, rows of a name and a value through `|table`, addresses through
  `|mailto`.
- `parts` are the macros all letters share (`_parts.txt`); `parts.replies(["FOR 301"])` gives the
  HTML buttons that open a ready reply.
- `when(moment)` tells a time in UTC and in the reader's zone, and how soon it is.
- No `<` in the words: in HTML it would be markup.

To change one letter, copy its template into a folder of your own and name the folder in the
configuration (`[templates] path`); `nomic-mail letter preview OCCASION --html FILE` shows what
becomes of it. `_letter.css` and `_letter.html` are the page.
"""


@pytest.fixture(scope="module")
def sampled() -> Mapping[str, EmailMessage]:
    return samples.letters()


def letters_page(sampled: Mapping[str, EmailMessage]) -> str:
    pieces = [LETTERS]
    for occasion, letter in sorted(sampled.items()):
        others = [name for name in samples.occasions(letter) if name != occasion]
        beside = f" (in one letter with {' and '.join(others)})" if others else ""
        text = samples.text_of(letter).rstrip()
        pieces.append(
            f"## {occasion}{beside}\n\nTo {letter['To']}\n\n"
            f"```text\nSubject: {letter['Subject']}\n\n{text}\n```\n"
        )
    return "\n".join(pieces)


def held_to(name: str, now: str, update: bool) -> None:
    file = DOCS / name
    if update:
        file.write_text(now, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == now, f"docs/{name}: pytest {__file__} --update-docs"


def test_the_letters_are_as_documented(
    sampled: Mapping[str, EmailMessage], request: pytest.FixtureRequest
) -> None:
    held_to("letters.md", letters_page(sampled), request.config.getoption("--update-docs"))
