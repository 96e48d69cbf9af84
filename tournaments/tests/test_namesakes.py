"""An account with the name of a player: nobody works on a card that may be their own until somebody says whose it is."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.access import Actor, is_own, refuse_own_card
from tournaments.errors import Forbidden, Malformed
from tournaments.models import AuditEntry, Entry, Event, Role, Tournament, User
from tournaments.people.actions.people import know_again, link_player, tell_apart
from tournaments.people.actions.relations import record_relation
from tournaments.people.reads.roles import holders
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

ASKED = "Is this Milt Orr of A-1?"
ANSWER = {"username": "player", "event": "main", "number": "1"}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    """Milt Orr, Dale Ashby, Ivan Flint and Edie Marsh at A-1 to A-4."""
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
def milt(tournament: Tournament) -> User:
    """A checker with the name of the player of A-1, spelled in another way."""
    user = make_user("player", role="checker", tournament=tournament)
    user.first_name, user.last_name = "milt", "ORR"
    user.save()
    return user


def entrant(event: Event, number: int = 1) -> Entry:
    return Entry.objects.select_related("event", "player").get(event=event, number=number)


def test_a_player_of_ones_name_is_out_of_reach_until_somebody_says_who_it_is(event: Event, milt: User) -> None:
    with pytest.raises(Forbidden, match=r"that is your name too.*says on the People page") as refused:
        refuse_own_card(Actor.of_user(milt), [entrant(event)])

    assert refused.value.code == "own_card"
    assert [is_own(milt, entrant(event, number)) for number in (1, 2)] == [True, False]


def test_two_people_are_told_apart_once_and_the_trail_keeps_it(event: Event, milt: User) -> None:
    for _time in range(2):
        tell_apart(entry=entrant(event), username="player", actor=make_actor())

    refuse_own_card(Actor.of_user(milt), [entrant(event)])
    row = AuditEntry.objects.get(action="account.told-apart")
    assert (row.subject_key, row.after) == ("player", {"name": "Milt Orr", "acc_number": entrant(event).acc_number})


def test_who_is_told_apart_from_one_tournament_is_asked_in_the_next(event: Event, milt: User) -> None:
    tell_apart(entry=entrant(event), username="player", actor=make_actor())
    elsewhere = make_event(tournament=make_tournament("tahoe"), games=3, entrants=4, seated=True)

    assert is_own(milt, entrant(elsewhere))


def test_a_player_with_an_account_of_their_own_is_not_in_question(event: Event, milt: User) -> None:
    make_user("other")
    link_player(entry=entrant(event), username="other", actor=make_actor())

    refuse_own_card(Actor.of_user(milt), [entrant(event)])


def test_nothing_is_said_of_an_account_with_another_name(event: Event, milt: User) -> None:
    for say in (tell_apart, know_again):
        with pytest.raises(Malformed) as refused:
            say(entry=entrant(event, 2), username="player", actor=make_actor())
        assert "not in question" in refused.value.faults[0].message


def test_the_people_page_says_who_plays_and_asks_of_the_others(event: Event, milt: User) -> None:
    page = in_role(event.tournament, "director").get("/t/sierra/people/")
    assert ASKED in text_of(page)
    assert "plays as" not in text_of(page)

    link_player(entry=entrant(event), username="player", actor=make_actor())

    page = in_role(event.tournament, "director").get("/t/sierra/people/")
    assert ASKED not in text_of(page)
    assert "player plays as A-1" in text_of(page)


def test_whoever_gives_the_role_is_asked_at_once(event: Event, milt: User) -> None:
    director = in_role(event.tournament, "director")

    page = director.post("/t/sierra/people/", {"username": "player", "kind": "judge"}, follow=True)
    other = director.post("/t/sierra/people/", {"username": make_user().username, "kind": "judge"}, follow=True)

    assert "A player has the name of milt ORR: say below whether that is one person." in text_of(page)
    assert "say below" not in text_of(other)


@pytest.mark.parametrize(("same", "own"), [("yes", True), ("no", False)])
def test_a_registrar_says_whether_it_is_one_person(event: Event, milt: User, same: str, own: bool) -> None:
    desk = in_role(event.tournament, "registrar")

    page = desk.post("/t/sierra/people/same/", {**ANSWER, "same": same}, follow=True)

    assert ASKED not in text_of(page)
    assert (entrant(event).player.user == milt) is own
    assert is_own(milt, entrant(event)) is own


def test_a_checker_does_not_say_it_of_themselves(event: Event, milt: User) -> None:
    client = signed_in(milt)

    assert "The director or a registrar says." in text_of(client.get("/t/sierra/people/"))
    assert client.post("/t/sierra/people/same/", {**ANSWER, "same": "no"}).status_code == 403
    assert is_own(milt, entrant(event))


@pytest.mark.parametrize("role", ["director", "registrar"])
def test_of_ones_own_account_one_says_only_that_it_is_one_person(event: Event, milt: User, role: str) -> None:
    Role.objects.create(user=milt, tournament=event.tournament, kind=role)
    client, other = signed_in(milt), make_user("other")

    asked = text_of(client.get("/t/sierra/people/"))
    alone = client.post("/t/sierra/people/same/", {**ANSWER, "same": "no"})
    with pytest.raises(Forbidden) as refused:
        link_player(entry=entrant(event), username=other.username, actor=Actor.of_user(milt))
    make_user(role="director", tournament=event.tournament)
    api = api_of(milt).post(API, {**SAID, "same": False}, format="json")

    assert ASKED in asked
    assert "Another director or a registrar must say that you are two people" in asked
    assert "No, two people" not in asked
    assert alone.status_code == 403
    assert "Another director or a registrar must say that you are two people." in text_of(alone)
    assert "Nobody else has such a role here yet: give somebody one on this page" in text_of(alone)
    assert (refused.value.code, api.status_code, api.json()["code"]) == ("own_card", 403, "own_card")
    assert "Nobody else has such a role" not in api.json()["message"]
    assert is_own(milt, entrant(event))
    assert client.post("/t/sierra/people/same/", {**ANSWER, "same": "yes"}).status_code == 302
    assert entrant(event).player.user == milt


def test_an_answer_about_nobody_is_refused_on_the_page(event: Event, milt: User) -> None:
    desk = in_role(event.tournament, "director")

    pages = [desk.post("/t/sierra/people/same/", {**ANSWER, "number": "2", "same": say}) for say in ("yes", "no")]

    assert [page.status_code for page in pages] == [422, 422]
    assert all("is not in question. Look at the People page again." in text_of(page) for page in pages)
    assert entrant(event, 2).player.user is None


def test_a_player_and_the_account_of_that_name_are_not_recorded_as_related(event: Event, milt: User) -> None:
    def relate() -> None:
        record_relation(tournament=event.tournament, one=entrant(event), other=milt, kind="partner", actor=make_actor())

    with pytest.raises(Malformed) as refused:
        relate()
    assert "may be one person. Say first whether they are" in refused.value.faults[0].message

    tell_apart(entry=entrant(event), username="player", actor=make_actor())
    relate()


def test_the_page_takes_as_many_queries_for_ten_helpers_as_for_two(event: Event, milt: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            holders(event.tournament)
        return len(asked)

    before = queries()
    for _helper in range(8):
        make_user(role="checker", tournament=event.tournament)

    assert queries() == before


# --- The API ---------------------------------------------------------------------------------------------------------

API = "/api/v1/tournaments/sierra/namesakes/"
SAID = {"username": "player", "event": "main", "entrant": "A-1"}


@pytest.mark.parametrize("same", [True, False])
def test_the_api_asks_and_takes_the_answer_as_the_page_does(event: Event, milt: User, same: bool) -> None:
    desk = api_of(make_user(role="registrar", tournament=event.tournament))
    asked = {"username": "player", "event": "main", "entrant": 1, "name": "Milt Orr", "players": []}
    assert desk.get(API).json()["results"] == [asked]

    answers = [desk.post(API, {**SAID, "same": same}, format="json") for _time in range(2)]

    assert [(answer.status_code, answer.json()["same"]) for answer in answers] == [(200, same)] * 2
    assert desk.get(API).json()["results"] == []
    assert is_own(milt, entrant(event)) is same
    assert AuditEntry.objects.filter(action__in=["account.told-apart", "entrant.linked"]).count() == 1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"entrant": "A-2"}, ("username", "invalid")),
        ({"entrant": "Z-1"}, ("entrant", "unknown")),
        ({"event": "other"}, ("event", "unknown")),
        ({"username": "nobody"}, ("username", "unknown")),
        ({"same": "yes"}, ("same", "invalid")),
    ],
)
def test_an_answer_about_nobody_is_refused_by_the_api(
    event: Event, milt: User, change: dict[str, object], fault: tuple[str, str]
) -> None:
    desk = api_of(make_user(role="registrar", tournament=event.tournament))

    refused = desk.post(API, {**SAID, "same": False, **change}, format="json")

    assert refused.status_code == 400
    assert [(one["field"], one["code"]) for one in refused.json()["errors"]] == [fault]


def test_a_checker_sees_the_question_in_the_api_and_does_not_answer_it(event: Event, milt: User) -> None:
    program = api_of(milt)

    assert program.get(API).json()["count"] == 1
    assert program.post(API, {**SAID, "same": False}, format="json").status_code == 403
    assert api_of().get(API).status_code == 401
    assert is_own(milt, entrant(event))
