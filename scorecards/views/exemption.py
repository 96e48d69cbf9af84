"""A rule changed after the first card: what it does is shown first."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorecards.actions.exemption import exempt_plan, find_refit
from scorecards.reads.exemption import Refit
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Refused
from tournaments.forms.events import ExemptionForm
from tournaments.models import Event
from tournaments.reads.tournaments import exemptions
from tournaments.views.page import actor_of, put_beside, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
def exemption(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The frozen rules; a POST shows what changing them does, and with `step` it changes them."""
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    if request.method != "POST":
        return _page(request, found, rights)
    form = ExemptionForm(request.POST)
    if not form.is_valid():
        return _page(request, found, rights, form=form)
    changes, shown, actor = form.changes, form.read, actor_of(request)
    try:
        refit = find_refit(event=found, changes=changes, read=shown, actor=actor)
        if request.POST.get("step") != "change":
            return _page(request, found, rights, form=form, refit=refit)
        exempt_plan(event=found, changes=changes, read=shown, reason=form.cleaned_data["reason"], actor=actor)
    except Refused as refused:
        put_beside(refused, {"": form})
        return _page(request, found, rights, form=form, refused=refused)
    messages.success(request, _("The exemption is made, and everybody sees why."))
    return redirect("tournaments:event_settings", tournament, event)


def _page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: ExemptionForm | None = None,
    refit: Refit | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    initial = {name: getattr(event, name) for name in ExemptionForm.base_fields if name not in {"rounds", "reason"}}
    context = {
        "current": "desk",
        "name": event.name,
        "exemptions": exemptions([event]),
        "form": form or ExemptionForm(initial={**initial, "rounds": event.fixed_rounds}),
        "refit": refit,
    }
    status = status_of(refused, *([form] if form else []))
    return show(request, "scorecards/exemption.html", event, rights, context, status=status)
