"""What a display shows now. The screen knows its height, so it decides how many rows make a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from brackets.matches.reads.bracket_page import BracketPage, bracket_page
from brackets.matches.reads.wall import wall_pages
from judging.calls.reads.calls import waiting_calls
from scorecards.cards import words as cards_words
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.stored import served_standings
from scorecards.standings.reads import standings as standings_reads
from scorecards.standings.reads.standings import StandingsPage
from tournaments.day.reads.schedule import removed_seats, rounds
from tournaments.live import AnnouncementNow
from tournaments.models import Display, Event, Tournament
from tournaments.rotation.rules.movements import Movement
from tournaments.rules.hiding import names_nobody
from tournaments.rules.last_name import by_last_name
from tournaments.rules.naming import apart, shared_names
from tournaments.rules.seat import parse_seat
from tournaments.seating.reads.seating import GameShown, game_by_table
from tournaments.venue.reads.displays import DISPLAYED_PARTS

LINE = 90
"""How many characters of an announcement fit on one line below a picture."""

MOST_SAID = 2
"""How many announcements are below a picture at a time, the newest first."""

MOST_ALONE = 5
"""How many announcements are on a screen that shows nothing else."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits; `note` is shown in a lighter style instead of a seat."""

    seat: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """A person and the places they are looked up for; `beside`: the two people of a team that is called otherwise."""

    name: str
    places: tuple[Place, ...]
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a display shows. `kind` is that of the display, or "dark" with the sentence `why` if there is nothing.

    The screen arranges `rows` in columns and pages. `name` identifies the picture while its rows change. `revision` is
    that of the data, `link` the URL of the same page for a phone. `more` has values for this kind only. `empty` says
    why there are no rows.
    """

    kind: str
    title: str = ""
    name: str = ""
    rows: Sequence[Any] = ()
    empty: tuple[str, str] | None = None
    revision: int | None = None
    link: str = ""
    why: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


def dark(why: str) -> Picture:
    """A screen with only this sentence."""
    return Picture("dark", why=why)


def picture(display: Display, announcements: Sequence[AnnouncementNow]) -> Picture:
    """What this display shows, given its `announcements`; the display is loaded with its event and tournament."""
    event = display.event
    if event is None:
        return _WITHOUT_EVENT[display.shows](display, announcements)
    if DISPLAYED_PARTS.get(display.shows) in event.hidden:
        return dark(_("The director holds this back at the moment."))
    return _OF_EVENT[display.shows](event)


def below(display: Display, announcements: Sequence[AnnouncementNow]) -> tuple[Sequence[AnnouncementNow], ...]:
    """The announcements below the picture, newest first, in groups that the screen shows in turn.

    A bracket needs the height, so only one announcement at a time is below it. If the display shows the announcements
    as its picture, none are below.
    """
    if display.shows == Display.Shows.ANNOUNCEMENT and not display.text:
        return ()
    most = 1 if display.shows == Display.Shows.BRACKET else MOST_SAID
    return _groups(announcements, most)


def _groups(announcements: Sequence[AnnouncementNow], most: int) -> tuple[Sequence[AnnouncementNow], ...]:
    """The announcements, newest first, in groups of at most `most`."""
    newest_first = tuple(reversed(announcements))
    return tuple(newest_first[start : start + most] for start in range(0, len(newest_first), most))


def _address(name: str, event: Event, query: str = "") -> str:
    return reverse(name, args=[event.tournament.slug, event.slug]) + query


# --- Of an event -----------------------------------------------------------------------------------------------------


def _standings(event: Event) -> Picture:
    served = served_standings(event, may_wait=False)
    page: StandingsPage = standings_reads.standings_page(event, served)
    title = _("%(event)s, provisional standings") if page.provisional else _("%(event)s, official standings")
    return Picture(
        Display.Shows.STANDINGS,
        title % {"event": event.name},
        name="standings",
        rows=() if page.empty else page.rows,
        empty=page.empty,
        revision=served.revision,
        link=_address("scorecards:standings", event),
        more={"standings": page, "shared": shared_names(row.values.name for row in page.rows)},
    )


def _seats(event: Event) -> Picture:
    """Seats in the current game and the next, by last name; in games 1 and 2 before the first game is called."""
    game = event.game_now or 1
    # The next game of a ladder follows from the results of this one.
    games = [
        number for number in (game, game + 1) if number <= rounds(event) and not (event.is_ladder and number > game)
    ]
    people: list[Person] = []
    empty = None
    if not event.is_seated:
        empty = _("The seats are not drawn yet."), _("They appear here once they are.")
    elif event.cross_checked_at is not None:
        # The cross-check compares the cards of all games, so play is over even if a game is still called.
        empty = _("All games are played."), _after_the_games(event)
    elif Movement(event.movement) is Movement.NONE:
        empty = _("No plan says who sits where."), _("Opponents are read from the cards: ask at the desk.")
    else:
        people = _seated(event, games)
        if not people:
            empty = _("Nobody plays this game any more."), _("The tables were done before.")
    return Picture(
        Display.Shows.SEATS,
        _title_of_seats(games, is_ladder=event.is_ladder) % {"event": event.name, "game": game, "next": game + 1}
        if people
        else event.name,
        name=f"seats-{game}",
        rows=people,
        empty=empty,
        link=_address("tournaments:seating", event, f"?game={game}" if people else ""),
        more={"games": games},
    )


def _title_of_seats(games: Sequence[int], *, is_ladder: bool) -> str:
    if is_ladder:
        return _("%(event)s, tables of game %(game)s")
    if len(games) > 1:
        return _("%(event)s, seats of game %(game)s, then of game %(next)s")
    return _("%(event)s, seats of game %(game)s, the last one")


def _seated(event: Event, games: Sequence[int]) -> list[Person]:
    """Everybody who plays one of these games, with a place for each, by last name.

    Players who were removed from play are left out.
    """
    removed = removed_seats(event)
    places_by_person: dict[tuple[int, str, str], list[Place]] = defaultdict(lambda: [Place()] * len(games))
    seats_by_entry: dict[int, str] = {}
    for index, game in enumerate(games):
        for table, played in game_by_table(event, game).items():
            for shown in played:
                for number, player in zip(shown.seats, shown.players, strict=True):
                    if player is None:
                        continue
                    entry, name = player
                    if entry.seat not in removed:
                        seat = _("Table %(table)s") % {"table": table} if event.is_ladder else f"{table}-{number}"
                        seats_by_entry[entry.pk] = entry.seat
                        places_by_person[entry.pk, name, entry.beside][index] = _place(shown, seat)
    names = apart((name, seats_by_entry[entry]) for entry, name, _beside in places_by_person)
    people = (
        Person(name, tuple(places), beside)
        for name, ((_entry, _name, beside), places) in zip(names, places_by_person.items(), strict=True)
    )
    return sorted(people, key=lambda person: by_last_name(person.name))


def _place(shown: GameShown, seat: str) -> Place:
    """Where somebody sits in this game; a note if they are free or sit out."""
    if shown.free:
        return Place(note=_("free"))
    if None in shown.players:
        return Place(note=_("sits out"))
    return Place(seat)


def _missing(event: Event) -> Picture:
    """Whose card is missing or incomplete, by last name; while no names are public, only the seats."""
    shows_names = not names_nobody(event.hidden)
    people: list[Person] = []
    if not event.is_seated:
        empty = _("The seats are not drawn yet."), _("Missing cards are listed here once play has begun.")
    else:
        current = sheet(event)
        missing = current.missing
        places = {seat: Place(seat, cards_words.left(current.cards[seat])) for seat in missing}
        if shows_names:
            people = [Person(current.entries[seat].name, (places[seat],)) for seat in missing]
            people.sort(key=lambda person: by_last_name(person.name))
        else:
            people = [Person("", (places[seat],)) for seat in sorted(missing, key=parse_seat)]
        empty = _("Every card is in."), _("Thank you.")
    template = ngettext("%(event)s, %(n)d card not handed in", "%(event)s, %(n)d cards not handed in", len(people))
    title = template % {"event": event.name, "n": len(people)}
    return Picture(
        Display.Shows.MISSING,
        title if people else _("%(event)s, cards") % {"event": event.name},
        name="missing",
        rows=people,
        empty=None if people else empty,
        link=_address("desk:desk", event),
        more={"named": shows_names},
    )


def _calls(event: Event) -> Picture:
    """Tables that wait for judges, the longest wait first. There are no names, since the whole hall can read them.

    The exception is a match without a table: it is named by its players if the bracket is public.
    """
    is_public = "bracket" not in event.hidden
    places = [call.spot if is_public else call.spot_without_names for call in waiting_calls(event)]
    empty = _("No table waits for judges."), _("Raise a hand, or call from your own page.")
    return Picture(
        Display.Shows.CALLS,
        _("%(event)s, judges wanted") % {"event": event.name},
        name="calls",
        rows=places,
        empty=None if places else empty,
        link=_address("desk:desk", event),
    )


def _after_the_games(event: Event) -> str:
    """Where people look once the seats are no use any more. No bracket is promised before it is there."""
    if event.ends_with_ranking:
        return _("No playoffs follow here. The standings are the result.")
    if bracket_page(event) is None:
        return _("The cards are compared now. The bracket follows once the qualifiers are posted.")
    return _("The bracket says who sits where from here on.")


def _bracket(event: Event) -> Picture:
    page: BracketPage | None = bracket_page(event)
    title = _("%(event)s, playoffs") % {"event": event.name}
    link = _address("brackets:bracket", event)
    if page is None:
        empty = _("The bracket is not drawn yet."), _("It appears here once the director has drawn it.")
        if event.ends_with_ranking:
            empty = (
                _("There are no playoffs here."),
                _("Nobody qualifies, so no playoffs follow. The standings are the result."),
            )
        return Picture(Display.Shows.BRACKET, title, empty=empty, link=link)
    more = {"page": page, "wall": wall_pages(page)}
    return Picture(Display.Shows.BRACKET, title, link=link, more=more)


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock of the current game; `over` once it has run out."""

    ends_at: datetime
    over: bool


