"""The drill: a server is broken in one way after another, and what it says must be enough for
somebody who knows nothing of it: what is wrong, and what to do.

docs/deploy.md shows the same table (*When something is wrong*). `start` is what `serve` ends with
where it does not run; `status` what it says there, and `status --check` then exits 1 or 2; `check`
what it says is wrong and what mends it; `log` a line of it, `letter` what the Moderator is sent.
`make check` breaks it in some ways, others each day; soak in all.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kit.databases import of_sqlite
from tests.kit.real import drill as d
from tests.kit.real.drill import Break, Drill
from tests.kit.real.server_play import until
from tests.kit.tiers import some

pytestmark = of_sqlite

DEPLOY = Path(__file__).parents[3] / "docs/deploy.md"
WORDS = tuple[str, ...]


@dataclass(frozen=True)
class Fault:
    name: str
    does: Break
    start: tuple[int, str] | None = None
    status: WORDS = ()
    check: WORDS = ()
    log: WORDS = ()
    letter: WORDS = ()
    tool: tuple[WORDS, int, str] | None = None  # a command, how it ends, what it says
    runs: bool = False  # already, or it is not to be started
    before: Callable[[], None] | None = None


KEY = "put it back from your backup"
OTHER = "and this folder has served another one: put back nomic.db as it was, or a backup"
GONE = ("The server does not run", "start it (its log tells why it ended)")
HELD = "A letter is held, and waits for you"
OUT = "no letter goes out since"

FAULTS = (
    Fault("the disk is full at the start", d.once(lambda drill: None),
          (75, "File too large"), GONE, before=d.full),
    Fault("the disk is full while it runs", d.fills_up, runs=True,
          log=("disk",)),
    Fault("the database is locked", d.locked, (75, "another program has it open and writes"),
          ("another program has it open and writes: end that one",),
          ("another program has it open",)),
    Fault("the database is gone", d.once(d.without_database), (2, "nomic.db is gone, " + OTHER),
          ("if there was one, put back a backup (nomic-mail restore)",), ("put back a backup",)),
    Fault("the database is taken away while it runs", d.taken_away, runs=True,
          status=("put back a backup",),
          log=("stop the server, put the file back (or a backup: nomic-mail restore)",)),
    Fault("the database is another one", d.once(d.another_database),
          (2, "is not the database that was here, " + OTHER), (OTHER,), ("put back nomic.db",)),
    Fault("the database is damaged", d.once(d.damaged),
          (2, "stop the server, and put a backup back (nomic-mail restore)"),
          ("is damaged", "put a backup back (nomic-mail restore)"), ("puts a backup back",)),
    Fault("the key is gone", d.once(lambda drill: (drill.folder / "secret.key").unlink()),
          (2, KEY), (KEY,), (KEY,)),
    Fault("the key is another one",
          d.once(lambda drill: (drill.folder / "secret.key").write_text("cd" * 32)),
          (2, "Put the old key back"), ("Put the old key back",), ("Put the old key back",)),
    Fault("the key is no key",
          d.once(lambda drill: (drill.folder / "secret.key").write_text("junk")),
          (2, "put the old one back from your backup"), ("put the old one back",), (KEY,)),
    Fault("its port is taken", d.port_taken, (75, "stop what holds it, or choose another"),
          GONE, ("stop the other program there",)),
    Fault("a value of the configuration is wrong", d.changed("^port = 0", 'port = "many"'),
          (2, "write a whole number from 0 to 65535"), ("line",), ("listener.port",)),
    Fault("a section of the configuration is misspelt", d.changed(r"^\[listener\]", "[listner]"),
          (2, "no such section: did you mean listener?"), ("did you mean",), ("did you mean",)),
    Fault("the configuration is no TOML", d.changed("^enabled = true", "enabled = yes"),
          (2, "yes and no are true and false"), ("line",), ("not TOML",)),
    Fault("the configuration is gone", d.once(lambda drill: drill.config.unlink()),
          (2, "name another with --config"), ("name another with --config",), ("no such file",)),
    Fault("the mailbox's password is wrong", d.wrong_password,
          status=("the login is refused", "check tells what would mend it"),
          check=("see to user and password in [[mailbox]]",), log=("the login is refused",)),
    Fault("the mailbox's server is gone", d.no_imap, status=("Connection refused",),
          check=("see to host, port and security in [[mailbox]]",), log=("Connection refused",)),
    Fault("the mailbox's certificate has expired", d.expired,
          status=("certificate has expired",),
          check=("whoever runs that server has to renew its certificate",),
          log=("certificate has expired",)),
    Fault("the smart host refuses all", d.refusing("554 5.7.1 your server is on a list"),
          status=(OUT, "your server is on a list"), log=("your server is on a list",)),
    Fault("the smart host greylists all", d.refusing("", "451 4.7.1 come again"),
          status=(OUT, "4.7.1 come again"), log=("deferred", "come again")),
    Fault("the smart host hangs", d.dead_host, status=("the way out", "timed out"),
          check=("see to host, port and security in [outgoing]",), log=("the way out is closed",)),
    Fault("the smart host is gone", d.no_host, status=("the way out", "Connection refused"),
          check=("see to host, port and security in [outgoing]",), log=("the way out is closed",)),
    Fault("the clock is wrong",
          d.once(d.clock_set_back),
          status=("All deadlines are frozen", "Set the clock right"),
          check=("set the clock right (timedatectl)",), log=("deadlines are frozen",),
          letter=("Set the clock right, and deadlines go on by themselves",)),
    Fault("a letter is held", d.held("held", "it stopped the server 3 times; the log tells how", 0),
          runs=True, status=("held waits for why", "mod desk"),
          tool=(("mod", "desk"), 0, "nomic-mail letter release")),
    Fault("a letter makes it crash again and again", d.held("waiting", "", 10),
          status=("the server died 10 times while it was in hand",),
          letter=(HELD, "the server died 10 times", "RELEASE", "DISCARD")),
    Fault("it was killed", d.killed, runs=True,
          status=("The server does not run: its last sign of life was at", "start it")),
    Fault("there are two", d.running, (75, "is served already, by process"), runs=True),
    Fault("there is no memory", d.once(lambda drill: None),
          (75, "gives this program no more memory or threads"), GONE, before=d.poor),
    Fault("a template is broken", d.once(d.broken_template),
          (2, "mend it, or take the file away"), GONE, check=("mend it, or take the file away",)),
    Fault("a ruleset's file is broken",
          d.once(lambda drill: (drill.folder / "own.toml").write_text("[[rule]]\nnumber = 1\n")),
          tool=(("game", "new", "rum", "--ruleset", "{}/own.toml"), 2, "it has no title")),
    Fault("the site's folder cannot be written", d.once(d.file_in_the_way),
          status=("the site in", "cannot be brought up to date"), check=("[site] path",),
          log=("cannot be brought up to date",)),
    Fault("a backup cannot be written", d.once(lambda drill: None),
          tool=(("backup", "{}/none/x.tar.gz"), 1, "make it, or name another place")),
    Fault("the database is of a newer program",
          d.sql("UPDATE alembic_version SET version_num = '9999'"),
          (2, "Install that version, or restore a backup"), ("Install that version",),
          ("Install that version",)),
)  # fmt: skip


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drill") / "begun"
    d.begun(folder)
    return folder


@pytest.fixture
def drill(begun: Path, tmp_path: Path) -> Iterator[Drill]:
    drill = Drill(tmp_path / "var", begun)
    yield drill
    drill.end()


def holds(said: str, words: WORDS) -> bool:
    return all(one.lower() in said.lower() for one in words)


@pytest.mark.parametrize("fault", some(FAULTS, 16, check=16), ids=lambda one: one.name)
def test_what_is_said_is_enough_to_mend_it(drill: Drill, fault: Fault) -> None:
    with fault.does(drill):
        heard = []
        if fault.start is not None:
            code, said = drill.starts(fault.before)
            heard.append(said)
            assert (code, fault.start[1] in said) == (fault.start[0], True), said
        elif not fault.runs:
            drill.serve()
        if fault.log:
            until("the log", lambda: holds(" ".join(drill.said), fault.log) or None)
        if fault.letter:
            until("it", lambda: holds(drill.letter_to_the_moderator(), fault.letter) or None)
        if fault.status and drill.process is not None and drill.process.poll() is None:
            until("status", lambda: holds(drill.says("status")[1], fault.status) or None)
        code, said = drill.says("status", "--check")
        assert (code > 0) == bool(fault.status), said
        assert holds(said, fault.status), said
        heard.append(said)
        code, said = drill.says("check")
        assert holds(said, fault.check), said
        assert code > 0 or not fault.check
        heard.append(said)
        if fault.tool is not None:
            words, wanted, told = fault.tool
            code, said = drill.says(*(one.format(drill.folder) for one in words))
            assert code == wanted
            assert told in said, said
        assert "Traceback" not in " ".join([*heard, said, *drill.said])


def test_the_table_of_the_docs_is_this_one() -> None:
    text = DEPLOY.read_text(encoding="utf-8").partition("## When something is wrong")[2]
    text = text.partition("\n## ")[0]
    rows = [one.split("|")[1].strip() for one in text.splitlines() if one.startswith("| ")]
    assert rows[1:] == [one.name for one in FAULTS]
