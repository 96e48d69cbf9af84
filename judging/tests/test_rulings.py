"""Rulings: given, found again, taken back; by whom, on the page and in the API; and the notes on conduct."""

from __future__ import annotations

import csv
import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.calls import words as calls_words
from judging.calls.actions.calls import call_judge, come
from judging.calls.reads.calls import whereabouts
from judging.models import Call, Coming, Conduct, Ruling
from judging.rulings import actions as rulings_actions
from judging.rulings import words as rulings_words
from judging.rulings.reads.recording import rule_cited
from judging.rulings.reads.rulings import RULING_COLUMNS, Sought, ruling_of, ruling_values, rulings
from judging.rulings.reads.summary import summary
from judging.tests.test_views import make_referral
from scorecards.crosscheck.actions.crosscheck import override
from scorecards.tests.factories import find, key, look_at_all
from tournaments.access import Actor, Rights
from tournaments.day.actions.round import call_game
from tournaments.errors import Forbidden, Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, User
from tournaments.people.actions.people import grant_role
from tournaments.people.actions.relations import record_relation
from tournaments.reads.entries import entry_at
from tournaments.rules.edition import Edition, cite
from tournaments.seating.reads.seating import route
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import html_of, signed_in, text_of

pytestmark = pytest.mark.django_db

NOBODY = Rights(frozenset())
JUDGE = Rights(frozenset({"judge"}))
HEAD = Rights(frozenset({"judge", "head_judge"}))
API = "/api/v1/tournaments/sierra/rulings/"
TWO_JUDGES = ("Ruth Quill", "Thelma Rusk")


@pytest.fixture
def event() -> Event:
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    call_game(event=event, game=2, actor=make_actor())
    return Event.objects.select_related("tournament").get(pk=event.pk)


def entry_of(event: Event, seat: str) -> Entry:
    entry = entry_at(event, seat)
    assert entry is not None
    return Entry.objects.select_related("event__tournament", "player").get(pk=entry.pk)


def judge(event: Event, name: str = "", *, is_head: bool = False, role: str = "judge") -> User:
    user = make_user(role=role, tournament=event.tournament, is_head=is_head)
    first, _blank, last = name.partition(" ")
    user.first_name, user.last_name = first, last
    user.save()
    return user


def called(event: Event, seat: str = "A-1") -> Call:
    entry = entry_of(event, seat)
    return call_judge(entry=entry, about="", actor=Actor.of_entry(entry))


def ruled(**said) -> rulings_actions.Ruled:
    values = {
        "happened": "A ten was held back at 21.",
        "decision": "Single renege: two points.",
        "rules": ("7.3.b",),
        "points": 2 if said.get("offender") else None,
        "judges": TWO_JUDGES,
    }
    return rulings_actions.Ruled(**{**values, **said})


def give(event: Event, *, rights: Rights = JUDGE, actor: Actor | None = None, call=None, alone=False, **said) -> Ruling:
    return rulings_actions.give_ruling(
        tournament=event.tournament,
        event=event,
        call=call,
        ruled=ruled(**said),
        alone=alone,
        rights=rights,
        actor=actor or make_actor(),
    )


def rulings_page(event: Event, name: str = "rulings", *more) -> str:
    return reverse(f"judging:{name}", args=[event.tournament.slug, *more])


# --- Given -----------------------------------------------------------------------------------------------------------


def test_a_ruling_is_kept_with_its_call_which_it_ends(event):
    call = called(event)
    opponent = call.opponent

    row = give(event, call=call, offender=entry_of(event, "A-1"), other=opponent)

    call.refresh_from_db()
    assert (row.number, row.event, row.table, row.game, row.points) == (1, event, "A", 2, 2)
    assert (row.rules, row.edition, row.judges) == (["7.3.b"], "2020", list(TWO_JUDGES))
    assert call.closed_at is not None
    kept = AuditEntry.objects.get(action="ruling.given")
    assert (kept.subject_key, kept.after["offender"], kept.after["other"]) == ("1", "A-1", opponent.seat)


def test_the_same_ruling_on_a_call_is_kept_once_and_another_one_too(event):
    call = called(event)

    first, again, other = (
        give(event, call=call),
        give(event, call=call),
        give(event, call=call, points=None, decision="No."),
    )

    assert (first.number, again.number, other.number) == (1, 1, 2)
    assert AuditEntry.objects.filter(action="ruling.given").count() == 2


def test_a_ruling_without_a_call_that_is_sent_twice_is_kept_once(event):
    first = give(event)
    Ruling.objects.filter(pk=first.pk).update(at=first.at - rulings_actions.SENT_TWICE)

    later, again = give(event), give(event)

    assert (later.number, again.number) == (2, 2)


@pytest.mark.parametrize("more", [{"points": 6}, {"rules": ("7.3.b", "8.9")}, {"judges": ("Ann Judge", "Third Judge")}])
def test_a_ruling_that_says_something_else_is_another_one(event, more):
    offender = entry_of(event, "A-1")
    first, other = give(event, offender=offender), give(event, offender=offender, **more)

    assert (first.number, other.number) == (1, 2)


@pytest.mark.parametrize(("judges", "code"), [(("Ann Judge", "ann judge"), "twice"), (("Ann Judge", None), "own")])
def test_a_ruling_needs_two_judges_none_of_whom_plays_the_game(event, judges, code):
    player = entry_of(event, "A-1").name.upper()

    with pytest.raises(Malformed) as refused:
        give(event, offender=entry_of(event, "A-1"), judges=tuple(one or player for one in judges))

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("judges", code)]


def test_two_judges_do_not_decide_once_a_third_is_asked_for_11_4_a(event):
    call = called(event)
    Call.objects.filter(pk=call.pk).update(third_at=timezone.now())
    call.refresh_from_db()

    with pytest.raises(Malformed) as refused:
        give(event, call=call)

    assert [(fault.field, fault.code) for fault in refused.value.faults] == [("judges", "third")]
    assert give(event, call=call, judges=("Ann Judge", "Ben Judge", "Third Judge")).number == 1


def test_without_a_call_it_says_where_the_player_sits(event):
    row = give(event, offender=entry_of(event, "A-2"))

    assert (row.table, row.game, row.call) == ("A", 2, None)
    assert row.seat == route(event, "A-2")[1].seat


