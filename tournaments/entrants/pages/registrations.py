"""Pages of registrations: the public form, the page of the sender, and the pages of the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import keys, limits
from tournaments.access import Actor, Need, Rights, tournament_for
from tournaments.day.reads.late_entry import free_seats
from tournaments.entrants.actions.registrations import (
    RegistrationPlan,
    accept_registration,
    accept_registrations,
    correct_registration,
    decline_registration,
    look_at_accepting,
    send_back,
    send_registration,
    withdraw_registration,
)
from tournaments.entrants.forms.registrations import (
    AcceptForm,
    CorrectionForm,
    DeclineForm,
    RegistrationForm,
    SendBackForm,
)
from tournaments.entrants.pages.late_entry import late_looks, sent_marks
from tournaments.entrants.reads import registrations as registrations_reads
from tournaments.entrants.reads.entrants import waiting_of
from tournaments.entrants.words import registration as registration_words
from tournaments.errors import Refused
from tournaments.forms.page import PageForm
from tournaments.http import whole_number
from tournaments.models import Registration, Tournament
from tournaments.money import words as money_words
from tournaments.views.page import Attempt, actor_of, cleaned, put_beside, show, status_of

SENT = "registrations"
"""The session key of the numbers of registrations sent in this session, by tournament."""

MOST_SENT = 60
"""How many of these numbers a session keeps for one tournament."""

# --- Whoever wants to play -------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, tournament: str) -> HttpResponse:
    """The public form. A POST sends the registration; with `look` it only shows the cost."""
    this_tournament, rights = tournament_for(request.user, tournament)
    offered = registrations_reads.offer(this_tournament)
    if request.method != "POST" or "look" in request.POST:
        initial = {"nonce": keys.new_nonce()}
        is_looked_at = request.method == "POST"
        form = RegistrationForm(request.POST if is_looked_at else None, offered=offered.open_events, initial=initial)
        return _form_page(request, this_tournament, rights, offered, form, is_looked_at=is_looked_at)
    form = RegistrationForm(request.POST, offered=offered.open_events)
    if not form.is_valid():
        return _form_page(request, this_tournament, rights, offered, form, status=422)
    limits.REGISTERING.refuse_or_count(request, this_tournament.slug)
    values = dict(form.cleaned_data)
    nonce, another = values.pop("nonce"), values.pop("another")
    earlier = _sent_from_here(request, this_tournament)
    with Attempt() as tried:
        sent, is_new = send_registration(
            tournament=this_tournament,
            plan=RegistrationPlan(**values),
            nonce=another or nonce,
            earlier=earlier,
            is_another=bool(another),
            actor=Actor.of_form(),
        )
        if sent.number not in earlier:
            request.session[SENT] = {
                **request.session.get(SENT, {}),
                this_tournament.slug: [*earlier, sent.number][-MOST_SENT:],
            }
        if is_new:
            messages.success(request, _("Sent. Keep the address of this page: it is yours alone."))
        else:
            messages.success(request, _("This was already sent. It counts once."))
        return redirect("tournaments:registered", tournament, registrations_reads.key_of_registration(sent))
    refused = tried.refused
    # Only a registration that this browser sent is named by its key.
    sent_already = refused if refused and (refused.current or {}).get("key") else None
    if refused and not sent_already:
        put_beside(refused, {"": form})
    return _form_page(
        request, this_tournament, rights, offered, form, sent_already=sent_already, status=status_of(refused)
    )


def _sent_from_here(request: HttpRequest, tournament: Tournament) -> list[int]:
    """The numbers of the registrations that this browser sent for the tournament in this session."""
    numbers: list[int] = request.session.get(SENT, {}).get(tournament.slug, [])
    return numbers


def _form_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    offered: registrations_reads.Offer,
    form: RegistrationForm,
    *,
    is_looked_at: bool = False,
    sent_already: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    if is_looked_at:
        # Asking for the cost is no attempt to send, so show no errors yet.
        form.errors.clear()
    context = {
        "current": "register",
        "offered": offered,
        "form": form,
        "total": money_words.amount(form.cents),
        "told": sent_already,
        "another": keys.new_nonce(),
    }
    return show(request, "tournaments/entrants/register.html", tournament, rights, context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def registered(request: HttpRequest, tournament: str, key: str) -> HttpResponse:
    """One registration, for the holder of its key. A POST corrects the marked fields, or withdraws it (`withdraw`)."""
    this_tournament, rights = tournament_for(request.user, tournament)
    row = _of_key(request, this_tournament, key)
    offered = registrations_reads.offer(this_tournament)
    if request.method != "POST":
        return _registered_page(request, row, rights, offered)
    if "withdraw" in request.POST:
        with Attempt() as tried:
            withdraw_registration(registration=row, actor=Actor.of_form())
            messages.success(request, _("Withdrawn. The desk sees it."))
            return redirect("tournaments:registered", tournament, key)
        return _registered_page(request, row, rights, offered, refused=tried.refused)
    form = _correction(row, offered, request.POST)
    with Attempt(form):
        cleaned(form)
        correct_registration(registration=row, changes=form.changes, read=form.read, actor=Actor.of_form())
        messages.success(request, _("Sent again. The desk looks at it."))
        return redirect("tournaments:registered", tournament, key)
    return _registered_page(request, row, rights, offered, form=form)


def _of_key(request: HttpRequest, tournament: Tournament, key: str) -> Registration:
    row = registrations_reads.registration_of_key(tournament, key)
    if row is None:
        limits.REGISTRATION_KEYS.refuse_or_count(request)
        raise Http404(
            _("There is no registration at this address. Check whether all of it was copied, or ask at the desk.")
        )
    return row


def _correction(row: Registration, offered: registrations_reads.Offer, data: Any = None) -> CorrectionForm:
    chosen = [event.slug for event in row.events.all()]
    # Events that were asked for in time can still be chosen, even if they are closed by now.
    events = [event for event in offered.events if not event.closed or event.slug in chosen]
    initial = {name: getattr(row, name) for name in row.marked if name not in ("events", "pools")}
    initial |= {"events": chosen, "pools": [fee.pk for fee in row.pools.all()]}
    return CorrectionForm(data, offered=events, marked=row.marked, initial=initial)


def _registered_page(
    request: HttpRequest,
    row: Registration,
    rights: Rights,
    offered: registrations_reads.Offer,
    *,
    form: CorrectionForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    if form is None and row.state == Registration.State.RETURNED:
        form = _correction(row, offered)
    context = {
        "current": "register",
        "one": registrations_reads.registration_shown(row),
        "form": form,
        "total": money_words.amount(form.cents) if form and "events" in form.fields else "",
        "refused": refused,
    }
    status = status_of(refused, form)
    return show(request, "tournaments/entrants/registered.html", row.tournament, rights, context, status=status)


# --- The desk --------------------------------------------------------------------------------------------------------

REGISTRATIONS_SHOWN = ("", "sent", "returned", "accepted", "declined", "withdrawn")


@require_http_methods(["GET", "HEAD", "POST"])
def registrations(request: HttpRequest, tournament: str) -> HttpResponse:
    """Every registration with its state. A POST accepts the ticked ones."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    if request.method != "POST":
        return _registrations_page(request, this_tournament, rights)
    ticked = map(whole_number, request.POST.getlist("numbers"))
    numbers = [number for number in ticked if number is not None]
    if not numbers:
        refused = Refused("impossible", _("Nobody is ticked. Tick those who are to be accepted."))
        return _registrations_page(request, this_tournament, rights, refused=refused)
    with Attempt() as tried:
        accepted = accept_registrations(tournament=this_tournament, numbers=numbers, actor=actor_of(request))
        messages.success(request, registration_words.registrations_accepted(len(accepted)))
        people = [row.player for row in accepted if row.player]
        if waiting := registration_words.waiting(waiting_of(this_tournament, people)):
            messages.info(request, waiting)
        return redirect("tournaments:registrations", tournament)
    return _registrations_page(request, this_tournament, rights, refused=tried.refused, ticked=numbers)


