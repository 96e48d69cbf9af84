"""Final places in the playoffs: the losers of a round share a place (ours; domain practice), and how far somebody came."""


def place_of(lost_in: int | None, rounds: int) -> int:
    """Return the place of whoever lost in this round (from 1) of a bracket of so many, shared by all who did; None: of the
    champion. ValueError for a round that there is not.

    >>> [place_of(lost_in, rounds=4) for lost_in in (None, 4, 3, 2, 1)]
    [1, 2, 3, 5, 9]
    """
    if lost_in is None:
        return 1
    if not 1 <= lost_in <= rounds:
        raise ValueError(f"there is no round {lost_in} of {rounds}")
    return (1 << (rounds - lost_in)) + 1


def credited_round(lost_in: int | None, rounds: int) -> int:
    """Return how many rounds somebody is credited with: the one they lost in, a bye counted as a win; the champion one more
    than there are (inferred from published totals). ValueError for a round that there is not.

    >>> [credited_round(lost_in, rounds=3) for lost_in in (1, 2, 3, None)]
    [1, 2, 3, 4]
    """
    if lost_in is None:
        return rounds + 1
    if not 1 <= lost_in <= rounds:
        raise ValueError(f"there is no round {lost_in} of {rounds}")
    return lost_in
