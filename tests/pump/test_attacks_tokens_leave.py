"""A player's own token, in what they send to a game: each way that words of a letter, or of the
Moderator, reach other players, the record, exports and the site.
"""

import json
import re
from email.message import EmailMessage
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from nomic_mail.archive.mbox import Ours, mbox
from nomic_mail.cli import cli
from nomic_mail.letters.mime import message
from nomic_mail.store.queue import outbox
from tests.kit.attackers import leaked
from tests.kit.house import HOST, House, address_of
from tests.kit.siege import KEY
from tests.kit.tiers import some
from tests.letters.test_attacks_tokens_spelled import BASE, CUT, percent
from tests.pump.test_attached import attached, edited, rules_sent


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    house.begin()
    return house


def tokens_of(house: House, name: str) -> list[str]:
    found = [one for one in house.told if one.to == address_of(name)]
    texts = [f"{one.reply_to} {one.message_id} {one.return_path} {one.text}" for one in found]
    return sorted({made for one in texts for made in re.findall(r"\b[ef][a-z2-7]{30,50}\b", one)})


def plain(body: bytes) -> str:
    """A letter as its reader sees it, and as it lies there."""
    whole = message.read(body)
    return "\n".join((body.decode("utf-8", "replace"), whole.text, *whole.attached, whole.subject))


def leaves(house: House, folder: Path, name: str) -> None:
    """No token of this player's is in what anybody else can come to see."""
    made = tokens_of(house, name)
    assert len(made) >= 2
    seen = {"the ledger": repr(house.events())}
    for number, to, body in house.rows("SELECT id, recipient, body FROM outbox"):
        if to != address_of(name):
            seen[f"letter {number} to {to}"] = plain(body)
    secret, config = folder / "secret", folder / "config.toml"
    secret.write_text(KEY.hex())
    config.write_text(
        f'[server]\ndatabase = "sqlite:///{house.file}"\nsecret_file = "{secret}"\n'
        f'[mail]\naddress = "{BASE}"\n'
    )
    for form in ("json", "text", "mbox", "jsonl"):
        args = ["--config", str(config), "export", "tea", "--format", form, "-"]
        told = CliRunner().invoke(cli, args)
        assert told.exit_code == 0, told.output
        seen[form] = told.output
    args = ["--config", str(config), "export", "tea", "--format", "site", str(folder / "site")]
    told = CliRunner().invoke(cli, args)
    assert told.exit_code == 0, told.output
    pages = [one for one in (folder / "site").rglob("*") if one.is_file()]
    assert len(pages) > 5
    seen |= {one.name: one.read_text("utf-8", "replace") for one in pages}
    for where, text in seen.items():
        bare = re.sub(r"[^a-z2-7]", "", unescape(text).lower())
        assert not [one for one in made if one[:-1] in bare], where


def footer(house: House, name: str) -> str:
    """A whole letter, as whoever files it has it."""
    one = house.last["tea", address_of(name)]
    return f"Message-ID: {one.message_id}\nReply-To: {one.reply_to}\n\n{one.text}"


def test_a_rule_attached_with_a_letters_footer_in_it(house: House, tmp_path: Path) -> None:
    name = house.mover()
    one, to = house.last["tea", address_of(name)], house.door(name)
    foot = one.text.replace("\r\n", "\n").rpartition("\n-- \n")[2]
    letter = EmailMessage()
    letter["From"], letter["To"] = f"{name} <{address_of(name)}>", to
    letter["Subject"], letter["Message-ID"] = "Re: the rules", "<attached@mail.test>"
    letter.set_content("PROPOSE ENACT: Letters\n\n-- \nme\n")
    text = f"Letters are kept.\n\n{one.message_id}\n\n{foot}\n{one.reply_to}\n"
    letter.add_attachment(text, filename="rule.txt")
    house.post_in(letter.as_bytes(), name, to)
    house.run()
    assert house.kinds()[-1] == "ProposalMade"
    assert "Letters are kept." in house.events()[-1].change.text
    leaves(house, tmp_path, name)


@pytest.mark.parametrize("form", ("diff", "copy"))
def test_edited_rules_with_a_token_in_them(house: House, tmp_path: Path, form: str) -> None:
    name = house.mover()
    rules = rules_sent(house, name)
    made = house.door(name).partition("@")[0]
    attached(house, name, "PROPOSE", rules, edited(rules, 208, f"Fifty win. {made} ."), form)
    house.run()
    assert "ProposalMade" in house.kinds()
    leaves(house, tmp_path, name)


