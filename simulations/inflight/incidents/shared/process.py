"""Programs that have sockets, as `ss -p` names them."""

from __future__ import annotations


def process(program: str, pid: int, descriptor: int) -> str:
    """As `ss -p` prints it."""
    return f'users:(("{program}",pid={pid},fd={descriptor}))'
