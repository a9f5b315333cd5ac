"""A game between two players, people or engines, on a console."""
from contextlib import suppress
from difflib import get_close_matches
from itertools import count
from math import isinf
from pathlib import Path

from gamecore.playing.annotation import judged
from gamecore.playing.game import Game
from gamecore.playing.tree import ENDS
from gamecore.playing.players import Reply, level_words, numeral, opinion
from gamecore.screen.complaints import explain
from gamecore.screen.console import ColumnPrinter
from gamecore.screen.text import score_text
from gamecore.engine import Engine
from gamecore.games.all import draw_board
from gamecore.screen.ending import is_terminating
from gamecore.errors import GamecoreError, LimitError, MoveError, RecordError

HELP = """\
Type a move as the prompt shows it, or one of these words:
  undo       takes back your last move and the reply
  redo       plays again what undo took back
  hint       shows what an engine would play
  flip       changes sides
  board      shows the board again
  moves      lists the legal moves
  new        starts again
  annotate   shows the score of each move so far, and the costliest mistake
  level N    lets the engine play at level 1, a beginner's, to 10
  save FILE  keeps the game in a file
  load FILE  goes on with a game from a file
  quit       ends the game; so do exit, q and Ctrl-D
While an engine thinks, Ctrl-C makes it move at once; twice without a word in between, it ends the game."""
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
ORDINALS = ("first", "second")
SCORE_FORMAT = ">10"                 # "win in 100", a score with its sign
FEW = 12                             # moves at most in a prompt


