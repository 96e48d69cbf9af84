"""The pages of tournaments and their people: each works, refuses whom and what it must, and says why."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tournaments.day.reads.summaries import summary
from tournaments.models import AuditEntry, Event, Role, Tournament, User
from tournaments.people import words as people_words
from tournaments.plan import EventPlan
from tournaments.rules.hiding import HIDEABLE
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, in_role, of, signed_in, text_of
from tournaments.venue.actions.tournaments import create_tournament
from tournaments.venue.forms.events import PRESETS
from tournaments.venue.reads.tournaments import by_stage, visible_tournaments

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Sierra Open 2026",
    "starts_on": "2026-03-06",
    "venue": "Reno",
    "time_zone": "America/Los_Angeles",
    "edition": "2020",
    "public": "on",
    "event1-preset": "main",
    "event1-deal": "cut",
    "event1-movement": "anchor",
    "event2-deal": "cut",
    "event2-movement": "anchor",
    "event3-deal": "cut",
    "event3-movement": "anchor",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Registration is open, four people are entered."""
    return make_event(tournament=tournament, games=3, entrants=4)


@pytest.fixture
def seated(tournament: Tournament) -> Event:
    """Four people at table A."""
    return make_event(tournament=tournament, slug="seated", games=3, entrants=4, seated=True)


@pytest.fixture
def people(tournament: Tournament) -> dict[str, User]:
    roles = {role: make_user(role, role=role, tournament=tournament) for role in Role.Kind.values}
    return {**roles, "stranger": make_user("stranger")}


# --- The list -----------------------------------------------------------------------------------------------------------


def test_the_foot_says_which_pegboard_this_is() -> None:
    assert f"Pegboard {settings.VERSION}" in Client().get("/").content.decode()


def test_an_empty_list_says_why_and_how_to_begin() -> None:
    page = text_of(Client().get("/"))

    assert "No tournaments to see." in page
    assert "Nobody has made one here yet, or those that exist are private. Sign in to make one" in page
    assert "New tournament" not in page


def test_somebody_signed_in_finds_the_button_for_a_new_tournament() -> None:
    page = text_of(signed_in(make_user()).get("/"))

    assert "New tournament" in page
    assert "Make the first one" in page


def finish(tournament: Tournament) -> None:
    """An event of this tournament that is over."""
    Event.objects.filter(pk=make_event(tournament=tournament, entrants=4, seated=True).pk).update(phase="report")


def test_a_public_tournament_that_is_over_stands_in_the_results_alone() -> None:
    finish(make_tournament("done", name="Old Cup"))

    page = text_of(Client().get("/"))

    assert "Old Cup" not in page
    assert "Nothing is on, and nothing is planned yet. 1 tournament is over: it stands in the results" in page


def test_the_list_shows_running_tournaments_first_and_what_their_events_are_at() -> None:
    done = make_tournament("done", name="Old Cup", public=False)
    finish(done)
    make_event(tournament=make_tournament("coming", name="Summer Cup"))
    make_event(tournament=make_tournament("running", name="Sierra Open"), entrants=4, seated=True)

    page = text_of(in_role(done, "viewer").get("/"))

    assert page.index("On now") < page.index("Sierra Open") < page.index("Seats are drawn, play can begin.")
    assert page.index("Seats are drawn") < page.index("To come") < page.index("Summer Cup")
    assert page.index("Summer Cup") < page.index("Finished") < page.index("Old Cup")


def test_what_is_to_come_stands_in_the_order_in_which_it_comes() -> None:
    for slug, day in (("late", date(2026, 9, 1)), ("soon", date(2026, 4, 1))):
        create_tournament(slug=slug, name=slug, starts_on=day, actor=make_actor())

    found = by_stage(visible_tournaments(make_user()))

    assert [tournament.slug for _stage, tournament in found] == ["soon", "late"]


def test_a_private_tournament_is_listed_only_for_those_with_a_role() -> None:
    private = make_tournament("club", name="Tuesday Club", public=False)
    member = make_user(role="viewer", tournament=private)

    assert "Tuesday Club" not in Client().get("/").content.decode()
    assert "Tuesday Club" not in text_of(signed_in(make_user()).get("/"))
    assert "Tuesday Club Private" in text_of(signed_in(member).get("/"))


