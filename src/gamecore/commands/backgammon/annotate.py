"""gamecore annotate: finds the mistakes and the luck in a game or match of backgammon from a .mat file."""
from dataclasses import replace
from time import perf_counter

from gamecore.commands.backgammon import stakes
from gamecore.screen.console import ColumnPrinter
from gamecore.screen.ending import LongTask
from gamecore.playing.names import evaluation_of, load
from gamecore.screen.options import add_number, add_shared
from gamecore.core.text import decimals, number, signed
from gamecore import Engine
from gamecore.errors import GameError, SettingsError
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.position import Backgammon
from gamecore.match.backgammon.mat_reader import read_mat
from gamecore.playing.annotation import SIGNS
from gamecore.playing.backgammon.annotation import Tally, annotate, judges_cube

HELP = "annotate a game or match of backgammon: mistakes in plays and with the cube, luck"
STYLES = {"blunder": "bold red", "error": "red", "inaccuracy": "yellow", None: ""}
NAME = 6                             # letters of a player's name beside each play, if they differ
COLUMNS = {"line": ">4", "by": "<", "roll": ">4", "play": "<18", "luck": ">6", "loss": ">6", "": "<2", "better": "<"}
SUMMARY = {"plays": ">5", "choices": ">7", "?!": ">3", "?": ">3", "??": ">3", "error": ">7", "a choice": ">8",
           "luck": ">7", "player": "<"}
CUBE_SUMMARY = {"cube": ">5", "missed": ">7", "wrong": ">6", "taken": ">6", "passed": ">6", "error": ">7",
                "a choice": ">8", "player": "<"}
SUMS = ("plays", "decisions", "error", "error_per_decision", "marks", "luck", "match_error", "match_luck",
        "error_rate", "rating")              # of a Tally
CUBE_SUMS = ("cube_decisions", "cube_error", "wrong")


def configure(parser):
    add_shared(parser, "game")
    parser.add_argument("file", metavar="FILE", help="a .mat file")
    add_number(parser, "--plies", "layers of chance to search", 1)
    parser.add_argument("--all", action="store_true", help="show all plays, not only the mistakes")
    stakes.add_score(parser, "the left side", "default: that of each game in the file")
    parser.add_argument("--money", action="store_true", help="judge a match as if it were played for money")
    stakes.add_rules(parser)
    add_shared(parser, "--evaluation", "--jobs", "--json")


def run(args, console):
    game = load(args.game)
    if game.position is not Backgammon:
        raise GameError(f"annotate is for files of backgammon, not of {args.game!r}")
    with open(args.file, encoding="utf-8-sig", errors="replace") as file:
        games = played_for(args, read_mat(file.read(), args.file))
    check_rules(args, games)
    return Annotation(args, games, console).run(Engine(evaluation=evaluation_of(game, args.evaluation)))


def played_for(args, games):
    """Returns the games, set to the score in the arguments or to money."""
    if args.score and args.money:
        raise SettingsError(f"--score {args.score!r} or --money, not both")
    if (args.score or args.money) and not any(game.length for game in games):
        option = "--money" if args.money else f"--score {args.score!r}"
        raise SettingsError(f"{option} is for a match, and {args.file!r} is a session for money")
    if args.money:
        return [replace(game, length=0) for game in games]
    if args.score:
        score = MatchScore.read(args.score)
        return [replace(game, length=score.length, score=(score.white, score.black),
                        post_crawford=score.post_crawford) if game.length else game for game in games]
    return games


def check_rules(args, games):
    """Raises SettingsError for the rules of money games if all games belong to a match."""
    for option in ("jacoby", "beavers"):
        if getattr(args, option) and all(game.length for game in games):
            raise SettingsError(f"--{option} is a rule of the cube for money, and {args.file!r} is a match"
                                + f" judged at {args.score!r}" * bool(args.score) + ": --money judges it so")


def distinct_names(names):
    """Returns the names of the sides of a game, which differ."""
    return names if names[0] != names[1] else tuple(f"{name} ({side})" for name, side in zip(names, ("left", "right")))


