"""All that is remarkable in a paste, the weightiest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence

from inflight.yours.pasted.differences import Difference
from inflight.yours.pasted.field import Item
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.recognise import Pasted
from inflight.yours.pasted.rules import counters, device, growth, routes, sockets, softnet, ss, sysctl, tc, tcpdump
from inflight.yours.pasted.rules.rule import Remark, Rule

MOST_ALIKE = 6
"""So many things are named for which a rule says the same; the others are counted."""

RULES: Mapping[str, Sequence[Rule]] = {
    "ss": ss.RULES,
    "ss-s": sockets.RULES,
    "counters": counters.RULES,
    "softnet": softnet.RULES,
    "sockstat": sockets.RULES,
    "tc": tc.RULES,
    "ethtool-S": device.STATISTICS,
    "ethtool-k": device.FEATURES,
    "ethtool-g": device.RINGS,
    "ethtool-c": device.MODERATION,
    "link": device.LINKS,
    "route": routes.ROUTES,
    "tcp-metrics": routes.METRICS,
}
"""By kind of output. sysctl and tcpdump have functions of their own, which look at more than one field or item."""


def remarks(blocks: Sequence[Pasted], changes: Sequence[Difference]) -> list[Remark]:
    """What is remarkable, the weightiest first; of the same weight, in the order of the paste."""
    paste = Paste(blocks)
    # what was seen twice is judged by its growth, and by its state at the end
    earlier = {id(each.first) for each in changes}
    grown = {id(each.second) for each in changes}
    found: list[tuple[str, Remark]] = []
    for block in blocks:
        is_state = block.kind == "ss"
        kept = [each for each in block.items if id(each) not in earlier and (is_state or id(each) not in grown)]
        found += _of_block(block, kept, paste, grown)
    for change in changes:
        found += _of_change(change, paste)
    found.sort(key=lambda each: (-each[1].weight, each[1].line, each[1].column))
    return list(_folded(found))


def _of_block(
    block: Pasted, items: Sequence[Item], paste: Paste, grown: Container[int]
) -> Iterator[tuple[str, Remark]]:
    if block.kind == "tcpdump":
        for item, field, weight, text, see, source in tcpdump.remarks(items):
            yield see + field, _remark(block.tool, item, field, weight, text, see, source)
    for item in items:
        if block.kind == "sysctl":
            for field, weight, text, see in sysctl.remarks(item, paste):
                yield (
                    see,
                    _remark(block.tool, item, field, weight, text, see, "admin-guide/sysctl/net.rst, ip-sysctl.rst"),
                )
        for rule in RULES.get(block.kind, ()):
            if id(item) in grown and rule.field in ss.SINCE_THE_BEGINNING:
                continue
            said = rule.says(item, paste)
            if said:
                key = rule.source + rule.field + rule.see
                yield key, _remark(block.tool, item, rule.field, said.weight, said.text, rule.see, rule.source)


def _of_change(change: Difference, paste: Paste) -> Iterator[tuple[str, Remark]]:
    if change.kind == "ss":
        for field, weight, text, see, source in growth.connection(change):
            yield "grown" + field, _remark(change.tool, change.second, field, weight, text, see, source)
        return
    item = change.as_item()
    for rule in RULES[change.kind]:
        said = rule.says(item, paste)
        if said:
            key = "grown" + rule.source + rule.field + rule.see
            yield key, _remark(change.tool, item, rule.field, said.weight, said.text, rule.see, rule.source)


def _remark(tool: str, item: Item, field: str, weight: int, text: str, see: str, source: str) -> Remark:
    where = item.get(field)
    line, column = (item.line, 0) if where is None else (where.line, where.column)
    return Remark(weight, text, see, source, tool, item.name, line, column)


def _folded(found: Sequence[tuple[str, Remark]]) -> Iterator[Remark]:
    """Ten thousand sockets with the same trouble are one trouble."""
    seen: dict[str, int] = defaultdict(int)
    for key, _ in found:
        seen[key] += 1
    said: dict[str, int] = defaultdict(int)
    for key, remark in found:
        said[key] += 1
        if said[key] <= MOST_ALIKE:
            more = seen[key] - MOST_ALIKE
            is_last = said[key] == MOST_ALIKE and more > 0
            yield remark._replace(text=f"{remark.text} The same holds for {more} more.") if is_last else remark
