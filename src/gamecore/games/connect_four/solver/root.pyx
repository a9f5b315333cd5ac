"""The solver as a root probe of the search. It finds the exact scores of the root's best moves, and their lines.

Each turn begins at the root again, but the table keeps the proofs of earlier turns.
"""
from libc.stdint cimport uint64_t, uintptr_t

cimport gamecore.games.connect_four.rules as rules
from gamecore.core.bits cimport popcount
from gamecore.core.limits cimport Events, schedule
from gamecore.core.score cimport WIN
from gamecore.core.types cimport Move
from gamecore.games.connect_four.rules cimport HEIGHT
from gamecore.games.connect_four.solver.search cimport fits_stack
from gamecore.games.connect_four.solver.sizes cimport solve_on
from gamecore.games.connect_four.solver.solver cimport Solver

cdef enum:
    CELLS = COLUMNS * ROWS
    UNKNOWN = 99             # not a possible score
    TRIAL = 1000             # nodes for step 7 of the solver's search, since this search finds short wins itself
    LINE_NODES = 10000       # for the moves after the first ones, or a quarter of their nodes if that is more


cdef class RootSolver:
    """A root probe of one search. It uses the table of a solver, which is not used otherwise in the meantime. It finds
    the `wanted` best lines among some moves, which are given as cells, or among all moves if they are None."""

    def __cinit__(self, Solver solver not None, uint64_t own, uint64_t mask, list moves, int wanted):
        cdef SolverProbe* q = &self.question
        self.solver = solver
        q.worker = solver.workers[0]
        q.worker.team = NULL
        q.root.own, q.root.mask = own, mask
        q.wanted = q.count = 1
        if moves is not None or wanted > 1:
            q.wanted, q.count = wanted, 0
            for i in range(COLUMNS):
                cell = cell_in(&q.root, i)
                if cell and (moves is None or cell in moves):
                    q.lines[q.count].moves[0], q.lines[q.count].length = cell, 1
                    q.count += 1
        q.probe.solver, q.probe.work, q.probe.line = q, work, line_of

    @property
    def address(self):                   # of the RootProbe, which lives as long as this object
        return <uintptr_t>&self.question.probe


cdef bint work(RootProbe* probe, Events* events, uint64_t* nodes, uint64_t most) noexcept nogil:
    """Finds scores and lines until the count of nodes is `most`; returns whether it has found all of them."""
    cdef SolverProbe* q = <SolverProbe*>probe.solver
    cdef int i
    if not fits_stack(CELLS - popcount(q.root.mask)):
        return False
    q.worker.events, q.worker.nodes, q.worker.most = events, nodes[0], most
    if q.spent == 0:                     # the first node in each huge page of a large table may take 3 ms
        events.interval = 1
        schedule(events, nodes[0])
    if not probe.known:
        probe.known = find_scores(q) and extend(q, &q.lines[0], 1)
        q.spent += q.worker.nodes - nodes[0]
    if probe.known:
        q.worker.most = q.worker.nodes + max(q.spent >> 2, <uint64_t>LINE_NODES)
        for i in range(q.count):
            if not extend(q, &q.lines[i], CELLS):
                break
    nodes[0] = q.worker.nodes
    return probe.known


cdef bint find_scores(SolverProbe* q) noexcept nogil:
    """Finds the scores of all lines and sorts the lines; returns False if it was stopped."""
    cdef ConnectFourBits position = q.root
    cdef SolvedLine line
    cdef int i
    while q.asked < q.count:
        line = q.lines[q.asked]
        if line.length > 0:
            rules.play(&q.root, line.moves[0], &position)
        if not narrow(q, &position, -UNKNOWN, UNKNOWN):
            return False
        line.score = -q.worker.lower if line.length > 0 else q.worker.lower
        i = q.asked
        while i > 0 and q.lines[i - 1].score < line.score:
            q.lines[i] = q.lines[i - 1]
            i -= 1
        q.lines[i] = line
        q.asked += 1
    q.count = min(q.count, q.wanted)
    return True


cdef bint extend(SolverProbe* q, SolvedLine* line, int length) noexcept nogil:
    """Extends a line to a length, or to the end of the game, by the best moves nearest to the centre; returns False if
    it was stopped."""
    cdef ConnectFourBits position = q.root, child = q.root
    cdef int score = line.score, i
    cdef Move move = 0
    for i in range(line.length):
        rules.play(&position, line.moves[i], &child)
        position, score = child, -score
    while line.length < length and not rules.is_over(&position):
        for i in range(COLUMNS):
            move = cell_in(&position, i)
            if move == 0:
                continue
            rules.play(&position, move, &child)
            if not narrow(q, &child, -score, 1 - score):
                return False
            if q.worker.upper <= -score:
                break
        line.moves[line.length] = move
        line.length += 1
        position, score = child, -score
    return True


cdef bint narrow(SolverProbe* q, const ConnectFourBits* position, int alpha, int beta) noexcept nogil:
    """Narrows the worker's bounds of a position's score until it is known, at most `alpha` or at least `beta`;
    returns False if it was stopped."""
    if rules.has_four(position.own ^ position.mask):
        q.worker.lower = q.worker.upper = -((CELLS + 2 - popcount(position.mask)) >> 1)
        return True
    return solve_on(COLUMNS, ROWS, &q.worker, position.own, position.mask, alpha, beta, TRIAL)


cdef inline Move cell_in(const ConnectFourBits* position, int i) noexcept nogil:
    """Returns the cell into which a stone falls in the i-th column from the centre, counted from 0; 0 if it is full."""
    cdef int column = COLUMNS // 2 + (i // 2 if i % 2 == 0 else -(i + 1) // 2)
    return rules.playable(position) & <Move>0x3f << HEIGHT * column


cdef int line_of(const RootProbe* probe, int k, int* score, const Move** moves) noexcept nogil:
    """Fills a line, with its score as the search counts it."""
    cdef SolverProbe* q = <SolverProbe*>probe.solver
    cdef int stones = popcount(q.root.mask), known = q.lines[k].score, last
    if k >= q.count:
        return 0
    # Two numbers are possible for the winner's last stone, since the side to move places every second stone.
    last = CELLS + 1 - 2 * (known if known > 0 else -known)
    last += (last + stones + (known > 0)) & 1
    score[0] = 0 if known == 0 else WIN + stones - last if known > 0 else last - stones - WIN
    moves[0] = q.lines[k].moves
    return q.lines[k].length
