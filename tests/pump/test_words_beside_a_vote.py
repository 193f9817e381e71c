"""What is said beside a vote, from its letter to the result: nowhere before the close, and to all
with it (010)."""

import email
import email.policy
import io
import json
import zipfile
from email.message import EmailMessage

from nomic_mail.archive.json import lay, record_json
from nomic_mail.archive.redact import redacted
from nomic_mail.archive.site import site_pages
from nomic_mail.archive.verify import Report, verify
from nomic_mail.play.samples import text_of
from nomic_mail.sandbox.sandbox import Sandbox
from nomic_mail.written.entry import Entry
from tests.kit.house import House, address_of

WORDS = "my grandmother would be proud"


def letters(house: House, name: str, since: int = 0) -> list[EmailMessage]:
    every = [
        email.message_from_bytes(body, policy=email.policy.default) for body in house.bodies[since:]
    ]
    return [
        one for one in every if isinstance(one, EmailMessage) and address_of(name) in str(one["To"])
    ]


def told(house: House, name: str) -> str:
    return "\n".join(text_of(one) for one in letters(house, name))


def record(house: House, name: str) -> dict[str, str]:
    """The files of the record, as anybody gets it."""
    before = len(house.bodies)
    house.reply(name, "RECORDS")
    house.run()
    letter = letters(house, name, before)[-1]
    parts = {str(one.get_filename()): one for one in letter.iter_attachments()}
    packed = zipfile.ZipFile(io.BytesIO(bytes(parts["tea-record.zip"].get_payload(decode=True))))
    return {one: packed.read(one).decode() for one in packed.namelist()}


def pages(entries: list[Entry]) -> dict[str, str]:
    made = site_pages(lay(entries), (entry.event for entry in entries), 0)
    return {at: b"".join(pieces).decode() for at, pieces in made if at.endswith(".html")}


def checked(files: dict[str, str]) -> Report:
    return verify(json.loads(files["tea/record.json"]), None, runs=Sandbox())


def test_they_are_sealed_until_the_close_and_told_with_the_result(house: House) -> None:
    one, other = house.open_vote()
    house.reply(one, f"FOR 301: {WORDS}")
    house.run()
    assert f"> {WORDS}" in told(house, one)  # who wrote them is told that they will be shown
    house.reply(other, "PROPOSAL 301")
    assert not any(WORDS in text for text in record(house, other).values())
    assert WORDS not in told(house, other)
    house.reply(other, "AGAINST")
    house.run()
    assert f"> {WORDS}" in told(house, other)
    files = record(house, other)
    assert WORDS in files["tea/record.txt"]
    assert WORDS in files["tea/record.json"]
    report = checked(files)
    assert report.sound, report
    assert report.proven, report


def test_a_later_ballot_takes_them_away(house: House) -> None:
    one, other = house.open_vote()
    house.reply(one, f"FOR 301: {WORDS}")
    house.reply(one, "FOR 301")
    house.reply(other, "AGAINST")
    house.run()
    assert WORDS not in told(house, other)
    assert not any(WORDS in text for text in record(house, other).values())


def test_an_address_in_them_is_withheld_like_any(house: House) -> None:
    one, other = house.open_vote()
    house.reply(one, "FOR 301: granny@knits.example knits the cosies")
    house.reply(other, "AGAINST")
    house.run()
    entries = list(redacted(house.entries("tea", 0)))
    files = {"tea/record.json": record_json(entries).decode(), **pages(entries)}
    assert all("granny@knits" not in text for text in files.values())
    assert any("knits the cosies" in text for at, text in files.items() if at.endswith(".html"))
    report = checked(files)
    assert report.differences == [], report
    assert report.withheld


def test_too_many_are_left_away_and_the_vote_counts(house: House) -> None:
    one, _ = house.open_vote()
    house.reply(one, "FOR 301\n\nCOMMENT: " + "knits and knits again " * 30)
    house.run()
    found = " ".join(told(house, one).split())
    assert "Your vote FOR 301 is counted." in found
    assert "at most 400 are shown with the result" in found
