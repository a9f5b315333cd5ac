"""Tests the Universal Game Interface: what it answers, what it refuses, and that the process then continues. Every wait
is for a line."""
import io
import re
import threading
from pathlib import Path
from queue import Queue
from random import Random

import pytest

import gamecore
from gamecore.playing.names import load
from gamecore.protocols.ugi import UgiServer, is_mate, limits_of, score_words
from gamecore.protocols.server import MAX_LINE, TOO_LONG, read_lines
from gamecore.games.outside.game import OUTSIDE
from gamecore.games.outside.turns import find_outcome, word_of, word_of_outcome
from gamecore.playing.tree import GameTree
from tests.processes import run_command
from tests.refusals import rows_of
from tests.small_games import MisereNim

WIN_IN_2 = "position fen 4455"                       # 3 makes an open row of three: won in 3 plies


class Coins(MisereNim):
    """Its moves are pairs, written with a blank."""

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def __str__(self):
        return str(self.coins)

    def legal_moves(self):
        return [("take", n) for n in super().legal_moves()]

    def play(self, move):
        return super().play(move[1])


class TakesAgain(Coins):
    """A player who takes 1 takes again."""

    def same_player(self, move):
        return move[1] == 1


class Broken(Coins):
    def evaluate(self):
        return 1 / 0


class Stuck(Coins):
    """Its evaluation waits until the test lets it go on."""

    reached, go_on = threading.Event(), threading.Event()

    def evaluate(self):
        self.reached.set()
        self.go_on.wait()
        return 0


def game_of(kind):
    return OUTSIDE._replace(name=f"tests:{kind.__name__}", position=kind)


class Host:
    """A program that talks to a server in this process. Searches with limits may always end by themselves."""

    def __init__(self, game, grace=None):
        self.heard, self.said = Queue(), Queue()
        self.server = UgiServer(game, self.heard.put, {"hash": 1}, grace=grace)
        self.thread = threading.Thread(target=self.server.serve, args=(iter(self.said.get, None),), daemon=True)
        self.thread.start()

    def say(self, *lines):
        for line in lines:
            self.said.put(line)

    def hear(self, pattern):
        """The lines up to the first that the pattern describes, that one last."""
        lines = [self.heard.get()]
        while not re.match(pattern, lines[-1]):
            lines.append(self.heard.get())
        return lines

    def ask(self, *lines):
        """What comes back at once."""
        self.say(*lines, "isready")
        return self.hear("readyok")[:-1]

    def search(self, *lines):
        """What comes back up to a best move."""
        self.say(*lines)
        return self.hear("bestmove")

    def end(self):
        self.say(None)
        self.thread.join()


@pytest.fixture
def host():
    """Starts servers, and ends them."""
    hosts = []

    def start(game="connect-four", **options):
        hosts.append(Host(load(game) if isinstance(game, str) else game_of(game), **options))
        return hosts[-1]

    yield start
    for one in hosts:
        one.end()


