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
    """Return these later rounds changed so that nobody meets more often than `most`, with at most two trades.

    `met` counts the meetings so far. If no complete repair is found in `tries` attempts per number of trades, the
    rounds are returned unchanged. Boards that need no change keep their people and chairs.

    >>> repaired([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1, frozenset({3, 4}): 1, frozenset({1, 3}): 1}), 1)
    (((1, 4), (3, 2)),)
    """
    met_so_far = Counter(met)
    tables: list[dict[int, int]] = []
    for boards in rounds:
        opponents: dict[int, int] = {}
        for first, second in boards:
            if met_so_far[frozenset((first, second))] < most:
                opponents.update({first: second, second: first})
                met_so_far[frozenset((first, second))] += 1
        tables.append(opponents)
    people = sorted({number for boards in rounds for pair in boards for number in pair})
    for trades in range(_TRADES + 1):
        for traded in islice(_traded(tables, people, trades), tries):
            closed = _closed(traded, people, met_so_far, most)
            if closed is not None:
                pairs = zip(rounds, closed, strict=True)
                return tuple(_on_boards(boards, table) for boards, table in pairs)
    return tuple(tuple(boards) for boards in rounds)


def with_exchanges(
    rounds: Sequence[Sequence[Pair]], met: Counter[frozenset[int]], most: int
) -> tuple[tuple[Pair, ...], ...] | None:
    """Return these later rounds after exchanges of opponents, so that nobody meets more often than `most`.

    Wherever a meeting is one too many, its board exchanges opponents with another board of the game. Only the four
    people at the two boards are affected, and only in that game. None if such exchanges are not enough.

    >>> with_exchanges([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1}), 1)
    (((1, 4), (3, 2)),)
    """
    exchanged = [list(boards) for boards in rounds]
    met_so_far = Counter(met)
    met_so_far.update(frozenset(pair) for boards in rounds for pair in boards)
    for boards in exchanged:
        for place, pair in enumerate(boards):
            if met_so_far[frozenset(pair)] > most and not _exchange(boards, place, met_so_far, most):
                return None
    return tuple(tuple(boards) for boards in exchanged)


def step_by_step(
    rounds: Sequence[Sequence[Pair]], met: Counter[frozenset[int]], most: int, steps: int = 400
) -> tuple[tuple[Pair, ...], ...]:
    """Return these later rounds with fewer meetings beyond `most`, found by tabu search.

    In each step two boards of a game exchange opponents. The step takes the exchange that leaves the fewest excess
    meetings, even if that is no improvement. A pair just separated in a round is tabu there for some steps.

    >>> step_by_step([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1}), 1)
    (((1, 3), (2, 4)),)
    """
    current = [list(boards) for boards in rounds]
    seen = met + Counter(frozenset(pair) for boards in current for pair in boards)
    tabu_until: dict[tuple[int, frozenset[int]], int] = {}

    def adds_excess(new: Pair) -> int:
        return seen[frozenset(new)] >= most

    def excess_boards() -> list[tuple[int, int]]:
        places = ((round_index, place) for round_index, boards in enumerate(current) for place in range(len(boards)))
        return [
            (round_index, place) for round_index, place in places if seen[frozenset(current[round_index][place])] > most
        ]

    best, fewest = [*map(tuple, current)], len(excess_boards())
    for step in range(steps):
        places = excess_boards()
        if not places:
            break
        moves = []
        for round_index, place in places:
            a, b = current[round_index][place]
            for other, (c, d) in enumerate(current[round_index]):
                if other == place:
                    continue
                removes_excess = seen[frozenset((c, d))] > most
                for new_pair, other_pair in (((a, d), (c, b)), ((a, c), (b, d))):
                    if all(tabu_until.get((round_index, frozenset(new)), -1) < step for new in (new_pair, other_pair)):
                        change = adds_excess(new_pair) + adds_excess(other_pair) - removes_excess
                        moves.append((change, round_index, place, other, new_pair, other_pair))
        if not moves:
            break
        _change, round_index, place, other, new_pair, other_pair = min(moves)
        for old_pair in (current[round_index][place], current[round_index][other]):
            seen[frozenset(old_pair)] -= 1
            tabu_until[round_index, frozenset(old_pair)] = step + 7 + step % 5
        current[round_index][place], current[round_index][other] = new_pair, other_pair
        seen.update([frozenset(new_pair), frozenset(other_pair)])
        if (count := len(excess_boards())) < fewest:
            best, fewest = [*map(tuple, current)], count
    return tuple(best)


