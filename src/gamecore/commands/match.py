"""gamecore match: plays engine settings against each other and measures the difference in Elo."""
from argparse import ArgumentTypeError
from math import inf, isfinite

from gamecore.commands.plugins import (
    add_plugin_options, plugin_of, refuse_other_games_options, refuse_other_games_settings)
from gamecore.screen.console import ColumnPrinter
from gamecore.screen.ending import LongTask
from gamecore.playing.names import load
from gamecore.screen.options import add_limits, add_number, add_seed, add_shared, limits_of
from gamecore.screen.text import json_line
from gamecore.core.files import append_atomically
from gamecore.core.text import decimals, number, signed
from gamecore.games.all import GAMES
from gamecore.match.elo import LLR_BOUND, Score, Sprt, verdict_of
from gamecore.match.games import MAX_PLIES, MatchPlayer, play_match
from gamecore.match.records import text_of
from gamecore.match.settings import parse
from gamecore.playing.matches import deal_ballots, settings_of
from gamecore.search.iteration import plain

HELP = "play engine settings against each other"


def configure(parser):
    add_shared(parser, "game")
    for side in ("a", "b"):
        parser.add_argument(f"--{side}", metavar="SETTINGS", required=True,
                            help=f"side {side}: name=value,... with switches (joined by +), order, seed, evaluation, "
                                 "databases, hash-mb, threads, depth (or plies), nodes, seconds; '' for its defaults")
    add_limits(parser)               # for a side whose settings name no limit
    add_number(parser, "--games", "an even number, except in backgammon", 100)
    add_plugin_options(parser, "match")
    parser.add_argument("--ballots", metavar="FILE",
                        help="openings: a file, or three-move, three-move-barred or eleven-man; default: three-move in "
                             "checkers, elsewhere all positions after a few plies")
    parser.add_argument("--sprt", metavar="LOW,HIGH", type=two_numbers,
                        help="stop as soon as it is clear, with 5 %% error, whether a is stronger by LOW Elo or less, "
                             "or by HIGH or more")
    add_seed(parser, "of the order of the ballots, or of the dice")
    parser.add_argument("--max-plies", metavar="N", type=int,
                        help=", in ".join([f"a longer game is a draw; default {MAX_PLIES}", *(
                            f"{game.name} {plugin_of(game).max_plies}" for game in GAMES.values()
                            if plugin_of(game).max_plies)]))
    parser.add_argument("--pdn", metavar="FILE",
                        help="add the games to a file: checkers as PDN, other games one per line")
    add_shared(parser, "--jobs", "--json")


def two_numbers(text):
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"expected two numbers, as in --sprt=-5,5, not {text!r}") from None
    return low, high


def run(args, console):
    game = load(args.game)
    for side in (args.a, args.b):
        refuse_other_games_settings(parse(side), game, args.game)
    settings = settings_of((args.a, args.b), game, limits_of(args))
    if command := plugin_of(game).match:
        return command(args, settings, console)
    refuse_other_games_options(args, game, "match")
    sprt = Sprt(*args.sprt) if args.sprt else None
    players = [MatchPlayer(side) for side in settings]
    for player in players:
        player.check(game.start())
    ballots = deal_ballots(game, args.games, args.ballots, args.seed, players)
    return Match(args, players, sprt, console).run(ballots)


