"""Notices: what is due, that each is sent once to those who want it, what is held back, and servers that fail."""

from __future__ import annotations

import json
import smtplib
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.core import mail as django_mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from brackets.bracket.actions import draw_bracket
from brackets.matches.actions.match_tables import place_match
from brackets.tests.factories import make_bracket, make_posted_event, schedule, win
from hall.notices import sending, tasks, webpush
from hall.notices.actions import ask_for_mails, choose_news, confirm_mails, end_news, tell_browser
from hall.notices.due import due
from hall.notices.subscriptions import MOST_TRIES, status
from tournaments.access import Actor
from tournaments.errors import Malformed, Refused
from tournaments.models import AuditEntry, Entry, Event, News, Notice, PersonalLink, Subscription
from tournaments.people.actions.links import make_links, renew_link, revoke_link
from tournaments.people.reads.links import key_of_link
from tournaments.reads.entries import entry_at
from tournaments.seating.actions import draw_seats, swap_seats
from tournaments.tests.factories import make_actor, make_event

pytestmark = pytest.mark.django_db

LATER = timedelta(minutes=5)
ALL = News.values


def link_of(event: Event, seat: str = "A-1") -> PersonalLink:
    make_links(event=event, actor=make_actor())
    entry = entry_at(event, seat)
    assert entry is not None
    return PersonalLink.objects.select_related("entry__event__tournament").get(entry=entry, revoked_at=None)


def ask(link: PersonalLink, address: str = "milt@example.com", wants: list[str] = ALL) -> Subscription:
    actor = Actor.of_entry(link.entry)
    return ask_for_mails(link=link, address=address, wants=wants, site="https://hall.example", actor=actor)


def mailed(event: Event, seat: str = "A-1", **more: Any) -> Subscription:
    """The confirmed mails of this seat."""
    link = link_of(event, seat)
    one = ask(link, **more)
    confirm_mails(subscription=one, actor=Actor.of_entry(link.entry))
    return one


def fresh(event: Event) -> Event:
    return Event.objects.select_related("tournament").get(pk=event.pk)


def tell(event: Event, at: datetime | None = None) -> list[Any]:
    """What goes out when this event is looked at some minutes later, and then once more."""
    django_mail.outbox.clear()
    at = at or timezone.now() + LATER
    sending.tell(fresh(event), at - timedelta(minutes=2))
    sending.tell(fresh(event), at)
    return django_mail.outbox


def subjects(event: Event) -> list[str]:
    return [sent.subject for sent in tell(event)]


def said(event: Event, seat: str = "A-1") -> dict[str, tuple[str, str]]:
    """What is due for this seat, as title and text by its kind."""
    entry = entry_at(event, seat)
    assert entry is not None
    return {what: one.said() for what, one in due(fresh(event)).get(entry.pk, {}).items()}


def hide(event: Event, *parts: str) -> None:
    Event.objects.filter(pk=event.pk).update(hidden=list(parts))


def test_a_mail_is_written_in_the_language_in_which_it_was_asked_for() -> None:
    event = make_event(entrants=4, seated=True)
    with translation.override("es"):
        one = ask(link_of(event))

    (sent,) = tell(event)

    assert one.language == "es"
    with translation.override("es"):
        assert sent.subject == f"{translation.gettext('Do you want these mails?')} · Sierra Open"
    assert "Do you" not in sent.subject
    confirm_mails(subscription=one, actor=Actor.of_entry(one.link.entry))
    with translation.override("fr-ca"):
        choose_news(subscription=one, wants=["qualifiers"], actor=Actor.of_entry(one.link.entry))
    assert Subscription.objects.get().language == "fr-ca"


# --- What is due -----------------------------------------------------------------------------------------------------


def test_before_the_seats_are_drawn_nothing_is_due_and_then_everybody_has_a_seat() -> None:
    assert due(make_event(entrants=4)) == {}

    event = make_event(entrants=4, seated=True)

    assert said(event) == {"seat": ("Your seat is A-1", "Main event: you start at A-1, and it stays your ID.")}
    assert len(due(event)) == 4


