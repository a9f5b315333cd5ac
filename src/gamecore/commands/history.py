"""The history of a game (positions, moves, chance outcomes), which can be saved to a file and loaded."""
import json
from contextlib import suppress

from gamecore.core.files import open_binary, atomic_file
from gamecore.errors import MoveError, RecordError
from gamecore.games.all import game_of
from gamecore.games.outside.turns import find_move, legal_moves, list_outcomes, moves_again, passes_turn, word_of

FORMAT = "gamecore game 1"


class History:
    """The history of a game from a first position, in which a player or chance is to act."""

    def __init__(self, position):
        self.positions = [position]      # those in which a player had to choose, and the current one
        self.sides = [0]                 # the side to move in each, 0 for the side that began
        self.moves = []                  # from each position to the next
        self.outcomes = [[]]             # of chance, before each position
        self.cube = []                   # (number of moves before it, action) for each use of a doubling cube

    @property
    def position(self):
        return self.positions[-1]

    @property
    def first_moves(self):
        """Whether the first player of this game is to move; unless the first position says, that is the one there."""
        return self.sides[-1] == game_of(self.positions[0]).second_moves(self.positions[0])

    def chances(self):
        """Returns the possible chance outcomes as pairs (outcome, probability); none unless chance is to act."""
        return list_outcomes(self.position)

    def legal_moves(self):
        return [] if self.chances() else legal_moves(self.position)

    def play(self, move):
        self.sides.append(self.sides[-1] ^ (not moves_again(self.position, move)))
        self.positions.append(self.position.play(move))
        self.moves.append(move)
        self.outcomes.append([])

    def happen(self, outcome):
        """Records a chance outcome."""
        self.sides[-1] ^= passes_turn(self.position, outcome)
        self.positions[-1] = self.position.play_outcome(outcome)
        self.outcomes[-1].append(outcome)

    def act(self, word):
        """Records the move or chance outcome that a word of a protocol names; raises MoveError if it names none."""
        if self.position.is_over():
            raise MoveError(f"no move {word!r}: the game is over in {str(self.position)!r}")
        if self.chances():
            self.happen(find_outcome(self, word_of(word)))
        else:
            self.play(find_move(self.position, word))

    def outcome_of(self, text, name=str):
        """Returns [the possible chance outcome of this name], or []; raises MoveError if there are several."""
        found = [outcome for outcome, _ in self.chances() if name(outcome) == text]
        if any(other != found[0] for other in found[1:]):
            raise MoveError(f"{text!r} is the text of several outcomes in {str(self.position)!r}: "
                            f"{', '.join(map(repr, found))}")
        return found[:1]

    def draw(self, random):
        """Records a chance outcome that is drawn, and returns it."""
        outcome, = random.choices(*zip(*self.chances()))
        self.happen(outcome)
        return outcome

    def take_back(self):
        """Removes the last move, and the chance outcomes after it."""
        for steps in (self.positions, self.sides, self.moves, self.outcomes):
            steps.pop()
        self.cube = [use for use in self.cube if use[0] <= len(self.moves)]

    def take_back_cube(self):
        """Removes the uses of the cube after the last move, of which there is one, and the dice after them."""
        self.cube = [use for use in self.cube if use[0] < len(self.moves)]
        self.positions[-1], self.outcomes[-1] = self.positions[-2].play(self.moves[-1]), []

    def restart(self):
        """Returns to the first choice, after the chance outcomes before it."""
        while self.moves:
            self.take_back()

    def read_move(self, text):
        """Returns [the legal move that a text means], or []; a game may accept several texts for a move."""
        with suppress(MoveError):
            return [find_move(self.position, text)] if self.legal_moves() else []
        return []


def word_of_outcome(outcome):
    """Returns a chance outcome as a word, such as 31 for a roll of 3-1."""
    if isinstance(outcome, tuple) and all(isinstance(die, int) and 0 <= die <= 9 for die in outcome):
        return "".join(map(str, outcome))
    return word_of(outcome)


def find_outcome(history, word):
    if read := game_of(history.position).read_outcome:
        return read(word)
    found = history.outcome_of(word, word_of_outcome)
    if not found:
        words = ", ".join([word_of_outcome(outcome) for outcome, _ in history.chances()])
        raise MoveError(f"no outcome {word!r} in {str(history.position)!r}: possible are {words}")
    return found[0]


def save(path, history, game, start):
    """Writes a game (its name, and the text of its first position unless it is the usual one) to a file atomically."""
    steps = []
    for i, outcomes in enumerate(history.outcomes):
        steps += [{"move": str(move)} for move in history.moves[max(i - 1, 0):i]]
        steps += [{"cube": action} for number, action in history.cube if number == i]
        steps += [{"chance": str(outcome)} for outcome in outcomes]
    with atomic_file(path) as file:
        json.dump({"format": FORMAT, "game": game, "position": start, "steps": steps}, file, indent=1)
        file.write("\n")


def load(path, game, from_text, check_cube=None):
    """Returns the History in a file, and the text of its first position, or None.

    A file never decides which code is run: `game` is the expected one, and `from_text` maps the text of a position, or
    None for the first, to it. `check_cube` returns the Stake of a History and the text of its first position, and
    raises an error if the cube cannot have been used so; without it a game with a cube or at a score is refused. Raises
    OSError, RecordError, MoveError or PositionError.
    """
    record = parse(path, game)
    start = record.get("position")
    history = History(from_text(start))
    rules = game_of(history.position)
    if check_cube is None and rules.probabilities and not rules.part("stake").Stake.read(start).is_usual:
        raise RecordError(f"{path!r} has the stakes of {start!r}: --cube plays on with them")
    for number, step in enumerate(record["steps"], 1):
        (kind, text), = step.items()
        if kind == "cube":
            if check_cube is None:
                raise RecordError(f"{path!r} has a doubling cube: --cube plays on with it")
            if not history.chances():
                raise RecordError(f"{path!r}, step {number}: {kind} {text!r} comes before the dice, which have fallen")
            history.cube.append((len(history.moves), text))
            check_cube(history, start)
            continue
        if check_cube and not check_cube(history, start).goes_on:
            raise RecordError(f"{path!r}, step {number}: a double waits for its answer, or was passed, before {text!r}")
        if kind == "move":
            found, act = history.read_move(text), history.play
        else:
            found, act = history.outcome_of(text), history.happen
        if not found:
            raise RecordError(f"{path!r}, step {number}: {kind} {text!r} is not possible in {str(history.position)!r}")
        act(*found)
    return history, start


def parse(path, game):
    """Returns the record in a file after validating its form."""
    try:
        with open_binary(path) as file:
            record = json.loads(file.read())
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path!r} is no saved game: {error}") from error
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise RecordError(f"{path!r} is no saved game: expected an object with \"format\": {FORMAT!r}")
    if record.get("game") != game:
        raise RecordError(f"{path!r} is a game of {record.get('game')!r}, not of {game!r}")
    steps, position = record.get("steps"), record.get("position")
    if not (position is None or isinstance(position, str)):
        raise RecordError(f"{path!r}: expected a position as text, not {position!r}")
    if not (isinstance(steps, list) and all(
            isinstance(step, dict) and len(step) == 1 and set(step) <= {"move", "chance", "cube"}
            and isinstance(*step.values(), str) for step in steps)):
        raise RecordError(f"{path!r}: expected steps as a list of {{\"move\": text}} and {{\"chance\": text}}, "
                          f"not {steps!r}")
    return record
