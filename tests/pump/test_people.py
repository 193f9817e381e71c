"""Who is there: moderators of one game and of the server, observers, a player in several games, an
address that the moderator changes; a game that is deleted, and letters that are forgotten."""

import json
from datetime import timedelta

import pytest
from msgspec import structs

from nomic_mail.archive.json import record_json
from nomic_mail.archive.mbox import is_public
from nomic_mail.archive.verify import verify
from nomic_mail.config import Config, Store
from nomic_mail.daemon.retention import forget
from nomic_mail.game.settings import SETTING_CHOICES, SETTING_NAMES
from nomic_mail.play.table import HOST, Received
from nomic_mail.store.games import ledger
from tests.kit.house import House, address_of

MODERATOR = f"moderator@{HOST}"
GRACE = "Grace Hopper"
REFUSED = "moderator_plays"  # where rule 013 stands


def proven(house: House, game: str = "tea") -> bool:

    with house.database.read() as connection:
        entries = list(ledger.entries(connection, house.game(game).id))
    report = verify(json.loads(record_json(entries)))
    assert report.differences == []
    return report.proven


def to(letters: list[Received], address: str) -> list[str]:
    return [one.subject for one in letters if one.to == address]


def moderates(house: House, name: str = GRACE, game: str = "tea", **more: bool) -> list[Received]:
    house.act("add moderator", game=game, moderator=f"{name} <{address_of(name)}>", **more)
    house.run()
    house.reply(name, "YES\n", game or "nomic")
    return house.run()


# Moderators


def test_letters_of_a_game_go_to_its_moderators(house: House) -> None:
    house.begin("tea")
    house.begin("cake")
    moderates(house)
    for game in ("tea", "cake"):
        house.act("say", game=game, line="SET vote_window = 3d")
    told = house.run()
    assert to(told, address_of(GRACE)) == ["[tea] Time for a vote: 3 days"]
    assert len(to(told, MODERATOR)) == 2
    moderates(house, "Ivy Ives", alone=True)
    house.act("say", game="tea", line="SET vote_window = 4d")
    told = house.run()
    assert to(told, address_of("Ivy Ives")) == ["[tea] Time for a vote: 4 days"]
    assert to(told, address_of(GRACE)) == to(told, MODERATOR) == []
    assert proven(house)


def test_what_waits_is_told_of_ones_own_letters_and_shortly(house: House) -> None:
    house.begin("tea")
    moderates(house)
    door = house.last["tea", address_of(GRACE)].reply_to
    house.mail(f"The Moderator <{MODERATOR}>", f"nomic+tea@{HOST}", "PAUSE: Cyd is Bob twice\n")
    for reason in ("tea and " * 60, *range(11)):
        house.mail(f"{GRACE} <{address_of(GRACE)}>", door, f"PAUSE: {reason}\n")
        house.run()
    house.mail(f"{GRACE} <{address_of(GRACE)}>", door, "YES\n")
    (told,) = house.run()
    assert told.to == address_of(GRACE)
    assert "Cyd is Bob twice" not in told.text
    assert told.text.count("PAUSE: ") == 10
    assert 10 < told.text.count("tea and") < 30


@pytest.mark.parametrize("key", [one for one in SETTING_NAMES if "_" in one and one != REFUSED])
@pytest.mark.parametrize("language", ["english", "german"])
def test_a_setting_that_changes_is_told_in_words(house: House, key: str, language: str) -> None:
    """Not by its key, which is the Moderator's to write."""
    house.begin("tea")
    reader = house.mover("tea")
    house.reply(reader, f"LANGUAGE {language}\n")
    house.run()
    value = {"extensions": "1", "team_mates": "Ada Lovelace + Bob Babbage"}.get(key, "36h")
    value = SETTING_CHOICES.get(key, (value,))[-1]
    house.act("say", game="tea", line=f"SET {key} = {value}")
    (told,) = [one for one in house.run() if one.to == address_of(reader)]
    assert "_" not in told.subject
    assert key not in told.text
    assert "36h" not in told.text
    assert {"english": "house setting", "german": "Hauseinstellung"}[language] in told.text
    house.reply(reader, "HISTORY\n")
    (told,) = house.run()
    assert key not in told.text


def test_a_moderator_of_one_game_is_none_of_another(house: House) -> None:
    house.begin("tea")
    house.begin("cake")
    moderates(house)
    number = house.unproven(GRACE, "SET vote_window = 3d\n", "cake")
    house.run()
    assert house.became(number) == "screened"
    number = house.unproven(GRACE, "SET vote_window = 3d\n", "tea")
    house.run()
    assert house.became(number) == "held"
    assert "SettingChanged" not in house.kinds("cake")
    house.reply(GRACE, "YES\n")
    house.run()
    assert "SettingChanged" in house.kinds("tea")
    acted = [one for one in house.events("tea") if type(one).__name__ == "ModeratorActed"]
    assert acted[-1].who == GRACE