def _registrations_page(
    request: HttpRequest,
    tournament: Tournament,
    rights: Rights,
    *,
    refused: Refused | None = None,
    ticked: list[int] | None = None,
) -> HttpResponse:
    """The list at the desk; `ticked` are the numbers that are ticked, None for all that are clear."""
    everybody = registrations_reads.registrations(tournament)
    shown = request.GET.get("show", "sent")
    shown = shown if shown in REGISTRATIONS_SHOWN else "sent"
    clear = [listed for listed in everybody if listed.is_clear]
    context = {
        "current": "registrations",
        "shown": shown,
        "listed": [listed for listed in everybody if shown in ("", listed.row.state)],
        "chips": [
            ("sent", _("Waiting")),
            *((state, str(Registration.State(state).label)) for state in REGISTRATIONS_SHOWN[2:]),
            ("", _("All")),
        ],
        "counts": {
            state: sum(state in ("", listed.row.state) for listed in everybody) for state in REGISTRATIONS_SHOWN
        },
        "clear": clear,
        "ticked": [listed.number for listed in clear] if ticked is None else ticked,
        "refused": refused,
        "offered": registrations_reads.offer(tournament),
    }
    return show(
        request, "tournaments/entrants/registrations.html", tournament, rights, context, status=status_of(refused)
    )


