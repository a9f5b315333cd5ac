"""Commands of checkers alone."""
