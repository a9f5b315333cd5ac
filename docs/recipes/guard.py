"""Searches a game in Python in two processes, and plays a match in two."""
from concurrent.futures import ProcessPoolExecutor

import gamecore
from gamecore.examples.kalah import Kalah
from gamecore.playing.matches import match


def main() -> None:
    with ProcessPoolExecutor(2) as executor:
        results = gamecore.search_many([Kalah(6, counters) for counters in (3, 4, 5)], depth=4, executor=executor)
    print([result.depth for result in results])
    print(len(list(match("connect-four", "depth=4", "depth=2", games=8, jobs=2))), "games")


if __name__ == "__main__":               # the processes import this file, and stop here
    main()
