"""Kalah: what the first player wins by under perfect play (by an independent alpha-beta solver).

The rules are those of Irving, Donkers and Uiterwijk (2000).
"""

# Holes of a side -> the margins with 1, 2, ... 6 counters in each hole.
MARGINS = {
    2: [2, -2, -2, -12, 6, 8],
    3: [0, 4, 2, 2, 6, -8],
    4: [2, 6, 6, 2, 2, 0],
}
