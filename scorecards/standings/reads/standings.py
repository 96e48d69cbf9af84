"""The standings as everybody reads them, ties to play off, and what blocks posting."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from scorecards.crosscheck import words as crosscheck_words
from scorecards.ladder.reads import ladder_game
from scorecards.sheet import words as sheet_words
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads.chain import chain_of_event
from scorecards.sheet.reads.lists import ListVersion, lines_left_out, list_that_holds
from scorecards.sheet.reads.moments import MomentShown
from scorecards.sheet.reads.sheet import Sheet, sheet
from scorecards.sheet.reads.standings import Standings, level_below, level_groups, standings
from scorecards.sheet.reads.stored import Served
from scorecards.sheet.rules.clubs import ClubRow
from scorecards.sheet.rules.cut import Status, sharing_high_nonqualifier
from scorecards.sheet.rules.ranking import Chain, Place, StandingsRow, Tiebreaker, begins_group, standings_row
from scorecards.standings import words as standings_words
from scorecards.standings.reads.after_posting import without_corrections
from tournaments.models import Entry, Event
from tournaments.rotation.rules.draw import shuffled
from tournaments.rules.citations import rests_on
from tournaments.rules.edition import Edition
from tournaments.rules.finding import Finding
from tournaments.rules.naming import named_like
from tournaments.rules.seat import read_seat, seat_order
from tournaments.venue.words import events as events_words

FIGURES = (Tiebreaker.GAMES_WON, Tiebreaker.NET, Tiebreaker.PLUS)
ROWS_BELOW = 4
MOMENTS_NAMED = 4
NAMED = (Tiebreaker.PLUS, Tiebreaker.MINUS, Tiebreaker.HEAD_TO_HEAD, Tiebreaker.PLAYOFF)


@dataclass(frozen=True, slots=True)
class RowShown:
    """One row of the standings as shown: `values` are its plain values, most other fields are words for the page.

    `decides` names the figure that puts the row below the one above, and `why` explains a tie, broken or not. `is_group`
    marks the first row of a group that is level in the key that ranks first. `awaited` replaces rank and figures while the card is not in;
    empty otherwise.
    """

    values: StandingsRow
    rank: str
    net: str
    is_group: bool
    decides: str
    tie: str
    tie_is_tag: bool
    why: str
    status: str
    is_withdrawn: bool
    is_followed: bool
    cut_after: bool
    awaited: str


@dataclass(frozen=True, slots=True)
class FollowedRow:
    """The row that the reader follows, for the bar that stays in sight; `rank` is empty while the card is not in."""

    seat: str
    name: str
    rank: str
    note: str


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings as served: their revision, age and progress.

    `caveats` says what is not settled yet. `empty` says why there are no rows. Once the standings are official,
    `list_number` and `posted_at` belong to the list in force; before, they are 0 and None.

    `not_as_the_acc` says what differs from the rules of the ACC, or is empty. `ties` are the keys that rank the event, in
    order, and `fewer` says what the line between two groups of rows means, or is empty where there are no groups. `clubs` are the
    clubs against each other in doubles, each after its rank in words; empty in a search. `clubs_by_won`: games won rank them, else game points.
    """

    revision: int
    current: bool
    computed_at: datetime
    provisional: bool
    quota: int
    cards_in: int
    cards: int
    rows: tuple[RowShown, ...]
    followed_row: FollowedRow | None
    caveats: tuple[str, ...]
    empty: tuple[str, str] | None
    list_number: int
    posted_at: datetime | None
    not_as_the_acc: str
    ties: tuple[str, ...]
    fewer: str
    has_withdrawn: bool
    clubs: tuple[tuple[str, ClubRow], ...]
    clubs_by_won: bool


