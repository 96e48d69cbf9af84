"""An event as its director plans it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime

from tournaments.models import Event
from tournaments.rules.as_the_acc import USUAL_BEST_OF
from tournaments.rules.quota import USUAL_ONE_IN
from tournaments.rules.skunk import USUAL_SKUNK_FROM


@dataclass(frozen=True, slots=True)
class EventPlan:
    """An event as its director plans it.

    - `rounds`: None for as many rounds as the seats need.
    - `repeats_reason`: lets people meet again at a table with too few people.
    - `sit_outs_reason`: lets some people sit out two games more than others.
    - `records_spread`: if false, cards only say who won, by two points or three. It is always false for a ladder.
    - `ladder_top`: where the winners of a ladder's last table go.
    - `one_in`: one entrant in so many qualifies.
    - `skunk_from`: a win by so many holes or more is a skunk; 0 for no skunks. It is always 31 for a ladder.
    - `max_entrants`: how many have a place, whoever is entered after them waits for one; None for any number.
    - `double_skunk_from`: a win by so many holes or more counts 4; None for no double skunks.
    - `best_of`: of how many games a match of the playoffs is, 1, 3, 5 or 7, where the draw says nothing else.
    - `expected`: the expected number of entrants, which is not stored. A plan that they could not finish is refused.
    """

    slug: str
    kind: str = Event.Kind.MAIN
    games: int = 22
    deal: str = Event.Deal.CUT
    movement: str = Event.Movement.ANCHOR
    rounds: int | None = None
    starts_at: datetime | None = None
    muggins: bool = False
    records_spread: bool = True
    deal_procedure: str = ""
    playoff_format: str = ""
    repeats_reason: str = ""
    sit_outs_reason: str = ""
    ladder_top: str = Event.LadderTop.FIRST
    ranking: str = Event.RankingChoice.ACC
    one_in: int = USUAL_ONE_IN
    skunk_from: int = USUAL_SKUNK_FROM
    max_entrants: int | None = None
    double_skunk_from: int | None = None
    best_of: int = USUAL_BEST_OF
    expected: int | None = None

    def __post_init__(self) -> None:
        if self.movement == Event.Movement.LADDER:
            object.__setattr__(self, "records_spread", False)
            object.__setattr__(self, "skunk_from", USUAL_SKUNK_FROM)


PLANNED = tuple(field.name for field in fields(EventPlan) if field.name != "expected")
"""The fields of a plan that are stored."""
