"""Replays students' sessions of labs on the book's Linux, in Node.js: call `replay_all`.

What comes back for a transcript is what the lab's own check finds on a machine that is fresh for it. The machine is
emulated in WebAssembly, without files and network; `src/labs/replay.ts` limits its time and its output.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import inflight

SECONDS = 400.0
"""For one session; the replay itself gives up earlier (`LIMITS` in `src/labs/replay.ts`)."""


class ReplayError(RuntimeError):
    """Nothing can be replayed here; no submission is at fault. The message says what to do."""


def replay_all(transcripts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What came of each transcript: `is`, `says` and `printed`, as `scripts/labs.mjs` writes them.

    Raises:
        ReplayError: Node.js or the book's checkout are missing, or it broke.
    """
    node, checkout = shutil.which("node"), Path(inflight.__file__).resolve().parents[2]
    script = checkout / "scripts" / "labs.mjs"
    if not node or not script.is_file() or not (checkout / "node_modules" / "v86").is_dir():
        raise ReplayError("labs are replayed in Node.js, from a checkout of the book after `npm ci`")
    try:
        done = subprocess.run(
            [node, str(script)],
            input=json.dumps(list(transcripts)).encode(),
            capture_output=True,
            timeout=SECONDS * len(transcripts),
            check=True,
        )
        found = [json.loads(line) for line in done.stdout.splitlines()]
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise ReplayError(f"replaying labs in Node.js failed ({type(error).__name__})") from None
    if len(found) != len(transcripts):
        raise ReplayError("replaying labs in Node.js ended early")
    return found
