"""Documents of an older version of the format, brought up to the present one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from hall.exchange.fields import Rows, Table
from hall.exchange.layout import DOCUMENT, FORMAT, OLDEST, VERSION
from tournaments.errors import Fault, Malformed


def brought_up(document: Any) -> Any:
    """The same document in the present version of the format, if it is of an older one that this program knows.

    The fields say which version brought them, and what is so in a document that is older. Anything else comes back as it is, to
    be judged by whoever reads it. Malformed where an older document has what its version did not have.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return document
    version = document.get("version")
    if not isinstance(version, int) or not OLDEST <= version < VERSION:
        return document
    too_new: list[Fault] = []
    grown = _grown(document, DOCUMENT, version, "", too_new)
    if too_new:
        raise Malformed(_("The file is damaged; each fault is named."), faults=too_new)
    return {**grown, "version": VERSION}


def _grown(value: Any, table: Table, version: int, at: str, too_new: list[Fault]) -> Any:
    """A row of this version, or a list of such rows, with what came later. `too_new` takes what stands there already."""
    if isinstance(value, list):
        return [_grown(one, table, version, f"{at}.{place}", too_new) for place, one in enumerate(value)]
    if not isinstance(value, dict):
        return value
    new = {name: field.before for name, field in table.fields.items() if field.since > version}
    here = f"{at}." if at else ""
    too_new += [Fault(here + name, "unknown", _("There is no such field here.")) for name in new if name in value]
    below = {
        name: _grown(value[name], field.table, version, here + name, too_new)
        for name, field in table.fields.items()
        if isinstance(field, Rows) and name in value
    }
    return {**value, **below, **new}
