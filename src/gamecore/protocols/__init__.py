"""The protocols by which another program uses an engine, and the server that they share."""
