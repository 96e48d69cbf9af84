"""Handed in, set aside, presence, and what the desk's script is answered: acts, pages, API, and what each refuses."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorecards.cards.actions.cards import write_card
from scorecards.cards.actions.presence import be_at_card, leave_card
from scorecards.cards.actions.stack import receive_cards, set_card_aside, take_back_receipts, take_card_up
from scorecards.cards.reads import cards as cards_reads
from scorecards.cards.reads.presence import each_once, people_at_cards
from scorecards.crosscheck.actions.crosscheck import start_cross_check
from scorecards.models import Presence, Receipt, Scorecard
from scorecards.sheet.rules.tally import OwnTotals
from scorecards.standings.actions.posting import post_qualifiers
from scorecards.tests.factories import COMMAND, make_card, make_cards, sheet, written
from tournaments.access import Actor
from tournaments.day.actions.status import set_status
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, Role, Tournament, User
from tournaments.people.actions.people import link_player, revoke_role
from tournaments.tests.factories import api_of, make_event, make_tournament, make_user
from tournaments.tests.pages import signed_in, text_of

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}
TAB = "tab-of-a-test-1"
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -12 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    return make_event(tournament=tournament, games=3, entrants=4, seated=True)


@pytest.fixture
def checker(tournament: Tournament) -> User:
    return make_user("rosa", role="checker", tournament=tournament)


@pytest.fixture
def other(tournament: Tournament) -> User:
    return make_user("len", role="checker", tournament=tournament)


def page(name: str, *more: str) -> str:
    return reverse(f"scorecards:{name}", args=["sierra", "main", *more])


def trail(event: Event) -> list[tuple[str, str]]:
    rows = AuditEntry.objects.filter(event=event, subject_kind="card")
    return list(rows.values_list("action", "subject_key"))


def revision(event: Event) -> int:
    return Event.objects.get(pk=event.pk).revision


def post(event: Event) -> None:
    """Everything that posting takes."""
    make_cards(event, **CARDS)
    start_cross_check(event=event, actor=COMMAND)
    post_qualifiers(event=event, actor=COMMAND)


# --- Handed in -------------------------------------------------------------------------------------------------------


def test_cards_are_handed_in_once_and_each_leaves_a_row(event: Event) -> None:
    make_card(event, "A-3", "A-4 2 +03")
    before = revision(event)

    new = receive_cards(event=event, seats=["A-1", "A-2", "A-1", "A-3"], actor=COMMAND)
    again = receive_cards(event=event, seats=["A-1"], actor=COMMAND)

    assert (new, again) == (("A-1", "A-2"), ())
    assert revision(event) == before + 1
    assert trail(event)[1:] == [("card.received", "A-1"), ("card.received", "A-2")]
    assert sheet(event).facts["A-1"].received_at is not None
    assert sheet(event).facts["A-3"].received_at is None


def test_what_is_handed_in_by_mistake_is_taken_back(event: Event) -> None:
    receive_cards(event=event, seats=["A-1"], actor=COMMAND)

    for _time in range(2):
        take_back_receipts(event=event, seats=["A-1"], actor=COMMAND)

    assert sheet(event).facts["A-1"].received_at is None
    assert trail(event) == [("card.received", "A-1"), ("card.receipt-taken-back", "A-1")]


def test_a_seat_that_nobody_has_hands_in_nothing(event: Event) -> None:
    with pytest.raises(Malformed) as refused:
        receive_cards(event=event, seats=["A-1", "B-9"], actor=COMMAND)

    assert [fault.field for fault in refused.value.faults] == ["seats.1"]
    assert not Scorecard.objects.exists()


def test_a_card_that_was_handed_in_is_typed_like_any_other(event: Event) -> None:
    receive_cards(event=event, seats=["A-1"], actor=COMMAND)

    write_card(event=event, seat="A-1", version=0, card=written(CARDS["A_1"]), actor=COMMAND)

    assert sheet(event).facts["A-1"].version == 1
    assert AuditEntry.objects.get(action="card.typed").before is None


# --- Set aside -------------------------------------------------------------------------------------------------------


def test_a_card_is_set_aside_with_a_reason_and_taken_up_again(event: Event) -> None:
    make_card(event, "A-1", "A-2 2 +12")

    for reason in ("Torn in two", "Torn in two", "Names are missing"):
        set_card_aside(event=event, seat="A-1", reason=reason, actor=COMMAND)
    assert sheet(event).facts["A-1"].set_aside_reason == "Names are missing"
    for _time in range(2):
        take_card_up(event=event, seat="A-1", actor=COMMAND)

    assert [action for action, _seat in trail(event)] == [
        "card.typed",
        "card.set-aside",
        "card.set-aside",
        "card.taken-up",
    ]
    facts = sheet(event).facts["A-1"]
    assert (facts.set_aside_at, facts.set_aside_reason, facts.version) == (None, "", 1)


def test_a_card_is_not_set_aside_without_a_reason(event: Event) -> None:
    with pytest.raises(Malformed):
        set_card_aside(event=event, seat="A-1", reason="", actor=COMMAND)


ACTS = {
    "receive": lambda event, actor: receive_cards(event=event, seats=["A-1"], actor=actor),
    "take back": lambda event, actor: take_back_receipts(event=event, seats=["A-1"], actor=actor),
    "set aside": lambda event, actor: set_card_aside(event=event, seat="A-1", reason="Torn", actor=actor),
    "take up": lambda event, actor: take_card_up(event=event, seat="A-1", actor=actor),
}


@pytest.mark.parametrize("name", ACTS)
def test_nobody_does_this_to_their_own_card(event: Event, checker: User, name: str) -> None:
    link_player(entry=Entry.objects.get(event=event, number=1), username=checker.username, actor=COMMAND)

    with pytest.raises(Forbidden) as refused:
        ACTS[name](event, Actor.of_user(checker))

    assert refused.value.code == "own_card"


@pytest.mark.parametrize("name", ACTS)
def test_after_posting_cards_lie_still(event: Event, name: str) -> None:
    post(event)

    with pytest.raises(Refused) as refused:
        ACTS[name](event, COMMAND)

    assert refused.value.code == "posted"


@pytest.mark.parametrize("name", ACTS)
def test_a_no_show_has_no_card_to_hand_in_or_set_aside(event: Event, name: str) -> None:
    set_status(entry=Entry.objects.get(event=event, number=1), status="no_show", reason="ill", actor=COMMAND)

    with pytest.raises(Refused) as refused:
        ACTS[name](event, COMMAND)

    assert refused.value.code == "no_show"


@pytest.mark.parametrize("name", ACTS)
def test_cards_wait_for_the_seats(tournament: Tournament, name: str) -> None:
    event = make_event(tournament=tournament, slug="later", games=3, entrants=0)
    before = AuditEntry.objects.count()

    with pytest.raises((Malformed, Http404)):
        ACTS[name](event, COMMAND)

    assert AuditEntry.objects.count() == before


# --- Who is at a card ------------------------------------------------------------------------------------------------


def test_a_tab_has_one_card_open_until_it_is_not_heard_of(event: Event, checker: User) -> None:
    actor = Actor.of_user(checker)
    be_at_card(event=event, seat="A-1", tab=TAB, actor=actor)
    be_at_card(event=event, seat="A-2", tab=TAB, actor=actor)
    now = timezone.now()

    here = people_at_cards(event, now)

    assert [(one.seat, one.initials, one.tab) for one in here] == [("A-2", "RO", TAB)]
    assert people_at_cards(event, now + timedelta(seconds=20)) == ()
    leave_card(tab=TAB, actor=actor)
    assert not Presence.objects.exists()
    assert AuditEntry.objects.filter(subject_kind="card").count() == 0


def test_since_counts_from_when_the_card_was_opened(event: Event, checker: User) -> None:
    actor = Actor.of_user(checker)
    be_at_card(event=event, seat="A-1", tab=TAB, actor=actor)
    early = timezone.now() - timedelta(minutes=5)
    Presence.objects.update(since=early)

    be_at_card(event=event, seat="A-1", tab=TAB, actor=actor)
    assert Presence.objects.get().since == early
    Presence.objects.update(seen_at=early)
    be_at_card(event=event, seat="A-1", tab=TAB, actor=actor)

    assert Presence.objects.get().since > early


def test_nobody_has_their_own_card_open(event: Event, checker: User) -> None:
    link_player(entry=Entry.objects.get(event=event, number=1), username=checker.username, actor=COMMAND)

    with pytest.raises(Forbidden):
        be_at_card(event=event, seat="A-1", tab=TAB, actor=Actor.of_user(checker))


def test_the_page_says_who_has_the_card_before_anything_is_typed(event: Event, checker: User, other: User) -> None:
    be_at_card(event=event, seat="A-1", tab=TAB, actor=Actor.of_user(other))

    opened = signed_in(checker).get(page("card", "A-1")).content.decode()

    assert "len has this card open since" in opened
    assert signed_in(checker).get(page("cards")).context["next"].seat == "A-2"


def test_whoever_has_a_card_open_in_two_tabs_is_there_once(event: Event, checker: User, other: User) -> None:
    for tab in (TAB, "tab-of-a-test-2"):
        be_at_card(event=event, seat="A-1", tab=tab, actor=Actor.of_user(other))
    be_at_card(event=event, seat="A-2", tab="tab-of-a-test-3", actor=Actor.of_user(other))

    here = each_once(people_at_cards(event, timezone.now()))

    assert [(one.seat, one.name, one.tab) for one in here] == [("A-1", "len", TAB), ("A-2", "len", "tab-of-a-test-3")]
    assert text_of(signed_in(checker).get(page("card", "A-1"))).count("len has this card open since") == 1
    assert text_of(signed_in(checker).get(page("control"))).count("len has A-1 open since") == 1


# --- What the script asks --------------------------------------------------------------------------------------------


def test_the_whole_pile_says_whom_everybody_meets(event: Event, checker: User) -> None:
    make_card(event, "A-2", CARDS["A_2"])

    answer = signed_in(checker).get(page("pile"), headers=JSON)

    body = answer.json()
    assert (body["user"], body["games"], body["rounds"], body["scheduled"]) == ("rosa", 3, 3, True)
    assert [(card["seat"], card["state"], card["version"]) for card in body["cards"]] == [
        ("A-1", "missing", 0),
        ("A-2", "complete", 1),
        ("A-3", "missing", 0),
        ("A-4", "missing", 0),
    ]
    assert sorted(body["expected"]["A-1"]) == ["A-2", "A-3", "A-4"]
    assert "csrftoken" in answer.cookies


def test_a_sit_out_and_an_extra_game_are_told_apart(tournament: Tournament, checker: User) -> None:
    make_event(tournament=tournament, games=3, entrants=5, tables=[6], seated=True)

    body = signed_in(checker).get(page("pile"), headers=JSON).json()

    sits_out = {seat: opponents.count("") for seat, opponents in body["expected"].items()}
    assert all(len(games) == 1 for games in body["extra"].values())
    assert set(sits_out.values()) <= {0, 1, 2}
    assert body["rounds"] > 3


def keep_up(client: Client, event: Event, seat: str = "A-1", since: int | None = None, tab: str = TAB) -> dict:
    v = revision(event) if since is None else since
    answer = client.post(page("pile"), {"seat": seat, "tab": tab, "v": str(v)}, headers=JSON)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_poll_tells_what_changed_and_nothing_else(event: Event, checker: User, other: User) -> None:
    client = signed_in(checker)
    before = revision(event)
    be_at_card(event=event, seat="A-3", tab="another-tab", actor=Actor.of_user(other))
    make_card(event, "A-2", CARDS["A_2"])

    told = keep_up(client, event, since=before)

    assert [(card["seat"], card["state"]) for card in told["cards"]] == [("A-2", "complete")]
    assert [(one["seat"], one["mine"]) for one in told["here"]] == [("A-3", False), ("A-1", True)]
    assert (told["reload"], told["revision"]) == (False, before + 1)
    assert keep_up(client, event)["cards"] == []


def test_a_change_of_the_seats_asks_for_the_whole(event: Event, checker: User) -> None:
    before = revision(event)
    set_status(entry=Entry.objects.get(event=event, number=4), status="no_show", reason="ill", actor=COMMAND)

    assert keep_up(signed_in(checker), event, since=before)["reload"] is True


def test_an_unchanged_poll_is_cheap(
    event: Event, checker: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_cards(event, **CARDS)
    client = signed_in(checker)
    keep_up(client, event)
    now = revision(event)

    # Session, user, event, roles; the entry and its player's key; the presence in a savepoint; who is here.
    with django_assert_num_queries(9):
        client.post(page("pile"), {"seat": "A-1", "tab": TAB, "v": str(now)}, headers=JSON)


def test_the_whole_pile_takes_the_same_queries_for_few_cards_and_many(
    tournament: Tournament, checker: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_event(tournament=tournament, slug="main", games=3, entrants=4, seated=True)
    make_event(tournament=tournament, slug="large", games=3, entrants=24, seated=True)
    client = signed_in(checker)
    for slug in ("main", "large"):
        client.get(reverse("scorecards:pile", args=["sierra", slug]), headers=JSON)

        with django_assert_num_queries(22):
            client.get(reverse("scorecards:pile", args=["sierra", slug]), headers=JSON)


@pytest.mark.parametrize(
    "data",
    [{}, {"tab": "x", "v": "1"}, {"tab": TAB, "v": "-1"}, {"tab": TAB, "v": "9" * 30}, {"tab": "\x00" * 9, "v": "1"}],
)
def test_a_poll_that_says_nothing_of_itself_is_refused(event: Event, checker: User, data: dict[str, str]) -> None:
    assert signed_in(checker).post(page("pile"), data, headers=JSON).status_code == 422


def test_a_poll_at_a_seat_that_nobody_has_is_not_found(event: Event, checker: User) -> None:
    data = {"tab": TAB, "v": "1", "seat": "Z-99"}

    assert signed_in(checker).post(page("pile"), data, headers=JSON).status_code == 404


# --- What the script sends -------------------------------------------------------------------------------------------


def send(client: Client, seat: str = "A-1", **more: str):
    data = {"version": "0", "line-1": "12", "line-2": "-5", "as": "rosa", **more}
    return client.post(page("card", seat), data, headers=JSON)


def test_a_card_that_is_sent_twice_is_written_once(event: Event, checker: User) -> None:
    key = str(uuid4())

    first, second = (send(signed_in(checker), key=key) for _time in range(2))

    assert (first.json()["version"], first.json()["changed"]) == (1, True)
    assert (second.json()["version"], second.json()["changed"]) == (1, False)
    assert trail(event) == [("card.typed", "A-1")]
    assert first.json()["card"]["note"] == "2 lines"


def test_a_replay_after_somebody_else_typed_tells_its_own_version_and_changes_nothing(
    event: Event, checker: User
) -> None:
    key = str(uuid4())
    send(signed_in(checker), key=key)
    make_card(event, "A-1", "A-2 2 +40")

    replay = send(signed_in(checker), key=key)

    assert replay.json()["version"] == 1
    assert sheet(event).facts["A-1"].version == 2
    assert cards_reads.card(sheet(event), "A-1")["lines"][0]["plus"] == "40"


def test_what_somebody_else_typed_is_not_sent_under_another_name(event: Event, other: User) -> None:
    answer = send(signed_in(other))

    assert (answer.status_code, answer.json()["code"]) == (409, "other_user")
    assert "rosa" in answer.json()["message"]
    assert trail(event) == []


def test_a_stale_card_is_answered_with_the_card_as_it_is(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +40")

    answer = send(signed_in(checker), key=str(uuid4()))

    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["current"]["version"] == 1
    assert not Receipt.objects.exists()


def test_what_cannot_be_on_a_card_is_answered_by_its_field(event: Event, checker: User) -> None:
    answers = [send(signed_in(checker), **{"line-2": text}) for text in ("122", "@Z-9 5")]

    assert [answer.status_code for answer in answers] == [422, 422]
    assert [[fault["field"] for fault in answer.json()["errors"]] for answer in answers] == [["line-2"], ["line-2"]]


@pytest.fixture
def own_game(event: Event, checker: User) -> Event:
    """Every card is in, and A-1 is the checker's: game 1 of A-2 is a game of theirs."""
    make_cards(event, **CARDS)
    link_player(entry=Entry.objects.get(event=event, number=1), username=checker.username, actor=COMMAND)
    return event


