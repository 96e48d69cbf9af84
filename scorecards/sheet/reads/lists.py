"""The versions of the list of qualifiers, and corrections after posting that made no new version."""

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
from tournaments.models.people import with_people
from tournaments.reads.entries import entrants

LeftOut = Mapping[tuple[str, int], Line | None]
"""Lines by seat and game that a list counts instead of the recorded lines; None for no line."""


def listed_now(event_sheet: Sheet) -> tuple[Listed, ...]:
    """The places of all cards in this sheet, as a list would have them."""
    return tuple(
        listed(place, event_sheet.statuses[place.seat], index, event_sheet.chain)
        for index, place in enumerate(event_sheet.places)
    )


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
            pegged=result.pegged,
        )
        for result in results
    )


def high_nonqualifiers(posted: Sequence[QualifyingResult]) -> tuple[QualifyingResult, ...]:
    """The results with the first place below the line in the posted list, which is best first; empty if all qualify.

    This is one result, or several that share the place because no playoff decided it.
    """
    status = QualifyingResult.Status.HIGH_NONQUALIFIER
    single_result = tuple(result for result in posted if result.status == status)
    return single_result or sharing_high_nonqualifier(posted, sum(1 for result in posted if result.seed is not None))


@dataclass(frozen=True, slots=True)
class ListVersion:
    """One version of the list. `names` are by seat; `shifts` are the differences from the version before.

    `card` is the seat whose late correction made this version, else empty. `current`: the version is in force.
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
    """Every version of the list, oldest first, withdrawn ones included; two queries. Names are those of today."""
    versions: list[ListVersion] = []
    rows = list(PostedList.objects.filter(event=event).order_by("number"))
    entries = {entry.seat: entry for entry in entrants(event) if entry.seat} if rows else {}
    people = {seat: entry.names for seat, entry in entries.items() if entry.names}
    names_today = {seat: entry.name for seat, entry in entries.items()}
    for row in rows:
        names = {str(place["seat"]): names_today.get(place["seat"], str(place["name"])) for place in row.rows}
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
    players: tuple[str, ...]
    games: tuple[int, ...]
    reason: str
    by: str
    at: datetime

    @property
    def told(self) -> str:
        """A sentence: the card was corrected and the list stays as posted."""
        return sheet_words.list_kept(self.seat, self.name, self.games, self.reason)


POSTING = ("qualifiers.posted", "qualifiers.corrected")
"""The acts that make a version of the list."""


def kept_corrections(event: Event) -> tuple[KeptCorrection, ...]:
    """The corrections that the list in force does not count, oldest first; two queries, none before posting.

    Empty if all cards together give exactly the places and totals of that list again: then the list contradicts no
    card. The log has all corrections in any case.
    """
    return _since_posting(event)[0]


def lines_left_out(event: Event) -> LeftOut:
    """The lines that the list in force counts instead of the corrected lines, by seat and game; None for no line.

    Only corrections that the list does not count have such lines. Two queries, none before posting.
    """
    return _since_posting(event)[1]


def left_out_record(counted: Sheet, left_out: LeftOut) -> list[Values]:
    """The `left_out` lines as values for the log; `counted` is the sheet whose cards the list counts.

    A line whose card has typed over games gets them as `again`.
    """
    records = []
    for (seat, game), line in left_out.items():
        record: Values = {"seat": seat, "game": game, "line": line_record(line)}
        typed_over_games = sorted(counted.cards[seat].again)
        if typed_over_games:
            record["again"] = typed_over_games
        records.append(record)
    return records


def _since_posting(event: Event) -> tuple[tuple[KeptCorrection, ...], LeftOut]:
    """The corrections that the list in force does not count, and the lines that it counts instead, from the log.

    A new version of the list in the log names the lines that it leaves out: only their corrections remain.
    """
    if event.posted_at is None:
        return (), {}
    corrections: list[KeptCorrection] = []
    lines: dict[tuple[str, int], Line | None] = {}
    results = QualifyingResult.objects.filter(event=event).select_related("entry", *with_people("entry__player"))
    entries = {result.entry.seat: result.entry for result in results}
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
            # After this correction, the cards give the posted list again.
            corrections, lines = [], {}
            continue
        games = tuple(after.get("games") or ())
        lines_before = {line["game"]: read_line(line) for line in (row.before or {}).get("lines") or ()}
        # A line that was corrected twice is left out as it was before the first correction.
        lines = {(row.subject_key, game): lines_before.get(game) for game in games} | lines
        entry = entries.get(row.subject_key)
        corrections.append(
            KeptCorrection(
                row.subject_key,
                entry.name if entry else "",
                tuple(entry.names) if entry else (),
                games,
                row.reason,
                row.actor_name,
                row.at,
            )
        )
    return tuple(corrections), lines


def uncounted(event: Event, kept: Sequence[KeptCorrection]) -> dict[str, Shifted]:
    """The differences in place, points or seed between the list in force and the cards, by seat; empty without `kept`."""
    if not kept:
        return {}
    return {shift.seat: shift for shift in find_shifts(listed_as_posted(event), listed_now(sheet(event)))}


def list_that_holds(event: Event) -> PostedList | None:
    """The version of the list in force, without its places; None before posting."""
    if event.posted_at is None:
        return None
    return PostedList.objects.filter(event=event, withdrawn_at=None).defer("rows").order_by("number").last()


def revised_list(event: Event) -> int:
    """The number of the list in force if it is not the first, or if it does not count some correction; else 0."""
    if event.posted_at is None:
        return 0
    number = PostedList.objects.filter(event=event).count()
    return number if number > 1 or kept_corrections(event) else 0


def acts_of_the_list(past: Sequence[Act]) -> Sequence[Act]:
    """The acts that led to the list in force after the acts `past`; all of them if no list is in force.

    These are the acts up to the posting of the list. For each line that the list leaves out, an act follows that puts
    the line back, as if somebody had done so.
    """
    posting_index = None
    for index, act in enumerate(past):
        if act.action in POSTING:
            posting_index = index
        elif act.action == "phase.reopened" and (act.after or {}).get("step") != "playoffs":
            posting_index = None
    if posting_index is None:
        return past
    posting = past[posting_index]
    left_out = (posting.after or {}).get("left_out") or ()
    return [
        *past[: posting_index + 1],
        *(replace(posting, action="line.put-back", key=line["seat"], after=line) for line in left_out),
    ]
