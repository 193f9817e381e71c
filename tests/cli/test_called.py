"""Lines that the tool prints for a copy: called as a Debian package has it, they call it so again,
and run as the server's user; with a configuration that the environment names, none is named."""

from pathlib import Path

import pytest

from nomic_mail.config.lost import config_option, tool_name

WRAPPER = Path(__file__).parents[2] / "packaging/deb/nomic-mail"


def test_the_packages_own_command_is_what_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/lib/nomic-mail/bin/nomic-mail"])
    assert tool_name() == "/usr/lib/nomic-mail/bin/nomic-mail"  # root would run it as root
    assert "NOMIC_MAIL_TOOL=nomic-mail" in WRAPPER.read_text()
    monkeypatch.setenv("NOMIC_MAIL_TOOL", "nomic-mail")
    assert tool_name() == "nomic-mail"


def test_a_configuration_that_is_known_need_not_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path("/etc/nomic-mail/config.toml")
    monkeypatch.delenv("NOMIC_MAIL_CONFIG", raising=False)
    assert config_option(file) == f"--config {file} "
    assert config_option(Path("config.toml")) == ""
    monkeypatch.setenv("NOMIC_MAIL_CONFIG", str(file))
    assert config_option(file) == ""
    assert config_option(Path("/elsewhere/config.toml")) != ""
