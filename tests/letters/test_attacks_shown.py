"""What attackers write comes out as words: in letters as text and as a page, in a mailbox file, in
a record, on a terminal. What it must not become: markup, a header, a letter of its own, a command
to a terminal, an instruction to our templates.
"""

import email
import email.policy
import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import html

from nomic_mail.archive.mbox import Ours, mbox
from nomic_mail.cli import cli
from nomic_mail.letters.mime import message
from nomic_mail.store.queue import outbox
from tests.kit.house import HOST, House, address_of

TITLE = "Tea <img src=x onerror=alert(1)> {{ 7*7 }} {% raw %}\x1b[2J\x9b31m"
TEXT = """There is <script>alert(1)</script> & <b>tea</b>, {{ 7*7 }} times.
From mallory Mon Mar  2 09:00:00 2026
Bcc: victim@evil.example
>From here on it is quoted.
\x1b]0;owned\x07Bells \x9b2J and \u202eturned words."""
STEERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def attacked(tmp_path: Path) -> Iterator[House]:
    """A game in which such a thing was proposed, told to all, said in talk and voted on."""
    house = House(tmp_path)
    house.begin()
    mover, other = house.mover(), house.others()[0]
    house.reply(mover, f"PROPOSE ENACT: {TITLE}\n{TEXT}\nEND\nCALL VOTE\n")
    house.run()
    ballots = {name: house.door(name) for name in (mover, other)}
    door = f"nomic+tea.talk@{HOST}"
    house.post_in(house.written(other, door, f"{TITLE}\n{TEXT}\n"), other, door)
    house.run()
    house.reply(other, "YES\n")  # so it was theirs
    house.run()
    for name, ballot in ballots.items():
        house.post_in(house.written(name, ballot, "FOR 301\n"), name, ballot)
    house.run()
    assert "VotingClosed" in house.kinds()
    yield house
    house.close()


def letters_of(house: House) -> list[EmailMessage]:
    found = []
    for (body,) in house.rows("SELECT body FROM outbox ORDER BY id"):
        letter = email.message_from_bytes(body, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        found.append(letter)
    return found


def part(letter: EmailMessage, form: str) -> str:
    found = letter.get_body((form,))
    assert found is not None
    return str(found.get_content())


def holding(house: House, form: str) -> list[str]:
    """The parts that hold what was proposed."""
    found = [part(letter, form) for letter in letters_of(house)]
    kept = [text for text in found if "alert(1)" in text]
    assert len(kept) >= 4
    return kept


def test_in_a_page_it_is_no_markup(attacked: House) -> None:
    for text in holding(attacked, "html"):
        page = html.document_fromstring(text)
        assert not page.xpath("//script | //img | //b | //@onerror")
        assert "<b>tea</b>" in page.text_content() or "onerror" in page.text_content()


def test_in_templates_it_is_no_instruction(attacked: House) -> None:
    for form in ("plain", "html"):
        for text in holding(attacked, form):
            assert "{{ 7*7 }}" in text
            assert "{% raw %}" in text or "times." in text


def test_in_letters_it_steers_no_terminal_and_makes_no_header(attacked: House) -> None:
    for letter in letters_of(attacked):
        assert letter["Bcc"] is None
        for value in (*letter.values(), part(letter, "plain"), part(letter, "html")):
            assert not STEERS.search(str(value).replace("\r\n", "\n"))


def test_in_a_mailbox_file_it_begins_no_letter(attacked: House, tmp_path: Path) -> None:
    ours = Ours(f"nomic@{HOST}", "+", frozenset({f"moderator@{HOST}"}), "tea", "Tea")
    with attacked.database.read() as connection:
        told = b"".join(mbox(outbox.of_game(connection, attacked.game().id), ours)).decode()
    begun = re.findall(r"^From (\S+)", told, re.MULTILINE)
    assert begun
    assert set(begun) == {begun[0]}
    assert "mallory" not in begun
    assert "From mallory" in told
    assert not STEERS.search(told)


def test_a_record_and_a_terminal_hold_words(attacked: House, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(
        f'[server]\ndatabase = "sqlite:///{attacked.file}"\n[mail]\naddress = "nomic@{HOST}"\n'
    )
    run = CliRunner()
    for words in (
        ("export", "tea", "--format", "text", "-"),
        ("export", "tea", "--format", "json", "-"),
        ("rules", "tea", "301"),
        ("letter", "show", "6"),
    ):
        told = run.invoke(cli, ["--config", str(config), *words])
        assert told.exit_code == 0, (words, told.output)
        assert not STEERS.search(told.output), words
        if "json" in words:
            assert "{{ 7*7 }}" in json.dumps(json.loads(told.output))


def test_a_read_letter_steers_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "attack.eml"
    name = address_of("Ada Lovelace")
    file.write_bytes(f"From: {name}\nSubject: {TITLE}\n\n{TEXT}\nFOR 301 \x1b[2J\n".encode())
    told = CliRunner().invoke(cli, ["letter", "read", str(file)])
    assert told.exit_code == 0
    assert not STEERS.search(told.output)
    assert "\\u001b" not in told.output


def test_a_decoded_header_is_one_line() -> None:
    word = b"=?utf-8?q?hello=0D=0ABcc=3A_victim=40evil=2Eexample=1B=5B2J=E2=80=A8x?="
    letter = message.read(b"Subject: " + word + b"\nFrom: " + word + b" <eve@evil.example>\n\nx")
    for told in (letter.subject, letter.froms[0].name):
        assert "hello" in told
        assert not re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029]", told)


def test_a_name_and_a_title_make_no_header(tmp_path: Path) -> None:
    house = House(tmp_path)
    title, name = "Tea\r\nBcc: victim@evil.example", "Eve\x1b2J\nBcc victim"
    house.act("new game", game="tea", title=title, ruleset="net_play", settings={})
    house.act("add player", game="tea", player=f'"{name}" <eve@evil.example>', confirmed=False)
    house.run()
    (letter,) = (one for one in letters_of(house) if "eve@evil.example" in str(one["To"]))
    assert letter["Bcc"] is None
    assert not STEERS.search("".join(map(str, letter.values())))
    house.close()
