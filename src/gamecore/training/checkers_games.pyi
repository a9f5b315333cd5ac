import numpy

from gamecore.games.checkers.endgames.databases import Databases
from gamecore.training.checkers_player import Player

SAMPLE: numpy.dtype
LEAST_STUDIED: int

def play_game(player: Player, seed: int, number: int, databases: Databases | None = None) -> numpy.ndarray: ...
def study_game(player: Player, seed: int, number: int) -> numpy.ndarray: ...
def play_pair(a: Player, b: Player, seed: int) -> tuple[int, int]: ...
