"""A game of backgammon with the doubling cube on a console, for money or in a match."""
from copy import copy

from gamecore.commands.history import History
from gamecore.commands.playing import HELP, ConsoleGame
from gamecore.core.text import counted
from gamecore import Engine
from gamecore.errors import MoveError
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.stake import Stake, advice
from gamecore.search.evaluations import is_custom

DEPTH = 1                            # layers of chance behind an engine's decision
CUBE_HELP = """\
Before your roll, and after a double:
  roll       rolls the dice
  double     offers the cube; so does redouble
  take       accepts a double; beaver, where that rule holds, turns the cube once more and keeps it
  drop       loses the game at its stake instead; so does pass
In a match, new begins the next game after the end of one."""
WORDS = {"redouble": "double", "drop": "pass", "accept": "take", "reject": "pass"}
SAID = {"pass": "drop"}              # of the actions' names


class CubeGame(ConsoleGame):
    """A ConsoleGame whose players double, take and drop; its `start` is an XGID, which has the stakes."""

    @staticmethod
    def check_cube(history, start):
        """Returns the Stake of a game from its first position's text and the uses of the cube."""
        stake = Stake.read(start)
        if history.cube[-1:] == [(0, "double")] and history.position == Backgammon():
            raise MoveError(f"no double before the opening roll, in {str(history.position)!r}")
        for number, action in history.cube:
            stake.act(action, history.sides[number])
        return stake

    def stake_of(self, position):
        """Returns the Stake when the move in a position of the history was made."""
        earlier, history = copy(self.history), self.history
        number = next(i for i, other in enumerate(history.positions) if other is position)
        earlier.cube = [use for use in history.cube if use[0] <= number]
        return self.check_cube(earlier, self.start)

    @property
    def stake(self):
        return self.check_cube(self.history, self.start)

    @property
    def persons_turn(self):
        return self.players[self.side_to_act] is None

    @property
    def side_to_act(self):
        """The side that has to act: the one to move, or the other after a double."""
        return 1 - self.turn if self.stake.offered else self.turn

    @property
    def over(self):
        return self.stake.winner is not None or self.position.is_over()

    def choices(self):
        """Returns what can be done before the dice; the opening roll cannot be doubled."""
        stake, begun = self.stake, self.history.moves or self.position != Backgammon()
        actions = stake.actions(self.turn) if (begun or stake.offered) and self.history.chances() else []
        return [*actions, "roll"] if actions and not stake.offered else actions

    def let_chance_act(self):
        """Lets engines use the cube, and rolls unless a person may use it."""
        while (choices := self.choices()) and not self.persons_turn:
            action, _ = self.engine_action()
            if action == "roll":
                return super().let_chance_act()
            self.turn_cube(action)
        if not choices and self.stake.goes_on:
            super().let_chance_act()
        return None

    def engine_action(self):
        """Returns an engine's action, and its reason."""
        stake = self.stake
        decision = Engine(hash_mb=1, match=stake.match).decide(self.position, DEPTH, **stake.cube_arguments(self.turn))
        return advice(decision, stake.offered)

    def turn_cube(self, action):
        """Uses the cube, for the side whose turn it is to do so."""
        to = f" to {2 * self.stake.value}" if action == "double" else ""
        phrase = self.verb_phrase(self.side_to_act, SAID.get(action, action))
        self.history.cube.append((len(self.history.moves), action))
        self.console.print((f"{phrase}{to}.", "bold"))

    def execute(self, text):
        word = text.strip().lower()
        word = WORDS.get(word, word)
        if word not in self.choices():
            return super().execute(text)
        if word == "roll":
            super().let_chance_act()
        else:
            self.turn_cube(word)
            self.let_chance_act()
        self.show()
        return True

    def try_move(self, text):
        if self.choices():
            self.console.print((f"{text!r} is not possible now", "red"), f": {self.listed_choices()}, or help")
        else:
            super().try_move(text)

    def prompt(self):
        return (f"{self.possessive(self.side_to_act)} choice ({self.listed_choices()})? " if self.choices()
                else super().prompt())

    def listed_choices(self):
        return " ".join(SAID.get(choice, choice) for choice in self.choices())

    def ask(self, player):
        play_for(player, self.stake.match)
        return super().ask(player)

    def move_scores(self, position, move):
        play_for(self.judge, self.stake_of(position).match)
        return super().move_scores(position, move)

    def undo(self):
        """Takes back a person's last decision; before the first move that is one about the cube."""
        history = self.history
        moved = any(self.players[side] is None for side in history.sides[:-1])
        if moved or not history.cube or None not in self.players:
            return super().undo()
        if history.cube[-1][0] == 0:
            return self.begin()
        history.take_back_cube()
        return self.show()

    def flip(self):
        super().flip()
        if self.choices():
            self.let_chance_act()
            self.show()

    def list_moves(self):
        if not self.choices():
            return super().list_moves()
        return self.console.print(self.listed_choices())

    def hint(self):
        if not self.choices():
            return super().hint()
        action, why = self.engine_action()
        return self.console.print("I would ", (SAID.get(action, action), "bold"), (f"   {why}", "dim"))

    def show(self):
        super().show()
        self.console.print((self.stake.text([{"I": "me"}.get(name, name) for name in self.names]), "dim"))

    def points(self):
        """Returns what the first side has won in a game that is over."""
        stake = self.stake
        if stake.winner is not None:
            return stake.value * (1 - 2 * stake.winner)
        score = round(self.position.final_score())
        return stake.points(abs(score)) * (1 if (score > 0) == (self.turn == 0) else -1)

    def verdict(self):
        points = self.points()
        return f"{self.verb_phrase(points < 0, 'win')} {counted(abs(points), 'point')}."

    def help(self):
        self.console.print(HELP)
        self.console.print(CUBE_HELP)

    def restart(self):
        """Begins the next game of a match, or the same game again: with its first roll, unless the cube came before."""
        score = self.stake.score
        if score is None or not self.over:
            if self.history.cube and self.history.cube[0][0] == 0:
                return self.begin()
            return super().restart()
        points = self.points()
        won = score.white + max(points, 0), score.black + max(-points, 0)
        if max(won) >= score.length:
            phrase = self.verb_phrase(won[1] > won[0], "win")
            self.console.print((f"{phrase} the match {max(won)}-{min(won)}; another begins.", "bold"))
            score = MatchScore(0, 0, score.length)
        else:
            score = MatchScore(*won, score.length, score.crawford or score.post_crawford)
        self.start = Backgammon().xgid(score)
        return self.begin()

    def begin(self):
        self.history = History(self.from_text(self.start))
        self.let_chance_act()
        self.show()


def play_for(player, match):
    """Lets a player play for a match, if it has an engine."""
    if engine := getattr(player, "engine", None):
        player.engine = engine_for(engine, match)


def engine_for(engine, match):
    """Returns an engine for a match, which is the same one if its evaluation cannot regard the score."""
    evaluation = engine.settings["evaluation"]
    if evaluation == "linear" or is_custom(evaluation) or engine.settings["match"] == match:
        return engine
    return Engine(**engine.settings | {"match": match})
