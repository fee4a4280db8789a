"""Commands that exist and are not part of this world: what they would show, so that nobody looks in vain."""

from __future__ import annotations

from collections.abc import Mapping

ELSEWHERE: Mapping[str, str] = {
    "apt": "would install packages; everything that’s needed is here",
    "arp": "would show the neighbours’ MAC addresses; they are all reachable",
    "bash": "would start another shell; one is enough here",
    "cd": "would change the directory; files are named from wherever you are",
    "crontab": "would list the jobs; journalctl -u cron says when they start",
    "curl": "would fetch one page; the application’s log says how its calls go",
    "df": "would show how full the disks are; none is full",
    "dig": "would ask the name server; all names here are known",
    "docker": "would show containers; the programs here run on the hosts",
    "free": "would show memory; there’s enough",
    "htop": "would show processes; mpstat says what the CPUs do",
    "ifconfig": "shows what ip -s link shows, in an older form",
    "iftop": "would show which connections carry most; ss -tin has their numbers",
    "iostat": "would show the disks; the application’s log says when it waits for them",
    "iotop": "would show who uses the disks; the application’s log says when it waits for them",
    "iperf3": "would measure the path with traffic of its own, while users wait for theirs",
    "iptables": "would list filter rules; what they drop is in counters and logs",
    "kill": "would end a process; restarting a program is one of the fixes",
    "kubectl": "would show pods; the programs here run on the hosts",
    "ls": "would list files; app.log is the one to read",
    "lsof": "would list open files; ss -tanp has the sockets with their processes",
    "netstat": "is replaced by ss and nstat, which show more",
    "nginx": "would print its configuration; its log says what it couldn’t do",
    "nft": "would list filter rules; what they drop is in counters and logs",
    "nmap": "would look for open ports; ss -lnt lists them",
    "nslookup": "would ask the name server; all names here are known",
    "perf": "would sample the kernel; mpstat says whether a CPU is busy",
    "ps": "would list processes; ss -p names those that have sockets",
    "reboot": "would take the machine away from its users; restarting a program is one of the fixes",
    "route": "is replaced by ip route",
    "rm": "would delete something, and would fix nothing",
    "sar": "would show rates, second by second; watch -n 1 nstat does, too",
    "service": "would restart a program; that is one of the fixes",
    "systemctl": "would restart a program; that is one of the fixes",
    "telnet": "would try one connection; ss and nstat say how all of them go",
    "traceroute": "would show the routers on the way",
    "tshark": "shows the packets as tcpdump does, with Wireshark’s opinion",
    "vi": "would open an editor; settings are changed with the fixes",
    "vim": "would open an editor; settings are changed with the fixes",
    "wget": "would fetch one page; the application’s log says how its calls go",
}
"""By name; each completes “It …”."""
