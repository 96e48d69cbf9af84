"""Every place in the menu of a tournament, and who may go there; the one source of all menus on its pages.

Sections stand in the bar at the top, at most `MOST`. The places of a section are one step behind it. Sections about the
day belong to one event: on a page of the whole tournament that is the event that is on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import rights_in
from clubs.models import Night
from tournaments.access import Need, Person, Rights
from tournaments.models import Event, Tournament
from tournaments.rules.phase import Phase
from tournaments.words import citing as citing_words

MOST = 7
"""How many sections the bar has at most."""


class Of(Enum):
    """Where somebody needs a right to open a place."""

    EVENT = "event"
    WHOLE = "whole"  # in the whole tournament
    SOME = "some"  # in at least one event


Fits = Callable[[Event | None, Rights], bool]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of the menu: the name of its address, and who may open it.

    `parts` are those parts of an event that the director may hide from the public; the page needs all of them. `also`
    are more addresses that belong to the place, below that of the event or the tournament.
    """

    name: str
    label: str | Promise
    need: Need | None = None
    of: Of = Of.EVENT
    parts: tuple[str, ...] = ()
    fits: Fits = lambda _event, _rights: True
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Section:
    """A section: without a label of its own it is called by its first place, and so is one with a single place."""

    key: str
    label: str | Promise
    pages: tuple[_Page, ...]


def _is_ladder(event: Event | None, _rights: Rights) -> bool:
    return event is not None and event.is_ladder


def _has_cross_check(event: Event | None, _rights: Rights) -> bool:
    """The cross-check of a ladder that ends with its ranking begins by itself, as its result is posted."""
    return event is not None and bool(event.cross_checked_at or not event.is_ladder or not event.ends_with_ranking)


def _has_phones(event: Event | None, _rights: Rights) -> bool:
    return event is not None and event.phones != Event.Phones.OFF


def _has_bracket(event: Event | None, _rights: Rights) -> bool:
    return event is not None and not event.ends_with_ranking


def _is_posted(event: Event | None, _rights: Rights) -> bool:
    return event is not None and event.posted_at is not None


def _judges_not(_event: Event | None, rights: Rights) -> bool:
    return not rights.may_in_some(Need.JUDGE)


_RESULTS = (
    _Page(
        "brackets:results",
        gettext_lazy("Results"),
        parts=("standings", "qualifiers"),
        fits=_is_posted,
        also=("honours/",),
    ),
    _Page("report:report", gettext_lazy("Report"), Need.DIRECT, fits=_is_posted),
)

_DESK = _Section(
    "desk",
    "",
    (
        _Page("desk:desk", gettext_lazy("Desk"), Need.SEE),
        # To the public the same page shows what is on.
        _Page("desk:desk", gettext_lazy("Event"), fits=lambda event, rights: not _works_in(event, rights)),
        _Page("desk:phases", gettext_lazy("Steps"), Need.SEE),
        _Page("desk:log", gettext_lazy("Log"), Need.SEE_CARDS, also=("earlier/",)),
        _Page("tournaments:event_settings", gettext_lazy("Event settings"), Need.DIRECT),
    ),
)

_PLAYERS = _Section(
    "players",
    gettext_lazy("Players"),
    (
        _Page("tournaments:entrants", gettext_lazy("Entrants"), parts=("entrants",), also=("players/",)),
        _Page("tournaments:check_in", gettext_lazy("Check-in"), Need.REGISTER, Of.SOME, also=("not-playing/",)),
        _Page("tournaments:enter", gettext_lazy("Enter a player"), Need.REGISTER, Of.SOME),
        _Page("tournaments:registrations", gettext_lazy("Registrations"), Need.REGISTER, Of.WHOLE),
        _Page("tournaments:paper", gettext_lazy("Paper"), Need.REGISTER),
    ),
)

_ROUND = _Section(
    "round",
    "",
    (
        _Page("scorecards:ladder", gettext_lazy("Ladder"), parts=("schedule",), fits=_is_ladder),
        _Page("tournaments:round", gettext_lazy("Round"), Need.FOLLOW),
        _Page("tournaments:seating", gettext_lazy("Seating"), parts=("schedule",)),
    ),
)

_CARDS = _Section(
    "cards",
    gettext_lazy("Cards"),
    (
        _Page("scorecards:cards", gettext_lazy("Type cards"), Need.SEE_CARDS),
        _Page("scorecards:looks", gettext_lazy("Look again"), Need.CHECK),
        _Page("scorecards:crosscheck", gettext_lazy("Cross-check"), Need.SEE_CARDS, fits=_has_cross_check),
        _Page("scorecards:control", gettext_lazy("Control sheet"), Need.SEE_CARDS),
        _Page("scorecards:inform", gettext_lazy("To be told"), Need.SEE_CARDS),
        _Page("scorecards:phones", gettext_lazy("Phones"), Need.SEE_CARDS, fits=_has_phones),
    ),
)

