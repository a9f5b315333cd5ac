from typing import Literal, NamedTuple

class Switch(NamedTuple):
    """Switch(bit, kind, needs, chance, doc)"""
    bit: int
    kind: Literal["definition", "exact", "selective"]
    needs: tuple[str, ...]
    chance: bool
    doc: str

SWITCHES: dict[str, Switch]
SETS: dict[str, int]
ORDERS: dict[str, int]
