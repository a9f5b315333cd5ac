"""Compares the cube decisions of gamecore with those of GNU Backgammon at 2-ply, before a roll in money games.

GNU Backgammon's program must be installed (the Debian package gnubg), and $GNUBG may name it with its options. The
positions come from games of the network against itself in which it also makes its second and third choices; each game
gives at most one position. The player on roll wins with a chance of .6 to .86; in races the chance is .62 to .84, with
60 to 110 pips left. The cost of a wrong decision is measured by GNU Backgammon's 2-ply equities.

    python -m benchmarks.peers.gnubg_cube [--positions 100] [--races 40] [--seed 7]
"""
import argparse
import os
import random
import re
import shlex
import subprocess

import gamecore

SETTINGS = """set automatic roll off
set automatic game off
set automatic move off
set player 0 human
set player 1 human
set jacoby off
set beavers 0
new session
set turn 1
set evaluation cubedecision evaluation cubeful on
"""
ENDING = "quit\ny\n"
ANSWER = re.compile(r"Cubeful equities:\n(.*?)Proper cube action", re.DOTALL)
WEIGHTS = 8, 2, 1                    # of the best play, the second and the third


def positions(engine, count, races, seed):
    """Returns positions, and then positions of races."""
    draw, found, raced = random.Random(seed), [], []
    while len(found) < count or len(raced) < races:
        position, taken, ran = gamecore.Backgammon(), False, False
        while not position.is_over():
            win = engine.probabilities(position)[0]
            far = sum(max(i for i in range(26) if side[i]) for side in (position.own, position.other))
            if len(found) < count and not taken and 0.6 <= win <= 0.86 and draw.random() < 0.15:
                found.append(position)
                taken = True
            if len(raced) < races and not ran and far <= 25 and 60 <= position.pips[0] <= 110 and 0.62 <= win <= 0.84:
                raced.append(position)
                ran = True
            rolled = position.roll(draw.randint(1, 6), draw.randint(1, 6))
            lines = engine.search(rolled, depth=0, multipv=3).lines
            position = rolled.play(draw.choices(lines, WEIGHTS[:len(lines)])[0][1][0])
    return found, raced


def gnubg(wanted, plies):
    """Returns (no double, double/take) of each position by GNU Backgammon."""
    commands = SETTINGS + f"set evaluation cubedecision evaluation plies {plies}\n"
    commands += "".join(f"set board {position}\nset turn 1\nhint\n" for position in wanted) + ENDING
    program = shlex.split(os.environ.get("GNUBG", "gnubg -t -q -r"))
    printed = subprocess.run(program, input=commands, text=True, capture_output=True, check=True).stdout
    found = [tuple(float(re.search(rf"{name} +([-+][\d.]+)", answer)[1]) for name in ("No double", "Double, take"))
             for answer in ANSWER.findall(printed)]
    assert len(found) == len(wanted), f"GNU Backgammon answered {len(found)} of {len(wanted)} questions"
    return found


def report(name, mine, judge):
    """Prints how many decisions of `mine` agree with the judge's, and what the others cost per decision."""
    right, cost = 0, 0.0
    for (kept, taken), (no_double, double_take) in zip(mine, judge, strict=True):
        doubled = min(double_take, 1)
        doubles = min(taken, 1) >= kept
        right += doubles == (doubled >= no_double)
        cost += max(no_double, doubled) - (doubled if doubles else no_double)
    print(f"{name:<40} {right:4} of {len(mine)} alike, {cost / max(len(mine), 1):.4f} points a decision")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--races", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    engine = gamecore.Engine(hash_mb=1)
    for kind, wanted in zip(("positions", "races"), positions(engine, args.positions, args.races, args.seed)):
        judge = gnubg(wanted, 2)
        report(f"{kind}: GNU Backgammon 0-ply", gnubg(wanted, 0), judge)
        for plies in range(3):
            decisions = [engine.decide(position, plies) for position in wanted]
            report(f"{kind}: gamecore, {plies} plies", [(one.no_double, one.double_take) for one in decisions], judge)
        decisions = [gamecore.Cube(engine.probabilities(position, 2)).decide() for position in wanted]
        report(f"{kind}: the estimate after 2 plies", [(one.no_double, one.double_take) for one in decisions], judge)


if __name__ == "__main__":
    main()
