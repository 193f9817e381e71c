"""The config file: the example is the defaults, and every mistake is told at once."""

import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from nomic_mail.config import (
    SECTIONS,
    Config,
    ConfigError,
    Mailbox,
    Problem,
    example,
    find_config,
    load,
    shipped,
)
from nomic_mail.game.durations import BadDuration, parse_duration


def written(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> dict[str, Problem]:
    with pytest.raises(ConfigError) as caught:
        load(written(folder, text))
    return {problem.key: problem for problem in caught.value.problems}


def uncommented() -> str:
    """The example with its mailbox, which stands there as `#key = value`."""
    return re.sub(r"(?m)^#(?=\S)", "", example())


def test_the_example_is_the_defaults_and_names_every_key(tmp_path: Path) -> None:
    path = written(tmp_path, example())
    assert load(path) == Config(path)
    whole = uncommented()
    heads = [line.strip("[]") for line in whole.splitlines() if line.startswith("[")]
    assert heads == list(SECTIONS)
    for section, kind in SECTIONS.items():
        body = re.split(rf"\[{section}\]\]?\n", whole)[1].partition("\n\n")[0].splitlines()
        for name in kind.__struct_fields__:
            at = next(i for i, line in enumerate(body) if line.startswith(f"{name} = "))
            assert body[at - 1].startswith("# "), f"{section}.{name} has no sentence"


def test_the_mailbox_of_the_example_has_the_defaults(tmp_path: Path) -> None:
    text = uncommented().replace('user = ""', 'user = "nomic"\npassword_file = "pw"', 1)
    text = text.replace('password_file = ""\n', "", 1)
    assert load(written(tmp_path, text)).mailbox == (Mailbox(user="nomic", password_file="pw"),)


def test_mailboxes_one_or_many(tmp_path: Path) -> None:
    one = 'host = "imap.example.org"\nuser = "nomic"\npassword_command = "pass nomic"\n'
    alone = load(written(tmp_path, f"[mailbox]\n{one}"))
    many = load(written(tmp_path, f"[[mailbox]]\n{one}[[mailbox]]\n{one}folder = 'Junk'\n"))
    assert alone.mailbox == many.mailbox[:1]
    assert [each.folder for each in many.mailbox] == ["INBOX", "Junk"]


def test_what_is_wrong_with_mailboxes_is_told_for_each(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        """
[[mailbox]]
host = "imap.example.org"
[[mailbox]]
user = "nomic"
host = "imap.example.org"
security = "none"
password = "geheim"
password_file = "pw"
done = "INBOX"
[[mailbox]]
user = "nomic"
login = "xoauth2"
oauth_url = "http://example.org/token"
[[mailbox]]
user = "nomic"
login = "xoauth2"
[[mailbox]]
password = 5432
poll_second = 3
[outgoing]
user = "nomic"
smtp_host = "smtp.example.org"
""",
    )
    assert {key: problem.line for key, problem in found.items()} == {
        "mailbox[1].user": None,
        "mailbox[2].security": 7,
        "mailbox[2].password_file": 9,
        "mailbox[2].done": 10,
        "mailbox[3].oauth_url": 14,
        "mailbox[4].login": 17,
        "mailbox[5].password": 19,
        "mailbox[5].poll_second": 20,
        "outgoing.user": 22,
        "outgoing.security": None,
    }
    assert "unprotected" in found["mailbox[2].security"].fix
    assert "https://" in found["mailbox[3].oauth_url"].fix
    assert "poll_seconds" in found["mailbox[5].poll_second"].fix
    told = " ".join(f"{one.value} {one.fix}" for one in found.values())
    assert "geheim" not in told
    assert "5432" not in told


@pytest.mark.parametrize("text", ["mailbox = 3\n", "mailbox = [1]\n", "[[listener]]\nport = 1\n"])
def test_a_section_of_a_strange_shape(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, text)


def test_an_empty_file_is_a_whole_configuration(tmp_path: Path) -> None:
    path = written(tmp_path, "")
    assert load(path) == Config(path)


def test_all_problems_at_once_each_with_its_line(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        """
loose = 1
[server]
databse = "x"
log_level = "loud"
[listener]
retry_hours = 3
port = "8025"
protocol = true
enabled = 1
[lisener]
port = 3
[mail]
address = "nomic at home"
max_letter_bytes = 12
[game]
debate_min = "three days"
extensions = 2.5
""",
    )
    assert {key: problem.line for key, problem in found.items()} == {
        "loose": 2,
        "server.databse": 4,
        "server.log_level": 5,
        "listener.retry_hours": 7,
        "listener.port": 8,
        "listener.protocol": 9,
        "listener.enabled": 10,
        "lisener": 11,
        "mail.address": 14,
        "mail.max_letter_bytes": 15,
        "game.debate_min": 17,
        "game.extensions": 18,
    }
    assert "did you mean database?" in found["server.databse"].fix
    assert "did you mean listener?" in found["lisener"].fix
    assert "[outgoing]" in found["listener.retry_hours"].fix
    assert found["listener.port"].value == '"8025"'
    assert "from 0 to 65535" in found["listener.port"].fix
    assert '"smtp", "lmtp"' in found["listener.protocol"].fix
    assert "true or false" in found["listener.enabled"].fix
    assert '"48h"' in found["game.debate_min"].fix


def test_a_problem_prints_line_key_value_and_fix(tmp_path: Path) -> None:
    path = written(tmp_path, "[outgoing]\nsmtp_port = 0\n")
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path}: 1 problem\n"
        "  line 2: outgoing.smtp_port = 0\n"
        "      write a whole number from 1 to 65535"
    )


