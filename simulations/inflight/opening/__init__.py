"""What the experiments about opening a connection run: crowds of clients, floods, visits, a host with two ways in."""
