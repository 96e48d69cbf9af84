"""The looks at the paper by line, the typists of the lines, and the people who may make a look."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from scorecards.models import Look, Scorecard, Showing
from scorecards.sheet.reads.phone import lines_on_cards, told_games
from scorecards.sheet.reads.sheet import CardFacts, Sheet
from scorecards.sheet.reads.written import typed_by
from scorecards.sheet.rules.basis import read_line
from scorecards.sheet.rules.looks import Person, Place, Reading, find_readable
from scorecards.sheet.rules.obstacles import find_unread
from scorecards.sheet.rules.replay import Act
from tournaments.access import Actor, is_own
from tournaments.models import Entry, Event, Role, User
from tournaments.people.reads.relations import relatives_of
from tournaments.rules.finding import Finding


def readings(event: Event, *, until: datetime | None = None) -> dict[Place, list[Reading]]:
    """Every reading of every line of this event by seat and game, in the order of the looks, then claims by phone.

    With `until`, later readings are left out. A claim by phone counts as a reading if the card has the same line: a
    typist's slip would differ from it. Every line of a card from a phone counts too, because there is no paper to read.
    One query, and three more if the event uses phones.
    """
    readings_by_place: dict[Place, list[Reading]] = {}
    rows = Look.objects.filter(entry__event=event, entry__table__isnull=False).order_by("pk")
    if until is not None:
        rows = rows.filter(read_at__lte=until)
    for table, number, game, reading, read_by, reader, read_at, shown_at in rows.values_list(
        "entry__table", "entry__seat_number", "game", "reading", "read_by", "reader", "read_at", "shown_at"
    ):
        look = Reading(read_line(reading), read_by, reader, read_at, shown_at)
        readings_by_place.setdefault((f"{table}-{number}", game), []).append(look)
    if event.phones != Event.Phones.OFF:
        for place, phone_reading in _readings_by_phone(event, until):
            readings_by_place.setdefault(place, []).append(phone_reading)
    return readings_by_place


def _readings_by_phone(event: Event, until: datetime | None) -> Iterator[tuple[Place, Reading]]:
    """A reading for each claim that equals the line on the card, and for each other line of a card from a phone.

    With `until`, claims and cards of a later time are left out.
    """
    games_by_seat = told_games(event, until=until)
    names = {entry.seat: entry.name for entry in Entry.objects.of(event).filter(table__isnull=False)}
    for card_line in lines_on_cards(event):
        seat, line, typed_at = card_line.seat, card_line.line, card_line.typed_at
        told_game = games_by_seat.get(seat, {}).get(line.game)
        if told_game is not None and told_game.said.line(event.skunks) == line:
            yield (seat, line.game), Reading(line, names[seat], read_at=told_game.at)
        elif card_line.source == Scorecard.Source.PHONE:
            is_in_time = until is None or (typed_at is not None and typed_at <= until)
            if is_in_time:
                yield (seat, line.game), Reading(line, names[seat], read_at=typed_at)


def unread(event_sheet: Sheet) -> tuple[Finding, ...]:
    """A finding for each line that could matter, differs from the other card, and was not read again; empty once posted.

    The queries of `readings`.
    """
    if event_sheet.event.posted_at:
        return ()
    return find_unread(event_sheet.crosscheck, readings(event_sheet.event, until=event_sheet.until))


def cards_shown(event: Event, user: User) -> dict[str, datetime]:
    """When this user last saw each card that they did not type, by seat; one query."""
    rows = Showing.objects.filter(entry__event=event, entry__table__isnull=False, user=user)
    return {
        f"{table}-{number}": shown_at
        for table, number, shown_at in rows.values_list("entry__table", "entry__seat_number", "at")
    }


def readers(event: Event) -> list[int]:
    """The primary keys of everybody who may read cards again, in a stable order; one query."""
    kinds = (Role.Kind.CHECKER, Role.Kind.DIRECTOR)
    roles = Role.objects.in_event(event).filter(kind__in=kinds)
    return sorted(set(roles.values_list("user", flat=True)))


def other_readers(event: Event, reader: User | None) -> list[User]:
    """Everybody except this reader who may read cards again; one query."""
    kinds = (Role.Kind.CHECKER, Role.Kind.DIRECTOR)
    roles = Role.objects.in_event(event).filter(kind__in=kinds, user__is_active=True).exclude(user=reader)
    return [role.user for role in roles.select_related("user")]


@dataclass(frozen=True, slots=True)
class OtherReaders:
    """The names of people who may do a typist's work on one line, each list in alphabetical order.

    `readers` may read the line. `signers` are the readers who may also sign its game with both papers at hand: they
    neither typed the line on the other card nor are related to one of the two players.
    """

    readers: tuple[str, ...]
    signers: tuple[str, ...]


def own_typed_over(event_sheet: Sheet, actor: Actor) -> dict[Place, OtherReaders]:
    """The lines that this person typed over and that must be read again, if somebody else may read them.

    Three queries at most.
    """
    typed_over = [(seat, game) for seat, card in event_sheet.cards.items() for game in card.again]
    return own_typing(event_sheet, typed_over, actor)


def own_typing(
    event_sheet: Sheet, places: Collection[Place], actor: Actor, acts: Iterable[Act] | None = None
) -> dict[Place, OtherReaders]:
    """The lines at `places` whose present text this person typed, with the other people who may read them.

    A line that nobody else may read is left out. Three queries at most, two if the cards' `acts` are given.
    """
    lines = {(seat, game): event_sheet.cards[seat].line(game) for seat, game in places}
    typed = typed_by(event_sheet.event, lines, acts) if lines else {}
    own_places = [place for place, typing in typed.items() if (typing.kind, typing.key) == (actor.kind, actor.key)]
    if not own_places:
        return {}
    colleagues, readable = other_readers(event_sheet.event, actor.user), find_readable(event_sheet.crosscheck)
    relatives = relatives_of(event_sheet.event.tournament, colleagues) if colleagues else {}
    readers_by_place = {}
    for seat, game in own_places:
        other_seat = readable[seat, game].other if (seat, game) in readable else None
        players = [event_sheet.entries[player_seat] for player_seat in (seat, other_seat) if player_seat is not None]
        # Nobody reads a line of their own game.
        readers = [user for user in colleagues if not any(is_own(user, player) for player in players)]
        if not readers:
            continue
        other_typing = typed.get((other_seat, game)) if other_seat is not None else None
        other_typist = other_typing.key if other_typing is not None else None
        signers = [
            user
            for user in readers
            if user.get_username() != other_typist and not any(relatives[user.pk].of(player) for player in players)
        ]
        readers_by_place[seat, game] = OtherReaders(_names(readers), _names(signers))
    return readers_by_place


@dataclass(frozen=True, slots=True)
class Typist:
    """The typist of a line, and when it was typed."""

    person: Person
    at: datetime | None


def typists(event_sheet: Sheet, places: Collection[Place], acts: Iterable[Act] | None = None) -> dict[Place, Typist]:
    """The typist of the present text of each of these lines; if the log has none, whoever saved its card last.

    Two queries at most, one if the cards' `acts` are given.
    """
    lines = {(seat, game): event_sheet.cards[seat].line(game) for seat, game in places}
    typed = typed_by(event_sheet.event, lines, acts) if lines else {}
    facts_by_seat = {seat: event_sheet.facts.get(seat, CardFacts()) for seat, _game in lines}
    # The facts of a card have the primary key of whoever saved it last, so only other typists are looked up.
    usernames = {
        typing.key
        for (seat, _game), typing in typed.items()
        if typing.key and typing.by != facts_by_seat[seat].typed_by
    }
    keys = dict(User.objects.filter(username__in=usernames).values_list("username", "pk")) if usernames else {}
    typists_by_place = {}
    for seat, game in lines:
        facts, line_typing = facts_by_seat[seat], typed.get((seat, game))
        if line_typing is None:
            typist = Typist(Person(facts.typist, facts.typed_by), facts.typed_at)
        elif line_typing.by == facts.typed_by:
            typist = Typist(Person(facts.typist, facts.typed_by), line_typing.at)
        else:
            typist = Typist(Person(keys.get(line_typing.key), line_typing.by), line_typing.at)
        typists_by_place[seat, game] = typist
    return typists_by_place


def _names(users: Iterable[User]) -> tuple[str, ...]:
    """The full names of these users, or else their usernames, each user once, in alphabetical order."""
    names = {user.pk: user.get_full_name() or user.get_username() for user in users}
    return tuple(sorted(names.values()))
