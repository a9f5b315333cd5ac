"""Games of checkers in PDN, the portable draughts notation, with headers, moves, comments and a result."""
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field

from gamecore.errors import GamecoreError, GameOverError, MoveError, PdnError, PositionError
from gamecore.games.checkers.notation import CheckersMove
from gamecore.games.checkers.position import Checkers

GAME_TYPE = "21"                                 # English draughts, among the games that PDN can hold
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")         # Black won, White won, a draw, unfinished or unknown
OTHER_RESULTS = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "1/2": "1/2-1/2", "0-0": "*"}     # other spellings
REVERSED = {"1-0": "0-1", "0-1": "1-0"}
WINNERS = {"1-0": "black", "0-1": "white"}
TAGS = ("Event", "Site", "Date", "Round", "Black", "White", "Result")     # archives require these, in this order
WIDTH = 79
BLACK_SCORES = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1", None: "*"}

SPACE = re.compile(r"\s*")
TOKEN = re.compile(r"""
    \[ \s* (?P<tag>\w+) \s+ "(?P<value>(?:[^"\\]|\\.)*)" \s* \]
  | \{ (?P<comment>[^}]*) \}
  | ; (?P<line>[^\n]*)
  | (?<![^\n]) (?P<escape>%[^\n]*)
  | (?P<variation>\()
  | (?P<result>1-0|0-1|1/2-1/2|\*|2-0|0-2|1-1|0-0|1/2) (?![-x:\w])
  | (?P<number>\d+\.+)
  | (?P<move>\d+(?:\s*[-x:]\s*\d+)+|\d{3,4}\b(?!/)) [!?*]*
  | (?P<sign>\$\d+|[!?]+)
  | (?P<word>[^\W\d][^\s[\](){};]*)
""", re.VERBOSE | re.IGNORECASE)
NEXT = re.compile(r"^\[", re.MULTILINE)           # the beginning of a game after unreadable text


@dataclass
class Game:
    """A game.

    Attributes
    ----------
    headers : dict of str to str
        Such as "Event", "Black", "White"; "FEN" if the game did not begin from the starting position.
    moves : list of CheckersMove
    comments : dict of int to str
        The comment after each number of plies; 0: before the first move.
    result : {"1-0", "0-1", "1/2-1/2", "*"}
        Black won, White won, a draw, unfinished.
    error : PdnError, PositionError or None
        Why the rest of the game could not be read.

    Raises
    ------
    PdnError
        If PDN cannot hold the result, a header or a comment; when it is made, and when it is written.
    """

    headers: dict[str, str] = field(default_factory=dict)
    moves: list[CheckersMove] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    result: str = "*"
    error: GamecoreError | None = None
    _reached: tuple[int, Checkers] | None = field(default=None, init=False, repr=False, compare=False)

    def _check(self) -> None:
        if self.result not in RESULTS:
            raise PdnError(f"a result is one of {', '.join(RESULTS)}, not {self.result!r}")
        for tag, text in self.headers.items():
            if not (re.fullmatch(r"\w+", str(tag)) and isinstance(text, str)):
                raise PdnError(f"a header is a text with a word as its name, not {text!r} with {tag!r}")
        for comment in self.comments.values():
            if "}" in comment:
                raise PdnError(f"a comment in PDN cannot hold a closing brace: {comment!r}")

    __post_init__ = _check

    @property
    def winner(self) -> str | None:
        """The side that won, "black" or "white", or None if there is no winner."""
        return WINNERS.get(self.result)

    def positions(self) -> list[Checkers]:
        """Returns the positions of the game from the first to the last, one more than the moves."""
        positions = [Checkers(self.headers.get("FEN", ""))]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return positions

    def add(self, position: Checkers, text: str) -> Checkers:
        """Adds a move to the game, which has reached this position; returns the next position."""
        if self._reached is None or self._reached[0] != len(self.moves):
            self._reached = len(self.moves), self.positions()[-1]
        if position != self._reached[1]:
            raise PdnError(f"the game has reached {str(self._reached[1])!r}, not {str(position)!r}")
        move = position.read_move(text)
        self.moves.append(move)
        self._reached = len(self.moves), position.play(move)
        return self._reached[1]

    def remark(self, text: str) -> None:
        """Adds a comment at this point of the game."""
        here = len(self.moves)
        self.comments[here] = " ".join([*self.comments.get(here, "").split(), *text.split()])

    def __str__(self) -> str:
        return write([self])


