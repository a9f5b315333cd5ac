"""The training of the race networks of backgammon, for the distribution of the rolls that one side needs.

One side plays alone. In each round many sides bear off, and choose for each roll the play with the smallest mean number
of remaining rolls. Let V(s) be the network's prediction for a side s, or the tables' distribution if all its checkers
are at home. Let B(s) be the mean over the 21 rolls of V after the best play. From the last position of a game to the
first, the target is

    G(s) = B(s) + (G(s') - V(s')) one roll later        s' the next position of the game

This is the side's result minus the luck of its dice; it is unbiased, whatever V is. Two networks are fitted to such
targets from random weights: one for the number of rolls until the last checker is off, and one for the number until the
first checker is off.

All results are in one directory, so that an interrupted run resumes where it stopped and ends with the same weights:

    settings.json            what the run was begun with
    done-1.weights .. first-2.weights    the results of the fits
    races.bin                the last ones
    log.jsonl                the records that `train` yields
"""
import time

import numpy

from gamecore.core import weight_files
from gamecore.core.checks import in_range
from gamecore.core.parallel import parallel_map, reraised
from gamecore.games.backgammon.arrays import successors
from gamecore.games.backgammon.net import SHIPPED, BackgammonNet
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.races import SHAPES, RaceNet
from gamecore.games.backgammon.shape import RACE, shape_of_races
from training.run import Run

NAMES = ("done", "first")
SHARES = (0.1, 0.9)                      # of the games, round by round
LEAST = 40                               # games of a run
PLIES = 400                              # a longer game has no race
CHUNK = 200                              # sides that are played at once
SPREAD = 0.1                             # of the weights at the start
PIPS = 8.167                             # a roll's, in the mean
SLOPE = 2.2                              # logits a roll, at the start
BLOCK = 500000                           # sides evaluated at once
EPOCHS = 30                              # of a fit
BATCH = 512
RATE, LAST_RATE = 0.005, 0.00005         # of Adam (Kingma and Ba 2015)
LIMIT = 30                               # of a hidden unit's sum, which is an int16 in 1/1024
OFF, HOME, BAR, CHECKERS = 0, 6, 25, 15
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]
CHANCES = numpy.array([1 if a == b else 2 for a, b in ROLLS]) / 36


def train(out, games=40000, seed=0, databases=None, jobs=None):
    """Trains the race networks or resumes a run, as `training.checkers.recipe.train` without "games" and "match".

    Parameters
    ----------
    games : int
        The number of sides that bear off for each of the two networks, LEAST or more.
    seed : int
        The weights also depend on the shipped networks, and on the number of threads of numpy's linear algebra.
    databases : None
        Backgammon needs none: its bear-off tables are built in.
    """
    with Run(out, {"game": "backgammon-races", "games": in_range("games", games, LEAST), "seed": seed}, jobs) as run:
        seed = run.settings["seed"]
        arrays = [*first_guess(seed, 0), *first_guess(seed, 1)]
        for number in range(len(SHARES)):
            for part, name in enumerate(NAMES):
                file = f"{name}-{number + 1}.weights"
                if not run.find(type="fit", net=name, round=number + 1):
                    yield from fit_round(run, arrays, part, number, file)
                arrays[4 * part:4 * part + 4] = split(run.read_array(file, numpy.float32, sum(map(size_of, range(4)))))
        run.write("races.bin", RaceNet.from_floats(arrays).to_bytes())
        if not run.find(type="result"):
            yield run.note(result(run))


def size_of(i):
    return int(numpy.prod(SHAPES[i][1]))


def split(flat):
    """Returns the four arrays of a network from one array of all its weights."""
    ends = numpy.cumsum([size_of(i) for i in range(4)])
    return [array.reshape(SHAPES[i][1]) for i, array in enumerate(numpy.split(flat, ends[:-1]))]


def first_guess(seed, part):
    """Returns random weights for the start, except for a first hidden unit that roughly counts the rolls needed."""
    random = numpy.random.default_rng((seed, part))
    rows, bias, weights, biases = [random.uniform(-SPREAD, SPREAD, shape) for _, shape, _ in SHAPES[:4]]
    whole = shape_of_races()
    rows[:, 0] = 0
    for group, offset in zip(RACE, whole.offset, strict=True):
        places = whole.row[offset:offset + group.size]
        if group.kind == "knots":        # 64 values of the tables' mean make a roll, or PIPS outside home
            knots = slice(places.min(), places.max() + 1)
            unit = 64 if group.name == "at home" else PIPS
            rows[knots, 0] = numpy.arange(knots.stop - knots.start) * group.scale / unit / 4
    weights[:, 0] = 4 * SLOPE
    biases[:] = -SLOPE * (numpy.arange(len(biases)) + 0.5)
    return rows, bias, weights, biases


