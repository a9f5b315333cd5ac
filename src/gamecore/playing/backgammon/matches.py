"""Matches of backgammon, with the settings of the command `match`."""
from dataclasses import replace

from gamecore.errors import SettingsError
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.stake import Stake
from gamecore.match.backgammon.games import MAX_PLIES, BackgammonPlayer, play_match

STATIC = {"depth": 0}                # the default budget of a side: plays ranked by the static evaluation


def stake_of(score, cube=False, jacoby=False, beavers=False):
    """Returns the Stake of games with a cube; None without one, or in the Crawford game."""
    for name, holds in (("jacoby", jacoby), ("beavers", beavers)):
        if holds and (not cube or score is not None):
            raise SettingsError(f"{name} is a rule of the cube for money: cube without score")
    return Stake(jacoby=jacoby, beavers=beavers) if cube and not (score and score.crawford) else None


def players_of(settings, score, money, stake):
    """Returns the players for the Settings of sides a and b; `money` is the side that does not know the score."""
    if money not in (None, "a", "b"):
        raise SettingsError(f"money is 'a' or 'b', the side that plays for it, not {money!r}")
    if money and score is None:
        raise SettingsError(f"money={money!r}, a side that does not know the score, and there is no score")
    contexts = {name: {} if score is None or name == money else {"match": score} for name in "ab"}    # a is white
    players = [BackgammonPlayer(replace(side, engine=side.engine | contexts[name]).or_budget(STATIC))
               for name, side in zip("ab", settings)]
    for player in players:
        player.check(Backgammon().roll(2, 1))
        if stake:
            player.decide(Backgammon(), stake, 0)
    return players


def match(settings, games, seed, max_plies, jobs, executor, duplicate=False, score=None, money=None, **rules):
    """Yields the games of a match between two Settings."""
    score = MatchScore.read(score) if isinstance(score, str) else score
    if getattr(score, "cube", 1) != 1:
        raise SettingsError(f"games of a match begin with a cube of 1, not as {score!r}")
    stake = stake_of(score, **rules)
    return play_match(games, *players_of(settings, score, money, stake), seed, duplicate,
                      MAX_PLIES if max_plies is None else max_plies, jobs=jobs, executor=executor, stake=stake)
