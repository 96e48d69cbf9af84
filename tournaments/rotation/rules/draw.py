"""The draw for seats, reproducible from its seed.

The same seed and entrants give the same seats on every machine and every version of Python, in whatever order the
entrants come. So the draw has its own generator, SplitMix64: a 64-bit state that grows by a fixed odd number and is
scrambled by two multiplications. A number below n is taken without bias by discarding values beyond the last full
multiple of n. Entrants are shuffled by Fisher-Yates, from the last to the second.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.rules.finding import Finding
from tournaments.rules.seat import MAX_SEATS, MAX_TABLES, Seat, parse_seat, seat_order, table_names

_RANGE = 2**64


def stream(seed: int) -> Iterator[int]:
    """Yield SplitMix64's numbers, 0 to 2**64 - 1. Any whole number is a seed; only its last 64 bits matter.

    >>> next(stream(1234567))
    6457827717110365317
    """
    state = seed % _RANGE
    while True:
        state = (state + 0x9E3779B97F4A7C15) % _RANGE
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) % _RANGE
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) % _RANGE
        yield mixed ^ (mixed >> 31)


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Take a number from 0 to `limit` - 1, each equally likely."""
    last_multiple = _RANGE - _RANGE % limit
    return next(number for number in numbers if number < last_multiple) % limit


def shuffled(entrants: Collection[int], seed: int) -> tuple[int, ...]:
    """Return the entrants' numbers in the order in which this seed draws them.

    >>> shuffled([3, 1, 2], seed=7) == shuffled([2, 3, 1], seed=7)
    True
    """
    order = sorted(entrants)
    numbers = stream(seed)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def find_unseatable(unseated: Collection[int], seated: Mapping[int, str], sizes: Sequence[int]) -> tuple[Finding, ...]:
    """Return every reason why these entrants do not fit at tables of these sizes, each with its numbers.

    - `tables`: there are more tables than names for them (tables, limit)
    - `size`: a table is too large or has a single seat; 0 is an unused table (table, seats, limit)
    - `outside`: a seat that an entrant holds is not at these tables (seat, table, seats)
    - `taken`: two entrants hold one seat (seat, entrant, other)
    - `seats`: there are more entrants than seats (seats, entrants)
    """
    if len(sizes) > MAX_TABLES:
        return (Finding("tables", "tables", values=(("tables", len(sizes)), ("limit", MAX_TABLES))),)
    tables = dict(zip(table_names(len(sizes)), sizes, strict=True))
    findings = [
        Finding("size", f"tables.{place}", values=(("table", table), ("seats", size), ("limit", MAX_SEATS)))
        for place, (table, size) in enumerate(tables.items())
        if size != 0 and not 2 <= size <= MAX_SEATS
    ]
    holders: dict[str, int] = {}
    for entrant, text in sorted(seated.items()):
        seat = parse_seat(text)
        size = tables.get(seat.table, 0)
        if seat.number > size:
            findings.append(Finding("outside", text, values=(("seat", text), ("table", seat.table), ("seats", size))))
        if text in holders:
            findings.append(
                Finding("taken", text, values=(("seat", text), ("entrant", holders[text]), ("other", entrant)))
            )
        holders.setdefault(text, entrant)
    entrants = len(unseated) + len(seated)
    if sum(sizes) < entrants:
        findings.append(Finding("seats", "tables", values=(("seats", sum(sizes)), ("entrants", entrants))))
    return tuple(findings)


def find_unfit_for_ladder(teams: int, sizes: Sequence[int]) -> tuple[Finding, ...]:
    """Return why these tables do not hold the teams of a ladder, two at each.

    The team that sits out has no table; whoever counts it in gives a last table of 1 or 2.

    - `ladder`: the tables hold other numbers of teams (teams, tables, sits_out, given)

    >>> find_unfit_for_ladder(7, [2, 2, 2]), find_unfit_for_ladder(7, [2, 2, 2, 1]), len(find_unfit_for_ladder(7, [2, 2]))
    ((), (), 1)
    """
    full = [2] * (teams // 2)
    fitting = [full, [*full, 1], [*full, 2]] if teams % 2 else [full]
    if list(sizes) in fitting:
        return ()
    values = (
        ("teams", teams),
        ("tables", teams // 2),
        ("sits_out", teams % 2),
        ("given", ", ".join(map(str, sizes))),
    )
    return (Finding("ladder", "tables", values=values),)


def draw_seats(
    unseated: Collection[int], seated: Mapping[int, str], sizes: Sequence[int], *, seed: int
) -> dict[str, int]:
    """Return entrants' numbers by seat, in seat order: entrants with a seat keep it, the others are drawn.

    With more seats than entrants the tables are filled equally, using each table's lowest free seats, so that empty
    seats are at its end. ValueError if `find_unseatable` finds anything, or somebody is both seated and unseated.

    >>> draw_seats([1, 2], {3: "A-2"}, [4], seed=7)["A-2"]
    3
    """
    if find_unseatable(unseated, seated, sizes) or seated.keys() & set(unseated):
        raise ValueError("these entrants do not fit these tables")
    drawn = {seat: entrant for entrant, seat in seated.items()}
    drawn.update(zip(_free_seats(len(unseated), seated.values(), sizes), shuffled(unseated, seed), strict=True))
    return {seat: drawn[seat] for seat in sorted(drawn, key=seat_order)}


def _free_seats(count: int, held: Collection[str], sizes: Sequence[int]) -> list[str]:
    """Return this many free seats, in seat order."""
    taken: dict[str, set[int]] = {table: set() for table in table_names(len(sizes))}
    for seat in map(parse_seat, held):
        taken[seat.table].add(seat.number)
    players = _players(count + len(held), [len(numbers) for numbers in taken.values()], sizes)
    free = []
    for (table, numbers), target in zip(taken.items(), players, strict=True):
        untaken = (number for number in range(1, MAX_SEATS + 1) if number not in numbers)
        free += [str(Seat(table, next(untaken))) for _ in range(target - len(numbers))]
    return free


def _players(entrants: int, held: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """How many players each table gets: as equal as sizes and held seats allow, with one more at the first tables."""

    def up_to(level: int) -> list[int]:
        return [max(fixed, min(size, level)) for fixed, size in zip(held, sizes, strict=True)]

    level = next(level for level in range(MAX_SEATS, -1, -1) if sum(up_to(level)) <= entrants)
    players, fuller = up_to(level), up_to(level + 1)
    for place in range(len(players)):
        if sum(players) < entrants:
            players[place] = fuller[place]
    return players
