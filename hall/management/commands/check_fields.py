"""`manage.py check_fields`: every column of a model is in the export, in the API and in the log, or is left out with a reason."""

from __future__ import annotations

import pkgutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Model

from hall.exchange.fields import Table
from hall.exchange.layout import DOCUMENT, LEFT_OUT
from tournaments.api.shapes import Shown
from tournaments.audit import Logged

APPS = ("tournaments", "scorecards", "brackets", "judging")
CURES = {
    "export": "Add it to its table in hall/exchange/layout.py",
    "API": "Add it to a serializer that “Shown(model={model}” names in {app}/shown.py",
    "log": "Add it to the names of “Logged(model={model}” in the actions of {app}",
}


class Command(BaseCommand):
    help = "Finds columns that are in the export, the API or the log neither told nor left out with a reason."

    def handle(self, *args: Any, **options: Any) -> None:
        found = sorted(faults())
        for one in found:
            self.stderr.write(one, style_func=str)
        if found:
            raise CommandError(f"{len(found)} columns, models or lists of what is left out are to be put right.")


def faults() -> Iterator[str]:
    """What is declared nowhere, and what is left out and is not there."""
    models = {model.__name__: model for app in (*APPS, "hall") for model in apps.get_app_config(app).get_models()}
    for place, (told, left_out, whole) in _places().items():
        for name, model in models.items():
            app = model._meta.app_label
            own = _columns(model)
            here = f"{name} in the {place}"
            cure = f"{CURES[place].format(app=app, model=name)}, or leave it out there with the reason."
            if name in whole:
                if name in told:
                    yield f"{here}: it is told and left out."
                continue
            if name not in told:
                yield f"{here}: no column of it is there. {cure}"
                continue
            yield from (f"{here}: the column “{one}” is not there. {cure}" for one in own - told[name] - left_out[name])
            for one in left_out[name] - own:
                yield f"{here}: “{one}” is left out, and there is no such column."
            # Serializers have fields that are no columns, and so has the document; what is logged by hand is said here alone.
            for one in told[name] - own - {"event"} if place == "log" else ():
                yield f"{here}: “{one}” is told, and there is no such column."
            for one in left_out[name] & told[name]:
                yield f"{here}: “{one}” is told and left out."
        yield from (
            f"{one} in the {place}: it is left out, and there is no such model." for one in whole - models.keys()
        )


def _columns(model: type[Model]) -> set[str]:
    """The columns of a model and its lists of others; not its key, nor of what tournament or event it always is."""
    return {
        field.name
        for field in (*model._meta.local_fields, *model._meta.local_many_to_many)
        if not field.primary_key and (field.null or field.name not in ("tournament", "event"))
    }


Told = Mapping[str, set[str]]


def _places() -> dict[str, tuple[Told, Told, set[str]]]:
    """By place: the columns that are told of each model, those that are left out, and the models that are left out whole."""
    for app in APPS:
        for module in pkgutil.walk_packages(import_module(app).__path__, f"{app}."):
            if {"actions", "shown"} & set(module.name.split(".")):
                import_module(module.name)
    import_module("hall.desk.api")
    shown = [import_module(f"{app}.shown") for app in APPS]
    logged = [import_module(f"{app}.actions.logged") for app in APPS]
    tables = ((one.model, one.told(), one.left_out) for one in _tables(DOCUMENT))
    answers = ((one.model, one.told(), one.left_out) for one in _declared(("shown", "api"), Shown))
    acts = ((one.model, one.told(), one.left_out) for one in _declared(("actions",), Logged))
    return {
        "export": (*_by_model(tables), _names([LEFT_OUT])),
        "API": (*_by_model(answers), _names(getattr(one, "LEFT_OUT", {}) for one in shown)),
        "log": (*_by_model(acts), _names(getattr(one, "LEFT_OUT", {}) for one in logged)),
    }


def _tables(table: Table) -> Iterator[Table]:
    yield table
    for _name, field in table.below():
        yield from _tables(field.table)


def _declared(kinds: tuple[str, ...], kind: type[Any]) -> Iterator[Any]:
    """The declarations of this kind that stand in modules of these kinds, alone or in a row."""
    for name, module in list(sys.modules.items()):
        if name.startswith((*APPS, "hall")) and set(kinds) & set(name.split(".")):
            for value in vars(module).values():
                yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, kind))


def _by_model(declared: Iterable[tuple[type[Model], set[str], Mapping[str, str]]]) -> tuple[Told, Told]:
    told: dict[str, set[str]] = defaultdict(set)
    left_out: dict[str, set[str]] = defaultdict(set)
    for model, columns, reasons in declared:
        told[model.__name__] |= columns
        left_out[model.__name__] |= _names([reasons])
    return dict(told), left_out


def _names(reasons: Iterable[Mapping[str, str]]) -> set[str]:
    return {name for one in reasons for names in one.values() for name in names.split()}
