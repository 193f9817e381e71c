"""What a value of the configuration can be, each kind with the words that tell what is right."""

from typing import Annotated

from msgspec import Meta


def whole(low: int, high: int, note: str = "") -> Meta:
    return Meta(ge=low, le=high, description=f"a whole number from {low} to {high}{note}")


Line = Annotated[
    str,
    Meta(
        pattern=r"\A[^\x00-\x1f\x7f\[\]]{1,60}\Z",
        description="one short line of text, without square brackets",
    ),
]
PathText = Annotated[str, Meta(pattern=r"\A[^\x00]+\Z", description="a path, in quotes")]
MaybePath = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z", description='a path in quotes, or ""')]
Host = Annotated[
    str,
    Meta(
        pattern=r"\A(?:[^\s/@:]+|[^\s/@:]*:[^\s/@]*:[^\s/@]*)\Z",  # IPv6 has two colons and more
        description='a host name or address without its port, such as "127.0.0.1"',
    ),
]
Text = Annotated[str, Meta(pattern=r"\A[^\x00\r\n]*\Z", description="one line of text, in quotes")]
Folder = Annotated[
    str,
    Meta(pattern=r"\A[^\x00-\x1f\x7f]{1,200}\Z", description='the name of a folder, as "INBOX"'),
]
MaybeFolder = Annotated[
    str, Meta(pattern=r"\A[^\x00-\x1f\x7f]{0,200}\Z", description='the name of a folder, or ""')
]
Url = Annotated[
    str,
    Meta(
        pattern=r"\A(https://[^\s]+|http://(127\.0\.0\.1|localhost)[^\s]*)?\Z",
        description='an https:// address, or ""',
    ),
]
WebAddress = Annotated[
    str,
    Meta(
        pattern=r"\A(https?://[A-Za-z0-9._~:/%\[\]-]{1,150})?\Z",
        description='where a web server shows it, such as "https://nomic.example.org", or ""',
    ),
]
Headers = Annotated[
    tuple[Annotated[str, Meta(pattern=r"\A[!-9;-~]{1,60}\Z")], ...],
    Meta(min_length=0, description='names of headers, as ["Delivered-To", "X-Original-To"]'),
]
Address = Annotated[str, Meta(description='one mail address, such as "nomic@example.org"')]
AuthservId = Annotated[
    str,
    Meta(
        pattern=r"\A[^\s;()\"@]{0,255}\Z",
        description="the name your mail server signs its Authentication-Results with, such as"
        ' "mx.example.org", or "" to believe none',
    ),
]
Relays = Annotated[
    tuple[Annotated[str, Meta(pattern=r"\A[^\s/@()<>;\[\]]{1,255}\Z")], ...],
    Meta(
        min_length=0,
        description="names and addresses of your own mail servers, as"
        ' ["mx.example.org", "192.0.2.7"]',
    ),
]
Duration = Annotated[str, Meta(description='a duration such as "48h", "3d", "90m" or "0"')]
Seconds = Annotated[int, whole(1, 3600)]
Port = Annotated[int, whole(1, 65535)]
Database = Annotated[
    str,
    Meta(description='"sqlite:///FILE" or "postgresql://USER:PASSWORD@HOST/NAME"'),
]
