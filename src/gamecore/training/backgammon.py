"""The training of backgammon's network from random weights: TD(lambda) by self-play, the step falling from RATE to LAST_RATE, lambda to 0.

The weights that count are the mean over the last tenth of the run, for those of the moment follow the latest games. All that was done
lies in one directory, so that a run that was interrupted goes on where it stopped, and ends with the same weights:

    settings.json            what the run was begun with
    checkpoint.bin           the weights of the moment, and the sums over the last tenth
    net-05.bin .. net-95.bin the weights at each twentieth of the run: files for Engine(evaluation=...)
    net.bin                  the last ones
    log.jsonl                the records that `train` yields
"""
import time
from hashlib import blake2b

import numpy

from gamecore.errors import LimitError, TrainingError
from gamecore.knowledge.backgammon_net import SHAPES, BackgammonNet
from gamecore.training.backgammon_learner import Learner, match
from gamecore.training.run import Run

PARTS = 1000                         # of a run; rate and lambda stay the same in each
CHECKPOINT_PARTS = 10                # between two checkpoints
MEASURE_PARTS = 50                   # between two matches
MEAN_PARTS = 100                     # at the end, whose weights are averaged
RATE, LAST_RATE = 0.2, 0.003
LAMBDA = 0.7                         # at the start; falls in a straight line
MATCH_PAIRS = 2000                   # at most; a small run has one for every MATCH_SHARE games
MATCH_SHARE = 50
MATCH_SEED = 2**63                   # dice of matches are others than those of self-play
HEADER = b"gamecore backgammon checkpoint 1\n"
DIGEST = 16


def train(out, games=3000000, seed=0, databases=None):
    """Trains the network, or goes on with it.

    Parameters
    ----------
    out : path
        The directory of the run; made if it is not there.
    games : int
        Of self-play, PARTS or more.
    seed : int
        The weights are a function of games and seed (and of the processor's floating point).
    databases : None
        Backgammon needs none: its bear-off tables are always at hand.

    Yields
    ------
    dict
        What has been done: `type` is "games" or "match", at last "result". What an earlier run did is not repeated.

    Raises
    ------
    LimitError
        A number cannot be.
    TrainingError
        The directory holds another run, or a file of it is damaged.
    OSError
        Something cannot be written.
    """
    if not isinstance(games, int) or games < PARTS:
        raise LimitError(f"games must be an integer of {PARTS} or more, not {games!r}")
    run = Run(out, {"game": "backgammon", "games": games, "seed": seed})
    learner, sums = Learner(seed), None
    done = PARTS if run.find(type="result") else 0
    if not done and run.has("checkpoint.bin"):
        done, sums = restore(run, learner)
    sums = sums or [numpy.zeros(len(array)) for array in learner.arrays]
    yield from measure(run, learner, sums, done)
    for first in range(done, PARTS, CHECKPOINT_PARTS):
        record = play(run, learner, sums, first)
        if not run.find(type="games", part=record["part"]):
            run.note(record)
        run.write("checkpoint.bin", checkpoint(first + CHECKPOINT_PARTS, learner, sums))
        yield record
        yield from measure(run, learner, sums, first + CHECKPOINT_PARTS)
    if not run.find(type="result"):
        yield run.note(result(run))


def first_game(run, part):
    return run.settings["games"] * part // PARTS


def play(run, learner, sums, first):
    """The games up to the next checkpoint."""
    start = time.perf_counter()
    positions = plays = 0
    for part in range(first, first + CHECKPOINT_PARTS):
        share, game = part / PARTS, first_game(run, part)
        rate = RATE * (LAST_RATE / RATE)**share
        learnt, seen = learner.play(run.settings["seed"], game, first_game(run, part + 1) - game, rate, LAMBDA * (1 - share))
        positions, plays = positions + learnt, plays + seen
        if part >= PARTS - MEAN_PARTS:
            for total, array in zip(sums, learner.arrays):
                total += array
    return {"type": "games", "part": first + CHECKPOINT_PARTS, "parts": PARTS, "games": first_game(run, first + CHECKPOINT_PARTS),
            "positions": positions, "plays": plays, "rate": round(rate, 5), "seconds": round(time.perf_counter() - start, 2)}


