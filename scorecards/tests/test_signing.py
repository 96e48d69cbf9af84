"""Signing at the cross-check: with what, who came first, everything at once, and what became of a signature without a role."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorecards.crosscheck.actions.crosscheck import GameKey, refer, start_cross_check
from scorecards.crosscheck.reads.crosscheck import check_page
from scorecards.tests.factories import COMMAND, find, look_at_all, make_cards, sheet
from scorecards.tests.test_third_checker import API, CARDS, GAME
from tournaments.access import Rights
from tournaments.models import Event, Tournament, User
from tournaments.people.actions.people import grant_role, link_player, revoke_role
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

NOT_INITIALS = "Initials are one to four letters, like JK or J. K."


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
def event(tournament: Tournament) -> Event:
    """Game 1 of A-1 and A-2 differs, and every line was read again."""
    event = make_event(tournament=tournament, games=3, entrants=4, seated=True)
    make_cards(event, **CARDS)
    look_at_all(event)
    start_cross_check(event=event, actor=COMMAND)
    return event


def page(name: str, *more: object) -> str:
    return reverse(f"scorecards:{name}", args=["sierra", "main", *more])


def signature(event: Event, initials: str) -> dict[str, object]:
    return {"initials": initials, "version": find(event, 1, "A-1", "A-2").version, "table": "A"}


# --- Initials ----------------------------------------------------------------------------------------------------------


def test_whoever_signs_like_somebody_else_is_told(event: Event, rosa: User, lena: User) -> None:
    signed_in(rosa).post(page("accept", GAME), signature(event, "MA"))
    client = signed_in(lena)

    said = text_of(client.post(page("initials"), {"initials": "m.a.", "table": "A"}, follow=True))
    assert "rosa signs m.a. too. Take one letter more, so that the papers tell you apart." in said
    said = text_of(client.post(page("initials"), {"initials": "MAL", "table": "A"}, follow=True))
    assert "signs MAL too" not in said


def test_a_game_of_one_s_own_does_not_stand_in_the_way(event: Event, rosa: User, lena: User) -> None:
    make_cards(event, A_3=CARDS["A_3"].replace("A-1 0 -12", "A-1 0 -11"))
    look_at_all(event)
    link_player(entry=event.entries.get(table="A", seat_number=2), username="rosa", actor=COMMAND)

    assert signed_in(rosa).get(page("crosscheck"), {"table": "A"}).context["open"].case.id == "2-A-1-A-3"
    assert signed_in(lena).get(page("crosscheck"), {"table": "A"}).context["open"].case.id == GAME
    signed_in(lena).post(
        page("accept", "2-A-1-A-3"), {**signature(event, "LE"), "version": find(event, 2, "A-1", "A-3").version}
    )
    # Where nothing else is left it says why it waits.
    assert "One of these cards is your own." in text_of(signed_in(rosa).get(page("crosscheck"), {"table": "A"}))


def test_a_decision_by_hand_is_not_told_as_that_of_the_rule(event: Event, rosa: User) -> None:
    version = find(event, 1, "A-1", "A-2").version
    signed_in(rosa).post(
        page("by_hand", GAME),
        {"stands-A-1": "11", "reason": "Both were asked", "initials": "RO", "version": version, "table": "A"},
    )
    assert find(event, 1, "A-1", "A-2").state == "overridden"

    html = signed_in(rosa).get(page("crosscheck"), {"table": "A"}).content.decode()

    row = html.split(f'id="case-{GAME}"', 1)[1].split("</li>", 1)[0]
    assert ">by hand</span>" in row
    assert "(2020)" not in row


@pytest.mark.parametrize("initials", ["<b>x", "12", "JKLMN"])
def test_what_nobody_signs_with_is_refused_in_words(event: Event, rosa: User, initials: str) -> None:
    client = signed_in(rosa)

    answer = client.post(page("accept", GAME), signature(event, initials))

    assert answer.status_code == 422
    assert NOT_INITIALS in text_of(answer)
    assert find(event, 1, "A-1", "A-2").state == "proposed"


def test_the_api_refuses_them_too(event: Event, rosa: User) -> None:
    version = find(event, 1, "A-1", "A-2").version

    answer = api_of(rosa).post(f"{API}discrepancies/{GAME}/accept/", {"initials": "<b>x", "version": version})

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "initials"
    assert answer.json()["errors"][0]["message"].startswith(NOT_INITIALS)


# --- Two who sign ------------------------------------------------------------------------------------------------------


def test_the_second_signer_is_told_who_was_first_and_stays_at_the_game(event: Event, rosa: User, lena: User) -> None:
    seen = signature(event, "LF")
    signed_in(rosa).post(page("accept", GAME), signature(event, "RM"))

    answer = signed_in(lena).post(page("accept", GAME), seen)

    assert answer.status_code == 200
    told = text_of(answer)
    assert "rosa signed this at " in told
    assert "(RM); yours were not needed." in told
    assert find(event, 1, "A-1", "A-2").initials == "RM"


def test_whoever_presses_twice_goes_on(event: Event, rosa: User) -> None:
    client, seen = signed_in(rosa), signature(event, "RM")

    assert [client.post(page("accept", GAME), seen).status_code for _time in range(2)] == [302, 302]


# --- Everything at once ------------------------------------------------------------------------------------------------


def test_everything_is_accepted_on_a_page_that_says_first_what_it_does(event: Event, rosa: User) -> None:
    client = signed_in(rosa)
    client.post(page("initials"), {"initials": "RM"})
    desk = client.get(page("crosscheck"))
    assert "Accept the one that is proposed: what it does" in text_of(desk)

    shown = text_of(client.get(page("accept_all")))

    single = check_page(sheet(event), rosa, Rights(frozenset({"checker"})))
    case = single.cases[0]
    words = [one for one in single.open(case, single.group("A"), {}).moves if "stays" not in one]
    assert single.accepting().count == 1
    assert all(one in shown for one in words)
    assert ("One correction changes no rank and not who qualifies." in shown) is not bool(words)
    assert "Accept the one that is proposed, signed RM" in shown

    revision = sheet(event).event.revision
    client.post(page("accept_all"), {"revision": revision})
    assert find(event, 1, "A-1", "A-2").initials == "RM"


def test_everything_at_once_is_refused_on_its_page_where_something_changed(event: Event, rosa: User) -> None:
    answer = signed_in(rosa).post(page("accept_all"), {"initials": "RM", "revision": 1})

    assert answer.status_code == 409
    assert "Something changed after you looked." in text_of(answer)
    assert "Accept the one that is proposed" in text_of(answer)


def test_what_accepting_does_is_computed_without_asking_the_database(event: Event, rosa: User) -> None:
    desk = check_page(sheet(event), rosa, Rights(frozenset({"checker"})))

    with CaptureQueriesContext(connection) as asked:
        desk.accepting()

    assert len(asked) == 0


# --- Who decides, and by which rule ------------------------------------------------------------------------------------


def test_a_judge_reads_one_truth_about_who_decides(event: Event, rosa: User) -> None:
    version = find(event, 1, "A-1", "A-2").version
    refer(
        event=event,
        key=GameKey(1, ("A-1", "A-2")),
        initials="RM",
        reason="?",
        version=version,
        actor=make_actor(rosa),
    )

    told = text_of(in_role(event.tournament, "judge").get(f"{page('crosscheck')}?case={GAME}"))

    assert "You may read this. It is decided by the head judge and the director." in told
    assert "Checkers and the director decide it" not in told


def test_every_rule_on_the_desk_names_its_edition(event: Event, rosa: User) -> None:
    told = text_of(signed_in(rosa).get(page("crosscheck")))

    assert "12.2 (2020)" in told
    assert f"{find(event, 1, 'A-1', 'A-2').rules[0]} (2020)" in told


# --- A role taken away in the middle -----------------------------------------------------------------------------------


def test_whoever_loses_the_role_in_the_middle_is_told_so_and_that_nothing_was_kept(event: Event, rosa: User) -> None:
    seen = signature(event, "RM")
    revoke_role(tournament=event.tournament, username="rosa", kind="checker", actor=make_actor())

    told = text_of(signed_in(rosa).post(page("accept", GAME), seen))

    assert "has just taken away your role (Checker). What you sent was not saved, nor were your initials." in told
    assert "Ask the director for that role." in told


def test_a_role_that_was_given_again_was_not_taken_away(event: Event, rosa: User) -> None:
    revoke_role(tournament=event.tournament, username="rosa", kind="checker", actor=make_actor())
    grant_role(tournament=event.tournament, username="rosa", kind="checker", actor=make_actor())

    told = text_of(signed_in(rosa).post("/t/sierra/people/account/", {"username": "x", "name": "y"}))

    assert "taken" not in told
    assert "What you sent was not kept." in told
