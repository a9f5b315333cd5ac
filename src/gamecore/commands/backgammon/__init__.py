"""Commands of backgammon alone."""
