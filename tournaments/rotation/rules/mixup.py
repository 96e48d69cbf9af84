"""A mix-up: people met others than the plan says. The cards are right, and the plan is adapted (ours).

If the whole table sat as in another round of the plan, it goes on from that round, or goes back to the round that it
missed. If only some people swapped, that game counts as it was played, and later games change as little as possible, so
that nobody meets again: boards of a game exchange opponents, or people take each other's places for the rest of the
qualifying round.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import chain, islice

from tournaments.rotation.rules.movements import Away, Course, Pairing, Plan, cycle, games_at, round_order, sitters
from tournaments.rotation.rules.proof import meetings
from tournaments.rotation.rules.repair import Pair, matched_anew, repaired, step_by_step, with_exchanges
from tournaments.rotation.rules.taking_places import Places, Search
from tournaments.rules.seat import parse_seat

_LOOKED_AT = 8
"""How many of the most promising ways to take places are played through to compute their cost."""
_MENDED = 3
"""For how many of the ways with the fewest repeats the remaining repeats are repaired board by board."""
_TRIES = 2_000
"""How many trades of boards between games a repair tries per number of trades."""


class Way(StrEnum):
    """How a table goes on after a mix-up."""

    GO_ON = "go_on"  # from where people sit now; the round that was missed comes at the end
    GO_BACK = "go_back"  # to the round that was missed, then on past the one that was played early
    REPAIR = "repair"  # by the plan, with as few changes as keep people from meeting again
    KEEP = "keep"  # by the plan; some people meet again


@dataclass(frozen=True, slots=True)
class Cost:
    """What a way on costs, weightiest first.

    - `lost` is the number of counted games that players do not get.
    - `again` is the number of meetings beyond the format after the mix-up.
    - `uneven` says how much less evenly people sit out: the increase of the sum of squared sit-outs.
    - `changed` is the number of games that change, counted player by player.
    """

    lost: int = 0
    again: int = 0
    uneven: int = 0
    changed: int = 0

    @property
    def weight(self) -> tuple[int, int, int, int]:
        """The sort key of the ways."""
        return self.lost, self.again, self.uneven, self.changed

    @property
    def is_clean(self) -> bool:
        """Whether nobody meets again, loses a game or sits out unevenly."""
        return not (self.again or self.lost or self.uneven)


@dataclass(frozen=True, slots=True)
class WayOn:
    """One way on: the table's course, what it costs, and who takes whose place for the rest of the round."""

    way: Way
    course: Course
    cost: Cost = Cost()
    places: tuple[Pair, ...] = ()


def pairs_of(plan: Plan, people: int | Sequence[int], round_: int) -> tuple[Pair, ...]:
    """Return the pairs at seats 1 and 2, 3 and 4 … in this round of the plan, for these people or this many seats."""
    seated = sitters(plan, people, round_)
    return tuple(zip(seated[::2], seated[1::2], strict=True))


def planned(plan: Plan, frame: int, course: Course, game: int) -> tuple[Pair, ...]:
    """Return the pairs of this game (from 1) by the course. ValueError beyond the plan's last game."""
    pairs = course.pairs_in(game)
    if pairs is not None:
        return pairs
    return pairs_of(plan, course.people(frame), _round(plan, frame, course, game))


def find_round(plan: Plan, people: int | Sequence[int], taken: Collection[int], met: Collection[Pair]) -> int | None:
    """Return the round of the plan in which exactly these people meet, ignoring empty seats; None if there is none.

    >>> from tournaments.rotation.rules.movements import PLANS, Movement
    >>> find_round(PLANS[Movement.ANCHOR], 6, range(1, 7), [(3, 1), (2, 5), (4, 6)])
    2
    """
    games = _games(met, taken)
    rounds = range(1, cycle(plan, people if isinstance(people, int) else len(people)) + 1)
    return next((round_ for round_ in rounds if _games(pairs_of(plan, people, round_), taken) == games), None)


