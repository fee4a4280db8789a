"""Archives made to do harm, and what the command line makes of them: `python archives.py FOLDER` prints it as JSON.

For each archive the files in it: name within the folder, what is wrong, size, and the SHA-256 of what is there.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
import warnings
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from inflight.classroom.collect import collect

DIRECTORY = b"PK\x01\x02"
LOCAL = b"PK\x03\x04"


def zipped(entries: Mapping[str, bytes] | list[tuple[str, bytes]], way: int = zipfile.ZIP_DEFLATED) -> bytes:
    path = Path(sys.argv[1]) / "made.tmp"
    with zipfile.ZipFile(path, "w", way) as made:
        for name, data in entries.items() if isinstance(entries, Mapping) else entries:
            made.writestr(name, data)
    return path.read_bytes()


def patched(data: bytes, at: int, form: str, value: int, signature: bytes = DIRECTORY) -> bytes:
    """One field of the first entry changed (APPNOTE.TXT 4.3.7, 4.3.12)."""
    place = data.index(signature) + at
    return data[:place] + struct.pack(form, value) + data[place + struct.calcsize(form) :]


def named(raw: bytes, flags: int) -> bytes:
    """An archive with one file of that name, whatever letters are in it."""
    made = zipped({"x" * len(raw): b"{}"}).replace(b"x" * len(raw), raw)
    return patched(patched(made, 8, "<H", flags), 6, "<H", flags, LOCAL)


def blocks(count: int) -> bytes:
    """Deflate's empty stored blocks, and a last one: nothing, at length (RFC 1951 3.2.4)."""
    return b"\x00\x00\x00\xff\xff" * count + b"\x01\x00\x00\xff\xff"


def archives() -> dict[str, bytes]:
    small = zipped({"a.json": b"what stood there"}, zipfile.ZIP_STORED)
    packed = zipped({"a.json": b"what stood there" * 50})
    both = zipped({"a.json": b"{}", "b.json": b'{"b": 1}'})
    hollow = zipped({"a.json": blocks(40_000)}, zipfile.ZIP_STORED)
    hollow = patched(patched(patched(hollow, 10, "<H", 8), 24, "<I", 0), 16, "<I", 0)
    hollow = patched(hollow, 8, "<H", 8, LOCAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twice = zipped([("a.json", b"one"), ("a.json", b"two"), ("a.json (2)", b"three"), ("a.json", b"four")])
    return {
        "fine": both,
        "stored": small,
        "behind-something": b"#!/bin/sh\n" + both,
        "with-a-comment": both[:-2] + struct.pack("<H", 5) + b"hello",
        "empty": zipped({}),
        "only-litter": zipped({"__MACOSX/a.json": b"{}", ".DS_Store": b"x", "in/.hidden/b": b"", "folder/": b""}),
        "litter": zipped({"./a.json": b"1", "../b.json": b"2", "/c.json": b"3", "d//e.json": b"4", "f/.g/h": b"5"}),
        "no-archive": b'{"a": 1}',
        "nothing": b"",
        "half": both[: len(both) // 2],
        "without-its-begin": both[20:],
        "twice": twice,
        "many": zipped({f"{number}": b"" for number in range(20_001)}, zipfile.ZIP_STORED),
        "bomb": zipped({f"{number:03}.json": bytes(900_000) for number in range(230)}),
        "large": zipped({"a.json": bytes(1_000_001), "b.json": bytes(1_000_000)}),
        "bzip2": zipped({"a.json": b"{}"}, zipfile.ZIP_BZIP2),
        "lzma": zipped({"a.json": b"{}"}, zipfile.ZIP_LZMA),
        "unknown-way": patched(small, 10, "<H", 99),
        "encrypted": patched(patched(both, 8, "<H", 1), 6, "<H", 1, LOCAL),
        "patched-data": patched(patched(both, 8, "<H", 0x20), 6, "<H", 0x20, LOCAL),
        "strongly-encrypted": patched(both, 6, "<H", 0x40, LOCAL),
        "checksum": small.replace(b"what stood", b"what stand"),
        "checksum-in-the-directory": patched(packed, 16, "<I", 7),
        "bad-deflate": packed[:40] + b"\xff\xff\xff" + packed[43:],
        "smaller-than-said": patched(packed, 24, "<I", 900),
        "larger-than-said": patched(packed, 24, "<I", 10),
        "larger-than-said-with-its-checksum": patched(
            patched(packed, 24, "<I", 10), 16, "<I", zlib.crc32(b"what stood there"[:10])
        ),
        "stored-shorter": patched(small, 20, "<I", 5),
        "stored-longer": patched(small, 20, "<I", 30),
        "hollow": hollow,
        "elsewhere": patched(both, 42, "<I", 5),
        "beyond": patched(both, 42, "<I", 1_000_000),
        "another-name": both.replace(b"a.json", b"z.json", 1),
        "from-the-future": patched(both, 6, "<H", 99),
        "wide-sizes-without-them": patched(small, 24, "<I", 0xFFFFFFFF),
        "wrong-directory": both.replace(DIRECTORY, b"PK\x09\x09", 1),
        "utf8": zipped({"Zoë Ω/a.json": b"{}"}),
        "utf8-not-said": named("Zoë/ü.json".encode(), 0),
        "cp437": named(b"Zo\x89/\x81.json", 0),
        "no-utf8": named(b"Zo\x89/\x81.json", 0x800),
        "nul": named(b"a.json\x00.exe", 0),
        "archive-within": zipped({"b.zip": zipped({"c.json": b"{}"})}),
        "damaged-and-fine": patched(both, 16, "<I", 7),
    }


def wide() -> bytes:
    """Sizes in the extra field, as some programs write them for every file (APPNOTE.TXT 4.5.3)."""
    data = b"{}"
    extra = struct.pack("<HHQQQ", 1, 24, len(data), len(data), 0)
    local = LOCAL + struct.pack("<5H3I2H", 45, 0, 0, 0, 0, zlib.crc32(data), len(data), len(data), 6, 0) + b"a.json"
    far = 0xFFFFFFFF
    head = DIRECTORY + struct.pack("<6H3I5H2I", 45, 45, 0, 0, 0, 0, zlib.crc32(data), far, far, 6, 28, 0, 0, 0, 0, far)
    head += b"a.json" + extra
    start = len(local) + len(data)
    end = struct.pack("<4sQ2H2I4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, len(head), start)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, start + len(head), 1)
    last = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, far, far, 0)
    return local + data + head + end + locator + last


def main() -> None:
    folder = Path(sys.argv[1])
    told = {}
    for name, data in {**archives(), "wide": wide()}.items():
        path = folder / f"{name}.zip"
        path.write_bytes(data)
        told[name] = [
            [
                each.name.removeprefix(f"{folder}/"),
                each.wrong,
                each.size,
                hashlib.sha256(each.data).hexdigest() if each.data or not (each.wrong or each.size) else "",
            ]
            for each in collect([path])
        ]
    print(json.dumps(told))


if __name__ == "__main__":
    main()
