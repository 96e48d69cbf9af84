"""Final places in the playoffs, and credited rounds. The losers of a round share a place (ours; domain practice)."""


def place_of(lost_in: int | None, rounds: int) -> int:
    """Return the place shared by the losers of the round `lost_in` (from 1) of `rounds`; None stands for the champion.

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
    """Return the number of rounds credited to a player: the round `lost_in`, or for the champion (None) one more than all.

    A bye counts as a win. This is inferred from published totals. Raises ValueError for an invalid round.

    >>> [credited_round(lost_in, rounds=3) for lost_in in (1, 2, 3, None)]
    [1, 2, 3, 4]
    """
    if lost_in is None:
        return rounds + 1
    if not 1 <= lost_in <= rounds:
        raise ValueError(f"there is no round {lost_in} of {rounds}")
    return lost_in
