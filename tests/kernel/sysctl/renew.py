"""Keeps what a kernel's newest source package and a machine that runs it say.

    python -m sysctl.renew 7.3 LIVE    # in tests/kernel

LIVE is a file that this made on a machine with that kernel, just booted, with nf_conntrack loaded:

    (uname -rv; head -1 /proc/meminfo; sysctl -a) > LIVE
"""

import argparse
from pathlib import Path

from sysctl.extract import DOCUMENTS, TABLES
from sysctl.known import from_sources, keep
from sysctl.package import SERIES, newest, read_files


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="sysctl.renew", description=__doc__.partition("\n")[0])
    parser.add_argument("series", choices=SERIES)
    parser.add_argument("live", type=Path)
    options = parser.parse_args()

    guest, memory, *lines = options.live.read_text().splitlines()
    live = {name.strip(): value.strip() for name, _, value in (line.partition("=") for line in lines)}
    series = SERIES[options.series]
    package = newest(series)
    sysctls = from_sources(read_files(series, package, {*TABLES, *DOCUMENTS}))
    for name, sysctl in sysctls.items():
        if name in live:
            sysctl["live"] = live[name].replace("\t", " ")
    keep(
        options.series,
        {
            "package": f"{package['Package']} {package['Version']}",
            "guest": guest,
            "memory_kB": int(memory.split()[1]),
            "sysctls": sysctls,
        },
    )


if __name__ == "__main__":
    main()
