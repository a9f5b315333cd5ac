"""Saves games of self-play in a folder, and continues where an earlier run has ended."""
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import gamecore


def play(folder: Path, number: int) -> bool:
    """Plays a game, whose number is its seed; returns whether it was missing."""
    path = folder / f"{number:06}.json"
    if path.exists():
        return False
    players = [gamecore.level("connect-four", 3, seed=f"{number} {side}") for side in "xo"]
    game = gamecore.Game("connect-four", players=players, seed=number)
    game.advance()
    game.save(path)                      # complete, or not there, even if the process is killed
    return True


def run(folder: Path, games: int) -> int:
    with ThreadPoolExecutor(2) as executor:
        return sum(executor.map(partial(play, folder), range(games)))


def samples(folder: Path) -> list[tuple[gamecore.ConnectFour, float]]:
    """Returns the positions of the games with the result for the side to move."""
    found = []
    for path in sorted(folder.glob("*.json")):
        game = gamecore.Game.load(path)
        assert game.result is not None
        score = {None: 0.0, 0: 1.0, 1: -1.0}[game.result.winner]             # for x
        found += [(position, score if position.turn == "x" else -score) for position in game.positions]
    return found


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        print(run(Path(name), 30), "games")              # a run that was ended
        print(run(Path(name), 50), "games")
        print(len(samples(Path(name))) > 500)
