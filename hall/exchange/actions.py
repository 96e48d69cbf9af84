"""Importing a whole tournament, or a whole club, from a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from typing import Any

from django.db import DatabaseError, OperationalError, transaction
from django.utils.translation import gettext as _

from brackets.bracket.reads.drawn import bracket as bracket_now
from clubs.actions.logged import CLUB as CLUB_LOGGED
from clubs.audit import write_log
from clubs.models import Club, ClubRole
from hall.exchange import reads
from hall.exchange.club_layout import CLUB, read_club_document
from hall.exchange.fields import Rows, Table, Walk
from hall.exchange.layout import DOCUMENT, PLAYER, read_document
from hall.exchange.older import brought_up
from hall.exchange.sense import find_misfits
from scorecards.models import Scorecard
from scorecards.sheet.reads.earlier import acts, earlier_sheet
from scorecards.sheet.reads.readings import readings
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.standings import crosscheck_summary, standings
from scorecards.sheet.rules.replay import rebuild
from tournaments import audit
from tournaments.access import Actor
from tournaments.errors import Fault, Malformed, Refused
from tournaments.models import Event, Player, Role, Tournament, event_touched

Values = Mapping[str, Any]

MOST_DIFFERENCES = 20


@transaction.atomic
def import_tournament(*, document: Any, people: Mapping[int, Player] | None = None, actor: Actor) -> Tournament:
    """Import a whole tournament from a document that `tournament_document` wrote, here or elsewhere.

    Revisions, times and the trail are kept. The actor's user becomes its director. People are recognized by ACC number,
    name and club, unless `people` says who somebody is, by the number in the document. The audit row of the import belongs
    to this site and is not exported.

    Raises Malformed with every fault of the document.
    Raises Refused (`exists`) if the short name is taken. Nothing is written in either case.
    """
    document = brought_up(document)
    values = read_document(document)
    faults = find_misfits(values)
    if faults:
        raise Malformed(_("What the file says cannot be; each fault is named."), faults=faults)
    slug = values["slug"]
    if Tournament.objects.filter(slug__iexact=slug).exists():
        raise Refused(
            "exists",
            _("There is a tournament “%(slug)s” here already. Change the short name in the file to keep both.")
            % {"slug": slug},
        )
    try:
        with transaction.atomic():
            tournament = _write(values, people or {})
    except OperationalError:
        # The database is down; the file is not to blame.
        raise
    except (DatabaseError, OverflowError) as exc:
        first_line = str(exc).strip().partition("\n")[0]
        raise _unfit(_("The database refuses it (%(reason)s).") % {"reason": first_line}) from exc
    _refuse_unreadable(tournament)
    differing = list(islice(_differences(document, reads.tournament_document(tournament)), MOST_DIFFERENCES))
    if differing:
        raise Malformed(
            _("The file is not as this program writes it: exported again it would be another one."), faults=differing
        )
    if actor.user is not None:
        Role.objects.create(user=actor.user, tournament=tournament, kind=Role.Kind.DIRECTOR)
    audit.record(
        tournament=tournament,
        actor=actor,
        action="tournament.imported",
        subject=("tournament", slug),
        after={"events": [event["slug"] for event in values["events"]]},
    )
    for event in tournament.events.all():
        transaction.on_commit(partial(event_touched.send_robust, Event, event_id=event.pk), robust=True)
    return tournament


@transaction.atomic
def import_club(*, document: Any, actor: Actor) -> Club:
    """Import a whole club from a document that `club_document` wrote, with the tournaments of its nights with cards.

    The actor’s user directs the club and these tournaments. Members are recognized as `import_tournament` recognizes
    people, and are the same person at every night.

    Raises Malformed with every fault of the document, or of the first tournament in it that has one.
    Raises Refused (`exists`) if the short name of the club, or of one of the tournaments, is taken.
    """
    values = read_club_document(document)
    club_values, slug = values["club"], values["club"]["slug"]
    if Club.objects.filter(slug__iexact=slug).exists():
        message = _("There is a club “%(slug)s” here already. Change the short name in the file to keep both.")
        raise Refused("exists", message % {"slug": slug})
    walk = Walk()
    players = _people(values["players"])
    walk.know(PLAYER, players)
    for place, carried in enumerate(values["tournaments"]):
        people = {same["number"]: players[same["player"] - 1] for same in carried["players"]}
        try:
            tournament = import_tournament(document=carried["tournament"], people=people, actor=actor)
        except Refused as refused:
            raise refused.moved(lambda field, place=place: f"tournaments.{place}.tournament.{field}") from refused  # type: ignore[misc]
        for event in tournament.events.select_related("tournament"):
            walk.rows[Event][tournament.slug, event.slug] = event
    try:
        with transaction.atomic():
            (club,) = _write_rows(CLUB, [_Record(club_values)], walk)
    except OperationalError:
        raise
    except (DatabaseError, OverflowError) as exc:
        first_line = str(exc).strip().partition("\n")[0]
        raise _unfit(_("The database refuses it (%(reason)s).") % {"reason": first_line}) from exc
    written = reads.club_document(club)
    same_parts = ("players", "club")
    differing = [
        fault
        for name in same_parts
        for fault in islice(_differences(document[name], written[name], name), MOST_DIFFERENCES)
    ]
    if differing:
        raise Malformed(
            _("The file is not as this program writes it: exported again it would be another one."), faults=differing
        )
    if actor.user is not None:
        ClubRole.objects.create(user=actor.user, club=club, kind=ClubRole.Kind.DIRECTOR)
    write_log(club=club, actor=actor, action="club.imported", subject=("club", slug), after=CLUB_LOGGED.values(club))
    imported: Club = club
    return imported


def _unfit(reason: str) -> Malformed:
    return Malformed(_("What the file says does not fit together."), faults=[Fault("", "invalid", reason)])


def _refuse_unreadable(tournament: Tournament) -> None:
    """Let the rules read everything that was written, the history too.

    Raises Malformed if they cannot: the file would break every page of the event.
    """
    for event in Event.objects.filter(tournament=tournament).select_related("tournament"):
        try:
            _mark_lines_to_read_again(event)
            cards = sheet(event)
            standings(cards)
            crosscheck_summary(cards)
            readings(event)
            standings(earlier_sheet(event, acts(event)))
            bracket_now(event)
        except (AttributeError, ArithmeticError, LookupError, TypeError, ValueError) as exc:
            message = _("The rules cannot read the event “%(slug)s” (%(reason)s).")
            raise _unfit(message % {"slug": event.slug, "reason": exc}) from exc


def _differences(original: Any, written: Any, path: str = "") -> Iterator[Fault]:
    """A fault for each value in which the original document differs from the one written back from the database."""
    if isinstance(original, dict) and isinstance(written, dict):
        for name in {**original, **written}:
            inner = f"{path}.{name}" if path else name
            yield from _differences(original.get(name), written.get(name), inner)
    elif isinstance(original, list) and isinstance(written, list) and len(original) == len(written):
        for place, (item, written_item) in enumerate(zip(original, written, strict=True)):
            yield from _differences(item, written_item, f"{path}.{place}")
    elif original != written or type(original) is not type(written):
        yield Fault(path, "invalid", _("This would be written otherwise."))


# --- Writing ---------------------------------------------------------------------------------------------------------


def _write(document: Values, people: Mapping[int, Player]) -> Tournament:
    (tournament,) = _write_rows(DOCUMENT, [_Record(document)], Walk(), people)
    imported: Tournament = tournament
    return imported


@dataclass(frozen=True)
class _Record:
    """The values of one row in the document, its parent row, its place in the parent's list, and their event."""

    values: Values
    parent: Any = None
    place: int = 1
    event: str | None = None