def net_of(learner, sums, part):
    """The network after so many parts: the mean as soon as there is one."""
    count = part - (PARTS - MEAN_PARTS)
    arrays = [total / count for total in sums] if count > 0 else learner.arrays
    return BackgammonNet.from_floats(arrays)


def measure(run, learner, sums, part):
    """A match against the shipped network, or, if none is shipped, against this run's at its first twentieth."""
    if part % MEASURE_PARTS or not part or run.find(type="match", part=part):
        return
    start = time.perf_counter()
    name = "net.bin" if part == PARTS else f"net-{100 * part // PARTS:02}.bin"
    run.write(name, net_of(learner, sums, part).to_bytes())
    net = BackgammonNet.read(run.name(name))
    reference = BackgammonNet.shipped() or BackgammonNet.read(run.name(f"net-{100 * MEASURE_PARTS // PARTS:02}.bin"))
    points = match(net, reference, MATCH_SEED, max(1, min(MATCH_PAIRS, run.settings["games"] // MATCH_SHARE)))
    yield run.note({"type": "match", "part": part, "games": first_game(run, part), "opponent": "shipped" if BackgammonNet.shipped() else "first",
                    "pairs": len(points), "points_per_game": round(float(points.mean()), 4),
                    "standard_error": round(float(points.std() / max(len(points) - 1, 1)**0.5), 4), "digest": net.digest.hex(),
                    "seconds": round(time.perf_counter() - start, 2)})


def result(run):
    """The last record: all of the run in one line."""
    played = run.find(type="match", part=PARTS)
    seconds = sum(record["seconds"] for record in run.log if record["type"] == "games")
    return {"type": "result", "games": run.settings["games"], "seed": run.settings["seed"],
            "positions": sum(record["positions"] for record in run.log if record["type"] == "games"),
            "seconds": round(sum(record["seconds"] for record in run.log), 2), "games_per_second": round(run.settings["games"] / max(seconds, 0.01)),
            "opponent": played["opponent"], "points_per_game": played["points_per_game"], "standard_error": played["standard_error"],
            "weights": run.name("net.bin")}


def checkpoint(part, learner, sums):
    """The bytes of a checkpoint: the parts done, the weights and the sums, with a checksum before them."""
    payload = part.to_bytes(4, "little") + b"".join(array.astype("<f4").tobytes() for array in learner.arrays)
    payload += b"".join(total.astype("<f8").tobytes() for total in sums)
    return HEADER + blake2b(payload, digest_size=DIGEST).digest() + payload


def restore(run, learner):
    """Reads the checkpoint into the learner; the parts that are done, and the sums."""
    data = run.read("checkpoint.bin")
    digest, payload = data[len(HEADER):len(HEADER) + DIGEST], data[len(HEADER) + DIGEST:]
    sizes = [int(numpy.prod(shape)) for _, shape, _ in SHAPES]
    if not data.startswith(HEADER) or len(payload) != 4 + 12 * sum(sizes) or blake2b(payload, digest_size=DIGEST).digest() != digest:
        raise TrainingError(f"{run.name('checkpoint.bin')!r} is damaged: its checksum does not fit its weights")
    weights = numpy.frombuffer(payload, "<f4", sum(sizes), 4)
    totals = numpy.frombuffer(payload, "<f8", sum(sizes), 4 + 4 * sum(sizes))
    ends = numpy.cumsum(sizes)[:-1]
    for array, part in zip(learner.arrays, numpy.split(weights, ends)):
        array[:] = part
    return int.from_bytes(payload[:4], "little"), [part.copy() for part in numpy.split(totals, ends)]
