"""Everything that was pasted, as rules see it: what one output says may explain another."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.yours.pasted.recognise import Pasted


class Paste:
    """All outputs together. What several rules ask is worked out once."""

    def __init__(self, blocks: Sequence[Pasted]) -> None:
        self._settings: dict[str, str] = {}
        self.processed: list[float] = []
        """Packets of each CPU, as /proc/net/softnet_stat has them."""
        for block in blocks:
            for item in block.items:
                if block.kind == "sysctl":
                    for field in item:
                        self._settings.setdefault(field.name, field.value)
                elif block.kind == "softnet":
                    self.processed.append(item.number("processed"))
        self.processed_in_all = sum(self.processed)
        self.processed_most = max(self.processed, default=0)

    def setting(self, name: str) -> str:
        """A sysctl's value as printed; '' if it was not pasted."""
        return self._settings.get(name, "")
