"""Uniform trees: Knuth and Moore (1975), Pearl (1982); counted again by three programs (one is tests/reference.py)."""
# branching, depth: leaves of the perfect order, b^ceil(m/2) + b^floor(m/2) - 1
MINIMUM = {(2, 1): 2, (2, 2): 3, (2, 3): 5, (2, 10): 63, (3, 5): 35, (4, 7): 319, (4, 8): 511, (5, 6): 249, (8, 4): 127,
           (8, 10): 65535}

# branching: R*, the growth a ply of random order in the limit
PEARL = {2: 1.618, 3: 2.148, 4: 2.630, 8: 4.309}
