# Source: facts.md, "Backgammon": four independent programs agree on the counts; the position IDs are GNU Backgammon's.

OPENING_ID = "4HPwATDgc/ABMA"

# roll, distinct final positions from the opening position
OPENING = [
    ((1, 1), 42), ((2, 1), 15), ((3, 1), 16), ((4, 1), 14), ((5, 1), 8), ((6, 1), 10), ((2, 2), 75), ((3, 2), 17),
    ((4, 2), 18), ((5, 2), 8),
    ((6, 2), 14), ((3, 3), 73), ((4, 3), 17), ((5, 3), 9), ((6, 3), 14), ((4, 4), 52), ((5, 4), 9), ((6, 4), 14),
    ((5, 5), 4), ((6, 5), 7),
    ((6, 6), 11),
]

# depth, lines over the 21 rolls, lines over the 36 ordered rolls
PERFT = [(1, 447, 637), (2, 202_782, 419_783), (3, 116_154_993, 346_692_108)]

# dice, best opening play for money without the cube
BEST_OPENINGS = [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7"), ((5, 3), "8/3 6/3"), ((6, 5), "24/13")]

# Boards printed by GNU Backgammon with their IDs, published on the web; X on roll. ID, checkers of X, of O
PRINTED_IDS = [
    ("sOfgEwDg8+AIBg", {6: 5, 8: 4, 13: 3, 16: 1, 21: 2}, {5: 2, 6: 4, 8: 3, 13: 5, 15: 1}),
    ("AgAAPBcAAAAAAA", {1: 4, 3: 3, 4: 1}, {2: 1}),
]

# A line sent by a FIBS server: player X with a 6-3 to play, from 1 to 24. Line, dice, checkers of X, of O
FIBS = [
    ("board:mpgnu:buster:17:0:2:0:0:0:2: 1: 4: 3: 0: 1: 0: 1: 0: 0: 2: 0: 0: 0: 0: 0: 1: -2: "
     "-2: -1: -4: -4: 0: -1: 3: 6: 0: 0: 1: 1: 1: 0: -1: 1: 25: 0: 2: 0: 0: 0: 2: 2: 0: 0",
     (6, 3), {0: 2, 1: 4, 2: 4, 3: 1, 4: 2, 5: 2}, {3: 2, 4: 1, 5: 4, 6: 3, 8: 1, 10: 1, 13: 2, 19: 1}),
]
