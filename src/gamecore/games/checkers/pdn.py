"""Games of checkers in PDN, the portable draughts notation: headers in brackets, moves, comments in braces, result."""
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field

from gamecore.errors import MoveError, PdnError
from gamecore.games.checkers.notation import CheckersMove
from gamecore.games.checkers.position import Checkers

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")         # White won, Black won, a draw, unfinished or unknown
OTHER_RESULTS = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "1/2": "1/2-1/2"}      # as others write them
TAGS = ("Event", "Site", "Date", "Round", "Black", "White", "Result")     # archives require these, in this order
WIDTH = 79
BLACK_SCORES = {1.0: "0-1", 0.5: "1/2-1/2", 0.0: "1-0", None: "*"}

SPACE = re.compile(r"\s*")
TOKEN = re.compile(r"""
    \[ \s* (?P<tag>\w+) \s+ "(?P<value>(?:[^"\\]|\\.)*)" \s* \]
  | \{ (?P<comment>[^}]*) \}
  | ; (?P<line>[^\n]*)
  | (?<![^\n]) (?P<escape>%[^\n]*)
  | (?P<variation>\()
  | (?P<result>1-0|0-1|1/2-1/2|\*|2-0|0-2|1-1|1/2) (?![-x:\w])
  | (?P<number>\d+\.+)
  | (?P<move>\d+(?:\s*[-x:]\s*\d+)+) [!?*]*
  | (?P<sign>\$\d+|[!?]+)
""", re.VERBOSE | re.IGNORECASE)


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
        White won, Black won, a draw, unfinished.
    """

    headers: dict[str, str] = field(default_factory=dict)
    moves: list[CheckersMove] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    result: str = "*"

    def positions(self) -> list[Checkers]:
        """The positions of the game from the first to the last, one more than the moves."""
        positions = [Checkers(self.headers.get("FEN", ""))]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return positions

    def add(self, position: Checkers, text: str) -> Checkers:
        """Adds a move to the game; returns the position after it."""
        self.moves.append(position.read_move(text))
        return position.play(self.moves[-1])

    def remark(self, text: str) -> None:
        """Adds a comment at this point of the game."""
        here = len(self.moves)
        text = " ".join(text.split())
        self.comments[here] = f"{self.comments[here]} {text}" if here in self.comments else text

    def __str__(self) -> str:
        return write([self])


def read(text: str) -> list[Game]:
    """The games of a PDN text, a list of Game. Variations are skipped, and so are lines that begin with %. A byte-order
    mark, results such as 2-0, 1-1 and 1/2, and blanks within a move are understood.

    Raises
    ------
    PdnError
        The text is malformed, or a move cannot be played; the message says in which game.
    PositionError
        A FEN header is no position.
    """
    games, game, position = [], None, None
    for name, value in tokens(text.removeprefix("\ufeff")):
        if game is None or (name == "tag" and game.moves):
            game, position = Game(), None
            games.append(game)
        if name == "tag":
            game.headers[value[0]] = value[1]
            if value[0] == "Result" and result_of(value[1]) in RESULTS:
                game.result = result_of(value[1])
        elif name == "comment":
            game.remark(value)
        elif name == "move":
            position = play(game, position, "".join(value.split()), len(games))
        elif name == "result":
            game.result = result_of(value)
            game = None
    return [game for game in games if game.headers or game.moves]


def result_of(text):
    """One of RESULTS, where the text is another form of it."""
    return OTHER_RESULTS.get(text, text)


def play(game, position, text, number):
    """The position after a recorded move, the start being None."""
    try:
        return game.add(position or Checkers(game.headers.get("FEN", "")), text)
    except MoveError as error:
        raise PdnError(f"game {number}, ply {len(game.moves) + 1}: {error}") from error


def tokens(text):
    """(name, value) of each token of a PDN text."""
    at = SPACE.match(text).end()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise PdnError(f"this is no PDN, in line {text.count(chr(10), 0, at) + 1}: {text[at:at + 40]!r}")
        at = SPACE.match(text, end_of_variation(text, at) if match["variation"] else match.end()).end()
        if match["tag"]:
            yield "tag", (match["tag"], re.sub(r"\\(.)", r"\1", match["value"]))
        elif match["comment"] is not None or match["line"] is not None:
            yield "comment", match["comment"] or match["line"] or ""
        elif match["move"] or match["result"]:
            yield match.lastgroup, match[match.lastgroup]


def end_of_variation(text, at):
    """The end of the variation that opens at this place. Comments may contain brackets."""
    depth = 0
    for match in re.compile(r"\{[^}]*\}|;[^\n]*|[()]").finditer(text, at):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    raise PdnError(f"a variation is never closed: {text[at:at + 40]!r}")


def write(games: Iterable[Game]) -> str:
    """The PDN text of games."""
    return "\n".join(f"{headers_of(game)}\n{moves_of(game)}\n" for game in games)


def written(start: Checkers, moves: Iterable[CheckersMove], score: float | None = None,
            headers: dict[str, str] | None = None, remark: str | None = None) -> str:
    """Returns a game as PDN: its first position, its moves, what Black scored (1, 0.5, 0; None: unfinished)."""
    fen = {} if start == Checkers() else {"FEN": str(start)}
    game = Game((headers or {}) | fen, list(moves), result=BLACK_SCORES[score])
    if remark:
        game.remark(remark)
    return str(game)


def headers_of(game):
    headers = dict.fromkeys(TAGS, "?") | {"Date": "????.??.??"} | game.headers | {"Result": game.result}
    if "FEN" in headers:
        headers["SetUp"] = "1"
    quoted = {tag: value.replace("\\", "\\\\").replace('"', '\\"') for tag, value in headers.items()}
    return "".join(f'[{tag} "{value}"]\n' for tag, value in quoted.items())


def moves_of(game):
    """The moves two by two, numbered, with the comments and the result."""
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
    if ply not in game.comments:
        return []
    if "}" in game.comments[ply]:
        raise PdnError(f"a comment in PDN cannot hold a closing brace: {game.comments[ply]!r}")
    return ["{" + game.comments[ply] + "}"]
