"""What a rule's program keeps of somebody in secret, and what somebody has sealed: asked for by
each way that leads out of the house. The ledger has secret values (docs/programs.md), so nobody but
the Moderator gets it while the game is on; what is sealed stands in no form."""

import email
import io
import zipfile
from pathlib import Path

import pytest

from nomic_mail.archive.forms import Leaving, forms
from nomic_mail.archive.json import lay
from nomic_mail.archive.opening import take
from nomic_mail.archive.rooms import Folder
from nomic_mail.archive.verify import verify_taken
from nomic_mail.config import Config, Site
from nomic_mail.daemon.publish import Kept, publish
from nomic_mail.game.events import VotingClosed
from tests.attacks.kit import Attack, attacks, each
from tests.kit.desk_play import says
from tests.kit.house import House, address_of

VALUE, MEMO, WISH = "83417", "zanzibar", "xylophone"
RULE = """PROPOSE ENACT: The vault
Everybody has gems in a vault, and a memo.
Effects:
  program:
    gems = quantity("gems", most=10 ** 6, secret=True)
    memo = note("memo", secret=True)
    card = quantity("card", secret=True)
    @on("begins")
    def deal():
        card.set(players()[0], roll(10 ** 6, secret=True))
        gems.set(players()[0], 80000 + 3417)
        memo.set(players()[0], "zan" + "zibar")
    @action("HIDE <word>", sealed=True)
    def hide(me, word):
        say(word)
    @action("OPEN")
    def opens(me):
        reveal("HIDE <word>")
    @action("ROB <player>")
    def rob(me, who):
        gems.move(who, me, 99999)
    @action("FILL <player>")
    def fill(me, who):
        gems.give(who, 10 ** 6)
    @action("READ <player>")
    def reads(me, who):
        raise ValueError(f"{gems.of(who)} {memo.of(who)}")
    @action("LOOK UP <player>")
    def looks(me, who):
        gems.set(me, {1: 2}[gems.of(who)])
END
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Whose first player has a value, a memo, and something sealed."""
    house = House(tmp_path)
    house.begin()
    mover = house.mover()
    house.reply(mover, RULE)
    house.run()
    house.reply(mover, "CALL VOTE\n")
    house.run()
    for name in (mover, house.others()[0]):
        house.reply(name, "FOR\n")
        house.run()
    house.reply(victim(house), f"HIDE {WISH}\n")
    house.run()
    program = next(iter(house.state().programs.values()))
    assert str(program.value("gems", 1)) == VALUE
    assert [one.seat for one in program.orders] == [1]
    return house


def victim(house: House) -> str:
    return house.state().players[1].name


def eve(house: House) -> str:
    return house.state().players[2].name


def dealt(house: House) -> tuple[str, str]:
    """What was thrown for them in secret, and what it was drawn from."""
    state = house.state()
    card = str(next(iter(state.programs.values())).value("card", 1))
    (chain,) = state.dealt
    assert (len(card), len(chain.seed)) == (6, 64)
    return card, chain.seed


def asked(house: House, text: str) -> str:
    """All that goes out because of it, to anybody but whose it is."""
    house.reply(eve(house), text)
    told = [one for one in house.run() if one.to != address_of(victim(house))]
    assert told
    return "\n".join(f"{one.subject}\n{one.text}\n{one.proof}" for one in told)


ASKS = {
    "STATUS": "STATUS\n",
    "SCORES and HISTORY": "SCORES\nHISTORY\n",
    "HELP ACTIONS": "HELP ACTIONS\n",
    "RULES": "RULES\nRULE 301\n",
    "WHY": "WHY 301\n",
    "VERIFY": "VERIFY\nVERIFY 1\n",
    "PROPOSALS": "PROPOSALS\nPROPOSAL 301\n",
    "a bound from below": "ROB {victim}\n",
    "a bound from above": "FILL {victim}\n",
    "a program's exception": "READ {victim}\n",
    "an exception of the language's own": "LOOK UP {victim}\n",
    "TRY of each of these": (
        "TRY\nROB {victim}\nFILL {victim}\nREAD {victim}\nLOOK UP {victim}\nOPEN\n"
    ),
}


@each("votes", "a seat", "asks for another's secret value by {}", "it is not told", tuple(ASKS))
def test_a_secret_value_is_told_to_nobody_else(house: House, given: str) -> None:
    told = asked(house, ASKS[given].format(victim=victim(house).split()[0]))
    for secret in (VALUE, MEMO, WISH, *dealt(house)):
        assert secret not in told, told


