"""Polls of open pages. A hall of phones asks every second or two whether anything is new, and mostly nothing is.

Each process caches the revision of an event and its hidden parts, so that the answer to such a poll needs no query. The
cache lasts `settings.LIVE_KEPT_SECONDS`: a page may be that late, and so may the hiding of a part. Announcements are
cached in the same way, because every page of a tournament polls them. Few people have staff pages open, so these query
the database each time (`followed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any

from django.conf import settings
from django.db.models import FilteredRelation, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.http import is_htmx, seen_state
from tournaments.models import AuditEntry, Event, Tournament, stands
from tournaments.precedence import precedence
from tournaments.remembered import Remembered

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Glance:
    """The state of an event for a visitor's poll: its revision, None if visitors may not see it, and hidden parts."""

    revision: int | None
    hidden: frozenset[str]


_known = Remembered[tuple[str, str], Glance]()


def glance(tournament: str, event: str) -> Glance:
    """Return the cached state of an event, given by slugs, at most `LIVE_KEPT_SECONDS` old. One query, or none."""
    cached = _known.get((tournament, event))
    if cached is not None:
        return cached
    row = (
        Event.objects.filter(tournament__slug=tournament, slug=event, tournament__public=True)
        .values_list("revision", "hidden")
        .first()
    )
    revision, hidden = row if row else (None, ())
    return _known.keep((tournament, event), Glance(revision, frozenset(hidden)))


Newest = Callable[[str, str], int | None]
"""Returns the newest revision that a page can show of an event (slugs)."""


def polled(*parts: str, shows: Newest | None = None) -> Callable[[View], View]:
    """Answer 204 to a visitor's poll that has the newest revision (`v`). `parts` are the page's hideable parts.

    Every other request goes to the view, which checks the rights. The view's answer to one visitor's poll is cached for
    all visitors. While a request that writes is answered, polls get 204.

    A page that may lag behind its event passes `shows`, which returns the newest revision that the page can show. Such
    a page marks its cacheable answers itself.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, tournament: str, event: str, *args: Any, **kwargs: Any) -> HttpResponse:
            shown_revision = request.GET.get("v", "")
            is_visitor = settings.SESSION_COOKIE_NAME not in request.COOKIES
            if not (shown_revision and is_visitor and request.method == "GET" and is_htmx(request)):
                return view(request, tournament, event, *args, **kwargs)
            cached = glance(tournament, event)
            if cached.revision is None:
                return view(request, tournament, event, *args, **kwargs)
            is_open = cached.hidden.isdisjoint(parts)
            if is_open and shown_revision == str(cached.revision):
                response = HttpResponse(status=204)
            # The page is out of date, but has to ask again: a writer goes first, or nothing newer can be shown yet.
            elif is_open and (precedence.is_taken or (shows and shown_revision == str(shows(tournament, event)))):
                return HttpResponse(status=204)
            else:
                response = view(request, tournament, event, *args, **kwargs)
                if shows is not None or response.status_code != 200:
                    return response
            return keep_of_event(response, tournament, event, revision=cached.revision, hidden=cached.hidden)

        return answer

    return decorate


# --- Pages of the staff ----------------------------------------------------------------------------------------------

_SHOWN = "follows"


def state_of(tournament: str, event: str, *marks: Callable[[int], str]) -> str:
    """Return an opaque digest that changes with the log of an event (given by slugs) and of its tournament.

    The result is empty if there is no such event. `marks` return further state by the event's key. One query, and one
    for each mark.
    """
    of_event = AuditEntry.objects.filter(event=OuterRef("pk")).order_by("-pk")
    of_tournament = AuditEntry.objects.filter(tournament=OuterRef("tournament"), event=None).order_by("-pk")
    last = [Subquery(rows.values("pk")[:1]) for rows in (of_event, of_tournament)]
    row = Event.objects.filter(tournament__slug=tournament, slug=event).values_list("pk", "revision", *last).first()
    return salted_hmac(__name__, repr((row, [mark(row[0]) for mark in marks]))).hexdigest()[:20] if row else ""


def state_shown(request: HttpRequest) -> str:
    """Return the state of the page that answers this request; empty if it does not follow its event."""
    shown: str = getattr(request, _SHOWN, "")
    return shown


def followed(*marks: Callable[[int], str]) -> Callable[[View], View]:
    """Let a staff page follow its event: a poll with the newest state gets 204, any other request the page.

    `templates/includes/follows.html` polls. Each of the `marks` adds state beyond the event's log, by the event's key,
    with one query. The answer to a POST does not follow the event, because it shows the outcome of the act.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, tournament: str, event: str, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in ("GET", "HEAD"):
                return view(request, tournament, event, *args, **kwargs)
            # The state is read before the page: a change in between only makes the next poll reload the page.
            state = state_of(tournament, event, *marks)
            if state and seen_state(request) == state:
                return HttpResponse(status=204)
            setattr(request, _SHOWN, state)
            return view(request, tournament, event, *args, **kwargs)

        return answer

    return decorate


_MOST_ACTS = "card.", "line."
"""Prefixes of most actions of the log: they change only pages of their event, which use `followed` instead."""
_acts = Remembered[str, str]()


