"""The looks at the paper, by line, and who may make them."""

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
    """Every look at a card of this event (those until this moment), by seat and game, in order; one query, three with
    phones.

    A claim by phone that the card repeats is as good as a look: a card from a phone has no paper to read again, and a
    line typed from paper just as its player told it is no slip.
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
        for place, claim in _told_alike(event, until):
            readings_by_place.setdefault(place, []).append(claim)
    return readings_by_place


def _told_alike(event: Event, until: datetime | None) -> Iterator[tuple[Place, Reading]]:
    """Claims by phone that the card repeats, and every line of a card from a phone, as readings by place."""
    games_by_seat = told_games(event, until=until)
    names = {entry.seat: entry.name for entry in Entry.objects.of(event).filter(table__isnull=False)}
    for card_line in lines_on_cards(event):
        told_game = games_by_seat.get(card_line.seat, {}).get(card_line.line.game)
        if told_game is not None and told_game.said.line == card_line.line:
            yield (
                (card_line.seat, card_line.line.game),
                Reading(card_line.line, names[card_line.seat], read_at=told_game.at),
            )
        elif card_line.source == Scorecard.Source.PHONE and (
            until is None or (card_line.typed_at is not None and card_line.typed_at <= until)
        ):
            yield (
                (card_line.seat, card_line.line.game),
                Reading(card_line.line, names[card_line.seat], read_at=card_line.typed_at),
            )


def unread(event_sheet: Sheet) -> tuple[Finding, ...]:
    """The lines that could matter and that nobody read again though the cards differ; empty once posted. One query."""
    return (
        ()
        if event_sheet.event.posted_at
        else find_unread(event_sheet.crosscheck, readings(event_sheet.event, until=event_sheet.until))
    )


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
    """The names of those who may read a line instead of its typist, and of those among them who may sign its game with
    both papers: not the typist of the other card's unread line, nor relatives of a player."""

    readers: tuple[str, ...]
    signers: tuple[str, ...]


def own_typed_over(event_sheet: Sheet, actor: Actor) -> dict[Place, OtherReaders]:
    """The lines that this person typed over while they differed, unread since, that others may read. Three queries at
    most."""
    return own_typing(
        event_sheet, [(seat, game) for seat, card in event_sheet.cards.items() for game in card.again], actor
    )


def own_typing(
    event_sheet: Sheet, places: Collection[Place], actor: Actor, acts: Iterable[Act] | None = None
) -> dict[Place, OtherReaders]:
    """Those of these lines that this person typed as they are and that somebody else may read. Three queries at most,
    two where the cards' `acts` are given."""
    lines = {(seat, game): event_sheet.cards[seat].line(game) for seat, game in places}
    typed = typed_by(event_sheet.event, lines, acts) if lines else {}
    mine = [place for place, by in typed.items() if (by.kind, by.key) == (actor.kind, actor.key)]
    if not mine:
        return {}
    others, readable = other_readers(event_sheet.event, actor.user), find_readable(event_sheet.crosscheck)
    related = relatives_of(event_sheet.event.tournament, others) if others else {}
    instead_by_place = {}
    for seat, game in mine:
        other = readable[seat, game].other if (seat, game) in readable else None
        players = [event_sheet.entries[player_seat] for player_seat in (seat, other) if player_seat is not None]
        # Nobody reads a line of their own game.
        readers = [user for user in others if not any(is_own(user, player) for player in players)]
        if readers:
            typist = typed.get((other, game)) if other is not None else None
            signers = [
                user
                for user in readers
                if (typist is None or user.get_username() != typist.key)
                and not any(related[user.pk].of(player) for player in players)
            ]
            instead_by_place[seat, game] = OtherReaders(_names(readers), _names(signers))
    return instead_by_place


@dataclass(frozen=True, slots=True)
class Typist:
    """The typist of a line, and when it was typed."""

    person: Person
    at: datetime | None


def typists(event_sheet: Sheet, places: Collection[Place], acts: Iterable[Act] | None = None) -> dict[Place, Typist]:
    """Who typed each of these lines as it is; where unknown, who saved its card last. Two queries at most, one where
    the cards' `acts` are given."""
    lines = {(seat, game): event_sheet.cards[seat].line(game) for seat, game in places}
    typed = typed_by(event_sheet.event, lines, acts) if lines else {}
    saved = {seat: event_sheet.facts.get(seat, CardFacts()) for seat, _game in lines}
    # The account that saved the card last is known already.
    elsewhere = {by.key for (seat, _game), by in typed.items() if by.key and by.by != saved[seat].typed_by}
    keys = dict(User.objects.filter(username__in=elsewhere).values_list("username", "pk")) if elsewhere else {}
    typists_by_place = {}
    for place in lines:
        facts, by = saved[place[0]], typed.get(place)
        if by is None or by.by == facts.typed_by:
            typists_by_place[place] = Typist((facts.typist, facts.typed_by), by.at if by else facts.typed_at)
        else:
            typists_by_place[place] = Typist((keys.get(by.key), by.by), by.at)
    return typists_by_place


def _names(people: Iterable[User]) -> tuple[str, ...]:
    named = {user.pk: user.get_full_name() or user.get_username() for user in people}
    return tuple(sorted(named.values()))
