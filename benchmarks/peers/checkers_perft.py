"""Compares perft of checkers by OpenSpiel from Python with gamecore's. `make peers` installs it.

In OpenSpiel each step of a jump is a move of its own; this program counts turns, so that both libraries count the same
lines. For gamecore it counts them in two ways: by the same loop in Python, with a call for each position, and by
`gamecore.perft`, which is compiled and counts the moves of the last ply without making them.
"""
import sys
from functools import partial
from importlib.metadata import version

from benchmarks.peers.connect_four import in_turns

import gamecore
from gamecore.core.about import about

try:
    import pyspiel
except ImportError:
    print("OpenSpiel is not installed: skipped (make peers)")
    sys.exit()

LINES = {4: 1469, 5: 7361, 6: 36768}         # published; no two jumps of these depths end alike
ROUNDS = 5


def theirs(state, depth):
    if depth == 0:
        return 1
    lines, side = 0, state.current_player()
    for action in state.legal_actions():
        child = state.child(action)
        lines += theirs(child, depth if child.current_player() == side else depth - 1)
    return lines


def ours(position, depth):
    if depth == 0:
        return 1
    return sum(ours(position.play(move), depth - 1) for move in position.legal_moves())


def main():
    facts, start = about(), gamecore.Checkers()
    state = pyspiel.load_game("checkers").new_initial_state()
    print(f"perft of checkers, CPU time, median of {ROUNDS} runs each, in turns; OpenSpiel {version('open_spiel')}, "
          + ", ".join(facts[key] for key in ("version", "compiler", "flags", "python", "cpu")))
    for depth, lines in LINES.items():
        counts = theirs(state, depth), ours(start, depth), gamecore.perft(start, depth)
        assert counts == (lines,) * 3, (depth, counts)
        peer, loop, compiled = in_turns(partial(theirs, state, depth), partial(ours, start, depth),
                                        partial(gamecore.perft, start, depth), rounds=ROUNDS)
        print(f"  depth {depth}, {lines:,} lines: OpenSpiel {1e3 * peer:.1f} ms   gamecore, the same loop, "
              f"{1e3 * loop:.1f} ms, ratio {peer / loop:.1f}   gamecore.perft {1e3 * compiled:.3f} ms, "
              f"ratio {peer / compiled:.0f}", flush=True)


if __name__ == "__main__":
    main()
