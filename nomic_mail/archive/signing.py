"""The signature of whoever hands a record on, by a key of SSH: made and checked by `ssh-keygen`.

It lies beside the file it is of, under that file's name and `.sig`. It says who wrote the file, and
nothing of whether what stands in it is true; that is what `verify` tells.
"""

import re
import subprocess
from pathlib import Path

from nomic_mail.files import read_named

NAMESPACE = "nomic-mail"
MOST_BYTES, SIGNERS_BYTES = 1 << 20, 10_000_000
KEY = re.compile(r"(?:^|(?<=\s))(?:sk-)?(?:ssh|ecdsa)-\S+\s+[A-Za-z0-9+/]{20,}")
SIGNED = re.compile(r'^Good "[^"]+" signature (?:for (?P<who>\S.*?) )?with (?P<key>\S+ key \S+)')


class SigningFailed(Exception):
    """In the words of ssh-keygen."""


class NoSigning(SigningFailed):
    def __init__(self) -> None:
        super().__init__("there is no ssh-keygen here, which makes and checks signatures")


class NoSigners(Exception):
    """A file that is no list of who may have signed."""


def beside(path: Path, end: str) -> Path:
    """What lies beside it, also where it is the folder one is in."""
    whole = path if path.name else path.absolute()
    return whole.parent / f"{whole.name}{end}"


def refuse_large(file: Path, failed: type[Exception]) -> None:
    """Whoever reads it has no end of its own."""
    if (has := file.stat().st_size) > MOST_BYTES:
        raise failed(f"it has {has:,} bytes: none has so many")


def sign(path: Path, key: Path) -> Path:
    """`key` is a private one, or a public one whose private half an agent holds."""
    made = beside(path, ".sig")
    made.unlink(missing_ok=True)
    _asked("-Y", "sign", "-q", "-n", NAMESPACE, "-f", str(key.absolute()), str(path.absolute()))
    return made


def signer(path: Path, signature: Path, signers: Path | None) -> str:
    """With which key it was signed, and by whom, if `signers` (as sshd's allowed_signers) tells."""
    refuse_large(signature, SigningFailed)
    where = str(signature.absolute())
    if signers is not None:
        _refuse_no_signers(signers)
    if signers is None:
        told = _asked("-Y", "check-novalidate", "-n", NAMESPACE, "-s", where, of=path)
    else:
        listed = ("-f", str(signers.absolute()), "-s", where)
        who = _asked("-Y", "find-principals", *listed).splitlines()[0]
        told = _asked("-Y", "verify", "-n", NAMESPACE, "-I", who, *listed, of=path)
    found = SIGNED.search(told)
    if found is None:
        raise SigningFailed(told.strip() or "ssh-keygen said nothing")
    return f"{found['who']}, {found['key']}" if found["who"] else found["key"]


def _refuse_no_signers(file: Path) -> None:
    """What ssh-keygen says of it sounds as if the signature were wrong."""
    try:
        known = read_named(file, SIGNERS_BYTES).decode("utf-8", "replace")
    except OSError as trouble:
        raise NoSigners(str(trouble.strerror or trouble)) from trouble
    told = (line.strip() for line in known.splitlines())
    lines = [(at, line) for at, line in enumerate(told, 1) if line and not line.startswith("#")]
    form = "a line is a name or an address, and then the public key"
    if not lines:
        raise NoSigners(f"{file} names nobody: {form}")
    for at, line in lines:
        if KEY.match(line):
            raise NoSigners(f"{file}, line {at}, names nobody: {form}")
        if not KEY.search(line):
            raise NoSigners(f"{file}, line {at}, has no public key: {form}")


def _asked(*words: str, of: Path | None = None) -> str:
    try:
        with (of or Path("/dev/null")).open("rb") as file:
            done = subprocess.run(  # noqa: S603  our own words, without a shell
                ["ssh-keygen", *words],  # noqa: S607  as the system has it
                stdin=file,
                capture_output=True,
                check=False,
            )
    except FileNotFoundError as missing:
        if missing.filename != "ssh-keygen":
            raise
        raise NoSigning from None
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode:
        raise SigningFailed(" ".join(said.split())[:300] or "ssh-keygen refused, and said nothing")
    return said
