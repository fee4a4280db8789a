"""Debian's source package of a kernel: which is the newest of a series, and some of the files in it."""

import lzma
import tarfile
from collections.abc import Collection
from dataclasses import dataclass
from tempfile import NamedTemporaryFile
from urllib.request import urlopen

from debian.deb822 import Packages
from debian.debfile import DebFile
from debian.debian_support import Version

_BLOCK = 1 << 20
_PATIENCE_S = 60


@dataclass(frozen=True)
class Series:
    """Where the packages of a series of kernels are published; `linux-source-<name>` is in each of them."""

    name: str
    archive: str
    suite: str


SERIES = {
    series.name: series
    for series in (
        Series("6.1", "https://deb.debian.org/debian-security", "bookworm-security"),
        Series("6.12", "https://deb.debian.org/debian", "trixie"),
        Series("7.3", "https://deb.debian.org/debian", "trixie-backports"),
    )
}


def newest(series: Series) -> Packages:
    """The newest package of a series: its `Version` and, from the archive's root, its `Filename`."""
    index = f"{series.archive}/dists/{series.suite}/main/binary-amd64/Packages.xz"
    with urlopen(index, timeout=_PATIENCE_S) as packed:
        # A suite's index is a few megabytes.
        text = lzma.decompress(packed.read())
    wanted = f"linux-source-{series.name}"
    found = [package for package in Packages.iter_paragraphs(text, use_apt_pkg=False) if package["Package"] == wanted]
    if not found:
        raise LookupError(
            f"{series.suite} has no {wanted} any more; name another suite in tests/kernel/sysctl/package.py"
        )
    return max(found, key=lambda package: Version(package["Version"]))


def read_files(series: Series, package: Packages, names: Collection[str]) -> dict[str, str]:
    """Files of the kernel's tree, by their path in it. Downloads some 150 MB."""
    with NamedTemporaryFile(suffix=".deb") as deb:
        with urlopen(f"{series.archive}/{package['Filename']}", timeout=_PATIENCE_S) as download:
            while block := download.read(_BLOCK):
                deb.write(block)
        deb.flush()
        with DebFile(deb.name) as contents:
            outer = contents.data.tgz()
            packed = next(member for member in outer if member.name.endswith(".tar.xz"))
            with tarfile.open(fileobj=outer.extractfile(packed), mode="r|xz") as tree:
                return {
                    name: tree.extractfile(member).read().decode()
                    for member in tree
                    if (name := member.name.partition("/")[2]) in names
                }
