"""Whether players tell their games by phone, how far the games are told, and making told games into cards."""

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
from scorecards.cards.reads import phones as phones_reads
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
    """Show how far the games told by phone are. A POST by the director sets whether games are told by phone."""
    if request.method != "POST":
        this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
        return _page(request, this_event, rights)
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = PhonesForm(request.POST, is_ladder=this_event.is_ladder)
    with Attempt(form) as tried:
        use_phones(event=this_event, phones=cleaned(form)["phones"], read=form.read, actor=actor_of(request))
        messages.success(request, _("Saved. Players see it on their own pages at once."))
        return redirect("scorecards:phones", tournament, event)
    return _page(request, this_event, rights, form=form, refused=tried.refused)


@require_POST
def phone_cards(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Make told games into cards: for everybody whose card is not in, or for one seat."""
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    seat = request.POST.get("seat", "")
    with Attempt() as tried:
        taken = take_told_cards(event=this_event, seats=[seat] if seat else None, actor=actor_of(request))
        message = ngettext("%(n)d card is taken from the phones.", "%(n)d cards are taken from the phones.", len(taken))
        messages.success(request, message % {"n": len(taken)})
        return redirect("scorecards:phones", tournament, event)
    return _page(request, this_event, rights, refused=tried.refused)


@require_POST
def phone_line(request: HttpRequest, tournament: str, event: str, seat: str, game: int) -> HttpResponse:
    """Decide which line stands for a game on which this card and its player's phone differ."""
    this_event, rights = event_for(request.user, tournament, event, Need.CHECK)
    form = StandsForm(request.POST)
    line_key = (seat, str(game))
    with Attempt(form) as tried:
        is_new = decide_told_line(event=this_event, seat=seat, game=game, **cleaned(form), actor=actor_of(request))
        if is_new:
            message = (
                _("Game %(game)d of %(seat)s stands as told by phone.")
                if form.cleaned_data["stands"] == Stands.PHONE
                else _("Game %(game)d of %(seat)s stands as on paper.")
            )
            messages.success(request, message % {"game": game, "seat": seat})
        return redirect("scorecards:phones", tournament, event)
    return _page(request, this_event, rights, line_key=line_key, decision=form, refused=tried.refused)


def _page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    form: PhonesForm | None = None,
    line_key: tuple[str, str] | None = None,
    decision: StandsForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page. `line_key` is the seat and game of the line to decide, by default those of the address.

    `decision` is the form of a decision that could not be saved.
    """
    page = phones_reads.phones_page(event)
    # Unless phones stand instead of paper, the paper decides; on a ladder the recorded result does.
    decides = event.phones == Event.Phones.INSTEAD and not event.is_ladder
    seat, game = line_key or (request.GET.get("seat", ""), request.GET.get("game", ""))
    line = page.line(seat, game)
    context = {
        "current": "cards",
        "place": "phones",
        "page": page,
        "decides": decides,
        "line": line if decides and event.posted_at is None else None,
        "decision": decision or StandsForm(),
        "form": form or PhonesForm(initial={"phones": event.phones}, is_ladder=event.is_ladder),
        "refused": refused,
    }
    status = status_of(refused, form, decision)
    return show(request, "scorecards/cards/phones.html", event, rights, context, status=status)