def test_who_does_not_play_has_no_seat_to_be_told_of() -> None:
    event = make_event(entrants=4, seated=True)
    entry = entry_at(event, "A-1")
    assert entry is not None
    type(entry).objects.filter(pk=entry.pk).update(status="withdrawn", status_reason="Ill")

    assert entry.pk not in due(event)


def test_the_posted_list_says_to_everybody_whether_they_qualified() -> None:
    event = make_posted_event()

    assert said(event, "A-2") == {"qualifiers": ("You have qualified", "Main event: you have qualified as seed 2.")}
    assert said(event, "A-5")["qualifiers"][1] == "Main event: the qualifiers are posted, and you have not qualified."


def test_where_nobody_qualifies_everybody_is_told_that_the_ranking_is_official() -> None:
    event = make_posted_event()
    Event.objects.filter(pk=event.pk).update(quota_exemption=0, quota_reason="No playoffs")

    told = ("The ranking is official", "Main event: the ranking is official. The standings show your place.")
    assert said(fresh(event), "A-5")["qualifiers"] == told


@pytest.mark.parametrize("part", ["qualifiers", "standings"])
def test_what_is_held_back_from_the_public_is_not_told(part: str) -> None:
    event = make_posted_event()
    hide(event, part)

    assert due(fresh(event)) == {}


def test_a_match_of_the_round_in_play_is_up_and_one_that_is_won_is_not() -> None:
    event = make_bracket()

    assert said(event)["match"] == ("Your match is up", "Main event: Semifinals against Edie Marsh (A-4), best of 3.")
    win(event, 1, "A-1", "A-1")
    assert "match" not in said(event)
    assert "match" not in said(event, "A-4")


def test_a_match_says_table_and_time_and_another_table_is_news() -> None:
    event = make_bracket()
    schedule(event, 1, datetime.fromisoformat("2026-03-07T14:00:00-08:00"))
    before = due(fresh(event))

    place_match(event=fresh(event), match=1, table="4", actor=make_actor())

    assert said(event)["match"][1].endswith("best of 3. Table 4, Saturday 2:00 PM.")
    entry = entry_at(event, "A-1")
    assert entry is not None
    assert due(fresh(event))[entry.pk]["match"].subject != before[entry.pk]["match"].subject


def test_a_hidden_bracket_tells_of_no_match_and_a_public_one_names_whom_it_names() -> None:
    event = make_bracket()
    against = Entry.objects.get(event=event, table="A", seat_number=4).name

    hide(event, "entrants", "schedule", "standings")
    assert said(event)["match"][1] == f"Main event: Semifinals against {against} (A-4), best of 3."
    hide(event, "bracket")
    assert "match" not in said(event)


def test_a_final_that_is_held_back_is_told_before_and_never_how_it_went() -> None:
    event = make_bracket(2, best_of=1)
    hide(event, "final")
    before = said(event)

    win(fresh(event), 1, "A-1")

    assert said(event) == before
    assert "A-2" in before["match"][1]


def test_how_many_play_costs_no_more_queries() -> None:
    counts = []
    for qualifiers in (4, 8):
        event = make_bracket(qualifiers)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            due(event)
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 6


# --- Sent once -------------------------------------------------------------------------------------------------------


def test_nothing_but_the_question_goes_to_an_address_before_it_is_confirmed() -> None:
    event = make_event(entrants=4, tables=[4])
    link = link_of_unseated(event)
    one = ask(link)

    first = tell(event)
    assert [sent.subject for sent in first] == ["Do you want these mails? · Sierra Open"]
    assert first[0].to == ["milt@example.com"]
    assert f"https://hall.example/news/{one.nonce}-" in first[0].body
    draw_seats(event=fresh(event), tables=[4], seed=7, actor=make_actor())
    assert subjects(event) == []

    confirm_mails(subscription=one, actor=make_actor())

    assert subjects(event) == [f"Your seat is {seat_now(event)} · Sierra Open"]
    assert subjects(event) == []


def link_of_unseated(event: Event) -> PersonalLink:
    make_links(event=event, actor=make_actor())
    return PersonalLink.objects.select_related("entry__event__tournament").get(entry__event=event, entry__number=1)


def seat_now(event: Event) -> str:
    return event.entries.get(number=1).seat


