"""Cancels twenty analyses, of which two are running."""
import asyncio
from time import perf_counter

import gamecore
from pool import Pool


async def analyse(position: gamecore.Checkers, pool: Pool, lines: list[str]) -> None:
    async with pool.engine() as engine, engine.start(position, depth=100) as search:
        async for iteration in search:
            lines.append(str(iteration.pv))              # a service sends it to its user


async def main() -> None:
    pool = Pool(2)
    tasks = [asyncio.create_task(analyse(gamecore.Checkers(), pool, [])) for _ in range(20)]
    await asyncio.sleep(0.3)
    begun = perf_counter()
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    print(sum(isinstance(end, asyncio.CancelledError) for end in ends), "cancelled",
          f"in {1000 * (perf_counter() - begun):.0f} ms;", pool.free.qsize(), "engines are free")


if __name__ == "__main__":
    asyncio.run(main())
