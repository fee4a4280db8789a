"""What runs come to: reads a list of `{id, preset, at, seed}` from stdin, prints a list of `{summary: value}`.

The first rows of tables are there, too, as `table/column/row`.
"""

import json
import sys
from math import isfinite
from multiprocessing import Pool
from typing import Any

from inflight.figure.catalogue import find

ROWS = 50


def come_to(asked: dict[str, Any]) -> dict[str, float | None]:
    entry = find(asked["id"])
    preset = entry.preset(asked["preset"]) if "preset" in asked else entry.model.presets[0]
    *_, result = entry.run(entry.fill({**preset.values, **asked["at"]}), asked["seed"])
    values = {name: each["value"] for name, each in result.head()["summary"].items()}
    for table, rows in result.tables.items():
        for column in rows.columns:
            values |= {
                f"{table}/{column.name}/{row}": cell for row, cell in enumerate(column.values[:ROWS]) if isfinite(cell)
            }
    return values


if __name__ == "__main__":
    with Pool() as pool:
        print(json.dumps(pool.map(come_to, json.load(sys.stdin), chunksize=1)))
