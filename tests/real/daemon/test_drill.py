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


RESTORE = ("nomic-mail restore FILE", "--replace", "what came since the backup is lost")
KEY = ("alone out of a backup", "tar -xzOf FILE server.secret_file", "The database stays as it is")
GONE = "and this folder was served with it"
OTHER = "is not the database that was here"
DOWN = "The server does not run"
START = "start it: nomic-mail --config"
HELD = "A letter is held, and waits for you"
OUT = "no letter goes out since"
FIRST = "mend that first, then start it"
AGAIN = "counts from the next start"
CONFIG = ("is gone", "tar -xzOf FILE config.toml", "leaves the rest as it is")
SAFE = "in doubt, put it away"

FAULTS = (
    Fault("the disk is full at the start", d.once(lambda drill: None),
          (75, "may not write files so large; raise that limit (ulimit -f"), (DOWN, START),
          (), before=d.full),  # nothing could be noted of it, and nothing else is amiss
    Fault("the disk is full while it runs", d.fills_up, runs=True,
          status=("No letter can be kept since", "raise that limit (ulimit -f"),
          check=("no letter can be kept since",), log=("raise that limit (ulimit -f",)),
    Fault("the database is locked", d.locked, (75, "another program has it open and writes"),
          ("another program has it open and writes: end that one",),
          ("another program has it open",)),
    Fault("the database is gone", d.once(d.without_database), (2, GONE),
          (GONE, *RESTORE, "Not `init`"), (GONE, *RESTORE, "Not `init`")),
    Fault("the database is taken away while it runs", d.taken_away, runs=True,
          status=("taken away while the server runs", "stop the server (", *RESTORE),
          check=("taken away while the server runs", "stop the server (", *RESTORE),
          log=("was taken away", "stop the server, put it back", "then start it again")),
    Fault("the database is another one", d.once(d.another_database), (2, OTHER),
          (OTHER, *RESTORE, FIRST), (OTHER, *RESTORE)),
    Fault("the database is a link to nothing", d.once(d.elsewhere),
          (2, "is a link to /nowhere/nomic.db"),
          ("and nothing is there; mount the disk that it lies on",),
          ("mount the disk that it lies on", *RESTORE)),
    Fault("the mark of the database is damaged",
          d.once(lambda drill: (drill.folder / "served").write_text("\0" * 40)),
          (2, "is damaged"), ("game list` shows the games", "delete that file and start again"),
          ("delete that file and start again",)),
    Fault("a folder stands where a file belongs", d.once(d.folder_in_the_way),
          (2, "serve.lock is a folder, where a file has to be; move that folder away"),
          ("move that folder away",), ("move that folder away",)),
    Fault("the database is damaged", d.once(d.damaged), (2, "is damaged"),
          ("is damaged", *RESTORE), ("is damaged", *RESTORE)),
    Fault("the key is gone", d.once(lambda drill: (drill.folder / "secret.key").unlink()),
          (2, KEY[1]), (*KEY, FIRST), KEY),
    Fault("the key is another one",
          d.once(lambda drill: (drill.folder / "secret.key").write_text("cd" * 32)),
          (2, KEY[1]), (*KEY, FIRST), ("WRONG secret", *KEY)),
    Fault("the key is no key",
          d.once(lambda drill: (drill.folder / "secret.key").write_text("junk")),
          (2, KEY[1]), (*KEY, FIRST), KEY),
    Fault("its port is taken", d.port_taken, (75, "Address already in use"),
          (DOWN, "a start failed at", "Address already in use", "ss -ltnp"),
          ("the server does not run", "ss -ltnp")),
    Fault("a value of the configuration is wrong", d.changed("^port = 0", 'port = "many"'),
          (2, "write a whole number from 0 to 65535"), ("line", AGAIN), ("listener.port",)),
    Fault("a section of the configuration is misspelt", d.changed(r"^\[listener\]", "[listner]"),
          (2, "no such section: did you mean listener?"), ("did you mean",), ("did you mean",)),
    Fault("the configuration is no TOML", d.changed("^enabled = true", "enabled = yes"),
          (2, "yes and no are true and false"), ("line",), ("not TOML",)),
    Fault("the configuration is gone", d.once(lambda drill: drill.config.unlink()),
          (2, CONFIG[1]), CONFIG, CONFIG),
    Fault("the mailbox's password is wrong", d.wrong_password,
          status=("no letter comes in since", "the login is refused: [AUTH", "check tells what"),
          check=("see to user and password in [[mailbox]]", AGAIN), log=("the login is refused",)),
    Fault("the mailbox's server is gone", d.no_imap,
          status=("no letter comes in since", "localhost port", "nothing listens there"),
          check=("does the mail server there run?", AGAIN), log=("nothing listens there",)),
    Fault("the mailbox's certificate has expired", d.expired,
          status=("localhost port", "certificate has expired"),
          check=("whoever runs that server has to renew its certificate",),
          log=("certificate has expired",)),
    Fault("the smart host refuses all", d.refusing("554 5.7.1 your server is on a list"),
          status=(OUT, "your server is on a list", "takes no letter from this machine"),
          check=(OUT, "takes no letter from this machine", "ask whoever runs it", "none is lost"),
          log=("is put off", "your server is on a list")),
    Fault("the smart host greylists all", d.refusing("", "451 4.7.1 come again"),
          status=(OUT, "4.7.1 come again", "puts letters off, which often ends within the hour"),
          check=(OUT, "they are tried again by themselves, next at"),
          log=("is put off", "come again")),
    Fault("the smart host hangs", d.dead_host,
          status=("the way out", "takes the connection, and says nothing within 2 seconds"),
          check=('security in [outgoing] the one of that port (465: "tls"', AGAIN),
          log=("no letter can go out", "says nothing within")),
    Fault("the smart host is gone", d.no_host,
          status=("the way out", "127.0.0.1 port", "nothing listens there"),
          check=("does the mail server there run?", "host or port in [outgoing]"),
          log=("no letter can go out", "nothing listens")),
    Fault("the clock is wrong",
          d.once(d.clock_set_back),
          status=("All deadlines are frozen", "Set the clock right", "as always"),
          check=("set the clock right (timedatectl)", "as always"), log=("deadlines are frozen",),
          letter=("Set the clock right, and deadlines go on by themselves",)),
    Fault("a letter is held", d.held("held", "in doubt, put it away", 0),
          runs=True, status=("held waits for why", "mod desk", "letter 5 is held", SAFE),
          check=("letter 5 is held", "nomic-mail letter release 5", SAFE),
          tool=(("mod", "desk"), 0, "nomic-mail letter release")),
    Fault("a letter makes it crash again and again", d.held("waiting", "", 10),
          status=("the server died 10 times while it was in hand", SAFE),
          check=("letter 5 is held", SAFE),
          letter=(HELD, "the server died 10 times", "RELEASE", "DISCARD", SAFE)),
    Fault("it was killed", d.killed, runs=True,
          status=(DOWN, "it was not stopped", "journalctl -k", START),
          check=("the server does not run", "journalctl -k")),
    Fault("it hangs", d.hangs, runs=True,
          status=("the server hangs", "stop it (it is process ", "kill -9, if it does not end)"),
          check=("the server hangs", "kill -9, if it does not end); then nomic-mail")),
    Fault("there are two", d.running, (75, "it runs already, and nothing is to be done"),
          runs=True),
    Fault("there is no memory", d.once(lambda drill: None),
          (75, "gives this program no more memory or threads"), (DOWN, START),
          ("the server does not run",), before=d.poor),
    Fault("a template is broken", d.once(d.broken_template),
          (2, "mend that line, or take the file away"), (DOWN, "a start failed at", "ballot.txt"),
          check=("the server does not run", "mend that line, or take the file away")),
    Fault("a ruleset's file is broken",
          d.once(lambda drill: (drill.folder / "own.toml").write_text("[[rule]]\nnumber = 1\n")),
          tool=(("game", "new", "rum", "--ruleset", "{}/own.toml"), 2,
                'write status = "mutable", or "immutable"')),
    Fault("the site's folder cannot be written", d.once(d.file_in_the_way),
          status=("site is a file, where a folder has to be",),
          check=("site is a file, where a folder has to be", "move that file away"),
          log=("where a folder has to be; move that file away",)),
    Fault("the folder of letters cannot be written", d.once(d.mail_in_the_way),
          status=("the way out", "mail is a file, where a folder has to be; move that file away"),
          check=("mail is a file, where a folder has to be", "move that file away"),
          log=("no letter can go out", "move that file away")),
    Fault("a backup cannot be written", d.once(lambda drill: None),
          tool=(("backup", "{}/none/x.tar.gz"), 1, "make it, or name another place")),
    Fault("the database is of a newer program", d.once(d.newer),
          (2, "written by nomic-mail 99.1, a newer one than this one"),
          ("install that version again", *RESTORE),
          ("install that version again", *RESTORE)),
)  # fmt: skip

NEVER = ("init` makes", "init makes", "b'", "its log tells why", "mend it: mend it", "[Errno")


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


@pytest.mark.parametrize("fault", some(FAULTS, 5, check=5), ids=lambda one: one.name)
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
        everything = " ".join([*heard, said, *drill.said, drill.letter_to_the_moderator()])
        assert not [one for one in ("Traceback", *NEVER) if one in everything]


def test_the_table_of_the_docs_is_this_one() -> None:
    text = DEPLOY.read_text(encoding="utf-8").partition("## When something is wrong")[2]
    text = text.partition("\n## ")[0]
    rows = [one.split("|")[1].strip() for one in text.splitlines() if one.startswith("| ")]
    assert rows[1:] == [one.name for one in FAULTS]
