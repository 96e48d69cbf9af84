"""What the head judge decides on referred games stays among the rulings: taken back, decided anew, or open again by its cards."""

from __future__ import annotations

import csv

import pytest
from django.urls import reverse

from judging.rulings.reads.rulings import RulingShown, rulings
from judging.tests.test_views import make_referral
from scorecards.crosscheck.actions import crosscheck as crosscheck_actions
from scorecards.tests.factories import find, key, look_at_all, make_card, make_cards
from tournaments.access import Actor, Rights
from tournaments.errors import Malformed
from tournaments.models import AuditEntry, Event, User
from tournaments.people.actions.people import grant_role
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import html_of, signed_in, text_of

pytestmark = pytest.mark.django_db

HEAD = Rights(frozenset({"judge", "head_judge"}))
CHECKER = Rights(frozenset({"checker"}))
GAME = "1-A-1-A-2"
API = "/api/v1/tournaments/sierra/rulings/"
WON = {"points": 2, "plus": 10, "minus": None}
LOST = {"points": 0, "plus": None, "minus": 10}


@pytest.fixture
def event() -> Event:
    event = make_referral(make_tournament("sierra"))
    look_at_all(event)
    return event


@pytest.fixture
def checked() -> Event:
    """A game for which rule 12.2 has a proposal."""
    event = make_event(tournament=make_tournament("sierra"), games=1, entrants=4, seated=True)
    make_cards(event, A_1="A-2 2 +16", A_2="A-1 0 -15", A_3="A-4 2 +02", A_4="A-3 0 -02")
    crosscheck_actions.start_cross_check(event=event, actor=make_actor())
    look_at_all(event)
    return event


def harriet(event: Event) -> User:
    user = make_user(role="judge", tournament=event.tournament, is_head=True)
    user.first_name, user.last_name = "Harriet", "Judd"
    user.save()
    return user


def rule(event: Event, head: User, *, first=None, second=None, reason="Both had pegged out", initials="HJ") -> None:
    crosscheck_actions.override(
        event=event,
        key=key(1, "A-1", "A-2"),
        resolved={"A-1": first or WON, "A-2": second or LOST},
        initials=initials,
        reason=reason,
        version=find(event, 1, "A-1", "A-2").version,
        rights=HEAD,
        actor=Actor.of_user(head),
    )


def refer(event: Event) -> None:
    """A checker puts the game before the head judge."""
    version = find(event, 1, "A-1", "A-2").version
    crosscheck_actions.refer(
        event=event, key=key(1, "A-1", "A-2"), initials="JK", reason="Smudged", version=version, actor=make_actor()
    )


def take_back(event: Event, head: User, reason: str | None = "Of another game") -> None:
    crosscheck_actions.take_back_decision(
        event=event, key=key(1, "A-1", "A-2"), reason=reason, rights=HEAD, actor=Actor.of_user(head)
    )


def listed(event: Event) -> list[RulingShown]:
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    return list(rulings(event.tournament, [event]))


def page_of(event: Event, name: str, *more: str) -> str:
    return reverse(f"scorecards:{name}", args=[event.tournament.slug, event.slug, *more])


def test_a_ruling_on_a_referred_game_says_who_when_what_stands_and_why(event):
    rule(event, harriet(event))

    [one] = listed(event)
    text = text_of(signed_in(harriet_again(event)).get(reverse("judging:rulings", args=["sierra"])))

    assert (one.referral, one.judges, one.by, one.initials) == (GAME, ("Harriet Judd",), "Harriet Judd", "HJ")
    assert one.at <= AuditEntry.objects.get(action="discrepancy.overridden").at
    assert one.happened == "A-1: 2, spread blank; A-2: 0, spread blank"
    assert one.decision == "A-1: 2, +10; A-2: 0, \N{MINUS SIGN}10"
    assert one.reason == "Both had pegged out"
    assert one.stands
    assert "Judges: Harriet Judd (HJ)" in text


