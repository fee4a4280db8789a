"""The summaries of packed recordings, by name: what `statements.test.ts` reads."""

import json
import sys
from pathlib import Path

from inflight.compare.files import load

print(json.dumps({each.name: {"summary": each.summary} for each in load(Path(sys.argv[1]))}))