def test_what_stood_when_somebody_turned_it_on_is_no_news_and_what_changes_is() -> None:
    event = make_event(entrants=4, seated=True)
    mailed(event)
    assert subjects(event) == []

    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    sent = tell(event)
    assert [one.subject for one in sent] == ["Your seat is A-3 · Sierra Open"]
    assert subjects(event) == []


def test_a_mail_leads_to_the_own_page_and_to_its_end() -> None:
    event = make_event(entrants=4, seated=True)
    one = mailed(event)
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    sent = tell(event)[0]

    key = key_of_link(one.link)
    assert f"https://hall.example/me/{key}/" in sent.body
    assert "keep this mail to yourself" in sent.body
    assert sent.extra_headers["List-Unsubscribe"].startswith(f"<https://hall.example/news/{one.nonce}-")
    assert sent.extra_headers["List-Unsubscribe"].endswith("/stop/>")


def test_seats_that_are_drawn_again_within_a_minute_are_told_once_as_they_end_up() -> None:
    event = make_event(entrants=4, seated=True)
    mailed(event)
    now = timezone.now()
    swap = {"one": "A-1", "other": "A-3", "actor": make_actor()}
    swap_seats(event=fresh(event), **swap)
    sending.tell(fresh(event), now)
    swap_seats(event=fresh(event), **swap)
    swap_seats(event=fresh(event), one="A-1", other="A-2", actor=make_actor())
    django_mail.outbox.clear()

    assert sending.tell(fresh(event), now + timedelta(seconds=30)) == 60
    sending.tell(fresh(event), now + timedelta(seconds=95))

    assert [one.subject for one in django_mail.outbox] == ["Your seat is A-2 · Sierra Open"]


def test_only_what_is_ticked_is_told_and_ticking_it_later_tells_from_then_on() -> None:
    event = make_event(entrants=4, seated=True)
    one = mailed(event, wants=["qualifiers"])
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())
    assert subjects(event) == []

    choose_news(subscription=one, wants=["seat"], actor=make_actor())
    assert subjects(event) == []
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    assert subjects(event) == ["Your seat is A-1 · Sierra Open"]


def test_what_is_over_before_it_was_sent_is_not_sent() -> None:
    event = make_posted_event()
    mailed(event)
    draw_bracket(event=fresh(event), best_of=1, rounds=None, actor=make_actor())
    sending.tell(fresh(event), timezone.now())
    assert Notice.objects.filter(what="match", sent_at=None).exists()

    win(fresh(event), 1, "A-1")

    # The other semifinal is open, so that the final is not up yet.
    assert subjects(event) == []
    assert not Notice.objects.filter(sent_at=None).exists()


def test_two_processes_send_a_notice_once() -> None:
    event = make_event(entrants=4, seated=True)
    mailed(event)
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())
    now = timezone.now() + LATER
    sending.note_due(fresh(event), now - LATER)
    ready = list(Notice.objects.filter(sent_at=None).select_related("subscription__link__entry"))
    found = due(fresh(event))
    django_mail.outbox.clear()

    sending._send_all(fresh(event), ready, found, now)
    sending._send_all(fresh(event), ready, found, now)

    assert len(django_mail.outbox) == 1


# --- Turned on and ended ---------------------------------------------------------------------------------------------


def test_ending_it_leaves_nothing_but_a_row_of_the_trail_without_the_address() -> None:
    event = make_event(entrants=4, seated=True)
    one = mailed(event)

    end_news(subscription=one, actor=make_actor())
    end_news(subscription=one, actor=make_actor())

    assert not Subscription.objects.exists()
    assert not Notice.objects.exists()
    rows = list(AuditEntry.objects.filter(action__startswith="news."))
    assert [row.action for row in rows] == ["news.asked", "news.confirmed", "news.ended"]
    assert "example.com" not in "".join(f"{row.before}{row.after}{row.reason}" for row in rows)


@pytest.mark.parametrize("taking", [renew_link, revoke_link])
def test_whoever_had_the_link_wrongly_is_told_nothing_more(taking: Callable[..., object]) -> None:
    event = make_event(entrants=4, seated=True)
    one = mailed(event)

    taking(entry=one.link.entry, version=1, actor=make_actor())

    assert not Subscription.objects.exists()