def _write_rows(
    table: Table, records: list[_Record], walk: Walk, people: Mapping[int, Player] | None = None
) -> list[Any]:
    """Write these rows, then those below them. Reversals of money come after the lines that they take back.

    `people` says who some of the players are.
    """

    def is_reversal(record: _Record) -> bool:
        return record.values.get("reverses") is not None

    records = sorted(records, key=is_reversal)
    rows: list[Any] = []
    for _is_reversal, batch in groupby(records, key=is_reversal):
        if table is PLAYER:
            batch_rows = _people([record.values for record in batch], people)
        else:
            batch_rows = [_row(table, record, walk) for record in batch]
            table.model._default_manager.bulk_create(batch_rows)
        walk.know(table, batch_rows)
        rows += batch_rows
    for name, field in table.below():
        below = [
            _Record(values, row, place, row.slug if table.model is Event else record.event)
            for row, record in zip(rows, records, strict=True)
            for place, values in enumerate(field.decode(record.values[name]), start=1)
        ]
        _write_rows(field.table, below, walk, people)
    return rows


def _row(table: Table, record: _Record, walk: Walk) -> Any:
    walk.event = record.event or record.values.get("event")
    columns = {table.inside: record.parent} if record.parent is not None and "__" not in table.inside else {}
    for name, field in table.fields.items():
        if not isinstance(field, Rows):
            columns |= field.loaded(record.values[name], name, walk)
    made = table.made(record.values, record.parent, record.place) if table.made else {}
    return table.model(**columns, **made)


def _people(players: list[Values], given: Mapping[int, Player] | None = None) -> list[Player]:
    """A person for each of these players: one whom this site knows by ACC number, name and club, else a new one.

    `given` are people by the place of the player in the list, from 1. A known person is used only once. A team is new. Its two people are those in the file with these names, where one
    person has the name, else new.
    """
    known: dict[tuple[str, ...], list[Player]] = {}
    numbers = [player["acc_number"] for player in players if player["acc_number"]]
    given = given or {}
    used = [person.pk for person in given.values()]
    for person in Player.objects.filter(acc_number__in=numbers, first=None).exclude(pk__in=used).order_by("-pk"):
        known.setdefault(tuple(getattr(person, name) for name in _PERSON), []).append(person)
    people = []
    for place, player in enumerate(players, start=1):
        values = {name: player[name] for name in _PERSON}
        candidates = known.get(tuple(values.values())) if not player["players"] else None
        people.append(given.get(place) or (candidates.pop() if candidates else Player(**values)))
    alone = [person for person, player in zip(people, players, strict=True) if not player["players"]]
    Player.objects.bulk_create(person for person in alone if person.pk is None)
    often = Counter(person.name for person in alone)
    named = {person.name: person for person in alone if often[person.name] == 1}
    partners = {
        name: number
        for player in players
        for name, number in zip(player["players"], player["acc_numbers"], strict=True)
        if name not in named
    }
    named |= {name: Player(name=name, acc_number=number) for name, number in partners.items()}
    Player.objects.bulk_create(named[name] for name in partners)
    teams = []
    for person, player in zip(people, players, strict=True):
        if player["players"]:
            person.first, person.second = (named[name] for name in player["players"])
            teams.append(person)
    Player.objects.bulk_create(teams)
    return people


_PERSON = ("name", "acc_number", "club")


def _mark_lines_to_read_again(event: Event) -> None:
    """Mark the retyped lines that must be read again according to the history."""
    games_by_seat = rebuild(acts(event)).again
    for card in Scorecard.objects.filter(entry__event=event).select_related("entry"):
        card.again = sorted(games_by_seat.get(card.entry.seat, ()))
        card.save(update_fields=["again"])
