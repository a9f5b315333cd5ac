"""The five probabilities of the results of a game of backgammon, at a depth."""


def expected(position, depth, static, search):
    """Returns the five probabilities of a position for the side on roll.

    Parameters
    ----------
    position : Backgammon
        A position before or after the dice.
    depth : int
        Rolls to search ahead; a search through the remaining ones chooses the play of each.
    static : callable
        Maps a position before the dice to its probabilities.
    search : callable
        Maps (position, depth) to a SearchResult.

    Returns
    -------
    list of 5 float
        Win, gammon won, backgammon won, gammon lost, backgammon lost; each includes those after it on its side.
    """
    if position.dice:
        after = position.play(search(position, depth).move)
        win, gammon, backgammon, lost, worse = expected(after, depth, static, search)
        return [1 - win, lost, worse, gammon, backgammon]
    if depth == 0 or position.is_over():
        return static(position)
    rolls = [(share, expected(position.roll(*dice), depth - 1, static, search)) for dice, share in position.outcomes()]
    return [sum([share * five[i] for share, five in rolls]) for i in range(5)]
