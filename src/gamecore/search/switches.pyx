"""The words by which users name switches and orders."""
from libc.stdint cimport uint32_t

from collections.abc import Iterable

from gamecore.errors import SwitchError

SWITCHES = {
    "evaluation": EVALUATION, "quiescence": QUIESCENCE, "repetition": REPETITION, "databases": DATABASES,
    "pruning": PRUNING, "deepening": DEEPENING, "table": TABLE, "hint": HINT, "killers": KILLERS, "history": HISTORY,
    "internal-deepening": INTERNAL_DEEPENING, "pvs": PVS, "aspiration": ASPIRATION,
    "star1": STAR1, "star2": STAR2,
    "reductions": REDUCTIONS, "forward-pruning": FORWARD_PRUNING, "extensions": EXTENSIONS,
}
SETS = {"none": 0, "definition": DEFINITION, "exact": DEFINITION | EXACT, "play": DEFINITION | EXACT | SELECTIVE}
ORDERS = {"full": FULL, "static": STATIC, "none": UNORDERED, "random": RANDOM, "worst": WORST, "perfect": PERFECT}


cdef uint32_t parse_switches(object names) except? 0xffffffff:
    """The bits of everything that is named: a comma-separated text, or an iterable of names."""
    cdef uint32_t switches = 0
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",") if name.strip()]
    if not isinstance(names, Iterable):
        raise SwitchError(f"switches are names such as 'pruning,table', not {names!r}")
    for name in names:
        if isinstance(name, str) and name in SWITCHES:
            switches |= SWITCHES[name]
        elif isinstance(name, str) and name in SETS:
            switches |= SETS[name]
        else:
            raise SwitchError(f"unknown switch {name!r}; known are {', '.join([*SETS, *SWITCHES])}")
    if switches & (PVS | ASPIRATION | STAR1 | STAR2) and not switches & PRUNING:
        raise SwitchError(f"pvs, aspiration, star1 and star2 need pruning, which is not among {','.join(names)!r}")
    if switches & (REDUCTIONS | FORWARD_PRUNING) and not switches & PVS:
        raise SwitchError(f"reductions and forward-pruning need pvs, which is not among {','.join(names)!r}")
    if switches & STAR2 and not switches & STAR1:
        raise SwitchError(f"star2 needs star1, which is not among {','.join(names)!r}")
    return switches


cdef int parse_order(object name) except -1:
    if not isinstance(name, str) or name not in ORDERS:
        raise SwitchError(f"unknown order {name!r}; known are {', '.join(ORDERS)}")
    return ORDERS[name]


cdef uint32_t effective(uint32_t switches, int order) noexcept:
    """What remains of the switches under an order: `full` masks nothing, `static` leaves the hint, the others not even that."""
    if switches & TABLE:
        switches |= TABLE_MOVE
    else:                                # it would forget what it learns, and each level below repeat it: with one move, Fibonacci
        switches &= ~<uint32_t>INTERNAL_DEEPENING
    if order != FULL:
        switches &= ~<uint32_t>(TABLE_MOVE | INTERNAL_DEEPENING | KILLERS | HISTORY)
    if order != FULL and order != STATIC:
        switches &= ~<uint32_t>HINT
    if switches & (TABLE_MOVE | INTERNAL_DEEPENING | KILLERS | HISTORY | HINT) or order >= RANDOM:
        switches |= RANKED
    if order == PERFECT:
        switches |= STORED_MOVE
    return switches