def read(text: str, *, first: str = "black", errors: str = "raise") -> list[Game]:
    """Reads the games in a PDN text, for example from an archive.

    The reader skips variations and lines that begin with %. Beyond the standard it accepts a byte-order mark, results
    such as 2-0, 1-1, 1/2 and 0-0, blanks within a move, plain steps written 10x14 or 1014, and words outside braces,
    which become comments.

    Parameters
    ----------
    text : str
    first : {"black", "white"}
        The side whose win is written 1-0. This is Black, who moves first, unless the file has the opposite convention.
    errors : {"raise", "collect"}
        Whether to raise the error of a game that cannot be read to its end, or to store it in `Game.error` and continue
        with the next game.

    Returns
    -------
    list of Game

    Raises
    ------
    PdnError
        If the text is malformed, a move cannot be played, the game is not English draughts, or `first` or `errors` is
        none of the above. The message names the game.
    PositionError
        If a FEN header is invalid.
    """
    for name, value, known in (("first", first, ("black", "white")), ("errors", errors, ("raise", "collect"))):
        if value not in known:
            raise PdnError(f"{name} is {' or '.join(map(repr, known))}, not {value!r}")
    games: list[Game] = []
    game = position = stray = None
    begun = False                                # whether the moves of the game have begun
    for name, value in tokens(text.removeprefix("\ufeff")):
        if name == "word" and not (game and (game.headers or game.moves)):
            stray = stray or repr(value)         # between games
            continue
        if name == "comment" and game is None and games:
            games[-1].remark(value)              # after the result
            continue
        if game is None or name == "tag" and (begun or value[0] in game.headers):
            game, position, begun = Game(), None, False
            games.append(game)
        begun = begun or name in ("move", "fault")
        try:
            if name == "tag":
                game.headers[value[0]] = value[1]
                if value[0] == "Result" and result_of(value[1], first) in RESULTS:
                    game.result = result_of(value[1], first)
            elif name == "result":
                if value != "*":                 # which in PDN 3.0 only separates games
                    game.result = result_of(value, first)
                game = None
            elif game.error is None:
                position = follow(game, position, name, value, len(games))
        except (PdnError, PositionError) as error:
            if errors == "raise":
                raise
            game.error = error
    games = [game for game in games if game.headers or game.moves or game.error]
    if stray and not games:
        raise PdnError(f"this is not PDN: it begins with {stray}")
    return games


def result_of(text, first):
    """Returns the member of RESULTS that a text means in a file in which 1-0 is a win of `first`."""
    result = OTHER_RESULTS.get(text, text)
    return REVERSED.get(result, result) if first == "white" else result


def follow(game, position, name, value, number):
    """Returns the position after a token of the moves."""
    if name in ("fault", "torn"):
        raise PdnError(f"this is not PDN, {value}")
    if name == "move":
        return play(game, position, "".join(value.split()), number)
    game.remark(value)
    return position


def play(game, position, text, number):
    """Returns the position after a recorded move; None stands for the first position."""
    if position is None:
        kind = game.headers.get("GameType", GAME_TYPE)
        if kind.split(",")[0].strip() != GAME_TYPE:
            raise PdnError(f"game {number}: GameType {kind!r} is another game; English draughts is {GAME_TYPE!r}")
        position = Checkers(game.headers.get("FEN", ""))
    try:
        return game.add(position, text)
    except (GameOverError, MoveError) as error:
        played = [other for other in others(text) if is_legal(position, other)]
        if len(played) != 1:
            raise PdnError(f"game {number}, ply {len(game.moves) + 1}: {error}") from error
        return game.add(position, played[0])


