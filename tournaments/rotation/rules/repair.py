"""Changing planned games as little as possible, so that nobody meets anybody beyond the format again (ours).

The later rounds are matchings of a table's seats, empty ones included: sitting opposite an empty seat means sitting
out, and that too should happen once. Removing the excess meetings leaves holes in some rounds. They are filled with
meetings still missing; if these do not fit, two rounds trade the boards along a chain (like Kempe chains in map
coloring), which moves holes from one round to the other, and the search tries again.
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
    """Return these later rounds without a meeting beyond `most`, as far as a few trades achieve it.

    `met` counts the meetings so far. If no complete repair is found in `tries` attempts, the rounds are returned
    unchanged. Boards that need no change keep their people and chairs.

    >>> repaired([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1, frozenset({3, 4}): 1, frozenset({1, 3}): 1}), 1)
    (((1, 4), (3, 2)),)
    """
    seen = Counter(met)
    tables: list[dict[int, int]] = []
    for boards in rounds:
        kept: dict[int, int] = {}
        for first, second in boards:
            if seen[frozenset((first, second))] < most:
                kept.update({first: second, second: first})
                seen[frozenset((first, second))] += 1
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
    """Return these later rounds with two boards of a game exchanging opponents wherever a meeting is one too many.

    None if that alone is not enough. Only the four people at these boards are affected, and only in that game.

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
    """Return these later rounds with fewer meetings beyond `most`: two boards exchange opponents, step by step.

    Each step makes the exchange that leaves the fewest, even if that is no improvement. A separated pair does not come
    together again soon.

    >>> step_by_step([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1}), 1)
    (((1, 3), (2, 4)),)
    """
    now = [list(boards) for boards in rounds]
    seen = met + Counter(frozenset(pair) for boards in now for pair in boards)
    apart: dict[tuple[int, frozenset[int]], int] = {}

    def gain(new: Pair) -> int:
        return seen[frozenset(new)] >= most

    def wrong() -> list[tuple[int, int]]:
        places = ((round_index, place) for round_index, boards in enumerate(now) for place in range(len(boards)))
        return [
            (round_index, place) for round_index, place in places if seen[frozenset(now[round_index][place])] > most
        ]

    best, fewest = [*map(tuple, now)], len(wrong())
    for step in range(steps):
        places = wrong()
        if not places:
            break
        moves = []
        for round_index, place in places:
            a, b = now[round_index][place]
            for other, (c, d) in enumerate(now[round_index]):
                if other == place:
                    continue
                left = seen[frozenset((c, d))] > most
                for mine, theirs in (((a, d), (c, b)), ((a, c), (b, d))):
                    if all(apart.get((round_index, frozenset(new)), -1) < step for new in (mine, theirs)):
                        moves.append((gain(mine) + gain(theirs) - left, round_index, place, other, mine, theirs))
        if not moves:
            break
        _more, round_index, place, other, mine, theirs = min(moves)
        for was in (now[round_index][place], now[round_index][other]):
            seen[frozenset(was)] -= 1
            apart[round_index, frozenset(was)] = step + 7 + step % 5
        now[round_index][place], now[round_index][other] = mine, theirs
        seen.update([frozenset(mine), frozenset(theirs)])
        if (count := len(wrong())) < fewest:
            best, fewest = [*map(tuple, now)], count
    return tuple(best)


def matched_anew(
    rounds: Sequence[Sequence[Pair]], met: Counter[frozenset[int]], most: int, tries: int = 4_000
) -> tuple[tuple[Pair, ...], ...] | None:
    """Return as many rounds, each matched afresh, in which nobody meets more often than `most`; None if none is found.

    It gives up after `tries` steps. The person with the fewest opponents left is matched first, with the planned one if
    possible.

    >>> matched_anew([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1}), 1)
    (((1, 3), (2, 4)),)
    """
    people = frozenset(number for boards in rounds for pair in boards for number in pair)
    left = {
        person: Counter({two: most - met[frozenset((person, two))] for two in people if two != person})
        for person in people
    }
    planned = [{person: opponent for pair in boards for person, opponent in (pair, pair[::-1])} for boards in rounds]
    matched: list[dict[int, int]] = [{} for _boards in rounds]
    tried = 0

    def match(place: int, waiting: frozenset[int]) -> bool | None:
        nonlocal tried
        tried += 1
        if tried > tries:
            return None
        if not waiting:
            return place + 1 == len(rounds) or match(place + 1, people)
        person = min(waiting, key=lambda person: (sum(left[person][two] > 0 for two in waiting), person))
        others = [two for two in waiting if two != person and left[person][two] > 0]
        for two in sorted(others, key=lambda other: (planned[place][person] != other, other)):
            left[person][two] -= 1
            left[two][person] -= 1
            matched[place] |= {person: two, two: person}
            is_matched = match(place, waiting - {person, two})
            if is_matched is not False:
                return is_matched
            left[person][two] += 1
            left[two][person] += 1
        return False

    if not rounds or match(0, people) is not True:
        return None
    return tuple(_on_boards(boards, table) for boards, table in zip(rounds, matched, strict=True))


