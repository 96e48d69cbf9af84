"""What a display shows at this moment, in pages that are read from the back of the hall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets import reads as bracket_reads
from brackets.reads import BracketPage
from judging.reads import waiting_calls
from scorecards import reads as card_reads
from scorecards.reports import standings as standings_report
from scorecards.reports.standings import Row, StandingsPage
from tournaments import reads as tournament_reads
from tournaments.live import AnnouncementNow
from tournaments.models import Display, Event, Tournament
from tournaments.reads import DISPLAYED_PARTS
from tournaments.rules.last_name import by_last_name
from tournaments.rules.rotation import Movement
from tournaments.rules.seat import Seat

ROWS = 12
"""Rows of a column that a screen holds at a size to read."""

LINE = 90
"""Characters of an announcement that stand in one line below a picture."""

MOST_SAID = 2
"""So many announcements stand below a picture at a time, the newest first; each line of them takes the place of a row."""

MOST_ALONE = 5
"""So many stand on a screen of their own."""

FEWEST_ROWS = 6
STANDINGS_COLUMNS, PEOPLE_COLUMNS = 2, 3

STANDINGS_LINE, PEOPLE_LINE = 23, 20
"""Characters of a name that stand in one line of a column; a longer one goes on below, and takes the place of more rows."""

MOST_LINES = 3

STATUS = 0.6
"""How wide a character of somebody's status is, beside one of the name."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with the seat that they are looked up for; `note` stands softly in its place where they have none."""

    name: str
    seat: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on the screen at one time: its columns of rows. `key` stays the same while the rows change."""

    key: str
    columns: tuple[Sequence[Any], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What a display shows. `kind` is that of the display, or "dark" where it has nothing to show, with the sentence `why`.

    `revision` is that of what is shown, `link` the same for a phone; `more` what only this kind has. `empty` says why there
    are no pages.
    """

    kind: str
    title: str = ""
    pages: tuple[Page, ...] = ()
    empty: tuple[str, str] | None = None
    revision: int | None = None
    link: str = ""
    why: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


def dark(why: str) -> Picture:
    """A screen with nothing but this sentence."""
    return Picture("dark", why=why)


def picture(display: Display, said: Sequence[AnnouncementNow]) -> Picture:
    """What this display shows, beside the announcements `said`; the display comes with its event and tournament."""
    event = display.event
    if event is None:
        return _WITHOUT_EVENT[display.shows](display, said)
    if DISPLAYED_PARTS.get(display.shows) in event.hidden:
        return dark(_("The director holds this back at the moment."))
    return _OF_EVENT[display.shows](event, _rows_beside(said))


def below(display: Display, said: Sequence[AnnouncementNow]) -> tuple[Sequence[AnnouncementNow], ...]:
    """The announcements that stand below the picture, the newest first, in groups that take turns: one by one below a bracket,
    which needs its height, and none where they are the picture itself."""
    if display.shows == Display.Shows.ANNOUNCEMENT and not display.text:
        return ()
    return _turns(said, 1 if display.shows == Display.Shows.BRACKET else MOST_SAID)


def _turns(said: Sequence[AnnouncementNow], most: int) -> tuple[Sequence[AnnouncementNow], ...]:
    newest = tuple(reversed(said))
    return tuple(newest[at : at + most] for at in range(0, len(newest), most))


