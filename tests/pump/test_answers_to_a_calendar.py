"""What calendars send when somebody says yes, no or perhaps to an entry (iTIP, RFC 5546): it says
whether they come to a deadline, and not what they vote.

1. The forms are those of Thunderbird, Outlook, Google and Apple, to the address that the entry
   names as its organizer and to the reply address of the letter.
"""

from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest

from nomic_mail.letters.screen import machines
from tests.kit.house import HOST, House, address_of

REPLY = """BEGIN:VCALENDAR
PRODID:{made_by}
VERSION:2.0
METHOD:REPLY
BEGIN:VEVENT
UID:{uid}
DTSTAMP:20260302T120000Z
DTSTART:20260308T083000Z
DTEND:20260308T090000Z
ORGANIZER;CN=Tea:mailto:nomic+tea@{host}
ATTENDEE;PARTSTAT={status};CN=Ada:mailto:{address}
SEQUENCE:5
SUMMARY:Vote on 301 (Tea)
{more}END:VEVENT
END:VCALENDAR
"""
# Whose it is: the subject's first word, what stands in it as text, and how its calendar is set.
FORMS = {
    "Thunderbird": (
        "Invitation Reply (Accepted):",
        "{name} has accepted this invitation.",
        "beside",
    ),
    "Thunderbird 115": (
        "Accepted:",
        "{name} <{address}> has accepted your event invitation.",
        "beside",
    ),
    "Outlook": ("Accepted:", "", "beside"),
    "Outlook, with words": ("Accepted:", "Yes, I will be there.", "beside"),
    "Google": (
        "Accepted:",
        "{name} has accepted this invitation.\n\nVote on 301 (Tea)",
        "attached",
    ),
    "Google, no": ("Declined:", "{name} has declined this invitation.", "attached"),
    "Apple": ("Accepted:", "", "alone"),
    "Zusage": ("Zugesagt:", "{name} hat diese Einladung angenommen.", "beside"),
}


def answer(house: House, name: str, form: str, to: str) -> bytes:
    begins, text, how = FORMS[form]
    address, full = address_of(name), name
    letter = EmailMessage()
    letter["From"], letter["To"] = f"{full} <{address}>", to
    letter["Subject"] = f"{begins} Vote on 301 (Tea)"
    letter["Date"] = format_datetime(house.clock.now())
    letter["Message-ID"] = f"<{form.replace(' ', '')}.{to}@cal.example>"
    status = "DECLINED" if begins.startswith("Declined") else "ACCEPTED"
    told = REPLY.format(
        made_by=f"-//{form}//EN",
        uid="tea-vote-301",
        host=HOST,
        status=status,
        address=address,
        more=f"COMMENT:{text}\n" if form == "Outlook, with words" else "",
    ).replace("\n", "\r\n")
    if how == "alone":
        letter.set_content(told.encode(), maintype="text", subtype="calendar")
        letter.replace_header("Content-Type", 'text/calendar; method=REPLY; charset="utf-8"')
        return letter.as_bytes()
    letter.set_content(text.format(name=full, address=address) + "\n")
    letter.add_alternative(told, subtype="calendar", params={"method": "REPLY"})
    if how == "attached":
        letter.add_attachment(
            told.encode(), maintype="application", subtype="ics", filename="invite.ics"
        )
    return letter.as_bytes()


SAID = "Outlook, with words"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("door", ["organizer", "reply address"])
def test_it_is_no_vote_and_moves_nothing(tmp_path: Path, form: str, door: str) -> None:
    house, name, to = asked(tmp_path, door)
    before, told = house.kinds(), len(house.told)
    number = house.post_in(answer(house, name, form, to), name, to)
    house.run()
    assert house.kinds() == before
    letters = house.told[told:]
    if form == SAID:  # their own words are answered
        assert len(letters) == 1
    else:
        assert not letters
        assert house.became(number) == "screened"


def asked(folder: Path, door: str) -> tuple[House, str, str]:
    """Somebody who has a ballot, and the address that their calendar writes to."""
    house = House(folder)
    house.open_vote()
    name = house.others()[0]
    return house, name, f"nomic+tea@{HOST}" if door == "organizer" else house.door(name)


def test_a_vote_in_it_is_one(tmp_path: Path) -> None:
    """Outlook lets one edit the answer before it is sent."""
    house, name, to = asked(tmp_path, "reply address")
    raw = answer(house, name, SAID, to).replace(b"Yes, I will be there.\n\n", b"FOR 301\n\n", 1)
    assert b"FOR 301" in raw
    house.post_in(raw, name, to)
    house.run()
    assert "BallotCast" in house.kinds()


@pytest.mark.parametrize(
    "words",
    [
        "Bob has accepted your invitation, so I vote for 301",
        "Ada hat die Einladung angenommen.\n\nJa.",
        "Ada hat die Einladung angenommen.\n\nNein, dagegen",
        "Ada has accepted this invitation.\n\nFOR",
    ],
)
def test_a_person_s_words_beside_a_calendar_s_are_no_machine_s(words: str) -> None:
    assert not machines.is_calendars("Accepted: Vote on 301", words)


def test_an_entry_that_somebody_sends_along_is_named(tmp_path: Path) -> None:
    """Words beside a calendar are a person's, and so is a calendar with another subject."""
    house, name, to = asked(tmp_path, "reply address")
    raw = answer(house, name, "Outlook", to).replace(b"Accepted: Vote", b"Our party, vote", 1)
    house.post_in(raw, name, to)
    (letter,) = house.run()
    assert "a calendar entry was not read" in " ".join(letter.text.split())
