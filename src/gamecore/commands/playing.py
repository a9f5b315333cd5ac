"""A game between a person and the engine, on a console."""
from math import isinf
from random import Random

from gamecore.commands.drawing import draw
from gamecore.commands.text import score_text
from gamecore.errors import MoveError
from gamecore.games.outside.turns import moves_again

HELP = """\
Type a move as the prompt shows it, or one of these words:
  undo   takes back your last move and my reply
  hint   tells what I would play
  flip   changes sides
  board  shows the board again
  new    starts again
  quit   ends (exit, q and Ctrl-D, too)
While I think, Ctrl-C makes me move at once; twice without a word in between, it ends."""
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


class Session:
    """One person at one console against one engine.

    Parameters
    ----------
    position : ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame
        Where the game begins.
    search : callable
        position -> SearchResult: how the engine thinks.
    console : Console
    person : {0, 1}
        Whether the person makes the first move from there, or the second.
    seed : int, optional
        Of chance, in games that have it.
    """

    def __init__(self, position, search, console, person=0, seed=None):
        self.console = console
        self.random = Random(seed)
        self.positions = [self.after_chance(position)]
        self.moves = []                  # those that led from each position to the next
        self.sides = [0]                 # who is to move in each position: 0 for the side that began
        self.search = search
        self.person = person
        self.warned = False              # whether Ctrl-C was pressed since the person last typed something
        self.words = {"help": self.help, "undo": self.undo, "hint": self.hint, "flip": self.flip, "board": self.show,
                      "new": self.restart}

    @property
    def position(self):
        return self.positions[-1]

    @property
    def persons_turn(self):
        return self.sides[-1] == self.person

    def legal_moves(self):
        return [] if self.position.is_over() else list(self.position.legal_moves())

    def run(self):
        """Plays until the person has had enough."""
        self.console.print(("help", "bold"), " tells what you can type.")
        self.show()
        try:
            while True:
                if self.legal_moves() and not self.persons_turn:
                    self.reply()
                elif not self.obey(self.answer()):
                    return
        except EOFError:
            self.console.print()

    def prompt(self):
        moves = self.legal_moves()
        if not moves:
            return "undo, new or quit? "
        return f"your move ({listed(moves)})? " if len(moves) <= 12 else "your move? "

    def answer(self):
        """What the person types. A Ctrl-C that was meant for my thinking may come too late, so the first one only tells
        what a second does."""
        try:
            text = self.console.ask(self.prompt())
        except KeyboardInterrupt:
            if self.warned:
                raise
            self.warned = True
            self.console.print()
            self.console.print("Ctrl-C once more ends the game.")
            return ""
        self.warned = False
        return text

    def obey(self, text):
        """Does what the person typed. False: to quit. A move that is called like a word is a move."""
        text = text.strip()
        word = ALIASES.get(text.lower(), text.lower())
        if text in map(str, self.legal_moves()):
            self.try_move(text)
        elif word == "quit":
            return False
        elif word in self.words:
            self.words[word]()
        elif text:
            self.try_move(text)
        return True

    def try_move(self, text):
        moves = {str(move): move for move in self.legal_moves()}
        if text in moves or self.means(text) in moves.values():
            self.play(moves[text] if text in moves else self.means(text))
        else:
            self.console.print((f"{text!r} is no legal move", "red"), ": ",
                               (f"choose from {listed(moves)}" if moves else
                               "the game is over"), ", or type help")

    def means(self, text):
        """The move that another form of its text means, or None."""
        try:
            return self.position.read_move(text) if self.legal_moves() and hasattr(self.position, "read_move") else None
        except MoveError:
            return None

    def play(self, move):
        self.sides.append(self.sides[-1] ^ (not moves_again(self.position, move)))
        self.positions.append(self.after_chance(self.position.play(move)))
        self.moves.append(move)
        self.show()

    def after_chance(self, position):
        """The position in which a player has to choose, or the game is over."""
        while not position.is_over() and (outcomes := list_outcomes(position)):
            outcome = self.random.choices([outcome for outcome, _ in outcomes],
                                      [probability for _, probability in outcomes])[0]
            # dice: 5-1
            self.console.print("chance: ",
                               ("-".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome), "bold"))
            position = position.play_outcome(outcome)
        return position

    def think(self):
        """What the engine finds, if Ctrl-C tells it to hurry as far as it has come."""
        result = self.search(self.position)
        self.warned = result.stop == "interrupt"
        return result

    def reply(self):
        """The engine's move."""
        result = self.think()
        self.play(result.move)
        self.console.print("I play ", (str(result.move), "bold"), (f"   {opinion(result)}", "dim"))

    def show(self):
        self.console.print()
        for line in draw(self.position, self.moves[-1] if self.moves else None, self.console.fancy,
                         not self.persons_turn):
            self.console.print(*line)
        if not self.legal_moves():
            self.console.print((self.verdict(), "bold"))

    def verdict(self):
        """Who has won, of a finished game."""
        score = self.position.final_score()
        if score == 0:
            return "A draw."
        side = "You" if (score > 0) == self.persons_turn else "I"
        return f"{side} win." if isinf(score) else f"{side} win by {abs(score):g}."

    def help(self):
        self.console.print(HELP)

    def hint(self):
        if self.legal_moves():
            result = self.think()
            self.console.print("I would play ", (str(result.move), "bold"), (f"   {opinion(result)}", "dim"))
        else:
            self.console.print("The game is over.")

    def undo(self):
        """Back to the person's last decision."""
        if self.person not in self.sides[:-1]:
            self.console.print("There is nothing to undo.")
            return
        self.take_back()
        while not self.persons_turn:
            self.take_back()
        self.show()

    def take_back(self):
        self.positions.pop()
        self.sides.pop()
        self.moves.pop()

    def flip(self):
        self.person = 1 - self.person
        self.console.print("We change sides.")

    def restart(self):
        del self.positions[1:], self.sides[1:], self.moves[:]
        self.show()


def listed(moves):
    """Moves in a row; a comma parts those that are written with spaces."""
    texts = [str(move) for move in moves]
    return (", " if any(" " in text for text in texts) else " ").join(texts)


def list_outcomes(position):
    """What chance may do here: a list of (outcome, probability)."""
    outcomes = getattr(position, "outcomes", None)
    return list(outcomes() or ()) if outcomes else []


def opinion(result):
    """What the engine thinks of a position in which it would make a move."""
    if result.plies_to_end is not None:
        return f"{result.outcome} in {result.plies_to_end}"
    return f"a {result.outcome}" if result.outcome else f"score {score_text(result.score)}, depth {result.depth}"
