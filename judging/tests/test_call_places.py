"""To whom judges are called, and who is refused because nobody finds them: out of the bracket, withdrawn, removed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from brackets.bracket.reads.drawn import bracket
from brackets.matches.actions.match_tables import place_match
from brackets.matches.actions.playing import record_game
from brackets.tests.factories import make_bracket
from judging.calls.actions.calls import call_judge
from judging.models import Call
from judging.tests.calling import called, entry_of, key_of
from tournaments.day.actions.round import call_game
from tournaments.errors import Refused
from tournaments.models import Entry, Event, User
from tournaments.people.actions.links import make_links
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

NEW = "/t/sierra/calls/new/"
API = "/api/v1/tournaments/sierra/calls/"


@pytest.fixture
def event() -> Event:
    """Two semifinals, the first at table 12, and somebody who has not qualified."""
    event = make_bracket(4, tournament=make_tournament("sierra"))
    place_match(event=event, match=1, table="12", actor=make_actor())
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def chuck(event: Event) -> User:
    return make_user("chuck", role="checker", tournament=event.tournament)


def seats(event: Event, match: int) -> list[str]:
    return [side.seat for side in bracket(event).matches[match - 1].sides]


def outsider(event: Event) -> Entry:
    in_bracket = {seat for match in (1, 2) for seat in seats(event, match)}
    return next(entry for entry in event.entries.playing().in_seat_order() if entry.seat not in in_bracket)


def lose(event: Event, seat: str) -> None:
    winner = next(one for one in seats(event, 1) if one != seat)
    for game in (1, 2):
        record_game(event=Event.objects.get(pk=event.pk), match=1, game=game, winner=winner, actor=make_actor())


def refused(event: Event, entry: Entry, chuck: User) -> str:
    """What the desk reads; the page and the API refuse alike, and nobody is called."""
    page = signed_in(chuck).post(NEW, {"event": event.slug, "player": entry.seat})
    api = api_of(chuck).post(API, {"event": event.slug, "entrant": entry.seat}, format="json")

    assert (page.status_code, api.status_code, api.json()["code"]) == (409, 409, "not_seated")
    assert api.json()["message"] in text_of(page)
    assert not Call.objects.exists()
    return str(api.json()["message"])


def test_nobody_is_sent_to_whoever_is_not_in_the_bracket_and_the_desk_reads_where_matches_are(
    event: Event, chuck: User
) -> None:
    entry = outsider(event)

    told = refused(event, entry, chuck)

    places = f"Match 1, table 12: {', '.join(seats(event, 1))}; Match 2: {', '.join(seats(event, 2))}"
    assert told == (
        f"{entry.name} plays no match now, so no judge can be sent there. Matches that are played now: {places}."
    )


def test_nobody_is_sent_to_whoever_has_lost(event: Event, chuck: User) -> None:
    loser = entry_of(event, seats(event, 1)[0])
    lose(event, loser.seat)

    assert "Matches that are played now: Match 2" in refused(event, loser, chuck)


def test_whoever_has_lost_reads_it_on_their_own_page(event: Event) -> None:
    make_links(event=event, actor=make_actor())
    seat = seats(event, 1)[0]
    lose(event, seat)
    path = reverse("me:call", args=[key_of(event, seat)])

    answer = Client().post(path, {"about": ""})
    api = api_of().post(f"/api/v1/me/{key_of(event, seat)}/call/", {}, format="json")

    assert (answer.status_code, api.status_code, api.json()["code"]) == (409, 409, "not_seated")
    assert "You play no match now, so no judge can find you. Ask at the desk." in text_of(answer)


def test_while_the_bracket_is_held_back_a_player_is_not_told_so_but_the_desk_is(event: Event, chuck: User) -> None:
    entry = outsider(event)
    Event.objects.update(hidden=["bracket"])

    assert "plays no match now" in refused(event, entry, chuck)
    called(event, entry.seat)
    assert Call.objects.get().entry == entry


def test_a_player_of_a_match_is_called_to_also_while_the_bracket_is_held_back(event: Event, chuck: User) -> None:
    Event.objects.update(hidden=["bracket"])

    made = api_of(chuck).post(API, {"event": event.slug, "entrant": seats(event, 2)[0]}, format="json")

    assert made.status_code == 201


def test_whoever_plays_in_another_event_now_is_to_be_called_there(event: Event, chuck: User) -> None:
    entry = outsider(event)
    other = make_event(tournament=event.tournament, slug="consy", kind="consolation", entrants=4, seated=True)
    Entry.objects.filter(event=other, seat_number=1).update(player=entry.player)
    call_game(event=other, game=1, actor=make_actor())

    told = refused(event, entry, chuck)

    assert told.endswith(f"They play in {other.name} now: choose that event.")


def test_nobody_is_sent_to_whoever_withdrew(event: Event, chuck: User) -> None:
    entry = outsider(event)
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.WITHDRAWN, status_reason="Ill")

    told = refused(event, entry, chuck)

    assert told == (
        f"{entry.name} has no seat in play in this event, so no judge can be sent there. "
        "Give the table, or another player there."
    )


def test_where_no_match_is_played_the_director_is_to_be_asked(event: Event, chuck: User) -> None:
    for match in (1, 2, 3):
        for game in (1, 2):
            record_game(
                event=Event.objects.get(pk=event.pk),
                match=match,
                game=game,
                winner=seats(event, match)[0],
                actor=make_actor(),
            )

    assert "No match is played now." in refused(event, entry_of(event, seats(event, 1)[0]), chuck)


def test_the_players_of_matches_alone_are_proposed_once_the_bracket_is_drawn(event: Event, chuck: User) -> None:
    page = signed_in(chuck).get(NEW).content.decode()

    for match in (1, 2):
        for seat in seats(event, match):
            assert f'<option value="{seat} ' in page
    assert f'<option value="{outsider(event).seat} ' not in page


def test_before_the_bracket_is_drawn_players_call_as_usual() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)

    assert called(event).entry.seat == "A-1"
    with pytest.raises(Refused) as again:
        call_judge(entry=entry_of(event), by_staff=True, actor=make_actor())
    assert again.value.code == "open"
