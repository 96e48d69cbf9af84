"""Two people have the same page open: what one of them saved is not wiped by the other, on any form that writes a whole thing."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.forms import BaseForm
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse

from brackets.models import Match, PoolPlan, Prize
from brackets.settling.actions.pools import plan_pool
from brackets.settling.actions.prizes import PrizePlan, set_prizes
from brackets.tests.factories import make_bracket
from hall.tests.sources import APPS, dotted, files_of, module_of, name_of, python_files, tree, walk
from hall.tests.test_notices import ask, link_of
from scorecards.tests.factories import make_cards
from tournaments.access import Actor
from tournaments.entrants.actions import registrations as registrations_actions
from tournaments.entrants.actions.registrations import RegistrationPlan
from tournaments.entrants.reads.registrations import key_of_registration
from tournaments.forms.page import PageForm
from tournaments.forms.whole import WholeForm
from tournaments.models import Event, Tournament
from tournaments.money.actions.money import add_fee, remove_fee
from tournaments.people.reads.links import key_of_link
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.kept import kept
from tournaments.tests.pages import address, form_on, of, signed_in, text_of
from tournaments.venue.actions.displays import add_display

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path) -> Iterator[None]:
    """The address of the hall is kept in a file."""
    with override_settings(DATA_DIR=tmp_path):
        yield


Typed = Mapping[str, str | list[str]]


@dataclass(frozen=True)
class Kind:
    """A kind of whole form: its page, where it goes, and what two people do with it.

    `one` and `other` are different fields, `clash` the same field twice; `said` are the two values in words where they are not
    those that are typed. `with_each` is sent with every form, and `having` is a field of it where several go to one address.
    """

    page: str
    action: str
    clash: tuple[Typed, Typed]
    one: Typed = field(default_factory=dict)
    other: Typed = field(default_factory=dict)
    with_each: Typed = field(default_factory=dict)
    said: tuple[str, str] | None = None
    having: str = ""
    by: str = "ann has set this to"


@kept
def kinds(tournament: Tournament) -> dict[str, Kind]:
    """Every kind, each on something of its own."""
    plan = make_event(tournament=tournament, slug="plan", games=9, entrants=4)
    clock = make_event(tournament=tournament, slug="clock", games=3, entrants=8, seated=True)
    begun = make_event(tournament=tournament, slug="begun", games=1, entrants=4, seated=True)
    make_cards(begun, A_1="A-2 2 +16")
    bracket = make_bracket(4, tournament=tournament, slug="bracket")
    fee = add_fee(event=plan, name="Entry", cents=7500, kind="entry", actor=make_actor())
    pool, by_hand = (
        add_fee(event=plan, name=name, cents=1000, kind="q_pool", optional=True, actor=make_actor())
        for name in ("Pool", "By hand")
    )
    plan_pool(fee=pool, type="graduated", actor=make_actor())
    plan_pool(fee=by_hand, type="graduated", by_hand=[3000, 2000, 1000], reason="Flyer", actor=make_actor())
    prizes = [PrizePlan("rank", 3000, place=1), PrizePlan("other", 2500, name="Raffle")]
    set_prizes(event=bracket, prizes=prizes, actor=make_actor())
    add_display(tournament=tournament, name="Ballroom", actor=make_actor())
    for name in ("cora", "dora"):
        make_user(name)
    asked = RegistrationPlan("Ruth Quill", email="ruth@example.org", events=("plan",))
    registration, _is_new = registrations_actions.send_registration(
        tournament=tournament, plan=asked, actor=Actor.of_form()
    )
    link = link_of(clock)
    address_of_link = key_of_link(link)
    told = ask(link)
    settings, slug = of("event_settings", plan), tournament.slug
    match = [slug, bracket.slug, 1]
    return {
        "TournamentForm": Kind(
            address("events", slug),
            address("tournament", slug),
            one={"venue": "Elks Lodge"},
            other={"name": "Sierra Autumn Open"},
            clash=({"venue": "Town Hall"}, {"venue": "Grand Hotel"}),
        ),
        "EventSettingsForm": Kind(
            settings,
            settings,
            one={"starts_at": "2026-03-06T09:30"},
            other={"games": "2"},
            clash=({"games": "1"}, {"games": "3"}),
        ),
        "HiddenForm": Kind(
            settings,
            of("hidden", plan),
            one={"hidden": ["bracket"]},
            other={"hidden": ["schedule"]},
            clash=({}, {}),
        ),
        "QuotaForm": Kind(
            settings,
            of("quota", plan),
            clash=({"quota": "2", "reason": "Flyer"}, {"quota": "3", "reason": "Hall"}),
        ),
        "FlyerForm": Kind(
            address("flyer_words", slug),
            address("flyer_words", slug),
            one={"hotel": "Nugget", "notes": "Bring a board.\r\nAnd a friend."},
            other={"charity": "none", "entry_deadline": "2026-03-01T20:00"},
            clash=({"entry_deadline": "2026-03-02T20:00"}, {"entry_deadline": "2026-03-03T20:00"}),
            said=("Mar 2, 8:00 PM", "Mar 3, 8:00 PM"),
        ),
        "ExemptionForm": Kind(
            reverse("scorecards:exemption", args=[slug, begun.slug]),
            reverse("scorecards:exemption", args=[slug, begun.slug]),
            one={"muggins": ["on"]},
            other={"deal_procedure": "By the card"},
            clash=({"deal_procedure": "By the caller"}, {"deal_procedure": "By the board"}),
            with_each={"step": "change", "reason": "The flyer"},
        ),
        "StatusForm": Kind(
            of("entrant", clock, 2),
            of("status", clock, 2),
            clash=({"status": "withdrawn", "reason": "Ill"}, {"status": "withdrawn", "reason": "Left"}),
            said=("Ill", "Left"),
        ),
        "CorrectEntrantForm": Kind(
            of("entrant", plan, 2),
            of("correct", plan, 2),
            one={"club": "Reno"},
            other={"acc_number": "HI296"},
            clash=({"name": "Dale Ashbury"}, {"name": "Dale Ashford"}),
        ),
        "LinkForm": Kind(
            of("entrant", plan, 3), of("link", plan, 3), clash=({"username": "cora"}, {"username": "dora"})
        ),
        "SendBackForm": Kind(
            address("registration", slug, registration.number),
            address("registration", slug, registration.number),
            clash=({"message": "Which club?"}, {"message": "Which number?"}),
            with_each={"marked": ["club"], "return": "on"},
            having="message",
        ),
        "ClockForm": Kind(of("round", clock), of("game_clock", clock), clash=({"minutes": "15"}, {"minutes": "20"})),
        "RenameForm": Kind(
            address("displays", slug), address("rename_display", slug, 1), clash=({"name": "Lobby"}, {"name": "Bar"})
        ),
        "ShowForm": Kind(
            address("displays", slug),
            address("show_display", slug, 1),
            clash=({"text": "Lunch until 1:30"}, {"text": "Lunch until 2"}),
            with_each={"what": "announcement"},
            having="text",
        ),
        "HallAddressForm": Kind(
            address("hall_address", slug),
            address("hall_address", slug),
            clash=({"address": "http://testserver:8000"}, {"address": "http://testserver:8001"}),
            by="Somebody else has set this to",
        ),
        "FeeChangeForm": Kind(
            of("fees", plan),
            reverse("brackets:change_fee", args=[slug, plan.slug, fee.pk]),
            one={f"fee{fee.pk}-cents": "80"},
            other={f"fee{fee.pk}-name": "Entrance"},
            clash=({f"fee{fee.pk}-cents": "85"}, {f"fee{fee.pk}-cents": "90"}),
        ),
        "PoolForm": Kind(
            reverse("brackets:pools", args=[slug, plan.slug]),
            reverse("brackets:plan_pool", args=[slug, plan.slug, pool.pk]),
            one={f"pool{pool.pk}-ratio": "6"},
            other={f"pool{pool.pk}-type": "equal"},
            clash=({f"pool{pool.pk}-ratio": "8"}, {f"pool{pool.pk}-ratio": "10"}),
        ),
        "PoolPlacesForm": Kind(
            reverse("brackets:pools", args=[slug, plan.slug]),
            reverse("brackets:pool_places", args=[slug, plan.slug, by_hand.pk]),
            one={f"places{by_hand.pk}-place_1": "35"},
            other={f"places{by_hand.pk}-place_2": "25"},
            clash=({f"places{by_hand.pk}-place_1": "40"}, {f"places{by_hand.pk}-place_1": "45"}),
        ),
        "PrizesForm": Kind(
            reverse("brackets:prizes", args=[slug, bracket.slug]),
            reverse("brackets:prizes", args=[slug, bracket.slug]),
            one={"place_1": "100", "rank_0_cents": "35"},
            other={"place_2": "50", "other_0_cents": "30"},
            clash=({"other_0_cents": "31"}, {"other_0_cents": "32"}),
            said=("$31", "$32"),
        ),
        "ScheduleForm": Kind(
            reverse("brackets:match", args=match),
            reverse("brackets:schedule", args=match),
            clash=({"scheduled_at": "2026-03-07T09:00"}, {"scheduled_at": "2026-03-07T10:00"}),
            said=("Mar 7, 9:00 AM", "Mar 7, 10:00 AM"),
        ),
        "TableForm": Kind(
            reverse("brackets:match", args=match),
            reverse("brackets:table", args=match),
            clash=({"table": "11"}, {"table": "12"}),
        ),
        "RoundTablesForm": Kind(
            reverse("brackets:round_tables", args=match),
            reverse("brackets:round_tables", args=match),
            one={"table_1": "21"},
            other={"table_2": "22"},
            clash=({"table_1": "23"}, {"table_1": "24"}),
        ),
        "RoundTimesForm": Kind(
            f"{reverse('brackets:bracket', args=match[:2])}?round=2",
            reverse("brackets:round_schedule", args=[*match[:2], 2]),
            clash=({"scheduled_at": "2026-03-07T11:00"}, {"scheduled_at": "2026-03-07T12:00"}),
            said=("Mar 7, 11:00 AM", "Mar 7, 12:00 PM"),
        ),
        "LengthForm": Kind(
            f"{reverse('brackets:bracket', args=match[:2])}?round=1",
            reverse("brackets:round_length", args=match),
            clash=({"best_of": "5"}, {"best_of": "7"}),
        ),
        "NotesForm": Kind(
            reverse("report:report", args=[slug, plan.slug]),
            reverse("report:report", args=[slug, plan.slug]) + "#notes",
            one={"notes": "The hall was warm."},
            other={"receipts": ["on"]},
            clash=({"notes": "Cold."}, {"notes": "Hot."}),
        ),
        "PhonesForm": Kind(
            reverse("scorecards:phones", args=[slug, plan.slug]),
            reverse("scorecards:phones", args=[slug, plan.slug]),
            clash=({"phones": "beside"}, {"phones": "instead"}),
            said=(str(Event.Phones.BESIDE.label), str(Event.Phones.INSTEAD.label)),
        ),
        "WantsForm": Kind(
            reverse("news:own", args=[address_of_link]),
            reverse("news:choose", args=[address_of_link, told.pk]),
            one={f"s{told.pk}-wants": ["seat", "match"]},
            other={f"s{told.pk}-wants": ["seat", "qualifiers"]},
            clash=({}, {}),
        ),
    }


class TwoDirectors:
    """Both have the page of a kind open."""

    def __init__(self, kind: Kind, ann: Client, bob: Client) -> None:
        self.kind, self.ann, self.bob = kind, ann, bob
        self.of_ann, self.of_bob = self.shown(ann), self.shown(bob)

    def shown(self, client: Client) -> dict[str, list[str]]:
        return form_on(client.get(self.kind.page), self.kind.action, self.kind.having)

    def send(self, client: Client, form: dict[str, list[str]], typed: Typed) -> HttpResponse:
        sent = {**form, **self.kind.with_each, **typed}
        return client.post(self.kind.action, sent)  # type: ignore[return-value]  # the test's own response


def _as_sent(typed: Typed) -> dict[str, list[str]]:
    return {name: value if isinstance(value, list) else [value] for name, value in typed.items()}


def each_kind(db_tournament: Tournament, act: Callable[[str, Kind, Client, Client], None]) -> None:
    ann = signed_in(make_user("ann", role="director", tournament=db_tournament))
    bob = signed_in(make_user("bob", role="director", tournament=db_tournament))
    for name, kind in kinds(db_tournament).items():
        act(name, kind, ann, bob)


def test_two_people_who_change_different_fields_both_get_what_they_want() -> None:
    def act(name: str, kind: Kind, ann: Client, bob: Client) -> None:
        if not kind.one:
            return
        both = TwoDirectors(kind, ann, bob)
        assert both.send(ann, both.of_ann, kind.one).status_code == 302, name
        answer = both.send(bob, both.of_bob, kind.other)
        assert answer.status_code == 302, (name, text_of(answer))
        now = both.shown(ann)
        wanted = _as_sent({**kind.one, **kind.other})
        for field_name in kind.one.keys() & kind.other.keys():
            # Boxes of one field: each is ticked, or its tick taken away, for itself.
            was, ones, others = (set(one.get(field_name, [])) for one in (both.of_ann, kind.one, kind.other))
            wanted[field_name] = sorted((ones | others) - (was - ones) - (was - others))
        assert {key: sorted(now[key]) for key in wanted} == wanted, name

    each_kind(make_tournament("whole"), act)


def test_the_same_field_is_refused_with_both_values_and_nothing_typed_is_lost() -> None:
    def act(name: str, kind: Kind, ann: Client, bob: Client) -> None:
        first, second = kind.clash
        if not first:
            return
        both = TwoDirectors(kind, ann, bob)
        beside = {key: value for key, value in kind.other.items() if key not in second}
        assert both.send(ann, both.of_ann, first).status_code == 302, name
        refused = both.send(bob, both.of_bob, {**beside, **second})
        said = text_of(refused)
        assert refused.status_code == 409, (name, said)
        assert kind.by in said, (name, said)
        for value in kind.said or [str(one) for typed in kind.clash for one in typed.values()]:
            assert f"“{value}”" in said, (name, value)
        # Nothing of it is written, and nothing that was typed is lost.
        assert {key: both.shown(ann)[key] for key in first} == _as_sent(first), name
        again = form_on(refused, kind.action, kind.having)
        typed = _as_sent({**beside, **second})
        assert {key: again[key] for key in typed} == typed, name
        # Who sends it again has seen it.
        assert both.send(bob, again, {}).status_code == 302, name
        now = both.shown(ann)
        assert {key: now[key] for key in typed} == typed, name

    each_kind(make_tournament("whole"), act)


def test_the_same_change_sent_by_two_people_is_no_conflict() -> None:
    def act(name: str, kind: Kind, ann: Client, bob: Client) -> None:
        both = TwoDirectors(kind, ann, bob)
        assert both.send(ann, both.of_ann, kind.clash[0] or kind.one).status_code == 302, name
        assert both.send(bob, both.of_bob, kind.clash[0] or kind.one).status_code == 302, name

    each_kind(make_tournament("whole"), act)


# --- Forms that are about something else once they are sent, or that say of somebody what may be said already -------


def test_a_role_that_somebody_has_is_given_otherwise_only_by_whoever_was_shown_it() -> None:
    tournament = make_tournament("whole")
    ann, bob = (signed_in(make_user(name, role="director", tournament=tournament)) for name in ("ann", "bob"))
    make_user("cora")
    page = address("people", tournament.slug)
    form = form_on(bob.get(page), page)
    judge = {"username": "cora", "kind": "judge"}
    assert ann.post(page, {**form, **judge, "is_head": "on", "ends_at": "day"}).status_code == 302

    refused = bob.post(page, {**form, **judge, "is_senior": "on"})

    assert refused.status_code == 409
    assert text_of(refused).count("ann has set this to") == 2
    assert "“ticked”" in text_of(refused)
    [role] = tournament.roles.filter(user__username="cora")
    assert (role.is_head, role.is_senior, role.ends_at is None) == (True, False, False)
    assert bob.post(page, form_on(refused, page)).status_code == 302
    role.refresh_from_db()
    assert (role.is_head, role.is_senior, role.ends_at) == (False, True, None)


def test_two_people_are_related_otherwise_only_by_whoever_was_shown_how() -> None:
    event = make_event(tournament=make_tournament("whole"), entrants=4, seated=True)
    tournament = event.tournament
    ann, bob = (signed_in(make_user(name, role="checker", tournament=tournament)) for name in ("ann", "bob"))
    page, to = address("people", tournament.slug), address("relate", tournament.slug)
    form = form_on(bob.get(page), f"{to}#relations")
    pair = {"one": "A-1", "other": "A-2"}
    assert ann.post(to, {**form, **pair, "relation": "partner"}).status_code == 302

    refused = bob.post(to, {**form, **pair, "relation": "club"})

    assert refused.status_code == 409
    assert "ann has set this to" in text_of(refused)
    assert tournament.relations.get().kind == "partner"
    assert bob.post(to, form_on(refused, f"{to}#relations")).status_code == 302
    assert tournament.relations.get().kind == "club"


def test_what_somebody_corrects_does_not_take_back_what_was_corrected_in_another_window() -> None:
    event = make_event(tournament=make_tournament("whole"))
    asked = RegistrationPlan("Ruth Quill", club="Reno", email="ruth@example.org", events=("main",))
    row, _is_new = registrations_actions.send_registration(
        tournament=event.tournament, plan=asked, actor=Actor.of_form()
    )
    marked = ["name", "club", "events"]
    page = address("registered", event.tournament.slug, key_of_registration(row))
    ruth = Client()

    def send_back() -> None:
        registrations_actions.send_back(registration=row, marked=marked, message="Look again.", actor=make_actor())

    send_back()
    first, second, third = (form_on(ruth.get(page), page, "name") for _window in range(3))
    assert ruth.post(page, {**first, "club": "Sparks"}).status_code == 302
    send_back()

    assert ruth.post(page, {**second, "name": "Ruth Quilt"}).status_code == 302
    row.refresh_from_db()
    assert (row.name, row.club) == ("Ruth Quilt", "Sparks")
    send_back()
    refused = ruth.post(page, {**third, "club": "Elko"})
    assert refused.status_code == 409
    assert "“Sparks”" in text_of(refused)
    assert "“Elko”" in text_of(refused)


def test_a_mail_that_is_sent_again_leaves_what_was_ticked_meanwhile() -> None:
    event = make_event(tournament=make_tournament("whole"), entrants=4, seated=True)
    link = link_of(event)
    one = ask(link)
    page = reverse("news:own", args=[key_of_link(link)])
    client = Client()
    form = form_on(client.get(page), page, "address")
    choose = reverse("news:choose", args=[key_of_link(link), one.pk])
    assert client.post(choose, {f"s{one.pk}-wants": ["seat"]}).status_code == 302

    assert client.post(page, form).status_code == 302

    one.refresh_from_db()
    assert (one.seat, one.qualifiers, one.match) == (True, False, False)


def test_a_fee_that_was_taken_away_keeps_what_was_typed_of_it() -> None:
    event = make_event(tournament=make_tournament("whole"))
    ann, bob = (signed_in(make_user(name, role="director", tournament=event.tournament)) for name in ("ann", "bob"))
    fee = add_fee(event=event, name="Entry", cents=7500, kind="entry", actor=make_actor())
    page, to = of("fees", event), reverse("brackets:change_fee", args=[event.tournament.slug, event.slug, fee.pk])
    form = form_on(bob.get(page), to)
    assert ann.post(to, {**form, "remove": "on"}).status_code == 302

    refused = bob.post(to, {**form, f"fee{fee.pk}-cents": "80"})

    assert refused.status_code == 409
    assert "just removed this fee" in text_of(refused)
    assert re.search(r"“Entry” is gone: ann removed it \(.*\d.*\)\.", text_of(refused))
    again = form_on(refused, page)
    assert (again["name"], again["cents"]) == (["Entry"], ["80"])
    assert bob.post(page, again).status_code == 302
    assert event.fees.get().cents == 8000


def test_whoever_writes_about_what_was_taken_away_is_told_so_and_keeps_what_they_typed() -> None:
    event = make_event(tournament=make_tournament("whole"), entrants=4)
    ann, bob = (signed_in(make_user(name, role="director", tournament=event.tournament)) for name in ("ann", "bob"))
    fee = add_fee(event=event, name="Pool", cents=1000, kind="q_pool", actor=make_actor())
    add_display(tournament=event.tournament, name="Ballroom", actor=make_actor())
    slug = event.tournament.slug
    person, correct, status = (of(name, event, 2) for name in ("entrant", "correct", "status"))
    corrected = {**form_on(bob.get(person), correct), "name": "Dale Ashbury", "club": "Reno"}
    name = event.entries.get(number=2).name
    screens, rename, shows = (
        address(one, slug, *more) for one, more in (("displays", []), ("rename_display", [1]), ("show_display", [1]))
    )
    renamed = {**form_on(bob.get(screens), rename), "name": "Lobby"}
    pools, plan = (
        reverse(f"brackets:{one}", args=[slug, event.slug, *more])
        for one, more in (("pools", []), ("pool_places", [fee.pk]))
    )
    places = {
        **form_on(bob.get(pools), plan),
        f"places{fee.pk}-place_1": "35",
        f"places{fee.pk}-reason": "By the flyer",
    }
    assert (
        ann.post(
            of("remove", event, 2), {**form_on(ann.get(person), of("remove", event, 2)), "reason": "Ill"}
        ).status_code
        == 302
    )
    gone = address("remove_display", slug, 1)
    assert ann.post(gone, form_on(ann.get(screens), gone)).status_code == 302
    remove_fee(fee=fee, actor=make_actor())

    for to, sent, told, typed in (
        (correct, corrected, f"“{name}” is gone: ann removed it", ["Dale Ashbury", "Reno"]),
        (
            status,
            {"status": "withdrawn", "reason": "Twisted ankle"},
            f"“{name}” is gone",
            ["Twisted ankle"],
        ),
        (rename, renamed, "“Ballroom” is gone: ann removed it", ["Lobby"]),
        (
            shows,
            {"what": "announcement", "text": "Lunch until 2"},
            "“Ballroom” is gone",
            ["Lunch until 2"],
        ),
        (plan, places, "This event has no such pool", ["35", "By the flyer"]),
    ):
        refused = bob.post(to, sent)

        said = text_of(refused)
        assert refused.status_code == 404
        assert told in said, said
        assert "What you typed was not saved" in said
        for text in typed:
            assert text in said, (to, said)
        assert name not in said.partition("What you typed")[2]


@pytest.mark.parametrize("begun", [False, True], ids=["settings", "exemption"])
def test_a_value_that_no_longer_goes_with_what_another_has_set_is_refused_with_that(begun: bool) -> None:
    event = make_event(tournament=make_tournament("whole"), games=4, entrants=8, movement="none", seated=begun)
    ann, bob = (signed_in(make_user(name, role="director", tournament=event.tournament)) for name in ("ann", "bob"))
    page, more = of("event_settings", event), {}
    if begun:
        make_cards(event, A_1="A-2 2 +16")
        page = reverse("scorecards:exemption", args=[event.tournament.slug, event.slug])
        more = {"step": "change", "reason": "The flyer"}
    form = form_on(bob.get(page), page)
    assert ann.post(page, {**form_on(ann.get(page), page), **more, "games": "8", "rounds": ""}).status_code == 302

    refused = bob.post(page, {**form, **more, "rounds": "5"})

    said = text_of(refused)
    assert refused.status_code == 422
    assert "5 rounds do not hold 8 games." in said
    assert "ann has set this to “8”" in said, said
    assert "it was “4”" in said
    again = form_on(refused, page)
    assert (again["games"], again["rounds"]) == (["8"], ["5"])
    assert bob.post(page, {**again, **more, "rounds": "9"}).status_code == 302
    event.refresh_from_db()
    assert (event.games, event.fixed_rounds) == (8, 9)
    # Where nobody has set anything meanwhile, nothing is said of it.
    assert "since you opened" not in text_of(bob.post(page, {**form_on(bob.get(page), page), **more, "rounds": "5"}))


def test_a_fee_is_not_taken_away_by_whoever_has_not_seen_what_it_costs_by_now() -> None:
    event = make_event(tournament=make_tournament("whole"))
    ann, bob = (signed_in(make_user(name, role="director", tournament=event.tournament)) for name in ("ann", "bob"))
    fee = add_fee(event=event, name="Entry", cents=7500, kind="entry", actor=make_actor())
    page, to = of("fees", event), reverse("brackets:change_fee", args=[event.tournament.slug, event.slug, fee.pk])
    form = form_on(bob.get(page), to)
    assert ann.post(to, {**form, f"fee{fee.pk}-cents": "80"}).status_code == 302

    refused = bob.post(to, {**form, "remove": "on"})

    assert refused.status_code == 409
    assert "“80”" in text_of(refused)
    assert bob.post(to, {**form_on(refused, to), "remove": "on"}).status_code == 302
    assert not event.fees.exists()


def test_lines_of_a_table_are_added_changed_and_taken_away_each_for_itself() -> None:
    bracket = make_bracket(4, tournament=make_tournament("whole"))
    ann, bob = (signed_in(make_user(name, role="director", tournament=bracket.tournament)) for name in ("ann", "bob"))
    prizes = [
        PrizePlan("rank", 3000, place=1),
        PrizePlan("rank", 2000, place=2),
        PrizePlan("other", 2500, name="Raffle"),
    ]
    set_prizes(event=bracket, prizes=prizes, actor=make_actor())
    page = reverse("brackets:prizes", args=[bracket.tournament.slug, bracket.slug])

    def table() -> set[tuple[str, int | None, str, int]]:
        return {(one.kind, one.place, one.name, one.cents) for one in Prize.objects.filter(event=bracket)}

    form = form_on(bob.get(page), page)
    # Ann takes rank 1 away, changes rank 2, and adds one of her own.
    of_ann = {
        "rank_0_place": "",
        "rank_0_cents": "",
        "rank_1_cents": "21",
        "other_1_name": "Late",
        "other_1_cents": "5",
    }
    assert ann.post(page, {**form, **of_ann}).status_code == 302
    # On the old page Bob adds rank 3 and a prize of his own: all of it stands.
    of_bob = {"rank_2_place": "3", "rank_2_cents": "9", "other_1_name": "Youth", "other_1_cents": "7"}
    assert bob.post(page, {**form, **of_bob}).status_code == 302
    merged = {
        ("rank", 2, "", 2100),
        ("rank", 3, "", 900),
        ("other", None, "Raffle", 2500),
        ("other", None, "Late", 500),
        ("other", None, "Youth", 700),
    }
    assert table() == merged

    # What Ann has taken away or changed is not written over.
    refused = bob.post(page, {**form, "rank_0_cents": "31", "rank_1_cents": "22", "other_0_cents": "26"})

    said = text_of(refused)
    assert refused.status_code == 409
    assert "ann has set this to “nothing”" in said, said
    assert "“$21”" in said
    assert "“$22”" in said
    assert table() == merged
    again = form_on(refused, page)
    assert bob.post(page, again).status_code == 302
    assert table() == merged - {("rank", 2, "", 2100), ("other", None, "Raffle", 2500)} | {
        ("rank", 1, "", 3100),
        ("rank", 2, "", 2200),
        ("other", None, "Raffle", 2600),
    }


def test_a_start_for_the_prizes_is_read_from_the_table_as_it_is() -> None:
    bracket = make_bracket(4, tournament=make_tournament("whole"))
    ann, bob = (signed_in(make_user(name, role="director", tournament=bracket.tournament)) for name in ("ann", "bob"))
    page = reverse("brackets:prizes", args=[bracket.tournament.slug, bracket.slug])
    start = form_on(bob.get(f"{page}?fund=300"), page)
    assert ann.post(page, {**form_on(ann.get(page), page), "place_1": "77"}).status_code == 302

    refused = bob.post(page, start)

    assert refused.status_code == 409
    assert "“$77”" in text_of(refused)
    assert bob.post(page, form_on(refused, page)).status_code == 302
    assert sum(one.cents for one in Prize.objects.filter(event=bracket)) > 7700


def test_the_start_of_a_round_is_not_written_over_the_time_that_somebody_gave_a_match() -> None:
    bracket = make_bracket(4, tournament=make_tournament("whole"))
    ann, bob = (signed_in(make_user(name, role="director", tournament=bracket.tournament)) for name in ("ann", "bob"))
    args = [bracket.tournament.slug, bracket.slug]
    page, to = reverse("brackets:bracket", args=args), reverse("brackets:round_schedule", args=[*args, 1])
    form = form_on(bob.get(page), to)
    card, alone = (reverse(f"brackets:{name}", args=[*args, 2]) for name in ("match", "schedule"))
    own = {**form_on(ann.get(card), alone), "scheduled_at": "2026-03-07T09:00"}
    assert ann.post(alone, own).status_code == 302

    def times() -> list[str]:
        rows = Match.objects.filter(bracket__event=bracket, round=1).order_by("number")
        return [row.scheduled_at.isoformat() if row.scheduled_at else "" for row in rows]

    refused = bob.post(to, {**form, "scheduled_at": "2026-03-07T10:00"})

    said = text_of(refused)
    assert refused.status_code == 409
    assert "ann has set this to “Mar 7, 9:00 AM”" in said, said
    assert "you want “Mar 7, 10:00 AM”" in said
    assert times() == ["", "2026-03-07T17:00:00+00:00"]
    # What was typed is there, and so are the times: an empty field takes none of them away.
    again = form_on(refused, to)
    assert again["scheduled_at"] == ["2026-03-07T10:00"]
    assert "Mar 7, 9:00 AM" in text_of(bob.get(page))
    assert bob.post(to, {**again, "scheduled_at": ""}).status_code == 422
    assert times()[1]
    assert bob.post(to, again).status_code == 302
    assert times() == ["2026-03-07T18:00:00+00:00"] * 2
    assert form_on(bob.get(page), to)["scheduled_at"] == ["2026-03-07T10:00"]


def test_tables_are_not_numbered_over_those_that_somebody_has_set_meanwhile() -> None:
    bracket = make_bracket(4, tournament=make_tournament("whole"))
    ann, bob = (signed_in(make_user(name, role="director", tournament=bracket.tournament)) for name in ("ann", "bob"))
    args = [bracket.tournament.slug, bracket.slug]
    page, to = reverse("brackets:bracket", args=args), reverse("brackets:round_tables", args=[*args, 1])
    card, alone = (reverse(f"brackets:{name}", args=[*args, 2]) for name in ("match", "table"))

    def tables() -> list[str]:
        return [row.table for row in Match.objects.filter(bracket__event=bracket, round=1).order_by("number")]

    for number, (shown, vip) in enumerate(((page, "VIP1"), (to, "VIP2"))):
        form = form_on(bob.get(shown), to)
        assert ann.post(alone, {**form_on(ann.get(card), alone), "table": vip}).status_code == 302
        before, first = tables(), 5 + number

        refused = bob.post(to, {**form, "first": str(first)})

        said = text_of(refused)
        assert refused.status_code == 409
        assert f"ann has set this to “{vip}”" in said, said
        assert f"you want “{first + 1}”" in said
        assert tables() == before
        again = form_on(refused, to)
        assert again["first"] == [str(first)]
        assert [again["table_1"], again["table_2"]] == [[before[0]], [vip]]
        # Without the number nothing is different from what stands.
        assert bob.post(to, {**again, "first": ""}).status_code == 302
        assert tables() == before
        assert bob.post(to, again).status_code == 302
        assert tables() == [str(first), str(first + 1)]


def test_amounts_by_hand_are_not_dropped_by_a_type_chosen_before_they_were_written() -> None:
    event = make_event(tournament=make_tournament("whole"))
    ann, bob = (signed_in(make_user(name, role="director", tournament=event.tournament)) for name in ("ann", "bob"))
    fee = add_fee(event=event, name="Pool", cents=1000, kind="q_pool", optional=True, actor=make_actor())
    plan_pool(fee=fee, type="graduated", actor=make_actor())
    args = [event.tournament.slug, event.slug]
    page = reverse("brackets:pools", args=args)
    plan, places = (reverse(f"brackets:{name}", args=[*args, fee.pk]) for name in ("plan_pool", "pool_places"))
    form = form_on(bob.get(page), plan)
    amounts = {f"places{fee.pk}-place_1": "30", f"places{fee.pk}-reason": "Flyer"}
    assert ann.post(places, {**form_on(ann.get(page), places), **amounts}).status_code == 302

    refused = bob.post(plan, {**form, f"pool{fee.pk}-type": "equal"})

    assert refused.status_code == 409
    assert "ann has changed this" in text_of(refused)
    assert PoolPlan.objects.get(fee=fee).by_hand == [3000]
    assert bob.post(plan, form_on(refused, plan)).status_code == 302
    assert (PoolPlan.objects.get(fee=fee).type, PoolPlan.objects.get(fee=fee).by_hand) == ("equal", [])


def test_who_won_a_playoff_game_is_recorded_otherwise_only_by_whoever_was_shown_it() -> None:
    event = make_event(tournament=make_tournament("whole"), games=1, entrants=4, seated=True)
    make_cards(event, A_1="A-2 2 +16", A_2="A-1 0 -16", A_3="A-4 2 +16", A_4="A-3 0 -16")
    ann, bob = (signed_in(make_user(name, role="director", tournament=event.tournament)) for name in ("ann", "bob"))
    args = [event.tournament.slug, event.slug]
    page, to = reverse("scorecards:standings", args=args), reverse("brackets:tiebreaks", args=args)
    reader = bob.get(page)
    assert 'name="initial-order" value=""' in reader.content.decode()
    assert ann.post(to, {"initial-order": "", "order": "A-1 A-3"}).status_code == 302

    refused = bob.post(to, {"initial-order": "", "order": "A-3 A-1"})

    assert refused.status_code == 409
    assert "ann has set this to “A-1 A-3”" in text_of(refused)
    assert "“A-3 A-1”" in text_of(refused)
    assert 'name="initial-order" value="A-1 A-3"' in refused.content.decode()
    assert bob.post(to, {"initial-order": "A-1 A-3", "order": "A-3 A-1"}).status_code == 302


def test_junk_in_the_hidden_initial_values_never_breaks_a_form() -> None:
    ann = make_user("ann")
    tournament = make_tournament("whole", director=ann)
    client = signed_in(ann)
    for name, kind in kinds(tournament).items():
        form = form_on(client.get(kind.page), kind.action, kind.having)
        read = [field_name for field_name in form if field_name.startswith("initial-")]
        for junk in ("", "\0", "x\0y", "9" * 5000, "-1", "\u0661", "2026-99-99T99:99", "None", "abc def"):
            answer = client.post(kind.action, {**form, **kind.with_each, **dict.fromkeys(read, junk)})
            assert answer.status_code in (302, 409, 422), (name, junk)
    page = address("people", tournament.slug)
    make_user("elsa", role="judge", tournament=tournament)
    form = form_on(client.get(page), page)
    for junk in ("2026-99-99T99:99", "\0", "9" * 5000):
        sent = {**form, "username": "elsa", "kind": "judge", "is_senior": "on", "initial-ends_at": junk}
        assert client.post(page, sent).status_code in (302, 409)


# --- Every form ------------------------------------------------------------------------------------------------------

ADDS = "adds something new"
ACT = "a single act, which names all that it does"
LOOKED = "carries a mark, a number or a version of what was looked at"
PART = "a part of other forms"
ASKS = "only asks for something"
OWN = "one's own account, which nobody else changes"
NOT_WHOLE = {
    "brackets.results.forms.honours.HonourForm": LOOKED,
    "brackets.results.forms.after_posting.LateForm": LOOKED,
    "brackets.matches.forms.moving.MovingForm": LOOKED,
    "brackets.matches.forms.playoffs.DrawForm": ADDS,
    "brackets.matches.forms.playoffs.ForfeitForm": LOOKED,
    "brackets.matches.forms.playoffs.GameForm": LOOKED,
    "brackets.matches.forms.playoffs.ScoreForm": ACT,
    "brackets.matches.forms.running.ClaimForm": LOOKED,
    "brackets.matches.forms.running.EndingForm": ACT,
    "brackets.matches.forms.running.LastGameForm": LOOKED,
    "hall.exchange.forms.ClubFileForm": ADDS,
    "hall.people.forms.WordForm": ACT,
    "hall.start.forms.DeletionForm": ACT,
    "hall.start.forms.StartForm": ADDS,
    "tournaments.people.forms.PersonForm": PART,
    "brackets.settling.forms.FundForm": ASKS,
    "brackets.settling.forms.ItemForm": ADDS,
    "brackets.settling.forms.PayoutForm": LOOKED,
    "clubs.forms.AddressForm": PART,
    "clubs.forms.BringInForm": ADDS,
    "clubs.forms.ClubFields": PART,
    "clubs.forms.ClubForm": LOOKED,
    "clubs.forms.CorrectionForm": LOOKED,
    "clubs.forms.DirectorForm": ADDS,
    "clubs.forms.MemberChangeForm": LOOKED,
    "clubs.forms.MemberForm": ADDS,
    "clubs.forms.MemberListForm": ADDS,
    "clubs.forms.NewClubForm": ADDS,
    "clubs.forms.NewSeasonForm": ADDS,
    "clubs.forms.NightForm": ADDS,
    "clubs.forms.SeasonFields": PART,
    "clubs.forms.SeasonForm": LOOKED,
    "clubs.forms.SeenForm": PART,
    "clubs.forms.SheetAnswersForm": LOOKED,
    "clubs.forms.TakeOutForm": ACT,
    "clubs.forms.TonightForm": ADDS,
    "clubs.forms.TotalsForm": PART,
    "hall.notices.forms.BrowserForm": ADDS,
    "hall.notices.forms.TestMailForm": ACT,
    "hall.notices.forms.WantsFields": PART,
    "hall.site.sign_in.SignInForm": ACT,
    "judging.calls.forms.CallForm": ADDS,
    "judging.calls.forms.ComeForm": ACT,
    "judging.calls.forms.DeclineForm": ACT,
    "judging.calls.forms.SendForm": ACT,
    "judging.calls.forms.TableCallForm": ADDS,
    "judging.rulings.forms.ConductForm": ADDS,
    "judging.rulings.forms.RulingForm": ADDS,
    "judging.rulings.forms.SearchForm": ASKS,
    "judging.rulings.forms.TakingBackForm": ACT,
    "scorecards.crosscheck.forms.AcceptAllForm": LOOKED,
    "scorecards.crosscheck.forms.AcceptForm": LOOKED,
    "scorecards.cards.forms.AsideForm": ACT,
    "scorecards.crosscheck.forms.ByHandForm": LOOKED,
    "scorecards.cards.forms.CardForm": LOOKED,
    "scorecards.crosscheck.forms.DecisionForm": LOOKED,
    "scorecards.cards.forms.FilesForm": LOOKED,
    "scorecards.cards.forms.HandInForm": ACT,
    "scorecards.crosscheck.forms.InitialsForm": PART,
    "scorecards.crosscheck.forms.LookForm": LOOKED,
    "scorecards.standings.forms.PostingForm": LOOKED,
    "scorecards.crosscheck.forms.ReferForm": LOOKED,
    "scorecards.crosscheck.forms.SeenForm": LOOKED,
    "scorecards.ladder.forms.CorrectionForm": ACT,
    "scorecards.ladder.forms.ResultForm": ACT,
    "scorecards.ladder.forms.TableForm": ACT,
    "scorecards.cards.forms.StandsForm": LOOKED,
    "scorecards.crosscheck.forms.TakeBackForm": ACT,
    "scorecards.cards.forms.TellForm": LOOKED,
    "tournaments.venue.forms.announcements.AnnouncementForm": ADDS,
    "tournaments.venue.forms.displays.DisplayNameForm": ADDS,
    "tournaments.entrants.forms.entering.DeskForm": ADDS,
    "tournaments.entrants.forms.entering.ListForm": ADDS,
    "tournaments.entrants.forms.entrants.EntrantForm": ADDS,
    "tournaments.entrants.forms.entrants.FreeSeatForm": LOOKED,
    "tournaments.entrants.forms.entrants.PasteForm": ADDS,
    "tournaments.entrants.forms.entrants.RemoveForm": ACT,
    "tournaments.entrants.forms.entrants.TeamForm": PART,
    "tournaments.entrants.forms.entrants.WhoForm": PART,
    "tournaments.venue.forms.events.EventForm": ADDS,
    "tournaments.venue.forms.events.PlanFields": PART,
    "tournaments.venue.forms.events.RulesFields": PART,
    "tournaments.money.forms.FeeForm": ADDS,
    "tournaments.money.forms.LedgerForm": LOOKED,
    "tournaments.money.forms.MoneyForm": LOOKED,
    "tournaments.money.forms.ReversalForm": ACT,
    "tournaments.people.forms.AccountForm": ADDS,
    "tournaments.people.forms.OwnAccountForm": OWN,
    "tournaments.people.forms.CodeForm": ACT,
    "tournaments.people.forms.HeadForm": ACT,
    "tournaments.people.forms.HeldForm": ACT,
    "tournaments.people.forms.InEventForm": PART,
    "tournaments.people.forms.InviteForm": ADDS,
    "tournaments.people.forms.LinkKeyForm": ACT,
    "tournaments.people.forms.NewcomerForm": ADDS,
    "tournaments.people.forms.ReachForm": PART,
    "tournaments.people.forms.SameForm": ACT,
    "tournaments.people.forms.SeniorForm": ACT,
    "tournaments.entrants.forms.registrations.AcceptForm": ACT,
    "tournaments.entrants.forms.registrations.ChoosesEvents": PART,
    "tournaments.entrants.forms.registrations.DeclineForm": ACT,
    "tournaments.entrants.forms.registrations.RegistrationForm": ADDS,
    "tournaments.day.forms.DayForm": LOOKED,
    "tournaments.day.forms.MixUpForm": LOOKED,
    "tournaments.day.forms.ReasonForm": LOOKED,
    "tournaments.seating.forms.DrawForm": LOOKED,
    "tournaments.seating.forms.SwapForm": LOOKED,
    "tournaments.seating.forms.TablesForm": ASKS,
    "tournaments.venue.forms.tournaments.CopyForm": ADDS,
    "tournaments.venue.forms.tournaments.NewTournamentForm": ADDS,
    "tournaments.venue.forms.tournaments.TournamentFields": PART,
}
"""Every form that carries nothing of what it was read from, and why it need not."""

ALONE = {"CorrectionForm", "MailForm", "OrderForm", "RelationForm", "RoleForm"}
"""Whole forms that have a test of their own above."""


def _all_below(form: type[BaseForm]) -> Iterator[type[BaseForm]]:
    for below in form.__subclasses__():
        yield below
        yield from _all_below(below)


def test_every_form_carries_what_it_was_read_from_or_is_named_with_the_reason_why_not() -> None:
    for path in python_files():
        if path.name in ("forms.py", "sign_in.py", "pages.py") or "forms" in path.parts:
            importlib.import_module(module_of(path))
    ours = {
        form
        for form in _all_below(BaseForm)
        if form.__module__.partition(".")[0] in APPS and "tests" not in form.__module__ and form is not PageForm
    }
    whole = {form.__name__ for form in ours if issubclass(form, WholeForm) and form is not WholeForm}

    assert {f"{form.__module__}.{form.__name__}" for form in ours if not issubclass(form, WholeForm)} == set(NOT_WHOLE)
    assert whole == ALONE | kinds(make_tournament("whole")).keys()


def test_no_form_is_written_outside_of_the_files_that_are_walked() -> None:
    found = {
        name_of(path)
        for path in python_files()
        for node in walk(tree(path))
        if isinstance(node, ast.ClassDef) and any(dotted(base).endswith("Form") for base in node.bases)
    }

    assert found - {name_of(path) for path in files_of("forms")} == {"hall/report/pages.py", "hall/site/sign_in.py"}
