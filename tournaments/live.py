"""Polls of open pages. A hall of phones asks every second or two whether anything is new, and mostly nothing is.

Each process knows for a moment which revision an event has and what of it visitors may see, so that such an answer costs no
query. `settings.LIVE_KEPT_SECONDS` is how long; a page is so much later at most, and what a director hides is too. What is
announced in a tournament they know likewise: every page of it asks for that. The pages of the staff, which few have open, ask
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
    """What a visitor's poll has to know of an event."""

    revision: int | None
    hidden: frozenset[str]


_known = Remembered[tuple[str, str], Glance]()


def glance(tournament: str, event: str) -> Glance:
    """What is known of the event with this address, at most `LIVE_KEPT_SECONDS` old; no revision for one that visitors do not
    see. One query, or none."""
    known = _known.get((tournament, event))
    if known is not None:
        return known
    row = (
        Event.objects.filter(tournament__slug=tournament, slug=event, tournament__public=True)
        .values_list("revision", "hidden")
        .first()
    )
    revision, hidden = row if row else (None, ())
    return _known.keep((tournament, event), Glance(revision, frozenset(hidden)))


Newest = Callable[[str, str], int | None]
"""The newest revision that a page can show of the event with this address."""


def polled(*parts: str, shows: Newest | None = None) -> Callable[[View], View]:
    """Answer 204 to a visitor's poll that names the newest revision (`v`) of a page on which these parts stand.

    Everybody else, and every poll that has something to be told, comes to the view: it decides, and says why it refuses. What it
    tells one visitor it tells all who ask for the same. A page that may be behind its event says what it `shows` at best, and
    marks its answers itself. While somebody who sent something is answered, whoever looks on is told nothing new.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, tournament: str, event: str, *args: Any, **kwargs: Any) -> HttpResponse:
            seen = request.GET.get("v", "")
            is_visitor = settings.SESSION_COOKIE_NAME not in request.COOKIES
            if not (seen and is_visitor and request.method == "GET" and is_htmx(request)):
                return view(request, tournament, event, *args, **kwargs)
            known = glance(tournament, event)
            if known.revision is None:
                return view(request, tournament, event, *args, **kwargs)
            is_open = known.hidden.isdisjoint(parts)
            if is_open and seen == str(known.revision):
                told = HttpResponse(status=204)
            elif is_open and (precedence.is_taken or (shows and seen == str(shows(tournament, event)))):
                return HttpResponse(status=204)
            else:
                told = view(request, tournament, event, *args, **kwargs)
                if shows is not None or told.status_code != 200:
                    return told
            return keep_of_event(told, tournament, event, revision=known.revision, hidden=known.hidden)

        return answer

    return decorate


# --- Pages of the staff ----------------------------------------------------------------------------------------------

_SHOWN = "follows"


def state_of(tournament: str, event: str, *marks: Callable[[int], str]) -> str:
    """What tells all that is recorded of the event with this address, and around it in its tournament, from what was before; empty
    where there is none. One query, and those of the marks. To whoever was not shown it, it says nothing."""
    of_event = AuditEntry.objects.filter(event=OuterRef("pk")).order_by("-pk")
    around = AuditEntry.objects.filter(tournament=OuterRef("tournament"), event=None).order_by("-pk")
    last = [Subquery(rows.values("pk")[:1]) for rows in (of_event, around)]
    row = Event.objects.filter(tournament__slug=tournament, slug=event).values_list("pk", "revision", *last).first()
    return salted_hmac(__name__, repr((row, [mark(row[0]) for mark in marks]))).hexdigest()[:20] if row else ""


def state_shown(request: HttpRequest) -> str:
    """The state that the page shows which this request brings; empty where it does not follow its event."""
    shown: str = getattr(request, _SHOWN, "")
    return shown


def followed(*marks: Callable[[int], str]) -> Callable[[View], View]:
    """Let a page of the staff follow its event: whoever has seen the newest state gets 204, everybody else the page.

    `templates/includes/follows.html` asks. `marks` tell what a page shows beside what is recorded of the event with this key, each
    with one query. An answer to what was posted follows nothing: it says what came of it.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, tournament: str, event: str, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in ("GET", "HEAD"):
                return view(request, tournament, event, *args, **kwargs)
            # Read before what is shown: at worst the page is asked for once more.
            state = state_of(tournament, event, *marks)
            if state and seen_state(request) == state:
                return HttpResponse(status=204)
            setattr(request, _SHOWN, state)
            return view(request, tournament, event, *args, **kwargs)

        return answer

    return decorate


_MOST_ACTS = "card.", "line."
"""What nearly all acts are: they change no page but those of their event, which follow it by themselves."""
_acts = Remembered[str, str]()