def harriet_again(event: Event) -> User:
    return User.objects.get(first_name="Harriet", roles__tournament=event.tournament)


def test_a_ruling_that_is_taken_back_stays_with_who_when_and_why_on_page_spreadsheet_and_api(event):
    head = harriet(event)
    rule(event, head)

    take_back(event, head)

    [one] = listed(event)
    client = signed_in(head)
    text = text_of(client.get(reverse("judging:rulings", args=["sierra"])))
    table = client.get(reverse("judging:rulings_csv", args=["sierra"])).content.decode("utf-8-sig")
    [row] = csv.DictReader(table.splitlines())
    [told] = api_of(head).get(API).json()
    assert (one.stands, one.taken_back_by, one.taken_back_reason) == (False, "Harriet Judd", "Of another game")
    assert "Rulings 1" in text
    assert "Taken back by Harriet Judd" in text
    assert "Of another game" in text
    assert (row["taken_back_by"], row["taken_back_reason"]) == ("Harriet Judd", "Of another game")
    assert (told["referral"], told["taken_back_reason"], told["reason"]) == (
        GAME,
        "Of another game",
        "Both had pegged out",
    )
    assert None not in (told["at"], told["taken_back_at"])


def test_a_game_that_a_checker_referred_waits_for_the_head_judge_again_once_its_ruling_is_taken_back(checked):
    head = harriet(checked)
    refer(checked)
    rule(checked, head)

    take_back(checked, head)

    [one] = listed(checked)
    waiting = text_of(signed_in(head).get(reverse("judging:referrals", args=["sierra"])))
    assert (one.stands, one.taken_back_reason) == (False, "Of another game")
    assert "Smudged" in waiting
    assert "Nothing waits for the head judge" not in waiting
    rule(checked, head, first=LOST, second=WON, reason="The other one had it")
    assert [found.stands for found in listed(checked)] == [True, False]


def test_a_ruling_that_lapsed_with_a_changed_card_is_told_to_the_head_judge_and_not_called_open(checked):
    head = harriet(checked)
    refer(checked)
    rule(checked, head)
    client = signed_in(head)
    before = text_of(client.get(reverse("judging:referrals", args=["sierra"])))
    make_card(checked, "A-1", "A-2 2 +15")

    after = text_of(client.get(reverse("judging:referrals", args=["sierra"])))
    page = text_of(client.get(reverse("judging:rulings", args=["sierra"])))

    assert ["Set aside by a card that has changed" in one for one in (before, after)] == [False, True]
    assert "Both had pegged out" in after
    assert "a card has changed since" in page
    assert "open again" not in page


def test_the_desk_cites_who_decided_and_no_rule_that_says_something_else(checked):
    head = harriet(checked)
    refer(checked)
    rule(checked, head)

    page = signed_in(head).get(page_of(checked, "crosscheck"), {"case": GAME, "show": "all"})

    assert page.context["open"].rules == (("14.1", "The head judge decided it."),)


def test_a_second_ruling_on_the_game_stands_beside_the_first(event):
    head = harriet(event)
    rule(event, head)
    take_back(event, head)
    rule(event, head, first=LOST, second=WON, reason="The other one had it")

    found = listed(event)

    assert [(one.reason, one.stands) for one in found] == [
        ("The other one had it", True),
        ("Both had pegged out", False),
    ]


def test_a_ruling_that_another_one_replaced_says_so(event):
    head = harriet(event)
    rule(event, head)
    rule(event, head, first=LOST, second=WON, reason="The other one had it")

    now, before = listed(event)

    assert now.stands
    assert (before.stands, before.taken_back_reason) == (False, "Decided anew: The other one had it")


def test_a_ruling_whose_cards_changed_since_is_open_again_and_says_so(event):
    head = harriet(event)
    rule(event, head)

    make_card(event, "A-2", "A-1 0 -09")
    [changed] = listed(event)
    make_card(event, "A-2", "A-1 0 .")
    [back] = listed(event)

    assert (changed.stands, changed.lapsed, changed.taken_back_at) == (False, True, None)
    assert (back.stands, back.lapsed) == (True, False)