def run(typed, game="connect-four"):
    """A process of its own, which gets all of its input at once, and then the end of it."""
    done = run_command(f"protocol ugi {game}", input=typed, text=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def sample_of(protocol):
    """The session of docs/protocols.md prints what the page shows."""
    page = Path(__file__).resolve().parents[2].joinpath("docs", "protocols.md").read_text(encoding="utf-8")
    return re.search(rf"\$ printf '([^']*)' \| gamecore protocol {protocol} connect-four\n(.*?)```", page,
                     re.DOTALL).groups()


# What it answers.

def test_it_introduces_itself(host):
    lines = host().ask("ugi")
    assert lines[0] == f"id name gamecore {gamecore.__version__}" and lines[-1] == "ugiok"
    assert "option name hash type spin default 1 min 1 max 1048576" in lines


def test_a_program_that_says_everything_at_once_gets_every_answer():
    lines = run(b"ugi\nisready\nposition startpos moves 4\ngo nodes 100000\n")
    assert lines[lines.index("ugiok") + 1] == "readyok"
    assert re.match(r"info depth \d+ score (cp|mate) -?\d+ nodes 100000 nps \d+ time \d+ hashfull \d+ pv [1-7]",
                    lines[-2])
    assert re.fullmatch(r"bestmove [1-7] ponder [1-7]", lines[-1])


def test_the_page_s_example_is_what_is_printed():
    asked, printed = sample_of("ugi")
    times = re.compile(r"nps \d+ time \d+")
    lines = [times.sub("", line) for line in run(asked.replace("\\n", "\n").encode())]
    assert lines[-2:] == [times.sub("", line) for line in printed.splitlines()[-2:]]


@pytest.mark.parametrize("end", [b"quit\n", b"quit", b""])
def test_whatever_ends_the_input_ends_an_endless_search_which_still_answers(end):
    assert run(b"position startpos\ngo infinite\n" + end)[-1].startswith("bestmove")


def test_every_iteration_tells_the_nodes_of_all_before_it(host):
    lines = host().search("go depth 6")[:-1]
    reported = [tuple(map(int, re.match(r"info depth (\d+) .*nodes (\d+)", line).groups())) for line in lines]
    result = gamecore.Engine(hash_mb=1, switches="play").search(gamecore.ConnectFour(), depth=6)
    nodes = [sum(i.nodes for i in result.iterations[:depth]) for depth in range(1, 7)]
    assert reported == [*zip(range(1, 7), nodes), (6, result.nodes)]


def test_no_line_has_fewer_nodes_than_the_line_before(host):
    """Reports from inside an iteration, each half second, count all threads and the solver; iterations only one."""
    lines = host().search("setoption name threads value 2", "go movetime 1500")[:-1]
    nodes = [int(re.search(r" nodes (\d+) ", line)[1]) for line in lines]
    assert nodes == sorted(nodes)


def test_a_switch_is_removed_from_a_set(host):
    lines = host().search("setoption name switches value play,-hint", "go depth 6")
    result = gamecore.Engine(hash_mb=1, switches="play,-hint").search(gamecore.ConnectFour(), depth=6)
    assert f" nodes {result.nodes} " in lines[-2]
    assert result.nodes != gamecore.Engine(hash_mb=1, switches="play").search(gamecore.ConnectFour(), depth=6).nodes


@pytest.mark.parametrize("score, words", [
    (29999, "mate 1"), (29998, "mate 1"), (29997, "mate 2"), (-29998, "mate -1"), (-29996, "mate -2"),
    (30000, "mate 1"), (-30000, "mate 0"), (24990, "cp 24990"), (0, "cp 0"), (-17, "cp -17"),
    (0.125, "cp 12"), (-1.5, "cp -150")])
def test_a_score_tells_the_moves_of_the_winner_or_the_number(score, words):
    assert score_words(score) == words


def test_a_search_for_a_quick_win_ends_when_it_is_found(host):
    lines = host().search(WIN_IN_2, "go mate 20")
    assert " score mate 2 " in lines[-2] and not any(line.startswith("info depth 4 ") for line in lines)


@pytest.mark.parametrize("moves, found", [(1, False), (2, True), (3, True)])
def test_only_a_win_in_time_is_what_was_looked_for(moves, found):
    won, lost = gamecore.ConnectFour("4455"), gamecore.ConnectFour("44553")
    assert is_mate(gamecore.Engine(hash_mb=1).search(won, depth=6), moves, won) is found
    assert not is_mate(gamecore.Engine(hash_mb=1).search(lost, depth=6), moves, lost)


@pytest.mark.parametrize("coins", range(2, 9))
def test_a_win_counts_the_moves_of_the_winner_alone_where_a_side_moves_again(host, coins):
    here = host(TakesAgain)
    line = here.search(f"position fen {coins}", "go depth 12")[-2]
    sign, count, pv = re.match(r"info .* score mate (-?)(\d+) .* pv (.*)", line).groups()
    sides, side = [], 0
    for move in pv.split():
        sides.append(side)
        side ^= "1" not in move
    assert int(count) == sides.count(1 if sign else 0) and (side == 1) == bool(sign)
    if not sign:
        assert f"score mate {count} " in here.search(f"position fen {coins}", f"go mate {count}")[-2]


@pytest.mark.parametrize("game, line, best", [
    ("connect-four", "position fen 4455", "bestmove [36] ponder [1-7]"),
    ("checkers", "position fen W:WK1:B6,7,14,15,22,23", r"bestmove 1x\S+( ponder \S+)?"),
    ("checkers", "position startpos moves 11-15 22-18 15x22", r"bestmove (25x18|26x17)( ponder \S+)?"),
    ("backgammon", "position startpos moves 31", "bestmove 8/5,6/5"),
    ("backgammon", "position startpos moves 13 6/5,8/5", r"bestmove \(none\)"),            # the dice come first
    ("backgammon", "position fen 4HPwATDgc/ABMA 31", "bestmove 8/5,6/5"),
    ("games.nim:Nim", "position startpos moves A2", "bestmove A1 ponder A[12]"),
    ("games.tic_tac_toe:TicTacToe", "position fen xo./.x./...", "bestmove 9 ponder [0-9]"),
    ("games.oopsy_nim:OopsyNim", "position startpos", "bestmove [12]"),
    (Coins, "position fen 3", r"bestmove \('take',2\) ponder \('take',1\)"),
    (Coins, "position startpos moves ('take',2) ('take',2)", r"bestmove \('take',2\) ponder \('take',1\)")])
def test_every_game_gets_a_move_in_its_own_notation(host, game, line, best):
    limit = "go depth 1" if game in ("backgammon", "games.oopsy_nim:OopsyNim") else "go depth 6"
    lines = host(game).search(line, limit)
    assert re.fullmatch(best, lines[-1]) and not any("error" in reply for reply in lines)


def test_a_position_is_searched_at_the_score_of_its_xgid_whatever_is_set_meanwhile(host):
    score, position = gamecore.MatchScore(5, 6, 7), gamecore.Backgammon().roll(4, 3)
    here = host("backgammon")
    infos = [here.search(line, "go depth 1")[-2] for line in (
        f"position fen {position.xgid(score)}", "setoption name hash value 2", "position startpos moves 43")]
    equities = [gamecore.Engine(hash_mb=1, match=match).search(position, depth=1).score
                for match in (score, score, None)]
    assert [int(re.search(r"cp (-?\d+)", line)[1]) for line in infos] == [round(100 * equity) for equity in equities]


@pytest.mark.parametrize("move, word", [(4, "4"), ("8/5 6/5", "8/5,6/5"), ((0, 1), "(0,1)"), ("a  b", "a,b")])
def test_a_move_is_one_word(move, word):
    assert word_of(move) == word


def test_a_move_is_found_by_its_text_before_its_word():
    class Names(Coins):
        def legal_moves(self):
            return ["a,b", "a b", "c d"]

    assert [Names().read_move(text) for text in ("a,b", "a b", "c d", "c,d")] == ["a,b", "a b", "c d", "c d"]


def test_dice_are_one_word():
    assert word_of_outcome((3, 1)) == "31" and word_of_outcome(("heads", 2)) == "('heads',2)"
    class Drawn(Coins):
        def outcomes(self):
            return [(("heads", 2), .5), ((3, 1), .5)]

        def play_outcome(self, outcome):
            return self

    assert find_outcome(Drawn(), "31", [(3, 1)]) == (3, 1)


def test_a_level_limits_the_search_or_moves_at_random(host, monkeypatch):
    *_, last, best = host().search("setoption name level value 6", "go depth 20")
    assert last.startswith("info depth 4 ") and best.startswith("bestmove ")
    monkeypatch.setattr("gamecore.protocols.ugi.SYSTEM", Random(2))              # its first number is .96, then .95
    assert host().search("setoption name level value 1", "go depth 20")[-2].startswith("info depth 1 ")
    assert host("backgammon").search("setoption name level value 10", "position startpos moves 31", "go depth 0")[
        -2].startswith("info depth 0 ")
    monkeypatch.setattr("gamecore.protocols.ugi.SYSTEM", Random(1))              # .13
    assert host().ask("setoption name level value 1", "go depth 20 searchmoves 7") == ["bestmove 7"]


def test_more_than_one_variation(host):
    lines = host().search("setoption name MultiPV value 3", "go depth 3")
    assert [re.search(r"multipv (\d)", line).group(1) for line in lines[-4:-1]] == ["1", "2", "3"]


@pytest.mark.parametrize("game, line, words", [
    ("connect-four", "position startpos", "1 7"), ("checkers", "position startpos", "12-16"),
    ("backgammon", "position startpos moves 31", "24/23,24/21"), (Coins, "position startpos", "('take',2)")])
@pytest.mark.parametrize("order", ["go searchmoves {} depth 3", "go depth 3 searchmoves {}"])
def test_only_the_moves_that_are_named_are_searched(host, game, line, words, order):
    here = host(game)
    assert here.search(line, order.format(words))[-1].split()[1] in words.split()
    here.say(f"go infinite searchmoves {words}")
    assert here.search("stop")[-1].split()[1] in words.split()


def test_pondering_keeps_to_the_moves_that_are_named(host):
    here = host()
    here.say("go ponder searchmoves 7 depth 3")
    here.hear("info depth 4 .* pv 7")
    here.say("ponderhit")
    assert here.hear("bestmove")[-1].startswith("bestmove 7")


@pytest.mark.parametrize("lines, expected", [
    (["query p1turn", "query gameover", "query result"], ["response true", "response false", "response none"]),
    (["position startpos moves 4", "query p1turn"], ["response false"]),
    (["position fen 1122334", "query gameover", "query result"], ["response true", "response p1win"]),
    (["position startpos moves 7 1 6 1 7 1 6 1", "query result"], ["response p2win"]),
    (["position startpos moves 4", "position startpos moves 4 8", "query p1turn"],         # a bad one leaves the last
     ["error no move '8' in '4': legal are 1, 2, 3, 4, 5, 6, 7", "response false"]),
    (["position fen 1122334", "go depth 5"],
     ["info string the game is over in '1122334'", "bestmove (none)"]),
    (["stop"], [])])
def test_what_is_said_at_once(host, lines, expected):
    assert host().ask(*lines) == expected


def test_a_side_that_moves_again_keeps_the_turn():
    tree, firsts = GameTree(TakesAgain()), []
    for number in (1, 2, 1):
        tree.act(f"('take',{number})")
        firsts.append(tree.side)
    assert firsts == [0, 1, 1]


@pytest.mark.parametrize("text, first", [("", True), ("B:W18:B3", True), ("W:W18:B3", False)])
def test_in_checkers_black_is_the_first_player(text, first):
    assert GameTree(gamecore.Checkers(text)).side == 1 - first


@pytest.mark.parametrize("game, line, board, again, known", [
    ("connect-four", "position fen 44", "  +---------------------+", "position fen 44", "moves 1 2 3 4 5 6 7"),
    ("connect-four", "position fen 1122334", "  +---------------------+", "position fen 1122334", "moves"),
    ("backgammon", "position startpos moves 31", None, "position fen 4HPwATDgc/ABMA 31",
     "moves "),
    ("backgammon", "position startpos", None, "position fen 4HPwATDgc/ABMA", "outcomes 11 21 22 31 "),
    (Coins, "position fen 3", "3", "position fen 3", "moves ('take',1) ('take',2)")])
def test_a_position_is_displayed_with_the_line_that_sets_it(host, game, line, board, again, known):
    here = host(game)
    lines = here.ask(line, "d")
    assert lines[-2] == again and lines[-1].startswith(known) and (board is None or lines[-3] == board)
    assert here.ask(again, "d") == lines


@pytest.mark.parametrize("line, row", [("position fen ######/#  P.#/######", "#  P.#"),
                                       ("position  fen ######/#  P.#/######  moves west", "# P .#")])
def test_the_blanks_of_a_position_count(host, line, row):
    assert host("games.pacman.rules:Pacman").ask(line, "d")[1] == row


@pytest.mark.parametrize("game, line", [("connect-four", "position fen 4453"), ("checkers", "position fen W:W18:B3"),
                                        ("backgammon", "position fen 4HPwATDgc/ABMA")])
def test_the_static_evaluation_is_the_engine_s(host, game, line):
    position = load(game).from_text(line.removeprefix("position fen "))
    printed, = host(game).ask(line, "eval")
    assert printed == f"info string evaluation {score_words(gamecore.Engine().evaluate(position))}"


# Several things at once.

def test_stop_ends_an_endless_search_that_answers_questions_meanwhile(host):
    here = host()
    here.say("go infinite")
    here.hear("info depth 3 ")
    here.say("isready")
    here.hear("readyok")
    assert here.search("stop")[-1].startswith("bestmove")


def test_an_endless_search_that_knows_everything_waits_for_stop(host):
    here = host()
    lines = here.ask("position fen 112233", "go infinite")
    while (task := here.server.task) and not task.over:
        lines += here.ask()
    assert not any("bestmove" in line for line in [*lines, *here.ask()])
    assert here.search("stop")[-1] == "bestmove 4"


@pytest.mark.parametrize("line, limit, quoted", [
    ("position startpos", "depth 0", "1..500, not 0"), ("position startpos", "p2time 1000", "p1time"),
    ("position startpos moves 4", "p1time 1000 movestogo 3", "p2time")])
def test_a_search_without_a_limit_that_holds_is_refused_and_not_endless(host, line, limit, quoted):
    printed, move = host().search(line, f"go {limit}")
    assert quoted in printed and printed.startswith("error ") and move == "bestmove (none)"


def test_a_roll_is_played_without_a_search(host):
    assert host("backgammon").search("position startpos moves 31", "go depth 0")[-1] == "bestmove 8/5,6/5"


def test_a_second_search_is_refused_while_the_first_goes_on(host):
    here = host()
    here.say("go infinite", "go depth 3", "eval", "setoption name hash value 2", "uginewgame")
    here.hear("error 'go depth 3' while a search is running")
    here.hear("error 'eval' while a search is running")
    here.hear("error 'setoption name hash' while a search is running")
    here.hear("error 'uginewgame' while a search is running")
    assert here.search("stop")[-1].startswith("bestmove")
    assert here.search("go depth 3")[-1].startswith("bestmove")


def test_a_ponderhit_begins_the_search_that_was_announced(host):
    here = host()
    here.say("position startpos moves 4 4", "go ponder depth 5")
    here.hear("info depth 6 ")                                     # goes on beyond the limit
    here.say("ponderhit")
    lines = here.hear("bestmove")
    assert lines[-2].startswith("info depth 5 ")


def test_stop_ends_pondering_with_a_move(host):
    here = host()
    here.say("go ponder depth 1")
    here.hear("info depth 2 ")
    assert here.search("stop")[-1].startswith("bestmove")
    assert here.ask("ponderhit") == ["error 'ponderhit', but the engine does not ponder"]


def test_a_stop_that_comes_before_the_search_has_begun_is_not_forgotten(host):
    for _ in range(20):
        assert host().search("go infinite", "stop")[-1].startswith("bestmove")


def test_quit_ends_a_search_with_limits_at_once(host):
    here = host()
    assert here.search("go depth 500", "quit", "d")[-1].startswith("bestmove")
    here.thread.join()
    assert here.heard.empty()


def test_a_game_that_hangs_does_not_keep_the_server_from_answering(host):
    here = host(Stuck)
    here.say("go depth 3")
    Stuck.reached.wait()
    here.say("stop", "isready")
    here.hear("readyok")
    Stuck.go_on.set()
    here.hear("bestmove")


# What it refuses, and lives on.

@pytest.mark.parametrize("line, quoted", rows_of("refused_ugi.txt"))
def test_what_makes_no_sense_is_quoted_in_one_line(host, line, quoted):
    here = host()
    error, = here.ask(line)
    assert error.startswith("error ") and quoted in error
    assert here.search("go depth 2")[-1].startswith("bestmove")


@pytest.mark.parametrize("words, quoted", [("searchmoves 8 depth 2", "'8'"), ("depth 2 searchmoves", "root_moves"),
                                           ("depth 501", "depth must be an integer 1..500, not 501")])
def test_a_search_that_cannot_be_is_refused(host, words, quoted):
    error, best = host().search(f"go {words}")
    assert error.startswith("error ") and quoted in error and best == "bestmove (none)"


def test_what_a_game_raises_is_reported_with_its_place_and_the_process_lives_on(host):
    here = host(Broken)
    lines = here.search("go depth 3")
    assert re.fullmatch(r"error ZeroDivisionError: .*test_ugi\.py, line \d+\)", lines[0])
    assert lines[1:] == ["bestmove (none)"]
    assert here.ask("position fen seven")[0].startswith("error ValueError")
    assert here.ask("query gameover") == ["response false"]


@pytest.mark.parametrize("length", [1_000_000, MAX_LINE, 3 * MAX_LINE])
def test_a_line_of_a_megabyte_is_refused_in_a_short_one(length):
    error, best = run(b"x" * length + b"\ngo nodes 1\n")[0::2]
    assert error.startswith("error ") and len(error) < 600 and best.startswith("bestmove")


def test_a_position_of_a_megabyte_is_refused_in_a_short_line():
    error, = run(b"position startpos moves" + 500_000 * b" 4")
    assert error.startswith("error ") and "'4'" in error and len(error) < 600


def test_bytes_that_are_no_text_are_refused():
    error, = run(b"\xff\xfe\x00\n")
    assert error.startswith("error unknown word")


def test_lines_are_read_whatever_their_length():
    lines = list(read_lines(io.BytesIO(b"a\r\n" + b"b" * MAX_LINE + b"\nc\n" + b"d" * (MAX_LINE - 1) + b"\ne")))
    assert lines == ["a", TOO_LONG, "c", "d" * (MAX_LINE - 1), "e"]


@pytest.mark.parametrize("wanted, seconds", [
    ({"p1time": 50000, "p1inc": 1000}, 2.8), ({"p1time": 9000, "movestogo": 8}, 1.0)])
def test_a_move_takes_a_share_of_the_clock(wanted, seconds):
    assert limits_of(wanted, GameTree("connect-four"))["seconds"] == pytest.approx(seconds)


def test_the_clock_is_that_of_the_side_to_move(host):
    here = host()
    here.search("position startpos moves 4", "go p1time 999999999 p2time 1")
