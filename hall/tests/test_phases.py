"""The six steps: what is missing for the next one, and reopening one that is behind, by page and API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from brackets.bracket.actions import draw_bracket
from brackets.matches.actions.ending import end_match
from brackets.matches.actions.moving import move_over
from brackets.models import Bracket, Match, MatchGame
from brackets.settling.actions.payouts import pay_out
from brackets.settling.actions.prizes import PrizePlan, set_prizes
from brackets.tests.factories import link, make_bracket, make_posted_event, win
from hall.desk import reads as desk_reads
from hall.desk.actions import reopen_phase
from hall.desk.phases import reopening
from hall.exchange.older import brought_up
from hall.exchange.reads import tournament_document
from judging.rulings.reads.rulings import rulings
from scorecards.cards.actions.cards import WrittenCard, WrittenLine, write_card
from scorecards.cards.actions.stack import receive_cards, take_back_receipts
from scorecards.crosscheck.actions.crosscheck import accept, override, refer, start_cross_check, take_back_decision
from scorecards.crosscheck.actions.undo import undo
from scorecards.models import QualifyingResult, Scorecard
from scorecards.sheet.reads import earlier as earlier_reads
from scorecards.sheet.reads.discrepancies import discrepancies
from scorecards.sheet.reads.standings import qualifiers
from scorecards.sheet.rules.replay import rebuild
from scorecards.standings.actions.posting import post_qualifiers, record_tiebreak
from scorecards.tests.factories import find, key, make_cards, sheet
from scorecards.tests.test_replay import ACTS, GAMES, Act, opponents, settled_in, told, without_moments
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import call_game, change_day
from tournaments.day.reads.round import DayPlan, What
from tournaments.day.reads.schedule import rounds
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Event
from tournaments.rules.phase import Phase
from tournaments.seating.actions import draw_seats
from tournaments.seating.reads.draw import published_proof
from tournaments.tests.cases import often
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, text_of

pytestmark = pytest.mark.django_db

DIRECTOR = Rights(frozenset({"director"}))
# Four players, three games. In game 1 the card of A-1 says 12 where A-2 says 10.
CARDS = {
    "A_1": "A-2 2 +12 \n A-3 2 +12 \n A-4 3 +40",
    "A_2": "A-1 0 -10 \n A-4 2 +05 \n A-3 2 +07",
    "A_3": "A-4 2 +03 \n A-1 0 -12 \n A-2 0 -07",
    "A_4": "A-3 0 -03 \n A-2 0 -05 \n A-1 0 -40",
}


@pytest.fixture
def seated() -> Event:
    return make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)


@pytest.fixture
def checked(seated: Event) -> Event:
    """Every card typed, the cross-check begun, its one correction signed."""
    make_cards(seated, **CARDS)
    start_cross_check(event=seated, actor=make_actor())
    version = find(seated, 1, "A-1", "A-2").version
    accept(event=seated, key=key(1, "A-1", "A-2"), initials="LF", version=version, actor=make_actor())
    return seated


def now(event: Event) -> Event:
    return Event.objects.select_related("tournament").get(pk=event.pk)


def reopen(event: Event, phase: str, **more: Any) -> Event:
    reopen_phase(event=event, phase=phase, reason="A card turned up", **more, actor=make_actor())
    return now(event)


def steps(event: Event) -> dict[Phase, desk_reads.PhaseStep]:
    return {step.phase: step for step in desk_reads.phase_steps(now(event), DIRECTOR, timezone.now())}


def missing(event: Event) -> list[str]:
    return [one.text for step in steps(event).values() for one in step.missing]


def said(event: Event) -> list[tuple[str, str]]:
    return [(view.id, view.state) for view in discrepancies(sheet(now(event)))]


# --- What is missing -------------------------------------------------------------------------------------------------


def test_each_step_says_what_is_missing_for_the_next_and_leads_there() -> None:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=1)
    assert len(missing(event)) == 1
    assert "two" in missing(event)[0].lower()

    enter_entrants(event=event, entrants=[EntrantPlan(f"Late {n}") for n in ("Ann", "Bea", "Cora")], actor=make_actor())
    assert missing(event) == []

    draw_seats(event=event, seed=7, actor=make_actor())
    make_cards(event, **{name: text for name, text in CARDS.items() if name != "A_4"})
    step = steps(event)[Phase.QUALIFYING]
    assert [(one.text.split(" is ")[1], one.url) for one in step.missing] == [("not in.", "/t/sierra/main/cards/A-4/")]
    assert step.next is not None
    assert step.next.url == "/t/sierra/main/cross-check/"


def test_the_cross_check_names_every_obstacle_and_the_playoffs_every_open_match(seated: Event) -> None:
    make_cards(seated, **CARDS)
    start_cross_check(event=seated, actor=make_actor())

    before = steps(seated)[Phase.CROSS_CHECK].missing
    posted = make_posted_event(8)
    draw_bracket(event=posted, actor=make_actor())
    playing = steps(posted)[Phase.PLAYOFFS].missing

    assert [one.url for one in before] == ["/t/sierra/main/cross-check/?case=1-A-1-A-2"]
    matches = Match.objects.filter(bracket__event=posted, bye=False, top__isnull=False, bottom__isnull=False)
    assert sum("is not decided: 0 to 0 games." in one.text for one in playing) == matches.count()


def test_an_impossible_draw_says_why() -> None:
    event = make_event(games=9, entrants=4)

    assert any("different opponents need" in text for text in missing(event))


# --- Reopening -------------------------------------------------------------------------------------------------------


def test_reopening_registration_keeps_the_seats_and_who_comes_later_gets_a_free_one(seated: Event) -> None:
    before = {entry.number: entry.seat for entry in seated.entries.all()}

    event = reopen(seated, "registration")

    assert (event.phase, event.is_seated, event.tables.count()) == ("registration", False, 0)
    assert {entry.number: entry.seat for entry in event.entries.all()} == before
    enter_entrants(event=event, entrants=[EntrantPlan("Late Ann"), EntrantPlan("Late Bea")], actor=make_actor())
    draw_seats(event=event, seed=3, actor=make_actor())
    after = {entry.number: entry.seat for entry in event.entries.all()}
    assert after | before == after
    assert all(after.values())


def test_reopening_the_seating_discards_the_draw(seated: Event) -> None:
    event = reopen(seated, "seating")

    assert (event.phase, event.is_seated, event.draw_seed) == ("registration", False, None)
    assert {entry.seat for entry in event.entries.all()} == {""}
    draw_seats(event=event, seed=5, actor=make_actor())
    assert now(event).phase == "seating"


@pytest.mark.parametrize("phase", ["registration", "seating"])
@pytest.mark.parametrize("how", ["typed", "handed in"])
def test_cards_are_put_away_once_somebody_says_how_many(seated: Event, phase: str, how: str) -> None:
    if how == "typed":
        make_cards(seated, A_1=CARDS["A_1"])
    else:
        receive_cards(event=seated, seats=["A-1"], actor=make_actor())
    back = reopening(now(seated), Phase(phase))

    for said in (None, 0, 2):
        with pytest.raises(Malformed) as refused:
            reopen(seated, phase, cards=said)
        assert [fault.field for fault in refused.value.faults] == ["cards"]
        assert "1 card is put away by it" in refused.value.message
    assert Scorecard.objects.filter(entry__event=seated).exists()
    reopen(seated, phase, cards=1, mark=back.mark)

    assert back.cards == 1
    assert "A-1" in str(back.falls[0])
    assert not Scorecard.objects.filter(entry__event=seated).exists()
    assert AuditEntry.objects.get(action="phase.reopened").before["cards"] == ["A-1"]
    draw_seats(event=seated, seed=5, actor=make_actor())
    assert now(seated).phase == "seating"


@pytest.mark.parametrize("phase", ["registration", "seating"])
def test_the_seats_of_a_posted_event_can_be_opened_again_with_all_that_falls(checked: Event, phase: str) -> None:
    post_qualifiers(event=checked, actor=make_actor())
    back = reopening(now(checked), Phase(phase))

    event = reopen(checked, phase, cards=back.cards)

    assert "posted list" in str(back.falls[0])
    assert back.cards == event.entries.count()
    assert (event.phase, event.posted_at, event.cross_checked_at) == ("registration", None, None)
    draw_seats(event=event, seed=5, actor=make_actor())
    log = earlier_reads.acts(event)
    assert without_moments(told(earlier_reads.earlier_sheet(event, log))) == without_moments(told(sheet(event)))


@pytest.mark.parametrize("phase", ["registration", "seating"])
def test_somebody_who_left_early_and_one_who_came_in_their_place_hold_nothing_back(phase: str) -> None:
    event = make_event(games=9, entrants=14, seated=True)
    call_game(event=event, game=2, actor=make_actor())
    plan = DayPlan(What.LEAVES, seat="A-9", first=3)
    change_day(event=now(event), plan=plan, reason="Taken ill", actor=make_actor())
    call_game(event=now(event), game=3, actor=make_actor())
    enter_entrants(event=now(event), entrants=[EntrantPlan("Lou", seat="A-15")], actor=make_actor())
    call_game(event=now(event), game=5, actor=make_actor())
    back = reopening(now(event), Phase(phase))

    event = reopen(now(event), phase)

    assert any("1 person who left early is a no-show then" in fall.text and "A-9" in str(fall) for fall in back.falls)
    assert (event.game_now, event.day_changes.filter(undone_at=None).count()) == (None, 0)
    assert event.entries.get(number=9).status == "no_show"
    if phase == "registration":
        # A seat stands empty between those that people keep, beside the one by which the number is odd.
        with pytest.raises(Refused, match="opening the seating again") as uneven:
            draw_seats(event=event, seed=5, actor=make_actor())
        assert uneven.value.code == "impossible"
        event = reopen(now(event), "seating")
    draw_seats(event=event, seed=5, actor=make_actor())
    playing = now(event).entries.playing()
    assert len({entry.seat for entry in playing} - {""}) == 14
    assert {one.games for one in published_proof(now(event)).lines()} == {9}


def test_once_its_typing_is_undone_a_card_holds_no_seat(seated: Event) -> None:
    make_cards(seated, A_1=CARDS["A_1"])
    typed = AuditEntry.objects.get(action="card.typed")
    undo(
        event=seated,
        entry=earlier_reads.log_numbers(seated)[typed.pk],
        reason="Of another event",
        rights=DIRECTOR,
        actor=make_actor(),
    )

    reopen(seated, "seating")

    seated.refresh_from_db()
    assert (seated.cards_begun_at, seated.phase) == (None, "registration")
    assert not Scorecard.objects.filter(entry__event=seated).exists()
    draw_seats(event=seated, seed=5, actor=make_actor())
    assert now(seated).phase == "seating"


def test_what_was_decided_on_cards_that_are_undone_holds_nobody_at_a_seat(checked: Event) -> None:
    """A decision and a playoff name people by their seats, which are drawn anew."""
    for typed in AuditEntry.objects.filter(event=checked, action="card.typed").order_by("-pk"):
        entry = earlier_reads.log_numbers(checked)[typed.pk]
        undo(event=checked, entry=entry, reason="Last week’s", rights=DIRECTOR, actor=make_actor())
    record_tiebreak(event=checked, order=["A-3", "A-2", "A-4", "A-1"], actor=make_actor())

    reopen(checked, "seating")

    assert told(sheet(checked))["decisions"] == set()
    assert sheet(checked).playoffs == ()
    draw_seats(event=checked, seed=5, actor=make_actor())
    assert sheet(checked).crosscheck.dropped == ()
    log = earlier_reads.acts(checked)
    assert without_moments(told(earlier_reads.earlier_sheet(checked, log))) == without_moments(told(sheet(checked)))
    # Another person has the seat by now, so the old card is not put back to it.
    back = next(act.number for act in reversed(log) if act.action == "card.typing-undone")
    with pytest.raises(Refused) as refused:
        undo(event=checked, entry=back, reason="Ours", rights=DIRECTOR, actor=make_actor())
    assert refused.value.code == "stale"
    assert "opened again since" in refused.value.message


def test_a_receipt_that_was_taken_back_is_no_card(seated: Event) -> None:
    receive_cards(event=seated, seats=["A-1"], actor=make_actor())
    take_back_receipts(event=seated, seats=["A-1"], actor=make_actor())

    reopen(seated, "seating")

    assert not Scorecard.objects.filter(entry__event=seated).exists()


def test_a_ruling_on_a_game_stays_where_the_seats_are_drawn_anew(seated: Event) -> None:
    make_cards(seated, **CARDS)
    start_cross_check(event=seated, actor=make_actor())
    game = {"event": seated, "key": key(1, "A-1", "A-2"), "initials": "HJ", "actor": make_actor()}
    refer(**game, reason="Unclear", version=find(seated, 1, "A-1", "A-2").version)
    version = find(seated, 1, "A-1", "A-2").version
    stands: dict[str, dict[str, int | None] | None] = {"A-1": None, "A-2": None}
    override(**game, resolved=stands, reason="As it is", version=version, rights=DIRECTOR)
    name = seated.entries.get(table="A", seat_number=1).name

    reopen(reopen(seated, "qualifying"), "seating", cards=4)
    [kept] = rulings(seated.tournament, [now(seated)])

    assert (kept.referral, kept.offender and kept.offender.name) == ("1-A-1-A-2", name)
    assert (kept.taken_back_by, kept.taken_back_reason) == ("tests", "A card turned up")


def test_reopening_qualifying_keeps_decisions_and_they_hold_again(checked: Event) -> None:
    before = said(checked)
    stays = reopening(now(checked), Phase.QUALIFYING).stays

    event = reopen(checked, "qualifying")

    assert (event.phase, event.cross_checked_at) == ("qualifying", None)
    assert "1 signed decision stays, and counts in the cross-check while its cards say the same." in stays
    start_cross_check(event=event, actor=make_actor())
    assert said(event) == before


def test_reopening_the_cross_check_takes_the_posted_list_back_and_the_same_cards_post_the_same(checked: Event) -> None:
    post_qualifiers(event=checked, actor=make_actor())
    posted = qualifiers(now(checked))
    with pytest.raises(Refused) as closed:
        take_back_decision(event=checked, key=key(1, "A-1", "A-2"), rights=DIRECTOR, actor=make_actor())

    event = reopen(checked, "cross_check")

    assert "reopen the cross-check" in closed.value.message
    assert (event.phase, event.posted_at) == ("cross_check", None)
    assert not QualifyingResult.objects.filter(event=event).exists()
    assert said(event) == [("1-A-1-A-2", "accepted")]
    post_qualifiers(event=event, actor=make_actor())
    assert qualifiers(now(event)) == posted


def test_reopening_after_games_of_the_bracket_says_which_fall_and_takes_them_back() -> None:
    event = make_posted_event(4)
    draw_bracket(event=event, actor=make_actor())
    win(event, 1, "A-1", "A-1")

    back = reopening(now(event), Phase.CROSS_CHECK)
    reopen(event, "cross_check", mark=back.mark)

    assert any("The bracket is removed, and with it 2 recorded games: match 1," in str(one) for one in back.falls)
    assert not MatchGame.objects.filter(match__bracket__event=event).exists()
    assert not Bracket.objects.filter(event=event).exists()
    assert AuditEntry.objects.filter(event=event, action="game.recorded").count() == 2


@pytest.mark.parametrize(("phase", "mine"), [("cross_check", "A-4"), ("seating", "A-1"), ("playoffs", "A-2")])
def test_nobody_reopens_a_step_by_which_their_own_match_falls(phase: str, mine: str) -> None:
    event = make_bracket(4, best_of=1, tournament=make_tournament("sierra"))
    win(event, 1, "A-1")
    win(event, 2, "A-2")
    win(event, 3, "A-2")
    user = make_user(role="director", tournament=event.tournament)
    link(event, mine, user)
    client, api = Client(), api_of(user)
    client.force_login(user)
    at, mark = f"/t/sierra/main/phases/reopen/{phase}/", reopening(now(event), Phase(phase)).mark

    shown = client.get(at)
    sent = client.post(at, {"mark": mark, "reason": "Slip"})
    by_api = api.post(
        "/api/v1/tournaments/sierra/events/main/phases/reopen/",
        {"phase": phase, "mark": mark, "reason": "Slip"},
        format="json",
    )

    told = "which is your own: another director reopens the step."
    assert told in text_of(shown)
    assert "Reopen it" not in text_of(shown)
    assert (sent.status_code, told in text_of(sent)) == (403, True)
    assert (by_api.status_code, by_api.json()["code"]) == (403, "own_card")
    assert MatchGame.objects.filter(match__bracket__event=event).count() == 3


def test_a_match_that_nobody_has_begun_holds_no_step_closed_for_who_plays_it() -> None:
    event = make_bracket(4, best_of=1)
    win(event, 2, "A-2")
    user = make_user(role="director", tournament=event.tournament)
    link(event, "A-1", user)
    mark = reopening(now(event), Phase.CROSS_CHECK).mark

    reopen_phase(event=event, phase="cross_check", reason="Slip", mark=mark, actor=make_actor(user))

    assert not Bracket.objects.filter(event=event).exists()


def test_nothing_is_reopened_if_more_would_fall_than_in_the_preview() -> None:
    event = make_posted_event(4)
    mark = reopening(now(event), Phase.CROSS_CHECK).mark
    draw_bracket(event=event, actor=make_actor())

    with pytest.raises(Refused) as refused:
        reopen(event, "cross_check", mark=mark)

    assert refused.value.code == "stale"
    assert Bracket.objects.filter(event=event).exists()


@pytest.mark.parametrize("phase", ["playoffs", "cross_check", "seating"])
def test_what_was_paid_out_stays_and_is_named_first(phase: str) -> None:
    event = make_posted_event(2, tournament=make_tournament("sierra"))
    draw_bracket(event=event, best_of=1, actor=make_actor())
    win(event, 1, "A-1")
    champion = event.entries.get(number=1)
    set_prizes(event=event, prizes=[PrizePlan("place", 5000, place=1)], actor=make_actor())
    pay_out(tournament=event.tournament, player=champion.player, kind="cash", cents=5000, actor=make_actor())

    back = reopening(now(event), Phase(phase))

    assert any(f"{champion.name} ($50)" in text for text in back.stays)
    if phase != "playoffs":
        # A match that has begun falls: nobody does that without having looked.
        with pytest.raises(Malformed) as unseen:
            reopen(now(event), phase, cards=back.cards)
        assert [fault.field for fault in unseen.value.faults] == ["mark"]
    reopen(now(event), phase, cards=back.cards, mark=back.mark)
    assert event.tournament.payouts.count() == 1


def test_who_came_over_to_another_event_is_named_and_stays_there() -> None:
    event = make_posted_event(2, tournament=make_tournament("sierra"))
    draw_bracket(event=event, best_of=1, actor=make_actor())
    win(event, 1, "A-1")
    consolation = make_event(tournament=event.tournament, slug="consolation", kind="consolation")
    coming = {"event": consolation, "source": now(event), "seats": {2: "", 3: ""}, "out_in": 1}
    move_over(**coming, actor=make_actor())
    names = list(event.entries.filter(number__in=(2, 3)).order_by("number").values_list("name", flat=True))
    named = f"Players who came over to Consolation stay entered there, with seat, cards and fees: A-2 {names[0]}; A-3 {names[1]}."

    stays = {
        phase: " ".join(reopening(now(event), Phase(phase)).stays) for phase in ("seating", "cross_check", "playoffs")
    }

    assert named in stays["seating"]
    assert named in stays["cross_check"]
    # The final is open again; who did not qualify is not in it.
    assert f"{names[0]} is entered in Consolation since" in stays["playoffs"]
    assert names[1] not in stays["playoffs"]


def test_reopening_the_playoffs_takes_back_the_game_that_decided_the_final() -> None:
    event = make_posted_event(2)
    draw_bracket(event=event, best_of=3, actor=make_actor())
    win(event, 1, "A-1", "A-1")
    assert now(event).phase == "report"

    event = reopen(event, "playoffs")

    assert event.phase == "playoffs"
    assert MatchGame.objects.filter(match__bracket__event=event).count() == 1
    win(event, 1, "A-2", "A-2")
    assert now(event).phase == "report"


@pytest.mark.parametrize(
    ("phase", "code"),
    [("cross_check", "open"), ("playoffs", "not_ready"), ("report", "not_ready")],
)
def test_what_is_open_or_not_reached_is_not_reopened(checked: Event, phase: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        reopen(checked, phase)

    assert refused.value.code == code


@pytest.mark.parametrize("given", [{"reason": ""}, {"reason": "x" * 301}, {"phase": "lunch"}])
def test_a_reason_and_a_step_are_asked_for(checked: Event, given: dict[str, str]) -> None:
    with pytest.raises(Malformed) as refused:
        reopen_phase(**{"event": checked, "phase": "qualifying", "reason": "Slip", **given}, actor=make_actor())

    assert [fault.field for fault in refused.value.faults] == list(given)


def test_reopening_is_one_row_of_the_log_which_rebuilds_what_was_before_and_after(checked: Event) -> None:
    post_qualifiers(event=checked, actor=make_actor())
    before = len(earlier_reads.acts(checked))

    event = reopen(checked, "qualifying")

    acts = earlier_reads.acts(event)
    assert len(acts) == before + 1
    assert acts[-1].reason == "A card turned up"
    then, after = rebuild(acts[:before]), rebuild(acts)
    assert then.posted_at is not None
    assert then.cross_checked_at is not None
    assert (after.posted_at, after.cross_checked_at) == (None, None)
    assert after.things == then.things
    page = in_role(event.tournament, "director").get("/t/sierra/main/log/")
    assert "Reopened: Qualifying." in text_of(page)


@pytest.mark.parametrize("phase", ["registration", "seating"])
def test_the_log_rebuilds_the_seats_after_reopening(seated: Event, phase: str) -> None:
    event = reopen(seated, phase)

    seats = {entry.number: entry.seat for entry in event.entries.all()}

    assert rebuild(earlier_reads.acts(event)).seats == seats


@pytest.mark.parametrize("phase", ["registration", "seating", "qualifying", "cross_check"])
def test_an_event_that_was_reopened_can_be_exported_and_read(checked: Event, seated: Event, phase: str) -> None:
    event = checked
    if phase in ("registration", "seating"):
        event = make_event(tournament=seated.tournament, slug="satellite", games=3, entrants=4, seated=True)
    elif phase == "cross_check":
        post_qualifiers(event=checked, actor=make_actor())
    reopen(event, phase)

    document = tournament_document(event.tournament)

    assert brought_up(document) == document


def type_what_agrees(event: Event, actor: Actor) -> None:
    """Every card as the schedule has it: the lower seat won every game by 16, and both cards say so."""
    against = opponents(event)
    for seat in sheet(event).entries:
        lines = []
        for game in range(1, rounds(event) + 1):
            if other := against.get((game, seat)):
                lines.append(WrittenLine(game, other, *((2, 16, None) if seat < other else (0, None, 16))))
        write_card(event=event, seat=seat, version=0, card=WrittenCard(tuple(lines)), actor=actor)


@st.composite
def going_back_and_forth(draw: st.DrawFn) -> Act:
    how = draw(st.sampled_from(["post", "post", *Phase]))

    def act(event: Event, actor: Actor) -> None:
        if how == "post":
            post_qualifiers(event=event, actor=actor)
        else:
            reopen_phase(event=event, phase=how, reason="Slip", actor=actor)

    return act


@examples(max_examples=often(15), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(done=st.lists(st.tuples(st.integers(0, 1), going_back_and_forth() | ACTS), min_size=6, max_size=20))
def test_the_log_rebuilds_every_moment_whatever_is_posted_and_reopened_in_between(done: list[tuple[int, Act]]) -> None:
    event = make_event(tournament=make_tournament(), games=GAMES, entrants=5, seated=True)
    people = [make_user(), make_user()]
    type_what_agrees(event, Actor.of_user(people[0]))
    start_cross_check(event=event, actor=Actor.of_user(people[0]))

    seen = settled_in(event, people, done)

    log = earlier_reads.acts(event)
    for number, then in seen.items():
        assert without_moments(told(earlier_reads.earlier_sheet(event, log[:number]))) == then
    assert (rebuild(log).posted_at is None) == (now(event).posted_at is None)


# --- Pages and API ---------------------------------------------------------------------------------------------------


def test_the_page_shows_first_what_falls_then_asks_a_reason_and_does_it(checked: Event) -> None:
    post_qualifiers(event=checked, actor=make_actor())
    client = in_role(checked.tournament, "director")
    at = "/t/sierra/main/phases/reopen/cross_check/"

    overview = text_of(client.get("/t/sierra/main/phases/"))
    shown = client.get(at)
    mark = reopening(now(checked), Phase.CROSS_CHECK).mark
    without = client.post(at, {"mark": mark, "reason": " "})
    done = client.post(at, {"mark": mark, "reason": "B-2 was misread"}, follow=True)

    for page in (overview, text_of(shown)):
        assert "The posted list of 1 qualifier is taken back." in page
        assert "A-1 Milt Orr" in page
    assert "4 typed cards stay." in text_of(shown)
    assert (without.status_code, "Say in a few words why" in text_of(without)) == (422, True)
    assert "It is open again, and the log says why." in text_of(done)
    assert now(checked).phase == "cross_check"


def test_the_page_and_the_api_ask_how_many_cards_are_put_away(checked: Event) -> None:
    client = in_role(checked.tournament, "director")
    api = api_of(make_user(role="director", tournament=checked.tournament))
    at, of_api = "/t/sierra/main/phases/reopen/seating/", "/api/v1/tournaments/sierra/events/main/phases/reopen/"
    said = {"reason": "The wrong list", "mark": reopening(now(checked), Phase.SEATING).mark}

    shown = text_of(client.get(at))
    wrong = [client.post(at, {**said, "cards": typed}) for typed in ("", "3", "four", "٤", "9" * 5000)]
    by_api = api.post(of_api, {"phase": "seating", **said}, format="json")
    before = now(checked).is_seated
    done = client.post(at, {**said, "cards": "4"}, follow=True)

    assert "4 cards that are handed in or typed are put away." in shown
    assert "How many cards are put away by it? Write the number: 4." in shown
    assert {page.status_code for page in wrong} == {422}
    assert all("no undo brings them back" in text_of(page) for page in wrong)
    assert (by_api.status_code, by_api.json()["errors"][0]["field"], before) == (400, "cards", True)
    assert "It is open again, and the log says why." in text_of(done)
    assert not now(checked).is_seated


def test_an_unknown_step_is_not_found(checked: Event) -> None:
    assert in_role(checked.tournament, "director").get("/t/sierra/main/phases/reopen/lunch/").status_code == 404


@pytest.mark.parametrize("role", ["registrar", "checker", "judge", "viewer"])
def test_the_director_reopens_and_everybody_with_a_role_sees_the_steps(checked: Event, role: str) -> None:
    client = in_role(checked.tournament, role)
    api = api_of(make_user(role=role, tournament=checked.tournament))
    at = "/api/v1/tournaments/sierra/events/main/phases/"

    assert client.get("/t/sierra/main/phases/").status_code == 200
    assert api.get(at).status_code == 200
    assert client.post("/t/sierra/main/phases/reopen/qualifying/", {"reason": "x"}).status_code == 403
    assert api.post(f"{at}reopen/", {"phase": "qualifying", "reason": "x"}).json()["code"] == "role"
    assert now(checked).phase == "cross_check"


def test_the_api_previews_then_reopens(checked: Event) -> None:
    post_qualifiers(event=checked, actor=make_actor())
    api = api_of(make_user(role="director", tournament=checked.tournament))
    at = "/api/v1/tournaments/sierra/events/main/phases/"

    states = {row["phase"]: (row["state"], row["can_reopen"]) for row in api.get(at).json()}
    preview = api.post(f"{at}reopen/", {"phase": "cross_check", "preview": True})
    between = now(checked).phase
    without = api.post(f"{at}reopen/", {"phase": "cross_check"})
    done = api.post(f"{at}reopen/", {"phase": "cross_check", "reason": "Slip", "mark": preview.json()["mark"]})
    again = api.post(f"{at}reopen/", {"phase": "cross_check", "reason": "Slip"})

    assert states["cross_check"] == ("done", True)
    assert states["registration"] == ("done", True)
    assert (preview.status_code, preview.json()["reopened"], between) == (200, False, "playoffs")
    assert (without.status_code, without.json()["errors"][0]["field"]) == (400, "reason")
    assert (done.status_code, done.json()["back_to"], done.json()["reopened"]) == (200, "cross_check", True)
    assert (again.status_code, again.json()["code"]) == (409, "open")


def test_reopening_the_playoffs_takes_back_how_the_final_ended() -> None:
    event = make_bracket(2, best_of=3)
    win(event, 1, "A-1")
    end_match(event=event, match=1, ended="concession", loser="A-1", rights=DIRECTOR, actor=make_actor())

    told = reopening(now(event), Phase.PLAYOFFS)
    reopen_phase(event=event, phase="playoffs", reason="Not meant.", actor=make_actor())

    final = Match.objects.get(bracket__event=event)
    assert "Milt Orr conceded the match." in str(told.falls[0])
    assert (final.winner, final.ended, final.games.count()) == (None, "", 1)
