SWITCHES: dict[str, int]
SETS: dict[str, int]
ORDERS: dict[str, int]
