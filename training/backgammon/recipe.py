"""The training of the backgammon network from random weights by self-play, in two stages.

The first stage is TD(lambda), in which the step falls from RATE to LAST_RATE, and lambda falls to 0. Its result is the
mean of the weights over the last tenth of the games, since the current weights depend too much on the latest games. The
second stage is ROUNDS of study. In a round the network plays games without learning, targets for their positions are
computed over all rolls, and the network is fitted to these targets.

All results are in one directory, so that an interrupted run resumes where it stopped and ends with the same weights:

    settings.json            what the run was begun with
    checkpoint.bin           the weights of the moment, and the sums over the last tenth of TD(lambda)
    net-05.bin .. net-95.bin the weights at each twentieth of the games of TD(lambda): files for Engine(evaluation=...)
    net-td.bin, net-1.bin .. those after them, and after each round but the last
    net.bin                  the last ones
    study-1-01.positions ..  the positions of each round, until the run ends
    log.jsonl                the records that `train` yields
"""
import os
import time
from contextlib import closing

import numpy

from gamecore.core.checks import in_range
from gamecore.games.backgammon.net import SHAPES, BackgammonNet
from training.backgammon.learner import Learner, match
from training.backgammon.study import study
from training.run import Run, TrainingError

PARTS = 1000                         # of TD(lambda); rate and lambda stay the same in each
CHECKPOINT_PARTS = 10                # between two checkpoints
MEASURE_PARTS = 50                   # between two matches
MEAN_PARTS = 100                     # at the end, whose weights are averaged
RATE, LAST_RATE = 0.2, 0.003
LAMBDA = 0.7                         # at the start; falls in a straight line
ROUNDS = 3                           # of study
STUDY_SHARE = 30                     # games of TD(lambda) for one of a round, which takes as long as 14
STUDY_PARTS = 50                     # files of a round
TASK = 20                            # games that a thread studies at once, a tenth of a second
TRACE, EXPLORE = 0.9, 0.1            # of the targets, and the share of plays that are not the best
EPOCHS = 6                           # of a fit; the weights are averaged over the second half
BATCH = 50000                        # positions fitted to with the same steps
FIT_RATE, LAST_FIT_RATE = 0.02, 0.002
PACE, LAST_PACE = 0.1, 0.003
POINTS, EACH = 4, 0.1                # how much the error in points counts, and that of each output
MATCH_PAIRS = 2000                   # at most; a small run has one for every MATCH_SHARE games
MATCH_SHARE = 50
MATCH_SEED = 2**63                   # dice of matches are others than those of self-play
POSITION_BYTES = 32


def train(out, games=3000000, seed=0, databases=None, jobs=None):
    """Trains the network or resumes a run, as `training.checkers.recipe.train` with the additional step "study".

    Parameters
    ----------
    games : int
        The games of TD(lambda), PARTS or more. The study adds ROUNDS times a STUDY_SHARE of them.
    databases : None
        Backgammon needs none: its bear-off tables are built in.
    jobs : int, optional
        Threads that share the games of the study. TD(lambda) plays each game with the weights learnt from the game
        before, so it uses one thread.
    """
    with Run(out, {"game": "backgammon", "games": in_range("games", games, PARTS), "seed": seed}, jobs) as run:
        learner, sums = Learner(run.settings["seed"]), None
        done = PARTS + ROUNDS if run.find(type="result") else 0
        if not done and run.has("checkpoint.bin"):
            done, sums = restore(run, learner)
        sums = sums or [numpy.zeros(len(array)) for array in learner.arrays]
        yield from measure(run, learner, sums, done)
        for first in range(min(done, PARTS), PARTS, CHECKPOINT_PARTS):
            record = play(run, learner, sums, first)
            run.note_once(record, type="games", part=record["part"])
            run.write_sealed("checkpoint.bin", checkpoint(first + CHECKPOINT_PARTS, learner, sums))
            yield record
            yield from measure(run, learner, sums, first + CHECKPOINT_PARTS)
        for number in range(max(1, done - PARTS + 1), ROUNDS + 1):
            yield from look_into(run, learner, sums, number)
            yield from measure(run, learner, sums, PARTS + number)
        for name in filter(run.has, names_of_study(ROUNDS)):
            os.unlink(run.name(name))
        if run.find(type="result"):
            BackgammonNet.read(run.name("net.bin"))          # refused if it is damaged
        else:
            yield run.note(result(run))


