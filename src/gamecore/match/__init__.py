"""Matches between two settings of the engine: which is stronger, and how certain the answer is."""