def _game(event: Event) -> Picture:
    """The time in the hall with the current game, and the time left if the director set a clock."""
    title, ends_at = event.name, None
    if event.game_on is not None:
        values = {"event": event.name, "game": event.game_on, "all": rounds(event)}
        title = _("%(event)s, game %(game)s of %(all)s") % values
        if event.game_started_at is not None and event.game_minutes is not None:
            ends_at = event.game_started_at + timedelta(minutes=event.game_minutes)
    game = GameClock(ends_at, over=ends_at < timezone.now()) if ends_at else None
    return Picture(Display.Shows.CLOCK, title, link=_address("desk:desk", event), more={"game": game})


_OF_EVENT: Mapping[str, Callable[[Event], Picture]] = {
    Display.Shows.STANDINGS: _standings,
    Display.Shows.SEATS: _seats,
    Display.Shows.MISSING: _missing,
    Display.Shows.BRACKET: _bracket,
    Display.Shows.CALLS: _calls,
    Display.Shows.CLOCK: _game,
}


# --- Of the whole tournament -----------------------------------------------------------------------------------------


def _hall_clock(display: Display, _announcements: Sequence[AnnouncementNow]) -> Picture:
    return Picture(Display.Shows.CLOCK, link=_home(display.tournament), more={"game": None})


