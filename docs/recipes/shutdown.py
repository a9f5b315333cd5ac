"""Ends all searches at SIGTERM, and then saves the games."""
import asyncio
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import gamecore
from pool import Pool


async def reply(game: gamecore.Game, pool: Pool, token: gamecore.StopToken) -> None:
    async with pool.engine() as engine:
        result = await engine.start(game.position, depth=100, token=token)
        if result.depth > 0:                             # or it was stopped before it began
            game.play(result.move)


async def main(folder: Path) -> None:
    pool, token = Pool(2), gamecore.StopToken()
    signal.signal(signal.SIGTERM, lambda *_: token.stop())
    asyncio.get_running_loop().call_later(0.3, signal.raise_signal, signal.SIGTERM)      # the operator's
    games = [gamecore.Game("checkers") for _ in range(20)]
    await asyncio.gather(*(reply(game, pool, token) for game in games))
    for number, game in enumerate(games):
        game.save(f"{folder}/{number}.json")
    print(len(list(folder.iterdir())), "games saved")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))
