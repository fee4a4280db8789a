"""Hosts, listeners and sockets: how connections are opened and closed."""
