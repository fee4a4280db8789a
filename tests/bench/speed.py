"""Data packets per second of CPU time: one flow through a FIFO bottleneck, as the book's main figure runs it.

`python3 tests/bench/speed.py` prints JSON; `speed.mjs` runs the same file in the browser's worker.
"""

import json
import time
from heapq import heappop, heappush

from inflight import bridge
from inflight.kernel.congestion import algorithms
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec

PATH = {"rate": 10, "rtt": 40, "buffer": 100, "loss": 0, "duration": 30}


def packets_per_second(algorithm: str, repeats: int = 3) -> float:
    """The best of a few runs: the others were disturbed."""
    best = 0.0
    for _ in range(repeats):
        run = bridge.start("congestion-window", json.dumps({"algorithm": algorithm, **PATH}))
        begin = time.process_time()
        while not run.step(1000):
            pass
        seconds = time.process_time() - begin
        packets = json.loads(run.head())["summary"]["packets_sent"]["value"]
        best = max(best, packets / seconds)
    return best


def packets_per_second_unheard(repeats: int = 3) -> float:
    """The engine alone on the same path with Reno: no columns, and nobody listens to its packets."""
    best = 0.0
    for _ in range(repeats):
        spec = FlowSpec(algorithm="reno", rtt=PATH["rtt"] / 1000)
        bell = Dumbbell(rate=PATH["rate"] * 1e6, limit=PATH["buffer"], flows=[spec])
        begin = time.process_time()
        for _ in bell.clock.run(PATH["duration"]):
            pass
        best = max(best, bell.flows[0].sender.packets_sent / (time.process_time() - begin))
    return best


def heap_operations_per_second(count: int = 200_000) -> float:
    """What this Python does on this machine, to read the other numbers against: pairs of heap push and pop."""
    heap: list[tuple[float, int]] = [(number * 0.5, number) for number in range(64)]
    begin = time.process_time()
    for number in range(count):
        at, _ = heappop(heap)
        heappush(heap, (at + 32.25, number))
    return count / (time.process_time() - begin)


def measure() -> str:
    """JSON: packets per second by algorithm, and the yardstick."""
    measured = [name for name in ("reno", "cubic", "bbr") if name in algorithms()]
    speeds = {name: round(packets_per_second(name)) for name in measured}
    speeds["unheard"] = round(packets_per_second_unheard())
    return json.dumps({**speeds, "heap_operations": round(heap_operations_per_second())})


if __name__ == "__main__":
    print(measure())
