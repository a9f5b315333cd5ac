"""Self-play games, games of study, and games of one player against another."""
from libc.stdint cimport uint32_t, uint64_t

import numpy

from gamecore.core.bits cimport mix64, next_random, popcount
from gamecore.core.score cimport is_decisive
from gamecore.core.types cimport MAX_MOVES, Move
from gamecore.games.checkers.endgames.databases cimport Databases
from gamecore.games.checkers.endgames.probe cimport LOSS, UNKNOWN, WIN, Endgames, probe
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport BLACK, CheckersBits, is_over, is_quiet, legal_moves
from training.checkers.player cimport GAME_PLIES, Line, Player, advance, begin, is_drawn

SAMPLE = numpy.dtype([("own", "<u8"), ("other", "<u8"), ("kings", "<u8"), ("score", "<i2"), ("result", "i1"),
                      ("plies", "u1"), ("game", "<u4")])
LEAST_STUDIED = STUDY_PIECES

cdef enum:
    OPENING_MIN = 3                     # random plies that a game begins with
    OPENING_MAX = 12
    RANDOM_ONE_IN = 40                  # moves of self-play, to learn positions that good players avoid
    IDLE = 40                           # plies without a capture or a man's move, after which self-play calls it a draw
    MATCH_OPENING = 4                   # random plies that a pair of match games begins with
    STUDY_MIN = 3                       # random plies that a game of study begins with
    STUDY_MAX = 9
    STUDY_RANDOM_ONE_IN = 12            # moves of study
    STUDY_PIECES = 10                   # with fewer it ends
    EVEN = 150                          # points beyond which an opening is not worth studying,
    DECIDED = 500                       # ... or a position
    LATER_TENTHS = 6                    # of a target that later scores make up
    FRONT = 8                           # squares of a side's two front rows
    BLACK_FRONT = 4                     # the first of their bits; the fifth of nine is the gap
    WHITE_FRONT = 22
    A_CHOICE = 0                        # no move at all: a move goes somewhere


def play_game(Player player not None, uint64_t seed, uint32_t number, Databases databases=None):
    """Plays one game of a player against itself; returns its samples, an array of SAMPLE.

    The game depends only on the player and on `seed`, the seed of random moves; `number` is the game's number in the
    samples. The game ends when the databases contain its position.
    """
    cdef Sample samples[GAME_PLIES]
    cdef Checkers start = Checkers()
    cdef const Endgames* endgames = NULL if databases is None else databases.endgames
    cdef int n
    player.forget()
    with nogil:
        n = self_play(player, &start.bits, mix64(seed), endgames, samples)
    return array_of(samples, n, number)


cdef array_of(const Sample* samples, int n, uint32_t number):
    array = numpy.frombuffer((<const char*>samples)[:n * sizeof(Sample)], dtype=SAMPLE).copy()
    array["game"] = number
    return array


cdef int self_play(Player player, const CheckersBits* start, uint64_t random, const Endgames* endgames,
                   Sample* samples) noexcept nogil:
    """Fills samples and returns their number."""
    cdef Line line
    cdef Move move
    cdef int n = 0, score, winner = 0   # BLACK or WHITE
    cdef int opening = OPENING_MIN + next_random(&random) % (OPENING_MAX - OPENING_MIN + 1)
    begin(&line, start)
    while not is_settled(&line, endgames, &winner):
        move = forced_move(&line.position)
        if line.plies < opening or next_random(&random) % RANDOM_ONE_IN == 0:
            move = any_move(&line.position, &random)
        elif move == A_CHOICE:
            score = player.think(&line, &move)
            if is_decisive(score):
                winner = line.position.ahead if score > 0 else -line.position.ahead
                break
            if is_quiet(&line.position):
                record(&samples[n], &line, score)
                n += 1
        advance(&line, move)
    set_results(samples, n, winner)
    return n


def study_game(Player player not None, uint64_t seed, uint32_t number):
    """Plays one game of study, which begins with an even opening and in which every searched position counts.

    The game begins with random plies; in half of the games each side has a man fewer on its front rows. Later one move
    in STUDY_RANDOM_ONE_IN is random. The game ends when it is decided, or when fewer than STUDY_PIECES are left. A
    position's score is mixed with those of the later positions of best play, which were searched deeper.

    Returns samples as play_game does, without results.
    """
    cdef Sample samples[GAME_PLIES]
    cdef Checkers start = Checkers()
    cdef int n
    player.forget()
    with nogil:
        n = study(player, &start.bits, mix64(seed), samples)
    return array_of(samples, n, number)


