"""The pages of the playoffs: the bracket, its poster, and acts on rounds."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from brackets import access
from brackets.bracket.actions import draw_bracket, set_lengths
from brackets.bracket.reads import drawn as drawn_reads
from brackets.bracket.reads import poster as poster_reads
from brackets.bracket.rules.match import LENGTHS
from brackets.bracket.words import bracket as bracket_words
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.actions import final as final_actions
from brackets.matches.actions.timing import schedule_round
from brackets.matches.forms.playoffs import DrawForm, LengthForm
from brackets.matches.forms.running import RoundTablesForm, RoundTimesForm
from brackets.matches.pages.page import round_forms, show_page, times_of, well_formed, where_beside
from brackets.matches.reads import bracket_page as bracket_page_reads
from brackets.matches.reads.wall import wall_pages
from brackets.matches.words import running as running_words
from tournaments.access import Need, Rights, event_for
from tournaments.entrants.pages.paper import paper_size
from tournaments.errors import Refused
from tournaments.http import is_htmx
from tournaments.live import polled
from tournaments.models import Event
from tournaments.views.page import Attempt, actor_of, hall_time, status_of

LONGEST_SEARCH = 80


# --- The bracket -----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
@polled(access.PART)
def bracket(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The whole bracket, kept up to date; before it is drawn, a preview of the draw. A POST draws it."""
    if request.method == "POST":
        return _draw(request, tournament, event)
    event_row, rights = event_for(request.user, tournament, event, part=access.PART)
    if is_htmx(request) and request.GET.get("v") == str(event_row.revision):
        return HttpResponse(status=204)
    if is_htmx(request) and "waiting" in request.GET:
        return _still_waiting(event_row)
    return _bracket_page(request, event_row, rights)


def _still_waiting(event: Event) -> HttpResponse:
    """The answer to a page that waits for the bracket: no content, with a reload once the bracket is drawn."""
    answer = HttpResponse(status=204)
    if drawn_reads.is_drawn(event):
        answer["HX-Refresh"] = "true"
    return answer


def _bracket_page(
    request: HttpRequest,
    event: Event,
    rights: Rights,
    *,
    draw_form: DrawForm | None = None,
    length_form: LengthForm | None = None,
    times_form: RoundTimesForm | None = None,
    refused: Refused | None = None,
    refused_round: int = 0,
    refused_what: str = "time",
) -> HttpResponse:
    """The page of the bracket, in one of its views; before the draw, the preview of the draw.

    `refused_round` and `refused_what` ("time", "length") name the control beside which a refusal is shown. The forms
    are those that could not be saved.
    """
    status = status_of(refused)
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    view = request.GET.get("view", "") if request.GET.get("view") in ("list", "wall") else ""
    # Everybody in the hall sees the wall, so it ignores the rights of the user who opened it.
    uses_rights = view != "wall"
    page = bracket_page_reads.bracket_page(
        event,
        query,
        with_claims=uses_rights and rights.may(Need.SCORE_MATCH),
        to_staff=uses_rights and rights.any,
    )
    if page is None and is_htmx(request):
        # The bracket on this page was taken back.
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    if page is None:
        outlook = bracket_page_reads.outlook(event)
        if outlook and draw_form is None:
            draw_form = DrawForm(rounds=outlook.rounds, usual=event.best_of)
        has_one_qualifier = not outlook and event.posted_at is not None and not event.ends_with_ranking
        context_before_draw = {
            "outlook": outlook,
            "form": draw_form,
            "refused": refused,
            "one_qualifier": has_one_qualifier,
        }
        return show_page(request, "brackets/matches/not_drawn.html", event, rights, context_before_draw, status)
    sent_round = request.GET.get("round", "")
    chosen_round = sent_round if sent_round in [str(shown.number) for shown in page.rounds] else ""
    if view == "wall" and refused is None:
        return _wall_page(request, event, rights, page)
    # A search that finds one player shows the last round that this player has reached.
    round_to_show = page.found[0].round if len(page.found) == 1 else page.current_round
    may_set = rights.may(Need.SCORE_MATCH) and not is_htmx(request)
    rounds_to_set = _rounds_to_set(page, refused_round, times_form) if may_set else []
    poll_values = {"v": event.revision, "round": chosen_round, "view": view, "q": query}
    context = {
        "page": page,
        "show": int(chosen_round) if chosen_round else round_to_show,
        "view": view,
        "wanted": query,
        "poll": urlencode({name: value for name, value in poll_values.items() if value}),
        "to_set": rounds_to_set,
        "lengths": [(games, bracket_words.best_of(games)) for games in LENGTHS],
        "length_form": length_form,
        "refused": refused,
        "refused_round": refused_round,
        "refused_what": refused_what,
        "refused_elsewhere": refused_round not in [shown.number for shown in page.rounds if shown.open],
    }
    template = "brackets/matches/bracket.html#bracket" if is_htmx(request) else "brackets/matches/bracket.html"
    return show_page(request, template, event, rights, context, status)