def test_the_list_takes_the_same_number_of_queries_for_one_tournament_and_for_three() -> None:
    make_event(tournament=make_tournament("one", director=make_user()), entrants=4, seated=True)
    with CaptureQueriesContext(connection) as few:
        Client().get("/")
    for slug in ("two", "three"):
        make_event(tournament=make_tournament(slug), entrants=4, seated=True)

    with CaptureQueriesContext(connection) as many:
        Client().get("/")

    # One of them asks which finals are still to be announced, one whether the site is started, two what was done last.
    assert len(few) == len(many) == 11


# --- A new tournament ---------------------------------------------------------------------------------------------------


def test_a_new_tournament_sends_a_visitor_to_sign_in() -> None:
    response = Client().get("/new/")

    assert (response.status_code, response["Location"]) == (302, "/accounts/sign-in/?next=/new/")


def test_whoever_makes_a_tournament_directs_it_and_its_address_comes_of_the_name() -> None:
    user = make_user("helen")

    response = signed_in(user).post("/new/", {**NEW, "event2-preset": "consolation"})

    created = Tournament.objects.get()
    assert (response.status_code, response["Location"]) == (302, "/t/sierra-open-2026/")
    assert (created.name, created.starts_on, created.public) == ("Sierra Open 2026", date(2026, 3, 6), True)
    assert [(e.slug, e.kind, e.games) for e in created.events.all()] == [
        ("main", "main", 22),
        ("consolation", "consolation", 9),
    ]
    assert [(r.user, r.kind) for r in created.roles.all()] == [(user, "director")]


@pytest.mark.parametrize(
    ("preset", "kind", "games"),
    [
        ("main", "main", 22),
        ("consolation", "consolation", 9),
        ("satellite", "satellite", 9),
        ("club_night", "club_night", 9),
    ],
)
def test_every_usual_event_comes_with_its_games(preset: str, kind: str, games: int) -> None:
    signed_in(make_user()).post("/new/", {**NEW, "event1-preset": preset})

    assert list(Event.objects.values_list("kind", "games")) == [(kind, games)]


def test_two_events_of_a_kind_get_addresses_of_their_own() -> None:
    signed_in(make_user()).post("/new/", {**NEW, "event2-preset": "satellite", "event3-preset": "satellite"})

    assert list(Event.objects.values_list("slug", flat=True)) == ["main", "satellite", "satellite-2"]


def test_a_form_with_faults_names_each_beside_its_field_and_loses_nothing() -> None:
    typed = {**NEW, "name": "", "starts_on": "soon", "event1-games": "99", "event1-slug": "people"}

    response = signed_in(make_user()).post("/new/", typed)

    page = response.content.decode()
    assert response.status_code == 422
    assert not Tournament.objects.exists()
    assert "A day is written like 2026-03-06." in page
    assert 'value="99"' in page
    assert 'value="people"' in page
    assert 'value="Reno"' in page


def test_faults_that_the_rules_find_stand_beside_their_fields_too() -> None:
    typed = {**NEW, "event2-preset": "satellite", "event2-games": "99", "event2-slug": "people"}

    response = signed_in(make_user()).post("/new/", typed)

    errors = response.context["rows"][1].errors
    assert response.status_code == 422
    assert errors["games"] == ["This is a number from 1 to 60."]
    assert errors["slug"] == ["“people” is the address of a page of the program. Choose another short name."]
    assert response.context["rows"][0].errors == {}
    assert 'value="99"' in response.content.decode()


def test_a_taken_address_is_refused_beside_its_field(tournament: Tournament) -> None:
    response = signed_in(make_user()).post("/new/", {**NEW, "slug": "Sierra"})

    assert response.status_code == 409
    assert response.context["form"].errors["slug"] == ["“Sierra” is taken. Choose another short name."]


def test_a_ladder_is_chosen_with_where_the_winners_of_its_last_table_go() -> None:
    client = signed_in(make_user())

    response = client.post("/new/", {**NEW, "event1-movement": "ladder", "event1-ladder_top": "stay"})

    assert response.status_code == 302
    event = Event.objects.get(movement="ladder")
    assert (event.ladder_top, event.records_spread) == ("stay", False)