@pytest.mark.parametrize("edition", Edition)
def test_whatever_cites_a_rule_says_of_which_edition_it_is(edition):
    told = [
        rulings_words.one_judge_alone(edition),
        rulings_words.no_rule(edition),
        rulings_words.three_by_answers(edition),
        rulings_words.too_many_judges(9, edition),
        rulings_words.three_judges_first(edition),
        rulings_words.removal_reason(1, edition),
        rulings_words.refuses(edition),
        rulings_words.match_lost(1, "Milt Orr", "Peg Lane", edition),
        rulings_words.match_lost_later(1, "Milt Orr", edition),
        rulings_words.third_is_asked(edition),
        rulings_words.head_decides(edition),
        rulings_words.no_rule_covers_it(edition),
        rulings_words.three_decided(edition),
        rulings_words.with_basis("Peg two.", "8.4.b", edition, is_ours=True),
        calls_words.two_first(edition),
    ]
    named = [
        rulings_words.prize_stays("Milt Orr", edition),
        rulings_words.rules_cover_it(["7.3.b"], "14.1", edition),
        rulings_words.assistant_decides(["7.3.b"], "14.1", edition),
    ]

    assert [text for text in told if not re.search(rf"\([\d.a-z]+, {edition}[),]", text)] == []
    assert [text for text in named if f" ({edition})" not in text] == []


def test_one_judge_alone_has_to_say_so_11_4_a(event):
    with pytest.raises(Refused) as refused:
        give(event, judges=())

    assert refused.value.code == "not_ready"
    assert give(event, judges=(), alone=True).judges == ["tests"]


def test_a_director_who_is_no_judge_names_those_who_judged(event):
    director = Rights(frozenset({"director"}))

    with pytest.raises(Malformed) as refused:
        give(event, judges=(), alone=True, rights=director)

    assert [(one.field, one.code) for one in refused.value.faults] == [("judges", "required")]
    assert give(event, judges=TWO_JUDGES, rights=director).judges == list(TWO_JUDGES)


def test_a_game_of_ones_own_is_no_other_for_leaving_out_whom_the_offender_plays(event):
    offender = entry_of(event, "A-2")
    there = whereabouts(offender).opponent
    assert there is not None
    player = judge(event, "Ruth Quill")
    there.player.user = player
    there.player.save()

    with pytest.raises(Forbidden) as refused:
        give(event, offender=offender, actor=make_actor(player))
    with pytest.raises(Malformed) as named:
        give(event, offender=offender, judges=("Ruth Quill", "Thelma Rusk"))

    assert refused.value.code == "own_card"
    assert [(one.field, one.code) for one in named.value.faults] == [("judges", "own")]
    assert not Ruling.objects.exists()


def test_more_than_three_judges_are_too_many(event):
    with pytest.raises(Malformed) as refused:
        give(event, judges=("Ann", "Ben", "Cy", "Dee"))

    assert [fault.field for fault in refused.value.faults] == ["judges"]


TOO_FEW = {"what": "pegged_wrongly", "way": "forward_short", "released": "yes"}


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"happened": "  "}, ("happened", "required")),
        ({"decision": ""}, ("decision", "required")),
        ({"happened": "x" * 2001}, ("happened", "too_long")),
        ({"happened": "bell \x07"}, ("happened", "invalid")),
        ({"rules": ()}, ("rules", "required")),
        ({"rules": ("8.4; drop",)}, ("rules", "invalid")),
        ({"rules": tuple(f"8.{n}" for n in range(13))}, ("rules", "invalid")),
        ({"points": 122}, ("points", "range")),
        ({"subject": "poker"}, ("subject", "unknown")),
        ({"answers": {"said": "go"}}, ("answers", "invalid")),
        ({"subject": "renege", "answers": {"said": "maybe"}}, ("answers", "invalid")),
        ({"subject": "renege", "answers": {"colour": "red"}}, ("answers", "invalid")),
        ({"subject": "renege", "answers": {"other_at": "900"}}, ("answers", "invalid")),
        ({"subject": "penalties", "answers": TOO_FEW | {"right": "2", "wrong": "5"}}, ("answers", "impossible")),
    ],
)
def test_what_cannot_be_a_ruling_is_refused_with_its_place(event, said, fault):
    with pytest.raises(Malformed) as refused:
        give(event, **said)

    assert fault in [(one.field, one.code) for one in refused.value.faults]
    assert not Ruling.objects.exists()


def test_an_account_may_have_several_lines(event):
    assert give(event, decision="One.\r\nTwo.  ").decision == "One.\nTwo."


def test_somebody_of_another_event_is_no_party(event):
    other = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)

    with pytest.raises(Malformed) as refused:
        give(event, offender=entry_of(other, "A-1"), other=entry_of(event, "A-1"))

    assert [fault.field for fault in refused.value.faults] == ["offender"]


def test_both_players_are_two_people(event):
    with pytest.raises(Malformed) as refused:
        give(event, offender=entry_of(event, "A-1"), other=entry_of(event, "A-1"))

    assert [fault.field for fault in refused.value.faults] == ["other"]


def test_what_no_rule_covers_the_head_judge_decides_in_2020_and_the_judges_in_classic(event):
    classic = make_event(tournament=make_tournament("old", edition="classic"), games=1, entrants=2, seated=True)

    with pytest.raises(Forbidden) as refused:
        give(event, rules=(), by_head=True)

    assert refused.value.code == "role"
    by_head = give(event, rules=(), by_head=True, rights=HEAD, judges=("tests",))
    assert ruling_of(by_head).uncovered_told == "Head judge"
    by_judges = give(classic, rules=(), by_head=True)
    assert by_judges.edition == "classic"
    assert ruling_of(by_judges).uncovered_told == "Judges’ decision"


@pytest.mark.parametrize(
    ("edition", "rule", "told"),
    [
        ("2020", "99.9", "The edition of 2020 has no rule 99.9."),
        ("2020", "4.1.z", "The edition of 2020 has no rule 4.1.z."),
        ("2020", "4.4.d.14", "The edition of 2020 has no rule 4.4.d.14."),
        ("2020", "8.11.d", "Here the edition of 2020 holds: write 8.10.b."),
        ("2020", "10.3.e", "Only the classic edition has a rule 10.3.e"),
        ("classic", "99.9", "The classic edition has no rule 99.9."),
        ("classic", "14.1", "Here the classic edition holds: write 13."),
        ("classic", "9.2.e", "Only the edition of 2020 has a rule 9.2.e"),
    ],
)
def test_a_rule_that_the_edition_lacks_is_refused_with_where_to_look(event, edition, rule, told):
    event.tournament.edition = edition
    event.tournament.save()

    with pytest.raises(Malformed) as refused:
        give(event, rules=("8.4", rule))

    [fault] = refused.value.faults
    assert (fault.field, fault.code) == ("rules", "unknown")
    assert told in fault.message
    assert ("write" in told) != ("Look for the number in the Rulebook" in fault.message)
    assert not Ruling.objects.exists()


