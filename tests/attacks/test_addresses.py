"""One mailbox under many spellings."""

from pathlib import Path

from nomic_mail.play.table import HOST
from tests.attacks.kit import each
from tests.kit.house import House

SPELLINGS = {
    "in quotes that it does not need": '"victim"@xn--exmple-cua.example',
    "with signs escaped in quotes": '"v\\i\\ctim"@xn--exmple-cua.example',
    "with its domain in letters": "victim@ex\u00e4mple.example",
    "with its domain in other letters": "victim@exa\u0308mple.example",
    "in capitals": "VICTIM@XN--EXMPLE-CUA.EXAMPLE",
    "with more behind a plus": "victim+tea@xn--exmple-cua.example",
    "in quotes, with more behind a plus": '"victim+a b"@xn--exmple-cua.example',
    "with dots in it": "v.ict.im@xn--exmple-cua.example",
}


ITS_PROVIDERS = {
    "at another name of its provider's": ("victim@gmail.com", "Victim@GoogleMail.com"),
    "at one that it has had before": ("victim@icloud.com", "victim@mac.com"),
    "at one in another country": ("victim@yandex.ru", "victim@yandex.com"),
}
PAIRS = {why: ("victim@xn--exmple-cua.example", how) for why, how in SPELLINGS.items()}


@each(
    "flood",
    "somebody's address, and two games",
    "asks to join in their name, and once more {}",
    "they get one letter a day",
    PAIRS | ITS_PROVIDERS,
)
def test_an_address_spelt_otherwise(tmp_path: Path, given: tuple[str, str]) -> None:
    first, again = given
    house = House(tmp_path)
    house.begin()
    house.act("new game", game="rum", title="", ruleset="net_play", settings={})
    told = []
    for number, (game, sender) in enumerate((("tea", first), ("rum", again), ("tea", again))):
        raw = f"From: {sender}\r\nMessage-ID: <{number}@x>\r\n\r\nJOIN\r\n".encode()
        house.hand_in(raw, "evil@attacker.example", [f"nomic+{game}@{HOST}"])
        told += [one for one in house.run() if "vict" in one.to.lower().replace(".", "")]
    assert len(told) == 1
