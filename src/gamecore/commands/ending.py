"""How a command ends that Ctrl-C may end early."""

INTERRUPTED = 130                    # the exit code that a shell expects of a program that Ctrl-C ended


def carry_out(told, *arguments):
    """Plays with the arguments, and reports whatever was played.

    Parameters
    ----------
    told : object
        With play(*arguments), report(), and `stop`, which becomes "interrupt" after Ctrl-C.

    Returns
    -------
    int
        The exit code.
    """
    code = 0
    try:
        told.play(*arguments)
    except KeyboardInterrupt:
        told.stop = "interrupt"
        code = INTERRUPTED
    told.report()
    return code
