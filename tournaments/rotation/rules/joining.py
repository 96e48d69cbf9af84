"""How somebody comes in at a table that has no free seat while a game is on (ours).

Either in the place of a *floating sit-out*: somebody who is gone for good left a seat that moves on empty, and whoever comes
moves on in it, under an ID and with a card of their own. Or by *two more chairs* at the table's end: everybody goes on
moving as before, through two seats more, so that nobody meets again; one of the two stays empty, and whoever faces it sits
out, until a second one comes. The games that were played stay as they were. Where a table was mixed up before, moving on as
before would let people meet again; then rounds are passed over, or some people take each other's places.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from tournaments.rotation.rules.mixup import planned, rounds_after
from tournaments.rotation.rules.places import Search
from tournaments.rotation.rules.repair import step_by_step
from tournaments.rotation.rules.rotation import Course, Plan, sitters

_WAYS = 6
"""How many ways of each kind are offered to grow a table that was mixed up."""


def in_place_of(plan: Plan, frame: int, course: Course, gone: int, number: int, *, game: int) -> Course:
    """Return the course of a table at which `number` moves on for `gone` after this game.

    `frame` is that of the draw, and `course` says which of the plan's rounds every game up to this one was. ValueError where
    nobody moves along as `gone`.

    >>> from tournaments.rotation.rules.rotation import PLANS, Movement
    >>> in_place_of(PLANS[Movement.ANCHOR], 4, Course((1,)), 3, 5, game=1)
    Course(rounds=(1,), pairs=((1, ((1, 2), (3, 4))),), start=(1, 2, 5, 4), before=1, deals=(), ends=0)
    """
    people = course.people(frame)
    if gone not in people:
        raise ValueError(f"nobody moves along as {gone}")

    def then(one: int) -> int:
        return number if one == gone else one

    coming = tuple((at, tuple((then(one), then(two)) for one, two in pairs)) for at, pairs in course.pairs if at > game)
    played = (*_played(plan, frame, course, game), *coming)
    return Course(course.rounds, played, tuple(map(then, people)), game, course.deals)


def two_more_chairs(plan: Plan, frame: int, course: Course, numbers: tuple[int, int], *, game: int) -> Course:
    """Return the course of a table that goes on through two seats more after this game.

    The first of the new `numbers` sits down at the odd one of them, as far as people move before the next game; the other
    stays empty at first. `frame` and `course` as `in_place_of`.

    >>> from tournaments.rotation.rules.rotation import PLANS, Movement
    >>> grown = two_more_chairs(PLANS[Movement.ANCHOR], 4, Course((1,)), (5, 6), game=1)
    >>> sitters(PLANS[Movement.ANCHOR], grown.start, 2)
    (1, 3, 6, 2, 5, 4)
    """
    at: Sequence[int] = [number for pair in planned(plan, frame, course, game) for number in pair]
    if {*at} != {*course.people(frame)}:
        # Somebody came in after this same game: they sit where they would have sat in it.
        at = sitters(plan, course.start, course.rounds[game - 1])
    # Which of a stay's games it was says whether people move before the next one.
    first = 1 + (course.rounds[game - 1] - game) % plan.games_per_move
    counted = tuple(range(first, first + game))

    def course_with(last: tuple[int, int]) -> Course:
        sat = (*at, *last)
        start = [0] * len(sat)
        for number, place in zip(sat, sitters(plan, len(sat), counted[-1]), strict=True):
            start[place - 1] = number
        return Course(counted, _played(plan, frame, course, game), tuple(start), game, course.deals)

    def sits_at(found: Course) -> int:
        return sitters(plan, found.start, counted[-1] + 1).index(numbers[0])

    return max((course_with(numbers), course_with(numbers[::-1])), key=lambda found: sits_at(found) == len(at))


def ways_to_grow(
    plan: Plan, frame: int, course: Course, numbers: tuple[int, int], *, game: int, needed: int
) -> Iterator[Course]:
    """Yield courses of a table that goes on through two seats more after this game: first as `two_more_chairs`, then, for a
    table that was mixed up, those in which nobody meets again in `needed` games more, as far as some can be found."""
    grown = two_more_chairs(plan, frame, course, numbers, game=game)
    yield grown
    met = Counter(frozenset(pair) for _at, pairs in grown.pairs for pair in pairs)
    rounds = rounds_after(plan, frame, grown, game)
    search = Search(plan, grown.start, rounds, min(needed, len(rounds)), met)
    for exchanged in (0, 1):
        for found in islice(search.apart(exchanged), _WAYS):
            order = (*grown.rounds, *found.rounds[:needed])
            yield Course(order, grown.pairs, found.people, game, course.deals)
    for found in search.nearest(_WAYS):
        left = tuple(round_ for round_ in rounds if round_ not in found.rounds)
        order = (*grown.rounds, *(*found.rounds, *left)[:needed])
        base = Course(order, grown.pairs, found.people, game, course.deals)
        coming = range(game + 1, len(order) + 1)
        before = [planned(plan, frame, base, at) for at in coming]
        after = step_by_step(before, met, plan.games_per_move)
        yield Course(order, (*grown.pairs, *zip(coming, after, strict=True)), found.people, game, course.deals)


def _played(plan: Plan, frame: int, course: Course, game: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """Who met whom in each game up to this one, as it was."""
    return tuple((at, planned(plan, frame, course, at)) for at in range(1, game + 1))
