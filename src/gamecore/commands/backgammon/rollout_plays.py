"""gamecore rollout backgammon --plays, --candidates: compares the plays of a roll, with standard errors."""
from time import perf_counter

from gamecore.commands.backgammon import stakes
from gamecore.screen.console import Table
from gamecore.core.text import decimals, number, signed
from gamecore.errors import SettingsError
from gamecore.match.backgammon.points import Points
from gamecore.match.backgammon.rollout import distinct, rollout_of_plays
from gamecore.match.backgammon.stopping import Mean, Stopping, difference

SHOW_SECONDS = 0.1                   # between two reports of progress
COLUMNS = {"play": "<22", "equity": ">7", "+-": ">6", "to best": ">7", "+- ": ">6"}
WIN, MATCH = {"win": ">6"}, {"match": ">6"}          # share of finished games won; chance of winning the match
GAMMONS = {"gammon": ">6", "g lost": ">6"}
ENDS = {"games": "", "until": "; the error is small enough", "ahead": "; one play is left",
        "interrupt": "; interrupted"}


def plays_of(args, position, engine):
    """Returns the plays that the arguments select."""
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
    """A play, and the results of its games."""

    def __init__(self, play):
        self.play = play
        self.values = []                         # of its games, adjusted for luck
        self.adjusted, self.raw = Mean(), Mean()
        self.results = Points()                  # of the finished games

    def add(self, game):
        self.values.append(game.points - game.luck)
        self.adjusted.add(self.values[-1])
        self.raw.add(game.points)
        if game.complete:
            self.results.add(game.result)

    @property
    def rates(self):
        """Returns the rates of both sides, if all games were finished."""
        return {"own": self.results.rates(1),
                "other": self.results.rates(-1)} if self.results.games == len(self.values) else None


class Rollout:
    """A rollout of plays for the page, in which `play` adds a game of each, and `event` returns the results so far."""

    def __init__(self, position, plays, games, engine, seed):
        self.candidates = [Candidate(play) for play in plays]
        self.games = rollout_of_plays(position, plays, games, engine, seed=seed)

    def play(self):
        """Plays another game of each; returns whether there was one."""
        games = next(self.games, None)
        for candidate, game in zip(self.candidates, games or ()):
            candidate.add(game)
        return games is not None

    def event(self):
        rows = [{"play": str(candidate.play), "equity": candidate.adjusted.mean,
                 "error": candidate.adjusted.standard_error, "difference": behind and behind.mean,
                 "difference_error": behind and behind.standard_error,
                 "win": candidate.rates and candidate.rates["own"]["win"]}
                for candidate, behind in ranked(self.candidates)]
        return {"games": self.candidates[0].adjusted.n, "plays": rows}

    def close(self):
        self.games.close()


def ordered(candidates):
    """Returns the candidates that have games, the best first and dropped ones last."""
    return sorted([candidate for candidate in candidates if candidate.values],
                  key=lambda candidate: (-len(candidate.values), -candidate.adjusted.mean))


def ranked(candidates):
    """Returns each candidate with the Mean of its difference from the best, None for the best itself."""
    best, *others = ordered(candidates) or [None]
    return ([(best, None)] if best else []) + [(other, difference(other.values, best.values)) for other in others]


class RolloutOfPlays:
    """A rollout of plays in progress, which counts and prints."""

    def __init__(self, args, position, plays, score, console):
        self.args = args
        self.position = position
        self.score = score                       # of the match, None for money
        self.candidates = [Candidate(play) for play in plays]
        self.console = console
        self.stopping = Stopping(len(plays), args.until, args.ahead)
        self.stop = None
        self.games = 0                           # of each play that was not given up; Ctrl-C leaves complete rounds
        self.begin = self.shown = perf_counter()

    def play(self, engine):
        args = self.args
        for games in rollout_of_plays(self.position, [candidate.play for candidate in self.candidates], args.games,
                                      engine, args.plies, args.truncate, args.seed, self.show_progress, args.jobs,
                                      self.stopping):
            self.games += 1
            for i, game in zip(self.stopping.wanted, games):
                self.candidates[i].add(game)
        self.stop = self.stopping.reason or "games"

    def show_progress(self, game, plies):
        now = perf_counter()
        if now - self.shown >= SHOW_SECONDS:
            self.shown = now
            best = [f"{candidate.play} {signed(candidate.adjusted.mean, 3)}"
                    for candidate in ordered(self.candidates)[:2]]
            told = f"game {game}: {', '.join(best)}" if best else f"game {game} of each play, ply {plies}"
            self.console.progress(self.games, self.args.games, told)

    def report(self):
        args, rows = self.args, ranked(self.candidates)
        given_up = any(len(candidate.values) < self.games for candidate, _ in rows)
        self.report_plays(rows, given_up)
        self.console.report(
            {"type": "result", "game": args.game, "position": str(self.position),
             "play": str(rows[0][0].play) if rows else None, "games": self.games, "plies": args.plies,
             "truncate": args.truncate, "seed": args.seed, "seconds": perf_counter() - self.begin, "stop": self.stop},
            self.console.print, f"{number(self.games)} games of {'the best' if given_up else 'each play'}, with the "
                                f"same dice{ENDS[self.stop]}")

    def report_plays(self, rows, given_up):
        ended = any(candidate.rates for candidate, _ in rows)
        if rows:
            table = Table(self.console, COLUMNS | (MATCH if self.score else WIN if ended else {})
                          | (GAMMONS if ended else {}) | ({"games": ">6"} if given_up else {}))
        for rank, (candidate, against) in enumerate(rows, 1):
            table.row(candidate.play, signed(candidate.adjusted.mean, 4),
                      decimals(candidate.adjusted.standard_error, 4),
                      against and signed(against.mean, 4), against and decimals(against.standard_error, 4),
                      *self.shares(candidate)[:3 if ended else bool(self.score)],
                      *[number(len(candidate.values))] * given_up, style="" if against else "bold green",
                      record={"type": "play", "rank": rank} | self.as_dict(candidate, against))

    def as_dict(self, candidate, difference):
        return {"play": str(candidate.play), "games": candidate.adjusted.n, "equity": candidate.adjusted.mean,
                "standard_error": candidate.adjusted.standard_error,
                "difference": difference.mean if difference else 0.0,
                "difference_error": difference.standard_error if difference else None,
                "raw": {"equity": candidate.raw.mean, "standard_error": candidate.raw.standard_error},
                "rates": candidate.rates} | stakes.chance_record(self.score, candidate.adjusted)

    def shares(self, candidate):
        """Returns the chance of winning the match, or for money the share of games won, and both shares of gammons."""
        rates = candidate.rates
        shares = [f"{share:.1%}" for share in (rates["own"]["win"], rates["own"]["gammon"],
                                               rates["other"]["gammon"])] if rates else [None] * 3
        return [f"{self.score.chance_of(candidate.adjusted.mean):.2%}", *shares[1:]] if self.score else shares