@require_http_methods(["GET", "HEAD", "POST"])
def registration(request: HttpRequest, tournament: str, number: int) -> HttpResponse:
    """One registration at the desk. A POST accepts it, with `return` sends it back, with `decline` declines it."""
    this_tournament, rights = tournament_for(request.user, tournament, Need.REGISTER)
    row = this_tournament.registrations.select_related("tournament").filter(number=number).first()
    if row is None:
        raise Http404(_("There is no registration with this number."))
    if request.method != "POST":
        return _registration_page(request, row, rights)
    form: PageForm
    if "return" in request.POST:
        kind, form = "back", SendBackForm(request.POST)
    elif "decline" in request.POST:
        kind, form = "decline", DeclineForm(request.POST)
    else:
        kind, form = "accept", _accept_form(row, request.POST)
    with Attempt(form, place=lambda field: field.replace("seats.", "seats_")):
        values = cleaned(form)
        marks = sent_marks(request, row.events.all())
        if isinstance(form, AcceptForm):
            looks = late_looks(look_at_accepting(row, values.get("player"), form.seats), marks)
            if not all(look["is_seen"] for look in looks):
                return _registration_page(request, row, rights, looks, **{kind: form})
        _decide(row, kind, form, marks, actor_of(request))
        row.refresh_from_db()
        message = _("%(name)s: %(state)s.") % {"name": row.name, "state": row.get_state_display().lower()}
        messages.success(request, message)
        if row.player and (waiting := registration_words.waiting(waiting_of(row.tournament, [row.player]))):
            messages.info(request, waiting)
        return redirect("tournaments:registrations", tournament)
    return _registration_page(request, row, rights, (), **{kind: form})


def _decide(row: Registration, kind: str, form: PageForm, marks: Mapping[str, str], actor: Actor) -> None:
    """Send the registration back, decline it or accept it, as the form says."""
    if isinstance(form, SendBackForm):
        send_back(registration=row, **form.cleaned_data, read=form.read, actor=actor)
    elif kind == "decline":
        decline_registration(registration=row, **form.cleaned_data, actor=actor)
    else:
        assert isinstance(form, AcceptForm)
        accept_registration(
            registration=row,
            player=form.cleaned_data.get("player"),
            seats=form.seats,
            marks=marks,
            actor=actor,
        )


def _accept_form(row: Registration, data: Any = None) -> AcceptForm:
    shown = registrations_reads.registration_shown(row)
    event_slugs = {event.slug for event in shown.to_seat}
    free = {event.slug: free_seats(event) for event in row.events.all() if event.slug in event_slugs}
    return AcceptForm(data, shown=shown, free=free)


def _registration_page(
    request: HttpRequest,
    row: Registration,
    rights: Rights,
    looks: Sequence[dict[str, Any]] = (),
    **sent_forms: PageForm,
) -> HttpResponse:
    """The page of one registration at the desk; `sent_forms` holds the form that was sent, by its context key."""
    context = {
        "current": "registrations",
        "one": registrations_reads.registration_shown(row),
        "accept": _accept_form(row),
        "back": SendBackForm(initial={"marked": row.marked, "message": row.message}),
        "decline": DeclineForm(),
        "looks": looks,
        **sent_forms,
    }
    status = 409 if any(look["is_stale"] for look in looks) else status_of(*sent_forms.values())
    return show(request, "tournaments/entrants/registration.html", row.tournament, rights, context, status=status)
