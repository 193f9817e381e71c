"""A record that an authority stamped with the time: `verify`, and an authority of OpenSSL's."""

import json
import re
import shutil
import subprocess
import time
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bench.archive import put_with_letters
from nomic_mail.cli import cli
from nomic_mail.store.database.engines import Database
from tests.cli.test_record import played

SET_UP = """
[req]
distinguished_name = dn
[dn]
[ca_cert]
basicConstraints = critical,CA:true
[stamps]
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = t
[t]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha1, sha256, sha512
tsa_name = yes
ess_cert_id_alg = sha256
"""
ISSUES = """
[ca]
default_ca = here
[here]
database = index
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
policy = any
rand_serial = yes
[any]
commonName = supplied
organizationalUnitName = optional
"""
NEW_KEY = "-newkey rsa:2048 -nodes -config set"
MADE = f"""
req -x509 {NEW_KEY} -keyout ca.key -out ca.pem -subj /CN=Acme -extensions ca_cert
req -x509 {NEW_KEY} -keyout no.key -out no.pem -subj /CN=Other -extensions ca_cert
req {NEW_KEY} -keyout tsa.key -out tsa.csr -subj /CN=Acme/OU=Time
x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out tsa.pem -extfile set \
  -extensions stamps
"""


def openssl(folder: Path, *words: object) -> None:
    line = ["openssl", *map(str, words)]
    subprocess.run(line, cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an authority, and in it the record of a game."""
    folder = tmp_path_factory.mktemp("authority")
    (folder / "set").write_text(SET_UP)
    (folder / "serial").write_text("01")
    for line in MADE.replace("\\\n", "").strip().splitlines():
        openssl(folder, *line.split())
    assert nomic("init", folder / "server").exit_code == 0
    database = Database(f"sqlite:///{folder}/server/nomic.db")
    put_with_letters(database, "game", played().events, 2)
    database.close()
    config = folder / "server" / "config.toml"
    told = nomic("--config", config, "export", "game", folder / "game.json")
    assert told.exit_code == 0, told.output
    return folder


def nomic(*words: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, words)))


def stamped(authority: Path, tmp_path: Path, digest: str = "sha256") -> Path:
    out = tmp_path / "game.json"
    shutil.copy(authority / "game.json", out)
    query = tmp_path / "query"
    openssl(authority, "ts", "-query", "-data", out, f"-{digest}", "-cert", "-out", query)
    asked = ("-config", "set", "-queryfile", query, "-out", f"{out}.tsr")
    openssl(authority, "ts", "-reply", *asked)
    return out


@pytest.mark.parametrize("digest", ["sha256", "sha512"])
def test_a_stamp_is_of_these_bytes_and_goes_back_to_who_is_trusted(
    authority: Path, tmp_path: Path, digest: str
) -> None:
    out = stamped(authority, tmp_path, digest)
    told = nomic("verify", out)
    assert told.exit_code == 0, told.output
    assert "Stamped with the time: " in told.output
    assert "GMT, by /CN=Acme/OU=Time." in told.output
    assert "game.json.tsr: that who stamped it is to be believed" in told.output
    by = nomic("verify", out, "--authorities", authority / "ca.pem", "--json")
    assert by.exit_code == 0
    report = json.loads(by.output)
    assert report["stamped"].endswith("GMT, by /CN=Acme/OU=Time")
    assert not [one for one in report["claimed"] if "stamped" in one]


def test_a_stamp_outlives_the_certificate_of_who_made_it(authority: Path, tmp_path: Path) -> None:
    """An authority whose certificate ends while one looks, and a record with a stamp of before."""
    short = tmp_path / "short"
    shutil.copytree(authority, short, ignore=shutil.ignore_patterns("server"))
    for name in ("index", "index.attr"):
        (short / name).touch()
    (short / "set").write_text(SET_UP + ISSUES)
    ends = datetime.now(UTC) + timedelta(seconds=4)
    issue = f"ca -batch -config set -in tsa.csr -out tsa.pem -notext -enddate {ends:%Y%m%d%H%M%SZ}"
    openssl(short, *issue.split(), "-extensions", "stamps")
    out = stamped(short, tmp_path)
    while datetime.now(UTC) < ends + timedelta(seconds=1):
        time.sleep(0.2)
    with pytest.raises(subprocess.CalledProcessError):
        openssl(short, "ts", "-verify", "-data", out, "-in", f"{out}.tsr", "-CAfile", "ca.pem")
    told = nomic("verify", out, "--authorities", short / "ca.pem")
    assert told.exit_code == 0, told.output


def test_another_authority_is_not_the_one_that_is_trusted(authority: Path, tmp_path: Path) -> None:
    told = nomic("verify", stamped(authority, tmp_path), "--authorities", authority / "no.pem")
    assert told.exit_code == 1
    assert "a time stamp that goes back to" in told.output
    assert "certificate verify error" in told.output


def test_a_stamp_of_other_bytes_is_none(authority: Path, tmp_path: Path) -> None:
    out = stamped(authority, tmp_path)
    out.write_text(out.read_text() + "\n")
    told = nomic("verify", out)
    assert told.exit_code == 1
    assert "it is of another file, or of this one as it was once" in told.output


@pytest.mark.parametrize(
    ("stamp", "says"), [(b"", "it is no time stamp"), (b"Time stamp: now\n", "it is no time stamp")]
)
def test_what_is_no_stamp_proves_nothing(
    authority: Path, tmp_path: Path, stamp: bytes, says: str
) -> None:
    out = stamped(authority, tmp_path)
    Path(f"{out}.tsr").write_bytes(stamp)
    told = nomic("verify", out)
    assert told.exit_code == 1
    assert "game.json.tsr" in told.output
    assert "comes out" in told.output


def der(tag: int, *inside: bytes) -> bytes:
    body = b"".join(inside)
    size = len(body).to_bytes(4, "big")
    return bytes([tag, 0x84]) + size + body


EARLIER = "x\nHash Algorithm: sha256\n{}\nTime stamp: {} GMT\nTSA: DirName:/CN=Acme/OU=Time"


def test_what_is_said_beside_a_stamp_is_no_stamp(authority: Path, tmp_path: Path) -> None:
    """Nobody signs the words beside a status: with a line end in them they could tell a time."""
    out = stamped(authority, tmp_path)
    token = tmp_path / "token"
    openssl(authority, "ts", "-reply", "-in", f"{out}.tsr", "-token_out", "-out", token)
    true = nomic("verify", out, "--json").output
    day = datetime.now(UTC) - timedelta(seconds=1)
    when = f"{day:%b %d %H:%M:%S %Y}".replace(f"{day:%Y}", str(day.year - 20))
    digest = sha256(out.read_bytes()).hexdigest()
    lines = [f"    0000 - {digest[at : at + 32]}" for at in (0, 32)]
    lines = [line[:11] + " ".join(re.findall("..", line[11:])) + " " for line in lines]
    words = EARLIER.format("\n".join(lines), when)
    status = der(0x30, der(0x02, b"\0"), der(0x30, der(0x0C, words.encode())))
    Path(f"{out}.tsr").write_bytes(der(0x30, status, token.read_bytes()))
    told = nomic("verify", out, "--json")
    assert json.loads(told.output)["stamped"] == json.loads(true)["stamped"], told.output


def test_a_hash_that_can_be_forged_is_not_taken(authority: Path, tmp_path: Path) -> None:
    told = nomic("verify", stamped(authority, tmp_path, "sha1"))
    assert told.exit_code == 1
    assert "it is of a sha1 hash; sha256, sha384, sha512 are taken" in told.output


def test_authorities_without_a_stamp_are_told(authority: Path, tmp_path: Path) -> None:
    out = stamped(authority, tmp_path)
    Path(f"{out}.tsr").unlink()
    told = nomic("verify", out, "--authorities", authority / "ca.pem")
    assert told.exit_code == 2
    assert "--authorities: there is no time stamp" in told.output
