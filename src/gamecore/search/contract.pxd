"""The contract: the functions of a position that a search may call.

Each function is inline, with a compile-time branch per game, so a call costs only the game's own code. A new
built-in game is a member of Position and a branch in each function; a custom game is a table of functions
(games/outside/position.pxd).
"""
from libc.stdint cimport int64_t, uint64_t

cimport gamecore.games.backgammon.linear as backgammon_linear
cimport gamecore.games.backgammon.inference as backgammon_net
cimport gamecore.games.backgammon.rules as backgammon
cimport gamecore.games.backgammon.match_equity as backgammon_match_equity
cimport gamecore.games.checkers.endgames.probe as endgame_probe
cimport gamecore.games.checkers.linear as checkers_linear
cimport gamecore.games.checkers.net as checkers_net
cimport gamecore.games.checkers.rules as checkers
cimport gamecore.games.connect_four.linear as connect_four_linear
cimport gamecore.games.connect_four.rules as connect_four
cimport gamecore.games.outside.rules as custom
from gamecore.core.bits cimport popcount, scale
from gamecore.core.score cimport KNOWN_WIN
from gamecore.core.tt cimport FILTER_BITS, FULL_FILTER, hash_of
from gamecore.core.types cimport Key, Move, Outcome
from gamecore.games.backgammon.rules cimport BackgammonBits
from gamecore.games.checkers.rules cimport CheckersBits
from gamecore.games.connect_four.rules cimport ConnectFourBits
from gamecore.games.outside.rules cimport CustomBits
from gamecore.search.knowledge cimport Knowledge, Memory

ctypedef fused Position:                  # no chance: negamax
    ConnectFourBits
    CheckersBits
    CustomBits

ctypedef fused Repeating:                 # a position may recur; in a custom game only if the switch is on
    CheckersBits
    CustomBits

ctypedef fused ChancePosition:            # chance may act before each choice: expectiminimax
    BackgammonBits
    CustomBits

ctypedef fused AnyPosition:
    BackgammonBits
    ConnectFourBits
    CheckersBits
    CustomBits


cdef inline int legal_moves(const Position* position, Move* moves) noexcept nogil:
    """Fills `moves`, with room for MAX_MOVES, in generator order; returns their number, 0 if the game is over."""
    if Position is ConnectFourBits:
        return connect_four.legal_moves(position, moves)
    elif Position is CheckersBits:
        return checkers.legal_moves(position, moves)
    else:
        return custom.legal_moves(position, moves)


cdef inline bint has_move_set(const Position* position) noexcept nogil:
    """Whether moves are single bits, listed from the lowest up, so that one word can replace the list.

    In such a game is_over is true for every position without a move.
    """
    if Position is CustomBits:
        return custom.has_move_set(position)
    else:
        return Position is ConnectFourBits


cdef inline Move move_set(const Position* position) noexcept nogil:
    """Returns the legal moves as one word if has_move_set is true, otherwise 0."""
    if Position is ConnectFourBits:
        return connect_four.playable(position)
    elif Position is CustomBits:
        return custom.move_set(position) if custom.has_move_set(position) else 0
    else:
        return 0


cdef inline Move ending_moves(const Position* position) noexcept nogil:
    """Returns the moves of move_set that may end the game, as far as this is known before they are played."""
    if Position is ConnectFourBits:
        return connect_four.ending_moves(position)
    else:
        return ~<Move>0


cdef inline int legal_paths(const Position* position, Move* moves) noexcept nogil:
    """Fills `moves` with each legal move once for every different way to make it, as some perft tables count them."""
    if Position is CheckersBits:
        return checkers.legal_paths(position, moves)
    else:
        return legal_moves(position, moves)


cdef inline int count_moves(const Position* position, Move* room, bint distinct) noexcept nogil:
    """Returns the number of legal moves, or of legal_paths; may overwrite `room`."""
    if Position is ConnectFourBits:
        return connect_four.count_moves(position)
    elif Position is CheckersBits:
        return checkers.legal_moves(position, room) if distinct else checkers.legal_paths(position, room)
    else:
        return popcount(custom.move_set(position)) if custom.has_move_set(position) else legal_moves(position, room)