def _rounds_to_set(
    page: bracket_page_reads.BracketPage, refused_round: int, times_form: RoundTimesForm | None
) -> list[tuple[bracket_page_reads.RoundShown, RoundTablesForm, RoundTimesForm]]:
    """The rounds with an open match, each with the forms of its tables and times.

    `times_form` is a refused form of round `refused_round`, which takes the place of the fresh one.
    """
    rounds = []
    for shown in page.rounds:
        if shown.open:
            tables, times = round_forms(page.bracket, shown.number)
            if times_form is not None and shown.number == refused_round:
                times = times_form
            rounds.append((shown, tables, times))
    return rounds


def _wall_page(
    request: HttpRequest, event: Event, rights: Rights, page: bracket_page_reads.BracketPage
) -> HttpResponse:
    """The bracket for a projector; its only control leads back to the normal view."""
    template = "brackets/matches/wall.html#wall" if is_htmx(request) else "brackets/matches/wall.html"
    poll = urlencode({"v": event.revision, "view": "wall"})
    return show_page(request, template, event, rights, {"page": page, "wall": wall_pages(page), "poll": poll})


def _draw(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Draw the bracket with the sent lengths of its rounds."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    outlook = bracket_page_reads.outlook(event_row)
    form = DrawForm(request.POST, rounds=outlook.rounds if outlook else 0, usual=event_row.best_of)
    with Attempt() as attempt:
        well_formed(form)
        draw_bracket(event=event_row, rounds=form.lengths(), actor=actor_of(request))
        messages.success(request, _("The bracket is drawn. Set the times, then record the games match by match."))
        return redirect("brackets:bracket", tournament, event)
    return _bracket_page(request, event_row, rights, draw_form=form, refused=attempt.refused)


@require_POST
def round_schedule(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Set the start of all matches of a round at once."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    drawn = drawn_reads.bracket(event_row)
    has_round = drawn is not None and 1 <= number <= len(drawn.rounds)
    with hall_time(event_row):
        matches = times_of(drawn, number) if drawn is not None and has_round else {}
        form = RoundTimesForm(request.POST, matches=matches, auto_id=f"round-{number}-%s")
        form.is_valid()
    with Attempt() as attempt:
        result = schedule_round(
            event=event_row,
            round_number=number,
            scheduled_at=well_formed(form)["scheduled_at"],
            read=form.times_read(),
            actor=actor_of(request),
        )
        messages.success(request, playoffs_words.scheduled(result.changed))
        for match in result.own_numbers:
            messages.warning(request, running_words.own_time(match))
        return redirect("brackets:bracket", tournament, event)
    refused = attempt.refused and attempt.refused.moved(lambda name: name.replace("times.", "time_"))
    where = where_beside(refused, form, "time")
    return _bracket_page(
        request, event_row, rights, times_form=form, refused=refused, refused_round=number, refused_what=where
    )


@require_POST
def round_length(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Set the match length of a round until it begins."""
    event_row, rights = event_for(request.user, tournament, event, Need.DIRECT)
    form = LengthForm(request.POST)
    with Attempt() as attempt:
        best_of = well_formed(form)["best_of"]
        read = {str(number): games for games in form.read.values()}
        set_lengths(event=event_row, rounds={number: best_of}, read=read, actor=actor_of(request))
        messages.success(request, bracket_words.length_set(number, best_of))
        return redirect("brackets:bracket", tournament, event)
    refused = attempt.refused and attempt.refused.moved(lambda name: "best_of" if name == str(number) else name)
    where = where_beside(refused, form, "length")
    return _bracket_page(
        request, event_row, rights, length_form=form, refused=refused, refused_round=number, refused_what=where
    )


@require_POST
def announce_final(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """Show everybody how the final goes."""
    event_row, _rights = event_for(request.user, tournament, event, Need.DIRECT)
    final_actions.announce_final(event=event_row, actor=actor_of(request))
    messages.success(request, _("The final is announced: everybody sees it now."))
    return redirect("brackets:bracket", tournament, event)


@require_safe
def poster(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The current bracket on paper, or seeds only: one sheet up to 32 lines, several beyond."""
    event_row, rights = event_for(request.user, tournament, event, part=access.PART)
    is_blank = request.GET.get("blank") == "1"
    page = poster_reads.poster(event_row, blank=is_blank, to_staff=rights.any)
    if page is None:
        raise Http404(_("The bracket is not drawn yet. The director draws it from the posted qualifiers."))
    size = "tabloid" if request.GET.get("paper") == "tabloid" else paper_size(request, event_row.tournament)
    return show_page(
        request, "brackets/matches/poster.html", event_row, rights, {"page": page, "size": size, "is_blank": is_blank}
    )
