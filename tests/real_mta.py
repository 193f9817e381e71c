"""A real Postfix for the tests, on loopback, thrown away afterwards (root only, as Postfix wants).

1. `routes` says where the mail for a domain goes: `lmtp:inet:127.0.0.1:PORT`, `lmtp:unix:PATH`, or
   `error:5.1.1 why`, for which it writes real bounces. What has no route bounces, too.
2. It is started without its own slow start script, with files dated back: it sleeps while fresh.
3. TLS is offered to clients, with the certificate in `certificates`.
"""

import grp
import os
import pwd
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.real_mail import PORT_TRIES, free_port, program, short_folder, wait_for

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


class Postfix:
    def __init__(self, folder: Path, routes: Mapping[str, str], certificates: Path) -> None:
        program("postfix", "postfix")
        if os.geteuid() != 0:
            pytest.skip("Postfix can only be started by root")
        self.folder = folder
        etc = folder / "etc"
        etc.mkdir()
        owner, group = pwd.getpwnam("postfix").pw_uid, grp.getgrnam("postdrop").gr_gid
        (folder / "lib").mkdir()
        os.chown(folder / "lib", owner, -1)
        (folder / "spool" / "pid").mkdir(parents=True)
        for queue in QUEUES:
            (folder / "spool" / queue).mkdir(mode=0o700)
            os.chown(folder / "spool" / queue, owner, -1)
        for queue, mode in (("public", 0o2710), ("maildrop", 0o1730)):
            (folder / "spool" / queue).mkdir()
            os.chown(folder / "spool" / queue, owner, group)
            (folder / "spool" / queue).chmod(mode)
        main = MAIN.format(d=folder, domains=" ".join(routes), certificates=certificates)
        (etc / "main.cf").write_text(main)
        (etc / "transport").write_text("".join(f"{to} {way}\n" for to, way in routes.items()))
        self.new_port()
        for name in ("postfix-files", "dynamicmaps.cf"):
            shipped = Path("/etc/postfix", name)
            (etc / name).write_text(shipped.read_text() if shipped.exists() else "")
        for file in etc.iterdir():
            os.utime(file, (time.time() - 60,) * 2)

    def new_port(self) -> None:
        self.port = free_port()
        file = self.folder / "etc" / "master.cf"
        file.write_text(SERVICES.format(port=self.port))
        os.utime(file, (time.time() - 60,) * 2)

    def start(self) -> None:
        etc = self.folder / "etc"
        self.process = subprocess.Popen(
            [str(MASTER), "-c", str(etc), "-d"],
            env={**os.environ, "MAIL_CONFIG": str(etc)},
            start_new_session=True,
        )
        wait_for(self.port, self.process)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)

    def log(self) -> str:
        return (self.folder / "maillog").read_text()


@contextmanager
def postfix(routes: Mapping[str, str], certificates: Path) -> Iterator[Postfix]:
    with short_folder() as folder:
        server = Postfix(folder, routes, certificates)
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
