"""What all pages share: the actor, the hall's time zone, and what is shown after a refusal."""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.access import Actor, Need, Rights
from tournaments.errors import Fault, Forbidden, Malformed, Overwriting, Refused, Since
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.http import TakenAway, seen_state
from tournaments.live import state_shown
from tournaments.models import Event, Tournament, User
from tournaments.reads import set_by as set_by_reads
from tournaments.rules.spreadsheet import Cell, in_cell, parting_beside
from tournaments.words import overwriting as overwriting_words


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor of a request. The caller has checked that somebody is signed in.

    `tournament_for` and `event_for` check that if they get a need.
    """
    assert isinstance(request.user, User)
    return Actor.of_user(request.user)


_INITIALS = "initials"


def own_initials(request: HttpRequest) -> str:
    """Return the initials with which somebody signs: those of this session, else those of their account, else none."""
    account = request.user.initials if isinstance(request.user, User) else ""
    return str(request.session.get(_INITIALS) or account)


def remember_initials(request: HttpRequest, initials: str) -> None:
    """Sign with these initials until the session ends; with empty ones again with those of the account."""
    request.session[_INITIALS] = initials


def speaking(answer: HttpResponse, language: str) -> HttpResponse:
    """Return the answer, after which this browser shows its pages in this language; empty: as the browser asks, whatever was chosen."""
    if language:
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
    else:
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
    return answer


@contextmanager
def hall_time(place: Tournament | Event) -> Iterator[None]:
    """Activate the hall's time zone inside the `with` block."""
    tournament = place.tournament if isinstance(place, Event) else place
    with timezone.override(ZoneInfo(tournament.time_zone)):
        yield


def show(
    request: HttpRequest,
    template: str,
    place: Tournament | Event,
    rights: Rights,
    context: Mapping[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """Render a page of this tournament or event, in the hall's time zone."""
    tournament = place.tournament if isinstance(place, Event) else place
    shared_context: dict[str, Any] = {
        "t": tournament,
        "event": place if isinstance(place, Event) else None,
        "rights": rights,
        "may_direct": rights.may(Need.DIRECT),
        "may_register": rights.may(Need.REGISTER),
        "follows": state_shown(request),
    }
    if seen_state(request):
        # One-time messages belong on the page after the redirect, not in the answer to a poll.
        shared_context["messages"] = ()
    with hall_time(tournament):
        return render(request, template, {**shared_context, **context}, status=status)


def status_of(*outcomes: forms.Form | Refused | None) -> int:
    """Return the status of a page that shows these forms and refusals.

    It is 403 for Forbidden, 409 for any other refusal by the current state, 422 for bad input, or else 200.
    """
    bound = [outcome for outcome in outcomes if isinstance(outcome, forms.Form)]
    refusals = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    refusals += [form.refused for form in bound if isinstance(form, PageForm) and form.refused]
    if any(isinstance(refused, Forbidden) for refused in refusals):
        return 403
    is_overtaken = any(isinstance(form, WholeForm) and form.is_overtaken for form in bound)
    if is_overtaken or any(not isinstance(refused, Malformed) for refused in refusals):
        return 409
    return 422 if refusals or any(form.errors for form in bound) else 200


def put_beside(refused: Refused, by_lead: Mapping[str, forms.Form]) -> None:
    """Add every fault of a refusal as an error to its form field, or to the form if it has no such field.

    `by_lead` maps prefixes of the refusal's field names to forms; one of the prefixes is "". A WholeForm of that prefix
    is also updated with what others have set meanwhile.
    """
    main_form = by_lead.get("")
    if isinstance(refused, Overwriting) and isinstance(main_form, WholeForm):
        main_form.bring_up_to_date(refused)
        return
    for fault in refused.faults or [Fault("", refused.code, refused.message)]:
        lead = max((lead for lead in by_lead if fault.field.startswith(lead)), key=len)
        form = by_lead[lead]
        name = fault.field.removeprefix(lead).partition(".")[0]
        form.add_error(name if name in form.fields else None, fault.message)
    if isinstance(main_form, WholeForm):
        main_form.tell_meanwhile(refused)


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the POST data; None for other methods, which leaves a form unbound."""
    return request.POST if request.method == "POST" else None


def looked_for(request: HttpRequest, kinds: Collection[str]) -> tuple[str, str]:
    """Return the search text of a list (`q`) and the kind it shows (`show`); an empty kind means all."""
    text = " ".join(request.GET.get("q", "").replace("\0", "").split())[:120]
    shown = request.GET.get("show", "")
    return text, shown if shown in kinds else ""


class Attempt:
    """A context manager for an act that may be refused: `with Attempt(form) as tried:`.

    An invalid form or a refusal ends the block, and the view continues after it to show the page again. The refusal is
    then in `tried.refused` and `form.refused`. Its faults are added to the form's fields; `place` renames them before.
    """

    def __init__(self, form: PageForm | None = None, *, place: Callable[[str], str] | None = None) -> None:
        self.refused: Refused | None = None
        self._form, self._place = form, place

    def __enter__(self) -> Attempt:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if isinstance(error, Refused):
            self.refused = error
            if self._form is not None:
                self._form.refused = error
                refused = error.moved(self._place) if self._place else error
                put_beside(refused, {"": self._form})
        return isinstance(error, Refused | _NotValid)


class _NotValid(Exception):
    """The form is invalid; its errors say why."""


def cleaned(form: forms.Form) -> dict[str, Any]:
    """Return the form's cleaned data. If the form is invalid or unbound, end the block of the `Attempt` around it."""
    if not form.is_valid():
        raise _NotValid
    return form.cleaned_data


def taken_away(place: Tournament | Event, subject: tuple[str, str], *, page: str, unknown: str) -> TakenAway:
    """Return the exception for a thing that was removed, which says who removed it and when.

    Its message is `unknown` if the log does not know. `page` is the address at which the thing can be made again.
    """
    tournament = place.tournament if isinstance(place, Event) else place
    row = set_by_reads.taken_away(tournament, place if isinstance(place, Event) else None, subject)
    if row is None:
        return TakenAway(unknown, page=page)
    with hall_time(tournament):
        return TakenAway(
            overwriting_words.taken_away(str((row.before or {}).get("name", "")), Since(row.actor_name, row.at)),
            page=page,
        )


def spreadsheet(name: str, rows: Iterable[Iterable[Cell]]) -> HttpResponse:
    """Return these rows as a CSV file with this name, as a spreadsheet in the language of the page opens it."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    # Spreadsheet programs need the byte order mark to read UTF-8.
    answer.write("\ufeff")
    sign = "." if (get_language() or "en").startswith("en") else ","
    writer = csv.writer(answer, delimiter=parting_beside(sign))
    writer.writerows([in_cell(cell, sign) for cell in row] for row in rows)
    return answer
