"""Planned games changed as little as possible, so that nobody meets anybody again beyond the format (ours).

The coming rounds are matchings of a table's seats, the empty ones included: to sit opposite an empty seat is to sit out, and
that too should happen once. Taking out the meetings that would be one too many leaves holes in some rounds. They are closed
with meetings that are still owed; where these do not fit, two rounds trade the boards along a chain (as Kempe's chains do
with the colours of a map), which moves holes from one round to the other, and it is tried again.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

Pair = tuple[int, int]
Round = Mapping[int, int]
_TRADES = 2


def repaired(
    rounds: Sequence[Sequence[Pair]], met: Counter[frozenset[int]], most: int, tries: int = 2_000
) -> tuple[tuple[Pair, ...], ...]:
    """Return these coming rounds without a meeting beyond `most`, as far as that can be found with a few trades.

    `met` says how often two seats met so far. Where no whole cure is found in so many tries, the rounds come back as they
    are. Boards that need no change keep their people and their chairs.

    >>> repaired([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1, frozenset({3, 4}): 1, frozenset({1, 3}): 1}), 1)
    (((1, 4), (3, 2)),)
    """
    seen = Counter(met)
    tables: list[dict[int, int]] = []
    for boards in rounds:
        kept: dict[int, int] = {}
        for one, two in boards:
            if seen[frozenset((one, two))] < most:
                kept.update({one: two, two: one})
                seen[frozenset((one, two))] += 1
        tables.append(kept)
    people = sorted({number for boards in rounds for pair in boards for number in pair})
    for trades in range(_TRADES + 1):
        for traded in islice(_traded(tables, people, trades), tries):
            closed = _closed(traded, people, seen, most)
            if closed is not None:
                pairs = zip(rounds, closed, strict=True)
                return tuple(_on_boards(boards, table) for boards, table in pairs)
    return tuple(tuple(boards) for boards in rounds)


def with_exchanges(
    rounds: Sequence[Sequence[Pair]], met: Counter[frozenset[int]], most: int
) -> tuple[tuple[Pair, ...], ...] | None:
    """Return these coming rounds with two boards of a game exchanging opponents wherever a meeting is one too many; None
    where that alone is no cure. Nobody but the four at these boards is concerned, and only in that game.

    >>> with_exchanges([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1}), 1)
    (((1, 4), (3, 2)),)
    """
    after = [list(boards) for boards in rounds]
    seen = Counter(met)
    seen.update(frozenset(pair) for boards in rounds for pair in boards)
    for boards in after:
        for place, pair in enumerate(boards):
            if seen[frozenset(pair)] > most and not _exchange(boards, place, seen, most):
                return None
    return tuple(tuple(boards) for boards in after)


def step_by_step(
    rounds: Sequence[Sequence[Pair]], met: Counter[frozenset[int]], most: int, steps: int = 400
) -> tuple[tuple[Pair, ...], ...]:
    """Return these coming rounds with fewer meetings beyond `most`, where two boards of a game exchange opponents step by step:
    each time the exchange that leaves the fewest, also where that is no fewer than before. A pair that was taken apart does
    not come together again at once.

    >>> step_by_step([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1}), 1)
    (((1, 3), (2, 4)),)
    """
    now = [list(boards) for boards in rounds]
    seen = met + Counter(frozenset(pair) for boards in now for pair in boards)
    apart: dict[tuple[int, frozenset[int]], int] = {}

    def gain(new: Pair) -> int:
        return seen[frozenset(new)] >= most

    def wrong() -> list[tuple[int, int]]:
        places = ((at, place) for at, boards in enumerate(now) for place in range(len(boards)))
        return [(at, place) for at, place in places if seen[frozenset(now[at][place])] > most]

    best, fewest = [*map(tuple, now)], len(wrong())
    for step in range(steps):
        places = wrong()
        if not places:
            break
        moves = []
        for at, place in places:
            one, two = now[at][place]
            for other, (three, four) in enumerate(now[at]):
                if other == place:
                    continue
                left = seen[frozenset((three, four))] > most
                for mine, theirs in (((one, four), (three, two)), ((one, three), (two, four))):
                    if all(apart.get((at, frozenset(new)), -1) < step for new in (mine, theirs)):
                        moves.append((gain(mine) + gain(theirs) - left, at, place, other, mine, theirs))
        if not moves:
            break
        _more, at, place, other, mine, theirs = min(moves)
        for was in (now[at][place], now[at][other]):
            seen[frozenset(was)] -= 1
            apart[at, frozenset(was)] = step + 7 + step % 5
        now[at][place], now[at][other] = mine, theirs
        seen.update([frozenset(mine), frozenset(theirs)])
        if (count := len(wrong())) < fewest:
            best, fewest = [*map(tuple, now)], count
    return tuple(best)


def matched_anew(
    rounds: Sequence[Sequence[Pair]], met: Counter[frozenset[int]], most: int, tries: int = 4_000
) -> tuple[tuple[Pair, ...], ...] | None:
    """Return as many coming rounds in which nobody meets more often than `most`, each matched afresh; None where there are none,
    or none is found in so many tries. Whoever has the fewest left to meet is matched first, with their planned opponent if
    that can be.

    >>> matched_anew([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1}), 1)
    (((1, 3), (2, 4)),)
    """
    people = frozenset(number for boards in rounds for pair in boards for number in pair)
    left = {one: Counter({two: most - met[frozenset((one, two))] for two in people if two != one}) for one in people}
    planned = [{here: there for pair in boards for here, there in (pair, pair[::-1])} for boards in rounds]
    matched: list[dict[int, int]] = [{} for _boards in rounds]
    tried = 0

    def match(place: int, waiting: frozenset[int]) -> bool | None:
        nonlocal tried
        tried += 1
        if tried > tries:
            return None
        if not waiting:
            return place + 1 == len(rounds) or match(place + 1, people)
        one = min(waiting, key=lambda person: (sum(left[person][two] > 0 for two in waiting), person))
        others = [two for two in waiting if two != one and left[one][two] > 0]
        for two in sorted(others, key=lambda other: (planned[place][one] != other, other)):
            left[one][two] -= 1
            left[two][one] -= 1
            matched[place] |= {one: two, two: one}
            found = match(place, waiting - {one, two})
            if found is not False:
                return found
            left[one][two] += 1
            left[two][one] += 1
        return False

    if not rounds or match(0, people) is not True:
        return None
    return tuple(_on_boards(boards, table) for boards, table in zip(rounds, matched, strict=True))


def _exchange(boards: list[Pair], place: int, seen: Counter[frozenset[int]], most: int) -> bool:
    """Let the board at this place and another one exchange opponents, in their chairs if that can be; whether it worked."""
    one, two = boards[place]
    for other, (three, four) in enumerate(boards):
        if other == place:
            continue
        for mine, theirs in (((one, four), (three, two)), ((one, three), (two, four))):
            if seen[frozenset(mine)] < most and seen[frozenset(theirs)] < most:
                seen.subtract([frozenset((one, two)), frozenset((three, four))])
                seen.update([frozenset(mine), frozenset(theirs)])
                boards[place], boards[other] = mine, theirs
                return True
    return False


def _traded(tables: list[dict[int, int]], people: list[int], trades: int) -> Iterator[list[dict[int, int]]]:
    """The rounds after every way to trade along that many chains, the shortest chains first."""
    if trades == 0:
        yield tables
        return
    chains = []
    for one, table in enumerate(tables):
        holes = [person for person in people if person not in table]
        for two in range(len(tables)):
            if two == one or (trades == 1 and not holes):
                continue
            for start in holes:
                if start in tables[two]:
                    chain = _chain(tables[one], tables[two], start)
                    # A chain is found from both of its ends.
                    if start == min(chain[0], chain[-1]) or chain[-1] in tables[one]:
                        chains.append((len(chain), one, two, chain))
    for _length, one, two, chain in sorted(chains):
        yield from _traded(_swap(tables, one, two, chain), people, trades - 1)


def _chain(one: Round, two: Round, start: int) -> list[int]:
    """The people reached from somebody with a hole in `one`: opponent in two, that one's opponent in one, and so on."""
    chain = [start]
    here, there = two, one
    while chain[-1] in here:
        chain.append(here[chain[-1]])
        here, there = there, here
    return chain


