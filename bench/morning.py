"""The morning of a large field: everybody entered, seats drawn, and the proof of the seats viewed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import count
from typing import Any

from django.conf import settings
from django.db import connection, models, transaction
from django.urls import reverse

from bench import urls
from bench.measures import CREW, CSRF, SEED, Measure, expect, measured, request, signed_in
from hall.demonstration import rehearsal
from hall.demonstration.simulator import Chance, people
from tournaments.access import Actor
from tournaments.day.reads.schedule import _meetings, table_rounds
from tournaments.models import AuditEntry, Entry, Event, Player, SeatingTable, User
from tournaments.people.actions.people import issue_token
from tournaments.plan import EventPlan
from tournaments.rotation.rules.proof import one_table
from tournaments.seating.reads.draw import _table_proof
from tournaments.seating.reads.seating import tables
from tournaments.venue.actions.tournaments import create_tournament


def insert(model: type[models.Model], rows: Sequence[Sequence[Any]], columns: Sequence[str]) -> None:
    """Write rows as plain SQL."""
    quote = connection.ops.quote_name
    named = ", ".join(quote(column) for column in columns)
    marks = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {quote(model._meta.db_table)} ({named}) VALUES ({marks})", rows)


def as_row(instance: models.Model) -> tuple[list[str], list[Any]]:
    """Return the names of all columns except the primary key, and their values."""
    fields = [field for field in instance._meta.concrete_fields if not field.primary_key]
    return (
        [str(field.column) for field in fields],
        [field.get_db_prep_save(getattr(instance, field.attname), connection) for field in fields],
    )


def plain_plan(sizes: Sequence[int], games: int) -> tuple[list[Any], dict[Any, list[int]]]:
    """Return who meets whom, and what everybody gets: games, different opponents, sit-outs and extra games.

    Everybody moves on after each round, and seat 1 stays. This is plain Python, as a floor.
    """
    games_played: list[Any] = []
    gets: dict[Any, list[int]] = {}
    for table, size in enumerate(sizes):
        frame = size + size % 2
        others = [*range(2, frame + 1, 2), *range(frame - 1, 1, -2)]
        met: dict[int, set[int]] = {number: set() for number in range(1, size + 1)}
        sit_outs = dict.fromkeys(met, 0)
        played = dict.fromkeys(met, 0)
        extra = dict.fromkeys(met, 0)
        for round_ in range(frame - 1):
            if all(number >= games for number in played.values()):
                break
            ring = others[-round_:] + others[:-round_] if round_ else others
            line = [1, *ring]
            for place in range(frame // 2):
                left_player, right_player = line[place], line[frame - 1 - place]
                if left_player > size or right_player > size:
                    sit_outs[min(left_player, right_player)] += 1
                    continue
                games_played.append((round_, table, left_player, right_player))
                for player, opponent in ((left_player, right_player), (right_player, left_player)):
                    if played[player] < games:
                        played[player] += 1
                        met[player].add(opponent)
                    else:
                        extra[player] += 1
        for number in met:
            gets[table, number] = [played[number], len(met[number]), sit_outs[number], extra[number]]
    return games_played, gets


class Morning:
    """A field that is entered and seated again for every run."""

    def __init__(self, entrants: int, games: int) -> None:
        self.games = games
        self.numbers = count(1)
        self.hall = people(entrants, Chance(SEED))
        user, _new = User.objects.get_or_create(username="bench", is_superuser=True)
        self.token = issue_token(actor=Actor.of_user(user))
        self.cookies = f"{settings.SESSION_COOKIE_NAME}={signed_in(user)}; {settings.CSRF_COOKIE_NAME}={CSRF}"
        self.event = self.new_event()
        # The floor writes the rows that one whole morning leaves behind.
        self.event = self.entered_event()
        self.draw()
        self.event = Event.objects.get(pk=self.event.pk)
        self.sizes = [table.players for table in tables(self.event)]
        entries = list(self.event.entries.select_related("player"))
        self.players = [as_row(entry.player) for entry in entries]
        self.entries = [as_row(entry) for entry in entries]
        self.tables = [as_row(table) for table in self.event.tables.all()]
        self.trail = {row.action: as_row(row) for row in AuditEntry.objects.filter(event=self.event)}
        self.seats = [[entry.table, entry.seat_number, entry.pk] for entry in entries]

    def new_event(self) -> Event:
        tournament = create_tournament(
            slug=f"morning-{next(self.numbers)}",
            name="Benchmark",
            starts_on=date(2026, 3, 6),
            events=[EventPlan("main", games=self.games, deal="alternate")],
            actor=CREW.director,
        )
        return tournament.events.select_related("tournament").get()

    def entered_event(self) -> Event:
        event = self.new_event()
        rehearsal.enter(event, self.hall, CREW)
        return event

    def measures(self, repeat: int) -> Iterator[Measure]:
        yield measured("everybody entered (action)", self.enter, self.write_entrants, repeat, self.renew)
        yield measured("seats drawn and published (API)", self.draw, self.write_seats, repeat, self.renew_entered)
        yield from self.proof_pages(repeat)

    def renew(self) -> None:
        # Without ACC numbers nobody is recognized from an earlier run, so action and floor write the same rows.
        Player.objects.update(acc_number="")
        self.event = self.new_event()

    def renew_entered(self) -> None:
        self.event = self.entered_event()
        self.forget()

    def forget(self) -> None:
        """Clear the caches of all plans."""
        for cached in (_table_proof, _meetings, table_rounds, one_table):
            cached.cache_clear()

    def enter(self) -> None:
        rehearsal.enter(self.event, self.hall, CREW)

    def draw(self) -> None:
        address = f"/api/v1/tournaments/{self.event.tournament.slug}/events/main/seating/"
        body = json.dumps({"seed": SEED}).encode()
        expect(200, request("POST", address, body, authorization=f"Token {self.token}"))

    # --- Floors ------------------------------------------------------------------------------------------------------

    def write_entrants(self) -> None:
        """Insert the same rows in plain SQL, and commit; people first, because entries refer to them."""
        columns, _row = self.entries[0]
        number, player = columns.index("number"), columns.index("player_id")
        first = next(self.numbers) * 10_000
        with transaction.atomic():
            insert(Player, [row for _columns, row in self.players], self.players[0][0])
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT id FROM tournaments_player ORDER BY id DESC LIMIT %s",  # the newest are these
                    [len(self.players)],
                )
                keys = [row[0] for row in cursor.fetchall()]
            seatless = [columns.index("table"), columns.index("seat_number")]
            rows = []
            for place, (_columns, row) in enumerate(self.entries):
                fresh = list(row)
                fresh[number], fresh[player] = first + place, keys[place]
                for column in seatless:
                    fresh[column] = None
                rows.append(fresh)
            insert(Entry, rows, columns)
            self.write_trail("entrants.entered")

    def write_trail(self, action: str) -> None:
        columns, row = self.trail[action]
        insert(AuditEntry, [row], columns)

    def write_seats(self) -> None:
        """Make the plan in plain Python, and write the same rows in plain SQL."""
        plain_plan(self.sizes, self.games)
        quote = connection.ops.quote_name
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(
                f"UPDATE tournaments_entry SET {quote('table')} = %s, seat_number = %s WHERE id = %s", self.seats
            )
            cursor.execute("DELETE FROM tournaments_seatingtable WHERE event_id = %s", [self.tables[0][1][0]])
            insert(SeatingTable, [row for _columns, row in self.tables], self.tables[0][0])
            self.write_trail("seats.drawn")

    # --- The proof ---------------------------------------------------------------------------------------------------

    def proof_pages(self, repeat: int) -> Iterator[Measure]:
        """The page of the proof, of a draft and of published seats, next to a plan in plain Python."""
        for name, event in (
            ("a draft", self.entered_event()),
            ("published seats", Event.objects.get(pk=self.event.pk)),
        ):
            path = reverse("tournaments:seating_proof", args=[event.tournament.slug, "main"]) + f"?seed={SEED}"

            def ask(path: str = path) -> bytes:
                return expect(200, request("GET", path, cookie=self.cookies)).body

            urls.ready["same"] = (200, ask())

            def floor(event: Event = event) -> None:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT id, name FROM tournaments_entry WHERE event_id = %s", [event.pk])
                    cursor.fetchall()
                plain_plan(self.sizes, self.games)
                expect(200, request("GET", "/bench/same/"))

            yield measured(f"the proof page of {name}, nothing kept", ask, floor, repeat, self.forget)
