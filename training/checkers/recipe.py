"""The training of checkers' evaluation by generations of games, each followed by a fit and a match.

The first generation plays with the linear evaluation, and each later one plays with the weights that were fitted before
it. All results are in one directory, so that an interrupted run resumes where it stopped and ends with the same
weights:

    settings.json            what the run was begun with
    games-1-0003.samples     samples of generation 1, games 600..799: arrays of SAMPLE
    weights-1.bin            what was fitted after generation 1: files for Engine(evaluation=...)
    weights.bin              the last ones
    log.jsonl                the records that `train` yields
"""
import time
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import NamedTuple

import numpy

from gamecore.core.checks import in_range
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.net import CheckersNet
from gamecore.games.checkers.patterns import CheckersPatterns
from training.checkers.fit import fit, impossible
from training.checkers.games import LEAST_STUDIED, SAMPLE, play_game, play_pair, study_game
from training.checkers.net_fit import fit_net
from training.checkers.player import Player
from training.run import Run, TrainingError

CHUNK = 200                          # games in a file
MATCH_NODES = 3000                   # a move, of either side of the match against the linear evaluation
MATCH_PAIRS = 100                    # at most; a small run has one for every MATCH_SHARE games
MATCH_SHARE = 100
MATCH_SEED = 2**63                   # openings of matches are others than those of self-play


class Generation(NamedTuple):
    games: int                       # of a whole run; a smaller one has its share
    nodes: int                       # a move
    study: bool = False              # games that teach the network; the others teach the patterns


# Early generations play badly at any depth. The network gains most from many positions, and the patterns gain most from
# deep
# scores.
GENERATIONS = (Generation(2000, 2000), Generation(4000, 3000), Generation(6000, 4000), Generation(4000, 6000),
               Generation(4000, 6000), Generation(48750, 1200, study=True), Generation(56250, 8000, study=True))
NET_EPOCHS = 8, 6                    # with the samples of all study, then with the latest; both with endings
FIRST_ENDINGS = 2                    # the first generation whose self-play is good enough to learn endings from
NET_RATES = 0.003, 0.0007            # Adam's first steps of either


def train(out, games=125000, seed=0, databases=None, jobs=None):
    """Trains the weights of the patterns and of their network, or resumes a run.

    Parameters
    ----------
    out : path
        The directory of the run, which is created if necessary.
    games : int
        The games of self-play and of study in all generations together: 63 or more, so that each generation has one.
    seed : int
        The weights are a function of games, seed and databases (and of the processor's floating point).
    databases : gamecore.games.checkers.endgames.databases.Databases, optional
        The endgame databases; games end when they contain the position.
    jobs : int, optional
        Threads that share the games; all cores unless given. The weights do not depend on it.

    Yields
    ------
    dict
        A finished step: `type` is "games", "fit" or "match", and for the last step "result". Steps of an earlier run
        are not repeated.

    Raises
    ------
    LimitError
        If a number is out of range.
    TrainingError
        If the directory holds another run, or a file of it is damaged.
    EvaluationError
        If its file of weights is damaged.
    OSError
        If a file cannot be written.
    """
    least = ceil(1 / min(map(share, GENERATIONS)))
    settings = {"game": "checkers", "games": in_range("games", games, least), "seed": seed,
                "pieces": databases.pieces if databases else 0}
    with Run(out, settings, jobs) as run:
        for generation in range(len(GENERATIONS)):
            yield from self_play(run, generation, databases)
            yield from fit_weights(run, generation)
            yield from match(run, generation)
        if run.find(type="result"):
            CheckersNet.read(run.name("weights.bin"))        # refused if it is damaged
        else:
            run.write("weights.bin", CheckersNet.read(run.name(f"weights-{generation}.bin")).to_bytes())
            yield run.note(result(run))


def share(generation):
    """Returns a generation's share of all games."""
    return generation.games / sum(generation.games for generation in GENERATIONS)


def chunk_name(generation, chunk):
    return f"games-{generation}-{chunk:04}.samples"


