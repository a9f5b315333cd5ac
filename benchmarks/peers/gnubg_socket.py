"""Compares GNU Backgammon, over its socket, with gamecore: the values of contact positions, the plays, and the times.

GNU Backgammon must be running, with one process for each number of plies, on consecutive ports:

    for plies in 0 1 2; do
        printf 'set evaluation chequerplay evaluation %s\n' "plies $plies" 'cubeful off' > commands-$plies
        printf 'set jacoby off\nexternal localhost:%s\n' $((4321 + plies)) >> commands-$plies
        gnubg -t -q -r -c commands-$plies < /dev/null > /dev/null &
    done

GNU Backgammon answers a FIBS board line with a play, and `evaluation fibsboard BOARD plies N cubeless prune on` with
six numbers. Its plies are layers of dice, like gamecore's. From one ply on it searches only the plays that pass its
filters and pruning networks, like gamecore with the switches `play`; with `exact` gamecore searches all plays. GNU
Backgammon's times include 0.03 ms for the socket. It caches positions, so another run needs another seed.
"""
import argparse
import random
import socket
import sys
from statistics import correlation, fmean, median
from time import perf_counter

import gamecore
from gamecore.core.about import about

TIMEOUT = 120                        # seconds that an answer may take
PLIES = (0, 1, 2)
TURNS = 25                           # of a game, from which positions are taken; later there is hardly contact any more
ODD = 1 / 7                          # of the plays that lead there are any


class Gnubg:
    """A connection to GNU Backgammon.

    Parameters
    ----------
    host : str
    port : int

    Raises
    ------
    OSError
        If no process listens there.
    """

    def __init__(self, host, port):
        self.lines = socket.create_connection((host, port), TIMEOUT).makefile("rw", encoding="ascii", newline="\n")

    def ask(self, line):
        """Returns the answer to a line; raises ValueError if the reply is no answer."""
        print(line, file=self.lines, flush=True)
        answer = self.lines.readline().strip()
        if not answer or answer.startswith("Error"):
            raise ValueError(f"GNU Backgammon answers {answer!r} to {line!r}")
        return answer

    def play(self, rolled):
        """Returns GNU Backgammon's play as one of our legal plays; raises MoveError if it is not one of these."""
        return rolled.read_move(self.ask(rolled.fibs()))

    def evaluate(self, position, plies):
        """Returns win, gammon, backgammon, lost gammon, lost backgammon and equity for the player on roll."""
        answer = self.ask(f"evaluation fibsboard {position.fibs()} plies {plies} cubeless prune on")
        six = [float(word) for word in answer.split()]
        win, *gammons, equity = six
        if abs(2 * win - 1 + sum(gammons[:2]) - sum(gammons[2:]) - equity) > 1e-5:
            raise ValueError(
                f"GNU Backgammon's equity {equity} of {str(position)!r} is not that of its probabilities {six[:5]}")
        return six


def connections(host, port):
    """Returns a Gnubg for each number of plies whose process is listening."""
    found = {}
    for plies in PLIES:
        try:
            found[plies] = Gnubg(host, port + plies)
        except OSError:
            pass
    return found


def contact_positions(count, seed):
    """Yields positions with rolls and a choice, each from another game of the network with some random plays."""
    rng, engine, found = random.Random(seed), gamecore.Engine(hash_mb=1), []
    while len(found) < count:
        position, turns = gamecore.Backgammon(), rng.randrange(TURNS)
        for _ in range(turns):
            if not position.is_over():
                rolled = position.roll(rng.randint(1, 6), rng.randint(1, 6))
                position = rolled.play(rng.choice(rolled.legal_moves()) if rng.random() < ODD
                                       else engine.search(rolled, depth=0).move)
        rolled = None if position.is_over() else position.roll(rng.randint(1, 6), rng.randint(1, 6))
        if rolled and has_contact(rolled) and len(rolled.legal_moves()) > 1:
            found.append(rolled)
    return found


def has_contact(position):
    """Whether checkers of both sides must still pass each other."""
    last, first = (max(point for point, count in enumerate(side) if count) for side in (position.own, position.other))
    return last + first > 25


def timed(function, *arguments):
    begin = perf_counter()
    return function(*arguments), perf_counter() - begin


def compare_values(gnubg, positions, plies):
    """Returns a line about equities before the roll."""
    engine, before = gamecore.Engine(hash_mb=1), [gamecore.Backgammon(position.position_id) for position in positions]
    theirs = [gnubg.evaluate(position, plies)[-1] for position in before]
    ours = [engine.search(position, depth=plies).score for position in before]
    differences = [own - their for own, their in zip(ours, theirs)]
    return (f"  {plies}-ply equities: mean absolute difference {fmean(map(abs, differences)):.4f}, "
            f"mean difference {fmean(differences):+.4f}, correlation {correlation(ours, theirs):.4f}")


def compare_plays(gnubg, positions, plies, answers, switches="exact"):
    """Returns two lines about plays; `answers` are GNU Backgammon's, with the seconds of each."""
    engine, same, loss, seconds = gamecore.Engine(hash_mb=16, switches=switches), 0, {"ours": 0.0, "theirs": 0.0}, []
    judge = gamecore.Engine(hash_mb=16)
    for rolled, (their, _) in zip(positions, answers, strict=True):
        engine.clear()
        own, took = timed(lambda rolled=rolled: engine.search(rolled, depth=plies).move)
        seconds.append(took)
        if own == their:
            same += 1
            continue
        after = {"ours": rolled.play(own), "theirs": rolled.play(their)}
        # worth to the opponent
        loss["ours"] += gnubg.evaluate(after["ours"], 2)[-1] - gnubg.evaluate(after["theirs"], 2)[-1]
        loss["theirs"] += judge.search(after["theirs"], depth=2).score - judge.search(after["ours"], depth=2).score
    count, theirs = len(positions), [took for _, took in answers]
    return (f"  {plies}-ply plays, {switches}: {100 * same / count:.0f} % the same; "
            f"ours lose {loss['ours'] / count:+.4f} a play against theirs by their 2-ply evaluation, "
            f"theirs {loss['theirs'] / count:+.4f} against ours by our 2-ply\n"
            f"  {plies}-ply choice, mean (median): GNU Backgammon {milliseconds(theirs)}, "
            f"gamecore, {switches}, {milliseconds(seconds)}, ratio of means {fmean(theirs) / fmean(seconds):.2f}")


def milliseconds(seconds):
    return f"{1e3 * fmean(seconds):.3f} ms ({1e3 * median(seconds):.3f})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="localhost")
    parser.add_argument("--port", type=int, default=4321,
                        help="of the one that looks no ply ahead; those that look 1 and 2 have the next ports")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = connections(args.host, args.port)
    if not found:
        print(f"GNU Backgammon does not listen at {args.host}:{args.port}: skipped "
              f"(docs/measuring.md says how to start it)")
        sys.exit()
    positions, facts = contact_positions(args.positions, args.seed), about()
    print(f"{len(positions)} contact positions; "
          + ", ".join(facts[key] for key in ("version", "compiler", "flags", "python", "cpu")))
    for plies, gnubg in found.items():
        # before any evaluation that would fill its cache
        answers = [timed(gnubg.play, rolled) for rolled in positions]
        for switches in ("exact", "play") if plies > 1 else ("exact",):
            print(compare_plays(gnubg, positions, plies, answers, switches), flush=True)
        print(compare_values(gnubg, positions, plies), flush=True)


if __name__ == "__main__":
    main()
