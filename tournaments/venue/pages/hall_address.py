"""The page of the hall's address: phones open the site at it, and everything printed bears it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import reachable
from tournaments.access import Need, tournament_for
from tournaments.qr import square
from tournaments.venue.forms.displays import HallAddressForm
from tournaments.views.page import Attempt, cleaned, posted, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hall_address(request: HttpRequest, tournament: str) -> HttpResponse:
    """The address of the hall, as found or set, and the form to set it."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    form = HallAddressForm(posted(request), initial={"address": reachable.chosen_address()})
    with Attempt(form):
        address = reachable.tell(cleaned(form)["address"], request, form.read.get("address"))
        if address:
            messages.success(request, _("Phones come in at %(site)s.") % {"site": address})
        else:
            messages.success(request, _("The address is looked up again."))
        return redirect("tournaments:hall_address", tournament)
    site, only_here = reachable.site_for_others(request)
    qr_code = square(f"{site}/t/{this_tournament.slug}/") if site else ""
    context = {"current": "displays", "form": form, "site": site, "only_here": only_here, "qr": qr_code}
    return show(
        request, "tournaments/venue/hall_address.html", this_tournament, rights, context, status=status_of(form)
    )
