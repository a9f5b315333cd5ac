"""A player, which is a search thread with a small table. The table is cleared between games, so that games can be
repeated."""
from libc.stdint cimport uint64_t

cimport gamecore.core.tt as tt
from gamecore.core.limits cimport NO_DEADLINE, RUNNING
from gamecore.core.score cimport is_decisive
from gamecore.core.types cimport MAX_DEPTH, Key, Move
from gamecore.games.checkers.rules cimport CheckersBits, is_reversible, is_stale, key, legal_moves, play
from gamecore.search.deepening cimport aspire
from gamecore.search.run cimport init_worker, salt_of
from gamecore.search.switches cimport FULL, effective, parse_switches
from gamecore.search.worker cimport free_worker, new_worker

cdef enum:
    HASH_MB = 4                         # stays in the processor's cache, and is quickly cleared for the next game


cdef class Player:
    """A player of checkers.

    Parameters
    ----------
    evaluation : see gamecore.Engine
    nodes : int
        Positions to visit per move.
    """

    def __cinit__(self):
        self.worker = new_worker()

    def __init__(self, evaluation, nodes):
        self.evaluations = Evaluations(evaluation)
        self.switches = effective(parse_switches("play"), FULL)
        self.salt = self.evaluations.checkers.prepare(&self.knowledge.checkers, salt_of(self.switches))
        self.nodes = nodes
        tt.allocate(&self.table, HASH_MB, False)

    def __dealloc__(self):
        free_worker(self.worker)
        tt.free(&self.table)

    def forget(self):
        """Clears the table, so that no game depends on an earlier one."""
        tt.clear(&self.table, True)

    cdef int think(self, const Line* line, Move* move) noexcept nogil:
        """Finds the score and the best move of a position, as given by the last complete iteration."""
        cdef Worker* w = self.worker
        cdef uint64_t horizon
        cdef int score = 0, found
        prepare(self, line)
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
    """Prepares the worker, as an engine does."""
    cdef Worker* w = player.worker
    cdef int i
    tt.next_view(&player.table)
    player.shared.stop = RUNNING
    player.shared.nodes = 0
    player.shared.limits.depth = MAX_DEPTH
    player.shared.limits.nodes = player.nodes
    player.shared.limits.deadline = NO_DEADLINE
    init_worker(w, &player.shared, &player.table, &player.knowledge, player.switches, player.salt)
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
    """Whether the game is drawn by the clock, by threefold repetition, or by its length."""
    cdef Key here = key(&line.position)
    cdef int seen = 0, i
    for i in range(line.length - 2, -1, -2):
        seen += line.keys[i] == here
    return seen >= 2 or line.plies >= GAME_PLIES or is_stale(&line.position)
