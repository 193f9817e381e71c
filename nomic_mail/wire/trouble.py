"""What is wrong with a connection, in words; the doctor knows what it is by them.

1. Nothing that a stranger's server says reaches a log or a terminal but on one line, printable, and
   not for long.
"""

import errno
import os
import re
import smtplib
import socket
import ssl
from pathlib import Path

NOBODY = "no connection: nothing listens there"
_OF_BYTES = re.compile(r"""^b(['"])(.*)\1$""", re.S)  # as Python writes them


def plain(said: object) -> str:
    """Rule 1."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    text = _OF_BYTES.sub(r"\2", text)
    return "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))[:200]


def described(error: Exception, timeout_seconds: float) -> str:
    match error:
        case ssl.SSLCertVerificationError():
            told = f"the server's certificate cannot be trusted: {error.verify_message}"
        case ssl.SSLError():
            told = f"no TLS is spoken there: {plain(error.reason or error)}"
        case TimeoutError():
            told = f"no answer within {timeout_seconds:g} seconds"
        case socket.gaierror():
            told = f"there is no host of that name: {error.strerror}"
        case smtplib.SMTPServerDisconnected() if "timed out" in str(error):
            told = f"it takes the connection, and says nothing within {timeout_seconds:g} seconds"
        case smtplib.SMTPServerDisconnected():
            told = f"the connection is lost: {plain(error)}"
        case smtplib.SMTPResponseException() if error.smtp_code < 0:
            told = f"that is no SMTP server; it says: {plain(error.smtp_error)}"
        case smtplib.SMTPResponseException():
            told = f"it answers {error.smtp_code} {plain(error.smtp_error)}"
        case ConnectionRefusedError():
            told = NOBODY
        case OSError() if error.errno is not None:
            told = f"no connection: {error.strerror or plain(error)}"
        case _:
            told = plain(error)
    return told


MENDING = {
    "login is refused": "see to user and password in {}; some providers want a password made for"
    " programs, or xoauth2",
    "ca_file": "does the file that {} names in ca_file exist, and hold certificates?",
    "has expired": "whoever runs that server has to renew its certificate; or is this machine's"
    " clock wrong? ({})",
    "certificate": "is the host in {} the one its certificate names? A private authority goes into"
    " ca_file",
    "no TLS is spoken": 'at that port it begins without TLS: write security = "starttls" in {}, or'
    " the port that goes with tls",
    "no answer within": "see to host, port and security in {}: where TLS comes first (993, 465),"
    ' "starttls" and "none" hear nothing; else a firewall is in the way',
    "no host of that name": "see to the host in {}, and to this machine's DNS (/etc/resolv.conf)",
    "no SMTP server": "see to host and port in {}: 25 or 587, and 465 with tls",
    "STARTTLS": 'write security = "tls" in {}, and the port that goes with it',
    "nothing listens": "does the mail server there run? If it does: is host or port in {} wrong?",
    "says nothing within": 'is security in {} the one of that port (465: "tls", 587: "starttls",'
    ' 25: "none")? If it is, that mail server hangs: have it started anew',
    "select": "is the name of the folder in {} right?",
    "cannot be read": "make the file named in {}, readable by the user the server runs as",
    "password_command": "run the command of {} by hand, as the user the server runs as",
    "access token": "log in anew with the provider's tool, for a new refresh token ({})",
}


LISTENING = {
    errno.EADDRINUSE: "stop the other program there (`ss -ltnp` as root tells which), or choose"
    " another in [listener], and tell it to whoever delivers there",
    errno.EADDRNOTAVAIL: "this machine has no such address: write another host in [listener]",
    errno.EACCES: "the user the server runs as may not: write a port above 1023 in [listener], or"
    " give them the folder of the socket",
    errno.ENOENT: "make the folder of the socket, for the user the server runs as",
}


def listening(error: OSError, path: Path | None = None) -> tuple[str, str]:
    """Why nothing can be listened on, and what helps. asyncio puts the address in, which stands
    there already; what getaddrinfo says is below 0, and a path that is too long has no number."""
    if path is not None and path.exists() and not path.is_socket():
        return "it is no socket", "name another in [listener], or move away what stands there"
    if path is not None and not error.errno:
        return str(error), "write a shorter path in [listener], such as /run/nomic-mail/in"
    number = error.errno or 0
    if number < 0:
        return "there is no host of that name", "write one of this machine's, as 127.0.0.1"
    other = "choose another host, port or socket in [listener]"
    return os.strerror(number) if number else str(error), LISTENING.get(number, other)


def mending(words: str, section: str, security: str = "") -> str:
    """What helps against it; `section` is that of the configuration, with the `security` it has."""
    found = next((fix for sign, fix in MENDING.items() if sign in words), "")
    told = (found or "see to host, port and security in {}; is the way there open?").format(section)
    return f'{told} (security is "{security}" now)' if security and "security" in told else told
