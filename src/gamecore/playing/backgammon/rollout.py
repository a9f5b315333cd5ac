"""The results of rollouts of backgammon, and a rollout that reports them while it runs."""
from collections.abc import Iterable
from typing import Any

from gamecore.games.backgammon.match_score import MatchScore
from gamecore.match.backgammon.points import Points
from gamecore.match.backgammon.rollout import RolledGame, rollout_of_plays
from gamecore.match.backgammon.stopping import Mean, difference


def chance_record(score, mean):
    """Returns the match-winning chances of a Mean of equities as keys of JSON; none for money."""
    if score is None:
        return {}
    error = mean.standard_error
    return {"match_chance": None if mean.mean is None else score.chance_of(mean.mean),
            "match_chance_error": None if error is None else error * score.unit}


class Results:
    """The results of the games from a position, or of the games after a play."""

    def __init__(self, play: Any = None, games: Iterable[RolledGame] = ()) -> None:
        self.play = play
        self.values: list[float] = []            # of the games, adjusted for luck
        self.adjusted, self.raw = Mean(), Mean()
        self.points = Points()                   # of the finished games
        for game in games:
            self.add(game)

    def add(self, game: RolledGame) -> None:
        self.values.append(game.points - game.luck)
        self.adjusted.add(self.values[-1])
        self.raw.add(game.points)
        if game.complete:
            self.points.add(game.result)

    @property
    def rates(self) -> dict[str, Any] | None:
        """Returns the rates of both sides, if there are games and all were finished."""
        if not self.values or self.points.games < len(self.values):
            return None
        return {"own": self.points.rates(1), "other": self.points.rates(-1)}

    def as_dict(self, score: MatchScore | None) -> dict[str, Any]:
        """Returns the results as a dict for JSON; `score` is the score of the match, or None in a money game."""
        return {"games": self.adjusted.n, "equity": self.adjusted.mean, "standard_error": self.adjusted.standard_error,
                "raw": {"equity": self.raw.mean, "standard_error": self.raw.standard_error},
                "rates": self.rates} | chance_record(score, self.adjusted)


class LiveRollout:
    """A rollout of plays, in which `play` adds a game for each play, and `event` returns the results so far."""

    def __init__(self, position, plays, games, engine, seed):
        self.results = [Results(play) for play in plays]
        self.games = rollout_of_plays(position, plays, games, engine, seed=seed)

    def play(self):
        """Plays another game for each play; returns whether there was one."""
        games = next(self.games, None)
        for results, game in zip(self.results, games or ()):
            results.add(game)
        return games is not None

    def event(self):
        rows = [{"play": str(results.play), "equity": results.adjusted.mean,
                 "error": results.adjusted.standard_error, "difference": behind and behind.mean,
                 "difference_error": behind and behind.standard_error,
                 "win": results.rates and results.rates["own"]["win"]}
                for results, behind in ranked(self.results)]
        return {"games": self.results[0].adjusted.n, "plays": rows}

    def close(self):
        self.games.close()


def ordered(all_results):
    """Returns the Results that have games, with the best first, and those of dropped plays last."""
    return sorted([results for results in all_results if results.values],
                  key=lambda results: (-len(results.values), -results.adjusted.mean))


def ranked(all_results: Iterable[Results]) -> list[tuple[Results, Mean | None]]:
    """Returns the Results of each play with the Mean of its difference from the best play; for the best itself this is
    None."""
    best, *others = ordered(all_results) or [None]
    return ([(best, None)] if best else []) + [(other, difference(other.values, best.values)) for other in others]
