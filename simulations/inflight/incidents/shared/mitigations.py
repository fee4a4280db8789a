"""What buys time at one of two sites with a cache and a front door, at the same price whatever is wrong."""

from __future__ import annotations

from collections.abc import Callable

from inflight.incidents.fault import Mitigation, Setting, nothing

Change = Callable[[Setting], Setting]


def stale(text: str) -> Mitigation[Setting]:
    """Answers from a cache."""
    return Mitigation(
        id="stale",
        text=text,
        price="Nine in ten users see answers that are up to an hour old. The others ask for what isn’t cached.",
        put=nothing,
        shields=0.9,
    )


def half(text: str, put: Change[Setting]) -> Mitigation[Setting]:
    """Half of the users go to the other site. put: what that leaves here."""
    return Mitigation(
        id="half",
        text=text,
        price="The other site runs at 90% of what it can do. If it loses a host now, both sites are down.",
        put=put,
        shields=0.5,
        minutes=4,
    )


def shed(text: str, put: Change[Setting]) -> Mitigation[Setting]:
    """Half of the users are turned away. put: what that leaves here."""
    return Mitigation(
        id="shed",
        text=text,
        price="Half of the users get a page that asks them to come back later.",
        put=put,
        sheds=0.5,
        minutes=1,
    )