def test_keys_that_contradict_each_other(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        '[mail]\naddress = "no-mic@example.org"\ndelimiter = "-"\n'
        '[game]\ndebate_min = "8d"\ndebate_max = "7d"\n',
    )
    assert set(found) == {"mail.address", "game.debate_min"}
    assert found["game.debate_min"].line == 5
    # A value that is wrong in itself is not also weighed against the other.
    assert set(problems(tmp_path, '[game]\ndebate_min = "8d"\ndebate_max = "x"\n')) == {
        "game.debate_max"
    }


@pytest.mark.parametrize(
    "url", ["sqlite:///x.db", "postgresql://u:p@h/n", "postgresql:///n", "postgresql+psycopg://h/n"]
)
def test_database_urls_that_will_do(tmp_path: Path, url: str) -> None:
    load(written(tmp_path, f'[server]\ndatabase = "{url}"\n'))


@pytest.mark.parametrize(
    "url",
    [
        "nomic.db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///nomic.db?mode=memory",
        "postgres://h/n",
        "postgresql://h",
        "mysql://h/n",
    ],
)
def test_database_urls_that_will_not(tmp_path: Path, url: str) -> None:
    assert "server.database" in problems(tmp_path, f'[server]\ndatabase = "{url}"\n')


@pytest.mark.parametrize("path", [".", "/", "../{}", "here"])
def test_no_site_shows_the_key(tmp_path: Path, path: str) -> None:
    (tmp_path / "here").symlink_to(tmp_path)
    text = f'[site]\npath = "{path.format(tmp_path.name)}"\n'
    assert "readers would be shown the key" in problems(tmp_path, text)["site.path"].fix
    load(written(tmp_path, '[site]\npath = "site"\n'))


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("the key", '[server]\nsecret_file = "www/keys/secret.key"\n'),
        ("the database", '[server]\ndatabase = "sqlite:///www/nomic.db"\n'),
        ("the letters", '[outgoing]\nmaildir = "www"\n'),
        ("the socket", '[listener]\nsocket = "www/socket"\n'),
    ],
)
def test_no_site_shows_what_is_private(tmp_path: Path, what: str, text: str) -> None:
    load(written(tmp_path, text + '[site]\npath = "www/site"\n'))
    found = problems(tmp_path, text + '[site]\npath = "www"\n')
    assert f"readers would be shown {what}" in found["site.path"].fix


@pytest.mark.parametrize("address", ["nomic@localhost", "Nomic@LOCALHOST"])
def test_a_moderator_has_a_mailbox_of_their_own(tmp_path: Path, address: str) -> None:
    text = f'[moderator]\naddress = "{address}"\n'
    assert "write your own mailbox" in problems(tmp_path, text)["moderator.address"].fix
    load(written(tmp_path, '[moderator]\naddress = "nomic-tea@localhost"\n'))
    text = '[mail]\ndelimiter = "-"\n[moderator]\naddress = "nomic-admin@localhost"\n'
    load(written(tmp_path, text))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1", "2001:db8::1", "mx_1.example"])
def test_a_host_has_no_port_in_it(tmp_path: Path, host: str) -> None:
    load(written(tmp_path, f'[outgoing]\nsmtp_host = "{host}"\n'))
    text = '[outgoing]\nsmtp_host = "localhost:25"\n'
    assert "without its port" in problems(tmp_path, text)["outgoing.smtp_host"].fix


def test_a_database_password_is_not_printed(tmp_path: Path) -> None:
    found = problems(tmp_path, '[server]\ndatabase = "postgres://u:geheim@h/n"\n')
    assert "geheim" not in found["server.database"].value


