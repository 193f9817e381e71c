"""Every letter there is, in both its forms, as it left the house: the samples of each occasion, and
all letters of all the transcripts."""

import email
import email.policy
import re
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote

import html5lib
import pytest
from lxml import html as lxml_html

from nomic_mail.config import shipped
from nomic_mail.letters.grammar.understand import About, understand
from nomic_mail.play import samples
from nomic_mail.play.samples import page_of, text_of
from tests.kit.played import GAMES, Look, Played, look, named
from tests.kit.tiers import some

COLUMNS = 72
LIST = "tea-list@lists.example"
OCCASIONS = sorted(one.stem for one in shipped("templates").glob("[a-z]*.txt"))
TALK = r"^(?:To talk to all players|Um an alle zu schreiben):\s\S+$"
NOTHING_TO_DO = {"which_game", "trouble"}  # answered elsewhere, or at the server's machine


@pytest.fixture(scope="module")
def sampled() -> Mapping[str, EmailMessage]:
    return samples.letters()


@pytest.fixture(scope="module", params=some(GAMES, 3, check=15), ids=named)
def sent(request: pytest.FixtureRequest, played: Look) -> list[tuple[EmailMessage, bytes]]:
    """The letters of a transcript, each with its bytes as they left."""
    return list(sent_in(played(request.param)))


