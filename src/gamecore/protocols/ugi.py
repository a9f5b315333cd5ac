"""The Universal Game Interface, which is UCI, the protocol of chess engines, for any game (docs/protocols.md)."""
import re
from contextlib import suppress
from itertools import takewhile
from typing import NamedTuple

from gamecore.games.all import draw_board
from gamecore.playing.names import evaluation_of, is_finished
from gamecore.protocols.server import LONGEST_ERROR, ProtocolServer, SearchTask
from gamecore.core.about import VERSION
from gamecore.core.clock import seconds_for
from gamecore import Engine
from gamecore.core.text import one_line
from gamecore.errors import ProtocolError
from gamecore.games.outside.turns import (
    legal_moves, list_outcomes, moves_of_winner, word_of, word_of_outcome)
from gamecore.playing.players import engine_for
from gamecore.playing.tree import SYSTEM, GameTree
from gamecore.search.iteration import outcome_of

BEST_MOVE = object()                 # the subject of an error that takes the place of a best move
DEEPEST, DEEPEST_CHANCE = 500, 60    # the deepest searches, in plies and in layers of chance


class Option(NamedTuple):
    """An option of setoption."""

    kind: str                        # as UCI has it: spin, string, check or button
    default: object
    limits: tuple = ()               # of a spin: the least and the most


OPTIONS = {
    "hash": Option("spin", 64, (1, 1 << 20)),
    "threads": Option("spin", 1, (1, 256)),
    "multipv": Option("spin", 1, (1, 1024)),
    "ponder": Option("check", False),
    "switches": Option("string", "play"),
    "evaluation": Option("string", None),
    "databases": Option("string", None),
    "level": Option("spin", 0, (0, 10)),             # 0: none
    "clear hash": Option("button", None),
}

NUMBERS = ("depth", "nodes", "movetime", "mate", "p1time", "p2time", "p1inc", "p2inc", "movestogo")
FLAGS = ("infinite", "ponder")
KNOWN = (*NUMBERS, *FLAGS, "searchmoves")


