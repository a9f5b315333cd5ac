"""How the whole suite runs: the same examples every time. To look for new ones: tests/stress_law.py."""
import signal

from hypothesis import settings

# A shell starts what it puts into the background with Ctrl-C ignored; the tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("repeatable", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("repeatable")
