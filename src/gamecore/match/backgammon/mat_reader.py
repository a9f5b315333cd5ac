"""A reader of .mat files as Jellyfish, GNU Backgammon, eXtreme Gammon and servers write them.

mat.py shows the format; a file with the cube also has such lines:

      6)  Doubles => 2                       Takes
      7) 21: 6/4 4/3*                       32: 25/22* 8/6
     19)  Doubles => 4                       Drops
          Wins 2 points

If a line has only one entry, its column shows the side. An empty entry is a turn without a legal play that was not
recorded.
"""
import re
from dataclasses import dataclass, replace

from gamecore.errors import LimitError, MoveError, PositionError, RecordError
from gamecore.games.backgammon.cube import check_cube
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.notation import BAR
from gamecore.games.backgammon.position import Backgammon
from gamecore.match.backgammon.mat import AFTER_CRAWFORD, BEAVERS, JACOBY, WITHOUT_CUBE

LENGTH = re.compile(r"(\d{1,9}) +point +match", re.IGNORECASE)
GAME = re.compile(r"Game +(\d{1,9})", re.IGNORECASE)
# A name may contain a colon and a number, so the pattern prefers a wide gap between the sides.
SCORES = [re.compile(rf"(\S.*?) *: *(\d{{1,9}})\s{{{gap},}}([^\s:].*?) *: *(\d{{1,9}})\s*$") for gap in (2, 1)]
ROW = re.compile(r" *\d+ *\)")
ROLL = r"[1-6][1-6] *:"
CUBE = {"doubles": "double", "redoubles": "double", "beavers": "beaver", "takes": "take", "accepts": "take",
        "drops": "drop", "passes": "drop"}
UNNUMBERED = re.compile(rf"\s*(\d+\W*)?({ROLL}|(re)?doubles\b)", re.IGNORECASE)
ENTRY = re.compile(rf"{ROLL}|\b(?:{'|'.join(CUBE)})\b|\bwins\b", re.IGNORECASE)
WINS = re.compile(r"wins +(\d{1,9}) +point", re.IGNORECASE)
NOTHING = ("", "cannot move", "can't move", "no move", "????")
MIDDLE = 14                          # a single entry that begins further right belongs to the right side


@dataclass(frozen=True)
class RecordedTurn:
    """One action of a side."""

    line: int                        # of the file, from 1
    side: int                        # 0, the left one, or 1
    position: Backgammon             # before the dice, for the side on roll; white is the left one
    dice: tuple[int, int] | None     # the roll played
    move: object                     # a BackgammonMove or None
    action: str | None               # double, beaver, take or drop
    cube: int                        # the cube's value after it; after a double, the one that is offered
    owner: int | None                # the side that owns the cube after it; None: the middle


@dataclass(frozen=True)
class MatGame:
    """A game that was read from a .mat file."""

    number: int                      # of the game in the file
    length: int                      # the points that win the match, 0 for money
    names: tuple[str, str]           # the left side and the right one
    score: tuple[int, int]           # before the game
    turns: tuple[RecordedTurn, ...]
    winner: int | None               # 0 or 1
    points: int                      # of the winner, including the stake; 0 for an unfinished game
    post_crawford: bool = False      # whether a side is one point away, and the Crawford game has been played
    has_cube: bool = True
    jacoby: bool = False             # whether the file says that the Jacoby rule holds
    beavers: bool = False            # whether it says that beavers are allowed, or the game has one

    def score_at(self, turn: RecordedTurn) -> MatchScore | None:
        """Returns the MatchScore at a turn, in which white's points are those of the left side; None for money.

        Raises PositionError if the match is longer than a MatchScore can be.
        """
        if not self.length:
            return None
        return MatchScore(*self.score, self.length, self.post_crawford, turn.cube)


def read_mat(text: str, name: str = "the file") -> list[MatGame]:
    """Returns the MatGames of a file's text, which may have several matches; `name` is the file's name in errors.

    Raises RecordError, which quotes the line and its number, if a line is malformed or has an illegal play.
    """
    matches, reader = [], None               # (length, remarks, games) of each match
    for number, line in enumerate(text.removeprefix("\ufeff").expandtabs().splitlines(), 1):
        words = line.strip()
        if words.startswith(";") and matches:
            matches[-1][1].append(words)
        if not words or words.startswith(";"):
            continue
        try:
            if found := LENGTH.match(words):
                matches.append((int(found[1]), [], []))
                reader = None
            elif found := GAME.fullmatch(words):
                if not matches:
                    raise RecordError(f"a line such as '7 point match' comes before {words!r}")
                length, _, games = matches[-1]
                reader = Reader(int(found[1]), length)
                games.append(reader)
            elif reader:
                reader.read(number, line)
        except (RecordError, MoveError, PositionError, LimitError) as error:
            raise RecordError(f"line {number} of {name!r}, {words!r}: {error}") from None
    if not any(games for _, _, games in matches):
        raise RecordError(f"{name!r} is not a .mat file: it has no line such as ' Game 1'")
    return [game for _, remarks, games in matches
            for game in completed([game.finished(name) for game in games], remarks)]


def completed(games, remarks):
    """Returns the games of a match with the settings in its remarks. The first game in which a side needs one point is
    the Crawford game, unless a remark denies it or the cube was used."""
    near, after = [game.length - 1 in game.score for game in games], AFTER_CRAWFORD in remarks
    used = [{turn.action for turn in game.turns} - {None} for game in games]
    return [replace(game, has_cube=WITHOUT_CUBE not in remarks, jacoby=JACOBY in remarks,
                    beavers=BEAVERS in remarks or "beaver" in used[i],
                    post_crawford=near[i] and (after or any(near[:i]) or bool(used[i])))
            for i, game in enumerate(games)]