cdef inline void play(const Position* position, Move move, Position* child) noexcept nogil:
    """Makes `child` the position after a legal move; each child must be released once."""
    if Position is ConnectFourBits:
        connect_four.play(position, move, child)
    elif Position is CheckersBits:
        checkers.play(position, move, child)
    else:
        custom.play(position, move, child)


cdef inline bint same_player(const AnyPosition* position, Move move) noexcept nogil:
    """Whether the side that makes this move moves again, so that scores keep their sign. This never happens in a
    built-in game."""
    if AnyPosition is CustomBits:
        return custom.same_player(position, move)
    else:
        return False


cdef inline void release(AnyPosition* child) noexcept nogil:
    """Releases the resources of a child beyond its bytes."""
    if AnyPosition is CustomBits:
        custom.release(child)


cdef inline bint is_over(const AnyPosition* position) noexcept nogil:
    """Whether the game is over, as far as this is known without generating moves."""
    if AnyPosition is BackgammonBits:
        return backgammon.is_over(position)
    elif AnyPosition is ConnectFourBits:
        return connect_four.is_over(position)
    elif AnyPosition is CheckersBits:
        return checkers.is_over(position)
    else:
        return custom.is_over(position)


cdef inline uint64_t count_two_plies(const Position* position, Move* room, bint distinct) noexcept nogil:
    """Returns the number of lines of two plies; may overwrite `room`."""
    cdef Position leaf
    cdef uint64_t total = 0
    cdef int n, i
    if Position is CheckersBits:
        return checkers.count_two_plies(position, room, distinct)
    elif Position is ConnectFourBits:
        return connect_four.count_two_plies(position)
    else:
        n = legal_moves(position, room)
        for i in range(n):
            play(position, room[i], &leaf)
            if not is_over(&leaf):
                total += count_moves(&leaf, room + n, distinct)
            release(&leaf)
        return total


cdef inline int final_score(const Position* position, int ply) noexcept nogil:
    """Returns the result of a finished game for the side to move, `ply` plies below the root."""
    if Position is ConnectFourBits:
        return connect_four.final_score(position, ply)
    elif Position is CheckersBits:
        return checkers.final_score(position, ply)
    else:
        return custom.final_score(position, ply)


cdef inline int evaluate(const Position* position, const Knowledge* knowledge) noexcept nogil:
    """Returns an estimate of an unfinished position's score, within MAX_EVALUATION."""
    if Position is ConnectFourBits:
        return connect_four_linear.evaluate(position, knowledge.connect_four.weights)
    elif Position is CheckersBits:
        if knowledge.checkers.patterns != NULL:
            return checkers_net.evaluate(position, knowledge.checkers.patterns, knowledge.checkers.net)
        return checkers_linear.evaluate(position, knowledge.checkers.weights)
    else:
        return custom.evaluate(position)


cdef inline bint probe(const Position* position, const Knowledge* knowledge, bint clocked, int ply,
                       int* score) noexcept nogil:
    """Whether an exact score is known; if `clocked`, draws by the clock and by repetition count."""
    cdef int value
    if Position is CheckersBits:
        if popcount(position.own | position.other) > knowledge.checkers.endgame_pieces:
            return False
        value = endgame_probe.probe(knowledge.checkers.endgames, position, clocked)
        score[0] = (0 if value == endgame_probe.DRAW else
                    KNOWN_WIN - ply if value == endgame_probe.WIN else ply - KNOWN_WIN)
        return value != endgame_probe.UNKNOWN
    else:
        return False


cdef inline Key key(const AnyPosition* position) noexcept nogil:
    """Returns the position's key for tables; equal positions have equal keys."""
    if AnyPosition is BackgammonBits:
        return backgammon.key(position)
    elif AnyPosition is ConnectFourBits:
        return connect_four.key(position)
    elif AnyPosition is CheckersBits:
        return checkers.key(position)
    else:
        return custom.key(position)