class UgiServer(ProtocolServer):
    """A server of one engine for one program that speaks UGI; `settings` has options that differ from the defaults."""

    def __init__(self, game, write, settings=None, **options):
        self.settings = {name: option.default for name, option in OPTIONS.items()} | (settings or {})
        super().__init__(game, write, new_engine(game, self.settings), **options)
        self.tree, self.line = GameTree(game), ""
        self.pondered = None             # while the engine ponders, the search to start if the guess comes true
        self.words = {"ugi": self.introduce, "isready": self.get_ready, "setoption": self.set_option,
                      "uginewgame": self.begin_game, "position": self.set_position, "query": self.answer, "go": self.go,
                      "stop": self.stop, "ponderhit": self.ponderhit, "d": self.display, "eval": self.evaluate,
                      "quit": self.quit}

    def execute(self, line):
        word, *words = line.split()
        if word not in self.words:
            raise ProtocolError(f"unknown word {word!r}; known are {', '.join(self.words)}")
        self.line = line
        self.words[word](words)

    def complain(self, message, about):
        self.write(f"error {message}")
        if about is BEST_MOVE:
            self.write("bestmove (none)")

    # The words.

    def introduce(self, words):
        self.write(f"id name gamecore {VERSION}")
        self.write("id author The gamecore developers")
        for name, option in OPTIONS.items():
            self.write(f"option name {name} {describe(option, self.settings[name])}")
        self.write("ugiok")

    def get_ready(self, words):
        if not self.task:
            with suppress(Exception):    # the first search will report a fault of the game
                self.engine.prepare(self.game.start())
        self.write("readyok")

    def begin_game(self, words):
        self.check_idle("uginewgame")
        self.engine.clear()
        self.tree = GameTree(self.game)

    def set_option(self, words):
        name, value = read_option(words)
        self.check_idle(f"setoption name {name}")
        if name == "clear hash":
            self.engine.clear()
            return
        settings = self.settings | {name: value}
        if name not in ("multipv", "ponder"):
            self.engine = new_engine(self.game, settings)
        self.settings = settings

    def set_position(self, words):
        end = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["fen"] and end > 1:
            text = self.line.split(maxsplit=2)[2]                # in which blanks may be empty squares
            tree = GameTree(self.game, re.split(r"\smoves(?!\S)", text, maxsplit=1)[0].rstrip())
        elif words[:end] == ["startpos"]:
            tree = GameTree(self.game)
        else:
            raise ProtocolError(f"{' '.join(['position', *words])!r} is not a position: expected 'position startpos' "
                                "or 'position fen TEXT', then perhaps 'moves' and the moves")
        for word in words[end + 1:]:
            tree.act(word)
        self.tree = tree

    def answer(self, words):
        position, first = self.tree.position, self.tree.side == 0
        over = is_finished(position)
        score = position.final_score() if over else 0
        winner = "draw" if score == 0 else "p1win" if (score > 0) == first else "p2win"
        answers = {"gameover": truth(over), "p1turn": truth(first), "result": winner if over else "none"}
        if len(words) != 1 or words[0] not in answers:
            raise ProtocolError(f"no query {' '.join(words)!r}; known are {', '.join(answers)}")
        self.write(f"response {answers[words[0]]}")

    def display(self, words):
        """Prints the board, the text of the position, and the legal moves or chance outcomes."""
        position = self.tree.position
        outcomes = [word_of_outcome(outcome) for outcome, _ in list_outcomes(position)]
        moves = [] if outcomes else map(word_of, legal_moves(position))
        for line in draw_board(position):
            self.write("".join(part if isinstance(part, str) else part[0] for part in line))
        text = one_line(str(position))
        self.write(f"position fen {text}" if text else "position startpos")
        self.write(" ".join(["outcomes", *outcomes] if outcomes else ["moves", *moves]))

    def evaluate(self, words):
        self.check_idle("eval")
        self.take_stakes()
        self.write(f"info string evaluation {score_words(self.engine.evaluate(self.tree.position))}")

    def go(self, words):
        wanted = read_go(words)
        self.check_idle(" ".join(["go", *words]))
        if is_finished(self.tree.position):
            self.write(f"info string {one_line(f'the game is over in {str(self.tree.position)!r}', LONGEST_ERROR)}")
            self.write("bestmove (none)")
            return
        self.pondered = wanted if wanted.pop("ponder", False) else None
        endless = {"infinite": True} | {key: wanted[key] for key in wanted if key == "searchmoves"}
        self.attempt(self.begin, endless if self.pondered else wanted, about=BEST_MOVE)

    def ponderhit(self, words):
        """Starts the search again after a correct guess, with the table that pondering has filled."""
        if self.pondered is None or not self.task:
            raise ProtocolError(f"{' '.join(['ponderhit', *words])!r}, but the engine does not ponder")
        wanted, self.pondered = self.pondered, None
        self.drop()
        self.attempt(self.begin, wanted, about=BEST_MOVE)

    # Searching.

    def take_stakes(self):
        """Lets the engine play for the stakes of the game."""
        self.engine = engine_for(self.engine, self.tree.stake.match)

    def begin(self, wanted):
        self.take_stakes()
        limits, mate = limits_of(wanted, self.tree), wanted.get("mate")
        if self.settings["level"] and not wanted.get("infinite"):
            level = self.game.level(self.settings["level"])
            if level.slips(SYSTEM) and (moves := limits.get("root_moves") or self.tree.legal_moves()):
                self.write(f"bestmove {word_of(SYSTEM.choice(moves))}")
                return
            given = {name: limit for name, limit in limits.items() if limit is not None}
            limits |= {name: min(most, given.get(name, most)) for name, most in level.limits.items()}
        position, depths, reported = self.tree.position, [], [0]

        def report(found):
            # An iteration counts only its own nodes in one thread, without the solver's. A report from inside an
            # iteration counts all.
            depths.extend([found.nodes] * found.finished)
            reported.append(max(reported[-1], sum(depths) if found.finished else found.nodes))
            self.inform(position, found, reported[-1])

        def conclude(result):
            self.inform(position, result, result.nodes)
            self.write(best_move(result, position))

        task = SearchTask(report, conclude, about=BEST_MOVE, waits=wanted.get("infinite", False))
        self.think(task, position, limits | {"multipv": self.settings["multipv"]},
                   enough=lambda found: mate is not None and is_mate(found, mate, position))

    def inform(self, position, found, nodes):
        """Writes an Iteration or a SearchResult and the number of nodes, with a line for each variation."""
        spent = (f"nodes {nodes} nps {round(nodes / found.seconds) if found.seconds > 0 else 0} "
                 f"time {round(1000 * found.seconds)} hashfull {round(1000 * self.engine.hash_used)}")
        if not getattr(found, "finished", True):
            self.write(f"info depth {found.depth} {spent}")
            return
        for rank, (score, line) in enumerate(found.lines, 1):
            number = f"multipv {rank} " if self.settings["multipv"] > 1 else ""
            self.write(f"info depth {found.depth} {number}score {score_words(score, position, line)} {spent} pv "
                       f"{' '.join(map(word_of, line))}".rstrip())


def new_engine(game, settings):
    own = game.level(settings["level"]).evaluation if settings["level"] else None
    return Engine(hash_mb=settings["hash"], threads=settings["threads"], switches=settings["switches"],
                  evaluation=own or evaluation_of(game, settings["evaluation"]), databases=settings["databases"])


