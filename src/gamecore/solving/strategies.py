"""Exact values by strategy iteration, and the proof that they are the values.

A strategy is a list: for each choice of a Graph the index of a move, the same whichever player has to choose there. Let v be what it
is worth, for the side to move, when both players follow it, a play without end being worth 0. Then v is the value of the game, and
the strategy is optimal for both, if

    1. no move is better:       v(position) >= -v(position after move), whatever the move
    2. no lead is sat out:      against the strategy, nobody can hold the play for ever among positions with v > 0 for the strategy

For by 1 the strategy's v never falls in expectation, whatever the opponent does: v(root) <= E[v in the limit]. A play that ends has
its score in the limit. One that does not ends up in positions that can be held for ever, with v <= 0 by 2, and is worth 0. So the
strategy wins at least v(root), and its mirror image keeps the opponent from more.
"""
from fractions import Fraction

from gamecore.solving.graph import Graph
from gamecore.solving.linear import solve_rows

HERO, OTHER = 0, 1                   # who is to move: the player whose strategy is on trial, or the one who answers it

# The probability that play is broken off at a move, worth 0, where it might go on for ever. Strategies that are optimal for all
# small enough probabilities are optimal for none (Liggett & Lippman 1969), so it is made ever smaller until the proof succeeds.
FIRST_STOP = Fraction(1, 2**10)


def solve_exactly(graph, strategy, components):
    """The value of every position, an optimal strategy, and how often the given one had to be improved.

    Component by component of the graph, each after all that it leads to: where play leaves one, the value is known already.
    """
    values, moves, improvements = [None] * len(graph), list(strategy), 0
    for component in components:
        if is_loop(graph, component):
            part = restrict(graph, component, values)
            found, chosen, rounds = solve_loop(part, [moves[i] for i in component] + [-1] * (len(part) - len(component)))
            improvements += rounds
        else:
            found, chosen = solve_step(graph, component[0], values)
        for i, value, move in zip(component, found, chosen):
            values[i], moves[i] = value, move
    return values, moves, improvements


def is_loop(graph, component):
    return len(component) > 1 or component[0] in graph.successors[component[0]]


def solve_step(graph, i, values):
    """The value of a position to which play does not return, and the move there, as lists of one."""
    after = [values[j] for j in graph.successors[i]]
    if graph.scores[i] is not None:
        return [graph.scores[i]], [-1]
    if graph.probabilities[i] is not None:
        return [sum([p * value for p, value in zip(graph.probabilities[i], after)])], [-1]
    return [-min(after)], [after.index(min(after))]


def restrict(graph, component, values):
    """The Graph of one component; what it leads to are ends, whose values are their scores."""
    exits = dict.fromkeys(j for i in component for j in graph.successors[i])
    numbers = {i: n for n, i in enumerate(dict.fromkeys([*component, *exits]))}
    part = Graph()
    for i in numbers:
        inside = values[i] is None
        part.keys.append(graph.keys[i])
        part.moves.append(graph.moves[i] if inside else ())
        part.successors.append(tuple([numbers[j] for j in graph.successors[i]]) if inside else ())
        part.probabilities.append(graph.probabilities[i] if inside else None)
        part.scores.append(values[i])
    return part


def solve_loop(graph, strategy):
    """The values, an optimal strategy, and the improvements it took, where positions may come back."""
    values = evaluate(graph, strategy)
    stop = FIRST_STOP if may_go_on_for_ever(graph) else Fraction(0)
    improvements = 0
    while not is_optimal(graph, strategy, values):
        strategy, rounds = improve(graph, strategy, stop)
        values = evaluate(graph, strategy)
        improvements += rounds
        stop *= stop
    return values, strategy, improvements


def evaluate(graph, strategy):
    """What each position is worth when both follow the strategy; 0 where that never ends."""
    follow = [following(graph, i, strategy[i]) for i in range(len(graph))]
    ending = can_end(graph, follow)
    return solve_rows([row(graph, i, follow[i], -1) if i in ending else (Fraction(0), {}) for i in range(len(graph))])


def following(graph, i, move):
    """The positions that may come after this one: after the move at a choice, otherwise all."""
    is_choice = graph.scores[i] is None and graph.probabilities[i] is None
    return (graph.successors[i][move],) if is_choice else graph.successors[i]


