"""Whether a zip is one file behind the other, and nothing else: no program can find another file in
it than what its table of contents tells.

1. Some programs read a zip from its end, some from its beginning, file by file. What stands before
   or between the files, or twice, or behind the table, one kind of them would read.
2. What a file's own head says of it is what the table says, or left for behind it, as a zip has it
   that was written in one go. Neither says more of it than sizes and times: some programs read
   another name there, or a comment.
3. Where a file's bytes end, what is packed in them ends, too.
"""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LOCAL = struct.Struct("<4s5H3L2H")
LISTED = struct.Struct("<4s6H3L5H2L")
BEHIND = 0x8  # the flag that sizes stand behind the file
SIZES_BEHIND = {0, 12, 16, 20, 24}
LARGE = 0xFFFFFFFF
PIECE = 1 << 16
TOLD = {0x1, 0xA, 0x5455, 0x5855, 0x7855, 0x7875}  # sizes, times, and whose it is
END, END_64, PLACE_64 = b"PK\5\6", b"PK\6\6", b"PK\6\7"


def refuse_gaps(path: Path, packed: ZipFile) -> None:
    """Raises ValueError."""
    with path.open("rb") as file:
        at, behind = 0, {0}
        for one in sorted(packed.infolist(), key=lambda one: one.header_offset):
            if one.header_offset - at not in behind:
                raise ValueError(f"what stands before {one.filename} is no file of it")
            at, behind = _end(file, one), SIZES_BEHIND if one.flag_bits & BEHIND else {0}
        if packed.start_dir - at not in behind:
            raise ValueError("what stands before its table of contents is no file of it")
        if sum(1 for _ in _told(file, packed.start_dir)) != len(packed.infolist()):
            raise ValueError("its table of contents tells of another number of files")


def _end(file: BinaryIO, one: ZipInfo) -> int:
    """Rule 2; where its bytes end."""
    file.seek(one.header_offset)
    head = file.read(LOCAL.size)
    if len(head) < LOCAL.size:
        raise ValueError(f"{one.filename} is cut off")
    mark, _, flags, packed_by, _, _, crc, size, whole, name, extra = LOCAL.unpack(head)
    more = file.read(name + extra)[name:]
    left = (0, LARGE) if flags & BEHIND else (LARGE,)
    alike = (
        (mark, flags & BEHIND, packed_by) == (b"PK\3\4", one.flag_bits & BEHIND, one.compress_type)
        and (crc == one.CRC or (crc == 0 and flags & BEHIND))
        and (size == one.compress_size or size in left)
        and (whole == one.file_size or whole in left)
        and not one.comment
        and all({*_said(told)} <= TOLD for told in (more, one.extra))
    )
    if not alike:
        raise ValueError(f"{one.filename} says something else of itself than the table of contents")
    if one.compress_type == ZIP_DEFLATED:
        _refuse_more(file, one)
    elif one.compress_size != one.file_size:
        raise ValueError(f"there is more in {one.filename} than it has")
    return one.header_offset + LOCAL.size + int(name) + int(extra) + one.compress_size


def _said(extra: bytes) -> Iterator[int]:
    """What kinds of things are told beside a name."""
    while extra:
        yield int.from_bytes(extra[:2], "little")
        extra = extra[4 + int.from_bytes(extra[2:4], "little") :]


def _refuse_more(file: BinaryIO, one: ZipInfo) -> None:
    """Rule 3. What is unpacked is kept nowhere, and never more of it than the file says it has."""
    packed, left, size = zlib.decompressobj(-zlib.MAX_WBITS), one.compress_size, 0
    while not packed.eof and size <= one.file_size:
        piece = packed.unconsumed_tail or file.read(min(PIECE, left))
        left -= 0 if packed.unconsumed_tail else len(piece)
        made = packed.decompress(piece, PIECE)  # of no more, too: some may still be packed in it
        size += len(made)
        if not piece and not made:
            break
    if not packed.eof or size != one.file_size or left or packed.unused_data:
        raise ValueError(f"there is more in {one.filename} than it has")


def _told(file: BinaryIO, start: int) -> Iterator[int]:
    """Where each line of the table stands; behind it is its end, and that is the file's."""
    file.seek(0, 2)
    whole, at = file.tell(), start
    while True:
        file.seek(at)
        head = file.read(LISTED.size)
        if head[:4] != b"PK\1\2" or len(head) < LISTED.size:
            break
        yield at
        at += LISTED.size + sum(LISTED.unpack(head)[10:13])
    if head[:4] == END_64 and len(head) >= 12:
        at += 12 + int.from_bytes(head[4:12], "little") + 20
        file.seek(at - 20)
        head = file.read(20 + 22)
        head = head[20:] if head[:4] == PLACE_64 else b""
    if head[:4] != END or whole != at + 22:
        raise ValueError("something stands behind its table of contents")
