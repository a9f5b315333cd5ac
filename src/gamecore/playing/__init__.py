"""A game in progress: its record, its players, their clocks, and what an engine says of its moves."""