def ways_on(
    plan: Plan,
    frame: int,
    taken: Collection[int],
    course: Course,
    *,
    game: int,
    met: Sequence[Pair],
    games: int,
    called: int = 0,
    away: Collection[Away] = (),
    rounds: int | None = None,
    allow_repeats: bool = False,
) -> tuple[WayOn, ...]:
    """Return how a table can go on after these pairs `met` in `game`, best way first; empty if all met as planned.

    - `taken` are the seat numbers held at the table.
    - `met` are the pairs at seats 1 and 2, 3 and 4 …; an empty seat appears by its own number.
    - `games` is how many games everybody should get.
    - `away` are the absences of this table.
    - `rounds` and `allow_repeats` are as for `movements.schedule`.

    Games up to this one and up to the last one `called` do not change. ValueError if `met` does not seat everybody
    once.
    """
    planned_pairs = planned(plan, frame, course, game)
    if sorted(number for pair in met for number in pair) != sorted(number for pair in planned_pairs for number in pair):
        raise ValueError("every seat of the table is somewhere in every game")
    if _games(met, taken) == _games(planned_pairs, taken):
        return ()
    absences = tuple(
        (number, tuple(absence for absence in away if parse_seat(absence.seat).number == number)) for number in taken
    )
    if called > game:
        course = _played_up_to(plan, frame, course, called)
    table = _Table(plan, frame, tuple(sorted(absences)), course, games, rounds, allow_repeats)
    return _ways_on(table, game, tuple(met))


@lru_cache(maxsize=16)
def _ways_on(table: "_Table", game: int, met: tuple[Pair, ...]) -> tuple[WayOn, ...]:
    """`ways_on`, cached, because a page that shows every way computes them repeatedly."""
    plan, frame, course = table.plan, table.frame, table.course
    if game <= course.before:
        other_games = ((other_game, pairs) for other_game, pairs in course.pairs if other_game != game)
        as_met = replace(course, pairs=tuple(sorted((*other_games, (game, met)))))
        return table.with_repair((WayOn(Way.KEEP, as_met),), course.before)
    rounds_before = tuple(islice(round_order(plan, frame, course, repeats=True), game - 1))
    missed_round = _round(plan, frame, course, game)
    played_round = find_round(plan, course.people(frame), table.taken, met)
    if played_round is not None:
        kept_pairs = tuple((earlier_game, pairs) for earlier_game, pairs in course.pairs if earlier_game < game)
        go_on = WayOn(Way.GO_ON, replace(course, rounds=(*rounds_before, played_round), pairs=kept_pairs))
        go_back = WayOn(
            Way.GO_BACK, replace(course, rounds=(*rounds_before, played_round, missed_round), pairs=kept_pairs)
        )
        return table.with_repair((go_back,) if played_round in rounds_before else (go_on, go_back), game)
    other_games = ((other_game, pairs) for other_game, pairs in course.pairs if other_game != game)
    as_met = replace(course, rounds=(*rounds_before, missed_round), pairs=tuple(sorted((*other_games, (game, met)))))
    return table.with_repair((WayOn(Way.KEEP, as_met),), game)


def met_again(pairings: Iterable[Pairing], plan: Plan, game: int) -> tuple[int, ...]:
    """Return the games of one table after `game` in which two players meet more often than the format has, in order.

    A game is listed once for each such board.
    """
    times: Counter[frozenset[str | None]] = Counter()
    games = []
    for pairing in pairings:
        if None not in pairing.players:
            times[frozenset(pairing.players)] += 1
            if pairing.game > game and times[frozenset(pairing.players)] > plan.games_per_move:
                games.append(pairing.game)
    return tuple(games)


