"""What must be the same in a browser: wasm_night.py FILE writes it natively, and compares it in Pyodide.

There it also compares 10,000 searches with slow references, and what the tour's snippets print with its pages.
"""
import json
import re
import sys
from collections import Counter
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / ".ci" / "site")]

import course                                                    # noqa: E402
import gamecore                                                  # noqa: E402
from gamecore.games.all import GAMES                             # noqa: E402
from tests import law                                            # noqa: E402
from tests.small_games import KEYED_MAZES, MAZES                 # noqa: E402
from tests.strategies import (session, some_checkers, some_connect_four, some_ending,        # noqa: E402
                              some_few_pieces, some_maze)

EVALUATIONS, SEARCHES, COMPARISONS = 10_000, 100, 10_000
# Games, depths, and searches of a session.
KINDS = [(partial(some_maze, games=MAZES), 7, 60), (partial(some_maze, games=KEYED_MAZES), 7, 60),
         (some_checkers, 4, 40), (some_few_pieces, 5, 40), (some_ending, 3, 20), (some_connect_four, 5, 60)]


def positions(game, random):
    """Yields positions of random games."""
    while True:
        position = GAMES[game].start()
        while not position.is_over():
            if position.outcomes and (outcomes := position.outcomes()):
                position = position.play_outcome(random.choice(outcomes)[0])
            else:
                yield position
                position = position.play(random.choice(position.legal_moves()))


def digest(game):
    """Returns a digest of what the game's evaluation says of many positions, to the last bit."""
    engine, found = gamecore.Engine(hash_mb=1), sha256()
    for position, _ in zip(positions(game, Random(game)), range(EVALUATIONS)):
        value = engine.probabilities(position) if game == "backgammon" else engine.evaluate(position)
        found.update(repr(value).encode())
    return found.hexdigest()


def nodes(game, depth):
    """Returns the nodes of one search, with how often it has visited as many."""
    position = next(positions(game, Random(game)))
    return Counter(gamecore.Engine(hash_mb=4).search(position, depth).nodes for _ in range(SEARCHES)).most_common()


def facts():
    return {"evaluations": {game: digest(game) for game in GAMES},
            "nodes": {game: nodes(game, depth) for game, depth in (("connect-four", 8), ("checkers", 7))},
            "plain": [[gamecore.Engine(switches="pruning").search(gamecore.ConnectFour(), 7).nodes]] * 2}


def compare():
    """Returns how many random searches were compared with a slow reference."""
    compared, random = 0, Random(0)
    while compared < COMPARISONS:
        for make, depth, most in KINDS:
            engine, minimax = gamecore.Engine(hash_mb=random.choice([1, 1, 2, 3])), law.Reference(None)
            for search in filter(law.Search.is_lawful, session(random, make, lambda _, depth=depth: depth, most)):
                law.check(search, search.run(engine), minimax=minimax)
                compared += 1
    return compared


def snippets():
    """Returns the number of the tour's snippets; asserts that each prints what its page shows."""
    count, block = 0, re.compile(r"^```python\n(.*?)\n*^```$", re.MULTILINE | re.DOTALL)
    for page in sorted(ROOT.glob("docs/tour/[0-9]*.md")):
        course.NAMES.clear()
        for text in block.findall(page.read_text(encoding="utf-8")):
            found = course.snippet(None, {"text": text})
            assert found["same"], (page.name, text, found["printed"])
            count += 1
    return count


if __name__ == "__main__":
    path, found = Path(sys.argv[1]), facts()
    if sys.platform != "emscripten":
        path.write_text(json.dumps(found), encoding="utf-8")
    else:
        expected = json.loads(path.read_text(encoding="utf-8"))
        assert json.loads(json.dumps(found)) == expected, (found, expected)
        print(f"{found}; {snippets()} snippets; {compare()} comparisons", flush=True)