def test_who_moderates_no_more_can_do_nothing(house: House) -> None:
    house.begin()
    moderates(house)
    door = house.door(GRACE)
    house.act("remove moderator", game="tea", moderator=GRACE)
    house.run()
    raw = house.written(GRACE, door, "END GAME\n")
    number = house.post_in(raw, GRACE, door)
    house.run()
    assert house.became(number) == "screened"
    assert house.state().status == "running"
    assert proven(house)


def test_until_the_yes_nothing_has_changed(house: House) -> None:
    house.begin()
    head = house.game().head
    house.act("add moderator", game="tea", moderator="Grace <grace@players.example>", alone=True)
    house.run()
    assert house.game().head == head
    somebody = house.written("Bob Babbage", house.door(GRACE), "YES\n")
    house.post_in(somebody, "Bob Babbage", house.door(GRACE))
    house.run()
    assert house.game().head == head
    house.act("say", game="tea", line="SET vote_window = 3d")
    assert to(house.run(), MODERATOR) != []


def test_a_moderator_of_the_server_gets_what_no_game_gets(house: House) -> None:
    house.begin()
    moderates(house, game="")
    house.act("say", game="tea", line="SET vote_window = 3d")
    told = house.run()
    assert to(told, address_of(GRACE)) == to(told, MODERATOR) != []
    with house.database.write() as connection:
        house.pump.tell_moderator(connection, "The disk is full", "Make room.", "a full disk")
    told = house.run()
    assert to(told, address_of(GRACE)) == to(told, MODERATOR) != []


@pytest.mark.parametrize("way", ["mail", "command line"])
def test_a_game_is_handed_over_by_either_way_alike(house: House, way: str) -> None:
    house.begin()
    moderates(house)
    line = "HAND OVER TO Ivy Ives <ivy@players.example>"
    if way == "mail":
        house.reply(GRACE, f"{line}\n")
        house.run()
        house.reply(GRACE, "YES\n")
    else:
        house.act("say", game="tea", line=line)
    house.run()
    house.reply("Ivy Ives", "YES\n")
    house.run()
    changed = house.events()[-1]
    assert (changed.joined, changed.left) == ("Ivy Ives", ("The Moderator", GRACE))
    assert house.game().handed_over
    assert proven(house)


def test_a_refused_hand_over_is_answered(house: House) -> None:
    house.begin()
    moderates(house)
    house.reply(GRACE, "HAND OVER TO Ada Lovelace <ada@players.example>\n")
    (answer,) = house.run()
    assert "is a player of the game" in " ".join(answer.text.split())


# One player, several games


def test_one_player_in_several_games_never_gets_them_mixed_up(house: House) -> None:
    for game in ("tea", "cake", "tart"):
        house.begin(game)
    for game in ("tea", "cake", "tart"):
        mover = house.mover(game)
        house.reply(mover, f"PROPOSE ENACT: About {game}\nSay {game}.\n", game)
    house.run()
    for game in ("tea", "cake", "tart"):
        assert house.kinds(game)[-1] == "ProposalMade"
        assert house.events(game)[-1].change.title == f"About {game}"
    mine = [one for one in house.told if one.to == address_of("Ada Lovelace")]
    for one in mine:
        game = one.subject.partition("]")[0].strip("[?!")
        others = {"tea", "cake", "tart"} - {game}
        assert not any(f"About {other}" in one.text for other in others)
    doors = {house.door("Ada Lovelace", game) for game in ("tea", "cake", "tart")}
    assert len(doors) == 3
    raw = house.written("Ada Lovelace", f"nomic@{HOST}", "STATUS\n")
    house.post_in(raw, "Ada Lovelace", f"nomic@{HOST}")
    (answer,) = house.run()
    assert "Which game do you mean?" in answer.subject


# Observers


def test_who_looks_on_never_gets_a_ballot_nor_a_word_of_one(house: House) -> None:
    house.begin()
    house.act("add observer", game="tea", observer="Fay Fermat <fay@players.example>")
    house.run()
    house.reply("Fay Fermat", "YES\n")
    house.run()
    mover, other = house.mover(), house.others()[0]
    house.reply(mover, "PROPOSE ENACT: Tea\nTea is at four.\nEND\nCALL VOTE\n")
    assert to(house.run(), "fay@players.example") == []
    for name, vote in ((mover, "FOR"), (other, "AGAINST")):
        house.reply(name, f"{vote} 301\n")
    told = house.run()
    mine = [one for one in told if one.to == "fay@players.example"]
    assert [one.occasions for one in mine] == [("result",)]
    everything = "".join(one.text for one in house.told if one.to == "fay@players.example")
    assert "To talk to all players" not in everything
    for text in ("FOR 301\n", "PROPOSE ENACT: Me\nToo.\n", "DIGEST DAILY\n", "JUDGMENT: why\n"):
        head = house.game().head
        house.reply("Fay Fermat", text)
        (answer,) = house.run()
        assert "no part in the game" in answer.subject
        assert house.game().head == head


