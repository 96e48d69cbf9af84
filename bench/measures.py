"""What is measured, each with its floor. Import it after Django is set up on the benchmark's database."""

from __future__ import annotations

import gzip
import json
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4
from wsgiref.types import StartResponse

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.urls import reverse

from bench import urls
from hall.demonstration import rehearsal
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, people
from scorecards.cards.actions.cards import WrittenCard, write_card
from scorecards.models import StandingsSnapshot
from scorecards.sheet.reads.sheet import sheet
from scorecards.sheet.reads.standings import crosscheck_summary
from scorecards.sheet.reads.stored import consistent_standings, pack
from tournaments.access import Actor
from tournaments.models import User, event_touched
from tournaments.people.actions.people import issue_token
from tournaments.plan import EventPlan
from tournaments.venue.actions.tournaments import create_tournament

SEED = 20
WARM_UP = 2
QUICK = 10
"""How many times as often quick things are measured."""

CREW = Crew(Actor.of_command("bench"), Actor.of_command("bench"))

# The recomputation started by a save is measured separately; it would run in a thread during the next save.
event_touched.disconnect(dispatch_uid="scorecards.standings")
event_touched.disconnect(dispatch_uid="hall.notices")
settings.ROOT_URLCONF = "bench.urls"
settings.STORAGES = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
site = get_wsgi_application()


@dataclass(frozen=True, slots=True)
class Measure:
    """One measured thing and its floor: the times of all runs, in milliseconds."""

    name: str
    ours: list[float]
    floor: list[float]

    def __str__(self) -> str:
        ours, floor = statistics.median(self.ours), statistics.median(self.floor)
        row = f"{self.name:46}{ours:9.2f}{floor:9.2f}{ours / floor:7.1f}x"
        return f"{row}   {min(self.ours):.2f} to {max(self.ours):.2f}"


def timed(run: Callable[[], object], before: Callable[[], object] | None = None) -> float:
    """Return how long one run takes in milliseconds, without the preparation `before`."""
    if before:
        before()
    began = time.perf_counter()
    run()
    return (time.perf_counter() - began) * 1000


def measured(
    name: str,
    run: Callable[[], object],
    floor: Callable[[], object],
    repeat: int,
    before: Callable[[], object] | None = None,
) -> Measure:
    """Run the thing and its floor in turn, so that other load on the machine affects both."""
    times = [(timed(run, before), timed(floor)) for _time in range(WARM_UP + repeat)][WARM_UP:]
    return Measure(name, [own_time for own_time, _other in times], [floor_time for _one, floor_time in times])


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the site."""

    status: int
    headers: dict[str, str]
    body: bytes


JSON, FORM = "application/json", "application/x-www-form-urlencoded"


def request(method: str, path: str, body: bytes = b"", *, kind: str = JSON, **headers: str) -> Answer:
    """Send a request to the site in this process, as a web server does."""
    path, _mark, query = path.partition("?")
    started_with: list[Any] = []

    def start_response(
        status: str, headers_sent: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], object]:
        started_with.append((status, headers_sent))
        return lambda _data: None

    started: StartResponse = start_response
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_ACCEPT_ENCODING": "gzip",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": BytesIO(),
        "wsgi.url_scheme": "http",
        **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
    }
    answer = site(environ, started)
    data = b"".join(answer)
    answer.close()
    status, headers_sent = started_with[0]
    return Answer(int(status[:3]), dict(headers_sent), data)


def expect(status: int, answer: Answer) -> Answer:
    """Return the answer if it has this status; a benchmark of errors would be worthless."""
    if answer.status != status:
        raise RuntimeError(f"the site answered {answer.status}, not {status}: {answer.body[:300]!r}")
    return answer


CSRF = "bench" + "0" * 27
"""The CSRF token: any 32 letters and digits, the same in cookie and header."""


def signed_in(user: User) -> str:
    """Return the key of a new session of this user."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


