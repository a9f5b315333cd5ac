"""The protocols in which another program asks an engine, and their common server."""
