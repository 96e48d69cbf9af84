"""Table sizes: the frames that people move through, and sizes proposed for a field (ours)."""

from collections import Counter
from collections.abc import Iterable

from tournaments.rotation.rules.movements import PLANS, Movement
from tournaments.rotation.rules.proof import players_needed
from tournaments.rules.seat import MAX_TABLES, parse_seat, table_names

NATURAL_TABLE = 24


def frames_for(occupied: Iterable[str]) -> dict[str, int]:
    """Return the smallest even frame of each table that holds these seats, in table order.

    >>> frames_for(["B-2", "A-1", "A-5"])
    {'A': 6, 'B': 2}
    """
    highest: dict[str, int] = {}
    for seat in sorted(parse_seat(text) for text in occupied):
        highest[seat.table] = seat.number + seat.number % 2
    return highest


def propose_tables(
    entrants: int, games: int, seated: Iterable[str] = (), *, movement: Movement = Movement.ANCHOR
) -> tuple[int, ...]:
    """Return table sizes, in players, for this many entrants; the first is table A (ours).

    - An even field gets even tables, an odd field a single odd table. An odd table has a sit-out every round, and takes
      longer by as many rounds as a sit-out lasts.
    - Sizes differ by two at most, and are as near to 24 as the movement allows. A table needs enough players for
      `games` without a repeat. A field too small for two such tables sits at one.
    - Tables grow to include seats that entrants hold already, so there may be more seats than entrants. A table of size
      0 is unused.

    - All teams of a ladder have the seats of one table, A.

    ValueError for negative entrants, no games, or more tables than there are names for.

    >>> propose_tables(96, 22), propose_tables(100, 22), propose_tables(94, 22), propose_tables(9, 9)
    ((24, 24, 24, 24), (26, 26, 24, 24), (32, 32, 30), (9,))
    """
    if entrants < 0 or games < 1:
        raise ValueError("entrants cannot be fewer than none, nor games fewer than one")
    if movement is Movement.LADDER:
        return (max([entrants, *(parse_seat(text).number for text in seated)]),) if entrants else ()
    sizes = _sizes(entrants, players_needed(movement if movement in PLANS else Movement.ANCHOR, games))
    names = table_names(MAX_TABLES)
    highest: Counter[str] = Counter()
    for seat in map(parse_seat, seated):
        highest[seat.table] = max(highest[seat.table], seat.number)
    tables = max((names.index(table) + 1 for table in highest), default=0)
    sizes += [0] * (tables - len(sizes))
    return tuple(max(size, highest[name]) for name, size in zip(table_names(len(sizes)), sizes, strict=True))


def _sizes(entrants: int, smallest: int) -> list[int]:
    """Split entrants over tables near the natural size, none below `smallest` unless there is only one."""
    if not entrants:
        return []
    # The number of tables whose size is nearest to the natural one: the quotient, rounded half up.
    nearest = (2 * entrants + NATURAL_TABLE) // (2 * NATURAL_TABLE)
    splits = (_split(entrants, tables) for tables in range(max(1, nearest), 1, -1))
    return next((sizes for sizes in splits if sizes[-1] >= smallest), [entrants])


def _split(entrants: int, tables: int) -> list[int]:
    """Split entrants over this many tables in pairs, as evenly as possible, largest first.

    An odd field makes one odd table.

    >>> _split(100, 4), _split(97, 4), _split(95, 4)
    ([26, 26, 24, 24], [25, 24, 24, 24], [24, 24, 24, 23])
    """
    pairs, larger = divmod((entrants + 1) // 2, tables)
    sizes = [2 * pairs + 2] * larger + [2 * pairs] * (tables - larger)
    # An odd field has one player fewer than these sizes: a larger table loses a seat, if there is one.
    sizes[max(0, larger - 1)] -= entrants % 2
    return sorted(sizes, reverse=True)