def _exchange(boards: list[Pair], place: int, seen: Counter[frozenset[int]], most: int) -> bool:
    """Let this board exchange opponents with another one, in their chairs if possible; returns whether it worked."""
    a, b = boards[place]
    for other, (c, d) in enumerate(boards):
        if other == place:
            continue
        for mine, theirs in (((a, d), (c, b)), ((a, c), (b, d))):
            if seen[frozenset(mine)] < most and seen[frozenset(theirs)] < most:
                seen.subtract([frozenset((a, b)), frozenset((c, d))])
                seen.update([frozenset(mine), frozenset(theirs)])
                boards[place], boards[other] = mine, theirs
                return True
    return False


def _traded(tables: list[dict[int, int]], people: list[int], trades: int) -> Iterator[list[dict[int, int]]]:
    """The rounds after each way to trade along this many chains, shortest chains first."""
    if trades == 0:
        yield tables
        return
    chains = []
    for first_round, table in enumerate(tables):
        holes = [person for person in people if person not in table]
        for second_round in range(len(tables)):
            if second_round == first_round or (trades == 1 and not holes):
                continue
            for start in holes:
                if start in tables[second_round]:
                    chain = _chain(tables[first_round], tables[second_round], start)
                    # A chain is found from both ends.
                    if start == min(chain[0], chain[-1]) or chain[-1] in tables[first_round]:
                        chains.append((len(chain), first_round, second_round, chain))
    for _length, first_round, second_round, chain in sorted(chains):
        yield from _traded(_swap(tables, first_round, second_round, chain), people, trades - 1)


def _chain(first: Round, second: Round, start: int) -> list[int]:
    """The people reached from a hole in `first`: the opponent in `second`, theirs in `first`, and so on."""
    chain = [start]
    current, other = second, first
    while chain[-1] in current:
        chain.append(current[chain[-1]])
        current, other = other, current
    return chain


def _swap(
    tables: list[dict[int, int]], first_round: int, second_round: int, chain: Sequence[int]
) -> list[dict[int, int]]:
    """Trade the boards along this chain between two rounds."""
    first, second = dict(tables[first_round]), dict(tables[second_round])
    for person in chain:
        first.pop(person, None)
        second.pop(person, None)
    for person in chain:
        if person in tables[second_round]:
            first[person] = tables[second_round][person]
        if person in tables[first_round]:
            second[person] = tables[first_round][person]
    return [
        first if place == first_round else second if place == second_round else table
        for place, table in enumerate(tables)
    ]


def _closed(
    tables: list[dict[int, int]], people: list[int], seen: Counter[frozenset[int]], most: int
) -> list[dict[int, int]] | None:
    """Fill every hole with missing meetings, none of them too often; None if that is impossible."""
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
    """The round's pairs on its boards, everybody in their planned chair if possible."""
    placed = {place: pair for place, pair in enumerate(boards) if table[pair[0]] == pair[1]}
    left = {person for place, pair in enumerate(boards) if place not in placed for person in pair}
    for column in (0, 1):
        for place, pair in enumerate(boards):
            stays = pair[column]
            if place not in placed and stays in left:
                other = table[stays]
                placed[place] = (stays, other) if column == 0 else (other, stays)
                left -= {stays, other}
    # People with neither of their two chairs free take what is left, in order.
    for place in range(len(boards)):
        if place not in placed:
            stays = min(left)
            placed[place] = (stays, table[stays])
            left -= {stays, table[stays]}
    return tuple(placed[place] for place in range(len(boards)))