def test_rules_are_taken_in_either_case_and_below_their_letters(event):
    rules = ("8.4.D.2", "Protocol a", "13.2.d.1", "guideline 7.f", "ethics")

    assert give(event, rules=rules).rules == ["8.4.d.2", "protocol a", "13.2.d.1", "guideline 7.f", "ethics"]


def test_every_rule_that_the_assistant_cites_is_one_of_its_edition():
    cited = {
        rule
        for file in (settings.BASE_DIR / "judging" / "rulebook" / "rules").glob("*.py")
        if file.name not in {"rulebook.py", "changes.py", "finding.py"}
        for rule in re.findall(r'"(\d{1,2}\.\d[.a-z\d]*)"', file.read_text(encoding="utf-8"))
    }
    of_2020 = {rule for rule in cited if rule_cited(rule, Edition.Y2020).is_known}
    in_classic = {found for rule in of_2020 if (found := cite(rule, edition=Edition.CLASSIC))} | (cited - of_2020)

    assert len(of_2020) > 60
    assert {rule for rule in in_classic if not rule_cited(rule, Edition.CLASSIC).is_known} == set()


def test_what_names_14_1_is_the_head_judges_in_2020(event):
    classic = make_event(tournament=make_tournament("old", edition="classic"), games=1, entrants=2, seated=True)

    with pytest.raises(Malformed) as refused:
        give(event, rules=("8.4", "14.1"), rights=HEAD)
    with pytest.raises(Forbidden):
        give(event, rules=("14.1",), by_head=True)

    assert [(one.field, one.code) for one in refused.value.faults] == [("rules", "head_judge")]
    named = {"judges": ("tests", "Ruth Quill")}
    assert give(event, rules=("8.4", "14.1"), by_head=True, rights=HEAD, **named).rules == ["8.4", "14.1"]
    assert give(classic, rules=("13",)).by_head is False


BY_RENEGE = {"subject": "renege", "answers": {"said": "go", "count": "above_21", "playable": "2", "since": "went_on"}}
SILENT = {"subject": "penalties", "answers": {"what": "dispute", "decided_by": "not_covered"}}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"rules": ("7.3.b",)}, "You name rules that cover this: 7.3.b (2020)."),
        ({"rules": ("14.1",), **BY_RENEGE}, "By your answers in the assistant rules cover this: 7.3"),
        ({"rules": (), **BY_RENEGE}, "By your answers in the assistant rules cover this: 7.3"),
    ],
)
def test_what_rules_cover_is_not_the_head_judges_by_14_1(event, said, told):
    case = {"by_head": True, "rights": HEAD, "judges": ("tests",), **said}

    with pytest.raises(Malformed) as refused:
        give(event, **case)

    assert [(one.field, one.code) for one in refused.value.faults] == [("by_head", "covered")]
    assert told in refused.value.faults[0].message
    assert not Ruling.objects.exists()


def test_what_the_assistant_leaves_to_the_head_judge_is_theirs(event):
    assert give(event, by_head=True, rights=HEAD, judges=("tests",), rules=("14.1",), **SILENT).by_head


def test_the_head_judge_or_the_director_is_among_those_who_decide_by_14_1(event):
    head = judge(event, "Harriet Judd", is_head=True)
    judge(event, "Dora Lane", role="director")
    case = {"by_head": True, "rules": ("14.1",), "rights": HEAD, "actor": make_actor(head)}

    with pytest.raises(Malformed) as refused:
        give(event, **case)

    assert [(one.field, one.code) for one in refused.value.faults] == [("judges", "head_judge")]
    assert "Name who of them decided it: Harriet Judd, Dora Lane." in refused.value.faults[0].message
    assert give(event, **case, judges=("Harriet Judd", "Ruth Quill")).number == 1
    assert give(event, **case, judges=("Dora Lane",)).number == 2
    assert give(event, **case, judges=()).judges == ["Harriet Judd"]


def test_page_and_api_say_at_the_field_that_a_rule_covers_it_or_that_the_head_judge_is_missing(event):
    head = judge(event, "Harriet Judd", is_head=True)
    judge(event, "Ruth Quill")
    sent = {"call": "none", "event": "main", "happened": "x", "decision": "y", "rules": "7.3.b", "by_head": "on"}
    body = {"happened": "x", "decision": "y", "rules": ["7.3.b"], "judges": ["Ruth Quill"], "by_head": True}

    page = signed_in(head).post(rulings_page(event, "ruling_new"), {**sent, "judges": ["Ruth Quill"]})
    program = api_of(head).post(API, body, format="json")

    errors = page.context["form"].errors
    assert page.status_code == 422
    assert "You name rules that cover this: 7.3.b (2020)." in str(errors["by_head"])
    assert "Name who of them decided it: Harriet Judd." in str(errors["judges"])
    assert program.status_code == 400
    assert [one["field"] for one in program.json()["errors"]] == ["by_head", "judges"]


def test_what_no_rule_covers_is_listed_and_found_by_14_1(event):
    classic = make_event(tournament=make_tournament("old", edition="classic"), games=1, entrants=2, seated=True)
    give(event, rules=(), by_head=True, rights=HEAD, judges=("tests",))
    give(classic, rules=(), by_head=True)
    reader = signed_in(judge(event))

    table = reader.get(rulings_page(event, "rulings_csv")).content.decode("utf-8-sig")
    page = reader.get(rulings_page(event), {"rule": "14.1"})
    figures = summary(event.tournament, [event])
    [old] = rulings(classic.tournament, [classic])

    assert [row["rules"] for row in csv.DictReader(table.splitlines())] == ["14.1"]
    assert [one.number for one in page.context["rulings"]] == [1]
    assert [one.number for one in page.context["rules"]] == ["14.1"]
    assert "No rule covers it." in text_of(page)
    assert [(one.rule.number, one.number) for one in figures.by_rule] == [("14.1", 1)]
    assert [rule.number for rule in old.rules] == ["13"]


@pytest.mark.parametrize(
    ("answers", "least"),
    [({"what": "dispute", "decided_by": "three"}, 3), ({"what": "refusal", "told_by": "three"}, 3)],
)
def test_where_the_assistant_was_told_of_three_judges_three_are_named_11_4(event, answers, least):
    case = {"subject": "penalties", "answers": answers, "rules": ("11.4.a",)}

    with pytest.raises(Malformed) as refused:
        give(event, **case)

    assert [(one.field, one.code) for one in refused.value.faults] == [("judges", "three")]
    assert len(give(event, **case, judges=(*TWO_JUDGES, "Carl Rusk")).judges) == least


