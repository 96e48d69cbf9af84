"""One person across events: the page that they agreed to, what counts on it, and records that are joined and taken apart."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from brackets.tests.factories import make_bracket, make_posted_event, win
from clubs.models import ClubLog, ClubRole, Season
from clubs.tests.factories import make_club, make_members, make_night, make_season
from hall.demonstration import rehearsal
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, Somebody
from hall.exchange.reads import tournament_document
from hall.people.actions import join_records, set_page, take_apart
from hall.people.reads.page import average
from scorecards.sheet.reads.earlier import log_numbers
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import remove_entrant
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event, Player, Role, Tournament
from tournaments.people.actions.links import make_links, revoke_link
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.tests.factories import api_of, make_actor, make_entrants, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of
from tournaments.venue.actions.events import change_event

pytestmark = pytest.mark.django_db

NAMES = ("Ada Bay", "Bea Cole", "Cy Dow", "Di Eck", "Ed Fox", "Flo Gee", "Gus Hay", "Ida Iles")


def played(slug: str, *, public: bool = True, numbered: bool = True, seed: int = 5, games: int = 4) -> Event:
    """A tournament of the people of `NAMES`, played, cross-checked and posted, with mistakes on the cards."""
    event = make_event(tournament=make_tournament(slug, name=slug.title(), public=public), games=games)
    crew, chance = Crew(make_actor(), make_actor()), Chance(seed)
    # So many games need more people.
    names = [*NAMES, *(f"{name} II" for name in NAMES if games > len(NAMES) - 1)]
    hall = [Somebody(name, f"CA{n}" if numbered else "", 0.1 * n) for n, name in enumerate(names, start=1)]
    rehearsal.enter(event, hall, crew)
    rehearsal.seat(event, seed, crew)
    round_played = rehearsal.play(event, hall, chance)
    rehearsal.type_cards(event, round_played.cards, crew)
    rehearsal.start_cross_check(event, crew)
    list(rehearsal.settle(event, round_played.truth, crew))
    list(rehearsal.post(event, crew, chance))
    return Event.objects.select_related("tournament").get(pk=event.pk)


def entry(event: Event, name: str = "Ada Bay") -> Entry:
    return Entry.objects.select_related("player", "event__tournament").get(event=event, name=name)


def agree(event: Event, name: str = "Ada Bay") -> int:
    """Show the page of this person; return its number."""
    set_page(player=entry(event, name).player, shown=True, actor=make_actor())
    return entry(event, name).player.person


def given(person: int) -> dict[str, object]:
    answer = APIClient().get(f"/api/v1/people/{person}/")
    assert answer.status_code == 200, answer.content
    values: dict[str, object] = answer.json()
    return values


def statuses(person: int, client: Client | None = None) -> tuple[int, int]:
    page = (client or Client()).get(f"/people/{person}/").status_code
    return page, APIClient().get(f"/api/v1/people/{person}/").status_code


def records_page(event: Event, name: str = "Ada Bay", more: str = "") -> str:
    return f"/t/{event.tournament.slug}/{event.slug}/entrants/{entry(event, name).number}/records/{more}"


def records_api(event: Event, name: str = "Ada Bay", more: str = "") -> str:
    number = entry(event, name).number
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/entrants/{number}/records/{more}"


# --- Agreement -------------------------------------------------------------------------------------------------------


def test_nobody_has_a_page_before_they_agree_and_none_after_they_take_it_back() -> None:
    event = played("sierra")
    player = entry(event).player

    assert statuses(player.pk) == (404, 404)
    set_page(player=player, shown=True, actor=make_actor())
    assert statuses(player.pk) == (200, 200)
    set_page(player=player, shown=False, actor=make_actor())

    assert statuses(player.pk) == (404, 404)
    assert [row.action for row in AuditEntry.objects.filter(action__startswith="person.")] == [
        "person.page-shown",
        "person.page-taken-back",
    ]


def test_agreeing_again_changes_nothing_and_writes_nothing() -> None:
    event = played("sierra")
    agree(event)
    since = entry(event).player.page_agreed_at

    agree(event)

    assert entry(event).player.page_agreed_at == since
    assert AuditEntry.objects.filter(action="person.page-shown").count() == 1


def test_somebody_agrees_by_their_personal_link_and_takes_it_back() -> None:
    event = played("sierra")
    make_links(event=event, actor=make_actor())
    link, version = link_of(entry(event))
    assert link is not None
    key, person = key_of_link(link), entry(event).player.pk
    phone = Client()

    assert "Only you see this page" in text_of(phone.get(f"/me/{key}/person/"))
    assert phone.post(f"/me/{key}/person/", {"shown": "yes"}).status_code == 302
    assert statuses(person) == (200, 200)
    assert "everybody can open it" in text_of(phone.get(f"/me/{key}/person/"))
    answer = APIClient().patch(f"/api/v1/me/{key}/person/", {"shown": False}, format="json")

    assert answer.status_code == 200
    assert statuses(person) == (404, 404)
    row = AuditEntry.objects.filter(action="person.page-shown").get()
    assert (row.actor_kind, row.subject_key) == ("entry", str(entry(event).number))
    revoke_link(entry=entry(event), version=version, actor=make_actor())
    phone.post(f"/me/{key}/person/", {"shown": "yes"})
    assert APIClient().patch(f"/api/v1/me/{key}/person/", {"shown": True}, format="json").status_code == 404
    assert statuses(person) == (404, 404)


def test_an_account_sees_its_own_page_before_others_and_nobody_else_changes_it() -> None:
    event = played("sierra")
    user, person = make_user("ada"), entry(event).player.pk
    Player.objects.filter(pk=person).update(user=user)
    own, other = signed_in(user), signed_in(make_user("bea"))

    assert "Only you see this page" in text_of(own.get(f"/people/{person}/"))
    assert other.get(f"/people/{person}/").status_code == 404
    assert own.post(f"/people/{person}/", {"shown": "yes"}).status_code == 302
    assert other.post(f"/people/{person}/", {"shown": "no"}).status_code == 403
    assert Client().post(f"/people/{person}/", {"shown": "no"}).status_code in (302, 403)
    assert "Only you" not in text_of(other.get(f"/people/{person}/"))
    assert (
        api_of(make_user("cy")).patch(f"/api/v1/people/{person}/", {"shown": False}, format="json").status_code == 403
    )
    assert APIClient().patch(f"/api/v1/people/{person}/", {"shown": False}, format="json").status_code == 401
    assert statuses(person) == (200, 200)
    assert api_of(user).patch(f"/api/v1/people/{person}/", {"shown": False}, format="json").status_code == 200
    assert statuses(person) == (404, 404)


def test_a_director_shows_a_page_only_with_the_word_of_the_person_which_is_logged() -> None:
    event = played("sierra")
    desk = in_role(event.tournament, "director")

    refused = desk.post(records_page(event, more="page/"), {"shown": "yes", "reason": " "})
    assert refused.status_code == 422
    assert "Write when and how this person said so" in text_of(refused)
    assert statuses(entry(event).player.pk) == (404, 404)
    desk.post(records_page(event, more="page/"), {"shown": "yes", "reason": "said so at the desk"})

    assert statuses(entry(event).player.pk) == (200, 200)
    assert AuditEntry.objects.get(action="person.page-shown").reason == "said so at the desk"
    assert "across events is shown to everybody" in text_of(desk.get("/t/sierra/main/log/"))
    desk.post(records_page(event, more="page/"), {"shown": "no"})
    assert statuses(entry(event).player.pk) == (404, 404)


@pytest.mark.parametrize("role", ["checker", "judge", "registrar", "viewer", "", "visitor"])
def test_only_the_director_decides_for_others(role: str) -> None:
    event = played("sierra")
    user = None if role == "visitor" else make_user(role=role, tournament=event.tournament)
    client, program = signed_in(user), api_of(user)

    assert client.get(records_page(event)).status_code in (302, 403)
    for more, sent in {
        "page/": {"shown": "yes", "reason": "x"},
        "join/": {"with": "1"},
        "apart/": {"record": "1"},
    }.items():
        assert client.post(records_page(event, more=more), sent).status_code in (302, 403)
    answers = [
        program.get(records_api(event)),
        program.patch(records_api(event), {"shown": True, "reason": "x"}, format="json"),
        program.post(records_api(event), {"player": 1}, format="json"),
        program.delete(records_api(event, more="1/")),
    ]
    assert {answer.status_code for answer in answers} == {401 if role == "visitor" else 403}
    assert statuses(entry(event).player.pk) == (404, 404)


def test_a_team_has_no_page() -> None:
    event = make_event(tournament=make_tournament("duo"), movement="ladder")
    make_entrants(event, [EntrantPlan("Ann & Bob", players=("Ann Bell", "Bob Ray"))])
    team = Player.objects.get(first__isnull=False)

    with pytest.raises(Refused, match="team of two"):
        set_page(player=team, shown=True, actor=make_actor())
    assert "A team has no page" in text_of(in_role(event.tournament, "director").get(records_page(event, "Ann & Bob")))


# --- What counts -----------------------------------------------------------------------------------------------------


def told_by_cards(events: list[Event], name: str) -> tuple[Counter[str], Counter[str], int, int]:
    """Games played and won against each opponent, and skunks won and lost, added up from the cards in the API."""
    games, wins, skunks, skunked = Counter[str](), Counter[str](), 0, 0
    for event in events:
        checker = api_of(make_user(role="checker", tournament=event.tournament))
        names = {one.seat: one.name for one in Entry.objects.filter(event=event)}
        card = checker.get(
            f"/api/v1/tournaments/{event.tournament.slug}/events/main/scorecards/{entry(event, name).seat}/"
        ).json()
        for line in card["lines"]:
            stands = line["stands"] or line
            if not line["counted"] or line["opponent"] not in names:
                continue
            games[names[line["opponent"]]] += 1
            wins[names[line["opponent"]]] += stands["points"] in ("2", "3")
            skunks += stands["points"] == "3"
            skunked += stands["points"] == "0" and int(stands["minus"] or 0) >= 31
    return games, wins, skunks, skunked


@pytest.mark.parametrize("name", ["Ada Bay", "Gus Hay"])
def test_games_against_each_opponent_are_those_of_the_cards(name: str) -> None:
    events = [played("sierra"), played("lakeside", seed=8)]
    games, wins, skunks, skunked = told_by_cards(events, name)

    values = given(agree(events[0], name))

    opponents = {one["name"]: (one["played"], one["won"]) for one in values["opponents"]}  # type: ignore[attr-defined]
    assert opponents == {other: (games[other], wins[other]) for other in games}
    assert sum(games.values()) == values["games"] == 8
    assert (sum(wins.values()), skunks, skunked) == (values["games_won"], values["skunks_won"], values["skunks_lost"])
    assert max(games.values()) > 1 or len(games) == 8


def test_averages_and_points_are_those_of_the_results_of_each_event() -> None:
    events = [played("sierra", games=12), played("lakeside", seed=8, games=12)]
    person = agree(events[0])
    rows = []
    for event in events:
        api = f"/api/v1/tournaments/{event.tournament.slug}/events/main/"
        row = next(row for row in APIClient().get(f"{api}standings/").json()["rows"] if row["name"] == "Ada Bay")
        points = {one["name"]: one["total"] for one in APIClient().get(f"{api}points/").json()["players"]}
        rows.append((row, points.get("Ada Bay")))

    values = given(person)

    cards = values["cards"]
    assert isinstance(cards, list)
    assert [(card["rank"], card["game_points"], card["net"], card["points"], card["of"]) for card in cards] == [
        (row["rank"], row["game_points"], row["net"], points, 16) for row, points in rows
    ]
    assert Decimal(str(values["average_game_points"])) * 2 == sum(row["game_points"] for row, _points in rows)
    assert Decimal(str(values["average_net"])) * 2 == sum(row["net"] for row, _points in rows)
    assert values["points"] == sum(points or 0 for _row, points in rows)
    assert values["best_card"]["game_points"] == max(row["game_points"] for row, _points in rows)  # type: ignore[index]
    assert f"{values['games_won']}/24, {values['win_percentage']} %" in text_of(Client().get(f"/people/{person}/"))


def test_places_and_points_of_the_playoffs_are_those_of_the_results() -> None:
    event = make_bracket(4, best_of=1, tournament=make_tournament("sierra"))
    Entry.objects.filter(event=event).update(acc_number="CA1")
    Event.objects.filter(pk=event.pk).update(games=22)
    win(event, 1, "A-1")
    win(event, 2, "A-2")
    win(event, 3, "A-2")
    people = {one.seat: agree(event, one.name) for one in Entry.objects.filter(event=event)}
    results = {
        row["seat"]: row
        for row in APIClient().get("/api/v1/tournaments/sierra/events/main/results/").json()["qualifiers"]
    }
    points = {
        one["seat"]: one for one in APIClient().get("/api/v1/tournaments/sierra/events/main/points/").json()["players"]
    }

    for seat, row in results.items():
        card = given(people[seat])["cards"][0]  # type: ignore[index]
        assert (card["place"], card["points"]) == (row["place"], points[seat]["total"]), seat
        assert row["person"] == people[seat]
    assert {row["place"] for row in results.values()} == {1, 2, 3}
    hide(event, "final")
    assert given(people["A-2"])["cards"][0]["place"] is None  # type: ignore[index]
    hide(event, "bracket")
    assert given(people["A-3"])["cards"][0]["place"] is None  # type: ignore[index]


def hide(event: Event, *parts: str) -> None:
    change_event(event=event, changes={"hidden": list(parts)}, actor=make_actor())


def test_nothing_of_a_private_tournament_counts_not_even_for_its_director() -> None:
    public, private = played("sierra"), played("secret", public=False, seed=8)
    person = agree(public)
    director = in_role(private.tournament, "director")

    assert entry(private).player.person == person
    assert len(given(person)["cards"]) == 1  # type: ignore[arg-type]
    for client in (Client(), director):
        assert "Secret" not in text_of(client.get(f"/people/{person}/"))
    Tournament.objects.filter(slug="secret").update(public=True)
    assert len(given(person)["cards"]) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("part", ["standings", "qualifiers"])
def test_nothing_counts_that_the_director_holds_back(part: str) -> None:
    event = played("sierra")
    person = agree(event)
    hide(event, part)

    assert given(person)["cards"] == given(person)["opponents"] == []
    assert "No public card yet." in text_of(Client().get(f"/people/{person}/"))


def test_nights_of_a_public_club_count_and_those_of_a_private_one_or_taken_out_do_not() -> None:
    club = make_club()
    ada, bea = make_members(club, "Ada Bay", "Bea Cole")
    season = make_season(club)
    make_night(season, {ada.pk: (14, 6, 54), bea.pk: (8, 4, -54)}, number=1)
    night = make_night(season, {ada.pk: (11, 5, 10), bea.pk: (12, 6, 20)}, number=2)
    set_page(player=ada.player, shown=True, actor=make_actor())
    person = ada.player_id

    values = given(person)
    assert [(card["rank"], card["club_points"], card["net"]) for card in values["cards"]] == [  # type: ignore[attr-defined]
        (2, 0, 10),
        (1, 14, 54),
    ]
    assert (values["average_game_points"], values["win_percentage"], values["club_points"]) == ("12.5", "61.1", 14)
    assert values["skunks_lost"] is None
    assert (values["skunks_won"], ClubLog.objects.filter(action="person.page-shown").count()) == (3, 1)
    Season.objects.update(points="game_points")
    assert given(person)["club_points"] == 25
    type(night).objects.filter(pk=night.pk).update(withdrawn_at=night.season.club.created_at)
    assert given(person)["club_points"] == 14
    type(club).objects.update(public=False)
    assert given(person)["cards"] == []


def test_an_average_is_rounded_half_up_to_one_decimal_and_empty_without_values() -> None:
    assert [average([1, 2]), average([26, 27, 27]), average([0, 1, 0, 0]), average([])] == ["1.5", "26.7", "0.3", ""]


def test_the_number_of_queries_does_not_grow_with_events_games_and_opponents() -> None:
    few = played("sierra", games=2)
    person = agree(few)
    agree(few, "Bea Cole")
    counts = []
    for slug, seed in (("", 0), ("lakeside", 8), ("harbor", 3)):
        if slug:
            played(slug, seed=seed, games=7)
        given(person)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            given(person)
        counts.append(len(queries))
    assert counts[0] == counts[1] == counts[2] < 15


def test_an_opponent_has_a_link_only_if_they_agreed() -> None:
    event = played("sierra", games=7)
    person, bea = agree(event), agree(event, "Bea Cole")

    found = {one["name"]: one["person"] for one in given(person)["opponents"]}  # type: ignore[attr-defined]

    assert found["Bea Cole"] == bea
    assert {number for name, number in found.items() if name != "Bea Cole"} == {None}


def test_results_archive_standings_and_player_page_lead_there_only_where_somebody_agreed() -> None:
    event = played("sierra")
    seat = entry(event).seat
    pages = ["/t/sierra/main/standings/", f"/t/sierra/main/players/{seat}/", "/t/sierra/main/results/"]
    Event.objects.filter(pk=event.pk).update(phase="report")
    ranks = Entry.objects.filter(event=event, qualifying_result__seed__isnull=False)
    name = ranks.order_by("qualifying_result__seed")[0].name
    pages[1] = f"/t/sierra/main/players/{entry(event, name).seat}/"

    def leads() -> list[bool]:
        # The rendered part of the standings is kept for a minute; the page to which it leads is not.
        caches["pages"].clear()
        link = f'href="/people/{entry(event, name).player.pk}/"'
        bodies = [Client().get(page).content.decode() for page in pages]
        return [link in body for body in [*bodies, Client().get("/results/", {"q": name}).content.decode()]]

    assert leads() == [False] * 4
    person = agree(event, name)
    assert leads() == [True] * 4
    assert (
        APIClient()
        .get(f"/api/v1{pages[1].replace('/t/', '/tournaments/').replace('/main', '/events/main')}")
        .json()["person"]
        == person
    )
    set_page(player=entry(event, name).player, shown=False, actor=make_actor())
    assert leads() == [False] * 4


# --- Joining ---------------------------------------------------------------------------------------------------------


def two() -> tuple[Event, Event]:
    """Two tournaments of the same names, whose records are not one: nobody has an ACC number."""
    return played("sierra", numbered=False), played("lakeside", numbered=False, seed=8)


def rows() -> list[dict[str, object]]:
    return list(Player.objects.order_by("pk").values())


def test_joined_records_have_one_page_and_taken_apart_they_are_what_they_were() -> None:
    one, other = two()
    person, joined = entry(one).player, entry(other).player
    before = rows()
    set_page(player=joined, shown=True, actor=make_actor())
    agreed = rows()

    kept = join_records(player=joined, other=person, actor=make_actor())

    assert kept == person
    # The person agreed to one of the two only.
    assert (statuses(person.pk), statuses(joined.pk)) == ((404, 404), (404, 404))
    take_apart(player=Player.objects.get(pk=joined.pk), actor=make_actor())
    assert rows() == agreed
    join_records(player=joined, other=person, actor=make_actor())
    set_page(player=person, shown=True, actor=make_actor())
    assert len(given(person.pk)["cards"]) == 2  # type: ignore[arg-type]
    assert Client().get(f"/people/{joined.pk}/").headers["Location"] == f"/people/{person.pk}/"
    games, _wins, _skunks, _skunked = told_by_cards([one, other], "Ada Bay")
    found = sum(met["played"] for met in given(person.pk)["opponents"])  # type: ignore[attr-defined]
    assert found == sum(games.values())
    join_records(player=joined, other=person, actor=make_actor())
    assert AuditEntry.objects.filter(action="person.joined").values_list("tournament__slug", flat=True).count() == 4
    take_apart(player=Player.objects.get(pk=joined.pk), actor=make_actor())
    for player in (person, joined):
        assert len(given(player.pk)["cards"]) == 1  # type: ignore[arg-type]
        set_page(player=player, shown=False, actor=make_actor())
    assert rows() == before


def test_opponents_that_are_joined_are_one_opponent() -> None:
    one, other = two()
    join_records(player=entry(one).player, other=entry(other).player, actor=make_actor())
    join_records(player=entry(one, "Bea Cole").player, other=entry(other, "Bea Cole").player, actor=make_actor())
    games, wins, _skunks, _skunked = told_by_cards([one, other], "Ada Bay")

    found = [found for found in given(agree(one))["opponents"] if found["name"] == "Bea Cole"]  # type: ignore[attr-defined]

    assert [(bea["played"], bea["won"]) for bea in found] == [(games["Bea Cole"], wins["Bea Cole"])] * len(found)
    assert len(found) == min(1, games["Bea Cole"])


def test_taking_the_page_back_holds_for_every_record() -> None:
    one, other = two()
    for event in (one, other):
        agree(event)
    join_records(player=entry(one).player, other=entry(other).player, actor=make_actor())

    set_page(player=entry(other).player, shown=False, actor=make_actor())
    take_apart(player=entry(other).player, actor=make_actor())

    assert [statuses(entry(event).player.pk) for event in (one, other)] == [(404, 404)] * 2


def test_what_cannot_be_one_person_is_not_joined_and_every_reason_is_told() -> None:
    event, other = played("sierra"), played("lakeside", numbered=False, seed=8)
    ada, bea, ada_there = entry(event).player, entry(event, "Bea Cole").player, entry(other).player
    Player.objects.filter(pk=ada.pk).update(user=make_user("ada"))
    Player.objects.filter(pk=ada_there.pk).update(user=make_user("somebody"))
    club = make_club()
    [member] = make_members(club, "A. Bay")
    club.members.create(player=bea, name="Bea Cole")
    before = rows()

    with pytest.raises(Refused) as refused:
        join_records(player=ada, other=bea, actor=make_actor())
    assert "two ACC numbers (CA1, CA2)" in refused.value.message
    assert "Both stand in Sierra, Main event" in refused.value.message
    with pytest.raises(Refused, match="two accounts"):
        join_records(player=ada, other=ada_there, actor=make_actor())
    with pytest.raises(Refused, match="Both stand in Graeagle Peggers"):
        join_records(player=bea, other=member.player, actor=make_actor())
    assert rows() == before


def test_a_team_is_not_joined_nor_is_who_plays_in_a_team_of_the_same_event() -> None:
    duo = make_event(tournament=make_tournament("duo"), movement="ladder")
    make_entrants(
        duo, [EntrantPlan("A & B", players=("Ada Bay", "Bob Ray")), EntrantPlan("C & D", players=("Cy Dow", "Di Eck"))]
    )
    team = Player.objects.get(name="A & B")
    ada, cy = Player.objects.get(name="Ada Bay"), Player.objects.get(name="Cy Dow")

    with pytest.raises(Refused, match="team of two"):
        join_records(player=cy, other=team, actor=make_actor())
    with pytest.raises(Refused, match="Both stand in"):
        join_records(player=ada, other=cy, actor=make_actor())


def test_two_groups_of_records_are_not_joined_but_one_more_record_is() -> None:
    events = [
        played(slug, numbered=False, seed=seed, games=2)
        for slug, seed in (("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 6))
    ]
    players = [entry(event).player for event in events]
    join_records(player=players[1], other=players[2], actor=make_actor())
    join_records(player=players[3], other=players[4], actor=make_actor())

    with pytest.raises(Refused, match="Take one of them apart first"):
        join_records(player=players[2], other=players[4], actor=make_actor())
    kept = join_records(player=players[0], other=players[2], actor=make_actor())

    assert kept == players[1]
    assert {entry(event).player.person for event in events[:3]} == {players[1].pk}


def test_only_who_directs_all_of_both_or_runs_the_site_joins_them() -> None:
    one, other = two()
    club = make_club()
    club.members.create(player=entry(other).player, name="Ada Bay")
    user = make_user("dora", role="director", tournament=one.tournament)
    join = {"player": entry(other).player.pk}
    page = signed_in(user)

    assert "Nobody else of this name." in text_of(page.get(records_page(one)))
    assert api_of(user).post(records_api(one), join, format="json").status_code == 403
    Role.objects.create(user=user, tournament=other.tournament, kind="director", event=other)
    assert api_of(user).post(records_api(one), join, format="json").status_code == 403
    Role.objects.create(user=user, tournament=other.tournament, kind="director")
    assert page.post(records_page(one, more="join/"), {"with": join["player"]}).status_code == 403
    ClubRole.objects.create(user=user, club=club)
    looked = text_of(page.get(records_page(one), {"with": join["player"]}))
    assert "Is Ada Bay the same person?" in looked
    assert "Lakeside, Main event, March 6, 2026" in looked
    assert page.post(records_page(one, more="join/"), {"with": join["player"]}).status_code == 302
    assert Player.objects.get(pk=join["player"]).same_as == entry(one).player
    apart = api_of(make_user("only", role="director", tournament=one.tournament))
    assert apart.delete(records_api(one, more=f"{join['player']}/")).status_code == 403
    assert page.post(records_page(one, more="apart/"), {"record": join["player"]}).status_code == 302
    root = api_of(make_user("root", superuser=True))
    answer = root.post(records_api(one), join, format="json")
    assert (answer.status_code, len(answer.json()["records"])) == (200, 2)
    assert (
        root.delete(records_api(one, more=f"{join['player']}/")).json()["records"][0]["player"] == entry(one).player.pk
    )
    assert Player.objects.filter(same_as__isnull=False).count() == 0


def test_who_directs_one_of_them_is_told_neither_numbers_nor_private_tournaments_of_the_other() -> None:
    one, other = played("sierra", numbered=False), played("secret", seed=8, public=False)
    join_records(player=entry(one).player, other=entry(other).player, actor=make_actor())
    director = make_user("dora", role="director", tournament=one.tournament)

    shown = api_of(director).get(records_api(one)).json()["records"]
    page = text_of(signed_in(director).get(records_page(one)))

    assert [(row["acc_number"], [place["name"] for place in row["stands"]]) for row in shown] == [
        ("", ["Sierra, Main event"]),
        ("", []),
    ] or [(row["acc_number"], [place["name"] for place in row["stands"]]) for row in shown] == [("", []), ("", [])]
    assert "CA1" not in page
    assert "Secret" not in page


def test_a_record_that_another_was_joined_to_is_not_forgotten() -> None:
    one = make_event(tournament=make_tournament("one"), entrants=4)
    other = make_event(tournament=make_tournament("other"), entrants=4)
    kept, joined = entry(one, "Milt Orr").player, entry(other, "Milt Orr").player
    join_records(player=kept, other=joined, actor=make_actor())

    remove_entrant(event=one, number=entry(one, "Milt Orr").number, actor=make_actor())

    assert Player.objects.get(pk=joined.pk).same_as == kept


def test_data_that_only_this_site_can_use_is_not_exported() -> None:
    one, other = two()
    before, numbers = tournament_document(one.tournament), log_numbers(one)
    join_records(player=entry(one).player, other=entry(other).player, actor=make_actor())
    agree(one)

    after = tournament_document(one.tournament)

    for document in (before, after):
        # The event has a new revision, so that open pages follow.
        del document["events"][0]["revision"]
    assert after == before
    assert log_numbers(one) == numbers


@pytest.mark.parametrize("sent", ["", "x", "-1", "9" * 30, "999999"])
def test_bad_input_gets_an_answer_and_never_a_500(sent: str) -> None:
    event = make_posted_event(2, tournament=make_tournament("sierra"))
    client = in_role(event.tournament, "director")

    assert client.get(records_page(event, "Milt Orr"), {"with": sent, "q": sent + "\0"}).status_code == 200
    assert client.post(records_page(event, "Milt Orr", "join/"), {"with": sent}).status_code == 409
    assert client.post(records_page(event, "Milt Orr", "apart/"), {"record": sent}).status_code == 409
    assert Client().get(f"/people/{sent or 0}/").status_code == 404
