"""The recipes of backgammon, for the networks of contact (TD(lambda), study, starts of rare kinds) and of races."""
