"""A record that is signed, by OpenSSH's own program: `export --sign`, `verify`, and ssh-keygen."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bench.archive import put_with_letters
from nomic_mail.cli import cli
from nomic_mail.store.database.engines import Database
from tests.cli.test_record import played


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("server")
    assert CliRunner().invoke(cli, ["init", str(folder)]).exit_code == 0
    database = Database(f"sqlite:///{folder}/nomic.db")
    put_with_letters(database, "game", played().events, 2)
    database.close()
    for name in ("ada", "eve"):
        subprocess.run(
            shlex.split(f"ssh-keygen -q -t ed25519 -N '' -C {name} -f {folder / name}"), check=True
        )
    key = (folder / "ada.pub").read_text()
    (folder / "signers").write_text(f"ada@players.example {key}")
    return folder


def nomic(*words: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, words)))


def export(server: Path, out: Path, *more: object, key: str = "ada") -> Result:
    config = server / "config.toml"
    return nomic("--config", config, "export", "game", out, *more, "--sign", server / key)


@pytest.mark.parametrize(("form", "name"), [("json", "game.json"), ("bag", "game.zip")])
def test_a_signed_record_is_checked_by_verify_and_by_ssh_keygen(
    server: Path, tmp_path: Path, form: str, name: str
) -> None:
    out = tmp_path / name
    told = export(server, out, "--format", form)
    assert told.exit_code == 0, told.output
    assert f"signed in {out}.sig" in told.output
    checked = nomic("verify", out)
    assert checked.exit_code == 0, checked.output
    assert "Signed: ED25519 key SHA256:" in checked.output
    assert "Whose key that is, --signers tells." in checked.output
    by = nomic("verify", out, "--signers", server / "signers")
    assert by.exit_code == 0
    assert "Signed: ada@players.example, ED25519 key SHA256:" in by.output
    line = f"ssh-keygen -Y verify -n nomic-mail -I ada@players.example -f {server / 'signers'}"
    with out.open("rb") as file:
        subprocess.run(shlex.split(f"{line} -s {out}.sig"), stdin=file, check=True)


def test_one_byte_altered_is_found_though_all_sums_are_made_good(
    server: Path, tmp_path: Path
) -> None:
    """The form of a bag that no sum and no ledger covers: when a file of its zip was written."""
    out = tmp_path / "game.zip"
    export(server, out, "--format", "bag")
    packed = bytearray(out.read_bytes())
    packed[10] ^= 2
    out.write_bytes(packed)
    told = nomic("verify", out)
    assert told.exit_code == 1
    assert "game.zip.sig\n  says      a signature" in told.output
    assert "incorrect signature" in told.output


def test_the_signature_of_somebody_else_is_none_of_theirs(server: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    export(server, out, key="eve")
    assert nomic("verify", out).exit_code == 0
    told = nomic("verify", out, "--signers", server / "signers", "--json")
    assert told.exit_code == 1
    found = json.loads(told.output)
    assert not found["proven"]
    assert not found["signed"]
    assert [one["where"] for one in found["differences"]] == ["game.json.sig"]


def test_what_cannot_be_signed_is_told_before_anything_is_written(
    server: Path, tmp_path: Path
) -> None:
    for form, out in (("bag", tmp_path / "bag"), ("json", Path("-"))):
        told = export(server, out, "--format", form)
        assert told.exit_code == 2
        assert "a signature is of a file" in told.output
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_none_leaves_no_signature(server: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    told = export(server, out, key="config.toml")
    assert told.exit_code == 1
    assert "is written, and not signed" in told.output
    assert not Path(f"{out}.sig").exists()


def test_signers_without_a_signature_are_told(server: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    export(server, out)
    Path(f"{out}.sig").unlink()
    told = nomic("verify", out, "--signers", server / "signers")
    assert told.exit_code == 2
    assert "there is no signature" in told.output


@pytest.mark.parametrize("words", ["", "no signature", "-----BEGIN SSH SIGNATURE-----\n" * 9])
def test_a_strangers_signature_stops_nothing(server: Path, tmp_path: Path, words: str) -> None:
    out = tmp_path / "game.json"
    export(server, out)
    Path(f"{out}.sig").write_text(words)
    told = nomic("verify", out)
    assert told.exit_code == 1
    assert "game.json.sig" in told.output
    assert "Traceback" not in told.output


def test_without_ssh_keygen_it_is_only_claimed(
    server: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "game.json"
    export(server, out)
    monkeypatch.setenv("PATH", str(tmp_path))
    told = nomic("verify", out)
    assert told.exit_code == 0
    assert "game.json.sig: there is no ssh-keygen here" in told.output
    assert nomic("verify", out, "--signers", server / "signers").exit_code == 1


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("KEY", "names nobody: a line is a name or an address, and then the public key"),
        ("ada@players.example", "has no public key: a line is a name or an address, and then"),
        ("", "names nobody"),
    ],
)
def test_a_file_of_signers_that_is_none_says_nothing_about_the_record(
    server: Path, tmp_path: Path, line: str, wrong: str
) -> None:
    """A key's own `.pub` has no name in it: the record is not what is wrong."""
    out = tmp_path / "game.json"
    export(server, out)
    (tmp_path / "who").write_text(line.replace("KEY", (server / "ada.pub").read_text()))
    told = nomic("verify", out, "--signers", tmp_path / "who")
    assert told.exit_code == 2, told.output
    assert wrong in told.output
    assert "not what it says it is" not in told.output
