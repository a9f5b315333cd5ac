"""The names of switches and orders."""
from libc.stdint cimport uint32_t

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gamecore.errors import SwitchError


# The table of switches. Everything that names, parses, tests or explains a switch is derived from it.
class Switch(NamedTuple):
    """Switch(bit, kind, needs, chance, doc)"""

    bit: int
    kind: Literal["definition", "exact", "selective"]
    needs: tuple[str, ...]
    chance: bool                 # whether only games of chance have it
    doc: str


cdef str DEFINES = "definition", EXACTLY = "exact", SELECTS = "selective"

SWITCHES: dict[str, Switch] = {
    "evaluation":   Switch(EVALUATION, DEFINES, (), False, "the horizon is evaluated; off: it counts 0"),
    "quiescence":   Switch(QUIESCENCE, DEFINES, (), False, "only quiet positions are evaluated"),
    "repetition":   Switch(REPETITION, DEFINES, (), False, "a repeated position is a draw"),
    "databases":    Switch(DATABASES, DEFINES, (), False, "a position in a database has the database's value"),

    "pruning":      Switch(PRUNING, EXACTLY, (), False, "alpha-beta; off: plain minimax"),
    "deepening":    Switch(DEEPENING, EXACTLY, (), False, "depth 1, 2, 3, ...; off: one search to the full depth"),
    "table":        Switch(TABLE, EXACTLY, (), False,
                           "stored scores cause cutoffs; stored moves are searched first"),
    "hint":         Switch(HINT, EXACTLY, (), False, "moves are ordered by the game's static scores"),
    "killers":      Switch(KILLERS, EXACTLY, (), False, "moves that cut elsewhere at this ply are tried early"),
    "history":      Switch(HISTORY, EXACTLY, (), False, "moves that cut often are tried early"),
    "internal-deepening": Switch(INTERNAL_DEEPENING, EXACTLY, (), False,
                                 "with a table: a shallower search finds a first move"),
    "pvs":          Switch(PVS, EXACTLY, ("pruning",), False, "a null window tests whether a later move is better"),
    "aspiration":   Switch(ASPIRATION, EXACTLY, ("pruning",), False,
                           "an iteration starts with a window around the last score"),
    "star1":        Switch(STAR1, EXACTLY, ("pruning",), True, "chance nodes are cut by bounds on their children"),
    "star2":        Switch(STAR2, EXACTLY, ("pruning", "star1"), True,
                           "... after a probe of one successor of each outcome"),

    "reductions":   Switch(REDUCTIONS, SELECTS, ("pvs",), False,
                           "late move reductions, undone for moves that prove good; internal iterative reductions"),
    "forward-pruning": Switch(FORWARD_PRUNING, SELECTS, (), True, "in games of chance, weak successors are dropped"),
    "extensions":   Switch(EXTENSIONS, SELECTS, (), False, "one-reply extension: a single legal move costs no depth"),
}
cdef dict NEEDERS = {need: [name for name, switch in SWITCHES.items() if need in switch.needs] for need in SWITCHES}
SETS: dict[str, int] = {"none": 0, "definition": DEFINITION, "exact": DEFINITION | EXACT,
                        "play": DEFINITION | EXACT | SELECTIVE}
ORDERS: dict[str, int] = {"full": FULL, "static": STATIC, "none": UNORDERED, "random": RANDOM, "worst": WORST,
                          "perfect": PERFECT}


cdef uint32_t parse_switches(object names) except? 0xffffffff:
    """Returns the bits of the switches in a comma-separated text or an iterable of names.

    "-name" removes a switch or set from what the other names turn on.
    """
    cdef uint32_t switches = 0, removed = 0, bits
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",") if name.strip()]
    if not isinstance(names, Iterable) or isinstance(names, Mapping):
        raise SwitchError(f"switches are names such as 'pruning,table', not {names!r}")
    names, removals = list(names), {}
    for name in names:
        if isinstance(name, str) and name.startswith("-"):
            removals[name] = bits_of(name[1:], name)
        else:
            switches |= bits_of(name, name)
    for name, bits in removals.items():
        if not switches & bits:
            raise SwitchError(f"{name!r} removes nothing from {','.join(names)!r}; expected such as 'exact,-databases'")
        removed |= bits
    switches &= ~removed
    for need, others in NEEDERS.items():
        if not switches & SWITCHES[need].bit:
            needing = [name for name in others if switches & SWITCHES[name].bit]
            if needing:
                raise SwitchError(f"{need} is not on in {','.join(names)!r}, and is needed by {', '.join(needing)}")
    return switches


cdef uint32_t bits_of(object name, object given) except? 0xffffffff:
    """Returns the bits of a switch or a set; the error quotes `given`."""
    if isinstance(name, str) and name in SWITCHES:
        return SWITCHES[name].bit
    if isinstance(name, str) and name in SETS:
        return SETS[name]
    raise SwitchError(f"unknown switch {given!r}; known are {', '.join([*SETS, *SWITCHES])}, and -NAME to remove one")


cdef str name_switches(uint32_t switches):
    """Returns the names of all active switches in the form for parse_switches."""
    return ",".join([name for name, switch in SWITCHES.items() if switches & switch.bit]) or "none"


cdef int parse_order(object name) except -1:
    if isinstance(name, str) and name in <dict>ORDERS:
        return (<dict>ORDERS)[name]
    if callable(name):
        return CUSTOM_ORDER
    raise SwitchError(f"unknown order {name!r}; known are {', '.join(ORDERS)}, and functions")


cdef uint32_t effective(uint32_t switches, int order) noexcept:
    """Returns the switches that remain with an order: all of them with `full`, and of the ordering switches only the
    hint with `static`."""
    if switches & TABLE:
        switches |= TABLE_MOVE
    else:                                # without a table IID loses its result, and each level below repeats it:
                                         # exponential even on a line of single moves
        switches &= ~<uint32_t>INTERNAL_DEEPENING
    if order != FULL:
        switches &= ~<uint32_t>(TABLE_MOVE | INTERNAL_DEEPENING | KILLERS | HISTORY)
    if order != FULL and order != STATIC:
        switches &= ~<uint32_t>HINT
    if switches & (TABLE_MOVE | INTERNAL_DEEPENING | KILLERS | HISTORY | HINT) or order > UNORDERED:
        switches |= RANKED
    if order == PERFECT:
        switches |= STORED_MOVE
    if switches & DATABASES:
        switches |= SPECIAL_LEAVES
    return switches
