"""The document as bytes and back. Bytes that are not JSON as we write it are refused with the reason."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from tournaments.errors import Fault, Malformed


def write_document(document: Any) -> bytes:
    """The bytes of a document: UTF-8, one value per line, a newline at the end."""
    return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def parse_document(data: bytes) -> Any:
    """The JSON value in these bytes. Raises Malformed if they are cut off, not JSON, too deep, or not UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        raise _no_document(_("Line %(line)d is not UTF-8.") % {"line": line}) from exc
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as exc:
        message = _("Line %(line)d, column %(column)d: this is no JSON (%(reason)s). Perhaps the file was cut off.")
        values = {"line": exc.lineno, "column": exc.colno, "reason": exc.msg}
        raise _no_document(message % values) from exc
    except RecursionError as exc:
        raise _no_document(_("Its values are nested far too deep.")) from exc
    except ValueError as exc:
        raise _no_document(_("It cannot be read (%(reason)s).") % {"reason": exc}) from exc


def parse_club(data: bytes) -> Any:
    """The JSON value in the bytes of an exported club. Raises Malformed as `parse_document`."""
    try:
        return parse_document(data)
    except Malformed as exc:
        raise Malformed(_("This is no exported club."), faults=exc.faults) from exc


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its names and values. Raises ValueError if a name occurs twice."""
    values = dict(pairs)
    if len(values) != len(pairs):
        names = [name for name, _value in pairs]
        first_repeated = min(name for name in names if names.count(name) > 1)
        raise ValueError(_("“%(name)s” stands twice in one object") % {"name": ascii(first_repeated)})
    return values


def _no_number(text: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads as JSON. Raises ValueError."""
    raise ValueError(_("%(text)s is no number") % {"text": text})


def _no_document(reason: str) -> Malformed:
    return Malformed(_("This is not an exported tournament."), faults=[Fault("", "invalid", reason)])
