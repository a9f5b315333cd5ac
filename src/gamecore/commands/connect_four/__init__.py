"""Commands of connect four alone."""