def _announcement(display: Display, announcements: Sequence[AnnouncementNow]) -> Picture:
    """The display's own text; without one, the current announcements, newest first."""
    words = [announcement.text for announcement in reversed(announcements[-MOST_ALONE:])]
    if display.text:
        words = [display.text]
    empty = _("Nothing is announced at the moment."), _("The director’s announcements appear here at once.")
    return Picture(
        Display.Shows.ANNOUNCEMENT,
        empty=None if words else empty,
        link=_home(display.tournament),
        more={"words": words, "size": _size(sum(len(text) for text in words))},
    )


def _size(characters: int) -> str:
    """The type size for this many characters: "" for a line or two, then "long" and "longest"."""
    if characters <= LINE:
        return ""
    return "long" if characters <= 2 * LINE else "longest"


def _blank(_display: Display, _announcements: Sequence[AnnouncementNow]) -> Picture:
    return Picture(Display.Shows.BLANK)


def _home(tournament: Tournament) -> str:
    return reverse("tournaments:tournament", args=[tournament.slug])


_WITHOUT_EVENT: Mapping[str, Callable[[Display, Sequence[AnnouncementNow]], Picture]] = {
    Display.Shows.CLOCK: _hall_clock,
    Display.Shows.ANNOUNCEMENT: _announcement,
    Display.Shows.BLANK: _blank,
}
