"""What is sent again because nothing came back is done once, and answered like the first: on every page and in all of the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.utils import timezone

from hall.site import repeats
from hall.site.tasks import forget_answers
from tournaments.models import AuditEntry, FirstAnswer, LedgerLine, Tournament
from tournaments.money.actions.money import add_fee
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, signed_in, text_of

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/sierra/"
AGAIN = "This was sent more than once. It was done once."
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
FIELD = re.compile(r"<input\b[^>]*>")


def attribute(tag: str, name: str) -> str:
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


def form_fields(page: str, action: str, **named: str) -> dict[str, str]:
    """What the form of a page that is sent to this address says as it stands; the one with these values among several."""
    for form in FORM.findall(page):
        if 'method="post"' in form and attribute(form[: form.index(">") + 1], "action").partition("#")[0] in (
            action,
            "",
        ):
            fields = dict(_fields(form))
            if named.items() <= fields.items():
                return fields
    raise AssertionError(f"no form leads to {action}")


def form_of(answer: HttpResponse, action: str, **named: str) -> dict[str, str]:
    """The same of a form with a key."""
    fields = form_fields(answer.content.decode(), action, **named)
    assert fields.get("form_key"), f"the form that leads to {action} has no key"
    return fields


def _fields(form: str) -> Iterator[tuple[str, str]]:
    for tag in FIELD.findall(form):
        if attribute(tag, "type") not in ("radio", "checkbox", "submit", "file") or " checked" in tag:
            yield attribute(tag, "name"), attribute(tag, "value")
    for select in re.findall(r"<select\b.*?</select>", form, re.DOTALL):
        chosen = [tag for tag in re.findall(r"<option\b[^>]*>", select) if " selected" in tag]
        if chosen:
            yield attribute(select, "name"), attribute(chosen[0], "value")


@pytest.fixture
def tournament() -> Tournament:
    """One event with two entrants who owe $75 each."""
    tournament = make_tournament("sierra")
    event = make_event(tournament=tournament, entrants=2)
    add_fee(event=event, name="Entry", cents=7500, kind="entry", actor=make_actor())
    return tournament


def test_an_expense_that_is_sent_from_one_page_again_stands_once(tournament: Tournament) -> None:
    director = in_role(tournament, "director")
    page = "/t/sierra/money/settlement/"
    sent = {**form_of(director.get(page), page), "kind": "expense", "name": "Hall", "cents": "120"}

    first = director.post(page, sent, follow=True)
    again = [director.post(page, sent, follow=True) for _time in range(3)]

    assert tournament.items.count() == 1
    assert "Hall" in text_of(first)
    for answer in again:
        assert answer.redirect_chain == first.redirect_chain
        assert AGAIN in text_of(answer)
    # The page as it is now is another one.
    now = form_of(again[0], page)
    anew = {**sent, "form_key": now["form_key"], "seen": now["seen"]}
    assert anew["form_key"] != sent["form_key"]
    assert AGAIN not in text_of(director.post(page, anew, follow=True))
    assert tournament.items.count() == 2


def test_what_the_first_answer_told_is_told_once_though_nobody_has_read_it(tournament: Tournament) -> None:
    desk = in_role(tournament, "registrar")
    page = "/t/sierra/money/"
    player = tournament.events.get().entries.get(number=1).player_id
    sent = {**form_of(desk.get(page), page), "receive": f"cash-{player}-7500"}

    desk.post(page, sent)
    told = text_of(desk.post(page, sent, follow=True))

    assert LedgerLine.objects.count() == 1
    assert told.count("$75 received from Milt Orr in cash.") == 1
    assert AGAIN in told


def test_the_same_page_with_something_else_in_it_asks_first(tournament: Tournament) -> None:
    director = in_role(tournament, "director")
    page = "/t/sierra/money/settlement/"
    sent = {**form_of(director.get(page), page), "kind": "expense", "name": "Hall", "cents": "120"}
    director.post(page, sent)

    asked = director.post(page, {**sent, "name": "Hall & heating"})

    assert asked.status_code == 409
    assert "You have sent this page before" in text_of(asked)
    assert tournament.items.count() == 1
    as_well = form_of(asked, page)
    assert as_well["name"] == "Hall & heating"
    director.post(page, as_well)
    director.post(page, as_well)
    assert sorted(tournament.items.values_list("name", flat=True)) == ["Hall", "Hall & heating"]


def test_what_was_refused_is_tried_anew_with_the_same_key(tournament: Tournament) -> None:
    director = in_role(tournament, "director")
    page = "/t/sierra/money/settlement/"
    sent = {**form_of(director.get(page), page), "kind": "expense", "name": "Hall", "cents": "a lot"}

    assert director.post(page, sent).status_code == 422
    assert director.post(page, sent).status_code == 422
    assert director.post(page, {**sent, "cents": "120"}).status_code == 302
    assert tournament.items.count() == 1


def test_a_key_is_its_senders_own_and_an_answer_is_kept_sealed(tournament: Tournament) -> None:
    page = "/t/sierra/money/settlement/"
    one, other = in_role(tournament, "director"), in_role(tournament, "director")
    sent = {**form_of(one.get(page), page), "kind": "expense", "name": "Hall", "cents": "120"}

    one.post(page, sent)
    other.post(page, {**sent, "seen": form_of(other.get(page), page)["seen"]})

    assert tournament.items.count() == 2
    for row in FirstAnswer.objects.all():
        assert b"settlement" not in bytes(row.answer)
        assert sent["form_key"] not in row.digest + row.request


def test_a_program_gets_the_first_answer_to_the_same_key(tournament: Tournament) -> None:
    program = signed_in(make_user(role="director", tournament=tournament))
    path, body = f"{API}money/settlement/lines/", {"kind": "expense", "name": "Hall", "cents": 12000}
    key = {"Idempotency-Key": str(uuid4())}

    first = program.post(path, body, "application/json", headers=key)
    again = program.post(path, body, "application/json", headers=key)
    other = program.post(path, {**body, "cents": 1}, "application/json", headers=key)
    bad = [
        program.post(path, body, "application/json", headers={"Idempotency-Key": one}) for one in ("", "é", "x" * 256)
    ]

    assert (first.status_code, again.status_code, other.status_code) == (201, 201, 409)
    assert again.content == first.content
    assert (first.headers.get("Idempotent-Replayed"), again.headers["Idempotent-Replayed"]) == (None, "true")
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    assert other.json()["code"] == "key_reused"
    assert [(one.status_code, one.json()["errors"][0]["field"]) for one in bad] == [(400, "Idempotency-Key")] * 3
    assert tournament.items.count() == 1


def test_a_refusal_of_the_api_is_given_again_too_but_not_who_asks(tournament: Tournament) -> None:
    user = make_user(role="checker", tournament=tournament)
    program = signed_in(user)
    path, key = f"{API}events/", {"Idempotency-Key": str(uuid4())}
    body = {"slug": "late", "kind": "satellite", "games": 9}

    assert program.post(path, body, "application/json", headers=key).status_code == 403
    user.roles.update(kind="director")
    made = program.post(path, body, "application/json", headers=key)
    assert made.status_code == 201
    other = {"Idempotency-Key": str(uuid4())}
    refused = program.post(path, body, "application/json", headers=other)
    assert (refused.status_code, refused.json()["code"]) == (409, "exists")
    tournament.events.filter(slug="late").update(slug="later")
    assert program.post(path, body, "application/json", headers=other).content == refused.content


def test_a_crash_leaves_neither_the_act_nor_its_note(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    director = in_role(tournament, "director")
    director.raise_request_exception = False
    page = "/t/sierra/money/settlement/"
    sent = {**form_of(director.get(page), page), "kind": "expense", "name": "Hall", "cents": "120"}
    acts = AuditEntry.objects.count()

    with monkeypatch.context() as broken:
        broken.setattr(repeats, "_stored", lambda request, answer: 1 / 0)
        assert director.post(page, sent).status_code == 500

    assert (tournament.items.count(), AuditEntry.objects.count(), FirstAnswer.objects.count()) == (0, acts, 0)
    assert director.post(page, sent).status_code == 302
    assert tournament.items.count() == 1


def test_a_key_is_forgotten_after_a_day(tournament: Tournament) -> None:
    director = in_role(tournament, "director")
    page = "/t/sierra/money/settlement/"
    sent = {**form_of(director.get(page), page), "kind": "expense", "name": "Hall", "cents": "120"}
    director.post(page, sent)
    FirstAnswer.objects.update(at=timezone.now() - timedelta(hours=23, minutes=59))
    director.post(page, sent)
    assert tournament.items.count() == 1

    FirstAnswer.objects.update(at=timezone.now() - timedelta(hours=24))
    # No page sends this after a day, but that the line stands would be told to whoever did.
    director.post(page, {**sent, "seen": "1"})

    assert tournament.items.count() == 2
    assert FirstAnswer.objects.count() == 1
    FirstAnswer.objects.update(at=timezone.now() - timedelta(hours=24))
    assert (forget_answers(), FirstAnswer.objects.count()) == (1, 0)