def _rows_beside(said: Sequence[AnnouncementNow]) -> int:
    lines = (sum(-(-len(one.text) // LINE) for one in turn) for turn in _turns(said, MOST_SAID))
    return max(FEWEST_ROWS, ROWS - max(0, max(lines, default=0) - 1))


def _lines(characters: float, line: int) -> int:
    """How many lines so many characters take, where a line holds `line`."""
    return min(MOST_LINES, max(1, ceil(characters / line)))


def _pages(name: str, sized: Iterable[tuple[Any, int]], most: int, columns: int) -> tuple[Page, ...]:
    """These rows, each with how many it takes, in pages of so many columns, every column but the last one full."""
    filled: list[list[Any]] = []
    left = 0
    for row, takes in sized:
        if takes > left:
            filled.append([])
            left = most
        filled[-1].append(row)
        left -= takes
    starts = range(0, len(filled), columns)
    return tuple(Page(f"{name}-{at // columns + 1}", tuple(filled[at : at + columns])) for at in starts)


def _address(name: str, event: Event, query: str = "") -> str:
    return reverse(name, args=[event.tournament.slug, event.slug]) + query


# --- Of an event -----------------------------------------------------------------------------------------------------


def _standings(event: Event, most: int) -> Picture:
    served = card_reads.served_standings(event, may_wait=False)
    page: StandingsPage = standings_report.standings_page(event, served)
    title = _("%(event)s, provisional standings") if page.provisional else _("%(event)s, official standings")
    return Picture(
        Display.Shows.STANDINGS,
        title % {"event": event.name},
        pages=() if page.empty else _pages("standings", map(_ranked, page.rows), most, STANDINGS_COLUMNS),
        empty=page.empty,
        revision=served.revision,
        link=_address("scorecards:standings", event),
        more={"standings": page},
    )


def _ranked(row: Row) -> tuple[Row, int]:
    """A row of the standings with how many it takes."""
    return row, _lines(len(row.name) + STATUS * len(row.status), STANDINGS_LINE)


def _seats(event: Event, most: int) -> Picture:
    """Who sits where in the game that comes next, by last name: before the first one, where play begins."""
    game = (event.game_now or 0) + 1
    title = _("%(event)s, seats of game %(game)s") % {"event": event.name, "game": game}
    people: list[Person] = []
    empty = None
    if not event.is_seated:
        empty = _("The seats are not drawn yet."), _("They stand here once they are.")
    elif event.cross_checked_at is not None:
        # Called or not: the cards of every game are being compared, or were.
        title, empty = event.name, (_("All games are played."), _("The bracket says who sits where from here on."))
    elif Movement(event.movement) is Movement.NONE:
        empty = _("No plan says who sits where."), _("Opponents are read from the cards: ask at the desk.")
    elif game > tournament_reads.rounds(event):
        empty = _("All games are called."), _("Hand in your card when you are done.")
    else:
        people = sorted(_seated(event, game), key=lambda one: by_last_name(one.name))
        if not people:
            empty = _("Nobody plays this game any more."), _("The tables were done before.")
    return Picture(
        Display.Shows.SEATS,
        title,
        pages=_people(f"seats-{game}", people, most),
        empty=empty,
        link=_address("tournaments:seating", event, f"?game={game}" if people else ""),
    )


def _people(name: str, people: Iterable[Person], most: int) -> tuple[Page, ...]:
    return _pages(name, ((one, _lines(len(one.name), PEOPLE_LINE)) for one in people), most, PEOPLE_COLUMNS)


def _seated(event: Event, game: int) -> Iterable[Person]:
    for table, played in tournament_reads.game_by_table(event, game).items():
        for shown in played:
            for number, player in zip(shown.seats, shown.players, strict=True):
                if player is None:
                    continue
                if shown.free:
                    yield Person(player[1], "", _("free"))
                elif None in shown.players:
                    yield Person(player[1], "", _("sits out"))
                else:
                    yield Person(player[1], str(Seat(table, number)))


def _missing(event: Event, most: int) -> Picture:
    """Whose card is not in, or not all of it: a hint for the hall, by last name."""
    people: list[Person] = []
    if not event.is_seated:
        empty = _("The seats are not drawn yet."), _("Whose card is missing stands here once play has begun.")
    else:
        on = card_reads.sheet(event)
        missing = [seat for seat, card in on.cards.items() if seat not in on.not_ranked and not card.complete]
        people = sorted(
            (Person(on.entries[seat].name, seat) for seat in missing), key=lambda one: by_last_name(one.name)
        )
        empty = _("Every card is in."), _("Thank you.")
    told = ngettext("%(event)s, %(n)d card not handed in", "%(event)s, %(n)d cards not handed in", len(people))
    title = told % {"event": event.name, "n": len(people)}
    return Picture(
        Display.Shows.MISSING,
        title if people else _("%(event)s, cards") % {"event": event.name},
        pages=_people("missing", people, most),
        empty=None if people else empty,
        link=_address("config:desk", event),
    )


def _calls(event: Event, most: int) -> Picture:
    """The tables that wait for judges, the longest first, and nobody's name: the whole hall reads it."""
    places = [one.place for one in waiting_calls(event)]
    empty = _("No table waits for judges."), _("Raise a hand, or call from your own page.")
    return Picture(
        Display.Shows.CALLS,
        _("%(event)s, judges wanted") % {"event": event.name},
        pages=_pages("calls", ((place, _lines(len(place), PEOPLE_LINE)) for place in places), most, PEOPLE_COLUMNS),
        empty=None if places else empty,
        link=_address("config:desk", event),
    )


def _bracket(event: Event, _most: int) -> Picture:
    page: BracketPage | None = bracket_reads.bracket_page(event)
    title = _("%(event)s, playoffs") % {"event": event.name}
    link = _address("brackets:bracket", event)
    if page is None:
        empty = _("The bracket is not drawn yet."), _("It stands here once the director has drawn it.")
        return Picture(Display.Shows.BRACKET, title, empty=empty, link=link)
    more = {"page": page, "wall": bracket_reads.wall_pages(page)}
    return Picture(Display.Shows.BRACKET, title, link=link, more=more)


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock of the game that is on; `over` where it is out."""

    ends_at: datetime
    over: bool


def _game(event: Event, _most: int) -> Picture:
    """The hall's time with the game that is on, and what is left of it where the director set a clock."""
    title, ends_at = event.name, None
    if event.game_now is not None and event.posted_at is None:
        values = {"event": event.name, "game": event.game_now, "all": tournament_reads.rounds(event)}
        title = _("%(event)s, game %(game)s of %(all)s") % values
        if event.game_started_at is not None and event.game_minutes is not None:
            ends_at = event.game_started_at + timedelta(minutes=event.game_minutes)
    game = GameClock(ends_at, over=ends_at < timezone.now()) if ends_at else None
    return Picture(Display.Shows.CLOCK, title, link=_address("config:desk", event), more={"game": game})


_OF_EVENT: Mapping[str, Callable[[Event, int], Picture]] = {
    Display.Shows.STANDINGS: _standings,
    Display.Shows.SEATS: _seats,
    Display.Shows.MISSING: _missing,
    Display.Shows.BRACKET: _bracket,
    Display.Shows.CALLS: _calls,
    Display.Shows.CLOCK: _game,
}


# --- Of the whole tournament -----------------------------------------------------------------------------------------


def _hall_clock(display: Display, _said: Sequence[AnnouncementNow]) -> Picture:
    return Picture(Display.Shows.CLOCK, link=_home(display.tournament), more={"game": None})


def _announcement(display: Display, said: Sequence[AnnouncementNow]) -> Picture:
    """Words of its own, else those that stand announced, the newest first."""
    words = [display.text] if display.text else [one.text for one in reversed(said[-MOST_ALONE:])]
    empty = _("Nothing is announced at the moment."), _("What the director announces stands here at once.")
    return Picture(
        Display.Shows.ANNOUNCEMENT,
        empty=None if words else empty,
        link=_home(display.tournament),
        more={"words": words, "size": _size(sum(len(one) for one in words))},
    )


def _size(characters: int) -> str:
    """How large so many characters are set: "" for a line or two, then "long" and "longest"."""
    return "" if characters <= LINE else "long" if characters <= 2 * LINE else "longest"


def _blank(_display: Display, _said: Sequence[AnnouncementNow]) -> Picture:
    return Picture(Display.Shows.BLANK)


def _home(tournament: Tournament) -> str:
    return reverse("tournaments:tournament", args=[tournament.slug])


_WITHOUT_EVENT: Mapping[str, Callable[[Display, Sequence[AnnouncementNow]], Picture]] = {
    Display.Shows.CLOCK: _hall_clock,
    Display.Shows.ANNOUNCEMENT: _announcement,
    Display.Shows.BLANK: _blank,
}
