"""A real Postfix for the tests, on loopback, thrown away afterwards. Only root can start it: where
the tests run as somebody else, `sudo` does that, and the test is skipped where it wants a password.

1. `routes` says where the mail for a domain goes: `lmtp:inet:127.0.0.1:PORT`, `lmtp:unix:PATH`, or
   `error:5.1.1 why`, for which it writes real bounces. What has no route bounces, too.
2. It is started without its own slow start script, with files dated back: it sleeps while fresh.
3. TLS is offered to clients, with the certificate in `certificates`.
4. `more` goes into its main.cf, and `services` into its master.cf; `{d}` is its folder. `files` are
   put beside them.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.real.real_mail import PORT_TRIES, free_port, program, short_folder, wait_for

MASTER = Path("/usr/lib/postfix/sbin/master")
MAIN = """
compatibility_level = 3.6
queue_directory = {d}/spool
data_directory = {d}/lib
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = {d}/maillog
maillog_file_prefixes = {d}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.nomic.test
mydestination =
mynetworks = 127.0.0.0/8
relay_domains = {domains}
transport_maps = texthash:{d}/etc/transport
relay_transport = error:unroutable
default_transport = error:5.1.2 no such domain in this test
local_recipient_maps =
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
smtp_tls_security_level = none
smtpd_tls_security_level = may
smtpd_tls_cert_file = {certificates}/server.pem
smtpd_tls_key_file = {certificates}/server.key
smtputf8_enable = yes
alias_maps =
alias_database =
message_size_limit = 10485760
recipient_delimiter = +
bounce_queue_lifetime = 10s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
maximal_queue_lifetime = 20s
lmtp_destination_recipient_limit = 50
"""
SERVICES = """
127.0.0.1:{port} inet n - n - - smtpd
postlog   unix-dgram n - n - 1 postlogd
pickup    unix n - n 1 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 1 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
relay     unix - - n - - smtp
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
showq     unix n - n - - showq
"""
QUEUES = [
    *("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming"),
    *("private", "saved", "trace"),
]


def as_root() -> list[str]:
    """What is put before a command that only root may give."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    asked = [sudo or "false", "-n", "true"]
    if subprocess.run(asked, check=False, capture_output=True).returncode:
        pytest.skip("Postfix can only be started by root, or where sudo asks for no password")
    return [str(sudo), "-n"]


class Postfix:
    def __init__(
        self,
        folder: Path,
        routes: Mapping[str, str],
        certificates: Path,
        more: str = "",
        services: str = "",
        files: Mapping[str, str] | None = None,
    ) -> None:
        program("postfix", "postfix")
        self._root = as_root()
        self.folder, self._services = folder, services.replace("{d}", str(folder))
        etc = folder / "etc"
        etc.mkdir()
        owner = ["install", "-d", "-o", "postfix"]
        for queue in QUEUES:
            self._run(*owner, "-m", "700", f"{folder}/spool/{queue}")
        for queue, mode in (("public", "2710"), ("maildrop", "1730")):
            self._run(*owner, "-g", "postdrop", "-m", mode, f"{folder}/spool/{queue}")
        self._run(*owner, f"{folder}/lib")
        self._run("install", "-d", "-o", "root", f"{folder}/spool", f"{folder}/spool/pid")
        main = MAIN.format(d=folder, domains=" ".join(routes), certificates=certificates)
        (etc / "main.cf").write_text(main + more.replace("{d}", str(folder)))
        for name, text in (files or {}).items():
            (etc / name).write_text(text)
        (etc / "transport").write_text("".join(f"{to} {way}\n" for to, way in routes.items()))
        for name in ("postfix-files", "dynamicmaps.cf"):
            shipped = Path("/etc/postfix", name)
            (etc / name).write_text(shipped.read_text() if shipped.exists() else "")
        self.new_port()

    def _run(self, *words: str) -> None:
        subprocess.run([*self._root, *words], check=True, capture_output=True)

    def new_port(self) -> None:
        self.port = free_port()
        etc = self.folder / "etc"
        (etc / "master.cf").write_text(SERVICES.format(port=self.port) + self._services)
        for file in etc.iterdir():
            os.utime(file, (time.time() - 60,) * 2)

    def start(self) -> None:
        etc = self.folder / "etc"
        self.process = subprocess.Popen(
            [*self._root, "env", f"MAIL_CONFIG={etc}", str(MASTER), "-c", str(etc), "-d"],
            start_new_session=True,
        )
        wait_for(self.port, self.process)

    def stop(self) -> None:
        """By the number it wrote down: `sudo` stands between it and us."""
        if self.process.poll() is None:
            number = self.folder / "spool" / "pid" / "master.pid"
            self._run("sh", "-c", f"kill $(cat {number})")
            self.process.wait(20)

    def give_back(self) -> None:
        """What its users wrote is ours again, to be looked at and thrown away."""
        if self._root:
            self._run("chown", "-R", str(os.getuid()), str(self.folder))

    def log(self) -> str:
        told = ["cat", str(self.folder / "maillog")]
        return subprocess.run(
            [*self._root, *told], check=True, capture_output=True, text=True
        ).stdout


@contextmanager
def postfix(
    routes: Mapping[str, str],
    certificates: Path,
    more: str = "",
    services: str = "",
    files: Mapping[str, str] | None = None,
) -> Iterator[Postfix]:
    with short_folder() as folder:
        server = Postfix(folder, routes, certificates, more, services, files)
        for left in reversed(range(PORT_TRIES)):
            try:
                server.start()
                break
            except (RuntimeError, TimeoutError):  # another test was faster to take the port
                if not left:
                    raise
                server.stop()
                server.new_port()
        try:
            yield server
        finally:
            server.stop()
            server.give_back()
