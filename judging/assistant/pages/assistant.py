"""The judges' assistant: kinds of cases with their questions and decisions, and the counters.

Every page works without JavaScript. With JavaScript it answers at once, and also offline.
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
"""The longest text of a play, in characters: more than sixteen cards with every go between them."""
KEPT_FOR = "X-Judge-User"
"""The header with the user for whom a phone may keep the page. The service worker keeps no page without it."""
HANDED = {"2": TWO_HANDED, "4": FOUR_HANDED}
_FRAGMENT = "judging/assistant/decision.html"


@require_safe
def assistant(request: HttpRequest, tournament: str) -> HttpResponse:
    """Show every kind of case and guidance, with one search for these and for rules."""
    tournament_row, rights = access.assistant_for(request.user, tournament)
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    if query:
        subjects = assistant_reads.find_subjects(query)
        rules = rulebook_reads.look(query, Edition(tournament_row.edition))
    else:
        subjects = assistant_reads.SubjectsFound(assistant_reads.subjects())
        rules = rulebook_reads.RulesFound()
    context = {
        "query": query,
        "edition": tournament_row.edition,
        "found_subjects": subjects,
        "subjects": [shown for shown in subjects.subjects if shown.is_case],
        "customs": [shown for shown in subjects.subjects if not shown.is_case],
        "found_rules": rules,
        "rules": rules.rules,
        "speech": rulebook_reads.speech_values(),
    }
    return assistant_page(request, "judging/assistant/index.html", tournament_row, rights, "cases", context)


@require_safe
def case(request: HttpRequest, tournament: str, subject: str) -> HttpResponse:
    """Show one kind of case: its questions, and the decision for the answers in the URL."""
    tournament_row, rights = access.assistant_for(request.user, tournament)
    case_subject = assistant_reads.subject_of(subject)
    if case_subject is None:
        raise Http404(_("The assistant knows no such kind of case."))
    edition = Edition(tournament_row.edition)
    shown = assistant_reads.case(case_subject, edition, request.GET.dict(), muggins_in_force(tournament_row))
    # The data from which the script answers without the server.
    script_data = assistant_reads.case_values(
        case_subject,
        edition,
        lambda decision: render_to_string(_FRAGMENT, {"decision": decision, "edition": edition.value}),
    )
    script_data["names"] = {hole: str(name) for hole, name in assistant_words.HOLES.items()}
    script_data["known"] = shown.known
    context = {
        "subject": subject,
        "is_case": case_subject in SUBJECTS,
        "case": shown,
        "rows": assistant_reads.table_rows(edition, shown.answers) if subject == assistant_reads.WITH_TABLE else (),
        "sides": _sides(WORDS[subject].sides, shown.board.pegs),
        "ranks": _ranks(),
        "table": script_data,
    }
    return assistant_page(request, "judging/assistant/subject.html", tournament_row, rights, "cases", context)


def _sides(names: Mapping[str, Words], pegs: tuple[PegShown, ...]) -> list[dict[str, Any]]:
    """Both sides of the board: code, name, the peg if one moves, and the names of its holes before and after."""
    peg_by_side = {peg.side: peg for peg in pegs}
    sides = []
    for side in Side:
        peg = peg_by_side.get(side.value)
        sides.append(
            {
                "code": side.value,
                "name": names[side.value],
                "peg": peg,
                "before": _hole(peg.before) if peg else "",
                "after": _hole(peg.after) if peg else "",
            }
        )
    return sides


def _hole(hole: int | None) -> str:
    """The name or the number of a hole; an ellipsis while it is not known."""
    return assistant_reads.OPEN_FIGURE if hole is None else str(assistant_words.HOLES.get(hole, hole))


def _ranks() -> list[tuple[str, int]]:
    """The ranks, each as a pair of its symbol and its value in a count."""
    return [(RANKS[rank - 1], value(rank)) for rank in range(1, KING + 1)]


@require_safe
def count_hand(request: HttpRequest, tournament: str) -> HttpResponse:
    """Show the counter of a hand or a crib: every score with its cards."""
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
    """Show the counter of the play: every card with its count and its scores."""
    tournament_row, rights = access.assistant_for(request.user, tournament)
    text = request.GET.get("said", "")[:LONGEST_PLAY]
    cards_dealt = HANDED.get(request.GET.get("players", "2"), TWO_HANDED)
    plays = read_play(text)
    play = plays if isinstance(plays, Finding) else count_of_play(plays, cards_dealt)
    names = assistant_words.players(len(cards_dealt))
    context = {
        "said": text,
        "handed": str(len(cards_dealt)),
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
    """The words that the scripts of both counters need."""
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
    """Render a page of the assistant that this user's browser may keep, with the list of all pages to keep.

    `place` is the entry of the assistant's menu. The `stamp` changes if the pages must be fetched anew.
    """
    slug = tournament.slug
    pages = [
        reverse("judging:assistant", args=[slug]),
        *(reverse("judging:case", args=[slug, subject.key]) for subject in assistant_reads.subjects()),
        *(reverse(f"judging:{name}", args=[slug]) for name in ("count_hand", "count_play", "rulebook")),
    ]
    muggins = muggins_in_force(tournament).sentence
    stamp = f"{settings.VERSION} {tournament.edition} {get_language()} {request.user.pk} {muggins}"
    common = {"current": "assistant", "place": place, "keeping": {"pages": pages, "stamp": stamp}}
    response = show(request, template, tournament, rights, {**common, **context})
    response[KEPT_FOR] = str(request.user.pk)
    return response


@require_safe
@never_cache
def assistant_worker(request: HttpRequest, tournament: str) -> HttpResponse:
    """Send the service worker that keeps the assistant's pages offline. Its URL sets its scope."""
    access.assistant_for(request.user, tournament)
    address = staticfiles_storage.url("js/judge-worker.js")
    return HttpResponse(f'importScripts("{address}");\n', content_type="text/javascript; charset=utf-8")
