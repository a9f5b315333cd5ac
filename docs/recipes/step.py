"""Lets levels play in threads, one for each core, while the event loop goes on."""
import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

import gamecore

THREADS = ThreadPoolExecutor(os.cpu_count())


async def advance(game: gamecore.Game) -> None:
    """Plays chance outcomes and the moves of levels until a person has to act or the game is over. Until then nothing
    else may use the game.
    """
    while await asyncio.get_running_loop().run_in_executor(THREADS, game.step):
        pass


async def main() -> None:
    games = []
    for seed in range(4):                                # each game with its own players, whose engines think at once
        players = [gamecore.level("backgammon", number, seed=seed) for number in (3, 7)]
        games.append(gamecore.Game("backgammon", players=players, seed=seed))
    await asyncio.gather(*map(advance, games))
    print([game.result.reason if game.result else None for game in games])


if __name__ == "__main__":
    asyncio.run(main())
