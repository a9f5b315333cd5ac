"""A shell starts what it puts into the background with Ctrl-C ignored; the tests press it."""
import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