@pytest.mark.parametrize(
    "text",
    some(
        [
            "PROPOSE ENACT: %made%\nTea is at four.\nEND\n",
            "PROPOSE ENACT: Tea\nTea is at four, says %made%.\nEND\n",
            "PROPOSE ENACT: Tea\n%all%\nEND\n",
            "PROPOSE ENACT: Tea\nnomic=2Br.%made%=40nomic.example\nEND\n",
            "PROPOSE ENACT: Tea\nnomic&#43;r.%made%&#64;nomic.example\nEND\n",
            "PROPOSE ENACT: Tea\nnomic%252Br.%made%%2540nomic.example\nEND\n",
            "PROPOSE ENACT: Tea\n%half%\n%other%\nEND\n",
            "PROPOSE ENACT: Tea\n\n%half% %other%\n\nEND\n",
            "TALK: look at %made%\n",
            "TALK: %MADE%\n",
            "NAME %made%\n",
            "NAME Ada %made%\n",
            "JUDGMENT: is %made% mine?\n",
            "PROPOSE REPEAL 206: %made%\n",
            "AWAY until 2026-03-20: %made%\n",
        ],
        4,
    ),
)
def test_words_of_a_letter(house: House, tmp_path: Path, text: str) -> None:
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    for mark, value in {
        "%made%": made,
        "%MADE%": made.upper(),
        "%half%": made[:20],
        "%other%": made[20:],
        "%all%": footer(house, name),
    }.items():
        text = text.replace(mark, value)
    house.reply(name, text)
    house.run()
    leaves(house, tmp_path, name)


def test_a_subject_that_is_a_command(house: House, tmp_path: Path) -> None:
    name = house.mover()
    to = house.door(name)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = address_of(name), to, "<s@mail.test>"
    letter["Subject"] = f"PROPOSE ENACT: {to}"
    letter.set_content("Tea is at four.\n")
    house.post_in(letter.as_bytes(), name, to)
    house.run()
    assert house.kinds()[-1] == "ProposalMade"
    leaves(house, tmp_path, name)


def test_a_stranger_by_the_name_of_a_token(house: House, tmp_path: Path) -> None:
    """A name for the game is taken out of From where JOIN gives none."""
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    raw = f"From: {made} <eve@players.example>\nSubject: JOIN\nMessage-ID: <j@x>\n\nJOIN\n"
    house.hand_in(raw.encode(), "eve@players.example", [f"nomic+tea@{HOST}"])
    house.run()
    house.hand_in(
        raw.replace("<j@x>", "<k@x>").encode(),
        "eve@players.example",
        [house.last["tea", "eve@players.example"].reply_to],
    )
    house.run()
    leaves(house, tmp_path, name)


def test_talk_that_quotes_a_letter_whole(house: House, tmp_path: Path) -> None:
    name, other = house.mover(), house.others()[0]
    text = "Hello!\n\n" + footer(house, name)
    talk = leaked(house.last["tea", address_of(name)], "talk")
    raw = house.written(name, talk, text)
    reply = house.last["tea", address_of(name)].message_id
    raw = raw.replace(b"Subject:", f"In-Reply-To: {reply}\nSubject:".encode(), 1)
    house.post_in(raw, name, talk)
    house.run()
    assert "Hello!" in house.last["tea", address_of(other)].text
    leaves(house, tmp_path, name)


def test_words_of_the_moderator(house: House, tmp_path: Path) -> None:
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    fields = {"text": f"Look at {made} and {percent(made)}."}
    house.act("command", game="tea", verb="Announce", fields=fields)
    house.run()
    assert "Look at … and …." in house.last["tea", address_of(name)].text
    leaves(house, tmp_path, name)


def test_a_game_named_after_a_token(house: House, tmp_path: Path) -> None:
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    house.act("new game", game="rum", title=made, ruleset="net_play", settings={})
    house.run()
    assert house.game("rum").title == "…"


def test_an_old_letter_of_ours_leaves_without_it(house: House) -> None:
    """What went out before this was watched for is in the outbox as it was."""
    name = house.mover()
    made = house.door(name).partition("@")[0].rpartition(".")[2]
    house.reply(name, "PROPOSE ENACT: Tea\nTea is at four.\nEND\n")
    house.run()
    found = house.rows("SELECT id, body FROM outbox WHERE recipient = ?", address_of(name))
    for number, old in found:
        new = bytes(old).replace(b"Tea is at four.", f"Tea is at {made}.".encode())
        house.change("UPDATE outbox SET body = ? WHERE id = ?", new, number)
    ours = Ours(BASE, "+", frozenset(), "tea", "Tea", KEY)
    with house.database.read() as connection:
        told = b"".join(mbox(outbox.of_game(connection, house.game().id), ours))
    assert b"Tea is at" in told
    assert made.encode() not in told


def test_the_key_is_never_shown() -> None:
    ours = Ours(BASE, "+", frozenset(), "tea", "Tea", KEY)
    for one in (repr(CUT), repr(ours), json.dumps(str(ours))):
        assert str(KEY) not in one
        assert KEY.hex() not in one
