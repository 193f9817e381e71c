"""Real mail servers for the tests, on loopback, thrown away afterwards: Dovecot (IMAP and LMTP).

1. A test that needs one is skipped where it is not installed; in CI a skipped test is a failure.
2. Dovecot takes any user name; the password is `pw`, unless the user stands in the file `users`.
   Its certificate is signed by an authority of the test's own (`ca_file`).
3. A server is killed as a group: on SIGTERM Dovecot takes a second, and leaves children behind.
"""

import grp
import itertools
import os
import pwd
import random
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

SEARCH_PATH = os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin"
START_SECONDS = 20.0
PORT_TRIES = 5
FIRST_PORT, PORTS, SHARE = 12_000, 20_000, 1_000
_ports = itertools.count(random.randrange(SHARE))  # two runs at once begin at different ones


def program(name: str, package: str) -> str:
    found = shutil.which(name, path=SEARCH_PATH)
    if found is None:
        pytest.skip(f"there is no {name} on this machine: apt-get install {package}")
    return found


def free_port() -> int:
    """Of this worker's own share, below those that the kernel gives to whoever asks for any: what
    is free now is so yet when its server has started."""
    while True:
        number = FIRST_PORT + SHARE * (_worker() % (PORTS // SHARE)) + next(_ports) % SHARE
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", number))
            return number


def _worker() -> int:
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def wait_for(port: int, process: "subprocess.Popen[bytes]", *, greeting: bool = True) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        try:
            with socket.create_connection(("127.0.0.1", port), 0.5) as line:
                line.settimeout(5)
                if not greeting or line.recv(64):
                    return
        except OSError:
            time.sleep(0.01)
    raise TimeoutError(f"nothing listens on port {port}")


@contextmanager
def short_folder() -> Iterator[Path]:
    """The path of a UNIX socket has a limit that a test's own folder is too long for."""
    folder = Path(tempfile.mkdtemp(prefix="nm-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


HERE = "DNS:localhost,IP:127.0.0.1"


def make_certificates(folder: Path, names: str = HERE) -> None:
    """`ca.pem`, and `server.pem` with `server.key` for these names."""
    openssl = program("openssl", "openssl")
    new = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    new += ["-nodes", "-days", "2"]
    authority = [*new, "-subj", "/CN=The Test's Authority", "-keyout", "ca.key", "-out", "ca.pem"]
    signed = [*new, "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.pem"]
    signed += ["-addext", f"subjectAltName={names}"]
    signed += ["-addext", "basicConstraints=critical,CA:FALSE", "-CA", "ca.pem", "-CAkey", "ca.key"]
    for command in (authority, signed):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)


COMMON = """
base_dir = {d}/run
state_dir = {d}/state
log_path = {d}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = {internal}
default_internal_group = {group}
default_login_user = {login}
default_vsz_limit = 256M
auth_mechanisms = plain{mechanisms}
service imap-login {{
  chroot =
  process_min_avail = 1
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  process_min_avail = 1
  inet_listener lmtp {{
    {listen} = 127.0.0.1
    port = {lmtp}
  }}
}}
service anvil {{
  chroot =
}}
service auth {{
  extra_groups =
}}
service imap {{
  process_limit = 200
}}
first_valid_uid = 0
last_valid_uid = 0
"""
VERSION_2_3 = (
    COMMON
    + """
ssl = yes
ssl_cert = <{d}/server.pem
ssl_key = <{d}/server.key
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:{d}/mail/%u
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {d}/users
}}
{oauth}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={d}/mail/%u allow_all_users=yes
}}
service stats {{
  chroot =
}}
protocol lmtp {{
  postmaster_address = postmaster@localhost
}}
mailbox_list_index = yes
{more}
"""
)
OAUTH_2_3 = """
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {d}/oauth.conf
}}
"""
VERSION_2_4 = (
    """dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
"""
    + COMMON
    + """
ssl = yes
ssl_server_cert_file = {d}/server.pem
ssl_server_key_file = {d}/server.key
auth_allow_cleartext = yes
auth_failure_delay = 0
mail_driver = maildir
mail_home = {d}/mail/%{{user}}
mail_path = {d}/mail/%{{user}}
mail_uid = {uid}
mail_gid = {gid}
passdb passwd-file {{
  passwd_file_path = {d}/users
  default_password_scheme = PLAIN
}}
{oauth}
passdb static {{
  password = {password}
}}
userdb static {{
  allow_all_users = yes
  fields {{
    uid = {uid}
    gid = {gid}
    home = {d}/mail/%{{user}}
  }}
}}
{more}
"""
)
OAUTH_2_4 = """
oauth2 {{
  introspection_mode = get
  introspection_url = {url}
  username_attribute = email
}}
passdb oauth2 {{
  mechanisms_filter = xoauth2
}}
"""


class Dovecot:
    """`more` goes into its configuration; `token_url` says which access tokens are good."""

    def __init__(
        self, folder: Path, more: str = "", token_url: str = "", password: str = "pw"
    ) -> None:
        self.program = program("dovecot", "dovecot-imapd dovecot-lmtpd")
        self.folder, self._more, self._token_url = folder, more, token_url
        self._password = password
        self.new_ports()
        self.ca_file = folder / "ca.pem"
        self.process: subprocess.Popen[bytes] | None = None

    def new_ports(self) -> None:
        self.port, self.tls_port, self.lmtp_port = free_port(), free_port(), free_port()

    def _configured(self) -> Path:
        version = subprocess.run(
            [self.program, "--version"], capture_output=True, text=True, check=True
        )
        old = version.stdout.startswith("2.3")
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            own = ("dovecot", "dovecot", "dovenull", nobody.pw_uid, nobody.pw_gid)
        else:
            me, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(os.getegid()).gr_name
            own = (me, group, me, os.geteuid(), os.getegid())
        for name in ("run", "state", "mail"):
            (self.folder / name).mkdir(exist_ok=True)
        if os.geteuid() == 0:
            os.chown(self.folder / "mail", own[3], own[4])
        if not self.ca_file.exists():
            make_certificates(self.folder)
        if not (self.folder / "users").exists():
            self.users({})
        oauth = (OAUTH_2_3 if old else OAUTH_2_4) if self._token_url else ""
        (self.folder / "oauth.conf").write_text(
            f"tokeninfo_url = {self._token_url}\nusername_attribute = email\n"
        )
        text = (VERSION_2_3 if old else VERSION_2_4).format(
            d=self.folder,
            internal=own[0],
            group=own[1],
            login=own[2],
            uid=own[3],
            gid=own[4],
            imap=self.port,
            imaps=self.tls_port,
            lmtp=self.lmtp_port,
            listen="address" if old else "listen",
            oauth=oauth.format(d=self.folder, url=self._token_url),
            mechanisms=" xoauth2" if oauth else "",
            password=self._password,
            more=self._more,
        )
        file = self.folder / "dovecot.conf"
        file.write_text(text)
        return file

    def users(self, passwords: dict[str, str]) -> None:
        """Dovecot looks at the file again when it is more than a second since it did."""
        file = self.folder / "users"
        file.write_text("".join(f"{user}:{{PLAIN}}{word}\n" for user, word in passwords.items()))
        file.chmod(0o644)

    def start(self) -> None:
        file = self._configured()
        with (self.folder / "stderr").open("wb") as said:
            self.process = subprocess.Popen(
                [self.program, "-F", "-c", str(file)], stderr=said, start_new_session=True
            )
        try:
            wait_for(self.port, self.process)
            wait_for(self.lmtp_port, self.process)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process = None

    # The player's and the test's side

    def deliver(self, user: str, *letters: bytes, sender: str = "ada@players.test") -> None:
        """By LMTP, so that Dovecot writes Return-Path and Delivered-To itself."""
        with smtplib.LMTP("127.0.0.1", self.lmtp_port, timeout=20) as line:
            for raw in letters:
                line.sendmail(sender, [user], raw)

    @contextmanager
    def logged_in(self, user: str, password: str = "pw") -> Iterator[Any]:
        client = IMAPClient("127.0.0.1", self.port, ssl=False, timeout=20)
        try:
            client.plain_login(user, password)
            yield client
        finally:
            client.shutdown()

    def texts(self, user: str, folder: str = "INBOX") -> list[bytes]:
        """Every letter in a folder, in order of UID; none where there is no such folder."""
        with self.logged_in(user) as client:
            if not client.folder_exists(folder):
                return []
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search("ALL"), ["BODY.PEEK[]"])
            return [found[uid][b"BODY[]"] for uid in sorted(found)]

    def append(
        self,
        user: str,
        letters: Sequence[bytes],
        folder: str = "INBOX",
        at: Any = None,
        password: str = "pw",
    ) -> None:
        with self.logged_in(user, password) as client:
            if not client.folder_exists(folder):
                client.create_folder(folder)
            if client.has_capability("MULTIAPPEND"):
                each = [{"msg": raw, "date": at} if at else raw for raw in letters]
                client.multiappend(folder, each)
                return
            for raw in letters:
                client.append(folder, raw, msg_time=at)


@contextmanager
def dovecot(
    more: str = "",
    token_url: str = "",
    password: str = "pw",
    users: dict[str, str] | None = None,
) -> Iterator[Dovecot]:
    with short_folder() as folder:
        server = Dovecot(folder, more, token_url, password)
        server.users(users or {})
        for left in reversed(range(PORT_TRIES)):
            try:
                server.start()
                break
            except (RuntimeError, TimeoutError):  # another test was faster to take a port
                if not left:
                    raise
                server.new_ports()
        try:
            yield server
        finally:
            server.stop()