class Reader:
    def __init__(self, number, length):
        self.number, self.length = number, length
        self.names = self.score = None
        self.position = Backgammon()
        self.cube, self.offered = 1, 0            # the stake, and the stake before an unanswered double
        self.owner = None                         # the side that owns the cube
        self.turns = []
        self.winner, self.points = None, 0

    @property
    def on_roll(self):
        """The side on roll; before the opening roll, the left side."""
        return int(self.position.turn == "black")

    def finished(self, name):
        if self.names is None:
            raise RecordError(f"{name!r} ends before the score of game {self.number}")
        return MatGame(self.number, self.length, self.names, self.score, tuple(self.turns), self.winner, self.points)

    def read(self, number, line):
        if self.names is None:
            self.read_score(line)
        elif row := ROW.match(line):
            self.read_row(number, line, row.end())
        elif found := WINS.search(line):
            self.winner, self.points = int(found.start() > MIDDLE), int(found[1])
        elif UNNUMBERED.match(line):
            raise RecordError(f"expected a number before {line.strip()!r}, as in '12) 31: 8/5 6/5'")

    def read_score(self, line):
        found = SCORES[0].search(line) or SCORES[1].search(line)
        if found is None:
            raise RecordError(f"expected the sides and their points, such as 'Anna : 0    Ben : 2', not {line!r}")
        self.names, self.score = (found[1], found[3]), (int(found[2]), int(found[4]))
        if 0 < self.length <= max(self.score):
            raise RecordError(f"in a match to {self.length} points both sides have fewer before a game")

    def read_row(self, number, line, begin):
        """Reads a row with an entry for each side, either of which may be empty."""
        starts = [found.start() for found in ENTRY.finditer(line, begin)]
        if line[begin:starts[0] if starts else None].strip():
            raise RecordError(f"expected a roll and a play, or an action with the cube, not {line[begin:].strip()!r}")
        if len(starts) > 2:
            raise RecordError(f"expected one entry or two, not {line[begin:].strip()!r}")
        sides = (0, 1) if len(starts) == 2 else [int(start > MIDDLE) for start in starts]
        for side, start, end in zip(sides, starts, [*starts, None][1:], strict=True):
            self.read_entry(number, side, line[start:end].strip())

    def read_entry(self, number, side, text):
        if found := WINS.match(text):
            self.winner, self.points = side, int(found[1])
        elif self.winner is not None or self.turns and self.turns[-1].action == "drop":
            raise RecordError(f"{text!r} comes after the end of the game")
        elif text[0].isdigit():
            self.read_play(number, side, text)
        else:
            self.read_action(number, side, text.split())

    def read_play(self, number, side, text):
        if self.offered:
            raise RecordError(f"{text!r} comes before the answer to the double")
        self.give_the_turn(side)
        dice, play = (part.strip() for part in text.split(":", 1))
        rolled = self.position.roll(int(dice[0]), int(dice[1]))
        move = rolled.read_move("pass" if play.lower() in NOTHING else play)
        self.turns.append(RecordedTurn(number, side, self.position, rolled.dice, move, None, self.cube,
                                       self.owner))
        self.position = rolled.play(move)

    def give_the_turn(self, side):
        """Passes the turn to a side, which is possible only if the other could not move."""
        if self.position.is_over():
            raise RecordError(f"the game is over in {str(self.position)!r}")
        if side != self.on_roll:
            if self.turns and not self.position.own[BAR]:
                raise RecordError(f"it is the turn of {self.names[self.on_roll]!r}")
            self.position = self.position.swapped()

    def read_action(self, number, side, words):
        """Reads a cube action such as "Doubles => 2", "Takes" or "Drops"."""
        action = CUBE[re.match(r"\w+", words[0])[0].lower()]     # not a mark after it, as in "Drops?"
        if action == "double" and self.offered and side != self.on_roll and not self.length:
            action = "beaver"            # as GNU Backgammon writes it, and then "Takes" for the side that doubled
        if action == "take" and side == self.on_roll and self.turns and self.turns[-1].action == "beaver":
            return
        if (action == "double") == bool(self.offered):
            raise RecordError(f"{' '.join(words)!r} " + ("answers no double" if action != "double" else
                                                         "comes before the answer to the other double"))
        if action == "double":
            if not self.turns:
                raise RecordError(f"{' '.join(words)!r} comes before the opening roll")
            if self.owner == 1 - side:
                raise RecordError(f"{' '.join(words)!r} with the cube of {self.names[self.owner]!r}")
            self.give_the_turn(side)
        elif side == self.on_roll:
            raise RecordError(f"{' '.join(words)!r} is for the other side")
        if action in ("double", "beaver"):
            self.cube = check_cube(self.stake_after(words))
            self.offered = self.cube // 2 if action == "double" else 0
        else:
            self.cube = self.offered if action == "drop" else self.cube
            self.offered = 0
        if action in ("take", "beaver"):
            self.owner = side
        self.turns.append(RecordedTurn(number, side, self.position, None, None, action, self.cube, self.owner))

    def stake_after(self, words):
        """Returns the stake after a double or a beaver, both of which double the stake.

        For money the first double may start above 1, after automatic doubles, which the format lacks.
        """
        value = int(words[-1]) if re.fullmatch(r"\d{1,9}", words[-1]) else 2 * self.cube
        automatic = not self.length and not any(turn.action for turn in self.turns)
        if value < 2 or value != 2 * self.cube and not automatic:
            raise RecordError(f"{' '.join(words)!r} from a cube of {self.cube}")
        return value