OWN_GAME = {"version": 1, "line-1": "15-", "line-2": "5+", "line-3": "7+"}


def test_a_line_of_one_s_own_game_is_refused_with_what_stands_and_who_may(own_game: Event, checker: User) -> None:
    answer = signed_in(checker).post(page("card", "A-2"), OWN_GAME, headers=JSON)

    body = answer.json()
    assert (answer.status_code, body["code"]) == (403, "own_card")
    assert "nobody corrects the line of their opponent. Ask another checker" in body["message"]
    assert [(one["field"], one["message"]) for one in body["errors"]] == [
        ("line-1", "Game 1: you typed -15, and -12 stands.")
    ]
    assert body["current"] == {"fields": {"line-1": "-12"}, "rest": False}


@pytest.mark.parametrize("changed", [{"line-2": "6+"}, {"total-net": "3"}, {"line-1": "", "line-3": "8+"}])
def test_what_else_was_changed_beside_a_line_of_one_s_own_game_is_told(
    own_game: Event, checker: User, changed: dict[str, str]
) -> None:
    answer = signed_in(checker).post(page("card", "A-2"), OWN_GAME | changed, headers=JSON)

    assert answer.json()["current"] == {"fields": {"line-1": "-12"}, "rest": True}
    again = OWN_GAME | changed | answer.json()["current"]["fields"]
    assert signed_in(checker).post(page("card", "A-2"), again, headers=JSON).status_code == 200


