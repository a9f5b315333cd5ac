"""Measures how late the event loop is while twenty searches of a game in Python share two engines, or use twenty."""
import asyncio
from time import perf_counter

from gamecore.examples.kalah import Kalah
from pool import Pool


async def measure_lag(worst: list[float]) -> None:
    """Records the seconds by which the loop wakes this task too late, until the task is cancelled."""
    while True:
        begun = perf_counter()
        await asyncio.sleep(0.005)
        worst.append(perf_counter() - begun - 0.005)


async def search(pool: Pool) -> None:
    async with pool.engine() as engine:
        await engine.start(Kalah(), nodes=2000)


async def main(size: int) -> None:
    pool, worst = Pool(size), [0.0]
    monitor = asyncio.create_task(measure_lag(worst))
    await asyncio.gather(*(search(pool) for _ in range(20)))
    monitor.cancel()
    print(f"{size} engines: {1000 * max(worst):.0f} ms")


if __name__ == "__main__":
    for size in (2, 20):
        asyncio.run(main(size))
