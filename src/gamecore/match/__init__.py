"""Matches between two settings of the engine, which show which setting is stronger, and how certain this is."""