def others(text):
    """Returns the other possible meanings of a move: 10x14 may be a step, and 1014 a step or a jump."""
    if text.isdecimal():
        return [f"{text[:i]}-{text[i:]}" for i in (1, 2) if len(text) - i <= 2]
    return [re.sub("[x:]", "-", text, flags=re.IGNORECASE)]


def is_legal(position, text):
    try:
        position.read_move(text)
    except (GameOverError, MoveError):
        return False
    return True


def tokens(text):
    """Yields (name, value) of each token of a PDN text.

    After ("fault", place) it skips the rest of the game; after ("torn", place), which means a broken header, it skips
    the rest of the line.
    """
    at = SPACE.match(text).end()
    while at < len(text):
        match = TOKEN.match(text, at)
        start, at = at, match and (end_of_variation(text, at) if match["variation"] else match.end())
        if at is None and text[start] == "[":
            yield "torn", place(text, start)
            at = text.find("\n", start) + 1 or len(text)
        elif at is None:
            yield "fault", place(text, start)
            match = NEXT.search(text, start + 1)
            at = match.start() if match else len(text)
        elif match["tag"]:
            yield "tag", (match["tag"], re.sub(r"\\(.)", r"\1", match["value"]))
        elif match["comment"] is not None or match["line"] is not None:
            yield "comment", match["comment"] or (match["line"] or "").replace("}", ")")    # braces cannot hold one
        elif match["word"]:
            yield "word", match["word"]
        elif match["move"] or match["result"]:
            yield match.lastgroup, match[match.lastgroup]
        at = SPACE.match(text, at).end()


def place(text, at):
    """Returns the line and the text at a place, for an error message."""
    return f"in line {text.count(chr(10), 0, at) + 1}: {text[at:at + 40]!r}"


def end_of_variation(text, at):
    """Returns the end of the variation that opens at `place`, or None; comments may contain brackets."""
    depth = 0
    for match in re.compile(r"\{[^}]*\}|;[^\n]*|[()]").finditer(text, at):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return None


def write(games: Iterable[Game]) -> str:
    """Returns the PDN text of games."""
    return "\n".join(f"{headers_of(game)}\n{moves_of(game)}\n" for game in games)


def written(start: Checkers, moves: Iterable[CheckersMove], score: float | None = None,
            headers: dict[str, str] | None = None, remark: str | None = None) -> str:
    """Returns a game as PDN from its first position, its moves and Black's score (1, 0.5, 0, or None)."""
    fen = {} if start == Checkers() else {"FEN": str(start)}
    game = Game((headers or {}) | fen, list(moves), result=BLACK_SCORES[score])
    if remark:
        game.remark(remark)
    return str(game)


def headers_of(game):
    game._check()
    unknown = dict.fromkeys(TAGS, "?") | {"Date": "????.??.??", "GameType": GAME_TYPE}
    headers = unknown | game.headers | {"Result": game.result}
    if "FEN" in headers:
        headers["SetUp"] = "1"
    quoted = {tag: value.replace("\\", "\\\\").replace('"', '\\"') for tag, value in headers.items()}
    return "".join(f'[{tag} "{value}"]\n' for tag, value in quoted.items())


def moves_of(game):
    """Returns the moves as numbered pairs, with the comments and the result."""
    words = comment_of(game, 0)
    first = 0 if game.positions()[0].turn == "black" else 1
    for ply, move in enumerate(game.moves):
        if (ply + first) % 2 == 0:
            words.append(f"{(ply + first) // 2 + 1}.")
        elif ply == 0:
            words.append("1...")
        words += [str(move), *comment_of(game, ply + 1)]
    return textwrap.fill(" ".join([*words, game.result]), WIDTH, break_long_words=False, break_on_hyphens=False)


def comment_of(game, ply):
    return ["{" + game.comments[ply] + "}"] if ply in game.comments else []