class Annotation(LongTask):
    """An annotation in progress, which counts and prints."""

    def __init__(self, args, games, console):
        super().__init__(args, console)
        self.games = [replace(game, names=distinct_names(game.names)) for game in games]
        self.tallies = {name: Tally() for game in self.games for name in game.names}
        short = {name[:NAME] for name in self.tallies}
        self.width = NAME if len(short) == len(self.tallies) else max(map(len, self.tallies))
        self.judges_cube = True                  # whether the evaluation has probabilities
        self.current_game = None                 # the game that the latest line was about
        self.done, self.total = 0, sum(len(game.turns) for game in games)
        self.table = None

    def play(self, engine):
        self.judges_cube = judges_cube(engine)
        for game, turn, verdict in annotate(self.games, engine, self.args.plies, self.args.jobs,
                                            jacoby=self.args.jacoby, beavers=self.args.beavers):
            if game is not self.current_game:
                self.report_game(game)
            player = game.names[turn.side]
            if verdict:
                self.tallies[player].add(verdict)
            if self.console.json or turn.action or verdict.mark or self.args.all:
                self.report_turn(player, turn, verdict, record_of(game, turn, verdict))
            self.done += not verdict or verdict.move != "no double"
            self.console.progress(self.done, self.total, f"game {game.number}, line {turn.line}")

    def report_game(self, game):
        self.current_game = game
        winner = None if game.winner is None else game.names[game.winner]
        ends = "" if winner is None else f": {winner} wins {game.points}"
        score = "-".join(map(str, game.score)) + (f" to {game.length}" if game.length else ", for money")
        self.console.report({"type": "game", "number": game.number, "length": game.length, "names": game.names,
                             "score": game.score, "winner": winner, "points": game.points},
                            self.console.print, "\n",
                            (f"Game {game.number}, {' - '.join(game.names)}, {score}{ends}", "bold"))
        self.table = ColumnPrinter(self.console, COLUMNS | {"by": f"<{self.width}"})

    def report_turn(self, player, turn, verdict, record):
        mark, loss = (verdict.mark, verdict.loss) if verdict else (None, 0)
        if verdict is None or verdict.decision:
            roll, done, luck = None, CUBE[turn.action].format(turn.cube), None
            better = record["best"] if loss > 0 else None
        else:
            roll, done, luck = "{}{}".format(*turn.dice), turn.move, signed(verdict.luck)
            better = f"{verdict.best} {signed(verdict.best_score)}" if loss > 0 else None
        self.table.row(turn.line, player[:self.width], roll, done, luck, decimals(loss, 3) if loss > 0 else None,
                       SIGNS[mark], better, style=STYLES[mark], record=record)

    def as_dict(self):
        return {"type": "result", "game": self.args.game, "file": self.args.file, "games": len(self.games),
                "plies": self.args.plies,
                "players": [{"player": name} | self.totals(tally) for name, tally in self.tallies.items()],
                "seconds": perf_counter() - self.begin, "stop": self.stop}

    def totals(self, tally):
        """Returns the totals of a player; those for a cube that was not judged are None."""
        sums = {name: getattr(tally, name) for name in SUMS + CUBE_SUMS}
        return sums if self.judges_cube else sums | dict.fromkeys(CUBE_SUMS)

    def show(self):
        self.console.print()
        table = ColumnPrinter(self.console, SUMMARY)
        for name, tally in self.tallies.items():
            table.row(tally.plays, tally.decisions, *tally.marks.values(), decimals(tally.error, 3),
                      decimals(tally.error_per_decision, 4), signed(tally.luck), name)
        if any(tally.cube_decisions for tally in self.tallies.values()):
            self.console.print()
            table = ColumnPrinter(self.console, CUBE_SUMMARY)
            for name, tally in self.tallies.items():
                table.row(tally.cube_decisions, *tally.wrong.values(), decimals(tally.cube_error, 3),
                          tally.cube_decisions and decimals(tally.cube_error / tally.cube_decisions, 4), name)
        elif not self.judges_cube and any(turn.action for game in self.games for turn in game.turns):
            self.console.print((f"the cube is not judged: evaluation {self.args.evaluation!r} has no probabilities",
                                "dim"))
        self.console.print()
        for name, tally in self.tallies.items():
            if tally.rating:
                self.console.print(f"{name}: {1000 * tally.error_rate:.1f} thousandths a decision, ",
                                   (tally.rating, "bold"))
            if tally.match_error is not None:
                self.console.print(f"of the match {name} lost {100 * tally.match_error:.2f} % by mistakes and got "
                                   f"{signed(100 * tally.match_luck, 2)} % by luck")
        self.console.print((f"points at a stake of 1; {number(self.done)} of {number(self.total)} entries, looking "
                            f"{self.args.plies} ahead" + "; interrupted" * (self.stop == "interrupt"), "dim"))


CUBE = {None: "no double", "double": "doubles to {}", "beaver": "beavers to {}", "take": "takes at {}",
        "drop": "drops, {} lost"}


def record_of(game, turn, verdict):
    """Returns a line of JSON for a play, or for a cube action."""
    record = {"number": game.number, "line": turn.line, "player": game.names[turn.side]}
    judged = {} if verdict is None else {"loss": verdict.loss, "mark": verdict.mark, "match_loss": verdict.match_loss}
    if verdict is None or verdict.decision:
        record = {"type": "cube"} | record | {"position": str(turn.position), "action": turn.action or "no double",
                                              "cube": turn.cube}
        return record | ({"best": {"pass": "drop"}.get(verdict.best, verdict.best),
                          "no_double": verdict.decision.no_double,
                          "double_take": verdict.decision.double_take} | judged if verdict else {})
    return {"type": "play"} | record | {
        "position": str(turn.position.roll(*turn.dice)), "play": str(turn.move), "choices": verdict.choices,
        "equity": verdict.score, "best": str(verdict.best), "best_equity": verdict.best_score} | judged | {
            "luck": verdict.luck, "match_luck": verdict.match_luck}