# An address that the moderator changes


def test_a_new_address_counts_with_its_yes_and_voids_the_old_tokens(house: House) -> None:
    house.begin()
    me, new = house.mover(), "new@elsewhere.example"
    door = house.door(me)
    house.act("move player", game="tea", player=me, address=new)
    house.run()
    number = house.post_in(house.written(me, door, "STATUS\n"), me, door)
    house.run()
    assert house.became(number) == "done"  # nothing has changed yet
    there = house.last["tea", new].reply_to
    raw = house.written(me, there, "YES\n").replace(address_of(me).encode(), new.encode())
    house.hand_in(raw, new, [there])
    told = house.run()
    assert {one.to for one in told} == {new, address_of(me)}
    number = house.post_in(house.written(me, door, "SCORES\n"), me, door)
    house.run()
    assert house.became(number) == "held"
    raw = house.written(me, door, "SCORES\n").replace(address_of(me).encode(), new.encode())
    (number,) = house.hand_in(raw, new, [door])
    house.run()
    assert house.became(number) == "held"
    for one in house.rows("SELECT count(*) FROM addresses"):
        assert one == (0,)


def test_the_old_address_can_stop_it(house: House) -> None:
    house.begin()
    me = house.mover()
    house.act("move player", game="tea", player=me, address="new@elsewhere.example")
    house.run()
    house.reply(me, "NO\n")
    house.run()
    there = house.last["tea", "new@elsewhere.example"].reply_to
    raw = house.written(me, there, "YES\n")
    raw = raw.replace(address_of(me).encode(), b"new@elsewhere.example")
    house.hand_in(raw, "new@elsewhere.example", [there])
    house.run()
    assert house.rows("SELECT address FROM seats WHERE name = ?", me) == [(address_of(me),)]


# A game that goes


def test_nothing_is_left_of_a_deleted_game_and_its_tokens_open_nothing(house: House) -> None:
    house.begin("cake")
    house.open_vote("tea")
    house.unproven("Ada Lovelace", "the rosebud letter\n", "tea")
    house.run()
    old = {name: house.door(name) for name in ("Ada Lovelace", "Bob Babbage")}
    kept = house.rows("SELECT count(*) FROM ledger WHERE game_id = ?", house.game("cake").id)
    number = house.act("delete game", game="tea", typed="tea")
    house.run()
    assert house.arrival(number).result.startswith("refused: tea is not over")
    house.act("say", game="tea", line="END GAME: enough")
    house.run()
    house.act("delete game", game="tea", typed="Tea")
    house.run()
    assert house.game("tea").status == "ended"
    gone = house.game("tea").id
    house.act("delete game", game="tea", typed="tea")
    house.run()
    for table in ("ledger", "seats", "outbox", "inbox", "held_back", "addresses", "snapshots"):
        assert house.rows(f"SELECT count(*) FROM {table} WHERE game_id = {gone}") == [(0,)], table
    assert not house.rows("SELECT 1 FROM contents WHERE raw LIKE '%rosebud%'")
    assert kept == house.rows(
        "SELECT count(*) FROM ledger WHERE game_id = ?", house.game("cake").id
    )
    assert [one for (one,) in house.rows("SELECT name FROM games")] == ["cake"]
    house.begin("tea")
    assert house.game("tea").id != gone
    for name, door in old.items():
        number = house.post_in(house.written(name, door, "FORFEIT\n"), name, door)
        house.run()
        assert house.became(number) != "done" or "PlayerLeft" not in house.kinds("tea")
    assert len(house.state("tea").playing) == 2


# Letters that are forgotten


def test_old_letters_are_forgotten_and_the_record_stays_provable(house: House) -> None:
    mover, other = house.open_vote()
    for name in (mover, other):
        house.reply(name, "FOR 301\n")
    house.run()
    held = house.unproven(other, "the held letter\n")
    house.run()
    public = house.rows("SELECT count(*) FROM outbox")[0][0]
    config = replace_store(house, "90d")
    assert forget(house.database, config, house.clock.now() + timedelta(days=89)) == 0
    head = house.game().head
    assert forget(house.database, config, house.clock.now() + timedelta(days=91)) > 0
    kept = "SELECT 1 FROM inbox JOIN contents ON contents.sha256 = content WHERE "
    assert house.rows(f"{kept} inbox.id = ?", held)
    assert not house.rows(f"{kept} state = 'done'")
    left = [body for (body,) in house.rows("SELECT body FROM outbox") if body]
    assert left
    assert all(is_public(body) for body in left)
    assert len(left) < public
    assert house.game().head == head
    assert proven(house)
    assert forget(house.database, config, house.clock.now() + timedelta(days=92)) == 0
    assert forget(house.database, replace_store(house, "0"), house.clock.now()) == 0


def replace_store(house: House, keep: str) -> Config:

    return structs.replace(house.config, store=Store(keep_raw=keep))