def test_whoever_called_is_not_taken_for_who_did_it(event):
    """Neither where both players of the call are known nor where only one is; the words of the case name nobody either."""
    both = call_judge(entry=entry_of(event, "A-1"), about="", actor=make_actor())
    one = call_judge(entry=entry_of(event, "A-2"), about="", actor=make_actor())
    Call.objects.filter(pk=one.pk).update(opponent=None)
    client = signed_in(judge(event))

    for call in (both, one):
        form = client.get(f"{rulings_page(event, 'ruling_new')}?call={call.pk}").context["form"]
        name = "who" if "who" in form.fields else "offender_named"
        assert form[name].value() in (None, "")
        assert form["happened"].value() in (None, "")


def test_a_penalty_names_who_did_it_and_has_somebody_to_peg_it(event):
    waiting = make_event(tournament=event.tournament, slug="second", games=1, entrants=3, seated=True)
    with pytest.raises(Malformed) as nobody:
        give(event, points=2)
    with pytest.raises(Malformed) as against:
        give(waiting, offender=entry_of(waiting, "A-1"))

    row = give(event, offender=entry_of(event, "A-1"))

    assert [(one.field, one.code) for one in nobody.value.faults] == [("offender", "required")]
    assert [(one.field, one.code) for one in against.value.faults] == [("other", "required")]
    assert row.other == whereabouts(entry_of(event, "A-1")).opponent
    assert give(waiting, offender=entry_of(waiting, "A-1"), points=None).other is None


def test_a_judge_who_is_related_to_a_player_is_shown_as_such_where_judges_are_chosen(event):
    ruth = judge(event, "Ruth Quill")
    judge(event, "Thelma Rusk")
    call = called(event, "A-1")
    record_relation(
        tournament=event.tournament, one=ruth, other=entry_of(event, "A-1"), kind="family", actor=make_actor()
    )

    page = signed_in(judge(event)).get(rulings_page(event, "ruling_new"), {"call": call.pk})

    shown = dict(page.context["form"].fields["judges"].choices)
    assert shown["Ruth Quill"].startswith(f"Ruth Quill (and {entry_of(event, 'A-1').name}: Relatives;")
    assert shown["Thelma Rusk"] == "Thelma Rusk"


def test_the_page_says_beside_the_field_that_there_is_no_such_rule(event):
    sent = {"call": "none", "event": "main", "happened": "x", "decision": "y", "rules": "99.9"}
    ruth = judge(event, "Ruth Quill")

    page = signed_in(ruth).post(
        rulings_page(event, "ruling_new"), {**sent, "judges": ["Ruth Quill"], "other_judge": "Ann"}
    )
    body = {"happened": "x", "decision": "y", "rules": ["99.9"], "judges": list(TWO_JUDGES)}
    program = api_of(ruth).post(API, body, format="json")

    assert page.status_code == 422
    assert "The edition of 2020 has no rule 99.9." in str(page.context["form"].errors["rules"])
    assert (program.status_code, program.json()["errors"][0]["field"]) == (400, "rules")


def test_where_the_offender_sits_is_looked_up_once(event, monkeypatch):
    looked = []
    monkeypatch.setattr(rulings_actions, "whereabouts", lambda entry: looked.append(entry) or whereabouts(entry))

    row = give(event, offender=entry_of(event, "A-2"))

    assert (len(looked), row.game) == (1, 2)


def test_nobody_records_or_judges_a_case_of_their_own_protocol_f(event):
    player = judge(event, "Ruth Quill")
    entry = entry_of(event, "A-1")
    entry.player.user = player
    entry.player.save()

    with pytest.raises(Forbidden) as recording:
        give(event, offender=entry_of(event, "A-1"), actor=make_actor(player))
    with pytest.raises(Malformed) as named:
        give(event, other=entry_of(event, "A-1"), judges=TWO_JUDGES)

    assert recording.value.code == "own_card"
    assert [(fault.field, fault.code) for fault in named.value.faults] == [("judges", "own")]
    assert give(event, other=entry_of(event, "A-2"), judges=TWO_JUDGES).number == 1


# --- Taken back ------------------------------------------------------------------------------------------------------


def take_back(
    event: Event, number: int = 1, *, rights: Rights = HEAD, actor: Actor | None = None, reason="A slip"
) -> Ruling:
    return rulings_actions.take_back_ruling(
        tournament=event.tournament, number=number, reason=reason, rights=rights, actor=actor or make_actor()
    )


def test_a_ruling_taken_back_stays_with_its_reason(event):
    give(event)

    first, again = take_back(event), take_back(event, reason="Another")

    assert first.taken_back_at is not None
    assert again.taken_back_reason == "A slip"
    assert [one.number for one in rulings(event.tournament, [event])] == [1]
    assert AuditEntry.objects.filter(action="ruling.taken-back").count() == 1


def test_who_takes_a_ruling_back(event):
    recorder, other = make_actor(judge(event)), make_actor(judge(event))
    give(event, actor=recorder)

    with pytest.raises(Forbidden) as refused:
        take_back(event, rights=JUDGE, actor=other)

    assert refused.value.code == "role"
    assert take_back(event, rights=JUDGE, actor=recorder).taken_back_by == recorder.name


def test_taking_back_needs_a_reason_and_no_party_does_it(event):
    player = judge(event)
    entry = entry_of(event, "A-1")
    entry.player.user = player
    entry.player.save()
    give(event, offender=entry_of(event, "A-1"))

    with pytest.raises(Malformed):
        take_back(event, reason=" ")
    with pytest.raises(Forbidden) as refused:
        take_back(event, actor=make_actor(player))

    assert refused.value.code == "own_card"


# --- Found again -----------------------------------------------------------------------------------------------------


def test_the_list_is_searched_by_words_without_accents_and_by_kind_event_and_rule(event):
    second = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)
    give(event, happened="Overpegged by three.", rules=("8.4.b",), judges=("Zoë Ångström", "Ann Lee"))
    give(second, happened="Café crib.", subject="renege")
    Ruling.objects.filter(number=2).update(rules=["8.41"])  # kept before rules were looked up
    everything = rulings(event.tournament, [event, second])

    def numbers(**sought):
        return [one.number for one in everything if Sought(**sought).fits(one)]

    assert numbers() == [2, 1]
    assert numbers(text="zoe overpegged") == [1]
    assert numbers(text="CAFE") == [2]
    assert numbers(rule="8.4") == [1]
    assert numbers(subject="renege") == [2]
    assert numbers(event="second") == [2]


def test_a_filter_that_is_too_long_leaves_the_others_in_force(event):
    give(event, happened="Overpegged by three.", subject="renege")
    give(event, happened="Cut the bottom card.", subject="false-claim")

    text = text_of(signed_in(judge(event)).get(rulings_page(event), {"rule": "8" * 25, "subject": "renege"}))

    assert ("Overpegged by three." in text, "Cut the bottom card." in text) == (True, False)