def sent(house: House, text: str) -> bytes:
    """What a letter to the second player brings, with what is in its attachments."""
    before = len(house.bodies)
    house.reply(eve(house), text)
    house.run()
    found = b""
    for body in house.bodies[before:]:
        for part in email.message_from_bytes(body).walk():
            data = part.get_payload(decode=True) or b""
            assert isinstance(data, bytes)
            if part.get_content_type() == "application/zip":
                with zipfile.ZipFile(io.BytesIO(data)) as packed:
                    data = b"\n".join(map(packed.read, packed.namelist()))
            found += data
    return found


def is_over(house: House) -> None:
    house.act("command", game="tea", verb="End", fields={"reason": "it is late"})
    house.run()


@attacks(
    Attack("votes", "a seat", "looks for another's secret value in the record", "it is not there")
)
def test_the_record_on_demand_has_no_secret_value_while_the_game_is_on(house: House) -> None:
    found = sent(house, "RECORDS\n")
    assert b"comes once the game is over" in b" ".join(found.split())
    secrets = VALUE, MEMO, *dealt(house)
    assert not [one for one in secrets if one.encode() in found]
    is_over(house)
    found = sent(house, "RECORDS\n")
    assert [one for one in secrets if one.encode() in found] == [*secrets]


@attacks(
    Attack("votes", "a look at the site", "looks for somebody's secret value", "it is not there")
)
def test_the_published_site_has_no_secret_value_while_the_game_is_on(
    house: House, tmp_path: Path
) -> None:
    config = Config(file=tmp_path / "config.toml", site=Site(path="www"))
    folder = tmp_path / "www"
    files = (one for one in folder.rglob("*") if one.is_file())
    publish(house.database, config, house.clock.now())
    for secret in (VALUE, *dealt(house)):
        assert not [one for one in files if secret.encode() in one.read_bytes()]
    front = (folder / "tea" / "index.html").read_text()
    assert "record.json" not in front
    assert "as rules have secrets in it" in front
    with pytest.raises(ValueError, match=r"no record\.json while its game is on"):
        take(folder / "tea")
    is_over(house)
    publish(house.database, config, house.clock.now())
    assert VALUE in (folder / "tea" / "record.json").read_text()
    assert "record.json" in (folder / "tea" / "turns" / "1.html").read_text()
    report = verify_taken(take(folder / "tea"))
    assert report.sound, report.differences


@attacks(
    *(
        Attack(
            "votes",
            "what is exported",
            f"looks for sealed words in the form {name}",
            "there are none",
            given=name,
        )
        for name in forms()
        if name != "mbox"  # the letters themselves, which nobody gets but the Moderator
    )
)
def test_what_is_sealed_stands_in_no_form(house: House, tmp_path: Path, given: str) -> None:
    whole = written(house, given, tmp_path / "out")
    assert whole
    assert WISH.encode() not in whole
    house.reply(victim(house), "OPEN\n")
    house.run()
    if given in ("json", "jsonl", "bag"):
        assert WISH.encode() in written(house, given, tmp_path / "later")


@attacks(
    Attack(
        "votes",
        "a seat, while the Moderator corrects another's secret value",
        "reads all letters and HISTORY",
        "it is told to whose it is, and to the Moderator",
    )
)
def test_a_corrected_secret_value_is_told_to_whose_it_is(house: House) -> None:
    line = f"CORRECT VALUE gems OF {victim(house)} TO 90210 RULE 301: a slip"
    house.act("say", game="tea", line=line)
    told = house.run()
    assert house.kinds()[-1] == "ValueCorrected"
    knows = {one.to for one in told if "90210" in one.text}
    assert address_of(victim(house)) in knows
    assert address_of(eve(house)) not in knows
    assert "90210" not in asked(house, "HISTORY\nSTATUS\n")
    house.act("say", game="tea", line="ANNOUNCE: the bank is shut")
    house.run()
    assert house.rows("SELECT count(*) FROM to_all")[0][0] > 2
    assert not [1 for (body,) in house.rows("SELECT body FROM to_all") if b"90210" in body]


@each(
    "votes",
    "what is exported",
    "looks for secret values in the form {}",
    "there are none",
    ("csv", "sqlite", "text", "site"),
)
def test_a_secret_value_stands_in_no_table_and_no_page(
    house: House, tmp_path: Path, given: str
) -> None:
    whole = written(house, given, tmp_path / "out")
    assert whole
    for secret in (VALUE, MEMO, *dealt(house)):
        assert secret.encode() not in whole


