"""`python3 -m inflight …` is the same as the installed command `inflight …`."""

import sys

from inflight.cli import main

sys.exit(main())
