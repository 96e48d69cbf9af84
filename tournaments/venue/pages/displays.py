"""The pages of the displays of the hall: what each shows, and whether its screen still polls."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from tournaments import reachable
from tournaments.access import Need, Rights, tournament_for
from tournaments.errors import Malformed, Overwriting, Refused
from tournaments.http import is_htmx
from tournaments.models import Display, Tournament, longest
from tournaments.qr import square
from tournaments.venue.actions import displays as displays_actions
from tournaments.venue.forms.displays import DisplayNameForm, RenameForm, ShowForm
from tournaments.venue.reads import displays as displays_reads
from tournaments.venue.words import displays as displays_words
from tournaments.views.page import Attempt, actor_of, cleaned, posted, put_beside, show, status_of, taken_away


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def displays(request: HttpRequest, tournament: str) -> HttpResponse:
    """Every display with what it shows. A POST adds a display; a poll gets the states of all."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = DisplayNameForm(posted(request))
    with Attempt(form):
        display = displays_actions.add_display(
            tournament=this_tournament, name=cleaned(form)["name"], actor=actor_of(request)
        )
        messages.success(request, _("The display is there. Open its address on the screen, then say what it shows."))
        return _back(tournament, display.number)
    return _displays_page(request, this_tournament, rights, form=form)


@require_POST
def show_display(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Set what a display shows."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    display = _display(this_tournament, number)
    form = ShowForm(request.POST, display=display)
    if not form.is_valid():
        refused = Malformed(_("That could not be read. Press one of the choices again."), faults=[])
        return _displays_page(request, this_tournament, rights, refused=refused, refused_number=number)
    with Attempt() as tried:
        displays_actions.show_on_display(
            tournament=this_tournament,
            number=number,
            shows=form.shows,
            event=form.event(this_tournament),
            text=form.cleaned_data["text"] if form.shows == Display.Shows.ANNOUNCEMENT else "",
            read=form.read,
            actor=actor_of(request),
        )
        return _back(tournament, number)
    if isinstance(tried.refused, Overwriting):
        put_beside(tried.refused, {"": form})
        return _displays_page(request, this_tournament, rights, own_words=(number, form))
    return _displays_page(request, this_tournament, rights, refused=tried.refused, refused_number=number)


@require_POST
def rename_display(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Rename a display."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.DIRECT)
    form = RenameForm(request.POST, display=_display(this_tournament, number))
    with Attempt(form):
        displays_actions.rename_display(
            tournament=this_tournament,
            number=number,
            name=cleaned(form)["name"],
            read=form.read,
            actor=actor_of(request),
        )
        return _back(tournament, number)
    return _displays_page(request, this_tournament, rights, rename=(number, form))


@require_POST
def remove_display(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """Remove a display."""
    this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
    displays_actions.remove_display(tournament=this_tournament, number=number, actor=actor_of(request))
    messages.success(request, _("The display is removed. Its screen goes dark and says so."))
    return redirect("tournaments:displays", tournament)


def _display(tournament: Tournament, number: int) -> Display:
    """The display with this number; if there is none, raises an error that says who removed it."""
    display = tournament.displays.filter(number=number).first()
    if display is None:
        page = reverse("tournaments:displays", args=[tournament.slug])
        message = _("There is no such display. Look at the page of the displays again.")
        raise taken_away(tournament, ("display", str(number)), page=page, unknown=message)
    return display


def _back(tournament: str, number: int) -> HttpResponse:
    return redirect(f"{reverse('tournaments:displays', args=[tournament])}#display-{number}")


def _displays_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    *,
    form: DisplayNameForm | None = None,
    rename: tuple[int, RenameForm] | None = None,
    own_words: tuple[int, ShowForm] | None = None,
    refused: Refused | None = None,
    refused_number: int = 0,
) -> HttpResponse:
    """The page, or for a poll only the states of the displays.

    `refused` is shown beside the display with the number `refused_number`. `rename` and `own_words` are
    forms that could not be saved, each with the number of its display.
    """
    shown = [_display_context(display) for display in displays_reads.displays(tournament)]
    if is_htmx(request):
        states = {"displays": shown, "oob": True}
        return show(request, "tournaments/venue/displays.html#states", tournament, rights, states)
    site, only_here = reachable.site_for_others(request)
    sent_renames = dict([rename] if rename is not None else [])
    sent_words = dict([own_words] if own_words is not None else [])
    for display_context in shown:
        row = display_context["row"]
        link = site + reverse("walls:screen", args=[tournament.slug, row.number])
        display_context["link"] = link
        display_context["qr"] = square(link) if site else ""
        display_context["rename"] = sent_renames.get(row.number) or RenameForm(display=row)
        display_context["own_words"] = sent_words.get(row.number) or ShowForm(display=row)
    context = {
        "site": site,
        "only_here": only_here,
        "current": "displays",
        "displays": shown,
        "events": list(tournament.events.all()),
        "form": form or DisplayNameForm(),
        "refused": refused,
        "refused_number": refused_number,
        "longest": longest(Display, "text"),
    }
    status = status_of(refused, form, rename and rename[1], own_words and own_words[1])
    return show(request, "tournaments/venue/displays.html", tournament, rights, context, status=status)


def _display_context(display: displays_reads.DisplayShown) -> dict[str, Any]:
    """What the template shows of a display."""
    event = display.row.event.name if display.row.event else ""
    return {
        "row": display.row,
        "shows": displays_words.shown_on_display(display.row.shows, event, display.row.text),
        "seen": displays_words.seen_ago(display.seen),
        "is_silent": display.is_silent,
        "is_alive": display.seen is not None and not display.is_silent,
    }
