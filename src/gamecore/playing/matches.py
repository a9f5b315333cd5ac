"""Matches from Python, with the settings of the command `match`."""
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

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
    """Plays engine settings against each other and yields the games.

    Parameters
    ----------
    game : str or class of positions
        As for Game; backgammon, or one without chance.
    a, b : str or MatchPlayer
        The settings of either side, such as "switches=play,nodes=5000"; "" for the defaults.
    games : int, default 100
        An even number, unless in backgammon: each ballot is played twice, with sides exchanged.
    ballots : str, optional
        A deck or a file of openings; by default the game's.
    seed : int, default 0
        Of the order of the ballots, or of the dice.
    max_plies : int, optional
        A longer game, by default of 400 plies, is a draw; in backgammon one of 4,000 scores nothing.
    jobs, executor
        As for gamecore.match.games.play_match.
    duplicate : bool, default False
        Of backgammon, as what follows: whether all dice are played twice, with sides exchanged.
    cube, jacoby, beavers : bool
        Whether the games have a cube, and the rules for money.
    score : MatchScore or str, optional
        At which each game is played, with a's points first, such as "3-5/7".
    money : {"a", "b"}, optional
        The side that does not know the score.
    **limits
        `depth`, `nodes` or `seconds` for a side that names none.

    Yields
    ------
    Record
        Its `points` are those of a, who begins the first game of each pair. In backgammon a
        gamecore.match.backgammon.games.BackgammonRecord, and the opening roll decides.

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
        sides = [settings_of(side, record, limits) if isinstance(side, str) else side.settings for side in (a, b)]
        return part(record, "matches").match(sides, games, seed, max_plies, jobs, executor, **own)
    if own:
        name, given = own.popitem()
        raise SettingsError(f"matches of {record.name!r} have no {name}, such as {given!r}")
    players = [MatchPlayer(settings_of(side, record, limits)) if isinstance(side, str) else side for side in (a, b)]
    for player in players:
        player.check(record.start())
    dealt = deal_ballots(record, games, ballots, seed, players)
    return play_match(dealt, *players, MAX_PLIES if max_plies is None else max_plies, jobs=jobs, executor=executor)


def settings_of(text: str, game: GameRecord, limits: dict[str, Any]) -> Settings:
    """Returns the settings of one side of a match, with `limits` if they name none."""
    settings = parse(text).or_budget(limits)
    return replace(settings, engine=engine_of(settings, game))


def deal_ballots(game: GameRecord, games: int, ballots: str | None, seed: int,
                 players: Sequence[MatchPlayer]) -> list[Ballot]:
    """Returns a ballot for each pair of games. Between deterministic sides none is repeated, since the games would be
    too."""
    if games < 2 or games % 2:
        raise LimitError(f"--games must be an even number from 2 on, since every ballot is played twice, not {games!r}")
    pairs = games // 2
    found = read(ballots, game) if ballots else standard(game, pairs)
    if pairs > len(found) and all(player.settings.repeatable for player in players):
        raise LimitError(f"{games} games need {pairs} ballots, and there are {len(found)}; without a clock, a "
                         "second round would repeat the first")
    return deal(found, pairs, seed)