def fit_round(run, arrays, part, number, file):
    """Bears sides off by the current networks, and fits one of them to the targets."""
    start = time.perf_counter()
    games = int(run.settings["games"] * SHARES[number])
    random = numpy.random.default_rng((run.settings["seed"], part, number + 1))
    net = RaceNet.from_floats(bounded(arrays))
    sides, targets = study(net, games, part, random, run.jobs)
    fitted, errors = fit(dense(net.values(sides, part)), targets, first_guess(run.settings["seed"], part), random)
    fitted = bounded(fitted)
    run.write_array(file, numpy.concatenate([array.ravel() for array in fitted]).astype(numpy.float32))
    yield run.note({"type": "fit", "net": NAMES[part], "round": number + 1, "games": games, "positions": len(sides),
                    "errors": errors, "seconds": round(time.perf_counter() - start, 2)})


def study(net, games, part, random, jobs):
    """Returns the sides during their bear-offs, and their targets.

    Returns
    -------
    sides : array of int8, shape (n, 26)
    targets : array of float32, shape (n, 32)
        The probabilities that more than i rolls are needed, minus the luck of the dice.
    """
    judge = BackgammonNet(weight_files.read(SHIPPED, BackgammonNet.FILE, BackgammonNet.FILE_SHAPES), net)
    found = [(numpy.zeros((0, 26), numpy.int8), numpy.zeros((0, 32), numpy.float32))]
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        natural = sides_of_games(judge, count // 2, part, random)
        sides = numpy.concatenate([natural, any_sides(count - len(natural), part, random)])
        found += play_home(net, sides, part, random, jobs)
    return tuple(numpy.concatenate(arrays) for arrays in zip(*found, strict=True))


def any_sides(count, part, random):
    """Returns random sides with a checker outside home; if `part` is 1, all their checkers are on the board."""
    sides = numpy.zeros((count, 26), numpy.int8)
    for side in sides:
        rear = random.integers(HOME + 1, BAR)
        checkers = CHECKERS if part or random.random() < 0.5 else random.integers(1, CHECKERS + 1)
        likely = random.random(rear)**random.choice([0.5, 2, 8])
        if random.random() < 0.5:
            likely[HOME:] *= 0.1
        side[1:rear + 1] = random.multinomial(checkers - 1, likely / likely.sum())
        side[rear] += 1
        side[OFF] = CHECKERS - checkers
    return sides


def sides_of_games(net, count, part, random):
    """Returns both sides of the positions in which a race begins, from games of a network against itself."""
    found = []
    positions = numpy.repeat(Backgammon().to_array()[None], max(1, count), axis=0)
    for _ in range(PLIES if count else 0):
        finals, first = successors(positions, random.integers(1, 7, (len(positions), 2)))
        five = net.evaluate(finals)
        equity = 2 * five[:, 0] + five[:, 1] + five[:, 2] - five[:, 3] - five[:, 4]
        positions = finals[least_of(equity, first)]
        positions = positions[(positions[:, :, OFF] < CHECKERS).all(axis=1)]
        rear = BAR - (positions[:, :, ::-1] > 0).argmax(axis=2)
        racing = rear.sum(axis=1) <= BAR
        found += [side for sides in positions[racing] for side in sides]
        positions = positions[~racing]
        if not len(positions):
            break
    sides = numpy.array(found[:count], numpy.int8).reshape(-1, 26)
    return sides[is_open(sides, part)]


def is_open(sides, part):
    """Returns a mask of the sides that the tables lack: those with a checker outside home and, for `first`, with no
    checker off."""
    return (sides[:, HOME + 1:] > 0).any(axis=1) & ((sides[:, OFF] == 0) | (not part))


def least_of(values, first):
    """Returns the index of the least value in each group; `first` has the beginning of each group, and the end."""
    lows = numpy.repeat(numpy.minimum.reduceat(values, first[:-1]), numpy.diff(first))
    places = numpy.flatnonzero(values == lows)
    return places[numpy.searchsorted(places, first[:-1])]


def play_home(net, sides, part, random, jobs):
    """Plays sides until the tables contain them; returns a list of (sides, targets) by rolls."""
    steps, live = [], numpy.arange(len(sides))
    sides = sides.copy()
    while len(live):
        shares = numpy.array_split(sides[live], min(jobs, len(live)))
        played = parallel_map(lambda share: best_plays(net, share, part), shares, jobs=jobs, chunk=1)
        after, best = map(numpy.concatenate, zip(*reraised(played), strict=True))
        backup = numpy.ones((len(live), 32), numpy.float32)
        backup[:, 1:] = (best @ CHANCES.astype(numpy.float32))[:, :31]
        chosen = random.choice(len(ROLLS), len(live), p=CHANCES)
        here = net.late(sides[live], part) / numpy.float32(65535)
        steps.append((live, sides[live], backup, here, best[numpy.arange(len(live)), :, chosen]))
        sides[live] = after[numpy.arange(len(live)), chosen]
        live = live[is_open(sides[live], part)]
    correction, found = numpy.zeros((len(sides), 32), numpy.float32), []
    for live, before, backup, here, _ in reversed(steps):
        target = backup.copy()
        target[:, 1:] += correction[live][:, :31]
        correction[live] = target - here
        found.append((before, target))
    return found


def best_plays(net, sides, part):
    """Returns the side after the play with the smallest mean number of rolls, and its distribution, by side and roll.

    Returns
    -------
    after : array of int8, shape (n, 21, 26)
    late : array of float32, shape (n, 32, 21)
    """
    boards = numpy.zeros((len(sides) * len(ROLLS), 2, 26), numpy.int8)
    boards[:, 0] = numpy.repeat(sides, len(ROLLS), axis=0)
    boards[:, 1, BAR] = CHECKERS         # the other side is not in the way
    finals, first = successors(boards, numpy.tile(ROLLS, (len(sides), 1)))
    after = finals[:, 1]
    means = numpy.concatenate([net.late(after[i:i + BLOCK], part).sum(axis=1, dtype=numpy.int64)
                               for i in range(0, len(after), BLOCK)])
    after = after[least_of(means, first)]
    late = net.late(after, part).reshape(len(sides), len(ROLLS), 32).transpose(0, 2, 1)
    return after.reshape(len(sides), len(ROLLS), 26), late / numpy.float32(65535)


def dense(values):
    """Returns the coefficient of each row of weights as float32, shape (n, rows)."""
    whole = shape_of_races()
    seen = numpy.zeros((len(values), whole.rows), numpy.float32)
    for column in values.T:
        for i in range(2):
            seen[numpy.arange(len(values)), whole.row[column, i]] += whole.coefficient[column, i]
    return seen


def fit(seen, targets, arrays, random):
    """Fits the weights with Adam, in batches in random order.

    Returns the weights and, for each epoch, the root-mean-square error of the mean number of rolls.
    """
    parts = [numpy.asarray(array, numpy.float32) for array in arrays]
    moments = [(numpy.zeros_like(part), numpy.zeros_like(part)) for part in parts]
    errors, step, steps = [], 0, EPOCHS * (-(-len(seen) // BATCH))
    for _ in range(EPOCHS):
        order, squares = random.permutation(len(seen)), 0.0
        for first in range(0, len(order), BATCH):
            batch = order[first:first + BATCH]
            slopes, off = slopes_of(parts, seen[batch], targets[batch])
            squares += float((off**2).sum())
            step += 1
            rate = RATE * (LAST_RATE / RATE)**(step / steps)
            for part, slope, (mean, square) in zip(parts, slopes, moments, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                part -= rate * mean / (1 - 0.9**step) / (numpy.sqrt(square / (1 - 0.999**step)) + 1e-8)
        errors.append(round((squares / max(1, len(seen)))**0.5, 5))
    return parts, errors


def slopes_of(parts, seen, targets):
    """Returns the gradient of the cross entropy, array by array, and the errors of the mean number of rolls."""
    rows, bias, weights, biases = parts
    sums = seen @ rows + bias
    hidden = numpy.maximum(sums, 0)
    out = 1 / (1 + numpy.exp(-numpy.clip(hidden @ weights.T + biases, -30, 30)))
    error = (out - targets) / len(seen)
    error[:, 0] = 0
    back = (error @ weights) * (sums > 0)
    return (seen.T @ back, back.sum(axis=0), error.T @ hidden, error.sum(axis=0)), (out - targets)[:, 1:].sum(axis=1)


def bounded(arrays):
    """Returns the networks with hidden units scaled so that no side has a sum above LIMIT."""
    return [array for first in range(0, len(arrays), 4) for array in scaled(*arrays[first:first + 4])]


def scaled(rows, bias, weights, biases):
    whole = shape_of_races()
    values = sum(rows[whole.row[:, i]] * whole.coefficient[:, i, None] for i in range(2))
    groups = [values[offset:offset + group.size] for group, offset in zip(RACE, whole.offset, strict=True)]
    highest, lowest = (reach(bias, groups, most) for most in (numpy.maximum.reduce, numpy.minimum.reduce))
    factor = LIMIT / numpy.maximum(highest, -lowest)
    return rows * factor, bias * factor, weights / factor, biases


def reach(bias, groups, most):
    """Returns an upper bound of the hidden units' sums over all placements of CHECKERS and the other groups."""
    placed = [bias] * (CHECKERS + 1)     # by the greatest number of checkers so far
    for values in groups[:BAR - 1]:
        placed = [most([placed[n - k] + values[k] for k in range(n + 1)]) for n in range(CHECKERS + 1)]
    return placed[CHECKERS] + sum(most(values) for values in groups[BAR - 1:])


def result(run):
    """Returns the last record, which summarises the run."""
    return {"type": "result", "games": run.settings["games"], "seed": run.settings["seed"],
            "positions": sum(record["positions"] for record in run.log if record["type"] == "fit"),
            "seconds": round(sum(record["seconds"] for record in run.log), 2), "weights": run.name("races.bin")}
