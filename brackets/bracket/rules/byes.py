"""The size of a bracket and its byes in the first round (13.2.d in 2020, brackets 4 in classic)."""


def bracket_size(qualifiers: int) -> int:
    """Return the lines of the bracket: the next power of two (rule 13.2.d.2, 2020).

    The rulebook's smallest chart has four lines; two qualifiers play one match (ours). Raises ValueError for fewer than
    two qualifiers.

    >>> [bracket_size(qualifiers) for qualifiers in (2, 3, 27, 32, 33)]
    [2, 4, 32, 32, 64]
    """
    if qualifiers < 2:
        raise ValueError("a bracket needs two qualifiers")
    return 1 << (qualifiers - 1).bit_length()


def bye_count(qualifiers: int) -> int:
    """Return how many of the highest qualifiers have a bye in the first round (rule 13.2.d.3, 2020).

    >>> [bye_count(qualifiers) for qualifiers in (27, 33, 15)]
    [5, 31, 1]
    """
    return bracket_size(qualifiers) - qualifiers
