"""Whoever sends something is answered before what only shows; not for ever."""

from __future__ import annotations

from threading import Event as Signal
from threading import Thread

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from tournaments import precedence as module
from tournaments.precedence import Precedence, PrecedenceMiddleware


def test_a_writer_has_precedence_until_its_request_is_answered() -> None:
    one = Precedence()
    assert not one.is_taken

    with one.answering_write():
        with one.answering_write():
            assert one.is_taken
        assert one.is_taken

    assert not one.is_taken


def test_whoever_looks_on_stands_back_for_so_long_at_a_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(module.time, "monotonic", lambda: now)
    one = Precedence()

    with one.answering_write():
        now += module.PATIENCE
        with one.answering_write():
            assert not one.is_taken
    with one.answering_write():
        assert one.is_taken


def test_who_waits_goes_on_as_soon_as_the_sender_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 60)
    one, begun, may_end, waited = Precedence(), Signal(), Signal(), Signal()

    def send() -> None:
        with one.answering_write():
            begun.set()
            may_end.wait(30)

    def wait() -> None:
        one.wait()
        waited.set()

    sender, waiting = Thread(target=send), Thread(target=wait)
    sender.start()
    assert begun.wait(30)
    waiting.start()
    assert not waited.wait(0.05)
    may_end.set()
    assert waited.wait(30)
    sender.join()
    waiting.join()


@pytest.mark.parametrize(("method", "takes"), [("GET", False), ("HEAD", False), ("POST", True), ("PUT", True)])
def test_only_what_is_sent_takes_it(method: str, takes: bool) -> None:
    seen = []

    def answer(_request: object) -> HttpResponse:
        seen.append(module.precedence.is_taken)
        return HttpResponse()

    PrecedenceMiddleware(answer)(RequestFactory().generic(method, "/"))

    assert seen == [takes]
    assert not module.precedence.is_taken


def test_precedence_ends_even_if_the_answer_fails() -> None:
    def fail(_request: object) -> HttpResponse:
        raise ValueError("no answer")

    with pytest.raises(ValueError, match="no answer"):
        PrecedenceMiddleware(fail)(RequestFactory().post("/"))

    assert not module.precedence.is_taken
