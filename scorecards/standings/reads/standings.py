"""The standings as everybody reads them, ties to play off, and what blocks posting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from scorecards.crosscheck import words as crosscheck_words
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.chain import chain_of_event
from scorecards.sheet.reads.lists import ListVersion, lines_left_out, list_that_holds
from scorecards.sheet.reads.moments import MomentShown
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import Standings, level_below, level_groups, standings
from scorecards.sheet.reads.stored import Served
from scorecards.sheet.rules.cut import Status, sharing_high_nonqualifier
from scorecards.sheet.rules.ranking import Chain, Place, StandingsRow, Tiebreaker, standings_row
from scorecards.standings import words as standings_words
from scorecards.standings.reads.after_posting import without
from tournaments.models import Event
from tournaments.rules.citations import rests_on
from tournaments.rules.edition import Edition
from tournaments.rules.finding import Finding
from tournaments.rules.naming import named_like
from tournaments.rules.seat import read_seat
from tournaments.venue.words import events as events_words

FIGURES = {Tiebreaker.GAMES_WON: "won", Tiebreaker.NET: "net", Tiebreaker.PLUS: "plus"}
ROWS_BELOW = 4
MOMENTS_NAMED = 4
NAMED = (Tiebreaker.PLUS, Tiebreaker.MINUS, Tiebreaker.HEAD_TO_HEAD, Tiebreaker.PLAYOFF)


@dataclass(frozen=True, slots=True)
class RowShown:
    """One row of the standings as shown: `of` has its values, the rest is in words. `decides` names the figure that put
    it below the row above, `why` explains a tie that is broken or still open. `awaited` replaces rank and figures while
    the card is not in; empty otherwise."""

    of: StandingsRow
    rank: str
    net: str
    is_group: bool
    decides: str
    tie: str
    tie_is_tag: bool
    why: str
    status: str
    mine: bool
    cut_after: bool
    awaited: str


@dataclass(frozen=True, slots=True)
class Mine:
    """The followed row, for the bar that stays in sight; no rank while the card is not in."""

    seat: str
    name: str
    rank: str
    note: str


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings as served: their revision, age and progress; `open` says what is not settled yet. Once they are
    official, `list_number` and `posted_at` belong to the list in force."""

    revision: int
    current: bool
    computed_at: datetime
    provisional: bool
    quota: int
    cards_in: int
    cards: int
    rows: tuple[RowShown, ...]
    mine: Mine | None
    open: tuple[str, ...]
    empty: tuple[str, str] | None
    list_number: int
    posted_at: datetime | None
    not_as_the_acc: str
    ties: tuple[str, ...]
    fewer: str


def standings_page(event: Event, served: Served, *, me: str = "", query: str = "") -> StandingsPage:
    """The standings ready to show. `me` is the seat that is followed, `query` a search."""
    values = _on_the_page(event, served.standings)
    holds = list_that_holds(event)
    chain = chain_of_event(event)
    rows = tuple(_rows(values.rows, values.quota, chain, me, provisional=values.provisional))
    shown = tuple(row for row in rows if _is_wanted(row, query)) if query else rows
    return StandingsPage(
        revision=served.revision,
        current=served.current,
        computed_at=served.computed_at,
        provisional=values.provisional,
        quota=values.quota,
        cards_in=values.cards_complete,
        cards=len(rows),
        rows=shown,
        mine=_mine(values, rows, chain),
        open=_open(event, values),
        empty=_empty(event, values),
        list_number=holds.number if holds else 0,
        posted_at=holds.posted_at if holds else event.posted_at,
        not_as_the_acc=events_words.not_as_the_acc_plays(event),
        ties=standings_words.how_ties_are_broken(chain, records_spread=event.records_spread),
        fewer=standings_words.fewer_from_here(chain),
    )


def _on_the_page(event: Event, values: Standings) -> Standings:
    """On a ladder no row has a spread, and no card is awaited: its lines come with each game."""
    if not event.is_ladder:
        return values
    rows = (replace(row, net=None, plus=None, card_in=True, card_complete=True) for row in values.rows)
    return replace(values, rows=tuple(rows))


def _open(event: Event, values: Standings) -> tuple[str, ...]:
    """What may still move rows although the cards are in, in sentences."""
    caveats = (
        crosscheck_words.still_to_read(values.to_read),
        standings_words.still_to_sign(values.to_sign),
        standings_words.still_with_judge(values.to_rule, event.edition)
        if event.records_spread
        else standings_words.still_to_decide(values.to_rule),
    )
    kept = (
        sheet_words.list_kept(correction.seat, correction.name, correction.games, correction.reason)
        for correction in values.kept
    )
    return (*(caveat for caveat in caveats if caveat), *kept)


