"""The public page of a player: what it says, what it holds back part by part, and how it follows the day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, combinations, pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from brackets.models import Honour, Prize
from brackets.tests.factories import make_bracket, make_posted_event, win
from hall.demonstration import rehearsal
from hall.demonstration.rehearsal import Crew
from hall.demonstration.simulator import Chance, people
from scorecards.models import PostedList, QualifyingResult, Scorecard
from scorecards.sheet.reads.stored import store_snapshot
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event, Tournament
from tournaments.tests.factories import make_actor, make_event, make_user, tournament
from tournaments.tests.pages import in_role, text_of
from tournaments.venue.actions.events import change_event

__all__ = ["tournament"]

pytestmark = pytest.mark.django_db


def page(event: Event, seat: str = "A-1") -> str:
    return f"/t/{event.tournament.slug}/{event.slug}/players/{seat}/"


def api(event: Event, seat: str = "A-1") -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/players/{seat}/"


def seen(event: Event, seat: str = "A-1") -> str:
    return text_of(Client().get(page(event, seat)))


def hide(event: Event, *parts: str) -> None:
    change_event(event=event, changes={"hidden": list(parts)}, actor=make_actor())


def rehearsed(tournament: Tournament, *, through: str) -> Event:
    """Nine people on four games, through the typed cards ("typed"), the checked ones ("settled") or the posting ("posted")."""
    event = make_event(tournament=tournament, slug="main", games=4)
    crew, chance = Crew(make_actor(), make_actor()), Chance(5)
    hall = people(9, chance)
    rehearsal.enter(event, hall, crew)
    rehearsal.seat(event, 5, crew)
    played = rehearsal.play(event, hall, chance)
    rehearsal.type_cards(event, played.cards, crew)
    if through != "typed":
        rehearsal.start_cross_check(event, crew)
        list(rehearsal.settle(event, played.truth, crew))
    if through == "posted":
        list(rehearsal.post(event, crew, chance))
    event.refresh_from_db()
    return event


# --- What it says ----------------------------------------------------------------------------------------------------


def test_the_page_gathers_everything_that_is_public_of_a_player(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    win(event, 1, "A-1", "A-1")
    QualifyingResult.objects.filter(event=event, entry__seat_number=2).update(decided_by="net", plus=25)
    Prize.objects.create(event=event, kind="rank", place=1, cents=5000)
    Honour.objects.create(entry=Entry.objects.get(event=event, seat_number=1), kind="hand_29", name="", by="LF")

    text = seen(event)

    assert "Milt Orr" in text
    assert "1st of 5" in text
    assert "Above Dale Ashby, A-2: net, +20 against +15." in text
    assert "Semifinals Won. Milt Orr (1) beat" in text
    assert "$50" in text
    assert "Hand of 29" in text or "29" in text
    assert "Seat A-1" not in text  # no other event
    values = APIClient().get(api(event)).json()
    assert (values["seed"], values["standing"]["rank"], values["matches"][0]["state"]) == (1, "1st", "won")
    assert values["prizes"] == [{"what": values["prizes"][0]["what"], "cents": 5000}]


def test_before_the_first_card_it_says_where_they_sit_and_whom_they_meet(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)

    text, values = seen(event), APIClient().get(api(event)).json()

    assert "Next: game 1 Table A, seat 1, against" in text
    assert "No card is in yet." in text
    assert (values["next"]["game"], len(values["games"]), values["standing"]) == (1, 3, None)


def test_ranks_say_what_decided_and_against_whom_for_everybody(tournament: Tournament) -> None:
    event = rehearsed(tournament, through="typed")
    rows = APIClient().get(f"/api/v1/tournaments/{tournament.slug}/events/main/standings/").json()["rows"]

    for above, row in pairwise(rows):
        values = APIClient().get(api(event, row["seat"])).json()["standing"]
        assert values["provisional"] is True
        neighbour = f"{above['name']}, {above['seat']}"
        assert any(neighbour in why for why in values["why"]), row["seat"]


def test_no_line_of_a_card_and_no_money_that_is_owed_is_on_it(tournament: Tournament) -> None:
    event = rehearsed(tournament, through="posted")
    card = Scorecard.objects.filter(entry__event=event).first()
    assert card is not None

    body = Client().get(page(event, card.entry.seat)).content.decode()

    assert "owe" not in body
    assert set(APIClient().get(api(event, card.entry.seat)).json()["games"][0]) == {
        "game",
        "players",
        "sits_at",
        "opponent",
        "name",
        "first_deal",
        "counted",
    }


def test_the_other_events_of_the_same_person_are_named_as_far_as_they_are_public(tournament: Tournament) -> None:
    main = make_event(tournament=tournament, games=1, entrants=2, seated=True)
    other = make_event(tournament=tournament, slug="consy", games=1, entrants=2, seated=True)
    one, two = Entry.objects.get(event=main, seat_number=1), Entry.objects.get(event=other, seat_number=2)
    Entry.objects.filter(pk=two.pk).update(player=one.player)

    assert f'href="{page(other, "A-2")}"' in Client().get(page(main)).content.decode()
    hide(other, "entrants", "schedule", "standings")
    assert page(other, "A-2") not in Client().get(page(main)).content.decode()
    assert APIClient().get(api(main)).json()["elsewhere"] == []


def test_a_seat_has_one_address_and_one_that_nobody_has_is_said_in_words(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=1, entrants=2, seated=True)

    assert Client().get(page(event, "a1")).headers["Location"] == page(event)
    for wrong in ("A-99", "nobody", "A-1'"):
        answer = Client().get(page(event, wrong))
        assert answer.status_code == 404
        assert "A seat is table and number, like A-7" in text_of(answer)
        assert APIClient().get(api(event, wrong)).status_code == 404


def test_lists_lead_to_it(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    base = f"/t/{tournament.slug}/main/"

    for path in (
        "",
        "standings/",
        "entrants/",
        "seating/",
        "seating/?seat=A-1",
        "results/",
        "bracket/1/",
        "bracket/?q=A-1",
    ):
        assert f'href="{page(event)}"' in Client().get(f"{base}{path}").content.decode(), path
    assert 'href="?me=A-1#A-1"' in Client().get(f"{base}standings/").content.decode()


# --- What is held back -----------------------------------------------------------------------------------------------

TOLD = {
    "standings": "1st of 5",
    "schedule": "From game to game",
    "bracket": "Seed 1",
}


@pytest.mark.parametrize("part", TOLD)
def test_each_part_that_is_held_back_is_left_out_and_named(tournament: Tournament, part: str) -> None:
    event = make_bracket(4, tournament=tournament)
    whole = seen(event)
    hide(event, part)

    text = seen(event)

    for other, words in TOLD.items():
        assert words in whole
        assert (words in text) == (other != part), other
    assert "public yet" in text
    assert "public yet" not in whole
    assert TOLD[part] in text_of(in_role(tournament, "viewer").get(page(event)))


def test_an_open_page_leads_to_the_standings_once_they_are_public(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    hide(event, "standings")
    shown = re.search(r'\?v=([\d-]+)"', Client().get(page(event)).content.decode())
    assert shown is not None

    hide(Event.objects.get(pk=event.pk))

    told = Client().get(f"{page(event)}?v={shown[1]}", headers={"HX-Request": "true"})
    assert "Follow in the standings" in text_of(told)


def every_choice() -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(
        combinations(("entrants", "schedule", "standings", "qualifiers", "bracket"), n) for n in range(6)
    )


@pytest.mark.parametrize("parts", list(every_choice()))
def test_a_name_is_told_only_where_some_public_page_tells_it(tournament: Tournament, parts: tuple[str, ...]) -> None:
    event = make_bracket(4, tournament=tournament)
    hide(event, *parts)
    held = {*parts, *(("bracket", "standings") if "qualifiers" in parts else ())}
    all_named = not {"entrants", "schedule", "standings"} <= held
    qualifiers_named = all_named or not {"qualifiers", "bracket"} <= held

    for seat, named in (("A-1", qualifiers_named), ("A-5", all_named)):
        status = 200 if named else 403
        assert Client().get(page(event, seat)).status_code == status
        assert APIClient().get(api(event, seat)).status_code == status
    assert Client().get(page(event, "A-77")).status_code == (404 if all_named else 403)


def test_a_private_tournament_has_no_players_for_strangers(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=1, entrants=2, seated=True)
    Tournament.objects.update(public=False)
    client = Client()
    client.force_login(make_user())

    assert [one.get(page(event)).status_code for one in (Client(), client)] == [404, 404]
    assert in_role(tournament, "judge").get(page(event)).status_code == 200


# --- Live ------------------------------------------------------------------------------------------------------------


def test_a_poll_is_answered_when_something_is_new(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)

    def poll(revision: object) -> int:
        return Client().get(f"{page(event)}?v={revision}", headers={"HX-Request": "true"}).status_code

    Client().get(page(event))
    revision = Event.objects.get().revision
    assert APIClient().get(api(event)).json()["revision"] == revision
    assert poll(revision) == 204
    win(event, 1, "A-1")
    assert poll(revision) == 200
    # The standings of the new revision are not computed yet: the page is sent again once they are.
    state = Client().get(page(event)).context["page"].state
    assert poll(state) == 204
    store_snapshot(Event.objects.select_related("tournament").get())
    assert poll(state) == 200


def test_the_page_of_a_player_takes_the_same_queries_whatever_the_number_of_players(tournament: Tournament) -> None:
    counts = []
    for qualifiers, slug in ((4, "small"), (16, "large")):
        event = make_bracket(qualifiers, tournament=tournament, slug=slug)
        Client().get(page(event))
        with CaptureQueriesContext(connection) as asked:
            Client().get(page(event))
        counts.append(len(asked))

    assert counts[0] == counts[1]


# --- Standings until the posting -------------------------------------------------------------------------------------


def test_standings_held_back_until_the_posting_are_public_with_it(tournament: Tournament) -> None:
    event = rehearsed(tournament, through="settled")
    hide(event, "standings_until_posted", "bracket")
    base = f"/t/{tournament.slug}/main/standings/"
    assert Event.objects.get().hidden == ["bracket", "standings", "standings_until_posted"]
    assert Client().get(base).status_code == 403
    assert (
        APIClient().get(f"/api/v1{base.replace('/t/', '/tournaments/').replace('/main/', '/events/main/')}").status_code
        == 403
    )
    assert "The standings are not public until the qualifiers are posted." in seen(event, "A-2")

    list(rehearsal.post(event, Crew(make_actor(), make_actor()), Chance(1)))

    assert Event.objects.get().hidden == ["bracket"]
    assert Client().get(base).status_code == 200
    row = AuditEntry.objects.get(action="qualifiers.posted")
    assert (row.before["hidden"], row.after["hidden"]) == (
        ["bracket", "standings", "standings_until_posted"],
        ["bracket"],
    )


def test_who_holds_back_the_qualifiers_holds_back_what_tells_them_once_they_are_posted(tournament: Tournament) -> None:
    event = rehearsed(tournament, through="settled")
    hide(event, "qualifiers")
    standings, bracket = (f"/t/{tournament.slug}/main/{part}/" for part in ("standings", "bracket"))
    assert (Event.objects.get().hidden, Client().get(standings).status_code) == (["qualifiers"], 200)

    list(rehearsal.post(event, Crew(make_actor(), make_actor()), Chance(1)))

    assert Event.objects.get().hidden == ["bracket", "qualifiers", "standings"]
    assert (Client().get(standings).status_code, Client().get(bracket).status_code) == (403, 403)
    hide(Event.objects.get(), "standings")
    assert (Event.objects.get().hidden, Client().get(bracket).status_code) == (["standings"], 200)
    hide(Event.objects.get(), "qualifiers")
    assert Event.objects.get().hidden == ["bracket", "qualifiers", "standings"]


def test_once_the_qualifiers_are_posted_nothing_is_held_back_until_then(tournament: Tournament) -> None:
    event = make_posted_event(2, tournament=tournament)

    with pytest.raises(Refused) as refused:
        hide(event, "standings_until_posted")
    client = in_role(tournament, "director")
    answer = client.post(f"/t/{tournament.slug}/main/settings/hidden/", {"hidden": ["standings_until_posted"]})

    assert refused.value.code == "posted"
    assert answer.status_code == 409
    assert "there is nothing to wait for" in text_of(answer)
    assert Event.objects.get().hidden == []


def test_the_settings_offer_it_and_show_the_choice_that_was_made(tournament: Tournament) -> None:
    event = make_event(tournament=tournament, games=1, entrants=2)
    client = in_role(tournament, "director")
    path = f"/t/{tournament.slug}/{event.slug}/settings/"

    client.post(f"{path}hidden/", {"hidden": ["standings_until_posted", "final"]})

    assert Event.objects.get().hidden == ["final", "standings", "standings_until_posted"]
    shown = client.get(path).context["hidden_form"]
    assert shown.initial["hidden"] == ["final", "standings_until_posted"]
    client.post(f"{path}hidden/", {"hidden": shown.initial["hidden"][:1]})
    assert Event.objects.get().hidden == ["final"]


# --- Earlier states --------------------------------------------------------------------------------------------------


def test_every_posted_list_has_an_address_and_an_earlier_one_says_that_it_is_one(tournament: Tournament) -> None:
    event = rehearsed(tournament, through="posted")
    PostedList.objects.create(
        event=event,
        number=2,
        posted_at=timezone.now(),
        posted_by="Rosa",
        rows=list(reversed(PostedList.objects.get().rows)),
    )
    base = f"/t/{tournament.slug}/main/"

    first, second = (text_of(Client().get(f"{base}standings/as-of/{number}/")) for number in (1, 2))

    assert "This is an earlier list. It no longer counts. List 2 holds now." in first
    assert "This is the current list." in second
    assert "standings/as-of/1/" in Client().get(f"{base}qualifiers/versions/").content.decode()
    assert Client().get(f"{base}standings/as-of/3/").status_code == 404
    for part in ("standings", "qualifiers"):
        hide(event, part)
        assert Client().get(f"{base}standings/as-of/1/").status_code == 403


# --- Looking for somebody in the whole tournament --------------------------------------------------------------------


def test_a_player_is_found_over_all_events_as_far_as_they_are_public(tournament: Tournament) -> None:
    main = make_event(tournament=tournament, games=1, entrants=2, seated=True)
    other = make_event(tournament=tournament, slug="consy", games=1, entrants=2, seated=True)
    address = f"/t/{tournament.slug}/"

    def found(text: str, client: Client | None = None) -> list[str]:
        return [
            f"{one.event.slug} {one.seat}"
            for one in (client or Client()).get(address, {"q": text}).context["found_players"]
        ]

    assert found("orr") == found("a1") == ["main A-1", "consy A-1"]
    assert f'href="{page(main)}"' in Client().get(address, {"q": "orr"}).content.decode()
    hide(other, "entrants", "schedule", "standings")
    assert found("orr") == ["main A-1"]
    assert found("orr", in_role(tournament, "viewer")) == ["main A-1", "consy A-1"]
    assert found("") == []
    assert "Nobody with a seat by" in text_of(Client().get(address, {"q": "nobody"}))


# --- Links that are sent around --------------------------------------------------------------------------------------


def test_a_link_shows_real_words_and_one_address(tournament: Tournament) -> None:
    event = make_bracket(4, tournament=tournament)
    hide(event, "standings")

    body = Client().get(page(event), {"v": "1"}).content.decode()

    assert '<meta property="og:title" content="Milt Orr · Sierra Open">' in body
    assert '<meta property="og:description" content="Seat A-1. In the playoffs.">' in body
    assert f'<link rel="canonical" href="http://testserver{page(event)}">' in body


@pytest.mark.parametrize(
    "path", ["", "main/", "main/standings/", "main/players/A-1/", "main/bracket/", "main/results/", "flyer/"]
)
def test_nothing_is_sent_around_of_a_private_tournament(tournament: Tournament, path: str) -> None:
    make_bracket(4, tournament=tournament)
    address = f"/t/{tournament.slug}/{path}"
    assert "og:title" in Client().get(address).content.decode()

    Tournament.objects.update(public=False)

    assert "og:title" not in in_role(tournament, "viewer").get(address).content.decode()


def test_pages_of_the_staff_have_no_preview(tournament: Tournament) -> None:
    make_bracket(4, tournament=tournament)
    director = in_role(tournament, "director")

    for path in ("main/", "main/settings/", "main/log/", "money/"):
        assert "og:title" not in director.get(f"/t/{tournament.slug}/{path}").content.decode(), path
