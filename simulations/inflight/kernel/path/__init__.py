"""The way of a packet: connections over a bottleneck, devices, hosts, datagrams and pings beside them, routes."""
