"""A time stamp of a file by an authority (RFC 3161), checked by `openssl ts`.

It lies beside the file it is of, under that file's name and `.tsr`. It says that the file was there
at that moment, and nothing of whether what stands in it is true; that is what `verify` tells.
"""

import hashlib
import re
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from nomic_mail.archive.signing import refuse_large

HASHES = ("sha256", "sha384", "sha512")
ALGORITHM = re.compile(r"^Hash Algorithm: (\S+)$", re.M)
WHEN = re.compile(r"^Time stamp: (.+)$", re.M)
BY = re.compile(r"^TSA: (?:DirName:)?(.+)$", re.M)
DIGEST_LINE = re.compile(r"^ {4}[0-9a-f]{4} - ((?:[0-9a-f]{2}[ -]){1,16})", re.M)
REASON = re.compile(r"routines:[^:\n]*:([^:\n]+)(?=:)|Verify error:([^\n]+)")


class StampFailed(Exception):
    """In the words of openssl, or of what differs."""


class NoStamping(StampFailed):
    def __init__(self) -> None:
        super().__init__("there is no openssl here, which checks time stamps")


class Stamp(Struct, frozen=True):
    when: str
    by: str
    trusted: bool  # by the certificates that were given

    def __str__(self) -> str:
        return f"{self.when}, by {self.by}" if self.by else self.when


def stamped(path: Path, stamp: Path, authorities: Path | None) -> Stamp:
    """When it was there, and by whose word; `authorities` are certificates that this must go back
    to, without which nobody knows whether that is who it says."""
    refuse_large(stamp, StampFailed)
    token = ("-in", str(stamp.absolute()), "-token_out")
    with tempfile.TemporaryDirectory() as folder:  # without the words beside it, which nobody signs
        _asked("-reply", *token, "-out", f"{folder}/token")
        told = _asked("-reply", "-token_in", "-in", f"{folder}/token", "-text")
    algorithm, when, by = (one.search(told) for one in (ALGORITHM, WHEN, BY))
    if algorithm is None or when is None:
        raise StampFailed("no time stamp that was granted")
    if algorithm[1] not in HASHES:
        raise StampFailed(f"it is of a {algorithm[1]} hash; {', '.join(HASHES)} are taken")
    with path.open("rb") as file:
        own = hashlib.file_digest(file, algorithm[1]).hexdigest()
    of = re.sub(r"[ -]", "", "".join(DIGEST_LINE.findall(told[algorithm.end() : when.start()])))
    if of != own:
        raise StampFailed("it is of another file, or of this one as it was once")
    moment = " ".join(when[1].split())
    if authorities is not None:
        where = ("-in", str(stamp.absolute()), "-CAfile", str(authorities.absolute()))
        _asked("-verify", "-data", str(path.absolute()), *where, "-attime", _seconds(moment))
    return Stamp(moment, by[1] if by else "", authorities is not None)


def _seconds(moment: str) -> str:
    """Certificates end after some years, and the stamps made in their time are good for longer."""
    whole = re.sub(r"\.\d+", "", moment)
    try:
        at = datetime.strptime(whole, "%b %d %H:%M:%S %Y GMT").replace(tzinfo=UTC)
    except ValueError:
        raise StampFailed(f"it tells no time: {moment}") from None
    return str(int(at.timestamp()))


def _asked(*words: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603  our own words, without a shell
            ["openssl", "ts", *words],  # noqa: S607  as the system has it
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise NoStamping from None
    if done.returncode:
        found = REASON.finditer(done.stderr.decode("utf-8", "replace"))
        said = [one[1] or one[2] for one in found]
        raise StampFailed(", ".join(said[-2:])[:300] or "it is no time stamp")
    return done.stdout.decode("utf-8", "replace")
