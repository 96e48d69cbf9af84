"""What all pages share: who asks, the hall's time, and what is shown where something is refused."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from tournaments.access import Actor, Need, Rights
from tournaments.errors import Fault, Forbidden, Malformed, Overwriting, Refused, Since
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.http import TakenAway, seen_state
from tournaments.live import state_shown
from tournaments.models import Event, Tournament, User
from tournaments.reads import set_by as set_by_reads
from tournaments.words import overwriting as overwriting_words


def actor_of(request: HttpRequest) -> Actor:
    """Who does what was posted. `tournament_for` and `event_for` with a need let nobody pass who is not signed in."""
    assert isinstance(request.user, User)
    return Actor.of_user(request.user)


@contextmanager
def hall_time(place: Tournament | Event) -> Iterator[None]:
    """Times are written and read in the zone of the hall."""
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
    """Render a page of this tournament or event, in the time of its hall."""
    tournament = place.tournament if isinstance(place, Event) else place
    everywhere: dict[str, Any] = {
        "t": tournament,
        "event": place if isinstance(place, Event) else None,
        "rights": rights,
        "may_direct": rights.may(Need.DIRECT),
        "may_register": rights.may(Need.REGISTER),
        "follows": state_shown(request),
    }
    if seen_state(request):
        # What was to be said once is said on the page to which somebody was sent, not to one that looks for news.
        everywhere["messages"] = ()
    with hall_time(tournament):
        return render(request, template, {**everywhere, **context}, status=status)


def status_of(*told: forms.Form | Refused | None) -> int:
    """The status of a page that is shown again, by its forms and what was refused: 403, 409 or, where something is not written as it
    must be, 422."""
    bound = [one for one in told if isinstance(one, forms.Form)]
    refusals = [one for one in told if isinstance(one, Refused)]
    refusals += [form.refused for form in bound if isinstance(form, PageForm) and form.refused]
    if any(isinstance(refused, Forbidden) for refused in refusals):
        return 403
    overtaken = any(isinstance(form, WholeForm) and form.is_overtaken for form in bound)
    if overtaken or any(not isinstance(refused, Malformed) for refused in refusals):
        return 409
    return 422 if refusals or any(form.errors for form in bound) else 200


def put_beside(refused: Refused, by_lead: Mapping[str, forms.Form]) -> None:
    """Put every fault of a refusal beside its field, or at the head of its form where it belongs to none.

    `by_lead` are the forms by what the names of their fields begin with in the refusal, one of them with "".
    """
    whole = by_lead.get("")
    if isinstance(refused, Overwriting) and isinstance(whole, WholeForm):
        whole.bring_up_to_date(refused)
        return
    for fault in refused.faults or [Fault("", refused.code, refused.message)]:
        lead = max((lead for lead in by_lead if fault.field.startswith(lead)), key=len)
        form = by_lead[lead]
        name = fault.field.removeprefix(lead).partition(".")[0]
        form.add_error(name if name in form.fields else None, fault.message)
    if isinstance(whole, WholeForm):
        whole.tell_meanwhile(refused)


def posted(request: HttpRequest) -> QueryDict | None:
    """What was sent with a POST; else None, which leaves a form as it is at first."""
    return request.POST if request.method == "POST" else None


def looked_for(request: HttpRequest, kinds: Collection[str]) -> tuple[str, str]:
    """The text that a list is searched for (`q`), and which of these kinds it shows (`show`): "" for all."""
    shown = request.GET.get("show", "")
    return " ".join(request.GET.get("q", "").replace("\0", "").split())[:120], shown if shown in kinds else ""


class Attempt:
    """Something that may be refused. `with Attempt(form) as tried:` ends at a form that is not valid and at a refusal; the view goes
    on behind it, with the page that is shown again.

    `tried.refused` is the refusal, and `form.refused` too. Its faults stand beside the fields of the form, as `place` calls them.
    """

    def __init__(self, form: PageForm | None = None, *, place: Callable[[str], str] | None = None) -> None:
        self.refused: Refused | None = None
        self._form, self._place = form, place

    def __enter__(self) -> Attempt:
        return self

    def __exit__(self, _kind: object, ended: BaseException | None, _trace: object) -> bool:
        if isinstance(ended, Refused):
            self.refused = ended
            if self._form is not None:
                self._form.refused = ended
                put_beside(ended.moved(self._place) if self._place else ended, {"": self._form})
        return isinstance(ended, Refused | _NotValid)


class _NotValid(Exception):
    """What is wrong with the form stands beside its fields."""


def cleaned(form: forms.Form) -> dict[str, Any]:
    """What was sent, as the form means it. Where it is not valid, or nothing was sent, the attempt ends here."""
    if not form.is_valid():
        raise _NotValid
    return form.cleaned_data


def taken_away(place: Tournament | Event, subject: tuple[str, str], *, page: str, unknown: str) -> TakenAway:
    """That what somebody writes about was taken away, by whom and when; `unknown` where nobody knows of it."""
    tournament = place.tournament if isinstance(place, Event) else place
    row = set_by_reads.taken_away(tournament, place if isinstance(place, Event) else None, subject)
    if row is None:
        return TakenAway(unknown, page=page)
    with hall_time(tournament):
        return TakenAway(
            overwriting_words.taken_away(str((row.before or {}).get("name", "")), Since(row.actor_name, row.at)),
            page=page,
        )


def spreadsheet(name: str, rows: Iterable[Iterable[str]]) -> HttpResponse:
    """These rows as a CSV file of this name, for a spreadsheet."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    # A spreadsheet opens the file as UTF-8 only with this mark in front.
    answer.write("\ufeff")
    csv.writer(answer).writerows([_harmless(cell) for cell in row] for row in rows)
    return answer


def _harmless(cell: str) -> str:
    """A spreadsheet would compute a cell that begins like a formula; an amount below none is no formula."""
    return f"'{cell}" if cell[:1] in "=+-@\t\r" and not re.fullmatch(r"-?[0-9.]*", cell) else cell
