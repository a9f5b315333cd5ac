"""The check that each small call makes."""

cpdef object in_range(name, value, low, high=*)
