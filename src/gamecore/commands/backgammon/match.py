"""gamecore match backgammon: measures points per game with their standard error, and gammon rates."""
import os
from time import perf_counter

from gamecore.screen.console import ColumnPrinter
from gamecore.screen.ending import LongTask
from gamecore.screen.text import json_line
from gamecore.core.files import append_atomically
from gamecore.core.text import counted, decimals, number, signed_mean
from gamecore.errors import SettingsError
from gamecore.commands.backgammon import stakes
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.match.backgammon.games import MAX_PLIES, play_match
from gamecore.match.backgammon.mat import MatWriter
from gamecore.match.backgammon.points import Points
from gamecore.playing.backgammon.matches import players_of, stake_of

COLUMNS = {"side": "<4", "wins": ">6", "gammons": ">7", "backgammons": ">11", "seconds": ">9", "leaves": ">8",
           "settings": "<"}


def configure(parser):
    parser.add_argument("--duplicate", action="store_true",
                        help="backgammon: play all dice twice, with sides exchanged")
    stakes.add_play(parser, "side a")
    parser.add_argument("--money", choices=("a", "b"),
                        help="backgammon: with --score, the side that does not know the score and plays for money")
    parser.add_argument("--mat", metavar="FILE",
                        help="backgammon: write the games into a new file in the .mat format, which GNU Backgammon "
                             "imports")


def run(args, settings, console):
    """Plays the match and reports it; `settings` are those of the sides a and b."""
    for option in ("ballots", "sprt", "pdn"):
        if getattr(args, option):
            raise SettingsError(f"--{option} is for games without chance, not for backgammon")
    score = None if args.score is None else MatchScore.read(args.score)
    stakes.check_rules(args, "--cube", args.cube)
    stake = stake_of(score, args.cube, args.jacoby, args.beavers)
    players = players_of(settings, score, args.money, stake)
    return BackgammonMatch(args, players, score, stake, console).run()


class BackgammonMatch(LongTask):
    """A match in progress, which adds up and prints its results."""

    def __init__(self, args, players, score, stake, console):
        super().__init__(args, console)
        self.stake, self.score, self.players = stake, score, players
        self.points, self.kinds = Points(args.duplicate), Points()      # with the cube, and without
        self.limit = MAX_PLIES if args.max_plies is None else args.max_plies
        self.stop = "games"

    def play(self):
        remarks = [f"{side}: {player.settings.text}" for side, player in zip("ab", self.players)]
        mat = MatWriter(score=self.score, jacoby=self.args.jacoby, cube=self.stake is not None, remarks=remarks,
                        beavers=self.args.beavers)
        if self.args.mat:
            begin_file(self.args.mat, mat.head)
        for record in play_match(self.args.games, *self.players, self.args.seed, self.args.duplicate, self.limit,
                                 self.show_progress, self.args.jobs, stake=self.stake):
            if self.args.mat:
                append_atomically(self.args.mat, mat.text_of(record))
            self.points.add(record.points)
            self.kinds.add(record.kind)
            if self.console.json:
                self.console.print(json_line({"type": "game"} | json_of(record)))

    def show_progress(self, pair, number, plies):
        self.report_progress(self.points.games, self.progress, plies)

    def progress(self, plies):
        so_far = f"; a {mean_text(self.points)}" if self.points.games else ""
        return f"game {self.points.games + 1} of {self.args.games}, ply {plies}{so_far}"

    def as_dict(self):
        a, b = self.players
        points = self.points
        return {"type": "result", "game": self.args.game, "a": a.settings.text, "b": b.settings.text,
                "games": points.games, "points_per_game": points.points_per_game,
                "standard_error": points.standard_error, "rates": {"a": self.kinds.rates(1), "b": self.kinds.rates(-1)},
                "cube": self.args.cube, "jacoby": self.args.jacoby, "beavers": self.args.beavers,
                "duplicate": points.duplicate, "seed": self.args.seed, "limited": points.counts[0],
                "seconds": {"a": a.per_search("seconds"), "b": b.per_search("seconds")},
                "leaves": {"a": a.per_search("leaves"), "b": b.per_search("leaves")},
                "elapsed": perf_counter() - self.begin, "stop": self.stop} | ({} if self.score is None else {
                    "money": self.args.money, "match_chance": points.mean_of(self.score.chance),
                    "match_chance_error": points.error_of(self.score.chance)})

    def show(self):
        points = self.points
        table = ColumnPrinter(self.console, COLUMNS)
        for side, sign, player in zip("ab", (1, -1), self.players):
            rates = self.kinds.rates(sign) or {}
            table.row(side, *(f"{share:.1%}" for share in rates.values()) if rates else (None, None, None),
                      decimals(player.per_search("seconds"), 6), number(player.per_search("leaves")),
                      player.settings.text)
        self.console.print(("gammons include backgammons; seconds and leaves are those of a search", "dim"))
        self.console.print()
        limited = f"; {points.counts[0]} without a winner after {self.limit} plies" if points.counts[0] else ""
        self.console.print(counted(points.games, "game") + ", all dice twice" * points.duplicate + limited
                           + "; interrupted" * (self.stop == "interrupt"))
        if points.games:
            self.console.print("a ", (mean_text(points), "bold green"), " points a game")
        if points.games and self.score:
            chance, error = points.mean_of(self.score.chance), points.error_of(self.score.chance)
            self.console.print("a ", (f"{chance:.2%}" + (f" +- {error:.2%}" if error else ""), "bold green"),
                               f" to win the match from {self.args.score}"
                               + (f"; {self.args.money} plays for money" if self.args.money else ""))


def begin_file(path, head):
    """Creates the file, so that an error occurs before the first game."""
    if os.path.isfile(path) and os.path.getsize(path):
        raise SettingsError(f"--mat {path!r} is there already; a file holds one match")
    append_atomically(path, head)


def mean_text(points):
    return signed_mean(points.points_per_game, points.standard_error)


def json_of(record):
    return {"pair": record.pair, "number": record.number, "first": "a" if record.a_first else "b",
            "points": record.points, "cube": record.cube,
            "complete": record.complete, "plies": len(record.moves)}