def test_values_and_columns_are_the_same(event):
    give(event)

    assert tuple(ruling_values(rulings(event.tournament, [event])[0])) == RULING_COLUMNS


def test_a_new_text_of_a_ruling_is_shown_and_searched_once_it_is_listed(event, monkeypatch):
    give(event)
    monkeypatch.setattr("judging.rulings.reads.rulings._TEXTS", ("happened", "decision", "reason", "by"))

    [one] = rulings(event.tournament, [event])

    assert one.said == (
        ("What happened", "A ten was held back at 21."),
        ("Decision", "Single renege: two points."),
        ("By", "tests"),
    )
    assert Sought(text="tests").fits(one)
    assert "By tests" in text_of(signed_in(judge(event)).get(rulings_page(event, "ruling", 1)))


def test_the_list_shows_rulings_with_their_rules_and_those_taken_back_struck(event):
    give(event, offender=entry_of(event, "A-1"))
    give(event, happened="Wrong track.")
    Ruling.objects.filter(number=2).update(rules=["99"])  # kept before rules were looked up
    take_back(event, reason="It was another table.")

    answer = signed_in(judge(event)).get(rulings_page(event))

    text = text_of(answer)
    html = answer.content.decode()
    assert text.index("Ruling 2") < text.index("Ruling 1")
    assert "Taken back by tests" in text
    assert "It was another table." in text
    assert "<s>A ten was held back at 21.</s>" in html
    assert re.search(r'<a class="rule rule--plain" href="/t/sierra/judge/rules/[^"]+"[^>]*>7.3.b</a>', html)
    assert '<span class="rule rule--plain">99</span>' in html
    assert "Judges: Ruth Quill, Thelma Rusk" in text


def test_decided_referrals_stand_among_the_rulings_and_open_ones_above(db):
    tournament = make_tournament("sierra")
    first, second = make_referral(tournament), make_referral(tournament, "second")
    for one in (first, second):
        look_at_all(one)
    found = find(first, 1, "A-1", "A-2")
    override(
        event=first,
        key=key(1, "A-1", "A-2"),
        resolved={"A-1": {"points": 2, "plus": 10, "minus": None}, "A-2": {"points": 0, "plus": None, "minus": 10}},
        initials="HJ",
        reason="Both had pegged out together",
        version=found.version,
        rights=Rights(frozenset({"director"})),
        actor=make_actor(),
    )
    client = signed_in(judge(first))

    page = client.get(rulings_page(first))

    text = text_of(page)
    assert "Games for the head judge: 1 wait" in text
    assert "Referred game" in text
    assert "Both had pegged out together" in text
    assert "Judges: tests (HJ)" in text
    [row] = api_of(judge(first)).get(API).json()
    assert (row["number"], row["referral"], row["rules"], row["by_head"]) == (None, "1-A-1-A-2", ["14.1"], True)


def test_who_pegs_is_whom_the_offender_plays_as_far_as_the_data_says(event):
    call = called(event)
    one, two = entry_of(event, "A-1"), call.opponent
    give(event, offender=one, other=two)
    give(event, call=call, offender=two)
    give(event, offender=entry_of(event, "A-2"), happened="Nobody said against whom.")
    there = whereabouts(entry_of(event, "A-2")).opponent
    give(event, happened="No penalty.", points=None, offender=one, other=two)

    listed = rulings(event.tournament, [event])
    text = text_of(signed_in(judge(event)).get(rulings_page(event)))

    assert there is not None
    pegging = [found.pegged_by and found.pegged_by.seat for found in listed]
    assert pegging == [None, there.seat, "A-1", two.seat]
    assert f"Penalty points: 2, pegged by {two.seat} {two.name}" in text
    assert f"Penalty points: 2, pegged by A-1 {one.name}" in text
    assert text.count("Penalty points: 2") == 3
    assert ruling_values(listed[3])["pegged_by_name"] == two.name


def test_where_a_ruling_names_no_other_the_other_of_its_call_pegs(event):
    call = called(event)
    two = call.opponent
    given = [give(event, call=call, offender=one) for one in (entry_of(event, "A-1"), two)]
    # A file that is brought in may leave it out.
    Ruling.objects.update(other=None)

    pegging = [ruling_of(row).pegged_by for row in given]

    assert [one and one.seat for one in pegging] == [two.seat, "A-1"]


def test_what_three_judges_decided_is_marked_and_found_as_final_11_4_a(event):
    give(event, judges=(*TWO_JUDGES, "Carl Rusk"))
    give(event, happened="Of two.")
    reader = judge(event)

    page = signed_in(reader).get(rulings_page(event), {"q": "three final"})
    table = signed_in(reader).get(rulings_page(event, "rulings_csv")).content.decode("utf-8-sig")
    listed = api_of(reader).get(API).json()
    take_back(event)
    back = signed_in(reader).get(rulings_page(event, "ruling", 1))

    assert [one.number for one in page.context["rulings"]] == [1]
    assert "Three judges decided: final (11.4.a, 2020)" in text_of(page)
    assert "Three judges decided" not in text_of(back)
    assert [row["by_three"] for row in csv.DictReader(table.splitlines())] == ["", "yes"]
    assert [row["by_three"] for row in listed] == [False, True]


def test_what_one_judge_decided_alone_is_marked_on_page_spreadsheet_and_api(event):
    give(event, judges=TWO_JUDGES[:1], alone=True)
    give(event, happened="Of two.")
    reader = judge(event)

    page = signed_in(reader).get(rulings_page(event))
    table = signed_in(reader).get(rulings_page(event, "rulings_csv")).content.decode("utf-8-sig")

    assert text_of(page).count("One judge alone: nobody else could come") == 1
    assert [row["alone"] for row in csv.DictReader(table.splitlines())] == ["", "yes"]
    assert [row["alone"] for row in api_of(reader).get(API).json()] == [False, True]


def test_a_relation_of_a_judge_to_a_player_stands_with_the_ruling(event):
    ruth, thelma = judge(event, "Ruth Quill"), judge(event, "Thelma Rusk")
    call = called(event, "A-1")
    record_relation(
        tournament=event.tournament, one=ruth, other=entry_of(event, "A-1"), kind="family", actor=make_actor()
    )
    Coming.objects.create(call=call, judge=thelma, name="Thelma Rusk", related="club")
    give(event, call=call)
    give(event, offender=entry_of(event, "A-1"), judges=("Ruth Quill", "Carl Rusk"))
    give(event, offender=entry_of(event, "A-2"), judges=("Carl Rusk", "Ann Lee"))

    listed = rulings(event.tournament, [event])
    page = signed_in(ruth).get(rulings_page(event), {"q": "relatives"})
    table = signed_in(ruth).get(rulings_page(event, "rulings_csv")).content.decode("utf-8-sig")

    family = f"Ruth Quill and {entry_of(event, 'A-1').name}: Relatives"
    assert [one.related for one in listed] == [(), (family,), (family, "Thelma Rusk and a player: Same club")]
    assert [one.number for one in page.context["rulings"]] == [2, 1]
    assert family in text_of(page)
    assert [row["related"] for row in csv.DictReader(table.splitlines())][1] == family


