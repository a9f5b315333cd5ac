"""gamecore rollout backgammon --plays, --candidates: compares the plays of a roll, with standard errors."""
from time import perf_counter

from gamecore.screen.console import ColumnPrinter
from gamecore.screen.ending import LongTask
from gamecore.core.text import counted, decimals, number, signed
from gamecore.errors import SettingsError
from gamecore.match.backgammon.rollout import distinct, rollout_of_plays
from gamecore.match.backgammon.stopping import Stopping
from gamecore.playing.backgammon.rollout import Results, ordered, ranked

COLUMNS = {"play": "<22", "equity": ">7", "+-": ">6", "to best": ">7", "+- ": ">6"}
WIN, MATCH = {"win": ">6"}, {"match": ">6"}          # share of finished games won; chance of winning the match
GAMMONS = {"gammon": ">6", "g lost": ">6"}
ENDS = {"games": "", "until": "; the error is small enough", "ahead": "; one play is left",
        "interrupt": "; interrupted"}


def plays_of(args, position, engine):
    if args.plays and args.candidates is not None:
        raise SettingsError(f"--plays {args.plays!r} or --candidates {args.candidates!r}, not both")
    if position.dice is None:
        raise SettingsError(f"plays are those of a roll, and there is none in {str(position)!r}: --dice A,B says which")
    if args.plays:
        return distinct(position, args.plays)
    wanted = min(args.candidates, len(position.legal_moves()))
    return [line[0] for _, line in engine.search(position, depth=max(args.plies, 1), multipv=wanted).lines]


class RolloutInProgress(LongTask):
    """A rollout of a position, or of `plays`, in progress, which counts and prints."""

    def __init__(self, args, position, score, console, plays=(None,)):
        super().__init__(args, console)
        self.position = position
        self.score = score                       # of the match, None for money
        self.results = [Results(play) for play in plays]
        self.stopping = Stopping(len(plays), args.until, args.ahead)
        self.games = 0                           # of each play that was not dropped; Ctrl-C leaves complete rounds

    def play(self, engine):
        args = self.args
        for games in self.rounds(args.games, engine, args.plies, args.truncate, args.seed, self.show_progress,
                                 args.jobs, self.stopping):
            self.games += 1
            for i, game in zip(self.stopping.wanted, games):
                self.results[i].add(game)
        self.stop = self.stopping.reason or "games"

    def show_progress(self, game, plies):
        self.report_progress(self.games, self.progress, game, plies)

    def about(self):
        """Returns the keys of JSON that every rollout has."""
        args = self.args
        return {"game": args.game, "position": str(self.position), "games": self.games, "plies": args.plies,
                "truncate": args.truncate, "seed": args.seed, "seconds": perf_counter() - self.begin,
                "stop": self.stop}


class RolloutOfPlays(RolloutInProgress):
    """A rollout of plays."""

    def rounds(self, *arguments):
        return rollout_of_plays(self.position, [results.play for results in self.results], *arguments)

    def progress(self, game, plies):
        best = [f"{results.play} {signed(results.adjusted.mean, 3)}" for results in ordered(self.results)[:2]]
        return f"game {game}: {', '.join(best)}" if best else f"game {game} of each play, ply {plies}"

    def report(self):
        rows = ranked(self.results)
        given_up = any(len(results.values) < self.games for results, _ in rows)
        self.report_plays(rows, given_up)
        self.console.report(
            {"type": "result", "play": str(rows[0][0].play) if rows else None} | self.about(),
            self.console.print, f"{counted(self.games, 'game')} of {'the best' if given_up else 'each play'}, with the "
                                f"same dice{ENDS[self.stop]}")

    def report_plays(self, rows, given_up):
        ended = any(results.rates for results, _ in rows)
        if rows:
            table = ColumnPrinter(self.console, COLUMNS | (MATCH if self.score else WIN if ended else {})
                                  | (GAMMONS if ended else {}) | ({"games": ">6"} if given_up else {}))
        for rank, (results, behind) in enumerate(rows, 1):
            table.row(results.play, signed(results.adjusted.mean, 4), decimals(results.adjusted.standard_error, 4),
                      behind and signed(behind.mean, 4), behind and decimals(behind.standard_error, 4),
                      *self.shares(results)[:3 if ended else bool(self.score)],
                      *[number(len(results.values))] * given_up, style="" if behind else "bold green",
                      record={"type": "play", "rank": rank, "play": str(results.play),
                              "difference": behind.mean if behind else 0.0,
                              "difference_error": behind.standard_error if behind else None}
                      | results.as_dict(self.score))

    def shares(self, results):
        """Returns the chance of winning the match, or for money the share of games won, and both shares of gammons."""
        rates = results.rates
        shares = [f"{share:.1%}" for share in (rates["own"]["win"], rates["own"]["gammon"],
                                               rates["other"]["gammon"])] if rates else [None] * 3
        return [f"{self.score.chance_of(results.adjusted.mean):.2%}", *shares[1:]] if self.score else shares
