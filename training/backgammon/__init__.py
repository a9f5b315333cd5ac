"""The recipes of backgammon, for contact networks (TD(lambda), study, starts of rare kinds) and race networks."""