def test_what_is_to_be_read_again_is_not_told_by_a_ruling_either(event):
    head = harriet(event)
    rule(event, head)
    take_back(event, head)

    make_card(event, "A-1", "A-2 2 +31")
    make_card(event, "A-2", "A-1 0 .")
    [one] = listed(event)

    assert "to be read again on the paper" in one.happened


def test_what_a_checker_referred_and_the_head_judge_decided_is_a_ruling_and_a_checker_s_decision_is_none():
    event = make_event(tournament=make_tournament("sierra"), games=1, entrants=2, seated=True)
    make_cards(event, A_1="A-2 2 +12", A_2="A-1 0 -10")
    crosscheck_actions.start_cross_check(event=event, actor=make_actor())
    look_at_all(event)
    game = {"event": event, "key": key(1, "A-1", "A-2"), "initials": "LF", "actor": make_actor()}
    values = {"resolved": {"A-1": WON, "A-2": LOST}, "reason": "By the paper", "rights": CHECKER}
    crosscheck_actions.override(**game, **values, version=find(event, 1, "A-1", "A-2").version)
    by_checker = listed(event)
    crosscheck_actions.take_back_decision(event=event, key=game["key"], rights=CHECKER, actor=make_actor())
    crosscheck_actions.refer(**game, reason="Unclear", version=find(event, 1, "A-1", "A-2").version)
    rule(event, harriet(event))

    [one] = listed(event)
    referred = text_of(signed_in(harriet_again(event)).get(reverse("judging:referrals", args=["sierra"])))

    assert by_checker == []
    assert (one.reason, one.stands) == ("Both had pegged out", True)
    assert "Both had pegged out HJ" in referred


# --- Taking one back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_ruling_is_not_taken_back_without_a_reason(event, reason):
    head = harriet(event)
    rule(event, head)

    with pytest.raises(Malformed) as refused:
        take_back(event, head, reason)

    assert [(one.field, one.code) for one in refused.value.faults] == [("reason", "required")]
    assert listed(event)[0].stands


def test_the_desk_asks_why_beside_the_button_and_no_key_takes_a_ruling_back(event):
    head = harriet(event)
    grant_role(tournament=event.tournament, username=head.username, kind="checker", actor=make_actor())
    rule(event, head)
    client = signed_in(head)

    page = client.get(page_of(event, "crosscheck"), {"case": GAME})
    bare = client.post(page_of(event, "take_back", GAME), {"takes_back": "on", "reason": ""})
    still = listed(event)[0].stands
    done = client.post(page_of(event, "take_back", GAME), {"takes_back": "on", "reason": "Of another game"})

    html = page.content.decode()
    assert 'id="why-back"' in html
    assert 'data-key="Ctrl+z"' not in html
    assert bare.status_code in (400, 422)
    assert "Say why the ruling is taken back" in text_of(bare)
    assert still
    assert done.status_code == 302
    assert listed(event)[0].taken_back_reason == "Of another game"


def test_a_program_says_why_in_the_body_and_one_that_does_not_is_noted_as_such(event):
    head = harriet(event)
    program = api_of(head)
    decision = f"/api/v1/tournaments/sierra/events/main/discrepancies/{GAME}/decision/"
    rule(event, head)

    blank = program.delete(decision, {"reason": ""}, format="json")
    said = program.delete(decision, {"reason": "Of another game"}, format="json")
    rule(event, head)
    silent = program.delete(decision)

    assert (blank.status_code, said.status_code, silent.status_code) == (400, 200, 200)
    assert [one.taken_back_reason for one in listed(event)] == ["", "Of another game"]
    text = text_of(signed_in(head).get(reverse("judging:rulings", args=["sierra"])))
    assert "no reason was given" in text


# --- One winner ------------------------------------------------------------------------------------------------------