def first_game(run, part):
    """Returns the number of games before a part of TD(lambda) or, after PARTS, before a round's end."""
    return run.settings["games"] * min(part, PARTS) // PARTS + max(0, part - PARTS) * games_of_study(run)


def games_of_study(run):
    return max(STUDY_PARTS, run.settings["games"] // STUDY_SHARE)


def play(run, learner, sums, first):
    """Plays the games up to the next checkpoint."""
    start = time.perf_counter()
    positions = plays = 0
    for part in range(first, first + CHECKPOINT_PARTS):
        share, game = part / PARTS, first_game(run, part)
        rate = RATE * (LAST_RATE / RATE)**share
        learnt, seen = learner.play(run.settings["seed"], game, first_game(run, part + 1) - game, rate,
                                    LAMBDA * (1 - share))
        positions, plays = positions + learnt, plays + seen
        if part >= PARTS - MEAN_PARTS:
            for total, array in zip(sums, learner.arrays, strict=True):
                total += array
    return {"type": "games", "part": first + CHECKPOINT_PARTS, "parts": PARTS,
            "games": first_game(run, first + CHECKPOINT_PARTS), "positions": positions, "plays": plays,
            "rate": round(rate, 5), "seconds": round(time.perf_counter() - start, 2)}


def look_into(run, learner, sums, number):
    """Runs a round of study, which plays its files of games and fits to those of this and earlier rounds."""
    if number == 1:
        for array, total in zip(learner.arrays, sums, strict=True):
            array[:] = total / MEAN_PARTS
    yield from collect(run, BackgammonNet.from_floats(learner.arrays), number)
    record = {"type": "fit", "round": number} | fit(run, learner, number)
    run.note_once(record, type="fit", round=number)
    run.write_sealed("checkpoint.bin", checkpoint(PARTS + number, learner, sums))
    yield record


def name_of_study(number, part):
    return f"study-{number}-{part:02}.positions"


def names_of_study(number):
    """Returns the files of the rounds up to this one."""
    return [name_of_study(i, part) for i in range(1, number + 1) for part in range(1, STUDY_PARTS + 1)]


def collect(run, net, number):
    """Writes the missing files of positions and their targets."""
    missing = {part: spans(run, number, part) for part in range(1, STUDY_PARTS + 1)
               if not run.has(name_of_study(number, part)) or not run.find(type="study", round=number, part=part)}
    seed = run.settings["seed"]
    with closing(run.shared(lambda span: study(net, seed, *span, TRACE, EXPLORE), missing.values())) as found:
        start = time.perf_counter()
        for part, studied in zip(missing, found, strict=True):
            positions, targets = map(numpy.concatenate, zip(*studied, strict=True))
            run.write_array(name_of_study(number, part),
                            numpy.hstack([positions.view(numpy.uint8), targets.view(numpy.uint8)]))
            facts = {"type": "study", "round": number, "part": part}
            record = facts | {"parts": STUDY_PARTS, "games": sum(missing[part][-1]), "positions": len(positions),
                              "seconds": round(time.perf_counter() - start, 2)}
            run.note_once(record, **facts)
            yield record
            start = time.perf_counter()


def spans(run, number, part):
    """Returns (first game, games) of each task of a file."""
    before, games = first_game(run, PARTS + number - 1), games_of_study(run)
    first, end = (before + i * games // STUDY_PARTS for i in (part - 1, part))
    return [(game, min(TASK, end - game)) for game in range(first, end, TASK)]


def read_study(run, number):
    """Returns all positions and targets of the rounds up to this one."""
    rows = numpy.concatenate([run.read_array(name, numpy.uint8, None, POSITION_BYTES + 20)
                              for name in names_of_study(number)])
    parts = (rows[:, :POSITION_BYTES], numpy.uint64), (rows[:, POSITION_BYTES:], numpy.float32)
    return tuple(numpy.ascontiguousarray(part).view(kind) for part, kind in parts)


def fit(run, learner, number):
    """Fits the learner to the studied positions in random order; its weights become their mean over the second half."""
    start = time.perf_counter()
    positions, targets = read_study(run, number)
    random = numpy.random.default_rng((run.settings["seed"], number))
    means, count, done, errors = [numpy.zeros(len(array)) for array in learner.arrays], 0, 0, []
    for squares in learner.squares:
        squares[:] = 0
    for epoch in range(EPOCHS):
        order, squares = random.permutation(len(positions)), 0.0
        for first in range(0, len(order), BATCH):
            share, batch = done / (EPOCHS * len(order)), order[first:first + BATCH]
            rate, pace = FIT_RATE * (LAST_FIT_RATE / FIT_RATE)**share, PACE * (LAST_PACE / PACE)**share
            squares += len(batch) * learner.fit(positions, targets, batch, rate, pace, POINTS, EACH)
            done += len(batch)
            if 2 * epoch >= EPOCHS:
                count += 1
                for mean, array in zip(means, learner.arrays, strict=True):
                    mean += array
        errors.append(round((squares / len(order))**0.5, 5))
    for array, mean in zip(learner.arrays, means, strict=True):
        array[:] = mean / count
    return {"positions": len(positions), "errors": errors, "seconds": round(time.perf_counter() - start, 2)}


def net_of(learner, sums, part):
    """Returns the network after a part; before the study it is the mean of the weights, as soon as there is one."""
    count = part - (PARTS - MEAN_PARTS)
    arrays = [total / count for total in sums] if 0 < count <= MEAN_PARTS else learner.arrays
    return BackgammonNet.from_floats(arrays)


def file_of(part):
    """Returns the file of the network after this number of parts and rounds."""
    names = {PARTS: "net-td.bin", PARTS + ROUNDS: "net.bin"}
    return names.get(part) or (f"net-{part - PARTS}.bin" if part > PARTS else f"net-{100 * part // PARTS:02}.bin")


def measure(run, learner, sums, part):
    """Plays a match against the shipped network or, if there is none, against this run's network after the first
    twentieth."""
    if part % MEASURE_PARTS and part <= PARTS or not part or run.find(type="match", part=part):
        return
    start, name = time.perf_counter(), file_of(part)
    run.write(name, net_of(learner, sums, part).to_bytes())
    net = BackgammonNet.read(run.name(name))
    reference = BackgammonNet.shipped() or BackgammonNet.read(run.name(file_of(MEASURE_PARTS)))
    points = match(net, reference, MATCH_SEED, max(1, min(MATCH_PAIRS, run.settings["games"] // MATCH_SHARE)))
    yield run.note({"type": "match", "part": part, "games": first_game(run, part),
                    "opponent": "shipped" if BackgammonNet.shipped() else "first",
                    "pairs": len(points), "points_per_game": round(float(points.mean()), 4),
                    "standard_error": round(float(points.std() / max(len(points) - 1, 1)**0.5), 4),
                    "digest": net.digest.hex(), "seconds": round(time.perf_counter() - start, 2)})


def result(run):
    """Returns the last record, which summarises the run."""
    played = run.find(type="match", part=PARTS + ROUNDS)
    seconds = sum(record["seconds"] for record in run.log if record["type"] == "games")
    return {"type": "result", "games": run.settings["games"], "seed": run.settings["seed"],
            "positions": sum(record["positions"] for record in run.log if record["type"] in ("games", "study")),
            "seconds": round(sum(record["seconds"] for record in run.log), 2),
            "games_per_second": round(run.settings["games"] / max(seconds, 0.01)),
            **{name: played[name] for name in ("opponent", "points_per_game", "standard_error")},
            "weights": run.name("net.bin")}


def checkpoint(part, learner, sums):
    """Returns the contents of a checkpoint: the number of finished parts, the weights and the sums."""
    arrays = [*[array.astype("<f4") for array in learner.arrays], *[total.astype("<f8") for total in sums]]
    return part.to_bytes(4, "little") + b"".join(array.tobytes() for array in arrays)


def restore(run, learner):
    """Reads the checkpoint into the learner; returns the number of finished parts, and the sums."""
    payload = run.read_sealed("checkpoint.bin")
    sizes = [int(numpy.prod(shape)) for _, shape, _ in SHAPES]
    part = int.from_bytes(payload[:4], "little")
    if len(payload) != 4 + 12 * sum(sizes) or part > PARTS + ROUNDS:
        raise TrainingError(f"{run.name('checkpoint.bin')!r} is damaged: it has {len(payload)} bytes, of part {part}")
    weights = numpy.frombuffer(payload, "<f4", sum(sizes), 4)
    totals = numpy.frombuffer(payload, "<f8", sum(sizes), 4 + 4 * sum(sizes))
    ends = numpy.cumsum(sizes)[:-1]
    for array, found in zip(learner.arrays, numpy.split(weights, ends), strict=True):
        array[:] = found
    return part, [found.copy() for found in numpy.split(totals, ends)]
