"""A game of backgammon with the doubling cube on a console, for money or in a match."""
from gamecore.commands.playing import HELP, ConsoleGame
from gamecore.core.text import counted

CUBE_HELP = """\
Before your roll, and after a double:
  roll       rolls the dice
  double     offers the cube; so does redouble
  take       accepts a double; beaver, where that rule holds, turns the cube once more and keeps it
  drop       loses the game at its stake instead; so does pass
  undo       takes back your last use of the cube, or your last move
In a match, new begins the next game after the end of one."""
WORDS = {"redouble": "double", "drop": "pass", "accept": "take", "reject": "pass"}
SAID = {"pass": "drop"}              # of the actions' names


class CubeGame(ConsoleGame):
    """A ConsoleGame whose players double, take and drop."""

    cube = True

    def choices(self):
        """Returns the actions that are possible before the roll."""
        actions = self.game.cube_actions()
        return [*actions, "roll"] if actions and not self.game.stake.offered else actions

    def let_chance_act(self):
        """Lets engines use the cube, and rolls the dice unless a person may use the cube first."""
        while (choices := self.choices()) and not self.persons_turn:
            action, _ = self.game.cube_advice()
            if action == "roll":
                return super().let_chance_act()
            self.use_cube(action)
        if not choices:
            super().let_chance_act()
        return None

    def use_cube(self, action):
        """Performs a cube action for the side that has to decide."""
        to = f" to {2 * self.game.stake.value}" if action == "double" else ""
        phrase = self.verb_phrase(self.game.actor, SAID.get(action, action))
        self.game.use_cube(action)
        self.console.print((f"{phrase}{to}.", "bold"))

    def execute(self, text):
        word = text.strip().lower()
        word = WORDS.get(word, word)
        if word not in self.choices():
            return super().execute(text)
        if word == "roll":
            super().let_chance_act()
        else:
            self.use_cube(word)
            self.let_chance_act()
        self.show()
        return True

    def try_move(self, text):
        if self.choices():
            self.console.print((f"{text!r} is not possible now", "red"), f": {self.listed_choices()}, or help")
        else:
            super().try_move(text)

    def prompt(self):
        return (f"{self.possessive(self.game.actor)} choice ({self.listed_choices()})? " if self.choices()
                else super().prompt())

    def listed_choices(self):
        return " ".join(SAID.get(choice, choice) for choice in self.choices())

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
        action, why = self.game.cube_advice()
        return self.console.print("I would ", (SAID.get(action, action), "bold"), (f"   {why}", "dim"))

    def show(self):
        super().show()
        self.console.print((self.game.stake.text([{"I": "me"}.get(name, name) for name in self.names]), "dim"))

    def verdict(self):
        result = self.game.result
        return super().verdict() if result.winner is None else (
            f"{self.verb_phrase(result.winner, 'win')} {counted(result.points, 'point')}.")

    def help(self):
        self.console.print(HELP)
        self.console.print(CUBE_HELP)

    def restart(self):
        """Begins the next game of a match, or the same game again."""
        if self.game.stake.score is None or not self.game.result:
            super().restart()
        else:
            winner, won = self.game.match_winner, sorted(self.game.match_score())
            if winner is not None:
                self.console.print((f"{self.verb_phrase(winner, 'win')} the match {won[1]}-{won[0]}; another begins.",
                                    "bold"))
            self.game = self.game.next_game()
            self.let_chance_act()
            self.show()
