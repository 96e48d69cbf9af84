"""A whole season: 36 nights with members, guests and a visitor, two more that are not sanctioned, one corrected, one deleted."""

from __future__ import annotations

import random  # noqa: TID251 -- the same season every time
import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from brackets.models import Honour
from clubs.actions.members import change_member
from clubs.actions.nights import ResultPlan, start_night
from clubs.models import Club, ClubLog, Member, Night, Season
from clubs.reads.cards import cards_of
from clubs.reads.clubs import current_season
from clubs.reads.table import night_results, nights_of, season_table, strangers_at
from clubs.tests.factories import make_club, make_members, make_night, make_season, week
from scorecards.models import QualifyingResult
from scorecards.sheet.rules.after_posting import LateDecision
from scorecards.standings.actions.after_posting import correct_late, find_late_correction
from scorecards.tests.factories import make_cards, written
from scorecards.tests.late import make_posted
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants, remove_entrant
from tournaments.models import Event, Player
from tournaments.seating.actions import draw_seats
from tournaments.tests.factories import api_of, make_actor, make_user
from tournaments.tests.pages import text_of

pytestmark = pytest.mark.django_db

UNSANCTIONED = {7, 30}


CLUB = "/api/v1/clubs/graeagle/"
NIGHTS = f"{CLUB}seasons/2026-27/nights/"
Typed = dict[int, tuple[int, int, int]]
"""Game points, games won and net of a night, by the member's id."""


def card(draw: random.Random) -> tuple[int, int, int]:
    """Nine games as they may come out."""
    games = [draw.choice([-1, 1]) * draw.randint(1, 60) for _game in range(9)]
    won = [spread for spread in games if spread > 0]
    return sum(3 if spread > 30 else 2 for spread in won), len(won), sum(games)


@pytest.fixture
def club() -> Club:
    return make_club()


def summed(played: dict[int, Typed]) -> list[dict[str, Any]]:
    """The table of these nights, added up by hand: best first, those who are level by their ids."""
    rows = []
    for member in sorted({member for typed in played.values() for member in typed}):
        nights = [typed[member] for number, typed in played.items() if member in typed and number not in UNSANCTIONED]
        rows.append(
            {
                "member": member,
                "points": float(sum(points for points, _won, _net in nights if points >= 12)),
                "games_won": sum(won for _points, won, _net in nights),
                "net": sum(net for _points, _won, net in nights),
                "games": 9 * len(nights),
                "nights": len(nights),
                "nights_unsanctioned": sum(
                    member in typed for number, typed in played.items() if number in UNSANCTIONED
                ),
                "skunks_won": sum(points - 2 * won for points, won, _net in nights),
                "grand_slams": sum(won == 9 for _points, won, _net in nights),
                "best_card": max((points for points, _won, _net in nights), default=0),
            }
        )
    rows.sort(key=lambda row: (row["points"], row["games_won"], row["net"]), reverse=True)
    for place, row in enumerate(rows, start=1):
        above = rows[place - 2] if place > 1 else None
        level = above is not None and all(above[key] == row[key] for key in ("points", "games_won", "net"))
        row["rank"] = above["rank"] if above is not None and level else place
    return sorted(rows, key=lambda row: (row["rank"], row["member"]))


def body(typed: Typed) -> list[dict[str, int]]:
    return [
        {"member": member, "game_points": points, "games_won": won, "net": net}
        for member, (points, won, net) in typed.items()
    ]


def on_page_by_hand(expected: list[dict[str, Any]], names: dict[int, str]) -> list[list[str]]:
    """The cells of the table on the page, from the table that was added up by hand."""

    def percent(row: dict[str, Any]) -> str:
        if not row["games"]:
            return "0.0"
        exact = Decimal(100 * row["games_won"]) / row["games"]
        return str(exact.quantize(Decimal("0.1"), ROUND_HALF_UP))

    return sorted(
        [
            str(row["rank"]),
            names[row["member"]],
            str(int(row["points"])),
            f"{row['nights']} +{row['nights_unsanctioned']}" if row["nights_unsanctioned"] else str(row["nights"]),
            str(row["games_won"]),
            percent(row),
            str(row["net"]).replace("-", "−"),
            str(row["skunks_won"]),
            str(row["grand_slams"]),
            str(row["best_card"]),
        ]
        for row in expected
    )