_STANDINGS = _Section(
    "standings",
    gettext_lazy("Standings"),
    (
        _Page(
            "scorecards:standings", gettext_lazy("Standings"), parts=("standings",), also=("posting/", "qualifiers/")
        ),
        *(
            replace(page, fits=lambda event, rights: not _has_bracket(event, rights) and _is_posted(event, rights))
            for page in _RESULTS
        ),
    ),
)

_BRACKET = _Section(
    "bracket",
    gettext_lazy("Bracket"),
    (
        _Page("brackets:bracket", gettext_lazy("Bracket"), parts=("bracket",), fits=_has_bracket),
        *(
            replace(page, fits=lambda event, rights: _has_bracket(event, rights) and _is_posted(event, rights))
            for page in _RESULTS
        ),
    ),
)

_MONEY = _Section(
    "money",
    gettext_lazy("Money"),
    (
        _Page("tournaments:money", gettext_lazy("Accounts"), Need.REGISTER, Of.WHOLE),
        _Page("tournaments:fees", gettext_lazy("Fees"), Need.DIRECT),
        _Page("brackets:prizes", gettext_lazy("Prizes"), Need.DIRECT),
        _Page("brackets:pools", gettext_lazy("Pools"), Need.DIRECT),
        _Page("brackets:payouts", gettext_lazy("Payouts"), Need.REGISTER, Of.WHOLE),
        _Page("brackets:settlement", gettext_lazy("Settlement"), Need.DIRECT, Of.WHOLE),
    ),
)

_JUDGES = _Section(
    "judges",
    gettext_lazy("Judges"),
    (
        _Page("judging:calls", gettext_lazy("Calls"), Need.JUDGE, Of.SOME),
        _Page("judging:assistant", gettext_lazy("Assistant"), Need.JUDGE, Of.SOME),
        _Page("judging:rulebook", gettext_lazy("Rulebook"), Need.JUDGE, Of.SOME),
        _Page("judging:rulings", gettext_lazy("Rulings"), Need.JUDGE, Of.SOME),
        _Page(
            "judging:referrals", "", Need.SEE_CARDS, Of.WHOLE, fits=lambda event, rights: not _judges_not(event, rights)
        ),
        _Page("judging:judging", gettext_lazy("After the day"), Need.JUDGE, Of.SOME),
        _Page("judging:conduct", gettext_lazy("Conduct"), Need.RULE, Of.SOME),
    ),
)

_TOURNAMENT = _Section(
    "tournament",
    gettext_lazy("Tournament"),
    (
        _Page("tournaments:tournament", gettext_lazy("Overview"), of=Of.WHOLE),
        _Page("tournaments:flyer", gettext_lazy("Flyer"), of=Of.WHOLE),
        _Page("tournaments:announcements", gettext_lazy("Announcements"), Need.DIRECT, Of.SOME, also=("news/",)),
        _Page("tournaments:displays", gettext_lazy("Displays"), Need.DIRECT, Of.WHOLE, also=("hall-address/",)),
        _Page("tournaments:people", gettext_lazy("People"), Need.SEE, Of.WHOLE),
        # Judges have it among the judges' pages.
        _Page("judging:referrals", "", Need.SEE_CARDS, Of.WHOLE, fits=_judges_not),
        _Page("tournaments:events", gettext_lazy("Settings"), Need.DIRECT, Of.WHOLE, also=("copy/",)),
    ),
)

_SECTIONS = (_DESK, _PLAYERS, _ROUND, _CARDS, _STANDINGS, _BRACKET, _MONEY, _JUDGES, _TOURNAMENT)


# --- What a page shows -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A link of the menu. `current` is "page" on this page, "true" on one that belongs to it, or else empty."""

    name: str
    label: str
    url: str
    current: str = ""
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A section with its places. It leads to the first of them."""

    key: str
    label: str
    places: tuple[Place, ...]
    current: str = ""

    @property
    def url(self) -> str:
        return self.places[0].url


@dataclass(frozen=True, slots=True)
class OtherEvent:
    """An event of the tournament; the link leads to the same place in it where somebody may go there.

    Its phase is for people with a role: the pages that all visitors share are not made anew with every step of another
    event.
    """

    name: str
    phase: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu of one page for one person.

    `bar` are the sections at the top. `section` is the one that is open, with its places. `event` is the event that the
    sections about the day belong to, `events` are all of them if there are several.
    """

    bar: tuple[Section, ...]
    section: Section
    event: Event | None
    events: tuple[OtherEvent, ...]


def menu_of(tournament: Tournament, event: Event | None, user: Person, rights: Rights, path: str) -> Menu:
    """The menu for somebody with these rights at this address. One query, and up to three more on a club's night."""
    events = list(tournament.events.all())
    day = event or _event_on(events, rights)
    sections = [*_sections(tournament, day, rights)]
    if day is not None and day.kind == Event.Kind.CLUB_NIGHT:
        sections[-1] = _with_season(sections[-1], day, user)
    home = reverse("tournaments:tournament", args=[tournament.slug])
    addresses = (address for place in _all(sections) for address in place.addresses)
    here = max((address for address in addresses if path.startswith(address)), key=len, default=home)
    sections = [_marked(section, here, path) for section in sections]
    bar = _folded(sections)
    # The judges' places are shown on their pages also where their section moved behind another one.
    judges = next((section for section in sections if section.key == _JUDGES.key and section.current), None)
    opened = judges or next(section for section in bar if section.current)
    open_name = next(place.name for place in _all(sections) if place.current)
    others = tuple(_others(tournament, events, day, rights, open_name)) if len(events) > 1 else ()
    return Menu(tuple(bar), opened, day, others)


