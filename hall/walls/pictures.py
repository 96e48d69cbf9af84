"""What a display shows at this moment. How many rows make a page the screen finds out, which knows how high it is."""

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

from brackets.matches.reads.board import BracketPage, bracket_page
from brackets.matches.reads.wall import wall_pages
from judging.calls.reads.calls import waiting_calls
from scorecards.cards import words as cards_words
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.stored import served_standings
from scorecards.standings.reads import standings as standings_report
from scorecards.standings.reads.standings import StandingsPage
from tournaments.day.reads.schedule import removed_seats, rounds
from tournaments.live import AnnouncementNow
from tournaments.models import Display, Event, Tournament
from tournaments.rotation.rules.rotation import Movement
from tournaments.rules.hiding import names_nobody
from tournaments.rules.last_name import by_last_name
from tournaments.rules.seat import Seat, parse_seat
from tournaments.seating.reads.seating import GameShown, game_by_table
from tournaments.venue.reads.displays import DISPLAYED_PARTS

LINE = 90
"""Characters of an announcement that stand in one line below a picture."""

MOST_SAID = 2
"""So many announcements stand below a picture at a time, the newest first."""

MOST_ALONE = 5
"""So many stand on a screen of their own."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits; `note` stands softly in its place where they have no seat."""

    seat: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with the places that they are looked up for."""

    name: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What a display shows. `kind` is that of the display, or "dark" where it has nothing to show, with the sentence `why`.

    `rows` stand in as many columns and pages as the screen makes of them; `name` stays the same while they change. `revision` is
    that of what is shown, `link` the same for a phone; `more` what only this kind has. `empty` says why there are no rows.
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
    """A screen with nothing but this sentence."""
    return Picture("dark", why=why)


def picture(display: Display, said: Sequence[AnnouncementNow]) -> Picture:
    """What this display shows, beside the announcements `said`; the display comes with its event and tournament."""
    event = display.event
    if event is None:
        return _WITHOUT_EVENT[display.shows](display, said)
    if DISPLAYED_PARTS.get(display.shows) in event.hidden:
        return dark(_("The director holds this back at the moment."))
    return _OF_EVENT[display.shows](event)


def below(display: Display, said: Sequence[AnnouncementNow]) -> tuple[Sequence[AnnouncementNow], ...]:
    """The announcements that stand below the picture, the newest first, in groups that take turns: one by one below a bracket,
    which needs its height, and none where they are the picture itself."""
    if display.shows == Display.Shows.ANNOUNCEMENT and not display.text:
        return ()
    return _turns(said, 1 if display.shows == Display.Shows.BRACKET else MOST_SAID)


def _turns(said: Sequence[AnnouncementNow], most: int) -> tuple[Sequence[AnnouncementNow], ...]:
    newest = tuple(reversed(said))
    return tuple(newest[at : at + most] for at in range(0, len(newest), most))


def _address(name: str, event: Event, query: str = "") -> str:
    return reverse(name, args=[event.tournament.slug, event.slug]) + query


# --- Of an event -----------------------------------------------------------------------------------------------------


def _standings(event: Event) -> Picture:
    served = served_standings(event, may_wait=False)
    page: StandingsPage = standings_report.standings_page(event, served)
    title = _("%(event)s, provisional standings") if page.provisional else _("%(event)s, official standings")
    return Picture(
        Display.Shows.STANDINGS,
        title % {"event": event.name},
        name="standings",
        rows=() if page.empty else page.rows,
        empty=page.empty,
        revision=served.revision,
        link=_address("scorecards:standings", event),
        more={"standings": page},
    )


def _seats(event: Event) -> Picture:
    """Who sits where in the game that is called, and where then, by last name: before the first call, where play begins."""
    game = event.game_now or 1
    games = [number for number in (game, game + 1) if number <= rounds(event)]
    people: list[Person] = []
    empty = None
    if not event.is_seated:
        empty = _("The seats are not drawn yet."), _("They stand here once they are.")
    elif event.cross_checked_at is not None:
        # Called or not: the cards of every game are being compared, or were.
        empty = _("All games are played."), _("The bracket says who sits where from here on.")
    elif Movement(event.movement) is Movement.NONE:
        empty = _("No plan says who sits where."), _("Opponents are read from the cards: ask at the desk.")
    else:
        people = _seated(event, games)
        if not people:
            empty = _("Nobody plays this game any more."), _("The tables were done before.")
    return Picture(
        Display.Shows.SEATS,
        _title_of_seats(games) % {"event": event.name, "game": game, "next": game + 1} if people else event.name,
        name=f"seats-{game}",
        rows=people,
        empty=empty,
        link=_address("tournaments:seating", event, f"?game={game}" if people else ""),
        more={"games": games},
    )


def _title_of_seats(games: Sequence[int]) -> str:
    if len(games) > 1:
        return _("%(event)s, seats of game %(game)s, then of game %(next)s")
    return _("%(event)s, seats of game %(game)s, the last one")


def _seated(event: Event, games: Sequence[int]) -> list[Person]:
    """Everybody who plays one of these games, each with a place in every one of them, by last name; whoever was removed from play is
    at no table any more."""
    gone = removed_seats(event)
    found: dict[tuple[int, str], list[Place]] = defaultdict(lambda: [Place()] * len(games))
    for at, game in enumerate(games):
        for table, played in game_by_table(event, game).items():
            for shown in played:
                for number, player in zip(shown.seats, shown.players, strict=True):
                    if player is not None and player[0].seat not in gone:
                        entry, name = player
                        found[entry.pk, name][at] = _place(shown, Seat(table, number))
    people = (Person(name, tuple(places)) for (_entry, name), places in found.items())
    return sorted(people, key=lambda one: by_last_name(one.name))


def _place(shown: GameShown, seat: Seat) -> Place:
    if shown.free:
        return Place(note=_("free"))
    return Place(note=_("sits out")) if None in shown.players else Place(str(seat))


def _missing(event: Event) -> Picture:
    """Whose card is not in, or not all of it: a hint for the hall, by last name; by the seat alone while nobody is named in public."""
    named = not names_nobody(event.hidden)
    people: list[Person] = []
    if not event.is_seated:
        empty = _("The seats are not drawn yet."), _("Whose card is missing stands here once play has begun.")
    else:
        on = sheet(event)
        missing = [seat for seat, card in on.cards.items() if seat not in on.not_ranked and not card.complete]
        if named:
            people = sorted(
                (Person(on.entries[seat].name, (Place(seat, cards_words.left(on.cards[seat])),)) for seat in missing),
                key=lambda one: by_last_name(one.name),
            )
        else:
            people = [
                Person("", (Place(seat, cards_words.left(on.cards[seat])),)) for seat in sorted(missing, key=parse_seat)
            ]
        empty = _("Every card is in."), _("Thank you.")
    told = ngettext("%(event)s, %(n)d card not handed in", "%(event)s, %(n)d cards not handed in", len(people))
    title = told % {"event": event.name, "n": len(people)}
    return Picture(
        Display.Shows.MISSING,
        title if people else _("%(event)s, cards") % {"event": event.name},
        name="missing",
        rows=people,
        empty=None if people else empty,
        link=_address("desk:desk", event),
        more={"named": named},
    )


def _calls(event: Event) -> Picture:
    """The tables that wait for judges, the longest first, and nobody's name: the whole hall reads it. Only a match without a table is
    found by who plays it, as far as the bracket is public."""
    is_public = "bracket" not in event.hidden
    places = [one.spot if is_public else one.spot_without_names for one in waiting_calls(event)]
    empty = _("No table waits for judges."), _("Raise a hand, or call from your own page.")
    return Picture(
        Display.Shows.CALLS,
        _("%(event)s, judges wanted") % {"event": event.name},
        name="calls",
        rows=places,
        empty=None if places else empty,
        link=_address("desk:desk", event),
    )


def _bracket(event: Event) -> Picture:
    page: BracketPage | None = bracket_page(event)
    title = _("%(event)s, playoffs") % {"event": event.name}
    link = _address("brackets:bracket", event)
    if page is None:
        empty = _("The bracket is not drawn yet."), _("It stands here once the director has drawn it.")
        return Picture(Display.Shows.BRACKET, title, empty=empty, link=link)
    more = {"page": page, "wall": wall_pages(page)}
    return Picture(Display.Shows.BRACKET, title, link=link, more=more)


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock of the game that is on; `over` where it is out."""

    ends_at: datetime
    over: bool


def _game(event: Event) -> Picture:
    """The hall's time with the game that is on, and what is left of it where the director set a clock."""
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
