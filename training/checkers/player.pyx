"""A player is a search thread with a small table, emptied between games so that every game can be repeated."""
from libc.stdint cimport int64_t, uint64_t

cimport gamecore.core.tt as tt
from gamecore.core.bits cimport now_ns
from gamecore.core.limits cimport NO_DEADLINE, NO_NODE_LIMIT, RUNNING
from gamecore.core.score cimport is_decisive
from gamecore.core.types cimport MAX_DEPTH, Key, Move
from gamecore.games.checkers.rules cimport CheckersBits, is_reversible, is_stale, key, legal_moves, play
from gamecore.search.deepening cimport aspire
from gamecore.search.session cimport make_ready, salt_of
from gamecore.search.switches cimport FULL, effective, parse_switches
from gamecore.search.worker cimport free_worker, new_worker

from gamecore.errors import LimitError


cdef class Player:
    """A player of checkers.

    Parameters
    ----------
    evaluation : see gamecore.Engine
    nodes : int, optional
        Positions to visit a move.
    seconds : float, optional
        Time a move. One of the two is needed.
    switches : str, default "play"
    hash_mb : int, default 4
        A small table stays in the processor's cache, and is quickly cleared for the next game.

    Attributes
    ----------
    searches, total, used : int, int, float
        Moves searched so far, the nodes and the seconds that they took.
    """

    def __cinit__(self):
        self.worker = new_worker()

    def __init__(self, evaluation=None, *, nodes=None, seconds=None, switches="play", hash_mb=4):
        if nodes is None and seconds is None:
            raise LimitError("a search needs a limit: depth, nodes or seconds")
        self.evaluations = Evaluations(evaluation)
        self.switches = effective(parse_switches(switches), FULL)
        self.salt = self.evaluations.checkers.prepare(&self.knowledge.checkers, salt_of(self.switches))
        self.nodes = NO_NODE_LIMIT if nodes is None else nodes
        self.seconds = 0 if seconds is None else seconds
        tt.allocate(&self.table, hash_mb)

    def __dealloc__(self):
        free_worker(self.worker)
        tt.free(&self.table)

    def forget(self):
        """Clears the table: no later game depends on an earlier one."""
        tt.clear(&self.table)

    cdef int think(self, const Line* line, Move* move) noexcept nogil:
        """The score and the best move of a position that has one; of the last complete iteration."""
        cdef int64_t start = now_ns()
        cdef int score = search(self, line, move)
        self.used += (now_ns() - start) / 1e9
        self.total += self.worker.stats.nodes
        self.searches += 1
        return score


cdef int search(Player player, const Line* line, Move* move) noexcept nogil:
    cdef Worker* w = player.worker
    cdef uint64_t horizon
    cdef int score = 0, found
    prepare(player, line)
    legal_moves(&line.position, w.moves)
    move[0] = w.moves[0]
    while w.depth < MAX_DEPTH and not is_decisive(score):
        w.depth += 1
        horizon = w.stats.horizon
        found = aspire(&line.position, w, w.depth, score)
        if w.stopped:
            break
        score, move[0] = found, w.pv[0]
        if w.stats.horizon == horizon:           # the whole tree was searched
            break
    return score


cdef void prepare(Player player, const Line* line) noexcept nogil:
    """Makes the worker ready, as an engine does."""
    cdef Worker* w = player.worker
    cdef int i
    player.table.generation = (player.table.generation + 1) % tt.GENERATIONS
    player.shared.stop = RUNNING
    player.shared.nodes = 0
    player.shared.limits.depth = MAX_DEPTH
    player.shared.limits.nodes = player.nodes
    player.shared.limits.deadline = now_ns() + <int64_t>(1e9 * player.seconds) if player.seconds > 0 else NO_DEADLINE
    make_ready(w, &player.shared, &player.table, &player.knowledge, player.switches, player.salt)
    w.depth = 0
    for i in range(line.length):
        w.path[i] = line.keys[i]
    w.path_length = w.reversible[0] = line.length
    w.path[w.path_length] = key(&line.position)


cdef void begin(Line* line, const CheckersBits* position) noexcept nogil:
    line.position = position[0]
    line.length = line.plies = 0


cdef void advance(Line* line, Move move) noexcept nogil:
    """Plays a move."""
    cdef CheckersBits child
    if is_reversible(&line.position, move):
        line.keys[line.length] = key(&line.position)
        line.length += 1
    else:
        line.length = 0
    play(&line.position, move, &child)
    line.position = child
    line.plies += 1


cdef bint is_drawn(const Line* line) noexcept nogil:
    """By the clock, by the third time, or because it takes too long."""
    cdef Key here = key(&line.position)
    cdef int seen = 0, i
    for i in range(line.length - 2, -1, -2):
        seen += line.keys[i] == here
    return seen >= 2 or line.plies >= GAME_PLIES or is_stale(&line.position)
