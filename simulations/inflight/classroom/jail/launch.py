"""Sets limits that no process can raise again, and becomes another program.

    python -I -S launch.py NAME=VALUE… -- PROGRAM ARGUMENTS…

NAME is that of a `RLIMIT_`. A program of its own, because what `subprocess` could run between fork and exec is not safe
where there are threads.
"""

import os
import resource
import signal
import sys


def main() -> None:
    """Never returns."""
    place = sys.argv.index("--")
    for entry in sys.argv[1:place]:
        name, _, value = entry.partition("=")
        limit = int(value)
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))
    # A write beyond the limit is then an error (EFBIG) and not the end.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    program = sys.argv[place + 1 :]
    os.execv(program[0], program)


if __name__ == "__main__":
    main()