def test_one_address_a_link_and_not_too_many_questions() -> None:
    event = make_event(entrants=4, seated=True)
    link = link_of(event)
    ask(link)

    with pytest.raises(Refused) as other:
        ask(link, "ruth@example.com")
    for _again in range(4):
        ask(link)
    with pytest.raises(Refused) as often:
        ask(link)

    assert (other.value.code, often.value.code) == ("exists", "too_often")
    assert Subscription.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "wants", "field"),
    [
        pytest.param("not an address", ALL, "address", id="no address"),
        pytest.param(f"{'a' * 250}@example.com", ALL, "address", id="too long"),
        pytest.param("milt@example.com", [], "wants", id="nothing ticked"),
        pytest.param("milt@example.com", ["weather"], "wants", id="unknown"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(address: str, wants: list[str], field: str) -> None:
    link = link_of(make_event(entrants=4, seated=True))

    with pytest.raises(Malformed) as refused:
        ask(link, address, wants)

    assert field in {fault.field for fault in refused.value.faults}


def test_without_a_mail_server_nobody_can_ask_and_what_waits_keeps_waiting(settings: Settings) -> None:
    event = make_event(entrants=4, seated=True)
    mailed(event)
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    with pytest.raises(Refused) as refused:
        ask(link_of(event, "A-2"))
    assert subjects(event) == []

    assert refused.value.code == "not_ready"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert subjects(event) == ["Your seat is A-3 · Sierra Open"]


def test_addresses_are_forgotten_that_nobody_confirms_and_when_the_tournament_is_long_over() -> None:
    event = make_event(entrants=4, seated=True)
    day = datetime.fromisoformat("2026-03-06T12:00:00-08:00")
    confirmed, asked = mailed(event), ask(link_of(event, "A-2"), "ruth@example.com")
    Subscription.objects.update(made_at=day)

    sending.forget_outdated(day + timedelta(days=1))
    assert set(Subscription.objects.all()) == {confirmed, asked}
    sending.forget_outdated(day + timedelta(days=3))
    assert list(Subscription.objects.all()) == [confirmed]
    sending.forget_outdated(day + timedelta(days=32))

    assert not Subscription.objects.exists()


# --- Servers that fail -----------------------------------------------------------------------------------------------


class Failing(EmailBackend):
    """A mail server that fails as it is told."""

    error: Exception = OSError()
    asked = 0

    def send_messages(self, messages: Any) -> int:
        Failing.asked += 1
        raise self.error


@pytest.fixture
def failing(settings: Settings) -> type[Failing]:
    settings.EMAIL_BACKEND = f"{__name__}.Failing"
    Failing.asked = 0
    return Failing


@pytest.mark.parametrize(
    ("error", "code"),
    [
        pytest.param(TimeoutError(), "no_answer", id="away"),
        pytest.param(smtplib.SMTPServerDisconnected(), "no_answer", id="hangs up"),
        pytest.param(smtplib.SMTPAuthenticationError(535, b"no"), "sign_in", id="password"),
        pytest.param(smtplib.SMTPRecipientsRefused({"milt@example.com": (550, b"no")}), "address", id="address"),
        pytest.param(smtplib.SMTPDataError(451, b"later"), "refused 451", id="refused"),
        pytest.param(RuntimeError("broken"), "error", id="anything else"),
    ],
)
def test_a_mail_server_that_fails_is_tried_again_and_then_no_more(
    failing: type[Failing], error: Exception, code: str
) -> None:
    event = make_event(entrants=4, seated=True)
    mailed(event)
    failing.error = error
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())
    now = timezone.now()
    sending.tell(fresh(event), now)
    tried = []
    while (seconds := sending.tell(fresh(event), now)) is not None:
        now += timedelta(seconds=seconds)
        tried.append(seconds)

    notice = Notice.objects.get(what="seat")
    assert (notice.failure, notice.tries, notice.sent_at) == (code, MOST_TRIES, None)
    assert tried == sorted(tried)
    shown = status(event.tournament).failed[0]
    assert not shown.again
    assert "example.com" not in shown.why


def test_when_the_server_is_away_the_others_are_not_tried_in_vain_and_all_go_out_later(
    failing: type[Failing], settings: Settings
) -> None:
    event = make_event(entrants=4, seated=True)
    for seat in ("A-1", "A-2", "A-3"):
        mailed(event, seat)
    failing.error = TimeoutError()
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())
    now = timezone.now()
    sending.tell(fresh(event), now)

    sending.tell(fresh(event), now + LATER)
    assert failing.asked == 1
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    sending.tell(fresh(event), now + LATER + timedelta(minutes=2))

    assert len(django_mail.outbox) == 2
    assert status(event.tournament).failed == ()