def test_a_name_without_a_letter_of_the_alphabet_still_gets_an_address() -> None:
    signed_in(make_user()).post("/new/", {**NEW, "name": "日本"})

    assert Tournament.objects.get().slug == "2026-03-06"


# --- One tournament -----------------------------------------------------------------------------------------------------


def test_everybody_sees_a_public_tournament_and_only_its_director_the_forms(
    tournament: Tournament, event: Event, people: dict[str, User]
) -> None:
    pages = {name: signed_in(user).get("/t/sierra/") for name, user in people.items()}
    pages["visitor"] = Client().get("/t/sierra/")
    settings = {name: signed_in(user).get("/t/sierra/events/") for name, user in people.items()}

    assert {page.status_code for page in pages.values()} == {200}
    assert [name for name, page in settings.items() if page.status_code == 200] == ["director"]
    assert "Save the changes" in text_of(settings["director"])
    assert "Main event Entries are open." in text_of(pages["visitor"])


def test_a_private_tournament_is_not_there_for_those_without_a_role(tournament: Tournament, event: Event) -> None:
    Tournament.objects.update(public=False)
    stranger = signed_in(make_user())
    viewer = signed_in(make_user(role="viewer", tournament=tournament))

    for url in ("/t/sierra/", "/t/sierra/people/", of("entrants", event), of("seating", event)):
        assert (Client().get(url).status_code, stranger.get(url).status_code) == (404, 404)
        assert viewer.get(url).status_code == 200


def test_the_director_changes_where_and_when(tournament: Tournament) -> None:
    typed = {**NEW, "name": "Sierra Classic", "time_zone": "America/Denver", "edition": "classic"}

    response = in_role(tournament, "director").post("/t/sierra/", typed)

    tournament.refresh_from_db()
    assert (response.status_code, response["Location"]) == (302, "/t/sierra/events/")
    assert (tournament.name, tournament.time_zone, tournament.edition) == (
        "Sierra Classic",
        "America/Denver",
        "classic",
    )


def test_a_tournament_keeps_what_was_typed_when_something_is_wrong(tournament: Tournament) -> None:
    response = in_role(tournament, "director").post("/t/sierra/", {**NEW, "name": "", "venue": "Sparks"})

    tournament.refresh_from_db()
    assert response.status_code == 422
    assert 'value="Sparks"' in response.content.decode()
    assert tournament.name == "Sierra Open"


def test_an_edition_stays_once_qualifiers_are_posted(tournament: Tournament, event: Event) -> None:
    Event.objects.update(cross_checked_at="2026-03-06T12:00Z", posted_at="2026-03-06T13:00Z")

    response = in_role(tournament, "director").post("/t/sierra/", {**NEW, "edition": "classic"})

    assert response.status_code == 409
    assert response.context["form"].errors["edition"] == ["The edition stays: qualifiers are posted under it."]


def test_the_director_adds_an_event_and_goes_on_with_its_entrants(tournament: Tournament, event: Event) -> None:
    typed = {"event-preset": "main", "event-deal": "alternate", "event-movement": "anchor"}

    response = in_role(tournament, "director").post("/t/sierra/events/", typed)

    added = tournament.events.get(slug="main-2")
    assert (added.kind, added.games, added.deal) == ("main", 22, "alternate")
    assert response["Location"] == "/t/sierra/main-2/entrants/"


def test_an_event_with_a_taken_address_is_refused_beside_its_field(tournament: Tournament, event: Event) -> None:
    typed = {"event-preset": "main", "event-deal": "cut", "event-movement": "anchor", "event-slug": "main"}

    response = in_role(tournament, "director").post("/t/sierra/events/", typed)

    assert response.status_code == 409
    assert response.context["event_form"].errors["slug"] == ["“main” is taken. Choose another short name."]


# --- The settings of one event ------------------------------------------------------------------------------------------


