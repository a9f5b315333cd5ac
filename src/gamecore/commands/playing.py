"""A game between two players, people or engines, on a console."""
from contextlib import suppress
from difflib import get_close_matches
from itertools import count
from math import isinf
from pathlib import Path
from random import Random

from gamecore.commands import annotation
from gamecore.screen.complaints import explain
from gamecore.games.all import draw_board
from gamecore.commands.ending import is_terminating
from gamecore.commands.history import load, save
from gamecore.errors import GamecoreError, LimitError

HELP = """\
Type a move as the prompt shows it, or one of these words:
  undo       takes back your last move and the reply
  hint       shows what an engine would play
  flip       changes sides
  board      shows the board again
  moves      lists the legal moves
  new        starts again
  annotate   shows what each move so far was worth, and which threw most away
  level N    lets the engine play at level 1, a beginner's, to 10
  save FILE  keeps the game in a file
  load FILE  goes on with a game from a file
  quit       ends the game; so do exit, q and Ctrl-D
While an engine thinks, Ctrl-C makes it move at once; twice without a word in between, it ends the game."""
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
ORDINALS = ("first", "second")
FEW = 12                             # moves at most in a prompt


class ConsoleGame:
    """A game at one console, whose players map a position to a Reply; None is a person.

    `hint_player` gives hints, the judge scores moves, and `player_at` maps the number of a level, as text, to its
    player. `game`, `start` and `from_text` are for saved games, as in history.save and history.load.
    """

    check_cube = None                    # for `load`

    def __init__(self, history, players, hint_player, judge, console, random=None, game=None, start=None,
                 from_text=None, player_at=None):
        self.history = history
        self.players = list(players)
        self.hint_player, self.judge = hint_player, judge
        self.console = console
        self.random = random or Random()
        self.game, self.start, self.from_text, self.player_at = game, start, from_text, player_at
        self.warned = False              # whether Ctrl-C was pressed since a person last typed something
        self.words = {"help": self.help, "undo": self.undo, "hint": self.hint, "flip": self.flip, "board": self.show,
                      "moves": self.list_moves, "new": self.restart, "annotate": self.annotate}
        self.file_commands = {"save": self.save, "load": self.load}    # words that need the name of a file
        self.let_chance_act()

    @property
    def position(self):
        return self.history.position

    @property
    def turn(self):
        """Returns the side to move: 0 for the one that began."""
        return self.history.sides[-1]

    @property
    def persons_turn(self):
        return self.players[self.turn] is None

    @property
    def over(self):
        return not self.history.legal_moves()

    @property
    def names(self):
        """Returns the names of the sides: "you" and "I" for one person and one machine."""
        if self.players.count(None) != 1:
            return ORDINALS
        return tuple("you" if player is None else "I" for player in self.players)

    def verb_phrase(self, side, verb):
        """Returns what a side does in words, such as "You win", "I play" or "The first player wins"."""
        name = self.names[side]
        return f"The {name} player {verb}s" if name in ORDINALS else f"{name.capitalize()} {verb}"

    def possessive(self, side):
        """Returns what a person at a prompt is asked for as the owner of."""
        return f"the {self.names[side]} player's" if self.names == ORDINALS else "your"

    def run(self):
        """Plays until a person quits; saves the game to a file if an exception ends it."""
        self.console.print(("help", "bold"), " lists what you can type.")
        self.show()
        try:
            while True:
                if self.history.legal_moves() and not self.persons_turn:
                    self.reply()
                elif not self.execute(self.answer()):
                    return
        except EOFError:
            self.console.print()
        except BaseException:
            self.rescue()
            raise

    def rescue(self):
        """Saves the game so far to a new file."""
        if self.history.moves and self.game:
            stem = self.game.partition(":")[2] or self.game
            with suppress(Exception):
                self.save(next(path for i in count(1) if not Path(path := f"{stem}-{i}.json").exists()))

    def prompt(self):
        moves = self.history.legal_moves()
        if not moves:
            return "undo, annotate, new or quit? "
        return f"{self.possessive(self.turn)} move ({listed(moves) if len(moves) <= FEW else f'such as {moves[0]}'})? "

    def answer(self):
        """Reads a line from a person.

        A Ctrl-C that was meant for an engine's search may come too late, so the first one only prints a warning.
        """
        try:
            text = self.console.ask(self.prompt())
        except KeyboardInterrupt:
            if self.warned or is_terminating():
                raise
            self.warned = True
            self.console.print()
            self.console.print("Ctrl-C once more ends the game.")
            return ""
        self.warned = False
        return text

    def execute(self, text):
        """Executes a line from a person; returns False to quit. A line that is a legal move counts as one."""
        text = text.strip()
        word, _, rest = text.partition(" ")
        word = ALIASES.get(word.lower(), word.lower())
        if text in map(str, self.history.legal_moves()):
            self.try_move(text)
        elif word == "quit" and not rest:
            return False
        elif word in self.words and not rest:
            self.words[word]()
        elif word == "level":
            self.set_level(rest.strip())
        elif word in self.file_commands:
            self.run_file_command(word, rest.strip())
        elif text:
            self.try_move(text)
        return True

    def try_move(self, text):
        if found := self.history.read_move(text):
            self.play(*found)
            return
        moves = self.history.legal_moves()
        advice = f"choose from {listed(moves)}" if moves else "the game is over"
        if len(moves) > FEW:
            near = get_close_matches(text, map(str, moves), 3, 0.3) or moves[:1]
            advice = f"did you mean {' or '.join(map(str, near))}? Type moves for all {len(moves)}"
        self.console.print((f"{text!r} is no legal move", "red"), f": {advice}, or help")

    def play(self, move):
        self.history.play(move)
        self.let_chance_act()
        self.show()

    def let_chance_act(self):
        """Draws chance outcomes until a player has to choose or the game is over."""
        while self.history.chances():
            outcome = self.history.draw(self.random)
            text = "-".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)          # dice: 5-1
            self.console.print("chance: ", (text, "bold"))

    def ask(self, player):
        """Returns a player's reply, or after Ctrl-C that of its search so far."""
        reply = player(self.position)
        if reply.hurried and (self.warned or is_terminating()):
            raise KeyboardInterrupt
        self.warned = reply.hurried
        return reply

    def reply(self):
        phrase = self.verb_phrase(self.turn, "play")
        reply = self.ask(self.players[self.turn])
        self.play(reply.move)
        self.console.print(f"{phrase} ", (str(reply.move), "bold"),
                           (f"   {reply.remark}" if reply.remark else "", "dim"))

    def show(self):
        self.console.print()
        moves = self.history.moves
        for line in draw_board(self.position, moves[-1] if moves else None, self.console.fancy,
                               not self.persons_turn and None in self.players):
            self.console.print(*line)
        if self.over:
            self.console.print((self.verdict(), "bold"))

    def verdict(self):
        """Returns the winner of a finished game, in words."""
        score = self.position.final_score()
        if score == 0:
            return "A draw."
        phrase = self.verb_phrase(self.turn if score > 0 else 1 - self.turn, "win")
        return f"{phrase}." if isinf(score) else f"{phrase} by {float(abs(score)):g}."

    def help(self):
        self.console.print(HELP)

    def list_moves(self):
        self.console.print(listed(self.history.legal_moves()) or "The game is over.")

    def hint(self):
        if self.history.legal_moves():
            reply = self.ask(self.hint_player)
            self.console.print("I would play ", (str(reply.move), "bold"), (f"   {reply.remark}", "dim"))
        else:
            self.console.print("The game is over.")

    def annotate(self):
        try:
            annotation.show(self.history, self.move_scores, self.names, self.console)
        except KeyboardInterrupt:
            if is_terminating():
                raise
            self.warned = True
            self.console.print("Stopped.")
        except LimitError as error:
            self.console.print((explain(error), "red"))

    def move_scores(self, position, move):
        """Returns the judge's scores of the moves in a position of the history."""
        return self.judge.move_scores(position, move)

    def undo(self):
        """Takes the game back to a person's last decision."""
        if all(self.players[side] is not None for side in self.history.sides[:-1]):
            self.console.print("There is nothing to undo.")
            return
        self.history.take_back()
        while not self.persons_turn:
            self.history.take_back()
        self.show()

    def flip(self):
        self.players.reverse()
        self.console.print("We change sides.")

    def restart(self):
        self.history.restart()
        self.show()

    def set_level(self, text):
        try:
            self.players = [player and self.player_at(text) for player in self.players]
            self.console.print(f"The engine plays at level {text}.")
        except GamecoreError as error:
            self.console.print((explain(error), "red"))

    def run_file_command(self, word, path):
        """Saves or loads a file, or prints the reason if that fails."""
        if not path:
            self.console.print(f"Which file? Type {word} FILE.")
            return
        try:
            self.file_commands[word](path)
        except (GamecoreError, OSError) as error:
            self.console.print((explain(error), "red"))

    def save(self, path):
        save(path, self.history, self.game, self.start)
        self.console.print(f"Saved in {path!r}.")

    def load(self, path):
        self.history, self.start = load(path, self.game, self.from_text, self.check_cube)
        self.let_chance_act()
        self.show()


def listed(moves):
    """Returns the moves in one line, separated by commas if they contain spaces."""
    texts = [str(move) for move in moves]
    return (", " if any(" " in text for text in texts) else " ").join(texts)