def _is_wanted(row: RowShown, query: str) -> bool:
    seat = read_seat(query)
    if seat is not None:
        return row.of.seat == str(seat)
    return named_like(query)(row.of.name)


def _empty(event: Event, values: Standings) -> tuple[str, str] | None:
    """Why there is nothing to rank yet, and what will come; None where there is something."""
    if not event.is_seated:
        return _("The seats are not drawn yet."), _("The standings begin when play does.")
    if event.is_ladder:
        return None
    if not values.cards_in:
        return _("No card is in yet."), _("The standings begin with the first one. This page updates by itself.")
    return None


def _rows(
    all_rows: Sequence[StandingsRow], quota: int, chain: Chain, me: str = "", *, provisional: bool = True
) -> list[RowShown]:
    rows: list[RowShown] = []
    ranked = len(_ranked(all_rows))
    for index, row in enumerate(all_rows):
        is_in = index < ranked
        breaker = Tiebreaker(row.decided_by) if row.decided_by else None
        above = all_rows[index - 1] if index else None
        shared = bool(is_in and above and row.tied and above.tied and above.rank == row.rank)
        rows.append(
            RowShown(
                of=row,
                rank=sheet_words.rank(row.rank, tied=row.tied) if is_in else "",
                net=sheet_words.signed(row.net),
                is_group=breaker is chain[0] or index in (0, ranked),
                decides="" if shared or breaker is None else FIGURES.get(breaker, ""),
                tie=_tie(None if breaker is chain[0] else breaker, shared=shared),
                tie_is_tag=shared or breaker in NAMED,
                why=_why(row, above, breaker, chain, shared=shared)
                if shared or breaker not in (None, chain[0])
                else "",
                status=_row_status(row, quota, provisional=provisional),
                mine=row.seat == me,
                cut_after=is_in and index + 1 == quota and index + 1 < len(all_rows),
                awaited="" if is_in else standings_words.awaited(),
            )
        )
    return rows


