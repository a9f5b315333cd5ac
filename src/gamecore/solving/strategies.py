"""Exact values by strategy iteration, with a proof that they are right.

A strategy is a list with the index of a move for each choice of a Graph, the same for both players. Let v be the
values, for the side to move, if both players follow the strategy and endless play is worth 0. Then v is the value of
the game, and the strategy is optimal for both players, if

    1. no move is better:       v(position) >= v(position after move) for the same side, whatever the move
    2. no lead is stalled:      against the strategy, no opponent can stay for ever in positions with v > 0 for it

Proof. By 1 the value v of the strategy's player never falls in expectation, for any play of the opponent: v(root) <=
E[v in the limit]. If play ends, the limit is its score. Endless play is worth 0, and from some point on it stays among
positions in which it can stay for ever; these have v <= 0 by 2. So the strategy wins at least v(root). The same holds
for the opponent, so v(root) is
the value.
"""
from fractions import Fraction

from gamecore.solving.graph import Graph
from gamecore.solving.linear import solve_rows

HERO, OTHER = 0, 1                   # the player to move: of the tested strategy, or of the answer to it

# The probability that a move ends play with a score of 0, if play might be endless. Strategies that are optimal for all
# sufficiently small probabilities are optimal without such ends (Liggett & Lippman 1969), so it is reduced until the
# proof succeeds.
FIRST_STOP = Fraction(1, 2**10)


def solve_exactly(graph, strategy, components):
    """Returns the value of every position, an optimal strategy, and the number of improvements needed to reach it.

    Components of the graph are solved one by one, each after its successors.
    """
    values, moves, improvements = [None] * len(graph), list(strategy), 0
    for component in components:
        first = component[0]
        if len(component) == 1 and first not in graph.successors[first]:
            values[first], moves[first] = solve_step(graph, first, values)
            continue
        part = restrict(graph, component, values)
        found, chosen, rounds = solve_loop(part, [moves[i] for i in component] + [-1] * (len(part) - len(component)))
        improvements += rounds
        for n, i in enumerate(component):
            values[i], moves[i] = found[n], chosen[n]
    return values, moves, improvements


def solve_step(graph, i, values):
    """Returns the value of a position outside loops and the index of its best move, or -1 if no player chooses."""
    if graph.scores[i] is not None:
        return graph.scores[i], -1
    after = graph.after(i, values)
    if graph.probabilities[i] is not None:
        return sum([p * value for p, value in zip(graph.probabilities[i], after, strict=True)]), -1
    return max(after), after.index(max(after))


def restrict(graph, component, values):
    """Returns the Graph of one component, whose successors are ends with their values as scores."""
    exits = dict.fromkeys(j for i in component for j in graph.successors[i])
    numbers = {i: n for n, i in enumerate(dict.fromkeys([*component, *exits]))}
    part = Graph()
    for i in numbers:
        part.keys.append(graph.keys[i])
        if values[i] is None:
            part.add(graph.moves[i], [numbers[j] for j in graph.successors[i]], graph.flipped[i],
                     graph.probabilities[i])
        else:
            part.add(score=values[i])
    return part


def solve_loop(graph, strategy):
    """Returns the values, an optimal strategy and the number of improvements of a graph with loops."""
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
    """Returns the value of each position when both players follow the strategy, 0 where play never ends."""
    follow = [following(graph, i, strategy[i]) for i in range(len(graph))]
    ending = can_end(graph, [[j for j, _ in edges] for edges in follow])
    return solve_rows([row(graph, i, follow[i], 0, lambda j, flipped: j) if i in ending else (Fraction(0), {})
                       for i in range(len(graph))])


def following(graph, i, move):
    """Returns (position, flipped) of the successor after `move` at a choice, or of all successors elsewhere."""
    edges = tuple(zip(graph.successors[i], graph.flipped[i], strict=True))
    is_choice = graph.scores[i] is None and graph.probabilities[i] is None
    return (edges[move],) if is_choice else edges


