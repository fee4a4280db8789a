"""Sets limits that no process can raise again, then becomes another program.

    python -I -S launch.py NAME=VALUE… -- PROGRAM ARGUMENTS…

NAME is that of an `RLIMIT_`. It is a separate program because what `subprocess` could run between fork and exec isn't
safe with threads.
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
    # A write beyond the limit is then an error (EFBIG) and doesn't end the process.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    program = sys.argv[place + 1 :]
    os.execv(program[0], program)


if __name__ == "__main__":
    main()