def goes_on_apart(
    plan: Plan,
    frame: int,
    taken: Collection[int],
    course: Course,
    *,
    game: int,
    games: int,
    again: int = 0,
    away: Collection[Away] = (),
    rounds: int | None = None,
    allow_repeats: bool = False,
) -> Course | None:
    """Return a course on which at most `again` games after this one are repeats; None if the present one is such, or if there is none.

    More repeats occur if somebody leaves, comes or comes back at a table that was mixed up before. Games up to this one
    do not change. If repeats are inevitable, those games come last, and the course `ends` before them. Other arguments
    as for `ways_on`.
    """
    absences = tuple(
        (number, tuple(absence for absence in away if parse_seat(absence.seat).number == number)) for number in taken
    )
    open_ended = replace(course, ends=0)
    base = _played_up_to(plan, frame, open_ended, game) if game else open_ended
    return _apart(_Table(plan, frame, tuple(sorted(absences)), base, games, rounds, allow_repeats), game, again)


@lru_cache(maxsize=16)
def _apart(table: "_Table", game: int, again: int) -> Course | None:
    """`goes_on_apart`, cached, because the preview and the act compute the same course."""
    plain = WayOn(Way.KEEP, table.course, table.cost(table.course, game))
    if plain.cost.again <= again:
        return None
    best = min(plain, table.repair(table.course, game), key=_weight)
    if best.cost.again <= again:
        return best.course
    courses = [table.met_again_last(best.course, game), *table.matched_anew(table.course, game)]
    allowed_courses = [candidate for candidate in courses if table.cost(candidate, game).again <= again]

    def rank(candidate: Course) -> tuple[int, int, tuple[int, int, int, int]]:
        cost = table.cost(candidate, game)
        return cost.lost, candidate.ends, cost.weight

    return min(allowed_courses, key=rank, default=None)


def _played_up_to(plan: Plan, frame: int, course: Course, game: int) -> Course:
    """The course with every game up to this one fixed as it was played."""
    played = {earlier_game: planned(plan, frame, course, earlier_game) for earlier_game in range(1, game + 1)}
    return replace(
        course,
        rounds=course.rounds if len(course.rounds) >= game else _rounds_up_to(plan, frame, course, game),
        pairs=tuple(sorted({**dict(course.pairs), **played}.items())),
        start=course.people(frame),
        before=max(course.before, game),
    )


def _round(plan: Plan, frame: int, course: Course, game: int) -> int:
    """The plan's round of this game by the course, counted within the plan's cycle."""
    order = islice(round_order(plan, frame, course, repeats=True), game - 1, None)
    return (next(order) - 1) % cycle(plan, len(course.people(frame))) + 1


def _games(pairs: Collection[Pair], taken: Collection[int]) -> set[frozenset[int]]:
    """The games among these pairs, unordered; a sit-out is the player alone."""
    present = (frozenset(number for number in pair if number in taken) for pair in pairs)
    return {game for game in present if game}


