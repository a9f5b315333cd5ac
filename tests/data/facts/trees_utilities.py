# Source: lecture material on utilities (facts.md, "Utilities"); one name, one fact.
from fractions import Fraction

# Lotteries are pairs (probability, prize); money in dollars.
EMV = {"lottery": [(Fraction(6, 10), 0), (Fraction(4, 10), 100)], "emv": 40, "premium": 30}
CURVE = {"points": {0: 0, 10: 400, 100: 1000}, "expected utility": 400, "certainty equivalent": 10}
INSURANCE = {
    "lottery": [(Fraction(1, 2), 1000), (Fraction(1, 2), 0)],
    "points": {0: 0, 400: Fraction(1, 2), 1000: 1},
    "emv": 500,
    "certainty equivalent": 400,
    "premium": 100,
    "insurer's points": {0: 0, 1000: 1},
}
QUIZ_SHOW = {
    "utility": {"now": 5, "now + 2.5M": 9, "now + 1M": 8},
    "accept": [(Fraction(1, 2), "now"), (Fraction(1, 2), "now + 2.5M")],
    "decline": [(1, "now + 1M")],
    "values": {"accept": 7, "decline": 8},
    "choice": "decline",
    "money": {"now": 0, "now + 2.5M": 2_500_000, "now + 1M": 1_000_000},
    "emv": {"accept": 1_250_000, "decline": 1_000_000},
}
ALLAIS = {
    "A": [(0.8, 4000), (0.2, 0)],
    "B": [(1, 3000)],
    "C": [(0.2, 4000), (0.8, 0)],
    "D": [(0.25, 3000), (0.75, 0)],
    "preferences": ["BA", "CD"],
    "emv": {"A": 3200, "B": 3000, "C": 800, "D": 750},
    "weights": (1, 4),
}
MONEY_PUMP = {"cycle": "ABCA", "cents for each trade": 1, "cents a round": 3}
TRAFFIC = {
    "odds": [(Fraction(1, 4), "none"), (Fraction(1, 2), "light"), (Fraction(1, 4), "heavy")],
    "minutes": {"none": 20, "light": 30, "heavy": 60},
    "mean": 35,
    "heavy at 8 am": Fraction(3, 5),
}

# Minimax takes 10; the right branch pays as soon as MIN errs with a probability above this.
ERRING_MIN = {"tree": [[10, 10], [9, 100]], "minimax": 10, "expectimax": Fraction(109, 2), "errs": Fraction(1, 91)}
