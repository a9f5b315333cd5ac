"""Draws inputs for the targets, similar to those that their grammars write, and checks what must hold for each
input."""
import json
from pathlib import Path

from gamecore.errors import GamecoreError
from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).with_name("corpus")
INPUTS = 20                          # of a round
LONGEST = 2000                       # characters of an input
WORDS = ["", " ", "\n", "\t", "\0", "\x1b", "\x7f", "\xa0", "\xb2", "\xff", "-1", "0", "1", "9" * 30, "1e999", "nan",
         "inf", "0x10", "1_0", "1/0", "[[", "]]", *"[](){}:;,/#%$'\"\\"]
WIDE = ["\u0663", "\u2028", "\ufeff", "\ud800", "\U0001f3b2", "\uff11", "e\u0301"]         # beyond a byte


def corpus_of(name):
    """The inputs of a target that are kept; bytes are written as the characters of their numbers."""
    path = CORPUS / f"{name}.json"
    kept = json.loads(path.read_text()) if path.exists() else []
    return [text.encode("latin-1") for text in kept] if TARGETS[name].binary else kept


def mutate(random, text, other, words):
    """A text with up to a few edits."""
    for _ in range(random.choice([0, 0, 1, 1, 2, 5])):
        first, last = sorted(random.randrange(len(text) + 1) for _ in range(2))
        last = min(last, first + random.choice([1, 3, 10, 10 ** 6]))
        span, end = text[first:last], text[last:]
        middle = random.choice([
            "", span * 2, span[::-1], span.swapcase(), random.choice(words) + span, random.choice(words),
            other[:random.randrange(len(other) + 1)] if random.random() < 0.3 else span.lower(),
            "".join(random.choice(text or " ") for _ in span[:20]), span[:9] * random.choice([3, 100])])
        text = text[:first] + middle + end
    return text[:LONGEST]


def some_input(random, name, kept):
    """An input from the grammar, or one that is kept, with edits."""
    target = TARGETS[name]
    whole, other = (random.choice(kept) if kept and random.random() < 0.3 else target.grammar(random) for _ in "wo")
    if not target.binary:
        return mutate(random, whole, other, WORDS + WIDE)
    if len(whole) > LONGEST:             # weights, which the grammar has damaged
        return whole
    return mutate(random, whole.decode("latin-1"), other.decode("latin-1"), WORDS).encode("latin-1", "replace")


def check(name, data):
    """Whether an input is accepted. A refusal is one line; what is accepted can be written, and is read as the same."""
    target = TARGETS[name]
    try:
        value = target.read(data)
    except GamecoreError as error:
        assert str(error) and "\n" not in str(error), (data, error)
        return False
    except (MemoryError, OSError) as error:
        assert "\n" not in str(error), (data, error)
        return False
    except Exception as error:
        raise AssertionError(data) from error
    if target.write:
        text = target.write(value)
        assert target.write(target.read(text)) == text, (data, text)
    return True


def attack(name, random):
    """A round: some inputs, and their number."""
    kept = corpus_of(name)
    for _ in range(INPUTS):
        check(name, some_input(random, name, kept))
    return INPUTS


ROUNDS = {name: lambda random, name=name: attack(name, random) for name in TARGETS}