@pytest.mark.parametrize("name", ["card", "set_aside"])
def test_without_scripts_a_line_of_one_s_own_game_shows_what_stands(own_game: Event, checker: User, name: str) -> None:
    answer = signed_in(checker).post(page(name, "A-2"), OWN_GAME | {"line-2": "6+", "reason": "Torn"})

    assert answer.status_code == 403
    rows = {row.game: (row.text, row.errors) for row in answer.context["desk"].rows}
    assert rows == {1: ("-12", ()), 2: ("6+", ()), 3: ("7+", ())}
    said = text_of(answer)
    assert "Game 1 of A-2 is a game of your own" in said
    assert "Game 1: you typed -15, and -12 stands." in said


@pytest.mark.parametrize("key", ["", "x", "1" * 500])
def test_an_invalid_key_never_breaks_anything(event: Event, checker: User, key: str) -> None:
    assert send(signed_in(checker), key=key).status_code in {200, 422}


def test_a_key_of_another_card_is_refused(event: Event, checker: User) -> None:
    key = str(uuid4())
    send(signed_in(checker), key=key)

    answer = send(signed_in(checker), "A-2", key=key)

    assert (answer.status_code, answer.json()["code"]) == (409, "used_key")


def test_a_key_that_comes_again_with_other_lines_is_refused_and_writes_nothing(event: Event, checker: User) -> None:
    key = str(uuid4())
    send(signed_in(checker), key=key)

    other_line, other_total = (
        send(signed_in(checker), key=key, version="1", **more) for more in ({"line-1": "31"}, {"total-net": "+7"})
    )
    newer_version = send(signed_in(checker), key=key, version="1")

    for answer in (other_line, other_total):
        assert (answer.status_code, answer.json()["code"]) == (409, "used_key")
        assert "Send it again under a key of its own" in answer.json()["message"]
    assert (newer_version.status_code, newer_version.json()["changed"]) == (200, False)
    assert trail(event) == [("card.typed", "A-1")]