def chunks(run, generation):
    """Yields the games of each file of a generation."""
    before = sum(round(run.settings["games"] * share(g)) for g in GENERATIONS[:generation])
    last = generation == len(GENERATIONS) - 1
    count = run.settings["games"] - before if last else round(run.settings["games"] * share(GENERATIONS[generation]))
    return [range(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]


def evaluation_of(run, generation):
    """Returns the evaluation with which a generation plays: the linear one in the first generation, the latest weights
    in the others."""
    return run.name(f"weights-{generation - 1}.bin") if generation else "linear"


@dataclass
class Games:
    """A task that plays a game of a generation by its number and returns its samples."""

    seed: int
    generation: int
    evaluation: str
    databases: Databases | None

    @cached_property
    def player(self):
        return Player(self.evaluation, nodes=GENERATIONS[self.generation].nodes)

    def __call__(self, game):
        seed = seed_of(self.seed, self.generation, game)
        if GENERATIONS[self.generation].study:
            return study_game(self.player, seed, game)
        return play_game(self.player, seed, game, self.databases)


def self_play(run, generation, databases):
    missing = [(chunk, games) for chunk, games in enumerate(chunks(run, generation))
               if not run.find(type="games", generation=generation, chunk=chunk)]
    if not missing:
        return
    play = Games(run.settings["seed"], generation, evaluation_of(run, generation), databases)
    with closing(run.shared(play, [games for _, games in missing])) as found:
        start = time.perf_counter()
        for (chunk, games), samples in zip(missing, found, strict=True):
            samples = numpy.concatenate(samples)
            run.write_array(chunk_name(generation, chunk), samples)
            yield run.note({"type": "games", "generation": generation, "chunk": chunk,
                            "chunks": len(chunks(run, generation)), "games": games.stop,
                            "positions": len(samples), "decided": round(float((samples["result"] != 0).mean()), 3),
                            "seconds": round(time.perf_counter() - start, 2)})
            start = time.perf_counter()


def seed_of(seed, generation, game):
    """Returns a seed for each game of each generation of each run. The bits that a large seed loses are mixed in,
    too."""
    return (seed << 36 | generation << 32 | game) + (seed >> 28) * 0x9e3779b97f4a7c15 & 2**64 - 1


def fit_weights(run, generation):
    """Fits the patterns after self-play, and the network after study."""
    if run.find(type="fit", generation=generation):
        return
    start, losses = time.perf_counter(), []
    weights, positions = (fit_network if GENERATIONS[generation].study else fit_patterns)(
        run, generation, lambda *facts: losses.append([round(loss, 6) for loss in facts[-2:]]))
    run.write(f"weights-{generation}.bin", weights.to_bytes())
    yield run.note({"type": "fit", "generation": generation, "positions": positions, "losses": losses,
                    "digest": weights.digest.hex(), "seconds": round(time.perf_counter() - start, 2)})


def fit_patterns(run, generation, on_epoch):
    """Fits the patterns to all generations so far; if there are several, the first is left out, since its linear player
    is weak."""
    samples = numpy.concatenate([samples_of(run, g) for g in (range(1, generation + 1) if generation else [0])])
    return fit(samples, run.settings["seed"], on_epoch=on_epoch), len(samples)


def fit_network(run, generation, on_epoch):
    """Fits the network to all study so far, and then to this generation's study alone, each time with the endings of
    self-play.

    The reasons are that this generation was searched deepest, and that study lacks endings. The patterns are not
    changed.
    """
    first = next(g for g, some in enumerate(GENERATIONS) if some.study)
    studied, ended = [samples_of(run, g) for g in range(first, generation + 1)], endings(run, first)
    samples = numpy.concatenate([*studied, ended]), numpy.concatenate([studied[-1], ended])
    patterns = CheckersPatterns.read(evaluation_of(run, first))
    weights = fit_net(patterns, list(zip(samples, NET_EPOCHS, NET_RATES, strict=True)), run.settings["seed"],
                      on_epoch=on_epoch)
    return weights, len(ended) + sum(map(len, studied))


def endings(run, last):
    """Returns the samples of self-play before the generation `last` with fewer pieces than study has."""
    samples = numpy.concatenate([samples_of(run, g) for g in range(min(FIRST_ENDINGS, last - 1), last)])
    squares = (samples["own"] | samples["other"]).view(numpy.uint8).reshape(-1, 8)
    return samples[numpy.unpackbits(squares, axis=1).sum(axis=1) < LEAST_STUDIED]


def samples_of(run, generation):
    """Returns a generation's samples, with unique game numbers."""
    samples = numpy.concatenate([samples_in(run, generation, chunk) for chunk in range(len(chunks(run, generation)))])
    samples["game"] += generation << 24
    return samples


def samples_in(run, generation, chunk):
    """Returns the samples of a file after checking that all are possible."""
    name = chunk_name(generation, chunk)
    samples = run.read_array(name, SAMPLE, None)
    wrong = impossible(samples)
    if wrong.any():
        raise TrainingError(f"{run.name(name)!r} holds an impossible sample: {samples[wrong][0].item()!r}")
    return samples


@dataclass
class Pairs:
    """A task that plays a pair of games, by its number, of a fitted evaluation against the linear one."""

    evaluation: str

    @cached_property
    def players(self):
        return [Player(evaluation, nodes=MATCH_NODES) for evaluation in (self.evaluation, "linear")]

    def __call__(self, pair):
        return play_pair(*self.players, MATCH_SEED + pair)


def match(run, generation):
    """Plays a match against the linear evaluation with equal nodes per move."""
    if run.find(type="match", generation=generation):
        return
    start = time.perf_counter()
    pairs = range(max(1, min(MATCH_PAIRS, run.settings["games"] // MATCH_SHARE)))
    (points,) = run.shared(Pairs(evaluation_of(run, generation + 1)), [pairs])
    points = numpy.array(points)
    yield run.note({"type": "match", "generation": generation, "opponent": "linear", "nodes": MATCH_NODES,
                    **strength(points), "seconds": round(time.perf_counter() - start, 2)})


def strength(points):
    """Returns the result of pairs of games, whose points 1, 0, -1 are an int array of shape (pairs, 2)."""
    scores = (points.mean(axis=1) + 1) / 2
    error = scores.std() / max(len(scores) - 1, 1) ** 0.5
    return {"wins": int((points > 0).sum()), "draws": int((points == 0).sum()), "losses": int((points < 0).sum()),
            "score": round(float(scores.mean()), 4), "score_error": round(float(error), 4)}


def result(run):
    """Returns the last record, which summarises the run."""
    played = run.find(type="match", generation=len(GENERATIONS) - 1)
    return {"type": "result", "games": run.settings["games"], "seed": run.settings["seed"],
            "positions": sum(record["positions"] for record in run.log if record["type"] == "games"),
            "seconds": round(sum(record["seconds"] for record in run.log), 2),
            **{name: played[name] for name in ("opponent", "nodes", "score", "score_error")},
            "weights": run.name("weights.bin")}