def row(graph, i, follow, stop, unknown):
    """Returns the equation of a position's value, which is its score, a mean, or the value after the move.

    A move ends play with the probability `stop`. `unknown` maps (position, flipped) to the number of an unknown.
    """
    if graph.scores[i] is not None:
        return graph.scores[i], {}
    weights = {}
    for edge, p in zip(follow, graph.probabilities[i] or (1 - stop,), strict=True):
        j = unknown(*edge)
        weights[j] = weights.get(j, 0) + (-p if edge[1] else p)
    return Fraction(0), weights


def can_end(graph, follow):
    """Returns the positions from which `follow` leads to some end."""
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
    """Returns each node's predecessors, with repetitions for parallel edges."""
    before = [[] for _ in ways]
    for i, follow in enumerate(ways):
        for j in follow:
            before[j].append(i)
    return before


# The proof

def is_optimal(graph, strategy, values):
    """Whether both conditions hold, so that `values` are the game's and the strategy is optimal."""
    return not any(values[i] < max(graph.after(i, values)) for i in graph.choices) \
        and not lead_is_sat_out(graph, strategy, values)


def lead_is_sat_out(graph, strategy, values):
    """Whether an opponent of the strategy can stay for ever in positions where the strategy is ahead."""
    ways, candidates = [], set()
    for i in range(len(graph)):
        ways.append([2 * j + (HERO ^ flipped) for j, flipped in following(graph, i, strategy[i])])
        ways.append([2 * j + (OTHER ^ flipped)
                     for j, flipped in zip(graph.successors[i], graph.flipped[i], strict=True)])
        if graph.scores[i] is None and values[i] != 0:
            candidates.add(2 * i + (HERO if values[i] > 0 else OTHER))
    return bool(holdable(candidates, ways, {2 * i + side for i in graph.chances for side in (HERO, OTHER)}))


def may_go_on_for_ever(graph):
    """Whether the two players together could play for ever."""
    undecided = {i for i, score in enumerate(graph.scores) if score is None}
    return bool(holdable(undecided, graph.successors, set(graph.chances)))


def holdable(candidates, ways, chances):
    """Returns the largest subset of the candidates that play need not leave.

    From each position in it some edge stays inside, and from a chance event all edges do.
    """
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


# Strategy iteration (Hoffman & Karp 1966): find the best reply to a strategy, switch to every better move, repeat.

def improve(graph, strategy, stop):
    """Returns the optimal strategy where every move ends play with the probability `stop`, and the number of rounds."""
    rounds = 0
    while True:
        better = switched(graph, strategy, best_answer(graph, strategy, stop), HERO)
        if better == strategy:
            return strategy, rounds
        strategy = better
        rounds += 1


def best_answer(graph, hero, stop):
    """Returns the values for the side to move, HERO or OTHER, when OTHER plays the best reply to the strategy."""
    answer = hero
    while True:
        side_values = duel(graph, hero, answer, stop)
        better = switched(graph, answer, side_values, OTHER)
        if better == answer:
            return side_values
        answer = better


def switched(graph, strategy, side_values, side):
    """Returns a player's strategy with inferior moves replaced, by the values when HERO or OTHER is to move."""
    better = list(strategy)
    for i in graph.choices:
        values = [-side_values[side ^ 1][j] if flipped else side_values[side][j]
                  for j, flipped in zip(graph.successors[i], graph.flipped[i], strict=True)]
        if max(values) > values[strategy[i]]:
            better[i] = values.index(max(values))
    return better


def duel(graph, hero, answer, stop):
    """Returns the values for the side to move, HERO or OTHER, when one player follows `hero` and the other `answer`."""
    side_values = solve_rows([row(graph, i, following(graph, i, strategy[i]), stop,
                                  lambda j, flipped, side=side: 2 * j + (side ^ flipped))
                              for i in range(len(graph)) for side, strategy in ((HERO, hero), (OTHER, answer))])
    return side_values[HERO::2], side_values[OTHER::2]
