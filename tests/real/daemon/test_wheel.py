"""The wheel is a whole program: installed elsewhere, it runs from any folder.

1. The wheel goes into an empty environment of its own. What it depends on is lent by a path from
   the environment of the tests; nomic_mail itself is not.
"""

import shutil
import site
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from nomic_mail.archive.forms.bag import DESCRIBED
from tests.kit.real.server_play import environment

ROOT = Path(__file__).resolve().parents[3]
BUILD_SECONDS = 300


def call(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    out, home = folder / "out", folder / "home"
    home.mkdir()
    uv = shutil.which("uv")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(out), "."]
    if uv is not None:
        build = [uv, "build", "--quiet", "--wheel", "-o", str(out), "."]
    built = subprocess.run(
        build, cwd=ROOT, capture_output=True, text=True, timeout=BUILD_SECONDS, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = out.glob("nomic_mail-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The bin folder of an environment that holds the wheel."""
    place = wheel.parent.parent / "environment"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(call([str(python), "-c", where], place).strip())
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    call([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], place)
    (packages / "lent.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    return place / "bin"


def test_the_wheel_holds_all_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        held = set(opened.namelist())
    wanted = {"nomic_mail/config.example.toml", *(f"nomic_mail/docs/{name}" for name in DESCRIBED)}
    for room, kept in (("templates", "*.txt"), ("templates", "site/*"), ("migrations", "**/*.py")):
        wanted |= {f"nomic_mail/{file.relative_to(ROOT)}" for file in (ROOT / room).glob(kept)}
    wanted |= {str(file.relative_to(ROOT)) for file in (ROOT / "nomic_mail").rglob("*.py")}
    wanted |= {str(file.relative_to(ROOT)) for file in (ROOT / "nomic_mail").rglob("*.toml")}
    assert not wanted - held
    strangers = {name for name in held if "__pycache__" in name or name.startswith("tests")}
    assert not strangers
    assert any(name.endswith("licenses/LICENSE") for name in held)


def test_the_installed_wheel_runs_in_a_folder_of_its_own(installed: Path, tmp_path: Path) -> None:
    where = "import nomic_mail; print(nomic_mail.__file__)"
    module = call([str(installed / "python"), "-c", where], tmp_path).strip()
    assert Path(module).is_relative_to(installed.parent)

    tool = str(installed / "nomic-mail")
    assert "serve" in call([tool, "init"], tmp_path)
    call([tool, "game", "new", "tea"], tmp_path)
    call([tool, "player", "add", "tea", "Ada <ada@example.org>"], tmp_path)
    assert "1 letter sent" in call([tool, "serve", "--once"], tmp_path)
    (letter,) = (tmp_path / "mail/ada@example.org/new").iterdir()
    assert "JOIN" in letter.read_text(encoding="utf-8")
    assert "adoption" in call([tool, "clauses"], tmp_path)
    assert "203" in call([tool, "rules", "tea", "203"], tmp_path)


def test_the_installed_wheel_says_its_version(installed: Path, wheel: Path, tmp_path: Path) -> None:
    told = call([str(installed / "nomic-mail"), "--version"], tmp_path)
    assert told.split()[-1] == wheel.name.split("-")[1]
