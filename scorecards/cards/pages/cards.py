"""The pile of cards, and one card: typed by a checker, read by a judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scorecards import access
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, write_card
from scorecards.cards.actions.presence import note_showing
from scorecards.cards.actions.stack import end_card, set_card_aside, take_back_end, take_card_up
from scorecards.cards.forms import AsideForm, CardForm
from scorecards.cards.pages.answers import answers_scripts, malformed
from scorecards.cards.reads import card_to_read as card_to_read_reads
from scorecards.cards.reads import cards as cards_reads
from scorecards.cards.reads import desk as desk_reads
from scorecards.cards.reads import stack as stack_reads
from scorecards.cards.reads.desk_words import desk_words, left_early
from scorecards.cards.reads.handling import card_handling
from scorecards.cards.reads.presence import each_once, people_at_cards, people_mark, version_after
from scorecards.cards.rules.typing import format_typed
from scorecards.sheet.reads import looks as looks_reads
from scorecards.sheet.reads import readings as readings_reads
from scorecards.sheet.reads.earlier import steps_on
from scorecards.sheet.reads.sheet import CardFacts, Sheet, sheet
from scorecards.sheet.reads.written import last_written
from tournaments.access import Need, Rights, event_for, is_own, own_card
from tournaments.day.reads.schedule import keep_course
from tournaments.day.reads.substitutes import playing_on
from tournaments.errors import Fault, Forbidden, Malformed, Refused
from tournaments.http import wants_json
from tournaments.live import followed
from tournaments.models import Entry, Event, User
from tournaments.views.page import actor_of, hall_time, show, status_of

LONGEST_SEARCH = 80


def _user(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if isinstance(request.user, User) else None


def _pile(request: HttpRequest, this_sheet: Sheet) -> stack_reads.Pile:
    """Return the pile as this person sees it. A card that only they have open themselves does not count as open."""
    now, user = timezone.now(), _user(request)
    others = [person for person in people_at_cards(this_sheet.event, now) if user is None or person.user != user.pk]
    with hall_time(this_sheet.event):
        return stack_reads.pile(this_sheet, user, now, each_once(others))


def _to_keep(answer: HttpResponse, request: HttpRequest) -> HttpResponse:
    """Mark this page so that the desk's service worker keeps it for this person, for use without a network."""
    user = _user(request)
    answer["X-Desk-User"] = str(user.pk) if user else ""
    return answer