cdef inline int history_slot(const Position* position, Move move) noexcept nogil:
    """Returns the history index of a move, 0..MAX_SLOTS-1."""
    if Position is ConnectFourBits:
        return connect_four.history_slot(position, move)
    elif Position is CheckersBits:
        return checkers.history_slot(position, move)
    else:
        return custom.history_slot(position, move)


cdef inline void ask_hints(const Position* position, const Move* moves, int n, int64_t* hints) noexcept nogil:
    """Fills the static move-ordering scores of n moves in one call, except in checkers, where `hint` computes them."""
    if Position is ConnectFourBits:
        connect_four.fill_hints(position, moves, n, hints)
    elif Position is CustomBits:
        custom.hints(position, moves, n, hints)


cdef inline int64_t hint(const Position* position, Move move, int64_t asked) noexcept nogil:
    """Returns the static move-ordering score of a move; moves with a higher score come earlier. `asked` is the score
    from ask_hints."""
    if Position is CheckersBits:
        return checkers.hint(position, move)
    else:
        return asked


cdef inline bint is_quiet(const Position* position) noexcept nogil:
    """Whether the position is quiet, so that it may be evaluated; if not, quiescence continues."""
    if Position is ConnectFourBits:
        return True
    elif Position is CheckersBits:
        return checkers.is_quiet(position)
    else:
        return custom.is_quiet(position)


cdef inline int cycle(const Position* position) noexcept nogil:
    """Returns the number of plies such that a position can recur only after a multiple of it."""
    if Position is CheckersBits:
        return checkers.RETURN
    else:
        return 1


cdef inline bint may_come_back(const Position* position, const Position* earlier, int plies,
                               int depth) noexcept nogil:
    """Whether the next `depth` plies may lead to an earlier position, `plies` reversible moves ago."""
    if Position is CheckersBits:
        return checkers.plies_back(position, earlier, plies) <= depth
    else:
        return True


cdef inline int placement(const Position* position, bint own) noexcept nogil:
    """Returns the filter bit for the squares of the side to move if `own`, else of the other side; in a custom game,
    all bits."""
    if Position is CheckersBits:
        return 1 << <int>scale(hash_of(position.own if own else position.other), FILTER_BITS)
    else:
        return FULL_FILTER


cdef inline bint is_stale(const Position* position) noexcept nogil:
    """Whether the game is a draw by the number of reversible moves."""
    if Position is CheckersBits:
        return checkers.is_stale(position)
    else:
        return False


cdef inline int clock_within(const Position* position, int depth) noexcept nogil:
    """Returns a positive number that stands for the count of reversible moves if `depth` more may draw the game; else
    0."""
    if Position is CheckersBits:
        return position.clock + 1 if position.clock + depth >= checkers.DRAW_CLOCK else 0
    else:
        return 0


cdef inline bint is_reversible(const Position* position, Move move) noexcept nogil:
    """Whether the position could recur after this move."""
    if Position is ConnectFourBits:
        return False
    elif Position is CheckersBits:
        return checkers.is_reversible(position, move)
    else:
        return custom.is_reversible(position, move)


# Games of chance

cdef inline int outcomes(const ChancePosition* position, Outcome* outcomes) noexcept nogil:
    """Fills `outcomes`, with room for MAX_OUTCOMES, with the outcomes of the next chance event; returns their
    number."""
    if ChancePosition is BackgammonBits:
        return backgammon.outcomes(position, outcomes)
    else:
        return custom.outcomes(position, outcomes)


cdef inline void play_outcome(const ChancePosition* position, uint64_t event, ChancePosition* child) noexcept nogil:
    """Makes `child` the position after a chance outcome; each child must be released once."""
    if ChancePosition is BackgammonBits:
        backgammon.play_outcome(position, event, child)
    else:
        custom.play_outcome(position, event, child)


cdef inline bint passes_turn(const ChancePosition* position, uint64_t event) noexcept nogil:
    """Whether the other side is to move after an outcome, perhaps after another chance event; False in the built-in
    games."""
    if ChancePosition is CustomBits:
        return custom.passes_turn(position, event)
    else:
        return False