def test_the_director_changes_how_an_event_is_played(tournament: Tournament, event: Event) -> None:
    typed = {"kind": "satellite", "games": "2", "deal": "alternate", "movement": "none", "rounds": ""}

    response = in_role(tournament, "director").post(of("event_settings", event), typed)

    event.refresh_from_db()
    assert response.status_code == 302
    assert (event.kind, event.games, event.deal, event.movement) == ("satellite", 2, "alternate", "none")


def test_games_that_the_seats_do_not_allow_are_refused_with_the_numbers(tournament: Tournament, seated: Event) -> None:
    typed = {"kind": "main", "games": "9", "deal": "cut", "movement": "anchor", "rounds": ""}

    response = in_role(tournament, "director").post(of("event_settings", seated), typed)

    assert response.status_code == 409
    assert "9 games against 9 different opponents need 10 players" in text_of(response)


def test_once_a_card_is_written_the_rules_and_the_kind_are_no_choice_any_more(
    tournament: Tournament, seated: Event
) -> None:
    Event.objects.filter(pk=seated.pk).update(cards_begun_at="2026-03-06T12:00Z")
    client = in_role(tournament, "director")

    page = client.get(of("event_settings", seated))
    changed = client.post(of("event_settings", seated), {"starts_at": "2026-03-06T09:30"})
    refused = client.post(
        of("event_settings", seated), {"kind": "satellite", "games": "2", "deal": "cut", "movement": "anchor"}
    )

    assert "The first card is written, so the kind (Main event), 3 games" in text_of(page)
    assert list(page.context["form"].fields) == ["one_in", "starts_at", "best_of", "playoff_format"]
    assert changed.status_code == 302
    assert refused.status_code == 409
    errors = refused.context["form"].errors
    assert all("The first card is written" in errors[name][0] for name in ("kind", "games"))


def test_what_the_director_hides_is_gone_for_visitors_at_once(tournament: Tournament, event: Event) -> None:
    response = in_role(tournament, "director").post(of("hidden", event), {"hidden": ["entrants", "schedule"]})

    refused = Client().get(of("entrants", event))
    assert response.status_code == 302
    assert (refused.status_code, Client().get(of("seating", event)).status_code) == (403, 403)
    assert "The director has not made this public yet" in text_of(refused)
    assert signed_in(make_user(role="viewer", tournament=tournament)).get(of("entrants", event)).status_code == 200


def test_every_part_that_can_be_hidden_has_a_name() -> None:
    assert sorted(part for part, _name in people_words.parts()) == sorted(HIDEABLE)


def test_an_exemption_needs_a_reason_and_shows_it_to_everybody(tournament: Tournament, event: Event) -> None:
    client = in_role(tournament, "director")

    refused = client.post(of("quota", event), {"quota": "2", "reason": ""})
    granted = client.post(of("quota", event), {"quota": "2", "reason": "Flyer promised two"})

    assert refused.status_code == 422
    assert refused.context["quota_form"].errors["reason"] == ["This cannot be empty."]
    assert granted.status_code == 302
    assert summary(Event.objects.get(pk=event.pk)).quota_reason == "Flyer promised two"


# --- People -------------------------------------------------------------------------------------------------------------


def test_the_director_gives_a_role_by_username(tournament: Tournament) -> None:
    make_user("rosa")

    response = in_role(tournament, "director").post("/t/sierra/people/", {"username": "rosa", "kind": "checker"})

    assert response.status_code == 302
    assert tournament.roles.filter(user__username="rosa", kind="checker").exists()


def test_an_unknown_username_is_refused_beside_its_field_and_kept(tournament: Tournament) -> None:
    response = in_role(tournament, "director").post("/t/sierra/people/", {"username": "nobody", "kind": "checker"})

    assert response.status_code == 422
    assert response.context["form"].errors["username"] == ["Nobody signs in with this name."]
    assert 'value="nobody"' in response.content.decode()


def test_there_is_one_head_judge(tournament: Tournament) -> None:
    make_user("gordon", role="judge", tournament=tournament, is_head=True)
    make_user("rosa")

    response = in_role(tournament, "director").post(
        "/t/sierra/people/", {"username": "rosa", "kind": "judge", "is_head": "on"}
    )

    assert response.status_code == 409
    assert "gordon is the head judge, and there is one in a tournament." in text_of(response)


