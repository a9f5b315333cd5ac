# Source: lecture material on utilities (facts.md, "Utilities"); one name, one fact.
from fractions import Fraction

# Lotteries are pairs (probability, prize); money in dollars.
EMV = {"lottery": [(Fraction(6, 10), 0), (Fraction(4, 10), 100)], "emv": 40}
CURVE = {"points": {0: 0, 10: 400, 100: 1000}, "expected utility": 400, "certainty equivalent": 10}
INSURANCE = {
    "lottery": [(Fraction(1, 2), 1000), (Fraction(1, 2), 0)],
    "points": {0: 0, 400: Fraction(1, 2), 1000: 1},
    "emv": 500,
    "certainty equivalent": 400,
    "premium": 100,
}
QUIZ_SHOW = {
    "utility": {"now": 5, "now + 2.5M": 9, "now + 1M": 8},
    "accept": [(Fraction(1, 2), "now"), (Fraction(1, 2), "now + 2.5M")],
    "decline": [(1, "now + 1M")],
    "values": {"accept": 7, "decline": 8},
    "choice": "decline",
}
ALLAIS = {
    "A": [(0.8, 4000), (0.2, 0)],
    "B": [(1, 3000)],
    "C": [(0.2, 4000), (0.8, 0)],
    "D": [(0.25, 3000), (0.75, 0)],
    "preferences": ["BA", "CD"],
}
MONEY_PUMP = {"cycle": "ABCA", "cents for each trade": 1}
