"""The table of the logistic function, computed in integers."""


cdef int fill_logistic(Logistic* function) except -1:
    for i, number in enumerate(logistic_table()):
        function.table[i] = number
    return 0


def logistic_table():
    """Returns 1 / (1 + exp(-x)) in 1/ONE, from -RANGE to RANGE in steps of 1/STEPS."""
    bits = 96
    root = exp_of_minus(1 << bits, STEPS)
    powers = [1 << bits]
    for _ in range(RANGE * STEPS):
        powers.append(powers[-1] * root >> bits)
    upper = [((1 << (bits + 25)) // ((1 << bits) + power) + 1) >> 1 for power in powers]
    lower = [ONE - value for value in upper[:0:-1]]
    return [*lower, *upper, upper[-1]]


def exp_of_minus(one, steps):
    """Returns exp(-1 / steps) as an integer of 1/one, by its series."""
    term = result = one
    for n in range(1, 40):
        term = -term // (n * steps)
        result += term
    return result