def test_a_judge_becomes_head_judge_and_an_ordinary_one_again(tournament: Tournament) -> None:
    make_user("gordon", role="judge", tournament=tournament)
    client = in_role(tournament, "director")

    client.post("/t/sierra/people/", {"username": "gordon", "kind": "judge", "is_head": "on"})
    head = tournament.roles.get(kind="judge").is_head
    client.post("/t/sierra/people/", {"username": "gordon", "kind": "judge"})

    assert (head, tournament.roles.get(kind="judge").is_head) == (True, False)


def test_a_director_makes_an_account_whose_password_is_shown_once(tournament: Tournament) -> None:
    director = in_role(tournament, "director")

    typed = {"username": "rosa", "name": "Rosa Medina", "email": "rosa@example.org"}
    page = director.post("/t/sierra/people/account/", typed, follow=True)
    again = director.get("/t/sierra/people/")
    taken = director.post("/t/sierra/people/account/", {"username": "ROSA", "name": "Rosa Again"})
    refused = in_role(tournament, "checker").post("/t/sierra/people/account/", {"username": "len", "name": "Len"})

    password = re.search(r"with the password (\S+)\. ", page.content.decode())
    assert password is not None
    assert Client().login(username="rosa", password=password[1], request=HttpRequest())
    assert password[1] not in again.content.decode()
    assert (taken.status_code, "Somebody signs in with that name already" in taken.content.decode()) == (422, True)
    assert refused.status_code == 403
    rosa = User.objects.get(username="rosa")
    assert (rosa.get_full_name(), rosa.email) == ("Rosa Medina", "rosa@example.org")
    assert AuditEntry.objects.get(action="account.made").after == {"username": "rosa", "name": "Rosa Medina"}


@pytest.mark.parametrize("username", ["", "a b", "x" * 151, "nul\0"])
def test_an_impossible_user_name_is_refused(tournament: Tournament, username: str) -> None:
    answer = in_role(tournament, "director").post(
        "/t/sierra/people/account/", {"username": username, "name": "Rosa Medina"}
    )

    assert answer.status_code == 422
    assert not User.objects.filter(first_name="Rosa Medina").exists()


def test_a_role_is_taken_away_but_the_last_director_stays(tournament: Tournament, people: dict[str, User]) -> None:
    client = signed_in(people["director"])

    taken = client.post("/t/sierra/people/revoke/", {"username": "checker", "kind": "checker"})
    refused = client.post("/t/sierra/people/revoke/", {"username": "director", "kind": "director"})

    assert taken.status_code == 302
    assert not tournament.roles.filter(kind="checker").exists()
    assert refused.status_code == 409
    assert "This is the only director of all events without an end. Make somebody else that first." in text_of(refused)
    assert tournament.roles.filter(kind="director").exists()


def test_everybody_with_a_role_sees_who_is_who_and_others_do_not(
    tournament: Tournament, people: dict[str, User]
) -> None:
    statuses = {name: signed_in(user).get("/t/sierra/people/").status_code for name, user in people.items()}

    assert statuses == {**dict.fromkeys(Role.Kind.values, 200), "stranger": 403}
    assert Client().get("/t/sierra/people/").status_code == 302


def test_the_page_of_people_takes_the_same_number_of_queries_for_one_and_for_three(tournament: Tournament) -> None:
    client = in_role(tournament, "director")
    with CaptureQueriesContext(connection) as few:
        client.get("/t/sierra/people/")
    for _number in range(2):
        make_user(role="checker", tournament=tournament)

    with CaptureQueriesContext(connection) as many:
        client.get("/t/sierra/people/")

    # One of them asks what is announced, one for the events of the menu.
    assert len(few) == len(many) == 15


# --- Who may what -------------------------------------------------------------------------------------------------------