def test_a_receipt_of_an_earlier_program_still_answers_its_replay(event: Event, checker: User) -> None:
    key = str(uuid4())
    send(signed_in(checker), key=key)
    Receipt.objects.update(digest="")

    assert send(signed_in(checker), key=key).json()["changed"] is False


def test_who_is_signed_out_or_no_checker_any_more_is_told_so_in_json(event: Event, checker: User) -> None:
    assert (send(signed_in(None)).status_code, send(signed_in(None)).json()["code"]) == (401, "sign_in")
    revoke_role(tournament=event.tournament, username="rosa", kind=Role.Kind.CHECKER, actor=COMMAND)

    answer = send(signed_in(checker))

    assert (answer.status_code, answer.json()["code"]) == (403, "role")
    assert "Ask the director" in answer.json()["message"]


def test_a_recorded_card_is_given_as_one_would_type_it(event: Event, checker: User) -> None:
    make_card(event, "A-1", "A-2 2 +07 \n A-4 2 -12", OwnTotals(net=-5))

    body = signed_in(checker).get(page("card", "A-1"), headers=JSON).json()

    assert (body["version"], body["lines"]) == (1, {"1": "07", "2": "@A-4 W-12"})
    assert body["totals"]["net"] == "\N{MINUS SIGN}5"


