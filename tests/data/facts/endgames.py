# Source: facts.md, "English draughts": positions with at least one piece a side, Black to move; captures compulsory, no
# move loses, no draw rules.

# pieces: positions
SIZES = {2: 3_488, 3: 196_032, 4: 6_209_316, 5: 139_450_808, 6: 2_426_085_676}

# pieces: wins, losses, draws
TOTALS = {
    2: (716, 402, 2_370),
    3: (100_250, 87_305, 8_477),
    4: (2_574_304, 1_917_090, 1_717_922),
    5: (71_334_772, 56_993_144, 11_122_892),
    6: (1_154_792_344, 848_750_789, 422_542_543),        # not in facts.md: by gamecore, checked by `verify --all`
}

# black men, black kings, white men, white kings: wins, losses, draws
SLICES = {
    "0101": (230, 108, 654),
    "1010": (102, 47, 611),
    "0201": (14_846, 0, 34),
    "1111": (161_772, 14_122, 485_306),
    "2020": (26_945, 3_088, 95_631),
    "0202": (58_361, 3_943, 153_456),
}
