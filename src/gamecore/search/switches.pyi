from typing import Literal, NamedTuple

class Switch(NamedTuple):
    bit: int
    kind: Literal["definition", "exact", "selective"]
    needs: tuple[str, ...]
    chance: bool
    doc: str

SWITCHES: dict[str, Switch]
SETS: dict[str, int]
ORDERS: dict[str, int]
