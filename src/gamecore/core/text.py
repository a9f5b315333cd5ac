"""Functions that write numbers and messages for people, and read JSON from programs."""

QUOTED = 80                          # characters of a text in a message


def number(value):
    """Returns an integer with separators, such as "12,345", or None for None."""
    return None if value is None else f"{value:,}" if isinstance(value, int) else f"{value:,.0f}"


def counted(value, name):
    """Returns an integer with the name of what it counts, such as "1 game" or "12,345 games"."""
    return f"{number(value)} {name}" + "s" * (value != 1)


def decimals(value, digits=2):
    """Returns a number with `digits` decimals, or None for None."""
    return None if value is None else f"{value:z.{digits}f}"


def with_error(value, error, digits=0):
    """Returns a mean with its standard error, such as "75,602 +- 2,447", or the mean alone if the error is 0; None for
    None.

    If the error is small, the text has as many digits as needed to show it.
    """
    if value is None:
        return None
    while 1e-6 < (error or 0) < 0.5 * 10 ** -digits:
        digits += 1
    text = number(value) if digits == 0 else decimals(value, digits)
    return f"{text} +- {error:,.{digits}f}" if error else text


def signed_mean(value, error, digits=3):
    """Returns a mean such as "+0.123 +- 0.014", or the mean alone if there is no error."""
    return signed(value, digits) + (f" +- {error:.{digits}f}" if error else "")


def signed(value, digits=3):
    """Returns a signed number, such as "+0.125", with "+0.000" for everything that rounds to zero."""
    return f"{value:+z.{digits}f}"


def one_line(text, longest=None):
    """Returns the text with unprintable characters escaped, and cut in the middle if it is longer than `longest`."""
    line = "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)
    if longest is None or len(line) <= longest:
        return line
    return f"{line[:longest // 2]} ... {line[-longest // 2:]}"


def read_object(text, error, about=""):
    """Returns the object in a JSON text; if the text contains none, raises an `error` that quotes its beginning."""
    import json                      # not every program that imports gamecore needs it
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as reason:
        raise error(f"{about}{text[:QUOTED]!r} is not JSON: {reason}") from reason
    if not isinstance(found, dict):
        raise error(f"{about}{text[:QUOTED]!r} is not an object of JSON")
    return found
