"""What the figure of two uplinks is made of: the picture of both ways, the checks in words, packets and states."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from inflight.experiments.reverse_path.parameters import MEANINGS
from inflight.experiments.reverse_path.uplinks import (
    CLIENT,
    CONNECTED,
    FILTERED,
    FORGOTTEN,
    GATEWAYS,
    HALF_OPEN,
    INTERFACES,
    NETWORKS,
    NO_ROUTE,
    OWN,
    SERVER,
    STATEFUL,
    STOPPED,
    TABLES,
    Call,
    HandshakePacket,
    ladder,
)
from inflight.figure.result import Column, Table
from inflight.figure.words import seconds, times
from inflight.kernel.path.routing import LOOSE, MAIN, OFF, REVERSE_PATH, STRICT
from inflight.scenes.syn_timers import Rules

SIDES = ("client", "server")

PLACES = ("client", "gateway0", "gateway1", "network0", "network1", "interface0", "interface1", "server")
PASSED, ENDS, NOT_REACHED = range(3)


def word(name: str, meaning: str, quantity: str, words: Sequence[str]) -> Column:
    """An empty column whose values are indices into `words`."""
    return Column(name, "", meaning, quantity, words=tuple(words))


def _texts(name: str, meaning: str, texts: Sequence[str], quantity: str = "time") -> Column:
    words = tuple(dict.fromkeys(texts))
    column = Column(name, "", meaning, quantity, words=words)
    column.values.extend(float(words.index(text)) for text in texts)
    return column


def segments(packets: Sequence[HandshakePacket], call: Call) -> Table:
    """The packets, as a ladder shows them."""
    details = {
        "SYN": f"{call.client} > {call.to}.8080: Flags [S]",
        "SYN-ACK": f"{call.to}.8080 > {call.client}: Flags [S.], ack 1",
        "ack 1": f"{call.client} > {call.to}.8080: Flags [.], ack 1",
    }
    table = Table(
        [
            Column("sent", "s", "left its host", "time"),
            Column("arrived", "s", "reached the other", "time"),
            word("side", "who sends", "time", SIDES),
            _texts("label", "in short, as tcpdump has it", [packet.label for packet in packets]),
            _texts("detail", "as tcpdump has it", [details[packet.label] for packet in packets]),
            Column("again", "", "1: a retransmission", "loss"),
            _texts("fate", "what became of it", [packet.fate for packet in packets], "loss"),
        ]
    )
    for name in ("sent", "arrived", "side", "again"):
        table[name].extend(float(getattr(packet, name)) for packet in packets)
    return table


def states(call: Call, rtt: float, waited: float, end: float) -> Table:
    """What ss would show at either end."""
    rows = [(0.0, waited, CLIENT, "SYN_SENT")]
    half, way = FORGOTTEN + rtt / 2, rtt / 2
    if call.outcome in (CONNECTED, HALF_OPEN):
        rows.append((waited, end, CLIENT, "ESTABLISHED"))
    rows.append((0.0, way if call.outcome in (CONNECTED, HALF_OPEN, STOPPED) else end, SERVER, "LISTEN"))
    if call.outcome == CONNECTED:
        rows += [(way, rtt + way, SERVER, "SYN_RECV"), (rtt + way, end, SERVER, "ESTABLISHED")]
    elif call.outcome == HALF_OPEN:
        rows += [(way, half, SERVER, "SYN_RECV"), (half, end, SERVER, "LISTEN")]
    elif call.outcome == STOPPED:
        rows.append((way, end, SERVER, "SYN_RECV"))
    table = Table(
        [
            Column("start", "s", "it is entered", "time"),
            Column("end", "s", "it is left", "time"),
            word("side", "whose", "time", SIDES),
            _texts("state", "state of the connection", [row[3] for row in rows]),
        ]
    )
    for place, name in enumerate(("start", "end", "side")):
        table[name].extend(float(row[place]) for row in rows)
    return table


def timers(call: Call, rules: Rules) -> Table:
    """The client’s retransmission timer, each time it fires."""
    table = Table(
        [
            Column("start", "s", "it is armed", "time"),
            Column("end", "s", "it fires", "time"),
            word("side", "whose", "time", SIDES),
            word("name", "which timer", "rto", ("RTO",)),
        ]
    )
    if call.outcome in (FILTERED, NO_ROUTE, STOPPED):
        for start, end in itertools.pairwise(ladder(rules)):
            table.append(start, end, CLIENT, 0)
    return table


def maximum(call: Call) -> Table:
    """A row for each value of `all`, a column for each of the interface: what counts then, and what the SYN meets."""
    fates = {counts: call.check_with(counts).verdict == REVERSE_PATH for counts in (OFF, STRICT, LOOSE)}
    told = [f"{counts}: {'dropped' if dropped else 'passes'}" for counts, dropped in fates.items()]
    texts = (*told, *(f"{text} ◀" for text in told))
    columns = [word("setting", "net.ipv4.conf.all.rp_filter", "time", [f"all = {value}" for value in fates])]
    for own in fates:
        file = f"net.ipv4.conf.{call.device}.rp_filter"
        meaning = f"{file} = {own}: the larger one counts; ◀ as the controls stand"
        columns.append(word(f"{call.device}_=_{own}", meaning, "time", texts))
    table = Table(columns)
    mine = (call.conf.all, call.conf.own(call.device))
    for everywhere in fates:
        cells = (max(everywhere, own) + len(told) * ((everywhere, own) == mine) for own in fates)
        table.append(everywhere, *cells)
    return table


def places(call: Call) -> Table:
    """What the picture of the two ways is made of."""
    own = {device: call.conf.greatest(device) for device in INTERFACES}
    rows = [
        ("Client", call.client, "–"),
        *(("Gateway", gateway, "–") for gateway in GATEWAYS.values()),
        *((network, "–", "–") for network in NETWORKS.values()),
        *((device, OWN[device], f"rp_filter {own[device]}") for device in INTERFACES),
        ("TCP", "port 8080", "–"),
    ]
    side = list(INTERFACES).index(call.home) if call.home else -1
    table = Table(
        [
            _texts("place", "which place of the picture", PLACES),
            _texts("name", "what it is called", [row[0] for row in rows]),
            _texts("address", "its address", [row[1] for row in rows]),
            _texts("note", "what is set there", [row[2] for row in rows]),
            Column("side", "", "of a client: in which network it is a neighbour; -1: none", "time"),
        ]
    )
    table["side"].extend(float(side) for _ in PLACES)
    return table


def ways(call: Call) -> Table:
    """The ways of the SYN and of its answer, place by place (see `views.Routes`)."""
    index = list(INTERFACES).index
    home = [f"network{index(call.home)}"] if call.home else []  # a neighbour's way begins and ends in its network
    gateways = [f"gateway{index(device)}" for device in call.gateways_in]
    there = ["client", *(home if gateways else []), *gateways]
    there += [f"network{index(call.device)}", f"interface{index(call.device)}"]
    ends = {0: -1, 1: -1, 2: -1}  # where in its list a way ends
    if call.outcome == FILTERED:
        ends[0] = len(there) - 1
    else:
        there.append("server")
        if call.outcome == NO_ROUTE:
            ends[0] = len(there) - 1
    back: list[str] = []
    route = call.check.way if call.outcome == FILTERED else call.back
    if route:
        gateways_back = [f"gateway{index(device)}" for device in call.gateways_back]
        back = ["server", f"interface{index(route.device)}", f"network{index(route.device)}", *gateways_back]
        back += [*(home if gateways_back else []), "client"]
        if call.outcome == STOPPED:
            back = back[: back.index(f"gateway{index(call.stopped_by)}") + 1]
            ends[1] = len(back) - 1
    ways = {0: there, 2 if call.outcome == FILTERED else 1: back}
    if call.outcome == HALF_OPEN:
        # the ACK goes no further than the first gateway; the SYN has come through
        ends[0] = there.index(gateways[0])
    rows = [(way, place, number == ends[way]) for way, line in ways.items() for number, place in enumerate(line)]
    table = Table(
        [
            Column("way", "", "0 in, 1 back, 2 the way back that the check asked for", "time"),
            _texts("place", "which place it passes", [row[1] for row in rows]),
            Column("end", "", "1: a packet goes no further", "loss"),
        ]
    )
    table["way"].extend(float(row[0]) for row in rows)
    table["end"].extend(float(row[2]) for row in rows)
    return table


def checks(call: Call, waited: float) -> Table:
    """What the packet meets, one after the other, in words."""
    reached = {FILTERED: 1, NO_ROUTE: 2, STOPPED: 3, HALF_OPEN: 3}.get(call.outcome, 4)
    said = [
        f"The SYN to {call.to} {_through(call)}.",
        _said_of_filter(call),
        _said_of_route(call),
        _said_of_gateways(call),
        _said_of_client(call, waited),
    ]
    fates = [PASSED if n < reached else ENDS if n == reached else NOT_REACHED for n in range(4)]
    fates.append(PASSED if call.outcome == CONNECTED else ENDS)
    texts = [
        text if fate != NOT_REACHED else "It doesn’t get that far." for text, fate in zip(said, fates, strict=True)
    ]
    table = Table(
        [
            _texts("step", "who asks", ["In", "rp_filter", "Route back", "Gateways", "Client"]),
            _texts("said", "what is found", texts),
            Column("fate", "", "0 it passes, 1 it ends here, 2 it didn’t get this far", "loss"),
        ]
    )
    table["fate"].extend(map(float, fates))
    return table


def _through(call: Call) -> str:
    gateways = " and ".join(GATEWAYS[device] for device in call.gateways_in)
    return f"comes {f'by {gateways}' if gateways else 'from a neighbour'}, into {call.device}"


def _said_of_filter(call: Call) -> str:
    conf, device, way = call.conf, call.device, call.check.way
    head = f"max(all {conf.all}, {device} {conf.own(device)}) = {call.rp_filter}"
    if call.rp_filter == OFF:
        return f"{head}, off: nobody asks for a way back."
    if way is None:
        return f"{head}: there must be a route to {call.client}, and there is none."
    if call.rp_filter == LOOSE:
        return f"{head}, loose: any route to {call.client} will do; {way.device} has one."
    if way.device == device:
        return f"{head}, strict: an answer would leave by {device} as well."
    return f"{head}, strict: an answer would leave by {way.device}, not by {device}."


def _said_of_route(call: Call) -> str:
    if call.back is None:
        return f"None to {call.client}: IpOutNoRoutes and ListenDrops count it."
    in_main = call.back in call.fib.tables[MAIN]
    table = "table main" if in_main else f"rule from {call.to}, table {TABLES[call.device]}"
    return f"{call.back} ({table})."


def _said_of_gateways(call: Call) -> str:
    if call.outcome == STOPPED:
        name = GATEWAYS[call.stopped_by]
        why = "has seen no SYN for this SYN-ACK" if call.middle == STATEFUL else f"doesn’t let {call.to} out"
        return f"{name} {why}, and drops it."
    if call.outcome == HALF_OPEN:
        name = GATEWAYS[call.gateways_in[0]]
        return f"The SYN-ACK passes none, so {name} drops the client’s ACK as unknown."
    if not call.gateways_back:
        return "None on the way back: the client is a neighbour."
    return f"The answer passes {' and '.join(GATEWAYS[device] for device in call.gateways_back)}."


def _said_of_client(call: Call, waited: float) -> str:
    match call.outcome:
        case "connected":
            return f"connect() returns after {seconds(waited)}."
        case "half-open":
            return f"connect() returns after {seconds(waited)}, but the server never gets the ACK."
        case _:
            return f"connect() fails after {seconds(waited)}: Connection timed out."


def sentence(call: Call, count: int, waited: float) -> str:
    """What is seen; `count` is how often the client would send its SYN."""
    head = f"A SYN to {call.to} enters by {call.device}, where rp_filter is {MEANINGS[call.rp_filter]}."
    gone = f"connect() gives up after {seconds(waited)}."
    match call.outcome:
        case "filtered":
            way = call.check.way
            why = f"The way back goes out through {way.device}" if way else "There is no way back"
            counted = f"IPReversePathFilter counts {times(count) if count < 4 else count}"
            return f"{head} {why}, so the kernel drops it, {times(count)}; {counted}. {gone}"
        case "no route":
            return f"{head} It passes, but no route leads back to {call.client}: IpOutNoRoutes counts {count}. {gone}"
        case "stopped":
            name = GATEWAYS[call.stopped_by]
            return f"{head} It passes. The answer leaves by {call.stopped_by}, and {name} drops it. {gone}"
        case "half-open":
            name = GATEWAYS[call.gateways_in[0]]
            return (
                f"{head} It passes, and the answer reaches the client: connect() returns after {seconds(waited)}. "
                f"{name} drops the ACK, so the server never has a connection and forgets it after 63 s."
            )
    device = call.back.device if call.back else ""
    return f"{head} It passes, the answer leaves by {device}, and connect() returns after {seconds(waited)}."
