"""Numbers as people read them."""


def number(value):
    """Returns 12,345, every digit of an integer, or nothing for None."""
    return None if value is None else f"{value:,}" if isinstance(value, int) else f"{value:,.0f}"


def decimals(value, digits=2):
    """Returns a number with this number of decimals, or nothing for None."""
    return None if value is None else f"{value:z.{digits}f}"


def with_error(value, error, digits=0):
    """Returns a mean with its standard error: 75,602 +- 2,447; an exact number, whose error is 0, alone; nothing for
    None."""
    if value is None:
        return None
    text = number(value) if digits == 0 else decimals(value, digits)
    return f"{text} +- {error:,.{digits}f}" if error else text


def signed(value, digits=3):
    """Returns +0.125, -0.125, and +0.000 for everything that rounds to zero."""
    return f"{value:+z.{digits}f}"
