"""Patterns in what the tools print that give a fault of a slow transfer away."""

CONNECTION_ONLY = r"^ESTAB +\d+ +\d+ +\S+:(?!22 |9100 )\d+ .*\n"
"""In `ss -tinmop`, the first line of a connection that is neither somebody’s shell nor the monitoring’s."""

CONNECTION = CONNECTION_ONLY + ".*"
"""And its second line, as far as what follows."""

FULL_RECV_Q = r"^ESTAB +([1-9]\d{4,}) "
NO_SCALE = CONNECTION_ONLY + r"(?!.*\bwscale:).*?\b(ts sack \w+)"
UNSCALED_SYN = r"Flags \[S\.?\](?!.*wscale).* options (\[[^]]*\])"
REPEATS = CONNECTION + r"\bcwnd:(\d{1,2}) (?:ssthresh:(\d{1,2}) )?.*\bretrans:\d+/([1-9]\d*)"
"""One packet in a hundred lost leaves a small window; one overflow of a queue leaves a large one."""

AGAIN = r"\b(seq \d+:\d+), ack.* length 1[34]\d\d\n.*\b(\1), ack.* length 1[34]\d\d$"
"""The same segment twice in a row: nothing else was sent, and nothing came back."""

BACKED_OFF = r"^ESTAB .*timer:\((on,[^,]+,[1-9]\d*)\)"

POLICED = r"^qdisc (clsact) .*\n Sent \d+ bytes \d+ pkt \(dropped ([1-9]\d*)"
