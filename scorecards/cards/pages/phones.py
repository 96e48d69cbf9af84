"""Whether players tell their games by phone, how far they are with it, and taking what they told as their cards."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorecards.cards.actions.phone import take_told_cards, use_phones
from scorecards.cards.actions.phone_lines import decide_told_line
from scorecards.cards.forms import PhonesForm, StandsForm
from scorecards.cards.reads import phones as report
from scorecards.sheet.rules.phone import Stands
from tournaments.access import Need, Rights, event_for
from tournaments.errors import Refused
from tournaments.live import followed
from tournaments.models import Event
from tournaments.views.page import Attempt, actor_of, cleaned, show, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@followed()
def phones(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """How far the games told by phone are; a POST by the director says whether there are any."""
    if request.method != "POST":
        found, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return _page(request, found, rights)
    found, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = PhonesForm(request.POST)
    with Attempt(form) as tried:
        use_phones(event=found, phones=cleaned(form)["phones"], read=form.read, actor=actor_of(request))
        messages.success(request, _("Saved. Players see it on their own pages at once."))
        return redirect("scorecards:phones", tournament, event)
    return _page(request, found, rights, form=form, refused=tried.refused)


@require_POST
def phone_cards(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Take what players told as their cards: of everybody whose card is not in, or of one seat."""
    found, rights = event_for(request.user, tournament, event, Need.CHECK)
    seat = request.POST.get("seat", "")
    with Attempt() as tried:
        taken = take_told_cards(event=found, seats=[seat] if seat else None, actor=actor_of(request))
        told = ngettext("%(n)d card is taken from the phones.", "%(n)d cards are taken from the phones.", len(taken))
        messages.success(request, told % {"n": len(taken)})
        return redirect("scorecards:phones", tournament, event)
    return _page(request, found, rights, refused=tried.refused)


@require_POST
def phone_line(request: HttpRequest, tournament: str, event: str, seat: str, game: int) -> HttpResponse:
    """Decide which of the two stands where this card and its player's phone say different things of a game."""
    found, rights = event_for(request.user, tournament, event, Need.CHECK)
    form = StandsForm(request.POST)
    at = (seat, str(game))
    with Attempt(form) as tried:
        new = decide_told_line(event=found, seat=seat, game=game, **cleaned(form), actor=actor_of(request))
        if new:
            told = (
                _("Game %(game)d of %(seat)s stands as told by phone.")
                if form.cleaned_data["stands"] == Stands.PHONE
                else _("Game %(game)d of %(seat)s stands as on paper.")
            )
            messages.success(request, told % {"game": game, "seat": seat})
        return redirect("scorecards:phones", tournament, event)
    return _page(request, found, rights, at=at, decision=form, refused=tried.refused)


def _page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: PhonesForm | None = None,
    at: tuple[str, str] | None = None,
    decision: StandsForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    page = report.phones_page(event)
    line = page.line(*(at or (request.GET.get("seat", ""), request.GET.get("game", ""))))
    context = {
        "current": "cards",
        "place": "phones",
        "page": page,
        # The paper goes before the phone anywhere else: there nothing is to be decided.
        "line": line if event.phones == Event.Phones.INSTEAD and event.posted_at is None else None,
        "decision": decision or StandsForm(),
        "form": form or PhonesForm(initial={"phones": event.phones}),
        "refused": refused,
    }
    status = status_of(refused, form, decision)
    return show(request, "scorecards/cards/phones.html", event, rights, context, status=status)
