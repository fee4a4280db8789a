"""It writes captures: packets as the bytes that an interface would see, in a file that Wireshark opens."""