@each(
    "votes",
    "what is exported",
    "looks for what secret throws are drawn from in the form {}",
    "it is not there before the game is over",
    ("json", "jsonl", "bag"),
)
def test_no_ledger_has_the_seed_before_the_end(house: House, tmp_path: Path, given: str) -> None:
    """Of the next throw nobody would else have to guess."""
    _, seed = dealt(house)
    assert seed.encode() not in written(house, given, tmp_path / "out")
    house.act("say", game="tea", line="PAUSE: we move")
    house.run()
    assert seed.encode() not in written(house, given, tmp_path / "again")


@attacks(
    Attack(
        "votes",
        "the Moderator, by mail",
        "is told beforehand what END GAME would do",
        "nothing that was thrown in secret is opened by it",
    )
)
def test_what_an_end_would_do_opens_nothing(house: House) -> None:
    _, seed = dealt(house)
    told = "\n".join(
        one.text for one in says(house, "END GAME: it is late", "nomic+tea@nomic.example")
    )
    assert "END GAME" in told
    assert seed not in told
    is_over(house)
    assert seed in house.last["tea", address_of(eve(house))].text


def written(house: House, name: str, folder: Path) -> bytes:
    form, entries = forms()[name], house.entries("tea", 0)
    game = Leaving(lay(entries), lambda: [one.event for one in entries])
    if form.pieces is not None:
        return b"".join(form.pieces(game))
    assert form.fill is not None
    form.fill(game, Folder(folder))
    files = (one for one in folder.rglob("*") if one.is_file())
    return b"\n".join(one.read_bytes() for one in sorted(files))


MAJORITY = """PROPOSE AMEND 203
A change is adopted if more vote for it than against it.
Effects:
  adoption: majority of cast
END
CALL VOTE
"""
TOLD_NOW = """PROPOSE AMEND 302: The vault
Nobody has a vault.
Effects:
  program:
    gold = quantity("gold")
END
CALL VOTE
"""


@attacks(
    *(
        Attack(
            "votes",
            "a look at the site",
            f"waits until the vote {what} is taken up again",
            "the secret is not there, and the site goes on",
            given=given,
        )
        for what, given in (
            ("that brought a secret", [RULE + "CALL VOTE\n"]),
            ("that took one away", [RULE + "CALL VOTE\n", TOLD_NOW]),
        )
    )
)
def test_a_secret_of_a_vote_that_is_taken_up_again(tmp_path: Path, given: list[str]) -> None:
    house = House(tmp_path)
    house.begin(missing_ballot="close", extensions="0")
    mover, other = house.mover(), house.others()[0]
    for name, text in ((mover, MAJORITY), (mover, "FOR"), (other, "FOR")):
        house.reply(name, text)
        house.run()
    number = 301
    for text in given:
        number += 1
        mover = house.mover()
        house.reply(mover, text)
        house.run()
        house.reply(mover, f"FOR {number}")
        house.run()
        while house.state().polls:
            house.later(days=1)
            house.run()
    closed = [one for one in house.events() if isinstance(one, VotingClosed)]
    assert (closed[-1].number, closed[-1].outcome) == (number, "adopted")
    house.act("say", game="tea", line=f"REOPEN {number} FOR 2 days: the mailbox was down")
    house.run()
    assert "VotingReopened" in house.kinds()
    config = Config(file=tmp_path / "config.toml", site=Site(path="www"))
    publish(house.database, config, house.clock.now())
    assert (tmp_path / "www" / "tea" / "index.html").exists()
    files = (one for one in (tmp_path / "www").rglob("*") if one.is_file())
    assert not [one for one in files if VALUE.encode() in one.read_bytes()]
    house.reply(other, "RECORDS")
    house.run()
    assert "The record of the game" in house.last["tea", address_of(other)].subject


@attacks(
    Attack(
        "votes",
        "a look at the site",
        "finds the record that an older server put there, after a new one was killed",
        "it is gone before anything else is done",
    )
)
def test_what_an_older_server_published_goes_first(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "www" / "tea" / "record.json"
    record.parent.mkdir(parents=True)
    record.write_text(VALUE)
    config = Config(file=tmp_path / "config.toml", site=Site(path="www"))

    def killed(self: Kept, name: str, pieces: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Kept, "write", killed)
    with pytest.raises(KeyboardInterrupt):
        publish(house.database, config, house.clock.now())
    assert not record.exists()