def test_of_two_judges_of_one_name_none_is_marked_as_related(event):
    ruth, other = judge(event, "Ruth Quill"), judge(event)
    other.first_name, other.last_name = "Ruth", "Quill"
    other.save()
    record_relation(
        tournament=event.tournament, one=ruth, other=entry_of(event, "A-1"), kind="family", actor=make_actor()
    )

    assert ruling_of(give(event, offender=entry_of(event, "A-1"))).related == ()


def test_an_empty_list_says_why_and_a_search_that_finds_nothing_too(event):
    client = signed_in(judge(event))

    assert "No ruling is recorded yet." in text_of(client.get(rulings_page(event)))
    give(event)
    assert "No ruling fits what you look for." in text_of(client.get(rulings_page(event), {"q": "zebra"}))


def test_the_list_as_a_spreadsheet(event):
    give(event, offender=entry_of(event, "A-1"), happened="=1+1")
    give(event, happened="Wrong track.", rules=("8.6", "8.7"))

    answer = signed_in(judge(event)).get(rulings_page(event, "rulings_csv"), {"q": "wrong"})
    everything = signed_in(judge(event)).get(rulings_page(event, "rulings_csv")).content.decode("utf-8-sig")

    [row] = csv.DictReader(answer.content.decode("utf-8-sig").splitlines())
    assert (row["number"], row["rules"], row["judges"]) == ("2", "8.6, 8.7", "Ruth Quill, Thelma Rusk")
    assert row["at"].endswith(("-08:00", "-07:00"))
    assert "'=1+1" in everything


# --- Recorded on the page --------------------------------------------------------------------------------------------


def fields(answer) -> dict[str, object]:
    """What the form would send as it stands."""
    form = answer.context["form"]
    return {name: value for name in form.fields if (value := form[name].value()) not in (None, "", [], False)}


def test_the_form_is_filled_from_the_call_and_ends_it(event):
    ruth, thelma = judge(event, "Ruth Quill"), judge(event, "Thelma Rusk")
    call = called(event)
    for user in (ruth, thelma):
        come(call=call, actor=make_actor(user))
    client = signed_in(ruth)

    page = client.get(rulings_page(event, "ruling_new"), {"call": call.pk})
    sent = {**fields(page), "who": "A-1", "happened": "It slipped.", "decision": "Play on.", "rules": "7.3.b; 8.4"}
    done = client.post(rulings_page(event, "ruling_new"), sent, follow=True)

    assert fields(page)["judges"] == ["Ruth Quill", "Thelma Rusk"]
    assert "Neither of the two" in text_of(page)
    row = Ruling.objects.get()
    assert (row.offender.seat, row.other, row.rules) == ("A-1", call.opponent, ["7.3.b", "8.4"])
    assert row.judges == ["Ruth Quill", "Thelma Rusk"]
    assert "Ruling 1 is recorded, and the call is closed." in text_of(done)
    assert "on the same call" not in text_of(done)
    assert Call.objects.get().closed_at is not None


def test_whoever_records_another_ruling_on_a_call_reads_which_one_it_has(event):
    ruth, thelma = judge(event, "Ruth Quill"), judge(event, "Thelma Rusk")
    call = called(event)
    for user in (ruth, thelma):
        come(call=call, actor=make_actor(user))
    pages = {user: signed_in(user) for user in (ruth, thelma)}
    forms = {
        user: fields(page.get(rulings_page(event, "ruling_new"), {"call": call.pk})) for user, page in pages.items()
    }

    told = [
        text_of(pages[user].post(rulings_page(event, "ruling_new"), sent, follow=True))
        for user, decision in ((ruth, "Play on."), (thelma, "They play on."), (ruth, "On they play."))
        for sent in [{**forms[user], "who": "A-1", "happened": "It slipped.", "decision": decision, "rules": "7.3.b"}]
    ]

    assert [row.number for row in Ruling.objects.order_by("number")] == [1, 2, 3]
    assert "on the same call" not in told[0]
    assert "Ruling 1 is on the same call. If it says the same, take one of them back." in told[1]
    assert "Rulings 1 and 2 are on the same call." in told[2]


def test_the_call_to_which_one_comes_is_found_without_being_named(event):
    ruth = judge(event, "Ruth Quill")
    call = called(event)
    come(call=call, actor=make_actor(ruth))

    theirs = signed_in(ruth).get(rulings_page(event, "ruling_new"))
    none = signed_in(ruth).get(rulings_page(event, "ruling_new"), {"call": "none"})

    assert theirs.context["call"] == call
    assert none.context["call"] is None


def test_the_form_is_filled_from_the_assistant(event):
    address = rulings_page(event, "ruling_new")
    asked = {
        "subject": "renege",
        "said": "go",
        "count": "above_21",
        "playable": "2",
        "since": "went_on",
        "other_at": "60",
    }
    client = signed_in(judge(event, "Ruth Quill"))

    page = client.get(address, asked)
    filled = fields(page)
    bare = client.post(address, {**filled, "other_judge": "Thelma Rusk"})
    client.post(address, {**filled, "other_judge": "Thelma Rusk", "offender_named": "A-1"})

    assert "Name who did it: the other player pegs the penalty." in text_of(bare)
    assert filled["happened"].splitlines()[0] == "Renege"
    assert "What was the count? 22 or more." in filled["happened"]
    assert filled["decision"].startswith("Double renege: four points\n1. ")
    assert filled["points"] == 4
    assert filled["rules"].startswith("7.3")
    row = Ruling.objects.get()
    assert (row.subject, row.answers["playable"], row.points) == ("renege", "2", 4)
    assert row.happened == filled["happened"]


def test_the_assistant_leads_to_the_form_with_its_answers(event):
    address = reverse("judging:case", args=["sierra", "renege"])

    html = html_of(signed_in(judge(event)).get(address, {"said": "go"}))

    assert f'form="case" formaction="{rulings_page(event, "ruling_new")}" name="subject" value="renege"' in html