def _swap(tables: list[dict[int, int]], one: int, two: int, chain: Sequence[int]) -> list[dict[int, int]]:
    """Trade the boards along this chain between two rounds."""
    first, second = dict(tables[one]), dict(tables[two])
    for person in chain:
        first.pop(person, None)
        second.pop(person, None)
    for person in chain:
        if person in tables[two]:
            first[person] = tables[two][person]
        if person in tables[one]:
            second[person] = tables[one][person]
    return [first if place == one else second if place == two else table for place, table in enumerate(tables)]


def _closed(
    tables: list[dict[int, int]], people: list[int], seen: Counter[frozenset[int]], most: int
) -> list[dict[int, int]] | None:
    """Close every hole with meetings that are still owed, none of them too often; None where that cannot be."""
    used = Counter(seen)
    closed: list[dict[int, int]] = []

    def fill(place: int) -> bool:
        if place == len(tables):
            return True
        holes = [person for person in people if person not in tables[place]]
        return match(place, dict(tables[place]), holes)

    def match(place: int, table: dict[int, int], holes: list[int]) -> bool:
        if not holes:
            closed.append(table)
            if fill(place + 1):
                return True
            closed.pop()
            return False
        first, *rest = holes
        for other in rest:
            meeting = frozenset((first, other))
            if used[meeting] < most:
                used[meeting] += 1
                left = [person for person in rest if person != other]
                if match(place, {**table, first: other, other: first}, left):
                    return True
                used[meeting] -= 1
        return False

    return closed if fill(0) else None


def _on_boards(boards: Sequence[Pair], table: Round) -> tuple[Pair, ...]:
    """The round's pairs on its boards, everybody in the chair they were to have where that is possible."""
    placed = {place: pair for place, pair in enumerate(boards) if table[pair[0]] == pair[1]}
    left = {person for place, pair in enumerate(boards) if place not in placed for person in pair}
    for column in (0, 1):
        for place, pair in enumerate(boards):
            stays = pair[column]
            if place not in placed and stays in left:
                other = table[stays]
                placed[place] = (stays, other) if column == 0 else (other, stays)
                left -= {stays, other}
    # Whoever found neither of their two chairs free takes what is left, in order.
    for place in range(len(boards)):
        if place not in placed:
            stays = min(left)
            placed[place] = (stays, table[stays])
            left -= {stays, table[stays]}
    return tuple(placed[place] for place in range(len(boards)))
