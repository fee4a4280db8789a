"""What the page calls: text and typed arrays go in and out, so nothing of Python leaks into JavaScript.

A figure needs this and itself. Answers and comparisons have modules of their own: a reader who drags does not wait for
the classroom.
"""

from inflight.bridge.figures import (
    cells,
    combine,
    describe,
    known_cells,
    listing,
    run,
    start,
    start_cell,
    takes_code,
)

__all__ = ["cells", "combine", "describe", "known_cells", "listing", "run", "start", "start_cell", "takes_code"]
