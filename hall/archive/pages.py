"""The archive of results, for everybody: a page for each year, and a search through all of them."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from hall.archive import reads, words
from tournaments.live import keeps_up, state_shown

PAGE_SIZE = 100
LONGEST_SEARCH = 80
NAMES_ABOUT = 3


@require_safe
@keeps_up
def results(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """The finished tournaments of a year, by default the newest, or what `?q=` finds in all years."""
    years = reads.years()
    search = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    if year is not None and year not in years:
        raise Http404(words.no_such_year(year))
    if year is None and not search:
        year = next(iter(years), None)
    page = Paginator(reads.find(search, year), PAGE_SIZE).get_page(request.GET.get("page"))
    shown = reads.shown(page.object_list)
    context = {
        "years": years,
        "year": year,
        "wanted": search,
        "page": page,
        "tournaments": shown,
        "empty": words.nothing(search, year),
        "about": words.about(year, [tournament.name for tournament in shown[:NAMES_ABOUT]], page.paginator.count),
        "follows": state_shown(request),
    }
    return render(request, "hall/results.html", context)
