"""Matches from Python, with the settings of the command `match`."""
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gamecore.errors import GameError, LimitError, SettingsError
from gamecore.games.record import GameRecord
from gamecore.match.ballots import Ballot, deal, read, standard
from gamecore.match.games import MAX_PLIES, MatchPlayer, Record, play_match
from gamecore.match.settings import Settings, parse
from gamecore.playing.players import engine_of
from gamecore.playing.tree import begin


def match(game: Any, a: str | MatchPlayer, b: str | MatchPlayer, games: int = 100, *, ballots: str | None = None,
          seed: int = 0, max_plies: int = MAX_PLIES, jobs: int = 1, executor: Any = None,
          **limits: float) -> Iterator[Record]:
    """Plays engine settings against each other and yields the games.

    Parameters
    ----------
    game : str or class of positions
        As for Game; one without chance.
    a, b : str or MatchPlayer
        The settings of either side, such as "switches=play,nodes=5000"; "" for the defaults.
    games : int, default 100
        An even number: each ballot is played twice, with sides exchanged.
    ballots : str, optional
        A deck or a file of openings; by default the game's.
    seed : int, default 0
        Of the order of the ballots.
    max_plies : int, default 400
        A longer game is a draw.
    jobs, executor
        As for gamecore.match.games.play_match.
    **limits
        `depth`, `nodes` or `seconds` for a side that names none.

    Yields
    ------
    Record
        Its `points` are those of a; a begins the first game of each pair.

    Raises
    ------
    SettingsError, LimitError, BallotError, GameError
        If the settings, limits or ballots are impossible, or the game has matches of another kind.

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
        if not isinstance(side, str | MatchPlayer):
            raise SettingsError(f"a side is settings as text, such as 'depth=4', or a MatchPlayer, not {side!r}")
    players = [MatchPlayer(settings_of(side, record, limits)) if isinstance(side, str) else side for side in (a, b)]
    if record.chance:
        raise GameError(f"match plays games without chance, not {record.name!r}: see gamecore.Game(match=7)")
    for player in players:
        player.check(record.start())
    dealt = deal_ballots(record, games, ballots, seed, players)
    return play_match(dealt, *players, max_plies, jobs=jobs, executor=executor)


def settings_of(text: str, game: GameRecord, limits: dict[str, Any]) -> Settings:
    """Returns the settings of one side of a match, with `limits` if they name none."""
    settings = parse(text).or_budget(limits)
    return replace(settings, engine=engine_of(settings, game))


def deal_ballots(game: GameRecord, games: int, ballots: str | None, seed: int,
                 players: Sequence[MatchPlayer]) -> list[Ballot]:
    """Returns a ballot for each pair of games. Between deterministic sides none is repeated, since the games would be
    too."""
    if games < 2 or games % 2:
        raise LimitError(
            f"--games must be an even number from 2 on, since every ballot is played twice, not {games!r}")
    pairs = games // 2
    found = read(ballots, game) if ballots else standard(game, pairs)
    if pairs > len(found) and all(player.settings.repeatable for player in players):
        raise LimitError(f"{games} games need {pairs} ballots, and there are {len(found)}; without a clock, a "
                         "second round would repeat the first")
    return deal(found, pairs, seed)