def row(graph, i, follow, turn):
    """The equation of a position's value: its score, a mean, or what the move is worth to the opponent, times `turn`."""
    if graph.scores[i] is not None:
        return graph.scores[i], {}
    weights = {}
    for j, p in zip(follow, graph.probabilities[i] or (turn,)):
        weights[j] = weights.get(j, 0) + p
    return Fraction(0), weights


def can_end(graph, follow):
    """The positions from which the ways of `follow` lead to some end."""
    before = reversed_ways(follow)
    waiting = [i for i, score in enumerate(graph.scores) if score is not None]
    ending = set(waiting)
    while waiting:
        for i in before[waiting.pop()]:
            if i not in ending:
                ending.add(i)
                waiting.append(i)
    return ending


def reversed_ways(ways):
    """For each node, those that lead to it, as often as they do."""
    before = [[] for _ in ways]
    for i, follow in enumerate(ways):
        for j in follow:
            before[j].append(i)
    return before


# The proof

def is_optimal(graph, strategy, values):
    """Whether the two conditions hold that make `values` the values of the game, and the strategy optimal."""
    return not any(values[i] < -values[j] for i in graph.choices for j in graph.successors[i]) \
        and not lead_is_sat_out(graph, strategy, values)


def lead_is_sat_out(graph, strategy, values):
    """Whether the other player, against the strategy, can hold the play for ever where the strategy is ahead."""
    ways, candidates = [], set()
    for i in range(len(graph)):
        turn = 0 if graph.probabilities[i] else 1
        ways.append([2 * j + (HERO ^ turn) for j in following(graph, i, strategy[i])])
        ways.append([2 * j + (OTHER ^ turn) for j in graph.successors[i]])
        if graph.scores[i] is None and values[i] != 0:
            candidates.add(2 * i + (HERO if values[i] > 0 else OTHER))
    return bool(holdable(candidates, ways, {2 * i + who for i in graph.chances for who in (HERO, OTHER)}))


def may_go_on_for_ever(graph):
    """Whether the two players together could play without end."""
    undecided = {i for i, score in enumerate(graph.scores) if score is None}
    return bool(holdable(undecided, graph.successors, set(graph.chances)))


def holdable(candidates, ways, chances):
    """The largest part of the candidates that play need never leave: from each position in it some way stays inside, from an
    event of chance all do."""
    before = reversed_ways(ways)
    inside = set(candidates)
    staying = {i: sum(j in inside for j in ways[i]) for i in inside}
    leaving = [i for i in inside if staying[i] < (len(ways[i]) if i in chances else 1)]
    inside.difference_update(leaving)
    while leaving:
        for i in before[leaving.pop()]:
            if i in inside:
                staying[i] -= 1
                if i in chances or not staying[i]:
                    inside.discard(i)
                    leaving.append(i)
    return inside


# Strategy iteration (Hoffman & Karp 1966): judge a strategy by its best answer, switch to every move that is better, repeat.

def improve(graph, strategy, stop):
    """The strategy that is optimal when every move breaks play off with the probability `stop`, and the rounds it took."""
    rounds = 0
    while True:
        _, other = best_answer(graph, strategy, stop)
        better = switched(graph, strategy, other)
        if better == strategy:
            return strategy, rounds
        strategy = better
        rounds += 1


def best_answer(graph, hero, stop):
    """What the positions are worth to the side to move, HERO or OTHER, when the other player answers the strategy as well as can be."""
    answer = hero
    while True:
        worth = duel(graph, hero, answer, stop)
        better = switched(graph, answer, worth[HERO])
        if better == answer:
            return worth
        answer = better


def switched(graph, strategy, worth):
    """The strategy with each move replaced that another beats; `worth` is what positions are worth to whoever moves next."""
    better = list(strategy)
    for i in graph.choices:
        values = [worth[j] for j in graph.successors[i]]
        if min(values) < values[strategy[i]]:
            better[i] = values.index(min(values))
    return better


def duel(graph, hero, answer, stop):
    """What the positions are worth to the side to move, HERO or OTHER, when one player follows `hero`, the other `answer`."""
    rows = []
    for i in range(len(graph)):
        turn = 0 if graph.probabilities[i] else 1
        for who, strategy in ((HERO, hero), (OTHER, answer)):
            constant, weights = row(graph, i, following(graph, i, strategy[i]), stop - 1)
            rows.append((constant, {2 * j + (who ^ turn): weight for j, weight in weights.items()}))
    worth = solve_rows(rows)
    return worth[HERO::2], worth[OTHER::2]
