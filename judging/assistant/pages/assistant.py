"""The judges' assistant: kinds of cases with their questions and decisions, and the counters.

Every page works without a script; with one it answers at once and offline.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from judging import access
from judging.assistant import words as assistant_words
from judging.assistant.reads import assistant as assistant_reads
from judging.assistant.reads.in_force import muggins_in_force
from judging.rulebook.reads import rulebook as rulebook_reads
from judging.rulebook.reads.board import PegShown
from judging.rulebook.rules.cards import KING, RANKS, SIGNS, value
from judging.rulebook.rules.engine import Side
from judging.rulebook.rules.hands import count_hand as count_of_hand
from judging.rulebook.rules.hands import read_hand
from judging.rulebook.rules.play import FOUR_HANDED, TWO_HANDED, read_play
from judging.rulebook.rules.play import count_play as count_of_play
from judging.rulebook.rules.subjects import SUBJECTS
from judging.rulebook.words import counters as counters_words
from judging.rulebook.words.of_cases import Words
from judging.rulebook.words.subjects import WORDS
from tournaments.access import Rights
from tournaments.models import Tournament
from tournaments.rules.edition import Edition
from tournaments.rules.finding import Finding
from tournaments.views.page import show

LONGEST_SEARCH = 80
LONGEST_PLAY = 200
"""Longer than sixteen cards with every go between them."""
KEPT_FOR = "X-Judge-User"
"""The user for whom a phone may keep a page; the service worker keeps no other."""
HANDED = {"2": TWO_HANDED, "4": FOUR_HANDED}
_FRAGMENT = "judging/assistant/decision.html"


@require_safe
def assistant(request: HttpRequest, tournament: str) -> HttpResponse:
    """Every kind of case and guidance, and one search for these and for rules."""
    tournament_row, rights = access.assistant_for(request.user, tournament)
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    subjects = (
        assistant_reads.find_subjects(query) if query else assistant_reads.SubjectsFound(assistant_reads.subjects())
    )
    rules = rulebook_reads.look(query, Edition(tournament_row.edition)) if query else rulebook_reads.RulesFound()
    context = {
        "query": query,
        "edition": tournament_row.edition,
        "found_subjects": subjects,
        "subjects": [shown for shown in subjects.subjects if shown.is_case],
        "customs": [shown for shown in subjects.subjects if not shown.is_case],
        "found_rules": rules,
        "rules": rules.rules,
    }
    return assistant_page(request, "judging/assistant/index.html", tournament_row, rights, "cases", context)


@require_safe
def case(request: HttpRequest, tournament: str, subject: str) -> HttpResponse:
    """One kind of case; the answers are in the URL, the decision is on the page."""
    tournament_row, rights = access.assistant_for(request.user, tournament)
    known = assistant_reads.subject_of(subject)
    if known is None:
        raise Http404(_("The assistant knows no such kind of case."))
    edition = Edition(tournament_row.edition)
    asked = assistant_reads.case(known, edition, request.GET.dict(), muggins_in_force(tournament_row))
    table = assistant_reads.case_values(
        known,
        edition,
        lambda decision: render_to_string(_FRAGMENT, {"decision": decision, "edition": edition.value}),
    )
    context = {
        "subject": subject,
        "is_case": known in SUBJECTS,
        "case": asked,
        "rows": assistant_reads.table_rows(edition, asked.answers) if subject == assistant_reads.WITH_TABLE else (),
        "sides": _sides(WORDS[subject].sides, asked.board.pegs),
        "ranks": _ranks(),
        "table": {
            **table,
            "names": {hole: str(name) for hole, name in assistant_words.HOLES.items()},
            "known": asked.known,
        },
    }
    return assistant_page(request, "judging/assistant/subject.html", tournament_row, rights, "cases", context)


def _sides(names: Mapping[str, Words], pegs: tuple[PegShown, ...]) -> list[dict[str, Any]]:
    """Both sides of the board by name, each with its peg if one moves."""
    by_side = {peg.side: peg for peg in pegs}
    return [
        {
            "code": side.value,
            "name": names[side.value],
            "peg": (peg := by_side.get(side.value)),
            "before": _hole(peg.before) if peg else "",
            "after": _hole(peg.after) if peg else "",
        }
        for side in Side
    ]


def _hole(hole: int | None) -> str:
    return assistant_reads.OPEN_FIGURE if hole is None else str(assistant_words.HOLES.get(hole, hole))


def _ranks() -> list[tuple[str, int]]:
    """The symbols of ranks, each with its value in a count."""
    return [(RANKS[rank - 1], value(rank)) for rank in range(1, KING + 1)]


@require_safe
def count_hand(request: HttpRequest, tournament: str) -> HttpResponse:
    """The counter of a hand or a crib: every score with its cards."""
    tournament_row, rights = access.assistant_for(request.user, tournament)
    texts = {name: request.GET.get(name, "")[:LONGEST_SEARCH] for name in ("cards", "starter")}
    is_crib = bool(request.GET.get("crib"))
    hand = read_hand(texts["cards"], texts["starter"]) if any(texts.values()) else None
    fault = hand if isinstance(hand, Finding) else None
    count = None if hand is None or isinstance(hand, Finding) else count_of_hand(hand.cards, hand.starter, crib=is_crib)
    context = {
        **texts,
        "is_crib": is_crib,
        "count": count,
        "scores": [(counters_words.KINDS[score.kind], score) for score in count.scores] if count else (),
        "fault": counters_words.finding(fault) if fault else "",
        "ranks": _ranks(),
        "suits": [(suit.value, SIGNS[suit], name) for suit, name in assistant_words.SUITS.items()],
        "slots": range(1, 5),
        "counter_words": _counter_words(),
    }
    return assistant_page(request, "judging/assistant/hand.html", tournament_row, rights, "hand", context)


@require_safe
def count_play(request: HttpRequest, tournament: str) -> HttpResponse:
    """The counter of the play: every card with its count and what it scores."""
    tournament_row, rights = access.assistant_for(request.user, tournament)
    text = request.GET.get("said", "")[:LONGEST_PLAY]
    handed = request.GET.get("players", "2")
    held = HANDED.get(handed, TWO_HANDED)
    plays = read_play(text)
    play = plays if isinstance(plays, Finding) else count_of_play(plays, held)
    names = assistant_words.players(len(held))
    context = {
        "said": text,
        "handed": str(len(held)),
        "fault": counters_words.finding(play) if isinstance(play, Finding) else "",
        "play": None if isinstance(play, Finding) else assistant_reads.play_shown(play, names),
        "ranks": _ranks(),
        "counter_words": {
            **_counter_words(),
            "go": _("Go"),
            "could_have": _("could have played:"),
            "players": {number: assistant_words.players(int(number)) for number in HANDED},
            "held": {number: list(cards) for number, cards in HANDED.items()},
        },
    }
    return assistant_page(request, "judging/assistant/play.html", tournament_row, rights, "play", context)


def _counter_words() -> dict[str, Any]:
    return {
        "kinds": {kind.value: str(name) for kind, name in counters_words.KINDS.items()},
        "faults": {code: str(sentence) for code, sentence in counters_words.FAULTS.items()},
        "ranks": list(RANKS),
    }


def assistant_page(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    rights: Rights,
    place: str,
    context: Mapping[str, Any],
) -> HttpResponse:
    """Render a page of the assistant that this user's browser may keep, with the list of pages to keep."""
    slug = tournament.slug
    pages = [
        reverse("judging:assistant", args=[slug]),
        *(reverse("judging:case", args=[slug, subject.key]) for subject in assistant_reads.subjects()),
        *(reverse(f"judging:{name}", args=[slug]) for name in ("count_hand", "count_play", "rulebook")),
    ]
    muggins = muggins_in_force(tournament).sentence
    stamp = f"{settings.VERSION} {tournament.edition} {get_language()} {request.user.pk} {muggins}"
    everywhere = {"current": "assistant", "place": place, "keeping": {"pages": pages, "stamp": stamp}}
    answer = show(request, template, tournament, rights, {**everywhere, **context})
    answer[KEPT_FOR] = str(request.user.pk)
    return answer


@require_safe
@never_cache
def assistant_worker(request: HttpRequest, tournament: str) -> HttpResponse:
    """The service worker that keeps the assistant's pages offline; its URL sets its scope."""
    access.assistant_for(request.user, tournament)
    address = staticfiles_storage.url("js/judge-worker.js")
    return HttpResponse(f'importScripts("{address}");\n', content_type="text/javascript; charset=utf-8")