def sent_in(game: Played) -> Iterator[tuple[EmailMessage, bytes]]:
    for body in game.bodies:
        letter = email.message_from_bytes(body, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        yield letter, body


def words_of_text(text: str) -> list[str]:
    """Marks of layout aside: what stands for lists, quotes, rulers and folded hashes."""
    text = re.sub(TALK, "", text, flags=re.MULTILINE)  # a button there
    text = re.sub(
        r"^(  .+ -?[\d.]+)  (?:#+|-+)$", r"\1", text, flags=re.MULTILINE
    )  # a bar's length
    lines = (line for line in text.split("\n") if line.strip() not in ("* * *", "--"))
    return _words(" ".join(re.sub(r"^\s*(?:> ?|- |\* )*", "", line) for line in lines))


def words_of_page(page: str) -> list[str]:
    tree = lxml_html.document_fromstring(page)
    for replies in tree.find_class("replies"):
        replies.drop_tree()
    for aside in (*tree.find_class("game"), *tree.find_class("mark")):
        aside.drop_tree()
    body = tree.find("body")
    assert body is not None
    return _words(" ".join(re.sub(r"^\s*(?:> ?|- )*", "", one) for one in body.itertext()))


def _words(text: str) -> list[str]:
    """Long words are folded in text (hashes, ballots' digests): all of it is compared joined."""
    return re.findall(r"\S", text)


def plainly(line: str) -> str:
    return "".join(line.split())


def to_be_copied(page: str) -> set[str]:
    """Lines that no fold may break: what is typed into a terminal, and programs."""
    tree = lxml_html.document_fromstring(page)
    return {plainly(line) for one in tree.find_class("copy") for line in one.itertext()}


def check(letter: EmailMessage, raw: bytes) -> None:
    text, page = text_of(letter), page_of(letter)
    told = letter["Subject"]
    assert text.strip()
    assert page.strip()
    assert words_of_text(text) == words_of_page(page), told
    # a word of somebody's that is longer than a line stays whole: its copy would be another word
    wide = [x for x in text.splitlines() if len(x) > COLUMNS and "@" not in x and " " in x.strip()]
    assert not set(map(plainly, wide)) - to_be_copied(page), (told, wide)
    assert_valid(page, told)
    assert_not_remote(page, told)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\n"))) <= 998


def assert_valid(page: str, told: str) -> None:
    """By the parsing rules of the HTML standard: a document without a single parse error, where
    every element stands where it was written."""
    html5lib.HTMLParser(strict=True).parse(page)
    tree = lxml_html.document_fromstring(page)
    names = [one.get("id") for one in tree.iter() if one.get("id")]
    assert len(names) == len(set(names)), told
    assert not tree.xpath("//p[not(node())]"), told  # what a block inside a paragraph leaves
    assert not tree.xpath("//p//p|//p//div|//p//table|//p//ul|//a//a"), told
    # what the inliner mends, as a browser would, stands where nobody wrote it
    assert not tree.xpath("//ul/*[not(self::li)]|//li[not(parent::ul)]"), told
    assert not tree.xpath("//tr/*[not(self::th or self::td)]|//table//p|//h2//p"), told
    for part in tree.xpath("//*[@class='section' or @class='footer']"):
        assert part.getparent().get("class") == "page", told


def assert_not_remote(page: str, told: str) -> None:
    tree = lxml_html.document_fromstring(page)
    loading = ("script", "img", "link", "iframe", "object", "embed", "base", "form", "input")
    assert not [one.tag for one in tree.iter(*loading)], told
    links = [one.get("href", "") for one in tree.iter("a")]
    ours = ("mailto:nomic%2B", "mailto:moderator@nomic.example", f"mailto:{LIST}")
    assert all(link.startswith(ours) for link in links), (told, links)
    styles = " ".join([*tree.xpath("//@style"), *tree.xpath("//style/text()")])
    assert not re.search(r"url\s*\(|@import|https?:|//", styles), told
    assert not tree.xpath("//@src|//@background|//@srcset|//@*[starts-with(name(), 'on')]"), told


def test_every_occasion_has_a_sample(sampled: Mapping[str, EmailMessage]) -> None:
    missing = sorted(set(OCCASIONS) - set(sampled))
    told = f"of {missing} no sample game (play/sample_*.game) has a letter; or it has one by now"
    assert not missing, (
        f"{told}, and pytest tests/real/play/test_samples_kept.py --update-docs keeps it"
    )
    assert sorted(sampled) == OCCASIONS


@pytest.mark.parametrize("occasion", some(OCCASIONS, 40))
def test_a_letter_says_the_same_in_both_forms(
    occasion: str, sampled: Mapping[str, EmailMessage]
) -> None:
    letter = sampled[occasion]
    check(letter, letter.as_bytes(policy=email.policy.SMTP))


def test_so_does_every_letter_of_every_game(sent: list[tuple[EmailMessage, bytes]]) -> None:
    assert sent
    for letter, raw in sent:
        check(letter, raw)


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_what_to_do_by_when_and_how_stand_within_twelve_lines(
    occasion: str, sampled: Mapping[str, EmailMessage]
) -> None:
    assert_says_what_to_do(sampled[occasion])


def test_so_they_do_in_every_letter_of_every_game(sent: list[tuple[EmailMessage, bytes]]) -> None:
    for letter, _ in sent:
        assert_says_what_to_do(letter)


def assert_says_what_to_do(letter: EmailMessage) -> None:
    """In a letter that asks for something (it is tagged so); and its answers stand ready."""
    told = str(letter["Subject"])
    if "?] " not in told or set(samples.occasions(letter)) & NOTHING_TO_DO:
        return
    if "desk" in samples.occasions(letter) and "At the server's own machine" in text_of(letter):
        return
    asks, *_ = text_of(letter).split("\n* * *\n")
    top = "\n".join(asks.split("\n")[:12])
    assert re.search(r"\breply\b|\bantworten?\b", top, re.I), (told, top)
    assert re.search(r"^(?:By when|Bis wann): \S", top, re.M), (told, top)
    tree = lxml_html.document_fromstring(page_of(letter))
    assert tree.xpath("//*[@class='section']//*[@class='replies']"), told
    if "asked" in samples.occasions(letter):  # the Moderator's answers are all commands
        links = tree.xpath("//*[@class='section']//*[@class='replies']/a/@href")
        for line in (unquote(link.partition("body=")[2]) for link in links):
            assert understand("", line, About(from_moderator=True)).said, (told, line)


def test_an_actionable_letter_has_ready_replies(sampled: Mapping[str, EmailMessage]) -> None:
    ballot = sampled["ballot"]
    links = lxml_html.document_fromstring(page_of(ballot)).xpath("//*[@class='replies']/a/@href")
    bodies = [link.partition("body=")[2] for link in links]
    assert bodies == ["FOR%20301", "AGAINST%20301", "STATUS", "HELP"]
    own = str(ballot["Reply-To"]).replace("+", "%2B")
    assert all(link.startswith(f"mailto:{own}?subject=Re%3A%20") for link in links)


def test_a_button_is_named_by_words(sampled: Mapping[str, EmailMessage]) -> None:
    """Not by the colon that its letter goes on behind."""
    for occasion in ("turn", "late_turn", "chair_late"):
        tree = lxml_html.document_fromstring(page_of(sampled[occasion]))
        names = tree.xpath("//*[@class='replies']/a/text()")
        assert names and not [one for one in names if not one[-1].isalnum()], occasion


def test_who_has_left_is_offered_no_address_to_talk_to(sampled: Mapping[str, EmailMessage]) -> None:
    for occasion, offered in (("farewell", False), ("join_declined", False), ("left", True)):
        assert ("To talk to all players" in text_of(sampled[occasion])) == offered, occasion


def test_a_page_says_at_its_beginning_how_it_is_written(
    sampled: Mapping[str, EmailMessage],
) -> None:
    """A browser looks for it in the first 1024 bytes."""
    for occasion, letter in sampled.items():
        if letter.get_body(("html",)) is None:
            continue
        page = page_of(letter)
        assert page.count("<meta charset") == 1, occasion
        assert "<head><meta charset" in page.replace("\n", ""), occasion


STATUS = """moderator 2026-03-02 09:00 new game cake suber_1982 debate_min=0
moderator 2026-03-02 09:01 add player Ada Lovelace <ada@players.example> confirmed
moderator 2026-03-02 09:02 add player Bob Babbage <bob@players.example> confirmed
moderator 2026-03-02 12:00 start
mail 2026-03-02 12:30 ada reply "[turn]":
    PROPOSE REPEAL 201
    END
    CALL VOTE
mail 2026-03-02 13:00 bob reply "[ballot]":
    STATUS
mail 2026-03-02 13:01 bob reply "[status]":
    FOR 301
mail 2026-03-02 13:02 bob reply "[ballot]":
    STATUS
"""


def test_status_has_the_missing_vote_ready_and_no_vote_that_is_in(tmp_path: Path) -> None:
    script = tmp_path / "status.game"
    script.write_text(STATUS, encoding="utf-8")
    before, after = (
        lxml_html.document_fromstring(page_of(letter)).xpath("//*[@class='replies']/a/text()")
        for letter, _ in sent_in(look(tmp_path, script))
        if "status" in samples.occasions(letter)
    )
    assert before == ["FOR 301", "AGAINST 301", "STATUS", "HELP"]
    assert after == ["STATUS", "HELP"]