WRITES = [
    ("tournament", NEW, {"director"}),
    ("events", {"event-preset": "satellite", "event-deal": "cut", "event-movement": "anchor"}, {"director"}),
    ("people", {"username": "stranger", "kind": "viewer"}, {"director"}),
    ("revoke", {"username": "viewer", "kind": "viewer"}, {"director"}),
    (
        "event_settings",
        {"kind": "main", "games": "2", "deal": "cut", "movement": "anchor", "rounds": ""},
        {"director"},
    ),
    ("hidden", {"hidden": ["entrants"]}, {"director"}),
    ("quota", {"quota": "2", "reason": "promised"}, {"director"}),
    ("entrants", {"name": "Ruth Quill"}, {"director", "registrar"}),
    ("paste", {"lines": "Ruth Quill"}, {"director", "registrar"}),
    ("status", {"status": "no_show", "reason": "ill"}, {"director", "registrar"}),
    ("correct", {"name": "Milton Orr"}, {"director", "registrar"}),
    ("remove", {"why": "not-coming"}, {"director", "registrar"}),
    ("link", {"username": "stranger"}, {"director"}),
    ("seating", {"tables": "4", "seed": "7"}, {"director", "registrar"}),
]
OF_TOURNAMENT = {"tournament", "events", "people", "revoke"}
OF_ENTRANT = {"status", "correct", "remove", "link"}


def page_of(name: str, event: Event) -> str:
    if name in OF_TOURNAMENT:
        return address(name, event.tournament.slug)
    return of(name, event, 1) if name in OF_ENTRANT else of(name, event)


@pytest.mark.parametrize(("name", "typed", "may"), WRITES, ids=[name for name, _typed, _may in WRITES])
def test_a_post_is_for_those_with_the_role_and_changes_nothing_for_others(
    event: Event, people: dict[str, User], name: str, typed: dict[str, str], may: set[str]
) -> None:
    trail = AuditEntry.objects.count()
    url = page_of(name, event)

    refused = {who: signed_in(user).post(url, typed).status_code for who, user in people.items() if who not in may}
    visitor = Client().post(url, typed)
    untouched = AuditEntry.objects.count() == trail
    allowed = {who: signed_in(people[who]).post(url, typed).status_code for who in sorted(may)[:1]}

    assert refused == dict.fromkeys(refused, 403)
    assert len(refused) == len(people) - len(may)
    assert (visitor.status_code, visitor["Location"].startswith("/accounts/sign-in/")) == (302, True)
    assert untouched
    assert set(allowed.values()) == {302}
    assert AuditEntry.objects.count() > trail


@pytest.mark.parametrize("name", [name for name, _typed, _may in WRITES])
def test_a_post_to_a_private_tournament_finds_nothing_for_a_stranger(event: Event, name: str) -> None:
    Tournament.objects.update(public=False)

    assert signed_in(make_user()).post(page_of(name, event), {}).status_code == 404


@pytest.mark.parametrize("name", ["revoke", "hidden", "quota", "paste", "status", "correct", "remove", "link"])
def test_what_only_takes_a_post_leads_back_to_its_page(event: Event, name: str) -> None:
    address = page_of(name, event)
    answer = in_role(event.tournament, "director").get(address)

    assert answer.status_code == 302
    assert address != answer["Location"]
    assert address.startswith(answer["Location"])


def test_settings_and_single_entrants_are_not_for_visitors(event: Event, people: dict[str, User]) -> None:
    for url, may in (
        (of("event_settings", event), {"director"}),
        (of("entrant", event, 1), {"director", "registrar"}),
    ):
        statuses = {who: signed_in(user).get(url).status_code for who, user in people.items()}
        assert statuses == {who: 200 if who in may else 403 for who in people}
        assert Client().get(url).status_code == 302


def test_every_page_has_one_heading_and_no_style_attribute(event: Event, seated: Event) -> None:
    client = in_role(event.tournament, "director")

    for url in (
        "/",
        "/new/",
        "/t/sierra/",
        "/t/sierra/people/",
        *(of(name, event) for name in ("event_settings", "entrants", "seating")),
        of("entrant", event, 1),
        of("seating", seated),
    ):
        page = client.get(url).content.decode()
        assert page.count("<h1") == 1, url
        assert " style=" not in page, url


def test_the_presets_are_kinds_that_an_event_can_have() -> None:
    assert {preset.kind for preset in PRESETS.values()} == set(Event.Kind.values)
    assert EventPlan("main").games == PRESETS["main"].games