def standings_page(event: Event, served: Served, *, me: str = "", query: str = "") -> StandingsPage:
    """Prepare the standings for the page. `me` is the seat that the reader follows, `query` a seat or part of a name.

    A query limits the rows to those that match.
    """
    values = on_the_page(event, served.standings)
    list_in_force = list_that_holds(event)
    chain = chain_of_event(event)
    withdrawn = frozenset(entry.seat for entry in Entry.objects.of(event).filter(status=Entry.Status.WITHDRAWN))
    rows = tuple(_rows(values.rows, values.quota, chain, me, provisional=values.provisional, withdrawn=withdrawn))
    rows_to_show = tuple(row for row in rows if _matches(row, query)) if query else rows
    return StandingsPage(
        revision=served.revision,
        current=served.current,
        computed_at=served.computed_at,
        provisional=values.provisional,
        quota=values.quota,
        cards_in=values.cards_complete,
        cards=len(rows),
        rows=rows_to_show,
        followed_row=_followed_row(values, rows, chain),
        caveats=_caveats(event, values),
        empty=_empty(event, values),
        list_number=list_in_force.number if list_in_force else 0,
        posted_at=list_in_force.posted_at if list_in_force else event.posted_at,
        not_as_the_acc=events_words.not_as_the_acc_plays(event),
        ties=standings_words.how_ties_are_broken(chain, records_spread=event.records_spread),
        fewer=standings_words.fewer_from_here(chain),
        has_withdrawn=any(row.is_withdrawn for row in rows_to_show),
        clubs=() if query else tuple((sheet_words.rank(row.rank, tied=row.tied), row) for row in values.clubs),
        clubs_by_won=chain[0] is Tiebreaker.GAMES_WON,
    )


def on_the_page(event: Event, values: Standings) -> Standings:
    """The standings as pages show them. On a ladder no row has a spread, and no card is awaited: its lines come with each game."""
    if not event.is_ladder:
        return values
    rows = (replace(row, net=None, plus=None, card_in=True, card_complete=True) for row in values.rows)
    return replace(values, rows=tuple(rows))


def _caveats(event: Event, values: Standings) -> tuple[str, ...]:
    """Say in sentences what may still move rows although the cards are in, then which cards the posted list ignores."""
    waiting_for_judge = (
        standings_words.still_with_judge(values.to_rule, event.edition)
        if event.records_spread
        else standings_words.still_to_decide(values.to_rule)
    )
    caveats = (
        standings_words.still_to_type(values.not_typed),
        crosscheck_words.still_to_read(values.to_read),
        standings_words.still_to_sign(values.to_sign),
        waiting_for_judge,
    )
    kept_corrections = (
        sheet_words.list_kept(correction.seat, correction.name, correction.games, correction.reason)
        for correction in values.kept
    )
    return (*(caveat for caveat in caveats if caveat), *kept_corrections)


def _matches(row: RowShown, query: str) -> bool:
    """Whether the row has the seat that is searched for, or a name like the query."""
    seat = read_seat(query)
    if seat is not None:
        return row.values.seat == str(seat)
    return named_like(query)(row.values.name)


def _empty(event: Event, values: Standings) -> tuple[str, str] | None:
    """Say why there is nothing to rank yet, and what comes next; None if there is something to rank."""
    if not event.is_seated:
        return _("The seats are not drawn yet."), _("The standings begin when play does.")
    if event.is_ladder:
        # Its teams are ranked from the first game on, before they have any card.
        return None
    if not values.cards_in:
        return _("No card is in yet."), _("The standings begin with the first one. This page updates by itself.")
    return None


def _rows(
    all_rows: Sequence[StandingsRow],
    quota: int,
    chain: Chain,
    me: str = "",
    *,
    provisional: bool = True,
    withdrawn: Container[str] = (),
) -> list[RowShown]:
    """Prepare all rows of the standings for the page; `chain` ranks them, `me` is the seat that the reader follows.

    `withdrawn` are the seats of those who do not play on.
    """
    rows: list[RowShown] = []
    ranked_count = len(_ranked(all_rows))
    for index, row in enumerate(all_rows):
        is_ranked = index < ranked_count
        breaker = Tiebreaker(row.decided_by) if row.decided_by else None
        above = all_rows[index - 1] if index else None
        shared = bool(is_ranked and above and row.tied and above.tied and above.rank == row.rank)
        rows.append(
            RowShown(
                values=row,
                rank=sheet_words.rank(row.rank, tied=row.tied) if is_ranked else "",
                net=sheet_words.signed(row.net),
                is_group=begins_group(breaker, chain) or index in (0, ranked_count),
                decides=breaker.value if breaker in FIGURES and not shared else "",
                tie=_tie(None if breaker is chain[0] else breaker, shared=shared),
                tie_is_tag=shared or breaker in NAMED,
                why=_why(row, above, breaker, chain, shared=shared)
                if shared or breaker not in (None, chain[0])
                else "",
                status=_row_status(row, quota, provisional=provisional),
                is_withdrawn=row.seat in withdrawn,
                is_followed=row.seat == me,
                cut_after=is_ranked and index + 1 == quota and index + 1 < len(all_rows),
                awaited="" if is_ranked else standings_words.awaited(),
            )
        )
    return rows


