"""Matches between two settings of the engine, which show the stronger one and how certain that is."""
