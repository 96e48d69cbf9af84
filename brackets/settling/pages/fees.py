"""Pages that change or remove a fee, on which pools and payments may depend."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from brackets.settling.actions import fees as fees_actions
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Refused, Since
from tournaments.http import TakenAway
from tournaments.models import Event
from tournaments.money.forms import FeeChangeForm, FeeForm
from tournaments.money.pages import fees_page
from tournaments.reads.set_by import taken_away
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time
from tournaments.words import overwriting as overwriting_words


@require_POST
def change_fee(request: HttpRequest, tournament: str, event: str, fee: int) -> HttpResponse:
    """Change a fee, or with `remove` remove it."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    fee_row = event_row.fees.select_related("event__tournament").filter(pk=fee).first()
    if fee_row is None:
        return _removed_meanwhile(request, event_row, rights, FeeChangeForm(request.POST, prefix=f"fee{fee}"))
    form = FeeChangeForm(request.POST, prefix=f"fee{fee_row.pk}")
    with Attempt(form):
        reason = cleaned(form)["reason"]
        if "remove" in request.POST:
            fees_actions.remove_fee(fee=fee_row, read=form.read, reason=reason, actor=actor_of(request))
            message = _("“%(fee)s” is removed. What was paid for it stays on the accounts.")
        else:
            fees_actions.change_fee(
                fee=fee_row, changes=form.changes, read=form.read, reason=reason, actor=actor_of(request)
            )
            message = _("“%(fee)s” is saved; every account follows.")
        messages.success(request, message % {"fee": fee_row.name})
        return redirect("tournaments:fees", tournament, event)
    return fees_page(request, event_row, rights, change=(fee_row.pk, form))


def _removed_meanwhile(request: HttpRequest, event: Event, rights: Rights, form: FeeChangeForm) -> HttpResponse:
    """The page after somebody else removed the fee, with the typed values in the form of a new fee.

    Raises TakenAway if the values are not valid, or if the user wanted to remove the fee too.
    """
    if not form.is_valid() or "remove" in request.POST:
        page = reverse("tournaments:fees", args=[event.tournament.slug, event.slug])
        raise TakenAway(_("This event has no such fee. Somebody may have taken it away."), page=page)
    new_fee_form = FeeForm(initial=form.values)
    message = _("Somebody has just removed this fee. To get it back, add it: it is filled in.")
    removal = taken_away(event.tournament, event, ("fee", str(form.read.get("name", ""))))
    if removal is not None:
        with hall_time(event):
            message = (
                f"{message} {overwriting_words.taken_away(removal.subject_key, Since(removal.actor_name, removal.at))}"
            )
    return fees_page(request, event, rights, form=new_fee_form, gone=Refused("stale", message))
