"""Twenty games at once, which share an engine for each core."""
import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import gamecore


class Pool:
    """Engines that games borrow."""

    def __init__(self, size: int) -> None:
        self.free: asyncio.Queue[gamecore.Engine] = asyncio.Queue()
        for _ in range(size):
            self.free.put_nowait(gamecore.Engine(hash_mb=8, switches="play"))

    @asynccontextmanager
    async def engine(self) -> AsyncIterator[gamecore.Engine]:
        engine = await self.free.get()
        try:
            yield engine
        finally:
            self.free.put_nowait(engine)


async def reply(game: gamecore.Game, pool: Pool) -> None:
    """Plays an engine's move, by the game's clock, which runs while the game waits."""
    async with pool.engine() as engine:
        if game.result is None:                          # its time may have run out
            game.play((await engine.start(game.position, seconds=0.05, clock=game.time())).move)


async def main() -> None:
    pool = Pool(os.cpu_count() or 1)
    games = [gamecore.Game("checkers", clock=(60, 1)) for _ in range(20)]
    await asyncio.gather(*(reply(game, pool) for game in games))
    print(sum(len(game.moves) for game in games), "moves")


if __name__ == "__main__":
    asyncio.run(main())
