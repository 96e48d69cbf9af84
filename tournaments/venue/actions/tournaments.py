"""Create a tournament, which everybody may do, and change it, which its directors may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import audit
from tournaments.access import Actor
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.actions.overwriting import Read, Written, refuse_overwriting
from tournaments.actions.rows import as_values, change, columns
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed, text_faults
from tournaments.models import MAX_REASON, Event, Role, Tournament
from tournaments.plan import EventPlan
from tournaments.rules.edition import Edition
from tournaments.venue.actions.faults import (
    plan_faults,
    refuse_field,
    slug_faults,
    slug_taken,
    tournament_exists,
    tournament_faults,
)

TOURNAMENT_FIELDS = ("name", "starts_on", "venue", "time_zone", "edition", "public")
TOURNAMENT = audit.Logged(
    model=Tournament,
    names=("slug", *TOURNAMENT_FIELDS),
    left_out={THE_ROWS_OWN: "created_at", "the act says it": "archived_at"},
)


@transaction.atomic
def create_tournament(
    *,
    slug: str,
    name: str,
    starts_on: date,
    venue: str = "",
    time_zone: str = "America/Los_Angeles",
    edition: str = Edition.Y2020,
    public: bool = True,
    events: Sequence[EventPlan] = (),
    actor: Actor,
) -> Tournament:
    """Create a tournament with its events; the actor becomes its director.

    Raises Malformed with all faults. Raises Refused `exists` if the slug is taken, and `impossible` if the expected
    entrants of an event could not finish its games.
    """
    values = {
        "slug": slug,
        "name": name,
        "starts_on": starts_on,
        "venue": venue,
        "time_zone": time_zone,
        "edition": edition,
        "public": public,
    }
    faults = [*slug_faults("slug", slug), *tournament_faults(values)]
    event_slugs: set[str] = set()
    for place, plan in enumerate(events):
        faults += plan_faults(plan, f"events.{place}.")
        if plan.slug.lower() in event_slugs:
            faults.append(slug_taken(f"events.{place}.slug", plan.slug))
        event_slugs.add(plan.slug.lower())
    raise_malformed(faults)
    refuse_field({f"events.{place}.": plan for place, plan in enumerate(events)})
    if Tournament.objects.filter(slug__iexact=slug).exists():
        raise Refused("exists", tournament_exists(slug), faults=[slug_taken("slug", slug)])
    try:
        with transaction.atomic():
            tournament = Tournament.objects.create(**values)
    except IntegrityError as exc:
        # Somebody else created a tournament with this slug after the check above.
        raise Refused("exists", tournament_exists(slug), faults=[slug_taken("slug", slug)]) from exc
    for plan in events:
        Event.objects.create(tournament=tournament, **columns(plan))
    if actor.user is not None:
        Role.objects.create(user=actor.user, tournament=tournament, kind=Role.Kind.DIRECTOR)
    audit.record(
        tournament=tournament,
        actor=actor,
        action="tournament.created",
        subject=("tournament", slug),
        after={
            **TOURNAMENT.values(tournament),
            "events": [as_values(plan) for plan in events],
            "director": actor.user.get_username() if actor.user else None,
        },
    )
    return tournament


@transaction.atomic
def change_tournament(
    *, tournament: Tournament, changes: Mapping[str, Any], read: Read = None, reason: str = "", actor: Actor
) -> Tournament:
    """Change some of the `TOURNAMENT_FIELDS`.

    Another edition recomputes every result. After the first card of an event it is an exemption with a public reason.

    Raises Malformed with all faults; a missing reason for such an exemption is one. Raises Refused `posted` if the
    edition changes after an event posted its qualifiers. Raises Overwriting if one of the `changes` changed since
    `read`.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    stored = TOURNAMENT.values(tournament, *TOURNAMENT_FIELDS)
    written = Written(tournament, ("tournament", tournament.slug))
    changes = refuse_overwriting(changes, read=read, now=stored, of=written, actor=actor)
    raise_malformed([*tournament_faults(changes), *text_faults("reason", reason, MAX_REASON)])
    before, after = TOURNAMENT.difference(tournament, changes)
    if not after:
        return tournament
    events: list[Event] = []
    if "edition" in after:
        events = list(Event.objects.select_for_update().filter(tournament=tournament).order_by("pk"))
        if any(event.posted_at for event in events):
            raise Refused(
                "posted",
                _("Qualifiers are posted under this edition of the rules. It stays for this tournament."),
                faults=[Fault("edition", "posted", _("The edition stays: qualifiers are posted under it."))],
            )
        if any(event.cards_begun_at for event in events) and not reason.strip():
            message = _(
                "Cards are written under the rulebook that was announced. Say why another one is to decide them."
            )
            raise_malformed([Fault("reason", "required", message)])
    change(tournament, after)
    audit.record(
        tournament=tournament,
        actor=actor,
        action="tournament.changed",
        subject=("tournament", tournament.slug),
        before=before,
        after=after,
        reason=reason,
    )
    for event in events:
        event.touch()
    return tournament


@transaction.atomic
def archive_tournament(*, tournament: Tournament, archived: bool, actor: Actor) -> Tournament:
    """Take a tournament out of the lists, or bring it back. Repeating it changes nothing.

    Whoever has the address of an archived tournament reads it and works in it as before.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if archived == (tournament.archived_at is not None):
        return tournament
    tournament.archived_at = timezone.now() if archived else None
    tournament.save(update_fields=["archived_at"])
    audit.record(
        tournament=tournament,
        actor=actor,
        action="tournament.archived" if archived else "tournament.brought-back",
        subject=("tournament", tournament.slug),
    )
    return tournament