# --- Pages without scripts -------------------------------------------------------------------------------------------


def test_cards_are_handed_in_on_a_page_in_any_spelling(event: Event, checker: User) -> None:
    client = signed_in(checker)
    scanned = f"http://testserver{page('card', 'A-3')}"

    shown = client.post(page("received"), {"seats": f"a1 A-02, {scanned}"})

    assert shown.context["answer"].said == ("3 cards are handed in: A-1, A-2, A-3.",)
    assert [card.seat for card in shown.context["missing"]] == ["A-4"]
    assert client.post(page("received"), {"seats": "a1"}).context["answer"].said == ("Handed in already: A-1.",)
    assert client.post(page("not_received", "A-1")).status_code == 302
    assert sheet(event).facts["A-1"].received_at is None


def test_bare_numbers_are_of_the_table_that_was_named_last(tournament: Tournament, checker: User) -> None:
    make_event(tournament=tournament, slug="main", games=3, entrants=8, seated=True, tables=[4, 4])
    client = signed_in(checker)

    shown = client.post(page("received"), {"seats": "b 1 2", "table": "A"})
    assert (shown.context["answer"].new, shown.context["table"]) == (("B-1", "B-2"), "B")

    assert client.post(page("received"), {"seats": "3", "table": "B"}).context["answer"].new == ("B-3",)


