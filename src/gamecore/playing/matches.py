"""Matches from Python, with the settings of the command `match`."""
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gamecore.core.checks import in_range
from gamecore.errors import LimitError, SettingsError
from gamecore.games.record import GameRecord
from gamecore.match.ballots import Ballot, deal, read, standard
from gamecore.match.games import MAX_PLIES, MatchPlayer, Record, play_match
from gamecore.match.settings import Settings, parse
from gamecore.playing.names import part
from gamecore.playing.players import engine_of
from gamecore.playing.tree import begin


def match(game: Any, a: str | MatchPlayer, b: str | MatchPlayer, games: int = 100, *, ballots: str | None = None,
          seed: int = 0, max_plies: int | None = None, jobs: int = 1, executor: Any = None, duplicate: bool = False,
          cube: bool = False, jacoby: bool = False, beavers: bool = False, score: Any = None, money: str | None = None,
          **limits: float) -> Iterator[Record]:
    """Plays two engine settings against each other and yields the games.

    Parameters
    ----------
    game : str or class of positions
        As for Game. The game must be backgammon, or a game without chance.
    a, b : str or MatchPlayer
        The settings of either side, such as "switches=play,nodes=5000"; "" for the defaults.
    games : int, default 100
        An even number, unless in backgammon: each ballot is played twice, with sides exchanged.
    ballots : str, optional
        A deck or a file of openings; by default the game's.
    seed : int, default 0
        The seed of the order of the ballots, or of the dice.
    max_plies : int, optional
        A longer game is a draw (400 plies by default); in backgammon it scores nothing (4,000 plies by default).
    jobs, executor
        As for gamecore.match.games.play_match.
    duplicate : bool, default False
        For backgammon, as are the next arguments: whether all dice are played twice, with sides exchanged.
    cube, jacoby, beavers : bool
        Whether the games have a cube, and the rules for money.
    score : MatchScore or str, optional
        The score at which each game is played, with a's points first, such as "3-5/7".
    money : {"a", "b"}, optional
        The side that does not know the score.
    **limits
        `depth`, `nodes` or `seconds` for a side whose settings contain no limit.

    Yields
    ------
    Record
        Its `points` are those of side a, which begins the first game of each pair. In backgammon it is a
        gamecore.match.backgammon.games.BackgammonRecord, and the opening roll decides which side begins.

    Raises
    ------
    SettingsError, LimitError, BallotError, GameError
        If the settings, limits or ballots are impossible, or it is another game of chance.

    Examples
    --------
    >>> from gamecore.match.elo import Score
    >>> score = Score()
    >>> for record in match("connect-four", "depth=4", "depth=2", games=8):
    ...     score.add(record.points)
    >>> score.games, score.score > .5
    (8, True)
    """
    record = begin(game, None)[0]
    for side in (a, b):
        if not isinstance(side, str | MatchPlayer) or record.probabilities and type(side) not in (str, MatchPlayer):
            raise SettingsError("a side is settings as text, such as 'depth=4', or a MatchPlayer (in backgammon of no "
                                f"other class), not {side!r}")
    own = {name: given for name, given in {"duplicate": duplicate, "cube": cube, "jacoby": jacoby, "beavers": beavers,
                                           "score": score, "money": money}.items() if given not in (False, None)}
    if record.probabilities:
        if ballots is not None:
            raise SettingsError(f"matches of {record.name!r} have no ballots, such as {ballots!r}")
        return part(record, "matches").match(settings_of((a, b), record, limits), games, seed, max_plies, jobs,
                                             executor, **own)
    if own:
        name, given = own.popitem()
        raise SettingsError(f"matches of {record.name!r} have no {name}, such as {given!r}")
    players = [MatchPlayer(settings) if isinstance(side, str) else side
               for side, settings in zip((a, b), settings_of((a, b), record, limits))]
    for player in players:
        player.check(record.start())
    dealt = deal_ballots(record, games, ballots, seed, players)
    return play_match(dealt, *players, MAX_PLIES if max_plies is None else max_plies, jobs=jobs, executor=executor)


def settings_of(sides: Sequence[str | MatchPlayer], game: GameRecord, limits: dict[str, Any]) -> list[Settings]:
    """Returns the settings of both sides of a match, with `limits` for those given as text that name none."""
    found = [parse(side) if isinstance(side, str) else side.settings for side in sides]
    if all(settings.budget for settings in found):
        for name, limit in limits.items():
            raise SettingsError(f"{name} {limit!r} is not for sides that have limits of their own")
    return [replace(settings, engine=engine_of(settings, game)).or_budget(limits) if isinstance(side, str) else settings
            for side, settings in zip(sides, found)]


def deal_ballots(game: GameRecord, games: int, ballots: str | None, seed: int,
                 players: Sequence[MatchPlayer]) -> list[Ballot]:
    """Returns a ballot for each pair of games. Between deterministic sides no ballot is repeated, since the games would
    be repeated too."""
    pairs, single = divmod(in_range("the number of games", games, 2), 2)
    if single:
        raise LimitError(f"the number of games must be even, since every ballot is played twice, not {games!r}")
    found = read(ballots, game) if ballots else standard(game, pairs)
    if pairs > len(found) and all(player.settings.repeatable for player in players):
        raise LimitError(f"{games} games need {pairs} ballots, and there are {len(found)}; without a clock, a "
                         "second round would repeat the first")
    return deal(found, pairs, seed)