def test_one_address_that_is_not_taken_keeps_no_other_from_its_mail(failing: type[Failing]) -> None:
    event = make_event(entrants=4, seated=True)
    for seat in ("A-1", "A-3"):
        mailed(event, seat)
    failing.error = smtplib.SMTPRecipientsRefused({})
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())
    now = timezone.now()
    sending.tell(fresh(event), now)

    sending.tell(fresh(event), now + LATER)

    assert failing.asked == 2


# --- Jobs ------------------------------------------------------------------------------------------------------------


def test_a_change_of_the_event_is_looked_at_after_it_is_saved(
    settings: Settings, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.JOBS_IN_THREAD = False
    event = make_event(entrants=4, seated=True)
    mailed(event)

    with django_capture_on_commit_callbacks(execute=True):
        swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    assert Notice.objects.get(what="seat").subject == "A-3"


def test_the_scheduler_finds_what_a_lost_job_left() -> None:
    event = make_event(entrants=4, seated=True)
    mailed(event)
    make_event(entrants=4, seated=True)
    sending.tell(fresh(event))
    assert tasks.tell_waiting() == 0

    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    assert tasks.tell_waiting() == 1
    assert tasks.tell_waiting() == 0
    Notice.objects.filter(sent_at=None).update(try_at=timezone.now())
    django_mail.outbox.clear()
    assert tasks.tell_waiting() == 1
    assert len(django_mail.outbox) == 1


def test_an_event_of_which_nobody_is_told_costs_one_query() -> None:
    event = fresh(make_event(entrants=4, seated=True))

    with CaptureQueriesContext(connection) as queries:
        assert sending.tell(event) is None

    assert len(queries) == 1


def test_a_job_for_an_event_that_is_gone_does_nothing() -> None:
    tasks.tell_news(10**9)


# --- Web push --------------------------------------------------------------------------------------------------------

# The example of RFC 8291, section 5 and appendix A.
BROWSER = {
    "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "secret": "BTBZMqHH6r4Tts7J_aSIgg",
}
BROWSERS_OWN = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SENDERS_OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
ENCRYPTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl"
    "95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(webpush.bytes_of(text)), ec.SECP256R1())


def read_by_browser(body: bytes) -> Any:
    """What the browser of the example makes of a message."""
    salt, theirs, sealed = body[:16], body[21:86], body[86:]
    own = private(BROWSERS_OWN)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    info = b"WebPush: info\0" + webpush.bytes_of(BROWSER["key"]) + theirs
    first = HKDF(hashes.SHA256(), 32, webpush.bytes_of(BROWSER["secret"]), info).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(first)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(first)
    return AESGCM(key).decrypt(nonce, sealed, None).removesuffix(b"\2")


def test_a_message_is_encrypted_as_the_standard_says() -> None:
    message = b"When I grow up, I want to be a watermelon"
    salt = webpush.bytes_of("DGv6ra1nlYgDCS1FRnbzlw")

    body = webpush.encrypted(message, **BROWSER, own=private(SENDERS_OWN), salt=salt)

    assert webpush.text_of(body) == ENCRYPTED
    assert read_by_browser(body) == message


class Service(HTTPServer):
    """The service of a browser on this machine: keeps what is left there and answers as it is told."""

    def __init__(self) -> None:
        self.status = 201
        self.got: list[tuple[dict[str, str], bytes]] = []
        service = self

        class Answers(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append((dict(self.headers), body))
                self.send_response(service.status)
                self.send_header("Location", "http://intranet.example/")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """The tests are quiet."""

        super().__init__(("127.0.0.1", 0), Answers)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with Service() as found:
        threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        settings.PUSH_SERVICES = [found.origin]
        yield found
        found.shutdown()


def pushed(event: Event, service: Service) -> Subscription:
    link = link_of(event)
    return tell_browser(
        link=link,
        address=f"{service.origin}/push/abc?x=1",
        **BROWSER,
        wants=ALL,
        site="https://hall.example",
        actor=Actor.of_entry(link.entry),
    )


def test_a_browser_is_told_at_its_service_so_that_it_alone_can_read_it(service: Service) -> None:
    event = make_event(entrants=4, seated=True)
    one = pushed(event, service)
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    tell(event)
    tell(event)

    [(headers, body)] = service.got
    assert json.loads(read_by_browser(body)) == {
        "title": "Your seat is A-3",
        "text": "Main event: you start at A-3, and it stays your ID.",
        "url": f"https://hall.example/me/{key_of_link(one.link)}/",
        "tag": "seat",
    }
    assert (headers["Content-Encoding"], headers["Topic"]) == ("aes128gcm", "seat")
    told, _comma, key = headers["Authorization"].removeprefix("vapid t=").partition(", k=")
    head, claims, signature = told.split(".")
    assert json.loads(webpush.bytes_of(claims)) | {"exp": 0} == {
        "aud": service.origin,
        "exp": 0,
        "sub": "https://hall.example",
    }
    raw = webpush.bytes_of(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), webpush.bytes_of(key))
    public.verify(
        encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:])),
        f"{head}.{claims}".encode(),
        ec.ECDSA(hashes.SHA256()),
    )
    assert key == webpush.public_text(webpush.site_key())


