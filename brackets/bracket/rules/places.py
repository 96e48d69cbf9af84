"""Final places in the playoffs: the losers of a round share a place (ours; domain practice); and credited rounds."""


def place_of(lost_in: int | None, rounds: int) -> int:
    """Return the place shared by the losers of this round (from 1) of a bracket of `rounds`; None: of the champion.

    Raises ValueError for an invalid round.

    >>> [place_of(lost_in, rounds=4) for lost_in in (None, 4, 3, 2, 1)]
    [1, 2, 3, 5, 9]
    """
    if lost_in is None:
        return 1
    if not 1 <= lost_in <= rounds:
        raise ValueError(f"there is no round {lost_in} of {rounds}")
    return (1 << (rounds - lost_in)) + 1


def credited_round(lost_in: int | None, rounds: int) -> int:
    """Return the credited rounds: the round somebody lost in, with a bye counted as a win; for the champion one more.

    Inferred from published totals. Raises ValueError for an invalid round.

    >>> [credited_round(lost_in, rounds=3) for lost_in in (1, 2, 3, None)]
    [1, 2, 3, 4]
    """
    if lost_in is None:
        return rounds + 1
    if not 1 <= lost_in <= rounds:
        raise ValueError(f"there is no round {lost_in} of {rounds}")
    return lost_in
