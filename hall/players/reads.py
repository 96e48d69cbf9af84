"""What the public may know of one player in one event, part by part."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from brackets import access as bracket_access
from brackets.bracket.reads.drawn import bracket, discreet
from brackets.bracket.reads.placings import placings
from brackets.matches.reads.player import PlayerRun, player_run
from brackets.results.reads.honours import HonourShown
from brackets.results.reads.results import ResultRow, Results, results
from hall.players import words
from hall.players.access import shown_parts
from scorecards.sheet.reads.stored import served_standings
from scorecards.standings.reads.standings import Standing, is_awaited, on_the_page, standing
from tournaments.access import Need, Rights
from tournaments.day.reads.schedule import removed_seats
from tournaments.day.reads.substitutes import playing_on
from tournaments.models import Entry, Event
from tournaments.rules.hiding import names_nobody
from tournaments.seating.reads import seating as seating_reads
from tournaments.seating.reads.seating import Meeting


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another event of the tournament with the same player; `seat` is empty until it is drawn."""

    event: Event
    seat: str


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What may be shown of a player. Hidden parts are empty and named in `held_back`.

    `lead` sums the page up in a sentence. `card_awaited`: the card is not in, and others have a rank already. `state`
    is a version tag: the event's revision, and the revision of the standings while they are behind.
    """

    entry: Entry
    state: str
    lead: str
    substitute: str
    standing: Standing | None
    card_awaited: bool
    qualified: bool
    now: Meeting | None
    next: Meeting | None
    route: tuple[Meeting, ...]
    run: PlayerRun | None
    result: ResultRow | None
    prizes: tuple[tuple[str, int], ...]
    honours: tuple[HonourShown, ...]
    elsewhere: tuple[Elsewhere, ...]
    held_back: tuple[str, ...]

    @property
    def points(self) -> int | None:
        """The Master Rating Points; None until they are known, and for players who earn none."""
        return self.result.earned.total if self.result and self.result.earned else None


def player_page(event: Event, entry: Entry, rights: Rights) -> PlayerPage:
    """The page of this entrant for somebody with these rights; the number of queries does not depend on the field."""
    parts, seat = shown_parts(event, rights), entry.seat
    state, own_standing, awaited = str(event.revision), None, False
    if "standings" in parts and event.is_seated:
        served = served_standings(event, may_wait=rights.any)
        values = on_the_page(event, served.standings)
        own_standing, awaited = standing(event, values, seat), is_awaited(values, seat)
        if not served.current:
            state = f"{event.revision}-{served.revision}"
    route: tuple[Meeting, ...] = ()
    if "schedule" in parts and entry.status != Entry.Status.NO_SHOW:
        route = seating_reads.route(event, seat)
    current = None
    if not _is_removed(event, entry):
        current = next((meeting for meeting in route if meeting.game == event.game_on), None)
    run = _run(event, seat, rights) if "bracket" in parts and event.posted_at else None
    event_results = _results(event, parts, rights)
    result = next((row for row in event_results.cards if row.seat == seat), None) if event_results else None
    return PlayerPage(
        entry=entry,
        state=state,
        lead=words.lead(own_standing, run, entry.seat, awaited=awaited),
        substitute=playing_on(event, {seat: entry.name}).get(seat, "") if "schedule" in parts else "",
        standing=own_standing,
        card_awaited=awaited,
        qualified="qualifiers" in parts and result is not None and result.seed is not None,
        now=current,
        next=_next(event, route),
        route=route,
        run=run,
        result=result,
        prizes=_prizes(event_results, seat),
        honours=tuple(honour for honour in event_results.honours if honour.seat == seat) if event_results else (),
        elsewhere=_elsewhere(event, entry, rights),
        held_back=words.held_back(event, parts, rights.any),
    )


def _is_removed(event: Event, entry: Entry) -> bool:
    return entry.status == Entry.Status.WITHDRAWN and entry.seat in removed_seats(event)


def _next(event: Event, route: tuple[Meeting, ...]) -> Meeting | None:
    """The next game; None once the cards are compared, or if play has begun and nobody says which game is on."""
    is_unknown = event.game_now is None and event.cards_begun_at is not None
    if event.cross_checked_at or is_unknown:
        return None
    game_on = event.game_now or 0
    return next((meeting for meeting in route if not meeting.free and meeting.game > game_on), None)


def _run(event: Event, seat: str, rights: Rights) -> PlayerRun | None:
    """The playoffs of the player at this seat, as far as these rights allow."""
    final = bracket_access.may_see_final(event, rights)
    drawn = bracket(event, final=final)
    if drawn is None:
        return None
    visible = drawn if rights.any else discreet(drawn)
    return player_run(event, seat, visible, placings(event, drawn, final=final))


def _results(event: Event, parts: Set[str], rights: Rights) -> Results | None:
    """The results as their page shows them; None while they are hidden, and before posting."""
    if event.posted_at is None or not {"standings", "qualifiers"} <= parts:
        return None
    return results(
        event,
        playoffs=bracket_access.may_see_playoffs(event, rights),
        final=bracket_access.may_see_final(event, rights),
    )


def _prizes(event_results: Results | None, seat: str) -> tuple[tuple[str, int], ...]:
    """The prizes of the event that this seat has won: label and cents."""
    return tuple(
        (prize.label, winner.cents)
        for prize in (event_results.prizes if event_results else ())
        for winner in prize.who
        if winner.seat == seat
    )


def _elsewhere(event: Event, entry: Entry, rights: Rights) -> tuple[Elsewhere, ...]:
    """The other events in which this player's name may be seen."""
    others = Entry.objects.filter(event__tournament=event.tournament, player=entry.player_id).exclude(event=event)
    return tuple(
        Elsewhere(other.event, other.seat)
        for other in others.select_related("event__tournament").order_by("event")
        if not names_nobody(other.event.hidden) or rights.may_in(other.event, Need.SEE)
    )
