"""Roles with limits: in one event alone, and until their end. Page and API alike, checked at every request."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape

import pytest
from django.utils import timezone

from tournaments.access import Need, Rights, event_for, events_for, rights_of, tournament_for
from tournaments.entrants.actions.check_in import check_in
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import Entry, Event, Fee, Player, Role, Tournament, User
from tournaments.people.actions.people import grant_role, revoke_role
from tournaments.people.reads.roles import role_taken_away, term_end
from tournaments.rules.last_name import by_last_name
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import address, of, signed_in, text_of
from tournaments.venue.reads.tournaments import visible_tournaments

pytestmark = pytest.mark.django_db

NEEDS = {
    "director": set(Need),
    "registrar": {Need.SEE, Need.REGISTER, Need.FOLLOW},
    "checker": {
        Need.SEE,
        Need.SEE_CARDS,
        Need.FOLLOW,
        Need.CHECK,
        Need.DECIDE,
        Need.SCORE_MATCH,
        Need.END_MATCH,
        Need.HONOUR,
    },
    "judge": {Need.SEE, Need.SEE_CARDS, Need.HONOUR, Need.JUDGE},
    "viewer": {Need.SEE},
}
SOON, JUST_NOW = timedelta(minutes=5), timedelta(minutes=-5)


@pytest.fixture
def main() -> Event:
    return make_event(tournament=make_tournament("sierra"), entrants=4)


@pytest.fixture
def satellite(main: Event) -> Event:
    return make_event(tournament=main.tournament, slug="satellite", kind="satellite", entrants=4)


def give(
    user: User, tournament: Tournament, kind: str, event: Event | None = None, ends: timedelta | None = None
) -> Role:
    ends_at = timezone.now() + ends if ends is not None else None
    return Role.objects.create(user=user, tournament=tournament, kind=kind, event=event, ends_at=ends_at)


def covered(rights: Rights) -> set[Need]:
    return {need for need in Need if rights.may(need)}


@pytest.mark.parametrize("kind", NEEDS)
@pytest.mark.parametrize("ends", [None, SOON, JUST_NOW], ids=["without end", "not ended", "ended"])
@pytest.mark.parametrize("where", ["everywhere", "here", "elsewhere"])
def test_a_role_holds_where_and_as_long_as_it_says(
    main: Event, satellite: Event, kind: str, ends: timedelta | None, where: str
) -> None:
    user = make_user()
    give(user, main.tournament, kind, {"everywhere": None, "here": main, "elsewhere": satellite}[where], ends)
    over = ends == JUST_NOW

    assert covered(rights_of(user, main.tournament, main)) == (set() if over or where == "elsewhere" else NEEDS[kind])
    assert covered(rights_of(user, main.tournament)) == (NEEDS[kind] if where == "everywhere" and not over else set())


def test_two_roles_with_different_limits_add_up(main: Event, satellite: Event) -> None:
    user = make_user()
    give(user, main.tournament, "viewer")
    give(user, main.tournament, "checker", satellite)
    give(user, main.tournament, "registrar", ends=JUST_NOW)

    assert rights_of(user, main.tournament, main).roles == {"viewer"}
    assert rights_of(user, main.tournament, satellite).roles == {"viewer", "checker"}


def test_rights_are_one_query(main: Event, django_assert_num_queries: object) -> None:
    user = make_user()
    give(user, main.tournament, "viewer")
    give(user, main.tournament, "checker", main, SOON)

    with django_assert_num_queries(1):  # type: ignore[operator]
        rights_of(user, main.tournament, main)


def test_a_private_tournament_exists_for_whoever_helps_in_one_event_of_it(main: Event, satellite: Event) -> None:
    main.tournament.public = False
    main.tournament.save()
    helper, former = make_user(), make_user()
    give(helper, main.tournament, "checker", satellite)
    give(former, main.tournament, "checker", satellite, JUST_NOW)

    def listed(user: User) -> set[str]:
        return {row.slug for row in visible_tournaments(user)}

    assert listed(helper) == {"sierra"}
    assert listed(former) == set()
    assert tournament_for(helper, "sierra")[1].roles == frozenset()
    assert signed_in(helper).get("/t/sierra/main/").status_code == 200
    assert signed_in(former).get("/t/sierra/satellite/").status_code == 404


def test_a_hidden_part_of_another_event_stays_hidden(main: Event, satellite: Event) -> None:
    for event in (main, satellite):
        event.hidden = ["entrants"]
        event.save()
    helper = make_user()
    give(helper, main.tournament, "viewer", satellite)

    assert event_for(helper, "sierra", "satellite", part="entrants")
    with pytest.raises(Forbidden, match="hidden"):
        event_for(helper, "sierra", "main", part="entrants")


def test_a_refusal_says_that_the_role_ended_or_holds_elsewhere(main: Event, satellite: Event) -> None:
    former, helper = make_user(), make_user()
    give(former, main.tournament, "checker", ends=JUST_NOW)
    give(helper, main.tournament, "checker", satellite)

    told = {user: text_of(signed_in(user).get("/t/sierra/main/log/")) for user in (former, helper)}
    api = {user: api_of(user).get("/api/v1/tournaments/sierra/events/main/log/") for user in (former, helper)}

    assert "Your role (Checker) ended on" in told[former]
    assert "Your role holds in another event of this tournament." in told[helper]
    assert [(answer.status_code, answer.json()["code"]) for answer in api.values()] == [(403, "role")] * 2


# --- Giving and taking away --------------------------------------------------------------------------------------------


def grant(tournament: Tournament, username: str, kind: str, **more: object) -> Role:
    return grant_role(tournament=tournament, username=username, kind=kind, **more, actor=make_actor())


def test_the_same_role_in_two_events_is_two_roles_and_its_end_is_set_anew(main: Event, satellite: Event) -> None:
    make_user("rosa")
    end = timezone.now() + SOON

    for _again in range(2):
        grant(main.tournament, "rosa", "checker", event=main)
        grant(main.tournament, "rosa", "checker", event=satellite, ends_at=end)
    grant(main.tournament, "rosa", "checker", event=main, ends_at=end)

    held = {(role.event, role.ends_at) for role in main.tournament.roles.filter(user__username="rosa")}
    assert held == {(main, end), (satellite, end)}
    assert main.tournament.audit_entries.filter(action="role.granted").count() == 3


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"kind": "judge", "is_head": True, "in_event": True}, "is_head"),
        ({"kind": "checker", "is_senior": True}, "is_senior"),
        ({"kind": "checker", "ends_at": datetime(2020, 1, 1, tzinfo=timezone.get_default_timezone())}, "ends_at"),
    ],
    ids=["head judge of one event", "senior checker", "ended already"],
)
def test_an_impossible_role_is_refused(main: Event, more: dict[str, object], field: str) -> None:
    make_user("rosa")
    event = main if more.pop("in_event", False) else None

    with pytest.raises(Malformed) as refused:
        grant(main.tournament, "rosa", str(more.pop("kind")), event=event, **more)

    assert [fault.field for fault in refused.value.faults] == [field]


def test_a_head_judge_whose_role_has_ended_makes_way(main: Event) -> None:
    gordon, rosa = make_user("gordon"), make_user("rosa")
    Role.objects.create(
        user=gordon, tournament=main.tournament, kind="judge", is_head=True, ends_at=timezone.now() + JUST_NOW
    )

    grant(main.tournament, "rosa", "judge", is_head=True)

    assert [role.user for role in main.tournament.roles.filter(is_head=True)] == [rosa]
    assert rights_of(rosa, main.tournament).may(Need.RULE)


@pytest.mark.parametrize("other", ["nobody", "in one event", "until tonight", "shut out"])
def test_the_last_director_of_everything_stays(main: Event, other: str) -> None:
    rosa = make_user("rosa", role="director", tournament=main.tournament)
    second = make_user("second")
    if other != "nobody":
        give(
            second,
            main.tournament,
            "director",
            main if other == "in one event" else None,
            SOON if other == "until tonight" else None,
        )
    second.is_active = other != "shut out"
    second.save()

    with pytest.raises(Refused, match="only director"):
        revoke_role(tournament=main.tournament, username="rosa", kind="director", actor=make_actor())
    with pytest.raises(Refused, match="only director"):
        grant(main.tournament, "rosa", "director", ends_at=timezone.now() + SOON)

    assert rights_of(rosa, main.tournament).may(Need.DIRECT)


def test_taking_a_role_away_in_one_event_leaves_it_in_the_other(main: Event, satellite: Event) -> None:
    rosa = make_user("rosa")
    give(rosa, main.tournament, "checker", main)
    give(rosa, main.tournament, "checker", satellite)

    revoke_role(tournament=main.tournament, username="rosa", kind="checker", event=main, actor=make_actor())

    assert not rights_of(rosa, main.tournament, main).any
    assert rights_of(rosa, main.tournament, satellite).any
    taken = role_taken_away("sierra", rosa)
    assert taken is not None
    assert taken.role == "Checker"


def test_an_open_desk_is_reloaded_once_its_reader_has_no_role_there_any_more(main: Event) -> None:
    rosa = make_user("rosa", role="checker", tournament=main.tournament)
    client = signed_in(rosa)
    poll = {"HX-Request": "true"}
    at = f"/t/sierra/main/?v={main.revision}&desk=1"
    assert "HX-Refresh" not in client.get(at, headers=poll)

    revoke_role(tournament=main.tournament, username="rosa", kind="checker", actor=make_actor())

    answer = client.get(at, headers=poll)
    assert (answer.status_code, answer["HX-Refresh"]) == (204, "true")
    assert client.get("/t/sierra/main/cards/").status_code == 403


# --- The page and the API ----------------------------------------------------------------------------------------------


def test_the_page_gives_a_role_in_one_event_until_the_end_of_the_day_and_says_so(main: Event, satellite: Event) -> None:
    make_user("rosa")
    client = signed_in(make_user(role="director", tournament=main.tournament))

    given = client.post(
        "/t/sierra/people/", {"username": "rosa", "kind": "checker", "event": "satellite", "ends_at": "day"}
    )

    role = main.tournament.roles.get(user__username="rosa")
    assert given.status_code == 302
    assert role.event == satellite
    assert role.ends_at == term_end(main.tournament, "day", timezone.now())
    assert "only Satellite, until the end of today" in text_of(client.get("/t/sierra/people/"))


def test_making_a_judge_the_head_judge_leaves_the_end_of_the_role_alone(main: Event) -> None:
    end = give(make_user("gordon"), main.tournament, "judge", ends=SOON).ends_at
    client = signed_in(make_user(role="director", tournament=main.tournament))

    client.post("/t/sierra/people/head/", {"username": "gordon", "is_head": "on"})

    role = main.tournament.roles.get(kind="judge")
    assert (role.is_head, role.ends_at) == (True, end)


def test_noting_a_senior_judge_leaves_head_and_end_alone_and_the_other_way_round(main: Event) -> None:
    end = give(make_user("gordon"), main.tournament, "judge", ends=SOON).ends_at
    client = signed_in(make_user(role="director", tournament=main.tournament))

    client.post("/t/sierra/people/senior/", {"username": "gordon", "is_senior": "on"})
    client.post("/t/sierra/people/head/", {"username": "gordon", "is_head": "on"})
    both = main.tournament.roles.get(kind="judge")
    page = text_of(client.get("/t/sierra/people/"))
    client.post("/t/sierra/people/senior/", {"username": "gordon"})

    role = main.tournament.roles.get(kind="judge")
    assert (both.is_senior, both.is_head, both.ends_at) == (True, True, end)
    assert "Head judge Senior judge" in page
    assert (role.is_senior, role.is_head, role.ends_at) == (False, True, end)


def test_a_senior_judge_is_made_with_the_role_also_in_one_event(main: Event) -> None:
    make_user("rosa")
    client = signed_in(make_user(role="director", tournament=main.tournament))

    wrong = client.post("/t/sierra/people/", {"username": "rosa", "kind": "checker", "is_senior": "on"})
    client.post("/t/sierra/people/", {"username": "rosa", "kind": "judge", "is_senior": "on", "event": "main"})

    assert wrong.status_code == 422
    assert "Only a judge can be a senior judge." in text_of(wrong)
    assert main.tournament.roles.get(kind="judge", event=main).is_senior
    row = main.tournament.audit_entries.get(action="role.granted")
    assert row.after == {"is_head": False, "is_senior": True, "event": "main"}


def test_a_senior_judge_in_the_api(main: Event) -> None:
    make_user("rosa")
    api = api_of(make_user(role="director", tournament=main.tournament))
    path = "/api/v1/tournaments/sierra/roles/"

    given = api.put(path, {"username": "rosa", "kind": "judge", "is_senior": True}, format="json")
    wrong = api.put(path, {"username": "rosa", "kind": "checker", "is_senior": True}, format="json")

    assert (given.status_code, given.json()["is_senior"], given.json()["is_head"]) == (200, True, False)
    assert (wrong.status_code, [one["field"] for one in wrong.json()["errors"]]) == (400, ["is_senior"])
    assert {one["username"]: one["is_senior"] for one in api.get(path).json()["results"]}["rosa"] is True


def test_the_api_lists_gives_and_takes_roles(main: Event) -> None:
    make_user("rosa")
    api = api_of(make_user("dale", role="director", tournament=main.tournament))
    at = "/api/v1/tournaments/sierra/roles/"

    given = api.put(at, {"username": "rosa", "kind": "checker", "event": "main", "ends_at": "2126-01-01T00:00:00Z"})
    listed = api.get(at).json()["results"]
    unknown = api.put(at, {"username": "rosa", "kind": "checker", "event": "satellite"})
    last = api.delete(f"{at}dale/director/")
    taken = api.delete(f"{at}rosa/checker/?event=main")

    assert given.status_code == 200
    assert given.json() in listed
    assert (given.json()["event"], given.json()["ends_at"]) == ("main", "2126-01-01T00:00:00Z")
    assert (unknown.status_code, unknown.json()["errors"][0]["field"]) == (400, "event")
    assert (last.status_code, last.json()["code"]) == (409, "impossible")
    assert taken.status_code == 204
    assert [row["username"] for row in api.get(at).json()["results"]] == ["dale"]


@pytest.mark.parametrize("role", ["registrar", "checker", "judge", "viewer"])
def test_only_the_director_gives_roles_in_the_api(main: Event, role: str) -> None:
    api = api_of(make_user(role=role, tournament=main.tournament))

    answer = api.put("/api/v1/tournaments/sierra/roles/", {"username": "x", "kind": "checker"})

    assert (answer.status_code, answer.json()["code"]) == (403, "role")


# --- The desk of one event -------------------------------------------------------------------------------------------

API = "/api/v1/tournaments/sierra/"


@pytest.mark.parametrize("kind", NEEDS)
@pytest.mark.parametrize("ends", [SOON, JUST_NOW], ids=["not ended", "ended"])
def test_the_desk_of_one_event_is_open_to_its_registrars(
    main: Event, satellite: Event, kind: str, ends: timedelta
) -> None:
    user = make_user()
    give(user, main.tournament, kind, satellite, ends)
    may = Need.REGISTER in NEEDS[kind] and ends == SOON

    if may:
        _tournament, rights, events = events_for(user, "sierra", Need.REGISTER)
        assert (events, rights.may(Need.REGISTER)) == ([satellite], False)
    else:
        with pytest.raises(Forbidden, match="role"):
            events_for(user, "sierra", Need.REGISTER)
    client, api = signed_in(user), api_of(user)
    pages = [client.get(address(name, "sierra")).status_code for name in ("check_in", "enter", "enter_list", "known")]
    assert pages == [200 if may else 403] * 4
    assert [api.get(f"{API}{name}/").status_code for name in ("check-in", "known")] == [200 if may else 403] * 2


@pytest.mark.parametrize("kind", NEEDS)
def test_whoever_may_in_the_whole_tournament_serves_all_events(main: Event, satellite: Event, kind: str) -> None:
    user = make_user(role=kind, tournament=main.tournament)

    if Need.REGISTER in NEEDS[kind]:
        assert events_for(user, "sierra", Need.REGISTER)[2] == [main, satellite]
    else:
        with pytest.raises(Forbidden, match="role"):
            events_for(user, "sierra", Need.REGISTER)


def test_the_desk_of_a_private_tournament_is_not_there_for_strangers(main: Event) -> None:
    main.tournament.public = False
    main.tournament.save()

    assert signed_in(make_user()).get(address("check_in", "sierra")).status_code == 404


@pytest.fixture
def helper(satellite: Event) -> User:
    user = make_user()
    give(user, satellite.tournament, "registrar", satellite)
    return user


@pytest.fixture
def in_both(main: Event, satellite: Event) -> Player:
    """The first entrant of the main event, who plays in the satellite too."""
    player = main.entries.get(number=1).player
    satellite.entries.filter(number=1).update(player=player)
    return player


def test_somebody_in_both_events_is_checked_in_only_where_the_registrar_may(
    main: Event, satellite: Event, helper: User, in_both: Player
) -> None:
    def here() -> list[bool]:
        return [event.entries.get(number=1).checked_in_at is not None for event in (main, satellite)]

    client, api = signed_in(helper), api_of(helper)
    assert client.post(address("check_in", "sierra"), {"paid": f"cash-{in_both.pk}-100-100"}).status_code == 403
    assert here() == [False, False]
    client.post(address("check_in", "sierra"), {"here": in_both.pk})
    assert here() == [False, True]
    check_in(tournament=main.tournament, player=in_both, actor=make_actor())
    assert api.delete(f"{API}check-in/{in_both.pk}/").status_code == 200
    assert here() == [True, False]
    assert api.put(f"{API}check-in/{in_both.pk}/").json()["entries"][0]["event"] == "satellite"
    assert here() == [True, True]


def test_people_of_other_events_are_not_at_that_door(main: Event, helper: User) -> None:
    client, api = signed_in(helper), api_of(helper)
    other = main.entries.get(number=2).player

    assert [one.player for one in client.get(address("check_in", "sierra")).context["page"]].count(other.pk) == 0
    assert client.post(address("check_in", "sierra"), {"here": other.pk}).status_code == 404
    assert client.get(address("enter", "sierra"), {"new": other.pk}).context["entered"] is None
    assert api.put(f"{API}check-in/{other.pk}/").status_code == 404
    assert [one["name"] for one in api.get(f"{API}check-in/").json()["people"]] == sorted(
        (entry.name for entry in Entry.objects.filter(event__slug="satellite")), key=by_last_name
    )
    assert main.entries.filter(checked_in_at=None).count() == 4


def test_only_that_event_is_offered_to_enter_somebody_in(main: Event, satellite: Event, helper: User) -> None:
    client, api = signed_in(helper), api_of(helper)
    assert [choice.event.slug for choice in client.get(address("enter", "sierra")).context["form"].chosen] == [
        "satellite"
    ]

    data = {"name": "Lena Frost", "acc_number": "", "club": ""}
    refused = client.post(address("enter", "sierra"), {**data, "events": ["main", "satellite"]})
    person = {"name": "Zed Young", "events": {"main": ""}}
    answer = api.post(f"{API}entries/", {"people": [person]}, format="json")
    listed = client.post(
        address("enter_list", "sierra"), {"text": "Name,Event\nAbe Long,main", "head": "yes", "usual": ["satellite"]}
    )

    assert refused.status_code == 422
    assert (answer.status_code, answer.json()["code"]) == (403, "role")
    assert "Your role holds in another event of this tournament." in answer.json()["message"]
    assert "main" in listed.context["shown"].faulty[0].row.faults[0].message
    assert main.entries.count() == satellite.entries.count() == 4

    assert client.post(address("enter", "sierra"), {**data, "events": ["satellite"]}).status_code == 302
    person["events"] = {"satellite": ""}
    assert api.post(f"{API}entries/", {"people": [person]}, format="json").status_code == 201
    assert sorted(satellite.entries.filter(number__gt=4).values_list("name", flat=True)) == ["Lena Frost", "Zed Young"]


@pytest.mark.parametrize("kind", ["registrar", "director"])
def test_no_link_is_shown_that_would_refuse(main: Event, satellite: Event, kind: str) -> None:
    user = make_user()
    give(user, main.tournament, kind, satellite)
    Fee.objects.create(event=satellite, name="Entry", kind="entry", cents=1000)
    satellite.money_first = True
    satellite.save()
    client = signed_in(user)
    number = satellite.entries.get(number=1).number
    pages = [
        address("tournament", "sierra"),
        address("check_in", "sierra"),
        address("enter", "sierra") + f"?new={satellite.entries.get(number=1).player_id}",
        of("entrants", satellite),
        of("entrant", satellite, number),
        of("seating", satellite),
        of("seating_proof", satellite) + "?seed=1",
        "/t/sierra/satellite/",
        "/t/sierra/satellite/phases/",
        *([of("fees", satellite)] if kind == "director" else []),
    ]
    links: set[str] = set()
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        links |= set(re.findall(r'href="(/t/sierra/[^"#]*)', answer.content.decode()))
    refusing = sorted(link for link in links if client.get(unescape(link)).status_code == 403)

    assert refusing == []
    assert {address("check_in", "sierra"), address("enter", "sierra")} <= links
    assert "$10 open" in text_of(client.get(address("check_in", "sierra")))