class Match(LongTask):
    """A match in progress, which counts, saves and prints."""

    def __init__(self, args, players, sprt, console):
        super().__init__(args, console)
        self.names = [f"{side}: {player.settings.text}" for side, player in zip("ab", players)]
        self.players = players
        self.sprt = sprt
        self.limit = MAX_PLIES if args.max_plies is None else args.max_plies
        self.score = Score()
        self.llr = 0.0
        self.limited = 0                         # games ended by the limit of plies
        self.stop = "games"

    def play(self, ballots):
        """Plays until all ballots are played or the sequential test has decided."""
        if self.args.pdn:
            append_atomically(self.args.pdn, "")      # raises an error before the first game
        for record in play_match(ballots, *self.players, self.limit, self.show_progress, self.args.jobs):
            if self.args.pdn:
                append_atomically(self.args.pdn, text_of(record, *self.names))
            self.count(record)
            if self.console.json:
                self.console.print(json_line({"type": "game"} | json_of(record)))
            if verdict_of(self.llr):
                self.stop = "sprt"
                return

    def count(self, record):
        self.score.add(record.points)
        self.limited += not record.complete
        if self.sprt:
            self.llr = self.sprt.llr(self.score.pairs)

    def show_progress(self, pair, number, plies):
        game = 2 * (pair - 1) + number
        llr = f", llr {self.llr:z.2f}" if self.sprt else ""
        self.console.status(f"game {game} of {self.args.games}, ply {plies}; a {results(self.score)}{llr}")

    def as_dict(self):
        a, b = self.players
        score = self.score
        record = {"type": "result", "game": self.args.game, "a": a.settings.text, "b": b.settings.text,
                  "games": score.games, "wins": score.wins, "draws": score.draws, "losses": score.losses,
                  "score": score.score, "pairs": score.pairs, "elo": finite(score.elo), "elo_error": score.elo_error,
                  "elo_interval": [finite(elo) for elo in score.elo_interval or (None, None)], "limited": self.limited,
                  "seconds": {"a": a.per_search("seconds"), "b": b.per_search("seconds")},
                  "nodes": {"a": a.per_search("nodes"), "b": b.per_search("nodes")}, "seed": self.args.seed,
                  "stop": self.stop}
        if self.sprt:
            record["sprt"] = {"low": self.sprt.low, "high": self.sprt.high, "llr": self.llr, "bound": LLR_BOUND,
                              "accepted": verdict_of(self.llr)}
        return record

    def show(self):
        table = ColumnPrinter(self.console, {"side": "<4", "seconds": ">9", "nodes": ">12", "settings": "<"})
        for side, player in zip("ab", self.players):
            table.row(side, decimals(player.per_search("seconds"), 4), number(player.per_search("nodes")),
                      player.settings.text)
        self.console.print(("seconds and nodes are those of a search", "dim"))
        self.console.print()
        limited = f"; {self.limited} drawn by the limit of {self.limit} plies" if self.limited else ""
        self.console.print(f"{self.score.games} games, a ", (results(self.score), "bold"), limited,
                           "; interrupted" * (self.stop == "interrupt"))
        if self.score.games:
            self.console.print("score ", (f"{100 * self.score.score:.1f} %", "bold green"),
                               f", Elo {elo_text(self.score)}")
            pairs = zip(("0", "1/2", "1", "3/2", "2"), self.score.pairs, strict=True)
            counts = ", ".join(f"{points}: {count}" for points, count in pairs)
            self.console.print((f"pairs of games by points: {counts}", "dim"))
        if self.sprt:
            self.console.print(self.verdict())

    def verdict(self):
        verdicts = {"H1": f"a is stronger, by {self.sprt.high:g} Elo rather than {self.sprt.low:g}",
                    "H0": f"a is not stronger: by {self.sprt.low:g} Elo rather than {self.sprt.high:g}",
                    None: "nothing is decided"}
        return (f"{verdicts[verdict_of(self.llr)]} "
                f"(llr {self.llr:z.2f}; decided at {-LLR_BOUND:.2f} and {LLR_BOUND:.2f})")


def json_of(record):
    return {"pair": record.pair, "number": record.number, "first": "a" if record.a_first else "b",
            "ballot": record.ballot.text, "points": record.points, "complete": record.complete,
            "moves": [plain(move) for move in record.moves]}


def finite(value):
    """Returns a finite number, or None for infinity, which JSON lacks."""
    return value if value is not None and isfinite(value) else None


def results(score):
    return f"+{score.wins} ={score.draws} -{score.losses}"


def elo_text(score):
    """Returns a text such as "+108.3 +- 44.1 (95 %)", "above +23.4 (95 %)" for a one-sided interval, or "beyond
    measure" for an unbounded one."""
    low, high = score.elo_interval or (-inf, inf)
    if isfinite(high - low):
        return f"{signed(score.elo, 1)} +- {score.elo_error:.1f} (95 %)"
    if isfinite(low) or isfinite(high):
        return f"above {signed(low, 1)} (95 %)" if isfinite(low) else f"below {signed(high, 1)} (95 %)"
    return "beyond measure"
