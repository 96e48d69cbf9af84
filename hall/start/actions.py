"""Start a new site, and take a tournament or the demonstration away from it, with every row that belongs to it.

The log of a tournament goes with it. The database refuses that, so its guard is lifted within the transaction. What
stays is one row in the log of the site, and the backup that was made before.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.apps import apps
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import SET_NULL, ForeignKey, Model
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.actions.directors import name_director
from clubs.models import Club, ClubLog
from hall.start import reads
from tournaments.access import Actor
from tournaments.errors import Fault, Refused
from tournaments.faults import raise_malformed
from tournaments.models import AuditEntry, MadeUp, Player, Role, Site, SiteAct, Tournament, User
from tournaments.people.actions.people import grant_role, new_user
from tournaments.reads.site import is_started
from tournaments.rules.naming import plain
from tournaments.words.listing import in_a_row

Rows = Mapping[type[Model], Collection[int]]
"""Rows by their models, as keys."""
AT_A_TIME = 500


# --- Starting --------------------------------------------------------------------------------------------------------


@transaction.atomic
def start_site(*, username: str, name: str, password: str, actor: Actor) -> User:
    """Make the first account of a site, which may do everything in it.

    Raises Malformed for a bad or taken user name and for a weak password. Raises Refused `exists` if somebody has an
    account already.
    """
    # Two people who start at the same moment wait for each other here.
    Site.objects.get_or_create(pk=1)
    Site.objects.select_for_update().get(pk=1)
    if is_started():
        raise Refused("exists", _("This site is started: somebody has an account. Sign in."))
    try:
        validate_password(password, User(username=username, first_name=name))
    except ValidationError as weak:
        raise_malformed([Fault("password", "invalid", " ".join(weak.messages))])
    user = new_user(username, name, "", password)
    user.is_superuser = user.is_staff = True
    user.save(update_fields=["is_superuser", "is_staff"])
    _write_site_act("site.started", user.username, Actor.of_user(user), {"name": name, "by": actor.name})
    return user


@transaction.atomic
def note_demonstration(*, actor: Actor) -> None:
    """Note that everything in this site is made up, so that it can be taken away. Called once it is loaded.

    Raises ValueError if the actor is a user.
    """
    if actor.user is not None:
        raise ValueError("the demonstration is loaded from the command line")
    kinds = {MadeUp.Kind.TOURNAMENT: Tournament, MadeUp.Kind.CLUB: Club, MadeUp.Kind.ACCOUNT: User}
    MadeUp.objects.bulk_create(
        MadeUp(kind=kind, key=key)
        for kind, model in kinds.items()
        for key in model._base_manager.values_list("pk", flat=True)
    )


# --- Taking away -----------------------------------------------------------------------------------------------------


def look_at_deletion(*, tournament: Tournament, name: str, although_it_runs: bool) -> None:
    """See whether this tournament can be deleted.

    Raises Malformed (`name`, if it is not that of the tournament; `although_it_runs`, if an event is being played and
    nobody said so). Raises Refused `impossible` for a night of a club that counts in its season.
    """
    if club := reads.club_of_night(tournament):
        raise Refused(
            "impossible",
            _("This is a night of %(club)s, and it counts in the season. Take the night out of the season first.")
            % {"club": club.name},
        )
    faults = []
    if plain(name) != plain(tournament.name):
        message = _("Type the name of the tournament: %(name)s") % {"name": tournament.name}
        faults.append(Fault("name", "differs", message))
    if (running := reads.running_events(tournament)) and not although_it_runs:
        message = ngettext(
            "%(events)s is being played. Say that it is deleted although it is.",
            "%(events)s are being played. Say that they are deleted although they are.",
            len(running),
        ) % {"events": in_a_row(str(event.name) for event in running)}
        faults.append(Fault("although_it_runs", "begun", message))
    raise_malformed(faults)


@transaction.atomic
def delete_tournament(
    *, tournament: Tournament, name: str, although_it_runs: bool = False, backup: str, actor: Actor
) -> None:
    """Delete a tournament with everything in it, and the players who are nowhere else.

    `name` is its name, typed; `backup` is the path of the backup that was made before. Raises like `look_at_deletion`,
    and Refused `gone` if somebody else has deleted it meanwhile.
    """
    still_there = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
    if still_there is None:
        raise Refused("gone", _("Somebody else has just deleted it."))
    look_at_deletion(tournament=still_there, name=name, although_it_runs=although_it_runs)
    counts = reads.goes_too(still_there)
    _delete({Tournament: {still_there.pk}})
    MadeUp.objects.filter(kind=MadeUp.Kind.TOURNAMENT, key=tournament.pk).delete()
    after = {
        "name": still_there.name,
        "starts_on": still_there.starts_on,
        "entrants": counts.entrants,
        "cards": counts.cards,
        "acts": counts.acts,
        "backup": backup,
    }
    _write_site_act("tournament.deleted", still_there.slug, actor, after)


@transaction.atomic
def remove_demonstration(*, backup: str, actor: Actor) -> None:
    """Take the demonstration away: its tournaments, clubs and accounts. Does nothing if there is none.

    What people made with its accounts stays: the actor becomes director of it where nobody else is. `backup` is the
    path of the backup that was made before. Raises Refused `role` to an account of the demonstration.
    """
    everything = reads.demonstration()
    if not everything:
        return
    made_up: Rows = {
        model: set(MadeUp.keys_of(kind))
        for model, kind in (
            (Tournament, MadeUp.Kind.TOURNAMENT),
            (Club, MadeUp.Kind.CLUB),
            (User, MadeUp.Kind.ACCOUNT),
        )
    }
    if actor.user is not None:
        _take_over(made_up, actor.user, actor)
    _delete(made_up)
    MadeUp.objects.all().delete()
    names = [*everything.tournaments, *everything.clubs]
    after = {"name": ", ".join(names), "accounts": list(everything.accounts), "backup": backup}
    _write_site_act("demonstration.removed", "demonstration", actor, after)


def _take_over(made_up: Rows, user: User, actor: Actor) -> None:
    """Make the user director of what is not made up and has a director of the demonstration only."""
    accounts = made_up[User]
    left = Role.objects.lasting_directors().exclude(user__in=accounts).values("tournament")
    for tournament in (
        Tournament.objects.filter(roles__user__in=accounts, roles__kind=Role.Kind.DIRECTOR)
        .exclude(pk__in=made_up[Tournament])
        .exclude(pk__in=left)
        .distinct()
    ):
        grant_role(tournament=tournament, username=user.username, kind=Role.Kind.DIRECTOR, actor=actor)
    for club in Club.objects.filter(roles__user__in=accounts).exclude(pk__in=made_up[Club]).distinct():
        name_director(club=club, username=user.username, actor=actor)


def _write_site_act(action: str, subject: str, actor: Actor, after: Mapping[str, Any]) -> None:
    """Write one row of the log of the site."""
    SiteAct.objects.create(
        actor_kind=actor.kind,
        actor_key=actor.key,
        actor_name=actor.name,
        action=action,
        subject_key=subject[:120],
        after=dict(after),
    )


# --- Rows ------------------------------------------------------------------------------------------------------------


def _delete(first: Rows) -> None:
    """Delete these rows, all rows that cannot be without them, and players who are then nowhere."""
    with _guard_lifted():
        doomed = _with_dependents(first)
        players = _players_of(doomed)
        _delete_rows(doomed)
        while free := players - _players_needed(players):
            _delete_rows({Player: free})
            players -= free


def _keys_to(models: Iterable[type[Model]]) -> Iterator[tuple[type[Model], ForeignKey[Any, Any]]]:
    """The foreign keys of all tables to these, with their tables."""
    targets = set(models)
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model in targets:
                yield model, field


def _in_parts(keys: Collection[int]) -> Iterator[list[int]]:
    """The keys in parts that every database takes in one query."""
    ordered = sorted(keys)
    for start in range(0, len(ordered), AT_A_TIME):
        yield ordered[start : start + AT_A_TIME]


def _with_dependents(first: Rows) -> dict[type[Model], set[int]]:
    """These rows and all that cannot be without them: those that refer to them, and may not refer to nothing."""
    doomed: dict[type[Model], set[int]] = defaultdict(set)
    fresh: dict[type[Model], set[int]] = {model: set(keys) for model, keys in first.items() if keys}
    while fresh:
        for model, keys in fresh.items():
            doomed[model] |= keys
        next_rows: dict[type[Model], set[int]] = defaultdict(set)
        for model, field in _keys_to(fresh):
            if field.remote_field.on_delete is not SET_NULL:
                for part in _in_parts(fresh[field.related_model]):
                    next_rows[model] |= set(
                        model._base_manager.filter(**{f"{field.name}__in": part}).values_list("pk", flat=True)
                    )
        fresh = {model: keys - doomed[model] for model, keys in next_rows.items() if keys - doomed[model]}
    return doomed


def _delete_rows(doomed: Rows) -> None:
    """Delete these rows; others that refer to them refer to nothing then. Foreign keys are checked at the end."""
    for model, keys in doomed.items():
        for part in _in_parts(keys):
            rows = model._base_manager.filter(pk__in=part)
            rows._raw_delete(rows.db)
    for model, field in _keys_to(doomed):
        if field.remote_field.on_delete is SET_NULL:
            for part in _in_parts(doomed[field.related_model]):
                model._base_manager.filter(**{f"{field.name}__in": part}).update(**{field.name: None})


def _players_of(doomed: Rows) -> set[int]:
    """The players of these rows, and the two people of each team among them."""
    players: set[int] = set()
    for model, field in _keys_to([Player]):
        for part in _in_parts(doomed.get(model, ())):
            players |= set(model._base_manager.filter(pk__in=part).values_list(field.attname, flat=True))
    for part in _in_parts(players - {None}):
        for team in Player.objects.filter(pk__in=part, first__isnull=False):
            players |= team.keys
    return players - {None}


def _players_needed(players: Collection[int]) -> set[int]:
    """Those of these players to whom some row refers."""
    needed: set[int] = set()
    for model, field in _keys_to([Player]):
        for part in _in_parts(players):
            rows = model._base_manager.filter(**{f"{field.name}__in": part})
            needed |= set(rows.values_list(field.attname, flat=True))
    return needed


@contextlib.contextmanager
def _guard_lifted() -> Iterator[None]:
    """Within this context the rows of the logs can be deleted, by this transaction alone."""
    tables = [AuditEntry._meta.db_table, ClubLog._meta.db_table]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A table with pending checks cannot be altered.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            yield
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            return
        marks = ", ".join(["%s"] * len(tables))
        cursor.execute(f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ({marks})", tables)
        triggers = cursor.fetchall()
        for name, _sql in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _name, sql in triggers:
            cursor.execute(sql)