def matched_anew(
    rounds: Sequence[Sequence[Pair]], met: Counter[frozenset[int]], most: int, tries: int = 4_000
) -> tuple[tuple[Pair, ...], ...] | None:
    """Return as many rounds, each matched afresh, in which nobody meets more often than `most`; None if none is found.

    The search gives up after `tries` steps. The person with the fewest possible opponents is matched first, with the
    planned opponent if possible.

    >>> matched_anew([[(1, 2), (3, 4)]], Counter({frozenset({1, 2}): 1}), 1)
    (((1, 3), (2, 4)),)
    """
    people = frozenset(number for boards in rounds for pair in boards for number in pair)
    meetings_left = {
        person: Counter(
            {opponent: most - met[frozenset((person, opponent))] for opponent in people if opponent != person}
        )
        for person in people
    }
    planned = [{person: partner for pair in boards for person, partner in (pair, pair[::-1])} for boards in rounds]
    matched: list[dict[int, int]] = [{} for _boards in rounds]
    steps = 0

    def match(place: int, unmatched: frozenset[int]) -> bool | None:
        """Whether these people, and then all later rounds, can be matched; None if the search gives up."""
        nonlocal steps
        steps += 1
        if steps > tries:
            return None
        if not unmatched:
            return place + 1 == len(rounds) or match(place + 1, people)
        person = min(
            unmatched, key=lambda person: (sum(meetings_left[person][opponent] > 0 for opponent in unmatched), person)
        )
        others = [opponent for opponent in unmatched if opponent != person and meetings_left[person][opponent] > 0]
        for opponent in sorted(others, key=lambda other: (planned[place][person] != other, other)):
            meetings_left[person][opponent] -= 1
            meetings_left[opponent][person] -= 1
            matched[place] |= {person: opponent, opponent: person}
            is_matched = match(place, unmatched - {person, opponent})
            if is_matched is not False:
                return is_matched
            meetings_left[person][opponent] += 1
            meetings_left[opponent][person] += 1
        return False

    if not rounds or match(0, people) is not True:
        return None
    return tuple(_on_boards(boards, table) for boards, table in zip(rounds, matched, strict=True))


def _exchange(boards: list[Pair], place: int, met: Counter[frozenset[int]], most: int) -> bool:
    """Let this board exchange opponents with another, everybody in their chair if possible. Returns whether one did.

    Changes `boards` and `met`.
    """
    a, b = boards[place]
    for other, (c, d) in enumerate(boards):
        if other == place:
            continue
        for new_pair, other_pair in (((a, d), (c, b)), ((a, c), (b, d))):
            if met[frozenset(new_pair)] < most and met[frozenset(other_pair)] < most:
                met.subtract([frozenset((a, b)), frozenset((c, d))])
                met.update([frozenset(new_pair), frozenset(other_pair)])
                boards[place], boards[other] = new_pair, other_pair
                return True
    return False


def _traded(tables: list[dict[int, int]], people: list[int], trades: int) -> Iterator[list[dict[int, int]]]:
    """Yield the rounds after each way to trade boards along this many chains, shortest chains first."""
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
                    # A chain with a hole at both ends is found from both; take it from the lower number only.
                    if start == min(chain[0], chain[-1]) or chain[-1] in tables[first_round]:
                        chains.append((len(chain), first_round, second_round, chain))
    for _length, first_round, second_round, chain in sorted(chains):
        yield from _traded(_swap(tables, first_round, second_round, chain), people, trades - 1)


def _chain(first: Round, second: Round, start: int) -> list[int]:
    """The people reached from `start`, a hole in `first`, by its opponent in `second`, then in `first`, and so on."""
    chain = [start]
    current_round, other_round = second, first
    while chain[-1] in current_round:
        chain.append(current_round[chain[-1]])
        current_round, other_round = other_round, current_round
    return chain


def _swap(
    tables: list[dict[int, int]], first_round: int, second_round: int, chain: Sequence[int]
) -> list[dict[int, int]]:
    """The rounds after two of them traded their boards along this chain."""
    first, second = dict(tables[first_round]), dict(tables[second_round])
    for person in chain:
        first.pop(person, None)
        second.pop(person, None)
    for person in chain:
        if person in tables[second_round]:
            first[person] = tables[second_round][person]
        if person in tables[first_round]:
            second[person] = tables[first_round][person]
    swapped = list(tables)
    swapped[first_round], swapped[second_round] = first, second
    return swapped


def _closed(
    tables: list[dict[int, int]], people: list[int], met: Counter[frozenset[int]], most: int
) -> list[dict[int, int]] | None:
    """The rounds with every hole filled, so that nobody meets more often than `most`; None if that is impossible."""
    met_so_far = Counter(met)
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
            if met_so_far[meeting] < most:
                met_so_far[meeting] += 1
                other_holes = [person for person in rest if person != other]
                if match(place, {**table, first: other, other: first}, other_holes):
                    return True
                met_so_far[meeting] -= 1
        return False

    return closed if fill(0) else None


def _on_boards(boards: Sequence[Pair], table: Round) -> tuple[Pair, ...]:
    """The pairs of this round, by board; people sit in the chairs that `boards` plans for them if possible."""
    placed = {place: pair for place, pair in enumerate(boards) if table[pair[0]] == pair[1]}
    unplaced = {person for place, pair in enumerate(boards) if place not in placed for person in pair}
    for column in (0, 1):
        for place, pair in enumerate(boards):
            person = pair[column]
            if place not in placed and person in unplaced:
                other = table[person]
                placed[place] = (person, other) if column == 0 else (other, person)
                unplaced -= {person, other}
    # Pairs for whom neither planned chair is free take the remaining boards, in order.
    for place in range(len(boards)):
        if place not in placed:
            person = min(unplaced)
            placed[place] = (person, table[person])
            unplaced -= {person, table[person]}
    return tuple(placed[place] for place in range(len(boards)))