def test_nothing_typed_is_lost_on_a_refusal(event):
    client = signed_in(judge(event, "Ruth Quill"))
    sent = {
        "call": "none",
        "event": "main",
        "offender_named": "A-1",
        "happened": "It slipped.\nTwice.",
        "decision": "No.",
    }

    alone = client.post(rulings_page(event, "ruling_new"), {**sent, "rules": "8.4", "judges": ["Ruth Quill"]})
    bare = client.post(rulings_page(event, "ruling_new"), {**sent, "judges": ["Ruth Quill"], "other_judge": "Ann"})
    unknown = client.post(rulings_page(event, "ruling_new"), {**sent, "rules": "8.4", "offender_named": "Zeno"})

    assert [one.status_code for one in (alone, bare, unknown)] == [409, 422, 422]
    assert "Two judges hear a case" in text_of(alone)
    assert "Name the rule that it rests on." in text_of(bare)
    for answer in (alone, bare, unknown):
        assert "It slipped.\nTwice." in answer.content.decode()
    assert not Ruling.objects.exists()


def test_only_whom_it_may_is_offered_what_no_rule_covers(event):
    address = rulings_page(event, "ruling_new")

    plain = text_of(signed_in(judge(event)).get(address))
    head = text_of(signed_in(judge(event, is_head=True)).get(address))

    assert "call the head judge" in plain
    assert "this is the head judge’s decision (14.1, 2020)" not in plain
    assert "removed from play (11.4.b, 2020)" not in plain
    assert "this is the head judge’s decision (14.1, 2020)" in head
    assert "removed from play (11.4.b, 2020)" in head
    sent = {"call": "none", "event": "main", "happened": "x", "decision": "y", "by_head": "on"}
    assert signed_in(judge(event)).post(address, sent).status_code == 403
    assert not Ruling.objects.exists()


def test_a_party_finds_no_form_and_is_refused(event):
    player = judge(event)
    entry = entry_of(event, "A-1")
    entry.player.user = player
    entry.player.save()
    call = called(event)

    page = signed_in(player).get(rulings_page(event, "ruling_new"), {"call": call.pk})
    sent = signed_in(player).post(
        rulings_page(event, "ruling_new"),
        {"call": call.pk, "who": "neither", "happened": "x", "decision": "y", "rules": "8.4", "alone": "on"},
    )
    api = api_of(player).post(
        API, {"call": call.pk, "happened": "x", "decision": "y", "rules": ["8.4"], "alone": True}, format="json"
    )

    assert (page.status_code, sent.status_code, api.status_code) == (403, 403, 403)
    assert "You are a party to this case." in text_of(page)
    assert "Record the ruling" not in text_of(page)
    assert api.json()["code"] == "own_card"


def test_a_ruling_is_taken_back_on_its_page(event):
    user = judge(event)
    give(event, actor=make_actor(user))
    page = rulings_page(event, "ruling", 1)

    offered = text_of(signed_in(user).get(page))
    hidden = text_of(signed_in(judge(event)).get(page))
    bare = signed_in(user).post(rulings_page(event, "take_back_ruling", 1), {"reason": ""})
    refused = signed_in(judge(event)).post(rulings_page(event, "take_back_ruling", 1), {"reason": "Mine"})
    done = signed_in(user).post(rulings_page(event, "take_back_ruling", 1), {"reason": "A slip"}, follow=True)

    assert "Take this ruling back" in offered
    assert "Take this ruling back" not in hidden
    assert (bare.status_code, refused.status_code) == (422, 403)
    assert "Ruling 1 is taken back. It stays in the list." in text_of(done)
    assert Ruling.objects.get().taken_back_reason == "A slip"


# --- Who may ---------------------------------------------------------------------------------------------------------

MAY_JUDGE = {"director": 200, "judge": 200, "checker": 403, "registrar": 403, "viewer": 403, "": 403, None: 302}


def client_of(event: Event, role: str | None) -> Client:
    return Client() if role is None else signed_in(make_user(role=role, tournament=event.tournament))


@pytest.mark.parametrize(("role", "status"), MAY_JUDGE.items())
def test_who_reads_rulings(event, role, status):
    give(event)
    client = client_of(event, role)
    pages = ("rulings", "rulings_csv", "ruling_new", "judging")

    found = [client.get(rulings_page(event, name)).status_code for name in pages]
    one = client.get(rulings_page(event, "ruling", 1)).status_code
    program = api_of(make_user(role=role, tournament=event.tournament)) if role is not None else api_of()
    answers = [program.get(path).status_code for path in (API, f"{API}1/", API.replace("rulings", "judging"))]

    assert found == [status] * 4
    assert one == status
    assert answers == [401 if status == 302 else status] * 3


@pytest.mark.parametrize(
    ("role", "is_head", "status"),
    [
        ("director", False, 200),
        ("judge", True, 200),
        ("judge", False, 403),
        ("checker", False, 403),
        ("viewer", False, 403),
    ],
)
def test_notes_on_conduct_are_for_the_director_and_the_head_judge_alone(event, role, is_head, status):
    rulings_actions.note_conduct(entry=entry_of(event, "A-1"), text="Shouted.", rights=HEAD, actor=make_actor())
    user = make_user(role=role, tournament=event.tournament, is_head=is_head)
    page = rulings_page(event, "conduct")
    path = "/api/v1/tournaments/sierra/conduct/"

    read = signed_in(user).get(page)
    written = signed_in(user).post(page, {"event": "main", "player": "A-2", "text": "Left early."})
    program = api_of(user)
    answers = (
        program.get(path),
        program.post(path, {"event": "main", "entrant": "A-3", "text": "Swore."}, format="json"),
    )

    assert (read.status_code, written.status_code) == (status, 302 if status == 200 else status)
    assert [one.status_code for one in answers] == ([200, 201] if status == 200 else [403, 403])
    assert Conduct.objects.count() == (3 if status == 200 else 1)
    assert ("Shouted." in text_of(read)) == (status == 200)


def test_nobody_reads_what_is_noted_about_themselves(event):
    head = judge(event, is_head=True)
    entry = entry_of(event, "A-1")
    entry.player.user = head
    entry.player.save()
    for seat in ("A-1", "A-2"):
        rulings_actions.note_conduct(entry=entry_of(event, seat), text=f"Of {seat}.", rights=HEAD, actor=make_actor())

    page = text_of(signed_in(head).get(rulings_page(event, "conduct")))
    notes = api_of(head).get("/api/v1/tournaments/sierra/conduct/").json()

    assert ("Of A-1." in page, "Of A-2." in page) == (False, True)
    assert [one["text"] for one in notes] == ["Of A-2."]