cdef inline int successors(const ChancePosition* position, ChancePosition* children, Move* moves) noexcept nogil:
    """Fills `children` with the distinct successors, each of which must be released, and `moves` with the moves to
    them."""
    cdef int n, i
    if ChancePosition is BackgammonBits:
        return backgammon.successors(position, children, moves)
    else:
        n = custom.legal_moves(position, moves)
        for i in range(n):
            custom.play(position, moves[i], children + i)
        return n


cdef inline int count_successors(const ChancePosition* position, Move* room) noexcept nogil:
    """Returns the number of successors; may overwrite `room`."""
    if ChancePosition is BackgammonBits:
        return backgammon.successors(position, NULL, NULL)
    else:
        return custom.legal_moves(position, room)


cdef inline double final_utility(const ChancePosition* position) noexcept nogil:
    """Returns the result for the side to move as a number that can be averaged."""
    if ChancePosition is BackgammonBits:
        return backgammon.final_utility(position)
    else:
        return custom.final_utility(position)


cdef inline double utility(const ChancePosition* position, const Knowledge* knowledge) noexcept nogil:
    """Returns the result of a finished game on the scale of the evaluation."""
    if ChancePosition is BackgammonBits:
        if knowledge.backgammon.match_equity != NULL:
            return backgammon_match_equity.final_utility(knowledge.backgammon.match_equity, position)
    return final_utility(position)


cdef inline double expected_value(const ChancePosition* position, const Knowledge* knowledge) noexcept nogil:
    """Returns an estimate of the expected result of an unfinished position."""
    if ChancePosition is BackgammonBits:
        if knowledge.backgammon.net != NULL:
            return backgammon_net.expected_value(knowledge.backgammon.net, knowledge.backgammon.match_equity, position)
        return backgammon_linear.evaluate(position, knowledge.backgammon.weights)
    else:
        return custom.expected_value(position)


cdef inline void expected_values(const ChancePosition* children, const int* which, int n, const Knowledge* knowledge,
                                 Memory* memory, double* scores) noexcept nogil:
    """Fills scores[i] with expected_value(children[which[i]]) for unfinished siblings, which may share common parts."""
    cdef int i
    if ChancePosition is BackgammonBits:
        if knowledge.backgammon.net != NULL:
            backgammon_net.expected_values(knowledge.backgammon.net, knowledge.backgammon.match_equity, children,
                                           which, n, &memory.backgammon_accumulator, scores)
            return
    for i in range(n):
        scores[i] = expected_value(children + which[i], knowledge)


cdef inline int batch(const ChancePosition* position, const Knowledge* knowledge) noexcept nogil:
    """Returns how many siblings to pass to one call of expected_values. The number is limited, since later siblings are
    not needed after a cut-off."""
    if ChancePosition is BackgammonBits:
        return 8 if knowledge.backgammon.net != NULL else 1
    else:
        return 1


cdef inline void rank(const ChancePosition* position, const ChancePosition* children, const Move* moves, int n,
                      const Knowledge* knowledge,
                      int64_t* ranks) noexcept nogil:
    """Fills `ranks` with cheap estimates of n successors for the side that chooses; higher ranks are searched
    earlier."""
    if ChancePosition is BackgammonBits:
        backgammon_linear.rank(position, children, n, knowledge.backgammon.order, ranks)
    else:
        custom.hints(position, moves, n, ranks)


cdef inline void bounds(const ChancePosition* position, const Knowledge* knowledge, double* low,
                        double* high) noexcept nogil:
    """Fills bounds on all scores that can be reached from here, for the side to move; unknown bounds are infinite."""
    if ChancePosition is BackgammonBits:
        if knowledge.backgammon.match_equity != NULL:
            backgammon_match_equity.bounds(knowledge.backgammon.match_equity, position, low, high)
        else:
            backgammon.bounds(position, low, high)
    else:
        custom.bounds(position, low, high)
