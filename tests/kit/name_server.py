"""A name server on loopback, over real sockets, that answers as its test wants: at once, late,
wrongly, or never. While it is there, dnspython asks it and nobody else."""

import json
import socket
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.asyncresolver
import dns.flags
import dns.message
import dns.rdatatype
import dns.resolver
import dns.rrset

LATE_SECONDS = 3.0
KEY = '"v=DKIM1; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA"'
LIES: dict[str, list[tuple[str, int, str, *tuple[str, ...]]]] = {
    "with an alias of itself": [("{name}.", 300, "CNAME", "{name}.")],
    "with aliases in a circle": [
        ("{name}.", 300, "CNAME", "a.{name}."),
        ("a.{name}.", 300, "CNAME", "{name}."),
    ],
    "with a hundred aliases": [
        ("{name}." if not n else f"a{n}.{{name}}.", 300, "CNAME", f"a{n + 1}.{{name}}.")
        for n in range(100)
    ],
    "with another name's key": [("other.example.", 300, "TXT", KEY)],
    "with two hundred keys": [("{name}.", 300, "TXT", *[f'"p={n}"' for n in range(200)])],
    "with a key for all time": [("{name}.", 2147483647, "TXT", KEY)],
    "with a key of no letters": [("{name}.", 300, "TXT", '"p=\\000\\255\\027[2J"')],
}


class NameServer:
    """`records` are TXT; a name is treated as the label of `ways` that it ends with: "never",
    "late" (when its test says so), "garbage", "other id", "other question", "servfail",
    "cut short", or one of the `LIES`."""

    def __init__(self, address: str = "127.0.0.1", port: int = 0) -> None:
        self.records: dict[str, bytes] = {}
        self.ways: dict[str, str] = {}
        self.asked: list[str] = []
        self.late = threading.Event()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((address, port))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                data, peer = self._socket.recvfrom(4096)
            except OSError:
                return
            threading.Thread(target=self._answer, args=(data, peer), daemon=True).start()

    def _answer(self, data: bytes, peer: tuple[str, int]) -> None:
        query = dns.message.from_wire(data)
        name = query.question[0].name.to_text(omit_final_dot=True)
        self.asked.append(name)
        way = next((way for end, way in self.ways.items() if name.endswith(end)), "")
        if way == "never":
            return
        if way == "late":
            self.late.wait(LATE_SECONDS)
        answer = dns.message.make_response(query)
        found = self.records.get(name)
        if found is None:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        else:
            text = " ".join(f'"{found[i : i + 200].decode()}"' for i in range(0, len(found), 200))
            answer.answer.append(dns.rrset.from_text(f"{name}.", 300, "IN", "TXT", text))
        if way in LIES:
            answer.set_rcode(dns.rcode.NOERROR)
            answer.answer.clear()
            for owner, seconds, kind, *told in LIES[way]:
                own, *more = (one.format(name=name) for one in (owner, *told))
                answer.answer.append(dns.rrset.from_text(own, seconds, "IN", kind, *more))
        if way == "cut short":  # "ask by TCP", where nobody listens
            answer.flags |= dns.flags.TC
        if way == "servfail":
            answer.set_rcode(dns.rcode.SERVFAIL)
        wire = answer.to_wire()
        if way == "garbage":
            wire = wire[:2] + b"\xff" * 40
        if way == "other id":
            (number,) = struct.unpack("!H", wire[:2])
            wire = struct.pack("!H", number ^ 1) + wire[2:]
        if way == "other question":
            other = dns.message.make_query("other.example.", "TXT", id=query.id)
            wire = dns.message.make_response(other).to_wire()
        try:
            self._socket.sendto(wire, peer)
        except OSError:
            return  # it was closed meanwhile


@contextmanager
def name_server() -> Iterator[NameServer]:
    server = NameServer()
    before = dns.asyncresolver.default_resolver, dns.resolver.default_resolver
    for module in (dns.asyncresolver, dns.resolver):
        mine = module.Resolver(configure=False)
        mine.nameservers, mine.port = ["127.0.0.1"], server.port
        vars(module)["default_resolver"] = mine
    try:
        yield server
    finally:
        dns.asyncresolver.default_resolver, dns.resolver.default_resolver = before
        server.close()


def _main() -> None:
    """For a port that only root may have: until whoever started it goes away."""
    server = NameServer(sys.argv[1], 53)
    server.records = {name: text.encode() for name, text in json.loads(sys.argv[2]).items()}
    print("here", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    _main()
