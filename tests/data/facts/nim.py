# Source: lecture material on game playing (facts.md, "Small games" and "Explicit game trees"); one row, one fact.
from fractions import Fraction as F

# Nim, 7 coins, take 1 or 2, the last coin loses.
NIM_SEVEN_COINS = "loss"

# ... with n coins: the player to move loses exactly when n mod 3 = 1.
NIM = [(n, "loss" if n in (1, 4, 7, 10, 13, 16, 19) else "win") for n in range(1, 21)]

# Oopsy-Nim: coins, probability that the player to move wins, moves that attain it.
OOPSY_NIM = [
    (1, F(0), {1}),
    (2, F(1), {1}),
    (3, F(4, 5), {2}),
    (4, F(1, 5), {1, 2}),
    (5, F(4, 5), {1}),
    (6, F(17, 25), {2}),
    (7, F(8, 25), {1, 2}),
    (8, F(17, 25), {1}),
]

# The two bags of balls, MIN below MAX: bags (x stands for any ball), value, bag, ball that is never looked at.
TWO_BAGS = [((2, 7), (1, x), 2, "A", x) for x in (0, 1, 2, 3, 7, 100)]
