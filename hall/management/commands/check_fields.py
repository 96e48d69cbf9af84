"""`manage.py check_fields`: every column is in the export, the API and the log, or left out with a reason."""

from __future__ import annotations

import pkgutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Model

from hall.exchange import club_layout
from hall.exchange.fields import Table
from hall.exchange.layout import DOCUMENT, LEFT_OUT
from tournaments.api.shapes import Shown
from tournaments.audit import Logged

APPS = ("tournaments", "scorecards", "brackets", "judging", "clubs")
CURES = {
    "export": "Add it to its table in hall/exchange/{layout}.py",
    "API": "Add it to a serializer that “Shown(model={model}” names in {app}/shown.py",
    "log": "Add it to the names of “Logged(model={model}” in the actions of {app}",
}


class Command(BaseCommand):
    help = "Finds columns that are in the export, the API or the log neither told nor left out with a reason."

    def handle(self, *args: Any, **options: Any) -> None:
        all_faults = sorted(faults())
        for fault in all_faults:
            self.stderr.write(fault, style_func=str)
        if all_faults:
            raise CommandError(f"{len(all_faults)} columns, models or lists of what is left out are to be put right.")


def faults() -> Iterator[str]:
    """Columns that are declared nowhere, and declarations that match no column."""
    models = {model.__name__: model for app in (*APPS, "hall") for model in apps.get_app_config(app).get_models()}
    for place, declared in _places().items():
        for name, model in models.items():
            app = model._meta.app_label
            columns = _columns(model)
            where = f"{name} in the {place}"
            layout = "club_layout" if app == "clubs" else "layout"
            cure = f"{CURES[place].format(app=app, model=name, layout=layout)}, or leave it out there with the reason."
            if name in declared.models_left_out:
                if name in declared.told:
                    yield f"{where}: it is told and left out."
                continue
            if name not in declared.told:
                yield f"{where}: no column of it is there. {cure}"
                continue
            shown, left_out = declared.told[name], declared.left_out[name]
            for column in columns - shown - left_out:
                yield f"{where}: the column “{column}” is not there. {cure}"
            for column in left_out - columns:
                yield f"{where}: “{column}” is left out, and there is no such column."
            # Serializers and the document also have fields that are no columns. The log has only columns.
            if place == "log":
                for column in shown - columns - {"event"}:
                    yield f"{where}: “{column}” is told, and there is no such column."
            for column in left_out & shown:
                yield f"{where}: “{column}” is told and left out."
        for name in declared.models_left_out - models.keys():
            yield f"{name} in the {place}: it is left out, and there is no such model."


def _columns(model: type[Model]) -> set[str]:
    """The columns and many-to-many fields of a model, without its primary key and its required tournament or event."""
    return {
        field.name
        for field in (*model._meta.local_fields, *model._meta.local_many_to_many)
        if not field.primary_key and (field.null or field.name not in ("tournament", "event"))
    }


class _Declared(NamedTuple):
    """What one place declares: the columns of each model that it tells and leaves out, and the models it leaves out."""

    told: Mapping[str, set[str]]
    left_out: Mapping[str, set[str]]
    models_left_out: set[str]


def _places() -> dict[str, _Declared]:
    """What export, API and log declare; imports every module that declares something."""
    for app in APPS:
        for module in pkgutil.walk_packages(import_module(app).__path__, f"{app}."):
            if {"actions", "shown"} & set(module.name.split(".")):
                import_module(module.name)
    import_module("hall.desk.api")
    shown = [import_module(f"{app}.shown") for app in APPS]
    logged = [import_module(f"{app}.actions.logged") for app in APPS]
    whole = (*_tables(DOCUMENT), *_tables(club_layout.CLUB))
    tables = ((table.model, table.told(), table.left_out) for table in whole)
    answers = (
        (shown_model.model, shown_model.told(), shown_model.left_out)
        for shown_model in _declared(("shown", "api"), Shown)
    )
    acts = (
        (logged_model.model, logged_model.told(), logged_model.left_out)
        for logged_model in _declared(("actions",), Logged)
    )
    return {
        "export": _Declared(*_by_model(tables), _names([LEFT_OUT, club_layout.LEFT_OUT])),
        "API": _Declared(*_by_model(answers), _names(getattr(module, "LEFT_OUT", {}) for module in shown)),
        "log": _Declared(*_by_model(acts), _names(getattr(module, "LEFT_OUT", {}) for module in logged)),
    }


def _tables(table: Table) -> Iterator[Table]:
    yield table
    for _name, field in table.below():
        yield from _tables(field.table)


def _declared(kinds: tuple[str, ...], kind: type[Any]) -> Iterator[Any]:
    """The declarations of this type in modules of these kinds, single or in tuples."""
    for name, module in list(sys.modules.items()):
        if name.startswith((*APPS, "hall")) and set(kinds) & set(name.split(".")):
            for value in vars(module).values():
                candidates = value if isinstance(value, tuple) else (value,)
                yield from (candidate for candidate in candidates if isinstance(candidate, kind))


def _by_model(
    declared: Iterable[tuple[type[Model], set[str], Mapping[str, str]]],
) -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """By the name of the model: the columns that are told, and those that are left out."""
    columns_by_model: dict[str, set[str]] = defaultdict(set)
    left_out: dict[str, set[str]] = defaultdict(set)
    for model, columns, reasons in declared:
        columns_by_model[model.__name__] |= columns
        left_out[model.__name__] |= _names([reasons])
    return dict(columns_by_model), left_out


def _names(reasons: Iterable[Mapping[str, str]]) -> set[str]:
    """All names in these mappings, which give for each reason some names, separated by blanks."""
    return {name for names_by_reason in reasons for names in names_by_reason.values() for name in names.split()}
