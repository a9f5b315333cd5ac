"""Ctrl-C for the tests, which a shell ignores in background processes."""
import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
