"""Results as the page describes them: the winner, the number of the winner's moves to the win, and a move's loss."""
from gamecore.games.outside.turns import moves_of_winner
from gamecore.playing.annotation import share
from gamecore.search.iteration import outcome_of

EVEN, LITTLE, BETTER = .05, .2, .45      # of `share`, up to which a side is a little better, better or winning


def moves_in(plies):
    """Returns the number of the winner's moves among the plies to the end, in a game whose sides alternate."""
    return moves((plies + 1) // 2)


def moves(count):
    return f"{count} move{'s' * (count != 1)}"


def evaluation(score, names, side, position, line):
    """Returns a sentence about a score of the side to move, and its line from a position."""
    outcome, plies = outcome_of(score)
    value = share(score)
    better = names[side if value > 0 else 1 - side]
    if outcome:
        if not plies:
            return f"{better} wins by the endgame databases"
        return f"{better} wins in {moves(max(1, moves_of_winner(position, line, plies, outcome == 'win')))}"
    how = next((how for least, how in ((BETTER, "is winning"), (LITTLE, "is better"), (EVEN, "is a little better"))
                if abs(value) > least), None)
    return f"{better} {how}" if how else "the position is even"


class ColumnResults:
    """The results of all columns in a position of connect four, computed from a search's scores for the side to
    move."""

    def __init__(self, scores, names, side):
        self.scores, self.names, self.side = scores, names, side
        self.plies = {column: outcome_of(score)[1] or 0 for column, score in scores.items()}
        self.best = max(scores, key=lambda column: (scores[column], -abs(column - 4)))
        self.good = [column for column in scores if sign(scores[column]) == sign(scores[self.best])]

    @property
    def value(self):
        """The best result within -1..1, for a graph."""
        return sign(self.scores[self.best]) * (1 - .75 * self.plies[self.best] / 42)

    def result(self, column):
        """Returns the result of a column, such as "wins 3"."""
        return ("draw", f"wins {(self.plies[column] + 1) // 2}", f"loses {self.plies[column] // 2}")[
            sign(self.scores[column])]

    def sentence(self):
        """Returns the result of the position."""
        score = self.scores[self.best]
        if not score:
            return "a draw, if neither side errs"
        return f"{self.names[self.side if score > 0 else 1 - self.side]} wins in {moves_in(self.plies[self.best])}"

    def hint(self):
        """Returns the best move, and the results of the other moves."""
        best, score = f"column {self.best}", self.scores[self.best]
        others = {sign(other) for column, other in self.scores.items() if column not in self.good}
        rest = f", the other{'s' * (len(self.scores) - len(self.good) > 1)} " + (
            "lose" if others == {-1} else "only draw" if others == {0} else "do not") if others else ""
        if score < 0:
            return f"every column loses; {best} lasts longest, {moves_in(self.plies[self.best])}"
        if len(self.good) == 1:
            return f"{best} {'wins' if score else 'draws'}{rest}"
        return (f"{best} wins in {moves_in(self.plies[self.best])}" if score else f"{best} draws") + rest

    def verdict(self, column):
        """Returns the sign of a mistake and a sentence about the move."""
        score, best = self.scores[column], self.scores[self.best]
        if score == best:
            only = len(self.good) == 1 and len(self.scores) > 1
            return "", f"column {column} {'was the only good move' if only else 'is as good as any'}. {self.sentence()}"
        if sign(score) < sign(best):
            gave = "gave the win away" if best > 0 else "gave the draw away"
            return ("??" if score < 0 < best else "?",
                    f"column {column} {gave}: it {self.long(column)}, column {self.best} {self.long(self.best)}")
        late = abs(self.plies[column] - self.plies[self.best]) // 2
        return "?!", (f"column {column} {'wins' if score > 0 else 'loses'} {late} move{'s' * (late != 1)} "
                      f"{'later' if score > 0 else 'sooner'} than column {self.best}")

    def long(self, column):
        moves = moves_in(self.plies[column])
        return ("draws", f"wins in {moves}", f"loses in {moves}")[sign(self.scores[column])]


def sign(score):
    return (score > 0) - (score < 0)