class Hall:
    """An event with all its cards in, and everything that is measured on it."""

    def __init__(self, entrants: int, games: int) -> None:
        self.slug = f"bench-{entrants}-{games}"
        tournament = create_tournament(
            slug=self.slug,
            name="Benchmark",
            starts_on=date(2026, 3, 6),
            events=[EventPlan("main", games=games)],
            actor=CREW.director,
        )
        self.event = tournament.events.get()
        hall = people(entrants, Chance(SEED))
        rehearsal.enter(self.event, hall, CREW)
        rehearsal.seat(self.event, SEED, CREW)
        self.played = rehearsal.play(self.event, hall, Chance(SEED))
        rehearsal.type_cards(self.event, self.played.cards, CREW)
        self.seat = "A-1"
        full = rehearsal.written(self.played.cards[self.seat])
        self.entry = self.event.entries.get(table="A", seat_number=1).pk
        unfilled = replace(full, lines=tuple(replace(line, points=None, plus=None, minus=None) for line in full.lines))
        self.versions: tuple[WrittenCard, WrittenCard] = (unfilled, full)
        self.saved = 0
        self.user, _new = User.objects.get_or_create(username="bench", is_superuser=True)
        self.token = issue_token(actor=Actor.of_user(self.user))
        self.cookies = f"{settings.SESSION_COOKIE_NAME}={signed_in(self.user)}; {settings.CSRF_COOKIE_NAME}={CSRF}"
        self.cards = reverse("scorecards:cards", args=[self.slug, "main"])
        self.card = f"{self.cards}{self.seat}/"
        recorded = json.loads(expect(200, self.at_desk("GET", self.card)).body)
        typed = {f"line-{game}": text for game, text in recorded["lines"].items()}
        blank = dict.fromkeys(typed, ".")
        totals = {f"total-{name}": text for name, text in recorded["totals"].items()}
        self.texts = ({**blank, **totals}, {**typed, **totals})

    def measures(self, repeat: int) -> Iterator[Measure]:
        """Measure one thing after the other."""
        yield measured("standings recomputed, cards as counted", self.recompute, self.sum_up, repeat)
        rehearsal.start_cross_check(self.event, CREW)
        yield measured("standings recomputed, cross-check included", self.recompute, self.sum_up, repeat)
        yield measured("cross-check of every game", self.cross_check, self.compare, repeat)
        yield measured("a card saved (action)", self.save, self.write_rows, repeat * 2)
        yield measured("a card saved (API, PUT)", self.put, self.write_rows, repeat * 2)
        yield measured("a card saved at the desk", self.save_at_desk, self.write_rows, repeat * 2)
        yield from self.pile(repeat)
        yield from self.standings_pages(repeat)

    # --- Computing ---------------------------------------------------------------------------------------------------

    def recompute(self) -> bytes:
        return pack(consistent_standings(self.event))

    def cross_check(self) -> dict[str, Any]:
        return crosscheck_summary(sheet(rehearsal.now(self.event)))

    def rows(self) -> tuple[list[Any], list[Any]]:
        """Return every entrant and every line of the event, as the database has them."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT id, name, {connection.ops.quote_name('table')}, seat_number FROM tournaments_entry "
                "WHERE event_id = %s",
                [self.event.pk],
            )
            entries = cursor.fetchall()
            cursor.execute(
                "SELECT c.entry_id, l.game, l.opponent_id, l.points, l.plus, l.minus FROM scorecards_scoreline l "
                "JOIN scorecards_scorecard c ON c.id = l.card_id "
                "JOIN tournaments_entry e ON e.id = c.entry_id WHERE e.event_id = %s",
                [self.event.pk],
            )
            return entries, cursor.fetchall()

    def sum_up(self) -> bytes:
        """The floor of the standings: fetch, add up, sort, write as JSON."""
        entries, lines = self.rows()
        totals = {entry[0]: [0, 0, 0, 0] for entry in entries}
        for entry, _game, _opponent, points, plus, minus in lines:
            total = totals[entry]
            if points:
                total[0] += points
                total[1] += 1
            total[2] += (plus or 0) - (minus or 0)
            total[3] += plus or 0
        ranked = sorted(entries, key=lambda entry: totals[entry[0]], reverse=True)
        shown = [(f"{table}-{seat}", name, *totals[pk]) for pk, name, table, seat in ranked]
        return gzip.compress(json.dumps(shown).encode(), compresslevel=6, mtime=0)

    def compare(self) -> int:
        """The floor of the cross-check: fetch, and check whether the opponent has the mirror of each line."""
        _entries, lines = self.rows()
        by_card = {(entry, game): (opponent, plus, minus) for entry, game, opponent, _p, plus, minus in lines}
        return sum(
            by_card.get((opponent, game)) != (entry, minus, plus) for entry, game, opponent, _p, plus, minus in lines
        )

    # --- Saving ------------------------------------------------------------------------------------------------------

    def next_version(self) -> int:
        """Return the index of the version of the card that differs from the recorded one, and count it as saved."""
        self.saved += 1
        return 1 - self.saved % 2

    def next_card(self) -> WrittenCard:
        """Return a card that differs from the recorded one."""
        return self.versions[self.next_version()]

    def save(self) -> None:
        version = self.saved + 1
        write_card(event=self.event, seat=self.seat, version=version, card=self.next_card(), actor=CREW.checker)

    def put(self) -> None:
        version = self.saved + 1
        card = self.next_card()
        lines = [
            {
                "game": line.game,
                "opponent": line.opponent or "",
                "points": "" if line.points is None else str(line.points),
                "plus": "" if line.plus is None else f"{line.plus:02d}",
                "minus": "" if line.minus is None else f"{line.minus:02d}",
            }
            for line in card.lines
        ]
        body = json.dumps({"version": version, "lines": lines}).encode()
        path = f"/api/v1/tournaments/{self.slug}/events/main/scorecards/{self.seat}/"
        expect(200, request("PUT", path, body, authorization=f"Token {self.token}"))

    def at_desk(self, method: str, path: str, **fields: str) -> Answer:
        """Send a request of the entry desk's script, signed in."""
        headers = {"accept": JSON, "cookie": self.cookies, "x_csrftoken": CSRF}
        return request(method, path, urlencode(fields).encode(), kind=FORM, **headers)

    def save_at_desk(self) -> None:
        version = str(self.saved + 1)
        texts = self.texts[self.next_version()]
        expect(200, self.at_desk("POST", self.card, version=version, key=str(uuid4()), **texts))

    def write_rows(self) -> None:
        """The floor of saving: the same rows written, and committed."""
        card = self.versions[0]
        recorded = json.dumps([[line.game, line.opponent, line.points, line.plus, line.minus] for line in card.lines])
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE tournaments_event SET revision = revision + 1 WHERE id = %s", [self.event.pk])
            cursor.execute(
                "SELECT c.id, l.game, l.opponent_id, l.points, l.plus, l.minus FROM scorecards_scorecard c "
                "JOIN scorecards_scoreline l ON l.card_id = c.id WHERE c.entry_id = %s",
                [self.entry],
            )
            lines = cursor.fetchall()
            cursor.execute("DELETE FROM scorecards_scoreline WHERE card_id = %s", [lines[0][0]])
            cursor.executemany(
                "INSERT INTO scorecards_scoreline (card_id, game, opponent_id, points, plus, minus) "
                "VALUES (%s, %s, %s, %s, %s, %s)",
                lines,
            )
            cursor.execute(
                "INSERT INTO tournaments_auditentry (tournament_id, event_id, revision, at, actor_kind, actor_key, "
                "actor_name, action, subject_kind, subject_key, before, after, reason, initials) VALUES "
                "(%s, %s, 0, CURRENT_TIMESTAMP, 'command', 'bench', 'bench', 'card.typed', 'card', 'A-1', %s, %s, '', '')",
                [self.event.tournament_id, self.event.pk, recorded, recorded],
            )

    # --- The pile of cards, asked for every three seconds ------------------------------------------------------------

    def pile(self, repeat: int) -> Iterator[Measure]:
        """What an open desk polls while nothing changes, next to the same bytes from a view that does nothing."""
        revision = str(rehearsal.now(self.event).revision)
        path = f"{self.cards}pile/"

        def ask() -> Answer:
            return expect(200, self.at_desk("POST", path, tab="bench-0001", seat=self.seat, v=revision))

        urls.ready["same"] = (200, ask().body)
        yield measured(
            "the pile asked again, unchanged",
            ask,
            lambda: expect(200, self.at_desk("POST", "/bench/same/", tab="bench-0001", seat=self.seat, v=revision)),
            repeat * QUICK,
        )

    # --- Standings as they are served --------------------------------------------------------------------------------

    def standings_pages(self, repeat: int) -> Iterator[Measure]:
        """The page and the API's answer: computed for this request, cached, and unchanged."""
        page = reverse("scorecards:standings", args=[self.slug, "main"])
        api = f"/api/v1/tournaments/{self.slug}/events/main/standings/"
        for name, path in (("standings, API", api), ("standings page", page)):
            stored = expect(200, request("GET", path))
            urls.ready["same"] = (200, stored.body)

            def ask(path: str = path) -> Answer:
                return expect(200, request("GET", path))

            yield measured(f"{name}, cold", ask, lambda: request("GET", "/bench/same/"), repeat, self.forget)
            yield measured(f"{name}, stored", ask, lambda: request("GET", "/bench/same/"), repeat * QUICK)
        urls.ready["nothing"] = (304, b"")
        tag = expect(200, request("GET", api)).headers["ETag"]
        yield measured(
            "standings, API, asked again, unchanged",
            lambda: expect(304, request("GET", api, if_none_match=tag)),
            lambda: request("GET", "/bench/nothing/"),
            repeat * QUICK,
        )
        revision = rehearsal.now(self.event).revision
        urls.ready["nothing"] = (204, b"")
        yield measured(
            "standings page, asked again, unchanged",
            lambda: expect(204, request("GET", f"{page}?v={revision}", hx_request="true")),
            lambda: request("GET", "/bench/nothing/"),
            repeat * QUICK,
        )

    def forget(self) -> None:
        """Delete the cached standings."""
        StandingsSnapshot.objects.filter(event=self.event).delete()
