"""gamecore rollout backgammon --plays, --candidates: which play of a roll is best, and how sure that is."""
from time import perf_counter

from gamecore.commands.console import Table
from gamecore.commands.text import decimals, json_line, number, signed
from gamecore.errors import SettingsError
from gamecore.match.backgammon_points import Points
from gamecore.match.backgammon_rollout import Mean, distinct, rollout_of_plays

SHOW_SECONDS = 0.1                   # between two words about the progress
COLUMNS = {"play": "<22", "equity": ">7", "+-": ">6", "to best": ">7", "+- ": ">6", "win": ">6", "gammon": ">6",
           "g lost": ">6"}


def plays_of(args, position, engine):
    """The plays that the arguments mean."""
    if args.plays and args.candidates is not None:
        raise SettingsError(f"--plays {args.plays!r} or --candidates {args.candidates!r}, not both")
    if position.dice is None:
        raise SettingsError(f"plays are those of a roll, and there is none in {str(position)!r}: --dice A,B says which")
    if args.plays:
        return distinct(position, args.plays)
    if args.candidates < 1:
        raise SettingsError(f"--candidates must be 1 or more, not {args.candidates!r}")
    wanted = min(args.candidates, len(position.legal_moves()))
    return [line[0] for _, line in engine.search(position, depth=max(args.plies, 1), multipv=wanted).lines]


class Candidate:
    """A play, and what its games brought."""

    def __init__(self, play, games):
        self.play = play
        self.values = [game.points - game.luck for game in games]
        self.adjusted, self.raw = Mean(), Mean()
        self.results = Points()                  # of the games that came to their end
        for game, value in zip(games, self.values):
            self.adjusted.add(value)
            self.raw.add(game.points)
            if game.complete:
                self.results.add(round(game.points))

    @property
    def rates(self):
        """Of both sides, if all games came to their end."""
        return {"own": self.results.rates(1),
                "other": self.results.rates(-1)} if self.results.games == len(self.values) else None


class RolloutOfPlays:
    """A rollout as it goes on: it counts and tells."""

    def __init__(self, args, position, plays, console):
        self.args = args
        self.position = position
        self.plays = plays
        self.console = console
        self.rounds = []                         # a game of every play each: Ctrl-C leaves whole ones
        self.stop = "games"
        self.begin = self.shown = perf_counter()

    def play(self, engine):
        args = self.args
        for games in rollout_of_plays(self.position, self.plays, args.games, engine, args.plies, args.truncate,
                                      args.seed, self.show_progress, args.jobs):
            self.rounds.append(games)

    def ranked(self):
        """(candidate, Mean of what it is worth more than the best, None for the best itself), the best first; nothing
        before the first round."""
        candidates = [Candidate(play, games) for play, games in zip(self.plays, zip(*self.rounds))]
        candidates.sort(key=lambda candidate: -candidate.adjusted.mean)
        for rank, candidate in enumerate(candidates):
            difference = Mean() if rank else None
            for own, best in zip(candidate.values, candidates[0].values) if rank else ():
                difference.add(own - best)
            yield candidate, difference

    def show_progress(self, game, plies):
        now = perf_counter()
        if now - self.shown >= SHOW_SECONDS:
            self.shown = now
            self.console.progress(len(self.rounds), self.args.games,
                                  f"game {game} of {self.args.games} of each play, ply {plies}")

    def report(self):
        rows = list(self.ranked())
        if self.args.json:
            for rank, (candidate, difference) in enumerate(rows, 1):
                self.console.print(json_line({"type": "play", "rank": rank} | self.as_dict(candidate, difference)))
            args, best = self.args, str(rows[0][0].play) if rows else None
            self.console.print(json_line({"type": "result", "game": args.game, "position": str(self.position),
                                          "play": best,
                                          "games": len(self.rounds), "plies": args.plies, "truncate": args.truncate,
                                          "seed": args.seed,
                                          "seconds": perf_counter() - self.begin,
                                          "stop": self.stop}))
        else:
            self.show(rows)

    def as_dict(self, candidate, difference):
        return {"play": str(candidate.play), "games": candidate.adjusted.n, "equity": candidate.adjusted.mean,
                "standard_error": candidate.adjusted.standard_error,
                "difference": difference.mean if difference else 0.0,
                "difference_error": difference.standard_error if difference else None,
                "raw": {"equity": candidate.raw.mean, "standard_error": candidate.raw.standard_error},
                "rates": candidate.rates}

    def show(self, rows):
        if rows:
            table = Table(self.console, COLUMNS)
        for candidate, difference in rows:
            rates = candidate.rates
            shares = [f"{share:.1%}" for share in (rates["own"]["win"], rates["own"]["gammon"],
                                                   rates["other"]["gammon"])] if rates else [None] * 3
            table.row(candidate.play, signed(candidate.adjusted.mean, 4),
                      decimals(candidate.adjusted.standard_error, 4),
                      difference and signed(difference.mean, 4), difference and decimals(difference.standard_error, 4),
                      *shares,
                      style="" if difference else "bold green")
        self.console.print(f"{number(len(self.rounds))} games of each play, with the same dice"
                           + "; interrupted" * (self.stop == "interrupt"))