@pytest.mark.parametrize("where", ['mail.port = 3\n"x y" = 2', "[[server]]\nname = 'x'"])
def test_strange_shapes_are_problems_and_not_crashes(tmp_path: Path, where: str) -> None:
    assert problems(tmp_path, where)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nomic-mail init"):
        load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="it is a folder; name the file"):
        load(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'[server]\nname = "Caf\xe9"\n')
    with pytest.raises(ConfigError, match="UTF-8 \\(line 2\\)"):
        load(tmp_path / "latin.toml")
    assert problems(tmp_path, "[server]\nname = nomic\n")["the file"].line == 2


def test_paths_stand_against_the_file_and_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = tmp_path / "house"
    house.mkdir()
    written(
        house, '[server]\ndata = "kept"\nsecret_file = "/etc/key"\n[templates]\npath = "mine"\n'
    )
    monkeypatch.chdir(tmp_path)
    config = load(Path("house/config.toml"))
    assert config.data == house / "kept"
    assert config.database_url == f"sqlite:///{house}/kept/nomic.db"
    assert config.secret_file == Path("/etc/key")
    assert config.maildir == house / "kept" / "mail"
    assert config.templates_folders == (house / "mine", shipped("templates"))


@pytest.mark.parametrize(
    ("text", "hours"),
    [("48h", 48), ("3d", 72), ("90m", 1.5), ("90 min", 1.5), ("0", 0), ("1d12h", 36), ("2W", 336)],
)
def test_durations(text: str, hours: float) -> None:
    assert parse_duration(text) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["", " ", "h", "3", "-3d", "3 fortnights", "9999999d", "1.5h"])
def test_no_durations(text: str) -> None:
    with pytest.raises(BadDuration):
        parse_duration(text)


def test_where_the_config_is_looked_for() -> None:
    environ = {"NOMIC_MAIL_CONFIG": "/b.toml"}
    assert find_config("/a.toml", environ) == Path("/a.toml")
    assert find_config(None, environ) == Path("/b.toml")
    assert find_config(None, {}) == Path("config.toml")


def test_what_is_shipped_is_there() -> None:
    for name in ("templates", "migrations", "config.example.toml"):
        assert shipped(name).exists()
    assert Config(Path("x")).templates_folders == (shipped("templates"),)


def test_the_config_brings_no_mail_server_along() -> None:
    code = "import sys, nomic_mail.config; sys.exit('aiosmtpd' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_what_the_guide_to_mail_says_can_be_written(tmp_path: Path) -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "mail-setup.md").read_text("utf-8")
    found = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    assert len(found) == 4
    for text in found:
        load(written(tmp_path, text))


@pytest.mark.parametrize("wrong", ["mx example", "mx; dkim=pass", "(mx)", "ada@example.org"])
def test_an_authserv_id_that_could_never_match_is_told(tmp_path: Path, wrong: str) -> None:
    found = problems(tmp_path, f'[mail]\nauthserv_id = "{wrong}"\n')["mail.authserv_id"]
    assert wrong in found.value
    assert '"mx.example.org"' in found.fix


def test_a_mail_server_without_address_additions(tmp_path: Path) -> None:
    mail = load(written(tmp_path, '[mail]\ndelimiter = ""\naddress = "a+b-c@x.example"\n')).mail
    assert (mail.delimiter, mail.authserv_id, mail.dkim) == ("", "", True)


@pytest.mark.parametrize(
    ("again", "told"),
    [
        ('[site]\npath = "www"\n', "[site] stands in line {} already: write these lines below it"),
        ("[mail]\ntrust = 'open'\n", "[mail] stands in line {} already"),
    ],
)
def test_a_section_that_is_written_twice_is_told_with_its_first_line(
    tmp_path: Path, again: str, told: str
) -> None:
    """The pages show sections whole; whoever puts one at the end of the file is told what to do."""
    file = tmp_path / "config.toml"
    head = again.partition("\n")[0]
    file.write_text(f"{example()}\n{again}")
    first = example().split("\n").index(head) + 1
    with pytest.raises(ConfigError) as wrong:
        load(file)
    assert told.format(first) in str(wrong.value)
    assert "Cannot declare" not in str(wrong.value)


def test_a_key_that_is_written_twice_is_told_with_its_first_line(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[mail]\naddress = "a@b.example"\n\naddress = "c@d.example"\n')
    with pytest.raises(ConfigError) as wrong:
        load(file)
    assert "line 4" in str(wrong.value)
    assert "address stands in line 2 already: keep one of the two" in str(wrong.value)
