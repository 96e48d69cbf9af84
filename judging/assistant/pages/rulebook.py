"""The rulebook for judges: rules of the tournament's edition in our words, changes between editions, and a search."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from judging import access
from judging.assistant.pages.assistant import LONGEST_SEARCH, assistant_page
from judging.assistant.reads import assistant as assistant_reads
from judging.rulebook.reads import rulebook as rulebook_reads
from judging.rulebook.words.rulebook import RULES
from tournaments.rules.edition import Edition


@require_safe
def rules(request: HttpRequest, tournament: str) -> HttpResponse:
    """Show the rules that match the query `q`, in both editions.

    Without a query, show every rule of the edition by chapter, then the rules that only the other edition has.
    """
    tournament_row, rights = access.assistant_for(request.user, tournament)
    edition = Edition(tournament_row.edition)
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    search_result = rulebook_reads.look(query, edition) if query else None
    context = {
        "query": query,
        "edition": edition.value,
        "found": search_result,
        # What the rules lack may be among the cases.
        "cases": assistant_reads.find_subjects(query).subjects if search_result and not search_result.rules else (),
        "chapters": () if query else _chapters(edition),
        "speech": rulebook_reads.speech_values(),
    }
    return assistant_page(request, "judging/assistant/rules.html", tournament_row, rights, "rules", context)


def _chapters(edition: Edition) -> list[dict[str, object]]:
    """The chapters of this edition with their rules; the last one has the rules of the other edition only."""
    all_rules = (*rulebook_reads.entries(edition), *rulebook_reads.entries_elsewhere(edition))
    pages = [rulebook_reads.rule_page(shown.key, edition) for shown in all_rules]
    elsewhere = _("Only in the edition of 2020") if edition is Edition.CLASSIC else _("Only in the classic edition")
    return [
        {
            "title": title or elsewhere,
            "rules": [
                {
                    "page": page,
                    "finds": str(RULES[page.rule.key].finds),
                    "numbers": "|".join(page.rule.numbers),
                }
                for page in of_chapter
            ],
        }
        for title, of_chapter in groupby(pages, key=lambda page: page.rule.chapter)
    ]


@require_safe
def rule(request: HttpRequest, tournament: str, key: str) -> HttpResponse:
    """Show one rule in both editions, what changed, the rules above and below it, and the cases that rest on it."""
    tournament_row, rights = access.assistant_for(request.user, tournament)
    try:
        page = rulebook_reads.rule_page(key, Edition(tournament_row.edition))
    except KeyError:
        raise Http404(_("No edition has such a rule.")) from None
    context = {
        "rule": key,
        "page": page,
        "edition": tournament_row.edition,
        "cases": assistant_reads.subjects_citing(key),
    }
    return assistant_page(request, "judging/assistant/rule.html", tournament_row, rights, "rules", context)
