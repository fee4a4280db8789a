"""What several families have: hosts on which nothing is wrong, and what the tools show of hosts with sockets."""
