"""How somebody joins a table without a free seat while a game is on (ours).

One way is to take the place of a *floating sit-out*: a player gone for good left a seat that moves on empty. The
newcomer moves on in that seat, with an ID and a card of their own. The other way is *two more chairs* at the table's
end: everybody moves on as before, through two more seats, so nobody meets again. One of the two chairs is empty until a
second newcomer takes it, and whoever faces it sits out. Games already played do not change. At a table that was mixed
up earlier, moving on as before would make people meet again. Then rounds are passed over, or some people take each
other's places.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from tournaments.rotation.rules.mixup import planned, rounds_after
from tournaments.rotation.rules.movements import Course, Plan, sitters
from tournaments.rotation.rules.repair import step_by_step
from tournaments.rotation.rules.taking_places import Search

_WAYS = 6
"""How many ways of each kind to grow a mixed-up table are offered."""


def in_place_of(plan: Plan, frame: int, course: Course, gone: int, number: int, *, game: int) -> Course:
    """Return the course of a table at which the newcomer `number` moves on in place of `gone` after this game.

    `frame` is the frame of the draw. `course` has the plan's round for every game up to this one. ValueError if `gone`
    does not move along the plan.

    >>> from tournaments.rotation.rules.movements import PLANS, Movement
    >>> in_place_of(PLANS[Movement.ANCHOR], 4, Course((1,)), 3, 5, game=1)
    Course(rounds=(1,), pairs=((1, ((1, 2), (3, 4))),), start=(1, 2, 5, 4), before=1, deals=(), ends=0)
    """
    people = course.people(frame)
    if gone not in people:
        raise ValueError(f"nobody moves along as {gone}")

    def replaced(person: int) -> int:
        return number if person == gone else person

    later_games = tuple(
        (later_game, tuple((replaced(first), replaced(second)) for first, second in pairs))
        for later_game, pairs in course.pairs
        if later_game > game
    )
    played = (*_played(plan, frame, course, game), *later_games)
    return Course(course.rounds, played, tuple(map(replaced, people)), game, course.deals)


def two_more_chairs(plan: Plan, frame: int, course: Course, numbers: tuple[int, int], *, game: int) -> Course:
    """Return the course of a table that goes on through two more seats after this game.

    `numbers` are the two new IDs; the second one is empty at first. In the next game, after any move before it, the
    first one sits at the odd new seat if possible. `frame` and `course` as in `in_place_of`.

    >>> from tournaments.rotation.rules.movements import PLANS, Movement
    >>> grown = two_more_chairs(PLANS[Movement.ANCHOR], 4, Course((1,)), (5, 6), game=1)
    >>> sitters(PLANS[Movement.ANCHOR], grown.start, 2)
    (1, 3, 6, 2, 5, 4)
    """
    sat_before: Sequence[int] = [number for pair in planned(plan, frame, course, game) for number in pair]
    if {*sat_before} != {*course.people(frame)}:
        # Somebody else joined after this same game: place them where they would have sat in it.
        sat_before = sitters(plan, course.start, course.rounds[game - 1])
    # The game's place within its stay tells whether people move before the next one.
    first = 1 + (course.rounds[game - 1] - game) % plan.games_per_move
    round_numbers = tuple(range(first, first + game))

    def course_with(newcomers: tuple[int, int]) -> Course:
        sitters_in_order = (*sat_before, *newcomers)
        start = [0] * len(sitters_in_order)
        for number, place in zip(
            sitters_in_order, sitters(plan, len(sitters_in_order), round_numbers[-1]), strict=True
        ):
            start[place - 1] = number
        return Course(round_numbers, _played(plan, frame, course, game), tuple(start), game, course.deals)

    def sits_at(grown: Course) -> int:
        return sitters(plan, grown.start, round_numbers[-1] + 1).index(numbers[0])

    return max((course_with(numbers), course_with(numbers[::-1])), key=lambda grown: sits_at(grown) == len(sat_before))


def ways_to_grow(
    plan: Plan, frame: int, course: Course, numbers: tuple[int, int], *, game: int, needed: int
) -> Iterator[Course]:
    """Yield courses of a table that goes on through two more seats after this game.

    The first is `two_more_chairs`. The others serve a mixed-up table: courses on which nobody meets again in `needed`
    more games if the search finds some, then courses with as few repeats as possible.
    """
    grown = two_more_chairs(plan, frame, course, numbers, game=game)
    yield grown
    met = Counter(frozenset(pair) for _at, pairs in grown.pairs for pair in pairs)
    rounds = rounds_after(plan, frame, grown, game)
    search = Search(plan, grown.start, rounds, min(needed, len(rounds)), met)
    for exchanged in (0, 1):
        for places in islice(search.apart(exchanged), _WAYS):
            order = (*grown.rounds, *places.rounds[:needed])
            yield Course(order, grown.pairs, places.people, game, course.deals)
    for places in search.nearest(_WAYS):
        other_rounds = tuple(round_ for round_ in rounds if round_ not in places.rounds)
        order = (*grown.rounds, *(*places.rounds, *other_rounds)[:needed])
        base = Course(order, grown.pairs, places.people, game, course.deals)
        later_games = range(game + 1, len(order) + 1)
        before = [planned(plan, frame, base, later_game) for later_game in later_games]
        after = step_by_step(before, met, plan.games_per_move)
        yield Course(order, (*grown.pairs, *zip(later_games, after, strict=True)), places.people, game, course.deals)


def _played(plan: Plan, frame: int, course: Course, game: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The pairs of each game up to this one, by game, as a course keeps them."""
    return tuple((earlier_game, planned(plan, frame, course, earlier_game)) for earlier_game in range(1, game + 1))
