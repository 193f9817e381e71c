"""What is wrong with a connection, in words; the doctor knows what it is by them.

1. Nothing that a stranger's server says reaches a log or a terminal but on one line, printable, and
   not for long.
"""

import smtplib
import socket
import ssl


def plain(said: object) -> str:
    """Rule 1."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
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
        case smtplib.SMTPServerDisconnected():
            told = f"the connection is lost: {plain(error)}"
        case smtplib.SMTPResponseException() if error.smtp_code < 0:
            told = f"that is no SMTP server; it says: {plain(error.smtp_error)}"
        case smtplib.SMTPResponseException():
            told = f"it answers {error.smtp_code} {plain(error.smtp_error)}"
        case OSError() if error.errno is not None:
            told = f"no connection: {error.strerror or plain(error)}"
        case _:
            told = plain(error)
    return told
