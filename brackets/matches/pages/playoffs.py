"""The pages of the playoffs: the bracket, its poster, and acts on rounds."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from brackets import access
from brackets.bracket.actions import draw_bracket, set_lengths
from brackets.bracket.reads import drawn as drawn_reads
from brackets.bracket.reads import poster as poster_reads
from brackets.bracket.rules.match import LENGTHS, needed_wins
from brackets.bracket.words import bracket as bracket_words
from brackets.bracket.words import playoffs as playoffs_words
from brackets.matches.actions import final as final_actions
from brackets.matches.actions.scoring import record_score
from brackets.matches.actions.timing import schedule_round
from brackets.matches.forms.playoffs import DrawForm, LengthForm, ScoreForm
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
from tournaments.views.page import Attempt, actor_of, cleaned, hall_time, status_of

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
    score_form: ScoreForm | None = None,
    scored: int = 0,
    refused: Refused | None = None,
    refused_round: int = 0,
    refused_what: str = "time",
) -> HttpResponse:
    """The page of the bracket, in one of its views; before the draw, the preview of the draw.

    `refused_round` and `refused_what` ("time", "length") name the control beside which a refusal is shown. The forms
    are those that could not be saved, `scored` the match of `score_form`.
    """
    status = status_of(refused, *([score_form] if score_form else []))
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
    round_shown = refused_round or int(chosen_round or round_to_show)
    round_run = _round_run(page, round_shown, times_form if refused_round else None) if may_set else None
    after = request.GET.get("after", "")
    scores = _scores(request, event, page, round_shown, scored, score_form, after) if round_run else []
    poll_values = {"v": event.revision, "round": chosen_round, "view": view, "q": query}
    context = {
        "page": page,
        "show": round_shown,
        "view": view,
        "wanted": query,
        "poll": urlencode({name: value for name, value in poll_values.items() if value}),
        "run": round_run,
        "scores": scores,
        "types_scores": bool(after or score_form),
        "lengths": [(games, bracket_words.best_of(games)) for games in LENGTHS],
        "length_form": length_form,
        "refused": refused,
        "refused_round": refused_round,
        "refused_what": refused_what,
        "refused_elsewhere": refused_round not in [shown.number for shown in page.rounds if shown.open],
    }
    template = "brackets/matches/bracket.html#bracket" if is_htmx(request) else "brackets/matches/bracket.html"
    return show_page(request, template, event, rights, context, status)


def _round_run(
    page: bracket_page_reads.BracketPage, number: int, times_form: RoundTimesForm | None
) -> tuple[bracket_page_reads.RoundShown, RoundTablesForm, RoundTimesForm] | None:
    """The round with the forms of its tables and times; None once all its matches are over.

    `times_form` is a refused form, which takes the place of the fresh one.
    """
    shown = page.rounds[number - 1] if 1 <= number <= len(page.rounds) else None
    if shown is None or page.champion:
        return None
    tables, times = round_forms(page.bracket, number)
    return shown, tables, times_form or times


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A match of the round with the field for its score. `is_next`: the field gets the cursor."""

    match: drawn_reads.MatchNow
    is_own: bool
    form: ScoreForm
    is_next: bool = False

    @property
    def score(self) -> str:
        """The games won so far, as `2–1`; empty before the first game."""
        top, bottom = self.match.top, self.match.bottom
        if top is None or bottom is None or not self.match.games:
            return ""
        return f"{self.match.won_by(top)}–{self.match.won_by(bottom)}"

    @property
    def example(self) -> str:
        """A score that decides a match of this length."""
        enough = needed_wins(self.match.best_of)
        return f"{enough}-{min(1, enough - 1)}"

    @property
    def is_open(self) -> bool:
        """Whether the user may type a score here now."""
        return self.match.in_play and not self.is_own


def _scores(
    request: HttpRequest,
    event: Event,
    page: bracket_page_reads.BracketPage,
    number: int,
    scored: int,
    score_form: ScoreForm | None,
    after: str,
) -> list[ScoreRow]:
    """The matches of a round with two known players. The cursor goes to the next open one `after` a match, or to the first."""
    own = access.own_numbers(request.user, event, number)
    rows = [
        ScoreRow(match, match.match in own, score_form if score_form and match.match == scored else ScoreForm())
        for match in page.bracket.rounds[number - 1]
        if match.is_ready
    ]
    last = scored - 1 if scored else int(after) if re.fullmatch("[0-9]{1,4}", after) else 0
    still_open = [row.match.match for row in rows if row.is_open]
    following = next((match for match in still_open if match > last), next(iter(still_open), 0))
    return [replace(row, is_next=row.match.match == following) for row in rows]


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
def score(request: HttpRequest, tournament: str, event: str, number: int) -> HttpResponse:
    """Record a match by its score. A script gets the row of that match alone; a browser goes on to the next match."""
    event_row, row, rights = access.match_for(request.user, tournament, event, number, Need.SCORE_MATCH)
    form = ScoreForm(request.POST)
    with Attempt(form):
        cleaned(form)
        record_score(event=event_row, match=number, actor=actor_of(request), **form.games())
        if not is_htmx(request):
            return redirect(
                f"{reverse('brackets:bracket', args=[tournament, event])}?round={row.round}&after={number}#run"
            )
        form = ScoreForm()
    if not is_htmx(request):
        return _bracket_page(request, event_row, rights, score_form=form, refused_round=row.round, scored=number)
    match_now = drawn_reads.match(event_row, number)
    context = {"row": ScoreRow(match_now, is_own=access.own_entry(request.user, row) is not None, form=form)}
    return show_page(request, "brackets/matches/score.html", event_row, rights, context, status_of(form))


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
