"""A season with its table, tonight's night, typed nights, and a season brought in from paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import words
from clubs.access import ClubRights, club_for, night_in, season_in
from clubs.actions import seasons as seasons_actions
from clubs.actions.nights import (
    NightPlan,
    ResultPlan,
    add_night,
    add_nights,
    correct_night,
    find_day_faults,
    find_night_faults,
    put_back_night,
    start_night,
    take_out_night,
)
from clubs.actions.seasons import change_season
from clubs.forms import (
    BringInForm,
    CorrectionForm,
    NightForm,
    SeasonForm,
    SheetAnswersForm,
    TakeOutForm,
    TonightForm,
)
from clubs.models import Club, Night, Season
from clubs.pages.clubs import READ, actor_of, show
from clubs.reads.bringing_in import SeasonRead, season_read
from clubs.reads.clubs import current_season, last_fee, last_players, playing_on
from clubs.reads.log import last_change
from clubs.reads.seats import USUAL_GAMES, fits, what_fits
from clubs.reads.table import (
    cards_awaited,
    night_results,
    nights_shown,
    played_in,
    results_by_member,
    season_table,
    strangers_at,
    uneven_at,
)
from clubs.rules.totals import Totals
from tournaments.errors import Fault, Refused
from tournaments.models import Event
from tournaments.money.words import amount
from tournaments.rules.last_name import by_last_name
from tournaments.views.page import Attempt, cleaned, spreadsheet

SEASON_COLUMNS = ("name", "starts_on", "nights", "points", "sanctioned")

# --- The season --------------------------------------------------------------------------------------------------------


@require_http_methods(READ)
def season(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """The table of a season and its nights. A POST of the director changes the season."""
    this_club, rights = club_for(request.user, club, directs=request.method == "POST")
    this_season = season_in(this_club, season)
    form = None
    if request.method == "POST":
        form = SeasonForm(request.POST)
        with Attempt(form):
            cleaned(form)
            seen = form.cleaned_data["seen"]
            change_season(season=this_season, changes=form.values(), seen=seen, actor=actor_of(request))
            messages.success(request, _("Saved. The table has changed with it."))
            return redirect("clubs:season", club, season)
    played = played_in(this_season)
    context: dict[str, Any] = {
        "season": this_season,
        "table": season_table(this_season, played),
        "nights": nights_shown(this_season, played),
        "explained": words.points_explained(this_season),
    }
    if rights.directs:
        initial = {name: getattr(this_season, name) for name in SEASON_COLUMNS}
        initial["seen"] = last_change(this_club, "season", this_season.slug)
        context["form"] = form or SeasonForm(initial=initial)
        context["out"] = this_season.played.filter(withdrawn_at__isnull=False)
    return show(request, "clubs/season.html", this_club, rights, context, form)


@require_POST
def take_out_season(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Remove a season that has no nights left."""
    this_club, _rights = club_for(request.user, club, directs=True)
    this_season = season_in(this_club, season)
    with Attempt() as tried:
        seasons_actions.take_out_season(season=this_season, actor=actor_of(request))
        sentence = _("The season %(name)s is taken out. It can be put back on this page.")
        messages.success(request, sentence % {"name": this_season.name})
        return redirect("clubs:club", club)
    assert tried.refused is not None
    messages.error(request, tried.refused.message)
    return redirect("clubs:season", club, season)