def test_a_whole_table_is_handed_in_but_for_one_s_own_card_and_taken_back_at_once(event: Event, checker: User) -> None:
    link_player(entry=Entry.objects.get(event=event, number=1), username=checker.username, actor=COMMAND)
    make_card(event, "A-2", "A-1 2 +12 \n A-4 2 +05 \n A-3 2 +07")
    client = signed_in(checker)

    answer = client.post(page("received"), {"seats": "*"}).context["answer"]

    assert answer.said == (
        "2 cards are handed in: A-3, A-4.",
        "Typed already: A-2.",
        "Your own card stays out: A-1. Another checker hands it in.",
    )
    assert client.post(page("received"), {"back": " ".join(answer.new)}).status_code == 200
    assert [facts.received_at for facts in sheet(event).facts.values()] == [None, None, None]


def test_the_pile_says_who_changed_a_card_last_and_when(event: Event, checker: User, other: User) -> None:
    make_card(event, "A-1", "A-2 2 +12")
    before = revision(event)
    assert send(signed_in(other), version="1", **{"as": "len"}).status_code == 200

    answers = [
        signed_in(user).post(page("pile"), {"tab": TAB, "v": before}, headers=JSON).json() for user in (checker, other)
    ]

    told = [[card["written"] for card in answer["cards"]] for answer in answers]
    at = told[0][0]["at"]
    assert told == [[{"by": "len", "at": at, "mine": False}], [{"by": "len", "at": at, "mine": True}]]
    assert [card["written"] for card in signed_in(checker).get(page("pile"), headers=JSON).json()["cards"]][1:] == [
        None
    ] * 3


@pytest.mark.parametrize(
    ("typed", "said"), [("Z-9", "Nobody in this event"), ("oops", "is not a seat"), ("", "Type the")]
)
def test_what_is_no_card_is_named_beside_the_field(event: Event, checker: User, typed: str, said: str) -> None:
    answer = signed_in(checker).post(page("received"), {"seats": typed})

    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_setting_aside_saves_what_is_typed_and_leads_on(event: Event, checker: User) -> None:
    client = signed_in(checker)

    answer = client.post(page("set_aside", "A-1"), {"version": "0", "line-1": "12", "reason": "Torn in two"})

    assert answer["Location"] == f"{page('card', 'A-2')}?after=A-1"
    facts = sheet(event).facts["A-1"]
    assert (facts.version, facts.set_aside_reason) == (1, "Torn in two")
    assert "Torn in two" in client.get(page("card", "A-1")).content.decode()
    assert [card.seat for card in client.get(f"{page('cards')}?show=aside").context["tables"][0].cards] == ["A-1"]


