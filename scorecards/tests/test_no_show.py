"""A no-show has no card: whoever has games on one withdrew."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scorecards.cards.reads import cards as cards_reads
from scorecards.models import Scorecard, ScoreLine
from scorecards.tests.factories import make_cards, sheet
from tournaments.day.actions.status import set_status
from tournaments.entrants.actions.entrant_plans import EntrantPlan
from tournaments.entrants.actions.entrants import enter_entrants
from tournaments.errors import Refused
from tournaments.tests.factories import make_actor, make_event

pytestmark = pytest.mark.django_db


def test_who_has_games_on_the_card_is_no_no_show() -> None:
    event = make_event(entrants=4, seated=True)
    entry = event.entries.get(number=1)
    card = Scorecard.objects.create(entry=entry, version=1, typed_at=timezone.now())
    ScoreLine.objects.create(card=card, game=1, points=2, plus=10)

    with pytest.raises(Refused) as refused:
        set_status(entry=entry, status="no_show", reason="Flight", actor=make_actor())

    assert refused.value.code == "begun"


def test_an_empty_card_does_not_make_somebody_come() -> None:
    event = make_event(entrants=4, seated=True)
    entry = event.entries.get(number=1)
    Scorecard.objects.create(entry=entry, version=1, typed_at=timezone.now())

    entry = set_status(entry=entry, status="no_show", reason="Flight", actor=make_actor())

    assert entry.status == "no_show"


def test_a_no_show_keeps_the_seat_once_a_card_may_name_it() -> None:
    event = make_event(entrants=4, seated=True)
    set_status(entry=event.entries.get(number=2), status="no_show", reason="Flight", actor=make_actor())
    make_cards(event, A_1="A-2 2 +12")

    with pytest.raises(Refused) as refused:
        enter_entrants(event=event, entrants=[EntrantPlan("Ada Late", seat="A-2")], actor=make_actor())

    assert refused.value.code == "exists"
    assert cards_reads.card(sheet(event), "A-1")["lines"][0]["opponent"] == "A-2"
