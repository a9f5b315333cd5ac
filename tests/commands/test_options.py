"""The options of every command, found in the parsers themselves."""
from argparse import _SubParsersAction

import pytest

from gamecore.commands.cli import build_parser


def leaves(parser, words=""):
    """Every command that can be run, with its parser."""
    below = [action.choices for action in parser._actions if isinstance(action, _SubParsersAction)]
    if not below:
        yield words.strip(), parser
    for choices in below:
        for name, command in choices.items():
            yield from leaves(command, f"{words} {name}")


PARSERS = dict(leaves(build_parser()))


@pytest.mark.parametrize("seed", ["-1", "18446744073709551616"])
@pytest.mark.parametrize("command", [name for name, parser in PARSERS.items()
                                     if "--seed" in parser._option_string_actions])
def test_no_command_takes_a_seed_for_another(refusal, command, seed):
    assert f"--seed: a seed is 0..18446744073709551615, not '{seed}'" in refusal(f"{command} --seed {seed}")
