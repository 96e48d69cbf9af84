"""Upgrades documents of older versions of the format."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from hall.exchange.fields import Rows, Table
from hall.exchange.layout import DOCUMENT, FORMAT, OLDEST, VERSION
from tournaments.errors import Fault, Malformed


def brought_up(document: Any) -> Any:
    """The document in the current version of the format, if it has an older version that this program knows.

    Each field says which version introduced it, and its value for an older document. Any other document is returned
    unchanged, and the reader judges it.

    Raises Malformed if an older document has fields that its version did not have.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return document
    version = document.get("version")
    if not isinstance(version, int) or not OLDEST <= version < VERSION:
        return document
    too_new: list[Fault] = []
    upgraded = _upgraded(document, DOCUMENT, version, "", too_new)
    if too_new:
        raise Malformed(_("The file is damaged; each fault is named."), faults=too_new)
    return {**upgraded, "version": VERSION}


def _upgraded(value: Any, table: Table, version: int, path: str, too_new: list[Fault]) -> Any:
    """A row of this version, or a list of rows, with the fields that later versions introduced.

    `too_new` collects a fault for each of these fields that the row already has.
    """
    if isinstance(value, list):
        return [_upgraded(row, table, version, f"{path}.{place}", too_new) for place, row in enumerate(value)]
    if not isinstance(value, dict):
        return value
    later_fields = {name: field.before for name, field in table.fields.items() if field.since > version}
    prefix = f"{path}." if path else ""
    too_new += [
        Fault(prefix + name, "unknown", _("There is no such field here.")) for name in later_fields if name in value
    ]
    below = {
        name: _upgraded(value[name], field.table, version, prefix + name, too_new)
        for name, field in table.fields.items()
        if isinstance(field, Rows) and name in value
    }
    return {**value, **below, **later_fields}
