"""`sysctl`, as long as it only reads."""

from __future__ import annotations

import re

from inflight.incidents.shell.line import ShellError
from inflight.incidents.shell.programs.program import Call, Output, Program
from inflight.incidents.tools.sysctl import valued


def _sysctl(call: Call) -> Output:
    """One, several, or all of them (-a), or all that match a pattern (-r)."""
    words = list(call.arguments)
    flags = {letter for word in words if re.fullmatch("-[a-zA-Z]+", word) for letter in word[1:]}
    bare = "n" in flags or "--values" in words
    patterned = "r" in flags or "--pattern" in words
    names = [word.replace("/", ".") for word in words if not word.startswith("-")]
    known = valued(call.machine)
    if patterned and names:
        try:
            chosen = [name for name in known if re.search(names[0], name)]
        except re.error as error:
            raise ShellError(f"sysctl: {error}") from None
    elif flags & {"a", "A", "X"} or "--all" in words:
        chosen = sorted(known)
    else:
        chosen = names
    if not chosen:
        raise ShellError("sysctl: no variables specified; try: sysctl -a | grep net")
    lines = []
    for name in chosen:
        if "=" in name:
            raise ShellError(
                f"sysctl: {name.partition('=')[0]} can only be read here; what can be changed is in the list of fixes"
            )
        if name not in known and not any(each.startswith(f"{name}.") for each in known):
            path = name.replace(".", "/")
            raise ShellError(f"sysctl: cannot stat /proc/sys/{path}: No such file or directory")
        for each in [name] if name in known else sorted(one for one in known if one.startswith(f"{name}.")):
            lines.append(known[each] if bare else f"{each} = {known[each]}".rstrip())
    return Output("\n".join(lines), shows=("sysctl",))


SYSCTL = Program(
    "sysctl",
    "Settings of the kernel.",
    "sysctl -a | grep tcp_     all whose name contains that\nsysctl net.ipv4.tcp_rmem  one of them",
    _sysctl,
)
