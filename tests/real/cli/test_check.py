"""The doctor at a real Dovecot: its mailbox and its smart host are tried."""

from tests.cli import test_check
from tests.cli.test_check import LISTEN, Patient
from tests.kit.real.mailbox_house import letter
from tests.kit.real.real_mail import dovecot, free_port

patient = test_check.patient

MAILBOX = """[listener]
enabled = false
[[mailbox]]
host = "localhost"
port = {port}
security = "{security}"
ca_file = "{ca}"
user = "nomic"
password = "pw"
timeout_seconds = 2
"""


def test_a_mailbox_and_a_smart_host_are_tried(patient: Patient) -> None:
    with dovecot() as server:
        server.append("nomic", [letter(1)])
        box = f"""[listener]
enabled = false
[[mailbox]]
host = "127.0.0.1"
port = {server.tls_port}
ca_file = "{server.ca_file}"
user = "nomic"
password = "pw"
"""
        found = patient.examined(box)
        assert found["mailbox"]["words"] == "nomic@127.0.0.1 INBOX: 1 letter waits"
        assert len(server.texts("nomic")) == 1
        for old, new, fix in (
            ('"pw"', '"no"', "see to user and password in [[mailbox]]"),
            (f'ca_file = "{server.ca_file}"', "", "certificate"),
            (str(server.tls_port), str(free_port()), "does the mail server there run?"),
            ('"pw"', '"pw"\nfolder = "None"', "is the name of the folder"),
        ):
            found = patient.examined(box.replace(old, new), status=1)
            assert fix in found["mailbox"]["fix"]
        out = f'[outgoing]\nkind = "smtp"\nsmtp_host = "127.0.0.1"\nsmtp_port = {free_port()}\n'
        found = patient.examined(box + out, status=1)
        assert "is host or port in [outgoing] wrong?" in found["outgoing"]["fix"]


def test_each_way_a_mailbox_is_missed_has_its_own_fix(patient: Patient) -> None:
    with dovecot() as server:
        ca, tls, plain = str(server.ca_file), server.tls_port, server.port
        for port, security, file, words, fix in (
            (plain, "tls", ca, "no TLS is spoken there", 'security = "starttls"'),
            (tls, "starttls", ca, "no answer within 2 seconds", "where TLS comes first"),
            (tls, "tls", "/nowhere/ca", "cannot be used: No such file", "does the file that"),
            (free_port(), "tls", ca, "no connection: nothing listens there", "host or port"),
        ):
            text = MAILBOX.format(port=port, security=security, ca=file)
            found = patient.examined(text, status=1)["mailbox"]
            assert words in found["words"]
            assert fix in found["fix"]
        text = MAILBOX.format(port=tls, security="tls", ca=ca)
        found = patient.examined(text.replace("localhost", "mail.invalid"), status=1)["mailbox"]
        assert "there is no host of that name" in found["words"]
        assert "/etc/resolv.conf" in found["fix"]


def test_what_is_no_smart_host_is_told(patient: Patient) -> None:
    out = '[outgoing]\nkind = "smtp"\nsmtp_host = "localhost"\nsmtp_port = {}\n'
    with dovecot() as server:
        found = patient.examined(LISTEN.format(0) + out.format(server.port), status=1)
        assert "that is no SMTP server; it says: " in found["outgoing"]["words"]
        assert "25 or 587" in found["outgoing"]["fix"]
    found = patient.examined(LISTEN.format(0) + out.format(free_port()), status=1)
    assert found["outgoing"]["words"].endswith(": no connection: nothing listens there")
    assert "addresses" not in found  # one thing after the other
    found = patient.examined(LISTEN.format(0) + '[mail]\naddress = "n@x.org"\ndkim = false\n', 1)
    assert 'kind = "smtp"' in found["outgoing"]["fix"]
