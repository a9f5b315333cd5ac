"""The experiments of docs/pacman.md, with the pairings in each maze and the tables of their results."""
from functools import cache
from random import Random
from typing import Any, NamedTuple

from .evaluations import EVALUATIONS, careful
from .game import play
from .ghosts import DirectionalGhosts, MinimaxGhosts, MixedGhosts, RandomGhosts, SeparateGhosts
from .maze import named
from .players import Player
from .statistics import mean_interval, share_interval

ROUND = 2                            # plies


class Pairing(NamedTuple):
    """A row of a table."""

    title: tuple[str, ...]           # the first columns
    maze: str
    player: Player
    ghosts: Any                      # a model of them (ghosts.py)
    limit: int                       # steps


class Experiment(NamedTuple):
    """A table to fill, with the headings of its first columns and its rows by name."""

    heads: tuple
    pairings: dict

    def game(self, name, seed):
        """Plays a game of a row and returns a row of a journal. The number of the game seeds its random choices in
        every row."""
        row, i = name
        pairing = self.pairings[row]
        outcome = play(named(pairing.maze), pairing.player, pairing.ghosts, Random(f"{seed} {i}"), pairing.limit)
        return {"won": outcome.won, "points": outcome.points, "steps": outcome.steps}

    def names(self, games):
        """Returns the games to play, which come from each row in turn, so that an interrupted experiment has games of
        all rows."""
        return [(row, i) for i in range(games) for row in self.pairings]

    def table(self, rows):
        """Returns the lines of the table from the rows in the journal."""
        lines = [(*self.heads, "games", "won", "95 %", "points", "steps")]
        for name, pairing in self.pairings.items():
            games = [row for key, row in sorted(rows.items()) if key[0] == name]
            if games:
                lines.append((*pairing.title, *summary(games)))
        return lines


def summary(games):
    won = sum(game["won"] for game in games)
    low, high = share_interval(won, len(games))
    points, half = mean_interval([game["points"] for game in games])
    steps, _ = mean_interval([game["steps"] for game in games])
    return (str(len(games)), str(won), f"{100 * low:.0f}..{100 * high:.0f}",
            f"{points:.1f}" + ("" if half is None else f" +- {half:.1f}"), f"{steps:.1f}")


def two_by_two(maze="trap", rounds=4, ghost_rounds=2):
    """Returns the experiment of assumptions against reality: Pacman's models of the ghost, against the actual
    ghosts."""
    minds = {"minimax": "alpha-beta", "expectimax": "expectimax"}
    ghosts = {"adversary": MinimaxGhosts(ghost_rounds), "random": RandomGhosts()}
    return Experiment(("Pacman", "ghost"), {
        f"{mind} {kind}": Pairing((mind, kind), maze, Player(search, ROUND * rounds, careful), ghost, 200)
        for mind, search in minds.items() for kind, ghost in ghosts.items()})


def starving():
    """Returns the experiment with one far dot and a horizon of 2, with and without the distance in the evaluation."""
    return Experiment(("evaluation", "looks ahead"), {
        name: Pairing((name, "2 steps"), "starving", Player("expectimax", 2, EVALUATIONS[name]), RandomGhosts(), 100)
        for name in ("points", "closer")})


def pincer():
    """Returns the experiment in which one ghost does not catch Pacman, and two do."""
    text = named("pincer").rows
    alone = {"the western": "/".join(without(text, -1)), "the eastern": "/".join(without(text, 0))}
    mazes = {**alone, "both": "/".join(text)}
    return Experiment(("ghosts",), {
        which: Pairing((which,), maze, Player("alpha-beta", 8, careful), MinimaxGhosts(3), 100)
        for which, maze in mazes.items()})


def split():
    """Returns the experiment of ghosts that run straight at Pacman, search separately, or share one search."""
    search = MinimaxGhosts(3)
    ghosts = {"run straight": DirectionalGhosts(1.0), "search apart": SeparateGhosts(search), "one search": search}
    return Experiment(("ghosts",), {
        which: Pairing((which,), "split", Player("alpha-beta", 6, careful), ghost, 100)
        for which, ghost in ghosts.items()})


def trapped():
    """Returns the experiment of a random ghost on either side, where minimax gives up and expectimax does not."""
    return Experiment(("Pacman",), {
        mind: Pairing((mind,), "trapped", Player(search, 6, careful), RandomGhosts(), 100)
        for mind, search in (("minimax", "alpha-beta"), ("expectimax", "expectimax"))})


def without(rows, i):
    """Returns the rows of a maze without its first ghost or its last one."""
    places = [(row, column) for row in range(len(rows)) for column in range(len(rows[0])) if rows[row][column] == "G"]
    at = places[i]
    return [row if number != at[0] else row[:at[1]] + " " + row[at[1] + 1:] for number, row in enumerate(rows)]


def depths(maze="open"):
    """Returns the experiment of a search of 2 plies against one of 10, with the same evaluation."""
    return Experiment(("looks ahead",), {
        (name := f"{plies} plies"): Pairing((name,), maze, Player("alpha-beta", plies, careful), MinimaxGhosts(1), 200)
        for plies in (2, 10)})


def informed(maze="trap", share=0.8, rounds=4):
    """Returns the experiment that measures the gain from knowing that a ghost usually makes its minimax move."""
    ghost = MixedGhosts(MinimaxGhosts(1), share)
    minds = {"minimax": Player("alpha-beta", ROUND * rounds, careful),
             "expectimax, random ghost": Player("expectimax", ROUND * rounds, careful),
             f"expectimax, {share:.0%} minimax": Player("expectimax", ROUND * rounds, careful, belief=ghost)}
    return Experiment(("Pacman believes in",), {
        mind: Pairing((mind,), maze, player, ghost, 200) for mind, player in minds.items()})


EXPERIMENTS = {"table": two_by_two, "starving": starving, "pincer": pincer, "split": split, "trapped": trapped,
               "depths": depths, "informed": informed}


@cache
def experiment_of(name):
    """Returns an experiment. It is created once in each process, so that games share its engines and the ghosts' stored
    results."""
    return EXPERIMENTS[name]()


def game_of(experiment, seed, name):
    return experiment_of(experiment).game(name, seed)
