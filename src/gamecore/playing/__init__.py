"""A game in progress: its record, its players, their clocks, and an engine's annotation."""
