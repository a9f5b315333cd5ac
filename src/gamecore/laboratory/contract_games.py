"""Checks of a game's contract over many positions: its searches, the side for which its scores count, and its behaviour
in other processes."""
import json
import os
import pickle
import re
import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from itertools import pairwise
from random import Random

from gamecore.engine import Engine
from gamecore.errors import GamecoreError
from gamecore.games.outside.turns import key_of, list_outcomes, moves_again, possible_outcomes
from gamecore.laboratory.check_players import correlation
from gamecore.trees import from_position, max_n

SEARCH_NODES = 20_000                # at most, for each search with and without what must not change a score
SEARCH_DEPTHS = (1, 2, 3)
PLAIN = "evaluation,quiescence"
FULL = "exact,-repetition,-databases"

RANKED = 100                         # games in which evaluations are compared, at most
RANKED_NODES = 1_000                 # of the search of a position near the end of a game
LEAST_CORRELATION = -0.2             # and three standard errors below 0; those of sound games are positive

HASH_SEEDS = "123"                   # of PYTHONHASHSEED: two texts have one order in four processes once in eight
HASHED_PLIES = 100
CHILD = f"""import json, pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from {__name__} import spoken
print("\\n" + json.dumps(spoken(pickle.load(sys.stdin.buffer))))"""


def check_searches(position, moves, report):
    """Checks that no order, table or pruning changes a score (docs/how-it-searches.md)."""
    try:
        for depth in SEARCH_DEPTHS:
            if report.several:
                plain, full = (max_n(root, depth).value for root in (from_position(position, depth), position))
                if plain != full:
                    report.find("searches are exact",
                                f"at depth {depth} max^n of the whole tree finds {plain!r}, and with the keys of "
                                f"positions {full!r}", moves)
                continue
            results = [Engine(hash_mb=1, switches=switches, order=order).search(position, depth, SEARCH_NODES)
                       for switches, order in ((PLAIN, "none"), (FULL, "full"))]
            if any(result.stop == "nodes" for result in results):
                return
            plain, full = (result.score for result in results)
            if abs(plain - full) > 1e-9:
                report.find("searches are exact",
                            f"at depth {depth} plain minimax finds {plain!r}, and the full search {full!r}: the rules, "
                            "the evaluation or the key depend on more than the position", moves)
    except GamecoreError as error:
        report.find("it can be searched", str(error), moves)
    except Exception as error:
        report.find_raised(error, moves)


# The side for which scores are

def check_results(report):
    """Notes final scores that are never the loser's, or are always for one player."""
    decided = [(side, score > 0) for side, score in report.results if score]
    if report.finished > 1 and len({score for _, score in report.results if score}) == 1 and decided[0][1]:
        report.find("whose score it is", f"in all {report.finished} finished games the side to move has won or drawn: "
                    "right only if the last move loses, since scores are for the side to move", (), note=True)
    if len(set(decided)) == 2 and len({side for side, _ in decided}) == 2 and len({won for _, won in decided}) == 2 \
            and min(map(decided.count, set(decided))) >= 5:
        report.find("whose score it is", f"in all {len(decided)} decided games the same player has won, with either "
                    "side to move at the end: final_score() must be for the side to move", (), note=True)


def check_evaluations(paths, report):
    """Compares ranks, and notes evaluations that keep their sign when the other side is to move, or that contradict the
    results."""
    engine = Engine(hash_mb=1, order="none", switches="pruning")
    steps, ends = defaultdict(list), []          # (evaluation before, for the same side after), by the side
    for path in paths[:RANKED]:
        for (_, before), (moves, after) in pairwise(path):
            if not list_outcomes(before):
                sign = 1 if moves_again(before, moves[-1]) else -1
                steps[report.side_at(before, moves)].append((before.evaluate(), sign * after.evaluate()))
        for _, position in path[-3:]:
            with suppress(GamecoreError):        # which check_searches reports
                ends.append((position.evaluate(), engine.search(position, 3, RANKED_NODES).score))
    kept = [contradiction(pairs) for pairs in steps.values()]        # of each side, since the move itself counts
    if kept and None not in kept:
        report.find("evaluations are for the side to move",
                    "evaluate() keeps its sign when the other side is to move: "
                    f"rank correlation {-max(kept):.2f} before and after moves; is it always for one "
                    "player?", (), note=True)
    elif (found := contradiction([pair for pair in ends if pair[1]])) is not None:
        one = any(finding.rule == "whose score it is" for finding in report.findings)
        report.find("evaluations are for the side to move", f"evaluate() falls where the results within 3 plies rise, "
                    f"rank correlation {found:.2f}: {'final_score()' if one else 'it, or final_score(),'} is for the "
                    "other side", (), note=True)


def contradiction(pairs):
    """Returns the rank correlation of pairs of numbers if it is too negative to be due to chance, or None."""
    found = correlation(*zip(*pairs, strict=True)) if len(pairs) > 9 else 0
    return found if found < min(LEAST_CORRELATION, -3 / max(1, len(pairs) - 1) ** 0.5) else None


# Other processes

def check_processes(start, report):
    """Checks that moves and keys do not depend on the hashes of texts; returns whether a check was possible."""
    try:
        given, here = pickle.dumps(sys.path) + pickle.dumps(start), spoken(start)
        for seed in HASH_SEEDS:
            done = subprocess.run([sys.executable, "-c", CHILD], input=given, capture_output=True, check=True,
                                  env=os.environ | {"PYTHONHASHSEED": seed})
            there = json.loads(done.stdout.splitlines()[-1])
            for (moves, key), (other_moves, other_key) in zip(here, there):
                if moves != other_moves:
                    report.find("a fixed order", f"legal_moves() lists {moves:.100}, and with PYTHONHASHSEED={seed} "
                                f"{other_moves:.100}: sort the elements of a set", ())
                if key != other_key:
                    report.find("keys are names", f"key() says {key:.100}, and with PYTHONHASHSEED={seed} "
                                f"{other_key:.100}: hash() of a text differs from process to process", ())
    except Exception:                    # what does not pickle, or no second process
        return False
    return True


def spoken(position):
    """Returns the texts of the moves and of the key in each position of one game; which game is played does not depend
    on the order of legal_moves()."""
    random, said = Random(0), []
    while len(said) < HASHED_PLIES and not position.is_over():
        outcomes = [outcome for outcome, _ in possible_outcomes(position)]
        moves = [] if outcomes else list(position.legal_moves())
        said.append((f"[{', '.join(map(text_of, moves))}]", text_of(key_of(position))))
        if not outcomes and not moves:
            break
        event = random.choice(sorted(outcomes or moves, key=text_of))
        position = position.play_outcome(event) if outcomes else position.play(event)
    return said


def text_of(thing):
    """Returns a repr without addresses, in which the characters of a set's text are sorted."""
    text = re.sub(r" at 0x\w+", "", repr(thing))
    return "".join(sorted(text)) if "{" in text else text
