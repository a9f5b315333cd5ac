"""The five probabilities of how a game of backgammon ends, at a depth."""


def expected(position, depth, static, search):
    """Returns the five probabilities of a position, for the side on roll.

    Parameters
    ----------
    position : Backgammon
        Before the dice, or with them.
    depth : int
        Rolls to search ahead; each is answered by the best play of a search through the rest of them.
    static : callable
        The probabilities of a position before the dice.
    search : callable
        (position, depth) -> SearchResult.

    Returns
    -------
    list of 5 float
        Win, gammon won, backgammon won, gammon lost, backgammon lost; each counts those after it on its side.
    """
    if position.dice:
        after = position.play(search(position, depth).move)
        win, gammon, backgammon, lost, worse = expected(after, depth, static, search)
        return [1 - win, lost, worse, gammon, backgammon]
    if depth == 0 or position.is_over():
        return static(position)
    rolls = [(share, expected(position.roll(*dice), depth - 1, static, search)) for dice, share in position.outcomes()]
    return [sum([share * five[i] for share, five in rolls]) for i in range(5)]