cdef int study(Player player, const CheckersBits* start, uint64_t random, Sample* samples) noexcept nogil:
    """Fills samples and returns their number."""
    cdef Line line
    cdef Move move
    cdef bint quiet[GAME_PLIES]
    cdef bint chosen[GAME_PLIES]        # whether the move played was the best
    cdef int n = 0, kept = 0, score, most, i
    if not begin_study(&line, start, &random):
        return 0
    while (not is_over(&line.position) and not is_drawn(&line)
           and popcount(line.position.own | line.position.other) >= STUDY_PIECES):
        move = forced_move(&line.position)
        if move == A_CHOICE:
            score = player.think(&line, &move)
            most = DECIDED if n else EVEN
            if not -most <= score <= most:
                break
            record(&samples[n], &line, score)
            quiet[n] = is_quiet(&line.position)
            chosen[n] = next_random(&random) % STUDY_RANDOM_ONE_IN != 0
            if not chosen[n]:
                move = any_move(&line.position, &random)
            n += 1
        advance(&line, move)
    set_results(samples, n, 0)
    for i in range(n - 2, -1, -1):
        if chosen[i]:
            mix_later(&samples[i], &samples[i + 1])
    for i in range(n):
        samples[kept] = samples[i]
        kept += quiet[i]
    return kept


cdef bint begin_study(Line* line, const CheckersBits* start, uint64_t* random) noexcept nogil:
    """Plays a random opening; returns whether the game is unfinished."""
    cdef int plies = STUDY_MIN + next_random(random) % (STUDY_MAX - STUDY_MIN + 1), i
    begin(line, start)
    if next_random(random) & 1:
        line.position.own ^= front_man(BLACK_FRONT, random)
        line.position.other ^= front_man(WHITE_FRONT, random)
    for i in range(plies):    # no-cython-lint
        if is_over(&line.position):
            return False
        advance(line, any_move(&line.position, random))
    return True


cdef uint64_t front_man(int first, uint64_t* random) noexcept nogil:
    """Returns one of the squares of two front rows."""
    cdef int place = next_random(random) % FRONT
    return <uint64_t>1 << (first + place + (place >= FRONT // 2))


cdef void mix_later(Sample* sample, const Sample* later) noexcept nogil:
    """Mixes a score with the score of a later position, in which the same or the other side is to move."""
    cdef int score = later.score if (later.plies - sample.plies) % 2 == 0 else -later.score
    sample.score = ((10 - LATER_TENTHS) * sample.score + LATER_TENTHS * score) // 10


cdef bint is_settled(const Line* line, const Endgames* endgames, int* winner) noexcept nogil:
    """Whether a game of self-play is over, or its result is known; if so, sets `winner` to BLACK, WHITE or 0."""
    cdef int value = probe(endgames, &line.position, True)
    winner[0] = 0
    if is_over(&line.position):
        winner[0] = -line.position.ahead
        return True
    if value == WIN or value == LOSS:
        winner[0] = line.position.ahead if value == WIN else -line.position.ahead
    return value != UNKNOWN or is_drawn(line) or line.position.clock >= IDLE


cdef Move forced_move(const CheckersBits* position) noexcept nogil:
    """Returns the only legal move, or A_CHOICE."""
    cdef Move moves[MAX_MOVES]
    return moves[0] if legal_moves(position, moves) == 1 else A_CHOICE


cdef Move any_move(const CheckersBits* position, uint64_t* random) noexcept nogil:
    """Returns a random legal move."""
    cdef Move moves[MAX_MOVES]
    cdef int n = legal_moves(position, moves)
    return moves[next_random(random) % n]


cdef void record(Sample* sample, const Line* line, int score) noexcept nogil:
    """Records a position. Until the result is known, its field holds the side to move."""
    cdef const CheckersBits* position = &line.position
    sample.own, sample.other, sample.kings = position.own, position.other, position.kings
    if position.ahead != BLACK:
        sample.own, sample.other, sample.kings = rotated(sample.own), rotated(sample.other), rotated(sample.kings)
    sample.score = score
    sample.result = position.ahead
    sample.plies = line.plies


cdef void set_results(Sample* samples, int n, int winner) noexcept nogil:
    cdef int i
    for i in range(n):
        samples[i].result *= winner


cdef uint64_t rotated(uint64_t squares) noexcept nogil:
    """Returns the rotated board, in which bit i becomes bit 34 - i."""
    cdef uint64_t result = 0
    cdef int i
    for i in range(35):
        result |= (squares >> i & 1) << (34 - i)
    return result


def play_pair(Player a not None, Player b not None, uint64_t seed):
    """Plays two games from one random opening, each player once with Black; returns a's points, 1, 0 or -1, in each."""
    cdef Checkers start = Checkers()
    cdef int first, second
    a.forget()
    b.forget()
    with nogil:
        first = play_match_game(a, b, &start.bits, mix64(seed))
    a.forget()
    b.forget()
    with nogil:
        second = -play_match_game(b, a, &start.bits, mix64(seed))
    return first, second


cdef int play_match_game(Player black, Player white, const CheckersBits* start, uint64_t random) noexcept nogil:
    """Returns 1 if Black wins, -1 if White does, else 0; a proved win is not played out."""
    cdef Line line
    cdef Move move
    cdef int score
    begin(&line, start)
    while not is_drawn(&line):
        if is_over(&line.position):
            return -line.position.ahead
        move = forced_move(&line.position)
        if line.plies < MATCH_OPENING:
            move = any_move(&line.position, &random)
        elif move == A_CHOICE:
            score = black.think(&line, &move) if line.position.ahead == BLACK else white.think(&line, &move)
            if is_decisive(score):
                return line.position.ahead if score > 0 else -line.position.ahead
        advance(&line, move)
    return 0