def test_a_note_on_conduct_stands_in_no_log(event):
    head = judge(event, is_head=True)
    rulings_actions.note_conduct(entry=entry_of(event, "A-1"), text="Shouted.", rights=HEAD, actor=make_actor(head))

    row = AuditEntry.objects.get(action="conduct.noted")

    assert "Shouted." not in json.dumps([row.before, row.after, row.reason])
    assert "Milt" not in json.dumps([row.before, row.after, row.reason])


def test_a_note_is_kept_once_and_needs_words_and_is_not_of_oneself(event):
    head = judge(event, is_head=True)
    entry = entry_of(event, "A-1")
    entry.player.user = head
    entry.player.save()

    def note(seat: str, text: str) -> Conduct:
        return rulings_actions.note_conduct(entry=entry_of(event, seat), text=text, rights=HEAD, actor=make_actor(head))

    assert note("A-2", "Shouted.\nTwice.").number == note("A-2", "Shouted.\nTwice.").number == 1
    # What others note meanwhile, or of whom else, makes no second one of it when it arrives again.
    rulings_actions.note_conduct(entry=entry_of(event, "A-2"), text="Left early.", rights=HEAD, actor=make_actor())
    assert note("A-3", "Late.").number == 3
    assert note("A-2", "Shouted.\nTwice.").number == 1
    assert note("A-2", "Threw the cards.").number == 4
    with pytest.raises(Malformed):
        note("A-2", " ")
    with pytest.raises(Forbidden) as own:
        note("A-1", "Late.")
    with pytest.raises(Forbidden) as role:
        rulings_actions.note_conduct(entry=entry_of(event, "A-2"), text="Late.", rights=JUDGE, actor=make_actor())
    assert (own.value.code, role.value.code) == ("own_card", "role")


def test_what_the_code_of_ethics_names_begins_a_note_and_is_enough(event):
    client = signed_in(judge(event, role="director"))
    page = rulings_page(event, "conduct")
    matters = client.get(page).context["form"].fields["matter"].choices
    matter = matters[-1][0]

    client.post(page, {"event": "main", "player": "A-2", "matter": matter, "text": "At game 2."})
    client.post(page, {"event": "main", "player": "A-3", "matter": matter})
    empty = client.post(page, {"event": "main", "player": "A-3"})

    assert [one.text for one in Conduct.objects.all()] == [f"{matter}.\nAt game 2.", f"{matter}."]
    assert empty.status_code == 422
    assert len(matters) == 13


def test_a_judge_of_one_event_does_not_reach_the_rulings_of_another(event):
    other = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)
    user = make_user()
    grant_role(tournament=event.tournament, username=user.username, kind="judge", event=other, actor=make_actor())
    give(event)
    whole = rulings_actions.give_ruling(tournament=event.tournament, ruled=ruled(), rights=JUDGE, actor=make_actor())

    assert [row["number"] for row in api_of(user).get(API).json()] == [whole.number]
    assert api_of(user).get(f"{API}1/").status_code == 404
    assert signed_in(user).get(rulings_page(event, "ruling", 1)).status_code == 404
    body = {"event": "main", "happened": "x", "decision": "y", "rules": ["8.4"], "alone": True}
    assert api_of(user).post(API, body, format="json").status_code == 400


def test_a_director_of_one_event_decides_there_alone(event):
    other = make_event(tournament=event.tournament, slug="second", games=1, entrants=2, seated=True)
    user = make_user()
    grant_role(tournament=event.tournament, username=user.username, kind="director", event=other, actor=make_actor())
    plain = {"username": user.username, "kind": "judge", "event": event, "actor": make_actor()}
    grant_role(tournament=event.tournament, **plain)
    body = {"happened": "x", "decision": "y", "by_head": True}

    here = api_of(user).post(API, {**body, "event": "second"}, format="json")
    there = api_of(user).post(API, {**body, "event": "main"}, format="json")

    assert (here.status_code, there.status_code, there.json()["code"]) == (201, 403, "role")


# --- The API ---------------------------------------------------------------------------------------------------------


def test_a_program_records_reads_and_takes_back(event):
    program = api_of(judge(event, "Ruth Quill"))
    call = called(event)
    body = {
        "call": call.pk,
        "offender": "A-1",
        "happened": "It slipped.\nTwice.",
        "decision": "Two points.",
        "rules": ["8.4.b"],
        "points": 2,
        "subject": "renege",
        "answers": {"said": "go"},
        "judges": list(TWO_JUDGES),
    }

    made = program.post(API, body, format="json")
    again = program.post(API, body, format="json")
    listed = program.get(API, {"rule": "8.4"}).json()
    none = program.get(API, {"q": "zebra"}).json()
    back = program.put(f"{API}1/taking-back/", {"reason": "A slip"}, format="json")

    assert (made.status_code, made.json()["number"], made.json()["where"]) == (201, 1, made.json()["where"])
    assert again.json()["number"] == 1
    assert [row["happened"] for row in listed] == ["It slipped.\nTwice."]
    assert none == []
    assert (back.status_code, back.json()["taken_back_reason"]) == (200, "A slip")
    assert program.get(f"{API}1/").json() == back.json()
    assert program.get(f"{API}7/").status_code == 404
    assert program.put(f"{API}7/taking-back/", {"reason": "x"}, format="json").status_code == 404


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"judges": []}, 409, "not_ready"),
        ({"rules": []}, 400, "invalid"),
        ({"rules": [], "by_head": True}, 403, "role"),
        ({"offender": "A-9", "event": "main"}, 400, "invalid"),
        ({"offender": "A-1"}, 400, "invalid"),
        ({"points": "2"}, 400, "invalid"),
        ({"points": 500}, 400, "invalid"),
        ({"colour": "red"}, 400, "invalid"),
        ({"happened": "bell \x07"}, 400, "invalid"),
        ({"answers": {"said": 3}}, 400, "invalid"),
        ({"call": 99}, 404, "not_found"),
    ],
)
def test_the_api_refuses_as_the_action_does(event, said, status, code):
    body = {"happened": "x", "decision": "y", "rules": ["8.4"], "judges": list(TWO_JUDGES), **said}

    answer = api_of(judge(event)).post(API, body, format="json")

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Ruling.objects.exists()


def test_the_list_takes_as_many_queries_for_three_rulings_as_for_one(event, django_assert_max_num_queries):
    client = signed_in(judge(event))
    give(event, offender=entry_of(event, "A-1"), other=entry_of(event, "A-2"))
    with django_assert_max_num_queries(12):
        client.get(rulings_page(event))
    for text in ("One", "Two"):
        give(event, happened=text, offender=entry_of(event, "A-1"), other=entry_of(event, "A-2"))
    with django_assert_max_num_queries(12):
        client.get(rulings_page(event))