@require_POST
def put_back_season(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Restore a removed season."""
    this_club, _rights = club_for(request.user, club, directs=True)
    this_season = season_in(this_club, season, out=True)
    seasons_actions.put_back_season(season=this_season, actor=actor_of(request))
    messages.success(request, _("The season %(name)s is back.") % {"name": this_season.name})
    return redirect("clubs:season", club, season)


@require_safe
def season_csv(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """The table of a season as a spreadsheet."""
    this_club, _rights = club_for(request.user, club)
    this_season = season_in(this_club, season)
    heads = [
        _("Rank"),
        _("Name"),
        _("Kind"),
        _("Points"),
        _("Nights"),
        _("Games won"),
        _("Games"),
        _("Won in percent"),
        _("Net"),
        _("Skunks won"),
        _("Skunks lost"),
        _("Grand slams"),
        _("Best card"),
        _("28 hands"),
        _("29 hands"),
        _("Nights not sanctioned"),
        _("Note"),
    ]
    rows = [
        [
            str(row.rank),
            row.name,
            row.kind_label,
            Decimal(f"{row.figures.points}.0"),
            str(row.figures.nights),
            *(
                [str(row.figures.games_won), str(row.figures.games), Decimal(row.figures.win_percentage)]
                if row.figures.knows_won
                else ["", "", ""]
            ),
            str(row.figures.net) if row.figures.knows_net else "",
            str(row.figures.skunks_won) if row.figures.knows_won else "",
            "" if row.figures.skunks_lost is None else str(row.figures.skunks_lost),
            str(row.figures.grand_slams) if row.figures.knows_won else "",
            str(row.figures.best_card),
            str(row.figures.hands_28),
            str(row.figures.hands_29),
            str(row.figures.nights_unsanctioned),
            row.note,
        ]
        for row in season_table(this_season).rows
    ]
    return spreadsheet(f"{this_club.slug}-{this_season.slug}.csv", [heads, *rows])


# --- A night with cards ------------------------------------------------------------------------------------------------


@require_http_methods(READ)
def tonight(request: HttpRequest, club: str) -> HttpResponse:
    """Start a night with cards. The players of the last one are ticked at first."""
    this_club, rights = club_for(request.user, club, directs=True)
    today = timezone.localdate()
    people = playing_on(this_club, today)
    form = _tonight_form(request, this_club, today, {member.pk for member in people})
    form.choose("season", [(season.slug, season.name) for season in this_club.standing_seasons()])
    form.choose("members", [(str(member.pk), member.name) for member in people])
    if request.method == "POST":
        with Attempt(form, place=lambda field: field.partition(".")[0]):
            values = cleaned(form)
            this_season = season_in(this_club, values.pop("season"))
            keys = [int(key) for key in values.pop("members")]
            _refuse_no_seats(form, len(keys))
            night = start_night(season=this_season, **values, members=keys, actor=actor_of(request))
            assert night.event is not None
            messages.success(request, _("Night %(n)d is begun. Draw the seats next.") % {"n": night.number})
            return redirect("tournaments:seating", night.event.tournament.slug, night.event.slug)
    context = {"form": form, "people": people}
    return show(request, "clubs/tonight.html", this_club, rights, context, form)


def _tonight_form(request: HttpRequest, club: Club, today: Any, here: set[int]) -> TonightForm:
    if request.method == "POST":
        return TonightForm(request.POST)
    season = current_season(club, today)
    expected = last_players(club) & here
    games, movement = what_fits(len(expected), USUAL_GAMES)
    initial = {
        "games": games,
        "movement": movement,
        "date": today,
        "season": season.slug if season else None,
        "sanctioned": season.sanctioned if season else True,
        "fee_cents": last_fee(club),
        "members": [str(key) for key in expected],
    }
    return TonightForm(initial=initial)


def _refuse_no_seats(form: TonightForm, players: int) -> None:
    """Raise Refused `impossible` if so many people cannot play these games; the form then proposes games that fit."""
    games, movement = form.cleaned_data["games"], form.cleaned_data["movement"]
    if players < 2 or fits(players, games, movement):
        return
    fitting_games, fitting_movement = what_fits(players, games)
    assert isinstance(form.data, QueryDict)
    filled_in = form.data.copy()
    filled_in["games"], filled_in["movement"] = str(fitting_games), fitting_movement
    form.data = filled_in
    message = words.no_seats(players, games, fitting_games, str(Event.Movement(fitting_movement).label))
    raise Refused("impossible", message, faults=[Fault("games", "impossible", message)])


# --- A night without cards ---------------------------------------------------------------------------------------------


def _cell(plans: Sequence[ResultPlan], field: str) -> str:
    """Return the form's field for the field of a fault: `results.3.net` is the net of the member in the fourth row."""
    parts = field.split(".")
    if parts[0] != "results" or len(parts) < 3:
        return field
    figure = "game_points" if parts[2] == "member" else parts[2]
    return f"{figure}-{plans[int(parts[1])].member}"


@require_http_methods(READ)
def new_night(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Type the totals of a night that was played on paper."""
    this_club, rights = club_for(request.user, club, directs=True)
    this_season = season_in(this_club, season)
    today = timezone.localdate()
    here = last_players(this_club) & {member.pk for member in playing_on(this_club, today)}
    form = NightForm(
        request.POST if request.method == "POST" else None,
        members=playing_on(this_club, this_season.starts_on),
        expected=here,
        initial={"date": today, "sanctioned": this_season.sanctioned, "fee_cents": last_fee(this_club)},
    )
    if request.method == "POST":
        plans: list[ResultPlan] = []
        with Attempt(form, place=lambda field: _cell(plans, field)):
            values = cleaned(form)
            plans += [ResultPlan(key, **totals._asdict()) for key, totals in form.typed().items()]
            night = add_night(
                season=this_season,
                date=values["date"],
                games=values["games"],
                sanctioned=values["sanctioned"],
                fee_cents=values["fee_cents"],
                results=plans,
                actor=actor_of(request),
            )
            messages.success(request, _("Night %(n)d is in the table.") % {"n": night.number})
            if night.date > today:
                messages.warning(request, words.still_to_come(night.date))
            return redirect("clubs:night", club, season, night.number)
        _judge_day(form, this_season)
    context = {"form": form, "season": this_season}
    return show(request, "clubs/new_night.html", this_club, rights, context, form)


def _judge_day(form: NightForm, season: Season) -> None:
    """Say what is wrong with the day beside the faults of a form for which no action was asked; the action says it itself."""
    day = form.cleaned_data.get("date")
    if form.refused is None and day is not None:
        for message in find_day_faults(season, [day], counts=form.cleaned_data["sanctioned"]):
            if message:
                form.add_error("date", message)


@require_http_methods(READ)
def night(request: HttpRequest, club: str, season: str, number: int) -> HttpResponse:
    """The results of a night. A POST of the director corrects what was typed."""
    this_club, rights = club_for(request.user, club, directs=request.method == "POST")
    this_season = season_in(this_club, season)
    this_night = night_in(this_season, number)
    if request.method != "POST":
        return _night_page(request, this_club, rights, this_night)
    form = _correction_form(this_club, this_night, request.POST)
    plans: list[ResultPlan] = []
    with Attempt(form, place=lambda field: _cell(plans, field)):
        values = cleaned(form)
        typed, there = form.typed(), results_by_member(this_night)
        plans += [
            ResultPlan(key, **_with_skunks(totals, there.get(key))._asdict())
            for key, totals in typed.items()
            if key not in there or there[key]._replace(skunks_won=None, skunks_lost=None) != totals
        ]
        correct_night(
            night=this_night,
            results=plans,
            date=values["date"],
            without=[] if this_night.event_id else [key for key in there if key not in typed],
            sanctioned=values["sanctioned"],
            fee_cents=values["fee_cents"],
            seen=values["seen"],
            reason=values["reason"],
            actor=actor_of(request),
        )
        messages.success(request, _("Corrected. The table has changed with it."))
        return redirect("clubs:night", club, season, number)
    return _night_page(request, this_club, rights, this_night, form=form)


def _with_skunks(totals: Totals, before: Totals | None) -> Totals:
    """The totals with the skunks lost as recorded before, since the form does not show them."""
    return totals if before is None else totals._replace(skunks_lost=before.skunks_lost)


def _correction_form(club: Club, night: Night, sent: QueryDict | None = None) -> CorrectionForm:
    """The form that corrects a night; the totals of a night with cards come from the cards, so it has no rows for them."""
    people = [] if night.event_id else sorted(club.members.all(), key=lambda member: by_last_name(member.name))
    typed = results_by_member(night)
    seen = last_change(club, "night", f"{night.season.slug}/{night.number}")
    initial = {"seen": seen, "date": night.date, "sanctioned": night.sanctioned, "fee_cents": night.fee_cents}
    return CorrectionForm(sent, initial=initial, members=people, typed=typed, games=night.games)


@require_POST
def take_out(request: HttpRequest, club: str, season: str, number: int) -> HttpResponse:
    """Remove a night from its season."""
    this_club, rights = club_for(request.user, club, directs=True)
    this_season = season_in(this_club, season)
    this_night = night_in(this_season, number)
    form = TakeOutForm(request.POST)
    with Attempt(form, place=lambda field: "why" if field == "reason" else field):
        take_out_night(night=this_night, reason=cleaned(form)["why"], actor=actor_of(request))
        messages.success(
            request, _("Night %(n)d is taken out. It can be put back at the foot of this page.") % {"n": number}
        )
        return redirect("clubs:season", club, season)
    return _night_page(request, this_club, rights, this_night, out_form=form)


@require_POST
def put_back(request: HttpRequest, club: str, season: str, number: int) -> HttpResponse:
    """Restore a removed night."""
    this_club, _rights = club_for(request.user, club, directs=True)
    this_night = night_in(season_in(this_club, season), number, out=True)
    with Attempt() as tried:
        put_back_night(night=this_night, actor=actor_of(request))
        messages.success(request, _("Night %(n)d is back. It counts as before.") % {"n": number})
    if tried.refused:
        messages.error(request, tried.refused.message)
    return redirect("clubs:season", club, season)


def _night_page(
    request: HttpRequest,
    club: Club,
    rights: ClubRights,
    night: Night,
    *,
    form: CorrectionForm | None = None,
    out_form: TakeOutForm | None = None,
) -> HttpResponse:
    awaited = cards_awaited(night)
    context: dict[str, Any] = {
        "season": night.season,
        "night": night,
        "results": night_results(night),
        "strangers": strangers_at(night),
        "fee": amount(night.fee_cents),
        "awaited": words.not_all_in(*awaited) if awaited else "",
    }
    if rights.directs:
        context["uneven"] = uneven_at(night)
        context["form"] = form or _correction_form(club, night)
        context["out_form"] = out_form or TakeOutForm()
    return show(request, "clubs/night.html", club, rights, context, form, out_form)


# --- From paper --------------------------------------------------------------------------------------------------------


@require_http_methods(READ)
def bring_in(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Bring in nights that were kept on paper: a pasted sheet is looked at first, then brought in with what was answered."""
    this_club, rights = club_for(request.user, club, directs=True)
    this_season = season_in(this_club, season)
    form = BringInForm(
        request.POST if request.method == "POST" else None, initial={"sanctioned": this_season.sanctioned}
    )
    context: dict[str, Any] = {"form": form, "season": this_season}
    answers: SheetAnswersForm | None = None
    if request.method == "POST":
        with Attempt(form):
            values = cleaned(form)
            read = season_read(this_season, values["lines"])
            if read.bad:
                bad = sorted({*read.bad, *read.impossible(values["games"])})
            else:
                bad = _impossible(this_season, read, values)
            for number, message in bad:
                form.add_error("lines", words.bad_line(number, message))
            cleaned(form)
            mark = sha256(values["lines"].encode()).hexdigest()[:16]
            # Another sheet than the one that was looked at is looked at first.
            sent = request.POST if request.POST.get("looked") == mark else None
            days = [night.day for night in read.nights]
            answers = SheetAnswersForm(sent, days=days, zeros=read.zeros, mark=mark)
            day_faults = [""] * len(days)
            if sent is None:
                day_faults = find_day_faults(this_season, days, counts=values["sanctioned"])
            context |= _looked_at(read, answers, values["games"], day_faults)
            if sent is not None and "bring" in sent:
                places: list[int] = []
                with Attempt(answers, place=lambda path: f"day-{places[int(path.partition('.')[0])]}"):
                    cleaned(answers)
                    kept = read.without_zeros() if answers.cleaned_data.get("zeros") == "absent" else read
                    places += [place for place, night in enumerate(kept.nights) if night.lines]
                    plans = _plans(kept, answers.days(), values)
                    n = len(add_nights(season=this_season, nights=plans, actor=actor_of(request)))
                    sentence = ngettext("%(n)d night is brought in.", "%(n)d nights are brought in.", n) % {"n": n}
                    messages.success(request, sentence)
                    return redirect("clubs:season", club, season)
    return show(request, "clubs/bring_in.html", this_club, rights, context, form, answers)


def _looked_at(read: SeasonRead, answers: SheetAnswersForm, games: int, day_faults: Sequence[str]) -> dict[str, Any]:
    """What the page shows of a sheet before it is brought in; `day_faults` are why its days cannot be, mostly empty."""
    nights = list(zip(read.nights, answers.day_fields(), day_faults, strict=True))
    return {
        "read": read,
        "answers": answers,
        "nights": nights,
        "uneven": [(night.written, sentence) for night in read.nights for sentence in night.uneven(games)],
    }


def _plans(read: SeasonRead, days: Sequence[date], values: Mapping[str, Any]) -> list[NightPlan]:
    return [
        NightPlan(
            day,
            [
                ResultPlan(member, line.game_points, line.games_won, line.net)
                for member, line in zip(night.members, night.lines, strict=True)
            ],
            games=values["games"],
            sanctioned=values["sanctioned"],
        )
        for night, day in zip(read.nights, days, strict=True)
        if night.lines
    ]


def _impossible(season: Season, read: SeasonRead, values: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the lines that no card can give, that name somebody twice or somebody who was not in the club."""
    days = [night.day or season.starts_on for night in read.nights]
    faults = find_night_faults(season, _plans(read, days, values))
    return sorted({(read.line_of(fault.field), fault.message) for fault in faults if not fault.field.endswith(".date")})
