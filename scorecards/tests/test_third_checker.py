"""Where a checker is related to a player a third one signs: told before, left to somebody by name, and shown afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorecards.cards.actions.stack import set_card_aside
from scorecards.crosscheck.actions.crosscheck import (
    GameKey,
    accept,
    leave_to_third,
    start_cross_check,
    take_back_decision,
)
from scorecards.crosscheck.actions.undo import undo
from scorecards.models import Look
from scorecards.tests.factories import COMMAND, find, look_at_all, make_cards, sheet
from tournaments.access import Rights
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event, Tournament, User
from tournaments.people.actions.people import link_player
from tournaments.people.actions.relations import record_relation
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

# Game 1 of differs, 12 against 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}
GAME = "1-A-1-A-2"
KEY = GameKey(1, ("A-1", "A-2"))
API = "/api/v1/tournaments/sierra/events/main/"
TOLD = "You and Dale Ashby (A-2) are partners: a third checker signs here."
DIRECTOR = Rights(frozenset({"director"}))


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def rosa(tournament: Tournament) -> User:
    return make_user("rosa", role="checker", tournament=tournament)


@pytest.fixture
def lena(tournament: Tournament) -> User:
    return make_user("lena", role="checker", tournament=tournament)


@pytest.fixture
@kept
def event(tournament: Tournament, rosa: User, lena: User) -> Event:
    """Every line was read again, and Rosa is the partner of the player of A-2."""
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    look_at_all(event)
    start_cross_check(event=event, actor=COMMAND)
    record_relation(tournament=tournament, one=entrant(event, 2), other=rosa, kind="partner", actor=COMMAND)
    return event


def entrant(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event", "player").get(event=event, number=number)


def page(name: str, *more: object) -> str:
    return reverse(f"scorecards:{name}", args=["sierra", "main", *more])


def sent(event: Event, **more: object) -> dict[str, object]:
    return {"initials": "RM", "version": find(event, 1, "A-1", "A-2").version, "table": "A", **more}


def case(client: Client) -> Any:
    return client.get(page("crosscheck"), {"case": GAME})


def leave(event: Event, user: User) -> None:
    version = find(event, 1, "A-1", "A-2").version
    leave_to_third(event=event, key=KEY, version=version, actor=make_actor(user))


# --- Before ----------------------------------------------------------------------------------------------------------


def test_the_related_checker_is_told_before_and_who_may_sign_instead(event: Event, rosa: User) -> None:
    answer = case(signed_in(rosa))

    said = text_of(answer)
    assert TOLD in said
    assert "Who may sign in your place: lena" in said
    html = answer.content.decode()
    # Enter leaves it; the signature is a step of its own, with a reason.
    assert 'data-key="Enter" id="leave"' in html
    assert 'id="accept-button"' not in html
    assert 'id="why-alone"' in html


def test_no_relative_and_no_player_of_the_game_is_named_to_sign_instead(event: Event, rosa: User, lena: User) -> None:
    record_relation(tournament=event.tournament, one=entrant(event, 1), other=lena, kind="room", actor=COMMAND)
    playing = make_user("milt", role="checker", tournament=event.tournament)
    link_player(entry=entrant(event, 1), username=playing.username, actor=COMMAND)
    make_user("hal", role="judge", tournament=event.tournament)

    assert "Nobody else may sign in your place: the director gives somebody the checker’s role" in text_of(
        case(signed_in(rosa))
    )


def test_who_did_not_play_at_the_table_and_was_at_work_last_is_named_first(event: Event, rosa: User) -> None:
    make_user("jo", role="director", tournament=event.tournament)
    make_user("abe", role="checker", tournament=event.tournament)
    link_player(entry=entrant(event, 3), username="lena", actor=COMMAND)
    jo = make_actor(User.objects.get(username="jo"))
    set_card_aside(event=event, seat="A-3", reason="Torn", actor=jo)

    names = [one.name for one in case(signed_in(rosa)).context["open"].instead]

    assert names == ["jo", "abe", "lena"]


# --- The step --------------------------------------------------------------------------------------------------------


def test_a_page_takes_no_signature_of_somebody_related_without_the_step(event: Event, rosa: User) -> None:
    client = signed_in(rosa)

    plain = client.post(page("accept", GAME), sent(event))
    without_reason = client.post(page("accept", GAME), sent(event, related="on"))

    assert (plain.status_code, without_reason.status_code) == (409, 422)
    assert f"{TOLD} Leave it to a third checker, or say that nobody else is free and why." in text_of(plain)
    assert "Say why no third checker signs" in text_of(without_reason)
    assert find(event, 1, "A-1", "A-2").state == "proposed"


def test_a_signature_by_a_relative_is_named_at_the_case_with_its_reason_in_the_log(event: Event, rosa: User) -> None:
    client = signed_in(rosa)

    client.post(page("accept", GAME), sent(event, related="on", reason="nobody is here"))

    row = AuditEntry.objects.get(action="discrepancy.accepted")
    assert (row.after["third_checker_wanted"], row.reason) == (["A-2"], "nobody is here")
    assert "No third checker signed: rosa is related to the player of A-2." in text_of(case(client))


def test_a_decision_by_hand_asks_for_the_step_too(event: Event, rosa: User) -> None:
    client = signed_in(rosa)
    hand = sent(event, reason="Seen", **{"stands-A-1": "11", "stands-A-2": "-11"})

    plain = client.post(page("by_hand", GAME), hand)
    ticked = client.post(page("by_hand", GAME), {**hand, "related": "on"})

    assert (plain.status_code, ticked.status_code) == (409, 302)
    assert TOLD in text_of(plain)


def test_all_at_once_leaves_what_is_a_third_checker_s(event: Event, rosa: User, lena: User) -> None:
    client = signed_in(rosa)
    session = client.session
    session["initials"] = "RM"
    session.save()
    said = text_of(client.get(page("crosscheck")))
    revision = sheet(event).event.revision

    client.post(page("accept_all"), {"initials": "RM", "revision": revision})

    assert "it waits for another checker" in said
    assert "Accept the one that is proposed" not in said
    assert find(event, 1, "A-1", "A-2").state == "proposed"
    signed_in(lena).post(page("accept_all"), {"initials": "LF", "revision": revision})
    assert find(event, 1, "A-1", "A-2").state == "accepted"


# --- Left to somebody else -------------------------------------------------------------------------------------------


def test_what_is_left_stays_open_and_whoever_signs_is_shown_as_the_third_checker(
    event: Event, rosa: User, lena: User
) -> None:
    related = signed_in(rosa)

    answer = related.post(page("leave", GAME), sent(event), follow=True)

    assert find(event, 1, "A-1", "A-2").state == "proposed"
    assert answer.context["open"] is None
    assert "What is left here you have left to a third checker." in text_of(answer)
    third = case(signed_in(lena))
    assert "rosa left this game to a third checker," in text_of(third)
    assert "The next person to sign is the third checker." in text_of(third)
    signed_in(lena).post(page("accept", GAME), sent(event, initials="LF"))
    assert AuditEntry.objects.get(action="discrepancy.accepted").after["third_checker_for"] == ["rosa"]
    assert "lena signed as third checker, in place of rosa." in text_of(case(related))


def test_a_signature_taken_back_and_restored_is_still_the_third_checker_s(event: Event, rosa: User, lena: User) -> None:
    leave(event, rosa)
    version = find(event, 1, "A-1", "A-2").version
    accept(event=event, key=KEY, initials="LF", version=version, actor=make_actor(lena))
    take_back_decision(event=event, key=KEY, rights=DIRECTOR, actor=COMMAND)
    last = AuditEntry.objects.filter(event=event).count()
    undo(event=event, entry=last, reason="Slip", rights=DIRECTOR, actor=COMMAND)

    assert "lena signed as third checker, in place of rosa." in text_of(case(signed_in(rosa)))


def test_leaving_a_game_twice_counts_once_unless_its_cards_changed(event: Event, rosa: User) -> None:
    leave(event, rosa)
    leave(event, rosa)
    assert AuditEntry.objects.filter(action="discrepancy.left").count() == 1

    make_cards(event, A_2=CARDS["A_2"].replace("-10", "-09"))
    look_at_all(event, make_actor(rosa))

    assert not case(signed_in(rosa)).context["open"].case.leave_notes
    leave(event, rosa)
    assert AuditEntry.objects.filter(action="discrepancy.left").count() == 2


def test_what_is_decided_or_changed_is_not_left(event: Event, rosa: User, lena: User) -> None:
    version = find(event, 1, "A-1", "A-2").version
    with pytest.raises(Refused) as stale:
        leave_to_third(event=event, key=KEY, version=version - 1, actor=make_actor(rosa))
    accept(event=event, key=KEY, initials="LF", version=version, actor=make_actor(lena))
    with pytest.raises(Refused) as decided:
        leave(event, rosa)

    assert (stale.value.code, decided.value.code) == ("stale", "decided")
    assert not AuditEntry.objects.filter(action="discrepancy.left").exists()


@pytest.mark.parametrize(("role", "status"), [("checker", 302), ("director", 302), ("judge", 403), ("viewer", 403)])
def test_who_may_leave_a_game_is_who_may_decide_some(event: Event, role: str, status: int) -> None:
    assert in_role(event.tournament, role).post(page("leave", GAME), sent(event)).status_code == status


# --- The API ---------------------------------------------------------------------------------------------------------


def test_the_api_signs_and_names_what_was_passed_over(event: Event, rosa: User) -> None:
    Look.objects.filter(entry__seat_number=2).delete()
    body = {"initials": "RM", "version": find(event, 1, "A-1", "A-2").version}

    answers = [
        api_of(rosa).post(f"{API}discrepancies/{GAME}/accept/", body, format="json").json() for _again in range(2)
    ]

    for answer in answers:
        assert answer["state"] == "accepted"
        assert answer["warnings"] == [
            {
                "id": GAME,
                "code": "not_looked",
                "cards": ["A-2"],
                "message": "Signed without another look at the paper of A-2.",
            },
            {"id": GAME, "code": "related", "cards": ["A-2"], "message": TOLD},
        ]


def test_the_api_signs_all_and_names_what_was_passed_over(event: Event, rosa: User) -> None:
    body = {"initials": "RM", "revision": sheet(event).event.revision}

    answer = api_of(rosa).post(f"{API}cross-check/accept/", body, format="json").json()

    assert answer["accepted"] == [GAME]
    assert [(one["id"], one["code"], one["cards"]) for one in answer["warnings"]] == [(GAME, "related", ["A-2"])]
    assert answer["outcomes"]["corrected"] == 1


def test_the_api_has_nothing_to_warn_of_where_all_was_done(event: Event, lena: User) -> None:
    body = {"initials": "LF", "version": find(event, 1, "A-1", "A-2").version}

    assert api_of(lena).post(f"{API}discrepancies/{GAME}/accept/", body, format="json").json()["warnings"] == []


def test_the_api_says_that_whoever_signed_played_at_the_table(event: Event, lena: User) -> None:
    link_player(entry=event.entries.get(number=4), username="lena", actor=make_actor())
    body = {"initials": "LF", "version": find(event, 1, "A-1", "A-2").version}

    answer = api_of(lena).post(f"{API}discrepancies/{GAME}/accept/", body, format="json").json()

    assert answer["warnings"] == [
        {
            "id": GAME,
            "code": "same_table",
            "cards": ["A-1", "A-2"],
            "message": "You played at table A: better somebody else checks there.",
        }
    ]


def test_a_game_of_one_s_own_that_is_left_is_another_checker_s_and_left_to_no_third(event: Event, lena: User) -> None:
    link_player(entry=event.entries.get(number=2), username="lena", actor=make_actor())

    shown = text_of(signed_in(lena).get(page("crosscheck"), {"table": "A", "case": "2-A-1-A-3"}))

    assert "What is left here is about a card of your own: another checker decides it." in shown
    assert "left to a third checker" not in shown


def test_the_api_leaves_a_game_as_the_page_does(event: Event, rosa: User) -> None:
    version = find(event, 1, "A-1", "A-2").version
    program = api_of(rosa)
    address = f"{API}discrepancies/{GAME}/leave/"

    stale = program.post(address, {"version": version - 1}, format="json")
    left = program.post(address, {"version": version}, format="json")

    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert (left.status_code, left.json()["state"]) == (200, "proposed")
    assert AuditEntry.objects.get(action="discrepancy.left").actor_name == "rosa"


def test_players_learn_nothing_of_who_is_related(event: Event, rosa: User) -> None:
    leave(event, rosa)
    player = make_user("dale")
    link_player(entry=entrant(event, 2), username="dale", actor=COMMAND)

    for address in (page("standings"), reverse("desk:desk", args=["sierra", "main"])):
        assert "third checker" not in text_of(signed_in(player).get(address))
    for address in (page("crosscheck"), reverse("desk:log", args=["sierra", "main"]), page("card", "A-2")):
        assert signed_in(player).get(address).status_code == 403
