"""Matches between two settings of the engine, of every game for two without chance: who is stronger, and how sure is that."""
