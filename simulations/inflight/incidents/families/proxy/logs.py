"""What the programs of the three machines write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from inflight.incidents.families.proxy import sockets
from inflight.incidents.families.proxy.judged import MINUTE, MINUTES, SOON, span
from inflight.incidents.families.proxy.model import SAMPLED, SLOTS, Front, Second
from inflight.incidents.scene import LogLine
from inflight.incidents.scene_host import JournalLine

TOLD = 3
"""Lines about single requests that nginx’s log still has."""

LATELY = 12
"""Lines about ten seconds that the front’s log still has, at most."""

STARTED = -40_000
"""When nginx read its configuration, s."""

_STATUS = {
    "refused": "503 Service Temporarily Unavailable",
    "no_port": "502 Bad Gateway",
    "late": "504 Gateway Time-out",
}


# ---- the front -------------------------------------------------------------------------------------------------------


def of_front(model: Front) -> list[LogLine]:
    """What went badly in each ten seconds, and a line for each minute."""
    return sorted(_badly(model) + _minutes(model))


def _badly(model: Front) -> list[LogLine]:
    lines = []
    for ends, seconds in _spans(model, SAMPLED, LATELY):
        late = [(took, count) for each in seconds for took, count in each.took if took > SOON]
        failed = sum((each.failed for each in seconds), Counter[str]())
        words = [f"{count} failed ({_STATUS[kind]})" for kind, count in sorted(failed.items())]
        if late:
            number, longest = sum(count for _, count in late), max(took for took, _ in late)
            words.insert(0, f"{number} took longer than a second (the slowest {longest:.2f} s)")
        if words:
            lines.append(_line(ends * SLOTS, f"WARN last {SAMPLED} s: {', '.join(words)}", 0.05))
    return lines


def _minutes(model: Front) -> list[LogLine]:
    lines = []
    for ends, seconds in _spans(model, MINUTE, MINUTES):
        told = span(seconds)
        times = f"mean={_ms(told.mean)} p50={_ms(told.p50)} p99={_ms(told.p99)}"
        lines.append(_line(ends * SLOTS, f"INFO last minute: requests={told.requests} {times}", 0.09))
    return lines


def _spans(model: Front, length: int, number: int) -> Iterator[tuple[int, list[Second]]]:
    """The last ones of so many s, as the clock has them: when each ended, and its seconds."""
    seconds = {each.at: each for each in model.seconds}
    now = model.slot // SLOTS
    last = now - (round(model.setting.clock) + now) % length
    for ends in range(last - length * (number - 1), last + 1, length):
        found = [seconds[at] for at in range(ends - length, ends) if at in seconds]
        if len(found) == length:
            yield ends, found


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f}ms"


def of_cron(model: Front) -> list[JournalLine]:
    """The jobs that it starts."""
    lines = []
    for slot, agents, spread in model.starts:
        at, pid = slot / SLOTS, 1_000 + (48_210 + slot // SLOTS // 4) % 30_000
        asked = f"asking {agents:,} agents to report {f'within {spread:.0f} s' if spread else 'now'}"
        lines += [
            JournalLine(t=at, source=f"CRON[{pid}]", text="(relay) CMD (/usr/local/bin/report-all)", unit="cron"),
            JournalLine(t=at + 0.04, source=f"report-all[{pid + 1}]", text=asked, unit="cron"),
        ]
    return lines


# ---- the backend -----------------------------------------------------------------------------------------------------


def of_backend(model: Front) -> list[LogLine]:
    """Pauses of its collector, and what it has done so far."""
    s = model.setting
    pauses = [(slot + round(length * SLOTS), length) for slot, length in model.pauses]
    lines = [
        _line(over, f"INFO gc: stop-the-world pause of {1000 * length:.0f} ms", 0.03)
        for over, length in pauses
        if over <= model.slot
    ]
    told = f"INFO {s.program} workers={s.workers} backlog={s.backlog} answered={model.totals.answered}"
    return sorted([*lines, _line(model.slot, told)])


# ---- the proxy -------------------------------------------------------------------------------------------------------


def of_proxy(model: Front) -> list[LogLine]:
    """nginx’s error log, and its numbers every ten seconds."""
    s = model.setting
    lines = [
        _line(each.at, f"INFO last {SAMPLED} s: requests={each.requests} active={each.active}", 0.004)
        for each in model.samples
    ]
    lines += [
        _line(slot, _error(model, slot, kind), 0.021 + 0.009 * place)
        for place, (slot, kind) in enumerate(list(model.errors)[-TOLD:])
    ]
    for slot, keepalive in ((STARTED * SLOTS, model.kept_at_first), *model.reloads):
        kept = f"keepalive {keepalive}" if keepalive else "no keepalive"
        lines.append(_line(slot, f"INFO nginx: upstream {_page(s.service)}: {kept}"))
    return sorted(lines)


def _error(model: Front, slot: int, kind: str) -> str:
    """As nginx words it (ngx_event_connect.c, ngx_http_upstream.c, ngx_http_limit_req_module.c)."""
    s = model.setting
    connection = 4_480_211 + 53 * slot
    head = f"{sockets.NGINX}#{sockets.NGINX}: *{connection}"
    page = _page(s.service)
    tail = f'client: {s.client}, server: {page}, request: "GET /{page} HTTP/1.1"'
    upstream = f'{tail}, upstream: "http://{s.server}:{s.port}/{page}"'
    if kind == "no_port":
        why = f"connect() to {s.server}:{s.port} failed (99: Cannot assign requested address)"
        return f"[crit] {head} {why} while connecting to upstream, {upstream}"
    if kind == "late":
        return f"[error] {head} upstream timed out (110: Connection timed out) while connecting to upstream, {upstream}"
    return f'[error] {head} limiting requests, excess: {50 + connection % 1000 / 1000:.3f} by zone "people", {tail}'


def _page(service: str) -> str:
    return service.replace(" ", "-")


def _line(slot: int, text: str, later: float = 0.0) -> LogLine:
    return LogLine(slot / SLOTS + later, text)
