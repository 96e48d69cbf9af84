"""Announcements: made and taken back by directors alone, at the top of every page that they are for, and live there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.http import Http404, HttpResponse
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from tournaments import live
from tournaments.errors import Malformed, Refused
from tournaments.limits import Limit
from tournaments.live import version_of
from tournaments.models import MAX_ANNOUNCEMENT, Announcement, AuditEntry, Event, Role, Tournament, User
from tournaments.people.actions.links import make_links, revoke_link
from tournaments.people.reads.links import link_of
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, in_role, signed_in, text_of
from tournaments.tests.test_links import key_of
from tournaments.venue.actions import announcements as announcements_actions
from tournaments.venue.forms.announcements import AnnouncementForm
from tournaments.venue.reads.announcements import announcements_now

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/announcements/"
NOW = "/t/sierra/announcements/now/"
SOON = "Game 5 starts in ten minutes."


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def main(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, entrants=4, seated=True)


@pytest.fixture
def consolation(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, slug="consy", kind="consolation")


@pytest.fixture
def kept_long(monkeypatch: pytest.MonkeyPatch):
    """What a process knows, it knows for the whole test; nothing of an earlier one."""
    with override_settings(LIVE_KEPT_SECONDS=60):
        yield


def announce(
    tournament: Tournament, text: str = SOON, *, event: Event | None = None, until: datetime | None = None
) -> Announcement:
    return announcements_actions.announce(
        tournament=tournament, text=text, event=event, until=until, actor=make_actor()
    )


def take_back(row: Announcement) -> Announcement:
    return announcements_actions.take_back_announcement(
        tournament=row.tournament, number=row.number, actor=make_actor()
    )


def an_hour_ago(row: Announcement) -> None:
    """As if it had been said long ago and its time were over."""
    Announcement.objects.filter(pk=row.pk).update(until=timezone.now() - timedelta(hours=1))


def director_of(event: Event) -> User:
    """Somebody who directs this event alone."""
    user = make_user()
    Role.objects.create(user=user, tournament=event.tournament, kind=Role.Kind.DIRECTOR, event=event)
    return user


def texts(tournament: Tournament, event: Event | None = None) -> list[str]:
    return [one.text for one in announcements_now(tournament, event)]


def poll(path: str = NOW, client: Client | None = None, **asked: object) -> tuple[int, str, int]:
    """The status of the answer to an open page, what it says, and how many queries it took."""
    with CaptureQueriesContext(connection) as queries:
        answer = (client or Client()).get(path, asked, headers={"HX-Request": "true"})
    return answer.status_code, text_of(answer), len(queries)


# --- Actions ---------------------------------------------------------------------------------------------------------


def test_an_announcement_stands_until_it_is_taken_back_and_the_trail_has_both(main: Event) -> None:
    row = announce(main.tournament, f"  {SOON}\n Please sit down. ", event=main)

    [one] = announcements_now(main.tournament)
    assert (one.number, one.text, one.event_name) == (1, f"{SOON} Please sit down.", "Main event")

    take_back(row)
    take_back(row)

    assert texts(main.tournament) == []
    made, gone = AuditEntry.objects.filter(action__startswith="announcement.").order_by("pk")
    assert (made.action, made.before, made.event) == ("announcement.made", None, None)
    assert made.after == {"text": one.text, "event": "main", "until": None}
    assert (gone.action, gone.before, gone.after) == ("announcement.taken-back", made.after, None)


def test_an_announcement_ends_by_itself_and_then_nothing_is_taken_back(tournament: Tournament) -> None:
    row = announce(tournament, until=timezone.now() + timedelta(minutes=10))
    assert texts(tournament) == [SOON]

    an_hour_ago(row)

    assert texts(tournament) == []
    assert take_back(row).taken_back_at is None
    assert not AuditEntry.objects.filter(action="announcement.taken-back").exists()


def test_what_stands_word_for_word_is_not_said_twice(main: Event) -> None:
    first = announce(main.tournament)

    assert announce(main.tournament) == first
    assert announce(main.tournament, event=main) != first
    take_back(first)
    assert announce(main.tournament).number == 3


@pytest.mark.parametrize("text", ["", "  \n ", "x" * (MAX_ANNOUNCEMENT + 1), "bell\x07"])
def test_an_empty_too_long_or_unprintable_text_is_refused(tournament: Tournament, text: str) -> None:
    with pytest.raises(Malformed) as refused:
        announce(tournament, text)

    assert [fault.field for fault in refused.value.faults] == ["text"]
    assert not Announcement.objects.exists()


def test_a_time_that_is_over_and_an_event_of_another_tournament_are_refused_together(tournament: Tournament) -> None:
    elsewhere = make_event(tournament=make_tournament("harvest"))

    with pytest.raises(Malformed) as refused:
        announce(tournament, event=elsewhere, until=timezone.now())

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("event", "unknown"), ("until", "range")]


def test_no_more_stand_than_fit_above_a_page(tournament: Tournament) -> None:
    rows = [announce(tournament, f"Number {n}.") for n in range(announcements_actions.MOST_STANDING)]

    with pytest.raises(Refused) as refused:
        announce(tournament)

    assert refused.value.code == "not_ready"
    assert "Take one back" in refused.value.message
    take_back(rows[0])
    assert announce(tournament).number == announcements_actions.MOST_STANDING + 1


def test_an_unknown_announcement_cannot_be_taken_back(tournament: Tournament) -> None:
    with pytest.raises(Http404, match="no such announcement"):
        announcements_actions.take_back_announcement(tournament=tournament, number=7, actor=make_actor())


# --- Where it stands -------------------------------------------------------------------------------------------------


def test_an_announcement_for_an_event_is_on_its_pages_and_the_tournaments_and_on_no_other_events(
    main: Event, consolation: Event
) -> None:
    announce(main.tournament, "Lunch until 1:30.")
    announce(main.tournament, event=main)

    assert texts(main.tournament) == texts(main.tournament, main) == ["Lunch until 1:30.", SOON]
    assert texts(main.tournament, consolation) == ["Lunch until 1:30."]
    of_all = text_of(Client().get("/t/sierra/"))
    assert f"Main event: {SOON}" in of_all
    of_main = text_of(Client().get("/t/sierra/main/entrants/"))
    assert SOON in of_main
    assert f"Main event: {SOON}" not in of_main
    of_consolation = text_of(Client().get("/t/sierra/consy/entrants/"))
    assert SOON not in of_consolation
    assert "Lunch until 1:30." in of_consolation


@pytest.mark.parametrize(
    "path",
    [
        "/t/sierra/",
        "/t/sierra/flyer/",
        "/t/sierra/register/",
        "/t/sierra/people/",
        "/t/sierra/money/",
        "/t/sierra/main/",
        "/t/sierra/main/entrants/",
        "/t/sierra/main/seating/",
        "/t/sierra/main/round/",
        "/t/sierra/main/standings/",
        "/t/sierra/main/cards/",
        "/t/sierra/main/paper/slips/",
        "/t/sierra/main/report/",
    ],
)
def test_an_announcement_is_on_every_page_of_the_tournament(main: Event, path: str) -> None:
    row = announce(main.tournament)
    client = in_role(main.tournament, "director")

    page = client.get(path).content.decode()

    assert page.count(SOON) == 1
    assert f"{NOW}?v=1" in page
    take_back(row)
    assert SOON not in client.get(path).content.decode()


def test_an_announcement_has_its_time_by_the_clock_of_the_hall_and_its_day_unless_today(tournament: Tournament) -> None:
    row = announce(tournament)
    zone = ZoneInfo(tournament.time_zone)
    at = timezone.now().astimezone(zone).replace(hour=10, minute=42)

    Announcement.objects.filter(pk=row.pk).update(at=at)
    assert f"10:42 AM {SOON}" in text_of(Client().get("/t/sierra/"))
    assert f"10:42 AM {SOON}" in poll()[1]

    Announcement.objects.filter(pk=row.pk).update(at=at - timedelta(days=2))
    assert f"{at - timedelta(days=2):%a} 10:42 AM {SOON}" in poll()[1]


def test_without_a_mail_server_the_page_says_so_beside_the_notices(main: Event, settings: Settings) -> None:
    director, told = in_role(main.tournament, "director"), "This site has no mail server, so nobody gets mails."
    assert told not in text_of(director.get("/t/sierra/announcements/"))
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    assert f"Notices by e-mail {told}" in text_of(director.get("/t/sierra/announcements/"))


def test_words_are_never_read_as_a_page(tournament: Tournament) -> None:
    announce(tournament, "<script>alert(1)</script>")

    assert "<script>alert" not in Client().get("/t/sierra/").content.decode()
    assert "&lt;script&gt;alert" in Client().get(NOW).content.decode()


def test_what_a_page_asks_above_its_own_is_at_most_one_query(main: Event) -> None:
    path = "/t/sierra/main/entrants/"
    for number in range(3):
        announce(main.tournament, f"Number {number}.", event=main)

    with CaptureQueriesContext(connection) as queries:
        Client().get(path)

    assert len([one for one in queries if "announcement" in one["sql"]]) == 1


# --- Live ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("kept_long")
def test_an_unchanged_poll_asks_the_database_once_for_all(main: Event) -> None:
    seen = version_of([announce(main.tournament)])

    assert poll(v=seen) == (204, "", 1)
    assert poll(v=seen) == (204, "", 0)
    assert poll(v=seen, event="main") == (204, "", 0)
    assert poll(v=seen, client=in_role(main.tournament, "checker")) == (204, "", 0)
    status, told, queries = poll(v="0")
    assert (status, queries) == (200, 0)
    assert SOON in told


def test_what_is_new_taken_back_or_over_is_told_and_then_it_is_quiet_again(main: Event) -> None:
    assert poll(v="0")[0] == 204

    first = announce(main.tournament)
    assert poll(v="0")[:2] == (200, poll()[1])
    second = announce(main.tournament, "Lunch.", event=main)
    both = version_of([first, second])
    assert "Lunch." in poll(v=version_of([first]))[1]
    assert poll(v=both)[0] == 204
    take_back(first)
    assert poll(v=both)[0] == 200
    assert poll(v=version_of([second]))[0] == 204
    an_hour_ago(second)
    assert poll(v=version_of([second]))[:2] == (200, "")
    assert poll(v="0")[0] == 204


def test_another_events_is_told_to_nobody_there(main: Event, consolation: Event) -> None:
    announce(main.tournament, event=main)

    assert poll(v="0", event="consy")[0] == 204
    assert poll(v="0", event="main")[0] == poll(v="0")[0] == 200


@pytest.mark.usefixtures("kept_long")
def test_this_process_tells_at_once_what_was_announced_in_it(
    tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    assert poll(v="0")[0] == 204

    with django_capture_on_commit_callbacks(execute=True):
        announce(tournament)

    assert poll(v="0")[0] == 200


def test_a_private_tournament_tells_only_whoever_may_see_it(main: Event) -> None:
    told = version_of([announce(main.tournament)])
    Tournament.objects.update(public=False)

    for seen in ("", "0", told):
        assert poll(v=seen)[0] == 404
        assert poll(v=seen, client=signed_in(make_user()))[0] == 404
    assert poll("/t/nowhere/announcements/now/", v="0")[0] == 404
    assert poll(v="0", client=in_role(main.tournament, "judge"))[0] == 200
    assert poll(v=told, client=in_role(main.tournament, "judge"))[0] == 204


def test_whoever_has_a_personal_link_is_told_of_a_private_tournament_too(main: Event, consolation: Event) -> None:
    entry = main.entries.get(number=1)
    make_links(event=main, actor=make_actor())
    link = key_of(entry)
    announce(main.tournament, event=consolation)
    seen = version_of([announce(main.tournament, "Lunch.", event=main)])
    Tournament.objects.update(public=False)

    page = Client().get(f"/me/{link}/").content.decode()

    assert "Lunch." in page
    assert SOON not in page
    assert f"/me/{link}/announcements/?v={seen}" in page
    assert poll(f"/me/{link}/announcements/", v=seen)[0] == 204
    assert "Lunch." in poll(f"/me/{link}/announcements/", v="0")[1]
    _link, version = link_of(entry)
    revoke_link(entry=entry, version=version, actor=make_actor())
    assert poll(f"/me/{link}/announcements/", v=seen)[0] == 404
    assert poll("/me/ABCDEFGHJKMNPQRS/announcements/", v=seen)[0] == 404


def test_the_page_of_a_personal_link_of_a_public_tournament_asks_without_its_key(main: Event) -> None:
    entry = main.entries.get(number=1)
    make_links(event=main, actor=make_actor())

    page = Client().get(f"/me/{key_of(entry)}/").content.decode()

    assert f"{NOW}?v=0&amp;event=main" in page


def test_wrong_keys_have_to_wait_after_a_while_and_right_ones_never(
    main: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.venue.pages.announcements.OPENING", Limit("me", most=2, minutes=10))
    make_links(event=main, actor=make_actor())
    right, wrong = (f"/me/{key}/announcements/" for key in (key_of(main.entries.get(number=1)), "ABCDEFGHJKMNPQRS"))

    before, guessed, after = ([poll(path)[0] for _asked in range(3)] for path in (right, wrong, right))

    assert (before, guessed, after) == ([200] * 3, [404, 404, 429], [200] * 3)


@pytest.mark.usefixtures("kept_long")
def test_addresses_that_do_not_exist_do_not_fill_the_memory(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live._announced, "most", 3)

    for number in range(10):
        assert not live.announced(f"none-{number}").public

    assert len(live._announced) <= 3
    assert live.announced("sierra").public


# --- The director's page ---------------------------------------------------------------------------------------------


def test_the_director_announces_and_takes_back_on_a_page(main: Event) -> None:
    client = in_role(main.tournament, "director")
    page = address("announcements", "sierra")
    assert "Nothing is announced now." in text_of(client.get(page))

    answer = client.post(page, {"text": SOON, "event": "main", "until": ""}, follow=True)

    assert answer.redirect_chain == [(page, 302)]
    assert "Announced. It is on every open page" in text_of(answer)
    row = Announcement.objects.get()
    assert (row.event, row.until) == (main, None)

    answer = client.post(address("take_back_announcement", "sierra", row.number), follow=True)

    assert "It is no longer on any page." in text_of(answer)
    assert f"Taken back at {timezone.localtime(timezone.now(), ZoneInfo('America/Los_Angeles')):%-I:%M %p}" in text_of(
        answer
    )
    assert client.post(address("take_back_announcement", "sierra", 9)).status_code == 404


def test_the_page_follows_what_somebody_else_announces_and_takes_back(main: Event) -> None:
    client, path = in_role(main.tournament, "director"), address("announcements", "sierra")
    state = client.get(path).context["state"]

    def poll(seen: str) -> HttpResponse:
        return client.get(path, {"v": seen}, headers={"HX-Request": "true"})

    assert poll(state).status_code == 204
    made = announcements_actions.announce(tournament=main.tournament, text=SOON, actor=make_actor())
    told = poll(state)
    announcements_actions.take_back_announcement(tournament=main.tournament, number=made.number, actor=make_actor())
    after = poll(told.context["state"])

    assert told.content.decode().index(SOON) < told.content.decode().index('id="said-earlier"')
    assert after.content.decode().index(SOON) > after.content.decode().index('id="said-earlier"')
    assert "<form class" not in told.content.decode()


def test_the_page_says_beside_the_field_what_is_wrong(tournament: Tournament) -> None:
    client = in_role(tournament, "director")
    page = address("announcements", "sierra")

    empty = client.post(page, {"text": " ", "event": ""})
    unknown = client.post(page, {"text": SOON, "event": "nothing"})
    long = client.post(page, {"text": "x" * 300, "event": ""})
    for number in range(announcements_actions.MOST_STANDING):
        announce(tournament, f"Number {number}.")
    many = client.post(page, {"text": SOON, "event": ""})

    assert [answer.status_code for answer in (empty, unknown, long, many)] == [422, 422, 422, 409]
    assert "Take one back that is no longer needed" in text_of(many)
    assert Announcement.objects.count() == announcements_actions.MOST_STANDING


@pytest.mark.parametrize(
    ("now", "typed", "means"),
    [
        ("10:00", "10:30", "10:30"),
        ("10:00", "1:30 PM", "13:30"),
        ("10:00", "9:59", "09:59"),
        ("23:00", "00:30", "next day 00:30"),
        ("23:00", "22:00", "22:00"),
    ],
)
def test_a_time_is_the_next_one_of_the_halls_clock(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, now: str, typed: str, means: str
) -> None:
    zone = ZoneInfo("America/Los_Angeles")
    at = datetime.fromisoformat(f"2026-03-06T{now}:00").replace(tzinfo=zone)
    monkeypatch.setattr(timezone, "now", lambda: at.astimezone(UTC))

    with timezone.override(zone):
        form = AnnouncementForm({"text": SOON, "event": "", "until": typed}, events=[], in_all=True)
        assert form.is_valid(), form.errors

    day = "2026-03-07" if means.startswith("next day") else "2026-03-06"
    assert form.cleaned_data["until"] == datetime.fromisoformat(f"{day}T{means[-5:]}:00").replace(tzinfo=zone)


def test_a_time_that_is_over_stands_beside_its_field(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    client = in_role(tournament, "director")
    noon = datetime(2026, 3, 6, 20, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: noon)

    answer = client.post(address("announcements", "sierra"), {"text": SOON, "event": "", "until": "11:30"})

    assert answer.status_code == 422
    assert "This time is over already." in answer.context["form"].errors["until"][0]


@pytest.mark.parametrize(
    ("role", "status"), [("director", 200), ("registrar", 403), ("checker", 403), ("judge", 403), ("viewer", 403)]
)
def test_only_a_director_announces(main: Event, role: str, status: int) -> None:
    row = announce(main.tournament, "Lunch.")
    client = in_role(main.tournament, role)
    page = address("announcements", "sierra")
    may = status == 200

    assert client.get(page).status_code == status
    assert client.post(page, {"text": SOON, "event": ""}).status_code == (302 if may else 403)
    back = client.post(address("take_back_announcement", "sierra", row.number))
    assert back.status_code == (302 if may else 403)
    assert ('/t/sierra/announcements/"' in client.get("/t/sierra/").content.decode()) == may
    assert texts(main.tournament) == ([SOON] if may else ["Lunch."])


def test_a_visitor_is_asked_to_sign_in(main: Event) -> None:
    row = announce(main.tournament)

    for answer in (
        Client().get(address("announcements", "sierra")),
        Client().post(address("announcements", "sierra"), {"text": "Lunch."}),
        Client().post(address("take_back_announcement", "sierra", row.number)),
    ):
        assert answer.status_code == 302
        assert "sign-in" in answer["Location"]
    assert texts(main.tournament) == [SOON]


def test_who_directs_one_event_announces_there_and_nowhere_else(main: Event, consolation: Event) -> None:
    row, theirs = announce(main.tournament), announce(main.tournament, "Lunch.", event=main)
    user = director_of(main)
    client, program = signed_in(user), api_of(user)
    page = address("announcements", "sierra")

    shown = client.get(page)
    assert [value for value, _label in shown.context["form"].fields["event"].choices] == ["main"]
    assert shown.content.decode().count("/take-back/") == 1
    assert client.post(page, {"text": "Sit down.", "event": ""}).status_code == 422
    assert client.post(page, {"text": "Sit down.", "event": "consy"}).status_code == 422
    assert program.post(API, {"text": "Sit down."}).status_code == 403
    assert program.post(API, {"text": "Sit down.", "event": "consy"}).status_code == 403
    assert client.post(address("take_back_announcement", "sierra", row.number)).status_code == 403
    assert program.delete(f"{API}{row.number}/").status_code == 403
    assert texts(main.tournament) == [SOON, "Lunch."]

    assert client.post(page, {"text": "Sit down.", "event": "main"}).status_code == 302
    assert client.post(address("take_back_announcement", "sierra", theirs.number)).status_code == 302
    assert texts(main.tournament) == [SOON, "Sit down."]


# --- The API ---------------------------------------------------------------------------------------------------------


def test_the_api_announces_lists_and_takes_back(main: Event) -> None:
    program = api_of(make_user(role="director", tournament=main.tournament))
    until = (timezone.now() + timedelta(hours=1)).replace(microsecond=0)

    made = program.post(API, {"text": SOON, "event": "main", "until": until.isoformat()})

    assert made.status_code == 201
    assert made.json() | {"at": None} == {
        "number": 1,
        "event": "main",
        "text": SOON,
        "at": None,
        "until": until.isoformat().replace("+00:00", "Z"),
        "taken_back_at": None,
    }
    assert api_of().get(API).json()["results"] == [made.json()]
    assert program.delete(f"{API}1/").status_code == 204
    assert program.delete(f"{API}1/").status_code == 204
    assert program.delete(f"{API}2/").status_code == 404
    assert api_of().get(API).json()["count"] == 0
    [gone] = program.get(API, {"earlier": "1"}).json()["results"]
    assert gone["taken_back_at"] is not None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "x" * 281}, "text"),
        ({"text": SOON, "event": "nothing"}, "event"),
        ({"text": SOON, "until": "2026-03-06T09:00:00Z"}, "until"),
        ({"text": SOON, "to": "all"}, "to"),
    ],
)
def test_the_api_names_what_is_wrong(main: Event, body: dict[str, str], field: str) -> None:
    program = api_of(make_user(role="director", tournament=main.tournament))

    refused = program.post(API, body)

    assert refused.status_code == 400
    assert [fault["field"] for fault in refused.json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("role", "status"), [("", 401), ("viewer", 403), ("checker", 403), ("judge", 403), ("registrar", 403)]
)
def test_the_api_lets_everybody_read_and_only_a_director_write(main: Event, role: str, status: int) -> None:
    announce(main.tournament)
    program = api_of(make_user(role=role, tournament=main.tournament) if role else None)

    assert [one["text"] for one in program.get(API).json()["results"]] == [SOON]
    assert program.get(API, {"earlier": "1"}).status_code == status
    assert program.post(API, {"text": "Lunch."}).status_code == status
    assert program.delete(f"{API}1/").status_code == status
    Tournament.objects.update(public=False)
    assert program.get(API).status_code == (200 if role else 404)