def act_of(tournament: str) -> str:
    """Return an opaque digest that changes with the log of a tournament (slug), without the acts about cards.

    An empty slug is for all tournaments. The digest is at most `LIVE_KEPT_SECONDS` old. Two queries, or none.
    """
    cached = _acts.get(tournament)
    if cached is not None:
        return cached
    acts, events = AuditEntry.objects.all(), Event.objects.order_by("pk")
    if tournament:
        acts, events = acts.filter(tournament__slug=tournament), events.filter(tournament__slug=tournament)
    for kind in _MOST_ACTS:
        acts = acts.exclude(action__startswith=kind)
    last = acts.order_by("-pk").values_list("pk", flat=True).first()
    # An act about cards can move the event to its next phase, so the phases count beside the log.
    phases = list(events.values_list("pk", "phase"))
    return _acts.keep(tournament, salted_hmac(__name__, repr((tournament, last, phases))).hexdigest()[:20])


def keeps_up(view: View) -> View:
    """Let a page that shows no cards follow its tournament, or all tournaments: a poll with the newest state gets 204.

    `templates/includes/follows.html` polls.
    """

    @wraps(view)
    def answer(request: HttpRequest, **address: Any) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return view(request, **address)
        state = act_of(address.get("tournament", ""))
        if seen_state(request) == state:
            return HttpResponse(status=204)
        setattr(request, _SHOWN, state)
        return view(request, **address)

    return answer


# --- Answers that hold for every visitor -----------------------------------------------------------------------------

_MARK = "is_right"


def keep(answer: HttpResponse, is_right: Callable[[], bool]) -> HttpResponse:
    """Mark an answer as cacheable for every visitor while `is_right()` is true.

    The answer must not be personal or depend on the time.
    """
    setattr(answer, _MARK, is_right)
    return answer


def keep_of_event(
    answer: HttpResponse, tournament: str, event: str, *, revision: int, hidden: Iterable[str], whole: bool = False
) -> HttpResponse:
    """Mark an answer as valid while the event's revision and hidden parts stay the same.

    A `whole` page also shows announcements and lists the events, and is valid only while both stay the same.
    """
    if not settings.LIVE_KEPT_SECONDS:
        return answer
    was_hidden = frozenset(hidden)
    around = announced(tournament) if whole else None

    def is_right() -> bool:
        current = glance(tournament, event)
        if current.revision != revision or current.hidden != was_hidden:
            return False
        return not whole or announced(tournament) == around

    return keep(answer, is_right)


def marked(answer: HttpResponse) -> Callable[[], bool] | None:
    """Return the function that checks whether a marked answer is still valid; None for an unmarked answer."""
    is_right: Callable[[], bool] | None = getattr(answer, _MARK, None)
    return is_right


# --- What is announced -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnnouncementNow:
    """An active announcement. `event` and `kind` are the slug and kind of its only event, empty for all events."""

    number: int
    text: str
    at: datetime
    until: datetime | None
    event: str = ""
    kind: str = ""

    @property
    def event_name(self) -> str:
        """The event's name; empty for the whole tournament."""
        return Event(slug=self.event, kind=self.kind).name if self.event else ""


@dataclass(frozen=True, slots=True)
class Announced:
    """The active announcements of a tournament, oldest first. `public`: the tournament exists and is public.

    `newest_event` is the key of the event that was added last, for the menu.
    """

    public: bool
    time_zone: str
    standing: tuple[AnnouncementNow, ...]
    newest_event: int | None = None

    def on_pages_of(self, event: str) -> tuple[AnnouncementNow, ...]:
        """Return the announcements for the pages of the event with this slug.

        The pages of the tournament, with an empty slug, show all announcements.
        """
        return tuple(announcement for announcement in self.standing if not event or announcement.event in ("", event))


_OF_ANNOUNCEMENT = ("number", "text", "at", "until", "event__slug", "event__kind")
_announced = Remembered[str, Announced]()


def announced(tournament: str) -> Announced:
    """Return the active announcements of a tournament (slug), at most `LIVE_KEPT_SECONDS` old. One query, or none."""
    cached = _announced.get(tournament)
    if cached is not None:
        return cached
    standing = FilteredRelation("announcements", condition=stands(timezone.now(), "announcements__"))
    newest = Event.objects.filter(tournament=OuterRef("pk")).order_by("-pk")
    rows = (
        Tournament.objects.filter(slug=tournament)
        .annotate(standing=standing, newest=Subquery(newest.values("pk")[:1]))
        .order_by("standing__number")
        .values_list("public", "time_zone", "newest", *(f"standing__{name}" for name in _OF_ANNOUNCEMENT))
    )
    public, time_zone, newest_event, announcements = False, "UTC", None, []
    for is_public, zone, last_added, number, text, made_at, until, event, kind in rows:
        public, time_zone, newest_event = is_public, zone, last_added
        if number is not None:
            announcements.append(AnnouncementNow(number, text, made_at, until, event or "", kind or ""))
    return _announced.keep(tournament, Announced(public, time_zone, tuple(announcements), newest_event))


def forget_announced(tournament: str) -> None:
    """Drop the cached announcements of a tournament, because this process has made or taken back one."""
    _announced.forget(tournament)


def version_of(announcements: Iterable[AnnouncementNow]) -> str:
    """Return a version of these announcements: their numbers and times.

    An announcement is never changed, but after a restore another one may have the same number.
    """
    parts = [f"{announcement.number}-{int(announcement.at.timestamp() * 1000)}" for announcement in announcements]
    return ".".join(parts) or "0"