def _event_on(events: Sequence[Event], rights: Rights) -> Event | None:
    """The event that the day is about: one that is being played, else the next one to begin, else the last.

    Events in which somebody has a role go first.
    """
    own = [event for event in events if rights.may_in(event, Need.SEE)] or list(events)
    being_played = (event for event in own if event.phase not in (Phase.REGISTRATION, Phase.REPORT))
    to_begin = (event for event in own if event.phase == Phase.REGISTRATION)
    return next(being_played, None) or next(to_begin, None) or (own[-1] if own else None)


def _works_in(event: Event | None, rights: Rights) -> bool:
    """Whether they have a role in the event, and see what is hidden from the public."""
    return event is not None and rights.may_in(event, Need.SEE)


def _may_open(page: _Page, event: Event | None, rights: Rights) -> bool:
    if not page.fits(event, rights):
        return False
    if page.of is Of.EVENT:
        if event is None:
            return False
        is_shown = _works_in(event, rights) or not set(page.parts) & set(event.hidden)
        return is_shown and (page.need is None or rights.may_in(event, page.need))
    if page.need is None:
        return True
    return rights.may_in_all(page.need) if page.of is Of.WHOLE else rights.may_in_some(page.need)


def _sections(tournament: Tournament, event: Event | None, rights: Rights) -> Iterator[Section]:
    """Every section that has a place for these rights."""
    for section in _SECTIONS:
        places = tuple(_place(page, tournament, event) for page in section.pages if _may_open(page, event, rights))
        if places:
            label = str(section.label) if section.label and len(places) > 1 else places[0].label
            yield Section(section.key, label, places)


def _place(page: _Page, tournament: Tournament, event: Event | None) -> Place:
    home = reverse("tournaments:tournament", args=[tournament.slug])
    base = f"{home}{event.slug}/" if page.of is Of.EVENT and event is not None else home
    of_event = [event.slug] if page.of is Of.EVENT and event is not None else []
    url = reverse(page.name, args=[tournament.slug, *of_event])
    label = str(page.label) or citing_words.authority("name", tournament.edition)
    return Place(page.name, label, url, addresses=(url, *(f"{base}{tail}" for tail in page.also)))


def _all(sections: Sequence[Section]) -> Iterator[Place]:
    for section in sections:
        yield from section.places


def _marked(section: Section, here: str, path: str) -> Section:
    """The section with the place at the address `here` marked. The page itself is at `path`."""
    places = tuple(
        replace(place, current="page" if place.url == path else "true") if here in place.addresses else place
        for place in section.places
    )
    current = ""
    if any(place.current for place in places):
        current = "page" if places[0].current == "page" else "true"
    return replace(section, places=places, current=current)


def _folded(sections: Sequence[Section]) -> list[Section]:
    """The sections of the bar. While there are too many, the bracket joins the standings, then the judges move behind
    the last section."""
    by_key = {section.key: section for section in sections}
    for key, into in ((_BRACKET.key, _STANDINGS.key), (_JUDGES.key, _TOURNAMENT.key)):
        if len(by_key) > MOST and key in by_key and into in by_key:
            moved, parent = by_key.pop(key), by_key[into]
            added = moved.places
            if key == _JUDGES.key:
                added = (Place(moved.places[0].name, moved.label, moved.url, current=moved.current),)
            current = parent.current or ("true" if moved.current else "")
            by_key[into] = replace(parent, places=(*parent.places, *added), current=current)
    return list(by_key.values())


def _others(
    tournament: Tournament, events: Sequence[Event], day: Event | None, rights: Rights, open_name: str
) -> Iterator[OtherEvent]:
    """All events, each with the page that is open here, or with its desk."""
    pages = [page for section in _SECTIONS for page in section.pages if page.name == open_name and page.of is Of.EVENT]
    for event in events:
        page = next((page for page in pages if _may_open(page, event, rights)), _DESK.pages[0])
        phase = str(Event.PhaseChoice(event.phase).label) if _works_in(event, rights) else ""
        yield OtherEvent(event.name, phase, _place(page, tournament, event).url, current=event == day)


def _with_season(section: Section, event: Event, user: Person) -> Section:
    """The last section on a club's night: with the table of the season, and without a flyer."""
    night = Night.objects.filter(event=event, withdrawn_at=None).select_related("season__club").first()
    if night is None or not rights_in(user, night.season.club).sees:
        return section
    url = reverse("clubs:season", args=[night.season.club.slug, night.season.slug])
    overview, *others = (place for place in section.places if place.name != "tournaments:flyer")
    return replace(section, places=(overview, Place("clubs:season", _("Season"), url), *others))
