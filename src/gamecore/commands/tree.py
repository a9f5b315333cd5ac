"""gamecore tree: searches a small tree from the command line and shows the visited nodes."""
from contextlib import nullcontext
from fractions import Fraction
from math import isinf

from gamecore.screen.options import add_number, add_shared
from gamecore.screen.text import json_line
from gamecore.core.files import atomic_file
from gamecore.errors import TreeError
from gamecore.trees import animation, best_actions, depth_limited, draw, replay, svg
from gamecore.trees.page import html
from gamecore.trees.suitable import SEARCHES, STAR, root_of, searched, suitable, usual

HELP = "search a small tree, such as [[3,12,8],[2,4,6],[14,5,2]], and show which nodes were visited and cut"


def configure(parser):
    parser.add_argument("tree", metavar="TREE",
                        help="nested lists: [3,12,8] is a node and its children, {left: 3, right: [5,2]} names its "
                             "actions, "
                             "(1,6,6) is a leaf with a utility for each of three players; numbers may be fractions, "
                             "1/3")
    parser.add_argument("--layers", metavar="LIST",
                        help="the layers from the root down, repeated: max, min, chance, or a player's number, "
                             "separated by commas or spaces; default max,min")
    parser.add_argument("--probabilities", metavar="LIST", help="of every chance layer, 1/4,3/4; default uniform")
    parser.add_argument("--search", metavar="NAME", choices=SEARCHES,
                        help=f"{', '.join(SEARCHES)}; default alpha-beta, expectiminimax with chance, max-n with "
                             "several players")
    parser.add_argument("--bounds", metavar="LOW,HIGH",
                        help="star1, star2: bounds of all leaves; default the least and the greatest leaf")
    add_number(parser, "--depth", "search N plies only; the horizon counts 0")
    parser.add_argument("--replay", action="store_true",
                        help="show alpha-beta step by step, each window before and after, each cut by its name")
    parser.add_argument("--svg", metavar="FILE", help="draw the tree and the search; with --replay, an animation")
    parser.add_argument("--html", metavar="FILE",
                        help="write a page, one file that needs no network, to step through every search that suits "
                             "the tree, and to guess the cuts")
    add_shared(parser, "--json")


def run(args, console):
    root = root_of(args.tree, args.layers, args.probabilities)
    name = search_named(args, root)
    names = dict.fromkeys([name, *(suitable(root, args.depth, args.bounds) if args.html else ())])
    if args.bounds and not STAR.keys() & names.keys():
        raise TreeError(f"--bounds {args.bounds} are for star1 and star2, not for {' and '.join(names)}")
    with (atomic_file(args.svg) if args.svg else nullcontext() as file,
          atomic_file(args.html) if args.html else nullcontext() as page):
        trace = searched(root, name, args.depth, args.bounds)
        steps = replay(trace) if args.replay else ()
        if file:
            file.write(animation(trace) if args.replay else svg(trace))
        if page:
            page.write(html(args.tree, {name: searched(root, name, args.depth, args.bounds) for name in names}))
    best = ties(args, root, trace)
    for number, step in enumerate(steps if console.json else (), 1):
        console.print(json_line(step_record(number, step)))
    console.report(record(args, name, trace, best), show, console, trace, steps, best)
    return 0


def search_named(args, root):
    """Returns the name of the requested search, or of a search that is applicable to the tree."""
    if args.depth is not None and args.search:
        raise TreeError(f"--depth {args.depth} is a search of its own, and does not go with --search {args.search}")
    return args.search or usual(root, args.depth)


def show(console, trace, steps, best):
    """Prints the tree, the steps if they were requested, and the result."""
    for line in (*draw(trace, ascii=not console.fancy).split("\n"), "", *str(steps or trace.summary).split("\n")):
        console.print(line)
    if len(best) > 1:
        console.print(f"equally good actions: {', '.join(map(str, best))}")


def ties(args, root, trace):
    """Returns all best actions at the root, to the depth of the search; there are none if no player chooses at the
    root."""
    if trace.action is None:
        return ()
    return best_actions(root, None if args.depth is None else lambda child: depth_limited(child, args.depth - 1))


def record(args, name, trace, best):
    return {"tree": args.tree, "search": name, "value": plain(trace.value), "action": trace.action,
            "best_actions": list(best), "leaves": trace.leaves,
            "visited_leaves": list(map(plain, trace.visited_leaves)),
            "pruned_leaves": list(map(plain, trace.pruned_leaves))}


def step_record(number, step):
    """Returns a step as a record, with null for an infinite end of a window."""
    return {"step": number} | {name: plain(value) for name, value in step._asdict().items()}


def plain(value):
    """Returns a value in a form that JSON can hold."""
    if isinstance(value, tuple):
        return list(map(plain, value))
    if isinstance(value, Fraction):
        return float(value)
    return None if isinstance(value, float) and isinf(value) else value
