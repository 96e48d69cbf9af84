"""The versions of the list of qualifiers, and the cards that were corrected since without a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scorecards.models import PostedList, QualifyingResult
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads.sheet import Sheet, Values, sheet
from scorecards.sheet.rules.basis import line_record, read_line
from scorecards.sheet.rules.cut import sharing_high_nonqualifier
from scorecards.sheet.rules.late import Listed, Shifted, find_shifts, listed
from scorecards.sheet.rules.line import Line
from scorecards.sheet.rules.replay import Act
from tournaments.models import AuditEntry, Event

LeftOut = Mapping[tuple[str, int], Line | None]
"""Lines by seat and game that a list counts in the place of those that are recorded; None for no line."""


def listed_now(on: Sheet) -> tuple[Listed, ...]:
    """The list that these cards give."""
    return tuple(listed(place, on.statuses[place.seat], index) for index, place in enumerate(on.places))


def listed_as_posted(event: Event) -> tuple[Listed, ...]:
    """The list that holds, best first; none before posting."""
    results = QualifyingResult.objects.filter(event=event).select_related("entry").order_by("rank", "pk")
    return tuple(
        Listed(
            rank=one.rank,
            seat=one.entry.seat,
            seed=one.seed,
            status=one.status,
            tied=one.tied,
            decided_by=one.decided_by,
            game_points=one.game_points,
            games_won=one.games_won,
            plus=one.plus,
            minus=one.minus,
        )
        for one in results
    )


def high_nonqualifiers(posted: Sequence[QualifyingResult]) -> tuple[QualifyingResult, ...]:
    """Who has the first place under the line in the posted list, best first: one, or those who share it because nobody played it
    off; nobody where all qualify."""
    status = QualifyingResult.Status.HIGH_NONQUALIFIER
    alone = tuple(one for one in posted if one.status == status)
    return alone or sharing_high_nonqualifier(posted, sum(1 for one in posted if one.seed is not None))


@dataclass(frozen=True, slots=True)
class ListVersion:
    """One version of the list; `names` are by seat, `shifts` what is another than in the version before it that had been posted."""

    number: int
    posted_at: datetime
    posted_by: str
    reason: str
    card: str
    current: bool
    places: tuple[Listed, ...]
    names: dict[str, str]
    shifts: tuple[Shifted, ...]

    @property
    def qualifiers(self) -> list[Values]:
        """The qualifiers by seed, as the contract shows them."""
        seeded = sorted((one for one in self.places if one.seed is not None), key=lambda one: one.seed or 0)
        return [{"seed": one.seed, "seat": one.seat, "name": self.names[one.seat]} for one in seeded]


def list_versions(event: Event) -> tuple[ListVersion, ...]:
    """Every version of the list, oldest first, also those that were taken back; one query."""
    found: list[ListVersion] = []
    for row in PostedList.objects.filter(event=event).order_by("number"):
        names = {str(one["seat"]): str(one["name"]) for one in row.rows}
        places = tuple(Listed(**{name: value for name, value in one.items() if name != "name"}) for one in row.rows)
        version = ListVersion(
            number=row.number,
            posted_at=row.posted_at,
            posted_by=row.posted_by,
            reason=row.reason,
            card=row.card,
            current=row.withdrawn_at is None,
            places=places,
            names=names,
            shifts=find_shifts(found[-1].places, places) if found else (),
        )
        # Only the newest holds.
        found = [replace(one, current=False) for one in found] + [version]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class KeptCorrection:
    """A card that was corrected after posting while the list stayed as posted: in which games, and why."""

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
    """The corrections that the list that holds does not count, oldest first; two queries, none before posting.

    Once all cards together give that list again, place for place and total for total, none is left to name: nothing that the
    list says is otherwise by the cards. Each of them stays in the log.
    """
    return _since_posting(event)[0]


def lines_left_out(event: Event) -> LeftOut:
    """The lines that the list that holds counts in the place of those that kept corrections wrote, by seat and game; None where
    it counts none. Two queries, none before posting."""
    return _since_posting(event)[1]


def left_out_record(counted: Sheet, left_out: LeftOut) -> list[Values]:
    """The lines that a list counts in the place of those that kept corrections wrote, as the trail keeps them."""
    again = {seat: sorted(counted.cards[seat].again) for seat, _game in left_out}
    return [
        {"seat": seat, "game": game, "line": line_record(line), **({"again": again[seat]} if again[seat] else {})}
        for (seat, game), line in left_out.items()
    ]


def _since_posting(event: Event) -> tuple[tuple[KeptCorrection, ...], LeftOut]:
    if event.posted_at is None:
        return (), {}
    found: list[KeptCorrection] = []
    lines: dict[tuple[str, int], Line | None] = {}
    results = QualifyingResult.objects.filter(event=event).select_related("entry")
    names = {one.entry.seat: one.entry.name for one in results}
    rows = AuditEntry.objects.filter(event=event, action__in=(*POSTING, "card.corrected-late")).order_by("pk")
    for row in rows:
        after = row.after or {}
        if row.action in POSTING:
            lines = {(one["seat"], one["game"]): read_line(one["line"]) for one in after.get("left_out") or ()}
            found = [
                replace(one, games=tuple(game for game in one.games if (one.seat, game) in lines)) for one in found
            ]
            found = [one for one in found if one.games]
            continue
        if not after.get("differs"):
            # By now the cards give the list that is posted.
            found, lines = [], {}
            continue
        games = tuple(after.get("games") or ())
        was = {line["game"]: read_line(line) for line in (row.before or {}).get("lines") or ()}
        lines = {(row.subject_key, game): was.get(game) for game in games} | lines
        found.append(
            KeptCorrection(row.subject_key, names.get(row.subject_key, ""), games, row.reason, row.actor_name, row.at)
        )
    return tuple(found), lines


def uncounted(event: Event, kept: Sequence[KeptCorrection]) -> dict[str, Shifted]:
    """What the cards give by now of everybody whose place, points or seed the list that was kept tells differently, by seat."""
    if not kept:
        return {}
    return {one.seat: one for one in find_shifts(listed_as_posted(event), listed_now(sheet(event)))}


def list_that_holds(event: Event) -> PostedList | None:
    """The version of the list that holds, without its places; None before posting."""
    if event.posted_at is None:
        return None
    return PostedList.objects.filter(event=event, withdrawn_at=None).defer("rows").order_by("number").last()


def revised_list(event: Event) -> int:
    """The number of the list that holds, where it is not the first or a card was corrected since; 0 for any other."""
    if event.posted_at is None:
        return 0
    number = PostedList.objects.filter(event=event).count()
    return number if number > 1 or kept_corrections(event) else 0


def acts_of_the_list(past: Sequence[Act]) -> Sequence[Act]:
    """The acts that the list rests on that held after these: those until it was posted, all of them where none holds.

    Lines that it leaves out are put back at the end, as if somebody had done so.
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
    return [*past[:held], *(replace(posting, action="line.put-back", key=one["seat"], after=one) for one in left_out)]
