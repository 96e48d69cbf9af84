"""The pages of clubs: a club from nothing, tonight's night, typed nights, a season from paper, and who sees what."""

from __future__ import annotations

import ast
import re
from datetime import date

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from clubs.actions.directors import name_director
from clubs.actions.members import change_member
from clubs.actions.nights import ResultPlan, put_back_night, start_night, take_out_night
from clubs.models import Club, ClubLog, Member, Night, Season
from clubs.reads.seats import what_fits
from clubs.rules.totals import Totals, Wrong
from clubs.tests.factories import make_club, make_members, make_night, make_season, week
from clubs.words import DONE, wrong
from tournaments.models import AuditEntry, Entry, Event, Role, User
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import make_actor, make_user
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

C = "/clubs/graeagle/"
S = f"{C}seasons/2026-27/"


@pytest.fixture
def director() -> User:
    return make_user("dora")


@pytest.fixture
def browser(director: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(director)
    return client


@pytest.fixture
def club(director: User) -> Club:
    return make_club(director=director)


def page(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


def send(client: Client, path: str, status: int = 302, **typed: object) -> str:
    answer = client.post(path, {name.replace("__", "-"): value for name, value in typed.items()})
    assert answer.status_code == status, answer.content.decode()[:3000]
    return answer["Location"] if status == 302 else re.sub(r"\s+", " ", answer.content.decode())


def test_a_club_from_nothing(browser: Client) -> None:
    assert "No clubs yet." in page(browser, "/clubs/")

    assert send(browser, "/clubs/", name="Graeagle Peggers", public="on") == "/clubs/graeagle-peggers/members/"
    send(browser, "/clubs/graeagle-peggers/members/", name="Ann Petty", acc_number="CA296", kind="member")
    said = send(browser, "/clubs/graeagle-peggers/members/", 409, name="ann petty", kind="guest")
    assert "ann petty is in the club already." in said
    season = {"name": "2026–27", "starts_on": "2026-09-05", "nights": 36, "points": "game_points", "sanctioned": "on"}
    where = send(
        browser, "/clubs/graeagle-peggers/seasons/", **{f"season-{name}": value for name, value in season.items()}
    )
    assert where == "/clubs/graeagle-peggers/seasons/2026-27/"

    assert "No night yet." in page(browser, where)
    assert "Every night counts its game points." in page(browser, where)
    assert "Graeagle Peggers" in page(Client(), "/clubs/")
    assert "Ann Petty" in page(Client(), "/clubs/graeagle-peggers/")


def test_a_club_with_a_fault_is_shown_again(browser: Client, club: Club) -> None:
    assert "There is a club “graeagle” already." in send(browser, "/clubs/", 409, name="X", slug="graeagle")
    assert send(browser, "/clubs/", 422, name="")
    assert "Sign in" in page(Client(), "/clubs/")
    assert Client().post("/clubs/", {"name": "X"}).status_code == 302
    assert Club.objects.count() == 1


def test_two_directors_do_not_overwrite_each_other(browser: Client, club: Club) -> None:
    said = page(browser, C)
    seen = re.search(r'name="seen" value="(\d+)"', said)
    assert seen
    send(browser, C, name="Graeagle Peggers", town="Portola", seen=seen[1], public="on")

    again = send(browser, C, 409, name="Graeagle Peggers", town="Reno", seen=seen[1], public="on")

    assert "Somebody changed this while you had the page open." in again
    assert Club.objects.get().town == "Portola"


def test_a_pasted_list_is_taken_in_or_every_bad_line_is_named(browser: Client, club: Club) -> None:
    make_members(club, "Ann Petty")
    path = f"{C}members/list/"

    def paste(lines: str, status: int = 302) -> str:
        return send(browser, path, status, **{"list-lines": lines, "list-kind": "guest"})

    said = paste("Bo Ray, HI12\n\nann petty\nCy Orr, MI374", 409)
    assert "Line 3: ann petty is in the club already." in said
    said = paste("Bo Ray, HI12\n, MI374\nCy Orr, 12345", 422)
    assert "Line 2: " in said
    assert "Line 3: " in said
    assert "Line 1: " not in said
    assert "There is nobody in it" in paste("\n \n", 422)
    assert "A quote is opened and not closed." in paste('"' + "a" * 140_000, 422)
    assert "No column is the name." in paste("ACC number,Club\nHI12,Reno", 422)
    assert "These are more than 1000 people." in paste(
        "\n".join(f"Person {chr(97 + n % 26)}" for n in range(1001)), 422
    )
    assert Member.objects.count() == 1

    assert paste('Name,ACC number\n"Ray, Bo",hi 12\nCy Orr,\nDi Fox,MI374\nTotal,3') == f"{C}members/"

    assert list(Member.objects.exclude(name="Ann Petty").values_list("name", "acc_number", "kind")) == [
        ("Bo Ray", "HI12", "guest"),
        ("Cy Orr", "", "guest"),
        ("Di Fox", "MI374", "guest"),
    ]
    taken_in = page(browser, f"{C}members/")
    assert "3 people are taken in." in taken_in
    assert "Not read, because it names nobody: line 5 (Total 3)." in taken_in
    stranger = Client()
    stranger.force_login(make_user("sam"))
    assert stranger.post(path, {"list-lines": "Eve", "list-kind": "member"}).status_code == 403


def test_a_member_is_changed_and_taken_off(browser: Client, club: Club) -> None:
    (gus,) = make_members(club, "Gus", kind="guest")
    path = f"{C}members/{gus.pk}/"
    assert "Guest" in page(browser, f"{C}members/")

    send(browser, path, name="Gus Orr", kind="member", joined_on="2026-09-05", seen=0)
    send(browser, f"{path}remove/")

    assert not Member.objects.exists()
    assert page(browser, path, 404)


def test_who_is_not_to_be_named_is_a_number_for_everybody(browser: Client, club: Club) -> None:
    ann, bob = make_members(club, "Ann Petty", "Bob Ray")
    season = make_season(club)
    with_cards = start_night(season=season, date=week(1), members=[ann.pk, bob.pk], actor=make_actor())
    make_night(season, {ann.pk: (14, 6, 31), bob.pk: (12, 5, 20)}, number=2)
    public = (C, f"/api/v1{C}", S, f"{S}table.csv", f"{S}nights/2/", f"/api/v1{C}members/", f"/api/v1{S}standings/")

    send(browser, f"{C}members/{ann.pk}/", name="Ann Petty", kind="member", unnamed="on", seen=0)

    texts = {path: Client().get(path).content.decode() for path in public}
    assert [path for path, text in texts.items() if "Ann Petty" in text] == []
    assert [path for path in public[2:] if "Player 1" not in texts[path]] == []
    assert "Ann Petty" in page(browser, f"{C}members/")
    assert with_cards.event is not None
    assert with_cards.event.entries.get(player=ann.player).name == "Player 1"
    later = start_night(season=season, date=week(3), members=[ann.pk, bob.pk], actor=make_actor())
    assert later.event is not None
    assert later.event.entries.get(player=ann.player).withheld_name == "Ann Petty"

    send(browser, f"{C}members/{ann.pk}/", name="Ann Petty", kind="member", seen=last_row("member"))

    assert "Ann Petty" in page(Client(), S)
    assert not Entry.objects.exclude(withheld_name="").exists()


def test_tonight_takes_two_clicks(browser: Client, club: Club) -> None:
    ann, bo, cy, _di = members = make_members(club, "Ann", "Bo", "Cy", "Di")
    make_night(make_season(club), {ann.pk: (14, 6, 54), bo.pk: (11, 5, 3), cy.pk: (8, 4, -9)})
    said = page(browser, f"{C}tonight/")
    assert "Start tonight’s night" in page(browser, C)
    ticked = re.findall(r'name="members" value="(\d+)"[^>]*checked', said)
    assert ticked == [str(member.pk) for member in members[:3]]
    where = send(browser, f"{C}tonight/", date="2026-11-28", season="2026-27", members=ticked, **_proposed(said))

    assert where == "/t/graeagle-2026-11-28/club-night/seating/"
    assert "These tables do not work out" not in page(browser, where)
    assert Entry.objects.count() == 3
    assert Event.objects.get().kind == "club_night"
    assert "No card yet." in page(browser, f"{S}nights/2/")
    assert "The night’s tournament" in page(browser, f"{S}nights/2/")


def _proposed(said: str) -> dict[str, str]:
    """The games and the movement that stand in the form for tonight."""
    games = re.search(r'name="games" value="(\d+)"', said)
    movement = re.search(r'<option value="(\w+)" selected', said[said.index('name="movement"') :])
    assert games
    assert movement
    return {"games": games[1], "movement": movement[1]}


@pytest.mark.parametrize("players", range(2, 13))
def test_the_proposed_games_always_lead_to_seats(browser: Client, club: Club, players: int) -> None:
    """Whatever the last night was like: what is asked for and has no seats makes no night, and what fits is filled in."""
    make_season(club)
    keys = [member.pk for member in make_members(club, *"ABCDEFGHIJKL"[:players])]
    typed = {"date": "2026-11-28", "season": "2026-27", "members": keys}
    said = send(browser, f"{C}tonight/", 409, **typed, games=players, movement="anchor")
    assert f"{players} people cannot play {players} games this way." in said
    assert not Event.objects.exists()

    where = send(browser, f"{C}tonight/", **typed, **_proposed(said))

    assert "These tables do not work out" not in page(browser, where)
    draw_seats(event=Event.objects.get(), seed=1, actor=make_actor())
    assert Entry.objects.filter(table__isnull=False).count() == players


@pytest.mark.parametrize(
    ("players", "proposed"),
    [
        (0, (9, "anchor")),
        (1, (9, "anchor")),
        (2, (2, "two_games")),
        (5, (8, "two_games")),
        (6, (9, "two_games")),
        (7, (6, "anchor")),
        (9, (8, "anchor")),
        (10, (9, "anchor")),
        (23, (9, "anchor")),
    ],
)
def test_nine_games_are_proposed_where_they_fit(players: int, proposed: tuple[int, str]) -> None:
    assert what_fits(players, 9) == proposed


def test_tonight_says_what_is_wrong(browser: Client, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    assert "There is no season" in page(browser, f"{C}tonight/")
    make_night(make_season(club), {ann.pk: (14, 6, 54)})
    typed = {"date": "2026-09-05", "season": "2026-27", "games": 1, "movement": "anchor"}

    assert "A night needs at least two people." in send(browser, f"{C}tonight/", 422, **typed, members=[ann.pk])
    assert send(browser, f"{C}tonight/", 422, **typed, members=[99])
    bo = make_members(club, "Bo")[0]
    assert "has a night on" in send(browser, f"{C}tonight/", 409, **typed, members=[ann.pk, bo.pk])
    far = {**typed, "date": "9999-12-31"}
    assert "more than a year ahead" in send(browser, f"{C}tonight/", 422, **far, members=[ann.pk, bo.pk])
    row = {f"game_points-{ann.pk}": "14", f"games_won-{ann.pk}": "6", f"net-{ann.pk}": "54"}
    said = send(browser, f"{S}nights/new/", 422, date="9999-12-31", games="9", sanctioned="on", **row)
    assert "more than a year ahead" in said
    assert Night.objects.count() == 1


def test_a_night_is_typed_with_faults_beside_their_fields(browser: Client, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_season(club)
    path = f"{S}nights/new/"
    typed = {
        "date": "2026-09-05",
        "games": "9",
        "sanctioned": "on",
        f"game_points-{ann.pk}": "14",
        f"games_won-{ann.pk}": "6",
        f"net-{ann.pk}": "−54",
    }

    said = send(
        browser, path, 422, **typed, **{f"game_points-{bo.pk}": "27", f"games_won-{bo.pk}": "8", f"net-{bo.pk}": "x"}
    )
    assert "This is a whole number." in said
    assert "27 points with 8 games won cannot be" in said
    said = send(
        browser, path, 422, **typed, **{f"game_points-{bo.pk}": "27", f"games_won-{bo.pk}": "8", f"net-{bo.pk}": "9"}
    )
    assert "27 points with 8 games won cannot be" in said
    assert "Type all three numbers" in send(browser, path, 422, **typed, **{f"net-{bo.pk}": "9"})
    assert not Night.objects.exists()

    assert send(browser, path, **typed) == f"{S}nights/1/"

    assert Night.objects.get().results.get().net == -54
    assert "Ann" in page(Client(), f"{S}nights/1/")
    assert "Ann" in page(Client(), S)


def test_the_fees_of_a_night_are_paid_out_and_its_hands_are_honoured(browser: Client, club: Club) -> None:
    people = make_members(club, "Ann", "Bo", "Cy", "Di", "Ed")
    make_season(club)
    typed = {"date": "2026-09-05", "games": "9", "sanctioned": "on", "fee_cents": "5"}
    for member, (points, net) in zip(people, [(14, 50), (12, 9), (12, 9), (10, 0), (8, -30)], strict=True):
        typed |= {f"game_points-{member.pk}": str(points), f"games_won-{member.pk}": "4", f"net-{member.pk}": str(net)}
    typed |= {f"game_points-{people[0].pk}": "14", f"games_won-{people[0].pk}": "6", f"hands-{people[3].pk}": "28, 29"}

    assert "Type 28 or 29" in send(browser, f"{S}nights/new/", 422, **typed | {f"hands-{people[0].pk}": "30"})
    assert "An amount is written" in send(browser, f"{S}nights/new/", 422, **typed | {"fee_cents": "five"})
    assert "at most" in send(browser, f"{S}nights/new/", 422, **typed | {"fee_cents": "2000"})
    send(browser, f"{S}nights/new/", **typed)

    said = page(Client(), f"{S}nights/1/")
    assert re.findall(r'<td class="num">(\$[\d.]+)</td>', said) == ["$17", "$4", "$4"]
    assert "28 hand" in said
    assert "29 hand" in said
    table = page(Client(), S)
    assert '<dt>28 hand</dt><dd class="wraps">Di</dd>' in table
    assert '<dt>29 hand</dt><dd class="wraps">Di</dd>' in table
    assert 'value="5"' in page(browser, f"{S}nights/new/")
    assert 'value="5"' in page(browser, f"{C}tonight/")
    seen = re.search(r'name="seen" value="(\d+)"', page(browser, f"{S}nights/1/"))
    assert seen
    corrected = typed | {"fee_cents": "", f"hands-{people[3].pk}": "29", "seen": seen[1], "reason": "No 28"}
    send(browser, f"{S}nights/1/", **corrected)
    assert "Paid out" not in page(Client(), f"{S}nights/1/")
    assert '<dt>28 hand</dt><dd class="wraps">–</dd>' in page(Client(), S)


def test_a_typed_night_is_corrected_and_taken_out(browser: Client, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_night(make_season(club), {ann.pk: (14, 6, 54), bo.pk: (11, 5, 3)})
    seen = re.search(r'name="seen" value="(\d+)"', page(browser, f"{S}nights/1/"))
    assert seen
    typed = {"seen": seen[1], "sanctioned": "on", "reason": "Bo was not there"}
    typed |= {f"game_points-{ann.pk}": "15", f"games_won-{ann.pk}": "6", f"net-{ann.pk}": "60"}

    send(browser, f"{S}nights/1/", **typed)

    assert list(Night.objects.get().results.values_list("member", "game_points")) == [(ann.pk, 15)]
    assert "Somebody changed this" in send(browser, f"{S}nights/1/", 409, **typed)
    assert send(browser, f"{S}nights/1/take-out/", 422, why="")
    assert send(browser, f"{S}nights/1/take-out/", why="Not ours") == S
    assert page(browser, f"{S}nights/1/", 404)


def test_what_was_taken_out_is_put_back(browser: Client, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    night = make_night(make_season(club), {ann.pk: (14, 6, 54), bo.pk: (11, 5, 3)})
    as_it_was = Client().get(f"{S}table.csv").content
    assert "1 night stands in this season" in _said(browser, f"{S}take-out/", S)

    send(browser, f"{S}nights/1/take-out/", why="Typed twice")
    assert "Ann" not in page(Client(), S)
    assert "Nights taken out" not in page(Client(), S)
    assert f"{S}nights/1/put-back/" in page(browser, S)
    make_night(night.season, {ann.pk: (12, 6, 54)})
    assert "The club has a night on" in _said(browser, f"{S}nights/1/put-back/", S)
    send(browser, f"{S}nights/2/take-out/", why="The first one was right")
    send(browser, f"{S}nights/1/put-back/")
    assert Client().get(f"{S}table.csv").content == as_it_was

    send(browser, f"{S}nights/1/take-out/", why="Another season")
    assert send(browser, f"{S}take-out/") == C
    assert page(browser, S, 404)
    assert "Put it back, or choose another short name" in send(
        browser,
        f"{C}seasons/",
        409,
        **{
            "season-name": "2026-27",
            "season-starts_on": "2026-09-05",
            "season-nights": 36,
            "season-points": "game_points",
        },
    )
    assert "was taken out" not in page(Client(), C)
    assert send(browser, f"{S}put-back/") == S
    send(browser, f"{S}nights/1/put-back/")
    assert Client().get(f"{S}table.csv").content == as_it_was
    assert send(browser, f"{S}nights/1/put-back/", 404)
    assert list(ClubLog.objects.values_list("action", flat=True))[-3:] == [
        "season.taken_out",
        "season.put_back",
        "night.put_back",
    ]


def _said(browser: Client, path: str, where: str) -> str:
    """What the next page says after this was refused."""
    assert send(browser, path) == where
    return page(browser, where)


def test_every_director_directs_the_nights_with_cards(browser: Client, director: User) -> None:
    """Also in a club that only its own people see, whoever started the night, and not after they are taken off."""
    club = make_club(director=director, public=False)
    season = make_season(club)
    keys = [member.pk for member in make_members(club, *"ABCDEFGHIJ")]
    bo, cy = make_user("bo"), make_user("cy")
    second = Client(raise_request_exception=False)
    second.force_login(bo)
    name_director(club=club, username="cy", actor=make_actor(director))
    nights = [
        start_night(season=season, date=week(number), members=keys, actor=make_actor(director)) for number in (1, 2)
    ]
    seats = [f"/t/{night.event.tournament.slug}/club-night/seating/" for night in nights if night.event]
    take_out_night(night=nights[1], actor=make_actor(director))
    page(second, seats[0], 404)

    send(browser, f"{C}directors/", **{"director-username": "bo"})

    page(second, seats[0])
    page(second, seats[1], 404)
    put_back_night(night=nights[1], actor=make_actor(director))
    page(second, seats[1])
    bos = start_night(season=season, date=week(3), members=keys, actor=make_actor(bo))
    assert bos.event
    page(browser, f"/t/{bos.event.tournament.slug}/club-night/seating/")
    assert AuditEntry.objects.filter(action="role.granted", subject_key="bo/director", actor_key="dora").count() == 2
    Role.objects.filter(tournament=bos.event.tournament).exclude(user=bo).delete()

    send(browser, f"{C}directors/take-off/", username="bo")

    page(second, seats[0], 404)
    assert list(Role.objects.filter(user=bo).values_list("tournament", flat=True)) == [bos.event.tournament_id]
    assert Role.objects.filter(user=cy).count() == 2


def test_a_second_director_is_named_and_taken_off(browser: Client, club: Club) -> None:
    bo = make_user("bo")
    second = Client()
    second.force_login(bo)
    assert second.get(f"{C}tonight/").status_code == 403

    assert "Nobody signs in as “nobody”" in send(browser, f"{C}directors/", 422, **{"director-username": "nobody"})
    send(browser, f"{C}directors/", **{"director-username": "bo"})

    assert second.get(f"{C}tonight/").status_code == 200
    assert "Take off" in page(second, C)
    assert second.post(f"{C}directors/take-off/", {"username": "dora"}).status_code == 302
    assert browser.get(f"{C}tonight/").status_code == 403
    second.post(f"{C}directors/take-off/", {"username": "bo"})
    assert "This is the only director of the club." in page(second, C)
    assert [
        (row.action, row.subject_key, row.actor_key) for row in ClubLog.objects.filter(subject_kind="director")
    ] == [
        ("director.named", "bo", "dora"),
        ("director.taken_off", "dora", "bo"),
    ]
    assert "Directors" not in page(Client(), C)


def test_the_table_as_a_file(club: Club) -> None:
    (ann,) = make_members(club, "=Ann")
    make_night(make_season(club), {ann.pk: (14, 6, 54)})

    answer = Client().get(f"{S}table.csv")

    assert answer.content.decode().startswith("\ufeffRank,Name,Kind,Points")
    assert "1,'=Ann,Member,14.0,1,6,9,66.7,54,2,,0,14,0,0,0," in answer.content.decode()
    assert answer["Content-Type"] == "text/csv; charset=utf-8"


def look(browser: Client, lines: str, status: int = 200, **typed: object) -> str:
    """What the page says of a sheet before it is brought in."""
    return send(browser, f"{S}bring-in/", status, lines=lines, games=9, sanctioned="on", **typed)


def bring(browser: Client, lines: str, status: int = 302, **answers: object) -> str:
    """Look at a sheet, and bring it in with the days that are proposed or answered."""
    seen = look(browser, lines)
    proposed = dict(re.findall(r'name="(day-\d+)" value="([\d-]+)"', seen))
    (mark,) = re.findall(r'name="looked" value="(\w+)"', seen)
    return look(browser, lines, status, **{"looked": mark, "bring": 1, **proposed, **answers})


def test_a_season_from_paper_is_looked_at_and_brought_in(browser: Client, club: Club) -> None:
    make_members(club, "Ann Petty", "José Ray", "Max Cy")
    make_season(club)
    lines = (
        "Peggers\n#\tName\tWeek 1\tSep 12\tWeek 3\tTotal\n1\tPetty, Ann\t14\t0\t9\t24\n"
        "2\tJose Ray*\tx\t12\t11\t23\n3\tMax Cy\tDNP\t\t-\t"
    )

    seen = look(browser, lines)

    assert not Night.objects.exists()
    for sentence in (
        "Each number is read as the game points of a night.",
        "Line 3: the total of Petty, Ann says 24, and the nights in the line add up to 23.",
        "A week number is no date.",
        "A 0 stands in line 3.",
        "Line 1: “Peggers”: a title.",
        "Line 5: “3 Max Cy DNP -”: no night played.",
        "Bring in 3 nights",
    ):
        assert sentence in seen, sentence
    assert "Choose what a 0 means." in bring(browser, lines, 422)
    assert "The season begins on" in bring(browser, lines, 422, zeros="absent", **{"day-0": "2026-09-04"})
    assert 'value="2026-09-20"' in bring(browser, lines, 422, zeros="absent", **{"day-2": "2026-09-20", "day-0": ""})
    assert not Night.objects.exists()
    bring(browser, lines, zeros="absent", **{"day-2": "2026-09-20"})

    assert {
        str(night.date): [(row.member.name, row.game_points, row.games_won, row.net) for row in night.results.all()]
        for night in Night.objects.all()
    } == {
        "2026-09-05": [("Ann Petty", 14, None, None)],
        "2026-09-12": [("José Ray", 12, None, None)],
        "2026-09-20": [("Ann Petty", 9, None, None), ("José Ray", 11, None, None)],
    }
    table = page(Client(), S)
    assert "Nobody wrote down the games won or the net of some nights." in table
    assert "–" in page(Client(), f"{S}nights/1/")
    assert "1,Ann Petty,Member,14.0,2,,,,,,,,14,0,0,0," in Client().get(f"{S}table.csv").content.decode()


def test_another_sheet_than_the_one_looked_at_is_looked_at_first(browser: Client, club: Club) -> None:
    make_members(club, "Ann", "Bo")
    make_season(club)
    (mark,) = re.findall(r'name="looked" value="(\w+)"', look(browser, "2026-09-05,Ann,14,6,54"))

    seen = look(browser, "2026-09-05,Bo,14,6,54", looked=mark, bring=1, **{"day-0": "2026-09-05"})

    assert "This is how it is read" in seen
    assert not Night.objects.exists()


def test_the_figures_of_a_sheet_with_all_of_them_count(browser: Client, club: Club) -> None:
    make_members(club, "Ann Petty", "Bo Ray")
    make_season(club)
    lines = "Name,9/5,,,9/12,,\nAnn Petty,14,6,(54),18,9,120\nBo Ray,11,5,-3"

    seen = look(browser, lines)

    assert "2 cards of 9 games make 9 games won; these have 11." in seen
    assert "The nets of the 2 cards add up to −57 instead of 0." in seen
    bring(browser, lines)
    assert "Grand slam" in page(Client(), f"{S}nights/2/")
    assert "make 9 games won; these have 11." in page(browser, f"{S}nights/1/")
    assert "these have 11" not in page(Client(), f"{S}nights/1/")


def test_every_bad_line_is_named_and_nothing_is_brought_in(browser: Client, club: Club) -> None:
    make_members(club, "Ann", "Bo")
    make_season(club, nights=2)
    lines = "\n".join(
        [
            "2026-09-05,Ann,14,6,54",
            "2026-09-31,Ann,14,6,54",
            "2026-09-05,Zoe,14,6,54",
            "2026-09-05,Bo,fourteen,6,54",
            "2026-09-05,Bo,14,6",
            "2026-09-12,Zoe,14,6,54",
        ]
    )

    seen = look(browser, lines, 422)

    for number, why in (
        (2, "“2026-09-31” is no day"),
        (3, "Nobody in the club has the name “Zoe”.* The same name is in line 6."),
        (4, "Game points is"),
        (5, "is not read. Without heads"),
    ):
        assert re.search(f"Line {number}: [^<]*{why}", seen), number
    seen = look(browser, "2026-09-05,Ann,14,6,54\n2026-09-05,Bo,27,8,54\n2026-09-05,Ann,14,6,54", 422)
    assert re.search("Line 2: 27 points with 8 games won", seen)
    assert re.search("Line 3: Ann is in this night twice", seen)
    days = "\n".join(f"2026-09-{day:02},Ann,14,6,54" for day in (5, 12, 19))
    assert "The season has 2 nights" in bring(browser, days, 409)
    assert not Night.objects.exists()


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (
            "Name,GP,GW,Net\nAnn,14,6,54\nBo,27,8,60",
            "Line 3: 27 points with 8 games won cannot be: with so many games won, game points are a number from 16 to",
        ),
        (
            "Name,GP,GW,Net\nAnn,14,6,54\nBo,11,5,3\nTotals,26,11,57",
            "Line 4: Game points: the totals say 26, .* add up to 25",
        ),
        ("Name,GP\nAnn,28", "Line 2: 9 games give 0 to 27 game points, and never 1"),
        ("Name,GP,Net\nAnn,0,5", "Line 2: No 9 games with 0 game points give this net"),
        ("Name,GW,Net\nAnn,6,54", "Line 1: The heads lack a column: Game points"),
        ("Name,GP\nAnn,14,x5", "Line 2: “x5” stands in a column without a head"),
        ("Name,GP,GP\nAnn,14,12", "Line 1: The head Game points stands there twice"),
        ("Name,GP\nAnn,,\n,12", "Line 3: This line has numbers and no name"),
        ("Name,Sep 5,,Sep 12,\nAnn,14,6,12,5", "Line 1: Sep 5: It is not clear what the columns of this night are"),
        ("2026-09-05,Ann,14,6,54\n2026-09-05,Gone,11,5,3", "Line 2: Gone left the club on Sept. 1, 2026 and cannot"),
        ("Title", "Line 1: No result stands here"),
        ("Name,GP\nNobody,14\nAnn,28", "Nobody in the club has the name .*9 games give 0 to 27 game points"),
    ],
)
def test_impossible_values_are_refused_with_line_and_reason(browser: Client, club: Club, lines: str, why: str) -> None:
    _ann, _bo, gone = make_members(club, "Ann", "Bo", "Gone")
    change_member(member=gone, changes={"joined_on": None, "left_on": date(2026, 9, 1)}, actor=make_actor())
    make_season(club)

    seen = look(browser, lines, 422)

    assert re.search(why.replace("Sept.", "(?:Sept.|September)"), seen), re.findall("Line [^<]*", seen)
    assert not Night.objects.exists()


def test_a_day_that_has_a_night_is_refused_beside_it(browser: Client, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_night(make_season(club), {ann.pk: (12, 6, 54)}, number=2)

    looked_at = look(browser, "9/1,Ann,14,6,54\n9/12,Ann,14,6,54\n9/19,Ann,14,6,54")
    assert ("The season begins on" in looked_at, looked_at.count("The club has a night on")) == (True, 1)
    assert "The club has a night on" in bring(browser, "9/12,Ann,14,6,54", 409)
    assert "Type the day of this night." in bring(browser, "Ann,14,6,54", 422)
    bring(browser, "Ann,14,6,54", **{"day-0": "2026-09-19"})
    assert Night.objects.count() == 2


def test_a_night_without_games_won_is_corrected_without_them(browser: Client, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    make_night(make_season(club), [ResultPlan(ann.pk, 14, None, None), ResultPlan(bo.pk, 11, None, None)])
    typed = {"fee_cents": "0", "sanctioned": "on", "reason": "Misread", "seen": last_row("night")}

    figures = {f"game_points-{ann.pk}": 15, f"game_points-{bo.pk}": 11, f"games_won-{bo.pk}": 5, f"net-{bo.pk}": -3}
    assert browser.post(f"{S}nights/1/", {**typed, **figures}).status_code == 302

    assert list(Night.objects.get().results.order_by("member").values_list("game_points", "games_won", "net")) == [
        (15, None, None),
        (11, 5, -3),
    ]


def test_who_sees_what(browser: Client, club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_night(make_season(club), {ann.pk: (14, 6, 54)})
    public = [C, f"{C}members/", S, f"{S}table.csv", f"{S}nights/1/"]
    directors = [f"{C}log/", f"{C}members/{ann.pk}/", f"{C}tonight/", f"{S}nights/new/", f"{S}bring-in/"]
    stranger, member, visitor = Client(), Client(), Client()
    stranger.force_login(make_user("stranger"))
    ann.player.user = make_user("ann")
    ann.player.save()
    member.force_login(ann.player.user)

    def statuses(client: Client, paths: list[str]) -> set[int]:
        return {client.get(path).status_code for path in paths}

    assert [statuses(client, public) for client in (visitor, stranger, member, browser)] == [{200}] * 4
    assert [statuses(client, directors) for client in (visitor, stranger, member, browser)] == [
        {302},
        {403},
        {403},
        {200},
    ]
    assert "Start tonight" not in page(visitor, C)
    Club.objects.update(public=False)
    assert [statuses(client, public) for client in (visitor, stranger, member, browser)] == [{404}, {404}, {200}, {200}]
    assert "Graeagle" not in page(visitor, "/clubs/")
    assert {stranger.post(path, {}).status_code for path in [C, f"{C}seasons/", f"{S}nights/1/take-out/"]} == {404}
    assert Season.objects.count() == 1


def test_seasons_stand_side_by_side_with_the_most_points_of_all_first(club: Club) -> None:
    ann, bo, *others = make_members(club, *"ABCDEFG")
    make_night(make_season(club), {ann.pk: (18, 9, 200), bo.pk: (14, 6, 54)}, number=1)
    spring = make_season(club, "spring", starts_on=week(10))
    make_night(spring, {member.pk: (16, 7, 54) for member in [bo, *others]}, number=10)

    text = text_of(Client().get(f"{C}side-by-side/"))

    assert re.findall(r"\d [AB] \d+ [\d–]+ (?:\(\d\) )?[\d–]+ \(\d\)", text) == [
        "1 B 30 16 (1) 14 (2)",
        "2 A 18 – 18 (1)",
    ]
    assert "1 more is level with the last of these." in text_of(Client().get(C))


def test_figures_and_sentences_follow_language_and_number(club: Club) -> None:
    (ann,) = make_members(club, "Ann")
    make_night(make_season(club), {ann.pk: (14, 6, 54)})

    assert wrong(Wrong.SKUNKS_WON_DO_NOT_FIT, Totals(3, 1, 40), 9) == (
        "3 points with 1 game won: then skunks won is 1, no other number."
    )
    assert "66,7" in text_of(Client().get(S, headers={"accept-language": "fr-ca"}))


def test_the_home_page_leads_to_the_clubs() -> None:
    assert 'href="/clubs/"' in page(Client(), "/")


def test_the_log_says_in_words_who_did_what_and_why(browser: Client, club: Club) -> None:
    ann, bo, gone = make_members(club, "Ann", "Bo", "Bo Gone")
    season = make_season(club)
    make_night(season, {ann.pk: (14, 6, 54), bo.pk: (11, 5, 3)})
    night = {"fee_cents": "5.00", "sanctioned": "on", "reason": "Two cards were mixed up", "seen": last_row("night")}
    figures = {f"game_points-{bo.pk}": 15, f"games_won-{bo.pk}": 6, f"net-{bo.pk}": -8}
    kept = {f"game_points-{ann.pk}": 14, f"games_won-{ann.pk}": 6, f"net-{ann.pk}": 54}
    assert browser.post(f"{S}nights/1/", {**night, **figures, **kept}).status_code == 302
    send(browser, f"{C}members/{ann.pk}/", name="Ann Petty", kind="guest", joined_on="2026-09-05", seen=0)
    send(browser, f"{C}members/{gone.pk}/remove/")
    send(browser, f"{C}members/{bo.pk}/remove/")
    send(browser, f"{S}nights/1/take-out/", why="Played twice")
    send(browser, f"{S}nights/1/put-back/")
    season.name = "The long season"
    season.save()

    answer = browser.get(f"{C}log/")

    told = [
        (row.text, row.actor, row.reason, {label: (old, new) for label, old, new in row.changes})
        for row in answer.context["rows"]
    ]
    assert [text for text, *_ in told] == [
        "Night 1 of The long season: put back.",
        "Night 1 of The long season: taken out.",
        "Bo left the club.",
        "Bo Gone: taken off the list.",
        "Ann Petty: changed.",
        "Night 1 of The long season: corrected.",
        "Night 1 of The long season: typed.",
        "The season The long season was begun.",
        "Taken in: Ann, Bo, Bo Gone.",
        "The club was made.",
    ]
    assert told[1][1:3] == ("dora", "Played twice")
    assert told[2][3] == {"left on": ("", date_format(timezone.localdate(), "DATE_FORMAT"))}
    assert told[4][3] == {
        "name": ("Ann", "Ann Petty"),
        "kind": ("Member", "Guest"),
        "since": ("", "September 5, 2026"),
    }
    assert told[5][2:] == (
        "Two cards were mixed up",
        {
            "fee": ("$0", "$5"),
            "Bo": ("game points: 11, games won: 5, net: 3", "game points: 15, games won: 6, net: −8"),
        },
    )
    assert told[8][3] == dict.fromkeys(("Ann", "Bo", "Bo Gone"), ("", "kind: Member"))
    assert "Because: Two cards were mixed up" in page(browser, f"{C}log/")
    assert f'href="{C}log/"' in page(browser, C)
    assert f'href="{C}log/"' not in page(Client(), C)


def last_row(kind: str) -> int:
    return ClubLog.objects.filter(subject_kind=kind).latest("pk").pk


def test_every_act_of_a_club_has_its_sentence() -> None:
    there = {
        node.value
        for path in [*(settings.BASE_DIR / "clubs/actions").glob("*.py"), settings.BASE_DIR / "hall/people/actions.py"]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and re.fullmatch(r"[a-z]+\.[a-z_-]+", str(node.value))
    }

    assert {"night.corrected", "season.put_back", "person.joined"} <= there
    importing = (settings.BASE_DIR / "hall/exchange/actions.py").read_text(encoding="utf-8")
    assert there | set(re.findall(r'"(club\.[a-z]+)"', importing)) == DONE.keys()


def test_the_log_is_shown_page_by_page_and_names_an_act_that_it_does_not_know(browser: Client, club: Club) -> None:
    for number in range(60):
        write = {"actor_kind": "user", "actor_key": "dora", "actor_name": "dora"}
        ClubLog.objects.create(club=club, action="thing.done", subject_kind="thing", subject_key=str(number), **write)

    first, second = browser.get(f"{C}log/"), browser.get(f"{C}log/?page=2")

    assert first.context["rows"][0].text == "thing done: 59"
    assert [len(answer.context["rows"]) for answer in (first, second)] == [50, 11]
    assert second.context["rows"][-1].text == "The club was made."


@pytest.mark.parametrize(("language", "clubs"), [("en", "Clubs"), ("fr-ca", "Clubs"), ("es", "Clubes")])
def test_clubs_of_people_are_not_called_as_the_suit_of_cards_is(language: str, clubs: str) -> None:
    page = Client(headers={"accept-language": language}).get("/clubs/").content.decode()

    assert f"<h1>{clubs}</h1>" in page
    assert "Trèfle" not in page
    assert "Tréboles" not in page


def test_who_played_last_time_stands_under_a_heading_of_their_own(browser: Client, club: Club) -> None:
    _ann, bo, _cy = make_members(club, "Ann", "Bo", "Cy")
    season = make_season(club)
    page = f"/clubs/{club.slug}/seasons/{season.slug}/nights/new/"
    assert "Played last time" not in text_of(browser.get(page))
    make_night(season, {bo.pk: (12, 6, 54)})

    seen = text_of(browser.get(page))

    assert re.search("Played last time.*Bo.*Everybody else.*Ann.*Cy", seen, re.DOTALL)