def test_a_browser_that_wants_no_more_is_forgotten(service: Service) -> None:
    event = make_event(entrants=4, seated=True)
    pushed(event, service)
    service.status = 410
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    tell(event)

    assert not Subscription.objects.exists()


@pytest.mark.parametrize("answer", [302, 429, 500])
def test_a_service_that_does_not_take_it_is_tried_again_and_never_followed(service: Service, answer: int) -> None:
    event = make_event(entrants=4, seated=True)
    pushed(event, service)
    service.status = answer
    swap_seats(event=fresh(event), one="A-1", other="A-3", actor=make_actor())

    tell(event)

    assert Notice.objects.get(what="seat").failure == f"push {answer}"
    assert len(service.got) == 1


@pytest.mark.parametrize(
    "address",
    [
        "https://intranet.example/push",
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/abc",
        "https://fcm.googleapis.com@intranet.example/abc",
        "https://example@fcm.googleapis.com/abc",
        "https://fcm.googleapis.com.intranet.example/abc",
        "https://intranet.example/.push.apple.com",
        "https://127.0.0.1/",
        "nonsense",
        "https://[",
    ],
)
def test_this_site_sends_to_no_address_but_those_of_services(address: str) -> None:
    link = link_of(make_event(entrants=4, seated=True))

    with pytest.raises(Malformed):
        tell_browser(link=link, address=address, **BROWSER, wants=ALL, site="https://hall.example", actor=make_actor())


@pytest.mark.parametrize("wrong", [{"key": "BCVx"}, {"key": "*"}, {"secret": "BTBZ"}, {"secret": "é"}])
def test_a_browser_with_invalid_keys_is_refused(wrong: dict[str, str], service: Service) -> None:
    link = link_of(make_event(entrants=4, seated=True))
    values = {**BROWSER, **wrong, "address": f"{service.origin}/x"}

    with pytest.raises(Malformed):
        tell_browser(link=link, **values, wants=ALL, site="https://hall.example", actor=make_actor())


def test_a_browser_that_asks_again_is_told_once_and_five_are_enough(service: Service) -> None:
    link = link_of(make_event(entrants=4, seated=True))
    values = {**BROWSER, "link": link, "site": "https://hall.example", "actor": make_actor()}
    for number in (1, 1, 2, 3, 4, 5):
        tell_browser(address=f"{service.origin}/{number}", wants=["match"], **values)

    with pytest.raises(Refused) as refused:
        tell_browser(address=f"{service.origin}/6", wants=ALL, **values)

    assert refused.value.code == "not_ready"
    assert Subscription.objects.count() == 5
