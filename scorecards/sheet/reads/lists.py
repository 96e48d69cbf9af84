"""The versions of the list of qualifiers, and cards corrected since without a new version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from scorecards.models import PostedList, QualifyingResult
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.sheet import Sheet, Values, sheet
from scorecards.sheet.rules.after_posting import Listed, Shifted, find_shifts, listed
from scorecards.sheet.rules.basis import line_record, read_line
from scorecards.sheet.rules.cut import sharing_high_nonqualifier
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.replay import Act
from tournaments.models import AuditEntry, Event
from tournaments.reads.entries import teams

LeftOut = Mapping[tuple[str, int], Line | None]
"""Lines by seat and game that a list counts instead of the recorded ones; None for no line."""


def listed_now(on: Sheet) -> tuple[Listed, ...]:
    """The list that these cards give."""
    return tuple(listed(place, on.statuses[place.seat], index) for index, place in enumerate(on.places))


def listed_as_posted(event: Event) -> tuple[Listed, ...]:
    """The list in force, best first; empty before posting."""
    results = QualifyingResult.objects.filter(event=event).select_related("entry").order_by("rank", "pk")
    return tuple(
        Listed(
            rank=result.rank,
            seat=result.entry.seat,
            seed=result.seed,
            status=result.status,
            tied=result.tied,
            decided_by=result.decided_by,
            game_points=result.game_points,
            games_won=result.games_won,
            plus=result.plus,
            minus=result.minus,
        )
        for result in results
    )


def high_nonqualifiers(posted: Sequence[QualifyingResult]) -> tuple[QualifyingResult, ...]:
    """The first place under the line in the posted list, best first: one player, or those who share it because nobody
    played it off; empty where all qualify."""
    status = QualifyingResult.Status.HIGH_NONQUALIFIER
    alone = tuple(result for result in posted if result.status == status)
    return alone or sharing_high_nonqualifier(posted, sum(1 for result in posted if result.seed is not None))


@dataclass(frozen=True, slots=True)
class ListVersion:
    """One version of the list; `names` are by seat, `shifts` the differences from the version posted before it.

    `people` are the names of the two people of each team, by seat.
    """

    number: int
    posted_at: datetime
    posted_by: str
    reason: str
    card: str
    current: bool
    places: tuple[Listed, ...]
    names: dict[str, str]
    shifts: tuple[Shifted, ...]
    people: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def qualifiers(self) -> list[Values]:
        """The qualifiers by seed, as the API shows them."""
        seeded = sorted((place for place in self.places if place.seed is not None), key=lambda place: place.seed or 0)
        return [
            {
                "seed": place.seed,
                "seat": place.seat,
                "name": self.names[place.seat],
                "players": list(self.people.get(place.seat, ())),
            }
            for place in seeded
        ]


def list_versions(event: Event) -> tuple[ListVersion, ...]:
    """Every version of the list, oldest first, withdrawn ones included; two queries."""
    versions: list[ListVersion] = []
    rows = list(PostedList.objects.filter(event=event).order_by("number"))
    people = teams(event) if rows else {}
    for row in rows:
        names = {str(place["seat"]): str(place["name"]) for place in row.rows}
        places = tuple(Listed(**{name: value for name, value in place.items() if name != "name"}) for place in row.rows)
        version = ListVersion(
            number=row.number,
            posted_at=row.posted_at,
            posted_by=row.posted_by,
            reason=row.reason,
            card=row.card,
            current=row.withdrawn_at is None,
            places=places,
            names=names,
            shifts=find_shifts(versions[-1].places, places) if versions else (),
            people=people,
        )
        # Only the newest version is in force.
        versions = [replace(earlier, current=False) for earlier in versions] + [version]
    return tuple(versions)


@dataclass(frozen=True, slots=True)
class KeptCorrection:
    """A card corrected after posting while the list stayed as posted: in which games, and why."""

    seat: str
    name: str
    games: tuple[int, ...]
    reason: str
    by: str
    at: datetime

    @property
    def told(self) -> str:
        """That the card was corrected and the list stays, in a sentence."""
        return sheet_words.list_kept(self.seat, self.name, self.games, self.reason)


POSTING = ("qualifiers.posted", "qualifiers.corrected")
"""The acts that make a version of the list."""


def kept_corrections(event: Event) -> tuple[KeptCorrection, ...]:
    """The corrections that the list in force does not count, oldest first; two queries, none before posting.

    Empty once all cards together give that list again, place for place and total for total: then the list contradicts
    no card. The log keeps them all.
    """
    return _since_posting(event)[0]


def lines_left_out(event: Event) -> LeftOut:
    """The lines that the list in force counts instead of those that kept corrections wrote, by seat and game; None
    where it counts none. Two queries, none before posting."""
    return _since_posting(event)[1]


def left_out_record(counted: Sheet, left_out: LeftOut) -> list[Values]:
    """The lines that a list counts instead of those that kept corrections wrote, for the log."""
    again = {seat: sorted(counted.cards[seat].again) for seat, _game in left_out}
    return [
        {"seat": seat, "game": game, "line": line_record(line), **({"again": again[seat]} if again[seat] else {})}
        for (seat, game), line in left_out.items()
    ]


def _since_posting(event: Event) -> tuple[tuple[KeptCorrection, ...], LeftOut]:
    if event.posted_at is None:
        return (), {}
    corrections: list[KeptCorrection] = []
    lines: dict[tuple[str, int], Line | None] = {}
    results = QualifyingResult.objects.filter(event=event).select_related("entry")
    names = {result.entry.seat: result.entry.name for result in results}
    rows = AuditEntry.objects.filter(event=event, action__in=(*POSTING, "card.corrected-late")).order_by("pk")
    for row in rows:
        after = row.after or {}
        if row.action in POSTING:
            lines = {(line["seat"], line["game"]): read_line(line["line"]) for line in after.get("left_out") or ()}
            corrections = [
                replace(correction, games=tuple(game for game in correction.games if (correction.seat, game) in lines))
                for correction in corrections
            ]
            corrections = [correction for correction in corrections if correction.games]
            continue
        if not after.get("differs"):
            # From here on the cards give the posted list again.
            corrections, lines = [], {}
            continue
        games = tuple(after.get("games") or ())
        was = {line["game"]: read_line(line) for line in (row.before or {}).get("lines") or ()}
        lines = {(row.subject_key, game): was.get(game) for game in games} | lines
        corrections.append(
            KeptCorrection(row.subject_key, names.get(row.subject_key, ""), games, row.reason, row.actor_name, row.at)
        )
    return tuple(corrections), lines


def uncounted(event: Event, kept: Sequence[KeptCorrection]) -> dict[str, Shifted]:
    """Whose place, points or seed differ between the kept list and the cards, by seat."""
    if not kept:
        return {}
    return {shift.seat: shift for shift in find_shifts(listed_as_posted(event), listed_now(sheet(event)))}


def list_that_holds(event: Event) -> PostedList | None:
    """The version of the list in force, without its places; None before posting."""
    if event.posted_at is None:
        return None
    return PostedList.objects.filter(event=event, withdrawn_at=None).defer("rows").order_by("number").last()


def revised_list(event: Event) -> int:
    """The number of the list in force where it is not the first, or a card was corrected since; else 0."""
    if event.posted_at is None:
        return 0
    number = PostedList.objects.filter(event=event).count()
    return number if number > 1 or kept_corrections(event) else 0


def acts_of_the_list(past: Sequence[Act]) -> Sequence[Act]:
    """The acts behind the list in force after these acts: those until it was posted, or all where none is in force.

    Lines that the list leaves out are put back at the end, as if somebody had done so.
    """
    held = None
    for place, act in enumerate(past, start=1):
        if act.action in POSTING:
            held = place
        elif act.action == "phase.reopened" and (act.after or {}).get("step") != "playoffs":
            held = None
    if held is None:
        return past
    posting = past[held - 1]
    left_out = (posting.after or {}).get("left_out") or ()
    return [
        *past[:held],
        *(replace(posting, action="line.put-back", key=line["seat"], after=line) for line in left_out),
    ]
