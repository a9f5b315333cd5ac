"""Alpha-beta as a learner writes it, right or with a deliberate mistake, and checks that find it (docs/pruning.md).

Slow and short: it asks a position only for what every game has. Scores belong to the side to move.
"""
from math import inf

from gamecore.errors import SwitchError
from gamecore.games.synthetic.uniform import UniformTree
from gamecore.laboratory import theory
from gamecore.trees import TreePosition, tree

MISTAKES = {
    "the same window": "the child is searched with (alpha, beta), not with (-beta, -alpha)",
    "one bound": "the child is searched with (-infinity, -alpha): each node knows one side of the window only",
    "a cut on the wrong side": "the node is left when its score is at most alpha, not when it is at least beta",
    "global alpha and beta": "alpha and beta are kept in one place, and what one subtree raised the next one finds",
    "no sign": "the child's score is not negated",
    "a strict cut": "the node is left when its score is above beta, not when it reaches it",
    "a move by its value": "the root plays the last move whose value equals the best, though it may be a bound only",
}
TREES = 200                      # random ones that a check tries


class Search:
    """One search of a learner, with one of the MISTAKES or none."""

    def __init__(self, mistake=None):
        if mistake is not None and mistake not in MISTAKES:
            raise SwitchError(f"unknown mistake {mistake!r}; known are {', '.join(MISTAKES)}")
        self.mistake = mistake
        self.leaves = 0                          # looked at so far
        self.window = [-inf, inf]                # for the mistake of keeping it in one place

    def run(self, position):
        """(score, move) of a position where there is a move."""
        best, chosen = -inf, None
        for move in position.legal_moves():
            score = self.child(position, move, best, inf)
            if score > best or (score == best and self.mistake == "a move by its value"):
                best, chosen = score, move
        return best, chosen

    def child(self, position, move, alpha, beta):
        """The value of a move for its player."""
        after = position.play(move)
        if self.mistake == "the same window":
            return -self.score(after, alpha, beta)
        if self.mistake == "one bound":
            return -self.score(after, -inf, -alpha)
        if self.mistake == "no sign":
            return self.score(after, -beta, -alpha)
        return -self.score(after, -beta, -alpha)

    def score(self, position, alpha, beta):
        """The score, or a bound on it outside (alpha, beta)."""
        if position.is_over():
            self.leaves += 1
            return position.final_score()
        if self.mistake == "global alpha and beta":
            return self.score_globally(position, maximizing=False)
        best = -inf
        for move in position.legal_moves():
            best = max(best, self.child(position, move, max(alpha, best), beta))
            if self.cuts(best, alpha, beta):
                break
        return best

    def cuts(self, best, alpha, beta):
        if self.mistake == "a cut on the wrong side":
            return best <= alpha
        return best > beta if self.mistake == "a strict cut" else best >= beta

    def score_globally(self, position, maximizing):
        """The same with one alpha and one beta for all, MAX's, never restored after a subtree."""
        if position.is_over():
            self.leaves += 1
            return position.final_score()
        best = -inf
        for move in position.legal_moves():
            best = max(best, -self.score_globally(position.play(move), not maximizing))
            value = best if maximizing else -best
            self.window[not maximizing] = (max if maximizing else min)(self.window[not maximizing], value)
            if self.window[0] >= self.window[1]:
                break
        return best


def minimax(position):
    """The score by definition."""
    if position.is_over():
        return position.final_score()
    return max(-minimax(position.play(move)) for move in position.legal_moves())


def leaves_by_the_book(position, alpha=-inf, beta=inf):
    """(score, leaves) of alpha-beta as Knuth and Moore print it: procedure F2 with both bounds, in negamax form."""
    if position.is_over():
        return position.final_score(), 1
    looked_at, best = 0, -inf
    for move in position.legal_moves():
        score, leaves = leaves_by_the_book(position.play(move), -beta, -max(alpha, best))
        best, looked_at = max(best, -score), looked_at + leaves
        if best >= beta:
            break
    return best, looked_at


# The checks. Each gives the line that a test would fail with, or None.

def check_score(mistake):
    """The law: the score is minimax's."""
    for seed in range(TREES):
        position = UniformTree(3, 4, seed=seed)
        score, expected = Search(mistake).run(position)[0], minimax(position)
        if score != expected:
            return f"tree {seed}: the score is {score:.0f}, minimax's is {expected:.0f}"


def check_move(mistake):
    """The move that is played attains the score."""
    positions = {"[[10, 10], [10, 0]]": TreePosition(tree([[10, 10], [10, 0]]))}
    positions |= {f"tree {seed}": UniformTree(3, 4, seed=seed) for seed in range(TREES)}
    for name, position in positions.items():
        _, move = Search(mistake).run(position)
        worth, best = -minimax(position.play(move)), minimax(position)
        if worth != best:
            return f"{name}: move {move} is worth {worth:.0f}, the best {best:.0f}"


def check_leaves(mistake):
    """As many leaves as alpha-beta looks at."""
    for seed in range(TREES):
        position, search = UniformTree(3, 4, seed=seed), Search(mistake)
        search.run(position)
        _, expected = leaves_by_the_book(position)
        if search.leaves != expected:
            return f"tree {seed}: {search.leaves} leaves, alpha-beta looks at {expected}"


def check_minimum(mistake):
    """Where all leaves are equal, the minimum in any order."""
    position, search = UniformTree(4, 6, leaves="constant"), Search(mistake)
    search.run(position)
    expected = theory.minimal_leaves(4, 6)
    if search.leaves != expected:
        return f"equal leaves, 4^6: {search.leaves} leaves, the minimum is {expected}"


CHECKS = {"score": check_score, "move": check_move, "leaves": check_leaves, "minimum": check_minimum}


def verdicts(mistake: str | None = None) -> dict[str, str | None]:
    """What the checks say of a search with a mistake.

    Returns
    -------
    dict of str to (str or None)
        By check, the first thing found wrong.

    Examples
    --------
    >>> verdicts()
    {'score': None, 'move': None, 'leaves': None, 'minimum': None}
    >>> [check for check, complaint in verdicts("a strict cut").items() if complaint]
    ['leaves', 'minimum']
    """
    return {name: check(mistake) for name, check in CHECKS.items()}