@dataclass(frozen=True)
class _Table:
    """A table at the time of a mix-up. `absences` are those of each taken seat; everybody should get `games` games."""

    plan: Plan
    frame: int
    absences: tuple[tuple[int, tuple[Away, ...]], ...]
    course: Course
    games: int
    rounds: int | None
    allow_repeats: bool

    @cached_property
    def taken(self) -> frozenset[int]:
        """The numbers of the seats that somebody holds."""
        return frozenset(number for number, _absences in self.absences)

    def play(self, course: Course) -> tuple[Pairing, ...]:
        """The games of this table by this course."""
        return games_at(
            self.plan,
            self.frame,
            dict(self.absences),
            course,
            self.games,
            rounds=self.rounds,
            allow_repeats=self.allow_repeats,
        )

    @cached_property
    def present_games(self) -> tuple[Pairing, ...]:
        """The games of this table by its present course."""
        return self.play(self.course)

    def is_here(self, number: int, game: int) -> bool:
        """Whether somebody holds this seat and is present in this game."""
        return number in self.taken and not any(absence.covers(game) for absence in dict(self.absences)[number])

    def is_empty(self, number: int, game: int) -> bool:
        """Whether this seat is empty for good in this game: nobody holds it, or its player has left for good."""
        absences = dict(self.absences).get(number, ())
        has_left = any(absence.last is None and absence.first <= game for absence in absences)
        return number not in self.taken or has_left

    def met_up_to(self, course: Course, game: int) -> Counter[frozenset[int]]:
        """How often each pair met in the games up to this one; sitting out counts as meeting the empty seat."""
        met: Counter[frozenset[int]] = Counter()
        for earlier_game in range(1, game + 1):
            for first, second in planned(self.plan, self.frame, course, earlier_game):
                present = self.is_here(first, earlier_game) + self.is_here(second, earlier_game)
                meets_empty_seat = present == 1 and (
                    self.is_empty(first, earlier_game) or self.is_empty(second, earlier_game)
                )
                if present == 2 or meets_empty_seat:
                    met[frozenset((first, second))] += 1
        return met

    def cost(self, course: Course, game: int) -> Cost:
        """What it costs to go on by this course after that game."""
        new_games = self.play(course)
        again = len(met_again(new_games, self.plan, game))
        totals_before = {totals.seat: totals for totals in meetings(self.present_games)}
        totals_after = {totals.seat: totals for totals in meetings(new_games)}
        lost = sum(
            max(0, totals.games - (totals_after[seat].games if seat in totals_after else 0))
            for seat, totals in totals_before.items()
        )
        squares = [
            sum(totals.sit_outs**2 for totals in all_totals.values()) for all_totals in (totals_before, totals_after)
        ]
        before, after = _opponents(self.present_games, game), _opponents(new_games, game)
        changed = sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())
        return Cost(lost, again, max(0, squares[1] - squares[0]), changed)

    def with_repair(self, plain: tuple[WayOn, ...], game: int) -> tuple[WayOn, ...]:
        """These ways with their costs, cheapest first; if none is good enough, a cheaper repair comes before them."""

        def is_good_enough(way_on: WayOn) -> bool:
            # A table that moves on as a whole may sit out unevenly.
            return way_on.cost.is_clean or (way_on.way is not Way.KEEP and not (way_on.cost.lost or way_on.cost.again))

        ways = [replace(way_on, cost=self.cost(way_on.course, game)) for way_on in plain]
        if not any(map(is_good_enough, ways)):
            least = min(way_on.cost.weight[:3] for way_on in ways)
            best = min((self.repair(way_on.course, game) for way_on in ways), key=lambda way_on: way_on.cost.weight)
            if best.cost.weight[:3] < least:
                return (best, *ways)
        return tuple(sorted(ways, key=lambda way_on: way_on.cost.weight[:2]))

    def repair(self, base: Course, game: int) -> WayOn:
        """The best way to repair this course after this game, with its cost.

        The search goes from small changes to large ones: exchanges of boards, then people taking places, then both,
        then all later games matched afresh. It stops early once a way is clean and cheap enough.
        """
        people = base.people(self.frame)
        last = max((pairing.game for pairing in self.present_games), default=game)
        needed = max(0, min(last - game, cycle(self.plan, len(people))))
        met = self.met_up_to(base, game)
        # Meetings without the empty seats: as a last resort people may sit out opposite the same one twice.
        people_only = Counter({pair: times for pair, times in met.items() if not self._with_empty(pair, game)})
        bare = replace(
            base, pairs=tuple((earlier_game, pairs) for earlier_game, pairs in base.pairs if earlier_game <= game)
        )
        rounds = rounds_after(self.plan, self.frame, base, game)
        search = Search(self.plan, people, rounds, needed, met)

        def way(course: Course, places: Places | None = None) -> WayOn:
            taken = _places(people, places.people) if places else ()
            return WayOn(Way.REPAIR, course, self.cost(course, game), taken)

        ways = [
            way(course)
            for order in dict.fromkeys((base, bare, self._passing_over(bare, search, game)))
            for course in self._board_by_board(order, met, game, needed)
        ]
        best = min(ways, key=_weight)
        for search_with_met in (search, replace(search, met=people_only)):
            for exchanged in (0, 1, 2):
                if best.cost.is_clean and best.cost.changed <= 4 * exchanged * needed:
                    break
                likely = self._most_likely(search_with_met.apart(exchanged), needed, game)
                best = min(
                    [best, *(way(self._course_by_places(bare, places, game, needed), places) for places in likely)],
                    key=_weight,
                )
            if best.cost.is_clean:
                break
        if best.cost.again:
            mended = [
                way(course, places)
                for places in search.nearest(_MENDED)
                for course in self._board_by_board(
                    self._course_by_places(bare, places, game, needed), met, game, needed, tries=0
                )
            ]
            best = min([best, *mended], key=_weight)
        if best.cost.again:
            best = min([best, *map(way, self.matched_anew(bare, game))], key=_weight)
        return best

    def matched_anew(self, order: Course, game: int) -> Iterator[Course]:
        """The course with all later games matched afresh so that nobody meets again, in up to two ways.

        The first way lets nobody sit out opposite the same empty seat twice; the second one allows that.
        """
        met = self.met_up_to(order, game)
        met_people = Counter({pair: times for pair, times in met.items() if not self._with_empty(pair, game)})
        later_games = range(game + 1, max((pairing.game for pairing in self.present_games), default=game) + 1)
        boards = [planned(self.plan, self.frame, order, later_game) for later_game in later_games]
        for met_before in (met, met_people) if met != met_people else (met,):
            after = matched_anew(boards, met_before, self.plan.games_per_move)
            if after is not None:
                changed = dict(zip(later_games, after, strict=True))
                yield replace(order, pairs=tuple(sorted({**dict(order.pairs), **changed}.items())))

    def met_again_last(self, course: Course, game: int) -> Course:
        """The course with the later games that contain repeats moved to the end; its `ends` is the game before them."""
        last = max((pairing.game for pairing in self.play(course)), default=game)
        later_games = range(game + 1, last + 1)
        boards = {later_game: planned(self.plan, self.frame, course, later_game) for later_game in later_games}
        met = self.met_up_to(course, game)
        in_place, postponed = [*later_games], []

        def excess(later_game: int) -> int:
            pairs = [frozenset(pair) for pair in boards[later_game] if not self._with_empty(frozenset(pair), game)]
            return sum(meetings_left[pair] > self.plan.games_per_move for pair in pairs)

        while in_place:
            meetings_left = met + Counter(frozenset(pair) for later_game in in_place for pair in boards[later_game])
            worst_game = max(in_place, key=excess)
            if not excess(worst_game):
                break
            in_place.remove(worst_game)
            postponed.append(worst_game)
        pairs = {
            later_game: boards[source_game]
            for later_game, source_game in zip(later_games, (*in_place, *reversed(postponed)), strict=True)
        }
        ordered = replace(course, pairs=tuple(sorted({**dict(course.pairs), **pairs}.items())))
        first = next(iter(met_again(self.play(ordered), self.plan, game)), 0)
        return replace(ordered, ends=max(first - 1, 0))

    def _with_empty(self, pair: frozenset[int], game: int) -> bool:
        """Whether one of this pair is an empty seat from the next game on."""
        return any(self.is_empty(number, game + 1) for number in pair)

    def _most_likely(self, ways: Iterator[Places], needed: int, game: int) -> list[Places]:
        """The few ways that change the fewest boards; boards that do not follow the plan are not compared."""
        boards = [
            {frozenset(pair) for pair in planned(self.plan, self.frame, self.course, later_game)}
            for later_game in range(game + 1, game + needed + 1)
        ]

        def changed_boards(places: Places) -> int:
            pairs = (pairs_of(self.plan, places.people, round_) for round_ in places.rounds)
            return sum(
                frozenset(pair) not in boards_planned
                for boards_planned, met in zip(boards, pairs, strict=False)
                for pair in met
            )

        return sorted(ways, key=changed_boards)[:_LOOKED_AT]

    def _course_by_places(self, bare: Course, places: Places, game: int, needed: int) -> Course:
        """The course on which people go on by these places after this game; games up to it do not change."""
        rounds_apart = places.rounds[:needed]
        base = replace(bare, rounds=_rounds_up_to(self.plan, self.frame, bare, game))
        if places.people == bare.people(self.frame):
            course = base
        else:
            played = tuple(
                (earlier_game, planned(self.plan, self.frame, bare, earlier_game))
                for earlier_game in range(1, game + 1)
            )
            course = replace(base, pairs=played, start=places.people, before=max(game, bare.before))
        following = rounds_after(self.plan, self.frame, course, game)[: len(rounds_apart)]
        return course if following == rounds_apart else replace(course, rounds=(*course.rounds, *rounds_apart))

    def _passing_over(self, bare: Course, search: Search, game: int) -> Course:
        """The course that passes over rounds with repeats as long as enough other rounds remain."""
        (as_planned,) = Search(search.plan, search.people, search.rounds, 0, search.met).apart(0)
        rounds_apart = as_planned.rounds
        rounds_with_repeats = [round_ for round_ in search.rounds if round_ not in rounds_apart]
        chosen_rounds = {
            *rounds_apart[: search.needed],
            *rounds_with_repeats[: max(0, search.needed - len(rounds_apart))],
        }
        order = (
            *_rounds_up_to(self.plan, self.frame, bare, game),
            *(round_ for round_ in search.rounds if round_ in chosen_rounds),
        )
        return replace(bare, rounds=order)

    def _board_by_board(
        self, order: Course, met: Counter[frozenset[int]], game: int, needed: int, tries: int = _TRIES
    ) -> Iterator[Course]:
        """Yield the course with boards changed where people would meet again, once for each method of repair.

        Exchanges within a game are enough alone if they work. Otherwise trades between games and tabu search are tried.
        """
        later_games = range(game + 1, game + needed + 1)
        before = [planned(self.plan, self.frame, order, later_game) for later_game in later_games]
        most = self.plan.games_per_move
        exchanged = with_exchanges(before, met, most)
        ways = [exchanged] if exchanged else [repaired(before, met, most, tries), step_by_step(before, met, most)]
        for after in dict.fromkeys(ways):
            changed = {
                later_game: pairs
                for later_game, were, pairs in zip(later_games, before, after, strict=True)
                if pairs != were
            }
            yield replace(order, pairs=tuple(sorted({**dict(order.pairs), **changed}.items())))


