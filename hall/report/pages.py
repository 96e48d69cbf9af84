"""The report for the ACC: the page, which is also printed, the director's notes, and a spreadsheet of the players."""

from __future__ import annotations

from decimal import Decimal

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from brackets.bracket.words import places as places_words
from brackets.results.words import results as results_words
from hall.report.actions import LONGEST_NOTES, note_report
from hall.report.reads import PlayerLine, Report, event_report
from scorecards.sheet.words import signed
from scorecards.standings.words import corrected_after_posting
from tournaments.access import Need, Rights, event_for
from tournaments.entrants.pages.paper import paper_size
from tournaments.forms.whole import WholeForm
from tournaments.models import Event
from tournaments.money.words import plain_amount
from tournaments.rules.naming import in_full, shared_names
from tournaments.rules.spreadsheet import Cell
from tournaments.views.page import Attempt, actor_of, cleaned, posted, show, spreadsheet, status_of


class NotesForm(WholeForm):
    """What the director adds to the report."""

    notes = forms.CharField(
        label=gettext_lazy("Notes"),
        max_length=LONGEST_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Whatever else the ACC should know of this event."),
    )
    receipts = forms.BooleanField(label=gettext_lazy("The receipts are put with the report"), required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def report_page(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The report, complete or with what is missing; POST stores the notes."""
    this_event, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = NotesForm(posted(request))
    with Attempt(form):
        cleaned(form)
        note_report(event=this_event, **form.values, read=form.read, actor=actor_of(request))
        messages.success(request, _("The notes are kept with the report."))
        return redirect("report:report", tournament, event)
    return _page(request, this_event, rights, form)


def _page(request: HttpRequest, event: Event, rights: Rights, form: NotesForm) -> HttpResponse:
    report = event_report(event)
    form.initial = {"notes": report.note.notes, "receipts": report.note.receipts}
    context = {
        "shared": shared_names(line.row.name for line in report.players),
        "current": "results",
        "report": report,
        "players": [(line, *_in_words(line)) for line in report.players],
        "corrected": corrected_after_posting(),
        "below": _below(report),
        "points_source": results_words.points_source(),
        "no_points": results_words.no_points(event),
        "others": event.tournament.events.exclude(pk=event.pk),
        "form": form,
        "size": paper_size(request, event.tournament),
    }
    return show(request, "hall/report.html", event, rights, context, status=status_of(form))


def _below(report: Report) -> str:
    """The text that high nonqualifiers have in place of a rank."""
    is_shared = len(report.results.high_nonqualifiers) > 1
    if report.results.kept:
        return _("HNQ, shared, as posted") if is_shared else _("HNQ, as posted")
    return _("HNQ, shared") if is_shared else _("HNQ")


def _in_words(line: PlayerLine) -> tuple[str, str, str]:
    """The net as written, the place in words, and why the points are unknown."""
    row = line.row
    place = places_words.place_name(row.place, row.shared) if row.place else ""
    return signed(row.net), place, results_words.why_no_points(row.earned.why) if row.earned else ""


@require_safe
def report_csv(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """All players with card, place, points and money as a spreadsheet, in dollars."""
    this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
    heads = [
        _("Rank"),
        _("Name"),
        _("ACC number"),
        _("Club"),
        _("Seat"),
        _("Game points"),
        _("Games won"),
        *([_("Plus"), _("Minus"), _("Net")] if this_event.records_spread else []),
        _("Qualifier"),
        _("High nonqualifier"),
        _("Place"),
        _("MRP for the card"),
        _("MRP for the playoffs"),
        _("MRP in all"),
        _("Prizes"),
        _("Pools"),
        _("Won in all"),
        corrected_after_posting(),
        _("By the corrected cards"),
    ]
    report = event_report(this_event)
    is_shared = len(report.results.high_nonqualifiers) > 1
    if report.results.kept:
        nonqualifier = _("yes, shared, as posted") if is_shared else _("yes, as posted")
    else:
        nonqualifier = _("yes, shared") if is_shared else _("yes")
    rows = [_cells(line, nonqualifier, records_spread=this_event.records_spread) for line in report.players]
    return spreadsheet(f"{tournament}-{event}-report.csv", [heads, *rows])


def _cells(line: PlayerLine, nonqualifier: str, *, records_spread: bool) -> list[Cell]:
    """The cells of one player; `nonqualifier` is the mark of a high nonqualifier."""
    row, earned = line.row, line.row.earned
    points = (earned.qualifying, earned.playoffs, earned.total) if earned else (None, None, None)
    figures = [row.game_points, row.games_won]
    spreads = [row.plus, row.minus, row.net] if records_spread else []
    return [
        str(row.rank),
        in_full(row.name, row.players),
        row.acc_number,
        line.club,
        row.seat,
        *map(str, [*figures, *spreads]),
        str(row.seed or ""),
        nonqualifier if row.is_high_nonqualifier else "",
        str(row.place or ""),
        *("" if value is None else Decimal(str(value)) for value in points),
        *map(plain_amount, (row.cents, line.pools, line.in_all)),
        "; ".join(line.kept),
        line.by_cards_told,
    ]
