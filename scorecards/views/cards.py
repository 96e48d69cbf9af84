"""The pile of cards, and one card: typed by a checker, read by a judge."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scorecards import access, actions, reads
from scorecards.actions import WrittenCard, WrittenLine
from scorecards.forms import CardForm
from scorecards.reports import cards as report
from tournaments.access import Need, Rights, event_for, is_own
from tournaments.errors import Malformed, Refused
from tournaments.http import is_htmx
from tournaments.models import Entry, Event, User
from tournaments.views.page import actor_of, show, status_of

LONGEST_SEARCH = 80


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


@require_safe
def cards(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Table by table which cards are in. A search that finds one card opens it."""
    found, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    pile = report.pile(reads.sheet(found), _user(request), timezone.now())
    wanted = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    hits = pile.find(wanted) if wanted else ()
    if len(hits) == 1:
        return redirect("scorecards:card", tournament, event, hits[0].seat)
    shown = request.GET.get("show", "")
    context = {
        "current": "cards",
        "pile": pile,
        "tables": pile.tables(shown),
        "shown": shown if shown in ("left", "off") else "",
        "wanted": wanted,
        "hits": hits,
        "next": pile.next_after() if rights.may(Need.CHECK) else None,
        "may_type": rights.may(Need.CHECK),
    }
    return show(request, "scorecards/cards.html", found, rights, context)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def card(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """One card: to be typed by whoever may, else to be read. A POST writes it as one."""
    if request.method == "POST":
        return _write(request, tournament, event, seat)
    found, entry, rights = access.card_for(request.user, tournament, event, seat, Need.SEE_CARDS)
    reason = _read_only(request, found, entry, rights)
    if reason or request.GET.get("as") == "read":
        return _read_page(request, found, entry, rights, reason)
    return _desk_page(request, found, entry, rights)


def _read_only(request: HttpRequest, event: Event, entry: Entry, rights: Rights) -> str:
    """Why this card cannot be typed by this person now; empty where it can."""
    if not rights.may(Need.CHECK):
        return _("You may read this card. Checkers and the director type it.")
    if is_own(_user(request), entry):
        return _("This is your own card. Nobody types, corrects or rules on their own: ask another checker.")
    if not event.is_seated:
        return _("The seats are not drawn yet. Draw the seating first, then type cards.")
    if entry.status == Entry.Status.NO_SHOW:
        return _("%(name)s did not show up and has no card.") % {"name": entry.name}
    if event.posted_at:
        return _("The qualifiers are posted, and this card with them. Ask the director.")
    return ""


def _read_page(request: HttpRequest, event: Event, entry: Entry, rights: Rights, reason: str) -> HttpResponse:
    on = reads.sheet(event)
    context = {
        "current": "cards",
        "entry": entry,
        "card": report.card_to_read(on, entry.seat),
        "reason": reason,
        "cross_checked": bool(event.cross_checked_at),
    }
    return show(request, "scorecards/card_read.html", event, rights, context)


def _desk_page(
    request: HttpRequest,
    event: Event,
    entry: Entry,
    rights: Rights,
    *,
    form: CardForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """The entry desk: the card as recorded, or as typed with what is wrong; two versions side by side after `stale`."""
    on = reads.sheet(event)
    seat = entry.seat
    expected = report.expected_opponents(event, seat)
    pile = report.pile(on, _user(request), timezone.now())
    stale = refused is not None and refused.code == "stale"
    context: dict[str, Any] = {
        "current": "cards",
        "entry": entry,
        "pile": pile,
        "around": pile.around(seat),
        "next": pile.next_after(seat),
        "refused": refused,
        "typed": form is not None,
        "words": report.desk_words(),
        "saved": pile.find(request.GET.get("after", "")[:12])[:1] if "after" in request.GET else (),
        "flags": reads.card(on, seat)["flags"] if form is None else (),
    }
    if form is None:
        context["desk"] = report.desk(on, seat, expected=expected)
    elif stale:
        context["conflict"] = report.conflict(on, seat, expected=expected, lines=form.lines, own=form.totals)
    else:
        version = form.cleaned_data.get("version")
        context["desk"] = report.desk(
            on,
            seat,
            expected=expected,
            texts=form.texts(),
            totals=form.total_texts(),
            errors={name: [str(one) for one in errors] for name, errors in form.errors.items()},
            version=version if isinstance(version, int) else None,
        )
    template = "scorecards/card.html#desk" if is_htmx(request) else "scorecards/card.html"
    forms = (form,) if form is not None else ()
    return show(request, template, event, rights, context, status=status_of(refused, *forms))


def _write(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    found, entry, rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
    form = CardForm(request.POST, expected=report.expected_opponents(found, entry.seat))
    if not form.is_valid():
        return _desk_page(request, found, entry, rights, form=form)
    lines = tuple(WrittenLine(one.game, one.opponent, one.points, one.plus, one.minus) for one in form.lines)
    try:
        actions.write_card(
            event=found,
            seat=entry.seat,
            version=form.cleaned_data["version"],
            card=WrittenCard(lines, form.totals),
            actor=actor_of(request),
        )
    except Malformed as refused:
        for fault in refused.faults:
            form.add_error(f"line-{_game(form, fault.field)}", fault.message)
        return _desk_page(request, found, entry, rights, form=form, refused=refused)
    except Refused as refused:
        return _desk_page(request, found, entry, rights, form=form, refused=refused)
    return _saved(request, found, entry)


def _game(form: CardForm, field: str) -> int:
    """The game of the line that a fault names by its place in what was sent: `lines.3.opponent`."""
    return form.lines[int(field.split(".")[1])].game


def _saved(request: HttpRequest, event: Event, entry: Entry) -> HttpResponse:
    """On to the next card that is missing; to the pile when there is none."""
    place = [event.tournament.slug, event.slug]
    following = report.pile(reads.sheet(event), _user(request), timezone.now()).next_after(entry.seat)
    address = (
        reverse("scorecards:card", args=[*place, following.seat])
        if following
        else reverse("scorecards:cards", args=place)
    )
    address = f"{address}?{urlencode({'after': entry.seat})}"
    if not is_htmx(request):
        return redirect(address)
    answer = HttpResponse(status=204)
    answer["HX-Redirect"] = address
    return answer
