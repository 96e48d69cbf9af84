"""When the decks at the anchor seats are replaced."""

from tournaments.rules.edition import Edition


def deck_change_after(games: int, *, edition: Edition) -> int | None:
    """Return the game of a round of `games` after which the decks at the anchor seats are replaced (rule 4.2.d, 2020).

    The rule says midway; with an odd number of games the shorter half comes first (ours). None if there is no middle,
    and in the classic edition, which has no such rule.

    >>> deck_change_after(22, edition=Edition.Y2020), deck_change_after(9, edition=Edition.Y2020)
    (11, 4)
    """
    if games < 1:
        raise ValueError("a round has at least one game")
    if edition is Edition.CLASSIC or games == 1:
        return None
    return games // 2
