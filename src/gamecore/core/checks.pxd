"""The checks of arguments that small calls make."""

cpdef object in_range(name, value, low, high=*)
