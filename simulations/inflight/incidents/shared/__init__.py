"""What several families share: hosts with nothing wrong, and what the tools show of hosts with sockets."""
