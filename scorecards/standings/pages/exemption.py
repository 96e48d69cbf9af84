"""Changing a rule after the first card: the page shows the effect before the change is made."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorecards.standings.actions.exemption import exempt_plan, find_refit
from scorecards.standings.reads.exemption import Refit
from tournaments.access import Need, Rights, event_for
from tournaments.models import Event
from tournaments.venue.forms.events import ExemptionForm
from tournaments.venue.reads.tournaments import exemptions
from tournaments.views.page import Attempt, actor_of, cleaned, posted, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
def exemption(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The frozen rules; a POST shows what changing them does, and with `step` it changes them."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = ExemptionForm(posted(request))
    with Attempt(form):
        cleaned(form)
        changes, actor = form.changes, actor_of(request)
        refit = find_refit(event=this_event, changes=changes, read=form.read, actor=actor)
        if request.POST.get("step") != "change":
            return _page(request, this_event, rights, form, refit)
        reason = form.cleaned_data["reason"]
        exempt_plan(event=this_event, changes=changes, read=form.read, reason=reason, actor=actor)
        messages.success(request, _("The exemption is made, and everybody sees why."))
        return redirect("tournaments:event_settings", tournament, event)
    return _page(request, this_event, rights, form)


def _page(
    request: HttpRequest, event: Event, rights: Rights, form: ExemptionForm, refit: Refit | None = None
) -> HttpResponse:
    initial = {name: getattr(event, name) for name in ExemptionForm.base_fields if name not in {"rounds", "reason"}}
    form.initial = {**initial, "rounds": event.fixed_rounds}
    context = {
        "current": "desk",
        "name": event.name,
        "exemptions": exemptions([event]),
        "form": form,
        "refit": refit,
    }
    return show(request, "scorecards/standings/exemption.html", event, rights, context, status=status_of(form))
