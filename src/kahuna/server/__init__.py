"""The table on the network: rooms, their storage, and what goes over the wire."""