def test_no_game_is_ruled_a_win_for_both_1_1(event):
    head = harriet(event)

    with pytest.raises(Malformed) as refused:
        rule(event, head, second=WON)
    body = {
        "initials": "HJ",
        "reason": "Both",
        "version": find(event, 1, "A-1", "A-2").version,
        "resolved": {seat: {"points": "2", "plus": "10", "minus": ""} for seat in ("A-1", "A-2")},
    }
    program = api_of(head).post(
        f"/api/v1/tournaments/sierra/events/main/discrepancies/{GAME}/override/", body, format="json"
    )
    rule(event, head, first=LOST)

    assert [(one.field, one.code, one.rule) for one in refused.value.faults] == [("resolved", "two_wins", "1.1")]
    assert (program.status_code, program.json()["errors"][0]["code"]) == (400, "two_wins")
    assert listed(event)[0].decision == "A-1: 0, \N{MINUS SIGN}10; A-2: 0, \N{MINUS SIGN}10"


@pytest.mark.parametrize(
    ("first", "second", "fault"),
    [
        pytest.param(
            None, {"points": 0, "plus": 10, "minus": None}, "A-2: a loss has its spread under minus.", id="loss"
        ),
        pytest.param({"points": 2, "plus": None, "minus": 10}, None, "A-1: a win has its spread under plus.", id="win"),
    ],
)
def test_no_spread_is_ruled_into_the_column_of_the_other_result(event, first, second, fault):
    head = harriet(event)

    with pytest.raises(Malformed) as refused:
        rule(event, head, first=first, second=second)

    (one,) = refused.value.faults
    assert (one.field, one.code, one.rule) == (f"resolved.{fault[:3]}", "column", None)
    assert one.message.startswith(fault)
    assert listed(event) == []


def test_a_card_that_is_left_as_it_is_keeps_what_was_written_on_it(event):
    head = harriet(event)
    crosscheck_actions.override(
        event=event,
        key=key(1, "A-1", "A-2"),
        resolved={"A-1": None, "A-2": None},
        initials="HJ",
        reason="As they wrote",
        version=find(event, 1, "A-1", "A-2").version,
        rights=HEAD,
        actor=Actor.of_user(head),
    )

    assert len(listed(event)) == 1


def test_whoever_types_l_12_at_the_desk_reads_what_to_write(event):
    head = harriet(event)
    sent = {"stands-A-1": "W 12", "stands-A-2": "L 12", "initials": "HJ", "reason": "Both", "table": "A"}
    sent["version"] = str(find(event, 1, "A-1", "A-2").version)

    page = signed_in(head).post(reverse("scorecards:by_hand", args=["sierra", "main", GAME]), sent)

    assert page.status_code == 422
    assert "A-2: a loss has its spread under minus. Write -12, or 12 for a win." in text_of(page)
    assert 'value="L 12"' in page.content.decode()


def test_the_desk_says_beside_the_fields_that_a_game_has_one_winner(event):
    head = harriet(event)
    version = find(event, 1, "A-1", "A-2").version

    page = signed_in(head).post(
        page_of(event, "by_hand", GAME),
        {"initials": "HJ", "reason": "Both", "version": version, "stands-A-1": "10", "stands-A-2": "10"},
    )

    assert page.status_code in (400, 422)
    assert "Both cards, A-1 and A-2, would say a win, and a game has one winner." in text_of(page)
    assert 'id="stands-A-2" value="10"' in html_of(page)


# --- The list of games for the head judge ----------------------------------------------------------------------------


def test_a_game_whose_line_is_to_be_read_first_is_not_offered_for_a_decision():
    event = make_referral(make_tournament("sierra"))
    head = harriet(event)
    address = reverse("judging:referrals", args=["sierra"])

    unread = text_of(signed_in(head).get(address))
    look_at_all(event)
    read = text_of(signed_in(head).get(address))

    assert "First a checker reads the line again on the paper of A-1, A-2; then this game is decided." in unread
    assert "Decide at the desk" not in unread
    assert "First a checker reads" not in read
    assert "Decide at the desk" in read
