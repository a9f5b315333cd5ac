nothing = 1 / 0
