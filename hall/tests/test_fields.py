"""Every column of a model is in the export, in the API and in the log, or is left out with a reason."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import models
from rest_framework.serializers import ValidationError

from brackets.models import Match
from hall.exchange import layout as layout_document
from hall.management.commands.check_fields import faults
from judging.models import Ruling
from tournaments.actions.logged import ENTRY
from tournaments.api.shapes import Shown
from tournaments.api.shapes import text_of as api_text_of
from tournaments.entrants.api.entrants import EntrantSerializer
from tournaments.forms.fields import text_of as forms_text_of
from tournaments.models import Entry, Fee


def test_every_column_is_declared_or_left_out_with_a_reason() -> None:
    call_command("check_fields")


def test_declarations_are_found_even_if_their_module_is_not_loaded_yet() -> None:
    """Without the checks of the site its addresses are not loaded, and so none of its pages."""
    command = [sys.executable, "manage.py", "check_fields", "--skip-checks"]

    asked = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)

    assert (asked.returncode, asked.stderr) == (0, "")


@pytest.mark.parametrize("model", [Entry, Match, Ruling, Fee])
def test_a_new_column_that_is_not_declared_is_named_with_every_place(
    model: type[models.Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    column = models.TextField(null=True)
    column.set_attributes_from_name("flavour")
    monkeypatch.setattr(model._meta, "local_fields", [*model._meta.local_fields, column])
    told = io.StringIO()

    with pytest.raises(CommandError, match="3 columns"):
        call_command("check_fields", stderr=told)

    name, app = model.__name__, model._meta.app_label
    assert [line.partition(", or leave")[0] for line in told.getvalue().splitlines()] == [
        f"{name} in the API: the column “flavour” is not there. Add it to a serializer that “Shown(model={name}” names in {app}/shown.py",
        f"{name} in the export: the column “flavour” is not there. Add it to its table in hall/exchange/layout.py",
        f"{name} in the log: the column “flavour” is not there. Add it to the names of “Logged(model={name}” in the actions of {app}",
    ]


def test_a_model_that_is_not_declared_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = {reason: names for reason, names in layout_document.LEFT_OUT.items() if "Token" not in names}
    monkeypatch.setattr("hall.management.commands.check_fields.LEFT_OUT", reasons)

    assert [one for one in faults() if one.startswith("Token")] == [
        "Token in the export: no column of it is there. Add it to its table in hall/exchange/layout.py, or leave it out there with "
        "the reason."
    ]


@pytest.mark.parametrize(
    ("left_out", "fault"),
    [
        ({"gone": "flavour"}, "“flavour” is left out, and there is no such column."),
        ({"told": "name"}, "“name” is told and left out."),
    ],
)
def test_a_column_that_is_left_out_must_exist_and_not_be_declared_too(
    left_out: dict[str, str], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(ENTRY), "left_out", {**ENTRY.left_out, **left_out})

    assert list(faults()) == [f"Entry in the log: {fault}"]


def test_a_column_that_is_logged_by_hand_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(ENTRY), "by_hand", "flavour")

    assert list(faults()) == ["Entry in the log: “flavour” is told, and there is no such column."]


def test_a_model_that_is_left_out_and_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "hall.management.commands.check_fields.LEFT_OUT",
        {**layout_document.LEFT_OUT, "gone": "Ballot", "told": "Fee"},
    )

    assert sorted(faults()) == [
        "Ballot in the export: it is left out, and there is no such model.",
        "Fee in the export: it is told and left out.",
    ]


def test_the_trail_takes_only_declared_columns(db: None) -> None:
    entry = Entry(number=7, name="Ada Bay", table="A", seat_number=3, status="playing")

    assert ENTRY.values(entry) == {"number": 7, "name": "Ada Bay", "acc_number": "", "seat": "A-3"}
    assert ENTRY.values(entry, "status") == {"status": "playing"}
    with pytest.raises(LookupError, match="checked_in_by"):
        ENTRY.values(entry, "status", "checked_in_by")


def test_a_declared_field_of_the_api_must_exist() -> None:
    with pytest.raises(LookupError, match="no serializer of Entry has seats"):
        Shown(model=Entry, by=(EntrantSerializer,), columns={"seats": "table"}).told()


def test_a_text_field_has_the_label_of_its_column_and_null_only_where_that_may_be() -> None:
    table, number = forms_text_of(Entry, "table"), forms_text_of(Entry, "acc_number")

    assert (table.label, number.label) == ("Table", "ACC number")
    assert (table.clean(""), number.clean("")) == (None, "")
    assert api_text_of(Entry, "table").run_validation(None) is None
    with pytest.raises(ValidationError, match="blank"):
        api_text_of(Entry, "table").run_validation("")
    assert api_text_of(Entry, "acc_number").run_validation("") == ""