def _ranked(rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """The rows with a card behind them, which come before all others."""
    return [row for row in rows if row.card_in]


def _row_status(row: StandingsRow, quota: int, *, provisional: bool) -> str:
    if not row.card_in:
        return ""
    if not row.card_complete:
        return standings_words.partly_in()
    if row.tied and row.rank == quota + 1 and not provisional:
        return _("High nonqualifier, shared")
    return _status(row.status)


def _tie(breaker: Tiebreaker | None, *, shared: bool) -> str:
    """What broke the tie with the row above; empty where there was none."""
    if shared:
        return _("tied")
    return standings_words.tie_broken_by(breaker) if breaker else ""


def _why(
    row: StandingsRow, above: StandingsRow | None, breaker: Tiebreaker | None, chain: Chain, *, shared: bool
) -> str:
    """Why this row is below the one above it; empty for the first."""
    if above is None or (breaker is None and not shared):
        return ""
    code = None if shared or breaker is None else breaker.value
    return standings_words.stands_below(code, above, row, chain=chain)


def _status(status: str) -> str:
    tags = {Status.HIGH_NONQUALIFIER: _("High nonqualifier"), Status.TIED_AT_LINE: _("Tied at the line")}
    return tags.get(Status(status), "")


def _mine(values: Standings, rows: Sequence[RowShown], chain: Chain) -> Mine | None:
    place = next((index for index, row in enumerate(rows) if row.mine), None)
    if place is None:
        return None
    row, ranked = values.rows[place], _ranked(values.rows)
    if place >= len(ranked):
        return Mine(row.seat, row.name, "", standings_words.awaited())
    return Mine(row.seat, row.name, sheet_words.ordinal(row.rank), _to_the_line(ranked, place, values.quota, chain))


@dataclass(frozen=True, slots=True)
class Standing:
    """How one card stands among the others: `rank` in words, `of` how many are ranked. `why` says what separates it
    from the rows above and below, `to_line` how far the line is. Provisional until the qualifiers are posted."""

    rank: str
    of: int
    game_points: int
    games_won: int
    net: str
    plus: int | None
    status: str
    to_line: str
    why: tuple[str, ...]
    provisional: bool
    qualifies: bool


def standing(event: Event, values: Standings, seat: str) -> Standing | None:
    """How this seat's card stands in these standings; None where it is not among them, and before any card is in."""
    rows, quota = _ranked(values.rows), values.quota
    place = next((index for index, row in enumerate(rows) if row.seat == seat), None)
    if place is None or not values.cards_in:
        return None
    row, chain = rows[place], chain_of_event(event)
    shown = sheet_words.ordinal(row.rank)
    return Standing(
        rank=_("a tie for %s") % shown if row.tied else shown,
        of=len(values.rows),
        game_points=row.game_points,
        games_won=row.games_won,
        net=sheet_words.signed(row.net),
        plus=row.plus,
        status=_row_status(row, quota, provisional=values.provisional),
        to_line=_to_the_line(rows, place, quota, chain),
        why=tuple(_reasons(rows, place, chain)),
        provisional=values.provisional,
        qualifies=row.status == Status.QUALIFIER,
    )


def is_awaited(values: Standings, seat: str) -> bool:
    """Whether this seat's card is not in yet while others are, so that it will get a rank."""
    return bool(values.cards_in) and any(row.seat == seat and not row.card_in for row in values.rows)


def _reasons(rows: Sequence[StandingsRow], place: int, chain: Chain) -> Iterator[str]:
    """What separates this row from its neighbors, in sentences: missing lines first, then who shares its rank, then the
    rows above and below."""
    row = rows[place]
    if not row.card_complete:
        yield standings_words.partly_ranked()
    shared = [other for other in rows if row.tied and other.rank == row.rank]
    first, last = (rows.index(shared[0]), rows.index(shared[-1])) if shared else (place, place)
    for other in shared:
        if other is not row:
            yield standings_words.stands_below(None, other, row, chain=chain)
    if first and rows[first].decided_by:
        yield standings_words.stands_below(rows[first].decided_by, rows[first - 1], row, chain=chain)
    if last + 1 < len(rows) and (by := rows[last + 1].decided_by):
        yield standings_words.stands_above(by, row, rows[last + 1], chain=chain)


def _to_the_line(rows: Sequence[StandingsRow], place: int, quota: int, chain: Chain) -> str:
    """How far this row is from the line, by what ranks first."""
    inside = place < quota
    other = rows[quota] if inside and quota < len(rows) else rows[quota - 1] if not inside and quota else None
    if other is None:
        return _("within the %d who qualify") % quota
    first = chain[0].value
    apart: int = abs(getattr(rows[place], first) - getattr(other, first))
    return standings_words.to_the_line(chain, apart, is_inside=inside)


# --- Ties to be played off -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """A group that the cards leave level at a place that matters, with the order it was played off to, if any. Posting
    waits for it unless it `is_below` the line, at the place of the high nonqualifier."""

    rank: str
    why: str
    is_below: bool
    members: tuple[tuple[str, str], ...]
    order: tuple[str, ...]

    @property
    def key(self) -> str:
        return " ".join(seat for seat, _name in self.members)


def tied_groups_that_matter(on: Sheet) -> tuple[TiedGroup, ...] | None:
    """The tied groups at a qualifying place, at the line or at the first place under it, played off or not; None while
    cards are missing."""
    if on.crosscheck.missing:
        return None
    return tuple(_tied_group(on, group) for group in level_groups(on) if group[0].rank <= on.quota + 1)


def tied_below_as_posted(event: Event) -> tuple[TiedGroup, ...]:
    """The group level at the first place under the posted line, played off or not: its game changes no seed."""
    on = without(sheet(event), lines_left_out(event))
    return tuple(_tied_group(on, group) for group in level_below(on))


def _tied_group(on: Sheet, group: Sequence[Place]) -> TiedGroup:
    seats = frozenset(place.seat for place in group)
    return TiedGroup(
        sheet_words.ordinal(group[0].rank),
        standings_words.why_played_off(group[0].rank, len(group), on.quota),
        group[0].rank > on.quota,
        tuple((place.seat, on.entries[place.seat].name) for place in group),
        next((order for order in on.playoffs if frozenset(order) == seats), ()),
    )


def level_below_the_line(on: Sheet) -> str:
    """The sentence that the first place under the line is shared: what can be done, and what happens without. Empty
    where one card has it, and while cards are missing."""
    sharing = () if on.crosscheck.missing else sharing_high_nonqualifier(on.places, on.quota)
    return standings_words.level_below_the_line([f"{place.seat} {on.entries[place.seat].name}" for place in sharing])


# --- Posting ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One thing that blocks posting, and the page to settle it: its URL name and the query."""

    text: str
    code: str
    rule: str
    page: str
    seat: str
    query: str


def obstacles(on: Sheet) -> tuple[Obstacle, ...]:
    """Everything that blocks posting the qualifiers, each with where to go."""
    return tuple(_obstacle(finding, on.event.edition) for finding in on.obstacles)


def unread(on: Sheet) -> tuple[Obstacle, ...]:
    """The lines that could matter and that nobody read again: posting without them needs a reason."""
    return tuple(_obstacle(finding, on.event.edition) for finding in looks_reads.unread(on))


def _obstacle(finding: Finding, edition: Edition) -> Obstacle:
    values = dict(finding.values)
    page, seat, query = {
        "not_cross_checked": ("scorecards:crosscheck", "", ""),
        "no_entrants": ("tournaments:entrants", "", ""),
        "tie_unbroken": ("scorecards:standings", "", "#ties"),
    }.get(finding.code, ("", "", ""))
    if finding.code in ("line_typed_over", "line_unread"):
        page = "scorecards:looks"
    elif finding.code in ("card_missing", "line_names_nobody"):
        page, seat = "scorecards:card", str(values["seat"])
    elif finding.code == "phone_differs":
        page, query = "scorecards:phones", f"?seat={values['seat']}&game={values['game']}#decide"
    elif finding.code in ("referral_open", "correction_uninitialled"):
        page, query = "scorecards:crosscheck", f"?case={finding.field.removeprefix('discrepancies.')}"
    return Obstacle(sheet_words.finding(finding), finding.code, rests_on(finding.code, edition), page, seat, query)


MOST_OFF = 12
"""The most cards with wrong totals that are named; the rest are counted."""


def totals_off(on: Sheet) -> tuple[str, ...]:
    """The cards whose own totals differ from their lines, in rank order, each in a sentence. A slip there could let
    somebody in or shut them out."""
    seats = [place.seat for place in on.places if place.seat in on.totals_off]
    sentences = [
        _("%(name)s: %(why)s") % {"name": seat, "why": sheet_words.finding(on.totals_off[seat])}
        for seat in seats[:MOST_OFF]
    ]
    return (*sentences, *([crosscheck_words.and_more(len(seats) - MOST_OFF)] if len(seats) > MOST_OFF else []))


def would_be(on: Sheet) -> tuple[RowShown, ...]:
    """The list as it would be posted now: the qualifiers, and the first few below the line."""
    return tuple(_rows(standings(on).rows, on.quota, on.chain))[: on.quota + ROWS_BELOW]


@dataclass(frozen=True, slots=True)
class VersionShown:
    """One version of the list, with its moves against the version before, in sentences."""

    of: ListVersion
    moves: tuple[str, ...]


def versions(list_versions: Sequence[ListVersion], *, seeds_only: bool = False) -> tuple[VersionShown, ...]:
    """Every version of the list, newest first; each starts with players who came in or went out. `seeds_only` where the
    standings are hidden: then only qualifiers and their seeds are told."""
    sentence_of = standings_words.seed_shift if seeds_only else standings_words.list_shift
    return tuple(
        VersionShown(
            version,
            tuple(
                sentence_of(f"{version.names.get(shift.seat, '')} ({shift.seat})".strip(), shift)
                for shift in sorted(version.shifts, key=lambda shift: not (shift.comes_in or shift.goes_out))
                if shift.has_another_seed or not seeds_only
            ),
        )
        for version in reversed(list_versions)
    )


def as_they_are(on: Sheet) -> tuple[RowShown, ...]:
    """Every row of the standings of these cards."""
    return tuple(_rows(standings(on).rows, on.quota, on.chain, provisional=on.event.posted_at is None))


def as_posted(of: ListVersion, event: Event) -> tuple[RowShown, ...]:
    """Every row of the standings as posted in this version of the list."""
    rows = [
        standings_row(
            place,
            place,
            seat=place.seat,
            name=of.names[place.seat],
            status=place.status,
            by=place.decided_by,
            records_spread=event.records_spread,
        )
        for place in of.places
    ]
    return tuple(_rows(rows, len(of.qualifiers), chain_of_event(event), provisional=False))


@dataclass(frozen=True, slots=True)
class StandingsThen:
    """Provisional standings at an earlier time: how many cards were in, and what was open then."""

    rows: tuple[RowShown, ...]
    quota: int
    cards_in: int
    open: tuple[str, ...]


def standings_then(event: Event, values: Standings) -> StandingsThen:
    """The standings at an earlier time, ready to show."""
    return StandingsThen(
        tuple(_rows(values.rows, values.quota, chain_of_event(event))),
        values.quota,
        values.cards_complete,
        _open(event, values),
    )


def last_moments(event: Event, moments: Sequence[MomentShown]) -> tuple[MomentShown, ...]:
    """The last few moments that can be looked at again, all on one day in the hall."""
    zone = ZoneInfo(event.tournament.time_zone)
    days = [moment.at.astimezone(zone).date() for moment in moments]
    return tuple(moment for moment, day in zip(moments, days, strict=True) if day == days[-1])[-MOMENTS_NAMED:]
