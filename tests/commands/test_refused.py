"""Bad input of every command is refused in one line that quotes it: refused.txt has the commands."""
import shlex
from pathlib import Path

from tests.refusals import refused_commands

LINES = Path(__file__).with_name("refused.txt").read_text(encoding="utf-8").splitlines()

test_bad_input_is_refused_in_one_line_that_quotes_it = refused_commands([
    (shlex.split(words.replace("NINES", "9" * 5000)), quoted)
    for words, quoted in (line.split(" | ") for line in LINES if line and not line.startswith("#"))])
