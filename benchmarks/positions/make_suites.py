"""Makes the suites of src/gamecore/data/suites from games that gamecore plays against itself.

    python -m benchmarks.positions.make_suites FOLDER

A game begins with 2 to 5 random moves in a new opening; then each side searches 5,000 nodes per move. At most one
position of a game is taken, in which plain alpha-beta has enough work. Since a changed search plays other games, the
shipped files are not made again.
"""
import sys
from pathlib import Path
from random import Random

import gamecore
from gamecore.games.all import GAMES
from gamecore.laboratory.suites import SEARCHED

SEED = 20
WORK = 50_000, 4_000_000               # nodes of plain alpha-beta at the case's depth
EACH = 4                             # positions a phase

# By game and phase, the least and greatest measure of the phase, and the depth in plies.
PHASES = {
    # stones on the board
    "connect-four": {"opening": (4, 7, 10), "middle": (13, 18, 12), "ending": (22, 26, 15)},
    # pieces left
    "checkers": {"opening": (22, 24, 10), "middle": (13, 17, 11), "ending": (5, 8, 13)},
}


def stones(position):
    if isinstance(position, gamecore.ConnectFour):
        return position.ply
    return sum(len(pieces) for pieces in position.pieces.values())


def positions(game, random, openings):
    """Yields the positions of a game with a new opening."""
    position = GAMES[game].start()
    while str(position) in openings or position == GAMES[game].start():
        position = GAMES[game].start()
        for _ in range(random.randrange(2, 6)):
            position = position.play(random.choice(position.legal_moves()))
    openings.add(str(position))
    engine = gamecore.Engine(hash_mb=4)
    for _ in range(150):
        if position.is_over():
            return
        yield position
        position = position.play(engine.search(position, nodes=5000).move)


def is_work(position, depth):
    result = gamecore.Engine(hash_mb=1).search(position, depth, nodes=WORK[1], switches="pruning,evaluation,quiescence")
    return result.stop == "depth" and result.nodes >= WORK[0]


def cases(game):
    """Returns the lines of a suite."""
    random, openings = Random(SEED), set()
    for phase, (least, most, depth) in PHASES[game].items():
        found = 0
        while found < EACH:
            fitting = [position for position in positions(game, random, openings) if least <= stones(position) <= most]
            random.shuffle(fitting)
            position = next((position for position in fitting if is_work(position, depth)), None)
            if position is not None:
                found += 1
                yield f"{phase} {depth} {position}"


if __name__ == "__main__":
    for game in SEARCHED:
        lines = ["# Source: games that gamecore played against itself "
                 f"(benchmarks/positions/make_suites.py, seed {SEED}).",
                 *cases(game)]
        Path(sys.argv[1], f"{game}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print("\n".join(lines))
