"""Measures the page of `gamecore serve` in a headless Chromium, and prints one table.

    python -m benchmarks.page [N]       presses held while it analyses, and positions of connect four; 1,000

Lost clicks, and a page that scrolls after a move, count as faults: the exit status is then 1.
"""
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import monotonic, sleep
from urllib.request import Request, urlopen

import gamecore
from gamecore.games.connect_four.solver import Solver, engine_scores
from gamecore.serve.words import ColumnResults
from tests.browser import chromium, served
from tests.serve.test_browser import AIMS, SHIFT, SIZES, held, point, said, scrolled, select, settled, wait

STONES = range(14, 36)               # on the boards of connect four, which the solver answers at once
TABS = 6
SIDES = "red", "yellow"
CHECKERS = "analyse&game=checkers&position=B:W21-32:B1-12"


def row(name, value):
    print(f"{name:62} {value:>18}", flush=True)


def opened(browser, address, view):
    browser.get("about:blank")
    browser.get(f"{address}#{view}")
    wait(lambda: said(browser) and settled(browser))
    return browser


def events(address, path, record):
    """Yields the events of an endpoint."""
    with urlopen(Request(f"{address}api/{path}", json.dumps(record).encode()), timeout=600) as answer:
        for line in answer:
            if line.startswith(b"data: "):
                yield json.loads(line[len("data: "):])


def disagreements(address, count):
    """Returns in how many answers, in random positions, the coach, the graph, the lines and the hint differ from the
    solver."""
    random, solver, wrong = Random(45), Solver(), dict.fromkeys(("coach", "graph", "lines", "hint"), 0)

    def solution(position, ply):
        return ColumnResults(engine_scores(solver.scores(position), position), SIDES, ply % 2)

    for _ in range(count):
        while True:
            position, moves, stones = gamecore.ConnectFour(), [], random.choice(STONES)
            while len(moves) < stones and not position.is_over():
                before = position
                moves.append(random.choice(position.legal_moves()))
                position = position.play(moves[-1])
            if not position.is_over() and len(before.legal_moves()) > 1:
                break
        record = {"game": "connect-four", "steps": [{"move": str(move)} for move in moves]}
        truth, past = solution(position, len(moves)), solution(before, len(moves) - 1)
        *_, lines = events(address, "analyse", record)
        *_, coach = events(address, "coach", record)
        *_, hint = events(address, "move", record | {"level": 10})
        *_, graph, _ = events(address, "graph", {"game": "connect-four", "position": str(position), "steps": []})
        results = {str(column): truth.result(column) for column in truth.scores}
        wrong["lines"] += lines["results"] != results or lines["score"] != truth.sentence() or any(
            line["score"] != results[line["moves"][0]] for line in lines["lines"])
        wrong["coach"] += (coach["mark"], coach["remark"]) != past.verdict(moves[-1])
        wrong["hint"] += hint["remark"] != truth.hint() or int(hint["move"]) not in truth.good
        wrong["graph"] += graph["score"] != truth.sentence()
    return wrong


def seconds_to_reply(browser, address):
    """Returns the seconds until level 5 of checkers has answered a move while other tabs analyse."""
    with ExitStack() as stack:
        for _ in range(TABS):
            body = json.dumps({"game": "checkers", "steps": []}).encode()
            stack.enter_context(urlopen(Request(f"{address}api/analyse", body), timeout=60)).readline()
        opened(browser, address, "play&game=checkers")
        select(browser, "second", "5")
        began = monotonic()
        point(browser, "11")
        point(browser, "15")
        wait(lambda: len(browser.find_elements("css selector", "#moves button")) == 2)
        return monotonic() - began


def main(count=1000):
    faults = 0
    with served() as address, chromium() as browser:
        for aimed, selector in AIMS:
            pressed, clicks, replaced = held(opened(browser, address, CHECKERS), aimed, selector, count // len(AIMS))
            row(f"clicks of 50 to 300 ms that arrive, {selector}", f"{clicks:,} of {pressed:,}")
            row("  nodes replaced under the pointer", len(replaced))
            faults += not pressed == clicks > 0
        for width, height in SIZES:
            browser.set_window_size(width, height)
            pixels = scrolled(opened(browser, address, "play&game=connect-four"))
            row(f"px scrolled by ten moves at {width}x{height}", pixels)
            faults += pixels != 0
            for view in ("play", "pruning&depth=6"):
                opened(browser, address, view)
                sleep(2)
                browser.execute_script(SHIFT)
                sleep(.3)
                row(f"layout shift of {view} at {width}x{height}", f"{browser.execute_script('return shift'):.3f}")
        row(f"seconds to level 5's reply beside {TABS} tabs that analyse", f"{seconds_to_reply(browser, address):.2f}")
        for moves in ("", "4", "44", "444"):
            began = monotonic()
            found = events(address, "analyse", {"game": "connect-four", "steps": [{"move": move} for move in moves]})
            last = next(event for event in found if event["score"] != "still solving")
            found.close()
            row(f"seconds to the {len(last['results'])} exact scores after {moves or 'no move'}",
                f"{monotonic() - began:.2f}")
        for name, wrong in disagreements(address, count).items():
            row(f"answers of {name} that are not the solver's", f"{wrong:,} of {count:,}")
    static = Path(gamecore.__file__).parent / "web"
    row("bytes of the static files", f"{sum(path.stat().st_size for path in static.iterdir()):,}")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