def test_taking_up_leads_to_the_card_and_tells_a_script_how_it_stands(event: Event, checker: User) -> None:
    client = signed_in(checker)
    set_card_aside(event=event, seat="A-1", reason="Torn in two", actor=COMMAND)
    set_card_aside(event=event, seat="A-2", reason="Wet", actor=COMMAND)

    shown = client.post(page("take_up", "A-1"))
    told = client.post(page("take_up", "A-2"), headers=JSON).json()

    assert (shown.status_code, shown["Location"]) == (302, page("card", "A-1"))
    assert (told["seat"], told["card"]["aside"]) == ("A-2", "")
    assert {facts.set_aside_at for facts in sheet(event).facts.values()} == {None}


def test_setting_aside_without_a_reason_keeps_what_is_typed(event: Event, checker: User) -> None:
    answer = signed_in(checker).post(page("set_aside", "A-1"), {"version": "0", "line-1": "12", "reason": " "})

    assert answer.status_code == 422
    assert "Say in a few words why" in answer.content.decode()
    assert sheet(event).facts["A-1"].version == 1


def test_the_worker_is_served_beside_the_cards(event: Event, checker: User) -> None:
    answer = signed_in(checker).get(page("worker"))

    assert answer["Content-Type"].startswith("text/javascript")
    assert page("worker").rpartition("/")[0] == page("cards").rstrip("/")
    assert "desk-worker" in answer.content.decode()


@pytest.mark.parametrize("name", ["pile", "received", "worker"])
def test_these_are_for_those_who_type(event: Event, tournament: Tournament, name: str) -> None:
    judge = make_user("judge", role="judge", tournament=tournament)

    assert signed_in(judge).get(page(name)).status_code == 403
    assert signed_in(None).get(page(name)).status_code == 302


def test_a_page_that_may_be_kept_names_whose_it_is(event: Event, checker: User, tournament: Tournament) -> None:
    judge = make_user("judge", role="judge", tournament=tournament)

    assert signed_in(checker).get(page("card", "A-1"))["X-Desk-User"] == str(checker.pk)
    assert "X-Desk-User" not in signed_in(judge).get(page("card", "A-1"))


def test_no_public_page_loads_the_desk(event: Event) -> None:
    public = signed_in(None).get("/t/sierra/main/standings/").content.decode()

    assert "desk-" not in public
    assert "card-entry" not in public


# --- API -------------------------------------------------------------------------------------------------------------

API = "/api/v1/tournaments/sierra/events/main/scorecards"


def test_programs_hand_in_and_set_aside(event: Event, checker: User) -> None:
    program = api_of(checker)

    received = program.post(f"{API}/received/", {"seats": ["A-1", "A-2"]})
    aside = program.put(f"{API}/A-1/set-aside/", {"reason": "Torn"})
    back = [program.delete(f"{API}/A-1/received/"), program.delete(f"{API}/A-1/set-aside/")]

    assert (received.status_code, received.json()) == (200, {"received": ["A-1", "A-2"]})
    assert (aside.status_code, aside.json()) == (200, {"seat": "A-1", "reason": "Torn"})
    assert [answer.status_code for answer in back] == [204, 204]
    assert [action for action, seat in trail(event) if seat == "A-1"] == [
        "card.received",
        "card.set-aside",
        "card.receipt-taken-back",
        "card.taken-up",
    ]


@pytest.mark.parametrize("body", [{}, {"seats": []}, {"seats": "A-1"}, {"seats": [1]}, {"seats": ["B-9"]}, []])
def test_programs_are_told_what_is_no_card(event: Event, checker: User, body: object) -> None:
    assert api_of(checker).post(f"{API}/received/", body, format="json").status_code == 400


def test_a_program_may_name_its_save(event: Event, checker: User) -> None:
    program = api_of(checker)
    line = {"game": 1, "opponent": "A-2", "points": "2", "plus": "12", "minus": ""}
    body = {"version": 0, "lines": [line], "key": str(uuid4())}

    first = program.put(f"{API}/A-1/", body)
    make_card(event, "A-1", "A-2 2 +40")
    second = program.put(f"{API}/A-1/", body)

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json()["version"] == 2
    assert program.put(f"{API}/A-1/", {**body, "key": "x"}).status_code == 400
