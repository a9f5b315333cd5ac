"""Measures batches in millions of positions or plies per second of CPU time on one core, for docs/arrays.md."""
from time import process_time

import numpy

import gamecore
from gamecore import arrays

SIZES = {gamecore.ConnectFour: 200_000, gamecore.Checkers: 200_000, gamecore.Backgammon: 20_000}
PLIES = 6                            # of random moves before the measured positions: no game is over by then
SAMPLE = slice(None, None, 997)      # of the positions whose answers are compared with those of single calls
REPEATS = 3


def rate(n, function, *arguments):
    """Returns the best rate of a few runs, in millions per second."""
    best = float("inf")
    for _ in range(REPEATS):
        begin = process_time()
        function(*arguments)
        best = min(best, process_time() - begin)
    return n / best / 1e6


def scattered(game, n):
    """Returns positions after a few random moves."""
    random, batch = numpy.random.default_rng(1), arrays.pack([game()] * n)
    for _ in range(PLIES):
        if game is gamecore.Backgammon:
            batch = arrays.roll(batch, random.integers(1, 7, (n, 2)))
        moves, first = arrays.legal_moves(batch)
        batch = arrays.play(batch, moves[first[:-1] + (random.random(n) * numpy.diff(first)).astype(int)])
    return batch


def check(engine, batch):
    """Asserts, on a sample, that batches give the same results as single calls."""
    sample, positions = batch[SAMPLE], arrays.unpack(batch[SAMPLE])
    assert (engine.evaluate_many(batch)[SAMPLE] == engine.evaluate_many(positions)).all()
    # a network's equities are float32
    assert numpy.allclose(engine.evaluate_many(sample), [engine.evaluate(position) for position in positions], 0, 1e-6)
    assert arrays.outcomes(sample).tolist() == arrays.outcomes(batch)[SAMPLE].tolist()
    assert (arrays.planes(sample) == arrays.planes(batch)[SAMPLE]).all()
    assert (arrays.playouts(sample)[0] == arrays.playouts(sample)[0]).all()
    if positions[0].outcomes is not None:
        sample = arrays.roll(sample, numpy.array([[3, 1]] * len(sample)))
        positions = arrays.unpack(sample)
    moves, first = arrays.legal_moves(sample)
    assert numpy.diff(first).tolist() == [len(position.legal_moves()) for position in positions]
    children = arrays.unpack(arrays.play(sample, moves[first[:-1]]))
    assert all(child in [position.play(move) for move in position.legal_moves()]
               for position, child in zip(positions, children, strict=True))


def main():
    engine = gamecore.Engine(hash_mb=1)
    for game, n in SIZES.items():
        starts, batch = arrays.pack([game()] * (n // 5)), scattered(game, n)
        check(engine, batch)
        print(f"{game.__name__}")
        print(f"  playouts         {rate(arrays.playouts(starts)[1].sum(), arrays.playouts, starts):8.1f}")
        print(f"  evaluate_many    {rate(n, engine.evaluate_many, batch):8.1f}")
        print(f"  ... of a list    {rate(n, engine.evaluate_many, arrays.unpack(batch)):8.1f}")
        print(f"  outcomes         {rate(n, arrays.outcomes, batch):8.1f}")
        print(f"  planes           {rate(n, arrays.planes, batch):8.1f}")
        if game is not gamecore.Backgammon:
            moves, first = arrays.legal_moves(batch)
            print(f"  legal_moves      {rate(n, arrays.legal_moves, batch):8.1f}")
            print(f"  play             {rate(n, arrays.play, batch, moves[first[:-1]]):8.1f}")


if __name__ == "__main__":
    main()