def on_page(client: Client) -> list[list[str]]:
    """The cells of the table on the page of the season, without what somebody can reach and the kind of a person."""
    html = client.get("/clubs/graeagle/seasons/2026-27/").content.decode()
    table = re.search(r"<tbody>(.*?)</tbody>", html.split('class="table clubtable" data-season')[1], re.DOTALL)
    assert table is not None
    rows = re.findall(r"<tr>(.*?)</tr>", re.sub(r'<span class="tag.*?</span>', "", table[1]), re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows]
    return sorted([" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in row[:-1]] for row in cells)


def test_the_table_of_36_nights_is_right_after_every_change() -> None:
    director = make_user("dora")
    club, program = make_club(director=director), api_of(director)
    members = make_members(club, *(f"Member {n}" for n in range(10)))
    guests = make_members(club, "Gus", "Hal", kind="guest")
    (visitor,) = make_members(club, "Vi", kind="visitor")
    make_season(club)
    draw = random.Random(121)  # the same season every time
    played: dict[int, Typed] = {}

    def check() -> dict[str, dict[str, Any]]:
        table = program.get(f"{CLUB}seasons/2026-27/standings/").json()
        expected = summed(played)
        own = expected[0].keys() if expected else ()
        shown = sorted(table["rows"], key=lambda row: (row["rank"], row["member"]))
        assert [{name: row[name] for name in own} for row in shown] == [dict(row) for row in expected]
        assert on_page(Client()) == on_page_by_hand(expected, {row["member"]: row["name"] for row in shown})
        assert table["nights"] == sum(number not in UNSANCTIONED for number in played)
        assert table["nights_unsanctioned"] == sum(number in UNSANCTIONED for number in played)
        return {row["name"]: row for row in table["rows"]}

    for number in range(1, 39):
        people = [member for member in members if draw.random() < 0.8] + guests[: draw.randint(0, 2)]
        people += [visitor] if number == 5 else []
        played[number] = {member.pk: card(draw) for member in people}
        sent = {"date": week(number).isoformat(), "results": body(played[number])}
        sent |= {"sanctioned": False} if number in UNSANCTIONED else {}
        answer = program.post(NIGHTS, sent, format="json")
        assert (answer.status_code, answer.json()) == (201, {"number": number})
        check()
        if number == 20:
            key = next(iter(played[3]))
            before = check()
            played[3][key] = (27, 9, 400)
            sent = {"results": body({key: (27, 9, 400)}), "reason": "The card was found"}
            assert program.patch(f"{NIGHTS}3/", sent, format="json").status_code == 200
            assert check() != before
    assert program.post(NIGHTS, {**sent, "date": week(39).isoformat()}, format="json").status_code == 409
    assert program.patch(f"{NIGHTS}7/", {"sanctioned": True, "reason": "?"}, format="json").status_code == 409
    assert current_season(club, week(39)) is None

    assert program.delete(f"{NIGHTS}11/").status_code == 204
    del played[11]
    rows = check()

    assert rows["Vi"]["kind"] == "visitor"
    assert "It is time to join" in rows["Gus"]["note"]
    assert rows["Vi"]["note"] == ""
    corrected = ClubLog.objects.get(action="night.corrected")
    assert (corrected.reason, corrected.subject_key) == ("The card was found", "2026-27/3")
    change_member(member=guests[0], changes={"kind": "member"}, actor=make_actor())
    assert check()["Gus"]["note"] == ""


@pytest.mark.parametrize(("language", "shown"), [("en", "59.3"), ("es", "59.3"), ("fr-ca", "59,3")])
def test_percentages_have_the_decimal_sign_of_the_language(language: str, shown: str, club: Club) -> None:
    ann, bo = make_members(club, "Ann", "Bo")
    season = make_season(club)
    for number, won in enumerate((6, 5, 5), start=1):
        make_night(season, {ann.pk: (2 * won, won, 9), bo.pk: (18 - 2 * won, 9 - won, -9)}, number=number)

    page = Client(headers={"accept-language": language}).get("/clubs/graeagle/seasons/2026-27/").content.decode()

    assert f">{shown}<" in page


# --- Nights with cards -------------------------------------------------------------------------------------------------


def start(season: Season, members: list[Member], number: int = 1) -> Night:
    return start_night(
        season=season, date=week(number), members=[member.pk for member in members], games=1, actor=make_actor()
    )


def seated(night: Night) -> Event:
    event = Event.objects.select_related("tournament").get(pk=night.event_id)
    draw_seats(event=event, tables=None, seed=7, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def test_a_night_with_cards_counts_as_its_cards_stand(club: Club) -> None:
    members = make_members(club, "Ann", "Bo", "Cy", "Di")
    season = make_season(club, points="game_points")
    event = seated(start(season, members))
    seats = {entry.seat: entry.name for entry in event.entries.all()}
    assert season_table(season).rows == []

    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")

    shown = season_table(season)
    assert shown.provisional
    assert [(row.name, row.figures.points, row.figures.net) for row in shown.rows] == [
        (seats["A-1"], 3, 40),
        (seats["A-2"], 0, -40),
    ]
    assert [(row.figures.skunks_won, row.figures.skunks_lost) for row in shown.rows] == [(1, 0), (0, 1)]
    make_cards(event, A_1="A-2 2 +20", A_2="A-1 0 -20")
    assert [row.figures.points for row in season_table(season).rows] == [2, 0]
    assert [row.rank for row in night_results(nights_of(season)[0])] == [1, 2]


def test_level_members_are_listed_by_what_is_known_of_them_and_the_unknown_last(club: Club) -> None:
    members = make_members(club, "D R", "L D", "M W", "Z Z", "A A")
    nets = (None, 5, 42, 5, 5)
    season = make_season(club)
    plans = [ResultPlan(member.pk, 10, 5, net) for member, net in zip(members, nets, strict=True)]
    night = make_night(season, plans)

    rows = season_table(season).rows

    assert [(row.rank, row.name) for row in rows] == [(1, name) for name in ("M W", "A A", "L D", "Z Z", "D R")]
    assert [row.name for row in night_results(night)] == [row.name for row in rows]


def test_a_night_without_a_card_is_still_to_come(club: Club) -> None:
    members = make_members(club, "Ann", "Bo")
    season = make_season(club, points="game_points", nights=2)
    make_night(season, {members[0].pk: (14, 6, 54)})
    event = seated(start(season, members, number=2))

    begun = season_table(season)

    assert (begun.nights, begun.nights_left, begun.is_decided) == (1, 1, False)
    assert [row.can_reach for row in begun.rows] == [14 + 27]
    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")
    played = season_table(season)
    assert (played.nights, played.nights_left, played.provisional, played.is_decided) == (2, 0, True, False)
    Event.objects.update(cross_checked_at=timezone.now(), posted_at=timezone.now(), revision=99)
    assert season_table(season).is_decided


def test_a_double_skunk_counts_its_4_points_and_one_skunk(club: Club) -> None:
    season = make_season(club, points="game_points")
    event = seated(start(season, make_members(club, "Ann Bell", "Bob Ray")))
    Event.objects.filter(pk=event.pk).update(double_skunk_from=61)
    make_cards(event, A_1="A-2 4 +70", A_2="A-1 0 -70")

    shown = season_table(season).rows

    assert [(row.figures.points, row.figures.games_won) for row in shown] == [(4, 1), (0, 0)]
    assert [(row.figures.skunks_won, row.figures.skunks_lost) for row in shown] == [(1, 0), (0, 1)]


def test_nothing_is_paid_out_before_all_cards_are_in(club: Club) -> None:
    event = seated(start(make_season(club), make_members(club, "Ann", "Bo", "Cy", "Di")))
    Night.objects.update(fee_cents=500)
    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")

    rows = night_results(nights_of(Season.objects.get())[0])
    shown = text_of(Client().get("/clubs/graeagle/seasons/2026-27/nights/1/"))

    assert [row.payout for row in rows] == [0, 0]
    assert ("Not posted yet: 2 of 4 cards are in." in shown, "Paid out" in shown) == (True, False)
    line = api_of(make_user("x")).get(f"{NIGHTS}1/").json()
    assert (line["posted"], [row["payout"] for row in line["results"]]) == (False, [0, 0])


def test_a_hand_that_is_noted_with_the_results_of_a_night_is_honoured_in_the_season(club: Club) -> None:
    members = make_members(club, "Ann", "Bo", "Cy", "Di")
    season = make_season(club, points="game_points")
    event = seated(start(season, members))
    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")
    entry = event.entries.get(table="A", seat_number=2)

    Honour.objects.create(entry=entry, kind=Honour.Kind.HAND_28, by="dora")

    honours = season_table(season).honours
    assert (list(honours.hands_28), list(honours.hands_29)) == ([entry.name], [])


def test_whoever_is_not_in_the_club_counts_in_no_table(club: Club) -> None:
    members = make_members(club, "Ann", "Bo", "Cy")
    season = make_season(club)
    night = start(season, members)
    event = Event.objects.get(pk=night.event_id)
    enter_entrants(event=event, entrants=[EntrantPlan("Walk In", seat="A-1")], actor=make_actor())
    event = seated(night)
    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")

    night = nights_of(season)[0]

    assert strangers_at(night) == 1
    shown = api_of(make_user("x")).get(f"{NIGHTS}1/").json()
    assert (shown["players"], len(shown["results"]), shown["cards_of_others"]) == (1, 1, 1)
    assert len(cards_of([night], club)[night.pk]) == 1


def test_who_is_taken_off_the_list_of_a_night_stays_in_the_club(club: Club) -> None:
    members = make_members(club, "Ann", "Bo", "Cy")
    night = start(make_season(club), members)
    event = Event.objects.get(pk=night.event_id)

    remove_entrant(event=event, number=1, actor=make_actor())

    assert Player.objects.filter(pk=members[0].player_id).exists()


def test_a_member_is_known_again_where_the_player_was_parted(club: Club) -> None:
    """As linking an account does for somebody who plays in several tournaments."""
    members = make_members(club, "Ann", "Bo", "Cy", "Di")
    season = make_season(club, points="game_points")
    event = seated(start(season, members))
    entry = next(entry for entry in event.entries.all() if entry.seat == "A-1")
    entry.player = Player.objects.create(name=entry.name)
    entry.save()
    make_cards(event, A_1="A-2 3 +40", A_2="A-1 0 -40")

    assert next(row.name for row in season_table(season).rows) == entry.name


def test_a_card_that_is_corrected_after_the_posting_counts_in_the_table(club: Club) -> None:
    event = make_posted()
    members = [
        Member.objects.create(club=club, player=entry.player, name=entry.name, acc_number=entry.acc_number)
        for entry in event.entries.select_related("player")
    ]
    season = make_season(club, points="game_points")
    Night.objects.create(season=season, number=1, date=week(1), games=3, event=event)

    def figures() -> dict[int, tuple[int, int, int]]:
        return {row.member: row.figures.key for row in season_table(season).rows}

    posted = {
        members[place].pk: (row.game_points, row.games_won, row.net)
        for place, entry in enumerate(event.entries.all())
        for row in QualifyingResult.objects.filter(entry=entry)
    }
    assert figures() == posted
    assert not season_table(season).provisional
    lines = written("3: A-2 0 -05").lines
    found = find_late_correction(event=event, seat="A-5", lines=lines, actor=make_actor())

    correct_late(
        event=event,
        seat="A-5",
        lines=lines,
        decision=LateDecision.POST,
        reason="The paper says so",
        initials="JK",
        mark=found.mark,
        actor=make_actor(),
    )

    changed = {key for key, now in figures().items() if now != posted[key]}
    theirs = next(entry.player_id for entry in event.entries.all() if entry.seat == "A-5")
    assert next(member.pk for member in members if member.player_id == theirs) in changed
    assert figures() == {
        member.pk: (row.game_points, row.games_won, row.net)
        for row in QualifyingResult.objects.filter(event=event).select_related("entry")
        for member in members
        if member.player_id == row.entry.player_id
    }
    assert [row.totals.key for row in night_results(nights_of(season)[0])] == sorted(figures().values(), reverse=True)
