"""The page that sets tables of the matches of a round."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from brackets import access
from brackets.bracket.reads.drawn import bracket
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.actions.match_tables import place_round
from brackets.matches.forms.running import RoundTablesForm
from brackets.matches.pages.page import open_matches, show_page
from brackets.matches.words import running as running_words
from tournaments.access import Need, event_for
from tournaments.views.page import Attempt, actor_of, cleaned, posted, status_of


@require_http_methods(["GET", "HEAD", "POST"])
def round_tables(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Set the tables of the open matches of a round, singly or by numbering them from a first table on."""
    event_row, rights = event_for(request.user, tournament, event, Need.SCORE_MATCH)
    drawn = bracket(event_row)
    if drawn is None or not 1 <= number <= len(drawn.rounds):
        raise Http404(
            _("There is no round %(number)s: the bracket is not drawn yet or is smaller.") % {"number": number}
        )
    own_numbers = set(access.own_numbers(request.user, event_row, number))
    open_tables = {match: (title, state.table) for match, (title, state) in open_matches(drawn, number).items()}
    form = RoundTablesForm(posted(request), matches=open_tables, own=own_numbers)
    with Attempt(form, place=lambda field: field.replace("tables.", "table_")):
        first = cleaned(form)["first"]
        result = place_round(
            event=event_row,
            round_number=number,
            tables=form.tables(),
            first=first,
            read=form.tables_read(),
            actor=actor_of(request),
        )
        messages.success(request, running_words.placed(result.changed))
        for match in result.own_numbers:
            messages.warning(request, running_words.own_table(match))
        return redirect("brackets:bracket", tournament, event)
    context = {
        "form": form,
        "number": number,
        "not_own": [running_words.own_table(match) for match in open_tables if match in own_numbers],
        "round_name": playoffs_words.round_name(number, len(drawn.rounds)),
    }
    return show_page(request, "brackets/matches/tables.html", event_row, rights, context, status_of(form))
