"""How the whole suite runs: the same examples every time. To look for new ones: tests/stress_law.py."""
from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("repeatable")