def act_of(tournament: str) -> str:
    """What tells all that is recorded of the tournament with this address, or of all (empty), but for what stands on cards, from what
    was before; at most `LIVE_KEPT_SECONDS` old. Two queries, or none. To whoever was not shown it, it says nothing."""
    known = _acts.get(tournament)
    if known is not None:
        return known
    acts, events = AuditEntry.objects.all(), Event.objects.order_by("pk")
    if tournament:
        acts, events = acts.filter(tournament__slug=tournament), events.filter(tournament__slug=tournament)
    for kind in _MOST_ACTS:
        acts = acts.exclude(action__startswith=kind)
    last = acts.order_by("-pk").values_list("pk", flat=True).first()
    # The first card that is typed brings the event to its next phase.
    phases = list(events.values_list("pk", "phase"))
    return _acts.keep(tournament, salted_hmac(__name__, repr((tournament, last, phases))).hexdigest()[:20])


def keeps_up(view: View) -> View:
    """Let a page that says nothing of cards follow its tournament, or all of them: whoever has seen the newest state gets 204, everybody
    else the page. `templates/includes/follows.html` asks."""

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
    """Mark an answer that may be given to every visitor who asks for the same, as long as it is right: it tells nobody
    anything of their own, and nothing that goes by the clock."""
    setattr(answer, _MARK, is_right)
    return answer


def keep_of_event(
    answer: HttpResponse, tournament: str, event: str, *, revision: int, hidden: Iterable[str], whole: bool = False
) -> HttpResponse:
    """Mark an answer that was made of this revision of the event, with this hidden of it: it is right until either has changed.
    A `whole` page also shows what stands announced in the tournament, and is right until that has."""
    if not settings.LIVE_KEPT_SECONDS:
        return answer
    was_hidden = frozenset(hidden)
    standing = announced(tournament).standing if whole else ()

    def is_right() -> bool:
        now = glance(tournament, event)
        if now.revision != revision or now.hidden != was_hidden:
            return False
        return not whole or announced(tournament).standing == standing

    return keep(answer, is_right)


def marked(answer: HttpResponse) -> Callable[[], bool] | None:
    """What tells whether an answer that was marked is still right; None for any other."""
    is_right: Callable[[], bool] | None = getattr(answer, _MARK, None)
    return is_right


# --- What is announced -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnnouncementNow:
    """An announcement that stands. `event` is the short name of the one event that it is for, empty for the whole
    tournament, `kind` that event's."""

    number: int
    text: str
    at: datetime
    until: datetime | None
    event: str = ""
    kind: str = ""

    @property
    def event_name(self) -> str:
        """What the event is called; empty for the whole tournament."""
        return Event(slug=self.event, kind=self.kind).name if self.event else ""


@dataclass(frozen=True, slots=True)
class Announced:
    """What stands announced in a tournament, the oldest first. `public`: whether everybody may read it, and not where there is
    no such tournament."""

    public: bool
    time_zone: str
    standing: tuple[AnnouncementNow, ...]

    def on_pages_of(self, event: str) -> tuple[AnnouncementNow, ...]:
        """Those for the pages of the event with this short name, all of them for the pages of the tournament itself (empty)."""
        return tuple(one for one in self.standing if not event or one.event in ("", event))


_OF_ANNOUNCEMENT = ("number", "text", "at", "until", "event__slug", "event__kind")
_announced = Remembered[str, Announced]()


def announced(tournament: str) -> Announced:
    """What stands announced in the tournament with this address, at most `LIVE_KEPT_SECONDS` old. One query, or none."""
    known = _announced.get(tournament)
    if known is not None:
        return known
    standing = FilteredRelation("announcements", condition=stands(timezone.now(), "announcements__"))
    rows = (
        Tournament.objects.filter(slug=tournament)
        .annotate(standing=standing)
        .order_by("standing__number")
        .values_list("public", "time_zone", *(f"standing__{name}" for name in _OF_ANNOUNCEMENT))
    )
    public, time_zone, found = False, "UTC", []
    for of_all, zone, number, text, at, until, event, kind in rows:
        public, time_zone = of_all, zone
        if number is not None:
            found.append(AnnouncementNow(number, text, at, until, event or "", kind or ""))
    return _announced.keep(tournament, Announced(public, time_zone, tuple(found)))


def forget_announced(tournament: str) -> None:
    """Look anew at the next question: something was announced in this process, or taken back."""
    _announced.forget(tournament)


def version_of(announcements: Iterable[AnnouncementNow]) -> str:
    """What tells these announcements from any others: an announcement is never changed, so that their numbers do, with their
    time: after a restore another one may have the same number."""
    return ".".join(f"{one.number}-{int(one.at.timestamp() * 1000)}" for one in announcements) or "0"
