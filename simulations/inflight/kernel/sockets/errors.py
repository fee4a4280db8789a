"""What a system call on a socket may fail with."""

from __future__ import annotations


class SocketError(OSError):
    """`name` is the symbol of the error, such as `ECONNREFUSED`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
