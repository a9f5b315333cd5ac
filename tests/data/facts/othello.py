# Source: OEIS A124004, lines of play of n plies, a pass counted as one; the same to n = 9: A. Bik, Perft for Reversi
# (2009), who beyond counts a pass in a finished game, too. The shortest game: the nine moves after which White has no
# disc left.
PERFT = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056]
SHORTEST_GAME = "e6f4e3f6g5d6e7f5c5"
