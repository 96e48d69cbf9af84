"""What all pages share: the actor, the hall's time zone, and what is shown after a refusal."""

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
    """Return the actor of a POST. `tournament_for` and `event_for` with a need let only signed-in users pass."""
    assert isinstance(request.user, User)
    return Actor.of_user(request.user)


@contextmanager
def hall_time(place: Tournament | Event) -> Iterator[None]:
    """Activate the hall's time zone."""
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
    everywhere: dict[str, Any] = {
        "t": tournament,
        "event": place if isinstance(place, Event) else None,
        "rights": rights,
        "may_direct": rights.may(Need.DIRECT),
        "may_register": rights.may(Need.REGISTER),
        "follows": state_shown(request),
    }
    if seen_state(request):
        # One-time messages belong on the page after the redirect, not in the answer to a poll.
        everywhere["messages"] = ()
    with hall_time(tournament):
        return render(request, template, {**everywhere, **context}, status=status)


def status_of(*outcomes: forms.Form | Refused | None) -> int:
    """Return the status of a page shown again after these forms and refusals: 403, 409, 422 (bad input), or 200."""
    bound = [outcome for outcome in outcomes if isinstance(outcome, forms.Form)]
    refusals = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    refusals += [form.refused for form in bound if isinstance(form, PageForm) and form.refused]
    if any(isinstance(refused, Forbidden) for refused in refusals):
        return 403
    overtaken = any(isinstance(form, WholeForm) and form.is_overtaken for form in bound)
    if overtaken or any(not isinstance(refused, Malformed) for refused in refusals):
        return 409
    return 422 if refusals or any(form.errors for form in bound) else 200


def put_beside(refused: Refused, by_lead: Mapping[str, forms.Form]) -> None:
    """Add every fault of a refusal to its field, or to its form if it belongs to no field.

    `by_lead` maps prefixes of field names in the refusal to forms; one of them is "".
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
    """Return the POST data; None for other methods, which leaves a form unbound."""
    return request.POST if request.method == "POST" else None


def looked_for(request: HttpRequest, kinds: Collection[str]) -> tuple[str, str]:
    """Return the search text of a list (`q`) and the kind it shows (`show`); an empty kind is all."""
    shown = request.GET.get("show", "")
    return " ".join(request.GET.get("q", "").replace("\0", "").split())[:120], shown if shown in kinds else ""


class Attempt:
    """A context manager for something that may be refused: `with Attempt(form) as tried:`.

    An invalid form or a refusal ends the block; the view goes on after it and shows the page again. `tried.refused` and
    `form.refused` are the refusal. Its faults are added to the form's fields, renamed by `place`.
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
    """The form is invalid; its errors say why."""


def cleaned(form: forms.Form) -> dict[str, Any]:
    """Return the form's cleaned data. Ends the attempt if the form is invalid or unbound."""
    if not form.is_valid():
        raise _NotValid
    return form.cleaned_data


def taken_away(place: Tournament | Event, subject: tuple[str, str], *, page: str, unknown: str) -> TakenAway:
    """Return an exception that says who removed a thing, and when.

    `unknown` is its message if the log does not know.
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


def spreadsheet(name: str, rows: Iterable[Iterable[str]]) -> HttpResponse:
    """Return these rows as a CSV file with this name."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    # Spreadsheet programs need the byte order mark to read UTF-8.
    answer.write("\ufeff")
    csv.writer(answer).writerows([_harmless(cell) for cell in row] for row in rows)
    return answer


def _harmless(cell: str) -> str:
    """Escape a cell that a spreadsheet would run as a formula; negative amounts stay."""
    return f"'{cell}" if cell[:1] in "=+-@\t\r" and not re.fullmatch(r"-?[0-9.]*", cell) else cell