class ConsoleGame:
    """A Game at one console.

    `hint_player` gives hints, the judge scores moves, and `player_at` maps the number of a level, as text, to its
    player.
    """

    cube = False                         # whether its players may double

    def __init__(self, game, hint_player, judge, console, player_at=None):
        self.game, self.hint_player, self.judge, self.console, self.player_at = (
            game, hint_player, judge, console, player_at)
        self.warned = False              # whether Ctrl-C was pressed since a person last typed something
        self.words = {"help": self.help, "undo": self.undo, "redo": self.redo, "hint": self.hint, "flip": self.flip,
                      "board": self.show, "moves": self.list_moves, "new": self.restart, "annotate": self.annotate}
        self.file_commands = {"save": self.save, "load": self.load}    # words that need the name of a file
        self.let_chance_act()

    @property
    def position(self):
        return self.game.position

    @property
    def players(self):
        return self.game.players

    @property
    def persons_turn(self):
        return self.players[self.game.actor] is None

    @property
    def names(self):
        """Returns the names of the sides: "you" and "I" for one person and one machine; otherwise names by which side
        begins, if that is known."""
        if self.players.count(None) != 1:
            return self.game.sides if self.game.game.openings else ORDINALS[::-1] if self.game.root.side else ORDINALS
        return tuple("you" if player is None else "I" for player in self.players)

    def verb_phrase(self, side, verb):
        """Returns a side's action in words, such as "You win", "I play" or "The first player wins"."""
        name = self.names[side]
        return f"{name.capitalize()} {verb}" if self.players.count(None) == 1 else f"The {name} player {verb}s"

    def possessive(self, side):
        """Returns the possessive for a side at a prompt, such as "your"."""
        return f"the {self.names[side]} player's" if self.players.count(None) != 1 else "your"

    def run(self):
        """Plays until a person quits; saves the game to a file if an exception ends it."""
        self.console.print(("help", "bold"), " lists what you can type.")
        self.show()
        try:
            while True:
                if self.game.legal_moves() and not self.persons_turn:
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
        if self.game.moves:
            stem = self.game.name.rpartition(":")[2]
            with suppress(Exception):
                self.save(next(path for i in count(1) if not Path(path := f"{stem}-{i}.json").exists()))

    def prompt(self):
        moves = self.game.legal_moves()
        if not moves:
            return "undo, annotate, new or quit? "
        such = listed(moves) if len(moves) <= FEW else f"such as {moves[0]}"
        return f"{self.possessive(self.game.side)} move ({such})? "

    def answer(self):
        """Reads a line from a person.

        A Ctrl-C meant for an engine's search may come too late, so the first one only prints a warning.
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
        """Executes a line from a person; returns False to quit. A line that is a legal move is treated as a move."""
        text = text.strip()
        word, _, rest = text.partition(" ")
        word = ALIASES.get(word.lower(), word.lower())
        if text in map(str, self.game.legal_moves()):
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
        with suppress(MoveError):
            self.play(text)
            return
        moves = self.game.legal_moves()
        advice = f"choose from {listed(moves)}" if moves else "the game is over"
        if len(moves) > FEW:
            near = get_close_matches(text, map(str, moves), 3, 0.3) or moves[:1]
            advice = f"did you mean {' or '.join(map(str, near))}? Type moves for all {len(moves)}"
        self.console.print((f"{text!r} is not a legal move", "red"), f": {advice}, or help")

    def play(self, move):
        self.game.play(move)
        self.let_chance_act()
        self.show()

    def let_chance_act(self):
        """Draws chance outcomes until a player has to choose or the game is over."""
        while self.game.outcomes():
            opens, outcome = self.game.opens, self.game.play_outcome()
            text = "-".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)          # dice: 5-1
            begins = f"; {self.verb_phrase(self.game.side, 'begin')}" if opens else ""
            self.console.print("chance: ", (text, "bold"), begins)

    def ask(self, player):
        """Returns a player's reply; after Ctrl-C, the reply that its search has found so far."""
        game, hurried = self.game, False
        try:
            reply = player.reply(self.position, game.stake.match, game.time(), self.show_progress)
        except KeyboardInterrupt as interrupt:
            if self.warned or is_terminating():
                raise
            result = getattr(interrupt, "result", None) or Engine(hash_mb=1).search(self.position, nodes=1)
            reply, hurried = Reply(result.move, opinion(result), result), True
        self.warned = hurried
        return reply

    def show_progress(self, text):
        self.console.status(f"thinking, {text}; Ctrl-C: move now")

    def reply(self):
        phrase = self.verb_phrase(self.game.side, "play")
        reply = self.ask(self.players[self.game.side])
        self.play(reply.move)
        self.console.print(f"{phrase} ", (str(reply.move), "bold"),
                           (f"   {reply.remark}" if reply.remark else "", "dim"))

    def show(self):
        self.console.print()
        moves = self.game.moves
        for line in draw_board(self.position, moves[-1] if moves else None, self.console.fancy,
                               not self.persons_turn and None in self.players):
            self.console.print(*line)
        if self.game.result:
            self.console.print((self.verdict(), "bold"))

    def verdict(self):
        """Returns the winner of a finished game, in words."""
        winner, points, reason = self.game.result
        if winner is None:
            return f"A draw{ENDS[reason]}."
        counted = reason == "finished" and not isinf(self.position.final_score())
        return f"{self.verb_phrase(winner, 'win')}{f' by {float(points):g}' if counted else ENDS[reason]}."

    def help(self):
        self.console.print(HELP)

    def list_moves(self):
        self.console.print(listed(self.game.legal_moves()) or "The game is over.")

    def hint(self):
        if self.game.legal_moves():
            reply = self.ask(self.hint_player)
            self.console.print("I would play ", (str(reply.move), "bold"), (f"   {reply.remark}", "dim"))
        else:
            self.console.print("The game is over.")

    def annotate(self):
        try:
            self.print_annotation()
        except KeyboardInterrupt:
            if is_terminating():
                raise
            self.warned = True
            self.console.print("Stopped.")
        except LimitError as error:
            self.console.print((explain(error), "red"))

    def print_annotation(self):
        """Prints a row for each move that was chosen, then the costliest move."""
        width = max((len(str(move)) for move in self.game.moves), default=0)
        played = f"<{max(width, len('played'))}"
        table = ColumnPrinter(self.console, {"move": ">4", "by": "<6", "played": played, "worth": SCORE_FORMAT,
                                             "": "<"})
        costliest = None
        for verdict in judged(self.game, self.judge, lambda text: self.console.status(
                f"judging, {text}; Ctrl-C: no more")):
            if verdict.choices == 1:
                continue
            table.row(verdict.number, self.names[verdict.side], verdict.move, score_text(verdict.score),
                      verdict.remark())
            if max(verdict.drop) > 0 and (costliest is None or verdict.drop > costliest.drop):
                costliest = verdict
        if costliest is None:
            self.console.print("No move gave anything away.")
        else:
            self.console.print(f"The costliest move is number {costliest.number}, ", (str(costliest.move), "bold"),
                               f": it {costliest.remark()}.")

    def undo(self):
        """Takes the game back to a person's last decision."""
        self.go(self.game.undo, "undo")

    def redo(self):
        """Replays undone steps to a person's next decision."""
        self.go(self.game.redo, "redo")

    def go(self, step, name):
        """Repeats a step until a person has to decide; if that is impossible, the game stays unchanged."""
        here = self.game.here
        try:
            step()
            while not (self.persons_turn or self.game.result):
                step()
        except MoveError:
            self.game.go_to(here)
            self.console.print(f"There is nothing to {name}.")
            return
        self.show()

    def flip(self):
        self.players.reverse()
        self.console.print("We change sides.")

    def restart(self):
        self.game.restart()
        self.let_chance_act()
        self.show()

    def set_level(self, text):
        try:
            self.game.players = [player and self.player_at(text) for player in self.players]
            name, words = level_words(self.game.game, numeral(text))
            self.console.print(f"The engine plays at level {text}, {name}: it {words}.")
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

    @classmethod
    def load_game(cls, path, game, **options):
        """Returns the Game in a file; raises RecordError if the game has a cube or stakes that this console does not
        support."""
        loaded = Game.load(path, game, **options)
        if not (loaded.root.stake.is_usual or cls.cube):
            raise RecordError(f"{path!r} has the stakes of {loaded.start!r}: --cube plays on with them")
        if loaded.cube and not cls.cube:
            raise RecordError(f"{path!r} has a doubling cube: --cube plays on with it")
        loaded.cube = cls.cube and (loaded.cube or loaded.root.stake.is_usual)           # a match may be without one
        return loaded

    def save(self, path):
        self.game.save(path)
        self.console.print(f"Saved in {path!r}.")

    def load(self, path):
        self.game = self.load_game(path, self.game.game, players=self.players, seed=self.game.seed)
        self.let_chance_act()
        self.show()


def listed(moves):
    """Returns the moves in one line, separated by commas if they contain spaces."""
    texts = [str(move) for move in moves]
    return (", " if any(" " in text for text in texts) else " ").join(texts)