@require_safe
@followed(people_mark)
def cards(request: HttpRequest, tournament: str, event: str) -> HttpResponse:
    """The list of cards, table by table. A search that finds one card opens it."""
    this_event, rights = event_for(request.user, tournament, event, Need.SEE_CARDS)
    pile = _pile(request, sheet(this_event))
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    hits = pile.find(query) if query else ()
    if len(hits) == 1:
        return redirect("scorecards:card", tournament, event, hits[0].seat)
    shown = request.GET.get("show", "")
    context = {
        "current": "cards",
        "place": "type",
        "pile": pile,
        "tables": pile.tables(shown),
        "shown": shown if shown in stack_reads.SHOWN else "",
        "wanted": query,
        "hits": hits,
        "next": pile.next_after() if rights.may(Need.CHECK) else None,
        "may_type": rights.may(Need.CHECK),
        "words": desk_words(records_spread=this_event.records_spread),
    }
    answer = show(request, "scorecards/cards/cards.html", this_event, rights, context)
    return _to_keep(answer, request) if context["may_type"] and this_event.is_seated else answer


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("Accept")
@cache_control(private=True, no_cache=True)
@answers_scripts
def card(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """One card: to type if this person may type it, else to read. A POST writes the whole card."""
    if request.method == "POST":
        return _write(request, tournament, event, seat)
    this_event, entry, rights = access.card_for(request.user, tournament, event, seat, Need.SEE_CARDS)
    if wants_json(request):
        _note_showing(request, entry, rights)
        return JsonResponse(_recorded(this_event, entry))
    reason = _read_only(request, this_event, entry, rights)
    if reason or request.GET.get("as") == "read":
        return _read_page(request, this_event, entry, rights, reason)
    return _desk_page(request, this_event, entry, rights)


@require_POST
@answers_scripts
def set_aside(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """Set a card aside for the director. If the POST has the form of the card, it is saved first."""

    def act(event: Event, seat: str) -> None:
        form = AsideForm(request.POST)
        if not form.is_valid():
            raise malformed(form.errors)
        set_card_aside(event=event, seat=seat, reason=form.cleaned_data["reason"], actor=actor_of(request))

    return _save_and(request, tournament, event, seat, act)


@require_POST
@answers_scripts
def ends(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """Say that a card of somebody who left early has no more lines.

    If the POST has the form of the card, it is saved first.
    """
    return _save_and(
        request,
        tournament,
        event,
        seat,
        lambda event, seat: end_card(event=event, seat=seat, actor=actor_of(request)),
    )


def _save_and(
    request: HttpRequest, tournament: str, event: str, seat: str, act: Callable[[Event, str], None]
) -> HttpResponse:
    """Save the card if the POST has its form, then apply `act` to the card."""
    this_event, entry, rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
    _refuse_other(request)
    form = None
    try:
        if "version" in request.POST:
            form = _form(request, this_event, entry)
            _save(request, this_event, entry, form)
        act(this_event, entry.seat)
    except Refused as refused:
        put_back: dict[int, str] = {}
        if form is not None:
            refused, put_back = _put_back(this_event, entry, form, refused)
        if wants_json(request):
            raise refused from None
        return _desk_page(request, this_event, entry, rights, form=form, refused=refused, put_back=put_back)
    return _answer_save(request, this_event, entry, changed=True)


@require_POST
@answers_scripts
def goes_on(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """Take back that a card ends early."""
    return _take_back(request, tournament, event, seat, take_back_end)


@require_POST
@answers_scripts
def take_up(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """Take up a card that was set aside."""
    return _take_back(request, tournament, event, seat, take_card_up)


def _take_back(request: HttpRequest, tournament: str, event: str, seat: str, act: Callable[..., None]) -> HttpResponse:
    """Take back a note on a card with `act`, then show the card."""
    this_event, entry, _rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
    _refuse_other(request)
    act(event=this_event, seat=entry.seat, actor=actor_of(request))
    if wants_json(request):
        return _answer_save(request, this_event, entry, changed=True)
    return redirect("scorecards:card", tournament, event, entry.seat)


# --- To read ---------------------------------------------------------------------------------------------------------


def _read_only(request: HttpRequest, event: Event, entry: Entry, rights: Rights) -> str:
    """Return why this person cannot type this card now; empty if they can."""
    if not rights.may(Need.CHECK):
        return _("You may read this card. Checkers and the director type it.")
    if is_own(_user(request), entry):
        return own_card(_user(request), entry)
    if not event.is_seated:
        return _("The seats are not drawn yet. Draw the seating first, then type cards.")
    if entry.status == Entry.Status.NO_SHOW:
        return _("%(name)s did not show up and has no card.") % {"name": entry.known_name}
    if event.posted_at and rights.may(Need.DIRECT):
        return _("The qualifiers are posted, and this card with them. You can still correct a wrong line here.")
    if event.posted_at:
        return _("The qualifiers are posted, and this card with them. Ask the director.")
    return ""


def _read_page(request: HttpRequest, event: Event, entry: Entry, rights: Rights, reason: str) -> HttpResponse:
    """The card to read, with who typed it and read its lines again. `reason` is why it cannot be typed."""
    _note_showing(request, entry, rights)
    this_sheet = sheet(event)
    readings, steps = readings_reads.readings(event), steps_on(event, [entry.seat])
    places = [place for place in readings if place[0] == entry.seat]
    context = {
        "current": "cards",
        "entry": entry,
        "card": card_to_read_reads.card_to_read(this_sheet, entry.seat),
        "reason": reason,
        "own": is_own(_user(request), entry),
        "cross_checked": bool(event.cross_checked_at),
        "substitute": playing_on(event, {entry.seat: entry.known_name}).get(entry.seat, ""),
        "told": card_handling(
            this_sheet,
            entry.seat,
            readings,
            steps,
            looks_reads.typists(this_sheet, places, (step.act for step in steps)),
        ),
    }
    return show(request, "scorecards/cards/card_read.html", event, rights, context)


def _note_showing(request: HttpRequest, entry: Entry, rights: Rights) -> None:
    """Note that this person saw the card, if they may read lines again: their looks at it are then not blind."""
    if rights.may(Need.CHECK):
        note_showing(entry=entry, actor=actor_of(request))


def _recorded(event: Event, entry: Entry) -> dict[str, Any]:
    """Return the recorded card for the desk's script: lines and totals in the shorthand of the desk."""
    this_sheet = sheet(event, only=[entry.seat])
    facts = this_sheet.facts.get(entry.seat, CardFacts())
    return {
        "seat": entry.seat,
        "version": facts.version,
        "lines": desk_reads.recorded_texts(this_sheet, entry.seat, desk_reads.expected_opponents(event, entry.seat)),
        "totals": desk_reads.total_texts(facts.own),
    }


# --- To type ---------------------------------------------------------------------------------------------------------


def _desk_page(
    request: HttpRequest,
    event: Event,
    entry: Entry,
    rights: Rights,
    *,
    form: CardForm | None = None,
    refused: Refused | None = None,
    compares: bool = False,
    put_back: Mapping[int, str] | None = None,
) -> HttpResponse:
    """The entry desk: the card as recorded, or as typed (`form`) with its errors.

    `put_back` has the recorded texts of lines, by game, which replace the typed ones. Two versions stand side by side
    after the refusal `stale`, or if somebody asks to compare them before saving (`compares`).
    """
    _note_showing(request, entry, rights)
    this_sheet = sheet(event)
    seat = entry.seat
    expected, free = desk_reads.opponents_and_free(event, seat)
    pile = _pile(request, this_sheet)
    shows_both = compares or (refused is not None and refused.code == "stale")
    errors: dict[str, list[str]] = {}
    if form is not None:
        errors = {name: [str(error) for error in field_errors] for name, field_errors in form.errors.items()}
    context: dict[str, Any] = {
        "current": "cards",
        "place": "type",
        "entry": entry,
        "pile": pile,
        "card": pile.card(seat),
        "around": pile.around(seat),
        "next": pile.next_after(seat),
        "refused": refused,
        "typed": form is not None,
        "words": desk_words(records_spread=event.records_spread),
        "hosts": settings.ALLOWED_HOSTS,
        "left_said": left_early(pile.card(seat)),
        "saved": pile.find(request.GET.get("after", "")[:12])[:1] if "after" in request.GET else (),
        "flags": cards_reads.card(this_sheet, seat)["flags"] if form is None else (),
        "substitute": playing_on(event, {seat: entry.known_name}).get(seat, ""),
    }
    if form is None:
        context["desk"] = desk_reads.desk(this_sheet, seat, expected=expected, free=free)
    elif shows_both:
        with hall_time(event):
            context["conflict"] = desk_reads.conflict(
                this_sheet,
                seat,
                expected=expected,
                written=last_written(event, [seat]).get(seat),
                typed=desk_reads.Typed(form.lines, form.totals, form.texts(), form.total_texts(), errors),
                user=_user(request),
            )
    else:
        version = form.cleaned_data.get("version")
        context["desk"] = desk_reads.desk(
            this_sheet,
            seat,
            expected=expected,
            free=free,
            texts={**form.texts(), **(put_back or {})},
            totals=form.total_texts(),
            errors=errors,
            version=version if isinstance(version, int) else None,
        )
    status = status_of(refused, None if compares else form)
    answer = show(request, "scorecards/cards/card.html", event, rights, context, status=status)
    return _to_keep(answer, request)


def _write(request: HttpRequest, tournament: str, event: str, seat: str) -> HttpResponse:
    """Save the typed card; answer with what comes next, or with the desk and the errors."""
    this_event, entry, rights = access.card_for(request.user, tournament, event, seat, Need.CHECK)
    keep_course(this_event)
    _refuse_other(request)
    form = _form(request, this_event, entry)
    if "compare" in request.POST:
        return _desk_page(request, this_event, entry, rights, form=form, compares=True)
    try:
        changed = _save(request, this_event, entry, form)
    except Refused as refused:
        refused, put_back = _put_back(this_event, entry, form, refused)
        if wants_json(request):
            raise refused from None
        # An invalid form shows its errors beside its fields, so the refusal would repeat them.
        shown = None if isinstance(refused, Malformed) and not form.is_valid() else refused
        return _desk_page(request, this_event, entry, rights, form=form, refused=shown, put_back=put_back)
    return _answer_save(request, this_event, entry, changed=changed, form=form)


def _put_back(event: Event, entry: Entry, form: CardForm, refused: Refused) -> tuple[Refused, dict[int, str]]:
    """Return the refusal to show, and the recorded texts that replace typed lines, by game.

    Such lines are those of the actor's own games, which they tried to change. The returned refusal then names both
    versions of each line. Its `current` has the recorded texts by field, and `rest`: whether the card has other changes.
    Any other refusal is returned unchanged, with no texts.
    """
    games = [_game_of(form, fault.field) for fault in refused.faults] if refused.code == "own_card" else []
    if not games:
        return refused, {}
    recorded, expected = _recorded(event, entry), desk_reads.expected_opponents(event, entry.seat)
    typed_texts = {
        line.game: format_typed(line, expected.get(line.game), records_spread=event.records_spread, skunks=event.skunks)
        for line in form.lines
    }
    recorded_texts = {game: recorded["lines"][game] for game in games}
    sentence = _("Game %(game)d: you typed %(typed)s, and %(stands)s stands.")
    faults = [
        Fault(
            f"line-{game}",
            "own_card",
            sentence % {"game": game, "typed": typed_texts.get(game, _("nothing")), "stands": text},
        )
        for game, text in recorded_texts.items()
    ]
    has_other_lines = {**typed_texts, **recorded_texts} != recorded["lines"]
    has_other_totals = desk_reads.total_texts(form.totals) != recorded["totals"]
    current = {
        "fields": {f"line-{game}": text for game, text in recorded_texts.items()},
        "rest": has_other_lines or has_other_totals,
    }
    return Forbidden(refused.code, refused.message, faults=faults, current=current), recorded_texts


def _game_of(form: CardForm, field: str) -> int:
    """Return the game of a fault: `lines.3` names a sent line by its position, `games.3` a left-out line by its game."""
    kind, _dot, number = field.partition(".")
    return form.lines[int(number)].game if kind == "lines" else int(number)


def _refuse_other(request: HttpRequest) -> None:
    """Raise Refused (`other_user`) if another user typed this in the same browser and signed out before it was sent."""
    typist = request.POST.get("as", "")
    user = _user(request)
    if user is not None and typist and typist != user.get_username():
        message = _("%(typist)s typed this, and you are signed in as %(user)s. It is sent once %(typist)s signs in.")
        raise Refused("other_user", message % {"typist": typist[:150], "user": user.get_username()})


def _form(request: HttpRequest, event: Event, entry: Entry) -> CardForm:
    return CardForm(
        request.POST,
        expected=desk_reads.expected_opponents(event, entry.seat),
        table=entry.table or "",
        records_spread=event.records_spread,
        skunks=event.skunks,
    )


def _save(request: HttpRequest, event: Event, entry: Entry, form: CardForm) -> bool:
    """Write the sent card; return whether it changed. Raises the same as `write_card`.

    The faults of Malformed are named by the fields of the form, and are added to it as errors.
    """
    if not form.is_valid():
        raise malformed(form.errors)
    lines = tuple(WrittenLine(line.game, line.opponent, line.points, line.plus, line.minus) for line in form.lines)
    try:
        return write_card(
            event=event,
            seat=entry.seat,
            version=form.cleaned_data["version"],
            card=WrittenCard(lines, form.totals),
            key=form.cleaned_data["key"],
            actor=actor_of(request),
        )
    except Malformed as refused:
        for fault in refused.faults:
            form.add_error(_field(form, fault.field), fault.message)
        raise malformed(form.errors) from refused


def _field(form: CardForm, field: str) -> str | None:
    """Return the form field of a fault. Faults name lines by position (`lines.3.opponent`), the form by game."""
    kind, _dot, rest = field.partition(".")
    if kind != "lines":
        return kind
    position = int(rest.split(".")[0])
    return f"line-{form.lines[position].game}"


def _answer_save(
    request: HttpRequest, event: Event, entry: Entry, *, changed: bool, form: CardForm | None = None
) -> HttpResponse:
    """Answer a save: a script gets the current card, a browser the next card to type, or else the pile."""
    if wants_json(request):
        key = form.cleaned_data["key"] if form is not None else None
        current_event = Event.objects.select_related("tournament").get(pk=event.pk)
        keep_course(current_event, other=event)
        this_sheet, user = sheet(current_event, only=[entry.seat]), _user(request)
        written = last_written(current_event, [entry.seat])
        with hall_time(current_event):
            record = stack_reads.card_record(
                stack_reads.pile_card(this_sheet, entry.seat, user), written.get(entry.seat), user
            )
            time = stack_reads.time_of(timezone.now())
        return JsonResponse(
            {
                "seat": entry.seat,
                "version": version_after(key) if key else record["version"],
                "state": record["state"],
                "changed": changed,
                "card": record,
                "at": time,
            }
        )
    place = [event.tournament.slug, event.slug]
    following = _pile(request, sheet(event)).next_after(entry.seat)
    address = (
        reverse("scorecards:card", args=[*place, following.seat])
        if following
        else reverse("scorecards:cards", args=place)
    )
    return redirect(f"{address}?{urlencode({'after': entry.seat})}")
