"""The tests take Django's shortest way to an ORDER BY, to the same SQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Count, F, QuerySet
from django.db.models.functions import Lower
from django.db.models.sql.compiler import SQLCompiler

from hall.tests import ordering
from tournaments.models import Entry, Event

QUERIES: dict[str, Callable[[], QuerySet[Any, Any]]] = {
    "names": lambda: Entry.objects.order_by("-seat_number", "player__name", "pk"),
    "by a relation, as its rows are ordered": lambda: Entry.objects.order_by("event"),
    "some columns": lambda: Entry.objects.order_by("seat_number").values_list("seat_number", "event__slug"),
    "different ones": lambda: Entry.objects.order_by("event__slug").values("seat_number").distinct(),
    "a column of another name": lambda: Event.objects.annotate(of=Count("entries")).order_by("of", "slug"),
    "counted": lambda: Event.objects.values("tournament").annotate(of=Count("pk")).order_by("-of"),
    "an expression": lambda: Entry.objects.order_by(F("seat_number").desc(nulls_last=True), Lower("event__slug")),
    "two lists": lambda: (
        Entry.objects.order_by().values_list("pk").union(Event.objects.order_by().values_list("pk")).order_by("pk")
    ),
    "by chance": lambda: Entry.objects.order_by("?"),
    "not at all": lambda: Entry.objects.order_by(),
    **{model._meta.label: model._default_manager.all for model in apps.get_models()},
    **{f"{model._meta.label} backwards": model._default_manager.reverse for model in apps.get_models()},
}


@pytest.mark.django_db
def test_every_query_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SQLCompiler._order_by_pairs is ordering._order_by_pairs
    short = {name: str(query().query) for name, query in QUERIES.items()}

    monkeypatch.setattr(SQLCompiler, "_order_by_pairs", ordering.DJANGOS)

    assert short == {name: str(query().query) for name, query in QUERIES.items()}


def test_what_cannot_be_found_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    real = ordering._needless

    def noted(compiler: SQLCompiler) -> bool:
        asked.append(real(compiler))
        return asked[-1]

    monkeypatch.setattr(ordering, "_needless", noted)

    for name, needless in {
        "names": True,
        "a column of another name": False,
        "an expression": False,
        "two lists": False,
    }.items():
        asked.clear()
        str(QUERIES[name]().query)
        assert asked[-1] is needless, name
