"""A game in progress: its moves, its players, and its texts."""
from collections.abc import Iterator
from functools import partial
from os import PathLike
from typing import Any

from gamecore.core.files import atomic_file
from gamecore.core.text import counted
from gamecore.engine import Engine
from gamecore.errors import GameError, GameOverError, MoveError
from gamecore.pictures import picture
from gamecore.playing import saved
from gamecore.playing.annotation import Verdict, judged
from gamecore.playing.players import EnginePlayer, Reply
from gamecore.playing.texts import read_any, texts_of
from gamecore.playing.tree import GameResult, GameTree

HASH_MB = 32
QUICK = {"depth": 60, "seconds": 0.4}    # to judge a move
CUBE_DEPTH = 1                           # layers of chance that an engine searches to decide about the cube


class Game(GameTree):
    """A game in progress.

    Parameters
    ----------
    game : str, position or class of positions
        "connect-four", "checkers", "backgammon" or "module:Class"; or the first position.
    position : str, optional
        The text of the first position.
    players : pair, default (None, None)
        The players of both sides, in the order of the game's `sides`: None for a person, or an object with
        `choose(position)`, such as gamecore.level returns.
    cube : bool, default False
        Whether the players of backgammon may double; in a match, and with the stakes of an XGID, they may.
    match : int, MatchScore or str, optional
        The points of a match of backgammon, or the score of one.
    names : pair of str, optional
        The names of the players, for texts and the verdict; by default `sides`.
    seed : optional
        The seed of chance: equal seeds give equal outcomes after equal numbers of steps. An object with `choices`, such
        as random.Random, draws the outcomes itself. By default they are drawn by the system's generator.
    clock : (float, float), optional
        Seconds for each side, and the increment for each move.

    Attributes
    ----------
    position : position
    side : int
        The side to move, 0 or 1.
    moves, positions : list
        The moves so far; the positions in which they were chosen, and the current position.
    players : list
    headers : dict of str to str
        Headers of PDN, such as {"Event": "Club championship"}.
    previous : Game or None
        The preceding game of the match.

    Raises
    ------
    GameError, PositionError, LimitError
        If there is no such game or position, or the clock is impossible.

    Examples
    --------
    >>> import gamecore
    >>> game = gamecore.Game("checkers", players=(None, gamecore.level("checkers", 2, seed=1)))
    >>> game.play("11-15")
    >>> game.advance()                               # until a person has to act
    >>> len(game.moves), game.result
    (2, None)
    >>> game.undo()                                  # the engine's move
    >>> game.undo()
    >>> game.play("11-16")
    >>> game.undo()
    >>> game.variations
    [11-15, 11-16]
    """

    _draws_opening = True

    def __init__(self, game: Any, position: str | None = None, *, players: Any = (None, None), cube: bool = False,
                 match: Any = None, names: tuple[str, str] | None = None, seed: Any = None,
                 clock: tuple[float, float] | None = None):
        super().__init__(game, position, cube=cube, match=match, seed=seed, clock=clock)
        self.names = tuple(map(str, pair("names", names or self.sides)))
        self.headers: dict[str, str] = {}
        self.previous: Game | None = None
        self.players = pair("players", players)
        for player in self.players:
            if not (player is None or callable(getattr(player, "choose", None))):
                raise GameError(f"a player is None, for a person, or has choose(position), unlike {player!r:.80}")

    def __repr__(self) -> str:
        state = self.verdict() or f"{self.names[self.actor]} to act"
        return f"<Game of {self.name}, {counted(len(self.moves), 'move')}: {state}>"

    def _repr_html_(self):
        return picture(self.position, last_move=self.moves[-1] if self.moves else None)

    # Players.

    def step(self) -> bool:
        """Plays a chance outcome, or lets the player whose turn it is act; returns False if a person has to act or the
        game is over."""
        if self.result is not None:
            return False
        player, actions = self.players[self.actor], self.cube_actions()
        if player is None and (actions or not self.outcomes()):
            return False
        if actions and (action := self.cube_advice()[0]) != "roll":
            self.use_cube(action)
        elif self.outcomes():
            self.play_outcome()
        else:
            self.play(self._reply(player, self.time()).move)
        return True

    def _reply(self, player, clock=None):
        reply = getattr(player, "reply", None)
        return reply(self.position, self.stake.match, clock) if reply else Reply(player.choose(self.position))

    def advance(self) -> GameResult | None:
        """Plays chance outcomes and lets the engines act until a person has to act or the game is over; returns the
        result."""
        while self.step():
            pass
        return self.result

    def cube_advice(self) -> tuple[str, str]:
        """Returns an engine's cube action, or "roll", and its reason."""
        return self.game.part("stake").advice(self.decide(), self.stake.offered)

    def decide(self) -> Any:
        """Returns an engine's Decision about the cube."""
        return Engine(hash_mb=1, match=self.stake.match).decide(self.position, CUBE_DEPTH,
                                                                **self.stake.cube_arguments(self.side))

    def match_score(self) -> Any:
        """Returns the points of both sides in the match after this game, or before it if it is not over; None outside a
        match.
        """
        score = self.stake.score
        if score is None:
            return None
        won = [score.white, score.black]
        if self.result and self.result.winner is not None:
            won[self.result.winner] += int(self.result.points)
        return tuple(won)

    @property
    def match_winner(self) -> int | None:
        """The side that has won the match with this game; None before that, or outside a match."""
        won = self.match_score()
        return won.index(max(won)) if won and max(won) >= self.stake.score.length else None

    def games(self) -> Iterator["Game"]:
        """Yields this game and, after the end of each game, the next game of its match, until a side has won the match.

        Raises GameError after a game that is not part of a match, or is not over.
        """
        yield (game := self)
        while game.match_winner is None:
            yield (game := game.next_game())

    def next_game(self) -> "Game":
        """Returns the next game of the match, or the first game of a new one if the match is over.

        Raises GameError for a game that is not part of a match, or is not over.
        """
        score, won = self.stake.score, self.match_score()
        if won is None or not self.result:
            why = "it goes on" if won else "it is not of a match"
            raise GameError(f"no game follows in {str(self.position)!r}: {why}")
        goes_on = self.match_winner is None
        after = (type(score)(*won, score.length, score.crawford or score.post_crawford) if goes_on else
                 type(score)(0, 0, score.length))
        seed = self.seed                                 # for different dice, unless it draws itself
        seed = seed if seed is None or hasattr(seed, "choices") else f"{seed}, then {won[0]}-{won[1]}"
        following = type(self)(self.game, self.game.start().xgid(after), players=self.players, cube=True,
                               names=self.names, seed=seed, clock=self.clock)
        following.previous, following.cube = self if goes_on else None, self.cube
        return following

    def offer_draw(self) -> bool:
        """Offers a draw to the other side's player, who accepts if a search does not find that side ahead.

        Returns True if the draw is accepted, which ends the game; a person accepts with `agree`.
        """
        ask = getattr(self.players[1 - self.actor], "reply", None)
        result = None if ask is None or self.position.outcomes is not None else ask(self.position).result
        if result is None or result.score < 0:
            return False
        self.agree()
        return True

    def hint(self, player: Any = None) -> Reply:
        """Returns the move or cube action that a player, by default an engine with a second, would choose here.

        Raises GameOverError, or MoveError if chance acts first.
        """
        if self.result is not None:
            raise GameOverError(f"the game is over in {str(self.position)!r}: no hint")
        if self.cube_actions():
            return Reply(*self.cube_advice())
        if self.outcomes():
            raise MoveError(f"no hint in {str(self.position)!r}: chance acts first")
        return self._reply(player or EnginePlayer(Engine(HASH_MB, switches="play"), {"seconds": 1.0}))

    def coach(self, judge: Any = None) -> Verdict | None:
        """Returns a Verdict on the last move, with its loss and the better line; None if there was no alternative.

        The judge is a player with a method `compare`, such as EnginePlayer; the default one searches for .4 seconds, or
        a layer of chance.
        """
        *_, verdict = None, *judged(self, judge or self.judge(), numbers=[len(self.moves)])
        return verdict if verdict and verdict.choices > 1 else None

    def annotate(self, judge: Any = None) -> Iterator[Verdict]:
        """Yields a Verdict on each move that had an alternative.

        In backgammon, if an engine judges, it also yields Verdicts on other plays, for the luck of their rolls, and on
        each decision about the cube; gamecore.playing.backgammon.annotation.Tally adds them up.
        """
        return judged(self, judge or self.judge())

    def judge(self) -> EnginePlayer:
        limits = QUICK if self.position.outcomes is None else {"depth": 1}
        return EnginePlayer(Engine(HASH_MB, switches="exact"), limits)

    # Texts.

    def texts(self) -> dict[str, str]:
        """Returns the game in each of its notations: "position", "saved", "PDN", "XGID", "GNU", "mat"."""
        return texts_of(self)

    def pdn(self) -> str:
        """Returns a game of checkers as PDN, with the players' names and `headers`."""
        return self._text("PDN")

    def mat(self) -> str:
        """Returns a game of backgammon from the opening roll on, and the earlier games of its match, in the .mat
        format."""
        return self._text("mat")

    def xgid(self) -> str:
        """Returns the position of backgammon with the cube and the score, as XGID."""
        return self._text("XGID")

    def _text(self, notation):
        texts = self.texts()
        if notation not in texts:
            raise GameError(f"no {notation} of this game of {self.name!r}: there are {', '.join(texts)}")
        return texts[notation]

    @classmethod
    def read(cls, text: str, number: int | None = None, **options: Any) -> "Game":
        """Returns the game or position in a text of one of these notations; `options` are those of Game.

        If a PDN or a .mat has several games, `number` selects one, from 1; without a number RecordError is raised.
        """
        return read_any(text, partial(saved.replayed, make=cls, **options), number=number)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the game to a file atomically, with its variations."""
        with atomic_file(path) as file:
            file.write(saved.dump(self))

    @classmethod
    def load(cls, path: str | PathLike[str], game: Any = None, **options: Any) -> "Game":
        """Returns a saved game.

        A file never decides which code is run: for a game that is not built in, pass its name as `game`. `options` are
        those of Game, such as the players, who are not saved. Raises OSError, RecordError, MoveError or PositionError.
        """
        return saved.load(path, cls, game, **options)


def pair(name: str, given: Any) -> list[Any]:
    """Returns the pair given for the two sides as a list; raises GameError for anything else."""
    if not (isinstance(given, tuple | list) and len(given) == 2):
        raise GameError(f"{name} are a pair, one for each side, not {given!r:.80}")
    return list(given)
