"""Exact solutions of equations x = constant + sum of weight * x[j], one strongly connected component at a time."""
from fractions import Fraction
from heapq import heapify, heappop, heappush


def solve_rows(rows):
    """Returns the exact solution of equations. Each equation is a pair: its constant, and the weights of the unknowns
    by number.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> print(*solve_rows([(half, {1: half}), (Fraction(0), {0: half})]))
    2/3 1/3
    """
    x = [None] * len(rows)
    for loop in loops([list(weights) for _, weights in rows]):
        reduced = eliminate(rows, loop, x)
        for i in reversed(loop):
            constant, weights = reduced[i]
            x[i] = constant + sum([weight * x[j] for j, weight in weights.items()])
    return x


def eliminate(rows, loop, x):
    """Returns the equations of one component, without the unknowns that are already solved and those earlier in the
    component."""
    rank = {i: n for n, i in enumerate(loop)}
    reduced = {}
    for i in loop:
        constant, weights = rows[i]
        inside = {}
        for j, weight in weights.items():
            if j in rank:
                inside[j] = weight
            else:
                constant += weight * x[j]
        constant, inside = substitute(constant, inside, reduced, rank, loop)
        own = 1 - inside.pop(i, Fraction(0))
        reduced[i] = constant / own, {j: weight / own for j, weight in inside.items()}
    return reduced


def substitute(constant, weights, reduced, rank, loop):
    """Returns the equation after replacing every unknown that has a reduced equation, beginning with the earliest."""
    heap = [rank[j] for j in weights if j in reduced]
    heapify(heap)
    while heap:
        j = loop[heappop(heap)]
        weight = weights.pop(j)
        constant += weight * reduced[j][0]
        for k, factor in reduced[j][1].items():
            if k not in weights and k in reduced:
                heappush(heap, rank[k])
            weights[k] = weights.get(k, 0) + weight * factor
    return constant, weights


def loops(successors):
    """Returns the strongly connected components of a graph, each after its successors (Tarjan 1972, without recursion).

    Examples
    --------
    >>> loops([[1], [2], [1, 3], []])
    [[3], [2, 1], [0]]
    """
    order, low = {}, {}
    open_nodes, is_open, found = [], set(), []
    for root in range(len(successors)):
        if root in order:
            continue
        path = [(root, iter(()))]
        while path:
            node, rest = path[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                open_nodes.append(node)
                is_open.add(node)
                path[-1] = node, rest = node, iter(successors[node])
            for child in rest:
                if child not in order:
                    path.append((child, None))
                    break
                if child in is_open:
                    low[node] = min(low[node], order[child])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    found.append(close(node, open_nodes, is_open))
    return found


def close(node, open_nodes, is_open):
    """Returns the component that ends with `node`, which contains all nodes opened since `node`."""
    component = []
    while not component or component[-1] != node:
        component.append(open_nodes.pop())
        is_open.discard(component[-1])
    return component