# Reading

def read_option(words):
    """Returns (name, value) of the words after `setoption`."""
    text = " ".join(words)
    before, _, value = text.partition(" value ")
    name = before.removeprefix("name ").strip().lower()
    if not text.startswith("name ") or name not in OPTIONS:
        raise ProtocolError(f"{'setoption ' + text!r} sets nothing: expected 'setoption name NAME value VALUE', NAME "
                            f"being one of {', '.join(OPTIONS)}")
    option, value = OPTIONS[name], value.strip()
    if option.kind == "spin":
        return name, number(name, value, *option.limits)
    if option.kind == "check":
        if value not in ("true", "false"):
            raise ProtocolError(f"{name} must be true or false, not {value!r}")
        return name, value == "true"
    return name, None if value in ("", "<empty>") else value


def read_go(words):
    """Returns the limits of a search from the words after `go`."""
    wanted, left = {}, list(words)
    while left:
        word = left.pop(0)
        if word in FLAGS:
            wanted[word] = True
        elif word == "searchmoves":
            wanted[word] = list(takewhile(lambda move: move not in KNOWN, left))
            del left[:len(wanted[word])]
        elif word in NUMBERS:
            wanted[word] = number(word, left.pop(0) if left else "",
                                  int(word in ("nodes", "movetime", "mate", "movestogo")))
        else:
            raise ProtocolError(f"{' '.join(['go', *words])!r} has the unknown word {word!r}; known are "
                                f"{', '.join(KNOWN)}")
    if not wanted.keys() - {"searchmoves", "ponder", "movestogo", "p1inc", "p2inc"}:
        raise ProtocolError(f"{' '.join(['go', *words])!r} has no limit: expected depth, nodes, movetime, mate, p1time "
                            f"and p2time, or infinite")
    return wanted


def number(name, text, low, high=(1 << 63) - 1):
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise ProtocolError(f"{name} must be an integer {low}..{high}, not {text!r}")
    return int(text)


def limits_of(wanted, tree):
    """Returns the arguments of Engine.search."""
    limits = {"nodes": wanted.get("nodes"), "depth": wanted.get("depth")}
    position, side = tree.position, f"p{tree.side + 1}"
    if "movetime" in wanted:
        limits["seconds"] = wanted["movetime"] / 1000
    elif f"{side}time" in wanted:
        limits["seconds"] = seconds_for(wanted[f"{side}time"] / 1000, wanted.get(f"{side}inc", 0) / 1000,
                                        wanted.get("movestogo"))
    deepest = DEEPEST if getattr(position, "outcomes", None) is None else DEEPEST_CHANCE
    if "mate" in wanted:
        most = deepest if getattr(position, "same_player", None) else min(2 * wanted["mate"] - 1, deepest)
        limits["depth"] = min(wanted.get("depth", most), most)
    elif "infinite" in wanted:
        limits["depth"] = wanted.get("depth", deepest)
    elif all(limit is None for limit in limits.values()):
        raise ProtocolError(f"{side} is to move, and go has no {side}time")
    if "searchmoves" in wanted:
        limits["root_moves"] = [position.read_move(word) for word in wanted["searchmoves"]]
    return limits


# Writing

def describe(option, value):
    """Returns an option in the form of UCI."""
    if option.kind == "button":
        return "type button"
    shown = "<empty>" if value is None else truth(value) if option.kind == "check" else value
    return f"type {option.kind} default {shown}" + (" min {} max {}".format(*option.limits) if option.limits else "")


def truth(value):
    return "true" if value else "false"


def is_mate(found, moves, position):
    """Whether the search found a win in at most `moves` of the winner's moves."""
    score, line = found.lines[0] if found.lines else (0, ())
    outcome, plies = outcome_of(score)
    return outcome == "win" and plies is not None and moves_of_winner(position, line, plies, True) <= moves


def score_words(score, position=None, line=()):
    """Returns UCI's words for a score: the number of moves to a win (negative for a loss), or the score, which for a
    mean is in hundredths.

    `line` is the score's line of play from `position`.
    """
    if isinstance(score, float):
        return f"cp {round(100 * score)}"
    outcome, plies = outcome_of(score)
    if plies is None:
        return f"cp {score}"
    moves = moves_of_winner(position, line, plies, outcome == "win")
    return f"mate {max(1, moves) if outcome == 'win' else -max(plies > 0, moves)}"


def best_move(result, position):
    """Returns the line that ends a search, with the expected reply unless a chance event comes before it."""
    if not result.pv:
        return "bestmove (none)"
    guess = result.pv[1:2] if getattr(position, "outcomes", None) is None else ()
    return f"bestmove {word_of(result.move)}" + "".join(f" ponder {word_of(move)}" for move in guess)
