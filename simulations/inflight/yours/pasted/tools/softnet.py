"""Reads /proc/net/softnet_stat: a line for each CPU, all numbers hexadecimal."""

from __future__ import annotations

import re

from inflight.yours.pasted.field import Field, Line
from inflight.yours.pasted.number import hexadecimal
from inflight.yours.pasted.reader import Reader

# net/core/net-procfs.c:softnet_seq_show; 4 to 8 are always 0, 9 was cpu_collision until 4.12
_COLUMNS = {
    1: ("processed", "packets", "device:sn-processed"),
    2: ("dropped", "packets", "device:sn-dropped"),
    3: ("time_squeeze", "times", "device:sn-squeeze"),
    9: ("cpu_collision", "times", ""),
    10: ("received_rps", "times", "device:sn-rps"),
    11: ("flow_limit", "packets", "device:sn-flow"),
    12: ("backlog", "packets", "device:sn-backlog"),
    13: ("cpu", "", "device:sn-cpu"),
    14: ("input queue", "packets", "device:sn-new"),
    15: ("process queue", "packets", "device:sn-new"),
}
_ROW = re.compile(r"[0-9a-f]{8}(?: [0-9a-f]{8}){8,20} ?")


class Softnet(Reader):
    tool = "/proc/net/softnet_stat"
    kind = "softnet"

    @classmethod
    def opens(cls, text: str) -> bool:
        return _ROW.fullmatch(text) is not None

    def take(self, line: Line) -> bool:
        if not _ROW.fullmatch(line.text):
            return False
        words = line.text.split()
        # older kernels do not say which CPU it is; then they are in their order, as long as none is offline
        cpu = hexadecimal(words[12]) if len(words) > 12 else len(self.items)
        item = self.item("cpu", f"CPU {cpu}", line)
        for place, word in enumerate(words, start=1):
            name, unit, about = _COLUMNS.get(place, (f"column {place}", "", ""))
            known = place <= 15
            column = 9 * (place - 1) + 1
            item.add(Field(name, word, hexadecimal(word), unit, line.number, column, len(word), about, known))
        return True
