"""The recipes of backgammon: TD(lambda), study, starts of rare kinds; races."""