def _weight(way: WayOn) -> tuple[int, int, int, int]:
    return way.cost.weight


def _rounds_up_to(plan: Plan, frame: int, course: Course, game: int) -> tuple[int, ...]:
    """The rounds of a course, at least up to this game."""
    if len(course.rounds) >= game:
        return course.rounds[:game]
    return tuple(islice(round_order(plan, frame, course, repeats=True), game))


def rounds_after(plan: Plan, frame: int, course: Course, game: int) -> tuple[int, ...]:
    """Return every round of the plan once: first those after this game of the course, then those already played."""
    length = cycle(plan, len(course.people(frame)))
    order = (
        (round_ - 1) % length + 1
        for round_ in chain(islice(round_order(plan, frame, course), game, None), range(1, length + 1))
    )
    return tuple(dict.fromkeys(order))


def _places(people: Sequence[int], movers: Sequence[int]) -> tuple[Pair, ...]:
    """Who takes whose place if `movers` move along the plan instead of `people`, as pairs of mover and owner."""
    return tuple((mover, owner) for owner, mover in zip(people, movers, strict=True) if owner != mover)


def _opponents(pairings: Sequence[Pairing], game: int) -> dict[tuple[int, str], str | None]:
    """Everybody's opponents after this game, by game and player: None for a sit-out, no entry for a free player."""
    return {
        (pairing.game, player): opponent
        for pairing in pairings
        if pairing.game > game and not pairing.free
        for player, opponent in zip(pairing.players, pairing.players[::-1], strict=True)
        if player is not None
    }