def _ranked(rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """The rows whose card is in, whole or in part. They come before all others."""
    return [row for row in rows if row.card_in]


def _row_status(row: StandingsRow, quota: int, *, provisional: bool) -> str:
    """The tag of a row: an incomplete card, a place at the cut line, or empty."""
    if not row.card_in:
        return ""
    if not row.card_complete:
        return standings_words.partly_in()
    if quota and row.tied and row.rank == quota + 1 and not provisional:
        return _("High nonqualifier, shared")
    return _status(row.status)


def _tie(breaker: Tiebreaker | None, *, shared: bool) -> str:
    """The name of the tiebreaker that decided, or "tied" for a shared rank; empty if neither applies."""
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


def _followed_row(values: Standings, rows: Sequence[RowShown], chain: Chain) -> FollowedRow | None:
    place = next((index for index, row in enumerate(rows) if row.is_followed), None)
    if place is None:
        return None
    row, ranked = values.rows[place], _ranked(values.rows)
    if place >= len(ranked):
        return FollowedRow(row.seat, row.name, "", standings_words.awaited())
    to_line = _to_the_line(ranked, place, values.quota, chain)
    return FollowedRow(row.seat, row.name, sheet_words.ordinal(row.rank), to_line)


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of one card in the standings: `rank` in words, among how many `entrants`.

    `why` says what separates it from the rows above and below, and `to_line` how far away the cut line is. The place is
    provisional until the qualifiers are posted.
    """

    rank: str
    entrants: int
    game_points: int
    games_won: int
    net: str
    plus: int | None
    status: str
    to_line: str
    why: tuple[str, ...]
    provisional: bool
    qualifies: bool
    pegged: int | None = None


def standing(event: Event, values: Standings, seat: str) -> Standing | None:
    """Find the place of this seat's card in these standings of the event.

    None if the card is not in, or if the standings do not have the seat.
    """
    rows, quota = _ranked(values.rows), values.quota
    place = next((index for index, row in enumerate(rows) if row.seat == seat), None)
    if place is None or not values.cards_in:
        return None
    row, chain = rows[place], chain_of_event(event)
    ordinal = sheet_words.ordinal(row.rank)
    return Standing(
        rank=_("a tie for %s") % ordinal if row.tied else ordinal,
        entrants=len(values.rows),
        game_points=row.game_points,
        games_won=row.games_won,
        net=sheet_words.signed(row.net),
        plus=row.plus,
        status=_row_status(row, quota, provisional=values.provisional),
        to_line=_to_the_line(rows, place, quota, chain),
        why=tuple(_reasons(rows, place, chain)),
        provisional=values.provisional,
        qualifies=row.status == Status.QUALIFIER,
        pegged=row.pegged,
    )


def is_awaited(values: Standings, seat: str) -> bool:
    """Whether this seat's card is still to come while other cards are in."""
    return bool(values.cards_in) and any(row.seat == seat and not row.card_in for row in values.rows)


def _reasons(rows: Sequence[StandingsRow], place: int, chain: Chain) -> Iterator[str]:
    """Say in sentences what separates this row from its neighbors.

    First that lines of the card are missing, then who shares its rank, then the rows above and below.
    """
    row = rows[place]
    if not row.card_complete:
        yield standings_words.partly_ranked()
    tied_rows = [other for other in rows if row.tied and other.rank == row.rank]
    first, last = (rows.index(tied_rows[0]), rows.index(tied_rows[-1])) if tied_rows else (place, place)
    for other in tied_rows:
        if other is not row:
            yield standings_words.stands_below(None, other, row, chain=chain)
    if first and rows[first].decided_by:
        yield standings_words.stands_below(rows[first].decided_by, rows[first - 1], row, chain=chain)
    row_below = rows[last + 1] if last + 1 < len(rows) else None
    if row_below and row_below.decided_by:
        yield standings_words.stands_above(row_below.decided_by, row, row_below, chain=chain)


def _to_the_line(rows: Sequence[StandingsRow], place: int, quota: int, chain: Chain) -> str:
    """Say how far this row is from the nearest row across the cut line, in the key that ranks first.

    Empty without a line.
    """
    if not quota:
        return ""
    inside = place < quota
    across = quota if inside else quota - 1
    if not 0 <= across < len(rows):
        return _("within the %d who qualify") % quota
    first_key = chain[0].value
    apart: int = abs(getattr(rows[place], first_key) - getattr(rows[across], first_key))
    return standings_words.to_the_line(chain, apart, is_inside=inside)


# --- Ties to be played off -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """A group that the cards leave tied at a place that matters.

    `members` are pairs of seat and name. `order` is the recorded playoff order, best first, or empty. Posting waits for
    the playoff unless the group `is_below` the cut line, at the place of the high nonqualifier. `drawn` are the names in
    the order in which three or more teams of a ladder play one after the other; empty for others.
    """

    rank: str
    why: str
    is_below: bool
    members: tuple[tuple[str, str], ...]
    order: tuple[str, ...]
    drawn: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return " ".join(seat for seat, _name in self.members)


def tied_groups_that_matter(event_sheet: Sheet) -> tuple[TiedGroup, ...] | None:
    """The tied groups that matter, played off or not; None while cards are missing.

    Those are the groups at a qualifying place or at the first place below the cut line. On a ladder every group matters,
    and it is shown once the last game is over.
    """
    if event_sheet.event.is_ladder:
        game = ladder_game(event_sheet.event)
        if game is None or not game.finished:
            return None
    elif event_sheet.crosscheck.missing:
        return None
    return tuple(
        _tied_group(event_sheet, group)
        for group in level_groups(event_sheet)
        if event_sheet.event.is_ladder or group[0].rank <= event_sheet.quota + 1
    )


def tied_below_as_posted(event: Event) -> tuple[TiedGroup, ...]:
    """The groups tied at the first place below the posted cut line, played off or not. Their playoff changes no seed."""
    event_sheet = without_corrections(sheet(event), lines_left_out(event))
    return tuple(_tied_group(event_sheet, group) for group in level_below(event_sheet))


def _tied_group(event_sheet: Sheet, group: Sequence[Place]) -> TiedGroup:
    seats = frozenset(place.seat for place in group)
    rank, event = group[0].rank, event_sheet.event
    is_below = rank > event_sheet.quota
    drawn: tuple[str, ...] = ()
    if event.is_ladder and len(group) > 2:
        entrants = {event_sheet.entries[seat].number: event_sheet.entries[seat].known_name for seat in seats}
        drawn = tuple(entrants[number] for number in shuffled(entrants, event.draw_seed or 0))
    return TiedGroup(
        rank=sheet_words.ordinal(rank),
        why=standings_words.why_played_off(rank, len(group), event_sheet.quota, is_ladder=event.is_ladder),
        is_below=is_below,
        members=tuple((place.seat, event_sheet.entries[place.seat].known_name) for place in group),
        order=next((order for order in event_sheet.playoffs if frozenset(order) == seats), ()),
        drawn=drawn,
    )


def level_below_the_line(event_sheet: Sheet) -> str:
    """Say who shares the first place below the cut line, and what a playoff would change.

    Empty if a single card has that place, and while cards are missing.
    """
    sharing = () if event_sheet.crosscheck.missing else sharing_high_nonqualifier(event_sheet.places, event_sheet.quota)
    return standings_words.level_below_the_line(
        [f"{place.seat} {event_sheet.entries[place.seat].known_name}" for place in sharing]
    )


# --- Posting ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One thing that blocks posting, in a sentence, with the page on which to settle it.

    `page` is its URL name, `seat` an argument of the URL and `query` what follows it; each may be empty.
    """

    text: str
    code: str
    rule: str
    page: str
    seat: str
    query: str


def obstacles(event_sheet: Sheet) -> tuple[Obstacle, ...]:
    """Everything that blocks posting the qualifiers, each with the page on which to settle it."""
    return tuple(_obstacle(finding, event_sheet.event.edition) for finding in event_sheet.obstacles)


def unread(event_sheet: Sheet) -> tuple[Obstacle, ...]:
    """The lines that could change who qualifies and that nobody read again. Posting all the same needs a reason."""
    return tuple(_obstacle(finding, event_sheet.event.edition) for finding in looks_reads.unread(event_sheet))


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
    elif finding.code == "line_not_typed":
        first, second = sorted((str(values["seat"]), str(values["other"])), key=seat_order)
        page, query = "scorecards:crosscheck", f"?case={values['game']}-{first}-{second}"
    elif finding.code == "ladder_result_missing":
        page, query = "scorecards:ladder", f"{values['game']}/"
    elif finding.code == "phone_differs":
        page, query = "scorecards:phones", f"?seat={values['seat']}&game={values['game']}#decide"
    elif finding.code in ("referral_open", "correction_uninitialled"):
        page, query = "scorecards:crosscheck", f"?case={finding.field.removeprefix('discrepancies.')}"
    return Obstacle(sheet_words.finding(finding), finding.code, rests_on(finding.code, edition), page, seat, query)


MOST_WRONG_TOTALS = 12
"""The most cards with wrong totals that are named; the rest are counted."""


def totals_off(event_sheet: Sheet) -> tuple[str, ...]:
    """The cards whose own totals differ from the sums of their lines, in rank order, each in a sentence.

    A slip in such a card could change who qualifies.
    """
    seats = [place.seat for place in event_sheet.places if place.seat in event_sheet.totals_off]
    sentences = [
        _("%(name)s: %(why)s") % {"name": seat, "why": sheet_words.finding(event_sheet.totals_off[seat])}
        for seat in seats[:MOST_WRONG_TOTALS]
    ]
    return (
        *sentences,
        *([crosscheck_words.and_more(len(seats) - MOST_WRONG_TOTALS)] if len(seats) > MOST_WRONG_TOTALS else []),
    )


def would_be(event_sheet: Sheet) -> tuple[RowShown, ...]:
    """The list as posting would make it now: the qualifiers, and the first few rows below the cut line."""
    shown = tuple(_rows(_rows_of(event_sheet), event_sheet.quota, event_sheet.chain))
    # A ladder posts everybody’s place.
    return shown if event_sheet.event.is_ladder else shown[: event_sheet.quota + ROWS_BELOW]


def _rows_of(event_sheet: Sheet) -> tuple[StandingsRow, ...]:
    return on_the_page(event_sheet.event, standings(event_sheet)).rows


@dataclass(frozen=True, slots=True)
class VersionShown:
    """One version of the list; `moves` says in sentences how it differs from the version before it."""

    version: ListVersion
    moves: tuple[str, ...]


def versions(list_versions: Sequence[ListVersion], *, seeds_only: bool = False) -> tuple[VersionShown, ...]:
    """Every version of the list, newest first. The moves of each begin with players who came in or went out.

    With `seeds_only`, for hidden standings, the moves name only qualifiers and their seeds.
    """
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


def as_they_are(event_sheet: Sheet) -> tuple[RowShown, ...]:
    """Every row of the standings of these cards."""
    return tuple(
        _rows(
            _rows_of(event_sheet),
            event_sheet.quota,
            event_sheet.chain,
            provisional=event_sheet.event.posted_at is None,
        )
    )


def as_posted(version: ListVersion, event: Event) -> tuple[RowShown, ...]:
    """Every row of the standings as posted in this version of the list."""
    rows = [
        replace(
            standings_row(
                place,
                place,
                seat=place.seat,
                name=version.names[place.seat],
                status=place.status,
                by=place.decided_by,
                pegged=place.pegged,
                records_spread=event.records_spread,
            ),
            players=tuple(version.people.get(place.seat, ())),
        )
        for place in version.places
    ]
    return tuple(_rows(rows, len(version.qualifiers), chain_of_event(event), provisional=False))


@dataclass(frozen=True, slots=True)
class StandingsThen:
    """Provisional standings at an earlier time, with the number of cards that were in and the caveats of that time."""

    rows: tuple[RowShown, ...]
    quota: int
    cards_in: int
    caveats: tuple[str, ...]


def standings_then(event: Event, values: Standings) -> StandingsThen:
    """Prepare the standings of an earlier time for the page."""
    return StandingsThen(
        rows=tuple(_rows(on_the_page(event, values).rows, values.quota, chain_of_event(event))),
        quota=values.quota,
        cards_in=values.cards_complete,
        caveats=_caveats(event, values),
    )


def last_moments(event: Event, moments: Sequence[MomentShown]) -> tuple[MomentShown, ...]:
    """The last few moments that can be looked at again, all on the same day by the clock of the hall."""
    zone = ZoneInfo(event.tournament.time_zone)
    days = [moment.at.astimezone(zone).date() for moment in moments]
    return tuple(moment for moment, day in zip(moments, days, strict=True) if day == days[-1])[-MOMENTS_NAMED:]
